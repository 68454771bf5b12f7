"""Ce que dessine la fenêtre du jeu : la grille (`Plateau`) et la flotte à côté (`Flotte`).

La géométrie vient de `bn_geometrie`, les couleurs et les signes de `bn_couleurs`. Ce module est
donné en entier ; il ne connaît aucune règle du jeu.
"""

import tkinter as tk

from bn_couleurs import CLAIR, COINS, COLONNES, COTE, SIGNES
from bn_geometrie import case_clavier, case_sous, coin_case, couleur_chaleur

MARGE = 30  # place des lettres et des numéros, en pixels
PETITE_CASE = 6  # côté le plus petit d'une case, quand la fenêtre est trop étroite
CLIGNOTE = 160  # millisecondes entre deux clignotements, quand un bateau est coulé

# État d'une case : couleur du fond, couleur du signe, épaisseur du trait (comme dans SIGNES).
ASPECTS = {
    "vide": (CLAIR["eau"], CLAIR["encre"], 3),
    "touché": (CLAIR["fond_touche"], CLAIR["touche"], 5),
    "coulé": (CLAIR["touche"], CLAIR["sur_touche"], 3),
    "manqué": (CLAIR["fond_manque"], CLAIR["manque"], 3),
    "éliminée": (CLAIR["eau"], CLAIR["elimine"], 3),
}


def trace(canevas, signe, coin, cote, **style):
    """Dessine un signe (voir SIGNES) dans le carré de ce côté ; `width` est en COTE-ièmes."""
    x, y = coin
    echelle = cote / COTE
    style["width"] = max(1, style["width"] * echelle)
    for forme in signe:
        points = [nombre * echelle for nombre in forme]
        if len(points) == 4:
            x1, y1, x2, y2 = points
            canevas.create_line(x + x1, y + y1, x + x2, y + y2, capstyle="round", **style)
        else:
            cx, cy, r = points
            canevas.create_oval(
                x + cx - r, y + cy - r, x + cx + r, y + cy + r,
                outline=style["fill"], width=style["width"],
            )  # fmt: skip


def texte_valeur(valeur):
    """Une valeur de la carte de chaleur : un nombre de placements, ou une proportion en %."""
    if isinstance(valeur, float) and valeur < 1:
        return f"{round(100 * valeur)}%"
    return str(round(valeur))


