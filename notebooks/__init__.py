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
    "atelier/__init__.py",
    "atelier/copie.py",
    "atelier/film.py",
    "atelier/flottes.json",
    "atelier/grille_widget.css",
    "atelier/grille_widget.js",
    "atelier/grille_widget.py",
    "atelier/jeu.py",
    "atelier/placeur.py",
    "atelier/table.py",
    "atelier/tp1.py",
    "atelier/tp2.py",
    "atelier/tp3.py",
    "atelier/tp4.py",
    "atelier/tp5.py",
    "atelier/tp6.py",
    "atelier/vue.py",
)
