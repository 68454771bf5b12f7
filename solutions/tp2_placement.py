"""TP2 : placer les bateaux.

Ce que l'on manipule ici :
- un `Bateau` : sa taille, sa case de départ `start` et son sens (DROITE ou BAS) ;
- un placement possible, le couple (case de départ, direction) ;
- `possibles_case`, {case vide: [(taille, direction), …]} : ce qui peut commencer sur la case ;
- `possibles`, {taille: [(case, direction), …]} : la même chose, rangée par taille.
"""

import random

from bn_utiles import (
    BAS,
    DROITE,
    GAUCHE,
    HAUT,
    HORIZONTAL,
    IMPOSSIBLE,
    MANQUEE,
    NON_TROUVEE,
    TOUCHEE,
    TOUTES_DIR,
    VERTICAL,
    Recherche,
)
from tp1_grille import Grille as GrilleTP1

NB_ESSAIS = 200  # tirages d'une flotte avant de la chercher méthodiquement
NB_TIRAGES = 100_000  # tirages d'une flotte uniforme avant d'abandonner


def calcule_end(taille, start, sens):
    """Dernière case d'un bateau de taille `taille` qui part de `start` dans le sens `sens`.

    >>> calcule_end(4, (2, 5), BAS)
    (2, 8)
    >>> calcule_end(3, (0, 1), DROITE)
    (2, 1)
    """
    x, y = start
    dx, dy = sens
    return (x + (taille - 1) * dx, y + (taille - 1) * dy)


def calcule_cases(taille, start, sens):
    """Liste des cases du bateau, dans l'ordre à partir de `start`.

    >>> calcule_cases(3, (4, 1), DROITE)
    [(4, 1), (5, 1), (6, 1)]
    """
    x, y = start
    dx, dy = sens
    return [(x + k * dx, y + k * dy) for k in range(taille)]


def calcule_cases_adj(cases):
    """Liste des voisines (pas en diagonale) des cases d'un bateau, chacune une seule fois.

    Les cases du bateau n'en font pas partie. Une voisine peut être hors de la grille.
    L'ordre est libre.

    >>> sorted(calcule_cases_adj([(1, 1), (1, 2)]))
    [(0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2)]
    """
    voisines = []
    for x, y in cases:
        for dx, dy in (DROITE, GAUCHE, HAUT, BAS):
            voisine = (x + dx, y + dy)
            if voisine not in cases and voisine not in voisines:
                voisines.append(voisine)
    return voisines


class Bateau:
    """Un bateau : `taille`, `start`, `sens`, `end`, `cases` et `cases_adj`.

    >>> b = Bateau(2, (1, 1), BAS)
    >>> b.end
    (1, 2)
    """

    def __init__(self, taille, start, sens):
        """Crée le bateau (méthode donnée).

        >>> b = Bateau(3, (0, 1), DROITE)
        >>> b.taille, b.start, b.end, b.cases
        (3, (0, 1), (2, 1), [(0, 1), (1, 1), (2, 1)])
        """
        self.taille = taille
        self.start = start
        self.sens = sens
        self.end = calcule_end(taille, start, sens)
        self.cases = calcule_cases(taille, start, sens)
        self.cases_adj = calcule_cases_adj(self.cases)


