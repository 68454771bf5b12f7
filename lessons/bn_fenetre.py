"""La bataille navale dans une fenêtre (tkinter) : solo, regarder l'Ordi, duel.

Les règles viennent des TP, la géométrie de `tp8_fenetre` ; ce module, donné en entier, crée
la fenêtre et relie les événements (souris, clavier) aux fonctions des TP.

    python bn_fenetre.py
"""

import tkinter as tk

from bn_couleurs import CLAIR
from bn_utiles import DROITE, NIVEAUX, TOUCHEE
from tp1_grille import alpha
from tp4_tir import Joueur
from tp6_solveur_optimal import Ordi
from tp8_fenetre import (
    apercu,
    bateau_tenu,
    case_clavier,
    case_sous,
    coin_case,
    couleur_chaleur,
    tourne,
)

MARGE = 28
EAU, TOUCHE_, MANQUE_, COQUE, TRAIT, ENCRE = (
    CLAIR[nom] for nom in ("eau", "fond_touche", "fond_manque", "contour", "trait", "encre")
)
POLICE = "TkDefaultFont"


class Plateau(tk.Canvas):
    """Une grille dessinée sur un canevas, avec un curseur que l'on déplace au clavier.

    `au_clic(case)`, `au_survol(case)` et `a_la_touche(nom)` sont appelées quand le joueur
    agit ; `case` vaut None quand la souris sort de la grille.
    """

    def __init__(self, parent, xmax, ymax, cote):
        super().__init__(
            parent,
            width=MARGE + xmax * cote + 4,
            height=MARGE + ymax * cote + 4,
            highlightthickness=2,
            highlightcolor=CLAIR["vise"],
            takefocus=True,
            background="white",
        )
        self.xmax, self.ymax, self.cote = xmax, ymax, cote
        self.curseur = (0, 0)
        self.au_clic = self.au_survol = self.a_la_touche = lambda _: None
        self.bind("<Button-1>", lambda e: self._clic(self.case_de(e)))
        self.bind("<Motion>", lambda e: self.au_survol(self.case_de(e)))
        self.bind("<Leave>", lambda e: self.au_survol(None))
        self.bind("<Key>", self._touche)
        self.bind("<FocusIn>", lambda e: self.dessine_curseur())
        self.bind("<FocusOut>", lambda e: self.delete("curseur"))

    def case_de(self, evenement):
        """La case sous la souris, ou None."""
        point = (evenement.x, evenement.y)
        return case_sous(point, self.cote, MARGE, self.xmax, self.ymax)

    def _clic(self, case):
        self.focus_set()
        if case is not None:
            self.curseur = case
            self.au_clic(case)
            self.dessine_curseur()

    def _touche(self, evenement):
        if evenement.keysym in ("Return", "space", "KP_Enter"):
            self.au_clic(self.curseur)
        elif evenement.keysym in ("Left", "Right", "Up", "Down"):
            self.curseur = case_clavier(self.curseur, evenement.keysym, self.xmax, self.ymax)
            self.au_survol(self.curseur)
        else:
            self.a_la_touche(evenement.keysym)
        if self.winfo_exists():
            self.dessine_curseur()

    def dessine_curseur(self):
        """Entoure la case du curseur, quand ce plateau a le clavier."""
        self.delete("curseur")
        if self.focus_get() is self:
            x, y = coin_case(self.curseur, self.cote, MARGE)
            self.create_rectangle(
                x + 2, y + 2, x + self.cote - 2, y + self.cote - 2,
                outline=CLAIR["vise"], width=3, tags="curseur",
            )  # fmt: skip

    def dessine(self, suivi, bateaux=None, chaleur=None, file=(), dernier=None):
        """Redessine tout : les tirs de `suivi`, et ce que l'on veut montrer en plus.

        `bateaux` : la grille dont on entoure les bateaux ; `chaleur` : {case: valeur} ;
        `file` : cases à numéroter dans l'ordre ; `dernier` : la case à signaler.
        """
        self.delete("all")
        maximum = max(chaleur.values(), default=0) if chaleur else 0
        for case, etat in suivi.etat.items():
            x, y = coin_case(case, self.cote, MARGE)
            fond = {0: EAU, 1: TOUCHE_, -1: MANQUE_}[etat]
            if chaleur and case in chaleur:
                fond = couleur_chaleur(chaleur[case], maximum)
            self.create_rectangle(x, y, x + self.cote, y + self.cote, fill=fond, outline=TRAIT)
            if etat == TOUCHEE:
                self._signe(case, "✕", "bold")
            elif etat != 0:
                self._signe(case, "•")
            elif chaleur and chaleur.get(case):
                self._signe(case, str(chaleur[case]))
        for numero, case in enumerate(file, 1):
            self._rond(case, numero)
        if bateaux is not None:
            self._contours(bateaux)
        if dernier is not None:
            x, y = coin_case(dernier, self.cote, MARGE)
            self.create_rectangle(
                x + 3, y + 3, x + self.cote - 3, y + self.cote - 3, outline=CLAIR["vise"], width=2
            )
        self._etiquettes()
        self.dessine_curseur()

    def _signe(self, case, texte, graisse="normal"):
        x, y = coin_case(case, self.cote, MARGE)
        milieu = self.cote / 2
        taille = max(7, self.cote // 3)
        self.create_text(
            x + milieu, y + milieu, text=texte, fill=ENCRE, font=(POLICE, taille, graisse)
        )

    def _rond(self, case, numero):
        x, y = coin_case(case, self.cote, MARGE)
        rayon = self.cote * 0.36
        milieu = self.cote / 2
        self.create_oval(
            x + milieu - rayon, y + milieu - rayon, x + milieu + rayon, y + milieu + rayon,
            fill=CLAIR["papier"], outline=CLAIR["vise"], width=2,
        )  # fmt: skip
        self._signe(case, str(numero), "bold")

    def _contours(self, bateaux):
        """Trait épais là où une seule des deux cases voisines contient un bateau."""
        for x in range(self.xmax + 1):
            for y in range(self.ymax + 1):
                px, py = coin_case((x, y), self.cote, MARGE)
                if bateaux.epaisseur((x, y - 1), (x, y)) == 2:
                    self.create_line(px, py, px + self.cote, py, width=3, fill=COQUE)
                if bateaux.epaisseur((x - 1, y), (x, y)) == 2:
                    self.create_line(px, py, px, py + self.cote, width=3, fill=COQUE)

    def _etiquettes(self):
        for x in range(self.xmax):
            px, _ = coin_case((x, 0), self.cote, MARGE)
            self.create_text(px + self.cote / 2, MARGE / 2, text=alpha((x, 0))[0], fill=ENCRE)
        for y in range(self.ymax):
            _, py = coin_case((0, y), self.cote, MARGE)
            self.create_text(MARGE / 2, py + self.cote / 2, text=str(y), fill=ENCRE)

    def montre_apercu(self, cases, couleur):
        """Colorie un bateau pas encore posé."""
        self.delete("apercu")
        for case in cases:
            x, y = coin_case(case, self.cote, MARGE)
            self.create_rectangle(
                x + 2, y + 2, x + self.cote - 2, y + self.cote - 2,
                fill=couleur, outline="", stipple="gray50", tags="apercu",
            )  # fmt: skip


class Fenetre(tk.Tk):
    """La fenêtre du jeu et ses trois modes."""

    def __init__(
        self, xmax=10, ymax=10, taille_bateaux=None, niveau=5, graine=None, type_ordi=Ordi
    ):
        super().__init__()
        self.type_ordi = type_ordi
        self.title("Bataille navale")
        self.regles = {"xmax": xmax, "ymax": ymax}
        if taille_bateaux is not None:
            self.regles["taille_bateaux"] = taille_bateaux
        self.graine = graine
        self.niveau = tk.IntVar(self, niveau)
        self.vitesse = tk.IntVar(self, 600)
        self.montre_chaleur = tk.BooleanVar(self, True)
        self.montre_file = tk.BooleanVar(self, True)
        self.cote = max(14, min(40, 440 // max(xmax, ymax)))
        self.rendez_vous = None
        self.protocol("WM_DELETE_WINDOW", self.ferme)
        self.report_callback_exception = self.signale
        self._barre()
        self.zone = tk.Frame(self)
        self.zone.pack(padx=8, pady=4)
        self.texte = tk.Text(self, height=7, width=60, wrap="word", state="disabled")
        self.texte.pack(fill="both", expand=True, padx=8, pady=(0, 8))
        self.solo()

    def _barre(self):
        barre = tk.Frame(self)
        barre.pack(fill="x", padx=8, pady=6)
        for nom, commande in [
            ("Solo (F1)", self.solo),
            ("Regarder l'Ordi (F2)", self.regarde),
            ("Duel (F3)", self.place),
        ]:
            tk.Button(barre, text=nom, command=commande).pack(side="left", padx=2)
        for touche, commande in [("<F1>", self.solo), ("<F2>", self.regarde), ("<F3>", self.place)]:
            self.bind(touche, lambda e, commande=commande: commande())
        tk.Label(barre, text="Niveau :").pack(side="left", padx=(16, 2))
        tk.Spinbox(
            barre, from_=min(NIVEAUX), to=max(NIVEAUX), width=3,
            textvariable=self.niveau, state="readonly",
        ).pack(side="left")  # fmt: skip

    # ------------------------------------------------------------- outils

    def ferme(self):
        """Ferme proprement, même au milieu d'une partie."""
        self.arrete_minuterie()
        self.destroy()

    def arrete_minuterie(self):
        """Annule le prochain coup automatique, s'il y en a un."""
        if self.rendez_vous is not None:
            self.after_cancel(self.rendez_vous)
            self.rendez_vous = None

    def signale(self, genre, erreur, trace):
        """Une erreur dans un TP s'affiche dans la fenêtre au lieu de tout arrêter."""
        self.arrete_minuterie()
        if isinstance(erreur, NotImplementedError):
            self.dit(f"Il reste à faire l'exercice {erreur} pour que cela marche.")
        else:
            self.dit(f"Une erreur dans un TP : {genre.__name__} : {erreur}")

    def dit(self, *lignes):
        """Ajoute des lignes en bas de la fenêtre."""
        self.texte.configure(state="normal")
        for ligne in lignes:
            self.texte.insert("end", f"{ligne}\n")
        self.texte.see("end")
        self.texte.configure(state="disabled")

    def dit_messages(self, joueur):
        """Affiche les messages d'un joueur et vide sa file."""
        self.dit(*(f"<{joueur.nom}> {message}" for message in joueur.messages))
        joueur.messages = []

    def nouveau(self, titre):
        """Vide la fenêtre pour un nouveau mode."""
        self.arrete_minuterie()
        for enfant in self.zone.winfo_children():
            enfant.destroy()
        self.texte.configure(state="normal")
        self.texte.delete("1.0", "end")
        self.texte.configure(state="disabled")
        self.title(f"Bataille navale : {titre}")

    def plateau(self, titre, colonne=0):
        """Un plateau sous son titre."""
        cadre = tk.Frame(self.zone)
        cadre.grid(row=0, column=colonne, padx=6)
        tk.Label(cadre, text=titre).pack()
        plateau = Plateau(cadre, self.regles["xmax"], self.regles["ymax"], self.cote)
        plateau.pack()
        return plateau

    def boutons(self, *descriptions):
        """Une rangée de boutons sous les plateaux : couples (texte, commande)."""
        cadre = tk.Frame(self.zone)
        cadre.grid(row=1, column=0, columnspan=2, pady=4)
        for nom, commande in descriptions:
            tk.Button(cadre, text=nom, command=commande).pack(side="left", padx=3)
        return cadre

    def nouvel_ordi(self):
        """Un Ordi du niveau choisi."""
        return self.type_ordi(niveau=self.niveau.get(), graine=self.graine, **self.regles)

    def nouveau_joueur(self):
        """Le joueur humain, avec les mêmes grilles que l'Ordi."""
        joueur = Joueur("Toi", **self.regles)
        joueur.grille_joueur = self.type_ordi.type_grille(**self.regles)
        return joueur

    # ------------------------------------------------------------- solo

    def solo(self):
        """Le joueur cherche une flotte posée au hasard."""
        self.nouveau("solo")
        joueur = self.nouveau_joueur()
        flotte = self.nouvel_ordi().grille_joueur
        flotte.init_bateaux_alea()
        joueur.grille_adverse = flotte
        plateau = self.plateau("Clique, ou flèches et Entrée")

        def tire(case):
            if joueur.grille_suivi.fini():
                return
            self.dit(f"{alpha(case)} : {joueur.tire(case)}.")
            joueur.messages = []
            fini = joueur.grille_suivi.fini()
            plateau.dessine(joueur.grille_suivi, flotte if fini else None, dernier=case)
            if fini:
                self.dit(f"Bravo ! Tout est coulé en {joueur.essais} coups.")

        plateau.au_clic = tire
        plateau.dessine(joueur.grille_suivi)
        plateau.focus_set()

    # ------------------------------------------------------------- regarder l'Ordi

    def regarde(self):
        """L'Ordi joue, coup par coup ou tout seul."""
        self.nouveau(f"l'Ordi, niveau {self.niveau.get()}")
        ordi = self.nouvel_ordi()
        ordi.grille_adverse.init_bateaux_alea()
        plateau = self.plateau("L'Ordi cherche les bateaux entourés")

        def redessine():
            chaleur = getattr(ordi.grille_suivi, "probas", None)
            if not self.montre_chaleur.get() or ordi.queue:
                chaleur = None
            file = ordi.queue if self.montre_file.get() else ()
            plateau.dessine(
                ordi.grille_suivi, ordi.grille_adverse, chaleur, file, ordi.case_courante
            )

        def pas():
            resultat = ordi.coup_suivant()
            self.dit_messages(ordi)
            redessine()
            if resultat is None or ordi.grille_suivi.fini():
                self.arrete_minuterie()
                self.dit(f"L'Ordi a fini en {ordi.essais} coups.")
                return False
            return True

        def lecture():
            self.rendez_vous = self.after(self.vitesse.get(), lecture) if pas() else None

        def bascule():
            if self.rendez_vous is None:
                lecture()
            else:
                self.arrete_minuterie()

        cadre = self.boutons(("Un coup (N)", pas), ("Lecture / pause (P)", bascule))
        tk.Label(cadre, text="Pause :").pack(side="left", padx=(10, 0))
        tk.Scale(
            cadre, from_=50, to=2000, resolution=50, orient="horizontal", variable=self.vitesse
        ).pack(side="left")
        for nom, variable in [("Chaleur", self.montre_chaleur), ("File", self.montre_file)]:
            tk.Checkbutton(cadre, text=nom, variable=variable, command=redessine).pack(side="left")
        actions = {"n": pas, "p": bascule}
        plateau.a_la_touche = lambda touche: actions.get(touche.lower(), lambda: None)()
        redessine()
        plateau.focus_set()

    # ------------------------------------------------------------- duel

    def place(self):
        """Le joueur place sa flotte, puis le duel commence."""
        self.nouveau("place ta flotte")
        Placement(self, self.nouveau_joueur())

    def duel(self, joueur):
        """Chacun son tour : le joueur, puis l'Ordi."""
        self.nouveau(f"duel contre le niveau {self.niveau.get()}")
        ordi = self.nouvel_ordi()
        ordi.grille_joueur.init_bateaux_alea()
        joueur.grille_adverse, ordi.grille_adverse = ordi.grille_joueur, joueur.grille_joueur
        tirs = self.plateau("Tes tirs")
        flotte = self.plateau("Ta flotte", 1)

        def redessine(solution=None):
            dernier = joueur.cases_jouees[-1] if joueur.cases_jouees else None
            tirs.dessine(joueur.grille_suivi, solution, dernier=dernier)
            flotte.dessine(ordi.grille_suivi, joueur.grille_joueur, dernier=ordi.case_courante)

        def tire(case):
            if joueur.grille_suivi.fini() or ordi.grille_suivi.fini():
                return
            refus = joueur.verifie_tir(case)
            if refus is not None:
                self.dit(f"{alpha(case)} : {refus}, choisis une autre case.")
                return
            joueur.tire(case)
            self.dit_messages(joueur)
            if joueur.grille_suivi.fini():
                self.dit(f"Bravo ! Tu gagnes en {joueur.essais} coups.")
            else:
                ordi.coup_suivant()
                self.dit_messages(ordi)
                if ordi.grille_suivi.fini():
                    self.dit(f"L'Ordi gagne en {ordi.essais} coups. Voici sa flotte.")
            fini = joueur.grille_suivi.fini() or ordi.grille_suivi.fini()
            redessine(ordi.grille_joueur if fini else None)

        tirs.au_clic = tire
        if ordi.hasard.random() < 0.5:
            self.dit("Le sort a désigné l'Ordi pour commencer.")
            ordi.coup_suivant()
            self.dit_messages(ordi)
        redessine()
        tirs.focus_set()
        self.dit("À toi : clique une case, ou flèches et Entrée.")


class Placement:
    """Placer sa flotte : glisser un bateau, clic droit ou R pour tourner, annuler, hasard."""

    def __init__(self, fenetre, joueur):
        self.fenetre, self.joueur = fenetre, joueur
        self.grille = joueur.grille_joueur
        self.places = [None] * len(self.grille.flotte_depart)  # le Bateau n° i, ou None
        self.historique = []  # numéros des bateaux posés, dans l'ordre
        self.numero = 0  # numéro du bateau tenu
        self.rang = 0  # case de ce bateau par laquelle on le tient
        self.glisse = False  # True entre la prise d'un bateau à la souris et son lâcher
        self.sens = DROITE
        self.case = None
        self.plateau = fenetre.plateau("Place ta flotte")
        self.port = tk.Canvas(fenetre.zone, width=190, height=240, background="white")
        self.port.grid(row=0, column=1, sticky="n", pady=24)
        fenetre.boutons(
            ("Tourner (R)", self.tourne),
            ("Annuler (Z)", self.annule),
            ("Au hasard (H)", self.hasard),
            ("Jouer (J)", self.commence),
        )
        self.relie_evenements()
        self.redessine()
        self.plateau.focus_set()
        fenetre.dit("Clique où poser le bateau, ou fais-le glisser. R ou clic droit : tourner.")

    def relie_evenements(self):
        """Dit quelle méthode appeler pour chaque geste."""
        self.plateau.au_clic = self.clique
        self.plateau.au_survol = self.survole
        self.plateau.a_la_touche = self.touche
        for canevas in (self.plateau, self.port):
            canevas.bind("<B1-Motion>", lambda e: self.survole(self.position(e)))
            canevas.bind("<Button-3>", lambda e: self.tourne())
        self.port.bind("<Button-1>", self.prend_au_port)
        self.port.bind("<ButtonRelease-1>", self.lache)
        self.plateau.bind("<ButtonRelease-1>", self.lache)

    # ------------------------------------------------------------- ce que l'on tient

    def taille(self):
        """Taille du bateau tenu, ou None quand la flotte est complète."""
        if None not in self.places:
            return None
        return self.grille.flotte_depart[self.numero]

    def bateau(self):
        """Le bateau tenu, là où est la souris (ou le curseur), ou None."""
        if self.case is None or self.taille() is None:
            return None
        return bateau_tenu(self.taille(), self.case, self.sens, self.rang)

    def position(self, evenement):
        """La case sous la souris, même si le geste a commencé hors de la grille."""
        x = evenement.x_root - self.plateau.winfo_rootx()
        y = evenement.y_root - self.plateau.winfo_rooty()
        return case_sous((x, y), self.plateau.cote, MARGE, self.grille.xmax, self.grille.ymax)

    def redessine(self):
        """La grille, l'aperçu, et les bateaux qui restent au port."""
        self.grille.pose_flotte([bateau for bateau in self.places if bateau is not None])
        if None in self.places and self.places[self.numero] is not None:
            self.numero = self.places.index(None)
        vide = type(self.grille)(self.grille.xmax, self.grille.ymax, self.grille.flotte_depart)
        self.plateau.dessine(vide, self.grille)
        self.survole(self.case)
        self.port.delete("all")
        self.port.create_text(10, 12, text="À placer :", anchor="w", fill=ENCRE)
        for numero, taille in enumerate(self.grille.flotte_depart):
            if self.places[numero] is None:
                couleur = CLAIR["vise"] if numero == self.numero else TRAIT
                for k in range(taille):
                    x, y = 10 + 18 * k, 28 + 24 * numero
                    self.port.create_rectangle(x, y, x + 18, y + 18, fill=couleur, outline="white")

    def survole(self, case):
        """Montre où le bateau irait, en vert s'il peut y aller, en rouge sinon."""
        self.case = case
        bateau = self.bateau()
        self.plateau.montre_apercu(*(apercu(self.grille, bateau) if bateau else ([], "")))

    # ------------------------------------------------------------- les gestes

    def prend_au_port(self, evenement):
        """Prend au port le bateau cliqué, par la case cliquée."""
        numero, rang = (evenement.y - 28) // 24, (evenement.x - 10) // 18
        if 0 <= numero < len(self.places) and self.places[numero] is None:
            self.numero = numero
            self.rang = max(0, min(self.taille() - 1, rang))
            self.glisse = True
            self.redessine()

    def clique(self, case):
        """Pose le bateau tenu sur cette case ; sur un bateau déjà posé, le reprend."""
        for numero, pose in enumerate(self.places):
            if pose is not None and case in pose.cases:
                self.places[numero] = None
                self.historique.remove(numero)
                self.numero, self.rang = numero, pose.cases.index(case)
                self.sens, self.case, self.glisse = pose.sens, case, True
                self.redessine()
                return
        self.case = case
        self.essaie()

    def lache(self, evenement):
        """Fin d'un glissement : pose le bateau tenu, sauf si l'on n'a pas bougé."""
        case = self.position(evenement)
        bouge = evenement.widget is self.port or case != self.plateau.curseur
        if self.glisse and bouge and case is not None:
            self.survole(case)
            self.essaie()
        self.glisse = False
        self.plateau.focus_set()

    def essaie(self):
        """Pose le bateau tenu, si c'est possible ; sinon dit pourquoi."""
        bateau = self.bateau()
        if bateau is None:
            return
        if self.grille.test_bateau(bateau):
            self.places[self.numero] = bateau
            self.historique.append(self.numero)
            self.rang = 0
            if None not in self.places:
                self.fenetre.dit("Flotte complète : appuie sur J, ou sur Jouer.")
        else:
            self.fenetre.dit("Impossible ici : il sort de la grille ou touche un autre bateau.")
        self.redessine()

    def touche(self, nom):
        """Les raccourcis du clavier."""
        actions = {
            "r": self.tourne, "z": self.annule, "BackSpace": self.annule,
            "h": self.hasard, "j": self.commence,
        }  # fmt: skip
        action = actions.get(nom if len(nom) > 1 else nom.lower())
        if action is not None:
            action()

    def tourne(self):
        """Tourne le bateau tenu."""
        self.sens = tourne(self.sens)
        self.survole(self.case)

    def annule(self):
        """Reprend le dernier bateau posé."""
        if self.historique:
            self.numero = self.historique.pop()
            self.places[self.numero] = None
            self.rang = 0
            self.redessine()

    def hasard(self):
        """Pose au hasard les bateaux qui restent, sans toucher aux autres."""
        depart = list(self.places)
        for _ in range(100):
            if self.complete_au_hasard():
                break
            self.places = list(depart)
        else:
            self.fenetre.dit("Je n'arrive pas à placer le reste : reprends un bateau.")
        poses = [n for n in range(len(self.places)) if self.places[n] and n not in self.historique]
        self.historique += poses
        self.redessine()

    def complete_au_hasard(self):
        """Un essai : True si tous les bateaux ont trouvé une place."""
        for numero, taille in enumerate(self.grille.flotte_depart):
            if self.places[numero] is None:
                self.grille.pose_flotte([bateau for bateau in self.places if bateau])
                possibles = self.grille.get_possibles()[1][taille]
                if not possibles:
                    return False
                case, sens = self.grille.hasard.choice(possibles)
                self.places[numero] = bateau_tenu(taille, case, sens, 0)
        return True

    def commence(self):
        """Lance le duel, si la flotte est complète."""
        if None in self.places:
            self.fenetre.dit("Il reste des bateaux à placer.")
        else:
            self.fenetre.duel(self.joueur)


def ouvre(**options):
    """Ouvre la fenêtre et la laisse vivre ; ValueError, avec une phrase, s'il n'y a pas d'écran."""
    try:
        fenetre = Fenetre(**options)
    except tk.TclError as erreur:
        raise ValueError(f"Impossible d'ouvrir une fenêtre : pas d'écran ({erreur}).") from erreur
    fenetre.mainloop()


if __name__ == "__main__":
    ouvre()
