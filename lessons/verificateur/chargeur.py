"""Charge les modules d'un dossier sans les mélanger à ceux d'un autre.

Les leçons, le corrigé et les copies d'élèves contiennent les mêmes noms de modules
(`tp1_grille`, `tp2_placement`…). Une `Chaine` charge ceux d'un seul dossier : leurs
`from tp1_grille import Grille` restent entre eux, et `sys.modules` n'en sait rien.
"""

import builtins
import codecs
import io
import os
import tokenize
import types

# Ceux d'un éditeur de texte ; Python en a d'autres, qui échouent ou n'en finissent pas.
CODAGES = {"utf-8", "utf-8-sig", "ascii", "iso8859-1", "iso8859-15", "cp1252", "cp850", "mac-roman"}


def decode(octets):
    """Texte d'un fichier Python, qu'il soit en UTF-8, avec ou sans BOM, ou en Latin-1.

    >>> decode("é".encode("utf-8")) == decode("é".encode("latin-1")) == "é"
    True
    """
    try:
        codage = codecs.lookup(tokenize.detect_encoding(io.BytesIO(octets).readline)[0]).name
        texte = octets.decode(codage) if codage in CODAGES else _devine(octets)
    except (SyntaxError, ValueError, LookupError):
        texte = _devine(octets)
    return texte.replace("\r\n", "\n").replace("\r", "\n")


def _devine(octets):
    """Texte d'un fichier dont le codage annoncé est faux ou ne convient pas."""
    if octets.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return octets.decode("utf-16", errors="replace")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return octets.decode("cp1252", errors="replace")


def lit_source(chemin):
    """Texte du fichier Python `chemin`, quel que soit son codage."""
    with open(chemin, "rb") as fichier:
        return decode(fichier.read())


class Chaine:
    """Les modules d'un dossier, chargés à la demande et tenus à l'écart des autres."""

    def __init__(self, dossier):
        self.dossier = str(dossier)
        self.modules = {}
        self._builtins = dict(vars(builtins), __import__=self._importe)

    def remplace(self, nom, fonction):
        """Met `fonction` à la place d'une fonction de Python, pour ces modules seulement."""
        self._builtins[nom] = fonction

    def trouve(self, nom):
        """`(texte, nom du fichier)` du module `nom`, ou None s'il n'est pas ici."""
        chemin = os.path.join(self.dossier, nom + ".py")
        if not nom.isidentifier() or not os.path.isfile(chemin):
            return None
        return lit_source(chemin), chemin

    def module(self, nom):
        """Le module `nom` de ce dossier, exécuté au premier appel.

        Une erreur dans le fichier (syntaxe, exécution) passe telle quelle à l'appelant.
        """
        if nom not in self.modules:
            source = self.trouve(nom)
            if source is None:
                raise ModuleNotFoundError(f"Il n'y a pas de module {nom}.py ici.", name=nom)
            self._execute(nom, *source)
        return self.modules[nom]

    def _execute(self, nom, texte, fichier):
        module = types.ModuleType(nom)
        module.__file__ = fichier
        module.__builtins__ = self._builtins
        self.modules[nom] = module
        try:
            exec(self.compile(nom, texte, fichier), module.__dict__)
        except BaseException:
            del self.modules[nom]
            raise

    def compile(self, nom, texte, fichier):
        """Le code du module `nom`."""
        return compile(texte, fichier, "exec", dont_inherit=True)

    def _importe(self, nom, globales=None, locales=None, noms=(), niveau=0):
        """Remplace `import` dans les modules chargés : les voisins de dossier d'abord."""
        if niveau == 0 and (nom in self.modules or self.trouve(nom) is not None):
            return self.module(nom)
        return builtins.__import__(nom, globales, locales, noms, niveau)
