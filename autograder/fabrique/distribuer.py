"""Fabrique l'archive à donner aux élèves : `python -m autograder distribuer`.

L'archive contient un dossier `bataille_navale`. En haut, ce que l'élève lit et lance : le
`README.md`, les énoncés (et les mêmes en `.html`), `verifier.py`, les modules donnés, le dossier
`notebooks`. Tout le reste est dans `verificateur`. Ni corrigé, ni tests cachés, ni guide.

Elle marche seule : il suffit de Python 3.8. `--tps 2-4` ne garde que ces TP ; ceux d'avant,
dont ils se servent, sont donnés résolus pour que personne ne reste bloqué. `--tp 3` est une
façon courte d'écrire `--tps 3-` (du TP3 au dernier).

Toute archive se décompresse par-dessus un dossier où l'élève a déjà travaillé, sans rien lui
prendre. Or une archive remplace toujours les fichiers de même nom. Ceux que l'élève complète
(fichiers et carnets des TP) n'y sont donc pas sous leur nom : ils sont dans
`verificateur/depart.json`, et le vérificateur crée, à son premier lancement, seulement ceux qui
manquent. `verificateur/anciens.json` lui dit quels fichiers des versions d'avant ne servent plus :
il les ôte si leur contenu est exactement celui qui a été publié, et les laisse sinon.
"""

import argparse
import itertools
import json
import re
import zipfile
import zlib
from functools import cache
from pathlib import Path

from autograder import RACINE
from autograder.fabrique import chasses, edition, publies, questions, squelettes
from lessons.verificateur import prevois
from lessons.verificateur.rangement import ANCIENS, DEPART

DOSSIER = "bataille_navale"
LECONS = RACINE / "lessons"
CARNETS = RACINE / "notebooks"
JOUR = (2020, 1, 1)  # le même pour tous : deux archives identiques ont les mêmes octets
ENONCES = {".md", ".png", ".svg"}
TOURNOI = "tournoi.md"  # vient avec le fichier libre de l'élève, mon_ordi.py

MARQUE_RESOLUS = "<!-- archive: resolus -->\n"  # dans README.md, la place de ce qui suit
RESOLUS = """
**Ici, {noms} {sont} avec une solution** : tu commences au TP{premier}. Tu as déjà ton propre
fichier ? C'est le tien qui reste. Pour prendre la solution à sa place, tape `recommencer tp1`.
"""


# ----------------------------------------------------------------- le contenu


def contenu(premier, dernier, pirates_ouverts=False):
    """`{nom dans l'archive: octets}` de l'archive des TP `premier` à `dernier`."""
    sortes = pieces(premier, dernier, pirates_ouverts)
    depart = {**sortes["depart"], **sortes["resolus"]}
    entiere = pieces(*tous_les_tps())
    anciens = publies.anciens({*entiere["kit"], *entiere["depart"]}, sortes["depart"])
    textes = {chemin: octets.decode("utf-8") for chemin, octets in sorted(depart.items())}
    return {
        **sortes["kit"],
        f"verificateur/{DEPART}": en_json(textes),
        f"verificateur/{ANCIENS}": en_json(anciens),
    }


def dossier_pret(premier, dernier):
    """`{nom: octets}` du dossier d'un élève qui a déjà lancé le vérificateur une fois."""
    sortes = pieces(premier, dernier)
    return {**sortes["kit"], **sortes["depart"], **sortes["resolus"]}


