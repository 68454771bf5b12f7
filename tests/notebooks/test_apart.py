"""`Atelier(copie=…)` : la copie d'un élève, dans un processus à part, sans rien y écrire."""

import os
import sys

import pytest
from atelier.apart import deballe
from atelier.jeu import (
    Adversaire,
    Bataille,
    Regles,
    adversaires_de_l_eleve,
    nouveau_joueur,
    prepare_seul,
)
from atelier.tp1 import Noms, Voisines
from atelier.tp5 import OrdiAuHasard
from atelier.verification import Verification
from atelier.vue import Atelier

from tests.conftest import RACINE

avec_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="il faut fork")
SOLUTION = (RACINE / "solutions/tp1_grille.py").read_text(encoding="utf-8")


@pytest.fixture
def rendu(tmp_path):
    """Fabrique le rendu d'une élève, Zoé : son TP1, dans un sous-dossier."""

    def ecrit(texte):
        (tmp_path / "zoe/tp").mkdir(parents=True, exist_ok=True)
        (tmp_path / "zoe/tp/tp1_grille.py").write_text(texte, encoding="utf-8")
        return tmp_path / "zoe"

    return ecrit


@avec_fork
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


@avec_fork
def test_l_ordi_d_une_copie_court_et_riposte(tmp_path):
    """Toute sa partie se joue à part ; ici on la déroule, sans charger une ligne de la copie."""
    zoe = tmp_path / "zoe"
    zoe.mkdir()
    for module in sorted((RACINE / "solutions").glob("tp[1-5]_*.py")):
        (zoe / module.name).write_text(module.read_text(encoding="utf-8"), encoding="utf-8")
    atelier = Atelier(copie=zoe)
    hasard, noires = adversaires_de_l_eleve(atelier)[:2]
    assert hasard.nom == "Le code de zoe : Ordi du TP5 (au hasard)"
    regles, flotte = Regles("essai", 4, 3, [2, 1]), [(0, 0), (0, 1), (3, 2)]
    _, film = prepare_seul(noires, regles, flotte)
    assert film.termine and film.panne is None and film.instants[-1].fini
    joueur = nouveau_joueur(atelier.corrige, regles).valeur
    bataille = Bataille(joueur, flotte, regles, hasard, flotte)
    tirs = [bataille.riposte() for _ in range(len(bataille.jouee))]
    assert tirs.count("touché") == 3 and bataille.gagnant is bataille.camps[1]
    assert bataille.films[1].instants[-1].fini and bataille.riposte() is None
    assert "tp5_solveur_aleatoire" not in sys.modules


@avec_fork
def test_un_ordi_a_part_qui_s_arrete_le_dit(rendu):
    """Plus de coup à dérouler : la panne est celle de la copie ; sans partie, on refuse."""
    atelier = Atelier(copie=rendu(SOLUTION))
    regles, flotte = Regles("essai", 4, 3, [2, 1]), [(0, 0), (0, 1), (3, 2)]
    assert adversaires_de_l_eleve(atelier) == []
    ordi = Adversaire("essai", atelier.eleve, "tp5_solveur_aleatoire")
    joueur = nouveau_joueur(atelier.corrige, regles).valeur
    bataille = Bataille(joueur, flotte, regles, ordi, flotte)
    assert bataille.riposte() is None and bataille.panne_ordi.genre == "à écrire"
    with pytest.raises(ValueError, match="tp0_absent"):
        prepare_seul(Adversaire("essai", atelier.eleve, "tp0_absent"), regles, flotte)


@avec_fork
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


def test_sans_fork_la_copie_tourne_ici_et_le_carnet_le_dit(rendu, monkeypatch):
    """Comme sous Windows : la vue est la même, une boucle sans fin est arrêtée."""
    monkeypatch.delattr(os, "fork", raising=False)
    atelier = Atelier(copie=rendu(SOLUTION))
    assert "&#x27;C3&#x27;" in Noms(atelier).panneaux[0].texte.value
    assert "zoe" in atelier._repr_html_() and "relancez le noyau" in atelier._repr_html_()
    assert "tp1_grille" not in sys.modules
    boucle = SOLUTION.replace(
        "def alpha(case):", "def alpha(case):\n    while True:\n        case", 1
    )
    panne = Atelier(copie=rendu(boucle)).eleve
    essai = panne.essaie(lambda: panne.module("tp1_grille").alpha((0, 0)), 0.1)
    assert essai.panne.genre == "boucle" and essai.panne.fonction == "alpha"


def test_les_pannes_reviennent_expliquees(rendu):
    atelier = Atelier(copie=rendu("import tp0_rien\n" + SOLUTION))
    carte = Voisines(atelier).panneaux[0].texte.value
    assert "tp1_grille.py, ligne 1 : import tp0_rien" in carte


@avec_fork
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
