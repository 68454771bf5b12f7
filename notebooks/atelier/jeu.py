"""Une partie dans un carnet, construite sur les modules des TP : aucune règle n'est récrite.

Le « moteur » est le corrigé quand il est là, sinon le code de l'élève, aussi loin qu'il va :
avant le TP4, les tirs sont notés sur une grille du TP1 ; sans le TP2, les flottes viennent du
fichier `flottes.json` ; sans le TP5, on cherche seul.
"""

import importlib.util
import json
import random
from pathlib import Path

from .apart import ProgrammeAPart
from .film import Film, un_coup
from .programme import DELAI_COUP, Surprise

FLOTTES = Path(__file__).parent / "flottes.json"
SENS = {"H": (1, 0), "V": (0, 1)}


class Regles:
    """Une grille, une flotte, et quelques flottes cachées toutes prêtes."""

    def __init__(self, nom, xmax, ymax, tailles, flottes=()):
        self.nom = nom
        self.xmax, self.ymax, self.tailles = xmax, ymax, tuple(tailles)
        self.flottes = flottes

    def options(self):
        """Les arguments que prennent les classes des TP."""
        return {"xmax": self.xmax, "ymax": self.ymax, "taille_bateaux": self.tailles}

    def __str__(self):
        tailles = ", ".join(str(taille) for taille in self.tailles)
        return f"{self.nom} : {self.xmax} × {self.ymax}, bateaux {tailles}"


def lit_regles():
    """Les règles proposées, lues dans `flottes.json`."""
    donnees = json.loads(FLOTTES.read_text(encoding="utf-8"))
    return [
        Regles(d["nom"], d["xmax"], d["ymax"], d["tailles"], d["flottes"])
        for d in donnees["regles"]
    ]


def cases_du_bateau(taille, x, y, sens):
    """Les cases d'un bateau du fichier, écrit `[taille, x, y, "H" ou "V"]`.

    >>> cases_du_bateau(2, 3, 1, "V")
    [(3, 1), (3, 2)]
    """
    dx, dy = SENS[sens]
    return [(x + k * dx, y + k * dy) for k in range(taille)]


def pose(grille, cases):
    """Met une flotte sur une grille : ses cases passent à 1."""
    grille.etat.update(dict.fromkeys(cases, 1))
    grille.vides = [case for case, etat in grille.etat.items() if etat == 0]


def flotte_cachee(moteur, regles):
    """Les cases d'une flotte au hasard : tirée par le moteur, ou sinon prise dans le fichier."""

    def tirage():
        grille = moteur.module("tp2_placement").Grille(**regles.options())
        grille.init_bateaux_alea()
        return [case for case, etat in grille.etat.items() if etat == 1]

    essai = moteur.essaie(tirage)
    if essai.panne is None and len(essai.valeur) == sum(regles.tailles):
        return essai.valeur
    if not regles.flottes:
        raise Surprise("init_bateaux_alea", "ne sait pas encore tirer de flotte pour ces règles.")
    bateaux = random.choice(regles.flottes)
    return [case for bateau in bateaux for case in cases_du_bateau(*bateau)]


# ----------------------------------------------------------------- les joueurs


class JoueurTP1:
    """Le joueur d'avant le TP4 : ses tirs se lisent et se notent avec la grille du TP1."""

    def __init__(self, module, utiles, regles):
        self.utiles = utiles
        self.grille_adverse = module.Grille(**regles.options())
        self.grille_suivi = module.Grille(**regles.options())
        self.cases_jouees, self.messages, self.essais = [], [], 0

    def tire(self, case):
        """Le résultat du tir, d'après `is_touche`."""
        if case in self.cases_jouees:
            return self.utiles.DEJA_JOUE
        touche = self.grille_adverse.is_touche(case)
        self.grille_suivi.marque(case, self.utiles.TOUCHEE if touche else self.utiles.MANQUEE)
        self.cases_jouees.append(case)
        self.essais += 1
        return self.utiles.TOUCHE if touche else self.utiles.MANQUE


def nouveau_joueur(moteur, regles, annonce=False):
    """Un joueur humain, avec le `Joueur` du TP4 s'il sait tirer, sinon avec la grille du TP1."""

    def du_tp4():
        module = moteur.module("tp4_tir")
        essai_un = module.Joueur("essai", 2, 1, [1])
        pose(essai_un.grille_adverse, [(1, 0)])
        resultats = [essai_un.tire((0, 0)), essai_un.tire((1, 0))]
        if resultats != ["manqué", "touché"] or not essai_un.grille_suivi.fini():
            raise Surprise("tire", f"a répondu {resultats} sur une petite partie d'essai.")
        joueur = module.Joueur("Toi", **regles.options())
        joueur.annonce_coule = annonce
        return joueur

    def du_tp1():
        joueur = JoueurTP1(moteur.module("tp1_grille"), moteur.module("bn_utiles"), regles)
        joueur.grille_suivi.fini()
        joueur.grille_suivi.is_touche((0, 0))
        return joueur

    essai = moteur.essaie(du_tp4)
    return essai if essai.panne is None else moteur.essaie(du_tp1)


