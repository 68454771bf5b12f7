"""La table de jeu de `jouer.ipynb` : choisir, placer, tirer, revoir, compter."""

import random
import sys

import ipywidgets as widgets

from .film import pensees_html
from .grille_widget import GrilleWidget, nom
from .jeu import (
    JEU,
    Bataille,
    adversaire_prete,
    adversaires_de_l_eleve,
    adversaires_du_corrige,
    flotte_cachee,
    lit_regles,
    nouveau_joueur,
    prepare_seul,
)
from .lecteur import LecteurDeFilm
from .placeur import Placeur
from .tournage import Tournage
from .vue import AU_TEXTE, carte, coche, echappe, panneau, paragraphe

SEUL = "seul"
A_TOI = "À toi : choisis une case de « Tes tirs »."
COTE_A_COTE = {"flex_flow": "row wrap"}


class Choix:
    """Les listes déroulantes communes : la règle, et les adversaires disponibles."""

    def __init__(self, atelier):
        self.atelier = atelier
        self.moteur = atelier.corrige or atelier.eleve
        self.regles = lit_regles()
        self.adversaires = [*adversaires_du_corrige(atelier), *adversaires_de_l_eleve(atelier)]
        self.adversaires = self.adversaires or adversaire_prete(self.moteur)

    def liste_regles(self):
        """Le choix de la grille et de la flotte."""
        options = [(str(regles), regles) for regles in self.regles]
        return widgets.Dropdown(options=options, description="grille", layout=AU_TEXTE)

    def liste_adversaires(self, titre, debut=(), defaut=0):
        """Le choix d'un adversaire."""
        options = [*debut, *((a.nom, a) for a in self.adversaires)]
        valeur = options[min(defaut, len(options) - 1)][1] if options else None
        return widgets.Dropdown(options=options, value=valeur, description=titre, layout=AU_TEXTE)


