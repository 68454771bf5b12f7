"""Les phrases des erreurs de nom : un nom, une variable, un attribut qui n'existe pas."""

import ast
import builtins
import difflib
import re
import textwrap

from .lecture import (
    ETATS,
    arbre_de,
    classe_en,
    constantes,
    fonctions_de,
    membres,
    methodes_qui_ecrivent,
    resultat_contre_etat,
)
from .lieu import (
    attributs_de_la_classe,
    definit,
    definit_ou_importe,
    docstring_de,
    fonction_de,
    parametres_de,
    proprietaire,
    sans_defauts,
)


def phrase_nom(lieu, nom):
    """Le nom n'existe pas : est-il dans un autre module, ou dans self ?"""
    phrase = f"le nom {nom} n'existe pas à cet endroit."
    ici = lieu.textes.get(lieu.module, "")
    if nom in ETATS and re.search(rf"\b{ETATS[nom]}\b", ici):
        return f"{phrase} {resultat_contre_etat(nom, ETATS[nom])}"
    for autre in sorted(lieu.textes):
        if autre < lieu.module and definit(lieu.textes[autre], nom):
            return f"{phrase} Ajoute-le à la ligne from {autre} import …"
    classe = classe_en(ici, lieu.exception.get("ligne") or 0)
    siens = membres(lieu.textes, classe) if classe else set()
    if nom in siens:
        return f"{phrase} Écris self.{nom}."
    devant = re.search(rf"(?<![\w.]){nom}\.(\w+)", lieu.ligne)
    if devant and devant.group(1) in siens:
        return f"{phrase} Dans une méthode, l'objet s'appelle self : écris self.{devant.group(1)}."
    if nom in (*DE_RANDOM, "random") and "hasard" in siens:
        suite = f".{nom}" if nom in DE_RANDOM else ""
        return f"{phrase} Écris self.hasard{suite}."
    donne = re.search(rf"\b{nom}\((\w+)\)", lieu.ligne)
    if donne and donne.group(1) != "self" and proprietaire(lieu, nom, classe):
        objet = donne.group(1)
        return (
            f"{phrase} C'est {proprietaire(lieu, nom, classe)[1]} qui l'a : écris {objet}.{nom}()"
        )
    if proprietaire(lieu, nom, classe) and nom != "self":
        qui = proprietaire(lieu, nom, classe)[1]
        return f"{phrase} C'est {qui} qui l'a : mets devant un objet et un point."
    if nom == "self":
        recus = sans_defauts(parametres_de(lieu))
        return f"ceci est une fonction, pas une méthode : pas de self, sers-toi de {recus}."
    if nom in DE_RANDOM and re.search(r"^import random", ici, re.MULTILINE):
        return f"{phrase} Écris random.{nom}."
    if nom in ("x", "y") and re.search(r"\b(case|start)\b", parametres_de(lieu)):
        couple = re.search(r"\b(case|start)\b", parametres_de(lieu)).group()
        return f"{phrase} Commence par x, y = {couple}."
    if re.fullmatch(r"[A-Z]", nom):
        return f"{phrase} Si c'est la lettre, mets des guillemets : '{nom}'."
    return phrase + conseil_nom(lieu, nom)


DE_RANDOM = ("choice", "randint", "shuffle", "sample", "randrange")


def phrase_sans_valeur(lieu, nom):
    """Une variable n'a pas encore de valeur."""
    phrase = f"la variable {nom} est utilisée avant d'avoir reçu une valeur."
    classe = classe_en(lieu.textes.get(lieu.module, ""), lieu.exception.get("ligne") or 0)
    if classe and nom in membres(lieu.textes, classe):
        return f"{phrase} Si tu veux celle de l'objet, écris self.{nom}."
    ajoute = re.match(rf"{nom} *(?:[+-]=|= *{nom} *[+-]) *(.*)", lieu.ligne)
    if ajoute is None:
        return phrase
    depart = "0" if re.match(r"\d+$|len\(", ajoute.group(1)) else None
    depart = "[]" if ajoute.group(1).startswith("[") else depart
    depart = '""' if re.match(r"f?[\"']|str\(", ajoute.group(1)) else depart
    if depart is None:
        return f"{phrase} Donne-lui une valeur de départ, avant la boucle."
    return f"{phrase} Écris {nom} = {depart} avant la boucle."


