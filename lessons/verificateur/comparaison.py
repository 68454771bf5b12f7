"""Comparer ce que l'on attend et ce que l'on obtient : même valeur, mêmes types, où ça diffère."""

from collections import Counter, OrderedDict, defaultdict

BASES = type.__dict__["__bases__"].__get__
ATTRIBUTS = type.__dict__["__dict__"].__get__


def ordinaire(valeur):
    """Le dict que contient un Counter, le tuple que contient un namedtuple ; sinon la valeur.

    On ne lit que ce que Python a rangé : rien de ce que l'objet, sa classe ou la classe de sa
    classe redéfinissent n'est appelé.

    >>> ordinaire(Counter("aab")), ordinaire([1])
    ({'a': 2, 'b': 1}, [1])
    """
    genre = type(valeur)
    if genre is Counter or genre is OrderedDict or genre is defaultdict:
        return dict(dict.items(valeur))
    n_uplet = any(base is tuple for base in BASES(genre))
    if n_uplet and type(ATTRIBUTS(genre).get("_fields")) is tuple:
        return tuple(tuple.__iter__(valeur))
    return valeur


def identique(a, b):
    """Égalité stricte : mêmes types à tous les étages (True n'est pas 1, 1.0 n'est pas 1).

    Un dictionnaire ou un n-uplet spécial de Python compte comme la valeur ordinaire qu'il contient.

    >>> identique([(0, 1)], [(0, 1)]), identique(1, True), identique([1], (1,))
    (True, False, False)
    >>> identique({"a": [1]}, defaultdict(list, a=[1]))
    True
    """
    a, b = ordinaire(a), ordinaire(b)
    if type(a) is not type(b):
        return False
    if type(a) in (list, tuple):
        return len(a) == len(b) and all(identique(x, y) for x, y in zip(a, b))
    if type(a) is dict:
        return memes_cles(a, b) and all(identique(a[cle], b[cle]) for cle in a)
    if type(a) in (set, frozenset):
        return memes_cles(a, b)
    if type(a) is float:
        return repr(a) == repr(b)
    return a == b


def memes_cles(a, b):
    """Les mêmes clés, types compris (1 et True se confondraient)."""
    cles = {cle: cle for cle in b}
    return len(a) == len(b) and all(cle in cles and identique(cle, cles[cle]) for cle in a)


def premiere_difference(attendu, obtenu, ecrit=repr):
    """Où deux textes diffèrent d'abord ; `ecrit(ligne)` rend une ligne sûre et courte.

    >>> premiere_difference("a\\nb", "a\\nbc")
    "première différence, ligne 2, signe 2 : 'bc' au lieu de 'b'."
    >>> premiere_difference("abc", "abd")
    'première différence : signe 3.'
    >>> premiere_difference("a\\nb", "a"), premiere_difference("a", "a\\nb")
    ("il manque la ligne 2 : 'b'.", "la ligne 2 est de trop : 'b'.")
    """
    voulues, lues = attendu.split("\n"), obtenu.split("\n")
    for numero, (voulue, lue) in enumerate(zip(voulues, lues), start=1):
        if voulue != lue:
            pareils = [p == q for p, q in zip(voulue, lue)] + [False]
            signe = pareils.index(False) + 1
            if len(voulues) == len(lues) == 1:
                return f"première différence : signe {signe}."
            paire = f"{ecrit(lue)} au lieu de {ecrit(voulue)}"
            return f"première différence, ligne {numero}, signe {signe} : {paire}."
    rang = min(len(voulues), len(lues))
    if len(lues) > rang:
        return f"la ligne {rang + 1} est de trop : {ecrit(lues[rang])}."
    return f"il manque la ligne {rang + 1} : {ecrit(voulues[rang])}."
