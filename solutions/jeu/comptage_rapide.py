"""Compter les placements en une fraction du temps : ce que la grille rapide a de plus utile.

Trois idées :

1. **Compter sans énumérer.** Dans une suite de L cases vides, le nombre de placements d'un
   bateau de taille t qui recouvrent la case numéro i est min(i+1, L-i, t, L-t+1).
2. **Ne pas refaire deux fois le même calcul.** Une ligne est faite de suites de cases vides, et
   le compte d'une suite ne dépend que de sa longueur : il n'y en a que dix sur la grille
   habituelle, calculées une fois pour toutes (`lru_cache`). Les lignes déjà vues sont retenues
   aussi. D'un tir au suivant, seules changent une ligne et une colonne ; leurs comptes étant
   rangés dans un grand entier, une addition suffit.
3. **Une case sans aucun placement est une case trop petite** : `elimine_petites` et
   `case_max` se servent du même comptage.

`ComptageRapide` se met devant n'importe quelle grille du TP6, celle du corrigé ou celle d'un élève.
Le tournoi envoie ce fichier, seul, dans le bac à sable : il n'importe que des modules de Python.
"""

from functools import lru_cache
from itertools import compress
from operator import itemgetter
from struct import unpack

VIDE, MANQUEE = 0, -1  # ceux de bn_utiles, comme les deux axes
AXES = ((1, 0), (0, 1))
PLACE = 16  # bits d'un compteur dans `compteurs_ligne`


@lru_cache(maxsize=64)
def cases_et_rangees(xmax, ymax):
    """Les cases, colonne par colonne, et chaque colonne puis chaque ligne de la grille.

    D'une rangée : ses cases dans le tuple des états, le pas de l'une à l'autre, le rang de la
    première, et True si elle est verticale.

    >>> cases, rangees = cases_et_rangees(2, 1)
    >>> cases, len(rangees)
    ([(0, 0), (1, 0)], 3)
    """
    cases = [(x, y) for x in range(xmax) for y in range(ymax)]
    colonnes = [(slice(x * ymax, (x + 1) * ymax), 1, x * ymax, True) for x in range(xmax)]
    lignes = [(slice(y, None, ymax), ymax, y, False) for y in range(ymax)]
    return cases, colonnes + lignes


def comptes_suite(longueur, tailles):
    """Placements des bateaux `tailles` dans une suite de cases vides, pour chacune de ses cases.

    >>> comptes_suite(5, (3,)), comptes_suite(2, (3, 2))
    ([1, 2, 3, 2, 1], [1, 1])
    """
    return [
        sum(min(i + 1, longueur - i, t, longueur - t + 1) for t in tailles if t <= longueur)
        for i in range(longueur)
    ]


@lru_cache(maxsize=20_000)
def compteurs_suite(longueur, tailles, pas):
    """Les comptes de la suite dans un seul grand entier : PLACE bits par case de la grille.

    Deux cases voisines de la suite sont à `pas` cases l'une de l'autre dans la grille.

    >>> compteurs_suite(3, (2,), 1) == 1 + (2 << PLACE) + (1 << 2 * PLACE)
    True
    """
    comptes = comptes_suite(longueur, tailles)
    return sum(nombre << PLACE * pas * i for i, nombre in enumerate(comptes))


@lru_cache(maxsize=200_000)
def compteurs_ligne(motif, tailles, pas):
    """Les compteurs de toute une ligne : ceux de ses suites de cases vides, chacune à sa place.

    `motif` est le tuple des états de la ligne.

    >>> compteurs_ligne((0, 0, -1, 0, 0), (3, 2), 1) == 1 + (1 << 16) + (1 << 48) + (1 << 64)
    True
    """
    total = debut = 0
    for fin, etat in enumerate((*motif, MANQUEE)):
        if etat != VIDE:
            if fin > debut:
                total += compteurs_suite(fin - debut, tailles, pas) << PLACE * pas * debut
            debut = fin + 1
    return total


@lru_cache(maxsize=20_000)
def comptes_voisines(avant, apres, tailles):
    """Placements qui passent par une case et par sa voisine d'avant, puis celle d'après.

    Il y a `avant` cases vides d'un côté de la case et `apres` de l'autre. Elle peut être la case
    numéro k du bateau de taille t pour k de max(0, t-1-apres) à min(avant, t-1).

    >>> comptes_voisines(1, 3, (3,))
    (1, 2)
    """
    nb_avant = nb_apres = 0
    for t in tailles:
        plus_petit, plus_grand = max(0, t - 1 - apres), min(avant, t - 1)
        nb_avant += max(0, plus_grand - max(1, plus_petit) + 1)  # recouvre d'avant : k >= 1
        nb_apres += max(0, min(plus_grand, t - 2) - plus_petit + 1)  # celle d'après : k <= t - 2
    return nb_avant, nb_apres


