"""Comparer deux façons de jouer sur les mêmes flottes : moyenne, écart, et ce dont on est sûr.

Deux listes de nombres de tirs, partie par partie : la partie numéro k est jouée sur la même flotte
par l'un et par l'autre. On regarde donc leurs différences, une par flotte.
"""

import math

Z95 = 1.96  # à 95 %, la vraie moyenne est à moins de 1,96 erreur type de celle que l'on mesure
# Un élève compare son Ordi à six autres, et à sa version d'avant. À trois erreurs types, le
# hasard se fait prendre pour une différence 3 fois sur 1000 : sur sept comparaisons, environ
# 2 fois sur 100, comme en classe.
Z_SUR = 3.0


class Ecart:
    """Un écart moyen, son intervalle à trois erreurs types (`bas`, `haut`), et `p` : la chance d'un
    écart au moins aussi grand si les deux se valaient."""

    def __init__(self, moyenne, erreur_type):
        self.moyenne = moyenne
        self.bas, self.haut = moyenne - Z_SUR * erreur_type, moyenne + Z_SUR * erreur_type
        if erreur_type == 0:  # aucune différence d'une flotte à l'autre
            self.p = 1.0 if moyenne == 0 else 0.0
        else:
            self.p = math.erfc(abs(moyenne) / erreur_type / math.sqrt(2))

    @property
    def sur(self):
        """True si l'intervalle ne contient pas zéro."""
        return self.bas > 0 or self.haut < 0


def moyenne(nombres):
    """La moyenne d'une liste qui n'est pas vide.

    >>> moyenne([40, 44])
    42.0
    """
    return sum(nombres) / len(nombres)


def erreur_type(nombres):
    """L'erreur type de leur moyenne : l'écart type divisé par la racine de leur nombre.

    >>> erreur_type([40, 44]), erreur_type([5])
    (2.0, inf)
    """
    n = len(nombres)
    if n < 2:
        return math.inf
    milieu = moyenne(nombres)
    return math.sqrt(sum((nombre - milieu) ** 2 for nombre in nombres) / (n - 1) / n)


def intervalle(nombres):
    """(bas, haut) : la vraie moyenne y est, à 95 %."""
    marge = Z95 * erreur_type(nombres)
    return moyenne(nombres) - marge, moyenne(nombres) + marge


def compare(siens, autres):
    """L'Ecart de deux façons de jouer, flotte par flotte ; négatif si `siens` tire moins.

    >>> ecart = compare([40, 41, 42, 43], [44, 44, 46, 46])
    >>> ecart.moyenne, ecart.sur, compare([40, 41], [40, 41]).p
    (-3.5, True, 1.0)
    """
    differences = [a - b for a, b in zip(siens, autres)]
    return Ecart(moyenne(differences), erreur_type(differences))


def compare_independants(siens, autres):
    """L'Ecart de deux séries jouées sur des flottes différentes."""
    ecart = moyenne(siens) - moyenne(autres)
    return Ecart(ecart, math.hypot(erreur_type(siens), erreur_type(autres)))
