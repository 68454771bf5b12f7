"""Suites cachées du TP6 : compter les placements, tenir la file, jouer aux niveaux 1 à 6."""

from autograder.moteur.essai import affiche, exercice
from autograder.suites.terrain import (
    au_hasard,
    flotte,
    inchangee,
    marque,
    nomme,
    observe,
    prudence,
    tirs,
)

TOUCHE, MANQUE = "touché", "manqué"

AIDE = '''
min, max = min, max
recues = []

def temoin(cases):
    """Une fonction `choisit` qui note, dans `recues`, la liste qu'elle reçoit."""
    recues.append(sorted(cases))
    return max(cases)

def partie(ordi, nombre):
    """Ce que l'on voit après chaque coup, jusqu'à None ou `nombre` coups."""
    journal = []
    while len(journal) < nombre and (not journal or journal[-1][0] is not None):
        resultat, grille = ordi.coup_suivant(), ordi.grille_suivi
        journal.append([
            resultat, ordi.case_courante, list(ordi.queue), list(ordi.liste_touches),
            sorted(grille.taille_bateaux), sorted(c for c, e in grille.etat.items() if e == 1),
            sorted(c for c, e in grille.etat.items() if e == -1), ordi.essais,
        ])
    return journal

def capricieuse(grille):
    """Une grille neuve comme celle-ci, où un tirage de flotte sur deux échoue."""

    class Capricieuse(type(grille)):
        tirages = 0

        def init_bateaux_alea(self):
            Capricieuse.tirages += 1
            if Capricieuse.tirages % 2:
                raise ValueError("tirage impossible")
            super().init_bateaux_alea()

    return Capricieuse(grille.xmax, grille.ymax, grille.taille_bateaux)
'''


def _cases(xmax, ymax):
    return [(x, y) for x in range(xmax) for y in range(ymax)]


def _grilles(essai, xmax, ymax, tailles, etats, reste=None):
    """La même grille dans la copie et dans le corrigé, où il reste à trouver `reste`."""
    paire = [m.Grille(xmax, ymax, tailles) for m in (essai.copie, essai.corrige)]
    for grille in paire:
        marque(grille, etats)
        if reste is not None:
            _laisse(grille, reste)
    return paire


def _laisse(grille, reste):
    """Ne laisse à trouver que ces bateaux, comme après quelques `rem_bateau`."""
    grille.taille_bateaux = list(reste)
    grille.taille_max, grille.taille_min = max(reste, default=0), min(reste, default=0)


def _dessin(grille, etats):
    """La grille à dessiner si la comparaison échoue : inutile quand elle est vide."""
    return grille if etats else None


def _ordis(essai, xmax, ymax, tailles, etats, reste=None, bateaux=(), **attributs):
    """Le même Ordi dans la copie et dans le corrigé, `etats` étant marqués sur grille_suivi.

    Il lui reste à trouver `reste` ; l'adversaire a ses bateaux sur les cases `bateaux`.
    """
    options = {"xmax": xmax, "ymax": ymax, "taille_bateaux": tailles}
    if "graine" in attributs:
        options["graine"] = attributs.pop("graine")
    paire = [m.Ordi(**options) for m in (essai.copie, essai.corrige)]
    for ordi in paire:
        marque(ordi.grille_suivi, etats)
        marque(ordi.grille_adverse, dict.fromkeys(bateaux, 1))
        if reste is not None:
            _laisse(ordi.grille_suivi, reste)
        for nom, valeur in attributs.items():
            setattr(ordi, nom, list(valeur) if type(valeur) is list else valeur)
    return paire


