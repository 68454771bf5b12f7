"""L'arène du tournoi : beaucoup de parties d'un même MonOrdi, qui avancent d'un tir à chaque tour.

L'arbitre (`arbitre.py`) connaît les flottes ; l'arène ne les voit jamais. À chaque tour, il envoie
un signe par partie en cours, le résultat du dernier tir, et reçoit un signe par partie, la case
visée. Chez l'élève, l'arène et l'arbitre sont voisins ; en classe, l'arène est dans le processus de
la copie, et l'arbitre chez le correcteur.
"""

import random

DEBUT, TOUCHE, MANQUE, FINI, PERDU = "-", "T", "M", "F", "X"  # ce qu'envoie l'arbitre
FAUTE = "!"  # ce que répond l'arène quand le bot n'a pas choisi de case
PREMIER_SIGNE = 48  # la case de rang r est le signe chr(48 + r)
CHIFFRES = "0123456789abcdefghijklmnopqrstuvwxyz"  # une carte de chaleur : un chiffre par case
SANS_CHALEUR = "."
VALEUR_MAX = 60  # signes gardés d'une valeur qui n'est pas une case
RESULTATS = {TOUCHE: ("touché", 1), MANQUE: ("manqué", -1)}  # ce que lit le bot, l'état de la case

FEUILLE_CHANGEE = (
    "ton Ordi a changé lui-même self.grille_suivi (une case ôtée de vides ?) : c'est l'arbitre qui "
    "la tient à jour, choisis une case sans l'enlever"
)


class HorsDuJeu(Exception):
    """Le bot a voulu faire ce que fait l'arbitre."""


class FlotteSecrete:
    """Tient lieu de `grille_adverse`."""

    def __getattr__(self, nom):
        if nom.startswith("__"):
            raise AttributeError(nom)
        raise HorsDuJeu(
            "la grille adverse est secrète : ton Ordi ne connaît que grille_suivi et cases_jouees"
        )


def refuse_tir(*args, **options):
    """Tient lieu de `tire`."""
    raise HorsDuJeu("c'est l'arbitre qui tire : choisit_case renvoie seulement la case")


# ----------------------------------------------------------------- le hasard d'une partie


class Hasard:
    """Le hasard commun (`random.choice`…) : chaque partie a le sien, le même pour tous les bots."""

    courant = random.Random(0)


class Random(random.Random):
    """`random.Random` ; sans graine, il en prend une dans le hasard de la partie."""

    def __init__(self, graine=None):
        super().__init__(Hasard.courant.getrandbits(64) if graine is None else graine)

    def seed(self, graine=None, version=2):
        super().seed(Hasard.courant.getrandbits(64) if graine is None else graine, version)


def hasard_commun():
    """{nom: valeur} de ce que le module `random` montre à un bot."""
    fonctions = [nom for nom in dir(random.Random) if nom in vars(random) and nom[0] != "_"]
    return {
        **{nom: _du_courant(nom) for nom in fonctions},
        "Random": Random,
        "SystemRandom": Random,
    }


def _du_courant(nom):
    def tire(*args, **options):
        return getattr(Hasard.courant, nom)(*args, **options)

    tire.__name__ = nom
    return tire


# ----------------------------------------------------------------- les parties


class PartieEnCours:
    """Une partie : son numéro, son hasard, son bot (None avant le premier tour), sa case visée."""

    __slots__ = ("bot", "case", "hasard", "numero")

    def __init__(self, numero):
        self.numero = numero
        self.hasard = random.Random(f"partie {numero}")
        self.bot = self.case = None


