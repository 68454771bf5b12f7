"""Ce que partagent les essais sous Wine : rien ne se lance si une pièce manque."""

import os
import subprocess
import zipfile

import pytest

from autograder.__main__ import main
from autograder.fabrique import distribuer
from tests.windows import fenetres


@pytest.fixture(scope="session", autouse=True)
def wine():
    """Saute les essais si une pièce manque ; en CI, les fait échouer.

    Un Python qui attend garde Wine éveillé : sinon, chaque programme rallumerait tout Windows.
    """
    manque = fenetres.ce_qui_manque()
    if manque and os.environ.get("CI"):
        pytest.fail(manque, pytrace=False)
    if manque:
        pytest.skip(manque)
    veille = subprocess.Popen(
        fenetres.commande("311", "-c", "print(flush=True); input()"), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=fenetres.environnement(),
    )  # fmt: skip
    veille.stdout.readline()
    yield
    veille.communicate()


@pytest.fixture(autouse=True)
def rien_ne_reste(wine):
    """Ni processus, ni fichier temporaire : après chaque essai, tout est comme avant."""
    avant, tournaient = fenetres.temporaires(), set(fenetres.pythons())
    yield
    assert fenetres.attend(lambda: set(fenetres.pythons()) <= tournaient), fenetres.pythons()
    assert fenetres.temporaires() <= avant


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """L'archive des élèves."""
    ou = tmp_path_factory.mktemp("archive") / "eleves.zip"
    assert main(["distribuer", "--sortie", str(ou)]) == 0
    return ou


@pytest.fixture
def dossier(archive, tmp_path):
    """Le dossier d'un élève : l'archive décompressée, tout simplement."""
    with zipfile.ZipFile(archive) as fichier:
        fichier.extractall(tmp_path / "Été d'Inès")
    return tmp_path / "Été d'Inès" / distribuer.DOSSIER
