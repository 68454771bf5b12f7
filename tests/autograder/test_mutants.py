"""Les suites refusent le corrigé abîmé, quelle que soit la graine (voir mutants.py)."""

import ast
import sys

import pytest

from tests.autograder import mutants
from tests.conftest import lents_sauf

# `ast.unparse` n'écrit pas un programme de la même façon d'un Python à l'autre.
DE_LA_LISTE = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="equivalents.toml est écrit pour Python 3.11"
)
PART_EQUIVALENTE = 0.08  # au plus, parmi tous les mutants
PART_ATTRAPEE = 0.995  # au moins, parmi les autres


def codes(source):
    """Les mutants de la fonction f de ce petit module, sans le prototype."""
    exercice = type("Exercice", (), {"id": "jouet.f", "cible": "f"})
    return [mutant.code.split("\n", 1)[1].strip() for mutant in mutants.mutants(exercice, source)]


@pytest.mark.parametrize(
    ("corps", "attendus"),
    [
        ("return x < 3", {"return x <= 3", "return x >= 3", "return x < 4", "return y < 3"}),
        ("return a and b", {"return a or b", "return a", "return b", "return None"}),
        ("return self.xmax + a", {"return self.ymax + a", "return self.xmax - a"}),
        ("return [c for c in v if c]", {"return [c for c in list(v)[1:] if c]"}),
        ("t += 1", {"pass", "t = 1", "t -= 1", "t += 2", "t += 0"}),
        ("return list(v)", {"return v"}),
        ("return self.hasard.choice(v)", {"return __import__('random').choice(v)"}),
    ],
)
def test_abime_une_chose_a_la_fois(corps, attendus):
    obtenus = codes(f"def f(self):\n    '''Dit tout.'''\n    {corps}\n")
    assert attendus <= set(obtenus)
    assert corps not in obtenus
    assert len(obtenus) == len(set(obtenus))


def test_deux_additions_ne_changent_pas_ensemble():
    assert "return (x - a, y + b)" in codes("def f(x, y):\n    return (x + a, y + b)\n")


def test_verdicts(monkeypatch):
    monkeypatch.setattr(mutants, "CALCUL_MAX", 1)
    texte = mutants.juge().corrige.textes["tp1_grille"]
    juste = ast.unparse(mutants.trouve(ast.parse(texte), "alpha")[-1])
    liste = {
        juste: mutants.SURVIT,
        "def alpha(case):\n    return 'A0'": mutants.ATTRAPE,
        "def alpha(case):\n    while True:\n        pass": mutants.ATTRAPE,
        "def alpha(case):\n    raise SystemExit": mutants.ATTRAPE,
    }
    for code, verdict in liste.items():
        mutant = mutants.Mutant("tp1.alpha", "", "", 0, code)
        assert mutants.verdict(mutant, graines=(3,)) == verdict


def test_refuse_selon_la_graine(monkeypatch):
    etats = {1: mutants.REFUSE << 8, 2: mutants.ACCEPTE << 8}
    monkeypatch.setattr(mutants, "_juge_a_part", lambda mutant, graine: etats[graine])
    assert mutants.verdict(None, graines=(1, 2)) == mutants.SELON
    assert mutants.verdict(None, graines=(1,)) == mutants.ATTRAPE


@DE_LA_LISTE
def test_les_equivalents_existent_et_disent_pourquoi():
    existants = {mutant.cle for mutant in mutants.tous()}
    equivalents = mutants.lit_equivalents()
    assert [cle for cle in equivalents if cle not in existants] == []
    assert [cle for cle, raison in equivalents.items() if len(raison) < 20] == []
    assert len(equivalents) <= PART_EQUIVALENTE * len(existants)


@DE_LA_LISTE
@pytest.mark.parametrize("tp", lents_sauf(range(1, 9), [1]))
def test_le_plus_court_exercice_du_tp(tp):
    equivalents = mutants.lit_equivalents()
    par_exercice = {}
    for mutant in mutants.tous([f"tp{tp}"]):
        if mutant.cle not in equivalents:
            par_exercice.setdefault(mutant.exercice, []).append(mutant)
    court = min(par_exercice.values(), key=lambda liste: sum(len(m.code) for m in liste))
    resultats = mutants.verdicts(court)
    assert [str(m) for m, verdict in resultats.items() if verdict != mutants.ATTRAPE] == []


@DE_LA_LISTE
@pytest.mark.complet
def test_tous_les_mutants():
    equivalents = mutants.lit_equivalents()
    resultats = mutants.verdicts(list(mutants.tous()))
    faux = {m for m in resultats if m.cle in equivalents and resultats[m] != mutants.SURVIT}
    assert [str(mutant) for mutant in faux] == [], "attrapés : ils ne sont pas équivalents"
    autres = {m: v for m, v in resultats.items() if m.cle not in equivalents}
    rates = [f"[{v}] {m}" for m, v in autres.items() if v != mutants.ATTRAPE]
    assert len(rates) <= (1 - PART_ATTRAPEE) * len(autres), "\n".join(rates)
