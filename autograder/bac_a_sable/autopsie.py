"""Autopsie d'une boucle sans fin : quelle ligne, quelle condition, qu'est-ce qui ne bouge plus ?

`observe` tourne dans le fils, sur le fil d'écoute, pendant que la copie boucle : elle prend
quelques photos de la pile sans jamais appeler le code de l'élève. `phrase` tourne chez le
correcteur et ne fait que mettre en français ce que le fils a vu.
"""

import ast
import itertools
import sys
import time

POSES = (0.004, 0.007, 0.011, 0.005, 0.013, 0.009, 0.017)  # écarts inégaux entre les photos
LIGNE_DU_CORRIGE = 1_000_000  # dans une greffe, les lignes du corrigé sont décalées d'autant
# Ce qu'un `for` parcourt jusqu'au bout, quoi qu'il arrive.
FINIES = {
    "range", "enumerate", "zip", "sorted", "list", "tuple", "set", "reversed", "items", "keys",
    "values", "sample", "split",
}  # fmt: skip
SIMPLES = (int, float, bool, str, type(None))


def observe(ident, est_copie, arbre):
    """Ce que fait le fil d'exécution `ident`, en dictionnaire ; None s'il est hors de la copie.

    `est_copie(nom de fichier)` dit si une pile appartient à la copie ; `arbre(nom de fichier)`
    donne l'arbre syntaxique et les lignes du module.
    """
    photos = []
    for attente in (0, *POSES):
        time.sleep(attente)
        cadre = sys._current_frames().get(ident)
        photos.append(_photo(cadre, est_copie))
    communs = _prefixe_commun(photos)
    if not communs:
        return None
    rang = len(communs) - 1
    vus = [photo[rang] for photo in photos]
    fichier, fonction, debut = vus[0]["fichier"], vus[0]["fonction"], vus[0]["debut"]
    lignes = sorted({vu["ligne"] for vu in vus})
    valeurs = {nom: [vu["variables"].get(nom) for vu in vus] for nom in vus[0]["variables"]}
    fixes = {n: v[0] for n, v in valeurs.items() if all(x == v[0] for x in v)}
    mobiles = {n: v for n, v in valeurs.items() if n not in fixes}
    boucle = _boucle(arbre(fichier), lignes, mobiles)
    return {
        "fichier": fichier,
        "fonction": fonction,
        "debut": debut,
        "ligne": boucle["ligne"] if boucle else lignes[0],
        "boucle": boucle,
        "fixes": fixes,
        "mobiles": list(mobiles)[:8],
    }


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
                }
            )
        cadre = cadre.f_back
    return etages[::-1]


def _variables(locales):
    """{nom: valeur écrite en clair}, y compris les `self.x`, pour les seules données simples."""
    noms = {}
    for nom in list(locales)[:20]:
        valeur = locales[nom]
        noms[nom] = _clair(valeur)
        if nom == "self":
            try:
                attributs = object.__getattribute__(valeur, "__dict__")
            except Exception:
                continue
            if type(attributs) is dict:
                for cle in list(attributs)[:20]:
                    if type(cle) is str:
                        noms["self." + cle] = _clair(attributs[cle])
    noms.pop("self", None)
    return {nom: clair for nom, clair in noms.items() if clair is not None}


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


def _prefixe_commun(photos):
    """Étages présents, dans le même cadre, sur toutes les photos."""
    communs = []
    for etages in zip(*photos, strict=False):
        if len({etage["cadre"] for etage in etages}) != 1:
            break
        communs.append(etages[0])
    return communs


