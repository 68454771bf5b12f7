# Tente : afficher sans jamais s'arrêter.
# Verdict : boucle
def carre(n):
    while True:
        print(n)
