"""La chasse aux pirates : jouer les essais d'un élève sur des versions justes et fausses.

Des pirates ont copié une fonction en y glissant une erreur. De bons essais acceptent toute version
juste et refusent chaque pirate. `pirates.json` garde les pirates de chaque chasse dans une boîte
fermée : sa clé est faite de ce que répond une fonction juste aux instructions de `cle`. Personne
n'ouvre donc la boîte avant d'avoir une fonction juste.

La correction se sert des mêmes versions et des mêmes variations.
"""

import ast
import base64
import hashlib
import hmac
import json
import os
import random
from contextlib import redirect_stderr, redirect_stdout

from . import exemples
from .comparaison import ordinaire
from .source import FONCTIONS, trouve

FICHIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pirates.json")
TOURS = 20_000  # deviner les réponses doit être plus long que d'écrire la fonction
TAILLE_SCEAU = 16  # octets
GRAINES = (exemples.GRAINE, 1, 2)  # une version juste est essayée avec plusieurs hasards
CHANCES = tuple(range(3, 20))  # … et bien d'autres, si ce sont les essais qui tirent au sort
JUSTE = "juste"  # la version de l'élève, telle quelle
CONTRAT = "contrat"  # une version juste qui lit tout ce que promet l'énoncé
CHANCE = "chance"  # la version de l'élève, avec un des hasards de CHANCES

# Ce qu'une version juste peut changer (`libre`, dans le registre), et ce qu'il faut en dire.
VARIATIONS = {
    "retour": "L'ordre de la liste renvoyée est libre : compare avec sorted(…).",
    "interieur": "L'ordre dans ces listes est libre : compare avec sorted(…).",
    "egalites": "Entre deux nombres égaux, l'ordre est libre : compare avec sorted(…).",
    "file": "L'ordre des cases ajoutées à la file est libre : compare avec sorted(…).",
    "vides": "L'ordre de vides est libre : compare avec sorted(…).",
    "coules": "L'ordre de coules est libre : compare avec sorted(…).",
    "message": "Le texte du message est libre : ne regarde que le reste, ou le type de l'erreur.",
    "recit": "Ce que racontent les messages est libre : ne le regarde pas ici.",
    "hasard": "Ton essai dépend de la chance : répète-le, ou vérifie ce qui est toujours vrai.",
    CHANCE: "Ton essai dépend de la chance : fixe d'abord la grille, au lieu de la tirer au sort.",
    CONTRAT: "Ton essai se sert d'une valeur que l'énoncé ne prévoit pas, comme une case [0, 1] au "
    "lieu de (0, 1), ou une grille dont un attribut n'est plus le bon.",
}

ORDRES_LIBRES = frozenset(("retour", "interieur", "vides", "coules", "file"))

GENRES = {
    "bord": "il se trompe près d'un bord ou dans un coin.",
    "vide": "il se trompe quand il n'y a rien, ou plus rien.",
    "rectangle": "il se trompe si la grille n'est pas carrée.",
    "sens": "il se trompe dans un sens, ou d'un côté.",
    "etat": "il oublie de changer quelque chose.",
    "intact": "il change quelque chose qui devait rester comme avant.",
    "retour": "ce qu'il renvoie n'est pas ce que promet la docstring.",
    "encore": "il se trompe quand on recommence, ou quand une chose est là deux fois.",
    "compte": "il compte un de trop, ou un de moins.",
    "case": "il se trompe selon l'état d'une case : vide, touchée ou manquée.",
    "voisines": "il se trompe sur les cases voisines.",
    "flotte": "il se trompe avec certaines flottes.",
    "grilles": "il ne regarde pas la bonne grille.",
    "taille": "il se trompe quand c'est très grand, ou très petit.",
    "egalite": "il se trompe quand plusieurs choses sont à égalité.",
    "absent": "il se trompe quand ce qu'il cherche n'y est pas.",
    "partie": "il ne regarde qu'une partie de ce qu'il doit regarder.",
    "accepte": "il ne refuse pas ce qu'il faut refuser, ou pas comme promis.",
    "refuse": "il refuse ce qu'il devait accepter.",
    "arret": "il s'arrête trop tôt, ou continue trop loin.",
    "reglage": "il ne suit pas l'un de ses réglages.",
    "etape": "il saute une étape, ou la fait au mauvais moment.",
    "toujours": "il fait la même chose dans tous les cas.",
    "confond": "il prend une chose pour une autre qui lui ressemble.",
    "hasard": "son tirage n'est pas celui que promet la docstring.",
    "texte": "ce qu'il écrit n'est pas ce que promet la docstring.",
}

