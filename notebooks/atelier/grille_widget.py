"""La grille des carnets : un seul widget, qui dessine toute grille et dit où l'on clique.

Une case est un couple `(x, y)`. On montre une situation avec `montre`, et on écoute avec
`au_clic`, `au_survol` et `a_la_touche`. Le dessin (SVG, clavier, lecteur d'écran) est dans
`grille_widget.js`, le style dans `grille_widget.css` ; les couleurs et les signes, les mêmes que
ceux de la fenêtre, dans `bn_couleurs.py`.
"""

from pathlib import Path

import anywidget
import traitlets

from .apparence import COULEURS

ICI = Path(__file__).resolve().parent
LETTRES = {"vide": ".", "touché": "X", "coulé": "C", "manqué": "O", "éliminée": "e"}


def signes():
    """Ce que le dessin sait tracer : {lettre: {nom, trace}}, et les coins du dernier tir."""
    traces = {
        lettre: {"nom": etat, "trace": COULEURS.chemin_svg(COULEURS.SIGNES[etat])}
        for etat, lettre in LETTRES.items()
    }
    coins = COULEURS.chemin_svg(COULEURS.COINS)
    return {**traces, "dernier": {"nom": "dernier tir", "trace": coins}}


def nom(case):
    """Nom d'une case pour l'affichage, même quand `alpha` n'est pas encore écrite.

    >>> nom((1, 4))
    'B4'
    """
    return f"{chr(ord('A') + case[0])}{case[1]}"


def noms(cases):
    """Les noms de plusieurs cases : `A0, B4`, ou `aucune`."""
    return ", ".join(nom(case) for case in cases) or "aucune"


def marque(cases, style="plein", texte=""):
    """Un ensemble de cases à signaler : `plein`, `tirets`, `points` ou `refus`.

    `texte` va dans la légende et dans ce que dit le lecteur d'écran.
    """
    return {"cases": list(cases), "style": style, "texte": texte}


