"""La correction : rien de ce qui vient d'une copie n'est cru."""

import pathlib

RACINE = pathlib.Path(__file__).resolve().parent.parent  # le dossier du kit
