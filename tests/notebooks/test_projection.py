"""Ce que l'enseignant projette : le raisonnement qui s'ajoute, les paris, la fin, la course."""

import asyncio
import json
import multiprocessing
import os
import signal
import threading
import time

import pytest
from atelier.film import Film, tourne
from atelier.jeu import Regles, adversaires_du_corrige, flotte_cachee, pose, prepare_seul
from atelier.lecteur import LecteurDeFilm
from atelier.tournage import Tournage
from atelier.vue import Atelier
from projection.demo import PARTIE, Demo, GrandeCourse, Paris, film_36_coups
from projection.mesures import lit_etudes
from projection.pourquoi import NB_EXEMPLES, Decision

from tests.conftest import PATIENCE


@pytest.fixture(scope="module")
def atelier():
    return Atelier()


@pytest.fixture(scope="module")
def film(atelier):
    return film_36_coups(atelier)


@pytest.fixture(scope="module")
def demo(atelier):
    """La démonstration, sur la partie de 36 coups."""
    demo = Demo(atelier)
    demo.source.value = dict(demo.source.options)["la partie de 36 coups du rapport"]
    return demo


def test_partie_de_36_coups(film, tp1):
    attendue = json.loads(PARTIE.read_text(encoding="utf-8"))["sequence"]
    assert [tp1.alpha(instant.case) for instant in film.instants[1:]] == attendue


# ----------------------------------------------------------------- pourquoi


def test_les_placements_font_le_nombre_de_la_carte(atelier, film):
    """À chaque coup en aveugle et pour chaque case, le défilé compte ce que dit la carte."""
    verifiees = 0
    for numero in range(1, len(film) + 1):
        decision = Decision(atelier.corrige, film, numero)
        assert decision.par_placements
        for case, valeur in decision.valeurs.items():
            etapes, resume = decision.etapes(case)
            assert len(etapes) == valeur
            assert all(case in cases for cases, _ in etapes)
            assert f"= {valeur}</p>" in resume
            verifiees += 1
    assert verifiees > 1000


def test_dans_la_file_on_compte_autour_de_la_case_touchee(atelier, film, tp6):
    """Juste après le premier touché, les placements sont ceux de `case_max_touchee`."""
    for numero in range(2, len(film) + 1):
        decision = Decision(atelier.corrige, film, numero)
        if not decision.suit_file or len(decision.avant.touches) != 1:
            continue
        [touchee] = decision.avant.touches
        grille = tp6.Grille(10, 10, decision.instant.restants)
        grille.etat.update(decision.avant.etat)
        grille.update_vides()
        comptes = dict(grille.case_max_touchee(touchee))
        assert len(decision.etapes(decision.case)[0]) == comptes[decision.case]


def test_egalites_dites(atelier, film, demo):
    decision = Decision(atelier.corrige, film, 1)
    assert {decision.case, *decision.ex_aequo()} == {(4, 4), (4, 5), (5, 4), (5, 5)}
    assert "E4, E5, F4 aussi : 34." in demo.egalite(decision, decision.ex_aequo())


def test_rien_du_resultat_avant_le_tir(atelier, film):
    for numero in range(1, len(film) + 1):
        pensees = " ".join(Decision(atelier.corrige, film, numero).pensees())
        assert ": touché." not in pensees and ": manqué." not in pensees


@pytest.mark.parametrize("niveau", [4, 7])
def test_des_flottes_qui_concordent(atelier, niveau):
    """Les exemples expliquent tous les tirs, et ont les bonnes tailles."""
    regles = {"xmax": 5, "ymax": 4, "taille_bateaux": (3, 2)}
    ordi = atelier.corrige.module("jeu.ordis").nouvel_ordi(niveau, graine=2, **regles)
    pose(ordi.grille_adverse, [(0, 0), (1, 0), (2, 0), (4, 2), (4, 3)])
    film = tourne(atelier.corrige, ordi)
    for numero in range(1, len(film) + 1):
        decision = Decision(atelier.corrige, film, numero)
        if decision.par_placements:
            continue
        for flotte in decision.exemples(graine=numero):
            etat = decision.avant.etat
            assert not any(etat[case] == -1 for case in flotte)
            if niveau == 7:
                assert len(flotte) == 5
                assert all(case in flotte for case in etat if etat[case] == 1)
        montrees = decision.exemples(graine=numero, case=decision.case)
        occupent = sum(decision.case in flotte for flotte in montrees)
        if len(montrees) == NB_EXEMPLES:  # sinon, il y en avait trop peu
            assert occupent == round(NB_EXEMPLES * decision.valeurs[decision.case])


def test_le_niveau_8_dit_qu_il_regarde_plus_loin(atelier, film):
    """Une case plus probable n'est pas visée : on le dit, et rien n'est « à égalité »."""
    decision = Decision(atelier.corrige, film, 1)
    assert decision.plus_loin() == "" and len(decision.ex_aequo()) == 3
    decision.valeurs = {decision.case: 0.37, (2, 3): 0.46, (0, 0): 0.37}
    assert decision.plus_loin().startswith("C3 est la plus probable (46 %), mais l'Ordi regarde")
    assert decision.ex_aequo() == []


