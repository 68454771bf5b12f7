"""L'égalité stricte : les mêmes types partout, et rien de ce que l'objet redéfinit n'est cru."""

from collections import Counter, OrderedDict, defaultdict, namedtuple
from typing import NamedTuple

import pytest

from autograder.bac_a_sable import codec
from lessons.verificateur.comparaison import identique

Case = namedtuple("Case", "x y")


class Point(NamedTuple):
    x: int
    y: int = 0


class DictMenteur(dict):
    def items(self):
        return {"a": 1}.items()

    __eq__ = __ne__ = lambda self, autre: True


class TupleMenteur(Case):
    __eq__ = lambda self, autre: True  # noqa: E731


@pytest.mark.parametrize(
    ("attendu", "obtenu"),
    [
        ({"a": 1}, Counter("a")),
        ({"a": [1]}, defaultdict(list, a=[1])),
        ({"a": 1}, OrderedDict(a=1)),
        ((1, 2), Case(1, 2)),
        ((1, 0), Point(1)),
        ([(1, 2)], [Case(1, 2)]),
    ],
)
def test_une_valeur_speciale_de_python_est_ordinaire_des_deux_cotes(attendu, obtenu):
    assert identique(attendu, obtenu)
    assert codec.decode(codec.code(obtenu)) == attendu


@pytest.mark.parametrize(
    ("attendu", "obtenu"),
    [
        ({"a": 1}, DictMenteur(b=2)),
        ((1, 2), TupleMenteur(3, 4)),
        ({"a": 1}, {"a": True}),
        ((1, 2), [1, 2]),
        (1, True),
        (0.0, -0.0),
        ({1}, {True}),
    ],
)
def test_le_reste_est_strict(attendu, obtenu):
    assert not identique(attendu, obtenu)
    assert not identique(attendu, codec.decode(codec.code(obtenu)))
