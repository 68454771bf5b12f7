"""Suite cachée du TP2 : placer les bateaux.

Un bateau va vers la DROITE ou vers le BAS. Ce qui doit être au hasard est jugé à ses
fréquences ; le reste est comparé au corrigé sur des grilles où rien n'est laissé au hasard.
"""

from autograder.moteur.essai import exercice
from autograder.suites.terrain import (
    dehors,
    deux_grilles,
    dimensions,
    equitable,
    etats_au_hasard,
    grille,
    il_reste,
    inchangee,
    ne_modifie_rien,
    observe,
    toutes_sortent,
)

DROITE, BAS, GAUCHE, HAUT = (1, 0), (0, 1), (-1, 0), (0, -1)
TOUTES_DIR = (1, 1)

AIDE = """
def touchees(g):
    return tuple(sorted(case for case in g.etat if g.etat[case] == 1))

def releve(g):
    return g.etat, g.vides

def pose(Grille, xmax, ymax, flotte, interdites):
    g = Grille(xmax, ymax, flotte)
    for case in interdites:
        g.marque(case, -1)
    g.add_bateau_alea(flotte[-1])
    return touchees(g)

def flotte(Grille, xmax, ymax, tailles):
    g = Grille(xmax, ymax, tailles)
    g.init_bateaux_alea()
    return touchees(g)

def bloquee(Grille, xmax, ymax, tailles, marques, rates):
    g = Grille(xmax, ymax, tailles)
    for case, etat in marques:
        g.marque(case, etat)
    pose, appels = g.add_bateau_alea, []

    def add_bateau_alea(taille):
        appels.append(taille)
        return rates is not None and len(appels) not in rates and pose(taille)

    g.add_bateau_alea = add_bateau_alea
    g.init_bateaux_alea()
    return releve(g)

def deux_essais(Grille):
    g = Grille(5, 1, [1, 1])
    appels, releves = [], []

    def occupe(case):
        g.etat[case] = 1
        g.vides = [autre for autre in g.vides if autre != case]
        return True

    def add_bateau_alea(taille):
        appels.append(taille)
        if len(appels) == 3:
            releves.append((dict(g.etat), list(g.vides)))
        return len(appels) != 2 and occupe({1: (2, 0), 3: (0, 0)}.get(len(appels), (4, 0)))

    g.add_bateau_alea = add_bateau_alea
    g.init_bateaux_alea()
    return releves + [(dict(g.etat), list(g.vides))]

def tour_a_tour(g):
    poses = []

    def add_bateau_alea(taille):
        if taille == 1:
            case = (len(poses) % 2 * 2, 0)
            poses.append(case)
            g.etat[case] = 1
            g.vides = [autre for autre in g.vides if autre != case]
        return taille == 1

    g.add_bateau_alea = add_bateau_alea

def tirages_rates(module, xmax, ymax, tailles):
    g = module.Grille(xmax, ymax, tailles)
    appels = []
    g.essai_uniforme = lambda: appels.append(None)
    avant, module.NB_TIRAGES = vars(module).get("NB_TIRAGES"), 50
    try:
        g.init_bateaux_uniforme()
    except ValueError:
        return True, len(touchees(g)), len(appels)
    finally:
        module.NB_TIRAGES = avant
    return False, len(touchees(g)), len(appels)

def uniforme(Grille, xmax, ymax, tailles, restent):
    g = Grille(xmax, ymax, tailles)
    g.taille_bateaux = list(restent)
    g.get_possibles()
    return decrit(g.essai_uniforme())

def petit(Grille):
    g = Grille(5, 2, [1, 3])
    g.init_bateaux_uniforme()
    cases = set(touchees(g))
    for x, y in cases:
        if not cases & {(x + 1, y), (x - 1, y)}:
            return "le petit bateau au bord" if x in (0, 4) else "le petit bateau au milieu"
    return "une flotte illégale"

def decrit(flotte):
    if flotte is None:
        return None
    if type(flotte) is not list:
        return "une valeur de type " + type(flotte).__name__
    if not all(hasattr(b, "cases") for b in flotte):
        return "une liste qui ne contient pas des bateaux"
    return tuple(sorted((b.taille, b.start, b.sens) for b in flotte))
"""  # ce que la copie renvoie de ses objets : des données, jamais un verdict


def bateau_au_hasard(alea, taille_max=6):
    """(taille, start, sens) d'un bateau qui ne sort ni à gauche ni en haut."""
    start = (alea.randint(0, 9), alea.randint(0, 9))
    return alea.randint(2, taille_max), start, alea.choice((DROITE, BAS))


# --- Le bateau -------------------------------------------------------------------------


def compare_bateaux(essai, nom, bateaux):
    """Compare la fonction `nom(taille, start, sens)` à celle du corrigé."""
    for bateau in bateaux:
        essai.egal(getattr(essai.copie, nom)(*bateau), getattr(essai.corrige, nom)(*bateau))


