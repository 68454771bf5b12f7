"""CONTRIBUTING.md dit vrai : chaque fichier qu'il nomme existe, chaque commande se comprend."""

import re

import pytest

from autograder.__main__ import main
from tests.conftest import RACINE

PAGE = (RACINE / "CONTRIBUTING.md").read_text(encoding="utf-8")
PIECES = ("lessons/", "solutions/", "notebooks/", "autograder/", "tests/", ".ci/")
CITES = sorted(set(re.findall(r"`([\w./]+)`", PAGE)))  # « tpN_….py » n'est pas un nom de fichier
CHEMINS = [cite for cite in CITES if cite.startswith(PIECES) and "tpN" not in cite]
NOMS = [cite for cite in CITES if re.fullmatch(r"\w+\.(py|md|json|toml)", cite)]
COMMANDES = sorted(set(re.findall(r"python -m autograder (\w+)", PAGE)))


def test_la_page_nomme_beaucoup_de_fichiers():
    assert len(CHEMINS) > 60 and len(NOMS) > 15 and len(COMMANDES) > 4


def test_chaque_module_a_sa_ligne():
    """Un module que la carte ne nomme pas est un module que personne ne trouvera."""
    dossiers = ("lessons/verificateur", "solutions/jeu", "solutions/exact", "solutions/etude",
                "autograder", "notebooks")  # fmt: skip
    modules = {
        c for d in dossiers for c in (RACINE / d).rglob("*.py") if "__pycache__" not in c.parts
    }
    # Les suites et les vues se suivent : la première les nomme toutes.
    suites = re.compile(r"/test_tp[2-8]|/atelier/tp[2-8]|/sources/|/site_modeles/|/__init__")
    noms = {c.relative_to(RACINE).as_posix() for c in modules}
    assert {nom for nom in noms if not suites.search(nom)} <= set(CHEMINS)


@pytest.mark.parametrize("chemin", CHEMINS)
def test_chaque_chemin_existe(chemin):
    assert (RACINE / chemin).exists()


def test_chaque_nom_de_fichier_existe():
    connus = {chemin.name for piece in PIECES for chemin in (RACINE / piece).rglob("*.*")}
    connus |= {chemin.name for chemin in RACINE.iterdir()}
    assert set(NOMS) <= connus


@pytest.mark.parametrize(
    ("chemin", "nom"), sorted(set(re.findall(r"`([\w./]+\.py)` \(`([\w.]+)`\)", PAGE)))
)
def test_chaque_fonction_nommee_est_dans_son_fichier(chemin, nom):
    texte = (RACINE / chemin).read_text(encoding="utf-8")
    assert re.search(rf"\b(def|class) {nom.split('.')[-1]}\b", texte)


@pytest.mark.parametrize("commande", COMMANDES)
def test_chaque_commande_existe(commande, capsys):
    with pytest.raises(SystemExit) as fin:
        main([commande, "--aide"])
    assert fin.value.code == 0 and commande in capsys.readouterr().out


def test_les_liens_menent_quelque_part():
    for lien in re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGE):
        assert (RACINE / lien).exists()
