"""Les carnets dans un vrai navigateur : JupyterLab et Voilà, à la souris et au clavier seul.

Il faut Chromium et Playwright ; axe-core vient de npm. Les captures d'écran vont dans `.captures/`.
"""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time

import pytest

from tests.conftest import PATIENCE, RACINE, attend_que
from tests.navigateur import (
    CAPTURES,
    chromium,
    module_installe,
    nouveau_contexte,
    source_d_axe,
    violations_graves,
)
from tests.notebooks.test_carnets import CARNETS, cree_kit

pytestmark = pytest.mark.navigateur
api = pytest.importorskip("playwright.sync_api")  # en CI, `chromium` échoue s'il manque

# Messages d'autres que nous, connus et sans conséquence.
BRUIT = re.compile(r"favicon|ResizeObserver|WebSocket is closed|404 \(Not Found\)|voila/static")
AVEC_ESSAI = ("demo_ordi", "jouer", "tp1_grille")
SANS_ANNONCES = '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}'
DESSINS = [".bn-grille", ".bn-carte", ".bn-panneau", ".bn-lecteur", ".bn-resultats", ".bn-phrase"]
DEFILEUR = ".jp-WindowedPanel-outer"
# Millisecondes entre un clic sur une case (ou sur « Suivant ») et le dessin qui en résulte.
CHRONOMETRE = """([case_, patience]) => new Promise((fini, rate) => {
    setTimeout(() => rate(new Error("rien n'est redessiné")), patience * 1000);
    const suivant = [...document.querySelectorAll("button")].find(b => /Suivant/.test(b.innerText));
    const cible = case_ === "coup" ? suivant : case_;
    const dessin = case_ === "coup" ? document.querySelector(".bn-grille") : case_;
    const debut = performance.now();
    const observateur = new MutationObserver(() => {
        observateur.disconnect();
        requestAnimationFrame(() => fini(performance.now() - debut));
    });
    const quoi = {attributeFilter: ["aria-label"], subtree: true};
    observateur.observe(dessin, quoi);
    cible.dispatchEvent(new MouseEvent("click", {bubbles: true}));
})"""
# Garde, dans `titres`, tout ce qu'un titre aura affiché à partir de maintenant.
NOTE_LES_TITRES = """titre => {
    window.titres = [titre.innerText];
    const quoi = {subtree: true, childList: true, characterData: true};
    new MutationObserver(() => window.titres.push(titre.innerText)).observe(titre, quoi);
}"""
GRILLES_DU_JEU = ("Tes tirs", "Ta flotte")
FIN = re.compile("Bravo|a gagné")
# Vrai dès que la case est jouée, ou que la partie est finie.
TIR_FAIT = """nom => {
    const titres = [...document.querySelectorAll(".bn-carte h4")].map(h => h.innerText);
    if (titres.some(t => /Bravo|a gagné/.test(t))) return "partie finie";
    const figures = [...document.querySelectorAll("figure.bn-grille")];
    const tirs = figures.find(f => f.innerText.startsWith("Tes tirs"));
    const libelle = tirs.querySelector(`[data-case=${nom}]`).getAttribute("aria-label");
    return /, (touché|manqué|coulé)/.test(libelle) && "tir fait";
}"""


# ----------------------------------------------------------------- outils


@pytest.fixture(scope="module")
def navigateur():
    """Chromium, sans rien qui sorte de la machine."""
    with chromium() as navigateur:
        yield navigateur


@pytest.fixture(scope="module")
def contexte(navigateur):
    """Une seule session, pour que le navigateur garde JupyterLab en mémoire."""
    contexte = nouveau_contexte(navigateur, viewport={"width": 1300, "height": 950})
    yield contexte
    contexte.close()


@pytest.fixture
def page(contexte):
    """Une page qui note les erreurs de la console et tout ce qui sortirait de la machine."""
    page = contexte.new_page()
    page.erreurs, page.sorties = [], []
    page.on("console", lambda m: m.type == "error" and page.erreurs.append(m.text))
    page.on("pageerror", lambda erreur: page.erreurs.append(str(erreur)))
    page.on("request", lambda requete: note_sortie(page, requete.url))
    yield page
    page.close()
    assert page.sorties == []
    assert [texte for texte in page.erreurs if not BRUIT.search(texte)] == []


def note_sortie(page, adresse):
    """Garde l'adresse si elle n'est pas sur cette machine."""
    if not re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:|about:", adresse):
        page.sorties.append(adresse)


