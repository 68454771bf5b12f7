"""Ce qu'un fichier d'essais (`essais_tp1.py`) a le droit de contenir.

Un essai ne sert que s'il regarde ce que fait la fonction, et rien d'autre : ni son code, ni le
temps qu'elle prend. Le vérificateur prévient, la correction refuse : ces règles ne sont écrites
qu'ici.
"""

import ast
import builtins
import re

from .permis import CHANGE_DE_CLASSE, CHANGER, NOMS_REFUSES, change_de_classe
from .source import FONCTIONS, trouve

MODULES = {"random", "math", "itertools", "copy"}  # et les fichiers des TP
MODULE_DE_TP = re.compile(r"(tp\d+|bn)_\w+")
PREFIXE = "essais_"
# Les erreurs qu'un essai n'attrape pas : elles disent aussi un assert raté, ou un essai trop long.
LARGES = {"Exception", "BaseException", "AssertionError", "RuntimeError", "RecursionError"}
LARGES |= {"MemoryError", "SystemExit", "KeyboardInterrupt", "GeneratorExit"}
SEMEURS = {"seed", "Random"}
TIRAGES = {"choice", "choices", "random", "randint", "randrange", "sample", "shuffle"}

_ESPION = "un essai regarde ce que la fonction répond, pas comment elle est faite"
NOMS = {
    **NOMS_REFUSES,
    **dict.fromkeys(("id", "hash", "dir", "super", "classmethod", "property"), _ESPION),
    "input": "personne n'est là pour répondre",
}
TEXTES = {"format", "format_map"}
DU_KIT = re.compile(r"bn_(version|habille|varie|retourne|lit|attribut|cotes)")  # voir chasse.HABIT


class Refusee(Exception):
    """Une règle n'est pas suivie : `ligne`, et `phrase`, sans majuscule ni point."""

    def __init__(self, noeud, phrase):
        super().__init__(phrase)
        self.ligne, self.phrase = getattr(noeud, "lineno", 1), phrase


def verifie(texte, cible, fixes=()):
    """Lève Refusee si la fonction d'essais `cible` (« essais_fini ») ne suit pas les règles.

    Une faute dans une autre fonction d'essais du fichier ne compte pas. `fixes` : voir `fixes_de`.
    """
    arbre = ast.parse(texte)
    fonction = next(iter(trouve(arbre, cible)[-1:]), None)
    if not isinstance(fonction, ast.FunctionDef):
        raise Refusee(None, f"il n'y a pas encore de fonction {cible} : écris def {cible}():")
    parametres = fonction.args
    if parametres.args or parametres.vararg or parametres.kwonlyargs or parametres.kwarg:
        raise Refusee(fonction, f"{cible} ne reçoit rien : écris def {cible}():")
    communs = [n for n in arbre.body if not est_d_essais(n) and not est_la_porte(n)]
    noeuds = [n for partie in [*communs, fonction] for n in ast.walk(partie)]
    importes = noms_importes(noeuds)
    siens = noms_ecrits(noeuds) - importes
    du_tp = importes | autres_noms(noeuds, importes)
    for noeud in noeuds:
        for regle in (regle_imports, regle_noms, regle_textes, regle_erreurs, regle_formes):
            regle(noeud, siens)
        regle_remplacement(noeud, importes, cible[len(PREFIXE) :], du_tp)
        regle_doublure(noeud, fixes)
    regle_hasard(noeuds)
    regle_assert(fonction, noeuds)


def sans_copie(fonction):
    """(ligne, phrase) du premier « avant = g.vides » comparé ensuite à g.vides ; None sinon.

    Les deux noms désignent la même liste : la comparaison est toujours vraie.
    """
    gardes = {}
    for noeud in ast.walk(fonction):
        if isinstance(noeud, ast.Assign) and isinstance(noeud.value, ast.Attribute):
            cibles = [cible.id for cible in noeud.targets if isinstance(cible, ast.Name)]
            gardes.update((cible, noeud) for cible in cibles)
    for noeud in ast.walk(fonction):
        if isinstance(noeud, ast.Compare) and len(noeud.ops) == 1:
            cotes = [noeud.left, noeud.comparators[0]]
            for un, autre in (cotes, cotes[::-1]):
                garde = gardes.get(getattr(un, "id", None))
                if garde is not None and ast.dump(garde.value) == ast.dump(autre):
                    nom = f"{un.id} et {autre.attr} sont le même objet"
                    conseil = f"garde une copie, {un.id} = list(…) ou dict(…)"
                    return garde.lineno, f"{nom}, ils changent ensemble : {conseil}."
    return None


def est_d_essais(noeud):
    """True pour une fonction d'essais."""
    return isinstance(noeud, FONCTIONS) and noeud.name.startswith(PREFIXE)


