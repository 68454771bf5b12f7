"""Un processus de copie : le démarrer, lire son temps de calcul, l'arrêter, ne rien en laisser.

Il reçoit son propre code par sa ligne, et attend : rien de la copie ne s'y trouve encore quand
son enclos (Windows) est posé.
"""

import contextlib
import marshal
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from autograder.bac_a_sable import (
    amorce,
    codec,
    enfant,
    filtre,
    gardes,
    horloge,
    hote,
    invite,
    isolement,
    noyau,
    wasm,
)
from autograder.bac_a_sable.lignes import Coupe, LignePrise, LigneTuyaux, Muet
from autograder.moteur import greffe
from lessons.verificateur import (
    arene,
    autopsie,
    boucles,
    chargeur,
    comparaison,
    permis,
    source,
)

if os.name == "nt":
    from autograder.bac_a_sable import travail_windows

# Dans cet ordre : chacun n'importe que ceux d'avant.
MODULES_DU_FILS = (
    chargeur, permis, source, comparaison, boucles, autopsie, arene,
    codec, filtre, isolement, gardes, greffe, noyau, enfant,
)  # fmt: skip
# Ceux de l'invité de WebAssembly : le premier installe les autres.
MODULES_DE_L_INVITE = (amorce, *MODULES_DU_FILS, invite)
AMORCE = amorce.__spec__.loader.get_source(amorce.__name__)

DELAI_LECTURE = 20.0  # secondes pour démarrer ou lire un fichier, même sur une machine chargée
DELAI_RELAIS = 5.0  # … pour qu'un invité de WebAssembly laisse la place à un autre
# Un dossier temporaire : le numéro du correcteur, puis ce qu'ajoute `mkdtemp`.
PREFIXE = "bac-a-sable-nsi-"
DOSSIER = re.compile(re.escape(PREFIXE) + r"([0-9]{1,9})-[a-z0-9_]{8}")

_bulle_marche = None
_code_du_fils = None


class CopieIllisible(Exception):
    """La copie entière ne peut pas être corrigée ; le message dit pourquoi."""


