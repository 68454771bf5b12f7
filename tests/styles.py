"""Des copies justes de tous les TP, écrites de façons très différentes.

    from tests.styles import STYLES, copie
    textes = copie("tout en while")

Chaque style part d'une copie juste (le corrigé, ou l'une des autres façons, toutes écrites à la
main) et la réécrit sur son arbre syntaxique : un autre élève, d'autres habitudes. Une copie de ce
genre a tous ses points, dans tous les modes : tout point perdu est un défaut du kit.
"""

import ast
import copy
import functools
import textwrap

from autograder.moteur.autrement import avec_codes, lit_autrement
from lessons.verificateur.source import FONCTIONS, corps_utile
from tests.copies import REGISTRE, RESOLUS

AUTREMENT = lit_autrement()
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


def depart(rang):
    """La copie de départ : le corrigé (None), ou la façon numéro `rang` de chaque exercice."""
    if rang is None:
        return dict(RESOLUS)
    codes = {i: liste[min(rang, len(liste) - 1)] for i, liste in AUTREMENT.items()}
    return avec_codes(RESOLUS, REGISTRE, codes)


# ----------------------------------------------------------------- outils


def code(texte):
    """Les instructions de ce texte."""
    return ast.parse(textwrap.dedent(texte)).body


def expression(texte, **noms):
    """L'expression de ce texte, où chaque nom de `noms` est remplacé par son expression."""
    arbre = ast.parse(texte, mode="eval").body
    return Remplace(noms).visit(arbre)


class Remplace(ast.NodeTransformer):
    """Remplace des noms par des expressions."""

    def __init__(self, noms):
        self.noms = noms

    def visit_Name(self, noeud):
        return copy.deepcopy(self.noms[noeud.id]) if noeud.id in self.noms else noeud


class Renomme(ast.NodeTransformer):
    """Renomme des variables."""

    def __init__(self, noms):
        self.noms = noms

    def visit_Name(self, noeud):
        noeud.id = self.noms.get(noeud.id, noeud.id)
        return noeud


def noms_lus(*noeuds):
    return {n.id for noeud in noeuds for n in ast.walk(noeud) if isinstance(n, ast.Name)}


def noms_ecrits(noeud):
    stockes = (n for n in ast.walk(noeud) if isinstance(n, ast.Name))
    return {n.id for n in stockes if not isinstance(n.ctx, ast.Load)}


def ajoute_en_tete(arbre, texte):
    """Ajoute ces lignes après la docstring et les imports du module."""
    rang = max(
        [r for r, n in enumerate(arbre.body) if isinstance(n, (ast.Import, ast.ImportFrom))],
        default=0,
    )
    arbre.body[rang + 1 : rang + 1] = code(texte)


class Style(ast.NodeTransformer):
    """Une façon d'écrire, module par module. `entete` : lignes ajoutées après les imports."""

    entete = ""

    def __init__(self):
        self.compte = 0

    def neuf(self, nom):
        """Un nom que personne n'a pris."""
        self.compte += 1
        return f"{nom}_{self.compte}"

    def reecrit(self, textes):
        return {module: self.module(texte) for module, texte in textes.items()}

    def module(self, texte):
        arbre = self.visit(ast.parse(texte))
        if self.entete:
            ajoute_en_tete(arbre, self.entete)
        return ast.unparse(ast.fix_missing_locations(arbre)) + "\n"


def style_de_fonction(transforme, entete=""):
    """Le style qui remplace chaque fonction `f` par `transforme(f)`."""

    class Fonctions(Style):
        def visit_FunctionDef(self, noeud):
            return transforme(noeud) or noeud

    Fonctions.entete = entete
    return Fonctions


def arguments_passes(fonction):
    """Les arguments d'un appel qui transmet tels quels ceux de la fonction."""
    args = fonction.args
    passes = [ast.Name(a.arg, ast.Load()) for a in [*args.posonlyargs, *args.args]]
    if args.vararg:
        passes.append(ast.Starred(ast.Name(args.vararg.arg, ast.Load()), ast.Load()))
    nommes = [ast.keyword(a.arg, ast.Name(a.arg, ast.Load())) for a in args.kwonlyargs]
    if args.kwarg:
        nommes.append(ast.keyword(None, ast.Name(args.kwarg.arg, ast.Load())))
    return passes, nommes


