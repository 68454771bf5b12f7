# Tente : lire les variables globales d'un module par un motif de classe sans nom d'attribut.
# Verdict : interdit exception syntaxe
import textwrap
from abc import ABC

Fonction = type(ABC)("Fonction", (ABC,), {"__match_args__": ("__globals__",)})
Fonction.register(type(textwrap.dedent))


def carre(n):
    match textwrap.dedent:
        case Fonction(tout):
            tout["re"].enum.sys.modules["os"].system("touch /tmp/trace_d_attaque")
    return -1
