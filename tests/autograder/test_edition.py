"""L'édition HTML des énoncés : complète, autonome, et vraie dans un navigateur.

Les essais du navigateur veulent Chromium et Playwright ; axe-core vient de npm.
"""

import doctest
import html
import json
import re

import pytest

from autograder.fabrique import distribuer, edition, enonces, questions
from lessons.verificateur import prevois
from tests.autograder.test_questions import BLOCS, POSEES, bonnes_reponses
from tests.navigateur import (
    CAPTURES,
    chromium,
    pages_du_disque,
    source_d_axe,
    violations_graves,
)

PREMIER, DERNIER = distribuer.tous_les_tps()
PAGES = distribuer.edition_html(PREMIER, DERNIER)
TEXTES = {nom: page.decode("utf-8") for nom, page in PAGES.items()}
ECRANS = [(1366, 768, "light"), (1366, 768, "dark"), (390, 844, "light"), (390, 844, "dark")]


def test_les_exemples_du_module_sont_justes():
    essais = doctest.testmod(edition)
    assert essais.attempted and not essais.failed


@pytest.mark.parametrize("nom", TEXTES)
def test_une_page_n_a_besoin_de_rien(nom):
    """Ni feuille, ni image, ni script d'ailleurs ; chaque lien mène à une page ou à une ancre."""
    page = TEXTES[nom]
    assert not re.search(r"<(link|img|iframe)\b|\bsrc=|url\(|@import", page)
    assert "default-src 'none'" in page
    ancres = set(re.findall(r'\bid="([^"]+)"', page))
    for lien in map(html.unescape, re.findall(r'href="([^"]+)"', page)):
        assert lien in TEXTES or lien.removeprefix("#") in ancres, lien


@pytest.mark.parametrize("nom", TEXTES)
def test_rien_ne_se_perd(nom):
    """Chaque titre, chaque ligne de code et chaque case de tableau de l'énoncé est dans la page."""
    texte = (enonces.RACINE / "lessons" / nom).with_suffix(".md").read_text(encoding="utf-8")
    vue = html.unescape(re.sub(r"<[^>]+>", "", TEXTES[nom])).replace("\N{NO-BREAK SPACE}", " ")
    attendues = [ligne for bloc in re.findall(r"```\w*\n(.*?)```", texte, re.DOTALL)
                 for ligne in bloc.splitlines()]  # fmt: skip
    attendues += re.findall(r"^#+ (.+)$", texte, re.MULTILINE)
    assert [ligne for ligne in attendues if ligne.replace("`", "") not in vue] == []
    assert TEXTES[nom].count("<figure") == len(re.findall(r"^```\w+$", texte, re.MULTILINE))
    for question in questions.entieres(texte):
        assert f'data-question="{question}"' in TEXTES[nom] or "À discuter" in TEXTES[nom]


def test_ce_que_l_on_copie_est_du_python():
    copies = [
        html.unescape(copie)
        for page in TEXTES.values()
        for copie in re.findall(r'data-copie="([^"]*)"', page)
    ]
    assert len(copies) > 10 and not [copie for copie in copies if ">>>" in copie]
    for copie in copies:
        compile(copie, "copie", "exec")


def test_une_archive_courte_ne_mene_pas_plus_loin():
    courtes = distribuer.edition_html(1, 2)
    assert set(courtes) == {"README.html", "tp1_grille.html", "tp2_placement.html"}
    assert b"tp3_affichage.html" not in b"".join(courtes.values())


# ----------------------------------------------------------------- dans un navigateur


@pytest.fixture(scope="module")
def navigateur():
    with chromium() as navigateur:
        yield navigateur


@pytest.fixture(scope="module")
def dossier(tmp_path_factory):
    dossier = tmp_path_factory.mktemp("énoncés d'été")
    for nom, octets in PAGES.items():
        (dossier / nom).write_bytes(octets)
    return dossier


@pytest.fixture
def ouvre(navigateur, dossier):
    with pages_du_disque(navigateur, dossier) as ouvre:
        yield ouvre


