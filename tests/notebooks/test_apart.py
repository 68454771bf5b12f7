"""`Atelier(copie=…)` : la copie d'un élève, dans un processus à part, sans rien y écrire."""

import os
import sys

import pytest
from atelier.apart import deballe
from atelier.tp1 import Noms, Voisines
from atelier.tp5 import OrdiAuHasard
from atelier.verification import Verification
from atelier.vue import Atelier

from tests.conftest import RACINE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="il faut fork")
SOLUTION = (RACINE / "solutions/tp1_grille.py").read_text(encoding="utf-8")


@pytest.fixture
def rendu(tmp_path):
    """Fabrique le rendu d'une élève, Zoé : son TP1, dans un sous-dossier."""

    def ecrit(texte):
        (tmp_path / "zoe/tp").mkdir(parents=True, exist_ok=True)
        (tmp_path / "zoe/tp/tp1_grille.py").write_text(texte, encoding="utf-8")
        return tmp_path / "zoe"

    return ecrit


def test_la_copie_de_zoe(rendu):
    """On voit son résultat, son nom ; son dossier ne change pas, et rien n'est chargé ici."""
    dossier = rendu(SOLUTION + "\nimport sys\nsys.zoe_est_passee = True\n")
    atelier = Atelier(copie=dossier)
    vue = Noms(atelier)
    assert "&#x27;C3&#x27;" in vue.panneaux[0].texte.value
    assert vue.panneaux[0].grille.titre == "Le code de zoe"
    assert "zoe" in atelier._repr_html_()
    assert not hasattr(sys, "zoe_est_passee") and "tp1_grille" not in sys.modules
    assert [f.name for f in dossier.rglob("*")] == ["tp", "tp1_grille.py"]
    verification = Verification(atelier, "tp1")
    verification.actualise()
    assert "11 exercices réussis sur 11" in verification.resultats.html


@pytest.mark.lent
def test_ce_qui_ne_finit_pas_est_arrete(rendu, monkeypatch):
    """Même ce que Python ne sait pas interrompre."""
    monkeypatch.setattr("atelier.apart.PATIENCE", 1)
    corps = "    return 'A' * (10 ** (10 ** 10) > 0)\n"
    texte = SOLUTION.replace("def alpha(case):", f"def alpha(case):\n{corps}", 1)
    atelier = Atelier(copie=rendu(texte))
    essai = atelier.eleve.essaie(lambda: atelier.eleve.module("tp1_grille").alpha((0, 0)), 1)
    assert essai.panne.genre == "boucle" and "arrêté" in essai.panne.phrase
    assert "ne finit pas" in atelier.carte_panne(essai.panne)


def test_les_pannes_reviennent_expliquees(rendu):
    atelier = Atelier(copie=rendu("import tp0_rien\n" + SOLUTION))
    carte = Voisines(atelier).panneaux[0].texte.value
    assert "tp1_grille.py, ligne 1 : import tp0_rien" in carte


def test_le_corrige_comme_un_eleve():
    """Un film entier revient du processus, sans son joueur."""
    atelier = Atelier(copie="solutions")
    vue = OrdiAuHasard(atelier)
    film = vue.panneaux[0].donnees.valeur
    assert film.joueur is None and film.instants[-1].fini
    assert vue.panneaux[0].grille.titre.startswith("Le corrigé, comme un élève")


def test_seules_des_donnees_simples_reviennent():
    """Un message qui demande d'exécuter quelque chose est refusé."""
    message = b"cos\nsystem\n(S'exit 3'\ntR."
    assert deballe(message).panne.genre == "surprise"
    assert deballe(b"").panne.genre == "boucle"


def test_un_dossier_qui_n_existe_pas():
    with pytest.raises(FileNotFoundError, match="rendus/personne"):
        Atelier(copie="rendus/personne")
