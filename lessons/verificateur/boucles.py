"""Une boucle peut-elle finir ? Ce qu'en disent ensemble son texte et les photos de l'autopsie.

Une boucle lente mais bornée ne doit jamais être dite sans fin. On ne l'affirme que si tout ce
dont dépend la sortie (la condition, les `break`, et ce qui sert à calculer leurs variables) est
resté le même d'un tour au suivant, ou n'est écrit nulle part dans la boucle. Une erreur de Python
peut toujours l'interrompre : on ne parle que de la boucle elle-même.
"""

import ast

from .source import BLOCS

# Appels qui ne changent rien à ce qu'on leur donne.
PURES = {
    "abs", "bool", "dict", "divmod", "enumerate", "float", "int", "len", "list", "max", "min",
    "print", "range", "round", "set", "sorted", "str", "sum", "tuple", "zip",
}  # fmt: skip
# Ce qu'un `for` parcourt jusqu'au bout, quoi qu'il arrive.
FINIES = {
    "range", "enumerate", "zip", "sorted", "list", "tuple", "set", "reversed", "items", "keys",
    "values", "sample", "split",
}  # fmt: skip
ILLIMITEES = {"count", "cycle"}  # … et sans fin, si elles viennent d'itertools
AJOUTS = {"append", "insert"}
SORTIES = (ast.Return, ast.Raise, ast.Break)
SUSPENSIONS = (ast.Yield, ast.YieldFrom, ast.Await)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)
NEUVES = (ast.List, ast.Set, ast.Dict, *COMPREHENSIONS)  # une collection que nul autre ne connaît
INCONNU = "…"  # ce qui décide d'un `except` ne se lit pas dans le texte


def noms(expression):
    """Noms lus dans une expression : `x`, et `self.x` pour un attribut de self."""
    return {nom for nom in map(nom_de, ast.walk(expression)) if nom}


def nom_de(noeud):
    """« x » ou « self.x » ; None pour tout autre morceau de code."""
    if isinstance(noeud, ast.Name) and noeud.id != "self":
        return noeud.id
    if isinstance(noeud, ast.Attribute) and getattr(noeud.value, "id", "") == "self":
        return "self." + noeud.attr
    return None


def appelee(appel):
    """Nom de la fonction ou de la méthode d'un appel, ou ""."""
    return getattr(appel.func, "attr", getattr(appel.func, "id", ""))


def entete(boucle):
    """Ce dont dépend un tour de plus : la condition d'un while, ce que parcourt un for."""
    return boucle.test if isinstance(boucle, ast.While) else boucle.iter


# ----------------------------------------------------------------- quelle boucle accuser


def accusee(arbre, lignes, releve):
    """La boucle à accuser, parmi celles qui contiennent toutes ces lignes, ou None.

    De l'intérieur vers l'extérieur, la première qui peut ne pas finir ; à défaut, un for sur une
    fonction inconnue ; sinon la plus grande. `releve` : voir `autopsie.Releve`.
    """
    autour = [
        noeud
        for noeud in ast.walk(arbre)
        if isinstance(noeud, (ast.While, ast.For))
        and noeud.lineno <= min(lignes)
        and max(lignes) <= noeud.body[-1].end_lineno
    ]
    autour.sort(key=lambda noeud: (-noeud.lineno, -noeud.col_offset))
    durent = [b for b in autour if _peut_durer(b, arbre, releve)]
    durent += [b for b in autour if isinstance(b, ast.For) and _parcourt_inconnue(b)]
    return (durent + autour[-1:] + [None])[0]


def _peut_durer(boucle, arbre, releve):
    """True si rien, dans les photos, n'annonce la fin de cette boucle.

    Un `while` finit si une variable de sa condition repart en arrière : il a été recommencé. Un
    `for` ne dure que si ce qu'il parcourt s'allonge, ou n'a pas de fin.
    """
    if isinstance(boucle, ast.While):
        return not any(releve.repart(nom) for nom in noms(boucle.test))
    return _illimitee(boucle.iter, arbre) or allonge(boucle, releve)


def _parcourt_inconnue(boucle):
    return isinstance(boucle.iter, ast.Call) and appelee(boucle.iter) not in FINIES


def _illimitee(parcours, arbre):
    """True pour un appel de count ou de cycle, quand c'est bien celui d'itertools."""
    if not isinstance(parcours, ast.Call) or appelee(parcours) not in ILLIMITEES:
        return False
    if isinstance(parcours.func, ast.Attribute):
        return getattr(parcours.func.value, "id", "") == "itertools"
    return any(
        isinstance(noeud, ast.ImportFrom)
        and noeud.module == "itertools"
        and parcours.func.id in [alias.asname or alias.name for alias in noeud.names]
        for noeud in ast.walk(arbre)
    )


