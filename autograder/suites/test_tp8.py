"""Suites cachées du TP8 (prolongement) : des pixels aux cases, et retour."""

from autograder.moteur.essai import exercice
from autograder.suites.terrain import marque

TOUCHES = ("Left", "Right", "Up", "Down")


@exercice("tp8.coin_case")
def test_coin_case(essai):
    with essai.aspect("cas général", part=2):
        for case, cote, marge in [((0, 0), 40, 30), ((2, 1), 40, 30), ((1, 3), 10, 0)]:
            essai.egal(
                essai.copie.coin_case(case, cote, marge),
                essai.corrige.coin_case(case, cote, marge),
            )
    with essai.aspect("autres tailles"):
        for _ in range(20):
            case = (essai.alea.randrange(26), essai.alea.randrange(99))
            cote, marge = essai.alea.randint(5, 60), essai.alea.randint(0, 50)
            essai.egal(
                essai.copie.coin_case(case, cote, marge),
                essai.corrige.coin_case(case, cote, marge),
            )


@exercice("tp8.case_sous")
def test_case_sous(essai):
    def compare(point, *geometrie):
        essai.egal(
            essai.copie.case_sous(point, *geometrie), essai.corrige.case_sous(point, *geometrie)
        )

    with essai.aspect("dans la grille", part=2):
        for point in [(30, 30), (69, 69), (70, 30), (115, 75), (149, 109)]:
            compare(point, 40, 30, 3, 2)
    with essai.aspect("à gauche et en haut de la grille"):
        for point in [(29, 40), (40, 29), (0, 0), (29, 30), (30, 29), (-5, 60), (60, -5)]:
            compare(point, 40, 30, 3, 2)
    with essai.aspect(
        "à droite et en bas de la grille", apres=["à gauche et en haut de la grille"]
    ):
        for point in [(150, 40), (40, 110), (150, 30), (30, 110), (150, 110), (400, 40)]:
            compare(point, 40, 30, 3, 2)
    with essai.aspect("grille non carrée"):
        for point in [(19, 49), (0, 49), (19, 0)]:
            compare(point, 10, 0, 2, 5)
        for _ in range(25):
            xmax, ymax = essai.alea.randint(1, 9), essai.alea.randint(1, 9)
            cote, marge = essai.alea.randint(5, 50), essai.alea.randint(0, 40)
            point = (
                marge + essai.alea.randrange(xmax * cote),
                marge + essai.alea.randrange(ymax * cote),
            )
            compare(point, cote, marge, xmax, ymax)


def _au_clavier(compare, touches):
    """Ces touches, depuis chaque case de quelques grilles."""
    for xmax, ymax in [(3, 2), (2, 4), (1, 1)]:
        for case in [(x, y) for x in range(xmax) for y in range(ymax)]:
            for touche in touches:
                compare(case, touche, xmax, ymax)


@exercice("tp8.case_clavier")
def test_case_clavier(essai):
    def compare(case, touche, xmax, ymax):
        essai.egal(
            essai.copie.case_clavier(case, touche, xmax, ymax),
            essai.corrige.case_clavier(case, touche, xmax, ymax),
        )

    with essai.aspect("cas général", part=2):
        for touche in TOUCHES:
            compare((2, 2), touche, 5, 5)
    with essai.aspect("bords de gauche et du haut"):
        _au_clavier(compare, ("Left", "Up"))
    with essai.aspect("bords de droite et du bas", apres=["bords de gauche et du haut"]):
        compare((0, 1), "Down", 2, 4)
        compare((1, 0), "Right", 4, 2)
        _au_clavier(compare, ("Right", "Down"))
    with essai.aspect("autres touches"):
        for touche in ["a", "Return", "", "left", "F1"]:
            compare((1, 1), touche, 3, 3)
            compare((2, 0), touche, 3, 2)


@exercice("tp8.bateau_tenu")
def test_bateau_tenu(essai):
    def compare(taille, case, sens, rang):
        bateau = essai.copie.bateau_tenu(taille, case, sens, rang)
        attendu = essai.corrige.bateau_tenu(taille, case, sens, rang)
        essai.egal(bateau.cases, attendu.cases)
        essai.egal(bateau.taille, attendu.taille)

    with essai.aspect("cas général", part=2):
        compare(3, (4, 1), (1, 0), 1)
        compare(3, (4, 1), (0, 1), 1)
    with essai.aspect("par les bouts"):
        for rang in (0, 3):
            for sens in [(1, 0), (0, 1)]:
                compare(4, (5, 6), sens, rang)
        compare(1, (0, 0), (1, 0), 0)


@exercice("tp8.tourne")
def test_tourne(essai):
    with essai.aspect("les deux sens"):
        for sens in [(1, 0), (0, 1)]:
            essai.egal(essai.copie.tourne(sens), essai.corrige.tourne(sens))


@exercice("tp8.apercu")
def test_apercu(essai):
    def compare(xmax, ymax, poses, bateau):
        """`poses` : les bateaux d'une case déjà posés, loin des bords ; autour d'eux, -1."""
        tp2 = essai.module("tp2_placement")
        grille = tp2.Grille(xmax, ymax, [3])
        etats = dict.fromkeys(poses, 1)
        for x, y in poses:
            etats.update(dict.fromkeys([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)], -1))
        marque(grille, etats)
        taille, (x, y), (dx, dy) = bateau
        cases = [(x + k * dx, y + k * dy) for k in range(taille)]
        dedans = [(x, y) for x, y in cases if 0 <= x < xmax and 0 <= y < ymax]
        libre = dedans == cases and etats.keys().isdisjoint(cases)
        couleur = essai.corrige.VERT if libre else essai.corrige.ROUGE
        essai.egal(essai.copie.apercu(grille, tp2.Bateau(*bateau)), (dedans, couleur))

    with essai.aspect("cas général", part=2):
        compare(4, 3, [], (2, (1, 1), (1, 0)))
        compare(4, 3, [(2, 1)], (2, (1, 1), (1, 0)))
        compare(4, 3, [(1, 1)], (2, (2, 1), (1, 0)))
        compare(4, 3, [(1, 1)], (2, (2, 2), (1, 0)))
    with essai.aspect("bords"):
        compare(3, 2, [], (2, (2, 0), (1, 0)))
        compare(3, 2, [], (3, (-1, 1), (1, 0)))
        compare(2, 3, [], (3, (5, 5), (0, 1)))
        for _ in range(10):
            taille, sens = essai.alea.randint(1, 4), essai.alea.choice([(1, 0), (0, 1)])
            depart = (essai.alea.randint(-2, 5), essai.alea.randint(-2, 4))
            compare(5, 4, [(2, 2)], (taille, depart, sens))


@exercice("tp8.couleur_chaleur")
def test_couleur_chaleur(essai):
    def compare(valeur, maximum):
        essai.egal(
            essai.copie.couleur_chaleur(valeur, maximum),
            essai.corrige.couleur_chaleur(valeur, maximum),
        )

    with essai.aspect("cas général", part=2):
        for valeur in (0, 10, 5):
            compare(valeur, 10)
    with essai.aspect("toutes les nuances"):
        for _ in range(20):
            maximum = essai.alea.randint(1, 60)
            compare(essai.alea.randint(0, maximum), maximum)
    with essai.aspect("maximum nul"):
        compare(0, 0)
