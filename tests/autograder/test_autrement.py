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


CASSEE = "def {}(*args, **options):\n    return None\n"


def cassees(juge, exercice, code):
    """La copie où `exercice` s'écrit ainsi, et où les exercices d'avant sont tous faux."""
    avant = [e for e in REGISTRE if e.tp == exercice.tp]
    avant = avant[: avant.index(exercice)]
    codes_ = {e.id: CASSEE.format(e.nom) for e in avant}
    return avec_codes(juge.corrige.textes, REGISTRE, {**codes_, exercice.id: code})


def test_une_fonction_juste_se_sert_d_exercices_qu_on_ne_demandait_pas(juge):
    """`test_bateau(Bateau(…))` est juste, même quand calcule_cases est faux."""
    exercice = REGISTRE["tp2.remplit_possibles_case"]
    [code] = [c for c in AUTREMENT[exercice.id] if "test_bateau" in c]
    codes_ = {"tp2.calcule_cases": CASSEE.format("calcule_cases"), exercice.id: code}
    textes = avec_codes(juge.corrige.textes, REGISTRE, codes_)
    _, note = juge.corrige_textes(textes, ids=set(codes_)).exercices
    assert note.juste and note.coupables == ["tp2.calcule_cases"], note.phrase


def test_deux_fonctions_qui_s_appellent_n_ont_rien(juge):
    """Chacune serait juste avec celle du corrigé : la greffe ne donne que ce qui vient avant."""
    codes_ = {
        "tp2.calcule_end": "def calcule_end(taille, start, sens):\n"
        "    return calcule_cases(taille, start, sens)[-1]",
        "tp2.calcule_cases": "def calcule_cases(taille, start, sens):\n"
        "    return [calcule_end(k + 1, start, sens) for k in range(taille)]",
    }
    textes = avec_codes(juge.corrige.textes, REGISTRE, codes_)
    premiere, seconde = juge.corrige_textes(textes, ids=set(codes_)).exercices
    assert premiere.points == 0 and seconde.juste


@pytest.mark.lent
@pytest.mark.parametrize("tp", [1, 2, 3, 4, 5, 6, 7, 8])
def test_autrement_au_milieu_de_fonctions_fausses(juge, tp):
    perdus = []
    for exercice in REGISTRE:
        for code in AUTREMENT[exercice.id] if exercice.tp == tp else ():
            textes = cassees(juge, exercice, code)
            [note] = juge.corrige_textes(textes, ids={exercice.id}, graine=3).exercices
            perdus += [] if note.juste else [(note.id, note.phrase, code)]
    assert perdus == []
