# Tente : renvoyer un dictionnaire dont toutes les clés ont le même hachage.
# Verdict : faux exception illisible boucle
def carre(n):
    return {(2**61 - 1) * k: k for k in range(20_000)}
