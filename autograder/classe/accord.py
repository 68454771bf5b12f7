"""L'accord de l'enseignant, là où le système ne défend pas ses fichiers du code des élèves.

Rien de ce qui vient d'une copie n'est encore exécuté quand on le demande. Les dossiers du kit
lui-même (`solutions/`, `lessons/`) n'en ont pas besoin.
"""

import pathlib

from autograder import RACINE
from autograder.bac_a_sable import isolement
from autograder.bac_a_sable.copie import Copie
from autograder.options import J_ACCEPTE

DU_KIT = (RACINE / "solutions", RACINE / "lessons")
PHRASE = (
    "Rien n'a été exécuté. Sur cette machine, seul le kit tient le code des élèves à l'écart de "
    "vos fichiers : {protection}. Une copie écrite pour nuire, qui tromperait ce filtre, pourrait "
    "les lire ou les effacer. Le plus sûr : corriger sous Linux (seccomp, Landlock), ou dans une "
    "machine virtuelle ou un compte sans rien de personnel. Si vous connaissez vos élèves et "
    "acceptez ce risque, relancez la même commande avec {option}."
)


class SansAccord(Exception):
    """L'enseignant n'a pas encore accepté le risque ; le message le lui explique."""


def exige(dossier, accepte, couches):
    """Lève SansAccord s'il faut l'accord de l'enseignant et qu'il n'est pas donné.

    `couches()` dit ce qui protège la machine ; on ne le demande que si cela compte.
    """
    if accepte or pathlib.Path(dossier).resolve() in DU_KIT:
        return
    tiennent = couches()
    if isolement.niveau(tiennent) < isolement.NIVEAU_SUR:
        raise SansAccord(PHRASE.format(protection=isolement.phrase(tiennent), option=J_ACCEPTE))


def couches_d_ici(corrige, **options):
    """Les couches qui tiennent sur cette machine, essayées sur une copie vide."""
    with Copie({}, corrige, **options) as vide:
        return vide.reconnait()
