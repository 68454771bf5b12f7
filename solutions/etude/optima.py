"""Le tableau du jeu parfait, pour l'énoncé du TP7, et la plus petite grille où le glouton perd.

python -m solutions.etude.optima            refait `mesures/optima.json` (quelques minutes)
python -m solutions.etude.optima 5 4 3,2    un seul jeu : colonnes, lignes, bateaux
"""

import itertools
import json
import sys
from collections import namedtuple
from pathlib import Path

from solutions.etude.statistiques import nombre
from solutions.exact import optimal
from solutions.exact.comptage import UNIFORME
from solutions.exact.compteur import Compteur
from solutions.jeu.analyseur import AnalyseurFrancais, entier, flotte

FICHIER = Path(__file__).parent / "mesures" / "optima.json"
JEUX = [  # du plus petit au plus grand ; le dernier est l'affaire de quelques minutes
    (4, 4, (3,)),
    (4, 3, (3, 2)),
    (4, 4, (3, 2)),
    (5, 5, (3,)),
    (5, 4, (3, 2)),
    (5, 4, (3, 2, 2)),
    (5, 5, (3, 2)),
    (6, 6, (3,)),
    (6, 5, (3, 2)),
]
CASES_FOUILLE = 12  # on essaie tous les jeux jusqu'à ce nombre de cases…
TAILLE_MINIMALE = 2  # … avec des bateaux d'au moins deux cases

Ligne = namedtuple("Ligne", "xmax ymax tailles flottes glouton prevoyant optimal")
Ligne.__doc__ = "Un jeu : ses flottes, et les totaux de tirs manqués de trois façons de jouer."


def mesure(xmax, ymax, tailles):
    """La `Ligne` d'un jeu."""
    flottes, nb_cases = optimal.flottes_en_masques(xmax, ymax, tailles), xmax * ymax
    return Ligne(
        xmax,
        ymax,
        list(tailles),
        len(flottes),
        optimal.total_glouton(flottes, nb_cases),
        optimal.total_prevoyant(flottes, nb_cases),
        optimal.total_optimal(xmax, ymax, flottes),
    )


def moyenne(ligne, total):
    """Tirs en moyenne : les cases à toucher, et les manqués.

    >>> moyenne(Ligne(4, 4, [3], 16, 44, 43, 42), 42)
    5.625
    """
    return sum(ligne.tailles) + total / ligne.flottes


