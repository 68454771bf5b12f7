"""Le code donné résolu n'est pas compté, celui du corrigé est remarqué, les autres sont laissés."""

import csv
import json
import re

import pytest

from autograder.classe.corriger import corrige_classe, tps_fournis
from autograder.classe.provenance import Provenance
from autograder.classe.similitudes import fonctions_de
from autograder.fabrique import distribuer
from autograder.moteur.autrement import avec_codes, lit_autrement
from autograder.moteur.juge import ResultatCopie, ResultatExercice
from tests.autograder.test_rendus import ecrit
from tests.conftest import lents_sauf
from tests.copies import REGISTRE, RESOLUS, VIDES, avec_corps, avec_solution

PROVENANCE = Provenance(REGISTRE, RESOLUS)
TP1 = [e for e in REGISTRE if e.tp == 1]


@pytest.fixture(scope="module")
def donne():
    """Ce que reçoit un élève avec `distribuer --tp 2` : le TP1 y est résolu."""
    archive = distribuer.contenu(2, 2)
    depart = json.loads(archive["verificateur/depart.json"])
    return {nom[:-3]: texte for nom, texte in depart.items() if nom.endswith(".py")}


def corrige(tmp_path, copies, **options):
    """{nom: ligne de la classe} de ces copies {nom: {module: texte}}."""
    for nom, textes in copies.items():
        ecrit(tmp_path / "rendus" / nom, {f"{m}.py": t for m, t in textes.items()})
    options = {"tps": [1, 2], "graine": 1, "ouvriers": 1, **options}
    correction = corrige_classe(tmp_path / "rendus", tmp_path / "r", **options)
    return {ligne.nom: ligne for ligne in correction.bilan.lignes}, correction


def renomme(texte):
    """Les mêmes fonctions, leurs variables renommées et un commentaire ajouté."""
    for ancien, nouveau in [("voisines", "autour"), ("nettoye", "propre"), ("lettre", "signe")]:
        texte = re.sub(rf"\b{ancien}\b", nouveau, texte)
    return "# mon travail\n" + texte


def test_semblables_aux_noms_pres():
    texte = renomme(RESOLUS["tp1_grille"])
    assert texte != RESOLUS["tp1_grille"]
    vues = PROVENANCE.semblables({"tp1_grille": texte})
    assert vues == {e.id: True for e in TP1}
    autre = avec_corps({"tp1.fini": "return self.somme_taille == 0"}, RESOLUS)
    vues = PROVENANCE.semblables(autre)
    assert [i for i in vues if not vues[i]] == ["tp1.fini"]
    assert not any(PROVENANCE.semblables(VIDES).values())


def test_semblables_dans_un_module_a_soi():
    """Déménager le code donné dans un autre fichier n'en fait pas un autre code."""
    copie = {"tp1_grille": "from zoe import *\n", "zoe": RESOLUS["tp1_grille"]}
    assert all(PROVENANCE.semblables(copie).values())


def test_les_textes_illisibles_ne_genent_pas():
    for texte in (
        "def (",
        "\0",
        "x = " + "-" * 5000 + "1",
        "def alpha(case):\n    return " + "(" * 90,
    ):
        assert PROVENANCE.semblables({"tp1_grille": texte}) == {}


@pytest.mark.parametrize(
    "ajout",
    lents_sauf(
        ["", "\nTOUR = 1\n", "\n\ndef mon_essai():\n    print(alpha((0, 0)))\n"], ["\nTOUR = 1\n"]
    ),
)
def test_un_tp_donne_resolu_n_a_pas_de_note(tmp_path, donne, ajout):
    """Une ligne ajoutée au TP1 donné ne le fait pas compter 20, ni 0."""
    copie = {
        **donne,
        "tp1_grille": renomme(donne["tp1_grille"]) + ajout if ajout else donne["tp1_grille"],
    }
    lignes, correction = corrige(tmp_path, {"Zoé": copie})
    zoe = lignes["Zoé"]
    assert zoe.notes == {1: None, 2: 0} and zoe.note == 0
    assert zoe.fournis == [1] and zoe.note_du_tp(1) == "fourni"
    assert {zoe.verdict(rang) for rang in range(len(TP1))} == {"fourni"}
    assert any("TP1" in r and "non compté" in r for r in zoe.remarques)
    page = (tmp_path / "r" / "copies" / "zoe.html").read_text(encoding="utf-8")
    assert "TP1 <b>fourni</b>" in page and "pas de note" in page
    classe = (tmp_path / "r" / "classe.html").read_text(encoding="utf-8")
    assert "fourni" in classe and "non compté" in classe
    texte = (tmp_path / "r" / "notes.csv").read_text(encoding="utf-8-sig")
    (ligne,) = list(csv.DictReader(texte.splitlines(), delimiter=";"))
    assert (ligne["TP1"], ligne["TP2"], ligne["Note sur 20"]) == ("fourni", "0", "0")
    assert correction.bilan.blocages() == []


def test_tout_donne_resolu_la_copie_n_est_pas_corrigee(tmp_path, donne):
    tp1 = {"tp1_grille": donne["tp1_grille"] + "\nTOUR = 1\n"}
    lignes, _ = corrige(tmp_path, {"Lou": tp1, "Zoé": donne}, tps=[1])
    for nom in ("Lou", "Zoé"):
        assert lignes[nom].note is None
        assert "ceux que le kit donne résolus" in lignes[nom].statut


