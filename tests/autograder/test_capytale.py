"""Les carnets seuls (Capytale, Basthon, Moodle) : ils marchent sans rien, et se corrigent."""

import ast
import base64
import json
import re
import subprocess
import sys
import zlib

import pytest

from autograder.__main__ import main
from autograder.classe.rendus import LecteurDeRendus
from autograder.fabrique import capytale, squelettes
from autograder.moteur.juge import Juge
from tests.conftest import PATIENCE, lents_sauf

DONNEES = squelettes.lit_registre()
NUMEROS = [tp["numero"] for tp in capytale.tps(DONNEES)]
MODULES = {tp["numero"]: tp["module"] for tp in DONNEES["tp"]}
PROGRAMME = "import json, sys\nfor c in json.load(sys.stdin):\n    exec(c, globals())\n"


def sources(texte):
    """Les cellules de code d'un carnet."""
    cellules = json.loads(texte)["cells"]
    return ["".join(c["source"]) for c in cellules if c["cell_type"] == "code"]


def execute(codes):
    """Ce qu'affichent ces cellules, dans un Python tout nu."""
    fini = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", "-c", PROGRAMME],
        input=json.dumps(codes).encode("utf-8"),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert fini.returncode == 0, fini.stderr.decode("utf-8")[-2000:]
    return fini.stdout.decode("utf-8")


def complete(texte, remplacees):
    """Le carnet où la cellule de certaines fonctions est remplacée."""
    carnet = json.loads(texte)
    for nom, code in remplacees.items():
        [cellule] = [
            c
            for c in carnet["cells"]
            if c["cell_type"] == "code" and "".join(c["source"]).startswith(f"def {nom}(")
        ]
        cellule["source"] = [code]
    return json.dumps(carnet)


@pytest.fixture(scope="module")
def juge():
    return Juge()


def corrige(juge, chemin, numero):
    """Le résultat de la correction d'un carnet, lu comme une copie rendue."""
    lecteur = LecteurDeRendus(juge.registre)
    [rendu], _ = lecteur.inventaire(chemin)
    return juge.corrige_textes(lecteur.charge(rendu), tps={numero}, graine=7)


@pytest.mark.lent
def test_la_commande_ecrit_un_carnet_par_tp(tmp_path, capsys):
    assert main(["capytale", "--sortie", str(tmp_path / "c")]) == 0
    assert sorted(p.stem for p in (tmp_path / "c").iterdir()) == [MODULES[n] for n in NUMEROS]
    assert main(["capytale", "--sortie", str(tmp_path / "un"), "--tp", "2"]) == 0
    assert [p.name for p in (tmp_path / "un").iterdir()] == ["tp2_placement.ipynb"]
    assert "tp2_placement.ipynb" in capsys.readouterr().out


@pytest.mark.parametrize("numero", lents_sauf(NUMEROS, [1]))
def test_un_carnet_resolu_reussit_ses_exemples(numero):
    codes = sources(capytale.carnet(DONNEES, numero, resolu=True))
    affiche = execute(codes)
    assert "essais publics passent" in affiche
    assert not re.search(r"[✗∞·] tp\d+\.(?!essais_)", affiche)
    assert "coulé)" in affiche, "les essais donnés commencent une chasse"


@pytest.mark.parametrize("numero", lents_sauf(NUMEROS, [1, 6]))
def test_un_carnet_vide_n_a_rien_reussi_et_ne_contient_pas_le_corrige(numero):
    codes = sources(capytale.carnet(DONNEES, numero))
    affiche = execute(codes)
    assert "✓" not in affiche and "0 sur " in affiche
    cache = zlib.decompress(base64.b64decode(re.search(r"'(eN[^']+)'", codes[0])[1])).decode()
    textes = squelettes.sources(DONNEES)
    for exercice in DONNEES["exercice"]:
        if exercice["tp"] == numero:
            corps = squelettes.corps_de(textes[exercice["module"]], exercice["cible"])
            for decalage in ("\n    ", "\n        "):
                assert len(corps) < 3 or repr(decalage.join(corps))[1:-1] not in cache
            assert len(corps) < 3 or "\n".join(corps) not in "\n".join(codes)


@pytest.mark.parametrize("numero", NUMEROS)
@pytest.mark.lent
def test_vingt_pour_un_carnet_resolu_et_zero_pour_un_vide(juge, tmp_path, numero):
    for resolu, note in [(True, 20), (False, 0)]:
        chemin = tmp_path / f"{MODULES[numero]}.ipynb"
        chemin.write_text(capytale.carnet(DONNEES, numero, resolu), encoding="utf-8")
        resultat = corrige(juge, chemin, numero)
        assert resultat.statut == "corrigée"
        assert resultat.note(numero) == note


