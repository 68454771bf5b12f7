"""TP5 : l'ordinateur joue, au hasard d'abord.

Ce que l'on manipule ici :
- un `Ordi`, qui est un `Joueur` : il choisit lui-même sa case, `case_courante` ;
- la couleur d'une case, comme sur un damier : elle dépend de x + y ;
- une moyenne sur beaucoup de parties, pour comparer deux façons de jouer.
"""

import random

from bn_utiles import (
    BAS,
    COULE,
    DROITE,
    FLOTTE,
    GAUCHE,
    HAUT,
    MANQUE,
    MANQUEE,
    TOUCHE,
    TOUCHEE,
)
from tp1_grille import alpha
from tp4_tir import Joueur

RECHERCHE = "recherche"
PONCAGE = "ponçage"


class Ordi(Joueur):
    """Un joueur qui choisit ses cases tout seul.

    `class Ordi(Joueur)` veut dire : « un Ordi est un Joueur (il a ses grilles, il sait
    tirer), avec en plus les méthodes écrites ci-dessous ».

    - `case_courante` : la case qu'il vise ;
    - `damier` : True s'il ne tire que sur les cases noires (partie B) ;
    - `hasard` : son générateur de nombres au hasard. Deux Ordis créés avec la même
      `graine` (un nombre) font les mêmes choix.
    """

    def __init__(
        self, nom="Ordi", xmax=10, ymax=10, taille_bateaux=FLOTTE, damier=False, graine=None
    ):
        """Crée l'Ordi (méthode donnée).

        >>> ordi = Ordi(xmax=3, ymax=2, taille_bateaux=[2])
        >>> ordi.nom, ordi.case_courante
        ('Ordi', None)
        """
        super().__init__(nom, xmax, ymax, taille_bateaux)
        self.damier = damier
        self.case_courante = None
        self.hasard = random.Random(graine)
        for grille in (self.grille_joueur, self.grille_adverse, self.grille_suivi):
            grille.hasard = self.hasard

    def make_case_aleatoire(self):
        """Choisit au hasard `case_courante` parmi les cases vides de `grille_suivi`.

        N'élimine aucune case et ne tire pas. Le hasard est celui de l'Ordi, `self.hasard` : avec
        la même `graine`, les choix sont les mêmes.

        >>> ordi = Ordi(xmax=3, ymax=1, taille_bateaux=[1])
        >>> ordi.grille_suivi.etat.update({(0, 0): TOUCHEE, (1, 0): MANQUEE})
        >>> ordi.grille_suivi.update_vides()
        >>> ordi.make_case_aleatoire()
        >>> ordi.case_courante, ordi.grille_suivi.vides
        ((2, 0), [(2, 0)])
        >>> ordi = Ordi(xmax=9, ymax=1, taille_bateaux=[1])
        >>> for x in range(8):
        ...     ordi.grille_suivi.marque((x, 0), MANQUEE)
        >>> ordi.make_case_aleatoire()
        >>> ordi.case_courante
        (8, 0)
        """
        self.case_courante = self.hasard.choice(self.grille_suivi.vides)
        self.add_message(f"Je tire au hasard en {alpha(self.case_courante)}.")

    def coup_suivant(self):
        """Choisit une case, y tire et renvoie le résultat ; None si la partie est finie.

        La case est choisie par `make_case_aleatoire`, ou par `make_case_noire` si `damier`
        vaut True. La partie est finie quand tout est touché, ou quand `grille_suivi` n'a plus
        de case vide.

        >>> ordi = Ordi(xmax=1, ymax=1, taille_bateaux=[1])
        >>> ordi.grille_adverse.marque((0, 0), TOUCHEE)
        >>> ordi.coup_suivant(), ordi.case_courante, ordi.coup_suivant()
        ('touché', (0, 0), None)
        """
        if self.grille_suivi.fini() or not self.grille_suivi.vides:
            return None
        if self.damier:
            self.make_case_noire()
        else:
            self.make_case_aleatoire()
        return self.tire(self.case_courante)

    def joue_coup(self):
        """Dans une partie, l'Ordi joue avec `coup_suivant` (méthode donnée).

        >>> Ordi(xmax=2, ymax=1, taille_bateaux=[1]).joue_coup()
        'manqué'
        """
        return self.coup_suivant()

    def resolution(self):
        """Joue des coups, avec `coup_suivant`, jusqu'à la fin et renvoie le nombre de tirs.

        >>> ordi = Ordi(xmax=2, ymax=1, taille_bateaux=[2])
        >>> rien = ordi.grille_adverse.init_bateaux_alea()
        >>> ordi.resolution(), ordi.grille_suivi.fini()
        (2, True)
        """
        while self.coup_suivant() is not None:
            pass
        return self.essais

    def est_noire(self, case):
        """True si x + y est un multiple de la taille du plus petit bateau de départ.

        C'est la flotte de départ (`flotte_depart`) qui compte, même quand des bateaux sont
        déjà coulés ; que la case soit jouée ou non n'y change rien. Sans aucun bateau, toutes
        les cases sont noires. Ne modifie rien.

        >>> ordi = Ordi(xmax=5, ymax=2, taille_bateaux=[3])
        >>> ordi.grille_suivi.taille_bateaux = []
        >>> [x for x in range(5) if ordi.est_noire((x, 0))]
        [0, 3]
        >>> Ordi(xmax=2, ymax=1, taille_bateaux=[]).est_noire((1, 0))
        True
        """
        x, y = case
        return (x + y) % min(self.grille_suivi.flotte_depart, default=1) == 0

    def cases_noires(self):
        """Liste des cases vides et noires ; s'il n'y en a plus, de toutes les cases vides.

        C'est une liste neuve : la modifier ne change rien à la grille.

        >>> ordi = Ordi(xmax=3, ymax=2, taille_bateaux=[2])
        >>> sorted(ordi.cases_noires())
        [(0, 0), (1, 1), (2, 0)]
        >>> ordi.grille_suivi.etat.update({(0, 0): MANQUEE, (1, 1): MANQUEE, (2, 0): MANQUEE})
        >>> ordi.grille_suivi.update_vides()
        >>> sorted(ordi.cases_noires())
        [(0, 1), (1, 0), (2, 1)]
        """
        noires = [case for case in self.grille_suivi.vides if self.est_noire(case)]
        return noires or list(self.grille_suivi.vides)

    def make_case_noire(self):
        """Choisit au hasard (`self.hasard`) `case_courante` parmi les `cases_noires`.

        >>> ordi = Ordi(xmax=2, ymax=1, taille_bateaux=[2])
        >>> ordi.make_case_noire()
        >>> ordi.case_courante
        (0, 0)
        """
        self.case_courante = self.hasard.choice(self.cases_noires())
        self.add_message(f"Je tire sur une case noire au hasard : {alpha(self.case_courante)}.")


