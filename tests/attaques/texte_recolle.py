# Tente : lire des attributs cachés par un texte à trous recollé morceau par morceau.
# Verdict : exception
def carre(n):
    return ("{0._" + "_globals__}").format(carre)
