"""Des dés qui redonnent toujours la même suite, ici et dans le code compilé."""

MASQUE64 = (1 << 64) - 1


def melange(z):
    """Brouille un entier de 64 bits (une étape du générateur « splitmix64 »).

    >>> melange(0), melange(1) == melange(2)
    (0, False)
    """
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASQUE64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASQUE64
    return z ^ (z >> 31)


class Des:
    """Des dés qui redonnent toujours la même suite pour les mêmes `cles` (des entiers).

    `random.Random` ferait l'affaire, mais il n'existe pas dans le code compilé : celui-ci
    tient en trois lignes, et les deux versions tirent exactement les mêmes nombres.

    >>> [Des(2016, 7).entier(6) for fois in range(3)]
    [2, 2, 2]
    >>> des = Des(2016, 7)
    >>> [des.entier(6) for fois in range(8)]
    [2, 0, 0, 4, 5, 3, 5, 2]
    """

    def __init__(self, *cles):
        self.etat = 0
        for cle in cles:
            self.etat = melange((self.etat + (cle & MASQUE64) + 0x9E3779B97F4A7C15) & MASQUE64)

    def entier(self, n):
        """Un entier au hasard, de 0 à n - 1."""
        self.etat = (self.etat + 0x9E3779B97F4A7C15) & MASQUE64
        return ((melange(self.etat) >> 32) * n) >> 32

    def choice(self, candidats):
        """Un élément au hasard, comme `random.choice`, mais sans tenir compte de leur ordre.

        La liste est triée avant le choix : deux programmes qui hésitent entre les mêmes cases
        font le même choix, même s'ils les ont rangées autrement.

        >>> Des(7).choice([(1, 2), (0, 3)]) == Des(7).choice([(0, 3), (1, 2)])
        True
        """
        if len(candidats) == 1:
            return candidats[0]
        return sorted(candidats)[self.entier(len(candidats))]

    def placement(self, bateaux, interdites):
        """Un bateau au hasard qui n'a aucune case interdite, ou None (voir `tire_flotte`)."""
        possibles = [bateau for bateau in bateaux if not bateau[0] & interdites]
        return possibles[self.entier(len(possibles))] if possibles else None
