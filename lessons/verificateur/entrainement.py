"""Fait jouer le bot de l'élève et ses autres Ordis, partie par partie, sans jamais rester bloqué.

Les parties sont jouées par `parties.py`, dans un processus. Une partie qui n'en finit pas est
perdue, et un autre processus joue les suivantes ; après ARRETS_MAX, le bot a perdu tout le reste.
"""

import os
import re

from . import autopsie, exemples, jeu, parties, phrases
from .arbitre import ARRETS_MAX, CLASSE, MODULE, phrase_appel, phrase_faute
from .conseils_bot import phrase_rien
from .ecran import registre
from .fichiers import FichiersEleve
from .source import importes


def regles_du_tournoi():
    """La grille et la flotte ordinaires."""
    utiles = jeu.module_donne(registre(), "bn_utiles")
    return jeu.Regles("le tournoi", 10, 10, utiles.FLOTTE)


def fichiers_de(dossier):
    """Les fichiers de l'élève, son bot compris."""
    fichiers = FichiersEleve(registre(), dossier)
    fichiers.lit(MODULE)
    return fichiers


class Serie:
    """Les parties d'un Ordi, `nom` pour l'élève, sur les flottes `numeros`.

    - `tirs` : {numéro: rangs des cases visées} ; `fautes` : {numéro: (genre, phrase)} ;
    - `affiche` : ce qu'il a affiché, s'il n'a joué qu'une partie ;
    - `refus` : pourquoi il n'a pas pu jouer, ou "" ; `a_ecrire` : il n'est pas encore écrit ;
    - `lente` : il calcule trop, on s'en est tenu là ; `se_souvient` : rejouée, une partie change ;
    - `carte` : la faute (genre, phrase) de sa carte de chaleur, ou None ;
    - `pas_jouees` : trop de parties n'en finissaient pas, celles-ci sont perdues sans être jouées.
    """

    def __init__(self, nom, numeros, module=MODULE, classe=CLASSE, **options):
        self.nom, self.numeros = nom, list(numeros)
        self.module, self.classe, self.options = module, classe, options
        self.tirs, self.fautes, self.calcul = {}, {}, 0.0
        self.refus, self.affiche, self.a_ecrire = "", "", False
        self.lente = self.se_souvient = False
        self.pas_jouees, self.carte = [], None

    @property
    def bot(self):
        """True pour MonOrdi."""
        return self.module == MODULE

    @property
    def reste(self):
        """Les numéros qu'il n'a pas encore joués."""
        return [] if self.refus or self.lente else [n for n in self.numeros if n not in self.tirs]

    def scores(self, nb_cases):
        """Les nombres de tirs des flottes jouées ; toutes les cases si la partie est perdue."""
        jouees = [n for n in self.numeros if n in self.tirs]
        return [nb_cases if n in self.fautes else len(self.tirs[n]) for n in jouees]

    def refuse(self, phrase):
        """Il ne jouera pas."""
        self.refus = phrase


