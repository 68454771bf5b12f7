"""Ce dont tous les TP se servent : directions, états, résultats de tir, niveaux, traits de cadre.

Une case est un couple `(x, y)` : x est la colonne, y la ligne, à partir de 0.
Ce module est donné en entier : tu n'as rien à y compléter.
"""

# Une direction est le petit déplacement (dx, dy) qui mène à la case suivante.
DROITE = (1, 0)
GAUCHE = (-1, 0)
BAS = (0, 1)
HAUT = (0, -1)

# Un axe : la direction et celle d'en face.
HORIZONTAL = (1, 0)
VERTICAL = (0, 1)
TOUTES_DIR = (1, 1)

# États d'une case.
VIDE = 0
TOUCHEE = 1  # touchée ; sur la grille d'une flotte : occupée par un bateau
MANQUEE = -1  # manquée ; ou : aucun bateau ne peut s'y trouver

# Résultats d'un tir.
TOUCHE = "touché"
MANQUE = "manqué"
COULE = "coulé"
DEJA_JOUE = "déjà joué"
HORS_GRILLE = "hors de la grille"

# La flotte de la règle habituelle, et les plus grandes dimensions acceptées.
FLOTTE = (5, 4, 3, 3, 2)
XMAX_LIMITE = 26
YMAX_LIMITE = 99

# Les niveaux de l'Ordi du TP6, et ce que fait chacun.
NIVEAUX = {
    1: "au hasard",
    2: "hasard, puis file",
    3: "cases noires, puis file",
    4: "échantillons, puis file",
    5: "comptage, puis file",
    6: "comptage, puis toutes les flottes",
}

# Quand une flotte ne se laisse pas placer (voir `Recherche`).
LIMITE_RECHERCHE = 50_000  # bateaux essayés au plus
IMPOSSIBLE = "Flotte impossible : ces bateaux ne tiennent pas ensemble dans la grille."
NON_TROUVEE = "Flotte non trouvée : il y a trop de façons de placer ces bateaux pour les essayer."

# Traits fins : horizontal, vertical, quatre coins, quatre T, une croix.
CAR_H = "─"
CAR_V = "│"
CAR_CHG = "┌"
CAR_CHD = "┐"
CAR_CBG = "└"
CAR_CBD = "┘"
CAR_TH = "┬"
CAR_TB = "┴"
CAR_TG = "├"
CAR_TD = "┤"
CAR_CX = "┼"

# Traits gras, pour le contour des bateaux.
CAR_GH = "━"
CAR_GV = "┃"
CAR_GCHG = "┏"
CAR_GCHD = "┓"
CAR_GCBG = "┗"
CAR_GCBD = "┛"
# Les T et la croix mêlent gras et fin : les lettres après le nom disent quelles
# branches sont grasses (H : haut, B : bas, G : gauche, D : droite).
CAR_GTH_GD = "┯"
CAR_GTH_BG = "┱"
CAR_GTH_BD = "┲"
CAR_GTB_GD = "┷"
CAR_GTB_HG = "┹"
CAR_GTB_HD = "┺"
CAR_GTG_HB = "┠"
CAR_GTG_HD = "┡"
CAR_GTG_BD = "┢"
CAR_GTD_HB = "┨"
CAR_GTD_HG = "┩"
CAR_GTD_BG = "┪"
CAR_GCX = "╋"
CAR_GCX_HB = "╂"
CAR_GCX_GD = "┿"
CAR_GCX_HG = "╃"
CAR_GCX_HD = "╄"
CAR_GCX_BG = "╅"
CAR_GCX_BD = "╆"

# Le signe d'un croisement d'après ses branches (haut, bas, gauche, droite) :
# 0 pas de branche, 1 branche fine, 2 branche grasse.
CAR_CROISEMENTS = {
    (0, 1, 0, 1): CAR_CHG, (0, 2, 0, 2): CAR_GCHG,
    (0, 1, 1, 0): CAR_CHD, (0, 2, 2, 0): CAR_GCHD,
    (1, 0, 0, 1): CAR_CBG, (2, 0, 0, 2): CAR_GCBG,
    (1, 0, 1, 0): CAR_CBD, (2, 0, 2, 0): CAR_GCBD,
    (0, 1, 1, 1): CAR_TH, (0, 1, 2, 2): CAR_GTH_GD,
    (0, 2, 2, 1): CAR_GTH_BG, (0, 2, 1, 2): CAR_GTH_BD,
    (1, 0, 1, 1): CAR_TB, (1, 0, 2, 2): CAR_GTB_GD,
    (2, 0, 2, 1): CAR_GTB_HG, (2, 0, 1, 2): CAR_GTB_HD,
    (1, 1, 0, 1): CAR_TG, (2, 2, 0, 1): CAR_GTG_HB,
    (2, 1, 0, 2): CAR_GTG_HD, (1, 2, 0, 2): CAR_GTG_BD,
    (1, 1, 1, 0): CAR_TD, (2, 2, 1, 0): CAR_GTD_HB,
    (2, 1, 2, 0): CAR_GTD_HG, (1, 2, 2, 0): CAR_GTD_BG,
    (1, 1, 1, 1): CAR_CX, (2, 2, 2, 2): CAR_GCX,
    (2, 2, 1, 1): CAR_GCX_HB, (1, 1, 2, 2): CAR_GCX_GD,
    (2, 1, 2, 1): CAR_GCX_HG, (2, 1, 1, 2): CAR_GCX_HD,
    (1, 2, 2, 1): CAR_GCX_BG, (1, 2, 1, 2): CAR_GCX_BD,
}  # fmt: skip

# La fonction qui affiche pour de bon. Une autre interface (fenêtre, carnet) met la
# sienne à la place : `bn_utiles.sortie = ma_fonction`.
sortie = print


def signe(x):
    """Signe de x : 1, 0 ou -1.

    >>> signe(-7), signe(0), signe(2)
    (-1, 0, 1)
    """
    return (x > 0) - (x < 0)


class Recherche:
    """La recherche méthodique d'une flotte : on pose un bateau, on continue, on revient en arrière.

    `placements` est un dictionnaire {taille: liste des bateaux possibles}.
    """

    def __init__(self, placements):
        self.placements = placements
        self.essais = 0

    def complete(self, tailles, libres):
        """Liste de bateaux de ces tailles sur les cases de l'ensemble `libres`, ou None.

        None : ils ne tiennent pas ensemble. ValueError : il y a trop de cas pour le savoir.

        >>> from tp2_placement import Bateau
        >>> recherche = Recherche({1: [Bateau(1, (x, 0), DROITE) for x in range(3)]})
        >>> [bateau.start for bateau in recherche.complete([1, 1], {(0, 0), (1, 0), (2, 0)})]
        [(0, 0), (2, 0)]
        """
        if not tailles:
            return []
        if sum(tailles) > len(libres):
            return None
        for bateau in self.placements[tailles[0]]:
            self.essais += 1
            if self.essais > LIMITE_RECHERCHE:
                raise ValueError(NON_TROUVEE)
            if libres.issuperset(bateau.cases):
                reste = libres.difference(bateau.cases, bateau.cases_adj)
                suite = self.complete(tailles[1:], reste)
                if suite is not None:
                    return [bateau, *suite]
        return None


if __name__ == "__main__":
    import doctest

    doctest.testmod()
