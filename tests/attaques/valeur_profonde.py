# Tente : renvoyer une liste imbriquée cent mille fois.
# Verdict : faux
def carre(n):
    valeur = []
    for _ in range(100_000):
        valeur = [valeur]
    return valeur
