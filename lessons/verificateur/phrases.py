"""Dit en français ce qui ne va pas : mauvaise réponse, erreur de Python, faute de syntaxe.

Rien ici n'exécute le code de l'élève : on ne regarde que des textes et des valeurs simples.
"""

import ast
import builtins
import difflib
import io
import keyword
import os
import re
import textwrap
import tokenize
from collections import namedtuple

from .comparaison import premiere_difference
from .exemples import est_case
from .lecture import (
    ETATS,
    arbre_de,
    attributs_de,
    classe_en,
    constantes,
    fonctions_de,
    fonctions_et_methodes,
    membres,
    methodes_qui_ecrivent,
    resultat_contre_etat,
    sans_accents,
    signatures,
    visibles,
)

MAX_DESSIN = 15  # au-delà de cette taille, une grille ne tient plus à l'écran
PETIT = 6  # jusqu'à ce nombre de lignes, une grille se voit d'un coup d'œil


# ----------------------------------------------------------------- dessiner


def dessine(signes, xmax, ymax, absente="."):
    """Petit dessin d'une grille ; `signes` est un dictionnaire {case: signe}.

    Une case qui n'y est pas est dessinée par le signe `absente`.

    >>> print(dessine({(0, 0): "X", (2, 1): "O"}, 3, 2))
      A B C
    0 X . .
    1 . . O
    """
    largeur = len(str(ymax - 1))
    lignes = [" " * largeur + " " + " ".join(chr(ord("A") + x) for x in range(xmax))]
    for y in range(ymax):
        cases = " ".join(signes.get((x, y), absente) for x in range(xmax))
        lignes.append(f"{y:>{largeur}} {cases}".rstrip())
    return "\n".join(lignes)


def dessine_etat(etat):
    """Dessin d'un dictionnaire {case: état} : X occupée ou touchée, O manquée, ? autre chose."""
    signes = {case: {0: ".", 1: "X", -1: "O"}.get(valeur, "?") for case, valeur in etat.items()}
    return dessine(signes, *dimensions(etat), absente=" ")


def dimensions(cases):
    """Plus petite grille (colonnes, lignes) qui contient toutes ces cases."""
    return 1 + max(x for x, _ in cases), 1 + max(y for _, y in cases)


def cote_a_cote(titre1, dessin1, titre2, dessin2):
    """Deux dessins, chacun sous son titre, l'un à côté de l'autre."""
    gauche = [titre1, *dessin1.split("\n")]
    droite = [titre2, *dessin2.split("\n")]
    gauche += [""] * (len(droite) - len(gauche))
    droite += [""] * (len(gauche) - len(droite))
    largeur = max(len(ligne) for ligne in gauche) + 4
    lignes = [f"{g:<{largeur}}{d}".rstrip() for g, d in zip(gauche, droite)]
    return "\n".join(lignes)


def dessin_utile(attendu, obtenu, appel, grilles, taille=None):
    """Un dessin qui aide à comprendre, ou None.

    Deux ensembles de cases, ou deux états de grille : on les met côte à côte, sauf si les deux
    dessins sont les mêmes (un ordre, un doublon). Sinon, on montre les `grilles` dont parle
    l'exemple `appel`. `taille` est celle de la grille (colonnes, lignes), si on la connaît.
    """
    a, o = en_signes(attendu), en_signes(obtenu)
    if "directions" in appel:  # des couples (dx, dy), qui ne sont pas des cases
        return None
    if a is not None and o is not None:
        a, o = ({case: s for case, s in signes.items() if min(case) >= 0} for signes in (a, o))
        cases = [*a, *o]
        if a == o:
            return None
        if taille and taille[1] > PETIT and len(set(cases)) < PETIT:
            return None  # quelques cases se lisent mieux dans la liste que dans un grand dessin
        if cases and taille and max(taille) <= MAX_DESSIN:
            cases.append((taille[0] - 1, taille[1] - 1))
        if cases and max(dimensions(cases)) <= MAX_DESSIN:
            colonnes, lignes = dimensions(cases)
            absente = " " if isinstance(attendu, dict) else "."
            return cote_a_cote(
                "attendu",
                dessine(a, colonnes, lignes, absente),
                "obtenu",
                dessine(o, colonnes, lignes, absente),
            )
    dessins = []
    for nom, liste in grilles if regarde_la_grille(appel) else []:
        etat = {tuple(case): valeur for case, valeur in liste}
        if min(min(case) for case in etat) >= 0 and max(dimensions(etat)) <= MAX_DESSIN:
            dessins.append(f"{nom} après cet exemple (X : 1, O : -1, . : 0) :")
            dessins.append(dessine_etat(etat))
    return "\n".join(dessins[:4]) or None


