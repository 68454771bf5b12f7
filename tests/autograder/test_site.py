"""Le site statique : ce qu'il contient, et une séance entière dans un vrai navigateur."""

import collections
import contextlib
import functools
import http.server
import json
import os
import re
import subprocess
import sys
import threading
import time
import zipfile

import pytest

from autograder.__main__ import main
from autograder.classe.rendus import LecteurDeRendus
from autograder.fabrique import chasses, site, squelettes
from autograder.moteur.juge import Juge
from tests.conftest import PATIENCE, RACINE, manque
from tests.navigateur import CAPTURES, chromium, nouveau_contexte

# ----------------------------------------------------------------- sans navigateur


def test_le_site_des_eleves_ne_contient_pas_le_corrige():
    fichiers = site.contenu(avec_corrige=False)
    textes = squelettes.sources(squelettes.lit_registre())
    tout = b"\n".join(fichiers.values()).decode("utf-8", "replace")
    assert not [nom for nom in fichiers if "solutions" in nom or "demo" in nom]
    for exercice in squelettes.lit_registre()["exercice"]:
        corps = squelettes.corps_de(textes[exercice["module"]], exercice["cible"])
        if len(corps) > 3:
            assert "\n        ".join(corps) not in tout
    assert {"verifier.py", "tp6_solveur_optimal.py", "notebooks/jouer.ipynb"} <= fichiers.keys()


def deballe(fichiers, dossier):
    """Écrit ces fichiers dans le dossier, et le renvoie."""
    for nom, octets in fichiers.items():
        (dossier / nom).parent.mkdir(parents=True, exist_ok=True)
        (dossier / nom).write_bytes(octets)
    return dossier


# Dans le navigateur, il n'y a pas numpy : les niveaux 7 et 8 ne sont pas proposés.
DANS_LE_NAVIGATEUR = """
import sys
sys.modules["numpy"] = None
sys.path.insert(0, ".")
from atelier.jeu import adversaires_du_corrige
from atelier.vue import Atelier
from projection.demo import film_36_coups
atelier = Atelier()
adversaires = adversaires_du_corrige(atelier)
film_36_coups(atelier)
complets = all(a.va_au_bout() for a in adversaires)
print(len(adversaires), complets, *sys.modules["solutions"].__path__)
"""


