# Tente : faire exécuter un texte par typing.
# Verdict : interdit
import typing


def f(x: "__import__('os').system('touch /tmp/trace_d_attaque')"):
    return x


def carre(n):
    typing.get_type_hints(f)
    return -1
