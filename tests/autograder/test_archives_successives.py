"""Une archive décompressée par-dessus une autre : le travail reste, la vieille mécanique part.

`tests/donnees/eleve_1_1_0.tar.xz` est un vrai dossier d'élève de la version 1.1.0, faite au commit
c3fb80b : l'archive `--tps 1-2`, où Zoé a écrit le TP1 (sauf un exercice faux et deux vides) et
quatre exercices du TP2, demandé deux indices, recommencé le TP2, pris des notes dans un carnet,
et lancé `rendre`, avec le vérificateur d'alors et Python 3.8.
"""

import json
import os
import py_compile
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest

from autograder.classe.corriger import corrige_classe
from autograder.fabrique import distribuer, publies
from lessons.verificateur import rangement
from lessons.verificateur.rangement import empreinte
from tests.conftest import PATIENCE, RACINE, lents_sauf, python_3_8
from tests.copies import REGISTRE, VIDES, avec_solution, pose

VIEUX = RACINE / "tests" / "donnees" / "eleve_1_1_0.tar.xz"
DERNIER = REGISTRE.tps[-1].numero
ENTIERE = (1, DERNIER)
DE_ZOE = [
    "tp1_grille.py",
    "tp2_placement.py",
    "tp2_placement_ancien_2026-11-16_17h32.py",
    "rendu_Le_Goff_Zoe.zip",
    "notebooks/tp1_grille.ipynb",
]
# Ce que Zoé a obtenu, corrigé par la version 1.1.0.
NOTES_DE_ZOE = {1: 17, 2: 8}


@pytest.fixture
def zoe(tmp_path):
    """Le dossier de Zoé, fait avec la version 1.1.0."""
    with tarfile.open(VIEUX) as archive:
        for membre in archive:
            chemin = tmp_path / "Zoé été" / membre.name
            chemin.parent.mkdir(parents=True, exist_ok=True)
            chemin.write_bytes(archive.extractfile(membre).read())
    return tmp_path / "Zoé été" / "bataille_navale"


def decompresse(dossier, premier, dernier):
    """Décompresse une archive d'aujourd'hui par-dessus ce dossier."""
    chemin = dossier.parent / "archive.zip"
    distribuer.ecrit_archive(chemin, distribuer.contenu(premier, dernier))
    with zipfile.ZipFile(chemin) as archive:
        archive.extractall(dossier.parent)
    chemin.unlink()


def lance(dossier, *mots, python=sys.executable, code=0):
    """Lance le vérificateur comme le fait un élève."""
    commande = [python, "-S", "-X", "utf8", "verifier.py", *mots]
    fini = subprocess.run(
        commande, capture_output=True, encoding="utf-8", cwd=dossier, timeout=PATIENCE
    )
    assert fini.stderr == "" and fini.returncode == code, fini.stdout + fini.stderr
    return fini.stdout


def photo(dossier, noms):
    return {nom: (dossier / nom).read_bytes() for nom in noms}


def chemins(dossier):
    """Tous les fichiers du dossier, sans ce que Python y garde."""
    fichiers = [f for f in dossier.rglob("*") if f.is_file() and "__pycache__" not in f.parts]
    return {f.relative_to(dossier).as_posix() for f in fichiers}


# ----------------------------------------------------------------- depuis la version 1.1.0


BORNES = [ENTIERE, (1, 2), (2, 3), (3, DERNIER)]


@pytest.mark.parametrize("bornes", lents_sauf(BORNES, [ENTIERE]), ids=str)
def test_le_dossier_de_zoe(zoe, bornes):
    avant = photo(zoe, DE_ZOE)
    decompresse(zoe, *bornes)
    sortie = lance(zoe)
    assert photo(zoe, DE_ZOE) == avant
    assert "J'ai rangé ce dossier" in sortie and "Je laisse" not in sortie
    assert re.search(r"TP1 .* 8 / 11", sortie) and re.search(r"TP2 .* 4 / 13", sortie)
    assert "À corriger : tp1.get_taille_min" in sortie
    # Rien d'autre qu'un dossier neuf et ce qu'elle avait fait.
    neuf = distribuer.contenu(*bornes).keys() | distribuer.dossier_pret(*bornes).keys()
    du_tp2 = {"tp2_placement.md", "notebooks/tp2_placement.ipynb"}
    assert chemins(zoe) - du_tp2 == {*neuf, *DE_ZOE, "verificateur/memoire.txt"} - du_tp2
    assert "J'ai" not in lance(zoe)


