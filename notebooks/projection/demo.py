"""La démonstration de `demo_ordi.ipynb` : l'Ordi du corrigé, en grand, coup par coup."""

import json
from pathlib import Path

import ipywidgets as widgets
from atelier.film import cite, file_html, pensees_html, tourne
from atelier.grille_widget import GrilleWidget, marque, nom, noms
from atelier.jeu import (
    Regles,
    adversaires_du_corrige,
    cases_du_bateau,
    flotte_cachee,
    pose,
    prepare_seul,
)
from atelier.lecteur import LecteurDeFilm
from atelier.placeur import Placeur
from atelier.table import Course
from atelier.tournage import Tournage
from atelier.vue import AU_TEXTE, carte, coche, panneau, paragraphe

from .mesures import est_habituelle, moyennes
from .pourquoi import Decision
from .projecteur import Projecteur, bascule

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


def corrige_absent():
    """La carte montrée quand il n'y a pas de corrigé à faire jouer."""
    attente = paragraphe("Ce carnet montre l'Ordi du corrigé, qui n'est pas ici.")
    return widgets.HTML(carte("Corrigé absent", attente, "à écrire"))


# ----------------------------------------------------------------- les paris


class Paris:
    """Les paris de la classe : avant chaque coup, une case où elle voit un bateau."""

    def __init__(self, occupees):
        self.occupees = set(occupees)
        self.cases = {}  # {numéro du coup: case}

    def parie(self, coup, case, jouees):
        """Note le pari et renvoie la phrase qui le dit, ou qui le refuse."""
        deja = [c for numero, c in self.cases.items() if numero != coup]
        if case in jouees or case in deja:
            return f"{nom(case)} est déjà connue : choisissez une autre case."
        self.cases[coup] = case
        return f"La classe parie sur {nom(case)}. Suivant, pour voir !"

    def phrase(self, film, coup, fini=False):
        """Ce qu'a donné le pari de ce coup, et le score ; sans pari, le score à la fin."""
        case, score = self.cases.get(coup), self.score(film, coup)
        if case is None or coup > len(film):
            return f"Paris gagnés : {score}" if fini and score else ""
        gagne = "bateau !" if case in self.occupees else "à l'eau."
        return f"Pari de la classe, {nom(case)} : {gagne} {score}"

    def score(self, film, coup):
        """Le score après ce coup, ou "" tant que l'on n'a pas parié."""
        regles = {n: case for n, case in self.cases.items() if n <= min(coup, len(film))}
        if not regles:
            return ""
        classe = sum(case in self.occupees for case in regles.values())
        ordi = sum(film.instant(n).case in self.occupees for n in regles)
        return f"Classe {classe}, Ordi {ordi}."


# ----------------------------------------------------------------- la démonstration


