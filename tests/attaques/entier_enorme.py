# Tente : renvoyer un entier de trois cent mille chiffres.
# Verdict : faux
def carre(n):
    return 1 << 1_000_000