class Jeu(widgets.VBox):
    """Une partie complète contre l'Ordi, ou seul face à une flotte cachée."""

    def __init__(self, atelier):
        self.choix = Choix(atelier)
        self.atelier = atelier
        self.moteur = self.choix.moteur
        self.parties = []  # (règles, adversaire, gagné, nombre de tirs)
        self.regles = self.choix.liste_regles()
        seul = [("Personne : je cherche seul une flotte cachée", SEUL)]
        self.adversaire = self.choix.liste_adversaires("contre", seul, defaut=5)
        self.annonce = coche("l'Ordi annonce « coulé »")
        self.premier = widgets.Dropdown(
            options=[("au sort", "sort"), ("moi", "moi"), ("l'Ordi", "ordi")],
            description="commence",
        )
        nouvelle = widgets.Button(description="Nouvelle partie", button_style="primary")
        nouvelle.on_click(lambda _: self.prepare())
        self.reglages = widgets.VBox(
            [
                self.regles,
                self.adversaire,
                widgets.HBox([self.premier, self.annonce, nouvelle], layout=COTE_A_COTE),
            ]
        )
        self.scene = widgets.VBox()
        self.statistiques = widgets.HTML()
        super().__init__([self.reglages, self.scene, self.statistiques])
        self.prepare(focus=False)

    # ------------------------------------------------------------- placer

    def prepare(self, focus=True):
        """Commence par le placement, sauf quand on cherche seul."""
        if self.adversaire.value == SEUL:
            self.commence((), focus)
            return
        placeur = Placeur(self.atelier, self.moteur, self.regles.value, self.commence)
        self.scene.children = [placeur]
        if focus:
            placeur.grille.appelle_focus()

    # ------------------------------------------------------------- tirer

    def commence(self, flotte, focus=True):
        """La flotte est placée : la bataille commence. Le message est au-dessus des grilles."""
        regles = self.regles.value
        moyens = JEU.Moyens(self.moteur)
        essai = nouveau_joueur(self.moteur, regles, self.annonce.value, moyens)
        if essai.panne is not None:
            self.scene.children = [widgets.HTML(self.atelier.carte_panne(essai.panne))]
            return
        cachee = flotte_cachee(self.moteur, regles, moyens)
        adversaire = None if self.adversaire.value == SEUL else self.adversaire.value
        try:
            self.bataille = Bataille(essai.valeur, cachee, regles, adversaire, flotte)
        except ValueError as erreur:
            refus = carte("Ce niveau ne joue pas sur cette grille", paragraphe(erreur), "erreur")
            self.scene.children = [widgets.HTML(refus)]
            return
        options = {"xmax": regles.xmax, "ymax": regles.ymax}
        self.tailles = regles.tailles
        self.tirs = GrilleWidget(**options, titre="Tes tirs")
        self.tirs.au_clic(self.tire)
        self.defense = GrilleWidget(**options, titre="Ta flotte", actif=False)
        self.message, self.suite, self.pensees = widgets.HTML(), widgets.VBox(), widgets.HTML()
        if moyens.prets:
            self.suite.children = [widgets.HTML(panneau(paragraphe(moyens.phrase_prets())))]
        grilles = [self.tirs] if self.bataille.ordi is None else [self.tirs, self.defense]
        plateaux = widgets.HBox(grilles, layout=COTE_A_COTE)
        table = widgets.VBox([self.message, plateaux, self.suite])
        for vue, classe in [(self.message, "message"), (plateaux, "plateaux"), (table, "table")]:
            vue.add_class(f"bn-{classe}")
        self.scene.children = [table, self.pensees]
        premier = self.premier.value
        if premier == "ordi" or (premier == "sort" and random.random() < 0.5):
            self.bataille.riposte()
        self.montre()
        if focus:
            self.tirs.appelle_focus()

    def tire(self, case):
        """Ton tir, puis la riposte de l'Ordi."""
        if self.bataille.gagnant is not None:
            return
        avant = len(self.bataille.films[0])
        essai = self.moteur.essaie(lambda: self.bataille.tire(case))
        if essai.panne is not None:
            self.message.value = self.atelier.carte_panne(essai.panne)
            self.tirs.annonce = essai.panne.phrase
            return
        if len(self.bataille.films[0]) == avant:
            self.montre(f"{nom(case)} : {essai.valeur}. Choisis une autre case.")
            return
        if self.bataille.ordi is not None and self.bataille.gagnant is None:
            self.montre_tirs()  # avant la riposte, qui peut demander réflexion
            self.message.value = panneau(paragraphe(f"{self.coups()[0]} L'Ordi réfléchit…"))
        self.bataille.riposte()
        if self.bataille.gagnant is not None:
            self.bataille.films[0].devoile()
        self.montre()
        if self.bataille.gagnant is not None:
            self.termine()

    def coups(self, numero=sys.maxsize):
        """Le coup `numero` de chacun (ou son dernier), en une phrase."""
        phrases = []
        for joueur, film in zip(("Toi", "Ordi"), self.bataille.films, strict=False):
            if len(film):
                phrase = film.instant(numero).phrase()
                phrases.append(f"{joueur}, {phrase[0].lower()}{phrase[1:]}")
        return phrases

    def situation(self, instant, bateaux):
        """Ce que montre une grille : les tirs, ces bateaux entourés, la flotte à trouver."""
        return instant.situation(bateaux=bateaux, flotte=instant.flotte(self.tailles))

    def montre_tirs(self, annonce=""):
        """Redessine la grille de tes tirs (et la flotte cachée, à la fin)."""
        bataille = self.bataille
        finie = bataille.gagnant is not None
        instant = bataille.films[0].instants[-1]
        situation = self.situation(instant, bataille.cachee if finie else ())
        self.tirs.montre(**{**situation, "annonce": annonce or instant.phrase()})
        self.tirs.actif = not finie

    def montre(self, remarque=A_TOI):
        """Redessine les deux grilles et le message : les derniers coups, puis ce qu'il faut faire.

        Un coup par ligne : le message garde sa hauteur, et les grilles leur place.
        """
        bataille = self.bataille
        *lignes, derniere = self.coups() or [""]
        lignes.append(f"{derniere} {remarque if bataille.gagnant is None else ''}".strip())
        self.montre_tirs(" ".join(lignes))
        if bataille.ordi is not None:
            instant = bataille.films[1].instants[-1]
            joues = {case: etat for case, etat in instant.etat.items() if case in instant.jouees}
            pensees = {"etat": joues, "file": (), "valeurs": {}, "annonce": ""}  # rien de l'Ordi
            self.defense.montre(**{**self.situation(instant, bataille.flotte), **pensees})
        self.message.value = panneau("".join(paragraphe(ligne) for ligne in lignes))
        if bataille.panne_ordi is not None:
            self.message.value += self.atelier.carte_panne(bataille.panne_ordi)

    # ------------------------------------------------------------- finir

    def termine(self):
        """Annonce le résultat, met à jour les statistiques et propose de revoir la partie."""
        bataille = self.bataille
        gagne = bataille.gagnant is bataille.camps[0]
        contre = getattr(self.adversaire.value, "nom", "personne")
        self.parties.append((self.regles.value.nom, contre, gagne, len(bataille.films[0])))
        if gagne:
            titre = f"Bravo ! Toute la flotte est coulée en {len(bataille.films[0])} tirs."
        else:
            titre = f"L'Ordi a gagné en {len(bataille.films[1])} tirs. Sa flotte est entourée."
        self.lecteur = LecteurDeFilm(self.revoit)
        longueur = max(len(film) for film in bataille.films)
        self.lecteur.charge(longueur, longueur)
        self.suite.children = [self.lecteur]
        self.message.value = carte(
            titre,
            paragraphe("Tu peux revoir la partie avec le lecteur."),
            "bravo" if gagne else "fin",
        )
        self.tirs.annonce = titre
        self.statistiques.value = self.bilan()

    def revoit(self):
        """Montre un coup de la partie qui vient de finir."""
        bataille = self.bataille
        numero = self.lecteur.numero
        toi = bataille.films[0].instant(numero)
        self.tirs.montre(**self.situation(toi, bataille.cachee))
        if bataille.ordi is not None:
            lui = bataille.films[1].instant(numero)
            self.defense.montre(**self.situation(lui, bataille.flotte))
            self.pensees.value = panneau(pensees_html(lui))
        self.message.value = panneau("".join(map(paragraphe, self.coups(numero))))

    def bilan(self):
        """Les statistiques de tes parties depuis l'ouverture du carnet."""
        lignes = "".join(
            f"<tr><td>{rang}</td><td>{echappe(regle)}</td><td>{echappe(contre)}</td>"
            f"<td>{'gagnée' if gagne else 'perdue'}</td><td>{tirs}</td></tr>"
            for rang, (regle, contre, gagne, tirs) in enumerate(self.parties, 1)
        )
        tirs_gagnants = [tirs for _, _, gagne, tirs in self.parties if gagne]
        jouees, gagnees = len(self.parties), len(tirs_gagnants)
        resume = f"Parties jouées : {jouees}, gagnées : {gagnees}"
        if tirs_gagnants:
            moyenne = sum(tirs_gagnants) / len(tirs_gagnants)
            resume += f" ; {moyenne:.1f} tirs en moyenne, record {min(tirs_gagnants)}".replace(
                ".", ","
            )
        entete = (
            "<tr><th>n°</th><th>grille</th><th>contre</th><th>résultat</th><th>tes tirs</th></tr>"
        )
        return panneau(f"<h4>Tes parties</h4><p>{resume}.</p><table>{entete}{lignes}</table>")


