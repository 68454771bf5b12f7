"""La démonstration de `demo_ordi.ipynb` : l'Ordi du corrigé, en grand, coup par coup."""

import json
from pathlib import Path

import ipywidgets as widgets
from atelier.film import LecteurDeFilm, Tournage, file_html, pensees_html, tourne
from atelier.grille_widget import GrilleWidget, noms
from atelier.jeu import (
    Regles,
    adversaires_du_corrige,
    cases_du_bateau,
    flotte_cachee,
    pose,
    prepare_seul,
)
from atelier.placeur import Placeur
from atelier.table import Course
from atelier.vue import carte, panneau, paragraphe

PARTIE = Path(__file__).parent / "partie_36_coups.json"


def film_36_coups(atelier):
    """Le film de la partie du rapport : entre deux cases à égalité, on choisit comme en 2016."""
    donnees = json.loads(PARTIE.read_text(encoding="utf-8"))
    coord = atelier.corrige.module("tp1_grille").coord
    ordre = [coord(case) for case in donnees["sequence"]]
    ordi = atelier.corrige.module("tp6_solveur_optimal").Ordi(niveau=5)
    ordi.choisit = lambda candidats: min(
        candidats, key=lambda case: ordre.index(case) if case in ordre else len(ordre)
    )
    pose(ordi.grille_adverse, [c for b in donnees["flotte"] for c in cases_du_bateau(*b)])
    return tourne(atelier.corrige, ordi)


