"""La page du tournoi dans Chromium, ouverte du disque : course, duels, parties, pari, clavier.

Les résultats sont recomptés ici, d'après les tirs et les flottes, sans rien lire de ce que la page
en déduit. Il faut Chromium et Playwright ; axe-core vient de npm. Sans eux, ces essais sont passés.
"""

import itertools
import re

import pytest

from autograder.tournoi.page import NOM, propre
from autograder.tournoi.page import page as ecrit_page
from tests.autograder.test_tournoi_page import PETITS, petit
from tests.autograder.tournoi_factice import tournoi
from tests.conftest import attend_que
from tests.navigateur import (
    CAPTURES,
    chromium,
    pages_du_disque,
    source_d_axe,
    violations_graves,
)

pytestmark = pytest.mark.navigateur

ECRANS = [(1280, 720), (1366, 768), (1920, 1080)]
VUES = ["classement", "course", "duels", "duels-0", "bots-0"]
A4 = 1123 - 2 * 45  # pixels de large d'une page A4 couchée, marges de 1,2 cm ôtées
CASES = """[...document.querySelectorAll("section:not([hidden]) .plateau")].map(plateau =>
    [...plateau.querySelectorAll(".case")].map(c => c.getAttribute("class").slice(5)))"""
DEPASSE = """() => [...document.querySelectorAll("section:not([hidden]) :is(.plateau," +
    ".plateau svg,.compteur,.compteur *,.commandes,.phrase,.duel,.choix,.scene>button)")]
    .filter(e => {
        const b = e.getBoundingClientRect();
        return b.right > innerWidth + 1 || b.bottom > innerHeight + 1 || b.left < -1 || b.top < 0;
    }).map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def navigateur():
    with chromium() as navigateur:
        yield navigateur


@pytest.fixture(scope="module")
def joue():
    return tournoi(nb_flottes=60, cartes=True)


@pytest.fixture(scope="module")
def dossier(tmp_path_factory, joue):
    dossier = tmp_path_factory.mktemp("tournoi")
    (dossier / "tournoi.html").write_text(ecrit_page(joue), encoding="utf-8")
    for cas in PETITS:
        (dossier / f"{cas}.html").write_text(ecrit_page(petit(cas)), encoding="utf-8")
    return dossier


@pytest.fixture
def ouvre(navigateur, dossier):
    """Ouvre une vue ; à la fin, ni erreur dans la console, ni rien de téléchargé."""
    with pages_du_disque(navigateur, dossier) as page:

        def ouvre(vue="classement", ecran=ECRANS[0], nom="tournoi", **options):
            ouverte = page(f"{nom}.html", *ecran, **options)
            if vue != "classement":  # la page s'ouvre sur lui
                va(ouverte, vue)
            return ouverte

        yield ouvre


def attend(page, fait):
    """Attend un fait ; `wait_for_function` se heurterait à ce que la page interdit."""
    attend_que(lambda: page.evaluate(fait), fait)


def va(page, vue):
    page.evaluate(f"location.hash = '{vue}'")
    attend(page, f"document.body.className === '{vue.split('-')[0]}'")


def texte(page, selecteur):
    """Ce qui est écrit, sans les signes invisibles qui gardent un nom dans son sens."""
    dit = page.locator(f"section:visible {selecteur}").first.inner_text()
    return " ".join(re.sub("[\u2068\u2069]", "", dit).split())


def tabule(page, lien, touche="Tab"):
    """Va jusqu'à ce lien avec la touche Tab."""
    for _ in range(30):
        if page.evaluate("document.activeElement.hash") == lien:
            return
        page.keyboard.press(touche)
    pytest.fail(f"{lien} ne s'atteint pas au clavier")


def comptes(page):
    return [int(n) for n in page.locator("section:visible .compteur > b").all_inner_texts()]


def nom_de(joue, cle):
    return next(bot["nom"] for bot in joue["bots"] if bot["cle"] == cle)


