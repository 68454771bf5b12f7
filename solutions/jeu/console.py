"""La console : la commande `bataille` et ses modes (démo, solo, duel, étude).

Aucune règle du jeu n'est écrite ici : tout vient des TP. Ce module pose les questions,
affiche les grilles et comprend la ligne de commande.
"""

import csv
import os
import random
import sys

from lessons.verificateur.rangement import raison_du_refus
from solutions import bn_utiles
from solutions import tp1_grille as tp1
from solutions import tp2_placement as tp2
from solutions import tp3_affichage as tp3
from solutions import tp4_tir as tp4
from solutions.etude import campagne
from solutions.etude.statistiques import (
    boite_texte,
    histogramme_texte,
    nombre,
    resume,
    tableau,
    trace,
)
from solutions.jeu import dessin
from solutions.jeu.analyseur import AnalyseurFrancais, ajoute_regles, entier
from solutions.jeu.ecran import Ecran, sortie_sure
from solutions.jeu.grille_rapide import GrilleRapide
from solutions.jeu.niveaux import NIVEAUX
from solutions.jeu.ordis import OrdiRapide, nouvel_ordi

TITRE = "BATAILLE NAVALE"
QUITTER = ("q", "quitter", "exit", "quit")
ETROIT = 40  # en dessous de ce nombre de colonnes, pas de boîte autour des messages


class Abandon(Exception):
    """Le joueur veut arrêter (« q », Ctrl-D)."""


class Humain(tp4.Joueur):
    """Le joueur qui tape ses cases au clavier."""

    type_grille = GrilleRapide

    def __init__(self, console, nom, **regles):
        super().__init__(nom, **regles)
        self.console = console
        self.annonce_coule = not console.options.sans_annonce

    def joue_coup(self):
        """Demande une case (jusqu'à ce qu'elle convienne), puis tire."""
        return self.tire(tp4.demande_case(self, self.console.demande))


class PartieConsole(tp4.Partie):
    """Une partie qui s'affiche après chaque coup."""

    def __init__(self, console, joueur, adversaire):
        super().__init__(joueur, adversaire)
        self.console = console

    def apres_coup(self, joueur, resultat):
        """Après le coup de l'Ordi, montre les deux grilles et ce que chacun a dit."""
        if joueur is self.adversaire or joueur.grille_suivi.fini():
            self.console.montre_duel(self.joueur, self.adversaire)


