"""Les Ordis du site : les niveaux 1 à 6, ceux du TP6.

Les niveaux 7 et 8 se servent de numpy, qui ne tourne pas dans le navigateur : ce module y prend
la place du `bn_ordis` du corrigé.
"""

from tp6_solveur_optimal import NIVEAUX, Ordi

__all__ = ["NIVEAUX", "nouvel_ordi"]


def nouvel_ordi(niveau=5, **options):
    """Un Ordi neuf de ce niveau."""
    return Ordi(niveau=niveau, **options)
