"""Les essais publics : ce que le vérificateur essaie, en plus des exemples de la docstring.

Ils sont écrits dans `autograder/suites/publics/tp1.toml`, `tp2.toml`… : des instructions, sans
leurs réponses. `python -m autograder squelettes` les joue sur le corrigé et range les réponses
dans `registre.json`, que l'élève reçoit.

    [[essai]]
    exercice = "tp2.add_bateau"
    titre = "un bateau vertical, contre le bord droit"
    code = '''
    g = Grille(4, 5, [3])
    g.add_bateau(Bateau(3, (3, 1), BAS))
    etats(g)
    '''

Les noms sont ceux du module du TP, de `bn_utiles`, `etats` et `erreur_levee` (voir
`exemples.AIDES`). Chaque essai part de rien et se lit seul, sans rien qui ne soit pas de Python
au lycée (ni `__nom__`, ni module de plus). Sa réponse ne doit pas tenir au hasard : elle est
calculée plusieurs fois, sur des tirages différents.
"""

import ast
import doctest
from functools import cache

from autograder import RACINE
from autograder.moteur.erreurs import tomllib
from lessons.verificateur import exemples
from lessons.verificateur.source import trouve
from solutions import CHAINE

PUBLICS = RACINE / "autograder" / "suites" / "publics"
GRAINES = (exemples.GRAINE, 1, 2)


def lit_publics(dossier=PUBLICS):
    """{id d'exercice: [{titre, code}, …]}, dans l'ordre des fichiers."""
    rangement = {}
    for chemin in sorted(dossier.glob("tp*.toml")):
        for essai in tomllib.loads(chemin.read_text(encoding="utf-8")).get("essai", []):
            rangement.setdefault(essai["exercice"], []).append(essai)
    return rangement


def instructions(code):
    """Les instructions de ce code, une par une.

    >>> instructions("x = 1\\nfor i in range(2):\\n    x += i\\nx")
    ['x = 1', 'for i in range(2):\\n    x += i', 'x']
    """
    lignes = code.split("\n")
    return ["\n".join(lignes[n.lineno - 1 : n.end_lineno]) for n in ast.parse(code).body]


@cache
def analyse(texte):
    """L'arbre de syntaxe du texte, calculé une seule fois ; à ne pas modifier."""
    return ast.parse(texte)


def docstring(texte, cible):
    """Les exemples de la docstring de `cible`, prêts pour `registre.json`."""
    texte_lu = ast.get_docstring(trouve(analyse(texte), cible)[-1]) or ""
    faits = []
    for exemple in doctest.DocTestParser().get_examples(texte_lu):
        fait = {"code": exemple.source.rstrip("\n"), "attendu": exemple.want.rstrip("\n")}
        if exemple.exc_msg:
            fait["erreur"] = exemple.exc_msg.rstrip("\n")
        drapeaux = doctest.OPTIONFLAGS_BY_NAME.items()
        options = sorted(nom for nom, drapeau in drapeaux if exemple.options.get(drapeau))
        if options:
            fait["options"] = options
        faits.append(fait)
    return faits


@cache
def joue(code, module, graine):
    """Les exemples que font ces instructions, avec les réponses du corrigé."""
    faits, noms = [], {**vars(CHAINE.module("bn_utiles")), **vars(CHAINE.module(module))}
    with exemples.decor(noms, graine) as espace:
        for instruction in instructions(code):
            obtenu = exemples.joue_exemple(instruction, espace)
            attendu = obtenu["affiche"]
            if obtenu.get("valeur") is not None:
                attendu += repr(obtenu["valeur"])
            exemple = {"code": instruction, "attendu": attendu.rstrip("\n")}
            if obtenu["leve"] is not None:
                exemple["erreur"] = ": ".join(obtenu["leve"])
            faits.append(exemple)
    return faits


def essais(publics, module):
    """Les essais publics d'un exercice de ce module, prêts pour `registre.json`.

    Lève ValueError si la réponse de l'un d'eux n'est pas toujours la même.
    """
    faits = []
    for essai in publics:
        reponses = [joue(essai["code"], module, graine) for graine in GRAINES]
        for reponse in reponses[1:]:
            if reponse != reponses[0]:
                differe = next(a for a, b in zip(reponses[0], reponse, strict=True) if a != b)
                raise ValueError(
                    f"{essai['exercice']}, essai public « {essai['titre']} » : la réponse de "
                    f"« {differe['code']} » tient au hasard."
                )
        faits.append({"titre": essai["titre"], "exemples": [dict(e) for e in reponses[0]]})
    return faits
