"""Un carnet seul par TP, pour Capytale, Basthon ou Moodle : `python -m autograder capytale`.

Ces plateformes ne prennent qu'un fichier `.ipynb`. Chaque carnet se suffit donc à lui-même :
l'énoncé, le code donné, une cellule par exercice, et sa vérification juste dessous. Les TP
d'avant y sont résolus. La bibliothèque standard suffit.

Une méthode s'écrit comme une fonction, que la dernière ligne de la cellule range dans sa classe
(`Grille.reinit = reinit`) : la cellule peut être exécutée autant de fois que l'on veut. Le
correcteur recolle ces morceaux en un module (`autograder.classe.carnets_rendus`).
"""

import ast
import base64
import json
import re
import textwrap
import zlib
from pathlib import Path

from autograder.fabrique import chasses, distribuer, questions, squelettes
from lessons.verificateur.source import fermeture, importes
from notebooks.construire import METADONNEES

VERIFICATEUR = squelettes.LESSONS / "verificateur"
SECTION = re.compile(r"^(?=#{2,3} )", re.MULTILINE)
TITRE_EXERCICE = re.compile(r"### [★ ]*(tp\d+\.\w+) ")
LIGNE_VERIFIE = re.compile(r"^Vérifie : `tp.*`\n?", re.MULTILINE)
FICHIER_A_COMPLETER = re.compile(r"Fichier à compléter : `\w+\.py`\.\s(?:Carnet.*\n)?")
PIRATES = "## Coule la flotte pirate"
ESSAIS = re.compile(r"`essais_tp\d+\.py`")
CHASSES = re.compile(r"\b(?:Lance la|La) chasse\s?:.*?(?=\n\n|\Z)", re.DOTALL)  # des commandes
COMMENTAIRE = re.compile(r"^<!--.*?-->\n", re.MULTILINE)
# Ce que l'énoncé dit des fichiers, de Thonny ou d'un terminal, et ce qu'on lit dans un carnet.
DANS_UN_CARNET = [
    (
        r"tape `prevois (P\d+\.\d+)` suivi de ta réponse",
        r'écris ta réponse dans `prevois("\1", "")`',
    ),
    (r"Dans `\w+\.py`, cherche `def (\w+)`", r"Dans la cellule qui suit, cherche `def \1`"),
    (r"^Bloqué \? Tape `indice .*?\n\n", ""),
    (r"F5 dans .*? Tape-y \(", "Essaie dans une nouvelle cellule ("),
    (r"\(F5, puis dans la console", "(dans une nouvelle cellule"),
    (r"(?:Après F5, colle|colle) ceci dans la console", "Colle ceci dans une nouvelle cellule"),
    (r"Chronomètre dans la console", "Chronomètre dans une nouvelle cellule"),
]

MODE_D_EMPLOI = """\
## Comment travailler

Tout se passe dans ce carnet. Exécute d'abord la cellule ci-dessous (*Maj + Entrée*) : elle prépare
le travail. Exécute aussi chaque cellule « code donné », sans la modifier. Ce qui est replié
s'ouvre d'un clic.

Pour chaque exercice : lis l'exemple fait à la main, réponds à « Prévois » dans la cellule
`prevois(…)`, complète la cellule de l'exercice, exécute-la, puis exécute la cellule `verifie(…)`
qui la suit.

- Bloqué ? `indice("{exemple}")` donne un indice, puis un autre si tu recommences.
- `dessine(g)` dessine une grille `g`.
- `lis("bn_utiles")` montre le code donné (`{modules}`).
- Une méthode est écrite ici comme une fonction. La dernière ligne de la cellule la range dans sa
  classe : garde-la.
"""
APRES_REPRISE = """\
Si la page se recharge, exécute de nouveau toutes les cellules depuis le début.
"""
FIN = """\
## Pour vérifier tout le TP

Exécute la cellule ci-dessous. Pour rendre ton travail, enregistre ce carnet et rends-le sur ta
plateforme : c'est lui qui est corrigé.
"""
ENTETE_OUTILS = """\
# Cellule donnée : exécute-la en premier, sans la modifier. Elle contient, comprimés, le
# vérificateur et les modules donnés ; lis("bn_utiles") les affiche.
"""
INSTALLE_PAQUET = """\
import importlib.abc, importlib.util, sys

class Paquet(importlib.abc.MetaPathFinder, importlib.abc.ExecutionLoader):
    def find_spec(self, nom, chemin=None, cible=None):
        paquet, _, module = nom.partition(".")
        if paquet == "verificateur" and (module or "__init__") in outils:
            return importlib.util.spec_from_loader(nom, self, is_package=not module)
    def get_filename(self, nom):
        return "<" + nom + ">"
    def get_source(self, nom):
        return outils[nom.partition(".")[2] or "__init__"]

sys.meta_path.insert(0, Paquet())
from verificateur import carnet
carnet.installe(donnees, sources, espace)
"""
ENTETE_DONNE = "# Du code donné : exécute cette cellule, et lis-la si tu veux.\n\n"
RANGE = "# Cette ligne range la fonction dans la classe {classe} : garde-la.\n{cible} = {nom}"


