"""Les suites cachées des TP1 à TP3 sont justes : ni trop sévères, ni trop indulgentes."""

import math

import pytest

from autograder import RACINE
from autograder.moteur.erreurs import Erreur, remplace
from autograder.moteur.exercices import lit_registre
from autograder.moteur.juge import Juge
from autograder.suites import terrain

pytestmark = pytest.mark.lent  # la CI les lance

TPS = {1, 2, 3}
REGISTRE = lit_registre()
EXERCICES = [e for e in REGISTRE if e.tp in TPS]


@pytest.fixture(scope="module")
def juge():
    return Juge()


def copie(juge, codes):
    """Le corrigé, où ces fonctions {id d'exercice: code} sont remplacées."""
    textes = dict(juge.corrige.textes)
    for ident, code in codes.items():
        module = REGISTRE[ident].module
        textes[module] = remplace(textes[module], REGISTRE[ident].cible, code)
    return textes


def corrige_seul(juge, ident, code, graine=17):
    return juge.corrige_textes(copie(juge, {ident: code}), ids=[ident], graine=graine).exercices[0]


# --- Le corrigé, les squelettes, les copies à trous ------------------------------------


@pytest.mark.parametrize("graine", [0, 2026, 987654])
def test_le_corrige_a_tout_juste(juge, graine):
    resultat = juge.corrige_dossier(RACINE / "solutions", tps=TPS, graine=graine)
    assert [(e.id, e.phrase) for e in resultat.exercices if not e.juste] == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}
    assert [resultat.note(tp) for tp in sorted(TPS)] == [20, 20, 20]


def test_les_squelettes_sont_a_faire(juge):
    resultat = juge.corrige_dossier(RACINE / "lessons", tps=TPS, graine=3)
    assert {e.statut for e in resultat.exercices} == {"à faire"}
    assert len(resultat.exercices) == len(EXERCICES)
    assert sum(e.points for e in resultat.exercices) == 0


@pytest.mark.parametrize("exercice", EXERCICES, ids=lambda e: e.id)
def test_sans_la_fonction_zero(juge, exercice):
    """Ni la greffe ni un TP précédent ne répondent à la place d'une fonction absente."""
    textes = copie(juge, {exercice.id: "pass"})
    resultat = juge.corrige_textes(textes, ids=[exercice.id], graine=4).exercices[0]
    assert (resultat.points, resultat.statut) == (0, "absent")


@pytest.mark.parametrize("renvoyee", ["None", "True", "[]"])
def test_une_reponse_fixe_ne_rapporte_rien(renvoyee):
    """Toutes les fonctions à la fois : la greffe les juge une par une, et aucune n'a de point."""
    codes = {e.id: f"def {e.nom}(*args, **options):\n    return {renvoyee}\n" for e in EXERCICES}
    juge = Juge(reconnait=lambda *trace: None)
    resultat = juge.corrige_textes(copie(juge, codes), tps=TPS, graine=5)
    assert [(e.id, e.points) for e in resultat.exercices if e.points] == []


# --- D'autres façons justes de faire ---------------------------------------------------