# Ajouté au module essayé : toutes les versions portent le même habit, justes ou fausses.
HABIT = '''

def bn_habille(fonction, nom, variation, parametres=(), appels=[]):
    """La fonction, qui fait autrement ce qui est libre ; `parametres` : leurs noms."""
    try:
        fonction.__qualname__ = nom  # Python l'écrit dans ses messages d'erreur
    except (AttributeError, TypeError):
        pass

    def habillee(*arguments, **options):
        appels.append(1)
        if variation == "hasard":
            import random

            random.random()
        if variation == "contrat":
            for nom_recu, valeur in (*zip(parametres, arguments), *options.items()):
                bn_lit(nom_recu, valeur)
        objet = arguments[0] if arguments else None
        suivie = {"recit": "messages", "file": "queue"}.get(variation)
        suite = bn_attribut(objet, suivie) if suivie else None
        deja = len(suite or ())
        try:
            valeur = fonction(*arguments, **options)
        except Exception as erreur:
            if variation != "message":
                raise
            raise type(erreur)("autrement dit") from None
        if suite is not None:  # ce que cet appel y a ajouté : rien, ou à l'envers
            suite[deja:] = suite[deja:][::-1] if variation == "file" else []
        return bn_varie(valeur, objet, variation)

    return habillee


def bn_varie(valeur, objet, variation):
    """Le résultat, ou l'objet, où ce qui est libre est dans un autre ordre, ou dit autrement."""
    if variation == "retour" and isinstance(valeur, list):
        return valeur[::-1]
    if variation == "egalites" and isinstance(valeur, list):
        return sorted(valeur[::-1], key=lambda couple: couple[1], reverse=True)
    if variation == "message" and isinstance(valeur, tuple):
        # À l'envers : une autre phrase, mais deux phrases différentes le restent.
        return tuple(v[::-1] if isinstance(v, str) else v for v in valeur)
    listes = []
    if variation in ("vides", "coules"):
        porteurs = [objet, *(bn_attribut(objet, nom) for nom in ("grille_suivi", "grille_joueur"))]
        listes = [bn_attribut(porteur, variation) for porteur in porteurs]
    elif variation == "interieur":
        paquets = [valeur, *(valeur if isinstance(valeur, tuple) else ())]
        paquets += [bn_attribut(objet, nom) for nom in ("possibles", "possibles_case")]
        listes = [v for p in paquets if isinstance(p, dict) for v in p.values()]
    for liste in {id(liste): liste for liste in listes if isinstance(liste, list)}.values():
        bn_retourne(liste)
    return valeur


def bn_retourne(liste, retournees={}):
    """Met la liste à l'envers, sauf si elle l'est encore depuis l'appel d'avant."""
    if id(liste) in retournees:
        avant = retournees[id(liste)][1]
        if [v for v in avant if v in liste] == liste:
            return
    liste.reverse()
    retournees[id(liste)] = (liste, liste[:])


def bn_lit(nom, valeur):
    """Se sert de la valeur de ce paramètre comme toute version juste en a le droit."""
    if nom in ("case", "case1", "case2", "start", "direction", "sens"):
        x, y = valeur
        hash(valeur), range(x), range(y)
    elif nom in ("taille", "longueur", "x", "y", "n"):
        range(valeur)
    elif nom in ("texte", "chaine", "chaine1", "chaine2", "prefixe", "message"):
        valeur + ""
    elif nom in ("cases", "morceau"):
        for case in range(len(valeur)) and valeur:
            bn_lit("case", case)
    for grille in ("grille_suivi", "grille_joueur", "grille_adverse"):
        if hasattr(valeur, grille):
            bn_lit("grille", bn_attribut(valeur, grille))
    if hasattr(valeur, "xmax") and hasattr(valeur, "etat"):
        for x in range(valeur.xmax):
            for y in range(valeur.ymax):
                range(valeur.etat[x, y])
        sum(valeur.taille_bateaux), valeur.vides.count(0)
    if hasattr(valeur, "cases_jouees"):
        valeur.cases_jouees.count(0), valeur.messages.count(0)


def bn_attribut(objet, nom):
    """L'attribut de cet objet, ou None."""
    try:
        return objet.__dict__.get(nom)
    except AttributeError:
        return None
'''
POSE = "\n{cible} = bn_habille(bn_version(), {cible!r}, {variation!r}, {parametres!r})\n"
PIRATE = "\n\ndef bn_version():\n{code}\n    return {nom}\n"


