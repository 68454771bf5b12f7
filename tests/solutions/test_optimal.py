"""Le jeu parfait : force brute, code compilé, tableau du TP7, première erreur du glouton."""

import itertools

import pytest

from solutions import tp7_solveur_exact as tp7
from solutions.etude import optima
from solutions.exact import optimal
from tests.conftest import RACINE

PETITS = [
    (4, 3, (3, 2)),
    (6, 2, (3, 2)),
    (4, 4, (3,)),
    (5, 2, (2, 1, 1)),
    (8, 1, (3, 2)),
    (3, 3, (2, 2)),
    (3, 3, (1,)),
    (2, 2, (2,)),
]


def force_brute(cases, reponses, vues=()):
    """Le moindre total de manqués, en essayant tous les tirs dans tous les ordres.

    Aucune des idées du kit : ni mémoire, ni symétrie, ni minorant, ni case « certaine » sautée. Une
    flotte est la liste de ses cases ; la partie dure jusqu'à ce que toutes soient touchées.
    """
    if all(set(flotte) <= set(vues) for flotte in reponses):
        return 0
    totaux = []
    for case in cases:
        if case in vues or not any(case in flotte for flotte in reponses):
            continue
        touche = [flotte for flotte in reponses if case in flotte]
        manque = [flotte for flotte in reponses if case not in flotte]
        total = len(manque)
        for paquet in (touche, manque):
            if paquet:
                total += force_brute(cases, paquet, (*vues, case))
        totaux.append(total)
    return min(totaux)


def flottes_a_la_main(xmax, ymax, tailles):
    """Toutes les flottes, par essai de tous les ensembles de cases de la bonne taille."""
    cases = list(itertools.product(range(xmax), range(ymax)))

    def morceaux(ensemble):
        """Les groupes de cases qui se touchent par un côté."""
        reste, groupes = set(ensemble), []
        while reste:
            groupe, bord = set(), [reste.pop()]
            while bord:
                x, y = bord.pop()
                groupe.add((x, y))
                voisines = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & reste
                reste -= voisines
                bord += voisines
            groupes.append(groupe)
        return groupes

    def droit(groupe):
        return len({x for x, _ in groupe}) == 1 or len({y for _, y in groupe}) == 1

    return [
        ensemble
        for ensemble in itertools.combinations(cases, sum(tailles))
        for groupes in [morceaux(ensemble)]
        if sorted(map(len, groupes)) == sorted(tailles) and all(map(droit, groupes))
    ]


@pytest.mark.parametrize("jeu", [(4, 1, (2,)), (3, 2, (2,)), (6, 1, (2, 1)), (7, 1, (3,))], ids=str)
def test_le_jeu_parfait_est_celui_de_la_force_brute(jeu):
    xmax, ymax, tailles = jeu
    flottes = flottes_a_la_main(xmax, ymax, tailles)
    attendu = force_brute(list(itertools.product(range(xmax), range(ymax))), flottes)
    ecrites = tp7.toutes_les_flottes(xmax, ymax, list(tailles))
    assert sorted(map(sorted, ecrites)) == sorted(map(sorted, flottes))
    assert optimal.JeuParfait(xmax, ymax).total(ecrites) == attendu
    pytest.importorskip("numba")
    assert optimal.total_optimal(xmax, ymax, optimal.flottes_en_masques(*jeu)) == attendu


@pytest.mark.parametrize("jeu", PETITS, ids=str)
def test_la_version_lisible_et_la_compilee_sont_d_accord(jeu):
    pytest.importorskip("numba")
    xmax, ymax, tailles = jeu
    lisible = optimal.JeuParfait(xmax, ymax)
    total = lisible.total(tp7.toutes_les_flottes(xmax, ymax, list(tailles)))
    masques = optimal.flottes_en_masques(*jeu)
    assert optimal.total_optimal(xmax, ymax, masques) == total
    assert (
        optimal.total_optimal(ymax, xmax, optimal.flottes_en_masques(ymax, xmax, tailles)) == total
    )


def test_le_minorant_ne_depasse_jamais_le_jeu_parfait():
    for ligne in optima.lignes():
        bas = optimal.minorants(sum(ligne.tailles), ligne.flottes)[-1]
        assert bas <= ligne.optimal <= ligne.prevoyant <= ligne.glouton


def test_le_glouton_et_meilleur_tir_sont_ceux_du_tp7():
    for xmax, ymax, tailles in PETITS[:4]:
        toutes = tp7.toutes_les_flottes(xmax, ymax, list(tailles))
        joues = sum(tp7.joue(f, [], toutes) - sum(tailles) for f in toutes)
        masques = optimal.flottes_en_masques(xmax, ymax, tailles)
        assert optimal.total_glouton(masques, xmax * ymax) == joues
        assert optimal.total_prevoyant(masques, xmax * ymax) == suit_meilleur_tir(toutes, [])


