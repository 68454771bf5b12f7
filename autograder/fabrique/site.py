"""Le kit dans un navigateur, sans rien installer : `python -m autograder site --sortie site/`.

Fabrique un site statique : JupyterLite (Python compilé pour le navigateur) avec les fichiers de
l'élève dedans. Il se pose sur n'importe quel espace web en https, ou s'ouvre depuis une clé USB
par n'importe quel serveur local. Aucune requête ne sort du site. Le site des élèves ne contient
pas le corrigé ; `--avec-corrige` fait celui de l'enseignant.

Ce qu'il faut (JupyterLite, Pyodide, quelques paquets en Python pur) est rapporté une fois par
pip et npm, dans un environnement à part du dossier de cache, puis réutilisé.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from datetime import datetime, timezone
from email.parser import HeaderParser
from pathlib import Path

import platformdirs

from autograder import RACINE
from autograder.fabrique import capytale, distribuer, enonces, squelettes
from autograder.modeles import environnement
from notebooks import construire
from solutions import bn_couleurs

MODELES = Path(__file__).with_name("site_modeles")
CARNETS = RACINE / "notebooks"
SANS_NAVIGATEUR = "etude.py"  # matplotlib n'y est pas
CHARGEUR = ("__init__.py", "verificateur/__init__.py", "verificateur/chargeur.py")  # de `solutions`

# Ce qui fabrique le site, dans un environnement à part. Les extensions d'affichage (widgets,
# anywidget) y sont prises telles quelles : elles doivent avoir la version des paquets Python.
WIDGETS = {"ipywidgets": "8.1.9", "anywidget": "0.11.0", "jupyterlab-widgets": "3.0.17"}
FABRIQUE = {
    "jupyterlite-core": "0.8.6",
    "jupyterlite-pyodide-kernel": "0.8.6",
    "jupyterlab-server": "2.28.1",
    "jupyterlab-language-pack-fr-FR": "4.5.post3",
    **WIDGETS,
}
# Ce qui tourne dans le navigateur : du Python pur. Le reste de la liste vient de Pyodide.
ROUES = {"comm": "0.2.3", "psygnal": "0.16.1", **WIDGETS}
DE_PYODIDE = ("micropip", "ipython", "jedi", "typing-extensions", "packaging")
DU_NOYAU = ("ipykernel-6.", "piplite-", "pyodide_kernel-", "widgetsnbextension-4.")
EPOQUE = int(datetime(*distribuer.JOUR, tzinfo=timezone.utc).timestamp())
ENONCES = "enonces"  # le dossier des énoncés en HTML
BIBLIOTHEQUE = "python_stdlib.zip"
PYODIDE = "static/python"  # où il est dans le site, dans un sous-dossier à son empreinte
OUVRIER = {
    "enableCache=!1": 'enableCache="true"===new URL(location).searchParams.get("enableCache")',
    "return a?e.waitUntil": f'return a?t.url.includes("/{PYODIDE}/")||e.waitUntil',
}
ETROIT = "_etroit"  # suffixe de l'espace d'un TP sur un petit écran
NOYAU = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
STYLE = """\
<style>
.jp-RenderedHTMLCommon pre, .jp-RenderedHTMLCommon pre code { line-height: 1.17 !important; }
/* Le fond d'une ligne cacherait les _ de la ligne du dessus. */
.jp-RenderedHTMLCommon pre :is(code, code span) { background: transparent !important; }
</style>
"""
TEXTE_RENDRE = """\
## Rendre ton travail

Écris ton nom, fabrique le zip, puis télécharge-le. Il contient tous tes fichiers de TP."""
CODE_RENDRE = """\
from atelier.rendre import Rendre

Rendre()"""


class Manque(Exception):
    """Il manque quelque chose pour fabriquer le site ; la phrase dit quoi."""


# ----------------------------------------------------------------- rapporter ce qu'il faut


def dossier_reserve():
    """Le dossier de cache où l'on garde ce qui a été rapporté."""
    return platformdirs.user_cache_path("bataille-navale-tp", appauthor=False) / "site"


