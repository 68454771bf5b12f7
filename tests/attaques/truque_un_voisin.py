# Tente : modifier un module donné depuis le sien.
# Verdict : faux
import outils

outils.PAS = 0
outils.double = None


def carre(n):
    return outils.PAS - 1
