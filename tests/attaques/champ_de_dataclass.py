# Tente : glisser du code dans le nom d'un champ, que `dataclass` recopie dans une fonction.
# Verdict : exception
from dataclasses import dataclass


class Base:
    def __init__(self, objet):
        self.objet = objet

    def recoit(self, valeur):
        self.recu = valeur


def carre(n):
    champs = {"__annotations__": {"recoit(self.objet.__globals__)": int}}
    classe = dataclass(init=False, eq=False)(type("C", (Base,), champs))
    objet = classe(carre)
    repr(objet)
    return len(objet.recu)
