"""Les questions « Prévois » des énoncés : les poser, et dire si une réponse est la bonne.

Le fichier `prevois.json` ne contient pas les réponses, seulement leurs empreintes : il faut bien
chercher soi-même. Deux façons d'écrire la même réponse, « (2, 3) » et « 2,3 », « True » et
« vrai », ont la même empreinte. L'édition HTML des énoncés suit les mêmes règles et dit les mêmes
phrases (`autograder/fabrique/edition.py`).
"""

import hashlib
import json
import os
import re
import unicodedata
from fractions import Fraction

FICHIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prevois.json")
TOURS = 20_000  # essayer toutes les réponses doit être plus long que réfléchir
TAILLE_EMPREINTE = 32  # chiffres hexadécimaux
NUMERO = re.compile(r"p?(\d+)[.,](\d+)", re.IGNORECASE)
NUMERO_ET_REPONSE = re.compile(rf"({NUMERO.pattern})(?:[\s:=]+(.*))?", re.IGNORECASE | re.DOTALL)
LETTRE = re.compile(r"\(?([a-z])\s*(?:[).:]\s*(.*))?", re.IGNORECASE)  # « b », « b) », « b) 6 »
CASE = re.compile(r"(?<![a-z0-9_])[a-z][0-9]+(?![a-z0-9_])")
OPERATION = re.compile(r"[0-9]{1,9}(?:[+*/][0-9]{1,9})+")
NOMBRE = re.compile(rf"[0-9]+|{OPERATION.pattern}")
NEGATIONS = {"ne", "n", "ni", "pas", "non", "sans", "jamais", "aucun", "aucune"}
ARTICLES = {"un", "une"}

JUSTE, FAUX, A_DISCUTER, SANS_REPONSE, HORS_CHOIX = "juste", "faux", "discuter", "vide", "choix"
PHRASES = {
    JUSTE: "Oui, c'est bien ça.",
    FAUX: "Pas encore.",
    A_DISCUTER: "Ici, pas de réponse toute faite : compare la tienne avec celle d'un camarade, et "
    "dites-vous pourquoi.",
    SANS_REPONSE: "Écris d'abord ta réponse.",
    HORS_CHOIX: "Choisis l'une des réponses proposées",
}
RELANCE = "Relis l'exemple fait à la main, puis essaie de nouveau."

# Ce que l'on remplace dans une réponse mise en minuscules, dans cet ordre : (motif, par quoi).
# Ces motifs sont lus aussi par JavaScript : rien que des signes que les deux comprennent.
NOMBRES = ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")
MOT = "(?<![a-z0-9_])(?:{})(?![a-z0-9_])"
REGLES = [
    ("[\u0300-\u036f]", ""),  # les accents, séparés de leur lettre
    ("[’'`\"«»“”]", " "),
    ("[−–—]", "-"),
    ("×", "*"),
    ("÷", "/"),
    ("(?<=[0-9]) (?=[0-9]{3}(?![0-9]))", ""),  # 1 064 728
    ("(?<=[0-9])(?:->|→|-)(?=[a-z0-9])", " "),  # B0-B1, 1-2
    ("(?<=[0-9]) *millions?(?![a-z])", "000000"),
    ("(?<=[0-9]) *milliards?(?![a-z])", "000000000"),
    ("[()\\[\\]{},;:.!?=\\s]+", " "),
    (MOT.format("et|puis|le|la|les|l|des|de|du|d|cases?"), " "),
    (MOT.format("vrai|true"), "oui"),
    (MOT.format("faux|false"), "non"),
    (MOT.format("zero"), "0"),
    *((MOT.format(mot), str(nombre)) for nombre, mot in enumerate(NOMBRES, 2)),
    ("(?<=[0-9]) *x *(?=[0-9])", "*"),
    ("(?<=[0-9]) sur (?=[0-9])", "/"),
    ("(?<=[-+*/%^<>]) +| +(?=[-+*/%^<>])", ""),
    (" +", " "),
    ("^ | $", ""),
]


