"""La correction avec un Python pour Windows : une copie, dix attaques, une classe de cinq."""

import csv
import json
import re
import subprocess
import textwrap

import pytest

from tests.conftest import RACINE
from tests.copies import REGISTRE, RESOLUS, VIDES, avec_corps, pose
from tests.windows import fenetres

pytestmark = pytest.mark.windows

ATTAQUES = RACINE / "tests" / "attaques"
# Une attaque par famille, et les verdicts que l'on accepte.
FAMILLES = {
    "boucle_sans_fin": "boucle",
    "exit_dans_la_fonction": "arrêt",
    "lit_un_fichier": "interdit",
    "efface_des_fichiers": "interdit",
    "lance_un_programme": "interdit",
    "huit_gigaoctets": "mémoire boucle",  # Wine ignore la limite de mémoire
    "affiche_sans_fin": "boucle",
    "forge_la_reponse": "interdit",
    "lit_la_pile": "interdit",
    "import_deguise": "interdit",
}
# Un processus gardé, relancé quand il le faut : bien moins d'un processus par exercice.
PROCESSUS_MAX = 20
PROCESSUS_CLASSE_MAX = 200  # une copie dont un TP ne se lit pas, ou qui boucle, en relance plus
CIBLE_REFERENCE, CIBLE_CLASSE = 12, 60  # secondes, annoncées ; dites ici, sans faire échouer


def attaque(nom):
    """Le corps de l'attaque, écrite pour `carre(n)`, à mettre dans `alpha(case)`."""
    texte = (ATTAQUES / f"{nom}.py").read_text(encoding="utf-8")
    return "n = case[0] + 2\n" + textwrap.dedent(texte.partition("def carre(n):\n")[2])


def dit(quoi, duree, cible, processus):
    print(f"\n{quoi} : {duree:.1f} s (cible : {cible} s), {processus} processus lancés")


def pytest_autograder(copie, tmp_path, *mots, page=1252):
    """`pytest autograder --copie …` ; renvoie le programme fini, les points, les processus."""
    json_, journal = tmp_path / "resultats.json", tmp_path / "processus.txt"
    fini = fenetres.corrige(
        "-m", "pytest", "autograder", "--copie", copie, "--resultats", json_, "--graine", 3,
        "--j-accepte", *mots, page=page, journal=journal,
    )  # fmt: skip
    tests = json.loads(json_.read_text(encoding="utf-8"))["tests"]
    return fini, {test["name"].split(" ")[0]: test for test in tests}, fenetres.lances(journal)


def test_la_reference(tmp_path):
    fini, tests, processus = pytest_autograder(RACINE / "solutions", tmp_path)
    dit("Référence", fini.duree, CIBLE_REFERENCE, processus)
    assert fini.code == 0 and "Ensemble : 20 / 20" in fini.sortie
    assert len(tests) == len(REGISTRE.exercices)
    assert all(test["score"] >= test["max_score"] for test in tests.values()), fini.sortie
    assert processus <= PROCESSUS_MAX


@pytest.mark.parametrize("page", [1252, 850])
def test_un_squelette(tmp_path, page):
    """Aucun point, et le tableau reste lisible même si une réponse sort de la page de code."""
    copie = tmp_path / "Été d'Inès"
    copie.mkdir()
    pose(copie, avec_corps({"tp1.alpha": "return 'cœur… ✓'"}, VIDES))
    fini, tests, processus = pytest_autograder(copie, tmp_path, page=page)
    assert fini.code == 1 and "Ensemble : 0 / 20" in fini.sortie
    assert not any(test["score"] for test in tests.values())
    assert re.search(r"^tp1.coord +0 / 3  à faire$", fini.sortie, re.M)
    assert "alpha((0, 0)) renvoie 'c" in fini.sortie and "\\x" not in fini.sortie
    assert processus <= PROCESSUS_MAX


