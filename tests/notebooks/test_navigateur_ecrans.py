"""Les carnets à l'écran, dans Chromium : ce que l'on vient de demander est sous les yeux."""

import pytest

from autograder.fabrique.chasses import lit_chasses
from autograder.fabrique.preuves import fichier_d_essais
from tests.conftest import RACINE, attend_que
from tests.copies import REGISTRE
from tests.navigateur import CAPTURES
from tests.notebooks.test_carnets import CARNETS_ELEVE, cree_kit
from tests.notebooks.test_navigateur import (  # noqa: F401 (des fixtures)
    api,
    attend_calme,
    attend_cases,
    bas_du_carnet,
    choisit,
    contexte,
    grille,
    kit,
    lab,
    lab_de,
    navigateur,
    ouvre,
    page,
    verifie_accessibilite,
)

pytestmark = pytest.mark.navigateur


@pytest.fixture(scope="module")
def resolus(tmp_path_factory):
    """L'adresse d'un JupyterLab ouvert chez un élève qui a tout écrit."""
    with lab_de(cree_kit(tmp_path_factory.mktemp("resolus"), "solutions")) as adresse:
        yield adresse


@pytest.mark.parametrize("taille", [(1280, 720), (1366, 768), (1920, 1080)])
def test_nouvelle_partie_tout_le_placement_a_l_ecran(page, lab, taille):  # noqa: F811
    """Boutons, grille entière et consigne, sans rien faire défiler soi-même."""
    largeur, hauteur = taille
    page.set_viewport_size({"width": largeur, "height": hauteur})
    ouvre(page, lab, "jouer")
    page.get_by_role("button", name="Nouvelle partie").first.click()
    place = attend_cases(page, "Place ta flotte", 100)
    page.wait_for_timeout(800)
    place.locator("[data-case=B2]").click()
    place.locator("[data-case=B2][aria-label*=bateau]").wait_for()
    place.locator("[data-case=B3]").click()  # collé au premier : refusé, et on le dit
    parties = [
        page.get_by_role("button", name="Au hasard").first,
        place.locator("[data-case=A0]"),
        place.locator("[data-case=J9]"),
        page.locator(".bn-table .bn-panneau p", has_text="le bateau de 4 ne tient pas ici"),
        page.locator(".bn-table .bn-panneau p", has_text="Flèches pour viser"),
        place.locator(".bn-legende"),
    ]
    for partie in parties:
        partie.wait_for()
        boite = partie.bounding_box()
        assert boite["y"] >= 0 and boite["y"] + boite["height"] <= bas_du_carnet(page), boite


def test_un_niveau_qui_compte_tout_laisse_la_main(page, lab):  # noqa: F811
    """Dès le choix du niveau 7, il s'affiche et les boutons répondent, avant son premier coup."""
    ouvre(page, lab, "demo_ordi")
    page.get_by_role("button", name="Réglages").first.click()
    page.get_by_label("niveau", exact=True).first.wait_for()
    assert page.evaluate(CHOIX_COUPES) == []
    page.get_by_label("niveau", exact=True).first.select_option(index=6)
    titre = page.locator("figcaption").first
    api.expect(titre).to_contain_text("Niveau 7 : coup 0 (l'Ordi réfléchit à la suite)")
    page.get_by_role("button", name="Montrer les bateaux").first.click()
    scene = page.locator("figure.bn-grille").first
    api.expect(scene.locator("[role=gridcell][aria-label*=bateau]")).to_have_count(17)


@pytest.mark.parametrize("taille", [(1280, 720), (1920, 1080)])
def test_la_classe_place_la_flotte_au_projecteur(page, lab, taille):  # noqa: F811
    """Boutons, consigne et grille en entier dans la fenêtre ; puis l'Ordi cherche."""
    page.set_viewport_size({"width": taille[0], "height": taille[1]})
    ouvre(page, lab, "demo_ordi")
    page.get_by_role("button", name="Réglages").first.click()
    choisit(page, "flotte", "grille dessinée par la classe")
    place = attend_cases(page, "Place ta flotte", 100)
    page.wait_for_timeout(500)
    attend_calme(page)
    parties = [
        page.get_by_role("button", name="C'est parti").first,
        page.get_by_text("Choisis sa première case").first,
        place.locator("[data-case=A0]"),
        place.locator("[data-case=J9]"),
    ]
    for partie in parties:
        boite = partie.bounding_box()
        assert boite["height"] > 10, boite
        assert boite["y"] >= 0 and boite["y"] + boite["height"] <= bas_du_carnet(page), boite
    assert boite["height"] >= bas_du_carnet(page) / 30, "la grille reste grande"
    page.screenshot(path=CAPTURES / f"classe_place_{taille[1]}.png")
    page.get_by_role("button", name="Au hasard").first.click()
    page.get_by_text("Ta flotte est prête").first.wait_for()
    page.get_by_role("button", name="C'est parti").first.click()
    page.get_by_text("Où tirer ?").first.wait_for()


def test_les_figures_de_l_etude_sont_dites(page, lab, tmp_path_factory):  # noqa: F811
    """Chaque figure a une phrase, et axe-core ne trouve rien de grave dans le carnet."""
    ouvre(page, lab, "etude_statistique")
    images = page.locator(".jp-OutputArea-output img")
    assert images.count() >= 1
    assert all(len(image.get_attribute("alt")) > 40 for image in images.all())
    verifie_accessibilite(page, tmp_path_factory, [".jp-OutputArea-output"])


