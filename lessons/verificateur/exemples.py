"""Fait tourner les essais publics sur le code de l'élève, sans jamais rester bloqué.

Un essai est une suite d'exemples qui se suivent : ceux d'une docstring, ou ceux d'un essai public.
Une `requete` (un dictionnaire) dit quels modules charger et quels essais jouer. Elle est
exécutée dans un processus à part, que l'on peut tuer : un gardien y note la ligne où le code
tourne sans fin. Là où il n'y a pas de processus (dans un navigateur), elle est exécutée sur
place, et le gardien compte les lignes exécutées.
"""

import ast
import doctest
import faulthandler
import io
import json
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from contextlib import contextmanager

from .autopsie import Enquete, ecrit, observe
from .chargeur import Chaine
from .comparaison import identique, ordinaire
from .source import ecrit_chemin, est_chemin

LIMITE = 2.0  # secondes de calcul accordées à un exercice
LIMITE_SUITE = 1.0  # et à chacun des suivants, une fois qu'une boucle sans fin a été vue
ATTENTE = 4.0  # secondes pendant lesquelles un exercice peut ne rien faire (il dort, il attend)
LENTEUR = 7.0  # secondes accordées en tout, si l'ordinateur est lent ou occupé ailleurs
PATIENCE = 10.0  # secondes après lesquelles on arrête un calcul qui ne laisse rien voir
LIMITE_PAS = 500_000  # lignes exécutées au plus, quand il n'y a pas de processus
MEMOIRE = 2 * 1024**3  # octets
MAX_AFFICHAGE = 20_000  # signes gardés de ce qu'un exemple affiche
EXEMPLE = "<exemple>"  # le nom de fichier sous lequel un exemple est compilé
NB_PHOTOS = 25  # photos prises d'un code trop long, quand il n'y a pas de processus
GRAINE = 2016  # le hasard de chaque essai part de là : le verdict ne tient pas à la chance
POSE_MAX = 0.2  # secondes à attendre, entre deux photos, un code qui n'avance pas


class TropLong(BaseException):
    """Le code tourne depuis trop longtemps (mode sans processus)."""


class SaisieInterdite(Exception):
    """Le code demande une saisie au clavier."""


class ChaineEleve(Chaine):
    """Les modules de l'élève : les textes déjà lus d'abord, le dossier ensuite."""

    def __init__(self, dossier, textes):
        super().__init__(dossier)
        self._builtins["input"] = refuse_saisie
        self.textes = textes

    def trouve(self, nom):
        if nom in self.textes:
            return self.textes[nom], self.fichier(nom)
        return super().trouve(nom)

    def fichier(self, nom):
        """Le nom de fichier sous lequel le module `nom` est compilé."""
        return os.path.join(self.dossier, nom + ".py")


def refuse_saisie(question=""):
    """Remplace `input` pendant les essais : personne n'est là pour répondre."""
    raise SaisieInterdite("le code attend une réponse au clavier")


class Sortie(io.StringIO):
    """Ce que le code affiche ; au-delà d'une certaine longueur, le reste est oublié.

    `appels` : les appels en cours, dans les fichiers de `lignes_de`, au premier affichage.
    """

    def __init__(self, lignes_de=()):
        super().__init__()
        self.lignes_de = lignes_de
        self.appels = []

    def write(self, texte):
        if not self.tell():
            pile = traceback.walk_stack(sys._getframe(1))
            self.appels = [
                decrit_appel(cadre.f_code.co_filename, numero, cadre.f_code.co_name, self.lignes_de)
                for cadre, numero in pile
                if cadre.f_code.co_filename in self.lignes_de
            ][::-1]
        if self.tell() < MAX_AFFICHAGE:
            super().write(texte[:MAX_AFFICHAGE])
        return len(texte)


# ----------------------------------------------------------------- un exemple


# Données aux essais. C'est un texte : le correcteur le donne aussi au processus de la copie.
AIDES = '''
def etats(grille):
    """Les lignes de la grille : X pour une case touchée, O pour une manquée, . pour une vide."""
    signes = {1: "X", -1: "O", 0: "."}
    return [
        "".join(signes.get(grille.etat.get((x, y)), "?") for x in range(grille.xmax))
        for y in range(grille.ymax)
    ]


def erreur_levee(methode, **constantes):
    """"ValueError" si methode() lève cette erreur quand ces constantes de son fichier valent cela.

    Sinon "aucune" ; elle n'est pas appelée si l'une de ces constantes n'y est pas.
    """
    fichier = getattr(getattr(methode, "__func__", methode), "__globals__", {})
    avant = {nom: fichier[nom] for nom in constantes if nom in fichier}
    levee = "aucune"
    if avant.keys() == constantes.keys():
        try:
            fichier.update(constantes)
            methode()
        except ValueError:
            levee = "ValueError"
        finally:
            fichier.update(avant)
    return levee
'''


