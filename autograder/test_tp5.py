"""Suites cachées du TP5 : l'Ordi qui tire au hasard, le damier, l'Ordi procédural."""

from autograder.essai import exercice
from autograder.scenes import au_hasard, flotte, marque, nomme, observe

TOUCHE, MANQUE, COULE = "touché", "manqué", "coulé"
DROITE, BAS, GAUCHE, HAUT = (1, 0), (0, 1), (-1, 0), (0, -1)
NOM_DIRECTION = {DROITE: "DROITE", BAS: "BAS", GAUCHE: "GAUCHE", HAUT: "HAUT"}
RECHERCHE, PONCAGE = "recherche", "ponçage"

PARTIE = '''
def coups(ordi, nombre):
    """[[résultat, case visée], …] de `nombre` coups."""
    return [[ordi.coup_suivant(), ordi.case_courante] for _ in range(nombre)]
'''


def _cases(xmax, ymax):
    return [(x, y) for x in range(xmax) for y in range(ymax)]


def _ordi(m, xmax, ymax, tailles, bateaux=(), **options):
    """Un Ordi devant cette flotte."""
    ordi = m.Ordi(xmax=xmax, ymax=ymax, taille_bateaux=tailles, **options)
    for case in bateaux:
        ordi.grille_adverse.etat[case] = 1
    return ordi


def _ne_change_rien(essai, methode):
    """Viser n'est pas tirer : rien ne bouge, sauf `case_courante`."""
    ordi = _ordi(essai.copie, 3, 2, [2], [(0, 0), (1, 0)])
    marque(ordi.grille_suivi, {(0, 0): 1, (2, 1): -1})
    vides = [(0, 1), (1, 0), (1, 1), (2, 0)]
    for _ in range(3):
        getattr(ordi, methode)()
        essai.egal(ordi.grille_suivi.vides, vides, ordre=False)
        essai.egal(ordi.grille_suivi.etat, {**dict.fromkeys(vides, 0), (0, 0): 1, (2, 1): -1})
        essai.egal(ordi.essais, 0)
        essai.egal(ordi.cases_jouees, [])


# --- Partie A ----------------------------------------------------------------------------


@exercice("tp5.make_case_aleatoire")
def test_make_case_aleatoire(essai):
    with essai.aspect("une case vide", part=2):
        for xmax, ymax, reste in [(3, 1, (2, 0)), (1, 3, (0, 1)), (2, 2, (0, 0)), (3, 2, (2, 1))]:
            ordi = _ordi(essai.copie, xmax, ymax, [1])
            etats = {c: 1 if c[0] == 0 else -1 for c in _cases(xmax, ymax) if c != reste}
            marque(ordi.grille_suivi, etats)
            for _ in range(4):
                ordi.make_case_aleatoire()
                essai.egal(ordi.case_courante, reste, grille=ordi.grille_suivi)
    with essai.aspect("toutes les cases vides ont leur chance"):
        for xmax, ymax, prises in [(2, 1, {}), (3, 2, {(0, 0): 1, (2, 1): -1}), (2, 3, {(1, 1): -1})]:
            ordi = _ordi(essai.copie, xmax, ymax, [1])
            marque(ordi.grille_suivi, prises)

            def vise(m, ordi=ordi):
                ordi.make_case_aleatoire()
                return ordi.case_courante

            libres = {case for case in _cases(xmax, ymax) if case not in prises}
            au_hasard(essai, 300, vise, libres, "make_case_aleatoire")
    with essai.aspect("ne tire pas, n'élimine rien"):
        _ne_change_rien(essai, "make_case_aleatoire")


