"""Les huit niveaux de l'Ordi et leurs noms : ceux du TP6, puis les deux qui comptent tout."""

from solutions import bn_utiles

NIVEAUX = {
    **bn_utiles.NIVEAUX,
    7: "probabilités exactes",
    8: "imagine la fin de la partie",
}
NIVEAUX_EN = {  # pour README.en.md
    1: "at random",
    2: "random, then a queue",
    3: "checkerboard, then a queue",
    4: "random fleets, then a queue",
    5: "counting, then a queue",
    6: "counting, then every fleet",
    7: "exact probabilities",
    8: "imagines the end of the game",
}
