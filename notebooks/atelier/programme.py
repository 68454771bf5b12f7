"""Le code qu'un carnet montre : celui de l'élève, et le corrigé quand il est là.

`Programme` (dans `verificateur/programme.py`) charge et surveille le code d'un dossier ; ici, on
trouve les dossiers.
"""

import importlib
import importlib.util
import sys
from pathlib import Path

CARNETS = Path(__file__).resolve().parent.parent


def dossier_eleve():
    """Le dossier de travail de l'élève : `lessons/`, ou celui qui contient `notebooks/`."""
    for dossier in (CARNETS.parent / "lessons", CARNETS.parent, CARNETS):
        if (dossier / "verifier.py").is_file():
            return dossier
    raise FileNotFoundError(
        "Je ne trouve pas verifier.py : garde le dossier notebooks à côté des fichiers des TP."
    )


def dossier_corrige():
    """Le dossier du corrigé, ou None (dans l'archive d'un élève)."""
    dossier = CARNETS.parent / "solutions"
    return dossier if (dossier / "tp1_grille.py").is_file() else None


def charge_fichier(chemin):
    """Le module écrit dans le fichier `chemin`, sans rien ajouter à `sys.modules`."""
    fiche = importlib.util.spec_from_file_location(chemin.stem, chemin)
    module = importlib.util.module_from_spec(fiche)
    fiche.loader.exec_module(module)
    return module


VERIFIER = charge_fichier(dossier_eleve() / "verifier.py")
SURVEILLANCE = VERIFIER.outil("programme")
DELAI, DELAI_COUP, PATIENCE = SURVEILLANCE.DELAI, SURVEILLANCE.DELAI_COUP, SURVEILLANCE.PATIENCE
Panne, Reponse, Surprise = SURVEILLANCE.Panne, SURVEILLANCE.Reponse, SURVEILLANCE.Surprise
Programme, est_de_l_eleve = SURVEILLANCE.Programme, SURVEILLANCE.est_de_l_eleve
attend, attend_cases = SURVEILLANCE.attend, SURVEILLANCE.attend_cases
est_case, montre_valeur = SURVEILLANCE.est_case, SURVEILLANCE.montre_valeur


class ProgrammeDuCorrige(Programme):
    """Le corrigé du kit : le paquet `solutions`, chargé une fois pour tout le processus."""

    def __init__(self, dossier):
        super().__init__(dossier, "Corrigé", sur=True)
        if str(self.dossier.parent) not in sys.path:
            sys.path.insert(0, str(self.dossier.parent))

    def module(self, nom):
        """Le module d'un TP (« tp1_grille »), ou d'une pièce du corrigé (« jeu.ordis »)."""
        if "." in nom:
            return importlib.import_module(f"solutions.{nom}")
        return getattr(importlib.import_module("solutions"), nom)
