"""TP6 : l'Ordi qui compte.

Ce que l'on manipule ici :
- `probas`, {case vide: nombre de placements de bateaux qui la recouvrent} ;
- `queue`, une file de cases à viser : la première entrée est la première jouée ;
- `liste_touches`, les cases déjà touchées du bateau en cours ; `case_touchee`, la première.

L'Ordi alterne deux phases : le tir en aveugle, quand la file est vide, et le tir ciblé, qui
suit la file. Il explique chacune de ses décisions dans `messages`.
"""

import random

from bn_utiles import (
    BAS,
    DROITE,
    FLOTTE,
    HORIZONTAL,
    MANQUEE,
    NIVEAUX,
    TOUCHE,
    TOUCHEE,
    VERTICAL,
    VIDE,
    signe,
)
from tp1_grille import alpha
from tp2_placement import Bateau, calcule_cases, calcule_cases_adj
from tp3_affichage import Grille as GrilleTP3
from tp5_solveur_aleatoire import Ordi as OrdiTP5


def noms(cases):
    """Les noms des cases, séparés par des virgules (donnée).

    >>> noms([(0, 0), (1, 12)])
    'A0, B12'
    """
    return ", ".join(alpha(case) for case in cases)


class Grille(GrilleTP3):
    """La grille du TP3, qui sait en plus compter où les bateaux peuvent être."""

    def elimine_petites(self):
        """Marque MANQUEE les cases vides où le plus petit bateau qui reste ne tient pas.

        Renvoie la liste de ces cases. S'il ne reste aucun bateau, n'élimine rien.

        >>> g = Grille(8, 1, [4, 3])
        >>> g.marque((1, 0), MANQUEE)
        >>> g.update_vides()
        >>> g.elimine_petites()
        [(0, 0)]
        >>> g.etat[(0, 0)]
        -1
        >>> g.marque((4, 0), MANQUEE)
        >>> sorted(g.elimine_petites())
        [(2, 0), (3, 0)]
        """
        # À compléter
        raise NotImplementedError("tp6.elimine_petites")

    def compte_placements(self):
        """Pour chaque case vide, le nombre de placements de bateaux qui la recouvrent.

        Renvoie un dictionnaire {case vide: nombre}. On regarde tous les bateaux de
        `taille_bateaux`, chacun dans toutes ses positions possibles : deux bateaux de
        taille 3 comptent deux fois. Ne modifie ni `etat` ni `taille_bateaux`.

        >>> g = Grille(5, 1, [3])
        >>> g.compte_placements()
        {(0, 0): 1, (1, 0): 2, (2, 0): 3, (3, 0): 2, (4, 0): 1}
        >>> Grille(3, 1, [3, 3]).compte_placements()
        {(0, 0): 2, (1, 0): 2, (2, 0): 2}
        """
        # À compléter
        raise NotImplementedError("tp6.compte_placements")

    def meilleure(self, choisit):
        """La case de plus grande valeur dans `probas`, et cette valeur : le couple (case, valeur).

        `probas` est un dictionnaire {case: valeur} ; une valeur est un nombre, entier ou à
        virgule. Si plusieurs cases sont à égalité, c'est la fonction `choisit` qui décide : on
        l'appelle une seule fois, avec la liste de toutes les ex æquo (chacune une fois), et elle
        renvoie l'une d'elles. Si `probas` est vide, ou n'a que des zéros, renvoie (None, 0). Ne
        modifie pas `probas`.

        >>> g = Grille(3, 1)
        >>> g.probas = {(0, 0): 4, (1, 0): 1, (2, 0): 4}
        >>> g.meilleure(min), g.meilleure(max)
        (((0, 0), 4), ((2, 0), 4))
        >>> g.probas = {(0, 0): 0}
        >>> g.meilleure(min)
        (None, 0)
        """
        # À compléter
        raise NotImplementedError("tp6.meilleure")

    def case_max(self, choisit=random.choice):
        """La case la plus probable et son compte : le couple (case, nombre de placements).

        Range les comptes de `compte_placements` dans `probas`, puis prend la `meilleure` : entre
        plusieurs cases à égalité, `choisit(liste)` décide. Si plus aucun bateau ne tient,
        renvoie (None, 0).

        >>> g = Grille(5, 1, [3])
        >>> g.case_max()
        ((2, 0), 3)
        >>> Grille(2, 1, [3]).case_max()
        (None, 0)
        """
        # À compléter
        raise NotImplementedError("tp6.case_max")

    def case_max_touchee(self, case):
        """Voisines vides de la case touchée `case`, de la plus probable à la moins probable.

        Renvoie la liste des couples (voisine, nombre), nombres décroissants, zéros compris :
        le nombre de placements qui recouvrent à la fois `case` et la voisine. Le bateau peut
        commencer sur `case`, y finir, ou être à cheval dessus ; on fait comme si `case`
        était vide pendant le calcul, et on lui rend son état ensuite.

        >>> g = Grille(5, 1, [3])
        >>> g.marque((1, 0), TOUCHEE)
        >>> g.update_vides()
        >>> g.case_max_touchee((1, 0))
        [((2, 0), 2), ((0, 0), 1)]
        >>> g.etat[(1, 0)]
        1
        >>> g = Grille(5, 1, [3])
        >>> g.marque((3, 0), TOUCHEE)
        >>> g.case_max_touchee((3, 0))
        [((2, 0), 2), ((4, 0), 1)]
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp6.case_max_touchee")
        x, y = case
        etat_avant = self.etat[case]
        self.etat[case] = ...
        comptes = dict.fromkeys(self.adjacent(case), 0)  # toutes les voisines, avec 0
        for taille in self.taille_bateaux:
            for dx, dy in (DROITE, BAS):
                for rang in range(taille):  # `case` est la case numéro `rang` du bateau
                    depart = ...
                    if all(self.test_case(c) for c in calcule_cases(taille, depart, (dx, dy))):
                        if rang > 0:
                            comptes[(x - dx, y - dy)] += 1
                        if ...:
                            ...
        self.etat[case] = ...
        return sorted(comptes.items(), key=lambda couple: couple[1], reverse=True)

    def copie(self):
        """Une grille indépendante dans le même état, avec les mêmes bateaux (donnée).

        >>> g = Grille(2, 1, [1])
        >>> g.marque((0, 0), MANQUEE)
        >>> copie = g.copie()
        >>> copie.marque((1, 0), TOUCHEE)
        >>> g.etat, copie.etat
        ({(0, 0): -1, (1, 0): 0}, {(0, 0): -1, (1, 0): 1})
        """
        copie = type(self)(self.xmax, self.ymax, self.flotte_depart)
        copie.hasard = self.hasard
        copie.etat = dict(self.etat)
        copie.update_vides()
        copie.taille_bateaux = list(self.taille_bateaux)
        copie.get_taille_max()
        copie.get_taille_min()
        return copie

    def case_max_echantillons(self, n=100, choisit=random.choice):
        """La case la plus souvent occupée sur `n` flottes tirées au hasard (★, niveau 4).

        Chaque flotte contient les bateaux qui restent, posés au hasard sur une copie de la
        grille avec `init_bateaux_alea`. Range dans `probas` {case vide: proportion des
        flottes réussies qui l'occupent} et renvoie (case, proportion). Un tirage
        impossible (ValueError) ne compte pas ; si aucun ne réussit, renvoie (None, 0).

        >>> g = Grille(5, 1, [3])
        >>> g.case_max_echantillons()
        ((2, 0), 1.0)
        """
        # À compléter
        raise NotImplementedError("tp6.case_max_echantillons")

    def make_all(self):
        """Toutes les flottes que l'on peut encore poser : un ensemble d'ensembles de cases (★★).

        Chaque flotte est le `frozenset` de ses cases. Comme deux bateaux ne se touchent
        jamais, deux flottes différentes n'ont pas les mêmes cases : aucune n'est comptée
        deux fois. Sans bateau à poser, il y a une flotte : la flotte vide.

        >>> len(Grille(3, 2, [2, 2]).make_all())
        1
        >>> len(Grille(4, 3, [3, 2]).make_all())
        34
        """
        # À compléter
        raise NotImplementedError("tp6.make_all")

    def case_max_all(self, choisit=random.choice):
        """La case occupée par le plus grand nombre de flottes possibles (★★, niveau 6).

        Range dans `probas` {case vide: nombre de flottes de `make_all` qui l'occupent} et
        renvoie (case, nombre) ; (None, 0) si aucune flotte n'est possible.

        >>> g = Grille(5, 1, [3])
        >>> g.case_max_all()
        ((2, 0), 3)
        """
        # À compléter
        raise NotImplementedError("tp6.case_max_all")


class Ordi(OrdiTP5):
    """L'Ordi complet, du niveau 1 au niveau 6.

    1. tirs au hasard ; 2. hasard, puis file dès qu'un bateau est touché ; 3. cases noires
    et file ; 4. échantillons de flottes et file (★) ; 5. comptage des placements et file ;
    6. comme le 5, puis toutes les flottes dès qu'il reste moins de `seuil` cases (★★).

    - `queue`, `liste_touches`, `case_touchee`, `case_courante` : voir en haut du module ;
    - `premier` : à égalité, False pour choisir au hasard, True pour prendre la première (en
      aveugle, les cases sont rangées colonne par colonne ; dans la file, par ordre d'arrivée).
    """

    type_grille = Grille

    def __init__(
        self,
        niveau=5,
        nb_echantillons=100,
        seuil=60,
        graine=None,
        premier=False,
        nom="Ordi",
        xmax=10,
        ymax=10,
        taille_bateaux=FLOTTE,
    ):
        """Crée l'Ordi du niveau voulu (méthode donnée).

        >>> Ordi(niveau=9)
        Traceback (most recent call last):
            ...
        ValueError: Les niveaux vont de 1 à 6, pas 9.
        """
        if niveau not in NIVEAUX:
            raise ValueError(f"Les niveaux vont de 1 à {max(NIVEAUX)}, pas {niveau!r}.")
        super().__init__(nom, xmax, ymax, taille_bateaux, graine=graine)
        self.niveau = niveau
        self.nb_echantillons = nb_echantillons
        self.seuil = seuil
        self.premier = premier
        self.queue = []
        self.liste_touches = []
        self.case_touchee = None

    def choisit(self, candidats):
        """Choisit une case parmi des ex æquo, toujours ici et nulle part ailleurs (donnée).

        >>> Ordi(premier=True).choisit([(4, 4), (4, 5)])
        (4, 4)
        """
        if self.premier:
            return candidats[0]
        return self.hasard.choice(candidats)

    # ------------------------------------------------------------- la file

    def add_queue(self, case):
        """Ajoute `case` au bout de la file, sauf si elle y est déjà : rien d'autre à vérifier.

        >>> ordi = Ordi()
        >>> ordi.add_queue((1, 0)); ordi.add_queue((2, 1)); ordi.add_queue((1, 0))
        >>> ordi.queue
        [(1, 0), (2, 1)]
        """
        # À compléter
        raise NotImplementedError("tp6.add_queue")

    def pop_queue(self):
        """Retire la première case de la file et la renvoie, sans rien changer d'autre.

        >>> ordi = Ordi()
        >>> ordi.queue = [(1, 0), (2, 1)]
        >>> ordi.pop_queue(), ordi.queue
        ((1, 0), [(2, 1)])
        """
        # À compléter
        raise NotImplementedError("tp6.pop_queue")

    def rem_queue(self, case):
        """Retire `case` de la file, où qu'elle soit ; ne fait rien si elle n'y est pas.

        Les autres cases de la file, les grilles et `cases_jouees` ne changent pas.

        >>> ordi = Ordi()
        >>> ordi.queue = [(1, 0), (2, 1)]
        >>> ordi.rem_queue((2, 1)); ordi.rem_queue((5, 5))
        >>> ordi.queue
        [(1, 0)]
        """
        # À compléter
        raise NotImplementedError("tp6.rem_queue")

    def vide_queue(self):
        """Vide la file (méthode donnée).

        >>> ordi = Ordi()
        >>> ordi.queue = [(1, 0)]
        >>> ordi.vide_queue()
        >>> ordi.queue
        []
        """
        self.queue = []
        self.add_message("Je vide ma file d'attente.")

    def shuffle_queue(self):
        """Range la file, les cases les plus probables d'abord (méthode donnée).

        Malgré son nom, elle ne mélange pas : elle trie selon `case_max_touchee`.

        >>> ordi = Ordi(xmax=5, ymax=1, taille_bateaux=[3])
        >>> ordi.grille_suivi.marque((1, 0), TOUCHEE)
        >>> ordi.case_touchee, ordi.queue = (1, 0), [(0, 0), (2, 0)]
        >>> ordi.shuffle_queue()
        >>> ordi.queue
        [(2, 0), (0, 0)]
        """
        comptes = dict(self.grille_suivi.case_max_touchee(self.case_touchee))
        rangee = []
        while self.queue:
            maximum = max(comptes[case] for case in self.queue)
            case = self.choisit([case for case in self.queue if comptes[case] == maximum])
            self.queue.remove(case)
            rangee.append(case)
        self.queue = rangee
        detail = ", ".join(f"{alpha(case)} ({comptes[case]})" for case in rangee)
        self.add_message(f"Je range ma file, les plus probables d'abord : {detail}.")

    def add_adjacentes_premiere(self):
        """Après le premier touché, met dans la file les voisines vides de `case_touchee`.

        Un axe (horizontal ou vertical) où le plus petit bateau ne tient pas est laissé de
        côté. `get_max_space` compte la case touchée : c'est ce qu'il faut ici. Aucune case
        n'est deux fois dans la file ; rien d'autre ne change.

        >>> ordi = Ordi(xmax=3, ymax=3, taille_bateaux=[3])
        >>> ordi.grille_suivi.etat.update({(1, 1): TOUCHEE, (1, 0): MANQUEE})
        >>> ordi.grille_suivi.update_vides()
        >>> ordi.case_touchee = (1, 1)
        >>> ordi.add_adjacentes_premiere()
        >>> sorted(ordi.queue)
        [(0, 1), (2, 1)]
        >>> ordi = Ordi(xmax=3, ymax=2, taille_bateaux=[2])
        >>> ordi.grille_suivi.marque((0, 0), TOUCHEE)
        >>> ordi.case_touchee = (0, 0)
        >>> ordi.add_adjacentes_premiere()
        >>> sorted(ordi.queue)
        [(0, 1), (1, 0)]
        """
        # À compléter
        raise NotImplementedError("tp6.add_adjacentes_premiere")

    def update_queue_touche(self):
        """Met la file à jour quand `case_courante` touche un bateau déjà touché.

        Le bateau est aligné sur `case_touchee` et `case_courante` : au deuxième touché, les
        cases de la file qui ne sont pas sur cet axe s'en vont. Puis la case qui suit
        `case_courante`, vers l'extérieur, est ajoutée si elle est vide et n'y est pas déjà.
        Enfin `case_courante` rejoint `liste_touches`. Les grilles ne changent pas.

        >>> ordi = Ordi(xmax=6, ymax=5)
        >>> ordi.case_touchee, ordi.liste_touches = (2, 3), [(2, 3)]
        >>> ordi.case_courante, ordi.queue = (3, 3), [(2, 2), (2, 4), (1, 3)]
        >>> ordi.update_queue_touche()
        >>> ordi.queue, ordi.liste_touches
        ([(1, 3), (4, 3)], [(2, 3), (3, 3)])
        >>> ordi.case_courante, ordi.queue = (4, 3), [(1, 3)]
        >>> ordi.update_queue_touche()
        >>> ordi.queue
        [(1, 3), (5, 3)]
        >>> ordi.liste_touches, ordi.case_courante, ordi.queue = [(2, 3)], (2, 2), [(1, 3), (2, 4)]
        >>> ordi.update_queue_touche()
        >>> ordi.queue, ordi.liste_touches
        ([(2, 4), (2, 1)], [(2, 3), (2, 2)])
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp6.update_queue_touche")
        xt, yt = self.case_touchee
        x, y = self.case_courante
        if len(self.liste_touches) == 1:
            horizontal = ...
            self.add_message(f"Le bateau est {'horizontal' if horizontal else 'vertical'}.")
            for case in list(self.queue):
                if ...:
                    self.rem_queue(case)
        suivante = ...
        if self.grille_suivi.test_case(suivante):
            ...
        self.liste_touches.append(self.case_courante)

    def update_queue_manque(self):
        """Met la file à jour quand on manque juste après le premier touché.

        Le tir manqué ferme un côté : si le plus petit bateau ne tient plus sur cet axe, la
        case d'en face (de l'autre côté de `case_touchee`) quitte la file.

        >>> ordi = Ordi(xmax=5, ymax=1, taille_bateaux=[3, 2])
        >>> ordi.grille_suivi.etat.update({(1, 0): TOUCHEE, (2, 0): MANQUEE})
        >>> ordi.grille_suivi.update_vides()
        >>> ordi.case_touchee, ordi.case_courante, ordi.queue = (1, 0), (2, 0), [(0, 0)]
        >>> ordi.update_queue_manque()
        >>> ordi.queue
        [(0, 0)]
        >>> ordi.grille_suivi.taille_bateaux = [3]
        >>> ordi.grille_suivi.get_taille_min()
        3
        >>> ordi.update_queue_manque()
        >>> ordi.queue
        []
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp6.update_queue_manque")
        xt, yt = self.case_touchee
        x, y = self.case_courante
        dx, dy = x - xt, y - yt
        en_face = ...
        espace = self.grille_suivi.get_max_space(self.case_touchee, (dx, dy))
        if ... and en_face in self.queue:
            self.rem_queue(en_face)
            self.add_message(f"Plus assez de place de ce côté : j'oublie {alpha(en_face)}.")

    # ------------------------------------------------------------- les bateaux coulés

    def test_plus_grand(self):
        """True si le bateau touché est aussi long que le plus grand qui reste (donnée).

        >>> ordi = Ordi(taille_bateaux=[3, 2])
        >>> ordi.liste_touches = [(0, 0), (1, 0)]
        >>> ordi.test_plus_grand()
        False
        """
        return len(self.liste_touches) == self.grille_suivi.taille_max

    def rem_bateau(self):
        """Retire de la flotte à chercher le bateau qui vient d'être coulé (donnée).

        >>> ordi = Ordi(taille_bateaux=[3, 2])
        >>> ordi.liste_touches = [(0, 0), (1, 0)]
        >>> ordi.rem_bateau()
        >>> ordi.grille_suivi.taille_bateaux
        [3]
        """
        taille = len(self.liste_touches)
        self.grille_suivi.rem_bateau(taille)
        restants = " ".join(str(t) for t in self.grille_suivi.taille_bateaux) or "aucun"
        self.add_message(f"Bateau de {taille} coulé ! Restent à trouver : {restants}.")

    def elimine_adjacentes(self, cases=None):
        """Élimine les voisines du bateau coulé, et renvoie leur liste (donnée).

        >>> ordi = Ordi(xmax=3, ymax=1, taille_bateaux=[1])
        >>> ordi.liste_touches = [(0, 0)]
        >>> ordi.elimine_adjacentes()
        [(1, 0)]
        """
        if cases is None:
            cases = self.liste_touches
        voisines = calcule_cases_adj(cases)
        eliminees = [case for case in voisines if self.grille_suivi.test_case(case)]
        for case in eliminees:
            self.grille_suivi.marque(case, MANQUEE)
        if eliminees:
            self.add_message(f"Deux bateaux ne se touchent pas : j'élimine {noms(eliminees)}.")
        return eliminees

    # ------------------------------------------------------------- le tir en aveugle

    def make_case_aveugle(self):
        """Choisit `case_courante` quand la file est vide, selon le niveau (donnée).

        >>> ordi = Ordi(niveau=3, xmax=2, ymax=1, taille_bateaux=[2])
        >>> ordi.make_case_aveugle()
        >>> ordi.case_courante
        (0, 0)
        """
        if self.niveau >= 2:
            taille = self.grille_suivi.taille_min
            petites = self.grille_suivi.elimine_petites()
            if petites:
                self.add_message(f"Trop étroit pour un bateau de {taille} : {noms(petites)}.")
        if not self.grille_suivi.vides:
            self.reprend_eliminees()
            self.make_case_aleatoire()
        elif self.niveau <= 2:
            self.make_case_aleatoire()
        elif self.niveau == 3:
            self.make_case_noire()
        else:
            self.make_case_probable()

    def make_case_probable(self):
        """Vise la case la plus probable, aux niveaux 4, 5 et 6 (donnée).

        >>> ordi = Ordi(xmax=5, ymax=1, taille_bateaux=[3])
        >>> ordi.make_case_probable()
        >>> ordi.case_courante, ordi.messages
        ((2, 0), ['Je vise C0, la case la plus probable : 3 placements possibles.'])
        """
        grille = self.grille_suivi
        if self.niveau == 4:
            case, valeur = grille.case_max_echantillons(self.nb_echantillons, self.choisit)
            raison = f"{round(100 * valeur)} % des flottes tirées au hasard l'occupent"
        elif self.niveau == 6 and len(grille.vides) < self.seuil:
            case, valeur = grille.case_max_all(self.choisit)
            raison = f"nombre de flottes possibles qui l'occupent : {valeur}"
        else:
            case, valeur = grille.case_max(self.choisit)
            s = "s" if valeur > 1 else ""
            raison = f"{valeur} placement{s} possible{s}"
        if case is None:
            self.make_case_aleatoire()
        else:
            self.case_courante = case
            self.add_message(f"Je vise {alpha(case)}, la case la plus probable : {raison}.")

    def reprend_eliminees(self):
        """Rouvre les cases éliminées : la flotte adverse ne respecte pas les règles (donnée).

        >>> ordi = Ordi(xmax=2, ymax=1, taille_bateaux=[1])
        >>> ordi.grille_suivi.marque((0, 0), MANQUEE)
        >>> ordi.reprend_eliminees()
        >>> sorted(ordi.grille_suivi.vides)
        [(0, 0), (1, 0)]
        """
        self.add_message("Tiens, il reste des bateaux là où il ne devrait pas y en avoir.")
        for case in self.grille_suivi.etat:
            if case not in self.cases_jouees:
                self.grille_suivi.marque(case, VIDE)

    # ------------------------------------------------------------- la partie

    def coup_suivant(self):
        """Joue un coup : renvoie le résultat du tir, ou None si la partie est finie.

        Elle est finie quand tout est touché, ou quand toutes les cases sont jouées.

        Au niveau 1, toujours en aveugle. Sinon : si la file est vide, on est en aveugle ;
        et si `liste_touches` n'est pas vide, un bateau vient d'être coulé : on appelle
        `rem_bateau` et `elimine_adjacentes`, et on vide `liste_touches`, avant de viser avec
        `make_case_aveugle`. Si la file n'est pas vide, on joue sa première case. Après le
        tir, la file est mise à jour selon le résultat (`apres_touche`, `apres_manque`).

        >>> ordi = Ordi(xmax=3, ymax=1, taille_bateaux=[2])
        >>> ordi.grille_adverse.etat.update({(0, 0): TOUCHEE, (1, 0): TOUCHEE})
        >>> ordi.coup_suivant(), ordi.case_courante, ordi.liste_touches
        ('touché', (1, 0), [(1, 0)])
        >>> ordi.queue = [(2, 0), (0, 0)]
        >>> ordi.coup_suivant(), ordi.case_courante, ordi.queue
        ('manqué', (2, 0), [(0, 0)])
        >>> ordi = Ordi(xmax=6, ymax=1, taille_bateaux=[2, 1])
        >>> ordi.grille_adverse.etat.update({(0, 0): TOUCHEE, (1, 0): TOUCHEE, (5, 0): TOUCHEE})
        >>> ordi.tire((0, 0)), ordi.tire((1, 0))
        ('touché', 'touché')
        >>> ordi.liste_touches = [(0, 0), (1, 0)]
        >>> ordi.coup_suivant() in ('touché', 'manqué'), (0, 0) in ordi.liste_touches
        (True, False)
        >>> ordi.grille_suivi.taille_bateaux, ordi.grille_suivi.etat[(2, 0)]
        ([1], -1)
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp6.coup_suivant")
        if self.grille_suivi.fini() or len(self.cases_jouees) == len(self.grille_suivi.etat):
            return None
        if self.queue:
            self.case_courante = ...
            self.add_message(f"Je suis ma file d'attente : {alpha(self.case_courante)}.")
        else:
            if self.liste_touches:
                ...
            self.make_case_aveugle()
        resultat = ...
        if self.niveau >= 2:
            if resultat == TOUCHE:
                self.apres_touche()
            else:
                self.apres_manque()
        return resultat

    def apres_touche(self):
        """Ce que l'Ordi fait d'un tir qui touche, à partir du niveau 2 (donnée).

        >>> ordi = Ordi(xmax=3, ymax=1, taille_bateaux=[2])
        >>> ordi.case_courante = (0, 0)
        >>> ordi.grille_suivi.marque((0, 0), TOUCHEE)
        >>> ordi.apres_touche()
        >>> ordi.liste_touches, ordi.queue
        ([(0, 0)], [(1, 0)])
        """
        if not self.liste_touches:
            self.case_touchee = self.case_courante
            self.liste_touches = [self.case_courante]
            self.add_adjacentes_premiere()
            if self.queue:
                self.shuffle_queue()
        else:
            self.update_queue_touche()
            if self.queue:
                self.add_message(f"File d'attente : {noms(self.queue)}.")
        if self.test_plus_grand():
            self.add_message("C'est le plus grand bateau qui restait : il est coulé.")
            self.vide_queue()

    def apres_manque(self):
        """Ce que l'Ordi fait d'un tir manqué, à partir du niveau 2 (donnée).

        >>> ordi = Ordi()
        >>> ordi.apres_manque()
        >>> ordi.queue
        []
        """
        if len(self.liste_touches) == 1:
            self.update_queue_manque()

    def resolution(self):
        """Joue jusqu'à la fin et renvoie le nombre de tirs (donnée).

        >>> ordi = Ordi(xmax=2, ymax=1, taille_bateaux=[2])
        >>> rien = ordi.grille_adverse.init_bateaux_alea()
        >>> ordi.resolution()
        2
        """
        while self.coup_suivant() is not None:
            pass
        self.add_message(f"Partie terminée en {self.essais} coups.")
        return self.essais


if __name__ == "__main__":
    import verifier

    verifier.main(["tp6"])
