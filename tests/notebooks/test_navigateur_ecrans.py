"""Les carnets à l'écran, dans Chromium : ce que l'on vient de demander est sous les yeux."""

import pytest

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
    api.expect(scene.locator("[aria-label*=bateau]")).to_have_count(17)


def test_les_figures_de_l_etude_sont_dites(page, lab, tmp_path_factory):  # noqa: F811
    """Chaque figure a une phrase, et axe-core ne trouve rien de grave dans le carnet."""
    ouvre(page, lab, "etude_statistique")
    images = page.locator(".jp-OutputArea-output img")
    assert images.count() >= 1
    assert all(len(image.get_attribute("alt")) > 40 for image in images.all())
    verifie_accessibilite(page, tmp_path_factory, [".jp-OutputArea-output"])
