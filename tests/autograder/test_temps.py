"""Le temps et les processus du moteur : aucun verdict ne dépend de la charge de la machine."""

import ast
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from autograder.bac_a_sable import horloge, isolement, noyau, processus
from lessons.verificateur import autopsie
from tests import jouet

pytestmark = pytest.mark.lent  # la CI les lance

MODES = pytest.mark.parametrize("portable", [False, True], ids=["avec fork", "sans fork"])


@contextlib.contextmanager
def machine_chargee(combien):
    """Occupe la machine avec des processus qui calculent sans cesse."""
    gourmand = [sys.executable, "-S", "-c", "while True: pass"]
    charges = [subprocess.Popen(gourmand) for _ in range(combien)]
    try:
        yield
    finally:
        for charge in charges:
            charge.kill()
            charge.wait()


def verdict(corps, **options):
    """Le verdict de `carre` quand son corps est celui-ci."""
    corps = textwrap.indent(textwrap.dedent(corps), "    ").strip()
    textes = jouet.copie(tp1_sac=[("return n * n", corps)])
    return jouet.corrige(textes, ids=["tp1.carre"], **options)["tp1.carre"]


# --- La charge de la machine ------------------------------------------------------------

BORNEE = """
k = 0
while k < 1_500_000:
    k += 1
return n * n
"""


@MODES
def test_une_boucle_bornee_reste_juste_sur_une_machine_chargee(portable):
    """Huit fois plus long à la montre, autant de calcul : le verdict est le même."""
    assert verdict(BORNEE, portable=portable).juste
    with machine_chargee(8 * (os.cpu_count() or 1)):
        assert verdict(BORNEE, portable=portable).juste


@MODES
def test_une_boucle_sans_fin_l_est_aussi_sur_une_machine_chargee(portable):
    sans_fin = "while n < 5 or True:\n    pass"
    calme = verdict(sans_fin, portable=portable, delai=0.4)
    with machine_chargee(4 * (os.cpu_count() or 1)):
        charge = verdict(sans_fin, portable=portable, delai=0.4)
    assert calme.statut == charge.statut == "boucle"
    assert calme.phrase == charge.phrase
    assert "« while n < 5 or True », ne s'arrête pas" in calme.phrase


ATTENTES = {
    "toujours": "queue.Queue().get()",
    "par à-coups": (
        "while True:\n    try:\n        queue.Queue().get(timeout=0.002)\n"
        "    except queue.Empty:\n        pass"
    ),
}


@MODES
@pytest.mark.parametrize("attente", ATTENTES)
def test_attendre_n_est_pas_calculer(attente, portable):
    """Un programme qui attend est reconnu, et non tenu pour une boucle."""
    corps = "import queue\n" + ATTENTES[attente]
    resultat = verdict(corps, portable=portable, sans=("imports",))  # de vraies files
    assert resultat.statut == "attente"
    assert "attend sans rien calculer" in resultat.phrase


def test_le_calcul_d_un_autre_processus():
    avant = horloge.calcul_de(os.getpid())
    fin = time.process_time() + 0.1
    while time.process_time() < fin:
        pass
    assert 0.05 < horloge.calcul_de(os.getpid()) - avant < 5
    selon_ps = horloge.calcul_selon_ps(os.getpid())
    assert selon_ps is None or selon_ps >= 0


class _Horloge:
    """Un ouvrier de papier : `vitesse` secondes de calcul par seconde de montre."""

    def __init__(self, vitesse):
        self.vitesse, self.depart = vitesse, time.monotonic()

    def __call__(self):
        return None if self.vitesse is None else self.vitesse * (time.monotonic() - self.depart)


@pytest.mark.parametrize(
    "vitesse, genre", [(1.0, "boucle"), (0.5, "boucle"), (0.0, "attente"), (None, "boucle")]
)
def test_patience(vitesse, genre):
    patience = horloge.Patience(_Horloge(vitesse), 0.4)
    while (conclusion := patience.conclut()) is None:
        time.sleep(patience.pas())
    assert conclusion == genre


