"""Les Ordis des niveaux 7 et 8 : ils raisonnent sur toutes les flottes possibles.

Niveau 7, `OrdiExact` : vise la case la plus probable, calculée exactement à chaque tir.
Niveau 8, `OrdiPrevoyant` : imagine la fin de la partie pour chacune des meilleures cases.
Ni l'un ni l'autre n'a de file d'attente : chasser et achever un bateau sont le même calcul.
"""

from functools import lru_cache

from bn_exact import GENERATEUR, Compteur
from bn_utiles import FLOTTE, MANQUEE, TOUCHEE
from tp1_grille import alpha
from tp6_solveur_optimal import Ordi

EGALITE = 1e-9  # deux probabilités plus proches que cela sont égales : le reste est l'arrondi


@lru_cache(maxsize=8)
def compteur(xmax, ymax, flotte):
    """Le compteur d'un jeu, partagé par tous les Ordis qui y jouent."""
    return Compteur(xmax, ymax, flotte)


class OrdiExact(Ordi):
    """Niveau 7 : à chaque tir, la case occupée par le plus grand poids de flottes possibles."""

    def __init__(
        self, graine=None, premier=False, nom="Ordi", xmax=10, ymax=10, taille_bateaux=FLOTTE,
        loi=GENERATEUR,
    ):
        """Crée l'Ordi ; `loi` dit comment les flottes sont supposées tirées (voir bn_exact)."""
        super().__init__(5, graine=graine, premier=premier, nom=nom, xmax=xmax, ymax=ymax,
                         taille_bateaux=taille_bateaux)
        self.niveau = 7
        self.loi = loi
        self.compteur = compteur(xmax, ymax, tuple(self.grille_suivi.flotte_depart))

    def tirs(self):
        """(cases touchées, cases manquées) lues sur la grille de suivi."""
        etat = self.grille_suivi.etat
        return tuple([case for case in etat if etat[case] == e] for e in (TOUCHEE, MANQUEE))

    def carte(self):
        """La carte exacte de la position : nombre de flottes et probabilité de chaque case."""
        return self.compteur.carte(*self.tirs(), loi=self.loi)

    def make_case_aveugle(self):
        """Vise la case la plus probable ; si aucune flotte ne concorde, tire au hasard."""
        carte = self.carte()
        if not carte.nombre:
            self.add_message("Aucune flotte permise n'explique ces tirs : je joue au hasard.")
            self.make_case_aleatoire()
            return
        self.grille_suivi.probas = {case: carte.probas[case] for case in self.grille_suivi.vides}
        self.vise(carte)

    def vise(self, carte):
        """Choisit `case_courante` d'après la carte, et dit pourquoi."""
        probas = self.grille_suivi.probas
        maximum = max(probas.values())
        self.case_courante = self.choisit([c for c in probas if probas[c] > maximum - EGALITE])
        self.explique(carte, maximum)

    def explique(self, carte, proba):
        """Le message qui accompagne le tir."""
        combien = f"{carte.nombre:,}".replace(",", " ")
        if carte.nombre == 1:
            self.add_message(f"Une seule flotte est possible : {alpha(self.case_courante)}.")
        elif proba > 1 - EGALITE:
            self.add_message(
                f"{combien} flottes possibles, et toutes passent par {alpha(self.case_courante)}."
            )
        else:
            pourcent = f"{100 * proba:.1f}".replace(".", ",")
            self.add_message(
                f"{combien} flottes possibles : {alpha(self.case_courante)} est occupée "
                f"à {pourcent} %."
            )

    def apres_touche(self):
        """Rien à ranger : le prochain comptage tiendra compte de ce tir."""

    def apres_manque(self):
        """Rien à ranger : le prochain comptage tiendra compte de ce tir."""


class OrdiPrevoyant(OrdiExact):
    """Niveau 8 : pour les cases les plus probables, imagine toute la suite de la partie.

    La suite est celle que jouerait le niveau 7, sur un échantillon de `nb_flottes` flottes (sur
    toutes, dès qu'il en reste moins) : on garde la case qui laisse le moins de tirs manqués.
    """

    def __init__(self, *args, nb_candidates=8, nb_flottes=5000, **options):
        """Crée l'Ordi ; plus de candidates ou de flottes : plus fin, et plus lent."""
        super().__init__(*args, **options)
        self.niveau = 8
        self.nb_candidates = nb_candidates
        self.nb_flottes = nb_flottes

    def vise(self, carte):
        """Choisit la case qui laisse attendre le moins de tirs manqués, et dit pourquoi."""
        probas = self.grille_suivi.probas
        if max(probas.values()) > 1 - EGALITE:
            super().vise(carte)
            return
        futur = self.compteur.futur(*self.tirs(), self.nb_candidates, self.nb_flottes)
        minimum = min(futur.values())
        self.case_courante = self.choisit([c for c in futur if futur[c] < minimum + EGALITE])
        self.explique(carte, probas[self.case_courante])
        self.add_message(f"En continuant ainsi, j'attends {minimum:.2f} tirs manqués.".replace(".", ",", 1))
