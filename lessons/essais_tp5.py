"""Les essais du TP5 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp5
"""

from bn_utiles import BAS, COULE, DROITE, FLOTTE, GAUCHE, HAUT, MANQUE, MANQUEE, TOUCHE, TOUCHEE, VIDE
from tp5_solveur_aleatoire import Ordi, OrdiProcedural, moyenne_coups


def essais_est_noire():
    ordi = Ordi(xmax=4, ymax=3, taille_bateaux=[2])
    assert ordi.est_noire((0, 0))
    assert not ordi.est_noire((1, 0))
    # À toi : d'autres assert.


def essais_cases_noires():
    ordi = Ordi(xmax=2, ymax=2, taille_bateaux=[2])
    assert sorted(ordi.cases_noires()) == [(0, 0), (1, 1)]
    # À toi : d'autres assert.


if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp5"])
