"""Suites cachées du TP7 : concorder, compter toutes les flottes, regarder plus loin."""

from autograder.moteur.essai import affiche, exercice

A, B = frozenset([(0, 0), (1, 0)]), frozenset([(1, 0), (2, 0)])
C = frozenset([(0, 0), (0, 1)])
# Six bateaux de deux cases d'une grille 3 × 3 : le glouton manque 11 tirs, le jeu parfait 9.
GLOUTON_PERD = [
    [(0, 0), (1, 0)], [(1, 1), (2, 1)], [(0, 1), (0, 2)],
    [(2, 0), (2, 1)], [(1, 1), (1, 2)], [(1, 2), (2, 2)],
]  # fmt: skip
D, E = frozenset([(3, 0), (3, 1)]), frozenset([(2, 0), (3, 0)])


def _flottes(essai, nombre, xmax=4, ymax=3, tailles=(3, 2)):
    """Des flottes permises, toutes différentes, au hasard."""
    toutes = sorted(essai.corrige.toutes_les_flottes(xmax, ymax, list(tailles)), key=sorted)
    return essai.alea.sample(toutes, nombre)


def _tirs(essai, flotte, nombre, xmax=4, ymax=3):
    """(touchées, manquées) de quelques tirs au hasard sur cette flotte."""
    cases = essai.alea.sample([(x, y) for x in range(xmax) for y in range(ymax)], nombre)
    return [c for c in cases if c in flotte], [c for c in cases if c not in flotte]


def _proche(attendu):
    """Un nombre, ou un dictionnaire de nombres, à un cheveu près."""

    def juste(valeur):
        if type(attendu) is dict:
            return (
                type(valeur) is dict
                and valeur.keys() == attendu.keys()
                and all(_proche(attendu[cle])(valeur[cle]) for cle in attendu)
            )
        return type(valeur) in (int, float) and abs(valeur - attendu) < 1e-9

    return juste


def _presque(essai, futur, attendu):
    essai.verifie(futur, _proche(attendu), f"attendu : {affiche(attendu)}.")


# --- A. Tirer et garder ------------------------------------------------------------------


@exercice("tp7.concorde")
def test_concorde(essai):
    def compare(flotte, touchees, manquees):
        attendu = essai.corrige.concorde(flotte, touchees, manquees)
        essai.egal(essai.copie.concorde(flotte, touchees, manquees), attendu)

    with essai.aspect("les touchées", part=2):
        compare(A, [(1, 0)], [])
        compare(A, [(2, 0)], [])
        compare(A, [(0, 0), (1, 0)], [])
        compare(A, [(0, 0), (2, 0)], [])
    with essai.aspect("les manquées"):
        compare(A, [], [(2, 0)])
        compare(A, [], [(0, 0)])
        compare(A, [(0, 0)], [(2, 0), (1, 0)])
    with essai.aspect("aucun tir, flotte vide"):
        compare(A, [], [])
        compare(frozenset(), [], [(0, 0)])
        compare(frozenset(), [(0, 0)], [])
    with essai.aspect("au hasard", apres=["les manquées", "aucun tir, flotte vide"]):
        flottes = _flottes(essai, 5)
        for flotte in flottes:
            for autre in flottes:
                compare(autre, *_tirs(essai, flotte, 4))


@exercice("tp7.garde")
def test_garde(essai):
    with essai.aspect("cas général", part=2):
        for touchees, manquees in [([(1, 0)], [(0, 0)]), ([(0, 0)], []), ([], [(1, 0)]), ([], [])]:
            attendu = essai.corrige.garde([A, B, C], touchees, manquees)
            essai.egal(essai.copie.garde([A, B, C], touchees, manquees), attendu)
    with essai.aspect("dans le même ordre"):
        for _ in range(4):
            flottes = _flottes(essai, 8)
            tirs = _tirs(essai, flottes[0], 3)
            essai.egal(essai.copie.garde(flottes, *tirs), essai.corrige.garde(flottes, *tirs))
    with essai.aspect("ne modifie rien"):
        for touchees, manquees in [([(2, 0)], []), ([(1, 0)], [(0, 0), (0, 1)]), ([], [])]:
            flottes = essai.objet([C, B, A], "flottes")
            dedans, dehors = essai.objet(touchees, "touchees"), essai.objet(manquees, "manquees")
            essai.copie.garde(flottes, dedans, dehors)
            essai.egal(flottes, [C, B, A])
            essai.egal(dedans, touchees)
            essai.egal(dehors, manquees)


