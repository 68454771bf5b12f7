"""L'arbitre du tournoi : il connaît les flottes, juge chaque tir, et dit pourquoi on a perdu.

Une partie se gagne en touchant toutes les cases de la flotte. Elle se perd par une faute : tirer
deux fois au même endroit, hors de la grille, lever une erreur, boucler… Une partie perdue compte
autant de tirs qu'il y a de cases : le pire que l'on puisse faire.
"""

import re

from . import arene
from .dessins import nom_court_case

MODULE, CLASSE = "mon_ordi", "MonOrdi"  # ce que l'élève écrit
ARRETS_MAX = 3  # parties qui n'en finissent pas avant que l'on cesse de faire jouer un bot
FOIS = 10  # une partie peut coûter, en moyenne, dix fois celle du niveau 5
NB_TENTATIVES = 1000  # placements essayés pour un bateau, puis flottes recommencées
D_UNE_CASE = ("deux fois", "hors de la grille", "pas une case")  # fautes qui citent une case
# Ce qui change d'une partie à l'autre dans la phrase d'une même faute ; pas le numéro de la ligne.
VALEURS = re.compile(r"(ligne \d+)|(?<!\w)'[^']*'|\b[A-Z]\d+|-?\d+", re.IGNORECASE)
# Un texte simple, sur une ligne de la classe : on le lit sans rien exécuter ni analyser.
ENSEIGNE = r"""^[ \t]+{}[ \t]*=[ \t]*("[^"\\\n]{{0,80}}"|'[^'\\\n]{{0,80}}')"""

# Ce que l'on dit de chaque faute ; {} : la case, ou ce que le bot a fait.
PHRASES = {
    "deux fois": "a tiré deux fois en {} : ne vise que des cases de self.grille_suivi.vides, ou "
    "vérifie qu'elles ne sont pas dans self.cases_jouees",
    "hors de la grille": "a visé {}, hors de la grille : x et y partent de 0",
    "pas une case": "la méthode choisit_case a renvoyé {} : il faut un couple (x, y) de deux "
    "entiers",
    "rien": "la méthode choisit_case n'a rien renvoyé (None) : il manque un return sur l'un des "
    "chemins, ou ce qu'elle renvoie vaut None",
    "sans choix": "il manque la méthode choisit_case(self), ou son nom est mal écrit",
    "sans super": "la méthode __init__ doit commencer par super().__init__(**options)",
    "autre partie": "reprise du début après un arrêt, cette partie n'a pas été jouée pareil : elle "
    "ne doit dépendre ni de l'heure, ni des autres parties",
    "règle": "{}",
    "erreur": "{}",
    "boucle": "{}",
    "lent": "a dépassé son temps de calcul",
    "arrêt": "{}",
    "illisible": "a répondu quelque chose d'illisible",
}


# Comment l'arbitre appelle chaque méthode, et ce qu'il faut donc écrire.
APPELS = {
    "__init__": ("MonOrdi(graine=…, xmax=…, …)", "def __init__(self, **options)"),
    "choisit_case": ("choisit_case()", "def choisit_case(self)"),
    "apres_tir": ("apres_tir(case, resultat)", "def apres_tir(self, case, resultat)"),
    "carte": ("carte()", "def carte(self)"),
}


def phrase_appel(message):
    """La phrase d'un TypeError de l'arbitre : il appelle une méthode écrite autrement ; "" sinon.

    >>> phrase_appel("MonOrdi.apres_tir() takes 2 positional arguments but 3 were given")
    "l'arbitre appelle apres_tir(case, resultat) : écris def apres_tir(self, case, resultat)"
    """
    trouve = re.match(r"(?:\w+\.)?(\w+)\(\) (?:takes|missing|got)", message)
    if trouve is None or trouve[1] not in APPELS:
        return ""
    appel, ecrire = APPELS[trouve[1]]
    return f"l'arbitre appelle {appel} : écris {ecrire}"


