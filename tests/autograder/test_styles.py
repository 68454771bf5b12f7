"""Des copies justes, de tous les styles, ont tous leurs points ; elles diffèrent vraiment."""

import ast
import functools
import itertools

import pytest

from autograder.moteur.juge import Juge
from lessons import verifier
from tests.autograder.test_provenance import remarques
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


# Chaque style, chaque graine, avec et sans `fork`. Les essais ordinaires en gardent un, la CI
# un par style (tous les modes y passent tour à tour), et la marque `complet` les prend tous.
MODES = list(itertools.product((False, True), GRAINES))
ORDINAIRES = [(TEMOINS[0], False, 5)]
UN_PAR_STYLE = [(nom, *mode) for nom, mode in zip(STYLES, itertools.cycle(MODES), strict=False)]


def copies_jugees():
    """Les paramètres (nom, portable, graine), chacun avec la marque qui lui revient."""
    liste = []
    for nom, (portable, graine) in itertools.product(STYLES, MODES):
        essai = (nom, portable, graine)
        marques = [pytest.mark.lent if essai in UN_PAR_STYLE else pytest.mark.complet]
        ident = f"{nom}-{'sans fork-' * portable}{graine}"
        marques = [] if essai in ORDINAIRES else marques
        liste.append(pytest.param(*essai, marks=marques, id=ident))
    return liste


@pytest.mark.parametrize("nom, portable, graine", copies_jugees())
def test_tous_les_points(nom, portable, graine):
    assert perdus(nom, graine, portable) == []


def styles(temoins, noms=tuple(STYLES)):
    """Ces noms : les témoins dans les essais ordinaires, un sur quatre en CI, puis tous."""
    liste = []
    for rang, nom in enumerate(noms):
        marques = [pytest.mark.complet if rang % 4 else pytest.mark.lent]
        liste.append(pytest.param(nom, marks=[] if nom in temoins else marques))
    return liste


@pytest.mark.parametrize("nom", styles(TEMOINS[:1]))
def test_le_verificateur_est_d_accord(nom, tmp_path):
    pose(tmp_path, copie(nom))
    for tp in range(1, 9):
        obtenus = verifier.commandes.verifie(f"tp{tp}", dossier=tmp_path)
        assert [(r.exercice.id, r.phrase) for r in obtenus if not r.reussi] == []


@pytest.mark.parametrize(
    "nom", styles(TEMOINS[1:], [nom for nom, (rang, _) in STYLES.items() if rang is not None])
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
