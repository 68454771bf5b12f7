"""La disposition du projecteur : des commandes, une phrase, et une scène qui tient dans la fenêtre.

De haut en bas : le lecteur et les boutons, les réglages (repliés), la phrase du moment, puis la
scène, à qui revient toute la hauteur qui reste (voir `.bn-projecteur` dans `grille_widget.css`).
"""

import ipywidgets as widgets
from atelier.vue import paragraphe


def bascule(texte, action, icone=""):
    """Un bouton qui reste enfoncé ; `action()` est appelée quand il change."""
    bouton = widgets.ToggleButton(False, description=texte, icon=icone)
    bouton.observe(lambda _: action(), "value")
    return bouton


class Projecteur(widgets.VBox):
    """La place de tout ce que l'on projette ; `scene` contient ce que l'on regarde."""

    def __init__(self, lecteur, boutons, reglages):
        self.deplie = bascule("Réglages", self.range_reglages, "cog")
        self.reglages = widgets.VBox(reglages)
        self.phrase = widgets.HTML()
        self.phrase.add_class("bn-phrase")
        self.scene = widgets.HBox()
        self.scene.add_class("bn-scene")
        outils = widgets.HBox([*boutons, self.deplie], layout=widgets.Layout(flex_flow="row wrap"))
        outils.add_class("bn-outils")
        super().__init__([lecteur, outils, self.reglages, self.phrase, self.scene])
        self.add_class("bn-projecteur")
        self.range_reglages()

    def range_reglages(self):
        """Montre ou cache les réglages."""
        self.reglages.layout.display = None if self.deplie.value else "none"

    def dit(self, *phrases):
        """Écrit la phrase du moment."""
        self.phrase.value = paragraphe(" ".join(filter(None, phrases)))