def phrase_faute(genre, donnee=""):
    """La phrase d'une faute, sans point ni majuscule.

    >>> phrase_faute("hors de la grille", "(10, 3)")
    'a visé (10, 3), hors de la grille : x et y partent de 0'
    """
    return PHRASES[genre].format(donnee)


def enseigne(texte):
    """[nom de guerre, pavillon] écrits dans la classe MonOrdi, lus sans rien exécuter.

    >>> enseigne('class MonOrdi:\\n    nom_de_guerre = "La Fouine"\\n    pavillon = "🦊"')
    ['La Fouine', '🦊']
    """
    trouves = [re.search(ENSEIGNE.format(n), texte, re.M) for n in ("nom_de_guerre", "pavillon")]
    return [trouve[1][1:-1].strip() if trouve else "" for trouve in trouves]


def groupe_fautes(fautes):
    """Les fautes d'un bot, la plus fréquente d'abord ; `fautes` : {numéro: (genre, phrase)}.

    La même faute en deux cases n'en est qu'une : sa phrase est celle de la première partie perdue.

    >>> fautes = {3: ("rien", "a"), 1: ("deux fois", "en A1"), 2: ("deux fois", "en B2")}
    >>> groupe_fautes(fautes)
    [{'phrase': 'en A1', 'parties': 2, 'premiere': 1}, {'phrase': 'a', 'parties': 1, 'premiere': 3}]
    """
    return [
        {"phrase": fautes[numeros[0]][1], "parties": len(numeros), "premiere": numeros[0]}
        for numeros in memes_fautes(fautes)
    ]


def memes_fautes(fautes):
    """Les numéros des parties perdues, groupés par faute : la plus fréquente d'abord.

    >>> perdues = [(1, "ligne 3 de a.py, il n'y a pas (9, 10)"), (2, "ligne 4 de a.py, il n'y a")]
    >>> fautes = {n: ("erreur", phrase) for n, phrase in perdues}
    >>> memes_fautes({**fautes, 0: ("erreur", "ligne 3 de a.py, il n'y a pas (-1, 4)")})
    [[0, 1], [2]]
    """
    groupes = {}
    for numero, (genre, phrase) in sorted(fautes.items()):
        cle = genre if genre in D_UNE_CASE else VALEURS.sub(lambda v: v[1] or "", phrase)
        groupes.setdefault(cle, []).append(numero)
    return sorted(groupes.values(), key=lambda numeros: (-len(numeros), numeros[0]))


class Jeu:
    """Une partie vue de l'arbitre : les cases qui restent à trouver, les tirs, la faute.

    `deja` : les tirs d'une partie interrompue puis reprise du début, qu'il faut refaire les mêmes.
    """

    __slots__ = ("deja", "faute", "reste", "tirs", "vus")

    def __init__(self, cases, deja=()):
        self.reste = set(cases)
        self.deja = deja
        self.tirs, self.vus = [], set()
        self.faute = None  # (genre, donnée)