@cache
def pieces(premier, dernier, pirates_ouverts=False):
    """`{sorte: {nom: octets}}` de tout ce que reçoit l'élève ; à ne pas modifier.

    - `kit` : ce qu'il lit ou lance, et que l'archive suivante peut remplacer ;
    - `depart` : ce qu'il complète ; `resolus` : les TP d'avant, avec leur solution.
    """
    donnees = squelettes.lit_registre()
    donnees["tp"] = [tp for tp in donnees["tp"] if tp["numero"] <= dernier]
    donnees["exercice"] = [e for e in donnees["exercice"] if e["tp"] <= dernier]
    gardes = {e["id"] for e in donnees["exercice"]}
    donnees["chasse"] = [c for c in donnees["chasse"] if c["exercice"] in gardes]
    textes = squelettes.sources(donnees)
    textes_eleve = squelettes.squelettes(donnees, textes)
    kit = {chemin: (LECONS / chemin).read_text(encoding="utf-8") for chemin in outils()}
    kit["verificateur/registre.json"] = squelettes.registre_json(donnees, textes, textes_eleve)
    kit["verificateur/prevois.json"] = questions.en_json(previsions(dernier))
    faites = chasses.fiches(donnees, True) if pirates_ouverts else chasses.deja_faites(gardes)
    kit["verificateur/pirates.json"] = chasses.en_json(faites)
    depart, resolus = {}, {}
    a_lui = {**squelettes.essais(donnees), **squelettes.libres(donnees)}
    depart.update({f"{module}.py": texte for module, texte in a_lui.items()})
    for tp in donnees["tp"]:
        texte = textes_eleve.pop(tp["module"])
        if tp["numero"] < premier:
            resolu = squelettes.avec_verifier(textes[tp["module"]], f"tp{tp['numero']}")
            resolus[tp["module"] + ".py"] = resolu
        else:
            depart[tp["module"] + ".py"] = texte
    kit.update({module + ".py": texte for module, texte in textes_eleve.items()})
    sortes = {"kit": kit, "depart": depart, "resolus": resolus}
    octets = {s: {nom: t.encode("utf-8") for nom, t in d.items()} for s, d in sortes.items()}
    octets["kit"].update(enonces(premier, dernier))
    octets["kit"].update(edition_html(premier, dernier))
    for chemin, carnet in carnets(dernier).items():
        octets["depart" if est_un_carnet_de_tp(chemin) else "kit"][chemin] = carnet
    return octets


def outils():
    """Les chemins, dans `lessons/`, des programmes du vérificateur."""
    return [
        "verifier.py",
        "verificateur/flottes.json",
        *(f"verificateur/{c.name}" for c in (LECONS / "verificateur").glob("*.py")),
    ]


def est_un_carnet_de_tp(chemin):
    """True pour le carnet d'un TP, où l'élève peut écrire ; « jouer » et l'atelier sont au kit.

    >>> [est_un_carnet_de_tp(f"notebooks/{nom}") for nom in ("tp1_grille.ipynb", "jouer.ipynb")]
    [True, False]
    """
    return re.fullmatch(r"notebooks/tp\w+\.ipynb", chemin) is not None


