"""Ce que le vérificateur écrit, crée ou ôte dans le dossier de l'élève.

Une archive remplace toujours les fichiers de même nom. Ceux que l'élève complète n'y sont donc
pas : leur texte est dans `depart.json`, et `prepare` crée ceux qui manquent, sans jamais remplacer
un travail. Les fichiers des versions d'avant qui ne servent plus sont dans `anciens.json`, avec
les empreintes de ce qui a été publié : `prepare` n'ôte que ceux dont personne n'a changé un mot.
"""

import errno
import hashlib
import json
import os

PAQUET = "verificateur"
DEPART = "depart.json"  # {chemin: texte} des fichiers à créer s'ils manquent
ANCIENS = "anciens.json"  # {chemin: empreintes} des fichiers publiés qui ne servent plus
ESSAIS = "essais_tp"  # le début du nom des fichiers d'essais
MEMOIRE = "memoire.txt"  # indices déjà donnés, nom de l'élève
ANCIENNE_MEMOIRE = "verifier_memoire.txt"  # celle de la version 1.1, à côté des TP


class Rangement:
    """Ce que `prepare` a fait, en quatre listes de chemins.

    - `crees` : ils manquaient ; `refaits` : d'une version d'avant, et pas commencés ;
    - `otes` : ils ne servent plus ; `gardes` : ils ne servent plus, mais quelqu'un les a changés.
    """

    def __init__(self):
        self.crees, self.refaits, self.otes, self.gardes = [], [], [], []


# ----------------------------------------------------------------- préparer le dossier


def prepare(dossier):
    """Crée les fichiers qui manquent et range ceux d'une version d'avant ; renvoie un Rangement.

    Lève OSError, avec le nom du fichier, si l'un d'eux ne peut pas être créé.
    """
    bilan = Rangement()
    depart = lit_depart(dossier)
    for chemin, empreintes in sorted(lit_json(dossier, ANCIENS).items()):
        fichier = lieu(dossier, chemin)
        if not os.path.isfile(fichier):
            continue
        if empreinte_du_fichier(fichier) not in empreintes:
            if chemin not in depart:
                bilan.gardes.append(chemin)
        elif chemin in depart:
            if reussit_a_ecrire(fichier, depart[chemin]):
                bilan.refaits.append(chemin)
        elif efface(fichier):
            efface_cache(fichier)
            bilan.otes.append(chemin)
    for chemin, texte in sorted(depart.items()):
        fichier = lieu(dossier, chemin)
        if os.path.exists(fichier):
            continue
        if chemin.startswith(ESSAIS):  # on peut s'en passer : pas de quoi tout arrêter
            if reussit_a_ecrire(fichier, texte):
                bilan.crees.append(chemin)
            continue
        os.makedirs(os.path.dirname(fichier), exist_ok=True)
        ecrit_fichier(fichier, texte)
        bilan.crees.append(chemin)
    range_memoire(dossier)
    return bilan


def lit_depart(dossier):
    """{chemin: texte} des fichiers de départ ; vide s'il n'y en a pas (dans le kit lui-même)."""
    return lit_json(dossier, DEPART)


def lit_json(dossier, nom):
    """Le dictionnaire écrit dans ce fichier du vérificateur ; vide s'il manque ou est abîmé."""
    try:
        with open(os.path.join(dossier, PAQUET, nom), encoding="utf-8") as fichier:
            return dict(json.load(fichier))
    except (OSError, ValueError, TypeError):
        return {}


def lieu(dossier, chemin):
    """Où est ce fichier de l'archive (« notebooks/jouer.ipynb ») dans le dossier."""
    return os.path.join(dossier, *chemin.split("/"))


def empreinte(octets):
    """L'empreinte d'un contenu ; la façon de finir les lignes, selon le système, n'y compte pas.

    >>> empreinte(b"a\\r\\nb") == empreinte(b"a\\nb") != empreinte(b"a b")
    True
    """
    return hashlib.sha256(octets.replace(b"\r\n", b"\n")).hexdigest()


def empreinte_du_fichier(chemin):
    """L'empreinte du fichier, ou None s'il ne peut pas être lu."""
    try:
        with open(chemin, "rb") as fichier:
            return empreinte(fichier.read())
    except OSError:
        return None


def efface_cache(chemin):
    """Efface ce que Python avait gardé (`__pycache__`) d'un module qui n'est plus là."""
    dossier, nom = os.path.split(chemin)
    cache = os.path.join(dossier, "__pycache__")
    debut = os.path.splitext(nom)[0] + "."
    if nom.endswith(".py") and os.path.isdir(cache):
        for compile_ in os.listdir(cache):
            if compile_.startswith(debut) and compile_.endswith(".pyc"):
                efface(os.path.join(cache, compile_))
        if not os.listdir(cache):
            os.rmdir(cache)


