"""Propriétés vraies sur toute grille et toute flotte (hypothesis), et force brute."""

import itertools
import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from solutions import tp6_solveur_optimal as tp6
from solutions.jeu.grille_rapide import GrilleRapide
from solutions.jeu.ordis import OrdiRapide

REGLAGES = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

grilles = st.tuples(
    st.integers(1, 7), st.integers(1, 7), st.lists(st.integers(1, 5), min_size=0, max_size=5)
)


def flotte_au_hasard(regles, graine, type_grille=GrilleRapide):
    """Une grille avec une flotte, ou None si elle n'existe pas."""
    grille = type_grille(*regles)
    grille.hasard = random.Random(graine)
    try:
        grille.init_bateaux_alea()
    except ValueError:
        return None
    return grille


def bateaux_de(grille):
    """Composantes de cases occupées (suivies de proche en proche), indépendamment du kit."""
    occupees = {case for case, etat in grille.etat.items() if etat == 1}
    composantes = []
    while occupees:
        pile, composante = [occupees.pop()], []
        while pile:
            x, y = pile.pop()
            composante.append((x, y))
            for voisine in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if voisine in occupees:
                    occupees.remove(voisine)
                    pile.append(voisine)
        composantes.append(sorted(composante))
    return composantes


@pytest.mark.parametrize("type_grille", [tp6.Grille, GrilleRapide])
@REGLAGES
@given(regles=grilles, graine=st.integers(0, 10**6))
def test_une_flotte_au_hasard_est_legale(type_grille, regles, graine):
    grille = flotte_au_hasard(regles, graine, type_grille)
    assume(grille is not None)
    composantes = bateaux_de(grille)
    assert sorted(len(c) for c in composantes) == sorted(regles[2])
    for composante in composantes:
        colonnes, lignes = {x for x, _ in composante}, {y for _, y in composante}
        assert len(colonnes) == 1 or len(lignes) == 1
    assert set(grille.vides) == {case for case, etat in grille.etat.items() if etat == 0}
    assert grille.taille_bateaux == list(regles[2])


@REGLAGES
@given(regles=grilles, graine=st.integers(0, 10**6))
def test_une_flotte_impossible_laisse_la_grille_intacte(regles, graine):
    for type_grille in (tp6.Grille, GrilleRapide):
        grille = type_grille(*regles)
        grille.hasard = random.Random(graine)
        try:
            grille.init_bateaux_alea()
        except ValueError as erreur:
            assert "Flotte" in str(erreur)
            assert set(grille.etat.values()) == {0}
            assert sorted(grille.vides) == sorted(grille.etat)


@pytest.mark.parametrize("type_ordi", [tp6.Ordi, OrdiRapide])
@pytest.mark.parametrize("niveau", [1, 2, 3, 4, 5, 6])
@REGLAGES
@given(regles=grilles, graine=st.integers(0, 10**6), premier=st.booleans())
def test_le_solveur_finit_sans_se_tromper(type_ordi, niveau, regles, graine, premier):
    grille = flotte_au_hasard(regles, graine)
    assume(grille is not None)
    xmax, ymax, bateaux = regles
    ordi = type_ordi(niveau, 5, 12, graine, premier, xmax=xmax, ymax=ymax, taille_bateaux=bateaux)
    ordi.grille_adverse = grille
    flotte = {case for case, etat in grille.etat.items() if etat == 1}
    adverse_avant = dict(grille.etat)
    while True:
        deja = list(ordi.cases_jouees)
        resultat = ordi.coup_suivant()
        if resultat is None:
            break
        assert ordi.cases_jouees == [*deja, ordi.case_courante]
        assert ordi.case_courante not in deja
        for case in flotte:
            assert ordi.grille_suivi.etat[case] != -1, "une case de bateau a été éliminée"
    assert ordi.grille_suivi.fini()
    assert len(ordi.cases_jouees) == ordi.essais <= xmax * ymax
    assert grille.etat == adverse_avant
    if niveau >= 2 and bateaux:
        restent = list(ordi.grille_suivi.taille_bateaux)
        if ordi.liste_touches:
            restent.remove(len(ordi.liste_touches))
        assert restent == []


@REGLAGES
@given(
    xmax=st.integers(1, 6),
    ymax=st.integers(1, 6),
    occupees=st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=0, max_size=9),
    annonce=st.booleans(),
)
def test_le_procedural_finit_meme_si_les_bateaux_se_touchent(tp5, xmax, ymax, occupees, annonce):
    occupees = [(x, y) for x, y in occupees if x < xmax and y < ymax]
    ordi = tp5.OrdiProcedural(xmax=xmax, ymax=ymax, taille_bateaux=[1] * len(occupees))
    ordi.annonce_coule = annonce
    for case in occupees:
        ordi.grille_adverse.etat[case] = 1
    ordi.resolution()
    assert ordi.grille_suivi.fini()
    assert len(set(ordi.cases_jouees)) == ordi.essais


@REGLAGES
@given(
    niveau=st.integers(1, 6),
    occupees=st.sets(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=1, max_size=9),
    graine=st.integers(0, 10**6),
)
def test_ordi_finit_meme_contre_une_flotte_illegale(niveau, occupees, graine):
    ordi = tp6.Ordi(niveau, 5, 12, graine, xmax=6, ymax=5, taille_bateaux=[len(occupees)])
    for case in occupees:
        ordi.grille_adverse.etat[case] = 1
    ordi.resolution()
    assert ordi.grille_suivi.fini()


