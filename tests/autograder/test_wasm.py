"""L'isolement par WebAssembly : les mêmes verdicts qu'ailleurs, et rien à atteindre dehors.

Presque tout demande le moteur (l'extra `isolement`, Python 3.12 ou plus récent) ; sans lui, ces
essais passent leur tour. Là où ce Python convient, l'intégration continue l'exige.
"""

import io
import marshal
import os
import re
import socket
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from autograder.__main__ import main
from autograder.bac_a_sable import codec, hote, isolement, wasm
from autograder.bac_a_sable.copie import Copie
from autograder.bac_a_sable.processus import MODULES_DE_L_INVITE, CopieIllisible
from autograder.classe import accord
from autograder.moteur import erreurs
from autograder.moteur.autrement import lit_autrement
from autograder.moteur.essai import sans_version
from autograder.moteur.juge import Juge
from autograder.tournoi import bot, niveaux
from tests import jouet
from tests.autograder.bots import JUMEAU, TP, bots, joue
from tests.autograder.test_attaques import ATTAQUES, HONNETES, SANS_POINT, TRACE, entete
from tests.autograder.test_essais_eleve import (
    CHASSES,
    HOSTILES,
    VALIDES,
    chasse_de,
    hostile,
    modele,
    note,
)
from tests.autograder.test_rendus import ecrit
from tests.autograder.test_tournoi import bot_qui
from tests.conftest import PATIENCE, RACINE, lents_sauf
from tests.copies import RESOLUS
from tests.styles import STYLES
from tests.styles import copie as copie_de_style

TIRAGE = re.compile(r"a donné \d+ fois")
AU_HASARD = ("tp5", "tp6", "tp7", "tp8")  # un Ordi sans graine y joue au hasard
BOTS = bots("bots_honnetes.toml")
NU = ("filtre", "imports", "audit")  # ce que l'on retire pour n'avoir plus que WebAssembly


def _raison():
    try:
        wasm.exige()
    except wasm.Indisponible as raison:
        return str(raison)
    return ""


moteur = pytest.mark.skipif(bool(_raison()), reason=_raison() or "le moteur est là")


def verdicts(resultat):
    """Statut, points et phrase de chaque exercice, sans les seules différences permises.

    Les voici toutes : ce qu'un Python plus récent ajoute à ses messages (`AJOUTS_DE_PYTHON`) ;
    combien de fois est sorti un tirage, car dans WebAssembly (32 bits) un ensemble ne se parcourt
    pas dans le même ordre.
    """
    return {
        e.id: (e.statut, e.points, TIRAGE.sub("a donné des fois", sans_version(e.phrase)))
        for e in resultat.exercices
    }


def compare(textes, juge=jouet.juge, delai=2.0, **choix):
    """(les verdicts du système, ceux de WebAssembly) de la même copie."""
    ici, dedans = (
        juge(delai=delai, dans_wasm=dans_wasm).corrige_textes(textes, graine=3, **choix)
        for dans_wasm in (False, True)
    )
    assert dedans.statut == ici.statut
    return verdicts(ici), verdicts(dedans)


# --- Le choisir ------------------------------------------------------------------------


def test_la_version_est_celle_que_pip_installe():
    texte = (RACINE / "pyproject.toml").read_text(encoding="utf-8")
    (extra,) = re.findall(r'^isolement = \["(.+)"\]$', texte, re.M)
    assert extra.startswith(f"{wasm.PAQUET}=={wasm.VERSION};")
    assert "python_version >= '{}.{}'".format(*wasm.PYTHON_MINIMAL) in extra


@pytest.mark.skipif(sys.version_info < wasm.PYTHON_MINIMAL, reason="ce Python est trop ancien")
@pytest.mark.skipif(not os.environ.get("CI"), reason="seule l'intégration continue l'exige")
def test_l_integration_continue_a_le_moteur():
    wasm.exige()


@pytest.mark.parametrize(
    "python, version, attendue",
    [
        ((3, 11, 0), wasm.VERSION, "Python 3.12 ou plus récent, et celui-ci est Python 3.11"),
        ((3, 12, 0), None, r"pas installé \(pip install"),
        ((3, 12, 0), "0.9.0", r"pyeryx 0.9.0\) n'est pas celui du kit"),
    ],
)
def test_ce_qui_manque_est_dit(monkeypatch, capsys, python, version, attendue):
    monkeypatch.setattr(wasm.sys, "version_info", python)
    monkeypatch.setattr(wasm, "_version", lambda: version)
    with pytest.raises(wasm.Indisponible, match=attendue):
        wasm.exige()
    with pytest.raises(CopieIllisible, match=attendue):
        accord.choisit("wasm", jouet.juge().corrige)
    assert accord.choisit(None, jouet.juge().corrige) == {}
    assert main(["copie", str(RACINE / "solutions"), "--isolement", "wasm"]) == 2
    assert re.search(attendue, capsys.readouterr().err)


