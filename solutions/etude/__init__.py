"""L'étude : beaucoup de parties, leurs statistiques, le bilan des niveaux."""
