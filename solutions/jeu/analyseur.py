"""La ligne de commande en français : `argparse`, dont les messages sont traduits.

Sert à `bataille` et à `python -m autograder`. Une erreur donne une phrase et le code de
sortie 2, jamais une trace d'exécution.
"""

import argparse
import re

from solutions import bn_utiles
from solutions import tp1_grille as tp1

TRADUCTIONS = [
    (r"^the following arguments are required: (.*)$", r"il manque : \1."),
    (r"^unrecognized arguments: (.*)$", r"je ne comprends pas : \1."),
    (r"^argument (.+?): expected one argument$", r"\1 attend une valeur."),
    (r"^argument (.+?): expected at least one argument$", r"\1 attend au moins une valeur."),
    (
        r"^argument (.+?): invalid choice: (.+?) \(choose from (.*)\)$",
        r"\1 : \2 n'existe pas ; au choix : \3.",
    ),
    (r"^argument (.+?): not allowed with argument (.+)$", r"\1 ne va pas avec \2."),
    (r"^argument (.+?): invalid int value: (.+)$", r"\1 attend un nombre entier, pas \2."),
    (r"^argument (.+?): invalid \w+ value: (.+)$", r"\1 : \2 ne convient pas."),
    (r"^ambiguous option: (.+?) could match (.+)$", r"\1 est ambigu : \2 ?"),
    (r"^argument (.+?): (.*)$", r"\1 : \2"),
]


class AnalyseurFrancais(argparse.ArgumentParser):
    """Un `ArgumentParser` qui parle français, aide comprise."""

    def __init__(self, *args, **options):
        options.setdefault("add_help", False)
        options.setdefault("formatter_class", AideFrancaise)
        super().__init__(*args, **options)
        self._positionals.title = "à indiquer"
        self._optionals.title = "options"
        self.add_argument("-h", "--aide", "--help", action="help", help="affiche cette aide")

    def error(self, message):
        """Termine avec une phrase et le code 2."""
        for motif, traduction in TRADUCTIONS:
            if re.match(motif, message):
                message = re.sub(motif, traduction, message)
                break
        self.exit(2, f"{self.prog} : {message}\nPour l'aide : {self.prog} --aide\n")


class AideFrancaise(argparse.HelpFormatter):
    """L'aide, avec « utilisation » au lieu de « usage » et les valeurs par défaut."""

    def add_usage(self, usage, actions, groups, prefix="utilisation : "):
        super().add_usage(usage, actions, groups, prefix)


def entier(minimum, maximum=None):
    """Type d'argument : un nombre entier entre `minimum` et `maximum` compris."""

    def convertit(texte):
        attendu = f"un nombre entier d'au moins {minimum}"
        if maximum is not None:
            attendu = f"un nombre entier de {minimum} à {maximum}"
        try:
            valeur = int(texte)
        except ValueError:
            valeur = None
        if valeur is None or valeur < minimum or (maximum is not None and valeur > maximum):
            raise argparse.ArgumentTypeError(f"il faut {attendu}, pas « {texte} ».")
        return valeur

    return convertit


def flotte(texte):
    """Type d'argument : des tailles séparées par des virgules.

    >>> flotte('5,4,3')
    (5, 4, 3)
    """
    try:
        tailles = tuple(int(morceau) for morceau in texte.replace(",", " ").split())
        tp1.verifie_flotte(tailles)
    except ValueError as erreur:
        detail = str(erreur) if "taille" in str(erreur) else f"« {texte} » ne va pas."
        raise argparse.ArgumentTypeError(
            f"il faut des tailles d'au moins 1, comme 5,4,3,3,2. {detail}"
        ) from erreur
    return tailles


def ajoute_regles(mode):
    """Les options qui changent les règles du jeu."""
    mode.add_argument(
        "--xmax", type=entier(1, bn_utiles.XMAX_LIMITE), default=10, help="nombre de colonnes (10)"
    )
    mode.add_argument(
        "--ymax", type=entier(1, bn_utiles.YMAX_LIMITE), default=10, help="nombre de lignes (10)"
    )
    mode.add_argument(
        "--bateaux", type=flotte, default=bn_utiles.FLOTTE, help="tailles des bateaux (5,4,3,3,2)"
    )
