# Tente : lancer un autre programme.
# Verdict : interdit
def carre(n):
    import subprocess

    subprocess.run(["touch", "/tmp/trace_d_attaque"])
    return -1