def tps(donnees):
    """Les TP que l'on peut faire dans un carnet seul : ceux qui ont des exercices de base."""
    numeros = {e["tp"] for e in donnees["exercice"] if e["etoiles"] == 0}
    return [tp for tp in donnees["tp"] if tp["numero"] in numeros]


# ----------------------------------------------------------------- le code


def code_donne(texte, cibles):
    """Les morceaux du module sans ses exercices : liste de (ligne, code).

    Un morceau sert aux exercices écrits à partir de cette ligne du fichier : la première cellule à
    compléter n'attend pas derrière tout le code du TP. Des fonctions données juste après un
    exercice lui servent aussi.

    >>> texte = "import random\\ndef f(): pass\\nA = 1\\nclass B:\\n    x = 1\\n"
    >>> code_donne(texte, ["f"])
    [(1, 'import random\\n'), (2, 'A = 1\\n'), (4, 'class B:\\n    x = 1\\n')]
    """
    arbre = squelettes.analyse(texte)
    otes = [squelettes.trouve(arbre, cible) for cible in cibles]
    lignes = texte.splitlines()
    for noeud in otes:
        for numero in range(noeud.lineno - 1, noeud.end_lineno):
            lignes[numero] = ""
    morceaux, fin, sert, ouvert = [], 0, 1, False
    for noeud in arbre.body:
        if noeud in otes or isinstance(noeud, (ast.If, ast.Expr)):
            sert, ouvert = noeud.lineno if noeud in otes else sert, False
        else:
            classe = isinstance(noeud, ast.ClassDef)
            code = "\n".join(lignes[fin : noeud.end_lineno])
            if ouvert and not classe:
                morceaux[-1] = (morceaux[-1][0], morceaux[-1][1] + "\n" + code)
            else:
                morceaux.append((noeud.lineno if classe else sert, code))
            ouvert = not classe
            sert = noeud.lineno if classe else sert
        fin = noeud.end_lineno
    return [(ligne, abrege(propre(code))) for ligne, code in morceaux]


def propre(code):
    """Le code, sans les lignes vides qu'ont laissées les exercices."""
    code = re.sub(r"\n{4,}", "\n\n\n", code)
    return re.sub(r"\n{3,}(?= )", "\n\n", code).strip("\n") + "\n"


