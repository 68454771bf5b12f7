"""Les options de la correction d'une copie : `pytest autograder` et `python -m autograder copie`.

Pytest doit les connaître avant de lire le moindre dossier (`pyproject.toml` charge ce module
d'avance) : déclarées plus tard, dans `conftest.py`, elles le laisseraient prendre le dossier de la
copie pour un dossier d'essais, et y exécuter le `conftest.py` d'un élève.
"""

from autograder import RACINE
from lessons.verificateur.registre import charge
from solutions.jeu.ecran import sortie_sure

J_ACCEPTE = "--j-accepte"
AIDE_J_ACCEPTE = "corriger même si rien dans le système ne défend vos fichiers (macOS, Windows)"
ISOLEMENT = "--isolement"
REGLAGES_ISOLEMENT = {
    "choices": ["systeme", "wasm"],
    "help": "ce qui enferme les copies : le système, ou WebAssembly (l'extra isolement) ; par "
    "défaut, WebAssembly s'il est installé et que le système n'a rien pour cela",
}
# {option: ce qu'en dit argparse}, les mêmes pour pytest et pour la commande.
OPTIONS = {
    "--tp": {"type": int, "action": "append", "metavar": "N", "help": "seulement ce TP"},
    "--graine": {"type": int, "metavar": "N", "help": "rejouer les mêmes tirages"},
    "--resultats": {"metavar": "F.json", "help": "écrire les résultats (Gradescope)"},
    "--html": {"metavar": "F.html", "help": "écrire la page de la copie"},
    ISOLEMENT: REGLAGES_ISOLEMENT,
    J_ACCEPTE: {"action": "store_true", "help": AIDE_J_ACCEPTE},
    "--portable": {"action": "store_true", "help": "sans fork, comme sous Windows"},
}


def tp_inconnu(tps):
    """Le premier de ces numéros qui n'est celui d'aucun TP, ou None."""
    connus = {exercice.tp for exercice in charge()}
    return next((tp for tp in tps or () if tp not in connus), None)


def pytest_addoption(parser):
    groupe = parser.getgroup("autograder", "Correction d'une copie")
    groupe.addoption("--copie", metavar="DOSSIER", default=str(RACINE / "lessons"),
                     help="la copie, écrite après autograder ou collée : "
                     "--copie=DOSSIER (lessons/)")  # fmt: skip
    for nom, reglages in OPTIONS.items():
        groupe.addoption(nom, **reglages)


def pytest_configure():
    """Sans cela, un seul signe absent de la page de code rend tout le tableau illisible."""
    sortie_sure()
