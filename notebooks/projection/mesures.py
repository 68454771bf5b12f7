"""Les études enregistrées : combien de coups met chaque niveau, sur beaucoup de parties."""

import json
from collections import namedtuple

from atelier.programme import CARNETS

DOSSIERS = (CARNETS.parent / "solutions" / "etude" / "mesures", CARNETS / "donnees")
HABITUELS = {"premier": False, "xmax": 10, "ymax": 10, "flotte": [5, 4, 3, 3, 2]}

Etude = namedtuple("Etude", "niveau effectifs")


def lit_etudes(dossiers=DOSSIERS):
    """Pour chaque niveau, la plus longue étude enregistrée avec les règles habituelles."""
    etudes = {}
    for fichier in [f for dossier in dossiers for f in sorted(dossier.glob("*.json"))]:
        contenu = json.loads(fichier.read_text(encoding="utf-8"))
        reglages = contenu.get("reglages", {}) if isinstance(contenu, dict) else {}
        if not HABITUELS.items() <= reglages.items():
            continue
        niveau = reglages["niveau"]
        effectifs = {int(coups): nombre for coups, nombre in contenu["effectifs"].items()}
        if niveau not in etudes or contenu["parties"] > sum(etudes[niveau].effectifs.values()):
            etudes[niveau] = Etude(niveau, effectifs)
    return [etudes[niveau] for niveau in sorted(etudes)]


def moyennes():
    """{niveau: nombre moyen de coups}, avec les règles habituelles."""
    return {
        etude.niveau: sum(coups * n for coups, n in etude.effectifs.items())
        / sum(etude.effectifs.values())
        for etude in lit_etudes()
    }


def est_habituelle(grille):
    """True si la grille et sa flotte sont celles des études."""
    tailles = sorted(grille.flotte_depart, reverse=True)
    return [grille.xmax, grille.ymax, tailles] == [
        HABITUELS[nom] for nom in ("xmax", "ymax", "flotte")
    ]
