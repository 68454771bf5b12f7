"""Mesure le tournoi : `python -m autograder banc --tournoi` (temps, mémoire, reprise, justice).

Trente bots de niveau 5, écrits comme le ferait un élève, jouent un tournoi entier, avec la grille
de l'élève puis avec la grille rapide. Ensuite, cinquante tournois de trente bots dont on connaît la
vraie force, par dix mille parties chacun, disent combien de rangs seraient faux.
"""

import contextlib
import itertools
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from typing import NamedTuple

from autograder.bac_a_sable.isolement import memoire_maximale
from autograder.classe.corriger import coeurs
from autograder.classe.equipe import distribue
from autograder.classe.tableau import nombre
from autograder.tournoi import bot, classement, flottes, niveaux
from autograder.tournoi.commande import bots_gardes, corrige_du_kit, joue_tournoi
from lessons.verificateur.mesure import compare_independants, moyenne
from solutions.jeu.ordis import OrdiRapide

BOTS, FLOTTES = 30, 500
PLEIN_MAX, RAPIDE_MAX = 240.0, 120.0  # secondes pour trente bots et 500 flottes, sur deux cœurs
TOURNOIS, PARTIES_CONNUES = 50, 10_000  # chaque tournoi prend ses flottes parmi celles-là


class Force(NamedTuple):
    """Un bot de force connue : sa part de tirs au hasard, sa part de parties perdues.

    Deux copies exactes ont la même graine, donc les mêmes scores.
    """

    niveau: int
    distraction: float = 0.0
    panne: float = 0.0
    copie: bool = False

    def __str__(self):
        details = [f"niveau {self.niveau}"]
        details += [f"{self.distraction:.0%} au hasard"] if self.distraction else []
        details += [f"{self.panne:.0%} perdues"] if self.panne else []
        return ", ".join(details)


# Trente bots. Deux lignes pareilles sont deux bots de même force : les séparer serait un faux rang.
# Ceux qui perdent des parties sont irréguliers ; un bot hostile ne fait pas mieux que tout perdre.
FORCES = (
    *[Force(1)] * 2, *[Force(2)] * 5, *[Force(3)] * 5, *[Force(5)] * 5,
    *[Force(5, copie=True)] * 2, *[Force(5, 0.02)] * 2, *[Force(5, 0.05)] * 2, *[Force(5, 0.1)] * 2,
    Force(3, 0.05), *[Force(5, panne=panne) for panne in (0.02, 0.1, 0.5, 1.0)],
)  # fmt: skip

QUESTIONS = ("faux rang", "même force séparée", "rang possible faux", "copies séparées",
             "niveaux 2 et 3 séparés", "niveaux 3 et 5 séparés")  # fmt: skip


class OrdiDistrait(OrdiRapide):
    """Un Ordi qui, de temps en temps, tire au hasard : on règle sa force à volonté."""

    distraction = 0.0

    def make_case_aveugle(self):
        if self.hasard.random() < self.distraction and self.grille_suivi.vides:
            self.make_case_aleatoire()
        else:
            super().make_case_aveugle()


# ----------------------------------------------------------------- temps, mémoire, reprise


def classe_de_bots(dossier, combien):
    """Un dossier de rendus : le corrigé des TP, et un bot de niveau 5 chacun."""
    textes = {n: t for n, t in corrige_du_kit().textes.items() if n.startswith("tp")}
    for rang in range(1, combien + 1):
        copie = pathlib.Path(dossier) / f"Eleve {rang:02}"
        copie.mkdir(parents=True)
        for nom, texte in {**textes, bot.MODULE: niveaux.ETALON}.items():
            # Un commentaire à chacun : deux rendus identiques ne seraient joués qu'une fois.
            (copie / f"{nom}.py").write_text(f"# {rang}\n{texte}", encoding="utf-8")