def regarde_la_grille(appel):
    """True si l'exemple appelle une fonction, ou lit l'état d'une grille : la voir aide.

    >>> regarde_la_grille("j.tire((1, 0))"), regarde_la_grille("j.grille_suivi.etat[(0, 1)]")
    (True, True)
    >>> regarde_la_grille("partie.joue().nom"), regarde_la_grille("partie.gagnant is gagnant")
    (False, False)
    """
    noeud = ast.parse(appel).body[0]
    lus = {getattr(n, "attr", None) for n in ast.walk(noeud)}
    return isinstance(getattr(noeud, "value", None), ast.Call) or bool(lus & {"etat", "vides"})


def en_signes(valeur):
    """{case: signe} pour une liste de cases ou un état de grille ; None pour le reste."""
    if sont_des_lignes(valeur):
        return {(x, y): s for y, ligne in enumerate(valeur) for x, s in enumerate(ligne)}
    if isinstance(valeur, (list, set, frozenset)) and all(est_case(v) for v in valeur):
        return dict.fromkeys(valeur, "#")
    if isinstance(valeur, dict) and valeur and all(est_case(cle) for cle in valeur):
        if all(type(v) is int and -9 <= v <= 99 for v in valeur.values()):
            etats = {0: ".", 1: "X", -1: "O"}
            if set(valeur.values()) <= set(etats):
                return {case: etats[v] for case, v in valeur.items()}
    return None


ETATS_ECRITS = {"X": "touchée", "O": "manquée", ".": "vide", "?": "dans un état inconnu"}


def sont_des_lignes(valeur):
    """True pour les lignes d'une grille, telles que les essais les écrivent : ["X.", "O."]."""
    textes = isinstance(valeur, list) and valeur and all(isinstance(v, str) for v in valeur)
    return (
        bool(textes)
        and len(valeur[0]) > 0
        and all(
            len(ligne) == len(valeur[0]) and set(ligne) <= set(ETATS_ECRITS) for ligne in valeur
        )
    )


def sans_nom_de_case(phrase):
    """La phrase, où les couples gardent leur seule valeur : ce sont des directions.

    >>> sans_nom_de_case("il manque (1, 0), soit B0 ; il y a en trop (0, -1), hors de la grille.")
    'il manque (1, 0) ; il y a en trop (0, -1).'
    """
    return re.sub(r"\), (soit [A-Z]\d+|hors de la grille)", ")", phrase)


def nom_case(case):
    """« B1 » pour (1, 1), quand la case a un nom.

    >>> nom_case((1, 1)), nom_case((-1, 0))
    ('(1, 1), soit B1', '(-1, 0), hors de la grille')
    """
    x, y = case
    if 0 <= x < 26 and y >= 0:
        return f"{case}, soit {chr(ord('A') + x)}{y}"
    return f"{case}, hors de la grille"


# ----------------------------------------------------------------- mauvaise réponse


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
        if set(textes_a) == set(textes_o):
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
        phrases.append(f"il manque {decrit(manque[0])}")
    if de_trop:
        phrases.append(f"il y a en trop {decrit(de_trop[0])}")
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


def decrit(valeur):
    """La valeur, avec son nom si c'est une case."""
    return nom_case(valeur) if est_case(valeur) else repr(valeur)


# ----------------------------------------------------------------- erreur de Python


# Où arrive une erreur : {module: texte} du code de l'élève, le module, et la ligne (son texte).
# L'exception est la description qu'en donne `exemples.decrit_exception`.
Lieu = namedtuple("Lieu", "textes module ligne exception")


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


def parametres_de(lieu):
    """Les paramètres de la fonction où arrive l'erreur, tels que les écrit sa ligne def."""
    fonction = lieu.exception.get("fonction", "")
    texte = lieu.textes.get(lieu.module, "")
    entete = re.search(rf"def {re.escape(fonction)}\((.*)\)", texte)
    return entete.group(1) if entete else ""


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


def definit_ou_importe(texte, nom):
    """True si le module `texte` a ce nom à lui : une constante, une fonction, un import."""
    return definit(texte, nom) or nom in fonctions_de(texte)


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