class Random(random.Random):
    """Un générateur qui, sans graine, en prend une dans le hasard de l'essai."""

    def __init__(self, graine=None):
        super().__init__(random.getrandbits(64) if graine is None else graine)


@contextmanager
def decor(noms, graine=GRAINE):
    """L'espace de noms d'un essai, où le hasard est toujours le même."""
    avant, ordinaire = random.getstate(), random.Random
    random.seed(graine)
    random.Random = Random
    espace = dict(noms)
    exec(AIDES, espace)
    try:
        yield espace
    finally:
        random.Random = ordinaire
        random.setstate(avant)


def joue_essais(essais, noms, lignes_de):
    """Joue les essais d'un exercice, chacun à partir de rien, jusqu'au premier échec.

    Renvoie None, ou ce qu'en dit `joue_exemples`, avec `essai`, son rang.
    """
    reste = None
    for rang, essai in enumerate(essais):
        with decor(noms) as espace:
            echec = joue_exemples(essai["exemples"], espace, lignes_de)
        if echec is not None and "en_trop" not in echec:
            return dict(echec, essai=rang)
        reste = reste or echec
    return reste


def joue_exemples(exemples, espace, lignes_de):
    """Joue les exemples d'un essai ; renvoie None, ou un dictionnaire qui décrit l'échec.

    Si tout est juste mais qu'un print est resté, le dictionnaire est `en_trop`, ce qu'il affiche,
    et `appels`, d'où.
    """
    reste = None
    tries = []

    def trie(valeurs, **options):
        tries.append(type(valeurs).__name__)
        return sorted(valeurs, **options)

    espace = dict(espace, sorted=trie)
    for rang, exemple in enumerate(exemples):
        del tries[:]
        obtenu = joue_un_par_un(exemple, espace, lignes_de)
        autres = [genre for genre in tries if genre != "list"]
        if est_juste(exemple, obtenu) and autres:  # sorted cache que ce n'est pas une liste
            avant = [precedent["code"] for precedent in exemples[:rang]]
            return {"code": exemple["code"], "avant": avant, "pas_une_liste": autres[0]}
        if est_juste(exemple, obtenu):
            continue
        if est_juste(exemple, dict(obtenu, affiche="")):
            en_trop = {"en_trop": obtenu["affiche"].strip(), "appels": obtenu["appels"]}
            reste = reste or en_trop
        else:
            obtenu = dict(exemple, **(obtenu["premier"] or obtenu))
            echec = {"rang": rang, "code": obtenu["code"], "attendu": obtenu["attendu"]}
            echec["avant"] = [precedent["code"] for precedent in exemples[:rang]]
            echec["avant"] += obtenu.get("avant", [])
            echec["affiche"], echec["appels"] = obtenu["affiche"], obtenu["appels"]
            echec["valeur"] = texte_de(ordinaire(obtenu["valeur"])) if "valeur" in obtenu else None
            echec["type"] = type(obtenu["valeur"]).__name__ if "valeur" in obtenu else None
            echec["exception"] = decrit_exception(obtenu["exception"], lignes_de)
            echec["grilles"] = obtenu.get("grilles") or grilles_de(obtenu["code"], espace)
            echec["taille"] = taille_de_la_grille(obtenu["code"], espace)
            echec["trie"] = autres[0] if autres else None
            return echec
    return reste


def joue_un_par_un(exemple, espace, lignes_de):
    """Ce que donne l'exemple, comme `joue_exemple` ; et `premier`, sa première valeur fausse.

    Un exemple comme « f(1), f(2) » montre plusieurs appels d'un coup. Le premier qui ne donne pas
    ce que l'on attend est dans `premier`, avec son `code`, son `attendu`, les appels d'`avant`, et
    l'état des `grilles` à ce moment-là. Un exemple d'une seule valeur n'a pas de `premier`.
    """
    elements = elements_de(exemple["code"], exemple["attendu"])
    if not elements:
        return dict(joue_exemple(exemple["code"], espace, lignes_de), premier=None)
    valeurs, affiche, premier = [], "", None
    for rang, (code, attendu) in enumerate(elements):
        obtenu = joue_exemple(code, espace, lignes_de)
        affiche += obtenu["affiche"]
        valeur = obtenu.get("valeur")
        faux = texte_de(valeur) != attendu and not identique(valeur_ecrite(attendu), valeur)
        if premier is None and (obtenu["leve"] or faux):
            premier = dict(obtenu, code=code, attendu=attendu, grilles=grilles_de(code, espace))
            premier["avant"] = [element for element, _ in elements[:rang]]
        if obtenu["leve"]:
            return dict(obtenu, affiche=affiche, premier=premier)
        valeurs.append(valeur)
    return dict(obtenu, affiche=affiche, valeur=tuple(valeurs), premier=premier)


