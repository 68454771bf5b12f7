"""Prolongement : le jeu dans une fenêtre. Des pixels aux cases, et retour.

Ce que l'on manipule ici :
- un point de la fenêtre, le couple (px, py) : en pixels, à partir du coin en haut à gauche ;
- `cote`, le côté d'une case en pixels, et `marge`, la place laissée à gauche et en haut pour
  les numéros et les lettres ;
- une couleur, une chaîne comme '#ff8000' : deux chiffres hexadécimaux pour le rouge, deux
  pour le vert, deux pour le bleu.

La fenêtre elle-même est donnée, dans `bn_fenetre.py` : elle appelle tes fonctions chaque
fois qu'il se passe quelque chose (un clic, une touche, un mouvement de souris).
"""

from bn_utiles import BAS, DROITE
from tp2_placement import Bateau

VERT = "#2a9d5c"
ROUGE = "#d1495b"


def coin_case(case, cote, marge):
    """Point en haut à gauche du carré qui représente `case`.

    >>> coin_case((0, 0), 40, 30)
    (30, 30)
    >>> coin_case((2, 1), 40, 30)
    (110, 70)
    """
    # À compléter
    raise NotImplementedError("tp8.coin_case")


def case_sous(point, cote, marge, xmax, ymax):
    """Case qui se trouve sous le point (px, py), ou None s'il n'y en a pas.

    >>> case_sous((115, 75), 40, 30, 3, 2)
    (2, 1)
    >>> case_sous((10, 75), 40, 30, 3, 2) is None
    True
    """
    # À compléter
    raise NotImplementedError("tp8.case_sous")


def case_clavier(case, touche, xmax, ymax):
    """Case où va le curseur quand on appuie sur une flèche du clavier.

    Les flèches s'appellent 'Left', 'Right', 'Up' et 'Down'. Au bord, le curseur ne bouge
    pas ; une autre touche ne change rien.

    >>> case_clavier((1, 1), 'Right', 3, 2)
    (2, 1)
    >>> case_clavier((1, 1), 'Down', 3, 2)
    (1, 1)
    """
    # À compléter
    raise NotImplementedError("tp8.case_clavier")


def bateau_tenu(taille, case, sens, rang):
    """Bateau que l'on tient à la souris par sa case numéro `rang`, quand on est sur `case`.

    Tenir un bateau par son milieu le fait partir avant la case survolée.

    >>> bateau_tenu(3, (4, 1), DROITE, 1).cases
    [(3, 1), (4, 1), (5, 1)]
    """
    # À compléter
    raise NotImplementedError("tp8.bateau_tenu")


def tourne(sens):
    """L'autre sens : BAS si `sens` est DROITE, DROITE si `sens` est BAS.

    >>> tourne(DROITE) == BAS, tourne(BAS) == DROITE
    (True, True)
    """
    # À compléter
    raise NotImplementedError("tp8.tourne")


def apercu(grille, bateau):
    """Ce que l'on montre pendant le placement : (cases du bateau dans la grille, couleur).

    La couleur est VERT si le bateau peut être posé, ROUGE sinon. L'ordre des cases est
    celui du bateau.

    >>> from tp2_placement import Grille
    >>> apercu(Grille(3, 2), Bateau(2, (2, 0), DROITE))
    ([(2, 0)], '#d1495b')
    """
    # À compléter
    raise NotImplementedError("tp8.apercu")


def couleur_chaleur(valeur, maximum):
    """Couleur d'une case selon sa probabilité : du blanc '#ffffff' (0) à l'orange '#ff8000'.

    Le rouge ne change pas ; le vert va de 255 à 128 et le bleu de 255 à 0, en proportion de
    valeur / maximum, arrondis avec `round`. Si `maximum` vaut 0, la case est blanche.

    >>> couleur_chaleur(0, 10), couleur_chaleur(10, 10), couleur_chaleur(5, 10)
    ('#ffffff', '#ff8000', '#ffc080')
    """
    # À compléter
    raise NotImplementedError("tp8.couleur_chaleur")


if __name__ == "__main__":
    import verifier

    verifier.main(["tp8"])
