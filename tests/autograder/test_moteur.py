"""Le moteur de correction sur le devoir jouet : verdicts, phrases, points, délais, honnêteté."""

import os
import random
import shutil
import stat
import subprocess
import sys
import threading
import time

import pytest

from autograder.bac_a_sable import codec, copie, filtre, isolement, processus
from autograder.bac_a_sable.constat import relit
from autograder.bac_a_sable.copie import LECTURE_RATEE, Copie, lit_dossier, propre
from autograder.bac_a_sable.noyau import MACHINES, filtre_noyau, numeros
from autograder.classe.tableau import en_gradescope, tableau
from autograder.moteur.essai import SuiteFautive
from autograder.moteur.juge import STATUTS
from lessons.verificateur import autopsie
from lessons.verificateur.comparaison import identique
from tests import jouet
from tests.conftest import PATIENCE, lents_sauf

# --- Le codec ---------------------------------------------------------------------------

VALEURS = [
    None, True, False, 0, -5, 2**62, 1.5, -0.0, "é\n", (), (1, (2,)), [1, [2]], {1, 2},
    frozenset({3}), {(0, 1): [1], "a": None}, [{}, set()],
]  # fmt: skip


@pytest.mark.parametrize("valeur", VALEURS, ids=repr)
def test_codec_aller_et_retour(valeur):
    recu = codec.decode(codec.deballe(codec.emballe(codec.code(valeur))[4:]))
    assert identique(recu, valeur)


def test_codec_types_exacts():
    class Menteur(tuple):
        def __eq__(self, autre):
            return True

        __hash__ = tuple.__hash__

    recu = codec.decode(codec.code([Menteur((1, 2)), 2**70, object()]))
    assert all(isinstance(v, codec.Opaque) for v in recu)
    assert recu[0] != (1, 2)
    assert "Menteur" in repr(recu[0])


@pytest.mark.parametrize(
    "corps",
    [
        b"", b"[", b"nan", b"NaN", b"Infinity", b'{"a":', b"9" * 50_000, b"[" * 100_000,
        "é".encode(), b'"\xff"',
    ],
    ids=range(10),
)  # fmt: skip
def test_codec_messages_hostiles(corps):
    with pytest.raises(codec.Illisible):
        codec.deballe(corps)


@pytest.mark.parametrize(
    "code",
    [
        ["z"], [], {"a": 1}, ["d", 1], ["d", ["l"], 1], ["s", ["l"]], 2**64, 1.5, ["r", "x" * 50],
        ["r", 3], ["r"], ["x"], ["s", *range(6000)], ["d", *range(12_000)],
    ],
    ids=range(14),
)  # fmt: skip
def test_codec_valeurs_hostiles(code):
    with pytest.raises(codec.Illisible):
        codec.decode(code)


def test_codec_hasard():
    """Aucun message abîmé ne fait autre chose que Illisible."""
    alea = random.Random(5)
    corps = codec.emballe(codec.code({(0, 1): [1, 2.5, "a", (None, True)]}))[4:]
    for _ in range(3000):
        abime = bytearray(corps)
        for _ in range(alea.randint(1, 4)):
            abime[alea.randrange(len(abime))] = alea.randrange(128)
        try:
            codec.decode(codec.deballe(bytes(abime)))
        except codec.Illisible:
            continue


# --- Le filtre --------------------------------------------------------------------------

HONNETE = '''
from __future__ import annotations
import random as rd
import math, time
from math import *
from typing import List, Optional
from collections import namedtuple, deque, Counter, defaultdict
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache, reduce, wraps
from itertools import product
import copy
import string

rd.seed(3)
Case = namedtuple("Case", "x y")
LETTRES = string.ascii_uppercase
DOUBLES = {n: 2 * n for n in range(5)}

class Couleur(Enum):
    ROUGE = 1

@dataclass
class Point:
    x: int = 0
    notes: list = field(default_factory=list)

def bavarde(f):
    @wraps(f)
    def g(*args, **options):
        print(f"appel de {f.__name__}", end="")
        return f(*args, **options)
    return g

@bavarde
def ajoute(n: int, m: Optional[int] = None) -> int:
    """Somme. On peut écrire open ou eval dans une docstring.

    >>> ajoute(1)
    2
    """
    m = 1 if m is None else m
    return n + m

@lru_cache(maxsize=None)
def fibo(n):
    return n if n < 2 else fibo(n - 1) + fibo(n - 2)

def compte():
    global TOTAL
    TOTAL = 0
    try:
        for i in (k for k in range(4) if k % 2):
            TOTAL += i
    except ZeroDivisionError as erreur:
        raise ValueError("non") from erreur
    finally:
        time.sleep(0)
    assert TOTAL == 4, "raté"
    return sorted([3, 1], key=lambda n: -n), copy.deepcopy([[1]]), reduce(max, [1, 2]), sqrt(4)

def carre(n):
    if n < 0:
        raise ValueError("négatif")
    while (carre_de_n := n * n) < 0:
        pass
    return carre_de_n

class _Base:
    def __init__(self, contenu=()):
        self._prive = 1

class Sac(_Base):
    def __init__(self, contenu=()):
        super().__init__(contenu)
        self.depart = tuple(contenu)
        self.journal = []
        self.__cache = {}
        self.vide()
        for n in contenu:
            self.ajoute(n)

    def __repr__(self):
        return f"{type(self).__name__}({self.contenu!r})"

    def __len__(self):
        return len(self.contenu)

    @property
    def plein(self):
        return bool(self.contenu)

    @staticmethod
    def outil(n):
        return n

    def vide(self):
        self.contenu = []

    def ajoute(self, n):
        if n in self.contenu:
            return False
        self.contenu += [n]
        return True

    def total(self):
        return sum(self.contenu)

    def voisins(self, n):
        return [m for m, _ in product(self.contenu, [0]) if math.fabs(m - n) == 1]

print(ajoute(1), fibo(10), compte(), Case(1, 2), Couleur.ROUGE, Point(), Sac([1]))

if __name__ == "__main__":
    import os, sys, doctest
    doctest.testmod()
    n = int(input("? "))
    open("notes.txt", "w").write(str(n))
'''


