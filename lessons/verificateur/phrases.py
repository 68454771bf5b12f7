"""Dit en français ce qui ne va pas : mauvaise réponse, erreur de Python, faute de syntaxe.

Rien ici n'exécute le code de l'élève : on ne regarde que des textes et des valeurs simples.
"""

import ast
import builtins
import difflib
import io
import keyword
import re
import tokenize
from collections import namedtuple

from .comparaison import premiere_difference
from .exemples import est_case
from .lecture import (
    ETATS,
    classe_en,
    fonctions_et_methodes,
    membres,
    resultat_contre_etat,
    signatures,
)

MAX_DESSIN = 15  # au-delà de cette taille, une grille ne tient plus à l'écran


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


def dessin_utile(attendu, obtenu, grilles):
    """Un dessin qui aide à comprendre, ou None.

    Deux ensembles de cases, ou deux états de grille : on les met côte à côte. Sinon, on montre
    la grille dont parle l'exemple.
    """
    a, o = en_signes(attendu), en_signes(obtenu)
    if a is not None and o is not None and (a or o):
        cases = [case for case in [*a, *o] if min(case) >= 0]
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
    for nom, liste in grilles or []:
        etat = {tuple(case): valeur for case, valeur in liste}
        if min(min(case) for case in etat) >= 0 and max(dimensions(etat)) <= MAX_DESSIN:
            dessins.append(f"La grille {nom} après cet appel (X : 1, O : -1, . : 0) :")
            dessins.append(dessine_etat(etat))
    return "\n".join(dessins[:4]) or None


def en_signes(valeur):
    """{case: signe} pour une liste de cases ou un état de grille ; None pour le reste."""
    if isinstance(valeur, (list, set, frozenset)) and all(est_case(v) for v in valeur):
        return dict.fromkeys(valeur, "#")
    if isinstance(valeur, dict) and valeur and all(est_case(cle) for cle in valeur):
        if all(type(v) is int and -9 <= v <= 99 for v in valeur.values()):
            etats = {0: ".", 1: "X", -1: "O"}
            if set(valeur.values()) <= set(etats):
                return {case: etats[v] for case, v in valeur.items()}
    return None


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


def reduit(code, attendu, obtenu):
    """Si l'exemple montre plusieurs appels d'un coup, ne garde que le premier qui est faux.

    >>> reduit("f(1), f(2)", (True, False), (True, True))
    ('f(2)', False, True)
    """
    try:
        expression = ast.parse(code, mode="eval").body
    except SyntaxError:
        return code, attendu, obtenu
    valeurs = isinstance(attendu, tuple) and isinstance(obtenu, tuple)
    if isinstance(expression, ast.Tuple) and valeurs:
        if len(expression.elts) == len(attendu) == len(obtenu):
            for element, a, o in zip(expression.elts, attendu, obtenu):
                if repr(a) != repr(o):
                    return ast.get_source_segment(code, element), a, o
    return code, attendu, obtenu


