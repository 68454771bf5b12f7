"""`python -m autograder` : chaque commande n'importe que ses propres besoins."""

import argparse
import doctest
import errno
import importlib
import json
import os
import subprocess
import sys
import zipfile

import pytest

from autograder import __main__ as porte
from autograder import modeles
from autograder.classe import pages
from tests.conftest import PATIENCE, RACINE, lents_sauf
from tests.copies import RESOLUS, VIDES, avec_corps, pose, solution

# Ce qu'un Python d'école peut ne pas avoir.
ABSENTS = ["venv", "ensurepip", "numpy", "numba", "matplotlib", "tkinter", "tqdm",
           "IPython", "ipywidgets", "jupyterlab", "nbformat", "notebook", "jupytext"]  # fmt: skip
SANS = """
import sys
for nom in {absents}:
    sys.modules[nom] = None
from autograder.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def lance(*mots, codage="utf-8"):
    """La commande, dans un Python où les modules ABSENTS ne s'importent pas."""
    return subprocess.run(
        [sys.executable, "-c", SANS.format(absents=ABSENTS), *map(str, mots)],
        cwd=RACINE, capture_output=True, encoding=codage, timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": codage},
    )  # fmt: skip


def test_l_aide_et_les_commandes_courantes_sans_rien(tmp_path):
    assert "corrige les copies d'une classe" in lance("--help").stdout
    archive = lance("distribuer", "--sortie", tmp_path / "a.zip")
    assert archive.returncode == 0 and "TP1 à TP8" in archive.stdout
    (tmp_path / "rendus" / "Zoé").mkdir(parents=True)
    pose(tmp_path / "rendus" / "Zoé", VIDES)
    fini = lance("corriger", tmp_path / "rendus", "--sortie", tmp_path / "r", "--tp", 1,
                 "--j-accepte")  # fmt: skip
    assert fini.returncode == 0 and (tmp_path / "r" / "notes.csv").exists(), fini.stderr


@pytest.mark.parametrize(
    ("mots", "besoin", "remede"),
    [
        (["site"], "venv", "installez un Python complet"),
        (["capytale", "--tp", "1"], "nbformat", "pip install --editable ."),
        (["carnets", "--verifie"], "jupytext", 'pip install --editable ".[dev]"'),
    ],
)
def test_un_besoin_qui_manque_est_dit_en_une_phrase(mots, besoin, remede):
    fini = lance(*mots)
    assert fini.returncode == 1 and fini.stdout == ""
    assert f"La commande {mots[0]} a besoin de {besoin}, qui manque : " in fini.stderr
    assert remede in fini.stderr and len(fini.stderr.splitlines()) == 1


