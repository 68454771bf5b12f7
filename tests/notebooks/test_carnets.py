"""Les carnets : à jour, exécutables du début à la fin, et jamais une trace d'exécution."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from autograder.fabrique import distribuer
from notebooks import construire
from tests.conftest import PATIENCE, RACINE

FICHIERS_ELEVE = [nom.removeprefix("notebooks/") for nom in distribuer.carnets(6)]
CARNETS = sorted(chemin.stem for chemin in construire.SOURCES.glob("*.py"))
CARNETS_ELEVE = [nom.removesuffix(".ipynb") for nom in FICHIERS_ELEVE if nom.endswith(".ipynb")]
MODULES = [tp.stem for tp in sorted((RACINE / "solutions").glob("tp[1-6]_*.py"))]

# Un TP1 où rien ne va : une boucle sans fin, une erreur, un return oublié, un input.
FAUTES = {
    "adjacent": "        while True:\n            x = 0",
    "is_touche": "        return self.etat[kase] == TOUCHEE",
    "test_case": "        self.etat[case]",
    "fini": "        return input('fini ? ')",
}


def remplace_corps(texte, faute, corps):
    """Le texte du squelette, où l'exercice est remplacé par un corps fautif."""
    ligne = f'        raise NotImplementedError("tp1.{faute}")'
    assert ligne in texte
    return texte.replace(ligne, corps)


def cree_kit(dossier, etat):
    """Un dossier `lessons/` + `notebooks/` comme chez un élève, dans l'état voulu.

    squelettes : rien n'est écrit ; moitie : TP1 à TP3 finis ; fautes : un TP1 plein d'erreurs et
    un TP2 illisible ; solutions : tout est écrit ; complet : le kit du professeur.
    """
    ignore = shutil.ignore_patterns("__pycache__", "sources", "*.toml", ".ipynb_checkpoints")
    shutil.copytree(RACINE / "lessons", dossier / "lessons", ignore=ignore)
    if etat == "complet":
        shutil.copytree(RACINE / "notebooks", dossier / "notebooks", ignore=ignore)
        shutil.copytree(RACINE / "solutions", dossier / "solutions", ignore=ignore)
    else:
        for nom in FICHIERS_ELEVE:
            (dossier / "notebooks" / nom).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(RACINE / "notebooks" / nom, dossier / "notebooks" / nom)
    ecrits = {"moitie": MODULES[:3], "solutions": MODULES}.get(etat, [])
    for module in ecrits:
        shutil.copy(RACINE / "solutions" / f"{module}.py", dossier / "lessons")
    if etat == "fautes":
        tp1 = dossier / "lessons" / "tp1_grille.py"
        texte = tp1.read_text(encoding="utf-8")
        for faute, corps in FAUTES.items():
            texte = remplace_corps(texte, faute, corps)
        tp1.write_text(texte, encoding="utf-8")
        (dossier / "lessons" / "tp2_placement.py").write_text("def f(:\n    pass\n")
    return dossier


EXECUTE = """
import json, sys
import ipywidgets
sys.path.insert(0, sys.argv[1] + "/notebooks")
textes = {}
for nom in sys.argv[2:]:
    espace = {"__name__": "__main__"}
    carnet = json.load(open(f"{sys.argv[1]}/notebooks/{nom}.ipynb", encoding="utf-8"))
    vues = []
    for cellule in carnet["cells"]:
        if cellule["cell_type"] == "code":
            *debut, fin = "".join(cellule["source"]).rstrip().split("\\n")
            exec("\\n".join(debut), espace)
            try:
                vues.append(eval(fin, espace))
            except SyntaxError:
                exec(fin, espace)
    textes[nom] = []
    a_voir = [v for v in vues if v is not None]
    while a_voir:
        widget = a_voir.pop()
        a_voir.extend(getattr(widget, "children", ()))
        if isinstance(widget, ipywidgets.HTML):
            textes[nom].append(widget.value)
print(json.dumps(textes))
"""


@pytest.fixture(scope="module")
def textes(tmp_path_factory):
    """{état: {carnet: textes affichés}}, chaque état dans son propre processus."""
    resultats = {}

    def execute(etat):
        if etat not in resultats:
            kit = cree_kit(tmp_path_factory.mktemp(etat), etat)
            carnets = CARNETS if etat == "complet" else CARNETS_ELEVE
            carnets = [nom for nom in carnets if nom != "etude_statistique"]
            resultats[etat] = execute_cellules(kit, carnets)
        return resultats[etat]

    return execute


def cartes(textes):
    """Les cartes parmi des textes affichés."""
    return [texte for texte in textes if re.search(r'class="bn-carte bn-(a-ecrire|panne)"', texte)]


