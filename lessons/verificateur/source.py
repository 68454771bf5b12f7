"""Lire un fichier Python sans l'exécuter : imports, définitions, ce qui reste à faire.

Le vérificateur, le correcteur (des deux côtés du tuyau) et la fabrique lisent avec ce module.
"""

import ast

FONCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FONCTIONS, ast.ClassDef)
SORTIES = (ast.Return, ast.Raise, ast.Break, ast.Continue)  # ce qui suit n'est jamais exécuté
BLOCS = ("body", "orelse", "finalbody", "handlers", "cases")

# Ce qu'est le corps d'une fonction à écrire.
ECRIT = "écrit"
VIDE = "vide"  # rien que pass, ..., un texte, ou la ligne raise du squelette
RAISE = "raise"  # du code, mais la ligne raise du squelette est restée devant
TROUS = "trous"  # il reste des ... à remplacer


# ----------------------------------------------------------------- importer


def importes(arbre):
    """Les noms des modules importés, où que ce soit, chacun une fois (aucun si l'arbre est None).

    >>> importes(ast.parse("import random\\nfrom bn_utiles import BAS\\nimport random"))
    ['random', 'bn_utiles']
    """
    noms = []
    for noeud in ast.walk(arbre) if arbre is not None else []:
        if isinstance(noeud, ast.Import):
            noms += [alias.name for alias in noeud.names]
        elif isinstance(noeud, ast.ImportFrom) and noeud.module and not noeud.level:
            noms.append(noeud.module)
    return list(dict.fromkeys(noms))


def fermeture(depart, voisins):
    """`depart` et tout ce qu'il lui faut, de près ou de loin, le plus lointain d'abord.

    `voisins(x)` donne ce dont `x` se sert directement. Sert aux modules et aux prérequis.

    >>> fermeture("c", {"c": "ab", "b": "a", "a": ""}.get)
    ['a', 'b', 'c']
    """
    ordre, vus = [], set()

    def visite(lequel):
        vus.add(lequel)
        for voisin in voisins(lequel):
            if voisin not in vus:
                visite(voisin)
        ordre.append(lequel)

    visite(depart)
    return ordre


# ----------------------------------------------------------------- définir


def trouve(arbre, cible):
    """Les définitions de `cible` (« alpha », « Grille.reinit ») ; la dernière est la bonne."""
    trouvees = [arbre]
    for nom in cible.split("."):
        trouvees = [
            n
            for parent in trouvees
            for n in parent.body
            if isinstance(n, DEFINITIONS) and n.name == nom
        ]
    return trouvees


def noms_definis(noeud):
    """Les noms que cette instruction donne au module ou à la classe.

    >>> [noms_definis(n) for n in ast.parse("def f(): pass\\na, b = 1, 2\\nprint(a)").body]
    [['f'], ['a', 'b'], []]
    """
    if isinstance(noeud, DEFINITIONS):
        return [noeud.name]
    if isinstance(noeud, ast.Assign):
        cibles = noeud.targets
    elif isinstance(noeud, ast.AnnAssign) and noeud.value is not None:
        cibles = [noeud.target]
    else:
        return []
    return [
        n.id
        for cible in cibles
        for n in ast.walk(cible)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ]


def corps_utile(fonction):
    """Les instructions de la fonction, sans sa docstring."""
    return fonction.body[1:] if est_texte(fonction.body[0]) else fonction.body


def est_texte(noeud):
    """True pour un texte posé seul, comme une docstring."""
    constante = isinstance(noeud, ast.Expr) and isinstance(noeud.value, ast.Constant)
    return constante and isinstance(noeud.value.value, str)


def est_chemin(noeud):
    """True pour `a`, `a.b`, `a.b.c`…"""
    while isinstance(noeud, ast.Attribute):
        noeud = noeud.value
    return isinstance(noeud, ast.Name)


def ecrit_chemin(noeud):
    """Le texte d'un chemin : « self.queue »."""
    if isinstance(noeud, ast.Name):
        return noeud.id
    return ecrit_chemin(noeud.value) + "." + noeud.attr


# ----------------------------------------------------------------- ce qui reste à faire


