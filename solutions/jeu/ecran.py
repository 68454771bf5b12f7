"""Écrire dans le terminal, quel qu'il soit : largeur, couleurs, caractères disponibles.

Un terminal qui ne connaît pas les traits de cadre (certaines consoles Windows) reçoit des
signes simples à la place ; sans terminal (dans un tube, un fichier) ou avec un terminal qui ne
sait qu'écrire (TERM=dumb), ni couleur ni effacement.
"""

import codecs
import os
import re
import shutil
import sys
import textwrap

from lessons.verificateur.signes import affichable, signe_affichable
from solutions import bn_couleurs


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


ROUGE, FOND_ROUGE, BLEU, GRIS, VERT, NORMAL = (
    "\033[1;31m", "\033[1;37;41m", "\033[34m", "\033[2m", "\033[1;32m", "\033[0m",
)  # fmt: skip
LETTRES = bn_couleurs.LETTRES
COULEURS = {
    LETTRES["touché"]: ROUGE, LETTRES["coulé"]: FOND_ROUGE, LETTRES["manqué"]: BLEU,
    LETTRES["éliminée"]: GRIS, LETTRES["vide"]: GRIS,
}  # fmt: skip
SIGNES = re.escape("".join(LETTRES.values()))
# En grand : le signe seul entre deux espaces, après un trait vertical. En petit : toute la rangée
# qui suit son numéro. La flotte : des signes seuls, après un trait vertical ou au début.
SIGNE_DE_CASE = re.compile(rf"(?<=[│┃|#] )([{SIGNES}])(?= [│┃|#])")
RANGEE = re.compile(rf"((?:^|[│|] )(?: *\d+ )?)([{SIGNES}](?: ?[{SIGNES}])*)(?= *(?:$| [│|]))")
TRAITS = set("│┃|─━")  # une ligne où il y en a un est un dessin, que l'on ne coupe pas


class Ecran:
    """Le terminal : ce qu'il sait afficher, et comment y écrire."""

    def __init__(self, flux=None, entree=None):
        self.flux = flux or sys.stdout
        self.entree = entree or sys.stdin
        self.terminal = self.flux.isatty()
        self.interactif = self.terminal and self.entree.isatty()
        sait_effacer = os.environ.get("TERM") != "dumb"
        self.commandes = self.terminal and sait_effacer  # effacer, colorier
        self.couleur = self.commandes and not os.environ.get("NO_COLOR")

    @property
    def largeur(self):
        """Nombre de colonnes (80 dans un tube) ; la fenêtre du terminal peut changer de taille."""
        return shutil.get_terminal_size((80, 24)).columns if self.terminal else 80

    @property
    def hauteur(self):
        """Nombre de lignes ; dans un tube, autant que l'on veut."""
        return shutil.get_terminal_size((80, 24)).lines if self.terminal else sys.maxsize

    def adapte(self, texte):
        """Le texte, avec des signes de secours pour ce que le terminal ne sait pas écrire."""
        return affichable(texte, self.flux.encoding or "ascii")

    def ecrit(self, *args):
        """Comme `print`, mais adapté au terminal ; c'est `bn_utiles.sortie` de la console."""
        texte = " ".join(str(arg) for arg in args)
        lignes = [self.adapte(ligne) for ligne in self._coupe(texte)]
        if self.couleur:
            lignes = [self._colorie(ligne) for ligne in lignes]
        print("\n".join(lignes), file=self.flux, flush=True)

    def _coupe(self, texte):
        """Les lignes du texte, coupées entre deux mots si le terminal est trop étroit."""
        lignes = []
        for ligne in texte.split("\n"):
            if self.terminal and len(ligne) > self.largeur and not TRAITS & set(ligne):
                retrait = " " * (len(ligne) - len(ligne.lstrip()))
                lignes += textwrap.wrap(ligne, self.largeur, subsequent_indent=retrait)
            else:
                lignes.append(ligne)
        return lignes

    @staticmethod
    def _colorie(ligne):
        """La ligne, où les signes des cases ont leur couleur."""

        def peint(signes):
            return "".join(f"{COULEURS[s]}{s}{NORMAL}" if s in COULEURS else s for s in signes)

        ligne = SIGNE_DE_CASE.sub(lambda trouve: peint(trouve[1]), ligne)
        return RANGEE.sub(lambda trouve: trouve[1] + peint(trouve[2]), ligne)

    def fete(self, phrase):
        """Écrit une phrase qui se remarque : la fin d'une partie gagnée."""
        phrase = f"★ {phrase} ★"
        self.ecrit(f"{VERT}{phrase}{NORMAL}" if self.couleur else phrase)

    def efface(self):
        """Efface l'écran, si c'en est un ; sinon saute une ligne."""
        if self.commandes:
            print("\033[2J\033[H", end="", file=self.flux)
        else:
            self.ecrit("")

    def lit(self, question):
        """Pose la question et renvoie la réponse (EOFError quand il n'y a plus rien à lire)."""
        if self.interactif:
            *debut, derniere = self._coupe(question.rstrip())
            for ligne in debut:
                self.ecrit(ligne)
            return input(self.adapte(f"{derniere} "))
        print(self.adapte(question), end="", file=self.flux, flush=True)
        reponse = self.entree.readline()
        if not reponse:
            raise EOFError
        self.ecrit("")
        return reponse.rstrip("\r\n")
