"""Les mutants du corrigé : chaque fonction, abîmée d'une façon à la fois, doit être refusée.

    python -m tests.autograder.mutants                 # tous les exercices (un quart d'heure)
    python -m tests.autograder.mutants tp6 tp1.coord   # un TP, un exercice

Un mutant est le corrigé où une seule chose a changé dans le corps d'un exercice : une comparaison,
une borne, une instruction ôtée, une grille prise pour une autre… La suite cachée doit le refuser,
quelle que soit la graine. Ceux que rien de promis ne distingue du corrigé sont dans
`equivalents.toml`, chacun avec la phrase qui les laisse libres.
"""

import ast
import contextlib
import copy
import functools
import multiprocessing
import os
import random
import resource
import signal
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from autograder.moteur.erreurs import Erreur, tomllib
from autograder.moteur.juge import Juge
from lessons.verificateur.source import trouve

GRAINES = (11, 12, 13)
CALCUL_MAX = 5  # secondes de calcul : au-delà, le mutant ne s'arrête pas, et c'est vu
MEMOIRE_MAX = 3 * 2**30
EQUIVALENTS = Path(__file__).with_name("equivalents.toml")
REFUSE, ACCEPTE = 0, 1
ATTRAPE, SURVIT, SELON = "attrapé", "survit", "selon la graine"

COMPARAISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
CALCULS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.FloorDiv, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
}  # fmt: skip
# Ce que l'on prend l'un pour l'autre : chaque nom est remplacé par les autres de son groupe.
FAMILLES = (
    ("xmax", "ymax"), ("x", "y"), ("dx", "dy"), ("colonne", "ligne"), ("min", "max"),
    ("any", "all"), ("taille_max", "taille_min"), ("taille_bateaux", "flotte_depart"),
    ("grille_suivi", "grille_adverse", "grille_joueur"), ("cases", "cases_adj"),
    ("start", "end"), ("queue", "liste_touches"), ("case_touchee", "case_courante"),
    ("joueur", "adversaire"), ("possibles", "possibles_case"), ("cases_jouees", "coules"),
    ("DROITE", "GAUCHE", "BAS", "HAUT"), ("HORIZONTAL", "VERTICAL", "TOUTES_DIR"),
    ("VIDE", "TOUCHEE", "MANQUEE"), ("TOUCHE", "MANQUE", "COULE"), ("DEJA_JOUE", "HORS_GRILLE"),
    ("RECHERCHE", "PONCAGE"), ("append", "remove"), ("ljust", "rjust"), ("upper", "lower"),
)  # fmt: skip
VOISINS = {nom: [n for n in famille if n != nom] for famille in FAMILLES for nom in famille}
COMMUTATIFS = ("max", "min", "update")  # échanger leurs arguments ne change rien
EMBALLAGES = ("list", "sorted", "set", "dict", "tuple", "reversed", "abs", "round", "int", "copie")


@dataclass(frozen=True)
class Mutant:
    """Le code d'un exercice où une ligne `avant` est devenue `apres` (la `rang`-ième du genre)."""

    exercice: str
    avant: str
    apres: str
    rang: int
    code: str

    @property
    def cle(self):
        return self.exercice, self.avant, self.apres, self.rang

    def __str__(self):
        suite = f"  (n° {self.rang})" if self.rang else ""
        return f"{self.exercice} : {self.avant or '∅'}  →  {self.apres or '∅'}{suite}"


# --- Abîmer ------------------------------------------------------------------------------


def autres(noeud):
    """[(nœud à remplacer, remplaçant)] : toutes les façons d'abîmer ce nœud de l'arbre."""
    genre = type(noeud).__name__
    return [*_SELON_LE_GENRE.get(genre, _rien)(noeud), *_condition(noeud)]


def _rien(noeud):
    return ()


def _compare(noeud):
    for operateur in noeud.ops:
        for genre in COMPARAISONS[type(operateur)]:
            yield operateur, genre()


def _et_ou(noeud):
    yield noeud.op, ast.Or() if isinstance(noeud.op, ast.And) else ast.And()
    for valeur in noeud.values:
        restes = [v for v in noeud.values if v is not valeur]
        yield noeud, restes[0] if len(restes) == 1 else ast.BoolOp(noeud.op, restes)


def _calcul(noeud):
    if type(noeud.op) in CALCULS:
        yield noeud.op, CALCULS[type(noeud.op)]()
    if isinstance(noeud.op, ast.Add | ast.Sub):
        yield noeud, noeud.left


def _signe(noeud):
    if isinstance(noeud.op, ast.Not | ast.USub):
        yield noeud, noeud.operand


