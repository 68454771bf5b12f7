"""Les options de `pytest autograder`, connues de pytest avant qu'il ne lise le moindre dossier.

Déclarées plus tard (dans `conftest.py`), elles laisseraient pytest prendre le dossier de la copie
pour un dossier d'essais : il y exécuterait le `conftest.py` d'un élève. `pyproject.toml` charge ce
module d'avance.
"""

from autograder import RACINE
from solutions.jeu.ecran import sortie_sure

J_ACCEPTE = "--j-accepte"
AIDE_J_ACCEPTE = "corriger même si rien dans le système ne défend vos fichiers (macOS, Windows)"


def pytest_addoption(parser):
    groupe = parser.getgroup("autograder", "Correction d'une copie")
    groupe.addoption("--copie", metavar="DOSSIER", default=str(RACINE / "lessons"),
                     help="dossier de la copie, écrit après autograder (lessons/)")  # fmt: skip
    groupe.addoption("--tp", type=int, action="append", metavar="N", help="seulement ce TP")
    groupe.addoption("--graine", type=int, metavar="N", help="rejouer les mêmes tirages")
    groupe.addoption("--resultats", metavar="F.json", help="écrire les résultats (Gradescope)")
    groupe.addoption("--html", metavar="F.html", help="écrire la page de la copie")
    groupe.addoption(J_ACCEPTE, action="store_true", help=AIDE_J_ACCEPTE)
    groupe.addoption("--portable", action="store_true", help="sans fork, comme sous Windows")


def pytest_configure():
    """Sans cela, un seul signe absent de la page de code rend tout le tableau illisible."""
    sortie_sure()
