"""Suites cachées du TP5 : l'Ordi qui tire au hasard, le damier, l'Ordi procédural."""

from autograder.moteur.essai import affiche, exercice
from autograder.suites.terrain import (
    au_hasard,
    equitable,
    flotte,
    juste_jusqu_ici,
    marque,
    nomme,
    observe,
    prudence,
)

TOUCHE, MANQUE, COULE = "touché", "manqué", "coulé"
REFUS = ("déjà joué", "hors de la grille")
DROITE, BAS, GAUCHE, HAUT = (1, 0), (0, 1), (-1, 0), (0, -1)
RECHERCHE, PONCAGE = "recherche", "ponçage"

PARTIE = '''
def coups(ordi, nombre):
    """[[résultat, case visée], …] des coups d'une partie, `nombre` au plus."""
    liste = []
    while len(liste) < nombre and not ordi.grille_suivi.fini():
        liste.append([ordi.coup_suivant(), ordi.case_courante])
    return liste
'''

DICTEE = '''
def make_case_noire(ordi, case):
    """Désormais, make_case_noire de cet Ordi choisit `case`."""
    def choisit():
        ordi.case_courante = case
    ordi.make_case_noire = choisit

def damier(classe):
    """Désormais, make_case_noire de ces Ordis vise la première case vide ; les cases visées."""
    visees = []
    def vise(self):
        self.case_courante = self.grille_suivi.vides[0]
        visees.append(self.case_courante)
    classe.make_case_noire = vise
    return visees

def coup_suivant(ordi, cases):
    """Désormais, coup_suivant de cet Ordi tire sur ces cases, dans l'ordre, jusqu'à la fin."""
    reste = list(cases)
    def joue():
        return ordi.tire(reste.pop(0)) if reste and not ordi.grille_suivi.fini() else None
    ordi.coup_suivant = joue
'''

VISEES = '''
def visees(ordi, methode, nombre):
    """Les cases visées l'une après l'autre, sans tirer."""
    liste = []
    for _ in range(nombre):
        getattr(ordi, methode)()
        liste.append(ordi.case_courante)
    return liste
'''

ESPION = '''
tirs = []

def espionne(classe):
    """Note désormais, dans `tirs`, [case, résultat] des tirs des objets de cette classe."""
    tire = classe.tire
    def note(self, case):
        resultat = tire(self, case)
        tirs.append([case, resultat])
        return resultat
    classe.tire = note

def releve():
    """Les tirs notés depuis le dernier relevé."""
    liste = list(tirs)
    del tirs[:]
    return liste
'''


def _cases(xmax, ymax):
    return [(x, y) for x in range(xmax) for y in range(ymax)]


def _ordi(m, xmax, ymax, tailles, bateaux=(), **options):
    """Un Ordi devant cette flotte."""
    ordi = m.Ordi(xmax=xmax, ymax=ymax, taille_bateaux=tailles, **options)
    marque(ordi.grille_adverse, dict.fromkeys(bateaux, 1))
    return ordi


def _viseur(methode, xmax, ymax, tailles, etats):
    """Scénario à répéter : un Ordi neuf, dans cet état, vise une case."""

    def vise(m):
        ordi = _ordi(m, xmax, ymax, tailles)
        marque(ordi.grille_suivi, etats)
        marque(ordi.grille_adverse, {(xmax - 1, ymax - 1): 1})
        getattr(ordi, methode)()
        return ordi.case_courante

    return vise


def _ou(xmax, ymax, etats):
    reste = f" dont {_pris(etats)}" if etats else ""
    return f"sur une grille {xmax}×{ymax}{reste}, "


def _pris(etats):
    """« (0, 0) n'est plus vide », « (0, 0) et (1, 0) ne sont plus vides »."""
    noms = [repr(case) for case in etats]
    if len(noms) == 1:
        return noms[0] + " n'est plus vide"
    return "{} et {} ne sont plus vides".format(", ".join(noms[:-1]), noms[-1])


def _ne_change_rien(essai, methode):
    """Viser n'est pas tirer : rien ne bouge, sauf `case_courante`."""
    ordi = _ordi(essai.copie, 3, 1, [2], [(0, 0), (1, 0)])
    marque(ordi.grille_suivi, {(1, 0): 1, (2, 0): -1})
    getattr(ordi, methode)()
    essai.egal(ordi.grille_suivi.etat, {(0, 0): 0, (1, 0): 1, (2, 0): -1})
    essai.egal(ordi.grille_suivi.vides, [(0, 0)])
    essai.egal(ordi.essais, 0)
    essai.egal(ordi.cases_jouees, [])


