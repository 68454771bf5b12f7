"""La porte du corrigé : la commande `bataille` (ou `python -m solutions`)."""

import sys

from solutions.jeu.console import main

if __name__ == "__main__":
    sys.exit(main())
