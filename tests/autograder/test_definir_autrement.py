"""Une fonction qui marche est notée, où et comme que l'élève l'ait définie."""

import ast
import textwrap

import pytest

from autograder.moteur.juge import Juge
from lessons import verifier
from lessons.verificateur.source import trouve
from tests.conftest import lents_sauf
from tests.copies import REGISTRE, RESOLUS, VIDES, pose

TP1 = RESOLUS["tp1_grille"]
IMPORTS = "\n".join(ast.unparse(n) for n in ast.parse(TP1).body if isinstance(n, ast.ImportFrom))
EXERCICES = [e.id for e in REGISTRE if e.tp == 1]


def source(cible, texte=TP1):
    """Le texte d'une définition du corrigé, ramené à la marge."""
    noeud = trouve(ast.parse(texte), cible)[-1]
    lignes = texte.split("\n")[noeud.lineno - 1 : noeud.end_lineno]
    return textwrap.dedent("\n".join(lignes))


def avec(cible, nouveau, texte=TP1):
    """Le corrigé du TP1 où la définition `cible` est remplacée par le texte `nouveau`."""
    noeud = trouve(ast.parse(texte), cible)[-1]
    lignes = texte.split("\n")
    place = textwrap.indent(textwrap.dedent(nouveau).strip("\n"), " " * noeud.col_offset)
    lignes[noeud.lineno - 1 : noeud.end_lineno] = [place]
    return "\n".join(lignes)


def dans(bloc, cible):
    """La définition `cible` du corrigé, mise dans ce bloc, là où il y a « ICI »."""
    return bloc.replace("    ICI", textwrap.indent(source(cible), "    "))


ALPHA, GRILLE, TEST = source("alpha"), source("Grille"), source("Grille.test_case")
STUB = 'def alpha(case):\n    raise NotImplementedError("tp1.alpha")\n'
ZOE_ALPHA = {"zoe": IMPORTS + "\n\n" + ALPHA}
# La classe a besoin des fonctions qui la précèdent : tout le TP1 est dans le module de Zoé.
ZOE_TOUT = {"zoe": TP1}

FACONS = {
    "fonction dans un if": {"tp1_grille": avec("alpha", dans("if True:\n    ICI", "alpha"))},
    "fonction dans un sinon": {
        "tp1_grille": avec(
            "alpha",
            dans(f"if not TOUCHEE:\n{textwrap.indent(STUB, '    ')}\nelse:\n    ICI", "alpha"),
        )
    },
    "fonction dans un except": {
        "tp1_grille": avec(
            "alpha",
            dans("try:\n    from math import alpha\nexcept ImportError:\n    ICI", "alpha"),
        )
    },
    "fonction dans un try": {
        "tp1_grille": avec("alpha", dans("try:\n    ICI\nexcept ImportError:\n    pass", "alpha"))
    },
    "fonction dans un with": {
        "tp1_grille": avec(
            "alpha",
            dans(
                "class Rien:\n"
                "    def __enter__(self): return 1\n"
                "    def __exit__(self, *a): return None\n"
                "with Rien():\n    ICI",
                "alpha",
            ),
        )
    },
    "fonction importée": {"tp1_grille": avec("alpha", "from zoe import alpha"), **ZOE_ALPHA},
    "fonction importée sous un autre nom": {
        "tp1_grille": avec("alpha", "from zoe import nom as alpha"),
        "zoe": ALPHA.replace("def alpha", "def nom"),
    },
    "tout importé": {"tp1_grille": avec("alpha", "from zoe import *"), **ZOE_ALPHA},
    "importée d'un module importé": {
        "tp1_grille": avec("alpha", "from zoe import *"),
        "zoe": "from lea import *",
        "lea": ALPHA,
    },
    "prise dans un module": {
        "tp1_grille": avec("alpha", "import zoe\nalpha = zoe.alpha"),
        **ZOE_ALPHA,
    },
    "autre nom": {
        "tp1_grille": avec("alpha", ALPHA.replace("def alpha", "def nom") + "\n\nalpha = nom")
    },
    "autre nom, et le squelette plus haut": {
        "tp1_grille": avec(
            "alpha", STUB + "\n\n" + ALPHA.replace("def alpha", "def nom") + "\n\nalpha = nom"
        )
    },
    "lambda": {
        "tp1_grille": avec("alpha", 'alpha = lambda case: chr(65 + case[0]) + f"{case[1]}"')
    },
    "lambda dans un if": {
        "tp1_grille": avec(
            "alpha", 'if TOUCHEE == 1:\n    alpha = lambda case: chr(65 + case[0]) + f"{case[1]}"'
        )
    },
    "décorée": {
        "tp1_grille": avec("alpha", "from functools import lru_cache\n@lru_cache\n" + ALPHA)
    },
    "définie deux fois": {"tp1_grille": avec("alpha", STUB + "\n\n" + ALPHA)},
    "classe dans un if": {"tp1_grille": avec("Grille", dans("if True:\n    ICI", "Grille"))},
    "classe dans un try": {
        "tp1_grille": avec("Grille", dans("try:\n    ICI\nfinally:\n    pass", "Grille"))
    },
    "classe importée": {"tp1_grille": avec("Grille", "from zoe import Grille"), **ZOE_TOUT},
    "classe importée, avec tout": {"tp1_grille": "from zoe import *\n", **ZOE_TOUT},
    "classe mère importée": {
        "tp1_grille": avec("Grille", "from zoe import Grille as Base\nclass Grille(Base): pass"),
        **ZOE_TOUT,
    },
    "classe mère d'un module": {
        "tp1_grille": avec("Grille", "import zoe\nclass Grille(zoe.Grille): pass"),
        **ZOE_TOUT,
    },
    "classe sous un autre nom": {
        "tp1_grille": avec(
            "Grille", GRILLE.replace("class Grille", "class Plateau") + "\n\nGrille = Plateau"
        )
    },
    "méthode dans un if": {
        "tp1_grille": avec("Grille.test_case", dans("if True:\n    ICI", "Grille.test_case"))
    },
    "méthode sous un autre nom": {
        "tp1_grille": avec(
            "Grille.test_case",
            TEST.replace("def test_case", "def _test") + "\n\ntest_case = _test",
        )
    },
    "méthode lambda": {
        "tp1_grille": avec(
            "Grille.test_case", "test_case = lambda self, c: self.etat.get(c, 1) == VIDE"
        )
    },
    "méthode posée après": {
        "tp1_grille": avec("Grille.test_case", "")
        .replace('if __name__ == "__main__":', "Grille.test_case = teste\n\n\nif False:")
        .replace(
            "class Grille:", TEST.replace("def test_case", "def teste") + "\n\n\nclass Grille:"
        )
    },
    "méthode importée": {
        "tp1_grille": avec("Grille.test_case", "from zoe import test_case"),
        "zoe": IMPORTS + "\n\n" + TEST,
    },
    "méthodes ajoutées par un décorateur": {
        "tp1_grille": avec("Grille.test_case", "").replace(
            "class Grille:",
            textwrap.dedent(
                """\
                def complete(classe):
                    classe.test_case = lambda self, case: self.etat.get(case) == VIDE
                    return classe


                @complete
                class Grille:"""
            ),
        )
    },
    "points de suspension pour pass, reste du squelette sous le return": {
        "tp1_grille": avec(
            "alpha",
            ALPHA.replace("    x, y = case\n", "    x, y = case\n    if x < 0: ...\n")
            + '\n    # À compléter\n    raise NotImplementedError("tp1.alpha")',
        )
    },
}
# Une classe venue d'un autre module n'est pas greffée : il faut que le fichier se charge.
SANS_GREFFE = {
    "classe importée", "classe importée, avec tout", "classe mère importée",
    "classe mère d'un module", "classe sous un autre nom", "méthode importée",
    "méthodes ajoutées par un décorateur", "prise dans un module",
}  # fmt: skip