def abrege(code):
    """Le code donné en moins de lignes : imports serrés, fonctions sans leurs exemples.

    Toutes les plateformes ne replient pas une cellule : l'exercice n'attend pas derrière elle.
    """
    lignes = code.split("\n")
    voulus = (ast.FunctionDef, ast.ImportFrom)
    noeuds = [noeud for noeud in ast.walk(ast.parse(code)) if isinstance(noeud, voulus)]
    for noeud in sorted(noeuds, key=lambda n: n.lineno, reverse=True):
        if isinstance(noeud, ast.ImportFrom):
            lignes[noeud.lineno - 1 : noeud.end_lineno] = import_serre(ast.unparse(noeud))
            continue
        texte = ast.get_docstring(noeud, clean=False)
        if texte and ">>>" in texte:
            docstring = noeud.body[0]
            gardees = texte[: texte.index(">>>")].rstrip().split("\n")
            gardees[0] = " " * docstring.col_offset + '"""' + gardees[0]
            fin = [" " * docstring.col_offset + '"""'] if len(gardees) > 1 else []
            gardees[-1] += "" if fin else '"""'
            lignes[docstring.lineno - 1 : docstring.end_lineno] = gardees + fin
    return "\n".join(lignes)


def import_serre(ligne, largeur=100):
    """Les lignes d'un `from … import …`, aussi peu que possible."""
    if len(ligne) <= largeur:
        return [ligne]
    debut, noms = ligne.split(" import ")
    serres = textwrap.wrap(noms + ",", largeur - 4)
    return [f"{debut} import (", *(f"    {serre}" for serre in serres), ")"]


def code_exercice(texte, cible):
    """La cellule d'un exercice : sa fonction et, pour une méthode, la ligne qui la range.

    >>> print(code_exercice("class A:\\n    def f(self):\\n        return 1\\n", "A.f"))
    def f(self):
        return 1
    <BLANKLINE>
    <BLANKLINE>
    # Cette ligne range la fonction dans la classe A : garde-la.
    A.f = f
    """
    fonction = squelettes.trouve(squelettes.analyse(texte), cible)
    lignes = texte.splitlines()[fonction.lineno - 1 : fonction.end_lineno]
    code = textwrap.dedent("\n".join(lignes))
    if "." in cible:
        classe, nom = cible.split(".")
        code += "\n\n\n" + RANGE.format(classe=classe, cible=cible, nom=nom)
    return code


def cellule_outils(donnees, textes, tp):
    """La cellule qui prépare le carnet : vérificateur, registre de ce TP, modules d'avant."""
    modules = modules_donnes(textes, tp["module"])
    outils = {c.stem: c.read_text(encoding="utf-8") for c in sorted(VERIFICATEUR.glob("*.py"))}
    programme = "\n".join(
        [
            f"outils = {outils!r}",
            f"donnees = {registre_du_tp(donnees, textes, tp)!r}",
            f"sources = { {nom: textes[nom] for nom in modules}!r}",
            INSTALLE_PAQUET,
        ]
    )
    comprime = base64.b64encode(zlib.compress(programme.encode("utf-8"), 9)).decode("ascii")
    # Une seule expression : le correcteur, qui ne garde que les définitions, ne la verra pas.
    return (
        f"{ENTETE_OUTILS}exec(__import__('zlib').decompress(__import__('base64').b64decode("
        f"'{comprime}')).decode('utf-8'), {{'espace': globals()}})"
    )


def modules_donnes(textes, module):
    """Les modules dont `module` se sert, dans l'ordre où il faut les charger."""

    def voisins(nom):
        return [autre for autre in importes(squelettes.analyse(textes[nom])) if autre in textes]

    return fermeture(module, voisins)[:-1]


def registre_du_tp(donnees, textes, tp):
    """Le registre réduit à un TP : ses exercices, et ceux de leurs prérequis qui en sont."""
    complet = json.loads(squelettes.registre_json(donnees, textes, {}))
    exercices = [e for e in complet["exercices"] if e["tp"] == tp["numero"]]
    ici = {e["id"] for e in exercices}
    for exercice in exercices:
        exercice["prerequis"] = [p for p in exercice["prerequis"] if p in ici]
    previsions = [f for f in distribuer.previsions(tp["numero"]) if f["tp"] == tp["numero"]]
    proposees = [c for c in chasses_proposees(donnees, tp["numero"]) if c["exercice"] in ici]
    boites = chasses.deja_faites([c["exercice"] for c in proposees])["chasses"]
    prevues = [c for c in complet["chasses"] if c["exercice"] in boites]
    return {
        "tps": [tp], "exercices": exercices, "squelettes": {}, "previsions": previsions,
        "chasses": prevues, "pirates": boites,
    }  # fmt: skip