def test_corriger_dit_avant_de_corriger_ce_qui_lui_manque(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    modeles.environnement.cache_clear()
    pages.modeles.cache_clear()
    (tmp_path / "rendus").mkdir()
    assert porte.main(["corriger", str(tmp_path / "rendus"), "--sortie", str(tmp_path / "r")]) == 1
    assert "La commande corriger a besoin de jinja2" in capsys.readouterr().err
    assert not (tmp_path / "r").exists()


def test_pytest_autograder_se_passe_de_tout_cela():
    programme = SANS.split("from autograder")[0].format(absents=[*ABSENTS, "jinja2"])
    programme += "import pytest\nsys.exit(pytest.main(sys.argv[1:]))"
    commande = [sys.executable, "-c", programme, "autograder", "--copie", "solutions", "--tp", "1"]
    fini = subprocess.run(commande, cwd=RACINE, capture_output=True, text=True, check=False)
    assert fini.returncode == 0, fini.stdout + fini.stderr


def test_la_table_des_commandes_dit_comme_les_modules():
    """Le nom et la ligne d'aide sont dans la table pour ne rien importer : ils doivent suivre."""
    for nom, (module, aide) in porte.COMMANDES.items():
        sous = argparse.ArgumentParser().add_subparsers()
        importlib.import_module(module).ajoute_commande(sous)
        (declare,) = sous._choices_actions
        assert (declare.dest, declare.help) == (nom, aide)
    assert doctest.testmod(porte).failed == 0


def test_commande_inconnue(capsys):
    with pytest.raises(SystemExit):
        porte.main(["corrige"])
    assert "'corrige' n'existe pas ; au choix : 'distribuer'" in capsys.readouterr().err


@pytest.mark.parametrize("codage", lents_sauf(["cp850", "cp1252", "ascii"], ["cp850"]))
def test_l_aide_sous_les_pages_de_code_de_windows(codage):
    """Une aide avec « œ » ou « … » dans un tube de Windows ne s'arrête pas en route."""
    for mots in (["corriger", "--aide"], ["banc", "--aide"]):
        fini = lance(*mots, codage=codage)
        assert fini.returncode == 0 and "affiche cette aide" in fini.stdout, fini.stderr
    jeu = subprocess.run(
        [sys.executable, "-m", "solutions", "etude", "--aide"], cwd=RACINE, capture_output=True,
        encoding=codage, env={**os.environ, "PYTHONIOENCODING": codage},
    )  # fmt: skip
    assert jeu.returncode == 0 and "un par c" in jeu.stdout, jeu.stderr


def test_copie_donne_le_tableau_de_pytest(tmp_path, capsys):
    copies = tmp_path / "zoe"
    copies.mkdir()
    pose(copies, avec_corps({"tp1.alpha": solution("tp1.alpha"), "tp1.coord": "return (0, 0)"}))
    page, donnees = tmp_path / "zoe.html", tmp_path / "zoe.json"
    mots = [str(copies), "--tp", "1", "--graine", "5"]
    assert porte.main(["copie", *mots, "--html", str(page), "--resultats", str(donnees)]) == 1
    affiche = capsys.readouterr().out
    commande = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "autograder", "--copie"]
    fini = subprocess.run([*commande, *mots], cwd=RACINE, capture_output=True, text=True)
    tableau = affiche[affiche.index("exercice ") :].strip()
    assert "TP1 : 2 / 20" in tableau and tableau in fini.stdout
    assert "tp1.coord" in page.read_text(encoding="utf-8")
    assert json.loads(donnees.read_text(encoding="utf-8"))["score"] == 2


def test_copie_lit_aussi_un_zip_et_refuse_d_une_phrase(tmp_path, capsys):
    archive = tmp_path / "zoe.zip"
    with zipfile.ZipFile(archive, "w") as zippe:
        for nom, texte in RESOLUS.items():
            zippe.writestr(f"zoe/{nom}.py", texte)
    assert porte.main(["copie", str(archive), "--tp", "3"]) == 0
    assert "TP3 : 20 / 20" in capsys.readouterr().out
    for mots in (["nulle part"], [str(archive), "--tp", "99"]):
        assert porte.main(["copie", *mots]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("numero", "phrase"),
    [
        (errno.ENOSPC, "le disque est plein"), (errno.EACCES, "est protégé"),
        (errno.EROFS, "est protégé"), (errno.ENAMETOOLONG, "trop long"),
        (errno.ENOENT, "n'existe pas"), (errno.ENOTDIR, "le nom d'un dossier"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("chemin", ["notes.csv", None])
def test_un_refus_du_systeme_est_dit_en_francais(monkeypatch, capsys, numero, phrase, chemin):
    def refuse(options):
        arguments = [numero, os.strerror(numero)]
        raise OSError(*arguments, chemin) if chemin else OSError(*arguments)

    monkeypatch.setattr("autograder.classe.une_copie.commande", refuse)
    assert porte.main(["copie", "lessons"]) == 1
    erreur = capsys.readouterr().err
    assert phrase in erreur and os.strerror(numero) not in erreur and "None" not in erreur
    assert len(erreur.splitlines()) == 1


@pytest.mark.lent
def test_un_fichier_impossible_a_ecrire_ne_cache_pas_le_tableau(tmp_path, capsys):
    page = tmp_path / "nulle part" / "zoe.html"
    assert porte.main(["copie", "lessons", "--tp", "1", "--html", str(page)]) == 1
    sortie, erreur = capsys.readouterr()
    assert "TP1 : 0 / 20" in sortie
    assert f"({page})" in erreur and "n'existe pas" in erreur
    commande = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "autograder"]
    fini = subprocess.run([*commande, "--tp", "1", "-k", "alpha", "--html", page], cwd=RACINE,
                          capture_output=True, text=True)  # fmt: skip
    assert fini.returncode == 4 and "TP1 : 0 / 20" in fini.stdout
    assert f"Écriture impossible ({page})" in fini.stdout and "Traceback" not in fini.stdout