def allonge(boucle, releve):
    """True si l'on a vu s'allonger la liste que ce for parcourt, et qu'il a pu l'allonger."""
    nom = nom_de(entete(boucle))
    if not isinstance(boucle, ast.For) or nom not in releve.allongees:
        return False
    instructions = Lecteur(boucle, releve).instructions(boucle.body)
    return any(nom in i.ecrits or i.obscure for i in instructions)


# ----------------------------------------------------------------- peut-elle finir


def sans_fin(boucle, arbre, lignes, releve):
    """True si cette boucle ne peut pas finir ; `lignes` : où elle en était, photo par photo."""
    if _attend_une_erreur(boucle, arbre):
        return False
    lecteur = Lecteur(boucle, releve)
    instructions = list(lecteur.instructions(boucle.body))
    if isinstance(boucle, ast.While):
        test = Instruction([boucle.test], (), lecteur)
        return not test.obscure and _sans_issue(boucle, test.lus, instructions, lignes, releve)
    if _illimitee(boucle.iter, arbre):
        return _sans_issue(boucle, set(), instructions, lignes, releve)
    return _grandit_a_chaque_tour(boucle, instructions, releve)


def _attend_une_erreur(boucle, arbre):
    """True si la boucle est dans un try : une erreur peut être ce qui doit l'arrêter."""
    return any(
        isinstance(noeud, ast.Try)
        and noeud.handlers
        and noeud.body[0].lineno <= boucle.lineno <= noeud.body[-1].end_lineno
        for noeud in ast.walk(arbre)
    )


def _sans_issue(boucle, controles, instructions, lignes, releve):
    """True si rien ne peut changer ce qui décide de rester dans la boucle."""
    sorties = [i for i in instructions if i.sortie]
    if any(not sortie.lus or sortie.obscure for sortie in sorties):
        return False
    utiles = _cloture(controles.union(*(s.lus for s in sorties)), instructions)
    if utiles is None or not utiles <= set(releve.fixes):
        return False
    if any(i.obscure for i in instructions) and not utiles <= releve.simples:
        return False
    ecrite = any(utiles & i.ecrits for i in instructions)
    return not (sorties or ecrite) or _tourne(boucle, lignes)


def _cloture(utiles, instructions):
    """Tous les noms dont dépendent les noms `utiles` ; None si un appel inconnu en décide."""
    while True:
        ecrivent = [i for i in instructions if i.ecrits & utiles]
        if any(i.obscure for i in ecrivent):
            return None
        suivants = utiles.union(*(i.lus for i in ecrivent))
        if suivants == utiles:
            return utiles
        utiles = suivants


def _tourne(boucle, lignes):
    """True si deux photos sont en tête de boucle : un tour au moins s'est fait entre les deux.

    On ne sait pas le dire si le corps est sur la même ligne, ou si l'en-tête peut durer.
    """
    tete = entete(boucle)
    longue = any(isinstance(n, (*COMPREHENSIONS, ast.GeneratorExp)) for n in ast.walk(tete))
    if longue or boucle.body[0].lineno <= tete.end_lineno:
        return False
    return sum(boucle.lineno <= ligne <= tete.end_lineno for ligne in lignes) > 1


def _grandit_a_chaque_tour(boucle, instructions, releve):
    """True si chaque tour de ce for ajoute un élément à la liste parcourue, sans rien en ôter."""
    nom = nom_de(boucle.iter)
    if nom not in releve.allongees or any(i.sortie or i.obscure for i in instructions):
        return False
    noeuds = list(ast.walk(boucle))
    if any(isinstance(noeud, ast.Continue) for noeud in noeuds):
        return False
    ajouts = sum(_ajoute_a(noeud, nom) for noeud in noeuds)
    ecritures = sum(nom in i.ecrits for i in instructions)
    return ajouts == ecritures and any(_ajoute_a(noeud, nom) for noeud in boucle.body)


def _ajoute_a(noeud, nom):
    appel = noeud.value if isinstance(noeud, ast.Expr) else None
    methode = getattr(appel, "func", None)
    if not isinstance(methode, ast.Attribute) or methode.attr not in AJOUTS:
        return False
    return nom_de(methode.value) == nom


# ----------------------------------------------------------------- lire le corps