class Course(widgets.VBox):
    """Deux Ordis sur la même flotte cachée : qui la trouve en moins de coups ?"""

    def __init__(self, atelier):
        self.atelier = atelier
        self.choix = Choix(atelier)
        self.regles = self.choix.liste_regles()
        nombre = len(self.choix.adversaires)
        self.coureurs = [
            self.choix.liste_adversaires("premier", defaut=0),
            self.choix.liste_adversaires("second", defaut=4 if atelier.corrige else nombre - 1),
        ]
        bouton = widgets.Button(description="Lancer la course", button_style="primary")
        bouton.on_click(lambda _: self.demarre())
        self.lecteur = self.nouveau_lecteur()
        self.grilles = [GrilleWidget(cote=30, actif=False) for _ in self.coureurs]
        self.textes = [widgets.HTML() for _ in self.coureurs]
        self.films, self.tournage = [], None
        self.message, self.gagnant = widgets.HTML(), widgets.HTML()
        if nombre:
            super().__init__(self.dispose(bouton))
            self.lance()
        else:
            attente = paragraphe("Termine le TP5 : ton Ordi pourra alors courir ici.")
            super().__init__([widgets.HTML(carte("Pas encore d'Ordi", attente, "à écrire"))])

    def nouveau_lecteur(self):
        """Le lecteur des deux films."""
        return LecteurDeFilm(self.redessine, 250)

    def dispose(self, bouton):
        """Ce que contient la vue, de haut en bas."""
        colonnes = [widgets.VBox(paire) for paire in zip(self.grilles, self.textes, strict=True)]
        grilles = widgets.HBox(colonnes, layout=COTE_A_COTE)
        grilles.add_class("bn-course")
        choix = [self.regles, *self.coureurs, bouton, self.message]
        table = widgets.VBox([self.lecteur, self.gagnant, grilles])
        table.add_class("bn-table")  # le lecteur la fait voir en entier
        return [*choix, table]

    def demarre(self):
        """Une nouvelle course, que l'on voit partir."""
        self.lance()
        self.lecteur.marche = not self.message.value

    def lance(self):
        """Tire une flotte et filme les deux Ordis dessus."""
        if self.tournage is not None:
            self.tournage.abandonne = True
        regles = self.regles.value
        self.cases = flotte_cachee(self.choix.moteur, regles)
        self.message.value = ""
        try:
            prises = [prepare_seul(c.value, regles, self.cases) for c in self.coureurs]
        except ValueError as erreur:
            self.message.value = carte(
                "Cette course n'est pas possible", paragraphe(erreur), "erreur"
            )
            return
        self.films = [film for _, film in prises]
        for grille in self.grilles:
            grille.xmax, grille.ymax = regles.xmax, regles.ymax
        self.tournage = Tournage(prises, self.lecteur)
        self.tournage.commence()

    def redessine(self):
        """Montre les deux Ordis au même coup."""
        for film, grille, texte, coureur in zip(
            self.films, self.grilles, self.textes, self.coureurs, strict=True
        ):
            instant = film.instant(self.lecteur.numero)
            tailles = self.regles.value.tailles
            situation = instant.situation(
                bateaux=self.bateaux_visibles(), flotte=instant.flotte(tailles)
            )
            grille.montre(**situation, titre=coureur.value.nom)
            texte.value = panneau(paragraphe(self.verdict(instant)))
            if film.panne is not None:
                texte.value += self.atelier.carte_panne(film.panne)
        self.annonce(self.phrase_gagnant())

    def bateaux_visibles(self):
        """Les cases des bateaux à entourer."""
        return self.cases

    def verdict(self, instant):
        """Où en est ce coureur."""
        if instant.fini:
            return f"arrivé en {instant.numero} coups !"
        trouvees = f"cases trouvées : {instant.trouvees()} sur {len(self.cases)}"
        return f"coup {instant.numero}, {trouvees}."

    def phrase_gagnant(self):
        """Le gagnant, dès que l'on voit son arrivée ; "" avant."""
        arrivees = [
            len(film) if film.instant(self.lecteur.numero).fini else None for film in self.films
        ]
        noms = [coureur.value.nom for coureur in self.coureurs]
        premier, second = arrivees
        if premier is None and second is None:
            return ""
        if premier == second:
            return f"Égalité : {premier} coups chacun !"
        devant = 0 if second is None or (premier is not None and premier < second) else 1
        derriere = arrivees[1 - devant]
        suite = f" contre {derriere}" if derriere else ""
        return f"{noms[devant]} gagne : {arrivees[devant]} coups{suite} !"

    def annonce(self, gagnant):
        """Nomme le gagnant au-dessus des grilles."""
        self.gagnant.value = carte(gagnant, "", "bravo") if gagnant else ""
