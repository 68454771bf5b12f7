"""Les niveaux 7 et 8 : ils finissent toujours, expliquent leurs tirs, et rejouent leurs mesures."""

import pytest

from solutions import tp7_solveur_exact as tp7
from solutions.etude import bilan, campagne
from solutions.jeu import niveaux, ordis
from tests.conftest import RACINE


def partie(ordi, bateaux=None):
    """Joue contre ces cases (ou une flotte au hasard) ; renvoie le nombre de tirs."""
    if bateaux is None:
        ordi.grille_adverse.init_bateaux_alea()
    else:
        ordi.grille_adverse.etat.update(dict.fromkeys(bateaux, 1))
    return ordi.resolution()


REGLES = [
    {"xmax": 4, "ymax": 3, "taille_bateaux": [3, 2]},
    {"xmax": 7, "ymax": 3, "taille_bateaux": [3, 1, 1]},
    {"xmax": 1, "ymax": 6, "taille_bateaux": [2, 1]},
    {"xmax": 5, "ymax": 5, "taille_bateaux": [2, 3, 2]},
    {"xmax": 3, "ymax": 3, "taille_bateaux": []},
]


@pytest.mark.parametrize("niveau", [7, 8])
@pytest.mark.parametrize("regles", REGLES, ids=lambda r: f"{r['xmax']}x{r['ymax']}")
def test_toute_petite_partie_finit(niveau, regles):
    for graine in range(4):
        ordi = ordis.nouvel_ordi(niveau, graine=graine, **regles)
        assert sum(regles["taille_bateaux"]) <= partie(ordi) <= regles["xmax"] * regles["ymax"]
        assert ordi.grille_suivi.fini()


@pytest.mark.parametrize("niveau", [7, 8])
def test_une_flotte_interdite_est_quand_meme_trouvee(niveau):
    ordi = ordis.nouvel_ordi(niveau, graine=1, xmax=4, ymax=3, taille_bateaux=[3, 2])
    colles = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
    assert partie(ordi, colles) <= 12
    assert any("Aucune flotte permise" in message for message in ordi.messages)


def test_le_niveau_7_vise_toujours_la_case_la_plus_probable():
    ordi = ordis.OrdiExact(graine=5, xmax=4, ymax=3, taille_bateaux=[3, 2], loi="uniforme")
    toutes = tp7.toutes_les_flottes(4, 3, [3, 2])
    ordi.grille_adverse.init_bateaux_alea()
    while not ordi.grille_suivi.fini():
        comptes = tp7.compte_cases(tp7.garde(toutes, *ordi.tirs()))
        libres = {case: n for case, n in comptes.items() if case in ordi.grille_suivi.vides}
        ordi.coup_suivant()
        assert libres[ordi.case_courante] == max(libres.values())


def test_les_explications_disent_tout():
    ordi = ordis.OrdiExact(premier=True, xmax=4, ymax=3, taille_bateaux=[3, 2], loi="uniforme")
    ordi.grille_adverse.etat.update(dict.fromkeys([(3, 0), (3, 1), (3, 2), (0, 0), (0, 1)], 1))
    ordi.coup_suivant()
    assert ordi.messages[0] == "Il reste 34 flottes possibles : A0 est occupée à 50,0 %."
    ordi.resolution()
    assert "Il n'y a plus qu'une flotte possible : D2 est occupée à coup sûr." in ordi.messages
    prevoyant = ordis.OrdiPrevoyant(premier=True, xmax=4, ymax=3, taille_bateaux=[3, 2])
    partie(prevoyant)
    assert any("je m'attends à manquer encore" in message for message in prevoyant.messages)


def test_le_meme_ordi_avec_la_meme_graine():
    parties = []
    for _ in range(2):
        ordi = ordis.OrdiExact(graine=9, xmax=6, ymax=6, taille_bateaux=[3, 3, 2])
        partie(ordi)
        parties.append(ordi.cases_jouees)
    assert parties[0] == parties[1]


