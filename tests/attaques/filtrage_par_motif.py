# Tente : lire un attribut par un motif de classe.
# Verdict : interdit syntaxe
def carre(n):
    match carre:
        case object(__globals__=tout):
            return len(tout)
    return -1
