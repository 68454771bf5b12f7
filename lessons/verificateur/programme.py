"""Le code de l'élève, chargé et essayé sans danger, ici même : un jeu, un carnet.

`Programme` charge les modules d'un dossier, les recharge dès qu'un fichier est enregistré, et fait
tourner leur code sous surveillance : une fonction à écrire, une erreur ou une boucle sans fin
donnent une `Panne`, donc une phrase à lire, jamais une trace d'exécution.
"""

import ast
import contextlib
import io
import math
import re
import sys
import time
import traceback
from functools import lru_cache
from pathlib import Path

from . import phrases, syntaxe
from .chargeur import Chaine, lit_source

DELAI = 2.0  # secondes de calcul accordées à une fonction de l'élève
DELAI_COUP = 20.0  # … à un coup de son Ordi : le niveau 6 compte toutes les flottes
PATIENCE = 20.0  # secondes de plus, montre en main : machine chargée, ou code qui dort


def refuse_saisie(*_):
    """Remplace `input` : un essai ne doit pas rester bloqué sur une question."""
    raise RuntimeError("Ici, on ne peut rien taper : enlève l'appel à input().")


# ----------------------------------------------------------------- faire tourner sans casser


class TropLong(BaseException):
    """Le code de l'élève tourne depuis trop longtemps."""


class Surprise(Exception):
    """La fonction `fonction` a renvoyé une valeur dont on ne peut rien faire.

    `exercice` : son identifiant, quand celui qui s'en plaint le connaît.
    """

    def __init__(self, fonction, phrase, exercice=""):
        super().__init__(f"{fonction} {phrase}")
        self.fonction = fonction
        self.exercice = exercice


class Panne:
    """Ce qui a empêché d'obtenir un résultat, prêt à être expliqué.

    - `genre` : « à écrire », « erreur », « boucle », « syntaxe » ou « surprise » ;
    - `phrase` : ce qui s'est passé ; `ligne` et `code` : où, si on le sait ;
    - `fonction` et `module` : la fonction en cause ("" : une ligne hors de toute fonction, ou un
      endroit inconnu si `module` est vide aussi) ; `exercice` : son identifiant, ou "".
    """

    def __init__(self, genre, phrase, fonction="", module="", exercice="", ligne=0, code=""):
        self.genre = genre
        self.phrase = phrase
        self.fonction = fonction
        self.module = module
        self.exercice = exercice
        self.ligne = ligne
        self.code = code

    def situee(self):
        """La phrase, précédée de la fonction et de la ligne en cause quand on les connaît."""
        ou = f" (ligne {self.ligne} de {self.module}.py)" if self.ligne else ""
        if self.genre == "syntaxe":  # sa phrase le dit déjà
            return self.phrase
        if self.fonction:
            phrase = f"{self.phrase[:1].upper()}{self.phrase[1:]}"
            return f"c'est dans {self.fonction}{ou}. {phrase}"
        return f"{self.phrase}{ou}"


class Reponse:
    """Le résultat d'un essai : `valeur` si `panne` vaut None ; `texte` : ce qui a été affiché."""

    def __init__(self, valeur=None, panne=None, texte=""):
        self.valeur = valeur
        self.panne = panne
        self.texte = texte


@lru_cache(maxsize=1024)
def est_de_l_eleve(fichier, dossier):
    """True si `fichier` est un fichier de ce dossier, et non un outil du kit.

    >>> [est_de_l_eleve(f"ici/{nom}.py", Path("ici")) for nom in ("tp1_grille", "bn_utiles")]
    [True, False]
    >>> est_de_l_eleve("ici/verificateur/chargeur.py", Path("ici"))
    False
    """
    chemin = Path(fichier)
    return chemin.parent == dossier and not re.match(r"(bn_\w+|verifier)\.py$", chemin.name)


def dans_un_while(fichier, ligne):
    """True si cette ligne du fichier est dans une boucle while."""
    try:
        arbre = ast.parse(lit_source(fichier))
    except (OSError, SyntaxError, ValueError):
        return False
    boucles = [noeud for noeud in ast.walk(arbre) if isinstance(noeud, ast.While)]
    return any(boucle.lineno <= ligne <= boucle.end_lineno for boucle in boucles)


