"""Les essais du TP4 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp4
"""

from bn_utiles import (
    BAS, COULE, DEJA_JOUE, DROITE, FLOTTE, GAUCHE, HAUT, HORS_GRILLE, MANQUE, MANQUEE, TOUCHE,
    TOUCHEE, VIDE,
)
from tp4_tir import Joueur, Partie, demande_case


def essais_tire():
    j = Joueur("Zoé", 3, 2, [2])
    j.grille_adverse.marque((1, 0), TOUCHEE)
    assert j.tire((1, 0)) == TOUCHE
    assert j.tire((0, 1)) == MANQUE
    # À toi : d'autres assert.


def essais_est_coule():
    j = Joueur("Zoé", 6, 3, [4, 2])
    j.grille_suivi.etat.update({(1, 0): TOUCHEE, (2, 0): TOUCHEE, (3, 0): MANQUEE})
    assert not j.est_coule([(1, 0), (2, 0)])
    # À toi : d'autres assert.


if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp4"])
