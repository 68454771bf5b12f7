"""Une flotte dans un entier : la case numéro i est le bit i (un « masque »).

Un bateau, une flotte, un ensemble de touches sont des entiers, et « ont-ils une case en commun ? »
s'écrit `a & b`. On trouve ici les bateaux d'une grille vide, de quoi tirer une flotte au hasard et
de quoi compter toutes les flottes d'un ensemble de cases.
"""

from functools import lru_cache

from solutions import bn_utiles
from solutions import tp2_placement as tp2

BAS, DROITE = bn_utiles.BAS, bn_utiles.DROITE
BITS = 48  # largeur d'un compteur dans `compte_flottes` (voir plus bas)
UN = 1 << BITS


class Geometrie:
    """Ce qui ne dépend que des dimensions : les cases, et les bateaux sur la grille vide."""

    def __init__(self, xmax, ymax):
        self.cases = [(x, y) for x in range(xmax) for y in range(ymax)]
        self.rang = {case: i for i, case in enumerate(self.cases)}
        self.tout = (1 << len(self.cases)) - 1
        self._bateaux = {}

    def masque(self, cases):
        """L'entier dont les bits à 1 sont ceux des cases données (hors de la grille : ignorées)."""
        return sum(1 << self.rang[case] for case in cases if case in self.rang)

    def bateaux(self, taille):
        """Liste des (cases, cases et voisines, Bateau), en masques, sur la grille vide."""
        if taille not in self._bateaux:
            directions = (DROITE, BAS) if taille > 1 else (DROITE,)
            self._bateaux[taille] = [
                (masque, masque | self.masque(bateau.cases_adj), bateau)
                for direction in directions
                for case in self.cases
                for bateau in [tp2.Bateau(taille, case, direction)]
                if bateau.end in self.rang
                for masque in [self.masque(bateau.cases)]
            ]
        return self._bateaux[taille]


geometrie = lru_cache(maxsize=64)(Geometrie)


def verifie_longueurs(xmax, ymax, tailles):
    """Lève ValueError, avec une phrase, si un bateau est plus long que la grille.

    >>> verifie_longueurs(4, 3, [3, 5])
    Traceback (most recent call last):
        ...
    ValueError: Un bateau de 5 cases ne tient pas dans une grille 4×3.
    """
    plus_grand = max(tailles, default=0)
    if plus_grand > max(xmax, ymax):
        raise ValueError(
            f"Un bateau de {plus_grand} cases ne tient pas dans une grille {xmax}×{ymax}."
        )


# ----------------------------------------------------------------- tirer une flotte


def tire_flotte(g, tailles, libres, choisit):
    """Une flotte au hasard sur les cases libres : liste de (cases, zone, Bateau), ou None.

    Les bateaux sont posés l'un après l'autre ; `choisit(bateaux, interdites)` en prend un qui n'a
    aucune case interdite, ou renvoie None. Quand un bateau n'a plus de place, on recommence toute
    la flotte, au plus NB_ESSAIS fois, comme au TP2.

    >>> tire_flotte(geometrie(2, 2), [2, 1], geometrie(2, 2).tout, lambda b, i: None) is None
    True
    """
    for _ in range(tp2.NB_ESSAIS):
        flotte, interdites = [], ~libres
        for taille in tailles:
            bateau = choisit(g.bateaux(taille), interdites)
            if bateau is None:
                break
            flotte.append(bateau)
            interdites |= bateau[1]
        else:
            return flotte
    return None


def flotte_au_hasard(g, tailles, des):
    """Le masque d'une flotte tirée avec ces dés sur une grille vide, ou None.

    >>> from solutions.exact.des import Des
    >>> flotte_au_hasard(geometrie(2, 1), [2], Des(1))
    3
    """
    flotte = tire_flotte(g, tailles, g.tout, des.placement)
    return None if flotte is None else sum(masque for masque, _, _ in flotte)


# ----------------------------------------------------------------- compter les flottes


def compte_flottes(g, libres, tailles):
    """Nombre de flottes sur les cases libres, et nombre de celles qui occupent chaque case.

    Renvoie (total, liste des comptes dans l'ordre de `g.cases`).

    L'astuce : un seul grand entier porte tous les compteurs à la fois, BITS bits chacun.
    Le premier est le nombre de flottes ; les suivants, un par case. Additionner deux
    entiers additionne tous les compteurs d'un coup, et multiplier l'entier d'un bateau par
    un nombre de flottes les ajoute partout où il faut.

    >>> g = Geometrie(4, 3)
    >>> compte_flottes(g, g.tout, [3, 2])
    (34, [17, 14, 17, 16, 5, 16, 16, 5, 16, 17, 14, 17])
    """
    tailles = sorted(tailles, reverse=True)
    filtre = UN - 1

    def bateaux_libres(taille):
        return [
            (masque, zone, sum(UN << BITS * g.rang[case] for case in bateau.cases))
            for masque, zone, bateau in g.bateaux(taille)
            if not masque & ~libres
        ]

    placements = [bateaux_libres(taille) for taille in tailles]
    memoire = {}

    def total(numero, interdites, debut):
        """Tous les compteurs pour les bateaux à partir de `numero`, hors des cases interdites."""
        if numero == len(tailles):
            return 1
        cle = (numero, interdites, debut)
        if cle in memoire:
            return memoire[cle]
        dernier = numero == len(tailles) - 1
        jumeau = not dernier and tailles[numero + 1] == tailles[numero]
        somme = 0
        if dernier:
            vont = [c for m, _, c in placements[numero][debut:] if not m & interdites]
            somme = sum(vont) + len(vont)
        else:
            for rang in range(debut, len(placements[numero])):
                masque, zone, compteurs = placements[numero][rang]
                if not masque & interdites:
                    suite = total(numero + 1, interdites | zone, rang + 1 if jumeau else 0)
                    if suite:
                        somme += suite + (suite & filtre) * compteurs
        memoire[cle] = somme
        return somme

    tout = total(0, ~libres, 0)
    return tout & filtre, [(tout >> BITS * (i + 1)) & filtre for i in range(len(g.cases))]
