"""TP1 : la structure de la grille.

Ce que l'on manipule ici :
- une case, le couple (x, y) : la colonne puis la ligne, à partir de 0 ;
- `etat`, un dictionnaire {case: VIDE, TOUCHEE ou MANQUEE}, qui contient toutes les cases ;
- `vides`, la liste des cases dont l'état est VIDE ;
- `taille_bateaux`, la liste des tailles des bateaux qui restent à trouver.
"""

from bn_couleurs import en_petit, etats_des_cases
from bn_utiles import (
    BAS,
    DROITE,
    FLOTTE,
    GAUCHE,
    HAUT,
    MANQUEE,
    TOUCHEE,
    VIDE,
    XMAX_LIMITE,
    YMAX_LIMITE,
)


def alpha(case):
    """Nom de la case `case` : une lettre pour la colonne, un nombre pour la ligne.

    >>> alpha((2, 3))
    'C3'
    >>> alpha((25, 12))
    'Z12'
    """
    # À compléter
    raise NotImplementedError("tp1.alpha")


def verifie_dimensions(xmax, ymax):
    """Lève ValueError, avec une phrase, si la grille demandée n'est pas possible (donnée).

    >>> verifie_dimensions(3, 2)
    >>> verifie_dimensions(0, 2)
    Traceback (most recent call last):
        ...
    ValueError: Une grille a de 1 à 26 colonnes (un nombre entier) : 0 ne va pas.
    """
    for nom, valeur, limite in [("colonnes", xmax, XMAX_LIMITE), ("lignes", ymax, YMAX_LIMITE)]:
        if type(valeur) is not int or not 1 <= valeur <= limite:
            raise ValueError(
                f"Une grille a de 1 à {limite} {nom} (un nombre entier) : {valeur!r} ne va pas."
            )


def verifie_flotte(taille_bateaux):
    """Lève ValueError, avec une phrase, si une taille de bateau n'est pas possible (donnée).

    >>> verifie_flotte([3, -1])
    Traceback (most recent call last):
        ...
    ValueError: La taille d'un bateau est un nombre entier, au moins 1 : -1 ne va pas.
    """
    for taille in taille_bateaux:
        if type(taille) is not int or taille < 1:
            raise ValueError(
                f"La taille d'un bateau est un nombre entier, au moins 1 : {taille!r} ne va pas."
            )


def dessine(grille):
    """Affiche la grille : X touchée, O manquée, un point si elle est vide (donnée).

    >>> g = Grille(3, 2)
    >>> g.marque((1, 0), TOUCHEE)
    >>> dessine(g)
      A B C
    0 . X .
    1 . . .
    """
    print(en_petit(etats_des_cases(grille.etat)))


