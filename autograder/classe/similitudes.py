"""Copies qui se ressemblent trop, sans que rien ne quitte l'ordinateur de l'enseignant.

On compare les arbres syntaxiques des fonctions demandées : renommer les variables, changer les
commentaires, l'ordre ou la mise en page n'y fait rien. Ce que donne le squelette, ce qu'écrit le
corrigé et ce que beaucoup d'élèves écrivent ne compte pas ; les fonctions très courtes non plus :
tout le monde écrit la même ligne. Le résultat est un indice à regarder, jamais une preuve.
"""

import ast
import bisect
import itertools
import math
import textwrap
import zlib
from array import array
from dataclasses import dataclass, field

from lessons.verificateur.source import FONCTIONS, definitions

LONGUEUR = 14  # jetons d'un motif
FENETRE = 4  # on garde un motif sur quatre environ, toujours les mêmes
JETONS_MIN = 40  # une fonction plus courte n'est pas comparée
MOTIFS_MIN = 20  # il en faut autant en commun pour parler de ressemblance
FONCTIONS_MIN = 2  # … dans au moins deux fonctions
SEUIL = 0.6  # part de ce que la copie a de personnel qui se retrouve dans l'autre
COMMUN = 0.1  # un motif présent dans plus de 10 % des copies est banal
BANAL_MIN = 10  # … s'il est dans plus de dix
VIRTUELLES = 8  # copies imaginaires, pour qu'une petite classe ne s'étonne pas trop vite
MARGE = 4.0  # surprise demandée en plus de ce que le hasard donne dans une classe de cette taille
LIGNES_MAX = 40


# ----------------------------------------------------------------- une copie


def fonctions_de(texte):
    """{cible: nœud} des fonctions et méthodes d'un module ; {} s'il n'est pas lisible."""
    try:
        arbre = ast.parse(texte)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return {}
    return {
        nom: noeuds[-1]
        for nom, noeuds in definitions(arbre).items()
        if isinstance(noeuds[-1], FONCTIONS)
    }


def jetons(fonction, rangs=False):
    """La fonction en une suite de mots où les noms choisis par l'élève ont disparu.

    Avec `rangs`, chaque nom local est remplacé par son rang d'apparition : deux fonctions qui
    ont les mêmes mots sont alors les mêmes, aux noms et aux textes près.

    >>> f = fonctions_de("def f(a):\\n  'doc'\\n  b = a + 1\\n  return len(b)")["f"]
    >>> " ".join(jetons(f))
    'Assign nom BinOp nom Add 1 Return Call len nom'
    >>> " ".join(jetons(f, rangs=True))
    'Assign nom1 BinOp nom0 Add 1 Return Call len nom1'
    """
    locaux = {}
    for noeud in ast.walk(fonction):
        if isinstance(noeud, ast.arg):
            locaux[noeud.arg] = "nom"
        elif isinstance(noeud, ast.Name) and isinstance(noeud.ctx, ast.Store):
            locaux[noeud.id] = "nom"
        elif isinstance(noeud, ast.ExceptHandler) and noeud.name:
            locaux[noeud.name] = "nom"
    if rangs:
        locaux = {nom: f"nom{rang}" for rang, nom in enumerate(locaux)}
    corps = fonction.body
    if ast.get_docstring(fonction, clean=False) is not None:
        corps = corps[1:]
    suite = []

    def visite(noeud):
        if isinstance(noeud, ast.Name):
            suite.append(locaux.get(noeud.id, noeud.id))
            return
        if isinstance(noeud, ast.Constant):
            suite.append("texte" if isinstance(noeud.value, str) else repr(noeud.value)[:20])
            return
        if isinstance(noeud, (ast.Load, ast.Store, ast.Del)):
            return
        suite.append(type(noeud).__name__)
        if isinstance(noeud, ast.Attribute):
            suite.append(noeud.attr)
        for enfant in ast.iter_child_nodes(noeud):
            visite(enfant)

    for instruction in corps:
        visite(instruction)
    return suite


def motifs(suite):
    """Les empreintes (32 bits) des motifs retenus d'une suite de jetons."""
    empreintes = [
        zlib.crc32("\0".join(suite[i : i + LONGUEUR]).encode())
        for i in range(len(suite) - LONGUEUR + 1)
    ]
    fenetres = range(max(1, len(empreintes) - FENETRE + 1)) if empreintes else ()
    return {min(empreintes[i : i + FENETRE]) for i in fenetres}


class Analyseur:
    """Ce qui sert pour toutes les copies : les motifs donnés et ceux du corrigé."""

    def __init__(self, registre, corrige, squelettes=()):
        self.cibles = registre.cibles()
        self.connus = set()
        for textes in (corrige, dict(squelettes)):
            for texte in textes.values():
                for fonction in fonctions_de(texte).values():
                    self.connus |= motifs(jetons(fonction))

    def analyse(self, textes):
        """{id d'exercice: {"motifs": [...], "code": texte}} des fonctions assez longues."""
        fiche = {}
        for module, cibles in self.cibles.items():
            texte = textes.get(module, "")
            fonctions = fonctions_de(texte)
            for cible in cibles.keys() & fonctions.keys():
                try:
                    suite = jetons(fonctions[cible])
                except RecursionError:
                    continue
                propres = motifs(suite) - self.connus
                if len(suite) >= JETONS_MIN and propres:
                    code = _code(fonctions[cible], texte)
                    fiche[cibles[cible]] = {"motifs": sorted(propres), "code": code}
        return fiche