@exercice("tp5.coup_suivant")
def test_coup_suivant(essai):
    def dernier_coup(m, xmax, ymax, tailles, bateaux, reste):
        """Il ne reste qu'une case vide : le coup est forcé."""
        ordi = _ordi(m, xmax, ymax, tailles, bateaux)
        autres = [case for case in _cases(xmax, ymax) if case != reste]
        marque(ordi.grille_suivi, {c: 1 if c in bateaux else -1 for c in autres})
        ordi.cases_jouees = autres
        ordi.essais = len(autres)
        return ordi

    with essai.aspect("vise, tire et renvoie le résultat", part=2):
        for xmax, ymax, tailles, bateaux, reste in [
            (2, 1, [1], [(1, 0)], (1, 0)),
            (3, 2, [2], [(1, 0), (2, 0)], (2, 0)),
            (2, 3, [2, 1], [(0, 0), (0, 1), (1, 2)], (0, 1)),
        ]:
            o = dernier_coup(essai.copie, xmax, ymax, tailles, bateaux, reste)
            essai.egal(o.coup_suivant(), TOUCHE)
            essai.egal(o.case_courante, reste)
            essai.egal(o.grille_suivi.etat[reste], 1)
            essai.egal(o.essais, xmax * ymax)
        ordi = _ordi(essai.copie, 2, 2, [1])
        essai.egal(ordi.coup_suivant(), MANQUE)
        essai.egal(ordi.essais, 1)
    with essai.aspect("None quand c'est fini"):
        for xmax, ymax, tailles, bateaux in [(2, 1, [1], [(1, 0)]), (3, 2, [2], [(0, 0), (0, 1)])]:
            ordi = _ordi(essai.copie, xmax, ymax, tailles, bateaux)
            marque(ordi.grille_suivi, dict.fromkeys(bateaux, 1))
            essai.egal(ordi.coup_suivant(), None, piste="Tous les bateaux sont déjà touchés.")
            essai.egal(ordi.essais, 0)
            essai.egal(ordi.cases_jouees, [])
    with essai.aspect("une partie entière"):
        for xmax, ymax, tailles in [(2, 2, [1]), (3, 4, [2, 1]), (5, 3, [3, 2])]:
            bateaux = flotte(essai, xmax, ymax, tailles)
            ordi = _ordi(essai.copie, xmax, ymax, tailles, bateaux)
            coups = nomme(
                essai, essai.aide(PARTIE).coups(ordi, xmax * ymax + 1), "ordi.coup_suivant()"
            )
            faute = _faute_de_partie(observe(essai, coups, lambda c: ""), xmax, ymax, bateaux)
            essai.trace.append(faute[:10])
            essai.exige(not faute, "Grille %d×%d, flotte %r : %s" % (xmax, ymax, tailles, faute))
    with essai.aspect("damier"):
        for xmax, ymax, tailles, noires in [(2, 1, [2], 1), (3, 2, [2], 3), (5, 1, [3], 2)]:
            ordi = _ordi(essai.copie, xmax, ymax, tailles, damier=True)
            n = min(tailles)
            for _ in range(noires):
                ordi.coup_suivant()
                essai.verifie(
                    ordi.case_courante,
                    lambda case, n=n: sum(case) % n == 0,
                    "avec damier=True, il faut viser avec make_case_noire.",
                )


def _faute_de_partie(coups, xmax, ymax, bateaux):
    """"" si ces coups forment une partie juste, jusqu'au bout."""
    a_toucher, jouees = set(bateaux), set()
    for numero, (resultat, case) in enumerate(coups, 1):
        if not a_toucher:
            if resultat is not None:
                return "après le dernier bateau, coup_suivant doit renvoyer None, pas %r." % (resultat,)
            continue
        if type(case) is not tuple or case not in _cases(xmax, ymax):
            return "au coup n° %d, case_courante vaut %r, qui n'est pas une case." % (numero, case)
        if case in jouees:
            return "au coup n° %d, l'Ordi tire une deuxième fois en %r." % (numero, case)
        attendu = TOUCHE if case in a_toucher else MANQUE
        if resultat != attendu:
            return "le tir n° %d, en %r, renvoie %r ; attendu : %r." % (numero, case, resultat, attendu)
        jouees.add(case)
        a_toucher.discard(case)
    return ""


