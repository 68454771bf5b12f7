# Tente : fabriquer du code octet par octet.
# Verdict : interdit
def carre(n):
    code = carre.__code__.replace(co_consts=(None, n * n + 1))
    carre.__code__ = code
    return carre(n)