# --------------------------------------------------------------------- force brute

positions = st.tuples(
    st.integers(1, 5),
    st.integers(1, 5),
    st.lists(st.integers(1, 4), min_size=0, max_size=3),
    st.randoms(use_true_random=False),
)


def grille_quelconque(type_grille, xmax, ymax, bateaux, hasard):
    """Une grille dont un tiers des cases n'est pas vide."""
    grille = type_grille(xmax, ymax, bateaux)
    for case in grille.etat:
        grille.etat[case] = hasard.choice([0, 0, 0, 0, -1, 1])
    grille.update_vides()
    return grille


def placements_bruts(grille, taille):
    """Tous les placements d'un bateau, en regardant chaque liste de cases alignées."""
    trouves = set()
    for x, y in grille.etat:
        for dx, dy in ((1, 0), (0, 1)):
            cases = tuple((x + k * dx, y + k * dy) for k in range(taille))
            if all(grille.etat.get(case) == 0 for case in cases):
                trouves.add(cases)
    return trouves


@REGLAGES
@given(position=positions)
def test_get_possibles_contre_la_force_brute(tp2, position):
    grille = grille_quelconque(tp6.Grille, *position)
    _, possibles = grille.get_possibles()
    assert set(possibles) == set(position[2])
    for taille, places in possibles.items():
        cases = [tuple(tp2.calcule_cases(taille, *place)) for place in places]
        assert len(cases) == len(set(cases))
        assert set(cases) == placements_bruts(grille, taille)


@REGLAGES
@given(position=positions)
def test_case_max_contre_la_force_brute(position):
    for type_grille in (tp6.Grille, GrilleRapide):
        xmax, ymax, bateaux, hasard = position
        grille = grille_quelconque(type_grille, xmax, ymax, bateaux, hasard)
        attendu = {
            case: sum(case in p for t in bateaux for p in placements_bruts(grille, t))
            for case, etat in grille.etat.items()
            if etat == 0
        }
        case, nombre = grille.case_max()
        assert grille.probas == attendu
        if not attendu or max(attendu.values()) == 0:
            assert (case, nombre) == (None, 0)
        else:
            assert nombre == max(attendu.values()) == attendu[case]


def flottes_brutes(grille, bateaux):
    """Ensemble des flottes légales, en essayant toutes les combinaisons de placements."""
    flottes = set()
    for choix in itertools.product(*(placements_bruts(grille, t) for t in bateaux)):
        cases = [case for placement in choix for case in placement]
        if len(set(cases)) < len(cases):
            continue
        proprietaire = {case: i for i, placement in enumerate(choix) for case in placement}
        if all(
            proprietaire.get((x + dx, y + dy), i) == i
            for (x, y), i in proprietaire.items()
            for dx, dy in ((1, 0), (0, 1))
        ):
            flottes.add(frozenset(cases))
    return flottes


@REGLAGES
@given(position=positions)
def test_case_max_all_contre_la_force_brute(position):
    xmax, ymax, bateaux, hasard = position
    assume(xmax * ymax <= 16)
    grille = grille_quelconque(tp6.Grille, xmax, ymax, bateaux, hasard)
    flottes = flottes_brutes(grille, bateaux)
    assert grille.make_all() == flottes
    attendu = {case: sum(case in f for f in flottes) for case in grille.vides}
    rapide = GrilleRapide(xmax, ymax, bateaux)
    rapide.etat = dict(grille.etat)
    rapide.update_vides()
    for g in (grille, rapide):
        case, nombre = g.case_max_all()
        assert g.probas == attendu
        assert nombre == max(attendu.values(), default=0)
        assert case is None or attendu[case] == nombre


# --------------------------------------------------------------------- rapide = simple


@REGLAGES
@given(position=positions)
def test_la_version_rapide_donne_les_memes_resultats(position):
    xmax, ymax, bateaux, hasard = position
    simple = grille_quelconque(tp6.Grille, xmax, ymax, bateaux, hasard)
    cases = list(simple.etat)
    hasard.shuffle(cases)  # l'ordre des clés ne doit pas compter
    rapide = GrilleRapide(xmax, ymax, bateaux)
    rapide.etat = {case: simple.etat[case] for case in cases}
    rapide.update_vides()
    for case in cases:
        if simple.etat[case] == 1:
            assert dict(rapide.case_max_touchee(case)) == dict(simple.case_max_touchee(case))
    assert rapide.compte_placements() == simple.compte_placements()
    assert sorted(rapide.elimine_petites()) == sorted(simple.elimine_petites())
    assert rapide.etat == simple.etat
    assert sorted(rapide.vides) == sorted(simple.vides)
    assert rapide.compte_placements() == simple.compte_placements()


@pytest.mark.parametrize("premier", [True, False])
def test_les_deux_grilles_jouent_exactement_la_meme_partie(premier):
    for graine in range(8):
        flotte = flotte_au_hasard((10, 10, [5, 4, 3, 3, 2]), graine)
        parties = []
        for type_ordi in (OrdiRapide, tp6.Ordi):
            ordi = type_ordi(niveau=5, graine=graine, premier=premier)
            ordi.grille_adverse = flotte
            ordi.resolution()
            parties.append((ordi.cases_jouees, ordi.messages))
        assert parties[0] == parties[1]