@exercice("tp2.calcule_end")
def test_calcule_end(essai):
    au_hasard = [bateau_au_hasard(essai.alea) for _ in range(10)]
    with essai.aspect("cas général", part=2):
        bateaux = [(2, (0, 0), DROITE), (2, (0, 0), BAS), (3, (4, 1), DROITE), (4, (2, 5), BAS)]
        bateaux += [(3, (8, 12), DROITE), (3, (12, 8), BAS)]
        compare_bateaux(essai, "calcule_end", bateaux + au_hasard)
    with essai.aspect("bateau d'une case"):
        compare_bateaux(essai, "calcule_end", [(1, (0, 0), DROITE), (1, (3, 2), BAS)])


@exercice("tp2.calcule_cases")
def test_calcule_cases(essai):
    au_hasard = [bateau_au_hasard(essai.alea) for _ in range(10)]
    with essai.aspect("cas général", part=2):
        bateaux = [(2, (0, 0), DROITE), (2, (0, 0), BAS), (3, (4, 1), DROITE), (4, (2, 5), BAS)]
        compare_bateaux(essai, "calcule_cases", bateaux + au_hasard)
    with essai.aspect("bateau d'une case"):
        compare_bateaux(essai, "calcule_cases", [(1, (0, 0), DROITE), (1, (3, 2), BAS)])
    with essai.aspect("appels répétés"):
        compare_bateaux(essai, "calcule_cases", [(2, (1, 1), BAS)] * 2)


@exercice("tp2.calcule_cases_adj")
def test_calcule_cases_adj(essai):
    corrige = essai.corrige

    def verifie(taille, start, sens):
        cases = corrige.calcule_cases(taille, start, sens)
        attendu = corrige.calcule_cases_adj(cases)
        essai.egal(essai.copie.calcule_cases_adj(cases), attendu, ordre=False)

    with essai.aspect("cas général", part=2):
        verifie(2, (1, 1), BAS)
        verifie(2, (1, 1), DROITE)
        for taille, (x, y), sens in [bateau_au_hasard(essai.alea) for _ in range(6)]:
            verifie(taille, (x + 1, y + 1), sens)
    with essai.aspect("bateau d'une case"):
        verifie(1, (1, 1), DROITE)
        verifie(1, (4, 2), BAS)
    with essai.aspect("bord de la grille"):
        verifie(2, (0, 0), DROITE)
        verifie(3, (0, 2), BAS)
    with essai.aspect("ne modifie rien"):
        cases = essai.objet([(1, 1), (2, 1)], "cases")
        essai.copie.calcule_cases_adj(cases)
        essai.egal(cases, [(1, 1), (2, 1)])
        verifie(2, (1, 1), DROITE)


# --- L'espace libre --------------------------------------------------------------------


def mesure(essai, nom, appels, *args):
    """Compare `g.nom(*arguments)` à celui du corrigé, chaque fois sur une grille neuve."""
    for arguments in appels:
        g, r = deux_grilles(essai, *args)
        dessinee = g if len(args) > 2 else None
        essai.egal(getattr(g, nom)(*arguments), getattr(r, nom)(*arguments), grille=dessinee)


@exercice("tp2.compte_vides")
def test_compte_vides(essai):
    alea = essai.alea

    with essai.aspect("vers la droite et le bas", part=2):
        mesure(essai, "compte_vides", [((0, 0), DROITE), ((2, 1), DROITE), ((0, 0), BAS)], 4, 4)
        mesure(essai, "compte_vides", [((3, 3), DROITE), ((3, 3), BAS)], 4, 4)
        mesure(essai, "compte_vides", [((1, 0), DROITE)], 6, 6, {(4, 0): -1})
    with essai.aspect("vers la gauche et le haut"):
        mesure(essai, "compte_vides", [((3, 2), GAUCHE), ((2, 3), HAUT), ((0, 0), HAUT)], 4, 4)
    with essai.aspect("cases occupées", part=2):
        for etat in (1, -1):
            appels = [((2, 0), DROITE), ((0, 0), DROITE)]
            mesure(essai, "compte_vides", appels, 4, 4, {(2, 0): etat})
        mesure(
            essai, "compte_vides", [((0, 1), DROITE), ((1, 0), BAS)], 4, 4, {(3, 1): 1, (1, 3): -1}
        )
        for _ in range(8):
            case = (alea.randrange(5), alea.randrange(5))
            appel = (case, alea.choice((DROITE, BAS)))
            mesure(essai, "compte_vides", [appel], 5, 5, etats_au_hasard(alea, 5, 5, 0.2))
    with essai.aspect("grille non carrée"):
        for xmax, ymax in [(3, 2), (1, 4), dimensions(alea, 9)]:
            mesure(essai, "compte_vides", [((0, 0), DROITE), ((0, 0), BAS)], xmax, ymax)
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "compte_vides", [((0, 0), DROITE), ((0, 0), BAS)])


