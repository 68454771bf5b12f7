"""Les calculs du TP6 en version rapide, sans changer aucun résultat.

La version du TP recompte tout, case par case. Quatre idées la rendent plus de dix fois
plus rapide :

1. **Compter sans énumérer.** Dans une suite de L cases vides, le nombre de placements d'un
   bateau de taille t qui recouvrent la case numéro i est min(i+1, L-i, t, L-t+1).
2. **Ne pas refaire deux fois le même calcul.** Le compte d'une ligne ne dépend que de son
   motif (vide ou non) : on garde les résultats (`lru_cache`), et une partie retombe sans
   cesse sur les mêmes motifs. D'un tir au suivant, seules changent une ligne et une
   colonne ; leurs comptes étant rangés dans un grand entier, une addition suffit.
3. **Une case sans aucun placement est une case trop petite** : `elimine_petites` et
   `case_max` se servent du même comptage.
4. **Une flotte dans un entier.** La case numéro i est le bit i : deux bateaux sont compatibles
   si un simple ET entre deux entiers donne 0.

Les TP n'en savent rien : ce sont les Ordis du jeu (`ordis.py`) qui prennent cette grille.
"""

import random
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from struct import unpack

from solutions import bn_utiles
from solutions import tp6_solveur_optimal as tp6
from solutions.exact.masques import compte_flottes, geometrie, tire_flotte

VIDE, TOUCHEE, MANQUEE = bn_utiles.VIDE, bn_utiles.TOUCHEE, bn_utiles.MANQUEE
NB_TENTATIVES = 30  # placements tirés au hasard avant de faire la liste de ceux qui vont
PLACE = 16  # bits d'un compteur dans `compteurs_ligne`


# ----------------------------------------------------------------- idées 1 et 2


def comptes_ligne(motif, tailles):
    """Placements des bateaux `tailles` sur une ligne, pour chacune de ses cases.

    `motif` est le tuple des états de la ligne.

    >>> comptes_ligne((0, 0, 0, 0, 0), (3,))
    (1, 2, 3, 2, 1)
    >>> comptes_ligne((0, 0, -1, 0, 0), (3, 2))
    (1, 1, 0, 1, 1)
    """
    comptes = [0] * len(motif)
    debut = 0
    while debut < len(motif):
        fin = debut
        while fin < len(motif) and motif[fin] == VIDE:
            fin += 1
        longueur = fin - debut
        for i in range(longueur):
            for t in tailles:
                if t <= longueur:
                    comptes[debut + i] += min(i + 1, longueur - i, t, longueur - t + 1)
        debut = fin + 1
    return tuple(comptes)


@lru_cache(maxsize=200_000)
def compteurs_ligne(motif, tailles, pas):
    """Les comptes de la ligne dans un seul grand entier : PLACE bits par case de la grille.

    Deux cases voisines de la ligne sont à `pas` cases l'une de l'autre dans la grille.

    >>> compteurs_ligne((0, 0, 0), (2,), 1) == 1 + (2 << PLACE) + (1 << 2 * PLACE)
    True
    """
    comptes = comptes_ligne(motif, tailles)
    return sum(nombre << PLACE * pas * i for i, nombre in enumerate(comptes))


