"""Les questions « Prévois » de l'énoncé, posées dans le carnet juste avant ce qui y répond."""

import re

import ipywidgets as widgets

from .verification import Resultats
from .vue import carte, echappe, panneau

GENRES = {"juste": ("Juste", "bravo"), "discuter": ("À discuter", "")}
ENCORE = ("Cherche encore", "à écrire")
CODE_COURT = 24  # dans une phrase, un code plus court que cela n'est pas coupé
LARGEUR = {"width": "420px", "max_width": "98%"}


class Question(widgets.VBox):
    """Une question : son texte, de quoi répondre, et ce qu'on en dit."""

    def __init__(self, question):
        self.question = question
        nom = {"description": f"réponse à {question.id}", "layout": LARGEUR}
        nom["style"] = {"description_width": "initial"}
        if question.choix:
            self.reponse = widgets.RadioButtons(options=question.choix, value=None, **nom)
        else:
            self.reponse = widgets.Text(continuous_update=False, **nom)  # Entrée suffit
            self.reponse.observe(lambda _: self.verifie(), "value")
        bouton = widgets.Button(description="Vérifier", icon="check")
        bouton.on_click(lambda _: self.verifie())
        self.avis = Resultats()  # un lecteur d'écran lit ce qui y change
        barre = widgets.HBox([self.reponse, bouton], layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([widgets.HTML(panneau(en_html(question))), barre, self.avis])

    def verifie(self):
        """Dit si la réponse est la bonne, ou donne de quoi chercher encore."""
        dite = self.reponse.value or ""
        titre, genre = GENRES.get(self.question.juge(dite), ENCORE)
        corps = f"<p>{echappe(self.question.commente(dite))}</p>"
        self.avis.montre(carte(f"{self.question.id} : {titre}", corps, genre))


class Prevois(widgets.VBox):
    """Les questions de ces exercices : `Prevois(atelier, "tp1.alpha", "tp1.coord")`."""

    def __init__(self, atelier, *exercices):
        toutes = atelier.verificateur.outil("prevois").charge()
        super().__init__([Question(q) for q in toutes if q.exercice in exercices])


def en_html(question):
    """Le texte de la question : `code` en code, et le programme dont elle parle."""
    texte = re.sub(r"`([^`]+)`", en_code, echappe(question.debut))
    programme = "\n".join(question.programme)
    bloc = f"<pre>{echappe(programme)}</pre>" if programme else ""
    ou = f"énoncé de <code>{question.exercice}</code>"  # « ce cas », « ce trait » y sont dessinés
    return f"<p><b>Prévois ({question.id}, {ou}).</b> {texte}</p>{bloc}"


def en_code(trouve):
    """Le HTML d'un morceau de code de la question."""
    classe = ' class="bn-court"' if len(trouve[1]) <= CODE_COURT else ""
    return f"<code{classe}>{trouve[1]}</code>"
