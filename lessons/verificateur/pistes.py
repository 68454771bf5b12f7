"""Une piste quand la réponse n'est pas la bonne : ce que la valeur obtenue dit de la faute.

Rien ici n'exécute le code de l'élève : on ne regarde que des textes et des valeurs simples.
"""

import ast
import difflib
import re

from .comparaison import premiere_difference
from .dessins import ETATS_ECRITS, en_signes, nom_case, sont_des_lignes
from .exemples import est_case
from .lecture import ETATS, resultat_contre_etat, sans_accents


def piste_rien(affiche, ligne=None, return_manque="partout", un_seul_print=True):
    """Une piste quand la fonction renvoie None.

    `affiche` est ce que l'appel a affiché, et `ligne` celle du print. `return_manque` dit où il
    n'y a pas de return : « partout », « ici » (pour cet appel), le numéro de la dernière ligne, ou
    « » si on ne le sait pas. `un_seul_print` : il suffit de le remplacer par return.
    """
    if affiche.strip() and not un_seul_print:
        return (
            "ta fonction affiche son texte au lieu de le renvoyer : construis-le morceau par "
            "morceau dans une variable, et finis par un seul return."
        )
    if affiche.strip():
        qui = f"la ligne {ligne}" if ligne else "ta fonction"
        return f"{qui} affiche au lieu de renvoyer : remplace print par return."
    if return_manque == "partout":
        return "ta fonction ne renvoie rien (None) : il manque un return."
    if return_manque == "ici":
        return "pour cet appel, aucun return n'est atteint : que faut-il renvoyer dans ce cas ?"
    if return_manque:
        return (
            "pour cet appel, ta fonction renvoie None. "
            f"Si elle va jusqu'à la ligne {return_manque}, il y manque un return."
        )
    return "pour cet appel, ta fonction renvoie None : par quelles lignes passe-t-elle ?"


def piste_constante(attendu, obtenu, valeurs):
    """Une piste quand une constante est prise pour une autre, ou son nom écrit de travers.

    `valeurs` est {nom: valeur} des constantes de l'élève.

    >>> piste_constante(1, "touché", {"TOUCHE": "touché", "TOUCHEE": 1})
    "TOUCHE est le résultat d'un tir, TOUCHEE l'état d'une case."
    """
    noms = {valeur: nom for nom, valeur in valeurs.items() if isinstance(valeur, str)}
    for resultat, etat in ETATS.items():
        couple = [valeurs.get(resultat), valeurs.get(etat)]
        if [attendu, obtenu] in (couple, couple[::-1]) and {type(attendu), type(obtenu)} == {
            str,
            int,
        }:
            return resultat_contre_etat(resultat, etat)
    if not isinstance(attendu, str) or attendu not in noms:
        return None
    if isinstance(obtenu, str) and obtenu in noms:
        return None  # les deux textes disent tout
    if isinstance(obtenu, str) and sans_accents(obtenu) == sans_accents(attendu):
        return f"ce texte a déjà un nom : écris {noms[attendu]}, sans guillemets."
    if noms[attendu] in TIRS and est_case(obtenu):
        return f"on attend le résultat du tir (un texte), et non la case {obtenu}."
    if isinstance(obtenu, str) and len(attendu) > 1:
        return f"on attend ici {attendu!r} : c'est la constante {noms[attendu]}."
    return None


TIRS = ("TOUCHE", "MANQUE", "COULE", "DEJA_JOUE", "HORS_GRILLE")  # les résultats d'un tir