@exercice("tp7.compte_cases")
def test_compte_cases(essai):
    with essai.aspect("cas général", part=2):
        for flottes in ([A], [A, B], [A, A, C], _flottes(essai, 6)):
            essai.egal(essai.copie.compte_cases(flottes), essai.corrige.compte_cases(flottes))
    with essai.aspect("aucune flotte, flotte vide"):
        for flottes in ([], [frozenset()], [A, frozenset()]):
            essai.egal(essai.copie.compte_cases(flottes), essai.corrige.compte_cases(flottes))
    with essai.aspect("un appel n'oublie ni n'ajoute rien à l'autre"):
        for flottes in ([A, B], [B], [A, B]):
            essai.egal(essai.copie.compte_cases(flottes), essai.corrige.compte_cases(flottes))


@exercice("tp7.case_probable")
def test_case_probable(essai):
    def compare(flottes, tirees):
        attendu = essai.corrige.case_probable(flottes, tirees)
        essai.egal(essai.copie.case_probable(flottes, tirees), attendu)

    with essai.aspect("la plus fréquente", part=2):
        compare([A, B], [])
        compare([B, C, B], [])
        compare([frozenset([(2, 1)])], [])
    with essai.aspect("pas une case déjà jouée"):
        compare([A, B], [(1, 0)])
        compare([A, B, B], [(1, 0), (2, 0)])
        compare([A], [(3, 3)])
    with essai.aspect("à égalité, la plus petite"):
        compare([A], [])
        compare([C, B], [(0, 0)])
        compare([B, A], [(1, 0)])
        for _ in range(8):
            flottes = _flottes(essai, essai.alea.randint(2, 6))
            touchees, manquees = _tirs(essai, flottes[0], 4)
            compare(flottes, touchees + manquees)
    with essai.aspect("plus rien à viser"):
        compare([], [])
        compare([A], [(0, 0), (1, 0)])


# --- B. Compter exactement ---------------------------------------------------------------


@exercice("tp7.placements")
def test_placements(essai):
    def compare(*args):
        essai.egal(essai.copie.placements(*args), essai.corrige.placements(*args), ordre=False)

    with essai.aspect("cas général", part=2):
        for args in [(3, 1, 2), (1, 3, 2), (2, 2, 2), (3, 2, 2), (4, 3, 3)]:
            compare(*args)
    with essai.aspect("taille 1"):
        compare(2, 1, 1)
        compare(3, 2, 1)
    with essai.aspect("trop grand, ou tout juste"):
        for args in [(2, 2, 3), (3, 2, 3), (2, 4, 4)]:
            compare(*args)


@exercice("tp7.compatibles")
def test_compatibles(essai):
    def compare(bateau1, bateau2):
        attendu = essai.corrige.compatibles(bateau1, bateau2)
        essai.egal(essai.copie.compatibles(bateau1, bateau2), attendu)

    with essai.aspect("qui se touchent ou se croisent", part=2):
        for autre in [{(3, 0), (4, 0)}, {(2, 0), (3, 0)}, {(1, 0)}, {(1, 1), (2, 1)}, {(0, 1)}]:
            compare({(0, 0), (1, 0)}, autre)
        compare({(1, 1), (1, 2)}, {(1, 0)})
        compare({(1, 1), (1, 2)}, {(0, 2), (0, 3)})
        compare({(0, 1), (1, 1), (2, 1)}, {(1, 0), (1, 1), (1, 2)})
        compare({(1, 1)}, {(1, 1)})
        compare({(1, 1)}, {(0, 1), (1, 1), (2, 1)})
    with essai.aspect("par un coin, c'est permis"):
        compare({(0, 0), (1, 0)}, {(2, 1), (3, 1)})
        compare({(1, 1)}, {(0, 0)})
        compare({(1, 1)}, {(0, 2)})
    with essai.aspect("au hasard, dans les deux sens", apres=["par un coin, c'est permis"]):
        bateaux = essai.corrige.placements(4, 3, 2) + essai.corrige.placements(4, 3, 3)
        for _ in range(15):
            bateau1, bateau2 = essai.alea.sample(bateaux, 2)
            compare(bateau1, bateau2)
            compare(set(bateau2), set(bateau1))


