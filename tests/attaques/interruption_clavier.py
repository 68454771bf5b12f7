# Tente : lever KeyboardInterrupt, que beaucoup de programmes laissent passer.
# Verdict : exception
def carre(n):
    raise KeyboardInterrupt
