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


@pytest.mark.parametrize(
    ("texte", "noms"),
    [
        ("class A:\n  x = 1\n  def f(self): pass\nA.y = 2\ndef d(): pass", "A A.x A.f A.y d"),
        ("class A:\n  def f(self): pass\nclass A:\n  pass", "A"),
        ("class A:\n  def f(self): pass\nclass A(A):\n  g = f", "A A.f A.g"),
        ("b, c = 1, 2", "b b.* c c.*"),
        (
            "if x:\n  def f(): pass\nelse:\n  class A:\n    try: g = 1\n    finally: h = 2",
            "f A A.g A.h",
        ),
        ("from zoe import f, A as B\nfrom math import pi", "f f.* B B.*"),
        ("from zoe import *\nfrom math import *", "* *.*"),
        ("from zoe import A\nclass B(A):\n  pass", "A A.* B B.*"),
        ("import zoe\nclass B(zoe.A):\n  pass", "B B.*"),
    ],
)
def test_definitions(texte, noms):
    assert set(source.definitions(ast.parse(texte), ["zoe"])) == set(noms.split())


def test_une_definition_certaine_remplace_une_definition_possible_s_ajoute():
    texte = "def f(): pass\ndef f(): pass\nif x:\n  def f(): pass\nelse:\n  def f(): pass"
    lignes = [noeud.lineno for noeud in source.definitions(ast.parse(texte))["f"]]
    assert lignes == [2, 6, 4]
    assert [noeud.lineno for noeud in source.trouve(ast.parse(texte), "f")] == [1, 2, 6, 4]


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
