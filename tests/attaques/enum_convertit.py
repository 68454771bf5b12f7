# Tente : faire d'un module interdit une énumération, dont les valeurs sont ses fonctions.
# Verdict : interdit exception
from enum import Enum


def carre(n):
    systeme = Enum._convert_("Systeme", "os", lambda nom: nom == "system")
    systeme.system.value("touch /tmp/trace_d_attaque")
    return -1
