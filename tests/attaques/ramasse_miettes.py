# Tente : retrouver les objets du correcteur par le ramasse-miettes.
# Verdict : interdit
def carre(n):
    import gc

    for objet in gc.get_objects():
        if type(objet).__name__ == "Ouvrier":
            objet.appels = 99
    return -1
