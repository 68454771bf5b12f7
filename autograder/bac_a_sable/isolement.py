"""Le bac à sable : lancer un processus Python qui ne peut rien abîmer, et dire à quel point.

Chez le correcteur : `commande` bâtit la ligne de commande (bubblewrap si la machine l'a).
Dans le fils : `limite`, `quitte_root` et `pose_crochet` s'ajoutent au filtre du noyau (module
`noyau`), juste avant d'exécuter la copie. Chaque couche peut manquer
(Windows, macOS, vieux noyau) : le niveau atteint est toujours rapporté.
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
    3: "isolement complet (bubblewrap, seccomp, limites)",
    2: "isolement fort (seccomp, limites ; sans bubblewrap)",
    1: "isolement moyen (limites de mémoire et de temps seulement)",
    0: "isolement minimal (filtre du code et crochet d'audit seulement)",
}

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

EVENEMENTS_PERMIS = noms_de(
    "builtins.id builtins.input builtins.input/result object.__getattr__ object.__setattr__"
    " object.__delattr__ sys._getframe sys._getframemodulename sys.unraisablehook"
    " sys.excepthook sys._current_frames time.sleep array.__new__"
)


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


def pose_crochet():
    """Refuse tout événement d'audit hors de la liste permise, à partir de maintenant.

    `compile` et `exec` ne sont permis qu'aux fichiers de Python (`namedtuple` et `dataclass`
    s'en servent) : le code de la copie, ou fabriqué par elle, a un nom comme <tp1_grille.py>.
    """
    permis, cadre = EVENEMENTS_PERMIS, sys._getframe

    def crochet(evenement, arguments):
        if evenement in permis:
            return
        if evenement in ("compile", "exec"):
            if not cadre(1).f_code.co_filename.startswith("<"):
                return
        raise PermissionError("opération interdite pendant la correction")

    sys.addaudithook(crochet)
