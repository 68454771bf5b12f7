"""Le film d'une partie : chaque coup photographié, et un lecteur pour avancer ou reculer.

Un film se tourne avec `tourne(ordi)` : l'Ordi joue jusqu'au bout avec son propre
`coup_suivant`, et l'on garde après chaque coup tout ce qu'il faut pour le redessiner. Pour le
regarder pendant qu'il se tourne, voir `tournage.py`.
"""

import math
import time

from .apparence import COULEURS
from .grille_widget import nom
from .programme import DELAI_COUP, VERIFIER
from .vue import echappe, paragraphe

un_coup = VERIFIER.outil("jeu").un_coup


class Instant:
    """La situation après le coup `numero` (0 : avant de commencer).

    `valeurs` : la carte de chaleur d'après laquelle ce coup a été choisi ; `touches` : les cases
    touchées du bateau que l'Ordi poursuit ; `coule` : le bateau que ce coup a coulé, ou None.
    """

    def __init__(self, joueur, numero, resultat=None, aveugle=False, annonce=True):
        suivi = joueur.grille_suivi
        self.numero = numero
        self.case = joueur.cases_jouees[-1] if numero else None
        self.resultat = resultat
        self.etat = dict(suivi.etat)
        self.jouees = set(joueur.cases_jouees)
        self.file = list(getattr(joueur, "queue", []))
        self.valeurs = dict(getattr(suivi, "probas", {})) if aveugle else {}
        self.restants = list(suivi.taille_bateaux)
        self.touches = list(getattr(joueur, "liste_touches", []))
        occupees = [case for case, etat in joueur.grille_adverse.etat.items() if etat == 1]
        touchees = {case for case, etat in self.etat.items() if etat == 1}
        self.fini = bool(occupees) and touchees.issuperset(occupees)
        connus = annonce or self.fini
        self.bateaux_coules = COULEURS.bateaux_coules(occupees, touchees) if connus else []
        self.coule = next((b for b in self.bateaux_coules if self.case in b), None)
        self.messages = [str(message) for message in joueur.messages]
        joueur.messages.clear()

    def situation(self, **de_plus):
        """Ce qu'il faut donner à `GrilleWidget.montre`."""
        return {
            "etat": self.etat,
            "jouees": self.jouees,
            "coules": [case for bateau in self.bateaux_coules for case in bateau],
            "valeurs": {} if self.fini else self.valeurs,
            "file": self.file,
            "dernier": self.case,
            "annonce": self.phrase(),
            **de_plus,
        }

    def trouvees(self):
        """Combien de cases de bateau sont trouvées."""
        return list(self.etat.values()).count(1)

    def phrase(self):
        """Le coup en quelques mots."""
        if self.case is None:
            return "La partie commence."
        coule = f" Le bateau de {len(self.coule)} est coulé !" if self.coule else ""
        return f"Coup {self.numero} : {nom(self.case)}, {self.resultat}.{coule}"

    def flotte(self, tailles):
        """[[taille, coulé ou non]] de chaque bateau, pour `GrilleWidget.montre`."""
        restantes = list(tailles)
        for bateau in self.bateaux_coules:
            if len(bateau) in restantes:
                restantes.remove(len(bateau))
        return COULEURS.etat_flotte(tailles, restantes)


class Film:
    """Les instants d'une partie ; `panne` dit pourquoi elle s'est arrêtée avant la fin.

    `termine` : True quand il n'y a plus rien à filmer ; `annonce` : on voit les bateaux coulés
    (sinon, seulement à la fin).
    """

    def __init__(self, joueur, annonce=True):
        self.joueur = joueur
        self.occupees = [c for c, etat in joueur.grille_adverse.etat.items() if etat == 1]
        self.annonce = annonce
        self.instants = [Instant(joueur, 0)]
        self.panne = None
        self.termine = False

    def __getstate__(self):
        """Ce qui voyage d'un processus à l'autre : les photos, jamais le joueur."""
        return {**self.__dict__, "joueur": None}

    def __len__(self):
        return len(self.instants) - 1

    def prend(self, resultat, aveugle=False):
        """Photographie le joueur après un tir accepté."""
        instant = Instant(self.joueur, len(self) + 1, resultat, aveugle, self.annonce)
        self.instants.append(instant)

    def devoile(self):
        """La partie est finie : le dernier instant montre ce qui est coulé, annoncé ou non."""
        dernier = self.instants[-1]
        touchees = {case for case, etat in dernier.etat.items() if etat == 1}
        dernier.bateaux_coules = COULEURS.bateaux_coules(self.occupees, touchees)

    def instant(self, numero):
        """L'instant `numero`, ou le dernier si la partie était déjà finie."""
        return self.instants[min(numero, len(self))]

    def avancement(self, numero):
        """Où l'on en est : « coup 3 sur 36 », ou « coup 3 » tant que l'Ordi joue encore."""
        total = f" sur {len(self)}" if self.termine else " (l'Ordi réfléchit à la suite)"
        return f"coup {min(numero, len(self))}{total}"


def filme(copie, film, secondes=math.inf):
    """Filme des coups pendant à peu près `secondes` ; renvoie True quand la partie est finie."""
    limite = time.perf_counter() + secondes
    while not film.termine and time.perf_counter() < limite:
        filme_un_coup(copie, film)
    return film.termine


def filme_un_coup(copie, film):
    """Filme un coup, ou note que la partie est finie."""
    essai = copie.essaie(lambda: un_coup(film.joueur), DELAI_COUP, muet=not copie.sur)
    if essai.panne is not None or essai.valeur is None:
        film.panne, film.termine = essai.panne, True
    else:
        film.prend(*essai.valeur)


def tourne(copie, ordi):
    """Le film de la partie que joue `ordi`, du premier coup à la fin (ou à la panne)."""
    film = Film(ordi)
    filme(copie, film)
    return film


def file_html(cases):
    """La file d'attente dessinée comme une suite de boîtes."""
    if not cases:
        return paragraphe("File d'attente : vide.")
    boites = "".join(f"<li>{echappe(nom(case))}</li>" for case in cases)
    return f'<p>File d\'attente (la première sera jouée) :</p><ol class="bn-file">{boites}</ol>'


def cite(message):
    """La phrase de l'Ordi entre guillemets, qui restent collés à ses mots."""
    return f"«\N{NO-BREAK SPACE}{message}\N{NO-BREAK SPACE}»"


def pensees_html(instant):
    """Ce que l'Ordi a dit pendant ce coup."""
    phrases = "".join(paragraphe(cite(message)) for message in instant.messages)
    if instant.fini:
        return f"{phrases}<p>Toute la flotte est trouvée.</p>"
    restants = ", ".join(str(taille) for taille in instant.restants) or "aucun"
    return f"{phrases}<p>Bateaux que l'Ordi cherche&nbsp;: {restants}.</p>"
