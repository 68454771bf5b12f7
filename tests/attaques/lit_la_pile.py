# Tente : lire la valeur attendue dans la pile de l'appelant.
# Verdict : interdit
def carre(n):
    import sys

    cadre = sys._getframe()
    while cadre:
        for nom in ("attendu", "expected", "resultat"):
            if nom in cadre.f_locals:
                return cadre.f_locals[nom]
        cadre = cadre.f_back
    return -1
