"""Le film d'une partie : chaque coup photographié, et un lecteur pour avancer ou reculer.

Un film se tourne avec `tourne(ordi)` : l'Ordi joue jusqu'au bout avec son propre
`coup_suivant`, et l'on garde après chaque coup tout ce qu'il faut pour le redessiner.
"""

import asyncio
import contextlib
import math
import sys
import threading
import time

from .apparence import COULEURS
from .grille_widget import nom
from .programme import DELAI_COUP, Surprise
from .vue import echappe, paragraphe

VERROU = threading.Lock()  # deux Ordis qui comptent tout se partagent le même compteur


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
        essai = copie.essaie(lambda: un_coup(film.joueur), DELAI_COUP, muet=not copie.sur)
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
        """Filme en arrière-plan dans un carnet ; tout de suite et en entier ailleurs."""
        self.lecteur.charge(0, termine=False)
        try:
            self.tache = asyncio.get_running_loop().create_task(self.suite())
        except RuntimeError:  # hors d'un carnet : pas d'arrière-plan
            self.filme_un_moment(math.inf)
            self.montre()

    def filme_un_moment(self, secondes=0.2):
        """Filme chaque partie un moment."""
        for copie, film in self.prises:
            partage = VERROU if hasattr(film.joueur, "compteur") else contextlib.nullcontext()
            with partage:
                filme(copie, film, 0 if self.abandonne else secondes)

    def montre(self):
        """Le lecteur s'allonge des coups filmés ; renvoie True quand toutes les parties le sont."""
        finies = all(film.termine for _, film in self.prises)
        self.lecteur.attente = ""
        self.lecteur.allonge(max(len(film) for _, film in self.prises), finies)
        return finies

    async def suite(self):
        """Filme jusqu'au bout, ou jusqu'à l'abandon, sans jamais figer la page."""
        fil = all(copie.sur for copie, _ in self.prises) and sys.platform != "emscripten"
        while not self.abandonne:
            if fil:
                await self.ailleurs()
            else:
                self.filme_un_moment()
            if self.abandonne or self.montre():
                return
            await asyncio.sleep(0.05)

    async def ailleurs(self):
        """Filme un moment dans un autre fil ; dit au lecteur depuis combien de temps on attend."""
        debut = time.perf_counter()
        calcul = asyncio.ensure_future(asyncio.to_thread(self.filme_un_moment))
        while not self.abandonne and not (await asyncio.wait({calcul}, timeout=0.5))[0]:
            coup = 1 + min(len(film) for _, film in self.prises if not film.termine)
            attente = round(time.perf_counter() - debut)
            self.lecteur.attente = f"l'Ordi réfléchit au coup {coup} ({attente} s)"


def file_html(cases):
    """La file d'attente dessinée comme une suite de boîtes."""
    if not cases:
        return paragraphe("File d'attente : vide.")
    boites = "".join(f"<li>{echappe(nom(case))}</li>" for case in cases)
    return f'<p>File d\'attente (la première sera jouée) :</p><ol class="bn-file">{boites}</ol>'


def pensees_html(instant):
    """Ce que l'Ordi a dit pendant ce coup."""
    phrases = "".join(f"<p>« {echappe(message)} »</p>" for message in instant.messages)
    if instant.fini:
        return f"{phrases}<p>Toute la flotte est trouvée.</p>"
    restants = ", ".join(str(taille) for taille in instant.restants) or "aucun"
    return f"{phrases}<p>Bateaux que l'Ordi cherche : {restants}.</p>"
