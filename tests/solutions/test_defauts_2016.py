"""Chaque défaut connu du programme de 2016 a ici un essai qui montre que le nôtre ne l'a pas."""

import random
from collections import Counter

import pytest

from solutions import tp6_solveur_optimal as tp6
from solutions.jeu.grille_rapide import GrilleRapide


@pytest.mark.parametrize("type_grille", [tp6.Grille, GrilleRapide])
@pytest.mark.parametrize(
    "regles, mot",
    [
        ((2, 2, [2, 1]), "impossible"),
        ((3, 1, [4]), "impossible"),
        ((1, 1, [1, 1]), "impossible"),
        ((10, 10, [5] * 14), "Flotte"),
    ],
)
def test_une_flotte_impossible_ne_boucle_pas(type_grille, regles, mot):
    grille = type_grille(*regles)
    with pytest.raises(ValueError, match=mot):
        grille.init_bateaux_alea()
    assert set(grille.etat.values()) == {0} and len(grille.vides) == len(grille.etat)


def test_une_flotte_impossible_sur_une_grille_immense_est_non_trouvee():
    grille = GrilleRapide(20, 20, [4] * 55)
    with pytest.raises(ValueError, match="non trouvée"):
        grille.init_bateaux_alea()
    assert set(grille.etat.values()) == {0}


def test_une_flotte_vide_est_finie_tout_de_suite():
    grille = tp6.Grille(4, 3, [])
    assert grille.fini() and grille.taille_max == grille.taille_min == 0
    grille.init_bateaux_alea()
    for niveau in tp6.NIVEAUX:
        assert tp6.Ordi(niveau, xmax=4, ymax=3, taille_bateaux=[]).resolution() == 0


@pytest.mark.parametrize("taille", [0, -1, 2.0, "3", None, True])
def test_les_tailles_absurdes_sont_refusees(tp1, taille):
    with pytest.raises(ValueError, match="taille d'un bateau"):
        tp1.Grille(5, 5, [3, taille])


@pytest.mark.parametrize("xmax, ymax", [(0, 5), (5, 0), (27, 5), (5, 100), (-1, 5), (2.5, 5)])
def test_les_dimensions_absurdes_sont_refusees(tp1, xmax, ymax):
    with pytest.raises(ValueError, match="Une grille a de 1 à"):
        tp1.Grille(xmax, ymax)


@pytest.mark.parametrize("niveau", [1, 2, 3, 4, 5, 6])
def test_les_bateaux_de_taille_1_se_jouent_a_tous_les_niveaux(niveau):
    ordi = tp6.Ordi(niveau, graine=1, xmax=5, ymax=4, taille_bateaux=[2, 1, 1])
    ordi.grille_adverse.init_bateaux_alea()
    assert 4 <= ordi.resolution() <= 20


def test_case_max_touchee_avec_un_bateau_de_taille_1():
    for type_grille in (tp6.Grille, GrilleRapide):
        grille = type_grille(3, 2, [1])
        grille.marque((0, 0), 1)
        assert sorted(grille.case_max_touchee((0, 0))) == [((0, 1), 0), ((1, 0), 0)]


def test_les_lignes_a_deux_chiffres_se_tapent(tp1):
    assert tp1.coord("A10") == (0, 10)
    assert tp1.coord(" z 98 ") == (25, 98)
    for x in (0, 25):
        for y in range(99):
            assert tp1.coord(tp1.alpha((x, y))) == (x, y)


@pytest.mark.parametrize(
    "texte", ["", " ", "3", "C", "33", "CC3", "C-1", "C100", "É1", "C²", "C1.5"]
)
def test_ce_qui_n_est_pas_une_case_est_refuse(tp1, texte):
    with pytest.raises(ValueError, match="n'est pas une case"):
        tp1.coord(texte)


def test_reinit_ne_double_pas_les_cases_vides(tp1):
    grille = tp1.Grille(4, 3)
    for _ in range(3):
        grille.reinit()
        assert len(grille.vides) == 12 == len(set(grille.vides))


def test_enumerer_toutes_les_flottes_n_affiche_rien(capsys):
    tp6.Grille(4, 3, [3, 2]).make_all()
    GrilleRapide(4, 3, [3, 2]).case_max_all()
    assert capsys.readouterr().out == ""


