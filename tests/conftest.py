"""Outils communs aux essais du kit."""

import functools
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

RACINE = Path(__file__).parent.parent
# Secondes qu'un essai attend ce qui doit arriver : bien plus qu'il ne faut, pour qu'une machine
# chargée ne change aucun verdict. Ce qui n'arrive jamais, lui, échoue toujours.
PATIENCE = 180
sys.path.insert(0, str(RACINE))  # les essais tournent aussi sans installer le paquet

from solutions import CHAINE  # noqa: E402

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Lancés en arrière-plan (`pytest &` dans un script), les essais et tout ce qu'ils lancent
    # ignoreraient Ctrl-C : plus rien ne s'interromprait, ni une partie, ni un programme de Thonny.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@functools.lru_cache
def _cherche_3_8():
    """Chemin d'un interpréteur Python 3.8 qui marche, ou None."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for chemin in [*pyenv.glob("versions/3.8*/bin/python"), shutil.which("python3.8")]:
        if chemin and subprocess.run([chemin, "-c", ""], capture_output=True).returncode == 0:
            return str(chemin)
    return None


def manque(phrase):
    """Ce qu'il faut à un essai n'est pas là : il est passé, mais l'intégration continue échoue."""
    pytest.fail(phrase) if os.environ.get("CI") else pytest.skip(phrase)


def python_3_8():
    """Chemin d'un Python 3.8. Sans lui l'essai est passé, mais l'intégration continue échoue."""
    if _cherche_3_8() is None:
        manque("pas de Python 3.8 sur cette machine")
    return _cherche_3_8()


def lents_sauf(valeurs, gardees):
    """Les `valeurs` d'un essai à paramètres : toutes avec la marque `lent`, sauf les `gardees`.

    L'essai ordinaire garde un noyau de chaque famille ; la CI passe aussi tout le reste.
    """
    valeurs, gardees = list(valeurs), list(gardees)
    assert all(valeur in valeurs for valeur in gardees)
    return [v if v in gardees else pytest.param(v, marks=pytest.mark.lent) for v in valeurs]


def attend_que(condition, quoi="", souffle=time.sleep):
    """Attend que `condition()` soit vraie, et la renvoie ; entre-temps, `souffle(secondes)`."""
    fin = time.monotonic() + PATIENCE
    while not (vu := condition()):
        assert time.monotonic() < fin, f"n'est pas arrivé : {quoi() if callable(quoi) else quoi}"
        souffle(0.05)
    return vu


COMPILENT = tuple(f"tests/solutions/test_{nom}" for nom in ("campagne", "comptage", "ordis"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Avec xdist : un fichier par ouvrier, et un seul ouvrier pour tout ce que numba compile.

    Sur une machine neuve cette compilation prend vingt secondes ; à deux, chacun la referait.
    """
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Partage(LoadFileScheduling):
        def _split_scope(self, nodeid):
            compile_aussi = re.search(r"_etude|::test_les_exemples_des_doc", nodeid)
            if compile_aussi or nodeid.startswith(COMPILENT):
                return "numba"
            return super()._split_scope(nodeid)

    return Partage(config, log)


@pytest.fixture(scope="session")
def racine():
    """Le dossier du kit."""
    return RACINE


@pytest.fixture(scope="session")
def corrige():
    """La chaîne des modules du corrigé : la même pour tout le processus."""
    return CHAINE


@pytest.fixture(scope="session")
def tp1(corrige):
    return corrige.module("tp1_grille")


@pytest.fixture(scope="session")
def tp2(corrige):
    return corrige.module("tp2_placement")


@pytest.fixture(scope="session")
def tp3(corrige):
    return corrige.module("tp3_affichage")


@pytest.fixture(scope="session")
def tp4(corrige):
    return corrige.module("tp4_tir")


@pytest.fixture(scope="session")
def tp5(corrige):
    return corrige.module("tp5_solveur_aleatoire")


@pytest.fixture(scope="session")
def tp6(corrige):
    return corrige.module("tp6_solveur_optimal")
