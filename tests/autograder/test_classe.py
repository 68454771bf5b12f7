"""Une classe entière : notes, reprise après `kill -9`, anonymat, entrées impossibles."""

import csv
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import time

import pytest

from autograder.__main__ import main
from autograder.bac_a_sable import isolement
from autograder.classe import accord, suivi
from autograder.classe.corriger import Impossible, corrige_classe
from autograder.classe.suivi import Suivi
from autograder.classe.suivi import ecrit as ecrit_d_un_geste
from tests import jouet
from tests.autograder.test_rendus import copie, ecrit, zippe
from tests.conftest import PATIENCE, RACINE, lents_sauf

FAUX = {"tp1_sac": [("return n * n", "return n + n"), ("sum(self.contenu)", "0")]}
BOUCLE = {"tp2_sac": [("n -= 1", "n -= 0")]}


def textes(**changements):
    return {f"{nom}.py": texte for nom, texte in jouet.copie(**changements).items()}


def classe(dossier):
    """Huit copies : justes, fausses, sans fin, vides, abîmées."""
    copies = {
        "Zoé Le Goff": textes(),
        "Lou Martin": textes(**FAUX),
        "Max Brun": textes(**BOUCLE),
        "Ève Petit": textes(tp1_sac="def carre(n:\n"),
        "Noé Roux": {"tp1_sac.py": "raise SystemExit\n"},
        "Ana Diaz": textes(tp2_sac=[("return suite", "return [*suite]")]),
    }
    for nom, fichiers in copies.items():
        ecrit(dossier / nom, fichiers)
    ecrit(dossier, {"Tom Vide/devoir.odt": b"x", "Léo Abîmé.zip": b"PK\x03\x04"})
    return dossier


def juge():
    """Le juge du devoir jouet, qui n'attend pas longtemps les boucles sans fin."""
    return jouet.juge(delai=0.3)


def corrige(rendus, sortie, **options):
    return corrige_classe(rendus, sortie, fabrique=juge, graine=1, **options)


def notes(sortie):
    """{nom: (statut, note)} d'après notes.csv."""
    texte = (sortie / "notes.csv").read_text(encoding="utf-8-sig")
    lignes = list(csv.reader(texte.splitlines(), delimiter=";"))
    return {ligne[0]: (ligne[1], ligne[2]) for ligne in lignes[1:]}


def images(sortie):
    """{chemin: octets} de tout ce qui est montré à l'enseignant."""
    return {
        str(f.relative_to(sortie)): f.read_bytes()
        for f in sorted(sortie.rglob("*"))
        if f.is_file() and ".correction" not in f.parts
    }


@pytest.fixture(scope="module")
def faite(tmp_path_factory):
    """Une classe corrigée une fois pour tous les essais qui ne font que regarder."""
    dossier = tmp_path_factory.mktemp("classe")
    rendus = classe(dossier / "rendus")
    avant = {f: f.read_bytes() for f in rendus.rglob("*") if f.is_file()}
    correction = corrige(rendus, dossier / "resultats", ouvriers=2)
    assert {f: f.read_bytes() for f in rendus.rglob("*") if f.is_file()} == avant
    return dossier, correction


def test_chaque_copie_a_un_statut(faite):
    dossier, correction = faite
    lues = notes(dossier / "resultats")
    assert list(lues) == ["Ana Diaz", "Ève Petit", "Léo Abîmé", "Lou Martin", "Max Brun",
                          "Noé Roux", "Tom Vide", "Zoé Le Goff"]  # fmt: skip
    assert lues["Zoé Le Goff"] == ("corrigée", "20")
    assert lues["Ana Diaz"] == ("corrigée", "20")
    assert lues["Lou Martin"][0] == "corrigée" and lues["Lou Martin"][1] != "20"
    assert lues["Tom Vide"] == ("non corrigée : aucun fichier Python", "")
    assert lues["Léo Abîmé"] == ("non corrigée : l'archive est abîmée ou illisible", "")
    assert len(correction.faits) == 8 and None not in correction.faits


