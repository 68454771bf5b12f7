"""Les essais de l'élève notés par la flotte pirate : justice, tricheries, rapports."""

import html
import json
import textwrap

import pytest

from autograder.bac_a_sable.copie import Copie
from autograder.classe.corriger import corrige_classe, en_resultat
from autograder.classe.pages import page_copie
from autograder.classe.rendus import LecteurDeRendus
from autograder.classe.tableau import en_gradescope, tableau
from autograder.fabrique.chasses import lit_chasses
from autograder.fabrique.preuves import fichier_d_essais
from autograder.moteur.erreurs import tomllib
from autograder.moteur.essais_eleve import BONUS_MAX, Issue, ResultatChasse
from autograder.moteur.juge import Juge, ResultatCopie, ResultatExercice
from lessons.verificateur import chasse as versions
from tests import copies
from tests.autograder.test_pytest import lance
from tests.autograder.test_rendus import carnet, ecrit, zippe
from tests.conftest import RACINE, lents_sauf

JUGE = Juge()
REGISTRE = JUGE.registre
CHASSES = lit_chasses()


def jeux(nom):
    """{nom du jeu d'essais: sa description} de l'un des fichiers de ce dossier."""
    texte = (RACINE / "tests" / "autograder" / f"{nom}.toml").read_text(encoding="utf-8")
    return {jeu["nom"]: jeu for jeu in tomllib.loads(texte)["jeu"]}


VALIDES, HOSTILES = jeux("essais_valides"), jeux("essais_hostiles")
SIENNE = "\n\ndef mes_voisines():\n    return [(0, 1), (1, 0)]\n"


def note(identifiant, texte, juge=JUGE, **autres):
    """Le ResultatCopie d'une copie qui n'a que ces essais, et d'autres fichiers."""
    prevue = REGISTRE.chasses[identifiant]
    tp1 = REGISTRE.squelettes["tp1_grille"] + SIENNE
    textes = {"tp1_grille": tp1, prevue.module: texte, **autres}
    return juge.corrige_textes(textes, ids={identifiant}, graine=5)


def chasse_de(resultat):
    (jugee,) = resultat.chasses
    return jugee


def modele(identifiant):
    """Notre fichier d'essais modèle."""
    prevue = REGISTRE.chasses[identifiant]
    return fichier_d_essais(REGISTRE[identifiant], prevue, CHASSES[identifiant]["modele"])


def hostile(jeu):
    exercice = REGISTRE[jeu.get("exercice", "tp1.adjacent")]
    corps = textwrap.indent(jeu["corps"].strip("\n"), "    ")
    tete = f"from bn_utiles import *\nfrom {exercice.module} import Grille\n"
    tete += f"{jeu.get('avant', '')}\n\n\ndef essais_{exercice.nom}():\n    g = Grille(3, 2)\n"
    return exercice.id, f"{tete}{corps}\n"


# ----------------------------------------------------------------- justice


GARDES = ["tableau de cas", "propriété sur des grilles au hasard", "une erreur attendue, avec else"]


def test_il_y_a_assez_de_jeux():
    assert len(VALIDES) >= 30 and len(HOSTILES) >= 40


@pytest.mark.parametrize("nom", lents_sauf(VALIDES, GARDES))
def test_de_bons_essais_ne_sont_jamais_refuses(nom):
    """Quel que soit leur style ; et ils coulent ce qu'ils doivent couler."""
    jeu = VALIDES[nom]
    jugee = chasse_de(note(jeu["exercice"], jeu["texte"]))
    assert jugee.valide, jugee.phrase
    assert jugee.coules() >= jeu["ruses"], jugee.phrase
    assert jugee.points == round(jugee.bareme * jugee.coules() / len(jugee.flotte()), 2)


@pytest.mark.parametrize("identifiant", lents_sauf(CHASSES, ["tp1.adjacent", "tp5.est_noire"]))
def test_nos_essais_modeles_coulent_toute_la_flotte(identifiant):
    jugee = chasse_de(note(identifiant, modele(identifiant)))
    assert jugee.statut == "juste", jugee.phrase
    assert jugee.a_flot() == []
    assert jugee.points == jugee.bareme


@pytest.mark.lent
def test_sans_fork_les_verdicts_sont_les_memes():
    """Comme sous Windows : un processus neuf par version, là aussi."""
    portable = Juge(portable=True)
    for nom in ("tableau de cas", "un assert"):
        jeu = VALIDES[nom]
        attendue = chasse_de(note(jeu["exercice"], jeu["texte"]))
        jugee = chasse_de(note(jeu["exercice"], jeu["texte"], portable))
        assert jugee.en_dictionnaire() == attendue.en_dictionnaire()


