"""Autopsie d'un code qui n'a pas fini à temps : quelle boucle, et qu'est-ce qui n'y bouge plus ?

Une `Enquete` photographie la pile pendant que le code tourne, sans jamais appeler le code de
l'élève, et en tire un constat : un dictionnaire de données simples, qui peut changer de processus.
`phrase` le met en français, pour le vérificateur comme pour le correcteur : une boucle n'y « ne
s'arrête pas » que si son texte et les photos le prouvent (`boucles`). `piste` ajoute un conseil
pour l'élève qui vérifie.
"""

import ast
import itertools
import os
import re
import sys
import time
import types
from collections import namedtuple

from . import boucles
from .source import ecrit_chemin, est_chemin

POSES = (0.004, 0.007, 0.011, 0.005, 0.013, 0.009, 0.017)  # écarts inégaux entre les photos
SIMPLES = (int, float, bool, str, type(None))
MODIFIABLES = (list, dict, set)
CONTENEURS = (*MODIFIABLES, tuple, frozenset)
NOMS_MAX = 40  # variables d'un étage que l'on photographie
ELEMENTS_MAX = 200  # d'une collection dont on compare le contenu
CONTENEURS_MAX = 500  # … et collections qu'elle peut contenir
MONTRES, SIGNES = 6, 40  # éléments et signes que l'on écrit
TEXTE_MAX = 80  # signes d'un en-tête de boucle

# Un appel en cours, sur une photo : garder son cadre le distingue de tout autre appel.
Etage = namedtuple("Etage", "cadre ligne variables")
# Une de ses variables ; `contenus` : les identités des collections qu'elle contient, elle comprise.
Vue = namedtuple("Vue", "genre texte contenu taille identite contenus")


# ----------------------------------------------------------------- les photos


def observe(ident, enquete, patience):
    """Photographie le fil d'exécution `ident` : une photo, puis une à chaque fois qu'il a calculé.

    `patience` : secondes de montre accordées à chaque pose, si le processus n'avance pas.
    """
    enquete.photographie(sys._current_frames().get(ident))
    for pose in POSES:
        if not _laisse_calculer(pose, patience):
            break  # il n'avance plus : d'autres photos seraient les mêmes
        enquete.photographie(sys._current_frames().get(ident))
    return enquete.constat()


def _laisse_calculer(duree, patience):
    """Attend que ce processus ait calculé `duree` secondes ; False s'il ne l'a pas fait."""
    but, fin = time.process_time() + duree, time.monotonic() + patience
    time.sleep(duree)
    while time.process_time() < but:
        if time.monotonic() > fin:
            return False
        time.sleep(duree)
    return True


class Enquete:
    """Ce que montrent plusieurs photos de la pile.

    `suit(fichier, ligne)` dit si un appel est dans le code de l'élève ; `module_de(fichier)` donne
    l'arbre et le texte d'un de ses fichiers, ou None.
    """

    def __init__(self, suit, module_de):
        self.suit, self.module_de = suit, module_de
        self.photos = []

    def photographie(self, cadre):
        """Ajoute une photo ; `cadre` est l'appel le plus profond."""
        etages = []
        while cadre is not None:
            ligne = _ligne(cadre)
            if self.suit(cadre.f_code.co_filename, ligne):
                etages.append(Etage(cadre, ligne, _variables(cadre)))
            cadre = cadre.f_back
        if etages:
            self.photos.append(etages[::-1])

    def constat(self):
        """Où est le code, dans quelle boucle, et ce que l'on a vu de ses variables."""
        vus = self._etage_commun()
        if not vus:
            return {"fichier": None}
        code = vus[-1].cadre.f_code
        lignes = [etage.ligne for etage in vus]
        releve = Releve([etage.variables for etage in vus], _a_lui(code))
        arbre, source = self.module_de(code.co_filename) or (ast.parse(""), "")
        boucle = boucles.accusee(arbre, lignes, releve)
        ligne = min(lignes) if boucle is None else boucle.lineno
        cites = sorted(releve.textes) if boucle is None else chemins(boucle)
        return {
            "fichier": code.co_filename,
            "fonction": code.co_name,
            "ligne": ligne,
            "texte": "".join(source.split("\n")[ligne - 1 : ligne]).strip(),
            "variables": [[nom, releve.textes[nom]] for nom in cites if nom in releve.textes],
            "figees": [nom for nom in cites if nom in releve.fixes],
            "boucle": boucle and _decrit(boucle, arbre, source, lignes, releve, code),
        }

    def _etage_commun(self):
        """L'appel le plus profond qui est sur toutes les photos : un étage par photo.

        Les photos prises avant que ne commence l'appel principal en cours ne comptent pas.
        """
        photos = self.photos
        if not photos:
            return []
        photos = [p for p in photos if p[0].cadre is photos[-1][0].cadre]
        vus = []
        for etages in zip(*photos):
            if any(etage.cadre is not etages[0].cadre for etage in etages):
                break
            vus = etages
        return vus


