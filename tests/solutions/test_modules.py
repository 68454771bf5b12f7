"""Les modules du corrigé : exemples des docstrings, Python 3.8, imports qui ne fuient pas."""

import doctest
import inspect
import os
import subprocess
import sys

import pytest

from lessons.verificateur.chargeur import Chaine, decode
from tests.conftest import RACINE, python_3_8

MODULES = sorted(chemin.stem for chemin in (RACINE / "solutions").glob("*.py"))
MODULES_TP = [nom for nom in MODULES if nom.startswith("tp") or nom in ("bn_utiles", "bn_rapide")]
HORS_JEU = {"__init__", "__main__"}


@pytest.mark.parametrize("nom", [nom for nom in MODULES if nom not in HORS_JEU])
def test_les_exemples_des_docstrings(nom):
    try:
        module = Chaine(RACINE / "solutions").module(nom)
    except ImportError as erreur:
        pytest.skip(f"bibliothèque facultative absente : {erreur.name}")
    echecs, essais = doctest.testmod(module, verbose=False)
    assert echecs == 0
    if nom in MODULES_TP:
        assert essais > 0


@pytest.mark.parametrize("nom", [nom for nom in MODULES_TP if nom.startswith("tp")])
def test_chaque_fonction_a_un_contrat_et_un_exemple(nom):
    module = Chaine(RACINE / "solutions").module(nom)
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
        cwd=RACINE / "solutions", capture_output=True, text=True, timeout=60,
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
        cwd=RACINE / "solutions", capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    importes = set(fini.stdout.split())
    etrangers = importes - set(sys.stdlib_module_names) - set(MODULES)
    assert etrangers == set()


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