def etats(joue, cle, numero, n):
    """L'état de chaque case après n tirs, recompté."""
    tirs = joue["parties"][cle][str(numero)]["tirs"][:n]
    vus = [""] * (joue["xmax"] * joue["ymax"])
    for tir in tirs:
        vus[tir] = "manque"
    for bateau in joue["flottes"][str(numero)]:
        for case in set(bateau) & set(tirs):
            vus[case] = "coule" if set(bateau) <= set(tirs) else "touche"
    return vus


def longueur(joue, cle, numero):
    return len(joue["parties"][cle][str(numero)]["tirs"])


# ----------------------------------------------------------------- la course


def test_la_course_tir_par_tir(ouvre, joue):
    page = ouvre("course")
    coureurs, numero = joue["course"]["bots"], joue["course"]["flotte"]
    longueurs = [longueur(joue, cle, numero) for cle in coureurs]
    assert len(coureurs) == 8
    for n in range(max(longueurs) + 1):
        if n:
            page.keyboard.press("ArrowRight")
        assert comptes(page) == [min(n, longue) for longue in longueurs]
        if n % 8 == 0 or n == max(longueurs):
            assert page.evaluate(CASES) == [etats(joue, cle, numero, n) for cle in coureurs]
    touches = [sum(e in ("touche", "coule") for e in cases) for cases in page.evaluate(CASES)]
    total = sum(joue["tailles"])
    dits = page.locator("section:visible .touches").all_inner_texts()
    assert [dit.split()[0] for dit in dits] == [f"{n}/{total}" for n in touches]


def test_la_course_finit_comme_le_classement_l_a_comptee(ouvre, joue):
    page = ouvre("course")
    page.keyboard.press("End")
    numero = str(joue["course"]["flotte"])
    scores = []
    for cle, montre in zip(joue["course"]["bots"], comptes(page), strict=True):
        faute = joue["parties"][cle][numero]["faute"]
        scores.append(100 if faute else montre)
        effectifs = next(bot["effectifs"] for bot in joue["bots"] if bot["cle"] == cle)
        assert effectifs[str(scores[-1])] >= 1
    meilleurs = [k for k, score in enumerate(scores) if score == min(scores)]
    plateaux = page.locator("section:visible .plateau")
    for k, score in enumerate(scores):
        place = 1 + sum(autre < score for autre in scores)
        badge = plateaux.nth(k).locator(".badge").inner_text()
        assert badge == ("1er" if place == 1 else f"{place}e")
    for k in meilleurs:
        assert nom_de(joue, joue["course"]["bots"][k])[:15] in texte(page, ".phrase")


@pytest.mark.parametrize("ecran", ECRANS)
def test_les_huit_sont_entiers_dans_la_fenetre(ouvre, ecran):
    page = ouvre("course", ecran)
    for touche in ("Home", "End"):
        page.keyboard.press(touche)
        assert page.locator("section:visible .plateau").count() == 8
        assert page.evaluate(DEPASSE) == []
    grilles = [grille.bounding_box() for grille in page.locator("section:visible .grille").all()]
    assert min(min(b["width"], b["height"]) for b in grilles) > ecran[1] / 4
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_le_pari_avant_la_course(ouvre, joue):
    page = ouvre("course")
    noms = [nom_de(joue, cle) for cle in joue["course"]["bots"]]
    assert "Qui gagnera ?" in texte(page, ".phrase")
    numero = joue["course"]["flotte"]
    longueurs = [longueur(joue, cle, numero) for cle in joue["course"]["bots"]]
    gagnant, perdant = longueurs.index(min(longueurs)), longueurs.index(max(longueurs))
    page.keyboard.press(str(perdant + 1))
    assert f"La classe parie sur {noms[perdant][:15]}" in texte(page, ".phrase")
    page.keyboard.press("End")
    assert "La classe avait parié sur" in texte(page, ".phrase")
    page.keyboard.press(str(gagnant + 1))
    assert "avait parié sur" in texte(page, ".phrase"), "les jeux sont faits"
    page.keyboard.press("Home")
    page.locator("section:visible button.nom").nth(gagnant).click()
    page.keyboard.press("End")
    assert "La classe avait vu juste." in texte(page, ".phrase")
    page.keyboard.press("Home")
    page.locator("section:visible button.nom").nth(gagnant).click()
    assert "Qui gagnera ?" in texte(page, ".phrase"), "un second clic retire le pari"