@pytest.mark.parametrize(
    "couches, demande, choisi",
    [
        ({"limites"}, None, True),
        ({"landlock"}, None, False),
        ({"landlock"}, "wasm", True),
        ({"limites"}, "systeme", False),
    ],
)
def test_le_meilleur_d_ici(monkeypatch, couches, demande, choisi):
    """WebAssembly de lui-même là où le système n'a rien, jamais contre un choix."""
    monkeypatch.setattr(accord, "couches_d_ici", lambda *a, **options: frozenset(couches))
    monkeypatch.setattr(accord.wasm, "disponible", lambda: True)
    monkeypatch.setattr(accord, "prepare_wasm", lambda annonce: None)
    assert accord.choisit(demande, None) == ({"dans_wasm": True} if choisi else {})


@moteur
def test_la_classe_et_son_niveau(tmp_path, capsys):
    """`corriger --isolement wasm` : la note, et le niveau au résumé et sur la page."""
    copie = tmp_path / "rendus" / "Zoé"
    copie.mkdir(parents=True)
    (copie / "tp1_grille.py").write_text(RESOLUS["tp1_grille"] + "\nMOI = 1\n", encoding="utf-8")
    sortie = tmp_path / "r"
    arguments = ["corriger", str(tmp_path / "rendus"), "--sortie", str(sortie), "--tp", "1"]
    assert main([*arguments, "--isolement", "wasm", "--fournis", "aucun"]) == 0
    resume = capsys.readouterr().out
    assert "Moyenne 20 / 20" in resume and "isolement fort (WebAssembly" in resume
    assert "WebAssembly" in (sortie / "classe.html").read_text(encoding="utf-8")


# --- Les mêmes verdicts ----------------------------------------------------------------


@moteur
def test_le_devoir_jouet():
    ici, dedans = compare(jouet.copie())
    assert dedans == ici and all(statut == "juste" for statut, _, _ in dedans.values())


@moteur
@pytest.mark.lent
def test_le_corrige():
    resultat = Juge(dans_wasm=True).corrige_textes(RESOLUS, graine=3)
    assert [e for e in resultat.exercices if not e.juste] == []
    assert resultat.memoire < 300 * 2**20


@moteur
@pytest.mark.lent
@pytest.mark.parametrize("nom", lents_sauf(STYLES, list(STYLES)))
def test_les_copies_justes(nom):
    juge = Juge(dans_wasm=True, reconnait=lambda *rien: None)
    resultat = juge.corrige_textes(copie_de_style(nom), graine=3)
    assert [e for e in resultat.exercices if e.points < e.bareme] == []


def lots_du_catalogue():
    """{nom: [erreurs]} : une par exercice d'un même TP, ou une seule qui ne finit pas.

    Une copie qui a plusieurs fonctions fausses coûte bien moins que plusieurs copies : la greffe
    les juge chacune à part. Ce qui ne finit pas use le temps de la copie, donc des autres.
    """
    lots = {}
    for exercice, liste in erreurs.lit_catalogue().items():
        for erreur in liste:
            if erreur.boucle:
                lots[erreur.id] = [erreur]
        for rang, erreur in enumerate(e for e in liste if not e.boucle):
            lots.setdefault(f"{exercice.partition('.')[0]}, {rang}", []).append(erreur)
    return lots


LOTS = lots_du_catalogue()
TEMPS = 1000.0  # secondes de calcul : tout un lot doit être jugé


@pytest.fixture(scope="module")
def juges():
    """Le juge d'ici et celui de WebAssembly, qui reconnaissent les erreurs ensemble."""
    ici = Juge(budget=TEMPS)
    return ici, Juge(budget=TEMPS, dans_wasm=True, reconnait=ici.reconnait)


@moteur
@pytest.mark.parametrize(
    "nom",
    [
        pytest.param(nom, marks=pytest.mark.lent if nom.endswith(", 0") else pytest.mark.complet)
        for nom in LOTS
    ],
)
def test_le_catalogue(nom, juges):
    """Statut, points et phrase, celle de l'erreur reconnue comprise."""
    ici = memes_verdicts(juges, {erreur.exercice: erreur.code for erreur in LOTS[nom]})
    assert not any("temps épuisé" in phrase for _, _, phrase in ici.values())


def memes_verdicts(juges, codes):
    """Les verdicts, ici et dans WebAssembly, du corrigé où l'on a remplacé ces fonctions."""
    textes = dict(juges[0].corrige.textes)
    for identifiant, code in codes.items():
        exercice = juges[0].registre[identifiant]
        module = exercice.module
        textes[module] = erreurs.remplace(textes[module], exercice.cible, code)
    ici, dedans = (verdicts(j.corrige_textes(textes, graine=3, ids=list(codes))) for j in juges)
    for identifiant, (statut, points, phrase) in ici.items():
        assert dedans[identifiant][:2] == (statut, points)
        # L'exemple cité y change d'une fois sur l'autre, même hors de WebAssembly.
        assert identifiant.startswith(AU_HASARD) or dedans[identifiant][2] == phrase
    assert set(codes) <= set(ici) == set(dedans)
    return ici


AUTREMENT = lit_autrement()
RANGS = range(max(map(len, AUTREMENT.values())))


@moteur
@pytest.mark.parametrize(
    "rang",
    [pytest.param(r, marks=pytest.mark.complet if r else pytest.mark.lent) for r in RANGS],
)
def test_les_autres_facons_justes(rang, juges):
    """Tous les exercices d'un coup, chacun écrit d'une autre façon."""
    codes = {i: liste[rang] for i, liste in AUTREMENT.items() if len(liste) > rang}
    ici = memes_verdicts(juges, codes)
    assert all(ici[identifiant][0] == "juste" for identifiant in codes)


