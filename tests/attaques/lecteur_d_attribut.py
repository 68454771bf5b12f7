# Tente : lire un attribut d'après un texte.
# Verdict : interdit
from operator import attrgetter


def carre(n):
    return len(attrgetter("__globals__")(carre))
