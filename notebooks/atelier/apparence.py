"""Les couleurs et les signes du kit, pour les carnets : ceux de `bn_couleurs.py`.

On prend le texte de départ, dans le registre : un fichier que l'élève a changé, abîmé ou perdu
n'empêche pas un carnet de s'ouvrir.
"""

import types

from .programme import charge_fichier, dossier_eleve


def charge_couleurs():
    """Le module `bn_couleurs`, tel qu'il est donné."""
    verifier = charge_fichier(dossier_eleve() / "verifier.py")
    module = types.ModuleType("bn_couleurs")
    exec(verifier.outil("registre").charge().squelettes["bn_couleurs"], vars(module))
    return module


COULEURS = charge_couleurs()