def test_copie_honnete_mais_variee():
    """Tout ce qu'un élève peut écrire honnêtement est accepté, sur la chaîne propre."""
    resultats = jouet.corrige(jouet.copie(tp1_sac=HONNETE))
    for e in resultats.values():
        assert e.juste, e
        assert e.chaine == "propre", e


@pytest.mark.parametrize(
    "ligne, mot",
    [
        ("import os", "import os"),
        ("from os import path", "from os import"),
        ("from . import tp1", "from . import"),
        ("x = eval('1')", "eval"),
        ("x = (lambda: 0).__globals__", "__globals__"),
        ("x = getattr(1, 'real')", "getattr"),
        ("def __getattribute__(self): pass", "__getattribute__"),
        ("from operator import attrgetter", "attrgetter"),
        ("from typing import Protocol", "typing.Protocol"),
        ("from random import _inst", "_inst"),
        ("x.__dict__", "écris chaque attribut par son nom"),
        ("exit()", "exit"),
    ],
)
def test_phrases_du_filtre(ligne, mot):
    arbre = filtre.analyse("x = 0\n" + ligne, "tp1")
    (numero, phrase, _), *_ = filtre.fiche(arbre, ("tp1",))["refus"]
    assert numero == 2
    assert mot in phrase
    assert "n'est pas permis : " in phrase


def test_un_refus_ne_touche_que_sa_fonction():
    textes = jouet.copie(
        tp1_sac=[("return sum(self.contenu)", "import os\n        return sum(self.contenu)")]
    )
    resultats = jouet.corrige(textes)
    assert resultats["tp1.total"].statut == "interdit"
    assert "import os" in resultats["tp1.total"].phrase
    for e in resultats.values():
        if e.id != "tp1.total":
            assert e.points == e.bareme, e


# --- Une faute, un aspect ---------------------------------------------------------------


def _total_en_deux_temps(apres):
    def suite(essai):
        with essai.aspect("liste d'un nombre", part=2):
            essai.egal(essai.copie.Sac([4]).total(), 4)
        with essai.aspect("sac vide"):
            essai.egal(essai.copie.Sac().total(), 0)
        with essai.aspect("d'un bout à l'autre", part=3, apres=apres):
            essai.egal(essai.copie.Sac().total(), 0)
            essai.egal(essai.copie.Sac([1, 2]).total(), 3)

    return suite


@pytest.mark.parametrize(
    ("corps", "apres", "points", "reste"),
    [
        ("sum(self.contenu)", ["sac vide"], 2, ""),
        ("sum(self.contenu) or None", [], 0.67, "« sac vide », « d'un bout à l'autre »"),
        ("sum(self.contenu) or None", ["sac vide"], 1.33, "« sac vide »"),
        ("self.contenu[0] if self.contenu else 0", ["sac vide"], 1, "« d'un bout à l'autre »"),
    ],
)
def test_une_meme_faute_n_est_comptee_qu_une_fois(corps, apres, points, reste):
    """L'aspect d'après n'est ni gagné ni perdu si c'est la faute d'avant qui le fait échouer."""
    juge = jouet.juge()
    juge.suites = {**jouet.SUITES, "tp1.total": _total_en_deux_temps(apres)}
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", f"return {corps}")])
    with juge.session(textes, 1) as session:
        resultat = session.juge("tp1.total")
    assert resultat.points == points
    assert resultat.phrase.startswith(f"Reste : {reste}. " if reste else "Juste")


def test_apres_un_aspect_inconnu_la_suite_est_fautive():
    juge = jouet.juge()
    juge.suites = {**jouet.SUITES, "tp1.total": _total_en_deux_temps(["sac plein"])}
    with juge.session(jouet.copie(), 1) as session, pytest.raises(SuiteFautive, match="sac plein"):
        session.juge("tp1.total")


# --- Les fichiers -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "transforme",
    [
        lambda t: t.encode("utf-8"),
        lambda t: t.encode("utf-8-sig"),
        lambda t: t.encode("latin-1"),
        lambda t: ("# -*- coding: latin-1 -*-\n" + t).encode("latin-1"),
        lambda t: t.replace("\n", "\r\n").encode("utf-8"),
        lambda t: t.replace("\n", "\r").encode("utf-8"),
        lambda t: t.replace("    ", "\t").encode("utf-8"),
        lambda t: t.rstrip("\n").encode("utf-8"),
        lambda t: t.encode("utf-16"),
    ],
    ids=["utf8", "bom", "latin1", "latin1_dit", "crlf", "cr", "tabulations", "sans_fin", "utf16"],
)
def test_codages(tmp_path, transforme):
    for nom, texte in jouet.copie().items():
        texte = texte.replace("n est négatif", "élève à côté").replace("…", "à")
        (tmp_path / (nom + ".py")).write_bytes(transforme(texte))
    resultat = jouet.juge().corrige_dossier(tmp_path, graine=1)
    assert resultat.tout_juste(), tableau(resultat)


def test_fichiers_speciaux_ignores(tmp_path):
    """Un lien vers le corrigé ou un tuyau ne sont pas des copies."""
    (tmp_path / "tp1_sac.py").symlink_to(jouet.CORRIGE / "tp1_sac.py")
    os.mkfifo(tmp_path / "tp2_sac.py")
    (tmp_path / "tp3_sac.py").mkdir()
    assert stat.S_ISFIFO(os.stat(tmp_path / "tp2_sac.py").st_mode)
    assert lit_dossier(tmp_path) == {}
    resultat = jouet.juge().corrige_dossier(tmp_path)
    assert {e.statut for e in resultat.exercices} == {"absent"}


def test_dossier_absent(tmp_path):
    resultat = jouet.juge().corrige_dossier(tmp_path / "nulle part")
    assert resultat.statut.startswith("non corrigée : ")
    assert not resultat.exercices
    assert "non corrigée" in tableau(resultat)


def test_beaucoup_de_fichiers(tmp_path):
    for rang in range(100):
        (tmp_path / f"a{rang}.py").write_text("x = 1\n")
    (tmp_path / "tp1_sac.py").write_text("é" * 150_000, encoding="utf-8")
    textes = lit_dossier(tmp_path)
    assert len(textes) == copie.FICHIERS_MAX
    assert len(textes["tp1_sac"]) > filtre.TAILLE_MAX