def test_une_grille_trop_grande_est_refusee():
    with pytest.raises(ValueError, match="128 cases"):
        ordis.OrdiExact(xmax=20, ymax=20)


# ----------------------------------------------------------------- les mesures du dépôt


def mesure(nom):
    return campagne.lit(bilan.DOSSIER / f"{nom}.json")


def rejoue(nom, numeros):
    """Rejoue ces parties : les longueurs doivent être celles du fichier."""
    pytest.importorskip("numba")
    etude = mesure(nom)
    for numero in numeros:
        longueur = campagne.joue_partie(etude["reglages"], numero)
        assert longueur == etude["longueurs"][numero], numero


@pytest.mark.lent
def test_quelques_parties_du_niveau_7_se_rejouent():
    rejoue("niveau7", range(12))


@pytest.mark.lent
def test_quelques_parties_du_niveau_8_se_rejouent():
    rejoue("niveau8", range(3))


@pytest.mark.lent
def test_des_dizaines_de_parties_du_niveau_7_se_rejouent():
    rejoue("niveau7", range(2000, 2040))


@pytest.mark.lent
def test_des_dizaines_de_parties_du_niveau_8_se_rejouent():
    rejoue("niveau8", range(1000, 1030))


@pytest.mark.parametrize("nom", bilan.PLAN)
def test_les_fichiers_du_depot_suivent_le_plan(nom):
    choix, parties = bilan.PLAN[nom]
    etude = mesure(nom)
    assert etude["reglages"] == campagne.reglages(**choix)
    assert etude["parties"] == parties
    assert (bilan.DOSSIER / f"{nom}.json").stat().st_size < 100_000


def test_le_niveau_7_passe_sous_41_6_et_bat_le_niveau_5():
    etude = mesure("niveau7")
    assert etude["parties"] >= 5000 and campagne.moyenne(etude)[0] < 41.6
    ecart = campagne.compare(mesure("niveau5_detail"), etude)
    assert ecart.n >= 5000 and ecart.difference < -3 * ecart.erreur


def test_le_niveau_8_passe_sous_41_2_et_bat_le_niveau_7():
    etude = mesure("niveau8")
    assert etude["parties"] >= 2000 and campagne.moyenne(etude)[0] < 41.2
    ecart = campagne.compare(mesure("niveau7"), etude)
    assert ecart.n >= 2000 and ecart.difference < -3 * ecart.erreur


@pytest.mark.parametrize(
    "nom, attendue, ecart",
    [("niveau5_premier", 42.06, 0.03), ("niveau5", 42.15, 0.03), ("niveau3", 46.64, 0.05)],
)
def test_les_moyennes_d_un_million_de_parties(nom, attendue, ecart):
    assert mesure(nom)["parties"] == 1_000_000
    assert campagne.moyenne(mesure(nom))[0] == pytest.approx(attendue, abs=ecart)


def test_le_bilan_ecrit_est_celui_des_mesures():
    texte = bilan.tableau(bilan.campagnes(), bilan.publiees(), bilan.temps_mesures())
    assert (bilan.DOSSIER / "niveaux.md").read_text(encoding="utf-8") == texte


def test_le_tableau_du_tp7_est_celui_des_mesures():
    bloc = bilan.bloc_tp7(bilan.campagnes())
    enonce = (RACINE / "lessons" / "tp7_solveur_exact.md").read_text(encoding="utf-8")
    assert bloc in enonce


@pytest.mark.lent
def test_tout_le_bilan_se_refait_d_une_commande(tmp_path):
    pytest.importorskip("joblib")
    pytest.importorskip("matplotlib")
    plan = {nom: (choix, 2) for nom, (choix, _) in bilan.PLAN.items()}
    assert bilan.rejoue(tmp_path, plan)
    bilan.chronometre(tmp_path, dict.fromkeys(bilan.CHRONO, 1))
    etudes, temps = bilan.campagnes(tmp_path), bilan.temps_mesures(tmp_path)
    rapport = bilan.publiees()
    texte = bilan.tableau(etudes, rapport, temps)
    assert all(f"| {niveau} | {nom} | 2 |" in texte for niveau, nom in niveaux.NIVEAUX.items())
    bilan.dessine(etudes, rapport, temps, tmp_path / "image.png")
    assert (tmp_path / "image.png").stat().st_size > 10_000
    for nom in plan:
        assert (
            etudes[nom]["longueurs"] == mesure(nom)["longueurs"][:2] or not mesure(nom)["longueurs"]
        )


