# Tente : écrire des noms interdits en caractères pleine chasse (Python les lit comme les autres).
# Verdict : interdit
def carre(n):
    return ｅｖａｌ("__import__('os').system('touch /tmp/trace_d_attaque')") or -1
