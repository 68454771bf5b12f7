# Tente : la même chose par la trace d'une exception.
# Verdict : interdit
def carre(n):
    try:
        raise ValueError
    except ValueError as erreur:
        cadre = erreur.__traceback__.tb_frame
        while cadre.f_back:
            cadre = cadre.f_back
        return cadre.f_locals.get("attendu", -1)
