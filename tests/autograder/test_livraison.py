"""La livraison : tout y est, la page mène partout, les empreintes sont justes, deux fois pareil."""

import hashlib
import re
import shutil
import subprocess
import zipfile

import pytest

from autograder.__main__ import main
from autograder.fabrique import distribuer, livraison, site, squelettes


@pytest.fixture(scope="module")
def livre(tmp_path_factory):
    """Une livraison sans le site."""
    dossier = tmp_path_factory.mktemp("livraison") / "dist"
    assert main(["livraison", "--sans-site", "--sortie", str(dossier)]) == 0
    return dossier


def fichiers(dossier):
    return {c.relative_to(dossier).as_posix(): c for c in dossier.rglob("*") if c.is_file()}


@pytest.mark.lent
def test_tout_y_est(livre):
    modules = [tp["module"] for tp in squelettes.lit_registre()["tp"]]
    presents = fichiers(livre)
    assert {f"enonces/{nom}.html" for nom in [*modules, "README"]} <= presents.keys()
    assert {f"capytale/{nom}.ipynb" for nom in modules[:6]} <= presents.keys()
    assert {*livraison.archives(), "index.html", "SHA256SUMS"} <= presents.keys()
    with zipfile.ZipFile(livre / livraison.a_partir(3)) as archive:
        premier, dernier = 3, distribuer.tous_les_tps()[1]
        noms = {f"{distribuer.DOSSIER}/{nom}" for nom in distribuer.contenu(premier, dernier)}
        assert set(archive.namelist()) == noms


def test_a_partir_du_premier_tp_c_est_l_archive_entiere(tmp_path):
    (tmp_path / "bataille_navale.zip").touch()
    livraison.ecrit_index(tmp_path)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'href="bataille_navale.zip" aria-label="archive à partir du TP1"' in page


@pytest.mark.lent
def test_la_page_mene_a_chaque_fichier(livre):
    page = (livre / "index.html").read_text(encoding="utf-8")
    liens = set(re.findall(r'href="([^"]+)"', page))
    assert liens <= fichiers(livre).keys()
    assert fichiers(livre).keys() - liens == {"index.html", "enonces/README.html"}
    assert "python -m autograder site" in page and f"version {distribuer.version()}" in page


@pytest.mark.lent
def test_les_empreintes_sont_justes(livre):
    lignes = (livre / livraison.SOMMES).read_text(encoding="utf-8").splitlines()
    sommes = {chemin: somme for somme, chemin in (ligne.split("  ") for ligne in lignes)}
    assert sommes == {
        nom: hashlib.sha256(chemin.read_bytes()).hexdigest()
        for nom, chemin in fichiers(livre).items()
        if nom != livraison.SOMMES
    }
    if shutil.which("sha256sum"):
        commande = ["sha256sum", "-c", "--quiet", livraison.SOMMES]
        assert subprocess.run(commande, cwd=livre, check=False).returncode == 0


@pytest.mark.lent
def test_deux_fois_les_memes_octets(livre, tmp_path):
    assert main(["livraison", "--sans-site", "--sortie", str(tmp_path / "dist")]) == 0
    assert (tmp_path / "dist" / livraison.SOMMES).read_bytes() == (
        livre / livraison.SOMMES
    ).read_bytes()


@pytest.fixture
def vite(monkeypatch):
    """Une livraison sans archives ni carnets : ce qui est long est essayé plus haut."""
    monkeypatch.setattr(livraison, "ecrit", lambda dossier: None)


def test_un_dossier_qui_contient_autre_chose_reste_intact(vite, tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("à moi", encoding="utf-8")
    assert main(["livraison", "--sans-site", "--sortie", str(tmp_path)]) == 1
    assert "contient autre chose" in capsys.readouterr().out
    assert [chemin.name for chemin in tmp_path.iterdir()] == ["notes.txt"]


def test_une_livraison_remplace_la_precedente(vite, tmp_path):
    for _ in range(2):
        assert main(["livraison", "--sans-site", "--sortie", str(tmp_path / "dist")]) == 0
        assert sorted(fichiers(tmp_path / "dist")) == ["SHA256SUMS", "index.html"]
        (tmp_path / "dist" / "vieux.zip").touch()


def test_sans_de_quoi_faire_le_site_on_livre_le_reste(vite, tmp_path, capsys, monkeypatch):
    def manque(*_):
        raise site.Manque("Il manque npm.")

    monkeypatch.setattr(site.Reserve, "remplit", manque)
    assert main(["livraison", "--sortie", str(tmp_path / "dist")]) == 0
    assert "Le site n'y est pas : Il manque npm." in capsys.readouterr().err
    assert not (tmp_path / "dist" / livraison.SITE).exists()


def test_le_site_part_en_un_zip(vite, tmp_path, monkeypatch):
    def fabrique(sortie, reserve):
        (sortie / "lab").mkdir(parents=True)
        (sortie / "lab" / "index.html").write_text("bonjour", encoding="utf-8")

    monkeypatch.setattr(site.Reserve, "remplit", lambda *_: None)
    monkeypatch.setattr(site, "fabrique", fabrique)
    sommes = []
    for rang in range(2):
        assert main(["livraison", "--sortie", str(tmp_path / f"dist{rang}")]) == 0
        sommes.append((tmp_path / f"dist{rang}" / livraison.SOMMES).read_bytes())
    assert sommes[0] == sommes[1]
    with zipfile.ZipFile(tmp_path / "dist0" / livraison.SITE) as archive:
        assert archive.namelist() == ["bataille_navale_site/lab/index.html"]