# ----------------------------------------------------------------- tricheries


NOYAU = [
    "assert True", "refuse tout le monde", "exige un ordre", "lit le message d'erreur de Python",
    "remplace un nom du module, sous un autre nom", "compte ses passages dans le module",
    "répond au hasard, importé", "connaît le nom de l'habit",
    "se sert d'une fonction à soi du TP", "une faute de syntaxe",
    "une case qui n'en est pas une : une liste", "une grille à trous",
    "espionne les appels d'un objet, par une boucle", "fabrique une classe avec l'habit",
]  # fmt: skip


@pytest.mark.parametrize("nom", lents_sauf(HOSTILES, NOYAU))
def test_de_mauvais_essais_n_ont_aucun_point(nom):
    """Chacun a sa phrase."""
    jeu = HOSTILES[nom]
    jugee = chasse_de(note(*hostile(jeu)))
    assert jugee.points == 0
    assert jugee.statut == jeu["statut"], jugee.phrase
    assert jeu["dit"] in jugee.phrase


def test_les_plans_ne_different_que_par_la_version():
    """Même module, mêmes noms, mêmes messages : seul le corps de la fonction change."""
    exercice, chasses = REGISTRE["tp1.adjacent"], JUGE.chasses
    plans = [chasses.plan(exercice, "essais_tp1", [], v) for v in chasses.versions(exercice)]
    for plan in plans:
        assert {**plan, "version": ""} == {**plans[0], "version": ""}
        assert plan["version"].count("def bn_version():") == 1
        espace = {"Grille": type("Grille", (), {})}
        exec(versions.HABIT + plan["version"].replace("from bn_utiles import", "#"), espace)
        assert espace["Grille"].adjacent.__name__ == "habillee"
        with pytest.raises(TypeError, match=r"Grille.adjacent\(\) missing 2"):
            espace["Grille"].adjacent()


def test_l_ordre_des_versions_change_avec_la_graine(monkeypatch):
    """Et chacune a son processus : aucun ouvrier ne sert deux fois."""
    ordres, ouvriers = [], []
    ouvrier = Copie.ouvrier

    def espionne(copie, plan=None):
        nouveau = ouvrier(copie, plan)
        if type(plan) is dict and plan["genre"] == "version":
            ordres[-1].append(plan["version"])
            ouvriers.append((len(ordres), nouveau.numero))
        return nouveau

    monkeypatch.setattr(Copie, "ouvrier", espionne)
    textes = {"essais_tp1": VALIDES["tableau de cas"]["texte"]}
    for graine in (1, 2):
        ordres.append([])
        JUGE.corrige_textes(textes, ids={"tp1.adjacent"}, graine=graine)
    assert sorted(ordres[0]) == sorted(ordres[1])
    assert ordres[0] != ordres[1]
    assert len(set(ouvriers)) == len(ouvriers)


@pytest.mark.parametrize("genre", ["récursion", "mémoire", "arrêt", "boucle", "mort", "illisible"])
def test_ce_qui_vient_des_essais_ne_coule_personne(genre):
    assert not Issue(genre).coule
    assert Issue("assert").coule and Issue("exception").coule and not Issue("passe").coule


BOUCLE_DEVANT_UN_PIRATE = """
from tp1_grille import Grille

def essais_adjacent():
    g = Grille(4, 4)
    while len(g.adjacent((1, 1))) < 4:
        pass
    assert len(g.adjacent((1, 1))) == 4
"""


@pytest.mark.lent
def test_ne_pas_finir_devant_un_pirate_ne_le_coule_pas():
    jugee = chasse_de(note("tp1.adjacent", BOUCLE_DEVANT_UN_PIRATE, Juge(delai=0.5)))
    assert jugee.valide
    a_flot = {pirate["id"] for pirate in jugee.a_flot()}
    assert "tp1.adjacent.deux_directions" in a_flot
    assert "ne finissent pas" in jugee.phrase


# ----------------------------------------------------------------- ce qui n'est pas commencé


@pytest.mark.parametrize(
    "textes",
    [{}, REGISTRE.essais, {m: t + "\n# Rien de plus.\n" for m, t in REGISTRE.essais.items()}],
    ids=["aucun fichier", "ceux du kit", "un commentaire en plus"],
)
def test_rien_de_commence_rien_a_dire(textes):
    """Ni ligne dans les rapports, ni catalogue lu."""
    juge = Juge()
    resultat = juge.corrige_textes({**REGISTRE.squelettes, **textes}, tps={1}, graine=1)
    assert resultat.chasses == []
    assert "essais_" not in tableau(resultat) + page_copie(resultat)
    assert juge.chasses._catalogue is None


