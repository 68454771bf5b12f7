"""Les erreurs classiques : reconnaître dans une copie un petit programme faux bien connu.

Le catalogue est dans `catalogue/tp1.toml`, `catalogue/tp2.toml`… Chaque entrée donne une fonction
fausse et la phrase qu'elle mérite. Une copie « se comporte comme » cette erreur quand, sur les
mêmes essais (même graine), elle donne les mêmes valeurs que le corrigé où cette seule fonction
est remplacée : c'est le comportement qui est reconnu, pas la façon de l'écrire.

    [[erreur]]
    id = "tp1.alpha.echange"
    exercice = "tp1.alpha"
    phrase = "Échange : x donne la lettre, y le nombre."
    code = '''
    def alpha(case):
        x, y = case
        return chr(ord("A") + y) + str(x)
    '''
    boucle = true      # facultatif : ce programme ne s'arrête pas

Un programme faux peut servir de pirate dans les chasses (`autograder/fabrique/chasses.py`) :

    genre = "bord"     # le genre d'erreur, premier indice donné à l'élève (voir chasse.GENRES)
    ruse = true        # il passe les exemples de la docstring
    indices_pirate = ["…", "…"]   # ce qu'il faudrait essayer, de plus en plus précis
    pirate = false     # il ne sert dans aucune chasse
"""

import ast
import contextlib
import random
import textwrap
import types
from dataclasses import dataclass

from autograder import RACINE
from autograder.bac_a_sable import enfant
from autograder.bac_a_sable.copie import CopieIllisible
from autograder.moteur import essai
from lessons.verificateur.source import trouve

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

CATALOGUE = RACINE / "autograder" / "suites" / "catalogue"
PHRASE_MAX = 110  # signes
DELAI_BOUCLE = 0.4  # secondes accordées à un programme dont on sait qu'il ne s'arrête pas


@dataclass(frozen=True)
class Erreur:
    """Une erreur du catalogue."""

    id: str
    exercice: str
    phrase: str
    code: str
    boucle: bool = False
    pirate: bool = True
    genre: str = ""
    ruse: bool = False
    indices_pirate: tuple = ()


def lit_catalogue(tp=None, dossier=CATALOGUE):
    """{id d'exercice: [Erreur, …]} de tous les TP, ou d'un seul."""
    rangement = {}
    for chemin in sorted(dossier.glob("tp*.toml" if tp is None else f"tp{tp}.toml")):
        donnees = tomllib.loads(chemin.read_text(encoding="utf-8"))
        for entree in donnees.get("erreur", []):
            erreur = Erreur(**entree)
            rangement.setdefault(erreur.exercice, []).append(erreur)
    return rangement


def phrases():
    """{id: phrase} de toutes les erreurs du catalogue."""
    return {erreur.id: erreur.phrase for liste in lit_catalogue().values() for erreur in liste}


def malfacons(erreur, registre):
    """Ce qui ne va pas dans la façon dont une erreur est écrite dans le catalogue."""
    liste = []
    if erreur.exercice not in registre:
        return [f"il n'y a pas d'exercice {erreur.exercice}"]
    if not erreur.id.startswith(erreur.exercice + "."):
        liste.append(f"son id doit commencer par « {erreur.exercice}. »")
    if not 15 <= len(erreur.phrase) <= PHRASE_MAX:
        liste.append(f"sa phrase a {len(erreur.phrase)} signes : il en faut de 15 à {PHRASE_MAX}")
    if not erreur.phrase.endswith((".", "?", "…")):
        liste.append("sa phrase n'a pas de point final")
    try:
        definie = getattr(ast.parse(erreur.code).body[-1], "name", None)
    except (SyntaxError, IndexError):
        definie = None
    if definie != registre[erreur.exercice].nom:
        liste.append(f"son code doit finir par « def {registre[erreur.exercice].nom} »")
    return liste


def remplace(texte, cible, code):
    """Le source `texte` où la fonction ou la méthode `cible` est remplacée par `code`.

    >>> print(remplace("class A:\\n    def f(self):\\n        return 1\\n", "A.f",
    ...                "def f(self):\\n    return 2"))
    class A:
        def f(self):
            return 2
    <BLANKLINE>
    """
    noeud = trouve(ast.parse(texte), cible)[-1]
    lignes = texte.split("\n")
    neuf = textwrap.indent(textwrap.dedent(code).strip("\n"), " " * noeud.col_offset)
    lignes[noeud.lineno - 1 : noeud.end_lineno] = neuf.split("\n")
    return "\n".join(lignes)


