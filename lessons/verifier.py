"""Où en es-tu ? Ce programme vérifie ton code : lance-le avec F5, ou dans un terminal.

    python verifier.py                  le tableau des TP et l'exercice suivant
    python verifier.py tp2              vérifie tout le TP2
    python verifier.py tp2.add_bateau   vérifie un exercice
    python verifier.py aide             toutes les commandes

Dans un carnet ou une console : `import verifier`, puis `verifier.verifie("tp1.alpha")`,
`verifier.progression()` ou `verifier.indice("tp1.alpha")`.
"""

import os
import sys

DOSSIER = os.path.dirname(os.path.abspath(__file__))
OUTILS = (
    "chargeur",
    "registre",
    "verif_exemples",
    "verif_lecture",
    "verif_phrases",
    "verif_copie",
    "verif_commandes",
)


def charge_outils(noms=OUTILS):
    """La chaîne des modules du vérificateur, chargés sans déranger ceux de l'élève.

    Si l'élève a un fichier random.py, `import random` doit donner ici celui de Python : ce
    dossier est donc ôté, le temps du chargement, des endroits où Python cherche.
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
        for nom in noms:
            outils.module(nom)
        return outils
    finally:
        sys.path[:] = chemins


try:
    if __name__ == "__main__" and sys.argv[1:] == ["--enfant"]:
        charge_outils(["verif_exemples"]).module("verif_exemples").enfant()
    commandes = charge_outils().module("verif_commandes")
except (ImportError, OSError, SyntaxError) as erreur:
    fautif = getattr(erreur, "filename", None) or getattr(erreur, "name", None) or erreur
    sys.exit(f"Un fichier du vérificateur manque ou est abîmé ({fautif}). Reprends l'archive.")

verifie = commandes.verifie
progression = commandes.progression
indice = commandes.indice
main = commandes.main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
