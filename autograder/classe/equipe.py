"""Une équipe de processus : les copies sont réparties, et un ouvrier perdu est remplacé.

Une copie ne peut pas faire tomber la correction : si un ouvrier meurt ou se tait, la copie est
reprise une fois par un autre ; si cela recommence, elle reçoit un verdict et la classe continue.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.connection import wait

from autograder import RACINE

DELAI = 600.0  # secondes pour une copie, montre en main : même sur une machine très chargée
ESSAIS = 2


class Perdue(Exception):
    """La copie a fait perdre son ouvrier deux fois."""


def _contexte():
    """`fork` sous Linux : démarrage immédiat ; ailleurs, ce que le système permet."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def _vit(tuyau, prepare, travaille, pere):
    """La vie d'un ouvrier : se préparer, puis une tâche après l'autre."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _meurt_avec(pere)
    outil = prepare()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            rang, tache = tuyau.recv()
            tuyau.send((rang, travaille(outil, tache)))


def _meurt_avec(pere):
    """Sous Linux, le noyau arrête l'ouvrier si le correcteur disparaît, même par `kill -9`."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != pere:
            os._exit(1)


@contextlib.contextmanager
def _dans_le_kit():
    """Un Python neuf (`spawn`) cherche d'abord ses modules dans le dossier courant : le nôtre.

    Il revient ensuite de lui-même dans le dossier d'où la commande a été lancée.
    """
    avant = os.getcwd()
    os.chdir(RACINE)
    try:
        yield
    finally:
        os.chdir(avant)


class _Equipier:
    def __init__(self, contexte, prepare, travaille):
        self.tuyau, leur_bout = contexte.Pipe()
        self.processus = contexte.Process(
            target=_vit, args=(leur_bout, prepare, travaille, os.getpid()), daemon=True
        )
        with _dans_le_kit() if contexte.get_start_method() == "spawn" else contextlib.nullcontext():
            self.processus.start()
        leur_bout.close()
        self.rang, self.depart = None, 0.0

    def confie(self, rang, tache):
        self.rang, self.depart = rang, time.monotonic()
        self.tuyau.send((rang, tache))

    def ferme(self):
        self.tuyau.close()
        self.processus.kill()
        self.processus.join()


def distribue(taches, prepare, travaille, combien, annonce=None, delai=DELAI):
    """Fait `travaille(prepare(), tache)` pour chaque tâche, à plusieurs.

    Donne les couples (rang, résultat) dès qu'ils arrivent ; le résultat est une `Perdue` quand
    la tâche a tué deux ouvriers. `annonce(rangs)` reçoit les rangs en cours à chaque changement.
    """
    contexte = _contexte()
    attente = list(range(len(taches)))[::-1]
    essais = [0] * len(taches)
    equipe = [
        _Equipier(contexte, prepare, travaille) for _ in range(max(1, min(combien, len(taches))))
    ]
    try:
        while attente or any(o.rang is not None for o in equipe):
            for ouvrier in equipe:
                if ouvrier.rang is None and attente:
                    rang = attente.pop()
                    essais[rang] += 1
                    with contextlib.suppress(OSError):
                        ouvrier.confie(rang, taches[rang])
            if annonce:
                annonce(sorted(o.rang for o in equipe if o.rang is not None))
            actifs = [o for o in equipe if o.rang is not None]
            prets = wait([o.tuyau for o in actifs], timeout=1.0)
            for ouvrier in actifs:
                if ouvrier.tuyau in prets:
                    try:
                        rang, resultat = ouvrier.tuyau.recv()
                    except (EOFError, OSError):
                        yield from _remplace(equipe, ouvrier, attente, essais,
                                             contexte, prepare, travaille)  # fmt: skip
                    else:
                        ouvrier.rang = None
                        yield rang, resultat
                elif time.monotonic() - ouvrier.depart > delai:
                    yield from _remplace(equipe, ouvrier, attente, essais,
                                         contexte, prepare, travaille)  # fmt: skip
    finally:
        for ouvrier in equipe:
            ouvrier.ferme()


def _remplace(equipe, ouvrier, attente, essais, contexte, prepare, travaille):
    """Met un ouvrier neuf à la place d'un ouvrier perdu ; la tâche retourne dans la file."""
    rang = ouvrier.rang
    ouvrier.ferme()
    equipe[equipe.index(ouvrier)] = _Equipier(contexte, prepare, travaille)
    if essais[rang] < ESSAIS:
        attente.append(rang)
    else:
        yield rang, Perdue()