AUTREMENT = {
    "tp1.alpha": """
def alpha(case):
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[case[0]] + f"{case[1]}"
""",
    "tp1.coord": """
def coord(texte):
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    texte = "".join(texte.split(" ")).upper()
    if len(texte) not in (2, 3) or texte[0] not in alphabet:
        raise ValueError("Écris une lettre puis un nombre.")
    y = 0
    for chiffre in texte[1:]:
        if chiffre not in "0123456789":
            raise ValueError("Après la lettre, il faut un nombre.")
        y = 10 * y + "0123456789".index(chiffre)
    return alphabet.index(texte[0]), y
""",
    "tp1.reinit": """
def reinit(self):
    self.historique = []
    self.etat = {(x, y): 0 for y in range(self.ymax) for x in range(self.xmax)}
    self.vides = sorted(self.etat, reverse=True)
    self.taille_bateaux = [taille for taille in self.flotte_depart]
    self.taille_max = max(self.taille_bateaux, default=0)
    self.taille_min = min(self.taille_bateaux, default=0)
""",
    "tp1.update_vides": """
def update_vides(self):
    self.vides.clear()
    for case, etat in self.etat.items():
        if etat == VIDE:
            self.vides.insert(0, case)
""",
    "tp1.test_case": """
def test_case(self, case):
    return case in self.vides
""",
    "tp1.is_touche": """
def is_touche(self, case):
    try:
        return self.etat[case] == TOUCHEE
    except KeyError:
        return False
""",
    "tp1.adjacent": """
def adjacent(self, case):
    return [c for c in self.vides if abs(c[0] - case[0]) + abs(c[1] - case[1]) == 1]
""",
    "tp1.get_taille_max": """
def get_taille_max(self):
    self.taille_max = 0
    for taille in self.taille_bateaux:
        if taille > self.taille_max:
            self.taille_max = taille
    return self.taille_max
""",
    "tp1.get_taille_min": """
def get_taille_min(self):
    if len(self.taille_bateaux) == 0:
        self.taille_min = 0
    else:
        self.taille_bateaux.sort()
        self.taille_min = self.taille_bateaux[0]
    return self.taille_min
""",
    "tp1.rem_bateau": """
def rem_bateau(self, taille):
    restent, trouve = [], False
    for autre in self.taille_bateaux:
        if autre == taille and not trouve:
            trouve = True
        else:
            restent.append(autre)
    self.taille_bateaux = restent
    self.taille_max = max(restent, default=0)
    self.taille_min = min(restent, default=0)
    return trouve
""",
    "tp1.fini": """
def fini(self):
    reste = self.somme_taille
    for case in self.etat:
        if self.is_touche(case):
            reste -= 1
    return reste == 0
""",
    "tp2.calcule_end": """
def calcule_end(taille, start, sens):
    return calcule_cases(taille, start, sens)[-1]
""",
    "tp2.calcule_cases": """
def calcule_cases(taille, start, sens):
    if taille == 0:
        return []
    return [start] + calcule_cases(taille - 1, (start[0] + sens[0], start[1] + sens[1]), sens)
""",
    "tp2.calcule_cases_adj": """
def calcule_cases_adj(cases):
    autour = set()
    for x, y in cases:
        autour |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
    return list(autour - set(cases))
""",
    "tp2.compte_vides": """
def compte_vides(self, case, direction):
    suivante = (case[0] + direction[0], case[1] + direction[1])
    if not self.test_case(suivante):
        return 0
    return 1 + self.compte_vides(suivante, direction)
""",
    "tp2.get_max_space": """
def get_max_space(self, case, direction=TOUTES_DIR, face=True):
    def cote(dx, dy):
        x, y = case[0] + dx, case[1] + dy
        nombre = 0
        while (x, y) in self.vides:
            nombre, x, y = nombre + 1, x + dx, y + dy
        return nombre

    if self.etat.get(case, MANQUEE) == MANQUEE:
        return 0
    if direction == TOUTES_DIR:
        return 1 + max(cote(1, 0) + cote(-1, 0), cote(0, 1) + cote(0, -1))
    dx, dy = direction
    return 1 + cote(dx, dy) + (cote(-dx, -dy) if face else 0)
""",
    "tp2.test_bateau": """
def test_bateau(self, bateau):
    return set(bateau.cases) <= set(self.vides)
""",
    "tp2.add_bateau": """
def add_bateau(self, bateau):
    for case in bateau.cases:
        if self.etat.get(case) != 0:
            return False
    for voisine in bateau.cases_adj:
        if self.etat.get(voisine) == 0:
            self.etat[voisine] = -1
    for case in bateau.cases:
        self.etat[case] = 1
    self.update_vides()
    return True
""",
    "tp2.remplit_possibles_case": """
def remplit_possibles_case(self):
    self.possibles_case = {case: [] for case in reversed(self.vides)}
    for case in self.possibles_case:
        for taille in sorted(set(self.taille_bateaux)):
            for sens in (BAS, DROITE) if taille > 1 else (DROITE,):
                if self.test_bateau(Bateau(taille, case, sens)):
                    self.possibles_case[case].append((taille, sens))
    return self.possibles_case
""",
    "tp2.retourne_possibles": """
def retourne_possibles(self):
    self.possibles = {}
    for voulue in set(self.taille_bateaux):
        self.possibles[voulue] = [
            (case, sens)
            for case, liste in reversed(list(self.possibles_case.items()))
            for taille, sens in liste
            if taille == voulue
        ]
    return self.possibles
""",
    "tp2.get_possibles": """
def get_possibles(self):
    un = self.remplit_possibles_case()
    deux = self.retourne_possibles()
    return (un, deux)
""",
    "tp2.add_bateau_alea": """
def add_bateau_alea(self, taille):
    melangees = list(self.get_possibles()[1][taille])
    random.shuffle(melangees)
    for case, sens in melangees:
        if self.add_bateau(Bateau(taille, case, sens)):
            return True
    return False
""",
    "tp2.essai_flotte": """
def essai_flotte(self):
    return all(self.add_bateau_alea(taille) for taille in self.taille_bateaux)
""",
    "tp2.init_bateaux_alea": """
def init_bateaux_alea(self):
    avant = list(self.etat.items())
    essais = 0
    while not self.essai_flotte():
        self.etat = {case: etat for case, etat in avant}
        self.update_vides()
        essais += 1
        if essais == 60:
            for bateau in self.cherche_flotte():
                self.add_bateau(bateau)
            return True
    return True
""",
    "tp2.essai_uniforme": """
def essai_uniforme(self):
    flotte = []
    for taille in self.taille_bateaux:
        places = self.possibles[taille]
        flotte.append(Bateau(taille, *places[int(random.random() * len(places))]))
    for rang, bateau in enumerate(flotte):
        for autre in flotte[:rang]:
            if set(bateau.cases) & set(autre.cases + autre.cases_adj):
                return None
    return flotte[::-1]
""",
    "tp2.init_bateaux_uniforme": """
def init_bateaux_uniforme(self):
    import itertools

    self.get_possibles()
    listes = [[Bateau(t, *p) for p in self.possibles[t]] for t in self.taille_bateaux]
    legales = []
    for flotte in itertools.product(*listes):
        interdites, libre = set(), True
        for bateau in flotte:
            libre = libre and not interdites & set(bateau.cases)
            interdites |= set(bateau.cases + bateau.cases_adj)
        if libre:
            legales.append(flotte)
    if not legales:
        raise ValueError("Ces bateaux ne tiennent pas.")
    for bateau in random.choice(legales):
        self.add_bateau(bateau)
""",
    "tp3.symbole": """
def symbole(etat):
    return {1: "X", -1: "O"}.get(etat, " ")
""",
    "tp3.centre": """
def centre(chaine, longueur):
    a_droite = True
    while len(chaine) < longueur:
        chaine = chaine + " " if a_droite else " " + chaine
        a_droite = not a_droite
    return chaine
""",
    "tp3.ligne_lettres": """
def ligne_lettres(self):
    ligne = " "
    for x in range(self.xmax):
        ligne += " " + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[x] + "  "
    return ligne.rstrip()
""",
    "tp3.ligne_trait": """
def ligne_trait(self, gauche, milieu, droite):
    ligne = gauche
    for x in range(self.xmax):
        ligne += CAR_H + CAR_H + CAR_H + (droite if x == self.xmax - 1 else milieu)
    return ligne
""",
    "tp3.ligne_cases": """
def ligne_cases(self, y):
    ligne = CAR_V
    for x in range(self.xmax):
        ligne = ligne + " " + symbole(self.etat[x, y]) + " " + CAR_V
    return ligne
""",
    "tp3.make_chaine": """
def make_chaine(self):
    marge = " " * (len(str(self.ymax - 1)) + 1)
    dessin = marge + self.ligne_lettres() + "\\n"
    dessin += marge + self.ligne_trait("┌", "┬", "┐") + "\\n"
    for y in range(self.ymax):
        dessin += str(y).rjust(len(marge) - 1) + " " + self.ligne_cases(y) + "\\n"
        if y < self.ymax - 1:
            dessin += marge + self.ligne_trait("├", "┼", "┤") + "\\n"
    return dessin + marge + self.ligne_trait("└", "┴", "┘")
""",
    "tp3.fusion": """
def fusion(chaine1, chaine2):
    gauche, droite = chaine1.split("\\n"), chaine2.split("\\n")
    resultat = []
    for y in range(max(len(gauche), len(droite))):
        g = gauche[y] if y < len(gauche) else ""
        d = droite[y] if y < len(droite) else ""
        while len(g) < len(max(gauche, key=len)):
            g += " "
        while len(d) < len(max(droite, key=len)):
            d += " "
        resultat.append(g + " │ " + d)
    return "\\n".join(resultat)
""",
    "tp3.boite": """
def boite(texte, prefixe="", longueur=40):
    place = longueur - 4 - len(prefixe)
    if place <= 0:
        raise ValueError("Pas assez de place.")
    lignes = []
    for ligne in texte.split("\\n"):
        en_cours = ""
        for mot in ligne.split(" "):
            if en_cours and len(en_cours) + 1 + len(mot) > place:
                lignes.append(en_cours)
                en_cours = ""
            en_cours = en_cours + " " + mot if en_cours else mot
            while len(en_cours) > place:
                lignes.append(en_cours[:place])
                en_cours = en_cours[place:]
        lignes.append(en_cours)
    corps = ["│ " + prefixe + ligne.ljust(place) + " │" for ligne in lignes]
    bord = "─" * (longueur - 2)
    return "\\n".join(["┌" + bord + "┐", *corps, "└" + bord + "┘"])
""",
    "tp3.epaisseur": """
def epaisseur(self, case1, case2):
    dedans = [case for case in (case1, case2) if case in self.etat]
    occupees = [case for case in dedans if self.etat[case] == 1]
    if len(occupees) == 1:
        return 2
    return min(len(dedans), 1)
""",
    "tp3.coin": """
def coin(self, x, y):
    branches = ()
    for dx1, dy1, dx2, dy2 in [(-1, -1, 0, -1), (-1, 0, 0, 0), (-1, -1, -1, 0), (0, -1, 0, 0)]:
        branches += (self.epaisseur((x + dx1, y + dy1), (x + dx2, y + dy2)),)
    return CAR_CROISEMENTS[branches]
""",
    "tp3.make_chaine_adverse": """
def make_chaine_adverse(self, grille):
    traits = [self.trait_adverse(grille, y) for y in range(self.ymax + 1)]
    cases = [self.cases_adverses(grille, y) for y in range(self.ymax)]
    lignes = [self.ligne_lettres(), traits[0]]
    for y in range(self.ymax):
        lignes += [cases[y], traits[y + 1]]
    return "\\n".join(self.avec_numeros(lignes))
""",
}
ENCORE_AUTREMENT = {
    "tp1.alpha": "alpha = lambda case: '%c%d' % (65 + case[0], case[1])",
    "tp1.coord": """
def coord(texte: str) -> tuple:
    lettres = [c for c in texte.upper() if c != " "]
    if not lettres or lettres[0] not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        raise ValueError("il faut une lettre")
    chiffres = "".join(lettres[1:])
    if not chiffres.isdigit() or len(chiffres) > 2:
        raise ValueError("il faut un nombre")
    return (ord(lettres[0]) - 65, int(chiffres))
""",
    "tp1.adjacent": """
def adjacent(self, case):
    x, y = case
    resultat = list()
    for voisine in ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y)):
        if voisine in self.etat:
            if self.etat[voisine] == 0:
                resultat = [voisine] + resultat
    return resultat
""",
    "tp1.fini": """
def fini(self):
    return sum(e == 1 for e in self.etat.values()) >= self.somme_taille
""",
    "tp2.calcule_cases": """
def calcule_cases(taille, start, sens):
    cases = [start]
    while len(cases) < taille:
        cases.append((cases[-1][0] + sens[0], cases[-1][1] + sens[1]))
    return cases
""",
    "tp2.add_bateau_alea": """
def add_bateau_alea(self, taille):
    while True:
        possibles = self.get_possibles()[1][taille]
        if possibles == []:
            return False
        case = random.choice(sorted(self.etat))
        sens = random.choice([DROITE, BAS])
        if (case, sens) in possibles:
            return self.add_bateau(Bateau(taille, case, sens))
""",
    "tp2.init_bateaux_alea": """
def init_bateaux_alea(self):
    import copy

    flotte = self.cherche_flotte()  # lève ValueError si c'est impossible
    etat, vides = copy.deepcopy(self.etat), list(self.vides)
    for _ in range(300):
        if self.essai_flotte():
            return
        self.etat, self.vides = dict(etat), list(vides)
    for bateau in flotte:
        self.add_bateau(bateau)
""",
    "tp3.centre": """
def centre(chaine, longueur):
    return chaine.rjust(len(chaine) + (longueur - len(chaine)) // 2).ljust(longueur)
""",
    "tp3.fusion": """
def fusion(chaine1, chaine2):
    import itertools

    a, b = chaine1.split("\\n"), chaine2.split("\\n")
    la, lb = max(map(len, a)), max(map(len, b))
    couples = itertools.zip_longest(a, b, fillvalue="")
    return "\\n".join(f"{x:{la}} │ {y:{lb}}" for x, y in couples)
""",
}