def test_incident_du_correcteur():
    """Un incident chez nous est dit, et ne coûte que l'exercice où il survient."""
    juge = jouet.juge()
    with juge.session(jouet.copie(), 1) as session:
        session._essaie = lambda *rien: 1 / 0
        resultat = session.juge("tp1.carre")
        del session._essaie
        assert resultat.statut == "non corrigé"
        assert "ZeroDivisionError" in resultat.phrase
        assert session.juge("tp1.total").juste


def test_suite_qui_se_fie_a_la_forme():
    def suite(essai):
        with essai.aspect("cas général"):
            essai.exige(essai.valeur(essai.copie.carre(2))["a"] == 4, "non")

    assert avec_suite(suite).points == 0


def test_fichier_de_dix_megaoctets(tmp_path):
    for nom, texte in jouet.copie().items():
        (tmp_path / (nom + ".py")).write_text(texte, encoding="utf-8")
    (tmp_path / "tp1_sac.py").write_bytes(b"x = 1\n" * 1_700_000)
    resultat = jouet.juge().corrige_dossier(tmp_path, graine=1)
    resultats = {e.id: e for e in resultat.exercices}
    assert resultats["tp1.carre"].statut == "syntaxe"
    assert "trop gros" in resultats["tp1.carre"].phrase
    assert resultats["tp2.moyenne"].juste


@pytest.mark.parametrize(
    "texte",
    [
        "(" * 5000 + ")" * 5000,
        "x = " + "-" * 50_000 + "1",
        "x = " + "1+" * 50_000 + "1",
        "x = [" * 3000 + "]" * 3000,
        "x = " + "9" * 100_000,
        "a.b" * 30_000,
        "\x00\x01\x02",
        "if 1:\n" + "".join(" " * k + "if 1:\n" for k in range(1, 300)) + " " * 300 + "pass",
        "f'" + "{" * 500 + "1" + "}" * 500 + "'",
        "lambda: " * 20_000 + "0",
        "\ud800",
    ],
    ids=range(11),
)
def test_bombes_pour_l_analyseur(texte):
    resultats = jouet.corrige(jouet.copie(tp1_sac=texte), ids=["tp1.carre", "tp2.moyenne"])
    assert resultats["tp1.carre"].points == 0
    assert resultats["tp1.carre"].statut in ("syntaxe", "absent")
    assert resultats["tp2.moyenne"].juste


