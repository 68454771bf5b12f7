"""Lit un fichier d'élève sans l'exécuter : ce qu'il définit, ce qu'il importe, ce qui est refusé.

Tout se passe sur l'arbre syntaxique, dans un processus que l'on peut perdre (lire un texte
hostile peut épuiser la mémoire). Ce qui est refusé l'est avec une phrase pour l'élève : la
ligne, la chose, la raison. Un refus ne touche que la définition qui le contient.
"""

import _string
import ast
import functools

from lessons.verificateur import permis
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


NOMS_MAX = 200  # noms que l'on retient d'une définition
TAILLE_MAX = 200_000  # octets d'un fichier : un TP complet en fait environ 15 000

# Ce qu'une copie peut importer, et ce qu'elle y trouve. TOUT : ce que le module promet au public,
# quand il ne fait que calculer. Ailleurs, une liste : ce qui lit, fabrique ou modifie un attribut
# d'après un texte n'y est pas.
TOUT = None
NOMS_PERMIS = {
    "random": TOUT,
    "math": TOUT,
    "itertools": TOUT,
    "heapq": TOUT,
    "bisect": TOUT,
    "statistics": TOUT,
    "fractions": TOUT,
    "numbers": TOUT,
    "struct": TOUT,
    "textwrap": TOUT,
    "queue": TOUT,
    "collections.abc": TOUT,
    "__future__": TOUT,
    "collections": noms_de(
        "ChainMap Counter OrderedDict UserDict UserList defaultdict deque namedtuple abc"
    ),
    "functools": noms_de(
        "cache cached_property cmp_to_key lru_cache partial partialmethod reduce total_ordering"
        " wraps"
    ),
    "string": noms_de(
        "ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits"
        " printable punctuation whitespace Template"
    ),
    "copy": noms_de("copy deepcopy Error"),
    "typing": noms_de(
        "AbstractSet Annotated Any AnyStr Callable ChainMap ClassVar Collection Container Counter"
        " DefaultDict Deque Dict Final FrozenSet Generator Generic Hashable ItemsView Iterable"
        " Iterator KeysView List Literal LiteralString Mapping Match MutableMapping"
        " MutableSequence MutableSet NamedTuple Never NewType NoReturn NotRequired Optional"
        " OrderedDict ParamSpec Pattern Required Reversible Self Sequence Set Sized TYPE_CHECKING"
        " Text Tuple Type TypeAlias TypeGuard TypeVar TypedDict Union ValuesView cast final"
        " overload"
    ),
    "dataclasses": noms_de(
        "FrozenInstanceError InitVar KW_ONLY asdict astuple dataclass field fields is_dataclass"
        " replace"
    ),
    "enum": noms_de("Enum IntEnum StrEnum Flag IntFlag auto unique"),
    "operator": noms_de(
        "abs add and_ concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat"
        " ifloordiv ilshift imod imul index indexOf inv invert ior ipow irshift is_ is_not isub"
        " itemgetter itruediv ixor le length_hint lshift lt matmul mod mul ne neg not_ or_ pos"
        " pow rshift setitem sub truediv truth xor"
    ),
    "abc": noms_de("ABC abstractmethod"),
    "decimal": noms_de(
        "Context Decimal DecimalException DivisionByZero Inexact InvalidOperation Overflow"
        " ROUND_05UP ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN"
        " ROUND_HALF_UP ROUND_UP Rounded Underflow getcontext localcontext setcontext"
    ),
    "time": noms_de(
        "asctime ctime gmtime localtime mktime monotonic monotonic_ns perf_counter"
        " perf_counter_ns process_time process_time_ns sleep strftime struct_time thread_time"
        " time time_ns"
    ),
    "doctest": noms_de("testmod testfile ELLIPSIS NORMALIZE_WHITESPACE"),
    "re": noms_de(
        "A ASCII DOTALL I IGNORECASE M MULTILINE Match Pattern RegexFlag S VERBOSE X compile"
        " error escape findall finditer fullmatch match search split sub subn"
    ),
}
MODULES_PERMIS = frozenset(NOMS_PERMIS)
RAISON_MODULE = (
    "le TP n'en a pas besoin, et la correction ne laisse lire ni les fichiers ni le système"
)

