# Tente : dormir un million de secondes.
# Verdict : faux
import time


def carre(n):
    time.sleep(10**6)
    return None