def test_avec_python_3_8(zoe):
    if python_3_8() is None:
        pytest.skip("pas de Python 3.8 sur cette machine")
    avant = photo(zoe, DE_ZOE)
    decompresse(zoe, *ENTIERE)
    sortie = lance(zoe, python=python_3_8())
    assert "J'ai rangé ce dossier" in sortie and re.search(r"TP1 .* 8 / 11", sortie)
    assert photo(zoe, DE_ZOE) == avant


def test_f5_sur_un_tp_suffit(zoe):
    """La première chose lancée peut être le fichier d'un TP : il importe verifier."""
    decompresse(zoe, *ENTIERE)
    fini = subprocess.run(
        [sys.executable, "-X", "utf8", "tp1_grille.py"], cwd=zoe, capture_output=True,
        encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    assert fini.stderr == "" and "J'ai rangé ce dossier" in fini.stdout
    assert "✗ tp1.get_taille_min" in fini.stdout
    assert not (zoe / "chargeur.py").exists() and (zoe / "tp8_fenetre.py").exists()


def test_la_memoire_suit(zoe):
    """Ni le nom ni les indices déjà donnés ne sont redemandés."""
    decompresse(zoe, *ENTIERE)
    assert "tp1.fini, indice 2 sur 2" in lance(zoe, "indice", "tp1.fini")
    sortie = lance(zoe, "rendre")
    assert "C'est prêt, Zoé" in sortie and "rendu_Le_Goff_Zoe_2.zip" in sortie
    assert not (zoe / "verifier_memoire.txt").exists()


def test_un_fichier_modifie_ou_de_l_eleve_est_laisse(zoe):
    (zoe / "chargeur.py").write_text("# à moi\n", encoding="utf-8")
    with (zoe / "registre.json").open("a", encoding="utf-8") as fichier:
        fichier.write(" ")
    py_compile.compile(str(zoe / "chargeur.py"))
    cache = py_compile.compile(str(zoe / "verif_copie.py"))
    gardes = photo(zoe, ["chargeur.py", "registre.json"])
    decompresse(zoe, *ENTIERE)
    sortie = lance(zoe, "tp1.alpha")
    assert "Je laisse chargeur.py" in sortie and "Je laisse registre.json" in sortie
    assert photo(zoe, gardes) == gardes
    assert not (zoe / "verif_copie.py").exists() and not (zoe / cache).exists()
    assert [f.name.split(".")[0] for f in (zoe / "__pycache__").iterdir()] == ["chargeur"]
    assert "Je laisse" not in lance(zoe, "tp1.alpha")


def test_ce_qui_n_est_pas_commence_est_remis_a_neuf(zoe, monkeypatch):
    """Un squelette ou un carnet intact de 1.1.0 est remplacé, s'il a changé depuis."""
    intact = VIDES["tp2_placement"] + "# comme le donnait la version d'avant\n"
    pose(zoe, {"tp2_placement": intact})
    connues = {**publies.empreintes("depart"), "tp2_placement.py": {empreinte(intact.encode())}}
    reelles = publies.empreintes
    monkeypatch.setattr(publies, "empreintes", lambda s: connues if s == "depart" else reelles(s))
    decompresse(zoe, *ENTIERE)
    dit = " ".join(lance(zoe, "tp1.alpha").split())
    assert "tp2_placement.py" in dit.partition("pas commencé : ")[2].partition(". ")[0]
    assert (zoe / "tp2_placement.py").read_text(encoding="utf-8") == VIDES["tp2_placement"]
    # Mais jamais par une solution que personne n'a demandée.
    pose(zoe, {"tp2_placement": intact})
    decompresse(zoe, 3, 3)
    lance(zoe, "tp1.alpha")
    assert (zoe / "tp2_placement.py").read_text(encoding="utf-8") == intact


def test_un_dossier_protege(zoe, monkeypatch):
    """On ne peut rien ôter ni ranger : rien ne change, et la mémoire est lue où elle est."""
    decompresse(zoe, 1, 2)
    avant = photo(zoe, chemins(zoe))

    def refuse(*_):
        raise PermissionError(13, "interdit")

    def ouvre(chemin, mode="r", **options):
        return refuse() if "w" in mode else open(chemin, mode, **options)

    monkeypatch.setattr(rangement, "open", ouvre, raising=False)
    monkeypatch.setattr(os, "remove", refuse)
    monkeypatch.setattr(os, "replace", refuse)
    bilan = rangement.prepare(str(zoe))
    assert bilan.crees == bilan.refaits == bilan.otes == bilan.gardes == []
    assert photo(zoe, chemins(zoe)) == avant
    assert rangement.lit_memoire(str(zoe))["prenom"] == "Zoé"


@pytest.mark.parametrize(
    "rendu", lents_sauf(["zip", "dossier", "dossier mis à jour"], ["dossier mis à jour"])
)
def test_le_rendu_de_zoe_a_la_meme_note(zoe, tmp_path, rendu):
    """Le zip de `rendre`, ou son dossier entier, mécanique comprise, avant ou après."""
    rendus = tmp_path / "rendus"
    rendus.mkdir()
    if rendu == "zip":
        (zoe / "rendu_Le_Goff_Zoe.zip").rename(rendus / "rendu_Le_Goff_Zoe.zip")
    else:
        if rendu == "dossier mis à jour":
            decompresse(zoe, *ENTIERE)
            lance(zoe)
        zoe.rename(rendus / "Le Goff Zoé")
    correction = corrige_classe(rendus, tmp_path / "r", tps=[1, 2], graine=1)
    (ligne,) = correction.bilan.lignes
    assert ligne.nom == "Le Goff Zoé" and ligne.notes == NOTES_DE_ZOE
    assert "est lu comme" not in " ".join(ligne.remarques)


def test_un_tp_que_la_version_1_1_0_donnait_resolu_ne_compte_pas(zoe, tmp_path, monkeypatch):
    """Même si le corrigé a changé depuis."""
    texte = (zoe / "tp1_grille.py").read_bytes()
    donnes = {"tp1_grille.py": {empreinte(texte)}}
    reelles = publies.empreintes
    monkeypatch.setattr(publies, "empreintes", lambda s: donnes if s == "resolus" else reelles(s))
    rendus = tmp_path / "rendus"
    rendus.mkdir()
    (zoe / "rendu_Le_Goff_Zoe.zip").rename(rendus / "zoe.zip")
    correction = corrige_classe(rendus, tmp_path / "r", tps=[1, 2], graine=1, ouvriers=1)
    assert correction.bilan.lignes[0].notes == {1: None, 2: 8}
    assert correction.bilan.lignes[0].note == 8


# ----------------------------------------------------------------- entre archives d'aujourd'hui


@pytest.mark.parametrize(
    "suite",
    [
        pytest.param([ENTIERE, ENTIERE], id="deux fois"),
        pytest.param([ENTIERE, (1, 2)], id="partielle sur entière", marks=pytest.mark.lent),
        pytest.param([(1, 2), ENTIERE], id="entière sur partielle", marks=pytest.mark.lent),
        pytest.param([(3, 4), ENTIERE], id="entière sur résolue", marks=pytest.mark.lent),
        pytest.param([ENTIERE, (3, 4)], id="résolue sur entière", marks=pytest.mark.lent),
    ],
)
def test_une_archive_sur_une_autre(tmp_path, suite):
    dossier = tmp_path / "Élève n° 1" / "bataille_navale"
    dossier.mkdir(parents=True)
    decompresse(dossier, *suite[0])
    assert "J'ai créé tes fichiers" in lance(dossier)
    sien = avec_solution(["tp1.alpha", "tp1.coord", "tp2.calcule_end"])
    pose(dossier, {m: sien[m] for m in ("tp1_grille", "tp2_placement")})
    lance(dossier, "rendre", "Le Goff", "Zoé")
    faits = {n for n in chemins(dossier) if n.startswith(("tp", "rendu", "notebooks/tp"))}
    faits = {n for n in faits if not n.endswith((".md", ".html"))}
    avant = photo(dossier, [*faits, "verificateur/memoire.txt"])
    decompresse(dossier, *suite[1])
    sortie = lance(dossier)
    assert photo(dossier, avant) == avant
    assert "J'ai rangé" not in sortie and re.search(r"TP1 .* 2 / 11", sortie)
    assert {*distribuer.contenu(*suite[1]), *distribuer.dossier_pret(*suite[1])} <= chemins(dossier)
    assert "J'ai" not in lance(dossier)


def test_les_dates_changent_avec_le_contenu():
    """Deux modules de même taille : Python ne confond pas le nouveau avec l'ancien."""
    dates = {distribuer.date_de(octets) for octets in distribuer.contenu(1, 1).values()}
    assert len(dates) > 20
    assert all(date[:3] == distribuer.JOUR and date[5] % 2 == 0 for date in dates)


def test_les_empreintes_publiees():
    """1.1.0 y est, et rien de ce qui est donné aujourd'hui n'est à ôter."""
    assert set(publies.empreintes("kit")) >= {"chargeur.py", "verif_copie.py", "LISEZ-MOI.txt"}
    assert len(publies.empreintes("resolus")) == DERNIER - 1
    for bornes in [ENTIERE, (1, 2), (3, 4)]:
        contenu = distribuer.contenu(*bornes)
        anciens = json.loads(contenu["verificateur/anciens.json"])
        assert anciens.keys() >= {"chargeur.py", "registre.json", "fichiers_de_depart.json"}
        assert not anciens.keys() & contenu.keys()
        pret = distribuer.dossier_pret(*bornes)
        assert not [n for n in anciens.keys() & pret.keys() if empreinte(pret[n]) in anciens[n]]


def test_chaque_version_publiee_est_notee():
    """`python -m autograder distribuer --publie`, au moment de publier (voir CONTRIBUTING.md)."""
    journal = (RACINE / "CHANGELOG.md").read_text(encoding="utf-8")
    publiees = re.findall(r"^## \[(\d[\d.]+)\]", journal, re.MULTILINE)[1:]
    notees = json.loads(publies.FICHIER.read_text(encoding="utf-8"))
    assert set(publiees) - {"1.0.0"} <= notees.keys()


def test_publier_note_la_version(tmp_path, monkeypatch):
    monkeypatch.setattr(publies, "FICHIER", tmp_path / "publies.json")
    archives = [{"kit": {"a.py": b"1"}, "depart": {"tp1.py": b"2"}, "resolus": {}},
                {"kit": {"a.py": b"3"}, "depart": {}, "resolus": {"tp1.py": b"4"}}]  # fmt: skip
    for archive in archives:
        publies.ajoute("1.2.0", publies.releve([archive]))
    try:
        assert publies.empreintes("kit") == {"a.py": {empreinte(b"1"), empreinte(b"3")}}
        assert publies.anciens({"tp1.py"}, {"tp1.py": b"nouveau"}) == {
            "a.py": sorted(publies.empreintes("kit")["a.py"]),
            "tp1.py": [empreinte(b"2")],
        }
        assert publies.anciens({"a.py", "tp1.py"}, {"tp1.py": b"2"}) == {}
    finally:
        publies.empreintes.cache_clear()