@moteur
def test_une_recursion_sans_fin_dans_une_methode():
    """Une RecursionError, comme ailleurs ; la pile de WebAssembly y suffit."""
    code = "def total(self):\n    return max(self.total(), self.total())\n"
    textes = jouet.copie()
    textes["tp1_sac"] = erreurs.remplace(textes["tp1_sac"], "Sac.total", code)
    ici, dedans = compare(textes, ids=["tp1.total"])
    assert dedans == ici and "RecursionError" in dedans["tp1.total"][2]


# {nom: (code, ligne accusée)}
BOUCLES = {
    "condition figée": ("while n < 100:\n        total = n\n    return total", 2),
    "dans un appel": ("k = aide(n)\n    while k != -7:\n        k = aide(k % 3)\n    return k", 3),
    "calcul de Python": ("t = n\n    return sum(itertools.count())", 3),
    "puissance": ("return len(str((n + 3) ** 10 ** 9))", 2),
    "compréhension": ("return [x for x in itertools.count() if x < 0]", 2),
    "à chaque tour, un appel de Python": ("while True:\n        sorted(range(n + 9))", 2),
    "après un long calcul": (
        "s = 0\n    for i in range(200000):\n        s += i\n    while n < 100:\n"
        "        s = n\n    return s",
        5,
    ),
}
DELAI = 0.5  # secondes de calcul : une boucle sans fin n'en demande pas plus pour se voir
ENTOUR = "\ndef aide(a):\n    return a + 1\n\nimport itertools\n"


@moteur
@pytest.mark.parametrize("nom", lents_sauf(BOUCLES, ["condition figée", "calcul de Python"]))
def test_une_boucle_sans_fin_est_nommee(nom):
    """La même phrase que le système, avec la bonne ligne : il a fallu la rejouer."""
    corps, ligne = BOUCLES[nom]
    textes = jouet.copie(tp1_sac=f"def carre(n):\n    {corps}\n{ENTOUR}")
    ici, dedans = compare(textes, delai=DELAI, ids=SANS_POINT)
    assert dedans == ici
    assert f"ligne {ligne} de tp1_sac.py" in dedans["tp1.carre"][2]


@moteur
@pytest.mark.lent
def test_une_boucle_dans_del_est_nommee():
    """Le filtre la rend sans effet ; sans lui, elle est vue comme les autres."""
    texte = (
        "def carre(n):\n    x = Fin()\n    del x\n    return n\n\nclass Fin:\n"
        "    def __del__(self):\n        while True:\n            pass\n"
    )
    ici, dedans = (
        jouet.juge(delai=DELAI, dans_wasm=dans_wasm, sans=["filtre"]).corrige_textes(
            jouet.copie(tp1_sac=texte), graine=3, ids=SANS_POINT
        )
        for dans_wasm in (False, True)
    )
    assert verdicts(dedans) == verdicts(ici)
    assert "ligne 8 de tp1_sac.py" in dedans.exercices[0].phrase


@moteur
@pytest.mark.lent
def test_une_boucle_au_chargement_est_nommee():
    textes = jouet.copie(tp1_sac="k = 1\nwhile k:\n    k += 1\ndef carre(n):\n    return n * n\n")
    ici, dedans = compare(textes, delai=DELAI, ids=SANS_POINT)
    assert dedans == ici and "ligne 2 de tp1_sac.py" in dedans["tp1.carre"][2]


# --- Les attaques ----------------------------------------------------------------------


def juge_hostile(texte, **options):
    """(verdict de la fonction hostile, bilan) ; les exercices honnêtes gardent leurs points."""
    juge = jouet.juge(delai=0.3, budget=8.0, dans_wasm=True, **options)
    depart = time.monotonic()
    bilan = juge.corrige_textes(jouet.copie(tp1_sac=texte), graine=3, ids=SANS_POINT + HONNETES)
    par_id = {e.id: e for e in bilan.exercices}
    assert bilan.statut == "corrigée" and time.monotonic() - depart < PATIENCE
    assert par_id["tp1.carre"].points == 0 and par_id["tp1.carre"].phrase
    for ident in HONNETES:
        assert par_id[ident].juste, par_id[ident]
    assert not TRACE.exists()
    assert bilan.memoire < 300 * 2**20
    for e in bilan.exercices:
        assert "Traceback" not in e.phrase
        assert not any(ord(c) < 32 and c != "\n" for c in e.phrase)
    return par_id["tp1.carre"], bilan


PRISES = [c for c in ATTAQUES if c.stem in ("forge_la_reponse", "os_exit")]


@moteur
@pytest.mark.parametrize("chemin", lents_sauf(ATTAQUES, PRISES), ids=lambda c: c.stem)
def test_attaque(chemin):
    verdict, _ = juge_hostile(chemin.read_text(encoding="utf-8"))
    assert verdict.statut in entete(chemin)


@moteur
@pytest.mark.lent
@pytest.mark.parametrize("chemin", ATTAQUES, ids=lambda c: c.stem)
def test_attaque_sans_rien_que_webassembly(chemin):
    """Ni filtre, ni imports réduits, ni crochet d'audit : WebAssembly tient seul."""
    juge_hostile(chemin.read_text(encoding="utf-8"), sans=NU)


