# Tente : importer sans le mot import.
# Verdict : interdit
def carre(n):
    return __import__("os").system("touch /tmp/trace_d_attaque")
