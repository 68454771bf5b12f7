"""Ouvre un carnet comme une page, sans code visible et sans rien demander au réseau.

    python -m notebooks.voila            jouer.ipynb
    python -m notebooks.voila demo_ordi  la démonstration

Les options de Voilà (`--port`, `--no-browser`…) peuvent suivre. Le gabarit `hors_ligne` est
celui de Voilà, moins deux feuilles de style qu'il irait chercher sur un serveur extérieur.
"""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

ICI = Path(__file__).resolve().parent
GABARITS = ICI / "gabarits"


def main(arguments):
    """Lance Voilà sur le carnet demandé et renvoie son code de sortie."""
    if importlib.util.find_spec("voila") is None:
        print("Il manque Voilà : pip install voila")
        return 2
    nom = arguments.pop(0) if arguments and not arguments[0].startswith("-") else "jouer"
    carnet = ICI / f"{nom.removesuffix('.ipynb')}.ipynb"
    if not carnet.is_file():
        print(f"Il n'y a pas de carnet {nom} dans {ICI.name}.")
        return 2
    chemins = [str(GABARITS), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    environnement = dict(os.environ, JUPYTER_PATH=os.pathsep.join(chemins))
    commande = [sys.executable, "-m", "voila", str(carnet), "--template=hors_ligne", *arguments]
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # Voilà s'arrête avec nous
    try:
        return subprocess.run(commande, env=environnement, check=False).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