def test_carnets_a_jour():
    assert construire.perimes() == []


def test_carnets_sans_resultats():
    import nbformat  # deux secondes : seulement pour qui s'en sert

    for chemin in (RACINE / "notebooks").glob("*.ipynb"):
        carnet = nbformat.read(chemin, as_version=4)
        nbformat.validate(carnet)
        for cellule in carnet.cells:
            assert cellule.cell_type == "markdown" or not cellule.outputs, chemin.name
            assert cellule.get("execution_count") is None
        assert carnet.cells[0].source.startswith("# "), "un carnet s'ouvre par ce qu'il montre"


@pytest.mark.parametrize("carnet", [nom for nom in CARNETS_ELEVE if nom.startswith("tp")])
def test_squelette_donne_des_cartes(textes, carnet):
    """Rien n'est écrit : des cartes qui nomment l'exercice, jamais une trace."""
    trouvees = cartes(textes("squelettes")[carnet])
    assert trouvees
    assert all("tp" in texte and "Traceback" not in texte for texte in trouvees)


@pytest.mark.lent
def test_solutions_sans_carte(textes):
    """Tout est écrit : aucune carte d'erreur dans aucun carnet."""
    for carnet, affiches in textes("solutions").items():
        assert cartes(affiches) == [], carnet
    for carnet in ("jouer", "demo_ordi"):
        assert cartes(textes("complet")[carnet]) == [], carnet


def test_moitie(textes):
    """TP1 à TP3 finis : leurs carnets sont pleins, celui du TP4 dit quoi écrire."""
    affiches = textes("moitie")
    assert cartes(affiches["tp1_grille"]) == cartes(affiches["tp3_affichage"]) == []
    assert any("tp4." in texte for texte in cartes(affiches["tp4_tir"]))


@pytest.mark.lent
def test_fautes_expliquees(textes):
    """Boucle sans fin, erreur, None, input et faute de syntaxe deviennent des phrases."""
    tp1 = " ".join(textes("fautes")["tp1_grille"])
    assert "adjacent ne finit pas à temps" in tp1
    tp2 = " ".join(textes("fautes")["tp2_placement"])
    assert "Le fichier ne se lit pas" in tp2 and "ligne 1" in tp2
    assert "Traceback" not in tp1 + tp2


def test_archive_eleve():
    """Tout l'atelier part avec les carnets des élèves ; rien de ce que l'on projette."""
    atelier = {f"atelier/{f.name}" for f in (RACINE / "notebooks/atelier").iterdir() if f.is_file()}
    assert atelier == {nom for nom in FICHIERS_ELEVE if nom.startswith("atelier/")}
    assert {"tp1_grille", "tp6_solveur_optimal", "jouer"} <= set(CARNETS_ELEVE)
    assert set(CARNETS) - set(CARNETS_ELEVE) == {"demo_ordi", "etude_statistique"}


def execute_cellules(kit, carnets):
    """{carnet: textes affichés} après avoir exécuté toutes les cellules, dans un processus."""
    commande = [sys.executable, "-c", EXECUTE, str(kit), *carnets]
    fini = subprocess.run(commande, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert fini.returncode == 0, fini.stderr
    return json.loads(fini.stdout.splitlines()[-1])


def test_archive_du_tp3(tmp_path):
    """Dans l'archive du TP3, TP1 et TP2 sont donnés. Le jeu marche, et crée les carnets."""
    for nom, octets in distribuer.contenu(3, 3).items():
        (tmp_path / nom).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / nom).write_bytes(octets)
    textes = execute_cellules(tmp_path, ["jouer", "tp3_affichage"])
    assert any("tp3." in texte for texte in cartes(textes["tp3_affichage"]))
    assert not any("tp1." in texte for texte in textes["jouer"])


def execute_carnet(kit, nom):
    """Exécute un carnet dans un noyau neuf ; lève une erreur si une cellule échoue."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    carnet = nbformat.read(kit / "notebooks" / f"{nom}.ipynb", as_version=4)
    ressources = {"metadata": {"path": str(kit / "notebooks")}}
    nbclient.NotebookClient(carnet, timeout=300, resources=ressources).execute()


@pytest.mark.lent
def test_un_carnet_dans_un_vrai_noyau(tmp_path):
    execute_carnet(cree_kit(tmp_path, "squelettes"), "jouer")


@pytest.mark.complet
@pytest.mark.parametrize("etat", ["squelettes", "moitie", "fautes", "solutions", "complet"])
def test_tous_les_carnets_dans_un_vrai_noyau(tmp_path, etat):
    kit = cree_kit(tmp_path, etat)
    for nom in CARNETS if etat == "complet" else CARNETS_ELEVE:
        execute_carnet(kit, nom)
