# Tente : faire exécuter un texte par les coulisses de doctest.
# Verdict : interdit exception
import doctest


class Faux:
    def set_continue(self):
        pass


def carre(n):
    test = doctest.DocTest([doctest.Example("x = 1\n", "")], {}, "t", "t", 0, None)
    coureur = doctest.DebugRunner(verbose=False)
    coureur.debugger = Faux()
    coureur.test = test
    coureur._DocTestRunner__run(test, 0, len)
    return -1