def test_la_carte_de_chaleur_est_celle_du_bot(ouvre, joue):
    page = ouvre("course")
    cle, numero, n = joue["course"]["bots"][0], str(joue["course"]["flotte"]), 7
    for touche in ["ArrowRight"] * n + ["c"]:
        page.keyboard.press(touche)
    cotes = page.evaluate("""[...document.querySelectorAll("#course .plateau:first-of-type " +
        ".chaleur")].map(rect => Number(rect.getAttribute("width")))""")
    carte, jouees = joue["cartes"][cle][numero][n], joue["parties"][cle][numero]["tirs"][:n]
    chaudes = {k for k, c in enumerate(carte) if c not in ".0" and k not in jouees}
    assert {k for k, cote in enumerate(cotes) if cote} == chaudes and chaudes
    assert cotes.index(max(cotes)) in [k for k in chaudes if carte[k] == "z"]
    page.keyboard.press("c")
    assert page.evaluate("[...document.querySelectorAll('#course .chaleur')]"
                         ".every(rect => rect.getAttribute('width') === '0.0')")  # fmt: skip


def test_sans_carte_pas_de_bouton(ouvre):
    page = ouvre("course", nom="trois bots")
    assert not page.get_by_role("button", name="Chaleur").is_visible()


# ----------------------------------------------------------------- lecture, clavier


def test_lecture_pause_et_vitesse(ouvre):
    page = ouvre("course")
    page.get_by_label("Vitesse").select_option("Rapide")
    page.get_by_role("button", name="Lire").click()
    attend(page, "Number(document.querySelector('#course .compteur b').innerText) > 3")
    page.keyboard.press("Space")
    arret = comptes(page)
    assert page.get_by_role("button", name="Lire").is_visible()
    page.keyboard.press("ArrowLeft")
    assert comptes(page)[0] == arret[0] - 1
    page.get_by_role("button", name="Lire").click()
    attend(page, "document.querySelector('#course .premier') !== null")
    attend(page, "document.querySelector('#course .principal').innerText === 'Lire'")
    assert page.get_by_label("Où en est le film").input_value() == page.get_by_label(
        "Où en est le film"
    ).get_attribute("max")


def test_au_clavier_seul(ouvre, joue):
    """De la barre du haut à la fin d'un duel, sans souris."""
    page = ouvre()
    tabule(page, "#course")
    page.keyboard.press("Enter")
    attend(page, "document.body.className === 'course'")
    # Un clavier français, sans Maj : la touche 3 écrit « " », la touche 6 « - ».
    for touche, code, k in (('"', "Digit3", 2), ("-", "Digit6", 5)):
        page.evaluate(f"""document.body.dispatchEvent(new KeyboardEvent("keydown",
            {{key: '{touche}', code: '{code}', bubbles: true}}))""")
        boutons = page.locator("#course button.nom")
        assert boutons.nth(k).get_attribute("aria-pressed") == "true"
    page.keyboard.press("+")
    assert page.get_by_label("Vitesse").input_value() == "3"
    page.keyboard.press("Space")
    attend(page, "Number(document.querySelector('#course .compteur b').innerText) > 1")
    page.keyboard.press("-")
    assert page.get_by_label("Vitesse").input_value() == "2"
    page.keyboard.press("Space")
    tabule(page, "#duels", "Shift+Tab")
    page.keyboard.press("Enter")
    attend(page, "document.body.className === 'duels'")
    tabule(page, "#duels-0")
    page.keyboard.press("Enter")
    attend(page, "document.querySelector('#duels .plateau') !== null")
    page.keyboard.press("2")
    page.keyboard.press("End")
    gagnant = joue["duels"][0][joue["duels"][0]["gagnant"]]
    assert f"{nom_de(joue, gagnant)} gagne, " in texte(page, "h3")


def test_un_bouton_garde_la_barre_d_espace(ouvre):
    page = ouvre("course")
    page.locator("#course button.nom").nth(1).focus()
    page.keyboard.press("Space")
    assert page.locator("#course button.nom").nth(1).get_attribute("aria-pressed") == "true"
    assert comptes(page) == [0] * 8 and page.get_by_role("button", name="Lire").is_visible()