def elements_de(code, attendu):
    """Les (code, valeur attendue) des appels que montre l'exemple ; rien s'il n'y en a qu'un.

    >>> elements_de("f(1), f(2)", "(True, None)"), elements_de("f(1)", "True")
    ([('f(1)', 'True'), ('f(2)', 'None')], [])
    """
    attendues = valeur_ecrite(attendu) if attendu.startswith("(") else None
    expression = ast.parse(code).body[0] if isinstance(attendues, tuple) else None
    valeur = getattr(expression, "value", None)
    if not isinstance(valeur, ast.Tuple) or len(valeur.elts) != len(attendues):
        return []
    codes = [ast.get_source_segment(code, element) for element in valeur.elts]
    return list(zip(codes, [texte_de(v) for v in attendues]))


def joue_exemple(code, espace, lignes_de=()):
    """Exécute un exemple. Renvoie `affiche`, `exception`, et `valeur` s'il y en a une.

    `leve` est (nom, phrase) de l'exception ; `appels` dit d'où vient le premier affichage.
    """
    obtenu = {"affiche": "", "exception": None, "leve": None}

    def montre(valeur):
        obtenu["valeur"] = valeur

    sortie = Sortie(lignes_de)
    anciens = sys.stdout, sys.stderr, sys.displayhook
    sys.stdout, sys.stderr, sys.displayhook = sortie, Sortie(), montre
    try:
        exec(compile(code + "\n", EXEMPLE, "single"), espace)
    except (Exception, SystemExit) as erreur:
        obtenu["exception"], obtenu["leve"] = erreur, (type(erreur).__name__, str(erreur))
    finally:
        sys.stdout, sys.stderr, sys.displayhook = anciens
    obtenu["affiche"], obtenu["appels"] = sortie.getvalue(), sortie.appels
    return obtenu


def est_juste(exemple, obtenu):
    """True si l'exemple a donné ce que la docstring promet.

    `obtenu` : `affiche`, `valeur` s'il y en a une, et `leve`, (nom, phrase) d'une erreur ou None.
    Une fonction qui n'a rien à renvoyer est libre de renvoyer quelque chose.
    Une valeur peut s'écrire autrement (l'ordre des clés d'un dictionnaire est libre). D'une
    erreur attendue, on regarde le type et l'on veut une phrase (voir `est_phrase`), mais elle est
    libre aussi.
    """
    if exemple["erreur"] is not None:
        nom, phrase = obtenu["leve"] or ("", "")
        return nom == exemple["erreur"].split(":")[0] and est_phrase(phrase)
    if obtenu["leve"] is not None:
        return False
    texte = obtenu["affiche"]
    valeur = None if exemple["libre"] else obtenu.get("valeur")
    if valeur is not None:
        texte += texte_de(valeur) + "\n"
    attendu = exemple["attendu"] + "\n" if exemple["attendu"] else ""
    drapeaux = doctest.DONT_ACCEPT_TRUE_FOR_1
    for nom in exemple["options"]:
        drapeaux |= doctest.OPTIONFLAGS_BY_NAME[nom]
    if doctest.OutputChecker().check_output(attendu, texte, drapeaux):
        return True
    voulue = valeur_ecrite(exemple["attendu"])
    return not obtenu["affiche"] and voulue is not None and identique(voulue, valeur)


# Ce que dit Python lui-même, en anglais, quand int ou index ne trouvent pas leur compte.
DE_PYTHON = re.compile(
    r"invalid literal for int\(\)|could not convert string to float|substring not found"
    r"|.* is not in (list|tuple)$|tuple\.index\(x\)|list\.(remove|index)\(x\)"
    r"|(not enough|too many) values to unpack|chr\(\) arg not in range"
)


