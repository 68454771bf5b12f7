# Tente : une classe à la place de la fonction, dont les instances imitent un entier.
# Verdict : faux
class carre(int):
    pass
