"""Placer une flotte à la souris ou au clavier : tourner, annuler, tirer au hasard."""

import ipywidgets as widgets

from .grille_widget import GrilleWidget, nom
from .jeu import flotte_cachee
from .vue import panneau, paragraphe

DROITE, BAS = (1, 0), (0, 1)
CLAVIER = "Flèches pour viser, Entrée pour poser, R pour tourner, Échap pour annuler."


class Placeur(widgets.VBox):
    """Une grille où l'on pose ses bateaux ; `au_bout(cases)` est appelée à la fin.

    Les bateaux et les refus sont ceux du TP2 (`Bateau`, `test_bateau`, `add_bateau`) du
    moteur. Tant que le TP2 n'est pas écrit, il reste le hasard.
    """

    def __init__(self, atelier, moteur, regles, au_bout, cote=36):
        self.atelier, self.moteur, self.regles, self.au_bout = atelier, moteur, regles, au_bout
        self.sens = DROITE
        self.poses = []  # les bateaux posés, ou None : une flotte au hasard
        self.cases = []
        self.grille = GrilleWidget(regles.xmax, regles.ymax, titre="Place ta flotte", cote=cote)
        self.grille.au_clic(self.clic)
        self.grille.a_la_touche(self.touche)
        self.texte, self.carte = widgets.HTML(), widgets.HTML()
        tourner = self.bouton("Tourner (R)", "rotate-right", self.tourne)
        annuler = self.bouton("Annuler (Échap)", "undo", self.annule)
        hasard = self.bouton("Au hasard", "random", self.hasard)
        self.pret = self.bouton("C'est parti !", "play", self.termine)
        self.pret.button_style = "primary"
        barre = widgets.HBox(
            [tourner, annuler, hasard, self.pret], layout=widgets.Layout(flex_flow="row wrap")
        )
        super().__init__([barre, self.texte, self.grille, self.carte])
        self.add_class("bn-table")  # une nouvelle partie amène tout le placement à l'écran
        self.actualise()

    def bouton(self, texte, icone, action):
        """Un bouton qui fait `action()`."""
        bouton = widgets.Button(description=texte, icon=icone)
        bouton.on_click(lambda _: action())
        return bouton

    @property
    def complete(self):
        """True si tous les bateaux sont posés."""
        return len(self.cases) == sum(self.regles.tailles)

    @property
    def taille(self):
        """Taille du prochain bateau à poser (0 quand tout est posé)."""
        return 0 if self.complete else self.regles.tailles[len(self.poses)]

    def situation(self):
        """(cases occupées, départs possibles du prochain bateau), calculés par le TP2."""
        module = self.moteur.module("tp2_placement")
        grille = module.Grille(**self.regles.options())
        for bateau in self.poses:
            grille.add_bateau(module.Bateau(*bateau))
        cases = [case for case, etat in grille.etat.items() if etat == 1]
        if len(self.poses) == len(self.regles.tailles):
            return cases, []
        taille = self.regles.tailles[len(self.poses)]
        permis = [c for c in grille.etat if grille.test_bateau(module.Bateau(taille, c, self.sens))]
        return cases, permis

    def actualise(self, annonce=""):
        """Recalcule et redessine ; si le TP2 manque, explique que le hasard reste possible."""
        carte = ""
        if self.poses or not self.cases:
            essai = self.moteur.essaie(self.situation)
            if essai.panne is None:
                self.cases, permis = essai.valeur
                self.grille.prepare(self.taille, self.sens, permis if self.taille else None)
            else:
                self.grille.prepare()
                carte = self.atelier.carte_panne(essai.panne) + panneau(
                    paragraphe("En attendant, le bouton « Au hasard » place ta flotte.")
                )
        consigne = f"{annonce} {self.consigne()}".strip()
        self.grille.montre(bateaux=self.cases, annonce=consigne)
        self.pret.disabled = not self.complete
        self.texte.value = panneau(paragraphe(consigne) + paragraphe(CLAVIER))
        self.carte.value = carte

    def consigne(self):
        """Ce qu'il y a à faire maintenant."""
        if self.complete:
            return "Ta flotte est prête : « C'est parti ! », ou Entrée sur la grille."
        fleche = "→" if self.sens == DROITE else "↓"
        cases = "1 case" if self.taille == 1 else f"{self.taille} cases"
        return f"Bateau de {cases}, sens {fleche}. Choisis sa première case."

    def clic(self, case):
        """Pose le bateau, ou commence la partie si tout est posé."""
        if self.complete:
            self.termine()
            return
        bateau = (self.taille, case, self.sens)
        avant = len(self.cases)
        self.poses.append(bateau)
        essai = self.moteur.essaie(self.situation)
        if essai.panne is not None or len(essai.valeur[0]) != avant + bateau[0]:
            self.poses.pop()
            self.actualise(f"{nom(case)} : le bateau de {bateau[0]} ne tient pas ici.")
        else:
            self.actualise()

    def touche(self, case, touche):
        """R tourne, Échap ou Retour arrière annule."""
        if touche in "rR":
            self.tourne()
        elif touche in ("Escape", "Backspace"):
            self.annule()

    def tourne(self):
        """Change le sens du prochain bateau."""
        self.sens = BAS if self.sens == DROITE else DROITE
        self.actualise()

    def annule(self):
        """Reprend le dernier bateau ; efface une flotte tirée au hasard."""
        self.poses = self.poses[:-1]
        self.cases = []
        self.actualise("Bateau repris.")

    def hasard(self):
        """Une flotte au hasard, à la place de celle qui est posée."""
        self.poses = []
        self.cases = flotte_cachee(self.moteur, self.regles)
        self.grille.prepare()
        self.actualise()

    def termine(self):
        """Donne la flotte à la suite."""
        if self.complete:
            self.au_bout(self.cases)