@pytest.mark.parametrize(
    ("codes", "graine"), [(AUTREMENT, 6), (AUTREMENT, 7), (ENCORE_AUTREMENT, 8)], ids="abc"
)
def test_autres_facons_justes(juge, codes, graine):
    """Une copie entière écrite autrement : récursion, autres ordres, autre hasard, annexes."""
    resultat = juge.corrige_textes(copie(juge, codes), tps=TPS, graine=graine)
    assert [(e.id, e.phrase) for e in resultat.exercices if not e.juste] == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}


def test_toutes_les_autres_facons():
    assert set(AUTREMENT) == {e.id for e in EXERCICES}


# --- À moitié juste --------------------------------------------------------------------

A_MOITIE = {
    "tp1.coord": (
        """
def coord(texte):
    return (ord(texte[0]) - ord("A"), int(texte[1:]))
""",
        "coord('b4') renvoie (33, 4) ; attendu : (1, 4).",
    ),
    "tp1.is_touche": (
        """
def is_touche(self, case):
    x, y = case
    return x < self.xmax and y < self.ymax and self.etat[case] == TOUCHEE
""",
        "g.is_touche((-1, 0)) lève KeyError ((-1, 0))",
    ),
    "tp1.adjacent": (
        """
def adjacent(self, case):
    x, y = case
    voisines = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [v for v in voisines if v in self.etat and self.etat[v] != TOUCHEE]
""",
        "Reste : « cases occupées ».",
    ),
    "tp2.get_max_space": (
        """
def get_max_space(self, case, direction=TOUTES_DIR, face=True):
    espace = 1 + self.compte_vides(case, direction)
    if face:
        espace += self.compte_vides(case, (-direction[0], -direction[1]))
    return espace
""",
        "« dans toutes les directions », « hors de la grille ou manquée »",
    ),
    "tp2.add_bateau": (
        """
def add_bateau(self, bateau):
    if self.test_bateau(bateau):
        for case in bateau.cases:
            self.etat[case] = TOUCHEE
        for case in bateau.cases_adj:
            if case in self.etat:
                self.etat[case] = MANQUEE
        return True
    return False
""",
        "g.etat[(1, 0)] vaut -1 ; attendu : 1.",
    ),
    "tp3.make_chaine": (
        """
def make_chaine(self):
    lignes = ["  " + self.ligne_lettres(), "  " + self.ligne_trait("┌", "┬", "┐")]
    for y in range(self.ymax):
        if y:
            lignes.append("  " + self.ligne_trait("├", "┼", "┤"))
        lignes.append(str(y) + " " + self.ligne_cases(y))
    lignes.append("  " + self.ligne_trait("└", "┴", "┘"))
    return "\\n".join(lignes)
""",
        "Reste : « plus de dix lignes ».",
    ),
}


