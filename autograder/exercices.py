"""La liste des exercices, telle que le registre la donne : rien n'est listé deux fois."""

import json
import pathlib
from dataclasses import dataclass

RACINE = pathlib.Path(__file__).resolve().parent.parent
REGISTRE = RACINE / "lessons" / "registre.json"
CORRIGE = RACINE / "solutions"


@dataclass(frozen=True)
class Exercice:
    """Un exercice du registre. `cible` est le nom dans le module : `alpha`, `Grille.reinit`."""

    id: str
    tp: int
    module: str
    cible: str
    titre: str = ""
    points: float = 1
    etoiles: int = 0
    prerequis: tuple = ()

    @property
    def nom(self):
        """Nom de la fonction, sans sa classe."""
        return self.cible.rpartition(".")[2]

    @property
    def bonus(self):
        """True pour un exercice étoilé, hors du barème de base."""
        return self.etoiles > 0


class Registre:
    """Les exercices, dans l'ordre du registre, et leurs prérequis."""

    def __init__(self, exercices):
        self.exercices = {e.id: e for e in exercices}
        self._fermetures = {}

    def __iter__(self):
        return iter(self.exercices.values())

    def __getitem__(self, ident):
        return self.exercices[ident]

    def __contains__(self, ident):
        return ident in self.exercices

    def cibles(self):
        """{module: {cible: id}}."""
        rangement = {}
        for exercice in self:
            rangement.setdefault(exercice.module, {})[exercice.cible] = exercice.id
        return rangement

    def fermeture(self, ident):
        """Tous les prérequis d'un exercice, directs ou non, sans lui-même."""
        if ident not in self._fermetures:
            vus, a_voir = set(), list(self[ident].prerequis)
            while a_voir:
                suivant = a_voir.pop()
                if suivant not in vus and suivant != ident and suivant in self:
                    vus.add(suivant)
                    a_voir += self[suivant].prerequis
            self._fermetures[ident] = frozenset(vus)
        return self._fermetures[ident]


def lit_registre(chemin=REGISTRE):
    """Le registre du fichier JSON (ou TOML) `chemin`."""
    chemin = pathlib.Path(chemin)
    if chemin.suffix == ".toml":
        try:
            import tomllib
        except ImportError:
            import tomli as tomllib
        donnees = tomllib.loads(chemin.read_text(encoding="utf-8"))
    else:
        donnees = json.loads(chemin.read_text(encoding="utf-8"))
    entrees = donnees if isinstance(donnees, list) else donnees.get("exercices", donnees)
    if isinstance(entrees, dict):
        entrees = [{"id": ident, **contenu} for ident, contenu in entrees.items()]
    champs = set(Exercice.__dataclass_fields__)
    return Registre(
        Exercice(**{**{k: v for k, v in e.items() if k in champs},
                    "prerequis": tuple(e.get("prerequis", ()))})
        for e in entrees
    )  # fmt: skip