def _positions(essai, fois=6):
    """Des (xmax, ymax, tailles, états) de fin de partie, au hasard."""
    for rang in range(fois):
        xmax, ymax, tailles = [(4, 3, [2, 1]), (3, 5, [3, 2]), (5, 4, [3, 3, 2])][rang % 3]
        bateaux = flotte(essai, xmax, ymax, tailles)
        etats = tirs(essai, xmax, ymax, bateaux, essai.alea.randint(1, xmax * ymax // 2))
        yield xmax, ymax, tailles, etats


# --- Partie A ----------------------------------------------------------------------------


@exercice("tp6.elimine_petites")
def test_elimine_petites(essai):
    petites = [
        (5, 1, [3], {(1, 0): -1}),
        (1, 5, [3], {(0, 3): -1}),
        (3, 1, [3], {}),
        (2, 2, [3], {}),
        (4, 3, [3, 2], {(1, 0): -1, (0, 1): -1, (3, 1): 1, (2, 2): -1}),
        (3, 3, [2, 1], {(1, 0): -1, (0, 1): -1}),
        # Une colonne seule, une ligne seule, puis un peu de tout.
        (3, 4, [3], {c: -1 for c in _cases(3, 4) if c[0] != 1}),
        (4, 3, [3], {c: -1 for c in _cases(4, 3) if c[1] != 1}),
        (4, 5, [3, 4], {(1, 0): -1, (1, 2): -1, (1, 3): -1, (1, 4): -1, (2, 3): 1, (3, 2): -1}),
        (5, 4, [3, 4], {(0, 1): -1, (2, 1): -1, (3, 1): -1, (4, 1): -1, (3, 2): 1, (2, 3): -1}),
    ]
    positions = petites + list(_positions(essai))

    with essai.aspect("renvoie les cases trop étroites", part=2):
        for position in positions:
            g, r = _grilles(essai, *position)
            essai.egal(g.elimine_petites(), r.elimine_petites(), ordre=False)
    with essai.aspect("les marque"):
        for position in positions:
            g, r = _grilles(essai, *position)
            g.elimine_petites()
            r.elimine_petites()
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)
    with essai.aspect("le plus petit de ceux qui restent"):
        for reste in ([4, 3], [4], [2]):
            g, r = _grilles(essai, 6, 1, [4, 3, 2], {(2, 0): -1}, reste)
            essai.egal(g.elimine_petites(), r.elimine_petites(), ordre=False, grille=g)
            essai.egal(g.taille_bateaux, reste)
    with essai.aspect("plus aucun bateau", apres=["le plus petit de ceux qui restent"]):
        for tailles in ([], [2]):
            g, r = _grilles(essai, 2, 1, tailles, {(0, 0): -1}, [])
            essai.egal(g.elimine_petites(), [])
            essai.egal(g.etat, r.etat)


def _flottes_diverses(essai, hasard=6):
    """Petites situations d'abord, puis des positions au hasard."""
    yield 5, 1, [3], {}
    yield 4, 1, [2], {(2, 0): -1}
    yield 2, 3, [2], {(0, 1): 1}
    yield 3, 2, [1], {}
    yield 2, 2, [3], {}
    yield from _positions(essai, hasard)


@exercice("tp6.compte_placements")
def test_compte_placements(essai):
    with essai.aspect("un seul bateau", part=2):
        for xmax, ymax, tailles, etats in [
            (5, 1, [3], {}),
            (1, 4, [2], {}),
            (5, 1, [2], {(2, 0): -1}),
            (3, 2, [2], {}),
            (2, 3, [2], {(0, 1): 1}),
            (4, 3, [3], {(1, 1): -1}),
        ]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats)
            essai.egal(g.compte_placements(), r.compte_placements(), grille=g)
    with essai.aspect("chaque bateau compte"):
        for tailles in ([2, 2], [3, 2], [3, 3, 2], [2, 1, 1]):
            g, r = _grilles(essai, 4, 2, tailles, {(3, 1): -1})
            essai.egal(g.compte_placements(), r.compte_placements(), grille=g)
    with essai.aspect("taille 1, trop grand, rien à placer", apres=["chaque bateau compte"]):
        for xmax, ymax, tailles in [(2, 1, [1]), (2, 1, [3]), (2, 1, []), (3, 2, [4, 1])]:
            g, r = _grilles(essai, xmax, ymax, tailles, {(0, 0): -1})
            essai.egal(g.compte_placements(), r.compte_placements(), grille=g)
    with essai.aspect(
        "seuls les bateaux qui restent",
        apres=["chaque bateau compte", "taille 1, trop grand, rien à placer"],
    ):
        for reste in ([3], [2, 2], [3, 2]):
            g, r = _grilles(essai, 4, 3, [3, 2, 2], {(1, 1): 1, (3, 0): -1}, reste)
            essai.egal(
                g.compte_placements(), r.compte_placements(), grille=g,
                piste="Seuls les bateaux de taille_bateaux comptent.",
            )  # fmt: skip
    with essai.aspect(
        "positions au hasard",
        apres=[
            "chaque bateau compte",
            "taille 1, trop grand, rien à placer",
            "seuls les bateaux qui restent",
        ],
    ):
        for position in _positions(essai):
            g, r = _grilles(essai, *position)
            essai.egal(g.compte_placements(), r.compte_placements(), grille=g)
    with essai.aspect("ne modifie rien"):
        for xmax, ymax, tailles, etats in [
            (3, 2, [2], {(0, 0): 1}),
            (4, 1, [3, 3], {}),
            (4, 2, [3, 2, 2], {}),
        ]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats)
            g.compte_placements()
            essai.egal(g.etat, r.etat)
            essai.egal(g.vides, r.vides, ordre=False)
            essai.egal(g.taille_bateaux, tailles)


def _choix(essai, nom):
    """Une fonction `choisit` pour la copie : min ou max."""
    return nomme(essai, getattr(essai.aide(AIDE), nom), nom)


@exercice("tp6.meilleure")
def test_meilleure(essai):
    def compare(valeurs, choisit, ce_qui_compte="meilleure"):
        for probas in valeurs:
            g, r = (m.Grille(4, 3, [2]) for m in (essai.copie, essai.corrige))
            g.probas, r.probas = dict(probas), dict(probas)
            reponse, attendu = g.meilleure(_choix(essai, choisit.__name__)), r.meilleure(choisit)
            if ce_qui_compte == "meilleure":
                essai.egal(reponse, attendu)
            else:
                essai.egal(g.probas, probas)

    def au_hasard(nombre, valeurs):
        for _ in range(nombre):
            cases = essai.alea.sample(_cases(4, 3), essai.alea.randint(3, 9))
            yield {case: essai.alea.choice(valeurs) for case in cases}

    seules = [
        {(0, 0): 1, (1, 0): 4},
        {(2, 1): 7, (0, 1): 3, (1, 2): 5},
        {(3, 0): 2, (0, 2): 6, (1, 1): 0, (2, 0): 5},
        {(1, 2): 1},
    ]
    egales = [
        {(0, 0): 4, (1, 0): 1, (2, 0): 4},
        {(2, 1): 3, (0, 1): 3, (1, 2): 2, (3, 2): 3},
        {(0, 0): 1, (1, 0): 1, (0, 1): 5, (2, 2): 0, (1, 1): 5},
        *au_hasard(6, [0, 1, 2, 3]),
    ]
    with essai.aspect("une seule meilleure", part=2):
        compare(seules, min)
    with essai.aspect("choisit règle les égalités", part=2):
        for choisit in (min, max):
            compare(egales, choisit)
    with essai.aspect("toutes les ex æquo sont proposées", apres=["choisit règle les égalités"]):
        for probas in egales[:3]:
            aide, g = essai.aide(AIDE), essai.copie.Grille(4, 3, [2])
            g.probas = dict(probas)
            g.meilleure(nomme(essai, aide.temoin, "choisit"))
            ex_aequo = sorted(case for case in probas if probas[case] == max(probas.values()))
            essai.egal(nomme(essai, aide.recues, "les listes que reçoit choisit"), [ex_aequo])
    with essai.aspect("des nombres à virgule"):
        compare([{(0, 0): 0.25, (1, 0): 0.5}, {(2, 0): 0.75, (1, 1): 0.5, (0, 2): 0.125}], max)
    with essai.aspect("rien à choisir"):
        compare([{(0, 0): 0, (1, 0): 0}, {(3, 2): 0}, {}], min)
    with essai.aspect("ne modifie pas probas"):
        compare([*seules, *egales], min, "probas")