def test_mouvements_reduits(ouvre):
    """L'animation d'un tir n'existe que pour qui l'accepte."""
    nom = "getComputedStyle(document.querySelector('#course .touche .signe')).animationName"
    for reglage, attendu in (("no-preference", "arrive"), ("reduce", "none")):
        page = ouvre("course", reduced_motion=reglage)
        page.get_by_label("Vitesse").select_option("Rapide")
        page.keyboard.press("Space")
        attend(page, "document.querySelector('#course .en-marche .touche .signe') !== null")
        assert page.evaluate(nom) == attendu


# ----------------------------------------------------------------- les duels, les parties


def test_les_duels_manche_par_manche(ouvre, joue):
    page = ouvre("duels")
    assert page.locator("#duels a.duel").count() == 4, "seuls les quarts se connaissent"
    assert page.locator("#duels .camp", has_text="?").count() == 6
    for k, duel in enumerate(joue["duels"]):
        va(page, "duels")
        va(page, f"duels-{k}")
        for numero, manche in enumerate(duel["manches"], 1):
            attend(page, "document.querySelector('#duels .plateau') !== null")
            page.keyboard.press(str(numero))
            assert comptes(page) == [0, 0]
            page.keyboard.press("ArrowRight")
            assert comptes(page) == ([1, 0] if manche["premier"] == "a" else [0, 1])
            page.keyboard.press("End")
            gagnant, autre = ("a", "b") if manche["gagnant"] == "a" else ("b", "a")
            assert nom_de(joue, duel[gagnant])[:15] in texte(page, ".phrase")
            tires = dict(zip("ab", comptes(page), strict=True))
            assert tires[gagnant] == manche[f"tirs_{gagnant}"]
            avance = 0 if manche["premier"] == autre else 1
            assert tires[autre] == min(
                tires[gagnant] - avance, longueur(joue, duel[autre], manche[f"flotte_{autre}"])
            )
            assert page.evaluate(CASES) == [
                etats(joue, duel[camp], manche[f"flotte_{camp}"], tires[camp]) for camp in "ab"
            ]
    va(page, "duels")
    assert page.locator("#duels .oui").count() == 7
    assert page.locator("#duels .camp", has_text="?").count() == 0


def test_montrer_tous_les_resultats(ouvre, joue):
    page = ouvre("duels")
    page.get_by_role("button", name="Montrer tous les résultats").click()
    gagnants = page.locator("#duels .gagnant").all_inner_texts()
    attendus = [propre(nom_de(joue, duel[duel["gagnant"]]), NOM) for duel in joue["duels"]]
    assert [nom in dit for nom, dit in zip(attendus, gagnants, strict=True)] == [True] * 7


def test_la_meilleure_et_la_pire_partie_de_chaque_bot(ouvre, joue):
    page = ouvre("bots-0")
    for k, bot in enumerate(joue["bots"]):
        page.locator("#bots .choix select").select_option(str(k))
        attend(page, f"location.hash === '#bots-{k}'")
        for nom, numero in (("Meilleure", bot["meilleure"]), ("Pire", bot["pire"])):
            page.get_by_role("button", name=f"{nom} partie (n° {numero})").click()
            page.keyboard.press("End")
            partie = joue["parties"][bot["cle"]][str(numero)]
            assert comptes(page) == [len(partie["tirs"])]
            assert page.evaluate(CASES) == [
                etats(joue, bot["cle"], numero, len(partie["tirs"]))
            ]  # fmt: skip
            dite = texte(page, ".phrase")
            assert ("Partie perdue, comptée 100 tirs" in dite) == bool(partie["faute"])
            assert partie["faute"].replace("\u00a0", " ") in dite
            extreme = (min if nom == "Meilleure" else max)(map(int, bot["effectifs"]))
            assert (100 if partie["faute"] else len(partie["tirs"])) == extreme


# ----------------------------------------------------------------- lisible partout


def test_sans_script_le_classement_se_lit(navigateur, dossier, joue):
    with pages_du_disque(navigateur, dossier) as ouvre:
        page = ouvre("tournoi.html", java_script_enabled=False)
        assert page.locator("tbody tr").count() == len(joue["bots"])
        assert page.locator("tbody tr").last.is_visible()
        assert page.locator("noscript p").is_visible()
        assert not page.locator("#course").is_visible()