class Grille(GrilleTP1):
    """La grille du TP1, qui sait en plus placer des bateaux.

    `class Grille(GrilleTP1)` veut dire : « tout ce que savait faire la grille du TP1, et
    en plus les méthodes écrites ci-dessous ».
    """

    hasard = random  # le générateur qui tire les flottes au sort

    def compte_vides(self, case, direction):
        """Nombre de cases vides qui se suivent après `case` dans cette direction.

        `case` elle-même n'est pas comptée ; on s'arrête à la première case qui n'est pas
        vide, ou au bord.

        >>> g = Grille(6, 1)
        >>> g.marque((4, 0), MANQUEE)
        >>> g.compte_vides((1, 0), DROITE)
        2
        """
        dx, dy = direction
        x, y = case
        nombre = 0
        while self.test_case((x + dx, y + dy)):
            nombre += 1
            x, y = x + dx, y + dy
        return nombre

    def get_max_space(self, case, direction=TOUTES_DIR, face=True):
        """Longueur de l'espace libre autour de `case`, elle comprise.

        Renvoie 0 si `case` est hors de la grille ou manquée. Sinon, compte 1 pour `case`
        (vide ou touchée), plus les cases vides qui la suivent dans `direction`, plus
        celles d'en face si `face` vaut True. Avec TOUTES_DIR : le plus grand des deux
        espaces complets, l'horizontal et le vertical, quel que soit `face`.

        >>> g = Grille(6, 2)
        >>> g.marque((4, 0), MANQUEE)
        >>> g.get_max_space((1, 0), HORIZONTAL), g.get_max_space((1, 0), DROITE, False)
        (4, 3)
        >>> g.get_max_space((4, 1)), g.get_max_space((4, 0)), g.get_max_space((6, 0))
        (6, 0, 0)
        >>> g.marque((1, 1), TOUCHEE)
        >>> g.get_max_space((1, 1), HORIZONTAL)
        6
        """
        if case not in self.etat or self.etat[case] == MANQUEE:
            return 0
        if direction == TOUTES_DIR:
            return max(self.get_max_space(case, HORIZONTAL), self.get_max_space(case, VERTICAL))
        espace = 1 + self.compte_vides(case, direction)
        if face:
            dx, dy = direction
            espace += self.compte_vides(case, (-dx, -dy))
        return espace

    def test_bateau(self, bateau):
        """True si toutes les cases du bateau sont dans la grille et vides.

        >>> g = Grille(10, 4)
        >>> g.test_bateau(Bateau(3, (7, 0), DROITE)), g.test_bateau(Bateau(3, (8, 0), DROITE))
        (True, False)
        >>> g.marque((1, 2), MANQUEE)
        >>> g.test_bateau(Bateau(3, (0, 2), DROITE))
        False
        """
        return all(self.test_case(case) for case in bateau.cases)

    def add_bateau(self, bateau):
        """Pose le bateau : ses cases passent à TOUCHEE, ses voisines vides à MANQUEE.

        Renvoie True. Si le bateau ne peut pas être posé, ne change rien et renvoie False.

        >>> g = Grille(5, 3, [3])
        >>> g.add_bateau(Bateau(3, (1, 1), DROITE))
        True
        >>> [g.etat[(x, 1)] for x in range(5)]
        [-1, 1, 1, 1, -1]
        >>> sorted(g.vides)
        [(0, 0), (0, 2), (4, 0), (4, 2)]
        >>> g.add_bateau(Bateau(2, (0, 0), DROITE))
        False
        >>> g.etat[(0, 0)], len(g.vides)
        (0, 4)
        """
        if not self.test_bateau(bateau):
            return False
        for case in bateau.cases:
            self.marque(case, TOUCHEE)
        for case in bateau.cases_adj:
            if self.test_case(case):
                self.marque(case, MANQUEE)
        return True

    def remplit_possibles_case(self):
        """Remplit et renvoie `possibles_case` : {case vide: [(taille, direction), …]}.

        Pour chaque case vide, les bateaux de `taille_bateaux` qui peuvent y commencer vers
        la DROITE ou vers le BAS, chaque taille une seule fois ; un bateau de taille 1
        compte une fois, vers la DROITE. La liste est vide quand rien ne tient.

        >>> g = Grille(3, 2, [2])
        >>> possibles_case = g.remplit_possibles_case()
        >>> possibles_case[(2, 0)], possibles_case[(2, 1)]
        ([(2, (0, 1))], [])
        >>> Grille(1, 2, [1]).remplit_possibles_case()
        {(0, 0): [(1, (1, 0))], (0, 1): [(1, (1, 0))]}
        """
        self.possibles_case = {}
        tailles = sorted(set(self.taille_bateaux), reverse=True)
        for case in self.vides:
            self.possibles_case[case] = []
            for direction in (DROITE, BAS):
                espace = self.get_max_space(case, direction, face=False)
                for taille in tailles:
                    if taille <= espace and (taille > 1 or direction == DROITE):
                        self.possibles_case[case].append((taille, direction))
        return self.possibles_case

    def retourne_possibles(self):
        """Remplit et renvoie `possibles` : {taille: [(case, direction), …]}.

        On part de `possibles_case`, que l'on inverse : la taille devient la clé. Chaque taille
        de `taille_bateaux` y est une fois, même si sa liste est vide.

        >>> g = Grille(2, 2, [2, 3])
        >>> g.possibles_case = {(0, 0): [(2, DROITE), (2, BAS)], (0, 1): []}
        >>> g.retourne_possibles()
        {2: [((0, 0), (1, 0)), ((0, 0), (0, 1))], 3: []}
        >>> g.possibles[3]
        []
        """
        self.possibles = {taille: [] for taille in self.taille_bateaux}
        for case, bateaux in self.possibles_case.items():
            for taille, direction in bateaux:
                self.possibles[taille].append((case, direction))
        return self.possibles

    def get_possibles(self):
        """Met à jour `possibles_case` et `possibles`, et renvoie les deux.

        >>> possibles_case, possibles = Grille(2, 1, [2]).get_possibles()
        >>> possibles_case
        {(0, 0): [(2, (1, 0))], (1, 0): []}
        >>> possibles
        {2: [((0, 0), (1, 0))]}
        >>> Grille(1, 1, [1]).get_possibles()
        ({(0, 0): [(1, (1, 0))]}, {1: [((0, 0), (1, 0))]})
        """
        return self.remplit_possibles_case(), self.retourne_possibles()

    def add_bateau_alea(self, taille):
        """Pose au hasard un bateau d'une taille de `taille_bateaux`.

        Tous les placements possibles ont la même chance. Renvoie True ; s'il n'y en a
        aucun, ne change rien et renvoie False.

        >>> g = Grille(2, 1, [2])
        >>> g.add_bateau_alea(2)
        True
        >>> g.etat
        {(0, 0): 1, (1, 0): 1}
        >>> g.add_bateau_alea(2)
        False
        >>> grilles = [Grille(2, 2, [2]) for _ in range(100)]
        >>> poses = [g.add_bateau_alea(2) for g in grilles]
        >>> len({str(g.etat) for g in grilles})
        4
        """
        self.get_possibles()
        if not self.possibles[taille]:
            return False
        case, direction = self.hasard.choice(self.possibles[taille])
        return self.add_bateau(Bateau(taille, case, direction))

    def essai_flotte(self):
        """Pose au hasard tous les bateaux de `taille_bateaux`, dans l'ordre.

        Renvoie True si tous sont posés. Dès qu'un bateau n'a plus de place, s'arrête et
        renvoie False (les bateaux déjà posés restent).

        >>> Grille(3, 1, [3]).essai_flotte()
        True
        >>> g = Grille(3, 1, [2, 2])
        >>> g.essai_flotte()
        False
        >>> list(g.etat.values()).count(TOUCHEE), g.taille_bateaux
        (2, [2, 2])
        """
        for taille in self.taille_bateaux:
            if not self.add_bateau_alea(taille):
                return False
        return True

    def init_bateaux_alea(self):
        """Pose au hasard tous les bateaux de `taille_bateaux`, sur la grille telle qu'elle est.

        Quand un essai se bloque, on remet la grille comme avant et on recommence, au plus
        NB_ESSAIS fois. Ensuite `cherche_flotte` (donnée) tranche : elle trouve une flotte,
        ou lève ValueError. La grille est alors comme avant l'appel.

        >>> g = Grille(3, 1, [1, 1])
        >>> g.marque((2, 0), MANQUEE)
        >>> g.init_bateaux_alea()
        Traceback (most recent call last):
            ...
        ValueError: Flotte impossible : ces bateaux ne tiennent pas ensemble dans la grille.
        >>> g.etat
        {(0, 0): 0, (1, 0): 0, (2, 0): -1}
        >>> sorted(g.vides)
        [(0, 0), (1, 0)]
        >>> grilles = [Grille(3, 3, [3, 3]) for _ in range(10)]
        >>> resultats = [g.init_bateaux_alea() for g in grilles]
        >>> [list(g.etat.values()).count(TOUCHEE) for g in grilles] == [6] * 10
        True
        """
        photo = dict(self.etat)
        for _ in range(NB_ESSAIS):
            if self.essai_flotte():
                return
            self.etat = dict(photo)
            self.update_vides()
        for bateau in self.cherche_flotte():
            self.add_bateau(bateau)

    def pose_flotte(self, bateaux):
        """Vide la grille et y pose ces bateaux ; True si tous ont pu l'être (donnée).

        On s'arrête au premier qui ne va pas.

        >>> g = Grille(4, 1, [2, 1])
        >>> g.pose_flotte([Bateau(2, (0, 0), DROITE), Bateau(1, (3, 0), DROITE)])
        True
        >>> g.etat
        {(0, 0): 1, (1, 0): 1, (2, 0): -1, (3, 0): 1}
        """
        self.reinit()
        return all(self.add_bateau(bateau) for bateau in bateaux)

    def cherche_flotte(self):
        """Liste de bateaux d'une flotte légale, trouvée méthodiquement (méthode donnée).

        On essaie tous les placements, les plus grands bateaux d'abord, en revenant en
        arrière quand on est bloqué. Lève ValueError si aucune flotte ne convient, ou s'il
        y a trop de cas pour le savoir.

        >>> len(Grille(3, 3, [3, 3]).cherche_flotte())
        2
        """
        self.get_possibles()
        tailles = sorted(self.taille_bateaux, reverse=True)
        placements = {}
        for taille, places in self.possibles.items():
            placements[taille] = [Bateau(taille, *place) for place in places]
        flotte = Recherche(placements).complete(tailles, set(self.vides))
        if flotte is None:
            raise ValueError(IMPOSSIBLE)
        return flotte

    def essai_uniforme(self):
        """Tire chaque bateau sans regarder les autres (★).

        Chaque bateau de `taille_bateaux` est choisi au hasard dans `possibles`, que l'on
        suppose à jour et sans liste vide. Si deux bateaux se chevauchent ou se touchent,
        renvoie None ; sinon, la liste des bateaux. La grille ne change pas.

        >>> g = Grille(2, 1, [2, 2])
        >>> possibles_case, possibles = g.get_possibles()
        >>> [g.essai_uniforme()]
        [None]
        >>> g = Grille(2, 1, [1, 1])
        >>> possibles_case, possibles = g.get_possibles()
        >>> [g.essai_uniforme() for _ in range(20)].count(None)
        20
        >>> g = Grille(3, 1, [2])
        >>> possibles_case, possibles = g.get_possibles()
        >>> [bateau.taille for bateau in g.essai_uniforme()]
        [2]
        """
        flotte = []
        interdites = set()
        for taille in self.taille_bateaux:
            case, direction = self.hasard.choice(self.possibles[taille])
            bateau = Bateau(taille, case, direction)
            if not interdites.isdisjoint(bateau.cases):
                return None
            interdites.update(bateau.cases, bateau.cases_adj)
            flotte.append(bateau)
        return flotte

    def init_bateaux_uniforme(self):
        """Pose une flotte tirée uniformément parmi toutes les flottes légales (★).

        On répète `essai_uniforme` jusqu'à ce qu'il réussisse : toutes les flottes légales
        ont alors la même chance, ce qui n'est pas le cas avec `init_bateaux_alea`. Après
        NB_TIRAGES échecs, lève ValueError, avec une phrase ; la grille est alors comme avant.

        >>> g = Grille(4, 3, [3, 2])
        >>> g.init_bateaux_uniforme()
        >>> list(g.etat.values()).count(TOUCHEE)
        5
        """
        self.cherche_flotte()
        for _ in range(NB_TIRAGES):
            flotte = self.essai_uniforme()
            if flotte is not None:
                for bateau in flotte:
                    self.add_bateau(bateau)
                return
        raise ValueError(NON_TROUVEE)


if __name__ == "__main__":
    import doctest

    doctest.testmod()