def test_un_bilan_interrompu_reprend(tmp_path, monkeypatch):
    petite = {"xmax": 4, "ymax": 3, "flotte": (3, 2)}
    plan = {"a": ({"niveau": 2, **petite}, 6), "b": ({"niveau": 5, **petite}, 6)}
    vrai = campagne.joue_partie

    def interrompt(r, numero):
        if r["niveau"] == 2 and numero == 4:
            raise KeyboardInterrupt
        return vrai(r, numero)

    monkeypatch.setattr(campagne, "LOT", 2)
    monkeypatch.setattr(campagne, "joue_partie", interrompt)
    assert not bilan.rejoue(tmp_path, plan, 1)
    assert campagne.lit(tmp_path / "a.json")["parties"] == 4
    assert not (tmp_path / "b.json").exists()
    monkeypatch.setattr(campagne, "joue_partie", vrai)
    assert bilan.rejoue(tmp_path, plan, 1)
    assert [campagne.lit(tmp_path / f"{nom}.json")["parties"] for nom in "ab"] == [6, 6]


# ----------------------------------------------------------------- ce qui ne va pas a une phrase


@pytest.mark.parametrize("niveau", [0, 9, "5", True, 7.0, None])
def test_un_niveau_qui_n_existe_pas_nomme_les_huit(niveau):
    for fabrique in (ordis.nouvel_ordi, campagne.reglages):
        with pytest.raises(ValueError, match=r"^Les niveaux vont de 1 à 8, pas "):
            fabrique(niveau)


@pytest.mark.parametrize(
    "niveau, options, phrase",
    [
        (8, {"nb_candidates": 0}, "nb_candidates est un nombre entier, au moins 1 : 0 ne va pas."),
        (8, {"nb_flottes": 0}, "nb_flottes est un nombre entier, au moins 1 : 0 ne va pas."),
        (8, {"nb_flottes": 2.5}, "nb_flottes est un nombre entier, au moins 1 : 2.5 ne va pas."),
        (4, {"nb_echantillons": 0}, "nb_echantillons est un nombre entier, au moins 1 : 0 ne va"),
        (6, {"seuil": -1}, "seuil est un nombre entier, au moins 0 : -1 ne va pas."),
        (5, {"nb_flottes": 3}, "Le niveau 5 n'a pas d'option 'nb_flottes'."),
        (5, {"loi": "uniforme"}, "Le niveau 5 n'a pas d'option 'loi'."),
    ],
)
def test_une_option_impossible_a_une_phrase(niveau, options, phrase):
    for fabrique in (ordis.nouvel_ordi, campagne.reglages):
        with pytest.raises(ValueError) as refus:
            fabrique(niveau, **options)
        assert str(refus.value).startswith(phrase)


@pytest.mark.parametrize("niveau", niveaux.NIVEAUX)
def test_un_bateau_plus_long_que_la_grille_a_une_phrase(niveau):
    phrase = "^Un bateau de 5 cases ne tient pas dans une grille 4×3\\.$"
    with pytest.raises(ValueError, match=phrase):
        ordis.nouvel_ordi(niveau, xmax=4, ymax=3, taille_bateaux=[3, 5])
    with pytest.raises(ValueError, match=phrase):
        campagne.reglages(niveau, xmax=4, ymax=3, flotte=[3, 5])


def test_le_niveau_8_accepte_une_loi():
    assert ordis.nouvel_ordi(8, loi="uniforme").loi == "uniforme"