class Question:
    """Une question : son texte (en Markdown), ses choix s'il y en a, et de quoi juger."""

    def __init__(self, donnees):
        self.id = donnees["id"]  # « P1.3 »
        self.tp = donnees["tp"]
        self.exercice = donnees["exercice"]  # celui dont parle la question, ou ""
        self.texte = donnees["texte"]
        self.choix = donnees["choix"]
        self.relance = donnees["relance"]
        self.a_discuter = donnees["discuter"]
        self.empreintes = donnees["empreintes"]

    @property
    def lettres(self):
        """{lettre: choix} : a, b, c…"""
        return {chr(ord("a") + rang): choix for rang, choix in enumerate(self.choix)}

    @property
    def debut(self):
        """La question, sans le programme dont elle parle, sur une ligne."""
        return " ".join(self.texte.split("```")[0].replace("**", "").split())

    @property
    def programme(self):
        """Les lignes du programme dont parle la question, s'il y en a un."""
        blocs = re.findall(r"^```\w*\n(.*?)^```", self.texte, re.DOTALL | re.MULTILINE)
        return "".join(blocs).splitlines()

    def juge(self, reponse):
        """JUSTE, FAUX, A_DISCUTER, SANS_REPONSE ou HORS_CHOIX."""
        dite, choisi = normalise(reponse), self.choisi(reponse)
        if choisi is None and not dite:
            return SANS_REPONSE
        if self.a_discuter:
            return A_DISCUTER
        if self.choix and choisi is None:
            return HORS_CHOIX
        lues = [normalise(choisi)] if self.choix else essais(dite, cases_dites(self.texte))
        vues = (empreinte(self.id, lue) for lue in lues)
        return JUSTE if any(vue in self.empreintes for vue in vues) else FAUX

    def choisi(self, reponse):
        """Le choix que dit cette réponse, par sa lettre ou par ses mots ; None si c'est ambigu."""
        lettre = LETTRE.fullmatch(reponse.strip())
        par_lettre = self.lettres.get(lettre[1].lower()) if lettre else None
        if par_lettre is not None:
            suite = normalise(lettre[2] or "")
            return par_lettre if suite in ("", normalise(par_lettre)) else None
        dite = normalise(reponse)
        memes = [choix for choix in self.choix if normalise(choix) == dite]
        if memes:
            return memes[0]
        mots = {choix: set(normalise(choix).split()) for choix in self.choix}
        dits = set(dite.split()) - ARTICLES
        connus = dits & set().union(*mots.values())
        proches = [choix for choix in self.choix if connus <= mots[choix]]
        if not connus or len(proches) != 1:
            return None
        contraire = NEGATIONS & dits and not NEGATIONS & mots[proches[0]]  # « pas d'erreur »
        return None if contraire else proches[0]

    def commente(self, reponse):
        """Ce que l'on dit à qui répond ainsi : juste, ou de quoi chercher encore."""
        verdict = self.juge(reponse)
        if verdict == FAUX:
            return f"{PHRASES[FAUX]} {self.relance or RELANCE}"
        if verdict == A_DISCUTER and self.relance:
            return f"{PHRASES[A_DISCUTER]} {self.relance}"
        if verdict == HORS_CHOIX:
            proposees = ", ".join(f"{lettre}) {choix}" for lettre, choix in self.lettres.items())
            return f"{PHRASES[HORS_CHOIX]} : {proposees}."
        return PHRASES[verdict]


def normalise(reponse):
    """La réponse, sans ce qui change d'une personne à l'autre.

    >>> normalise(" ( 2, 3 ) "), normalise("2,3"), normalise("Vrai"), normalise("« B0 et C0 »")
    ('2 3', '2 3', 'oui', 'b0 c0')
    >>> normalise("0,5") == normalise("0.5"), normalise("2 × n + 2"), normalise("1 064 728")
    (True, '2*n+2', '1064728')
    """
    texte = unicodedata.normalize("NFKD", reponse).lower()
    for motif, remplacement in REGLES:
        texte = re.sub(motif, remplacement, texte)
    return texte


