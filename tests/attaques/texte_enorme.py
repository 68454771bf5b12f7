# Tente : renvoyer un texte de cinquante millions de caractères.
# Verdict : exception illisible faux boucle
def carre(n):
    return "x" * 50_000_000