def est_phrase(message):
    """True si le message d'une erreur est une phrase écrite exprès, et non celle de Python.

    >>> est_phrase("« 33 » n'est pas une case."), est_phrase("  ")
    (True, False)
    >>> est_phrase("invalid literal for int() with base 10: 'C'")
    False
    """
    return message.strip() != "" and DE_PYTHON.match(message) is None


def valeur_ecrite(texte, sinon=None):
    """La valeur Python que `texte` représente, ou `sinon` si ce n'en est pas une.

    >>> valeur_ecrite("[(0, 1)]"), valeur_ecrite("┌─┐")
    ([(0, 1)], None)
    """
    try:
        return ast.literal_eval(texte.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return sinon


def texte_de(valeur):
    """`repr(valeur)`, même si l'objet ne sait pas s'écrire."""
    try:
        return repr(valeur)[:MAX_AFFICHAGE]
    except Exception as erreur:
        return f"<objet qui ne sait pas s'afficher : {type(erreur).__name__}>"


def decrit_exception(erreur, lignes_de):
    """Type, phrase et endroit d'une exception ; `lignes_de` : {fichier: lignes de l'élève}.

    `appels` liste les appels en cours dans ces fichiers, du premier au plus profond ; l'endroit
    est celui du plus profond, ou de l'appel qui se répète si la récursion est sans fin.
    """
    if erreur is None:
        return None
    description = {"type": type(erreur).__name__, "message": str(erreur)[:500], "fichier": None}
    if isinstance(erreur, NotImplementedError) and erreur.args:
        description["manque"] = str(erreur.args[0])
    if isinstance(erreur, SyntaxError):
        description["fichier"], description["ligne"] = erreur.filename, erreur.lineno
        return description
    etapes = [e for e in traceback.extract_tb(erreur.__traceback__) if e.filename in lignes_de]
    cadres = [c for c, _ in traceback.walk_tb(erreur.__traceback__)]
    cadres = [c for c in cadres if c.f_code.co_filename in lignes_de]
    if isinstance(erreur, RecursionError):
        lieux = Counter((etape.filename, etape.lineno) for etape in etapes)
        etapes = [max(etapes, key=lambda e: lieux[e.filename, e.lineno])] if etapes else []
    appels = [decrit_appel(e.filename, e.lineno, e.name, lignes_de) for e in etapes]
    if len(appels) == len(cadres):
        for appel, cadre in zip(appels, cadres):
            appel.update(ce_que_recoit(cadre))
    for appel in appels:
        description.update(appel, appels=appels)
        description["dans_l_exemple"] = dernier_fichier(erreur) == EXEMPLE
        if appel["fonction"] == "<module>":
            description["module"] = appel
    if isinstance(erreur, KeyError) and erreur.args:
        description["dico"] = dictionnaire_fautif(erreur, lignes_de)
    return description


def dernier_fichier(erreur):
    """Le fichier où l'exception est née."""
    return [cadre.f_code.co_filename for cadre, _ in traceback.walk_tb(erreur.__traceback__)][-1]


def ce_que_recoit(cadre):
    """Ce que cet appel reçoit : `recu`, « case = (1, -1) », si c'est ce que son paramètre annonce.

    Sinon `recu` est None, et `mauvais` est (paramètre, ce qu'il doit être, ce que l'on donne).
    Un paramètre dont le nom ne dit rien est laissé de côté.
    """
    code, bons = cadre.f_code, []
    for nom in code.co_varnames[: code.co_argcount]:
        doit_etre = PARAMETRES.get(nom)
        if doit_etre is None or nom not in cadre.f_locals:
            continue
        valeur = cadre.f_locals[nom]
        genre = "une fonction" if callable(valeur) else f"un {type(valeur).__name__}"
        texte = ecrit(valeur) or genre
        if not convient(valeur, doit_etre):
            return {"recu": None, "mauvais": [nom, doit_etre, texte]}
        bons.append(f"{nom} = {texte}")
    return {"recu": ", ".join(bons) or None}


# Ce que doit être un paramètre, d'après son nom.
PARAMETRES = {
    "case": "une case (x, y)", "start": "une case (x, y)", "sens": "une direction (dx, dy)",
    "direction": "une direction (dx, dy)", "taille": "un nombre entier", "texte": "un texte",
    "chaine": "un texte", "bateau": "un Bateau", "etat": "un état", "joueur": "un joueur",
}  # fmt: skip


def convient(valeur, doit_etre):
    """True si cette valeur est ce qu'elle doit être."""
    if "(" in doit_etre:
        return est_case(valeur)
    if doit_etre == "un état":
        return type(valeur) is int
    if doit_etre == "un joueur":
        return "grille_suivi" in getattr(valeur, "__dict__", {})
    genre = {"un nombre entier": "int", "un texte": "str", "un Bateau": "Bateau"}[doit_etre]
    return type(valeur).__name__ == genre


def decrit_appel(fichier, numero, fonction, lignes_de):
    """Un appel en cours : `fichier`, `ligne`, `fonction`, et le `texte` de la ligne."""
    texte = ligne_de(lignes_de, fichier, numero or 0)
    return {"fichier": fichier, "ligne": numero, "fonction": fonction, "texte": texte}


def dictionnaire_fautif(erreur, lignes_de):
    """Ce que l'on sait du dictionnaire où la clé de cette KeyError n'est pas, ou None.

    - `nom` : « comptes », « self.etat » ; `nombre` de clés et `cles`, le texte des premières ;
    - `coins` : la première et la dernière case, si ses clés sont toutes les cases d'une grille ;
    - `usage` : "+=" ou "append" si l'on voulait compléter la valeur, "" sinon ;
    - `part_de_rien` : True si la fonction crée ce dictionnaire vide.
    """
    cadres = [
        (cadre, numero)
        for cadre, numero in traceback.walk_tb(erreur.__traceback__)
        if cadre.f_code.co_filename in lignes_de
    ]
    if not cadres:
        return None
    cadre, numero = cadres[-1]
    try:
        arbre = ast.parse("\n".join(lignes_de[cadre.f_code.co_filename]))
    except (SyntaxError, ValueError):
        return None
    noeuds = list(ast.walk(arbre))
    parents = {enfant: n for n in noeuds for enfant in ast.iter_child_nodes(n)}
    for noeud in noeuds:
        if not isinstance(noeud, ast.Subscript) or not noeud.lineno <= numero <= noeud.end_lineno:
            continue
        nom, dico = "ce dictionnaire", dictionnaire_ecrit(noeud.value, cadre)
        if est_chemin(noeud.value):
            nom = ecrit_chemin(noeud.value)
            dico = valeur_du_chemin(nom, cadre)
        if isinstance(dico, dict) and erreur.args[0] not in dico:
            vides = [n for n in noeuds if isinstance(n, ast.Assign) and est_dico_vide(n.value)]
            return {
                "nom": nom,
                "nombre": len(dico),
                "cles": [texte_de(cle) for cle in list(dico)[:4]],
                "coins": coins_de(dico),
                "usage": usage_de(noeud, parents),
                "part_de_rien": any(
                    est_chemin(n.targets[0]) and ecrit_chemin(n.targets[0]) == nom for n in vides
                ),
            }
    return None


def dictionnaire_ecrit(noeud, cadre):
    """Les clés d'un dictionnaire écrit là où l'on s'en sert, `{VIDE: "."}[etat]`, ou None."""
    if not isinstance(noeud, ast.Dict):
        return None
    try:
        return {
            valeur_du_chemin(cle.id, cadre)
            if isinstance(cle, ast.Name)
            else ast.literal_eval(cle): 0
            for cle in noeud.keys
        }
    except (ValueError, TypeError):  # une clé à calculer
        return None


def est_dico_vide(noeud):
    """True pour {} et dict()."""
    appel = isinstance(noeud, ast.Call) and getattr(noeud.func, "id", "") == "dict"
    return (isinstance(noeud, ast.Dict) and not noeud.keys) or (appel and not noeud.args)


def usage_de(noeud, parents):
    """Ce que le code fait de `d[cle]` : "+=" s'il y ajoute, "append" s'il l'allonge, ou ""."""
    parent = parents.get(noeud)
    if isinstance(parent, ast.AugAssign) and parent.target is noeud:
        return "append" if isinstance(parent.value, (ast.List, ast.Tuple)) else "+="
    if isinstance(parent, ast.Attribute) and parent.attr in ("append", "extend", "insert", "add"):
        return "append"
    return ""


def coins_de(dico):
    """Première et dernière case, si les clés sont toutes les cases d'une grille ; sinon None."""
    if not dico or not all(est_case(cle) for cle in dico):
        return None
    xs, ys = [x for x, _ in dico], [y for _, y in dico]
    complet = len(dico) == (max(xs) + 1) * (max(ys) + 1) and min(xs) == min(ys) == 0
    return [[0, 0], [max(xs), max(ys)]] if complet else None


def valeur_du_chemin(chemin, cadre):
    """La valeur de « x » ou « self.etat » dans cet appel, ou None ; rien n'est exécuté."""
    racine, *suite = chemin.split(".")
    valeur = cadre.f_locals.get(racine, cadre.f_globals.get(racine))
    for attribut in suite:
        valeur = getattr(valeur, "__dict__", {}).get(attribut)
    return valeur


def ligne_de(lignes_de, fichier, numero):
    """La ligne `numero` de ce fichier de l'élève, sans les espaces des bords."""
    lignes = lignes_de.get(fichier, [])
    return lignes[numero - 1].strip() if 0 < numero <= len(lignes) else ""


def grilles_de(code, espace):
    """Les grilles dont parle l'exemple : une liste de `[nom, [[case, état], …]]`."""
    cites = {n.id for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)}
    grilles = []
    for nom in sorted(cites & set(espace)):
        attributs = getattr(espace[nom], "__dict__", {})
        candidats = {nom: attributs.get("etat")}
        for grille in ("grille_suivi", "grille_adverse"):
            suite = getattr(attributs.get(grille), "__dict__", {})
            candidats[f"{nom}.{grille}"] = suite.get("etat")
        for chemin, etat in candidats.items():
            if est_etat(etat) and any(etat.values()):
                grilles.append([chemin, [[list(case), valeur] for case, valeur in etat.items()]])
    return grilles


