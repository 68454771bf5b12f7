"""Le tournoi : les bots des élèves sur les mêmes flottes secrètes, et la page qui le projette."""