def lance(commande, dossier):
    """Lance un serveur local ; renvoie (processus, adresse) quand il répond."""
    with socket.socket() as prise:
        prise.bind(("127.0.0.1", 0))
        port = prise.getsockname()[1]
    prive = dossier / ".jupyter"
    environnement = dict(
        os.environ,
        HOME=str(prive),
        JUPYTER_CONFIG_DIR=str(prive / "config"),
        JUPYTER_RUNTIME_DIR=str(prive / "runtime"),
        JUPYTERLAB_WORKSPACES_DIR=str(prive / "workspaces"),
        JUPYTERLAB_SETTINGS_DIR=str(prive / "settings"),
    )
    (prive / "config/labconfig").mkdir(parents=True, exist_ok=True)
    (prive / "config/labconfig/page_config.json").write_text(SANS_ANNONCES)
    with open(prive / "journal.txt", "wb") as journal:
        processus = subprocess.Popen(
            [sys.executable, "-m", *commande, f"--port={port}", "--no-browser"],
            cwd=dossier, env=environnement, stdout=journal, stderr=subprocess.STDOUT,
        )  # fmt: skip
    for _ in range(900):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return processus, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.2)
    processus.kill()
    raise RuntimeError((prive / "journal.txt").read_text())


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """Le kit du professeur : squelettes, corrigé et carnets."""
    return cree_kit(tmp_path_factory.mktemp("lab"), "complet")


@pytest.fixture(scope="module")
def lab(kit):
    """L'adresse d'un JupyterLab ouvert sur le kit."""
    with lab_de(kit) as adresse:
        yield adresse


