"""Suite cachée du TP1 : la structure de la grille.

On ne vérifie que ce que les docstrings promettent. Les états sont écrits avec `marque`, donnée,
qui tient `vides` à jour : une solution qui lit `vides` vaut celle qui lit `etat`.
"""

from autograder.moteur.essai import exercice
from autograder.suites.terrain import (
    dehors,
    deux_grilles,
    dimensions,
    etats_au_hasard,
    ne_modifie_rien,
)

# --- Noms des cases --------------------------------------------------------------------


@exercice("tp1.alpha")
def test_alpha(essai):
    corrige, alea = essai.corrige, essai.alea
    with essai.aspect("cas général", part=2):
        au_hasard = [(alea.randint(0, 9), alea.randint(0, 9)) for _ in range(8)]
        for case in [(0, 0), (2, 3), (3, 2), (0, 1), (1, 0), *au_hasard]:
            essai.egal(essai.copie.alpha(case), corrige.alpha(case))
    with essai.aspect("grandes grilles"):
        au_hasard = [(alea.randint(10, 25), alea.randint(10, 98)) for _ in range(5)]
        for case in [(0, 10), (25, 12), (25, 98), *au_hasard]:
            essai.egal(essai.copie.alpha(case), corrige.alpha(case))


ILLISIBLES = ["", " ", "A", "3", "33", "3C", "CC", "C3C", "bateau", "C 3 4 5", "?!"]
TROMPEURS = ["A-1", "B+2", "C1_0", "D1.5", "é3", "AB3", "[3", "A007"]


@exercice("tp1.coord")
def test_coord(essai):
    alpha, alea = essai.corrige.alpha, essai.alea

    def verifie(texte, case, piste=""):
        essai.egal(essai.copie.coord(texte), case, piste=piste)

    with essai.aspect("cas général", part=2):
        for case in [(0, 0), (2, 3), (3, 2)] + [
            (alea.randint(0, 9), alea.randint(0, 9)) for _ in range(6)
        ]:
            verifie(alpha(case), case)
    with essai.aspect("colonnes jusqu'à Z"):
        for case in [(10, 0), (25, 9), (alea.randint(11, 24), alea.randint(0, 9))]:
            verifie(alpha(case), case)
    with essai.aspect("lignes à deux chiffres"):
        au_hasard = [(alea.randint(1, 9), alea.randint(10, 98)) for _ in range(3)]
        for case in [(1, 12), (3, 10), (2, 98), *au_hasard]:
            verifie(alpha(case), case)
    with essai.aspect("minuscules"):
        for case in [(1, 4)] + [(alea.randint(1, 9), alea.randint(0, 9)) for _ in "abc"]:
            verifie(alpha(case).lower(), case)
    with essai.aspect("espaces"):
        for modele in [" {}", "{} ", "  {}  "]:
            case = (alea.randint(1, 9), alea.randint(0, 9))
            verifie(modele.format(alpha(case)), case)
        for texte in ("H 7", " H  7 "):
            verifie(texte, (7, 7), "Les espaces ne comptent pas, où qu'elles soient.")
    with essai.aspect("textes illisibles"):
        for texte in ILLISIBLES:
            essai.leve(essai.copie.coord(texte), ValueError, message=True)
    with essai.aspect("textes trompeurs", part=0.5, apres=["textes illisibles"]):
        for texte in TROMPEURS:
            essai.leve(essai.copie.coord(texte), ValueError, message=True)


# --- La grille -------------------------------------------------------------------------


