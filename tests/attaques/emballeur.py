# Tente : recopier des attributs cachés par functools.
# Verdict : interdit
import functools


class Recoit:
    pass


def carre(n):
    functools.update_wrapper(Recoit, carre, assigned=("__globals__",))
    return -1
