"""Thonny tel qu'il s'ouvre sur un portable de lycée : F5, une commande, une partie, la fenêtre.

Thonny est un programme à part, avec son propre Python : l'essai le cherche sous le nom `thonny`, ou
là où le dit la variable THONNY. Sans lui, sans Xvfb ou sans xdotool, il est passé.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.copies import pose
from tests.lessons.test_jouer import copie, dossier  # noqa: F401 (une fixture)
from tests.navigateur import CAPTURES, ecran_virtuel

pytestmark = pytest.mark.navigateur
LIGNES = 8  # que montre la console de Thonny


@pytest.fixture(scope="module")
def portable():
    """L'écran d'un portable de lycée."""
    with ecran_virtuel("1366x768"):
        yield


def xdotool(*arguments):
    subprocess.run(["xdotool", *arguments], check=True, capture_output=True, timeout=20)


def photo(nom):
    """Garde une image de l'écran, pour les yeux."""
    CAPTURES.mkdir(exist_ok=True)
    if shutil.which("import"):
        subprocess.run(["import", "-window", "root", str(CAPTURES / f"{nom}.png")], check=True)


class Thonny:
    """Thonny, tout neuf, ouvert sur un fichier ; on y tape, et on relit sa console."""

    def __init__(self, reglages, fichier):
        programme = os.environ.get("THONNY") or shutil.which("thonny")
        if programme is None:
            pytest.skip("Thonny n'est pas installé")
        reglages.mkdir()
        (reglages / "configuration.ini").write_text("[general]\nlanguage = fr_FR\n")
        env = {**os.environ, "THONNY_USER_DIR": str(reglages), "HOME": str(reglages)}
        env = {nom: valeur for nom, valeur in env.items() if not nom.startswith("PYTHON")}
        self.processus = subprocess.Popen(
            [programme, str(fichier)], env=env, cwd=fichier.parent,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        recherche = ["search", "--sync", "--onlyvisible", "--name", "Thonny"]
        trouve = subprocess.run(
            ["xdotool", *recherche], check=True, capture_output=True, text=True, timeout=60
        )
        self.fenetre = trouve.stdout.split()[0]
        time.sleep(1)
        xdotool("windowfocus", self.fenetre)
        self.attend(">>>", 90)  # sa console a démarré

    def console(self):
        """Tout ce que contient la console : on la sélectionne, et X donne ce qui l'est.

        Jamais Ctrl-C : sans rien de sélectionné, Thonny arrête le programme.
        """
        tkinter = pytest.importorskip("tkinter")
        xdotool("mousemove", "--window", self.fenetre, "300", "600", "click", "1")
        xdotool("key", "ctrl+a")
        time.sleep(0.2)
        racine = tkinter.Tk()
        racine.withdraw()
        try:
            return racine.selection_get()
        except tkinter.TclError:
            return ""
        finally:
            racine.destroy()
            xdotool("mousemove", "--window", self.fenetre, "300", "640", "click", "1")

    def attend(self, motif, secondes=40):
        """La console, dès que sa fin ressemble à ce motif."""
        fin = time.monotonic() + secondes
        while time.monotonic() < fin:
            time.sleep(0.5)
            texte = self.console()
            if re.search(motif + r"\s*\Z", texte):
                return texte
        raise AssertionError(f"{motif!r} n'est pas arrivé : {texte[-800:]}")

    def tape(self, texte):
        if texte:
            xdotool("type", "--delay", "20", texte)
        xdotool("key", "Return")

    def ferme(self):
        """Arrête Thonny, et le Python de sa console qui lui survivrait."""
        if self.processus.poll() is None:
            os.killpg(self.processus.pid, signal.SIGKILL)
            self.processus.wait(20)


@pytest.fixture
def thonny(portable, tmp_path):
    ouverts = []

    def ouvre(fichier):
        for ouvert in ouverts:
            ouvert.ferme()
        ouverts.append(Thonny(tmp_path / f"reglages{len(ouverts)}", fichier))
        return ouverts[-1]

    yield ouvre
    for ouvert in ouverts:
        ouvert.ferme()


def test_f5_sur_un_tp_puis_sur_le_verificateur(thonny, dossier):  # noqa: F811
    """F5 vérifie le TP ; F5 sur verifier.py donne l'invite, une commande, et une partie.

    Une touche peut se perdre entre xdotool et Thonny : on a droit à un second passage.
    """
    pose(dossier, copie(6))
    try:
        f5_partout(thonny, dossier)
    except AssertionError:
        f5_partout(thonny, dossier)


def f5_partout(thonny, dossier):  # noqa: F811
    tp1 = thonny(dossier / "tp1_grille.py")
    xdotool("key", "F5")
    texte = tp1.attend(r"11 sur 11[\s\S]*>>>")
    assert "F5 sur verifier.py, puis jouer" in texte
    photo("thonny_tp1")

    console = thonny(dossier / "verifier.py")
    xdotool("key", "F5")
    texte = console.attend(r"quitter pour finir\)\.\n> ?")
    photo("thonny_tableau")
    assert "jouer" in "\n".join(texte.split("\n")[-LIGNES:])
    console.tape("tp1.alpha")
    assert "✓ tp1.alpha" in console.attend("\n> ?")
    console.tape("jouer")
    assert "ton Ordi du TP6" in console.attend("Bateau de 4 cases : ?")
    photo("thonny_jouer")
    console.tape("")
    console.attend("Case : ?")
    console.tape("B2")
    texte = console.attend("Case : ?")
    photo("thonny_partie")
    vues = texte.rstrip().split("\n")[-7:]
    assert vues[0].startswith("  A B C D E F G H") and "À trouver" in vues[-2], vues
    assert all(len(ligne) <= 70 for ligne in vues)
    console.tape("quitter")
    console.attend("Partie arrêtée. À bientôt !\n+> ?")
    console.tape("jouer seul")
    console.attend("Entrée pour commencer : ?")
    console.tape("")
    console.attend("Case : ?")
    time.sleep(0.5)
    xdotool("key", "ctrl+c")
    texte = console.attend("Partie arrêtée. À bientôt !\n+> ?")
    assert "Traceback" not in texte


def visible(nom, secondes=30):
    """Attend une fenêtre qui porte ce nom."""
    fin = time.monotonic() + secondes
    while time.monotonic() < fin:
        trouve = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", nom], capture_output=True, text=True
        )
        if trouve.stdout.strip():
            return trouve.stdout.split()[0]
        time.sleep(0.3)
    raise AssertionError(f"pas de fenêtre {nom}")


