"""Dit en français ce que veut dire une erreur de Python.

La table ERREURS choisit la phrase ; celles qui demandent de lire le code de l'élève sont dans les
modules `erreurs_…`. Rien ici n'exécute ce code : on ne regarde que des textes et des valeurs
simples.
"""

import builtins
import re

from .erreurs_appels import (
    phrase_append,
    phrase_deux_fois,
    phrase_lambda,
    phrase_nombre_de_valeurs,
    phrase_pas_une_fonction,
    phrase_plus_de_reponse,
    phrase_valeur_oubliee,
)
from .erreurs_noms import phrase_attribut, phrase_nom, phrase_sans_valeur
from .erreurs_valeurs import (
    POP,
    phrase_cle,
    phrase_cle_liste,
    phrase_colle,
    phrase_coupe,
    phrase_couple_indice,
    phrase_crochets,
    phrase_dans,
    phrase_entier,
    phrase_extreme,
    phrase_format,
    phrase_indice,
    phrase_indice_texte,
    phrase_indice_tuple,
    phrase_longueur,
    phrase_morceau,
    phrase_none,
    phrase_parcours,
)
from .lecture import visibles
from .lieu import Lieu

ERREURS = [
    ("NameError", r"name '(\w+)' is not defined", phrase_nom),
    ("UnboundLocalError", r".*variable '(\w+)'", phrase_sans_valeur),
    ("IndexError|StopIteration", r"", phrase_plus_de_reponse),
    (
        "AttributeError",
        r"'NoneType' object has no attribute '(\w+)'",
        "ce qui est à gauche de .{0} vaut None : d'où vient cette valeur ?",
    ),
    (
        "TypeError",
        r"'(?:builtin_function_or_method|method|function|type)' object is not subscriptable",
        "on appelle une fonction avec des parenthèses ( ), et non avec des crochets [ ].",
    ),
    (
        "AttributeError|TypeError",
        r".*'(?:builtin_function_or_method|method|function)'",
        "on se sert ici d'une fonction sans l'appeler : il manque des parenthèses ( ).",
    ),
    ("AttributeError", r"'(\w+)' object has no attribute '(\w+)'", phrase_attribut),
    (
        "AttributeError",
        r"type object '(\w+)' has no attribute '(\w+)'",
        "{0} est une classe, et {1} appartient à chaque objet : mets l'objet devant le point.",
    ),
    ("TypeError", r"argument of type '(\w+)' is not ", phrase_dans),
    (
        "TypeError",
        r".*<lambda>\(\) (missing|takes)(?: \d+ required positional arguments?: (.+))?",
        phrase_lambda,
    ),
    ("TypeError", r"unhashable type: 'list'", phrase_cle_liste),
    (
        "TypeError",
        r"unhashable type: '(\w+)'",
        "un {0} ne peut pas être une clé de dictionnaire, ni un élément d'un ensemble.",
    ),
    (
        "TypeError",
        r"can only concatenate tuple \(not \"(\w+)\"\) to tuple",
        "on n'ajoute pas un {0} à un couple : sépare d'abord ses deux nombres, x, y = …",
    ),
    (
        "TypeError",
        r"can only concatenate list \(not \"(\w+)\"\) to list",
        "+ colle deux listes, et l'on donne un {0} : pour ajouter une valeur, c'est append.",
    ),
    (
        "TypeError",
        r"string indices must be integers.*",
        "l'indice d'un texte est un nombre entier.",
    ),
    (
        "TypeError",
        r"sequence item \d+: expected str instance, (\w+) found",
        "join ne colle que des textes, et la liste contient un {0} : convertis avec str(…).",
    ),
    (
        "TypeError",
        r"(?:.*?\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'",
        "{0} n'a pas de paramètre {1}.",
    ),
    (
        "TypeError",
        r"(?:.*?\.)?(\w+)\(\) got multiple values for argument '(\w+)'",
        phrase_deux_fois,
    ),
    (
        "TypeError",
        r"int\(\) argument must be .*, not '(\w+)'",
        "int convertit un texte, et non un {0}.",
    ),
    ("TypeError", r".*append\(\) takes exactly one argument", phrase_append),
    (
        "TypeError",
        r"(\w+)(?:\(\))? (?:expected|takes) (?:at most|exactly|at least) .*arguments?.*",
        "l'appel de {0} n'a pas le bon nombre de valeurs.",
    ),
    (
        "TypeError",
        r"unsupported format string passed to (\w+)\.__format__",
        'on ne peut pas aligner un {0} dans un f"…" : convertis-le d\'abord avec str(…).',
    ),
    (
        "AttributeError",
        r"module '(\w+)' has no attribute '(\w+)'",
        "le module {0} n'a rien qui s'appelle {1}.",
    ),
    (
        "ValueError",
        r"(.+) is not in list",
        "index cherche {0} dans une liste où il n'est pas.",
    ),
    ("ValueError", r"substring not found", "index cherche un texte qui n'est pas là."),
    ("ValueError", r"empty range .*", "on tire un nombre au hasard dans un intervalle vide."),
    (
        "TypeError",
        r"bad operand type for unary -: 'tuple'",
        "- ne s'applique pas à un couple : change le signe de chaque nombre, (-dx, -dy).",
    ),
    ("TypeError", r"object of type '(\w+)' has no len\(\)", phrase_longueur),
    (
        "TypeError",
        r"bad operand type for unary (.): '(\w+)'",
        "on ne peut pas mettre {0} devant un {1} : il faut un nombre.",
    ),
    (
        "TypeError",
        r"can't multiply sequence by non-int of type 'float'",
        "on répète un texte un nombre entier de fois, et / donne un nombre à virgule : utilise //.",
    ),
    (
        "TypeError",
        r"can't multiply sequence by non-int of type '(\w+)'",
        "on ne peut pas répéter un texte ou une liste par un {0} : il faut un nombre entier.",
    ),
    ("TypeError", r"'(\w+)' object does not support item assignment", phrase_morceau),
    ("TypeError", r"can only concatenate str \(not \"(\w+)\"\) to str", phrase_colle),
    (
        "TypeError",
        r"ord\(\) expected a character, but string of length (\d+) found",
        "ord prend une seule lettre, et ce texte en a {0}.",
    ),
    (
        "TypeError",
        r"ord\(\) expected (?:a character|string of length 1), but (\w+) found",
        "ord prend une lettre, et non un {0}.",
    ),
    (
        "ValueError",
        r"chr\(\) arg not in range.*",
        "chr veut le code d'un signe : un nombre positif.",
    ),
    (
        "TypeError",
        r"unsupported operand type\(s\) for (.+): '(\w+)' and '(\w+)'",
        "l'opération {0} n'existe pas entre {1} et {2}.",
    ),
    (
        "TypeError",
        r"'(.+)' not supported between instances of '(\w+)' and '(\w+)'",
        "on ne peut pas comparer {1} et {2} avec {0}.",
    ),
    (
        "TypeError",
        r"(?:.*?(\w+)\.)?(\w+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) w",
        phrase_nombre_de_valeurs,
    ),
    (
        "TypeError",
        r"(?:.*?(\w+)\.)?(\w+)\(\) missing \d+ required positional arguments?: (.+)",
        phrase_valeur_oubliee,
    ),
    (
        "TypeError",
        r"'NoneType' object is not (\w+)",
        phrase_none,
    ),
    ("TypeError", r"'(\w+)' object is not iterable", phrase_parcours),
    ("TypeError", r"'(\w+)' object is not callable", phrase_pas_une_fonction),
    ("TypeError", r"'(\w+)' object is not subscriptable", phrase_crochets),
    ("TypeError", r"cannot unpack non-iterable (\w+) object", phrase_coupe),
    ("TypeError", r"'(\w+)' object cannot be interpreted as an integer", phrase_entier),
    ("TypeError", r"list indices must be integers.* not tuple", phrase_couple_indice),
    (
        "TypeError",
        r"list indices must be integers.*",
        "l'indice d'une liste est un nombre entier.",
    ),
    ("KeyError", r"(.*)", phrase_cle),
    (
        "IndexError",
        r"pop from empty list",
        "la liste est vide : il n'y a plus rien à retirer.",
    ),
    ("IndexError", r"string index out of range", phrase_indice_texte),
    ("IndexError", r"pop index out of range", POP),
    ("IndexError", r"tuple index out of range", phrase_indice_tuple),
    ("IndexError", r".*index out of range", phrase_indice),
    (
        "IndexError",
        r"Cannot choose from an empty sequence",
        "on tire au hasard dans une liste vide.",
    ),
    (
        "ValueError",
        r"list.remove\(x\): x not in list",
        "on retire d'une liste une valeur qui n'y est pas : vérifie avant, avec in.",
    ),
    (
        "ValueError",
        r"invalid literal for int\(\) with base 10: (.*)",
        "int ne sait pas lire {0} comme un nombre.",
    ),
    ("ValueError", r"Unknown format code '(\w+)' for object of type '(\w+)'", phrase_format),
    (
        "ValueError",
        r"too many values to unpack.*",
        "il y a plus de valeurs à droite du = que de noms à gauche.",
    ),
    (
        "ValueError",
        r"not enough values to unpack.*",
        "il y a moins de valeurs à droite du = que de noms à gauche.",
    ),
    ("ValueError", r"(max|min)\(\) .*empty.*", phrase_extreme),
    ("ZeroDivisionError", r".*", "on divise par zéro (avec /, // ou %)."),
    (
        "RecursionError",
        r".*",
        "la fonction s'appelle elle-même sans jamais s'arrêter.",
    ),
    ("MemoryError", r".*", "une liste grandit sans fin, et remplit toute la mémoire."),
    (
        "RuntimeError",
        r"dictionary changed size during iteration",
        "on ajoute ou retire des clés pendant que l'on parcourt le dictionnaire : parcours une "
        "copie, list(…).",
    ),
    (
        "SaisieInterdite",
        r".*",
        "input attend une réponse au clavier, et pendant la vérification personne ne répond.",
    ),
    ("SystemExit", r".*", "le code arrête tout le programme (exit ou quit) : enlève cet appel."),
    (
        "ModuleNotFoundError",
        r"No module named '(.+)'",
        "il n'y a pas de module {0} : vérifie la ligne import.",
    ),
    (
        "ModuleNotFoundError",
        r".* module (\w+)\.py ici.*",
        "le fichier {0}.py n'est pas dans le dossier.",
    ),
    (
        "ImportError",
        r"cannot import name '(\w+)' from '(\w+)'.*",
        "{1} ne contient pas de {0} : vérifie la ligne import.",
    ),
    ("AssertionError", r"(.*)", "un assert n'est pas vérifié. {0}"),
]

