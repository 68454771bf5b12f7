# Tente : renvoyer un million d'éléments pour noyer le correcteur.
# Verdict : exception illisible faux boucle
def carre(n):
    return list(range(1_000_000))
