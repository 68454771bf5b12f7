"""Les vues du carnet du TP2 : glisser un bateau, mesurer, poser, compter les places."""

import ipywidgets as widgets

from .grille_widget import marque, noms
from .programme import attend, attend_cases, montre_valeur
from .vue import LISIBLE, Vue, VueDEtats, grille_de, panneau, paragraphe, tableau, tourne_etat

MODULE = "tp2_placement"
DROITE, BAS = (1, 0), (0, 1)
SENS = [("→ DROITE", DROITE), ("↓ BAS", BAS)]


def choix_sens():
    """Le choix du sens d'un bateau ; la touche R de la grille le change aussi."""
    return widgets.ToggleButtons(options=SENS, style={"button_width": "90px"})


def autre_sens(sens):
    """L'autre des deux sens."""
    return BAS if sens == DROITE else DROITE


class VueBateau(Vue):
    """Base des vues où l'on choisit un bateau : sa taille, son sens (touche R), son départ."""

    xmax, ymax = 9, 6

    def __init__(self, atelier, commandes=()):
        self.taille = widgets.IntSlider(3, 1, 6, description="taille")
        self.sens = choix_sens()
        for reglage in (self.taille, self.sens):
            reglage.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.taille, self.sens, *commandes])

    def touche(self, case, touche):
        if touche in "rR":
            self.sens.value = autre_sens(self.sens.value)

    def bateau(self, module, start):
        """Le bateau choisi, construit par le code de l'élève."""
        return module.Bateau(self.taille.value, start, self.sens.value)


class Glisse(VueBateau):
    """Clique le départ d'un bateau : ses cases, ses voisines, et ce que dit ton `test_bateau`."""

    def __init__(self, atelier):
        self.etats = {(4, 2): -1, (6, 4): 1}
        self.start = (2, 2)
        super().__init__(atelier)

    def calcule(self, copie):
        module = copie.module(MODULE)
        bateau = self.bateau(module, self.start)
        cases = attend_cases(bateau.cases, "calcule_cases")
        voisines = attend_cases(bateau.cases_adj, "calcule_cases_adj")
        grille = grille_de(module, self.xmax, self.ymax, [3, 2], self.etats)
        refusees = [case for case in cases if not grille.test_case(case)]
        appels = [
            ("bateau.end", copie.essaie(lambda: bateau.end)),
            ("bateau.cases", copie.essaie(lambda: cases)),
            ("bateau.cases_adj", copie.essaie(lambda: voisines)),
            ("grille.test_bateau(bateau)", copie.essaie(lambda: grille.test_bateau(bateau))),
        ]
        return cases, voisines, refusees, appels

    def dessine(self, panneau_, donnees):
        cases, voisines, refusees, appels = donnees
        marques = [
            marque(cases, "plein", "case du bateau"),
            marque(voisines, "tirets", "voisine"),
            marque(refusees, "refus", "refusée par test_case"),
        ]
        panneau_.grille.montre(self.etats, marques=marques)
        raison = f"Cases refusées par ton test_case : {noms(refusees)}."
        panneau_.texte.value = self.bilan(appels) + panneau(paragraphe(raison))

    def fond(self):
        return {"etat": self.etats, "marques": [marque([self.start], "points", "départ")]}

    def clic(self, case):
        self.start = case
        self.actualise()


class Espace(VueDEtats):
    """Ton `get_max_space` dans toutes les cases à la fois ; un clic change l'état d'une case."""

    xmax, ymax = 9, 6

    def __init__(self, atelier):
        self.etats = {(4, 2): -1, (1, 4): -1}
        options = [
            ("toutes directions", ((1, 1), True)),
            ("horizontal", (DROITE, True)),
            ("vertical", (BAS, True)),
            ("vers la droite", (DROITE, False)),
            ("vers le bas", (BAS, False)),
        ]
        self.direction = widgets.Dropdown(options=options, description="direction")
        self.direction.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.direction])

    def calcule(self, copie):
        grille = grille_de(copie.module(MODULE), self.xmax, self.ymax, [3, 2], self.etats)
        direction, face = self.direction.value
        espaces = {}
        for case in grille.etat:
            espace = grille.get_max_space(case, direction, face)
            espaces[case] = attend(espace, int, "get_max_space", "un nombre entier")
        return espaces

    def dessine(self, panneau_, donnees):
        panneau_.grille.montre(self.etats, valeurs=donnees)
        direction, face = self.direction.value
        exemple = f"grille.get_max_space((0, 0), {direction}, {face})"
        panneau_.texte.value = tableau([(exemple, donnees[(0, 0)])])


