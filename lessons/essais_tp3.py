"""Les essais du TP3 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp3
"""

from bn_utiles import (
    CAR_CBD, CAR_CBG, CAR_CHD, CAR_CHG, CAR_CROISEMENTS, CAR_CX, CAR_GH, CAR_GV, CAR_H,
    CAR_TB, CAR_TD, CAR_TG, CAR_TH, CAR_V, MANQUEE, TOUCHEE, VIDE,
)
from tp3_affichage import Grille, boite, centre, fusion, symbole


def essais_ligne_cases():
    g = Grille(2, 1)
    assert g.ligne_cases(0) == "│   │   │"
    # À toi : d'autres assert.


def essais_boite():
    lignes = boite("Zut", "", 9).split("\n")
    assert lignes[1] == "│ Zut   │"
    # À toi : d'autres assert.


if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp3"])