@pytest.mark.parametrize("vitesse, attendu", [(1.0, False), (0.0, True), (None, False)])
def test_patience_sait_qui_a_attendu(vitesse, attendu):
    patience = horloge.Patience(_Horloge(vitesse), 5)
    patience.conclut()
    assert not patience.a_attendu()  # trop tôt pour le dire
    time.sleep(horloge.DOUTE)
    assert patience.a_attendu() is attendu


def test_calculer_puis_attendre_use_le_budget_des_deux():
    """Le temps permis calculé, la copie attend : l'autopsie l'attend aussi, et le compte."""
    corps = (
        "import time, queue\nfin = time.process_time() + 0.45\n"
        "while time.process_time() < fin:\n    pass\nqueue.Queue().get()"
    )
    textes = jouet.copie(tp1_sac=[("return n * n", corps.replace("\n", "\n    "))])
    juge = jouet.juge(delai=0.4, sans=("imports",))
    with juge.session(textes, 1) as session:
        session.juge("tp1.carre")
        assert session.copie.cpu > 1.2  # bien plus que le calcul des ouvriers


def test_patience_prive_de_processeur(monkeypatch):
    """Quand le témoin lui-même n'avance pas, personne n'est accusé d'attendre."""
    monkeypatch.setattr(horloge, "_court", lambda duree: 0.0)
    monkeypatch.setattr(horloge, "DOUTE", 0.02)
    patience = horloge.Patience(lambda: 3.0, 0.4)
    for _ in range(20):
        assert patience.conclut() is None
        time.sleep(0.01)


@MODES
def test_les_exercices_precedents_ne_comptent_pas(portable):
    """Le délai est celui d'un lot : un ouvrier gardé ne traîne pas le calcul des précédents."""

    def suite(essai):
        with essai.aspect("cas général"):
            for n in range(3):
                essai.exige(essai.valeur(essai.copie.carre(n)) == n * n, "non")

    lent = "return n * n + 0 * sum(1 for _ in range(3_000_000))"
    textes = jouet.copie(tp1_sac=[("return n * n", lent)])
    with jouet.juge(portable=portable, delai=1.0).session(textes, 1) as session:
        for _ in range(2):
            assert session.juge("tp1.carre", suite).juste
        assert session.copie._numero == 1


# --- Les boucles ------------------------------------------------------------------------

