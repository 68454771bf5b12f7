"""Les archives des élèves : elles marchent seules, ne révèlent rien, et n'écrasent rien."""

import doctest
import json
import subprocess
import sys
import zipfile

import pytest

from autograder.__main__ import main
from autograder.fabrique import distribuer, squelettes
from tests.conftest import PATIENCE, lents_sauf, python_3_8
from tests.copies import REGISTRE, RESOLUS, VIDES, avec_solution, pose, solution

DERNIER = REGISTRE.tps[-1].numero


@pytest.fixture
def archive(tmp_path, capsys):
    """Une fonction qui fabrique une archive, la décompresse, et renvoie le dossier obtenu."""

    def fabrique(*options, ou="eleve"):
        chemin = tmp_path / "sortie.zip"
        assert main(["distribuer", *options, "--sortie", str(chemin)]) == 0
        with zipfile.ZipFile(chemin) as fichier:
            fichier.extractall(tmp_path / ou)
        capsys.readouterr()
        return tmp_path / ou / distribuer.DOSSIER

    return fabrique


def lance(dossier, *mots, python=sys.executable, code=0):
    """Lance le vérificateur de l'archive, sans aucun paquet installé (-I -S)."""
    fini = subprocess.run(
        [python, "-I", "-S", "-X", "utf8", str(dossier / "verifier.py"), *mots],
        capture_output=True, encoding="utf-8", cwd=dossier.parent, timeout=PATIENCE,
    )  # fmt: skip
    assert fini.stderr == "" and fini.returncode == code, fini.stdout + fini.stderr
    return fini.stdout


@pytest.mark.parametrize("version", lents_sauf(["celle-ci", "3.8"], ["3.8"]))
def test_l_archive_marche_seule(archive, version):
    python = sys.executable if version == "celle-ci" else python_3_8()
    dossier = archive()
    assert "(0 %)" in lance(dossier, python=python)
    assert "tp1.alpha, indice 1 sur 3" in lance(dossier, "indice", "tp1.alpha", python=python)
    pose(dossier, RESOLUS)
    assert "(100 %)" in lance(dossier, python=python)
    assert "Fichier à rendre" in lance(dossier, "rendre", "Le Goff", "Zoé", python=python)
    assert (dossier / "rendu_Le_Goff_Zoe.zip").exists()


def test_les_couleurs_sont_partout_la_fenetre_avec_son_tp():
    """Les carnets se servent des couleurs dès le TP1 ; la fenêtre vient entière."""
    fenetre = {"bn_fenetre.py", "bn_plateau.py"}
    court, long = set(distribuer.contenu(1, 1)), set(distribuer.contenu(1, DERNIER))
    assert "bn_couleurs.py" in court and not fenetre & court
    assert fenetre | {"bn_couleurs.py"} <= long


@pytest.mark.parametrize("premier", [1, 3])
def test_contenu(premier):
    """En haut, ce que l'élève lit ou lance ; ses fichiers ne sont jamais sous leur nom."""
    noms = set(distribuer.contenu(premier, DERNIER))
    modules_tp = {tp.module for tp in REGISTRE.tps}
    en_haut = {f"{module}.py" for module in VIDES.keys() - modules_tp}
    enonces = {*modules_tp, "README", "tournoi"}
    en_haut |= {f"{nom}.{edition}" for nom in enonces for edition in ("md", "html")}
    en_haut |= {"verifier.py"}
    assert {nom for nom in noms if "/" not in nom} == en_haut
    assert {nom.split("/")[0] for nom in noms} - en_haut == {"notebooks", "verificateur"}
    donnees = ("registre.json", "prevois.json", "depart.json", "anciens.json")
    outils = {f"verificateur/{nom}" for nom in donnees}
    assert outils | {"notebooks/jouer.ipynb"} <= noms
    assert not [nom for nom in noms if nom.startswith("notebooks/tp")]
    interdits = ("registre.toml", "GUIDE", "test_", "bn_rapide", "corrige", "LISEZ", "memoire")
    assert not [nom for nom in noms for mot in interdits if mot in nom]