def test_un_tir_refuse_ne_fait_pas_perdre_son_tour(tp4):
    """Zoé vise mal deux fois, puis touche : Ali ne joue pas entre-temps si elle a commencé."""
    for _ in range(20):
        zoe, ali = (tp4.Joueur(nom, 2, 1, [1]) for nom in ("Zoé", "Ali"))
        zoe.grille_joueur.etat[(0, 0)] = ali.grille_joueur.etat[(0, 0)] = 1
        visees = [(9, 9), (-1, 0), (0, 0)]
        joues = []
        zoe.joue_coup = lambda zoe=zoe, visees=visees: zoe.tire(visees.pop(0))
        ali.joue_coup = lambda ali=ali, joues=joues: (joues.append(1), ali.tire((1, 0)))[1]
        assert tp4.Partie(zoe, ali).joue() is zoe
        assert len(joues) <= 1 and visees == [] and zoe.essais == 1


def test_le_solveur_n_est_pas_previsible():
    """Entre cases à égalité, le choix est au hasard : les premiers tirs varient."""
    premiers = Counter()
    for graine in range(60):
        ordi = tp6.Ordi(niveau=5, graine=graine)
        ordi.grille_adverse.init_bateaux_alea()
        ordi.coup_suivant()
        premiers[ordi.case_courante] += 1
    assert set(premiers) == {(4, 4), (4, 5), (5, 4), (5, 5)}
    ordi = tp6.Ordi(niveau=5, premier=True)
    ordi.grille_adverse.init_bateaux_alea()
    ordi.coup_suivant()
    assert ordi.case_courante == (4, 4)


def test_la_meme_graine_donne_la_meme_partie():
    def partie(graine):
        ordi = tp6.Ordi(niveau=5, graine=graine)
        ordi.grille_adverse.init_bateaux_alea()
        ordi.resolution()
        return ordi.cases_jouees

    assert partie(7) == partie(7) != partie(8)


# --------------------------------------------------------------------- le tirage uniforme


def frequences(tirage, n):
    """Combien de fois chaque flotte (ensemble de cases) est tirée."""
    compte = Counter()
    for _ in range(n):
        compte[tirage()] += 1
    return compte


@pytest.mark.lent
def test_le_tirage_uniforme_est_uniforme_et_l_autre_ne_l_est_pas():
    """Sur 4×4 avec 3 et 2 : test du χ² contre la loi uniforme sur toutes les flottes légales."""
    hasard = random.Random(2016)
    regles = (4, 4, [3, 2])
    flottes = tp6.Grille(*regles).make_all()
    n = 60 * len(flottes)

    def tirage(methode):
        grille = GrilleRapide(*regles)
        grille.hasard = hasard
        getattr(grille, methode)()
        return frozenset(case for case, etat in grille.etat.items() if etat == 1)

    def chi2(methode):
        compte = frequences(lambda: tirage(methode), n)
        assert set(compte) == flottes
        return sum((compte[f] - 60) ** 2 / 60 for f in flottes)

    # Sous la loi uniforme : moyenne k-1, écart type √(2(k-1)) ; on laisse 5 écarts types.
    k = len(flottes) - 1
    assert chi2("init_bateaux_uniforme") < k + 5 * (2 * k) ** 0.5
    assert chi2("init_bateaux_alea") > k + 5 * (2 * k) ** 0.5


def test_les_deux_tirages_au_hasard_suivent_la_meme_loi():
    """Rapide ou pas à pas, bateau après bateau : mêmes fréquences (4×3, flotte 3 et 2)."""
    n = 4000
    comptes = []
    for type_grille, graine in [(tp6.Grille, 1), (GrilleRapide, 2)]:
        hasard = random.Random(graine)

        def tirage(type_grille=type_grille, hasard=hasard):
            grille = type_grille(4, 3, [3, 2])
            grille.hasard = hasard
            grille.init_bateaux_alea()
            return frozenset(case for case, etat in grille.etat.items() if etat == 1)

        comptes.append(frequences(tirage, n))
    assert set(comptes[0]) == set(comptes[1]) == tp6.Grille(4, 3, [3, 2]).make_all()
    chi2 = sum(
        (comptes[0][f] - comptes[1][f]) ** 2 / (comptes[0][f] + comptes[1][f]) for f in comptes[0]
    )
    assert chi2 < 33 + 5 * 66**0.5
