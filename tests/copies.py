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


def avec_corps(corps, depuis=VIDES):
    """`{module: texte}` de la copie `depuis` où chaque exercice de `corps` reçoit son corps.

    `corps` est un dictionnaire {identifiant: texte du corps}.
    """
    return squelettes.avec_corps(depuis, {REGISTRE[i]: code for i, code in corps.items()})


def avec_solution(identifiants, depuis=VIDES):
    """La copie `depuis` où ces exercices sont résolus comme dans le corrigé."""
    return avec_corps({i: solution(i) for i in identifiants}, depuis)


def pose(dossier, textes):
    """Écrit les modules dans le dossier."""
    for module, texte in textes.items():
        (dossier / f"{module}.py").write_text(texte, encoding="utf-8")