@contextlib.contextmanager
def lab_de(kit):
    """L'adresse d'un JupyterLab ouvert sur ce dossier."""
    commande = [
        "jupyterlab", "--ip=127.0.0.1", "--allow-root", "--IdentityProvider.token=",
        "--LabApp.news_url=", f"--ServerApp.root_dir={kit}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    processus, adresse = lance(commande, kit)
    yield adresse
    processus.terminate()
    processus.wait()


@contextlib.contextmanager
def voila_de(page, kit, nom):
    """L'adresse d'un Voilà ouvert sur ce carnet ; la page le quitte avant qu'il ne s'arrête."""
    module_installe("voila")
    processus, adresse = lance(["notebooks.voila", nom, "--Voila.ip=127.0.0.1"], kit)
    try:
        yield adresse
        page.goto("about:blank")
    finally:
        processus.terminate()
        processus.wait()


def attend_repos(page):
    """Attend que le noyau ait fini."""
    page.wait_for_function(
        "document.querySelector('#jp-main-statusbar')?.innerText.includes('| Idle')"
    )


def attend_calme(page):
    """Attend que le noyau se taise et que plus rien ne bouge à l'écran."""
    attend_repos(page)
    page.wait_for_function(
        """document.getAnimations().every(a => a.playState !== "running"
            || a.effect.getComputedTiming().iterations === Infinity)"""
    )
    page.evaluate("new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))")


def ouvre(page, lab, nom):
    """Ouvre un carnet dans Lab et l'exécute en entier ; aucune cellule ne doit échouer."""
    page.goto(f"{lab}/lab/tree/notebooks/{nom}.ipynb?reset")
    page.wait_for_selector(".jp-Notebook")
    attend_repos(page)
    debut = time.perf_counter()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_selector(".jp-OutputArea-output img, .bn-grille svg")
    print(f"\n{nom} : première image {time.perf_counter() - debut:.1f} s après « Tout exécuter »")
    attend_repos(page)
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    photographie(page, nom)


def photographie(page, nom):
    """Des captures de tout le carnet, de haut en bas."""
    defile = page.locator(DEFILEUR).first
    hauteur = defile.evaluate("e => e.scrollHeight")
    for rang, position in enumerate(range(0, min(hauteur, 5000), 800)):
        defile.evaluate("(e, y) => e.scrollTo(0, y)", position)
        page.wait_for_timeout(150)
        page.screenshot(path=CAPTURES / f"{nom}-{rang}.png")
    defile.evaluate("e => e.scrollTo(0, 0)")


def grille(page, titre):
    """La grille qui porte ce titre."""
    return page.locator("figure.bn-grille", has=page.locator(f"figcaption:text-is('{titre}')"))


def attend_cases(page, titre, combien):
    """La grille de ce titre, quand elle a ce nombre de cases."""
    trouvee = grille(page, titre)
    api.expect(trouvee.locator("[role=gridcell]")).to_have_count(combien)
    return trouvee


def choisit(page, etiquette, option):
    """Choisit une option dans la première liste déroulante de ce nom."""
    page.get_by_label(etiquette, exact=True).first.select_option(label=option)


def descend(page, locator):
    """Fait défiler le carnet jusqu'à l'élément, et prend le temps de le dessiner."""
    locator.first.evaluate("e => e.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(200)


def joue_toutes_les_cases(page, tire):
    """Tire case après case jusqu'à la fin de la partie ; renvoie le nombre de tirs."""
    tirs = grille(page, "Tes tirs")
    noms = tirs.locator("[role=gridcell]").evaluate_all("e => e.map(c => c.dataset.case)")
    for combien, nom in enumerate(noms, 1):
        tire(tirs.locator(f"[data-case={nom}]"))
        fini = page.wait_for_function(TIR_FAIT, arg=nom).json_value()
        if fini == "partie finie":
            return combien
    page.locator(".bn-carte h4").filter(has_text=FIN).wait_for()
    return len(noms)


def verifie_accessibilite(page, tmp_path_factory, dessins=DESSINS):
    """axe-core ne trouve rien de grave dans ce que nous dessinons."""
    source = source_d_axe(tmp_path_factory.mktemp("axe"))
    ici = f"{{include: {json.dumps(dessins)}.filter(d => document.querySelector(d)).map(d => [d])}}"
    assert violations_graves(page, source, ici) == []


# ----------------------------------------------------------------- JupyterLab


@pytest.mark.parametrize("nom", [nom for nom in CARNETS if nom not in AVEC_ESSAI])
def test_chaque_carnet_s_ouvre_dans_lab(page, lab, nom, tmp_path_factory):
    """Les carnets qui n'ont pas d'essai à eux plus bas ; chaque commande y a un nom."""
    ouvre(page, lab, nom)
    if nom != "etude_statistique":
        page.wait_for_timeout(1600)
        attend_calme(page)
        verifie_accessibilite(page, tmp_path_factory, [".jp-OutputArea-output"])


def test_partie_a_la_souris(page, lab, tmp_path_factory):
    """Placer trois bateaux en cliquant, jouer jusqu'au bout, revoir la partie."""
    ouvre(page, lab, "jouer")
    choisit(page, "grille", "rapide : 6 × 6, bateaux 3, 2, 2")
    choisit(page, "commence", "moi")
    page.get_by_role("button", name="Nouvelle partie").click()
    place = attend_cases(page, "Place ta flotte", 36)
    place.locator("[data-case=A0]").click()
    page.get_by_role("button", name="Tourner").click()
    place.locator("[data-case=A0][aria-label*=bateau]").wait_for()
    place.locator("[data-case=A1]").click()  # collé au premier : refusé
    place.locator("[data-case=F2]").click()
    place.locator("[data-case=F3][aria-label*=bateau]").wait_for()
    place.locator("[data-case=B4]").click()
    place.locator("[data-case=B5][aria-label*=bateau]").wait_for()
    place.screenshot(path=CAPTURES / "placement.png")
    page.get_by_role("button", name="C'est parti").click()
    tirs = grille(page, "Tes tirs")
    tirs.locator("[data-case=A0]").wait_for()
    delais = [mesure_clic(page, tirs, nom) for nom in ("A0", "C0", "E0", "A2", "C2")]
    print(f"\nclic → grille redessinée : {sorted(delais)[len(delais) // 2]:.0f} ms (médiane)")
    descend(page, tirs)
    page.screenshot(path=CAPTURES / "partie.png")
    joue_toutes_les_cases(page, lambda case: case.click())
    descend(page, tirs)
    page.screenshot(path=CAPTURES / "fin_de_partie.png")
    api.expect(page.get_by_text("Tes parties")).to_have_count(1)
    page.get_by_role("button", name="Précédent").first.click()
    attend_texte = "document.body.innerText.replaceAll('\\u00a0', ' ').includes('Toi, coup')"
    page.wait_for_function(attend_texte)
    verifie_accessibilite(page, tmp_path_factory)


@pytest.mark.parametrize("taille", [(1366, 768), (1280, 720)])
def test_partie_message_et_grilles_dans_la_fenetre(page, lab, taille):
    """La partie classique : message et deux grilles en entier, sans rien faire défiler."""
    largeur, hauteur = taille
    page.set_viewport_size({"width": largeur, "height": hauteur})
    ouvre(page, lab, "jouer")
    choisit(page, "commence", "moi")
    page.get_by_role("button", name="Au hasard").click()
    page.get_by_text("Ta flotte est prête").first.wait_for()
    page.get_by_role("button", name="C'est parti").click()
    tirs = attend_cases(page, "Tes tirs", 100)
    page.wait_for_timeout(600)
    attend_calme(page)
    places = [tirs.locator(".bn-cadre").bounding_box()]
    for case in ("A0", "E4"):
        tirs.locator(f"[data-case={case}]").click()
        page.wait_for_function(TIR_FAIT, arg=case)
        attend_calme(page)
        places.append(tirs.locator(".bn-cadre").bounding_box())
    page.screenshot(path=CAPTURES / f"partie_{hauteur}.png")
    assert places[0] == places[1] == places[2], "les grilles ne bougent pas sous la souris"
    message = page.locator(".bn-message")
    api.expect(message).to_contain_text("Ordi, coup 2")
    haut = page.locator(DEFILEUR).first.evaluate("e => e.getBoundingClientRect().top")
    for partie in [message, *(grille(page, t).locator(".bn-plateau") for t in GRILLES_DU_JEU)]:
        boite = partie.bounding_box()
        assert haut <= boite["y"] and boite["y"] + boite["height"] <= bas_du_carnet(page), boite
        assert boite["x"] >= 0 and boite["x"] + boite["width"] <= largeur, boite
    for titre in GRILLES_DU_JEU:
        assert grille(page, titre).locator(".bn-flotte li").count() == 5


def test_fin_de_partie_tout_est_sous_les_yeux(page, lab):
    """À la fin, puis coup par coup : le message, les grilles et le lecteur dans la fenêtre."""
    page.set_viewport_size({"width": 1280, "height": 720})
    ouvre(page, lab, "jouer")
    page.get_by_role("button", name="Au hasard").click()
    page.get_by_text("Ta flotte est prête").first.wait_for()
    page.get_by_role("button", name="C'est parti").click()
    attend_cases(page, "Tes tirs", 100)
    joue_toutes_les_cases(page, lambda case: case.click())
    parties = [page.locator(".bn-message"), page.locator(".bn-table .bn-lecteur").first]
    parties += [grille(page, titre).locator(".bn-plateau") for titre in GRILLES_DU_JEU]

    def hors_de_vue():
        attend_calme(page)
        haut = page.locator(DEFILEUR).first.evaluate("e => e.getBoundingClientRect().top")
        boites = [partie.bounding_box() for partie in parties]
        bas = bas_du_carnet(page)
        return [b for b in boites if b["y"] < haut - 1 or b["y"] + b["height"] > bas + 1]

    attend_que(lambda: not hors_de_vue(), hors_de_vue)
    page.locator(".bn-table").first.get_by_role("button", name="Précédent").click()
    api.expect(page.locator(".bn-message")).to_contain_text("Toi, coup")
    attend_que(lambda: not hors_de_vue(), hors_de_vue)
    page.screenshot(path=CAPTURES / "partie_revue.png")


def mesure_clic(page, tirs, nom):
    """Millisecondes entre un clic et la case redessinée."""
    case = tirs.locator(f"[data-case={nom}]").element_handle()
    return page.evaluate(CHRONOMETRE, [case, PATIENCE])


def test_partie_au_clavier_seul(page, lab):
    """Sans jamais toucher la souris : Tab, flèches, R, Échap, Entrée, jusqu'à la fin."""
    ouvre(page, lab, "jouer")
    clavier = page.keyboard
    grilles = page.get_by_label("grille", exact=True).first
    grilles.focus()
    for attendue in ("rapide", "petite", "minuscule"):  # la grille minuscule, 4 × 3
        clavier.press("ArrowDown")
        attend_repos(page)
        choisie = grilles.evaluate("liste => liste.selectedOptions[0].label")
        assert choisie.startswith(attendue)
    va_au_bouton(page, "Nouvelle partie")
    clavier.press("Space")
    attend_cases(page, "Place ta flotte", 12)
    attend_case_visee(page, "A0")  # la grille reçoit le clavier toute seule
    clavier.press("r")
    page.get_by_text("sens ↓").first.wait_for()
    clavier.press("ArrowRight")
    attend_case_visee(page, "B0")
    clavier.press("Enter")
    page.get_by_text("Bateau de 1 case").first.wait_for()
    clavier.press("Escape")
    page.get_by_text("Bateau de 2 cases").first.wait_for()
    clavier.press("Enter")
    page.get_by_text("Bateau de 1 case").first.wait_for()
    for _ in range(2):
        clavier.press("ArrowRight")
    attend_case_visee(page, "D0")
    clavier.press("Enter")
    page.get_by_text("Ta flotte est prête").first.wait_for()
    clavier.press("Enter")
    grille(page, "Tes tirs").wait_for()
    attend_case_visee(page, "A0")
    position = [0, 0]

    def tire(case):
        nom = case.get_attribute("data-case")
        x, y = ord(nom[0]) - ord("A"), int(nom[1:])
        while position[0] != x:
            clavier.press("ArrowRight" if position[0] < x else "ArrowLeft")
            position[0] += 1 if position[0] < x else -1
        while position[1] != y:
            clavier.press("ArrowDown")
            position[1] += 1
        clavier.press("Enter")

    joue_toutes_les_cases(page, tire)


def va_au_bouton(page, nom):
    """Avance avec Tab jusqu'au bouton de ce nom."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if nom in page.evaluate("document.activeElement.innerText || ''"):
            return
    raise AssertionError(f"on n'arrive pas au bouton {nom} avec Tab")


def attend_case_visee(page, nom):
    """Attend que le clavier soit sur cette case."""
    page.wait_for_function("nom => document.activeElement.dataset?.case === nom", arg=nom)


def test_demo_avance_et_recule(page, lab):
    """La partie de 36 coups, d'avant en arrière, avec le curseur et le raisonnement."""
    ouvre(page, lab, "demo_ordi")
    partie_36(page)
    titre = page.locator("figcaption").first
    titre.filter(has_text="coup 0 sur 36").wait_for()
    suivant = page.get_by_role("button", name="Suivant").first
    for numero in range(1, 5):
        suivant.click()
        titre.filter(has_text=f"coup {numero} sur 36").wait_for()
        if numero == 3:  # G6 touché : la carte de chaleur et la file sont toutes deux visibles
            page.wait_for_timeout(500)
            page.screenshot(path=CAPTURES / "demo.png")
    libelle_de(page, "G6", "touché")
    api.expect(page.get_by_text("Je suis ma file d'attente : F6")).to_have_count(1)
    page.get_by_role("button", name="Précédent").first.click()
    titre.filter(has_text="coup 3 sur 36").wait_for()
    libelle_de(page, "F6", "vide")
    page.get_by_role("button", name="Fin").first.click()
    titre.filter(has_text="coup 36 sur 36").wait_for()


def libelle_de(page, case, etat):
    """La case de la première grille est dans cet état, pour un lecteur d'écran."""
    trouvee = page.locator(f"[data-case={case}]").first
    api.expect(trouvee).to_have_attribute("aria-label", re.compile(f"^{case}, {etat}"))


def partie_36(page):
    """Choisit la partie de 36 coups, dans les réglages que l'on replie ensuite."""
    reglages = page.get_by_role("button", name="Réglages").first
    reglages.click()
    choisit(page, "flotte", "la partie de 36 coups du rapport")
    reglages.click()


def barre_laterale(page, ouverte):
    """Ouvre ou referme la barre latérale de Lab."""
    fichiers = page.locator("#filebrowser")
    assert fichiers.is_visible() != ouverte
    page.locator(".jp-SideBar.jp-mod-left [data-id=filebrowser]").click()
    fichiers.wait_for(state="visible" if ouverte else "hidden")


def dans_la_fenetre(page, rang, bas):
    """La grille et la phrase de la scène `rang` sont en entier au-dessus de `bas`."""
    scene = page.locator(".bn-projecteur").nth(rang)
    api.expect(scene.locator(".bn-phrase p")).not_to_be_empty()

    def debordent():
        page.wait_for_timeout(400)  # le temps que tout prenne sa place
        debordent = []
        for partie in [".bn-phrase p", "[data-case=A0]", "[data-case=J9]", ".bn-lecteur"]:
            boite = scene.locator(partie).first.bounding_box()
            droite = boite["x"] + boite["width"]
            if min(boite["x"], boite["y"]) < 0 or droite > page.viewport_size["width"]:
                debordent.append((partie, boite))
            elif boite["y"] + boite["height"] > bas:
                debordent.append((partie, boite, bas))
        return debordent

    attend_que(lambda: not debordent(), debordent)
    assert debordent() == []  # et cela dure
    case = scene.locator("[data-case=A0]").first.bounding_box()
    assert case["height"] >= bas / 30, "la grille reste grande"


def bas_du_carnet(page):
    """Le bas de la partie visible du carnet."""
    return page.locator(DEFILEUR).first.evaluate("e => e.getBoundingClientRect().bottom")


@pytest.mark.parametrize("taille", [(1280, 720), (1920, 1080)])
def test_projecteur_tout_tient_dans_la_fenetre(page, lab, taille):
    """Grille, phrase et commandes en entier : barre latérale ouverte, fermée, plein écran."""
    largeur, hauteur = taille
    page.set_viewport_size({"width": largeur, "height": hauteur})
    ouvre(page, lab, "demo_ordi")
    partie_36(page)
    page.locator("figcaption").first.filter(has_text="coup 0 sur 36").wait_for()
    page.wait_for_timeout(800)
    cadre = page.locator(".bn-projecteur .bn-cadre").first
    avant = cadre.bounding_box()
    page.locator("[data-case=C3]").first.click()
    page.get_by_text("La classe parie sur C3").first.wait_for()
    attend_calme(page)
    assert cadre.bounding_box() == avant, "la grille ne bouge pas sous la souris"
    for rang in (0, 1):
        page.get_by_role("button", name="Fin", exact=True).nth(rang).click()
        dans_la_fenetre(page, rang, bas_du_carnet(page))
        page.screenshot(path=CAPTURES / f"projecteur_{hauteur}_{rang}.png")
    barre_laterale(page, ouverte=False)
    page.get_by_role("button", name="Précédent").first.click()
    dans_la_fenetre(page, 0, bas_du_carnet(page))
    page.screenshot(path=CAPTURES / f"projecteur_{hauteur}_ferme.png")
    page.get_by_role("button", name="Plein écran").first.click()
    page.wait_for_function("document.fullscreenElement !== null")
    dans_la_fenetre(page, 0, hauteur)
    page.screenshot(path=CAPTURES / f"projecteur_{hauteur}_plein.png")
    page.evaluate("document.exitFullscreen()")
    barre_laterale(page, ouverte=True)


def test_les_placements_s_ajoutent_a_l_ecran(page, lab, tmp_path_factory):
    """Le défilé des placements s'arrête sur le nombre de la carte de chaleur."""
    ouvre(page, lab, "demo_ordi")
    partie_36(page)
    page.locator("figcaption").first.filter(has_text="coup 0 sur 36").wait_for()
    page.get_by_role("button", name="Que pense l'Ordi").first.click()
    page.get_by_text("Avant le coup 1").first.wait_for()
    grille_ = page.locator("figure.bn-grille").first
    for nom, combien in (("F5", "34"), ("A0", "10")):
        case = grille_.locator(f"[data-case={nom}]")
        case.click()
        api.expect(case).to_have_attribute("aria-label", re.compile(f", {combien}"))
        api.expect(grille_.locator(".bn-total")).to_have_text(combien)
    page.wait_for_timeout(1000)  # il ne va pas plus loin
    api.expect(grille_.locator(".bn-total")).to_have_text("10")
    page.screenshot(path=CAPTURES / "pourquoi.png")
    verifie_accessibilite(page, tmp_path_factory)


def test_un_autre_choix_annule_un_long_calcul(page, lab):
    """Le niveau 8 dit qu'il réfléchit ; un autre choix n'attend pas qu'il ait fini."""
    page.set_viewport_size({"width": 1280, "height": 720})
    ouvre(page, lab, "demo_ordi")
    page.get_by_role("button", name="Réglages").first.click()
    niveaux = page.get_by_label("niveau", exact=True).first
    compte = page.locator(".bn-compte").first
    barre = page.locator(".bn-lecteur").first
    hauteur = barre.bounding_box()["height"]
    niveaux.select_option(index=7)
    api.expect(compte).to_contain_text("l'Ordi réfléchit (")
    page.screenshot(path=CAPTURES / "niveau_8_reflechit.png")
    assert barre.bounding_box()["height"] == hauteur, "la scène ne saute pas à chaque coup"
    titre = page.locator("figcaption").first
    titre.evaluate(NOTE_LES_TITRES)
    niveaux.select_option(index=4)
    titre.filter(has_text=re.compile(r"Niveau 5 : coup 0 sur \d+")).wait_for()
    assert not [t for t in page.evaluate("titres") if re.search(r"Niveau 8 : coup \d+ sur", t)]
    assert "réfléchit" not in compte.inner_text()


def test_demo_dans_voila(page, kit):
    """Dans Voilà aussi, la grille et sa phrase sont en entier dans la fenêtre."""
    with voila_de(page, kit, "demo_ordi") as adresse:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(adresse)
        page.wait_for_selector(".bn-grille svg")
        page.get_by_role("button", name="Suivant").first.click()
        page.locator("figcaption").first.filter(has_text="coup 1 ").wait_for()
        dans_la_fenetre(page, 0, 720)
        page.screenshot(path=CAPTURES / "voila_demo.png")


def test_tp_avant_et_apres(page, lab, kit):
    """L'élève écrit `adjacent`, enregistre : la vue passe de la carte au dessin, toute seule."""
    ouvre(page, lab, "tp1_grille")
    module = kit / "lessons" / "tp1_grille.py"
    squelette = module.read_text(encoding="utf-8")
    carte = page.locator(".bn-carte h4", has_text="adjacent : à toi de l'écrire")
    descend(page, carte)
    page.screenshot(path=CAPTURES / "tp1_avant.png")
    try:
        module.write_text((RACINE / "solutions/tp1_grille.py").read_text(encoding="utf-8"))
        encadree = page.locator("[aria-label*='renvoyée par adjacent']")
        encadree.first.wait_for()
        api.expect(carte).to_have_count(0)
        descend(page, encadree)
        page.screenshot(path=CAPTURES / "tp1_apres.png")
        page.get_by_role("button", name="Vérifier le TP1").click()
        page.get_by_text("exercices réussis sur").first.wait_for()
        assert "11 exercices réussis sur 11" in page.inner_text(".bn-resultats h4")
    finally:
        module.write_text(squelette, encoding="utf-8")


def test_un_verdict_perime_se_voit(page, lab, kit, tmp_path_factory):
    """Ce qui est à reprendre est à l'écran après le clic, puis périmé dès que l'on enregistre."""
    page.set_viewport_size({"width": 1366, "height": 768})
    ouvre(page, lab, "tp1_grille")
    module = kit / "lessons" / "tp1_grille.py"
    squelette = module.read_text(encoding="utf-8")
    try:
        module.write_text(
            squelette.replace('raise NotImplementedError("tp1.alpha")', "return 'A0'"),
            encoding="utf-8",
        )
        verifier = page.get_by_role("button", name="Vérifier le TP1")
        verifier.evaluate("e => e.scrollIntoView({block: 'end'})")
        verifier.click()
        carte = page.locator(".bn-resultats > .bn-carte").first
        api.expect(carte).to_contain_text("✘ tp1.alpha")
        api.expect(page.locator(".bn-resultats .bn-rate")).to_have_count(1)
        page.wait_for_timeout(500)
        attend_calme(page)
        boite = page.locator(".bn-resultats h4").first.bounding_box()
        assert boite["y"] >= 0 and boite["y"] + boite["height"] <= bas_du_carnet(page)
        tout = page.locator(".bn-resultats").first.bounding_box()
        assert tout["y"] + tout["height"] <= bas_du_carnet(page) + 1 or tout["height"] > 560
        assert page.locator(".bn-perime").count() == 0, "vérifié après l'enregistrement"
        page.screenshot(path=CAPTURES / "verdict.png")
        verifie_accessibilite(page, tmp_path_factory)
        module.write_text(squelette, encoding="utf-8")
        page.locator(".bn-resultats.bn-perime").wait_for()
        assert "a changé depuis" in page.inner_text(".bn-resultats .bn-avis")
        page.screenshot(path=CAPTURES / "verdict_perime.png")
        verifier.click()
        page.wait_for_function("!document.querySelector('.bn-perime')")
    finally:
        module.write_text(squelette, encoding="utf-8")


def test_repondre_a_prevois(page, lab, tmp_path_factory):
    """Une réponse fausse, puis la bonne : l'avis change dans une zone qu'un lecteur d'écran lit."""
    ouvre(page, lab, "tp1_grille")
    champ = page.get_by_label("réponse à P1.1", exact=True)
    descend(page, champ)
    question = page.locator(".widget-vbox", has=champ).last
    avis = question.get_by_role("status")
    champ.fill("zut")
    question.get_by_role("button", name="Vérifier").click()
    api.expect(avis).to_contain_text("Pas encore.")
    champ.fill("d2")
    champ.press("Enter")
    api.expect(avis).to_contain_text("Oui, c'est bien ça.")
    page.screenshot(path=CAPTURES / "prevois.png")
    verifie_accessibilite(page, tmp_path_factory, [".jp-OutputArea-output"])


def test_boucle_et_import_sur_la_ligne_de_l_eleve(page, lab, kit):
    """Une boucle sans fin, puis un mauvais import : la carte montre la ligne, et elle seule."""
    module = kit / "lessons" / "tp1_grille.py"
    squelette = module.read_text(encoding="utf-8")
    corrige = (RACINE / "solutions/tp1_grille.py").read_text(encoding="utf-8")
    try:
        module.write_text(corrige + "\nwhile True:\n    x = 0\n", encoding="utf-8")
        ouvre(page, lab, "tp1_grille")
        carte = page.locator(".bn-carte.bn-panne").first
        api.expect(carte).to_contain_text("tp1_grille.py ne finit pas à temps")
        api.expect(carte).to_contain_text(re.compile(r"ligne \d+ : (while True:|x = 0)"))
        descend(page, carte)
        page.screenshot(path=CAPTURES / "carte_boucle.png")
        module.write_text("import tp0_rien\n" + corrige, encoding="utf-8")
        api.expect(carte).to_contain_text("tp1_grille.py, ligne 1 : import tp0_rien")
        page.screenshot(path=CAPTURES / "carte_import.png")
        for texte in page.locator(".bn-carte").all_inner_texts():
            assert not re.search(r"_importe|_execute|avec_processus|<module>|chargeur", texte)
    finally:
        module.write_text(squelette, encoding="utf-8")


def test_grande_grille_et_telephone(navigateur, lab, page):
    """26 × 26 reste fluide ; sur un écran étroit, la grille tient dans la largeur."""
    ouvre(page, lab, "demo_ordi")
    page.get_by_role("button", name="Réglages").first.click()
    for nom in ("colonnes", "lignes"):
        page.get_by_label(nom, exact=True).fill("26")
        page.keyboard.press("Tab")
    page.get_by_role("button", name="Nouvelle partie").click()
    page.locator("[data-case=Z25]").first.wait_for()
    legende, delais = page.locator("figcaption").first, []
    # L'Ordi joue d'avance, pendant qu'on regarde : on attend qu'il ait fini toute la partie.
    legende.filter(has_text="coup 0 sur").wait_for()
    for numero in range(1, 11):
        delais.append(page.evaluate(CHRONOMETRE, ["coup", PATIENCE]))
        legende.filter(has_text=f"coup {numero} ").wait_for()
    print(f"\n26 × 26, coup suivant → redessiné : {sorted(delais)[5]:.0f} ms (médiane)")
    page.screenshot(path=CAPTURES / "grande_grille.png")


# ----------------------------------------------------------------- Voilà


def test_partie_dans_voila(page, kit, tmp_path_factory):
    """Le même jeu dans Voilà, en entier, et sur un écran de téléphone."""
    with voila_de(page, kit, "jouer") as adresse:
        page.set_viewport_size({"width": 420, "height": 850})
        page.goto(adresse)
        page.wait_for_selector(".bn-grille svg")
        choisit(page, "grille", "minuscule : 4 × 3, bateaux 2, 1")
        choisit(page, "commence", "moi")
        page.get_by_role("button", name="Nouvelle partie").click()
        attend_cases(page, "Place ta flotte", 12)
        page.get_by_role("button", name="Au hasard").click()
        page.get_by_text("Ta flotte est prête").first.wait_for()
        page.get_by_role("button", name="C'est parti").click()
        grille(page, "Tes tirs").wait_for()
        joue_toutes_les_cases(page, lambda case: case.click())
        page.screenshot(path=CAPTURES / "voila_telephone.png", full_page=True)
        largeur = page.evaluate("document.documentElement.scrollWidth")
        assert largeur <= 420 * 1.5, f"la page déborde : {largeur} px"
        verifie_accessibilite(page, tmp_path_factory)
