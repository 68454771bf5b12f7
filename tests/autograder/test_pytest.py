"""`pytest autograder` pour une copie : tableau, fichiers, codes de sortie, rien d'autre."""

import importlib.metadata
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import xml.etree.ElementTree as ET

import pytest

from autograder.bac_a_sable.processus import PREFIXE
from tests import copies
from tests.conftest import PATIENCE, attend_que, lents_sauf, manque


def lance(racine, *arguments):
    """(code de sortie, sortie) de `pytest autograder …` depuis la racine du dépôt."""
    commande = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "autograder"]
    commande += ["--j-accepte", *arguments]  # ces copies sont à nous
    fini = subprocess.run(commande, cwd=racine, capture_output=True, text=True, timeout=PATIENCE)
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


@pytest.mark.lent
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


@pytest.mark.lent
def test_sans_noyau_rien_ne_tourne_sans_accord(racine, copie):
    """Là où rien ne défend les fichiers, une phrase avant tout, sauf pour les dossiers du kit."""

    def lance_ici(*mots):
        commande = [sys.executable, "-c", SANS_NOYAU, "-k", "alpha", *mots]
        fini = subprocess.run(
            commande, cwd=racine, capture_output=True, text=True, timeout=PATIENCE
        )
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
    attend_que(lambda: descendants(groupe), "le processus de la copie")
    processus.send_signal(signal.SIGKILL)
    processus.wait()
    processus.stdout.close()
    attend_que(lambda: not descendants(groupe), lambda: descendants(groupe))
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


@pytest.fixture
def copie_piegee(tmp_path):
    """(dossier, traces) : une copie dont chaque fichier, exécuté hors du bac à sable, le dit."""
    dossier, traces = tmp_path / "copie", tmp_path / "traces"
    (dossier / "autograder").mkdir(parents=True)
    traces.mkdir()
    copies.pose(dossier, copies.avec_corps({}))
    noms = ["conftest", "json", "random", "pathlib", "zipfile", "argparse", "multiprocessing"]
    for nom in [*noms, "autograder/__init__"]:
        trace = str(traces / nom.replace("/", "."))
        (dossier / f"{nom}.py").write_text(f"open({trace!r}, 'w')\n", encoding="utf-8")
    return dossier, traces


REGLAGES = {
    "pytest.ini": "[pytest]\n",
    "tox.ini": "[pytest]\n",
    "setup.cfg": "[tool:pytest]\n",
    "pyproject.toml": "[tool.pytest.ini_options]\n",
}
ORDRES = {
    "copie après": ("{kit}/autograder", "--copie", "{copie}"),
    "copie avant": ("--copie", "{copie}", "{kit}/autograder"),
    "copie collée": ("--copie={copie}", "{kit}/autograder"),
    "copie seule": ("--copie", "{copie}"),
}


@pytest.mark.parametrize("lieu", lents_sauf(["kit", "copie", "ailleurs"], ["copie"]))
@pytest.mark.parametrize("ordre", lents_sauf(ORDRES, ["copie avant", "copie collée"]))
@pytest.mark.parametrize("reglages", lents_sauf(REGLAGES, ["pytest.ini"]))
def test_aucun_ordre_ne_fait_executer_la_copie(racine, copie_piegee, reglages, ordre, lieu):
    """Corrigée, ou refusée d'une phrase : jamais exécutée dans le processus de l'enseignant."""
    installes = importlib.metadata.distributions(name="bataille-navale-tp")
    if not any(p.value == "autograder.garde" for d in installes for p in d.entry_points):
        manque("le kit n'est pas installé (python -m pip install --editable .)")
    dossier, traces = copie_piegee
    (dossier / reglages).write_text(REGLAGES[reglages], encoding="utf-8")
    mots = [mot.format(kit=racine, copie=dossier) for mot in ORDRES[ordre]]
    script = os.path.join(sysconfig.get_path("scripts"), "pytest")
    fini = subprocess.run(
        [script, "-p", "no:cacheprovider", *mots, "--tp", "1"],
        cwd={"kit": racine, "copie": dossier, "ailleurs": traces.parent}[lieu],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert os.listdir(traces) == []
    refuse = "bataille-prof copie DOSSIER" in fini.stderr
    assert refuse or "TP1 : 0 / 20" in fini.stdout, fini.stdout + fini.stderr
    assert not refuse or ordre in ("copie avant", "copie seule")


def test_la_commande_copie_dans_le_dossier_d_une_copie(copie_piegee):
    dossier, traces = copie_piegee
    (dossier / "pytest.ini").write_text("[pytest]\naddopts = -p json\npythonpath = .\n")
    script = os.path.join(sysconfig.get_path("scripts"), "bataille-prof")
    if not os.path.exists(script):
        pytest.skip("le kit n'est pas installé")
    fini = subprocess.run([script, "copie", ".", "--tp", "1"], cwd=dossier, capture_output=True,
                          text=True, timeout=PATIENCE)  # fmt: skip
    assert fini.returncode == 1 and "TP1 : 0 / 20" in fini.stdout, fini.stderr
    assert os.listdir(traces) == []


@pytest.mark.skipif(sys.version_info < (3, 11), reason="runpy lui-même se cherche dans le dossier")
def test_python_m_ignore_le_json_py_du_dossier_courant(racine, copie_piegee):
    """Sans dossier `autograder`, que Python prendrait pour le nôtre, rien d'autre n'y est pris."""
    dossier, traces = copie_piegee
    shutil.rmtree(dossier / "autograder")
    fini = subprocess.run([sys.executable, "-m", "autograder", "--help"], cwd=dossier, text=True,
                          capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "PYTHONPATH": str(racine)})  # fmt: skip
    assert fini.returncode == 0 and "corriger" in fini.stdout, fini.stderr
    assert os.listdir(traces) == []


EQUIPE_NEUVE = """
import multiprocessing, sys
from autograder.classe import equipe
if __name__ == "__main__":
    equipe._contexte = lambda: multiprocessing.get_context("spawn")
    assert sorted(equipe.distribue([3, 4], int, int.__add__, 2)) == [(0, 3), (1, 4)]
"""


def test_les_ouvriers_neufs_ignorent_le_dossier_courant(racine, copie_piegee, tmp_path):
    """Comme sous macOS et Windows, où chaque ouvrier est un Python neuf."""
    dossier, traces = copie_piegee
    programme = tmp_path / "programme.py"
    programme.write_text(EQUIPE_NEUVE, encoding="utf-8")
    fini = subprocess.run([sys.executable, programme], cwd=dossier, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(racine)}, timeout=PATIENCE,
                          )  # fmt: skip
    assert fini.returncode == 0, fini.stderr
    assert os.listdir(traces) == []
