"""Les calculs du TP6 en version rapide, sans changer aucun résultat.

La version du TP recompte tout, case par case. Quatre idées la rendent bien plus rapide. Les trois
premières, qui servent à compter, sont dans `comptage_rapide.py` ; la quatrième est ici :

4. **Une flotte dans un entier.** La case numéro i est le bit i : deux bateaux sont compatibles
   si un simple ET entre deux entiers donne 0.

Les TP n'en savent rien : ce sont les Ordis du jeu (`ordis.py`) qui prennent cette grille.
"""

import random

from solutions import bn_utiles
from solutions import tp6_solveur_optimal as tp6
from solutions.exact.masques import compte_flottes, geometrie, tire_flotte
from solutions.jeu.comptage_rapide import ComptageRapide

TOUCHEE, MANQUEE = bn_utiles.TOUCHEE, bn_utiles.MANQUEE
NB_TENTATIVES = 30  # placements tirés au hasard avant de faire la liste de ceux qui vont


class GrilleRapide(ComptageRapide, tp6.Grille):
    """La grille du TP6, dont les méthodes lentes sont remplacées par des équivalents rapides."""

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