def taille_de_la_grille(code, espace):
    """[colonnes, lignes] des grilles que cite l'exemple, ou de toutes ; None s'il y en a deux."""
    cites = {n.id for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)}
    for noms in (cites & set(espace), espace):
        tailles = set()
        for nom in noms:
            attributs = getattr(espace[nom], "__dict__", {})
            for grille in (attributs, getattr(attributs.get("grille_suivi"), "__dict__", {})):
                tailles.add((grille.get("xmax"), grille.get("ymax")))
        tailles = [taille for taille in tailles if est_case(taille) and min(taille) > 0]
        if tailles:
            return list(tailles[0]) if len(tailles) == 1 else None
    return None


def est_etat(valeur):
    """True si la valeur est un dictionnaire {case: entier}."""
    if type(valeur) is not dict:
        return False
    return all(est_case(cle) and type(v) is int for cle, v in valeur.items())


def est_case(valeur):
    """True si la valeur est un couple de deux entiers."""
    return type(valeur) is tuple and len(valeur) == 2 and all(type(v) is int for v in valeur)


# ----------------------------------------------------------------- le code qui tourne sans fin


def enquete_sur(lignes_de):
    """Une enquête qui ne regarde que ces fichiers de l'élève ; `lignes_de` : {fichier: lignes}."""

    def module_de(fichier):
        texte = "\n".join(lignes_de[fichier])
        try:
            return ast.parse(texte), texte
        except (SyntaxError, ValueError):
            return None

    return Enquete(lambda fichier, _: fichier in lignes_de, module_de)


