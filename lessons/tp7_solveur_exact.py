"""TP7 (prolongement) : l'Ordi qui connaît toutes les flottes.

Ce que l'on manipule ici :
- une flotte : le `frozenset` de ses cases (un ensemble que l'on ne peut plus modifier) ;
- `flottes`, une liste de flottes possibles ;
- `touchees` et `manquees`, les cases sur lesquelles on a tiré, d'après le résultat.

Partie A : tirer mille flottes et garder celles qui concordent. Partie B : les compter toutes,
exactement. Partie C : jouer, et regarder plus loin que le prochain tir.
"""

from bn_utiles import BAS, DROITE
from tp2_placement import Grille, calcule_cases, calcule_cases_adj

# ----------------------------------------------------------------- A. Tirer et garder


def tire_flottes(n, xmax, ymax, tailles):
    """Liste de `n` flottes tirées au hasard, comme le fait le jeu (fonction donnée).

    >>> [len(flotte) for flotte in tire_flottes(3, 4, 3, [3, 2])]
    [5, 5, 5]
    """
    grille = Grille(xmax, ymax, tailles)
    flottes = []
    for _ in range(n):
        grille.reinit()
        grille.init_bateaux_alea()
        flottes.append(frozenset(case for case in grille.etat if grille.is_touche(case)))
    return flottes


def concorde(flotte, touchees, manquees):
    """True si la flotte explique tous les tirs.

    Elle doit occuper toutes les cases touchées, et aucune des cases manquées.

    >>> flotte = frozenset([(0, 0), (1, 0)])
    >>> concorde(flotte, [(1, 0)], [(2, 0)]), concorde(flotte, [(2, 0)], [])
    (True, False)
    >>> concorde(flotte, [], [(0, 0)])
    False
    """
    # À compléter
    raise NotImplementedError("tp7.concorde")


def garde(flottes, touchees, manquees):
    """Liste des flottes qui concordent avec les tirs, dans le même ordre.

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> garde([a, b], [(1, 0)], [(0, 0)]) == [b]
    True
    """
    # À compléter
    raise NotImplementedError("tp7.garde")


def compte_cases(flottes):
    """Pour chaque case, le nombre de flottes qui l'occupent.

    Renvoie un dictionnaire {case: nombre} ; une case qu'aucune flotte n'occupe n'y est pas.

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> compte_cases([a, b]) == {(0, 0): 1, (1, 0): 2, (2, 0): 1}
    True
    """
    # À compléter
    raise NotImplementedError("tp7.compte_cases")


def case_probable(flottes, tirees):
    """La case occupée par le plus de flottes, parmi celles où l'on n'a pas encore tiré.

    `tirees` contient les cases déjà jouées. À égalité, la plus petite case (celle de `min`).
    S'il n'y en a aucune, renvoie None.

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> case_probable([a, b], []), case_probable([a, b], [(1, 0)])
    ((1, 0), (0, 0))
    >>> case_probable([], []) is None
    True
    """
    # À compléter
    raise NotImplementedError("tp7.case_probable")


# ----------------------------------------------------------------- B. Compter exactement


def placements(xmax, ymax, taille):
    """Liste de tous les placements d'un bateau sur la grille vide, chacun une seule fois.

    Chaque placement est le `frozenset` de ses cases. L'ordre est libre. Un bateau de taille 1
    n'a pas de sens : il ne compte qu'une fois par case.

    >>> len(placements(3, 2, 2)), len(placements(3, 2, 3)), len(placements(3, 2, 1))
    (7, 2, 6)
    """
    # À compléter
    raise NotImplementedError("tp7.placements")


def compatibles(bateau1, bateau2):
    """True si les deux bateaux (des ensembles de cases) ont le droit d'être posés ensemble.

    Ils n'ont aucune case commune et ne se touchent pas par un côté ; un coin est permis.

    >>> compatibles({(0, 0), (1, 0)}, {(2, 1), (3, 1)})
    True
    >>> compatibles({(0, 0), (1, 0)}, {(1, 1), (2, 1)})
    False
    """
    # À compléter
    raise NotImplementedError("tp7.compatibles")


def toutes_les_flottes(xmax, ymax, tailles):
    """Liste de toutes les flottes permises, chacune une seule fois (ordre libre).

    On pose le premier bateau de toutes les façons, et pour chacune on complète avec les
    suivants. Deux bateaux de même taille échangés donnent la même flotte : un ensemble de
    flottes (`set`) ne la garde qu'une fois. Sans bateau, il y a une flotte : la flotte vide.

    >>> len(toutes_les_flottes(4, 3, [3, 2])), len(toutes_les_flottes(4, 3, [2, 2]))
    (34, 45)
    >>> toutes_les_flottes(4, 3, [])
    [frozenset()]
    """
    # À compléter
    raise NotImplementedError("tp7.toutes_les_flottes")


def probabilites(flottes):
    """Probabilité de chaque case, si toutes ces flottes ont la même chance.

    Renvoie {case: probabilité}, un nombre entre 0 et 1 : le nombre de flottes qui occupent la
    case, divisé par le nombre de flottes. Une case qu'aucune flotte n'occupe n'y est pas.

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> probabilites([a, b]) == {(0, 0): 0.5, (1, 0): 1.0, (2, 0): 0.5}
    True
    >>> probabilites([])
    {}
    """
    # À compléter
    raise NotImplementedError("tp7.probabilites")


