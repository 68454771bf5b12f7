"""Les suites cachées des TP4 à TP7 : justes avec les bonnes copies, précises avec les autres.

Que le corrigé ait tout, qu'un squelette n'ait rien, qu'une fonction retirée vaille 0 : voir
`test_c_moteur_registre.py`. Que chaque erreur du catalogue soit reconnue : voir les tests du
catalogue. Ici, d'autres façons justes de travailler, et des copies à moitié justes.
"""

import pytest

from autograder.moteur.erreurs import Reconnaisseur, lit_catalogue
from autograder.moteur.juge import Juge
from tests import copies
from tests.conftest import lents_sauf

TPS = {4, 5, 6, 7}


@pytest.fixture(scope="module")
def juge():
    return Juge(reconnait=lambda *rien: None)


@pytest.mark.parametrize("graine", lents_sauf([1, 22, 333], [1]))
def test_le_corrige_a_tout_juste_quelle_que_soit_la_graine(juge, graine):
    resultat = juge.corrige_textes(copies.RESOLUS, tps=TPS, graine=graine)
    assert [(e.id, e.phrase) for e in resultat.exercices if not e.juste] == []


# --- D'autres façons justes ----------------------------------------------------------------
# Chaque copie change plusieurs exercices à la fois : {identifiant: corps}.