@pytest.mark.skipif(sys.platform == "win32", reason="Windows n'a pas `getrusage`")
@pytest.mark.parametrize("portable", lents_sauf([False, True], [False]))
def test_compiler_une_copie_est_compte_et_borne(portable):
    """Des `finally` les uns dans les autres : Python en recopie le contenu, deux fois par étage."""
    etages = "".join(f"{' ' * n}try:\n{' ' * n} pass\n{' ' * n}finally:\n" for n in range(1, 14))
    bombe = f"def bombe():\n{etages}{' ' * 14}x = 1\n"
    texte = jouet.copie()["tp1_sac"] + bombe * 300
    assert len(texte) < 200_000

    def calcul():
        usage = isolement.resource.getrusage(isolement.resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    avant = calcul()
    juge = jouet.juge(portable=portable)
    with juge.session(jouet.copie(tp1_sac=texte), 1) as session:
        assert session.juge("tp1.carre").statut == "syntaxe"
        assert session.juge("tp2.moyenne").juste
        assert session.copie.cpu >= LECTURE_RATEE
    assert calcul() - avant < 5  # il en faudrait plus de neuf


def test_module_maison():
    """Un élève peut avoir rangé ses annexes dans un autre fichier."""
    textes = jouet.copie(
        tp1_sac=[("return sum(self.contenu)", "return mes_outils.somme(self.contenu)")]
    )
    textes["tp1_sac"] = "import mes_outils\n" + textes["tp1_sac"]
    textes["mes_outils"] = "def somme(liste):\n    return sum(liste)\n"
    resultats = jouet.corrige(textes)
    assert all(e.juste and e.chaine == "propre" for e in resultats.values())


def test_module_maison_hostile():
    textes = jouet.copie()
    textes["tp1_sac"] = "import mes_outils\n" + textes["tp1_sac"]
    textes["mes_outils"] = "import os\nos._exit(0)\n"
    resultats = jouet.corrige(textes)
    for e in resultats.values():
        assert e.points == e.bareme
        assert e.chaine == "greffe"


# --- Points et phrases ------------------------------------------------------------------


def test_copie_parfaite():
    resultat = jouet.juge().corrige_textes(jouet.copie(), graine=7)
    assert resultat.tout_juste()
    assert resultat.note() == resultat.note(1) == 20
    assert resultat.isolement
    assert resultat.memoire < 100 * 2**20
    assert {e.statut for e in resultat.exercices} <= set(STATUTS)


def test_aspects_et_points_partiels():
    garde = "if n in self.contenu:\n            return False\n        "
    textes = jouet.copie(tp1_sac=[(garde, "")])
    e = jouet.corrige(textes, ids=["tp1.ajoute"])["tp1.ajoute"]
    assert e.statut == "partiel"
    assert e.points == 1.5
    assert [a["juste"] for a in e.aspects] == [True, False, True]
    assert "« déjà là »" in e.phrase
    assert "Sac().ajoute(3)" in e.phrase or "sac.ajoute(3)" in e.phrase


def test_le_premier_aspect_est_le_socle():
    textes = jouet.copie(tp1_sac=[("return n * n", "return None")])
    e = jouet.corrige(textes, ids=["tp1.carre"])["tp1.carre"]
    assert e.points == 0
    assert [a["juste"] for a in e.aspects] == [False, True]
    assert "return" in e.phrase


@pytest.mark.parametrize(
    "avant, apres, ident, morceaux",
    [
        ("return n * n", "return n + n", "tp1.carre", ["carre(1) renvoie 2 ; attendu : 1"]),
        ("return n * n", "print(n * n)", "tp1.carre", ["renvoie None", "return"]),
        ("return n * n", "return float(n * n)", "tp1.carre", ["pas le type", "virgule"]),
        ("return n * n", "return 1 // n", "tp1.carre", ["ZeroDivisionError", "ligne", "1 // n"]),
        ('raise ValueError("n est négatif")', "return 0", "tp1.carre", ["ne lève pas d'erreur"]),
        ('raise ValueError("n est négatif")', "raise KeyError", "tp1.carre", ["lève KeyError"]),
        ('ValueError("n est négatif")', "ValueError", "tp1.carre", ["sans phrase"]),
        ("abs(m - n) == PAS", "m - n == PAS", "tp1.voisins", ["Sac([1, 2, 3, 7]).voisins(2)"]),
    ],
)
def test_phrases(avant, apres, ident, morceaux):
    e = jouet.corrige(jouet.copie(tp1_sac=[(avant, apres)]), ids=[ident])[ident]
    assert not e.juste
    for morceau in morceaux:
        assert morceau in e.phrase, e.phrase
    assert "Traceback" not in e.phrase


def test_etapes_dans_la_phrase():
    e = jouet.corrige(
        jouet.copie(tp1_sac=[("self.contenu.append(n)", "self.contenu = [n]")]), ids=["tp1.ajoute"]
    )["tp1.ajoute"]
    assert "Avec sac = Sac() ; sac.ajoute(3) ; sac.ajoute(5) : sac.contenu vaut [5]" in e.phrase


def test_meme_graine_memes_essais():
    textes = jouet.copie(tp1_sac=[("return n * n", "return n * n if n < 3 else 0")])
    phrases = {jouet.corrige(textes, graine=4, ids=["tp1.carre"])["tp1.carre"].phrase for _ in "ab"}
    autres = {jouet.corrige(textes, graine=g)["tp1.carre"].phrase for g in range(5)}
    assert len(phrases) == 1
    assert len(autres) > 1


def test_hasard_par_frequences():
    autrement = "sorted(self.contenu, key=lambda n: random.random())[0]"
    justes = jouet.corrige(
        jouet.copie(tp2_sac=[("self.hasard.choice(self.contenu)", autrement)]), ids=["tp2.pioche"]
    )
    assert justes["tp2.pioche"].juste
    faux = jouet.corrige(
        jouet.copie(tp2_sac=[("self.hasard.choice(self.contenu)", "self.contenu[0]")]),
        ids=["tp2.pioche"],
    )
    assert faux["tp2.pioche"].points == 0


def test_argument_modifie():
    textes = jouet.copie(tp3_sac=[("sac = Sac(contenu)", "sac = Sac(contenu)\n    contenu.sort()")])
    e = jouet.corrige(textes, ids=["tp3.resume"])["tp3.resume"]
    assert e.statut == "partiel"
    assert "« ne modifie rien »" in e.phrase


def test_texte_de_la_copie_nettoye():
    textes = jouet.copie(tp1_sac=[("return n * n", "return '\\x1b[31m<b>' + 'x' * 9000")])
    e = jouet.corrige(textes, ids=["tp1.carre"])["tp1.carre"]
    assert "\x1b" not in e.phrase
    assert len(e.phrase) < 500
    assert propre("a\u202eb\x00") == "a\\u202eb\\x00"


def test_gradescope():
    resultat = jouet.juge().corrige_textes(jouet.copie(tp3_sac=None), graine=7)
    donnees = en_gradescope(resultat)
    assert donnees["score"] == resultat.note()
    assert {t["status"] for t in donnees["tests"]} == {"passed", "failed"}
    assert sum(t["max_score"] for t in donnees["tests"]) == 22


# --- Les mandataires --------------------------------------------------------------------


def avec_suite(suite, textes=None, ident="tp1.carre"):
    juge = jouet.juge()
    with juge.session(textes or jouet.copie(), 1) as session:
        return session.juge(ident, suite)


@pytest.mark.parametrize(
    "usage",
    [
        lambda f: bool(f),
        lambda f: len(f),
        lambda f: list(f),
        lambda f: f == 4,
        lambda f: 4 in f,
        lambda f: f + 1,
        lambda f: f < 3,
        lambda f: f"{f:d}" if int(f) else "",
    ],
)
def test_un_futur_n_a_pas_de_valeur(usage):
    def suite(essai):
        with essai.aspect("cas général"):
            usage(essai.copie.carre(2))

    with pytest.raises(SuiteFautive):
        avec_suite(suite)


def test_un_futur_n_a_pas_de_nom_prive():
    def suite(essai):
        with essai.aspect("cas général"):
            assert essai.copie.carre(2)._cache

    with pytest.raises(SuiteFautive):
        avec_suite(suite)


def test_ecritures_et_lectures_dans_la_copie():
    def suite(essai):
        with essai.aspect("cas général"):
            sac = essai.copie.Sac([1, 2])
            sac.contenu[0] = 9
            essai.egal(sac.contenu, [9, 2])
            essai.egal(sac.contenu[1], 2)
            sac.journal = {"a": [1]}
            sac.journal["b"] = (2, 3)
            essai.egal(sac.journal, {"a": [1], "b": (2, 3)})
            assert essai.valeur(sac.total()) == 11
            essai.egal(essai.copie.carre(essai.copie.Sac([3]).total()), 9)
            autre = essai.objet([1, 5])
            essai.egal(essai.copie.Sac(autre).total(), 6)
            essai.verifie(sac.contenu, lambda v: sorted(v) == [2, 9])
            essai.egal(essai.module("outils").double(4), 8)

    assert avec_suite(suite).juste


def test_aide_et_lecteur():
    source = "class Faux:\n    def total(self):\n        return 42\n"

    def suite(essai):
        with essai.aspect("cas général"):
            aide = essai.aide(source)
            essai.copie.annonce(aide.Faux())
            essai.egal(essai.imprime(), "Total : 42\n")
            lire = essai.lecteur(["a", "b"])
            essai.egal(lire("? "), "a")
            essai.egal(lire("? "), "b")
            essai.leve(lire("? "), EOFError)

    assert avec_suite(suite, ident="tp3.annonce").juste


def test_suite_sans_aspect_refusee():
    with pytest.raises(SuiteFautive):
        avec_suite(lambda essai: None)


# --- Boucles, délais, budget ------------------------------------------------------------

BOUCLE = [("while n in self.contenu:", "while n in self.contenu or n > 0:"), ("n -= 1", "n -= 0")]


def test_autopsie():
    textes = jouet.copie(tp2_sac=BOUCLE)
    resultats = jouet.corrige(textes, delai=0.4)
    e = resultats["tp2.descend"]
    ligne = 1 + textes["tp2_sac"].splitlines().index("        while n in self.contenu or n > 0:")
    assert e.statut == "boucle"
    assert f"la boucle de la ligne {ligne} de tp2_sac.py" in e.phrase
    assert "« while n in self.contenu or n > 0 », ne s'arrête pas : sa condition" in e.phrase
    assert "reste vraie, car n (3) et self.contenu ([1, 2, 3]) ne changent jamais" in e.phrase
    assert all(autre.juste for autre in resultats.values() if autre.id != "tp2.descend")


@pytest.mark.parametrize(
    "corps, accusee",
    [
        pytest.param(
            "while n < 5:\n        for i in range(1000):\n            i * i",
            "while n < 5",
            marks=pytest.mark.lent,
        ),
        pytest.param(
            "while n < 5:\n        k = 0\n        while k < 3000:\n            k += 1",
            "while n < 5",
            marks=pytest.mark.lent,
        ),
        ("while True:\n        while n < 5:\n            n -= 1", "while n < 5"),
    ],
)
def test_autopsie_boucles_imbriquees(corps, accusee):
    """La boucle accusée est celle qui ne finit pas, pas une petite boucle qui la remplit."""
    textes = jouet.copie(tp1_sac=[("return n * n", "n = 0\n    " + corps)])
    phrase = jouet.corrige(textes, ids=["tp1.carre"], delai=0.6)["tp1.carre"].phrase
    assert f"« {accusee} »" in phrase


def test_calcul_long_mais_fini():
    long = (
        "for a in range(1000):\n        for b in range(10**6):\n            a * b\n    return n * n"
    )
    textes = jouet.copie(tp1_sac=[("return n * n", long)])
    phrase = jouet.corrige(textes, ids=["tp1.carre"], delai=0.4)["tp1.carre"].phrase
    assert "« for a in range(1000) », n'a pas fini à temps (boucle sans fin, ou" in phrase


@pytest.mark.lent
def test_autopsie_liste_qui_s_allonge():
    boucle = """for n in self.contenu:
            self.contenu[-1:] = [n, n]
        return 0"""
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", boucle)])
    e = jouet.corrige(textes, delai=0.4, ids=["tp1.total"])["tp1.total"]
    assert e.statut in ("boucle", "mémoire")


def test_phrase_d_autopsie_hostile():
    hostile = {"genre": [], "texte": "a\x1b[31m", "certaine": 1, "immobiles": [3, ["x", 4]]}
    situe = {"fichier": "<a\n.py>", "ligne": 3, "fonction": 7}
    for constat in (
        None, {}, {"ligne": "x"}, {"fichier": 3, "ligne": 3}, {"fichier": "a.py", "ligne": 10**9},
        {**situe, "boucle": 4}, {**situe, "boucle": {}}, {**situe, "boucle": hostile},
    ):  # fmt: skip
        phrase = autopsie.phrase(relit(constat, propre), cite=True)
        assert autopsie.LONG in phrase and phrase.isprintable()


def test_fonction_qui_boucle_accusee_sans_etre_relancee():
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", "while self.contenu: pass")])
    resultats = jouet.corrige(textes, delai=0.4)
    assert resultats["tp1.total"].statut == "boucle"
    assert resultats["tp2.moyenne"].juste
    assert resultats["tp2.moyenne"].coupables == ["tp1.total"]
    assert "ne finit pas à temps" in resultats["tp3.resume"].phrase
    assert resultats["tp3.resume"].duree < resultats["tp1.total"].duree


@pytest.mark.lent
def test_tout_boucle_dans_le_budget():
    """Une copie où tout boucle s'arrête à son budget, et le reste est dit « non corrigé »."""
    boucle = "    def {0}(self, n=0):\n        while True:\n            pass\n"
    textes = {
        "tp1_sac": "def carre(n):\n    while True:\n        pass\n\nclass Sac:\n"
        + "".join(boucle.format(nom) for nom in ("vide", "ajoute", "total", "voisins")),
        "tp2_sac": "from tp1_sac import Sac as S\n\nclass Sac(S):\n"
        + "".join(
            boucle.format(n) for n in ("vide", "somme_carres", "moyenne", "pioche", "descend")
        ),
    }
    juge = jouet.juge(delai=0.3, budget=1.5)
    resultat = juge.corrige_textes(textes, graine=1)
    statuts = [e.statut for e in resultat.exercices]
    assert resultat.note() == 0
    assert statuts[0] == "boucle"
    assert "non corrigé" in statuts
    assert {e.phrase for e in resultat.exercices if e.statut == "non corrigé"} == {
        "Non corrigé : temps épuisé."
    }
    assert resultat.cpu < 4


def test_lent_mais_honnete():
    lentement = "return sum(sum(self.contenu) for _ in range(20000)) // 20000"
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", lentement)])
    assert jouet.corrige(textes, ids=["tp1.total"])["tp1.total"].juste


@pytest.mark.lent
def test_lots_qui_trainent():
    """Rester juste sous le délai à chaque lot ne permet pas de durer sans fin."""

    def suite(essai):
        with essai.aspect("cas général"):
            for n in range(60):
                essai.exige(essai.valeur(essai.copie.carre(n)) == n * n, "non")

    traine = "return n * n + 0 * sum(1 for _ in range(6_000_000))"
    juge = jouet.juge(delai=0.9)
    with juge.session(jouet.copie(tp1_sac=[("return n * n", traine)]), 1) as session:
        resultat = session.juge("tp1.carre", suite)
    assert resultat.points == 0
    assert session.copie.cpu < 14


@pytest.mark.parametrize("portable", [False, True], ids=["avec fork", "sans fork"])
def test_un_seul_processus_pour_une_copie_juste(portable):
    """La chaîne propre garde son ouvrier ; une faute le renvoie, une greffe a le sien."""
    juge = jouet.juge(portable=portable)
    with juge.session(jouet.copie(), 1) as session:
        assert all(session.juge(e.id).juste for e in jouet.REGISTRE)
        assert session.copie._numero == 1
    faux = jouet.copie(tp1_sac=[("return n * n", "return n")])
    with juge.session(faux, 1) as session:
        assert session.juge("tp1.carre").statut == "faux"
        assert session.copie._numero == 2  # sans prérequis, la greffe a essayé aussi
        assert session.juge("tp1.vide").juste and session.juge("tp1.ajoute").juste
        assert session.copie._numero == 3


def test_rien_ne_passe_d_un_exercice_au_suivant():
    """Dans un même processus, chaque exercice part de modules, d'un hasard et d'écrans neufs."""
    espion = """
import random
TRACES = []


def carre(n):
    print("bavard")
    if n < 0:
        raise ValueError("non")
    TRACES.append(n)
    random.seed(n)
    return n * n if len(TRACES) < 9 else 0
"""

    def suite(essai):
        with essai.aspect("départ", sans_appel=True):
            essai.egal(essai.imprime(), "")
            essai.egal(essai.copie.TRACES, [])
            tirages.append(essai.valeur(essai.copie.random.random()))
        with essai.aspect("cas général"):
            for n in range(4):
                essai.egal(essai.copie.carre(n), n * n)

    tirages = []
    juge = jouet.juge()
    with juge.session(jouet.copie(tp1_sac=espion), 1) as session:
        for _ in range(4):
            assert session.juge("tp1.carre", suite).juste
        assert session.copie._numero == 1
    assert len(set(tirages)) == 1


def test_le_temps_d_un_ouvrier_garde_compte():
    """Un exercice lent mais juste use le budget, même si son ouvrier sert encore."""
    lent = "return n * n + 0 * sum(1 for _ in range(4_000_000))"
    juge = jouet.juge(budget=0.1)
    with juge.session(jouet.copie(tp1_sac=[("return n * n", lent)]), 1) as session:
        assert session.juge("tp1.carre").juste
        assert session.juge("tp1.total").phrase == "Non corrigé : temps épuisé."


@pytest.mark.lent
def test_attendre_use_le_budget():
    """Une copie qui dort partout ne tient pas la correction éveillée."""
    dort = [("return n * n", "return __import__('queue').Queue().get()")]
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", "return queue.Queue().get()")])
    textes["tp1_sac"] = "import queue\n" + textes["tp1_sac"].replace(*dort[0])
    textes["tp1_sac"] = textes["tp1_sac"].replace("__import__('queue')", "queue")
    juge = jouet.juge(delai=0.4, budget=0.7, sans=("imports",))  # de vraies files
    statuts = {e.id: e.statut for e in juge.corrige_textes(textes, graine=1).exercices}
    assert statuts["tp1.carre"] == "attente"
    assert statuts["tp3.resume"] == "non corrigé"


def test_un_ouvrier_ne_voit_pas_les_autres_greffes():
    """Même sans filtre, la chaîne propre ne trouve rien du corrigé dans sa mémoire."""
    espion = """import sys


def carre(n):
    return -1


class Sac:
    def __init__(self, contenu=()):
        self.contenu = list(contenu)

    def vide(self):
        self.contenu = []

    def total(self):
        cadre, vus = sys._getframe(), []
        while cadre is not None:
            vus += [v for v in list(cadre.f_locals.values()) if type(v).__name__ == "Atelier"]
            vus += [v.atelier for v in list(cadre.f_locals.values()) if hasattr(v, "atelier")]
            cadre = cadre.f_back
        return [len(vus) > 0, sum(len(v.greffes) + len(v.gardees) for v in vus)]
"""

    def suite(essai):
        with essai.aspect("cas général"):
            vu.append(essai.valeur(essai.copie.Sac([1]).total()))

    vu = []
    juge = jouet.juge(sans=("filtre", "imports", "audit"))
    with juge.session(jouet.copie(tp1_sac=espion), 1) as session:
        assert session.juge("tp1.carre").chaine == "greffe"
        assert session.juge("tp1.total", suite).juste
    assert vu == [[True, 0]]


@pytest.mark.parametrize(
    "effectifs", ["[]", "[[1, 599], [2, 2]]", "[[1, 600.0]]", "[[1, True]] * 600", "None"]
)
def test_effectifs_forges(effectifs):
    """Les tirages annoncés par la copie doivent faire le compte."""
    forge = """import sys


class Sac:
    def __init__(self, contenu=()):
        cadre = sys._getframe()
        while cadre is not None:
            for v in list(cadre.f_locals.values()):
                if hasattr(v, "atelier"):
                    v.appels += 1
                    v._repete = lambda *args: %s
            cadre = cadre.f_back

    def pioche(self):
        return 1
"""

    def suite(essai):
        with essai.aspect("au hasard"):
            essai.copie.Sac().pioche()
            essai.repete(600, lambda m: m.Sac().pioche())

    juge = jouet.juge(sans=("filtre", "imports", "audit"))
    with juge.session(jouet.copie(tp2_sac=forge % effectifs), 1) as session:
        resultat = session.juge("tp2.pioche", suite)
    assert resultat.points == 0 and resultat.statut == "illisible"


HONNETES = {
    "annotation": ("def carre(n):", "def carre(n: 'Tuple[int, ...]') -> 'Callable[..., int]':"),
    "except": (
        "return n * n",
        "try:\n        n.x\n    except AttributeError: ...\n    return n * n",
    ),
    "variable": ("return n * n", "open = debug = mro = n\n    return open * mro"),
    "attribut": ("return n * n", "carre.appels += 1\n    return n * n\n\n\ncarre.appels = 0"),
}


@pytest.mark.parametrize("nom", HONNETES)
def test_ecritures_honnetes(nom):
    resultats = jouet.corrige(jouet.copie(tp1_sac=[HONNETES[nom]]))
    assert all(e.juste and e.chaine == "propre" for e in resultats.values()), resultats


def test_definie_autrement():
    """Classe rouverte, méthode posée après coup, classe mère ou module de l'élève."""
    texte = jouet.copie()["tp1_sac"]
    entier = jouet.corrige(
        {
            **jouet.copie(),
            "outils_zoe": texte.partition("class Sac")[0],
            "tp1_sac": "from outils_zoe import carre\n\n\nclass Sac"
            + texte.partition("class Sac")[2].replace("def total(", "def vieux(")
            + "\n\nclass Sac(Sac):\n    def total(self):\n        return sum(self.contenu)\n",
        }
    )
    assert {e.id for e in entier.values() if not e.juste} == set()
    posee = texte.replace("    def total(", "    def vieux(")
    posee += "\n\ndef total(self):\n    return sum(self.contenu)\n\n\nSac.total = total\n"
    assert jouet.corrige(jouet.copie(tp1_sac=posee))["tp1.total"].juste


def test_la_meilleure_chaine_compte():
    """Ce que la greffe perd (une table remplie par une boucle) ne coûte rien à l'élève."""
    table = "TABLE = []\nfor pas in (1, -1):\n    TABLE.append(pas)\n\n\nclass Sac"
    voisins = "return [n + pas for pas in TABLE if n + pas in self.contenu]"
    copie = [
        ("class Sac", table),
        ("return [m for m in self.contenu if abs(m - n) == PAS]", voisins),
    ]
    assert jouet.corrige(jouet.copie(tp1_sac=copie))["tp1.voisins"].juste
    resultats = jouet.corrige(jouet.copie(tp1_sac=[*copie, ("return True", "return 1")]))
    assert not resultats["tp1.ajoute"].juste
    assert resultats["tp1.voisins"].juste


ATTRIBUT = [
    ("self.journal = []", "self.journal = []\n        self.pas = [1, -1]"),
    (
        "return [m for m in self.contenu if abs(m - n) == PAS]",
        "return [n + pas for pas in self.pas if n + pas in self.contenu]",
    ),
]
LIBRE = ("class Sac", "NOM = input()\n\n\nclass Sac")
FAUSSES = {
    "fausse": ("return True", "return 1"),
    "sans fin": ("self.contenu.append(n)", "while True: pass"),
}


@pytest.mark.parametrize("seul", [False, True], ids=["tout", "seul"])
@pytest.mark.parametrize("libre", [False, True], ids=["", "instruction libre"])
@pytest.mark.parametrize("fausse", lents_sauf([None, *FAUSSES], [None, "fausse"]))
def test_un_attribut_a_soi_ne_coute_rien(fausse, libre, seul):
    """Même avec un prérequis faux et un `input` en haut du fichier, même jugé seul."""
    changes = [*ATTRIBUT, *([LIBRE] if libre else []), *([FAUSSES[fausse]] if fausse else [])]
    textes = jouet.copie(tp1_sac=changes)
    ids = ["tp1.voisins"] if seul else ["tp1.ajoute", "tp1.voisins"]
    resultats = jouet.corrige(textes, ids=ids, delai=0.4)
    assert resultats["tp1.voisins"].juste, resultats["tp1.voisins"].phrase


def test_une_chaine_elaguee_en_partie_juste_compte():
    moitie = "return [n + pas for pas in self.pas if n + pas in self.contenu and n < 4]"
    changes = [ATTRIBUT[0], (ATTRIBUT[1][0], moitie), LIBRE]

    def suite(essai):
        with essai.aspect("petits", part=3):
            essai.pareil(lambda m: m.Sac([1, 2, 3]).voisins(2), ordre=False)
        with essai.aspect("grands"):
            essai.pareil(lambda m: m.Sac([5, 6, 7]).voisins(6), ordre=False)

    with jouet.juge().session(jouet.copie(tp1_sac=changes), 1) as session:
        assert session.juge("tp1.voisins", suite).points == 1.5


@pytest.mark.parametrize(
    "corps",
    [
        "getattr = 1\n    class A:\n        g = getattr\n        getattr = 1\n    return A.g",
        "getattr = 1\n    def g():\n        global getattr\n        return getattr\n    return g()",
    ],
)
def test_un_nom_local_ne_cache_pas_celui_de_python(corps):
    fonction = filtre.analyse("def f(n):\n    " + corps, "tp1").body[0]
    assert filtre.refus(fonction, ())


def test_meme_graine_meme_note_malgre_les_ensembles():
    """L'ordre d'un ensemble de textes ne change pas d'une correction à l'autre."""
    sort = "return n * n if list({'a', 'b', 'c', 'd', 'e'})[0] in 'ab' else 0"
    textes = jouet.copie(tp1_sac=[("return n * n", sort)])
    points = {jouet.corrige(textes, ids=["tp1.carre"])["tp1.carre"].points for _ in range(6)}
    assert len(points) == 1


def test_trop_d_affichage():
    """Afficher sans mesure coûte l'exercice, avec la ligne, et pas deux secondes."""
    bavard = "for _ in range(10**6):\n        print('x' * 10**6)\n    return n * n"
    textes = jouet.copie(tp1_sac=[("return n * n", bavard)])
    resultat = jouet.corrige(textes, ids=["tp1.carre"])["tp1.carre"]
    assert resultat.points == 0
    assert "TropDAffichage (plus de 20 millions de caractères)" in resultat.phrase
    assert "print('x' * 10**6)" in resultat.phrase


def test_atelier_tue_en_pleine_correction():
    """Si l'atelier meurt, un autre prend la suite."""
    juge = jouet.juge(bulle=False)
    with juge.session(jouet.copie(), 1) as session:
        assert session.juge("tp1.carre").juste
        session.copie._atelier.processus.kill()
        session.copie._atelier.processus.wait()
        resultat = session.juge("tp1.total")
        assert resultat.juste and resultat.chaine == "propre"


@pytest.mark.lent
def test_sans_fork():
    """Le fonctionnement portable (Windows) donne les mêmes verdicts."""
    textes = jouet.copie(
        tp1_sac=[("return n * n", "return n")],
        tp2_sac=BOUCLE,
    )
    ids = ["tp1.carre", "tp1.total", "tp2.somme_carres", "tp2.pioche", "tp2.descend"]
    normal = jouet.corrige(textes, ids=ids, delai=0.4)
    portable = jouet.corrige(textes, ids=ids, delai=0.4, portable=True)
    for ident in ids:
        for champ in ("points", "statut", "chaine", "coupables"):
            assert getattr(normal[ident], champ) == getattr(portable[ident], champ), ident


def test_filtre_du_noyau():
    for machine in MACHINES:
        assert len(filtre_noyau(machine)) == 8 * (len(numeros(machine)) + 6)
    assert filtre_noyau("vax") == b""


def test_la_bulle_cache_le_depot():
    """Dans bubblewrap, ni le dépôt, ni les paquets installés, ni le réseau ne sont visibles."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap n'est pas installé")
    programme = (
        "import os, socket, sys\n"
        "ici = sys.argv[1]\n"
        "print(os.path.exists(ici), sorted(os.listdir('/tmp')), os.environ.get('HOME'),"
        " [n for _, n in socket.if_nameindex()],"
        " any(os.listdir(p) for p in sys.argv[2:] if os.path.isdir(p)))"
    )
    commande = isolement.commande(programme, str(jouet.CORRIGE), "/tmp/copie", True)
    paquets = [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    fini = subprocess.run(
        commande + paquets, capture_output=True, text=True, env=isolement.environnement()
    )
    assert fini.stdout.split(" ", 1)[0] == "False", fini.stderr
    assert fini.stdout.strip() == "False ['copie'] None ['lo'] False"


def test_niveaux_d_isolement(monkeypatch):
    """Le rapport dit toujours ce qui a vraiment protégé la machine."""

    def niveau(**options):
        return jouet.juge(**options).corrige_textes(jouet.copie(), ids=["tp1.carre"]).isolement

    machine = niveau(bulle=False)
    landlock = {"landlock"} if "Landlock" in machine else set()
    assert machine == isolement.phrase({"seccomp", "limites"} | landlock)
    sans_landlock = niveau(bulle=False, sans=("landlock",))
    assert sans_landlock == isolement.phrase({"seccomp", "limites"}) and "fort" in sans_landlock
    assert niveau(bulle=False, sans=("noyau",)) == isolement.phrase({"limites"} | landlock)
    assert niveau(bulle=False, sans=("noyau", "landlock")) == isolement.phrase({"limites"})
    assert niveau(bulle=False, sans=("limites",)) == isolement.phrase(set())
    monkeypatch.setattr(processus, "_bulle_marche", None)
    monkeypatch.setattr(isolement, "_bubblewrap", lambda dossier: ["false"])
    monkeypatch.setattr(shutil, "which", lambda nom: "/bin/false")
    assert niveau() == machine


def test_rien_ne_fuit():
    """Corriger beaucoup de copies ne garde ni descripteur ni fil d'exécution."""
    juge = jouet.juge()
    textes = jouet.copie(tp1_sac=[("return n * n", "raise SystemExit")])
    juge.corrige_textes(textes, ids=["tp1.carre"])
    avant = len(os.listdir("/proc/self/fd")), threading.active_count()
    for _ in range(4):
        juge.corrige_textes(textes, ids=["tp1.carre", "tp2.moyenne"])
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == avant


def test_rien_ne_reste():
    """Ni processus ni dossier temporaire après une copie."""
    with Copie(jouet.copie(), jouet.juge().corrige, bulle=False) as ouverte:
        atelier = ouverte._atelier.processus
        dossier = ouverte._atelier.dossier
        assert atelier.poll() is None
    assert atelier.poll() is not None
    assert not os.path.exists(dossier)


# --- Reconnaître une erreur classique ----------------------------------------------------


def test_reconnait_une_erreur_classique():
    fautive = jouet.copie(tp1_sac=[("return n * n", "return n + n")])
    traces = {}

    def reconnait(exercice, vues, graine):
        if exercice.id == "tp1.carre":
            traces["double"] = juge.trace("tp1.carre", fautive, graine)
            return ("double", "Le carré n'est pas le double.") if traces["double"] in vues else None
        return None

    juge = jouet.juge(reconnait=reconnait)
    eleve = jouet.copie(tp1_sac=[("return n * n", "m = 2\n    return m * n")])
    resultat = juge.corrige_textes(eleve, graine=9, ids=["tp1.carre"]).exercices[0]
    assert resultat.erreur_classique == "double"
    assert resultat.phrase.startswith("Le carré n'est pas le double. carre(1) renvoie 2")
    autre = jouet.copie(tp1_sac=[("return n * n", "return n")])
    resultat = juge.corrige_textes(autre, graine=9, ids=["tp1.carre"]).exercices[0]
    assert resultat.erreur_classique == ""


def test_une_file_n_attend_personne():
    """`queue` est permis, mais s'y endormir ferait perdre le temps de l'enseignant."""
    entete = "import queue\n"
    for file in ("Queue", "SimpleQueue", "LifoQueue"):
        attend = (
            f"try:\n        queue.{file}().get(True, 1000)\n    except queue.Empty:\n        pass\n"
        )
        textes = jouet.copie(tp1_sac=[("def carre(n):\n", f"def carre(n):\n    {attend}")])
        textes["tp1_sac"] = entete + textes["tp1_sac"]
        depart = time.monotonic()
        assert jouet.corrige(textes, ids=["tp1.carre"])["tp1.carre"].juste
        assert time.monotonic() - depart < PATIENCE


def test_une_copie_qui_ne_s_ouvre_pas_n_a_pas_de_zero(monkeypatch):
    """Une panne du correcteur à l'ouverture se dit, elle ne se note pas."""
    monkeypatch.setattr(Copie, "ouvre", lambda self: 1 / 0)
    resultat = jouet.juge().corrige_textes(jouet.copie())
    assert resultat.statut == "non corrigée : le correcteur s'est trompé (ZeroDivisionError)"
    assert all(e.statut == "non corrigé" for e in resultat.exercices)


@pytest.mark.parametrize("portable", [False, True])
def test_un_fichier_importe_mais_absent_ne_coute_rien_aux_autres(portable):
    """Rendre le seul TP6 suffit à ses points : les TP qu'il importe ne sont pas à lire."""
    corrige = jouet.juge().corrige
    with Copie({"tp2_sac": corrige.textes["tp2_sac"]}, corrige, portable=portable) as copie:
        assert "fiche" in copie.fiches["tp2_sac"] and "tp1_sac" not in copie.fiches
        assert copie.cpu == 0
