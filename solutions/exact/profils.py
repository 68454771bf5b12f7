"""Compter toutes les flottes en parcourant la grille une seule fois, case après case.

L'idée : pour décider de la case suivante, il n'est pas utile de savoir toute la grille déjà vue.
Il suffit de son **profil** : pour chaque rangée, ce que la dernière case vue impose à la
suivante (rien, encore k cases du même bateau, ou de l'eau), plus les bateaux qui restent à poser.
Deux débuts de grille de même profil ont exactement les mêmes suites : on les compte ensemble.

Les profils forment un réseau de couches, une par case, construit une fois pour toutes. Chaque
flotte en est un chemin. Un tir touché ferme, dans sa couche, tous les passages « eau » ; un tir
manqué, tous les passages « bateau » ; et compter les chemins qui restent est une suite
d'additions.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import numpy as np
import platformdirs

VERSION = 2  # à changer avec le format des tables : les anciennes sont alors refaites
PROFILS_MAX = 3_000_000  # profils d'une même couche ; au-delà, la mémoire n'y suffit plus
EXACT_MAX = 1 << 53  # un nombre à virgule compte exactement jusque-là


def dossier_cache():
    """Le dossier où l'utilisateur garde ce qui se recalcule (créé au besoin par `garde`)."""
    return platformdirs.user_cache_path("bataille-navale-tp", appauthor=False)