CERTAINES = {
    "constante": "while True:\n    pass",
    "jamais écrite": "x = 0\nwhile x < 5:\n    for i in range(100):\n        i * i",
    "écrite pareil": "x = 0\nl = []\nwhile x < 5:\n    x += 0",
    "sortie fermée": "x = 0\nwhile True:\n    if x > 3:\n        break\n    x = x * 1",
    "liste": "l = [1]\nwhile l:\n    x = len(l)",
    "drapeau": "fini = False\nwhile not fini:\n    for i in range(9):\n        fini = False",
    "drapeau et appels": "ok = True\nwhile ok:\n    if 'a'.upper():\n        ok = True",
    "liste qui s'allonge": "l = [1]\nfor a in l:\n    l.append(len(l))\n    if len(l) > 99:\n"
    "        l.insert(0, 5)",
    "comptage": "from itertools import count\nfor i in count():\n    pass",
}
INCERTAINES = {
    "compteur": "x = 0\nwhile x < 10 ** 12:\n    x += 1",
    "tour très long": "x = 0\nwhile x < 5:\n    for i in range(10 ** 9):\n        pass\n    x += 1",
    "sortie ouverte": "k = 0\nwhile True:\n    k += 1\n    if k > 10 ** 12:\n        break",
    "condition tardive": (
        "x = k = 0\nwhile x < 5:\n    k += 1\n    if k > 10 ** 12:\n        x = 9"
    ),
    "hasard": "import random\nwhile random.random() < 2:\n    pass",
    "appel": "l = [0]\ndef f(k=[0]):\n    k[0] += 1\n    if k[0] > 10 ** 12: l[0] = 1\n"
    "while l[0] == 0:\n    f()",
    "variable partagée": "x = 0\ndef f():\n    nonlocal x\n    x = 0\nwhile x < 5:\n    f()",
    "autre nom": "l = [1]\nm = l\nk = 0\nwhile l:\n    k += 1\n    if k > 10 ** 12:\n"
    "        m.pop()",
    "dedans": "m = [1]\nl = [m]\nk = 0\nwhile l == [[1]]:\n    k += 1\n"
    "    if k > 10 ** 12:\n        m += [2]",
    "nom prêté": "l = [1]\nm = []\nk = 0\nwhile l:\n    k += 1\n    if k > 10 ** 12:\n"
    "        m = l\n        m.pop()",
    "faux count": "def count():\n    return range(10 ** 12)\nfor i in count():\n    pass",
    "liste raccourcie": "l = [1]\nk = 0\nfor a in l:\n    k += 1\n    l.append(a)\n"
    "    if k > 10 ** 12:\n        l.clear()",
    "une seule ligne": "x = 0\nwhile x < 5: sum(range(10 ** 5)); x += 1 - 1",
    "contenu": "l = [0]\nwhile l[0] < 10 ** 12:\n    l[0] += 1",
    "exception": "k = 0\nwhile True:\n    try:\n        1 // (10 ** 12 - k)\n"
    "    except ZeroDivisionError:\n        break\n    k += 1",
    "parcours": "for x in (k for k in range(10 ** 12)):\n    pass",
}


def observe(corps):
    """Le constat et la phrase de l'autopsie sur une fonction qui exécute `corps`."""
    source = "def f():\n" + textwrap.indent(corps, "    ") + "\n"
    espace = {}
    exec(compile(source, "<essai.py>", "exec"), espace)
    fil = threading.Thread(target=_jusqu_a_l_arret, args=(espace["f"],), daemon=True)
    fil.start()
    time.sleep(0.05)
    try:
        module = (ast.parse(source), source)
        enquete = autopsie.Enquete(lambda fichier, _: fichier == "<essai.py>", lambda _: module)
        return autopsie.observe(fil.ident, enquete, 1.0)
    finally:
        _arrete(fil)


class _Assez(BaseException):
    pass


def _jusqu_a_l_arret(fonction):
    with contextlib.suppress(_Assez):
        fonction()


def _arrete(fil):
    import ctypes

    while fil.is_alive():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(fil.ident), ctypes.py_object(_Assez)
        )
        fil.join(0.05)


@pytest.mark.parametrize("nom", CERTAINES)
def test_boucle_certainement_sans_fin(nom):
    constat = observe(CERTAINES[nom])
    assert constat["boucle"]["certaine"] is True
    assert "de essai.py ne s'arrête pas : " in autopsie.phrase(constat)


@pytest.mark.parametrize("nom", INCERTAINES)
def test_une_boucle_qui_peut_finir_n_est_pas_dite_sans_fin(nom):
    constat = observe(INCERTAINES[nom])
    assert constat["boucle"]["certaine"] is False
    assert autopsie.LONG in autopsie.phrase(constat)


def test_la_phrase_d_une_boucle_incertaine_dit_ce_qui_a_ete_vu():
    corps = "x = 0\nwhile x < 5:\n    for i in range(10 ** 9):\n        pass\n    x += 1"
    phrase = autopsie.phrase(observe(corps), cite=True)
    assert "« while x < 5 », n'a pas fini à temps" in phrase
    assert phrase.endswith(" : x (0) ne changeait pas à ce moment")


# --- Processus, dossiers, isolement -----------------------------------------------------