def sans_docstring(fonction):
    """(la docstring en liste, le reste du corps)."""
    utile = corps_utile(fonction)
    return fonction.body[: len(fonction.body) - len(utile)], utile


# ----------------------------------------------------------------- les boucles


class SansComprehension(Style):
    """`return [f(x) for x in t]` devient une boucle qui remplit une liste."""

    def visit_Return(self, noeud):
        return self._deroule(noeud) if isinstance(noeud.value, COMPREHENSIONS) else noeud

    def visit_Assign(self, noeud):
        dans_une_classe = getattr(self, "classe", False)
        simple = isinstance(noeud.value, COMPREHENSIONS) and not dans_une_classe
        return self._deroule(noeud) if simple else noeud

    def _deroule(self, noeud):
        comprehension, resultat = noeud.value, self.neuf("resultat")
        cibles = set().union(*(noms_ecrits(g.target) for g in comprehension.generators))
        noms = {nom: self.neuf(nom) for nom in sorted(cibles)}
        premier = copy.deepcopy(comprehension.generators[0].iter)
        comprehension = Renomme(noms).visit(comprehension)
        comprehension.generators[0].iter = premier
        if isinstance(comprehension, ast.DictComp):
            vide, ligne = "{}", f"{resultat}[CLE] = VALEUR"
            valeurs = {"CLE": comprehension.key, "VALEUR": comprehension.value}
        else:
            liste = isinstance(comprehension, ast.ListComp)
            vide = "[]" if liste else "set()"
            ligne = f"{resultat}.{'append' if liste else 'add'}(VALEUR)"
            valeurs = {"VALEUR": comprehension.elt}
        corps = [Remplace(valeurs).visit(n) for n in code(ligne)]
        for boucle in reversed(comprehension.generators):
            for condition in reversed(boucle.ifs):
                corps = [ast.If(condition, corps, [])]
            corps = [ast.For(boucle.target, boucle.iter, corps, [])]
        noeud.value = ast.Name(resultat, ast.Load())
        return [*code(f"{resultat} = {vide}"), *corps, noeud]


class ToutEnWhile(SansComprehension):
    """Ni `for` ni compréhension : des indices et des `while`."""

    def visit_For(self, noeud):
        noeud = self.generic_visit(noeud)
        sans_fin = noms_lus(noeud.iter) & {"count", "iter", "cycle", "itertools"}
        if noeud.orelse or sans_fin:
            return noeud
        liste, rang = self.neuf("liste"), self.neuf("i")
        debut = code(f"{liste} = list(ITERABLE)\n{rang} = 0")
        boucle = code(
            f"while {rang} < len({liste}):\n    CIBLE = {liste}[{rang}]\n    {rang} += 1"
        )[0]
        boucle.body[0].targets = [noeud.target]
        boucle.body += noeud.body
        return [Remplace({"ITERABLE": noeud.iter}).visit(debut[0]), debut[1], boucle]

    def _deroule(self, noeud):
        deroule = super()._deroule(noeud)
        return [m for n in deroule for m in _en_liste(self.visit_For(n) if _est_for(n) else n)]


def _est_for(noeud):
    return isinstance(noeud, ast.For)


def _en_liste(valeur):
    return valeur if isinstance(valeur, list) else [valeur]


class BoucleVraie(Style):
    """`while True` et `break`, partout."""

    def visit_While(self, noeud):
        noeud = self.generic_visit(noeud)
        if noeud.orelse:
            return noeud
        sortie = ast.If(ast.UnaryOp(ast.Not(), noeud.test), [ast.Break()], [])
        return ast.While(ast.Constant(True), [sortie, *noeud.body], [])


