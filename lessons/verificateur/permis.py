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


def premier_refus(noeuds):
    """(ligne, nom, raison) de la première chose refusée parmi ces nœuds, ou None.

    >>> premier_refus(ast.walk(ast.parse("x = 1\\ny = getattr(g, 'etat')")))
    (2, 'getattr', "écris l'attribut directement, comme g.etat")
    """
    trouves = []
    for noeud in noeuds:
        if isinstance(noeud, ast.Name) and isinstance(noeud.ctx, ast.Load):
            trouves.append((noeud.lineno, noeud.id, NOMS_REFUSES.get(noeud.id)))
        elif isinstance(noeud, ast.Attribute):
            trouves.append((noeud.lineno, noeud.attr, ATTRIBUTS_REFUSES.get(noeud.attr)))
    return min((trouve for trouve in trouves if trouve[2]), default=None)
