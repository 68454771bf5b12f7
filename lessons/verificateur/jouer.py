"""La commande `jouer` : la meilleure partie que permet le code de l'élève, dans la console.

Tout tient dans les sept dernières lignes de la console de Thonny : la grille (une ligne de texte
par rangée), ce qui vient de se passer à côté d'elle, et la question. On n'efface jamais l'écran.
"""

import os
import random
import shutil
import subprocess
import sys
from itertools import zip_longest

from . import jeu
from .ecran import Refus, dans_un_editeur, ecrit, en_couleur, plie, registre, veut_quitter
from .programme import DELAI, Programme, Surprise, montre_valeur
from .resultat import BOUCLE, ERREUR, FAUX
from .signes import affichable

LARGEUR = 70  # colonnes de la console de Thonny sur un portable
HAUTEUR = 8  # et ses lignes
ENTRE = "   "  # entre deux grilles
PAR_DEFAUT = "petite"  # la plus grande grille qui tienne dans cette console, question comprise
AUTOUR = 4  # lignes gardées autour d'un grand dessin

AIDE = """
  jouer             la meilleure partie que ton code permet aujourd'hui
  jouer seul        une flotte cachée à trouver
  jouer cache       tu caches la flotte, quelqu'un d'autre la cherche
  jouer deux        à deux, sur le même clavier
  jouer 3           contre ton Ordi du TP6, au niveau 3
  jouer classique   sur la grille habituelle ; ou {grilles}
  jouer fenetre     dans une fenêtre (à partir du TP4)
"""
LEGENDE = "X touché, O manqué, * coulé, # bateau."
AIDE_EN_JEU = (
    f"Tape une case, comme B3. {LEGENDE}",
    "dessin : tes tirs en grand (TP3). quitter : arrêter la partie.",
)
LIGNES_CACHEES = 40  # lignes vides qui poussent hors de l'écran une flotte placée à la main
PLACER = "Tape par exemple B2 droite, ou B2 bas. Entrée : tout au hasard."
SENS = {"droite": "H", "d": "H", "bas": "V", "b": "V"}


class Quitte(BaseException):
    """Le joueur veut arrêter, ou il n'y a plus personne au clavier."""


def commande(mots, dossier, invite, examine):
    """La commande `jouer` ; `examine(exercices, dossier)` vérifie des exercices."""
    choix = Choix(mots)
    if choix.aide:
        autres = [r.nom for r in jeu.lit_regles() if r.nom not in (PAR_DEFAUT, "classique")]
        ecrit(AIDE.format(grilles=", ".join(autres)))
        return
    if choix.fenetre:
        ouvre_fenetre(dossier)
        return
    table = Table(dossier, invite)
    try:
        table.joue(choix)
        ecrit(f"Pour rejouer : {invite}{' '.join(['jouer', *mots])}")
    except jeu.Arret as arret:
        table.explique(arret.panne, lambda exercices: examine(exercices, dossier))
    except Quitte:
        table.devoile()
        ecrit("Partie arrêtée. À bientôt !")
    except KeyboardInterrupt:
        ecrit()
        ecrit("Partie arrêtée. À bientôt !")


class Choix:
    """Ce que demandent les mots tapés après `jouer`."""

    def __init__(self, mots):
        regles = {r.nom: r for r in jeu.lit_regles()}
        niveaux = jeu.module_donne(registre(), "bn_utiles").NIVEAUX
        self.regles = regles[PAR_DEFAUT]
        self.mode, self.niveau = None, None
        self.fenetre = self.aide = False
        for mot in mots:
            simple = mot.lower().replace("ê", "e")
            if simple in ("seul", "seule", "solo"):
                self.mode = "seul"
            elif simple in ("cache", "caché", "cacher"):
                self.mode = "cache"
            elif simple in ("deux", "2joueurs"):
                self.mode = "deux"
            elif simple in regles:
                self.regles = regles[simple]
            elif simple.isdecimal() and int(simple) in niveaux:
                self.niveau = int(simple)
            elif simple.isdecimal():
                bornes = f"de {min(niveaux)} à {max(niveaux)}"
                raise Refus(f"Il n'y a pas de niveau {mot} : ils vont {bornes}.")
            elif simple in ("fenetre", "aide"):
                setattr(self, simple, True)
            else:
                raise Refus(f"Jouer à quoi ? Je ne connais pas « {mot} ». Tape jouer aide.")