def lance(commande, manque, dossier=None):
    """Exécute une commande ; si elle échoue, lève Manque avec la phrase et sa dernière ligne."""
    try:
        fini = subprocess.run(commande, cwd=dossier, capture_output=True, text=True, check=False)
    except OSError:
        raise Manque(manque) from None
    if fini.returncode:
        lignes = (fini.stderr or fini.stdout).strip().splitlines() or [""]
        raise Manque(f"{manque} ({lignes[-1].strip()[:200]})")
    return fini.stdout


class Reserve:
    """Ce qui a été rapporté, dans le dossier de cache : la fabrique, Pyodide et les roues.

    `compiles` : les roues, et la bibliothèque de Python, compilées d'avance si node est là.
    """

    def __init__(self, dossier, archive_pyodide=None):
        versions = json.dumps([FABRIQUE, ROUES, sys.version_info[:2]])
        self.dossier = dossier / hashlib.sha256(versions.encode()).hexdigest()[:12]
        self.env = self.dossier / "env"
        self.pyodide = self.dossier / "pyodide"
        self.roues = self.dossier / "roues"
        self.compiles = self.dossier / "compiles"
        self.archive_pyodide = archive_pyodide

    @property
    def python(self):
        """Le Python de la fabrique."""
        return self.env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def remplit(self, dit=print):
        """Rapporte ce qui manque encore. Ce qui est inachevé est recommencé."""
        for nom, rapporte in [
            ("env", self.rapporte_env),
            ("pyodide", self.rapporte_pyodide),
            ("roues", self.rapporte_roues),
            ("compiles", self.compile_tout),
        ]:
            fait = self.dossier / f"{nom}.fait"
            if not fait.exists():
                shutil.rmtree(self.dossier / nom, ignore_errors=True)
                self.dossier.mkdir(parents=True, exist_ok=True)
                rapporte(dit)
                fait.touch()

    def rapporte_env(self, dit):
        """L'environnement de JupyterLite, à part : il ne doit pas se mêler à JupyterLab."""
        dit("Je prépare JupyterLite (une seule fois, quelques minutes)…")
        try:
            venv.create(self.env, with_pip=True)
        except (OSError, subprocess.CalledProcessError):
            raise Manque(
                "Je ne peux pas créer d'environnement Python : installez le module venv "
                "(paquet python3-venv)."
            ) from None
        paquets = [f"{nom}=={version}" for nom, version in FABRIQUE.items()]
        lance(
            [self.python, "-m", "pip", "install", "--quiet", *paquets],
            "pip n'a pas pu rapporter JupyterLite : le réseau est-il disponible ?",
        )

    def rapporte_pyodide(self, dit):
        """Pyodide, dans la version que demande le noyau."""
        dit("Je rapporte Pyodide, le Python du navigateur…")
        code = "from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION as v; print(v)"
        version = lance([self.python, "-c", code], "JupyterLite est abîmé.").strip()
        with tempfile.TemporaryDirectory() as temporaire:
            archive = self.archive_pyodide
            if archive is None:
                npm = shutil.which("npm")
                if npm is None:
                    raise Manque(
                        "Il manque npm (il vient avec Node.js) pour rapporter Pyodide ; ou donnez "
                        f"l'archive pyodide-{version}.tgz avec --pyodide."
                    )
                lance(
                    [npm, "pack", f"pyodide@{version}"],
                    "npm n'a pas pu rapporter Pyodide : le réseau est-il disponible ?",
                    temporaire,
                )
                [archive] = Path(temporaire).glob("*.tgz")
            try:
                with tarfile.open(archive) as paquet:
                    self.deballe(paquet)
            except (OSError, tarfile.TarError):
                raise Manque(f"{archive} n'est pas une archive de Pyodide.") from None

    def deballe(self, paquet):
        """Ne garde de Pyodide que ce que le navigateur charge."""
        self.pyodide.mkdir(parents=True)
        for membre in paquet.getmembers():
            nom = Path(membre.name).name
            if nom == "pyodide.mjs" or nom.startswith(
                ("pyodide.asm.", "python_stdlib", "pyodide-l")
            ):
                (self.pyodide / nom).write_bytes(paquet.extractfile(membre).read())

    def rapporte_roues(self, dit):
        """Les paquets en Python pur dont le noyau et les carnets ont besoin."""
        dit("Je rapporte les paquets des carnets…")
        fiches = json.loads((self.pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
        versions = dict(ROUES)
        a_voir = list(DE_PYODIDE)
        while a_voir:
            nom = a_voir.pop().lower().replace("_", "-")
            fiche = fiches["packages"].get(nom)
            if fiche and nom not in versions:
                versions[nom] = fiche["version"]
                a_voir += fiche["depends"]
        pur = ["--platform", "any", "--abi", "none", "--implementation", "py"]
        lance(
            [self.python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", self.roues]
            + ["--only-binary=:all:", "--python-version", fiches["info"]["python"], *pur]
            + [f"{nom}=={version}" for nom, version in versions.items()],
            "pip n'a pas pu rapporter les paquets des carnets : le réseau est-il disponible ?",
        )
        noyau = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
        for roue in (self.env / noyau).glob("*.whl"):
            if roue.name.startswith(DU_NOYAU):
                shutil.copy(roue, self.roues)

    def compile_tout(self, dit):
        """Compile d'avance ce que le navigateur importe : Python y est prêt deux fois plus tôt."""
        shutil.copytree(self.roues, self.compiles)
        node = shutil.which("node")
        if node is None:
            dit("Sans node, rien n'est compilé d'avance : Python sera prêt moins vite.")
            return
        dit("Je compile les paquets pour le navigateur…")
        shutil.copy(self.pyodide / BIBLIOTHEQUE, self.compiles)
        lance(
            [node, MODELES / "compile.mjs", self.pyodide, self.compiles],
            "node n'a pas pu compiler les paquets.",
        )


def fiche_de_roue(roue):
    """(nom, fiche) d'une roue, comme Pyodide les range dans pyodide-lock.json."""
    with zipfile.ZipFile(roue) as archive:
        noms = archive.namelist()
        [metadonnees] = [n for n in noms if n.endswith(".dist-info/METADATA")]
        entetes = HeaderParser().parsestr(archive.read(metadonnees).decode("utf-8"))
    nom = entetes["Name"].lower().replace("_", "-").replace(".", "-")
    racines = {n.split("/")[0] for n in noms if n.endswith((".py", ".pyc"))}
    return nom, {
        "name": nom,
        "version": entetes["Version"],
        "file_name": roue.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(roue.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(r.split(".py")[0] for r in racines if r.isidentifier() or "." in r),
        "depends": [],
        "unvendored_tests": False,
    }


# ----------------------------------------------------------------- composer le site


def bornes():
    """(premier, dernier) des TP du site."""
    numeros = [tp["numero"] for tp in capytale.tps(squelettes.lit_registre())]
    return min(numeros), max(numeros)


def pages():
    """`{nom: octets}` des énoncés en HTML."""
    return distribuer.edition_html(*bornes())


def contenu(avec_corrige):
    """`{chemin: octets}` des fichiers que le navigateur montre : ceux d'un dossier d'élève prêt."""
    fichiers = distribuer.dossier_pret(*bornes())
    for page in pages():
        del fichiers[page]  # le site les a à part : JupyterLite ne les montrerait qu'éteintes
    fichiers["notebooks/atelier/rendre.py"] = (MODELES / "rendre.py").read_bytes()
    if avec_corrige:
        fichiers.update(corrige())
    for nom in [n for n in fichiers if n.endswith(".ipynb")]:
        fichiers[nom] = carnet_du_site(fichiers[nom], rendre=nom.startswith("notebooks/tp"))
    return fichiers


def carnet_du_site(octets, rendre):
    """Le carnet, avec le noyau du site et, si `rendre`, de quoi rendre son travail."""
    from nbformat import reads, v4, writes

    # Le site est en français : ses menus aussi.
    texte = octets.decode("utf-8").replace(construire.TOUT_EXECUTER, construire.EN_FRANCAIS)
    carnet = reads(texte, as_version=4)
    carnet.metadata.kernelspec = NOYAU
    if rendre:
        carnet.cells.append(v4.new_markdown_cell(TEXTE_RENDRE, id="rendre-1"))
        carnet.cells.append(v4.new_code_cell(CODE_RENDRE, id="rendre-2"))
    return writes(carnet).encode("utf-8")


def corrige():
    """Ce que le site de l'enseignant a de plus : le corrigé et la démonstration de l'Ordi."""
    chemins = [
        *sorted(squelettes.SOLUTIONS.rglob("*.py")),
        *(squelettes.LESSONS / nom for nom in CHARGEUR),
        CARNETS / "demo_ordi.ipynb",
        *(c for c in sorted((CARNETS / "projection").glob("*.*")) if c.name != SANS_NAVIGATEUR),
    ]
    return {chemin.relative_to(RACINE).as_posix(): chemin.read_bytes() for chemin in chemins}


def espace_de_travail(nom, gauche, droite):
    """Un espace de JupyterLab : les documents de gauche en onglets, le carnet à droite."""
    fabriques = {".py": "editor", ".md": "markdownviewer-widget", ".ipynb": "notebook"}
    noms = {"editor": "Editor", "markdownviewer-widget": "Markdown Preview", "notebook": "Notebook"}
    widgets = {
        chemin: f"{fabriques[Path(chemin).suffix]}:{chemin}" for chemin in [*gauche, *droite]
    }
    zones = [
        {"type": "tab-area", "currentIndex": 0, "widgets": [widgets[c] for c in chemins]}
        for chemins in (gauche, droite)
        if chemins
    ]
    tailles = [1 / len(zones)] * len(zones)
    dock = {"type": "split-area", "orientation": "horizontal", "sizes": tailles, "children": zones}
    donnees = {
        "layout-restorer:data": {
            "main": {"dock": dock if len(zones) > 1 else zones[0], "current": widgets[droite[0]]},
            "left": {"collapsed": True, "visible": True, "widgets": ["filebrowser"]},
            "right": {"collapsed": True, "visible": True},
            "relativeSizes": [0, 1, 0],
        },
        "file-browser-filebrowser:cwd": {"path": ""},
    }
    for chemin, widget in widgets.items():
        fabrique = noms[widget.split(":")[0]]
        donnees[widget] = {"data": {"path": chemin, "factory": fabrique}}
    return {"data": donnees, "metadata": {"id": nom}}


def espaces(avec_corrige):
    """`{nom: espace}` : deux par TP, un pour jouer, un pour la démonstration.

    Le second espace d'un TP, pour un petit écran, n'a qu'une colonne.
    """
    trouves, donnees = {}, squelettes.lit_registre()
    essais = squelettes.essais(donnees)
    for tp in capytale.tps(donnees):
        module, nom = tp["module"], f"tp{tp['numero']}"
        gauche = [f"{module}.py", f"{module}.md"]
        gauche += [f"{e}.py" for e in essais if e == f"essais_{nom}"]
        if tp["numero"] >= distribuer.premier_tp_du_tournoi():
            gauche += [*(f"{libre}.py" for libre in squelettes.libres(donnees)), distribuer.TOURNOI]
        carnet = f"notebooks/{module}.ipynb"
        trouves[nom] = espace_de_travail(nom, gauche, [carnet])
        etroit = nom + ETROIT
        trouves[etroit] = espace_de_travail(etroit, [], [carnet, *gauche])
    for nom in ("jouer", "demo_ordi") if avec_corrige else ("jouer",):
        trouves[nom] = espace_de_travail(nom, [], [f"notebooks/{nom}.ipynb"])
    return trouves


def accueil(avec_corrige):
    """La page d'accueil."""
    donnees = squelettes.lit_registre()
    parcours = []
    for tp in capytale.tps(donnees):
        base = [e for e in donnees["exercice"] if e["tp"] == tp["numero"] and not e["etoiles"]]
        duree = enonces.duree(sum(e["minutes"] for e in base))
        page = f"{ENONCES}/{tp['module']}.html"
        parcours.append((tp["numero"], tp["titre"], len(base), duree, page))
    modele = environnement(MODELES).get_template("accueil.html.j2")
    return modele.render(
        parcours=parcours,
        avec_corrige=avec_corrige,
        etroit=ETROIT,
        feuille_de_style=bn_couleurs.feuille_de_style,
    )


def reglages():
    """Les réglages de JupyterLab : en français, enregistrement rapide, aucune nouvelle."""
    return {
        "@jupyterlab/translation-extension:plugin": {"locale": "fr_FR"},
        "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 10},
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        "@jupyterlab/apputils-extension:notification": {
            "fetchNews": "false",
            "checkForUpdates": False,
        },
    }


def configuration(pyodide, paquets):
    """Le contenu de jupyter-lite.json : tout vient du site, rien d'ailleurs."""
    noyau = {
        "pyodideUrl": f"{pyodide}/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": f"{pyodide}/pyodide-lock.json",
            "packages": paquets,
        },
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Bataille navale",
            "contentsStorageName": "Bataille navale : fichiers",
            "settingsStorageName": "Bataille navale : réglages",
            "workspacesStorageName": "Bataille navale : espaces",
            "enableServiceWorkerCache": "true",
            "exposeAppInBrowser": True,
            "disabledExtensions": ["@jupyterlab/apputils-extension:announcements"],
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": noyau},
        },
    }


def ecrit_json(chemin, contenu):
    """Écrit un fichier JSON, en créant son dossier."""
    chemin.parent.mkdir(parents=True, exist_ok=True)
    chemin.write_text(json.dumps(contenu, ensure_ascii=False, indent=1), encoding="utf-8")


def fabrique(sortie, reserve, avec_corrige=False):
    """Fabrique le site dans le dossier `sortie`, qui est remplacé."""
    with tempfile.TemporaryDirectory() as temporaire:
        chantier = Path(temporaire)
        for nom, octets in contenu(avec_corrige).items():
            chemin = chantier / "contenu" / nom
            chemin.parent.mkdir(parents=True, exist_ok=True)
            chemin.write_bytes(octets)
        for nom, espace in espaces(avec_corrige).items():
            ecrit_json(chantier / "workspaces" / f"{nom}.jupyterlab-workspace", espace)
        nom, paquets = pose_pyodide(chantier / PYODIDE, reserve)
        ecrit_json(chantier / "jupyter-lite.json", configuration(f"./{PYODIDE}/{nom}", paquets))
        ecrit_json(chantier / "overrides.json", reglages())
        options = ["--contents", "contenu", "--output-dir", "fini", "--apps", "lab"]
        options += ["--source-date-epoch", str(EPOQUE)]  # deux fois les mêmes octets
        options += ["--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive"]
        lance(
            [reserve.python, "-m", "jupyterlite_core", "build", *options],
            f"JupyterLite n'a pas pu fabriquer le site : effacez {reserve.dossier} et recommencez.",
            chantier,
        )
        shutil.copytree(chantier / PYODIDE, chantier / "fini" / PYODIDE)
        allege(chantier / "fini")
        serre_les_lignes(chantier / "fini" / "lab" / "index.html")
        garde_python(chantier / "fini" / "service-worker.js")
        shutil.copy(chantier / "fini/lab/favicon.ico", chantier / "fini")
        (chantier / "fini" / "index.html").write_text(accueil(avec_corrige), encoding="utf-8")
        for nom, octets in pages().items():
            (chantier / "fini" / ENONCES).mkdir(exist_ok=True)
            (chantier / "fini" / ENONCES / nom).write_bytes(octets)
        if sortie.exists():
            shutil.rmtree(sortie)
        shutil.copytree(chantier / "fini", sortie)


def pose_pyodide(dossier, reserve):
    """Pyodide et ses roues, dans un sous-dossier de `dossier` ; renvoie (son nom, les paquets).

    Ce nom dépend de tout ce qu'il contient : le navigateur peut garder ces fichiers pour toujours.
    """
    provisoire = dossier / "provisoire"
    shutil.copytree(reserve.pyodide, provisoire)
    shutil.copytree(reserve.compiles, provisoire, dirs_exist_ok=True)
    liste = provisoire / "pyodide-lock.json"
    fiches = json.loads(liste.read_text(encoding="utf-8"))
    fiches["packages"] = dict(map(fiche_de_roue, sorted(provisoire.glob("*.whl"))))
    liste.write_text(json.dumps(fiches), encoding="utf-8")
    empreinte = hashlib.sha256()
    for chemin in sorted(provisoire.iterdir()):
        empreinte.update(chemin.name.encode() + chemin.read_bytes())
    nom = empreinte.hexdigest()[:12]
    provisoire.rename(dossier / nom)
    return nom, sorted(fiches["packages"])


def allege(dossier):
    """Ôte les cartes des sources, qui ne servent qu'à déboguer JupyterLite."""
    for chemin in dossier.rglob("*.map"):
        chemin.unlink()


def serre_les_lignes(page):
    """Rapproche les lignes de texte brut, pour que les traits des grilles se touchent."""
    texte = page.read_text(encoding="utf-8")
    page.write_text(texte.replace("</head>", STYLE + "</head>"), encoding="utf-8")


def garde_python(ouvrier):
    """Fait garder Python au navigateur, d'une visite à l'autre.

    L'ouvrier de JupyterLite oublie sa réserve dès qu'il est relancé, donc à chaque séance ; et il
    redemande au serveur tout ce qu'il en sort, même ce qui ne change jamais.
    """
    texte = ouvrier.read_text(encoding="utf-8")
    for avant, apres in OUVRIER.items():
        if texte.count(avant) != 1:
            raise Manque(f"L'ouvrier de JupyterLite a changé : je n'y trouve plus {avant!r}.")
        texte = texte.replace(avant, apres)
    ouvrier.write_text(texte, encoding="utf-8")


def taille(dossier):
    """Nombre d'octets d'un dossier."""
    return sum(chemin.stat().st_size for chemin in dossier.rglob("*") if chemin.is_file())


# ----------------------------------------------------------------- la commande


def ajoute_commande(sous_commandes):
    """Déclare la commande `site`."""
    analyseur = sous_commandes.add_parser(
        "site",
        help="fabrique le site où les élèves travaillent sans rien installer",
        description="Fabrique un site statique qui contient Python, les TP et les carnets. "
        "Il faut le réseau et npm la première fois ; ensuite, plus rien.",
    )
    analyseur.add_argument(
        "--sortie", metavar="DOSSIER", type=Path, default=Path("site"), help="où l'écrire"
    )
    analyseur.add_argument(
        "--avec-corrige",
        action="store_true",
        help="ajoute le corrigé et la démonstration de l'Ordi, pour l'enseignant",
    )
    analyseur.add_argument(
        "--pyodide", metavar="ARCHIVE", type=Path, help="l'archive de Pyodide, si npm n'est pas là"
    )
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Fabrique le site et dit comment l'essayer."""
    sortie = options.sortie
    if sortie.exists() and any(sortie.iterdir()) and not (sortie / "jupyter-lite.json").exists():
        print(f"{sortie} contient autre chose qu'un site : choisissez un dossier neuf.")
        return 1
    reserve = Reserve(dossier_reserve(), options.pyodide)
    try:
        reserve.remplit()
        print("Je fabrique le site…")
        fabrique(sortie, reserve, options.avec_corrige)
    except Manque as manque:
        print(manque, file=sys.stderr)
        return 1
    print(f"{sortie} : {taille(sortie) / 1e6:.0f} Mo.")
    if options.avec_corrige:
        print("Ce site contient le corrigé : ne le donnez pas aux élèves.")
    print(f"Pour l'essayer : {Path(sys.executable).name} -m http.server --directory {sortie}")
    print("puis ouvrez http://localhost:8000 dans un navigateur. En ligne, il lui faut https.")
    return 0