@exercice("tp2.get_max_space")
def test_get_max_space(essai):
    alea = essai.alea

    def espaces(appels, *args):
        mesure(essai, "get_max_space", appels, *args)

    with essai.aspect("d'un seul côté", part=2):
        espaces([((0, 0), DROITE, False), ((2, 1), DROITE, False), ((1, 3), BAS, False)], 4, 5)
        espaces([((1, 0), DROITE, False), ((3, 0), DROITE, False)], 6, 2, {(4, 0): -1})
        for _ in range(4):
            case = (alea.randrange(5), alea.randrange(4))
            espaces([(case, alea.choice((DROITE, BAS)), False)], 5, 4)
    with essai.aspect("des deux côtés", part=2):
        espaces([((0, 0), DROITE, True), ((1, 1), DROITE, True), ((1, 1), BAS, True)], 4, 5)
        espaces([((1, 0), DROITE), ((5, 0), DROITE), ((4, 1), BAS)], 6, 2, {(4, 0): -1})
        espaces([((4, 2), GAUCHE), ((4, 2), HAUT)], 6, 4)
        for _ in range(4):
            etats = etats_au_hasard(alea, 6, 4, 0.15)
            etats.pop((2, 2), None)
            espaces([((2, 2), alea.choice((DROITE, BAS)))], 6, 4, etats)
    with essai.aspect("dans toutes les directions", apres=["des deux côtés"]):
        espaces([((0, 1), TOUTES_DIR), ((2, 1), TOUTES_DIR), ((0, 0),)], 3, 2)
        espaces([((1, 1),), ((1, 1), TOUTES_DIR, True)], 2, 5)
        espaces([((1, 1), TOUTES_DIR, False), ((3, 1), TOUTES_DIR, False)], 4, 3)
    with essai.aspect("hors de la grille ou manquée"):
        espaces([(case, DROITE, False) for case in dehors(3, 2)[:5]], 3, 2)
        espaces([((1, 0), BAS), ((1, 0), DROITE, False), ((1, 0),)], 3, 2, {(1, 0): -1})
        espaces([((3, 0),), ((-1, 1),)], 3, 2)
    with essai.aspect("case touchée", apres=["des deux côtés", "dans toutes les directions"]):
        espaces([((1, 0), DROITE), ((1, 0), DROITE, False), ((1, 0),)], 4, 2, {(1, 0): 1})
        espaces([((0, 0), DROITE, False)], 4, 2, {(1, 0): 1})
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "get_max_space", [((1, 1), DROITE), ((0, 0), BAS, False)])


# --- Poser un bateau -------------------------------------------------------------------


def avec_bateau(essai, nom, bateau, *args):
    """(grilles, résultats) de `g.nom(Bateau(...))` dans la copie et le corrigé."""
    g, r = deux_grilles(essai, *args)
    obtenu = getattr(g, nom)(essai.copie.Bateau(*bateau))
    attendu = getattr(r, nom)(essai.corrige.Bateau(*bateau))
    return (g, r), (obtenu, attendu)


@exercice("tp2.test_bateau")
def test_test_bateau(essai):
    alea = essai.alea

    def verifie(bateau, *args):
        (g, _), (obtenu, attendu) = avec_bateau(essai, "test_bateau", bateau, *args)
        essai.egal(obtenu, attendu, grille=g if len(args) > 2 else None)

    with essai.aspect("cas général", part=2):
        verifie((2, (0, 0), DROITE), 3, 3)
        verifie((3, (0, 0), BAS), 3, 3)
        for etat in (1, -1):
            verifie((2, (0, 0), DROITE), 3, 3, {(0, 0): etat})
            verifie((2, (0, 0), BAS), 3, 3, {(0, 0): etat})
    with essai.aspect("une seule case gênante", part=2):
        verifie((3, (0, 0), DROITE), 3, 2, {(2, 0): -1})
        verifie((3, (0, 0), DROITE), 3, 2, {(1, 0): 1})
        verifie((3, (0, 0), DROITE), 3, 2, {(0, 0): -1})
        for _ in range(8):
            bateau = (3, (alea.randrange(3), alea.randrange(2)), alea.choice((DROITE, BAS)))
            genante = alea.choice(essai.corrige.calcule_cases(*bateau))
            verifie(bateau, 5, 4, {genante: alea.choice((1, -1))})
    with essai.aspect("hors de la grille", apres=["une seule case gênante"]):
        for start, sens in [((8, 0), DROITE), ((7, 0), DROITE), ((0, 2), BAS), ((0, 1), BAS)]:
            verifie((3, start, sens), 10, 4)
        verifie((1, (2, 0), DROITE), 2, 2)
    with essai.aspect("les voisines ne comptent pas"):
        verifie((2, (0, 0), DROITE), 3, 2, {(2, 0): 1, (0, 1): 1, (1, 1): -1})
        verifie((1, (1, 1), DROITE), 3, 3, {(1, 0): 1, (0, 1): -1})
    with essai.aspect("ne modifie rien"):
        for bateau in [(2, (0, 0), DROITE), (2, (1, 0), BAS)]:
            (g, r), _ = avec_bateau(essai, "test_bateau", bateau, 3, 2, {(1, 1): -1})
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)