def phrase_nombre_de_valeurs(lieu, classe, fonction, attendues, donnees):
    """Une fonction reçoit trop de valeurs : le self de sa ligne def, ou un couple sans ( )."""
    appelee = signature(lieu, classe, fonction, int(attendues))
    if appelee is None:
        return f"l'appel de {classe or fonction} donne trop de valeurs."
    nom, methode, parametres = appelee
    if methode and parametres[:1] != ["self"]:
        return f"la ligne def de {fonction} a oublié self : def {fonction}(self, …)."
    de_trop = 1 if methode else 0  # self, que l'on n'écrit pas dans l'appel
    attendues, donnees = int(attendues) - de_trop, int(donnees) - de_trop
    noms = ", ".join(parametres[de_trop:])
    fonction, parametres = nom, noms
    noms = f" ({noms})" if noms and len(noms) < 40 else ""
    phrase = f"{fonction} attend {attendues} valeur{'s' * (attendues > 1)}{noms}"
    if attendues == 0:
        phrase = f"{fonction} n'attend aucune valeur"
    phrase += f", tu en donnes {donnees}"
    if re.search(r"\b(case|start)\b", parametres):
        phrase += " : une case s'écrit (x, y), avec ses parenthèses"
    return phrase + "."


def phrase_append(lieu):
    """append reçoit plusieurs valeurs : un couple sans ses parenthèses, sans doute."""
    donne = re.search(r"\.append\(([^(),]+, [^(),]+)\)", lieu.ligne)
    couple = donne.group(1) if donne else "a, b"
    return f"append n'ajoute qu'une valeur : append(({couple})) ajoute le couple ({couple})."


def phrase_valeur_oubliee(lieu, classe, fonction, oubliees):
    """Un appel oublie une valeur."""
    noms = oubliees.replace("'", "").replace(", and ", " et ").replace(" and ", " et ")
    appelee = signature(lieu, classe, fonction)
    nom = appelee[0] if appelee else fonction
    if nom == "__init__":
        nom = classe or "la classe"
    phrase = f"l'appel de {nom} oublie {noms}."
    if appelee and fonction == "__init__":
        phrase += f" L'ordre est {nom}({', '.join(appelee[2][1:])})."
    return phrase


def phrase_lambda(lieu, manque, oubliees):
    """Une petite fonction (lambda) reçoit trop de valeurs, ou pas assez."""
    recus = sans_defauts(parametres_de(lieu)).split(", ")
    appelees = [nom for nom in re.findall(r"(\w+)\(", lieu.ligne) if nom in recus]
    nom = appelees[0] if appelees else "cette fonction"
    if manque == "missing" and oubliees:
        noms = oubliees.replace("'", "").replace(" and ", " et ")
        return f"l'appel de {nom} oublie {noms}."
    return f"l'appel de {nom} donne trop de valeurs."


def phrase_colle(lieu, type_obtenu):
    """On colle un texte et autre chose."""
    phrase = f"on ne colle avec + que des textes, et l'un des morceaux est un {type_obtenu}"
    if "etat[" in lieu.ligne and "symbole" in fonctions_de(lieu.textes.get(lieu.module, "")):
        return f"{phrase}. Un état est un nombre : symbole(…) donne son signe."
    if type_obtenu in ("int", "float"):
        return f"{phrase} : convertis-le avec str(…)."
    if type_obtenu == "list":
        return f'{phrase}. Pour coller les textes d\'une liste : "…".join(liste)'
    return f"{phrase}."


def phrase_pas_une_fonction(lieu, type_obtenu):
    """On appelle ce qui n'est pas une fonction : un générateur de hasard, une liste…"""
    appele = re.search(r"([\w.]*\b(?:hasard|random))\(", lieu.ligne)
    if type_obtenu in ("Random", "module") and appele:
        nom = appele.group(1)
        classe = classe_en(lieu.textes.get(lieu.module, ""), lieu.exception.get("ligne") or 0)
        if classe and "hasard" in membres(lieu.textes, classe):
            return f"{nom} n'est pas une fonction : écris self.hasard.choice(…) pour tirer au sort."
        return f"{nom} n'est pas une fonction : écris {nom}.choice(…) pour tirer au sort."
    attributs = attributs_de(tuple(lieu.textes.values()))
    connues = set(dir(builtins)) | fonctions_de(lieu.textes.get(lieu.module, ""))
    simples = set(re.findall(r"(?<![\w.])(\w+)\(", lieu.ligne)) - connues
    if len(simples) == 1 and type_obtenu in ("dict", "list", "tuple"):
        nom = min(simples)
        return f"{nom} est un {type_obtenu}, pas une fonction : écris {nom}[…] avec des crochets."
    for nom, valeurs in re.findall(r"\.(\w+)\((\)?)", lieu.ligne):
        if nom in attributs:
            crochets = not valeurs and type_obtenu in ("dict", "list", "tuple")
            conseil = f"{nom}[…] avec des crochets" if crochets else f"{nom} sans ( )"
            return f"{nom} n'est pas une méthode : écris {conseil}."
    return f"un {type_obtenu} n'est pas une fonction : on ne met pas de parenthèses après lui."