def test_le_readme_dit_ce_qui_est_resolu():
    def lisez(premier):
        return distribuer.contenu(premier, DERNIER)["README.md"].decode("utf-8")

    assert "Lance `verifier.py`" in lisez(1).split("\n")[2] and "avec une solution" not in lisez(1)
    assert "Ici, le TP1 est donné avec une solution" in lisez(2)
    assert "Ici, les TP1 à TP3 sont donnés avec une solution" in lisez(4)
    assert "<!-- archive" not in lisez(1) + lisez(2)


def textes_dans(valeur):
    """Tous les textes d'une valeur JSON, où qu'ils soient ; une liste de lignes est un texte."""
    if isinstance(valeur, str):
        return [valeur]
    if isinstance(valeur, dict):
        valeur = list(valeur.values())
    if isinstance(valeur, list) and all(isinstance(v, str) for v in valeur):
        return ["\n".join(valeur)]
    return [t for v in valeur for t in textes_dans(v)] if isinstance(valeur, list) else []


def fuites(contenu):
    """Les exercices dont le corps du corrigé (trois lignes ou plus) est dans ce contenu."""
    textes = []
    for nom, octets in contenu.items():
        texte = octets.decode("utf-8", errors="replace")
        textes += textes_dans(json.loads(texte)) if nom.endswith(".json") else [texte]
    tout = "\n".join(ligne.strip() for texte in textes for ligne in texte.split("\n"))
    trouvees = set()
    for exercice in REGISTRE.exercices:
        lignes = [ligne.strip() for ligne in solution(exercice.id).split("\n")]
        if len(lignes) >= 3 and "\n".join(lignes) in tout:
            trouvees.add(exercice.tp)
    return trouvees


def test_aucune_solution_de_ce_qui_reste_a_faire():
    assert fuites(distribuer.contenu(1, DERNIER)) == set()
    assert fuites(distribuer.contenu(3, DERNIER)) == {1, 2}


def test_memes_octets_a_chaque_fois(tmp_path, capsys):
    chemins = [tmp_path / "un.zip", tmp_path / "deux.zip"]
    for chemin in chemins:
        assert main(["distribuer", "--tps", "1-2", "--sortie", str(chemin)]) == 0
    assert chemins[0].read_bytes() == chemins[1].read_bytes()


def test_tp_3_donne_les_premiers_resolus(archive):
    dossier = archive("--tp", "3")
    assert not list(dossier.glob("tp*.py"))
    sortie = lance(dossier)
    assert "J'ai créé tes fichiers : tp1_grille.py (résolu), " in sortie
    assert "tp3_affichage.py, " in sortie and "carnets" in sortie.split("\n\n")[0]
    assert "À faire maintenant : tp3.symbole" in sortie
    assert len(sortie.rstrip("\n").split("\n")) <= 22  # un écran, avec « Tape une commande » et >
    assert "essais publics passent" in lance(dossier, "tp1") and "essais publics passent" in lance(
        dossier, "tp2"
    )
    lance(dossier, "rendre", "Bo", "Al")
    with zipfile.ZipFile(dossier / "rendu_Bo_Al.zip") as rendu:
        assert json.loads(rendu.read("rendu.json"))["fournis"] == ["tp1_grille", "tp2_placement"]


