"""Le lecteur d'un film : marche, pause, coup précédent, coup suivant, et un curseur.

Le dessin est dans `lecteur.js`, le style avec celui de la grille, dans `grille_widget.css`.
"""

from pathlib import Path

import anywidget
import traitlets

ICI = Path(__file__).resolve().parent
VITESSES = [["lent : 1,5 s", 1500], ["normal : 0,7 s", 700], ["rapide : 0,25 s", 250]]


class LecteurDeFilm(anywidget.AnyWidget):
    """Montre le coup `numero` d'un film de `longueur` coups ; `au_changement()` redessine.

    `projecteur` : au projecteur, la scène qui contient le lecteur prend la hauteur de la fenêtre.
    """

    _esm = ICI / "lecteur.js"

    numero = traitlets.Int(0).tag(sync=True)
    longueur = traitlets.Int(0).tag(sync=True)
    termine = traitlets.Bool(False).tag(sync=True)  # False : le film se tourne encore
    marche = traitlets.Bool(False).tag(sync=True)
    intervalle = traitlets.Int(700).tag(sync=True)  # millisecondes par coup
    vitesses = traitlets.List(VITESSES).tag(sync=True)
    attente = traitlets.Unicode("").tag(sync=True)  # ce que l'on dit pendant que l'Ordi réfléchit
    projecteur = traitlets.Bool(False).tag(sync=True)

    def __init__(self, au_changement, intervalle=700, projecteur=False):
        self.au_changement = au_changement
        super().__init__(intervalle=intervalle, projecteur=projecteur)
        self.observe(lambda _: self.au_changement(), "numero")

    def charge(self, longueur, depart=0, termine=True):
        """Prépare le lecteur pour un film de `longueur` coups."""
        self.marche, self.longueur, self.termine = False, longueur, termine
        self.va(depart)

    def allonge(self, longueur, termine):
        """Le film a maintenant `longueur` coups ; le coup montré ne change pas."""
        self.longueur, self.termine = longueur, termine
        self.au_changement()

    def va(self, numero):
        """Montre le coup `numero`."""
        self.numero = max(0, min(numero, self.longueur))
