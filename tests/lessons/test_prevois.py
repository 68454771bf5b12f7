"""Les questions « Prévois » : juste, à reprendre ou à discuter, jamais une note."""

import doctest
import json

import pytest

from lessons import verifier
from tests.copies import VIDES, pose

commandes, prevois = verifier.commandes, verifier.outil("prevois")


@pytest.fixture(autouse=True)
def empreintes_rapides(monkeypatch):
    """Peu de tours : on essaie ici ce qui est juste ou faux, pas le temps qu'il faut."""
    monkeypatch.setattr(prevois, "TOURS", 3)


def question(*bonnes, **autres):
    """Une question dont voici les bonnes réponses."""
    donnees = {
        "id": "P1.3", "tp": 1, "exercice": "tp1.alpha", "texte": "Combien ?", "choix": [],
        "relance": "", "discuter": False,
        "empreintes": [prevois.empreinte("P1.3", prevois.normalise(b)) for b in bonnes],
    }  # fmt: skip
    return prevois.Question({**donnees, **autres})


def test_les_exemples_du_module_sont_justes():
    essais = doctest.testmod(verifier.outil("prevois"))
    assert essais.attempted and not essais.failed


@pytest.mark.parametrize(
    ("bonne", "memes", "autres"),
    [
        ("6", [" 6 ", "6 cases", "six", "6.", "= 6", "il y en a 6"], ["5", "66", "-6", "0,6"]),
        ("(2, 3)", ["2,3", "2 3", "( 2 ; 3 )", "[2, 3]", "2 et 3"], ["3, 2", "23", "2"]),
        ("'D2'", ["D2", "d2", '"D2"', "« D2 »", "case D2", "la case d2"], ["2D", "D 2", "C3"]),
        ("True", ["vrai", "TRUE", "Vrai !"], ["faux", "False", "0"]),
        ("0,5", ["0.5", "0,5 environ"], ["5", "0,05"]),
        ("1 064 728", ["1064728", "1\u202f064\u202f728"], ["1064729"]),
        ("2 × n + 2", ["2*n+2", "2 * n + 2"], ["2n+2", "2*n-2"]),
        ("Où ça ?", ["ou ca", "OÙ ÇA"], ["ou"]),
        ("1, -1", ["1 et -1", "(1, -1)", "1, −1"], ["1, 1"]),
        (
            "6",
            ["3x2", "3 × 2", "3 * 2 = 6", "4 + 2", "12/2", "2 + 2 * 2"],
            ["3 + 2", "3 - 2", "6/0"],
        ),
        ("1/3", ["2/6", "2 sur 6", "4 ÷ 12", "une proba de 1/3"], ["2/3", "3", "0,34"]),
        ("0", ["0", "0 + 0"], ["1, -1", "1/0"]),
    ],
)
def test_la_meme_reponse_ecrite_autrement(bonne, memes, autres):
    posee = question(bonne)
    assert {dite: posee.juge(dite) for dite in memes} == dict.fromkeys(memes, prevois.JUSTE)
    assert {dite: posee.juge(dite) for dite in autres} == dict.fromkeys(autres, prevois.FAUX)


def test_ce_que_l_on_dit():
    assert question("6").commente("6") == "Oui, c'est bien ça."
    assert question("6").commente("7") == f"Pas encore. {prevois.RELANCE}"
    assert question("6", relance="Compte.").commente("7") == "Pas encore. Compte."
    assert question("6").commente("  ") == "Écris d'abord ta réponse."
    ouverte = question(discuter=True, relance="Pense au bord.")
    assert ouverte.commente("parce que").startswith("Ici, pas de réponse toute faite")
    assert ouverte.commente("parce que").endswith("Pense au bord.")


def test_un_choix_se_dit_par_sa_lettre_ou_par_ses_mots():
    posee = question("6 de plus", choix=["6", "6 de plus", "aucune"])
    justes = ["b", "B", "6 de plus", "6 De Plus"]
    assert [posee.juge(dite) for dite in justes] == [prevois.JUSTE] * len(justes)
    assert [posee.juge(dite) for dite in ("a", "6", "c")] == [prevois.FAUX] * 3
    assert "a) 6, b) 6 de plus, c) aucune" in posee.commente("zut")
    assert question("6", choix=["6", "6 de plus"]).juge("6 de plus") == prevois.FAUX


