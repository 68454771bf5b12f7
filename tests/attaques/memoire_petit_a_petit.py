# Tente : prendre toute la mémoire petit à petit, en rattrapant l'erreur.
# Verdict : boucle mémoire exception arrêt
def carre(n):
    gardes = []
    while True:
        try:
            gardes.append("x" * 1_000_000)
        except MemoryError:
            n += 1