@exercice("tp5.resolution")
def test_resolution(essai):
    with essai.aspect("partie forcée", part=2):
        for xmax, ymax in [(1, 1), (2, 1), (1, 3), (4, 1)]:
            n = xmax * ymax
            ordi = _ordi(essai.copie, xmax, ymax, [n], _cases(xmax, ymax))
            essai.egal(ordi.resolution(), n)
            essai.egal(ordi.essais, n)
    with essai.aspect("jusqu'au bout, sans tirer deux fois"):
        for xmax, ymax, tailles in [(2, 1, [1]), (3, 2, [2]), (3, 4, [2, 1]), (5, 3, [3, 2])]:
            bateaux = flotte(essai, xmax, ymax, tailles)
            ordi = _ordi(essai.copie, xmax, ymax, tailles, bateaux)
            tirs = essai.valeur(ordi.resolution())
            jouees, essais = essai.valeur(ordi.cases_jouees), essai.valeur(ordi.essais)
            etat = essai.valeur(ordi.grille_suivi.etat)
            ou = "Grille %d×%d, flotte %r : " % (xmax, ymax, tailles)
            trouvees = [case for case in bateaux if etat.get(case) == 1]
            essai.trace.append("%s %s" % (type(tirs), len(trouvees) == len(bateaux)))
            essai.exige(
                len(trouvees) == len(bateaux),
                ou + "la partie s'arrête alors que %d cases sur %d sont touchées."
                % (len(trouvees), len(bateaux)),
            )
            essai.exige(
                type(jouees) is list and len(set(jouees)) == len(jouees),
                ou + "l'Ordi tire deux fois sur la même case.",
            )
            essai.exige(
                jouees[-1] in bateaux, ou + "l'Ordi tire encore après avoir touché la dernière case."
            )
            essai.exige(
                type(tirs) is int and tirs == essais == len(jouees),
                ou + "resolution() renvoie %r, pour %d tirs." % (tirs, len(jouees)),
            )
    with essai.aspect("n'écrit pas sur grille_adverse"):
        ordi = _ordi(essai.copie, 3, 2, [2], [(1, 0), (1, 1)])
        ordi.resolution()
        etat = {case: 1 if case[0] == 1 else 0 for case in _cases(3, 2)}
        essai.egal(ordi.grille_adverse.etat, etat)
    with essai.aspect("rien à chercher"):
        ordi = _ordi(essai.copie, 2, 2, [])
        essai.egal(ordi.resolution(), 0, piste="Sans bateau, la partie est finie d'avance.")
        essai.egal(ordi.cases_jouees, [])


@exercice("tp5.moyenne_coups")
def test_moyenne_coups(essai):
    with essai.aspect("parties forcées", part=2):
        for n, xmax, ymax in [(1, 1, 1), (1, 3, 1), (2, 1, 2), (5, 4, 1)]:
            moyenne = essai.copie.moyenne_coups(n, xmax=xmax, ymax=ymax, taille_bateaux=[xmax * ymax])
            essai.egal(moyenne, float(xmax * ymax), approche=1e-9)
    with essai.aspect("une partie neuve à chaque fois"):
        # 2 cases, un bateau de 1 : 1 ou 2 tirs, une fois sur deux. Sur 120 parties, l'écart
        # type de la moyenne est 0,046 ; s'écarter de 0,3 arrive moins d'une fois sur 10 milliards.
        moyenne = observe(
            essai,
            essai.copie.moyenne_coups(120, xmax=2, ymax=1, taille_bateaux=[1]),
            lambda m: (type(m).__name__, m in (1, 2)),
        )
        essai.exige(
            type(moyenne) in (int, float) and 1.2 <= moyenne <= 1.8,
            "moyenne_coups(120, xmax=2, ymax=1, taille_bateaux=[1]) renvoie %s ; c'est 1 ou 2 tirs "
            "une fois sur deux : attendu 1,5 environ." % (moyenne,),
        )
    with essai.aspect("transmet les options"):
        # En damier sur 2×1, flotte [2] : 2 tirs. Sans les options : dix fois plus.
        essai.egal(
            essai.copie.moyenne_coups(2, xmax=2, ymax=1, taille_bateaux=[2], damier=True, nom="Zoé"),
            2.0, approche=1e-9, piste="Les options vont à Ordi(**options).",
        )  # fmt: skip
        # 3×2, un bateau de 1 : en damier (toutes noires) comme au hasard, de 1 à 6 tirs.
        essai.verifie(
            essai.copie.moyenne_coups(3, xmax=3, ymax=2, taille_bateaux=[1], damier=True),
            lambda moyenne: type(moyenne) in (int, float) and 1 <= moyenne <= 6,
            "sur 6 cases, il faut de 1 à 6 tirs.",
        )


