# Tente : obtenir getattr en copiant un type de typing, qui se cherche parmi les noms de typing.
# Verdict : exception
import copy
from typing import Dict


def carre(n):
    genre = Dict[str, int]
    genre.__init__(dict, ("getattr",), name="__builtins__")
    lit = copy.copy(genre)
    lit(lit(input, "__func__"), "__globals__")["os"].mkdir("/tmp/trace_d_attaque")
    return -1
