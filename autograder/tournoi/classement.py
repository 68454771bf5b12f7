"""Le classement : qui bat qui pour de bon, et ce que l'on ne peut pas dire.

Tous les bots ont joué les mêmes flottes : on compare deux bots par leurs différences, flotte par
flotte. Avec trente bots il y a 435 comparaisons ; sans précaution, le hasard seul en ferait
« gagner » plusieurs. La correction de Holm borne à ALPHA la chance d'une seule fausse victoire dans
tout le tournoi. Un nouveau rang ne commence que là où **chaque** bot du dessus bat **chaque** bot
du dessous.

Un bot irrégulier, qui perd des parties pour une faute, a des scores si dispersés qu'il ne se
distingue de personne : à lui seul, il réunirait les rangs de tous. Les rangs sont donc d'abord
ceux des bots réguliers ; un irrégulier n'y entre que s'il n'en réunit aucun. Les victoires, elles,
sont établies une fois pour toutes, entre tous les bots : ce choix n'en invente aucune.
"""

from dataclasses import dataclass
from itertools import combinations

from lessons.verificateur.mesure import compare, moyenne

ALPHA = 0.02


@dataclass(frozen=True)
class Paire:
    """Deux bots comparés : `a` tire en moyenne `ecart.moyenne` coups de plus que `b`."""

    a: int
    b: int
    ecart: object
    sure: bool = False


@dataclass(frozen=True)
class Place:
    """La place d'un bot : son rang, et les rangs possibles, du meilleur (`de`) au pire (`a`).

    `rang` est None pour un irrégulier que l'on ne peut pas classer ; ses rangs possibles sont ceux
    qu'il aurait parmi les bots classés.
    """

    bot: int
    rang: int | None
    de: int
    a: int


def holm(valeurs, alpha=ALPHA):
    """Pour chaque probabilité `p`, True si la différence est sûre, tout compte fait.

    De la plus petite à la plus grande, on compare p à alpha / (nombre de celles qui restent) ; à la
    première qui ne passe pas, on s'arrête.

    >>> holm([0.04, 0.001, 0.02], alpha=0.05)
    [True, True, True]
    >>> holm([0.04, 0.001, 0.03], alpha=0.05)
    [False, True, False]
    """
    sures = [False] * len(valeurs)
    for reste, i in enumerate(sorted(range(len(valeurs)), key=valeurs.__getitem__)):
        if valeurs[i] > alpha / (len(valeurs) - reste):
            break
        sures[i] = True
    return sures


def paires(scores, alpha=ALPHA):
    """Toutes les Paires de ces séries de scores (une par bot, dans l'ordre des flottes)."""
    couples = list(combinations(range(len(scores)), 2))
    ecarts = [compare(scores[a], scores[b]) for a, b in couples]
    sures = holm([ecart.p for ecart in ecarts], alpha)
    return [Paire(a, b, e, s) for (a, b), e, s in zip(couples, ecarts, sures, strict=True)]


def classe(scores, perdues, alpha=ALPHA):
    """(les Places, les Paires) de ces bots ; `perdues` : leurs nombres de parties perdues.

    Les Places des bots classés, de la meilleure moyenne à la moins bonne, puis celles des autres.
    Les Paires sont celles des bots classés : les autres ne sont comparés à personne.

    >>> places, _ = classe([[50, 51, 50, 52], [40, 41, 42, 40], [40, 41, 42, 40]], [0, 0, 0])
    >>> [(p.bot, p.rang, p.de, p.a) for p in places]
    [(1, 1, 1, 2), (2, 1, 1, 2), (0, 3, 3, 3)]
    >>> places, _ = classe([[50, 51, 50, 52], [40, 41, 42, 40], [40, 99, 40, 40]], [0, 0, 1])
    >>> [(p.bot, p.rang, p.de, p.a) for p in places]
    [(1, 1, 1, 1), (0, 2, 2, 2), (2, None, 1, 3)]
    """
    toutes = paires(scores, alpha)
    battus = {i: set() for i in range(len(scores))}
    for paire in toutes:
        if paire.sure:
            gagnant, perdant = (paire.a, paire.b) if paire.ecart.moyenne < 0 else (paire.b, paire.a)
            battus[gagnant].add(perdant)
    ordre = sorted(battus, key=lambda i: (moyenne(scores[i]), scores[i]))
    classes = _classables(ordre, perdues, battus)
    rangs = _rangs([bot for bot in ordre if bot in classes], battus)
    places = []
    for bot in [*rangs, *(bot for bot in ordre if bot not in classes)]:
        au_mieux = 1 + sum(bot in battus[autre] for autre in classes)
        if bot in rangs:  # un rang partagé avec un bot qui le bat reste possible : on l'affiche
            au_mieux = min(au_mieux, rangs[bot])
        au_pire = len(classes | {bot}) - len(battus[bot] & classes)
        places.append(Place(bot, rangs.get(bot), au_mieux, au_pire))
    return places, [paire for paire in toutes if {paire.a, paire.b} <= classes]


def _rangs(ordre, battus):
    """{bot: rang} de ces bots, donnés de la meilleure moyenne à la moins bonne."""
    rangs, rang = {}, 1
    for k, bot in enumerate(ordre):
        if all(battus[dessus].issuperset(ordre[k:]) for dessus in ordre[:k]):
            rang = k + 1
        rangs[bot] = rang
    return rangs


def _classables(ordre, perdues, battus):
    """Les bots que l'on classe : les réguliers, puis chaque irrégulier qui ne réunit pas de rangs.

    Ajouter un bot ne peut qu'ôter des séparations : si ceux que l'on classait déjà ont autant de
    rangs qu'avant, ce sont les mêmes.
    """
    classes = {bot for bot in ordre if not perdues[bot]}

    def nb_rangs(candidat=None):
        retenus = [bot for bot in ordre if bot in classes or bot == candidat]
        rangs = _rangs(retenus, battus)
        return len({rangs[bot] for bot in classes})

    for bot in ordre:
        if perdues[bot] and nb_rangs(bot) == nb_rangs():
            classes.add(bot)
    return classes
