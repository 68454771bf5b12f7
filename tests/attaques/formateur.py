# Tente : lire un attribut par string.Formatter, sans l'écrire.
# Verdict : interdit
import string


def carre(n):
    objet, _ = string.Formatter().get_field("0.__globals__", (carre,), {})
    return len(objet)
