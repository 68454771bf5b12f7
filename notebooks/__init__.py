"""Les carnets : voir son code travailler, jouer, montrer l'Ordi."""

# Ce que contient le dossier notebooks d'une archive d'élève.
FICHIERS_ELEVE = (
    "tp1_grille.ipynb",
    "tp2_placement.ipynb",
    "tp3_affichage.ipynb",
    "tp4_tir.ipynb",
    "tp5_solveur_aleatoire.ipynb",
    "tp6_solveur_optimal.ipynb",
    "jouer.ipynb",
    "grille_widget.py",
    "grille_widget.js",
    "grille_widget.css",
    "atelier.py",
    "film.py",
    "jeu.py",
    "placeur.py",
    "table.py",
    "vues_tp1.py",
    "vues_tp2.py",
    "vues_tp3.py",
    "vues_tp4.py",
    "vues_tp5.py",
    "vues_tp6.py",
    "flottes.json",
)