def _espion(essai):
    """Après lui, `espion.releve()` dit les tirs des Ordis de la copie, dans l'ordre."""
    espion = essai.aide(ESPION)
    espion.espionne(essai.copie.Ordi)
    return espion


def _acceptes(releve):
    """Les cases des tirs acceptés d'un relevé."""
    return [case for case, resultat in releve if resultat not in REFUS]


def _meme_graine(essai, methode):
    """Deux Ordis de même graine visent les mêmes cases, l'une après l'autre."""
    aide = essai.aide(VISEES)
    listes = []
    for _ in range(2):
        visees = aide.visees(_ordi(essai.copie, 9, 8, [1], graine=7), methode, 8)
        listes.append(essai.valeur(visees))
    essai.trace.append(str(listes[0] == listes[1]))
    essai.exige(
        listes[0] == listes[1],
        "Deux Ordis créés avec graine=7 ne visent pas les mêmes cases : choisis avec "
        "self.hasard.choice, le générateur de l'Ordi.",
    )


# --- Partie A ----------------------------------------------------------------------------


@exercice("tp5.make_case_aleatoire")
def test_make_case_aleatoire(essai):
    def vise(fois, xmax, ymax, etats):
        libres = {case for case in _cases(xmax, ymax) if case not in etats}
        scenario = _viseur("make_case_aleatoire", xmax, ymax, [1], etats)
        au_hasard(essai, fois, scenario, libres, _ou(xmax, ymax, etats) + "make_case_aleatoire")

    with essai.aspect("une case vide", part=2), prudence():
        vise(60, 3, 1, {(0, 0): 1, (1, 0): -1})
        vise(8, 1, 3, {(0, 0): -1, (0, 2): 1})
    with essai.aspect("toutes les cases vides ont leur chance", part=2), prudence():
        vise(50, 3, 1, {})
        vise(75, 2, 3, {(0, 0): 1, (1, 1): -1})
    with essai.aspect("ne tire pas, n'élimine rien"):
        _ne_change_rien(essai, "make_case_aleatoire")
    with essai.aspect("même graine, mêmes choix"), prudence():
        _meme_graine(essai, "make_case_aleatoire")


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
    with essai.aspect("un tir par coup"):
        ordi = _ordi(essai.copie, 2, 2, [1])
        for rang in range(1, 4):
            ordi.coup_suivant()
            essai.egal(ordi.essais, rang)
    with essai.aspect("None quand c'est fini"):
        for xmax, ymax, tailles, bateaux in [(2, 1, [1], [(1, 0)]), (3, 2, [2], [(0, 0), (0, 1)])]:
            ordi = _ordi(essai.copie, xmax, ymax, tailles, bateaux)
            marque(ordi.grille_suivi, dict.fromkeys(bateaux, 1))
            essai.egal(ordi.coup_suivant(), None, piste="Tous les bateaux sont déjà touchés.")
            essai.egal(ordi.essais, 0)
            essai.egal(ordi.cases_jouees, [])
        ordi = _ordi(essai.copie, 2, 1, [2], [(0, 0), (1, 0)])
        marque(ordi.grille_joueur, {(0, 0): 1, (1, 0): 1})
        for rang in (1, 2):
            ordi.coup_suivant()
            essai.egal(ordi.essais, rang, piste="Des cases sont encore vides sur grille_suivi.")
        essai.egal(ordi.coup_suivant(), None, piste="Tous les bateaux sont touchés.")
        ordi = _ordi(essai.copie, 2, 1, [1])
        marque(ordi.grille_suivi, {(0, 0): -1, (1, 0): -1})
        essai.egal(ordi.coup_suivant(), None, piste="Il n'y a plus de case vide où tirer.")
        essai.egal(ordi.essais, 0)
    with (
        essai.aspect("une partie entière", apres=["un tir par coup", "None quand c'est fini"]),
        prudence(),
    ):
        for xmax, ymax, tailles in [(2, 2, [1]), (3, 4, [2, 1]), (5, 3, [3, 2])]:
            bateaux = flotte(essai, xmax, ymax, tailles)
            graine = essai.alea.randrange(1000)
            ordi = _ordi(essai.copie, xmax, ymax, tailles, bateaux, graine=graine)
            marque(ordi.grille_joueur, dict.fromkeys(bateaux, 1))
            coups = nomme(essai, essai.aide(PARTIE).coups(ordi, xmax * ymax), "ordi.coup_suivant()")
            faute = _faute_de_partie(observe(essai, coups, lambda c: ""), xmax, ymax, bateaux)
            essai.trace.append(faute[:10])
            essai.exige(not faute, f"Grille {xmax}×{ymax}, flotte {tailles!r} : {faute}")
    with essai.aspect("damier"), prudence():
        for case in [(1, 0), (7, 2), (4, 8)]:
            ordi = _ordi(essai.copie, 9, 9, [2], damier=True)
            essai.aide(DICTEE).make_case_noire(ordi, case)
            ordi.coup_suivant()
            juste = essai.valeur(ordi.cases_jouees) == [case]
            essai.trace.append(str(juste))
            essai.exige(
                juste,
                "Avec damier=True, coup_suivant ne tire pas sur la case que choisit "
                "make_case_noire.",
            )

        def coup(m):
            ordi = _ordi(m, 3, 1, [2])
            ordi.coup_suivant()
            return ordi.case_courante

        au_hasard(
            essai, 40, coup, {(0, 0), (1, 0), (2, 0)},
            "avec damier=False sur une grille 3×1, coup_suivant",
        )  # fmt: skip


