"""Le code Python d'un carnet Jupyter (`.ipynb`), remis sous la forme d'un module.

Un carnet contient aussi des essais (appels, affichages) et des commandes (`%`, `!`) : seuls
restent les imports, les constantes, les fonctions et les classes. Une classe écrite en plusieurs
cellules (`class Grille(Grille):`, ou `Grille.tir = tir`) est recollée en une seule.
"""

import ast
import json
import re
import textwrap

CELLULE_MAX = 200_000
MODULES_MAX = 40  # modules d'un même carnet
BOITES_MAX = 500_000  # listes et dictionnaires d'un carnet : chacun prend de la mémoire
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
GARDES = (*DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
ESSAIS = re.compile(r"^def[ \t]+essais_\w", re.M)
SANS_FICHIER = "essais"  # où vont les essais d'une cellule qui ne nomme pas leur fichier
FICHIER = re.compile(r"^\s*(?:%%(?:writefile|file)\s+|#+\s*)([A-Za-z_]\w*)\.py\s*$")


def cellules(octets):
    """Les textes des cellules de code d'un carnet ; lève ValueError si ce n'en est pas un."""
    if octets.count(b"[") + octets.count(b"{") > BOITES_MAX:
        raise ValueError("ce carnet est démesuré")
    carnet = json.loads(octets.decode("utf-8-sig"))
    if not isinstance(carnet, dict):
        raise ValueError("ce n'est pas un carnet")
    textes = []
    for feuille in [carnet, *_dictionnaires(carnet.get("worksheets"))]:
        for cellule in _dictionnaires(feuille.get("cells")):
            if cellule.get("cell_type") == "code":
                source = cellule.get("source", cellule.get("input", ""))
                lignes = source if isinstance(source, list) else [source]
                texte = "".join(ligne for ligne in lignes if isinstance(ligne, str))
                textes.append(texte.replace("\r\n", "\n").replace("\r", "\n"))
    return textes


def _dictionnaires(liste):
    """Les dictionnaires de la liste ; lève ValueError si ce n'est pas une liste (ou rien)."""
    if liste is not None and not isinstance(liste, list):
        raise ValueError("ce n'est pas un carnet")
    return [element for element in liste or [] if isinstance(element, dict)]


def code_du_carnet(octets):
    """Le texte brut de toutes les cellules de code."""
    return "\n\n".join(cellules(octets))


def morceaux_par_fichier(octets):
    """[(nom de module ou None, texte)] : une cellule `%%writefile tp1_grille.py` (ou qui commence
    par le commentaire `# tp1_grille.py`) ouvre ce module.

    Les cellules qui définissent des essais (`def essais_…`) sont à part, sous le nom SANS_FICHIER.
    """
    groupes = {}
    courant = None
    for texte in cellules(octets):
        premiere, _, suite = texte.partition("\n")
        nomme = FICHIER.match(premiere)
        if nomme:
            courant, texte = nomme[1], suite
        ou = SANS_FICHIER if nomme is None and ESSAIS.search(texte) else courant
        groupes.setdefault(ou, []).append(texte)
    return [(nom, en_module(groupes[nom])) for nom in list(groupes)[:MODULES_MAX]]


def en_module(textes):
    """Un module fait des définitions des cellules, dans l'ordre.

    >>> print(en_module(["import random", "%time 1", "def f(): return 1", "print(f())"]))
    import random
    <BLANKLINE>
    def f(): return 1
    """
    blocs, classes, fonctions = [], {}, {}
    for texte in textes:
        texte = re.sub(r"^[ \t]*[%!?].*$", "", texte[:CELLULE_MAX], flags=re.M)
        try:
            arbre = ast.parse(texte)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            blocs.append([texte] if re.search(r"^(def|class) ", texte, re.M) else [])
            continue
        lignes = texte.split("\n")  # comme Python : un saut de page n'est pas une ligne
        for noeud in arbre.body:
            if isinstance(noeud, GARDES):
                _range(noeud, lignes, blocs, classes, fonctions)
    return "\n\n".join("\n".join(bloc) for bloc in blocs if bloc)


def _range(noeud, lignes, blocs, classes, fonctions):
    """Ajoute une définition au module, ou à la classe qu'elle complète."""
    morceau = _lignes(noeud, lignes)
    if isinstance(noeud, ast.ClassDef):
        bases = [base.id for base in noeud.bases if isinstance(base, ast.Name)]
        if noeud.name in classes and noeud.name in bases:
            membres = [_lignes(membre, lignes) for membre in noeud.body]
            for membre in membres:
                classes[noeud.name] += ["", *_decale(membre)]
            return
        classes[noeud.name] = morceau
    elif isinstance(noeud, DEFINITIONS):
        fonctions[noeud.name] = morceau
    elif isinstance(noeud, ast.Assign) and isinstance(noeud.targets[0], ast.Attribute):
        cible, valeur = noeud.targets[0], noeud.value
        classe = cible.value.id if isinstance(cible.value, ast.Name) else None
        fonction = valeur.id if isinstance(valeur, ast.Name) else None
        if classe in classes and fonction == cible.attr and fonction in fonctions:
            classes[classe] += ["", *_decale(fonctions[fonction])]
        return
    blocs.append(morceau)


def _lignes(noeud, lignes):
    """Les lignes d'une définition, décorateurs compris, sans leur décalage."""
    debut = min([noeud.lineno, *(d.lineno for d in getattr(noeud, "decorator_list", []))])
    return textwrap.dedent("\n".join(lignes[debut - 1 : noeud.end_lineno])).split("\n")


def _decale(lignes):
    return [("    " + ligne) if ligne else "" for ligne in lignes]
