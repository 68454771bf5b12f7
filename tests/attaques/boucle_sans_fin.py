# Tente : une boucle sans fin dans la fonction jugée.
# Verdict : boucle
def carre(n):
    k = 0
    while k < n + 1:
        n = n + 0
    return n * n