# ----------------------------------------------------------------- la démonstration


def phrase(vue):
    """La phrase du moment, sans balises."""
    return vue.projecteur.phrase.value.replace("&#x27;", "'")


def test_bateaux_et_reglages_caches_au_depart(demo):
    demo.lecteur.va(0)
    assert demo.grille.bateaux == [] and demo.projecteur.reglages.layout.display == "none"
    demo.montre_bateaux.value = True
    assert len(demo.grille.bateaux) == 17
    demo.montre_bateaux.value = False


def test_une_vraie_fin(demo):
    demo.lecteur.va(36)
    assert "coulé" in phrase(demo) and "Victoire en 36 coups" in phrase(demo)
    assert "6 de moins que la moyenne du niveau 5 (42,1)" in phrase(demo)
    assert all(coule for _, coule in demo.grille.flotte) and "C" in demo.grille.etat
    assert "X" not in demo.grille.etat and demo.grille.valeurs == []
    assert "cherche" not in demo.texte.value


def test_apres_le_dernier_coup_l_ordi_ne_pense_plus(demo):
    """On le dit, au lieu de ne rien répondre."""
    demo.lecteur.va(36)
    demo.pense.value = True
    assert "La partie est finie" in phrase(demo) and "Victoire en 36 coups" in phrase(demo)
    demo.clic((0, 0))
    assert "La partie est finie" in phrase(demo)
    demo.pense.value = False
    assert "La partie est finie" not in phrase(demo)


def test_on_demande_avant_le_tir_puis_on_tire(demo):
    demo.lecteur.va(2)
    demo.pense.value = True
    assert "Avant le coup 3, l'Ordi va viser G6." in phrase(demo)
    assert len(demo.grille.defile["etapes"]) == demo.grille.valeurs[66] == 32
    demo.clic((0, 0))
    assert len(demo.grille.defile["etapes"]) == demo.grille.valeurs[0] == 10
    demo.lecteur.va(3)
    assert not demo.pense.value and demo.grille.defile["etapes"] == []


def test_les_paris(demo, film):
    """La classe parie avant chaque coup ; le score est tenu, et un pari ne se rejoue pas."""
    demo.lecteur.va(0)
    demo.paris = Paris(demo.occupees)
    demo.clic((6, 6))
    demo.lecteur.va(1)
    assert "G6 : bateau ! Classe 1, Ordi 0." in phrase(demo)
    demo.clic((6, 6))
    assert "déjà connue" in phrase(demo) and 2 not in demo.paris.cases
    demo.clic((0, 0))
    demo.lecteur.va(2)
    assert "A0 : à l'eau. Classe 1, Ordi 0." in phrase(demo)
    demo.lecteur.va(5)  # sans pari, le score reste à côté de la grille
    assert "Paris" not in phrase(demo) and "Classe 1, Ordi 0." in demo.texte.value
    demo.lecteur.va(36)
    assert "Victoire en 36 coups" in phrase(demo) and "Paris gagnés : Classe 1, Ordi 0." in phrase(
        demo
    )


def test_la_classe_place_la_flotte(atelier):
    """Rien de la partie d'avant ne revient pendant que l'on place ; puis l'Ordi la cherche."""
    demo = Demo(atelier)
    demo.lecteur.va(demo.lecteur.longueur)
    demo.source.value = dict(demo.source.options)["grille dessinée par la classe"]
    [placeur] = demo.projecteur.scene.children
    demo.pense.value = True
    assert demo.lecteur.longueur == 0 and "Placez la flotte" in phrase(demo)
    placeur.hasard()
    placeur.termine()
    assert sorted(demo.occupees) == sorted(placeur.cases) and "Où tirer" in phrase(demo)


def test_des_reglages_a_revoir(atelier):
    """La phrase et la carte le disent, et la partie d'avant ne revient pas."""
    demo = Demo(atelier)
    demo.bateaux.value = "5 x"
    demo.lance()
    [carte] = demo.projecteur.scene.children
    assert "Écrivez les tailles" in carte.value and "ne peut pas commencer" in phrase(demo)
    demo.pense.value = True
    assert "ne peut pas commencer" in phrase(demo) and demo.lecteur.longueur == 0


def test_un_niveau_sans_file_n_en_montre_pas(atelier):
    demo = Demo(atelier)
    instant = demo.film.instant(0)
    assert "attente : vide" in demo.file_et_eliminees(instant)
    demo.film.joueur.compteur = None  # ce qu'ont les niveaux 7 et 8
    assert demo.file_et_eliminees(instant) == ""


def test_la_course_nomme_le_gagnant(atelier):
    course = GrandeCourse(atelier)
    assert course.grilles[0].bateaux == []
    course.lecteur.va(1)
    assert "gagne" not in phrase(course)
    course.lecteur.va(course.lecteur.longueur)
    longueurs = sorted(len(film) for film in course.films)
    assert f"gagne : {longueurs[0]} coups contre {longueurs[1]} !" in phrase(course)
    course.demarre()
    assert course.lecteur.marche and course.lecteur.numero == 0, "une course lancée se déroule"


