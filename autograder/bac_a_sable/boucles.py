"""Une boucle peut-elle finir ? Ce qu'en disent ensemble son texte et les photos de l'autopsie.

Une boucle lente mais bornée ne doit jamais être dite sans fin. On ne l'affirme que si tout ce
dont dépend la sortie (la condition, les `break`, et ce qui sert à calculer leurs variables) est
resté le même d'un tour au suivant, ou n'est écrit nulle part dans la boucle.
"""

import ast
import itertools

# Appels qui ne changent rien à ce qu'on leur donne.
PURES = {
    "abs", "bool", "dict", "divmod", "enumerate", "float", "int", "len", "list", "max", "min",
    "print", "range", "round", "set", "sorted", "str", "sum", "tuple", "zip",
}  # fmt: skip
ILLIMITEES = {"count", "cycle"}
SORTIES = (ast.Return, ast.Raise, ast.Break)
BLOCS = ("body", "orelse", "finalbody", "handlers", "cases")
INCONNU = "…"  # ce qui décide d'un `except` ne se lit pas dans le texte
SUSPENSIONS = (ast.Yield, ast.YieldFrom, ast.Await)


def noms(expression):
    """Noms lus dans une expression : `x`, et `self.x` pour un attribut de self."""
    return {nom for nom in map(_nom, ast.walk(expression)) if nom}


def _nom(noeud):
    if isinstance(noeud, ast.Name) and noeud.id != "self":
        return noeud.id
    if isinstance(noeud, ast.Attribute) and getattr(noeud.value, "id", "") == "self":
        return "self." + noeud.attr
    return None


def appelee(appel):
    """Nom de la fonction ou de la méthode d'un appel, ou ""."""
    return getattr(appel.func, "attr", getattr(appel.func, "id", ""))


class Instruction:
    """Une instruction de la boucle : noms lus (tests qui l'entourent compris), noms écrits.

    `obscure` : elle peut changer autre chose, par un appel dont on ne sait rien.
    """

    def __init__(self, noeuds, controles, collections):
        self.lus, self.ecrits, self.obscure = set(controles), set(), False
        self.sortie = False
        for noeud in (n for racine in noeuds for n in ast.walk(racine)):
            if isinstance(noeud, SORTIES):
                self.sortie = True
            elif isinstance(noeud, ast.Call):
                self._appel(noeud, collections)
            elif isinstance(noeud, SUSPENSIONS):
                self.obscure = self.sortie = True
            elif isinstance(noeud, (ast.Name, ast.Attribute, ast.Subscript)):
                self._acces(noeud)

    def _appel(self, appel, collections):
        if isinstance(appel.func, ast.Name) and appel.func.id in PURES:
            return
        objet = _nom(getattr(appel.func, "value", appel))
        if objet in collections:  # suite.append(n) ne change que la liste
            self.ecrits.add(objet)
        else:
            self.obscure = True

    def _acces(self, noeud):
        nom = _nom(noeud.value if isinstance(noeud, ast.Subscript) else noeud)
        if isinstance(noeud.ctx, ast.Load):
            self.lus.update({nom} - {None})
        elif nom:
            self.ecrits.add(nom)
            self.lus.add(nom)  # `n -= 1` lit n
        else:
            self.obscure = True


def _instructions(corps, controles, collections, imbriquee=False):
    """Les instructions d'un corps de boucle, celles des blocs intérieurs comprises."""
    for noeud in corps:
        blocs = [getattr(noeud, nom, None) for nom in BLOCS]
        blocs = [bloc for bloc in blocs if isinstance(bloc, list)]
        if not blocs:
            if not (imbriquee and isinstance(noeud, ast.Break)):
                yield Instruction([noeud], controles, collections)
            continue
        dedans = {id(fils) for bloc in blocs for fils in bloc}
        tetes = [fils for fils in ast.iter_child_nodes(noeud) if id(fils) not in dedans]
        yield Instruction(tetes, controles, collections)
        autour = controles.union(*map(noms, tetes))
        if isinstance(noeud, ast.ExceptHandler):
            autour |= {INCONNU}
        boucle = imbriquee or isinstance(noeud, (ast.For, ast.While))
        for bloc in blocs:
            yield from _instructions(bloc, autour, collections, boucle)


def sans_fin(boucle, lignes, constat):
    """True si cette boucle ne peut pas finir.

    `lignes` : où elle en était, photo par photo ; `constat` : voir `autopsie.Constat`.
    """
    controles = set()
    if isinstance(boucle, ast.For):
        if not isinstance(boucle.iter, ast.Call) or appelee(boucle.iter) not in ILLIMITEES:
            return False
    else:
        controles = noms(boucle.test)
        if Instruction([boucle.test], (), ()).obscure:
            return False
    instructions = list(_instructions(boucle.body, frozenset(), constat.collections))
    sorties = [i for i in instructions if i.sortie]
    if any(not sortie.lus or sortie.obscure for sortie in sorties):
        return False
    utiles = _cloture(controles.union(*(s.lus for s in sorties)), instructions)
    if utiles is None or not utiles <= set(constat.fixes):
        return False
    if any(i.obscure for i in instructions) and not utiles <= constat.simples:
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
    """True si deux photos de suite sont en tête de boucle : un tour s'est fait entre les deux."""
    entete = boucle.test if isinstance(boucle, ast.While) else boucle.iter
    en_tete = [boucle.lineno <= ligne <= entete.end_lineno for ligne in lignes]
    return any(avant and apres for avant, apres in itertools.pairwise(en_tete))
