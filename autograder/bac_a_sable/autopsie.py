"""Autopsie d'une boucle sans fin : quelle ligne, quelle condition, qu'est-ce qui ne bouge plus ?

`observe` tourne dans le fils, sur le fil d'écoute, pendant que la copie boucle : elle prend
quelques photos de la pile sans jamais appeler le code de l'élève. `phrase` tourne chez le
correcteur et ne fait que mettre en français ce que le fils a vu.
"""

import ast
import itertools
import sys
import time

from autograder.bac_a_sable import boucles

POSES = (0.004, 0.007, 0.011, 0.005, 0.013, 0.009, 0.017)  # écarts inégaux entre les photos
LIGNE_DU_CORRIGE = 1_000_000  # dans une greffe, les lignes du corrigé sont décalées d'autant
# Ce qu'un `for` parcourt jusqu'au bout, quoi qu'il arrive.
FINIES = {
    "range", "enumerate", "zip", "sorted", "list", "tuple", "set", "reversed", "items", "keys",
    "values", "sample", "split",
}  # fmt: skip
SIMPLES = (int, float, bool, str, type(None))
POSE_MAX = 1.0  # secondes de montre pour une pose, si le processus n'avance pas
ELEMENTS_MAX = 200  # d'une collection dont on compare le contenu


def observe(ident, est_copie, arbre):
    """Ce que fait le fil d'exécution `ident`, en dictionnaire ; None s'il est hors de la copie.

    `est_copie(nom de fichier)` dit si une pile appartient à la copie ; `arbre(nom de fichier)`
    donne l'arbre syntaxique et les lignes du module.
    """
    photos = [_photo(sys._current_frames().get(ident), est_copie)]
    for pose in POSES:
        _laisse_calculer(pose)
        photos.append(_photo(sys._current_frames().get(ident), est_copie))
    communs = _prefixe_commun(photos)
    if not communs:
        return None
    rang = len(communs) - 1
    vus = [photo[rang] for photo in photos]
    lignes = [vu["ligne"] for vu in vus]
    constat = Constat([vu["variables"] for vu in vus], vus[0]["partagees"])
    boucle = _boucle(arbre(vus[0]["fichier"]), lignes, constat)
    return {
        "fichier": vus[0]["fichier"],
        "fonction": vus[0]["fonction"],
        "debut": vus[0]["debut"],
        "ligne": boucle["ligne"] if boucle else min(lignes),
        "boucle": boucle,
        "fixes": constat.fixes,
        "mobiles": list(constat.mobiles)[:8],
    }


def _laisse_calculer(duree):
    """Attend que ce processus ait calculé `duree` secondes, même sur une machine chargée."""
    but, fin = time.process_time() + duree, time.monotonic() + POSE_MAX
    time.sleep(duree)
    while time.process_time() < but and time.monotonic() < fin:
        time.sleep(duree)


class Constat:
    """Les variables d'un étage, photo par photo : fixes, mobiles, ou (on ne sait pas) ni l'un ni
    l'autre. `partagees` : d'autres fonctions peuvent les changer, même les plus simples.
    """

    def __init__(self, photos, partagees=False):
        self.fixes, self.mobiles = {}, {}
        self.simples = set()  # variables locales fixes qu'aucun appel ne peut changer
        self.collections = set()  # listes, dictionnaires et ensembles de Python
        for nom in photos[0]:
            clairs = [photo.get(nom, (None, None))[0] for photo in photos]
            contenus = [photo.get(nom, (None, None))[1] for photo in photos]
            if any(c != contenus[0] for c in contenus) or any(c != clairs[0] for c in clairs):
                self.mobiles[nom] = clairs
            elif contenus[0] is not None:
                self.fixes[nom] = clairs[0]
                if contenus[0][0] in SIMPLES and "." not in nom and not partagees:
                    self.simples.add(nom)
            if all(clair is not None and clair.endswith(" éléments") for clair in clairs):
                self.collections.add(nom)


