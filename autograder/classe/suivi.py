"""Ce qui est déjà fait, sur le disque : une correction arrêtée n'importe quand reprend.

Chaque résultat est un fichier dont le nom résume la copie, le kit et les options. Il est écrit à
côté puis mis en place d'un seul geste, et porte une somme de contrôle : il est entier, ou il
n'existe pas. Un fichier abîmé est ignoré, et la copie est corrigée de nouveau.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import re
import sys
import tempfile

from autograder import RACINE

# Ce qui fait les notes ; le reste du kit les présente sans les changer.
DECIDENT = (
    "solutions/*.py", "lessons/verificateur/*.py", "lessons/verificateur/registre.json",
    "autograder/suites/**/*.*",
    "autograder/moteur/*.py", "autograder/bac_a_sable/*.py",
    *(f"autograder/classe/{nom}.py" for nom in ("corriger", "provenance", "similitudes")),
)  # fmt: skip
# Un brouillon : ce préfixe, puis ce qu'ajoute `mkstemp`.
PREFIXE = ".ecrit-"
BROUILLON = re.compile(re.escape(PREFIXE) + "[a-z0-9_]{8}")


def ecrit(chemin, texte):
    """Écrit un fichier d'un seul geste : l'ancien contenu, ou le nouveau, jamais la moitié.

    `texte` est une chaîne, ou une suite de chaînes quand le fichier est long. Un tuyau ou un écran
    (`/dev/stdout`) ne se remplace pas : on y écrit.
    """
    chemin = pathlib.Path(chemin)
    if chemin.exists() and not chemin.is_file() and not chemin.is_dir():
        chemin.write_text(texte if isinstance(texte, str) else "".join(texte), encoding="utf-8")
        return
    try:
        descripteur, brouillon = tempfile.mkstemp(prefix=PREFIXE, dir=chemin.parent)
    except OSError as erreur:
        erreur.filename = str(chemin)  # c'est de lui qu'il faut parler
        raise
    try:
        with os.fdopen(descripteur, "wb") as fichier:
            for morceau in [texte] if isinstance(texte, str) else texte:
                octets = (
                    morceau if isinstance(morceau, bytes) else morceau.encode("utf-8", "replace")
                )
                fichier.write(octets)
            fichier.flush()
            os.fsync(fichier.fileno())
        os.chmod(brouillon, 0o644)
        os.replace(brouillon, chemin)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(brouillon)
        raise


def somme(*morceaux):
    """Une empreinte qui change dès qu'un morceau change.

    >>> somme("a", "b") == somme("a", "b"), somme("ab") == somme("a", "b")
    (True, False)
    """
    return hashlib.sha256(json.dumps(morceaux, ensure_ascii=True).encode()).hexdigest()


def version_du_kit():
    """L'empreinte de ce qui fait les notes : corrigé, registre, suites, moteur, Python.

    Y sont aussi les modules qui font ce que l'on garde d'une copie : remarques, arbres, extraits.
    """
    fichiers = {f for motif in DECIDENT for f in RACINE.glob(motif) if f.suffix != ".pyc"}
    sommes = {
        f.relative_to(RACINE).as_posix(): hashlib.sha256(f.read_bytes()).hexdigest()
        for f in fichiers
        if f.is_file()
    }
    return somme(sorted(sommes.items()), sys.version_info[:2])


class Suivi:
    """Le dossier `.correction` des résultats."""

    def __init__(self, dossier):
        self.dossier = pathlib.Path(dossier)

    def prepare(self):
        """Crée le dossier, et enlève les brouillons d'une correction interrompue."""
        self.dossier.mkdir(parents=True, exist_ok=True)
        sortie = self.dossier.parent
        for dossier in (sortie, sortie / "copies", self.dossier):
            for trouve in dossier.glob(PREFIXE + "*"):
                if BROUILLON.fullmatch(trouve.name) and trouve.is_file():
                    trouve.unlink(missing_ok=True)

    def lit(self, cle):
        """Les données rangées sous `cle`, ou None s'il n'y en a pas d'intactes."""
        try:
            garde = json.loads((self.dossier / f"{cle}.json").read_text(encoding="utf-8"))
            corps = garde["corps"]
            return corps if garde["somme"] == somme(cle, corps) else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def ecrit(self, cle, corps):
        """Range des données (simples) sous `cle`."""
        garde = {"somme": somme(cle, corps), "corps": corps}
        ecrit(self.dossier / f"{cle}.json", json.dumps(garde, ensure_ascii=True))
