"""Les essais du TP1 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp1
"""

from bn_utiles import BAS, DROITE, FLOTTE, GAUCHE, HAUT, MANQUEE, TOUCHEE, VIDE, XMAX_LIMITE, YMAX_LIMITE
from tp1_grille import Grille, alpha, coord


def essais_update_vides():
    g = Grille(3, 1)
    g.etat[(1, 0)] = TOUCHEE
    g.update_vides()
    assert sorted(g.vides) == [(0, 0), (2, 0)]
    # À toi : d'autres assert.


def essais_adjacent():
    g = Grille(3, 2)
    assert sorted(g.adjacent((0, 0))) == [(0, 1), (1, 0)]
    # À toi : d'autres assert.


if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp1"])
