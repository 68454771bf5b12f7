"""Lit un fichier d'élève sans l'exécuter : ce qu'il définit, ce qu'il importe, ce qui est refusé.

Tout se passe sur l'arbre syntaxique, dans un processus que l'on peut perdre (lire un texte
hostile peut épuiser la mémoire). Ce qui est refusé l'est avec une phrase pour l'élève : la
ligne, la chose, la raison. Un refus ne touche que la définition qui le contient.
"""

import ast

from lessons.verificateur.source import (
    DEFINITIONS,
    ECRIT,
    FONCTIONS,
    definitions,
    etat_du_corps,
    importes,
)


def noms_de(texte):
    """Les mots d'un texte, en ensemble figé : pour écrire une longue liste de noms."""
    return frozenset(texte.split())


TAILLE_MAX = 200_000  # octets d'un fichier : un TP complet en fait environ 15 000

MODULES_PERMIS = noms_de(
    "random math collections collections.abc itertools functools string copy typing"
    " dataclasses enum statistics operator abc heapq bisect fractions decimal textwrap time"
    " doctest numbers struct re queue __future__"
)
RAISON_MODULE = (
    "le TP n'en a pas besoin, et la correction ne laisse lire ni les fichiers ni le système"
)

NOMS_REFUSES = {
    "eval": "exécuter un texte comme du code cache ce que fait le programme",
    "exec": "exécuter un texte comme du code cache ce que fait le programme",
    "compile": "exécuter un texte comme du code cache ce que fait le programme",
    "open": "la correction ne laisse ni lire ni écrire de fichier",
    "globals": "écris le nom de la variable directement",
    "locals": "écris le nom de la variable directement",
    "vars": "écris le nom de l'attribut directement",
    "getattr": "écris l'attribut directement, comme g.etat",
    "setattr": "écris l'attribut directement, comme g.etat = …",
    "delattr": "écris l'attribut directement",
    "breakpoint": "il attend quelqu'un au clavier",
    "memoryview": "le TP n'en a pas besoin",
    "exit": "il arrête tout le programme ; pour finir une fonction, utilise return",
    "quit": "il arrête tout le programme ; pour finir une fonction, utilise return",
    "help": "il attend quelqu'un au clavier",
}
# Ces attributs ouvrent les coulisses de Python, ou lisent un attribut d'après un texte.
ATTRIBUTS_REFUSES = noms_de(
    "gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code"
    " ag_await tb_frame tb_next tb_lasti f_back f_locals f_globals f_builtins f_code f_trace"
    " co_code co_consts co_names func_globals func_code mro Formatter get_field vformat"
    " update_wrapper attrgetter methodcaller get_type_hints ForwardRef singledispatch"
    " singledispatchmethod evaluate_forward_ref DocTestRunner DocTestFinder"
    " run_docstring_examples script_from_examples testsource debug_src debug_script DebugRunner"
    " make_dataclass"
    " with_traceback"
)
SPECIAUX_PERMIS = frozenset(
    f"__{nom}__"
    for nom in noms_de(
        "init repr str eq ne lt le gt ge hash len getitem setitem delitem contains iter next call"
        " add sub mul neg pos abs bool int float radd rsub rmul iadd isub floordiv truediv mod"
        " and or xor not invert enter exit copy deepcopy post_init new slots doc name class all"
        " author version date future annotations reversed index format missing"
    )
)
INTERDIT_GENERAL = "ce nom ouvre les coulisses de Python, dont le TP n'a pas besoin"


class FichierRefuse(Exception):
    """Le fichier entier ne peut pas être lu ; le message est la phrase de l'élève."""

    def __init__(self, phrase, ligne=None):
        super().__init__(phrase)
        self.ligne = ligne