class Processus:
    """Un processus d'atelier : sa ligne, son dossier temporaire, son enclos, son arrêt."""

    def __init__(self, processus, ligne, dossier, bulle, cpu_max=None, wasm=False):
        self.processus, self.ligne, self.dossier, self.bulle = processus, ligne, dossier, bulle
        self.wasm = wasm
        self._deja = 0.0  # son calcul, au moment où son invité a été remplacé
        self._chronometre = self._enclos = None
        if os.name == "nt" and cpu_max is not None:
            self._enclos = travail_windows.Enclos(processus, isolement.MEMOIRE_MAX, cpu_max)

    @property
    def borne(self):
        """True si le correcteur a borné ce processus de l'extérieur."""
        return self.wasm or (self._enclos is not None and self._enclos.tient)

    def cpu(self):
        """Secondes de calcul de ce processus (hors bulle), ou None si on ne sait pas.

        Dans WebAssembly, celles de l'invité d'à présent.
        """
        lu = self.calcul()
        return None if lu is None else lu - self._deja

    def calcul(self):
        """Secondes de calcul depuis que ce processus existe, ou None."""
        if os.name != "nt":
            return horloge.calcul_de(self.processus.pid)
        if self._chronometre is None:
            self._chronometre = travail_windows.HorlogeDuProcessus(self.processus.pid)
        return self._chronometre.lit()

    def memoire(self):
        """Octets du plus gros moment de ce processus ; 0 si l'on ne sait pas (hors de Linux)."""
        with contextlib.suppress(OSError), open(f"/proc/{self.processus.pid}/status") as etat:
            for ligne in etat:
                if ligne.startswith("VmHWM:"):
                    return int(ligne.split()[1]) * 1024
        return 0

    def recommence(self):
        """Remplace l'invité de WebAssembly par un neuf ; False s'il ne rend pas la main.

        Ce que le premier a pu écrire d'avance n'est lu par personne.
        """
        jeton, fin = secrets.token_bytes(hote.JETON), time.monotonic() + DELAI_RELAIS
        self._deja = self.calcul() or 0.0
        try:
            self.ligne.envoie_octets(codec.EN_TETE.pack(0) + jeton, fin)
            self.ligne.passe(jeton, fin)
            _donne_son_code(self, wasm.programme(MODULES_DE_L_INVITE))
        except (Muet, Coupe, codec.Illisible):
            return False
        return True

    def arrete(self):
        self.ligne.ferme()
        processus = self.processus
        try:
            processus.wait(0.02)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                if os.name == "nt":
                    processus.kill()
                else:
                    os.killpg(processus.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                processus.wait(2)
        self.ligne.finit()
        for outil in (self._chronometre, self._enclos):
            if outil is not None:
                outil.ferme()
        self.range()

    def range(self):
        """Efface le dossier ; hors de Windows, cela peut se faire sous les pieds du processus."""
        if self.dossier:
            shutil.rmtree(self.dossier, ignore_errors=True)


def lance_atelier(portable, bulle, cpu_max=isolement.CPU_MAX, dans_wasm=False):
    """Un atelier prêt à lire une copie, dans la meilleure isolation que la machine permette.

    `cpu_max` : secondes de calcul que le système lui laisse, sous Windows ; None : sans bornes.
    """
    global _bulle_marche
    try:
        if dans_wasm:
            return _lance_wasm(cpu_max)
        if portable:
            return _lance_tuyaux(cpu_max)
        if bulle is None and _bulle_marche is None and shutil.which("bwrap") is not None:
            try:
                atelier = _lance_prise(True)
                _bulle_marche = True
                return atelier
            except Coupe:
                _bulle_marche = False
        return _lance_prise(bool(_bulle_marche) if bulle is None else bulle)
    except Coupe as erreur:
        raise CopieIllisible("le processus de correction ne démarre pas") from erreur
    except wasm.Indisponible as raison:
        raise CopieIllisible(str(raison)) from None


def _lance_prise(bulle):
    ici, la_bas = socket.socketpair()
    dossier = None if bulle else _nouveau_dossier()
    processus = subprocess.Popen(
        isolement.commande(AMORCE, f"prise:{la_bas.fileno()}", "/tmp/copie", bulle),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=isolement.environnement(),
        cwd=dossier or "/",
        pass_fds=[la_bas.fileno()],
        **isolement.options_processus(),
    )
    la_bas.close()
    return _accueille(Processus(processus, LignePrise(ici), dossier, bulle))


def _lance_tuyaux(cpu_max):
    dossier = _nouveau_dossier()
    processus = subprocess.Popen(
        isolement.commande(AMORCE, "tuyaux", dossier, False),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=isolement.environnement(),
        cwd=dossier,
        **isolement.options_processus(),
    )
    return _accueille(Processus(processus, LigneTuyaux(processus), dossier, False, cpu_max))


def _lance_wasm(cpu_max):
    wasm.exige()
    programme = wasm.programme(MODULES_DE_L_INVITE)
    dossier = _nouveau_dossier()
    processus = wasm.lance_hote("atelier", dossier, cpu_max or 0)
    atelier = Processus(processus, LigneTuyaux(processus), dossier, False, cpu_max, wasm=True)
    return _accueille(atelier, programme)


def prepare_wasm(annonce):
    """Prépare WebAssembly s'il ne l'est pas encore ; `annonce()` donne alors de quoi suivre.

    Lève `wasm.Indisponible` avec une phrase.
    """
    wasm.exige()
    wasm.verifie()
    if not wasm.est_pret(MODULES_DE_L_INVITE):
        wasm.programme(MODULES_DE_L_INVITE, annonce())


def _accueille(atelier, programme=None):
    """Envoie son code à un processus neuf ; le rend quand il est prêt."""
    try:
        _donne_son_code(atelier, programme or _programme())
    except (Muet, Coupe, codec.Illisible):
        atelier.arrete()
        raise Coupe from None
    if os.name != "nt":
        atelier.range()  # il y est encore, mais plus rien ne peut y être écrit, ni en rester
    return atelier


def _donne_son_code(atelier, programme):
    fin = time.monotonic() + DELAI_LECTURE
    atelier.ligne.envoie_octets(programme, fin)
    atelier.ligne.recoit(fin)


def _programme():
    """Le code du fils, compilé une fois par processus de correction."""
    global _code_du_fils
    if _code_du_fils is None:
        morceaux = []
        for module in MODULES_DU_FILS:
            nom = module.__name__
            morceaux.append((nom, module.__spec__.loader.get_code(nom)))
        octets = marshal.dumps(morceaux)
        _code_du_fils = codec.EN_TETE.pack(len(octets)) + octets
    return _code_du_fils


# --- Les dossiers temporaires ----------------------------------------------------------

_balaye = False


def _nouveau_dossier():
    """Un dossier vide au nom de ce correcteur ; le premier balaie ceux des correcteurs morts."""
    global _balaye
    if not _balaye:
        _balaye = True
        balaie_dossiers()
    return tempfile.mkdtemp(prefix=f"{PREFIXE}{os.getpid()}-")


def balaie_dossiers():
    """Efface les dossiers laissés par des correcteurs tués net (Windows n'efface rien d'occupé).

    Ce correcteur-ci n'en a encore aucun : un dossier à son numéro est celui d'un mort.
    """
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entrees:
        for entree in entrees:
            forme = DOSSIER.fullmatch(entree.name)
            if forme is None or not entree.is_dir(follow_symlinks=False) or not _a_nous(entree):
                continue
            if not _existe(int(forme[1])):
                shutil.rmtree(entree.path, ignore_errors=True)


def _a_nous(entree):
    return os.name == "nt" or entree.stat(follow_symlinks=False).st_uid == os.getuid()


def _existe(pid):
    """True si un autre processus a ce numéro."""
    if pid == os.getpid():
        return False
    if os.name == "nt":
        return travail_windows.existe(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