@exercice("tp1.reinit")
def test_reinit(essai):
    alea = essai.alea

    def neuve(xmax, ymax, flotte=(2,)):
        g, r = deux_grilles(essai, xmax, ymax, flotte=flotte)
        essai.egal(g.etat, r.etat)
        return g, r

    with essai.aspect("cas général", part=2):
        for cote in (1, 2, 3):
            neuve(cote, cote)
        essai.egal(essai.copie.Grille().etat, essai.corrige.Grille().etat)
    with essai.aspect("grille non carrée", part=2):
        for xmax, ymax in [(2, 1), (1, 3), (3, 2), dimensions(alea), dimensions(alea, 12), (26, 2)]:
            neuve(xmax, ymax)
    with essai.aspect("remise à zéro", part=2):
        for xmax, ymax in [(2, 2), (4, 4)]:
            g, r = neuve(xmax, ymax)
            for case, etat in {(0, 0): 1, **etats_au_hasard(alea, xmax, ymax)}.items():
                g.etat[case] = etat
            g.reinit()
            essai.egal(g.etat, r.etat)
    with essai.aspect("vides et flotte"):
        for xmax, ymax, flotte in [(2, 2, [2]), (3, 3, [1, 3]), (4, 4, [2, 2, 1])]:
            g, r = neuve(xmax, ymax, flotte)
            essai.egal(g.vides, r.vides, ordre=False)
            g.vides = []
            g.taille_bateaux = [1]
            g.taille_max = g.taille_min = 1
            g.reinit()
            essai.egal(g.vides, r.vides, ordre=False)
            essai.egal(g.taille_bateaux, r.taille_bateaux)
            essai.egal(g.taille_max, max(flotte))
            essai.egal(g.taille_min, min(flotte))
    with essai.aspect("grilles indépendantes"):
        g, r = neuve(2, 2)
        autre, _ = neuve(2, 2)
        autre.etat[(0, 0)] = 1
        essai.egal(g.etat, r.etat, piste="Une autre grille, modifiée, a changé celle-ci.")
        autre.reinit()
        g.etat[(1, 0)] = 1
        essai.egal(autre.etat, r.etat, piste="Une autre grille, modifiée, a changé celle-ci.")


@exercice("tp1.update_vides")
def test_update_vides(essai):
    def ecrit(g, r, etats):
        for case, etat in etats.items():
            g.etat[case] = etat
            r.etat[case] = etat
        g.update_vides()
        r.update_vides()
        essai.egal(g.vides, r.vides, ordre=False)

    with essai.aspect("une case occupée", part=2):
        for xmax, ymax, case, etat in [(2, 1, (0, 0), 1), (2, 2, (1, 0), -1), (1, 1, (0, 0), 1)]:
            ecrit(*deux_grilles(essai, xmax, ymax), {case: etat})
    with essai.aspect("plusieurs cases", part=2):
        ecrit(*deux_grilles(essai, 3, 1), {(0, 0): 1, (1, 0): 1})
        for _ in range(4):
            xmax, ymax = dimensions(essai.alea)
            ecrit(*deux_grilles(essai, xmax, ymax), etats_au_hasard(essai.alea, xmax, ymax))
    with essai.aspect("appels répétés", apres=["plusieurs cases"]):
        g, r = deux_grilles(essai, 2, 3)
        for etats in [{}, {(0, 1): 1}, {(1, 2): -1}, {(0, 1): 0}, {}]:
            ecrit(g, r, etats)
    with essai.aspect("ne modifie pas etat"):
        etats = {(0, 0): 1, (2, 1): -1}
        g, r = deux_grilles(essai, 3, 2)
        ecrit(g, r, etats)
        essai.egal(g.etat, r.etat)


def interroge(essai, nom, cases, *args):
    """Compare `g.nom(case)` à celui du corrigé, chaque fois sur une grille neuve."""
    for case in cases:
        g, r = deux_grilles(essai, *args)
        essai.egal(getattr(g, nom)(case), getattr(r, nom)(case), ordre=False)


@exercice("tp1.test_case")
def test_test_case(essai):
    alea = essai.alea
    with essai.aspect("cas général", part=2):
        interroge(essai, "test_case", [(0, 0), (1, 1)], 2, 2)
        for etat in (1, -1):
            interroge(essai, "test_case", [(0, 0), (1, 0), (0, 1)], 2, 2, {(0, 0): etat})
        cases = [(x, y) for x in range(3) for y in range(3)]
        interroge(essai, "test_case", cases, 3, 3, etats_au_hasard(alea, 3, 3))
    with essai.aspect("hors de la grille", part=2):
        for cote in (1, 3):
            interroge(essai, "test_case", dehors(cote, cote), cote, cote)
    with essai.aspect("grille non carrée", apres=["hors de la grille"]):
        for xmax, ymax in [(3, 2), (2, 3), dimensions(alea, 9)]:
            cases = [(xmax - 1, ymax - 1), (ymax - 1, xmax - 1)]
            interroge(essai, "test_case", cases, xmax, ymax)
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "test_case", [((0, 0),), ((1, 1),), ((2, 1),), ((1, 1),)])