class Arene:
    """Les parties d'un bot.

    - `fabrique` : la classe MonOrdi, appelée avec `graine`, `xmax`, `ymax`, `taille_bateaux` ;
    - `numeros` : ceux des parties ; `filmees` : celles dont on veut les cartes de chaleur ;
    - `annonce(numero)` est appelée avant de donner la main au bot de cette partie ;
    - `raconte(erreur)` dit d'une exception du bot ce qu'on en gardera.
    """

    def __init__(self, fabrique, xmax, ymax, tailles, numeros, annonce, raconte, filmees=()):
        self.fabrique = fabrique
        self.xmax, self.ymax, self.tailles = xmax, ymax, list(tailles)
        self.parties = [PartieEnCours(numero) for numero in numeros]
        self.filmees = frozenset(filmees)
        self.annonce, self.raconte = annonce, raconte

    def tour(self, reponses):
        """Donne les résultats, un par partie en cours, et renvoie (signes, fautes, cartes).

        `signes` : une case ou FAUTE par partie qui continue ; `fautes` : [numéro, genre, donnée] ;
        `cartes` : [numéro, carte de chaleur].
        """
        signes, fautes, cartes, suivantes = [], [], [], []
        for partie, reponse in zip(self.parties, reponses):
            if reponse in (FINI, PERDU):
                continue
            Hasard.courant = partie.hasard
            self.annonce(partie.numero)
            try:
                faute = self._avance(partie, reponse)
            except HorsDuJeu as refus:
                faute = ["règle", str(refus)]
            except BaseException as erreur:
                faute = ["erreur", self.raconte(erreur)]
            if faute is None:
                x, y = partie.case
                signes.append(chr(PREMIER_SIGNE + x * self.ymax + y))
                suivantes.append(partie)
                if partie.numero in self.filmees:
                    cartes += [[partie.numero, carte] for carte in self._carte(partie.bot)]
            else:
                signes.append(FAUTE)
                fautes.append([partie.numero, *faute])
        self.parties = suivantes
        return "".join(signes), fautes, cartes

    def _avance(self, partie, reponse):
        """Fait avancer une partie d'un tir ; None, ou la faute [genre, donnée]."""
        if reponse == DEBUT:
            partie.bot = self._nouveau(partie.numero)
            if partie.bot is None:
                return ["sans super", ""]
            if not hasattr(partie.bot, "choisit_case"):
                return ["sans choix", ""]
        else:
            self._note(partie, reponse)
        case = partie.bot.choisit_case()
        if type(case) is not tuple or len(case) != 2 or any(type(n) is not int for n in case):
            return ["rien", ""] if case is None else ["pas une case", ecrit_valeur(case)]
        x, y = case
        if not (0 <= x < self.xmax and 0 <= y < self.ymax):
            return ["hors de la grille", ecrit_valeur(case)]
        partie.case = partie.bot.case_courante = case
        return None

    def _nouveau(self, numero):
        """Le bot d'une partie neuve ; None si son __init__ n'a pas appelé celui d'Ordi."""
        bot = self.fabrique(
            graine=numero, xmax=self.xmax, ymax=self.ymax, taille_bateaux=list(self.tailles)
        )
        if not (hasattr(bot, "grille_suivi") and hasattr(bot, "cases_jouees")):
            return None
        bot.grille_adverse, bot.tire = FlotteSecrete(), refuse_tir
        bot.annonce_coule = False
        return bot

    def _note(self, partie, reponse):
        """Note le tir, comme `tire` l'aurait fait, puis le raconte au bot."""
        resultat, etat = RESULTATS[reponse]
        bot, case = partie.bot, partie.case
        bot.cases_jouees.append(case)
        bot.essais += 1
        bot.case_courante = case
        try:
            bot.grille_suivi.marque(case, etat)
        except (ValueError, LookupError, AttributeError, TypeError):
            raise HorsDuJeu(FEUILLE_CHANGEE) from None
        bot.messages = []
        if hasattr(bot, "apres_tir"):
            bot.apres_tir(case, resultat)

    def _carte(self, bot):
        """[la carte de chaleur que donne le bot], ou [] : une carte manquée n'est pas une faute."""
        try:
            valeurs = bot.carte() if hasattr(bot, "carte") else None
            nombres = nombres_de_carte(valeurs, self.xmax, self.ymax)
            maximum = max((n for n in nombres if n is not None), default=0)
            return [chaleur(nombres, maximum)] if 0 < maximum < float("inf") else []
        except BaseException:
            return []


def nombres_de_carte(valeurs, xmax, ymax):
    """Le nombre de chaque case, ou None, dans ce que renvoie `carte` ; [] si ce n'en est pas une.

    >>> nombres_de_carte({(0, 0): 3, (1, 0): "?"}, 2, 1), nombres_de_carte([3, 4], 2, 1)
    ([3, None], [])
    """
    if type(valeurs) is not dict:
        return []
    nombres = [valeurs.get((x, y)) for x in range(xmax) for y in range(ymax)]
    return [n if type(n) in (int, float) and n >= 0 else None for n in nombres]


def chaleur(nombres, maximum):
    """La carte en un texte : un chiffre de 0 à z par case, un point où il n'y a pas de nombre.

    >>> chaleur([0, None, 2, 4], 4)
    '0.hz'
    """
    return "".join(SANS_CHALEUR if n is None else CHIFFRES[int(35 * n / maximum)] for n in nombres)


def ecrit_valeur(valeur):
    """Une valeur qui n'est pas une case, écrite ; on ne fait pas écrire les objets du bot.

    >>> ecrit_valeur([3, 4]), ecrit_valeur(((3, 4), 12))
    ('[3, 4]', '((3, 4), 12)')
    """
    if _simple(valeur, 2):
        return repr(valeur)[:VALEUR_MAX]
    return "une valeur de type " + str(type.__dict__["__name__"].__get__(type(valeur)))[:40]


def _simple(valeur, niveaux=0):
    """True pour un nombre, un texte, ou une petite liste de cela (emboîtée `niveaux` fois)."""
    if niveaux and type(valeur) in (list, tuple) and len(valeur) < 9:
        return all(_simple(element, niveaux - 1) for element in valeur)
    if type(valeur) is int:
        return abs(valeur) < 10**12
    return type(valeur) in (float, bool, str, type(None))
