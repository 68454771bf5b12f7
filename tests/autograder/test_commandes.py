"""Les commandes : chacune n'importe que ce dont elle se sert, et dit ce qui lui manque."""

import subprocess
import sys

import pytest

from autograder import __main__ as porte
from autograder import modeles
from autograder.classe import pages
from tests.conftest import RACINE

SANS = f"import sys; sys.modules.update(dict.fromkeys({porte.PAQUETS}))\n"


@pytest.mark.parametrize(
    ("paquet", "commande"),
    [
        ("jinja2", ["corriger", "rendus", "--sortie", "resultats"]),
        ("nbformat", ["capytale", "--tp", "1"]),
        ("jupytext", ["carnets", "--verifie"]),
    ],
)
def test_un_paquet_absent_est_nomme_en_une_phrase(paquet, commande, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, paquet, None)
    modeles.environnement.cache_clear()
    pages.modeles.cache_clear()
    assert porte.main(commande) == 1
    assert capsys.readouterr().err == f"Il manque {paquet} : pip install {paquet}\n"
    assert not (tmp_path / "resultats").exists()


@pytest.mark.parametrize(
    "programme",
    [
        "from autograder.__main__ import main; sys.exit(main(['squelettes', '--verifie']))",
        "import pytest; sys.exit(pytest.main(['autograder', '--copie', 'solutions', '--tp', '1']))",
    ],
    ids=["commande", "pytest"],
)
def test_ce_qui_n_ecrit_ni_page_ni_carnet_s_en_passe(programme):
    commande = [sys.executable, "-c", SANS + programme]
    fini = subprocess.run(commande, cwd=RACINE, capture_output=True, text=True, check=False)
    assert fini.returncode == 0, fini.stdout + fini.stderr