def piste_rien(affiche, ligne=None, return_manque="partout"):
    """Une piste quand la fonction renvoie None.

    `affiche` est ce que l'appel a affiché, et `ligne` celle du print. `return_manque` dit où il
    n'y a pas de return : « partout », « ici » (pour cet appel), le numéro de la dernière ligne, ou
    « » si on ne le sait pas.
    """
    if affiche.strip():
        qui = f"la ligne {ligne}" if ligne else "ta fonction"
        return f"{qui} affiche au lieu de renvoyer : remplace print par return."
    if return_manque == "partout":
        return "ta fonction ne renvoie rien (None) : il manque un return."
    if return_manque == "ici":
        return "pour cet appel, aucun return n'est atteint : que faut-il renvoyer dans ce cas ?"
    if return_manque:
        return (
            f"la fonction finit ligne {return_manque}, sans rien renvoyer : y faut-il un return ?"
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
        if [attendu, obtenu] in (couple, couple[::-1]) and type(attendu) is not type(obtenu):
            return resultat_contre_etat(resultat, etat)
    if not isinstance(attendu, str) or attendu not in noms or not isinstance(obtenu, str):
        return None
    if obtenu in noms:
        return f"pour cet appel, la réponse est {noms[attendu]}, et non {noms[obtenu]}."
    return f"ce texte a déjà un nom : écris {noms[attendu]}, sans guillemets."


def piste_valeur(attendu, obtenu, type_obtenu):
    """Une piste quand la valeur renvoyée n'est pas la bonne, ou None.

    `attendu` et `obtenu` sont des valeurs simples.
    """
    if type_obtenu in ("generator", "map", "filter", "zip", "range", "dict_keys", "dict_values"):
        return f"on obtient un objet {type_obtenu} : entoure-le de list(…) pour avoir une liste."
    if type_obtenu in ("function", "method", "builtin_function_or_method"):
        return "tu donnes la fonction elle-même : ajoute les parenthèses pour l'appeler."
    if type(attendu) is not type(obtenu):
        return piste_types(attendu, obtenu)
    return piste_memes_types(attendu, obtenu)


COUPLE = "une case est un couple : des parenthèses (x, y), pas des crochets [x, y]."


def piste_compte(attendu, obtenu):
    """Une piste pour un compte faux d'une unité, ou None."""
    if type(attendu) is not int or type(obtenu) is not int or abs(attendu - obtenu) != 1:
        return None
    sens = "de trop" if obtenu > attendu else "de moins"
    return f"il y a 1 {sens} : regarde où ton compte commence, et où il s'arrête."


def piste_types(attendu, obtenu):
    """Une piste quand le type n'est pas le bon."""
    if isinstance(attendu, bool) and obtenu in ("True", "False"):
        return f"{obtenu} s'écrit sans guillemets : sinon, c'est un texte."
    if isinstance(attendu, bool):
        return "réponds par True ou False : une comparaison (==, <, in…) le fait."
    if isinstance(attendu, str) and isinstance(obtenu, tuple):
        return "on attend un seul texte : colle les morceaux avec +, et non avec une virgule."
    if isinstance(obtenu, bool) and isinstance(attendu, int):
        return "on attend un nombre, pas True ou False."
    if isinstance(obtenu, str) and isinstance(attendu, (int, float)):
        return f"{obtenu!r} est un texte : convertis-le avec int."
    if isinstance(attendu, str) and isinstance(obtenu, (int, float)):
        return "on attend un texte : convertis le nombre avec str."
    if isinstance(attendu, int) and isinstance(obtenu, float):
        return "la division / donne un nombre à virgule : pour un entier, utilise //."
    if isinstance(attendu, list) and isinstance(obtenu, tuple):
        return "on attend une liste, entre crochets [ ]."
    if est_case(attendu) and isinstance(obtenu, list):
        if any(est_case(valeur) for valeur in obtenu):
            return "on attend une seule case, et non une liste de cases."
        return COUPLE if est_case(tuple(obtenu)) else "on attend une case (x, y), et non une liste."
    if isinstance(attendu, float) and isinstance(obtenu, int):
        return "on attend un nombre à virgule : divise avec /, et non avec //."
    if isinstance(attendu, tuple) and isinstance(obtenu, list):
        return "on attend un tuple, entre parenthèses ( )."
    if isinstance(attendu, list) and isinstance(obtenu, (set, dict)):
        return "on attend une liste [ ], pas des accolades { }."
    if attendu is None:
        return "ici, on ne doit rien renvoyer (None)."
    return None


def piste_memes_types(attendu, obtenu):
    """Une piste quand le type est bon et la valeur fausse."""
    if isinstance(attendu, bool):
        return f"pour cet appel, la réponse est {attendu} : refais le test à la main."
    if isinstance(attendu, str):
        return piste_texte(attendu, obtenu)
    if est_case(attendu) and est_case(obtenu):
        if attendu == obtenu[::-1]:
            return piste_echange()
    if isinstance(attendu, tuple) and attendu and attendu[0] == obtenu:
        return f"c'est la première des {len(attendu)} valeurs attendues : ajoute les suivantes."
    if isinstance(attendu, tuple) and len(attendu) == len(obtenu):
        for a, o in zip(attendu, obtenu):
            if type(a) is not type(o):
                return piste_types(a, o)
            if a != o:
                return piste_memes_types(a, o)
    if isinstance(attendu, list):
        return piste_liste(attendu, obtenu)
    if isinstance(attendu, dict):
        return piste_dictionnaire(attendu, obtenu)
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
        return "il ne manque que des espaces, ou il y en a en trop."
    if obtenu and attendu.startswith(obtenu):
        return "le début est bon, il manque la fin."
    if attendu and obtenu.startswith(attendu):
        return "le début est bon, mais il y a quelque chose en trop à la fin."
    return premiere_difference(attendu, obtenu) if len(attendu) >= 4 else None


def piste_liste(attendu, obtenu):
    """Ce qui distingue deux listes."""
    textes_a, textes_o = [repr(v) for v in attendu], [repr(v) for v in obtenu]
    if sorted(textes_a) == sorted(textes_o):
        return "les valeurs sont les bonnes, mais pas dans cet ordre."
    if len(attendu) == len(obtenu) and all(type(v) in (int, bool) for v in attendu + obtenu):
        rang = next(i for i, (a, o) in enumerate(zip(textes_a, textes_o)) if a != o)
        return f"valeur numéro {rang + 1} : on attend {textes_a[rang]} et non {textes_o[rang]}."
    if all(est_case(v) for v in attendu + obtenu) and attendu:
        if sorted(attendu) == sorted(case[::-1] for case in obtenu):
            return piste_echange()
    if len(set(textes_o)) < len(textes_o) and set(textes_a) == set(textes_o):
        double = next(v for v in obtenu if obtenu.count(v) > 1)
        return (
            f"{double!r} y est {obtenu.count(double)} fois : "
            "vérifie qu'une valeur n'y est pas avant de l'ajouter."
        )
    if len(set(textes_o)) < len(textes_o) and set(textes_a) < set(textes_o):
        double = next(v for v in obtenu if obtenu.count(v) > 1)
        return f"{double!r} y est {obtenu.count(double)} fois : pars-tu d'une liste vide, [] ?"
    if any(isinstance(v, list) and est_case(tuple(v)) and tuple(v) in attendu for v in obtenu):
        return COUPLE
    if len(obtenu) > len(attendu) and all(isinstance(v, str) for v in attendu + obtenu):
        if "".join(attendu) == "".join(obtenu):
            return "le texte est ajouté lettre par lettre : pour l'ajouter entier, c'est append."
    listes = [v for v in obtenu if isinstance(v, list) and v]
    if listes and all(est_case(c) for v in listes for c in v):
        return "tu ajoutes une liste dans la liste : ajoute ses cases une par une."
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
            return f"pour la clé {decrit(cle)}, on attend {valeur!r} et non {obtenu[cle]!r}."
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
    if nom in (*DE_RANDOM, "random") and "hasard" in siens:
        suite = f".{nom}" if nom in DE_RANDOM else ""
        return f"{phrase} Écris self.hasard{suite}."
    donne = re.search(rf"\b{nom}\((\w+)\b(?!\()", lieu.ligne)
    if donne and donne.group(1) != "self" and proprietaire(lieu, nom, classe):
        objet = donne.group(1)
        return (
            f"{phrase} C'est {proprietaire(lieu, nom, classe)[1]} qui l'a : écris {objet}.{nom}()"
        )
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
    if re.match(rf"{nom} *([+-]=|= *{nom} *[+-])", lieu.ligne):
        return f"{phrase} Écris {nom} = 0 avant la boucle."
    return phrase


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
    if hasattr(builtins, classe):
        conseil = AUTRES_METHODES.get((classe, nom), "vérifie ce qu'il y a à gauche du point.")
        return f"un objet {classe} n'a pas de {nom} : {conseil}"
    tout = "\n".join(lieu.textes.values())
    siens = membres(lieu.textes, classe)
    devant = re.search(rf"([\w.]+)\.{nom}\b", lieu.ligne)
    objet = devant.group(1) if devant else "self"
    if re.search(rf"^def {nom}\(", tout, re.MULTILINE):
        return f"{nom} est une fonction, pas une méthode : écris {nom}(…) sans self."
    if nom in siens:
        return (
            f"{objet}.{nom} n'existe pas encore : quelle méthode le remplit ? "
            "L'as-tu appelée (avec des parenthèses) ?"
        )
    if nom in membres(lieu.textes, "Grille") and "grille_suivi" in siens:
        return f"{nom} est dans une grille : écris par exemple {objet}.grille_suivi.{nom}."
    phrase = f"{classe} n'a rien qui s'appelle {nom} : "
    if proprietaire(lieu, nom, classe):
        autre, qui = proprietaire(lieu, nom, classe)
        voisins = re.findall(r"(?<![\w.])(\w+)\.(\w+)", fonction_de(lieu))
        siens = membres(lieu.textes, autre)
        objets = [v for v, attribut in voisins if v != "self" and attribut in siens]
        conseil = f"écris {objets[0]}.{nom}" if objets else "mets cet objet devant le point."
        return f"{phrase}c'est {qui} qui l'a, {conseil}"
    return f"{phrase}vérifie l'orthographe.{conseil_nom(lieu, nom)}"


def proprietaire(lieu, nom, classe):
    """("Joueur", "le joueur") si le joueur a `nom`, et que `classe` ne l'a pas ; None sinon."""
    for autre, qui in [("Joueur", "le joueur"), ("Grille", "la grille"), ("Bateau", "le bateau")]:
        if autre != classe and nom in membres(lieu.textes, autre):
            return autre, qui
    return None


def fonction_de(lieu):
    """Le code de la fonction où arrive l'erreur, sans ses exemples ; vide si elle est absente."""
    texte, ligne = lieu.textes.get(lieu.module, ""), lieu.exception.get("ligne") or 0
    for f in fonctions_et_methodes(texte):
        if f.lineno <= ligne <= f.end_lineno:
            debut = f.body[1].lineno if ast.get_docstring(f) and len(f.body) > 1 else f.lineno
            return "\n".join(texte.split("\n")[debut - 1 : f.end_lineno])
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


def phrase_indice(lieu):
    """Un indice sort d'une liste : est-elle vide ?"""
    crochets = re.findall(r"(?<=[\w\])])\[([^\[\]]*)\]", lieu.ligne)
    if crochets and all(indice.strip() in ("0", "-1") for indice in crochets):
        return "la liste est vide, il n'y a rien à y prendre : traite ce cas à part."
    if crochets and crochets[-1].strip() in ("0", "-1"):
        return "l'une de ces listes est vide, ou trop courte : traite ce cas à part."
    return "l'indice est trop grand : une liste de n éléments va de 0 à n - 1."


def phrase_indice_texte(lieu):
    """Un indice sort d'un texte : est-il vide ?"""
    if re.findall(r"(?<=[\w\])])\[([^\[\]]*)\]", lieu.ligne) == ["0"]:
        return "le texte est vide, il n'a pas de premier signe : traite ce cas à part."
    return "l'indice est trop grand : un texte de n signes va de 0 à n - 1."


def phrase_entier(lieu, type_obtenu):
    """Il fallait un entier : pour pop, ou pour range ?"""
    if ".pop(" in lieu.ligne:
        return POP
    if "range(" in lieu.ligne:
        return "range veut un entier."
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
    phrase = f"on ne peut pas parcourir un {type_obtenu} avec for."
    return phrase + (attributs_de_la_classe(lieu, type_obtenu) or conseil_cles(lieu))


def phrase_coupe(lieu, type_obtenu):
    """On coupe en deux une valeur qui ne s'y prête pas."""
    if type_obtenu == "NoneType":
        return "ce qui est à droite du = vaut None : il manque un return à la fonction appelée."
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
        et = " (and, et non or)" if re.search(r"\bin\b.*\bor\b", lieu.ligne) else ""
        return f"{dans} : vérifie d'abord qu'elle y est, avec in{et}."
    cles = ", ".join(dico["cles"]) + ("…" if dico["nombre"] > len(dico["cles"]) else "")
    return f"{sujet} n'est pas dans {nom}, dont les clés sont {cles}."


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


def conseil_nom(lieu, nom):
    """Le nom que l'élève voulait sans doute écrire."""
    tous = noms_du_code(lieu.textes.get(lieu.module, "")) - {nom}
    connus = sorted(connu for connu in tous if len(connu) <= LONG_NOM)
    proches = [connu for connu in connus if connu.lower() == nom.lower()]
    proches += difflib.get_close_matches(nom, connus, n=1, cutoff=0.75)
    return f" Voulais-tu écrire {proches[0]} ?" if proches else ""


def noms_du_code(texte):
    """Les noms que le code peut utiliser : ceux qu'il contient, et ceux de Python.

    >>> sorted(noms_du_code("def f(x): return self.y") - set(dir(builtins)))
    ['f', 'self', 'x', 'y']
    """
    noms = set(dir(builtins))
    try:
        arbre = ast.parse(texte)
    except (SyntaxError, ValueError):
        return noms
    for noeud in ast.walk(arbre):
        for attribut in ("id", "attr", "arg", "name"):
            nom = getattr(noeud, attribut, None)
            if isinstance(nom, str):
                noms.add(nom)
    return noms


POP = "pop retire par position (0, 1, 2…) ; pour retirer une valeur, c'est remove."

ERREURS = [
    ("NameError", r"name '(\w+)' is not defined", phrase_nom),
    ("UnboundLocalError", r".*variable '(\w+)'", phrase_sans_valeur),
    (
        "AttributeError",
        r"'NoneType' object has no attribute '(\w+)'",
        "ce qui est à gauche de .{0} vaut None : une fonction a sans doute oublié de renvoyer "
        "(return).",
    ),
    (
        "AttributeError|TypeError",
        r".*'(?:builtin_function_or_method|method|function)'",
        "il manque sans doute les parenthèses ( ) d'un appel.",
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
        r"bad operand type for unary -: 'tuple'",
        "- ne s'applique pas à un couple : change le signe de chaque nombre, (-dx, -dy).",
    ),
    (
        "TypeError",
        r"object of type '(\w+)' has no len\(\)",
        "len mesure une liste ou un texte, pas un {0}.",
    ),
    (
        "TypeError",
        r"bad operand type for unary (.): '(\w+)'",
        "on ne peut pas mettre {0} devant un {1} : il faut un nombre.",
    ),
    (
        "TypeError",
        r".*append\(\) takes exactly one argument",
        "append n'ajoute qu'une valeur : append((a, b)) ajoute le couple (a, b).",
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
    (
        "TypeError",
        r"'(\w+)' object does not support item assignment",
        "on ne peut pas changer un morceau d'un {0} : fabriques-en un nouveau.",
    ),
    (
        "TypeError",
        r"can only concatenate str \(not \"(\w+)\"\) to str",
        "on ne colle que des textes : convertis avec str(…).",
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
        "on se sert de None comme d'une liste : une fonction a sans doute oublié son return.",
    ),
    ("TypeError", r"'(\w+)' object is not iterable", phrase_parcours),
    (
        "TypeError",
        r"'(\w+)' object is not callable",
        "un {0} n'est pas une fonction : des parenthèses sont en trop, ou un nom est pris deux "
        "fois.",
    ),
    (
        "TypeError",
        r"'(\w+)' object is not subscriptable",
        "on ne peut pas mettre de crochets [ ] après un {0}.",
    ),
    ("TypeError", r"cannot unpack non-iterable (\w+) object", phrase_coupe),
    ("TypeError", r"'(\w+)' object cannot be interpreted as an integer", phrase_entier),
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
    (
        "IndexError",
        r"tuple index out of range",
        "l'indice est trop grand : dans un couple, c'est 0 ou 1.",
    ),
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
    (
        "ValueError",
        r"(max|min)\(\) .*empty.*",
        "{0} ne trouve rien dans une liste vide : traite ce cas à part.",
    ),
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
        "le code attend une réponse au clavier (input) : ici, il ne faut rien demander.",
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


def phrase_exception(exception, textes=None, module=""):
    """Ce que veut dire l'erreur de Python `exception` (un dictionnaire), en une phrase.

    `textes` est {module: texte} du code de l'élève, `module` celui où elle arrive.
    """
    lieu = Lieu(textes or {}, module, exception.get("texte", ""), exception)
    if lieu.ligne.startswith("raise ") and not exception.get("en_appelant"):
        dit = f" (« {exception['message']} »)" if exception["message"] else ""
        return f"ton code lève ici {exception['type']}{dit}, et il ne le fallait pas."
    for type_erreur, motif, phrase in ERREURS:
        if re.fullmatch(type_erreur, exception["type"]):
            trouve = re.match(motif, exception["message"], re.DOTALL)
            if trouve and callable(phrase):
                return phrase(lieu, *trouve.groups())
            if trouve:
                return phrase.format(*trouve.groups()).strip()
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
    if mot in ("if", "elif", "while") and re.search(r"[^=!<>:]=[^=]", code):
        return "pour comparer, écris == ; un seul = range une valeur dans une variable."
    if "unmatched" in message or "does not match" in message:
        return "une parenthèse, un crochet ou une accolade est en trop, ou n'est pas le bon."
    if "&&" in code or "||" in code:
        return "« et » s'écrit and, « ou » s'écrit or."
    if re.match(r"print\s+[^(\s]", code):
        return "print a besoin de parenthèses : print(…)."
    if "++" in code or "--" in code:
        return "x++ n'existe pas en Python : écris x += 1."
    if re.match(r"(\w+)\s+(?!in\b|is\b|and\b|or\b|not\b|if\b)\w+\s*=", code):
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