def test_les_dossiers_d_un_correcteur_mort_sont_balayes(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    mort = subprocess.Popen([sys.executable, "-S", "-c", ""])
    mort.wait()
    nom = f"{processus.PREFIXE}{{}}-{{}}".format
    (tmp_path / nom(mort.pid, "abcdefg_") / "dedans").mkdir(parents=True)
    (tmp_path / nom(os.getpid(), "abcdefg0")).mkdir()  # son numéro a été repris
    fichier, lien = nom(mort.pid, "fichier0"), nom(mort.pid, "unlien00")
    gardes = [
        nom(os.getppid(), "abcdefgh"), nom(mort.pid, "trop_long_"), nom(mort.pid, "Dupont00"),
        nom("²", "abcdefgh"), "copie-2024-dupont", f"copie-{mort.pid}-dupont00", "autre", "cible",
    ]  # fmt: skip
    for garde in gardes:
        (tmp_path / garde).mkdir()
    (tmp_path / fichier).write_text("un fichier")
    (tmp_path / lien).symlink_to(tmp_path / "cible")
    processus.balaie_dossiers()
    assert {chemin.name for chemin in tmp_path.iterdir()} == {*gardes, fichier, lien}


@MODES
def test_aucun_dossier_pendant_la_correction(tmp_path, monkeypatch, portable):
    """Hors de Windows, le dossier est effacé dès que le processus y est : rien ne s'y écrit."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    juge = jouet.juge(portable=portable, bulle=False)
    with juge.session(jouet.copie(), 1) as session:
        assert session.juge("tp1.carre").juste
        assert list(tmp_path.iterdir()) == []


ESPION = """
import sys
def carre(n):
    try:
        import ctypes
        return ["importe"]
    except ImportError:
        pass
    noms = [c.__name__ for c in object.__subclasses__() if c.__module__ == "ctypes"]
    noms += [n for n in ("ctypes", "_ctypes") if sys.modules.get(n) is not None]
    return noms
"""


@MODES
@pytest.mark.parametrize("landlock", [False, True], ids=["", "Landlock"])
@pytest.mark.parametrize("panne", [False, True], ids=["sans noyau", "noyau en panne"])
def test_sans_filtre_du_noyau_pas_de_ctypes(portable, panne, landlock, monkeypatch):
    """`ctypes` donne tous les pouvoirs : il n'est ni chargé ni chargeable sans seccomp."""

    def suite(essai):
        with essai.aspect("cas général"):
            vu.append(essai.valeur(essai.copie.carre(1)))

    vu, sans = [], ("filtre", "imports", "audit")
    if panne:  # un programme BPF que le noyau refuse
        monkeypatch.setattr(noyau, "filtre_noyau", lambda: b"\\xff" * 16)
    else:
        sans += ("noyau",)
    if not landlock:
        sans += ("landlock",)
    juge = jouet.juge(portable=portable, bulle=False, sans=sans)
    with juge.session(jouet.copie(tp1_sac=ESPION), 1) as session:
        assert session.juge("tp1.carre", suite).juste
    assert vu == [[]]
    assert "seccomp" not in session.bilan().isolement
    if not landlock:
        assert session.bilan().isolement == isolement.phrase({"limites"})


def test_la_memoire_du_correcteur_n_est_pas_celle_de_la_copie():
    """Linux fait hériter le fils du plus gros moment de son père."""
    gros = bytearray(150 * 2**20)
    gros[::4096] = b"x" * len(gros[::4096])
    resultat = jouet.juge().corrige_textes(jouet.copie(), graine=7)
    assert 5 * 2**20 < resultat.memoire < 100 * 2**20
    del gros


def test_un_seul_processus_lit_puis_execute():
    """Sans fork, l'atelier qui lit la copie devient le premier ouvrier."""
    with jouet.juge(portable=True).session(jouet.copie(), 1) as session:
        pid = session.copie._atelier.processus.pid
        assert session.juge("tp1.carre").juste
        assert session.copie._atelier is None
        assert session.copie._reserve.atelier.processus.pid == pid
        os.kill(pid, signal.SIGKILL)
        session.copie._reserve.atelier.processus.wait()
        assert session.juge("tp1.total").juste
        assert session.copie._numero == 2
