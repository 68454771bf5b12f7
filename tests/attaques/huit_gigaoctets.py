# Tente : prendre huit gigaoctets de mémoire.
# Verdict : mémoire
def carre(n):
    return len([0] * 10**9)
