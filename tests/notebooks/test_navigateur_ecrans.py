"""Les carnets à l'écran, dans Chromium : ce que l'on vient de demander est sous les yeux."""

import pytest

from autograder.fabrique.chasses import lit_chasses
from autograder.fabrique.preuves import fichier_d_essais
from tests.conftest import RACINE
from tests.copies import REGISTRE
from tests.navigateur import CAPTURES
from tests.notebooks.test_navigateur import (  # noqa: F401 (des fixtures)
    api,
    attend_cases,
    bas_du_carnet,
    contexte,
    grille,
    kit,
    lab,
    navigateur,
    ouvre,
    page,
    verifie_accessibilite,
)

pytestmark = pytest.mark.navigateur


@pytest.mark.parametrize("taille", [(1280, 720), (1366, 768), (1920, 1080)])
def test_nouvelle_partie_tout_le_placement_a_l_ecran(page, lab, taille):  # noqa: F811
    """Boutons, grille entière et consigne, sans rien faire défiler soi-même."""
    largeur, hauteur = taille
    page.set_viewport_size({"width": largeur, "height": hauteur})
    ouvre(page, lab, "jouer")
    page.get_by_role("button", name="Nouvelle partie").first.click()
    place = attend_cases(page, "Place ta flotte", 100)
    page.wait_for_timeout(800)
    parties = [
        page.get_by_role("button", name="Au hasard").first,
        place.locator("[data-case=A0]"),
        place.locator("[data-case=J9]"),
        page.get_by_text("Choisis sa première case").first,
    ]
    for partie in parties:
        boite = partie.bounding_box()
        assert boite["y"] >= 0 and boite["y"] + boite["height"] <= bas_du_carnet(page), boite


def test_un_niveau_qui_compte_tout_laisse_la_main(page, lab):  # noqa: F811
    """Dès le choix du niveau 7, il s'affiche et les boutons répondent, avant son premier coup."""
    ouvre(page, lab, "demo_ordi")
    page.get_by_role("button", name="Réglages").first.click()
    page.get_by_label("niveau", exact=True).first.select_option(index=6)
    titre = page.locator("figcaption").first
    api.expect(titre).to_contain_text("Niveau 7 : coup 0 (l'Ordi réfléchit à la suite)")
    page.get_by_role("button", name="Montrer les bateaux").first.click()
    scene = page.locator("figure.bn-grille").first
    api.expect(scene.locator("[role=gridcell][aria-label*=bateau]")).to_have_count(17)


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
