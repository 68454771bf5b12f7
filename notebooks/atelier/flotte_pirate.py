"""La flotte pirate dans un carnet : les essais de l'élève, et les navires qu'ils coulent.

La chasse est menée par le vérificateur, dans un processus à part ; elle est refaite à chaque fois
que le fichier d'essais (`essais_tp1.py`) est enregistré.
"""

import contextlib

import ipywidgets as widgets

from .verification import Resultats
from .vue import AU_TEXTE, carte, echappe, paragraphe

NAVIRE = (
    '<svg viewBox="0 0 44 34" width="44" height="34" aria-hidden="true">'
    '<path class="bn-coque" d="M3 22H41L35 31H9Z"/><path class="bn-mat" d="M22 22V4"/>'
    '<path class="bn-pavillon" d="M22 4H38L33 9L38 14H22Z"/>{rature}</svg>'
)
RATURE = '<path class="bn-rature" d="M2 32L42 3M2 3L42 32"/>'
TITRE_PANNE = "La chasse s'est arrêtée en route"


class FlottePirate(widgets.VBox):
    """Les chasses d'un TP : `FlottePirate(atelier, "tp1")`."""

    def __init__(self, atelier, tp):
        self.atelier = atelier
        self.chasses = atelier.verificateur.commandes.chasses_de(tp)
        with contextlib.suppress(OSError, ValueError):  # si elle manque, la chasse le dira
            atelier.verificateur.outil("chasse").charge()  # sur le site : tant qu'il y a du réseau
        self.exercice = widgets.Dropdown(
            options=[(f"essais_{e.nom}", e.id) for e in self.chasses],
            description="chasse",
            layout=AU_TEXTE,
        )
        lance = widgets.Button(
            description="Lancer la chasse", icon="crosshairs", button_style="primary"
        )
        lance.on_click(lambda _: self.lance())
        indice = widgets.Button(description="Un indice", icon="lightbulb-o")
        indice.on_click(lambda _: self.lance(precise=True))
        self.photo = None  # les fichiers lus par la dernière chasse
        self.derniere = ""  # la dernière carte d'une chasse menée
        self.niveaux = {}
        self.resultats = Resultats()  # un lecteur d'écran lit ce qui y change
        barre = widgets.HBox(
            [self.exercice, lance, indice], layout=widgets.Layout(flex_flow="row wrap")
        )
        super().__init__([barre, self.resultats])
        atelier.suit(self)

    def fichiers_changes(self):
        """Un fichier vient d'être enregistré : la chasse en cours est refaite."""
        if self.photo is not None and self.atelier.eleve.photo() != self.photo:
            self.lance()

    def lance(self, precise=False):
        """Mène la chasse choisie ; `precise` : avec un indice de plus sur le premier à flot."""
        self.photo = self.atelier.eleve.photo()
        commandes = self.atelier.verificateur.commandes
        try:
            menee = commandes.chasse(self.exercice.value, str(self.atelier.eleve.dossier))
            self.derniere = self.carte(menee, precise)
            self.resultats.montre(self.derniere)
        except commandes.Refus as refus:
            self.resultats.montre(carte("La flotte pirate", paragraphe(refus), "à écrire"))
        except Exception as panne:  # sans cela, le clic n'aurait aucun effet, et rien ne le dirait
            self.resultats.montre(carte(TITRE_PANNE, paragraphe(phrase_panne(panne)), "erreur"))
            self.resultats.html += self.derniere

    def carte(self, menee, precise):
        """La carte d'une chasse menée."""
        pirates = self.atelier.verificateur.outil("pirates")
        titre = f"essais_{menee.exercice.nom}"
        if not menee.valide:
            lignes = "".join(f"<pre>{echappe(detail)}</pre>" for detail in menee.details)
            phrase = pirates.majuscule(menee.phrase)
            if menee.ligne:
                phrase = f"Ligne {menee.ligne} : {pirates.minuscule(menee.phrase)}"
            return carte(titre, lignes + paragraphe(phrase), "à écrire")
        navires = "".join(
            navire(rang, ruse, coule)
            for rang, (ruse, coule) in enumerate(zip(menee.ruses, menee.coules, strict=True), 1)
        )
        corps = f'<ul class="bn-flotte-pirate">{navires}</ul>'
        corps += "".join(map(paragraphe, filter(None, (pirates.bilan(menee), menee.phrase))))
        if menee.gagnee:
            return carte(f"{titre} : toute la flotte est au fond !", corps, "bravo")
        premier = menee.premier_a_flot
        cle = (menee.exercice.id, premier)
        self.niveaux[cle] = min(self.niveaux.get(cle, 1) + precise, len(menee.indices[premier]))
        donnes = menee.indices[premier][: self.niveaux[cle]]
        suite = [donnes[0], *map(pirates.majuscule, donnes[1:])]
        corps += paragraphe("Un pirate encore à flot : " + " ".join(suite))
        return carte(titre, corps)


def phrase_panne(panne):
    """Ce que l'on dit d'une chasse qu'une panne du vérificateur a arrêtée."""
    dit = f"{type(panne).__name__} : {panne}".rstrip(" :")
    return (
        "Ce n'est pas la faute de tes essais, et tes fichiers n'ont pas changé. Relance la "
        f"chasse ; si elle s'arrête encore, montre ceci à ton enseignant : {dit}."
    )


def navire(rang, ruse, coule):
    """Le dessin d'un pirate, et ce qu'en dit un lecteur d'écran."""
    genre, etat = "rusé" if ruse else "facile", "coulé" if coule else "à flot"
    classes = f"bn-navire {'bn-ruse' if ruse else ''} {'bn-coule' if coule else ''}"
    dessin = NAVIRE.format(rature=RATURE if coule else "")
    nom = f'<span class="bn-nom">{genre}, {etat}</span>'
    return f'<li class="{classes}" aria-label="pirate {rang}, {genre}, {etat}">{dessin}{nom}</li>'
