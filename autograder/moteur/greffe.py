"""La greffe : la fonction de l'élève au milieu des fonctions du corrigé.

Chez le correcteur, `Corrige` prépare ce que l'on envoie : du corrigé, les seules définitions
demandées (prérequis nommés par le registre, et parties données), les autres effacées ligne à
ligne. Dans le fils, `partie_gardee` élague une fois le fichier de l'élève, puis `hybride` marie
ce qu'il en reste et le corrigé. Les méthodes étant compilées dans la même classe, `super()` et
les annexes de l'élève fonctionnent naturellement.

Ce qu'une greffe ne donne jamais : la fonction jugée (celle de l'élève, sinon rien), une
fonction que le registre ne nomme pas (celle de l'élève, sinon une erreur). Seule la greffe légère,
faite d'un fichier qui se charge sans encombre, exécute ses instructions libres.
"""

import ast

from autograder.bac_a_sable.filtre import (
    MODULES_PERMIS,
    analyse,
    est_bloc_principal,
    noms_cites,
    noms_de,
    refus,
)
from lessons.verificateur.source import (
    DEFINITIONS,
    ECRIT,
    FONCTIONS,
    attributs_poses,
    deplie,
    etat_du_corps,
    fermeture,
    importes,
    noms_definis,
)

LIGNE_DU_CORRIGE = 1_000_000  # dans une greffe, les lignes du corrigé sont décalées d'autant
# Ce qu'une valeur du fichier de l'élève peut appeler : de quoi bâtir une constante, rien d'autre.
BATISSEURS = noms_de(
    "range list tuple set frozenset dict len sorted reversed enumerate zip str int float bool"
    " chr ord min max sum abs namedtuple Enum field Random"
)


# Les genres de greffes : ce que l'on garde de la copie autour de la fonction jugée.
COMPLETE = "complète"  # ses définitions, là où le corrigé ne fournit rien
LEGERE = "légère"  # tout, sauf quelques fonctions fausses
ELAGUEE = "élaguée"  # tout, sauf les instructions libres (et, s'il y en a, les fonctions fausses)
VERSION = "version"  # ses seuls essais, devant une version d'une fonction du corrigé
HABIT = "<habit>"  # le nom, parmi les textes du corrigé, de ce que portent toutes les versions


# --- Chez le correcteur ----------------------------------------------------------------


class Corrige:
    """Les modules du corrigé, prêts à être envoyés par morceaux.

    `textes` : {nom du module: source} ; `cibles` : {nom du module: {cible: id de l'exercice}} ;
    `depart` : {nom du module: {cible: où le squelette a l'instruction `...`}}.
    """

    def __init__(self, textes, cibles, depart=None):
        self.textes = dict(textes)
        self.depart = depart or {}
        self.cibles = {nom: dict(cibles.get(nom, {})) for nom in self.textes}
        self._arbres = {}
        self._caches = {}

    def donnes(self):
        """{nom: source} des modules entièrement donnés (aucun exercice)."""
        return {nom: texte for nom, texte in self.textes.items() if not self.cibles[nom]}

    def standard(self):
        """Modules de la bibliothèque standard dont une greffe peut avoir besoin."""
        tous = {n for nom in self.textes for n in importes(self.arbre(nom))}
        return sorted(tous & MODULES_PERMIS)

    def arbre(self, nom):
        """Arbre syntaxique d'un module du corrigé."""
        if nom not in self._arbres:
            self._arbres[nom] = analyse(self.textes[nom], nom)
        return self._arbres[nom]

    def voisins(self, nom):
        """Modules du corrigé dont `nom` a besoin, lui compris, dans l'ordre de chargement."""
        if ("voisins", nom) not in self._caches:
            self._caches["voisins", nom] = fermeture(
                nom, lambda n: [v for v in importes(self.arbre(n)) if v in self.textes]
            )
        return self._caches["voisins", nom]

    def noms(self, nom):
        """{nom: ce que nomment, dans le module `nom` du corrigé, les définitions de ce nom}.

        Nommer une classe, c'est se servir de son constructeur.
        """
        if ("noms", nom) not in self._caches:
            cites = {}
            for qualifie, noeud in self._unites(nom):
                classe, _, simple = qualifie.rpartition(".")
                connu = classe if simple == "__init__" else simple
                cites.setdefault(connu, set()).update(noms_cites(noeud))
            self._caches["noms", nom] = cites
        return self._caches["noms", nom]

    def plan(self, exercice, prerequis):
        """Ce qu'il faut au fils pour greffer `exercice` : le corrigé des `prerequis` (des ids)."""
        modules = {}
        for nom in self.voisins(exercice.module):
            fournies = {c for c, ident in self.cibles[nom].items() if ident in prerequis}
            if nom == exercice.module:
                fournies.discard(exercice.cible)
            bouchons = {
                c: ident
                for c, ident in self.cibles[nom].items()
                if c not in fournies and (nom, c) != (exercice.module, exercice.cible)
            }
            modules[nom] = {
                "texte": self.extrait(nom, frozenset(fournies), True),
                "bouchons": bouchons,
            }
        return {
            "genre": COMPLETE,
            "module": exercice.module,
            "cible": exercice.cible,
            "modules": modules,
        }

    def plan_remplacement(self, exercice, remplaces, genre=LEGERE):
        """La copie, sauf les cibles des exercices `remplaces`, qui sont celles du corrigé."""
        modules = {}
        for nom in self.voisins(exercice.module):
            cibles = frozenset(r.cible for r in remplaces if r.module == nom)
            if cibles:
                modules[nom] = {"texte": self.extrait(nom, cibles, False), "bouchons": {}}
        return {
            "genre": genre,
            "module": exercice.module,
            "cible": exercice.cible,
            "modules": modules,
        }

    def extrait(self, nom, fournies, avec_donnees):
        """Source du module où ne restent que les cibles `fournies` (et les parties données)."""
        cle = (nom, fournies, avec_donnees)
        if cle not in self._caches:
            lignes = self.textes[nom].splitlines()
            for qualifie, noeud in self._unites(nom):
                donnee = avec_donnees and qualifie not in self.cibles[nom]
                if qualifie not in fournies and not donnee:
                    _efface(lignes, noeud)
                else:
                    _efface_texte(lignes, noeud)
            self._caches[cle] = "\n".join(lignes) + "\n"
        return self._caches[cle]

    def _unites(self, nom):
        for noeud in self.arbre(nom).body:
            if isinstance(noeud, ast.ClassDef):
                for membre in noeud.body:
                    if isinstance(membre, FONCTIONS):
                        yield noeud.name + "." + membre.name, membre
                    elif isinstance(membre, ast.Assign):
                        yield noeud.name + "." + noms_definis(membre)[0], membre
            elif isinstance(noeud, FONCTIONS):
                yield noeud.name, noeud


