"""Les essais du TP6 : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp6
"""

from bn_utiles import BAS, DROITE, FLOTTE, HORIZONTAL, MANQUEE, NIVEAUX, TOUCHE, TOUCHEE, VERTICAL, VIDE
from tp6_solveur_optimal import Grille, Ordi


def essais_case_max_touchee():
    g = Grille(5, 1, [3])
    g.marque((2, 0), TOUCHEE)
    assert sorted(g.case_max_touchee((2, 0))) == [((1, 0), 2), ((3, 0), 2)]
    # À toi : d'autres assert.


def essais_update_queue_manque():
    ordi = Ordi(xmax=4, ymax=1, taille_bateaux=[3])
    ordi.grille_suivi.marque((1, 0), TOUCHEE)
    ordi.grille_suivi.marque((2, 0), MANQUEE)
    ordi.case_touchee, ordi.case_courante, ordi.queue = (1, 0), (2, 0), [(0, 0)]
    ordi.update_queue_manque()
    assert ordi.queue == []
    # À toi : d'autres assert.


if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp6"])
