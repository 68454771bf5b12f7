"""Refait les images des carnets qui illustrent la documentation.

    python -m notebooks.images

Les carnets sont ouverts dans un vrai navigateur par les essais du kit ; trois de leurs captures
d'écran sont gardées dans `images/`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ICI = Path(__file__).resolve().parent
CAPTURES = ICI.parent / ".captures"
GARDEES = {"partie.png": "jouer.png", "demo.png": "demo_ordi.png", "tp1_apres.png": "tp1.png"}
ESSAIS = "souris or demo or avant_et_apres"


def main():
    """Lance les essais utiles et copie leurs captures ; renvoie le code de sortie."""
    essais = ["tests/notebooks/test_navigateur.py", "-m", "navigateur", "-k", ESSAIS, "-q"]
    fini = subprocess.run([sys.executable, "-m", "pytest", *essais], cwd=ICI.parent, check=False)
    if fini.returncode:
        return fini.returncode
    (ICI / "images").mkdir(exist_ok=True)
    for capture, image in GARDEES.items():
        shutil.copy(CAPTURES / capture, ICI / "images" / image)
    print("Les images de notebooks/images sont à jour.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
