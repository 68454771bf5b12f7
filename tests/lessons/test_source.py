"""Lire une fonction sans l'exécuter : ce qui reste à faire, vu des deux côtés."""

import ast
import functools
import textwrap

import pytest

from autograder.bac_a_sable import filtre
from lessons.verificateur import source
from lessons.verificateur.registre import charge

REGISTRE = charge()


def fonction(corps):
    return ast.parse("def f(x):\n" + textwrap.indent(corps, "    ")).body[0]


@pytest.mark.parametrize(
    ("corps", "etat", "lignes"),
    [
        ('raise NotImplementedError("tp1.x")', source.VIDE, []),
        ("pass", source.VIDE, []),
        ("...", source.VIDE, []),
        ('"""Doc."""', source.VIDE, []),
        ('"""Doc."""\nraise NotImplementedError', source.VIDE, []),
        ("x = ...\nreturn x", source.TROUS, [2]),
        ("if 1:\n    print(...)\nreturn 1", source.TROUS, [3]),
        ("while ...:\n    ...\nreturn x", source.TROUS, [2]),
        ("raise NotImplementedError\nreturn x + 1", source.RAISE, [2]),
        ("raise NotImplementedError\nreturn ...", source.TROUS, [3]),
        ("return 1", source.ECRIT, []),
        ("raise ValueError", source.ECRIT, []),
        ("for y in []:\n    pass", source.ECRIT, []),
        # Tient lieu de pass.
        ("if x < 0: ...\nreturn 1", source.ECRIT, []),
        ("try:\n    return 1\nexcept KeyError: ...", source.ECRIT, []),
        # Le reste du squelette, sous le return, n'est jamais exécuté.
        ("return 1\nraise NotImplementedError('tp1.x')", source.ECRIT, []),
        ("return 1\ny = ...\nreturn ...", source.ECRIT, []),
        ("if x:\n    return 1\n    ...\nelse:\n    return 2", source.ECRIT, []),
        # Les trois points d'un type.
        ("y: 'Tuple[int, ...]' = 1\nreturn y", source.ECRIT, []),
        ("y: Tuple[int, ...] = 1\nreturn y", source.ECRIT, []),
    ],
)
def test_etat_du_corps(corps, etat, lignes):
    assert source.etat_du_corps(fonction(corps)) == (etat, lignes)


def test_un_trou_du_squelette_reste_un_trou():
    """Même posé comme un `pass`, le `...` que donne le squelette est à remplacer."""
    depart = source.suspensions(fonction("if ...:\n    y = 1\nelse:\n    ...\nreturn y"))
    moitie = fonction("if x > 0:\n    y = 1\nelse:\n    ...\nreturn y")
    assert source.etat_du_corps(moitie, depart) == (source.TROUS, [5])
    ailleurs = fonction("for y in x:\n    ...\nreturn y")
    assert source.etat_du_corps(ailleurs, depart) == (source.ECRIT, [])


@functools.cache
def lecture(module):
    """L'arbre d'un squelette, et ce que la correction en lit."""
    arbre = ast.parse(REGISTRE.squelettes[module])
    return arbre, filtre.fiche(arbre, (), depart=REGISTRE.suspensions().get(module, {}))


@pytest.mark.parametrize("exercice", list(REGISTRE), ids=lambda e: e.id)
def test_chaque_squelette_est_a_faire_des_deux_cotes(exercice):
    """Le vérificateur et la correction lisent avec les mêmes yeux."""
    arbre, fiche = lecture(exercice.module)
    assert fiche["definitions"][exercice.cible][1] == "a_faire"
    definition = source.trouve(arbre, exercice.cible)[-1]
    assert source.etat_du_corps(definition, source.suspensions(definition))[0] != source.ECRIT


def test_fermeture_supporte_un_cycle():
    voisins = {"a": ["b"], "b": ["a", "c"], "c": []}
    assert source.fermeture("a", voisins.__getitem__) == ["c", "b", "a"]
