# Tente : recopier les variables globales d'un module par `wraps`, sous un autre nom.
# Verdict : interdit exception
import textwrap
from functools import wraps as emballe

VUS = []
QUOI = {"assi" + "gned": ("__globals__",), "upda" + "ted": ()}


def carre(n):
    recoit = type("Recoit", (), {"__setattr__": lambda self, nom, valeur: VUS.append(valeur)})
    emballe(textwrap.dedent, **QUOI)(recoit())
    VUS[0]["re"].enum.sys.modules["os"].system("touch /tmp/trace_d_attaque")
    return -1