# ----------------------------------------------------------------- un Ordi qui réfléchit


class Lent:
    """Un Ordi qui met longtemps à choisir."""

    niveau, messages, queue = 8, (), ()

    def __init__(self, grille):
        self.grille_suivi, self.grille_adverse = grille(2, 1, [1]), grille(2, 1, [1])
        self.cases_jouees, self.messages = [], []
        self.reprend = threading.Event()

    def coup_suivant(self):
        self.reprend.wait(PATIENCE)
        self.cases_jouees.append((len(self.cases_jouees), 0))
        return "manqué"


def test_on_dit_que_l_ordi_reflechit_et_un_autre_choix_l_abandonne(atelier, tp1):
    """Pendant un long calcul la page reste vivante ; abandonné, il ne montre plus rien."""
    lent = Lent(tp1.Grille)
    film, vus = Film(lent), []
    lecteur = LecteurDeFilm(lambda: vus.append(lecteur.longueur))

    async def scene():
        tournage = Tournage([(atelier.corrige, film)], lecteur)
        tournage.commence()
        limite = time.monotonic() + PATIENCE
        while not lecteur.attente and time.monotonic() < limite:
            await asyncio.sleep(0.05)
        attente = lecteur.attente
        tournage.abandonne = True
        await tournage.tache
        lent.reprend.set()
        return attente

    assert "réfléchit (" in asyncio.run(scene())
    assert vus == []


def test_un_film_deja_tourne_se_deroule(atelier, film):
    """Dans un carnet, la partie de 36 coups arrive en entier au lecteur, qui n'attend plus rien."""
    lecteur = LecteurDeFilm(lambda: None)

    async def scene():
        tournage = Tournage([(atelier.corrige, film)], lecteur)
        tournage.commence()
        await asyncio.wait_for(tournage.tache, PATIENCE)

    asyncio.run(scene())
    assert (lecteur.longueur, lecteur.termine, lecteur.attente) == (36, True, "")


@pytest.mark.parametrize("niveau", [7, 8])
def test_choisir_un_niveau_qui_compte_tout_ne_charge_rien_ici(atelier, niveau):
    """Ce qui compte les flottes met des secondes à se charger : jamais dans le noyau du carnet."""
    atelier.corrige.module("jeu.ordis").compteur.cache_clear()
    regles = Regles("essai", 5, 4, [3, 2])
    adversaire = adversaires_du_corrige(atelier)[niveau - 1]
    _, film = prepare_seul(adversaire, regles, [(0, 0), (0, 1), (2, 0), (2, 1), (2, 2)])
    assert film.joueur.niveau == niveau and "moteur" not in vars(film.joueur.compteur)


@pytest.mark.lent
def test_un_niveau_qui_compte_tout_s_arrete_net(atelier):
    """Il joue dans un autre processus : arrêté s'il réfléchit, gardé quand il a fini."""
    pytest.importorskip("numpy")
    sept = adversaires_du_corrige(atelier)[6]
    lecteur = LecteurDeFilm(lambda: None)

    async def scene(regles, cases, arrive):
        prise = prepare_seul(sept, regles, cases)
        tournage = Tournage([prise], lecteur)
        tournage.commence()
        limite = time.monotonic() + PATIENCE
        while not arrive(prise[1]) and time.monotonic() < limite:
            await asyncio.sleep(0.02)
        [processus] = multiprocessing.active_children()
        tournage.abandonne = not prise[1].termine
        await tournage.tache
        return prise[1], processus

    petites = Regles("essai", 4, 3, [2, 1])
    film, premier = asyncio.run(scene(petites, [(0, 0), (0, 1), (3, 2)], lambda film: film.termine))
    assert film.instants[-1].fini and film.panne is None and premier.is_alive()
    grandes = Regles("classique", 10, 10, [5, 4, 3, 3, 2])
    cases = flotte_cachee(atelier.corrige, grandes)
    os.kill(premier.pid, signal.SIGSTOP)  # ce coup-là ne finira pas
    film, second = asyncio.run(scene(grandes, cases, lambda _: "réfléchit" in lecteur.attente))
    assert second is premier and not second.is_alive(), "arrêté au milieu de son coup"
    assert not film.termine


# ----------------------------------------------------------------- l'étude


@pytest.mark.lent
def test_un_cadre_par_niveau_et_des_milliers_groupes(atelier):
    """Aucune courbe n'en cache une autre, les grands nombres se lisent, et tout est dit en mots."""
    pytest.importorskip("matplotlib")
    from projection.etude import Mesures

    etudes = lit_etudes()
    dessin = Mesures(atelier).compare(etudes, "L'essai")
    figure = dessin.figure
    textes = [texte.get_text() for cadre in figure.axes for texte in cadre.texts]
    assert all(texte.replace("\n", ", ") in dessin.dit for texte in textes)
    assert 'alt="L&#x27;essai. niveau 1' in dessin._repr_html_()
    assert len(figure.axes) == len(etudes) == len(textes) == 8
    assert all(f"niveau {e.niveau} :" in t for e, t in zip(etudes, textes, strict=True))
    assert "1 000 000 parties" in textes[0]
