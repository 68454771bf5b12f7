"""Les copies hostiles de tests/attaques : aucune ne vole de point ni ne touche à rien.

Chaque fichier remplace le premier module du devoir jouet. Son en-tête dit ce qu'il tente et
les verdicts que l'on accepte. Les exercices des autres modules, honnêtes, gardent leurs points.

Une attaque de chaque famille est dans les essais ordinaires ; la CI les lance toutes.
"""

import pathlib
import re
import subprocess
import sys
import time

import pytest

from autograder.bac_a_sable.copie import Copie
from tests import jouet
from tests.conftest import PATIENCE, RACINE, lents_sauf

DOSSIER = RACINE / "tests" / "attaques"
TRACE = pathlib.Path("/tmp/trace_d_attaque")
HONNETES = ["tp2.moyenne"]
SANS_POINT = ["tp1.carre"]
ATTAQUES = sorted(DOSSIER.glob("*.py"))

# Chaque famille, et d'abord l'attaque qui la représente dans les essais ordinaires.
FAMILLES = {
    "ne pas finir": """boucle_sans_fin affiche_sans_fin boucle_au_chargement boucle_dans_le_c
        boucle_qui_avale_tout calcul_geant exception_piegee recursion_sans_fin""",
    "attendre": "dort attend_le_clavier attend_une_file",
    "prendre la mémoire": "huit_gigaoctets memoire_au_chargement memoire_petit_a_petit",
    "renvoyer trop": """valeur_enorme affiche_deux_cents_mo dictionnaire_collisions entier_enorme
        exception_bavarde texte_enorme valeur_cyclique valeur_profonde""",
    "mentir sur une valeur": """egal_a_tout attributs_infinis booleen_pour_entier
        classe_a_la_place decorateur_menteur flottant_etrange generateur metaclasse
        sous_classe_entier sous_classe_exacte""",
    "deviner": "reponses_apprises etat_qui_fuit exception_a_faire reussit_puis_meurt",
    "tout arrêter": """exit_dans_la_fonction destructeur exit_au_chargement interruption_clavier
        os_exit os_exit_au_chargement recursion_profonde sys_exit tue_le_correcteur""",
    "sortir de son dossier": """ecrit_un_fichier a_la_fin efface_des_fichiers lance_un_programme
        lit_le_corrige lit_un_fichier ouvre_une_connexion""",
    "laisser quelqu'un derrière soi": "cree_des_processus cree_des_fils minuteries",
    "parler à la place du correcteur": """forge_la_reponse ferme_les_tuyaux
        forge_une_reponse_illisible goutte_a_goutte""",
    "regarder par-dessus l'épaule": """lit_la_pile lit_la_pile_par_un_generateur
        lit_la_pile_par_une_erreur ramasse_miettes trace_posee""",
    "déguiser un nom interdit": """import_deguise alias_special attrape_object emballeur
        filtrage_par_motif format_de_texte formateur globales lecteur_d_attribut noms_deguises
        texte_recolle""",
    "sortir du filtre": """emballeur_deguise classe_fabriquee enum_convertit
        motif_positionnel texte_d_un_namedtuple texte_de_typing copie_d_un_hasard
        propriete_renommee bilan_de_doctest type_de_typing_copie format_lu_deux_fois
        champ_format methode_copiee""",
    "exécuter du code caché": """docstring_executee annotations champ_de_dataclass code_fabrique
        doctest_prive memoire_brute""",
    "truquer les outils": """truque_le_correcteur souvenir_sur_une_classe truque_builtins
        truque_le_hasard truque_un_voisin""",
    "rendre un fichier illisible": "erreur_de_syntaxe fichier_vide parentheses",
}
FAMILLES = {nom: [DOSSIER / f"{f}.py" for f in liste.split()] for nom, liste in FAMILLES.items()}
NOYAU = [famille[0] for famille in FAMILLES.values()]
AVEC_IMPORT = [c for c in ATTAQUES if re.search("import |interdit", c.read_text(encoding="utf-8"))]


def entete(chemin):
    texte = chemin.read_text(encoding="utf-8")
    return re.search(r"^# Verdict : (.+)$", texte, re.M)[1]


