"""Le corrigé retrouve les nombres publiés : densités, énumérations, exemples du rapport."""

import json
import math

import pytest

from solutions import tp6_solveur_optimal as tp6
from solutions.etude import statistiques
from solutions.jeu.grille_rapide import GrilleRapide
from tests.conftest import RACINE

CHIFFRES = json.loads((RACINE / "tests/donnees/chiffres.json").read_text(encoding="utf-8"))


def cle(case):
    return tuple(case)


@pytest.fixture(params=[tp6.Grille, GrilleRapide])
def type_grille(request):
    """La grille du TP6, puis la même en version rapide."""
    return request.param


def en_lignes(comptes, xmax, ymax):
    return [[comptes[(x, y)] for x in range(xmax)] for y in range(ymax)]


def test_densite_du_bateau_de_5_sur_la_grille_vide(type_grille):
    comptes = type_grille(10, 10, [5]).compte_placements()
    assert en_lignes(comptes, 10, 10) == CHIFFRES["densite_grille_vide_taille5_par_ligne_y"]


def test_densite_de_toute_la_flotte_sur_la_grille_vide(type_grille):
    comptes = type_grille().compte_placements()
    assert en_lignes(comptes, 10, 10) == CHIFFRES["densite_grille_vide_toute_la_flotte_par_ligne_y"]


def test_enumeration_4x3(type_grille):
    grille = type_grille(4, 3, [3, 2])
    case, nombre = grille.case_max_all()
    assert en_lignes(grille.probas, 4, 3) == CHIFFRES["enumeration_4x3_flotte_3_2_par_ligne_y"]
    assert nombre == 17 and case in [(0, 0), (3, 0), (0, 2), (3, 2)]


def test_possibles_apres_un_manque(type_grille):
    grille = type_grille()
    grille.marque((3, 0), -1)
    possibles_case, possibles = grille.get_possibles()
    attendu = {(t, cle(d)) for t, d in CHIFFRES["possibles_case_0_0_apres_manque_en_3_0"]}
    assert set(possibles_case[(0, 0)]) == attendu
    assert len(possibles_case[(0, 0)]) == len(attendu)
    assert ((4, 0), (1, 0)) in possibles[5] and ((0, 0), (1, 0)) not in possibles[5]


def test_case_max_touchee_exemple(type_grille):
    exemple = CHIFFRES["case_max_touchee_exemple"]
    grille = type_grille()
    for case in exemple["manquees"]:
        grille.marque(cle(case), -1)
    grille.marque(cle(exemple["touchee"]), 1)
    resultat = grille.case_max_touchee(cle(exemple["touchee"]))
    assert {str(c).replace(" ", ""): n for c, n in resultat} == exemple["comptes"]
    assert [n for _, n in resultat] == sorted((n for _, n in resultat), reverse=True)
    assert resultat[0][0] == cle(exemple["file"][0])


@pytest.mark.parametrize("manquee, nom", [(None, "sans_autre_tir"), ((3, 0), "si_3_0_manquee")])
def test_case_max_touchee_taille_4(type_grille, manquee, nom):
    grille = type_grille(10, 1, [4])
    if manquee:
        grille.marque(manquee, -1)
    grille.marque((5, 0), 1)
    attendu = CHIFFRES["case_max_touchee_taille4_horizontal_touchee_5_0"][nom]
    resultat = {str(c).replace(" ", ""): n for c, n in grille.case_max_touchee((5, 0))}
    assert resultat == attendu


def test_update_queue_manque_exemple():
    exemple = CHIFFRES["update_queue_manque_exemple"]
    ordi = tp6.Ordi(taille_bateaux=[exemple["plus_petit_bateau"]])
    for nom, etat in [("manquee_avant", -1), ("touchee", 1), ("manquee_maintenant", -1)]:
        ordi.grille_suivi.marque(cle(exemple[nom]), etat)
    ordi.case_touchee = cle(exemple["touchee"])
    ordi.case_courante = cle(exemple["manquee_maintenant"])
    en_face = cle(exemple["eliminee_de_la_file"])
    ordi.queue = [en_face, (3, 1)]
    ordi.update_queue_manque()
    assert ordi.queue == [(3, 1)]


def test_check_coules_exemple(tp4):
    exemple = CHIFFRES["check_coules_exemple"]
    joueur = tp4.Joueur()
    for nom, etat in [("touchees", 1), ("manquees", -1)]:
        for case in exemple[nom]:
            joueur.grille_suivi.marque(cle(case), etat)
    vides_avant = set(joueur.grille_suivi.vides)
    coule = {cle(c) for c in exemple["coule"]}
    assert set(joueur.check_coules()) == coule == set(joueur.coules)
    assert vides_avant - set(joueur.grille_suivi.vides) == {
        cle(c) for c in exemple["cases_eliminees"]
    }
    assert joueur.grille_suivi.taille_bateaux == [5, 3, 3, 2]
    assert joueur.check_coules() == []


def test_loi_asymetrique_du_niveau_5():
    """L'ajustement redonne les paramètres publiés à partir de la moyenne, σ et l'asymétrie."""
    attendu = CHIFFRES["loi_normale_asymetrique_niveau5"]
    # Une série à trois valeurs qui a exactement ces trois moments.
    moyenne, sigma, g = 42.0591, 6.1520, attendu["asymetrie"]
    t = (g + math.sqrt(g * g + 4)) / 2
    effectifs = {moyenne + sigma * t: 1 / (1 + t * t), moyenne - sigma / t: t * t / (1 + t * t)}
    loi = statistiques.loi_asymetrique(effectifs)
    for nom in ("asymetrie", "delta", "alpha", "omega", "xi"):
        assert getattr(loi, nom) == pytest.approx(attendu[nom], abs=2e-3), nom


def test_moyenne_exacte_du_niveau_1():
    assert statistiques.moyenne_au_hasard(100, 17) == pytest.approx(17 * 101 / 18)