@exercice("tp2.add_bateau")
def test_add_bateau(essai):
    alea = essai.alea

    def pose(bateau, *args):
        (g, r), (obtenu, attendu) = avec_bateau(essai, "add_bateau", bateau, *args)
        essai.egal(obtenu, attendu)
        essai.egal(g.etat, r.etat)
        return g, r

    with essai.aspect("cas général", part=2):
        pose((1, (1, 1), DROITE), 3, 3)
        pose((2, (1, 1), DROITE), 4, 3)
        pose((2, (1, 1), BAS), 3, 4)
        pose((3, (alea.randint(1, 3), alea.randint(1, 3)), alea.choice((DROITE, BAS))), 7, 7)
    with essai.aspect("au bord"):
        pose((1, (0, 0), DROITE), 2, 1)
        pose((1, (1, 0), DROITE), 3, 1)
        for _ in range(3):
            xmax, ymax = dimensions(alea, 5)
            sens = alea.choice((DROITE, BAS))
            pose((xmax if sens == DROITE else ymax, (0, 0), sens), xmax, ymax)
    with essai.aspect("bateau refusé", part=2):
        pose((3, (1, 0), DROITE), 3, 2)
        pose((2, (0, 0), DROITE), 3, 2, {(1, 0): -1})
        pose((2, (0, 0), BAS), 3, 2, {(0, 1): 1})
        etats = {(2, 1): 1, (1, 2): -1, (2, 3): -1, (3, 0): -1, (0, 2): 1}
        tous = [(3, (x, y), sens) for x in range(4) for y in range(4) for sens in (DROITE, BAS)]
        r, bateau = grille(essai.corrige, 4, 4, etats), essai.corrige.Bateau
        for refuse in alea.sample([b for b in tous if not r.test_bateau(bateau(*b))], 4):
            pose(refuse, 4, 4, etats)
    with essai.aspect("voisines déjà marquées", apres=["au bord"]):
        pose((1, (1, 1), DROITE), 3, 3, {(1, 0): 1, (0, 1): -1})
        pose((2, (1, 1), DROITE), 4, 3, {(1, 0): 1, (2, 0): 1})
    with essai.aspect("vides à jour", apres=["bateau refusé"]):
        for bateau, etats in [((2, (1, 1), DROITE), {}), ((2, (1, 1), BAS), {(1, 2): -1})]:
            (g, r), _ = avec_bateau(essai, "add_bateau", bateau, 4, 4, etats)
            essai.egal(g.vides, r.vides, ordre=False)


# --- Ce qui est possible ---------------------------------------------------------------


@exercice("tp2.remplit_possibles_case")
def test_remplit_possibles_case(essai):
    alea = essai.alea

    def verifie(xmax, ymax, flotte, etats=()):
        g, r = deux_grilles(essai, xmax, ymax, etats, flotte=flotte)
        attendu = r.remplit_possibles_case()
        essai.egal(g.remplit_possibles_case(), attendu, ordre=False)
        return g, r

    with essai.aspect("cas général", part=2):
        verifie(2, 2, [2])
        verifie(3, 2, [2])
        verifie(4, 3, [3, 2])
    with essai.aspect("cases occupées"):
        verifie(3, 2, [2], {(1, 0): -1})
        for _ in range(3):
            xmax, ymax = dimensions(alea, 5)
            verifie(xmax, ymax, [3, 2], etats_au_hasard(alea, xmax, ymax, 0.3))
    with essai.aspect("bateau d'une case"):
        verifie(1, 1, [1])
        verifie(2, 2, [1, 2])
    with essai.aspect("tailles en double"):
        verifie(3, 1, [2, 2])
        verifie(3, 3, [3, 2, 3, 2])
    with essai.aspect("bateaux déjà rayés"):
        for restent in ([2], []):
            g, r = deux_grilles(essai, 3, 2, flotte=[3, 2])
            il_reste(restent, g, r)
            essai.egal(g.remplit_possibles_case(), r.remplit_possibles_case(), ordre=False)
    with essai.aspect("attribut et appels répétés", apres=["cases occupées"]):
        g, r = deux_grilles(essai, 3, 2, flotte=[2])
        for case in [(0, 0), (2, 1)]:
            g.remplit_possibles_case()
            essai.egal(g.possibles_case, r.remplit_possibles_case(), ordre=False)
            g.marque(case, -1)
            r.marque(case, -1)
        g.remplit_possibles_case()
        essai.egal(g.possibles_case, r.remplit_possibles_case(), ordre=False)
        essai.egal(g.taille_bateaux, [2])


def possibles_case_au_hasard(alea, tailles):
    """Un `possibles_case` inventé, qui n'a pas besoin de venir d'une grille."""
    cases = [(x, y) for x in range(3) for y in range(2)]
    return {
        case: [(t, d) for t in tailles for d in (DROITE, BAS) if alea.random() < 0.4]
        for case in alea.sample(cases, 4)
    }


