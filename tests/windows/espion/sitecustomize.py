"""Chargé par le Python pour Windows au démarrage : note chaque processus qu'il lance."""

import os
import sys

_JOURNAL = os.environ.get("FENETRES_JOURNAL")


def _note(evenement, arguments):
    if evenement == "_winapi.CreateProcess":
        with open(_JOURNAL, "a", encoding="utf-8") as journal:
            journal.write(f"{arguments[1]}\n".replace("\r", " ").replace("\n", " ") + "\n")


if _JOURNAL:
    sys.addaudithook(_note)
