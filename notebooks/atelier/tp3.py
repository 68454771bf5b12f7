"""Les vues du carnet du TP3 : ton dessin en caractères, à côté de la grille."""

import ipywidgets as widgets

from .programme import attend
from .vue import VueDEtats, echappe, panneau

MODULE = "tp3_affichage"


def premiere_difference(texte, modele):
    """(ligne, colonne) du premier signe différent, ou None si les textes sont égaux.

    >>> premiere_difference("ab\\ncd", "ab\\ncx")
    (1, 1)
    """
    lignes, attendues = texte.split("\n"), modele.split("\n")
    for numero in range(max(len(lignes), len(attendues))):
        ligne = lignes[numero] if numero < len(lignes) else ""
        attendue = attendues[numero] if numero < len(attendues) else ""
        for colonne in range(max(len(ligne), len(attendue))):
            if ligne[colonne : colonne + 1] != attendue[colonne : colonne + 1]:
                return numero, colonne
    return None


def sur_une_regle(texte, fautif=None):
    """Le texte en HTML, sous une règle graduée ; `fautif` : (ligne, colonne) à signaler."""
    lignes = texte.split("\n")
    largeur = max(len(ligne) for ligne in lignes)
    regle = "".join(str(c // 10 % 10) if c % 10 == 0 else "·" for c in range(largeur))
    morceaux = [f'<span class="bn-regle">{regle}</span>']
    for numero, ligne in enumerate(lignes):
        if fautif and fautif[0] == numero:
            colonne = fautif[1]
            signe = ligne[colonne : colonne + 1] or "␠"
            morceaux.append(
                f'{echappe(ligne[:colonne])}<span class="bn-fautif">{echappe(signe)}</span>'
                f"{echappe(ligne[colonne + 1 :])}"
            )
        else:
            morceaux.append(echappe(ligne))
    return "<pre>" + "\n".join(morceaux) + "</pre>"


class Texte(VueDEtats):
    """Base des vues qui montrent un texte ; le premier écart avec le corrigé est signalé."""

    def calcule(self, copie):
        return attend(self.texte(copie.module(MODULE)), str, self.fonction(), "un texte")

    def dessine(self, panneau_, donnees):
        fautif, mot = None, ""
        modele = self.panneaux[-1].donnees
        if self.bouton_corrige.value and modele.panne is None:
            fautif = premiere_difference(donnees, modele.valeur)
            mot = "<p>Identique au corrigé.</p>" if fautif is None else ""
            if fautif:
                mot = f"<p>Premier écart : ligne {fautif[0]}, colonne {fautif[1]}.</p>"
        lignes = donnees.split("\n")
        combien = f"{len(lignes)} lignes, la plus longue a" if lignes[1:] else "1 ligne, qui a"
        taille = f"<p>{combien} {max(map(len, lignes))} signes.</p>"
        panneau_.texte.value = panneau(sur_une_regle(donnees, fautif) + taille + mot)
        self.montre_grille(panneau_)

    def montre_grille(self, panneau_):
        """Dessine la grille correspondante, s'il y en a une."""


class Dessin(Texte):
    """La grille, et ce que ton `make_chaine` en fait. Clique pour changer l'état d'une case."""

    xmax, ymax = 6, 4

    def __init__(self, atelier):
        self.etats = {(1, 0): 1, (2, 0): 1, (4, 2): -1}
        morceaux = [
            ("toute la grille", "make_chaine"),
            ("la ligne des lettres", "ligne_lettres"),
            ("un trait", "ligne_trait"),
            ("les cases de la ligne 0", "ligne_cases"),
        ]
        self.morceau = widgets.Dropdown(options=morceaux, description="montrer")
        self.morceau.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.morceau], cote=30)

    def fonction(self):
        """La méthode dont on montre le texte."""
        return self.morceau.value

    def texte(self, module):
        """Le texte que fabrique le code de l'élève."""
        grille = module.Grille(self.xmax, self.ymax)
        grille.etat.update(self.etats)
        arguments = {"ligne_trait": ("├", "┼", "┤"), "ligne_cases": (0,)}
        return getattr(grille, self.morceau.value)(*arguments.get(self.morceau.value, ()))

    def montre_grille(self, panneau_):
        panneau_.grille.montre(self.etats)


class Cadres(Texte):
    """Tes fonctions `centre`, `fusion` et `boite` sur le texte de ton choix."""

    nb_grilles = 0

    def __init__(self, atelier):
        self.choix = widgets.ToggleButtons(options=["centre", "boite", "fusion"])
        self.saisie = widgets.Textarea("Touché !\nJe continue.", description="texte", rows=3)
        self.largeur = widgets.IntSlider(24, 6, 60, description="longueur")
        for reglage in (self.choix, self.saisie, self.largeur):
            reglage.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.choix, self.saisie, self.largeur])

    def fonction(self):
        """La fonction dont on montre le texte."""
        return self.choix.value

    def texte(self, module):
        """Le texte que fabrique le code de l'élève."""
        saisie, longueur = self.saisie.value, self.largeur.value
        if self.choix.value == "centre":
            return module.centre(saisie.split("\n")[0], longueur) + "|"
        if self.choix.value == "boite":
            return module.boite(saisie, "> ", longueur)
        return module.fusion(saisie, "A0 : manqué.\nA1 : touché.\nB1 : touché.")


class Contours(Texte):
    """★★ Tes tirs et les bateaux adverses, entourés en gras par ton `make_chaine_adverse`."""

    xmax, ymax = 6, 4

    def __init__(self, atelier):
        self.bateaux = [(1, 0), (2, 0), (3, 0), (4, 2), (4, 3), (0, 2)]
        self.etats = {(2, 0): 1, (4, 1): -1}
        super().__init__(atelier, cote=30)

    def fonction(self):
        """La méthode dont on montre le texte."""
        return "make_chaine_adverse"

    def texte(self, module):
        """Le texte que fabrique le code de l'élève."""
        suivi, flotte = module.Grille(self.xmax, self.ymax), module.Grille(self.xmax, self.ymax)
        suivi.etat.update(self.etats)
        flotte.etat.update(dict.fromkeys(self.bateaux, 1))
        return suivi.make_chaine_adverse(flotte)

    def montre_grille(self, panneau_):
        panneau_.grille.montre(self.etats, bateaux=self.bateaux)

    def fond(self):
        return {"etat": self.etats, "bateaux": self.bateaux}

    def clic(self, case):
        self.etats[case] = 1 if case in self.bateaux else -1
        self.actualise()
