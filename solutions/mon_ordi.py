"""Ton Ordi pour le tournoi : il marche, mais il joue mal. À toi de le rendre redoutable.

L'arbitre demande une case à `choisit_case`, et c'est lui qui tire. Il note le tir dans
`grille_suivi`, `cases_jouees` et `essais`, puis le raconte à `apres_tir`. Et ainsi de suite.
Pour l'essayer : F5, ou python verifier.py tournoi. Les règles et des idées : tournoi.md.
"""

from bn_utiles import TOUCHE
from tp5_solveur_aleatoire import Ordi

# Ton TP6 marche ? Remplace la ligne du dessus par : from tp6_solveur_optimal import Ordi


class MonOrdi(Ordi):
    """Un Ordi à toi : il a tout ce que tu as écrit, et les méthodes ci-dessous.

    >>> ordi = MonOrdi(xmax=1, ymax=1, taille_bateaux=[1])
    >>> ordi.choisit_case()
    (0, 0)
    """

    nom_de_guerre = "Barbe-Grise"
    pavillon = "⚓"  # un signe ou deux

    def __init__(self, **options):
        """Prépare une partie : garde la première ligne, ajoute ta mémoire à la suite."""
        super().__init__(**options)
        self.touchees = []  # un exemple de mémoire : les cases touchées, dans l'ordre

    def choisit_case(self):
        """Renvoie la case à viser, un couple (x, y) jamais joué. À améliorer !"""
        return self.grille_suivi.vides[0]

    def apres_tir(self, case, resultat):
        """Facultatif : ce que tu retiens du tir ; `resultat` vaut TOUCHE ou MANQUE."""
        if resultat == TOUCHE:
            self.touchees.append(case)

    def carte(self):
        """Facultatif : {case: nombre}, plus grand là où tu espères un bateau ; pour la classe."""
        return {}

    def coup_suivant(self):
        """Un coup entier, pour jouer hors du tournoi (donnée : rien à changer).

        >>> ordi = MonOrdi(xmax=1, ymax=1, taille_bateaux=[1])
        >>> ordi.coup_suivant(), ordi.coup_suivant()
        ('manqué', None)
        """
        if self.grille_suivi.fini() or len(self.cases_jouees) == len(self.grille_suivi.etat):
            return None
        self.case_courante = self.choisit_case()
        resultat = self.tire(self.case_courante)
        self.apres_tir(self.case_courante, resultat)
        return resultat


if __name__ == "__main__":
    import doctest

    doctest.testmod()