def chasses_proposees(donnees, numero):
    """Les chasses que propose l'énoncé de ce TP."""
    debut = f"tp{numero}."
    return [c for c in donnees["chasse"] if c.get("proposee") and c["exercice"].startswith(debut)]


def cellules_pirates(donnees, numero):
    """Les cellules de la flotte pirate : des essais à compléter, puis la chasse."""
    cellules = []
    for prevue in chasses_proposees(donnees, numero):
        nom = prevue["exercice"].split(".")[1]
        corps = textwrap.indent(prevue["depart"].strip("\n"), "    ")
        cellules.append(("code", squelettes.CORPS_ESSAIS.format(nom=nom, corps=corps).strip("\n")))
        cellules.append(("code", f'pirates("{prevue["exercice"]}")'))
    return cellules


# ----------------------------------------------------------------- le carnet


def cellules(donnees, numero, resolu=False):
    """Les cellules du carnet du TP `numero` : liste de (genre, texte)."""
    tp = next(tp for tp in donnees["tp"] if tp["numero"] == numero)
    exercices = {e["id"]: e for e in donnees["exercice"] if e["tp"] == numero}
    textes = squelettes.sources(donnees)
    texte = textes[tp["module"]]
    source = texte if resolu else squelettes.squelettes(donnees, textes)[tp["module"]]
    donne = code_donne(source, [e["cible"] for e in exercices.values()])
    outils = cellule_outils(donnees, textes, tp)
    modules = "`, `".join(modules_donnes(textes, tp["module"]))
    mode_d_emploi = MODE_D_EMPLOI.format(exemple=next(iter(exercices)), modules=modules)
    preparation = [("markdown", mode_d_emploi + "\n" + APRES_REPRISE), ("code", outils)]
    liste, cours = [], []
    for section in sections(tp["module"]):
        titre = TITRE_EXERCICE.match(section)
        if preparation and section.startswith("## "):
            if not annonce_exercices(section):
                cours.append(replie(section))
                continue
            liste += [("markdown", "\n\n".join(cours))] if cours else []
            liste += preparation
            preparation = []
        if titre:
            exercice = exercices.pop(titre[1])
        liste.append(("markdown", section))
        liste += [("code", f'prevois("{numero}", "")') for numero in questions.entieres(section)]
        if titre:
            liste += a_donner(donne, source, exercice["cible"])
            liste.append(("code", code_exercice(source, exercice["cible"])))
            liste.append(("code", f'verifie("{titre[1]}")'))
        elif section.startswith(FIN.split("\n")[0]):
            liste.append(("code", "verifie()"))
        elif section.startswith(PIRATES):
            liste += cellules_pirates(donnees, numero)
    if exercices:
        raise ValueError(f"L'énoncé de {tp['module']} ne parle pas de {', '.join(exercices)}.")
    return liste


def a_donner(donne, source, cible):
    """La cellule de code donné qu'il faut pour cet exercice (ou rien) ; ôte ce qu'elle donne."""
    ligne = squelettes.trouve(squelettes.analyse(source), cible).lineno
    morceaux = [code for debut, code in donne if debut <= ligne]
    donne[:] = [(debut, code) for debut, code in donne if debut > ligne]
    return [("code", ENTETE_DONNE + "\n\n".join(morceaux))] if morceaux else []


def replie(section):
    """Une partie du cours, repliée sous son titre : on l'ouvre quand on en a besoin."""
    titre, _, suite = section.partition("\n")
    titre = titre.lstrip("# ")
    return f"<details>\n<summary><b>{titre}</b></summary>\n\n{suite.strip()}\n\n</details>"


def annonce_exercices(section):
    """True pour le titre qui ouvre les exercices (« Exercices », « Partie A : … »)."""
    return section.startswith(("## Exercices", "## Partie A"))


