"""Le rapport explique une erreur comme le vérificateur : mêmes phrases, mêmes étourderies."""

import pytest

from autograder.moteur.explication import TAILLE_MAX, explication
from autograder.moteur.juge import Juge
from lessons import verifier
from tests.copies import REGISTRE, RESOLUS, avec_corps

JUGE = Juge()


def phrase(identifiant, corps):
    textes = avec_corps({identifiant: corps}, RESOLUS)
    resultat = JUGE.corrige_textes(textes, ids={identifiant}, graine=1)
    return resultat.exercices[0].phrase


@pytest.mark.parametrize(
    ("identifiant", "corps", "attendu"),
    [
        ("tp1.test_case", "return etat[case] == VIDE", "Écris self.etat."),
        ("tp1.rem_bateau", "self.taille_bateaux == [3]\nreturn True", "== compare, = affecte"),
        ("tp1.is_touche", "return self.etat[kase] == TOUCHEE", "Voulais-tu écrire case ?"),
    ],
)
def test_le_rapport_dit_ce_que_dit_le_verificateur(identifiant, corps, attendu):
    assert attendu in phrase(identifiant, corps)
    fichiers = verifier.outil("fichiers").FichiersEleve(
        REGISTRE, "", avec_corps({identifiant: corps}, RESOLUS)
    )
    resultat = verifier.outil("examen").Examen(fichiers, None).passe([REGISTRE[identifiant]])
    assert attendu in str(resultat[identifiant])


def test_rien_a_dire():
    exercice = REGISTRE["tp1.alpha"]
    assert explication(exercice, None, {}) == ""
    assert explication(exercice, {"lieu": "?"}, {"tp1_grille": "def alpha(:"}) == ""
    assert explication(exercice, None, {"tp1_grille": "#\n" * (TAILLE_MAX + 1)}) == ""
    erreur = {"type": "Etrange", "message": "\x1b[31m", "ligne": "x", "lieu": ["a.py", 1, "f"]}
    assert explication(exercice, erreur, {"tp1_grille": "def alpha(c): return 1"}) == ""


@pytest.mark.parametrize(
    "corps",
    ["a=b;" * 33_000, "\n    ".join(["a = b"] * 11_000), "self.etat == 3\n    " + "x(); " * 800],
    ids=["une ligne", "mille lignes", "mille appels"],
)
def test_une_copie_faite_pour_durer_n_est_pas_expliquee(corps):
    """Nos lectures ne sont pas linéaires : au-delà d'une taille de TP, on ne lit pas."""
    texte = f"def alpha(case):\n    {corps}\n"
    assert explication(REGISTRE["tp1.alpha"], None, {"tp1_grille": texte}) == ""


def test_les_explications_d_une_copie_ont_un_temps(monkeypatch):
    monkeypatch.setattr("autograder.moteur.juge.EXPLICATIONS_MAX", -1)
    assert "Écris self.etat." not in phrase("tp1.test_case", "return etat[case] == VIDE")


def test_une_erreur_pendant_le_chargement_est_expliquee():
    textes = avec_corps({"tp1.alpha": "return 'Z9'"}, RESOLUS)
    textes["tp1_grille"] += "\n\nLETTRE = rand.choice('AB')\n"
    resultat = JUGE.corrige_textes(textes, ids={"tp1.alpha"}, graine=1)
    assert "le nom rand n'existe pas" in resultat.exercices[0].phrase.lower()