class Adversaire:
    """Un Ordi que l'on peut choisir : son nom, le code qui le fait jouer, et ses options."""

    def __init__(self, nom, copie, module, fabrique="Ordi", **options):
        self.nom = nom
        self.copie = copie
        self.module = module
        self.fabrique = fabrique
        self.options = options

    def cree(self, regles):
        """Un Ordi neuf ; lève ValueError si ce niveau ne joue pas avec ces règles."""
        fabrique = getattr(self.copie.module(self.module), self.fabrique)
        return fabrique(**self.options, **regles.options())

    def va_au_bout(self):
        """True s'il sait finir une toute petite partie."""

        def partie():
            ordi = self.cree(Regles("essai", 4, 3, [2, 1]))
            pose(ordi.grille_adverse, [(0, 0), (0, 1), (3, 2)])
            for _ in range(13):
                if ordi.coup_suivant() is None:
                    break
            return ordi.grille_suivi.fini()

        essai = self.copie.essaie(partie)
        return essai.panne is None and essai.valeur is True


def adversaires_du_corrige(atelier):
    """Les niveaux de l'Ordi du corrigé (aucun dans l'archive d'un élève)."""
    corrige = atelier.corrige
    if corrige is None:
        return []
    niveaux = corrige.module("jeu.niveaux").NIVEAUX
    if importlib.util.find_spec("numpy") is None:  # les niveaux 7 et 8 seraient trop lents
        niveaux = corrige.module("bn_utiles").NIVEAUX
    return [
        Adversaire(f"Ordi, niveau {n} ({nom})", corrige, "jeu.ordis", "nouvel_ordi", niveau=n)
        for n, nom in niveaux.items()
    ]


def niveaux_du_tp6(atelier):
    """{niveau: nom} des niveaux que l'élève écrit ; vide si son bn_utiles.py est abîmé."""
    eleve = atelier.eleve
    return eleve.essaie(lambda: eleve.module("bn_utiles").NIVEAUX).valeur or {}


def adversaires_de_l_eleve(atelier):
    """Les Ordis de l'élève qui savent finir une partie (aucun s'il tourne dans un autre processus :
    une partie se joue coup par coup, ici)."""
    eleve = atelier.eleve
    if isinstance(eleve, ProgrammeAPart):
        return []
    possibles = [
        Adversaire("Mon Ordi du TP5 (au hasard)", eleve, "tp5_solveur_aleatoire"),
        Adversaire("Mon Ordi du TP5 (cases noires)", eleve, "tp5_solveur_aleatoire", damier=True),
    ]
    for niveau, nom in niveaux_du_tp6(atelier).items():
        titre = f"Mon Ordi du TP6, niveau {niveau} ({nom})"
        possibles.append(Adversaire(titre, eleve, "tp6_solveur_optimal", niveau=niveau))
    return [adversaire for adversaire in possibles if adversaire.va_au_bout()]


# ----------------------------------------------------------------- la bataille


class Bataille:
    """Une partie en cours : tu tires, l'Ordi riposte, et chaque coup est filmé.

    - `toi`, `ordi` (ou None) ; `films` : un par joueur ; `gagnant` : None tant que ça dure ;
    - `flotte` : tes cases ; `cachee` : celles que tu cherches.
    """

    def __init__(self, joueur, cachee, adversaire=None, regles=None, flotte=()):
        self.toi = joueur
        self.cachee = list(cachee)
        self.flotte = list(flotte)
        self.adversaire = adversaire
        self.ordi = None
        self.gagnant = None
        self.panne_ordi = None
        pose(self.toi.grille_adverse, self.cachee)
        self.films = [Film(self.toi, annonce=getattr(self.toi, "annonce_coule", False))]
        if adversaire is not None:
            self.ordi = adversaire.cree(regles)
            pose(self.ordi.grille_adverse, self.flotte)
            self.films.append(Film(self.ordi))

    def tire(self, case):
        """Ton tir : le résultat. Un tir refusé ne change rien et ne passe pas ton tour."""
        avant = len(self.toi.cases_jouees)
        resultat = self.toi.tire(case)
        if len(self.toi.cases_jouees) == avant + 1:
            self.films[0].prend(resultat)
            if self.toi.grille_suivi.fini():
                self.gagnant = self.toi
        return resultat

    def riposte(self):
        """Le tir de l'Ordi, ou None s'il n'y en a pas (ou s'il est en panne)."""
        if self.ordi is None or self.gagnant is not None or self.panne_ordi is not None:
            return None
        essai = self.adversaire.copie.essaie(lambda: un_coup(self.ordi), DELAI_COUP)
        if essai.panne is not None or essai.valeur is None:
            self.panne_ordi = essai.panne
            return None
        self.films[1].prend(*essai.valeur)
        if self.ordi.grille_suivi.fini():
            self.gagnant = self.ordi
        return essai.valeur[0]


def prepare_seul(adversaire, regles, cases):
    """(copie, film à tourner) de l'Ordi choisi, face à la flotte dont on donne les cases."""
    ordi = adversaire.cree(regles)
    pose(ordi.grille_adverse, cases)
    return adversaire.copie, Film(ordi)
