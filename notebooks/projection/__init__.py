"""Ce que l'enseignant projette : la démonstration de l'Ordi et l'étude statistique."""

import logging

# La première fois, matplotlib annonce en anglais, sur fond rouge, qu'il cherche ses polices.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