@pytest.mark.parametrize(
    "dernier, corps, titre",
    [(4, {}, "solo"), (5, {}, "ton Ordi"), (6, {"tp8.coin_case": "return None"}, "solo")],
    ids=["TP4", "TP5", "coin_case faux"],
)
def test_la_fenetre_s_ouvre_des_le_tp4(portable, dossier, dernier, corps, titre):  # noqa: F811
    """Sans TP8, sans Ordi, ou avec une fonction fausse : jamais une trace d'exécution."""
    pose(dossier, copie(dernier, corps))
    for module in ("tp5_solveur_aleatoire", "tp6_solveur_optimal", "tp8_fenetre") * (dernier < 5):
        (dossier / f"{module}.py").unlink()
    jeu = subprocess.Popen(
        [sys.executable, str(dossier / "verifier.py"), "jouer", "fenetre"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    fenetre = visible("Bataille navale")
    xdotool("windowfocus", fenetre)
    for touche in ("F2", "F1", "Right", "Return") if titre == "solo" else ("F1", "F3", "F2"):
        xdotool("key", touche)
        time.sleep(0.4)
    photo(f"fenetre_tp{dernier}")
    assert visible(f"Bataille navale : {titre}")
    xdotool("windowclose", fenetre) if titre != "solo" else xdotool("windowkill", fenetre)
    sortie, _ = jeu.communicate(timeout=30)
    assert "Traceback" not in sortie, sortie