# --- Partie B ----------------------------------------------------------------------------

FLOTTES = [(4, 3, [2]), (5, 2, [3]), (3, 4, [4, 3]), (2, 5, [2, 1]), (3, 3, [1]), (6, 2, [5, 4])]


@exercice("tp5.est_noire")
def test_est_noire(essai):
    with essai.aspect("cas général", part=2):
        for xmax, ymax, tailles in FLOTTES:
            o, r = (_ordi(m, xmax, ymax, tailles) for m in (essai.copie, essai.corrige))
            for case in sorted(_cases(xmax, ymax), key=sum):
                essai.egal(o.est_noire(case), r.est_noire(case))
    with essai.aspect("c'est la flotte de départ qui compte"):
        for depart, reste in [([3, 2], [3]), ([4, 2, 1], [4]), ([2], [])]:
            ordi = _ordi(essai.copie, 5, 3, depart)
            ordi.grille_suivi.taille_bateaux = reste
            ordi.grille_suivi.taille_min = ordi.grille_suivi.taille_max = max(reste, default=0)
            for case in [(0, 0), (1, 0), (0, 2), (1, 2), (4, 1)]:
                essai.egal(ordi.est_noire(case), sum(case) % min(depart) == 0)
    with essai.aspect("sans aucun bateau"):
        ordi = _ordi(essai.copie, 3, 2, [])
        for case in _cases(3, 2):
            essai.egal(ordi.est_noire(case), True)