# Ce qu'une copie qui a tout quitté essaie encore ; {p} : un fichier de la machine.
GESTES = {
    "lire": "open({p}).read()",
    "lire par le descripteur": "os.read(os.open({p}, os.O_RDONLY), 9)",
    "lire en remontant": "open('../' * 12 + {p}[1:]).read()",
    "lire par la bibliothèque": "open('/python-stdlib/' + '../' * 12 + {p}[1:]).read()",
    "lire par /data": "open('/data/' + '../' * 12 + {p}[1:]).read()",
    "lire par un lien": "os.symlink({p}, '/data/lien') or open('/data/lien').read()",
    "lire par un lien dur": "os.link({p}, '/data/lien') or open('/data/lien').read()",
    "lire par /proc": "open('/proc/self/environ').read()",
    "lire par la racine de /proc": "open('/proc/self/root' + {p}).read()",
    "lire par le dossier de /proc": "open('/proc/self/cwd/' + '../' * 12 + {p}[1:]).read()",
    "lire par un descripteur de /proc": "open('/proc/self/fd/0').read(1)[0]",
    "lire /dev": "open('/dev/zero', 'rb').read(1)[0]",
    "lire par /dev": "open('/dev/fd/0').read(1)[0]",
    "lire comme sous Windows": "open('\\\\\\\\?\\\\' + {p}).read()",
    "lire comme sous Windows, par le réseau": "open('\\\\\\\\localhost\\\\C$' + {p}).read()",
    "lire un disque de Windows": "open('C:\\\\Windows\\\\win.ini').read()",
    "lire d'un dossier ouvert": "os.open({p}[1:], os.O_RDONLY, dir_fd=os.open('/', os.O_RDONLY))",
    "lire avec un nul": "open('/python-stdlib/\\0' + {p}).read()",
    "lire les descripteurs": "[os.read(fd, 1)[0] for fd in range(3, 40)]",
    "lire le moteur": "os.listdir('/python-stdlib/..') and open('/python-stdlib/../x')",
    "lire son entrée": "os.read(0, 9)[0]",
    "lister": "os.listdir(os.path.dirname({p}))",
    "lister la racine": "os.listdir('/')",
    "écrire": "open({p}, 'w').write('pris')",
    "ajouter": "open({p}, 'a').write('pris')",
    "créer": "open({p} + '.neuf', 'w')",
    "créer un dossier": "os.mkdir({p} + '.dossier')",
    "effacer": "os.remove({p})",
    "déplacer": "os.rename({p}, {p} + '.ailleurs')",
    "tronquer": "os.truncate({p}, 0)",
    "changer la bibliothèque": "open('/python-stdlib/random.py', 'a').write('pris')",
    "poser un module": "open('/python-stdlib/sitecustomize.py', 'w').write('pris')",
    "déplacer un module": "os.rename('/python-stdlib/random.py', '/python-stdlib/r.py')",
    "effacer un module": "os.remove('/python-stdlib/this.py')",
    "vider un module": "os.truncate('/python-stdlib/this.py', 0)",
    # Celui-là ne refuse pas : il ne fait rien.
    "vieillir un module": "os.utime('/python-stdlib/this.py', (0, 0))"
    " or [0][int(os.stat('/python-stdlib/this.py').st_mtime)]",
    "lier un module": "os.symlink({p}, '/python-stdlib/lien.py')",
    "sortir un module": "os.rename('/data', '/python-stdlib/data')",
    "ranger du code": "os.mkdir('/python-stdlib/__pycache__')",
    "environnement": "[v for v in os.environ if not v.startswith('PYTHON')][0]",
    "connexion": "__import__('socket').create_connection(('127.0.0.1', {port}), 1)",
    # Celui-là promet une réponse, qui ne vient pas : c'est au serveur de dire si l'on est venu.
    "connexion par le moteur": "[__import__('_eryx')._eryx_tcp_connect('127.0.0.1', {port})][1]",
    "attendre quelqu'un": "__import__('socket').socket().bind(('127.0.0.1', 0))",
    "commande": "os.system('touch ' + {p} + '.neuf')",
    "programme": "__import__('subprocess').run(['touch', {p} + '.neuf'])",
    "programme, par le fond": "__import__('_posixsubprocess').fork_exec()",
    "remplacer le programme": "os.execv('/bin/sh', ['sh'])",
    "se dédoubler": "os.fork()",
    "fils d'exécution": "__import__('_thread').start_new_thread(print, ())",
    "ctypes": "__import__('ctypes').CDLL(None)",
    "mmap": "__import__('mmap').mmap(os.open({p}, os.O_RDONLY), 0)",
    "module natif": "__import__('importlib.machinery').machinery.ExtensionFileLoader('x', {p})"
    ".load_module()",
    "tuer": "os.kill(1, 9)",
}
ESSAIE = """
import os

def carre(n):
    reussis = []
    for nom, geste in {gestes!r}.items():
        try:
            eval(geste)
            reussis.append(nom)
        except BaseException:
            pass
    return reussis
"""


