"""Le bouton « Vérifier » d'un TP : ce qui est à reprendre d'abord, puis le tableau du TP.

Un verdict vaut pour les fichiers qu'il a lus : dès que l'un d'eux est enregistré, il est périmé,
et cela se voit.
"""

from pathlib import Path

import anywidget
import ipywidgets as widgets
import traitlets

from .vue import AU_TEXTE, carte, echappe, panneau, paragraphe

ICI = Path(__file__).resolve().parent
# Statut : (signe, classe de la pastille, genre de la carte). Les autres sont des échecs.
ASPECTS = {
    "réussi": ("✔", "bn-reussi", "bravo"),
    "à faire": ("…", "bn-a-faire", "à écrire"),
    "bloqué": ("~", "bn-bloque", "à écrire"),
}
ECHEC = ("✘", "bn-rate", "erreur")
PERIME = '<p class="bn-avis">Ton fichier a changé depuis : clique de nouveau pour revérifier.</p>'


class Resultats(anywidget.AnyWidget):
    """Ce que dit le vérificateur, sous les yeux ; `perime` quand ce n'est plus à jour."""

    _esm = ICI / "resultats.js"

    html = traitlets.Unicode("").tag(sync=True)
    perime = traitlets.Bool(False).tag(sync=True)
    demandes = traitlets.Int(0).tag(sync=True)  # augmente quand il faut amener le texte à l'écran

    def montre(self, html):
        """Montre un nouveau texte."""
        self.html, self.perime = html, False
        self.demandes += 1

    def perime_tout(self):
        """Ce qui est montré date d'avant le dernier enregistrement."""
        if self.html and not self.perime:
            self.html, self.perime = PERIME + self.html, True


class Verification(widgets.VBox):
    """Le bouton « Vérifier » d'un TP : les exemples publics de chaque exercice."""

    def __init__(self, atelier, tp):
        self.atelier = atelier
        self.tp = atelier.registre.tp(tp)
        self.bouton = widgets.Button(
            description=f"Vérifier le TP{self.tp.numero}", icon="check", button_style="primary"
        )
        self.bouton.on_click(lambda _: self.actualise())
        exercices = [(f"{e.nom} : {e.titre}", e) for e in self.tp.exercices]
        self.exercice = widgets.Dropdown(options=exercices, description="exercice", layout=AU_TEXTE)
        un_seul = widgets.Button(description="Vérifier celui-ci", icon="search")
        un_seul.on_click(lambda _: self.detaille())
        indice = widgets.Button(description="Un indice", icon="lightbulb-o")
        indice.on_click(lambda _: self.donne_indice())
        self._donnes = {}
        self.photo = None  # les fichiers lus par la dernière vérification
        self.resultats = Resultats()
        barre = widgets.HBox(
            [self.bouton, self.exercice, un_seul, indice],
            layout=widgets.Layout(flex_flow="row wrap"),
        )
        super().__init__([barre, self.resultats])
        atelier.suit(self)

    def fichiers_changes(self):
        """Un fichier vient d'être enregistré : ce qui est montré n'est plus à jour.

        (Sauf si l'on a vérifié entre l'enregistrement et maintenant.)
        """
        if self.atelier.eleve.photo() != self.photo:
            self.resultats.perime_tout()

    def verifie(self, cible):
        """Les résultats du vérificateur ; on retient quels fichiers il a lus."""
        self.photo = self.atelier.eleve.photo()
        return self.atelier.verifie(cible)

    def actualise(self):
        """Vérifie tout le TP : ce qui est à reprendre d'abord, puis le tableau."""
        resultats = self.verifie(self.tp.nom)
        lignes = "".join(self.ligne(resultat) for resultat in resultats)
        reussis = sum(resultat.reussi for resultat in resultats)
        s = "s" if reussis > 1 else ""
        bilan = f"{reussis} exercice{s} réussi{s} sur {len(resultats)}"
        titre = f"<h4>TP{self.tp.numero} : {bilan}</h4>"
        premier = self.a_reprendre(resultats)
        haut = self.carte(premier) if premier else ""
        self.resultats.montre(haut + panneau(f"{titre}<table>{lignes}</table>"))

    def a_reprendre(self, resultats):
        """Le premier exercice raté ; sinon à faire, ou bloqué ; None quand tout est réussi."""
        rates = [resultat for resultat in resultats if resultat.statut not in ASPECTS]
        a_faire = [resultat for resultat in resultats if resultat.statut == "à faire"]
        autres = [resultat for resultat in resultats if not resultat.reussi]
        return next(iter(rates + a_faire + autres), None)

    def ligne(self, resultat):
        """La ligne du tableau pour un exercice."""
        exercice = resultat.exercice
        signe, classe, _ = ASPECTS.get(resultat.statut, ECHEC)
        etoiles = "★" * exercice.etoiles
        return (
            f'<tr><td><span class="bn-statut {classe}">{signe} {echappe(resultat.statut)}</span>'
            f"</td><td>{etoiles} <code>{exercice.nom}</code></td>"
            f"<td>{echappe(exercice.titre)}</td></tr>"
        )

    def detaille(self):
        """Vérifie l'exercice choisi et montre tout ce que dit le vérificateur."""
        self.resultats.montre(self.carte(self.verifie(self.exercice.value.id)[0]))

    def carte(self, resultat):
        """La carte d'un résultat du vérificateur."""
        signe, _, genre = ASPECTS.get(resultat.statut, ECHEC)
        titre = f"{signe} {resultat.id} : {resultat.statut}"
        dit = f"<pre>{echappe(resultat)}</pre>"
        if str(resultat) == f"{resultat.id} : {resultat.statut}":  # rien de plus que le titre
            dit = paragraphe(f"{resultat.exercice.titre} (fichier {resultat.exercice.module}.py).")
        return carte(titre, dit, genre)

    def donne_indice(self):
        """Montre les indices de l'exercice choisi, un de plus à chaque demande."""
        exercice = self.exercice.value
        nombre = min(self._donnes.get(exercice.id, 0) + 1, len(exercice.indices))
        self._donnes[exercice.id] = nombre
        lignes = "".join(f"<li>{echappe(i)}</li>" for i in exercice.indices[:nombre])
        titre = f"{exercice.id} : indice {nombre} sur {len(exercice.indices)}"
        self.resultats.montre(carte(titre, f"<ol>{lignes}</ol>"))
