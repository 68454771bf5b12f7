# Tente : créer deux cents processus.
# Verdict : interdit
def carre(n):
    import os

    for _ in range(200):
        if os.fork() == 0:
            while True:
                pass
    return n * n + 1