GREFFABLES = [facon for facon in FACONS if facon not in SANS_GREFFE]
QUELQUES = list(FACONS)[::4]


@pytest.fixture(scope="module")
def juge():
    return Juge(reconnait=lambda *rien: None)


def perdus(resultat):
    assert resultat.statut == "corrigée"
    return [(e.id, e.statut, e.phrase) for e in resultat.exercices if not e.juste]


@pytest.mark.parametrize("facon", lents_sauf(FACONS, QUELQUES))
def test_ce_qui_marche_a_tous_ses_points(juge, facon):
    resultat = juge.corrige_textes({**RESOLUS, **FACONS[facon]}, tps={1}, graine=3)
    assert perdus(resultat) == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}


@pytest.mark.parametrize("facon", lents_sauf(GREFFABLES, GREFFABLES[::5]))
def test_meme_si_une_ligne_du_fichier_rate(juge, facon):
    textes = {**RESOLUS, **FACONS[facon]}
    textes["tp1_grille"] += "\nprint(alpha((1, 2)) / 0)\n"
    resultat = juge.corrige_textes(textes, tps={1}, graine=3)
    assert perdus(resultat) == []


@pytest.mark.parametrize("facon", lents_sauf(FACONS, QUELQUES))
def test_le_verificateur_le_voit_aussi(tmp_path, facon):
    pose(tmp_path, {**RESOLUS, **FACONS[facon]})
    obtenus = verifier.commandes.verifie("tp1", dossier=tmp_path)
    assert [(r.exercice.id, r.phrase) for r in obtenus if not r.reussi] == []


@pytest.mark.parametrize(
    "stub",
    [
        textwrap.indent(STUB, "    ").join(["if True:\n", ""]),
        textwrap.indent(STUB, "    ").join(["try:\n", "finally:\n    pass"]),
        "def alpha(case):\n    return ...",
        "def nom(case):\n    return 'A0'\n\n\n" + STUB,
        "def nom(case):\n    raise NotImplementedError('tp1.alpha')\n\n\nalpha = nom",
    ],
)
def test_ce_qui_reste_a_faire_le_reste(juge, tmp_path, stub):
    textes = {**RESOLUS, "tp1_grille": avec("alpha", stub)}
    (e,) = juge.corrige_textes(textes, ids={"tp1.alpha"}, graine=3).exercices
    assert (e.statut, e.points) == ("à faire", 0)
    pose(tmp_path, textes)
    (obtenu,) = verifier.commandes.verifie("tp1.alpha", dossier=tmp_path)
    assert obtenu.statut == verifier.outil("resultat").A_FAIRE


def test_ce_qui_manque_manque(juge, tmp_path):
    """Un module à soi ne suffit pas : si rien n'y définit la fonction, elle est absente."""
    textes = {
        **VIDES,
        "tp1_grille": avec("alpha", "from zoe import *\nfrom math import *"),
        "zoe": "def coord(texte):\n    return 0, 0\n",
    }
    (e,) = juge.corrige_textes(textes, ids={"tp1.alpha"}, graine=3).exercices
    assert (e.statut, e.points) == ("absent", 0)