def _photo(cadre, est_copie):
    """Les étages de la pile qui sont dans la copie, du plus ancien au plus récent."""
    etages = []
    while cadre is not None:
        code = cadre.f_code
        if est_copie(code.co_filename) and cadre.f_lineno and cadre.f_lineno < LIGNE_DU_CORRIGE:
            etages.append(
                {
                    "cadre": id(cadre),
                    "fichier": code.co_filename,
                    "fonction": code.co_name,
                    "debut": code.co_firstlineno,
                    "ligne": cadre.f_lineno,
                    "variables": _variables(cadre.f_locals),
                    "partagees": bool(
                        code.co_name == "<module>" or code.co_cellvars + code.co_freevars
                    ),
                }
            )
        cadre = cadre.f_back
    return etages[::-1]


def _variables(locales):
    """{nom: (valeur écrite en clair, contenu à comparer)}, y compris les `self.x`."""
    noms = {nom: locales[nom] for nom in list(locales)[:20]}
    if "self" in noms:
        try:
            attributs = object.__getattribute__(noms.pop("self"), "__dict__")
        except Exception:
            attributs = None
        if type(attributs) is dict:
            cles = [cle for cle in list(attributs)[:20] if type(cle) is str]
            noms.update({"self." + cle: attributs[cle] for cle in cles})
    return {nom: (_clair(valeur), _contenu(valeur)) for nom, valeur in noms.items()}


def _clair(valeur):
    """Texte d'une donnée simple (types exacts), sa longueur pour les autres, None sinon."""
    genre = type(valeur)
    if genre in SIMPLES:
        return repr(valeur)[:60] if genre is not int or abs(valeur) < 2**64 else "un grand entier"
    if genre is tuple and all(type(v) in SIMPLES and type(v) is not str for v in valeur[:4]):
        return repr(valeur[:4])[:60]
    if genre in (list, dict, set):
        return f"{len(valeur)} éléments"
    return None


def _contenu(valeur, profondeur=3):
    """(type, contenu) d'une donnée, à comparer d'une photo à l'autre ; None si on ne sait pas.

    >>> _contenu([1, 2]) == _contenu([1, 2]), _contenu([1, 2]) == _contenu([1, 3])
    (True, False)
    >>> _contenu([object()])
    """
    genre = type(valeur)
    if genre in SIMPLES:
        return genre, repr(valeur) if genre is float else valeur
    if genre not in (tuple, list, set, frozenset, dict) or not profondeur:
        return None
    if len(valeur) > ELEMENTS_MAX:
        return None
    elements = list(valeur.items()) if genre is dict else list(valeur)
    contenus = [_contenu(element, profondeur - 1) for element in elements]
    return None if any(c is None for c in contenus) else (genre, contenus)


def _prefixe_commun(photos):
    """Étages présents, dans le même cadre, sur toutes les photos."""
    communs = []
    for etages in zip(*photos, strict=False):
        if len({etage["cadre"] for etage in etages}) != 1:
            break
        communs.append(etages[0])
    return communs


def _boucle(module, lignes, constat):
    """La boucle à accuser, parmi celles qui contiennent toutes ces lignes, ou None.

    De l'intérieur vers l'extérieur, la première qui peut ne pas finir ; sinon, la plus grande.
    """
    if module is None:
        return None
    arbre, source = module
    autour = [
        noeud
        for noeud in ast.walk(arbre)
        if isinstance(noeud, (ast.While, ast.For))
        and noeud.lineno <= min(lignes)
        and max(lignes) <= noeud.body[-1].end_lineno
    ]
    if not autour:
        return None
    autour.sort(key=lambda noeud: -noeud.lineno)
    accusee = next((n for n in autour if _peut_durer(n, constat.mobiles)), autour[-1])
    entete = accusee.test if isinstance(accusee, ast.While) else accusee.iter
    texte = ast.get_source_segment(source, entete) or ""
    return {
        "genre": "while" if isinstance(accusee, ast.While) else "for",
        "ligne": accusee.lineno,
        "condition": " ".join(texte.split())[:80],
        "noms": sorted(boucles.noms(entete))[:8],
        "certaine": boucles.sans_fin(accusee, lignes, constat),
    }


