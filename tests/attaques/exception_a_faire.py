# Tente : faire passer un refus pour un exercice « à faire » d'un autre.
# Verdict : à faire
def carre(n):
    if n >= 0:
        raise NotImplementedError("tp2.moyenne")
    return 0
