"""Les cinq stratégies que propose `tournoi.md`, chacune ajoutée à la précédente.

C'est ce qu'un élève peut écrire dans `mon_ordi.py`. L'énoncé en tire ses moyennes, et les essais du
tournoi des bots de force connue.
"""

from lessons.verificateur.arbitre import Arbitre
from lessons.verificateur.arene import Arene
from lessons.verificateur.parties import flotte
from solutions import bn_utiles
from solutions import tp6_solveur_optimal as tp6


class Hasard(tp6.Ordi):
    """Un tir au hasard, toujours."""

    def choisit_case(self):
        """La case à viser."""
        return self.hasard.choice(self.ou_chercher())

    def ou_chercher(self):
        """Les cases entre lesquelles choisir quand rien n'est touché."""
        return self.grille_suivi.vides


class Voisines(Hasard):
    """1. Finir ce qui est commencé : les voisines d'une case touchée, avant tout le reste."""

    def __init__(self, **options):
        super().__init__(**options)
        self.a_essayer = []

    def choisit_case(self):
        while self.a_essayer:
            case = self.a_essayer.pop(0)
            if self.grille_suivi.test_case(case):
                return case
        return super().choisit_case()

    def apres_tir(self, case, resultat):
        """Une case touchée : ses voisines sont à essayer."""
        if resultat == bn_utiles.TOUCHE:
            self.a_essayer += self.grille_suivi.adjacent(case)


class CasesNoires(Voisines):
    """2. Ne chercher que sur les cases noires."""

    def ou_chercher(self):
        return self.cases_noires()


class Ligne(CasesNoires):
    """3. Suivre la ligne : deux cases touchées donnent la direction du bateau."""

    def __init__(self, **options):
        super().__init__(**options)
        self.bateau = []  # les cases touchées du bateau que l'on finit

    def choisit_case(self):
        if self.bateau:
            bouts = self.bouts()
            if bouts:
                return bouts[0]
            self.bateau_fini()
        return self.hasard.choice(self.ou_chercher())

    def bouts(self):
        """Les cases vides qui prolongent le bateau."""
        voisines = [v for case in self.bateau for v in self.grille_suivi.adjacent(case)]
        if len(self.bateau) > 1:
            axe = 0 if self.bateau[0][1] == self.bateau[1][1] else 1
            voisines = [v for v in voisines if v[1 - axe] == self.bateau[0][1 - axe]]
        return voisines

    def bateau_fini(self):
        """Plus rien ne prolonge ce bateau : on cherchera le suivant."""
        self.bateau = []

    def apres_tir(self, case, resultat):
        if resultat == bn_utiles.TOUCHE:
            self.bateau.append(case)


class Elimine(Ligne):
    """4. Éliminer : deux bateaux ne se touchent pas, les voisines d'un bateau fini sont vides."""

    def bateau_fini(self):
        for case in self.bateau:
            for voisine in self.grille_suivi.adjacent(case):
                self.grille_suivi.marque(voisine, bn_utiles.MANQUEE)
        super().bateau_fini()


class Compte(Elimine):
    """5. Compter : chercher là où passent le plus de placements des bateaux qui restent."""

    def ou_chercher(self):
        comptes = self.grille_suivi.compte_placements()
        plus_grand = max(comptes.values())
        return [case for case, nombre in comptes.items() if nombre == plus_grand]

    def bateau_fini(self):
        if len(self.bateau) in self.grille_suivi.taille_bateaux:
            self.grille_suivi.rem_bateau(len(self.bateau))
        super().bateau_fini()


STRATEGIES = (Voisines, CasesNoires, Ligne, Elimine, Compte)


def joue(classe, numeros, xmax=10, ymax=10, tailles=bn_utiles.FLOTTE):
    """Les nombres de tirs de ce bot sur ces flottes d'entraînement.

    >>> joue(Elimine, range(2)) == joue(Elimine, [0]) + joue(Elimine, [1])
    True
    """
    cases = {n: [r for bateau in flotte(n, xmax, ymax, tailles) for r in bateau] for n in numeros}
    arbitre = Arbitre(xmax, ymax, cases)
    arene = Arene(classe, xmax, ymax, tailles, list(numeros), annonce=int, raconte=repr)
    while arbitre.en_cours:
        signes, fautes, _ = arene.tour(arbitre.reponses)
        arbitre.juge(signes, fautes)
    return [arbitre.score(numero) for numero in numeros]