def jeux_jusqu_a(cases, mini):
    """Tous les jeux d'au plus `cases` cases, bateaux d'au moins `mini` : (xmax, ymax, tailles).

    Une grille et la même tournée ne comptent qu'une fois : xmax >= ymax.

    >>> list(jeux_jusqu_a(4, 2))[:4]
    [(2, 1, (2,)), (3, 1, (3,)), (3, 1, (2,)), (2, 2, (2,))]
    """
    grilles = [(x * y, x, y) for x in range(1, cases + 1) for y in range(1, x + 1)]
    for n, xmax, ymax in sorted(grille for grille in grilles if grille[0] <= cases):
        for combien in range(1, n // mini + 1):
            for tailles in itertools.combinations_with_replacement(
                range(xmax, mini - 1, -1), combien
            ):
                if sum(tailles) <= n and optimal.flottes_en_masques(xmax, ymax, tailles):
                    yield xmax, ymax, tailles


def fouille(cases=CASES_FOUILLE, mini=TAILLE_MINIMALE):
    """(combien de jeux essayés, ceux où le glouton perd, même chanceux dans les égalités)."""
    essayes, perdus = 0, []
    for xmax, ymax, tailles in jeux_jusqu_a(cases, mini):
        essayes += 1
        flottes = optimal.flottes_en_masques(xmax, ymax, tailles)
        glouton = optimal.total_glouton_au_mieux(flottes, xmax * ymax)
        if glouton > optimal.total_optimal(xmax, ymax, flottes, bits=16):
            perdus.append([xmax, ymax, list(tailles)])
    return essayes, perdus


def habituelle():
    """Ce qu'il faut pour la borne de la grille habituelle : nombre de flottes, et par case."""
    compteur = Compteur()
    carte = compteur.carte(loi=UNIFORME)
    return {
        "flottes": carte.nombre,
        "cases": sum(compteur.partie[2]),
        "plus_occupee": round(max(carte.probas.values()) * carte.nombre),
    }


def bornes():
    """Les deux minorants de la grille habituelle : en comptant les suites, puis avec le plafond."""
    jeu = lit()["habituelle"]
    return tuple(
        optimal.tirs_minimaux(jeu["flottes"], jeu["cases"], plafond)
        for plafond in (None, jeu["plus_occupee"])
    )


def lit():
    """Ce qui est écrit dans `mesures/optima.json`."""
    return json.loads(FICHIER.read_text(encoding="utf-8"))


def lignes():
    """Les lignes du tableau, telles qu'elles y sont écrites."""
    return [Ligne(**ligne) for ligne in lit()["tableau"]]


def plus_petite():
    """Le plus petit jeu où le glouton perd : (xmax, ymax, tailles)."""
    return min(lit()["glouton_perd"], key=lambda jeu: (jeu[0] * jeu[1], jeu[0]))


def bloc_tp7():
    """Le tableau de l'énoncé du TP7."""
    rangees = [
        "| grille | bateaux | flottes | glouton | `meilleur_tir` | jeu parfait |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for ligne in lignes():
        totaux = (ligne.glouton, ligne.prevoyant, ligne.optimal)
        tirs = " | ".join(nombre(moyenne(ligne, total), 4) for total in totaux)
        bateaux = ", ".join(map(str, ligne.tailles))
        rangees.append(
            f"| {ligne.xmax} × {ligne.ymax} | {bateaux} | {nombre(ligne.flottes, 0)} | {tirs} |"
        )
    return "\n".join(rangees) + "\n"


def main(arguments=None):
    """`python -m solutions.etude.optima` : renvoie le code de sortie."""
    nom = "python -m solutions.etude.optima"
    analyseur = AnalyseurFrancais(prog=nom, description="Le jeu parfait sur de petites grilles.")
    analyseur.add_argument("xmax", nargs="?", type=entier(1), help="nombre de colonnes")
    analyseur.add_argument("ymax", nargs="?", type=entier(1), help="nombre de lignes")
    analyseur.add_argument("bateaux", nargs="?", type=flotte, help="tailles, comme 3,2")
    options = analyseur.parse_args(arguments)
    try:
        if options.bateaux:
            print(phrase(mesure(options.xmax, options.ymax, options.bateaux)))
            return 0
        essayes, perdus = fouille()
        resultat = []
        for jeu in JEUX:
            resultat.append(mesure(*jeu))
            print(phrase(resultat[-1]), flush=True)
        contenu = {
            "tableau": [ligne._asdict() for ligne in resultat],
            "cases": CASES_FOUILLE,
            "taille_minimale": TAILLE_MINIMALE,
            "essayes": essayes,
            "glouton_perd": perdus,
            "habituelle": habituelle(),
        }
        FICHIER.write_text(json.dumps(contenu, indent=1) + "\n", encoding="utf-8")
    except ValueError as erreur:
        print(erreur, file=sys.stderr)
        return 2
    return 0


def phrase(ligne):
    """Une ligne, en mots."""
    glouton, prevoyant, parfait = (
        nombre(moyenne(ligne, total), 4)
        for total in (ligne.glouton, ligne.prevoyant, ligne.optimal)
    )
    return (
        f"{ligne.xmax} × {ligne.ymax}, bateaux {', '.join(map(str, ligne.tailles))} : "
        f"{nombre(ligne.flottes, 0)} flottes ; glouton {glouton}, meilleur_tir {prevoyant}, "
        f"parfait {parfait}."
    )


if __name__ == "__main__":
    sys.exit(main())
