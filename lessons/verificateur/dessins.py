"""Les petits dessins de grilles que montre le vérificateur, et le nom d'une case."""

import ast
import re

from .exemples import est_case

MAX_DESSIN = 15  # au-delà de cette taille, une grille ne tient plus à l'écran

PETIT = 6  # jusqu'à ce nombre de lignes, une grille se voit d'un coup d'œil


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


def nom_court_case(case):
    """« B1 » pour (1, 1)."""
    x, y = case
    return f"{chr(ord('A') + x)}{y}"