@pytest.mark.parametrize("ident", A_MOITIE)
def test_a_moitie_juste(juge, ident):
    code, attendue = A_MOITIE[ident]
    resultat = corrige_seul(juge, ident, code)
    assert resultat.statut == "partiel"
    assert 0 < resultat.points < resultat.bareme
    assert attendue in resultat.phrase


# --- Le hasard -------------------------------------------------------------------------


@pytest.mark.parametrize("ident", ["tp2.add_bateau_alea", "tp2.essai_uniforme"])
def test_un_hasard_honnete_passe_toujours(juge, ident):
    """Vingt-cinq graines, sans bac à sable : jamais d'échec."""
    juste = Erreur("juste", ident, "", AUTREMENT[ident])
    for graine in range(25):
        trace = juge.reconnait._trace_ici(juste, graine)
        assert not [texte for texte in trace if texte.startswith("raté")], (graine, trace)


def test_divergence_est_une_borne():
    """La borne de Chernoff majore bien la probabilité exacte d'un écart."""
    n, p = 60, 0.25
    binomiale = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    for k in range(n + 1):
        queue = sum(binomiale[k:]) if k > n * p else sum(binomiale[: k + 1])
        assert queue <= math.exp(-n * terrain.divergence(k / n, p)) + 1e-12