def en_json(valeur):
    """Les octets d'un fichier JSON."""
    return (json.dumps(valeur, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def enonces(premier, dernier):
    """Le README, les énoncés et leurs images, jusqu'au TP `dernier`."""
    trouves = {
        chemin.relative_to(LECONS).as_posix(): chemin.read_bytes()
        for chemin in sorted(LECONS.rglob("*"))
        if chemin.suffix in ENONCES and concerne(chemin.name, dernier)
    }
    texte = sans_liens_morts(trouves["README.md"].decode("utf-8"), dernier)
    texte = texte.replace(MARQUE_RESOLUS, phrase_resolus(premier))
    return {**trouves, "README.md": texte.encode("utf-8")}


def previsions(dernier):
    """Les fiches des questions « Prévois » jusqu'au TP `dernier`."""
    fiches = json.loads((LECONS / "verificateur" / "prevois.json").read_text(encoding="utf-8"))
    return [fiche for fiche in fiches if fiche["tp"] <= dernier]


def edition_html(premier, dernier):
    """Les mêmes énoncés en HTML : `{« tp1_grille.html »: octets}`."""
    textes = {
        nom: octets.decode("utf-8")
        for nom, octets in enonces(premier, dernier).items()
        if nom.endswith(".md")
    }
    return edition.pages(textes, prevois.lit(previsions(dernier)))


def phrase_resolus(premier):
    """Ce que le README dit des TP donnés résolus.

    >>> print(phrase_resolus(3).strip().split(" : ")[0])
    **Ici, les TP1 et TP2 sont donnés avec une solution**
    """
    if premier == 1:
        return ""
    noms, sont = f"les TP1 à TP{premier - 1}", "sont donnés"
    if premier == 2:
        noms, sont = "le TP1", "est donné"
    elif premier == 3:
        noms = "les TP1 et TP2"
    return RESOLUS.format(noms=noms, sont=sont, premier=premier)


def sans_liens_morts(texte, dernier):
    """Le texte sans les lignes qui mènent à l'énoncé d'un TP absent de l'archive.

    >>> sans_liens_morts("[un](tp1_grille.md)\\n[deux](tp2_placement.md)\\n", 1)
    '[un](tp1_grille.md)\\n'
    """
    lignes = texte.splitlines(keepends=True)
    return "".join(
        ligne
        for ligne in lignes
        if all(concerne(lien, dernier) for lien in re.findall(r"\]\(((?:tp|tour)\w+\.md)", ligne))
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
    """True si ce fichier n'est pas celui d'un TP, ou du tournoi, qui vient après `dernier`.

    >>> concerne("tp2_placement.md", 3), concerne("tp4_tir.md", 3), concerne("x.png", 3)
    (True, False, True)
    >>> concerne("tournoi.md", 4), concerne("tournoi.md", 5)
    (False, True)
    """
    if nom == TOURNOI:
        return premier_tp_du_tournoi() <= dernier
    numero = re.match(r"tp(\d+)", nom)
    return numero is None or int(numero.group(1)) <= dernier


@cache
def premier_tp_du_tournoi():
    """Le TP avec lequel vient le fichier que l'élève écrit à sa façon."""
    return min(tp["numero"] for tp in squelettes.lit_registre()["tp"] if "libres" in tp)


def ecrit_archive(chemin, fichiers, dossier=DOSSIER):
    """Écrit le zip : mêmes fichiers, mêmes octets, quels que soient le jour et la machine."""
    with zipfile.ZipFile(chemin, "w") as archive:
        for nom in sorted(fichiers):
            infos = zipfile.ZipInfo(f"{dossier}/{nom}", date_de(fichiers[nom]))
            infos.compress_type = zipfile.ZIP_DEFLATED
            infos.create_system = 3
            infos.external_attr = 0o100644 << 16
            archive.writestr(infos, fichiers[nom], compresslevel=9)


def date_de(octets):
    """La date d'un fichier de l'archive : l'heure change avec son contenu.

    Python reconnaît à sa date et à sa taille un module qui a changé. Si tous avaient la même, il
    pourrait garder dans `__pycache__` un module de l'archive d'avant.

    >>> date_de(b"a") == date_de(b"a") != date_de(b"b")
    True
    """
    minutes, seconde = divmod(zlib.crc32(octets) % 43_200 * 2, 60)  # un zip compte de 2 en 2 s
    return (*JOUR, *divmod(minutes, 60), seconde)


# ----------------------------------------------------------------- la commande


def tous_les_tps():
    """(premier, dernier) des TP du registre."""
    numeros = [tp["numero"] for tp in squelettes.lit_registre()["tp"]]
    return min(numeros), max(numeros)


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
    analyseur.add_argument(
        "--pirates-ouverts",
        action="store_true",
        help="donne toutes les chasses aux pirates, ouvertes dès le départ : essais avant le code "
        "(un élève curieux peut y lire des solutions presque entières)",
    )
    analyseur.add_argument(
        "--publie", action="store_true", help="note aussi ce que publie cette version du kit"
    )
    analyseur.set_defaults(fonction=commande)


def publie():
    """Note les empreintes de toutes les archives de cette version : voir `publies`."""
    premier, dernier = tous_les_tps()
    numeros = range(premier, dernier + 1)
    archives = [pieces(*bornes) for bornes in itertools.combinations_with_replacement(numeros, 2)]
    publies.ajoute(version(), publies.releve(archives))
    print(f"{publies.FICHIER} : empreintes de la version {version()}.")


def version():
    """La version du kit."""
    projet = (RACINE / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(r'^version = "(.+)"', projet, re.MULTILINE)[1]


def nom_archive(premier, dernier):
    """Le nom du zip.

    >>> nom_archive(*tous_les_tps()), nom_archive(2, 3)
    ('bataille_navale.zip', 'bataille_navale_tp2-3.zip')
    """
    entiere = (premier, dernier) == tous_les_tps()
    return "bataille_navale.zip" if entiere else f"bataille_navale_tp{premier}-{dernier}.zip"


def commande(options):
    """Écrit l'archive et dit où elle est."""
    premier, dernier = options.tps or tous_les_tps()
    nom = nom_archive(premier, dernier)
    chemin = options.sortie or Path(nom)
    if chemin.suffix.lower() != ".zip":
        chemin = chemin / nom
    chemin.parent.mkdir(parents=True, exist_ok=True)
    fichiers = contenu(premier, dernier, options.pirates_ouverts)
    ecrit_archive(chemin, fichiers)
    print(f"{chemin} : {len(fichiers)} fichiers, TP{premier} à TP{dernier}.")
    if premier > 1:
        print(f"Les TP d'avant le TP{premier} y sont donnés résolus.")
    if options.pirates_ouverts:
        print("Attention : les pirates y sont lisibles, et un pirate est presque une solution.")
    print("L'élève lance verifier.py : ses fichiers apparaissent, ceux qu'il a déjà sont gardés.")
    if options.publie:
        publie()
    return 0
