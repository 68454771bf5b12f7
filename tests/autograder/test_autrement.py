"""D'autres façons justes (récursion, autres ordres, autre hasard) : toutes ont tous les points."""

import pytest

from autograder.moteur.autrement import avec_codes, lit_autrement
from autograder.moteur.juge import Juge
from lessons.verificateur.registre import charge

REGISTRE = charge()
AUTREMENT = lit_autrement()


def codes(tps, rang=0):
    """{id: code} de la façon numéro `rang` des exercices de ces TP."""
    return {
        e.id: AUTREMENT[e.id][rang]
        for e in REGISTRE
        if e.tp in tps and len(AUTREMENT.get(e.id, [])) > rang
    }


@pytest.fixture(scope="module")
def juge():
    return Juge(reconnait=lambda *rien: None)


def test_chaque_exercice_s_ecrit_autrement():
    assert set(AUTREMENT) == {e.id for e in REGISTRE}


@pytest.mark.lent
@pytest.mark.parametrize(
    ("tps", "rang", "graine"),
    [({1, 2, 3}, 0, 6), ({1, 2, 3}, 0, 7), ({1, 2, 3}, 1, 8)]
    + [({tp}, 0, 9) for tp in (4, 5, 6, 7, 8)],
    ids=str,
)
def test_une_copie_ecrite_autrement_a_tout(juge, tps, rang, graine):
    textes = avec_codes(juge.corrige.textes, REGISTRE, codes(tps, rang))
    resultat = juge.corrige_textes(textes, tps=tps, graine=graine)
    assert [(e.id, e.phrase) for e in resultat.exercices if not e.juste] == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}


@pytest.mark.lent
@pytest.mark.parametrize("tp", [4, 5, 6, 7])
def test_une_copie_inachevee_ecrite_autrement_a_des_points(juge, tp):
    choisis = dict(list(codes({tp}).items())[::3])
    textes = avec_codes(REGISTRE.squelettes, REGISTRE, choisis)
    resultat = juge.corrige_textes(textes, ids=set(choisis))
    assert [(e.id, e.phrase, resultat.graine) for e in resultat.exercices if not e.points] == []