def _boucle(module, lignes, mobiles):
    """La boucle à accuser, parmi celles qui contiennent toutes ces lignes, ou None.

    De l'intérieur vers l'extérieur, la première qui peut ne pas finir ; sinon, la plus grande.
    `mobiles` : {nom: ses valeurs, photo par photo} de ce qui change.
    """
    if module is None:
        return None
    arbre, source = module
    autour = [
        noeud
        for noeud in ast.walk(arbre)
        if isinstance(noeud, (ast.While, ast.For))
        and noeud.lineno <= lignes[0]
        and lignes[-1] <= noeud.body[-1].end_lineno
    ]
    if not autour:
        return None
    autour.sort(key=lambda noeud: -noeud.lineno)
    accusee = next((n for n in autour if _sans_fin(n, mobiles)), autour[-1])
    entete = accusee.test if isinstance(accusee, ast.While) else accusee.iter
    texte = ast.get_source_segment(source, entete) or ""
    return {
        "genre": "while" if isinstance(accusee, ast.While) else "for",
        "ligne": accusee.lineno,
        "condition": " ".join(texte.split())[:80],
        "noms": sorted(_noms(entete))[:8],
        "certaine": _sans_fin(accusee, mobiles),
    }


def _sans_fin(boucle, mobiles):
    """True si rien, dans les photos, n'annonce la fin de cette boucle.

    Un `for` ne finit pas si ce qu'il parcourt s'allonge, ou sort d'une fonction inconnue. Un
    `while` finit si une variable de sa condition repart en arrière : il a été recommencé.
    """
    if isinstance(boucle, ast.While):
        return not any(_repart(mobiles.get(nom, ())) for nom in _noms(boucle.test))
    if isinstance(boucle.iter, ast.Call):
        appelee = boucle.iter.func
        nom = appelee.attr if isinstance(appelee, ast.Attribute) else getattr(appelee, "id", "")
        return nom not in FINIES
    return any(nom in mobiles for nom in _noms(boucle.iter))


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


def _noms(expression):
    """Noms lus dans une expression : `x`, et `self.x` pour un attribut de self."""
    noms = set()
    for noeud in ast.walk(expression):
        if isinstance(noeud, ast.Name) and noeud.id != "self":
            noms.add(noeud.id)
        elif isinstance(noeud, ast.Attribute) and isinstance(noeud.value, ast.Name):
            if noeud.value.id == "self":
                noms.add("self." + noeud.attr)
    return noms


# --- Chez le correcteur ----------------------------------------------------------------

LONG = "n'a pas fini à temps (boucle sans fin, ou calcul trop long)"


def phrase(constat, propre):
    """La phrase de l'élève, d'après le constat du fils ; `propre(texte)` rend un texte sûr.

    >>> phrase({"fichier": "<tp2.py>", "ligne": 7, "fixes": {"x": "0"}, "mobiles": ["n"],
    ...         "boucle": {"genre": "while", "ligne": 7, "condition": "x < 5", "noms": ["x"]}}, str)
    'boucle sans fin ligne 7 de tp2.py, « while x < 5 » : x (0) ne change plus'
    """
    lieu = "boucle sans fin"
    if type(constat) is not dict or type(constat.get("ligne")) is not int:
        return LONG
    fichier = propre(str(constat.get("fichier", ""))).strip("<>")
    ou = f" ligne {constat['ligne']} de {fichier}"
    boucle = constat.get("boucle")
    fixes = constat.get("fixes") if type(constat.get("fixes")) is dict else {}
    if type(boucle) is not dict:
        return f"{LONG},{ou}"
    lieu += ou
    condition = propre(str(boucle.get("condition", "")))
    genre = "while" if boucle.get("genre") == "while" else "for … in"
    lieu += f", « {genre} {condition} »"
    noms = boucle.get("noms") if type(boucle.get("noms")) is list else []
    immobiles = [f"{propre(str(n))} ({propre(str(fixes[n]))})" for n in noms if n in fixes]
    if immobiles:
        verbe = "ne change plus" if len(immobiles) == 1 else "ne changent plus"
        debut = ", ".join(immobiles[:-1]) + " et " if immobiles[1:] else ""
        return f"{lieu} : {debut}{immobiles[-1]} {verbe}"
    if not noms and boucle.get("genre") == "while":
        return lieu + " : rien ne fait sortir de la boucle"
    if not boucle.get("certaine", True):
        return f"{LONG},{ou}, « {genre} {condition} »"
    if boucle.get("genre") != "while":
        return lieu + " : ce que l'on parcourt ne s'arrête pas (s'allonge-t-il en chemin ?)"
    return lieu + " : la condition reste toujours vraie"