@moteur
def test_rien_a_atteindre(tmp_path, monkeypatch):
    """Sans filtre, ni imports, ni audit : rien n'est lu, écrit, ouvert ni lancé."""
    tmp_path.chmod(0o777)
    proie = tmp_path / "notes.txt"
    proie.write_text("secret", encoding="utf-8")
    proie.chmod(0o666)
    monkeypatch.setenv("MOT_DE_PASSE", "secret")
    embarque = wasm.dossier_du_moteur() / wasm.EMBARQUE
    avant = wasm.somme(embarque)
    with socket.create_server(("127.0.0.1", 0)) as serveur:
        port = serveur.getsockname()[1]
        gestes = {nom: g.format(p=repr(str(proie)), port=port) for nom, g in GESTES.items()}
        verdict, _ = juge_hostile(ESSAIE.format(gestes=gestes), sans=NU)
        serveur.settimeout(0.1)
        with pytest.raises(TimeoutError):
            serveur.accept()
    assert "renvoie []" in verdict.phrase, verdict
    assert proie.read_text(encoding="utf-8") == "secret"
    assert [f.name for f in tmp_path.iterdir()] == ["notes.txt"]
    assert wasm.somme(embarque) == avant


def test_ces_gestes_marchent_hors_de_webassembly(tmp_path):
    """Un geste qui échouerait partout n'éprouverait rien : en voici qui réussissent d'ordinaire."""
    proie = tmp_path / "notes.txt"
    proie.write_text("secret", encoding="utf-8")
    noms = {"os": os, "__builtins__": __builtins__}
    for nom in ("lire", "lire par le descripteur", "lister", "lister la racine", "environnement",
                "créer un dossier", "ajouter", "écrire", "tronquer", "effacer"):  # fmt: skip
        assert eval(GESTES[nom].format(p=repr(str(proie)), port=0), noms) != 0


BOMBES = {
    "mémoire": "x = []\n    while True:\n        x.append(bytearray(10 ** 6))",
    "disque": "while True:\n        open('/data/' + os.urandom(4).hex(), 'wb').write(bytes(9999))",
    "un seul gros fichier": "f = open('/data/x', 'wb')\n    f.seek(10 ** 12)\n    f.write(b'x')",
    "sortie": "while True:\n        os.write(1, b'x' * 65536)",
    "sortie des erreurs": "while True:\n        os.write(2, b'x' * 65536)",
    "sortie du moteur": "while True:\n        sys.__stdout__.write('x' * 65536)",
    "rapports au moteur": "import _eryx\n    while True:\n"
    "        _eryx._eryx_report_output(0, 'x' * 9999)",
    "trame démesurée": "os.write(1, b'\\xff\\xff\\xff\\xff' + b'x' * 99)",
    "trame coupée": "os.write(1, (500).to_bytes(4, 'big') + b'x')\n    os._exit(0)",
    "trame en marshal": "os.write(1, (9).to_bytes(4, 'big') + marshal.dumps(2 ** 50)[:9].ljust(9))",
    "trame forgée": "import json\n    for k in range(9):\n        m = json.dumps({'n': k, 'r': "
    "[[0, 'v', 0]], 'appels': 1}).encode()\n        os.write(1, len(m).to_bytes(4, 'big') + m)",
    "dort": "time.sleep(10 ** 6)",
    "expression régulière": "re.match('(a+)+b', 'a' * 60)",
    "s'arrête": "os._exit(0)",
    "avorte": "os.abort()",
    "pile": "sys.setrecursionlimit(10 ** 9)\n    return carre(n) + 1",
    "fichiers sans nombre": "k = 0\n    while True:\n        k += 1\n"
    "        os.mkdir('/data/%d' % k)",
    "descripteurs": "f = []\n    while True:\n        f.append(open('/python-stdlib/this.py'))",
    "tri sans fin": "while True:\n        sorted(range(10 ** 6), key=lambda k: -k)",
    "trame vide": "os.write(1, bytes(4))",
    "trame profonde": "os.write(1, (99998).to_bytes(4, 'big') + b'[' * 49999 + b']' * 49999)",
    "vole le messager": "import gc\n    for o in gc.get_objects():\n"
    "        if getattr(o, '__name__', '') == 'messager':\n            o().send(None)",
}
GARDEES = ["mémoire", "trame en marshal"]


@moteur
@pytest.mark.parametrize("nom", lents_sauf(BOMBES, GARDEES))
def test_bombe(nom):
    """Elle n'abîme qu'elle-même, et la copie suivante a tous ses points."""
    entete_ = "import marshal, os, re, sys, time\n\n"
    juge_hostile(f"{entete_}def carre(n):\n    {BOMBES[nom]}\n    return n\n", sans=NU)
    suivante = jouet.juge(dans_wasm=True).corrige_textes(jouet.copie(), graine=3, ids=SANS_POINT)
    assert suivante.exercices[0].juste


