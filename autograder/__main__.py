"""La porte de l'enseignant : `python -m autograder commande`.

Chaque commande est un module qui déclare ses options dans `ajoute_commande`.
"""

import sys

from autograder.classe import banc, corriger
from autograder.fabrique import capytale, distribuer, enonces, exercice, site, squelettes
from notebooks import construire
from solutions.analyseur import AnalyseurFrancais

# Ce que seules certaines commandes emploient : importé quand elles s'exécutent.
PAQUETS = ("jinja2", "jupytext", "nbformat")
COMMANDES = [distribuer, capytale, site, corriger, banc, squelettes, enonces, construire, exercice]


def analyseur():
    """L'analyseur de la ligne de commande, avec toutes les commandes."""
    principal = AnalyseurFrancais(
        prog="python -m autograder",
        description="Les outils de l'enseignant : archives pour les élèves, correction, notes.",
    )
    sous_commandes = principal.add_subparsers(
        title="commandes", metavar="commande", parser_class=AnalyseurFrancais
    )
    for module in COMMANDES:
        module.ajoute_commande(sous_commandes)
    return principal


def main(argv=None):
    """Exécute une commande et renvoie le code de sortie (0 : tout va bien)."""
    principal = analyseur()
    options = principal.parse_args(argv)
    if not hasattr(options, "fonction"):
        principal.print_help()
        return 0
    try:
        return options.fonction(options) or 0
    except KeyboardInterrupt:
        print("\nInterrompu.", file=sys.stderr)
        return 130
    except ModuleNotFoundError as erreur:
        if erreur.name not in PAQUETS:
            raise
        print(f"Il manque {erreur.name} : pip install {erreur.name}", file=sys.stderr)
        return 1
    except OSError as erreur:
        endroit = f" ({erreur.filename})" if erreur.filename else ""
        print(
            f"Fichier impossible à lire ou à écrire{endroit} : {erreur.strerror}.", file=sys.stderr
        )
        return 1


if __name__ == "__main__":
    sys.exit(main())