@exercice("tp7.toutes_les_flottes")
def test_toutes_les_flottes(essai):
    def compare(*args):
        attendu = essai.corrige.toutes_les_flottes(*args)
        essai.egal(essai.copie.toutes_les_flottes(*args), attendu, ordre=False)

    with essai.aspect("un seul bateau", part=2):
        for args in [(3, 1, [2]), (2, 2, [2]), (2, 1, [1])]:
            compare(*args)
    with essai.aspect("plusieurs bateaux", part=2):
        for args in [(4, 1, [2, 1]), (3, 2, [2, 1]), (3, 3, [3, 2])]:
            compare(*args)
    with essai.aspect("deux bateaux de même taille"):
        for args in [(3, 1, [1, 1]), (3, 2, [2, 2]), (5, 1, [1, 1, 1])]:
            compare(*args)
    with essai.aspect("aucun bateau, aucune place"):
        for args in [(4, 3, []), (2, 1, [3]), (2, 2, [2, 2])]:
            compare(*args)
    with essai.aspect("ne modifie rien"):
        tailles = essai.objet([2, 1], "tailles")
        essai.copie.toutes_les_flottes(3, 2, tailles)
        essai.egal(tailles, [2, 1])


@exercice("tp7.probabilites")
def test_probabilites(essai):
    with essai.aspect("cas général", part=2):
        for flottes in ([A], [A, B], [A, B, C], _flottes(essai, 7)):
            _presque(essai, essai.copie.probabilites(flottes), essai.corrige.probabilites(flottes))
    with essai.aspect("aucune flotte"):
        essai.egal(essai.copie.probabilites([]), {})
        essai.egal(essai.copie.probabilites([frozenset()]), {})


@exercice("tp7.compte_suites")
def test_compte_suites(essai):
    vide = frozenset()

    def compare(*args):
        essai.egal(essai.copie.compte_suites(*args), essai.corrige.compte_suites(*args))

    with essai.aspect("sans aucun tir", part=2):
        for tailles, xmax, ymax in [([3], 3, 1), ([2], 3, 1), ([2], 2, 2), ([2, 1], 4, 1)]:
            compare(vide, tailles, xmax, ymax, [], [])
        compare(vide, [1, 1], 3, 1, [], [])
        compare(vide, [3, 2], 3, 3, [], [])
    with essai.aspect("touchées et manquées"):
        compare(vide, [1, 1], 3, 1, [(0, 0)], [])
        compare(vide, [2], 4, 1, [], [(1, 0)])
        compare(vide, [2], 4, 1, [(2, 0)], [(1, 0)])
        for _ in range(3):
            flotte = _flottes(essai, 1, 3, 3)[0]
            compare(vide, [3, 2], 3, 3, *_tirs(essai, flotte, 3, 3, 3))
    with essai.aspect("bateaux déjà posés"):
        compare(frozenset([(0, 0)]), [1], 3, 1, [], [])
        compare(frozenset([(0, 0), (1, 0)]), [2], 3, 3, [(0, 0)], [])
        compare(frozenset([(0, 0), (1, 0)]), [2], 3, 3, [(0, 1)], [])
    with essai.aspect("plus de bateau à poser"):
        for touchees, manquees, attendu in [([], [], 1), ([(0, 0)], [], 1), ([], [(1, 0)], 0)]:
            essai.verifie(
                essai.copie.compte_suites(A, [], 3, 1, touchees, manquees),
                lambda valeur, attendu=attendu: type(valeur) in (int, bool) and valeur == attendu,
                f"attendu : {attendu}.",
            )


