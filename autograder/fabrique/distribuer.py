"""Fabrique l'archive à donner aux élèves : `python -m autograder distribuer`.

L'archive contient un dossier `bataille_navale` : les énoncés, les fichiers à compléter, le
vérificateur, les indices et les carnets. Ni corrigé, ni tests cachés, ni guide.

Elle marche seule : il suffit de Python 3.8. `--tps 2-4` ne garde que ces TP ; ceux d'avant,
dont ils se servent, sont donnés résolus pour que personne ne reste bloqué. `--tp 3` est une
façon courte d'écrire `--tps 3-` (du TP3 au dernier).

Quand des TP sont donnés résolus, l'élève a souvent déjà un dossier avec ses propres fichiers,
et décompresser par-dessus ne doit rien lui prendre. Or une archive remplace toujours les
fichiers de même nom. Les fichiers des TP ne sont donc pas dans l'archive sous leur nom : ils
sont dans `fichiers_de_depart.json`, et le vérificateur crée, à son premier lancement, seulement
ceux qui manquent. L'archive qui commence au TP1 ne donne aucun TP résolu : elle contient
directement les fichiers à compléter, et se décompresse dans un dossier neuf.
"""

import argparse
import json
import re
import zipfile
from pathlib import Path

from autograder import RACINE
from autograder.fabrique import squelettes

DOSSIER = "bataille_navale"
DEPART = "fichiers_de_depart.json"
CARNETS = RACINE / "notebooks"
DATE = (2020, 1, 1, 0, 0, 0)  # la même pour tous : deux archives identiques ont les mêmes octets
ENONCES = {".md", ".png", ".svg"}

LISEZ_MOI_DEBUT = """\
Bataille navale : les TP
========================

1. Décompresse l'archive : ne travaille pas dedans.
2. Ouvre verifier.py dans Thonny et appuie sur F5 (ou, dans un terminal : python verifier.py).
"""
LISEZ_MOI_NEUF = """\
3. Il te dit par quel exercice commencer, et dans quel fichier. L'énoncé est à côté, dans le
   fichier .md du même nom.

Décompresse cette archive dans un dossier neuf : par-dessus un dossier où tu as déjà travaillé,
elle remplacerait tes fichiers.
"""
LISEZ_MOI_SUITE = """\
3. À son premier lancement, il crée les fichiers des TP qui manquent : {resolus} avec
   une solution, les suivants à compléter. L'énoncé est à côté, dans le fichier .md du même nom.

Tu as déjà un dossier bataille_navale avec ton travail ? Décompresse l'archive par-dessus : tes
fichiers sont gardés, y compris ceux des premiers TP. Pour prendre quand même la solution du
TP1, lance verifier.py et tape : recommencer tp1 (ton fichier est gardé sous un autre nom).
"""


def contenu(premier, dernier):
    """`{nom dans l'archive: octets}` de l'archive des TP `premier` à `dernier`."""
    donnees = squelettes.lit_registre()
    donnees["tp"] = [tp for tp in donnees["tp"] if tp["numero"] <= dernier]
    donnees["exercice"] = [e for e in donnees["exercice"] if e["tp"] <= dernier]
    textes = squelettes.sources(donnees)
    textes_eleve = squelettes.squelettes(donnees, textes)
    lecons = RACINE / "lessons"
    fichiers = {"verifier.py": (lecons / "verifier.py").read_text(encoding="utf-8")}
    for chemin in sorted((lecons / "verificateur").glob("*.py")):
        fichiers[f"verificateur/{chemin.name}"] = chemin.read_text(encoding="utf-8")
    registre = squelettes.registre_json(donnees, textes, textes_eleve)
    fichiers["verificateur/registre.json"] = registre
    modules_tp = [tp["module"] for tp in donnees["tp"]]
    donnes = {m + ".py": texte for m, texte in textes_eleve.items() if m not in modules_tp}
    fichiers.update(donnes)
    resolus = [tp for tp in donnees["tp"] if tp["numero"] < premier]
    if resolus:
        fichiers.update(suite_de_parcours(resolus, modules_tp, textes, textes_eleve))
    else:
        fichiers.update({module + ".py": textes_eleve[module] for module in modules_tp})
        fichiers["LISEZ-MOI.txt"] = LISEZ_MOI_DEBUT + LISEZ_MOI_NEUF
    octets = {nom: texte.encode("utf-8") for nom, texte in fichiers.items()}
    return {**octets, **enonces(dernier), **carnets(dernier)}


def suite_de_parcours(resolus, modules_tp, textes, textes_eleve):
    """Les fichiers propres à une archive où des TP sont donnés résolus."""
    depart = {module: textes_eleve[module] for module in modules_tp}
    for tp in resolus:
        depart[tp["module"]] = squelettes.avec_verifier(textes[tp["module"]], tp["numero"])
    contenu = {"resolus": [tp["module"] for tp in resolus], "fichiers": depart}
    noms = ", ".join(f"TP{tp['numero']}" for tp in resolus)
    return {
        DEPART: json.dumps(contenu, ensure_ascii=False, indent=1) + "\n",
        "LISEZ-MOI.txt": LISEZ_MOI_DEBUT + LISEZ_MOI_SUITE.format(resolus=noms),
    }


