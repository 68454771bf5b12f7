"""La partie de 36 coups de l'annexe du rapport, rejouée coup par coup."""

import json

import pytest

from solutions import tp6_solveur_optimal as tp6
from solutions.jeu.grille_rapide import GrilleRapide
from tests.conftest import RACINE

PARTIE = json.loads((RACINE / "tests/donnees/partie_36_coups.json").read_text(encoding="utf-8"))


@pytest.fixture(params=[tp6.Grille, GrilleRapide])
def ordi(request, tp1, tp2):
    """Un Ordi de niveau 5 qui, entre des cases à égalité, choisit comme celui de 2016."""
    choix = []

    class OrdiRejoue(tp6.Ordi):
        type_grille = request.param

        def choisit(self, candidats):
            prevu = next(case for case in choix if case in candidats)
            self.vu.append((set(candidats), prevu))
            return prevu

    rejoue = OrdiRejoue(niveau=5)
    rejoue.choix, rejoue.vu = choix, []
    for bateau in PARTIE["flotte"]:
        sens = (1, 0) if bateau["sens"] == "horizontal" else (0, 1)
        pose = tp2.Bateau(bateau["taille"], tp1.coord(bateau["debut"]), sens)
        assert [tp1.alpha(c) for c in pose.cases] == bateau["cases"]
        assert rejoue.grille_adverse.add_bateau(pose)
    return rejoue


def test_tous_les_coups(ordi, tp1):
    coord, alpha = tp1.coord, tp1.alpha
    for coup in PARTIE["coups"]:
        case = coord(coup["case"])
        # Ordre imposé entre ex æquo : la case jouée, puis l'ordre de la file de 2016.
        ordi.choix[:] = [case] + [coord(o["case"]) for o in coup.get("ordre_file", [])]
        ordi.vu.clear()
        etats_avant = dict(ordi.grille_suivi.etat)
        if coup["phase"] == "cible":
            assert alpha(ordi.queue[0]) == coup["case"]
            file_avant = list(ordi.queue)
        else:
            assert ordi.queue == []
            file_avant = []
        ordi.messages.clear()
        resultat = ordi.coup_suivant()
        assert ordi.case_courante == case, coup["coup"]
        assert resultat == coup["resultat"].lower()

        if coup["phase"] == "aveugle":
            assert ordi.grille_suivi.probas[case] == coup["bateaux_possibles"]
            candidats, _ = ordi.vu[0]
            assert sorted(alpha(c) for c in candidats) == coup["ex_aequo"]
        eliminees = {
            alpha(c)
            for c, etat in ordi.grille_suivi.etat.items()
            if etat == -1 and etats_avant[c] == 0 and c != case
        }
        attendues = set(coup.get("elimines_adjacents", [])) | set(coup.get("elimines_petits", []))
        assert eliminees == attendues, coup["coup"]
        if "coule_avant_ce_coup" in coup:
            assert ordi.grille_suivi.taille_bateaux == coup["bateaux_restants"]
        if "ordre_file" in coup:
            # Les comptes autour de la case touchée, quand elle vient de l'être.
            comptes = {alpha(c): n for c, n in ordi.grille_suivi.case_max_touchee(case)}
            for place in coup["ordre_file"]:
                assert comptes[place["case"]] == place["bateaux_possibles"]
        if coup["phase"] == "cible":
            retirees = [alpha(c) for c in file_avant[1:] if c not in ordi.queue]
            if not coup.get("file_videe"):
                assert retirees == coup.get("retraits_file", [])
                ajoutees = [alpha(c) for c in ordi.queue if c not in file_avant]
                assert ajoutees == coup.get("ajouts_file", [])
        if "coule_plus_grand" in coup:
            assert len(ordi.liste_touches) == coup["coule_plus_grand"] and ordi.test_plus_grand()
        if "direction" in coup:
            assert any(coup["direction"] in message for message in ordi.messages)
        assert [alpha(c) for c in ordi.queue] == coup.get("file_apres", [])
    assert ordi.grille_suivi.fini()
    assert ordi.essais == PARTIE["nb_coups"] == len(PARTIE["sequence"])
    assert [alpha(c) for c in ordi.cases_jouees] == PARTIE["sequence"]
    assert ordi.coup_suivant() is None