@pytest.mark.lent
def test_un_carnet_a_moitie_juste_a_les_memes_points_que_le_module(juge, tmp_path):
    corps = {
        "alpha": ["x, y = case", "return chr(ord('A') + x) + str(y)"],
        "Grille.fini": ["return sum(self.taille_bateaux) == 0"],
        "Grille.update_vides": ["self.vides = [c for c in self.etat if self.etat[c] == VIDE]"],
    }
    textes = squelettes.sources(DONNEES)
    module = squelettes.squelettes(DONNEES, textes)["tp1_grille"]
    module = squelettes.remplace_corps(module, corps)
    cellules = {c.split(".")[-1]: capytale.code_exercice(module, c) for c in corps}
    chemin = tmp_path / "tp1_grille.ipynb"
    texte = complete(capytale.carnet(DONNEES, 1), cellules)
    chemin.write_text(texte, encoding="utf-8")
    du_carnet = corrige(juge, chemin, 1)
    du_module = juge.corrige_textes({"tp1_grille": module}, tps={1}, graine=7)
    points = {e.id: (e.points, e.statut) for e in du_carnet.exercices}
    assert points == {e.id: (e.points, e.statut) for e in du_module.exercices}
    assert points["tp1.alpha"] == (2, "juste")
    assert 0 < du_carnet.note(1) < 20


def test_les_essais_de_l_eleve_ne_genent_pas_la_correction(juge, tmp_path):
    carnet = json.loads(capytale.carnet(DONNEES, 1, resolu=True))
    essais = ["g = Grille(3, 2)\ng.adjacent((0, 0))\nprint(1 / 0)", "%timeit alpha((1, 2))", ""]
    carnet["cells"] += [{"cell_type": "code", "source": essai} for essai in essais]
    chemin = tmp_path / "Dupont_tp1.ipynb"
    chemin.write_text(json.dumps(carnet), encoding="utf-8")
    assert corrige(juge, chemin, 1).note(1) == 20


@pytest.mark.parametrize(
    ("code", "attendu"),
    [
        ("def alpha(case):\n    return chr(65 + case[1]) + str(case[0])", "sont échangés"),
        ("def alpha(case):\n    while True:\n        x = 1", "ligne 2 de la cellule"),
        ("def alpha(case):\n    return input()", "ligne 2 de la cellule"),
        ("def alpha(case):\n    return inconnu", "le nom inconnu n'existe pas"),
        ("alpha = 3", "alpha((2, 3))"),
        ("del alpha", "exécute d'abord la cellule de alpha"),
    ],
)
def test_la_verification_explique_ce_qui_ne_va_pas(code, attendu):
    numerote = (  # comme dans un vrai noyau, chaque cellule a son nom de fichier
        "import linecache\nlinecache.cache['c.py'] = (1, None, texte.splitlines(True), 'c.py')\n"
        "exec(compile(texte, 'c.py', 'exec'), globals())\nverifie('tp1.alpha')"
    )
    codes = sources(capytale.carnet(DONNEES, 1))
    fin = next(rang for rang, cellule in enumerate(codes) if cellule.startswith("def alpha("))
    affiche = execute([*codes[: fin + 1], f"texte = {code!r}", numerote])
    assert attendu in affiche
    assert "✓" not in affiche and "Traceback" not in affiche


def test_indice_lis_dessine():
    codes = sources(capytale.carnet(DONNEES, 2, resolu=True))
    suite = [
        "indice('tp2.test_bateau')",
        "indice('tp2.test_bateau')",
        "lis('tp1_grille')",
        "lis('rien')",
        "g = Grille(3, 2)\ng.add_bateau(Bateau(2, (0, 0), DROITE))\ndessine(g)",
    ]
    affiche = execute(codes + suite)
    assert "indice 1 sur" in affiche and "indice 2 sur" in affiche
    assert "class Grille:" in affiche and "Ce carnet ne contient que" in affiche
    assert "0 │ X │ X │ O │" in affiche and "├───┼───┼───┤" in affiche


def test_prevois_dans_la_cellule():
    """La cellule vide pose la question ; remplie, elle répond."""
    codes = sources(capytale.carnet(DONNEES, 1))
    assert 'prevois("P1.1", "")' in codes
    cellules = ['prevois("P1.1", "")', 'prevois("P1.1", "d2")', 'prevois("P1.3", 7)']
    affiche = execute([codes[0], *cellules, 'prevois("P9.9", 1)'])
    assert "P1.1. Que renvoie" in affiche and "Écris ta réponse entre les guillemets" in affiche
    assert affiche.count("Oui, c'est bien ça.") == affiche.count("Pas encore.") == 1
    assert "Il n'y a pas de question « P9.9 »" in affiche