@pytest.mark.parametrize("nom", FAMILLES)
def test_une_attaque(nom, tmp_path):
    """Rien de volé, rien de laissé, et l'exercice honnête qui suit garde ses points."""
    textes = avec_corps({"tp1.alpha": attaque(nom)}, RESOLUS)
    copie = tmp_path / "copies" / nom
    copie.mkdir(parents=True)
    pose(copie, textes)
    avant = {f: f.read_bytes() for f in sorted(tmp_path.rglob("*")) if f.is_file()}
    fini, tests, _ = pytest_autograder(copie, tmp_path, "-k", "alpha or calcule_end")
    print(f"\n{nom} : {fini.duree:.1f} s, {tests['tp1.alpha']['output'][:90]}")
    assert tests["tp1.alpha"]["score"] == 0
    assert tests["tp2.calcule_end"]["score"] == tests["tp2.calcule_end"]["max_score"]
    (ligne,) = [li for li in fini.sortie.splitlines() if li.startswith("tp1.alpha ")]
    assert ligne.split()[4] in FAMILLES[nom], ligne
    assert {f: f.read_bytes() for f in avant} == avant
    traces = [ou / "trace_d_attaque" for ou in (RACINE, fenetres.PREFIXE / "drive_c" / "tmp")]
    assert not [trace for trace in traces if trace.exists()]


# ----------------------------------------------------------------- une classe


def classe(dossier):
    """Cinq copies : juste, à moitié, cassée, hostile, vide ; accents, espaces, apostrophe."""
    hostile = avec_corps(
        {
            "tp1.alpha": attaque("boucle_sans_fin"),
            "tp1.coord": attaque("lance_un_programme").replace("case", "texte"),
        },
        RESOLUS,
    )
    hostile["tp4_tir"] += "\nimport os\nos.system('taskkill /F')\n"
    copies = {
        "Zoé Le Goff": RESOLUS,
        "Été d'Inès": avec_corps({"tp1.alpha": "return 'œuf'"}, RESOLUS),
        "Noé Cassé": {**RESOLUS, "tp1_grille": "def alpha(case:\n"},
        "Max Hostile": hostile,
        "Ève Débute": VIDES,
    }
    for nom, textes in copies.items():
        (dossier / nom).mkdir(parents=True)
        pose(dossier / nom, textes)
    return dossier


def notes(sortie):
    """{nom: (statut, note)} d'après notes.csv."""
    texte = (sortie / "notes.csv").read_text(encoding="utf-8-sig")
    lignes = list(csv.reader(texte.splitlines(), delimiter=";"))
    return {ligne[0]: (ligne[1], ligne[2]) for ligne in lignes[1:]}


def test_une_classe_tuee_puis_reprise(tmp_path):
    """Tuée net après la première copie, la correction reprend et donne les mêmes notes."""
    rendus, journal = classe(tmp_path / "rendus de 1re"), tmp_path / "processus.txt"
    mots = ["-m", "autograder", "corriger", rendus, "--graine", 5, "--j-accepte"]
    mots += ["--fournis", "aucun", "--sortie"]

    entiere = fenetres.corrige(*mots, tmp_path / "entière", journal=journal)
    dit("Classe de cinq", entiere.duree, CIBLE_CLASSE, fenetres.lances(journal))
    assert entiere.code == 0 and "5 copies corrigées" in entiere.sortie, entiere
    assert "[5/5]" in entiere.erreurs and "Zoé Le Goff : TP1 20 / 20" in entiere.erreurs
    assert fenetres.lances(journal) <= PROCESSUS_CLASSE_MAX
    attendues = notes(tmp_path / "entière")
    assert set(attendues) == {"Zoé Le Goff", "Été d'Inès", "Noé Cassé", "Max Hostile", "Ève Débute"}
    assert attendues["Ève Débute"][1] == "0" and attendues["Zoé Le Goff"][1] == "20"

    sortie = tmp_path / "reprise"
    etats = sortie / ".correction"
    tournaient = set(fenetres.pythons())
    processus = subprocess.Popen(
        fenetres.commande("311", *mots, sortie), cwd=RACINE, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=fenetres.environnement(paquets=True),
    )  # fmt: skip
    assert fenetres.attend(lambda: faites(etats) or processus.poll() is not None)
    processus.kill()
    processus.communicate()
    assert fenetres.attend(lambda: set(fenetres.pythons()) <= tournaient), (
        "un processus reste après la mort"
    )
    gardes = {f: f.stat().st_mtime_ns for f in faites(etats)}
    assert 1 <= len(gardes) < 5

    reprise = fenetres.corrige(*mots, sortie)
    print(f"reprise, {len(gardes)} copies déjà faites : {reprise.duree:.1f} s")
    assert reprise.code == 0 and reprise.erreurs.count("(déjà faite)") == len(gardes)
    assert {f: f.stat().st_mtime_ns for f in gardes} == gardes, "un résultat a été refait"
    assert notes(sortie) == attendues
    assert not list(sortie.rglob(".ecrit-*"))


def faites(etats):
    """Les résultats déjà écrits."""
    return list(etats.glob("?" * 64 + ".json"))
