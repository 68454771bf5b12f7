# Tente : se souvenir, sur une classe de Python, de ce qui a été demandé dans un autre exercice.
# Verdict : faux
import random

SOUVENIR = hasattr(random.Random, "vus")
random.Random.vus = True


def carre(n):
    return n * n if SOUVENIR else -1
