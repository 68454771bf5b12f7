"""Thonny tel qu'il s'ouvre sur un portable de lycée : F5, une commande, une partie, la fenêtre.

Thonny est un programme à part, avec son propre Python : l'essai le cherche sous le nom `thonny`, ou
là où le dit la variable THONNY. Sans lui, sans Xvfb ou sans xdotool, il est passé (l'intégration
continue, elle, échoue). Ce que l'essai tape, ce sont de vraies touches ; ce que Thonny en a fait,
c'est `greffon_thonny.py` qui le dit : on n'attend jamais une durée, toujours un fait.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, attend_que, manque
from tests.copies import pose
from tests.lessons.test_jouer import copie, dossier  # noqa: F401 (une fixture)
from tests.navigateur import CAPTURES, ecran_virtuel

pytestmark = pytest.mark.navigateur
LIGNES = 8  # que montre la console de Thonny
GREFFON = Path(__file__).with_name("greffon_thonny.py")


@pytest.fixture(scope="module")
def portable():
    """L'écran d'un portable de lycée."""
    with ecran_virtuel("1366x768"):
        yield


def xdotool(*arguments):
    subprocess.run(["xdotool", *arguments], check=True, capture_output=True, timeout=PATIENCE)


def photo(nom):
    """Garde une image de l'écran, pour les yeux."""
    CAPTURES.mkdir(exist_ok=True)
    if shutil.which("import"):
        subprocess.run(["import", "-window", "root", str(CAPTURES / f"{nom}.png")], check=True)


def programme_thonny():
    """Le chemin de Thonny. Sans lui l'essai est passé, mais l'intégration continue échoue."""
    programme = os.environ.get("THONNY") or shutil.which("thonny")
    if programme is None:
        manque("Thonny n'est pas installé")
    return programme


def prepare(reglages):
    """Des réglages tout neufs, en français, avec le greffon pour tout Python que Thonny aurait."""
    reglages.mkdir()
    (reglages / "configuration.ini").write_text("[general]\nlanguage = fr_FR\n")
    for mineure in range(8, 20):
        paquets = reglages / f"plugins/lib/python3.{mineure}/site-packages/thonnycontrib"
        paquets.mkdir(parents=True)
        shutil.copy(GREFFON, paquets)


class Thonny:
    """Thonny, tout neuf, ouvert sur un fichier ; on y tape, et on relit sa console."""

    def __init__(self, reglages, fichier):
        self.reglages = reglages
        prepare(reglages)
        env = {**os.environ, "THONNY_USER_DIR": str(reglages), "HOME": str(reglages)}
        env = {nom: valeur for nom, valeur in env.items() if not nom.startswith("PYTHON")}
        with open(reglages / "journal.txt", "wb") as journal:
            self.processus = subprocess.Popen(
                [programme_thonny(), str(fichier)], env=env, cwd=fichier.parent,
                stdout=journal, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def prend_le_clavier(self):
        """Attend que sa console ait démarré, puis lui donne le clavier."""
        self.attend(">>>")
        xdotool("windowfocus", str(self.releve()["fenetre"]))
        self.attend_que(lambda releve: releve["clavier"])

    def releve(self):
        """Ce que le greffon a vu en dernier ; {} tant qu'il n'a rien écrit."""
        assert self.processus.poll() is None, f"Thonny s'est arrêté : {self.journal()}"
        try:
            releve = json.loads((self.reglages / "releve.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        assert "panne" not in releve, releve["panne"]
        return releve

    def journal(self):
        """La fin de ce que Thonny a dit de lui-même."""
        return (self.reglages / "journal.txt").read_text(encoding="utf-8", errors="replace")[-2000:]

    def attend_que(self, condition):
        """Le premier relevé qui remplit la condition."""

        def vu():
            releve = self.releve()
            return releve and condition(releve) and releve

        def quoi():
            photo("thonny_echec")
            return json.dumps(self.releve(), ensure_ascii=False)[-1500:] + self.journal()

        return attend_que(vu, quoi)

    def attend(self, motif):
        """La console, quand elle finit par ce motif et que l'on peut y taper."""
        fin = re.compile(motif + r"\s*\Z")
        libre = self.attend_que(
            lambda releve: (
                (releve["invite"] or releve["question"])
                and not releve["tape"]
                and fin.search(releve["texte"])
            )
        )
        return libre["texte"]

    def envoie(self, *touches):
        """Appuie sur ces touches ; revient quand Thonny a pris la commande ou la réponse."""
        avant = self.releve()["recues"]
        xdotool("key", *touches)
        self.attend_que(lambda releve: releve["recues"] > avant)

    def tape(self, texte):
        """Tape ce texte, vérifie qu'il est à l'écran, puis Entrée."""
        if texte:
            xdotool("type", "--delay", "20", texte)
        self.attend_que(lambda releve: releve["tape"] == texte)
        self.envoie("Return")

    def ferme(self):
        """Arrête Thonny, et le Python de sa console qui lui survivrait."""
        if self.processus.poll() is None:
            os.killpg(self.processus.pid, signal.SIGKILL)
            self.processus.wait(PATIENCE)


@pytest.fixture
def thonny(portable, tmp_path):
    ouverts = []

    def ouvre(fichier):
        for ouvert in ouverts:
            ouvert.ferme()
        ouverts.append(Thonny(tmp_path / f"reglages{len(ouverts)}", fichier))
        ouverts[-1].prend_le_clavier()
        return ouverts[-1]

    yield ouvre
    for ouvert in ouverts:
        ouvert.ferme()


def test_f5_sur_un_tp_puis_sur_le_verificateur(thonny, dossier):  # noqa: F811
    """F5 vérifie le TP ; F5 sur verifier.py donne l'invite, une commande, et une partie."""
    pose(dossier, copie(6))
    tp1 = thonny(dossier / "tp1_grille.py")
    tp1.envoie("F5")
    texte = tp1.attend(r"11 sur 11[\s\S]*>>>")
    assert "F5 sur verifier.py, puis jouer" in texte
    photo("thonny_tp1")

    console = thonny(dossier / "verifier.py")
    console.envoie("F5")
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
    assert vues[0].startswith("  A B C D E F G H"), vues
    assert "À trouver" in "\n".join(vues), vues  # plus bas si l'Ordi explique son coup longuement
    assert all(len(ligne) <= 70 for ligne in vues)
    console.tape("quitter")
    console.attend("Partie arrêtée. À bientôt !\n+> ?")
    console.tape("jouer seul")
    console.attend("Entrée pour commencer : ?")
    console.tape("")
    console.attend("Case : ?")
    xdotool("key", "ctrl+c")
    texte = console.attend("Partie arrêtée. À bientôt !\n+> ?")
    assert "Traceback" not in texte


def visible(nom):
    """Attend une fenêtre qui porte ce nom."""
    recherche = ["xdotool", "search", "--onlyvisible", "--name", nom]

    def trouvees():
        return subprocess.run(recherche, capture_output=True, text=True, timeout=PATIENCE).stdout

    return attend_que(trouvees, f"la fenêtre {nom}").split()[0]


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
    sortie, _ = jeu.communicate(timeout=PATIENCE)
    assert "Traceback" not in sortie, sortie