def est_la_porte(noeud):
    """True pour le bloc if __name__ == "__main__", qui ne sert qu'avec F5."""
    gauche = getattr(getattr(noeud, "test", None), "left", None)
    return isinstance(noeud, ast.If) and getattr(gauche, "id", "") == "__name__"


def noms_importes(noeuds):
    """Les noms que ces instructions importent."""
    imports = [n for n in noeuds if isinstance(n, (ast.Import, ast.ImportFrom))]
    return {alias.asname or alias.name for n in imports for alias in n.names}


def noms_ecrits(noeuds):
    """Les noms à qui ces instructions donnent une valeur."""
    noms = {n.id for n in noeuds if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    noms |= {n.arg for n in noeuds if isinstance(n, ast.arg)}
    return noms | {n.name for n in noeuds if isinstance(n, (*FONCTIONS, ast.ClassDef))}


def autres_noms(noeuds, importes):
    """Les variables qui désignent ce qui est importé, ou une classe : « classe = type(g) »."""
    poses = [n for n in noeuds if isinstance(n, ast.Assign)]
    poses = [n for n in poses if est_type(n.value) or racine(n.value) in importes]
    noms = {cible.id for n in poses for cible in n.targets if isinstance(cible, ast.Name)}
    return noms if noms <= importes else noms | autres_noms(noeuds, importes | noms)


def est_type(noeud):
    """True pour type(…)."""
    return isinstance(noeud, ast.Call) and getattr(noeud.func, "id", "") == "type"


# ----------------------------------------------------------------- les règles


def regle_imports(noeud, siens):
    modules = []
    if isinstance(noeud, ast.Import):
        modules = [alias.name for alias in noeud.names]
    elif isinstance(noeud, ast.ImportFrom):
        modules = [noeud.module or "."]
        if any(alias.name == "SystemRandom" for alias in noeud.names):
            raise Refusee(noeud, "fixe le hasard avec random.seed(1)")
    for module in modules:
        if module not in MODULES and not MODULE_DE_TP.fullmatch(module):
            raise Refusee(noeud, f"import {module} n'est pas permis dans des essais")


def regle_noms(noeud, siens):
    if isinstance(noeud, ast.Name) and noeud.id not in siens and noeud.id in NOMS:
        raise Refusee(noeud, f"{noeud.id} n'est pas permis ; {NOMS[noeud.id]}")
    if change_de_classe(noeud):
        raise Refusee(noeud, f"{CHANGER} n'est pas permis ; {CHANGE_DE_CLASSE}")
    nom = getattr(noeud, "attr", None) or getattr(noeud, "id", None) or getattr(noeud, "name", None)
    if isinstance(nom, str) and (nom.startswith("__") or DU_KIT.fullmatch(nom)):
        raise Refusee(noeud, f"{nom} n'est pas permis ; {_ESPION}")


def regle_textes(noeud, siens):
    if isinstance(noeud, ast.Attribute) and noeud.attr in TEXTES:
        raise Refusee(noeud, f'.{noeud.attr} n\'est pas permis ; écris plutôt f"…"')
    if isinstance(noeud, ast.Constant) and "0x" in str(noeud.value):
        raise Refusee(noeud, f"l'adresse d'un objet ne dit rien ; {_ESPION}")
    if isinstance(noeud, ast.Name) and noeud.id in TEXTES - siens:
        raise Refusee(noeud, f'{noeud.id} n\'est pas permis ; écris plutôt f"…"')


def regle_erreurs(noeud, siens):
    if isinstance(noeud, ast.Raise):
        raise Refusee(noeud, "un essai ne lève pas d'erreur : écris assert")
    if isinstance(noeud, ast.ExceptHandler):
        genres = getattr(noeud.type, "elts", [noeud.type])
        noms = {getattr(genre, "id", "Exception") for genre in genres}
        if noms & (LARGES | siens) or not all(hasattr(builtins, nom) for nom in noms):
            raise Refusee(
                noeud,
                "cet except avale aussi tes assert : nomme l'erreur attendue, comme ValueError",
            )


def regle_formes(noeud, siens):
    if isinstance(noeud, ast.ClassDef):
        raise Refusee(
            noeud, "pas de classe dans des essais : des fonctions et des assert suffisent"
        )
    if isinstance(noeud, (ast.Yield, ast.YieldFrom, ast.AsyncFunctionDef, ast.Await)):
        raise Refusee(noeud, "avec yield ou async, les assert ne sont jamais exécutés")
    if isinstance(noeud, ast.Attribute) and isinstance(noeud.ctx, ast.Del):
        raise Refusee(noeud, f"n'ôte pas {noeud.attr} : la fonction a le droit de s'en servir")
    if isinstance(noeud, (ast.Global, ast.Nonlocal)):
        raise Refusee(noeud, "un essai part toujours de rien : pas de variable globale")


def regle_remplacement(noeud, importes, essayee, du_tp):
    """Ni un nom importé, ni la fonction essayée ne se remplace : ce ne serait plus la bonne."""
    ecrit = not isinstance(getattr(noeud, "ctx", ast.Load()), ast.Load)
    if ecrit and isinstance(noeud, ast.Name) and noeud.id in importes:
        raise Refusee(noeud, f"{noeud.id} vient du TP : donne un autre nom à ta variable")
    if ecrit and isinstance(noeud, ast.Attribute):
        if noeud.attr == essayee or racine(noeud) in du_tp or est_type(noeud.value):
            raise Refusee(noeud, f"ne remplace pas {noeud.attr} : c'est lui qu'on essaie")
    if isinstance(noeud, FONCTIONS) and noeud.name in importes:
        raise Refusee(noeud, f"{noeud.name} vient du TP : ne l'écris pas une seconde fois")


def regle_doublure(noeud, fixes):
    """Une doublure ne prend que la place de ce que la docstring dit d'appeler."""
    ecrit = isinstance(noeud, ast.Attribute) and not isinstance(noeud.ctx, ast.Load)
    if ecrit and noeud.attr in fixes:
        raise Refusee(
            noeud,
            f"ne remplace pas {noeud.attr} : la docstring ne dit pas que la fonction s'en sert",
        )


def fixes_de(squelettes, module, cible):
    """Les noms des fonctions du TP et du hasard que `cible` appelle, ou non, comme elle veut.

    Ce n'est pas le cas de celles que cite sa docstring, hors des exemples.
    """
    noms, attributs = (
        {nom for texte in squelettes.values() for nom in re.findall(motif, texte)}
        for motif in (r"def (\w+)\(", r"self\.(\w+) = ")
    )
    docstring = ast.get_docstring(trouve(ast.parse(squelettes[module]), cible)[-1]) or ""
    prose = re.sub(r"(?m)^\s*(>>>|\.\.\.).*$", "", docstring)
    return frozenset(noms - attributs | TIRAGES) - set(re.findall(r"\w+", prose))


def racine(noeud):
    """Le nom d'où part ce chemin : « random » pour random.Random.seed ; "" sinon."""
    while isinstance(noeud, ast.Attribute):
        noeud = noeud.value
    return getattr(noeud, "id", "")


def regle_hasard(noeuds):
    """Un essai qui tire au sort fixe d'abord la graine."""
    for noeud in noeuds:
        if getattr(noeud, "attr", getattr(noeud, "id", "")) == "SystemRandom":
            raise Refusee(noeud, "donne une graine au hasard, comme random.seed(1)")
    appels = [n for n in noeuds if isinstance(n, ast.Call)]
    appels = [(n, n.func.attr) for n in appels if getattr(n.func, "attr", None)]
    du_module = [(n, nom) for n, nom in appels if getattr(n.func.value, "id", "") == "random"]
    for noeud, nom in du_module:
        if nom in SEMEURS and (not noeud.args or getattr(noeud.args[0], "value", 0) is None):
            raise Refusee(noeud, "donne une graine au hasard, comme random.seed(1)")
    tirages = [n for n, nom in du_module if nom not in SEMEURS]
    if tirages and not any(nom == "seed" for _, nom in du_module):
        raise Refusee(tirages[0], "fixe d'abord le hasard, avec random.seed(1)")


def regle_assert(fonction, noeuds):
    """Un assert au moins, et aucun qui soit vrai quoi qu'il arrive."""
    asserts = [n for n in noeuds if isinstance(n, ast.Assert)]
    if not asserts:
        raise Refusee(fonction, "il n'y a pas encore d'assert dans cette fonction")
    for noeud in asserts:
        if isinstance(noeud.test, ast.Tuple) and noeud.test.elts:
            raise Refusee(noeud, "ôte les parenthèses : assert (a, b) est toujours vrai")
        if noeud.msg is not None and not est_un_texte(noeud.msg):
            raise Refusee(noeud, "la virgule ne compare pas : écris ==")
        if getattr(noeud.test, "value", None) is False:
            continue  # « assert False » après un appel qui devait lever une erreur
        if not any(isinstance(n, (ast.Name, ast.Call)) for n in ast.walk(noeud.test)):
            raise Refusee(noeud, "cet assert est toujours vrai : il n'essaie rien")


def est_un_texte(noeud):
    """True pour "…" et f"…" : ce que l'on peut écrire après la virgule d'un assert."""
    texte = isinstance(noeud, ast.Constant) and isinstance(noeud.value, str)
    return texte or isinstance(noeud, (ast.JoinedStr, ast.Name, ast.BinOp, ast.Call))
