# Tente : espionner le correcteur par sys.settrace.
# Verdict : interdit
def carre(n):
    import sys

    sys.settrace(lambda *a: None)
    sys.setprofile(lambda *a: None)
    return -1