class Console:
    """Un jeu en mode texte : l'écran, les règles choisies et les modes."""

    def __init__(self, options, ecran):
        self.ecran = ecran
        self.options = options
        self.regles = {
            "xmax": options.xmax,
            "ymax": options.ymax,
            "taille_bateaux": options.bateaux,
        }
        graine = getattr(options, "graine", None)
        self.hasard = random.Random(graine)
        self.verifie_regles()

    # ------------------------------------------------------------- outils

    def nouvelle_flotte(self):
        """Une grille avec une flotte posée au hasard."""
        grille = GrilleRapide(**self.regles)
        grille.hasard = self.hasard
        grille.init_bateaux_alea()
        return grille

    def verifie_regles(self):
        """Lève ValueError tout de suite si la flotte demandée ne tient pas dans la grille."""
        GrilleRapide(**self.regles).init_bateaux_alea()

    def nouvel_ordi(self, niveau):
        """Un Ordi du niveau voulu, avec les règles de la partie."""
        return nouvel_ordi(
            niveau,
            self.options.echantillons,
            self.options.seuil,
            premier=self.options.premier,
            graine=self.hasard.random(),
            **self.regles,
        )

    def demande(self, question):
        """Pose une question ; « q » et Ctrl-D abandonnent la partie."""
        try:
            reponse = self.ecran.lit(question).strip()
        except EOFError:
            raise Abandon from None
        if reponse.lower() in QUITTER:
            raise Abandon
        return reponse

    def choisit(self, question, valeurs, defaut):
        """Demande une valeur parmi `valeurs` ; Entrée donne `defaut`."""
        noms = [str(valeur) for valeur in valeurs]
        while True:
            reponse = self.demande(f"{question} [{defaut}] : ") or str(defaut)
            if reponse in noms:
                return valeurs[noms.index(reponse)]
            self.ecran.ecrit(f"Réponds par {', '.join(noms[:-1])} ou {noms[-1]}.")

    def pause(self, question="Entrée pour continuer, q pour arrêter : "):
        """Attend la touche Entrée, sauf en mode rapide ou hors d'un terminal."""
        if self.ecran.interactif and not getattr(self.options, "vite", False):
            self.demande(question)

    def montre_boite(self, joueur, place=None):
        """Affiche les messages du joueur dans une boîte, et vide sa file.

        Avec `place`, un nombre de lignes, seuls les derniers messages sont montrés. Dans un
        terminal étroit, il n'y a pas de boîte.
        """
        texte, joueur.messages = "\n".join(joueur.messages), []
        largeur = min(self.ecran.largeur - 1, 79)
        if not texte:
            return
        if largeur < ETROIT:
            self.ecran.ecrit("\n".join(f"{joueur.nom} : {ligne}" for ligne in texte.split("\n")))
            return
        lignes = tp3.boite(texte, f"<{joueur.nom}> ", largeur).split("\n")
        if place is not None and len(lignes) > place:
            lignes = [lignes[0], *lignes[len(lignes) - max(place, 3) + 1 :]]
        self.ecran.ecrit("\n".join(lignes))

    def montre_ecran(self, grilles, *joueurs):
        """Efface, montre les grilles, puis ce que chacun dit, dans les lignes qui restent."""
        self.ecran.efface()
        self.ecran.ecrit(grilles)
        parlent = [joueur for joueur in joueurs if joueur.messages]
        place = self.ecran.hauteur - dessin.hauteur(grilles) - 2
        for rang, joueur in enumerate(parlent):
            self.montre_boite(joueur, place // len(parlent[rang:]))
            place -= place // len(parlent[rang:])

    # ------------------------------------------------------------- démo

    def demo(self):
        """L'Ordi résout une grille, coup par coup, en expliquant ce qu'il fait."""
        ordi = self.nouvel_ordi(self.options.niveau)
        ordi.grille_adverse = self.nouvelle_flotte()
        ordi.add_message(f"C'est parti ! Niveau {ordi.niveau}.")
        self.montre_demo(ordi)
        while ordi.coup_suivant() is not None:
            self.montre_demo(ordi)
        self.ecran.ecrit(f"Partie terminée en {ordi.essais} coups.")

    def montre_demo(self, ordi):
        """La grille de l'Ordi, les bateaux à trouver en gras, et son raisonnement."""
        grille = dessin.situation(ordi, self.ecran, ordi.grille_adverse)
        self.montre_ecran(f"{TITRE} : coup {ordi.essais}\n{grille}", ordi)
        if not ordi.grille_suivi.fini():
            self.pause()

    # ------------------------------------------------------------- solo

    def solo(self):
        """Le joueur cherche seul une flotte posée au hasard."""
        joueur = Humain(self, "Toi", **self.regles)
        joueur.grille_adverse = self.nouvelle_flotte()
        joueur.add_message(f"Trouve la flotte : {self.texte_flotte()}. Tape une case, comme C3.")
        while not joueur.grille_suivi.fini():
            annonce = joueur.annonce_coule
            self.montre_ecran(dessin.situation(joueur, self.ecran, coules_connus=annonce), joueur)
            joueur.joue_coup()
        self.montre_ecran(dessin.situation(joueur, self.ecran, joueur.grille_adverse), joueur)
        self.ecran.fete(f"Bravo ! Tu as tout coulé en {joueur.essais} coups.")

    def texte_flotte(self):
        """Les tailles des bateaux, en toutes lettres."""
        tailles = [str(taille) for taille in self.options.bateaux]
        if len(tailles) < 2:
            return "".join(tailles) + " case(s)"
        return f"{', '.join(tailles[:-1])} et {tailles[-1]} cases"

    # ------------------------------------------------------------- duel

    def duel(self):
        """Le joueur contre l'Ordi, chacun sa flotte."""
        niveau = self.options.niveau
        if niveau is None:
            niveau = self.choisit(f"Niveau de l'Ordi, de 1 à {max(NIVEAUX)}", list(NIVEAUX), 5)
        placement = self.options.placement
        if placement is None:
            question = "Tes bateaux, placés au hasard ou à la main ? (h/m)"
            placement = {"h": "hasard", "m": "main"}[self.choisit(question, ["h", "m"], "h")]
        joueur = Humain(self, "Toi", **self.regles)
        if placement == "main":
            self.place_flotte(joueur.grille_joueur)
        else:
            joueur.grille_joueur = self.nouvelle_flotte()
        ordi = self.nouvel_ordi(niveau)
        ordi.grille_joueur = self.nouvelle_flotte()
        random.seed(self.hasard.random())  # le premier à jouer est tiré au sort par Partie
        partie = PartieConsole(self, joueur, ordi)
        self.montre_duel(joueur, ordi)
        gagnant = partie.joue()
        if gagnant is joueur:
            self.ecran.fete(f"Bravo, tu as gagné en {joueur.essais} coups !")
        else:
            self.ecran.ecrit(f"L'Ordi a gagné en {ordi.essais} coups. Voici sa flotte :")
            self.ecran.ecrit(dessin.situation(joueur, self.ecran, ordi.grille_joueur))

    def montre_duel(self, joueur, ordi):
        """Les deux grilles : les tirs du joueur, et ceux de l'Ordi sur sa flotte."""
        grilles = dessin.duel(joueur, ordi, self.ecran, joueur.annonce_coule)
        self.montre_ecran(grilles, ordi, joueur)

    def place_flotte(self, grille):
        """Le joueur pose ses bateaux un à un ; « annuler » reprend le dernier."""
        poses = []
        while len(poses) < len(grille.flotte_depart):
            taille = grille.flotte_depart[len(poses)]
            self.ecran.efface()
            self.ecran.ecrit(dessin.placement(grille, self.ecran))
            reponse = self.demande(
                f"Bateau de {taille} : une case et H ou V (B3 H), "
                f"« annuler », ou Entrée pour le hasard : "
            )
            if reponse.lower() in ("a", "annuler"):
                poses = poses[:-1]
            else:
                poses = self.pose_bateau(grille, poses, taille, reponse)
            grille.pose_flotte(poses)

    def pose_bateau(self, grille, poses, taille, reponse):
        """La liste des bateaux posés, avec celui que décrit `reponse` s'il convient."""
        if not reponse:
            places = grille.get_possibles()[1][taille]
            if not places:
                self.refuse("Il n'y a plus de place pour ce bateau : tape « annuler ».")
                return poses
            return [*poses, tp2.Bateau(taille, *self.hasard.choice(places))]
        try:
            bateau = lit_bateau(taille, reponse)
        except ValueError as erreur:
            self.refuse(str(erreur))
            return poses
        if not grille.test_bateau(bateau):
            self.refuse("Ce bateau sort de la grille, ou en touche un autre.")
            return poses
        return [*poses, bateau]

    def refuse(self, raison):
        """Affiche pourquoi, et laisse le temps de le lire."""
        self.ecran.ecrit(raison)
        self.pause("Entrée pour recommencer : ")

    # ------------------------------------------------------------- fenêtre

    def fenetre(self):
        """Le même jeu, dans une fenêtre ; lève ValueError s'il n'y a pas d'écran."""
        try:
            from solutions import bn_fenetre
        except ImportError:
            raise ValueError("Il manque tkinter à ce Python pour ouvrir une fenêtre.") from None
        bn_fenetre.ouvre(
            niveau=self.options.niveau,
            graine=self.options.graine,
            type_ordi=OrdiRapide,
            **self.regles,
        )

    # ------------------------------------------------------------- étude

    def etude(self):
        """Beaucoup de parties d'un niveau, et leurs statistiques."""
        options = self.options
        for chemin in (options.png, options.csv, options.fichier):
            verifie_ecriture(chemin)
        graine = options.graine
        if graine is None and options.fichier and os.path.exists(options.fichier):
            graine = campagne.lit(options.fichier)["reglages"]["graine"]  # on la reprend
        if graine is None:
            graine = random.randrange(10**6)
        etudes, perte = [], None
        for niveau in [options.niveau, *([options.compare] if options.compare else [])]:
            reglages = self.reglages_etude(niveau, graine)
            if campagne.annonce(reglages):
                self.ecran.ecrit(campagne.annonce(reglages))
            try:
                etude = campagne.campagne(
                    reglages,
                    options.parties,
                    options.fichier if niveau == options.niveau else None,
                    options.ouvriers,
                    options.dask,
                )
            except campagne.GrappePerdue as erreur:
                etude, perte = erreur.etude, erreur
            etudes.append(etude)
            self.montre_etude(etude)
            if etude["parties"] < options.parties:
                break
        if len(etudes) == 2 and all(etude["parties"] > 1 for etude in etudes):
            self.montre_comparaison(campagne.compare(*etudes))
        self.enregistre(etudes[0])
        if perte:
            raise perte
        return 130 if etudes[-1]["parties"] < options.parties else 0

    def reglages_etude(self, niveau, graine):
        """Les réglages de la campagne d'un niveau, avec les options qui le concernent."""
        propres = {
            4: {"nb_echantillons": self.options.echantillons},
            6: {"seuil": self.options.seuil},
        }
        return campagne.reglages(
            niveau,
            graine,
            self.options.premier,
            self.options.xmax,
            self.options.ymax,
            self.options.bateaux,
            **propres.get(niveau, {}),
        )

    def montre_etude(self, etude):
        """Le résumé, l'histogramme et la boîte à moustaches d'une campagne."""
        if etude["parties"] == 0:
            self.ecran.ecrit("Étude interrompue avant la fin de la première partie.")
            return
        if etude["parties"] < self.options.parties:
            combien = nombre(etude["parties"], 0)
            self.ecran.ecrit(f"Étude interrompue : voici les {combien} parties jouées.")
        effectifs = campagne.effectifs(etude)
        r = resume(effectifs)
        reglages = etude["reglages"]
        self.ecran.ecrit(
            f"Niveau {reglages['niveau']}, graine {reglages['graine']}, {etude['moteur']}"
        )
        self.ecran.ecrit(tableau(r))
        milliemes = 1000 * etude["secondes"] / etude["parties"]
        self.ecran.ecrit(f"{'Temps par partie':<22}{nombre(milliemes, 3)} ms\n")
        self.ecran.ecrit(histogramme_texte(effectifs, min(self.ecran.largeur - 1, 79)))
        self.ecran.ecrit(boite_texte(r, min(self.ecran.largeur - 1, 60)) + "\n")

    def montre_comparaison(self, ecart):
        """L'écart entre deux niveaux, sur les mêmes flottes."""
        self.ecran.ecrit(
            f"Sur les mêmes {ecart.n} flottes, le niveau {self.options.compare} joue en moyenne "
            f"{nombre(ecart.difference)} coup de plus que le niveau {self.options.niveau} "
            f"(à 95 % entre {nombre(ecart.bas)} et {nombre(ecart.haut)})."
        )

    def enregistre(self, etude):
        """Écrit les fichiers demandés."""
        if etude["parties"] == 0:
            return
        effectifs = campagne.effectifs(etude)
        if self.options.csv:
            ecrit_csv(effectifs, self.options.csv)
            self.ecran.ecrit(f"Effectifs enregistrés dans {self.options.csv}")
        if self.options.png:
            titre = f"Niveau {self.options.niveau}, {nombre(etude['parties'], 0)} parties"
            trace(effectifs, titre, self.options.png)
            self.ecran.ecrit(f"Image enregistrée dans {self.options.png}")
        if self.options.fichier:
            self.ecran.ecrit(f"Étude enregistrée dans {self.options.fichier}")


# ----------------------------------------------------------------- petites fonctions


def lit_bateau(taille, texte):
    """Bateau décrit par une case et un sens, comme « B3 H » ou « b3v ».

    >>> lit_bateau(3, 'b3 v').cases
    [(1, 3), (1, 4), (1, 5)]
    >>> lit_bateau(3, 'B3')
    Traceback (most recent call last):
        ...
    ValueError: Ajoute H (horizontal) ou V (vertical) après la case, comme B3 H.
    """
    texte = texte.strip()
    sens = {"H": bn_utiles.DROITE, "V": bn_utiles.BAS}.get(texte[-1:].upper())
    if sens is None or len(texte) < 2:
        tp1.coord(texte)
        raise ValueError("Ajoute H (horizontal) ou V (vertical) après la case, comme B3 H.")
    return tp2.Bateau(taille, tp1.coord(texte[:-1]), sens)


def verifie_ecriture(chemin):
    """Lève ValueError si l'on ne pourra pas écrire ce fichier (avant de longs calculs).

    Un fichier qui existe déjà n'est pas abîmé, et aucun fichier vide n'est laissé.
    """
    if chemin:
        nouveau = not os.path.exists(chemin)
        try:
            with open(chemin, "ab"):
                pass
            if nouveau:
                os.remove(chemin)
        except OSError as erreur:
            raise ValueError(
                f"Impossible d'écrire {chemin} : {raison_du_refus(erreur)}."
            ) from erreur


def ecrit_csv(effectifs, chemin):
    """Un fichier que LibreOffice ouvre tel quel : une ligne par nombre de coups."""
    with open(chemin, "w", newline="", encoding="utf-8-sig") as fichier:
        lignes = csv.writer(fichier, delimiter=";")
        lignes.writerow(["coups", "parties"])
        lignes.writerows(effectifs.items())


# ----------------------------------------------------------------- ligne de commande


def analyseur():
    """L'analyseur de la ligne de commande de `bataille`."""
    principal = AnalyseurFrancais(prog="bataille", description="La bataille navale en console.")
    modes = principal.add_subparsers(
        dest="mode", metavar="mode", parser_class=AnalyseurFrancais, title="modes"
    )
    demo = modes.add_parser("demo", help="regarder l'Ordi résoudre une grille")
    demo.add_argument("--vite", action="store_true", help="sans pause entre les coups")
    solo = modes.add_parser("solo", help="chercher seul une flotte")
    duel = modes.add_parser("duel", help="jouer contre l'Ordi")
    duel.add_argument("--placement", choices=["hasard", "main"], help="comment placer tes bateaux")
    fenetre = modes.add_parser("fenetre", help="le jeu dans une fenêtre")
    etude = modes.add_parser("etude", help="les statistiques d'un niveau")
    etude.add_argument("--parties", type=entier(1), default=1000, help="nombre de parties (1000)")
    etude.add_argument("--png", metavar="FICHIER", help="enregistre l'histogramme en image")
    etude.add_argument("--csv", metavar="FICHIER", help="enregistre les effectifs")
    etude.add_argument("--fichier", metavar="FICHIER", help="enregistre l'étude, ou la reprend")
    etude.add_argument(
        "--compare",
        type=entier(min(NIVEAUX), max(NIVEAUX)),
        metavar="NIVEAU",
        help="joue aussi ce niveau, sur les mêmes flottes",
    )
    etude.add_argument("--ouvriers", type=entier(1), default=-1, help="processus (un par cœur)")
    etude.add_argument("--dask", metavar="ADRESSE", help="confie le travail à une grappe dask")
    for mode in (solo, duel):
        mode.add_argument(
            "--sans-annonce",
            action="store_true",
            help="on ne dit pas quand un bateau est coulé",
        )
    for mode in (demo, solo, duel, fenetre, etude):
        ajoute_regles(mode)
        mode.add_argument("--graine", type=entier(0), help="pour refaire la même partie")
    for mode, niveau in [(demo, 5), (duel, None), (etude, 5)]:
        ajoute_ordi(mode, niveau, NIVEAUX)
    ajoute_ordi(fenetre, 5, bn_utiles.NIVEAUX)
    return principal


def ajoute_ordi(mode, niveau, niveaux):
    """Options des modes où l'Ordi joue."""
    mode.add_argument(
        "--niveau",
        type=entier(min(niveaux), max(niveaux)),
        default=niveau,
        help=f"niveau de l'Ordi, de {min(niveaux)} à {max(niveaux)} (5)",
    )
    mode.add_argument(
        "--echantillons", type=entier(1), default=100, help="flottes tirées au niveau 4 (100)"
    )
    mode.add_argument("--seuil", type=entier(0), default=60, help="cases vides au niveau 6 (60)")
    mode.add_argument(
        "--premier", action="store_true", help="à égalité, la première case et non une au hasard"
    )


MENU = f"""
{TITRE}

  1. Regarder l'Ordi résoudre une grille
  2. Chercher seul une flotte
  3. Jouer contre l'Ordi
  4. Jouer dans une fenêtre
  5. Étudier un niveau de l'Ordi
  6. Quitter
"""


def menu(ecran):
    """Propose les modes jusqu'à ce que l'on quitte."""
    modes = {1: "demo", 2: "solo", 3: "duel", 4: "fenetre", 5: "etude"}
    while True:
        console = Console(analyseur().parse_args(["demo"]), ecran)
        ecran.ecrit(MENU)
        choix = console.choisit("Ton choix", [*modes, 6], 1)
        if choix not in modes:
            return
        arguments = [modes[choix]]
        if modes[choix] in ("demo", "etude"):
            arguments += [
                "--niveau",
                str(console.choisit(f"Niveau, de 1 à {max(NIVEAUX)}", list(NIVEAUX), 5)),
            ]
        try:
            lance(analyseur().parse_args(arguments), ecran)
        except Abandon:
            ecran.ecrit("Partie abandonnée.")
        except ValueError as erreur:  # pas d'écran pour la fenêtre : le reste marche
            ecran.ecrit(str(erreur))


def lance(options, ecran):
    """Lance le mode choisi ; renvoie le code de sortie."""
    console = Console(options, ecran)
    return getattr(console, options.mode)() or 0


def main(arguments=None):
    """La commande `bataille` : renvoie le code de sortie."""
    sortie_sure()
    options = analyseur().parse_args(arguments)
    ecran = Ecran()
    bn_utiles.sortie = ecran.ecrit
    try:
        if options.mode is None:
            menu(ecran)
        else:
            return lance(options, ecran)
    except Abandon:
        ecran.ecrit("\nÀ bientôt !")
    except KeyboardInterrupt:
        ecran.ecrit("\nÀ bientôt !")
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # le lecteur du tube est parti : rien à dire à personne
    except ValueError as erreur:
        print(ecran.adapte(f"bataille : {erreur}"), file=sys.stderr)
        return 2
    except MemoryError:
        print(ecran.adapte("bataille : la mémoire ne suffit pas."), file=sys.stderr)
        return 2
    except OSError as erreur:
        endroit = f"{erreur.filename} : " if erreur.filename else ""
        phrase = f"bataille : {endroit}{raison_du_refus(erreur)}."
        print(ecran.adapte(phrase), file=sys.stderr)
        return 2
    return 0