def _faute_de_partie(coups, xmax, ymax, bateaux):
    """ "" si ces coups forment une partie juste, jusqu'au bout."""
    a_toucher, jouees = set(bateaux), set()
    for numero, (resultat, case) in enumerate(coups, 1):
        if type(case) is not tuple or case not in _cases(xmax, ymax):
            return f"au coup n° {numero}, case_courante vaut {affiche(case)} : pas une case."
        if case in jouees:
            return f"au coup n° {numero}, l'Ordi tire une deuxième fois en {case!r}."
        attendu = TOUCHE if case in a_toucher else MANQUE
        if resultat != attendu:
            obtenu = affiche(resultat)
            return f"le tir n° {numero}, en {case!r}, renvoie {obtenu} ; attendu : {attendu!r}."
        jouees.add(case)
        a_toucher.discard(case)
    if a_toucher:
        return f"après {len(coups)} coups, tout n'est pas touché."
    return ""


@exercice("tp5.resolution")
def test_resolution(essai):
    with essai.aspect("le bon nombre de tirs"), prudence():
        for xmax, ymax in [(1, 1), (2, 1), (1, 3), (4, 1)]:
            n = xmax * ymax
            ordi = _ordi(essai.copie, xmax, ymax, [n], _cases(xmax, ymax))
            essai.egal(ordi.resolution(), n)
            essai.egal(ordi.essais, n)
        # 2 cases, un bateau de 1 : au hasard, 1 ou 2 tirs, une fois sur deux.
        au_hasard(
            essai, 40, lambda m: _ordi(m, 2, 1, [1], [(1, 0)]).resolution(), {1, 2},
            "sur une grille 2×1 avec un bateau de taille 1, resolution()",
        )  # fmt: skip
    with essai.aspect("jusqu'au bout, sans tirer deux fois", part=3), prudence():
        espion = _espion(essai)
        for xmax, ymax, tailles in [(2, 1, [1]), (3, 2, [2]), (3, 4, [2, 1]), (5, 3, [3, 2])]:
            bateaux = flotte(essai, xmax, ymax, tailles)
            graine = essai.alea.randrange(1000)
            ordi = _ordi(essai.copie, xmax, ymax, tailles, bateaux, graine=graine)
            tirs = essai.valeur(ordi.resolution())
            jouees = _acceptes(essai.valeur(espion.releve()))
            essais = essai.valeur(ordi.essais)
            etat = essai.valeur(ordi.grille_suivi.etat)
            ou = f"Grille {xmax}×{ymax}, flotte {tailles!r} : "
            trouvees = [case for case in bateaux if etat.get(case) == 1]
            essai.trace.append(f"{type(tirs)} {len(trouvees) == len(bateaux)}")
            essai.exige(
                len(trouvees) == len(bateaux),
                f"{ou}la partie s'arrête trop tôt, après {len(trouvees)} des {len(bateaux)} cases "
                "à toucher.",
            )
            essai.exige(
                len(set(jouees)) == len(jouees),
                ou + "l'Ordi tire deux fois sur la même case.",
            )
            essai.exige(
                not jouees or jouees[-1] in bateaux,
                ou + "l'Ordi tire encore alors que tout est touché.",
            )
            essai.exige(
                type(tirs) is int and tirs == essais == len(jouees),
                ou + f"resolution() renvoie {affiche(tirs)}, pour {len(jouees)} tirs.",
            )
    with essai.aspect("avec coup_suivant"), prudence():
        espion = _espion(essai)
        dictees = _cases(4, 3)[::-1]
        ordi = _ordi(essai.copie, 4, 3, [3], [(0, 1), (1, 1), (2, 1)])
        essai.aide(DICTEE).coup_suivant(ordi, dictees)
        ordi.resolution()
        jouees = _acceptes(essai.valeur(espion.releve()))
        essai.trace.append(str(jouees == dictees[:-1]))
        essai.exige(
            jouees == dictees[:-1],
            "resolution() ne tire pas sur les cases que choisit coup_suivant : joue chaque coup "
            "avec coup_suivant.",
        )
    with essai.aspect("n'écrit pas sur grille_adverse"):
        ordi = _ordi(essai.copie, 3, 2, [2], [(1, 0), (1, 1)])
        ordi.resolution()
        etat = {case: 1 if case[0] == 1 else 0 for case in _cases(3, 2)}
        essai.egal(ordi.grille_adverse.etat, etat)
    with essai.aspect("essais compte tous les tirs"):
        ordi = _ordi(essai.copie, 1, 4, [4], _cases(1, 4))
        ordi.tire((0, 2))
        ordi.resolution()
        essai.egal(ordi.essais, 4, piste="Un tir avait été joué avant resolution : il compte.")
    with essai.aspect("rien à chercher"):
        ordi = _ordi(essai.copie, 2, 2, [])
        essai.egal(ordi.resolution(), 0, piste="Sans bateau, la partie est finie d'avance.")
        essai.egal(ordi.cases_jouees, [])


