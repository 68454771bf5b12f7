# Tente : répondre juste aux premiers appels puis tuer le processus avant la fin.
# Verdict : boucle
vus = []


def carre(n):
    vus.append(n)
    while len(vus) > 2:
        pass
    return n * n
