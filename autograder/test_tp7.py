"""Suites cachées du TP7 (prolongement) : tirer et garder, compter, regarder plus loin."""

from autograder.essai import exercice

LIGNE = [frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])]


def _cases(xmax, ymax):
    return [(x, y) for x in range(xmax) for y in range(ymax)]


def _jeux(essai):
    """Des listes de flottes différentes, de la plus petite à la plus grande."""
    toutes = essai.corrige.toutes_les_flottes
    petites = sorted(toutes(3, 2, [2]), key=sorted)
    moyennes = sorted(toutes(4, 3, [3, 2]), key=sorted)
    return [[], LIGNE, petites, essai.alea.sample(moyennes, 12)]


def _tirs(essai, xmax, ymax, flotte, nombre):
    """(touchées, manquées) après `nombre` tirs au hasard sur cette flotte."""
    cases = essai.alea.sample(_cases(xmax, ymax), nombre)
    return [c for c in cases if c in flotte], [c for c in cases if c not in flotte]


# --- Partie A ----------------------------------------------------------------------------


@exercice("tp7.concorde")
def test_concorde(essai):
    flotte = frozenset([(0, 0), (1, 0), (3, 1)])
    with essai.aspect("touchées et manquées", part=2):
        for touchees, manquees, attendu in [
            ([(0, 0)], [], True),
            ([(2, 0)], [], False),
            ([], [(2, 0)], True),
            ([], [(0, 0)], False),
            ([(0, 0), (3, 1)], [(2, 0), (1, 1)], True),
            ([(0, 0), (2, 1)], [], False),
            ([], [(2, 0), (3, 1)], False),
            ([(0, 0)], [(1, 0)], False),
        ]:
            essai.egal(essai.copie.concorde(flotte, touchees, manquees), attendu)
    with essai.aspect("aucun tir"):
        essai.egal(essai.copie.concorde(flotte, [], []), True)
        essai.egal(essai.copie.concorde(frozenset(), [], []), True)
    with essai.aspect("une flotte entièrement trouvée"):
        essai.egal(essai.copie.concorde(flotte, sorted(flotte), []), True)


@exercice("tp7.garde")
def test_garde(essai):
    with essai.aspect("garde celles qui concordent", part=2):
        a, b = LIGNE
        essai.egal(essai.copie.garde([a, b], [(1, 0)], [(0, 0)]), [b])
        essai.egal(essai.copie.garde([a, b], [(0, 0)], []), [a])
        for flottes in _jeux(essai)[2:]:
            touchees, manquees = _tirs(essai, 3, 2, essai.alea.choice(flottes), 2)
            attendu = essai.corrige.garde(flottes, touchees, manquees)
            essai.egal(essai.copie.garde(flottes, touchees, manquees), attendu)
    with essai.aspect("aucune, ou toutes"):
        essai.egal(essai.copie.garde(LIGNE, [], []), LIGNE)
        essai.egal(essai.copie.garde(LIGNE, [], [(1, 0)]), [])
        essai.egal(essai.copie.garde([], [(0, 0)], []), [])
    with essai.aspect("ne change pas la liste"):
        flottes = essai.objet(list(LIGNE), "flottes")
        essai.copie.garde(flottes, [], [(1, 0)])
        essai.egal(flottes, LIGNE)


@exercice("tp7.compte_cases")
def test_compte_cases(essai):
    with essai.aspect("compte les flottes", part=2):
        essai.egal(essai.copie.compte_cases(LIGNE), {(0, 0): 1, (1, 0): 2, (2, 0): 1})
        for flottes in _jeux(essai)[2:]:
            essai.egal(essai.copie.compte_cases(flottes), essai.corrige.compte_cases(flottes))
    with essai.aspect("aucune flotte"):
        essai.egal(essai.copie.compte_cases([]), {})
        essai.egal(essai.copie.compte_cases([frozenset()]), {})


@exercice("tp7.case_probable")
def test_case_probable(essai):
    with essai.aspect("la plus fréquente", part=2):
        essai.egal(essai.copie.case_probable(LIGNE, []), (1, 0))
        for flottes in _jeux(essai)[2:]:
            attendu = essai.corrige.case_probable(flottes, [])
            essai.egal(essai.copie.case_probable(flottes, []), attendu)
    with essai.aspect("pas une case déjà jouée"):
        for flottes in _jeux(essai)[1:]:
            tirees = essai.alea.sample(_cases(3, 1), 2)
            attendu = essai.corrige.case_probable(flottes, tirees)
            essai.egal(essai.copie.case_probable(flottes, tirees), attendu)
    with essai.aspect("à égalité, la plus petite"):
        essai.egal(essai.copie.case_probable(LIGNE, [(1, 0)]), (0, 0))
        essai.egal(essai.copie.case_probable(LIGNE[::-1], [(1, 0)]), (0, 0))
    with essai.aspect("aucune candidate"):
        essai.egal(essai.copie.case_probable([], []), None)
        essai.egal(essai.copie.case_probable(LIGNE, _cases(3, 1)), None)


