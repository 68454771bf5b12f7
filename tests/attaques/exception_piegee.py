# Tente : une exception dont le texte ne finit jamais.
# Verdict : boucle
class Piege(Exception):
    def __str__(self):
        while True:
            pass


def carre(n):
    raise Piege