def test_la_flotte_pirate_se_refait_a_chaque_enregistrement(page, lab, kit, tmp_path_factory):  # noqa: F811
    """Les navires après le clic ; de meilleurs essais, enregistrés, les coulent tous."""
    lecons, exercice = kit / "lessons", REGISTRE["tp1.adjacent"]
    module, essais = lecons / "tp1_grille.py", lecons / "essais_tp1.py"
    avant = {chemin: chemin.read_text(encoding="utf-8") for chemin in (module, essais)}
    try:
        corrige = (RACINE / "solutions/tp1_grille.py").read_text(encoding="utf-8")
        module.write_text(corrige, encoding="utf-8")
        ouvre(page, lab, "tp1_grille")
        page.get_by_label("chasse", exact=True).select_option("essais_adjacent")
        bouton = page.get_by_role("button", name="Lancer la chasse")
        bouton.focus()
        page.keyboard.press("Enter")
        carte = page.locator(".bn-carte", has=page.locator(".bn-flotte-pirate"))
        api.expect(carte.locator("li")).to_have_count(8)
        api.expect(carte.locator("li.bn-coule")).not_to_have_count(8)
        api.expect(carte).to_contain_text("Un pirate encore à flot")
        page.screenshot(path=CAPTURES / "flotte_pirate.png")
        verifie_accessibilite(page, tmp_path_factory, [".jp-OutputArea-output"])
        corps = lit_chasses()[exercice.id]["modele"]
        texte = fichier_d_essais(exercice, REGISTRE.chasses[exercice.id], corps)
        essais.write_text(texte, encoding="utf-8")
        api.expect(carte.locator("li.bn-coule")).to_have_count(8)
        api.expect(carte).to_contain_text("toute la flotte est au fond")
        page.screenshot(path=CAPTURES / "flotte_coulee.png")
    finally:
        for chemin, texte in avant.items():
            chemin.write_text(texte, encoding="utf-8")


# Les espaces où une ligne pourrait se couper avant « : » ou « ? », hors du code.
COUPURES = """() => {
    const trouvees = [], racine = document.querySelector(".jp-Notebook");
    const textes = document.createTreeWalker(racine, NodeFilter.SHOW_TEXT);
    for (let noeud = textes.nextNode(); noeud; noeud = textes.nextNode()) {
        const parent = noeud.parentElement;
        if (!parent.closest(".jp-RenderedMarkdown, .bn-carte, .bn-panneau, .bn-phrase")) continue;
        const espace = / [:;?!»]|« |\\d %/.test(noeud.data) && !parent.closest("pre, code");
        if (espace) trouvees.push(noeud.data);
    }
    return trouvees;
}"""
CODES_COUPES = """() => [...document.querySelectorAll(".bn-panneau p code")]
    .filter(code => code.textContent.length <= 24 && code.getClientRects().length > 1)
    .map(code => code.textContent)"""
# La hauteur d'une ligne, comparée à celle des lettres : 1,16 au plus, ou les traits d'un dessin
# ne se touchent pas.
INTERLIGNES = """() => [...document.querySelectorAll(".bn-panneau pre, .bn-carte pre")].map(pre => {
    const style = getComputedStyle(pre);
    return parseFloat(style.lineHeight) / parseFloat(style.fontSize);
})"""
# Ce qui dépasse d'une liste déroulante : pixels du plus long de ses choix qui n'y tiennent pas.
CHOIX_COUPES = """() => [...document.querySelectorAll(".jp-OutputArea select:not([multiple])")]
    .filter(liste => liste.checkVisibility())
    .flatMap(liste => {
        const encre = document.createElement("canvas").getContext("2d");
        encre.font = getComputedStyle(liste).font;
        const place = liste.clientWidth - 24;  // la flèche et les marges
        return [...liste.options].map(o => o.label).filter(o => encre.measureText(o).width > place);
    })"""


def test_l_ordi_de_l_eleve_tout_est_sous_les_yeux(page, resolus):  # noqa: F811
    """Coup par coup, à 1280 × 720 : les boutons, la grille et ce que dit l'Ordi, à côté d'elle."""
    page.set_viewport_size({"width": 1280, "height": 720})
    ouvre(page, resolus, "tp6_solveur_optimal")
    table = page.locator(".bn-table").first
    for numero in range(1, 7):
        table.get_by_role("button", name="Suivant").click()
        table.locator("figcaption", has_text=f"coup {numero} ").wait_for()
    dit = table.locator(".bn-panneau").last

    def hors_de_vue():
        attend_calme(page)
        parties = [table.locator(".bn-lecteur"), table.locator("[data-case=J9]"), dit]
        boites = [partie.bounding_box() for partie in parties]
        bas = bas_du_carnet(page) + 1
        return [b for b in boites if b["y"] < 0 or b["y"] + b["height"] > bas]

    attend_que(lambda: not hors_de_vue(), hors_de_vue)
    page.screenshot(path=CAPTURES / "ordi_de_l_eleve.png")


@pytest.mark.parametrize("nom", CARNETS_ELEVE)
def test_un_carnet_resolu_se_lit_bien(page, resolus, nom):  # noqa: F811
    """Tout écrit : ni ligne qui commence par « ? », ni code, valeur, choix ou dessin coupé."""
    page.set_viewport_size({"width": 1280, "height": 720})
    ouvre(page, resolus, nom)
    page.locator(".bn-panneau").first.wait_for()
    attend_calme(page)
    assert page.evaluate(COUPURES) == []
    assert page.evaluate(CODES_COUPES) == []
    assert [rapport for rapport in page.evaluate(INTERLIGNES) if rapport > 1.16] == []
    assert page.evaluate(CHOIX_COUPES) == []
    assert [c for c in page.locator(".bn-panneau td").all_inner_texts() if c.endswith("…")] == []
    if nom == "jouer":
        grilles = page.locator(".bn-course .bn-cadre")
        api.expect(grilles).to_have_count(2)
        assert len({boite.bounding_box()["y"] for boite in grilles.all()}) == 1, "face à face"