class GardienMinute:
    """Dans le processus des essais : surveille le temps, depuis un second fil d'exécution."""

    def __init__(self, limite, canal, emet, lignes_de):
        self.limite = limite
        self.canal = canal
        self.emet = emet
        self.lignes_de = lignes_de
        self.en_cours = None
        self.arme_a = -1.0  # quand on a demandé à Python de s'arrêter après PATIENCE
        self.fil_essais = threading.get_ident()
        threading.Thread(target=self.veille, daemon=True).start()

    @contextmanager
    def surveille(self, nom):
        """Le temps passé dans ce bloc est compté."""
        self.arme_a = -1.0  # une minuterie neuve pour ce bloc
        self.reprend(nom)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            self.en_cours = None

    def reprend(self, nom):
        """Le temps du bloc en cours est compté de nouveau, à partir d'ici et sous ce nom."""
        maintenant = time.monotonic()
        self.en_cours = (nom, time.process_time(), maintenant)
        if maintenant - self.arme_a > 1.0:
            # Un long calcul fait d'un seul bloc (sum, **…) ne laisse pas tourner `veille` : Python
            # écrit alors lui-même où il en est, et s'arrête.
            faulthandler.dump_traceback_later(PATIENCE, exit=True, file=self.canal)
            self.arme_a = maintenant

    def veille(self):
        """Attend qu'un bloc dépasse la limite ; alors enquête, rend compte et arrête tout."""
        while True:
            time.sleep(0.05)
            en_cours = self.en_cours
            if en_cours is None:
                continue
            nom, calcul, debut = en_cours
            calcul, duree = time.process_time() - calcul, time.monotonic() - debut
            dort = duree > ATTENTE and calcul < 0.1
            if dort or calcul > self.limite or duree > LENTEUR:
                constat = self.enquete()
                if self.en_cours is en_cours:
                    self.emet(sorte="boucle", id=nom, dort=dort, **constat)
                    os._exit(3)

    def enquete(self):
        """Ce que montrent quelques photos du code en train de tourner."""
        try:
            return observe(self.fil_essais, enquete_sur(self.lignes_de), POSE_MAX)
        except Exception:  # une photo ratée ne doit pas empêcher d'arrêter le code
            return {"fichier": None}


