# Tente : faire poser par copy.copy un attribut interdit sur une classe de Python, puis l'y lire.
# Verdict : exception
import copy
import random
from collections.abc import Callable

CIBLES = []


class Reprise(random.Random):
    def __new__(cls, *args):
        return CIBLES[0] if CIBLES else super().__new__(cls)

    def getstate(self):
        return None, {"__match_args__": ("__globals__",)}


def carre(n):
    hasard = Reprise()
    CIBLES.append(Callable)
    copy.copy(hasard)
    match input:
        case Callable(tout):
            tout["os"].mkdir("/tmp/trace_d_attaque")
    return -1