@exercice("tp7.compte_flottes")
def test_compte_flottes(essai):
    def compare(*args):
        essai.egal(essai.copie.compte_flottes(*args), essai.corrige.compte_flottes(*args))

    with essai.aspect("bateaux différents", part=2):
        compare(3, 1, [2], [], [])
        compare(4, 1, [2, 1], [], [])
        compare(3, 3, [3, 2], [], [])
    with essai.aspect("bateaux de même taille"):
        compare(3, 1, [1, 1], [], [])
        compare(3, 2, [2, 2], [], [])
        compare(5, 1, [1, 1, 1], [], [])
    with essai.aspect("après quelques tirs", apres=["bateaux de même taille"]):
        for tailles in ([2, 1], [2, 2]):
            flotte = _flottes(essai, 1, 4, 2, tailles)[0]
            compare(4, 2, tailles, *_tirs(essai, flotte, 3, 4, 2))
    with essai.aspect("ne modifie rien"):
        tailles = essai.objet([2, 1], "tailles")
        essai.copie.compte_flottes(3, 2, tailles, [], [])
        essai.egal(tailles, [2, 1])


# --- C. Jouer, et voir plus loin ---------------------------------------------------------


@exercice("tp7.joue")
def test_joue(essai):
    def compare(*args, **options):
        essai.egal(essai.copie.joue(*args, **options), essai.corrige.joue(*args, **options))

    with essai.aspect("avec toutes les flottes", part=2):
        for cachee in (A, B):
            compare(cachee, [], [A, B])
        toutes = sorted(essai.corrige.toutes_les_flottes(4, 2, [2, 1]), key=sorted)
        for cachee in essai.alea.sample(toutes, 4):
            compare(cachee, [], toutes)
    with essai.aspect("avec l'échantillon d'abord"):
        compare(C, [C], [A, B, C], 1)
        compare(A, [B, B, A], [A, B, C], 1)
        compare(A, [B, C], [A, B, C], seuil=2)
        compare(A, [D], [A, B, D], 1)  # `seuil` flottes suffisent
        compare(A, [D, E], [A, B, D, E], 2)
        compare(A, [D], [A, B, D], 2)
        compare(A, [D] * 20, [A, B, D])
        compare(A, [D] * 19, [A, B, D])
        for _ in range(3):
            toutes = _flottes(essai, 20)
            compare(toutes[0], essai.alea.sample(toutes, 8), toutes, essai.alea.randint(1, 6))
    with essai.aspect("ne modifie rien"):
        echantillon, toutes = essai.objet([A], "echantillon"), essai.objet([A, B, C], "toutes")
        essai.copie.joue(B, echantillon, toutes, 1)
        essai.egal(echantillon, [A])
        essai.egal(toutes, [A, B, C])


@exercice("tp7.total_manques")
def test_total_manques(essai):
    def compare(flottes, tirees, case):
        attendu = essai.corrige.total_manques(flottes, tirees, case)
        essai.egal(essai.copie.total_manques(flottes, tirees, case), attendu)

    with essai.aspect("une ou deux flottes", part=2):
        compare([A], [], (0, 0))
        compare([A], [], (2, 0))
        compare([A, B], [], (0, 0))
        compare([A, B], [], (1, 0))
    with essai.aspect("jusqu'à la fin", part=2):
        compare([A, B, C], [], (0, 0))
        for _ in range(3):
            flottes = _flottes(essai, 9)
            compare(flottes, [], essai.alea.choice(sorted(flottes[0])))
    with essai.aspect("cases déjà jouées"):
        compare([A, B], [(1, 0)], (0, 0))
        flottes = [flotte for flotte in _flottes(essai, 20) if (1, 1) not in flotte]
        compare(flottes, [(1, 1)], (2, 1))
        tirees = essai.objet([(1, 0)], "tirees")
        essai.egal(essai.copie.total_manques([A, B], tirees, (0, 0)), 1)
        essai.egal(tirees, [(1, 0)])