def test_fichiers_de_sortie(faite):
    sortie = faite[0] / "resultats"
    fichiers = images(sortie)
    for ident in ("zoe_le_goff", "tom_vide", "leo_abime"):
        assert f"copies/{ident}.html" in fichiers and f"copies/{ident}.json" in fichiers
    for nom, octets in fichiers.items():
        if nom.startswith("copies/"):
            assert len(octets) <= 60_000, nom
    resultats = json.loads(fichiers["copies/zoe_le_goff.json"])
    assert resultats["score"] == 20 and len(resultats["tests"]) == len(jouet.SUITES)
    assert {"name", "score", "max_score", "output"} <= resultats["tests"][0].keys()
    assert not list(sortie.rglob(".ecrit-*"))


def test_ce_qui_est_interdit_se_voit(tmp_path):
    """Sur la page de la classe, et à sa ligne sur celle de l'élève : une fois, points gardés."""
    dedans = {"tp1_sac": [("return n * n", "return open(n)")]}
    ecrit(tmp_path / "rendus/Zoé", textes(tp1_sac="import os\n" + jouet.copie()["tp1_sac"]))
    ecrit(tmp_path / "rendus/Léo", textes(**dedans))
    corrige(tmp_path / "rendus", tmp_path / "resultats")
    assert notes(tmp_path / "resultats")["Zoé"] == ("corrigée", "20")
    page = (tmp_path / "resultats/classe.html").read_text(encoding="utf-8")
    regarder = page[page.index('id="regarder"') : page.index('id="blocages"')]
    assert "Fonctions jugées à part" in regarder and "import os n&#39;est pas" in regarder
    page = (tmp_path / "resultats/copies/zoe.html").read_text(encoding="utf-8")
    assert page.count("ne peuvent pas servir tels quels&nbsp;:</b>") == 1
    page = (tmp_path / "resultats/copies/leo.html").read_text(encoding="utf-8")
    assert re.search(r'class="fautive".*return open\(n\)', page)


@pytest.mark.lent
def test_meme_resultat_quel_que_soit_le_nombre_d_ouvriers(faite, tmp_path):
    dossier, _ = faite
    corrige(dossier / "rendus", tmp_path / "seul", ouvriers=1)
    assert images(tmp_path / "seul").keys() == images(dossier / "resultats").keys()
    assert notes(tmp_path / "seul") == notes(dossier / "resultats")
    assert images(tmp_path / "seul")["classe.html"] == images(dossier / "resultats")["classe.html"]


def test_une_copie_ne_change_pas_la_note_d_une_voisine(faite, tmp_path):
    dossier, _ = faite
    rendus = ecrit(tmp_path / "rendus" / "Lou Martin", textes(**FAUX)).parent
    corrige(rendus, tmp_path / "resultats")
    assert notes(tmp_path / "resultats")["Lou Martin"] == notes(dossier / "resultats")["Lou Martin"]


def test_relancer_ne_refait_rien(faite):
    dossier, _ = faite
    avant = images(dossier / "resultats")
    correction = corrige(dossier / "rendus", dossier / "resultats")
    assert not any(fait.neuf for fait in correction.faits if fait.cle)
    assert images(dossier / "resultats") == avant


@pytest.mark.lent
def test_une_copie_modifiee_est_seule_refaite(tmp_path):
    rendus = ecrit(tmp_path / "rendus" / "zoe", textes()).parent
    ecrit(rendus / "lou", textes(**FAUX))
    corrige(rendus, tmp_path / "r")
    ecrit(rendus / "lou", textes())
    correction = corrige(rendus, tmp_path / "r")
    assert [fait.neuf for fait in correction.faits] == [False, False]  # celle de zoe, identique
    ecrit(rendus / "lou", textes(**BOUCLE))
    correction = corrige(rendus, tmp_path / "r")
    assert [fait.neuf for fait in correction.faits] == [True, False]
    assert notes(tmp_path / "r")["Zoe"] == ("corrigée", "20")


@pytest.mark.parametrize("module", ["moteur/juge", "classe/provenance", "classe/similitudes"])
def test_ce_que_l_on_garde_d_une_copie_ne_survit_pas_au_module_qui_l_a_fait(
    tmp_path, monkeypatch, module
):
    ecrit(tmp_path, {f"autograder/{module}.py": "1"})
    monkeypatch.setattr(suivi, "RACINE", tmp_path)
    avant = suivi.version_du_kit()
    ecrit(tmp_path, {f"autograder/{module}.py": "2"})
    assert suivi.version_du_kit() != avant


