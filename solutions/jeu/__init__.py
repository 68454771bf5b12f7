"""Le jeu : la console, les Ordis des huit niveaux, la grille rapide."""
