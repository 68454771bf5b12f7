"""Le constat d'autopsie que rend un ouvrier, relu : rien de ce qui vient d'une copie n'est cru.

Ce qu'il veut dire, et la phrase qui le dit, sont dans `lessons.verificateur.autopsie`.
"""

from autograder.moteur.greffe import LIGNE_DU_CORRIGE

NOMS_MAX = 4  # variables que la phrase peut citer


def relit(recu, propre):
    """Ce constat, chaque donnée du bon type et chaque texte sûr ; {} s'il ne situe rien.

    `propre(texte)` rend un texte sûr.

    >>> relit({"fichier": "<tp2.py>", "ligne": 7, "boucle": 3, "autre": 1}, str)
    {'fichier': '<tp2.py>', 'fonction': '', 'ligne': 7, 'boucle': None}
    >>> relit({"fichier": "<tp2.py>", "ligne": "7"}, str)
    {}
    """
    if type(recu) is not dict or type(recu.get("fichier")) is not str:
        return {}
    ligne = recu.get("ligne")
    if type(ligne) is not int or not 0 < ligne < LIGNE_DU_CORRIGE:
        return {}
    return {
        "fichier": propre(recu["fichier"]),
        "fonction": _texte(recu.get("fonction"), propre),
        "ligne": ligne,
        "boucle": _boucle(recu.get("boucle"), propre),
    }


def _boucle(recue, propre):
    if type(recue) is not dict:
        return None
    immobiles = recue.get("immobiles")
    couples = immobiles[:NOMS_MAX] if type(immobiles) is list else []
    couples = [c for c in couples if type(c) is list and len(c) == 2]
    return {
        "genre": "for" if recue.get("genre") == "for" else "while",
        "texte": _texte(recue.get("texte"), propre),
        "immobiles": [[_texte(morceau, propre) for morceau in couple] for couple in couples],
        "certaine": recue.get("certaine") is True,
        "allonge": recue.get("allonge") is True,
    }


def _texte(recu, propre):
    return propre(recu) if type(recu) is str else ""
