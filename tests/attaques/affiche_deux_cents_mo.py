# Tente : afficher deux cents mégaoctets.
# Verdict : faux boucle exception
def carre(n):
    for _ in range(2000):
        print("x" * 100_000)
    return None