# {(type, méthode qu'il n'a pas): ce qu'il faut écrire}
AUTRES_METHODES = {
    ("dict", "append"): "pour ajouter, écris d[clé] = valeur.",
    ("dict", "count"): "compte dans list(d.values()).",
    ("list", "add"): "pour ajouter à une liste, c'est append.",
    ("set", "append"): "pour ajouter à un ensemble, c'est add.",
    ("tuple", "append"): "un tuple ne change pas ; il faut une liste, [ ].",
    ("str", "append"): "pour coller un texte, écris +=.",
    ("list", "items"): "c'est une liste, pas un dictionnaire.",
    ("list", "length"): "la longueur est len(…).",
}


def phrase_attribut(lieu, classe, nom):
    """L'objet n'a pas cet attribut : est-ce une fonction, ou n'est-il pas encore rempli ?"""
    if hasattr(builtins, classe) or classe.startswith("dict_") or classe == "generator":
        conseil = AUTRES_METHODES.get((classe, nom), "qu'y a-t-il à gauche du point ?")
        if nom in ("max", "min", "len", "sum", "sorted", "str", "int"):
            conseil = f"{nom} est une fonction, écris {nom}(…)."
        elif noms_proches(nom, dir(getattr(builtins, classe, object))):
            genre = getattr(builtins, classe, object)
            conseil = f"voulais-tu écrire {noms_proches(nom, dir(genre))[0]} ?"
        elif classe in ("dict_keys", "dict_values", "dict_items") and hasattr(list, nom):
            conseil = "fais-en d'abord une liste, avec list(…)."
        return f"un objet {classe} n'a pas de {nom} : {conseil}"
    ici = lieu.textes.get(lieu.module, "")
    siens = membres(lieu.textes, classe)
    devant = re.search(rf"([\w.]+)\.{nom}\b", lieu.ligne)
    objet = devant.group(1) if devant else "self"
    phrase = f"{classe} n'a rien qui s'appelle {nom}"
    if nom not in siens and noms_proches(nom, siens, 0.9):
        return f"{phrase}. Voulais-tu écrire {objet}.{noms_proches(nom, siens, 0.9)[0]} ?"
    if objet == "self" and nom in sans_defauts(parametres_de(lieu)).split(", "):
        return f"{phrase} : {nom} est un paramètre, écris {nom}, sans self devant."
    if nom in constantes(ici) or (nom.isupper() and definit_ou_importe(ici, nom)):
        return f"{nom} est une constante, pas un attribut : écris {nom}, sans {objet} devant."
    if definit_ou_importe(ici, nom):
        return f"{nom} est une fonction, pas une méthode : écris {nom}(…) sans {objet}."
    if nom in siens and ligne_du_del(ici, nom):
        return (
            f"self.{nom} n'existe plus : ligne {ligne_du_del(ici, nom)}, del l'a supprimé. "
            "Garde l'attribut, et change seulement ce qu'il contient."
        )
    if nom in siens:
        return f"{objet}.{nom} n'existe pas encore : {qui_remplit(lieu, nom)}"
    ici_meme = classe_en(ici, lieu.exception.get("ligne") or 0)
    if objet != "self" and ici_meme and nom in membres(lieu.textes, ici_meme):
        return f"{phrase} : c'est self qui l'a, écris self.{nom}"
    grilles = sorted(autre for autre in siens if autre.startswith("grille_"))
    if grilles and nom in membres(lieu.textes, "Grille"):
        choix = ", ".join(f"{objet}.{grille}" for grille in grilles)
        return f"{phrase} : c'est une grille qui l'a. Laquelle faut-il ici ? {choix}"
    if nom in DE_RANDOM and "hasard" in siens:
        return f"{phrase}. Écris {objet}.hasard.{nom}."
    if proprietaire(lieu, nom, classe):
        autre, qui = proprietaire(lieu, nom, classe)
        voisins = re.findall(r"(?<![\w.])(\w+)\.(\w+)", fonction_de(lieu))
        siens = membres(lieu.textes, autre)
        objets = [v for v, attribut in voisins if v != "self" and attribut in siens]
        recus = sans_defauts(parametres_de(lieu)).split(", ")
        objets += [autre.lower()] if autre.lower() in recus else []
        conseil = f"écris {objets[0]}.{nom}" if objets else "mets cet objet devant le point."
        return f"{phrase} : c'est {qui} qui l'a, {conseil}"
    if objet == "self" and f"`{nom}`" in docstring_de(lieu):
        return f"self.{nom} n'existe pas encore : c'est ici qu'il faut le créer (self.{nom} = …)."
    proches = noms_proches(nom, siens)
    if proches:
        return f"{phrase}. Voulais-tu écrire {objet}.{proches[0]} ?"
    return phrase + "." + attributs_de_la_classe(lieu, classe)