@exercice("tp1.is_touche")
def test_is_touche(essai):
    alea = essai.alea
    with essai.aspect("cas général", part=2):
        interroge(essai, "is_touche", [(0, 0), (1, 0), (0, 1)], 2, 2, {(0, 0): 1})
        cases = [(x, y) for x in range(4) for y in range(3)]
        touchees = dict.fromkeys(alea.sample(cases, 5), 1)
        interroge(essai, "is_touche", cases, 4, 3, touchees)
    with essai.aspect("case manquée"):
        interroge(essai, "is_touche", [(0, 0), (1, 0)], 2, 1, {(0, 0): -1, (1, 0): 1})
    with essai.aspect("hors de la grille", part=2):
        for xmax, ymax in [(1, 1), (3, 2), dimensions(alea)]:
            interroge(essai, "is_touche", dehors(xmax, ymax), xmax, ymax, {(0, 0): 1})
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "is_touche", [((0, 0),), ((1, 1),), ((2, 1),), ((0, 0),)])


@exercice("tp1.adjacent")
def test_adjacent(essai):
    alea = essai.alea

    def verifie(cases, xmax, ymax, etats=()):
        for case in cases:
            g, r = deux_grilles(essai, xmax, ymax, etats)
            dessinee = g if etats else None
            essai.egal(g.adjacent(case), r.adjacent(case), ordre=False, grille=dessinee)

    with essai.aspect("au milieu", part=2):
        verifie([(1, 1)], 3, 3)
        verifie([(2, 2), (1, 3), (3, 1)], 5, 5)
    with essai.aspect("bords", part=2):
        verifie([(0, 0), (2, 0), (0, 2), (2, 2), (1, 0), (0, 1), (2, 1), (1, 2)], 3, 3)
        verifie([(0, 0)], 1, 1)
    with essai.aspect("grille non carrée", apres=["bords"]):
        for xmax, ymax in [(3, 2), (2, 3), (4, 1), dimensions(alea)]:
            verifie([(xmax - 1, ymax - 1), (0, ymax - 1), (xmax - 1, 0)], xmax, ymax)
    with essai.aspect("cases occupées", part=2):
        verifie([(1, 1)], 3, 3, {(2, 1): -1})
        verifie([(1, 1)], 3, 3, {(1, 1): 1, (1, 0): 1, (0, 1): -1})
        verifie([(1, 1)], 3, 3, {(1, 1): -1})  # son propre état n'a pas d'importance
        for _ in range(6):
            xmax, ymax = alea.randint(3, 5), alea.randint(3, 5)
            case = (alea.randrange(1, xmax - 1), alea.randrange(1, ymax - 1))
            verifie([case], xmax, ymax, etats_au_hasard(alea, xmax, ymax))
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "adjacent", [((1, 1),), ((1, 1),)])
        g, r = deux_grilles(essai, 3, 3)
        for case in [(1, 1), (1, 1)]:
            essai.egal(g.adjacent(case), r.adjacent(case), ordre=False)


# --- La flotte -------------------------------------------------------------------------


def teste_extreme(essai, nom, attribut, extreme):
    """Les deux exercices jumeaux, get_taille_max et get_taille_min."""
    alea = essai.alea
    flottes = [[4], [2, 4, 3], [3, 5, 5, 1], [4, 4, 2], [15, 12, 18]]
    flottes += [[alea.randint(1, 9) for _ in range(alea.randint(2, 6))] for _ in range(6)]

    def avec(flotte):
        g = essai.copie.Grille(3, 2, [3, 2])
        g.taille_bateaux = list(flotte)
        return g

    with essai.aspect("cas général", part=2):
        for flotte in flottes:
            essai.egal(getattr(avec(flotte), nom)(), extreme(flotte))
    with essai.aspect("attribut mis à jour"):
        for flotte in ([1], [7, 6], [6, 5, 8, 7]):
            g = avec(flotte)
            getattr(g, nom)()
            essai.egal(getattr(g, attribut), extreme(flotte))
    with essai.aspect("plus aucun bateau", apres=["attribut mis à jour"]):
        for g in (avec([]), essai.copie.Grille(2, 2, [])):
            essai.egal(getattr(g, nom)(), 0)
            essai.egal(getattr(g, attribut), 0)
    with essai.aspect("appels répétés"):
        g = avec([4, 2, 3])
        for flotte in ([4, 2, 3], [4, 2, 3], [3, 2], [6, 5], [2, 3, 1]):
            g.taille_bateaux = list(flotte)
            essai.egal(getattr(g, nom)(), extreme(flotte))
            essai.egal(g.taille_bateaux, flotte)