# Ce que peut encore une copie dont on remplace l'invité : elle tient le messager, et répond à sa
# place quand il lui dit de finir.
S_ACCROCHE = """
import json, os, sys

def carre(n):
    cadre = sys._getframe()
    while "messager" not in cadre.f_locals:
        cadre = cadre.f_back
    vrai = cadre.f_locals["messager"]

    async def faux():
        recu = await vrai()
        if not recu:
            {geste}
        return recu

    cadre.f_locals["messager"] = faux
    return n

def trame(message):
    corps = json.dumps(message).encode()
    return len(corps).to_bytes(4, "big") + corps
"""
RELAIS = {
    "attend la suite": "recu = await vrai()",
    "ne finit pas": "while True: pass",
    "répond pour le suivant": "os.write(1, trame({'pret': True}) + trame({'ok': True}) * 9"
    " + trame({'n': 0, 'couches': []}) + trame({'n': 1, 'definie': True})"
    " + trame({'n': 2, 'r': [], 'appels': 9}))",
    "laisse une trame ouverte": "os.write(1, (9 ** 6).to_bytes(4, 'big') + b'[')",
    "noie le jeton": "os.write(1, trame('x' * 16) * 20000)",
    "meurt": "os._exit(0)",
}


@moteur
@pytest.mark.parametrize("nom", lents_sauf(RELAIS, ["attend la suite", "répond pour le suivant"]))
def test_l_invite_suivant_ne_doit_rien_au_precedent(nom):
    """Il ne voit rien de ce qui s'adresse au suivant, et ne répond jamais pour lui."""
    juge_hostile(S_ACCROCHE.format(geste=RELAIS[nom]), sans=NU)


@moteur
def test_ce_qu_un_invite_ecrit_d_avance_n_est_lu_par_personne():
    """Autant de réponses que le suivant aura de questions, puis un résultat : c'est le vrai."""
    corrige = jouet.juge().corrige
    with Copie(jouet.copie(), corrige, dans_wasm=True) as copie:
        questions = 1 + len({**corrige.donnes(), **copie.fiches})
    messages = [{"pret": True}, *[{}] * questions, {"n": 0, "couches": []}]
    messages += [{"n": 1, "definie": True}, {"n": 2, "r": [[2, "v", ["s", "forgé"]]], "appels": 1}]
    geste = f"os.write(1, b''.join(trame(m) for m in {messages}))"
    textes = jouet.copie(tp1_sac=S_ACCROCHE.format(geste=geste))
    with Copie(textes, corrige, sans=NU, dans_wasm=True) as copie:
        for _ in range(2):
            ouvrier = copie.ouvrier()
            ouvrier.charge("tp1_sac", "carre")
            appel = ["k", 0, "carre", [codec.code(3)], {}]
            resultats, _ = ouvrier.lot([["m", ""], appel, ["o", 1]], 0)
            assert resultats == [[2, "v", codec.code(3)]]
            ouvrier.ferme()


def test_un_invite_qui_doit_finir_n_a_plus_droit_a_rien(monkeypatch):
    """Ce qui suit le message vide est pour un autre : s'il le demande, tout s'arrête."""

    class Fini(Exception):
        pass

    def arrete(code):
        raise Fini

    recus = bytes(4) + b"j" * hote.JETON + (2).to_bytes(4, "big") + b"{}"
    monkeypatch.setattr(hote.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(recus)))
    monkeypatch.setattr(hote, "jetons", [])
    monkeypatch.setattr(hote.os, "_exit", arrete)
    assert hote.messager() == "" and hote.jetons == [b"j" * hote.JETON]
    with pytest.raises(Fini):
        hote.messager()


@moteur
def test_un_ouvrier_a_toujours_un_invite_neuf():
    """Dans le même processus, mais sans un octet de ce que le précédent a laissé."""
    texte = (
        "import math, os\ndef carre(n):\n    vus = [hasattr(math, 'vu')]\n    math.vu = 1\n"
        "    for ici in ('/data/vu', '/vu', '/tmp/vu'):\n"
        "        vus.append(os.path.exists(ici))\n        try:\n"
        "            open(ici, 'w').write('vu')\n        except OSError:\n            pass\n"
        "    return vus\n"
    )
    vus, processus = [], []
    with Copie(jouet.copie(tp1_sac=texte), jouet.juge().corrige, sans=NU, dans_wasm=True) as copie:
        for _ in range(2):
            ouvrier = copie.ouvrier()
            ouvrier.charge("tp1_sac", "carre")
            resultats, _ = ouvrier.lot(
                [["m", ""], ["k", 0, "carre", [codec.code(3)], {}], ["o", 1]], 0
            )
            vus.append(resultats)
            processus.append(ouvrier.atelier.processus.pid)
            ouvrier.ferme()
    assert processus[0] == processus[1] and vus[0] == vus[1] and "true" not in str(vus).lower()


@moteur
def test_le_correcteur_ne_lit_jamais_le_code_de_l_invite(monkeypatch):
    """Ce qu'écrit l'invité n'est que du JSON : le correcteur n'en tire jamais de code."""

    def refuse(*args):
        raise AssertionError("le correcteur a lu du code venu de l'invité")

    for nom in ("loads", "load"):
        monkeypatch.setattr(marshal, nom, refuse)
    wasm.PROGRAMMES.clear()
    resultat = jouet.juge(dans_wasm=True).corrige_textes(jouet.copie(), graine=3, ids=HONNETES)
    assert resultat.exercices[0].juste


# --- Le dossier du moteur --------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Un dossier de cache neuf, et un correcteur qui n'a encore rien préparé."""
    racine = tmp_path / "cache" / "wasm"
    monkeypatch.setattr(wasm, "racine_du_cache", lambda: racine)
    monkeypatch.setattr(wasm, "PROGRAMMES", {})
    return racine