class Chronometre:
    """Interrompt le code d'un dossier quand il calcule trop longtemps, sur tout système.

    C'est le temps de calcul qui compte, pas celui de la montre : sur une machine chargée, un code
    juste reste juste. Un essai peut en contenir un autre : le temps du second ne compte pas dans
    le premier.
    """

    def __init__(self, dossier):
        self.dossier = dossier
        self.limites = None  # (montre où l'on regarde, calcul permis, montre permise)

    @contextlib.contextmanager
    def surveille(self, secondes):
        """Le code exécuté dans ce bloc a `secondes` de calcul pour finir ; sinon, TropLong."""
        montre, calcul = time.perf_counter(), time.process_time()
        limites_avant, trace_avant = self.limites, sys.gettrace()
        self.limites = (montre + secondes, calcul + secondes, montre + secondes + PATIENCE)
        sys.settrace(self._appel)
        try:
            yield
        finally:
            sys.settrace(trace_avant)
            if limites_avant is not None:
                regard, permis, fin = limites_avant
                passe = time.perf_counter() - montre
                calcule = time.process_time() - calcul
                limites_avant = (regard + passe, permis + calcule, fin + passe)
            self.limites = limites_avant

    def _appel(self, cadre, _, __):
        return self._ligne if est_de_l_eleve(cadre.f_code.co_filename, self.dossier) else None

    def _ligne(self, _, evenement, __):
        if evenement == "line" and self.limites is not None:
            regard, permis, fin = self.limites
            montre = time.perf_counter()
            if montre > regard and (montre > fin or time.process_time() > permis):
                raise TropLong
        return self._ligne


class ChaineSurveillee(Chaine):
    """Une chaîne qui ne relance pas un fichier dont le chargement ne finit pas.

    Chaque vue d'un carnet demande les mêmes modules : on n'attend qu'une fois.
    """

    def __init__(self, dossier):
        super().__init__(dossier)
        self._sans_fin = {}  # {nom du module: (TropLong, sa trace)}

    def module(self, nom):
        """Le module `nom` ; le même TropLong que la première fois s'il n'en finissait pas."""
        if nom in self._sans_fin:
            arret, trace = self._sans_fin[nom]
            raise arret.with_traceback(trace)
        montre, calcul = time.perf_counter(), time.process_time()
        try:
            return super().module(nom)
        except TropLong as arret:
            # Ce fichier, et non ce que l'on avait déjà calculé quand on l'a demandé.
            calcule = time.process_time() - calcul
            if calcule > DELAI / 2 or time.perf_counter() - montre > PATIENCE / 2:
                self._sans_fin[nom] = (arret, arret.__traceback__)
            raise