def ligne_du_del(texte, attribut):
    """La ligne où ce module supprime self.`attribut` tout entier, ou None.

    >>> ligne_du_del("del self.x[0]\\ndel self.x", "x"), ligne_du_del("del self.x[0]", "x")
    (2, None)
    """
    for noeud in ast.walk(arbre_de(texte)):
        if isinstance(noeud, ast.Attribute) and isinstance(noeud.ctx, ast.Del):
            if noeud.attr == attribut:
                return noeud.lineno
    return None


def qui_remplit(lieu, nom):
    """Les méthodes de la copie qui donnent une valeur à self.`nom`, de près ou d'un appel."""
    connu = lieu.exception
    en_cours = [appel["fonction"] for appel in connu.get("appels", [])]
    methodes = [m for m in methodes_qui_ecrivent(lieu.textes, nom) if m not in en_cours]
    methodes = [m for m in methodes if m in connu.get("prerequis", methodes)]
    if methodes:
        qui = " ou ".join(methodes[:3])
        return f"c'est {qui} qui le remplit. L'as-tu appelée, avec des parenthèses ?"
    if nom in connu.get("promis", []) and nom not in connu.get("remplit", []):
        return f"c'est à ta fonction de le remplir (self.{nom} = …)."
    return "quelle méthode le remplit ?"


LONG_NOM = 40  # signes : personne n'écrit plus long par erreur


def noms_proches(nom, connus, proche=0.8):
    """Les noms connus que l'on a pu vouloir écrire : les mêmes lettres, à une faute près."""
    connus = sorted(c for c in connus if c != nom and len(c) <= LONG_NOM and c[0] != "_")
    proches = [connu for connu in connus if connu.lower() == nom.lower()]
    return proches + difflib.get_close_matches(nom, connus, n=1, cutoff=proche)


def conseil_nom(lieu, nom):
    """Le nom que l'élève voulait sans doute écrire, parmi ceux qu'il a à cet endroit."""
    texte = lieu.textes.get(lieu.module, "")
    siens = noms_du_code(fonction_de(lieu)) | noms_du_module(texte)
    proches = noms_proches(nom, siens, 0.75) or noms_proches(nom, dir(builtins))
    return f" Voulais-tu écrire {proches[0]} ?" if proches else ""


def noms_du_module(texte):
    """Les noms que le module définit ou importe, hors des classes.

    >>> sorted(noms_du_module("from m import f\\nX = 1\\nclass A:\\n    def g(self): pass"))
    ['A', 'X', 'f']
    """
    arbre = arbre_de(texte)
    noms = fonctions_de(texte) | {n.name for n in arbre.body if hasattr(n, "name")}
    cibles = [c for n in arbre.body if isinstance(n, ast.Assign) for c in n.targets]
    return noms | {c.id for c in cibles if isinstance(c, ast.Name)}


def noms_du_code(texte):
    """Les variables et les paramètres de ce morceau de code.

    >>> sorted(noms_du_code("def f(x): z = self.y"))
    ['x', 'z']
    """
    noeuds = list(ast.walk(arbre_de(textwrap.dedent(texte))))
    noms = {n.id for n in noeuds if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return noms | {n.arg for n in noeuds if isinstance(n, ast.arg)}