# Ces attributs ouvrent les coulisses de Python, ou lisent un attribut d'après un texte.
ATTRIBUTS_REFUSES = noms_de(
    "gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code"
    " ag_await tb_frame tb_next tb_lasti f_back f_locals f_globals f_builtins f_code f_trace"
    " co_code co_consts co_names func_globals func_code mro Formatter get_field vformat"
    " update_wrapper attrgetter methodcaller get_type_hints ForwardRef singledispatch"
    " singledispatchmethod evaluate_forward_ref DocTestRunner DocTestFinder"
    " run_docstring_examples script_from_examples testsource debug_src debug_script DebugRunner"
    " make_dataclass with_traceback get_args get_origin get_overloads EnumMeta EnumType EnumDict"
    " global_enum ABCMeta UserString runtime_checkable update_abstractmethods"
)
SPECIAUX_PERMIS = frozenset(
    f"__{nom}__"
    for nom in noms_de(
        "init repr str eq ne lt le gt ge hash len getitem setitem delitem contains iter next call"
        " add sub mul neg pos abs bool int float radd rsub rmul iadd isub floordiv truediv mod"
        " and or xor not invert enter exit copy deepcopy post_init new slots doc name class all"
        " author version date future annotations reversed index format missing"
        " pow rpow ipow divmod rdivmod imul ifloordiv itruediv imod rfloordiv rtruediv rmod iand"
        " ior ixor rand ror rxor lshift rshift ilshift irshift rlshift rrshift matmul rmatmul"
        " imatmul round trunc floor ceil complex"
    )
)
# Permis, mais pas sur n'importe quoi : `gardes` en décide pendant l'exécution.
A_GARDER = noms_de("format format_map obj register")
SPECIAUX_A_GARDER = noms_de("__class__ __annotations__")
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
        if type(interieur) in SANS_INTERET or id(interieur) in a_nous:
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
    locaux = _variables_locales(noeud) & (permis.NOMS_REFUSES.keys() | ATTRIBUTS_REFUSES)
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


def _examine(noeud, voisins):
    for nom in _identifiants(noeud):
        if _est_special_refuse(nom):
            yield nom[:40], INTERDIT_GENERAL
        elif nom == "__class__" and not isinstance(getattr(noeud, "ctx", None), ast.Load):
            yield "définir __class__", INTERDIT_GENERAL
    if isinstance(noeud, ast.Import):
        for alias in noeud.names:
            if alias.name not in MODULES_PERMIS and alias.name not in voisins:
                yield "import " + alias.name[:40], RAISON_MODULE
    elif isinstance(noeud, ast.ImportFrom):
        module = noeud.module or ""
        if noeud.level or (module not in MODULES_PERMIS and module not in voisins):
            yield "from %s import" % (module[:40] or "."), RAISON_MODULE
        elif module in MODULES_PERMIS and module not in voisins:
            for alias in noeud.names:
                yield from _importe_refuse(module, alias.name)
    elif isinstance(noeud, ast.Name):
        if isinstance(noeud.ctx, ast.Load) and noeud.id in permis.NOMS_REFUSES:
            yield noeud.id, permis.NOMS_REFUSES[noeud.id]
        elif isinstance(noeud.ctx, ast.Load) and noeud.id in ATTRIBUTS_REFUSES:
            yield noeud.id, INTERDIT_GENERAL
    elif isinstance(noeud, ast.Attribute):
        yield from _attribut_refuse(noeud)
    elif isinstance(noeud, ast.ClassDef):
        if any(option.arg in ("metaclass", None) for option in noeud.keywords):
            yield "metaclass", INTERDIT_GENERAL
        if any(isinstance(base, ast.Name) and base.id == "type" for base in noeud.bases):
            yield "hériter de type", INTERDIT_GENERAL
    elif type(noeud).__name__ in MOTIFS:
        for attribut in _attributs_du_motif(noeud):
            if est_douteux(attribut):
                yield "le motif " + attribut[:40], INTERDIT_GENERAL


SANS_INTERET = frozenset((
    ast.Load, ast.Store, ast.Constant, ast.Call, ast.Expr, ast.Tuple, ast.Assign, ast.Subscript,
    ast.BinOp, ast.Compare, ast.If, ast.Return, ast.For, ast.List, ast.arguments, ast.BoolOp,
))  # fmt: skip
CHAMPS_DE_NOMS = noms_de("id name names asname arg rest kwd_attrs")


@functools.cache
def _champs_de_noms(sorte):
    return tuple(champ for champ in sorte._fields if champ in CHAMPS_DE_NOMS)


def _identifiants(noeud):
    """Les noms que ce nœud écrit, quelle que soit sa sorte : variable, alias, argument, motif…"""
    for champ in _champs_de_noms(type(noeud)):
        valeur = getattr(noeud, champ, None)
        for element in valeur if type(valeur) is list else (valeur,):
            if type(element) is str:
                yield element


MOTIFS = ("MatchClass", "MatchValue", "MatchMapping")


def _attributs_du_motif(motif):
    """Les attributs que lit ce motif, où l'on ne peut mettre aucune garde."""
    yield from getattr(motif, "kwd_attrs", ())
    valeurs = [getattr(motif, "value", None), getattr(motif, "cls", None)]
    for valeur in valeurs + list(getattr(motif, "keys", ())):
        for noeud in ast.walk(valeur) if valeur is not None else ():
            if isinstance(noeud, ast.Attribute):
                yield noeud.attr


def est_douteux(nom):
    """True pour un nom d'attribut dont il faut savoir à qui on le demande.

    >>> [est_douteux(nom) for nom in ("etat", "_etat", "__init__", "__class__", "format")]
    [False, True, False, True, True]
    """
    if nom.startswith("__") and nom.endswith("__"):
        return nom not in SPECIAUX_PERMIS or nom in SPECIAUX_A_GARDER
    return nom.startswith("_") or nom in A_GARDER or nom in ATTRIBUTS_REFUSES


