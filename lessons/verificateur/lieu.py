"""Là où arrive une erreur de Python : la ligne, sa fonction, et ce que la copie y définit."""

import ast
import re
from collections import namedtuple

from .lecture import fonctions_de, fonctions_et_methodes, membres, signatures

# Où arrive une erreur : {module: texte} du code de l'élève, le module, et la ligne (son texte).
# L'exception est la description qu'en donne `exemples.decrit_exception`.
Lieu = namedtuple("Lieu", "textes module ligne exception")


def parametres_de(lieu):
    """Les paramètres de la fonction où arrive l'erreur, tels que les écrit sa ligne def."""
    fonction = lieu.exception.get("fonction", "")
    texte = lieu.textes.get(lieu.module, "")
    entete = re.search(rf"def {re.escape(fonction)}\((.*)\)", texte)
    return entete.group(1) if entete else ""


def definit_ou_importe(texte, nom):
    """True si le module `texte` a ce nom à lui : une constante, une fonction, un import."""
    return definit(texte, nom) or nom in fonctions_de(texte)


def docstring_de(lieu):
    """La docstring de la fonction où arrive l'erreur."""
    ligne = lieu.exception.get("ligne") or 0
    for f in fonctions_et_methodes(lieu.textes.get(lieu.module, "")):
        if f.lineno <= ligne <= f.end_lineno:
            return ast.get_docstring(f) or ""
    return ""


def proprietaire(lieu, nom, classe):
    """("Joueur", "le joueur") si le joueur a `nom`, et que `classe` ne l'a pas ; None sinon."""
    for autre, qui in [("Joueur", "le joueur"), ("Grille", "la grille"), ("Bateau", "le bateau")]:
        if autre != classe and nom in membres(lieu.textes, autre):
            return autre, qui
    return None


def fonction_de(lieu):
    """Le code de la fonction où arrive l'erreur, sans ses exemples ; vide si elle est absente."""
    texte, ligne = lieu.textes.get(lieu.module, ""), lieu.exception.get("ligne") or 0
    lignes = texte.split("\n")
    for f in fonctions_et_methodes(texte):
        if f.lineno <= ligne <= f.end_lineno:
            debut = f.body[1].lineno if ast.get_docstring(f) and len(f.body) > 1 else f.lineno + 1
            return "\n".join([lignes[f.lineno - 1], *lignes[debut - 1 : f.end_lineno]])
    return ""


def signature(lieu, classe, fonction, attendues=None):
    """(nom à écrire dans l'appel, est-ce une méthode, paramètres) de la fonction appelée, ou None.

    Pour __init__, le nom est celui de la classe. Python ne dit pas toujours la classe : on la
    cherche alors dans la ligne, puis parmi les fonctions qui attendent ce nombre de valeurs.
    """
    if fonction == "__init__" and classe is None:
        appelees = re.findall(r"\b([A-Z]\w*)\(", lieu.ligne)
        classe = appelees[0] if len(appelees) == 1 else "?"
    trouvees = signatures(lieu.textes, fonction, classe)
    if classe is None and attendues is not None:
        trouvees = [s for s in trouvees if len(s[1]) == attendues] or trouvees
    if not trouvees or (len({tuple(p) for _, p in trouvees}) > 1 and classe is None):
        return None
    dans, parametres = trouvees[-1]
    return (dans if fonction == "__init__" else fonction), dans is not None, parametres


def attributs_de_la_classe(lieu, classe):
    """« Ses attributs : … », si c'est une classe de la copie ; sinon rien."""
    for texte in lieu.textes.values():
        code = re.search(rf"^class {classe}\b.*?(?=^\S|\Z)", texte, re.MULTILINE | re.DOTALL)
        attributs = re.findall(r"^ +self\.(\w+) =", code.group(), re.MULTILINE) if code else []
        if attributs:
            return f" Ses attributs : {', '.join(dict.fromkeys(attributs))}."
    return ""


def conseil_ordre(lieu):
    """L'ordre des valeurs attendues, quand l'erreur arrive dans la fonction appelée."""
    fonction = lieu.exception.get("en_appelant")
    if fonction and fonction[0].isupper():  # une classe : c'est son __init__ que l'on appelle
        appelee = signature(lieu, fonction, "__init__")
        return f" L'ordre est {fonction}({', '.join(appelee[2][1:])})." if appelee else ""
    for texte in lieu.textes.values() if fonction else []:
        entete = re.search(rf"def {re.escape(fonction)}\((?:self, )?(.+)\):", texte)
        if entete and "," in entete.group(1):
            return f" L'ordre est {fonction}({sans_defauts(entete.group(1))})."
    return ""


def sans_defauts(parametres):
    """Les noms des paramètres, sans leurs valeurs par défaut.

    >>> sans_defauts("joueur, lire=input, **options")
    'joueur, lire, options'
    """
    return ", ".join(p.split("=")[0].strip(" *") for p in parametres.split(","))


def definit(texte, nom):
    """True si le module `texte` définit ce nom, hors de toute classe.

    >>> definit("X = 1", "X"), definit("class A:\\n    def f(self): pass", "f")
    (True, False)
    """
    return re.search(rf"^(def |class )?{nom}\b( =|\(|:)", texte, re.MULTILINE) is not None
