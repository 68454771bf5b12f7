"""L'arène et l'arbitre du tournoi, voisins comme chez l'élève ; la mesure d'un écart."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.verificateur import arene, mesure
from lessons.verificateur.arbitre import PHRASES, Arbitre, phrase_faute, tire_flotte
from solutions import CHAINE, bn_utiles
from solutions.jeu.ordis import nouvel_ordi

FLOTTE = [5, 4, 3, 3, 2]
TP5 = CHAINE.module("tp5_solveur_aleatoire").Ordi
TP6 = CHAINE.module("tp6_solveur_optimal").Ordi


def flottes(combien=6, xmax=10, ymax=10, tailles=FLOTTE):
    return {
        n: [c for bateau in tire_flotte(random.Random(n), xmax, ymax, tailles) for c in bateau]
        for n in range(combien)
    }


def joue(fabrique, cases, xmax=10, ymax=10, tailles=FLOTTE, filmees=()):
    """L'arbitre d'une rencontre finie, les numéros annoncés et les cartes reçues."""
    arbitre, annonces, films = Arbitre(xmax, ymax, cases), [], []
    lice = arene.Arene(
        fabrique, xmax, ymax, tailles, list(cases), annonces.append, repr, filmees=filmees
    )
    while arbitre.en_cours:
        signes, fautes, cartes = lice.tour(arbitre.reponses)
        films += cartes
        arbitre.juge(signes, fautes)
    return arbitre, annonces, films


class Premiere(TP6):
    def choisit_case(self):
        return self.grille_suivi.vides[0]


class Etalon(TP6):
    """Le niveau 5, en deux temps : choisir, puis apprendre le résultat."""

    def choisit_case(self):
        if self.queue:
            return self.pop_queue()
        if self.liste_touches:
            self.rem_bateau()
            self.elimine_adjacentes()
            self.liste_touches = []
        self.make_case_aveugle()
        return self.case_courante

    def apres_tir(self, case, resultat):
        if resultat == bn_utiles.TOUCHE:
            self.apres_touche()
        else:
            self.apres_manque()


# ----------------------------------------------------------------- l'arbitre


def test_l_arbitre_juge_comme_le_jeu():
    """Les mêmes flottes, jouées par l'Ordi du jeu qui tire lui-même : les mêmes tirs."""
    cases = flottes(5)
    arbitre, _, _ = joue(Etalon, cases)
    for numero, occupees in cases.items():
        ordi = nouvel_ordi(5, graine=numero)
        for rang in occupees:
            ordi.grille_adverse.etat[divmod(rang, 10)] = 1
        assert ordi.resolution() == arbitre.score(numero)
        assert [x * 10 + y for x, y in ordi.cases_jouees] == arbitre.jeux[numero].tirs


@settings(deadline=None)
@given(st.data())
def test_l_arbitre_ne_se_trompe_jamais(data):
    """Des tirs quelconques, rejugés d'une autre façon : résultats, fin et score sont ceux-là."""
    xmax, ymax = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    cases = data.draw(st.sets(st.integers(0, xmax * ymax - 1), min_size=1))
    tirs = data.draw(st.lists(st.integers(-2, xmax * ymax + 1), max_size=40))
    arbitre, vus, dit = Arbitre(xmax, ymax, {3: cases}), [], ""
    for rang in tirs:
        if not arbitre.en_cours:
            break
        arbitre.juge(chr(arene.PREMIER_SIGNE + rang))
        if not 0 <= rang < xmax * ymax or rang in vus:
            dit = arene.PERDU
        else:
            vus.append(rang)
            dit = arene.MANQUE if rang not in cases else arene.TOUCHE
            dit = arene.FINI if cases <= set(vus) else dit
        assert arbitre.reponses == dit
        assert bool(arbitre.en_cours) == (dit in (arene.TOUCHE, arene.MANQUE))
    assert arbitre.jeux[3].tirs == vus
    assert arbitre.score(3) == (xmax * ymax if dit == arene.PERDU else len(vus))


def test_une_partie_reprise_refait_les_memes_tirs():
    arbitre = Arbitre(3, 1, {1: [2], 2: [2]}, {1: [0, 1], 2: [0, 1]})
    arbitre.juge("01")
    assert arbitre.jeux[2].faute[0] == "autre partie" and arbitre.en_cours == [1]
    arbitre.juge("1")
    arbitre.juge("2")  # au-delà de ce qui avait été joué, il est libre
    assert arbitre.score(1) == arbitre.score(2) == 3 and not arbitre.jeux[1].faute


