# Tente : écrire sous un nom interdit par une cached_property renommée, et laisser copy s'en servir.
# Verdict : exception
import copy
from collections.abc import Callable
from functools import cached_property


def retenu(nom, valeur):
    propriete = cached_property(lambda soi: valeur)

    class Porte:
        poignee = propriete

    propriete.attrname = nom
    porte = Porte()
    porte.poignee
    return porte


def carre(n):
    etat = (None, {"__match_args__": ("__globals__",)})
    copy.deepcopy(retenu("__reduce_ex__", lambda version: (lambda: Callable, (), etat)))
    match input:
        case Callable(tout):
            tout["os"].mkdir("/tmp/trace_d_attaque")
    return -1