def compte_suites(flotte, tailles, xmax, ymax, touchees, manquees):
    """Nombre de façons de poser, l'un après l'autre, des bateaux de ces tailles.

    `flotte` contient les cases des bateaux déjà posés. Un bateau se pose hors des cases
    manquées et loin des bateaux de `flotte`. Quand il n'y a plus de bateau à poser, la façon
    compte pour 1 si la flotte obtenue concorde avec les tirs, pour 0 sinon.

    >>> compte_suites(frozenset(), [3], 3, 1, [], []), compte_suites(frozenset(), [2], 3, 1, [], [])
    (1, 2)
    >>> compte_suites(frozenset(), [1, 1], 3, 1, [(0, 0)], [])
    2
    """
    # À compléter
    raise NotImplementedError("tp7.compte_suites")


def nb_echanges(tailles):
    """Nombre de façons d'échanger entre eux les bateaux de même taille (fonction donnée).

    >>> nb_echanges([5, 4, 3, 3, 2]), nb_echanges([2, 2, 2]), nb_echanges([])
    (2, 6, 1)
    """
    resultat = 1
    for taille in set(tailles):
        for facteur in range(2, tailles.count(taille) + 1):
            resultat *= facteur
    return resultat


def compte_flottes(xmax, ymax, tailles, touchees, manquees):
    """Nombre de flottes qui concordent avec les tirs, sans en garder la liste en mémoire.

    On pose les bateaux l'un après l'autre, en comptant les façons d'arriver au bout
    (`compte_suites`). Deux bateaux de même taille échangés donnent deux façons pour la même
    flotte ; trois, 3 × 2 × 1 = 6 façons (`nb_echanges`) : il reste à diviser.

    >>> compte_flottes(4, 3, [3, 2], [], []), compte_flottes(4, 3, [3, 2], [(1, 1)], [(0, 1)])
    (34, 4)
    >>> compte_flottes(4, 3, [2, 2], [], []), compte_flottes(5, 5, [3, 2], [], [])
    (45, 604)
    """
    # À compléter
    raise NotImplementedError("tp7.compte_flottes")


# ----------------------------------------------------------------- C. Jouer, et voir plus loin


def joue(cachee, echantillon, toutes, seuil=20):
    """Nombre de tirs pour trouver la flotte `cachee`, en visant toujours la case probable.

    Tant qu'au moins `seuil` flottes de `echantillon` concordent avec les tirs, on vise leur
    `case_probable`. Sinon, celle des flottes de `toutes` qui concordent (`cachee` en fait
    partie). La partie s'arrête quand toutes les cases de `cachee` sont touchées.

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> joue(a, [], [a, b]), joue(b, [], [a, b])
    (2, 3)
    """
    # À compléter
    raise NotImplementedError("tp7.joue")


def total_manques(flottes, tirees, case):
    """Somme, sur toutes les flottes, des tirs manqués jusqu'à la fin, si l'on tire sur `case`.

    Le tir coupe la liste en deux paquets : les flottes qu'il touche, et celles qu'il manque,
    pour qui il coûte 1 chacune. Ensuite, chaque paquet de plus d'une flotte continue de son
    côté, en visant sa `case_probable`. Un paquet d'une seule flotte ne manque plus rien : on
    sait où elle est. Les `flottes` sont toutes différentes et concordent avec les tirs déjà
    faits, sur les cases de `tirees`.

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> total_manques([a, b], [], (0, 0)), total_manques([a, b], [], (1, 0))
    (1, 1)
    """
    # À compléter
    raise NotImplementedError("tp7.total_manques")


def manques_attendus(flottes, tirees, case):
    """Nombre moyen de tirs manqués jusqu'à la fin, si l'on tire maintenant sur `case`.

    C'est la moyenne de `total_manques` sur les `flottes`, qui ont toutes la même chance (il y
    en a au moins une).

    >>> a, b = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
    >>> manques_attendus([a, b], [], (1, 0)), manques_attendus([a], [], (2, 0))
    (0.5, 1.0)
    """
    # À compléter
    raise NotImplementedError("tp7.manques_attendus")


def meilleur_tir(flottes, tirees):
    """La case qui laisse attendre le moins de tirs manqués, et ce nombre : (case, nombre).

    Les candidates sont les cases, pas encore jouées, qu'au moins une flotte occupe. À égalité,
    la plus petite case. Il y a au moins une candidate.

    >>> flottes = placements(4, 4, 3)  # un seul bateau : chaque placement est une flotte
    >>> case_probable(flottes, []), manques_attendus(flottes, [], (1, 1))
    ((1, 1), 2.75)
    >>> meilleur_tir(flottes, [])
    ((0, 1), 2.6875)
    """
    # À compléter
    raise NotImplementedError("tp7.meilleur_tir")


def total_parfait(flottes, memoire):
    """Somme, sur toutes les flottes, des tirs manqués jusqu'à la fin par le jeu parfait.

    Le jeu parfait essaie toutes les cases qui coupent la liste en deux paquets, et garde celle
    qui promet le moins de tirs manqués : 1 pour chaque flotte du paquet manqué, plus ce que
    coûtent les deux paquets, joués parfaitement eux aussi. Une liste d'une seule flotte (ou
    vide) ne manque rien. Les `flottes` sont toutes différentes. `memoire` est un dictionnaire :
    la somme d'une liste d'au moins deux flottes y est rangée sous la clé `frozenset(flottes)`,
    et n'est jamais recalculée.

    >>> a, b, c = frozenset([(0, 0)]), frozenset([(0, 1)]), frozenset([(0, 2)])
    >>> total_parfait([a], {}), total_parfait([a, b], {}), total_parfait([a, b, c], {})
    (0, 1, 3)
    >>> flottes = [frozenset([(x, 0), (x + 1, 0)]) for x in range(5)]  # un bateau de 2
    >>> total_parfait(flottes, {})  # 5 flottes : 1,2 tir manqué en moyenne
    6
    """
    # À compléter
    raise NotImplementedError("tp7.total_parfait")


if __name__ == "__main__":
    import verifier

    verifier.main(["tp7"])
