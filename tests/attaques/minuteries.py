# Tente : poser une alarme pour interrompre le correcteur.
# Verdict : interdit
def carre(n):
    import signal

    signal.setitimer(signal.ITIMER_REAL, 0.001)
    signal.alarm(1)
    while True:
        n += 1
