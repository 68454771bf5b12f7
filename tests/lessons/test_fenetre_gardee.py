"""La fenêtre de l'élève quand son code ne va pas : elle ne se fige jamais, et dit où (Xvfb)."""

import subprocess
import sys

import pytest

from tests.copies import pose
from tests.lessons.test_jouer import copie, dossier  # noqa: F401 (une fixture)
from tests.navigateur import ecran_virtuel

pytestmark = pytest.mark.navigateur
SANS_FIN = "while True:\n    pass"
# Ouvre la fenêtre comme F5, fait les gestes, puis dit ce qu'on y lit ; relance ensuite un solo.
PILOTE = """
import sys
sys.path.insert(0, {dossier!r})
import bn_fenetre, bn_plateau

vivre = bn_fenetre.tk.Tk.mainloop

def plateau(fenetre):
    fenetre.update_idletasks()
    [premier, *_] = [e for e in tous(fenetre.zone) if isinstance(e, bn_plateau.Plateau)]
    return premier

def tous(element):
    for enfant in element.winfo_children():
        yield enfant
        yield from tous(enfant)

def pilote(fenetre):
    def geste():
        {geste}
        fenetre.after(100, lit)

    def lit():
        print(fenetre.bandeau["text"], fenetre.texte.get("1.0", "end"), sep="\\n")
        fenetre.event_generate("<F1>")
        fenetre.after(200, lambda: (print("TITRE", fenetre.title()), fenetre.ferme()))

    fenetre.after(500, geste)
    vivre(fenetre)

bn_fenetre.tk.Tk.mainloop = pilote
bn_fenetre.ouvre(graine=1)
"""
CLIQUE = 'plateau(fenetre).event_generate("<Button-1>", x=60, y=60)'
REGARDE = 'fenetre.vitesse.set(10); fenetre.event_generate("<F2>")'
PLACE = f'fenetre.event_generate("<F3>"); {CLIQUE}'


@pytest.fixture(scope="module")
def ecran():
    with ecran_virtuel("1366x768"):
        yield


def joue(dossier, geste):  # noqa: F811
    """Ce que dit la fenêtre après ce geste."""
    code = PILOTE.format(dossier=str(dossier), geste=geste)
    commande = [sys.executable, "-X", "utf8", "-c", code]
    fini = subprocess.run(commande, cwd=dossier, capture_output=True, encoding="utf-8", timeout=120)
    assert fini.stderr == "" and fini.returncode == 0, fini.stderr
    return fini.stdout


@pytest.mark.parametrize(
    "exercice, geste, ou",
    [
        ("tp4.tire", CLIQUE, "c'est dans tire (ligne"),
        ("tp2.test_bateau", PLACE, "c'est dans test_bateau (ligne"),
        ("tp6.coup_suivant", REGARDE, "c'est dans coup_suivant (ligne"),
    ],
)
def test_une_boucle_sans_fin_arrete_la_partie_en_nommant_la_fonction(
    ecran,
    dossier,  # noqa: F811
    exercice,
    geste,
    ou,
):
    pose(dossier, copie(6, {exercice: SANS_FIN}))
    lu = joue(dossier, geste)
    bandeau = lu.splitlines()[0]
    assert bandeau.startswith("La partie s'arrête : ") and ou in bandeau, lu
    assert "une boucle ne s'arrête pas" in bandeau
    assert "TITRE Bataille navale : solo" in lu, "une autre partie peut commencer"


def test_une_boucle_du_tp8_est_remplacee(ecran, dossier):  # noqa: F811
    pose(dossier, copie(6, {"tp8.coin_case": SANS_FIN}))
    lu = joue(dossier, 'fenetre.event_generate("<F1>")')
    assert "Ta fonction coin_case ne va pas (elle ne s'arrête pas)" in lu
    assert "La partie s'arrête" not in lu


def test_un_tp_illisible_est_nomme(ecran, dossier):  # noqa: F811
    pose(dossier, {**copie(6), "tp6_solveur_optimal": "def f(:\n    pass\n"})
    lu = joue(dossier, 'fenetre.event_generate("<F1>")')
    assert "tp6_solveur_optimal.py ne se charge pas : tp6_solveur_optimal.py, ligne 1" in lu
    assert "invalid syntax" not in lu


@pytest.mark.parametrize("debut", ["while True:\n    pass\n", "def f(:\n    pass\n"])
def test_sans_le_tp1_une_phrase_et_pas_de_fenetre(ecran, dossier, debut):  # noqa: F811
    textes = copie(6)
    pose(dossier, {**textes, "tp1_grille": debut + textes["tp1_grille"]})
    fini = subprocess.run(
        [sys.executable, "-X", "utf8", str(dossier / "bn_fenetre.py")],
        cwd=dossier, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert fini.returncode == 1 and fini.stdout == "" and "Traceback" not in fini.stderr
    assert "La fenêtre ne peut pas s'ouvrir : " in fini.stderr and "tp1_grille.py" in fini.stderr
