# Tente : une classe qui ment sur son nom, son type et ses comparaisons.
# Verdict : faux
class Menteuse(type):
    def __eq__(cls, autre):
        return True

    def __hash__(cls):
        return hash(int)

    def __instancecheck__(cls, objet):
        return True


class Faux(metaclass=Menteuse):
    def __class__(self):
        return int


def carre(n):
    return Faux()
