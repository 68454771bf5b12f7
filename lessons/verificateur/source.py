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


def deplie(corps, certain=True):
    """(instruction, certain) d'un module ou d'une classe, blocs `if`, `try`… dépliés.

    `certain` est False dans un bloc : il dépend d'un test. De deux branches, la dernière rendue
    est la plus probable : le `try` vient après son `except`, le « si » après le « sinon ».

    >>> texte = "if x:\\n  a = 1\\nelse:\\n  a = 2\\nb = 3"
    >>> [(noeud.lineno, certain) for noeud, certain in deplie(ast.parse(texte).body)]
    [(4, False), (2, False), (5, True)]
    """
    for noeud in corps:
        blocs = [] if isinstance(noeud, DEFINITIONS) else _blocs(noeud)
        if not blocs:
            yield noeud, certain
        for bloc in blocs:
            yield from deplie(bloc, False)


def _blocs(noeud):
    """Les suites d'instructions d'un `if`, d'un `try`, d'un `with`… ; [] pour tout autre nœud."""
    branches = [n.body for champ in ("handlers", "cases") for n in getattr(noeud, champ, ())]
    essai = hasattr(noeud, "finalbody")
    ordre = ("body", "orelse", "finalbody") if essai else ("orelse", "body")
    return branches + [bloc for champ in ordre if (bloc := getattr(noeud, champ, None))]


def trouve(arbre, cible):
    """Les définitions de `cible` (« alpha », « Grille.reinit ») ; la dernière est la bonne."""
    trouvees = [arbre]
    for nom in cible.split("."):
        trouvees = [
            n
            for parent in trouvees
            for n, _ in deplie(parent.body)
            if isinstance(n, DEFINITIONS) and n.name == nom
        ]
    return trouvees


def definitions(arbre, annexes=()):
    """{nom qualifié: [nœuds]} de tout ce que le module définit : fonctions, méthodes, valeurs.

    Comme pour Python, la dernière définition d'un nom remplace les autres ; dans un `if` ou un
    `try`, elle s'y ajoute. Une méthode peut venir d'une classe mère du même fichier, ou de
    `Classe.methode = fonction`. Lire ne suffit pas toujours : « * » veut dire que le module peut
    tout définir (il importe tout d'un module de l'élève, un des `annexes`), « Grille.* » que cette
    classe peut tout avoir (elle vient d'ailleurs). Voir `definition`.
    """
    trouvees = {}
    for noeud, certain in deplie(arbre.body):
        for nom, membres in list(_liens(noeud, trouvees, annexes)):
            if certain:
                for ancien in [c for c in trouvees if c == nom or c.startswith(nom + ".")]:
                    del trouvees[ancien]
            trouvees.setdefault(nom, []).append(noeud)
            for membre, noeuds in membres.items():
                trouvees.setdefault(f"{nom}.{membre}", []).extend(noeuds)
        for nom in attributs_poses(noeud):
            trouvees[nom] = [noeud] if certain else [*trouvees.get(nom, []), noeud]
    return trouvees


def definition(connues, cible):
    """Ce que `definitions` (ou un dictionnaire qui a les mêmes clés) dit de `cible`, ou None.

    >>> definition(definitions(ast.parse("Grille = Plateau")), "Grille.fini") is None
    False
    """
    classe = cible.rpartition(".")[0]
    for nom in (cible, f"{classe}.*", "*"):
        if nom in connues:
            return connues[nom]
    return None


def _liens(noeud, trouvees, annexes):
    """(nom, {membre: [nœuds]}) de ce que cette instruction nomme dans le module."""
    if isinstance(noeud, ast.ImportFrom) and noeud.module in annexes:
        for alias in noeud.names:
            yield alias.asname or alias.name, {"*": [noeud]}
    elif isinstance(noeud, ast.ClassDef):
        yield noeud.name, _membres(noeud, trouvees, annexes)
    else:
        for nom in noms_definis(noeud):
            yield nom, {} if isinstance(noeud, FONCTIONS) else {"*": [noeud]}


def _membres(classe, trouvees, annexes):
    """{nom: [nœuds]} des membres de la classe, et de ceux de ses mères écrites plus haut."""
    membres = {}
    for mere in classe.bases:
        if isinstance(mere, ast.Name):
            debut = mere.id + "."
            herites = {n[len(debut) :]: v for n, v in trouvees.items() if n.startswith(debut)}
            membres.update({nom: list(noeuds) for nom, noeuds in herites.items()})
    for membre, certain in deplie(classe.body):
        importe = isinstance(membre, ast.ImportFrom) and membre.module in annexes
        noms = [alias.asname or alias.name for alias in membre.names] if importe else []
        for nom in noms or noms_definis(membre):
            membres[nom] = [membre] if certain else [*membres.get(nom, []), membre]
    if classe.decorator_list or any(isinstance(mere, ast.Attribute) for mere in classe.bases):
        membres["*"] = [classe]
    return membres


def attributs_poses(noeud):
    """Noms qualifiés que pose `Nom.attribut = valeur`.

    >>> attributs_poses(ast.parse("Grille.fini = fini").body[0])
    ['Grille.fini']
    """
    return [
        f"{cible.value.id}.{cible.attr}"
        for cible in (noeud.targets if isinstance(noeud, ast.Assign) else ())
        if isinstance(cible, ast.Attribute) and isinstance(cible.value, ast.Name)
    ]


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
    leve, suite = a_completer(fonction)
    trous = sorted(trous_de(suite, depart))
    if trous:
        return TROUS, trous
    if not any(execute(n) for n in suite):
        return VIDE, []
    return (RAISE, [leve[0].lineno]) if leve else (ECRIT, [])


def a_completer(fonction):
    """([la ligne raise du squelette, si elle est encore là], les instructions qui la suivent)."""
    corps = corps_utile(fonction)
    nombre = 1 if corps and est_a_completer(corps[0]) else 0
    return corps[:nombre], corps[nombre:]


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


def suspensions(fonction, toutes=False):
    """Où un squelette a l'instruction `...` : l'ensemble des chemins de ses blocs.

    Après la ligne raise d'un squelette, `...` peut être un simple pass de l'élève : on ne les
    regarde que pour compter (`toutes`), jamais pour dire qu'une fonction reste à faire.
    """
    corps = a_completer(fonction)[1] if toutes else corps_utile(fonction)
    return frozenset(
        chemin
        for chemin, noeud in instructions(corps)
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
