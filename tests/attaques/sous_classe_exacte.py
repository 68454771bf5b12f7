# Tente : renvoyer la bonne valeur, mais dans une sous-classe (le type promis est int).
# Verdict : faux
class Entier(int):
    pass


def carre(n):
    return Entier(n * n)