PAS = 3 + len(wasm.STANDARD)  # modules à compiler


def prepare():
    pas = []
    wasm.programme(MODULES_DE_L_INVITE[:3], lambda faits, total: pas.append((faits, total)))
    return pas


@moteur
@pytest.mark.skipif(os.name == "nt", reason="des droits de POSIX")
def test_le_cache_est_a_l_utilisateur_seul(cache):
    """Le moteur y range du code prêt à exécuter : personne d'autre n'y entre."""
    assert prepare() == [(fait, PAS) for fait in range(PAS + 1)]
    for dossier in (cache, *cache.glob("moteur-*")):
        assert stat_du(dossier) == 0o700
    (garde,) = cache.glob("moteur-*/fils-*")
    assert stat_du(garde) == 0o600
    assert list(cache.glob("moteur-*/eryx-embedded")), "le moteur s'est rangé ailleurs"


def stat_du(chemin):
    return chemin.stat().st_mode & 0o777


@moteur
def test_le_cache_sert_et_n_est_jamais_perime(cache, monkeypatch):
    """Relu tel quel ; refait s'il est abîmé, ou si le kit ou le moteur change."""
    prepare()
    monkeypatch.setattr(wasm, "PROGRAMMES", {})
    assert prepare() == []
    (garde,) = cache.glob("moteur-*/fils-*")
    garde.write_bytes(garde.read_bytes()[:-10])
    monkeypatch.setattr(wasm, "PROGRAMMES", {})
    assert len(prepare()) == PAS + 1
    texte_de = wasm.texte_de
    monkeypatch.setattr(wasm, "texte_de", lambda m: (*texte_de(m)[:2], texte_de(m)[2] + "\n#\n"))
    assert len(prepare()) == PAS + 1 and len(list(cache.glob("moteur-*/fils-*"))) == 2
    monkeypatch.setattr(wasm, "_empreinte_du_moteur", lambda: "0" * 64)
    monkeypatch.setattr(wasm, "PROGRAMMES", {})
    assert len(prepare()) == PAS + 1 and len(list(cache.glob("moteur-*"))) == 2


@moteur
@pytest.mark.skipif(os.name == "nt", reason="des droits de POSIX")
def test_un_cache_ouvert_aux_autres_est_vide(cache):
    """Si d'autres ont pu y écrire, rien de ce qu'il contient n'est gardé."""
    prepare()
    (dossier,) = cache.glob("moteur-*")
    (dossier / "eryx-embedded" / "pose.txt").write_text("par un autre", encoding="utf-8")
    dossier.chmod(0o777)
    wasm.dossier_du_moteur()
    assert list(dossier.iterdir()) == [] and stat_du(dossier) == 0o700


@moteur
@pytest.mark.skipif(os.name == "nt", reason="des liens de POSIX")
def test_un_lien_a_la_place_du_cache_est_refuse(cache, tmp_path):
    cache.parent.mkdir()
    (tmp_path / "ailleurs").mkdir()
    cache.symlink_to(tmp_path / "ailleurs")
    with pytest.raises(wasm.Indisponible, match="n'est pas à vous"):
        wasm.dossier_du_moteur()


@moteur
def test_la_premiere_fois_se_dit(cache, capsys):
    assert accord.choisit("wasm", None) == {"dans_wasm": True}
    erreur = capsys.readouterr().err
    assert wasm.PREMIERE_FOIS in erreur and "100 %" in erreur
    accord.choisit("wasm", None)
    assert capsys.readouterr().err == ""


@moteur
def test_un_moteur_abime_est_refait(cache, monkeypatch):
    """Tronqué ou changé d'un seul octet : il est refait sans rien dire de plus."""
    prepare()
    (garde,) = cache.glob("moteur-*/eryx-embedded/*.cwasm")
    bon = garde.read_bytes()
    for mauvais in (bon[:1000], bon[:-1] + bytes([bon[-1] ^ 1])):
        garde.write_bytes(mauvais)
        monkeypatch.setattr(wasm, "PROGRAMMES", {})
        wasm.verifie()
        assert len(prepare()) == PAS + 1 and garde.read_bytes() == bon
    wasm.verifie()
    monkeypatch.setattr(wasm, "PROGRAMMES", {})
    assert prepare() == []


@moteur
def test_une_preparation_coupee_se_reprend(cache):
    """Un moteur à moitié rangé, que personne n'a noté : il ne démarre pas, on le refait."""
    prepare()
    (garde,) = cache.glob("moteur-*/eryx-embedded/*.cwasm")
    garde.write_bytes(b"")
    (garde.parents[1] / wasm.SOMME).unlink()
    wasm.PROGRAMMES.clear()
    wasm.verifie()
    assert len(prepare()) > 1 and garde.stat().st_size


@moteur
@pytest.mark.parametrize("obstacle, phrase", [("droits", "rien ne peut être écrit dans"),
                                              ("place", "il faut 100 Mo libres")])  # fmt: skip
def test_un_disque_qui_refuse_est_nomme(cache, monkeypatch, capsys, obstacle, phrase):
    """Une phrase, et aucune copie exécutée."""
    monkeypatch.setattr(wasm, "HOTE", "raise SystemExit")
    if obstacle == "droits":
        monkeypatch.setattr(wasm.os, "access", lambda *a: False)
    else:
        monkeypatch.setattr(wasm.shutil, "disk_usage", lambda d: SimpleNamespace(free=10**6))
    assert main(["copie", str(RACINE / "solutions"), "--isolement", "wasm"]) == 2
    assert phrase in capsys.readouterr().err