def phrase_plus_de_reponse(lieu):
    """L'erreur arrive dans l'exemple, que le code interroge : il n'a plus de réponse."""
    if not lieu.exception.get("dans_l_exemple"):
        return None
    return "ton code pose plus de questions que l'exemple n'a de réponses : compte ses appels."


def phrase_indice(lieu):
    """Un indice sort d'une liste : est-elle vide ?"""
    crochets = re.findall(r"(?<=[\w\])])\[([^\[\]]*)\]", lieu.ligne)
    if re.fullmatch(r"del [\w.]+\[\w+\]", lieu.ligne) and not crochets[0].isdigit():
        return POP.replace("pop", "del", 1)
    if crochets and all(indice.strip() in ("0", "-1") for indice in crochets):
        return "la liste est vide, il n'y a rien à y prendre : traite ce cas à part."
    if crochets and crochets[-1].strip() in ("0", "-1"):
        return "l'une de ces listes est vide, ou trop courte : traite ce cas à part."
    return "l'indice est trop grand : une liste de n éléments va de 0 à n - 1."


def phrase_indice_tuple(lieu):
    """Un indice sort d'un tuple : est-il vide ?"""
    indices = re.findall(r"([\w.]+)\[([^\[\]]*)\]", lieu.ligne)
    if len(indices) == 1 and indices[0][1].strip() in ("0", "-1"):
        return f"{indices[0][0]} est vide, il n'y a rien à y prendre : traite ce cas à part."
    if len(indices) == 1 and indices[0][0] in ("case", "start", "direction"):
        return "l'indice est trop grand : dans un couple, c'est 0 ou 1."
    return "l'indice est trop grand : un tuple de n valeurs va de 0 à n - 1."


def phrase_indice_texte(lieu):
    """Un indice sort d'un texte : est-il vide ?"""
    if re.findall(r"(?<=[\w\])])\[([^\[\]]*)\]", lieu.ligne) == ["0"]:
        return "le texte est vide, il n'a pas de premier signe : traite ce cas à part."
    return "l'indice est trop grand : un texte de n signes va de 0 à n - 1."


def phrase_format(lieu, code, type_obtenu):
    """Un format d'entier (x, d…) reçoit autre chose."""
    ecrits = set(re.findall(rf":(\w*{code})}}", lieu.ligne))
    ecrit = ecrits.pop() if len(ecrits) == 1 else code
    phrase = f"le format :{ecrit} veut un nombre entier, et non un {type_obtenu}"
    return phrase + (" : arrondis-le d'abord avec round." if type_obtenu == "float" else ".")


def phrase_extreme(lieu, nom):
    """max ou min de rien ; le code l'appelle peut-être sous un autre nom."""
    qui = nom if f"{nom}(" in lieu.ligne else "l'appel de cette ligne"
    donne = re.findall(rf"\b{nom}\(([\w.]+)\)", lieu.ligne)
    if len(donne) == 1 and compare_un_tuple_a_une_liste(lieu, donne[0]):
        chemin = donne[0]
        return f"{chemin} est un tuple, jamais égal à la liste [] : écris len({chemin}) == 0."
    if len(donne) == 1:
        return f"{qui} ne trouve rien : {donne[0]} est vide. Traite ce cas à part."
    return f"{qui} ne trouve rien, car il n'y a aucune valeur : traite ce cas à part."


def compare_un_tuple_a_une_liste(lieu, chemin):
    """True si cette fonction compare à [] un attribut dont la copie fait un tuple."""
    attribut = chemin.split(".")[-1]
    tuple_fait = re.compile(rf"self\.{attribut} = tuple\(")
    compare = re.search(rf"(?<![\w.]){re.escape(chemin)} [=!]= \[\]", fonction_de(lieu))
    return compare is not None and any(tuple_fait.search(t) for t in lieu.textes.values())


