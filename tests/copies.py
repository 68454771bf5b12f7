"""Copies d'élève pour les essais : squelettes, corrigé, et tout ce qu'il y a entre les deux."""

from functools import cache

from autograder.fabrique import squelettes
from lessons.verificateur import registre

REGISTRE = registre.charge()
DONNEES = squelettes.lit_registre()
RESOLUS = squelettes.sources(DONNEES)  # {module: texte} du corrigé, sans ses parties réservées
VIDES = REGISTRE.squelettes  # {module: texte} des squelettes


@cache
def solution(identifiant):
    """Le corps de l'exercice dans le corrigé."""
    exercice = REGISTRE[identifiant]
    return "\n".join(squelettes.corps_de(RESOLUS[exercice.module], exercice.cible))


@cache
def remplit(texte, corps):
    """Le module `texte` où chaque exercice de `corps`, un tuple de couples, reçoit son corps."""
    remplacements = {
        REGISTRE[identifiant].cible: code.strip("\n").split("\n") for identifiant, code in corps
    }
    return squelettes.remplace_corps(texte, remplacements)


def avec_corps(corps, depuis=VIDES):
    """`{module: texte}` de la copie `depuis` où chaque exercice de `corps` reçoit son corps.

    `corps` est un dictionnaire {identifiant: texte du corps}.
    """
    textes = dict(depuis)
    for module in {REGISTRE[i].module for i in corps}:
        du_module = [(i, c) for i, c in corps.items() if REGISTRE[i].module == module]
        textes[module] = remplit(textes[module], tuple(sorted(du_module)))
    return textes


def avec_solution(identifiants, depuis=VIDES):
    """La copie `depuis` où ces exercices sont résolus comme dans le corrigé."""
    return avec_corps({i: solution(i) for i in identifiants}, depuis)


def pose(dossier, textes):
    """Écrit les modules dans le dossier."""
    for module, texte in textes.items():
        (dossier / f"{module}.py").write_text(texte, encoding="utf-8")
