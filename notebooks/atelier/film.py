"""Le film d'une partie : chaque coup photographié, et un lecteur pour avancer ou reculer.

Un film se tourne avec `tourne(ordi)` : l'Ordi joue jusqu'au bout avec son propre
`coup_suivant`, et l'on garde après chaque coup tout ce qu'il faut pour le redessiner.
"""

import asyncio
import math
import time

import ipywidgets as widgets

from .grille_widget import nom
from .programme import DELAI_COUP, Surprise
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
    """Les instants d'une partie ; `panne` dit pourquoi elle s'est arrêtée avant la fin.

    `termine` : True quand il n'y a plus rien à filmer.
    """

    def __init__(self, joueur):
        self.joueur = joueur
        self.instants = [Instant(joueur, 0)]
        self.panne = None
        self.termine = False

    def __len__(self):
        return len(self.instants) - 1

    def prend(self, resultat, aveugle=False):
        """Photographie le joueur après un tir accepté."""
        self.instants.append(Instant(self.joueur, len(self) + 1, resultat, aveugle))

    def instant(self, numero):
        """L'instant `numero`, ou le dernier si la partie était déjà finie."""
        return self.instants[min(numero, len(self))]

    def avancement(self, numero):
        """Où l'on en est : « coup 3 sur 36 », ou « coup 3 » tant que l'Ordi joue encore."""
        total = f" sur {len(self)}" if self.termine else " (l'Ordi réfléchit à la suite)"
        return f"coup {min(numero, len(self))}{total}"


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


def filme(copie, film, secondes=math.inf):
    """Filme des coups pendant à peu près `secondes` ; renvoie True quand la partie est finie."""
    limite = time.perf_counter() + secondes
    while not film.termine and time.perf_counter() < limite:
        essai = copie.essaie(lambda: un_coup(film.joueur), DELAI_COUP)
        if essai.panne is not None or essai.valeur is None:
            film.panne, film.termine = essai.panne, True
        else:
            film.prend(*essai.valeur)
    return film.termine


def tourne(copie, ordi):
    """Le film de la partie que joue `ordi`, du premier coup à la fin (ou à la panne)."""
    film = Film(ordi)
    filme(copie, film)
    return film


class Tournage:
    """Filme une ou plusieurs parties par petits morceaux, pendant que l'on regarde le début.

    `prises` est une liste de couples (copie, film) ; le `lecteur` s'allonge au fur et à mesure.
    Un Ordi très fort réfléchit longtemps : la page, elle, ne se fige pas.
    """

    def __init__(self, prises, lecteur):
        self.prises = prises
        self.lecteur = lecteur
        self.abandonne = False

    def commence(self):
        """Filme le début tout de suite, et la suite en arrière-plan s'il le faut."""
        self.lecteur.charge(0)
        if self.avance(0.5):
            return
        try:
            self._tache = asyncio.get_running_loop().create_task(self.suite())
        except RuntimeError:  # hors d'un carnet : pas d'arrière-plan
            self.avance(math.inf)

    def avance(self, secondes):
        """Filme un moment chaque partie ; renvoie True quand toutes sont finies."""
        finies = [filme(copie, film, secondes) for copie, film in self.prises]
        self.lecteur.allonge(max(len(film) for _, film in self.prises))
        return all(finies)

    async def suite(self):
        """Filme le reste, en laissant la main entre deux morceaux."""
        while not self.abandonne and not self.avance(0.2):
            await asyncio.sleep(0.05)


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


class LecteurDeFilm(widgets.HBox):
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

    def allonge(self, longueur):
        """Le film a maintenant `longueur` coups ; le coup montré ne change pas."""
        self.marche.max = longueur
        self.au_changement()

    def va(self, numero):
        """Montre le coup `numero`."""
        self.curseur.value = max(0, min(numero, self.curseur.max))

    def avance(self, pas):
        """Avance (ou recule) d'un coup, et met en pause."""
        self.marche.playing = False
        self.va(self.numero + pas)
