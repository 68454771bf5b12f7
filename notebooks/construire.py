"""Fabrique les carnets `.ipynb` à partir des sources lisibles de `sources/`.

    python -m notebooks.construire             refait les carnets et flottes.json
    python -m notebooks.construire --verifie   échoue si l'un d'eux n'est plus à jour

Une source est un fichier Python que jupytext sait lire : `# %%` ouvre une cellule de code,
`# %% [markdown]` une cellule de texte, dont chaque ligne commence par `# `. Un carnet n'a ni
résultat ni numéro d'exécution ; ses cellules ont toujours les mêmes identifiants. Le repère
`{TOUT_EXECUTER}` y devient les mots que l'on lit dans les menus de JupyterLab.
"""

import json
import random
import re
import sys
from pathlib import Path

from lessons.verificateur.ecran import insecables_en_prose
from solutions import tp2_placement as tp2
from solutions.jeu.analyseur import AnalyseurFrancais

ICI = Path(__file__).resolve().parent
SOURCES = ICI / "sources"
FLOTTES = ICI.parent / "lessons" / "verificateur" / "flottes.json"
GRAINE = 2016
EN_FRANCAIS = "menu *Exécution*, puis *Exécuter toutes les cellules*"
TOUT_EXECUTER = f"menu *Run*, puis *Run All Cells* (en français\N{NO-BREAK SPACE}: {EN_FRANCAIS})"
METADONNEES = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}

# Nom, colonnes, lignes, bateaux, nombre de flottes gardées.
REGLES = [
    ("classique", 10, 10, (5, 4, 3, 3, 2), 60),
    ("rapide", 6, 6, (3, 2, 2), 30),
    ("petite", 8, 5, (4, 3, 2), 40),
    ("minuscule", 4, 3, (2, 1), 20),
    ("grande", 15, 12, (6, 5, 4, 4, 3, 2), 20),
]


def carnet(source):
    """Le texte du fichier `.ipynb` que donne le fichier source."""
    import jupytext  # seulement ici : les autres commandes s'en passent
    import nbformat

    texte = source.read_text(encoding="utf-8").replace("{TOUT_EXECUTER}", TOUT_EXECUTER)
    document = jupytext.reads(texte, fmt="py:percent")
    for rang, cellule in enumerate(document.cells, 1):
        cellule.id = f"{source.stem}-{rang}".replace("_", "-")
        if cellule.cell_type == "markdown":
            cellule.source = soigne(cellule.source)
    document.metadata = nbformat.from_dict(METADONNEES)
    nbformat.validate(document)
    return nbformat.writes(document) + "\n"


def soigne(texte):
    """Le texte d'une cellule, où aucune ligne ne commence par « ? » ; ni le code ni les programmes.

    >>> soigne("Quoi ? `a : b`") == "Quoi\xa0? `a : b`"
    True
    """
    morceaux = re.split(r"(```.*?```|`[^`]*`|^ {4}.*$)", texte, flags=re.DOTALL | re.MULTILINE)
    return "".join(m if rang % 2 else insecables_en_prose(m) for rang, m in enumerate(morceaux))


def flottes():
    """Le texte de `flottes.json` : des flottes cachées, tirées uniformément, toujours les mêmes."""
    noms_sens = {tp2.DROITE: "H", tp2.BAS: "V"}
    blocs = []
    for nom, xmax, ymax, tailles, combien in REGLES:
        grille = tp2.Grille(xmax, ymax, tailles)
        grille.hasard = random.Random(f"{GRAINE} {nom}")
        grille.get_possibles()
        lignes = []
        while len(lignes) < combien:
            flotte = grille.essai_uniforme()
            if flotte is not None:
                bateaux = [[b.taille, *b.start, noms_sens[b.sens]] for b in flotte]
                lignes.append("   " + json.dumps(bateaux))
        tete = json.dumps({"nom": nom, "xmax": xmax, "ymax": ymax, "tailles": tailles})
        blocs.append(f'  {tete[:-1]}, "flottes": [\n' + ",\n".join(lignes) + "\n  ]}")
    return '{\n "regles": [\n' + ",\n".join(blocs) + "\n ]\n}\n"


def produits():
    """{chemin: texte} de tout ce que fabrique ce module."""
    fichiers = {ICI / f"{s.stem}.ipynb": carnet(s) for s in sorted(SOURCES.glob("*.py"))}
    fichiers[FLOTTES] = flottes()
    return fichiers


def perimes():
    """Les fichiers absents, ou qui ne correspondent plus à leur source."""
    return [
        chemin
        for chemin, texte in produits().items()
        if not chemin.is_file() or chemin.read_text(encoding="utf-8") != texte
    ]


def construit(options):
    """La commande : écrit les carnets, ou vérifie qu'ils sont à jour. Renvoie le code de sortie."""
    anciens = perimes()
    if options.verifie:
        for chemin in anciens:
            print(f"{chemin.name} n'est plus à jour : lance python -m notebooks.construire")
        return 1 if anciens else 0
    for chemin, texte in produits().items():
        if chemin in anciens:
            chemin.write_text(texte, encoding="utf-8", newline="\n")
            print(f"{chemin.name} refait.")
    print("Les carnets sont à jour.")
    return 0


def ajoute_options(analyseur):
    """Déclare les options de la commande."""
    analyseur.add_argument(
        "--verifie", action="store_true", help="échoue si un carnet n'est plus à jour"
    )
    analyseur.set_defaults(fonction=construit)


def ajoute_commande(sous_commandes):
    """Ajoute la commande « carnets » à `python -m autograder`."""
    aide = "refait les carnets à partir de leurs sources"
    ajoute_options(sous_commandes.add_parser("carnets", help=aide, description=aide))


def main(arguments=None):
    """Point d'entrée de `python -m notebooks.construire`."""
    analyseur = AnalyseurFrancais(prog="python -m notebooks.construire")
    ajoute_options(analyseur)
    options = analyseur.parse_args(arguments)
    return options.fonction(options)


if __name__ == "__main__":
    sys.exit(main())
