"""Des copies justes, de tous les styles, ont tous leurs points ; elles diffèrent vraiment."""

import ast
import functools
import itertools

import pytest

from autograder.moteur.juge import Juge
from lessons import verifier
from tests.autograder.test_provenance import remarques
from tests.conftest import lents_sauf
from tests.copies import pose
from tests.styles import STYLES, copie

TEMOINS = ["tout en while", "sous condition"]
GRAINES = (5, 61, 2026)


@functools.cache
def juge(portable):
    return Juge(reconnait=lambda *rien: None, portable=portable)


def perdus(nom, graine, portable):
    resultat = juge(portable).corrige_textes(copie(nom), graine=graine)
    assert resultat.statut == "corrigée"
    return [
        (e.id, e.statut, e.chaine, e.phrase)
        for e in resultat.exercices
        if not e.juste or e.chaine != "propre"
    ]


@pytest.mark.parametrize("nom", lents_sauf(STYLES, TEMOINS))
def test_tous_les_points(nom):
    assert perdus(nom, GRAINES[0], False) == []


@pytest.mark.lent
@pytest.mark.parametrize("graine", GRAINES[1:])
@pytest.mark.parametrize("nom", STYLES)
def test_tous_les_points_avec_d_autres_tirages(nom, graine):
    assert perdus(nom, graine, False) == []


@pytest.mark.parametrize("graine", lents_sauf(GRAINES, GRAINES[:1]))
@pytest.mark.parametrize("nom", lents_sauf(STYLES, TEMOINS[:1]))
def test_tous_les_points_sans_fork(nom, graine):
    assert perdus(nom, graine, True) == []


@pytest.mark.parametrize("nom", lents_sauf(STYLES, TEMOINS))
def test_le_verificateur_est_d_accord(nom, tmp_path):
    pose(tmp_path, copie(nom))
    for tp in range(1, 9):
        obtenus = verifier.commandes.verifie(f"tp{tp}", dossier=tmp_path)
        assert [(r.exercice.id, r.phrase) for r in obtenus if not r.reussi] == []


@pytest.mark.parametrize(
    "nom", lents_sauf([nom for nom, (rang, _) in STYLES.items() if rang is not None], TEMOINS[1:])
)
def test_personne_n_y_reconnait_le_corrige(nom):
    assert remarques(copie(nom)) == []


def morceaux(nom):
    """Les définitions de la copie, sans leurs docstrings, telles que Python les lit."""
    definitions = set()
    for module, texte in copie(nom).items():
        for noeud in ast.walk(ast.parse(texte)):
            if isinstance(noeud, (ast.FunctionDef, ast.Assign)) and not module.startswith("bn_"):
                definitions.add((module, ast.dump(noeud)))
    return definitions


@pytest.mark.lent
def test_au_moins_vingt_styles_vraiment_differents():
    """Deux à deux, au moins vingt définitions de l'un ne sont pas dans l'autre."""
    choisis = []
    for nom in STYLES:
        siens = morceaux(nom)
        if all(len(siens - autre) >= 20 for autre in choisis):
            choisis.append(siens)
    assert len(choisis) >= 20
    assert all(a != b for a, b in itertools.combinations(choisis, 2))
