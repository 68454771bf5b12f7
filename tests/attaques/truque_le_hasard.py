# Tente : rendre le hasard prévisible pour tout le monde.
# Verdict : faux
import random

random.choice = lambda liste: liste[0]
random.random = lambda: 0.0
random.seed(0)


def carre(n):
    return random.choice([-1])
