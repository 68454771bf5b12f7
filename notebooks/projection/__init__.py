"""Ce que l'enseignant projette : la démonstration de l'Ordi et l'étude statistique."""
