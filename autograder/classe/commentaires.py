"""Les commentaires de l'enseignant : un tableau qu'il remplit, et que rien n'efface.

`commentaires.csv` est dans le dossier des résultats, une ligne par élève. Ce que l'enseignant y
écrit se retrouve sur la page de l'élève à la correction suivante ; ses lignes sont toujours
gardées, et les nouveaux élèves s'ajoutent à la fin. Avec des pseudonymes, il est mis de côté dans
`.correction`, et revient avec les noms.
"""

import pathlib

from autograder.classe.suivi import ecrit
from autograder.classe.tableurs import en_csv, lit_tableau, sans_formule

FICHIER = "commentaires.csv"
ENTETE = ["Nom", "Commentaire"]


class CommentairesIllisibles(Exception):
    """Le fichier n'est plus un tableau « Nom ; Commentaire » : on n'y touche pas."""


def lit(dossier, noms):
    """{nom: commentaire} de l'enseignant ; les `noms` absents s'ajoutent à son tableau."""
    visible, cachee = _endroits(dossier)
    entete, lignes = _toutes(visible, cachee)
    connus = {nom for nom, *_ in lignes}
    nouveaux = [(nom, "") for nom in map(sans_formule, noms) if nom not in connus]
    if nouveaux or cachee.exists() or not visible.exists():
        ecrit(visible, en_csv([entete, *lignes, *nouveaux]))
        cachee.unlink(missing_ok=True)
    ecrits = {nom: texte.strip() for nom, texte, *_ in lignes}
    return {nom: ecrits.get(sans_formule(nom), "") for nom in noms}


def cache(dossier):
    """Met le tableau de côté, avec ses noms, tant que les résultats sont anonymes."""
    visible, cachee = _endroits(dossier)
    if visible.exists():
        entete, lignes = _toutes(visible, cachee)
        ecrit(cachee, en_csv([entete, *lignes]))
        visible.unlink()


def _endroits(dossier):
    return pathlib.Path(dossier) / FICHIER, pathlib.Path(dossier) / ".correction" / FICHIER


def _toutes(visible, cachee):
    """(en-tête, lignes) du tableau, puis d'un tableau mis de côté, pour ceux qui y manquent."""
    entete, lignes = _lit(visible)
    connus = {nom for nom, *_ in lignes}
    cote, cachees = _lit(cachee)
    return max(entete, cote, key=len), lignes + [c for c in cachees if c[0] not in connus]


def _lit(chemin):
    """(en-tête, [[nom, commentaire, …]]) du fichier : l'enseignant a pu ajouter des colonnes."""
    if not chemin.exists():
        return ENTETE, []
    tableau = lit_tableau(chemin.read_bytes(), ENTETE[:1])
    if not tableau or tableau[0][:2] != ENTETE:
        raise CommentairesIllisibles(
            f"{chemin} n'est plus un tableau « Nom ; Commentaire » : remettez sa première ligne, "
            "ou déplacez le fichier. Rien n'y a été changé."
        )
    return tableau[0], [cases if len(cases) > 1 else [*cases, ""] for cases in tableau[1:]]
