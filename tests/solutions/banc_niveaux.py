"""Banc d'essai du corrigé : coups et millisecondes par partie, niveau par niveau.

    python -m tests.solutions.banc_niveaux [--parties 300]

Les temps absolus dépendent de la machine ; ce qui compte, c'est le rapport avec l'étalon,
mesuré en alternance dans la même exécution. L'étalon est la version du TP elle-même, qui
énumère `possibles` puis remplit `probas` case par case.
"""

import argparse
import time

from solutions import tp6_solveur_optimal as tp6
from solutions.jeu.grille_rapide import GrilleRapide
from solutions.jeu.ordis import OrdiRapide

PARTIES_PAR_NIVEAU = {1: 1, 2: 1, 3: 1, 4: 0.05, 5: 1, 6: 0.2}


def chronometre(fonction, fois):
    """Millisecondes de processeur par appel, et liste des résultats.

    Du temps de processeur : ce que font les autres programmes ne compte pas.
    """
    debut = time.process_time()
    resultats = [fonction() for _ in range(fois)]
    return 1000 * (time.process_time() - debut) / fois, resultats


def partie(type_ordi, **options):
    """Fonction qui joue une partie neuve et renvoie son nombre de coups."""

    def joue():
        ordi = type_ordi(**options)
        ordi.grille_adverse.init_bateaux_alea()
        return ordi.resolution()

    return joue


def tirage(type_grille):
    """Fonction qui tire une flotte au hasard sur une grille neuve."""
    grille = type_grille()

    def tire():
        grille.reinit()
        grille.init_bateaux_alea()

    return tire


def compare(nom, etalon, notre, tours=15, fois_etalon=3, fois_notre=30):
    """Mesure les deux en alternance et affiche le rapport des meilleurs temps."""
    temps = {"étalon": [], "nôtre": []}
    notre()
    for _ in range(tours):
        temps["étalon"].append(chronometre(etalon, fois_etalon)[0])
        temps["nôtre"].append(chronometre(notre, fois_notre)[0])
    lent, vite = sorted(temps["étalon"])[tours // 2], sorted(temps["nôtre"])[tours // 2]
    print(f"{nom:<24} étalon {lent:7.3f} ms   nôtre {vite:7.3f} ms   rapport {lent / vite:5.1f}")


def main():
    """Affiche le tableau des niveaux, puis les rapports avec l'étalon."""
    analyse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    analyse.add_argument("--parties", type=int, default=300)
    parties = analyse.parse_args().parties
    print("niveau  parties   ms par partie   coups en moyenne")
    for niveau, part in PARTIES_PAR_NIVEAU.items():
        n = max(5, round(parties * part))
        ms, coups = chronometre(partie(OrdiRapide, niveau=niveau), n)
        print(f"{niveau:>6}  {n:>7}  {ms:>14.2f}  {sum(coups) / n:>17.2f}")
    print()
    compare("une partie, niveau 5", partie(tp6.Ordi, niveau=5), partie(OrdiRapide, niveau=5))
    compare("une flotte au hasard", tirage(tp6.Grille), tirage(GrilleRapide), fois_notre=300)


if __name__ == "__main__":
    main()
