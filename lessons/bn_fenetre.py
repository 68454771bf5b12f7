"""La bataille navale dans une fenêtre (tkinter) : solo, regarder l'Ordi, duel.

Les règles viennent des TP, la géométrie de `bn_geometrie` (ou de ton TP8), le dessin de
`bn_plateau` ; ce module, donné en entier, crée la fenêtre et relie les événements (souris, clavier)
aux fonctions des TP. Il s'ouvre dès le TP4 ; l'Ordi y joue dès le TP5.

    python bn_fenetre.py
"""

import random
import sys

from bn_garde import DELAI, TropLong, accorde, accorde_un_coup, raconte

try:
    import tkinter as tk
    from tkinter import font, ttk

    with accorde(DELAI):
        from bn_couleurs import CLAIR, etats_des_cases, vue_des_tirs
        from bn_geometrie import (
            ILLISIBLES,
            PRETEES,
            apercu,
            bateau_tenu,
            case_sous,
            module_ou_rien,
            tourne,
        )  # fmt: skip
        from bn_plateau import MARGE, Flotte, Plateau
        from bn_utiles import DROITE, NIVEAUX
        from tp1_grille import alpha
        from tp4_tir import Joueur
except (Exception, TropLong) as erreur:  # pas de tkinter, ou un fichier de TP ne se charge pas
    if __name__ != "__main__":
        raise
    sys.exit(f"La fenêtre ne peut pas s'ouvrir : {raconte(erreur)} Lance d'abord verifier.py.")

# Ce que l'on peut choisir : {texte affiché: millisecondes entre deux coups de l'Ordi}.
VITESSES = {
    "1 coup en 2 secondes": 2000,
    "1 coup par seconde": 1000,
    "2 coups par seconde": 500,
    "5 coups par seconde": 200,
    "20 coups par seconde": 50,
}
SANS_ORDI = "L'Ordi n'est pas encore là : écris coup_suivant, au TP5. En attendant, joue en solo."


def meilleur_ordi():
    """La classe `Ordi` du TP6, ou du TP5, dont `coup_suivant` est écrite ; None sans cela."""
    for nom in ("tp6_solveur_optimal", "tp5_solveur_aleatoire"):
        ordi = getattr(module_ou_rien(nom), "Ordi", None)
        code = getattr(getattr(ordi, "coup_suivant", None), "__code__", None)
        if code is not None and "NotImplementedError" not in code.co_names:
            return ordi
    return None


