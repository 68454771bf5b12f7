"""Les énoncés et le guide : exemples justes, exercices au complet, dessins à jour."""

import contextlib
import doctest
import io
from argparse import Namespace

import pytest

from autograder.fabrique import enonces, forme
from lessons.verificateur.chargeur import Chaine
from lessons.verificateur.registre import SEANCE, Exercice, Registre, fourchette
from tests.conftest import lents_sauf
from tests.copies import RESOLUS

TPS = enonces.REGISTRE.tps
MOTS_DES_SIX_TP = 14_500
MOTS_AVANT_DE_CODER = 200


class ChaineEleve(Chaine):
    """Une copie d'élève dont tous les exercices sont résolus."""

    def trouve(self, nom):
        return (RESOLUS[nom], f"{nom}.py") if nom in RESOLUS else super().trouve(nom)


ELEVE = ChaineEleve(enonces.RACINE / "lessons")


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_les_exemples_des_enonces_sont_justes(tp):
    assert forme.problemes_exemples(tp) == []


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_les_exemples_du_guide_sont_justes(tp):
    assert forme.problemes_exemples_du_guide(tp) == []


def test_le_guide_n_a_d_exemples_que_sous_un_tp():
    assert ">>>" not in forme.lit(forme.GUIDE).split("## TP1")[0]


@pytest.mark.parametrize("module", [enonces, forme], ids=lambda module: module.__name__)
def test_les_exemples_du_module_sont_justes(module):
    essais = doctest.testmod(module)
    assert essais.attempted and not essais.failed


def test_un_exemple_faux_est_remarque():
    assert "Expected" in forme.echecs("```python\n>>> 1 + 1\n3\n```\n", {}, "essai")


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_chaque_exercice_a_sa_partie_dans_l_ordre_du_registre(tp):
    for exercice in tp.exercices:
        assert forme.problemes_section(exercice, tp) == []
    assert forme.problemes_ordre(tp) == []


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_la_duree_annoncee_est_celle_du_registre(tp):
    assert forme.problemes_duree(tp) == []


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_le_chemin_court_se_suffit_et_se_montre(tp):
    assert forme.problemes_court(tp, enonces.REGISTRE) == []
    for seance in tp.seances():
        assert fourchette(sum(e.minutes for e in seance))[1] <= SEANCE


def test_un_chemin_court_troue_est_remarque():
    exercices = [Exercice("tp1.a", 1, "m", "a"), Exercice("tp1.b", 1, "m", "b", court=True)]
    exercices[1].prerequis = ("tp1.a",)
    registre = Registre(exercices, [{"numero": 1, "module": "tp1_grille", "titre": ""}])
    assert forme.problemes_court(registre.tp(1), registre) == [
        "tp1.b est du chemin court : il lui faut tp1.a."
    ]


def mots(texte):
    """Le nombre de mots, comme les compte `wc -w`."""
    return len(texte.split())


def test_les_six_tp_se_lisent():
    enonces_lus = [(enonces.RACINE / "lessons" / f"{tp.module}.md") for tp in TPS if tp.base]
    assert sum(mots(forme.lit(chemin)) for chemin in enonces_lus) <= MOTS_DES_SIX_TP


@pytest.mark.parametrize("tp", TPS[:3], ids=lambda tp: tp.module)
def test_on_code_tout_de_suite(tp):
    avant, exercice, _ = forme.lit(enonces.RACINE / "lessons" / f"{tp.module}.md").partition(
        "\n### "
    )
    assert exercice and mots(avant) <= MOTS_AVANT_DE_CODER


def test_le_premier_code_du_tp1_vient_tout_de_suite():
    avant, code, _ = forme.lit(enonces.RACINE / "lessons" / "tp1_grille.md").partition("```python")
    assert code and mots(avant) <= MOTS_AVANT_DE_CODER


@pytest.mark.parametrize("tp", TPS[:3], ids=lambda tp: tp.module)
def test_le_fichier_suit_l_ordre_de_l_enonce(tp):
    """Les exercices de base d'un côté, les bonus de l'autre : le même ordre partout."""
    source = enonces.REGISTRE.squelettes[tp.module]
    for exercices in (tp.base, tp.bonus):
        places = [source.index(f"def {e.nom}(") for e in exercices]
        assert places == sorted(places)


@pytest.mark.parametrize(("numero", "scene"), [(5, "ordi_hasard"), (6, "ordi_compte")])
def test_ce_que_tu_verras_est_ce_que_l_on_voit(numero, scene):
    """Le programme de la fin de l'énoncé affiche ce que montre le début, sur une copie résolue."""
    tp = enonces.REGISTRE.tp(numero)
    parties = dict(forme.sections(enonces.redige(forme.lit(forme.enonce(tp)))))
    programme = forme.BLOC.findall(parties["Pour vérifier tout le TP"])[0][1]
    montre = [code for _, code in forme.BLOC.findall(parties["Ce que tu verras à la fin"])]
    affiche = io.StringIO()
    with contextlib.redirect_stdout(affiche):
        exec(compile(programme, tp.module, "exec"), dict(vars(ELEVE.module(tp.module))))
    assert affiche.getvalue() in montre


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_chaque_question_a_sa_reponse_dans_le_guide(tp):
    assert forme.problemes_questions(tp) == []


@pytest.mark.parametrize(
    "chemin",
    lents_sauf(enonces.documents(), enonces.documents()[:-1]),
    ids=lambda chemin: chemin.name,
)  # le dernier est le guide, et ses mesures
def test_les_dessins_et_transcriptions_sont_a_jour(chemin):
    assert enonces.perimes([chemin]) == {}


@pytest.mark.parametrize("chemin", enonces.documents(), ids=lambda chemin: chemin.name)
def test_ce_qui_est_cite_existe(chemin):
    assert forme.problemes_citations(chemin, enonces.REGISTRE) == []


def test_la_commande_signale_puis_repare_un_dessin_perime(tmp_path, monkeypatch, capsys):
    fichier = tmp_path / "tp.md"
    fichier.write_text("a\n<!-- grille: X -->\nvieux\n<!-- fin -->\nb\n", encoding="utf-8")
    monkeypatch.setattr(enonces, "RACINE", tmp_path)
    monkeypatch.setattr(enonces, "documents", lambda: [fichier])
    assert enonces.execute(Namespace(verifie=True)) == 1
    assert "vieux" in fichier.read_text(encoding="utf-8")
    assert enonces.execute(Namespace(verifie=False)) == 0
    assert "0 │ X │" in fichier.read_text(encoding="utf-8")
    assert enonces.execute(Namespace(verifie=True)) == 0
    assert "Pas à jour : tp.md" in capsys.readouterr().out


def test_le_tirage_4x4_couvre_toutes_les_flottes():
    grille = enonces.CHAINE.module("tp6_solveur_optimal").Grille(4, 4, [3, 2])
    assert enonces.tirage_4x4().startswith(f"{len(grille.make_all())} flottes")
