# Tente : prendre la mémoire au chargement.
# Verdict : faux
GROS = bytearray(8 * 10**9)


def carre(n):
    return None
