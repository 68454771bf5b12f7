# Tente : lire un fichier du système.
# Verdict : interdit
def carre(n):
    with open("/etc/passwd") as fichier:
        return fichier.read()
