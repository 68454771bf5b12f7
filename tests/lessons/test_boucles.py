"""Quelle boucle ne finit pas ? Le vérificateur et le correcteur accusent la même, et pareil."""

import re
import sys
import textwrap

import pytest

from lessons.verificateur import autopsie, exemples
from tests import jouet
from tests.conftest import RACINE

# {corps de carre(n): (début de la ligne accusée, True si la boucle est prouvée sans fin)}
BOUCLES = {
    "x = 0\nwhile x < 5:\n    n += 1": ("while x < 5", True),
    "while True:\n    n += 1": ("while True", True),
    "fini = False\nwhile not fini:\n    fini = False": ("while not fini", True),
    "l = [n]\nfor a in l:\n    l.append(sum(range(99)))": ("for a in l", True),
    "x = 0\nwhile x < 5:\n    for i in range(50):\n        i * i": ("while x < 5", True),
    "x = 0\nwhile x < 5:\n    k = 0\n    while k < 30:\n        k += 1": ("while x < 5", True),
    "def f(k):\n    return [k, k]\nx = 0\nwhile x < 5:\n    for v in f(x):\n        v * v": (
        "while x < 5",
        True,
    ),
    "while True:\n    while n < 5:\n        n -= 1": ("while n < 5", False),
    "while n < 10 ** 12:\n    n += 1": ("while n < 10 ** 12", False),
    "while True:\n    n += 1\n    if n > 10 ** 12:\n        break": ("while True", False),
    "for a in range(10 ** 6):\n    for b in range(10 ** 6):\n        a * b": ("for a in", False),
    "x = 0\nwhile x < 5:\n    for i in range(10 ** 9):\n        pass\n    x += 1": (
        "while x < 5",
        False,
    ),
    # Une autre fonction change la globale ; une erreur attendue arrête la boucle.
    "global PRET\nPRET = False\ndef avance():\n    global PRET\n    PRET = n > 10 ** 12\n"
    "while not PRET:\n    avance()": ("while not PRET", False),
    "l = range(10 ** 12)\ntry:\n    while True:\n        l[n]\n        n += 1\n"
    "except IndexError:\n    return n": ("while True", False),
    "import random\nwhile random.random() < 2:\n    n += 1": ("while random", False),
    "def f(k):\n    return k if k < 2 else f(k - 1) + f(k - 2)\nreturn f(60)": (
        "return k if k < 2",
        None,
    ),
}
CAS = pytest.mark.parametrize("corps", BOUCLES, ids=lambda corps: corps.replace("\n", " ; "))


def copie(corps):
    """La copie jouet dont la fonction carre a ce corps."""
    corps = textwrap.indent(corps, "    ").lstrip()
    return jouet.copie(tp1_sac=[("return n * n", corps)])


def dit_le_verificateur(corps, processus=False):
    """La phrase du vérificateur, sur place ou dans le processus des essais."""
    essai = {"titre": "", "exemples": [{"code": "carre(0)", "attendu": "0"}]}
    requete = {
        "dossier": "", "textes": copie(corps), "limite": 0.4, "limite_pas": 50_000,
        "travaux": [{"id": "tp1.carre", "module": "tp1_sac", "essais": [essai]}],
    }  # fmt: skip
    if processus:
        commande = [sys.executable, str(RACINE / "lessons" / "verifier.py"), "--enfant"]
        nouvelles = exemples.avec_processus(requete, commande)
    else:
        nouvelles = exemples.sur_place(requete)
    (boucle,) = [n for n in nouvelles if n["sorte"] == "boucle"]
    return autopsie.phrase(boucle, cite=True)


def dit_le_correcteur(corps):
    return jouet.corrige(copie(corps), ids=["tp1.carre"], delai=0.4)["tp1.carre"].phrase


def controle(phrase, corps):
    """La phrase accuse la bonne ligne, et ne dit rien de plus que ce qui est prouvé."""
    accusee, certaine = BOUCLES[corps]
    numero = int(re.search(r"ligne (\d+) de tp1_sac.py", phrase).group(1))
    assert copie(corps)["tp1_sac"].split("\n")[numero - 1].strip().startswith(accusee)
    assert ("ne s'arrête pas" in phrase) is (certaine is True)
    assert (autopsie.LONG in phrase) is (certaine is not True)
    assert ("la boucle de la ligne" in phrase) is (certaine is not None)


@CAS
def test_le_verificateur_sur_place(corps):
    controle(dit_le_verificateur(corps), corps)


@pytest.mark.lent
@CAS
def test_le_verificateur_et_le_correcteur_disent_la_meme_phrase(corps):
    verificateur, correcteur = dit_le_verificateur(corps, processus=True), dit_le_correcteur(corps)
    controle(verificateur, corps)
    controle(correcteur, corps)
    if BOUCLES[corps][1]:
        assert correcteur == f"carre(0) : {verificateur}."


def test_le_code_de_l_eleve_n_est_jamais_appele():
    """Une photo ne passe ni par un repr, ni par une égalité, ni par un attribut de l'élève."""

    class Piege:
        def refuse(self, *_):
            raise AssertionError

        __repr__ = __eq__ = __hash__ = __len__ = __bool__ = __getattr__ = __iter__ = refuse

    class Liste(list):
        __repr__ = __len__ = __iter__ = Piege.refuse

    piege, liste, dedans = Piege(), Liste([1]), [Piege(), (Piege(),)]
    enquete = autopsie.Enquete(lambda fichier, _: fichier == __file__, lambda _: None)
    for _ in range(2):
        enquete.photographie(sys._getframe())
    vues = dict(enquete.constat()["variables"])
    assert vues["dedans"] == "[…, (…,)]" and not {"piege", "liste"} & vues.keys()
    assert type(piege) is Piege and type(liste) is Liste and len(dedans) == 2