def test_seules_les_chasses_des_exercices_juges_sont_menees():
    textes = {"essais_tp1": VALIDES["un assert"]["texte"]}
    assert JUGE.corrige_textes(textes, ids={"tp1.alpha"}, graine=1).chasses == []
    assert JUGE.corrige_textes(textes, ids={"tp1.adjacent"}, graine=1).chasses != []


# ----------------------------------------------------------------- la note


def resultat_de(chasses, points=10.0):
    """Un ResultatCopie de TP1 : un exercice de base, et ces (points, compte) de chasses."""
    exercice = ResultatExercice("tp1.alpha", 1, "", "alpha", 20, 0, points, "partiel")
    faites = [
        ResultatChasse("tp1.essais_adjacent", "tp1.adjacent", 1, "adjacent", 2, compte, gagnes)
        for gagnes, compte in chasses
    ]
    return ResultatCopie(exercices=[exercice], chasses=faites, baremes={"1": 20})


def test_les_chasses_ajoutent_au_plus_trois_points():
    assert resultat_de([(1, False)]).note(1) == 11
    plein = resultat_de([(2, False)] * 4)
    assert plein.note(1) == 10 + BONUS_MAX
    assert plein.part_du_bonus(1) == BONUS_MAX
    assert resultat_de([(2, False)] * 4, points=19.0).note(1) == 20


def test_une_chasse_qui_compte_agrandit_le_bareme():
    assert resultat_de([(2, True)]).note(1) == round(20 * 12 / 22, 2)
    assert resultat_de([(0, True)]).note(1) == round(20 * 10 / 22, 2)
    assert resultat_de([(2, True)]).bareme(1) == 22


def test_une_chasse_qui_compte_est_montree_meme_a_faire(monkeypatch):
    juge = Juge()
    monkeypatch.setattr(juge.registre.chasses["tp1.adjacent"], "compte", True)
    resultat = juge.corrige_textes(REGISTRE.squelettes, ids={"tp1.adjacent"}, graine=1)
    assert [c.statut for c in resultat.chasses] == ["à faire"]
    assert not resultat.tout_juste()


# ----------------------------------------------------------------- les rapports


PIRATE = "tp1.adjacent.si_case_vide"
SA_PHRASE = "L'état de la case elle-même ne compte pas"


@pytest.fixture(scope="module")
def resultat():
    """Une copie dont les essais laissent passer des pirates rusés."""
    return note("tp1.adjacent", VALIDES["comparaison d'ensembles"]["texte"])


def test_l_enseignant_lit_l_erreur_du_pirate_pas_l_eleve(resultat):
    """La phrase du catalogue donne la réponse : elle n'est ni sur la page, ni sur Gradescope."""
    assert PIRATE in {pirate["id"] for pirate in chasse_de(resultat).a_flot()}
    assert SA_PHRASE in " ".join(tableau(resultat).split())
    page = html.unescape(page_copie(resultat))
    assert "tp1.essais_adjacent" in page and "flotte pirate" in page
    tests = {test["number"]: test for test in en_gradescope(resultat)["tests"]}
    assert tests["tp1.essais_adjacent"]["score"] == 0.5
    for vu_de_l_eleve in (page, json.dumps(tests, ensure_ascii=False)):
        assert SA_PHRASE not in vu_de_l_eleve
        assert "si_case_vide" not in vu_de_l_eleve


def test_le_resultat_se_relit_du_disque(resultat):
    relu = en_resultat(json.loads(json.dumps(resultat.en_dictionnaire())))
    assert relu == resultat
    assert isinstance(relu, ResultatCopie)


@pytest.fixture(scope="module")
def classe(tmp_path_factory):
    """Trois élèves : des essais faibles, de bons essais, des essais qui refusent le corrigé."""
    dossier = tmp_path_factory.mktemp("pirates")
    essais = {
        "Ana Diaz": VALIDES["un assert"]["texte"],
        "Lou Martin": VALIDES["propriété sur des grilles au hasard"]["texte"],
        "Max Brun": hostile(HOSTILES["refuse tout le monde"])[1],
    }
    for nom, texte in essais.items():
        squelette = REGISTRE.squelettes["tp1_grille"]
        ecrit(dossier / "rendus" / nom, {"tp1_grille.py": squelette, "essais_tp1.py": texte})
    corrige_classe(dossier / "rendus", dossier / "sortie", tps=(1,), graine=1, ouvriers=1)
    return dossier / "sortie"


