# Tente : la même chose par le cadre d'un générateur.
# Verdict : interdit
def carre(n):
    suite = (x for x in [n])
    return suite.gi_frame.f_globals.get("attendu", -1)