def _egalites(essai, methode, situations):
    """Ex æquo de case_max ou case_max_all : la fonction `choisit` décide."""
    for position in situations:
        for nom, fonction in [("min", min), ("max", max)]:
            g, r = _grilles(essai, *position)
            attendu = getattr(r, methode)(fonction)
            if attendu[1]:
                choisit = _choix(essai, nom)
                dessin = _dessin(g, position[3])
                essai.egal(getattr(g, methode)(choisit=choisit), attendu, grille=dessin)


def _rien(essai, methode, situations):
    """(None, 0) quand aucun bateau, ou aucune flotte, ne tient."""
    for xmax, ymax, tailles in situations:
        g = essai.copie.Grille(xmax, ymax, tailles)
        essai.egal(getattr(g, methode)(choisit=_choix(essai, "min")), (None, 0))


def _probas(essai, methode, situations):
    """`probas` est rangé à chaque appel, y compris le deuxième sur la même grille."""
    for position in situations:
        g, r = _grilles(essai, *position)
        for _ in range(2):
            getattr(g, methode)()
            getattr(r, methode)()
            essai.egal(g.probas, r.probas, grille=g)
            if r.vides:
                case = r.vides[0]
                g.marque(case, -1)
                r.marque(case, -1)


@exercice("tp6.case_max")
def test_case_max(essai):
    with essai.aspect("la case et son compte", part=2):
        for xmax, ymax, tailles, etats in [(5, 1, [3], {}), (1, 3, [2], {}), (3, 3, [3, 2], {})]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats)
            essai.egal(g.case_max(), r.case_max())
    with essai.aspect("range les comptes dans probas"):
        _probas(essai, "case_max", _flottes_diverses(essai))
    with essai.aspect("choisit règle les égalités"):
        _egalites(essai, "case_max", _flottes_diverses(essai, 3))
    with essai.aspect("rien ne tient"):
        _rien(essai, "case_max", [(2, 1, [3]), (2, 2, [])])
    with essai.aspect("au hasard entre ex æquo", apres=["choisit règle les égalités"]), prudence():
        g = essai.copie.Grille(4, 1, [2])
        au_hasard(
            essai, 60, lambda m: g.case_max()[0], {(1, 0), (2, 0)}, "g.case_max()[0], en 4×1,"
        )


@exercice("tp6.case_max_touchee")
def test_case_max_touchee(essai):
    def situations():
        yield 5, 1, [3], {}, (2, 0)
        yield 5, 1, [3], {}, (1, 0)
        yield 5, 1, [3], {}, (3, 0)
        yield 4, 1, [2], {}, (0, 0)
        yield 1, 4, [3, 2], {}, (0, 1)
        yield 3, 3, [2], {}, (1, 1)
        yield 3, 2, [1], {}, (1, 0)
        yield 5, 1, [3, 3], {(3, 0): -1}, (1, 0)
        yield 4, 3, [3], {(2, 1): -1, (0, 0): 1}, (1, 1)
        yield 5, 1, [3], {(3, 0): 1}, (1, 0)
        yield 1, 6, [3, 2], {(0, 1): 1}, (0, 3)
        for xmax, ymax, tailles, etats in _positions(essai, 9):
            touchees = [case for case, etat in etats.items() if etat == 1]
            if touchees:
                yield xmax, ymax, tailles, etats, essai.alea.choice(touchees)

    def grilles(xmax, ymax, tailles, etats, case, reste=None):
        return _grilles(essai, xmax, ymax, tailles, {**etats, case: 1}, reste)

    with essai.aspect("les voisines et leurs nombres", part=2):
        for situation in situations():
            g, r = grilles(*situation)
            case = situation[-1]
            essai.egal(g.case_max_touchee(case), r.case_max_touchee(case), ordre=False, grille=g)
    with essai.aspect("seuls les bateaux qui restent"):
        for reste in ([3], [2], [3, 2], []):
            g, r = grilles(5, 4, [3, 2, 2], {(3, 1): -1, (0, 0): 1}, (1, 1), reste)
            voisines = r.case_max_touchee((1, 1))
            essai.egal(g.case_max_touchee((1, 1)), voisines, ordre=False, grille=g)
    with essai.aspect("de la plus à la moins probable"):
        for situation in situations():
            g, r = grilles(*situation)
            nombres = [nombre for _, nombre in r.case_max_touchee(situation[-1])]
            essai.verifie(
                g.case_max_touchee(situation[-1]),
                lambda couples, nombres=nombres: [n for _, n in couples] == nombres,
                f"les nombres doivent aller en décroissant : {nombres}.",
            )
    with essai.aspect("rend la grille comme avant"):
        for situation in situations():
            g, r = grilles(*situation)
            case = situation[-1]
            g.case_max_touchee(case)
            essai.egal(g.etat, r.etat, piste=f"{case!r} doit retrouver son état.")
            essai.egal(g.vides, r.vides, ordre=False)
            essai.egal(g.taille_bateaux, situation[2])


# --- Partie B : la file ------------------------------------------------------------------


def _file(essai, longueur):
    return essai.alea.sample(_cases(10, 10), longueur)


