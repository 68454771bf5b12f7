# Tente : laisser un fil d'exécution derrière soi.
# Verdict : interdit
def carre(n):
    import threading

    def tourne():
        while True:
            pass

    for _ in range(50):
        threading.Thread(target=tourne).start()
    return -1