@exercice("tp7.manques_attendus")
def test_manques_attendus(essai):
    with essai.aspect("cas général", part=2):
        for flottes, tirees, case in [
            ([A], [], (2, 0)),
            ([A, B], [], (1, 0)),
            ([A, B, C], [], (0, 0)),
            (_flottes(essai, 7), [], (1, 1)),
        ]:
            attendu = essai.corrige.manques_attendus(flottes, tirees, case)
            _presque(essai, essai.copie.manques_attendus(flottes, tirees, case), attendu)
    with essai.aspect("cases déjà jouées"):
        attendu = essai.corrige.manques_attendus([A, B], [(1, 0)], (2, 0))
        _presque(essai, essai.copie.manques_attendus([A, B], [(1, 0)], (2, 0)), attendu)


@exercice("tp7.meilleur_tir")
def test_meilleur_tir(essai):
    def compare(flottes, tirees):
        case, nombre = essai.corrige.meilleur_tir(flottes, tirees)
        essai.verifie(
            essai.copie.meilleur_tir(flottes, tirees),
            lambda valeur: (
                type(valeur) is tuple
                and len(valeur) == 2
                and valeur[0] == case
                and _proche(nombre)(valeur[1])
            ),
            f"attendu : {(case, nombre)!r}.",
        )

    with essai.aspect("cas général", part=2):
        compare([A, B], [])
        compare([A, B, C], [])
        compare(essai.corrige.placements(3, 3, 2), [])
    with essai.aspect("mieux que la plus probable"):
        compare(essai.corrige.placements(4, 4, 3), [])
        compare(_flottes(essai, 8), [])
    with essai.aspect("pas une case déjà jouée"):
        compare([A, B], [(1, 0)])
        flottes = [flotte for flotte in _flottes(essai, 20) if (0, 0) not in flotte]
        compare(flottes[:8], [(0, 0)])
    with essai.aspect("à égalité, la plus petite"):
        compare([A], [])
        compare([B], [(1, 0)])
        compare([frozenset([(0, 2)]), frozenset([(2, 1)])], [])
        compare([frozenset([(2, 1)]), frozenset([(0, 2)])], [])


@exercice("tp7.total_parfait")
def test_total_parfait(essai):
    def compare(flottes):
        attendu = essai.corrige.total_parfait(flottes, {})
        essai.egal(essai.copie.total_parfait(flottes, {}), attendu)

    with essai.aspect("cas général", part=2):
        compare([A, B])
        compare([frozenset([(x, 0)]) for x in range(4)])
        for nombre in (4, 5, 6):
            compare(_flottes(essai, nombre))
    with essai.aspect("une flotte, ou aucune"):
        compare([A])
        compare([])
    with essai.aspect("mieux que le glouton"):
        compare([frozenset(paire) for paire in GLOUTON_PERD])
    with essai.aspect("la mémoire est lue"):
        flottes = _flottes(essai, 4)
        essai.egal(essai.copie.total_parfait(flottes, {frozenset(flottes): 99}), 99)
    with essai.aspect("la mémoire est remplie"):
        memoire = essai.objet({}, "memoire")
        essai.egal(essai.copie.total_parfait([frozenset([(x, 0)]) for x in range(4)], memoire), 6)
        essai.verifie(
            memoire,
            # Un programme qui abandonne une case trop chère range moins de paquets : c'est permis.
            lambda vue: (
                {(len(paquet), total) for paquet, total in vue.items()} == {(4, 6), (3, 3), (2, 1)}
            ),
            "on attend les sommes 6, 3 et 1 pour des paquets de 4, 3 et 2 flottes.",
        )
