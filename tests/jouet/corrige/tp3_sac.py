"""Troisième module : des fonctions qui se servent des deux premiers."""

from tp2_sac import Sac


def resume(contenu):
    """Couple (total, moyenne) d'un sac qui a ce contenu ; l'argument n'est pas modifié."""
    sac = Sac(contenu)
    return (sac.total(), sac.moyenne())


def annonce(sac):
    """Affiche le total du sac."""
    print("Total :", sac.total())
