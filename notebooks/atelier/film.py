"""Le film d'une partie : chaque coup photographié, et un lecteur pour avancer ou reculer.

Un film se tourne avec `tourne(ordi)` : l'Ordi joue jusqu'au bout avec son propre
`coup_suivant`, et l'on garde après chaque coup tout ce qu'il faut pour le redessiner.
"""

import ipywidgets as widgets

from .copie import Surprise
from .grille_widget import nom
from .vue import echappe, paragraphe


class Instant:
    """La situation après le coup `numero` (0 : avant de commencer)."""

    def __init__(self, joueur, numero, resultat=None, aveugle=False):
        suivi = joueur.grille_suivi
        self.numero = numero
        self.case = joueur.cases_jouees[-1] if numero else None
        self.resultat = resultat
        self.etat = dict(suivi.etat)
        self.jouees = set(joueur.cases_jouees)
        self.file = list(getattr(joueur, "queue", []))
        self.valeurs = dict(getattr(suivi, "probas", {})) if aveugle else {}
        self.restants = list(suivi.taille_bateaux)
        self.messages = [str(message) for message in joueur.messages]
        joueur.messages.clear()

    def situation(self, **de_plus):
        """Ce qu'il faut donner à `GrilleWidget.montre`."""
        return {
            "etat": self.etat,
            "jouees": self.jouees,
            "valeurs": self.valeurs,
            "file": self.file,
            "dernier": self.case,
            "annonce": self.phrase(),
            **de_plus,
        }

    def phrase(self):
        """Le coup en quelques mots."""
        if self.case is None:
            return "La partie commence."
        return f"Coup {self.numero} : {nom(self.case)}, {self.resultat}."


class Film:
    """Les instants d'une partie ; `panne` dit pourquoi elle s'est arrêtée avant la fin."""

    def __init__(self, joueur):
        self.joueur = joueur
        self.instants = [Instant(joueur, 0)]
        self.panne = None

    def __len__(self):
        return len(self.instants) - 1

    def prend(self, resultat, aveugle=False):
        """Photographie le joueur après un tir accepté."""
        self.instants.append(Instant(self.joueur, len(self) + 1, resultat, aveugle))

    def instant(self, numero):
        """L'instant `numero`, ou le dernier si la partie était déjà finie."""
        return self.instants[min(numero, len(self))]

    @property
    def fini(self):
        """True si toute la flotte a été trouvée."""
        return self.panne is None and list(self.instants[-1].etat.values()).count(1) > 0


def un_coup(ordi):
    """Fait jouer un coup : (résultat, True si le tir était en aveugle), ou None à la fin."""
    aveugle = not getattr(ordi, "queue", [])
    avant = len(ordi.cases_jouees)
    resultat = ordi.coup_suivant()
    if resultat is None:
        return None
    if len(ordi.cases_jouees) != avant + 1:
        raise Surprise("coup_suivant", f"a renvoyé {resultat!r} sans tirer sur une case nouvelle.")
    return resultat, aveugle


def tourne(copie, ordi, secondes=2.0):
    """Le film de la partie que joue `ordi`, du premier coup à la fin (ou à la panne)."""
    film = Film(ordi)
    while True:
        essai = copie.essaie(lambda: un_coup(ordi), secondes)
        if essai.panne is not None or essai.valeur is None:
            film.panne = essai.panne
            return film
        film.prend(*essai.valeur)


def file_html(cases):
    """La file d'attente dessinée comme une suite de boîtes."""
    if not cases:
        return paragraphe("File d'attente : vide.")
    boites = "".join(f"<li>{echappe(nom(case))}</li>" for case in cases)
    return f'<p>File d\'attente (la première sera jouée) :</p><ol class="bn-file">{boites}</ol>'


def pensees_html(instant):
    """Ce que l'Ordi a dit pendant ce coup."""
    phrases = "".join(f"<p>« {echappe(message)} »</p>" for message in instant.messages)
    restants = ", ".join(str(taille) for taille in instant.restants) or "aucun"
    return f"{phrases}<p>Bateaux à trouver : {restants}.</p>"


class Lecteur(widgets.HBox):
    """Marche, pause, coup précédent, coup suivant, et un curseur sur toute la partie."""

    def __init__(self, au_changement, intervalle=700):
        self.au_changement = au_changement
        self.curseur = widgets.IntSlider(0, 0, 0, description="coup")
        self.marche = widgets.Play(value=0, min=0, max=0, interval=intervalle, show_repeat=False)
        widgets.link((self.marche, "value"), (self.curseur, "value"))
        widgets.link((self.marche, "max"), (self.curseur, "max"))
        recule = self.bouton("Précédent", "step-backward", lambda: self.avance(-1))
        avance = self.bouton("Suivant", "step-forward", lambda: self.avance(1))
        fin = self.bouton("Fin", "fast-forward", lambda: self.va(self.curseur.max))
        self.vitesse = widgets.Dropdown(
            options=[("lent", 1500), ("normal", 700), ("rapide", 250)],
            value=intervalle,
            description="vitesse",
            layout=widgets.Layout(width="170px"),
        )
        widgets.link((self.vitesse, "value"), (self.marche, "interval"))
        self.curseur.observe(lambda _: self.au_changement(), "value")
        super().__init__(
            [self.marche, recule, avance, fin, self.curseur, self.vitesse],
            layout=widgets.Layout(flex_flow="row wrap"),
        )

    def bouton(self, texte, icone, action):
        """Un bouton qui fait `action()`."""
        bouton = widgets.Button(description=texte, icon=icone, layout=widgets.Layout(width="auto"))
        bouton.on_click(lambda _: action())
        return bouton

    @property
    def numero(self):
        """Le numéro du coup montré."""
        return self.curseur.value

    def charge(self, longueur, depart=0):
        """Prépare le lecteur pour un film de `longueur` coups."""
        self.marche.playing = False
        self.marche.max = longueur
        self.va(depart)

    def va(self, numero):
        """Montre le coup `numero`."""
        self.curseur.value = max(0, min(numero, self.curseur.max))

    def avance(self, pas):
        """Avance (ou recule) d'un coup, et met en pause."""
        self.marche.playing = False
        self.va(self.numero + pas)