def piste_valeur(attendu, obtenu, type_obtenu, noeuds=()):
    """Une piste quand la valeur renvoyée n'est pas la bonne, ou None.

    `attendu` et `obtenu` sont des valeurs simples ; `noeuds`, ceux du code de la fonction.
    """
    if type_obtenu in ("generator", "map", "filter", "zip", "range", "dict_keys", "dict_values"):
        return f"on obtient un objet {type_obtenu} : entoure-le de list(…) pour avoir une liste."
    if type_obtenu in ("function", "method", "builtin_function_or_method"):
        return "tu donnes la fonction elle-même : ajoute les parenthèses pour l'appeler."
    if isinstance(obtenu, tuple) and len(obtenu) > 1 and repr(obtenu[0]) == repr(attendu):
        return f"on attend la première de ces {len(obtenu)} valeurs, seule."
    if type(attendu) is not type(obtenu):
        return piste_types(attendu, obtenu, noeuds)
    return piste_memes_types(attendu, obtenu, noeuds)


ENSEMBLE = "on attend un ensemble (set), et non une liste."
COUPLE = "une case est un couple : des parenthèses (x, y), pas des crochets [x, y]."


def piste_types(attendu, obtenu, noeuds=()):
    """Une piste quand le type n'est pas le bon."""
    if isinstance(attendu, bool) and obtenu in ("True", "False"):
        return f"{obtenu} s'écrit sans guillemets : sinon, c'est un texte."
    if isinstance(attendu, bool):
        return "réponds par True ou False : une comparaison (==, <, in…) le fait."
    if isinstance(attendu, (int, float)) and isinstance(obtenu, (list, dict, set)):
        genre = "une liste" if isinstance(obtenu, list) else f"un {type(obtenu).__name__}"
        return f"on attend un nombre, et non {genre}."
    if isinstance(attendu, (int, float)) and not isinstance(obtenu, tuple):
        return piste_nombre(attendu, obtenu, noeuds)
    if isinstance(attendu, list) and type(obtenu) in (int, float):
        return "on attend une liste, et non un nombre."
    if isinstance(attendu, str):
        return piste_pas_un_texte(attendu, obtenu)
    if isinstance(attendu, list) and isinstance(obtenu, tuple):
        return "on attend une liste, entre crochets [ ]."
    if est_case(attendu) and isinstance(obtenu, list):
        if any(est_case(valeur) for valeur in obtenu):
            return "on attend une seule case, et non une liste de cases."
        return COUPLE if est_case(tuple(obtenu)) else "on attend une case (x, y), et non une liste."
    if est_case(attendu) and type(obtenu) in (int, float):
        return "on attend une case (x, y), et non un nombre."
    if isinstance(attendu, tuple) and isinstance(obtenu, list):
        return "on attend un tuple, entre parenthèses ( )."
    if isinstance(attendu, (set, frozenset)) and isinstance(obtenu, list):
        return ENSEMBLE
    if isinstance(attendu, list) and isinstance(obtenu, (set, dict)):
        return "on attend une liste [ ], pas des accolades { }."
    if attendu is None and obtenu == "None":
        return "None s'écrit sans guillemets : sinon, c'est un texte."
    return None


def piste_nombre(attendu, obtenu, noeuds):
    """Une piste quand on attendait un nombre de ce type."""
    if isinstance(obtenu, bool):
        return "on attend un nombre, pas True ou False."
    if isinstance(obtenu, str):
        if obtenu.strip() == str(attendu):
            return f"{obtenu!r} est un texte : convertis-le avec int."
        return f"{obtenu!r} est un texte, et l'on attend un nombre."
    operations = {type(n.op) for n in noeuds if isinstance(n, ast.BinOp)}
    appels = {n.func.id for n in noeuds if isinstance(n, ast.Call) and hasattr(n.func, "id")}
    if isinstance(attendu, int) and isinstance(obtenu, float):
        if attendu == obtenu and ast.Div in operations:
            return "la division / donne un nombre à virgule : pour un entier, utilise //."
        return "on attend un nombre entier." if attendu == obtenu else None
    if isinstance(attendu, float) and isinstance(obtenu, int):
        if ast.FloorDiv in operations:
            return "on attend un nombre à virgule : divise avec /, et non avec //."
        for arrondit in ("round", "int"):
            if arrondit in appels:
                return f"on attend un nombre à virgule : {arrondit}(…) donne un entier."
        return "on attend un nombre à virgule." if attendu == obtenu else None
    return None