@pytest.mark.lent
def test_un_resultat_abime_est_refait(tmp_path):
    rendus = ecrit(tmp_path / "rendus" / "zoe", textes()).parent
    corrige(rendus, tmp_path / "r")
    (etat,) = [f for f in (tmp_path / "r" / ".correction").glob("*.json") if len(f.stem) == 64]
    entier = etat.read_text()
    for abime in (entier[: len(entier) // 2], "", entier.replace('"points": 2', '"points": 1')):
        etat.write_text(abime)
        correction = corrige(rendus, tmp_path / "r")
        assert correction.faits[0].neuf
        assert notes(tmp_path / "r")["Zoe"] == ("corrigée", "20")


# ----------------------------------------------------------------- kill -9

PROGRAMME = """
import sys
from tests.autograder.test_classe import corrige
corrige(sys.argv[1], sys.argv[2], ouvriers=2)
"""


def descendants(pid):
    """Les processus lancés par `pid`, de près ou de loin."""
    parents = {}
    for entree in pathlib.Path("/proc").iterdir():
        if entree.name.isdigit():
            try:
                champs = (entree / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entree.name)] = int(champs[1])
    trouves, a_voir = set(), {pid}
    while a_voir:
        a_voir = {p for p, pere in parents.items() if pere in a_voir} - trouves
        trouves |= a_voir
    return trouves


def vivant(pid):
    try:
        etat = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return etat != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="lit /proc")
@pytest.mark.parametrize("apres", lents_sauf([0, 1, 3], [1]), ids=lambda n: f"apres-{n}-resultats")
def test_kill_9_puis_reprise(faite, tmp_path, apres):
    """Tuée net à différents moments, la correction reprend, sans note fausse ni processus."""
    dossier, _ = faite
    sortie = tmp_path / "resultats"
    etats = sortie / ".correction"
    processus = subprocess.Popen(
        [sys.executable, "-c", PROGRAMME, str(dossier / "rendus"), str(sortie)], cwd=RACINE
    )
    fin = time.monotonic() + PATIENCE
    famille = set()
    while processus.poll() is None and time.monotonic() < fin:
        famille |= descendants(processus.pid)
        if len(famille) > 2 and len(list(etats.glob("?" * 64 + ".json"))) >= apres:
            break
        time.sleep(0.03)
    famille |= descendants(processus.pid)
    processus.send_signal(signal.SIGKILL)
    processus.wait()
    assert famille, "rien n'avait commencé"
    fin = time.monotonic() + PATIENCE
    while any(map(vivant, famille)) and time.monotonic() < fin:
        time.sleep(0.05)
    assert not [pid for pid in famille if vivant(pid)], "un processus reste"

    gardes = {f: f.stat().st_mtime_ns for f in etats.glob("?" * 64 + ".json")}
    assert len(gardes) >= apres
    correction = corrige(dossier / "rendus", sortie, ouvriers=2)
    assert {f: f.stat().st_mtime_ns for f in gardes} == gardes, "un résultat a été refait"
    assert sum(fait.neuf for fait in correction.faits if fait.cle) == 6 - len(gardes)
    assert notes(sortie) == notes(dossier / "resultats")
    assert not list(sortie.rglob(".ecrit-*"))


def test_seuls_nos_brouillons_sont_balayes(tmp_path):
    """Un fichier de l'enseignant qui leur ressemble, ou qui est ailleurs, n'est pas à nous."""
    notres = [".ecrit-ab3d_f9h", "copies/.ecrit-00000000", ".correction/.ecrit-zzzzzzzz"]
    siens = [".ecrit-notes", ".ecrit-ABCDEFGH", "cours/.ecrit-ab3d_f9h", ".ecrit-ab3d_f9h.txt"]
    ecrit(tmp_path, dict.fromkeys([*notres, *siens], "x"))
    (tmp_path / ".ecrit-dossier_").mkdir()
    Suivi(tmp_path / ".correction").prepare()
    assert [nom for nom in notres if (tmp_path / nom).exists()] == []
    assert all((tmp_path / nom).exists() for nom in [*siens, ".ecrit-dossier_"])


