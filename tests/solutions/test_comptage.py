"""Le comptage exact : nombres connus, force brute sur de petites grilles, trois moteurs."""

import random
import subprocess
import sys

import pytest

from solutions import tp2_placement as tp2
from solutions import tp6_solveur_optimal as tp6
from solutions.exact import comptage, enumeration, masques, profils
from solutions.exact.compteur import Compteur
from solutions.exact.des import Des
from solutions.exact.profils import Profils
from solutions.jeu.ordis import OrdiRapide
from tests.conftest import PATIENCE, RACINE, lents_sauf

FLOTTE = (5, 4, 3, 3, 2)
PETITS_JEUX = [
    (4, 3, (3, 2)),
    (4, 4, (3, 2, 2)),
    (5, 4, (3, 2, 1)),
    (4, 4, (2, 3, 2)),
    (5, 5, (3, 3, 2)),
    (3, 6, (2, 2, 2)),
    (4, 4, (1, 1, 1)),
    (3, 5, (2,)),
    (6, 1, (2, 1)),
    (3, 2, ()),
]
LONGS = [(5, 4, (3, 2, 1)), (5, 5, (3, 3, 2)), (3, 6, (2, 2, 2))]


def noyaux():
    """Le module compilé ; sans numba, l'essai est passé."""
    pytest.importorskip("numba")
    return enumeration.noyaux()