def version(texte, cible, code=None, variation=""):
    """Le texte du module où `cible` porte l'habit ; `code` la remplace, s'il est donné.

    >>> espace = {}
    >>> exec(version("def f():\\n    return [1, 2]", "f", variation="retour"), espace)
    >>> espace["f"]()
    [2, 1]
    """
    parametres = parametres_de(texte, cible) if code is None and variation == CONTRAT else ()
    return texte + HABIT + pose(cible, code, variation, parametres)


def parametres_de(texte, cible):
    """Les noms des paramètres de cette fonction.

    >>> parametres_de("def f(case, sens=1):\\n    pass", "f")
    ('case', 'sens')
    """
    fonctions = [n for n in trouve(ast.parse(texte), cible) if isinstance(n, FONCTIONS)]
    return tuple(argument.arg for f in fonctions[-1:] for argument in f.args.args)


def pose(cible, code=None, variation="", parametres=()):
    """Ce qui, à la fin d'un module qui a l'HABIT, met cette version à la place de `cible`."""
    lignes, nom = ["    pass"], cible
    if code is not None:
        lignes = ["    " + ligne for ligne in code.strip("\n").split("\n")]
        nom = cible.split(".")[-1]
        parametres = parametres_de(code, nom) if variation == CONTRAT else ()
    fonction = PIRATE.format(code="\n".join(lignes), nom=nom)
    return fonction + POSE.format(cible=cible, variation=variation, parametres=parametres)


# ----------------------------------------------------------------- la boîte et sa clé


def charge(chemin=FICHIER):
    """Les chasses de cette archive : `chasses`, {identifiant d'exercice: {cle, boite}}.

    `modules` : {module: texte} du corrigé, si l'enseignant a choisi d'ouvrir toutes les chasses.
    """
    with open(chemin, encoding="utf-8") as fichier:
        return json.load(fichier)


def reponses(instructions, noms, graine=exemples.GRAINE):
    """Ce que répondent ces instructions, en un seul texte ; d'une erreur, le type seulement."""
    dites = []
    with exemples.decor(noms, graine) as espace:
        for instruction in instructions:
            obtenu = exemples.joue_exemple(instruction, espace)
            if obtenu["leve"] is not None:
                dites.append("! " + obtenu["leve"][0])
            elif "valeur" in obtenu:
                dites.append(exemples.texte_de(ordinaire(obtenu["valeur"])))
    return "\n".join(dites)


def cle(identifiant, texte):
    """La clé de la boîte de cet exercice, d'après les réponses de la fonction."""
    derive = getattr(hashlib, "pbkdf2_hmac", derivee)  # le Python du navigateur n'a pas OpenSSL
    return derive("sha256", texte.encode(), identifiant.encode(), TOURS)


def derivee(nom, secret, sel, tours):
    """Ce que donne `hashlib.pbkdf2_hmac`, pour une clé aussi longue que l'empreinte.

    >>> derivee("sha256", b"mot", b"sel", 3) == hashlib.pbkdf2_hmac("sha256", b"mot", b"sel", 3)
    True
    """
    modele = hmac.new(secret, digestmod=nom)
    tour, somme = sel + (1).to_bytes(4, "big"), 0
    for _ in range(tours):
        empreinte = modele.copy()
        empreinte.update(tour)
        tour = empreinte.digest()
        somme ^= int.from_bytes(tour, "big")
    return somme.to_bytes(modele.digest_size, "big")


def ferme(pirates, secret):
    """La boîte qui contient ces pirates ; `secret` : sa clé, ou None pour la laisser ouverte."""
    octets = json.dumps(pirates, ensure_ascii=False).encode()
    if secret is not None:
        octets = sceau(octets, secret) + melange(octets, secret)
    return base64.b85encode(octets).decode("ascii")


