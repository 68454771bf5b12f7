"""Ce que pytest charge de lui-même, où qu'on le lance : il ne doit rien lire d'une copie.

`pytest --copie X autograder`, avec X en premier, fait prendre X à pytest pour un dossier d'essais :
s'il y trouve un `pytest.ini`, il suit ses réglages et non ceux du kit. Ce module, déclaré dans
`pyproject.toml`, arrête alors tout avant que le `conftest.py` de X ne soit lu. Il ne peut rien
contre un `pytest.ini` qui nomme lui-même un module à charger (`-p`, avec `pythonpath`) : pytest
obéit avant d'appeler qui que ce soit. La commande `bataille-prof copie`, elle, ignore ces fichiers.
"""

import pytest

from autograder import RACINE

CONSEIL = (
    "Ainsi, pytest prendrait le dossier de la copie pour un dossier d'essais. Écrivez "
    "autograder d'abord (pytest autograder --copie DOSSIER), collez l'option (--copie=DOSSIER), "
    "ou lancez : bataille-prof copie DOSSIER"
)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config):
    """Une correction d'une copie n'a qu'un jeu de réglages : celui du kit."""
    demande = any(a.split("=")[0] == "--copie" for a in early_config.invocation_params.args)
    if demande and early_config.rootpath.resolve() != RACINE:
        raise pytest.UsageError(CONSEIL)
    return (yield)