def _efface(lignes, noeud):
    """Remplace les lignes d'une définition par un `pass` (les numéros de ligne restent)."""
    debut = min([noeud.lineno] + [d.lineno for d in getattr(noeud, "decorator_list", [])])
    for numero in range(debut, noeud.end_lineno + 1):
        lignes[numero - 1] = ""
    lignes[debut - 1] = " " * noeud.col_offset + "pass"


def _efface_texte(lignes, noeud):
    """Vide la docstring d'une fonction : elle ne sert pas à l'exécution."""
    corps = getattr(noeud, "body", [])
    if len(corps) > 1 and isinstance(corps[0], ast.Expr) and ast.get_docstring(noeud) is not None:
        for numero in range(corps[0].lineno, corps[0].end_lineno + 1):
            lignes[numero - 1] = ""


# --- Dans le fils ----------------------------------------------------------------------


def partie_gardee(arbre, voisins):
    """L'arbre du fichier de l'élève, réduit à ce qu'une greffe en garde : définir et importer.

    `voisins` : noms des modules de la copie (None : le filtre accepte tout).

    >>> arbre = partie_gardee(ast.parse("import random\\nTOUR = 3\\nprint(TOUR)\\nopen('a')"), ())
    >>> ast.unparse(arbre).split("\\n")
    ['import random', 'TOUR = 3']
    """
    corps = []
    sans_blocs = ast.Module(body=list(_sans_blocs(arbre.body)), type_ignores=[])
    definis = {n.name for n in sans_blocs.body if isinstance(n, DEFINITIONS)}
    for noeud in reunie(sans_blocs).body:
        if isinstance(noeud, ast.ClassDef):
            corps.append(_classe_gardee(noeud, voisins))
        elif _gardable(noeud, voisins) and _chez_lui(noeud, definis):
            corps.append(noeud)
    return ast.Module(body=corps, type_ignores=[])


def _sans_blocs(corps):
    """Ces instructions, blocs `if`, `try`… dépliés, sans ce qui y dépend vraiment d'un test."""
    for noeud, certain in deplie(corps):
        if isinstance(noeud, (ast.Assign, ast.AnnAssign)):
            garde = isinstance(noeud.value, (ast.Lambda, ast.Name))
        else:
            garde = not isinstance(noeud, FONCTIONS) or etat_du_corps(noeud)[0] == ECRIT
        if certain or garde:
            yield noeud


