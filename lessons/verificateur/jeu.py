"""Ce que l'on peut jouer aujourd'hui : le code de l'élève aussi loin qu'il va, le reste prêté.

La console (`jouer`) et les carnets montrent ; ce module décide : quelles fonctions sont écrites, ce
que l'on prête à leur place, à qui est le tour, qui a gagné. La vérité (où sont les bateaux, qui a
tiré où) est gardée à part, dans des ensembles de cases : une fonction qui répond de travers est
reconnue, et nommée.
"""

import json
import os
import random
import types

from .programme import DELAI_COUP, Surprise, est_case, montre_valeur

FLOTTES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "flottes.json")
SENS = {"H": (1, 0), "V": (0, 1)}
GRILLE_JOUABLE = ["tp1.reinit", "tp1.is_touche", "tp1.fini"]  # ce que joue `controle_grille`
NIVEAU = 5  # celui de l'Ordi du TP6, si l'on n'en demande pas un autre
TOUCHE, MANQUE, COULE, DEJA_JOUE, HORS_GRILLE = (
    "touché", "manqué", "coulé", "déjà joué", "hors de la grille",
)  # fmt: skip


def module_donne(registre, nom):
    """Le module donné `nom`, tel qu'il est au départ.

    Un fichier que l'élève a changé, abîmé ou perdu n'empêche pas de jouer.
    """
    module = types.ModuleType(nom)
    exec(registre.squelettes[nom], vars(module))
    return module


# ----------------------------------------------------------------- les règles et les flottes


class Regles:
    """Une grille, une flotte, et quelques flottes cachées toutes prêtes."""

    def __init__(self, nom, xmax, ymax, tailles, flottes=()):
        self.nom = nom
        self.xmax, self.ymax, self.tailles = xmax, ymax, tuple(tailles)
        self.flottes = flottes

    def options(self):
        """Les arguments que prennent les classes des TP."""
        return {"xmax": self.xmax, "ymax": self.ymax, "taille_bateaux": self.tailles}

    def cases(self):
        """Toutes les cases, ligne par ligne."""
        return [(x, y) for y in range(self.ymax) for x in range(self.xmax)]

    def __str__(self):
        tailles = ", ".join(str(taille) for taille in self.tailles)
        return f"{self.nom} : {self.xmax} × {self.ymax}, bateaux {tailles}"


def lit_regles():
    """Les règles proposées, lues dans `flottes.json`."""
    with open(FLOTTES, encoding="utf-8") as fichier:
        donnees = json.load(fichier)
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


def flotte_prete(regles):
    """Les cases d'une flotte du fichier, choisie au hasard."""
    bateaux = random.choice(regles.flottes)
    return [case for bateau in bateaux for case in cases_du_bateau(*bateau)]


def autour(cases):
    """L'ensemble des cases données et de leurs voisines : aucun autre bateau ne peut y être."""
    croix = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
    return {(x + dx, y + dy) for x, y in cases for dx, dy in croix}


def tient(cases, occupees, regles):
    """True si un bateau peut occuper ces cases, les autres occupant déjà `occupees`.

    >>> tient([(0, 0)], [(1, 1)], Regles("", 2, 2, [1, 1]))
    True
    """
    return set(cases) <= set(regles.cases()) and not set(cases) & autour(occupees)


def est_une_flotte(cases, regles):
    """True si ces cases sont celles d'une flotte permise : ces bateaux-là, qui ne se touchent pas.

    >>> regles = Regles("", 3, 2, [2, 1])
    >>> est_une_flotte([(0, 0), (0, 1), (2, 0)], regles)
    True
    >>> est_une_flotte([(0, 0), (0, 1), (1, 1)], regles)
    False
    """
    restent, longueurs = set(cases), []
    if len(restent) != len(cases) or not restent <= set(regles.cases()):
        return False
    while restent:
        bateau = {restent.pop()}
        while restent & autour(bateau):
            bateau |= restent & autour(bateau)
            restent -= bateau
        if min(len({case[axe] for case in bateau}) for axe in (0, 1)) > 1:
            return False
        longueurs.append(len(bateau))
    return sorted(longueurs) == sorted(regles.tailles)