def _ligne(cadre):
    """La ligne où en est cet appel ; entre deux lignes (Python dit None), celle d'avant."""
    ligne = cadre.f_lineno
    if ligne is None:
        passees = [n for debut, _, n in cadre.f_code.co_lines() if debut <= cadre.f_lasti and n]
        ligne = passees[-1] if passees else cadre.f_code.co_firstlineno
    return ligne


def _decrit(boucle, arbre, source, lignes, releve, code):
    """Ce que le constat dit d'une boucle."""
    est_while = isinstance(boucle, ast.While)
    certaine = boucles.sans_fin(boucle, arbre, lignes, releve)
    tete = chemins(boucles.entete(boucle))
    bougent = [nom for nom in tete if nom in releve.mobiles]
    figees = [nom for nom in tete if nom in releve.fixes] if certaine or not bougent else []
    locales = code.co_varnames[code.co_argcount :]
    figees = [nom for nom in figees if not DIRECTIONS.fullmatch(nom)] or figees
    figees = [nom for nom in figees if nom in locales] or figees
    return {
        "genre": "while" if est_while else "for",
        "texte": _texte_entete(boucle, source),
        "test": tete if est_while else [],
        "immobiles": [[nom, releve.fixes[nom]] for nom in figees] if est_while else [],
        "morceaux": [nom for fige in figees for nom in morceaux_changes(fige, boucle, arbre)],
        "certaine": certaine,
        "allonge": boucles.allonge(boucle, releve),
    }


def morceaux_changes(nom, boucle, arbre):
    """Les variables coupées dans `nom` avant la boucle (x, y = nom), et qu'elle change.

    >>> code = "x, y = case\\nwhile f(case):\\n    x = x + 1"
    >>> morceaux_changes("case", ast.parse(code).body[1], ast.parse(code))
    ['x']
    """
    ecrits = {n.id for n in ast.walk(boucle) if isinstance(getattr(n, "ctx", None), ast.Store)
              and isinstance(n, ast.Name)}  # fmt: skip
    coupes = [
        [boucles.nom_de(cible) for cible in n.targets[0].elts]
        for n in ast.walk(arbre)
        if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Tuple)
        if boucles.nom_de(n.value) == nom and nom not in ecrits
    ]
    return [morceau for coupe in coupes for morceau in coupe if morceau in ecrits]


DIRECTIONS = re.compile(r"d[xy]|direction|sens|axe")  # ce qui n'a pas à changer dans une boucle


def _texte_entete(boucle, source):
    """« while x < 5 » ou « for a in l », en une ligne, coupé s'il est long."""
    texte = ast.get_source_segment(source, boucles.entete(boucle)) or ""
    debut = "while"
    if isinstance(boucle, ast.For):
        debut = f"for {ast.get_source_segment(source, boucle.target)} in"
    texte = " ".join(f"{debut} {texte}".split())
    return texte if len(texte) <= TEXTE_MAX else texte[: TEXTE_MAX - 1] + "…"


