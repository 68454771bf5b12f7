# Tente : une boucle sans fin à l'intérieur d'un appel en C, qui garde l'interpréteur.
# Verdict : boucle
from itertools import repeat


def carre(n):
    return sum(repeat(0))