class ComptageRapide:
    """Les comptages du TP6, à mettre devant une grille : mêmes résultats, bien plus vite."""

    _dernier_comptage = None
    _tailles_comptees = None
    _etat_range = None

    def valeurs(self):
        """Tuple des états, colonne par colonne.

        Un dictionnaire garde l'ordre dans lequel on l'a rempli : si c'est déjà le bon, ce
        que l'on vérifie une fois, lire toutes ses valeurs d'un coup suffit.
        """
        if self._etat_range is not self.etat:
            cases, _ = cases_et_rangees(self.xmax, self.ymax)
            if list(self.etat) != cases:
                self.etat = {case: self.etat[case] for case in cases}
            self._etat_range = self.etat
        return tuple(self.etat.values())

    def comptage(self):
        """{case vide: nombre de placements}, repris tel quel si rien n'a changé."""
        valeurs, tailles = self.valeurs(), tuple(self.taille_bateaux)
        if self._dernier_comptage is None or self._dernier_comptage[:2] != (valeurs, tailles):
            self._dernier_comptage = (valeurs, tailles, self.recompte(valeurs, tailles))
        return self._dernier_comptage[2]

    def recompte(self, valeurs, tailles):
        """Additionne les compteurs de toutes les lignes et colonnes.

        Si la flotte est la même qu'au comptage d'avant, on ne reprend que celles qui ont
        changé : un tir ne change qu'une ligne et une colonne.
        """
        _, rangees = cases_et_rangees(self.xmax, self.ymax)
        if tailles != self._tailles_comptees:
            self._tailles_comptees, self._total = tailles, 0
            self._motifs, self._parts = [()] * len(rangees), [0] * len(rangees)
        en_colonne = tuple(t for t in tailles if t > 1)  # la taille 1 ne compte qu'une fois
        motifs = [valeurs[tranche] for tranche, _, _, _ in rangees]
        for i, motif in enumerate(motifs):
            if motif != self._motifs[i]:
                _, pas, depart, verticale = rangees[i]
                bateaux = en_colonne if verticale else tailles
                part = compteurs_ligne(motif, bateaux, pas) << PLACE * depart
                self._total += part - self._parts[i]
                self._parts[i] = part
        self._motifs = motifs
        octets = self._total.to_bytes(len(valeurs) * PLACE // 8, "little")
        sommes = unpack(f"<{len(valeurs)}H", octets)
        return dict(compress(zip(self.etat, sommes), map(VIDE.__eq__, valeurs)))

    def compte_placements(self):
        """Même résultat que dans le TP6."""
        return dict(self.comptage())

    def elimine_petites(self):
        """Même résultat que dans le TP6 : les cases que plus aucun placement ne recouvre.

        Le plus petit bateau ne passe pas par ces cases, donc aucun autre non plus. Et comme
        aucun placement ne les recouvre, les éliminer ne change le compte d'aucune autre.
        """
        if not self.taille_bateaux:
            return []
        comptes = self.comptage()
        if 0 not in comptes.values():
            return []
        petites = [case for case, nombre in comptes.items() if nombre == 0]
        for case in petites:
            self.etat[case] = MANQUEE
            del comptes[case]
        self.vides = list(comptes)
        self._dernier_comptage = (self.valeurs(), tuple(self.taille_bateaux), comptes)
        return petites

    def case_max_touchee(self, case):
        """Même résultat que dans le TP6, avec les longueurs libres de part et d'autre."""
        comptes = dict.fromkeys(self.adjacent(case), 0)
        tailles = tuple(self.taille_bateaux)
        x, y = case
        for dx, dy in AXES:
            apres = self.compte_vides(case, (dx, dy))
            avant = self.compte_vides(case, (-dx, -dy))
            nb_avant, nb_apres = comptes_voisines(avant, apres, tailles)
            if avant:
                comptes[(x - dx, y - dy)] += nb_avant
            if apres:
                comptes[(x + dx, y + dy)] += nb_apres
        return sorted(comptes.items(), key=itemgetter(1), reverse=True)