class Arbitre:
    """Juge des parties menées ensemble ; `flottes` : {numéro: rangs des cases occupées}.

    Le rang de la case (x, y) est x × ymax + y. `en_cours` : les numéros des parties qui attendent
    un tir, dans l'ordre où l'arène les joue. `deja` : {numéro: tirs} des parties reprises.
    """

    def __init__(self, xmax, ymax, flottes, deja=None):
        self.xmax, self.ymax = xmax, ymax
        deja = deja or {}
        self.jeux = {numero: Jeu(cases, deja.get(numero, ())) for numero, cases in flottes.items()}
        self.en_cours = list(flottes)
        self.reponses = arene.DEBUT * len(self.en_cours)

    def juge(self, signes, fautes=()):
        """Juge un tir par partie en cours ; `reponses` est alors ce qu'il faut dire à l'arène.

        >>> arbitre = Arbitre(2, 1, {7: [1], 8: [0]})
        >>> arbitre.juge("11"); arbitre.reponses, arbitre.en_cours
        ('FM', [8])
        """
        if len(signes) != len(self.en_cours):
            raise ValueError("un signe par partie en cours")
        expliquees = {numero: (genre, donnee) for numero, genre, donnee in fautes}
        reponses, suivantes = [], []
        for numero, signe in zip(self.en_cours, signes):
            if signe == arene.FAUTE:  # l'arène a déjà sorti cette partie
                self.jeux[numero].faute = expliquees.get(numero, ("illisible", ""))
                continue
            reponse = self._tir(self.jeux[numero], ord(signe) - arene.PREMIER_SIGNE)
            reponses.append(reponse)
            if reponse in arene.RESULTATS:
                suivantes.append(numero)
        self.en_cours, self.reponses = suivantes, "".join(reponses)

    def _tir(self, jeu, rang):
        if not 0 <= rang < self.xmax * self.ymax:
            jeu.faute = ("illisible", "")
        elif rang in jeu.vus:
            jeu.faute = ("deux fois", nom_court_case(divmod(rang, self.ymax)))
        elif len(jeu.tirs) < len(jeu.deja) and rang != jeu.deja[len(jeu.tirs)]:
            jeu.faute = ("autre partie", "")
        if jeu.faute is not None:
            return arene.PERDU
        jeu.tirs.append(rang)
        jeu.vus.add(rang)
        if rang not in jeu.reste:
            return arene.MANQUE
        jeu.reste.discard(rang)
        return arene.TOUCHE if jeu.reste else arene.FINI

    def abandonne(self, genre, donnee="", numeros=None):
        """On arrête de jouer : ces parties (sinon, toutes celles en cours) sont perdues."""
        perdues = self.en_cours if numeros is None else numeros
        for numero in perdues:
            self.jeux[numero].faute = (genre, donnee)
        self.en_cours = [numero for numero in self.en_cours if numero not in perdues]

    def score(self, numero):
        """Le nombre de tirs d'une partie ; toutes les cases si elle est perdue."""
        jeu = self.jeux[numero]
        return self.xmax * self.ymax if jeu.faute else len(jeu.tirs)


def tire_flotte(hasard, xmax, ymax, tailles):
    """Une flotte au hasard : la liste des bateaux, chacun étant la liste des rangs de ses cases.

    Bateau après bateau, chaque place possible a la même chance, comme dans le TP2. Si rien ne va
    plus, on recommence. Lève ValueError si cette flotte ne tient pas.

    >>> import random
    >>> [len(bateau) for bateau in tire_flotte(random.Random(1), 10, 10, [3, 2])]
    [3, 2]
    """
    for _ in range(NB_TENTATIVES):
        flotte, prises = [], set()
        for taille in tailles:
            bateau = _tire_bateau(hasard, xmax, ymax, taille, prises)
            if bateau is None:
                break
            flotte.append([x * ymax + y for x, y in bateau])
            prises.update(bateau)
            prises.update((x + dx, y + dy) for x, y in bateau for dx, dy in VOISINES)
        else:
            return flotte
    raise ValueError("Cette flotte ne tient pas dans la grille : essayez une grille plus grande.")


VOISINES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _tire_bateau(hasard, xmax, ymax, taille, prises):
    """Les cases d'un bateau, dont aucune n'est prise ; None si l'on n'en trouve pas."""
    horizontales, verticales = max(0, xmax - taille + 1) * ymax, max(0, ymax - taille + 1) * xmax
    if taille == 1:  # une case n'a qu'un sens
        verticales = 0
    for _ in range(NB_TENTATIVES if horizontales + verticales else 0):
        rang = hasard.randrange(horizontales + verticales)
        if rang < horizontales:
            x, y = divmod(rang, ymax)
            bateau = [(x + k, y) for k in range(taille)]
        else:
            y, x = divmod(rang - horizontales, xmax)
            bateau = [(x, y + k) for k in range(taille)]
        if prises.isdisjoint(bateau):
            return bateau
    return None
