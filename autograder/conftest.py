"""`pytest autograder` : corrige une copie et finit par un tableau en français.

    pytest autograder                      la copie est lessons/
    pytest autograder --copie rendus/zoe   une autre
    pytest autograder --tp 2 -k adjacent   une partie

Un exercice qui n'est pas juste est un test qui échoue, avec une phrase et sans trace.
"""

import pathlib

import pytest

from autograder.bac_a_sable.processus import CopieIllisible
from autograder.classe import accord
from autograder.classe.tableau import tableau
from autograder.classe.une_copie import lit_copie, publie
from autograder.moteur.juge import Juge, nouvelle_graine
from autograder.options import ISOLEMENT, J_ACCEPTE
from lessons.verificateur.rangement import raison_du_refus
from lessons.verificateur.registre import charge

ICI = pathlib.Path(__file__).resolve().parent


def pytest_configure(config):
    config.addinivalue_line("markers", "bonus: exercice étoilé, hors du barème de base")
    for tp in sorted({exercice.tp for exercice in charge()}):
        config.addinivalue_line("markers", f"tp{tp}: exercices du TP{tp}")
    config.stash[CORRECTION] = Correction(config)
    if all(ICI in pathlib.Path(a.partition("::")[0]).resolve().parents for a in _chemins(config)):
        # Une correction, rien d'autre : pas d'en-tête ni de trace, le tableau dit tout.
        config.option.no_header = True
        config.option.tbstyle = "no"
        config.option.reportchars = "N"
        config.option.verbose = min(config.option.verbose, 0) - 1


def _chemins(config):
    """Les chemins demandés, vus comme s'ils étaient dans un dossier (autograder compris)."""
    return [a if a.endswith(".py") or "::" in a else a + "/x" for a in config.args]


CORRECTION = pytest.StashKey()


class Correction:
    """La correction en cours : le juge, la copie ouverte au premier exercice, le bilan."""

    def __init__(self, config):
        self.config = config
        graine = config.getoption("--graine")
        self.graine = nouvelle_graine() if graine is None else graine
        self.session = None
        self.resultat = None
        self.panne = ""  # ce qui a empêché d'écrire un fichier demandé
        try:
            self.textes, _ = lit_copie(config.getoption("--copie"))
        except CopieIllisible as raison:
            raise pytest.UsageError(f"--copie : {raison}.") from None

    def ouvre(self):
        if self.session is None:
            juge = Juge(suites={}, portable=self.config.getoption("--portable"))
            self._choisit_isolement(juge)
            self.session = juge.session(self.textes, self.graine).__enter__()
            self._demande_accord()
        return self.session

    def _choisit_isolement(self, juge):
        """Les premières secondes de WebAssembly se disent : pytest, lui, cache ce qui s'affiche."""
        lit, capture = self.config.getoption, self.config.pluginmanager.getplugin("capturemanager")
        try:
            with capture.global_and_fixture_disabled():
                choix = accord.choisit(lit(ISOLEMENT), juge.corrige, lit("--portable"))
        except CopieIllisible as raison:
            pytest.exit(f"{ISOLEMENT} : {raison}.", returncode=pytest.ExitCode.USAGE_ERROR)
        juge.options.update(choix)

    def _demande_accord(self):
        """Si rien ne défend les fichiers de l'enseignant, s'arrête tant qu'il n'a pas dit oui."""
        lit = self.config.getoption
        try:
            accord.exige(lit("--copie"), lit(J_ACCEPTE), self.session.copie.reconnait)
        except accord.SansAccord as phrase:
            self.session.__exit__()
            self.session = None
            pytest.exit(str(phrase), returncode=pytest.ExitCode.USAGE_ERROR)

    def bilan(self):
        if self.session is None:
            return None
        self.session.juge_chasses()
        self.session.__exit__()
        return self.session.bilan()


@pytest.fixture
def correcteur(request):
    """Appelée par chaque test de suite : juge l'exercice, et échoue avec la phrase de l'élève."""

    def corrige(ident, suite):
        resultat = request.config.stash[CORRECTION].ouvre().juge(ident, suite)
        if not resultat.juste:
            pytest.fail(f"{ident} : {resultat.phrase}", pytrace=False)

    return corrige


def pytest_collection_modifyitems(config, items):
    """Chaque exercice après ses prérequis, marques tpN et bonus, choix de --tp."""
    registre = charge()
    rangs = {e.id: rang for rang, e in enumerate(registre.ordre())}
    gardes, ecartes = [], []
    for item in items:
        ident = _exercice(item)
        if ident not in rangs:  # une annexe dont le nom commence par test, ou un autre dossier
            (ecartes if ICI in item.path.parents else gardes).append(item)
            continue
        exercice = registre[ident]
        item.add_marker(f"tp{exercice.tp}")
        if exercice.bonus:
            item.add_marker("bonus")
        voulus = config.getoption("--tp")
        (gardes if not voulus or exercice.tp in voulus else ecartes).append(item)
    gardes.sort(key=lambda item: rangs.get(_exercice(item), -1))
    items[:] = gardes
    if ecartes:
        config.hook.pytest_deselected(items=ecartes)


def _exercice(item):
    return getattr(getattr(item, "function", None), "exercice", None)


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
    options = session.config.option
    try:
        publie(resultat, options.resultats, options.html)
    except OSError as erreur:
        correction.panne = f"Écriture impossible ({erreur.filename}) : {raison_du_refus(erreur)}."
        session.exitstatus = pytest.ExitCode.USAGE_ERROR


def pytest_report_teststatus(report, config):
    """Un exercice raté est une ligne du tableau, pas un bloc de trace."""
    if report.when == "call" and report.failed:
        return "failed", "x", "À REVOIR"
    return None


def pytest_terminal_summary(terminalreporter, config):
    correction = config.stash[CORRECTION]
    resultat = correction.resultat
    if resultat is not None:
        terminalreporter.section("Correction de {}".format(config.getoption("--copie")))
        terminalreporter.write_line(tableau(resultat))
    if correction.panne:
        terminalreporter.write_line(correction.panne, red=True)
