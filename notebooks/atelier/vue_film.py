"""Une vue qui déroule, coup par coup, la partie d'un Ordi."""

import ipywidgets as widgets

from .film import pensees_html, tourne
from .lecteur import LecteurDeFilm
from .vue import Vue, panneau, paragraphe


class VueFilm(Vue):
    """Base des vues qui montrent le film d'un Ordi : à compléter par `nouvel_ordi(copie)`."""

    def __init__(self, atelier, commandes=(), **options):
        self.graine = 1
        self.lecteur = LecteurDeFilm(self.redessine)
        autre = widgets.Button(description="Autre flotte", icon="random")
        autre.on_click(lambda _: self.autre_flotte())
        super().__init__(atelier, [*commandes, autre], actif=False, **options)
        self.children = [self.children[0], self.lecteur, self.rangee]
        self.add_class("bn-table")  # le lecteur la fait voir en entier

    def autre_flotte(self):
        """Change le hasard et rejoue."""
        self.graine += 1
        self.actualise()

    def calcule(self, copie):
        ordi = self.nouvel_ordi(copie)
        ordi.grille_adverse.init_bateaux_alea()
        return tourne(copie, ordi)

    def actualise(self):
        super().actualise()
        films = [p.donnees.valeur for p in self.visibles() if p.donnees.panne is None]
        self.lecteur.charge(max((len(film) for film in films), default=0))

    def dessine(self, panneau_, film):
        instant = film.instant(self.lecteur.numero)
        panneau_.grille.montre(**instant.situation(bateaux=film.occupees))
        panneau_.grille.titre = f"{panneau_.copie.nom} : {film.avancement(instant.numero)}"
        panneau_.texte.value = panneau(self.commentaire(instant))
        if film.panne and instant is film.instants[-1]:
            panneau_.texte.value += self.atelier.carte_panne(film.panne)

    def commentaire(self, instant):
        """Le texte près de la grille, en HTML."""
        return paragraphe(instant.phrase()) + pensees_html(instant)