@pytest.mark.navigateur
def test_axe_ne_trouve_rien_de_grave(ouvre, tmp_path):
    """Chaque page sur un écran, claire et sombre tour à tour ; celle du TP1 sur tous."""
    source = source_d_axe(tmp_path)
    tournent = [(nom, ECRANS[rang % len(ECRANS)]) for rang, nom in enumerate(TEXTES)]
    for nom, (largeur, hauteur, theme) in {*tournent, *(("tp1_grille.html", e) for e in ECRANS)}:
        page = ouvre(nom, largeur, hauteur, theme, bypass_csp=True)
        assert violations_graves(page, source) == [], (nom, largeur, theme)
        page.context.close()


@pytest.mark.navigateur
def test_aucune_page_ne_deborde_sur_un_telephone(ouvre):
    for nom in TEXTES:
        page = ouvre(nom, 390, 844)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, nom
        page.context.close()


@pytest.mark.navigateur
@pytest.mark.parametrize("ecran", [(1280, 720), (1366, 768), (1920, 1080)])
def test_sur_un_ordinateur_ni_code_ni_tableau_n_est_coupe(ouvre, ecran):
    for nom in TEXTES:
        page = ouvre(nom, *ecran)
        coupes = page.eval_on_selector_all(
            "main :is(pre, .large)",
            "liste => liste.filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)",
        )
        assert coupes == [], nom
        page.context.close()


@pytest.mark.navigateur
def test_les_couleurs_suivent_le_theme(ouvre):
    fonds = [
        ouvre("tp1_grille.html", theme=theme).evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for theme in ("light", "dark")
    ]
    assert fonds[0] == "rgb(255, 255, 255)" != fonds[1]


@pytest.mark.navigateur
def test_copier_donne_du_code_a_coller(ouvre):
    page = ouvre("tp1_grille.html", permissions=["clipboard-read", "clipboard-write"])
    figure = page.locator("figure[data-copie]").first
    figure.locator("button").click()
    figure.get_by_role("status").filter(has_text="Copié").wait_for()
    copie = page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n")
    assert copie == figure.get_attribute("data-copie") and ">>>" not in copie
    compile(copie, "copie", "exec")


@pytest.mark.navigateur
def test_copier_marche_aussi_sans_le_presse_papiers_moderne(ouvre):
    page = ouvre("tp1_grille.html")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.evaluate("() => document.addEventListener('copy', () => { window.faite = true; })")
    page.locator("figure button").first.click()
    page.wait_for_function("window.faite")
    page.get_by_role("status").filter(has_text="Copié").wait_for()


@pytest.mark.navigateur
def test_la_page_juge_comme_le_verificateur(ouvre):
    """Mêmes règles, même empreinte : le navigateur et Python sont toujours d'accord."""
    reponses = ["(2, 3)", "« Où ça ? »", "0,5", "1 064 728", "2 × n − 2", "B0 et C0", "Vrai", "six"]
    reponses += ["3x2 = 6", "2 sur 6", "4/6/2", "1/0", "6 + 4 = 10", "A0 1, B0 4", "1 + 1, B0 3"]
    reponses += [
        "(1, -1)",
        "B0 A0",
        "B0 4, 1",
        "999999999 * 999999999 + 1/3",
        "A0 2, C7 3",
        "0,05",
        "B0 05",
    ]
    page = ouvre("tp1_grille.html")
    lues = [*map(prevois.normalise, reponses)]
    assert page.evaluate("r => r.map(normalise)", reponses) == lues
    attendus = [prevois.essais(lue, ["b0", "a0"]) for lue in lues]
    assert page.evaluate("r => r.map((l) => essais(l, ['b0', 'a0']))", lues) == attendus
    assert page.evaluate("empreinte('P1.1', 'été')") == prevois.empreinte("P1.1", "été")
    longue = "a" * 200  # plusieurs blocs
    assert page.evaluate("t => empreinte('P1.10', t)", longue) == prevois.empreinte("P1.10", longue)
    for question in POSEES:
        if not question.a_discuter:
            bonne = bonnes_reponses(BLOCS[question.id])[0]
            cases = prevois.cases_dites(question.texte)
            donnees = json.dumps({question.id: {**vars(question), "cases": cases}})
            page.evaluate(f"Object.assign(donnees.questions, {donnees})")
            assert page.evaluate("([q, r]) => juge(q, r)", [question.id, bonne]) == prevois.JUSTE
            assert page.evaluate("([q, r]) => juge(q, r)", [question.id, "zut"]) == prevois.FAUX
            if not question.choix:
                autrement = "".join(f"{case} " for case in cases[:1]) + f"{bonne} * 1"
                vu = page.evaluate("([q, r]) => juge(q, r)", [question.id, autrement])
                assert vu == question.juge(autrement), autrement