class Codage:
    """Un profil écrit dans un entier : un chiffre par rangée, puis le bateau en cours, la flotte.

    Le chiffre d'une rangée vaut 0 (la dernière case est de l'eau), k (il y faut encore k cases de
    bateau) ou `eau` (un bateau s'y termine : la suivante est de l'eau).
    """

    def __init__(self, largeur, flotte):
        self.tailles = sorted(set(flotte), reverse=True)
        self.combien = [flotte.count(taille) for taille in self.tailles]
        self.eau = max(flotte, default=1)
        self.bits = self.eau.bit_length()
        self.en_cours = self.bits * largeur
        self.reste = self.en_cours + self.bits
        self.poids = [1]
        for nombre in self.combien:
            self.poids.append(self.poids[-1] * (nombre + 1))
        if self.reste + self.poids[-1].bit_length() > 62:
            raise ValueError("Cette grille est trop grande pour le comptage exact.")
        self.depart = (self.poids[-1] - 1) << self.reste

    def rangee(self, profils, j):
        """Le chiffre de la rangée j."""
        return (profils >> (self.bits * j)) & ((1 << self.bits) - 1)

    def passages(self, profils, i, j, longueur, largeur):
        """Les passages de la case (i, j) : (eau, bateau), deux listes de (départs, arrivées)."""
        ici, eau, un = self.bits * j, self.eau, 1 << self.en_cours
        chiffre, du = self.rangee(profils, j), (profils >> self.en_cours) & ((1 << self.bits) - 1)
        avant = self.rangee(profils, j - 1) != 0 if j else np.zeros(len(profils), bool)
        base = profils & ~(((1 << self.bits) - 1) << ici)
        libre = du == 0

        vers_eau = np.flatnonzero(libre & ((chiffre == 0) | (chiffre == eau)))
        dans_le_sens = np.flatnonzero(~libre & (chiffre == 0))
        en_travers = np.flatnonzero(libre & (chiffre > 0) & (chiffre < eau) & ~avant)
        suite = chiffre[en_travers] - 1
        suite[suite == 0] = eau
        bateau = [
            (dans_le_sens, (base[dans_le_sens] | eau << ici) - un),
            (en_travers, base[en_travers] | suite << ici),
        ]
        nouveau = libre & (chiffre == 0) & ~avant
        flotte = profils >> self.reste
        for taille, nombre, poids in zip(self.tailles, self.combien, self.poids):
            departs = np.flatnonzero(nouveau & (flotte // poids % (nombre + 1) > 0))
            arrivees = base[departs] - (poids << self.reste)
            if j + taille <= largeur:
                bateau.append((departs, (arrivees | eau << ici) + (taille - 1) * un))
            if taille > 1 and i + taille <= longueur:
                bateau.append((departs, arrivees | (taille - 1) << ici))
        return [(vers_eau, base[vers_eau])], bateau


def reseau(longueur, largeur, flotte):
    """Le réseau complet : liste de couches (nombre de profils, eau, départs, arrivées).

    `eau[p]` est le profil où mène le passage « eau » du profil p (ou -1) ; les passages
    « bateau » vont de `departs[k]` à `arrivees[k]`.
    """
    codage = Codage(largeur, flotte)
    profils = np.array([codage.depart], np.int64)
    couches = []
    for i in range(longueur):
        for j in range(largeur):
            vers_eau, bateau = codage.passages(profils, i, j, longueur, largeur)
            departs = np.concatenate([d for d, _ in vers_eau + bateau])
            codes = np.concatenate([a for _, a in vers_eau + bateau])
            suivants, arrivees = np.unique(codes, return_inverse=True)
            if len(suivants) > PROFILS_MAX:
                raise ValueError("Cette grille est trop grande pour le comptage exact.")
            nb_eau = len(vers_eau[0][0])
            eau = np.full(len(profils), -1, np.int32)
            eau[departs[:nb_eau]] = arrivees[:nb_eau]
            couches.append(
                (
                    len(profils),
                    eau,
                    departs[nb_eau:].astype(np.int32),
                    arrivees[nb_eau:].astype(np.int32),
                )
            )
            profils = suivants
    return couches, profils >> codage.reste == 0


def simplifie(couches, finis):
    """Enlève les impasses et confond les profils qui ont exactement les mêmes suites.

    On remonte depuis la fin : `classe[p]` est le nouveau numéro du profil p, ou -1 (impasse).
    """
    classe = np.where(finis, 0, -1).astype(np.int32)
    simples = []
    for nb, eau, departs, arrivees in reversed(couches):
        eau = np.where(eau >= 0, classe[eau], -1)
        arrivees = classe[arrivees]
        vivants = arrivees >= 0
        departs, arrivees = departs[vivants], arrivees[vivants]
        ordre = np.lexsort((arrivees, departs))
        departs, arrivees = departs[ordre], arrivees[ordre]
        combien = np.bincount(departs, minlength=nb)
        modele = jumeaux(eau, combien, arrivees)
        gardes = np.flatnonzero((modele == np.arange(nb)) & ((eau >= 0) | (combien > 0)))
        numero = np.full(nb, -1, np.int32)
        numero[gardes] = np.arange(len(gardes))
        classe = np.where((eau >= 0) | (combien > 0), numero[modele], -1)
        utiles = numero[departs] >= 0
        simples.append((len(gardes), eau[gardes], numero[departs[utiles]], arrivees[utiles]))
    return simples[::-1]


def jumeaux(eau, combien, arrivees):
    """Pour chaque profil, le premier profil qui a les mêmes passages que lui.

    Une empreinte de 64 bits rassemble les candidats ; leurs passages sont ensuite comparés un à
    un, si bien qu'une coïncidence d'empreintes ne pourrait pas fausser un compte.
    """
    debut = np.cumsum(combien) - combien
    brouille = np.random.default_rng(2016).integers(1, 1 << 62, arrivees.max(initial=0) + 2)
    sommes = np.concatenate(([0], np.cumsum(brouille[arrivees])))
    empreinte = sommes[debut + combien] - sommes[debut] + eau.astype(np.int64) * 0x9E3779B97F4A7C1
    _, premiers, groupe = np.unique(empreinte, return_index=True, return_inverse=True)
    modele = premiers[groupe]
    rang = np.arange(len(arrivees)) - np.repeat(debut, combien)
    if np.array_equal(eau, eau[modele]) and np.array_equal(combien, combien[modele]):
        celles_du_modele = arrivees[np.repeat(debut[modele], combien) + rang]
        if np.array_equal(arrivees, celles_du_modele):
            return modele
    return np.arange(len(eau))  # coïncidence : on ne confond rien dans cette couche


class Profils:
    """Le réseau d'un jeu, construit ou relu, et les comptes à toute position (loi uniforme).

    `noyaux` est le module compilé, ou None pour calculer avec numpy seul.
    """

    def __init__(self, xmax, ymax, flotte, noyaux=None, dossier=None):
        self.noyaux = noyaux
        self.nb_cases = xmax * ymax
        couchee = xmax >= ymax  # on avance dans le grand sens, le profil barre le petit
        longueur, largeur = (xmax, ymax) if couchee else (ymax, xmax)
        self.ordre = [  # le numéro de la case vue à chaque étape
            i * ymax + j if couchee else j * ymax + i
            for i in range(longueur)
            for j in range(largeur)
        ]
        flotte = sorted(flotte, reverse=True)
        cle = f"{VERSION}-{longueur}x{largeur}-{'.'.join(map(str, flotte))}"
        chemin = Path(dossier or dossier_cache()) / f"profils-{cle}.npz"
        tables = relit(chemin)
        if tables is None:
            tables = aplatit(simplifie(*reseau(longueur, largeur, flotte)))
            garde(chemin, tables)
        if noyaux is None:  # numpy prend ses indices en 64 bits : autant les convertir une fois
            tables = [table.astype(np.intp) for table in tables]
        self.profils, self.passages, self.eau, self.departs, self.arrivees = tables
        self.retour = np.zeros(self.profils[-1] + 2 if noyaux else 0, np.int64)

    def compte(self, touches, manques):
        """(nombre de flottes, nombre de flottes par case) pour ces deux masques."""
        etats = np.array([(touches >> c & 1) - (manques >> c & 1) for c in self.ordre])
        if self.profils[1] < 2:
            return 0, np.zeros(self.nb_cases, np.int64)  # aucune flotte ne tient
        if self.noyaux:
            total, occupees = self.noyaux.chemins(
                self.profils,
                self.passages,
                self.eau,
                self.departs,
                self.arrivees,
                etats,
                self.retour,
            )
        else:
            total, occupees = self.chemins(etats)
        nombres = np.zeros(self.nb_cases, np.int64)
        nombres[self.ordre] = occupees
        return int(total), nombres

    def couche(self, k):
        """(taille, eau, départs, arrivées) de la couche k."""
        p, a = self.profils, self.passages
        return (
            p[k + 1] - p[k],
            self.eau[p[k] : p[k + 1]],
            self.departs[a[k] : a[k + 1]],
            self.arrivees[a[k] : a[k + 1]],
        )

    def chemins(self, etats):
        """La même chose que `noyaux.chemins`, avec numpy : on remonte, puis on redescend."""
        nb = len(etats)
        retours = [np.array([0.0, 1.0])]
        for k in range(nb - 1, -1, -1):
            taille, eau, departs, arrivees = self.couche(k)
            retour = retours[-1][eau] if etats[k] < 1 else np.zeros(taille)
            if etats[k] > -1:
                retour = retour + np.bincount(departs, retours[-1][arrivees], taille)
            retours.append(retour)
        retours.reverse()
        if retours[0][1] >= EXACT_MAX:
            raise ValueError("Trop de flottes pour un compte exact sans numba.")
        aller, occupees = np.array([0.0, 1.0]), np.zeros(nb)
        for k in range(nb):
            _, eau, departs, arrivees = self.couche(k)
            prochain = np.zeros(len(retours[k + 1]))
            if etats[k] < 1:
                prochain += np.bincount(eau, aller, len(prochain))
            if etats[k] > -1:
                bateau = np.bincount(arrivees, aller[departs], len(prochain))
                occupees[k] = bateau @ retours[k + 1]
                prochain += bateau
            prochain[0] = 0.0
            aller = prochain
        return int(retours[0][1]), occupees.round().astype(np.int64)


def aplatit(couches):
    """Les couches mises bout à bout : cinq tableaux, plus faciles à garder et à parcourir.

    Chaque couche reçoit en plus un profil numéro 0, l'impasse : y mène le passage « eau » des
    profils qui n'en ont pas.
    """
    return (
        np.cumsum([0] + [nb + 1 for nb, *_ in couches]),
        np.cumsum([0] + [len(departs) for _, _, departs, _ in couches]),
        np.concatenate([np.append(-1, eau) + 1 for _, eau, _, _ in couches]).astype(np.int32),
        np.concatenate([departs + 1 for _, _, departs, _ in couches]).astype(np.int32),
        np.concatenate([arrivees + 1 for _, _, _, arrivees in couches]).astype(np.int32),
    )


NOMS = ("profils", "passages", "eau", "departs", "arrivees")


def empreinte(tables):
    """L'empreinte des tables, pour savoir à la relecture si elles sont intactes."""
    resume = hashlib.blake2b(digest_size=16)
    for table in tables:
        resume.update(np.ascontiguousarray(table).data)
    return resume.hexdigest()


def garde(chemin, tables):
    """Écrit les tables, sans jamais laisser voir un fichier à moitié écrit ; tant pis si l'on
    ne peut pas écrire : elles seront refaites la prochaine fois."""
    try:
        chemin.parent.mkdir(parents=True, exist_ok=True)
        poignee, provisoire = tempfile.mkstemp(dir=chemin.parent, suffix=".tmp")
        try:
            with os.fdopen(poignee, "wb") as fichier:
                np.savez(fichier, empreinte=empreinte(tables), **dict(zip(NOMS, tables)))
            os.replace(provisoire, chemin)
        except BaseException:
            os.unlink(provisoire)
            raise
    except OSError:
        return


def relit(chemin):
    """Les tables gardées dans ce fichier, ou None si elles manquent ou sont abîmées."""
    try:
        with np.load(chemin, allow_pickle=False) as archive:
            tables = tuple(archive[nom] for nom in NOMS)
            return tables if str(archive["empreinte"]) == empreinte(tables) else None
    except Exception:  # fichier absent, tronqué, d'un autre format : on refait
        return None