# --- Partie B ----------------------------------------------------------------------------


@exercice("tp7.placements")
def test_placements(essai):
    def compare(xmax, ymax, taille):
        attendu = essai.corrige.placements(xmax, ymax, taille)
        essai.egal(essai.copie.placements(xmax, ymax, taille), attendu, ordre=False)

    with essai.aspect("les deux sens", part=2):
        for xmax, ymax, taille in [(3, 1, 2), (1, 3, 2), (3, 2, 2), (4, 3, 3), (5, 5, 4)]:
            compare(xmax, ymax, taille)
    with essai.aspect("un bateau de 1 une seule fois"):
        compare(2, 2, 1)
        compare(3, 1, 1)
    with essai.aspect("trop grand"):
        compare(2, 2, 3)
        compare(4, 2, 3)


@exercice("tp7.compatibles")
def test_compatibles(essai):
    a = frozenset([(1, 1), (2, 1)])
    with essai.aspect("case commune, côté, coin, loin", part=2):
        for b, attendu in [
            (frozenset([(2, 1), (2, 2)]), False),
            (frozenset([(1, 2), (1, 3)]), False),
            (frozenset([(3, 1), (4, 1)]), False),
            (frozenset([(3, 2), (3, 3)]), True),
            (frozenset([(0, 0)]), True),
            (frozenset([(4, 1), (4, 2)]), True),
            (a, False),
        ]:
            essai.egal(essai.copie.compatibles(a, b), attendu)
            essai.egal(essai.copie.compatibles(b, a), attendu)
    with essai.aspect("au hasard"):
        tous = sorted(essai.corrige.placements(4, 4, 2) + essai.corrige.placements(4, 4, 3), key=sorted)
        for _ in range(20):
            b, c = essai.alea.sample(tous, 2)
            essai.egal(essai.copie.compatibles(b, c), essai.corrige.compatibles(b, c))
    with essai.aspect("une flotte vide"):
        essai.egal(essai.copie.compatibles(a, frozenset()), True)


@exercice("tp7.toutes_les_flottes")
def test_toutes_les_flottes(essai):
    def compare(xmax, ymax, tailles):
        attendu = essai.corrige.toutes_les_flottes(xmax, ymax, tailles)
        essai.egal(essai.copie.toutes_les_flottes(xmax, ymax, tailles), attendu, ordre=False)

    with essai.aspect("des tailles différentes", part=2):
        for xmax, ymax, tailles in [(3, 1, [2]), (3, 2, [2]), (4, 1, [2, 1]), (4, 3, [3, 2])]:
            compare(xmax, ymax, tailles)
    with essai.aspect("des bateaux de même taille"):
        for xmax, ymax, tailles in [(5, 1, [2, 2]), (3, 2, [2, 2]), (3, 3, [1, 1]), (3, 3, [1, 2, 1])]:
            compare(xmax, ymax, tailles)
    with essai.aspect("aucun bateau, aucune place"):
        compare(2, 2, [])
        compare(2, 2, [3])
        compare(2, 2, [2, 2])


@exercice("tp7.probabilites")
def test_probabilites(essai):
    with essai.aspect("compte divisé par nombre", part=2):
        essai.egal(essai.copie.probabilites(LIGNE), {(0, 0): 0.5, (1, 0): 1.0, (2, 0): 0.5})
        for flottes in _jeux(essai)[2:]:
            essai.egal(essai.copie.probabilites(flottes), essai.corrige.probabilites(flottes))
    with essai.aspect("aucune flotte"):
        essai.egal(essai.copie.probabilites([]), {})


def _parties(essai):
    """(xmax, ymax, tailles, touchées, manquées) : des positions, sans tir puis avec."""
    for xmax, ymax, tailles in [(3, 1, [2]), (3, 2, [2]), (4, 1, [2, 1]), (3, 3, [1, 1]), (4, 3, [3, 2])]:
        yield xmax, ymax, tailles, [], []
        flottes = sorted(essai.corrige.toutes_les_flottes(xmax, ymax, tailles), key=sorted)
        for nombre in (1, 2):
            tirs = _tirs(essai, xmax, ymax, essai.alea.choice(flottes), nombre)
            yield (xmax, ymax, tailles, *tirs)


@exercice("tp7.compte_suites")
def test_compte_suites(essai):
    def compare(flotte, tailles, xmax, ymax, touchees, manquees):
        arguments = (flotte, tailles, xmax, ymax, touchees, manquees)
        essai.egal(essai.copie.compte_suites(*arguments), essai.corrige.compte_suites(*arguments))

    with essai.aspect("plus de bateau à poser"):
        compare(LIGNE[0], [], 3, 1, [(0, 0)], [])
        compare(LIGNE[0], [], 3, 1, [(2, 0)], [])
        compare(LIGNE[0], [], 3, 1, [], [(1, 0)])
    with essai.aspect("sans tir", part=2):
        for xmax, ymax, tailles, touchees, manquees in _parties(essai):
            if not touchees and not manquees:
                compare(frozenset(), tailles, xmax, ymax, [], [])
    with essai.aspect("avec des tirs", part=2):
        for xmax, ymax, tailles, touchees, manquees in _parties(essai):
            compare(frozenset(), tailles, xmax, ymax, touchees, manquees)
    with essai.aspect("des bateaux déjà posés"):
        compare(frozenset([(0, 0), (1, 0)]), [2], 4, 3, [], [(3, 2)])
        compare(frozenset([(0, 0), (1, 0)]), [2, 1], 4, 3, [(2, 2)], [])


