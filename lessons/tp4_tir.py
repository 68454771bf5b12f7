"""TP4 : tirer, et jouer une partie à deux.

Ce que l'on manipule ici :
- un `Joueur`, avec trois grilles : la sienne (`grille_joueur`), celle de l'adversaire
  (`grille_adverse`, que l'on regarde sans jamais y écrire) et sa feuille de tirs
  (`grille_suivi`) ;
- `messages`, une file : le premier message arrivé est le premier affiché ;
- le résultat d'un tir : TOUCHE, MANQUE, COULE, DEJA_JOUE ou HORS_GRILLE.
"""

import random

from bn_utiles import (
    BAS,
    COULE,
    DEJA_JOUE,
    DROITE,
    FLOTTE,
    GAUCHE,
    HAUT,
    HORS_GRILLE,
    MANQUE,
    MANQUEE,
    TOUCHE,
    TOUCHEE,
    signe,
)
from tp1_grille import alpha, coord
from tp3_affichage import Grille, info


class Joueur:
    """Un joueur, ses trois grilles et ce qu'il a déjà tiré.

    Attributs :
    - `nom`, `grille_joueur`, `grille_adverse`, `grille_suivi` ;
    - `cases_jouees` : liste des cases sur lesquelles il a tiré ;
    - `essais` : nombre de tirs acceptés ;
    - `messages` : file des messages à afficher ;
    - `coules` : liste des cases des bateaux dont on sait qu'ils sont coulés ;
    - `annonce_coule` : True si l'adversaire dit « coulé » (False au départ).
    """

    type_grille = Grille  # la classe des trois grilles ; un autre TP y mettra la sienne

    def __init__(self, nom="Joueur", xmax=10, ymax=10, taille_bateaux=FLOTTE):
        """Crée un joueur et ses grilles vides (méthode donnée).

        >>> j = Joueur('Zoé', 3, 2, [2])
        >>> j.nom, j.essais, j.grille_suivi.somme_taille
        ('Zoé', 0, 2)
        """
        self.nom = nom
        self.grille_joueur = self.type_grille(xmax, ymax, taille_bateaux)
        self.grille_adverse = self.type_grille(xmax, ymax, taille_bateaux)
        self.grille_suivi = self.type_grille(xmax, ymax, taille_bateaux)
        self.cases_jouees = []
        self.essais = 0
        self.messages = []
        self.coules = []
        self.annonce_coule = False

    def add_message(self, message):
        """Ajoute `message` au bout de la file `messages`.

        >>> j = Joueur()
        >>> j.add_message('B4 : touché.'); j.add_message('À toi !')
        >>> j.messages
        ['B4 : touché.', 'À toi !']
        """
        # À compléter
        raise NotImplementedError("tp4.add_message")

    def affiche_messages(self):
        """Affiche les messages avec `info`, du premier arrivé au dernier, et vide la file.

        >>> j = Joueur()
        >>> j.messages = ['a', 'b']
        >>> j.affiche_messages()
        a
        b
        >>> j.messages
        []
        """
        # À compléter
        raise NotImplementedError("tp4.affiche_messages")

    def verifie_tir(self, case):
        """Dit si un tir est refusé : HORS_GRILLE, DEJA_JOUE, ou None s'il est accepté.

        Hors de la grille se teste en premier. « Déjà joué » se lit dans `cases_jouees` :
        une case éliminée, mais jamais jouée, reste permise.

        >>> j = Joueur('Zoé', 3, 2, [2])
        >>> j.cases_jouees = [(0, 0)]
        >>> j.verifie_tir((3, 0)), j.verifie_tir((0, 0)), j.verifie_tir((0, 1))
        ('hors de la grille', 'déjà joué', None)
        >>> j.grille_suivi.marque((0, 1), MANQUEE)
        >>> j.verifie_tir((0, 1)), j.verifie_tir((-1, 0))
        (None, 'hors de la grille')
        """
        # À compléter
        raise NotImplementedError("tp4.verifie_tir")

    def tire(self, case):
        """Tire sur `case` et renvoie le résultat.

        Un tir refusé (HORS_GRILLE ou DEJA_JOUE) ne change rien et ne compte pas. Sinon on
        lit `grille_adverse` sans rien y écrire, on note TOUCHEE ou MANQUEE dans
        `grille_suivi` (sans oublier `vides`), on ajoute la case à `cases_jouees` et 1 à
        `essais`, et on renvoie TOUCHE ou MANQUE. Si `annonce_coule` vaut True et que ce
        tir finit un bateau, on renvoie COULE (`finit_bateau` est donnée).

        >>> j = Joueur('Zoé', 3, 2, [2])
        >>> j.grille_adverse.etat.update({(1, 0): TOUCHEE, (2, 0): MANQUEE})
        >>> j.tire((1, 0)), j.tire((2, 0)), j.tire((0, 1)), j.tire((0, 1)), j.tire((3, 0))
        ('touché', 'manqué', 'manqué', 'déjà joué', 'hors de la grille')
        >>> j.essais, j.grille_suivi.etat[(1, 0)], j.grille_suivi.etat[(0, 1)]
        (3, 1, -1)
        >>> j.grille_adverse.etat[(0, 1)], sorted(j.grille_suivi.vides)
        (0, [(0, 0), (1, 1), (2, 1)])
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp4.tire")
        refus = self.verifie_tir(case)
        if refus is not None:
            return refus
        self.cases_jouees.append(case)
        self.essais += 1
        if ...:
            self.grille_suivi.marque(...)
            resultat = COULE if self.annonce_coule and self.finit_bateau(case) else TOUCHE
        else:
            ...
            resultat = MANQUE
        self.add_message(f"{alpha(case)} : {resultat}.")
        return resultat

    def finit_bateau(self, case):
        """True si toutes les cases du bateau adverse qui passe par `case` sont touchées (donnée).

        On suit les cases occupées de proche en proche, à partir de `case`.

        >>> j = Joueur('Zoé', 3, 2, [2])
        >>> j.grille_adverse.marque((1, 0), TOUCHEE)
        >>> j.grille_adverse.marque((2, 0), TOUCHEE)
        >>> j.grille_suivi.marque((1, 0), TOUCHEE)
        >>> j.finit_bateau((1, 0))
        False
        """
        a_voir, bateau = [case], []
        while a_voir:
            x, y = a_voir.pop()
            bateau.append((x, y))
            for dx, dy in (DROITE, BAS, GAUCHE, HAUT):
                voisine = (x + dx, y + dy)
                if self.grille_adverse.is_touche(voisine) and voisine not in bateau:
                    a_voir.append(voisine)
        return all(self.grille_suivi.is_touche(c) for c in bateau)

    def analyse_saisie(self, texte):
        """Comprend ce que le joueur a tapé : renvoie le couple (case, raison).

        Si `texte` désigne une case où l'on peut tirer : (la case, None). Sinon : (None, une
        phrase qui dit pourquoi).

        >>> j = Joueur('Zoé', 3, 2, [2])
        >>> j.analyse_saisie('b1')
        ((1, 1), None)
        >>> j.cases_jouees = [(0, 0)]
        >>> refus = [j.analyse_saisie(texte) for texte in ('q', 'D0', 'A0')]
        >>> [case for case, raison in refus]
        [None, None, None]
        >>> [isinstance(raison, str) and raison != '' for case, raison in refus]
        [True, True, True]
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp4.analyse_saisie")
        try:
            case = coord(texte)
        except ValueError as erreur:
            return None, str(erreur)
        refus = ...
        if refus == HORS_GRILLE:
            return None, ...
        if refus == DEJA_JOUE:
            return None, ...
        return ...

    def joue_coup(self, lire=input):
        """Demande une case avec `demande_case`, y tire, et renvoie le résultat du tir.

        >>> j = Joueur('Zoé', 3, 2, [2])
        >>> j.joue_coup(lire=lambda question: 'B1')
        'manqué'
        """
        # À compléter
        raise NotImplementedError("tp4.joue_coup")

    def elimine_adjacentes(self, cases):
        """Marque MANQUEE, sur `grille_suivi`, les voisines vides des cases de la liste (★).

        Renvoie la liste des cases éliminées.

        >>> j = Joueur('Zoé', 3, 1, [1])
        >>> j.grille_suivi.marque((1, 0), TOUCHEE)
        >>> sorted(j.elimine_adjacentes([(1, 0)]))
        [(0, 0), (2, 0)]
        >>> j.grille_suivi.etat
        {(0, 0): -1, (1, 0): 1, (2, 0): -1}
        """
        # À compléter
        raise NotImplementedError("tp4.elimine_adjacentes")

    def suite_touchee(self, case, direction):
        """Cases touchées qui se suivent à partir de `case` dans cette direction (★★).

        `case` est comprise ; l'ordre est celui du parcours.

        >>> j = Joueur('Zoé', 4, 1, [2])
        >>> j.grille_suivi.marque((1, 0), TOUCHEE)
        >>> j.grille_suivi.marque((2, 0), TOUCHEE)
        >>> j.suite_touchee((1, 0), DROITE)
        [(1, 0), (2, 0)]
        """
        # À compléter
        raise NotImplementedError("tp4.suite_touchee")

    def est_ferme(self, case):
        """True si aucun bateau ne passe par `case` : hors de la grille ou manquée (donnée).

        >>> j = Joueur('Zoé', 2, 1, [1])
        >>> j.grille_suivi.marque((0, 0), MANQUEE)
        >>> j.est_ferme((0, 0)), j.est_ferme((-1, 0)), j.est_ferme((1, 0))
        (True, True, False)
        """
        etat = self.grille_suivi.etat
        return case not in etat or etat[case] == MANQUEE

    def morceau_touche(self, case):
        """Cases touchées alignées avec `case`, d'un bout à l'autre (donnée avec ★★).

        >>> j = Joueur('Zoé', 4, 1, [2])
        >>> j.grille_suivi.marque((1, 0), TOUCHEE)
        >>> j.grille_suivi.marque((2, 0), TOUCHEE)
        >>> j.morceau_touche((2, 0))
        [(1, 0), (2, 0)]
        """
        horizontal = self.suite_touchee(case, GAUCHE)[::-1] + self.suite_touchee(case, DROITE)[1:]
        vertical = self.suite_touchee(case, HAUT)[::-1] + self.suite_touchee(case, BAS)[1:]
        return max(horizontal, vertical, key=len)

    def est_coule(self, morceau):
        """True si l'on est sûr que ce morceau de cases touchées est un bateau entier (★★).

        `morceau` est une liste de cases alignées, d'un bout à l'autre. C'est sûr s'il
        est aussi long que le plus grand bateau qui reste, ou si ses deux bouts sont fermés
        (voir `est_ferme`) ; une case seule doit être fermée des quatre côtés.

        >>> j = Joueur('Zoé', 5, 1, [3, 2])
        >>> j.grille_suivi.etat.update({(0, 0): MANQUEE, (1, 0): TOUCHEE, (2, 0): TOUCHEE})
        >>> j.est_coule([(1, 0), (2, 0)])
        False
        >>> j.grille_suivi.marque((3, 0), MANQUEE)
        >>> j.est_coule([(1, 0), (2, 0)])
        True
        """
        # À compléter
        raise NotImplementedError("tp4.est_coule")

    def check_coules(self):
        """Cherche sur `grille_suivi` les bateaux dont on est sûr qu'ils sont coulés (★★).

        Chaque bateau coulé (voir `est_coule`) est retiré de `taille_bateaux`, ses voisines
        vides sont éliminées, ses cases vont dans `coules`. Comme un bateau coulé peut en
        révéler un autre, on recommence jusqu'à ce que plus rien ne change. Renvoie la
        liste des cases nouvellement coulées.

        >>> j = Joueur('Zoé', 5, 1, [2])
        >>> for x, etat in [(1, MANQUEE), (2, TOUCHEE), (3, TOUCHEE), (4, MANQUEE)]:
        ...     j.grille_suivi.marque((x, 0), etat)
        >>> sorted(j.check_coules()), j.grille_suivi.taille_bateaux
        ([(2, 0), (3, 0)], [])
        """
        # À compléter
        raise NotImplementedError("tp4.check_coules")


