"""Premier module du devoir jouet : un sac d'entiers."""

from outils import PAS, double


def carre(n):
    """Le carré de n ; lève ValueError si n est négatif."""
    if n < 0:
        raise ValueError("n est négatif")
    return n * n


def quadruple(n):
    """Quatre fois n (donnée)."""
    return double(double(n))


class Sac:
    """Un sac : `contenu`, une liste d'entiers."""

    def __init__(self, contenu=()):
        """Crée le sac (donnée)."""
        self.depart = tuple(contenu)
        self.journal = []
        self.vide()
        for n in contenu:
            self.ajoute(n)

    def vide(self):
        """Vide le sac."""
        self.contenu = []

    def ajoute(self, n):
        """Met n dans le sac ; renvoie True, ou False s'il y était déjà."""
        if n in self.contenu:
            return False
        self.contenu.append(n)
        return True

    def total(self):
        """Somme du contenu."""
        return sum(self.contenu)

    def voisins(self, n):
        """Liste des entiers du sac à distance PAS de n, dans n'importe quel ordre."""
        return [m for m in self.contenu if abs(m - n) == PAS]


if __name__ == "__main__":
    import doctest

    doctest.testmod()
