# Tente : rien, mais le fichier n'est pas du Python.
# Verdict : syntaxe
def carre(n)
    return n * n
