"""Les moyennes publiées se retrouvent, à l'erreur d'échantillonnage près (essais longs)."""

import math

import pytest

from solutions.jeu.ordis import OrdiRapide
from tests.solutions.test_chiffres import CHIFFRES

REMESURE = CHIFFRES["remesure_10e6_parties"]
PUBLIEES = {ligne["niveau"]: ligne["moyenne"] for ligne in CHIFFRES["niveaux_2016"]}


def moyenne_et_erreur(n, **options):
    """Moyenne de n parties, et son erreur type."""
    coups = []
    for graine in range(n):
        ordi = OrdiRapide(graine=graine, **options)
        ordi.add_message = lambda message: None
        ordi.grille_adverse.init_bateaux_alea()
        coups.append(ordi.resolution())
    moyenne = sum(coups) / n
    variance = sum((c - moyenne) ** 2 for c in coups) / n
    return moyenne, math.sqrt(variance / n)


@pytest.mark.lent
@pytest.mark.parametrize(
    "options, n, attendue, erreur_max",
    [
        ({"niveau": 1}, 3000, 17 * 101 / 18, 0.1),
        ({"niveau": 2}, 8000, REMESURE["2 with elimine_petites"], 0.1),
        (
            {"niveau": 3},
            5000,
            REMESURE["3, n fixed to the smallest ship of the starting fleet"],
            0.1,
        ),
        ({"niveau": 5}, 5000, REMESURE["5, equals at random"], 0.1),
        (
            {"niveau": 5, "premier": True},
            5000,
            REMESURE["5, first of the equals in column order"],
            0.1,
        ),
        ({"niveau": 4, "nb_echantillons": 100}, 600, PUBLIEES["4(100)"], 0.3),
        ({"niveau": 6, "seuil": 60}, 1500, PUBLIEES["6(60)"], 0.2),
    ],
)
def test_moyenne_retrouvee(options, n, attendue, erreur_max):
    moyenne, erreur = moyenne_et_erreur(n, **options)
    assert erreur < erreur_max
    assert abs(moyenne - attendue) < 4 * erreur, f"{moyenne:.2f} ± {erreur:.2f}"