def _constante(noeud):
    valeur = noeud.value
    if isinstance(valeur, bool):
        remplacants = [not valeur]
    elif isinstance(valeur, int):
        remplacants = [valeur + 1, valeur - 1]
    elif isinstance(valeur, float):
        remplacants = [2 * valeur]
    elif isinstance(valeur, str):
        remplacants = ["" if valeur else "X"]
    else:
        remplacants = []
    for remplacant in remplacants:
        yield noeud, ast.Constant(remplacant)


def _nom(noeud):
    for voisin in VOISINS.get(noeud.id, ()):
        yield noeud, ast.Name(voisin, noeud.ctx)


def _attribut(noeud):
    for voisin in VOISINS.get(noeud.attr, ()):
        yield noeud, ast.Attribute(noeud.value, voisin, noeud.ctx)
    if noeud.attr == "hasard" and isinstance(noeud.ctx, ast.Load):
        yield noeud, ast.parse("__import__('random')", mode="eval").body
    if noeud.attr == "choisit" and isinstance(noeud.ctx, ast.Load):
        yield noeud, ast.parse("lambda candidats: candidats[0]", mode="eval").body


def _appel(noeud):
    nom = getattr(noeud.func, "id", getattr(noeud.func, "attr", ""))
    if nom in EMBALLAGES and len(noeud.args) == 1:
        yield noeud, noeud.args[0]
    if nom == "copy" and isinstance(noeud.func, ast.Attribute) and not noeud.args:
        yield noeud, noeud.func.value
    if len(noeud.args) >= 2 and nom not in COMMUTATIFS:
        yield noeud, ast.Call(noeud.func, [noeud.args[1], noeud.args[0], *noeud.args[2:]], [])
    for mot in noeud.keywords:
        restes = [m for m in noeud.keywords if m is not mot]
        yield noeud, ast.Call(noeud.func, noeud.args, restes)


def _tranche(noeud):
    if isinstance(noeud.slice, ast.Slice):
        yield noeud, noeud.value


def _boucle(noeud):
    for bout in ("[1:]", "[:-1]"):
        gabarit = ast.parse(f"list(_){bout}", mode="eval").body
        gabarit.value.args = [noeud.iter]
        yield noeud.iter, gabarit
    if isinstance(noeud, ast.For):
        yield noeud, ast.Pass()


def _comprehension(noeud):
    yield from _boucle(noeud)
    for condition in noeud.ifs:
        yield condition, ast.Constant(True)


def _affectation(noeud):
    yield noeud, ast.Pass()


def _ajout(noeud):
    yield noeud, ast.Pass()
    yield noeud, ast.Assign([noeud.target], noeud.value, lineno=noeud.lineno)
    if type(noeud.op) in CALCULS:
        yield noeud.op, CALCULS[type(noeud.op)]()


def _instruction(noeud):
    yield noeud, ast.Pass()


def _renvoi(noeud):
    if noeud.value is None:
        yield noeud, ast.Pass()
    elif not (isinstance(noeud.value, ast.Constant) and noeud.value.value is None):
        yield noeud, ast.Return(ast.Constant(None))
        yield noeud, ast.Expr(noeud.value)


def _condition(noeud):
    if isinstance(noeud, ast.If | ast.IfExp):
        yield noeud.test, ast.Constant(True)
    if isinstance(noeud, ast.If | ast.IfExp | ast.While):
        yield noeud.test, ast.Constant(False)


_SELON_LE_GENRE = {
    "Compare": _compare, "BoolOp": _et_ou, "BinOp": _calcul, "UnaryOp": _signe,
    "Constant": _constante, "Name": _nom, "Attribute": _attribut, "Call": _appel,
    "Subscript": _tranche, "For": _boucle, "comprehension": _comprehension,
    "Assign": _affectation, "AugAssign": _ajout, "Expr": _instruction, "Raise": _instruction,
    "Break": _instruction, "Continue": _instruction, "Return": _renvoi,
}  # fmt: skip


def mutants(exercice, texte):
    """Tous les mutants de cet exercice, `texte` étant son module dans le corrigé."""
    fonction = copy.deepcopy(trouve(ast.parse(texte), exercice.cible)[-1])
    if ast.get_docstring(fonction) is not None:
        del fonction.body[0]
    _distingue_les_operateurs(fonction)
    origine = ast.unparse(fonction)
    vus, rangs = {origine}, Counter()
    for noeud in _noeuds(fonction):
        for ancien, nouveau in autres(noeud):
            mutee = copy.deepcopy(fonction, {id(ancien): nouveau})
            code = ast.unparse(ast.fix_missing_locations(mutee))
            if code in vus:
                continue
            vus.add(code)
            avant, apres = _difference(origine, code)
            yield Mutant(exercice.id, avant, apres, rangs[avant, apres], code)
            rangs[avant, apres] += 1


