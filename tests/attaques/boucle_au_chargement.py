# Tente : une boucle sans fin au niveau du module, pour bloquer le correcteur dès l'import.
# Verdict : faux
compteur = 0
while compteur < 1:
    pass


def carre(n):
    return -1
