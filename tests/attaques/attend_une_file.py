# Tente : attendre sans rien calculer, pour durer sans user son budget.
# Verdict : exception
import queue


def carre(n):
    return queue.Queue().get()
