"""`pytest autograder` pour une copie : tableau, fichiers, codes de sortie, rien d'autre."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import pytest

from autograder.bac_a_sable.processus import PREFIXE
from tests import copies
from tests.conftest import lents_sauf


def lance(racine, *arguments):
    """(code de sortie, sortie) de `pytest autograder …` depuis la racine du dépôt."""
    commande = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "autograder"]
    commande += ["--j-accepte", *arguments]  # ces copies sont à nous
    fini = subprocess.run(commande, cwd=racine, capture_output=True, text=True, timeout=120)
    return fini.returncode, fini.stdout + fini.stderr


@pytest.fixture
def copie(tmp_path):
    """Une copie où `alpha` est juste, `coord` faux et le reste à faire."""
    dossier = tmp_path / "copie d'Élève"
    dossier.mkdir()
    corps = {"tp1.alpha": copies.solution("tp1.alpha"), "tp1.coord": "return (0, 0)"}
    copies.pose(dossier, copies.avec_corps(corps))
    return dossier


def test_tableau_et_fichiers(racine, copie, tmp_path):
    code, sortie = lance(
        racine, "--copie", str(copie), "--tp", "1", "--graine", "5",
        "--resultats", str(tmp_path / "r.json"), "--junitxml", str(tmp_path / "r.xml"),
        "--html", str(tmp_path / "r.html"),
    )  # fmt: skip
    assert code == 1, sortie
    assert "Traceback" not in sortie
    assert "tp1.alpha" in sortie
    assert "juste" in sortie
    assert "renvoie (0, 0)" in sortie
    assert "TP1 : 2 / 20" in sortie
    assert "--graine 5" in sortie
    assert "tp2." not in sortie
    assert "tp1.coord" in (tmp_path / "r.html").read_text(encoding="utf-8")
    resultats = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    par_id = {test["number"]: test for test in resultats["tests"]}
    assert par_id["tp1.alpha"]["status"] == "passed"
    assert par_id["tp1.coord"]["score"] == 0
    assert resultats["score"] == 2
    assert "failure" in {e.tag for e in ET.parse(tmp_path / "r.xml").iter()}


def test_choix_et_code_de_sortie(racine, copie):
    code, sortie = lance(racine, "--copie", str(copie), "-k", "alpha")
    assert code == 0, sortie
    assert "tp1.coord" not in sortie
    code, _ = lance(racine, "--copie", str(copie), "-m", "tp1 and not bonus", "-k", "coord")
    assert code == 1


def test_un_bonus_rate_ne_change_pas_le_code(racine, tmp_path):
    corps = {"tp4.suite_touchee": "return []", "tp4.tire": copies.solution("tp4.tire")}
    copies.pose(tmp_path, copies.avec_corps(corps))
    code, sortie = lance(racine, "--copie", str(tmp_path), "-k", "suite_touchee or test_tire")
    assert "tp4.suite_touchee" in sortie
    assert code == 0, sortie


SANS_NOYAU = """
import sys, pytest
from autograder.bac_a_sable.copie import Copie
Copie.reconnait = lambda self: frozenset({"limites"})
sys.exit(pytest.main(["-p", "no:cacheprovider", "autograder", *sys.argv[1:]]))
"""


def test_sans_noyau_rien_ne_tourne_sans_accord(racine, copie):
    """Là où rien ne défend les fichiers, une phrase avant tout, sauf pour les dossiers du kit."""

    def lance_ici(*mots):
        commande = [sys.executable, "-c", SANS_NOYAU, "-k", "alpha", *mots]
        fini = subprocess.run(commande, cwd=racine, capture_output=True, text=True, timeout=120)
        return fini.returncode, fini.stdout + fini.stderr

    code, sortie = lance_ici("--copie", str(copie))
    assert code == 4 and "--j-accepte" in sortie and "Rien n'a été exécuté" in sortie
    assert "Ensemble" not in sortie and "Traceback" not in sortie
    code, sortie = lance_ici("--copie", str(copie), "--j-accepte")
    assert code == 0 and "Ensemble" in sortie
    code, sortie = lance_ici("--copie", "solutions")
    assert code == 0 and "Ensemble" in sortie


def test_dossier_introuvable(racine, tmp_path):
    code, sortie = lance(racine, "--copie", str(tmp_path / "nulle part"))
    assert code == 4
    assert "Traceback" not in sortie


PROGRAMME_SANS_FIN = """
import sys
sys.path.insert(0, sys.argv[1])
from autograder.bac_a_sable.processus import PREFIXE
from tests import jouet
textes = jouet.copie(tp1_sac=[("return n * n", "while True: pass")])
options = {"bulle": {"bulle": True}, "fork": {"bulle": False}, "portable": {"portable": True}}
with jouet.juge(delai=60, **options[sys.argv[2]]).session(textes, 1) as session:
    print(session.copie._atelier.processus.pid, flush=True)
    session.juge("tp1.carre")
"""


@pytest.mark.parametrize("facon", ["bulle", "fork", "portable"])
def test_correcteur_tue_net(racine, tmp_path, facon):
    """`kill -9` sur le correcteur : ni processus de la copie, ni dossier ne lui survivent."""
    if facon == "bulle" and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap n'est pas installé")
    processus = subprocess.Popen(
        [sys.executable, "-c", PROGRAMME_SANS_FIN, str(racine), facon],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        text=True,
    )
    groupe = int(processus.stdout.readline())
    time.sleep(0.5)
    assert descendants(groupe) != []
    processus.send_signal(signal.SIGKILL)
    processus.wait()
    processus.stdout.close()
    for _ in range(100):
        if not descendants(groupe):
            break
        time.sleep(0.05)
    assert descendants(groupe) == []
    assert list(tmp_path.glob(f"{PREFIXE}*")) == []


def descendants(pid):
    """Processus encore vivants nés de `pid` (lui compris)."""
    vivants = []
    for nom in os.listdir("/proc"):
        if nom.isdigit():
            try:
                with open(f"/proc/{nom}/stat") as fichier:
                    champs = fichier.read().rpartition(")")[2].split()
            except OSError:
                continue
            if champs[0] != "Z" and (nom == str(pid) or champs[3] == str(pid)):
                vivants.append(nom)
    return vivants


LIEUX = ["conftest.py", "test_a/conftest.py", "test_a/test_b.py"]


@pytest.mark.parametrize("ou", lents_sauf(LIEUX, LIEUX[:1]))
def test_le_conftest_d_une_copie_n_est_pas_execute(racine, tmp_path, ou):
    """Pytest ne doit rien charger du dossier d'un élève."""
    copie, trace = tmp_path / "copie", tmp_path / "trace"
    (copie / "test_a").mkdir(parents=True)
    (copie / "tp1_grille.py").write_text("x = 1\n", encoding="utf-8")
    (copie / ou).write_text(f"open({str(trace)!r}, 'w')\n", encoding="utf-8")
    code, sortie = lance(racine, "--copie", str(copie), "--tp", "1")
    assert not trace.exists()
    assert code == 1
    assert "TP1 : 0 / 20" in sortie