def phrase_couple_indice(lieu):
    """Un couple entre les crochets d'une liste."""
    if lieu.ligne.startswith("del "):
        return "del retire par position ; pour retirer une valeur d'une liste, c'est remove."
    return "un couple ne peut pas être l'indice d'une liste : fallait-il un dictionnaire, {} ?"


def phrase_longueur(lieu, type_obtenu):
    """On mesure (ou l'on tire au sort) dans ce qui n'est pas une liste."""
    choisit = "choice(" in lieu.ligne
    phrase = "choice veut une liste, et non" if choisit else "len mesure une liste ou un texte, pas"
    return f"{phrase} un {type_obtenu}.{attributs_de_la_classe(lieu, type_obtenu)}"


def phrase_crochets(lieu, type_obtenu):
    """Des crochets après un objet qui n'en veut pas."""
    phrase = f"on ne peut pas mettre de crochets [ ] après un {type_obtenu}."
    return phrase + attributs_de_la_classe(lieu, type_obtenu)


def phrase_morceau(lieu, type_obtenu):
    """On change un morceau d'un objet qui n'en a pas, ou qui ne change pas."""
    if attributs_de_la_classe(lieu, type_obtenu):
        return phrase_crochets(lieu, type_obtenu)
    return f"on ne peut pas changer un morceau d'un {type_obtenu} : fabriques-en un nouveau."


def phrase_levee(exception, fonction, oubliees):
    """Une fonction appelée lève exprès une erreur, que le code n'attrape pas."""
    genre = exception["type"]
    phrase = f"{fonction} lève {genre} ({exception['message'].rstrip('.')})."
    if oubliees:
        return f"{phrase} L'énoncé demande {oubliees}, que ton code n'appelle pas."
    return f"{phrase} Évite ce cas, ou attrape cette erreur : try …, except {genre}."


def phrase_entier(lieu, type_obtenu):
    """Il fallait un entier : pour pop, ou pour range ?"""
    if ".pop(" in lieu.ligne:
        return POP
    if "range(" in lieu.ligne:
        return f"range veut un nombre entier, et non un {type_obtenu}."
    return f"il faut ici un nombre entier, et non un {type_obtenu}."


def phrase_cle_liste(lieu):
    """Une liste sert de clé : est-ce une case écrite entre crochets ?"""
    phrase = "une liste ne peut pas être une clé de dictionnaire"
    if re.search(r"(?<![\w\])])\[[^\[\],]+,[^\[\],]+\]", lieu.ligne):
        return f"{phrase} ; {COUPLE}"
    return f"{phrase}, ni un élément d'un ensemble."


def phrase_dans(lieu, type_obtenu):
    """On cherche avec in dans une valeur qui ne s'y prête pas."""
    phrase = f"in cherche dans une liste, un texte ou un dictionnaire, pas dans un {type_obtenu}."
    return phrase + attributs_de_la_classe(lieu, type_obtenu)


def attributs_de_la_classe(lieu, classe):
    """« Ses attributs : … », si c'est une classe de la copie ; sinon rien."""
    for texte in lieu.textes.values():
        code = re.search(rf"^class {classe}\b.*?(?=^\S|\Z)", texte, re.MULTILINE | re.DOTALL)
        attributs = re.findall(r"^ +self\.(\w+) =", code.group(), re.MULTILINE) if code else []
        if attributs:
            return f" Ses attributs : {', '.join(dict.fromkeys(attributs))}."
    return ""


def phrase_parcours(lieu, type_obtenu):
    """On parcourt une valeur qui ne s'y prête pas."""
    if type_obtenu == "int" and not conseil_cles(lieu):
        return "on ne parcourt pas un nombre avec for : parcours range(…), ou une liste."
    phrase = f"on ne peut pas parcourir un {type_obtenu} avec for."
    return phrase + (attributs_de_la_classe(lieu, type_obtenu) or conseil_cles(lieu))


def phrase_coupe(lieu, type_obtenu):
    """On coupe en deux une valeur qui ne s'y prête pas."""
    if type_obtenu == "NoneType":
        droite = re.search(r"= *([\w.]+)(\()?", lieu.ligne)
        if droite and droite.group(2):
            return f"{droite.group(1)}(…) a renvoyé None : y manque-t-il un return ?"
        if droite:
            return f"{droite.group(1)} vaut None ici, et ne peut pas être coupé en deux."
        return "ce qui est à droite du = vaut None."
    phrase = f"on veut couper en deux un {type_obtenu}, qui n'est pas un couple."
    return phrase + (conseil_cles(lieu) or conseil_ordre(lieu))