@exercice("tp2.retourne_possibles")
def test_retourne_possibles(essai):
    alea = essai.alea

    def verifie(flotte, possibles_case, restent=None):
        g, r = deux_grilles(essai, 3, 2, flotte=flotte)
        if restent is not None:
            il_reste(restent, g, r)
        g.possibles_case = r.possibles_case = possibles_case
        essai.egal(g.retourne_possibles(), r.retourne_possibles(), ordre=False)
        return g, r

    with essai.aspect("cas général", part=2):
        verifie([2], {(0, 0): [(2, DROITE)]})
        verifie([2], {(0, 0): [(2, DROITE), (2, BAS)], (0, 1): [(2, DROITE)], (1, 1): []})
        verifie([2], {(1, 0): [(2, BAS)], (0, 0): [(2, DROITE)]})
    with essai.aspect("plusieurs tailles", part=2):
        verifie([3, 2], {(0, 0): [(3, DROITE), (2, DROITE), (2, BAS)], (1, 0): [(2, DROITE)]})
        for _ in range(4):
            tailles = alea.sample([1, 2, 3, 4], 3)
            plein = {(2, 1): [(t, DROITE) for t in tailles]}
            verifie(tailles, {**possibles_case_au_hasard(alea, tailles), **plein})
    with essai.aspect("taille sans place", apres=["plusieurs tailles"]):
        verifie([2, 3], {(0, 0): [(2, DROITE)], (0, 1): []})
        verifie([4], {})
    with essai.aspect("tailles en double"):
        verifie([2, 2], {(0, 0): [(2, DROITE)], (1, 0): [(2, BAS)]})
    with essai.aspect("bateaux déjà rayés"):
        verifie([3, 2], {(0, 0): [(2, DROITE)], (0, 1): []}, restent=[2])
        verifie([3, 2], {(0, 0): [], (0, 1): []}, restent=[])
    with essai.aspect("attribut et appels répétés"):
        possibles_case = {(0, 0): [(2, DROITE)], (1, 0): [(2, BAS)]}
        g, r = verifie([2], possibles_case)
        g.retourne_possibles()
        essai.egal(g.possibles, r.possibles, ordre=False)
        essai.egal(g.possibles_case, possibles_case, ordre=False)
    with essai.aspect(
        "bateau rayé entre deux appels",
        apres=["taille sans place", "bateaux déjà rayés", "attribut et appels répétés"],
    ):
        g, r = verifie([3, 2], {(0, 0): [(2, DROITE)]})
        il_reste([2], g, r)
        essai.egal(g.retourne_possibles(), r.retourne_possibles(), ordre=False)


@exercice("tp2.get_possibles")
def test_get_possibles(essai):
    alea = essai.alea

    def compare(g, r):
        couple, attendu = g.get_possibles(), r.get_possibles()
        essai.verifie(
            couple,
            lambda v: type(v) is tuple and len(v) == 2,
            "il faut le couple (possibles_case, possibles).",
        )
        essai.egal(couple[0], attendu[0], ordre=False)
        essai.egal(couple[1], attendu[1], ordre=False)

    def verifie(*args, **options):
        compare(*deux_grilles(essai, *args, **options))

    with essai.aspect("cas général", part=2):
        verifie(2, 1)
        verifie(3, 2, flotte=[2, 3])
        xmax, ymax = dimensions(alea, 5)
        verifie(xmax, ymax, etats_au_hasard(alea, xmax, ymax, 0.3), flotte=[3, 2, 1, 2])
    with essai.aspect("toujours à jour"):
        g, r = deux_grilles(essai, 3, 2, flotte=[3, 2])
        compare(g, r)
        for h in (g, r):
            h.marque((1, 0), -1)
        compare(g, r)
        il_reste([2], g, r)
        compare(g, r)
    with essai.aspect("attributs"):
        g, r = deux_grilles(essai, 2, 2, flotte=[2, 1])
        g.get_possibles()
        r.get_possibles()
        essai.egal(g.possibles_case, r.possibles_case, ordre=False)
        essai.egal(g.possibles, r.possibles, ordre=False)


# --- Au hasard -------------------------------------------------------------------------


@exercice("tp2.add_bateau_alea")
def test_add_bateau_alea(essai):
    with essai.aspect("un seul placement", part=2):
        for xmax, ymax, taille in [
            (1, 1, 1),
            (2, 1, 2),
            (1, 3, 3),
            (9, 1, 9),
            (1, 8, 8),
            (7, 1, 7),
        ]:
            g, r = deux_grilles(essai, xmax, ymax, flotte=[taille])
            essai.egal(g.add_bateau_alea(taille), r.add_bateau_alea(taille))
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)
        g, r = deux_grilles(essai, 3, 2, {(0, 0): -1, (1, 1): -1, (2, 1): 1}, flotte=[3, 2])
        essai.egal(g.add_bateau_alea(2), r.add_bateau_alea(2))
        essai.egal(g.etat, r.etat)
    with essai.aspect("aucun placement"):
        for cote, etats in [(1, {}), (2, {(0, 0): 1, (1, 1): -1})]:
            g, r = deux_grilles(essai, cote, cote, etats, flotte=[2])
            essai.egal(g.add_bateau_alea(2), False)
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)

    def au_hasard(fois, xmax, ymax, flotte, interdites=()):
        taille = flotte[-1]
        r = grille(essai.corrige, xmax, ymax, [(case, -1) for case in interdites], flotte=flotte)
        places = r.get_possibles()[1][taille]
        parts = {tuple(essai.corrige.calcule_cases(taille, *p)): 1 / len(places) for p in places}
        quoi = f"add_bateau_alea({taille}), avec Grille({xmax}, {ymax}, {flotte})"
        if interdites:
            quoi += " où " + ", ".join(map(str, interdites)) + " sont manquées"
        quoi += ","

        def scenario(m, aide):
            return aide.pose(m.Grille, xmax, ymax, flotte, list(interdites))

        equitable(essai, quoi, parts, fois, scenario, essai.aide(AIDE))

    with essai.aspect("tous les placements ont la même chance", part=2):
        au_hasard(50, 3, 1, [1])
        au_hasard(50, 3, 2, [2, 3])
        au_hasard(450, 3, 2, [2], [(1, 1), (2, 1)])


