"""Lancer un Python pour Windows sous Wine, et voir ce qu'il laisse derrière lui.

Tout passe par des tuyaux, comme dans un éditeur : Python y écrit avec la page de code de la
machine (1252 en France). La page 850, celle des vieux programmes de console, est demandée par
`PYTHONIOENCODING`. `tests/windows/test_console.py` essaie une vraie console.
"""

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import PATIENCE, RACINE

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
FENETRES = Path(os.environ.get("FENETRES") or CACHE / "bataille-navale-windows")
PREFIXE = FENETRES / "prefixe"
ESPION = Path(__file__).parent / "espion"
VERSIONS = ("38", "313")  # pour le vérificateur ; la correction tourne avec 3.11


def ce_qui_manque():
    """Ce qui empêche de lancer les essais, ou None."""
    if shutil.which("wine") is None:
        return "il manque wine"
    pieces = [FENETRES / f"cp{v}" / "python.exe" for v in (*VERSIONS, "311")]
    for piece in [*pieces, FENETRES / "site", PREFIXE / "pret"]:
        if not piece.exists():
            return f"il manque {piece.name} (bash .ci/windows --preparer)"
    return None


def chemin(ou):
    """Le chemin, vu de Windows.

    >>> chemin("/tmp/a b")
    'Z:\\\\tmp\\\\a b'
    """
    return "Z:" + str(ou).replace("/", "\\")


def commande(version, *mots):
    """La ligne de commande ; les chemins (`Path`) y sont vus de Windows."""
    mots = [chemin(mot) if isinstance(mot, Path) else str(mot) for mot in mots]
    return ["wine", str(FENETRES / f"cp{version}" / "python.exe"), *mots]


def environnement(page=None, journal=None, paquets=False, **autres):
    """Les variables d'environnement, sans rien de ce que Python regarde sur cette machine."""
    propre = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "CI"))}
    propre.update(WINEPREFIX=str(PREFIXE), WINEDEBUG="-all", PYTHONDONTWRITEBYTECODE="1")
    if page and page != 1252:
        propre["PYTHONIOENCODING"] = f"cp{page}"
    if journal:
        propre["FENETRES_JOURNAL"] = chemin(journal)
    if paquets:
        propre["PYTHONPATH"] = chemin(ESPION) + ";" + chemin(FENETRES / "site")
    return {**propre, **autres}


@dataclass
class Fini:
    """Ce qu'un programme a affiché (dans sa page de code), son code de sortie, sa durée."""

    sortie: str
    erreurs: str
    code: int
    duree: float


def lance(version, *mots, dossier=RACINE, page=1252, entree="", delai=300, **environ):
    """Lance `python mots` sous Wine et attend la fin ; le texte doit être lisible."""
    depart = time.monotonic()
    fini = subprocess.run(
        commande(version, *mots), cwd=dossier, input=entree.encode(f"cp{page}"), timeout=delai,
        capture_output=True, env=environnement(page, **environ),
    )  # fmt: skip
    textes = [t.decode(f"cp{page}").replace("\r\n", "\n") for t in (fini.stdout, fini.stderr)]
    assert "Traceback" not in textes[0] + textes[1], textes[0] + textes[1]
    return Fini(*textes, fini.returncode, time.monotonic() - depart)


def corrige(*mots, **options):
    """`python mots` avec le Python de la correction (3.11) et ses paquets."""
    return lance("311", *mots, paquets=True, **options)


# ----------------------------------------------------------------- ce qui reste


def temporaires():
    """Les fichiers et dossiers du dossier temporaire de Windows."""
    return {f for temp in PREFIXE.glob("drive_c/users/*/**/Temp") for f in temp.iterdir()}


def pythons():
    """{pid: ligne de commande} des Python de ce Wine qui tournent encore."""
    trouves = {}
    for entree in Path("/proc").iterdir():
        try:
            mots = (entree / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
            variables = (entree / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if mots[0].endswith("python.exe") and f"WINEPREFIX={PREFIXE}".encode() in variables:
            trouves[int(entree.name)] = " ".join(mots)[:200]
    return trouves


def attend(condition, delai=PATIENCE):
    """Attend que `condition()` soit vraie, au plus `delai` secondes ; dit si elle l'est."""
    fin = time.monotonic() + delai
    while not condition():
        if time.monotonic() > fin:
            return False
        time.sleep(0.05)
    return True


def lances(journal):
    """Le nombre de processus lancés, d'après le journal de l'espion."""
    return len(journal.read_text(encoding="utf-8").splitlines()) if journal.exists() else 0