@exercice("tp5.moyenne_coups")
def test_moyenne_coups(essai):
    def moyenne(attendue, *args, piste="", **options):
        obtenue = observe(
            essai,
            essai.copie.moyenne_coups(*args, **options),
            lambda m: m if type(m) not in (int, float) or m < 8 else "beaucoup",
        )
        appel = ", ".join([str(args[0]), *(f"{nom}={v!r}" for nom, v in options.items())])
        essai.exige(
            type(obtenue) in (int, float) and abs(obtenue - attendue) < 1e-9,
            f"moyenne_coups({appel}) renvoie {affiche(obtenue)} ; attendu : {attendue!r}.{piste}",
        )

    def espionnee(n, **options):
        """(ce que renvoie moyenne_coups, le nombre de tirs que l'Ordi a faits pendant ce temps)."""
        espion = _espion(essai)
        obtenue = essai.valeur(essai.copie.moyenne_coups(n, **options))
        tirs = _acceptes(essai.valeur(espion.releve()))
        essai.trace.append(f"{type(obtenue)} {obtenue == len(tirs) / n} {len(tirs) > n}")
        return obtenue, len(tirs)

    with essai.aspect("parties forcées", part=2), prudence():
        espion = _espion(essai)
        for n, xmax, ymax in [(1, 1, 1), (1, 3, 1), (2, 1, 2), (5, 4, 1)]:
            moyenne(float(xmax * ymax), n, xmax=xmax, ymax=ymax, taille_bateaux=[xmax * ymax])
        tirs = observe(essai, espion.releve(), len)
        essai.exige(len(tirs) > 0, "moyenne_coups ne joue aucune partie : l'Ordi n'a pas tiré.")
    if not essai.aspects[0].juste:
        return  # inutile de jouer plus longtemps
    with essai.aspect("une flotte à trouver"), prudence():
        # 3 cases, un bateau de 2 : la case vide est tirée en dernier une fois sur trois.
        equitable(
            essai, "moyenne_coups(1, xmax=3, ymax=1, taille_bateaux=[2])",
            {2: 1 / 3, 3: 2 / 3}, 60,
            lambda m: m.moyenne_coups(1, xmax=3, ymax=1, taille_bateaux=[2]),
        )  # fmt: skip
    with essai.aspect("la moyenne de n parties neuves", part=2), prudence():
        _, tirs = espionnee(3, xmax=4, ymax=1, taille_bateaux=[4])
        essai.exige(
            tirs == 12,
            "Pendant moyenne_coups(3, xmax=4, ymax=1, taille_bateaux=[4]), trois parties de 4 "
            f"tirs, l'Ordi tire {tirs} fois au lieu de 12 : un Ordi neuf à chaque partie.",
        )
        # Vingt-neuf fois 1, ou vingt-neuf fois 2, n'arrive pas une fois sur cent millions ; sinon
        # les décimales de la moyenne ne finissent pas, et l'arrondir se voit.
        obtenue, tirs = espionnee(29, xmax=2, ymax=1, taille_bateaux=[1])
        essai.exige(
            type(obtenue) in (int, float) and abs(obtenue - tirs / 29) < 1e-9,
            f"moyenne_coups(29, xmax=2, ymax=1, taille_bateaux=[1]) renvoie {affiche(obtenue)}, "
            f"pour {tirs} tirs en 29 parties ; attendu : {tirs / 29}.",
        )
    with essai.aspect("transmet les options"), prudence():
        # Une seule flotte tient : A0 et C0. La graine fait toutes les parties pareilles ; sans
        # elle, toutes en 2 tirs ou toutes en 3 arriveraient moins d'une fois sur dix millions.
        options = {"xmax": 3, "ymax": 1, "taille_bateaux": [1, 1], "graine": 7, "nom": "Zoé"}
        obtenue, _ = espionnee(45, **options)
        essai.trace.append(str(obtenue in (2, 3)))
        essai.exige(
            obtenue in (2, 3),
            "Avec graine=7, les 45 parties de moyenne_coups ne sont pas toutes les mêmes : les "
            "options vont à Ordi(**options).",
        )
        visees = essai.aide(DICTEE).damier(essai.copie.Ordi)
        essai.copie.moyenne_coups(3, xmax=2, ymax=1, taille_bateaux=[2], damier=True)
        visees = observe(essai, visees, bool)
        essai.exige(
            len(visees) > 0,
            "Avec damier=True, ce n'est pas make_case_noire qui vise : les options vont à "
            "Ordi(**options).",
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
            ordi.grille_adverse.flotte_depart = [1]  # l'Ordi ne la regarde pas
            for case in [(0, 0), (1, 0), (0, 2), (1, 2), (4, 1)]:
                essai.egal(ordi.est_noire(case), sum(case) % min(depart) == 0)
    with essai.aspect("jouée ou non, sans rien modifier"):
        ordi = _ordi(essai.copie, 3, 2, [3, 2])
        marque(ordi.grille_suivi, {(0, 0): -1, (1, 1): 1})
        for case in [(0, 0), (1, 1)]:
            essai.egal(ordi.est_noire(case), True, piste="Une case jouée garde sa couleur.")
        essai.egal(ordi.grille_suivi.flotte_depart, (3, 2))
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
        dessin = o.grille_suivi if etats else None
        essai.egal(o.cases_noires(), r.cases_noires(), ordre=False, grille=dessin)

    with essai.aspect("cas général", part=2):
        compare(3, 2, [2], {})
        compare(3, 2, [2], {(0, 0): -1})
        compare(3, 2, [2], {(1, 1): 1})
        for xmax, ymax, tailles in FLOTTES:
            compare(xmax, ymax, tailles, {})
            cases = _cases(xmax, ymax)
            # (0, 0), noire, reste vide : le repli a son aspect à lui.
            prises = essai.alea.sample(cases[1:], len(cases) // 3)
            compare(xmax, ymax, tailles, {c: essai.alea.choice([1, -1]) for c in prises})
    with essai.aspect("plus de case noire"):
        compare(2, 1, [2], {(0, 0): -1})
        jouees = [(0, 0), (2, 0), (3, 1), (0, 2), (2, 2)]
        compare(4, 3, [2], {**dict.fromkeys(jouees, -1), (1, 1): 1})
        for xmax, ymax, tailles in FLOTTES:
            cases = _cases(xmax, ymax)
            noires = [c for c in cases if sum(c) % min(tailles) == 0]
            blanches = [c for c in cases if c not in noires]
            prises = noires + essai.alea.sample(blanches, len(blanches) // 2)
            compare(xmax, ymax, tailles, {c: essai.alea.choice([1, -1]) for c in prises})
    with essai.aspect("ne modifie rien"):
        for etats in ({}, {(0, 0): 1}, {(0, 0): -1, (1, 1): -1, (2, 0): 1}):
            o, r = (_ordi(m, 3, 2, [2]) for m in (essai.copie, essai.corrige))
            for ordi in (o, r):
                marque(ordi.grille_suivi, etats)
                ordi.cases_noires()
            essai.egal(o.grille_suivi.etat, r.grille_suivi.etat)
            essai.egal(o.grille_suivi.vides, r.grille_suivi.vides, ordre=False)
    with essai.aspect("une liste neuve"):
        for etats in ({}, {(0, 0): -1}):
            ordi = _ordi(essai.copie, 2, 1, [2])
            marque(ordi.grille_suivi, etats)
            ordi.cases_noires().append("une de plus")
            essai.egal(
                ordi.grille_suivi.vides, [c for c in _cases(2, 1) if c not in etats], ordre=False,
                piste="La liste renvoyée ne doit pas être vides elle-même, mais une copie.",
            )  # fmt: skip


@exercice("tp5.make_case_noire")
def test_make_case_noire(essai):
    def vise(fois, xmax, ymax, tailles, etats, permises):
        scenario = _viseur("make_case_noire", xmax, ymax, tailles, etats)
        au_hasard(essai, fois, scenario, permises, _ou(xmax, ymax, etats) + "make_case_noire")

    with essai.aspect("une case noire", part=2), prudence():
        vise(40, 3, 1, [3], {}, {(0, 0)})
        vise(8, 2, 2, [2], {(0, 0): -1}, {(1, 1)})
        vise(8, 5, 1, [3], {(0, 0): 1}, {(3, 0)})
    with essai.aspect("toutes les cases noires ont leur chance", part=2), prudence():
        vise(50, 3, 2, [2], {}, {(0, 0), (2, 0), (1, 1)})
        vise(50, 4, 2, [2], {(0, 0): 1}, {(2, 0), (1, 1), (3, 1)})
    with essai.aspect("plus de case noire"), prudence():
        vise(8, 3, 1, [2], {(0, 0): -1, (2, 0): 1}, {(1, 0)})
    with essai.aspect("ne tire pas, n'élimine rien"):
        _ne_change_rien(essai, "make_case_noire")
    with essai.aspect("même graine, mêmes choix"), prudence():
        _meme_graine(essai, "make_case_noire")


# --- Partie C ----------------------------------------------------------------------------


SITUATION = '''
def joue(ordi, cases):
    """Note ces cases comme déjà jouées (et manquées) sur la feuille de tirs."""
    for case in cases:
        ordi.grille_suivi.marque(case, -1)
'''


def _proceduraux(essai, xmax, ymax, tailles, jouees=(), **attributs):
    """Le même OrdiProcedural dans la copie et dans le corrigé, qui a déjà joué ces cases."""
    o, r = (
        m.OrdiProcedural(xmax=xmax, ymax=ymax, taille_bateaux=tailles)
        for m in (essai.copie, essai.corrige)
    )
    if jouees:
        essai.aide(SITUATION).joue(o, list(jouees))
        marque(r.grille_suivi, dict.fromkeys(jouees, -1))
        o.cases_jouees, r.cases_jouees = list(jouees), list(jouees)
    for nom, valeur in attributs.items():
        for ordi in (o, r):
            setattr(ordi, nom, list(valeur) if type(valeur) is list else valeur)
    return o, r


@exercice("tp5.choix_recherche")
def test_choix_recherche(essai):
    def compare(xmax, ymax, tailles, jouees):
        o, r = _proceduraux(essai, xmax, ymax, tailles, jouees)
        essai.egal(o.choix_recherche(), r.choix_recherche())
        essai.egal(o.cases_jouees, list(jouees), piste="choix_recherche choisit sans tirer.")

    with essai.aspect("dans l'ordre, ligne par ligne", part=2):
        for xmax, ymax in [(3, 2), (2, 3), (4, 4)]:
            noires = [(x, y) for y in range(ymax) for x in range(xmax) if (x + y) % 2 == 0]
            for rang in range(len(noires)):
                compare(xmax, ymax, [2], noires[:rang])
        for _ in range(6):
            cases = _cases(4, 3)
            # une noire au moins reste à jouer : le repli a son aspect à lui
            cases.remove(essai.alea.choice([c for c in cases if sum(c) % 2 == 0]))
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
        return _proceduraux(
            essai, xmax, ymax, [3, 2], jouees,
            premiere=premiere, derniere=derniere, directions=directions,
        )  # fmt: skip

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
        (6, 1, (2, 0), (2, 0), [DROITE, GAUCHE], [(2, 0), (3, 0)]),
    ]
    hasard = []
    for _ in range(8):
        cases = _cases(4, 3)
        premiere = x, y = essai.alea.choice(cases)
        jouees = essai.alea.sample(cases, essai.alea.randint(0, 7))
        directions = quatre[essai.alea.randrange(4) :]
        permises = {(x + dx, y + dy) for dx, dy in directions} & (set(cases) - set(jouees))
        if permises:  # ne plus rien avoir à essayer a son aspect à soi
            hasard.append((4, 3, premiere, premiere, directions, [*jouees, premiere]))

    with essai.aspect("la case suivante", part=2):
        for situation in simples:
            o, r = paire(*situation)
            essai.egal(o.choix_poncage(), r.choix_poncage())
    with essai.aspect("bord ou case déjà jouée", part=2):
        for situation in detours + hasard:
            o, r = paire(*situation)
            essai.egal(o.choix_poncage(), r.choix_poncage())
    with essai.aspect("plus rien à essayer"):
        fermees = [
            (1, 1, (0, 0), (0, 0), quatre, [(0, 0)]),
            (3, 1, (1, 0), (1, 0), quatre, [(0, 0), (1, 0), (2, 0)]),
        ]
        vide = (3, 2, (1, 0), (1, 0), [], [(1, 0)])
        for situation in [vide, *(fermees if juste_jusqu_ici(essai) else [])]:
            o, _ = paire(*situation)
            essai.egal(o.choix_poncage(), None)
    with essai.aspect("la direction suivie vient en tête"):
        for situation in simples + (detours if juste_jusqu_ici(essai) else []):
            o, r = paire(*situation)
            o.choix_poncage()
            r.choix_poncage()
            essai.egal(o.directions, r.directions)
            essai.egal(o.choix_poncage(), r.choix_poncage())


@exercice("tp5.apres_tir")
def test_apres_tir(essai):
    def ordis(**attributs):
        return _proceduraux(essai, 5, 4, [3, 2], **attributs)

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
        o, _ = ordis(mode=PONCAGE, cases_jouees=[(1, 1), (2, 1)])
        o.apres_tir((2, 1), COULE)
        essai.egal(o.cases_jouees, [(1, 1), (2, 1)], piste="C'est tire qui note les tirs.")
    with essai.aspect("touché en ponçage"):
        for direction in (BAS, DROITE, GAUCHE, HAUT):
            dx, dy = direction
            quatre = [DROITE, BAS, GAUCHE, HAUT]
            o, _ = ordis(
                mode=PONCAGE, premiere=(2, 2), derniere=(2, 2),
                directions=quatre[quatre.index(direction) :],
            )  # fmt: skip
            o.apres_tir((2 + dx, 2 + dy), TOUCHE)
            essai.egal(o.mode, PONCAGE)
            essai.egal(o.derniere, (2 + dx, 2 + dy))
            permises = [[direction, (-dx, -dy)]]
            if direction in (GAUCHE, HAUT):  # celle d'en face a déjà été essayée
                permises.append([direction])
            essai.verifie(
                o.directions,
                lambda directions, permises=permises: directions in permises,
                "après ce touché, ne garde que la direction suivie et celle d'en face.",
            )
            essai.egal(o.premiere, (2, 2))
    with essai.aspect("manqué en ponçage"):
        quatre = [DROITE, BAS, GAUCHE, HAUT]
        o, _ = ordis(mode=PONCAGE, premiere=(2, 2), derniere=(2, 2), directions=quatre)
        o.apres_tir((3, 2), MANQUE)
        essai.egal(o.mode, PONCAGE)
        essai.egal(o.directions, [BAS, GAUCHE, HAUT])
        o, _ = ordis(mode=PONCAGE, premiere=(2, 2), derniere=(2, 3), directions=[BAS, HAUT])
        o.apres_tir((2, 4), MANQUE)
        essai.egal(o.directions, [HAUT])
        essai.egal(o.derniere, (2, 2), piste="On repart de la première case touchée.")
        essai.egal(o.premiere, (2, 2))
    with essai.aspect("manqué en recherche"):
        o, _ = ordis()
        o.apres_tir((2, 2), MANQUE)
        essai.egal(o.mode, RECHERCHE)
        essai.egal(o.directions, [])