def cases_dites(texte):
    """Les noms des cases dont parle une question, une fois chacun, dans l'ordre.

    >>> cases_dites("Combien pour `B0` ? Et pour A0, voisine de B0 ?")
    ['b0', 'a0']
    """
    return list(dict.fromkeys(CASE.findall(normalise(texte))))


def essais(normalisee, cases=()):
    """Les façons de lire une réponse ; `cases` : les noms des cases dont parle la question.

    Telle quelle, sans les mots autour des nombres, sans les noms des cases demandées, et avec les
    calculs faits. L'édition HTML lit de même (`enonce.js`).

    >>> essais("6"), essais("il y en a 6"), essais("2/6"), essais("6+4 10")
    (['6'], ['il y en a 6', '6'], ['2/6', '1/3'], ['6+4 10', '10'])
    >>> essais("a0 1 b0 4", ["b0", "a0"])
    ['a0 1 b0 4', '4 1']
    """
    chiffres = [mot for mot in normalisee.split(" ") if re.search("[0-9]", mot)]
    lues = [normalisee, " ".join(chiffres), sans_cases(chiffres, cases)]
    lues += [calcule(lue) for lue in lues]
    return [lue for lue in dict.fromkeys(lues) if lue]


def sans_cases(mots, cases):
    """Les nombres, dans l'ordre de la question, d'une réponse comme « a0 2 b0 3 » ; sinon "".

    >>> sans_cases(["a0", "2", "b0", "3"], ["a0", "b0"]), sans_cases(["b0", "a0"], ["b0"])
    ('2 3', '')
    """
    nommees = [mot for mot in mots if mot in cases]
    nombres = [mot for mot in mots if mot not in cases]
    if not all(NOMBRE.fullmatch(nombre) for nombre in nombres):
        return ""
    if mots[::2] == nommees and mots[1::2] == nombres:  # chaque case, puis son nombre
        paires = sorted(zip(nommees, nombres), key=lambda paire: cases.index(paire[0]))
        nombres = [nombre for _, nombre in paires]
    return " ".join(nombres)


def calcule(lue):
    """La réponse où les sommes, les produits et les fractions sont calculés.

    >>> calcule("6+4"), calcule("3*2 6"), calcule("2/6"), calcule("1+1 3"), calcule("2*n+2")
    ('10', '6', '1/3', '2 3', '2*n+2')
    """
    mots = lue.split(" ")
    valeurs = [valeur(mot) if OPERATION.fullmatch(mot) else mot for mot in mots]
    if valeurs != mots and len(set(valeurs)) == 1:  # « 6 + 4 = 10 »
        return valeurs[0]
    return " ".join(valeurs)


def valeur(calcul):
    """La valeur d'une `OPERATION`, écrite comme un entier ou une fraction réduite.

    >>> valeur("2*3+4"), valeur("4/6/2"), valeur("1/0")
    ('10', '1/3', '1/0')
    """
    somme = Fraction(0)
    for terme in calcul.split("+"):
        produit = Fraction(1)
        for signe, nombre in re.findall("([*/]?)([0-9]+)", terme):
            if signe == "/" and not int(nombre):
                return calcul
            produit = produit / int(nombre) if signe == "/" else produit * int(nombre)
        somme += produit
    return str(somme)


def empreinte(sel, normalisee):
    """L'empreinte d'une réponse normalisée ; `sel` est le numéro de la question.

    >>> len(empreinte("P1.1", "d3")), empreinte("P1.1", "d3") == empreinte("P1.2", "d3")
    (32, False)
    """
    grain = sel.encode("utf-8")
    vue = hashlib.sha256(grain + b"\n" + normalisee.encode("utf-8")).digest()
    for _ in range(TOURS):
        vue = hashlib.sha256(vue + grain).digest()
    return vue.hex()[:TAILLE_EMPREINTE]