class Pose(VueBateau):
    """Pose des bateaux avec ton `add_bateau` : les 1, les -1, et les refus."""

    def __init__(self, atelier):
        self.poses = []
        annule = widgets.Button(description="Annuler (Échap)", icon="undo")
        annule.on_click(lambda _: self.annule())
        super().__init__(atelier, [annule])

    def calcule(self, copie):
        module = copie.module(MODULE)
        grille = grille_de(module, self.xmax, self.ymax, [3, 2], {})
        reponse = None
        for taille, start, sens in self.poses:
            reponse = grille.add_bateau(module.Bateau(taille, start, sens))
        permis = [c for c in grille.etat if grille.test_bateau(self.bateau(module, c))]
        return grille.etat, reponse, permis

    def dessine(self, panneau_, donnees):
        etat, reponse, permis = donnees
        bateaux = [case for case, valeur in etat.items() if valeur == 1]
        autour = [case for case, valeur in etat.items() if valeur == -1]
        panneau_.grille.prepare(self.taille.value, self.sens.value, permis)
        marques = [marque(autour, "tirets", "état -1")]
        panneau_.grille.montre(bateaux=bateaux, marques=marques)
        if self.poses:
            taille, start, sens = self.poses[-1]
            appel = f"grille.add_bateau(Bateau({taille}, {start}, {sens}))"
            panneau_.texte.value = tableau([(appel, montre_valeur(reponse))])
        else:
            panneau_.texte.value = panneau(paragraphe("Clique une case pour poser un bateau."))

    def clic(self, case):
        self.poses.append((self.taille.value, case, self.sens.value))
        self.actualise()

    def annule(self):
        """Reprend le dernier bateau."""
        self.poses = self.poses[:-1]
        self.actualise()

    def touche(self, case, touche):
        super().touche(case, touche)
        if touche in ("Escape", "Backspace"):
            self.annule()


class Possibles(Vue):
    """Ton `get_possibles` : combien de bateaux peuvent commencer dans chaque case."""

    xmax, ymax = 9, 6

    def __init__(self, atelier):
        self.etats = {(3, 2): -1, (6, 1): -1}
        self.case = (0, 0)
        self.flotte = [4, 3, 2]
        super().__init__(atelier)

    def calcule(self, copie):
        grille = grille_de(copie.module(MODULE), self.xmax, self.ymax, self.flotte, self.etats)
        grille.get_possibles()
        par_case = attend(grille.possibles_case, dict, "get_possibles", "un dictionnaire")
        par_taille = attend(grille.possibles, dict, "get_possibles", "un dictionnaire")
        return par_case, par_taille

    def dessine(self, panneau_, donnees):
        par_case, par_taille = donnees
        valeurs = {case: len(liste) for case, liste in par_case.items()}
        marques = [marque([self.case], "plein", "case cliquée")]
        panneau_.grille.montre(self.etats, valeurs=valeurs, marques=marques)
        ecrite = montre_valeur(par_case.get(self.case), LISIBLE)
        lignes = [(f"possibles_case[{self.case}]", ecrite)]
        for taille in self.flotte:
            places = par_taille.get(taille, [])
            lignes.append((f"len(possibles[{taille}])", len(places)))
        panneau_.texte.value = tableau(lignes)

    def fond(self):
        return {"etat": self.etats, "marques": [marque([self.case], "plein", "case cliquée")]}

    def clic(self, case):
        self.case = case
        self.actualise()

    def touche(self, case, touche):
        if touche in "mM":
            tourne_etat(self.etats, case)
            self.actualise()


class FlotteAuHasard(Vue):
    """Une flotte tirée par ton `init_bateaux_alea`, et où tombent les bateaux sur beaucoup."""

    def __init__(self, atelier):
        self.combien = 1
        une = widgets.Button(description="Une flotte", icon="random")
        une.on_click(lambda _: self.tire(1))
        beaucoup = widgets.Button(description="50 flottes", icon="th")
        beaucoup.on_click(lambda _: self.tire(50))
        super().__init__(atelier, [une, beaucoup], actif=False)

    def tire(self, combien):
        """Tire une flotte, ou plusieurs pour compter."""
        self.combien = combien
        self.actualise()

    def calcule(self, copie):
        module = copie.module(MODULE)
        comptes = {}
        for _ in range(self.combien):
            grille = module.Grille(self.xmax, self.ymax)
            grille.init_bateaux_alea()
            for case, valeur in grille.etat.items():
                comptes[case] = comptes.get(case, 0) + (valeur == 1)
        return comptes

    def dessine(self, panneau_, donnees):
        occupees = [case for case, nombre in donnees.items() if nombre]
        if self.combien == 1:
            panneau_.grille.montre(bateaux=occupees)
            texte = f"{len(occupees)} cases occupées ; la flotte 5, 4, 3, 3, 2 en demande 17."
        else:
            panneau_.grille.montre(valeurs=donnees)
            texte = f"Sur {self.combien} flottes, le nombre de fois où chaque case est occupée."
        panneau_.texte.value = panneau(paragraphe(texte))
