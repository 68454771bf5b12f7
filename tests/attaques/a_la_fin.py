# Tente : agir à la fermeture du processus.
# Verdict : interdit
def carre(n):
    import atexit
    import os

    atexit.register(os.system, "touch /tmp/trace_d_attaque")
    return -1