class GrilleWidget(anywidget.AnyWidget):
    """Une grille à l'écran. Les listes de cases voyagent en numéros : y × xmax + x."""

    _esm = ICI / "grille_widget.js"
    _css = COULEURS.feuille_de_style((ICI / "grille_widget.css").read_text(encoding="utf-8"))

    signes = traitlets.Dict(signes()).tag(sync=True)
    xmax = traitlets.Int(10).tag(sync=True)
    ymax = traitlets.Int(10).tag(sync=True)
    etat = traitlets.Unicode("").tag(sync=True)  # un signe par case : . X O C e
    bateaux = traitlets.List().tag(sync=True)
    valeurs = traitlets.List().tag(sync=True)
    file = traitlets.List().tag(sync=True)
    marques = traitlets.List().tag(sync=True)
    flotte = traitlets.List().tag(sync=True)  # [[taille, coulé ou non]], à côté de la grille
    dernier = traitlets.Int(-1).tag(sync=True)
    fantome = traitlets.Dict().tag(sync=True)
    defile = traitlets.Dict().tag(sync=True)  # voir `fait_defiler`
    titre = traitlets.Unicode("").tag(sync=True)
    annonce = traitlets.Unicode("").tag(sync=True)
    cote = traitlets.Int(36).tag(sync=True)  # côté d'une case, en pixels
    actif = traitlets.Bool(True).tag(sync=True)
    legende = traitlets.Bool(True).tag(sync=True)
    suit_survol = traitlets.Bool(False).tag(sync=True)
    focus = traitlets.Int(0).tag(sync=True)  # augmente quand la grille doit recevoir le clavier

    def __init__(self, xmax=10, ymax=10, **options):
        super().__init__(xmax=xmax, ymax=ymax, **options)
        self._fonctions = {"clic": [], "survol": [], "touche": []}
        self.on_msg(self._recoit)

    # ------------------------------------------------------------- montrer

    def montre(
        self,
        etat=None,
        jouees=None,
        coules=(),
        bateaux=(),
        valeurs=None,
        file=(),
        marques=(),
        dernier=None,
        flotte=(),
        annonce="",
        titre=None,
    ):
        """Montre une situation, en un seul message.

        - `etat` : {case: 0, 1 ou -1} ; avec `jouees`, une case à -1 jamais jouée est
          dessinée « éliminée » ; les cases de `coules` sont dessinées coulées ;
        - `bateaux` : cases à entourer ; `valeurs` : {case: nombre} ; `file` : cases dans
          l'ordre ; `marques` : voir `marque` ; `dernier` : dernière case jouée ;
        - `flotte` : [[taille, coulé ou non]], montrée à côté de la grille (voir `etat_flotte`) ;
        - `annonce` : phrase dite par le lecteur d'écran.
        """
        with self.hold_sync():
            self.etat = self._signes(etat or {}, jouees, set(coules))
            self.bateaux = self.rangs(bateaux)
            self.valeurs = self._liste_valeurs(valeurs or {})
            self.file = self.rangs(file)
            self.marques = [dict(m, cases=self.rangs(m["cases"])) for m in marques]
            self.dernier = -1 if dernier is None else self.rang(dernier)
            self.flotte = [list(bateau) for bateau in flotte]
            self.annonce = annonce
            if titre is not None:
                self.titre = titre

    def prepare(self, taille=0, sens=(1, 0), permis=None):
        """Montre sous le pointeur un bateau à poser ; `permis` : les départs possibles."""
        permis = None if permis is None else self.rangs(permis)
        self.fantome = {"taille": taille, "sens": list(sens), "permis": permis}

    def fait_defiler(self, case=None, etapes=(), duree=6000):
        """Montre l'une après l'autre des cases à compter : (cases, texte), en `duree` ms.

        Sur `case`, un compteur avance quand l'étape la contient. Sans étape, plus rien ne défile.
        """
        self.defile = {
            "numero": self.defile.get("numero", 0) + 1,
            "case": -1 if case is None else self.rang(case),
            "etapes": [{"cases": self.rangs(cases), "texte": texte} for cases, texte in etapes],
            "pas": max(120, min(600, duree // max(1, len(etapes)))),
        }

    def appelle_focus(self):
        """Donne le clavier à la grille, pour jouer sans souris."""
        self.focus += 1

    def rang(self, case):
        """Numéro de la case dans les listes envoyées au dessin."""
        return case[1] * self.xmax + case[0]

    def rangs(self, cases):
        """Numéros des cases qui sont dans la grille, dans le même ordre."""
        return [self.rang(c) for c in cases if 0 <= c[0] < self.xmax and 0 <= c[1] < self.ymax]

    def _cases(self):
        return [(x, y) for y in range(self.ymax) for x in range(self.xmax)]

    def _signes(self, etat, jouees, coules):
        noms = COULEURS.etats_des_cases(etat, jouees, coules)
        return "".join(
            LETTRES["coulé" if case in coules else noms.get(case, "vide")] for case in self._cases()
        )

    def _liste_valeurs(self, valeurs):
        return [valeurs.get(case) for case in self._cases()] if valeurs else []

    # ------------------------------------------------------------- écouter

    def au_clic(self, fonction):
        """Appelle `fonction(case)` quand on clique, ou quand on valide au clavier."""
        self._fonctions["clic"].append(fonction)

    def au_survol(self, fonction):
        """Appelle `fonction(case)` quand le pointeur ou le clavier arrive sur une case."""
        self.suit_survol = True
        self._fonctions["survol"].append(fonction)

    def a_la_touche(self, fonction):
        """Appelle `fonction(case, touche)` pour les autres touches : `r`, `Escape`…"""
        self._fonctions["touche"].append(fonction)

    def _recoit(self, _, contenu, __):
        case = tuple(contenu["case"])
        for fonction in self._fonctions[contenu["type"]]:
            if contenu["type"] == "touche":
                fonction(case, contenu["touche"])
            else:
                fonction(case)
