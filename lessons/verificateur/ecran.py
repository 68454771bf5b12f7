"""Ce que les commandes du vérificateur écrivent et lisent : l'écran, ses couleurs, sa largeur."""

import difflib
import os
import re
import sys
import textwrap

from . import registre as module_registre
from .resultat import A_FAIRE, BLOQUE, BOUCLE, ERREUR, FAUX, REUSSI
from .signes import affichable

LARGEUR = 70  # signes par ligne dans la console de Thonny

_registre = None


def registre():
    """Le registre des exercices, lu une seule fois."""
    global _registre
    if _registre is None:
        try:
            _registre = module_registre.charge()
        except (OSError, ValueError, KeyError):
            raise Refus(fichier_abime("registre.json")) from None
    return _registre


def fichier_abime(nom):
    """Ce qu'il faut faire quand un fichier du vérificateur manque."""
    return (
        f"verificateur/{nom} manque ou est abîmé. Décompresse de nouveau l'archive\n"
        "par-dessus ce dossier : ton travail est gardé."
    )


class Refus(Exception):
    """Une commande ne peut pas être faite : la phrase dit pourquoi."""


COULEURS = {REUSSI: "32", FAUX: "31", ERREUR: "31", BOUCLE: "31", BLOQUE: "33", "titre": "1"}
SIGNES = {REUSSI: "✓", FAUX: "✗", ERREUR: "✗", BOUCLE: "∞", BLOQUE: "~", A_FAIRE: "·"}


def ecrit(texte=""):
    """Affiche le texte, en remplaçant les signes que la console ne connaît pas."""
    codage = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(affichable(texte, codage))


def en_couleur(texte, quoi):
    """Le texte, coloré si l'écran le permet et si on ne s'y oppose pas (NO_COLOR)."""
    code = COULEURS.get(quoi)
    if code is None or not couleurs_possibles():
        return texte
    return f"\033[{code}m{texte}\033[0m"


def couleurs_possibles():
    """True dans un terminal qui comprend les couleurs."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or "idlelib" in sys.modules:
        return False
    try:
        terminal = sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False
    if terminal and os.name == "nt":
        os.system("")  # réveille les couleurs de la console de Windows
    return terminal


def dans_un_editeur():
    """True si le programme est lancé par F5 dans Thonny, IDLE ou Spyder."""
    return any(nom in sys.modules for nom in ("thonny", "idlelib", "spyder_kernels"))


def sous_python():
    """True si l'élève se retrouve ensuite devant >>>, où nos commandes sont des erreurs."""
    return dans_un_editeur() or bool(sys.flags.interactive) or hasattr(sys, "ps1")


def est_interactif():
    """True s'il y a quelqu'un pour répondre."""
    if dans_un_editeur():
        return True
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


MORCEAU = re.compile(r"(?<!\w)'[^']{,30}'(?!\w)|\w+\((?:[^()]|\([^()]*\)){,30}\)")


def insecables(texte):
    """Le texte, sans coupure avant « : », « ? »…, ni dans « oui », 1 h 25, 95 % ou ± 2 (partout).

    >>> insecables("Vrai ? « oui » : non") == "Vrai\xa0? «\xa0oui\xa0»\xa0: non"
    True
    >>> insecables("de 50 min à 1 h 25, ± 3 %") == "de 50\xa0min à 1\xa0h\xa025, ±\xa03\xa0%"
    True
    """
    insecable = r" (?=[:;?!»])|(?<=[«±]) |(?<=\d) (?=%|(?:h|min)\b)|(?<=\d h) (?=\d)"
    return re.sub(insecable, "\u00a0", texte)


def duree(secondes):
    """Une durée, en mots.

    >>> duree(7), duree(58), duree(95), duree(5000)
    ('10 s', '1 min', '2 min', '1 h 23')
    """
    if secondes < 55:
        return f"{max(10, 10 * round(secondes / 10))} s"
    minutes = max(1, round(secondes / 60))
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def insecables_en_prose(texte):
    """Comme `insecables`, et « 95 % » d'un seul tenant : pour un texte où `%` n'est jamais du code.

    >>> insecables_en_prose("à 95 % ?") == "à 95\xa0%\xa0?"
    True
    """
    return insecables(re.sub(r"(?<=\d) (?=%)", "\u00a0", texte))


def plie(texte, decalage, suite=None, largeur=LARGEUR):
    """Le texte coupé en lignes d'au plus `largeur` signes, décalées.

    On ne coupe ni avant « : », « ? »…, ni dans un petit morceau de Python : le temps de plier, les
    espaces y sont insécables.
    """
    texte = insecables(texte)
    texte = MORCEAU.sub(lambda trouve: trouve.group().replace(" ", "\u00a0"), texte)
    plie = textwrap.fill(
        texte,
        largeur,
        initial_indent=decalage,
        subsequent_indent=decalage if suite is None else suite,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return plie.replace("\u00a0", " ")


def veut_quitter(mot):
    """True pour « quitter » et ce qui lui ressemble."""
    proche = difflib.SequenceMatcher(None, mot, "quitter").ratio() > 0.8
    return proche or mot in ("quit", "exit", "q", "fin", "stop", "arret", "arrêt", "arrête")