class Demo(widgets.VBox):
    """La partie déroulée au projecteur : parier, demander pourquoi, tirer."""

    def __init__(self, atelier):
        self.atelier = atelier
        if atelier.corrige is None:
            super().__init__([corrige_absent()])
            return
        self.moyennes = moyennes()
        self.film = None
        self.lecteur = LecteurDeFilm(self.change_de_coup, projecteur=True)
        self.tournage = None
        self.grille = GrilleWidget()
        self.grille.add_class("bn-zone")
        self.grille.au_clic(self.clic)
        self.texte = widgets.HTML()
        self.texte.add_class("bn-cote")
        self.pense = bascule("Que pense l'Ordi ?", self.redessine, "question-circle")
        self.montre_bateaux = bascule("Montrer les bateaux", self.redessine, "ship")
        self.projecteur = Projecteur(
            self.lecteur, [self.pense, self.montre_bateaux], self.cree_reglages()
        )
        super().__init__([self.projecteur])
        self.lance()

    def cree_reglages(self):
        """Les réglages d'une partie : la flotte, le niveau, la grille."""
        niveaux = [(a.nom, a) for a in adversaires_du_corrige(self.atelier)]
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
        for reglage in (self.source, self.niveau):
            reglage.layout = AU_TEXTE
            reglage.observe(lambda _: self.lance(), "value")
        for reglage in (self.xmax, self.ymax):
            reglage.layout.width = "150px"
        self.bateaux.layout.width = "220px"
        nouvelle = widgets.Button(description="Nouvelle partie", button_style="primary")
        nouvelle.on_click(lambda _: self.lance())
        self.montre_valeurs = coche("carte de chaleur", True)
        self.montre_valeurs.observe(lambda _: self.redessine(), "value")
        reglages = [self.source, self.niveau, self.xmax, self.ymax, self.bateaux]
        enligne = widgets.Layout(flex_flow="row wrap")
        return [widgets.HBox([*reglages, nouvelle, self.montre_valeurs], layout=enligne)]

    # ------------------------------------------------------------- choisir la partie

    def regles(self):
        """Les règles demandées ; lève ValueError, avec une phrase, si elles ne vont pas."""
        try:
            tailles = [int(mot) for mot in self.bateaux.value.replace(",", " ").split()]
        except ValueError:
            raise ValueError("Écrivez les tailles des bateaux, séparées par des espaces.") from None
        regles = Regles("libre", self.xmax.value, self.ymax.value, tailles)
        grille = self.atelier.corrige.module("jeu.grille_rapide").GrilleRapide(**regles.options())
        grille.init_bateaux_alea()
        return regles

    def lance(self):
        """Prépare une nouvelle partie, ou dit ce qui ne va pas dans les réglages."""
        if self.tournage is not None:
            self.tournage.abandonne = True
        self.film = None
        self.lecteur.charge(0)
        try:
            self.source.value()
        except ValueError as erreur:
            self.projecteur.dit("Cette partie ne peut pas commencer.")
            message = widgets.HTML(carte("Réglages à revoir", paragraphe(erreur), "erreur"))
            self.projecteur.scene.children = [message]

    def au_hasard(self):
        """Une flotte au hasard."""
        regles = self.regles()
        self.joue(regles, flotte_cachee(self.atelier.corrige, regles))

    def dessine_par_la_classe(self):
        """La classe place la flotte, puis l'Ordi la cherche."""
        regles = self.regles()
        corrige = self.atelier.corrige
        placeur = Placeur(self.atelier, corrige, regles, lambda cases: self.joue(regles, cases))
        placeur.grille.add_class("bn-zone")
        self.projecteur.dit("Placez la flotte : l'Ordi la cherchera.")
        self.projecteur.scene.children = [placeur]

    def partie_36(self):
        """La partie du rapport, toujours la même."""
        self.projette(self.atelier.corrige, film_36_coups(self.atelier))

    def joue(self, regles, cases):
        """Fait jouer l'Ordi sur cette flotte, et projette le film à mesure qu'il se tourne."""
        self.projecteur.dit("L'Ordi se prépare…")
        self.projette(*prepare_seul(self.niveau.value, regles, cases))

    # ------------------------------------------------------------- projeter

    def projette(self, copie, film):
        """Met un film dans le lecteur."""
        self.film = film
        adverse = film.joueur.grille_adverse
        self.occupees = film.occupees
        self.paris = Paris(self.occupees)
        self.grille.xmax, self.grille.ymax = adverse.xmax, adverse.ymax
        self.pense.value = False
        self.projecteur.scene.children = [self.grille, self.texte]
        self.tournage = Tournage([(copie, film)], self.lecteur)
        self.tournage.commence()
        self.redessine()

    def change_de_coup(self):
        """On vient d'avancer, de reculer, ou le film s'est allongé."""
        if self.pense.value and self.vu != self.lecteur.numero:
            self.pense.value = False
        self.redessine()

    def redessine(self):
        """Montre le coup choisi : la grille, la phrase, et ce que pense l'Ordi."""
        self.vu = self.lecteur.numero
        if self.film is None:  # rien à montrer encore
            return
        if self.pense.value and self.explique_suivant(self.film.instant(self.vu + 1).case):
            return
        self.grille.fait_defiler()
        instant = self.film.instant(self.vu)
        situation = self.situation(instant)
        if not self.montre_valeurs.value:
            situation["valeurs"] = {}
        pari = self.paris.cases.get(self.vu)
        marques = [marque([pari], "tirets", "pari de la classe")] if pari else []
        decision = self.decision(self.vu)
        aussi = decision.ex_aequo() if decision and not instant.fini else []
        marques.append(marque(aussi, "points", "autant que la case jouée"))
        phrases = [instant.phrase(), self.egalite(decision, aussi), self.fin(instant)]
        phrases.append(self.paris.phrase(self.film, self.vu, instant.fini))
        if not self.vu:
            phrases = ["La partie commence. Où tirer ? Cliquez une case pour parier."]
        if self.pense.value and instant.fini:
            phrases = ["La partie est finie : l'Ordi n'a plus rien à chercher.", self.fin(instant)]
        elif self.pense.value:
            phrases = ["L'Ordi réfléchit encore à ce coup : un instant."]
        self.projecteur.dit(*phrases)
        self.grille.montre(**situation, marques=marques)
        score = self.paris.score(self.film, self.vu)
        self.texte.value = panneau(
            (paragraphe(f"Paris gagnés : {score}") if score else "")
            + pensees_html(instant)
            + ("" if instant.fini else self.file_et_eliminees(instant))
        )

    def situation(self, instant):
        """Ce que montre toujours la grille : tirs, bateaux coulés, flotte, titre."""
        film = self.film
        bateaux = self.occupees if self.montre_bateaux.value or instant.fini else ()
        tailles = film.joueur.grille_suivi.flotte_depart
        titre = f"Niveau {film.joueur.niveau} : {film.avancement(instant.numero)}"
        return instant.situation(bateaux=bateaux, flotte=instant.flotte(tailles), titre=titre)

    def file_et_eliminees(self, instant):
        """La file d'attente et les cases éliminées sans tirer."""
        eliminees = [c for c, e in instant.etat.items() if e == -1 and c not in instant.jouees]
        texte = f"Cases éliminées sans tirer : {noms(eliminees)}."
        file = "" if hasattr(self.film.joueur, "compteur") else file_html(instant.file)
        return file + (paragraphe(texte) if eliminees else "")

    def fin(self, instant):
        """La phrase de victoire, comparée à la moyenne du niveau quand on la connaît."""
        if not instant.fini:
            return ""
        coups, niveau = instant.numero, self.film.joueur.niveau
        phrase = f"Victoire en {coups} coups !"
        moyenne = self.moyennes.get(niveau)
        if moyenne is None or not est_habituelle(self.film.joueur.grille_suivi):
            return phrase
        ecart = abs(round(moyenne) - coups)
        de_plus = "de plus" if coups > moyenne else "de moins"
        nombre = self.atelier.corrige.module("etude.statistiques").nombre
        suite = f"C'est {ecart} {de_plus} que" if ecart else "C'est"
        return f"{phrase} {suite} la moyenne du niveau {niveau} ({nombre(moyenne, 1)})."

    # ------------------------------------------------------------- parier, demander pourquoi

    def clic(self, case):
        """Un clic parie sur la case ; quand on demande à l'Ordi ce qu'il pense, il l'explique."""
        if self.pense.value:
            self.explique_suivant(case)
        elif not self.film.instant(self.lecteur.numero).fini:
            instant = self.film.instant(self.lecteur.numero)
            dit = self.paris.parie(self.lecteur.numero + 1, case, instant.jouees)
            pari = self.paris.cases.get(self.lecteur.numero + 1)
            marques = [marque([pari], "tirets", "pari de la classe")] if pari else []
            self.grille.montre(**{**self.situation(instant), "annonce": dit}, marques=marques)
            self.projecteur.dit(dit)

    def decision(self, numero):
        """Ce que l'Ordi savait avant le coup `numero`, ou None s'il n'est pas (encore) joué."""
        if not 1 <= numero <= len(self.film):
            return None
        return Decision(self.atelier.corrige, self.film, numero)

    def egalite(self, decision, aussi):
        """« C2 aussi : 22 », ou "" quand une seule case était la meilleure."""
        if not aussi:
            return ""
        vaut = decision.texte_valeur(decision.case)
        quelques = noms(aussi[:4]) + (f" et {len(aussi) - 4} autres" if len(aussi) > 4 else "")
        return f"{quelques} aussi : {vaut}."

    def explique_suivant(self, case):
        """Montre pourquoi le coup suivant vise (ou pas) cette case ; False s'il n'y en a pas."""
        decision = self.decision(self.lecteur.numero + 1)
        if decision is None:
            return False
        instant = self.film.instant(self.lecteur.numero)
        aussi = decision.ex_aequo()
        marques = [
            marque([case], "plein", "case expliquée"),
            marque([decision.case], "tirets", "prochain tir"),
            marque(aussi, "points", "autant que le prochain tir"),
        ]
        situation = {**self.situation(instant), "valeurs": decision.valeurs}
        raison = decision.raison(case)
        self.grille.montre(**{**situation, "annonce": raison}, marques=marques)
        debut = f"Avant le coup {decision.instant.numero}, l'Ordi va viser {nom(decision.case)}."
        self.projecteur.dit(debut, self.egalite(decision, aussi), raison, decision.plus_loin())
        etapes, corps = decision.etapes(case)
        self.grille.fait_defiler(case, etapes)
        pensees = "".join(paragraphe(cite(m)) for m in decision.pensees())
        self.texte.value = panneau(f"<h4>Pourquoi {nom(case)} ?</h4>{corps}{pensees}")
        return True


