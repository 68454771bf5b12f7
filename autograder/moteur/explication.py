"""Expliquer une erreur de la copie avec les mots du vérificateur.

Les phrases (« Écris self.etat. ») et les étourderies sont celles que l'élève lit déjà chez lui :
elles ne sont écrites qu'une fois, dans `lessons/verificateur`. Ici, on les demande pour une copie
dont le filtre a déjà lu les fichiers ; si elles ne trouvent rien à dire, on ne dit rien.
"""

import ast
import functools

from autograder.bac_a_sable.copie import propre
from lessons.verificateur.lecture import Lecture
from lessons.verificateur.phrases import SANS_EXPLICATION, phrase_exception
from lessons.verificateur.source import trouve
from lessons.verificateur.syntaxe import faute_de_syntaxe

# Au-delà, ce n'est pas la copie d'un TP : on n'y passe pas le temps de l'enseignant.
TAILLE_MAX = 200_000  # caractères de tous les fichiers
SYNTAXE_MAX = 40_000  # … d'un fichier dont on explique la faute de syntaxe
LIGNE_MAX = 250  # … d'une ligne
NOEUDS_MAX = 1_500  # … morceaux de code de la fonction jugée
LONGUEUR_MAX = 240  # caractères de l'explication


def explication(exercice, erreur, textes):
    """Ce que veut dire l'erreur, ou l'étourderie qui se lit dans la fonction ; "" sinon.

    `erreur` : ce que le fils dit de l'exception, ou None ; `textes` : {module: source}.
    """
    if not _raisonnables(textes):
        return ""
    try:
        phrase = _sens(erreur, textes) or _etourderie(exercice, textes)
    except Exception:  # un texte qui déroute nos lectures n'a simplement pas d'explication
        return ""
    return propre(phrase[:1].upper() + phrase[1:], LONGUEUR_MAX)


@functools.lru_cache(maxsize=16)
def explication_syntaxe(texte):
    """Ce que le vérificateur dit de la faute de syntaxe de ce fichier ; "" s'il n'y en a pas.

    >>> explication_syntaxe("if x == 1\\n    y = 2\\n")
    'Il manque « : » à la fin de la ligne.'
    """
    if not _raisonnables({"": texte}) or len(texte) > SYNTAXE_MAX:
        return ""
    try:
        faute = faute_de_syntaxe(texte)
    except Exception:  # un texte qui déroute nos lectures n'a simplement pas d'explication
        return ""
    phrase = faute["phrase"] if faute else ""
    return propre(phrase[:1].upper() + phrase[1:], LONGUEUR_MAX)


def _raisonnables(textes):
    """True si ces fichiers ont une taille de TP : nos lectures y prennent alors peu de temps."""
    if sum(map(len, textes.values())) > TAILLE_MAX:
        return False
    return all(len(ligne) <= LIGNE_MAX for t in textes.values() for ligne in t.split("\n"))


def _sens(erreur, textes):
    """Ce que veut dire cette exception, si elle est née dans la copie et si on le sait."""
    lieu = (erreur or {}).get("lieu")
    if type(lieu) is not list or len(lieu) != 3:
        return ""
    fichier, numero, fonction = lieu
    decrite = {
        "type": str(erreur.get("type")),
        "message": str(erreur.get("message")),
        "texte": str(erreur.get("ligne")),
        "fichier": fichier,
        "ligne": numero,
        "fonction": fonction,
    }
    phrase = phrase_exception(decrite, textes, str(fichier)[:-3])
    return "" if phrase.startswith(SANS_EXPLICATION) else phrase


def _etourderie(exercice, textes):
    """« ligne 12, … » : la première étourderie de la fonction jugée."""
    texte = textes.get(exercice.module, "")
    definitions = trouve(ast.parse(texte), exercice.cible)
    if not definitions or sum(1 for _ in ast.walk(definitions[-1])) > NOEUDS_MAX:
        return ""
    remarque = Lecture(definitions[-1], texte, textes).remarque(exercice.procedure)
    return f"ligne {remarque.ligne}, {remarque.phrase}" if remarque else ""
