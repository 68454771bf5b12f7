# Tente : passer un booléen ou un nombre à virgule pour un entier.
# Verdict : faux
def carre(n):
    return float(n * n) if n > 1 else bool(n)
