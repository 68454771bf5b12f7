"""Les modules du corrigé : exemples des docstrings, Python 3.8, imports qui ne fuient pas."""

import doctest
import importlib
import inspect
import os
import re
import shutil
import subprocess
import sys

import pytest

import solutions
from lessons.verificateur.chargeur import Chaine, decode
from tests.conftest import PATIENCE, RACINE, python_3_8

SOLUTIONS = RACINE / "solutions"
MODULES = sorted(c.stem for c in SOLUTIONS.glob("*.py") if not c.stem.startswith("_"))
MODULES_TP = [nom for nom in MODULES if nom not in ("bn_fenetre", "bn_plateau")]  # tkinter
PIECES = sorted(f"{c.parent.name}.{c.stem}" for c in SOLUTIONS.glob("*/*.py"))


@pytest.mark.parametrize("nom", [*MODULES, *PIECES])
def test_les_exemples_des_docstrings(nom):
    try:
        if nom in MODULES:
            module = getattr(solutions, nom)
        else:
            module = importlib.import_module(f"solutions.{nom}")
    except ImportError as erreur:
        pytest.skip(f"bibliothèque facultative absente : {erreur.name}")
    echecs, essais = doctest.testmod(module, verbose=False)
    assert echecs == 0
    if nom in MODULES_TP:
        assert essais > 0


@pytest.mark.parametrize("nom", [nom for nom in MODULES_TP if nom.startswith("tp")])
def test_chaque_fonction_a_un_contrat_et_un_exemple(nom):
    module = getattr(solutions, nom)
    manquent = []
    for nom_objet, objet in vars(module).items():
        if getattr(objet, "__module__", None) != nom:
            continue
        fonctions = vars(objet).items() if isinstance(objet, type) else [(nom_objet, objet)]
        manquent += [
            nom_fonction
            for nom_fonction, fonction in fonctions
            if inspect.isfunction(fonction) and ">>>" not in (fonction.__doc__ or "")
        ]
    assert manquent == []


