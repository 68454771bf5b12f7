# Tente : arrêter le correcteur avec un code de succès, depuis la fonction jugée.
# Verdict : arrêt
def carre(n):
    raise SystemExit(0)