@exercice("tp6.add_queue")
def test_add_queue(essai):
    with essai.aspect("au bout de la file", part=2):
        ordi = essai.copie.Ordi()
        attendu = []
        for case in [(1, 0), (2, 1), (0, 3), *_file(essai, 4)]:
            ordi.add_queue(case)
            attendu += [case] if case not in attendu else []
            essai.egal(ordi.queue, attendu)
    with essai.aspect("jamais deux fois la même"):
        cases = _file(essai, 4)
        for double in cases:
            ordi = essai.copie.Ordi()
            ordi.queue = list(cases)
            ordi.add_queue(double)
            essai.egal(ordi.queue, cases)
        ordi.add_queue((cases[0][0], cases[0][1]))
        essai.egal(ordi.queue, cases)
    with essai.aspect("jouée ou non, elle entre"):
        ordi = essai.copie.Ordi(xmax=3, ymax=1, taille_bateaux=[2])
        ordi.grille_suivi.etat[(1, 0)] = -1
        ordi.cases_jouees = [(1, 0)]
        for case in [(1, 0), (2, 0)]:
            ordi.add_queue(case)
        essai.egal(ordi.queue, [(1, 0), (2, 0)], piste="add_queue ne regarde que la file.")
    with essai.aspect("chaque Ordi a sa file"):
        hal, zoe = essai.copie.Ordi(), essai.copie.Ordi()
        hal.add_queue((0, 0))
        zoe.add_queue((1, 1))
        essai.egal(hal.queue, [(0, 0)])
        essai.egal(zoe.queue, [(1, 1)])


@exercice("tp6.pop_queue")
def test_pop_queue(essai):
    with essai.aspect("renvoie la première", part=2):
        for cases in ([(1, 0)], [(1, 0), (2, 1)], [(2, 1), (1, 0)], _file(essai, 5)):
            ordi = essai.copie.Ordi()
            ordi.queue = list(cases)
            essai.egal(ordi.pop_queue(), cases[0])
    with essai.aspect("la retire"):
        cases = _file(essai, 4)
        ordi = essai.copie.Ordi()
        ordi.queue = list(cases)
        for rang in range(4):
            essai.egal(ordi.pop_queue(), cases[rang])
            essai.egal(ordi.queue, cases[rang + 1 :])
        essai.egal(ordi.case_courante, None, piste="pop_queue défile ; coup_suivant vise.")


@exercice("tp6.rem_queue")
def test_rem_queue(essai):
    with essai.aspect("retire la case", part=2):
        cases = [(1, 0), (2, 1), (0, 2)]
        for partie in (cases, [(1, 0)], [(1, 0), (1, 2), (0, 2)], _file(essai, 5)):
            for case in partie:
                ordi = essai.copie.Ordi()
                ordi.queue = list(partie)
                ordi.rem_queue(case)
                essai.egal(ordi.queue, [autre for autre in partie if autre != case])
    with essai.aspect("absente : rien ne change"):
        for cases in ([], [(1, 0)], [(1, 0), (0, 1)]):
            ordi = essai.copie.Ordi()
            ordi.queue = list(cases)
            ordi.rem_queue((5, 5))
            essai.egal(ordi.queue, cases)
    with essai.aspect("rien d'autre ne change"):
        ordi = essai.copie.Ordi(xmax=2, ymax=1, taille_bateaux=[1])
        ordi.queue = [(1, 0), (0, 0)]
        ordi.rem_queue((1, 0))
        essai.egal(ordi.grille_suivi.etat, {(0, 0): 0, (1, 0): 0})
        essai.egal(ordi.cases_jouees, [])


@exercice("tp6.add_adjacentes_premiere")
def test_add_adjacentes_premiere(essai):
    def compare(xmax, ymax, tailles, etats, case, **options):
        etats = {**etats, case: 1}
        o, r = _ordis(essai, xmax, ymax, tailles, etats, case_touchee=case, **options)
        r.add_adjacentes_premiere()
        o.add_adjacentes_premiere()
        essai.egal(o.queue, r.queue, ordre=False, grille=o.grille_suivi)
        return o, r

    with essai.aspect("les voisines vides", part=2):
        compare(3, 3, [2], {}, (1, 1))
        compare(3, 3, [2], {(1, 0): -1}, (1, 1))
        compare(3, 2, [2], {}, (0, 0))
        compare(1, 4, [2], {}, (0, 3))
        compare(4, 3, [2], {(2, 1): 1}, (1, 1))
    with essai.aspect("axe trop court", part=2):
        compare(2, 2, [3], {}, (0, 0))
        compare(3, 3, [3], {(1, 0): -1}, (1, 1))
        compare(3, 3, [3], {(0, 1): -1}, (1, 1))
        compare(5, 2, [3, 4], {}, (2, 0))
        compare(2, 5, [4], {}, (1, 1))
        compare(3, 3, [2, 1], {(0, 1): -1, (2, 1): -1, (1, 0): -1}, (1, 1))
    with essai.aspect("l'axe tient tout juste"):
        compare(3, 1, [3], {}, (1, 0))
        compare(1, 3, [3], {}, (0, 0))
        compare(4, 4, [3], {(0, 1): -1, (2, 3): -1}, (2, 1))
        compare(3, 3, [3, 2], {(1, 0): -1}, (1, 1))
    with essai.aspect(
        "d'après grille_suivi et ce qui reste", apres=["axe trop court", "l'axe tient tout juste"]
    ):
        compare(4, 4, [3], {(2, 0): -1}, (2, 1), bateaux=[(2, 1), (1, 1), (3, 1)])
        compare(4, 4, [3], {(0, 2): -1}, (1, 2), bateaux=[(1, 1), (1, 2), (1, 3)])
        compare(3, 2, [3, 2], {}, (1, 1), reste=[3])
        compare(2, 3, [3, 2, 1], {}, (0, 1), reste=[3])
    with essai.aspect(
        "positions au hasard",
        apres=["axe trop court", "l'axe tient tout juste", "d'après grille_suivi et ce qui reste"],
    ):
        for xmax, ymax, tailles, etats in _positions(essai):
            case = essai.alea.choice(_cases(xmax, ymax))
            o, r = compare(xmax, ymax, tailles, etats, case)
            essai.egal(o.grille_suivi.etat, r.grille_suivi.etat)
    with essai.aspect(
        "rien en double, rien d'autre ne change",
        apres=["axe trop court", "l'axe tient tout juste", "d'après grille_suivi et ce qui reste"],
    ):
        o, r = compare(4, 1, [2], {}, (1, 0), queue=[(2, 0)])
        essai.egal(o.liste_touches, r.liste_touches)