def juge(chemin, **options):
    textes = jouet.copie(tp1_sac=chemin.read_text(encoding="utf-8"))
    depart = time.monotonic()
    juge_jouet = jouet.juge(delai=0.3, budget=8.0, **options)
    resultat = juge_jouet.corrige_textes(textes, graine=3, ids=SANS_POINT + HONNETES)
    duree = time.monotonic() - depart
    assert resultat.statut == "corrigée"
    return {e.id: e for e in resultat.exercices}, resultat, duree


def verifie(resultats, bilan, duree):
    for ident in SANS_POINT:
        assert resultats[ident].points == 0, resultats[ident]
        assert resultats[ident].phrase
    for ident in HONNETES:
        assert resultats[ident].points == resultats[ident].bareme, resultats[ident]
    assert not TRACE.exists()
    assert bilan.memoire < 512 * 2**20
    assert sum(len(e.phrase) for e in bilan.exercices) < 10_000
    assert duree < PATIENCE  # sans garde, plusieurs ne finiraient jamais
    for e in bilan.exercices:
        assert "Traceback" not in e.phrase
        assert not any(ord(c) < 32 and c != "\n" for c in e.phrase)


def test_les_attaques_sont_nombreuses():
    assert len(ATTAQUES) >= 60


def test_chaque_attaque_a_sa_famille():
    assert sorted(chemin for famille in FAMILLES.values() for chemin in famille) == ATTAQUES


@pytest.mark.parametrize("chemin", lents_sauf(ATTAQUES, NOYAU), ids=lambda chemin: chemin.stem)
def test_attaque(chemin):
    resultats, bilan, duree = juge(chemin)
    verifie(resultats, bilan, duree)
    assert resultats["tp1.carre"].statut in entete(chemin)


SANS_NOYAU = ("noyau", "landlock")
SORTIES = [
    chemin
    for nom in ("déguiser un nom interdit", "sortir du filtre", "exécuter du code caché")
    for chemin in FAMILLES[nom]
]


@pytest.mark.parametrize(
    "chemin", lents_sauf(SORTIES, FAMILLES["sortir du filtre"]), ids=lambda chemin: chemin.stem
)
def test_attaque_sur_le_filtre_seul(chemin):
    """Ni noyau, ni bulle, ni crochet d'audit : le filtre et ses gardes suffisent."""
    verifie(*juge(chemin, sans=(*SANS_NOYAU, "audit"), bulle=False))


# Ce qui reste quand des couches manquent : chaque couche suivante doit tenir seule.
COUCHES = {
    "imports": {"sans": ("filtre",)},
    "audit": {"sans": ("filtre", "imports")},
    "noyau": {"sans": ("filtre", "imports", "audit")},
    "noyau_sans_bulle": {"sans": ("filtre", "imports", "audit"), "bulle": False},
    "seccomp_sans_bulle": {"sans": ("filtre", "imports", "audit", "landlock"), "bulle": False},
    "audit_sans_noyau": {"sans": ("filtre", "imports", *SANS_NOYAU), "bulle": False},
}


@pytest.mark.parametrize(
    "couche",
    [c if c == "noyau" else pytest.param(c, marks=pytest.mark.complet) for c in COUCHES],
)
@pytest.mark.parametrize(
    "chemin",
    lents_sauf(AVEC_IMPORT, [c for c in NOYAU if c in AVEC_IMPORT and c.stem != "dort"]),
    ids=lambda chemin: chemin.stem,
)
def test_attaque_sans_les_premieres_couches(chemin, couche):
    """Même si le filtre laissait tout passer, les couches suivantes tiennent."""
    verifie(*juge(chemin, **COUCHES[couche]))


@pytest.mark.complet
@pytest.mark.parametrize("chemin", ATTAQUES, ids=lambda chemin: chemin.stem)
def test_attaque_sans_fork(chemin):
    """Le fonctionnement portable, sans bulle ni filtre du noyau."""
    resultats, bilan, duree = juge(chemin, portable=True, sans=SANS_NOYAU)
    verifie(resultats, bilan, duree)


# Ce que Landlock arrête seul.
FICHIERS = {
    "lire": "open({!r}).read()",
    "lire le dossier": "os.listdir(os.path.dirname({!r}))",
    "écrire": "open({!r}, 'w')",
    "créer": "open({!r} + '.neuf', 'w')",
    "effacer": "os.remove({!r})",
    "déplacer": "os.rename({!r}, {!r} + '.ailleurs')",
    "tronquer": "os.truncate({!r}, 0)",
    "lier": "os.link({!r}, {!r} + '.lien')",
}