@pytest.mark.parametrize("numero", NUMEROS)
def test_le_premier_exercice_est_dans_les_deux_premiers_ecrans(numero):
    """Le cours est replié, et le code donné ne vient qu'avec l'exercice qui s'en sert."""
    cellules = capytale.cellules(DONNEES, numero)
    titres = [bool(capytale.TITRE_EXERCICE.match(texte)) for _, texte in cellules]
    avant = [texte for _, texte in cellules[: titres.index(True)]]
    visibles = re.sub(r"</summary>.*?</details>", "", "\n".join(avant), flags=re.DOTALL)
    assert len(visibles.split("\n")) <= 45
    assert not re.search("^## Ce que", visibles, re.MULTILINE), "le cours est replié"
    debut = "\n".join(texte for _, texte in cellules[: titres.index(True) + 1])
    assert "┌───" in debut or numero > 3, "une grille dessinée, dès le premier exercice"


@pytest.mark.parametrize("numero", NUMEROS)
def test_un_carnet_seul_ne_parle_ni_de_fichiers_ni_de_terminal(numero):
    """Sur Capytale il n'y a ni Thonny, ni console, ni commande à taper : rien n'en parle."""
    textes = [texte for genre, texte in capytale.cellules(DONNEES, numero) if genre == "markdown"]
    ailleurs = r"F5|Thonny|console|terminal|signe `>`|verifier\.py|[Tt]ape[-` ]|`tp\w+\.py`|\.ipynb"
    connus = ("ce que l'on tape", "On tape `", "ce qu'on tape")
    for texte in textes:
        for su in connus:
            texte = texte.replace(su, "")
        assert not re.search(ailleurs, texte), texte


def test_le_code_donne_prend_peu_de_place():
    """Imports serrés, fonctions données sans leurs exemples ; le code, lui, ne change pas."""
    long = '''\
from couleurs import (
    BLEU,
    ROUGE as R,
)


def f(x):
    """Un.

    Deux.

    >>> f(1)
    1
    """
    return x


class C:
    """La classe.

    >>> C
    """

    def g(self):
        """Trois.

        >>> C().g()
        """
'''
    assert capytale.abrege(long).split("\n") == [
        "from couleurs import BLEU, ROUGE as R", "", "",
        "def f(x):", '    """Un.', "", "    Deux.", '    """', "    return x", "", "",
        "class C:", '    """La classe.', "", "    >>> C", '    """', "",
        "    def g(self):", '        """Trois."""', "",
    ]  # fmt: skip
    noms = ", ".join(f"un_nom_assez_long_{n}" for n in range(9))
    serre = capytale.abrege(f"from a import {noms}\n")
    assert ast.dump(ast.parse(serre)) == ast.dump(ast.parse(f"from a import {noms}"))
    assert serre.count("\n") == 5 and max(map(len, serre.split("\n"))) <= 100


@pytest.mark.parametrize("numero", NUMEROS)
def test_le_premier_trou_n_attend_pas_derriere_le_code_donne(numero):
    """Même là où une cellule ne se replie pas."""
    textes = [texte for _, texte in capytale.cellules(DONNEES, numero)]
    fin = next(rang for rang, texte in enumerate(textes) if texte.startswith("verifie("))
    donnees = [texte for texte in textes[:fin] if texte.startswith(capytale.ENTETE_DONNE)]
    assert len("".join(donnees).split("\n")) <= 65


@pytest.mark.parametrize("numero", NUMEROS)
def test_tout_le_code_donne_est_dans_le_carnet(numero):
    """Chaque définition du module y est une fois, exercices compris."""
    tp = next(tp for tp in capytale.tps(DONNEES) if tp["numero"] == numero)
    module = ast.parse(squelettes.sources(DONNEES)[tp["module"]])
    attendus = [n.name for n in module.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    codes = [t for genre, t in capytale.cellules(DONNEES, numero, True)[2:] if genre == "code"]
    trouves = [
        n.name
        for code in codes
        for n in ast.parse(code).body
        if isinstance(n, (ast.FunctionDef, ast.ClassDef))
    ]
    assert [trouves.count(nom) for nom in attendus] == [1] * len(attendus)


def en_noyau(numero, resolu):
    """Exécute le carnet dans un noyau où il n'y a ni widget ni bibliothèque de calcul."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    carnet = nbformat.reads(capytale.carnet(DONNEES, numero, resolu), 4)
    absents = ["ipywidgets", "anywidget", "numpy", "matplotlib"]
    interdit = f"import sys\nsys.modules.update(dict.fromkeys({absents}))"
    carnet.cells.insert(0, nbformat.v4.new_code_cell(interdit))
    nbclient.NotebookClient(carnet, timeout=PATIENCE, kernel_name="python3").execute()
    return "".join(s.text for c in carnet.cells for s in c.get("outputs", []) if "text" in s)


@pytest.mark.lent
def test_dans_un_noyau_sans_widgets():
    assert "essais publics passent" in en_noyau(1, True)


@pytest.mark.complet
@pytest.mark.parametrize("numero", NUMEROS)
def test_tous_dans_un_noyau_sans_widgets(numero):
    assert "essais publics passent" in en_noyau(numero, True)
    vide = en_noyau(numero, False)
    assert "✓" not in vide and "0 sur " in vide