def suit_meilleur_tir(flottes, tirees):
    """Le total de qui joue chaque fois `meilleur_tir`, avec les fonctions du TP7."""
    if len(flottes) < 2:
        return 0
    case, _ = tp7.meilleur_tir(flottes, tirees)
    manque = tp7.garde(flottes, [], [case])
    suite = [*tirees, case]
    touche = tp7.garde(flottes, [case], [])
    return len(manque) + suit_meilleur_tir(touche, suite) + suit_meilleur_tir(manque, suite)


# ----------------------------------------------------------------- le tableau et la position


@pytest.mark.parametrize("rang", range(6))
def test_le_tableau_se_recalcule(rang):
    pytest.importorskip("numba")
    jeu = optima.JEUX[rang]
    assert optima.mesure(*jeu) == optima.lignes()[rang]


@pytest.mark.lent
def test_le_reste_du_tableau_se_recalcule():
    pytest.importorskip("numba")
    for rang in (6, 7):
        assert optima.mesure(*optima.JEUX[rang]) == optima.lignes()[rang]


@pytest.mark.lent
@pytest.mark.complet
def test_la_derniere_ligne_se_recalcule():
    pytest.importorskip("numba")
    assert optima.mesure(*optima.JEUX[8]) == optima.lignes()[8]


def test_le_tableau_a_toutes_ses_lignes():
    assert [(x, y, tuple(t)) for x, y, t, *_ in optima.lignes()] == optima.JEUX


@pytest.mark.parametrize(
    "jeu, moyennes",
    [
        ((4, 4, (3,)), (5.75, 5.6875, 5.625)),
        ((4, 3, (3, 2)), (7.2647, 7.2353, 7.2353)),
        ((4, 4, (3, 2)), (8.6167, 8.5917, 8.5833)),
        ((5, 5, (3,)), (7.1, 6.9, 6.9)),
    ],
    ids=str,
)
def test_les_moyennes_trouvees_ailleurs(jeu, moyennes):
    ligne = optima.lignes()[optima.JEUX.index(jeu)]
    totaux = (ligne.glouton, ligne.prevoyant, ligne.optimal)
    assert [optima.moyenne(ligne, t) for t in totaux] == pytest.approx(moyennes, abs=5e-5)


def test_la_plus_petite_grille_ou_le_glouton_perd():
    pytest.importorskip("numba")
    ecrit = optima.lit()
    essayes, perdus = optima.fouille(ecrit["cases"], ecrit["taille_minimale"])
    assert (essayes, perdus) == (ecrit["essayes"], ecrit["glouton_perd"])
    assert {x * y for x, y, _ in perdus} == {ecrit["cases"]}  # aucune plus petite


def test_la_premiere_erreur_est_une_erreur():
    for jeu in (optima.plus_petite(), (4, 4, [3])):
        erreur = optimal.premiere_erreur(*jeu)
        glouton, parfait = (
            min(erreur.totaux[case] for case in cases)
            for cases in (erreur.gloutonnes, erreur.parfaites)
        )
        assert glouton > parfait == min(erreur.totaux.values())
        assert tp7.case_probable(erreur.flottes, erreur.touchees) in erreur.gloutonnes
        tirs = (erreur.touchees, erreur.manquees)
        toutes = tp7.toutes_les_flottes(*jeu)
        assert sorted(map(sorted, erreur.flottes)) == sorted(map(sorted, tp7.garde(toutes, *tirs)))


def test_l_enonce_du_tp7_a_le_tableau():
    enonce = (RACINE / "lessons" / "tp7_solveur_exact.md").read_text(encoding="utf-8")
    assert optima.bloc_tp7() in enonce


def test_un_seul_jeu_en_une_commande(capsys):
    pytest.importorskip("numba")
    assert optima.main(["4", "4", "3"]) == 0
    assert capsys.readouterr().out == (
        "4 × 4, bateaux 3 : 16 flottes ; glouton 5,7500, meilleur_tir 5,6875, parfait 5,6250.\n"
    )
    assert optima.main(["8", "8", "3"]) == 2
    assert "40 cases" in capsys.readouterr().err


# ----------------------------------------------------------------- la borne de la grille habituelle


def test_la_borne_ne_depasse_jamais_le_jeu_parfait():
    for ligne in optima.lignes():
        flottes = optimal.flottes_en_masques(ligne.xmax, ligne.ymax, tuple(ligne.tailles))
        plafond = max(
            sum(f >> case & 1 for f in flottes) for case in range(ligne.xmax * ligne.ymax)
        )
        k = sum(ligne.tailles)
        sans, avec = (optimal.tirs_minimaux(len(flottes), k, p) for p in (None, plafond))
        assert sans <= avec <= optima.moyenne(ligne, ligne.optimal)
        assert sans == pytest.approx(k + optimal.minorants(k, len(flottes))[-1] / len(flottes))


def test_la_borne_de_la_grille_habituelle():
    assert optima.lit()["habituelle"]["flottes"] == 2_898_771_376
    assert optima.bornes() == pytest.approx((33.43, 33.86), abs=0.01)


@pytest.mark.lent
def test_la_case_la_plus_occupee_se_recompte():
    pytest.importorskip("numba")
    assert optima.habituelle() == optima.lit()["habituelle"]
