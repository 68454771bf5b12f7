"""Les deux sortes de lignes entre le correcteur et un processus de copie.

Toute attente a une échéance absolue : un correspondant muet lève `Muet`, un mort `Coupe`.
"""

import contextlib
import queue
import socket
import threading
import time

from autograder.bac_a_sable import codec


class Muet(Exception):
    """Pas de réponse avant l'échéance."""


class Coupe(Exception):
    """L'autre bout a raccroché."""


class LignePrise:
    """Messages par une prise locale (Linux, macOS)."""

    def __init__(self, prise):
        self.prise = prise
        self.tampon = bytearray()

    def envoie(self, message, fin, descripteurs=()):
        self.envoie_octets(codec.emballe(message), fin, descripteurs)

    def envoie_octets(self, octets, fin, descripteurs=()):
        try:
            self.prise.settimeout(max(0.01, fin - time.monotonic()))
            if descripteurs:
                envoye = socket.send_fds(self.prise, [octets], descripteurs)
                octets = octets[envoye:]
            if octets:
                self.prise.sendall(octets)
        except TimeoutError:
            raise Muet from None
        except OSError:
            raise Coupe from None

    def recoit(self, fin):
        """Le message suivant ; ce qui est arrivé avant l'échéance reste pour l'appel suivant."""
        self._remplit(4, fin)
        taille = codec.EN_TETE.unpack(self.tampon[:4])[0]
        if taille > codec.TAILLE_MAX:
            raise codec.Illisible("réponse trop grosse")
        self._remplit(4 + taille, fin)
        corps = bytes(self.tampon[4 : 4 + taille])
        del self.tampon[: 4 + taille]
        return codec.deballe(corps)

    def _remplit(self, taille, fin):
        while len(self.tampon) < taille:
            reste = fin - time.monotonic()
            if reste <= 0:
                raise Muet
            self.prise.settimeout(reste)
            try:
                morceau = self.prise.recv(1 << 16)
            except TimeoutError:
                raise Muet from None
            except OSError:
                raise Coupe from None
            if not morceau:
                raise Coupe
            self.tampon += morceau

    def ferme(self):
        self.prise.close()

    def finit(self):
        """Rien de plus."""


class LigneTuyaux:
    """Messages par l'entrée et la sortie d'un processus (partout, Windows compris)."""

    def __init__(self, processus):
        self.processus = processus
        self.recus = queue.Queue()
        threading.Thread(target=self._ecoute, daemon=True).start()

    def _ecoute(self):
        flux = self.processus.stdout
        try:
            while True:
                entete = flux.read(4)
                if len(entete) < 4:
                    break
                taille = codec.EN_TETE.unpack(entete)[0]
                if taille > codec.TAILLE_MAX:
                    self.recus.put(codec.Illisible("réponse trop grosse"))
                    return
                corps = flux.read(taille)
                if len(corps) < taille:
                    break
                self.recus.put(corps)
        except (OSError, ValueError):
            pass
        self.recus.put(Coupe())

    def envoie(self, message, fin, descripteurs=()):
        self.envoie_octets(codec.emballe(message), fin)

    def envoie_octets(self, octets, fin):
        try:
            self.processus.stdin.write(octets)
            self.processus.stdin.flush()
        except (OSError, ValueError):
            raise Coupe from None

    def recoit(self, fin):
        try:
            recu = self.recus.get(timeout=max(0.001, fin - time.monotonic()))
        except queue.Empty:
            raise Muet from None
        if isinstance(recu, Exception):
            raise recu
        return codec.deballe(recu)

    def passe(self, jeton, fin):
        """Jette tout ce qui arrive, jusqu'à ce jeton compris."""
        recu = None
        while recu != jeton:
            try:
                recu = self.recus.get(timeout=max(0.001, fin - time.monotonic()))
            except queue.Empty:
                raise Muet from None
            if isinstance(recu, Exception):
                raise recu

    def ferme(self):
        with contextlib.suppress(OSError, ValueError):
            self.processus.stdin.close()

    def finit(self):
        """Une fois le processus mort : avant, fermer attendrait la fin de la lecture en cours."""
        with contextlib.suppress(OSError, ValueError):
            self.processus.stdout.close()
