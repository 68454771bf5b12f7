"""La géométrie de la fenêtre : tes fonctions du TP8 dès qu'elles sont écrites ; sinon, celles-ci.

Ce module est donné en entier. Ses fonctions tâtonnent (elles avancent case par case, elles essaient
tout) ; les tiennes calculeront d'un coup. `PRETEES` dit lesquelles ont servi à leur place, et ce
qui n'allait pas dans la tienne.
"""

from bn_couleurs import CLAIR, PALIERS
from bn_garde import TropLong, raconte
from bn_utiles import BAS, DROITE
from tp2_placement import Bateau

PRETEES = {}  # {nom de la fonction: ce que la tienne a fait de travers, ou ""}
ILLISIBLES = {}  # {nom du module: pourquoi il ne se charge pas}


def module_ou_rien(nom):
    """Le module `nom`, ou None s'il n'est pas là ou ne se charge pas."""
    if nom in ILLISIBLES:
        return None
    try:
        return __import__(nom)
    except (Exception, TropLong) as erreur:  # le fichier d'un élève peut tout lever
        if not (isinstance(erreur, ModuleNotFoundError) and erreur.name == nom):
            ILLISIBLES[nom] = raconte(erreur)
        return None


def du_tp8(convient):
    """Fait passer devant la fonction donnée celle du TP8 qui a le même nom, si elle est écrite.

    `convient(valeur)` : True si l'on peut se servir de ce qu'elle renvoie.
    """

    def remplace(donnee):
        nom = donnee.__name__

        def appelle(*arguments):
            if nom in PRETEES:
                return donnee(*arguments)
            sienne = getattr(module_ou_rien("tp8_fenetre"), nom, None)
            if sienne is None:
                PRETEES[nom] = ""
                return donnee(*arguments)
            try:
                valeur = sienne(*arguments)
            except NotImplementedError:
                PRETEES[nom] = ""
            except TropLong:
                PRETEES[nom] = "elle ne s'arrête pas"
            except Exception as erreur:
                PRETEES[nom] = f"{type(erreur).__name__} : {erreur}"
            else:
                if convient(valeur):
                    return valeur
                PRETEES[nom] = f"elle a renvoyé {valeur!r}"
            return donnee(*arguments)

        appelle.__doc__ = donnee.__doc__
        return appelle

    return remplace


def est_couple(valeur):
    """True pour un couple de nombres.

    >>> est_couple((2, 1)), est_couple(None)
    (True, False)
    """
    deux = isinstance(valeur, tuple) and len(valeur) == 2
    return deux and all(isinstance(nombre, (int, float)) for nombre in valeur)


@du_tp8(est_couple)
def coin_case(case, cote, marge):
    """Point en haut à gauche du carré qui représente `case`."""
    points = []
    for rang in case:
        point = marge
        for _ in range(rang):
            point += cote
        points.append(point)
    return tuple(points)


@du_tp8(lambda valeur: valeur is None or est_couple(valeur))
def case_sous(point, cote, marge, xmax, ymax):
    """Case qui se trouve sous le point, ou None : on les essaie toutes."""
    for x in range(xmax):
        for y in range(ymax):
            coin = coin_case((x, y), cote, marge)
            if all(debut <= p < debut + cote for debut, p in zip(coin, point)):
                return (x, y)
    return None


@du_tp8(est_couple)
def case_clavier(case, touche, xmax, ymax):
    """Case où va le curseur quand on appuie sur une flèche du clavier."""
    colonne, ligne = case
    if touche in ("Left", "Right"):
        colonne += 1 if touche == "Right" else -1
    if touche in ("Up", "Down"):
        ligne += 1 if touche == "Down" else -1
    dedans = colonne in range(xmax) and ligne in range(ymax)
    return (colonne, ligne) if dedans else case


@du_tp8(lambda valeur: isinstance(valeur, Bateau))
def bateau_tenu(taille, case, sens, rang):
    """Bateau que l'on tient par sa case numéro `rang` : on le recule jusqu'à ce qu'il y soit."""
    x, y = case
    bateau = Bateau(taille, case, sens)
    while bateau.cases[rang] != case:
        x, y = x - sens[0], y - sens[1]
        bateau = Bateau(taille, (x, y), sens)
    return bateau


@du_tp8(lambda valeur: valeur in (DROITE, BAS))
def tourne(sens):
    """L'autre sens."""
    (autre,) = {DROITE, BAS} - {sens}
    return autre


@du_tp8(lambda valeur: isinstance(valeur, tuple) and len(valeur) == 2)
def apercu(grille, bateau):
    """Ce que l'on montre pendant le placement : (cases dans la grille, couleur)."""
    dedans = sorted(set(bateau.cases) & set(grille.etat), key=bateau.cases.index)
    return dedans, CLAIR["vert" if grille.test_bateau(bateau) else "touche"]


@du_tp8(lambda valeur: isinstance(valeur, str) and valeur.startswith("#"))
def couleur_chaleur(valeur, maximum):
    """Couleur d'une case selon sa probabilité, par paliers."""
    seuils = [maximum * rang / len(PALIERS) for rang in range(1, len(PALIERS))]
    return PALIERS[sum(valeur > seuil for seuil in seuils)]


if __name__ == "__main__":
    import doctest

    doctest.testmod()