class Reconnaisseur:
    """Dit si la trace d'une copie est celle d'une erreur du catalogue.

    C'est le `reconnait` que le juge appelle. Les traces du catalogue sont calculées à la
    demande, et gardées tant que la graine ne change pas.
    """

    def __init__(self, juge, catalogue=None):
        self.juge = juge
        self._catalogue = {} if catalogue is None else catalogue
        self._a_lire = catalogue is None
        self._tps_lus = set()
        self._codes = {}
        self._traces = {}  # (id d'erreur, graine) : sa trace entière
        self._debuts = {}  # (id d'erreur, graine) : sa trace jusqu'à une différence
        self._graine = None

    def __call__(self, exercice, traces, graine):
        """(identifiant, phrase) de l'erreur reconnue, ou None."""
        if graine != self._graine:
            self._traces, self._debuts, self._graine = {}, {}, graine
        for erreur in self.erreurs(exercice):
            if erreur.boucle and not any("boucle" in trace for trace in traces):
                continue
            if self._se_comporte(erreur, traces, graine):
                return erreur.id, erreur.phrase
        return None

    def _se_comporte(self, erreur, traces, graine):
        """True si l'une de ces traces est celle de cette erreur."""
        cle = (erreur.id, graine)
        connue = self._traces.get(cle) or self._debuts.get(cle, [])
        if cle not in self._traces and any(t[: len(connue)] == connue for t in traces):
            try:
                self.trace(erreur, graine, traces)
            except _Diverge as divergence:
                self._debuts[cle] = divergence.debut
        return self._traces.get(cle) in traces

    def erreurs(self, exercice):
        """Les erreurs connues de cet exercice."""
        if self._a_lire and exercice.tp not in self._tps_lus:
            self._tps_lus.add(exercice.tp)
            self._catalogue.update(lit_catalogue(exercice.tp))
        return self._catalogue.get(exercice.id, [])

    def textes(self, erreur):
        """Les fichiers du corrigé où seule la fonction de cette erreur est fausse."""
        exercice = self.juge.registre[erreur.exercice]
        textes = dict(self.juge.corrige.textes)
        textes[exercice.module] = remplace(textes[exercice.module], exercice.cible, erreur.code)
        return textes

    def trace(self, erreur, graine, attendues=None):
        """La trace de ce programme faux sur la suite de son exercice.

        Lève _Diverge dès que ce ne peut plus être l'une des traces `attendues`, s'il y en a.
        """
        cle = (erreur.id, graine)
        if cle not in self._traces:
            if erreur.boucle:
                self._traces[cle] = self._trace_boucle(erreur, graine)
            else:
                tirage = self.sur_place(erreur, graine, attendues=attendues)
                self._traces[cle] = essai.empreintes(tirage.trace)
        return self._traces[cle]

    def _suite(self, exercice):
        return self.juge.suites.get(exercice.id) or essai.suites()[exercice.id]

    def _trace_boucle(self, erreur, graine):
        """Pour un programme sans fin : dans un processus que l'on arrête."""
        exercice = self.juge.registre[erreur.exercice]
        try:
            with self.juge.session(self.textes(erreur), graine) as session:
                session.copie.delai_initial = DELAI_BOUCLE
                return session.trace(exercice.id, self._suite(exercice))
        except CopieIllisible:
            return None

    def sur_place(self, erreur, graine, attendues=None):
        """L'Essai de ce programme faux sur la suite de son exercice.

        Il se déroule ici même, ce programme étant le nôtre : dix fois plus vite qu'à part.
        """
        exercice = self.juge.registre[erreur.exercice]
        return self.joue(exercice, self._codes_de(erreur), graine, attendues)

    def joue(self, exercice, codes, graine, attendues=None):
        """L'Essai de nos modules `codes` {nom: code compilé} sur la suite de cet exercice."""
        graine_ouvrier = essai.hash_stable(f"{graine}/{exercice.id}")

        def lance():
            return _OuvrierSurPlace(exercice, codes, graine_ouvrier)

        oracle = self.juge.oracle.module(exercice.module)
        tirage = essai.Essai(exercice, oracle, lance, graine)
        if attendues is not None:
            tirage.trace = _TraceAttendue(attendues)
        etat = random.getstate()
        try:
            essai.deroule(self._suite(exercice), tirage)
        finally:
            random.setstate(etat)
        return tirage

    def _codes_de(self, erreur):
        """{module: code compilé} des fichiers de cette erreur."""
        for nom, texte in self.juge.corrige.textes.items():
            if nom not in self._codes:
                self._codes[nom] = _compile(nom, texte)
        if erreur.id not in self._codes:
            module = self.juge.registre[erreur.exercice].module
            self._codes[erreur.id] = _compile(module, self.textes(erreur)[module])
        return {**self._codes, self.juge.registre[erreur.exercice].module: self._codes[erreur.id]}