def test_ecrire_a_l_ecran_ne_remplace_pas_l_ecran(tmp_path):
    tuyau = tmp_path / "tuyau"
    os.mkfifo(tuyau)
    lecteur = os.open(tuyau, os.O_RDONLY | os.O_NONBLOCK)
    ecrit_d_un_geste(tuyau, "é")
    assert os.read(lecteur, 10) == "é".encode() and stat.S_ISFIFO(tuyau.stat().st_mode)
    os.close(lecteur)


# ----------------------------------------------------------------- anonymat


def test_anonyme_ne_laisse_aucun_nom(tmp_path):
    rendus = tmp_path / "rendus"
    bavarde = {"tp1_sac": [("return n * n", "return 'copie de Zoé LE GOFF'")]}
    ecrit(rendus / "Zoé Le Goff_77_assignsubmission_file_", textes(**bavarde))
    ecrit(rendus / "Lou Martin", {**textes(), "vieux/tp1_sac.py": "x = 1"})
    ecrit(rendus, {"Ana Diaz.zip": zippe(copie("Ana Diaz/"))})
    sortie = tmp_path / "r"
    corrige(rendus, sortie)  # d'abord avec les noms : il ne doit rien en rester
    avec_noms = sorted(note for _, note in notes(sortie).values())
    correction = corrige(rendus, sortie, anonyme=True)
    pseudos = list(notes(sortie))
    assert sorted(note for _, note in notes(sortie).values()) == avec_noms
    for chemin in sortie.rglob("*"):
        contenu = chemin.read_text(encoding="utf-8") if chemin.is_file() else ""
        montre = str(chemin.relative_to(sortie)) + ("" if ".correction" in str(chemin) else contenu)
        for nom in ("zoé", "goff", "zoe", "lou", "martin", "diaz", "participant 77"):
            assert nom not in montre.lower(), (nom, chemin)
    assert not (sortie / "notes_pronote.txt").exists()
    assert pseudos == sorted(pseudos, key=str.lower) and len(set(pseudos)) == 3
    ecrit(rendus / "Aaron Neuf", textes())
    corrige(rendus, tmp_path / "autre", anonyme=True)
    assert set(pseudos) < set(notes(tmp_path / "autre")), "les pseudonymes ne changent pas"
    assert correction.bilan.lignes[0].numero == ""


# ----------------------------------------------------------------- la commande


@pytest.mark.parametrize(
    "arguments, phrase",
    [
        (["nulle_part"], "n'existe pas"),
        (["vide"], "aucune copie"),
        (["rendus", "--sortie", "fichier"], "Impossible d'écrire"),
        (["rendus", "--sortie", "fichier/dessous"], "Impossible d'écrire"),
        (["rendus", "--sortie", "rendus/resultats"], "en dehors"),
        (["rendus", "--sortie", "rendus"], "en dehors"),
        (["rendus", "--tp", "9"], "pas de TP 9"),
        (["rendus", "--copies", "personne"], "personne"),
    ],
)
def test_entree_impossible_une_phrase_et_code_2(tmp_path, monkeypatch, capsys, arguments, phrase):
    monkeypatch.chdir(tmp_path)
    ecrit(tmp_path, {"rendus/zoe/tp1_grille.py": "def alpha(case):\n    pass\n", "fichier": "x"})
    (tmp_path / "vide").mkdir()
    assert main(["corriger", *arguments, "--j-accepte"]) == 2
    sortie, erreur = capsys.readouterr()
    assert phrase in erreur and len(erreur.strip().splitlines()) == 1 and not sortie
    assert (tmp_path / "fichier").read_text() == "x"
    assert os.listdir(tmp_path / "rendus") == ["zoe"]


def test_options_mal_ecrites(capsys):
    with pytest.raises(SystemExit) as arret:
        main(["corriger", "rendus", "--ouvriers", "zéro"])
    assert arret.value.code == 2
    assert "nombre entier" in capsys.readouterr().err