# ----------------------------------------------------------------- les joueurs


class Feuille:
    """Une grille prêtée, tant que celle du TP1 n'est pas écrite : deux ensembles de cases."""

    def __init__(self, regles):
        self.cases, self.total = regles.cases(), sum(regles.tailles)
        self.taille_bateaux = list(regles.tailles)
        self.pleines, self.ratees = set(), set()

    @property
    def etat(self):
        """{case: état}, pour ceux qui dessinent."""
        return {c: 1 if c in self.pleines else -1 if c in self.ratees else 0 for c in self.cases}

    def fini(self):
        """True quand tout est trouvé."""
        return len(self.pleines) >= self.total


def pose(grille, cases):
    """Met une flotte sur une grille : ses cases passent à 1."""
    if isinstance(grille, Feuille):
        grille.pleines.update(cases)
    else:
        grille.etat.update(dict.fromkeys(cases, 1))
        grille.vides = [case for case, etat in grille.etat.items() if etat == 0]


class JoueurPrete:
    """Un joueur sans une ligne de l'élève."""

    fautive = ("tire", "")

    def __init__(self, regles):
        self.grille_adverse, self.grille_suivi = self.feuille(regles), self.feuille(regles)
        self.cases_jouees, self.messages, self.essais = [], [], 0

    def feuille(self, regles):
        """Une grille neuve."""
        return Feuille(regles)

    def touche(self, case):
        """True s'il y a un bateau là où l'on tire."""
        return case in self.grille_adverse.pleines

    def note(self, case, touche):
        """Écrit le tir sur la feuille."""
        (self.grille_suivi.pleines if touche else self.grille_suivi.ratees).add(case)

    def tire(self, case):
        """Le résultat du tir."""
        if case in self.cases_jouees:
            return DEJA_JOUE
        touche = self.touche(case)
        self.note(case, touche)
        self.cases_jouees.append(case)
        self.essais += 1
        return TOUCHE if touche else MANQUE


class JoueurTP1(JoueurPrete):
    """Le joueur d'avant le TP4 : ses tirs se lisent et se notent avec la grille de l'élève."""

    fautive = ("is_touche", "tp1.is_touche")

    def __init__(self, regles, classe):
        self.classe = classe
        super().__init__(regles)

    def feuille(self, regles):
        return self.classe(**regles.options())

    def touche(self, case):
        reponse = self.grille_adverse.is_touche(case)
        if type(reponse) is not bool:
            ecrite = montre_valeur(reponse)
            raise Surprise("is_touche", f"a renvoyé {ecrite}, ni True ni False.", "tp1.is_touche")
        return reponse

    def note(self, case, touche):
        self.grille_suivi.marque(case, 1 if touche else -1)


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

    def essaie(self):
        """Le Reponse d'une toute petite partie : True s'il sait la finir."""

        def partie():
            ordi = self.cree(Regles("essai", 4, 3, [2, 1]))
            pose(ordi.grille_adverse, [(0, 0), (0, 1), (3, 2)])
            for _ in range(13):
                if ordi.coup_suivant() is None:
                    break
            return ordi.grille_suivi.fini()

        return self.copie.essaie(partie)

    def va_au_bout(self):
        """True s'il sait finir une toute petite partie."""
        essai = self.essaie()
        return essai.panne is None and essai.valeur is True


class AdversairePrete(Adversaire):
    """Le `Joueur` du TP4, à qui l'on prête de quoi choisir ses cases : au hasard."""

    def __init__(self, copie):
        super().__init__("Un Ordi prêté (au hasard)", copie, "tp4_tir", "Joueur")
        self.options["nom"] = "Ordi"

    def cree(self, regles):
        ordi, reste = super().cree(regles), regles.cases()
        random.shuffle(reste)
        ordi.coup_suivant = lambda: ordi.tire(reste.pop()) if reste else None
        return ordi