def etat_du_corps(fonction, depart=frozenset()):
    """(ECRIT, VIDE, RAISE ou TROUS, les lignes en cause).

    Un `...` est un trou là où il faut une valeur, ou là où le squelette en a un (`depart`, voir
    `suspensions`) ; ailleurs il tient lieu de `pass`. Ce qui suit un `return` ne compte pas.

    >>> def etat(corps):
    ...     return etat_du_corps(ast.parse("def f(x):\\n " + corps.replace("\\n", "\\n ")).body[0])
    >>> etat("return x + ..."), etat("if x: ...\\nreturn 1"), etat("pass")
    (('trous', [2]), ('écrit', []), ('vide', []))
    >>> etat("return 1\\nraise NotImplementedError('tp1.f')")
    ('écrit', [])
    >>> etat("raise NotImplementedError('tp1.f')\\nreturn 1")
    ('raise', [2])
    """
    corps = corps_utile(fonction)
    leve = corps[:1] if corps and est_a_completer(corps[0]) else []
    suite = corps[len(leve) :]
    trous = sorted(trous_de(suite, depart))
    if trous:
        return TROUS, trous
    if not any(execute(n) for n in suite):
        return VIDE, []
    return (RAISE, [leve[0].lineno]) if leve else (ECRIT, [])


def execute(noeud):
    """False pour pass, ... ou un texte : une instruction qui ne fait rien."""
    return not isinstance(noeud, ast.Pass) and not (
        isinstance(noeud, ast.Expr) and isinstance(noeud.value, ast.Constant)
    )


def est_a_completer(noeud):
    """True pour `raise NotImplementedError(…)`, la ligne que le squelette demande d'effacer."""
    if not isinstance(noeud, ast.Raise) or noeud.exc is None:
        return False
    leve = noeud.exc.func if isinstance(noeud.exc, ast.Call) else noeud.exc
    return getattr(leve, "id", "") == "NotImplementedError"


def est_trois_points(noeud):
    """True pour la valeur `...`."""
    return isinstance(noeud, ast.Constant) and noeud.value is ...


def suspensions(fonction):
    """Où un squelette a l'instruction `...` : l'ensemble des chemins de ses blocs."""
    return frozenset(
        chemin
        for chemin, noeud in instructions(corps_utile(fonction))
        if isinstance(noeud, ast.Expr) and est_trois_points(noeud.value)
    )


def trous_de(corps, depart):
    """Les lignes des `...` à remplacer dans ces instructions."""
    for chemin, noeud in instructions(corps):
        if isinstance(noeud, ast.Expr) and est_trois_points(noeud.value):
            if chemin in depart:
                yield noeud.lineno
        else:
            yield from valeurs_a_trouver(noeud)


def instructions(corps, chemin=()):
    """(chemin, instruction) de tout ce qui peut être exécuté, blocs intérieurs compris.

    Le chemin nomme les blocs traversés : le `...` d'un élève est celui du squelette s'il est
    dans les mêmes blocs.
    """
    for noeud in corps:
        yield chemin, noeud
        for champ in BLOCS:
            bloc = getattr(noeud, champ, None)
            if isinstance(bloc, list):
                yield from instructions(bloc, (*chemin, type(noeud).__name__ + "." + champ))
        if isinstance(noeud, SORTIES):
            return


def valeurs_a_trouver(noeud):
    """Les lignes des `...` mis pour une valeur, hors des blocs, des annotations et des types.

    >>> [list(valeurs_a_trouver(ast.parse(t).body[0])) for t in ("x = [...]", "x: T[int, ...] = 1")]
    [[1], []]
    """
    if est_trois_points(noeud):
        yield noeud.lineno
    for champ, valeur in ast.iter_fields(noeud):
        if champ in BLOCS or champ in ("annotation", "returns"):
            continue
        if champ == "slice" and isinstance(getattr(valeur, "value", valeur), ast.Tuple):
            continue  # Tuple[int, ...] : ici, les trois points ont un sens
        for element in valeur if isinstance(valeur, list) else [valeur]:
            if isinstance(element, ast.AST):
                yield from valeurs_a_trouver(element)