@exercice("tp1.get_taille_max")
def test_get_taille_max(essai):
    teste_extreme(essai, "get_taille_max", "taille_max", max)


@exercice("tp1.get_taille_min")
def test_get_taille_min(essai):
    teste_extreme(essai, "get_taille_min", "taille_min", min)


@exercice("tp1.rem_bateau")
def test_rem_bateau(essai):
    alea = essai.alea

    def raye(flotte, tailles, extremes=False):
        g, r = deux_grilles(essai, 5, 4, flotte=flotte)
        for taille in tailles:
            essai.egal(g.rem_bateau(taille), r.rem_bateau(taille))
            essai.egal(g.taille_bateaux, r.taille_bateaux, ordre=False)
            if extremes:
                essai.egal(g.taille_max, r.taille_max)
                essai.egal(g.taille_min, r.taille_min)
        return g, r

    with essai.aspect("cas général", part=2):
        for flotte, taille in [([2], 2), ([5, 4, 2], 4), ([5, 4, 3, 1], 1), ([3, 2, 4], 2)]:
            raye(flotte, [taille])
    with essai.aspect("un seul bateau"):
        raye([3, 3, 1], [3])
        raye([2, 2, 2], [2, 2])
    with essai.aspect("taille absente"):
        raye([3, 1], [2])
        raye([4, 2], [4, 4, 1])
        raye([], [1])
    with essai.aspect("taille_max et taille_min à jour"):
        raye([4, 3, 2], [4, 2, 3], extremes=True)
        flotte = alea.sample(range(1, 7), 5)
        raye(flotte, alea.sample(flotte, 5), extremes=True)
    with essai.aspect("ne modifie rien d'autre"):
        depart = essai.objet([3, 2])
        g, autre = essai.copie.Grille(3, 2, depart), essai.copie.Grille(3, 2, depart)
        g.rem_bateau(3)
        essai.egal(depart, [3, 2])
        essai.egal(autre.taille_bateaux, [3, 2])
        essai.egal(g.somme_taille, 5)
        g.reinit()
        essai.egal(g.taille_bateaux, [3, 2])
    with essai.aspect("l'ordre des autres bateaux", apres=["taille absente"]):
        g = essai.copie.Grille(4, 4, [2, 4, 1, 3])
        for taille, restent in [(4, [2, 1, 3]), (5, [2, 1, 3]), (3, [2, 1])]:
            g.rem_bateau(taille)
            essai.egal(g.taille_bateaux, restent)


@exercice("tp1.fini")
def test_fini(essai):
    alea = essai.alea

    def verifie(xmax, ymax, flotte, etats, reste=None):
        g, r = deux_grilles(essai, xmax, ymax, etats, flotte)
        if reste is not None:
            g.taille_bateaux = list(reste)
        essai.egal(g.fini(), r.fini())

    with essai.aspect("cas général", part=2):
        verifie(2, 1, [1], {})
        verifie(2, 1, [1], {(1, 0): 1})
        verifie(3, 2, [2, 1], {(0, 0): 1, (1, 0): 1})
        verifie(3, 2, [2, 1], {(0, 0): 1, (1, 0): 1, (2, 1): 1})
        for manque in (1, 0):
            xmax, ymax = dimensions(alea, 7)
            cases = [(x, y) for x in range(xmax) for y in range(ymax)]
            touchees = alea.sample(cases, 5)
            verifie(xmax, ymax, [3, 2 + manque], dict.fromkeys(touchees, 1))
    with essai.aspect("cases manquées"):
        verifie(3, 1, [1], {(0, 0): -1})
        verifie(3, 1, [1], {(0, 0): -1, (1, 0): 1, (2, 0): -1})
        verifie(2, 2, [2], {(0, 0): -1, (1, 0): 1})
    with essai.aspect("bateaux déjà rayés"):
        verifie(3, 2, [2, 1], {(0, 0): 1, (1, 0): 1}, reste=[1])
        verifie(3, 2, [2, 1], {(0, 0): 1}, reste=[1])
        verifie(3, 2, [2, 1], {(0, 0): 1, (1, 0): 1, (2, 1): 1}, reste=[])
    with essai.aspect("flotte vide"):
        verifie(2, 1, [], {})
