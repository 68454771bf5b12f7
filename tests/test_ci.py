"""L'intégration continue commence par ce que le README promet, sur une machine nue."""

import re

import pytest

from tests import navigateur
from tests.conftest import RACINE

try:
    import tomllib
except ImportError:
    import tomli as tomllib


def commandes(nom):
    """Les commandes repérées d'un README : {repère: commande}."""
    texte = (RACINE / nom).read_text(encoding="utf-8")
    return dict(re.findall(r"<!-- commande : (\w+) -->\n```sh\n(.+)\n```", texte))


def test_les_deux_readme_donnent_les_memes_commandes():
    assert commandes("README.md").keys() == {"corriger", "essais"}
    for commande in commandes("README.md").values():
        assert commande in (RACINE / "README.en.md").read_text(encoding="utf-8")


def test_la_ci_commence_par_la_machine_nue():
    """Les deux commandes du README passent avant que rien ne soit installé."""
    texte = (RACINE / ".ci" / "run").read_text(encoding="utf-8")
    debut = texte.partition("apt-get")[0]
    for repere in commandes("README.md"):
        assert re.search(rf'^nue .*"\$\(commande {repere}\)"$', debut, re.M), repere


@pytest.mark.parametrize("mot", ["xdist", "-n"])
def test_pytest_autograder_ne_se_partage_pas(mot):
    """Une copie se corrige dans un seul processus : xdist n'est pas dans les options communes."""
    reglages = tomllib.loads((RACINE / "pyproject.toml").read_text(encoding="utf-8"))
    assert mot not in reglages["tool"]["pytest"]["ini_options"]["addopts"].split()


@pytest.mark.parametrize(("ci", "verdict"), [("", pytest.skip), ("1", pytest.fail)])
def test_un_programme_absent_fait_echouer_la_ci(monkeypatch, ci, verdict):
    """Sans Chromium, sans Xvfb ou sans npm, l'essai est passé, mais jamais dans la CI."""
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(navigateur.shutil, "which", lambda _: None)
    for demande in (
        navigateur.chromium().__enter__,
        navigateur.ecran_virtuel("800x600").__enter__,
        lambda: navigateur.source_d_axe(RACINE),
        lambda: navigateur.module_installe("ce_module_n_existe_pas"),
    ):
        with pytest.raises(verdict.Exception, match="n'est pas installé"):
            demande()
