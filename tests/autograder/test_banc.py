"""Le banc de mesure : ses copies hostiles le sont vraiment, et n'ont pas leurs points."""

import ast

import pytest

from autograder.classe import banc
from autograder.moteur.juge import Juge
from lessons.verificateur.registre import charge


@pytest.fixture(scope="module")
def juge():
    return Juge()


@pytest.mark.parametrize("rang", range(len(banc.HOSTILES)), ids=list(banc.HOSTILES))
def test_copies_hostiles(juge, rang):
    """Chaque sorte change le corrigé, reste du Python, et touche des exercices connus."""
    textes = dict(juge.corrige.textes)
    hostile = banc.hostile(textes, rang)
    assert hostile != banc.honnete(textes, rang)
    for texte in hostile.values():
        ast.parse(texte)
    connues = {(e.module, e.cible) for e in charge().exercices}
    _, corps = list(banc.HOSTILES.values())[rang]
    assert set(corps) <= connues


def test_ce_que_coute_une_chasse(juge):
    """Le banc mesure une chasse gagnée : sinon son chiffre ne dirait rien."""
    couts, perdues = banc.mesure_chasses(juge, dict(juge.corrige.textes), ["tp1.adjacent"])
    assert list(couts) == ["tp1.adjacent"] and perdues == []


@pytest.mark.complet
def test_notes_d_une_petite_classe(juge, capsys):
    mesure = banc.mesure_classe(dict(juge.corrige.textes), 30, 2)
    assert mesure.fausses == []
    assert mesure.copie < banc.MEMOIRE_MAX * 1e6
    mesure.decrit(30)
    assert "Classe de 30" in capsys.readouterr().out