def _distingue_les_operateurs(fonction):
    """Un objet par opérateur : `ast` partage le même `+` entre toutes les additions."""
    for noeud in ast.walk(fonction):
        if hasattr(noeud, "op"):
            noeud.op = type(noeud.op)()
        if hasattr(noeud, "ops"):
            noeud.ops = [type(operateur)() for operateur in noeud.ops]


def _noeuds(fonction):
    """Les nœuds du corps, dans l'ordre du texte ; ni le prototype, ni les textes d'une erreur."""
    pile = [*reversed(fonction.body)]
    while pile:
        noeud = pile.pop()
        yield noeud
        if isinstance(noeud, ast.Raise):
            continue  # la phrase d'une erreur est libre
        pile.extend(reversed(list(ast.iter_child_nodes(noeud))))


def _difference(origine, code):
    """Ce qui sépare deux textes : (lignes d'avant, lignes d'après), sans leurs marges."""
    avant, apres = origine.split("\n"), code.split("\n")
    while avant and apres and avant[0] == apres[0]:
        del avant[0], apres[0]
    while avant and apres and avant[-1] == apres[-1]:
        del avant[-1], apres[-1]
    return tuple(" / ".join(ligne.strip() for ligne in lignes) for lignes in (avant, apres))


# --- Juger -------------------------------------------------------------------------------


@functools.cache
def juge():
    return Juge(delai=0.5)


def verdict(mutant, graines=GRAINES):
    """ATTRAPE, SURVIT, ou SELON s'il n'est refusé qu'avec certaines graines."""
    refus = set()
    for graine in graines:
        etat = _juge_a_part(mutant, graine)
        if os.WIFSIGNALED(etat):
            return ATTRAPE  # il ne s'arrête pas : inutile d'attendre encore
        refus.add(os.WEXITSTATUS(etat) == REFUSE)
    if len(refus) == 2:
        return SELON
    return ATTRAPE if refus == {True} else SURVIT


def _juge_a_part(mutant, graine):
    """L'état de fin d'un processus qui rend REFUSE ou ACCEPTE, et que le système peut arrêter."""
    fils = os.fork()
    if fils == 0:
        with contextlib.suppress(BaseException):
            _limite()
            os._exit(_passe(mutant, graine))
        os._exit(REFUSE)  # il s'est arrêté en route : c'est vu
    return os.waitpid(fils, 0)[1]


def _limite():
    resource.setrlimit(resource.RLIMIT_CPU, (CALCUL_MAX, CALCUL_MAX))
    resource.setrlimit(resource.RLIMIT_AS, (MEMOIRE_MAX, MEMOIRE_MAX))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    muet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(muet, 1)
    os.dup2(muet, 2)


def _passe(mutant, graine):
    """ACCEPTE si la suite ne trouve rien à redire au mutant, sinon REFUSE."""
    random.seed(graine)
    erreur = Erreur("mutant", mutant.exercice, "", mutant.code)
    trace = juge().reconnait.trace(erreur, graine)
    return REFUSE if any(texte.startswith("raté : ") for texte in trace) else ACCEPTE


def verdicts(liste, graines=GRAINES):
    """{mutant: verdict}, sur tous les cœurs."""
    juge()
    contexte = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=contexte) as equipe:
        rendus = equipe.map(functools.partial(verdict, graines=graines), liste, chunksize=8)
        return dict(zip(liste, rendus, strict=True))


# --- Compter -----------------------------------------------------------------------------


def lit_equivalents(chemin=EQUIVALENTS):
    """{clé d'un mutant: pourquoi rien de promis ne le distingue du corrigé}."""
    donnees = tomllib.loads(chemin.read_text(encoding="utf-8"))
    return {
        (e["exercice"], e["avant"], e["apres"], e.get("rang", 0)): e["raison"]
        for e in donnees.get("equivalent", [])
    }


def tous(choix=()):
    """Les mutants de ces exercices (« tp1 », « tp1.alpha »), ou de tous."""
    outil = juge()
    for exercice in outil.registre:
        noms = (exercice.id, f"tp{exercice.tp}")
        if not choix or any(nom in choix for nom in noms):
            yield from mutants(exercice, outil.corrige.textes[exercice.module])


def main(choix):
    equivalents = lit_equivalents()
    liste = [m for m in tous(choix) if m.cle not in equivalents]
    resultats = verdicts(liste)
    for mutant, conclusion in resultats.items():
        if conclusion != ATTRAPE:
            print(f"[{conclusion}] {mutant}")
    attrapes = sum(v == ATTRAPE for v in resultats.values())
    exclus = sum(m.cle in equivalents for m in tous(choix))
    print(f"{attrapes} attrapés sur {len(liste)} ; {exclus} équivalents mis à part.")
    return attrapes < len(liste)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