def un_coup(ordi, fautive=("coup_suivant", "")):
    """Fait jouer un coup : (résultat, True si le tir était en aveugle), ou None à la fin.

    `fautive` : la fonction à nommer, et son exercice, si rien n'a été tiré.
    """
    aveugle = not getattr(ordi, "queue", [])
    avant = len(ordi.cases_jouees)
    resultat = ordi.coup_suivant()
    if resultat is None:
        return None
    if len(ordi.cases_jouees) != avant + 1:
        fonction, exercice = fautive
        phrase = f"a renvoyé {resultat!r} sans tirer sur une case nouvelle."
        raise Surprise(fonction, phrase, exercice)
    return resultat, aveugle


def attend_valeur(nom, fonction, argument, attendue, tp):
    """Surprise si `fonction(argument)` ne donne pas la valeur attendue, la plus simple qui soit."""
    obtenue = fonction(argument)
    if obtenue != attendue:
        phrase = f"a renvoyé {montre_valeur(obtenue)} pour {argument!r}, au lieu de {attendue!r}."
        raise Surprise(nom, phrase, f"{tp}.{nom}")


def controle_grille(grille):
    """Surprise si cette grille neuve de deux cases, qui cache un bateau d'une case, ne va pas."""
    if grille.etat != {(0, 0): 0, (1, 0): 0}:
        phrase = "ne met pas à VIDE toutes les cases de la grille, et elles seules."
        raise Surprise("reinit", phrase, "tp1.reinit")
    grille.is_touche((0, 0))
    for touchee in (False, True):
        reponse = grille.fini()
        if reponse is not touchee:
            ici = "tout est touché" if touchee else "rien n'est touché"
            phrase = f"a répondu {montre_valeur(reponse)} alors que {ici}."
            raise Surprise("fini", phrase, "tp1.fini")
        grille.marque((0, 0), 1)


# ----------------------------------------------------------------- ce qui est écrit


class Arret(Exception):
    """La partie ne peut pas continuer : `panne` dit quelle fonction de l'élève ne va pas."""

    def __init__(self, panne):
        super().__init__(panne.phrase)
        self.panne = panne


