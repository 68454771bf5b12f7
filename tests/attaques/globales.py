# Tente : passer par globals() et __builtins__.
# Verdict : interdit
def carre(n):
    outils = globals()["__builtins__"]
    return outils["__import__"]("os").getpid()
