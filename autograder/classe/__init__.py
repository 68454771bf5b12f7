"""La classe : lire les rendus, les corriger tous, écrire les pages et les tableaux."""
