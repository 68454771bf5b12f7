# Tente : agir quand un objet disparaît.
# Verdict : faux
class Bombe:
    def __del__(self):
        raise SystemExit(0)


def carre(n):
    Bombe()
    return -1