def analyse(texte, nom):
    """Arbre syntaxique du texte, sans son bloc `if __name__ == "__main__"`.

    >>> arbre = analyse("def f(:", "tp1")
    Traceback (most recent call last):
        ...
    autograder.bac_a_sable.filtre.FichierRefuse: erreur de syntaxe ligne 1 de tp1.py : def f(:
    """
    if len(texte) > TAILLE_MAX:
        raise FichierRefuse(f"{nom}.py est trop gros pour un fichier de TP")
    try:
        arbre = ast.parse(texte, f"<{nom}.py>")
    except SyntaxError as erreur:
        lignes = texte.split("\n")
        numero = erreur.lineno or 0
        if not 0 < numero <= len(lignes):  # des octets nuls, par exemple
            raise FichierRefuse(f"{nom}.py ne peut pas être lu comme du Python") from None
        fautive = lignes[numero - 1].strip()[:80]
        genre = "mélange d'espaces et de tabulations"
        if not isinstance(erreur, TabError):
            genre = "décalage (indentation) incorrect"
        if not isinstance(erreur, IndentationError):
            genre = "erreur de syntaxe"
        raise FichierRefuse(f"{genre} ligne {numero} de {nom}.py : {fautive}", numero) from None
    except (ValueError, RecursionError, MemoryError):
        raise FichierRefuse(f"{nom}.py ne peut pas être lu comme du Python") from None
    arbre.body = [noeud for noeud in arbre.body if not est_bloc_principal(noeud)]
    return arbre


def est_bloc_principal(noeud):
    """True pour `if __name__ == "__main__":` (ce bloc n'est jamais exécuté ici)."""
    return (
        isinstance(noeud, ast.If)
        and isinstance(noeud.test, ast.Compare)
        and isinstance(noeud.test.left, ast.Name)
        and noeud.test.left.id == "__name__"
        and len(noeud.test.ops) == 1
        and isinstance(noeud.test.ops[0], ast.Eq)
        and not noeud.orelse
    )


def est_a_faire(noeuds, nom, depart):
    """True si toutes ces définitions sont des fonctions dont le corps n'est pas encore écrit."""
    trous = frozenset(tuple(chemin) for chemin in depart.get(nom, ()))
    return all(
        isinstance(noeud, ast.FunctionDef) and etat_du_corps(noeud, trous)[0] != ECRIT
        for noeud in noeuds
    )


def refus(noeud, voisins):
    """Liste des (ligne, phrase) refusées dans ce noeud.

    `voisins` : noms des modules de la copie (None : tout est accepté).

    >>> refus(ast.parse("x = 1\\nopen('notes')"), ())
    [(2, "open n'est pas permis : la correction ne laisse ni lire ni écrire de fichier")]
    """
    trouves = []
    a_nous = _noms_a_nous(noeud)
    for interieur in ast.walk(noeud) if voisins is not None else ():
        if type(interieur).__name__ not in EXAMINES or id(interieur) in a_nous:
            continue
        for quoi, raison in _examine(interieur, voisins):
            ligne = getattr(interieur, "lineno", getattr(noeud, "lineno", 0))
            trouves.append((ligne, f"{quoi} n'est pas permis : {raison}"))
    return trouves


def _noms_a_nous(noeud):
    """Les `id` des noms refusés qui sont, dans cette fonction, de simples variables.

    >>> refus(ast.parse("def f(case):\\n    open = case\\n    return open").body[0], ())
    []
    """
    if not isinstance(noeud, FONCTIONS):
        return frozenset()
    locaux = _variables_locales(noeud) & (NOMS_REFUSES.keys() | ATTRIBUTS_REFUSES)
    if not locaux or any(
        isinstance(interieur, (ast.ClassDef, ast.Global)) for interieur in ast.walk(noeud)
    ):
        return frozenset()  # dans une classe, ou après `global`, le nom serait celui de Python
    return {
        id(interieur)
        for instruction in noeud.body
        for interieur in ast.walk(instruction)
        if isinstance(interieur, ast.Name) and interieur.id in locaux
    }


