# Tente : lever la limite de récursion pour faire tomber l'interpréteur.
# Verdict : interdit
def carre(n):
    import sys

    sys.setrecursionlimit(10**9)

    def plonge(k):
        return sorted([k], key=plonge)

    return plonge(n)