def test_commande_sur_le_vrai_devoir(tmp_path, capsys):
    """La commande, telle que l'enseignant la tape, sur un squelette et un corrigé du TP1."""
    for nom, source in (("Zoé Juste", "solutions"), ("Lou Débute", "lessons")):
        for module in ("bn_utiles", "tp1_grille"):
            texte = (RACINE / source / f"{module}.py").read_text(encoding="utf-8")
            ecrit(tmp_path / "rendus" / nom, {f"{module}.py": texte})
    arguments = [str(tmp_path / "rendus"), "--sortie", str(tmp_path / "r"), "--tp", "1"]
    options = ["--graine", "5", "--fournis", "aucun", "--j-accepte"]
    assert main(["corriger", *arguments, *options]) == 0
    sortie, suivi = capsys.readouterr()
    assert "2 copies corrigées" in sortie and "graine 5" in sortie
    assert str(tmp_path / "r" / "classe.html") in sortie
    assert "Protection de la machine : isolement" in sortie
    page = (tmp_path / "r" / "classe.html").read_text(encoding="utf-8")
    assert "Protection de la machine" in page and "audit" in page
    assert "[2/2]" in suivi and "Zoé Juste : TP1 20 / 20" in suivi
    assert notes(tmp_path / "r") == {
        "Lou Débute": ("corrigée", "0"), "Zoé Juste": ("corrigée", "20"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "couches, demande",
    [
        ({"limites"}, True),
        pytest.param(set(), True, marks=pytest.mark.lent),
        pytest.param({"landlock"}, False, marks=pytest.mark.lent),
        pytest.param({"seccomp", "limites"}, False, marks=pytest.mark.lent),
    ],
)
def test_sans_noyau_l_enseignant_est_prevenu(tmp_path, monkeypatch, capsys, couches, demande):
    """Aux deux plus bas niveaux, rien n'est lu, exécuté ni écrit sans --j-accepte."""
    monkeypatch.setattr(accord, "couches_d_ici", lambda *a, **options: frozenset(couches))
    monkeypatch.setattr(accord.wasm, "disponible", lambda: False)
    ecrit(tmp_path, {"rendus/zoe/tp1_grille.py": "def alpha(case):\n    pass\n"})
    arguments = ["corriger", str(tmp_path / "rendus"), "--sortie", str(tmp_path / "r")]
    code = main(arguments)
    _, erreur = capsys.readouterr()
    assert (code == 2) == demande and ("--j-accepte" in erreur) == demande
    assert (tmp_path / "r").exists() != demande
    if demande:
        assert "lire ou les effacer" in erreur and isolement.phrase(couches) in erreur
        assert main([*arguments, "--j-accepte"]) == 0
        assert (tmp_path / "r" / "notes.csv").exists()


def test_les_dossiers_du_kit_ne_demandent_rien():
    def couches():
        raise AssertionError("inutile de le savoir")

    for nom in ("solutions", "lessons"):
        accord.exige(RACINE / nom, False, couches)
    with pytest.raises(accord.SansAccord, match="--j-accepte"):
        accord.exige(RACINE / "tests", False, frozenset)


@pytest.mark.skipif(sys.platform == "win32", reason="il faut un pseudo-terminal")
@pytest.mark.lent
def test_barre_de_progression_dans_un_terminal(tmp_path):
    pexpect = pytest.importorskip("pexpect")
    squelette = (RACINE / "lessons" / "tp1_grille.py").read_bytes()
    ecrit(tmp_path / "rendus", {f"{nom}/tp1_grille.py": squelette for nom in ("Zoé", "Lou")})
    commande = ["-m", "autograder", "corriger", str(tmp_path / "rendus"), "--j-accepte", "--sortie"]
    terminal = pexpect.spawn(
        sys.executable, [*commande, str(tmp_path / "r")], cwd=str(RACINE), encoding="utf-8",
        timeout=PATIENCE, dimensions=(30, 120),
    )  # fmt: skip
    terminal.expect(r"0/2 \|.*reste .*Lou, Zoé")
    terminal.expect("2 copies corrigées")
    terminal.expect("classe.html")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_un_tp_que_personne_ne_rend_ne_compte_pas(tmp_path):
    ecrit(tmp_path / "rendus" / "zoe", textes(tp3_sac=None))
    ecrit(tmp_path / "rendus" / "lou", textes(tp3_sac=None, tp2_sac=None))
    correction = corrige(tmp_path / "rendus", tmp_path / "r")
    assert correction.bilan.tps() == [1, 2]
    assert [ligne.note for ligne in correction.bilan.lignes] == [10, 20]


def test_zip_du_verificateur(tmp_path):
    """Ce que fabrique `verifier.py rendre` se corrige tel quel."""
    for source in (RACINE / "lessons").rglob("*"):
        if source.suffix in (".py", ".json"):
            nom = source.relative_to(RACINE / "lessons").as_posix()
            ecrit(tmp_path / "eleve", {nom: source.read_bytes()})
    ecrit(tmp_path / "eleve", {"tp1_grille.py": (RACINE / "solutions/tp1_grille.py").read_bytes()})
    rendre = [sys.executable, "-I", "verifier.py", "rendre", "Le Goff", "Zoé"]
    subprocess.run(rendre, cwd=tmp_path / "eleve", check=True, capture_output=True)
    (archive,) = (tmp_path / "eleve").glob("*.zip")
    (tmp_path / "rendus").mkdir()
    archive.rename(tmp_path / "rendus" / archive.name)
    correction = corrige_classe(tmp_path / "rendus", tmp_path / "r", tps=[1], graine=1, fournis=())
    (ligne,) = correction.bilan.lignes
    assert ligne.nom == "Le Goff Zoé" and ligne.note == 20


@pytest.mark.lent
def test_carnet_de_la_commande_capytale(tmp_path):
    """Le carnet distribué par Capytale, une fois rempli, se corrige comme le fichier du TP."""
    dossier = tmp_path / "rendus" / "dupont_zoe"
    dossier.mkdir(parents=True)
    assert main(["capytale", "--avec-corrige", "--tp", "1", "--sortie", str(dossier)]) == 0
    correction = corrige_classe(tmp_path / "rendus", tmp_path / "r", graine=1, fournis=())
    (ligne,) = correction.bilan.lignes
    assert ligne.nom == "Dupont Zoe" and ligne.notes == {1: 20}


def test_disque_qui_refuse_en_route(tmp_path, monkeypatch):
    """Une écriture qui échoue arrête tout avec une phrase, et garde ce qui est fait."""
    rendus = ecrit(tmp_path / "rendus" / "zoe", textes()).parent

    def plein(chemin, texte):
        if "copies" in str(chemin):
            raise OSError(28, "No space left on device", str(chemin))
        pathlib.Path(chemin).write_text(texte, encoding="utf-8")

    monkeypatch.setattr("autograder.classe.corriger.ecrit", plein)
    with pytest.raises(Impossible, match=r"le disque est plein \(.*zoe.html\).*reprendra"):
        corrige(rendus, tmp_path / "r")
    monkeypatch.undo()
    assert not corrige(rendus, tmp_path / "r").faits[0].neuf


@pytest.mark.lent
def test_un_ouvrier_tue_est_remplace(tmp_path, monkeypatch):
    """La copie qui tue deux fois son correcteur reçoit un statut ; les autres leur note."""
    rendus = ecrit(tmp_path / "rendus" / "zoe", textes()).parent
    ecrit(rendus / "tueuse", textes(**FAUX))
    charge = jouet.Juge.corrige_textes

    def meurt(self, fichiers, **options):
        if "return n + n" in fichiers["tp1_sac"]:
            os.kill(os.getpid(), signal.SIGKILL)
        return charge(self, fichiers, **options)

    monkeypatch.setattr(jouet.Juge, "corrige_textes", meurt)
    corrige(rendus, tmp_path / "r", ouvriers=1)
    lues = notes(tmp_path / "r")
    assert lues["Zoe"] == ("corrigée", "20")
    assert lues["Tueuse"][1] == "" and "deux fois" in lues["Tueuse"][0]
    monkeypatch.undo()
    assert corrige(rendus, tmp_path / "r").faits[0].statut == "corrigée"


def test_une_panne_du_moteur_a_un_statut(tmp_path, monkeypatch):
    rendus = ecrit(tmp_path / "rendus" / "zoe", textes()).parent
    monkeypatch.setattr(jouet.Juge, "corrige_textes", lambda *a, **o: 1 / 0)
    corrige(rendus, tmp_path / "r", ouvriers=1)
    assert notes(tmp_path / "r")["Zoe"][0].startswith("non corrigée : le correcteur s'est trompé")