ESPACES_A_PART = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _variables_locales(fonction):
    """Paramètres et variables de cette fonction, sans ceux des fonctions qu'elle contient."""
    arguments = fonction.args
    noms = {a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    partages = set()
    pile = list(fonction.body)
    while pile:
        noeud = pile.pop()
        if isinstance(noeud, DEFINITIONS):
            noms.add(noeud.name)
        elif isinstance(noeud, ESPACES_A_PART):
            continue
        elif isinstance(noeud, (ast.Global, ast.Nonlocal)):
            partages.update(noeud.names)
        elif isinstance(noeud, ast.Name) and isinstance(noeud.ctx, ast.Store):
            noms.add(noeud.id)
        else:
            pile += ast.iter_child_nodes(noeud)
    return noms - partages


EXAMINES = noms_de(
    "Import ImportFrom Name Attribute FunctionDef AsyncFunctionDef ClassDef keyword arg Call"
    " MatchClass"
)


def _examine(noeud, voisins):
    if isinstance(noeud, ast.Import):
        for alias in noeud.names:
            if alias.name not in MODULES_PERMIS and alias.name not in voisins:
                yield "import " + alias.name[:40], RAISON_MODULE
    elif isinstance(noeud, ast.ImportFrom):
        module = noeud.module or ""
        if noeud.level or (module not in MODULES_PERMIS and module not in voisins):
            yield "from %s import" % (module[:40] or "."), RAISON_MODULE
        elif module in MODULES_PERMIS:
            yield from (refuse for alias in noeud.names for refuse in _importe_refuse(alias.name))
    elif isinstance(noeud, ast.Name):
        if isinstance(noeud.ctx, ast.Load) and noeud.id in NOMS_REFUSES:
            yield noeud.id, NOMS_REFUSES[noeud.id]
        elif isinstance(noeud.ctx, ast.Load) and noeud.id in ATTRIBUTS_REFUSES:
            yield noeud.id, INTERDIT_GENERAL
        yield from _special_refuse(noeud.id)
    elif isinstance(noeud, ast.Attribute):
        yield from _attribut_refuse(noeud.attr)
    elif isinstance(noeud, DEFINITIONS):
        yield from _special_refuse(noeud.name)
    elif isinstance(noeud, ast.keyword) and noeud.arg:
        if noeud.arg in ("assigned", "updated"):
            yield noeud.arg, INTERDIT_GENERAL
    elif isinstance(noeud, ast.arg):
        yield from _special_refuse(noeud.arg)
    elif isinstance(noeud, ast.Call):
        if isinstance(noeud.func, (ast.Name, ast.Attribute)):
            appele = noeud.func.id if isinstance(noeud.func, ast.Name) else noeud.func.attr
            if appele == "wraps" and (len(noeud.args) != 1 or noeud.keywords):
                yield "wraps avec plusieurs arguments", INTERDIT_GENERAL
    elif type(noeud).__name__ == "MatchClass":
        for attribut in noeud.kwd_attrs:
            yield from _attribut_refuse(attribut)


def _importe_refuse(nom):
    if nom in ATTRIBUTS_REFUSES:
        yield nom[:40], INTERDIT_GENERAL
    yield from _special_refuse(nom)


def _attribut_refuse(nom):
    if nom in ATTRIBUTS_REFUSES or _est_special_refuse(nom):
        yield "l'attribut " + nom[:40], INTERDIT_GENERAL


def _special_refuse(nom):
    if _est_special_refuse(nom):
        yield nom[:40], INTERDIT_GENERAL


def _est_special_refuse(nom):
    return nom.startswith("__") and nom.endswith("__") and nom not in SPECIAUX_PERMIS


def fiche(arbre, voisins, filtre=True, annexes=(), depart=None):
    """Ce que le correcteur doit savoir du fichier, en données simples.

    `depart` : {cible: où le squelette a l'instruction `...`} (voir `source.suspensions`).

    - `definitions` : {nom qualifié: [ligne, "ecrite" ou "a_faire"]} (voir `source.definitions`) ;
    - `refus` : [[ligne, phrase, nom qualifié de la définition qui le contient ou ""]] ;
    - `voisins` : les modules de la copie qu'il importe ; `standard` : les autres, permis.
    """
    tous = definitions(arbre, annexes)
    noms = set(importes(arbre))
    return {
        "definitions": {
            nom: [
                noeuds[-1].lineno,
                "a_faire" if est_a_faire(noeuds, nom, depart or {}) else "ecrite",
            ]
            for nom, noeuds in list(tous.items())[:2000]
        },
        "refus": [
            [ligne, phrase, nom]
            for nom, noeud in _morceaux(arbre)
            for ligne, phrase in refus(noeud, voisins if filtre else None)[:3]
        ][:20],
        "voisins": sorted(noms & set(voisins)),
        "standard": sorted(noms & MODULES_PERMIS),
    }


def _morceaux(arbre):
    """(nom qualifié, noeud) : chaque méthode, fonction ou instruction du fichier, une fois."""
    for noeud in arbre.body:
        if isinstance(noeud, ast.ClassDef):
            for membre in noeud.body:
                nom = getattr(membre, "name", "")
                yield (noeud.name + "." + nom if nom else "", membre)
            entete = ast.ClassDef(
                name=noeud.name,
                bases=noeud.bases,
                keywords=noeud.keywords,
                body=[],
                decorator_list=noeud.decorator_list,
                lineno=noeud.lineno,
            )
            yield "", entete
        else:
            yield getattr(noeud, "name", ""), noeud
