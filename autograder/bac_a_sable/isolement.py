"""Le bac à sable : lancer un processus Python qui ne peut rien abîmer, et dire à quel point.

Chez le correcteur : `commande` bâtit la ligne de commande (bubblewrap si la machine l'a).
Dans le fils : `limite`, `quitte_root`, `ferme_python` et `pose_crochet` s'ajoutent aux verrous du
noyau (module `noyau`), juste avant d'exécuter la copie. Chaque couche peut manquer (Windows, macOS,
vieux noyau) : le niveau atteint est toujours rapporté.
"""

import os
import sys

from autograder.bac_a_sable.filtre import noms_de

try:
    import resource  # ici, et pas au moment de s'en servir : l'ouvrier ne peut plus rien importer
except ImportError:  # Windows
    resource = None

MEMOIRE_MAX = 400 * 2**20  # octets d'espace d'adressage par processus de copie
CPU_MAX = 20  # secondes : dernier recours, si le correcteur lui-même disparaît

NIVEAUX = {
    4: "isolement complet",
    3: "isolement fort",
    2: "isolement bon",
    1: "isolement faible",
    0: "isolement minimal",
}
NIVEAU_SUR = 2  # au-dessous, rien dans le système ne défend les fichiers de l'enseignant
# Les couches que le système (ou WebAssembly) fournit, dans l'ordre où on les dit.
COUCHES = {
    "wasm": "WebAssembly",
    "bulle": "bubblewrap",
    "seccomp": "seccomp",
    "landlock": "Landlock",
    "limites": "limites de mémoire et de temps",
}
TOUJOURS = "filtre du code et crochet d'audit"


def niveau(couches):
    """Le niveau qu'atteignent ces couches du système.

    >>> niveau({"limites"}), niveau({"landlock"}), niveau({"bulle", "seccomp", "limites"})
    (1, 2, 4)
    >>> niveau({"wasm", "limites"})
    3
    """
    if "seccomp" in couches:
        return 4 if "bulle" in couches else 3
    if "wasm" in couches:
        return 3
    if "bulle" in couches or "landlock" in couches:
        return 2
    return 1 if "limites" in couches else 0


def phrase(couches):
    """Ce qui protège la machine, sans rien promettre de plus.

    >>> phrase({"limites"})
    "isolement faible (limites de mémoire et de temps, filtre du code et crochet d'audit)"
    """
    presentes = [nom for couche, nom in COUCHES.items() if couche in couches]
    return f"{NIVEAUX[niveau(couches)]} ({', '.join([*presentes, TOUJOURS])})"


# --- Chez le correcteur ----------------------------------------------------------------


def commande(amorce, argument, dossier, bulle):
    """Ligne de commande d'un Python isolé qui exécute `amorce` ; `bulle` : dans bubblewrap."""
    python = [_interprete(), "-s", "-S", "-B", "-X", "utf8", "-c", amorce, argument]
    return (_bubblewrap(dossier) + python) if bulle else python


def _interprete():
    """Le vrai Python, hors de tout environnement virtuel (ses bibliothèques restent dehors)."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    return base if os.name == "nt" else os.path.realpath(base)


def _bubblewrap(dossier):
    options = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for chemin in ("/usr", "/lib", "/lib64", "/bin"):
        if os.path.islink(chemin):
            options += ["--symlink", os.readlink(chemin), chemin]
        elif os.path.isdir(chemin):
            options += ["--ro-bind", chemin, chemin]
    racines = {os.path.realpath(sys.base_prefix), os.path.realpath(sys.base_exec_prefix)}
    racines.add(os.path.dirname(os.path.dirname(_interprete())))
    for racine in sorted(racines):
        if racine != "/usr":
            options += ["--ro-bind", racine, racine]
    # Les bibliothèques installées ne sont pas pour la copie : le corrigé peut s'y trouver.
    for dossier_installe in _dossiers_installes(racines):
        options += ["--tmpfs", dossier_installe]
    return [*options, "--tmpfs", "/tmp", "--dir", dossier, "--chdir", dossier, "--"]


def _dossiers_installes(racines):
    version = "python{}.{}".format(*sys.version_info)
    for racine in sorted(racines | {"/usr", "/usr/local"}):
        for suite in (("lib", version), ("lib", "python3"), ("lib64", version)):
            for nom in ("site-packages", "dist-packages"):
                chemin = os.path.join(racine, *suite, nom)
                if os.path.isdir(chemin):
                    yield chemin


def environnement():
    """Variables d'environnement laissées à la copie : le minimum de Windows, et deux réglages.

    Les ensembles de textes ont le même ordre d'une fois sur l'autre : une copie, une graine, une
    note. Le dossier courant n'est pas un endroit où chercher des modules.
    """
    gardees = ("SYSTEMROOT",) if os.name == "nt" else ()
    reglages = {"PYTHONHASHSEED": "0", "PYTHONSAFEPATH": "1"}
    return {**reglages, **{nom: os.environ[nom] for nom in gardees if nom in os.environ}}


def options_processus():
    """Arguments de Popen qui mettent le processus dans son propre groupe."""
    if os.name == "nt":
        return {"creationflags": 0x00000200 | 0x00000008}  # groupe à part, sans console
    return {"start_new_session": True}


# --- Dans le fils ----------------------------------------------------------------------

# Ce qui n'ouvre rien : permis à tous.
EVENEMENTS_PERMIS = noms_de(
    "builtins.id builtins.input builtins.input/result sys.unraisablehook sys.excepthook"
    " time.sleep array.__new__ sys._getframe"
)
# Permis aux fichiers de Python et aux nôtres, jamais au texte d'une copie : regarder la pile, lire
# ou changer ce qui est caché dans une fonction, préparer du code sans l'exécuter.
EVENEMENTS_DE_PYTHON = noms_de(
    "object.__getattr__ object.__setattr__ object.__delattr__ sys._getframemodulename"
    " sys._current_frames compile"
)
# Du module qui parle au système, ce dont le fils a encore besoin une fois enfermé.
GARDES_DU_SYSTEME = noms_de("read write _exit fspath urandom getpid")
# Ce qui fabrique un module interne, ou lance un programme, sans aucun événement d'audit.
FABRIQUES = {
    "_imp": noms_de(
        "create_builtin exec_builtin create_dynamic exec_dynamic init_frozen get_frozen_object"
        " _fix_co_filename"
    ),
    "_posixsubprocess": noms_de("fork_exec"),
    "_winapi": noms_de("CreateProcess OpenProcess TerminateProcess CopyFile2"),
}


def limite(memoire=MEMOIRE_MAX, cpu=CPU_MAX, fichiers=32, processus=0):
    """Pose les limites du système sur ce processus ; True si la mémoire est bornée."""
    if resource is None:
        return False
    voulues = {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_NOFILE": fichiers,
        "RLIMIT_NPROC": processus,
        "RLIMIT_CPU": cpu,
        "RLIMIT_AS": memoire,
    }
    bornee = False
    for nom, valeur in voulues.items():
        try:
            actuelle = resource.getrlimit(getattr(resource, nom))[1]
            if actuelle != resource.RLIM_INFINITY:
                valeur = min(valeur, actuelle)
            resource.setrlimit(getattr(resource, nom), (valeur, valeur))
            bornee = bornee or nom == "RLIMIT_AS"
        except (ValueError, OSError, AttributeError):
            continue
    return bornee


def quitte_root():
    """Un processus lancé par root devient « personne » (s'il n'est pas déjà dans une bulle)."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        try:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)
        except OSError:
            return False
    return True