def chemins(noeud):
    """Les variables citées dans un morceau de code : « x », « self.queue »…

    >>> chemins(ast.parse("while self.a.b(x): y = 1"))
    ['self.a', 'x', 'y']
    """
    trouves = set()

    def visite(n, appelee=False):
        if isinstance(n, ast.Attribute) and est_chemin(n):
            chemin = ecrit_chemin(n.value if appelee else n)
            if "." in chemin or (appelee and chemin != "self"):
                trouves.add(chemin)
            return
        if isinstance(n, ast.Call):
            visite(n.func, appelee=True)
        elif isinstance(n, ast.Name) and not appelee and n.id != "self":
            trouves.add(n.id)
        for enfant in ast.iter_child_nodes(n):
            if not (isinstance(n, ast.Call) and enfant is n.func):
                visite(enfant)

    visite(noeud)
    return sorted(trouves)


# ----------------------------------------------------------------- les variables


def _a_lui(code):
    """Les variables que ce code est seul à pouvoir changer : ni globales, ni partagées."""
    if code.co_name == "<module>" or code.co_cellvars or code.co_freevars:
        return frozenset()
    return frozenset(code.co_varnames)


def _variables(cadre):
    """{nom: Vue} des variables que cite cet appel : « x », « self.etat », « self.grille.etat »."""
    cites = _cites(cadre.f_code)
    valeurs = {nom: v for nom, v in dict(cadre.f_locals).items() if nom in cites}
    for chemin, objet in list(valeurs.items()):
        valeurs.update(_attributs(chemin, objet, cites))
    for nom in cites & set(cadre.f_globals) - set(valeurs):
        if type(cadre.f_globals.get(nom)) in SIMPLES:
            valeurs[nom] = cadre.f_globals.get(nom)
    return {nom: _vue(valeur) for nom, valeur in list(valeurs.items())[:NOMS_MAX]}


def _cites(code):
    """Tous les noms que cite ce code, compréhensions et fonctions intérieures comprises."""
    cites = {*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars}
    return cites.union(*(_cites(c) for c in code.co_consts if isinstance(c, types.CodeType)))


def _attributs(chemin, objet, cites, profondeur=2):
    """{chemin: valeur} des attributs cités d'un objet de l'élève, et des leurs."""
    if not profondeur or type(objet) in (*SIMPLES, *CONTENEURS, types.ModuleType):
        return {}
    try:
        attributs = object.__getattribute__(objet, "__dict__")
    except Exception:
        return {}
    trouves = {}
    for cle, valeur in dict(attributs).items() if type(attributs) is dict else ():
        if type(cle) is str and cle in cites:
            suite = f"{chemin}.{cle}"
            trouves[suite] = valeur
            trouves.update(_attributs(suite, valeur, cites, profondeur - 1))
    return trouves


def _vue(valeur):
    genre, contenus = type(valeur), set()
    contenu = _contenu(valeur, contenus)
    if genre in CONTENEURS:
        return Vue(genre, ecrit(valeur), contenu, len(valeur), id(valeur), contenus)
    return Vue(genre, ecrit(valeur), contenu, None, None, contenus)


def _contenu(valeur, vus, profondeur=3):
    """(type, contenu) d'une donnée, à comparer d'une photo à l'autre ; None si on ne sait pas.

    `vus` reçoit les identités des collections traversées.

    >>> _contenu([1, 2], set()) == _contenu([1, 2], set()), _contenu([1], set())
    (True, (<class 'list'>, [(<class 'int'>, 1)]))
    >>> _contenu([object()], set())
    """
    genre = type(valeur)
    if genre in SIMPLES:
        return genre, repr(valeur) if genre is float else valeur
    if genre not in CONTENEURS or not profondeur:
        return None
    vus.add(id(valeur))
    if len(valeur) > ELEMENTS_MAX or len(vus) > CONTENEURS_MAX:
        return None
    elements = [*valeur, *valeur.values()] if genre is dict else list(valeur)
    contenus = [_contenu(element, vus, profondeur - 1) for element in elements]
    return None if None in contenus else (genre, contenus)


CROCHETS = {list: "[]", dict: "{}", set: "{}", tuple: "()"}


