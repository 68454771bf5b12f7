"""Le bouton « Rendre mon travail » des carnets du site.

Il fabrique le zip de `verifier.py rendre`, puis le donne à télécharger. Le travail ne quitte pas
le navigateur autrement.
"""

import base64
import contextlib
import html
import io
from pathlib import Path

import ipywidgets as widgets

from .apparence import COULEURS
from .programme import charge_fichier, dossier_eleve

STYLE = (
    "display: inline-block; padding: 0.4em 1em; border-radius: 0.3em; "
    f"background: {COULEURS.CLAIR['vert']}; color: white; font-weight: 600; text-decoration: none"
)
LIEN = (
    '<p><a download="{nom}" style="{style}" href="data:application/zip;base64,{contenu}">'
    "Télécharger {nom}</a></p>"
)


class Rendre(widgets.VBox):
    """Deux champs, un bouton, et le lien de téléchargement."""

    def __init__(self):
        self.dossier = dossier_eleve()
        self.nom = widgets.Text(description="Nom :", placeholder="Ton nom de famille")
        self.prenom = widgets.Text(description="Prénom :", placeholder="Ton prénom")
        bouton = widgets.Button(description="Fabriquer le zip", button_style="primary")
        bouton.on_click(self.fabrique)
        self.message = widgets.HTML()
        self.lit_d_avance()
        super().__init__([self.nom, self.prenom, bouton, self.message])

    def lit_d_avance(self):
        """Sur le site, un fichier arrive quand on le lit : ensuite, le réseau ne sert plus."""
        commandes = charge_fichier(self.dossier / "verifier.py").commandes
        for module in commandes.fichiers_rendus():
            with contextlib.suppress(OSError):
                (self.dossier / f"{module}.py").read_bytes()

    def fabrique(self, _=None):
        """Fabrique le zip et montre le lien, ou dit ce qui manque."""
        nom, prenom = self.nom.value.strip(), self.prenom.value.strip()
        if not nom or not prenom:
            self.message.value = "<p>Écris d'abord ton nom et ton prénom.</p>"
            return
        verificateur = charge_fichier(self.dossier / "verifier.py")
        texte = io.StringIO()
        with contextlib.redirect_stdout(texte):
            code = verificateur.main(["rendre", nom, prenom])
        phrases = texte.getvalue()
        lien = ""
        if code == 0:
            phrases, _, chemin = phrases.rpartition("Fichier à rendre : ")
            zip_rendu = Path(chemin.strip())
            contenu = base64.b64encode(zip_rendu.read_bytes()).decode("ascii")
            lien = LIEN.format(nom=html.escape(zip_rendu.name), style=STYLE, contenu=contenu)
        self.message.value = f"<pre>{html.escape(phrases)}</pre>{lien}"