def demande_case(joueur, lire=input):
    """Demande une case jusqu'à en obtenir une où `joueur` peut tirer, et la renvoie.

    `lire(question)` pose la question et renvoie le texte tapé : c'est `input`, sauf dans
    les essais. Après une mauvaise réponse, affiche avec `info` la raison que donne
    `analyse_saisie`, et redemande.

    >>> import contextlib, io
    >>> zoe, reponses = Joueur('Zoé', 3, 2, [2]), ['q', 'Z9', 'b1']
    >>> with contextlib.redirect_stdout(io.StringIO()) as affiche:
    ...     case = demande_case(zoe, lire=lambda question: reponses.pop(0))
    >>> case, len(affiche.getvalue()) > 0
    ((1, 1), True)
    """
    # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
    raise NotImplementedError("tp4.demande_case")
    case, raison = joueur.analyse_saisie(lire("Case : "))
    while ...:
        ...
    return case


class Partie:
    """Une partie à deux : chacun tire à son tour sur la flotte de l'autre.

    Attributs : `joueur`, `adversaire`, et `gagnant` (None tant que la partie dure).
    """

    def __init__(self, joueur, adversaire):
        """Met les deux joueurs face à face, leurs bateaux étant déjà placés (méthode donnée).

        >>> zoe, ali = Joueur('Zoé'), Joueur('Ali')
        >>> Partie(zoe, ali).gagnant is None and zoe.grille_adverse is ali.grille_joueur
        True
        """
        self.joueur = joueur
        self.adversaire = adversaire
        joueur.grille_adverse = adversaire.grille_joueur
        adversaire.grille_adverse = joueur.grille_joueur
        self.gagnant = None

    def apres_coup(self, joueur, resultat):
        """Appelée après chaque tir accepté ; une interface y met son affichage (donnée).

        >>> Partie(Joueur(), Joueur()).apres_coup(None, TOUCHE)
        """

    def joue(self):
        """Joue la partie jusqu'au bout et renvoie le gagnant, noté aussi dans `gagnant`.

        Le premier à jouer est tiré au sort ; ensuite chacun tire à son tour, avec
        `joue_coup`. Un tir refusé (HORS_GRILLE, DEJA_JOUE) ne fait pas perdre son tour :
        le même joueur recommence. Après chaque tir accepté, on appelle `apres_coup`, et la
        partie s'arrête aussitôt si `grille_suivi` du tireur est finie.

        >>> zoe, ali = Joueur('Zoé', 3, 1, [2]), Joueur('Ali', 3, 1, [2])
        >>> for joueur in (zoe, ali):
        ...     joueur.grille_joueur.etat.update({(1, 0): TOUCHEE, (2, 0): TOUCHEE})
        >>> zoe.joue_coup = lambda: zoe.tire((zoe.essais, 0))
        >>> ali.joue_coup = lambda: ali.tire((ali.essais, 0))
        >>> gagnant = Partie(zoe, ali).joue()
        >>> gagnant.essais, zoe.essais + ali.essais
        (3, 5)
        """
        # À compléter : remplace chaque ... par ton code, puis efface la ligne raise.
        raise NotImplementedError("tp4.joue")
        tireur, autre = self.joueur, self.adversaire
        if random.random() < 0.5:
            tireur, autre = autre, tireur
        while not tireur.grille_suivi.fini():
            resultat = ...
            if resultat in (HORS_GRILLE, DEJA_JOUE):
                continue
            self.apres_coup(tireur, resultat)
            if ...:
                tireur, autre = ...
        self.gagnant = tireur
        return self.gagnant


if __name__ == "__main__":
    import verifier

    verifier.main(["tp4"])
