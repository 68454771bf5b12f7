# Tente : renvoyer un générateur au lieu d'une valeur.
# Verdict : faux
def carre(n):
    yield n * n