@exercice("tp7.compte_flottes")
def test_compte_flottes(essai):
    def compare(*arguments):
        essai.egal(essai.copie.compte_flottes(*arguments), essai.corrige.compte_flottes(*arguments))

    with essai.aspect("des tailles différentes", part=2):
        for xmax, ymax, tailles, touchees, manquees in _parties(essai):
            if len(set(tailles)) == len(tailles):
                compare(xmax, ymax, tailles, touchees, manquees)
    with essai.aspect("des bateaux jumeaux", part=2):
        for tailles in ([1, 1], [1, 1, 1], [2, 2], [2, 1, 2]):
            compare(3, 3, tailles, [], [])
            compare(3, 3, tailles, [(0, 0)], [(2, 1)])
    with essai.aspect("aucune flotte"):
        compare(2, 2, [3], [], [])
        compare(3, 1, [1], [(0, 0), (2, 0)], [])


# --- Partie C ----------------------------------------------------------------------------


@exercice("tp7.joue")
def test_joue(essai):
    def compare(cachee, echantillon, toutes, *seuil):
        attendu = essai.corrige.joue(cachee, echantillon, toutes, *seuil)
        essai.egal(essai.copie.joue(cachee, echantillon, toutes, *seuil), attendu)

    _, _, petites, moyennes = _jeux(essai)
    with essai.aspect("sans échantillon", part=2):
        for toutes in (LIGNE, petites, moyennes):
            for cachee in toutes[:6]:
                compare(cachee, [], toutes)
    with essai.aspect("l'échantillon d'abord"):
        for cachee in petites:
            compare(cachee, [petites[-1]] * 3 + petites[:2], petites, 2)
    with essai.aspect("puis toutes les flottes"):
        for cachee in moyennes[:6]:
            compare(cachee, moyennes[6:], moyennes, 3)
    with essai.aspect("une flotte vide est déjà trouvée"):
        compare(frozenset(), [], [frozenset()])


@exercice("tp7.total_manques")
def test_total_manques(essai):
    def compare(flottes, tirees, case):
        attendu = essai.corrige.total_manques(flottes, tirees, case)
        essai.egal(essai.copie.total_manques(flottes, tirees, case), attendu)

    _, _, petites, moyennes = _jeux(essai)
    with essai.aspect("une ou deux flottes", part=2):
        for case in _cases(4, 1):
            compare(LIGNE[:1], [], case)
            compare(LIGNE, [], case)
    with essai.aspect("plusieurs flottes", part=2):
        for case in _cases(3, 2):
            compare(petites, [], case)
            compare(moyennes, [], case)
    with essai.aspect("des cases déjà jouées"):
        restent = essai.corrige.garde(petites, [], [(1, 0)])
        for case in [(0, 0), (0, 1), (2, 1)]:
            compare(restent, [(1, 0)], case)


@exercice("tp7.manques_attendus")
def test_manques_attendus(essai):
    with essai.aspect("une moyenne"):
        for flottes in _jeux(essai)[1:]:
            for case in [(0, 0), (1, 0), (2, 0)]:
                attendu = essai.corrige.manques_attendus(flottes, [], case)
                essai.egal(essai.copie.manques_attendus(flottes, [], case), attendu)
    with essai.aspect("des cases déjà jouées"):
        flottes = essai.corrige.garde(_jeux(essai)[2], [(0, 0)], [])
        attendu = essai.corrige.manques_attendus(flottes, [(0, 0)], (1, 1))
        essai.egal(essai.copie.manques_attendus(flottes, [(0, 0)], (1, 1)), attendu)


@exercice("tp7.meilleur_tir")
def test_meilleur_tir(essai):
    def compare(flottes, tirees):
        attendu = essai.corrige.meilleur_tir(flottes, tirees)
        essai.egal(essai.copie.meilleur_tir(flottes, tirees), attendu)

    _, _, petites, moyennes = _jeux(essai)
    with essai.aspect("le moins de tirs manqués", part=2):
        compare(petites, [])
        compare(moyennes, [])
        compare(sorted(essai.corrige.toutes_les_flottes(4, 4, [3]), key=sorted), [])
    with essai.aspect("à égalité, la plus petite"):
        compare(LIGNE, [])
        compare(LIGNE[::-1], [])
    with essai.aspect("pas une case déjà jouée"):
        compare(essai.corrige.garde(petites, [], [(1, 1)]), [(1, 1)])
        compare(essai.corrige.garde(petites, [(0, 0)], []), [(0, 0)])