def ouvre(boite, secret):
    """Les pirates de la boîte, ou None si ce n'est pas la bonne clé."""
    octets = base64.b85decode(boite)
    if secret is not None:
        attendu, octets = octets[:TAILLE_SCEAU], melange(octets[TAILLE_SCEAU:], secret)
        if not hmac.compare_digest(attendu, sceau(octets, secret)):
            return None
    return json.loads(octets)


def melange(octets, secret):
    """Les octets mêlés à une suite tirée de la clé ; le refaire les retrouve."""
    suite = hashlib.shake_256(secret + b"suite").digest(len(octets))
    return bytes(a ^ b for a, b in zip(octets, suite))


def sceau(octets, secret):
    """Ce qui montre que la boîte a été ouverte avec la bonne clé."""
    return hmac.new(secret, octets, "sha256").digest()[:TAILLE_SCEAU]


# ----------------------------------------------------------------- jouer les essais


class ChaineVersion(exemples.ChaineEleve):
    """Les modules de l'élève, où l'un d'eux porte une version ; `codes` sert à toutes."""

    def __init__(self, requete, texte, codes):
        textes = dict(requete["textes"])
        textes[requete["module"]] = texte
        super().__init__(requete["dossier"], textes)
        self.codes = codes

    def compile(self, nom, texte, fichier):
        if (nom, texte) not in self.codes:
            arbre = ast.parse(texte)
            if nom.startswith("essais_"):
                arbre = ast.fix_missing_locations(Temoins().visit(arbre))
            self.codes[nom, texte] = compile(arbre, fichier, "exec", dont_inherit=True, optimize=0)
        return self.codes[nom, texte]


class Temoins(ast.NodeTransformer):
    """Garde dans une variable les deux côtés d'un `assert a == b`, pour pouvoir les montrer."""

    COTES = "bn_cotes"

    def visit_Assert(self, noeud):
        cotes, test = ast.Tuple([], ast.Load()), noeud.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            cotes = ast.Tuple([test.left, test.comparators[0]], ast.Load())
            gauche, droite = (self.cote(rang) for rang in (0, 1))
            noeud.test = ast.Compare(gauche, test.ops, [droite])
        garde = ast.Assign([ast.Name(self.COTES, ast.Store())], cotes)
        ast.copy_location(garde, noeud)
        for neuf in ast.walk(noeud.test):
            ast.copy_location(neuf, noeud)
        return [garde, noeud]

    def cote(self, rang):
        return ast.parse(f"{self.COTES}[{rang}]", mode="eval").body


def execute(requete, emet, gardien_pour):
    """Ouvre la boîte, puis joue les essais sur chaque version ; `emet(...)` dit chaque nouvelle.

    - `sorte="fermee"` : la fonction de l'élève ne donne pas la clé ;
    - `sorte="pirates"` : leur nombre, lesquels sont `ruses`, et leurs `indices` ;
    - `sorte="fin"` : `id` est le rang de la version (voir `versions`), `issue` ce qu'il en est ;
    - `sorte="boucle"` : les essais n'ont pas fini à temps sur cette version.
    """
    codes = {}
    premiere = ChaineVersion(requete, requete["textes"][requete["module"]], codes)
    lignes_de = {
        premiere.fichier(module): texte.split("\n") for module, texte in requete["textes"].items()
    }
    gardien = gardien_pour(lignes_de)
    emet(sorte="debut", id="cle")
    secret = None
    try:
        if requete["cle"]:
            with gardien.surveille("cle"):
                noms = [vars(premiere.module(nom)) for nom in ("bn_utiles", requete["module"])]
                secret = cle(requete["exercice"], reponses(requete["cle"], {**noms[0], **noms[1]}))
    except exemples.TropLong:
        secret = b""  # ce n'est pas la bonne clé
    pirates = ouvre(requete["boite"], secret)
    if pirates is None:
        emet(sorte="fermee")
        return
    emet(
        sorte="pirates",
        ruses=[pirate["ruse"] for pirate in pirates],
        indices=[pirate["indices"] for pirate in pirates],
    )
    refusee, hasards = False, []
    for rang, (code, variation, graine) in enumerate(versions(pirates, requete["libre"])):
        if rang in requete["deja"] or (variation == CHANCE and not tirent_au_sort(hasards)):
            continue
        if refusee and code is not None:
            return  # une version juste est refusée : inutile d'aller plus loin
        emet(sorte="debut", id=rang)
        texte = version(requete["textes"][requete["module"]], requete["cible"], code, variation)
        try:
            with gardien.surveille(rang):
                issue = joue(requete, ChaineVersion(requete, texte, codes), graine, lignes_de)
        except exemples.TropLong:
            emet(sorte="boucle", id=rang, dort=False, **gardien.enquete.constat())
            if code is None:
                return
            continue
        refusee = refusee or (code is None and issue["issue"] != "passe")
        hasards.append(issue.pop("hasard"))
        emet(sorte="fin", id=rang, **issue)