@exercice("tp2.essai_flotte")
def test_essai_flotte(essai):
    def verifie(xmax, ymax, flotte, etats=()):
        g, r = deux_grilles(essai, xmax, ymax, etats, flotte=flotte)
        essai.egal(g.essai_flotte(), r.essai_flotte())
        return g, r

    def touchees(g):
        return essai.aide(AIDE).touchees(g)

    with essai.aspect("flotte posée", part=2):
        for xmax, ymax, flotte in [(1, 1, [1]), (2, 1, [2]), (3, 3, [])]:
            g, r = verifie(xmax, ymax, flotte)
            essai.egal(g.etat, r.etat)
        g, _ = verifie(9, 9, [3, 2, 1])
        trouvees = essai.valeur(touchees(g))
        essai.exige(
            len(trouvees) == 6,
            f"Après Grille(9, 9, [3, 2, 1]).essai_flotte(), {len(trouvees)} cases sont touchées"
            " ; il en faut 6.",
        )
    with essai.aspect("flotte bloquée", part=2):
        g, r = verifie(1, 1, [2])
        essai.egal(g.etat, r.etat)
        g, r = verifie(2, 1, [2, 2])
        essai.egal(g.etat, r.etat, piste="Les bateaux déjà posés restent.")
        g, r = verifie(3, 2, [3, 2], {(0, 0): -1, (1, 0): -1, (2, 0): 1})
        essai.egal(g.etat, r.etat, piste="Les bateaux déjà posés restent.")
    with essai.aspect("s'arrête au premier échec", apres=["flotte bloquée"]):
        g, r = verifie(1, 1, [2, 1])
        essai.egal(g.etat, r.etat)
    with essai.aspect("dans l'ordre de taille_bateaux", apres=["flotte bloquée"]):
        g, r = verifie(1, 3, [1, 3], {(0, 1): -1})
        nombre = len(essai.valeur(touchees(g)))
        essai.exige(
            nombre == 1,
            "Avec la flotte [1, 3] sur une grille de 1 × 3 dont la case du milieu est manquée, "
            f"il faut poser le bateau de taille 1, puis s'arrêter : {nombre} cases sont touchées.",
        )
        for _ in range(6):
            g, _ = verifie(3, 1, [1, 3])
            nombre = len(essai.valeur(touchees(g)))
            essai.exige(
                nombre == 1,
                "Avec la flotte [1, 3] sur une grille de 3 × 1, le bateau de taille 1 vient en "
                f"premier et bloque l'autre : {nombre} cases touchées au lieu d'une.",
            )
    with essai.aspect("bateaux déjà rayés"):
        for xmax, flotte, restent in [(2, [2, 1], [2]), (1, [2, 1], [1]), (1, [1], [])]:
            g, r = deux_grilles(essai, xmax, 1, flotte=flotte)
            il_reste(restent, g, r)
            essai.egal(g.essai_flotte(), r.essai_flotte())
            essai.egal(g.etat, r.etat)
    with essai.aspect(
        "taille_bateaux ne change pas", apres=["flotte bloquée", "s'arrête au premier échec"]
    ):
        for xmax, flotte in [(2, [2]), (2, [2, 2]), (1, [1, 2]), (1, [2, 1])]:
            g, _ = verifie(xmax, 1, flotte)
            essai.egal(g.taille_bateaux, flotte)


