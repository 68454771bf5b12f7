"""Ressemblances : la copie maquillée est trouvée, les lignes que tout le monde écrit non."""

import random
import re

from autograder.classe.similitudes import Analyseur, Classe, groupes
from lessons.verificateur.registre import Exercice, Registre

# Plusieurs façons honnêtes d'écrire chaque fonction, comme le feraient des élèves différents.
VARIANTES = {
    "double": ["return 2 * n", "return n * 2", "return n + n"],
    "plus_grand": [
        "m = t[0]\nfor x in t:\n    if x > m:\n        m = x\nreturn m",
        "return max(t)",
        "rang = 0\nfor i in range(1, len(t)):\n    if t[i] > t[rang]:\n        rang = i\n"
        "return t[rang]",
        "t = sorted(t)\nreturn t[-1]",
    ],
    "compte": [
        "n = 0\nfor x in t:\n    if x == v:\n        n += 1\nreturn n",
        "return t.count(v)",
        "return len([x for x in t if x == v])",
        "n = 0\ni = 0\nwhile i < len(t):\n    if t[i] == v:\n        n = n + 1\n    i = i + 1\n"
        "return n",
    ],
    "voisines": [
        "r = []\nfor dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):\n"
        "    x, y = c[0] + dx, c[1] + dy\n    if 0 <= x < w and 0 <= y < h:\n"
        "        r.append((x, y))\nreturn r",
        "x, y = c\nr = []\nif x > 0:\n    r.append((x - 1, y))\nif x < w - 1:\n"
        "    r.append((x + 1, y))\nif y > 0:\n    r.append((x, y - 1))\nif y < h - 1:\n"
        "    r.append((x, y + 1))\nreturn r",
        "x, y = c\nv = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]\n"
        "return [p for p in v if p[0] in range(w) and p[1] in range(h)]",
    ],
    "bords": [
        "r = []\nfor x in range(w):\n    for y in range(h):\n"
        "        if x == 0 or y == 0 or x == w - 1 or y == h - 1:\n            r.append((x, y))\n"
        "return r",
        "r = [(x, 0) for x in range(w)] + [(x, h - 1) for x in range(w)]\n"
        "for y in range(1, h - 1):\n    r.append((0, y))\n    r.append((w - 1, y))\nreturn r",
        "tout = [(x, y) for x in range(w) for y in range(h)]\n"
        "dedans = [(x, y) for x in range(1, w - 1) for y in range(1, h - 1)]\n"
        "return [c for c in tout if c not in dedans]",
    ],
    "tri": [
        "for i in range(len(t)):\n    for j in range(len(t) - 1):\n        if t[j] > t[j + 1]:\n"
        "            t[j], t[j + 1] = t[j + 1], t[j]\nreturn t",
        "r = []\nwhile t:\n    m = min(t)\n    r.append(m)\n    t.remove(m)\nreturn r",
        "for i in range(1, len(t)):\n    x = t[i]\n    j = i\n    while j > 0 and t[j - 1] > x:\n"
        "        t[j] = t[j - 1]\n        j = j - 1\n    t[j] = x\nreturn t",
    ],
    "binaire": [
        "r = ''\nwhile n > 0:\n    r = str(n % 2) + r\n    n = n // 2\nreturn r or '0'",
        "if n == 0:\n    return '0'\nchiffres = []\nwhile n:\n    chiffres.append(str(n % 2))\n"
        "    n //= 2\nchiffres.reverse()\nreturn ''.join(chiffres)",
        "return bin(n)[2:]",
    ],
    "cesar": [
        "r = ''\nfor c in m:\n    if 'A' <= c <= 'Z':\n"
        "        r += chr((ord(c) - 65 + d) % 26 + 65)\n    else:\n        r += c\nreturn r",
        "lettres = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'\nr = ''\nfor c in m:\n    if c in lettres:\n"
        "        i = lettres.index(c) + d\n        r = r + lettres[i % 26]\n    else:\n"
        "        r = r + c\nreturn r",
        "code = {}\nfor i in range(26):\n    code[chr(65 + i)] = chr(65 + (i + d) % 26)\n"
        "return ''.join(code.get(c, c) for c in m)",
    ],
    "tranches": [
        "r = []\nfor i in range(0, len(t), k):\n    r.append(sum(t[i:i + k]) / len(t[i:i + k]))\n"
        "return r",
        "r = []\nmorceau = []\nfor x in t:\n    morceau.append(x)\n    if len(morceau) == k:\n"
        "        r.append(sum(morceau) / k)\n        morceau = []\nif morceau:\n"
        "    r.append(sum(morceau) / len(morceau))\nreturn r",
    ],
}
ARGUMENTS = {"double": "n", "plus_grand": "t", "compte": "t, v", "voisines": "c, w, h",
             "bords": "w, h", "tri": "t", "binaire": "n", "cesar": "m, d",
             "tranches": "t, k"}  # fmt: skip
REGISTRE = Registre([Exercice(f"tp1.{nom}", 1, "tp1_essai", nom) for nom in VARIANTES])


def module(choix):
    """Le module fait de ces variantes : {fonction: corps}."""
    fonctions = []
    for nom, corps in choix.items():
        lignes = corps.replace("\n", "\n    ")
        fonctions.append(f'def {nom}({ARGUMENTS[nom]}):\n    """Contrat."""\n    {lignes}\n')
    return "\n\n".join(fonctions)


def honnete(alea):
    """La copie d'un élève qui travaille seul : une façon au hasard pour chaque fonction."""
    return module({nom: alea.choice(corps) for nom, corps in VARIANTES.items()})