AUTREMENT = {
    "boucles": {
        "tp4.add_message": """
self.messages = self.messages + [message]
""",
        "tp4.affiche_messages": """
a_afficher = list(self.messages)
self.messages.clear()
for numero in range(len(a_afficher)):
    info(a_afficher[numero])
""",
        "tp4.verifie_tir": """
x, y = case
if x < 0 or y < 0 or x >= self.grille_suivi.xmax or y >= self.grille_suivi.ymax:
    return HORS_GRILLE
for jouee in self.cases_jouees:
    if jouee == case:
        return DEJA_JOUE
""",
        "tp4.tire": """
if self.verifie_tir(case):
    return self.verifie_tir(case)
self.cases_jouees.insert(0, case)
self.essais = len(self.cases_jouees)
touche = self.grille_adverse.etat[case] == TOUCHEE
self.grille_suivi.etat[case] = TOUCHEE if touche else MANQUEE
if case in self.grille_suivi.vides:
    self.grille_suivi.vides.remove(case)
if not touche:
    return MANQUE
if self.annonce_coule and self.finit_bateau(case):
    return COULE
return TOUCHE
""",
        "tp4.analyse_saisie": """
try:
    case = coord(texte)
except ValueError:
    return (None, "Je ne comprends pas.")
if self.verifie_tir(case) is None:
    return (case, None)
return (None, "Impossible : " + self.verifie_tir(case))
""",
        "tp4.demande_case": """
while True:
    case, raison = joueur.analyse_saisie(lire("Où tires-tu ? "))
    if case is not None:
        return case
    info("Non !", raison)
""",
        "tp4.joue_coup": """
case = demande_case(self, lire)
self.dernier = case
return self.tire(case)
""",
        "tp4.joue": """
joueurs = [self.joueur, self.adversaire]
random.shuffle(joueurs)
tour = 0
while self.gagnant is None:
    tireur = joueurs[tour % 2]
    resultat = tireur.joue_coup()
    if resultat == HORS_GRILLE or resultat == DEJA_JOUE:
        continue
    self.apres_coup(tireur, resultat)
    if tireur.grille_suivi.fini():
        self.gagnant = tireur
    tour += 1
return self.gagnant
""",
        "tp4.elimine_adjacentes": """
eliminees = set()
for x, y in cases:
    for voisine in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]:
        if self.grille_suivi.test_case(voisine):
            eliminees.add(voisine)
for voisine in eliminees:
    self.grille_suivi.marque(voisine, MANQUEE)
return list(eliminees)
""",
        "tp4.suite_touchee": """
if not self.grille_suivi.is_touche(case):
    return []
suivante = (case[0] + direction[0], case[1] + direction[1])
return [case] + self.suite_touchee(suivante, direction)
""",
        "tp4.est_coule": """
if len(morceau) == self.grille_suivi.taille_max:
    return True
voisines = []
for x, y in morceau:
    voisines += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
if len(morceau) > 1:
    horizontal = morceau[0][1] == morceau[-1][1]
    axe = 1 if horizontal else 0
    voisines = [v for v in voisines if v[axe] == morceau[0][axe]]
for voisine in voisines:
    if voisine not in morceau and not self.est_ferme(voisine):
        return False
return True
""",
        "tp4.check_coules": """
trouvees = []
for _ in range(len(self.grille_suivi.etat)):
    for case, etat in list(self.grille_suivi.etat.items())[::-1]:
        if etat == TOUCHEE and case not in self.coules:
            morceau = self.morceau_touche(case)
            if self.est_coule(morceau):
                trouvees = morceau + trouvees
                self.coules = self.coules + morceau
                self.grille_suivi.rem_bateau(len(morceau))
                self.elimine_adjacentes(morceau)
return trouvees
""",
    },
    "module random": {
        "tp5.make_case_aleatoire": """
case = (-1, -1)
while case not in self.grille_suivi.vides:
    x = random.randrange(self.grille_suivi.xmax)
    case = (x, random.randint(0, self.grille_suivi.ymax - 1))
self.case_courante = case
""",
        "tp5.coup_suivant": """
if self.grille_suivi.fini():
    return None
choisir = self.make_case_noire if self.damier else self.make_case_aleatoire
choisir()
return self.tire(self.case_courante)
""",
        "tp5.resolution": """
nombre = 0
resultat = self.coup_suivant()
while resultat:
    nombre += 1
    resultat = self.coup_suivant()
return nombre
""",
        "tp5.moyenne_coups": """
scores = []
while len(scores) < n:
    ordi = Ordi(**options)
    ordi.grille_adverse.init_bateaux_alea()
    scores.append(ordi.resolution())
return sum(scores) / len(scores)
""",
        "tp5.est_noire": """
pas = 1
if self.grille_suivi.flotte_depart:
    pas = sorted(self.grille_suivi.flotte_depart)[0]
reste = case[0] + case[1]
while reste >= pas:
    reste -= pas
return reste == 0
""",
        "tp5.cases_noires": """
noires = []
for case, etat in self.grille_suivi.etat.items():
    if etat == 0 and self.est_noire(case):
        noires.insert(0, case)
if len(noires) == 0:
    return self.grille_suivi.vides[:]
return noires
""",
        "tp5.make_case_noire": """
cases = self.cases_noires()
random.shuffle(cases)
self.case_courante = cases.pop()
""",
        "tp5.choix_recherche": """
cases = sorted(self.grille_suivi.etat, key=lambda case: ((case[0] + case[1]) % 2, case[1], case[0]))
for case in cases:
    if self.verifie_tir(case) is None:
        return case
""",
        "tp5.choix_poncage": """
if not self.directions:
    return None
case = tuple(a + b for a, b in zip(self.derniere, self.directions[0]))
if case in self.grille_suivi.etat and case not in self.cases_jouees:
    return case
self.derniere = self.premiere
self.directions = self.directions[1:]
return self.choix_poncage()
""",
        "tp5.apres_tir": """
if resultat == COULE:
    self.mode = RECHERCHE
    self.premiere = self.derniere = None
    self.directions = []
elif self.mode == RECHERCHE and resultat == TOUCHE:
    self.mode, self.premiere, self.derniere = PONCAGE, case, case
    self.directions = [DROITE, BAS, GAUCHE, HAUT]
elif self.mode == PONCAGE and resultat == TOUCHE:
    self.derniere = case
    gardees = [self.directions[0]]
    for direction in self.directions[1:]:
        if direction == (-gardees[0][0], -gardees[0][1]):
            gardees.append(direction)
    self.directions = gardees
elif self.mode == PONCAGE:
    self.derniere = self.premiere
    del self.directions[0]
""",
    },
    "comptes": {
        "tp6.elimine_petites": """
if not self.taille_bateaux:
    return []
gardees, petites = [], []
for case in self.vides:
    tient = self.get_max_space(case) >= min(self.taille_bateaux)
    (gardees if tient else petites).append(case)
for case in petites:
    self.etat[case] = MANQUEE
self.vides = gardees
return petites[::-1]
""",
        "tp6.compte_placements": """
comptes = {}
for x, y in sorted(self.vides, reverse=True):
    comptes[(x, y)] = 0
    for taille in self.taille_bateaux:
        for dx, dy in [(1, 0), (0, 1)] if taille > 1 else [(1, 0)]:
            for rang in range(taille):
                cases = [(x + (k - rang) * dx, y + (k - rang) * dy) for k in range(taille)]
                if all(case in self.vides for case in cases):
                    comptes[(x, y)] += 1
return comptes
""",
        "tp6.case_max": """
self.probas = self.compte_placements()
meilleures, maximum = [], 1
for case in self.probas:
    if self.probas[case] > maximum:
        meilleures, maximum = [], self.probas[case]
    if self.probas[case] == maximum:
        meilleures.append(case)
if not meilleures:
    return (None, 0)
return (choisit(meilleures), maximum)
""",
        "tp6.case_max_touchee": """
resultat = []
for voisine in self.adjacent(case):
    nombre = 0
    dx, dy = abs(voisine[0] - case[0]), abs(voisine[1] - case[1])
    for taille in self.taille_bateaux:
        for rang in range(taille):
            depart = (case[0] - rang * dx, case[1] - rang * dy)
            cases = calcule_cases(taille, depart, (dx, dy))
            libres = [c for c in cases if c == case or self.test_case(c)]
            if voisine in cases and len(libres) == taille:
                nombre += 1
    resultat.append((nombre, voisine))
resultat.sort(reverse=True)
return [(voisine, nombre) for nombre, voisine in resultat]
""",
        "tp6.add_queue": """
if self.queue.count(case) == 0:
    self.queue = [*self.queue, case]
""",
        "tp6.pop_queue": """
premiere, *self.queue = self.queue
return premiere
""",
        "tp6.rem_queue": """
self.queue = [autre for autre in self.queue if autre != case]
""",
        "tp6.add_adjacentes_premiere": """
grille = self.grille_suivi
for voisine in grille.adjacent(self.case_touchee):
    axe = (abs(voisine[0] - self.case_touchee[0]), abs(voisine[1] - self.case_touchee[1]))
    if grille.get_max_space(self.case_touchee, axe) >= grille.taille_min:
        self.queue.append(voisine)
""",
        "tp6.update_queue_touche": """
(xt, yt), (x, y) = self.case_touchee, self.case_courante
if y == yt:
    self.queue = [case for case in self.queue if case[1] == y]
    suivante = (x + 1, y) if x > xt else (x - 1, y)
else:
    self.queue = [case for case in self.queue if case[0] == x]
    suivante = (x, y + 1) if y > yt else (x, y - 1)
if suivante in self.grille_suivi.vides:
    self.queue.append(suivante)
self.liste_touches = self.liste_touches + [self.case_courante]
""",
        "tp6.update_queue_manque": """
(xt, yt), (x, y) = self.case_touchee, self.case_courante
axe = HORIZONTAL if y == yt else VERTICAL
if self.grille_suivi.get_max_space(self.case_touchee, axe) < min(self.grille_suivi.taille_bateaux):
    self.rem_queue((2 * xt - x, 2 * yt - y))
""",
        "tp6.coup_suivant": """
if self.grille_suivi.fini():
    return None
if not self.queue:
    if len(self.liste_touches) > 0:
        self.elimine_adjacentes()
        self.rem_bateau()
    self.liste_touches = []
    self.make_case_aveugle()
else:
    self.case_courante = self.pop_queue()
resultat = self.tire(self.case_courante)
if self.niveau > 1 and resultat == TOUCHE:
    self.apres_touche()
elif self.niveau > 1:
    self.apres_manque()
return resultat
""",
        "tp6.case_max_echantillons": """
tirages = []
for _ in range(n):
    copie = self.copie()
    try:
        copie.init_bateaux_alea()
    except ValueError:
        continue
    tirages.append(copie)
self.probas = {}
for case in self.vides:
    occupees = [copie for copie in tirages if copie.etat[case] == 1]
    self.probas[case] = len(occupees) / len(tirages) if tirages else 0.0
return self.meilleure(choisit)
""",
        "tp6.make_all": """
def complete(tailles, libres):
    if not tailles:
        return {frozenset()}
    flottes = set()
    for x, y in libres:
        for sens in (DROITE, BAS):
            bateau = Bateau(tailles[0], (x, y), sens)
            if libres.issuperset(bateau.cases):
                reste = libres.difference(bateau.cases, bateau.cases_adj)
                for suite in complete(tailles[1:], reste):
                    flottes.add(suite | frozenset(bateau.cases))
    return flottes
return complete(self.taille_bateaux, frozenset(self.vides))
""",
        "tp6.case_max_all": """
self.probas = dict.fromkeys(self.vides, 0)
for flotte in self.make_all():
    for case in flotte:
        self.probas[case] += 1
return self.meilleure(choisit)
""",
    },
    "boucles du TP7": {
        "tp7.concorde": """
for case in touchees:
    if case not in flotte:
        return False
for case in manquees:
    if case in flotte:
        return False
return True
""",
        "tp7.compte_cases": """
toutes = [case for flotte in flottes for case in flotte]
return {case: toutes.count(case) for case in toutes}
""",
        "tp7.case_probable": """
restantes = {c: n for c, n in compte_cases(flottes).items() if c not in tirees}
if restantes:
    return sorted(restantes, key=lambda case: (-restantes[case], case))[0]
""",
        "tp7.placements": """
trouves = set()
for x in range(xmax):
    for y in range(ymax):
        for direction in (DROITE, BAS):
            cases = calcule_cases(taille, (x, y), direction)
            if cases[-1][0] < xmax and cases[-1][1] < ymax:
                trouves.add(frozenset(cases))
return list(trouves)
""",
        "tp7.compatibles": """
return all(abs(x1 - x2) + abs(y1 - y2) > 1 for x1, y1 in bateau1 for x2, y2 in bateau2)
""",
        "tp7.toutes_les_flottes": """
if not tailles:
    return [frozenset()]
flottes = []
for debut in toutes_les_flottes(xmax, ymax, tailles[1:]):
    for bateau in placements(xmax, ymax, tailles[0]):
        if compatibles(bateau, debut) and debut | bateau not in flottes:
            flottes.append(debut | bateau)
return flottes
""",
        "tp7.probabilites": """
probas = {}
for flotte in flottes:
    for case in flotte:
        probas[case] = probas.get(case, 0) + 1 / len(flottes)
return probas
""",
        "tp7.joue": """
tirees = []
while not cachee.issubset(tirees):
    touchees = [case for case in tirees if case in cachee]
    manquees = [case for case in tirees if case not in cachee]
    possibles = garde(echantillon, touchees, manquees)
    if len(possibles) < seuil:
        possibles = garde(toutes, touchees, manquees)
    tirees.append(case_probable(possibles, tirees))
return len(tirees)
""",
    },
}


