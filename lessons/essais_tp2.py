"""Les essais du TP2 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp2
"""

from bn_utiles import (
    BAS, DROITE, GAUCHE, HAUT, HORIZONTAL, IMPOSSIBLE, MANQUEE, NON_TROUVEE, TOUCHEE,
    TOUTES_DIR, VERTICAL, VIDE,
)
from tp2_placement import Bateau, Grille, calcule_cases, calcule_cases_adj, calcule_end


def essais_add_bateau():
    g = Grille(4, 3, [2])
    assert g.add_bateau(Bateau(2, (1, 1), DROITE))
    assert g.etat[(1, 1)] == TOUCHEE
    # À toi : d'autres assert.


def essais_remplit_possibles_case():
    g = Grille(3, 1, [2])
    possibles_case = g.remplit_possibles_case()
    assert possibles_case[(0, 0)] == [(2, DROITE)]
    # À toi : d'autres assert.


if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp2"])
