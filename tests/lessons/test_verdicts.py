"""« Réussi » veut dire juste : les essais publics refusent presque tout le catalogue."""

import pytest

from autograder.fabrique import publics
from autograder.moteur.erreurs import remplace
from lessons.verificateur import exemples
from tests.copies import REGISTRE, RESOLUS
from tests.lessons.verdicts import ACCEPTEES, AUTREMENT, erreurs, verdict

SIGNES_MAX = 95  # d'une instruction : elle tient sur une ligne de l'écran
INSTRUCTIONS_MAX = 12
PUBLICS = publics.lit_publics()
ESSAIS = [(ident, essai) for ident, liste in PUBLICS.items() for essai in liste]


def test_chaque_exercice_a_des_essais_publics():
    assert sorted(PUBLICS) == sorted(exercice.id for exercice in REGISTRE)


def test_un_essai_public_se_lit_seul():
    """Il a un titre à lui, quelques instructions courtes, et regarde quelque chose."""
    for ident, essai in ESSAIS:
        instructions = publics.instructions(essai["code"])
        assert essai["titre"] and not essai["titre"].endswith("."), ident
        assert len(instructions) <= INSTRUCTIONS_MAX, (ident, essai["titre"])
        longues = [ligne for ligne in essai["code"].split("\n") if len(ligne) > SIGNES_MAX]
        assert not longues, (ident, essai["titre"])
        assert "__" not in essai["code"], (ident, essai["titre"])  # les coulisses de Python
        joues = publics.joue(essai["code"], REGISTRE[ident].module, exemples.GRAINE)
        assert any(e["attendu"] or "erreur" in e for e in joues), (ident, essai["titre"])
        erreurs_levees = {e["erreur"].split(":")[0] for e in joues if "erreur" in e}
        assert erreurs_levees <= {"ValueError"}, (ident, essai["titre"])  # la seule promise
    for ident, liste in PUBLICS.items():
        titres = [essai["titre"] for essai in liste]
        assert len(set(titres)) == len(titres), ident


def test_un_essai_public_ne_tient_pas_au_hasard():
    essai = {"exercice": "tp2.add_bateau_alea", "titre": "où ?"}
    essai["code"] = "g = Grille(9, 9, [2])\ng.add_bateau_alea(2)\netats(g)"
    with pytest.raises(ValueError, match=r"« etats\(g\) » tient au hasard"):
        publics.essais([essai], "tp2_placement")


def test_le_hasard_d_un_essai_est_toujours_le_meme():
    """Un code faux une fois sur deux n'est pas jugé par chance ; et le hasard d'autour continue."""
    code = "def alpha(case):\n    import random\n    return random.random()"
    textes = dict(RESOLUS, tp1_grille=remplace(RESOLUS["tp1_grille"], "alpha", code))
    requete = {"dossier": "", "textes": textes, "limite_pas": exemples.LIMITE_PAS}
    travail = {"id": "tp1.alpha", "module": "tp1_grille", "essais": REGISTRE["tp1.alpha"].essais}
    vus = {
        exemples.sur_place({**requete, "travaux": [travail]})[-1]["echec"]["valeur"] for _ in "ab"
    }
    assert len(vus) == 1


def test_les_erreurs_acceptees_sont_rares_et_connues():
    toutes = [erreur.id for erreur in erreurs()]
    assert set(ACCEPTEES) <= set(toutes)
    assert len(ACCEPTEES) <= 0.02 * len(toutes)
    assert all(len(raison) > 10 for raison in ACCEPTEES.values())


@pytest.mark.parametrize("rang", range(12))
def test_quelques_erreurs_sont_refusees(rang):
    """Un échantillon ; le catalogue entier est joué par l'essai qui suit."""
    toutes = [erreur for erreur in erreurs() if erreur.id not in ACCEPTEES and not erreur.boucle]
    erreur = toutes[rang * len(toutes) // 12]
    assert not verdict(erreur.exercice, erreur.code).reussi, erreur.id


@pytest.mark.lent
@pytest.mark.parametrize("tp", REGISTRE.tps, ids=lambda tp: tp.nom)
def test_le_catalogue_est_refuse(tp):
    acceptees = {e.id for e in erreurs(tp.nom) if verdict(e.exercice, e.code).reussi}
    assert acceptees == {ident for ident in ACCEPTEES if ident.startswith(tp.nom + ".")}


@pytest.mark.lent
@pytest.mark.parametrize("tp", REGISTRE.tps, ids=lambda tp: tp.nom)
def test_ce_qui_est_juste_autrement_est_accepte(tp):
    for ident, codes in AUTREMENT.items():
        for code in codes if ident.startswith(tp.nom + ".") else []:
            resultat = verdict(ident, code)
            assert resultat.reussi, f"{resultat}\n{code}"