@exercice("tp6.update_queue_touche")
def test_update_queue_touche(essai):
    def compare(touchees, courante, queue, etats=(), xmax=6, ymax=5, file=True, liste=True):
        """Compare la file, ou liste_touches, à celle du corrigé ; renvoie les deux Ordis."""
        etats = {**dict.fromkeys([*touchees, courante], 1), **dict(etats)}
        o, r = _ordis(
            essai, xmax, ymax, [4, 3, 2], etats,
            case_touchee=touchees[0], liste_touches=touchees, case_courante=courante, queue=queue,
        )  # fmt: skip
        r.update_queue_touche()
        o.update_queue_touche()
        if file:
            essai.egal(o.queue, r.queue, grille=o.grille_suivi)
        if liste:
            essai.egal(o.liste_touches, r.liste_touches)
        return o, r

    suites = [
        ([(2, 3)], (3, 3), [(1, 3)]),
        ([(2, 2)], (2, 3), [(2, 1)]),
        ([(2, 2)], (1, 2), []),
        ([(2, 2)], (2, 1), []),
    ]
    with essai.aspect("ajoute la case suivante", part=2):
        for touchees, courante, queue in suites:
            compare(touchees, courante, queue, liste=False)
    with essai.aspect("les cases hors de l'axe s'en vont", part=2):
        compare([(2, 3)], (3, 3), [(2, 2), (1, 3)], liste=False)
        compare([(2, 3)], (3, 3), [(2, 2), (2, 4), (1, 3)], liste=False)
        compare([(2, 2)], (2, 1), [(1, 2), (2, 3), (3, 2)], liste=False)
        compare([(2, 2)], (2, 3), [(1, 2), (3, 2)], liste=False)
        compare([(2, 2)], (1, 2), [(2, 3), (3, 2), (2, 1)], liste=False)
        o, r = compare([(2, 2)], (2, 3), [(1, 2), (3, 2)], liste=False)
        essai.egal(
            o.grille_suivi.etat, r.grille_suivi.etat,
            piste="Quitter la file n'est pas être barrée : la grille ne change pas.",
        )  # fmt: skip
    with essai.aspect("rien après un bord ou une case jouée"):
        compare([(4, 0)], (5, 0), [(3, 0)], liste=False)
        compare([(0, 1)], (0, 0), [(0, 2)], liste=False)
        compare([(2, 2)], (3, 2), [(1, 2)], {(4, 2): -1}, liste=False)
        compare([(2, 2)], (2, 3), [(2, 1)], {(2, 4): 1}, liste=False)
        compare([(2, 2)], (3, 2), [(4, 2), (1, 2)], liste=False)  # ni deux fois la même
    with essai.aspect("troisième touché et suivants"):
        compare([(2, 2), (3, 2)], (4, 2), [(1, 2)], liste=False)
        compare([(2, 2), (3, 2)], (1, 2), [(4, 2)], liste=False)
        compare([(3, 1), (3, 2), (3, 0)], (3, 3), [], liste=False)
    with essai.aspect("complète liste_touches"):
        for touchees, courante, queue in suites:
            compare(touchees, courante, queue, file=False)
        compare([(2, 2), (3, 2)], (4, 2), [(1, 2)], file=False)


@exercice("tp6.update_queue_manque")
def test_update_queue_manque(essai):
    def compare(xmax, ymax, tailles, etats, touchee, courante, queue, **options):
        etats = {**etats, touchee: 1, courante: -1}
        o, r = _ordis(
            essai, xmax, ymax, tailles, etats, case_touchee=touchee, case_courante=courante,
            queue=queue, liste_touches=[touchee], **options,
        )  # fmt: skip
        r.update_queue_manque()
        o.update_queue_manque()
        essai.egal(o.queue, r.queue, grille=o.grille_suivi)

    with essai.aspect("plus assez de place : la case d'en face s'en va", part=2):
        compare(5, 1, [3], {}, (1, 0), (2, 0), [(0, 0)])
        compare(1, 5, [3], {}, (0, 3), (0, 2), [(0, 4)])
        compare(3, 3, [3], {}, (1, 1), (1, 0), [(0, 1), (1, 2), (2, 1)])
        compare(4, 4, [4, 3], {}, (2, 1), (1, 1), [(2, 0), (3, 1), (2, 2)])
        compare(6, 1, [3], {(0, 0): 1}, (2, 0), (3, 0), [(1, 0)])
    with essai.aspect("assez de place : elle reste"):
        compare(5, 1, [2], {}, (3, 0), (4, 0), [(2, 0)])
        compare(5, 1, [3], {}, (2, 0), (3, 0), [(1, 0)])
        compare(4, 3, [2], {}, (1, 1), (2, 1), [(1, 0), (0, 1), (1, 2)])
        compare(3, 3, [2, 1], {(1, 2): -1}, (1, 1), (1, 0), [(0, 1), (2, 1)])
        compare(4, 1, [3, 2], {}, (1, 0), (2, 0), [(0, 0)])
    with essai.aspect("la case d'en face n'est pas dans la file"):
        compare(3, 1, [3], {}, (0, 0), (1, 0), [])
        compare(3, 3, [3], {(1, 2): -1}, (1, 1), (1, 0), [(0, 1), (2, 1)])
        compare(2, 4, [3], {}, (0, 1), (1, 1), [(0, 0), (0, 2)])
    with essai.aspect(
        "d'après grille_suivi et ce qui reste", apres=["assez de place : elle reste"]
    ):
        compare(5, 1, [3], {}, (3, 0), (4, 0), [(2, 0)], bateaux=[(3, 0), (2, 0), (1, 0)])
        compare(1, 5, [3], {}, (0, 1), (0, 0), [(0, 2)], bateaux=[(0, 1), (0, 2), (0, 3)])
        compare(5, 1, [3, 2], {}, (1, 0), (2, 0), [(0, 0)], reste=[3])
        compare(1, 5, [3, 2], {}, (0, 1), (0, 2), [(0, 0)], reste=[3])
    with essai.aspect(
        "au hasard",
        apres=[
            "assez de place : elle reste",
            "la case d'en face n'est pas dans la file",
            "d'après grille_suivi et ce qui reste",
        ],
    ):
        for _ in range(8):
            xmax, ymax = essai.alea.choice([(4, 3), (3, 5), (5, 5)])
            taille = essai.alea.choice([2, 3])
            x, y = essai.alea.randrange(1, xmax - 1), essai.alea.randrange(1, ymax - 1)
            voisines = essai.alea.sample([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)], 4)
            compare(xmax, ymax, [taille, 3], {}, (x, y), voisines[0], voisines[1:])


