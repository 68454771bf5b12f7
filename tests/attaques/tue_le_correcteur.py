# Tente : tuer son père, son groupe, tout le monde.
# Verdict : interdit
def carre(n):
    import os
    import signal

    for cible in (os.getppid(), 0, -1, 1):
        os.kill(cible, signal.SIGKILL)
    return -1