@moteur
def test_un_fichier_a_la_place_du_cache_est_nomme(cache):
    cache.parent.parent.mkdir(exist_ok=True)
    cache.parent.write_text("", encoding="utf-8")
    with pytest.raises(wasm.Indisponible, match="ne peut pas être préparé"):
        wasm.dossier_du_moteur()


@moteur
@pytest.mark.lent
def test_deux_correcteurs_a_la_fois(tmp_path):
    """Ils préparent ensemble le même dossier ; aucun ne gêne l'autre."""
    (tmp_path / "copie").mkdir()
    (tmp_path / "copie" / "tp1_grille.py").write_text(RESOLUS["tp1_grille"], encoding="utf-8")
    commande = [sys.executable, "-m", "autograder", "copie", str(tmp_path / "copie"),
                "--isolement", "wasm"]  # fmt: skip
    ailleurs = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONUTF8": "1"}
    deux = [
        subprocess.Popen(commande, cwd=RACINE, env=ailleurs, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for processus in deux:
        sortie, _ = processus.communicate(timeout=PATIENCE)
        assert "WebAssembly" in sortie and "TP1" in sortie


# --- Les chasses aux pirates -----------------------------------------------------------


def compare_chasse(identifiant, texte):
    ici, dedans = (
        chasse_de(note(identifiant, texte, Juge(dans_wasm=dans_wasm))).en_dictionnaire()
        for dans_wasm in (False, True)
    )
    assert dedans == ici
    return dedans


@moteur
@pytest.mark.parametrize("identifiant", lents_sauf(CHASSES, list(CHASSES)[:1]))
def test_nos_essais_modeles_coulent_la_meme_flotte(identifiant):
    assert compare_chasse(identifiant, modele(identifiant))["statut"] == "juste"


@moteur
@pytest.mark.lent
@pytest.mark.parametrize("nom", VALIDES)
def test_de_bons_essais_ont_les_memes_points(nom):
    compare_chasse(VALIDES[nom]["exercice"], VALIDES[nom]["texte"])


@moteur
@pytest.mark.lent
@pytest.mark.parametrize("nom", HOSTILES)
def test_de_mauvais_essais_ont_le_meme_verdict(nom):
    compare_chasse(*hostile(HOSTILES[nom]))


# --- Le tournoi ------------------------------------------------------------------------


@moteur
def test_un_bot_tire_les_memes_coups():
    textes = {nom: texte for nom, texte in RESOLUS.items() if nom.startswith("tp")}
    textes[bot.MODULE] = niveaux.ETALON
    ici, dedans = (
        bot.joue(textes, Juge(suites={}).corrige, bot.Regles("secret", 3, dans_wasm=dans_wasm))
        for dans_wasm in (False, True)
    )
    assert (dedans.refus, dedans.fautes) == ("", {}) and dedans.tirs == ici.tirs
    assert dedans.couches == ["limites", "wasm"]


@moteur
@pytest.mark.lent
@pytest.mark.parametrize("nom", BOTS)
def test_les_bots_honnetes_jouent_de_meme(nom):
    ici, dedans = (joue(BOTS[nom]["code"], 6, dans_wasm=w) for w in (False, True))
    assert (dedans.refus, dedans.fautes, dedans.remarques) == ("", {}, [])
    assert dedans.tirs == ici.tirs


@moteur
@pytest.mark.lent
def test_le_tournoi_a_le_meme_classement(tmp_path):
    """La commande entière, sur quelques bots, dont un qui échoue et un qui ne finit pas."""
    codes = {"Ana": JUMEAU, "Zoé": BOTS["un tas"]["code"], "Max": bot_qui("return None"),
             "Léo": bot_qui("while True: pass")}  # fmt: skip
    for nom, code in codes.items():
        ecrit(
            tmp_path / "rendus" / nom, {f"{n}.py": t for n, t in {**TP, "mon_ordi": code}.items()}
        )
    tableaux = []
    for niveau in ("systeme", "wasm"):
        sortie = tmp_path / niveau
        options = ["--flottes", "50", "--graine", "3", "--isolement", niveau, "--j-accepte"]
        assert main(["tournoi", str(tmp_path / "rendus"), "--sortie", str(sortie), *options]) == 0
        tableau = (sortie / "parties.csv").read_text(encoding="utf-8-sig")
        # Le délai d'un tir est mesuré, à chaque niveau, sur le bot de référence.
        tableaux.append(re.sub(r"Plus de \d+ s", "Plus de quelques s", tableau))
    assert tableaux[0] == tableaux[1]


# --- Le niveau -------------------------------------------------------------------------


@moteur
def test_le_niveau_est_celui_du_correcteur():
    """L'invité ne peut pas se dire mieux enfermé : c'est le correcteur qui sait où il tourne."""
    with Copie(jouet.copie(), jouet.juge().corrige, dans_wasm=True) as copie:
        assert copie.reconnait() == {"wasm", "limites"}
    assert isolement.niveau(copie.couches) >= isolement.NIVEAU_SUR