class Fenetre(tk.Tk):
    """La fenêtre du jeu et ses trois modes."""

    def __init__(
        self, xmax=10, ymax=10, taille_bateaux=None, niveau=5, graine=None, type_ordi=None
    ):
        super().__init__()
        self.type_ordi = type_ordi or meilleur_ordi()
        self.a_des_niveaux = hasattr(self.type_ordi, "make_case_aveugle")  # à partir du TP6
        self.type_grille = (self.type_ordi or Joueur).type_grille
        self.derniere_panne = None
        self.regles = {"xmax": xmax, "ymax": ymax}
        if taille_bateaux is not None:
            self.regles["taille_bateaux"] = taille_bateaux
        self.graine = graine
        self.niveau = tk.IntVar(self, niveau)
        self.vitesse = tk.IntVar(self, 1000)
        self.annonce = tk.BooleanVar(self, True)
        self.calme = tk.BooleanVar(self, False)
        self.montre_chaleur = tk.BooleanVar(self, True)
        self.montre_file = tk.BooleanVar(self, True)
        self.rendez_vous = None
        self.mode = self.solo
        self.protocol("WM_DELETE_WINDOW", self.ferme)
        self.report_callback_exception = self.signale
        self._habille()
        self._barre()
        self.bandeau = ttk.Label(self, style="Bandeau.TLabel", anchor="center")
        self.bandeau.pack(fill="x", padx=8, pady=(0, 4))
        journal = ttk.Frame(self)
        journal.pack(side="bottom", fill="x", padx=8, pady=(0, 8))
        self._journal(journal)
        self.zone = ttk.Frame(self)
        self.bind("<Configure>", self._adapte_textes)
        self.after_idle(self.solo)  # une fois la fenêtre là, une erreur d'un TP s'y affiche

    # ------------------------------------------------------------- l'habillage

    def _habille(self):
        """Le thème, les couleurs de `bn_couleurs`, et une taille qui tient dans l'écran."""
        style = ttk.Style(self)
        if self.tk.call("tk", "windowingsystem") == "x11":
            style.theme_use("clam")
        style.configure(".", background=CLAIR["carte"], foreground=CLAIR["encre"])
        style.configure("TButton", padding=(10, 4))
        style.configure("Titre.TLabel", font=("TkHeadingFont"))
        style.configure("Bandeau.TLabel", background=CLAIR["papier"], padding=6)
        couleurs = {"foreground": CLAIR["sur_reussi"], "background": CLAIR["vert"]}
        style.configure("Fete.TLabel", padding=6, **couleurs)
        self.configure(background=CLAIR["carte"])
        largeur = min(1180, self.winfo_screenwidth() - 60)
        hauteur = min(820, self.winfo_screenheight() - 80)
        self.geometry(f"{largeur}x{hauteur}")
        self.minsize(min(1000, largeur), min(560, hauteur))

    def _adapte_textes(self, evenement):
        """Plus la fenêtre est haute, plus les textes sont gros (utile au projecteur)."""
        if evenement.widget is self:
            taille = max(9, min(15, evenement.height // 62, evenement.width // 108))
            for nom in ("TkDefaultFont", "TkTextFont"):
                font.nametofont(nom).configure(size=taille)
            font.nametofont("TkHeadingFont").configure(size=taille + 2, weight="bold")

    def _barre(self):
        barre = ttk.Frame(self)
        barre.pack(fill="x", padx=8, pady=6)
        for nom, touche, commande in [
            ("Solo (F1)", "<F1>", self.solo),
            ("Regarder l'Ordi (F2)", "<F2>", self.regarde),
            ("Duel (F3)", "<F3>", self.place),
        ]:
            ttk.Button(barre, text=nom, command=commande).pack(side="left", padx=2)
            self.bind(touche, lambda e, commande=commande: commande())
        if self.a_des_niveaux:
            ttk.Label(barre, text="Niveau :").pack(side="left", padx=(14, 4))
            noms = [f"{niveau} · {nom}" for niveau, nom in NIVEAUX.items()]
            choix = ttk.Combobox(barre, values=noms, state="readonly", width=22)
            choix.current(list(NIVEAUX).index(self.niveau.get()))
            choix.bind("<<ComboboxSelected>>", lambda e: self._change_niveau(choix.current()))
            choix.pack(side="left")
        for nom, variable in [
            ("Annoncer « coulé »", self.annonce),
            ("Mouvements réduits", self.calme),
        ]:
            ttk.Checkbutton(barre, text=nom, variable=variable).pack(side="left", padx=(12, 0))

    def _change_niveau(self, rang):
        """Le nouveau niveau sert tout de suite si l'on regarde, sinon à la prochaine partie."""
        self.niveau.set(list(NIVEAUX)[rang])
        if self.mode == self.regarde:
            self.regarde()

    def _journal(self, cadre):
        ascenseur = ttk.Scrollbar(cadre)
        ascenseur.pack(side="right", fill="y")
        self.texte = tk.Text(
            cadre, height=5, width=40, wrap="word", state="disabled", font="TkTextFont",
            relief="flat", background=CLAIR["papier"], foreground=CLAIR["encre"],
            takefocus=False, yscrollcommand=ascenseur.set,
        )  # fmt: skip
        self.texte.pack(side="left", fill="x", expand=True)
        ascenseur.configure(command=self.texte.yview)

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

    def signale(self, _, erreur, __):
        """Une erreur dans un TP s'affiche dans la fenêtre au lieu de tout arrêter."""
        self.arrete_minuterie()
        phrase = f"Une erreur dans un TP : {raconte(erreur)}"
        if isinstance(erreur, NotImplementedError):
            phrase = f"Il reste à faire l'exercice {erreur} pour que cela marche."
        if isinstance(erreur, TropLong):
            phrase = f"La partie s'arrête : {raconte(erreur)}"
            self.interrompt(self.zone)
        if phrase != self.derniere_panne:  # redessiner la répéterait sans fin
            self.derniere_panne = phrase
            self.dit(phrase)

    def interrompt(self, element):
        """Plus rien n'y répond : la fonction qui ne finit pas ne sera pas rappelée."""
        for geste in element.bind():
            element.unbind(geste)
        if isinstance(element, (ttk.Button, ttk.Checkbutton)):
            element.state(["disabled"])
        for enfant in element.winfo_children():
            self.interrompt(enfant)

    def dit(self, *lignes, fete=False):
        """Ajoute des lignes au journal ; la dernière va aussi dans le bandeau."""
        self.texte.configure(state="normal")
        for ligne in lignes:
            self.texte.insert("end", f"{ligne}\n")
        self.texte.see("end")
        self.texte.configure(state="disabled")
        if lignes:
            style = "Fete.TLabel" if fete else "Bandeau.TLabel"
            self.bandeau.configure(text=lignes[-1], style=style, font="TkHeadingFont")

    def dit_messages(self, joueur):
        """Affiche les messages d'un joueur et vide sa file."""
        self.dit(*(f"{joueur.nom} : {message}" for message in joueur.messages))
        joueur.messages = []

    def nouveau(self, titre, mode):
        """Vide la fenêtre pour un nouveau mode."""
        self.arrete_minuterie()
        self.derniere_panne = None
        self.zone.destroy()
        self.zone = ttk.Frame(self)
        self.zone.pack(fill="both", expand=True, padx=8, pady=4)
        self.zone.rowconfigure(0, weight=1)
        self.texte.configure(state="normal")
        self.texte.delete("1.0", "end")
        self.texte.configure(state="disabled")
        self.title(f"Bataille navale : {titre}")
        self.mode = mode

    def plateau(self, titre, grille, titre_flotte, colonne=0, au_port=False):
        """(plateau, flotte) : un plateau aussi grand que possible, la flotte de `grille` à côté."""
        self.zone.columnconfigure(colonne, weight=1, uniform="plateau")
        cadre = ttk.Frame(self.zone)
        cadre.pack_propagate(False)
        cadre.grid(row=0, column=colonne, padx=6, sticky="nsew")
        etiquette = ttk.Label(cadre, text=titre, style="Titre.TLabel")
        etiquette.pack()
        rangee = ttk.Frame(cadre)
        rangee.pack()
        plateau = Plateau(rangee, grille.xmax, grille.ymax)
        plateau.pack(side="left", anchor="n")
        flotte = Flotte(rangee, titre_flotte, grille.flotte_depart, au_port)
        flotte.pack(side="left", anchor="n", padx=(8, 0))

        def ajuste(evenement):
            hauteur = evenement.height - etiquette.winfo_reqheight()
            flotte.taille_permise(hauteur)
            plateau.taille_permise(evenement.width - flotte.winfo_reqwidth() - 8, hauteur)

        cadre.bind("<Configure>", ajuste)
        return plateau, flotte

    def boutons(self, *descriptions):
        """Une rangée de boutons sous les plateaux : couples (texte, commande)."""
        cadre = ttk.Frame(self.zone)
        cadre.grid(row=1, column=0, columnspan=2, pady=4)
        cadre.boutons = []
        for nom, commande in descriptions:
            bouton = ttk.Button(cadre, text=nom, command=commande)
            bouton.pack(side="left", padx=3)
            cadre.boutons.append(bouton)
        return cadre

    def nouvel_ordi(self):
        """Un Ordi du niveau choisi, si le sien en a."""
        niveau = {"niveau": self.niveau.get()} if self.a_des_niveaux else {}
        return self.type_ordi(graine=self.graine, **niveau, **self.regles)

    def nom_ordi(self):
        """Comment l'appeler dans un titre."""
        return f"l'Ordi, niveau {self.niveau.get()}" if self.a_des_niveaux else "ton Ordi"

    def nouvelle_flotte(self):
        """Une grille où une flotte est posée au hasard."""
        grille = self.type_grille(**self.regles)
        if self.graine is not None:
            grille.hasard = random.Random(self.graine)
        grille.init_bateaux_alea()
        return grille

    def nouveau_joueur(self):
        """Le joueur humain, avec les mêmes grilles que l'Ordi."""
        joueur = Joueur("Toi", **self.regles)
        joueur.grille_joueur = self.type_grille(**self.regles)
        return joueur

    def montre_tirs(self, plateau, flotte, joueur, coules_connus=True, **de_plus):
        """Dessine les tirs d'un joueur, et à côté ce qu'il lui reste à trouver.

        Si le dernier tir a coulé un bateau, il est fêté et l'on renvoie True. Sans
        `coules_connus`, le joueur doit deviner lesquels sont coulés, jusqu'à la fin.
        """
        etats, bateaux, coules = vue_des_tirs(joueur, coules_connus)
        dernier = joueur.cases_jouees[-1] if joueur.cases_jouees else None
        plateau.dessine(etats, dernier=dernier, **de_plus)
        flotte.dessine(bateaux)
        coule = next((bateau for bateau in coules if dernier in bateau), None)
        if coule is not None and not self.calme.get():
            plateau.fete(coule)
        return coule is not None

    # ------------------------------------------------------------- solo

    def solo(self):
        """Le joueur cherche une flotte posée au hasard."""
        self.nouveau("solo", self.solo)
        joueur = self.nouveau_joueur()
        cachee = joueur.grille_adverse = self.nouvelle_flotte()
        plateau, flotte = self.plateau("Tes tirs", cachee, "À trouver")

        def montre(**de_plus):
            self.montre_tirs(plateau, flotte, joueur, self.annonce.get(), **de_plus)

        def tire(case):
            if joueur.grille_suivi.fini():
                return
            joueur.annonce_coule = self.annonce.get()
            self.dit(f"{alpha(case)} : {joueur.tire(case)}.")
            joueur.messages = []
            if joueur.grille_suivi.fini():
                montre(bateaux=cachee)
                self.dit(f"Bravo ! Tout est coulé en {joueur.essais} coups.", fete=True)
            else:
                montre()

        plateau.au_clic = tire
        montre()
        plateau.focus_set()
        for nom, raison in sorted(PRETEES.items()):
            suite = f"Ta fonction {nom} ne va pas ({raison})" if raison else f"{nom} est à écrire"
            self.dit(f"{suite}, au TP8 : en attendant, on te la prête.")
        for nom, raison in sorted(ILLISIBLES.items()):
            self.dit(f"{nom}.py ne se charge pas : {raison}")
        self.dit("À toi : clique une case, ou flèches et Entrée.")

    # ------------------------------------------------------------- regarder l'Ordi

    def regarde(self):
        """L'Ordi joue tout seul ; on peut l'arrêter et avancer coup par coup."""
        if self.type_ordi is None:
            self.dit(SANS_ORDI)
            return
        self.nouveau(self.nom_ordi(), self.regarde)
        ordi = self.nouvel_ordi()
        ordi.grille_adverse.init_bateaux_alea()
        niveau = f"L'Ordi (niveau {self.niveau.get()})" if self.a_des_niveaux else "Ton Ordi"
        titre = f"{niveau} cherche les bateaux entourés"
        plateau, flotte = self.plateau(titre, ordi.grille_adverse, "À trouver")

        def redessine():
            fini = ordi.grille_suivi.fini()
            chaleur = getattr(ordi.grille_suivi, "probas", None)
            queue = getattr(ordi, "queue", ())  # il n'en a pas avant le TP6
            if fini or not self.montre_chaleur.get() or queue:
                chaleur = None
            file = queue if self.montre_file.get() and not fini else ()
            return self.montre_tirs(
                plateau, flotte, ordi, bateaux=ordi.grille_adverse, chaleur=chaleur, file=file
            )

        def joue():
            with accorde_un_coup(self.niveau.get()):
                resultat = ordi.coup_suivant()
            self.dit_messages(ordi)
            coule = redessine()
            if resultat is None or ordi.grille_suivi.fini():
                pause()
                self.dit(f"L'Ordi a fini en {ordi.essais} coups.", fete=True)
                return False
            tir = f"Coup {ordi.essais} : {alpha(ordi.cases_jouees[-1])}, {resultat}"
            self.bandeau.configure(text=f"{tir}, coulé !" if coule else f"{tir}.")
            return True

        def lecture():
            bouton_lecture.configure(text="Pause (P)")
            self.rendez_vous = self.after(self.vitesse.get(), continue_lecture)

        def continue_lecture():
            if joue():
                lecture()

        def pause():
            self.arrete_minuterie()
            bouton_lecture.configure(text="Lecture (P)")

        def un_coup():
            pause()
            if not ordi.grille_suivi.fini():
                joue()

        def bascule():
            if self.rendez_vous is None and not ordi.grille_suivi.fini():
                lecture()
            else:
                pause()

        cadre = self.boutons(("Un coup (N)", un_coup), ("Pause (P)", bascule))
        bouton_lecture = cadre.boutons[1]
        self._choix_vitesse(cadre)
        for nom, variable in [
            ("Carte de chaleur", self.montre_chaleur),
            ("File d'attente", self.montre_file),
        ]:
            ttk.Checkbutton(cadre, text=nom, variable=variable, command=redessine).pack(
                side="left", padx=(10, 0)
            )
        actions = {"n": un_coup, "p": bascule}
        plateau.a_la_touche = lambda touche: actions.get(touche.lower(), lambda: None)()
        redessine()
        plateau.focus_set()
        self.dit("L'Ordi commence. P : pause, N : un seul coup.")
        lecture()

    def _choix_vitesse(self, cadre):
        ttk.Label(cadre, text="Vitesse :").pack(side="left", padx=(12, 4))
        choix = ttk.Combobox(cadre, values=list(VITESSES), state="readonly", width=20)
        proche = min(VITESSES, key=lambda nom: abs(VITESSES[nom] - self.vitesse.get()))
        choix.set(proche)
        choix.bind("<<ComboboxSelected>>", lambda e: self.vitesse.set(VITESSES[choix.get()]))
        choix.pack(side="left")

    # ------------------------------------------------------------- duel

    def place(self):
        """Le joueur place sa flotte, puis le duel commence."""
        if self.type_ordi is None:
            self.dit(SANS_ORDI)
            return
        self.nouveau("place ta flotte", self.place)
        Placement(self, self.nouveau_joueur())

    def duel(self, joueur):
        """Chacun son tour : le joueur, puis l'Ordi."""
        self.nouveau(f"duel contre {self.nom_ordi()}", self.place)
        ordi = self.nouvel_ordi()
        ordi.grille_joueur.init_bateaux_alea()
        joueur.grille_adverse, ordi.grille_adverse = ordi.grille_joueur, joueur.grille_joueur
        tirs, a_trouver = self.plateau("Tes tirs", ordi.grille_joueur, "À trouver")
        flotte, a_flot = self.plateau("Ta flotte", joueur.grille_joueur, "À toi", colonne=1)

        def redessine(solution=None):
            self.montre_tirs(tirs, a_trouver, joueur, self.annonce.get(), bateaux=solution)
            self.montre_tirs(flotte, a_flot, ordi, bateaux=joueur.grille_joueur)

        def tire(case):
            if joueur.grille_suivi.fini() or ordi.grille_suivi.fini():
                return
            refus = joueur.verifie_tir(case)
            if refus is not None:
                self.dit(f"{alpha(case)} : {refus}, choisis une autre case.")
                return
            joueur.annonce_coule = self.annonce.get()
            joueur.tire(case)
            self.dit_messages(joueur)
            fin = ""
            if joueur.grille_suivi.fini():
                fin = f"Bravo ! Tu gagnes en {joueur.essais} coups."
            else:
                riposte()
                if ordi.grille_suivi.fini():
                    fin = f"L'Ordi gagne en {ordi.essais} coups. Voici sa flotte."
            redessine(ordi.grille_joueur if fin else None)
            if fin:
                self.dit(fin, fete=joueur.grille_suivi.fini())

        def riposte():
            """L'Ordi tire ; le bandeau dit les deux tirs, le journal tout ce qu'il a pensé."""
            avant = self.bandeau["text"]
            with accorde_un_coup(self.niveau.get()):
                resultat = ordi.coup_suivant()
            self.dit_messages(ordi)
            son_tir = f"Ordi : {alpha(ordi.cases_jouees[-1])}, {resultat}"
            self.bandeau.configure(text=f"{avant}   {son_tir}.")

        tirs.au_clic = tire
        self.dit("À toi : clique une case, ou flèches et Entrée.")
        if ordi.hasard.random() < 0.5:
            self.dit("Le sort a désigné l'Ordi pour commencer.")
            riposte()
        redessine()
        tirs.focus_set()


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
        self.plateau, self.port = fenetre.plateau(
            "Place ta flotte", self.grille, "À placer", au_port=True
        )
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
        self.plateau.dessine(etats_des_cases(vide.etat), self.grille)
        self.survole(self.case)
        poses = [bateau is not None for bateau in self.places]
        tenu = None if all(poses) else self.numero
        self.port.dessine(list(zip(self.grille.flotte_depart, poses)), tenu)

    def survole(self, case):
        """Montre où le bateau irait, en vert s'il peut y aller, en rouge sinon."""
        self.case = case
        bateau = self.bateau()
        self.plateau.montre_apercu(*(apercu(self.grille, bateau) if bateau else ([], "")))

    # ------------------------------------------------------------- les gestes

    def prend_au_port(self, evenement):
        """Prend au port le bateau cliqué, par la case cliquée."""
        numero, rang = self.port.bateau_sous(evenement.x, evenement.y)
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


class Geste(tk.CallWrapper):
    """Ce que fait tourner un clic, une touche ou une minuterie : il a un temps pour finir."""

    def __call__(self, *arguments):
        with accorde(DELAI):
            return super().__call__(*arguments)


def ouvre(**options):
    """Ouvre la fenêtre et la laisse vivre ; ValueError, avec une phrase, s'il n'y a pas d'écran."""
    tk.CallWrapper = Geste  # tkinter s'en sert pour appeler tout ce qu'on relie à un événement
    try:
        fenetre = Fenetre(**options)
    except tk.TclError as erreur:
        raise ValueError("Impossible d'ouvrir une fenêtre : je ne trouve pas d'écran.") from erreur
    fenetre.mainloop()


if __name__ == "__main__":
    try:
        ouvre()
    except ValueError as erreur:
        sys.exit(str(erreur))
