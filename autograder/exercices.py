"""La liste des exercices, telle que le registre la donne : rien n'est listé deux fois."""

import json
import pathlib
from dataclasses import dataclass

RACINE = pathlib.Path(__file__).resolve().parent.parent
REGISTRES = (RACINE / "lessons" / "registre.json", RACINE / "lessons" / "registre.toml")
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


def lit_registre(chemin=None):
    """Le registre : `lessons/registre.toml`, ou sa copie JSON, plus rapide à lire."""
    chemin = pathlib.Path(chemin) if chemin else next(c for c in REGISTRES if c.exists())
    texte = chemin.read_text(encoding="utf-8")
    donnees = json.loads(texte) if chemin.suffix == ".json" else _toml().loads(texte)
    modules = {tp["numero"]: tp["module"] for tp in donnees["tp"]}
    return Registre(_exercice(entree, modules) for entree in donnees["exercice"])


def _toml():
    try:
        import tomllib
    except ImportError:  # Python 3.10
        import tomli as tomllib
    return tomllib


def _exercice(entree, modules):
    tp = int(entree["id"].partition(".")[0][2:])
    return Exercice(
        entree["id"],
        tp,
        modules[tp],
        entree["cible"],
        entree.get("titre", ""),
        entree.get("points", 1),
        entree.get("etoiles", 0),
        tuple(entree.get("prerequis", ())),
    )