def piste_pas_un_texte(attendu, obtenu):
    """Une piste quand on attendait un texte."""
    if isinstance(obtenu, tuple) and "".join(str(morceau) for morceau in obtenu) == attendu:
        return "on attend un seul texte : colle les morceaux avec +, et non avec une virgule."
    if isinstance(obtenu, (int, float)) and str(obtenu) == attendu:
        return "on attend un texte : convertis le nombre avec str."
    if est_case(obtenu):
        return f"on attend un texte, et non la case {obtenu}."
    if isinstance(obtenu, (bool, int, float)):
        return f"on attend un texte, et non {obtenu}."
    return None


def piste_memes_types(attendu, obtenu, noeuds=()):
    """Une piste quand le type est bon et la valeur fausse."""
    if isinstance(attendu, str):
        return piste_texte(attendu, obtenu)
    if est_case(attendu) and est_case(obtenu):
        if attendu == obtenu[::-1]:
            return piste_echange()
    if isinstance(attendu, tuple) and attendu and attendu[0] == obtenu:
        return f"c'est la première des {len(attendu)} valeurs attendues : ajoute les suivantes."
    cases = est_case(attendu) and est_case(obtenu)
    if isinstance(attendu, tuple) and not cases and len(attendu) == len(obtenu) > 1:
        return piste_couple(attendu, obtenu, noeuds)
    if isinstance(attendu, list):
        return piste_liste(attendu, obtenu)
    if isinstance(attendu, dict):
        return piste_dictionnaire(attendu, obtenu)
    return None


def piste_couple(attendu, obtenu, noeuds):
    """Une piste sur la première valeur fausse d'un tuple."""
    if attendu == obtenu[::-1]:
        return "ce sont les bonnes valeurs, mais dans l'ordre inverse."
    for rang, (a, o) in enumerate(zip(attendu, obtenu), start=1):
        if repr(a) == repr(o):
            continue
        genres = type(a) is type(o)
        piste = piste_memes_types(a, o, noeuds) if genres else piste_types(a, o, noeuds)
        return piste and f"valeur numéro {rang} : {piste}"
    return None


def piste_echange():
    """La phrase pour x et y échangés."""
    return "x et y sont échangés : x est la colonne, y la ligne."


SOSIES = {  # {(signe attendu, signe obtenu): piste}
    ("O", "0"): "c'est le chiffre zéro, pas la lettre O.",
    ("│", "|"): "tu as tapé | : sers-toi de CAR_V.",
    ("─", "-"): "tu as tapé - : sers-toi de CAR_H.",
}


def piste_sosie(attendu, obtenu):
    """La piste si le premier signe faux ressemble à celui que l'on attend, ou None."""
    differents = ((a, o) for a, o in zip(attendu, obtenu) if a != o)
    return SOSIES.get(next(differents, None))


def piste_texte(attendu, obtenu):
    """Où deux textes commencent à être différents."""
    sosie = piste_sosie(attendu, obtenu)
    if sosie is not None:
        return sosie
    if attendu.split("\n") == obtenu.split("\n")[::-1] and "\n" in attendu:
        return "les lignes sont dans l'ordre inverse : qui doit sortir en premier ?"
    if "/n" in obtenu and "/n" not in attendu:
        return "le retour à la ligne s'écrit \\n, et non /n."
    if obtenu.startswith("['") and not attendu.startswith("["):
        return 'on attend un seul texte : colle les lignes de la liste avec "\\n".join(…).'
    if re.search(r"\{.+\}", obtenu) and "{" not in attendu:
        return 'pour que { } soit remplacé par une valeur, mets f devant le guillemet : f"…".'
    if re.fullmatch(r"[A-Z]\d+", attendu) and re.fullmatch(r"[A-Z]\d+", obtenu):
        if obtenu == chr(ord("A") + int(attendu[1:])) + str(ord(attendu[0]) - ord("A")):
            return piste_echange()
    if obtenu.rstrip("\n") == attendu:
        return "il y a un retour à la ligne de trop à la fin."
    if obtenu.strip() == attendu.strip():
        pluriel = "s" if len(attendu) > 1 else ""
        compte = f" : on attend {len(attendu)} signe{pluriel}, il y en a {len(obtenu)}"
        compte = compte if len(attendu) != len(obtenu) else ""
        return f"les espaces du début ou de la fin ne sont pas les bons{compte}."
    if obtenu.lower() == attendu.lower():
        return "les majuscules et les minuscules ne sont pas les mêmes."
    if obtenu.replace(" ", "") == attendu.replace(" ", ""):
        return "seules les espaces ne sont pas les bonnes."
    if obtenu and attendu.startswith(obtenu):
        return "le début est bon, il manque la fin."
    if attendu and obtenu.startswith(attendu):
        return "le début est bon, mais il y a quelque chose en trop à la fin."
    se_voit = "\n" not in attendu + obtenu and attendu[:1] != obtenu[:1]
    return premiere_difference(attendu, obtenu) if len(attendu) >= 4 and not se_voit else None