def test_le_reste_de_la_classe_n_en_patit_pas(tmp_path, donne):
    """La moyenne ignore les TP fournis ; le camarade qui a tout écrit garde sa note."""
    siens = avec_codes(
        RESOLUS, REGISTRE, {i: c[0] for i, c in lit_autrement().items() if i[2] == "1"}
    )
    copies = {
        "Zoé": {**donne, "tp1_grille": donne["tp1_grille"] + "\nTOUR = 1\n"},
        "Lou": {"tp1_grille": siens["tp1_grille"], "tp2_placement": donne["tp2_placement"]},
    }
    lignes, _ = corrige(tmp_path, copies)
    assert lignes["Lou"].notes == {1: 20, 2: 0} and lignes["Lou"].remarques == []
    assert (lignes["Lou"].note, lignes["Zoé"].note) == (10, 0)


@pytest.mark.lent
def test_ce_que_dit_l_enseignant_decide(tmp_path, donne):
    copie = {"Zoé": {"tp1_grille": donne["tp1_grille"] + "\nTOUR = 1\n"}}
    lignes, _ = corrige(tmp_path, copie, tps=[1], fournis=())
    assert lignes["Zoé"].note == 20
    assert any("11 fonctions sur 11 au TP1" in remarque for remarque in lignes["Zoé"].remarques)
    lignes, _ = corrige(tmp_path, copie, tps=[1], fournis=(2,))
    assert lignes["Zoé"].note == 20
    lignes, _ = corrige(tmp_path, copie, tps=[1], fournis=(1,))
    assert lignes["Zoé"].note is None


def test_quelques_exercices_reecrits_dans_un_tp_donne(tmp_path, donne):
    """Deux fonctions réécrites : jugées, montrées, mais elles ne font pas la note du TP."""
    codes = {i: lit_autrement()[i][0] for i in ("tp1.adjacent", "tp1.rem_bateau")}
    siens = avec_codes({"tp1_grille": donne["tp1_grille"]}, REGISTRE, codes)
    lignes, _ = corrige(tmp_path, {"Zoé": siens}, tps=[1, 2], fournis=(1,))
    zoe = lignes["Zoé"]
    verdicts = {e.id: zoe.verdict(rang) for rang, e in enumerate(TP1)}
    assert [i for i, v in verdicts.items() if v == "juste"] == ["tp1.adjacent", "tp1.rem_bateau"]
    assert zoe.notes[1] is None


def test_plus_de_la_moitie_reecrite_la_note_porte_sur_elle():
    exercices = [
        ResultatExercice("tp1.a", 1, "a", "a", 12, points=9, statut="partiel"),
        ResultatExercice("tp1.b", 1, "b", "b", 8, statut="fourni"),
    ]
    resultat = ResultatCopie(exercices=exercices, baremes={"1": 20})
    assert (resultat.note(1), resultat.bareme(1), resultat.fourni(1)) == (15, 12, False)
    assert not resultat.partiel(1)
    exercices[0].bareme, exercices[1].bareme = 9, 11
    assert resultat.note(1) is None and resultat.note() is None and resultat.fourni(1)


def test_intervalle_des_tp_fournis():
    assert tps_fournis("2") == (2,)


# ----------------------------------------------------------------- les remarques


def remarques(textes, tps=(1, 2, 3, 4, 5, 6)):
    """Ce que l'on dirait de cette copie, si tout y était juste et rien n'était fourni."""
    exercices = [
        ResultatExercice(e.id, e.tp, "", e.cible, e.points, e.etoiles, e.points, "juste")
        for e in REGISTRE
        if e.tp in tps
    ]
    return PROVENANCE.remarques(PROVENANCE.semblables(textes), ResultatCopie(exercices=exercices))


def test_le_corrige_est_remarque_tp_par_tp():
    (phrase,) = remarques(RESOLUS)
    assert all(f"au TP{tp}" in phrase for tp in range(1, 7))
    tp3 = avec_solution([e.id for e in REGISTRE if e.tp == 3])
    (phrase,) = remarques(tp3)
    assert "TP3" in phrase and "TP1" not in phrase


def test_une_fonction_recopiee_n_est_pas_remarquee():
    for ident in ("tp1.adjacent", "tp3.fusion", "tp4.est_coule"):
        assert remarques(avec_solution([ident])) == []


def test_les_fonctions_courtes_ou_guidees_ne_font_pas_une_remarque():
    """Toutes celles de moins de vingt mots, et toutes celles dont le squelette donne la moitié."""
    courtes = [
        e.id for e in REGISTRE if e.tp <= 6 and (e.trous or len(PROVENANCE.formes[e.id][1]) < 20)
    ]
    assert remarques(avec_solution(courtes)) == []


def test_les_autres_facons_justes_ne_sont_jamais_remarquees():
    for rang in (0, 1):
        codes = {i: liste[min(rang, len(liste) - 1)] for i, liste in lit_autrement().items()}
        assert remarques(avec_codes(RESOLUS, REGISTRE, codes)) == []


def test_la_fonction_trouvee_est_celle_qui_compte():
    texte = "def f():\n    return 1\nif True:\n    def f():\n        return 2\n"
    assert fonctions_de(texte)["f"].lineno == 4