def mal_reconnues(juge, erreurs, graine):
    """{id: ce qui ne va pas} de celles de ces erreurs d'un même exercice que la suite laisse
    passer, ou que le reconnaisseur confond avec une autre."""
    traces, fautes = {}, {}
    for erreur in erreurs:
        trace = juge.reconnait.trace(erreur, graine)
        jumelle = traces.setdefault(tuple(trace), erreur.id)
        reconnue = juge.reconnait(juge.registre[erreur.exercice], [trace], graine)
        if not any(texte.startswith("raté : ") for texte in trace):
            fautes[erreur.id] = "la suite la laisse passer"
        elif jumelle != erreur.id:
            fautes[erreur.id] = f"elle se comporte comme {jumelle}"
        elif reconnue != (erreur.id, erreur.phrase):
            fautes[erreur.id] = f"on reconnaît {reconnue[0] if reconnue else 'rien'} à sa place"
    return fautes


def _compile(nom, texte):
    return compile(texte, f"<{nom}.py>", "exec", dont_inherit=True)


class _Diverge(BaseException):
    """Ce programme ne se comporte pas comme la copie : inutile d'aller plus loin."""

    def __init__(self, debut):
        super().__init__()
        self.debut = debut


class _TraceAttendue(list):
    """Une trace en train de se faire, tant qu'elle peut encore être l'une des `attendues`."""

    def __init__(self, attendues):
        super().__init__()
        self.attendues = attendues

    def append(self, valeur):
        texte = essai.empreintes([valeur])[0]
        rang = len(self)
        super().append(essai.Incident(texte))
        self.attendues = [t for t in self.attendues if rang < len(t) and t[rang] == texte]
        if not self.attendues:
            raise _Diverge(list(self))


class _OuvrierSurPlace:
    """Un `copie.OuvrierDistant` sans autre processus, pour nos propres programmes."""

    copie = types.SimpleNamespace(delai=2.0, cpu=0.0, lenteur=1.0)

    def __init__(self, exercice, codes, graine):
        atelier = types.SimpleNamespace(textes={}, sources={}, sans=(), annexes=())
        self._ouvrier = enfant.Ouvrier(atelier, codes)
        self._hasard = random.getstate()
        message = {"module": exercice.module, "cible": exercice.cible, "graine": graine}
        reponse = self._fait(self._ouvrier.charge, message)
        if reponse.get("definie") is not True:
            raise essai.SuiteFautive(f"une erreur de {exercice.id} ne se charge pas : {reponse}")

    def _fait(self, action, message):
        """Agit avec le hasard de ce programme, que celui du corrigé ne doit pas déranger."""
        dehors = random.getstate()
        random.setstate(self._hasard)
        try:
            with contextlib.redirect_stdout(self._ouvrier.sortie):
                return action(message)
        finally:
            self._ouvrier.chaine.oublie()  # le correcteur n'a pas à connaître ces modules
            self._hasard = random.getstate()
            random.setstate(dehors)

    def lot(self, operations, debut, attendues, delai):
        message = {"debut": debut, "ops": operations, "attendues": attendues}
        reponse = self._fait(self._ouvrier.lot, message)
        return reponse["r"], reponse["appels"]

    def surveille(self, limite):
        """Nos programmes ne s'éternisent pas."""

    def ferme(self):
        """Rien à arrêter."""