@pytest.mark.parametrize("nom", AUTREMENT)
def test_d_autres_facons_justes_ont_tous_les_points(juge, nom):
    corps = AUTREMENT[nom]
    resultat = juge.corrige_textes(copies.avec_corps(corps, copies.RESOLUS), ids=set(corps))
    rates = [(e.id, e.phrase, resultat.graine) for e in resultat.exercices if not e.juste]
    assert rates == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}


@pytest.mark.parametrize("nom", AUTREMENT)
def test_d_autres_facons_justes_dans_une_copie_inachevee(juge, nom):
    corps = dict(list(AUTREMENT[nom].items())[::3])
    resultat = juge.corrige_textes(copies.avec_corps(corps), ids=set(corps))
    assert [(e.id, e.phrase, resultat.graine) for e in resultat.exercices if not e.points] == []


# --- À moitié juste : une partie des points, et la bonne phrase -----------------------------

A_MOITIE = [
    ("tp4.tire.essais_avant", ["tirs refusés : gratuits"], "j.essais vaut 2 ; attendu : 1"),
    ("tp4.tire.pas_vide", ["-1 n'est pas un bateau"], "renvoie 'touché' ; attendu : 'manqué'"),
    ("tp4.verifie_tir.ordre", ["la grille d'abord"], "attendu : 'hors de la grille'"),
    ("tp4.affiche_messages.pas_videe", ["vide la file"], "j.messages vaut ['a', 'b']"),
    ("tp4.demande_case.sans_raison", ["dit la raison", "passe par info"], "affiche rien"),
    ("tp4.joue.refus_passe", ["tirs refusés : le même rejoue"], "de jouer, pas à"),
    ("tp4.joue.pas_de_sort", ["premier joueur tiré au sort"], "jamais donné « Ali »"),
    ("tp4.est_coule.bord_ouvert", ["contre un bord", "case seule"], "attendu : True"),
    ("tp4.check_coules.un_seul_passage", None, "(2, 2), (0, 1), (0, 2)]"),
    ("tp5.coup_suivant.damier_oublie", ["damier"], "donne parfois"),
    ("tp5.moyenne_coups.un_seul_ordi", ["une partie neuve à chaque fois"], "1,5 environ"),
    ("tp5.est_noire.flotte_restante", ["c'est la flotte de départ qui compte"], "est_noire"),
    ("tp5.cases_noires.sans_repli", ["plus de case noire"], "renvoie [] ; attendu : [(1, 0)]"),
    ("tp6.compte_placements.sans_zero", None, "renvoie {} ; attendu : {(1, 0): 0}"),
    ("tp6.case_max.compte_nul", ["rien ne tient"], "attendu : (None, 0)"),
    ("tp6.case_max_touchee.croissant", ["de la plus à la moins probable"], "décroissant"),
    ("tp6.pop_queue.reste", ["la retire"], "ordi.queue vaut"),
    ("tp6.coup_suivant.manque_oublie", None, "ordi.queue vaut"),
    ("tp6.coup_suivant.niveau_oublie", ["niveau 1 : toujours en aveugle"], "la file vaut"),
]


