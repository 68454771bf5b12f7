"""La porte du corrigé : la commande `bataille` (ou `python -m solutions`)."""

import sys
from pathlib import Path

from lessons.verificateur.chargeur import Chaine


def main():
    """Charge le corrigé et lance la console ; renvoie le code de sortie."""
    return Chaine(Path(__file__).parent).module("bn_console").main()


if __name__ == "__main__":
    sys.exit(main())
