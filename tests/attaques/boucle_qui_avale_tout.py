# Tente : une boucle qui rattrape toutes les exceptions, pour survivre à l'interruption.
# Verdict : boucle
def carre(n):
    while True:
        try:
            n += 1
        except BaseException:
            continue