@exercice("tp2.init_bateaux_alea")
def test_init_bateaux_alea(essai):
    def bloquee(xmax, ymax, flotte, marques=(), rates=None):
        """(etat, vides) après l'appel, quand add_bateau_alea échoue ces fois-là (None : toutes)."""
        args = (essai.copie.Grille, xmax, ymax, flotte, list(marques), rates)
        return essai.valeur(essai.aide(AIDE).bloquee(*args))

    def lance(xmax, ymax, flotte, etats=()):
        g, r = deux_grilles(essai, xmax, ymax, etats, flotte=flotte)
        g.init_bateaux_alea()
        return g, r

    with essai.aspect("toute la flotte", part=2):
        for xmax, ymax, flotte in [(1, 1, [1]), (1, 3, [3]), (2, 2, [])]:
            g, r = lance(xmax, ymax, flotte)
            r.init_bateaux_alea()
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)
        for xmax, ymax, flotte in [(7, 6, [3, 2, 1]), (8, 5, [2, 2, 3])]:
            g, _ = lance(xmax, ymax, flotte)
            etat = essai.valeur(g.etat)
            essai.exige(
                legale(etat, flotte),
                f"Après g = Grille({xmax}, {ymax}, {flotte}) ; g.init_bateaux_alea() : "
                "les cases touchées ne sont pas celles d'une flotte légale.",
            )
    with essai.aspect("une flotte au hasard"):
        separees = [((a, 0), (b, 0)) for a in range(5) for b in range(a + 2, 5)]
        toutes_sortent(
            essai,
            "Grille(5, 1, [1, 1]).init_bateaux_alea()",
            separees,
            30,
            lambda m, aide: aide.flotte(m.Grille, 5, 1, [1, 1]),
            essai.aide(AIDE),
        )
    with essai.aspect("recommence quand elle est bloquée"):
        nombres = essai.repete(
            20,
            lambda m, aide: aide.flotte(m.Grille, 3, 3, [3, 3]),
            essai.aide(AIDE),
            nom="Grille(3, 3, [3, 3]).init_bateaux_alea()",
        )
        for cases in nombres:
            essai.exige(
                len(cases) == 6,
                "Grille(3, 3, [3, 3]).init_bateaux_alea() laisse parfois "
                f"{len(cases)} cases touchées au lieu de 6.",
            )
        releves = essai.valeur(essai.aide(AIDE).deux_essais(essai.copie.Grille))
        accords = [sorted(vides) == sorted(c for c in e if e[c] == 0) for e, vides in releves]
        essai.trace.append(f"au second essai, puis à la fin, vides d'accord : {accords}")
        essai.exige(
            all(accords),
            "Grille(5, 1, [1, 1]).init_bateaux_alea(), quand le premier essai se bloque au second "
            "bateau : vides n'est pas d'accord avec etat quand le second essai commence.",
        )
        etat, vides = bloquee(5, 1, [1, 1], rates=[2, 4])
        d_accord = sorted(vides) == sorted(c for c in etat if etat[c] == 0)
        essai.trace.append(f"légale : {legale(etat, [1, 1])}, vides d'accord : {d_accord}")
        essai.exige(
            legale(etat, [1, 1]) and d_accord,
            "Grille(5, 1, [1, 1]).init_bateaux_alea(), quand les deux premiers essais se bloquent "
            "au second bateau, laisse une grille fausse : avant un nouvel essai, il faut remettre "
            "etat et vides comme au début.",
        )
    with essai.aspect("à partir de l'état actuel", apres=["recommence quand elle est bloquée"]):
        for rates in ([], [1]):
            etat, _ = bloquee(5, 1, [1], [((4, 0), 1), ((3, 0), -1)], rates)
            reste = (etat[(4, 0)], etat[(3, 0)], list(etat.values()).count(1)) == (1, -1, 2)
            essai.trace.append(f"l'état reste : {reste}")
            essai.exige(reste, f"{GARDE} : ce qui était déjà marqué sur la grille doit rester.")
        g, r = deux_grilles(essai, 2, 1, flotte=[2, 1])
        il_reste([2], g, r)
        g.init_bateaux_alea()
        r.init_bateaux_alea()
        essai.egal(g.etat, r.etat, piste="Seuls les bateaux de taille_bateaux sont à poser.")
    with essai.aspect(
        "quand tous les essais ratent", part=2, apres=["recommence quand elle est bloquée"]
    ):
        g, r = deux_grilles(essai, 1, 1, flotte=[2])
        essai.leve(g.init_bateaux_alea(), ValueError, message=True)
        essai.egal(g.etat, r.etat)
        g, r = deux_grilles(essai, 4, 1, flotte=[1, 4])
        essai.aide(AIDE).tour_a_tour(g)  # le petit bateau en A0, puis en C0, puis en A0…
        essai.leve(g.init_bateaux_alea(), ValueError, message=True)
        etat, vides = essai.valeur(essai.aide(AIDE).releve(g))
        restees = list(etat.values()).count(1)
        d_accord = sorted(vides) == sorted(c for c in etat if etat[c] == 0)
        essai.trace.append(f"touchées : {min(restees, 2)}, vides d'accord : {d_accord}")
        essai.exige(
            restees == 0,
            "Grille(4, 1, [1, 4]).init_bateaux_alea() lève bien ValueError, mais laisse "
            f"{restees} case(s) touchée(s) : la grille doit être comme avant l'appel.",
        )
        inchangee(essai, g, r, [1, 4])
        etat, _ = bloquee(5, 3, [2, 3, 1])
        posees = list(etat.values()).count(1)
        essai.trace.append(f"posées après les essais : {posees}")
        essai.exige(
            legale(etat, [2, 3, 1]),
            "Grille(5, 3, [2, 3, 1]).init_bateaux_alea(), quand chaque essai rate, "
            "doit poser tous les bateaux que trouve cherche_flotte : 6 cases touchées, au lieu "
            f"de {posees}.",
        )


GARDE = "g = Grille(5, 1, [1]) ; g.marque((4, 0), 1) ; g.marque((3, 0), -1) ; g.init_bateaux_alea()"