def piste_liste(attendu, obtenu):
    """Ce qui distingue deux listes."""
    if sont_des_lignes(attendu) and sont_des_lignes(obtenu):
        a, o = en_signes(attendu), en_signes(obtenu)
        for case in sorted(a, key=lambda case: case[::-1]):
            if a[case] != o.get(case, a[case]):
                voulu, vu = ETATS_ECRITS[a[case]], ETATS_ECRITS[o[case]]
                return f"la case {nom_case(case)}, doit être {voulu} ; elle est {vu}."
    textes_a, textes_o = [repr(v) for v in attendu], [repr(v) for v in obtenu]
    if sorted(textes_a) == sorted(textes_o):
        return "les valeurs sont les bonnes, mais pas dans cet ordre."
    cases = [case for v in obtenu if isinstance(v, list) for case in v]
    if cases and all(est_case(v) for v in attendu) and all(est_case(v) for v in cases):
        return "tu ajoutes une liste dans la liste : ajoute ses cases une par une."
    if len(attendu) == len(obtenu) and not all(est_case(v) for v in attendu + obtenu):
        return piste_meme_longueur(attendu, obtenu)
    if all(est_case(v) for v in attendu + obtenu) and attendu:
        if sorted(attendu) == sorted(case[::-1] for case in obtenu):
            return piste_echange()
    doubles = [t for t in textes_o if t in textes_a and textes_o.count(t) > textes_a.count(t)]
    if doubles and len(obtenu) > len(attendu):
        vues, voulues = (textes.count(doubles[0]) for textes in (textes_o, textes_a))
        phrase = f"{doubles[0]} y est {vues} fois, au lieu de {voulues}"
        tout_y_est = all(textes_o.count(t) >= textes_a.count(t) for t in textes_a)
        if tout_y_est and set(textes_a) == set(textes_o):
            return f"{phrase} : une valeur déjà là est ajoutée encore."
        encore = len(attendu) > 1 and all(textes_o.count(t) > textes_a.count(t) for t in textes_a)
        return phrase + (" : pars-tu d'une liste vide, [] ?" if encore else ".")
    for texte in textes_o:
        if 0 < textes_o.count(texte) < textes_a.count(texte) and len(obtenu) < len(attendu):
            fois = textes_o.count(texte), textes_a.count(texte)
            return "{} y est {} fois, au lieu de {}.".format(texte, *fois)
    if any(isinstance(v, list) and est_case(tuple(v)) and tuple(v) in attendu for v in obtenu):
        return COUPLE
    if len(obtenu) > len(attendu) and all(isinstance(v, str) for v in attendu + obtenu):
        if "".join(attendu) == "".join(obtenu) and all(len(v) == 1 for v in obtenu):
            return "le texte est ajouté lettre par lettre : pour l'ajouter entier, c'est append."
    morceaux = [n for v in attendu if isinstance(v, tuple) for n in v]
    if morceaux and obtenu[: len(morceaux)] == morceaux:
        return "chaque couple est ajouté en deux morceaux : pour l'ajouter entier, append((a, b))."
    sosie = piste_sosie("".join(textes_a), "".join(textes_o))
    if sosie is not None:
        return sosie
    de_trop = [v for v, texte in zip(obtenu, textes_o) if texte not in textes_a]
    manque = [v for v, texte in zip(attendu, textes_a) if texte not in textes_o]
    phrases = []
    if manque:
        phrases.append(f"il manque {decrit_premiere(manque)}")
    if de_trop:
        phrases.append(f"il y a en trop {decrit_premiere(de_trop)}")
    return " ; ".join(phrases) + "." if phrases else None