class GardienPasAPas:
    """Sans processus : compte les lignes exécutées, et lève TropLong au-delà de la limite."""

    OUTIL = 4  # numéro libre parmi ceux que sys.monitoring laisse aux programmes

    def __init__(self, limite, lignes_de):
        self.limite = limite
        self.lignes_de = lignes_de
        self.pas = 0
        self.enquete = None
        # Sur le dernier dixième, à des écarts inégaux : une petite boucle ne cache pas la grande.
        ecart = limite // (10 * NB_PHOTOS)
        self.poses = {limite - rang * ecart - rang * rang % 11 for rang in range(NB_PHOTOS)}

    @contextmanager
    def surveille(self, nom):
        """Les lignes exécutées dans ce bloc sont comptées."""
        self.pas, self.enquete = 0, enquete_sur(self.lignes_de)
        if hasattr(sys, "monitoring"):
            with self._observe(sys.monitoring):
                yield
        else:
            ancien = sys.gettrace()
            sys.settrace(self._trace)
            try:
                yield
            finally:
                sys.settrace(ancien)

    def reprend(self, nom):
        """Les lignes du bloc en cours sont comptées de nouveau, à partir d'ici."""
        self.pas = 0

    @contextmanager
    def _observe(self, monitoring):
        monitoring.use_tool_id(self.OUTIL, "verifier")
        monitoring.register_callback(self.OUTIL, monitoring.events.LINE, self._ligne)
        monitoring.restart_events()
        monitoring.set_events(self.OUTIL, monitoring.events.LINE)
        try:
            yield
        finally:
            monitoring.set_events(self.OUTIL, 0)
            monitoring.free_tool_id(self.OUTIL)

    def _ligne(self, code, numero):
        if code.co_filename not in self.lignes_de:
            return sys.monitoring.DISABLE
        return self._compte(sys._getframe(1))

    def _trace(self, cadre, evenement, argument):
        if cadre.f_code.co_filename not in self.lignes_de:
            return None
        if evenement == "line":
            self._compte(cadre)
        return self._trace

    def _compte(self, cadre):
        self.pas += 1
        if self.pas in self.poses:
            self.enquete.photographie(cadre)
        if self.pas > self.limite:
            raise TropLong


# ----------------------------------------------------------------- une requête entière


def execute(requete, emet, gardien_pour):
    """Charge les modules et joue les essais ; `emet(...)` reçoit chaque nouvelle.

    - `sorte="module"` : un module ne se charge pas, `exception` dit pourquoi ;
    - `sorte="debut"`, puis `sorte="fin"` avec `echec` (None si tout est juste) ;
    - `sorte="boucle"` : le code n'a pas fini à temps.
    """
    chaine = ChaineEleve(requete["dossier"], requete["textes"])
    lignes_de = {
        chaine.fichier(module): texte.split("\n") for module, texte in requete["textes"].items()
    }
    gardien = gardien_pour(lignes_de)
    charges = {}
    constantes = {}  # celles de bn_utiles, même si le fichier de l'élève ne les importe pas toutes
    for travail in requete["travaux"]:
        nom = travail["module"]
        if nom not in charges:
            charges[nom] = charge_module(chaine, nom, emet, gardien, lignes_de)
        if charges[nom] is None:
            continue
        if not constantes and "bn_utiles" in requete["textes"]:
            constantes = vars(chaine.module("bn_utiles"))
        emet(sorte="debut", id=travail["id"])
        espace = {**constantes, **vars(charges[nom])}
        try:
            with gardien.surveille(travail["id"]):
                echec = joue_essais(travail["essais"], espace, lignes_de)
        except TropLong:
            emet(sorte="boucle", id=travail["id"], dort=False, **gardien.enquete.constat())
            continue
        emet(sorte="fin", id=travail["id"], echec=echec)