class Recursion(Style):
    """Une boucle devient une fonction récursive, qui coupe la liste en deux."""

    SORTIES = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)

    def visit_FunctionDef(self, noeud):
        boucles = [n for n in ast.walk(noeud) if _est_for(n)]
        a_part = [n for n in ast.walk(noeud) if isinstance(n, (*COMPREHENSIONS, ast.GeneratorExp))]
        dedans = {id(m) for n in [*boucles, *a_part] for m in ast.walk(n)}
        dehors = [m for m in ast.walk(noeud) if id(m) not in dedans]
        poses = {argument.arg for argument in noeud.args.args}
        poses |= {n.id for n in dehors if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        premieres = [n for n in boucles if not any(n in ast.walk(m) for m in boucles if m is not n)]
        for boucle in premieres:
            self._prepare(boucle, noeud, poses)
        return self.generic_visit(noeud)

    def _prepare(self, boucle, fonction, poses):
        """Note sur la boucle ce qu'elle partage avec le reste, si elle peut devenir récursive."""
        autres = {id(n) for n in ast.walk(boucle)}
        lus = {n.id for n in ast.walk(fonction) if isinstance(n, ast.Name) and id(n) not in autres}
        ecrits = noms_ecrits(boucle)
        sort = any(isinstance(n, self.SORTIES) for n in ast.walk(boucle))
        if not sort and not boucle.orelse and not (ecrits & lus) - poses:
            boucle.partages = sorted(ecrits & poses)

    def visit_For(self, noeud):
        if not hasattr(noeud, "partages"):
            return self.generic_visit(noeud)
        parcours, reste = self.neuf("parcours"), self.neuf("reste")
        definition, appel = code(
            f"""
            def {parcours}({reste}):
                if len({reste}) > 1:
                    {parcours}({reste}[:len({reste}) // 2])
                    {parcours}({reste}[len({reste}) // 2:])
                elif len({reste}) == 1:
                    CIBLE = {reste}[0]
            {parcours}(list(ITERABLE))
            """
        )
        seule = definition.body[0].orelse[0]
        seule.body[0].targets = [noeud.target]
        seule.body += noeud.body
        if noeud.partages:
            definition.body.insert(0, ast.Nonlocal(noeud.partages))
        return [definition, Remplace({"ITERABLE": noeud.iter}).visit(appel)]


class Produit(Style):
    """Deux boucles emboîtées n'en font qu'une, avec itertools.product."""

    entete = "import itertools"

    def visit_For(self, noeud):
        noeud = self.generic_visit(noeud)
        if len(noeud.body) != 1 or not _est_for(noeud.body[0]):
            return noeud
        dedans = noeud.body[0]
        fixe = not noms_lus(dedans.iter) & (
            noms_ecrits(noeud.target) | noms_ecrits(ast.Module(dedans.body, []))
        )
        sans_appel = not any(
            isinstance(n, ast.Call) and not _est_range(n) for n in ast.walk(dedans.iter)
        )
        if noeud.orelse or dedans.orelse or not (fixe and sans_appel):
            return noeud
        if any(isinstance(n, ast.Break) for n in ast.walk(dedans)):
            return noeud
        cible = ast.Tuple([noeud.target, dedans.target], ast.Store())
        produit = expression("itertools.product(A, B)", A=noeud.iter, B=dedans.iter)
        return ast.For(cible, produit, dedans.body, [])


def _est_range(appel):
    return isinstance(appel.func, ast.Name) and appel.func.id == "range"


# ----------------------------------------------------------------- les expressions


class Fonctionnel(Style):
    """map, filter et lambda à la place des compréhensions."""

    def _en_map(self, noeud, elements):
        boucle = noeud.generators[0]
        if len(noeud.generators) > 1 or any(isinstance(n, ast.Lambda) for n in ast.walk(noeud)):
            return None
        un = self.neuf("e")
        places = dict(self._places(boucle.target, ast.Name(un, ast.Load())))
        parcouru = boucle.iter
        for condition in boucle.ifs:
            test = Remplace(places).visit(condition)
            parcouru = expression(
                f"filter(lambda {un}: TEST, ITERABLE)", TEST=test, ITERABLE=parcouru
            )
        rendu = Remplace(places).visit(elements)
        return expression(f"map(lambda {un}: RENDU, ITERABLE)", RENDU=rendu, ITERABLE=parcouru)

    def _places(self, cible, valeur):
        if isinstance(cible, ast.Name):
            yield cible.id, valeur
        for rang, element in enumerate(getattr(cible, "elts", ())):
            morceau = ast.Subscript(valeur, ast.Constant(rang), ast.Load())
            yield from self._places(element, morceau)

    def _enveloppe(self, noeud, elements, nom):
        noeud = self.generic_visit(noeud)
        transforme = self._en_map(noeud, elements)
        if transforme is None:
            return noeud
        return expression(f"{nom}(VALEURS)", VALEURS=transforme) if nom else transforme

    def visit_ListComp(self, noeud):
        return self._enveloppe(noeud, noeud.elt, "list")

    def visit_SetComp(self, noeud):
        return self._enveloppe(noeud, noeud.elt, "set")

    def visit_GeneratorExp(self, noeud):
        return self._enveloppe(noeud, noeud.elt, "")

    def visit_DictComp(self, noeud):
        couple = ast.Tuple([noeud.key, noeud.value], ast.Load())
        return self._enveloppe(noeud, couple, "dict")


class Operateurs(Style):
    """Le module operator à la place des signes."""

    entete = "import operator"
    BINAIRES = {
        ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv",
        ast.Div: "truediv", ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le",
        ast.Gt: "gt", ast.GtE: "ge", ast.Is: "is_", ast.IsNot: "is_not",
    }  # fmt: skip

    def visit_BinOp(self, noeud):
        noeud = self.generic_visit(noeud)
        return self._appel(noeud.op, noeud.left, noeud.right) or noeud

    def visit_Compare(self, noeud):
        noeud = self.generic_visit(noeud)
        if len(noeud.ops) > 1:
            return noeud
        if isinstance(noeud.ops[0], ast.In):
            return expression("operator.contains(B, A)", A=noeud.left, B=noeud.comparators[0])
        return self._appel(noeud.ops[0], noeud.left, noeud.comparators[0]) or noeud

    def visit_If(self, noeud):
        principal = isinstance(noeud.test, ast.Compare) and "__name__" in noms_lus(noeud.test)
        return noeud if principal else self.generic_visit(noeud)

    def _appel(self, signe, a, b):
        nom = self.BINAIRES.get(type(signe))
        return expression(f"operator.{nom}(A, B)", A=a, B=b) if nom else None


class SansFString(Style):
    """La méthode format à la place des f-strings."""

    def visit_JoinedStr(self, noeud):
        arguments = []
        modele = self._modele(noeud.values, arguments)
        appel = expression("MODELE.format()", MODELE=ast.Constant(modele))
        appel.args = arguments
        return appel

    def _modele(self, morceaux, arguments):
        texte = ""
        for morceau in morceaux:
            if isinstance(morceau, ast.Constant):
                texte += morceau.value.replace("{", "{{").replace("}", "}}")
                continue
            arguments.append(self.visit(morceau.value))
            conversion = f"!{chr(morceau.conversion)}" if morceau.conversion > 0 else ""
            suite = morceau.format_spec.values if morceau.format_spec else []
            precision = ":" + self._modele(suite, arguments) if suite else ""
            texte += "{" + conversion + precision + "}"
        return texte


class FString(Style):
    """Des f-strings là où il y avait str() et des sommes de textes."""

    def visit_Call(self, noeud):
        noeud = self.generic_visit(noeud)
        texte = isinstance(noeud.func, ast.Name) and noeud.func.id == "str"
        if texte and len(noeud.args) == 1 and not isinstance(noeud.args[0], ast.Starred):
            return ast.JoinedStr([ast.FormattedValue(noeud.args[0], -1)])
        return noeud


class CasesNommees(Style):
    """Les couples sont des namedtuple."""

    entete = "from collections import namedtuple\n\nCase = namedtuple('Case', 'x y')"

    def visit_Tuple(self, noeud):
        noeud = self.generic_visit(noeud)
        etoile = any(isinstance(n, ast.Starred) for n in noeud.elts)
        if len(noeud.elts) != 2 or etoile or not isinstance(noeud.ctx, ast.Load):
            return noeud
        return expression("Case(A, B)", A=noeud.elts[0], B=noeud.elts[1])


class DictionnairesOrdonnes(Style):
    """Tous les dictionnaires sont des OrderedDict."""

    entete = "from collections import OrderedDict"

    def visit_Dict(self, noeud):
        return expression("OrderedDict(D)", D=self.generic_visit(noeud))

    visit_DictComp = visit_Dict


class Ensembles(Style):
    """On cherche dans un ensemble plutôt que dans une liste."""

    LISTES = {"vides", "queue", "cases_jouees", "coules", "liste_touches", "cases"}

    def visit_Compare(self, noeud):
        noeud = self.generic_visit(noeud)
        dernier = noeud.comparators[-1]
        cherche = isinstance(noeud.ops[-1], (ast.In, ast.NotIn))
        if cherche and getattr(dernier, "attr", "") in self.LISTES:
            noeud.comparators[-1] = expression("frozenset(L)", L=dernier)
        return noeud


# ----------------------------------------------------------------- les conditions


class Filtrage(Style):
    """match à la place de if."""

    def visit_If(self, noeud):
        if "__name__" in noms_lus(noeud.test):
            return noeud
        noeud = self.generic_visit(noeud)
        modele = code("match bool(TEST):\n    case True:\n        pass\n    case _:\n        pass")[
            0
        ]
        modele.subject = expression("bool(TEST)", TEST=noeud.test)
        modele.cases[0].body = noeud.body
        modele.cases[1].body = noeud.orelse or [ast.Pass()]
        return modele


class SiInverse(Style):
    """Le « sinon » d'abord, et ... à la place de pass."""

    def visit_If(self, noeud):
        if "__name__" in noms_lus(noeud.test):
            return noeud
        noeud = self.generic_visit(noeud)
        rien = ast.Expr(ast.Constant(...))
        return ast.If(ast.UnaryOp(ast.Not(), noeud.test), noeud.orelse or [rien], noeud.body)


class Ternaire(Style):
    """`return a if c else b`, et ce qui suit un return gardé dessous."""

    def visit_FunctionDef(self, noeud):
        noeud = self.generic_visit(noeud)
        if len(noeud.body) > 1 and isinstance(noeud.body[-2], ast.If):
            si, fin = noeud.body[-2:]
            rend = len(si.body) == 1 and isinstance(si.body[0], ast.Return) and not si.orelse
            if rend and isinstance(fin, ast.Return) and fin.value and si.body[0].value:
                ternaire = ast.IfExp(si.test, si.body[0].value, fin.value)
                noeud.body[-2:] = [ast.Return(ternaire)]
        if isinstance(noeud.body[-1], ast.Return):
            noeud.body += code("raise NotImplementedError('le reste du squelette')\nx = ...")
        return noeud


class Morse(Style):
    """L'opérateur := dès que possible."""

    def generic_visit(self, noeud):
        noeud = super().generic_visit(noeud)
        for champ in ("body", "orelse"):
            bloc = getattr(noeud, champ, None)
            if isinstance(bloc, list) and not isinstance(noeud, (ast.Module, ast.ClassDef)):
                setattr(noeud, champ, self._bloc(bloc))
        return noeud

    def _bloc(self, bloc):
        rang = 0
        while rang + 1 < len(bloc):
            if self._marie(bloc[rang], bloc[rang + 1]):
                del bloc[rang]
            else:
                rang += 1
        return bloc

    def _marie(self, pose, suite):
        simple = isinstance(pose, ast.Assign) and len(pose.targets) == 1
        if not simple or not isinstance(pose.targets[0], ast.Name):
            return False
        morse = ast.NamedExpr(pose.targets[0], pose.value)

        def est_lui(noeud):
            return isinstance(noeud, ast.Name) and noeud.id == pose.targets[0].id

        if isinstance(suite, ast.Return) and suite.value and est_lui(suite.value):
            suite.value = morse
        elif isinstance(suite, ast.If) and est_lui(suite.test):
            suite.test = morse
        elif isinstance(suite, ast.If) and est_lui(getattr(suite.test, "left", None)):
            suite.test.left = morse
        else:
            return False
        return True


# ----------------------------------------------------------------- les noms et les types


class Noms(Style):
    """Renomme les variables locales, fonction par fonction ; les paramètres gardent leur nom."""

    def nom(self, ancien, rang):
        raise NotImplementedError

    def module(self, texte):
        self.pris = noms_lus(ast.parse(texte))
        return super().module(texte)

    def visit_FunctionDef(self, noeud):
        params = {a.arg for n in ast.walk(noeud) for a in [n] if isinstance(a, ast.arg)}
        interieures = {n.name for n in ast.walk(noeud) if isinstance(n, FONCTIONS)}
        partages = {
            nom
            for n in ast.walk(noeud)
            if isinstance(n, (ast.Global, ast.Nonlocal))
            for nom in n.names
        }
        locaux = sorted(noms_ecrits(noeud) - params - interieures - partages)
        noms = {}
        for rang, ancien in enumerate(locaux):
            nouveau = self.nom(ancien, rang)
            while nouveau in self.pris:
                nouveau += "_"
            noms[ancien] = nouveau
        return Renomme(noms).visit(noeud)


class Accents(Noms):
    """Des noms de variables français, avec leurs accents."""

    def nom(self, ancien, rang):
        return f"{ancien}_{('élève', 'été', 'forêt', 'çà', 'où', 'naïve')[rang % 6]}"


class UneLettre(Noms):
    """Des noms d'une lettre."""

    def nom(self, ancien, rang):
        return "abcdefghijkmnopqrstuvwxyz"[rang % 25]


class Types(Style):
    """Des annotations partout."""

    entete = "from typing import Any, Dict, List, Optional, Tuple"

    def visit_FunctionDef(self, noeud):
        noeud = self.generic_visit(noeud)
        for argument in noeud.args.args:
            if argument.arg not in ("self", "cls"):
                argument.annotation = expression("Optional[Tuple[int, ...]]")
        noeud.returns = expression("'Dict[Any, List[Any]] | None'")
        return noeud

    def visit_Assign(self, noeud):
        if len(noeud.targets) == 1 and isinstance(noeud.targets[0], ast.Name):
            return ast.AnnAssign(noeud.targets[0], expression("Any"), noeud.value, 1)
        return noeud


# ----------------------------------------------------------------- les fonctions


def _emboitee(fonction):
    """Le corps est dans une fonction intérieure, que l'autre appelle."""
    doc, corps = sans_docstring(fonction)
    if not corps:
        return
    dedans = code("def interieur():\n    pass")[0]
    dedans.args, dedans.body = copy.deepcopy(fonction.args), corps
    passes, nommes = arguments_passes(fonction)
    appel = ast.Call(ast.Name("interieur", ast.Load()), passes, nommes)
    fonction.body = [*doc, dedans, ast.Return(appel)]


def _decoree(fonction):
    fonction.decorator_list.append(ast.Name("bavarde", ast.Load()))


def _comptee(fonction):
    doc, corps = sans_docstring(fonction)
    fonction.body = [*doc, *code("global APPELS\nAPPELS += 1"), *corps]


class Generateurs(Style):
    """Des générateurs, changés en listes au dernier moment."""

    def visit_ListComp(self, noeud):
        noeud = self.generic_visit(noeud)
        return expression("[*G]", G=ast.GeneratorExp(noeud.elt, noeud.generators))

    def visit_Return(self, noeud):
        if not isinstance(noeud.value, ast.ListComp):
            return self.generic_visit(noeud)
        produit = self.neuf("produit")
        corps = [ast.Expr(ast.Yield(noeud.value.elt))]
        for boucle in reversed(noeud.value.generators):
            for condition in reversed(boucle.ifs):
                corps = [ast.If(condition, corps, [])]
            corps = [ast.For(boucle.target, boucle.iter, corps, [])]
        dedans, rendu = code(f"def {produit}():\n    pass\nreturn list({produit}())")
        dedans.body = corps
        return [dedans, rendu]


class Lambdas(Style):
    """Ce qui tient en une expression est une lambda, fonction ou méthode."""

    def visit_FunctionDef(self, noeud):
        _, corps = sans_docstring(noeud)
        rendu = corps[0] if len(corps) == 1 else None
        if not isinstance(rendu, ast.Return) or rendu.value is None or noeud.decorator_list:
            return noeud
        if {"super", "__class__"} & noms_lus(noeud):
            return noeud
        return ast.Assign([ast.Name(noeud.name, ast.Store())], ast.Lambda(noeud.args, rendu.value))


class Memoire(Style):
    """functools.lru_cache sur les fonctions pures, et partial."""

    entete = "from functools import lru_cache"
    PURES = {"alpha", "coord", "symbole", "centre", "calcule_end", "fusion", "boite", "est_noire"}

    def visit_FunctionDef(self, noeud):
        if noeud.name in self.PURES and (not noeud.args.args or noeud.args.args[0].arg != "self"):
            noeud.decorator_list.append(expression("lru_cache(maxsize=None)"))
        return noeud


# ----------------------------------------------------------------- les classes et les modules


class Meres(Style):
    """Chaque classe hérite d'une classe du même fichier, qui a toutes les méthodes."""

    def visit_ClassDef(self, noeud):
        fille = code(f"class {noeud.name}(Base{noeud.name}):\n    pass")[0]
        noeud.name = f"Base{noeud.name}"
        return [noeud, fille]


class MethodesPosees(Style):
    """Les méthodes sont des fonctions du module, nommées dans la classe."""

    def visit_ClassDef(self, noeud):
        dehors, dedans = [], []
        for membre in noeud.body:
            if isinstance(membre, ast.FunctionDef) and "super" not in noms_lus(membre):
                nom, membre.name = membre.name, f"_{noeud.name}_{membre.name}"
                dehors.append(membre)
                dedans += code(f"{nom} = {membre.name}")
            else:
                dedans.append(membre)
        noeud.body = dedans
        return [*dehors, noeud]


class SousCondition(Style):
    """Tout est défini dans un if ou un try."""

    def visit_Module(self, noeud):
        corps = []
        for rang, instruction in enumerate(noeud.body):
            if isinstance(instruction, ast.ClassDef):
                instruction.body = [self._enferme(n, r) for r, n in enumerate(instruction.body)]
            corps.append(self._enferme(instruction, rang))
        noeud.body = corps
        return noeud

    def _enferme(self, noeud, rang):
        if not isinstance(noeud, (*FONCTIONS, ast.ClassDef)):
            return noeud
        if rang % 2:
            return ast.If(ast.Constant(True), [noeud], [])
        modele = code("try:\n    pass\nexcept NameError:\n    raise")[0]
        modele.body = [noeud]
        return modele


class ModuleASoi(Style):
    """Tout est dans un module de l'élève ; le fichier du TP l'importe."""

    def reecrit(self, textes):
        nouveaux = {}
        for module, texte in textes.items():
            if module.startswith("tp"):
                nouveaux[f"mon_{module}"] = texte
                nouveaux[module] = f"from mon_{module} import *\n"
            else:
                nouveaux[module] = texte
        return nouveaux


class FonctionsASoi(Style):
    """Les fonctions qui ne se servent d'aucune classe sont dans un module de l'élève."""

    def reecrit(self, textes):
        nouveaux = dict(textes)
        for module, texte in textes.items():
            if module.startswith("tp"):
                arbre = ast.parse(texte)
                prises = [
                    n for n in arbre.body if isinstance(n, FONCTIONS) and self._seule(n, arbre)
                ]
                if prises:
                    imports = [n for n in arbre.body if isinstance(n, (ast.Import, ast.ImportFrom))]
                    annexe = ast.Module([*imports, *prises], [])
                    nouveaux[f"outils_{module}"] = ast.unparse(annexe) + "\n"
                    noms = ", ".join(n.name for n in prises)
                    gardes = [n for n in arbre.body if n not in prises]
                    arbre = ast.Module(gardes, [])
                    ajoute_en_tete(arbre, f"from outils_{module} import {noms}")
                    nouveaux[module] = ast.unparse(arbre) + "\n"
        return nouveaux

    def _seule(self, fonction, arbre):
        siens = {n.name for n in arbre.body if isinstance(n, (*FONCTIONS, ast.ClassDef))}
        siens |= {nom for n in arbre.body if isinstance(n, ast.Assign) for nom in noms_ecrits(n)}
        return not noms_lus(fonction) & siens


class Bavard(Style):
    """Des méthodes, attributs de classe et propriétés en plus, une trace dans le constructeur."""

    AJOUTS = """
        couleur = "bleu"
        compteur: int = 0

        @property
        def nombre_d_attributs(self):
            return len(self.journal_intime)

        @classmethod
        def fabrique(cls, *args):
            return cls(*args)

        @staticmethod
        def dis(*mots):
            return " ".join(mots)

        def __repr__(self):
            return f"<{type(self).__name__}>"
    """

    def visit_ClassDef(self, noeud):
        for membre in noeud.body:
            if isinstance(membre, ast.FunctionDef) and membre.name == "__init__":
                doc, corps = sans_docstring(membre)
                membre.body = [*doc, *code("self.journal_intime = ['né']"), *corps]
        noeud.body += code(self.AJOUTS)
        return noeud


# ----------------------------------------------------------------- à la main


GRILLE_MIROIR = {
    "tp1.reinit": """
def reinit(self):
    self.matrice = [[VIDE] * self.ymax for _ in range(self.xmax)]
    self.etat = defaultdict(int)
    for x, colonne in enumerate(self.matrice):
        for y, valeur in enumerate(colonne):
            self.etat[x, y] = valeur
    self.vides = [*self.etat.keys()]
    self.remet_flotte()
""",
    "tp1.update_vides": """
def update_vides(self):
    for (x, y), valeur in self.etat.items():
        self.matrice[x][y] = valeur
    self.vides = [
        (x, y)
        for x, colonne in enumerate(self.matrice)
        for y, valeur in enumerate(colonne)
        if not valeur
    ]
""",
    "tp1.fini": """
def fini(self):
    return Counter(self.etat.values())[TOUCHEE] == self.somme_taille
""",
}
BATEAU = '''
@dataclass
class Bateau:
    """Un bateau, dont tout se calcule quand on le demande."""

    taille: int
    start: tuple
    sens: tuple
    couleur: str = "gris"
    impacts: list = field(default_factory=list)

    @property
    def end(self):
        return calcule_end(self.taille, self.start, self.sens)

    @property
    def cases(self):
        return calcule_cases(self.taille, self.start, self.sens)

    @property
    def cases_adj(self):
        return calcule_cases_adj(self.cases)
'''


class Donnees(Style):
    """Une matrice en miroir, defaultdict et Counter, un Bateau en dataclass à propriétés."""

    def reecrit(self, textes):
        textes = avec_codes(textes, REGISTRE, GRILLE_MIROIR)
        nouveaux = {module: self.module(texte) for module, texte in textes.items()}
        imports = (
            "from collections import Counter, defaultdict\nfrom dataclasses import dataclass, field"
        )
        for module in ("tp1_grille", "tp2_placement"):
            arbre = ast.parse(nouveaux[module])
            ajoute_en_tete(arbre, imports)
            nouveaux[module] = ast.unparse(arbre) + "\n"
        return nouveaux

    def visit_ClassDef(self, noeud):
        return code(BATEAU) if noeud.name == "Bateau" else noeud


# ----------------------------------------------------------------- la table

BAVARDE = """
from functools import wraps

def bavarde(f):
    @wraps(f)
    def enveloppe(*args, **options):
        return f(*args, **options)
    return enveloppe
"""
Emboitees = style_de_fonction(_emboitee)
Decorees = style_de_fonction(_decoree, BAVARDE)
Comptees = style_de_fonction(_comptee, "APPELS = 0")

STYLES = {  # nom: (rang de la copie de départ, réécritures)
    "autrement": (0, []),
    "encore autrement": (1, []),
    "tout en while": (None, [ToutEnWhile]),
    "tout en while, autrement": (0, [ToutEnWhile, UneLettre]),
    "while True et break": (1, [SansComprehension, BoucleVraie]),
    "récursion": (None, [SansComprehension, Recursion]),
    "récursion, autrement": (0, [Recursion]),
    "itertools": (0, [Produit]),
    "fonctionnel": (None, [Fonctionnel]),
    "fonctionnel, autrement": (0, [Fonctionnel, Lambdas]),
    "operator": (0, [Operateurs]),
    "sans f-string": (None, [SansFString, SiInverse]),
    "f-strings": (0, [FString]),
    "cases nommées": (None, [CasesNommees]),
    "cases nommées, autrement": (1, [CasesNommees, Accents]),
    "OrderedDict": (0, [DictionnairesOrdonnes]),
    "ensembles": (None, [Ensembles, Morse]),
    "match": (0, [Filtrage]),
    "si inversés, points de suspension": (1, [SiInverse]),
    "ternaires, squelette sous le return": (0, [Ternaire]),
    "opérateur :=": (0, [Morse]),
    "accents": (0, [Accents]),
    "une lettre": (None, [UneLettre]),
    "annotations": (0, [Types]),
    "fonctions emboîtées": (0, [Emboitees]),
    "décorateurs": (0, [Decorees]),
    "variables globales": (None, [Comptees]),
    "générateurs": (0, [Generateurs]),
    "lambdas": (0, [Lambdas]),
    "lru_cache": (0, [Memoire]),
    "classes mères": (0, [Meres]),
    "méthodes posées": (0, [MethodesPosees]),
    "sous condition": (0, [SousCondition]),
    "module à soi": (0, [ModuleASoi]),
    "fonctions à soi": (None, [FonctionsASoi]),
    "bavard": (0, [Bavard]),
    "dataclass, miroir, Counter": (None, [Donnees]),
    "débutant": (1, [ToutEnWhile, SiInverse, SansFString, Comptees]),
    "expert": (None, [Fonctionnel, Ternaire, Types, Decorees, Meres]),
}


@functools.cache
def copie(nom):
    """{module: texte} de la copie écrite dans ce style."""
    rang, reecritures = STYLES[nom]
    textes = depart(rang)
    for reecriture in reecritures:
        donnes = {m: t for m, t in textes.items() if m.startswith("bn_")}
        textes = {
            **reecriture().reecrit({m: t for m, t in textes.items() if m not in donnes}),
            **donnes,
        }
    return textes