SANS_EXPLICATION = "Python s'arrête sur une erreur"


def phrase_d_exemple(exception, source):
    """Ce que dit d'une valeur l'erreur qu'elle provoque dans l'exemple lui-même ; None sinon.

    `source` est le code qui donne cette valeur.

    >>> exception = {"type": "KeyError", "message": "(2, 1)"}
    >>> phrase_d_exemple(exception, "g.remplit_possibles_case()")
    "dans ce que donne g.remplit_possibles_case(), il n'y a pas la clé (2, 1)."
    """
    message = exception["message"]
    if exception["type"] == "KeyError":
        return f"dans ce que donne {source}, il n'y a pas la clé {message}."
    attendues = re.match(r"(?:not enough|too many) values to unpack \(expected (\d+)", message)
    if attendues:
        return f"{source} doit donner {attendues.group(1)} valeurs."
    coupe = re.match(r"cannot unpack non-iterable (\w+) object", message)
    if coupe:
        return f"{source} donne un {coupe.group(1)} ; on attend plusieurs valeurs."
    absent = re.match(r"'(\w+)' object has no attribute '(\w+)'", message)
    if absent and hasattr(builtins, absent.group(1)) and hasattr(str, absent.group(2)):
        return f"{source} donne un {absent.group(1)} ; on attend un texte."
    if absent and hasattr(builtins, absent.group(1)):
        return "{} : on y trouve un {}, qui n'a pas d'attribut {}.".format(source, *absent.groups())
    parcourt = re.match(r"'(\w+)' object is not iterable", message)
    if parcourt:
        return f"{source} donne un {parcourt.group(1)} ; on attend une liste."
    return None


def phrase_exception(exception, textes=None, module=""):
    """Ce que veut dire l'erreur de Python `exception` (un dictionnaire), en une phrase.

    `textes` est {module: texte} du code de l'élève, `module` celui où elle arrive.
    """
    textes = visibles(textes or {}, module)
    lieu = Lieu(textes, module, exception.get("texte", ""), exception)
    if lieu.ligne.startswith("raise ") and not exception.get("en_appelant"):
        dit = f" (« {exception['message']} »)" if exception["message"] else ""
        return f"ton code lève ici {exception['type']}{dit}, et il ne le fallait pas."
    for type_erreur, motif, phrase in ERREURS:
        if re.fullmatch(type_erreur, exception["type"]):
            trouve = re.match(motif, exception["message"], re.DOTALL)
            dite = None
            if trouve:
                groupes = trouve.groups()
                dite = phrase(lieu, *groupes) if callable(phrase) else phrase.format(*groupes)
            if dite is not None:
                return dite.strip()
    message = f" ({exception['message'].rstrip('.')})" if exception["message"] else ""
    return f"{SANS_EXPLICATION} {exception['type']}{message}."
