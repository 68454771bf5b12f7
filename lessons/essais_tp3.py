"""Les essais du TP3 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp3
"""

from tp3_affichage import Grille, boite


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
