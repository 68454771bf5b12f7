# Tente : faire exécuter par typing le texte d'une annotation, que le filtre n'a pas lu.
# Verdict : interdit exception
from typing import Optional, get_args

TEXTE = "__import__('os').system('touch /tmp/trace_d_attaque')"


def carre(n):
    get_args(Optional[TEXTE])[0]._evaluate({}, {}, frozenset())
    return -1