def conseil_cles(lieu):
    """A-t-on oublié .items() : sur cette ligne, ou là où la valeur parcourue est nommée ?"""
    texte = lieu.textes.get(lieu.module, "")
    parcouru = re.search(r"\bin (\w+)", lieu.ligne)
    oubli = re.match(r"for \w+, *\w+ in [\w.]+:", lieu.ligne) or (
        parcouru and re.search(rf"for \w+, *{parcouru.group(1)} in [\w.]+:", texte)
    )
    if oubli:
        return " Boucler sur un dictionnaire donne ses clés ; .items() donne aussi ses valeurs."
    return ""


def phrase_cle(lieu, cle):
    """Une clé n'est pas dans le dictionnaire : laquelle, dans lequel, et que contient-il ?"""
    est_une_case = re.fullmatch(r"\(-?\d+, -?\d+\)", cle)
    sujet = f"la case {cle}" if est_une_case else f"la clé {cle}"
    dico = lieu.exception.get("dico")
    if dico is None and "choice(" in lieu.ligne:
        return "choice veut une liste, et non un dictionnaire."
    if dico is None:
        conseil = " : vérifie d'abord qu'elle y est, avec in." if est_une_case else "."
        return f"{sujet} n'est pas dans le dictionnaire{conseil}"
    nom = dico["nom"]
    taille = lieu.exception.get("taille")
    if est_une_case and taille and not dico["coins"]:
        x, y = ast.literal_eval(cle)
        if not (0 <= x < taille[0] and 0 <= y < taille[1]):
            fin = nom_court_case((taille[0] - 1, taille[1] - 1))
            dehors = f"{sujet} est hors de la grille, qui va de A0 à {fin}"
            return f"{dehors} : elle n'est pas une clé de {nom}."
    if dico["usage"] and dico["part_de_rien"]:
        depart = "0" if dico["usage"] == "+=" else "une liste vide, []"
        return f"{nom} n'a pas encore la clé {cle} : mets-y d'abord {depart}."
    if not dico["nombre"]:
        return f"{sujet} n'est pas dans {nom}, qui est encore vide."
    if dico["coins"] and not est_une_case:
        phrase = f"les clés de {nom} sont des cases (x, y), et {cle} n'en est pas une."
        return phrase + conseil_ordre(lieu)
    if dico["coins"]:
        debut, fin = (nom_court_case(coin) for coin in dico["coins"])
        dans = f"{sujet} n'est pas dans {nom}, qui va de {debut} à {fin}"
        if re.search(r"\[\(?y, *x\)?\]", lieu.ligne):
            return f"{dans}. {piste_echange().capitalize()}"
        ecrit = re.search(r"\[\(?(\w+), *(\w+)\)?\]", lieu.ligne)
        if ecrit and all(parcourt_un_range(lieu, n) for n in ecrit.groups()):
            return f"{dans} : jusqu'où vont {ecrit.group(1)} et {ecrit.group(2)} ?"
        et = " (and, et non or)" if re.search(r"\bin\b.*\bor\b", lieu.ligne) else ""
        return f"{dans} : vérifie d'abord qu'elle y est, avec in{et}."
    cles = ", ".join(dico["cles"]) + ("…" if dico["nombre"] > len(dico["cles"]) else "")
    return f"{sujet} n'est pas dans {nom}, dont les clés sont {cles}."


def parcourt_un_range(lieu, nom):
    """True si, dans cette fonction, ce nom compte les tours d'un range."""
    return re.search(rf"\bfor {nom} in range\(", fonction_de(lieu)) is not None


def phrase_mal_appelee(appelee, textes):
    """Une fonction est appelée avec une valeur qui n'est pas celle qu'elle attend."""
    nom, doit_etre, recu = appelee["mauvais"]
    fonction = appelee["fonction"]
    trouvees = signatures(textes, fonction)
    if fonction == "__init__":
        module = os.path.basename(appelee["fichier"])[: -len(".py")]
        fonction = classe_en(textes.get(module, ""), appelee["ligne"]) or "la classe"
        trouvees = signatures(textes, "__init__", fonction)
    phrase = f"{fonction} attend {doit_etre} pour {nom}, et reçoit {recu}."
    ordres = {", ".join(p for p in noms if p != "self") for _, noms in trouvees}
    if len(ordres) == 1 and ", " in min(ordres):
        phrase += f" L'ordre est {fonction}({min(ordres)})."
    return phrase


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


def nom_court_case(case):
    """« B1 » pour (1, 1)."""
    x, y = case
    return f"{chr(ord('A') + x)}{y}"


