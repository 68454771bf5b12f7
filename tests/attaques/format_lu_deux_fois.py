# Tente : montrer un faux format à la garde, puis le vrai, qui lit un attribut d'après un texte.
# Verdict : exception
class Phrase(str):
    @property
    def format(self):
        del Phrase.format
        return 0


def carre(n):
    return Phrase("{0.__func__.__globals__}").format(input)
