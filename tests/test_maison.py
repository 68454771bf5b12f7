"""La maison : qui importe qui. Ni cycle, ni pièce haute vue d'en bas, ni nom privé emprunté."""

import ast
import functools

import pytest

from tests.conftest import RACINE

# De bas en haut : une pièce n'importe que celles d'avant (et elle-même).
PIECES = ["lessons", "solutions", "notebooks", "autograder", "tests"]
# Ces dossiers contiennent des modules aux noms nus, chargés chacun par une chaîne à part.
NOMS_NUS = {"lessons": "lessons", "solutions": "solutions"}


@functools.cache
def modules():
    """{nom complet: arbre} de tous les modules du kit."""
    trouves = {}
    for piece in PIECES:
        for chemin in (RACINE / piece).rglob("*.py"):
            relatif = chemin.relative_to(RACINE)
            if {"attaques", "jouet", "donnees", "site_modeles"} & set(relatif.parts):
                continue
            nom = ".".join(relatif.with_suffix("").parts).removesuffix(".__init__")
            trouves[nom] = ast.parse(chemin.read_text(encoding="utf-8"))
    return trouves


def absolu(nom, noeud):
    """Le module que désigne un `from … import`, écrit en entier."""
    if not noeud.level:
        return noeud.module
    paquet = nom.split(".")
    if (RACINE / nom.replace(".", "/")).is_dir():
        paquet.append("__init__")
    return ".".join([*paquet[: -noeud.level], *([noeud.module] if noeud.module else [])])


def resout(nom, cible):
    """Le module du kit que `nom` obtient en important `cible`, ou None."""
    piece = nom.split(".")[0]
    essais = [cible, f"{NOMS_NUS.get(piece, piece)}.{cible}", f"notebooks.{cible}"]
    return next((essai for essai in essais if essai in modules()), None)


@functools.cache
def imports(nom):
    """[(module du kit importé, nom pris dedans ou None, nom local)] d'un module."""
    trouves = []
    for noeud in ast.walk(modules()[nom]):
        if isinstance(noeud, ast.Import):
            for alias in noeud.names:
                cible = resout(nom, alias.name)
                if cible:
                    trouves.append((cible, None, alias.asname or alias.name))
        elif isinstance(noeud, ast.ImportFrom):
            origine = absolu(nom, noeud)
            for alias in noeud.names:
                sous_module = resout(nom, f"{origine}.{alias.name}")
                cible = sous_module or resout(nom, origine)
                if cible and cible != nom:
                    pris = None if sous_module else alias.name
                    trouves.append((cible, pris, alias.asname or alias.name))
    return trouves


def test_une_piece_n_importe_pas_une_piece_plus_haute():
    montees = [
        f"{nom} importe {cible}"
        for nom in modules()
        for cible, _, _ in imports(nom)
        if PIECES.index(cible.split(".")[0]) > PIECES.index(nom.split(".")[0])
    ]
    assert not montees


def test_aucun_cycle():
    """Même un import écrit dans une fonction compte : un cycle caché reste un cycle."""
    vers = {nom: {cible for cible, _, _ in imports(nom)} for nom in modules()}
    while libres := [nom for nom, cibles in vers.items() if not cibles & vers.keys()]:
        for nom in libres:
            del vers[nom]
    assert not vers, f"un cycle passe par : {', '.join(sorted(vers))}"


# Privés de nom seulement : la bibliothèque standard les documente, ou n'offre rien d'autre.
PRIVES_DE_PYTHON = {
    "_asdict", "_base_executable", "_choices_actions", "_current_frames", "_exit", "_fields",
    "_getframe", "_handle", "_make", "_replace",
}  # fmt: skip


def est_prive(nom):
    return nom.startswith("_") and not nom.endswith("__")


def definis_ici(arbre):
    """Les noms que ce module définit ou range lui-même : fonctions, attributs, `__slots__`."""
    noms = set()
    for noeud in ast.walk(arbre):
        if isinstance(noeud, (ast.FunctionDef, ast.ClassDef)):
            noms.add(noeud.name)
        elif isinstance(noeud, ast.Attribute) and isinstance(noeud.ctx, ast.Store):
            noms.add(noeud.attr)
        elif isinstance(noeud, ast.Constant) and isinstance(noeud.value, str):
            noms.add(noeud.value)
    return noms


def prives(nom):
    """Les noms privés d'autres modules dont `nom` se sert."""
    voisins = {local: cible for cible, pris, local in imports(nom) if pris is None}
    for cible, pris, _ in imports(nom):
        if pris and est_prive(pris):
            yield f"{nom} prend {pris} dans {cible}"
    if nom.startswith("tests."):
        siens = None  # un essai peut regarder dans les objets, pas dans les modules
    else:
        siens = definis_ici(modules()[nom]) | PRIVES_DE_PYTHON
    for noeud in ast.walk(modules()[nom]):
        if not isinstance(noeud, ast.Attribute) or not est_prive(noeud.attr):
            continue
        porteur = getattr(noeud.value, "id", None)
        if porteur in voisins:
            yield f"{nom} prend {noeud.attr} dans {voisins[porteur]}"
        elif siens is not None and porteur not in ("self", "cls") and noeud.attr not in siens:
            yield f"{nom}, ligne {noeud.lineno}, prend {noeud.attr} à un objet d'un autre module"


@pytest.mark.parametrize("piece", PIECES)
def test_aucun_nom_prive_emprunte(piece):
    empruntes = [e for nom in modules() if nom.split(".")[0] == piece for e in prives(nom)]
    assert not empruntes


def test_les_refus_du_systeme_sont_dits_a_un_seul_endroit():
    """`strerror` est en anglais : seule `raison_du_refus` dit pourquoi le système refuse."""
    fautifs = [
        nom
        for nom, arbre in modules().items()
        if not nom.startswith("tests.")
        and any(isinstance(n, ast.Attribute) and n.attr == "strerror" for n in ast.walk(arbre))
    ]
    assert fautifs == []
