"""La page de la classe et celles des copies dans Chromium, ouvertes du disque.

Il faut Chromium et Playwright ; axe-core vient de npm. Sans eux, ces essais sont passés.
"""

import itertools

import pytest

from tests.autograder.test_classe import FAUX, classe, corrige, textes
from tests.autograder.test_rendus import ecrit
from tests.navigateur import (
    CAPTURES,
    chromium,
    pages_du_disque,
    source_d_axe,
    violations_graves,
)

pytestmark = pytest.mark.navigateur

NOMS = [
    "Ana Diaz", "Ève Petit", "Léo Abîmé", "Lou Martin", "Max Brun", "Noé Roux", "Tom Vide",
    "Zoé Le Goff",
]  # fmt: skip
NON_CORRIGES = {"Léo Abîmé", "Tom Vide"}
ECRANS = [(1280, 720), (1366, 768), (390, 844)]
LIGNES = """() => [...document.querySelectorAll("table.triable tbody tr")]
    .filter(ligne => !ligne.hidden).map(ligne => [...ligne.cells].map(c => c.innerText.trim()))"""


@pytest.fixture(scope="module")
def navigateur():
    with chromium() as navigateur:
        yield navigateur


@pytest.fixture(scope="module")
def rendue(tmp_path_factory):
    """Une classe corrigée deux fois : entre les deux, une copie reprise et un commentaire."""
    dossier = tmp_path_factory.mktemp("classe")
    rendus, sortie = classe(dossier / "rendus"), dossier / "resultats"
    ecrit(rendus / "Zoé Le Goff", textes(**FAUX))
    corrige(rendus, sortie)
    ecrit(rendus / "Zoé Le Goff", textes())
    avis = sortie / "commentaires.csv"
    texte = avis.read_text(encoding="utf-8-sig")
    vide, rempli = '"Zoé Le Goff";""', '"Zoé Le Goff";"Bien repris !\nContinue."'
    assert vide in texte
    avis.write_text(texte.replace(vide, rempli), encoding="utf-8-sig")
    corrige(rendus, sortie)
    return sortie


@pytest.fixture
def ouvre(navigateur, rendue):
    with pages_du_disque(navigateur, rendue) as page:

        def ouvre(nom="classe.html", ecran=ECRANS[0], theme="light"):
            return page(nom, *ecran, theme)

        yield ouvre


def nombre(texte):
    """La valeur d'une case, ou None si ce n'est pas une note."""
    try:
        return float(texte.replace(",", "."))
    except ValueError:
        return None


def test_trier_par_chaque_colonne_dans_les_deux_sens(ouvre):
    page = ouvre()
    titres = page.locator("table.triable thead button")
    assert titres.all_inner_texts()[:2] == ["Élève", "Note"]
    for rang in range(titres.count()):
        for sens in ("ascending", "descending"):
            titres.nth(rang).click()
            assert page.locator(f"th[aria-sort={sens}]").count() == 1
            lignes = page.evaluate(LIGNES)
            assert sorted(ligne[0] for ligne in lignes) == sorted(NOMS), "personne ne se perd"
            if rang == 0:
                attendus = NOMS if sens == "ascending" else NOMS[::-1]
                assert [ligne[0] for ligne in lignes] == attendus
                continue
            assert {ligne[0] for ligne in lignes[-2:]} == NON_CORRIGES
            valeurs = [nombre(ligne[rang]) for ligne in lignes[:-2]]
            notes = [valeur for valeur in valeurs if valeur is not None]
            assert valeurs[: len(notes)] == notes, "ce qui n'a pas de note vient ensuite"
            assert notes == sorted(notes, reverse=sens == "descending") and len(set(notes)) > 1


def test_trier_au_clavier(ouvre):
    page = ouvre()
    page.locator("table.triable thead button").nth(1).focus()
    page.keyboard.press("Enter")
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Note")