# Deux par TP dans les essais ordinaires ; la CI les prend toutes.
DEUX_PAR_TP = [e for tp in ("tp4", "tp5", "tp6") for e in [e for e in A_MOITIE if tp in e[0]][:2]]


@pytest.mark.parametrize("cas", lents_sauf(A_MOITIE, DEUX_PAR_TP), ids=lambda cas: cas[0])
def test_a_moitie_juste(juge, cas):
    erreur, manques, extrait = cas
    ident = erreur.rpartition(".")[0]
    resultat = juge.corrige_textes(_copie_fausse(juge, erreur), ids={ident}).exercices[0]
    assert resultat.statut == "partiel"
    assert 0 < resultat.points < resultat.bareme
    if manques is not None:
        assert [a["nom"] for a in resultat.aspects if not a["juste"]] == manques
    assert extrait in resultat.phrase


def _copie_fausse(juge, identifiant):
    exercice = identifiant.rpartition(".")[0]
    erreurs = {e.id: e for e in lit_catalogue()[exercice]}
    return Reconnaisseur(juge, lit_catalogue()).textes(erreurs[identifiant])


# --- Ce que la copie rend peut être n'importe quoi --------------------------------------------

BIZARRE = {
    "tp4.joue": "self.gagnant = 3\nreturn [self]",
    "tp5.resolution": "self.cases_jouees = None\nreturn 'dix'",
    "tp5.coup_suivant": "self.case_courante = [0]\nreturn TOUCHE",
    "tp5.make_case_aleatoire": "self.case_courante = [[]]",
    "tp5.moyenne_coups": "return {}",
    "tp6.coup_suivant": (
        "if not self.essais:\n"
        "    self.queue = ['zut']\n"
        "self.case_courante = None\n"
        "self.essais += 1\n"
        "return TOUCHE"
    ),
    "tp6.case_max_echantillons": "self.probas = [1]\nreturn 1",
    "tp4.affiche_messages": "info(3, 4)\nself.messages = ()",
}


def test_une_valeur_bizarre_est_un_echec_ordinaire(juge):
    """La suite elle-même ne s'arrête jamais sur une erreur : l'exercice est faux, c'est tout."""
    for identifiant, corps in BIZARRE.items():
        textes = copies.avec_corps({identifiant: corps}, copies.RESOLUS)
        (resultat,) = juge.corrige_textes(textes, ids={identifiant}).exercices
        assert resultat.points == 0, identifiant
        assert resultat.phrase, identifiant


def test_le_catalogue_est_fourni():
    """Toutes les erreurs de la liste de départ, et d'autres ; des phrases courtes."""
    erreurs = [e for tp in (4, 5, 6) for liste in lit_catalogue(tp).values() for e in liste]
    assert len(erreurs) >= 200
    assert len({e.id for e in erreurs}) == len(erreurs)
    for erreur in erreurs:
        assert erreur.id.startswith(erreur.exercice + ".")
        assert len(erreur.phrase) <= 110, erreur.id
        assert erreur.phrase.endswith((".", "?", "…")), erreur.id
