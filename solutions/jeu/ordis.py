"""Les Ordis des huit niveaux.

Niveaux 1 à 6, `OrdiRapide` : l'Ordi du TP6, avec la grille rapide.
Niveau 7, `OrdiExact` : vise la case la plus probable, calculée exactement à chaque tir.
Niveau 8, `OrdiPrevoyant` : imagine la fin de la partie pour chacune des meilleures cases.
Ni l'un ni l'autre ne se sert de la file : chercher un bateau et l'achever sont le même calcul.
"""

from functools import lru_cache

from solutions import bn_utiles
from solutions import tp1_grille as tp1
from solutions import tp6_solveur_optimal as tp6
from solutions.etude.statistiques import nombre
from solutions.exact.comptage import GENERATEUR
from solutions.exact.compteur import Compteur
from solutions.exact.masques import verifie_longueurs
from solutions.jeu.grille_rapide import GrilleRapide
from solutions.jeu.niveaux import NIVEAUX

ETATS = (bn_utiles.TOUCHEE, bn_utiles.MANQUEE)
OPTIONS = {  # ce que l'on peut régler, niveau par niveau, et ce que cela vaut d'habitude
    4: {"nb_echantillons": 100},
    6: {"seuil": 60},
    7: {"loi": GENERATEUR},
    8: {"nb_candidates": 8, "nb_flottes": 5000},
}
COMMUNES = ("graine", "premier", "nom", "xmax", "ymax", "taille_bateaux")
MINIMUM = {"nb_echantillons": 1, "seuil": 0, "nb_candidates": 1, "nb_flottes": 1}
EGALITE = 1e-9  # deux valeurs plus proches que cela sont égales : le reste est de l'arrondi


@lru_cache(maxsize=8)
def compteur(xmax, ymax, flotte):
    """Le `Compteur` d'un jeu, partagé par tous les Ordis qui y jouent."""
    return Compteur(xmax, ymax, flotte)


def verifie_options(niveau, options):
    """Lève ValueError, avec une phrase, si ce niveau n'existe pas ou n'a pas ces options.

    >>> verifie_options(9, {})
    Traceback (most recent call last):
        ...
    ValueError: Les niveaux vont de 1 à 8, pas 9.
    >>> verifie_options(8, {"nb_flottes": 0})
    Traceback (most recent call last):
        ...
    ValueError: nb_flottes est un nombre entier, au moins 1 : 0 ne va pas.
    """
    if type(niveau) is not int or niveau not in NIVEAUX:
        raise ValueError(f"Les niveaux vont de 1 à {max(NIVEAUX)}, pas {niveau!r}.")
    for nom, valeur in options.items():
        if nom not in OPTIONS.get(niveau, {}):
            raise ValueError(f"Le niveau {niveau} n'a pas d'option {nom!r}.")
        if nom in MINIMUM and (type(valeur) is not int or valeur < MINIMUM[nom]):
            raise ValueError(
                f"{nom} est un nombre entier, au moins {MINIMUM[nom]} : {valeur!r} ne va pas."
            )


class OrdiRapide(tp6.Ordi):
    """Niveaux 1 à 6 : les mêmes parties que l'Ordi du TP6, jouées plus vite."""

    type_grille = GrilleRapide


