"""Les couleurs et les signes du kit, pour les carnets : ceux de `bn_couleurs.py`.

On prend le texte de départ, dans le registre : un fichier que l'élève a changé, abîmé ou perdu
n'empêche pas un carnet de s'ouvrir.
"""

from .programme import VERIFIER

COULEURS = VERIFIER.outil("jeu").module_donne(VERIFIER.outil("registre").charge(), "bn_couleurs")