@pytest.mark.parametrize(
    ("dite", "verdict"),
    [
        ("4, 1", prevois.JUSTE),
        ("B0 4, A0 1", prevois.JUSTE),
        ("A0 : 1 ; B0 : 4", prevois.JUSTE),
        ("B0 = 4 et 1", prevois.JUSTE),
        ("A0 4, B0 1", prevois.FAUX),
        ("C0 4, A0 1", prevois.FAUX),
        ("B0 A0", prevois.FAUX),
    ],
)
def test_les_nombres_avec_le_nom_des_cases_demandees(dite, verdict):
    assert question("4, 1", texte="Que vaut B0 ? Et `A0` ?").juge(dite) == verdict


def test_un_mot_qui_ne_va_qu_a_un_choix_le_designe():
    boucle = question("elle ne finit jamais", choix=["une erreur", "0", "elle ne finit jamais"])
    justes = ["jamais", "elle ne finit pas", "c) elle ne finit jamais", "C.", "(c)"]
    assert [boucle.juge(dite) for dite in justes] == [prevois.JUSTE] * len(justes)
    assert [boucle.juge(dite) for dite in ("erreur", "une erreur !")] == [prevois.FAUX] * 2
    autres = ["pas d'erreur", "une", "elle fait une erreur", "c) une erreur", "zut"]
    assert [boucle.juge(dite) for dite in autres] == [prevois.HORS_CHOIX] * len(autres)


def test_la_lettre_d_est_une_lettre_comme_les_autres():
    posee = question("8", choix=["2", "4", "6", "8"])
    assert [posee.juge(dite) for dite in ("d", "D)", "d.")] == [prevois.JUSTE] * 3
    assert posee.juge(" ") == prevois.SANS_REPONSE


# ----------------------------------------------------------------- la commande


@pytest.fixture
def posees(monkeypatch, tmp_path):
    """Deux questions à la place de celles des énoncés."""
    programme = "Après ces lignes, que vaut **`a`** ?\n\n```python\na = 1\nb = a\n```"
    fiches = [
        {**vars(question("6", relance="Compte les colonnes.")), "discuter": False},
        {**vars(question("1", id="P2.1", tp=2, texte=programme)), "discuter": False},
    ]
    fichier = tmp_path / "prevois.json"
    fichier.write_text(json.dumps(fiches), encoding="utf-8")
    charge = prevois.charge
    monkeypatch.setattr(prevois, "charge", lambda: charge(str(fichier)))
    return fichier


@pytest.mark.parametrize(
    ("mots", "dits"),
    [
        (["P1.3", "6"], ["Oui, c'est bien ça."]),
        (["p1.3", "6", "cases"], ["Oui, c'est bien ça."]),
        (["1,3", "7"], ["Pas encore. Compte les colonnes."]),
        (["P1.3:", "6"], ["Oui, c'est bien ça."]),
        (["P1.3", "=", "6"], ["Oui, c'est bien ça."]),
        (["P1.3=7"], ["Pas encore. Compte les colonnes."]),
        (["P1.3"], ["P1.3. Combien ?", "prevois P1.3 puis ta réponse"]),
        (["P2.1"], ["P2.1. Après ces lignes, que vaut `a` ?", "    a = 1\n    b = a\n"]),
        (["tp2"], ["du TP2", "P2.1   Après ces lignes"]),
        (["tp9"], ["Il n'y a pas de question « Prévois » dans ce TP."]),
    ],
)
def test_la_commande(posees, capsys, mots, dits):
    assert commandes.main(["prevois", *mots]) == 0
    affiche = capsys.readouterr().out
    assert all(dit in affiche for dit in dits), affiche
    assert "/ 20" not in affiche and "point" not in affiche


def test_sans_rien_les_questions_du_tp_en_cours(posees, capsys, tmp_path):
    pose(tmp_path, VIDES)
    assert commandes.main(["prevois"], str(tmp_path)) == 0
    affiche = capsys.readouterr().out
    assert "Les questions « Prévois » du TP1 :" in affiche and "P2.1" not in affiche


def test_une_question_inconnue(posees, capsys):
    assert commandes.main(["prevois", "P1.9", "6"]) == 2
    assert "Il n'y a pas de question « P1.9 »" in capsys.readouterr().out


def test_un_fichier_perdu_ne_fait_pas_de_trace(posees, capsys):
    posees.unlink()
    assert commandes.main(["prevois", "P1.3", "6"]) == 2
    assert "verificateur/prevois.json manque" in capsys.readouterr().out


def test_a_l_invite_la_question_attend_la_reponse(posees, capsys, monkeypatch):
    monkeypatch.setattr(commandes, "est_interactif", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: "6")
    commandes.execute(["prévois", "P1.3"], "", "")
    assert capsys.readouterr().out == "P1.3. Combien ?\nOui, c'est bien ça.\n"
