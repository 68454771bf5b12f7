"""`bataille` et les outils de l'enseignant avec un Python pour Windows, sans NumPy ni tkinter."""

import re
import subprocess
import zipfile

import pytest

from tests.conftest import PATIENCE, RACINE
from tests.windows import fenetres

pytestmark = pytest.mark.windows


@pytest.mark.parametrize(("page", "trait"), [(1252, "+---+"), (850, "┌───┬")])
def test_demo(page, trait):
    fini = fenetres.corrige("-m", "solutions", "demo", "--vite", "--graine", 1, page=page)
    assert fini.code == 0 and "Partie terminée en" in fini.sortie and "touché" in fini.sortie
    assert trait in fini.sortie


def test_etude(tmp_path):
    """L'étude tourne sans NumPy, enregistre, et reprend."""
    mots = ["-m", "solutions", "etude", "--parties", 40, "--ouvriers", 1, "--graine", 1]
    mots += ["--fichier", tmp_path / "étude.json", "--csv", tmp_path / "été.csv"]
    fini = fenetres.corrige(*mots)
    assert fini.code == 0 and "Moyenne" in fini.sortie and "Écart type" in fini.sortie
    print(f"\nétude de 40 parties : {fini.duree:.1f} s")
    assert (tmp_path / "été.csv").read_text(encoding="utf-8-sig").startswith("coups")
    assert fenetres.corrige(*mots).code == 0


def test_sans_tkinter():
    """Ce Python n'a pas tkinter : une phrase, pas une trace."""
    fini = fenetres.corrige("-m", "solutions", "fenetre")
    assert fini.code == 2 and "Il manque tkinter" in fini.erreurs


@pytest.mark.parametrize("page", [1252, 850])
def test_les_commandes_de_l_enseignant(tmp_path, page):
    """Ce Python n'a pas venv non plus : seule la commande site s'en plaint."""
    assert "corrige les copies" in fenetres.corrige("-m", "autograder", "--aide", page=page).sortie
    assert "un par c" in fenetres.corrige("-m", "solutions", "etude", "--aide", page=page).sortie
    assert fenetres.corrige("-m", "autograder", "squelettes", "--verifie", page=page).code == 0
    site = fenetres.corrige("-m", "autograder", "site", "--sortie", tmp_path / "site", page=page)
    assert site.code == 1 and "La commande site a besoin de venv" in site.erreurs


def test_la_meme_archive(tmp_path, archive):
    """L'archive faite sous Windows a les mêmes fichiers, à l'octet près."""
    ou = tmp_path / "été.zip"
    assert fenetres.corrige("-m", "autograder", "distribuer", "--sortie", ou).code == 0
    with zipfile.ZipFile(ou) as faite, zipfile.ZipFile(archive) as voulue:
        assert faite.namelist() == voulue.namelist()
        for nom in voulue.namelist():
            assert faite.read(nom) == voulue.read(nom), nom


def test_les_lignes_du_readme(tmp_path):
    """Les lignes pour Windows, lues par cmd.exe ; ce Python n'ayant ni venv ni pip, on les imite.

    La ligne de pip ne fait que montrer ce que pip recevrait : les guillemets sont les bons.
    """
    lisez_moi = (RACINE / "README.md").read_text(encoding="utf-8")
    bloc = re.search(r"<!-- commandes : windows -->\n```bat\n(.*?)```", lisez_moi, re.S)[1]
    assert bloc in (RACINE / "README.en.md").read_text(encoding="utf-8")
    cree, installe, corrige = bloc.splitlines()
    assert cree == "py -m venv .venv"
    montre = '-c "import sys; print(sys.argv[1:])"'
    recu = par_cmd(tmp_path, installe.replace(r".venv\Scripts\pip", f"{PYTHON} {montre}"))
    assert "['install', '--quiet', '--editable', '.[dev]']" in recu
    corrige = corrige.replace(r".venv\Scripts\pytest", f"{PYTHON} -m pytest")
    assert "TP1 : 20 / 20" in par_cmd(tmp_path, corrige + " --tp 1")


PYTHON = fenetres.chemin(fenetres.FENETRES / "cp311" / "python.exe")


def par_cmd(dossier, ligne):
    """Ce qu'affiche la ligne, lue par l'invite de commandes de Windows."""
    fichier = dossier / "ligne.bat"
    fichier.write_text(f"@{ligne}\r\n", encoding="cp1252", newline="")
    fini = subprocess.run(
        ["wine", "cmd", "/c", fenetres.chemin(fichier)], input=b"", capture_output=True,
        cwd=RACINE, env=fenetres.environnement(paquets=True), timeout=PATIENCE,
    )  # fmt: skip
    return (fini.stdout + fini.stderr).decode("cp1252")
