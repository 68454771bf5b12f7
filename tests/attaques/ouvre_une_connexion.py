# Tente : appeler l'extérieur.
# Verdict : interdit
def carre(n):
    import socket

    socket.create_connection(("192.0.2.1", 80), timeout=1)
    return -1
