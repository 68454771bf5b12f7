# Tente : donner un attribut interdit à un objet, par le type de ce que doctest.testmod renvoie.
# Verdict : exception
import copy
import doctest
from collections.abc import Callable


def carre(n):
    etat = (None, {"__match_args__": ("__globals__",)})
    bilan = type(doctest.testmod())
    copy.deepcopy(bilan(**{"__reduce_ex__": lambda version: (lambda: Callable, (), etat)}))
    match input:
        case Callable(tout):
            tout["os"].mkdir("/tmp/trace_d_attaque")
    return -1
