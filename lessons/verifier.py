"""Où en es-tu ? Ce programme vérifie ton code : lance-le avec F5, ou dans un terminal.

    python verifier.py                  le tableau des TP et l'exercice suivant
    python verifier.py tp2              vérifie tout le TP2
    python verifier.py tp2.add_bateau   vérifie un exercice
    python verifier.py jouer            joue avec ton code
    python verifier.py pirates          mets tes propres essais à l'épreuve
    python verifier.py tournoi          fais jouer ton Ordi, mon_ordi.py
    python verifier.py aide             toutes les commandes

Dans un carnet ou une console : `import verifier`, puis `verifier.verifie("tp1.alpha")`,
`verifier.progression()` ou `verifier.indice("tp1.alpha")`.
"""

import os
import sys

DOSSIER = os.path.dirname(os.path.abspath(__file__))
PAQUET = os.path.join(DOSSIER, "verificateur")


def outil(nom):
    """Le module `nom` du paquet verificateur, chargé sans que l'élève puisse le déranger.

    Si l'élève a un fichier random.py, `import random` doit donner ici celui de Python : ce
    dossier est donc ôté, le temps du chargement, des endroits où Python cherche.
    """
    chemins = sys.path[:]
    sys.path[:] = [c for c in chemins if os.path.abspath(c or os.curdir) != DOSSIER]
    try:
        import importlib.util

        if getattr(sys.modules.get("verificateur"), "__path__", None) != [PAQUET]:
            for autre in [m for m in sys.modules if m.split(".")[0] == "verificateur"]:
                del sys.modules[autre]  # celui d'un autre dossier
            entree = os.path.join(PAQUET, "__init__.py")
            description = importlib.util.spec_from_file_location("verificateur", entree)
            sys.modules["verificateur"] = importlib.util.module_from_spec(description)
        return importlib.import_module("verificateur." + nom)
    finally:
        sys.path[:] = chemins


try:
    if __name__ == "__main__" and sys.argv[1:] == ["--enfant"]:
        outil("exemples").enfant()
    if __name__ == "__main__" and sys.argv[1:] == ["--chasse"]:
        outil("chasse").enfant()
    if __name__ == "__main__" and sys.argv[1:] == ["--tournoi"]:
        outil("parties").enfant()
    commandes = outil("commandes")
except (ImportError, OSError, SyntaxError) as erreur:
    fautif = getattr(erreur, "filename", None) or getattr(erreur, "name", None) or erreur
    sys.exit(
        f"Un fichier du vérificateur manque ou est abîmé ({fautif}).\n"
        "Décompresse de nouveau l'archive par-dessus ce dossier : ton travail est gardé."
    )

verifie = commandes.verifie
progression = commandes.progression
indice = commandes.indice
main = commandes.main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
