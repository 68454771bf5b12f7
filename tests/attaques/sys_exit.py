# Tente : sys.exit dès l'import.
# Verdict : faux
import sys

sys.exit(0)


def carre(n):
    return 0
