# Tente : fabriquer une classe à trois arguments, où les noms spéciaux ne sont que des textes, et
# faire poser par `copy` un attribut choisi.
# Verdict : interdit exception
import copy
import textwrap
from abc import ABC


class Cible(ABC):
    pass


def reduit(self, version):
    return (lambda: Cible), (), (None, {"__match_args__": ("__globals__",)})


def carre(n):
    copy.copy(Cible.__class__("Piege", (), {"__reduce_ex__": reduit})())
    Cible.register(textwrap.dedent.__class__)
    match textwrap.dedent:
        case Cible(tout):
            tout["re"].enum.sys.modules["os"].system("touch /tmp/trace_d_attaque")
    return -1