# ----------------------------------------------------------------- la course


class GrandeCourse(Course):
    """Deux niveaux du corrigé sur la même flotte, en grand : on voit qui gagne."""

    def dispose(self, bouton):
        """Deux grilles côte à côte, dans la hauteur de la fenêtre."""
        for grille in self.grilles:
            grille.add_class("bn-zone")
        self.montre_bateaux = bascule("Montrer les bateaux", self.redessine, "ship")
        enligne = widgets.Layout(flex_flow="row wrap")
        reglages = [widgets.HBox([self.regles, *self.coureurs, self.message], layout=enligne)]
        self.projecteur = Projecteur(self.lecteur, [bouton, self.montre_bateaux], reglages)
        self.projecteur.scene.children = self.grilles
        return [self.projecteur]

    def nouveau_lecteur(self):
        """Le lecteur, qui donne ici à la scène la hauteur de la fenêtre."""
        return LecteurDeFilm(self.redessine, 250, projecteur=True)

    def bateaux_visibles(self):
        """Les bateaux sont cachés, sauf si on les demande."""
        return self.cases if self.montre_bateaux.value else ()

    def annonce(self, gagnant):
        """La phrase du moment : le gagnant, ou où en est chacun."""
        numero = self.lecteur.numero
        gauche, droite = (film.instant(numero).trouvees() for film in self.films)
        compte = f"{gauche} à gauche, {droite} à droite, sur {len(self.cases)}"
        phrase = f"Cases trouvées au coup {numero} : {compte}."
        if not numero:
            phrase = "Qui trouvera toute la flotte le premier ? Pariez, puis lancez la course."
        self.projecteur.dit(gagnant or phrase)