def moyenne_coups(n, **options):
    """Nombre moyen de tirs d'un Ordi sur `n` parties, chacune sur une flotte nouvelle.

    La moyenne n'est pas arrondie : c'est un nombre à virgule (2.0, et non 2).

    Les autres arguments (`xmax`, `taille_bateaux`, `damier`…) sont passés à chaque Ordi :
    `Ordi(**options)`.

    >>> moyenne_coups(3, xmax=2, ymax=1, taille_bateaux=[2])
    2.0
    >>> 1.4 < moyenne_coups(200, xmax=3, ymax=1, taille_bateaux=[1]) < 2.6
    True
    """
    total = 0
    for _ in range(n):
        ordi = Ordi(**options)
        ordi.grille_adverse.init_bateaux_alea()
        total += ordi.resolution()
    return total / n


class OrdiProcedural(Ordi):
    """Un Ordi méthodique, à qui l'on annonce « coulé » (★).

    - `mode` : RECHERCHE (il balaie le damier) ou PONCAGE (il s'acharne sur un bateau) ;
    - `premiere` : première case touchée du bateau en cours ; `derniere` : la dernière ;
    - `directions` : les directions encore à essayer, dans l'ordre ; la première est celle
      qu'il suit en ce moment.
    """

    def __init__(self, nom="Ordi procédural", **options):
        """Crée le joueur, en mode RECHERCHE (méthode donnée).

        >>> ordi = OrdiProcedural(xmax=3, ymax=2, taille_bateaux=[2])
        >>> ordi.mode, ordi.annonce_coule
        ('recherche', True)
        """
        super().__init__(nom, **options)
        self.annonce_coule = True
        self.mode = RECHERCHE
        self.premiere = self.derniere = None
        self.directions = []

    def choix_recherche(self):
        """Première case noire encore jamais jouée, ligne par ligne ; sinon première case (★).

        Ici une case est noire quand x + y est pair, quelle que soit la flotte.

        >>> ordi = OrdiProcedural(xmax=3, ymax=2, taille_bateaux=[2])
        >>> ordi.cases_jouees = [(0, 0)]
        >>> ordi.choix_recherche()
        (2, 0)
        """
        grille = self.grille_suivi
        restantes = [
            (x, y)
            for y in range(grille.ymax)
            for x in range(grille.xmax)
            if (x, y) not in self.cases_jouees
        ]
        noires = [(x, y) for x, y in restantes if (x + y) % 2 == 0]
        return (noires or restantes)[0]

    def choix_poncage(self):
        """Prochaine case autour du bateau touché, ou None s'il n'y en a plus (★).

        On avance à partir de `derniere` dans la direction en cours. Si cette case est hors
        de la grille ou déjà jouée, on ne saute pas par-dessus : on repart de `premiere` dans
        la direction suivante.

        >>> ordi = OrdiProcedural(xmax=3, ymax=2, taille_bateaux=[2])
        >>> ordi.premiere = ordi.derniere = (2, 0)
        >>> ordi.directions = [DROITE, BAS, GAUCHE, HAUT]
        >>> ordi.choix_poncage()
        (2, 1)
        """
        while self.directions:
            dx, dy = self.directions[0]
            x, y = self.derniere
            if self.verifie_tir((x + dx, y + dy)) is None:
                return (x + dx, y + dy)
            self.change_direction()
        return None

    def change_direction(self):
        """Abandonne la direction en cours et revient à la première case touchée (donnée).

        >>> ordi = OrdiProcedural()
        >>> ordi.premiere, ordi.derniere, ordi.directions = (1, 1), (2, 1), [DROITE, GAUCHE]
        >>> ordi.change_direction()
        >>> ordi.derniere, ordi.directions == [GAUCHE]
        ((1, 1), True)
        """
        self.directions.pop(0)
        self.derniere = self.premiere

    def apres_tir(self, case, resultat):
        """Met à jour le mode après un tir, déjà noté par `tire` (★).

        - COULE : retour en RECHERCHE ;
        - premier TOUCHE : PONCAGE, avec `premiere`, `derniere` et les quatre directions
          DROITE, BAS, GAUCHE, HAUT ;
        - TOUCHE en PONCAGE : `derniere` avance. L'axe étant connu, deux directions restent :
          celle que l'on suit, puis celle d'en face ;
        - MANQUE en PONCAGE : on passe à la direction suivante.

        >>> ordi = OrdiProcedural(xmax=4, ymax=4, taille_bateaux=[3])
        >>> ordi.apres_tir((1, 1), TOUCHE)
        >>> ordi.mode, ordi.premiere, ordi.directions[:1]
        ('ponçage', (1, 1), [(1, 0)])
        >>> ordi.apres_tir((2, 1), TOUCHE)
        >>> ordi.derniere, ordi.directions
        ((2, 1), [(1, 0), (-1, 0)])
        >>> ordi.apres_tir((3, 1), COULE)
        >>> ordi.mode
        'recherche'
        >>> OrdiProcedural().apres_tir((0, 0), MANQUE)
        """
        if resultat == COULE:
            self.mode = RECHERCHE
            self.add_message("Coulé ! Je reprends mon balayage.")
        elif resultat == TOUCHE and self.mode == RECHERCHE:
            self.mode = PONCAGE
            self.premiere = self.derniere = case
            self.directions = [DROITE, BAS, GAUCHE, HAUT]
            self.add_message(f"Touché : je ponce autour de {alpha(case)}.")
        elif resultat == TOUCHE:
            self.derniere = case
            dx, dy = self.directions[0]
            self.directions = [(dx, dy), (-dx, -dy)]
            self.add_message("Touché encore : je continue dans cette direction.")
        elif self.mode == PONCAGE:
            self.change_direction()
            self.add_message("Manqué : j'essaie une autre direction.")

    def coup_suivant(self):
        """Un coup : choisit selon le mode, tire, et met le mode à jour (méthode donnée).

        Si le ponçage n'a plus de case à proposer (des bateaux collés, posés à la main,
        peuvent le tromper), on reprend la recherche : la partie finit toujours.

        >>> ordi = OrdiProcedural(xmax=3, ymax=1, taille_bateaux=[1])
        >>> ordi.grille_adverse.marque((2, 0), TOUCHEE)
        >>> ordi.coup_suivant(), ordi.coup_suivant(), ordi.cases_jouees
        ('manqué', 'coulé', [(0, 0), (2, 0)])
        """
        if self.grille_suivi.fini() or not self.grille_suivi.vides:
            return None
        case = self.choix_poncage() if self.mode == PONCAGE else None
        if case is None:
            self.mode = RECHERCHE
            case = self.choix_recherche()
        self.case_courante = case
        resultat = self.tire(case)
        self.apres_tir(case, resultat)
        return resultat


if __name__ == "__main__":
    import doctest

    doctest.testmod()