def ecrit(valeur, profondeur=3):
    """Texte court d'une donnée de Python, avec sa longueur s'il est coupé ; None sinon.

    >>> print(ecrit([0] * 20_000), ecrit({(1, 2): "a"}), ecrit((3,)), ecrit([object()]))
    [0, 0, 0, 0, 0, 0, ...] (20 000 éléments) {(1, 2): 'a'} (3,) […]
    """
    genre = type(valeur)
    if genre is str:
        court = valeur if len(valeur) <= SIGNES else valeur[:SIGNES] + "..."
        return repr(court) + _longueur(valeur, SIGNES, "signes")
    if genre is int and abs(valeur) >= 2**64:
        return "un grand entier"
    if genre in SIMPLES:
        return repr(valeur)
    if genre not in CROCHETS or not profondeur:
        return None
    elements = list(itertools.islice(valeur.items() if genre is dict else valeur, MONTRES))
    textes = [_ecrit_element(element, genre, profondeur - 1) for element in elements]
    textes += ["..."] if len(valeur) > MONTRES else []
    virgule = "," if genre is tuple and len(valeur) == 1 else ""
    ouvre, ferme = CROCHETS[genre]
    texte = ouvre + ", ".join(textes) + virgule + ferme if valeur or genre is not set else "set()"
    return texte + _longueur(valeur, MONTRES, "éléments")


def _ecrit_element(element, genre, profondeur):
    morceaux = element if genre is dict else [element]
    return ": ".join(ecrit(morceau, profondeur) or "…" for morceau in morceaux)


def _longueur(valeur, limite, unite):
    return f" ({len(valeur):,} {unite})".replace(",", " ") if len(valeur) > limite else ""


class Releve:
    """Les variables d'un étage, photo par photo : `fixes` ({nom: texte}), `mobiles`, ou ni l'un ni
    l'autre (on ne sait pas). `locales` : celles qu'aucune autre fonction ne peut changer.
    """

    def __init__(self, photos, locales=frozenset()):
        self._photos = photos
        self.textes = {n: v.texte for n, v in photos[-1].items() if v.texte is not None}
        self.fixes, self.mobiles = {}, set()
        for nom in photos[0]:
            contenus = [photo[nom].contenu if nom in photo else None for photo in photos]
            textes = [photo[nom].texte if nom in photo else None for photo in photos]
            if any(c != contenus[0] for c in contenus) or any(t != textes[0] for t in textes):
                self.mobiles.add(nom)
            elif contenus[0] is not None:
                self.fixes[nom] = textes[0]
        # Celles qu'aucun appel ne peut changer.
        self.simples = {nom for nom in self.fixes if nom in locales and self.est_simple(nom)}
        tous = set().union(*photos)
        self.collections = {nom for nom in tous if self._genres(nom) <= set(MODIFIABLES)}
        self.allongees = {nom for nom in self.mobiles if self._s_allonge(nom)}

    def _vues(self, nom):
        return [photo[nom] for photo in self._photos if nom in photo]

    def _genres(self, nom):
        return {vue.genre for vue in self._vues(nom)}

    def est_simple(self, nom):
        """True si l'on n'a vu dans cette variable que des nombres, des textes…"""
        return bool(self._vues(nom)) and self._genres(nom) <= set(SIMPLES)

    def vaut(self, nom, constante):
        """True si cette variable est restée égale à cette constante."""
        return nom in self.fixes and self._photos[0][nom].contenu == _contenu(constante, set())

    def liees(self, nom):
        """Cette collection, et les variables qui la contiennent ou sont un autre de ses noms."""
        trouvees = {nom}
        for photo in self._photos:
            if nom in photo:
                identite = photo[nom].identite
                trouvees |= {autre for autre, vue in photo.items() if identite in vue.contenus}
        return trouvees

    def _s_allonge(self, nom):
        tailles = [vue.taille for vue in self._vues(nom)]
        grandit = self._genres(nom) == {list} and tailles == sorted(tailles)
        return grandit and tailles[0] < tailles[-1]

    def repart(self, nom):
        """True si ce nombre monte et descend : la boucle qui le compte a été recommencée."""
        if nom not in self.mobiles or not self._genres(nom) <= {int, float}:
            return False
        nombres = [vue.genre(vue.contenu[1]) for vue in self._vues(nom)]
        return nombres not in (sorted(nombres), sorted(nombres, reverse=True))


# ----------------------------------------------------------------- en français

