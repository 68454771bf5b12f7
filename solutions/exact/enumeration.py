"""Toutes les flottes possibles, comptées vite : les moteurs « numba » et « numpy » du `Compteur`.

Sous la loi uniforme, les deux comptent les chemins du réseau de `profils`. Sous la loi du jeu,
numba énumère toutes les flottes à chaque tir (et s'en souvient) ; numpy seul tire des flottes au
sort, comme le Python pur.
"""

import importlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import factorial, prod

import numpy as np

from solutions.exact.comptage import GENERATEUR, UNIFORME, MoteurPython
from solutions.exact.des import Des
from solutions.exact.masques import geometrie
from solutions.exact.profils import Profils
from solutions.exact.tirage import Tirage, trop_de_flottes

LISTE_MAX = 200_000  # en dessous, on garde la liste des flottes et on la filtre à chaque tir
MEMOIRE_MAX = 50_000  # positions retenues
NB_TIRAGES = 100_000  # flottes tirées à chaque coup, quand il y en a trop pour les énumérer
TIREES_MAX = 50_000  # en dessous (estimation), elles sont toutes énumérées
ENSEMBLES = 64  # … ou moins, si chacune demande de peser plus de 64 ensembles de jumeaux
ETAPES_MAX = 20_000_000  # au-delà, cette énumération est abandonnée
BATEAUX_MAX = 16  # on ne pèse exactement que des flottes d'au plus 16 bateaux
MOT = (1 << 64) - 1
PARTS = 8  # l'énumération est coupée en autant de parts : les cœurs se les partagent


def noyaux():
    """Le module compilé, ou None si numba manque."""
    try:
        from solutions.exact import noyaux
    except ImportError:
        return None
    return noyaux


@lru_cache(maxsize=1)
def fils():
    """Des fils d'exécution, autant que de cœurs : le calcul compilé n'a pas besoin du verrou.

    Le nombre de parts étant fixe, les sommes sont les mêmes quel que soit le nombre de cœurs.
    """
    return ThreadPoolExecutor(importlib.import_module("numba").config.NUMBA_NUM_THREADS)


def mots_de_64_bits(masque):
    """Un entier de 128 bits coupé en deux mots de 64.

    >>> [int(mot) for mot in mots_de_64_bits((1 << 64) + 5)]
    [5, 1]
    """
    return np.array([masque & MOT, masque >> 64], np.uint64)


class Symetries:
    """Les 8 façons de tourner ou retourner la grille (4 si elle n'est pas carrée)."""

    def __init__(self, xmax, ymax):
        images = [[(x, y) for x in range(xmax) for y in range(ymax)]]
        images.append([(xmax - 1 - x, y) for x, y in images[0]])
        images += [[(x, ymax - 1 - y) for x, y in image] for image in images]
        if xmax == ymax:
            images += [[(y, x) for x, y in image] for image in images]
        self.images = [[x * ymax + y for x, y in image] for image in images]

    def canonique(self, touches, manques):
        """(touches, manques, image) : la plus petite des positions équivalentes."""
        deux = [[i for i in range(len(self.images[0])) if m >> i & 1] for m in (touches, manques)]
        return min(
            (*(sum(1 << image[i] for i in bits) for bits in deux), numero)
            for numero, image in enumerate(self.images)
        )

    def retour(self, valeurs, numero):
        """Le tableau `valeurs` de la position canonique, remis dans le sens de départ."""
        return valeurs[self.images[numero]]

    def retour_cases(self, valeurs, numero):
        """Un dictionnaire {numéro de case: valeur}, remis dans le sens de départ."""
        depart = {arrivee: case for case, arrivee in enumerate(self.images[numero])}
        return {depart[case]: valeur for case, valeur in valeurs.items()}


