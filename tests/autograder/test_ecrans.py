"""Ce que voit un enseignant, dans Chromium : une classe de trente imprimée, la page de livraison,
l'accueil du site. Il faut Chromium et Playwright ; axe-core vient de npm."""

import itertools
import re

import pytest

from autograder.fabrique import livraison, site
from tests.autograder.test_classe import BOUCLE, FAUX, corrige, textes
from tests.autograder.test_rendus import ecrit
from tests.navigateur import (
    CAPTURES,
    chromium,
    pages_du_disque,
    source_d_axe,
    violations_graves,
)

pytestmark = pytest.mark.navigateur

TAILLES = [(1280, 720), (1366, 768), (1920, 1080)]
A4 = 1123 - 2 * 38  # pixels de haut d'une page imprimée, marges de 1 cm ôtées
ILLISIBLE = {"tp1_sac": "def carre(n)\n    return n * n\n"}


@pytest.fixture(scope="module")
def navigateur():
    with chromium() as navigateur:
        yield navigateur


@pytest.fixture(scope="module")
def trente(tmp_path_factory):
    """Trente copies corrigées : justes, fausses, sans fin, illisibles."""
    dossier = tmp_path_factory.mktemp("trente")
    sortes = [{}, FAUX, {}, BOUCLE, FAUX, ILLISIBLE]
    for rang in range(30):
        ecrit(dossier / "rendus" / f"Élève Numéro{rang:02}", textes(**sortes[rang % 6]))
    corrige(dossier / "rendus", dossier / "resultats")
    return dossier / "resultats"


def test_une_classe_de_trente_imprimee(navigateur, trente):
    """Aucun tableau n'est plus haut qu'une page ni coupé ; peu de pages ; tout le monde y est."""
    with pages_du_disque(navigateur, trente) as ouvre:
        page = ouvre("classe.html", 718, A4)  # la largeur d'une page A4, marges ôtées
        page.emulate_media(media="print")
        tableaux = page.locator("table").all()
        for tableau in tableaux:
            boite = tableau.bounding_box()
            assert boite["height"] <= A4 and boite["x"] + boite["width"] <= 718
            assert tableau.evaluate("t => getComputedStyle(t).breakInside") == "avoid"
        assert page.locator("table.triable tbody tr").count() == 30
        pdf = page.pdf(format="A4")
        assert 1 <= len(re.findall(rb"/Type\s*/Page[^s]", pdf)) <= 6
        (CAPTURES / "classe_de_trente.pdf").write_bytes(pdf)


def test_les_illisibles_a_part_a_l_ecran(navigateur, trente):
    with pages_du_disque(navigateur, trente) as ouvre:
        page = ouvre("classe.html", *TAILLES[0])
        section = page.locator("#blocages")
        alerte = section.locator(".alerte")
        assert alerte.count() == 1 and "5 fichiers illisibles" in alerte.inner_text()
        assert "syntaxe" not in section.locator("ol").inner_text()
        alerte.get_by_role("link").first.click()
        assert "Ce fichier ne se lit pas" in page.inner_text("main")


@pytest.fixture(scope="module")
def accueils(tmp_path_factory):
    """La page de livraison et l'accueil du site, écrits sur le disque."""
    dossier = tmp_path_factory.mktemp("accueils")
    (dossier / "livraison").mkdir()
    livraison.ecrit_index(dossier / "livraison")
    for nom, avec_corrige in (("site", False), ("site_enseignant", True)):
        (dossier / f"{nom}.html").write_text(site.accueil(avec_corrige), encoding="utf-8")
    return dossier


def test_accueils_entiers_et_lisibles(navigateur, accueils, tmp_path):
    """À trois tailles, clair et sombre : rien ne déborde, et axe-core ne trouve rien de grave."""
    source = source_d_axe(tmp_path)
    noms = ["livraison/index.html", "site.html", "site_enseignant.html"]
    for nom, (largeur, hauteur), theme in itertools.product(noms, TAILLES, ("light", "dark")):
        ecran = {"width": largeur, "height": hauteur}
        page = navigateur.new_page(viewport=ecran, color_scheme=theme)
        page.goto((accueils / nom).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, nom
        assert violations_graves(page, source) == [], (nom, largeur, theme)
        page.screenshot(path=CAPTURES / f"{nom.replace('/', '_')}_{largeur}_{theme}.png")
        page.close()
