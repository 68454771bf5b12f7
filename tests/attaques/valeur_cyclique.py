# Tente : renvoyer une liste qui se contient elle-même.
# Verdict : faux
def carre(n):
    valeur = [n]
    valeur.append(valeur)
    return valeur
