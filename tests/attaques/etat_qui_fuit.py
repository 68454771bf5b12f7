# Tente : se souvenir des appels précédents pour répondre juste une fois sur deux.
# Verdict : faux
vus = []


def carre(n):
    vus.append(n)
    return n * n if len(vus) % 2 else -1
