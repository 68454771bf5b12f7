"""Les squelettes : fabriqués, à jour, et chaque exercice échoue vide et réussit résolu."""

import ast
import copy
import subprocess
import sys

import pytest

from autograder.__main__ import main
from autograder.fabrique import squelettes
from autograder.fabrique.exercice import joue
from lessons import verifier
from tests.conftest import RACINE, python_3_8
from tests.copies import DONNEES, REGISTRE, RESOLUS, VIDES, avec_solution


@pytest.mark.parametrize("identifiant", [e.id for e in REGISTRE.exercices])
def test_echoue_vide_reussit_resolu(identifiant):
    """Seul avec ses prérequis : à faire tant qu'il est vide, réussi dès qu'il est résolu."""
    prerequis = REGISTRE.tous_les_prerequis(identifiant)
    vide = joue(REGISTRE[identifiant], avec_solution(prerequis))
    assert vide["echec"]["exception"]["manque"] == identifiant
    resolu = joue(REGISTRE[identifiant], avec_solution([*prerequis, identifiant]))
    assert resolu["echec"] is None


def test_tous_a_faire_puis_tous_reussis():
    statuts = {r.statut for r in verifier.verifie(textes=VIDES)}
    assert statuts == {"à faire"}
    assert {r.statut for r in verifier.verifie(textes=RESOLUS)} == {"réussi"}


def test_a_jour(capsys):
    assert main(["squelettes", "--verifie"]) == 0
    assert "à jour" in capsys.readouterr().out


def test_verifie_voit_un_ecart(monkeypatch, tmp_path, capsys):
    """--verifie échoue et nomme le fichier ; sans --verifie, la commande le répare."""
    (tmp_path / "verificateur").mkdir()
    monkeypatch.setattr(squelettes, "LESSONS", tmp_path)
    registre = squelettes.lit_registre()
    monkeypatch.setattr(squelettes, "lit_registre", lambda: registre)
    assert main(["squelettes"]) == 0
    assert main(["squelettes", "--verifie"]) == 0
    (tmp_path / "tp2_placement.py").write_text("abîmé", encoding="utf-8")
    assert main(["squelettes", "--verifie"]) == 1
    assert "tp2_placement.py" in capsys.readouterr().err
    assert main(["squelettes"]) == 0
    assert "get_possibles" in (tmp_path / "tp2_placement.py").read_text(encoding="utf-8")


def test_docstrings_et_code_donne_restent():
    """Hors des corps vidés et du bloc final, le squelette et le corrigé sont le même code."""
    for module, texte in RESOLUS.items():
        cibles = [e.cible for e in REGISTRE.exercices if e.module == module]
        arbres = [ast.parse(t) for t in (texte, VIDES[module])]
        for arbre in arbres:
            arbre.body = [n for n in arbre.body if not isinstance(n, ast.If)]
            for cible in cibles:
                fonction = squelettes.trouve(arbre, cible)
                del fonction.body[1:]
        assert ast.dump(arbres[0]) == ast.dump(arbres[1])


def test_rien_du_corrige_ne_fuit():
    """Le corps d'un exercice vidé ne se trouve plus dans le squelette."""
    for exercice in REGISTRE.exercices:
        corps = squelettes.corps_de(VIDES[exercice.module], exercice.cible)
        assert corps[0].startswith("# À compléter")
        assert corps[1] == f'raise NotImplementedError("{exercice.id}")'
        assert (len(corps) > 2) == exercice.trous


def test_squelettes_sous_python_3_8():
    python = python_3_8()
    code = "import ast, sys; [ast.parse(open(f, encoding='utf-8').read()) for f in sys.argv[1:]]"
    fichiers = [str(chemin) for chemin in (RACINE / "lessons").glob("*.py")]
    subprocess.run([python, "-I", "-c", code, *fichiers], check=True)


# ----------------------------------------------------------------- le registre se contrôle


def abime(modification):
    """Les problèmes du registre après une modification."""
    donnees = copy.deepcopy(DONNEES)
    modification(donnees)
    return "\n".join(squelettes.problemes(donnees, RESOLUS))


def exercice(donnees, identifiant):
    return next(e for e in donnees["exercice"] if e["id"] == identifiant)


def test_registre_sans_probleme():
    assert squelettes.problemes(DONNEES, RESOLUS) == []


@pytest.mark.parametrize(
    ("identifiant", "champs", "phrase"),
    [
        ("tp1.alpha", {"points": 3}, "TP1 : 21 points de base au lieu de 20."),
        ("tp1.alpha", {"prerequis": ["tp1.beta"]}, "prérequis inconnu, tp1.beta"),
        ("tp1.alpha", {"cible": "omega"}, "omega n'est pas dans tp1_grille.py"),
        ("tp1.alpha", {"indices": []}, "aucun indice"),
        ("tp1.alpha", {"id": "tp1.coord"}, "tp1.coord est deux fois"),
        ("tp1.alpha", {"module": None}, "ne commence pas par le nom d'un TP"),
        ("tp1.reinit", {"prerequis": ["tp1.adjacent"]}, "tp1.reinit : ses prérequis tournent"),
        ("tp1.alpha", {"titre": ...}, "tp1.alpha : il manque titre."),
        ("tp1.coord", {"squelette": "if ...\n"}, "ne se compile pas"),
        ("tp1.coord", {"squelette": "return 1\n"}, "aucun trou"),
        ("tp2.get_possibles", {"cible": "Grille"}, "Grille n'est pas dans"),
    ],
)
def test_registre_abime(identifiant, champs, phrase):
    def modifie(donnees):
        entree = exercice(donnees, identifiant)
        entree.update(champs)
        for champ in [nom for nom, valeur in champs.items() if valeur is ...]:
            del entree[champ]

    assert phrase in abime(modifie)


def test_un_tp_de_bonus_vaut_zero_point_de_base():
    def tout_en_bonus(donnees):
        for e in donnees["exercice"]:
            e["etoiles"] = 1 if e["tp"] == 5 else e["etoiles"]

    assert abime(tout_en_bonus) == ""


def test_exercice_sans_exemple():
    textes = dict(RESOLUS, tp1_grille=RESOLUS["tp1_grille"].replace(">>> alpha", "alpha"))
    assert squelettes.problemes(DONNEES, textes) == [
        "tp1.alpha : la docstring ne donne aucun exemple."
    ]


def test_la_commande_sans_argument_montre_l_aide():
    fini = subprocess.run(
        [sys.executable, "-m", "autograder"], cwd=RACINE, capture_output=True, encoding="utf-8"
    )
    assert fini.returncode == 0
    assert "squelettes" in fini.stdout and "distribuer" in fini.stdout
