"""Ce qui passe dans le tuyau entre le correcteur et la copie : du JSON étiqueté, rien d'autre.

Un message est une longueur (quatre octets) puis du JSON. Les listes, tuples, ensembles et
dictionnaires portent une étiquette, si bien que le type exact survit au voyage. Tout ce qui
n'est pas une donnée simple devient un `Opaque`, qui n'est égal à rien. Ce module est chargé
des deux côtés ; la copie n'étant jamais crue sur parole, `lit` et `decode` bornent tout.
"""

import json
import re
import struct

from lessons.verificateur.comparaison import ordinaire

TAILLE_MAX = 1_000_000  # octets d'un message venu de la copie
PROFONDEUR_MAX = 12
VALEURS_MAX = 60_000  # valeurs simples dans une réponse
CLES_MAX = 2_600  # clés d'un dictionnaire ou éléments d'un ensemble (26 × 99 cases : 2574)
ENTIER_MAX = 2**63
EN_TETE = struct.Struct(">I")


class Illisible(Exception):
    """Le message ne respecte pas le format : le verdict sera « réponse illisible »."""


class Opaque:
    """Une valeur qui n'est pas une donnée simple : objet, sous-classe, entier démesuré…

    `nature` dit ce que c'est, en français. Deux `Opaque` ne sont jamais égaux.
    """

    __slots__ = ("nature",)
    __hash__ = None

    def __init__(self, nature):
        self.nature = nature

    def __eq__(self, autre):
        return False

    def __repr__(self):
        return f"<{self.nature}>"


class Objet(Opaque):
    """Un objet d'une classe de la copie (`Grille`, `Bateau`…), resté dans le fils."""

    __slots__ = ()


_ECRIT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True)


def emballe(message):
    """Octets du message (du JSON pur), longueur en tête."""
    corps = _ECRIT.encode(message).encode("ascii")
    return EN_TETE.pack(len(corps)) + corps


def deballe(corps):
    """Message JSON contenu dans `corps` ; lève Illisible si ce n'en est pas un."""
    lecteur = _LIT_PRUDEMMENT if _LONG_NOMBRE.search(corps) else _LIT
    try:
        return lecteur.decode(corps.decode("ascii"))
    except (ValueError, RecursionError, MemoryError) as erreur:
        raise Illisible("ce n'est pas du JSON") from erreur


def _entier(texte):
    if len(texte) > 20:
        raise ValueError("entier trop long")
    return int(texte)


def _refuse(texte):
    raise ValueError(texte)


# Lire un entier de cent mille chiffres prend du temps : on ne le fait pas. Ce contrôle, chiffre à
# chiffre, ne sert que si une longue file de chiffres est en vue (elle peut être dans un texte).
_LONG_NOMBRE = re.compile(rb"\d{21}")
_LIT = json.JSONDecoder(parse_constant=_refuse)
_LIT_PRUDEMMENT = json.JSONDecoder(parse_int=_entier, parse_constant=_refuse)


# --- Coder -----------------------------------------------------------------------------

_ETIQUETTES = {list: "l", tuple: "t", set: "s", frozenset: "f"}


def code(valeur, autre=None):
    """Forme JSON étiquetée de `valeur`.

    Seuls les types exacts passent : une sous-classe ne peut donc rien redéfinir. Un Counter, un
    defaultdict, un namedtuple voyagent comme la valeur ordinaire qu'ils contiennent. `autre`,
    s'il est donné, est appelé sur ce qui n'est pas une donnée et renvoie son code (ou None).

    >>> code([(1, 2), {"a": None}])
    ['l', ['t', 1, 2], ['d', 'a', None]]
    >>> decode(code({(0, 1): [True, 1.5]})) == {(0, 1): [True, 1.5]}
    True
    """
    return _code(valeur, autre, 0, [0])


def _code(valeur, autre, profondeur, compte):
    genre = type(valeur)
    compte[0] += 1
    if compte[0] > VALEURS_MAX:
        raise Illisible("la valeur renvoyée est trop grosse")
    if genre is int:
        if -ENTIER_MAX <= valeur < ENTIER_MAX:
            return valeur
        return ["x", "un entier de plus de 64 bits"]
    if valeur is None or genre is bool:
        return valeur
    if genre is str:
        if len(valeur) > TAILLE_MAX // 2:
            raise Illisible("le texte renvoyé est trop long")
        return valeur
    if genre is float:
        return ["r", repr(valeur)]
    if profondeur >= PROFONDEUR_MAX:
        return ["x", "une valeur trop profonde"]
    if genre in _ETIQUETTES:
        return [_ETIQUETTES[genre]] + [
            _code(v, autre, profondeur + 1, compte) for v in list(valeur)
        ]
    if genre is dict:
        plat = ["d"]
        for cle, contenu in list(valeur.items()):
            plat.append(_code(cle, autre, profondeur + 1, compte))
            plat.append(_code(contenu, autre, profondeur + 1, compte))
        return plat
    simple = ordinaire(valeur)
    if simple is not valeur:
        return _code(simple, autre, profondeur, compte)
    return (autre(valeur) if autre else None) or ["x", "un objet de type " + nom_de_type(valeur)]


def nom_de_type(valeur):
    """Nom du type de `valeur`, sans rien exécuter qui vienne de la copie."""
    return str(type.__dict__["__name__"].__get__(type(valeur)))[:40]


# --- Décoder ---------------------------------------------------------------------------


def decode(valeur, reference=None):
    """Valeur Python d'un code ; lève Illisible si le code est mal formé.

    `reference(numéro)` donne l'objet désigné par un code ["o", …] ; sans elle, c'est un Objet.
    """
    try:
        return _decode(valeur, reference, 0)
    except (TypeError, ValueError, IndexError) as erreur:
        raise Illisible("valeur mal formée") from erreur


def _decode(code_recu, reference, profondeur):
    forme = type(code_recu)
    if forme is int:
        if not -ENTIER_MAX <= code_recu < ENTIER_MAX:
            raise Illisible("entier trop grand")
        return code_recu
    if forme is str or forme is bool or code_recu is None:
        return code_recu
    if forme is not list or not code_recu or profondeur > PROFONDEUR_MAX:
        raise Illisible("valeur mal formée")
    genre, reste = code_recu[0], code_recu[1:]
    if genre == "r":
        return float(reste[0][:40])
    if genre == "x":
        return Opaque(str(reste[0])[:120])
    if genre == "o":
        return reference(reste[0]) if reference else Objet(str(reste[0])[:60])
    if genre == "d":
        return _dictionnaire([_decode(v, reference, profondeur + 1) for v in reste])
    if genre not in _CONTENANTS:
        raise Illisible("étiquette inconnue")
    if genre in "sf" and len(reste) > CLES_MAX:
        raise Illisible("ensemble trop grand")
    return _CONTENANTS[genre]([_decode(v, reference, profondeur + 1) for v in reste])


_CONTENANTS = {"l": list, "t": tuple, "s": set, "f": frozenset}


def _dictionnaire(plat):
    if len(plat) % 2 or len(plat) > 2 * CLES_MAX:
        raise Illisible("dictionnaire mal formé")
    return {plat[i]: plat[i + 1] for i in range(0, len(plat), 2)}