def _importe_refuse(module, nom):
    if nom in ATTRIBUTS_REFUSES or nom.startswith("_"):
        yield nom[:40], INTERDIT_GENERAL
    elif NOMS_PERMIS[module] is not TOUT and nom not in NOMS_PERMIS[module] and nom != "*":
        yield f"{module}.{nom[:40]}", f"de {module}, la correction ne donne que l'essentiel"


def _attribut_refuse(noeud):
    nom = noeud.attr
    if nom in permis.ATTRIBUTS_REFUSES:
        yield "l'attribut " + nom, permis.ATTRIBUTS_REFUSES[nom]
    elif nom in ATTRIBUTS_REFUSES or _est_special_refuse(nom):
        yield "l'attribut " + nom[:40], INTERDIT_GENERAL
    elif permis.change_de_classe(noeud):
        yield permis.CHANGER, permis.CHANGE_DE_CLASSE
    elif est_texte_a_trous(noeud) and not est_texte_sur(noeud):
        yield "un attribut caché dans un texte à trous", INTERDIT_GENERAL


def est_texte_a_trous(noeud):
    """True pour "un texte".format, écrit en toutes lettres."""
    lettres = isinstance(noeud.value, ast.Constant) and type(noeud.value.value) is str
    return lettres and noeud.attr in ("format", "format_map")


def est_texte_sur(noeud):
    """True pour "un texte".format dont aucun trou ne lit d'attribut caché."""
    return est_texte_a_trous(noeud) and trou_cache(noeud.value.value) is None


def trou_cache(texte):
    """Le premier attribut caché que lirait ce texte à trous, ou None.

    >>> trou_cache("{:>2} {0.nom} {1[a]}"), trou_cache("{0:{1.__class__}}")
    (None, '__class__')
    """
    try:
        for _, champ, precision, _ in _string.formatter_parser(texte):
            for est_attribut, nom in _string.formatter_field_name_split(champ)[1] if champ else ():
                if est_attribut and (nom.startswith("_") or nom in ATTRIBUTS_REFUSES):
                    return nom
            if precision and trou_cache(precision) is not None:
                return trou_cache(precision)
    except ValueError:  # `format` dira lui-même ce qui ne va pas
        return None
    return None


def est_refuse(nom):
    """True pour un attribut que la copie ne lit ni ne pose sur aucun objet."""
    return nom in ATTRIBUTS_REFUSES or nom == "__class__" or _est_special_refuse(nom)


def _est_special_refuse(nom):
    return nom.startswith("__") and nom.endswith("__") and nom not in SPECIAUX_PERMIS


def fiche(arbre, voisins, filtre=True, annexes=(), depart=None):
    """Ce que le correcteur doit savoir du fichier, en données simples.

    `depart` : {cible: où le squelette a l'instruction `...`} (voir `source.suspensions`).

    - `definitions` : {nom qualifié: [ligne, "ecrite" ou "a_faire"]} (voir `source.definitions`) ;
    - `noms` : {nom qualifié: ce que nomme son corps}, pour savoir de quoi une fonction se sert ;
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
        "noms": {
            nom: sorted({n for noeud in noeuds for n in noms_cites(noeud)})[:NOMS_MAX]
            for nom, noeuds in list(tous.items())[:200]
        },
        "refus": [
            [ligne, phrase, nom]
            for nom, noeud in _morceaux(arbre)
            for ligne, phrase in refus(noeud, voisins if filtre else None)[:3]
        ][:20],
        "voisins": sorted(noms & set(voisins)),
        "standard": sorted(noms & MODULES_PERMIS),
    }


def noms_cites(noeud):
    """Les noms et les attributs que ce code lit.

    >>> sorted(noms_cites(ast.parse("def f(self):\\n    return self.test_bateau(Bateau(3))")))
    ['Bateau', 'self', 'test_bateau']
    """
    for dedans in ast.walk(noeud):
        if isinstance(dedans, ast.Name) and isinstance(dedans.ctx, ast.Load):
            yield dedans.id
        elif isinstance(dedans, ast.Attribute) and isinstance(dedans.ctx, ast.Load):
            yield dedans.attr


def _morceaux(arbre):
    """(nom qualifié, noeud) : chaque méthode, fonction ou instruction du fichier, une fois."""
    for noeud in arbre.body:
        if isinstance(noeud, ast.ClassDef):
            for membre in noeud.body:
                nom = getattr(membre, "name", "")
                yield (noeud.name + "." + nom if nom else "", membre)
            champs = {champ: getattr(noeud, champ) for champ in noeud._fields}
            yield "", ast.ClassDef(**{**champs, "body": []}, lineno=noeud.lineno)
        else:
            yield getattr(noeud, "name", ""), noeud
