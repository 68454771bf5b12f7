"""Greffon de Thonny, pour les essais : écrit dans un fichier ce que contient sa console.

Thonny le prend dans son dossier de réglages. Il regarde et ne touche à rien : ni clic, ni
sélection, ni curseur déplacé ; les touches de l'essai restent de vraies touches.
"""

import json
import os
import traceback

from thonny import get_runner, get_shell, get_workbench

RELEVE = os.path.join(os.environ["THONNY_USER_DIR"], "releve.json")
PERIODE = 50  # millisecondes entre deux relevés


class Releveur:
    """Note l'état de la console, et compte ce que Thonny a reçu."""

    def __init__(self, fenetre):
        self.fenetre = fenetre
        self.dernier = None
        self.question = False  # un programme attend que l'on réponde
        self.recues = 0  # réponses et commandes que Thonny a prises en compte
        fenetre.bind("InputRequest", self.on_demande, True)
        for evenement in ("ShellInput", "ShellCommand", "ToplevelResponse"):
            fenetre.bind(evenement, self.on_repond, True)
        fenetre.after(PERIODE, self.note)

    def on_demande(self, _):
        """Le programme appelle `input` ; la console a le clavier, curseur à la fin."""
        self.question = True

    def on_repond(self, evenement):
        """Une réponse ou une commande est partie, ou le programme est fini."""
        self.question = False
        self.recues += hasattr(evenement, "input_text") or hasattr(evenement, "command_text")

    def releve(self):
        """Tout ce que l'essai a besoin de savoir."""
        console = get_shell().text
        return {
            "texte": console.get("1.0", "end-1c"),
            "tape": console.get("input_start", "end-1c"),
            "invite": get_runner().is_waiting_toplevel_command(),
            "question": self.question,
            "recues": self.recues,
            "fenetre": int(self.fenetre.wm_frame(), 16),
            "clavier": str(self.fenetre.focus_get() or ""),
        }

    def note(self):
        """Écrit le relevé s'il a changé, d'un seul coup, puis recommence."""
        try:
            releve = self.releve()
        except Exception:
            releve = {"panne": traceback.format_exc()}
        if releve != self.dernier:
            with open(RELEVE + ".neuf", "w", encoding="utf-8") as fichier:
                json.dump(releve, fichier)
            os.replace(RELEVE + ".neuf", RELEVE)
            self.dernier = releve
        self.fenetre.after(PERIODE, self.note)


def load_plugin():
    """Le nom que Thonny attend."""
    get_workbench().bind("WorkbenchReady", lambda _: Releveur(get_workbench()), True)
