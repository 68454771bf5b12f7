"""Les suites cachées : ce que l'on vérifie de chaque exercice, et les erreurs classiques."""