class Plateau(tk.Canvas):
    """Une grille dessinée sur un canevas, avec un curseur que l'on déplace au clavier.

    `au_clic(case)`, `au_survol(case)` et `a_la_touche(nom)` sont appelées quand le joueur
    agit ; `case` vaut None quand la souris sort de la grille. `taille_permise(largeur, hauteur)`
    change le côté des cases et redessine.
    """

    def __init__(self, parent, xmax, ymax):
        super().__init__(
            parent,
            highlightthickness=2,
            highlightcolor=CLAIR["vise"],
            highlightbackground=CLAIR["papier"],
            takefocus=True,
            background=CLAIR["papier"],
        )
        self.xmax, self.ymax, self.cote = xmax, ymax, PETITE_CASE
        self.curseur = (0, 0)
        self.dernier_dessin = None
        self.clignotement = None
        self.au_clic = self.au_survol = self.a_la_touche = lambda _: None
        self.bind("<Button-1>", lambda e: self._clic(self.case_de(e)))
        self.bind("<Motion>", lambda e: self.au_survol(self.case_de(e)))
        self.bind("<Leave>", lambda e: self.au_survol(None))
        self.bind("<Key>", self._touche)
        self.bind("<FocusIn>", lambda e: self.dessine_curseur())
        self.bind("<FocusOut>", lambda e: self.delete("curseur"))

    # ------------------------------------------------------------- taille

    def taille_permise(self, largeur, hauteur):
        """Prend les plus grandes cases qui tiennent dans cette place, et redessine."""
        bords = MARGE + 8
        cote = min((largeur - bords) // self.xmax, (hauteur - bords) // self.ymax)
        cote = max(PETITE_CASE, cote)
        if cote != self.cote:
            self.cote = cote
            self.configure(width=MARGE + self.xmax * cote + 4, height=MARGE + self.ymax * cote + 4)
            if self.dernier_dessin is not None:
                self.dessine(**self.dernier_dessin)

    def police(self, taille, graisse="normal"):
        """Une police haute de `taille` pixels."""
        return ("TkDefaultFont", -max(8, round(taille)), graisse)

    # ------------------------------------------------------------- souris et clavier

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

    # ------------------------------------------------------------- dessin

    def carre(self, case, retrait=0, **style):
        """Dessine le carré d'une case, rentré de `retrait` pixels."""
        x, y = coin_case(case, self.cote, MARGE)
        fin = self.cote - retrait
        return self.create_rectangle(x + retrait, y + retrait, x + fin, y + fin, **style)

    def texte(self, case, texte, taille, **style):
        """Écrit un petit texte au milieu d'une case."""
        x, y = coin_case(case, self.cote, MARGE)
        style.setdefault("fill", CLAIR["encre"])
        milieu = self.cote / 2
        self.create_text(x + milieu, y + milieu, text=texte, font=self.police(taille), **style)

    def dessine_curseur(self):
        """Entoure la case du curseur, quand ce plateau a le clavier."""
        self.delete("curseur")
        if self.focus_get() is self:
            self.carre(self.curseur, 2, outline=CLAIR["vise"], width=3, tags="curseur")

    def dessine(self, etats, bateaux=None, chaleur=None, file=(), dernier=None):
        """Redessine tout : l'état de chaque case, et ce que l'on veut montrer en plus.

        `etats` : {case: nom de l'état} ; `bateaux` : la grille dont on montre les bateaux ;
        `chaleur` : {case: valeur}, pour les cases vides seulement ; `file` : cases à numéroter
        dans l'ordre ; `dernier` : la case à entourer.
        """
        self.dernier_dessin = {
            "etats": etats, "bateaux": bateaux, "chaleur": chaleur, "file": file,
            "dernier": dernier,
        }  # fmt: skip
        self.delete("all")
        chaleur = {case: v for case, v in (chaleur or {}).items() if etats[case] == "vide"}
        maximum = max(chaleur.values(), default=0)
        for case, etat in etats.items():
            fond, encre, largeur = ASPECTS[etat]
            if case in chaleur:
                fond = couleur_chaleur(chaleur[case], maximum)
            elif bateaux is not None and bateaux.is_touche(case) and etat == "vide":
                fond = CLAIR["coque"]
            self.carre(case, fill=fond, outline=CLAIR["trait"])
            coin = coin_case(case, self.cote, MARGE)
            trace(self, SIGNES[etat], coin, self.cote, fill=encre, width=largeur)
            if chaleur.get(case):
                self.texte(case, texte_valeur(chaleur[case]), self.cote * 0.38)
        if bateaux is not None:
            self._contours(bateaux)
        for numero, case in enumerate(file, 1):
            self._pastille(case, numero)
        if dernier is not None:
            coin = coin_case(dernier, self.cote, MARGE)
            trace(self, COINS, coin, self.cote, fill=CLAIR["papier"], width=7)
            trace(self, COINS, coin, self.cote, fill=CLAIR["vise"], width=4)
        self._etiquettes()
        self.dessine_curseur()

    def _pastille(self, case, numero):
        """Le rang d'une case dans la file, en haut à droite."""
        x, y = coin_case(case, self.cote, MARGE)
        cx, cy, r = x + self.cote * 0.74, y + self.cote * 0.26, self.cote * 0.24
        self.create_oval(cx - r, cy - r, cx + r, cy + r, fill=CLAIR["vise"], outline="")
        police = self.police(1.2 * r, "bold")
        self.create_text(cx, cy, text=str(numero), fill=CLAIR["papier"], font=police)

    def _contours(self, bateaux):
        """Trait épais là où une seule des deux cases voisines contient un bateau."""
        style = {"width": max(2, self.cote / 11), "fill": CLAIR["contour"]}
        for x in range(self.xmax + 1):
            for y in range(self.ymax + 1):
                px, py = coin_case((x, y), self.cote, MARGE)
                if bateaux.epaisseur((x, y - 1), (x, y)) == 2:
                    self.create_line(px, py, px + self.cote, py, **style)
                if bateaux.epaisseur((x - 1, y), (x, y)) == 2:
                    self.create_line(px, py, px, py + self.cote, **style)

    def _etiquettes(self):
        police = self.police(min(20, self.cote * 0.42))
        for x in range(self.xmax):
            px, _ = coin_case((x, 0), self.cote, MARGE)
            lettre, milieu = COLONNES[x], px + self.cote / 2
            self.create_text(milieu, MARGE / 2, text=lettre, fill=CLAIR["encre"], font=police)
        for y in range(self.ymax):
            _, py = coin_case((0, y), self.cote, MARGE)
            milieu = py + self.cote / 2
            self.create_text(MARGE / 2, milieu, text=str(y), fill=CLAIR["encre"], font=police)

    def montre_apercu(self, cases, couleur):
        """Colorie un bateau pas encore posé."""
        self.delete("apercu")
        for case in cases:
            self.carre(case, 2, fill=couleur, outline="", stipple="gray50", tags="apercu")

    # ------------------------------------------------------------- fête

    def fete(self, cases, fois=6):
        """Fait clignoter le contour de ces cases (un bateau que l'on vient de couler)."""
        self.arrete_fete()
        for case in cases:
            self.carre(case, 3, outline=CLAIR["chaleur"], width=5, tags="fete")
        self._clignote(fois)

    def _clignote(self, fois):
        if fois == 0:
            self.arrete_fete()
            return
        self.itemconfigure("fete", state="normal" if fois % 2 == 0 else "hidden")
        self.clignotement = self.after(CLIGNOTE, self._clignote, fois - 1)

    def arrete_fete(self):
        """Arrête le clignotement, s'il y en a un."""
        if self.clignotement is not None:
            self.after_cancel(self.clignotement)
            self.clignotement = None
        self.delete("fete")

    def destroy(self):
        """Le plateau disparaît : plus rien ne doit clignoter."""
        self.arrete_fete()
        super().destroy()


class Flotte(tk.Canvas):
    """La flotte, un bateau par ligne, à côté de la grille.

    Un bateau parti est coulé ; au port (`au_port`), il est déjà placé.
    """

    BORD = 10  # en pixels, autour des bateaux

    def __init__(self, parent, titre, tailles, au_port=False):
        super().__init__(parent, background=CLAIR["carte"], highlightthickness=0)
        self.titre, self.tailles, self.au_port = titre, tailles, au_port
        self.dernier_dessin = None
        self.taille_permise(400)

    def taille_permise(self, hauteur):
        """Prend une taille qui va avec un plateau de cette hauteur, et redessine."""
        self.pas = max(14, min(34, hauteur // 26))  # côté d'une case
        self.ligne = self.pas * 3 // 2  # d'un bateau au suivant
        largeur = max(5, max(self.tailles, default=0)) * self.pas + 2 * self.BORD
        self.configure(width=largeur, height=(len(self.tailles) + 1) * self.ligne + self.BORD)
        if self.dernier_dessin is not None:
            self.dessine(*self.dernier_dessin)

    def dessine(self, bateaux, tenu=None):
        """Dessine [[taille, parti ou non]] ; le bateau numéro `tenu` est cerné."""
        self.dernier_dessin = (bateaux, tenu)
        self.delete("all")
        police = ("TkDefaultFont", -max(12, self.pas * 3 // 4), "bold")
        self.create_text(
            self.BORD, self.BORD, text=self.titre, anchor="nw", fill=CLAIR["encre"], font=police
        )
        for numero, (taille, parti) in enumerate(bateaux):
            coule, place = parti and not self.au_port, parti and self.au_port
            fond = ASPECTS["coulé"][0] if coule else CLAIR["carte" if place else "coque"]
            contour = CLAIR["vise" if numero == tenu else "bord" if place else "contour"]
            for rang in range(taille):
                x, y = self.coin(numero, rang)
                self.create_rectangle(
                    x, y, x + self.pas, y + self.pas, fill=fond, outline=contour,
                    width=3 if numero == tenu else 1,
                )  # fmt: skip
                if coule:
                    encre = ASPECTS["coulé"][1]
                    trace(self, SIGNES["touché"], (x, y), self.pas, fill=encre, width=3)

    def coin(self, numero, rang):
        """Point en haut à gauche de la case `rang` du bateau `numero`."""
        return self.BORD + rang * self.pas, self.BORD + (numero + 1) * self.ligne

    def bateau_sous(self, x, y):
        """(numéro du bateau, rang de sa case) sous ce point ; ils peuvent ne pas exister."""
        return (y - self.BORD) // self.ligne - 1, (x - self.BORD) // self.pas
