"""Les vues du carnet du TP1 : noms des cases, dictionnaire, voisines, flotte."""

import ipywidgets as widgets

from .grille_widget import marque, nom, noms
from .programme import attend, attend_cases, est_case, montre_valeur
from .vue import Vue, VueDEtats, grille_de, panneau, paragraphe, tableau, tourne_etat

MODULE = "tp1_grille"


class Noms(Vue):
    """Clique une case : ton `alpha` la nomme. Tape un nom : ton `coord` la retrouve."""

    xmax, ymax = 6, 4

    def __init__(self, atelier):
        self.case = (2, 3)
        self.saisie = widgets.Text("b 1", description="coord de :", continuous_update=True)
        self.saisie.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.saisie], legende=True)

    def calcule(self, copie):
        module, texte = copie.module(MODULE), self.saisie.value
        return [
            (f"alpha({self.case})", copie.essaie(lambda: module.alpha(self.case))),
            (f"coord({texte!r})", copie.essaie(lambda: self.essaie_coord(module, texte))),
        ]

    def essaie_coord(self, module, texte):
        """Ce que donne `coord` ; refuser un texte avec ValueError est une bonne réponse."""
        try:
            return module.coord(texte)
        except ValueError as erreur:
            return erreur

    def dessine(self, panneau_, donnees):
        marques = [marque([self.case], "plein", "case cliquée")]
        trouvee = donnees[1][1].valeur
        if est_case(trouvee):
            marques.append(marque([trouvee], "tirets", "case trouvée par coord"))
        panneau_.grille.montre(marques=marques)
        panneau_.texte.value = self.bilan(donnees)

    def fond(self):
        return {"marques": [marque([self.case], "plein", "case cliquée")]}

    def clic(self, case):
        self.case = case
        self.actualise()


class Dictionnaire(Vue):
    """Les clés que ton `reinit` met dans `etat`, pour la grille de ton choix."""

    def __init__(self, atelier):
        self.colonnes = widgets.IntSlider(5, 1, 12, description="colonnes")
        self.lignes = widgets.IntSlider(3, 1, 12, description="lignes")
        for reglage in (self.colonnes, self.lignes):
            reglage.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.colonnes, self.lignes], cote=30, actif=False)

    def calcule(self, copie):
        grille = copie.module(MODULE).Grille(self.colonnes.value, self.lignes.value, [2])
        etat = attend(grille.etat, dict, "reinit", "un dictionnaire dans self.etat")
        return etat, attend_cases(grille.vides, "reinit")

    def dessine(self, panneau_, donnees):
        etat, vides = donnees
        toutes = [(x, y) for x in range(self.colonnes.value) for y in range(self.lignes.value)]
        manquantes = [case for case in toutes if case not in etat]
        en_trop = [case for case in etat if case not in toutes]
        self.montre(
            panneau_.grille,
            [
                marque([c for c in toutes if c in etat], "plein", "clé de etat"),
                marque(manquantes, "refus", "clé absente"),
            ],
        )
        lignes = [
            ("len(grille.etat)", len(etat)),
            ("len(grille.vides)", len(vides)),
            ("clés en trop", montre_valeur(en_trop) if en_trop else "aucune"),
        ]
        panneau_.texte.value = tableau(lignes)

    def montre(self, grille, marques=()):
        """Met la grille aux dimensions choisies avant d'y dessiner."""
        with grille.hold_sync():
            grille.xmax, grille.ymax = self.colonnes.value, self.lignes.value
            grille.montre(marques=marques)


class Voisines(Vue):
    """Passe sur une case : ton `test_case`, ton `is_touche`, et ton `adjacent` dessiné.

    Un clic change l'état de la case : vide, touchée, manquée.
    """

    xmax, ymax = 7, 5

    def __init__(self, atelier):
        self.etats = {(2, 1): -1, (4, 3): 1}
        self.case = (3, 1)
        super().__init__(atelier)
        for panneau_ in self.panneaux:
            panneau_.grille.au_survol(self.survol)

    def calcule(self, copie):
        grille = grille_de(copie.module(MODULE), self.xmax, self.ymax, [3, 2], self.etats)
        case = self.case
        return [
            (f"grille.adjacent({case})", copie.essaie(lambda: self.voisines(grille))),
            (f"grille.test_case({case})", copie.essaie(lambda: grille.test_case(case))),
            (f"grille.is_touche({case})", copie.essaie(lambda: grille.is_touche(case))),
        ]

    def voisines(self, grille):
        """Ce que renvoie `adjacent`, si ce sont bien des cases."""
        return attend_cases(grille.adjacent(self.case), "adjacent")

    def dessine(self, panneau_, donnees):
        voisines = donnees[0][1].valeur or []
        dehors = [
            c for c in voisines if c[0] not in range(self.xmax) or c[1] not in range(self.ymax)
        ]
        marques = [
            marque([self.case], "points", "case visée"),
            marque(voisines, "plein", "renvoyée par adjacent"),
        ]
        annonce = f"{nom(self.case)} : voisines {noms(voisines)}"
        panneau_.grille.montre(self.etats, marques=marques, annonce=annonce)
        panneau_.texte.value = self.bilan(donnees)
        if dehors:
            panneau_.texte.value += panneau(paragraphe(f"Hors de la grille : {dehors}."))

    def fond(self):
        return {"etat": self.etats, "marques": [marque([self.case], "points", "case visée")]}

    def survol(self, case):
        """Le pointeur (ou le clavier) arrive sur une autre case."""
        if case != self.case:
            self.case = case
            self.actualise()

    def clic(self, case):
        self.case = case
        tourne_etat(self.etats, case)
        self.actualise()


class Flotte(VueDEtats):
    """Retire des bateaux de la liste, touche des cases, et demande si c'est fini."""

    xmax, ymax = 6, 2

    def __init__(self, atelier):
        self.etats = {(0, 0): 1, (1, 0): 1}
        self.retires = []
        boutons = [widgets.Button(description=f"rem_bateau({taille})") for taille in (3, 2, 1)]
        for bouton, taille in zip(boutons, (3, 2, 1), strict=True):
            bouton.on_click(lambda _, t=taille: self.retire(t))
        remet = widgets.Button(description="Tout remettre")
        remet.on_click(lambda _: self.retire(None))
        super().__init__(atelier, [*boutons, remet])

    def retire(self, taille):
        """Ajoute un appel à `rem_bateau`, ou les oublie tous (None)."""
        self.retires = [] if taille is None else [*self.retires, taille]
        self.actualise()

    def calcule(self, copie):
        grille = grille_de(copie.module(MODULE), self.xmax, self.ymax, [3, 3, 1], self.etats)
        appels = [
            (f"grille.rem_bateau({taille})", copie.essaie(lambda t=taille: grille.rem_bateau(t)))
            for taille in self.retires
        ]
        appels.append(("grille.taille_bateaux", copie.essaie(lambda: list(grille.taille_bateaux))))
        for methode in ("get_taille_max", "get_taille_min", "fini"):
            essai = copie.essaie(lambda m=methode: getattr(grille, m)())
            appels.append((f"grille.{methode}()", essai))
        return appels

    def dessine(self, panneau_, donnees):
        panneau_.grille.montre(self.etats)
        touchees = list(self.etats.values()).count(1)
        aide = paragraphe(f"Flotte de départ : 3, 3, 1 (7 cases). Cases touchées : {touchees}.")
        panneau_.texte.value = panneau(aide) + self.bilan(donnees)