class Tables:
    """Les placements d'une flotte sur une grille vide, prêts pour `noyaux.enumere`.

    Un placement a pour numéro `64 * mot + bit` : ceux d'une même taille commencent à un début
    de mot. Une flotte de moins de trois bateaux est complétée par des bateaux de taille 0.
    """

    def __init__(self, xmax, ymax, flotte):
        g = geometrie(xmax, ymax)
        self.tailles = [0] * (3 - len(flotte)) + list(flotte)
        self.regions, self.masques, self.zones = {}, {}, {}
        mot = 0
        for taille in sorted(set(self.tailles)):
            bateaux = g.bateaux(taille) if taille else [(0, 0, None)]
            for rang, (masque, zone, _) in enumerate(bateaux):
                self.masques[64 * mot + rang] = masque
                self.zones[64 * mot + rang] = zone
            fin = mot + max(1, -(-len(bateaux) // 64))
            self.regions[taille] = (mot, fin)
            mot = fin
        self.nb_mots = mot
        self.cases = np.zeros((64 * mot, 2), np.uint64)
        self.comp = np.zeros((64 * mot, mot), np.uint64)
        for p, masque in self.masques.items():
            self.cases[p] = mots_de_64_bits(masque)
            zone = self.zones[p]
            self.comp[p] = self.ensemble(q for q, m in self.masques.items() if not zone & m)
        self.plein = self.ensemble(self.masques)
        self.debut = np.array([self.regions[t][0] for t in self.tailles])
        self.fin = np.array([self.regions[t][1] for t in self.tailles])
        self.jumeaux = self.tailles[-3] == self.tailles[-2] != 0
        # combien de fois la même flotte est écrite, ses bateaux jumeaux échangés
        self.repetitions = prod(factorial(combien) for combien in Counter(flotte).values())
        if self.jumeaux:
            self.repetitions //= 2
        self.occupe = np.array(
            [[self.masques.get(p, 0) >> i & 1 for i in range(xmax * ymax)] for p in range(64 * mot)]
        )

    def ensemble(self, placements):
        """L'ensemble de placements donné, en mots de 64 bits."""
        resultat = [0] * self.nb_mots
        for p in placements:
            resultat[p >> 6] |= 1 << (p & 63)
        return np.array(resultat, np.uint64)

    def position(self, touches, manques):
        """La position (deux masques) dans la forme qu'attend `noyaux.enumere`."""
        nb_touches = bin(touches).count("1")
        nh = np.zeros(64 * self.nb_mots, np.int64)
        permis = []
        for p, masque in self.masques.items():
            if not masque & manques and not (self.zones[p] & ~masque) & touches:
                permis.append(p)
                nh[p] = bin(masque & touches).count("1")
        maxima = [max(nh[64 * d : 64 * f]) for d, f in zip(self.debut, self.fin)]
        reste_max = np.array([sum(maxima[k:]) for k in range(len(maxima) + 1)])
        (db, fb), (dc, fc) = ((self.debut[k], self.fin[k]) for k in (-2, -1))
        dernier = np.array(
            [self.ensemble(p for p in permis if nh[p] == h)[dc:fc] for h in range(nb_touches + 1)]
        )
        avant_dernier = np.array(
            [
                self.ensemble(p for p in permis if r - maxima[-1] <= nh[p] <= r)[db:fb]
                for r in range(nb_touches + 1)
            ]
        )
        return noyaux().Position(
            self.comp,
            self.cases,
            self.debut,
            self.fin,
            self.plein,
            self.ensemble(permis),
            nh,
            avant_dernier,
            dernier,
            nb_touches,
            reste_max,
            self.jumeaux,
        )


class TirageCompile(Tirage):
    """Le même tirage, compilé : bien plus de flottes, pesées en une fraction de seconde."""

    def __init__(self, g, flotte, tables):
        super().__init__(g, flotte)
        from solutions.exact import noyaux_tirage

        self.noyaux, self.tables = noyaux_tirage, tables
        tailles = sorted(set(flotte), reverse=True)
        self.debut, self.fin = (np.array([tables.regions[t][k] for t in tailles]) for k in (0, 1))
        self.ensembles = sum(2 ** flotte.count(taille) for taille in tailles)
        self.genre = np.array([tailles.index(taille) for taille in flotte])
        self.couvre = np.array(
            [
                tables.ensemble(p for p, masque in tables.masques.items() if masque >> case & 1)
                for case in range(len(g.cases))
            ]
        )
        self.taille_de = np.zeros(64 * tables.nb_mots, np.int64)
        for rang in range(len(tailles)):
            self.taille_de[64 * self.debut[rang] : 64 * self.fin[rang]] = rang

    def reponse(self, touches, manques):
        """Comme `Tirage.reponse`, en tableaux."""
        tables, noyaux = self.tables, self.noyaux
        jeu = (tables.comp, tables.cases, self.couvre, self.debut, self.fin, self.genre)
        permis = tables.ensemble(
            p
            for p, masque in tables.masques.items()
            if not masque & manques and not tables.zones[p] & ~masque & touches
        )
        mots = mots_de_64_bits(touches)
        des = np.array([Des(touches, touches >> 64, manques, manques >> 64).etat], np.uint64)
        flottes, chances, poids = noyaux.tire(*jeu, tables.plein, permis, mots, NB_TIRAGES, des)
        estimation = chances.sum() / NB_TIRAGES / self.etiquettes
        limite = min(TIREES_MAX, TIREES_MAX * ENSEMBLES // self.ensembles)
        if estimation <= limite and len(self.flotte) <= BATEAUX_MAX:
            fini, choix, toutes = noyaux.enumere_touches(*jeu, permis, mots, ETAPES_MAX, 2 * limite)
            if fini:
                poids = noyaux.pese(
                    tables.comp,
                    self.debut,
                    self.fin,
                    self.genre,
                    self.taille_de,
                    tables.plein,
                    choix,
                )
                return toutes, np.ones(len(toutes)), poids, True, len(toutes)
        return flottes, chances, poids, False, estimation


class MoteurNumpy(MoteurPython):
    """Comptes exacts par les profils ; la loi du jeu reste estimée tant qu'il faut tirer."""

    nom = "numpy"
    noyaux = None

    def __init__(self, xmax, ymax, flotte):
        super().__init__(xmax, ymax, flotte)
        self.dimensions = (xmax, ymax)
        self.profils = None

    def nombres(self, touches, manques):
        """(nombre de flottes, nombre par case), par les profils (construits au premier appel)."""
        if self.profils is None:
            self.profils = Profils(*self.dimensions, self.flotte, self.noyaux)
        nombre, nombres = self.profils.compte(touches, manques)
        return nombre, nombres.tolist()


class MoteurNumba(MoteurNumpy):
    """Énumération compilée : les deux lois à la fois, et la liste des flottes s'il y en a peu."""

    nom = "numba"

    def __init__(self, xmax, ymax, flotte):
        self.tables = Tables(xmax, ymax, flotte)
        super().__init__(xmax, ymax, flotte)
        self.noyaux = noyaux()
        self.symetries = Symetries(xmax, ymax)
        self.memoire, self.memoire_futur = {}, {}
        self.listee = None  # (touches, manques, flottes, poids) de la dernière position listée

    def faut_tirer(self):
        """True si la flotte est trop grande, même pour le code compilé."""
        return trop_de_flottes(self.g, self.flotte)

    def type_tirage(self, g, flotte):
        """Le tirage compilé, qui se sert des tables de ce jeu."""
        return TirageCompile(g, flotte, self.tables)

    def compte_tirees(self, touches, manques, loi):
        """(nombre de flottes ou None, probabilités par case, loi, exacte ?), pour `tirage`."""
        flottes, chances, poids, exact, nombre = self.reponse(touches, manques)
        total, _, sommes = self.noyaux.marginales(
            flottes, chances if loi == UNIFORME else poids, self.nb_cases
        )
        return nombre if exact else None, (sommes / (total or 1.0)).tolist(), loi, exact

    def compte(self, touches, manques, loi):
        """(nombre de flottes, probabilités par case, loi, exacte ?)."""
        if self.tirage:
            return self.compte_tirees(touches, manques, loi)
        if loi == UNIFORME and not self.suit(touches, manques):
            return super().compte(touches, manques, loi)
        nombre, nombres, probas = self.enumeration(touches, manques)
        if loi == UNIFORME:
            probas = nombres / max(nombre, 1)
        return nombre, probas.tolist(), loi, True

    def enumeration(self, touches, manques):
        """(nombre de flottes, nombres par case, probabilités par case) selon la loi du jeu."""
        if self.suit(touches, manques):
            return self.depouille()
        canon_t, canon_m, image = self.symetries.canonique(touches, manques)
        if (canon_t, canon_m) not in self.memoire:
            if len(self.memoire) >= MEMOIRE_MAX:
                self.memoire.clear()
            self.memoire[canon_t, canon_m] = self.enumere(canon_t, canon_m)
        nombre, nombres, probas, _ = self.memoire[canon_t, canon_m]
        if nombre <= LISTE_MAX:
            self.liste(touches, manques, nombre)
        retour = self.symetries.retour
        return nombre, retour(nombres, image), retour(probas, image)

    def depouille(self):
        """La même chose pour la position listée."""
        flottes, poids = self.listee[2:]
        total, nombres, sommes = self.noyaux.marginales(flottes, poids, self.nb_cases)
        repetitions = self.tables.repetitions
        probas = sommes / total if total else sommes
        return len(flottes) // repetitions, nombres // repetitions, probas

    def enumere(self, touches, manques):
        """Le calcul complet : (nombre, nombres par case, probabilités, poids total)."""
        position = self.tables.position(touches, manques)

        def compte(part):
            return self.noyaux.enumere(position, False, 0.0, 0, part, PARTS)[:4]

        nombre, total, nombres, poids = map(sum, zip(*fils().map(compte, range(PARTS))))
        par_case = nombres @ self.tables.occupe // self.tables.repetitions
        probas = poids @ self.tables.occupe / total if total else np.zeros(self.nb_cases)
        probas[par_case == 0] = 0.0
        return int(nombre) // self.tables.repetitions, par_case, probas, total

    def liste(self, touches, manques, nombre):
        """Écrit toutes les flottes de cette position, pour filtrer ensuite."""
        position = self.tables.position(touches, manques)
        limite = nombre * self.tables.repetitions
        *_, nb, flottes, poids = self.noyaux.enumere(position, True, 0.0, limite, 0, 1)
        self.listee = (touches, manques, flottes[:nb], poids[:nb])

    def suit(self, touches, manques):
        """Filtre la liste si elle contient toutes les flottes de cette position."""
        if self.listee is None or self.listee[0] & ~touches or self.listee[1] & ~manques:
            return False
        if (touches, manques) != self.listee[:2]:
            gardees = self.noyaux.concordent(
                *self.listee[2:], mots_de_64_bits(touches), mots_de_64_bits(touches | manques)
            )
            self.listee = (touches, manques, *gardees)
        return True

    def echantillon(self, touches, manques, taille):
        """(flottes, poids) : toutes celles de la position, ou `taille` d'entre elles.

        Le choix n'a rien d'aléatoire : on range les flottes dans l'ordre de l'énumération, et
        on en prend une à intervalles réguliers de poids, comme un sondage « un foyer sur cent ».
        """
        if self.tirage or self.suit(touches, manques):
            if self.tirage:
                flottes, _, poids, _, _ = self.reponse(touches, manques)
            else:
                flottes, poids = self.listee[2:]
            if len(flottes) > taille:
                cumul = np.cumsum(poids)
                rangs = np.searchsorted(cumul, (np.arange(taille) + 0.5) * (cumul[-1] / taille))
                flottes, poids = flottes[rangs], np.ones(taille)
            return flottes, poids
        pas = self.memoire[touches, manques][3] / taille
        position = self.tables.position(touches, manques)
        *_, nb, flottes, poids = self.noyaux.enumere(position, True, pas, taille, 0, 1)
        return flottes[:nb], poids[:nb]

    def regarde_plus_loin(self, touches, manques, nb_candidates, taille):
        """{numéro de case: nombre moyen de tirs manqués jusqu'à la fin si on y tire maintenant}.

        Seules les `nb_candidates` cases les plus probables sont essayées.
        """
        if self.tirage:
            probas = self.compte_tirees(touches, manques, GENERATEUR)[1]
            return self.imagine(touches, manques, probas, nb_candidates, taille)
        probas = self.enumeration(touches, manques)[2]
        if self.suit(touches, manques):
            return self.imagine(touches, manques, probas, nb_candidates, taille)
        canon_t, canon_m, image = self.symetries.canonique(touches, manques)
        cle = (canon_t, canon_m, nb_candidates, taille)
        if cle not in self.memoire_futur:
            if len(self.memoire_futur) >= MEMOIRE_MAX:
                self.memoire_futur.clear()
            probas = self.memoire[canon_t, canon_m][2]
            self.memoire_futur[cle] = self.imagine(canon_t, canon_m, probas, *cle[2:])
        return self.symetries.retour_cases(self.memoire_futur[cle], image)

    def imagine(self, touches, manques, probas, nb_candidates, taille):
        """Le calcul de `regarde_plus_loin`, sans mémoire."""
        tirs = touches | manques
        libres = np.array([p if not tirs >> c & 1 else 0.0 for c, p in enumerate(probas)])
        ordre = np.argsort(-np.round(libres, 9), kind="stable")[:nb_candidates]
        candidates = ordre[libres[ordre] > 0]
        flottes, poids = self.echantillon(touches, manques, taille)
        valeurs = self.noyaux.manques_attendus(
            flottes, poids, mots_de_64_bits(tirs), candidates, self.nb_cases
        )
        return dict(zip(candidates.tolist(), valeurs.tolist()))


def moteurs_rapides():
    """{nom: classe} des moteurs disponibles, le plus rapide en dernier."""
    moteurs = {MoteurNumpy.nom: MoteurNumpy}
    if noyaux() is not None:
        moteurs[MoteurNumba.nom] = MoteurNumba
    return moteurs