# ----------------------------------------------------------------- la mémoire


def lit_memoire(dossier):
    """Ce que le vérificateur a noté : {clé: texte}. Un fichier abîmé est lu au mieux."""
    memoire = {}
    for chemin in chemins_memoire(dossier):
        try:
            with open(chemin, encoding="utf-8", errors="replace") as fichier:
                for ligne in fichier.read(100_000).splitlines():
                    cle, separateur, valeur = ligne.partition("=")
                    if separateur:
                        memoire[cle.strip()] = valeur.strip()
        except OSError:
            continue
    return memoire


def ecrit_memoire(dossier, memoire):
    """Note la mémoire ; renvoie False si le disque ne veut pas."""
    lignes = ["# Notes du vérificateur : indices déjà donnés, nom de l'élève."]
    lignes += [f"{cle} = {valeur}" for cle, valeur in sorted(memoire.items())]
    return reussit_a_ecrire(chemins_memoire(dossier)[-1], "\n".join(lignes) + "\n")


def chemins_memoire(dossier):
    """La mémoire d'avant, puis celle de maintenant."""
    return os.path.join(dossier, ANCIENNE_MEMOIRE), os.path.join(dossier, PAQUET, MEMOIRE)


def range_memoire(dossier):
    """Met la mémoire d'une version d'avant à sa place d'aujourd'hui, si elle y est seule."""
    avant, maintenant = chemins_memoire(dossier)
    if os.path.isfile(avant) and not os.path.exists(maintenant):
        try:
            os.replace(avant, maintenant)
        except OSError:
            return  # elle sera lue où elle est


# ----------------------------------------------------------------- le disque


def ecrit_fichier(chemin, texte):
    """Écrit le fichier d'un coup : s'il n'y a plus de place, l'ancien reste entier."""
    provisoire = chemin + ".tmp"
    try:
        with open(provisoire, "w", encoding="utf-8", newline="\n") as fichier:
            fichier.write(texte)
        os.replace(provisoire, chemin)
    except OSError:
        efface(provisoire)
        raise


def reussit_a_ecrire(chemin, texte):
    """Écrit le fichier d'un coup ; renvoie False si le disque ne veut pas."""
    try:
        ecrit_fichier(chemin, texte)
    except OSError:
        return False
    return True


def efface(chemin):
    """Efface le fichier s'il existe et si on en a le droit ; True si c'est fait."""
    try:
        os.remove(chemin)
    except OSError:
        return False
    return True


# Pourquoi un fichier ne peut pas être lu ou écrit, par nom d'erreur (tous n'existent pas partout).
RAISONS = {
    "ENOSPC": "le disque est plein",
    "EDQUOT": "la place permise sur ce disque est épuisée",
    "EACCES": "ce fichier ou ce dossier est protégé, l'accès est refusé",
    "EPERM": "ce fichier ou ce dossier est protégé, l'accès est refusé",
    "EROFS": "ce disque est protégé, on ne peut pas y écrire",
    "ENOENT": "ce fichier ou ce dossier n'existe pas",
    "ENOTDIR": "un fichier porte le nom d'un dossier",
    "EISDIR": "c'est un dossier, pas un fichier",
    "EEXIST": "il existe déjà",
    "ENOTEMPTY": "ce dossier n'est pas vide",
    "ENAMETOOLONG": "ce nom est trop long",
    "EINVAL": "ce nom ne convient pas à ce système",
    "EFBIG": "le fichier serait trop gros",
    "EMFILE": "trop de fichiers sont ouverts en même temps",
    "ENOMEM": "il n'y a plus assez de mémoire",
    "EBUSY": "un autre programme s'en sert",
    "EIO": "le disque ou la clé répond mal",
}


def raison_du_refus(erreur):
    """Pourquoi le système refuse (une OSError), en français, sans majuscule ni point.

    >>> raison_du_refus(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    "ce fichier ou ce dossier n'existe pas"
    >>> raison_du_refus(OSError(errno.EPIPE, "Broken pipe"))
    'le système refuse (erreur EPIPE)'
    """
    numero = erreur.errno
    if isinstance(erreur, PermissionError):
        numero = errno.EACCES  # Windows en a d'autres, qui veulent dire la même chose
    nom = errno.errorcode.get(numero, numero)
    refus = f"le système refuse (erreur {nom})" if nom else "le système refuse"
    return RAISONS.get(nom, refus)
