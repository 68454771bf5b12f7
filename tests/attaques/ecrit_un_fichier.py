# Tente : écrire hors de son dossier.
# Verdict : interdit
def carre(n):
    with open("/tmp/trace_d_attaque", "w") as fichier:
        fichier.write("vu")
    return -1
