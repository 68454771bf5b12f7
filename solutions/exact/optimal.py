"""Le jeu parfait sur de petites grilles : aucune façon de jouer ne manque moins de tirs.

`JeuParfait` est écrit avec les mots du TP7 : une liste de flottes (des `frozenset` de cases),
`garde`, `compte_cases`. Comme `total_manques`, il additionne les tirs manqués sur toutes les
flottes ; mais au lieu de supposer une suite gloutonne, il essaie **toutes** les suites. Quatre
idées évitent d'y passer la nuit :

1. **Une mémoire** (programmation dynamique). On retombe sans cesse sur les mêmes listes de flottes.
2. **Compléter la position.** Une case que toutes les flottes occupent est comme touchée, une case
   qu'aucune n'occupe comme manquée : les deux ensembles suffisent à retrouver la liste, et servent
   de clé. Des tirs différents qui laissent les mêmes flottes sont la même position.
3. **Les symétries.** Tournée ou retournée, une position coûte autant.
4. **Un minorant.** Deux flottes différentes donnent deux suites différentes de « touché » et de
   « manqué ». Avec k cases à trouver, une seule suite n'a aucun manqué, k en ont un, k(k+1)/2 en
   ont deux… : n flottes coûtent au moins la somme des n plus petits. Une case qui, d'après ce
   minorant, ne peut pas faire mieux que la meilleure connue n'est pas essayée.
"""

from collections import namedtuple
from functools import cache
from itertools import accumulate, chain, islice, repeat
from math import comb

from solutions import tp7_solveur_exact as tp7
from solutions.exact.comptage import case_suivante, manques_attendus
from solutions.exact.masques import geometrie
from solutions.exact.tirage import Tirage

CASES_MAX = 40  # une position s'écrit en base trois dans un mot de 64 bits

# ----------------------------------------------------------------- avec les mots du TP7


@cache
def minorants(cases, n_max):
    """La liste des coûts minimaux de 0, 1, … `n_max` flottes qui ont `cases` cases à trouver.

    >>> minorants(2, 6)  # aucun manqué pour une flotte, un pour deux autres, deux pour trois
    [0, 0, 1, 2, 4, 6, 8]
    """
    if cases == 0:
        return [0, 0]
    manques = chain.from_iterable(repeat(m, comb(m + cases - 1, m)) for m in range(n_max + 1))
    return [0, *accumulate(islice(manques, n_max))]


def tirs_minimaux(n, cases, plafond=None):
    """Nombre moyen de tirs sous lequel personne ne descend, avec `n` flottes de `cases` cases.

    Une partie qui manque au plus m tirs est une suite de « touché » et de « manqué » : son premier
    touché vient après i manqués, puis c'est une partie plus courte, qui en manque au plus m - i.
    On compte donc ces suites de proche en proche : `parties[m]`, quand il reste de une à `cases`
    cases à trouver. Deux flottes n'ont jamais la même suite : il n'y a pas plus de flottes que de
    suites. Et quand on touche pour la première fois, il reste au plus `plafond` flottes, le plus
    grand nombre de flottes qui occupent une même case : pas plus de `plafond` suites commencent
    par i manqués puis un touché.

    >>> tirs_minimaux(16, 3), tirs_minimaux(16, 3, plafond=4)  # 4 × 4, bateau de 3 : 5,625
    (5.0625, 5.4375)
    """
    parties, manques = [1], 0  # quand il n'y a plus rien à trouver : une partie, sans manqué
    while True:
        parties = [1] * (manques + 1)
        for restent in range(1, cases + 1):
            maximum = plafond if plafond is not None and restent == cases else n
            parties = list(accumulate(min(maximum, combien) for combien in parties))
        if parties[-1] >= n:
            break
        manques += 1
    return cases + sum(n - combien for combien in parties if combien < n) / n


