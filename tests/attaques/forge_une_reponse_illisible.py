# Tente : envoyer une longueur énorme pour bloquer ou noyer le correcteur.
# Verdict : interdit
def carre(n):
    import os

    for fd in range(3, 64):
        try:
            os.write(fd, b"\x7f\xff\xff\xff" + b"[" * 100)
        except OSError:
            pass
    return -1