@pytest.fixture(scope="module")
def dossier(tmp_path_factory):
    """Un dossier pour les tables, à la place de celui de l'utilisateur."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def profils10(dossier):
    """Le réseau du jeu habituel, construit une fois pour tout le module (numpy)."""
    return Profils(10, 10, FLOTTE, dossier=dossier)


@pytest.fixture(scope="module")
def numba10():
    noyaux()
    return enumeration.MoteurNumba(10, 10, FLOTTE)


@pytest.fixture(autouse=True)
def cache_a_part(monkeypatch, dossier):
    monkeypatch.setenv("XDG_CACHE_HOME", str(dossier))
    monkeypatch.setenv("LOCALAPPDATA", str(dossier))


def moteurs():
    """{nom: classe} des moteurs installés ici, le Python pur compris."""
    return {"Python pur": comptage.MoteurPython, **enumeration.moteurs_rapides()}


# ----------------------------------------------------------------- les nombres connus


@pytest.mark.parametrize(
    "flotte, nombre",
    [
        ((5, 4), 11_744),
        ((5, 4, 3), 1_064_728),
        pytest.param((5, 4, 3, 2), 101_286_480, marks=pytest.mark.lent),
    ],
)
def test_flottes_incompletes_sur_10x10(dossier, flotte, nombre):
    p = Profils(10, 10, flotte, dossier=dossier)
    assert p.compte(0, 0)[0] == nombre


@pytest.mark.lent
def test_toutes_les_flottes_de_10x10(profils10):
    nombre, par_case = profils10.compte(0, 0)
    assert nombre == 2_898_771_376
    assert par_case.sum() == 17 * nombre
    assert (par_case.reshape(10, 10) == par_case.reshape(10, 10).T).all()
    assert (par_case == par_case[::-1]).all()


@pytest.mark.lent
def test_toutes_les_flottes_de_10x10_par_enumeration(numba10, profils10):
    nombre, par_case, probas, total = numba10.enumere(0, 0)
    assert (nombre, par_case.tolist()) == (2_898_771_376, profils10.compte(0, 0)[1].tolist())
    assert total == pytest.approx(1)  # les poids sont les probabilités du tirage du jeu
    assert probas.sum() == pytest.approx(17)


def test_table_4x3():
    for nom, classe in moteurs().items():
        nombre, par_case = classe(4, 3, (3, 2)).nombres(0, 0)
        assert nombre == 34, nom
        assert par_case == [17, 14, 17, 16, 5, 16, 16, 5, 16, 17, 14, 17], nom


# ----------------------------------------------------------------- la force brute


def flottes_pesees(xmax, ymax, flotte):
    """{masque: probabilité} : tous les tirages du jeu, suivis pas à pas avec les grilles du TP2."""
    rang = {(x, y): x * ymax + y for x in range(xmax) for y in range(ymax)}
    resultat = {}

    def pose(grille, tailles, chance):
        if not tailles:
            masque = sum(1 << rang[c] for c, etat in grille.etat.items() if etat == 1)
            resultat[masque] = resultat.get(masque, 0) + chance
            return
        possibles = grille.get_possibles()[1][tailles[0]]
        for depart, direction in possibles:
            suite = grille.copie()
            suite.add_bateau(tp2.Bateau(tailles[0], depart, direction))
            suite.rem_bateau(tailles[0])
            pose(suite, tailles[1:], chance / len(possibles))

    pose(tp6.Grille(xmax, ymax, flotte), list(flotte), 1.0)
    return resultat


def positions(flottes, nb_cases, combien, alea):
    """Des positions possibles (touches, manques), de la grille vide à la grille pleine."""
    yield 0, 0
    for _ in range(combien):
        cachee = alea.choice(flottes)
        tirs = sum(1 << c for c in alea.sample(range(nb_cases), alea.randrange(nb_cases)))
        yield cachee & tirs, tirs & ~cachee


@pytest.mark.parametrize(
    "jeu", lents_sauf(PETITS_JEUX, [jeu for jeu in PETITS_JEUX if jeu not in LONGS]), ids=str
)
def test_les_moteurs_et_la_force_brute(jeu):
    xmax, ymax, flotte = jeu
    pesees = flottes_pesees(xmax, ymax, flotte)
    nb_cases = xmax * ymax
    outils = {nom: classe(xmax, ymax, flotte) for nom, classe in moteurs().items()}
    for outil in outils.values():
        outil.petit = True  # jamais d'échantillon : c'est le comptage que l'on essaie
    alea = random.Random(xmax * 100 + ymax)
    for touches, manques in positions(sorted(pesees), nb_cases, 200, alea):
        restent = comptage.concordantes(sorted(pesees), touches, manques)
        poids = [pesees[f] for f in restent]
        nombres = [sum(f >> c & 1 for f in restent) for c in range(nb_cases)]
        attendu = comptage.frequences(restent, poids, nb_cases)
        for nom, outil in outils.items():
            assert outil.nombres(touches, manques) == (len(restent), nombres), nom
            nombre, probas, loi, exacte = outil.compte(touches, manques, comptage.GENERATEUR)
            assert (nombre, loi, exacte) == (len(restent), comptage.GENERATEUR, True), nom
            assert probas == pytest.approx(attendu, abs=1e-12), nom
            uniformes = outil.compte(touches, manques, comptage.UNIFORME)[1]
            assert uniformes == pytest.approx([n / len(restent) for n in nombres]), nom


def test_les_flottes_du_python_pur_sont_toutes_la_une_seule_fois():
    moteur = comptage.MoteurPython(5, 4, (3, 2, 2))
    flottes = [sum(f) for f in moteur.flottes(0b10, 0b1)]
    assert len(flottes) == len(set(flottes)) == moteur.nombres(0b10, 0b1)[0] > 100


# ----------------------------------------------------------------- 10×10, touches comprises


def positions_de_parties(combien):
    """Des positions rencontrées par le niveau 5 dans de vraies parties."""
    g = masques.geometrie(10, 10)
    for numero in range(combien):
        flotte = masques.flotte_au_hasard(g, FLOTTE, Des(2016, numero, 0))
        ordi = OrdiRapide(graine=numero)
        for rang, case in enumerate(g.cases):
            ordi.grille_adverse.etat[case] = flotte >> rang & 1
        for _ in range(5 + 4 * (numero % 8)):
            ordi.coup_suivant()
        touches = sum(1 << g.rang[c] for c in ordi.cases_jouees if flotte >> g.rang[c] & 1)
        yield touches, g.masque(ordi.cases_jouees) & ~touches


@pytest.mark.lent
def test_trois_compteurs_independants_sur_de_vraies_parties(profils10, numba10):
    python = comptage.MoteurPython(10, 10, FLOTTE)
    avec_touches = petites = 0
    for touches, manques in positions_de_parties(10):
        nombre, par_case = profils10.compte(touches, manques)
        assert nombre > 0
        avec_touches += touches > 0
        enumeres = numba10.enumere(touches, manques)
        assert (nombre, par_case.tolist()) == (enumeres[0], enumeres[1].tolist())
        if nombre < 5_000:
            petites += 1
            assert python.nombres(touches, manques) == (nombre, par_case.tolist())
        if nombre < 500:
            pesees = comptage.frequences(*python.pesees(touches, manques), 100)
            assert enumeres[2].tolist() == pytest.approx(pesees, abs=1e-12)
    assert avec_touches > 6 and petites > 0


@pytest.mark.lent
def test_les_profils_compiles_donnent_les_memes_nombres(profils10, dossier):
    compile_ = Profils(10, 10, FLOTTE, noyaux(), dossier)
    for touches, manques in positions_de_parties(3):
        nombre, par_case = profils10.compte(touches, manques)
        assert compile_.compte(touches, manques)[0] == nombre
        assert compile_.compte(touches, manques)[1].tolist() == par_case.tolist()


@pytest.mark.lent
def test_la_liste_filtree_et_l_enumeration_sont_d_accord(numba10):
    for touches, manques in positions_de_parties(16):
        numba10.listee = None
        direct = numba10.enumere(touches, manques)
        for _ in range(2):  # la seconde fois, la position est suivie si elle a été listée
            nombre, nombres, probas = numba10.enumeration(touches, manques)
            assert (nombre, nombres.tolist()) == (direct[0], direct[1].tolist())
            assert probas.tolist() == pytest.approx(direct[2].tolist(), abs=1e-12)


@pytest.mark.lent
def test_un_echantillon_concorde_et_represente_la_position(numba10):
    touches, manques, _ = numba10.symetries.canonique(1 << 44, 1 << 13 | 1 << 67)
    probas = numba10.enumeration(touches, manques)[2]
    flottes, poids = numba10.echantillon(touches, manques, 4000)
    masques = [int(f[0]) | int(f[1]) << 64 for f in flottes]
    assert len(masques) == len(poids) == 4000
    assert comptage.concordantes(masques, touches, manques) == masques
    frequences = comptage.frequences(masques, poids.tolist(), 100)
    assert frequences == pytest.approx(probas.tolist(), abs=0.04)


# ----------------------------------------------------------------- regarder plus loin


@pytest.mark.lent
def test_les_deux_calculs_de_la_suite_sont_d_accord(numba10):
    import numpy as np

    python = comptage.MoteurPython(5, 5, (3, 2))
    flottes, poids = python.pesees(1 << 7, 1 << 2)
    mots = np.array([[f, 0] for f in flottes], np.uint64)
    tirs = np.array([1 << 7 | 1 << 2, 0], np.uint64)
    candidates = np.array([c for c in range(25) if c not in (2, 7)])
    compiles = numba10.noyaux.manques_attendus(mots, np.array(poids), tirs, candidates, 25)
    for case, valeur in zip(candidates.tolist(), compiles.tolist(), strict=True):
        attendu = comptage.manques_attendus(flottes, poids, 1 << 7 | 1 << 2, case, 25)
        assert valeur == pytest.approx(attendu), case


def test_la_case_la_plus_probable_n_est_pas_toujours_la_meilleure():
    futur = Compteur(4, 4, (3,), moteur="Python pur").futur((), (), 16, 100)
    assert futur[(0, 1)] == pytest.approx(43 / 16) and futur[(1, 1)] == pytest.approx(44 / 16)


# ----------------------------------------------------------------- les tables gardées


def test_des_tables_abimees_sont_refaites(tmp_path):
    for degats in (lambda t: t[: len(t) // 2], lambda t: b"", lambda t: t[:-400] + b"x" + t[-399:]):
        assert Profils(4, 3, (3, 2), dossier=tmp_path).compte(0, 0)[0] == 34
        (fichier,) = tmp_path.iterdir()
        bon = fichier.read_bytes()
        fichier.write_bytes(degats(bon))
        assert Profils(4, 3, (3, 2), dossier=tmp_path).compte(0, 0)[0] == 34
        assert profils.relit(fichier) is not None
        assert [f.name for f in tmp_path.iterdir()] == [fichier.name]


def test_les_tables_vont_dans_le_cache_de_l_utilisateur(dossier):
    assert profils.dossier_cache().is_relative_to(dossier)
    Profils(3, 2, (2,))
    assert [f.suffix for f in profils.dossier_cache().glob("*3x2-2.*")] == [".npz"]


def test_un_dossier_ou_l_on_ne_peut_pas_ecrire_n_empeche_rien(tmp_path):
    fichier = tmp_path / "occupe"
    fichier.write_text("un fichier, pas un dossier")
    p = Profils(3, 2, (2,), dossier=fichier / "tables")
    assert p.compte(0, 0)[0] == 7


# ----------------------------------------------------------------- trop grand, pas installé


def test_une_grille_trop_grande_est_refusee():
    with pytest.raises(ValueError, match="128 cases"):
        Compteur(12, 12)
    with pytest.raises(ValueError, match="trop grande"):
        profils.Codage(26, [5, 4, 3, 3, 2])


def test_une_grande_flotte_est_estimee_et_le_dit(monkeypatch):
    monkeypatch.setattr(comptage, "NB_TIREES", 500)
    carte = Compteur(8, 8, (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), moteur="Python pur").carte()
    assert not carte.exacte and carte.nombre is None
    assert sum(carte.probas.values()) == pytest.approx(20)


def test_les_demandes_impossibles_ont_une_phrase():
    with pytest.raises(ValueError, match="n'est pas disponible"):
        Compteur(4, 3, (3, 2), moteur="boulier")
    with pytest.raises(ValueError, match="La loi est"):
        Compteur(4, 3, (3, 2), moteur="Python pur").carte(loi="au pif")


def test_une_position_sans_flotte():
    for nom in moteurs():
        carte = Compteur(4, 3, (3, 2), moteur=nom).carte([(0, 0), (1, 1)], [(0, 1)])
        assert carte.nombre == 0 and set(carte.probas.values()) == {0.0}, nom


SANS_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from solutions.jeu.ordis import OrdiExact
ordi = OrdiExact(graine=3, xmax=6, ymax=6, taille_bateaux=[3, 2, 2])
assert ordi.compteur.moteur.nom == "Python pur"
ordi.grille_adverse.init_bateaux_alea()
assert 7 <= ordi.resolution() < 36
assert any("tirées au sort" in m for m in ordi.messages)
assert any("flottes possibles" in m or "qu'une flotte" in m for m in ordi.messages)
"""


def test_sans_numpy_le_python_pur_prend_le_relais():
    subprocess.run([sys.executable, "-c", SANS_NUMPY], cwd=RACINE, check=True, timeout=PATIENCE)
