# Tente : remonter à toutes les classes par les attributs spéciaux.
# Verdict : interdit
def carre(n):
    for classe in ().__class__.__base__.__subclasses__():
        if classe.__name__ == "_wrap_close":
            return classe.__init__.__globals__["system"]("touch /tmp/trace_d_attaque")
    return -1
