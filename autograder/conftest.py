"""`pytest autograder` : corrige une copie et finit par un tableau en français.

    pytest autograder                      la copie est lessons/
    pytest autograder --copie rendus/zoe   une autre
    pytest autograder --tp 2 -k adjacent   une partie

Un exercice qui n'est pas juste est un test qui échoue, avec une phrase et sans trace.
"""

import json
import pathlib

import pytest

from autograder import exercices
from autograder.copie import CopieIllisible, lit_dossier
from autograder.juge import Juge, nouvelle_graine
from autograder.tableau import en_gradescope, tableau

MARQUES = {
    "bonus": "exercice étoilé, hors du barème de base",
    **{"tp%d" % n: "exercices du TP%d" % n for n in range(1, 7)},
}


def pytest_addoption(parser):
    groupe = parser.getgroup("autograder", "Correction d'une copie")
    groupe.addoption("--copie", metavar="DOSSIER", default=str(exercices.RACINE / "lessons"),
                     help="dossier de la copie (par défaut lessons/)")  # fmt: skip
    groupe.addoption("--tp", type=int, action="append", metavar="N", help="seulement ce TP")
    groupe.addoption("--graine", type=int, metavar="N", help="rejouer les mêmes tirages")
    groupe.addoption("--resultats", metavar="F.json", help="écrire les résultats (Gradescope)")
    groupe.addoption("--html", metavar="F.html", help="écrire la page de la copie")
    groupe.addoption("--portable", action="store_true", help="sans fork, comme sous Windows")


def pytest_configure(config):
    for nom, sens in MARQUES.items():
        config.addinivalue_line("markers", "%s: %s" % (nom, sens))
    config.stash[CORRECTION] = Correction(config)


CORRECTION = pytest.StashKey()


class Correction:
    """La correction en cours : le juge, la copie ouverte au premier exercice, le bilan."""

    def __init__(self, config):
        self.config = config
        graine = config.getoption("--graine")
        self.graine = nouvelle_graine() if graine is None else graine
        self.session = None

    def ouvre(self):
        if self.session is None:
            options = {"portable": True} if self.config.getoption("--portable") else {}
            juge = Juge(suites={}, **options)
            try:
                textes = lit_dossier(self.config.getoption("--copie"))
            except CopieIllisible as raison:
                raise pytest.UsageError("--copie : %s" % raison) from None
            self.session = juge.session(textes, self.graine)
            self.session.__enter__()
        return self.session

    def bilan(self):
        if self.session is None:
            return None
        self.session.__exit__()
        return self.session.bilan()


@pytest.fixture
def correcteur(request):
    """Appelée par chaque test de suite : juge l'exercice, et échoue avec la phrase de l'élève."""

    def corrige(ident, suite):
        resultat = request.config.stash[CORRECTION].ouvre().juge(ident, suite)
        if not resultat.juste:
            pytest.fail("%s : %s" % (ident, resultat.phrase), pytrace=False)

    return corrige


def pytest_collection_modifyitems(config, items):
    """Ordre du registre, marques tpN et bonus, choix de --tp."""
    registre = exercices.lit_registre()
    rangs = {e.id: rang for rang, e in enumerate(registre)}
    gardes, ecartes = [], []
    for item in items:
        ident = getattr(getattr(item, "function", None), "exercice", None)
        if ident not in rangs:
            gardes.append(item)
            continue
        exercice = registre[ident]
        item.add_marker("tp%d" % exercice.tp)
        if exercice.bonus:
            item.add_marker("bonus")
        voulus = config.getoption("--tp")
        (gardes if not voulus or exercice.tp in voulus else ecartes).append(item)
    gardes.sort(key=lambda i: rangs.get(getattr(getattr(i, "function", None), "exercice", 0), -1))
    items[:] = gardes
    if ecartes:
        config.hook.pytest_deselected(items=ecartes)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Code de sortie : 0 si tous les exercices de base sont justes, 1 sinon."""
    correction = session.config.stash[CORRECTION]
    correction.resultat = correction.bilan()
    resultat = correction.resultat
    if resultat is None or exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return
    if resultat.tout_juste() and len(resultat.exercices) == session.testscollected:
        session.exitstatus = pytest.ExitCode.OK
    sortie = session.config.getoption("--resultats")
    if sortie:
        texte = json.dumps(en_gradescope(resultat), ensure_ascii=False, indent=1)
        pathlib.Path(sortie).write_text(texte + "\n", encoding="utf-8")
    page = session.config.getoption("--html")
    if page:
        from autograder.pages import page_copie

        pathlib.Path(page).write_text(page_copie(resultat), encoding="utf-8")


def pytest_report_teststatus(report, config):
    """Un exercice raté est une ligne du tableau, pas un bloc de trace."""
    if report.when == "call" and report.failed:
        return "failed", "x", "À REVOIR"
    return None


def pytest_terminal_summary(terminalreporter, config):
    correction = config.stash[CORRECTION]
    resultat = getattr(correction, "resultat", None)
    if resultat is not None:
        terminalreporter.section("Correction de %s" % config.getoption("--copie"))
        terminalreporter.write_line(tableau(resultat))