@pytest.mark.parametrize("ecran", ECRANS)
def test_rien_ne_deborde_et_tout_est_grand(ouvre, ecran):
    """Chaque vue tient dans la fenêtre ; le plus petit mot fait un cinquantième de sa hauteur."""
    page = ouvre(ecran=ecran)
    for vue in VUES:
        va(page, vue)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, vue
        assert page.evaluate(DEPASSE) == [], vue
        petit_mot = page.evaluate("""() => Math.min(...[...document.querySelectorAll(
            "section:not([hidden]) :is(p,span,b,td,th,a,button,li)")].filter(e => e.innerText)
            .map(e => parseFloat(getComputedStyle(e).fontSize)))""")
        assert petit_mot >= ecran[1] / 50, vue
        page.screenshot(path=CAPTURES / f"tournoi_{vue}_{ecran[0]}.png")


@pytest.mark.parametrize("cas", PETITS)
def test_petits_tournois_dans_toutes_les_vues(ouvre, cas):
    page = ouvre(nom=cas)
    joue = petit(cas)
    for vue in VUES:
        va(page, vue)
        for touche in ("1", "Space", "End", "b", "c"):
            page.keyboard.press(touche)
        assert page.evaluate(DEPASSE) == [], vue
        if vue == "course" and joue["bots"]:
            numero = joue["course"]["flotte"]
            assert comptes(page) == [longueur(joue, c, numero) for c in joue["course"]["bots"]]
        page.screenshot(path=CAPTURES / f"tournoi_{cas.replace(' ', '_')}_{vue}.png")
    if cas == "tout est perdu":
        va(page, "course")
        page.keyboard.press("End")
        assert texte(page, ".phrase") == "Personne n'a fini : toutes les parties sont perdues."
        assert page.locator("#course .badge", has_text="compte 100 tirs").count() == 4


def test_les_noms_hostiles_ne_font_rien(ouvre):
    page = ouvre()
    page.on("dialog", lambda _: pytest.fail("un nom a exécuté du script"))
    for vue in [*VUES, *(f"bots-{k}" for k in range(11))]:
        va(page, vue)
        assert page.locator("script").count() == 2
        assert page.locator("section:visible b b").count() == 0


def test_imprimee_aucune_ligne_n_est_coupee(navigateur, tmp_path):
    """Trente bots : sur du A4 couché, le tableau a la largeur de la page et répète son en-tête."""
    classe = tournoi(30)
    (tmp_path / "trente.html").write_text(ecrit_page(classe), encoding="utf-8")
    with pages_du_disque(navigateur, tmp_path) as ouvre:
        page = ouvre("trente.html", A4, 794 - 2 * 45)
        va(page, "course")
        page.emulate_media(media="print")
        assert page.locator("table").is_visible() and not page.locator("#course").is_visible()
        assert page.locator("tbody tr").count() == 30
        boite = page.locator("table").bounding_box()
        assert boite["x"] >= 0 and boite["x"] + boite["width"] <= A4
        styles = page.eval_on_selector_all(
            "tr", "lignes => [...new Set(lignes.map(l => getComputedStyle(l).breakInside))]"
        )
        assert styles == ["avoid"]
        assert page.evaluate("getComputedStyle(document.querySelector('thead')).display") == (
            "table-header-group"
        )
        pdf = page.pdf(prefer_css_page_size=True)
        (CAPTURES / "tournoi_de_trente.pdf").write_bytes(pdf)
        assert 2 <= len(re.findall(rb"/Type\s*/Page[^s]", pdf)) <= 5


def test_axe_ne_trouve_rien_de_grave(ouvre, tmp_path):
    source = source_d_axe(tmp_path)
    for theme, vue in itertools.product(("light", "dark"), VUES):
        page = ouvre(vue, theme=theme)
        assert violations_graves(page, source) == [], (vue, theme)
        if vue != "classement":
            page.keyboard.press("End")
            assert violations_graves(page, source) == [], (vue, theme, "fin")
