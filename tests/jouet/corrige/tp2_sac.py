"""Deuxième module : le sac sait en plus calculer et tirer au sort."""

import random

from tp1_sac import Sac as SacTP1
from tp1_sac import carre


class Sac(SacTP1):
    """Le sac du premier module, avec en plus les méthodes ci-dessous."""

    hasard = random

    def vide(self):
        """Vide le sac et l'écrit dans le journal."""
        super().vide()
        self.journal.append("vide")

    def somme_carres(self):
        """Somme des carrés du contenu."""
        return sum(carre(n) for n in self.contenu)

    def moyenne(self):
        """Moyenne du contenu, 0 si le sac est vide."""
        if not self.contenu:
            return 0
        return self.total() / len(self.contenu)

    def pioche(self):
        """Un entier du sac, au hasard."""
        return self.hasard.choice(self.contenu)

    def descend(self, n):
        """Liste n, n-1, … tant que l'entier est dans le sac."""
        suite = []
        while n in self.contenu:
            suite.append(n)
            n -= 1
        return suite