LISTE_LONGUE = 5  # à partir de là, on dit où deux listes commencent à être différentes


def piste_meme_longueur(attendu, obtenu):
    """Une piste sur la première valeur fausse d'une liste, ou None si elle se voit d'elle-même."""
    paires = enumerate(zip(attendu, obtenu), start=1)
    rang, (a, o) = next((rang, paire) for rang, paire in paires if repr(paire[0]) != repr(paire[1]))
    if isinstance(o, list) and est_case(a) and tuple(o) == a:
        return COUPLE
    couples = all(isinstance(v, tuple) and len(v) > 1 and not est_case(v) for v in attendu)
    if couples and attendu == [v[::-1] if isinstance(v, tuple) else v for v in obtenu]:
        return f"{o!r} est dans l'ordre inverse : on attend {a!r}."
    if couples and all(repr(v[0]) == repr(w) for v, w in zip(attendu, obtenu)):
        return f"{o!r} n'est que la première des {len(a)} parties de {a!r}."
    if isinstance(a, str) and isinstance(o, str):
        proches = difflib.SequenceMatcher(None, a, o).ratio() > 0.6
        piste = piste_sosie(a, o) or (piste_texte(a, o) if proches else None)
        if piste is not None:
            return f"texte numéro {rang} : {piste}"
    autre = piste_types(a, o) if type(a) is not type(o) and None not in (a, o) else None
    if autre is not None:
        return f"valeur numéro {rang} : {autre}"
    if len(attendu) >= LISTE_LONGUE and len(repr(a)) + len(repr(o)) < 80:
        return f"valeur numéro {rang} : on attend {a!r} et non {o!r}."
    return None


def piste_dictionnaire(attendu, obtenu):
    """Ce qui distingue deux dictionnaires."""
    cases = all(est_case(cle) for cle in [*attendu, *obtenu])
    if cases and set(attendu) != set(obtenu) and set(attendu) == {c[::-1] for c in obtenu}:
        return piste_echange()
    for cle in attendu:
        if cle not in obtenu:
            return f"il manque la clé {decrit(cle)}."
    for cle in obtenu:
        if cle not in attendu:
            return f"il y a une clé en trop : {decrit(cle)}."
    for cle, valeur in attendu.items():
        if repr(obtenu[cle]) != repr(valeur):
            listes = isinstance(valeur, list) and isinstance(obtenu[cle], list)
            detail = piste_liste(valeur, obtenu[cle]) if listes else None
            if detail is not None:
                return f"pour la clé {decrit(cle)}, {detail}"
            if cases or len(attendu) >= LISTE_LONGUE:
                return f"pour la clé {decrit(cle)}, on attend {valeur!r} et non {obtenu[cle]!r}."
            return None
    return None


def decrit_premiere(valeurs):
    """La première de ces valeurs, et combien il y en a d'autres.

    >>> decrit_premiere([(0, 1), (1, 1), (2, 1)])
    '(0, 1), soit A1, et 2 autres'
    """
    autres = len(valeurs) - 1
    return decrit(valeurs[0]) + (f", et {autres} autre{'s' * (autres > 1)}" if autres else "")


def decrit(valeur):
    """La valeur, avec son nom si c'est une case."""
    return nom_case(valeur) if est_case(valeur) else repr(valeur)
