"""Les couleurs et les signes du kit, pour les carnets : ceux de `bn_couleurs.py`, une fois."""

from .programme import charge_fichier, dossier_eleve

COULEURS = charge_fichier(dossier_eleve() / "bn_couleurs.py")
