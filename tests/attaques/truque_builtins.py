# Tente : remplacer les fonctions de base de Python.
# Verdict : faux
import builtins

builtins.isinstance = lambda *a: True
builtins.sum = lambda *a: 0
builtins.sorted = lambda *a, **k: []
builtins.type = lambda x: int


def carre(n):
    return -1
