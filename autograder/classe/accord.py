"""Ce qui défend les fichiers de l'enseignant, et son accord là où rien ne le fait.

`choisit` prend l'isolement demandé, ou le meilleur d'ici : celui du système, sinon WebAssembly.
Rien de ce qui vient d'une copie n'est encore exécuté quand on le demande. Les dossiers du kit
lui-même (`solutions/`, `lessons/`) n'en ont pas besoin.
"""

import pathlib
import sys

from autograder import RACINE
from autograder.bac_a_sable import isolement, wasm
from autograder.bac_a_sable.copie import Copie
from autograder.bac_a_sable.processus import CopieIllisible, prepare_wasm
from autograder.options import J_ACCEPTE

DU_KIT = (RACINE / "solutions", RACINE / "lessons")
PHRASE = (
    "Rien n'a été exécuté. Sur cette machine, seul le kit tient le code des élèves à l'écart de "
    "vos fichiers : {protection}. Une copie écrite pour nuire, qui tromperait ce filtre, pourrait "
    "les lire ou les effacer. Le plus simple : {installer}, avec Python {python} ou plus récent, "
    "et relancer la même commande : les copies seront enfermées dans WebAssembly. Sinon, corriger "
    "sous Linux (seccomp, Landlock), ou dans une machine virtuelle ou un compte sans rien de "
    "personnel. Si vous connaissez vos élèves et acceptez ce risque, relancez la même commande "
    "avec {option}."
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
        raise SansAccord(
            PHRASE.format(
                protection=isolement.phrase(tiennent),
                installer=wasm.INSTALLER,
                python="{}.{}".format(*wasm.PYTHON_MINIMAL),
                option=J_ACCEPTE,
            )
        )


def couches_d_ici(corrige, **options):
    """Les couches qui tiennent sur cette machine, essayées sur une copie vide."""
    with Copie({}, corrige, **options) as vide:
        return vide.reconnait()


def choisit(demande, corrige, portable=False):
    """{"dans_wasm": True} si les copies doivent tourner dans WebAssembly, {} sinon.

    `demande` : "wasm", "systeme", ou None pour le meilleur d'ici. La première fois, il faut un peu
    de temps pour le préparer, et on le dit. Lève `CopieIllisible` si l'on demande ce qui manque.
    """
    if demande == "systeme" or (demande is None and not _faute_de_mieux(corrige, portable)):
        return {}
    try:
        prepare_wasm(_annonce)
    except wasm.Indisponible as raison:
        if demande is None:
            return {}
        raise CopieIllisible(str(raison)) from None
    return {"dans_wasm": True}


def _faute_de_mieux(corrige, portable):
    """True si le système n'a rien pour défendre les fichiers d'ici, et que WebAssembly est là."""
    if not wasm.disponible():
        return False
    return isolement.niveau(couches_d_ici(corrige, portable=portable)) < isolement.NIVEAU_SUR


def _annonce():
    """Dit que l'on se prépare ; rend ce qu'il faut appeler à chaque pas."""
    from tqdm import tqdm

    print(wasm.PREMIERE_FOIS, file=sys.stderr, flush=True)
    tqdm.monitor_interval = 0
    barre = tqdm(
        file=sys.stderr, leave=False, mininterval=0, bar_format="{percentage:3.0f} % |{bar:24}|"
    )

    def avance(faits, total):
        barre.total, barre.n = total, faits
        barre.refresh()
        if faits == total:
            barre.close()

    return avance
