"""Le vérificateur : ce que `verifier.py` met en marche. Bibliothèque standard, Python 3.8."""