class Moyens:
    """Ce dont on dispose pour jouer : chaque rôle est tenu par l'élève, ou prêté.

    - `siens` : les exercices de l'élève qui servent ;
    - `engages` : ceux que l'on a essayés, même si la partie s'est arrêtée là ;
    - `prets` : {ce que l'on prête: l'exercice qui le remplacera} ;
    - `illisibles` : {module: Panne} des fichiers qui ne se chargent pas.

    Une fonction à écrire est prêtée. Une fonction écrite sert, même fausse : c'est en jouant que
    l'élève le voit, et `Arret` la nomme.
    """

    def __init__(self, programme):
        self.programme = programme
        self.siens, self.prets, self.illisibles = [], {}, {}
        self.engages = []

    def module(self, nom):
        """Le module de l'élève, ou None s'il n'est pas là ou ne se charge pas."""
        if not (self.programme.dossier / f"{nom}.py").is_file():
            return None
        essai = self.programme.essaie(lambda: self.programme.module(nom))
        if essai.panne is not None:
            self.illisibles.setdefault(essai.panne.module or nom, essai.panne)
        return essai.valeur

    def essaie(self, exercices, nom, fonction, role=None):
        """`fonction(module)` ; None si l'un des `exercices` reste à écrire : le rôle est prêté."""
        module = self.module(nom)
        self.engages += exercices
        essai = self.programme.essaie(lambda: fonction(module)) if module else None
        if essai is None or (essai.panne is not None and essai.panne.genre == "à écrire"):
            if role is not None:
                manque = essai.panne.exercice if essai is not None else ""
                meme_tp = manque.split(".")[0] == exercices[0].split(".")[0]
                self.prets[role] = manque if meme_tp else exercices[0]
            return None
        if essai.panne is not None:
            raise Arret(essai.panne)
        self.siens += [exercice for exercice in exercices if exercice not in self.siens]
        return essai.valeur

    def phrase_prets(self):
        """« Prêté en attendant : … », ou "" si rien ne l'est."""
        prets = ", ".join(f"{quoi} ({exercice})" for quoi, exercice in self.prets.items())
        return f"Prêté en attendant : {prets}." if prets else ""

    # ------------------------------------------------------------- les rôles

    def joueur(self, regles, nom="Toi"):
        """Un joueur : celui du TP4, ou la grille du TP1, ou un joueur prêté."""
        return self.joueur_tp4(regles, nom) or self.joueur_tp1(regles) or JoueurPrete(regles)

    def joueur_tp4(self, regles, nom="Toi"):
        """Le `Joueur` du TP4 s'il sait tirer, ou None."""

        def essai(module):
            controle_grille(module.Joueur("essai", 2, 1, [1]).grille_suivi)
            petit = module.Joueur("essai", 2, 1, [1])
            pose(petit.grille_adverse, [(1, 0)])
            attend_valeur("verifie_tir", petit.verifie_tir, (0, 0), None, "tp4")
            petit.tire((0, 0))
            return module.Joueur(nom, **regles.options())

        return self.essaie(["tp4.tire", *GRILLE_JOUABLE], "tp4_tir", essai)

    def joueur_tp1(self, regles):
        """Un joueur sur la grille de l'élève (celle du TP3 sait se dessiner), ou None."""
        noms = ("tp3_affichage", "tp2_placement", "tp1_grille")
        nom = next((nom for nom in noms if self.module(nom) is not None), "tp1_grille")

        def essai(module):
            controle_grille(module.Grille(2, 1, [1]))
            return JoueurTP1(regles, module.Grille)

        return self.essaie(GRILLE_JOUABLE, nom, essai, "la grille")

    def lecture(self):
        """`coord`, ou None."""

        def essai(module):
            attend_valeur("coord", module.coord, "A0", (0, 0), "tp1")
            return module.coord

        return self.essaie(["tp1.coord"], "tp1_grille", essai, "la lecture des cases")

    def nommage(self):
        """`alpha`, ou None."""

        def essai(module):
            attend_valeur("alpha", module.alpha, (0, 0), "A0", "tp1")
            return module.alpha

        return self.essaie(["tp1.alpha"], "tp1_grille", essai, "le nom des cases")

    def saisie(self):
        """True si `joue_coup` du TP4 sait demander une case."""

        def essai(module):
            petit = module.Joueur("essai", 1, 1, [1])
            attend_valeur("analyse_saisie", petit.analyse_saisie, "A0", ((0, 0), None), "tp4")
            petit.joue_coup(lire=lambda question: "A0")
            return True

        return self.essaie(["tp4.joue_coup"], "tp4_tir", essai, "la question « Case ? »") or False

    def partie(self):
        """La classe `Partie` du TP4 si `joue` est écrite, ou None."""

        def essai(module):
            def gagne(joueur):
                joueur.grille_suivi.marque((0, 0), 1)
                return TOUCHE

            joueurs = [module.Joueur(nom, 1, 1, [1]) for nom in ("Zoé", "Ali")]
            for joueur in joueurs:
                joueur.joue_coup = lambda joueur=joueur: gagne(joueur)
            module.Partie(*joueurs).joue()
            return module.Partie

        return self.essaie(["tp4.joue"], "tp4_tir", essai, "les tours de jeu")

    def flotte(self, regles):
        """Les cases d'une flotte au hasard, tirée par le TP2 ou prise dans le fichier."""

        def essai(module):
            grille = module.Grille(**regles.options())
            grille.init_bateaux_alea()
            return [case for case, etat in grille.etat.items() if etat == 1]

        exercices = ["tp2.init_bateaux_alea"]
        cases = self.essaie(exercices, "tp2_placement", essai, "la flotte cachée")
        if cases is None:
            return flotte_prete(regles)
        if not est_une_flotte(cases, regles):
            self.refuse(
                "init_bateaux_alea",
                f"a posé {len(cases)} cases de bateaux qui ne font pas la flotte demandée.",
                exercices[0],
            )
        return cases

    def refuse(self, fonction, phrase, exercice):
        """Arrête la partie : cette fonction a fait quelque chose qui ne va pas."""

        def surprise():
            raise Surprise(fonction, phrase, exercice)

        raise Arret(self.programme.essaie(surprise).panne)

    def placement(self):
        """`f(bateau, posés, regles)` qui demande à `test_bateau` du TP2, ou None."""

        def essai(module):
            petite = module.Grille(2, 1, [1])
            petite.test_bateau(module.Bateau(1, (0, 0), (1, 0)))
            petite.add_bateau(module.Bateau(1, (0, 0), (1, 0)))
            return module

        exercices = ["tp2.add_bateau", "tp2.test_bateau"]
        module = self.essaie(exercices, "tp2_placement", essai, "le placement")
        if module is None:
            return None

        def accepte(bateau, poses, regles):
            grille = module.Grille(**regles.options())
            for taille, x, y, sens in poses:
                grille.add_bateau(module.Bateau(taille, (x, y), SENS[sens]))
            taille, x, y, sens = bateau
            return grille.test_bateau(module.Bateau(taille, (x, y), SENS[sens]))

        return accepte

    def dessin(self):
        """True si `make_chaine` du TP3 est écrite."""

        def essai(module):
            return module.Grille(2, 1, [1]).make_chaine() is not self

        return self.essaie(["tp3.make_chaine"], "tp3_affichage", essai) or False

    def adversaire(self, niveau=None):
        """Le meilleur Ordi que l'élève a écrit ; à défaut, un Ordi prêté (il faut le TP4)."""
        choix = [
            ("tp6", "tp6_solveur_optimal", {"niveau": niveau or NIVEAU}),
            ("tp5", "tp5_solveur_aleatoire", {}),
        ]
        for tp, module, options in choix:
            nom = "Ton Ordi du " + tp.upper()
            ordi = Adversaire(nom, self.programme, module, **options)
            if self.essaie([f"{tp}.coup_suivant"], module, lambda _, o=ordi: self.veut(o)):
                return ordi
        self.prets["l'Ordi, qui tire au hasard"] = "tp5.coup_suivant"
        return AdversairePrete(self.programme)

    def veut(self, adversaire):
        """True ; l'exception NotImplementedError passe si cet Ordi reste à écrire."""
        ordi = adversaire.cree(Regles("essai", 2, 1, [1]))
        pose(ordi.grille_adverse, [(0, 0)])
        ordi.coup_suivant()
        return True


