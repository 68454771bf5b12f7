"""Les grandes flottes (six bateaux et plus) : tirées, pesées, puis comptées exactement."""

import random

import pytest

from solutions.exact import comptage, enumeration, masques, tirage
from solutions.exact.compteur import Compteur
from solutions.jeu import ordis
from tests.solutions.test_comptage import PETITS_JEUX, flottes_pesees, moteurs, positions

GRANDES = [(5, 4, 3, 3, 2, 2), (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), (1,) * 8]


def outils(xmax, ymax, flotte):
    """Les tirages de ce jeu : en Python pur, et compilé s'il y a numba."""
    g = masques.geometrie(xmax, ymax)
    resultat = {"Python pur": tirage.Tirage(g, flotte)}
    if enumeration.noyaux():
        tables = enumeration.Tables(xmax, ymax, flotte)
        resultat["numba"] = enumeration.TirageCompile(g, flotte, tables)
    return resultat


def en_masques(flottes):
    """Les flottes d'une réponse, compilée ou non, en masques."""
    return [int(f[0]) | int(f[1]) << 64 if hasattr(f, "dtype") else f for f in flottes]


@pytest.mark.parametrize("jeu", [j for j in PETITS_JEUX if len(j[2]) > 2], ids=str)
def test_l_enumeration_et_les_poids_sont_ceux_de_la_force_brute(jeu, monkeypatch):
    monkeypatch.setattr(tirage, "EXACT_MAX", 10**6)
    monkeypatch.setattr(tirage, "ETAPES_MAX", 10**6)
    xmax, ymax, flotte = jeu
    pesees = flottes_pesees(xmax, ymax, flotte)
    alea = random.Random(7)
    for touches, manques in positions(sorted(pesees), xmax * ymax, 6, alea):
        restent = comptage.concordantes(sorted(pesees), touches, manques)
        for nom, outil in outils(*jeu).items():
            flottes, _, poids, exact, nombre = outil.reponse(touches, manques)
            assert exact and nombre == len(restent), nom
            trouvees = dict(zip(en_masques(flottes), poids, strict=True))
            assert sorted(trouvees) == restent, nom
            rapports = [trouvees[f] / pesees[f] for f in restent]
            assert rapports == pytest.approx([rapports[0]] * len(restent)), nom


@pytest.mark.parametrize("jeu", [(5, 5, (3, 3, 2)), (4, 4, (3, 2, 2)), (5, 4, (1, 1, 2))], ids=str)
def test_le_tirage_estime_le_nombre_et_les_probabilites(jeu, monkeypatch):
    monkeypatch.setattr(tirage, "EXACT_MAX", -1)
    monkeypatch.setattr(enumeration, "TIREES_MAX", -1)
    xmax, ymax, flotte = jeu
    pesees = flottes_pesees(xmax, ymax, flotte)
    touches, manques = 0b1 << 6, 0b1 << 8
    restent = comptage.concordantes(sorted(pesees), touches, manques)
    for nom, outil in outils(*jeu).items():
        flottes, chances, poids, exact, estimation = outil.reponse(touches, manques)
        flottes = en_masques(flottes)
        assert not exact and comptage.concordantes(flottes, touches, manques) == flottes, nom
        assert estimation == pytest.approx(len(restent), rel=0.1), nom
        for obtenus, attendus in ((chances, [1] * len(restent)), (poids, map(pesees.get, restent))):
            parts = comptage.frequences(flottes, list(obtenus), xmax * ymax)
            vraies = comptage.frequences(restent, list(attendus), xmax * ymax)
            assert parts == pytest.approx(vraies, abs=0.05), nom


def test_la_meme_position_donne_la_meme_reponse():
    for outil in outils(10, 10, GRANDES[0]).values():
        un, deux = (outil.reponse(1 << 44, 1 << 13) for _ in range(2))
        assert en_masques(un[0]) == en_masques(deux[0]) and list(un[2]) == list(deux[2])


def test_une_enumeration_trop_longue_est_abandonnee():
    g = masques.geometrie(10, 10)
    assert tirage.Tirage(g, GRANDES[0]).toutes(0, 0, etapes_max=1000) is None


@pytest.mark.parametrize("flotte", GRANDES, ids=str)
def test_une_grande_flotte_le_dit_avant_de_commencer(flotte):
    ordi = ordis.nouvel_ordi(8, taille_bateaux=flotte)
    assert f"{len(flotte)} bateaux : trop de flottes possibles" in ordi.messages[0]
    assert "moteur" not in vars(ordi.compteur)  # dit avant tout calcul


def test_une_flotte_ordinaire_n_annonce_rien():
    assert ordis.nouvel_ordi(8).messages == []
    assert Compteur(7, 7, (2,) * 5).annonce() is None


@pytest.mark.parametrize("nom", moteurs())
def test_une_partie_a_dix_bateaux_finit_et_dit_quand_elle_compte(nom, monkeypatch):
    monkeypatch.setattr(tirage, "NB_TIRAGES", 60)
    monkeypatch.setattr(enumeration, "NB_TIRAGES", 2000)
    flotte = (3, 3, 2, 2, 2, 1, 1, 1)
    jeu = Compteur(8, 8, flotte, moteur=nom)
    monkeypatch.setattr(ordis, "compteur", lambda *partie: jeu)
    for niveau in (7, 8):
        ordi = ordis.nouvel_ordi(niveau, graine=2, xmax=8, ymax=8, taille_bateaux=flotte)
        ordi.grille_adverse.init_bateaux_alea()
        assert 15 <= ordi.resolution() <= 64 and ordi.grille_suivi.fini()
        assert any("tirées au sort" in message for message in ordi.messages)
        exacts = ("flottes possibles :", "qu'une flotte possible")
        assert any(mot in message for message in ordi.messages for mot in exacts)
    assert jeu.moteur.tirage is not None and getattr(jeu.moteur, "profils", None) is None


@pytest.mark.parametrize("nom", moteurs())
def test_des_tirs_impossibles_ne_font_pas_tomber_une_grande_flotte(nom):
    jeu = Compteur(10, 10, GRANDES[1], moteur=nom)
    colles = [(x, y) for x in range(5) for y in range(2)]
    carte = jeu.carte(colles, [])
    assert carte.nombre == 0 and carte.exacte and set(carte.probas.values()) == {0.0}


def test_le_sondage_suit_les_poids():
    alea = random.Random(3)
    poids = [alea.random() ** 3 for _ in range(500)]
    rangs = tirage.un_sur_n(poids, 200)
    assert len(rangs) == 200 and rangs == sorted(rangs)
    assert sum(poids[r] > 0.5 for r in rangs) / 200 == pytest.approx(
        sum(p for p in poids if p > 0.5) / sum(poids), abs=0.02
    )