@pytest.mark.parametrize(
    ("mots", "trouves"),
    [
        ("zoe", ["Zoé Le Goff"]),
        ("ÈVE", ["Ève Petit"]),
        ("goff zoé", ["Zoé Le Goff"]),
        ("zoé martin", []),
        ("non corrigee", ["Léo Abîmé", "Tom Vide"]),
        ("personne", []),
        ("", NOMS),
    ],
)
def test_chercher_sans_se_soucier_des_accents(ouvre, mots, trouves):
    page = ouvre()
    page.get_by_label("Chercher").fill(mots)
    assert sorted(ligne[0] for ligne in page.evaluate(LIGNES)) == sorted(trouves)
    compte = page.locator(".outils output").inner_text()
    assert compte == (f"{len(trouves)} sur {len(NOMS)}" if mots else "")


def test_ce_qui_a_change_et_le_commentaire_garde(ouvre):
    page = ouvre()
    page.get_by_text("Depuis la dernière correction").get_by_role(
        "link", name="Zoé Le Goff"
    ).click()
    assert page.locator("h1").inner_text() == "Zoé Le Goff"
    commentaire = page.locator(".commentaire")
    assert commentaire.inner_text() == "De ton professeur. Bien repris\xa0!\nContinue."
    page.emulate_media(media="print")
    assert commentaire.is_visible() and not page.locator("nav").is_visible()
    page.emulate_media(media="screen")
    page.locator("a[rel=prev]").click()
    page.get_by_role("link", name="Page de la classe").click()
    assert page.locator("table.triable").count() == 1


def test_rien_ne_deborde_de_l_ecran(ouvre):
    for nom, ecran in itertools.product(("classe.html", "copies/lou_martin.html"), ECRANS):
        page = ouvre(nom, ecran)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (nom, ecran)
        page.screenshot(path=CAPTURES / f"rapport_{page.title().split()[0]}_{ecran[0]}.png")


def test_imprimee_aucun_tableau_n_est_coupe(ouvre):
    page = ouvre()
    page.emulate_media(media="print")
    coupables = page.eval_on_selector_all(
        "table", "liste => liste.filter(t => getComputedStyle(t).breakInside !== 'avoid').length"
    )
    assert coupables == 0
    annonce = """() => {
        const annonce = document.createElement("p");
        document.querySelector("table").before(annonce);
        return getComputedStyle(annonce).breakAfter;
    }"""
    assert page.evaluate(annonce) == "avoid", "ce qui annonce un tableau reste avec lui"
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_le_nom_d_un_exercice_tient_dans_la_carte(ouvre):
    """Même long, avec ses étoiles : rien n'en est rogné, à l'écran ni sur le papier."""
    page = ouvre()
    depasse = """() => {
        const nom = document.querySelector(".debout span");
        nom.textContent = "une_fonction_au_nom_vraiment_long ★★";
        const texte = document.createRange();
        texte.selectNodeContents(nom);
        const haut = nom.closest(".large").getBoundingClientRect().top;
        return haut - texte.getBoundingClientRect().top;
    }"""
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        assert page.evaluate(depasse) <= 0, media


def test_les_remarques_a_l_enseignant_ne_s_impriment_pas(ouvre):
    page = ouvre("copies/zoe_le_goff.html")
    page.evaluate("document.querySelector('main p').className = 'doux prof'")
    remarque = page.locator(".prof")
    assert remarque.is_visible()
    page.emulate_media(media="print")
    assert not remarque.is_visible()


def test_axe_ne_trouve_rien_de_grave(ouvre, tmp_path):
    source = source_d_axe(tmp_path)
    copies = ["zoe_le_goff", "lou_martin", "eve_petit", "leo_abime", "max_brun"]
    noms = ["classe.html", *(f"copies/{copie}.html" for copie in copies)]
    for nom, theme in itertools.product(noms, ("light", "dark")):
        assert violations_graves(ouvre(nom, theme=theme), source) == [], (nom, theme)
