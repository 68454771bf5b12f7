"""Les chasses aux pirates : fabriquer les boîtes que reçoit l'élève.

Un pirate est une erreur du catalogue qui a un `genre`. Le reste d'une chasse est dans
`autograder/suites/chasses/tp1.toml`, `tp2.toml`… :

    [[chasse]]
    exercice = "tp1.adjacent"
    cle = '''                     # ce que répond une fonction juste ouvre la boîte des pirates
    g = Grille(6, 4, [3])
    [sorted(g.adjacent((x, y))) for x in range(-1, 7) for y in range(-1, 5)]
    '''
    modele = '''                  # nos essais : ils acceptent le juste, coulent chaque pirate
    g = Grille(3, 2)
    assert sorted(g.adjacent((0, 0))) == [(0, 1), (1, 0)]
    '''

Sans `cle` (hasard, affichage), la chasse n'est donnée que par `distribuer --pirates-ouverts`.
`python -m autograder squelettes` range les boîtes dans `lessons/verificateur/pirates.json` ;
`python -m autograder pirates --verifie` prouve ce qui est promis de chaque chasse.
"""

import ast
import builtins
import json
import textwrap
from contextlib import contextmanager
from functools import cache

from autograder import RACINE
from autograder.fabrique.publics import docstring, instructions
from autograder.moteur.erreurs import lit_catalogue, tomllib
from lessons.verificateur import chasse, exemples
from solutions import CHAINE

CHASSES = RACINE / "autograder" / "suites" / "chasses"
PIRATES_MAX = 8
PIRATES_MIN = 4
RUSES_MIN = 2
DEJA_COULE = "recopie dans tes essais les exemples de la docstring, jusqu'à celui-ci : {}"


def lit_chasses(dossier=CHASSES):
    """{id d'exercice: {cle, modele}} de toutes les chasses."""
    trouvees = {}
    for chemin in sorted(dossier.glob("tp*.toml")):
        for entree in tomllib.loads(chemin.read_text(encoding="utf-8")).get("chasse", []):
            trouvees[entree["exercice"]] = entree
    return trouvees


def pirates(catalogue, identifiant):
    """Les erreurs de cet exercice qui servent de pirates, dans l'ordre du catalogue."""
    erreurs = catalogue.get(identifiant, [])
    return [e for e in erreurs if e.pirate and e.genre and not e.boucle]


def code_de(erreur):
    """Le code du pirate, avec les constantes de `bn_utiles` dont il se sert.

    Le fichier de l'élève ne les importe peut-être pas toutes.
    """
    code = textwrap.dedent(erreur.code).strip("\n")
    cites = {n.id for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)}
    utiles = sorted(cites & set(vars(CHAINE.module("bn_utiles"))) - set(dir(builtins)))
    return f"from bn_utiles import {', '.join(utiles)}\n{code}" if utiles else code


def indices(erreur, exercice):
    """Les indices donnés sur ce pirate, du plus vague au plus précis."""
    suite = list(erreur.indices_pirate)
    if not suite and not erreur.ruse:
        suite = [
            DEJA_COULE.format(exemple_qui_coule(erreur, exercice["module"], exercice["cible"]))
        ]
    return [chasse.GENRES[erreur.genre], *suite]


@cache
def exemple_qui_coule(erreur, module, cible):
    """Le code du premier exemple de la docstring que ce pirate ne passe pas."""
    texte, charge = CHAINE.trouve(module)[0], CHAINE.module(module)
    ecrits = [{"erreur": None, "options": [], "libre": False, **e} for e in docstring(texte, cible)]
    with pose_un_moment(charge, cible, erreur.code), exemples.decor(noms_de(charge)) as espace:
        echec = exemples.joue_exemples(ecrits, espace, {}) or {}
    return " ".join(echec.get("code", ecrits[-1]["code"]).split())


def noms_de(module):
    """Les noms que voit un exemple de ce module."""
    return {**vars(CHAINE.module("bn_utiles")), **vars(module)}


@contextmanager
def pose_un_moment(module, cible, code):
    """Met ce pirate à la place de la fonction du corrigé, le temps d'un bloc."""
    *classe, nom = cible.split(".")
    lieu = getattr(module, classe[0]) if classe else module
    juste, ici = getattr(lieu, nom), noms_de(module)
    exec(textwrap.dedent(code), ici)
    setattr(lieu, nom, ici[nom])
    try:
        yield
    finally:
        setattr(lieu, nom, juste)


def boite(identifiant, erreurs, cle, exercice):
    """La boîte de ces pirates ; sans `cle`, elle est ouverte."""
    contenu = [
        {"ruse": e.ruse, "indices": indices(e, exercice), "code": code_de(e)} for e in erreurs
    ]
    module = exercice["module"]
    return chasse.ferme(contenu, secret(identifiant, tuple(cle), module) if cle else None)


@cache
def secret(identifiant, cle, module):
    """La clé que donne le corrigé."""
    return chasse.cle(identifiant, chasse.reponses(cle, noms_de(CHAINE.module(module))))


def fiches(donnees, ouvertes=False):
    """Les chasses de ces TP : `chasses`, {id d'exercice: {cle, boite}}, et `modules`.

    `ouvertes` : toutes, sans clé, avec le texte du corrigé dont elles ont besoin.
    """
    catalogue, cachees = lit_catalogue(), lit_chasses()
    oubliees = [c["exercice"] for c in donnees["chasse"] if c["exercice"] not in cachees]
    if oubliees:
        raise ValueError(f"Sans modèle dans {CHASSES.name}/ : {', '.join(oubliees)}.")
    exercices = {e["id"]: e for e in donnees["exercice"]}
    faites = {}
    for prevue in donnees["chasse"]:
        identifiant = prevue["exercice"]
        cle = instructions(cachees[identifiant].get("cle", "").strip("\n"))
        if ouvertes:
            cle = []
        elif not cle:
            continue
        fermee = boite(identifiant, pirates(catalogue, identifiant), cle, exercices[identifiant])
        faites[identifiant] = {"cle": cle, "boite": fermee}
    textes = {}
    if ouvertes:
        textes = {m: CHAINE.trouve(m)[0] for m in sorted({e["module"] for e in exercices.values()})}
    return {"chasses": faites, "modules": textes}


def deja_faites(identifiants):
    """Les mêmes, fermées, telles que `squelettes` les a rangées dans `lessons/`."""
    archive = chasse.charge()
    gardees = {i: fiche for i, fiche in archive["chasses"].items() if i in identifiants}
    return {**archive, "chasses": gardees}


def en_json(fiches_faites):
    """Le texte de `pirates.json`."""
    return json.dumps(fiches_faites, ensure_ascii=False, indent=1) + "\n"