def definit(texte, nom):
    """True si le module `texte` définit ce nom, hors de toute classe.

    >>> definit("X = 1", "X"), definit("class A:\\n    def f(self): pass", "f")
    (True, False)
    """
    return re.search(rf"^(def |class )?{nom}\b( =|\(|:)", texte, re.MULTILINE) is not None


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


POP = (
    "pop retire par position (0, 1, 2…), et la liste n'a pas celle-ci ; pour retirer une valeur, "
    "c'est remove."
)

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
        "l'appel de {0} donne deux fois {1}.",
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
        "sur cette ligne, une valeur est None : d'où vient-elle ? D'une fonction sans return ?",
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


# ----------------------------------------------------------------- faute de syntaxe

MOTS = ("def", "return", "if", "elif", "else", "for", "while", "class", "from", "import", "raise")
OUVRENT_UN_BLOC = ("def", "if", "elif", "else", "for", "while", "class", "try", "except", "with")
FAUX_SIGNES = {
    "“": '"', "”": '"', "’": "'", "‘": "'", "«": '"', "»": '"', "–": "-", "—": "-", "−": "-",
    "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "…": "...",
}  # fmt: skip
INVISIBLES = ("\u00a0", "\u202f", "\u200b", "\ufeff")
FERMER = {
    "(": "il manque une parenthèse ) pour fermer celle de cette ligne.",
    "[": "il manque un crochet ] pour fermer celui de cette ligne.",
    "{": "il manque une accolade } pour fermer celle de cette ligne.",
}


def faute_de_syntaxe(texte):
    """Cherche une faute dans le texte d'un module : None, ou un dictionnaire `ligne`, `texte`,
    `phrase`.

    >>> faute_de_syntaxe("x = 1") is None
    True
    >>> faute_de_syntaxe("if x == 1\\n    y = 2")["phrase"]
    'il manque « : » à la fin de la ligne.'
    """
    try:
        compile(texte, "<module>", "exec", dont_inherit=True)
        return None
    except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as erreur:
        lignes = texte.split("\n")
        numero = getattr(erreur, "lineno", None) or 1
        numero = min(max(1, numero), len(lignes))
        numero, phrase = explique_syntaxe(erreur, lignes, numero)
        return {"ligne": numero, "texte": lignes[numero - 1].strip(), "phrase": phrase}


def explique_syntaxe(erreur, lignes, numero):
    """(ligne de la faute, phrase) : on regarde la ligne plus que le message, qui change souvent."""
    message = getattr(erreur, "msg", None) or str(erreur)
    ligne = lignes[numero - 1]
    docstring = docstring_ouverte(lignes)
    if docstring is not None:
        return docstring, 'le texte ouvert ici par """ n\'est pas refermé, ou est ouvert à tort.'
    if isinstance(erreur, TabError):
        return numero, "des tabulations et des espaces sont mélangés : n'utilise que des espaces."
    if isinstance(erreur, IndentationError):
        return explique_decalage(message, lignes, numero)
    if "null byte" in message:
        numero = next((i for i, n in enumerate(lignes, start=1) if "\0" in n), numero)
        return numero, "le fichier contient des signes illisibles : il a été mal enregistré."
    if "invalid character" in message or "non-printable" in message:
        if any(signe in ligne for signe in INVISIBLES):
            return numero, "il y a ici une espace qui n'en est pas une : efface-la et retape-la."
        for signe, remplacant in FAUX_SIGNES.items():
            if signe in ligne:
                return numero, f"Python ne connaît pas le signe « {signe} » : écris {remplacant}"
    if re.search(r"return.+outside function", message):
        return numero, "ce return n'est dans aucune fonction : vérifie le décalage de la ligne."
    if re.search(r"EOL while scanning|unterminated (f-)?string literal", message):
        return numero, "un texte n'est pas refermé : il manque un guillemet."
    ouverte = parenthese_ouverte(lignes)
    if ouverte is not None and ouverte[1] <= numero:
        return ouverte[1], FERMER[ouverte[0]]
    return numero, explique_ligne(ligne, message)


def explique_decalage(message, lignes, numero):
    """Les fautes de décalage (l'indentation)."""
    if any(signe in lignes[numero - 1] for signe in INVISIBLES):
        return numero, "il y a ici une espace insécable : efface le début de la ligne et retape-le."
    if message.startswith("expected an indented block"):
        avant = numero - 1
        while avant > 1 and not lignes[avant - 1].strip():
            avant -= 1
        return numero, f"après la ligne {avant}, qui finit par « : », décale vers la droite."
    if message.startswith("unexpected indent"):
        return numero, "cette ligne est trop décalée vers la droite, ou celle du dessus pas assez."
    return numero, "le décalage de cette ligne ne correspond à aucune des lignes du dessus."


