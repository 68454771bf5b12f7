"""Une vraie console de Windows (celle de Wine), avec quelqu'un au clavier."""

import re

import pytest

from tests.conftest import PATIENCE
from tests.copies import avec_solution, pose
from tests.windows import fenetres

pytestmark = pytest.mark.windows
pexpect = pytest.importorskip("pexpect")


@pytest.mark.parametrize("version", fenetres.VERSIONS)
@pytest.mark.parametrize("page", [850, 1252])
def test_l_invite(dossier, version, page):
    """`chcp 850` puis `python verifier.py` : l'invite répond, avec ses accents et ses signes."""
    pose(dossier, avec_solution(["tp1.alpha"]))
    python = fenetres.chemin(fenetres.FENETRES / f"cp{version}" / "python.exe")
    console = pexpect.spawn(
        "wine", ["cmd", "/c", f"chcp {page} & {python} verifier.py"], cwd=str(dossier),
        env=fenetres.environnement(TERM="xterm"), encoding="utf-8", timeout=PATIENCE,
        dimensions=(60, 120),
    )  # fmt: skip
    vu = ""
    for mot in ("tp1.alpha", "indice tp1.coord", "quitter"):
        console.expect(r"\x1b\[\?25l> ?\x1b")  # l'invite, seule sur sa ligne
        vu += console.before
        console.send(f"{mot}\r")
    console.expect(pexpect.EOF)
    vu = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", vu + console.before)
    console.close()
    assert f"{page}" in vu and "où en es-tu ?" in vu and "À faire maintenant : tp1.reinit" in vu
    assert "✓ tp1.alpha" in vu and "tp1.coord, indice 1 sur" in vu and "█" in vu
    assert "Traceback" not in vu