# --- La partie ---------------------------------------------------------------------------


def _guide(m, **options):
    """Un Ordi du corrigé qui, entre plusieurs choix permis, fait celui de la copie."""

    class Guide(m.Ordi):
        ordre, permises = (), None

        def choisit(self, candidats):
            if self.permises is None:
                self.permises = list(candidats)
            return next((case for case in self.ordre if case in candidats), candidats[0])

        choice = choisit

    guide = Guide(**options)
    guide.hasard = guide
    return guide


def _devant(m, bateaux, **options):
    ordi = m.Ordi(**options)
    for case in bateaux:
        ordi.grille_adverse.etat[case] = 1
    return ordi


def _faute_de_partie(guide, journal):
    """ "" si la copie a joué selon les règles, sinon la phrase ; le guide rejoue ses coups."""
    for numero, (resultat, case, *vu) in enumerate(journal, 1):
        aveugle, file = not guide.queue, list(guide.queue)
        guide.ordre, guide.permises = [case, *vu[0]], None if aveugle else []
        attendu = guide.coup_suivant()
        coup = f"au coup n° {numero}, "
        if attendu is None or resultat is None:
            if attendu is resultat:
                return ""
            if attendu is None:
                return coup + f"tout est touché : il faut renvoyer None, pas {affiche(resultat)}."
            return coup + "renvoie None, alors que la partie n'est pas finie."
        if not aveugle and case != file[0]:
            return coup + f"la file est {file!r} : il faut jouer {file[0]!r}, pas {affiche(case)}."
        if aveugle and case != guide.case_courante:
            permises = _liste(guide.permises)
            return coup + f"en aveugle, il faut viser {permises}, pas {affiche(case)}."
        grille = guide.grille_suivi
        etat = grille.etat
        attendus = [
            ("la file", guide.queue),
            ("liste_touches", guide.liste_touches),
            ("grille_suivi.taille_bateaux", sorted(grille.taille_bateaux)),
            ("l'ensemble des cases touchées", sorted(c for c in etat if etat[c] == 1)),
            ("l'ensemble des cases à -1", sorted(c for c in etat if etat[c] == -1)),
            ("essais", guide.essais),
        ]
        if resultat != attendu:
            return coup + f"le tir en {case!r} renvoie {affiche(resultat)} ; attendu : {attendu!r}."
        for (quoi, voulu), valeur in zip(attendus, vu, strict=True):
            if valeur != voulu:
                return (
                    f"après le coup n° {numero} ({case!r}, {resultat}), {quoi} vaut "
                    f"{affiche(valeur)} ; attendu : {affiche(voulu)}."
                )
    return "la partie ne finit pas."


def _liste(cases):
    if len(cases) == 1:
        return repr(cases[0])
    texte = ", ".join(repr(case) for case in cases[:6])
    return "l'une de ces cases : " + texte + (" …" if len(cases) > 6 else "")