def test_le_site_de_l_enseignant_a_le_corrige_et_la_demonstration(tmp_path):
    fichiers = site.contenu(avec_corrige=True)
    assert {"solutions/tp6_solveur_optimal.py", "solutions/jeu/ordis.py"} <= fichiers.keys()
    assert {"notebooks/demo_ordi.ipynb", "notebooks/projection/demo.py"} <= fichiers.keys()
    fini = subprocess.run(
        [sys.executable, "-c", DANS_LE_NAVIGATEUR], cwd=deballe(fichiers, tmp_path) / "notebooks",
        capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert fini.stdout.split() == ["6", "True", str(tmp_path / "solutions")], fini.stderr
    assert "demo_ordi" in site.accueil(avec_corrige=True)
    assert "demo_ordi" not in site.accueil(avec_corrige=False)


def test_chaque_lien_de_l_accueil_ouvre_des_fichiers_du_site():
    for avec_corrige in (False, True):
        fichiers = site.contenu(avec_corrige)
        espaces = site.espaces(avec_corrige)
        liens = re.findall(r"workspace=(\w+)", site.accueil(avec_corrige))
        assert sorted(liens) == sorted(nom for nom in espaces if not nom.endswith(site.ETROIT))
        for espace in espaces.values():
            chemins = [d["data"]["path"] for d in espace["data"].values() if "data" in d]
            assert chemins and set(chemins) <= fichiers.keys()


def zones(espace):
    """Les zones d'onglets d'un espace de travail."""
    dock = espace["data"]["layout-restorer:data"]["main"]["dock"]
    return dock.get("children", [dock])


def test_sur_un_petit_ecran_une_seule_colonne():
    espaces = site.espaces(avec_corrige=False)
    assert len(zones(espaces["tp1"])) == 2
    [colonne] = zones(espaces["tp1" + site.ETROIT])
    assert len(colonne["widgets"]) == 4 and "ipynb" in colonne["widgets"][0]
    page = site.accueil(avec_corrige=False)
    assert f'lien.href += "{site.ETROIT}"' in page and "un ordinateur est bien plus" in page
    assert "ont chacun leur onglet" in page
    for nom in [nom for nom in espaces if re.fullmatch(rf"tp\d{site.ETROIT}", nom)]:
        [colonne] = zones(espaces[nom])
        ouverts = {widget.partition(":")[0] for widget in colonne["widgets"]}
        assert len(colonne["widgets"]) >= 4 and {"editor", "markdownviewer-widget"} <= ouverts, nom


def test_les_essais_de_chaque_tp_sont_ouverts():
    """Sans cela, il faudrait les chercher dans la liste des fichiers, que le site replie."""
    espaces = site.espaces(avec_corrige=False)
    for nom in squelettes.essais(squelettes.lit_registre()):
        gauche, _ = zones(espaces[nom.replace("essais_", "")])
        assert f"editor:{nom}.py" in gauche["widgets"]


def test_le_tournoi_est_ouvert_des_qu_il_y_a_un_ordi():
    espaces = site.espaces(avec_corrige=False)
    for tp, attendus in (("tp4", 0), ("tp5", 2), ("tp6", 2)):
        gauche, _ = zones(espaces[tp])
        ouverts = {"editor:mon_ordi.py", "markdownviewer-widget:tournoi.md"} & {*gauche["widgets"]}
        assert len(ouverts) == attendus


def test_les_mots_des_menus_sont_ceux_de_l_ecran():
    """Le site est en français ; dans Lab, on lit l'une ou l'autre langue."""
    carnet = site.contenu(avec_corrige=False)["notebooks/tp1_grille.ipynb"].decode("utf-8")
    assert "Exécuter toutes les cellules" in carnet and "Run All Cells" not in carnet
    du_kit = (RACINE / "notebooks/tp1_grille.ipynb").read_text(encoding="utf-8")
    assert "Run All Cells" in du_kit and "Exécuter toutes les cellules" in du_kit
    assert "pre :is(code, code span) { background: transparent" in site.STYLE


def test_chaque_carnet_de_tp_permet_de_rendre():
    fichiers = site.contenu(avec_corrige=False)
    for nom in [n for n in fichiers if n.startswith("notebooks/tp") and n.endswith(".ipynb")]:
        derniere = json.loads(fichiers[nom])["cells"][-1]
        assert "Rendre()" in "".join(derniere["source"])


def test_un_dossier_deja_plein_n_est_pas_remplace(tmp_path, capsys):
    (tmp_path / "devoirs.txt").write_text("précieux", encoding="utf-8")
    assert main(["site", "--sortie", str(tmp_path)]) == 1
    assert (tmp_path / "devoirs.txt").exists()
    assert "choisissez un dossier neuf" in capsys.readouterr().out


def test_ce_qui_manque_est_dit_en_une_phrase(tmp_path, monkeypatch, capsys):
    def pas_de_reseau(commande, manque, dossier=None):
        if "pip" in commande:
            raise site.Manque(f"{manque} (…)")
        return "1.0\n"

    monkeypatch.setattr(site, "lance", pas_de_reseau)
    monkeypatch.setattr(site, "dossier_reserve", lambda: tmp_path / "cache")
    monkeypatch.setattr(site.venv, "create", lambda *_, **__: None)
    assert main(["site", "--sortie", str(tmp_path / "s")]) == 1
    assert "le réseau est-il disponible" in capsys.readouterr().err
    reserve = site.Reserve(tmp_path / "cache")
    monkeypatch.setattr(site.shutil, "which", lambda _: None)
    with pytest.raises(site.Manque, match="Il manque npm"):
        reserve.rapporte_pyodide(print)
    (tmp_path / "faux.tgz").write_bytes(b"rien")
    with pytest.raises(site.Manque, match="n'est pas une archive de Pyodide"):
        site.Reserve(tmp_path / "cache", tmp_path / "faux.tgz").rapporte_pyodide(print)


def test_python_reste_dans_le_navigateur(tmp_path):
    """L'ouvrier relancé garde sa réserve ; s'il change un jour, la fabrique le dit."""
    ouvrier = tmp_path / "service-worker.js"
    ouvrier.write_text("; ".join(site.OUVRIER), encoding="utf-8")
    site.garde_python(ouvrier)
    assert ouvrier.read_text(encoding="utf-8") == "; ".join(site.OUVRIER.values())
    with pytest.raises(site.Manque, match="a changé"):
        site.garde_python(ouvrier)


def test_une_roue_compilee_a_la_meme_fiche(tmp_path):
    """Compilée d'avance, une roue garde son nom et ce qu'elle permet d'importer."""
    fiches = []
    for fin in ("py", "pyc"):
        roue = tmp_path / f"seau-1-{fin}.whl"
        with zipfile.ZipFile(roue, "w") as archive:
            archive.writestr(f"seau.{fin}", b"")
            archive.writestr(f"pelle/__init__.{fin}", b"")
            archive.writestr("seau-1.dist-info/METADATA", "Name: seau\nVersion: 1\n")
        fiches.append(site.fiche_de_roue(roue))
    assert [(nom, fiche["imports"]) for nom, fiche in fiches] == [("seau", ["pelle", "seau"])] * 2


# ----------------------------------------------------------------- dans Chromium

SANS_RESEAU = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
PREMIER_TRAIT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
REPOS = "document.querySelector('#jp-main-statusbar')?.innerText.includes('| Inactif')"
COUPURE = "ERR_INTERNET_DISCONNECTED"  # le réseau que l'essai coupe exprès
ENREGISTRE = """async ([chemin, texte]) => {
    const contenus = window.jupyterapp.serviceManager.contents;
    await contenus.save(chemin, {type: "file", format: "text", content: texte});
}"""
TIR_FAIT = """nom => {
    if (/Bravo/.test(document.body.innerText)) return "partie finie";
    const libelle = document.querySelector(`[data-case=${nom}]`).getAttribute("aria-label");
    return /, (touché|manqué)/.test(libelle) && "tir fait";
}"""


class Muet(http.server.SimpleHTTPRequestHandler):
    """Un serveur de fichiers, comme `python -m http.server`, sans son journal."""

    def log_message(self, *_):
        pass


class Ecole(Muet):
    """Une ligne de 20 Mbit/s, dont le navigateur ne garde rien de lui-même.

    `servis` : {chemin: octets envoyés}.
    """

    debit = 20e6
    ligne = threading.Lock()
    servis = collections.Counter()

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def copyfile(self, source, sortie):
        with contextlib.suppress(ConnectionError):
            while morceau := source.read(1 << 14):
                with self.ligne:
                    time.sleep(len(morceau) * 8 / self.debit)
                sortie.write(morceau)
                self.servis[self.path] += len(morceau)


class Guichet(http.server.ThreadingHTTPServer):
    """Une page demande des dizaines de fichiers à la fois : aucun n'attend à la porte."""

    request_queue_size = 128


@contextlib.contextmanager
def serveur(dossier, page, classe=Muet):
    """L'adresse d'un serveur local de ce dossier, que la page quitte avant qu'il ferme."""
    service = functools.partial(classe, directory=dossier)
    with Guichet(("127.0.0.1", 0), service) as serveur:
        threading.Thread(target=serveur.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serveur.server_address[1]}"
        page.close()
        serveur.shutdown()


@pytest.fixture(scope="session")
def construit(tmp_path_factory):
    """Fabrique un site ; il y faut le réseau et npm."""
    reserve = site.Reserve(site.dossier_reserve())
    faits = {}

    def fabrique(avec_corrige):
        if avec_corrige not in faits:
            dossier = tmp_path_factory.mktemp("site") / "site"
            try:
                reserve.remplit()
            except site.Manque as absent:
                manque(str(absent))
            site.fabrique(dossier, reserve, avec_corrige)
            faits[avec_corrige] = dossier
        return faits[avec_corrige]

    return fabrique


@pytest.fixture
def page():
    """Une page de Chromium, réseau coupé ; à la fin, ni erreur ni requête vers l'extérieur."""
    erreurs, sorties = [], []
    with chromium(SANS_RESEAU) as navigateur:
        contexte = nouveau_contexte(
            navigateur, viewport={"width": 1366, "height": 768}, locale="fr-FR"
        )
        contexte.on("request", lambda requete: note_sortie(sorties, requete.url))
        page = contexte.new_page()
        page.on("console", lambda m: m.type == "error" and erreurs.append(m.text))
        page.on("pageerror", lambda erreur: erreurs.append(str(erreur)))
        yield page
    assert sorties == []
    assert [erreur for erreur in erreurs if COUPURE not in erreur] == []


def note_sortie(sorties, adresse):
    """Garde l'adresse si elle n'est pas sur cette machine."""
    if not re.match(r"(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:", adresse):
        sorties.append(adresse)


def ouvre(page, espace):
    """Clique un lien de l'accueil ; renvoie les secondes jusqu'à ce que Python soit prêt."""
    debut = time.perf_counter()
    page.locator(f"a[href$='workspace={espace}']").click()
    page.wait_for_function(REPOS)
    return time.perf_counter() - debut


def execute_tout(page):
    """Le menu Exécution, comme le dit la page d'accueil."""
    page.get_by_role("menuitem", name="Exécution", exact=True).click()
    page.get_by_role("menuitem", name="Exécuter toutes les cellules", exact=True).click()


def ecrit_alpha(page):
    """L'élève remplace la ligne `raise` de alpha par son code, au clavier, puis enregistre."""
    page.locator(".jp-FileEditor .cm-line", has_text='NotImplementedError("tp1.alpha")').click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type("x, y = case\nreturn chr(65 + x) + str(y)")
    page.screenshot(path=CAPTURES / "site_editeur.png")
    page.keyboard.press("Control+s")
    page.locator(".lm-TabBar-tab.jp-mod-dirty", has_text="tp1_grille.py").wait_for(state="detached")


def rend(page, dossier):
    """Fabrique le zip avec le bouton du carnet et le télécharge ; renvoie son chemin."""
    page.get_by_placeholder("Ton nom de famille").fill("Le Goff")
    page.get_by_placeholder("Ton prénom").fill("Zoé")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Fabriquer le zip").click()
    lien = page.get_by_role("link", name="Télécharger")
    lien.scroll_into_view_if_needed()
    page.screenshot(path=CAPTURES / "site_rendre.png")
    with page.expect_download() as attendu:
        lien.click()
    chemin = dossier / attendu.value.suggested_filename
    attendu.value.save_as(chemin)
    return chemin


def joue(page):
    """Une partie entière sur la grille minuscule ; renvoie le nombre de tirs."""
    liste = page.get_by_label("grille", exact=True).first
    minuscule = liste.locator("option", has_text="minuscule")
    liste.select_option(index=minuscule.evaluate("option => option.index"))
    page.get_by_role("button", name="Nouvelle partie").click()
    page.wait_for_function("document.querySelectorAll('[data-case]').length == 12")
    cases = page.locator("[data-case]")
    noms = cases.evaluate_all("liste => liste.map(c => c.dataset.case)")
    for combien, nom in enumerate(noms, 1):
        page.locator(f"[data-case={nom}]").click()
        if page.wait_for_function(TIR_FAIT, arg=nom).json_value() == "partie finie":
            return combien
    page.get_by_text("Bravo").first.wait_for()
    return len(noms)


@pytest.mark.navigateur
def test_une_seance_entiere_sans_rien_installer(construit, page, tmp_path):
    dossier = construit(avec_corrige=False)
    assert site.taille(dossier) < 60_000_000
    assert not list(dossier.rglob("*.map"))
    with serveur(dossier, page) as adresse:
        page.goto(adresse)
        premier_trait = page.wait_for_function(PREMIER_TRAIT).json_value()
        page.screenshot(path=CAPTURES / "site_accueil.png", full_page=True)
        pret = ouvre(page, "tp1")
        print(f"\npremier affichage : {premier_trait:.0f} ms ; Python prêt : {pret:.0f} s")
        page.get_by_role("tab", name="tp1_grille.md").click()
        page.locator(".jp-MarkdownViewer pre code").first.wait_for()
        fonds = page.locator(".jp-MarkdownViewer pre code").evaluate_all(
            "liste => liste.map(e => getComputedStyle(e).backgroundColor)"
        )
        assert set(fonds) == {"rgba(0, 0, 0, 0)"}, "le fond d'une ligne cacherait les _"
        page.get_by_role("heading", name="TP1 : la structure de la grille").wait_for()
        page.screenshot(path=CAPTURES / "site_enonce.png")
        page.get_by_role("tab", name="tp1_grille.py").click()
        page.get_by_role("tab", name="tp1_grille.ipynb").click()
        execute_tout(page)
        bouton = page.get_by_role("button", name="Vérifier le TP1")
        bouton.click()
        page.get_by_text("TP1 : 0 exercice réussi sur 11").wait_for()
        page.context.set_offline(True)  # une fois la page chargée, le réseau ne sert plus
        ecrit_alpha(page)
        bouton.click()
        page.get_by_text("TP1 : 1 exercice réussi sur 11").wait_for()
        page.screenshot(path=CAPTURES / "site_verifier.png")
        rendu = rend(page, tmp_path)
        note_le_rendu(rendu)
        resolu = squelettes.sources(squelettes.lit_registre())["tp1_grille"]
        page.evaluate(ENREGISTRE, ["tp1_grille.py", resolu])
        page.context.set_offline(False)
        page.goto(adresse)
        ouvre(page, "jouer")
        execute_tout(page)
        tirs = joue(page)
        page.screenshot(path=CAPTURES / "site_jouer.png")
        print(f"partie gagnée en {tirs} tirs")


DE_PLUS = """assert g.adjacent((5, 5)) == []
    g = Grille(2, 4)
    assert sorted(g.adjacent((1, 3))) == [(0, 3), (1, 2)]"""
SANS_FIN = "while g.adjacent((0, 0)):\n        pass"
CHASSE_EN_COURS = ".bn-carte:has(.bn-flotte-pirate)"


def lance_la_chasse(page):
    """Choisit `adjacent` dans le carnet et lance la chasse, au clavier."""
    page.get_by_label("chasse", exact=True).select_option("essais_adjacent")
    page.get_by_role("button", name="Lancer la chasse").focus()
    page.keyboard.press("Enter")


def essais_avec(suite):
    """Le fichier d'essais donné, où l'élève a continué `essais_adjacent`."""
    depart = squelettes.essais(squelettes.lit_registre())["essais_tp1"]
    avant, repere, apres = depart.rpartition("# À toi : d'autres assert.")
    assert "def essais_adjacent" in avant
    return avant + suite + "\n    " + repere + apres


@pytest.mark.navigateur
def test_une_chasse_aux_pirates(construit, page):
    """Le site n'a pas de processus : les versions y passent l'une après l'autre, à neuf."""
    with serveur(construit(avec_corrige=False), page) as adresse:
        page.goto(adresse)
        ouvre(page, "tp1")
        execute_tout(page)
        lance_la_chasse(page)
        resultats = page.locator(".jp-OutputArea-output", has=page.get_by_label("chasse"))
        resultats.get_by_text("quand tu l'auras écrite").wait_for()
        page.screenshot(path=CAPTURES / "site_pirates_ferme.png")
        resolu = squelettes.sources(squelettes.lit_registre())["tp1_grille"]
        page.evaluate(ENREGISTRE, ["tp1_grille.py", resolu])
        carte = page.locator(CHASSE_EN_COURS)
        carte.get_by_text("Un pirate encore à flot").wait_for()
        page.context.set_offline(True)  # la boîte des pirates est déjà lue
        assert carte.locator("li").count() == 8
        faciles = carte.locator("li.bn-coule").count()
        assert 0 < faciles < 8
        page.screenshot(path=CAPTURES / "site_pirates.png")
        continue_les_essais(page, DE_PLUS)
        page.wait_for_function(
            "avant => document.querySelectorAll('.bn-coule').length > avant", arg=faciles
        )
        page.screenshot(path=CAPTURES / "site_pirates_mieux.png")
        page.evaluate(ENREGISTRE, ["essais_tp1.py", essais_avec(SANS_FIN)])
        resultats.get_by_text("n'a pas fini à temps").wait_for()
        page.screenshot(path=CAPTURES / "site_pirates_sans_fin.png")
        corps = chasses.lit_chasses()["tp1.adjacent"]["modele"].strip()
        corps = corps.replace("\n", "\n    ")
        page.evaluate(ENREGISTRE, ["essais_tp1.py", essais_avec(corps)])
        page.get_by_text("toute la flotte est au fond").wait_for()
        assert carte.locator("li.bn-coule").count() == 8
        page.screenshot(path=CAPTURES / "site_pirates_gagne.png")


def continue_les_essais(page, suite):
    """L'élève remplace la dernière ligne des essais de `adjacent`, au clavier, puis enregistre."""
    page.get_by_role("tab", name="essais_tp1.py").click()
    page.locator(".jp-FileEditor:visible .cm-line", has_text="d'autres assert").last.click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type(suite.replace("\n    ", "\n"))
    page.keyboard.press("Control+s")
    page.locator(".lm-TabBar-tab.jp-mod-dirty", has_text="essais_tp1.py").wait_for(state="detached")


@pytest.mark.navigateur
def test_la_seconde_visite_ne_redemande_presque_rien(construit, page):
    """Sur la ligne d'une école, Python vient une fois du réseau, puis du navigateur."""
    with serveur(construit(avec_corrige=False), page, Ecole) as adresse:
        durees, octets = [], []
        for _ in range(2):
            Ecole.servis.clear()
            page.goto(adresse)
            durees.append(ouvre(page, "tp1"))
            octets.append(sum(Ecole.servis.values()))
            page.goto("about:blank")
            commandes = page.context.new_cdp_session(page)  # comme à la fin d'une séance
            commandes.send("ServiceWorker.enable")
            commandes.send("ServiceWorker.stopAllWorkers")
    print("\nPython prêt : {:.1f} s, puis {:.1f} s".format(*durees))
    assert not [chemin for chemin in Ecole.servis if site.PYODIDE in chemin]
    print("Octets : {:,}, puis {:,}".format(*octets))
    assert octets[1] < octets[0] / 2, "le reste ne se mesure pas : la machine fait autre chose"


@pytest.mark.navigateur
def test_la_demonstration_de_l_enseignant(construit, page):
    with serveur(construit(avec_corrige=True), page) as adresse:
        page.goto(adresse)
        ouvre(page, "demo_ordi")
        execute_tout(page)
        suivant = page.get_by_role("button", name="Suivant").first
        for numero in range(1, 4):
            suivant.click()
            page.locator("figcaption").first.filter(has_text=f"coup {numero} ").wait_for()
        page.screenshot(path=CAPTURES / "site_demo.png")


def note_le_rendu(chemin):
    """Le zip est celui de `verifier.py rendre`, et le correcteur compte alpha, et lui seul."""
    assert chemin.name == "rendu_Le_Goff_Zoe.zip"
    juge = Juge()
    lecteur = LecteurDeRendus(juge.registre)
    [rendu], _ = lecteur.inventaire(chemin)
    resultat = juge.corrige_textes(lecteur.charge(rendu), tps={1}, graine=5)
    assert [e.id for e in resultat.exercices if e.juste] == ["tp1.alpha"]
    assert resultat.note(1) == 2