@pytest.mark.parametrize("nom", MODULES_TP)
def test_sous_python_3_8(nom):
    python = python_3_8()
    fini = subprocess.run(
        [python, "-m", "doctest", f"{nom}.py"],
        cwd=SOLUTIONS, capture_output=True, text=True, timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert fini.returncode == 0, fini.stdout + fini.stderr


def test_les_modules_tp_n_importent_que_la_bibliotheque_standard():
    code = (
        "import sys; avant = set(sys.modules)\n"
        "import tp6_solveur_optimal\n"
        "print(*sorted(m for m in sys.modules if m not in avant and '.' not in m))"
    )
    fini = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.')\n{code}"],
        cwd=SOLUTIONS, capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    importes = set(fini.stdout.split())
    etrangers = importes - set(sys.stdlib_module_names) - set(MODULES)
    assert etrangers == set()


# --------------------------------------------------------------------- un seul corrigé

UNE_ETUDE = """
import gc, sys, types
from solutions.jeu import console
options = "--parties 3 --niveau 7 --compare 5 --xmax 4 --ymax 3 --bateaux 3,2 --ouvriers 1"
assert console.main(["etude", *options.split()]) == 0
fichiers = [
    m.__file__ for m in gc.get_objects()
    if isinstance(m, types.ModuleType) and "solutions" in (getattr(m, "__file__", None) or "")
]
print(sorted(f for f in fichiers if fichiers.count(f) > 1))
print(sorted(m for m in sys.modules if m.startswith(("tp", "bn_"))))
"""


@pytest.mark.lent
def test_une_etude_ne_charge_rien_deux_fois(tmp_path):
    fini = subprocess.run(
        [sys.executable, "-c", UNE_ETUDE], capture_output=True, text=True, timeout=PATIENCE,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(RACINE), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert fini.stdout.splitlines()[-2:] == ["[]", "[]"], fini.stderr


def test_le_corrige_n_a_que_ses_modules():
    from solutions import tp6_solveur_optimal as tp6

    assert solutions.tp6_solveur_optimal is tp6 is solutions.CHAINE.module("tp6_solveur_optimal")
    for nom in ("tp9_absent", "__main__", "__wrapped__"):
        assert not hasattr(solutions, nom)


def test_personne_ne_charge_un_tp_par_un_autre_chemin():
    """« import solutions . tp1_grille » en ferait un second exemplaire."""
    autre = re.compile(r"(from|import) solutions\.(tp\d|bn_)")
    sources = [c for d in ("solutions", "notebooks", "autograder", "tests")
               for c in (RACINE / d).rglob("*.py")]  # fmt: skip
    fautifs = [c.name for c in sources if autre.search(c.read_text(encoding="utf-8"))]
    assert fautifs in ([], ["test_modules.py"])


def test_le_corrige_copie_chez_un_eleve_se_verifie(tmp_path):
    """Copier tp*.py et bn_utiles.py suffit : le code projeté est le code qui tourne."""
    ignore = shutil.ignore_patterns("__pycache__", "*.md", "*.toml")
    shutil.copytree(RACINE / "lessons", tmp_path / "eleve", ignore=ignore)
    for source in [*SOLUTIONS.glob("tp*.py"), SOLUTIONS / "bn_utiles.py"]:
        shutil.copy(source, tmp_path / "eleve")
    for tp in ("tp2", "tp6"):
        fini = subprocess.run(
            [sys.executable, "-I", "verifier.py", tp], cwd=tmp_path / "eleve", text=True,
            capture_output=True, timeout=PATIENCE, encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1"},
        )  # fmt: skip
        assert "✗" not in fini.stdout and "~" not in fini.stdout and "✓" in fini.stdout


# --------------------------------------------------------------------- le chargeur


def test_deux_dossiers_ne_se_melangent_pas(tmp_path):
    for nom, valeur in [("a", 1), ("b", 2)]:
        dossier = tmp_path / nom
        dossier.mkdir()
        (dossier / "tp1_grille.py").write_text(f"VALEUR = {valeur}\n")
        (dossier / "tp2_placement.py").write_text(
            "from tp1_grille import VALEUR\nimport tp1_grille\n"
            "def lit():\n    import tp1_grille as t\n    return t.VALEUR + VALEUR\n"
        )
    a, b = Chaine(tmp_path / "a"), Chaine(tmp_path / "b")
    assert a.module("tp2_placement").lit() == 2
    assert b.module("tp2_placement").lit() == 4
    assert a.module("tp2_placement").tp1_grille is a.module("tp1_grille")
    assert not [nom for nom in sys.modules if nom.startswith("tp1_")]


def test_une_erreur_ne_laisse_pas_de_module_a_moitie_charge(tmp_path):
    (tmp_path / "m.py").write_text("x = 1\ny = 1 / 0\n", encoding="utf-8")
    chaine = Chaine(tmp_path)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            chaine.module("m")
    with pytest.raises(ModuleNotFoundError):
        chaine.module("absent")


@pytest.mark.parametrize("codage", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
@pytest.mark.parametrize("fin", ["\n", "\r\n", "\r"])
def test_tous_les_codages_se_lisent(codage, fin):
    texte = "nom = 'éàç'\nsuite = 2\n"
    assert decode(texte.replace("\n", fin).encode(codage)).lstrip("\ufeff") == texte


@pytest.mark.parametrize("codage", ["undefined", "punycode", "idna", "rot13", "utf-7", "inconnu"])
def test_un_codage_qui_n_est_pas_celui_d_un_editeur(codage):
    """`# coding: undefined` faisait échouer la lecture ; d'autres n'en finissent pas."""
    texte = f"# coding: {codage}\nnom = 'é'\n"
    assert decode(texte.encode()) == texte