def mesure_temps(combien=BOTS, nb_flottes=FLOTTES, ouvriers=None):
    """{« grille de l'élève » ou « grille rapide »: (secondes, calcul)}, et la mémoire, en Mo."""
    durees = {}
    with tempfile.TemporaryDirectory(prefix="banc-tournoi-") as dossier:
        rendus = pathlib.Path(dossier) / "rendus"
        classe_de_bots(rendus, combien)
        for nom, rapide in (("grille de l'élève", False), ("grille rapide", True)):
            depart, avant = time.monotonic(), time.process_time()
            tournoi = joue_tournoi(
                rendus, pathlib.Path(dossier) / nom, nb_flottes=nb_flottes, ouvriers=ouvriers,
                rapide=rapide,
            )  # fmt: skip
            calcul = tournoi.calcul + time.process_time() - avant
            durees[nom] = time.monotonic() - depart, calcul
            if len(tournoi.donnees["bots"]) != combien:
                raise RuntimeError("des bots n'ont pas joué")
    return durees, memoire_maximale(enfants=True) / 2**20


def mesure_reprise(combien=6, nb_flottes=100):
    """(bots annoncés finis avant un `kill -9`, gardés sur le disque, joués ensuite)."""
    with tempfile.TemporaryDirectory(prefix="banc-tournoi-") as dossier:
        rendus, sortie = pathlib.Path(dossier) / "rendus", pathlib.Path(dossier) / "sortie"
        classe_de_bots(rendus, combien)
        commande = [sys.executable, "-m", "autograder", "tournoi", str(rendus)]
        commande += ["--sortie", str(sortie), "--flottes", str(nb_flottes), "--ouvriers", "1"]
        processus = subprocess.Popen(
            [*commande, "--j-accepte"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        annonces = 0
        for ligne in processus.stderr:
            annonces += ligne.startswith("[")
            if annonces >= combien // 2:
                break
        with contextlib.suppress(ProcessLookupError):
            os.kill(processus.pid, signal.SIGKILL)
        processus.wait()
        gardes = len(bots_gardes(sortie / ".tournoi"))
        suite = subprocess.run([*commande, "--j-accepte"], capture_output=True, text=True)
        joues = sum(ligne.startswith("[") for ligne in suite.stderr.splitlines())
        return annonces, gardes, joues


# ----------------------------------------------------------------- justice


def graine_de(force, rang, numero):
    """Le hasard d'un bot dans une partie ; deux copies exactes ont le même."""
    return 1000 * numero + (0 if force.copie else 1 + rang)


def est_perdue(force, rang, numero):
    """True si ce bot perd cette partie pour une faute."""
    hasard = random.Random(graine_de(force, rang, numero))
    return bool(force.panne) and hasard.random() < force.panne


def _scores(_, tache):
    """Les scores d'un bot de force connue, sur toutes les flottes."""
    force, rang, parties = tache
    regles = bot.Regles(flottes.nouveau_secret(2016), parties)
    longueurs = []
    for numero in range(parties):
        if est_perdue(force, rang, numero):
            longueurs.append(regles.xmax * regles.ymax)
            continue
        ordi = OrdiDistrait(force.niveau, graine=graine_de(force, rang, numero))
        ordi.distraction = force.distraction
        for case in regles.cases(numero):
            ordi.grille_adverse.etat[divmod(case, regles.ymax)] = 1
        longueurs.append(ordi.resolution())
    return longueurs


def scores_connus(forces=FORCES, parties=PARTIES_CONNUES, ouvriers=None):
    """Les scores de chaque bot, sur toutes les flottes ; les copies exactes ont la même graine."""
    taches = [(force, rang, parties) for rang, force in enumerate(forces)]
    resultats = [None] * len(taches)
    for rang, scores in distribue(taches, int, _scores, ouvriers or coeurs(), delai=7200.0):
        resultats[rang] = scores
    return resultats


def vraies_forces(scores, forces=FORCES):
    """La vraie moyenne de chaque bot : celle de tous les bots de même force, réunis."""
    ensemble = {}
    forces = [force._replace(copie=False) for force in forces]
    for force, siens in zip(forces, scores, strict=True):
        ensemble.setdefault(force, []).extend(siens)
    return [moyenne(ensemble[force]) for force in forces], ensemble


def compte_faux(scores, forces=FORCES, tournois=TOURNOIS, nb_flottes=FLOTTES):
    """({question: sur combien de tournois}, rangs différents, {irrégulier: fois sans rang})."""
    vraies, _ = vraies_forces(scores, forces)
    bilan, rangs_vus, sans_rang = dict.fromkeys(QUESTIONS, 0), [], Counter()
    for t in range(tournois):
        tirees = random.Random(t).sample(range(len(scores[0])), nb_flottes)
        perdues = [
            sum(est_perdue(force, rang, n) for n in tirees) for rang, force in enumerate(forces)
        ]
        places, _ = classement.classe([[siens[n] for n in tirees] for siens in scores], perdues)
        for question, constat in zip(QUESTIONS, _constats(places, vraies, forces), strict=True):
            bilan[question] += constat
        sans_rang.update(str(forces[place.bot]) for place in places if place.rang is None)
        rangs_vus.append(len({place.rang for place in places} - {None}))
    return bilan, moyenne(rangs_vus), sans_rang


def _constats(places, vraies, forces):
    """La réponse d'un tournoi à chacune des QUESTIONS."""
    rang = {place.bot: place.rang for place in places if place.rang is not None}
    couples = [(i, j) for i in rang for j in rang if rang[i] < rang[j]]
    niveau = {n: [rang[i] for i in rang if forces[i] == Force(n)] for n in (2, 3, 5)}
    return (
        any(vraies[i] >= vraies[j] for i, j in couples),
        any(vraies[i] == vraies[j] for i, j in couples),
        any(_rang_impossible(place, vraies, rang) for place in places),
        len({rang[i] for i in rang if forces[i].copie}) > 1,
        max(niveau[3]) < min(niveau[2]),
        max(niveau[5]) < min(niveau[3]),
    )


def _rang_impossible(place, vraies, classes):
    """True si le vrai rang d'un bot, parmi les bots classés, sort de ses rangs possibles."""
    sienne, autres = vraies[place.bot], [vraies[i] for i in classes if i != place.bot]
    meilleurs, pires = (sum(v < sienne for v in autres), sum(v > sienne for v in autres))
    return place.de > 1 + meilleurs or place.a < 1 + len(autres) - pires


# ----------------------------------------------------------------- la commande


def dit_temps():
    """Le temps d'un tournoi, et sa mémoire."""
    print(f"Tournoi : {BOTS} bots de niveau 5, {FLOTTES} flottes, sur {coeurs()} cœurs.")
    durees, memoire = mesure_temps()
    for (nom, vues), limite in zip(durees.items(), (PLEIN_MAX, RAPIDE_MAX), strict=True):
        secondes, calcul = map(nombre, vues)
        print(f"  {nom} : {secondes} s, {calcul} s de calcul (annoncé : {nombre(limite)} s)")
    print(f"  mémoire du plus gros processus : {nombre(memoire)} Mo")


def dit_reprise():
    """Ce que coûte un arrêt net."""
    annonces, gardes, joues = mesure_reprise()
    print(f"  reprise : arrêté net après {annonces} bots finis sur 6, {gardes} gardés, "
          f"{joues} joués ensuite : {gardes + joues - 6} joué deux fois")  # fmt: skip


def dit_justice():
    """Combien de rangs seraient faux."""
    print(f"Justice : {TOURNOIS} tournois de {len(FORCES)} bots de force connue "
          f"({nombre(PARTIES_CONNUES)} parties chacun).")  # fmt: skip
    scores = scores_connus()
    bilan, rangs, sans_rang = compte_faux(scores)
    for question, combien in bilan.items():
        print(f"  {question} : {combien} tournois sur {TOURNOIS}")
    print(f"  rangs différents, en moyenne : {nombre(rangs)}")
    for force, fois in sans_rang.items():
        print(f"  trop irrégulier pour un rang : {force}, {fois} fois sur {TOURNOIS}")
    _, ensemble = vraies_forces(scores)
    forces = sorted(ensemble, key=lambda force: moyenne(ensemble[force]))
    for force, suivante in itertools.zip_longest(forces, forces[1:]):
        ecart = compare_independants(ensemble[force], ensemble[suivante or force])
        sur = "" if ecart.haut < 0 or suivante is None else "  (à égalité avec le suivant)"
        print(f"  {force} : {nombre(moyenne(ensemble[force]))} tirs{sur}")


PARTIES = {"temps": dit_temps, "reprise": dit_reprise, "justice": dit_justice}


def mesure(partie="tout"):
    """Mesure une partie du banc, ou « tout », et le dit."""
    for nom, dit in PARTIES.items():
        if partie in ("tout", nom):
            dit()
