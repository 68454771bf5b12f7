# Tente : faire exécuter par doctest un texte que le filtre n'a pas lu.
# Verdict : faux
"""
>>> __import__("os").system("touch /tmp/trace_d_attaque")
"""
import doctest

import outils

doctest.testmod(outils)
doctest.testmod()


def carre(n):
    return -1