class Lecteur:
    """Lit les instructions d'une boucle, en sachant ce que ses variables contenaient."""

    def __init__(self, boucle, releve):
        self.releve = releve
        self._empruntes = _empruntes(boucle)

    def instructions(self, corps, controles=frozenset(), imbriquee=False):
        """Les instructions d'un corps de boucle, celles des blocs intérieurs comprises."""
        for noeud in corps:
            blocs = [getattr(noeud, nom, None) for nom in BLOCS]
            blocs = [bloc for bloc in blocs if isinstance(bloc, list)]
            if not blocs:
                if not (imbriquee and isinstance(noeud, ast.Break)):
                    yield Instruction([noeud], controles, self)
                continue
            dedans = {id(fils) for bloc in blocs for fils in bloc}
            tetes = [fils for fils in ast.iter_child_nodes(noeud) if id(fils) not in dedans]
            yield Instruction(tetes, controles, self)
            autour = controles.union(*map(noms, tetes))
            if isinstance(noeud, ast.ExceptHandler):
                autour |= {INCONNU}
            boucle = imbriquee or isinstance(noeud, (ast.For, ast.While))
            for bloc in blocs:
                yield from self.instructions(bloc, autour, boucle)

    def touchees(self, nom):
        """Les noms dont le contenu change quand on modifie la collection `nom` ; None : inconnu."""
        if nom not in self.releve.collections or nom in self._empruntes:
            return None
        return self.releve.liees(nom)

    def sans_effet(self, noeud):
        """True pour `x = True` quand x, toutes les fois qu'on l'a vu, valait déjà True."""
        if not isinstance(noeud, ast.Assign) or not isinstance(noeud.value, ast.Constant):
            return False
        return all(self.releve.vaut(nom_de(cible), noeud.value.value) for cible in noeud.targets)


def _empruntes(boucle):
    """Les noms auxquels la boucle peut donner un objet que d'autres noms désignent déjà."""
    noeuds = list(ast.walk(boucle))
    gardees = [n.target for n in noeuds if isinstance(n, ast.AugAssign)]
    for noeud in noeuds:
        if isinstance(noeud, ast.Assign) and isinstance(noeud.value, NEUVES):
            gardees += noeud.targets if len(noeud.targets) == 1 else []
    a_part = {id(noeud) for noeud in gardees}
    return {
        nom_de(n)
        for n in noeuds
        if isinstance(getattr(n, "ctx", None), ast.Store) and id(n) not in a_part
    }


class Instruction:
    """Une instruction de la boucle : noms lus (tests qui l'entourent compris), noms écrits.

    `obscure` : elle peut changer autre chose, par un appel dont on ne sait rien.
    """

    def __init__(self, noeuds, controles, lecteur):
        self.lus, self.ecrits, self.obscure = set(controles), set(), False
        self.sortie = False
        self._lecteur = lecteur
        if any(map(lecteur.sans_effet, noeuds)):
            return
        for noeud in (n for racine in noeuds for n in ast.walk(racine)):
            if isinstance(noeud, SORTIES):
                self.sortie = True
            elif isinstance(noeud, ast.Call):
                self._appel(noeud)
            elif isinstance(noeud, SUSPENSIONS):
                self.obscure = self.sortie = True
            elif isinstance(noeud, ast.AugAssign):
                self._augmente(nom_de(noeud.target))
            elif isinstance(noeud, (ast.Name, ast.Attribute, ast.Subscript)):
                self._acces(noeud)

    def _appel(self, appel):
        if not (isinstance(appel.func, ast.Name) and appel.func.id in PURES):
            self._modifie(nom_de(getattr(appel.func, "value", appel)))

    def _augmente(self, nom):
        """`l += [1]` allonge la liste elle-même ; `n += 1` ne change que n."""
        if nom is not None and not self._lecteur.releve.est_simple(nom):
            self._modifie(nom)

    def _modifie(self, nom):
        """`suite.append(n)` ne change que cette liste, et ce qui la contient."""
        touchees = self._lecteur.touchees(nom)
        self.obscure |= touchees is None
        self.ecrits |= touchees or set()

    def _acces(self, noeud):
        nom = nom_de(noeud.value if isinstance(noeud, ast.Subscript) else noeud)
        if isinstance(noeud.ctx, ast.Load):
            self.lus.update({nom} - {None})
        elif isinstance(noeud, ast.Subscript):
            self._modifie(nom)
        elif nom:
            self.ecrits.add(nom)
            self.lus.add(nom)  # `n -= 1` lit n
        else:
            self.obscure = True