def ouvre_fenetre(dossier):
    """`jouer fenetre` : bn_fenetre.py, dans son propre processus."""
    chemin = os.path.join(dossier, "bn_fenetre.py")
    if not os.path.isfile(chemin):
        raise Refus("La fenêtre s'ouvre à partir du TP4. En attendant : jouer")
    ecrit("La fenêtre s'ouvre. Ferme-la pour revenir ici.")
    fenetre = subprocess.Popen(
        [sys.executable, "-X", "utf8", chemin],
        cwd=dossier,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    try:
        sortie, _ = fenetre.communicate()
    except KeyboardInterrupt:
        fenetre.kill()
        fenetre.communicate()
        ecrit()
        sortie = ""
    for ligne in sortie.splitlines()[-3:]:
        ecrit(ligne)


# ----------------------------------------------------------------- la table


class Table:
    """Une partie dans la console : elle montre, demande, et laisse `jeu` décider."""

    def __init__(self, dossier, invite):
        self.invite = invite
        self.programme = Programme(dossier, saisie=self.lire)
        self.moyens = jeu.Moyens(self.programme)
        self.couleurs = jeu.module_donne(registre(), "bn_couleurs")
        self.bataille = None
        self.dernier_texte = self.tireur = None
        self.d_avance = ""  # la première case, si on l'a tapée avant que la partie commence
        self.aide = AIDE_EN_JEU
        self.nouvelles = []  # ce qui s'est passé depuis la dernière question

    def dit(self, phrase, decalage="  "):
        """Écrit une phrase, pliée pour la console de Thonny."""
        ecrit(plie(phrase, decalage, 2 * decalage, LARGEUR))

    # ------------------------------------------------------------- préparer

    def joue(self, choix):
        """Prépare la partie et la joue jusqu'au bout."""
        self.regles = choix.regles
        self.cases = {self.nom(case): case for case in self.regles.cases()}
        sans_adversaire = choix.mode in ("seul", "cache")
        duel = None if sans_adversaire else self.moyens.joueur_tp4(self.regles)
        if choix.mode == "deux" and duel is None:
            raise Refus("À deux, il faut tire (TP4). En attendant : jouer seul")
        if choix.niveau is not None and duel is None:
            raise Refus("Contre l'Ordi, il faut tire (TP4). En attendant : jouer seul")
        self.lit, self.alpha = self.moyens.lecture(), self.moyens.nommage()
        self.saisie = duel is not None and self.moyens.saisie()
        self.grand = self.moyens.dessin()
        if duel is None:
            self.seul(choix.mode == "cache")
        elif choix.mode == "deux":
            self.a_deux(duel)
        else:
            self.contre_ordi(duel, self.moyens.adversaire(choix.niveau), choix.niveau)

    def seul(self, a_la_main=False):
        """Une flotte cachée à trouver, tirée au hasard ou placée par quelqu'un."""
        joueur = self.moyens.joueur_tp1(self.regles) or jeu.JoueurPrete(self.regles)
        if a_la_main:
            accepte = self.moyens.placement()
            self.presente("Cache ta flotte, sans témoin : quelqu'un d'autre la cherchera.")
            flotte = self.place(accepte)
            ecrit("\n" * LIGNES_CACHEES + "La flotte est cachée. Passe le clavier !")
        else:
            flotte = self.moyens.flotte(self.regles)
            self.presente("Une flotte est cachée : trouve-la.")
        camp = jeu.Camp(joueur, flotte)
        self.d_avance = self.demande("Entrée pour commencer : ").strip()
        self.bataille = jeu.Bataille([camp], self.regles)
        self.mene(lambda: self.tours(camp))
        ecrit(f"Bravo ! Toute la flotte est coulée en {len(camp.tirs)} tirs.")

    def contre_ordi(self, joueur, adversaire, demande):
        """Un duel contre l'Ordi ; `demande` : le niveau voulu, ou None."""
        partie = self.moyens.partie()
        cachee = self.moyens.flotte(self.regles)
        place = self.moyens.placement()
        niveau = adversaire.options.get("niveau")
        suite = f", niveau {niveau}" if niveau else ""
        self.presente(f"Duel contre {adversaire.nom[0].lower()}{adversaire.nom[1:]}{suite}.")
        if demande is not None and niveau is None:
            ecrit("  Les niveaux viendront avec ton Ordi du TP6.")
        ecrit("  À gauche, tes tirs ; à droite, ta flotte.")
        flotte = self.place(place)
        essai = self.programme.essaie(lambda: adversaire.cree(self.regles))
        if essai.panne is not None:
            raise jeu.Arret(essai.panne)
        toi = jeu.Camp(joueur, cachee)
        ordi = jeu.Camp(essai.valeur, flotte, "Ordi", adversaire)
        self.engage([toi, ordi], partie)
        gagnant = self.bataille.gagnant
        if gagnant is toi:
            ecrit(f"Bravo ! Tu gagnes en {len(toi.tirs)} tirs.")
        else:
            ecrit(f"L'Ordi gagne en {len(ordi.tirs)} tirs. La prochaine sera la bonne !")

    def a_deux(self, premier):
        """Deux personnes, chacune son tour, sur des flottes tirées au hasard."""
        partie = self.moyens.partie()
        flottes = [self.moyens.flotte(self.regles) for _ in range(2)]
        self.presente("Une partie à deux, chacun son tour. Les flottes sont tirées au hasard.")
        noms = [self.demande(f"Nom du joueur {n} : ").strip() or f"Joueur {n}" for n in (1, 2)]
        joueurs = [premier, self.moyens.joueur_tp4(self.regles)]
        camps = [jeu.Camp(j, f, n) for j, f, n in zip(joueurs, flottes, noms)]
        for camp in camps:
            camp.joueur.nom = camp.nom
        self.engage(camps, partie)
        gagnant = self.bataille.gagnant
        ecrit(f"{gagnant.nom} gagne en {len(gagnant.tirs)} tirs.")

    def presente(self, titre):
        """De quoi la partie est faite : la grille, ce qui est de l'élève, ce qui est prêté."""
        grille, bateaux = str(self.regles).split(" : ")[1].split(", ", 1)
        ecrit(en_couleur(titre, "titre"))
        ecrit(f"  Grille {grille}, {bateaux}.")
        ecrit(f"  {LEGENDE} Aussi : aide, quitter.")
        hauteur = self.regles.ymax + 2  # les lettres au-dessus, la question au-dessous
        if self.hauteur() < hauteur:
            ecrit(f"  La partie prend {hauteur} lignes : agrandis d'abord la console.")
        noms = [exercice.nom for exercice in registre() if exercice.id in self.moyens.siens]
        if noms:
            self.dit(f"De toi : {', '.join(noms)}.")
        if self.moyens.prets:
            self.dit(self.moyens.phrase_prets())
        if self.grand and not self.assez_haut():
            ecrit("  Pour voir ton dessin du TP3 pendant la partie : dessin")
        for module, panne in self.moyens.illisibles.items():
            self.dit(f"{module}.py ne se charge pas : {panne.phrase}")

    def place(self, accepte):
        """La flotte de l'élève, placée à la main ou au hasard : ses cases."""
        poses, occupees = [], []
        self.nouvelles, self.aide = [PLACER], [PLACER]
        while len(poses) < len(self.regles.tailles):
            taille = self.regles.tailles[len(poses)]
            if poses:
                self.montre_blocs([self.petit({}, occupees)])
            else:  # la présentation, juste au-dessus, doit rester visible
                ecrit("\n".join(self.nouvelles))
            texte = self.demande(f"Bateau de {taille} cases : ").strip()
            if not texte:
                if poses:
                    ecrit("Toute la flotte est replacée au hasard.")
                occupees = self.moyens.flotte(self.regles)
                break
            bateau = self.comprend_bateau(texte, taille)
            if bateau is None:
                self.nouvelles = [f"Je ne comprends pas « {texte} ».", PLACER]
                continue
            cases = jeu.cases_du_bateau(*bateau)
            permis = jeu.tient(cases, occupees, self.regles)
            self.controle_placement(accepte, bateau, poses, permis)
            if permis:
                poses.append(bateau)
                occupees += cases
                self.nouvelles = []
            else:
                self.nouvelles = ["Là, il sort de la grille ou touche un autre bateau.", PLACER]
        self.nouvelles, self.aide = [], AIDE_EN_JEU
        return occupees

    def comprend_bateau(self, texte, taille):
        """(taille, x, y, sens) d'un texte comme « B2 droite », ou None."""
        for mot, sens in SENS.items():
            debut = texte.lower()[: -len(mot)].strip()
            if texte.lower().endswith(mot) and self.case_ecrite(debut) is not None:
                return (taille, *self.case_ecrite(debut), sens)
        return None

    def controle_placement(self, accepte, bateau, poses, permis):
        """Demande aussi à `test_bateau` du TP2, qui doit être d'accord."""
        if accepte is None:
            return
        essai = self.programme.essaie(lambda: accepte(bateau, poses, self.regles))
        if essai.panne is not None:
            raise jeu.Arret(essai.panne)
        if essai.valeur is not permis:
            taille, x, y, _ = bateau
            reponse = montre_valeur(essai.valeur)
            phrase = f"répond {reponse} pour un bateau de {taille} en {self.nom((x, y))}."
            self.moyens.refuse("test_bateau", phrase, "tp2.test_bateau")

    # ------------------------------------------------------------- jouer

    def engage(self, camps, partie):
        """Joue un duel : avec `joue` du TP4 si elle est écrite, sinon tour par tour ici."""
        joueurs = [camp.joueur for camp in camps]
        if partie is None:
            self.bataille = jeu.Bataille(camps, self.regles)
            self.mene(lambda: self.tours(random.choice(camps)))
            return

        def manche():
            face_a_face = partie(*joueurs)
            self.bataille = jeu.Bataille(camps, self.regles)
            for camp in camps:
                camp.joueur.joue_coup = lambda camp=camp: self.coup(camp)
            gagnant = face_a_face.joue()
            if self.bataille.gagnant is None:
                raise Surprise("joue", "s'arrête avant que quelqu'un ait gagné.", "tp4.joue")
            if gagnant is not self.bataille.gagnant.joueur:
                raise Surprise("joue", "ne renvoie pas le gagnant.", "tp4.joue")

        self.mene(manche)

    def mene(self, manche):
        """Joue la manche ; ce que le code de l'élève fait de travers devient un `Arret`."""
        utiles = self.moyens.module("bn_utiles")
        if utiles is not None:  # ce que `info` affiche va à côté de la grille
            utiles.sortie = lambda *mots: self.nouvelles.append(" ".join(str(m) for m in mots))
        essai = self.programme.essaie(manche, DELAI, muet=False)
        if essai.panne is not None:
            raise jeu.Arret(essai.panne)
        self.montre(self.bataille.camps[0], fin=True)

    def tours(self, camp):
        """Chacun son tour, jusqu'à la victoire."""
        while self.bataille.gagnant is None:
            self.coup(camp)
            camp = self.bataille.tour

    def coup(self, camp):
        """Un coup de ce camp : le résultat du tir."""
        with self.programme.accorde(DELAI):
            self.bataille.prend_tour(camp)
            if camp.adversaire is not None:
                resultat, _ = self.bataille.coup_ordi(camp)
                accepte = True
            else:
                resultat, accepte = self.coup_humain(camp)
            if accepte:
                self.raconte(camp, resultat)
            return resultat

    def coup_humain(self, camp):
        """(résultat, accepté ou non) d'un tir demandé au clavier."""
        avant = len(camp.joueur.cases_jouees)
        self.dernier_texte, self.tireur = None, camp
        if self.saisie:
            case, resultat = self.tir_de_joue_coup(camp.joueur)
            return resultat, self.bataille.compte(camp, case, resultat, avant)
        while True:
            case = self.demande_case()
            resultat = camp.joueur.tire(case)
            if self.bataille.compte(camp, case, resultat, avant):
                return resultat, True
            self.nouvelles.append(f"Tu as déjà tiré en {self.nom(case)}.")

    def tir_de_joue_coup(self, joueur):
        """(case, résultat) du tir demandé et fait par `joue_coup` du TP4, qui l'a bien fait."""
        tirs, classe = [], type(joueur)
        joueur.tire = lambda case: tirs.append((case, classe.tire(joueur, case))) or tirs[-1][1]
        renvoye = classe.joue_coup(joueur, lire=self.lire)
        texte = self.dernier_texte or ""
        voulue = self.case_ecrite(texte)
        if not tirs:
            raise Surprise("joue_coup", "n'a tiré nulle part.", "tp4.joue_coup")
        case, resultat = tirs[-1]
        if case != voulue:
            par_coord = self.lit is not None and voulue is not None and self.lit(texte) != voulue
            fautive = "coord" if par_coord else "analyse_saisie"
            phrase = f"a fait tirer en {montre_valeur(case)} quand on a tapé « {texte} »."
            raise Surprise(fautive, phrase, f"tp{1 if fautive == 'coord' else 4}.{fautive}")
        if renvoye != resultat:
            phrase = f"a renvoyé {montre_valeur(renvoye)} au lieu du résultat du tir, {resultat!r}."
            raise Surprise("joue_coup", phrase, "tp4.joue_coup")
        return case, resultat

    def raconte(self, camp, resultat):
        """Garde, pour les montrer à côté de la grille, le tir et ce que l'Ordi en a pensé."""
        case = camp.tirs[-1]
        nom = self.nom(case)
        if self.alpha is not None:
            ecrit_par_lui = self.alpha(case)
            if ecrit_par_lui != nom:
                phrase = f"nomme {montre_valeur(ecrit_par_lui)} la case {case}, qui est {nom}."
                raise Surprise("alpha", phrase, "tp1.alpha")
        coule = next((b for b in self.coules(camp) if case in b), None)
        tir = f"{nom} : {resultat}."
        suite = f" Bateau de {len(coule)} coulé !" if coule else ""
        qui = "" if len(self.bataille.camps) == 1 else f"{camp.nom}, "
        messages = [str(m) for m in camp.joueur.messages] if camp.adversaire is not None else []
        camp.joueur.messages.clear()
        rang = messages.index(tir) if tir in messages else len(messages)  # il raisonne, puis tire
        self.nouvelles += [f"« {m} »" for m in messages[:rang]]
        self.nouvelles.append(f"{qui}{tir}{suite}")
        self.nouvelles += [f"« {m} »" for m in messages[rang:] if m != tir]

    # ------------------------------------------------------------- demander

    def demande(self, question):
        """Ce que l'on tape ; Quitte si l'on veut arrêter."""
        codage = getattr(sys.stdout, "encoding", None) or "utf-8"
        while True:
            try:
                texte = input(affichable(str(question), codage))
            except (EOFError, OSError, RuntimeError):
                ecrit()
                raise Quitte from None
            mot = texte.strip().lower()
            if mot and veut_quitter(mot):
                raise Quitte
            if mot in ("aide", "help", "?"):
                for ligne in self.aide:
                    ecrit(ligne)
            elif mot == "dessin" and self.tireur is not None:
                self.montre_en_grand()
            else:
                return texte

    def lire(self, question="Case : "):
        """Montre la grille et pose la question, à la place d'`input` dans le code de l'élève.

        Le temps de réponse ne lui est pas compté.
        """
        with self.programme.pause():
            self.dernier_texte, self.d_avance = self.d_avance, ""
            if not self.dernier_texte:
                if self.tireur is not None:
                    self.montre(self.tireur)
                self.dernier_texte = self.demande(question)
            return self.dernier_texte

    def demande_case(self):
        """Une case de la grille, lue par `coord` si elle est écrite."""
        while True:
            texte = self.lire()
            case, attendue = self.case_ecrite(texte), self.case_ecrite(texte)
            if self.lit is not None:
                try:
                    case = self.lit(texte)
                except ValueError as erreur:
                    if attendue is not None:
                        phrase = f"refuse « {texte} », qui est pourtant une case."
                        raise Surprise("coord", phrase, "tp1.coord") from None
                    self.nouvelles.append(str(erreur))
                    continue
                if attendue is not None and case != attendue:
                    phrase = f"lit « {texte} » comme {montre_valeur(case)}."
                    raise Surprise("coord", phrase, "tp1.coord")
            if attendue is not None:
                return attendue
            bouts = self.nom((0, 0)), self.nom((self.regles.xmax - 1, self.regles.ymax - 1))
            ecrit(
                "« {} » n'est pas une case de la grille, qui va de {} à {}.".format(texte, *bouts)
            )

    def case_ecrite(self, texte):
        """La case que désigne ce texte, ou None."""
        return self.cases.get(texte.replace(" ", "").upper())

    def nom(self, case):
        """Le nom d'une case de la grille."""
        return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[case[0]]}{case[1]}"

    # ------------------------------------------------------------- montrer

    def coules(self, camp):
        """Les bateaux que ce camp a coulés."""
        touchees = [case for case in camp.tirs if case in camp.cible]
        return self.couleurs.bateaux_coules(camp.cible, touchees)

    def petit(self, etat, bateaux=(), camp=None):
        """Une grille en petit : une ligne de texte par rangée."""
        complet = {case: etat.get(case, 0) for case in self.regles.cases()}
        coules = [case for bateau in self.coules(camp) for case in bateau] if camp else ()
        etats = self.couleurs.etats_des_cases(complet, camp.tirs if camp else None, coules)
        return self.couleurs.en_petit(etats, bateaux)

    def montre(self, camp, fin=False):
        """Les grilles, et à côté ce qui vient de se passer ; la question vient juste dessous."""
        seul, contre = len(self.bataille.camps) == 1, self.bataille.autre(camp)
        restent = self.couleurs.etat_flotte(self.regles.tailles, self.restantes(camp))
        if not seul and contre.adversaire is None:
            self.nouvelles.insert(0, f"-- {camp.nom} --")
        trouver = " ".join(("*" if coule else "#") * taille for taille, coule in restent)
        self.nouvelles.append(f"À trouver : {trouver}")
        blocs = [self.tirs(camp, fin)]
        if not seul and contre.adversaire is not None:
            vus = {case: 1 if case in contre.cible else -1 for case in contre.tirs}
            blocs.append(self.petit(vus, contre.cible, contre))
        self.montre_blocs(blocs)

    def restantes(self, camp):
        """Les tailles des bateaux que ce camp n'a pas encore coulés."""
        tailles = list(self.regles.tailles)
        for bateau in self.coules(camp):
            tailles.remove(len(bateau))
        return tailles

    def tirs(self, camp, fin):
        """La feuille de tirs : celle du TP3 si l'écran est assez haut, sinon en petit."""
        bateaux = camp.cible if fin else ()
        petite = self.petit(camp.joueur.grille_suivi.etat, bateaux, camp)
        if fin or not self.assez_haut():
            return petite
        grande = self.en_grand(camp)
        large = max(len(ligne) for ligne in grande.split("\n")) + len(ENTRE)
        defense = max(len(ligne) for ligne in petite.split("\n")) + len(ENTRE)
        return grande if large + defense <= LARGEUR else petite

    def assez_haut(self):
        """True si le dessin du TP3 est écrit, et tient sur l'écran."""
        return self.grand and self.hauteur() >= 2 * self.regles.ymax + 2 + AUTOUR

    def en_grand(self, camp):
        """Le dessin du TP3, par l'élève."""
        dessin = camp.joueur.grille_suivi.make_chaine()
        if not isinstance(dessin, str) or not dessin:
            phrase = f"a renvoyé {montre_valeur(dessin)} au lieu d'un dessin."
            raise Surprise("make_chaine", phrase, "tp3.make_chaine")
        return dessin

    def montre_en_grand(self):
        """La commande « dessin », pendant la partie."""
        if self.grand and hasattr(self.tireur.joueur.grille_suivi, "make_chaine"):
            ecrit(self.en_grand(self.tireur))
        else:
            ecrit("Ton grand dessin, c'est make_chaine : il viendra avec le TP3.")

    def devoile(self):
        """Quand on arrête avant la fin : où était la flotte."""
        if self.tireur is not None:
            ecrit("La flotte était là :")
            ecrit(self.tirs(self.tireur, fin=True))

    def hauteur(self):
        """Le nombre de lignes de l'écran."""
        return HAUTEUR if dans_un_editeur() else shutil.get_terminal_size().lines

    def montre_blocs(self, blocs):
        """Des grilles côte à côte, et les nouvelles à droite s'il y a la place, sinon au-dessus."""
        colonnes = [bloc.split("\n") for bloc in blocs]
        largeurs = [max(len(ligne) for ligne in colonne) for colonne in colonnes]
        place = LARGEUR - sum(largeurs) - len(ENTRE) * len(largeurs) - 1
        hauteur = max(len(colonne) for colonne in colonnes)
        trop_haut = hauteur >= self.hauteur()  # le haut sort de l'écran : tout redire en bas
        if trop_haut:
            colonnes = [[*colonne, colonne[0]] for colonne in colonnes]
            hauteur += 1
        texte = lignes_de(self.nouvelles, max(place, 20))
        if place < 20 or len(texte) > hauteur:  # tout au-dessus, et à côté l'essentiel
            for nouvelle in self.nouvelles:
                self.dit(nouvelle, "")
            texte = lignes_de([n for n in self.nouvelles if not n.startswith("«")], max(place, 20))
            if len(texte) > hauteur:
                texte = [*texte[: hauteur - 2], "…", texte[-1]]
            texte = texte if place >= 20 else []
        if trop_haut:
            texte = [""] * (hauteur - len(texte)) + texte
        for ligne in zip_longest(*colonnes, texte, fillvalue=""):
            *dessins, mot = ligne
            morceaux = [f"{d:<{large}}" for d, large in zip(dessins, largeurs)]
            ecrit(ENTRE.join([*morceaux, mot]).rstrip())
        self.nouvelles = []

    # ------------------------------------------------------------- expliquer

    def explique(self, panne, examine):
        """Ce qui a arrêté la partie : la fonction en cause, et comment la vérifier."""
        exercice = self.exercice_de(panne)
        cause = exercice
        if panne.genre == "à écrire":
            phrase = f"il reste à écrire {panne.exercice}, dont elle a besoin ici."
        elif panne.genre == "surprise":
            phrase = f"ta fonction {panne.phrase}"
            cause = self.vraie_cause(exercice, examine)
            if cause is not exercice:
                phrase += f" Cela vient sans doute de {cause.nom}, qui ne passe pas ses essais."
        else:
            phrase = panne.situee()
        debut = "s'arrête" if self.bataille is not None else "ne peut pas commencer"
        self.dit(f"La partie {debut} : {phrase}", "")
        tps = [tp.nom for tp in registre().tps if tp.module == panne.module]
        cible = cause.id if cause is not None else next(iter(tps), None)
        if cible is not None:
            ecrit(f"Pour vérifier : {self.invite}{cible}")
        ecrit(f"Puis, pour rejouer : {self.invite}jouer")

    def vraie_cause(self, exercice, examine):
        """L'exercice lui-même s'il est faux ; sinon, parmi ceux qui servent, le premier faux."""
        utiles = [e for e in registre() if e is exercice or e.id in self.moyens.engages]
        faux = [r for r in examine(utiles).values() if r.statut in (FAUX, ERREUR, BOUCLE)]
        if not faux or exercice in [r.exercice for r in faux]:
            return exercice
        return faux[0].exercice

    def exercice_de(self, panne):
        """L'exercice à vérifier, ou None."""
        if panne.exercice and panne.exercice in registre():
            return registre()[panne.exercice]
        memes = [e for e in registre() if e.nom == panne.fonction]
        siens = [e for e in memes if e.module == panne.module]
        return next(iter(siens or memes), None)


def lignes_de(phrases, largeur):
    """Ces phrases, pliées à cette largeur : une liste de lignes."""
    return [ligne for phrase in phrases for ligne in plie(phrase, "", "", largeur).split("\n")]
