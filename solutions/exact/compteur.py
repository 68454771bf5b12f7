"""Le `Compteur` dont se servent les niveaux 7 et 8 : il choisit le moteur qui fait les calculs."""

from collections import namedtuple
from functools import cached_property

from solutions import bn_utiles
from solutions.exact.comptage import GENERATEUR, UNIFORME, MoteurPython
from solutions.exact.masques import geometrie, verifie_longueurs
from solutions.exact.tirage import trop_de_flottes

CASES_MAX = 128  # cases de la plus grande grille acceptée

Carte = namedtuple("Carte", "nombre probas loi exacte moteur")
Carte.__doc__ = """Ce que l'on sait d'une position.

`nombre` : combien de flottes concordent (None si l'on n'a fait que tirer au sort) ; `probas` :
{case: probabilité d'être occupée} ; `loi` : celle des flottes ; `exacte` : False si les
probabilités sont estimées sur un échantillon ; `moteur` : qui a calculé.
"""


class Compteur:
    """Les flottes possibles d'une partie : `carte` et `futur`, à n'importe quelle position.

    `moteur` impose le calcul (« numba », « numpy » ou « Python pur ») ; par défaut, c'est le
    plus rapide de ceux qui sont installés.

    >>> compteur = Compteur(4, 3, [3, 2], moteur="Python pur")
    >>> carte = compteur.carte(loi=UNIFORME)
    >>> carte.nombre, carte.probas[(0, 0)]
    (34, 0.5)
    >>> compteur.carte(touchees=[(1, 1)], manquees=[(0, 1)]).nombre
    4
    """

    def __init__(self, xmax=10, ymax=10, flotte=bn_utiles.FLOTTE, moteur=None):
        if xmax * ymax > CASES_MAX:
            raise ValueError(
                f"Le comptage exact va jusqu'à {CASES_MAX} cases ; "
                f"une grille {xmax}×{ymax} en a {xmax * ymax}."
            )
        verifie_longueurs(xmax, ymax, flotte)
        self.g = geometrie(xmax, ymax)
        self.partie = (xmax, ymax, tuple(flotte))
        if moteur is not None:
            self.moteur = choisit_moteur(moteur)(*self.partie)

    @cached_property
    def moteur(self):
        """Le plus rapide. Le charger prend quelques secondes : on attend d'avoir à compter."""
        return choisit_moteur()(*self.partie)

    def annonce(self):
        """La phrase à dire avant de commencer s'il y a trop de flottes à compter ; sinon None.

        Elle se décide sans charger le moteur.

        >>> Compteur(4, 3, [3, 2]).annonce() is None
        True
        >>> Compteur(10, 10, [1] * 8).annonce()[:33]
        '8 bateaux : trop de flottes possi'
        """
        if not trop_de_flottes(self.g, self.partie[2]):
            return None
        return (
            f"{len(self.partie[2])} bateaux : trop de flottes possibles pour les compter toutes. "
            "Avant chaque tir, j'en tire des milliers au sort ; dès qu'il en restera assez peu, "
            "je compterai exactement."
        )

    def position(self, touchees, manquees):
        """Les deux masques d'une position donnée par ses cases."""
        return self.g.masque(touchees), self.g.masque(manquees)

    def carte(self, touchees=(), manquees=(), loi=GENERATEUR):
        """La `Carte` de la position : nombre de flottes et probabilité de chaque case."""
        if loi not in (GENERATEUR, UNIFORME):
            raise ValueError(f"La loi est {GENERATEUR!r} ou {UNIFORME!r}, pas {loi!r}.")
        nombre, probas, loi, exacte = self.moteur.compte(*self.position(touchees, manquees), loi)
        return Carte(nombre, dict(zip(self.g.cases, probas)), loi, exacte, self.moteur.nom)

    def futur(self, touchees, manquees, nb_candidates, nb_flottes):
        """{case: nombre moyen de tirs manqués jusqu'à la fin} pour les cases les plus probables."""
        futur = self.moteur.regarde_plus_loin(
            *self.position(touchees, manquees), nb_candidates, nb_flottes
        )
        return {self.g.cases[numero]: valeur for numero, valeur in futur.items()}


def choisit_moteur(nom=None):
    """La classe du moteur de ce nom, ou du plus rapide qui soit installé."""
    moteurs = {MoteurPython.nom: MoteurPython}
    try:
        from solutions.exact import enumeration
    except ImportError:  # numpy n'est pas là : il reste le Python pur
        pass
    else:
        moteurs.update(enumeration.moteurs_rapides())
    if nom is None:
        nom = list(moteurs)[-1]
    if nom not in moteurs:
        raise ValueError(f"Le moteur {nom!r} n'est pas disponible : il y a {', '.join(moteurs)}.")
    return moteurs[nom]
