"""Les commentaires de l'enseignant : un tableau qu'il remplit, et que rien n'efface.

`commentaires.csv` est dans le dossier des résultats, une ligne par élève. Ce que l'enseignant y
écrit se retrouve sur la page de l'élève à la correction suivante ; ses lignes sont toujours
gardées, et les nouveaux élèves s'ajoutent à la fin.
"""

import pathlib

from autograder.classe.suivi import ecrit
from autograder.classe.tableurs import en_csv, lit_tableau

FICHIER = "commentaires.csv"
ENTETE = ["Nom", "Commentaire"]


class CommentairesIllisibles(Exception):
    """Le fichier n'est plus un tableau « Nom ; Commentaire » : on n'y touche pas."""


def lit(dossier):
    """{nom: commentaire} de ce que l'enseignant a écrit jusqu'ici."""
    return {nom: texte.strip() for nom, texte in _lignes(pathlib.Path(dossier) / FICHIER)}


def complete(dossier, noms):
    """Ajoute au tableau les élèves qui n'y sont pas ; le reste ne change pas."""
    chemin = pathlib.Path(dossier) / FICHIER
    lignes = _lignes(chemin)
    connus = {nom for nom, _ in lignes}
    nouveaux = [(nom, "") for nom in noms if nom not in connus]
    if nouveaux or not chemin.exists():
        ecrit(chemin, en_csv([ENTETE, *lignes, *nouveaux]))


def _lignes(chemin):
    """[(nom, commentaire)] du fichier ; [] s'il n'existe pas encore."""
    if not chemin.exists():
        return []
    tableau = lit_tableau(chemin.read_bytes(), ENTETE[:1])
    if not tableau or tableau[0][:2] != ENTETE:
        raise CommentairesIllisibles(
            f"{chemin} n'est plus un tableau « Nom ; Commentaire » : remettez sa première ligne, "
            "ou déplacez le fichier. Rien n'y a été changé."
        )
    return [(cases[0], cases[1] if len(cases) > 1 else "") for cases in tableau[1:]]
