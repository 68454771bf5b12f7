"""Écrire dans le terminal, quel qu'il soit : largeur, couleurs, caractères disponibles.

Un terminal qui ne connaît pas les traits de cadre (certaines consoles Windows) reçoit des
signes simples à la place ; sans terminal (dans un tube, un fichier), ni couleur ni effacement.
"""

import codecs
import os
import re
import shutil
import sys

from lessons.verificateur.signes import affichable, signe_affichable


def _secours(erreur):
    """Ce que l'on écrit à la place des caractères que le codage n'a pas."""
    manquants = erreur.object[erreur.start : erreur.end]
    return "".join(signe_affichable(c, erreur.encoding) for c in manquants), erreur.end


codecs.register_error("secours", _secours)


def sortie_sure():
    """`print` et l'aide de la ligne de commande ne s'arrêtent plus sur un « œ » ou un « … ».

    Dans un tube, Python pour Windows écrit avec la page de code de la machine (1252, 850…).

    >>> "un cœur…".encode("cp850", "secours")
    b'un coeur...'
    """
    for flux in (sys.stdout, sys.stderr):
        if hasattr(flux, "reconfigure"):
            flux.reconfigure(errors="secours")


ROUGE, BLEU, NORMAL = "\033[1;31m", "\033[34m", "\033[0m"
# Un signe de case : X ou O seul entre deux espaces, après un trait vertical.
SIGNE_DE_CASE = re.compile(r"(?<=[│┃|#] )([XO])(?= )")


class Ecran:
    """Le terminal : ce qu'il sait afficher, et comment y écrire."""

    def __init__(self, flux=None, entree=None):
        self.flux = flux or sys.stdout
        self.entree = entree or sys.stdin
        self.terminal = self.flux.isatty()
        self.interactif = self.terminal and self.entree.isatty()
        self.couleur = self.terminal and not os.environ.get("NO_COLOR")
        self.largeur = shutil.get_terminal_size((80, 24)).columns if self.terminal else 80

    def adapte(self, texte):
        """Le texte, avec des signes de secours pour ce que le terminal ne sait pas écrire."""
        return affichable(texte, self.flux.encoding or "ascii")

    def ecrit(self, *args):
        """Comme `print`, mais adapté au terminal ; c'est `bn_utiles.sortie` de la console."""
        texte = self.adapte(" ".join(str(arg) for arg in args))
        if self.couleur:
            texte = SIGNE_DE_CASE.sub(self._colorie, texte)
        print(texte, file=self.flux, flush=True)

    @staticmethod
    def _colorie(trouve):
        signe = trouve.group(1)
        return f"{ROUGE if signe == 'X' else BLEU}{signe}{NORMAL}"

    def efface(self):
        """Efface l'écran, si c'en est un ; sinon saute une ligne."""
        if self.terminal:
            print("\033[2J\033[H", end="", file=self.flux)
        else:
            self.ecrit("")

    def lit(self, question):
        """Pose la question et renvoie la réponse (EOFError quand il n'y a plus rien à lire)."""
        if self.interactif:
            return input(self.adapte(question))
        print(self.adapte(question), end="", file=self.flux, flush=True)
        reponse = self.entree.readline()
        if not reponse:
            raise EOFError
        self.ecrit("")
        return reponse.rstrip("\r\n")
