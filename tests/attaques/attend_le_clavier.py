# Tente : attendre une réponse au clavier.
# Verdict : exception
def carre(n):
    return int(input("Combien ? "))
