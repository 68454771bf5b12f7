"""Les vues du carnet du TP5 : ton Ordi au travail, les cases noires, et son histogramme."""

import asyncio
import contextlib

import ipywidgets as widgets

from .grille_widget import marque
from .programme import attend_cases
from .vue import Vue, VueDEtats, coche, panneau, paragraphe
from .vue_film import VueFilm

MODULE = "tp5_solveur_aleatoire"


class OrdiAuHasard(VueFilm):
    """Ton Ordi cherche une flotte : avance coup par coup, ou laisse défiler."""

    def __init__(self, atelier):
        self.damier = coche("cases noires seulement (damier)")
        self.damier.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.damier])

    def nouvel_ordi(self, copie):
        """Un Ordi du TP5, avec la graine du moment."""
        return copie.module(MODULE).Ordi(damier=self.damier.value, graine=self.graine)


class CasesNoires(VueDEtats):
    """Ce que renvoie ton `cases_noires` selon le plus petit bateau ; un clic change une case."""

    xmax, ymax = 8, 6

    def __init__(self, atelier):
        self.etats = {}
        self.petit = widgets.IntSlider(2, 1, 5, description="petit bateau")
        self.petit.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.petit])

    def calcule(self, copie):
        flotte = [self.petit.value, 5]
        ordi = copie.module(MODULE).Ordi(xmax=self.xmax, ymax=self.ymax, taille_bateaux=flotte)
        ordi.grille_suivi.etat.update(self.etats)
        ordi.grille_suivi.update_vides()
        return attend_cases(ordi.cases_noires(), "cases_noires")

    def dessine(self, panneau_, donnees):
        panneau_.grille.montre(self.etats, marques=[marque(donnees, "plein", "case noire")])
        texte = f"{len(donnees)} cases sur {self.xmax * self.ymax}."
        panneau_.texte.value = panneau(paragraphe(texte))


def barres(effectifs, bornes, reperes=()):
    """Un histogramme en SVG ; `reperes` : (valeur, nom) à marquer d'un trait."""
    largeur, hauteur, bas, bord = 600, 180, 150, 12
    debut, fin = bornes
    pas = largeur / (fin - debut + 1)
    sommet = max(effectifs.values(), default=1)
    morceaux = []
    for valeur, nombre in effectifs.items():
        haut = 120 * nombre / sommet
        x = (valeur - debut) * pas
        morceaux.append(
            f'<rect x="{x:.1f}" y="{bas - haut:.1f}" width="{pas * 0.9:.1f}" height="{haut:.1f}"/>'
        )
    for valeur in range(debut, fin + 1):
        if valeur % 10 == 0:
            x = (valeur - debut + 0.45) * pas
            morceaux.append(
                f'<text x="{x:.1f}" y="{bas + 16}" text-anchor="middle">{valeur}</text>'
            )
    for rang, (valeur, texte) in enumerate(reperes):
        x = min(max((valeur - debut + 0.5) * pas, 0), largeur)
        cote = "end" if x > largeur / 2 else "start"
        decale = -5 if cote == "end" else 5
        morceaux.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{bas}"/>')
        morceaux.append(
            f'<text x="{x + decale:.1f}" y="{14 + 14 * rang}" text-anchor="{cote}">{texte}</text>'
        )
    resume = f"Histogramme de {sum(effectifs.values())} parties"
    return (
        f'<svg class="bn-barres" role="img" aria-label="{resume}" '
        f'viewBox="-{bord} 0 {largeur + 2 * bord} {hauteur}" width="{largeur}">'
        f"{''.join(morceaux)}</svg>"
    )


class Histogramme(Vue):
    """Parie sur la moyenne de ton Ordi, puis regarde l'histogramme grandir."""

    nb_grilles = 0

    def __init__(self, atelier):
        self.pari = widgets.BoundedIntText(60, 17, 100, description="mon pari :")
        self.damier = coche("cases noires (damier)")
        self.bouton = widgets.Button(description="Jouer 50 parties", icon="play")
        self.bouton.on_click(lambda _: self.lance())
        self.longueurs = {}
        self._tache = None
        self.pari.observe(lambda _: self.redessine(), "value")
        self.damier.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.pari, self.damier, self.bouton])

    def calcule(self, copie):
        self.longueurs[copie.nom] = [self.partie(copie)]
        return self.longueurs[copie.nom]

    def partie(self, copie):
        """Le nombre de tirs d'une partie, jouée par `resolution`."""
        ordi = copie.module(MODULE).Ordi(damier=self.damier.value)
        ordi.grille_adverse.init_bateaux_alea()
        essais = ordi.resolution()
        return essais if isinstance(essais, int) else ordi.essais

    def lance(self):
        """Joue 50 parties de plus, sans bloquer la page."""
        with contextlib.suppress(RuntimeError):
            self._tache = asyncio.get_running_loop().create_task(self.joue(50))

    async def joue(self, combien):
        """Joue `combien` parties et redessine de temps en temps."""
        self.bouton.disabled = True
        for numero in range(combien):
            for panneau_ in self.visibles():
                essai = panneau_.copie.essaie(lambda p=panneau_: self.partie(p.copie))
                if essai.panne is not None:
                    panneau_.donnees = essai
                elif panneau_.donnees.panne is None:
                    panneau_.donnees.valeur.append(essai.valeur)
            if numero % 5 == 4:
                self.redessine()
                await asyncio.sleep(0.02)
        self.bouton.disabled = False

    def dessine(self, panneau_, longueurs):
        effectifs = {valeur: longueurs.count(valeur) for valeur in sorted(set(longueurs))}
        moyenne = sum(longueurs) / len(longueurs)
        moyenne_texte = f"moyenne {moyenne:.1f}".replace(".", ",")
        reperes = [(moyenne, moyenne_texte), (self.pari.value, f"mon pari {self.pari.value}")]
        parties = "1 partie" if len(longueurs) == 1 else f"{len(longueurs)} parties"
        titre = f"<h4>{panneau_.copie.nom} : {parties}, {moyenne_texte}</h4>"
        panneau_.texte.value = panneau(titre + barres(effectifs, (17, 100), reperes))
