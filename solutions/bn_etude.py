"""Jouer beaucoup de parties, avec une barre de progression."""

from tqdm import tqdm

BARRE = "{percentage:3.0f} % │{bar}│ {n_fmt}/{total_fmt} parties, reste {remaining}"


def joue_parties(joue, n):
    """Liste des `n` résultats de `joue(numero)`, et True si l'on a été interrompu (Ctrl-C).

    >>> joue_parties(lambda numero: 10 + numero, 3)
    ([10, 11, 12], False)
    """
    longueurs = []
    try:
        for numero in tqdm(range(n), bar_format=BARRE, disable=None, leave=False):
            longueurs.append(joue(numero))
    except KeyboardInterrupt:
        return longueurs, True
    return longueurs, False