class Programme:
    """Les modules d'un dossier, rechargés quand ils changent et essayés sans danger.

    `nom` dit à qui est ce code ; avec `sur` (le corrigé), on ne surveille pas la durée ; `saisie`
    remplace `input`.
    """

    def __init__(self, dossier, nom="Ton code", sur=False, saisie=refuse_saisie):
        self.dossier = Path(dossier)
        self.nom = nom
        self.sur = sur
        self.saisie = saisie
        self._chronometre = Chronometre(self.dossier)
        self._photo = None
        self._chaine = None

    def photo(self):
        """Ce qui change quand on enregistre un fichier : noms, dates et tailles."""
        fichiers = sorted(self.dossier.glob("*.py"))
        return tuple((f.name, s.st_mtime_ns, s.st_size) for f in fichiers for s in [f.stat()])

    def module(self, nom):
        """Le module `nom`, dans sa version enregistrée la plus récente."""
        photo = self.photo()
        if photo != self._photo:
            self._chaine = self._nouvelle_chaine()
            self._photo = photo
        return self._chaine.module(nom)

    def _nouvelle_chaine(self):
        chaine = ChaineSurveillee(self.dossier)
        chaine.remplace("input", self.saisie)
        return chaine

    def essaie(self, fonction, secondes=DELAI, muet=True):
        """Appelle `fonction()` et renvoie un `Reponse` : une valeur, ou une panne expliquée.

        `muet` : ce que le code affiche est gardé dans la réponse (jamais dans un autre fil, qui
        ferait taire tout le carnet).
        """
        affiche = io.StringIO()
        silence = contextlib.redirect_stdout(affiche) if muet else contextlib.nullcontext()
        garde = contextlib.nullcontext() if self.sur else self._chronometre.surveille(secondes)
        try:
            with silence, garde:
                valeur = fonction()
        except (Exception, TropLong, SystemExit) as erreur:
            return Reponse(panne=self.explique(erreur, secondes), texte=affiche.getvalue())
        return Reponse(valeur, texte=affiche.getvalue())

    def dessine(self, fonction):
        """Appelle `fonction()`, qui montre des données que ce code a données."""
        return self.essaie(fonction)

    def pause(self):
        """Un bloc dont la durée ne compte pas : ce que fait le kit entre deux lignes de l'élève."""
        return self.accorde(math.inf)

    def accorde(self, secondes):
        """Un bloc, dans un essai, qui a ses propres secondes de calcul."""
        return self._chronometre.surveille(secondes)

    def explique(self, erreur, secondes=None):
        """La `Panne` qui dit cette erreur, survenue dans un essai de `secondes`."""
        if isinstance(erreur, NotImplementedError) and len(erreur.args) == 1:
            identifiant = str(erreur)
            nom = identifiant.split(".")[-1]
            phrase = f"{nom} n'est pas encore écrite."
            return Panne("à écrire", phrase, nom, exercice=identifiant)
        if isinstance(erreur, SyntaxError) and Path(erreur.filename or "").parent == self.dossier:
            fichier = Path(erreur.filename)
            faute = syntaxe.faute_de_syntaxe(lit_source(fichier))
            phrase = f"{fichier.name}, ligne {faute['ligne']} : {faute['phrase']}"
            module = fichier.stem
            return Panne(
                "syntaxe", phrase, module=module, ligne=faute["ligne"], code=faute["texte"]
            )
        ou = self._ou(erreur, isinstance(erreur, TropLong))
        if isinstance(erreur, TropLong):
            apres = "" if secondes is None else f" après {secondes:g} s"
            phrase = f"Toujours pas fini{apres} : une boucle ne s'arrête pas ?"
            return Panne("boucle", phrase, **ou)
        if isinstance(erreur, Surprise):
            return Panne("surprise", f"{erreur}", erreur.fonction, exercice=erreur.exercice)
        decrite = {"type": type(erreur).__name__, "message": str(erreur)}
        return Panne("erreur", phrases.phrase_exception(decrite), **ou)

    def _ou(self, erreur, boucle=False):
        """La ligne de l'élève où l'erreur s'est produite (la plus profonde), ou rien.

        Si une `boucle` ne finit pas, c'est la plus profonde qui soit dans un while.
        """
        cadres = [
            cadre
            for cadre in traceback.extract_tb(erreur.__traceback__)
            if est_de_l_eleve(cadre.filename, self.dossier)
        ]
        if not cadres:
            return {}
        if boucle:
            cadres = [c for c in cadres if dans_un_while(c.filename, c.lineno)] or cadres
        cadre = cadres[-1]
        fonctions = [c.name for c in cadres if c.filename == cadre.filename and c.name[0] != "<"]
        return {
            "fonction": fonctions[-1] if fonctions else "",
            "module": Path(cadre.filename).stem,
            "ligne": cadre.lineno,
            "code": cadre.line,
        }


# ----------------------------------------------------------------- contrôler ce qui revient


def montre_valeur(valeur, longueur=60):
    """La valeur écrite comme en Python, raccourcie."""
    texte = repr(valeur)
    return texte if len(texte) <= longueur else texte[: longueur - 1] + "…"


def est_case(valeur):
    """True si `valeur` est un couple d'entiers."""
    return isinstance(valeur, tuple) and len(valeur) == 2 and all(type(v) is int for v in valeur)


def attend_cases(valeur, fonction):
    """La liste de cases `valeur`, ou une Surprise qui nomme la fonction."""
    attend(valeur, (list, tuple, set), fonction, "une liste de cases (x, y)")
    if not all(est_case(case) for case in valeur):
        raise Surprise(
            fonction, f"a renvoyé {montre_valeur(valeur)} : j'attendais des cases, couples (x, y)."
        )
    return list(valeur)


def attend(valeur, types, fonction, attendu):
    """`valeur`, si elle est d'un des types donnés ; sinon une Surprise."""
    if valeur is None:
        raise Surprise(fonction, "a renvoyé None : as-tu oublié return ?")
    if not isinstance(valeur, types):
        raise Surprise(fonction, f"a renvoyé {montre_valeur(valeur)} : j'attendais {attendu}.")
    return valeur