class Demo(widgets.VBox):
    """Choisis la flotte, le niveau, la grille ; puis déroule la partie au projecteur."""

    def __init__(self, atelier):
        self.atelier = atelier
        if atelier.corrige is None:
            attente = paragraphe("Ce carnet montre l'Ordi du corrigé, qui n'est pas ici.")
            super().__init__([widgets.HTML(carte("Corrigé absent", attente, "à écrire"))])
            return
        niveaux = [(a.nom, a) for a in adversaires_du_corrige(atelier)]
        cinq = next(a for _, a in niveaux if a.options["niveau"] == 5)
        sources = [
            ("flotte au hasard", self.au_hasard),
            ("la partie de 36 coups du rapport", self.partie_36),
            ("grille dessinée par la classe", self.dessine_par_la_classe),
        ]
        self.source = widgets.Dropdown(options=sources, description="flotte")
        self.niveau = widgets.Dropdown(options=niveaux, value=cinq, description="niveau")
        self.xmax = widgets.BoundedIntText(10, 1, 26, description="colonnes")
        self.ymax = widgets.BoundedIntText(10, 1, 26, description="lignes")
        self.bateaux = widgets.Text("5 4 3 3 2", description="bateaux")
        for reglage in (self.source, self.niveau, self.bateaux):
            reglage.layout.width = "400px"
        for reglage in (self.xmax, self.ymax):
            reglage.layout.width = "160px"
        nouvelle = widgets.Button(description="Nouvelle partie", button_style="primary")
        nouvelle.on_click(lambda _: self.lance())
        self.montre_valeurs = widgets.Checkbox(True, description="carte de chaleur")
        self.montre_bateaux = widgets.Checkbox(True, description="bateaux cachés")
        for case in (self.montre_valeurs, self.montre_bateaux):
            case.observe(lambda _: self.redessine(), "value")
        self.lecteur = LecteurDeFilm(self.redessine)
        self.tournage = None
        self.grille = GrilleWidget(cote=52, actif=False)
        self.texte = widgets.HTML(layout=widgets.Layout(flex="1 1 18rem", max_width="40rem"))
        self.message = widgets.HTML()
        enligne = widgets.Layout(flex_flow="row wrap")
        self.scene = widgets.VBox()
        self.projection = [
            self.lecteur,
            widgets.HBox([self.grille, self.texte], layout=enligne),
        ]
        super().__init__(
            [
                widgets.HBox([self.source, self.niveau], layout=enligne),
                widgets.HBox([self.xmax, self.ymax, self.bateaux], layout=enligne),
                widgets.HBox([nouvelle, self.montre_valeurs, self.montre_bateaux], layout=enligne),
                self.message,
                self.scene,
            ]
        )
        self.add_class("bn-grand")
        self.source.observe(lambda _: self.lance(), "value")
        self.niveau.observe(lambda _: self.lance(), "value")
        self.lance()

    # ------------------------------------------------------------- choisir la partie

    def regles(self):
        """Les règles demandées ; lève ValueError, avec une phrase, si elles ne vont pas."""
        try:
            tailles = [int(mot) for mot in self.bateaux.value.replace(",", " ").split()]
        except ValueError:
            raise ValueError("Écris les tailles des bateaux séparées par des espaces.") from None
        regles = Regles("libre", self.xmax.value, self.ymax.value, tailles)
        grille = self.atelier.corrige.module("jeu.grille_rapide").GrilleRapide(**regles.options())
        grille.init_bateaux_alea()
        return regles

    def lance(self):
        """Prépare une nouvelle partie, ou dit ce qui ne va pas dans les réglages."""
        self.message.value = ""
        try:
            self.source.value()
        except ValueError as erreur:
            self.message.value = carte("Réglages à revoir", paragraphe(erreur), "erreur")

    def au_hasard(self):
        """Une flotte au hasard."""
        regles = self.regles()
        self.joue(regles, flotte_cachee(self.atelier.corrige, regles))

    def dessine_par_la_classe(self):
        """La classe place la flotte, puis l'Ordi la cherche."""
        regles = self.regles()
        self.scene.children = [
            Placeur(
                self.atelier,
                self.atelier.corrige,
                regles,
                lambda cases: self.joue(regles, cases),
                cote=52,
            )
        ]

    def partie_36(self):
        """La partie du rapport, toujours la même."""
        self.projette(self.atelier.corrige, film_36_coups(self.atelier))

    def joue(self, regles, cases):
        """Fait jouer l'Ordi sur cette flotte, et projette le film à mesure qu'il se tourne."""
        self.projette(*prepare_seul(self.niveau.value, regles, cases))

    # ------------------------------------------------------------- projeter

    def projette(self, copie, film):
        """Met un film dans le lecteur."""
        if self.tournage is not None:
            self.tournage.abandonne = True
        self.film = film
        grille = film.joueur.grille_suivi
        self.grille.xmax, self.grille.ymax = grille.xmax, grille.ymax
        self.grille.cote = max(26, min(52, 560 // max(grille.xmax, grille.ymax)))
        self.scene.children = self.projection
        self.tournage = Tournage([(copie, film)], self.lecteur)
        self.tournage.commence()

    def redessine(self):
        """Montre le coup choisi : la grille, la file, et ce que pense l'Ordi."""
        instant = self.film.instant(self.lecteur.numero)
        adverse = self.film.joueur.grille_adverse.etat
        cases = [c for c, etat in adverse.items() if etat == 1]
        situation = instant.situation(bateaux=cases if self.montre_bateaux.value else ())
        if not self.montre_valeurs.value:
            situation["valeurs"] = {}
        titre = f"Niveau {self.film.joueur.niveau} : {self.film.avancement(instant.numero)}"
        self.grille.montre(**situation, titre=titre)
        eliminees = [c for c, e in instant.etat.items() if e == -1 and c not in instant.jouees]
        self.texte.value = panneau(
            f"<h4>{instant.phrase()}</h4>"
            + pensees_html(instant)
            + file_html(instant.file)
            + (paragraphe(f"Cases éliminées sans tirer : {noms(eliminees)}.") if eliminees else "")
        )


class GrandeCourse(Course):
    """Deux niveaux du corrigé sur la même flotte, en grand."""

    def __init__(self, atelier):
        super().__init__(atelier, cote=42, grand=True)
