"""Compter les flottes possibles, en Python pur.

Une case est le bit numéro `x * ymax + y` d'un entier ; un bateau, une flotte, un ensemble de
touches sont donc des entiers, et « ont-ils une case en commun ? » s'écrit `a & b`.
Trois outils : tirer une flotte comme le fait le jeu, compter exactement les flottes qui
concordent avec les tirs, et « tirer mille flottes, garder celles qui concordent ».
"""

from bn_rapide import geometrie
from bn_utiles import FLOTTE
from tp2_placement import NB_ESSAIS

MASQUE64 = (1 << 64) - 1


def melange(z):
    """Brouille un entier de 64 bits (une étape du générateur « splitmix64 »).

    >>> melange(0), melange(1) == melange(2)
    (0, False)
    """
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASQUE64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASQUE64
    return z ^ (z >> 31)


class Des:
    """Des dés qui redonnent toujours la même suite pour les mêmes `cles` (des entiers).

    `random.Random` ferait l'affaire, mais il n'existe pas dans le code compilé : celui-ci
    tient en trois lignes, et les deux versions tirent exactement les mêmes nombres.

    >>> [Des(2016, 7).entier(6) for fois in range(3)]
    [2, 2, 2]
    >>> des = Des(2016, 7)
    >>> [des.entier(6) for fois in range(8)]
    [2, 4, 3, 0, 1, 4, 4, 2]
    """

    def __init__(self, *cles):
        self.etat = 0
        for cle in cles:
            self.etat = melange((self.etat + (cle & MASQUE64) + 0x9E3779B97F4A7C15) & MASQUE64)

    def entier(self, n):
        """Un entier au hasard, de 0 à n - 1."""
        self.etat = (self.etat + 0x9E3779B97F4A7C15) & MASQUE64
        return ((melange(self.etat) >> 32) * n) >> 32

    def choice(self, candidats):
        """Un élément au hasard, comme `random.choice`, mais sans tenir compte de leur ordre.

        La liste est triée avant le choix : deux programmes qui hésitent entre les mêmes cases
        font le même choix, même s'ils les ont rangées autrement.

        >>> Des(7).choice([(1, 2), (0, 3)]) == Des(7).choice([(0, 3), (1, 2)])
        True
        """
        if len(candidats) == 1:
            return candidats[0]
        return sorted(candidats)[self.entier(len(candidats))]


def tire_flotte(g, flotte, des):
    """Une flotte au hasard : la liste des masques des bateaux, ou None si l'on n'y arrive pas.

    Les bateaux sont posés l'un après l'autre, chacun à égalité entre ses placements possibles ;
    dès qu'un bateau n'a plus de place, on recommence tout.

    >>> tire_flotte(geometrie(2, 2), [2, 1], Des(1)) is None
    True
    """
    for _ in range(NB_ESSAIS):
        masques, interdites = [], 0
        for taille in flotte:
            possibles = [bateau for bateau in g.bateaux(taille) if not bateau[0] & interdites]
            if not possibles:
                break
            masque, zone, _bateau = possibles[des.entier(len(possibles))]
            masques.append(masque)
            interdites |= zone
        else:
            return masques
    return None