class Grille:
    """Une grille de `xmax` colonnes et `ymax` lignes, et la flotte qui reste à y trouver.

    Attributs :
    - `xmax`, `ymax` : nombre de colonnes, nombre de lignes ;
    - `etat` : dictionnaire {case: état} ;
    - `vides` : liste des cases vides ;
    - `flotte_depart` : tuple des tailles de tous les bateaux, qui ne change jamais ;
    - `taille_bateaux` : liste des tailles des bateaux qui restent ;
    - `somme_taille` : nombre total de cases de la flotte de départ, qui ne change jamais ;
    - `taille_max`, `taille_min` : la plus grande et la plus petite taille qui restent.
    """

    def __init__(self, xmax=10, ymax=10, taille_bateaux=FLOTTE):
        """Crée une grille vide (méthode donnée).

        >>> g = Grille(3, 2, [2, 1])
        >>> g.xmax, g.ymax, g.somme_taille, g.taille_bateaux
        (3, 2, 3, [2, 1])
        """
        self.xmax = xmax
        self.ymax = ymax
        self.flotte_depart = tuple(taille_bateaux)
        verifie_dimensions(xmax, ymax)
        verifie_flotte(self.flotte_depart)
        self.somme_taille = sum(self.flotte_depart)
        self.reinit()

    def reinit(self):
        """Vide toute la grille et remet la flotte de départ.

        Toutes les cases de `etat` deviennent VIDE ; `vides`, `taille_bateaux`,
        `taille_max` et `taille_min` redeviennent ceux d'une grille neuve.

        >>> g = Grille(2, 1, [1])
        >>> g.etat
        {(0, 0): 0, (1, 0): 0}
        >>> g.etat[(0, 0)], g.vides, g.taille_bateaux = TOUCHEE, [], []
        >>> g.reinit()
        >>> g.etat
        {(0, 0): 0, (1, 0): 0}
        >>> sorted(g.vides), g.taille_bateaux
        ([(0, 0), (1, 0)], [1])
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp1.reinit")
        self.etat = {}
        for x in range(...):
            for y in range(...):
                self.etat[...] = ...
        self.vides = list(self.etat)
        self.remet_flotte()

    def remet_flotte(self):
        """Remet la flotte de départ, avec ses tailles extrêmes (méthode donnée).

        >>> g = Grille(3, 2, [2, 1])
        >>> g.taille_bateaux = []
        >>> g.remet_flotte()
        >>> g.taille_bateaux, g.taille_max, g.taille_min
        ([2, 1], 2, 1)
        """
        self.taille_bateaux = list(self.flotte_depart)
        rangees = sorted(self.flotte_depart) or [0]
        self.taille_min, self.taille_max = rangees[0], rangees[-1]

    def marque(self, case, etat):
        """Écrit l'état d'une case de la grille et tient `vides` à jour (méthode donnée).

        >>> g = Grille(2, 1, [1])
        >>> g.marque((0, 0), TOUCHEE)
        >>> g.vides
        [(1, 0)]
        """
        if self.etat[case] == VIDE:
            self.vides.remove(case)
        if etat == VIDE:
            self.vides.append(case)
        self.etat[case] = etat

    def update_vides(self):
        """Recalcule `vides` à partir de `etat` ; à appeler quand on a écrit dans `etat` à la main.

        >>> g = Grille(4, 1, [2])
        >>> g.etat[(1, 0)], g.etat[(2, 0)] = TOUCHEE, MANQUEE
        >>> g.update_vides()
        >>> sorted(g.vides)
        [(0, 0), (3, 0)]
        """
        # À compléter
        raise NotImplementedError("tp1.update_vides")

    def test_case(self, case):
        """True si `case` est dans la grille et vide, False sinon.

        >>> g = Grille(3, 2)
        >>> g.test_case((2, 1)), g.test_case((1, 2)), g.test_case((-1, 0))
        (True, False, False)
        >>> g.marque((2, 1), MANQUEE)
        >>> g.test_case((2, 1))
        False
        """
        # À compléter
        raise NotImplementedError("tp1.test_case")

    def is_touche(self, case):
        """True si l'état de `case` est TOUCHEE ; False sinon, même hors de la grille.

        >>> g = Grille(3, 2)
        >>> g.marque((2, 0), TOUCHEE)
        >>> g.is_touche((2, 0)), g.is_touche((0, 0)), g.is_touche((-1, 0))
        (True, False, False)
        """
        # À compléter
        raise NotImplementedError("tp1.is_touche")

    def adjacent(self, case):
        """Liste des cases vides voisines de `case` (jamais en diagonale).

        L'état de `case` elle-même n'a pas d'importance. L'ordre est libre.

        >>> g = Grille(3, 2)
        >>> sorted(g.adjacent((0, 0)))
        [(0, 1), (1, 0)]
        >>> g.marque((0, 0), MANQUEE)
        >>> sorted(g.adjacent((1, 0)))
        [(1, 1), (2, 0)]
        """
        # À compléter
        raise NotImplementedError("tp1.adjacent")

    def get_taille_max(self):
        """Met à jour `taille_max` et la renvoie : la plus grande taille qui reste, 0 sinon.

        `taille_bateaux` ne change pas.

        >>> g = Grille(5, 4, [2, 4, 3])
        >>> g.get_taille_max()
        4
        >>> g.taille_bateaux = []
        >>> g.get_taille_max(), g.taille_max
        (0, 0)
        """
        # À compléter
        raise NotImplementedError("tp1.get_taille_max")

    def get_taille_min(self):
        """Met à jour `taille_min` et la renvoie : la plus petite taille qui reste, 0 sinon.

        `taille_bateaux` ne change pas.

        >>> g = Grille(5, 4, [3, 4, 2])
        >>> g.get_taille_min()
        2
        >>> g.taille_bateaux = []
        >>> g.get_taille_min(), g.taille_min
        (0, 0)
        """
        # À compléter
        raise NotImplementedError("tp1.get_taille_min")

    def rem_bateau(self, taille):
        """Retire un bateau (un seul) de taille `taille` de `taille_bateaux`.

        Les autres restent dans le même ordre. Met aussi à jour `taille_max` et
        `taille_min`. Renvoie True ; s'il n'y a pas de bateau de cette taille, ne change
        rien et renvoie False.

        >>> g = Grille(5, 4, [3, 3, 1])
        >>> g.rem_bateau(3)
        True
        >>> g.taille_bateaux
        [3, 1]
        >>> g.rem_bateau(2)
        False
        >>> g.rem_bateau(1), g.taille_max, g.taille_min
        (True, 3, 3)
        """
        # À compléter
        raise NotImplementedError("tp1.rem_bateau")

    def fini(self):
        """True quand il y a autant de cases TOUCHEE que de cases dans la flotte de départ.

        >>> g = Grille(3, 2, [2, 1])
        >>> g.etat.update({(0, 0): TOUCHEE, (0, 1): TOUCHEE, (1, 0): MANQUEE})
        >>> g.taille_bateaux = [1]
        >>> g.fini()
        False
        >>> g.marque((2, 1), TOUCHEE)
        >>> g.fini()
        True
        """
        # À compléter
        raise NotImplementedError("tp1.fini")


def coord(texte):
    """Case dont `texte` est le nom : c'est l'inverse de `alpha`.

    Majuscule ou minuscule, peu importe ; les espaces ne comptent pas ; la ligne a un ou
    deux chiffres. Si `texte` n'est pas un nom de case, lève ValueError avec une phrase à
    toi, qui aide : celle de `int`, en anglais, ne suffit pas.

    >>> coord('C3')
    (2, 3)
    >>> coord(' b 12 '), coord('B10')
    ((1, 12), (1, 10))
    >>> coord('33')
    Traceback (most recent call last):
        ...
    ValueError: « 33 » n'est pas une case : écris une lettre puis un nombre, comme C3.
    >>> coord('A100')
    Traceback (most recent call last):
        ...
    ValueError: « A100 » n'est pas une case : écris une lettre puis un nombre, comme C3.
    >>> coord('A-1')
    Traceback (most recent call last):
        ...
    ValueError: « A-1 » n'est pas une case : écris une lettre puis un nombre, comme C3.
    >>> coord('')
    Traceback (most recent call last):
        ...
    ValueError: «  » n'est pas une case : écris une lettre puis un nombre, comme C3.
    """
    # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
    raise NotImplementedError("tp1.coord")
    nettoye = texte.replace(" ", "").upper()
    lettre, nombre = nettoye[:1], ...
    # Contrôle : une lettre de A à Z, puis un ou deux chiffres.
    if ...:
        raise ValueError(
            f"« {texte} » n'est pas une case : écris une lettre puis un nombre, comme C3."
        )
    return (ord(lettre) - ord("A"), ...)


if __name__ == "__main__":
    import verifier

    verifier.main(["tp1"])