def explique_ligne(ligne, message):
    """La faute se voit dans la ligne elle-même."""
    code = hors_des_textes(ligne).split("#")[0].strip()
    mot = re.match(r"\w*", code).group()
    if re.match(r"else\s+if\b", code):
        return "« else if » s'écrit elif."
    if mot in ("else", "elif", "except", "finally") and code.endswith(":"):
        return f"ce {mot} ne suit aucun if (ou try, for…) : vérifie son décalage."
    if re.match(r"[A-Za-z]+\s+[\w(\"']", code) and mot not in keyword.kwlist:
        proches = difflib.get_close_matches(mot.lower(), MOTS, n=1, cutoff=0.8)
        if proches:
            return f"« {mot} » s'écrit {proches[0]}."
    if mot in OUVRENT_UN_BLOC and not code.endswith(":"):
        return "il manque « : » à la fin de la ligne."
    if "=>" in code or "=<" in code:
        return "supérieur ou égal s'écrit >=, inférieur ou égal <=."
    if re.search(r"\b(if|elif|while)\b[^=]*[^=!<>:]=[^=]", code):
        return "pour comparer, écris == ; un seul = range une valeur dans une variable."
    if mot == "return" and re.search(r"[^=!<>:]=[^=]", code):
        return "pour comparer, écris == ; pour ranger une valeur, mets x = … sur sa propre ligne."
    if "unmatched" in message or "does not match" in message:
        return "une parenthèse, un crochet ou une accolade est en trop, ou n'est pas le bon."
    if "&&" in code or "||" in code:
        return "« et » s'écrit and, « ou » s'écrit or."
    if re.match(r"print\s+[^(\s]", code):
        return "print a besoin de parenthèses : print(…)."
    if "++" in code or "--" in code:
        return "x++ n'existe pas en Python : écris x += 1."
    espace = re.match(r"(\w+)\s+(?!in\b|is\b|and\b|or\b|not\b|if\b)\w+\s*=", code)
    if espace and mot not in keyword.kwlist:
        return "un nom de variable ne contient pas d'espace."
    if "assign to" in message:
        return "à gauche du =, il faut un nom ; pour comparer, écris ==."
    if "outside loop" in message or "not properly in loop" in message:
        return "break et continue ne vont que dans une boucle : vérifie le décalage."
    return (
        "Python ne comprend pas cette ligne. Regarde-la de près, et celle du dessus : "
        "une virgule, une parenthèse, un guillemet ?"
    )


def docstring_ouverte(lignes):
    """La ligne d'un texte entre triples guillemets qui n'est pas refermé, ou None.

    Une docstring n'est pas refermée si l'on y trouve le début d'une autre fonction.
    """
    ouverte = None
    for numero, ligne in enumerate(lignes, start=1):
        if ouverte is not None and re.match(r"\s*(def|class) \w+.*:\s*$", ligne):
            return ouverte
        if ligne.count('"""') % 2:
            ouverte = numero if ouverte is None else None
    return ouverte


def parenthese_ouverte(lignes):
    """La parenthèse restée ouverte : `(signe, ligne)`, ou None.

    Un mot comme def ou return au début d'une ligne montre que la parenthèse aurait dû être
    fermée avant.
    """
    pile, derniere_ligne = [], 0
    texte = io.StringIO("\n".join(lignes) + "\n")
    try:
        for mot in tokenize.generate_tokens(texte.readline):
            commence = mot.start[0] > derniere_ligne
            derniere_ligne = max(derniere_ligne, mot.end[0])
            if pile and commence and mot.string in ("def", "class", "return", "while"):
                break
            if mot.type == tokenize.OP and mot.string in "([{":
                pile.append((mot.string, mot.start[0]))
            elif mot.type == tokenize.OP and mot.string in ")]}" and pile:
                pile.pop()
    except (tokenize.TokenError, SyntaxError):
        pass  # le texte s'arrête là : ce qui est resté ouvert est dans la pile
    return pile[-1] if pile else None


def hors_des_textes(ligne):
    """La ligne, où le contenu des textes entre guillemets est effacé."""
    return re.sub(r"(\"[^\"]*\"|'[^']*')", '""', ligne)