LONG = "n'a pas fini à temps (boucle sans fin, ou calcul trop long)"


def phrase(constat, cite=False):
    """Ce que dit ce constat, en une phrase sans majuscule ni point ; `cite` : le code de la boucle.

    >>> boucle = {"genre": "while", "texte": "while x < 5", "test": ["x"],
    ...           "immobiles": [["x", "0"]], "certaine": True, "allonge": False}
    >>> constat = {"fichier": "<tp2.py>", "ligne": 7, "boucle": boucle}
    >>> print(phrase(constat, cite=True).replace(" : ", " :\\n"))
    la boucle de la ligne 7 de tp2.py, « while x < 5 », ne s'arrête pas :
    sa condition reste vraie, car x vaut toujours 0
    >>> phrase({"fichier": None})
    "le code n'a pas fini à temps (boucle sans fin, ou calcul trop long)"
    """
    if not constat.get("fichier"):
        return f"le code {LONG}"
    boucle = constat.get("boucle")
    ou = f"ligne {constat['ligne']} de {os.path.basename(constat['fichier']).strip('<>')}"
    if constat.get("dort"):
        return f"le code attend sans rien faire, {ou}"
    if not boucle:
        return f"la {ou} {LONG}"
    texte = f", « {boucle['texte']} »," if cite else ""
    fin = "ne s'arrête pas" if boucle["certaine"] else LONG
    return f"la boucle de la {ou}{texte} {fin}{_raison(boucle)}"


def _raison(boucle):
    """Pourquoi la boucle ne s'arrête pas, ou ce que l'on en a vu : la fin de la phrase."""
    immobiles = boucle["immobiles"]
    if not boucle["certaine"]:
        if boucle["allonge"]:
            return " : la liste qu'elle parcourt s'allonge en chemin"
        return f" : {_ne_changeaient_pas(immobiles)}" if immobiles else ""
    if len(immobiles) == 1:
        return " : sa condition reste vraie, car {} vaut toujours {}".format(*immobiles[0])
    if immobiles:
        return f" : sa condition reste vraie, car {_enumere(immobiles)} ne changent jamais"
    if boucle["genre"] == "while":
        return " : rien n'en fait sortir"
    if boucle["allonge"]:
        return " : chaque tour allonge la liste qu'elle parcourt"
    return " : ce qu'elle parcourt n'a pas de fin"


def _ne_changeaient_pas(immobiles):
    verbe = "changeaient" if len(immobiles) > 1 else "changeait"
    return f"{_enumere(immobiles)} ne {verbe} pas à ce moment"


def _enumere(couples):
    """« x (1), y (0) et z (3) »."""
    textes = [texte if texte.startswith("(") else f"({texte})" for _, texte in couples]
    *premiers, dernier = [f"{nom} {texte}" for (nom, _), texte in zip(couples, textes)]
    return ", ".join(premiers) + " et " + dernier if premiers else dernier


def piste(constat):
    """La question à se poser."""
    boucle = constat.get("boucle")
    if constat.get("dort"):
        return "y a-t-il un sleep, ou une attente ? Ici, le code doit répondre tout de suite."
    if not boucle:
        return "ce calcul est-il trop long ? Essaie-le à la main sur un petit exemple."
    if boucle["allonge"]:
        return "une boucle for qui allonge sa liste n'en voit pas le bout : ajoute à une autre."
    if boucle["genre"] == "for":
        return "combien de tours cette boucle doit-elle faire ? Essaie avec un petit exemple."
    if boucle["immobiles"]:
        noms = " ou ".join(nom for nom, _ in boucle["immobiles"])
        if boucle.get("morceaux") and len(boucle["immobiles"]) == 1:
            changes = " et ".join(boucle["morceaux"])
            return f"la condition regarde {noms}, qui ne change pas ; ta boucle change {changes}."
        return f"à quel moment la boucle doit-elle modifier {noms} ?"
    if boucle["texte"] in ("while True", "while 1"):
        return "while True ne s'arrête que sur return ou break : quand faut-il en sortir ?"
    return "qu'est-ce qui doit rendre la condition fausse ? Le code le fait-il ?"
