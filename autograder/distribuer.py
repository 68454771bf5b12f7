"""Fabrique l'archive à donner aux élèves : `python -m autograder distribuer`."""


def ajoute_commande(sous_commandes):
    """Déclare la commande `distribuer`."""