def maquille(texte):
    """La même copie, variables renommées, commentaires ajoutés, fonctions dans le désordre."""
    for ancien, nouveau in (("x", "abscisse"), ("y", "ordonnee"), ("r", "resultat"),
                            ("t", "tableau"), ("i", "indice"), ("j", "autre"), ("m", "maxi"),
                            ("n", "nombre")):  # fmt: skip
        texte = re.sub(rf"\b{ancien}\b", nouveau, texte)
    texte = texte.replace("return", "# voilà\n    return", 1)
    texte = texte.replace("Contrat.", "Mon texte à moi.")
    return "\n\n".join(reversed(texte.split("\n\n\n")))


ORIGINALE = module(
    {
        "double": "return n + n",
        "plus_grand": "rang = 0\nfor i in range(1, len(t)):\n    if t[rang] < t[i]:\n"
        "        rang = i\nreturn t[rang]",
        "compte": "total = 0\nreste = list(t)\nwhile v in reste:\n    reste.remove(v)\n"
        "    total += 1\nreturn total",
        "voisines": "r = []\nfor x in range(c[0] - 1, c[0] + 2):\n"
        "    for y in range(c[1] - 1, c[1] + 2):\n"
        "        if abs(x - c[0]) + abs(y - c[1]) == 1 and -1 < x < w and -1 < y < h:\n"
        "            r += [(x, y)]\nreturn r",
        "bords": "r = set()\nfor x in range(w):\n    r.add((x, 0))\n    r.add((x, h - 1))\n"
        "for y in range(h):\n    r.add((0, y))\n    r.add((w - 1, y))\nreturn sorted(r)",
        "tri": "if len(t) < 2:\n    return t\np = t[0]\nreturn tri([x for x in t[1:] if x < p]) + "
        "[p] + tri([x for x in t[1:] if x >= p])",
        "binaire": "r = []\np = 1\nwhile p <= n:\n    p = p * 2\nwhile p > 1:\n    p = p // 2\n"
        "    r += [str(n // p % 2)]\nreturn ''.join(r)",
        "cesar": "r = list(m)\nfor i in range(len(m)):\n    n = ord(m[i])\n"
        "    if n > 64 and n < 91:\n        n = n + d\n        while n > 90:\n"
        "            n = n - 26\n        r[i] = chr(n)\nreturn ''.join(r)",
        "tranches": "r = []\nwhile len(t) > 0:\n    s = 0\n    n = 0\n"
        "    while n < k and n < len(t):\n        s = s + t[n]\n        n = n + 1\n"
        "    r = r + [s / n]\n    t = t[n:]\nreturn r",
    }
)


def cherche(copies, corrige=None, squelette=None):
    """Les groupes de rangs suspects d'une liste de textes."""
    analyseur = Analyseur(REGISTRE, corrige or {}, squelette or {})
    fiches = [analyseur.analyse({"tp1_essai": texte}) for texte in copies]
    classe = Classe()
    for fiche in fiches:
        classe.ajoute(fiche)
    paires = [p for p in classe.paires() if classe.detaille(p, fiches[p.a], fiches[p.b])]
    return [rangs for rangs, _ in groupes(paires)]


def classe_honnete(graine, combien=28):
    alea = random.Random(graine)
    return [honnete(alea) for _ in range(combien)]


def test_personne_n_est_accuse_dans_une_classe_honnete():
    """Même quand, par hasard, deux élèves ont choisi la même façon pour plusieurs fonctions."""
    for graine in range(10):
        assert cherche(classe_honnete(graine)) == [], graine
        assert cherche(classe_honnete(graine, 6)) == [], graine


def test_la_copie_maquillee_est_trouvee():
    for graine in range(5):
        copies = [*classe_honnete(graine), ORIGINALE, maquille(ORIGINALE)]
        assert [28, 29] in cherche(copies), graine


def test_un_groupe_de_quatre():
    copies = [*classe_honnete(1), ORIGINALE, maquille(ORIGINALE), ORIGINALE, maquille(ORIGINALE)]
    assert [28, 29, 30, 31] in cherche(copies)


def test_une_copie_en_partie_recopiee():
    """La moitié des fonctions longues suffit à la faire voir, avec ses preuves."""
    fonctions = ORIGINALE.split("\n\n\n")
    autres = maquille(classe_honnete(3)[0]).split("\n\n\n")
    gardees = {f.split("(")[0] for f in fonctions[1:]}
    recopiee = "\n\n\n".join(fonctions[1:] + [f for f in autres if f.split("(")[0] not in gardees])
    assert [28, 29] in cherche([*classe_honnete(2), ORIGINALE, recopiee])


def test_les_lignes_courtes_ne_comptent_pas():
    courte = module({"double": "return 2 * n", "plus_grand": "return max(t)"})
    assert cherche([courte] * 30) == []


def test_le_squelette_et_le_corrige_ne_comptent_pas():
    assert cherche([ORIGINALE, ORIGINALE], corrige={"tp1_essai": ORIGINALE}) == []
    assert cherche([ORIGINALE, ORIGINALE], squelette={"tp1_essai": ORIGINALE}) == []
    assert cherche([ORIGINALE, ORIGINALE]) == [[0, 1]]


def test_un_texte_illisible_ne_gene_pas():
    copies = ["def (", "(" * 5000, "x = " + "-" * 5000 + "1", "\0", ORIGINALE, ORIGINALE]
    assert cherche(copies) == [[4, 5]]
