"""Le code d'un élève choisi par l'enseignant, dans un processus que l'on peut arrêter.

`Atelier(copie="rendus/zoe")` montre la copie de Zoé avec les vues de tous les carnets. Ses fichiers
sont d'abord copiés à côté, dans un dossier temporaire : rien n'est écrit dans le rendu. Puis chaque
essai tourne dans un processus à lui, arrêté s'il n'en finit pas ; il n'en revient que des données
simples. Windows ne sait pas dédoubler un processus : l'essai y tourne dans le carnet, surveillé
comme le code de l'élève dans le sien, et le carnet le dit. Ce n'est pas un bac à sable : une copie
dont on se méfie se corrige avec `python -m autograder`.
"""

import io
import os
import pickle
import select
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from .programme import (
    CARNETS,
    DELAI,
    PATIENCE,
    SURVEILLANCE,
    Panne,
    Programme,
    Reponse,
    dossier_corrige,
    dossier_eleve,
    est_de_l_eleve,
)

OCTETS_MAX = 50_000_000
# Ce qui a le droit de revenir du processus, en plus des nombres, textes, listes et dictionnaires.
PERMIS = {
    "verificateur.programme": {"Panne", "Reponse"},
    "atelier.film": {"Film", "Instant"},
    "builtins": {"set", "frozenset", "ValueError"},
}


def trouve_copie(copie):
    """Le dossier désigné, depuis le dossier courant ou depuis celui du kit."""
    for dossier in (Path(copie), CARNETS.parent / copie):
        if dossier.is_dir():
            return dossier.resolve()
    raise FileNotFoundError(f"Il n'y a pas de dossier {copie} : donne celui d'un élève.")


def prepare_copie(source, dossier):
    """Met dans `dossier` les outils du kit, les squelettes, et les fichiers de l'élève."""
    donne = dossier_eleve()
    for fichier in donne.glob("*.py"):
        shutil.copy(fichier, dossier)
    shutil.copytree(donne / "verificateur", dossier / "verificateur")
    for fichier in sorted(source.rglob("*.py")):
        if est_de_l_eleve(str(fichier), fichier.parent) and fichier.name != "__init__.py":
            shutil.copy(fichier, dossier)


class ProgrammeAPart(Programme):
    """Les modules d'un élève, chargés et essayés dans un autre processus."""

    def __init__(self, copie):
        source = trouve_copie(copie)
        corrige = dossier_corrige()
        self._ephemere = tempfile.TemporaryDirectory(prefix="copie-")
        dossier = Path(self._ephemere.name).resolve()
        prepare_copie(source, dossier)
        nom = "Le corrigé, comme un élève" if source == corrige else f"Le code de {source.name}"
        super().__init__(dossier, nom)
        self.a_part = hasattr(os, "fork")
        self._charge_ici = not self.a_part

    def module(self, nom):
        """Le module `nom` ; jamais ailleurs que dans le processus à part."""
        if not self._charge_ici:
            raise RuntimeError(f"{nom}.py ne se charge que dans le processus à part.")
        return super().module(nom)

    def essaie(self, fonction, secondes=DELAI, muet=True):
        """Comme `Programme.essaie`, dans un processus à part."""
        if self._charge_ici:
            return super().essaie(fonction, secondes, muet)
        lecture, ecriture = os.pipe()
        fils = os.fork()
        if fils == 0:
            self._reste_dans_le_fils(ecriture, fonction, secondes)
        os.close(ecriture)
        try:
            octets = lit_avant(lecture, time.monotonic() + secondes + PATIENCE)
        finally:
            os.close(lecture)
            arrete(fils)
        return deballe(octets)

    def dessine(self, fonction):
        """Dessine ici : les données sont déjà revenues."""
        return super().essaie(fonction)

    def _reste_dans_le_fils(self, ecriture, fonction, secondes):
        """Ce que fait le processus à part ; n'en revient jamais."""
        try:
            os.setsid()
            self._charge_ici = True
            # un autre dossier a pu charger, sous le même nom, son propre vérificateur
            sys.modules[SURVEILLANCE.__name__] = SURVEILLANCE
            octets = pickle.dumps(self.essaie(fonction, secondes))
            with open(ecriture, "wb") as tuyau:
                tuyau.write(octets)
        finally:
            os._exit(0)


def arrete(fils):
    """Arrête le processus et tout ce qu'il a lancé."""
    for tue in (os.killpg, os.kill):
        try:
            tue(fils, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
    os.waitpid(fils, 0)


def lit_avant(tuyau, limite):
    """Tout ce qui sort du tuyau avant l'heure limite (`time.monotonic`)."""
    octets = b""
    while len(octets) < OCTETS_MAX:
        reste = limite - time.monotonic()
        if reste <= 0 or not select.select([tuyau], [], [], reste)[0]:
            return b""
        morceau = os.read(tuyau, 1 << 16)
        if not morceau:
            break
        octets += morceau
    return octets


class Deballeur(pickle.Unpickler):
    """N'accepte que des données simples : la copie ne choisit pas ce qui s'exécute ici."""

    def find_class(self, module, nom):
        """La classe demandée, si elle est permise."""
        court = ".".join(module.split(".")[-2:])
        if nom not in PERMIS.get(court, ()):
            raise pickle.UnpicklingError(f"{module}.{nom} n'est pas une donnée simple")
        if module == SURVEILLANCE.__name__:
            return getattr(SURVEILLANCE, nom)
        return super().find_class(module, nom)


def deballe(octets):
    """La réponse du processus à part ; une panne s'il n'a rien dit que l'on puisse montrer."""
    if not octets:
        phrase = "Ce code ne répond pas : il a été arrêté."
        return Reponse(panne=Panne("boucle", phrase))
    try:
        reponse = Deballeur(io.BytesIO(octets)).load()
    except Exception:
        reponse = None
    if isinstance(reponse, Reponse):
        return reponse
    return Reponse(panne=Panne("surprise", "Ce code donne une valeur que je ne sais pas montrer."))
