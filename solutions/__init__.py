"""Le corrigé, chargé une seule fois par processus.

Les modules des TP s'importent entre eux par leur nom nu (`from tp1_grille import Grille`), comme
chez l'élève. Tout le reste du kit les prend ici, et d'une seule façon :

    from solutions import tp6_solveur_optimal as tp6

Rien de nommé `tp1_grille` n'entre dans `sys.modules`, où il cacherait le fichier d'un élève.
`jeu/`, `exact/` et `etude/` sont des paquets ordinaires (`from solutions.jeu.ordis import …`).
"""

from pathlib import Path

from lessons.verificateur.chargeur import Chaine

CHAINE = Chaine(Path(__file__).parent)


def __getattr__(nom):
    """Le module `nom` du corrigé (`tp1_grille`, `bn_utiles`…), chargé au premier appel."""
    if nom.startswith("_") or CHAINE.trouve(nom) is None:
        raise AttributeError(f"Il n'y a pas de module {nom} dans le corrigé.")
    return CHAINE.module(nom)