def charge_module(chaine, nom, emet, gardien, lignes_de):
    """Le module de l'élève, ou None (et une nouvelle) s'il ne se charge pas."""
    emet(sorte="debut", id=nom)
    anciens = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Sortie(), Sortie()
    try:
        with gardien.surveille(nom):
            return chaine.module(nom)
    except TropLong:
        emet(sorte="boucle", id=nom, dort=False, **gardien.enquete.constat())
    except (Exception, SystemExit) as erreur:
        emet(sorte="module", id=nom, exception=decrit_exception(erreur, lignes_de))
    finally:
        sys.stdout, sys.stderr = anciens
    return None


def sur_place(requete, executer=execute, suit=None):
    """Exécute la requête sans processus ; renvoie les nouvelles (`suit` : voir l'autre façon)."""
    nouvelles = []

    def emet(**nouvelle):
        nouvelles.append(nouvelle)
        if suit is not None:
            suit(nouvelle)

    executer(requete, emet, lambda lignes_de: GardienPasAPas(requete["limite_pas"], lignes_de))
    return nouvelles


def enfant(executer=execute):
    """Ce que fait le processus des essais : lit la requête, écrit les nouvelles, une par ligne."""
    requete = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    canal = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
    vide = os.open(os.devnull, os.O_RDWR)
    for descripteur in (0, 1, 2):
        os.dup2(vide, descripteur)
    sys.stdin = io.StringIO()
    verrou = threading.Lock()

    def emet(**nouvelle):
        with verrou:
            canal.write(json.dumps(nouvelle) + "\n")
            canal.flush()

    limite_la_memoire()
    executer(requete, emet, lambda lignes: GardienMinute(requete["limite"], canal, emet, lignes))
    emet(sorte="termine")
    os._exit(0)


def limite_la_memoire():
    """Empêche une boucle de remplir toute la mémoire de la machine, là où c'est possible."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMOIRE, MEMOIRE))
    except (ImportError, ValueError, OSError):
        return


# ----------------------------------------------------------------- du côté du vérificateur


def avec_processus(requete, commande, suit=None):
    """Exécute la requête dans un processus lancé par `commande` ; renvoie les nouvelles.

    `suit(nouvelle)` est appelée à chacune, dès qu'elle arrive. La dernière est `sorte="termine"`
    quand tout a été essayé. Sinon le processus est mort, ou a été tué : les exercices qui manquent
    sont à redemander.
    """
    options = {"creationflags": 0x08000000} if os.name == "nt" else {}  # pas de fenêtre noire
    processus = subprocess.Popen(
        commande,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **options,
    )
    lignes = queue.Queue()
    threading.Thread(target=transmet, args=(processus.stdout, lignes), daemon=True).start()
    nouvelles, trace = [], []
    try:
        try:
            processus.stdin.write(json.dumps(requete).encode("ascii"))
            processus.stdin.close()
        except OSError:
            pass  # le processus est déjà mort : la lecture le dira
        while True:
            try:
                ligne = lignes.get(timeout=PATIENCE + 3)
            except queue.Empty:
                nouvelles.append({"sorte": "muet"})
                break
            if ligne is None:
                break
            if not ligne.startswith(b"{"):
                trace.append(ligne.decode("ascii", "replace"))
                continue
            nouvelles.append(json.loads(ligne))
            if suit is not None:
                suit(nouvelles[-1])
            if nouvelles[-1]["sorte"] in ("termine", "boucle"):
                break
    finally:
        processus.kill()
        processus.wait()
    if trace:
        nouvelles.append(dict(lit_trace(trace, requete["textes"]), sorte="muet"))
    return nouvelles


def lit_trace(trace, textes):
    """L'endroit du code de l'élève où Python s'est arrêté : fichier, fonction, ligne, texte."""
    for ligne in trace:
        trouve = re.match(r'\s*File ".*?(\w+)\.py", line (\d+) in (\w+)', ligne)
        if trouve and trouve.group(1) in textes:
            module, numero, fonction = trouve.group(1), int(trouve.group(2)), trouve.group(3)
            texte = ligne_de({module: textes[module].split("\n")}, module, numero)
            fichier = module + ".py"
            return {"fichier": fichier, "ligne": numero, "fonction": fonction, "texte": texte}
    return {"fichier": None}


def transmet(flux, lignes):
    """Recopie chaque ligne complète du flux dans la file, puis None à la fin."""
    with flux:
        for ligne in flux:
            if ligne.endswith(b"\n"):
                lignes.put(ligne)
    lignes.put(None)
