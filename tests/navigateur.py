"""Chromium, et un écran sans moniteur, pour les essais : les trouver, les lancer, les lire.

Là où l'un d'eux manque, l'essai est passé en disant pourquoi, mais l'intégration continue échoue.
"""

import contextlib
import importlib
import os
import shutil
import subprocess
import tarfile

from tests.conftest import PATIENCE, RACINE, manque

CAPTURES = RACINE / ".captures"
AXE = "axe-core@4.10.3"
OPTIONS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def module_installe(nom):
    """Ce module de Python, s'il est installé."""
    try:
        return importlib.import_module(nom)
    except ImportError:
        manque(f"le module {nom} n'est pas installé")


@contextlib.contextmanager
def chromium(*options):
    """Le navigateur, avec ces options de Chromium."""
    api = module_installe("playwright.sync_api")
    chemin = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chemin is None:
        manque("Chromium n'est pas installé")
    CAPTURES.mkdir(exist_ok=True)
    api.expect.set_options(timeout=PATIENCE * 1000)
    with api.sync_playwright() as playwright:
        navigateur = playwright.chromium.launch(
            executable_path=chemin, args=[*OPTIONS, *options], timeout=PATIENCE * 1000
        )
        yield navigateur
        navigateur.close()


def nouveau_contexte(navigateur, **options):
    """Une session du navigateur, patiente."""
    contexte = navigateur.new_context(**options)
    contexte.set_default_timeout(PATIENCE * 1000)
    return contexte


@contextlib.contextmanager
def ecran_virtuel(taille):
    """Un écran X sans moniteur, de cette taille ; DISPLAY y pointe dans ce bloc."""
    for programme in ("Xvfb", "xdotool"):
        if shutil.which(programme) is None:
            manque(f"{programme} n'est pas installé")
    module_installe("tkinter")
    lecture, ecriture = os.pipe()
    serveur = subprocess.Popen(
        ["Xvfb", "-displayfd", str(ecriture), "-screen", "0", f"{taille}x24", "-nolisten", "tcp"],
        pass_fds=[ecriture],
        stderr=subprocess.DEVNULL,
    )
    os.close(ecriture)
    numero = os.read(lecture, 16).decode().strip()
    avant = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = f":{numero}"
    try:
        yield
    finally:
        if avant is None:
            del os.environ["DISPLAY"]
        else:
            os.environ["DISPLAY"] = avant
        serveur.terminate()
        serveur.wait()


def source_d_axe(dossier):
    """Le script d'axe-core, que npm apporte dans ce dossier."""
    if shutil.which("npm") is None:
        manque("npm n'est pas installé")
    telecharge = subprocess.run(
        ["npm", "pack", "--silent", AXE], cwd=dossier, capture_output=True, text=True, check=False
    )
    if telecharge.returncode:
        manque("axe-core n'a pas pu être téléchargé")
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


@contextlib.contextmanager
def pages_du_disque(navigateur, dossier):
    """Ouvre des pages de ce dossier ; à la fin, ni erreur dans la console ni rien de téléchargé."""
    erreurs, contextes = [], []

    def ouvre(nom, largeur=1366, hauteur=768, theme="light", **options):
        contexte = nouveau_contexte(
            navigateur,
            viewport={"width": largeur, "height": hauteur},
            color_scheme=theme,
            **options,
        )
        contextes.append(contexte)
        page = contexte.new_page()
        page.on("console", lambda message: erreurs.append(message.text))
        page.on("pageerror", lambda erreur: erreurs.append(str(erreur)))
        page.on(
            "request",
            lambda requete: requete.url.startswith("file:") or erreurs.append(requete.url),
        )
        page.goto((dossier / nom).as_uri())
        return page

    yield ouvre
    for contexte in contextes:
        contexte.close()
    assert erreurs == []