class JeuParfait:
    """Le jeu parfait sur une grille, et sa mémoire : un objet par jeu, et non par grille.

    On ne lui donne que des positions d'un même jeu, toutes ses flottes ou celles qui concordent
    avec des tirs : c'est ce qui permet de confondre une position et son image dans un miroir.

    >>> jeu = JeuParfait(4, 4)
    >>> flottes = tp7.toutes_les_flottes(4, 4, [3])
    >>> jeu.total(flottes) / len(flottes)  # le glouton en manque 2,75 ; meilleur_tir, 2,6875
    2.625
    """

    def __init__(self, xmax, ymax):
        self.memoire = {}
        cases = [(x, y) for x in range(xmax) for y in range(ymax)]
        self.symetries = [
            {(x, y): image(xmax - 1 - x if a else x, ymax - 1 - y if b else y) for x, y in cases}
            for a in (False, True)
            for b in (False, True)
            for image in ([lambda x, y: (x, y)] + [lambda x, y: (y, x)] * (xmax == ymax))
        ]

    def cle(self, certaines, possibles):
        """La position complétée, vue dans le sens qui donne la plus petite écriture."""
        return min(
            tuple(sorted(sens[case] for case in cases) for cases in (certaines, possibles))
            for sens in self.symetries
        ).__repr__()

    def total(self, flottes):
        """Somme, sur toutes les flottes, des tirs manqués par le jeu parfait."""
        if len(flottes) <= 1:
            return 0
        certaines, possibles = frozenset.intersection(*flottes), frozenset.union(*flottes)
        cle = self.cle(certaines, possibles)
        if cle not in self.memoire:
            meilleur = None
            for au_moins, case in self.candidates(flottes, certaines):
                if meilleur is not None and au_moins >= meilleur:
                    break
                total = self.total_apres(flottes, case)
                if meilleur is None or total < meilleur:
                    meilleur = total
            self.memoire[cle] = meilleur
        return self.memoire[cle]

    def total_apres(self, flottes, case):
        """La même somme, si l'on tire d'abord sur `case`."""
        touchees = tp7.garde(flottes, [case], [])
        manquees = tp7.garde(flottes, [], [case])
        return len(manquees) + self.total(touchees) + self.total(manquees)

    def candidates(self, flottes, certaines):
        """Les (minorant, case) à essayer, les plus prometteuses d'abord.

        Une case certaine se joue sans rien risquer ni rien apprendre : on n'a pas à la compter.
        """
        n, a_trouver = len(flottes), len(flottes[0]) - len(certaines)
        avec, sans = minorants(a_trouver - 1, n), minorants(a_trouver, n)
        return sorted(
            (n - combien + (avec[combien] if a_trouver > 1 else 0) + sans[n - combien], case)
            for case, combien in tp7.compte_cases(flottes).items()
            if combien < n
        )

    def meilleures(self, flottes):
        """(cases par lesquelles le jeu parfait peut commencer, le total) ; au moins deux flottes.

        >>> JeuParfait(3, 1).meilleures(tp7.placements(3, 1, 2))
        ([(0, 0), (2, 0)], 1)
        """
        certaines = frozenset.intersection(*flottes)
        candidates = self.candidates(flottes, certaines)
        totaux = {case: self.total_apres(flottes, case) for _, case in candidates}
        minimum = min(totaux.values())
        return sorted(case for case in totaux if totaux[case] == minimum), minimum


Erreur = namedtuple("Erreur", "touchees manquees flottes gloutonnes parfaites totaux")
Erreur.__doc__ = """Une position où viser la case la plus probable est une erreur.

`flottes` : celles qui restent possibles ; `gloutonnes`, `parfaites` : les cases que vise le
glouton, et celles qu'il faudrait viser ; `totaux` : {case: total des manqués si l'on y tire}.
"""


def premiere_erreur(xmax, ymax, tailles):
    """La première position (la moins avancée) où le glouton se trompe, ou None.

    À égalité, on lui accorde le meilleur choix : c'est bien la règle « la plus probable » qui
    perd, et non la malchance.

    >>> erreur = premiere_erreur(4, 4, [3])
    >>> erreur.manquees, len(erreur.flottes)
    ([(1, 1)], 12)
    >>> erreur.gloutonnes, erreur.parfaites[0], erreur.totaux[(2, 2)], erreur.totaux[(0, 2)]
    ([(2, 2)], (0, 2), 28, 26)
    >>> premiere_erreur(4, 3, [3]) is None
    True
    """
    jeu = JeuParfait(xmax, ymax)
    a_voir = [([], [], tp7.toutes_les_flottes(xmax, ymax, tailles))]
    for touchees, manquees, flottes in a_voir:  # la liste grandit pendant qu'on la parcourt
        comptes = {c: n for c, n in tp7.compte_cases(flottes).items() if n < len(flottes)}
        if not comptes:
            continue
        maximum = max(comptes.values())
        gloutonnes = sorted(case for case in comptes if comptes[case] == maximum)
        parfaites, _ = jeu.meilleures(flottes)
        communes = [case for case in gloutonnes if case in parfaites]
        if not communes:
            totaux = {case: jeu.total_apres(flottes, case) for case in sorted(comptes)}
            return Erreur(touchees, manquees, flottes, gloutonnes, parfaites, totaux)
        case = communes[0]
        a_voir.append(([*touchees, case], manquees, tp7.garde(flottes, [case], [])))
        a_voir.append((touchees, [*manquees, case], tp7.garde(flottes, [], [case])))
    return None


