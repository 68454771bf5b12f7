# Tente : faire exécuter par typing l'annotation d'un NamedTuple, sans importer ce qui est interdit.
# Verdict : exception
from typing import NamedTuple


class Case(NamedTuple):
    x: "__import__('os').system('touch /tmp/trace_d_attaque')"


class Complice:
    def __init__(self):
        self._evaluate = 0

    def lance(self):
        return self._evaluate({}, {}, frozenset())


def carre(n):
    Complice.lance(Case.__annotations__["x"])
    return -1
