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
    lignes = _toutes(visible, cachee)
    connus = {nom for nom, _ in lignes}
    nouveaux = [(nom, "") for nom in map(sans_formule, noms) if nom not in connus]
    if nouveaux or cachee.exists() or not visible.exists():
        ecrit(visible, en_csv([ENTETE, *lignes, *nouveaux]))
        cachee.unlink(missing_ok=True)
    ecrits = {nom: texte.strip() for nom, texte in lignes}
    return {nom: ecrits.get(sans_formule(nom), "") for nom in noms}


def cache(dossier):
    """Met le tableau de côté, avec ses noms, tant que les résultats sont anonymes."""
    visible, cachee = _endroits(dossier)
    if visible.exists():
        ecrit(cachee, en_csv([ENTETE, *_toutes(visible, cachee)]))
        visible.unlink()


def _endroits(dossier):
    return pathlib.Path(dossier) / FICHIER, pathlib.Path(dossier) / ".correction" / FICHIER


def _toutes(visible, cachee):
    """Les lignes du tableau, puis celles d'un tableau mis de côté qui n'y sont pas."""
    lignes = _lignes(visible)
    connus = {nom for nom, _ in lignes}
    return lignes + [(nom, texte) for nom, texte in _lignes(cachee) if nom not in connus]


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
