# Tente : un décorateur qui remplace la fonction par un objet appelable.
# Verdict : faux
class Remplace:
    def __init__(self, fonction):
        self.fonction = fonction

    def __call__(self, *args):
        return True


@Remplace
def carre(n):
    return n * n
