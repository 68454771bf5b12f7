"""Les bots hostiles du tournoi : aucun ne gagne rien, aucun n'abîme rien, couche après couche.

Un bot de chaque famille est dans les essais ordinaires ; sans chaque couche, ils sont « lents » ;
tous les autres, sans chaque couche, sont dans « complet ».
"""

import pathlib

import pytest

from autograder.tournoi import flottes
from lessons.verificateur.mesure import compare
from tests.autograder.bots import JUMEAU, PROLOGUE, bots, joue, joue_jumeau
from tests.conftest import lents_sauf

HOSTILES = bots("bots_hostiles.toml")
NOYAU = list({b["famille"]: nom for nom, b in reversed(HOSTILES.items())}.values())
TRACES = [pathlib.Path(d) for d in ("/tmp", "/dev/shm")]
# Ceux du noyau dans la CI, tous avant une version.
TOUS = [
    nom if nom in NOYAU else pytest.param(nom, marks=pytest.mark.complet) for nom in HOSTILES
]  # fmt: skip
# Chaque couche retirée à son tour ; puis les premières retirées ensemble : les suivantes tiennent.
COUCHES = {
    **{c: (c,) for c in ("filtre", "imports", "audit", "noyau", "landlock", "limites")},
    "filtre et imports": ("filtre", "imports"),
    "filtre, imports et audit": ("filtre", "imports", "audit"),
}


def issue(parties):
    """Ce qu'il est advenu d'un bot, et la phrase qui le dit."""
    if parties.refus:
        return "refusé", parties.refus
    if parties.fautes:
        phrase = next(iter(parties.fautes.values()))
        return "perd", phrase[:1].lower() + phrase[1:]
    return ("pareil" if parties.tirs == joue_jumeau() else "autre"), ""


def verifie(parties):
    """Rien de gagné ; rien d'abîmé : le bot suivant joue comme d'habitude."""
    if parties.tirs:
        ecart = compare(parties.scores(100), [len(tirs) for tirs in joue_jumeau()])
        assert ecart.moyenne >= 0 or ecart.p > 0.001, ecart.moyenne
    assert joue(JUMEAU).tirs == joue_jumeau()
    assert not any(list(dossier.glob("mot_de_bot_*")) for dossier in TRACES)
    textes = [parties.refus, parties.nom, parties.pavillon, *parties.fautes.values()]
    for texte in textes:
        assert len(texte) < 600
        assert all(c.isprintable() for c in texte)
    assert parties.memoire < 512 * 2**20


def test_ils_sont_nombreux():
    assert len(HOSTILES) >= 30
    assert {b["issue"] for b in HOSTILES.values()} == {"refusé", "perd", "pareil", "autre"}


@pytest.mark.parametrize("nom", lents_sauf(HOSTILES, NOYAU))
def test_bot_hostile(nom):
    hostile = HOSTILES[nom]
    parties = joue(PROLOGUE + hostile["code"])
    verifie(parties)
    vue, phrase = issue(parties)
    assert vue == hostile["issue"], phrase
    assert hostile.get("dit", "") in phrase


@pytest.mark.lent
@pytest.mark.parametrize("couche", COUCHES)
@pytest.mark.parametrize("nom", TOUS)
def test_bot_hostile_sans_une_couche(nom, couche):
    verifie(joue(PROLOGUE + HOSTILES[nom]["code"], sans=COUCHES[couche]))


@pytest.mark.lent
@pytest.mark.parametrize("nom", TOUS)
def test_bot_hostile_sans_fork(nom):
    """Comme sous Windows ou macOS : le même processus lit la copie puis l'exécute."""
    verifie(joue(PROLOGUE + HOSTILES[nom]["code"], portable=True))


def test_deviner_la_graine_marche_si_elle_est_petite():
    """L'attaque est vraie : le secret de 128 bits la rend vaine, une petite graine non."""
    code = PROLOGUE + HOSTILES["devine la graine"]["code"]
    ouvert = {"sans": ("filtre", "imports", "audit", "limites")}
    connue = joue(code, secret=flottes.nouveau_secret(7), **ouvert)
    assert max(connue.scores(100)) < 40
    vrai = flottes.nouveau_secret()
    assert len(vrai) == 2 * flottes.OCTETS_DU_SECRET == 32 and vrai != flottes.nouveau_secret()
    verifie(joue(code, **ouvert))
