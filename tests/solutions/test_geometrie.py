"""Les fonctions que la fenêtre prête jusqu'au TP8 : elles répondent comme celles du corrigé."""

import itertools

import pytest

from lessons.verificateur.chargeur import Chaine
from tests.copies import RESOLUS, pose


@pytest.fixture
def sans_tp8(tmp_path):
    """La chaîne d'une copie où il n'y a pas de TP8."""
    pose(tmp_path, {module: texte for module, texte in RESOLUS.items() if module != "tp8_fenetre"})
    return Chaine(tmp_path)


def test_les_fonctions_pretees_repondent_comme_le_tp8(sans_tp8, corrige):
    donne, tp8 = sans_tp8.module("bn_geometrie"), corrige.module("tp8_fenetre")
    cases = list(itertools.product(range(3), range(2)))
    for case, cote, marge in itertools.product(cases, (7, 40), (0, 30)):
        assert donne.coin_case(case, cote, marge) == tp8.coin_case(case, cote, marge)
    for px, py in itertools.product(range(-5, 140, 9), range(-5, 110, 9)):
        appel = ((px, py), 40, 10, 3, 2)
        assert donne.case_sous(*appel) == tp8.case_sous(*appel)
    for case, touche in itertools.product(cases, ("Left", "Right", "Up", "Down", "r")):
        assert donne.case_clavier(case, touche, 3, 2) == tp8.case_clavier(case, touche, 3, 2)
    for sens in (tp8.DROITE, tp8.BAS):
        assert donne.tourne(sens) == tp8.tourne(sens)
        grille = corrige.module("tp2_placement").Grille(3, 2)
        for case, rang in itertools.product(cases, range(3)):
            bateau = donne.bateau_tenu(3, case, sens, rang)
            assert bateau.cases == tp8.bateau_tenu(3, case, sens, rang).cases
            (cases_pretees, couleur), (attendues, voulue) = (
                m.apercu(grille, bateau) for m in (donne, tp8)
            )
            assert cases_pretees == attendues
            assert (couleur == donne.CLAIR["vert"]) == (voulue == tp8.VERT)
    for valeur in (0, 10):
        assert donne.couleur_chaleur(valeur, 10) == tp8.couleur_chaleur(valeur, 10)
    pretees = {"coin_case", "case_sous", "case_clavier", "bateau_tenu", "tourne", "apercu"}
    assert set(donne.PRETEES) == pretees | {"couleur_chaleur"}
    assert not any(donne.PRETEES.values()), "rien ne va mal : le TP8 n'est pas là"


def test_le_tp8_passe_devant_et_une_fonction_fausse_est_dite(sans_tp8, tmp_path):
    faux = "def coin_case(case, cote, marge):\n    return (1, 2)\n\n\ndef tourne(sens):\n    pass\n"
    pose(tmp_path, {"tp8_fenetre": faux})
    donne = sans_tp8.module("bn_geometrie")
    assert donne.coin_case((0, 0), 40, 30) == (1, 2), "fausse, mais on peut s'en servir"
    assert donne.tourne(donne.BAS) == donne.DROITE
    assert donne.PRETEES == {"tourne": "elle a renvoyé None"}
