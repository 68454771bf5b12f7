"""Les questions « Prévois » des énoncés : chacune a sa réponse, et nul ne la lit dans l'archive."""

import doctest
import json
import re

import pytest

from autograder.fabrique import capytale, distribuer, enonces, questions, squelettes
from lessons.verificateur import prevois
from notebooks import construire

DERNIER = enonces.REGISTRE.tps[-1].numero
TEXTES = {source.name: source.read_text(encoding="utf-8") for source in enonces.sources()}
BLOCS = {n: bloc for texte in TEXTES.values() for n, bloc in questions.entieres(texte).items()}
POSEES = prevois.charge()


def bonnes_reponses(bloc):
    """Les bonnes réponses écrites sous une question."""
    for marque in questions.MARQUES.finditer(bloc):
        if marque["genre"] == "reponse":
            return marque["quoi"].split(" | ")
        if marque["genre"] == "choix":
            return [choix[1:] for choix in marque["quoi"].split(" / ") if choix[0] == "*"]
    return []


def test_les_exemples_du_module_sont_justes():
    essais = doctest.testmod(questions)
    assert essais.attempted and not essais.failed


def test_chaque_question_a_sa_reponse_ou_est_a_discuter():
    assert [n for texte in TEXTES.values() for n in questions.sans_reponse(texte)] == []
    assert [question.id for question in POSEES] == list(BLOCS)
    assert all(question.a_discuter or question.empreintes for question in POSEES)
    assert sum(question.a_discuter for question in POSEES) < len(POSEES) / 4


def test_la_bonne_reponse_est_reconnue_et_une_autre_ne_l_est_pas():
    for question in POSEES:
        for bonne in bonnes_reponses(BLOCS[question.id])[:1]:
            assert question.juge(bonne) == prevois.JUSTE, question.id
            autre = next((c for c in question.choix if c != bonne), bonne + " 7")
            assert question.juge(autre) == prevois.FAUX, question.id


def test_aucune_reponse_ne_se_lit_dans_l_archive():
    """Ni marque, ni texte : la réponse n'est qu'une empreinte, et l'on ne voit pas le bon choix."""
    archive = distribuer.contenu(1, DERNIER)
    for nom, octets in archive.items():
        texte = octets.decode("utf-8", errors="replace")
        assert not re.search(r"<!-- (reponse|choix|relance|a discuter)", texte), nom
    for fiche in json.loads(archive["verificateur/prevois.json"]):
        assert set(fiche) == {
            "id", "tp", "exercice", "texte", "choix", "relance", "discuter", "empreintes",
        }  # fmt: skip
        assert all(re.fullmatch("[0-9a-f]{32}", vue) for vue in fiche["empreintes"])
        assert not any(choix.startswith("*") for choix in fiche["choix"])


def test_la_relance_ne_donne_pas_la_reponse():
    """« 12 » ou « D2 » n'est pas dans la phrase qui aide à les trouver."""
    for question in POSEES:
        if not question.choix:
            for bonne in bonnes_reponses(BLOCS[question.id]):
                if re.search(r"\d", bonne):
                    mot = rf"(?<!\w){re.escape(bonne)}(?!\w)"
                    assert not re.search(mot, question.relance, re.IGNORECASE), question.id


def test_une_archive_courte_n_a_que_ses_questions():
    fiches = json.loads(distribuer.contenu(1, 1)["verificateur/prevois.json"])
    assert {fiche["tp"] for fiche in fiches} == {1}


@pytest.mark.parametrize(
    "marques",
    [
        "<!-- reponse: 6 -->\n<!-- a discuter -->\n",
        "<!-- relance: Compte. -->\n",
        "<!-- choix: oui / non -->\n",
        "<!-- choix: *oui / *non -->\n",
        "<!-- choix: *oui / Oui -->\n",
        "<!-- reponse: la -->\n",
    ],
)
def test_des_marques_qui_se_contredisent_sont_refusees(marques):
    with pytest.raises(questions.Illisible, match="P1"):
        questions.fiches([f"**Prévois (P1.1).** Quoi ?\n{marques}"])


def test_le_programme_fait_partie_de_la_question():
    texte = (
        "**Prévois (P1.1).** Que vaut `a` ?\n\n```python\na = 1\n```\n<!-- reponse: 1 -->\n\nFin.\n"
    )
    [fiche] = questions.fiches([texte])
    question = prevois.Question(fiche)
    assert (question.debut, question.programme) == ("Que vaut `a` ?", ["a = 1"])
    avant = texte.replace("<!-- reponse: 1 -->\n", "").replace("?\n", "?\n<!-- reponse: 1 -->\n")
    assert questions.fiches([avant]) == [fiche]


@pytest.mark.parametrize("tp", capytale.tps(squelettes.lit_registre()), ids=lambda tp: tp["module"])
def test_chaque_question_est_posee_dans_le_carnet_du_tp(tp):
    source = (construire.SOURCES / f"{tp['module']}.py").read_text(encoding="utf-8")
    poses = re.findall(r'"(tp\d+\.\w+)"', "".join(re.findall(r"Prevois\(.*?\)", source, re.DOTALL)))
    voulus = [question.exercice for question in POSEES.du_tp(tp["numero"])]
    assert sorted(set(poses)) == sorted(poses) == sorted(set(voulus))