@pytest.mark.parametrize("geste", FICHIERS)
def test_landlock_seul(geste, tmp_path):
    """Sans filtre, sans audit, sans seccomp ni bulle, Landlock ferme tous les fichiers."""
    sans = ("filtre", "imports", "audit", "noyau")
    if not _landlock():
        pytest.skip("ce noyau n'a pas Landlock")
    tmp_path.chmod(0o777)
    proie = tmp_path / "notes.txt"
    proie.write_text("secret", encoding="utf-8")
    proie.chmod(0o666)
    corps = FICHIERS[geste].replace("{!r}", repr(str(proie)))
    textes = jouet.copie(tp1_sac=f"import os\ndef carre(n):\n    return {corps}\n")
    resultat = jouet.juge(sans=sans, bulle=False).corrige_textes(textes, ids=SANS_POINT)
    assert "PermissionError" in resultat.exercices[0].phrase, resultat.exercices[0]
    assert "Landlock" in resultat.isolement and "seccomp" not in resultat.isolement
    assert proie.read_text(encoding="utf-8") == "secret"
    assert [f.name for f in tmp_path.iterdir()] == ["notes.txt"]


def _landlock():
    with Copie(jouet.copie(), jouet.juge().corrige, bulle=False) as copie:
        copie.ouvrier().charge("tp1_sac", "carre")
        return "landlock" in copie.couches


# Sans noyau, ce qu'une copie qui aurait quitté le filtre ne trouve plus.
DEPOUILLE = {
    "ctypes": "__import__('ctypes').CDLL(None)",
    "_ctypes": "__import__('_ctypes').dlopen('', 0)",
    "ctypes chargé": "[m for m in sys.modules if 'ctypes' in m and sys.modules[m]][0]",
    "stat": "os.stat('/etc/passwd')",
    "fifo": "os.mkfifo('/tmp/trace_d_attaque')",
    "module interne": "sys.modules['_imp'].create_builtin(sys.modules['posix'].__spec__)",
    "module rechargé": "importlib_de_posix()",
    "programme": "__import__('_posixsubprocess').fork_exec()",
    "cadre": "(x for x in '').gi_frame",
    "code": "carre.__code__",
}


@pytest.mark.parametrize(
    "geste, portable",
    [(geste, False) for geste in DEPOUILLE] + [(geste, True) for geste in ("ctypes", "stat")],
)
def test_sans_noyau_il_ne_reste_rien_a_trouver(geste, portable):
    texte = (
        "import sys, os\n"
        "def importlib_de_posix():\n"
        "    del sys.modules['posix']\n"
        "    return __import__('posix').stat('/etc/passwd')\n"
        f"def carre(n):\n    return {DEPOUILLE[geste]} and n * n\n"
    )
    options = {"sans": ("filtre", "imports", *SANS_NOYAU), "bulle": False, "portable": portable}
    textes = jouet.copie(tp1_sac=texte)
    resultat = jouet.juge(**options).corrige_textes(textes, ids=SANS_POINT).exercices[0]
    assert resultat.statut == "exception" and resultat.points == 0, resultat
    assert "TypeError" not in resultat.phrase, "la vraie fonction a répondu"
    assert not TRACE.exists()


NES = []  # les processus lancés pour toutes ces copies


@pytest.fixture(autouse=True)
def note_les_processus(monkeypatch):
    def lance(*args, **options):
        processus = vrai(*args, **options)
        NES.append(str(processus.pid))
        return processus

    vrai = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lance)


@pytest.mark.skipif(sys.platform != "linux", reason="lit /proc")
def test_aucun_processus_ne_reste():
    with Copie(jouet.copie(), jouet.juge().corrige, bulle=False) as ouverte:
        assert restants() == [str(ouverte._atelier.processus.pid)], "l'essai voit ce qui vit"
    fin = time.monotonic() + PATIENCE
    while restants() and time.monotonic() < fin:
        time.sleep(0.1)
    assert restants() == []


def restants():
    """Les processus vivants parmi ceux que nous avons lancés, et ceux qu'ils ont lancés."""
    trouves = []
    for dossier in pathlib.Path("/proc").iterdir():
        if dossier.name.isdigit():
            try:
                champs = (dossier / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if champs[0] != "Z" and (dossier.name in NES or champs[3] in NES):
                trouves.append(dossier.name)
    return trouves
