# Tente : écrire dans la mémoire du processus.
# Verdict : interdit
def carre(n):
    import ctypes

    ctypes.string_at(0)
    return -1