def memoire_maximale(enfants=False):
    """Octets du plus gros moment de ce processus, ou d'un de ses `enfants` (0 : on ne sait pas).

    Linux fait hériter un programme du plus gros moment de celui qui l'a lancé : tant que ce
    maximum de naissance n'est pas dépassé, il ne dit rien d'ici.
    """
    if resource is None:
        return 0
    ici = octets(resource.getrusage(resource.RUSAGE_SELF))
    ici = ici if ici > _maximum_herite else 0
    return max(ici, octets(resource.getrusage(resource.RUSAGE_CHILDREN))) if enfants else ici


def octets(usage):
    """Le plus gros moment que donne le système, en octets."""
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def n_herite_de_rien():
    """À appeler après un `fork` : le processus neuf a son propre maximum."""
    global _maximum_herite
    _maximum_herite = 0


_maximum_herite = octets(resource.getrusage(resource.RUSAGE_SELF)) if resource else 0


def interdit(*args, **options):
    """Tient lieu de ce qu'un fils enfermé ne peut plus faire."""
    raise PermissionError("opération interdite pendant la correction")


def ferme_python():
    """Ôte de ce processus ce qui agirait sur la machine sans même passer par le crochet d'audit.

    Les fonctions du système (`os.stat`, `os.mkfifo`…), la fabrique de modules internes, le lanceur
    de programmes : une copie qui aurait quitté le filtre ne trouve plus qu'`interdit`.
    """
    for nom in ("posix", "nt", "os"):
        contenu = vars(sys.modules[nom]) if nom in sys.modules else {}
        for fonction, valeur in contenu.items():
            if callable(valeur) and not isinstance(valeur, type):
                if fonction not in GARDES_DU_SYSTEME:
                    contenu[fonction] = interdit
    for nom, fonctions in FABRIQUES.items():
        contenu = vars(sys.modules[nom]) if nom in sys.modules else {}
        contenu.update(dict.fromkeys(fonctions & contenu.keys(), interdit))


def pose_crochet():
    """Refuse tout événement d'audit hors des listes permises, à partir de maintenant.

    Le code de la copie, ou fabriqué par elle, a un nom de fichier comme <tp1_grille.py>. Exécuter
    du code fabriqué n'est permis qu'à l'appelant d'ici, et à `namedtuple` et `dataclass`. Dans
    WebAssembly, le moteur en exécute pour porter un message : c'est le seul à n'avoir personne
    au-dessus de lui.
    """
    permis, de_python, cadre = EVENEMENTS_PERMIS, EVENEMENTS_DE_PYTHON, sys._getframe
    dans_wasm = sys.platform == "wasi"
    fabricants = {cadre(1).f_code.co_filename}
    for module, fonction in (("collections", "namedtuple"), ("dataclasses", "dataclass")):
        if module in sys.modules:
            fabricants.add(getattr(sys.modules[module], fonction).__code__.co_filename)

    def crochet(evenement, arguments):
        if evenement in permis or arguments[1:] == ("f_code",):  # lu juste ci-dessous
            return None
        if evenement in de_python or evenement == "exec":
            try:
                fichier = cadre(1).f_code.co_filename
            except ValueError:
                return None if dans_wasm else interdit()
            if fichier in fabricants or (evenement != "exec" and not fichier.startswith("<")):
                return None
        return interdit()

    sys.addaudithook(crochet)