def test_decompresser_par_dessus_garde_le_travail(archive):
    """L'élève a fait une partie du TP1 et du TP3, et n'a pas le TP2 : rien de lui ne change."""
    dossier = archive("--tps", "1-1")
    lance(dossier)
    sien = avec_solution(["tp1.alpha", "tp3.symbole"])
    pose(dossier, {m: sien[m] for m in ("tp1_grille", "tp3_affichage")})
    carnet = dossier / "notebooks" / "tp1_grille.ipynb"
    carnet.write_text("mes notes", encoding="utf-8")
    memoire = dossier / "verificateur" / "memoire.txt"
    memoire.write_text("nom = Zoé\n", encoding="utf-8")
    archive("--tp", "3")
    sortie = lance(dossier)
    for module in ("tp1_grille", "tp3_affichage"):
        assert (dossier / f"{module}.py").read_text(encoding="utf-8") == sien[module]
    assert memoire.read_text(encoding="utf-8") == "nom = Zoé\n"
    assert carnet.read_text(encoding="utf-8") == "mes notes"
    assert "qui manquaient : tp2_placement.py (résolu)" in sortie.split("\n\n")[0]
    assert "tp1_grille.py" not in sortie.split("\n\n")[0]
    # Bloqué par son TP1 inachevé, il peut prendre la solution sans perdre son fichier.
    assert "gardé" in lance(dossier, "recommencer", "tp1")
    assert "essais publics passent" in lance(dossier, "tp1")
    (garde,) = dossier.glob("tp1_grille_ancien_*.py")
    assert garde.read_text(encoding="utf-8") == sien["tp1_grille"]


def test_tps_1_2_seulement(archive):
    dossier = archive("--tps", "1-2")
    sortie = lance(dossier)
    assert "TP2" in sortie and "TP3" not in sortie
    assert sorted(f.name for f in dossier.glob("tp*.py")) == ["tp1_grille.py", "tp2_placement.py"]
    assert sorted(f.name for f in dossier.glob("tp*.md")) == ["tp1_grille.md", "tp2_placement.md"]
    lisez = (dossier / "README.md").read_text(encoding="utf-8")
    assert "](tp2_placement.md)" in lisez and "](tp3" not in lisez
    assert "tp3_affichage" not in (dossier / "verificateur" / "registre.json").read_text(
        encoding="utf-8"
    )
    pose(dossier, {m: RESOLUS[m] for m in ("tp1_grille", "tp2_placement")})
    assert "(100 %)" in lance(dossier)


def test_un_tp_du_milieu(archive):
    dossier = archive("--tps", "4-4")
    sortie = lance(dossier)
    assert "À faire maintenant : tp4.add_message" in sortie and "TP5" not in sortie


@pytest.mark.parametrize(
    "options", [["--tp", "0"], ["--tp", "x"], ["--tps", "3-1"], ["--tps", "1-99"]]
)
def test_mauvais_numero(options, capsys):
    with pytest.raises(SystemExit) as fin:
        main(["distribuer", *options])
    assert fin.value.code == 2
    assert "les TP vont de 1 à" in capsys.readouterr().err


def test_sortie_dans_un_dossier(tmp_path, capsys):
    assert main(["distribuer", "--tps", "2-2", "--sortie", str(tmp_path / "classe")]) == 0
    assert (tmp_path / "classe" / "bataille_navale_tp2-2.zip").exists()
    assert "résolus" in capsys.readouterr().out


def test_sortie_impossible(tmp_path, capsys):
    (tmp_path / "fichier").write_text("", encoding="utf-8")
    assert main(["distribuer", "--sortie", str(tmp_path / "fichier" / "x.zip")]) == 1
    assert "impossible" in capsys.readouterr().err


def test_carnets_des_eleves(tmp_path):
    """Tout l'atelier, et les carnets qui ne se servent pas de `projection`."""
    assert distribuer.carnets(6, tmp_path) == {}
    (tmp_path / "atelier" / "__pycache__").mkdir(parents=True)
    (tmp_path / "projection").mkdir()
    for nom in ("tp1_grille.ipynb", "tp4_tir.ipynb", "atelier/vue.py", "atelier/tp4.py",
                "atelier/__pycache__/vue.pyc", "projection/demo.py"):  # fmt: skip
        (tmp_path / nom).write_text(nom, encoding="utf-8")
    (tmp_path / "prof.ipynb").write_text("from projection.demo import Demo", encoding="utf-8")
    assert set(distribuer.carnets(3, tmp_path)) == {
        "notebooks/tp1_grille.ipynb",
        "notebooks/atelier/vue.py",
        "notebooks/atelier/tp4.py",
    }


@pytest.mark.parametrize("module", [distribuer, squelettes])
def test_exemples_des_docstrings(module):
    assert doctest.testmod(module).failed == 0