# ----------------------------------------------------------------- la bataille


class Camp:
    """Un joueur dans la bataille : ce qu'il cherche (`cible`), et ses vrais tirs (`tirs`).

    `adversaire` : le code qui le fait jouer, ou None pour une personne ; `fautive` : la fonction à
    nommer, et son exercice, si un tir ne va pas.
    """

    def __init__(self, joueur, cible, nom="Toi", adversaire=None):
        self.joueur, self.cible, self.nom = joueur, frozenset(cible), nom
        self.adversaire = adversaire
        self.tirs = []
        self.fautive = getattr(joueur, "fautive", ("tire", "tp4.tire"))
        if adversaire is not None and adversaire.module != "tp4_tir":
            tp = adversaire.module.split("_")[0]
            self.fautive = ("coup_suivant", f"{tp}.coup_suivant")


class Bataille:
    """Une partie en cours, à un ou deux camps ; `gagnant` : un Camp, None tant que ça dure."""

    def __init__(self, camps, regles):
        self.camps, self.regles = camps, regles
        self.cases = set(regles.cases())
        self.gagnant = None
        self.tour = None  # le Camp qui doit jouer ; None : n'importe lequel, au début
        for camp in camps:
            pose(camp.joueur.grille_adverse, camp.cible)

    def autre(self, camp):
        """Le camp d'en face (lui-même, quand on est seul)."""
        return self.camps[len(self.camps) - 1 - self.camps.index(camp)]

    def prend_tour(self, camp):
        """Vérifie que c'est bien à ce camp de jouer ; `joue` du TP4 a pu se tromper."""
        if self.gagnant is not None:
            raise Surprise("joue", "continue alors que la partie est gagnée.", "tp4.joue")
        if self.tour not in (None, camp):
            raise Surprise("joue", "fait jouer deux fois de suite le même joueur.", "tp4.joue")

    def compte(self, camp, case, resultat, avant):
        """Contrôle et compte un tir ; False s'il est refusé (déjà joué, hors de la grille).

        `avant` : le nombre de cases que le joueur avait jouées.
        """
        joueur, (fonction, exercice) = camp.joueur, camp.fautive
        if case not in self.cases or case in camp.tirs:
            attendus = [HORS_GRILLE if case not in self.cases else DEJA_JOUE]
        else:
            attendus = [TOUCHE, COULE] if case in camp.cible else [MANQUE]
        if resultat not in attendus:
            refus = {HORS_GRILLE, DEJA_JOUE}
            if exercice == "tp4.tire" and refus & {resultat, attendus[0]}:
                fonction, exercice = "verifie_tir", "tp4.verifie_tir"
            else:
                self.soupconne_is_touche(camp, case)
            phrase = f"fait répondre {resultat!r} en {case}, au lieu de {attendus[0]!r}."
            raise Surprise(fonction, phrase, exercice)
        if attendus[0] in (HORS_GRILLE, DEJA_JOUE):
            return False
        camp.tirs.append(case)
        ecrit = joueur.grille_suivi.etat.get(case)
        if joueur.cases_jouees[avant:] != [case] or ecrit != (1 if case in camp.cible else -1):
            phrase = f"n'a pas bien ecrit le tir en {case} (cases_jouees, grille_suivi)."
            raise Surprise(fonction, phrase, exercice)
        fini = camp.cible <= set(camp.tirs)
        if bool(joueur.grille_suivi.fini()) is not fini:
            suite = "est trouvée" if fini else "n'est pas encore trouvée"
            phrase = f"a répondu {not fini} alors que toute la flotte {suite}."
            raise Surprise("fini", phrase, "tp1.fini")
        self.tour = self.autre(camp)
        if fini:
            self.gagnant = camp
        return True

    def soupconne_is_touche(self, camp, case):
        """Surprise si c'est `is_touche`, du TP1, qui se trompe sur cette case."""
        is_touche = getattr(camp.joueur.grille_adverse, "is_touche", None)
        reponse = is_touche(case) if is_touche is not None else case in camp.cible
        if reponse is not (case in camp.cible):
            ici = "il y a un bateau" if case in camp.cible else "il n'y a pas de bateau"
            phrase = f"a répondu {montre_valeur(reponse)} en {case}, où {ici}."
            raise Surprise("is_touche", phrase, "tp1.is_touche")

    def coup_ordi(self, camp):
        """Fait jouer l'Ordi de ce camp : (résultat, en aveugle ou non)."""
        avant = len(camp.joueur.cases_jouees)
        with camp.adversaire.copie.accorde(DELAI_COUP):
            coup = un_coup(camp.joueur, camp.fautive)
        fonction, exercice = camp.fautive
        if coup is None:
            raise Surprise(fonction, "a renvoyé None avant la fin de la partie.", exercice)
        case = camp.joueur.cases_jouees[-1]
        if not est_case(case) or case not in self.cases or case in camp.tirs:
            raise Surprise(fonction, f"tire en {montre_valeur(case)}, qui ne va pas.", exercice)
        self.compte(camp, case, coup[0], avant)
        return coup
