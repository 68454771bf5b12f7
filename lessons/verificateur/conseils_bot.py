"""Ce que le texte de `mon_ordi.py` laisse voir sans le faire jouer : des fautes qui ne disent rien.

Une méthode mal nommée n'est jamais appelée, une liste écrite dans la classe passe d'une partie à
l'autre, une comparaison impossible n'est jamais vraie : le bot joue, mal, et rien ne le signale.
"""

import ast
import difflib

from .arbitre import CLASSE

APPELEES = {
    "choisit_case": "choisit_case(self)",
    "apres_tir": "apres_tir(self, case, resultat)",
    "carte": "carte(self)",
}  # ce que l'arbitre appelle, et comment l'écrire
RESULTATS = ("touché", "manqué")
CONSTANTES = ("TOUCHEE", "MANQUEE")  # des états de case, pas des résultats de tir
PARTAGEES = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def conseils(arbre):
    """Des phrases, une par faute que l'on voit dans ce fichier (un arbre de syntaxe)."""
    classes = [n for n in arbre.body if isinstance(n, ast.ClassDef) and n.name == CLASSE]
    if not classes:
        return []
    classe = classes[-1]
    methodes = [n for n in classe.body if isinstance(n, ast.FunctionDef)]
    return [*mal_nommees(methodes), *partagees(classe), *comparaisons(methodes)]


def mal_nommees(methodes):
    """Les méthodes dont le nom est presque celui qu'appelle l'arbitre."""
    noms = [methode.name for methode in methodes]
    for attendue in APPELEES:
        proches = difflib.get_close_matches(attendue, set(noms) - set(APPELEES), n=1, cutoff=0.85)
        if attendue not in noms and proches:
            yield (
                f"L'arbitre appelle {attendue}, et jamais {proches[0]} : renomme ta méthode, "
                f"def {APPELEES[attendue]}."
            )


def partagees(classe):
    """Les listes et dictionnaires écrits dans la classe, hors de toute méthode."""
    for noeud in classe.body:
        if isinstance(noeud, ast.Assign) and isinstance(noeud.value, PARTAGEES):
            cible = noeud.targets[0]
            nom = cible.id if isinstance(cible, ast.Name) else "cette liste"
            yield (
                f"Ligne {noeud.lineno}, {nom} est dans la classe : toutes les parties la "
                f"partagent. Mets-la dans __init__ : self.{nom} = …"
            )


def comparaisons(methodes):
    """Dans `apres_tir`, ce à quoi le résultat est comparé, et qu'il ne vaut jamais."""
    for methode in methodes:
        arguments = [argument.arg for argument in methode.args.args]
        if methode.name != "apres_tir" or len(arguments) < 3:
            continue
        for noeud in ast.walk(methode):
            if isinstance(noeud, ast.Compare) and isinstance(noeud.left, ast.Name):
                autre = noeud.comparators[0]
                if noeud.left.id == arguments[2] and jamais(autre):
                    yield (
                        f"Ligne {noeud.lineno}, {arguments[2]} vaut TOUCHE ou MANQUE : il n'est "
                        f"jamais égal à {ecrit(autre)}."
                    )


def jamais(noeud):
    """True si un résultat de tir ne peut pas être égal à cela."""
    if isinstance(noeud, ast.Name):
        return noeud.id in CONSTANTES
    return isinstance(noeud, ast.Constant) and noeud.value not in RESULTATS


def ecrit(noeud):
    """Un nom ou une constante, tels que l'élève les a écrits."""
    return noeud.id if isinstance(noeud, ast.Name) else repr(noeud.value)


# ----------------------------------------------------------------- choisit_case renvoie None


def phrase_rien(arbre):
    """Pourquoi choisit_case a renvoyé None, si son texte le dit ; "" sinon."""
    classes = [n for n in arbre.body if isinstance(n, ast.ClassDef) and n.name == CLASSE]
    methodes = [n for classe in classes for n in classe.body if isinstance(n, ast.FunctionDef)]
    for methode in methodes:
        if methode.name == "choisit_case" and not peut_finir(methode.body):
            appels = [n.value for n in ast.walk(methode) if isinstance(n, ast.Return)]
            appels = [n.func for n in appels if isinstance(n, ast.Call)]
            noms = [getattr(n, "attr", getattr(n, "id", "")) for n in appels]
            return phrase_appel_sans_valeur([nom for nom in noms if nom])
    return ""


def phrase_appel_sans_valeur(noms):
    """choisit_case renvoie ce que donne l'une de ces fonctions, et c'est None."""
    for nom in noms:
        if nom.startswith("make_case_"):
            return (
                f"la méthode choisit_case a renvoyé None : {nom} ne renvoie rien, elle met la case "
                f"dans self.case_courante. Appelle self.{nom}(), puis return self.case_courante"
            )
    if len(noms) == 1:
        return f"la méthode choisit_case a renvoyé None : c'est ce que {noms[0]} lui a donné"
    return "la méthode choisit_case a renvoyé None : une valeur donnée à return vaut None"


def peut_finir(corps):
    """True si l'on peut arriver au bout de ce bloc sans passer par un return.

    >>> peut_finir(ast.parse("if x:\\n    raise E\\nelse:\\n    raise F").body)
    False
    """
    fin = corps[-1]
    if isinstance(fin, (ast.Return, ast.Raise)):
        return False
    if isinstance(fin, ast.If):
        return not fin.orelse or peut_finir(fin.body) or peut_finir(fin.orelse)
    if isinstance(fin, ast.With):
        return peut_finir(fin.body)
    if isinstance(fin, ast.While) and isinstance(fin.test, ast.Constant) and fin.test.value:
        return any(isinstance(n, ast.Break) for n in ast.walk(fin))
    return True
