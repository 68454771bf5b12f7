"""La commande qui vérifie un exercice en entier : elle voit tout ce qui manque, et où l'écrire."""

import os
import shutil
import subprocess
import sys

import pytest

from autograder.__main__ import main
from autograder.fabrique import exercice
from tests.conftest import RACINE

DOSSIERS = ("autograder", "lessons", "notebooks", "solutions")


def lance(dossier, *mots):
    """Le code de sortie et les lignes de la commande, dans ce dossier du kit."""
    fini = subprocess.run(
        [sys.executable, "-m", "autograder", "exercice", *mots],
        cwd=dossier, capture_output=True, encoding="utf-8", timeout=300,
        env={**os.environ, "PYTHONPATH": str(dossier), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert not fini.stderr
    return fini.returncode, fini.stdout.splitlines()


@pytest.fixture
def kit(tmp_path):
    """Un kit que l'on peut abîmer."""
    for nom in DOSSIERS:
        ignore = shutil.ignore_patterns("__pycache__", "mesures", "images")
        shutil.copytree(RACINE / nom, tmp_path / nom, ignore=ignore)
    return tmp_path


def change(chemin, avant, apres):
    texte = chemin.read_text(encoding="utf-8")
    assert avant in texte
    chemin.write_text(texte.replace(avant, apres), encoding="utf-8", newline="\n")


def test_un_exercice_inconnu(capsys):
    assert main(["exercice", "tp1.beta"]) == 1
    assert "Ajoute tp1.beta à lessons/registre.toml." in capsys.readouterr().out


def test_rien_n_est_verifie_avec_un_registre_faux(monkeypatch, capsys):
    kit = exercice.Kit()
    kit.fautes = ["tp1.alpha : il manque titre."]
    monkeypatch.setattr(exercice, "Kit", lambda: kit)
    assert main(["exercice", "tp1.alpha"]) == 1
    sortie = capsys.readouterr().out
    assert "il manque titre. (lessons/registre.toml" in sortie and "✓" not in sortie


@pytest.mark.lent
def test_rien_ne_manque_a_alpha():
    code, lignes = lance(RACINE, "tp1.alpha")
    assert code == 0
    signes = [ligne[0] for ligne in lignes[1:-2]]
    assert signes == ["✓"] * len(exercice.VERIFICATIONS)


@pytest.mark.complet
def test_rien_ne_manque_a_aucun():
    code, lignes = lance(RACINE, "--tous")
    assert code == 0 and not [ligne for ligne in lignes if ligne.startswith("✗")]


@pytest.mark.lent
def test_tout_ce_qui_manque_est_dit(kit):
    """Autour d'un exercice, tout est abîmé à la fois : chaque défaut a sa phrase et son fichier."""
    change(kit / "solutions/tp1_grille.py", "'C3'", "'C4'")
    suites = kit / "autograder/suites"
    change(suites / "test_tp1.py", "corrige.alpha(case))\n", "corrige.alpha(case) + '!')\n")
    change(suites / "autrement/tp1.toml", '"tp1.alpha"', '"tp1.coord"')
    change(suites / "catalogue/tp1.toml", "x donne la lettre, y le nombre.", "x, y")
    change(
        kit / "autograder/enonces/tp1_grille.md", "tp1.alpha · Donner le", "tp1.alpha · Trouver le"
    )
    duree = "<!-- sommaire: duree 1 -->"
    change(kit / "autograder/enonces/tp1_grille.md", duree, "Durée : environ une heure.")
    change(kit / "solutions/GUIDE.md", "- **P1.1**", "- P1.1")
    change(kit / "notebooks/sources/tp1_grille.py", "# %%", "# %%\n# %%")
    code, lignes = lance(kit, "tp1.alpha")
    texte = "\n".join(lignes)
    assert code == 1
    for phrase in [
        "Un de ses exemples est faux dans solutions/tp1_grille.py",
        "Lance python -m autograder squelettes (lessons/tp1_grille.py",
        "Dans autograder/suites/test_tp1.py, la suite refuse le corrigé",
        "Écris-en une dans autograder/suites/autrement/tp1.toml",
        "Dans autograder/suites/catalogue/tp1.toml, tp1.alpha.echange : sa phrase n'a pas",
        "« ### tp1.alpha · Donner le nom d'une case (2 points) »",
        "tp1_grille.md, « tp1.alpha · Trouver le nom d'une case (2 points) » n'est",
        f"Au début de autograder/enonces/tp1_grille.md, annonce la durée : « {duree} »",
        "Dans solutions/GUIDE.md, écris « - **P1.1** … »",
        "Lance python -m autograder carnets (notebooks/tp1_grille.ipynb",
        "Il manque quelque chose à tp1.alpha.",
    ]:
        assert phrase in texte, phrase


@pytest.mark.lent
def test_un_exercice_a_moitie_ecrit(kit):
    """Une section sans sa forme, une question sans réponse, un premier aspect trop facile."""
    enonce = kit / "autograder/enonces/tp1_grille.md"
    change(enonce, "À compléter : `def is_touche(self, case)`", "À compléter : `is_touche`")
    change(enonce, "Vérifie : `tp1.is_touche`", "")
    change(enonce, "Prévois (P1.9)", "Prévois (P1.8)")
    change(kit / "autograder/suites/test_tp1.py", '@exercice("tp1.is_touche")', "")
    change(kit / "lessons/registre.toml", 'id = "tp1.fini"', 'id = "tp1.fini"\npartie = "B"')
    code, lignes = lance(kit, "tp1.is_touche")
    texte = "\n".join(lignes)
    assert code == 1
    for phrase in [
        "écris « À compléter : `def is_touche(self, case)`",
        "écris « Vérifie : `tp1.is_touche` »",
        "numérote les questions « Prévois » de P1.1 à P1.",
        'Écris dans autograder/suites/test_tp1.py une suite @exercice("tp1.is_touche").',
        "Lance python -m autograder squelettes (lessons/verificateur/registre.json).",
        "· les parties fabriquées des énoncés",
        "! le guide",
    ]:
        assert phrase in texte, phrase