def _hors_des_blocs(corps):
    """Ces instructions, où un bloc `if`, `try`… qui ne fait que définir est déplié."""
    for noeud in corps:
        dedans = [n for n, _ in deplie([noeud])]
        if all(isinstance(n, (*DEFINITIONS, ast.Pass, ast.Raise)) for n in dedans):
            yield from (n for n in _sans_blocs([noeud]) if isinstance(n, DEFINITIONS))
        else:
            yield noeud


def reunie(arbre):
    """Le même fichier, où une classe rouverte (`class Grille(Grille):`) est d'un seul morceau."""
    corps, classes = [], {}
    for noeud in _hors_des_blocs(arbre.body):
        if isinstance(noeud, ast.ClassDef):
            if noeud.name in classes and _rouvre(noeud):
                ancienne = classes[noeud.name]
                corps.remove(ancienne)
                noeud = _reunion(ancienne, noeud)
            classes[noeud.name] = noeud
        corps.append(noeud)
    return ast.Module(body=corps, type_ignores=[])


def _chez_lui(noeud, definis):
    """False pour `autre.attribut = valeur`, quand `autre` n'est pas défini dans ce fichier."""
    return all(nom.partition(".")[0] in definis for nom in attributs_poses(noeud))


def _rouvre(classe):
    """True pour `class Grille(Grille):`, qui continue une classe commencée plus haut."""
    return any(isinstance(mere, ast.Name) and mere.id == classe.name for mere in classe.bases)


def _reunion(ancienne, suite):
    """La classe commencée par `ancienne` et continuée par `suite`."""
    refaits = {nom for membre in suite.body for nom in noms_definis(membre)}
    gardes = [n for n in ancienne.body if not refaits & set(noms_definis(n))]
    return _nouvelle_classe(ancienne, gardes + suite.body)


def _avec_heritage(corps, connues):
    """Chaque classe `connues` du corrigé, avec les membres de ses mères écrites dans ce fichier."""
    entieres = {}
    for noeud in corps:
        if isinstance(noeud, ast.ClassDef):
            noms = [m.id for m in noeud.bases if isinstance(m, ast.Name) and m.id not in connues]
            entiere = noeud
            for mere in (entieres[nom] for nom in noms if nom in entieres):
                entiere = _nouvelle_classe(noeud, _reunion(mere, entiere).body)
            entieres[noeud.name] = entiere
            noeud = entiere if noeud.name in connues else noeud
        yield noeud


def _classe_gardee(classe, voisins):
    """La classe sans ses instructions libres, ni ce que le filtre y refuse."""
    membres = [n for n in _sans_blocs(classe.body) if noms_definis(n) and _gardable(n, voisins)]
    return _nouvelle_classe(classe, membres, nue=bool(refus(_nouvelle_classe(classe, []), voisins)))


def _nouvelle_classe(modele, membres, nue=False):
    """La classe `modele` avec d'autres membres ; `nue` : sans classe mère ni décorateur."""
    options = {"type_params": []} if "type_params" in ast.ClassDef._fields else {}
    classe = ast.ClassDef(
        name=modele.name,
        bases=[] if nue else modele.bases,
        keywords=[] if nue else modele.keywords,
        body=membres or [ast.copy_location(ast.Pass(), modele)],
        decorator_list=[] if nue else modele.decorator_list,
        **options,
    )
    return ast.copy_location(classe, modele)


def hybride(eleve, corrige, bouchons, complet, cible=None):
    """Arbre du module greffé.

    `eleve` (ce que l'on garde de lui) et `corrige` sont des arbres, l'un peut être None ;
    `bouchons` {cible: id} sont les exercices que ni l'un ni l'autre ne fournit : ils lèvent
    NotImplementedError ; `cible` est la fonction jugée, si elle est dans ce module.
    """
    if corrige is not None:
        ast.increment_lineno(corrige, LIGNE_DU_CORRIGE)
    corrige_corps = [] if corrige is None else _utile(corrige.body)
    fournis = {nom for n in corrige_corps for nom in noms_definis(n)}
    classes = {n.name: n for n in corrige_corps if isinstance(n, ast.ClassDef)}
    eleve_corps = [] if eleve is None else list(_avec_heritage(eleve.body, classes))
    fournis |= {f"{c}.{nom}" for c in classes for n in classes[c].body for nom in noms_definis(n)}
    entete, suite = [], []
    for noeud in eleve_corps:
        if isinstance(noeud, ast.ImportFrom) and noeud.module == "__future__":
            entete.insert(0, noeud)
        elif isinstance(noeud, (ast.Import, ast.ImportFrom)):
            entete.append(_essaie(noeud))
        else:
            suite.append(noeud)
    avant = (*FONCTIONS, ast.Import, ast.ImportFrom)
    corps = entete + [n for n in corrige_corps if isinstance(n, avant) or _nomme(n)]
    attente = list(classes)
    derniere = {n.name: n for n in suite if isinstance(n, ast.ClassDef)}
    for noeud in suite:
        if isinstance(noeud, ast.ClassDef) and noeud.name in classes:
            if derniere[noeud.name] is not noeud:
                continue
            while attente and noeud.name in attente:
                nom = attente.pop(0)
                eleve_classe = derniere.get(nom)
                corps.append(_classe(eleve_classe, classes[nom], bouchons, complet, cible))
        elif isinstance(noeud, ast.ClassDef):
            annexe = _classe(noeud, None, bouchons, complet, cible)
            jugee = cible is not None and cible.startswith(noeud.name + ".")
            corps.append(annexe if jugee else _essaie(annexe))
        elif not {*noms_definis(noeud), *attributs_poses(noeud)} & fournis:
            corps.append(noeud if cible in noms_definis(noeud) else _essaie(noeud))
    for nom in attente:
        corps.append(_classe(derniere.get(nom), classes[nom], bouchons, complet, cible))
    corps += [
        n for n in corrige_corps if not isinstance(n, (*avant, ast.ClassDef)) and not _nomme(n)
    ]
    definis = {nom for n in suite for nom in noms_definis(n)}
    for nom, ident in bouchons.items():
        if "." not in nom and nom not in definis:
            corps.append(_bouchon(nom, ident))
    return ast.Module(body=corps, type_ignores=[])