@pytest.mark.parametrize(("xmax", "ymax"), [(1, 2), (26, 26), (26, 99)])
def test_les_grilles_extremes(xmax, ymax):
    """Un signe par case : du plus petit au plus grand plateau du kit, tout passe dans un JSON."""
    import json

    cases = flottes(1, xmax, ymax, [2])
    arbitre, _, _ = joue(Premiere, cases, xmax, ymax, [2])
    assert arbitre.score(0) == max(cases[0]) + 1
    signes = "".join(chr(arene.PREMIER_SIGNE + rang) for rang in range(xmax * ymax))
    assert arene.FAUTE not in signes and json.loads(json.dumps(signes)) == signes


# ----------------------------------------------------------------- ce que voit le bot


@pytest.mark.parametrize("mere", [TP5, TP6])
def test_le_bot_est_construit_par_mots_cles(mere):
    recues = []

    class Bot(mere):
        def __init__(self, *args, **options):
            recues.append((args, options))
            super().__init__(*args, **options)

        def choisit_case(self):
            return self.grille_suivi.vides[0]

    arbitre, annonces, _ = joue(Bot, flottes(3))
    voulu = {"graine": 2, "xmax": 10, "ymax": 10, "taille_bateaux": FLOTTE}
    assert recues[2] == ((), voulu)
    assert annonces[:3] == [0, 1, 2]
    assert not any(jeu.faute for jeu in arbitre.jeux.values())


def test_les_donnees_sont_a_jour_avant_chaque_choix():
    class Bot(TP6):
        def __init__(self, **options):
            super().__init__(**options)
            self.appris = []

        def choisit_case(self):
            jouees = [case for case, etat in self.grille_suivi.etat.items() if etat]
            assert sorted(jouees) == sorted(self.cases_jouees)
            assert self.essais == len(self.cases_jouees) == len(self.appris)
            assert set(self.appris) <= {"touché", "manqué"}  # jamais « coulé »
            assert self.appris.count("touché") == sum(
                etat == 1 for etat in self.grille_suivi.etat.values()
            )
            return self.grille_suivi.vides[0]

        def apres_tir(self, case, resultat):
            assert case == self.case_courante == self.cases_jouees[-1]
            self.appris.append(resultat)

    arbitre, _, _ = joue(Bot, flottes(3))
    assert [jeu.faute for jeu in arbitre.jeux.values()] == [None] * 3


def test_le_tire_de_l_eleve_n_est_jamais_appele():
    appels = []

    class Bot(Premiere):
        def tire(self, case):
            appels.append(case)
            return "touché"

    arbitre, _, _ = joue(Bot, flottes(2))
    assert appels == [] and not arbitre.jeux[0].faute


FAUTES = {
    "deux fois": (lambda self: (0, 0), "deux fois en A0"),
    "hors de la grille": (lambda self: (10, 3), "(10, 3), hors de la grille"),
    "rien": (lambda self: None, "il manque un return"),
    "pas une case": (lambda self: [3, 4], "a renvoyé [3, 4]"),
    "pas une case, flottants": (lambda self: (3.0, 4.0), "(3.0, 4.0)"),
    "pas une case, booléens": (lambda self: (True, False), "(True, False)"),
    "pas une case, trois": (lambda self: (1, 2, 3), "(1, 2, 3)"),
    "règle, grille_adverse": (lambda self: self.grille_adverse.etat, "grille adverse est secrète"),
    "règle, tire": (lambda self: self.tire((0, 0)), "c'est l'arbitre qui tire"),
    "erreur": (lambda self: 1 / 0, "ZeroDivisionError"),
    "erreur, sortie": (lambda self: exit(), "SystemExit"),
}


@pytest.mark.parametrize("cas", FAUTES)
def test_chaque_faute_a_sa_phrase(cas):
    choisit, dit = FAUTES[cas]
    bot = type("Bot", (TP6,), {"choisit_case": choisit})
    arbitre, _, _ = joue(bot, flottes(2))
    for jeu in arbitre.jeux.values():
        assert jeu.faute[0] == cas.split(",")[0]
        assert dit in phrase_faute(*jeu.faute)
    assert arbitre.score(0) == 100