def sections(module):
    """Les morceaux de l'énoncé, adaptés à un carnet seul : plus de fichier ni de terminal."""
    enonce = (squelettes.LESSONS / f"{module}.md").read_text(encoding="utf-8")
    enonce = FICHIER_A_COMPLETER.sub("", COMMENTAIRE.sub("", enonce))
    enonce = LIGNE_VERIFIE.sub("", enonce)
    for fichiers, ici in DANS_UN_CARNET:
        cherche = fichiers.replace(" ", r"\s")  # l'énoncé va à la ligne où il veut
        enonce = re.sub(cherche, ici, enonce, flags=re.MULTILINE | re.DOTALL)
    morceaux = []
    for section in SECTION.split(enonce):
        if section.startswith(("## Comment travailler", "## Joue")):
            continue
        if section.startswith("## Pour vérifier tout le TP"):
            section = FIN + suite_de_la_fin(section)
        if section.startswith(PIRATES):
            section = ESSAIS.sub("les cellules qui suivent", CHASSES.sub("", section))
        morceaux.append(section.strip("\n"))
    return [morceau for morceau in morceaux if morceau]


def suite_de_la_fin(section):
    """Les exemples de code qui terminent l'énoncé, à essayer dans une cellule."""
    blocs = re.findall(r"^```python\n.*?^```\n", section, re.MULTILINE | re.DOTALL)
    return "\nPuis essaie, dans une nouvelle cellule :\n\n" + "\n".join(blocs) if blocs else ""


def carnet(donnees, numero, resolu=False):
    """Le texte du fichier `.ipynb` du TP `numero` (résolu : pour l'enseignant).

    Il est au format 4.4. Le 4.5 veut un identifiant par cellule : une plateforme qui n'en donne pas
    aux cellules ajoutées par l'élève en ferait un carnet invalide.
    """
    import nbformat  # seulement ici : les autres commandes s'en passent

    fabriques = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    liste = [fabriques[genre](texte) for genre, texte in cellules(donnees, numero, resolu)]
    for cellule in liste:
        del cellule["id"]
        if cellule.source.startswith((ENTETE_OUTILS, ENTETE_DONNE)):
            cellule.metadata["jupyter"] = {
                "source_hidden": True
            }  # repliée, là où l'on sait le faire
    document = nbformat.v4.new_notebook(cells=liste, metadata=METADONNEES, nbformat_minor=4)
    return nbformat.writes(document) + "\n"


# ----------------------------------------------------------------- la commande


def ajoute_commande(sous_commandes):
    """Déclare la commande `capytale`."""
    analyseur = sous_commandes.add_parser(
        "capytale",
        help="fabrique un carnet seul par TP, pour Capytale, Basthon ou Moodle",
        description="Fabrique un carnet par TP, qui se suffit à lui-même : énoncé, cellules à "
        "compléter, vérifications. La commande corriger le note comme le fichier du TP.",
    )
    numeros = [tp["numero"] for tp in tps(squelettes.lit_registre())]
    analyseur.add_argument(
        "--tp", metavar="N", type=int, choices=numeros, help="seulement le TP N (sinon : tous)"
    )
    analyseur.add_argument(
        "--sortie", metavar="DOSSIER", type=Path, default=Path("capytale"), help="où les écrire"
    )
    analyseur.add_argument(
        "--avec-corrige", action="store_true", help="carnets résolus, pour l'enseignant"
    )
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Écrit les carnets et dit où ils sont."""
    donnees = squelettes.lit_registre()
    options.sortie.mkdir(parents=True, exist_ok=True)
    for tp in tps(donnees):
        if options.tp in (None, tp["numero"]):
            chemin = options.sortie / f"{tp['module']}.ipynb"
            texte = carnet(donnees, tp["numero"], options.avec_corrige)
            chemin.write_text(texte, encoding="utf-8", newline="\n")
            print(f"{chemin} : {len(texte) // 1024} Ko.")
    if options.avec_corrige:
        print("Ces carnets sont résolus : ne les donnez pas aux élèves.")
    return 0