def enonces(dernier):
    """Les énoncés et leurs images, jusqu'au TP `dernier`."""
    dossier = RACINE / "lessons"
    trouves = {
        chemin.relative_to(dossier).as_posix(): chemin.read_bytes()
        for chemin in sorted(dossier.rglob("*"))
        if chemin.suffix in ENONCES and concerne(chemin.name, dernier)
    }
    if "README.md" in trouves:
        texte = trouves["README.md"].decode("utf-8")
        trouves["README.md"] = sans_liens_morts(texte, dernier).encode("utf-8")
    return trouves


def sans_liens_morts(texte, dernier):
    """Le texte sans les lignes qui mènent à l'énoncé d'un TP absent de l'archive.

    >>> sans_liens_morts("[un](tp1_grille.md)\\n[deux](tp2_placement.md)\\n", 1)
    '[un](tp1_grille.md)\\n'
    """
    lignes = texte.splitlines(keepends=True)
    return "".join(
        ligne
        for ligne in lignes
        if all(concerne(lien, dernier) for lien in re.findall(r"\]\((tp\w+\.md)", ligne))
    )


def carnets(dernier, dossier=CARNETS):
    """Les carnets pour les élèves et l'atelier dont ils se servent.

    Un carnet qui importe `projection` est pour l'enseignant ; ceux des TP qui viennent après
    `dernier` n'y sont pas non plus.
    """
    trouves = {}
    for chemin in sorted([*dossier.glob("*.ipynb"), *(dossier / "atelier").rglob("*.*")]):
        if {"__pycache__", ".ipynb_checkpoints"} & set(chemin.parts) or not chemin.is_file():
            continue
        octets, carnet = chemin.read_bytes(), chemin.suffix == ".ipynb"
        if not carnet or (concerne(chemin.name, dernier) and b"from projection" not in octets):
            trouves[f"notebooks/{chemin.relative_to(dossier).as_posix()}"] = octets
    return trouves


def concerne(nom, dernier):
    """True si ce fichier n'est pas celui d'un TP qui vient après `dernier`.

    >>> concerne("tp2_placement.md", 3), concerne("tp4_tir.md", 3), concerne("x.png", 3)
    (True, False, True)
    """
    numero = re.match(r"tp(\d+)", nom)
    return numero is None or int(numero.group(1)) <= dernier


def ecrit_archive(chemin, fichiers):
    """Écrit le zip : mêmes fichiers, mêmes octets, quels que soient le jour et la machine."""
    with zipfile.ZipFile(chemin, "w") as archive:
        for nom in sorted(fichiers):
            infos = zipfile.ZipInfo(f"{DOSSIER}/{nom}", DATE)
            infos.compress_type = zipfile.ZIP_DEFLATED
            infos.create_system = 3
            infos.external_attr = 0o100644 << 16
            archive.writestr(infos, fichiers[nom], compresslevel=9)


# ----------------------------------------------------------------- la commande


def intervalle(texte):
    """Type d'argument : « 1-3 », « 3- » ou « 2 » ; renvoie (premier, dernier)."""
    trouve = re.fullmatch(r"(\d+)(-?)(\d*)", texte)
    numeros = [tp["numero"] for tp in squelettes.lit_registre()["tp"]]
    if trouve:
        premier = int(trouve.group(1))
        dernier = int(trouve.group(3) or (max(numeros) if trouve.group(2) else premier))
        if premier in numeros and dernier in numeros and premier <= dernier:
            return premier, dernier
    raise argparse.ArgumentTypeError(
        f"écris par exemple 1-3 : les TP vont de {min(numeros)} à {max(numeros)}."
    )


def a_partir_de(texte):
    """Type d'argument : « 3 » ; renvoie (3, dernier TP)."""
    return intervalle(f"{texte}-")


def ajoute_commande(sous_commandes):
    """Déclare la commande `distribuer`."""
    analyseur = sous_commandes.add_parser(
        "distribuer",
        help="fabrique l'archive à donner aux élèves",
        description="Fabrique le zip des élèves : énoncés, fichiers à compléter, vérificateur.",
    )
    choix = analyseur.add_mutually_exclusive_group()
    choix.add_argument(
        "--tp",
        metavar="N",
        type=a_partir_de,
        dest="tps",
        help="à partir du TP N ; les TP d'avant sont donnés résolus",
    )
    choix.add_argument(
        "--tps", metavar="A-B", type=intervalle, help="seulement les TP A à B (1-3, par exemple)"
    )
    analyseur.add_argument(
        "--sortie", metavar="CHEMIN", type=Path, help="le zip à écrire, ou le dossier où l'écrire"
    )
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Écrit l'archive et dit où elle est."""
    tous = intervalle("1-")
    premier, dernier = options.tps or tous
    entiere = (premier, dernier) == tous
    nom = "bataille_navale.zip" if entiere else f"bataille_navale_tp{premier}-{dernier}.zip"
    chemin = options.sortie or Path(nom)
    if chemin.suffix.lower() != ".zip":
        chemin = chemin / nom
    chemin.parent.mkdir(parents=True, exist_ok=True)
    fichiers = contenu(premier, dernier)
    ecrit_archive(chemin, fichiers)
    print(f"{chemin} : {len(fichiers)} fichiers, TP{premier} à TP{dernier}.")
    if premier > 1:
        print(f"Les TP d'avant le TP{premier} y sont résolus ; ceux des élèves sont gardés.")
    return 0