def test_un_init_sans_super():
    class Bot(TP6):
        def __init__(self, **options):
            self.memoire = []

    arbitre, _, _ = joue(Bot, flottes(1))
    assert "super().__init__(**options)" in phrase_faute(*arbitre.jeux[0].faute)


def test_une_faute_ne_coute_que_sa_partie():
    class Bot(Premiere):
        def choisit_case(self):
            return super().choisit_case() if len(self.cases_jouees) < 30 else 1 / 0

    class Parfois(Bot):
        def __init__(self, **options):
            super().__init__(**options)
            self.numero = options["graine"]

        def choisit_case(self):
            return Premiere.choisit_case(self) if self.numero % 2 else super().choisit_case()

    arbitre, _, _ = joue(Parfois, flottes(6))
    seules, _, _ = joue(Premiere, flottes(6))
    for numero, jeu in arbitre.jeux.items():
        assert (jeu.faute is None) == (numero % 2 == 1)
        assert jeu.tirs == seules.jeux[numero].tirs[: len(jeu.tirs)]


def test_les_phrases_sont_sans_majuscule_ni_point():
    for genre in PHRASES:
        phrase = phrase_faute(genre, "donnée")
        assert phrase[0].islower() and not phrase.endswith(".")


# ----------------------------------------------------------------- les cartes, le hasard


def test_les_cartes_des_parties_filmees():
    class Bot(Premiere):
        def carte(self):
            return {case: case[0] for case in self.grille_suivi.vides}

    _, _, films = joue(Bot, flottes(3), filmees=[1])
    assert {numero for numero, _ in films} == {1}
    assert all(len(carte) == 100 for _, carte in films)
    assert films[-1][1][-1] == "z" and films[-1][1][0] == "."


@pytest.mark.parametrize("carte", [None, {}, [1], {(0, 0): math.nan}, {(0, 0): "x"}, {(0, 0): -1}])
def test_une_carte_manquee_n_est_pas_une_faute(carte):
    bot = type("Bot", (Premiere,), {"carte": lambda self: carte})
    arbitre, _, films = joue(bot, flottes(1), filmees=[0])
    assert films == [] and not arbitre.jeux[0].faute


def test_le_hasard_commun_ne_depend_que_de_la_partie():
    """`random.choice` donne la même suite à une partie, seule ou avec d'autres."""
    commun = arene.hasard_commun()

    class Bot(TP6):
        def choisit_case(self):
            commun["Random"]().random()
            return commun["choice"](self.grille_suivi.vides)

    toutes, _, _ = joue(Bot, flottes(4))
    cases = flottes(4)
    for numero in cases:
        seule, _, _ = joue(Bot, {numero: cases[numero]})
        assert seule.jeux[numero].tirs == toutes.jeux[numero].tirs


# ----------------------------------------------------------------- les flottes, la mesure


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(5, 12), st.integers(5, 12))
def test_les_flottes_sont_permises(graine, xmax, ymax):
    """Dans la grille, en ligne, sans se toucher par un côté ; elles passent devant le TP2."""
    tailles = [3, 2, 1]
    flotte = tire_flotte(random.Random(graine), xmax, ymax, tailles)
    assert [len(bateau) for bateau in flotte] == tailles
    cases = [[divmod(rang, ymax) for rang in bateau] for bateau in flotte]
    for bateau in cases:
        assert all(0 <= x < xmax and 0 <= y < ymax for x, y in bateau)
        assert len({x for x, _ in bateau}) == 1 or len({y for _, y in bateau}) == 1
    for i, bateau in enumerate(cases):
        for autre in cases[:i]:
            assert min(abs(a - c) + abs(b - d) for a, b in bateau for c, d in autre) > 1


def test_une_flotte_qui_ne_tient_pas():
    with pytest.raises(ValueError, match="ne tient pas"):
        tire_flotte(random.Random(0), 2, 2, [3])


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(17, 100), st.integers(17, 100)), min_size=2, max_size=60))
def test_un_ecart_est_le_meme_dans_les_deux_sens(couples):
    siens, autres = zip(*couples, strict=True)
    a, b = mesure.compare(siens, autres), mesure.compare(autres, siens)
    assert a.moyenne == pytest.approx(-b.moyenne) and a.p == pytest.approx(b.p)
    assert a.bas == pytest.approx(-b.haut) and 0 <= a.p <= 1 and a.sur == b.sur
    assert mesure.compare(siens, siens).p == 1.0 and not mesure.compare(siens, siens).sur