def _peut_durer(boucle, mobiles):
    """True si rien, dans les photos, n'annonce la fin de cette boucle.

    Un `for` peut durer si ce qu'il parcourt s'allonge, ou sort d'une fonction inconnue. Un
    `while` finit si une variable de sa condition repart en arrière : il a été recommencé.
    """
    if isinstance(boucle, ast.While):
        return not any(_repart(mobiles.get(nom, ())) for nom in boucles.noms(boucle.test))
    if isinstance(boucle.iter, ast.Call):
        return boucles.appelee(boucle.iter) not in FINIES
    return any(nom in mobiles for nom in boucles.noms(boucle.iter))


def _repart(valeurs):
    """True si ces nombres, écrits en clair, montent et descendent.

    >>> _repart(["1", "2", "9"]), _repart(["1", "9", "2"]), _repart(["'a'", "'b'"])
    (False, True, False)
    """
    try:
        nombres = [float(valeur) for valeur in valeurs]
    except (TypeError, ValueError):
        return False
    pas = [b - a for a, b in itertools.pairwise(nombres)]
    return any(p > 0 for p in pas) and any(p < 0 for p in pas)


# --- Chez le correcteur ----------------------------------------------------------------

LONG = "n'a pas fini à temps (boucle sans fin, ou calcul trop long)"


def phrase(constat, propre):
    """La phrase de l'élève, d'après le constat du fils ; `propre(texte)` rend un texte sûr.

    >>> constat = {"fichier": "<tp2.py>", "ligne": 7, "fixes": {"x": "0"}, "mobiles": ["n"],
    ...            "boucle": {"genre": "while", "ligne": 7, "condition": "x < 5", "noms": ["x"],
    ...                       "certaine": True}}
    >>> phrase(constat, str)
    'boucle sans fin ligne 7 de tp2.py, « while x < 5 » : x (0) ne change plus'
    """
    if type(constat) is not dict or type(constat.get("ligne")) is not int:
        return LONG
    ou = f"ligne {constat['ligne']} de {propre(str(constat.get('fichier', ''))).strip('<>')}"
    boucle = constat.get("boucle")
    if type(boucle) is not dict:
        return f"{LONG}, {ou}"
    est_while, certaine = boucle.get("genre") == "while", boucle.get("certaine") is True
    condition = propre(str(boucle.get("condition", "")))
    lieu = f"{ou}, « {'while' if est_while else 'for … in'} {condition} »"
    debut = f"boucle sans fin {lieu}" if certaine else f"{LONG}, {lieu}"
    fixes = constat.get("fixes") if type(constat.get("fixes")) is dict else {}
    noms = boucle.get("noms") if type(boucle.get("noms")) is list else []
    immobiles = [f"{propre(str(n))} ({propre(str(fixes[n]))})" for n in noms if n in fixes]
    if est_while and immobiles:
        return f"{debut} : {_ne_change_plus(immobiles, certaine)}"
    if certaine:
        raison = "rien ne fait sortir de la boucle" if est_while else "ce parcours ne s'arrête pas"
        return f"{debut} : {raison}"
    mobiles = constat.get("mobiles") if type(constat.get("mobiles")) is list else []
    if not est_while and any(nom in mobiles for nom in noms):
        return f"{debut} : ce que l'on parcourt change en chemin"
    return debut


def _ne_change_plus(immobiles, certaine):
    """Ce que l'on a vu des variables de la condition : certitude, ou simple observation."""
    plusieurs = len(immobiles) > 1
    sujet = ", ".join(immobiles[:-1]) + " et " + immobiles[-1] if plusieurs else immobiles[0]
    if certaine:
        return f"{sujet} {'ne changent' if plusieurs else 'ne change'} plus"
    return f"{sujet} {'ne changeaient' if plusieurs else 'ne changeait'} pas à ce moment"