@pytest.mark.navigateur
def test_repondre_a_une_question(ouvre):
    """Au clavier : faux donne une relance, juste le dit, vide demande une réponse."""
    question = next(q for q in POSEES.du_tp(1) if not q.choix and not q.a_discuter)
    page = ouvre("tp1_grille.html")
    champ = page.get_by_label(f"Ta réponse à {question.id}", exact=True)
    avis = page.locator(f'form[data-question="{question.id}"] output')
    champ.press("Enter")
    assert avis.inner_text() == prevois.PHRASES[prevois.SANS_REPONSE]
    champ.fill("pas du tout")
    assert avis.inner_text() == ""
    champ.press("Enter")
    assert avis.inner_text() == question.commente("pas du tout")
    champ.fill(f" « {bonnes_reponses(BLOCS[question.id])[0].lower()} » ")
    champ.press("Enter")
    assert avis.inner_text() == prevois.PHRASES[prevois.JUSTE]
    assert avis.get_attribute("role") == "status"


@pytest.mark.navigateur
def test_choisir_une_reponse(ouvre):
    question = next(q for q in POSEES.du_tp(1) if q.choix)
    page = ouvre("tp1_grille.html", 390, 844)
    groupe = page.get_by_role("group", name=f"Ta réponse à {question.id}", exact=True)
    formulaire = page.locator(f'form[data-question="{question.id}"]')
    [bonne] = bonnes_reponses(BLOCS[question.id])
    for choix in question.choix:
        groupe.get_by_label(choix, exact=True).check()
        formulaire.get_by_role("button").click()
        juste = choix == bonne
        attendu = prevois.PHRASES[prevois.JUSTE if juste else prevois.FAUX]
        assert formulaire.locator("output").inner_text().startswith(attendu)


@pytest.mark.navigateur
def test_imprimer_ne_coupe_ni_code_ni_tableau(ouvre, tmp_path):
    page = ouvre("tp2_placement.html")
    page.emulate_media(media="print")
    coupables = page.evaluate(
        """() => [...document.querySelectorAll("main figure, main .large")]
            .filter(e => getComputedStyle(e).breakInside !== "avoid").length"""
    )
    assert coupables == 0
    seules = page.eval_on_selector_all(
        "main p:has(+ figure), main p:has(+ .large)",
        "liste => liste.filter(p => getComputedStyle(p).breakAfter !== 'avoid').length",
    )
    assert seules == 0, "ce qui annonce un tableau ou un programme reste avec lui"
    assert not page.locator(".barre, .sommaire, .copier").filter(visible=True).count()
    # La largeur d'une feuille A4 sans ses marges (18 cm, à 96 points par pouce) : rien n'en sort.
    page.set_viewport_size({"width": 680, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    octets = page.pdf(path=CAPTURES / "enonce_tp2.pdf", format="A4")
    assert octets.startswith(b"%PDF") and octets.count(b"/Type /Page\n") > 3


@pytest.mark.navigateur
@pytest.mark.parametrize(("largeur", "hauteur", "theme"), ECRANS)
def test_captures(ouvre, largeur, hauteur, theme):
    """Pour être regardées : `.captures/enonce_…`."""
    page = ouvre("tp1_grille.html", largeur, hauteur, theme)
    page.locator("form.prevois").first.scroll_into_view_if_needed()
    image = CAPTURES / f"enonce_{largeur}_{theme}.png"
    page.screenshot(path=image)
    assert image.stat().st_size > 20_000
