"""Où en es-tu ? Ce programme vérifie ton code : lance-le avec F5, ou dans un terminal.

    python verifier.py                  le tableau des TP et l'exercice suivant
    python verifier.py tp2              vérifie tout le TP2
    python verifier.py tp2.add_bateau   vérifie un exercice
    python verifier.py aide             toutes les commandes

Dans un carnet ou une console : `import verifier`, puis `verifier.verifie("tp1.alpha")` et
`verifier.progression()`.
"""

import os
import sys

DOSSIER = os.path.dirname(os.path.abspath(__file__))
OUTILS = (
    "chargeur", "registre", "verif_exemples", "verif_phrases", "verif_copie", "verif_commandes",
)  # fmt: skip


def charge_outils():
    """Les modules du vérificateur, chargés depuis ce dossier sans déranger ceux de l'élève.

    Si l'élève a un fichier random.py, `import random` doit donner ici celui de Python : ce
    dossier est donc ôté des endroits où Python cherche.
    """
    chemins = sys.path[:]
    sys.path[:] = [c for c in chemins if os.path.abspath(c or os.curdir) != DOSSIER]
    try:
        import importlib.util

        ou = os.path.join(DOSSIER, "chargeur.py")
        description = importlib.util.spec_from_file_location("chargeur", ou)
        chargeur = importlib.util.module_from_spec(description)
        description.loader.exec_module(chargeur)

        class Outils(chargeur.Chaine):
            def trouve(self, nom):
                return super().trouve(nom) if nom in OUTILS else None

        outils = Outils(DOSSIER)
        if sys.argv[1:] == ["--enfant"]:
            outils.module("verif_exemples").enfant()
        return outils.module("verif_commandes")
    finally:
        sys.path[:] = chemins


try:
    _commandes = charge_outils()
except (ImportError, OSError, SyntaxError) as _erreur:
    _manque = getattr(_erreur, "filename", None) or getattr(_erreur, "name", None) or _erreur
    sys.exit(f"Un fichier du vérificateur manque ou est abîmé ({_manque}). Reprends l'archive.")

verifie = _commandes.verifie
progression = _commandes.progression
indice = _commandes.indice
main = _commandes.main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
