"""Les carnets dans un vrai navigateur : JupyterLab et Voilà, à la souris et au clavier seul.

Il faut Chromium et Playwright ; axe-core vient de npm. Sans eux, ces essais sont passés. Les
captures d'écran vont dans `.captures/`.
"""

import os
import re
import socket
import subprocess
import sys
import time

import pytest

from tests.conftest import RACINE
from tests.navigateur import CAPTURES, chromium, source_d_axe, violations_graves
from tests.notebooks.test_carnets import CARNETS, cree_kit

pytestmark = pytest.mark.navigateur
api = pytest.importorskip("playwright.sync_api")

# Messages d'autres que nous, connus et sans conséquence.
BRUIT = re.compile(r"favicon|ResizeObserver|WebSocket is closed|404 \(Not Found\)|voila/static")
AVEC_ESSAI = ("demo_ordi", "jouer", "tp1_grille")
SANS_ANNONCES = '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}'
DEFILEUR = ".jp-WindowedPanel-outer"
# Millisecondes entre un clic sur une case (ou sur « Suivant ») et le dessin qui en résulte.
CHRONOMETRE = """case_ => new Promise(fini => {
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
    contexte = navigateur.new_context(viewport={"width": 1300, "height": 950})
    yield contexte
    contexte.close()


@pytest.fixture
def page(contexte):
    """Une page qui note les erreurs de la console et tout ce qui sortirait de la machine."""
    page = contexte.new_page()
    page.set_default_timeout(30_000)
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
    for _ in range(300):
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
    commande = [
        "jupyterlab", "--ip=127.0.0.1", "--allow-root", "--IdentityProvider.token=",
        "--LabApp.news_url=", f"--ServerApp.root_dir={kit}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    processus, adresse = lance(commande, kit)
    yield adresse
    processus.terminate()
    processus.wait()


def attend_repos(page):
    """Attend que le noyau ait fini."""
    page.wait_for_function(
        "document.querySelector('#jp-main-statusbar')?.innerText.includes('| Idle')"
    )


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


def verifie_accessibilite(page, tmp_path_factory):
    """axe-core ne trouve rien de grave dans nos grilles et nos cartes."""
    source = source_d_axe(tmp_path_factory.mktemp("axe"))
    nos_dessins = "{include: [['.bn-grille'], ['.bn-carte'], ['.bn-panneau']]}"
    assert violations_graves(page, source, nos_dessins) == []


# ----------------------------------------------------------------- JupyterLab


@pytest.mark.parametrize("nom", [nom for nom in CARNETS if nom not in AVEC_ESSAI])
def test_chaque_carnet_s_ouvre_dans_lab(page, lab, nom):
    """Les carnets qui n'ont pas d'essai à eux plus bas."""
    ouvre(page, lab, nom)


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
    assert page.get_by_text("Tes parties").count() == 1
    page.get_by_role("button", name="Précédent").first.click()
    page.wait_for_function("document.body.innerText.includes('Toi : Coup')")
    verifie_accessibilite(page, tmp_path_factory)


def mesure_clic(page, tirs, nom):
    """Millisecondes entre un clic et la case redessinée."""
    return tirs.locator(f"[data-case={nom}]").evaluate(CHRONOMETRE)


def test_partie_au_clavier_seul(page, lab):
    """Sans jamais toucher la souris : Tab, flèches, R, Échap, Entrée, jusqu'à la fin."""
    ouvre(page, lab, "jouer")
    clavier = page.keyboard
    page.get_by_label("grille", exact=True).first.focus()
    clavier.press("ArrowDown")
    clavier.press("ArrowDown")  # la grille minuscule, 4 × 3
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
    choisit(page, "flotte", "la partie de 36 coups du rapport")
    titre = page.locator("figcaption").first
    titre.filter(has_text="coup 0 sur 36").wait_for()
    suivant = page.get_by_role("button", name="Suivant").first
    for numero in range(1, 5):
        suivant.click()
        titre.filter(has_text=f"coup {numero} sur 36").wait_for()
        if numero == 3:  # G6 touché : la carte de chaleur et la file sont toutes deux visibles
            descend(page, page.locator("[data-case=E5]"))
            page.screenshot(path=CAPTURES / "demo.png")
    assert page.locator("[data-case=G6]").first.get_attribute("aria-label").startswith("G6, touché")
    assert page.get_by_text("Je suis ma file d'attente : F6").count() == 1
    page.get_by_role("button", name="Précédent").first.click()
    titre.filter(has_text="coup 3 sur 36").wait_for()
    assert page.locator("[data-case=F6]").first.get_attribute("aria-label").startswith("F6, vide")
    page.get_by_role("button", name="Fin").first.click()
    titre.filter(has_text="coup 36 sur 36").wait_for()


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
        assert carte.count() == 0
        descend(page, encadree)
        page.screenshot(path=CAPTURES / "tp1_apres.png")
        page.get_by_role("button", name="Vérifier le TP1").click()
        page.get_by_text("exercices réussis sur").first.wait_for()
        assert "11 exercices réussis sur 11" in page.inner_text(".bn-panneau h4")
    finally:
        module.write_text(squelette, encoding="utf-8")


def test_grande_grille_et_telephone(navigateur, lab, page):
    """26 × 26 reste fluide ; sur un écran étroit, la grille tient dans la largeur."""
    ouvre(page, lab, "demo_ordi")
    for nom in ("colonnes", "lignes"):
        page.get_by_label(nom, exact=True).fill("26")
        page.keyboard.press("Tab")
    page.get_by_role("button", name="Nouvelle partie").click()
    page.locator("[data-case=Z25]").first.wait_for()
    delais = [page.evaluate(CHRONOMETRE, "coup") for _ in range(10)]
    print(f"\n26 × 26, coup suivant → redessiné : {sorted(delais)[5]:.0f} ms (médiane)")
    page.locator("figcaption").first.filter(has_text="coup 10 ").wait_for()
    page.screenshot(path=CAPTURES / "grande_grille.png")


# ----------------------------------------------------------------- Voilà


def test_partie_dans_voila(page, kit, tmp_path_factory):
    """Le même jeu dans Voilà, en entier, et sur un écran de téléphone."""
    pytest.importorskip("voila")
    commande = ["notebooks.voila", "jouer", "--Voila.ip=127.0.0.1"]
    processus, adresse = lance(commande, kit)
    try:
        page.set_viewport_size({"width": 420, "height": 850})
        page.goto(adresse)
        page.wait_for_selector(".bn-grille svg", timeout=90_000)
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
    finally:
        processus.terminate()
        processus.wait()
