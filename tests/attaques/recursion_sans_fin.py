# Tente : s'appeler soi-même sans fin.
# Verdict : récursion
def carre(n):
    return carre(n + 1)
