"""La correction : rien de ce qui vient d'une copie n'est cru."""

import os
import sys

_kit = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if sys.argv[:1] == ["-m"] and sys.path[0] != _kit and sys.path[0] in ("", os.getcwd()):
    # `python -m autograder` a mis en tête le dossier courant, où un élève peut avoir un `json.py`.
    del sys.path[0]

import pathlib  # noqa: E402

RACINE = pathlib.Path(_kit).resolve()  # le dossier du kit