def _nomme(noeud):
    """True pour `NOM = valeur` (et non `Classe.attribut = valeur`, qui vient après les classes)."""
    return isinstance(noeud, (ast.Assign, ast.AnnAssign)) and not any(
        isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) for n in ast.walk(noeud)
    )


def _utile(corps):
    return [
        n for n in corps if not isinstance(n, (ast.Expr, ast.Pass)) and not est_bloc_principal(n)
    ]


def _gardable(noeud, voisins):
    """Les seules instructions libres d'un élève qu'une greffe garde : définir et importer."""
    permis = (*FONCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
    if not isinstance(noeud, permis):
        return False
    if isinstance(noeud, (ast.Assign, ast.AnnAssign)) and not _est_constante(noeud):
        return False
    return not refus(noeud, voisins)


def _est_constante(noeud):
    """True pour `NOM = valeur` ou `Nom.attribut = valeur`, si la valeur n'exécute rien de lui."""
    cibles = noeud.targets if isinstance(noeud, ast.Assign) else [noeud.target]
    simples = [c for c in cibles if isinstance(c, (ast.Name, ast.Tuple))]
    if len(simples) + len(attributs_poses(noeud)) < len(cibles):
        return False
    if noeud.value is None or isinstance(noeud.value, ast.Lambda):
        return True
    for interieur in ast.walk(noeud.value):
        if isinstance(interieur, ast.Call):
            appele = interieur.func
            nom = appele.attr if isinstance(appele, ast.Attribute) else getattr(appele, "id", "")
            if nom not in BATISSEURS:
                return False
    return True


def _essaie(noeud):
    """La même instruction, dont une erreur est sans conséquence pour le reste."""
    exception, rien = ast.Name(id="Exception", ctx=ast.Load()), ast.Pass()
    rattrape = ast.ExceptHandler(type=exception, name=None, body=[rien])
    essai = ast.Try(body=[noeud], handlers=[rattrape], orelse=[], finalbody=[])
    for neuf in (exception, rien, rattrape, essai):
        ast.copy_location(neuf, noeud)
    return essai


def _bouchon(nom, ident):
    source = f"def {nom}(*args, **options):\n    raise NotImplementedError({ident!r})"
    noeud = ast.parse(source).body[0]
    return ast.increment_lineno(noeud, LIGNE_DU_CORRIGE)


def _classe(eleve, corrige, bouchons, complet, cible):
    """La classe greffée : les membres du corrigé, et ceux de l'élève qu'il ne fournit pas."""
    modele = corrige if (complet and corrige is not None) or eleve is None else eleve
    membres = [] if corrige is None else _utile(corrige.body)
    pris = {nom for n in membres for nom in noms_definis(n)}
    definis = set()
    for membre in [] if eleve is None else _sans_blocs(eleve.body):
        noms = set(noms_definis(membre))
        if not noms or noms & pris:
            continue
        definis |= noms
        jugee = cible is not None and cible == f"{modele.name}.{min(noms)}"
        membres.append(membre if jugee else _essaie(membre))
    for qualifie, ident in bouchons.items():
        classe, _, nom = qualifie.partition(".")
        if nom and classe == modele.name and nom not in definis:
            membres.append(_bouchon(nom, ident))
    return _nouvelle_classe(modele, membres)
