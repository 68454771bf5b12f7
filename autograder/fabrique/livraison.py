"""Tout ce qu'une version offre, prêt à donner : `python -m autograder livraison --sortie dist/`.

Les archives des élèves (l'entière, une par TP, une à partir de chaque TP), les carnets seuls de
Capytale, les énoncés en HTML, le site, une page qui dit à quoi sert chaque fichier, et leurs
empreintes (`sha256sum -c SHA256SUMS`). Deux fois la même commande donnent les mêmes octets.

Le site demande npm et le réseau la première fois : s'il ne peut pas être fabriqué, on dit ce qui
manque, et le reste est livré.
"""

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

from autograder.__main__ import ce_qui_manque
from autograder.fabrique import capytale, distribuer, squelettes
from autograder.modeles import environnement
from solutions import bn_couleurs

MODELES = Path(__file__).with_name("site_modeles")
SOMMES = "SHA256SUMS"
SITE = "site/bataille_navale_site.zip"


def archives():
    """`{chemin: (premier, dernier)}` des archives pour les élèves."""
    premier, dernier = distribuer.tous_les_tps()
    entiere = {distribuer.nom_archive(premier, dernier): (premier, dernier)}
    seuls = {un_seul(n): (n, n) for n in range(premier, dernier + 1)}
    suites = {a_partir(n): (n, dernier) for n in range(premier + 1, dernier)}
    return {**entiere, **seuls, **suites}


def un_seul(numero):
    """Le chemin de l'archive d'un seul TP."""
    return f"un_seul_tp/{distribuer.nom_archive(numero, numero)}"


def a_partir(numero):
    """Le chemin de l'archive qui commence à ce TP et va jusqu'au dernier."""
    return f"a_partir_du_tp/{distribuer.nom_archive(numero, distribuer.tous_les_tps()[1])}"


def ecrit(dossier, dit=print):
    """Écrit tout dans ce dossier, sauf le site."""
    donnees = squelettes.lit_registre()
    dit("Je fabrique les archives…")
    for chemin, bornes in archives().items():
        (dossier / chemin).parent.mkdir(parents=True, exist_ok=True)
        distribuer.ecrit_archive(dossier / chemin, distribuer.contenu(*bornes))
    dit("Je fabrique les carnets de Capytale et les énoncés…")
    for tp in capytale.tps(donnees):
        texte = capytale.carnet(donnees, tp["numero"])
        ecrit_octets(dossier / "capytale" / f"{tp['module']}.ipynb", texte.encode("utf-8"))
    for nom, octets in distribuer.edition_html(*distribuer.tous_les_tps()).items():
        ecrit_octets(dossier / "enonces" / nom, octets)


def ecrit_site(dossier, dit=print):
    """Écrit le site, en un seul zip ; renvoie None, ou la phrase qui dit ce qui manque."""
    try:
        from autograder.fabrique import site
    except ImportError as erreur:
        return ce_qui_manque(erreur, "site")
    reserve = site.Reserve(site.dossier_reserve())
    try:
        reserve.remplit(dit)
        dit("Je fabrique le site…")
        with tempfile.TemporaryDirectory() as temporaire:
            fini = Path(temporaire) / "site"
            site.fabrique(fini, reserve)
            fichiers = {
                chemin.relative_to(fini).as_posix(): chemin.read_bytes()
                for chemin in fini.rglob("*")
                if chemin.is_file()
            }
    except site.Manque as manque:
        return str(manque)
    (dossier / SITE).parent.mkdir(parents=True, exist_ok=True)
    distribuer.ecrit_archive(dossier / SITE, fichiers, "bataille_navale_site")
    return None


def ecrit_index(dossier):
    """Écrit la page qui dit à quoi sert chaque fichier de ce dossier."""
    donnees = squelettes.lit_registre()
    premier, dernier = distribuer.tous_les_tps()
    entiere = distribuer.nom_archive(premier, dernier)

    def present(chemin):
        return chemin if (dossier / chemin).exists() else None

    lignes = [
        {
            "numero": tp["numero"],
            "titre": tp["titre"],
            "enonce": present(f"enonces/{tp['module']}.html"),
            "seul": present(un_seul(tp["numero"])),
            "suite": present(entiere if tp["numero"] == premier else a_partir(tp["numero"])),
            "carnet": present(f"capytale/{tp['module']}.ipynb"),
        }
        for tp in donnees["tp"]
    ]
    page = environnement(MODELES).get_template("livraison.html.j2").render(
        version=distribuer.version(),
        entiere=entiere,
        site=present(SITE),
        tps=lignes,
        sommes=SOMMES,
        feuille_de_style=bn_couleurs.feuille_de_style,
    )  # fmt: skip
    ecrit_octets(dossier / "index.html", page.encode("utf-8"))


def ecrit_sommes(dossier):
    """Écrit les empreintes de tous les fichiers du dossier, comme les lit `sha256sum -c`."""
    chemins = sorted(c.relative_to(dossier).as_posix() for c in dossier.rglob("*") if c.is_file())
    lignes = [
        f"{hashlib.sha256((dossier / chemin).read_bytes()).hexdigest()}  {chemin}\n"
        for chemin in chemins
    ]
    ecrit_octets(dossier / SOMMES, "".join(lignes).encode("utf-8"))


def ecrit_octets(chemin, octets):
    """Écrit un fichier, en créant son dossier."""
    chemin.parent.mkdir(parents=True, exist_ok=True)
    chemin.write_bytes(octets)


# ----------------------------------------------------------------- la commande


def ajoute_commande(sous_commandes):
    """Déclare la commande `livraison`."""
    analyseur = sous_commandes.add_parser(
        "livraison",
        help="fabrique tout ce que l'on donne : archives, carnets seuls, énoncés, site",
        description="Fabrique en une fois tout ce qu'une version offre, avec une page qui dit à "
        "quoi sert chaque fichier, et leurs empreintes.",
    )
    analyseur.add_argument(
        "--sortie", metavar="DOSSIER", type=Path, default=Path("dist"), help="où l'écrire"
    )
    analyseur.add_argument("--sans-site", action="store_true", help="ne fabrique pas le site")
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Fabrique tout dans un dossier provisoire, puis le met à sa place."""
    sortie = options.sortie
    if sortie.exists() and any(sortie.iterdir()) and not (sortie / SOMMES).exists():
        print(f"{sortie} contient autre chose qu'une livraison : choisissez un dossier neuf.")
        return 1
    with tempfile.TemporaryDirectory() as temporaire:
        chantier = Path(temporaire) / "livraison"
        chantier.mkdir()
        ecrit(chantier)
        manque = None if options.sans_site else ecrit_site(chantier)
        ecrit_index(chantier)
        ecrit_sommes(chantier)
        if sortie.exists():
            shutil.rmtree(sortie)
        shutil.copytree(chantier, sortie)
    combien = sum(chemin.is_file() for chemin in sortie.rglob("*"))
    print(f"{sortie} : {combien} fichiers. Ouvrez {sortie / 'index.html'} : tout y est expliqué.")
    if manque:
        print(f"Le site n'y est pas : {manque}", file=sys.stderr)
    return 0