def total_glouton_au_mieux(flottes, nb_cases):
    """Somme des tirs manqués du glouton, s'il choisit toujours bien entre les cases à égalité.

    >>> total_glouton_au_mieux(flottes_en_masques(4, 3, (3, 2)), 12)  # en prenant la première : 77
    76
    """
    memoire = {}

    def total(paquet):
        if len(paquet) < 2:
            return 0
        if paquet not in memoire:
            comptes = [sum(f >> case & 1 for f in paquet) for case in range(nb_cases)]
            maximum = max(n for n in comptes if n < len(paquet))
            memoire[paquet] = min(
                len(paquet)
                - maximum
                + total(tuple(f for f in paquet if f >> case & 1))
                + total(tuple(f for f in paquet if not f >> case & 1))
                for case in range(nb_cases)
                if comptes[case] == maximum
            )
        return memoire[paquet]

    return total(tuple(flottes))


# ----------------------------------------------------------------- en masques, plus vite


def flottes_en_masques(xmax, ymax, tailles):
    """Toutes les flottes d'un jeu, en masques."""
    toutes = Tirage(geometrie(xmax, ymax), tailles).toutes(0, 0, etapes_max=10**8)
    return sorted(sum(masque for masque, _ in flotte) for flotte in toutes)


def total_glouton(flottes, nb_cases):
    """Somme des tirs manqués en visant toujours la case probable (la première à égalité).

    >>> total_glouton(flottes_en_masques(4, 4, (3,)), 16)
    44
    """
    paquet = [(flotte, 1) for flotte in flottes]
    case = case_suivante(paquet, 0, nb_cases)
    if case is None:
        return 0
    return round(len(flottes) * manques_attendus(flottes, [1] * len(flottes), 0, case, nb_cases))


def total_prevoyant(flottes, nb_cases):
    """La même somme pour qui choisit chaque tir comme `meilleur_tir` (la première à égalité).

    >>> total_prevoyant(flottes_en_masques(4, 4, (3,)), 16)
    43
    """
    a_voir, total = [flottes], 0
    while a_voir:
        paquet = a_voir.pop()
        if len(paquet) < 2:
            continue
        communes, toutes = -1, 0
        for f in paquet:
            communes &= f
            toutes |= f
        partagent = [c for c in range(nb_cases) if (toutes & ~communes) >> c & 1]
        poids = [1] * len(paquet)
        totaux = {
            c: round(len(paquet) * manques_attendus(paquet, poids, 0, c, nb_cases))
            for c in partagent
        }
        case = min(partagent, key=totaux.get)
        manquees = [f for f in paquet if not f >> case & 1]
        total += len(manquees)
        a_voir += [[f for f in paquet if f >> case & 1], manquees]
    return total


def total_optimal(xmax, ymax, flottes, bits=22):
    """Le total du jeu parfait, par le code compilé, si `flottes` sont toutes celles d'un jeu.

    La mémoire double tant qu'elle est trop petite.

    >>> total_optimal(4, 4, flottes_en_masques(4, 4, (3,)))
    42
    """
    if xmax * ymax > CASES_MAX:
        raise ValueError(f"Le jeu parfait va jusqu'à {CASES_MAX} cases.")
    try:
        import numpy as np

        from solutions.exact import noyaux_optimal
        from solutions.exact.enumeration import Symetries
    except ImportError:
        raise ValueError('Il manque numba : pip install "bataille-navale-tp[etude]"') from None
    n, taille = len(flottes), bin(flottes[0]).count("1") if flottes else 0
    if n < 2:
        return 0
    bornes = np.zeros((taille + 1, n + 1), np.int32)
    for k in range(1, taille + 1):
        bornes[k] = minorants(k, n)
    octets = -(-xmax * ymax // 8)
    tables = np.array(
        [
            [
                [
                    sum(3 ** image[8 * k + i] for i in range(8) if v >> i & 1)
                    if not v >> max(0, xmax * ymax - 8 * k)
                    else 0
                    for v in range(256)
                ]
                for k in range(octets)
            ]
            for image in Symetries(xmax, ymax).images
        ],
        np.uint64,
    )
    while True:
        cles, valeurs = np.zeros(1 << bits, np.uint64), np.zeros(1 << bits, np.int32)
        travail, etat = np.zeros((xmax * ymax + 2, 3, 64), np.int64), np.zeros(2, np.int64)
        masques = np.array(flottes, np.uint64)
        limite = total_glouton(flottes, xmax * ymax) + 1
        total = noyaux_optimal.cherche(
            masques, 0, n, limite, 0, taille, bornes, tables, cles, valeurs, travail, etat
        )
        if not etat[1]:
            return int(total)
        bits += 1