@exercice("tp6.coup_suivant")
def test_coup_suivant(essai):
    def parties(niveau, tailles_de_grille):
        for xmax, ymax, tailles in tailles_de_grille:
            bateaux = flotte(essai, xmax, ymax, tailles)
            options = {
                "niveau": niveau, "xmax": xmax, "ymax": ymax, "taille_bateaux": tailles,
                "graine": essai.alea.randrange(1000),
            }  # fmt: skip
            ordi, guide = _devant(essai.copie, bateaux, **options), _guide(essai.corrige, **options)
            for case in bateaux:
                guide.grille_adverse.etat[case] = 1
            partie = essai.aide(AIDE).partie(ordi, xmax * ymax + 2)
            journal = observe(essai, nomme(essai, partie, "ordi.coup_suivant()"))
            faute = _faute_de_partie(guide, journal)
            essai.exige(
                not faute,
                f"Niveau {niveau}, grille {xmax}×{ymax}, flotte {tailles!r}, bateaux en "
                f"{bateaux!r} : {faute}",
            )

    with essai.aspect("un coup en aveugle", part=2):
        for xmax, ymax, tailles, bateaux, case, resultat in [
            (3, 1, [2], [(0, 0), (1, 0)], (1, 0), TOUCHE),
            (1, 3, [2], [(0, 0), (0, 1)], (0, 1), TOUCHE),
            (5, 1, [3], [], (2, 0), MANQUE),
        ]:
            options = {"xmax": xmax, "ymax": ymax, "taille_bateaux": tailles}
            ordi = _devant(essai.copie, bateaux, **options)
            essai.egal(ordi.coup_suivant(), resultat)
            essai.egal(ordi.case_courante, case)
            essai.egal(ordi.essais, 1)
    with essai.aspect("suit la file", part=2):
        for file in ([(1, 0)], [(1, 2), (0, 1), (2, 1)], [(2, 1), (1, 0)]):
            o, r = _ordis(
                essai, 3, 3, [2], {(1, 1): 1}, queue=file, case_touchee=(1, 1),
                liste_touches=[(1, 1)], cases_jouees=[(1, 1)], essais=1, graine=1,
            )  # fmt: skip
            for ordi in (o, r):
                ordi.grille_adverse.etat[(1, 1)] = ordi.grille_adverse.etat[(2, 1)] = 1
            essai.egal(o.coup_suivant(), r.coup_suivant())
            essai.egal(o.case_courante, file[0])
            essai.egal(o.queue, r.queue)
    with essai.aspect("met la file à jour après le tir", apres=["suit la file"]):
        # Un bateau de 3, couché : en haut on manque, et en bas il ne tient plus.
        o, r = _ordis(
            essai, 3, 3, [3], {(1, 1): 1}, queue=[(1, 0), (0, 1), (1, 2), (2, 1)],
            case_touchee=(1, 1), liste_touches=[(1, 1)], cases_jouees=[(1, 1)], essais=1, graine=1,
        )  # fmt: skip
        for x in range(3):
            o.grille_adverse.etat[(x, 1)] = r.grille_adverse.etat[(x, 1)] = 1
        for _ in range(2):
            essai.egal(o.coup_suivant(), r.coup_suivant())
            essai.egal(o.queue, r.queue, grille=o.grille_suivi)
            essai.egal(o.liste_touches, r.liste_touches)
    with essai.aspect("file vide après des touchés : bateau coulé", part=2):
        for tailles, touches in [
            ([3, 2], [(0, 0), (1, 0)]),
            ([3, 2], [(0, 0), (1, 0), (2, 0)]),
            ([2, 1], [(0, 0)]),
            ([2, 2], [(0, 0), (0, 1)]),
        ]:
            o, r = _ordis(
                essai, 4, 3, tailles, dict.fromkeys(touches, 1), case_touchee=touches[0],
                liste_touches=touches, cases_jouees=touches, essais=len(touches), niveau=2,
                graine=1,
            )  # fmt: skip
            o.coup_suivant()
            r.coup_suivant()
            essai.egal(
                o.grille_suivi.taille_bateaux, r.grille_suivi.taille_bateaux, ordre=False,
                piste="Le bateau coulé doit être rayé avec rem_bateau.",
            )  # fmt: skip
            essai.egal(
                o.grille_suivi.taille_max, r.grille_suivi.taille_max,
                piste="rem_bateau met taille_max à jour.",
            )  # fmt: skip
            essai.egal(o.liste_touches, [], piste="Ce bateau est coulé : on cherche le suivant.")
            for case in r.grille_suivi.etat:
                if any(abs(case[0] - x) + abs(case[1] - y) == 1 for x, y in touches):
                    essai.egal(
                        o.grille_suivi.etat[case], r.grille_suivi.etat[case],
                        piste="Les voisines d'un bateau coulé sont éliminées.",
                    )  # fmt: skip
        # Rien de touché : rien n'est coulé, et `rem_bateau` n'a pas à le dire.
        ordi = _devant(essai.copie, [], xmax=3, ymax=1, taille_bateaux=[2])
        ordi.coup_suivant()
        essai.verifie(
            ordi.messages,
            lambda messages: not any("Bateau de 0" in message for message in messages),
            "aucun bateau n'est encore touché, aucun n'est donc coulé.",
        )
    with essai.aspect("None quand c'est fini"):
        for niveau in (5, 1):
            ordi = _devant(essai.copie, [(0, 0)], niveau=niveau, xmax=2, ymax=1, taille_bateaux=[1])
            ordi.grille_suivi.marque((0, 0), 1)
            essai.egal(ordi.coup_suivant(), None)
            essai.egal(ordi.essais, 0)
        for niveau in (5, 1):  # toutes les cases sont jouées, sans aucun bateau
            ordi = _devant(essai.copie, [], niveau=niveau, xmax=2, ymax=1, taille_bateaux=[1])
            for resultat in (MANQUE, MANQUE, None):
                essai.egal(ordi.coup_suivant(), resultat)
    with (
        essai.aspect("niveau 1 : toujours en aveugle", apres=["None quand c'est fini"]),
        prudence(),
    ):
        parties(1, [(2, 2, [2]), (4, 3, [3])])
    precis = [aspect.nom for aspect in essai.aspects[1:]]
    with essai.aspect("parties entières, niveaux 2 et 3", apres=precis), prudence():
        parties(2, [(3, 2, [2]), (4, 4, [3, 2])])
        parties(3, [(2, 3, [2]), (5, 3, [3, 2])])
    with essai.aspect("parties entières, niveau 5", apres=precis), prudence():
        parties(5, [(3, 3, [2, 1]), (5, 4, [3, 2]), (4, 5, [3, 2, 2])])


# --- Niveaux 4 et 6 ----------------------------------------------------------------------


