# Tente : fermer tous les tuyaux puis continuer.
# Verdict : interdit
def carre(n):
    import os

    os.closerange(0, 256)
    while True:
        pass