def extrait(fonction, texte):
    """[(numéro, ligne)] de la fonction, sans sa docstring, borné."""
    lignes = list(enumerate(texte.split("\n"), 1))[fonction.lineno - 1 : fonction.end_lineno]
    if ast.get_docstring(fonction, clean=False) is not None:
        doc = fonction.body[0]
        lignes = [(n, ligne) for n, ligne in lignes if not doc.lineno <= n <= doc.end_lineno]
    bornees = [(numero, ligne[:160]) for numero, ligne in lignes[:LIGNES_MAX]]
    return bornees + ([(0, "…")] if len(lignes) > LIGNES_MAX else [])


def extraits(registre, textes):
    """{id d'exercice: [(numéro, ligne)]} des fonctions de la copie."""
    trouves = {}
    for module, cibles in registre.cibles().items():
        texte = textes.get(module, "")
        fonctions = fonctions_de(texte)
        for cible in cibles.keys() & fonctions.keys():
            trouves[cibles[cible]] = extrait(fonctions[cible], texte)
    return trouves


def _code(fonction, texte):
    """Le texte de la fonction, sans sa docstring, borné."""
    return textwrap.dedent("\n".join(ligne for _, ligne in extrait(fonction, texte)))


# ----------------------------------------------------------------- la classe


@dataclass
class Paire:
    """Deux copies proches : leurs rangs, la part commune, et les exercices qui le montrent."""

    a: int
    b: int
    part: float
    exercices: list = field(default_factory=list)  # [(id, part commune)], le plus parlant d'abord


class Classe:
    """Reçoit les fiches une à une et n'en garde que les motifs, quelques octets chacun."""

    def __init__(self):
        self.paquets = [array("Q") for _ in range(16)]  # motif × 2^32 + rang, selon le motif
        self.taille = 0

    def ajoute(self, fiche):
        """Ajoute la copie suivante (une fiche vide compte aussi)."""
        for motif in {motif for fonction in fiche.values() for motif in fonction["motifs"]}:
            self.paquets[motif >> 28].append((motif << 32) + self.taille)
        self.taille += 1

    def paires(self):
        """Les Paire à regarder, la plus proche d'abord (voir `detaille`)."""
        self.paquets = [array("Q", sorted(paquet)) for paquet in self.paquets]
        banal = max(BANAL_MIN, COMMUN * self.taille)
        masses = array("d", [0.0] * self.taille)
        nombre_de_paires = self.taille * (self.taille - 1) // 2
        communs, nombres = array("f", [0.0]) * nombre_de_paires, array("L", [0]) * nombre_de_paires
        for rangs in self._partages():
            if len(rangs) > banal:
                continue
            poids = math.log((self.taille + 2) / len(rangs))
            for position, b in enumerate(rangs):
                masses[b] += poids
                for a in rangs[:position]:
                    communs[b * (b - 1) // 2 + a] += poids
                    nombres[b * (b - 1) // 2 + a] += 1
        trouvees = []
        for b in range(self.taille):
            for a in range(b):
                case = b * (b - 1) // 2 + a
                if nombres[case] >= MOTIFS_MIN:
                    part = communs[case] / min(masses[a], masses[b])
                    if part >= SEUIL:
                        trouvees.append(Paire(a, b, part))
        return sorted(trouvees, key=lambda p: (-p.part, p.a, p.b))

    def _partages(self):
        """Pour chaque motif, les rangs des copies où il se trouve."""
        for paquet in self.paquets:
            for _, couples in itertools.groupby(paquet, key=lambda couple: couple >> 32):
                yield [couple & 0xFFFFFFFF for couple in couples]

    def frequence(self, motif):
        """Dans combien de copies ce motif se trouve (après `paires`)."""
        paquet = self.paquets[motif >> 28]
        debut = bisect.bisect_left(paquet, motif << 32)
        return bisect.bisect_left(paquet, (motif + 1) << 32, lo=debut) - debut

    def detaille(self, paire, fiche_a, fiche_b):
        """Complète `paire.exercices` ; False si le hasard suffit à expliquer la ressemblance.

        Chaque fonction commune surprend d'autant plus que peu d'élèves l'écrivent ainsi. La
        somme doit dépasser ce que donnerait le hasard entre toutes les paires de la classe.
        """
        preuves = []
        for ident in fiche_a.keys() & fiche_b.keys():
            a, b = set(fiche_a[ident]["motifs"]), set(fiche_b[ident]["motifs"])
            part = len(a & b) / min(len(a), len(b))
            if part >= SEUIL:
                rarete = sum(
                    math.log((self.taille + VIRTUELLES) / self.frequence(m)) for m in a & b
                ) / len(a & b)
                preuves.append((part * rarete, min(len(a & b), MOTIFS_MIN), ident, part))
        preuves.sort(key=lambda p: (-p[0] * p[1], p[2]))
        paire.exercices = [(ident, part) for _, _, ident, part in preuves]
        hasard = math.log(max(1, self.taille * (self.taille - 1) / 2))
        surprise = sum(p[0] for p in preuves)
        return len(preuves) >= FONCTIONS_MIN and surprise >= hasard + MARGE


def groupes(paires):
    """Les paires réunies en groupes : [(rangs triés, paires)], le plus proche d'abord."""
    chef = {}

    def racine(rang):
        while chef.setdefault(rang, rang) != rang:
            rang = chef[rang]
        return rang

    for paire in paires:
        chef[racine(paire.a)] = racine(paire.b)
    rangement = {}
    for paire in paires:
        rangement.setdefault(racine(paire.a), []).append(paire)
    return [
        (sorted({p.a for p in groupe} | {p.b for p in groupe}), groupe)
        for groupe in rangement.values()
    ]
