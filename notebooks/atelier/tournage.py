"""Tourner un film pendant que l'on en regarde le début, et savoir s'arrêter net.

Les Ordis qui comptent toutes les flottes (niveaux 7 et 8) réfléchissent parfois longtemps à un
coup, et rien n'interrompt un tel calcul : ils jouent dans un autre processus, que l'on arrête dès
que l'on choisit autre chose.
"""

import asyncio
import math
import multiprocessing
import signal
import sys
import time

from .film import Film, filme, filme_un_coup
from .jeu import pose
from .programme import Panne, ProgrammeDuCorrige, dossier_corrige

PAS = 0.05  # secondes entre deux regards
LONG = 0.7  # au-delà, on dit que l'Ordi réfléchit


class Tournage:
    """Filme une ou plusieurs parties par petits morceaux, pendant que l'on regarde le début.

    `prises` est une liste de couples (copie, film) ; le `lecteur` s'allonge au fur et à mesure.
    Un Ordi très fort réfléchit longtemps : la page, elle, ne se fige pas. `abandonne` : on a choisi
    autre chose, tout s'arrête.
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
            self.filme_un_moment(self.prises, math.inf)
            self.montre()

    def filme_un_moment(self, prises, secondes=0.2):
        """Filme chacune de ces parties un moment."""
        for copie, film in prises:
            filme(copie, film, 0 if self.abandonne else secondes)

    def montre(self):
        """Le lecteur s'allonge des coups filmés ; renvoie True quand toutes les parties le sont."""
        finies = all(film.termine for _, film in self.prises)
        self.lecteur.attente = ""
        self.lecteur.allonge(max(len(film) for _, film in self.prises), finies)
        return finies

    async def suite(self):
        """Filme jusqu'au bout, ou jusqu'à l'abandon, sans jamais figer la page."""
        doubles = [Doublure.de(film) for _, film in self.prises if compte_tout(film)]
        ici = [prise for prise in self.prises if not compte_tout(prise[1])]
        calcul, debut = None, time.perf_counter()
        vu = [(0, False)] * len(self.prises)  # le lecteur attend tout, même d'un film déjà tourné
        try:
            while not self.abandonne:
                calcul = self.filme_ici(ici, calcul)
                for double in doubles:
                    double.recoit()
                if self.etat() != vu:
                    vu, debut = self.etat(), time.perf_counter()
                    if self.montre():
                        return
                self.dit_l_attente(time.perf_counter() - debut)
                await asyncio.sleep(PAS)
        finally:
            for double in doubles:
                double.quitte()

    def etat(self):
        """Ce qui change quand il y a quelque chose de nouveau à montrer."""
        return [(len(film), film.termine) for _, film in self.prises]

    def filme_ici(self, prises, calcul):
        """Filme un moment les parties courtes ; renvoie le fil qui s'en occupe, s'il y en a un."""
        prises = [prise for prise in prises if not prise[1].termine]
        if not prises or (calcul is not None and not calcul.done()):
            return calcul
        if sys.platform != "emscripten" and all(copie.sur for copie, _ in prises):
            return asyncio.ensure_future(asyncio.to_thread(self.filme_un_moment, prises))
        self.filme_un_moment(prises)
        return None

    def dit_l_attente(self, attente):
        """Dit au lecteur depuis combien de temps on attend, quand c'est long."""
        if attente > LONG:
            self.lecteur.attente = f"l'Ordi réfléchit ({round(attente)}\N{NO-BREAK SPACE}s)"


# ----------------------------------------------------------------- dans un autre processus


def compte_tout(film):
    """True si ce joueur compte toutes les flottes, là où l'on peut lancer un autre processus."""
    return hasattr(film.joueur, "compteur") and sys.platform != "emscripten"


class Doublure:
    """Joue la partie d'un film dans un autre processus ; les photos des coups en reviennent.

    Un processus qui a fini sa partie attend la suivante : ses tables sont déjà prêtes.
    """

    libres = []

    def __init__(self):
        contexte = multiprocessing.get_context("spawn")
        self.lien, bout = contexte.Pipe()
        options = {"args": (bout, dossier_corrige()), "daemon": True}
        self.processus = contexte.Process(target=joue_sans_fin, **options)
        self.processus.start()
        bout.close()

    @classmethod
    def de(cls, film):
        """La doublure du joueur de ce film : elle commence à jouer."""
        double = cls.libres.pop() if cls.libres else cls()
        double.film = film
        suivi = film.joueur.grille_suivi
        regles = {"xmax": suivi.xmax, "ymax": suivi.ymax, "taille_bateaux": suivi.flotte_depart}
        double.lien.send((film.joueur.niveau, regles, film.occupees))
        return double

    def recoit(self):
        """Ajoute au film les coups joués depuis la dernière fois."""
        film = self.film
        try:
            while not film.termine and self.lien.poll():
                instant, phrase, film.termine = self.lien.recv()
                film.panne = Panne("erreur", phrase) if phrase else None
                if instant is not None:
                    film.instants.append(instant)
        except (EOFError, OSError):
            film.termine = True
            film.panne = Panne("erreur", "L'Ordi s'est arrêté : relance une partie.")

    def quitte(self):
        """Attend une autre partie si celle-ci est finie ; sinon, s'arrête tout de suite."""
        if self.film.termine and self.film.panne is None:
            self.libres.append(self)
            return
        self.lien.close()
        self.processus.kill()
        self.processus.join()


def joue_sans_fin(lien, dossier):
    """Ce que fait l'autre processus : une partie après l'autre, jusqu'à ce que le lien se ferme."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    corrige = ProgrammeDuCorrige(dossier)
    nouvel_ordi = corrige.module("jeu.ordis").nouvel_ordi
    try:
        while True:
            niveau, regles, occupees = lien.recv()
            ordi = nouvel_ordi(niveau=niveau, **regles)
            pose(ordi.grille_adverse, occupees)
            film = Film(ordi)
            while not film.termine:
                filme_un_coup(corrige, film)
                instant = None if film.termine else film.instants[-1]
                phrase = film.panne.phrase if film.panne is not None else ""
                lien.send((instant, phrase, film.termine))
    except (EOFError, OSError):
        return