# ----------------------------------------------------------------- les questions d'un dossier


class Inconnue(Exception):
    """Il n'y a pas de telle question : la phrase dit lesquelles il y a."""


class Questions(list):
    """Toutes les questions, dans l'ordre des énoncés."""

    def du_tp(self, numero):
        """Celles d'un TP."""
        return [question for question in self if question.tp == numero]

    def trouve(self, nom):
        """La question « P1.3 » (on comprend aussi p1.3 et 1.3) ; lève Inconnue."""
        lu = NUMERO.fullmatch(nom.strip())
        voulu = "P{}.{}".format(*lu.groups()) if lu else None
        for question in self:
            if question.id == voulu:
                return question
        voisines = (self.du_tp(int(lu.group(1))) if lu else []) or self
        bornes = " à ".join(question.id for question in (voisines[:1] + voisines[-1:]))
        raise Inconnue(f"Il n'y a pas de question « {nom} ». Celles que j'ai : {bornes}.")


def lit(donnees):
    """Les `Questions` d'une liste de dictionnaires."""
    return Questions(Question(fiche) for fiche in donnees)


def charge(chemin=FICHIER):
    """Les `Questions` du fichier `prevois.json`."""
    with open(chemin, encoding="utf-8") as fichier:
        return lit(json.load(fichier))


# ----------------------------------------------------------------- la commande


def enonce(question):
    """Les lignes qui posent la question : (texte, marge des suites, ou None s'il reste entier)."""
    lignes = [(f"{question.id}. {question.debut}", 0)]
    lignes += [("    " + ligne, None) for ligne in question.programme]
    return lignes + [(f"  {lettre}) {choix}", 5) for lettre, choix in question.lettres.items()]


def liste(questions, invite):
    """Les lignes qui montrent toutes les questions d'un TP, comme `enonce`."""
    if not questions:
        return [("Il n'y a pas de question « Prévois » dans ce TP.", 0)]
    lignes = [(f"Les questions « Prévois » du TP{questions[0].tp} :", 0)]
    for q in questions:
        suite = f" (Pour voir le programme : prevois {q.id})" if q.programme else ""
        lignes.append((f"  {q.id:<5}  {q.debut}{suite}", 9))
    return [*lignes, (mode_d_emploi(questions[0], invite), None)]


def mode_d_emploi(question, invite):
    """Comment on répond à une question."""
    return f"Pour répondre : {invite}prevois {question.id} puis ta réponse"


def commande(mots, questions, tp_en_cours, affiche, demande, invite):
    """La commande `prevois` : liste les questions d'un TP, en pose une, ou juge une réponse.

    `tp_en_cours()` est le numéro du TP où en est l'élève, `affiche(texte, marge)` écrit à l'écran,
    `demande(question)` lit une réponse, ou renvoie None s'il n'y a personne au clavier.
    """
    tp = re.fullmatch(r"tp(\d+)", mots[0], re.IGNORECASE) if mots else None
    if tp or not mots:
        numero = int(tp.group(1)) if tp else tp_en_cours()
        for ligne in liste(questions.du_tp(numero), invite):
            affiche(*ligne)
        return
    lu = NUMERO_ET_REPONSE.fullmatch(" ".join(mots))  # « P1.3 6 », mais aussi « P1.3: 6 »
    question = questions.trouve(lu[1] if lu else mots[0])
    reponse = (lu and lu[4]) or ""
    if not reponse:
        for ligne in enonce(question):
            affiche(*ligne)
        reponse = demande("Ta réponse : ")
    affiche(mode_d_emploi(question, invite) if reponse is None else question.commente(reponse), 0)