@exercice("tp6.case_max_echantillons")
def test_case_max_echantillons(essai):
    def consulte(g, n, **options):
        futur = g.case_max_echantillons(n, **options)
        rendu = observe(essai, futur, lambda r: type(r).__name__)
        return rendu, observe(essai, g.probas, sorted)

    with essai.aspect("une seule possibilité", part=2):
        g = essai.copie.Grille(3, 1, [3])
        essai.egal(g.case_max_echantillons(6)[1], 1.0)
        essai.egal(g.probas, {(0, 0): 1.0, (1, 0): 1.0, (2, 0): 1.0})
        # (0, 2) est de tous les placements, ses voisines de deux sur trois : sur 60 tirages,
        # une égalité arrive moins d'une fois sur dix milliards.
        g = essai.copie.Grille(1, 5, [3])
        essai.egal(g.case_max_echantillons(60), ((0, 2), 1.0))
    with essai.aspect("proportions de probas"), prudence():
        for xmax, ymax, tailles, etats, reste, n in [
            (5, 1, [3], {}, [3], 10),
            (4, 2, [2, 1], {(0, 0): -1, (3, 1): 1}, [2, 1], 10),
            (4, 3, [3, 2], {(0, 0): 1, (1, 0): 1}, [3], 5),
            (2, 3, [2], {}, [2], 1),
        ]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats, reste)
            rendu, probas = consulte(g, n)
            ou = f"Grille {xmax}×{ymax}, bateaux qui restent {reste!r}, {n} échantillon(s) : "
            essai.exige(
                set(probas) == set(r.vides), ou + "probas doit avoir pour clés les cases vides."
            )
            essai.exige(
                all(abs(n * p - round(n * p)) < 1e-6 and 0 <= p <= 1 for p in probas.values()),
                ou + f"chaque valeur de probas est une proportion des flottes : {affiche(probas)}.",
            )
            essai.exige(
                abs(sum(probas.values()) - sum(reste)) < 1e-6,
                ou + f"la somme des proportions devrait valoir {sum(reste)} : {affiche(probas)}.",
            )
            essai.exige(
                type(rendu) is tuple and len(rendu) == 2 and rendu[0] in probas
                and probas[rendu[0]] == rendu[1] == max(probas.values()),
                f"{ou}renvoie {affiche(rendu)} ; attendu : la case de plus grande proportion, "
                "et cette proportion.",
            )  # fmt: skip
    with essai.aspect("vraiment au hasard"), prudence():
        # Trois placements, une chance sur trois chacun : sur 120 tirages, l'écart type est 0,043.
        g = essai.copie.Grille(5, 1, [3])
        _, probas = consulte(g, 120)
        essai.exige(
            0.08 <= probas[(0, 0)] <= 0.62 and 0.08 <= probas[(4, 0)] <= 0.62,
            "Grille(5, 1, [3]), 120 échantillons : A0 et E0 devraient sortir une fois sur trois "
            f"environ, pas {affiche(probas)}.",
        )
    with essai.aspect("choisit règle les égalités"), prudence():
        for nom, rang in [("min", 0), ("max", -1)]:
            g = essai.copie.Grille(2, 2, [2])
            rendu, probas = consulte(g, 8, choisit=getattr(essai.aide(AIDE), nom))
            maximum = max(probas.values())
            egales = sorted(case for case in probas if probas[case] == maximum)
            essai.exige(
                rendu[0] == egales[rang],
                f"Entre {egales!r}, à égalité, c'est la fonction choisit qui décide.",
            )
    with essai.aspect("tirages impossibles"):
        g = nomme(essai, essai.aide(AIDE).capricieuse(essai.copie.Grille(3, 1, [3])), "g")
        essai.egal(
            g.case_max_echantillons(6)[1], 1.0,
            piste="Ici, un tirage sur deux lève ValueError : ceux-là ne comptent pas.",
        )  # fmt: skip
        g = essai.copie.Grille(2, 1, [3])
        essai.verifie(
            g.case_max_echantillons(2),
            lambda rendu: type(rendu) is tuple and rendu == (None, 0),
            "aucun tirage ne réussit ; attendu : (None, 0).",
        )
    with essai.aspect("ne modifie rien"):
        g, r = _grilles(essai, 4, 2, [2, 1], {(0, 0): 1, (1, 0): -1})
        g.case_max_echantillons(3)
        essai.egal(g.etat, r.etat)
        essai.egal(g.vides, r.vides, ordre=False)
        essai.egal(g.taille_bateaux, [2, 1])


@exercice("tp6.make_all")
def test_make_all(essai):
    with essai.aspect("un seul bateau", part=2):
        for xmax, ymax, tailles, etats in [
            (3, 1, [3], {}),
            (3, 1, [2], {}),
            (2, 2, [2], {}),
            (3, 2, [1], {(1, 0): -1}),
            (4, 3, [3], {(1, 1): -1, (0, 2): 1}),
        ]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats)
            essai.egal(g.make_all(), r.make_all(), grille=_dessin(g, etats))
    with essai.aspect("plusieurs bateaux", part=2):
        for xmax, ymax, tailles, etats in [
            (3, 2, [2, 2], {}),
            (4, 1, [2, 1], {}),
            (3, 3, [2, 1], {(1, 1): -1}),
            (4, 3, [3, 2], {}),
            (3, 3, [1, 1, 1], {(0, 0): -1, (2, 1): 1}),
        ]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats)
            essai.egal(g.make_all(), r.make_all(), grille=_dessin(g, etats))
    with essai.aspect("aucun bateau, aucune place", apres=["plusieurs bateaux"]):
        g, _ = _grilles(essai, 2, 2, [], {})
        essai.egal(g.make_all(), {frozenset()})
        for tailles in ([3], [2, 2]):
            g, _ = _grilles(essai, 2, 2, tailles, {})
            essai.egal(g.make_all(), set())
    with essai.aspect("ne modifie rien", apres=["plusieurs bateaux"]):
        g, r = _grilles(essai, 3, 2, [2, 2], {(2, 1): -1})
        g.make_all()
        inchangee(essai, g, r, [2, 2])


@exercice("tp6.case_max_all")
def test_case_max_all(essai):
    situations = [
        (5, 1, [3], {}),
        (4, 1, [2], {}),
        (3, 2, [2, 2], {}),
        (3, 3, [2, 1], {(1, 1): -1}),
        (4, 2, [2, 1], {(0, 0): 1, (1, 0): -1}),
    ]
    with essai.aspect("la case et son nombre", part=2):
        for xmax, ymax, tailles, etats in [(5, 1, [3], {}), (3, 1, [2], {}), (1, 3, [2], {})]:
            g, r = _grilles(essai, xmax, ymax, tailles, etats)
            essai.egal(g.case_max_all(), r.case_max_all())
    with essai.aspect("range les nombres dans probas"):
        _probas(essai, "case_max_all", situations)
    with essai.aspect("choisit règle les égalités", apres=["range les nombres dans probas"]):
        _egalites(essai, "case_max_all", situations)
    with essai.aspect("aucune flotte possible", apres=["range les nombres dans probas"]):
        _rien(essai, "case_max_all", [(2, 1, [3]), (2, 2, [2, 2])])
