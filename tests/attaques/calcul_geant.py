# Tente : une puissance démesurée, calculée en C.
# Verdict : boucle mémoire
def carre(n):
    return (7 ** (10**8)) % 10
