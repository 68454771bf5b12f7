# Tente : lire des attributs cachés par le format d'un texte (on n'obtient que du texte).
# Verdict : interdit
def carre(n):
    return "{0.__globals__}".format(carre)
