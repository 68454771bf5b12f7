"""Ce que la correction refuse, même dans une fonction juste, et quoi écrire à la place.

Le vérificateur s'en sert pour prévenir, la correction pour refuser : la liste n'est écrite qu'ici.
"""

import ast

_TEXTE = "exécuter un texte comme du code cache ce que fait le programme"
_FICHIER = "la correction ne laisse ni lire ni écrire de fichier"
_NOM = "écris le nom de la variable directement"
_CLAVIER = "il attend quelqu'un au clavier"
_FIN = "il arrête tout le programme ; pour finir une fonction, utilise return"

# {fonction de Python: ce qu'il faut savoir, ou écrire à la place}
NOMS_REFUSES = {
    "eval": _TEXTE,
    "exec": _TEXTE,
    "compile": _TEXTE,
    "open": _FICHIER,
    "globals": _NOM,
    "locals": _NOM,
    "vars": "écris le nom de l'attribut directement, comme g.etat",
    "getattr": "écris l'attribut directement, comme g.etat",
    "setattr": "écris l'attribut directement, comme g.etat = …",
    "delattr": "écris l'attribut directement, comme del g.etat",
    "breakpoint": _CLAVIER,
    "memoryview": "le TP n'en a pas besoin",
    "exit": _FIN,
    "quit": _FIN,
    "help": _CLAVIER,
}
# {attribut: de même}
ATTRIBUTS_REFUSES = {"__dict__": "écris chaque attribut par son nom, comme g.etat"}
CHANGER = "changer __class__"  # comme dans « g.__class__ = … » ; le lire est permis
CHANGE_DE_CLASSE = "un objet garde sa classe : change ses attributs, ou crée un autre objet"


def premier_refus(fonction):
    """(ligne, nom, raison) de la première chose refusée dans cette fonction, ou None.

    Un nom dont la fonction fait sa propre variable n'est plus celui de Python.

    >>> premier_refus(ast.parse("def f(g):\\n    return getattr(g, 'etat')").body[0])
    (2, 'getattr', "écris l'attribut directement, comme g.etat")
    >>> premier_refus(ast.parse("def f(open):\\n    return open").body[0])
    >>> premier_refus(ast.parse("def f(g):\\n    g.__class__ = Grille").body[0])[:2]
    (2, 'changer __class__')
    """
    noeuds = list(ast.walk(fonction))
    noms = [n for n in noeuds if isinstance(n, ast.Name)]
    siens = {n.id for n in noms if not isinstance(n.ctx, ast.Load)}
    siens |= {n.arg for n in noeuds if isinstance(n, ast.arg)}
    trouves = [(n.lineno, n.id, NOMS_REFUSES.get(n.id)) for n in noms if n.id not in siens]
    attributs = [n for n in noeuds if isinstance(n, ast.Attribute)]
    trouves += [(n.lineno, n.attr, ATTRIBUTS_REFUSES.get(n.attr)) for n in attributs]
    trouves += [(n.lineno, CHANGER, CHANGE_DE_CLASSE) for n in attributs if change_de_classe(n)]
    return min((trouve for trouve in trouves if trouve[2]), default=None)


def change_de_classe(noeud):
    """True pour l'attribut de « g.__class__ = … »."""
    attribut = isinstance(noeud, ast.Attribute) and noeud.attr == "__class__"
    return attribut and not isinstance(noeud.ctx, ast.Load)
