"""Chromium pour les essais : où il est, comment on le lance, et ce qu'axe-core en dit."""

import contextlib
import shutil
import subprocess
import tarfile

import pytest

from tests.conftest import RACINE

CAPTURES = RACINE / ".captures"
AXE = "axe-core@4.10.3"
OPTIONS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextlib.contextmanager
def chromium(*options):
    """Le navigateur ; sans Chromium ni Playwright, l'essai est passé en disant pourquoi."""
    api = pytest.importorskip("playwright.sync_api")
    chemin = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chemin is None:
        pytest.skip("Chromium n'est pas installé")
    CAPTURES.mkdir(exist_ok=True)
    with api.sync_playwright() as playwright:
        navigateur = playwright.chromium.launch(executable_path=chemin, args=[*OPTIONS, *options])
        yield navigateur
        navigateur.close()


def source_d_axe(dossier):
    """Le script d'axe-core, que npm apporte dans ce dossier."""
    if shutil.which("npm") is None:
        pytest.skip("npm n'est pas installé")
    telecharge = subprocess.run(
        ["npm", "pack", "--silent", AXE], cwd=dossier, capture_output=True, text=True, check=False
    )
    if telecharge.returncode:
        pytest.skip("axe-core n'a pas pu être téléchargé")
    with tarfile.open(next(dossier.glob("*.tgz"))) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def violations_graves(page, source, ou="document"):
    """[(règle, élément)] de ce qu'axe-core trouve de grave à cet endroit de la page."""
    page.evaluate(source)
    resultat = page.evaluate(f"axe.run({ou}, {{resultTypes: ['violations']}})")
    return [
        (violation["id"], noeud["html"][:200])
        for violation in resultat["violations"]
        if violation["impact"] in ("serious", "critical")
        for noeud in violation["nodes"]
    ]
