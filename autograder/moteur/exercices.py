"""Les exercices tels que le juge les voit : où est la fonction, combien elle vaut, après quoi."""

from dataclasses import dataclass

from lessons.verificateur.registre import charge


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

    def ordre_de_correction(self):
        """Les exercices, chacun après ses prérequis ; à part cela, l'ordre du registre."""
        ordre, vus = [], set()

        def visite(exercice):
            if exercice.id not in vus:
                vus.add(exercice.id)
                for autre in self:
                    if autre.id in exercice.prerequis:
                        visite(autre)
                ordre.append(exercice)

        for exercice in self:
            visite(exercice)
        return ordre


def lit_registre():
    """Le registre du kit, lu par `lessons/verificateur/registre.py`."""
    return Registre(
        Exercice(
            e.id, e.tp, e.module, e.cible, e.titre, e.points, e.etoiles, tuple(e.prerequis)
        )
        for e in charge().exercices
    )  # fmt: skip