class Entrainement:
    """Des Series à jouer avec ces fichiers ; `prix` : secondes d'une partie de niveau 5 ici."""

    def __init__(self, fichiers, series, lanceur, suit=None):
        self.fichiers, self.lanceur, self.suit = fichiers, lanceur, suit
        self.series = {f"joueur {rang}": serie for rang, serie in enumerate(series)}
        self.regles = regles_du_tournoi()
        self.prix, self.arrets = 0.0, 0

    def joue(self):
        """Joue tout ce qui peut l'être."""
        for serie in self.series.values():
            if serie.module in self.fichiers.fautes:
                serie.refuse(f"{serie.module}.py ne se charge pas.")
        while any(serie.reste for serie in self.series.values()):
            requete = self.requete()
            if self.lanceur is None:
                exemples.sur_place(requete, parties.execute, self.note)
                return
            nouvelles = exemples.avec_processus(requete, self.lanceur, self.note)
            if nouvelles and nouvelles[-1]["sorte"] == "termine":
                return
            self.reprend(nouvelles[-1] if nouvelles else {})

    def requete(self):
        """Ce que l'on demande au processus."""
        joueurs = [
            {"id": cle, "module": s.module, "classe": s.classe, "bot": s.bot,
             "options": s.options, "numeros": s.reste}
            for cle, s in self.series.items() if s.reste
        ]  # fmt: skip
        return {
            "dossier": self.fichiers.dossier, "textes": self.fichiers.textes,
            "limite": exemples.LIMITE, "limite_pas": exemples.LIMITE_PAS,
            "xmax": self.regles.xmax, "ymax": self.regles.ymax,
            "tailles": list(self.regles.tailles), "joueurs": joueurs,
        }  # fmt: skip

    # ------------------------------------------------------------- les nouvelles

    def note(self, nouvelle):
        """Une nouvelle vient d'arriver (voir `parties.execute`)."""
        sorte, serie = nouvelle["sorte"], self.series.get(nouvelle.get("joueur"))
        if sorte == "prix":
            self.prix = self.prix or nouvelle["secondes"]
        elif sorte == "module":
            self.refuse_module(nouvelle["id"], self.phrase_erreur(nouvelle["exception"]) + ".")
        elif sorte == "absente":
            serie.refuse(f"il n'y a pas de classe {serie.classe} dans {serie.module}.py.")
        elif sorte == "lente":
            serie.lente = True
        elif sorte == "carte" and nouvelle["faute"] is not None:
            serie.carte = self.explique(*nouvelle["faute"])
        elif sorte == "memoire":
            serie.se_souvient = True
        elif sorte == "partie":
            self.note_partie(serie, nouvelle["numero"], nouvelle["tirs"], nouvelle["faute"])
            serie.calcul += nouvelle["calcul"]
            serie.affiche = nouvelle["affiche"]

    def note_partie(self, serie, numero, tirs, faute):
        """Une partie de plus ; un niveau qui n'est pas juste ne joue pas plus loin."""
        serie.tirs[numero] = tirs
        if faute is not None:
            serie.fautes[numero] = self.explique(*faute)
            if not serie.bot:
                serie.a_ecrire = faute[0] == "erreur" and "manque" in faute[1]
                serie.refuse(serie.fautes[numero][1] + ".")
        if self.suit is not None:
            self.suit(serie)

    def explique(self, genre, donnee):
        """(genre, phrase sans point) d'une faute."""
        if genre == "erreur" and "boucle" in donnee:
            return "boucle", phrase_faute("boucle", autopsie.phrase(donnee["boucle"], cite=True))
        if genre == "rien":
            return genre, phrase_rien(self.fichiers.arbres[MODULE]) or phrase_faute(genre)
        if genre == "erreur":
            donnee = self.phrase_erreur(donnee)
        return genre, phrase_faute(genre, donnee)

    def phrase_erreur(self, exception):
        """Ce qui s'est passé, et à quelle ligne ; sans point."""
        if "manque" in exception:
            return f"il reste à écrire {exception['manque']}"
        if not exception.get("appels") and exception["type"] == "TypeError":
            dite = phrase_appel(exception["message"])
            if dite:
                return dite
        fichier = os.path.basename(exception.get("fichier") or "")
        module = fichier[: -len(".py")]
        dite = phrases.phrase_exception(exception, self.fichiers.textes, module).rstrip(".")
        if module in self.fichiers.textes and exception.get("ligne"):
            dite = f"ligne {exception['ligne']} de {fichier}, {dite}"
        return self.d_un_autre_tp(exception) or dite

    def d_un_autre_tp(self, exception):
        """Ce qu'il faut importer, si l'on demande une méthode que le bot n'a pas ; ou ""."""
        trouve = re.search(r"has no attribute '(\w+)'", exception["message"])
        tp6 = registre().tp("tp6")
        if trouve and trouve[1] in [e.nom for e in tp6.exercices]:
            if tp6.module not in importes(self.fichiers.arbres[MODULE]):
                return f"{trouve[1]} est du TP6 : en haut du fichier, importe Ordi de {tp6.module}"
        return ""

    # ------------------------------------------------------------- quand le processus s'arrête

    def reprend(self, derniere):
        """Le processus s'est arrêté sur cette nouvelle : la partie en cause est perdue."""
        phrase = "ce code arrête Python, ou n'en finit pas"
        if "fichier" in derniere:
            phrase = autopsie.phrase(derniere, cite=True)
        coupable = derniere.get("id")
        if isinstance(coupable, str):  # il s'est arrêté en chargeant un module
            self.refuse_module(coupable, phrase + ".")
            return
        cle, numero = coupable or self.premiere_qui_reste()
        if numero == parties.CARTE:
            self.series[cle].carte = ("boucle", phrase)
            return
        self.arrets += 1
        self.note_partie(self.series[cle], numero, [], ["boucle", phrase])
        if self.arrets >= ARRETS_MAX:
            for serie in self.series.values():
                serie.pas_jouees = serie.reste if serie.bot else []
                for suivante in serie.pas_jouees:
                    self.note_partie(serie, suivante, [], ["boucle", phrase])

    def premiere_qui_reste(self):
        """(joueur, numéro) de la partie où le processus s'est tu."""
        return next((cle, s.reste[0]) for cle, s in self.series.items() if s.reste)

    def refuse_module(self, module, phrase):
        """Aucun Ordi de ce module ne peut jouer."""
        for serie in self.series.values():
            if serie.module == module:
                serie.refuse(phrase)