class OrdiExact(OrdiRapide):
    """Niveau 7 : à chaque tir, la case la plus probable parmi toutes les flottes possibles.

    - `loi` : comment les flottes sont tirées, GENERATEUR (celle du jeu) ou UNIFORME ;
    - `compteur` : le `Compteur` qui fait les calculs.

    >>> ordi = OrdiExact(premier=True, xmax=4, ymax=3, taille_bateaux=[3, 2])
    >>> ordi.grille_adverse.etat.update({(0, 0): 1, (0, 1): 1, (2, 0): 1, (2, 1): 1, (2, 2): 1})
    >>> ordi.resolution() <= 12
    True
    """

    niveau_exact = 7

    def __init__(
        self,
        graine=None,
        premier=False,
        nom="Ordi",
        xmax=10,
        ymax=10,
        taille_bateaux=bn_utiles.FLOTTE,
        loi=GENERATEUR,
    ):
        """Crée l'Ordi ; une grille trop grande pour le comptage est refusée (ValueError)."""
        super().__init__(
            graine=graine,
            premier=premier,
            nom=nom,
            xmax=xmax,
            ymax=ymax,
            taille_bateaux=taille_bateaux,
        )
        self.niveau = self.niveau_exact
        self.loi = loi
        self.compteur = compteur(xmax, ymax, tuple(self.grille_suivi.flotte_depart))
        if self.compteur.annonce():
            self.add_message(self.compteur.annonce())

    def prepare(self):
        """Charge ce qui compte les flottes, pour que le premier coup n'attende pas."""
        return self.compteur.moteur.nom

    def tirs(self):
        """(cases touchées, cases manquées), lues sur la grille de suivi."""
        etat = self.grille_suivi.etat
        return tuple([case for case in etat if etat[case] == e] for e in ETATS)

    def carte(self):
        """La carte de la position : nombre de flottes et probabilité de chaque case.

        >>> carte = OrdiExact(xmax=4, ymax=3, taille_bateaux=[3, 2], loi="uniforme").carte()
        >>> carte.nombre, carte.probas[(1, 1)] == 5 / 34
        (34, True)
        """
        return self.compteur.carte(*self.tirs(), loi=self.loi)

    def make_case_aveugle(self):
        """Vise d'après la carte ; si aucune flotte permise ne concorde, tire au hasard."""
        carte = self.carte()
        probas = {case: carte.probas[case] for case in self.grille_suivi.vides}
        self.grille_suivi.probas = probas
        if not any(probas.values()):
            aucune = "Aucune flotte permise" if carte.exacte else "Aucune des flottes tirées"
            self.add_message(f"{aucune} n'explique ces tirs : je joue au hasard.")
            self.make_case_aleatoire()
        else:
            self.vise(carte, probas)

    def vise(self, carte, probas):
        """Choisit `case_courante` parmi les plus probables, et dit pourquoi."""
        maximum = max(probas.values())
        self.case_courante = self.choisit(
            sorted(case for case in probas if probas[case] > maximum - EGALITE)
        )
        self.explique(carte, maximum)

    def explique(self, carte, proba):
        """Dit combien de flottes restent possibles, et ce que vaut la case visée."""
        case = tp1.alpha(self.case_courante)
        if carte.nombre is None:
            debut = "D'après les flottes que j'ai tirées au sort"
        elif carte.nombre == 1:
            debut = "Il n'y a plus qu'une flotte possible"
        else:
            debut = f"Il reste {nombre(carte.nombre, 0)} flottes possibles"
        if proba > 1 - EGALITE:
            self.add_message(f"{debut} : {case} est occupée à coup sûr.")
        else:
            self.add_message(f"{debut} : {case} est occupée à {nombre(100 * proba, 1)} %.")

    def apres_touche(self):
        """Rien à ranger : le prochain comptage tiendra compte de ce tir."""

    def apres_manque(self):
        """Rien à ranger : le prochain comptage tiendra compte de ce tir."""


class OrdiPrevoyant(OrdiExact):
    """Niveau 8 : pour les `nb_candidates` cases les plus probables, imagine la fin de la partie.

    La fin imaginée est celle que jouerait le niveau 7, sur `nb_flottes` flottes possibles (ou sur
    toutes, quand il en reste moins). On garde la case qui promet le moins de tirs manqués.
    """

    niveau_exact = 8

    def __init__(self, *args, nb_candidates=8, nb_flottes=5000, **options):
        """Crée l'Ordi ; plus de candidates ou de flottes, c'est plus fin et plus lent."""
        verifie_options(8, {"nb_candidates": nb_candidates, "nb_flottes": nb_flottes})
        super().__init__(*args, **options)
        self.nb_candidates = nb_candidates
        self.nb_flottes = nb_flottes

    def vise(self, carte, probas):
        """Choisit la case qui promet le moins de tirs manqués, et dit pourquoi.

        Une case sûre ne coûte rien : on la joue sans réfléchir davantage.
        """
        if max(probas.values()) > 1 - EGALITE:
            super().vise(carte, probas)
            return
        futur = self.compteur.futur(*self.tirs(), self.nb_candidates, self.nb_flottes)
        minimum = min(futur.values())
        self.case_courante = self.choisit(
            sorted(case for case in futur if futur[case] < minimum + EGALITE)
        )
        self.explique(carte, probas[self.case_courante])
        self.add_message(
            f"En visant {tp1.alpha(self.case_courante)}, je m'attends à manquer encore "
            f"{nombre(minimum, 2)} tirs en moyenne."
        )


def nouvel_ordi(niveau=5, nb_echantillons=100, seuil=60, **options):
    """L'Ordi du niveau voulu, de 1 à 8 ; les options sont celles de l'Ordi du TP6.

    Ce qui ne va pas (niveau, option du niveau, bateau plus long que la grille) est refusé par une
    phrase (ValueError).

    >>> type(nouvel_ordi(5)).__name__, type(nouvel_ordi(8)).__name__
    ('OrdiRapide', 'OrdiPrevoyant')
    >>> nouvel_ordi(9)
    Traceback (most recent call last):
        ...
    ValueError: Les niveaux vont de 1 à 8, pas 9.
    """
    propres = {nom: valeur for nom, valeur in options.items() if nom not in COMMUNES}
    if niveau == 8:
        propres.pop("loi", None)
    if niveau == 4:
        propres["nb_echantillons"] = nb_echantillons
    if niveau == 6:
        propres["seuil"] = seuil
    verifie_options(niveau, propres)
    xmax, ymax = options.get("xmax", 10), options.get("ymax", 10)
    tailles = options.get("taille_bateaux", bn_utiles.FLOTTE)
    tp1.Grille(xmax, ymax, tailles)  # refuse ce qui n'est pas une grille
    verifie_longueurs(xmax, ymax, tailles)
    if niveau in (7, 8):
        return (OrdiExact if niveau == 7 else OrdiPrevoyant)(**options)
    return OrdiRapide(niveau, nb_echantillons, seuil, **options)