def legale(etat, flotte):
    """True si les cases à 1 sont des bateaux droits de ces tailles, qui ne se touchent pas."""
    restantes, tailles = {c for c, v in etat.items() if v == 1}, []
    while restantes:
        bateau, a_voir = set(), [min(restantes)]
        while a_voir:
            x, y = case = a_voir.pop()
            if case in restantes:
                restantes.discard(case)
                bateau.add(case)
                a_voir += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        if min(len({x for x, _ in bateau}), len({y for _, y in bateau})) > 1:
            return False
        tailles.append(len(bateau))
    return sorted(tailles) == sorted(flotte)


# --- ★ Les flottes uniformes -----------------------------------------------------------


@exercice("tp2.essai_uniforme")
def test_essai_uniforme(essai):
    def tirages(fois, parts, xmax, ymax, flotte, restent=None):
        quoi = f"Grille({xmax}, {ymax}, {flotte}).essai_uniforme()"
        if restent is not None:
            quoi += f", quand il reste {restent},"
        args = (xmax, ymax, flotte, flotte if restent is None else restent)

        def scenario(m, aide):
            return aide.uniforme(m.Grille, *args)

        equitable(essai, quoi, parts, fois, scenario, essai.aide(AIDE))

    with essai.aspect("flotte sans choix", part=2):
        tirages(3, {((1, (0, 0), DROITE),): 1}, 1, 1, [1])
        tirages(3, {((3, (0, 0), BAS),): 1}, 1, 3, [3])
        tirages(3, {(): 1}, 2, 1, [])
    with essai.aspect("bateaux qui se gênent", part=2):
        tirages(3, {None: 1}, 2, 1, [2, 2])
        tirages(20, {None: 1}, 2, 1, [1, 1])
        tirages(20, {None: 1}, 2, 2, [2, 2])
        tirages(60, {None: 1}, 3, 1, [1, 1, 1])
    with essai.aspect(
        "chaque bateau tiré sans regarder les autres", part=2, apres=["bateaux qui se gênent"]
    ):
        places = [((0, 0), DROITE), ((0, 0), BAS), ((0, 1), DROITE), ((1, 0), BAS)]
        tirages(160, {((2, *place),): 1 / 4 for place in places}, 2, 2, [2])
        separes = ((1, (0, 0), DROITE), (1, (2, 0), DROITE))
        tirages(80, {separes: 2 / 9, None: 7 / 9}, 3, 1, [1, 1])
    with essai.aspect("bateaux déjà rayés"):
        tirages(2, {((2, (0, 0), DROITE),): 1}, 2, 1, [2, 1], [2])
        tirages(2, {(): 1}, 2, 1, [2, 1], [])
    with essai.aspect("la grille ne change pas"):
        g, r = deux_grilles(essai, 4, 1, {(3, 0): -1}, flotte=[1, 1])
        g.get_possibles()
        for _ in range(4):
            g.essai_uniforme()
        inchangee(essai, g, r, [1, 1])


@exercice("tp2.init_bateaux_uniforme")
def test_init_bateaux_uniforme(essai):
    with essai.aspect("toute la flotte", part=2):
        for xmax, ymax, flotte in [(1, 1, [1]), (1, 3, [3]), (2, 2, [])]:
            g, r = deux_grilles(essai, xmax, ymax, flotte=flotte)
            g.init_bateaux_uniforme()
            r.init_bateaux_uniforme()
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)
        g = essai.copie.Grille(5, 4, [3])
        g.init_bateaux_uniforme()
        essai.exige(
            legale(essai.valeur(g.etat), [3]),
            "Après g = Grille(5, 4, [3]) ; g.init_bateaux_uniforme() : "
            "les cases touchées ne sont pas celles d'une flotte légale.",
        )

    with essai.aspect("toutes les flottes ont la même chance", part=2):
        # Des 16 flottes, 12 ont leur petit bateau dans la première ou la dernière colonne ;
        # elles ne sortent qu'une fois sur deux quand on pose les bateaux l'un après l'autre.
        parts = {"le petit bateau au bord": 12 / 16, "le petit bateau au milieu": 4 / 16}
        quoi = "Grille(5, 2, [1, 3]).init_bateaux_uniforme()"
        equitable(essai, quoi, parts, 160, lambda m, aide: aide.petit(m.Grille), essai.aide(AIDE))
    with essai.aspect("flotte impossible ou non trouvée"):
        for xmax, ymax, flotte in [(1, 1, [2]), (2, 1, [1, 1])]:
            g, r = deux_grilles(essai, xmax, ymax, flotte=flotte)
            essai.leve(g.init_bateaux_uniforme(), ValueError, message=True)
            inchangee(essai, g, r, flotte)
        rate = essai.aide(AIDE).tirages_rates(essai.copie, 3, 1, [1])
        leve, posees, appels = observe(essai, rate)
        essai.exige(
            posees == 0 if leve else posees == 1 and appels == 0,
            "Grille(3, 1, [1]).init_bateaux_uniforme(), quand essai_uniforme rate chaque fois, "
            "doit lever ValueError et laisser la grille comme avant l'appel.",
        )
