"""Les carnets : voir son code travailler, jouer, montrer l'Ordi."""
