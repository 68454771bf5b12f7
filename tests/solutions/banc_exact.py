"""Banc d'essai du comptage exact et des campagnes : temps réels, sur tous les cœurs.

    python -m tests.solutions.banc_exact [--million]

Les tables de profils sont construites dans un dossier provisoire. `--million` ajoute un million
de parties du niveau 5 : d'abord comme la toute première fois,
compilation comprise, puis avec le code déjà compilé.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median

from solutions.exact import enumeration, masques, profils
from solutions.exact.des import Des
from solutions.jeu import ordis
from tests.conftest import RACINE

FLOTTE = (5, 4, 3, 3, 2)
GRANDES = [(5, 4, 3, 3, 2, 2), (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), (1,) * 8]


def chronometre(nom, fonction, fois=1):
    """Affiche le meilleur, le médian et le pire temps de `fois` appels."""
    temps = []
    for numero in range(fois):
        debut = time.perf_counter()
        fonction(numero)
        temps.append(time.perf_counter() - debut)
    suite = f"   médiane {median(temps):7.3f} s   au pire {max(temps):7.3f} s" if fois > 1 else ""
    print(f"{nom:<48} {min(temps):7.3f} s{suite}", flush=True)


def positions(nb_tirs, combien):
    """Des positions de 10×10 après `nb_tirs` tirs en quinconce, sur de vraies flottes."""
    g = masques.geometrie(10, 10)
    quinconce = [(x, y) for x in range(10) for y in range(10) if (3 * x + y) % 5 == 2]
    tirs = g.masque(quinconce[:nb_tirs])
    for numero in range(combien):
        flotte = masques.flotte_au_hasard(g, FLOTTE, Des(1, numero))
        yield flotte & tirs, tirs & ~flotte


def positions_jouees(niveau, parties, tirs):
    """Des positions de vraies parties de ce niveau, après chacun de ces nombres de tirs."""
    g = masques.geometrie(10, 10)
    for numero in range(parties):
        ordi = ordis.nouvel_ordi(niveau, graine=numero)
        flotte = masques.flotte_au_hasard(g, FLOTTE, Des(2016, numero, 0))
        for rang, case in enumerate(g.cases):
            ordi.grille_adverse.etat[case] = flotte >> rang & 1
        ordi.grille_adverse.update_vides()
        while len(ordi.cases_jouees) < max(tirs):
            ordi.coup_suivant()
            if len(ordi.cases_jouees) in tirs:
                joues = g.masque(ordi.cases_jouees)
                yield joues & flotte, joues & ~flotte


def tirs_d_une_partie(niveau, flotte):
    """Joue une partie, un tir à la fois."""
    ordi = ordis.nouvel_ordi(niveau, graine=3, taille_bateaux=flotte)
    ordi.grille_adverse.init_bateaux_alea()
    while True:
        yield ordi.coup_suivant()


MILLION = """
import time
debut = time.perf_counter()
from solutions.etude import campagne
etude = campagne.campagne(campagne.reglages(5), 1_000_000, progres=False)
secondes = time.perf_counter() - debut
moyenne, processeur = campagne.moyenne(etude)[0], etude["secondes"]
print(f"{secondes:.1f} s réelles, {processeur:.1f} s de processeur pour jouer, {moyenne:.3f} tirs")
"""


def chronometre_le_million():
    """Un million de parties du niveau 5, sans puis avec le code déjà compilé."""
    with tempfile.TemporaryDirectory() as cache:
        for fois in ("la première fois", "les suivantes"):
            print(f"un million de parties du niveau 5, {fois} : ", end="", flush=True)
            environnement = {**os.environ, "NUMBA_CACHE_DIR": cache}
            subprocess.run(
                [sys.executable, "-c", MILLION], cwd=RACINE, env=environnement, check=True
            )


def main():
    """Affiche toutes les mesures."""
    analyseur = argparse.ArgumentParser()
    analyseur.add_argument("--million", action="store_true")
    options = analyseur.parse_args()
    dossier = tempfile.mkdtemp()
    noyaux = enumeration.noyaux()
    jouees = list(positions_jouees(5, 24, range(10, 15)))
    cas = [*positions(0, 1), *positions(10, 2), *jouees[::10]]

    def construit(avec):
        return profils.Profils(10, 10, FLOTTE, avec, dossier)

    chronometre("tables de profils, construites", lambda _: construit(None))
    chronometre("tables de profils, relues", lambda _: construit(None))
    numpy_seul = construit(None)
    chronometre("carte uniforme, numpy", lambda k: numpy_seul.compte(*cas[k]), len(cas))
    if noyaux is None:
        print("numba n'est pas installé : le reste du banc est passé.")
        return
    compiles = construit(noyaux)
    moteur = enumeration.MoteurNumba(10, 10, FLOTTE)
    compiles.compte(0, 0)
    moteur.enumere(1, 2)
    chronometre("carte uniforme, numba", lambda k: compiles.compte(*cas[k]), len(cas))
    chronometre("carte du jeu, grille vide", lambda _: moteur.enumere(0, 0), 3)
    for tirs in (10, 15, 20):
        suite = list(positions(tirs, 6))
        chronometre(f"carte du jeu, après {tirs} tirs", lambda k, s=suite: moteur.enumere(*s[k]), 6)

    jouees += positions_jouees(7, 6, range(10, 15))
    nom = "carte du jeu, vraies parties, 10 à 14 tirs"
    chronometre(nom, lambda k: moteur.enumere(*jouees[k]), len(jouees))

    def partie(niveau):
        ordis.compteur.cache_clear()  # ouverture comprise
        ordi = ordis.nouvel_ordi(niveau, graine=1)
        ordi.grille_adverse.init_bateaux_alea()
        ordi.resolution()

    for flotte in GRANDES:
        for niveau in (7, 8):
            nom = f"niveau {niveau}, {len(flotte)} bateaux, chaque tir"
            tirs = tirs_d_une_partie(niveau, flotte)
            next(tirs)  # charger le code compilé
            chronometre(nom, lambda _, t=tirs: next(t), 40)
    memoire = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"mémoire, grandes flottes comprises : {memoire:.0f} Mo au plus")

    for niveau in (7, 8):
        nom = f"une partie du niveau {niveau}, ouverture comprise"
        chronometre(nom, lambda _, n=niveau: partie(n), 3)
    if options.million:
        chronometre_le_million()
    memoire = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"mémoire : {memoire:.0f} Mo au plus")


if __name__ == "__main__":
    main()