class GrilleRapide(tp6.Grille):
    """La grille du TP6, dont les méthodes lentes sont remplacées par des équivalents rapides."""

    _dernier_comptage = None
    _tailles_comptees = None
    _etat_range = None

    # ------------------------------------------------------------- idées 1, 2 et 3

    def valeurs(self):
        """Tuple des états, colonne par colonne.

        Un dictionnaire garde l'ordre dans lequel on l'a rempli : si c'est déjà le bon, ce
        que l'on vérifie une fois, lire toutes ses valeurs d'un coup suffit.
        """
        g = geometrie(self.xmax, self.ymax)
        if self._etat_range is not self.etat:
            self.etat = {case: self.etat[case] for case in g.cases}
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
        rangees = geometrie(self.xmax, self.ymax).rangees
        if tailles != self._tailles_comptees:
            self._tailles_comptees, self._total = tailles, 0
            self._motifs = [()] * len(rangees)
        en_colonne = tuple(t for t in tailles if t > 1)  # la taille 1 ne compte qu'une fois
        motifs = [valeurs[tranche] for tranche, _, _, _ in rangees]
        for i, motif in enumerate(motifs):
            ancien = self._motifs[i]
            if motif != ancien:
                _, pas, depart, verticale = rangees[i]
                bateaux = en_colonne if verticale else tailles
                ecart = compteurs_ligne(motif, bateaux, pas) - compteurs_ligne(ancien, bateaux, pas)
                self._total += ecart << PLACE * depart
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
        """Même résultat que dans le TP6, avec les longueurs libres de part et d'autre.

        S'il y a `avant` cases vides d'un côté et `apres` de l'autre, la case touchée peut
        être la case numéro k du bateau pour k de max(0, t-1-apres) à min(avant, t-1).
        """
        comptes = dict.fromkeys(self.adjacent(case), 0)
        x, y = case
        for dx, dy in (bn_utiles.HORIZONTAL, bn_utiles.VERTICAL):
            apres = self.compte_vides(case, (dx, dy))
            avant = self.compte_vides(case, (-dx, -dy))
            for t in self.taille_bateaux:
                plus_petit, plus_grand = max(0, t - 1 - apres), min(avant, t - 1)
                if avant:  # le bateau recouvre la voisine d'avant quand k >= 1
                    comptes[(x - dx, y - dy)] += max(0, plus_grand - max(1, plus_petit) + 1)
                if apres:  # et celle d'après quand k <= t - 2
                    comptes[(x + dx, y + dy)] += max(0, min(plus_grand, t - 2) - plus_petit + 1)
        return sorted(comptes.items(), key=itemgetter(1), reverse=True)

    # ------------------------------------------------------------- idée 4 : tirer des flottes

    def masque_vides(self):
        """L'entier dont les bits à 1 sont les cases vides."""
        g = geometrie(self.xmax, self.ymax)
        if len(self.vides) == len(g.cases):
            return g.tout
        return g.masque(self.vides)

    def choisit_placement(self, bateaux, interdites):
        """Un bateau au hasard qui n'a aucune case interdite, ou None.

        On tire un placement quelconque jusqu'à ce qu'il convienne : parmi ceux qui conviennent,
        tous ont la même chance. Si cela dure, on en fait la liste.
        """
        if not bateaux:
            return None
        for _ in range(NB_TENTATIVES):
            bateau = self.hasard.choice(bateaux)
            if not bateau[0] & interdites:
                return bateau
        possibles = [bateau for bateau in bateaux if not bateau[0] & interdites]
        return self.hasard.choice(possibles) if possibles else None

    def flotte_au_hasard(self, libres):
        """Une flotte au hasard sur les cases libres (un masque), ou None."""
        g = geometrie(self.xmax, self.ymax)
        return tire_flotte(g, self.taille_bateaux, libres, self.choisit_placement)

    def init_bateaux_alea(self):
        """Même tirage que dans le TP2 : bateau après bateau, chaque placement à égalité."""
        flotte = self.flotte_au_hasard(self.masque_vides())
        if flotte is None:
            flotte = [(0, 0, bateau) for bateau in self.cherche_flotte()]
        for _, _, bateau in flotte:
            for case in bateau.cases:
                self.etat[case] = TOUCHEE
            for case in bateau.cases_adj:
                if self.test_case(case):
                    self.etat[case] = MANQUEE
        self.update_vides()

    def case_max_echantillons(self, n=100, choisit=random.choice):
        """Même chose que dans le TP6, en comptant les placements tirés et non les cases."""
        libres = self.masque_vides()
        tires = {}
        reussis = 0
        for _ in range(n):
            flotte = self.flotte_au_hasard(libres)
            if flotte is not None:
                reussis += 1
                for masque, _, bateau in flotte:
                    tires.setdefault(masque, [bateau, 0])[1] += 1
        self.probas = dict.fromkeys(self.vides, 0)
        for bateau, nombre in tires.values():
            for case in bateau.cases:
                self.probas[case] += nombre / reussis
        return self.meilleure(choisit)

    # ------------------------------------------------------------- idée 4 : toutes les flottes

    def case_max_all(self, choisit=random.choice):
        """Même résultat que dans le TP6, sans fabriquer les flottes une à une."""
        g = geometrie(self.xmax, self.ymax)
        _, comptes = compte_flottes(g, self.masque_vides(), self.taille_bateaux)
        self.probas = {case: comptes[g.rang[case]] for case in self.vides}
        return self.meilleure(choisit)