@exercice("tp5.cases_noires")
def test_cases_noires(essai):
    def compare(xmax, ymax, tailles, etats):
        o, r = (_ordi(m, xmax, ymax, tailles) for m in (essai.copie, essai.corrige))
        for ordi in (o, r):
            marque(ordi.grille_suivi, etats)
        attendu = r.cases_noires()
        essai.egal(o.cases_noires(), attendu, ordre=False, grille=o.grille_suivi)
        return o, r

    with essai.aspect("cas général", part=2):
        compare(3, 2, [2], {})
        compare(3, 2, [2], {(0, 0): -1})
        compare(3, 2, [2], {(1, 1): 1})
        for xmax, ymax, tailles in FLOTTES:
            compare(xmax, ymax, tailles, {})
            cases = _cases(xmax, ymax)
            prises = essai.alea.sample(cases, len(cases) // 3)
            compare(xmax, ymax, tailles, {c: essai.alea.choice([1, -1]) for c in prises})
    with essai.aspect("plus de case noire"):
        compare(2, 1, [2], {(0, 0): -1})
        for xmax, ymax, tailles in FLOTTES:
            cases = _cases(xmax, ymax)
            noires = [c for c in cases if sum(c) % min(tailles) == 0]
            blanches = [c for c in cases if c not in noires]
            prises = noires + essai.alea.sample(blanches, len(blanches) // 2)
            compare(xmax, ymax, tailles, {c: essai.alea.choice([1, -1]) for c in prises})
    with essai.aspect("ne modifie rien"):
        for etats in ({}, {(0, 0): 1}, {(0, 0): -1, (1, 1): -1, (2, 0): 1}):
            o, r = compare(3, 2, [2], etats)
            essai.egal(o.grille_suivi.etat, r.grille_suivi.etat)
            essai.egal(o.grille_suivi.vides, r.grille_suivi.vides, ordre=False)


@exercice("tp5.make_case_noire")
def test_make_case_noire(essai):
    with essai.aspect("une case noire", part=2):
        for xmax, ymax, tailles, etats, attendue in [
            (2, 1, [2], {}, (0, 0)),
            (2, 2, [2], {(0, 0): -1}, (1, 1)),
            (5, 1, [3], {(0, 0): 1}, (3, 0)),
            (2, 1, [2], {(0, 0): -1}, (1, 0)),
        ]:
            ordi = _ordi(essai.copie, xmax, ymax, tailles)
            marque(ordi.grille_suivi, etats)
            for _ in range(4):
                ordi.make_case_noire()
                essai.egal(ordi.case_courante, attendue, grille=ordi.grille_suivi)
    with essai.aspect("toutes les cases noires ont leur chance"):
        for xmax, ymax, tailles, etats in [(3, 2, [2], {}), (4, 2, [2], {(0, 0): 1})]:
            ordi = _ordi(essai.copie, xmax, ymax, tailles)
            marque(ordi.grille_suivi, etats)

            def vise(m, ordi=ordi):
                ordi.make_case_noire()
                return ordi.case_courante

            noires = {c for c in _cases(xmax, ymax) if sum(c) % 2 == 0 and c not in etats}
            au_hasard(essai, 250, vise, noires, "make_case_noire")
    with essai.aspect("ne tire pas, n'élimine rien"):
        _ne_change_rien(essai, "make_case_noire")


# --- Partie C ----------------------------------------------------------------------------


def _procedural(m, xmax, ymax, tailles, **attributs):
    ordi = m.OrdiProcedural(xmax=xmax, ymax=ymax, taille_bateaux=tailles)
    for nom, valeur in attributs.items():
        setattr(ordi, nom, valeur)
    return ordi


@exercice("tp5.choix_recherche")
def test_choix_recherche(essai):
    def compare(xmax, ymax, tailles, jouees):
        o, r = (
            _procedural(m, xmax, ymax, tailles, cases_jouees=list(jouees))
            for m in (essai.copie, essai.corrige)
        )
        essai.egal(o.choix_recherche(), r.choix_recherche())
        essai.egal(o.cases_jouees, list(jouees), piste="choix_recherche choisit sans tirer.")

    with essai.aspect("dans l'ordre, ligne par ligne", part=2):
        for xmax, ymax in [(3, 2), (2, 3), (4, 4)]:
            noires = [(x, y) for y in range(ymax) for x in range(xmax) if (x + y) % 2 == 0]
            for rang in range(len(noires)):
                compare(xmax, ymax, [2], noires[:rang])
        for _ in range(6):
            cases = _cases(4, 3)
            compare(4, 3, [2], essai.alea.sample(cases, essai.alea.randint(1, 9)))
    with essai.aspect("plus de case noire"):
        for xmax, ymax in [(2, 1), (3, 2), (2, 3)]:
            ordre = [(x, y) for y in range(ymax) for x in range(xmax)]
            noires = [c for c in ordre if sum(c) % 2 == 0]
            blanches = [c for c in ordre if sum(c) % 2 == 1]
            for rang in range(len(blanches)):
                compare(xmax, ymax, [2], noires + blanches[:rang])
    with essai.aspect("quelle que soit la flotte"):
        for tailles in ([3], [1], [5, 4]):
            compare(4, 3, tailles, [(0, 0)])
            compare(4, 3, tailles, [(0, 0), (2, 0), (1, 1)])


@exercice("tp5.choix_poncage")
def test_choix_poncage(essai):
    def paire(xmax, ymax, premiere, derniere, directions, jouees):
        return [
            _procedural(
                m, xmax, ymax, [3, 2], mode=PONCAGE, premiere=premiere, derniere=derniere,
                directions=list(directions), cases_jouees=list(jouees),
            )
            for m in (essai.copie, essai.corrige)
        ]  # fmt: skip

    quatre = [DROITE, BAS, GAUCHE, HAUT]
    simples = [
        (3, 3, (1, 1), (1, 1), quatre, [(1, 1)]),
        (3, 3, (1, 1), (1, 1), [BAS, GAUCHE, HAUT], [(1, 1), (2, 1)]),
        (4, 2, (1, 0), (2, 0), [DROITE, GAUCHE], [(1, 0), (2, 0)]),
    ]
    detours = [
        (3, 2, (2, 0), (2, 0), quatre, [(2, 0)]),
        (3, 3, (1, 1), (1, 1), quatre, [(1, 1), (2, 1), (1, 2)]),
        (4, 1, (2, 0), (3, 0), [DROITE, GAUCHE], [(2, 0), (3, 0)]),
        (2, 4, (1, 1), (1, 3), [BAS, HAUT], [(1, 1), (1, 2), (1, 3)]),
        (1, 3, (0, 2), (0, 2), quatre, [(0, 2)]),
    ]
    hasard = []
    for _ in range(8):
        cases = _cases(4, 3)
        premiere = essai.alea.choice(cases)
        jouees = essai.alea.sample(cases, essai.alea.randint(0, 7))
        rang = essai.alea.randrange(4)
        hasard.append((4, 3, premiere, premiere, quatre[rang:], [*jouees, premiere]))

    with essai.aspect("la case suivante", part=2):
        for situation in simples:
            o, r = paire(*situation)
            essai.egal(o.choix_poncage(), r.choix_poncage())
    with essai.aspect("bord ou case déjà jouée", part=2):
        for situation in detours + hasard:
            o, r = paire(*situation)
            essai.egal(o.choix_poncage(), r.choix_poncage())
    with essai.aspect("plus rien à essayer"):
        for situation in [
            (1, 1, (0, 0), (0, 0), quatre, [(0, 0)]),
            (3, 1, (1, 0), (1, 0), quatre, [(0, 0), (1, 0), (2, 0)]),
            (3, 2, (1, 0), (1, 0), [], [(1, 0)]),
        ]:
            o, _ = paire(*situation)
            essai.egal(o.choix_poncage(), None)
    with essai.aspect("la direction suivie vient en tête"):
        for situation in simples + detours:
            o, r = paire(*situation)
            o.choix_poncage()
            r.choix_poncage()
            essai.egal(o.directions, r.directions)
            essai.egal(o.choix_poncage(), r.choix_poncage())


@exercice("tp5.apres_tir")
def test_apres_tir(essai):
    def ordis(**attributs):
        return [_procedural(m, 5, 4, [3, 2], **attributs) for m in (essai.copie, essai.corrige)]

    with essai.aspect("premier touché", part=2):
        for case in [(1, 1), (0, 0), (4, 3)]:
            o, _ = ordis()
            o.apres_tir(case, TOUCHE)
            essai.egal(o.mode, PONCAGE)
            essai.egal(o.premiere, case)
            essai.egal(o.derniere, case)
            essai.egal(o.directions, [DROITE, BAS, GAUCHE, HAUT])
    with essai.aspect("coulé"):
        o, _ = ordis()
        o.apres_tir((1, 1), TOUCHE)
        o.apres_tir((2, 1), COULE)
        essai.egal(o.mode, RECHERCHE)
        o.apres_tir((4, 3), COULE)
        essai.egal(o.mode, RECHERCHE, piste="Un bateau de taille 1 coule au premier tir.")
        o.apres_tir((0, 3), TOUCHE)
        essai.egal(o.premiere, (0, 3), piste="C'est un nouveau bateau.")
        essai.egal(o.directions, [DROITE, BAS, GAUCHE, HAUT])
    with essai.aspect("touché en ponçage"):
        for direction in (DROITE, BAS, GAUCHE, HAUT):
            dx, dy = direction
            quatre = [DROITE, BAS, GAUCHE, HAUT]
            o, _ = ordis(
                mode=PONCAGE, premiere=(2, 2), derniere=(2, 2),
                directions=quatre[quatre.index(direction) :],
            )  # fmt: skip
            o.apres_tir((2 + dx, 2 + dy), TOUCHE)
            essai.egal(o.mode, PONCAGE)
            essai.egal(o.premiere, (2, 2))
            essai.egal(o.derniere, (2 + dx, 2 + dy))
            essai.verifie(
                o.directions,
                lambda d, dx=dx, dy=dy: d == [(dx, dy), (-dx, -dy)] or (dx + dy < 0 and d == [(dx, dy)]),
                "après un touché vers %s, ne garde que cette direction et celle d'en face."
                % NOM_DIRECTION[direction],
            )
    with essai.aspect("manqué en ponçage"):
        o, _ = ordis()
        o.apres_tir((2, 2), TOUCHE)
        o.apres_tir((3, 2), MANQUE)
        essai.egal(o.mode, PONCAGE)
        essai.egal(o.directions, [BAS, GAUCHE, HAUT])
        o.apres_tir((2, 3), TOUCHE)
        o.apres_tir((2, 4), MANQUE)
        essai.egal(o.directions, [HAUT])
        essai.egal(o.derniere, (2, 2), piste="On repart de la première case touchée.")
        essai.egal(o.premiere, (2, 2))
    with essai.aspect("manqué en recherche"):
        o, _ = ordis()
        o.apres_tir((2, 2), MANQUE)
        essai.egal(o.mode, RECHERCHE)
        essai.egal(o.directions, [])
