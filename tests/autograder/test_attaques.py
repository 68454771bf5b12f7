"""Les copies hostiles de tests/attaques : aucune ne vole de point ni ne touche à rien.

Chaque fichier remplace le premier module du devoir jouet. Son en-tête dit ce qu'il tente et
les verdicts que l'on accepte. Les exercices des autres modules, honnêtes, gardent leurs points.
"""

import os
import pathlib
import re
import subprocess
import time

import pytest

from tests import jouet
from tests.conftest import RACINE

pytestmark = pytest.mark.lent  # la CI les lance

DOSSIER = RACINE / "tests" / "attaques"
TRACE = pathlib.Path("/tmp/trace_d_attaque")
HONNETES = ["tp2.moyenne"]
SANS_POINT = ["tp1.carre"]
ATTAQUES = sorted(DOSSIER.glob("*.py"))


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
    assert duree < 20
    for e in bilan.exercices:
        assert "Traceback" not in e.phrase
        assert not any(ord(c) < 32 and c != "\n" for c in e.phrase)


def test_les_attaques_sont_nombreuses():
    assert len(ATTAQUES) >= 60


@pytest.mark.parametrize("chemin", ATTAQUES, ids=lambda chemin: chemin.stem)
def test_attaque(chemin):
    resultats, bilan, duree = juge(chemin)
    verifie(resultats, bilan, duree)
    assert resultats["tp1.carre"].statut in entete(chemin)


# Ce qui reste quand des couches manquent : chaque couche suivante doit tenir seule.
COUCHES = {
    "imports": {"sans": ("filtre",)},
    "audit": {"sans": ("filtre", "imports")},
    "noyau": {"sans": ("filtre", "imports", "audit")},
    "noyau_sans_bulle": {"sans": ("filtre", "imports", "audit"), "bulle": False},
}


@pytest.mark.parametrize(
    "couche",
    [c if c == "noyau" else pytest.param(c, marks=pytest.mark.complet) for c in COUCHES],
)
@pytest.mark.parametrize(
    "chemin",
    [c for c in ATTAQUES if re.search("import |interdit", c.read_text(encoding="utf-8"))],
    ids=lambda chemin: chemin.stem,
)
def test_attaque_sans_les_premieres_couches(chemin, couche):
    """Même si le filtre laissait tout passer, les couches suivantes tiennent."""
    verifie(*juge(chemin, **COUCHES[couche]))


@pytest.mark.complet
@pytest.mark.parametrize("chemin", ATTAQUES, ids=lambda chemin: chemin.stem)
def test_attaque_sans_fork(chemin):
    """Le fonctionnement portable, sans bulle ni filtre du noyau."""
    resultats, bilan, duree = juge(chemin, portable=True, sans=("noyau",))
    verifie(resultats, bilan, duree)


def test_aucun_processus_ne_reste():
    sortie = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True).stdout
    notres = [ligne for ligne in sortie.splitlines() if "autograder.bac_a_sable.enfant" in ligne]
    moi = str(os.getpid())
    assert [ligne for ligne in notres if ligne.split()[0] in (moi, "1")] == []