def lit_page(chemin):
    return html.unescape(chemin.read_text(encoding="utf-8"))


def test_la_page_de_la_classe_dit_quoi_enseigner(classe):
    page = lit_page(classe / "classe.html")
    assert "À enseigner ensuite" in page and SA_PHRASE in page
    assert "2 jeux d'essais valides" in page and "1 à revoir" in page
    for nom in ("ana_diaz", "max_brun"):
        assert SA_PHRASE not in lit_page(classe / "copies" / f"{nom}.html")


def test_les_tableurs_ont_une_colonne_par_chasse_commencee(classe):
    lignes = (classe / "exercices.csv").read_text(encoding="utf-8-sig").splitlines()
    cases = {ligne.split(";")[0]: ligne.split(";")[-1].strip('"') for ligne in lignes}
    assert cases['"Nom"'] == "tp1.essais_adjacent"
    assert cases['"Ana Diaz"'] == "0" and cases['"Lou Martin"'] == "1"


def test_des_essais_sur_un_tp_donne_resolu(tmp_path):
    """Le TP n'a pas de note, mais les essais sont jugés et montrés."""
    corrige = (RACINE / "solutions" / "tp1_grille.py").read_text(encoding="utf-8")
    fichiers = {"tp1_grille.py": corrige, "essais_tp1.py": VALIDES["un assert"]["texte"]}
    ecrit(tmp_path / "rendus" / "Zoé", fichiers)
    corrige_classe(tmp_path / "rendus", tmp_path / "sortie", tps=(1,), graine=1, ouvriers=1)
    page = lit_page(tmp_path / "sortie" / "copies" / "zoe.html")
    assert "tp1.essais_adjacent" in page and "fourni" in page


@pytest.mark.lent
def test_pytest_autograder_montre_les_essais(tmp_path):
    dossier = tmp_path / "copie"
    dossier.mkdir()
    copies.pose(dossier, REGISTRE.squelettes)
    ecrit(dossier, {"essais_tp1.py": VALIDES["un assert"]["texte"]})
    code, sortie = lance(RACINE, "--copie", str(dossier), "--tp", "1", "-k", "adjacent")
    assert code == 1
    assert "tp1.essais_adjacent" in sortie and "Traceback" not in sortie


# ----------------------------------------------------------------- les rendus


TEXTE = VALIDES["un assert"]["texte"]
TP1 = copies.avec_solution(["tp1.alpha"])["tp1_grille"]
CELLULE = TEXTE[TEXTE.index("def ") :]


@pytest.mark.parametrize(
    "fichiers",
    [
        {"Zoé/tp1_grille.py": TP1, "Zoé/essais_tp1.py": TEXTE},
        {"Zoé/essais_tp1.py": TEXTE},
        {"Zoé.zip": zippe({"tp1_grille.py": TP1, "essais_tp1 (2).py": TEXTE})},
        {
            "Zoé_12_assignsubmission_file_tp1_grille.py": TP1,
            "Zoé_12_assignsubmission_file_essais_tp1.py": TEXTE,
        },
        {"Zoé/TP1.ipynb": carnet(TP1, "# essais_tp1.py\n" + TEXTE)},
        {"Zoé/TP1.ipynb": carnet(TP1, CELLULE, "essais_adjacent()")},
    ],
    ids=["dossier", "essais seuls", "zip", "moodle", "carnet", "capytale"],
)
def test_les_rendus_gardent_les_essais(tmp_path, fichiers):
    lecteur = LecteurDeRendus(REGISTRE)
    (rendu,), _ = lecteur.inventaire(ecrit(tmp_path, fichiers))
    textes = lecteur.charge(rendu)
    assert CELLULE.strip() in textes["essais_tp1"]
    assert "essais_adjacent" not in textes.get("tp1_grille", "")
    assert rendu.nom == "Zoé"


def test_les_essais_d_un_carnet_sont_notes(tmp_path):
    lecteur = LecteurDeRendus(REGISTRE)
    propriete = VALIDES["vides, avant et après"]["texte"]
    cellule = propriete[propriete.index("def ") :]
    ecrit(tmp_path, {"Zoé/TP1.ipynb": carnet(TP1, cellule)})
    (rendu,), _ = lecteur.inventaire(tmp_path)
    textes = lecteur.charge(rendu)
    jugee = chasse_de(note("tp1.update_vides", textes.pop("essais_tp1"), **textes))
    assert jugee.statut == "juste", jugee.phrase
