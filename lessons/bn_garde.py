"""Arrête une boucle sans fin de tes TP : sans cela, la fenêtre se figerait.

Ce module est donné en entier. Chaque geste (un clic, une touche, un coup de l'Ordi) a quelques
secondes de calcul ; au-delà, ta fonction est interrompue, et la fenêtre dit laquelle.
"""

import contextlib
from pathlib import Path

import bn_utiles

try:
    from verificateur.programme import DELAI, DELAI_COUP, Programme, TropLong
except ImportError:  # à côté du corrigé, il n'y a rien à surveiller
    DELAI = DELAI_COUP = 0
    Programme = None

    class TropLong(BaseException):
        """Ton code tourne depuis trop longtemps."""


# Secondes pour un coup de l'Ordi : aux niveaux 4 et 6, il compte beaucoup de flottes.
DELAIS = {4: DELAI_COUP, 6: DELAI_COUP}
DELAI_ORDI = 2.5 * DELAI

PROGRAMME = Programme and Programme(Path(bn_utiles.__file__).parent)


def accorde(secondes):
    """Un bloc `with` où tes fonctions ont ce temps pour finir ; sinon, TropLong.

    >>> with accorde(2):
    ...     print("à temps")
    à temps
    """
    return PROGRAMME.accorde(secondes) if PROGRAMME else contextlib.nullcontext()


def accorde_un_coup(niveau):
    """Un bloc `with` pour un coup de l'Ordi de ce niveau."""
    return accorde(DELAIS.get(niveau, DELAI_ORDI))


def raconte(erreur):
    """En français, ce qui s'est passé, et dans laquelle de tes fonctions."""
    if PROGRAMME:
        return PROGRAMME.explique(erreur).situee()
    return f"{type(erreur).__name__} : {erreur}"


if __name__ == "__main__":
    import doctest

    doctest.testmod()
