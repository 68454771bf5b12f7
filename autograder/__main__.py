"""La porte de l'enseignant : `python -m autograder commande`, ou `bataille-prof commande`.

La seconde ne cherche aucun module dans le dossier courant : à préférer dans celui d'une copie.

Chaque commande est un module qui déclare ses options dans `ajoute_commande`. Seul le module de
la commande demandée est importé : ce dont une commande a besoin ne gêne pas les autres.
"""

import importlib
import os
import sys

from lessons.verificateur.rangement import raison_du_refus
from solutions.jeu.analyseur import AnalyseurFrancais
from solutions.jeu.ecran import sortie_sure

SCRIPT = "bataille-prof"  # le nom installé de cette porte (pyproject.toml)

# {commande: (module, ligne d'aide)}
COMMANDES = {
    "distribuer": ("autograder.fabrique.distribuer", "fabrique l'archive à donner aux élèves"),
    "capytale": (
        "autograder.fabrique.capytale",
        "fabrique un carnet seul par TP, pour Capytale, Basthon ou Moodle",
    ),
    "site": (
        "autograder.fabrique.site",
        "fabrique le site où les élèves travaillent sans rien installer",
    ),
    "livraison": (
        "autograder.fabrique.livraison",
        "fabrique tout ce que l'on donne : archives, carnets seuls, énoncés, site",
    ),
    "copie": ("autograder.classe.une_copie", "corrige une seule copie"),
    "corriger": ("autograder.classe.corriger", "corrige les copies d'une classe"),
    "pirates": (
        "autograder.fabrique.preuves",
        "montre les chasses aux pirates, ou prouve qu'elles sont justes",
    ),
    "tournoi": (
        "autograder.tournoi.commande",
        "fait jouer l'Ordi de chaque élève (mon_ordi.py) contre ceux de la classe",
    ),
    "banc": (
        "autograder.classe.banc",
        "mesure le temps et la mémoire de la correction sur cette machine",
    ),
    "squelettes": (
        "autograder.fabrique.squelettes",
        "fabrique les squelettes des élèves, les essais publics, registre.json",
    ),
    "enonces": (
        "autograder.fabrique.enonces",
        "refait les dessins et les transcriptions des énoncés",
    ),
    "carnets": ("notebooks.construire", "refait les carnets à partir de leurs sources"),
    "exercice": (
        "autograder.fabrique.exercice",
        "vérifie un exercice en entier, du corrigé au guide",
    ),
}

DE_DEVELOPPEMENT = ("jupytext",)  # ce que l'installation ordinaire n'apporte pas


def analyseur(demandee=None):
    """L'analyseur de la ligne de commande ; seule la commande demandée a ses options."""
    principal = AnalyseurFrancais(
        prog=SCRIPT if SCRIPT in os.path.basename(sys.argv[0]) else "python -m autograder",
        description="Les outils de l'enseignant : archives pour les élèves, correction, notes. "
        f"Hors du dossier du kit, et surtout dans celui d'une copie, lancez plutôt {SCRIPT} : "
        "python -m y prendrait les fichiers d'un élève pour ceux de Python.",
    )
    sous_commandes = principal.add_subparsers(
        title="commandes", metavar="commande", parser_class=AnalyseurFrancais
    )
    for nom, (module, aide) in COMMANDES.items():
        if nom == demandee:
            importlib.import_module(module).ajoute_commande(sous_commandes)
        else:
            sous_commandes.add_parser(nom, help=aide)
    return principal


def ce_qui_manque(erreur, commande):
    """La phrase qui dit quoi installer quand un module manque.

    >>> ce_qui_manque(ModuleNotFoundError(name="nbformat.v4"), "carnets").split(" : ")[0]
    'La commande carnets a besoin de nbformat, qui manque'
    """
    nom = (erreur.name or str(erreur)).partition(".")[0]
    if nom in sys.stdlib_module_names:
        remede = (
            "installez un Python complet, celui de python.org "
            f"(sous Debian et Ubuntu, le paquet python3-{nom})"
        )
    else:
        quoi = '".[dev]"' if nom in DE_DEVELOPPEMENT else "."
        remede = f"dans le dossier du kit, lancez python -m pip install --editable {quoi}"
    return f"La commande {commande} a besoin de {nom}, qui manque : {remede}"


def main(argv=None):
    """Exécute une commande et renvoie le code de sortie (0 : tout va bien)."""
    sortie_sure()
    arguments = sys.argv[1:] if argv is None else argv
    demandee = next((mot for mot in arguments if not mot.startswith("-")), None)
    try:
        principal = analyseur(demandee)
        options = principal.parse_args(arguments)
        if not hasattr(options, "fonction"):
            principal.print_help()
            return 0
        return options.fonction(options) or 0
    except KeyboardInterrupt:
        print("\nInterrompu.", file=sys.stderr)
        return 130
    except ImportError as erreur:
        print(ce_qui_manque(erreur, demandee), file=sys.stderr)
        return 1
    except OSError as erreur:
        endroit = f" ({erreur.filename})" if erreur.filename else ""
        print(
            f"Lecture ou écriture impossible{endroit} : {raison_du_refus(erreur)}.", file=sys.stderr
        )
        return 1


if __name__ == "__main__":
    sys.exit(main())
