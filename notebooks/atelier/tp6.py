"""Les vues du carnet du TP6 : la carte de chaleur, la case touchée, la file qui grandit."""

import ipywidgets as widgets

from .film import file_html, pensees_html
from .grille_widget import marque, nom, noms
from .jeu import niveaux_du_tp6
from .programme import Surprise, attend, attend_cases, est_case
from .vue import AU_TEXTE, VueDEtats, panneau, paragraphe
from .vue_film import VueFilm

MODULE = "tp6_solveur_optimal"


class Chaleur(VueDEtats):
    """Ta carte de chaleur : clique pour marquer des cases, choisis ce que l'on calcule."""

    def __init__(self, atelier):
        self.etats = {(5, 5): -1, (4, 4): -1, (6, 6): 1}
        calculs = [
            ("case_max : où tirer ?", "case_max"),
            ("case_max_touchee : autour des touchées", "case_max_touchee"),
            ("elimine_petites : les cases trop étroites", "elimine_petites"),
            ("★ case_max_echantillons", "case_max_echantillons"),
        ]
        self.calcul = widgets.Dropdown(options=calculs, description="montrer", layout=AU_TEXTE)
        self.flotte = widgets.SelectMultiple(
            options=[("5", 0), ("4", 1), ("3", 2), ("3 (bis)", 3), ("2", 4)],
            value=(0, 1, 2, 3, 4),
            description="il reste",
            rows=5,
        )
        for reglage in (self.calcul, self.flotte):
            reglage.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.calcul, self.flotte])

    def calcule(self, copie):
        flotte = [(5, 4, 3, 3, 2)[rang] for rang in self.flotte.value]
        grille = copie.module(MODULE).Grille(self.xmax, self.ymax, flotte)
        grille.etat.update(self.etats)
        grille.update_vides()
        return getattr(self, self.calcul.value)(grille)

    def case_max(self, grille):
        """Les comptes, et la case choisie."""
        return self.meilleure(grille, "case_max", grille.case_max())

    def case_max_echantillons(self, grille):
        """La même chose avec des flottes tirées au hasard (peu, pour rester rapide)."""
        return self.meilleure(grille, "case_max_echantillons", grille.case_max_echantillons(20))

    def meilleure(self, grille, fonction, reponse):
        """Prépare le dessin de `probas` et de la case renvoyée."""
        attend(reponse, tuple, fonction, "un couple (case, nombre)")
        if len(reponse) != 2 or not (reponse[0] is None or est_case(reponse[0])):
            raise Surprise(fonction, f"a renvoyé {reponse!r} : j'attendais (case, nombre).")
        case, valeur = reponse
        choisie = [case] if case else []
        texte = f"{fonction}() renvoie ({nom(case)}, {valeur})." if case else "Plus rien ne tient."
        probas = attend(getattr(grille, "probas", None), dict, fonction, "probas rempli")
        return probas, [marque(choisie, "plein", "case choisie")], texte

    def case_max_touchee(self, grille):
        """Les comptes autour de chaque case touchée."""
        valeurs = {}
        for case in [c for c, etat in self.etats.items() if etat == 1]:
            couples = attend(grille.case_max_touchee(case), list, "case_max_touchee", "une liste")
            valeurs.update(dict(couples))
        texte = "Marque une case touchée (un clic) pour voir ses voisines."
        if valeurs:
            suite = sorted(valeurs.items(), key=lambda couple: -couple[1])
            texte = "Du plus au moins probable : " + ", ".join(f"{nom(c)} ({v})" for c, v in suite)
        return valeurs, [], texte

    def elimine_petites(self, grille):
        """Les cases où le plus petit bateau ne tient pas."""
        petites = attend_cases(grille.elimine_petites(), "elimine_petites")
        return {}, [marque(petites, "refus", "trop étroite")], f"Éliminées : {noms(petites)}."

    def dessine(self, panneau_, donnees):
        valeurs, marques, texte = donnees
        panneau_.grille.montre(self.etats, valeurs=valeurs, marques=marques, annonce=texte)
        panneau_.texte.value = panneau(paragraphe(texte))


class OrdiQuiCompte(VueFilm):
    """Ton Ordi du TP6, coup par coup : carte de chaleur, file d'attente et raisonnement."""

    def __init__(self, atelier):
        niveaux = [(f"niveau {n} ({nom})", n) for n, nom in niveaux_du_tp6(atelier).items()]
        self.niveau = widgets.Dropdown(
            options=niveaux, value=5 if niveaux else None, description="niveau", layout=AU_TEXTE
        )
        self.niveau.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.niveau])

    def nouvel_ordi(self, copie):
        """Un Ordi du TP6 ; peu d'échantillons et un seuil bas, pour ne pas faire attendre."""
        niveau = self.niveau.value
        classe = copie.module(MODULE).Ordi
        return classe(niveau=niveau, nb_echantillons=10, seuil=25, graine=self.graine)

    def commentaire(self, instant):
        return paragraphe(instant.phrase()) + file_html(instant.file) + pensees_html(instant)