def versions(pirates, libre):
    """(code, variation, graine) de chaque version : les justes d'abord, `code` y est None."""
    justes = [(None, "", graine) for graine in GRAINES]
    if "hasard" not in libre:
        justes += [(None, CHANCE, graine) for graine in CHANCES]
    justes += [(None, variation, GRAINES[0]) for variation in (*libre, CONTRAT)]
    return justes + [(pirate["code"], "", GRAINES[0]) for pirate in pirates]


def tirent_au_sort(hasards):
    """True si les essais tirent au sort sans fixer le hasard (voir `essaie`).

    >>> tirent_au_sort([None, None]), tirent_au_sort([5, 5]), tirent_au_sort([5, 6])
    (False, False, True)
    """
    return len(set(hasards[: len(GRAINES)]) - {None}) > 1


def phrase_libre(variation, libre):
    """Ce qu'il faut dire d'un essai qui refuse cette version juste."""
    return VARIATIONS.get(variation, VARIATIONS["hasard" if "hasard" in libre else CHANCE])


def joue(requete, chaine, graine, lignes_de):
    """Ce que donnent les essais sur cette version, dans des modules neufs (voir `essaie`)."""

    def essais():
        essayee = chaine.module(requete["module"])
        getattr(chaine.module(requete["essais"]), requete["fonction"])()
        return len(appels_de(essayee.bn_habille))

    return essaie(essais, graine, chaine.fichier(requete["essais"]), lignes_de)


def appels_de(habille):
    """Un élément par appel de la fonction habillée (voir HABIT)."""
    return habille.__defaults__[-1]


def essaie(essais, graine, fichier, lignes_de):
    """Ce que donne `essais()`, écrite dans ce fichier, et qui renvoie un nombre d'appels.

    `issue` : « passe » (avec `appels`), « assert » (un assert refuse), « erreur » (une autre
    exception) ou « arret » (les essais eux-mêmes ne vont pas au bout : ils ne coulent personne).
    `hasard` : où en est le hasard à la fin, ou None s'il n'a pas servi.
    """
    sortie = exemples.Sortie()
    with exemples.decor({}, graine), redirect_stdout(sortie), redirect_stderr(sortie):
        depart = random.getstate()
        try:
            issue = {"issue": "passe", "appels": essais()}
        except AssertionError as erreur:
            issue = {"issue": "assert", **decrit_assert(erreur, fichier)}
        except (RecursionError, MemoryError, SystemExit):
            issue = {"issue": "arret"}
        except Exception as erreur:
            issue = {"issue": "erreur", "exception": exemples.decrit_exception(erreur, lignes_de)}
        fin = random.getstate()
        return {**issue, "hasard": None if fin == depart else hash(fin[1])}


def decrit_assert(erreur, fichier):
    """La `ligne` de l'assert, et les valeurs des deux côtés s'il compare."""
    trace, description = erreur.__traceback__, {"ligne": None, "cotes": []}
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == fichier:
            description = {"ligne": trace.tb_lineno}
            locales = trace.tb_frame.f_locals
            cotes = locales.get(Temoins.COTES, ())
            description["cotes"] = [exemples.texte_de(ordinaire(cote)) for cote in cotes]
        trace = trace.tb_next
    return description


def asserts_de(texte, cible):
    """{ligne: texte de l'assert, sur une ligne} de cette fonction d'essais."""
    asserts = {}
    for fonction in trouve(ast.parse(texte), cible):
        for noeud in ast.walk(fonction):
            if isinstance(noeud, ast.Assert):
                morceau = ast.get_source_segment(texte, noeud) or ""
                for ligne in range(noeud.lineno, noeud.end_lineno + 1):
                    asserts[ligne] = " ".join(morceau.split())
    return asserts


def enfant():
    """Ce que fait le processus d'une chasse (`verifier.py --chasse`)."""
    exemples.enfant(execute)
