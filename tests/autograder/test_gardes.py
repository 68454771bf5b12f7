"""Le filtre et les gardes : ce qu'un élève écrit honnêtement passe, ce qui en sort est arrêté.

Les extraits hostiles cherchent tous la même chose : lire, poser ou exécuter d'après un texte, ce
qui permettrait ensuite tout le reste. Ici, rien d'autre que le filtre et les gardes ne les arrête.
"""

import ast
import collections
import copy
import copyreg
import dataclasses
import sys
import textwrap

import pytest

from autograder.bac_a_sable import enfant, filtre, gardes
from autograder.moteur.juge import Juge
from tests import copies, jouet

HONNETES = {
    "décorateur": """
        from functools import wraps
        def bavarde(f):
            @wraps(f)
            def g(*args, **options):
                g.appels += 1
                return f(*args, **options)
            g.appels = 0
            return g
        @bavarde
        def double(n):
            "Le double."
            return 2 * n
        assert double(3) == 6 and double.__name__ == "double" and double.__doc__ == "Le double."
        assert double.appels == 1
    """,
    "textes à trous": """
        class Joueur:
            nom = "Zoé"
        modele = "{:>2}|{0.nom}" if False else "{:>2}"
        assert modele.format(7) == " 7"
        assert "{0.nom} {1[0]} {k}".format(Joueur(), "ab", k=3) == "Zoé a 3"
        assert "{a}".format_map({"a": 1}) == "1"
        assert list(map("{:02}".format, [1, 2])) == ["01", "02"]
        assert list(map(str.format, ["{}", "<{}>"], [1, 2])) == ["1", "<2>"]
        assert f"{Joueur.nom!r:>6}" == " 'Zoé'" and "%-3s|" % "a" == "a  |"
        assert "{:{}}".format(5, ">3") == "  5"
        class Etiquette:
            def format(self, largeur):
                return "x" * largeur
        assert Etiquette().format(3) == "xxx"
    """,
    "attributs privés": """
        class Grille:
            _nombre = 0
            def __init__(self, n):
                self._cache = {}
                self._name = self._value = n
                self.__cle = n
                Grille._nombre += 1
            def _aide(self):
                return self._value
            def __eq__(self, autre):
                return self._value == autre._value and self.__cle == autre.__cle
            def __hash__(self):
                return hash(self._value)
        class Fille(Grille):
            def __init__(self, n):
                super().__init__(n)
                self.__cle = -n
            def _aide(self):
                return super()._aide() + Grille._aide(self)
        g = Fille(2)
        g._cache[1] = 2
        g._name = "a"
        assert g == Fille(2) and g._aide() == 4 and g._name == "a" and g._cache == {1: 2}
        assert Grille._nombre == 2
        del g._name
    """,
    "classes": """
        class Grille:
            def __init__(self, x=1):
                self.x = x
            def copie(self):
                return type(self)(self.x)
            def __str__(self):
                return f"{self.__class__.__name__}({self.x})"
            def __repr__(self):
                return type(self).__name__
        class Fille(Grille):
            def __init__(self):
                Grille.__init__(self, 3)
        f = Fille()
        assert str(f) == "Fille(3)" and repr(f) == "Fille" and type(f) is Fille
        assert isinstance(Grille, type) and not isinstance(f, type) and type(Grille) is type
        assert type(3) is int and type([]) == list and f.__class__ is Fille
        assert isinstance(Grille(2).copie(), Grille)
        def sorte(x: type) -> type[int] | None:
            return type(x)
        assert sorte("a") is str
        if __name__ == "__main__":
            print("jamais")
    """,
    "dataclasses": """
        from dataclasses import dataclass, field, asdict, astuple, replace
        @dataclass(order=True)
        class Case:
            x: int
            y: int = 0
            notes: list = field(default_factory=list)
        @dataclass
        class Marquee(Case):
            _marque_a_moi: bool = False
        c = Case(1, 2)
        assert asdict(c) == {"x": 1, "y": 2, "notes": []} and astuple(c) == (1, 2, [])
        assert replace(c, y=5) == Case(1, 5) and Case(1, 1) < c
        assert Marquee(1)._marque_a_moi is False
        match c:
            case Case(x, 2):
                assert x == 1
    """,
    "namedtuple": """
        from collections import namedtuple
        from typing import NamedTuple
        Case = namedtuple("Case", "x y")
        class Tir(NamedTuple):
            case: Case
            touche: bool = False
        c = Case(1, 2)
        assert c._replace(x=3) == (3, 2) and c._asdict() == {"x": 1, "y": 2}
        assert Case._fields == ("x", "y") and Case._make([1, 2]) == c and Tir(c).case.y == 2
        match c:
            case Case(x, y):
                assert (x, y) == (1, 2)
    """,
    "enum": """
        from enum import Enum, IntEnum, auto
        class Etat(Enum):
            VIDE = 0
            TOUCHE = 1
            def __str__(self):
                return self.name.lower()
        class Sens(IntEnum):
            H = auto()
            V = auto()
        Couleur = Enum("Couleur", "ROUGE VERT")
        Autre = Enum("Autre", {"A": 1, "B": 2})
        assert Etat(1) is Etat.TOUCHE and str(Etat.VIDE) == "vide" and Sens.V == 2
        assert Couleur.VERT.value == 2 and Autre["B"].value == 2 and len(list(Etat)) == 2
        assert Etat.VIDE._value_ == 0
    """,
    "typage": """
        from __future__ import annotations
        from typing import Callable, Dict, Generic, List, Optional, Tuple, Type, TypeVar, Union
        T = TypeVar("T")
        Case = Tuple[int, int]
        class Pile(Generic[T]):
            def __init__(self) -> None:
                self.contenu: List[T] = []
            def pousse(self, x: T) -> "Pile[T]":
                self.contenu.append(x)
                return self
        def f(a: Optional["Pile"] = None, b: Union[int, str] = 1, k: Type[Pile] = Pile) -> Dict:
            return {}
        alias = Optional["Pile"]
        assert Pile().pousse(1).contenu == [1] and f() == {}
    """,
    "fonctions": """
        import functools, itertools, operator, string, copy, math, re, time
        import random as rd
        from math import *
        from functools import lru_cache, reduce, partial, total_ordering, cached_property
        @lru_cache(maxsize=None)
        def fibo(n):
            return n if n < 2 else fibo(n - 1) + fibo(n - 2)
        @total_ordering
        class Score:
            def __init__(self, n):
                self.n = n
            def __eq__(self, autre):
                return self.n == autre.n
            def __lt__(self, autre):
                return self.n < autre.n
            @cached_property
            def carre(self):
                return self.n ** 2
        rd.seed(3)
        assert fibo(20) == 6765 and fibo.cache_info().hits and Score(2) >= Score(1)
        assert Score(3).carre == 9 and partial(max, 3)(2) == 3 and sqrt(4) == 2
        assert sorted([(1, "b"), (0, "a")], key=operator.itemgetter(1))[0] == (0, "a")
        assert copy.deepcopy([[1]]) == [[1]] and copy.copy(Score(1)) == Score(1)
        assert string.ascii_uppercase[2] == "C" and re.sub("a", "b", "aa") == "bb"
        assert list(itertools.chain([1], [2])) == [1, 2] and reduce(max, [1, 3]) == 3
        assert rd.choice([5]) == 5 and rd.Random(1).random() == rd.Random(1).random()
        assert time.perf_counter() > 0
        gen = (n for n in range(3))
        assert next(gen) == 0 and hasattr(gen, "send")
    """,
    "collections": """
        import collections
        from collections import Counter, OrderedDict, defaultdict, deque
        import collections.abc
        from collections import abc
        import queue, heapq, bisect, statistics, decimal, fractions
        class Sac(Counter):
            def total_a_moi(self):
                return sum(self.values())
        class File(collections.abc.Sequence):
            def __getitem__(self, i):
                return [1, 2][i]
            def __len__(self):
                return 2
        q = queue.Queue()
        q.put(3)
        assert abc.Sized is collections.abc.Sized
        assert q.get() == 3 and Sac("aab").total_a_moi() == 3 and list(File()) == [1, 2]
        assert collections.deque([1]).pop() == 1 and defaultdict(list)["a"] == []
        assert fractions.Fraction(1, 2) + 1 == fractions.Fraction(3, 2)
        assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3") and statistics.mean([1, 3]) == 2
    """,
    "opérations": """
        class V:
            def __init__(self, x): self.x = x
            def __pow__(self, n): return V(self.x ** n)
            def __imul__(self, k):
                self.x *= k
                return self
            def __ror__(self, autre): return autre | self.x
            def __rshift__(self, n): return self.x >> n
            def __round__(self, n=0): return round(self.x, n)
            def __divmod__(self, n): return divmod(self.x, n)
        v = V(3)
        v *= 2
        assert v.x == 6 and (v ** 2).x == 36 and 1 | v == 7 and v >> 1 == 3
        assert divmod(v, 4) == (1, 2)
        assert round(V(1.26), 1) == 1.3
    """,
    "copies": """
        import copy, random
        from collections import Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple
        from fractions import Fraction
        from functools import cached_property, partial
        from typing import List
        class Base:
            __slots__ = ("x", "_y")
            def __init__(self):
                self.x, self._y = [1], 2
        class Grille(Base):
            __slots__ = ("z", "__dict__")
            def __init__(self):
                super().__init__()
                self.z, self.etat, self.__prive = 3, {(0, 0): [1]}, 4
            @cached_property
            def taille(self):
                return len(self.etat) + self.__prive
        g = Grille()
        assert g.taille == 5 and g.taille == 5 and "taille" in dir(g)
        h, k = copy.deepcopy(g), copy.copy(g)
        assert h.x == [1] and h.x is not g.x and k.x is g.x and h._y == 2 and h.z == 3
        assert h.etat == g.etat and h.etat[0, 0] is not g.etat[0, 0] and h.taille == 5
        class Journal(dict):
            def __init__(self):
                super().__init__()
                self.nombre = 0
            def __setitem__(self, cle, valeur):
                self.nombre += 1
                super().__setitem__(cle, valeur)
        j = Journal()
        j["a"] = [1]
        assert copy.deepcopy(j) == {"a": [1]} and type(copy.copy(j)) is Journal
        class File(list): pass
        f = File([1, 2])
        f.nom = "file"
        assert copy.deepcopy(f) == [1, 2] and copy.deepcopy(f).nom == "file"
        class Erreur(Exception):
            def __init__(self, ou):
                super().__init__(ou)
                self.ou = ou
        assert copy.deepcopy(Erreur([1])).ou == [1]
        P = namedtuple("P", "x y")
        for objet in (P(1, [2]), Counter("aab"), OrderedDict(a=1), defaultdict(list, a=[1]),
                      deque([1, 2]), UserDict(a=1), Fraction(1, 3), {1, 2}, range(3)):
            assert copy.deepcopy(objet) == objet == copy.copy(objet)
            assert type(copy.deepcopy(objet)) is type(objet)
        des = random.Random(3)
        assert copy.deepcopy(des).random() == des.random()
        assert copy.deepcopy(partial(max, 1))(2) == 2 and copy.copy(List[int]) == List[int]
        class Noeud:
            def __init__(self):
                self.suivant = self
        n = copy.deepcopy(Noeud())
        assert n.suivant is n
    """,
    "abstraite": """
        from abc import ABC, abstractmethod
        class Joueur(ABC):
            @abstractmethod
            def joue(self): ...
        class Ordi(Joueur):
            def joue(self):
                return 1
        assert Ordi().joue() == 1
    """,
    "doctest": """
        import doctest
        assert doctest.testmod().failed == 0
        doctest.testmod(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    """,
    "filtrage": """
        from enum import Enum
        class Etat(Enum):
            VIDE = 0
            PLEIN = 1
        class Tir:
            def __init__(self, case):
                self._case = self.case = case
        def lit(x):
            match x:
                case Etat.VIDE | Etat.PLEIN:
                    return x._value_
                case Tir(case=(a, b)) if x._case:
                    return a + b
                case {"a": 1, **reste}:
                    return reste
                case [premier, *_]:
                    return premier
                case str() as texte:
                    return texte.format(1)
        assert lit(Etat.PLEIN) == 1 and lit({"a": 1, "b": 2}) == {"b": 2}
        assert lit(Tir((1, 2))) == 3 and lit([4, 5]) == 4 and lit("<{}>") == "<1>"
    """,
    "erreurs": """
        class Erreur(ValueError):
            def __init__(self, case):
                super().__init__(f"case {case}")
                self.case = case
                self.obj = case
        try:
            raise Erreur((1, 2))
        except Erreur as erreur:
            erreur.ligne = 3
            assert erreur.obj == (1, 2) and erreur.case == (1, 2) and str(erreur) == "case (1, 2)"
    """,
    "inscription": """
        class Club:
            def register(self, nom):
                return nom
        assert Club().register("a") == "a"
    """,
}

HOSTILES = {
    "référence en avant": """
        from typing import get_args, Optional
        get_args(Optional["1 + 1"])[0]._evaluate({}, {}, frozenset())
    """,
    "référence en avant, sous un alias": """
        import typing as t
        lit = t.get_args
        lit(t.Optional["1 + 1"])[0]._evaluate({}, {}, frozenset())
    """,
    "référence en avant d'un NamedTuple": """
        from typing import NamedTuple
        class N(NamedTuple):
            x: "1 + 1"
        N.__annotations__["x"]._evaluate({}, {}, frozenset())
    """,
    "référence en avant, par un self": """
        from typing import NamedTuple
        class N(NamedTuple):
            x: "1 + 1"
        class C:
            def __init__(self):
                self._evaluate = 1
            def f(self):
                return self._evaluate({}, {}, frozenset())
        C.f(N.__annotations__["x"])
    """,
    "wraps, alias": """
        from functools import wraps as w
        class R: pass
        w(w, assigned=("__globals__",))(R())
    """,
    "wraps, options cachées": """
        import functools
        class R: pass
        functools.wraps(functools.reduce, **{"assi" + "gned": ("__doc__",)})(R())
    """,
    "trois arguments": "type('C', (), {'__match_args__': ('__globals__',)})",
    "trois arguments, alias": """
        t = type
        t("C", (), {})
    """,
    "trois arguments, par __class__": """
        class C: pass
        C.__class__("D", (), {})
    """,
    "trois arguments, par le type d'une classe": """
        from abc import ABC
        type(ABC)("D", (), {})
    """,
    "trois arguments, par typing": """
        from typing import Type
        Type[int]("D", (), {})
    """,
    "trois arguments, par type[int]": "type[int]('D', (), {})",
    "trois arguments, par new": "type.__new__(type, 'D', (), {})",
    "métaclasse": """
        class M(type): pass
    """,
    "métaclasse, par mot clé": """
        def m(*args):
            return 1
        class C(metaclass=m): pass
    """,
    "motif nommé": """
        match print:
            case object(_x=y): pass
    """,
    "motif sur une valeur": """
        match 1:
            case print._x: pass
    """,
    "motif sur une clé": """
        match {}:
            case {print.__class__: x}: pass
    """,
    "champ au nom d'une coulisse": """
        from dataclasses import dataclass
        @dataclass
        class C:
            gi_frame: int
    """,
    "inscription par typing": "from typing import Sized\nSized.register(int)",
    "protocole": "from typing import *\nProtocol",
    "motif positionnel": """
        class C:
            __match_args__ = ("__globals__",)
    """,
    "motif positionnel, par une annotation": """
        from dataclasses import dataclass
        @dataclass
        class C:
            x: int = 0
            __annotations__["__globals__"] = int
    """,
    "inscription à une classe abstraite": """
        from abc import ABC
        class C(ABC): pass
        C.register(type(print))
    """,
    "champ renommé": """
        from dataclasses import dataclass, fields, astuple
        @dataclass
        class P:
            x: int
        fields(P)[0].name = "__init__"
        astuple(P(1))
    """,
    "champ renommé, replace": """
        from dataclasses import dataclass, fields, replace
        @dataclass
        class P:
            x: int
        fields(P)[0].name = "__class__"
        replace(P(1))
    """,
    "champ renommé, dans une autre": """
        from dataclasses import dataclass, fields, asdict
        @dataclass
        class P:
            x: int
        @dataclass
        class Q:
            p: P
        fields(P)[0].name = "__reduce_ex__"
        asdict(Q(P(1)))
    """,
    "champ privé de Python": """
        from dataclasses import dataclass
        from enum import Enum
        @dataclass
        class P:
            _convert_: int
    """,
    "dataclass d'une classe de Python": """
        from dataclasses import dataclass
        from fractions import Fraction
        dataclass(Fraction)
    """,
    "Enum convertit": """
        from enum import Enum
        Enum._convert_("X", "sys", lambda nom: nom == "modules")
    """,
    "Enum convertit, hérité": """
        from enum import Enum
        class E(Enum):
            A = 1
        E._convert_("X", "sys", lambda nom: nom == "modules")
    """,
    "Enum convertit, redéfini puis effacé": """
        from enum import Enum
        class E(Enum):
            def f(cls):
                return cls._convert_
            def _convert_(self): pass
        del E._convert_
        E.f(E)("X", "sys", lambda nom: nom == "modules")
    """,
    "Enum convertit, par super": """
        from enum import Enum
        class E(Enum):
            A = 1
            def f(self):
                return super()._generate_next_value_
        E.A.f()
    """,
    "Enum aux noms spéciaux": "from enum import Enum\nEnum('E', {'__reduce_ex__': print})",
    "Enum aux noms spéciaux, en liste": "from enum import Enum\nEnum('E', [('__x__', 1)])",
    "Enum aux noms qui changent": """
        from enum import Enum
        class Noms(dict):
            vus = 0
            def items(self):
                return [("__reduce_ex__", print)]
        Enum("E", Noms(A=1))
    """,
    "texte à trous": "'{0.__code__}'.format(len)",
    "texte à trous, recollé": "('{0._' + '_code__}').format(len)",
    "texte à trous, dans la précision": "('{:{0._' + '_code__}}').format(len)",
    "texte à trous, par str": "str.format('{0._' + '_code__}', len)",
    "texte à trous, par map": "list(map(('{0._' + '_code__}').format, [len]))",
    "texte à trous, table": "('{a._' + '_code__}').format_map({'a': len})",
    "texte à trous, sous-classe": """
        class S(str):
            def lit(self, x):
                return super().format(x)
        S("{0._" + "_code__}").lit(len)
    """,
    "texte à trous, sous-classe menteuse": """
        class S(str):
            def __str__(self):
                return "{}"
        S("{0._" + "_code__}").format(len)
    """,
    "texte à trous, par Annotated": """
        from typing import Annotated
        Annotated[str, 1].format("{0._" + "_code__}", len)
    """,
    "texte à trous, par un alias": """
        type(list[int])(str, ()).format("{0._" + "_code__}", len)
    """,
    "texte à trous, par un alias de table": """
        type(list[int])(str, ()).format_map("{a._" + "_code__}", {"a": len})
    """,
    "texte à trous, UserString": "from collections import UserString",
    "texte à trous, attribut de pile": "('{0.gi_' + 'frame}').format(x for x in '')",
    "Formatter": "import string\nstring.Formatter",
    "attrgetter": "import operator as o\no.attrgetter",
    "methodcaller": "from operator import *\nmethodcaller('x')",
    "singledispatch": "import functools\nfunctools.singledispatch",
    "get_type_hints": "from typing import *\nget_type_hints(len)",
    "ForwardRef": "from typing import *\nForwardRef('1')",
    "global_enum": "from enum import *\nglobal_enum",
    "update_wrapper": "from functools import *\nupdate_wrapper",
    "nom privé d'un module": "import random\nrandom._inst",
    "nom privé importé": "from random import _inst",
    "module d'un module": "import random\nrandom._os",
    "module public d'un module": "import textwrap\ntextwrap.re",
    "objet d'une erreur": """
        try:
            len.x
        except AttributeError as erreur:
            erreur.obj
    """,
    "objet d'une erreur, par un alias": """
        try:
            len.x
        except AttributeError as erreur:
            type(list[int])(erreur, ()).obj
    """,
    "alias spécial": "import random as __builtins__",
    "erreur au nom spécial": """
        try:
            1 / 0
        except ZeroDivisionError as __builtins__:
            pass
    """,
    "motif au nom spécial": """
        match 1:
            case __builtins__: pass
    """,
    "variable globale spéciale": """
        def f():
            global __builtins__
    """,
    "mentir sur sa classe": """
        class A:
            __class__ = property(len)
    """,
    "changer de classe": """
        class A: pass
        a = A()
        a.__class__ = A
    """,
    "annotations de Python": "import textwrap\ntextwrap.dedent.__annotations__['x'] = 1",
    "attribut de générateur": "(x for x in '').gi_frame",
    "attribut de trace": """
        try:
            1 / 0
        except ZeroDivisionError as erreur:
            erreur.__traceback__.tb_frame
    """,
    "sous-classes": "object.__subclasses__()",
    "nos propres gardes": "type._gardes",
    "réduction": """
        class C:
            def __reduce_ex__(self, n): return print, ()
    """,
    "copie qui pose d'après un texte": """
        import copy, random
        CIBLE = []
        class C: pass
        class R(random.Random):
            def __new__(cls, *args):
                return CIBLE[0] if CIBLE else super().__new__(cls)
            def getstate(self):
                return None, {"__match_args__": ("__globals__",)}
        r = R()
        CIBLE.append(C)
        copy.copy(r)
    """,
    "copie qui pose d'après un texte, sur elle-même": """
        import copy, random
        class R(random.Random):
            def getstate(self):
                return {"__class__": int}
        copy.deepcopy(R())
    """,
    "copie qui lit d'après un texte": """
        import copy
        class A: pass
        A.__slots__ = ("__module__",)
        memo = {}
        copy.deepcopy(A(), memo)
        if not any(type(v) is dict for v in memo.values()):
            raise AttributeError
    """,
    "cached_property renommée": """
        from functools import cached_property
        p = cached_property(lambda soi: 1)
        class C:
            q = p
        p.attrname = "__reduce_ex__"
    """,
    "cached_property renommée, par son nom privé": """
        from functools import cached_property
        p = cached_property(lambda soi: 1)
        class C:
            q = p
        p._nom = "__reduce_ex__"
    """,
    "attribut d'après un texte, par le bilan de doctest": """
        import doctest
        type(doctest.testmod())(**{"__reduce_ex__": 1})
    """,
    "méthode du correcteur copiée": """
        import copy
        copy.deepcopy({"a": input})
    """,
    "méthode des gardes copiée": """
        import copy
        from functools import wraps
        copy.deepcopy(wraps)
    """,
    "type de typing copié": """
        import copy
        from typing import Dict
        genre = Dict[str, int]
        genre.__init__(dict, ("getattr",), name="__builtins__")
        copy.copy(genre)(print, "__self__")
    """,
    "format lu deux fois": """
        class Phrase(str):
            @property
            def format(self):
                del Phrase.format
                return 0
        Phrase("{0.__class__}").format(1)
    """,
    "champ format": """
        from dataclasses import asdict, dataclass, field
        @dataclass(init=False)
        class Phrase(str):
            format: object = field(repr=False)
        asdict(Phrase("{0.__class__}"))["format"](1)
    """,
    "champ renommé pendant la lecture": """
        from dataclasses import asdict, dataclass, field, fields
        @dataclass(init=False)
        class Phrase(str):
            un: object = field(repr=False)
            deux: object = 1
        class Menteuse(Phrase):
            @property
            def un(self):
                fields(Phrase)[1].name = "format"
                return 0
        asdict(Menteuse("{0.__class__}"))["format"](1)
    """,
    "attribut d'un autre, par un alias hérité": """
        from abc import ABC
        class Vue(type(list[int])): pass
        class C(ABC): pass
        Vue(C, int).register(int)
    """,
    "attribut privé, par un super hérité": """
        import random
        class S(super): pass
        class R(random.Random): pass
        S(R, R())._randbelow
    """,
    "métaclasse, par une étoile": """
        class C(**{"metaclass": print}): pass
    """,
    "mentir sur sa classe, par une classe": """
        class C:
            class __class__: pass
    """,
    "mentir sur sa classe, par un import": """
        class C:
            import random as __class__
    """,
}


def joue(texte):
    """Fait comme l'ouvrier : lit, refuse, ou exécute avec les gardes."""
    arbre = filtre.analyse(textwrap.dedent(texte), "essai")
    refus = filtre.fiche(arbre, ("essai",))["refus"]
    if refus:
        raise PermissionError(refus[0][1])
    code = compile(gardes.surveille(arbre), "<essai.py>", "exec")
    chaine = enfant.ChaineCopie({"essai": code}, gardes.Temoin())
    try:
        return chaine.module("essai")
    finally:
        chaine.oublie()


@pytest.fixture
def desarme(monkeypatch):
    """Désarme Python comme le fait l'ouvrier, le temps d'un essai."""
    import enum
    import typing

    a_remettre = [
        (typing.ForwardRef, "_evaluate"),
        (enum.EnumMeta, "_create_"),
        (enum.EnumMeta, "_convert_"),
        (copy, "_reconstruct"),
        (copyreg, "_slotnames"),
    ]
    a_remettre += [(classe, "__reduce__") for classe in gardes.reduites(typing)]
    for classe, nom in a_remettre:
        monkeypatch.setattr(classe, nom, getattr(classe, nom))
    monkeypatch.setattr(dataclasses, "getattr", getattr, raising=False)
    gardes.desarme()


@pytest.mark.parametrize("nom", HONNETES)
def test_un_extrait_honnete_passe(nom, desarme):
    joue(HONNETES[nom])


@pytest.mark.parametrize("nom", HOSTILES)
def test_un_extrait_hostile_est_arrete(nom, desarme):
    with pytest.raises((AttributeError, TypeError, PermissionError, ImportError, ValueError,
                        NameError)):  # fmt: skip
        joue(HOSTILES[nom])


@pytest.mark.parametrize(
    "nom",
    [
        "référence en avant d'un NamedTuple",
        "référence en avant, par un self",
        "Enum convertit",
        "Enum convertit, hérité",
        "texte à trous, recollé",
        "texte à trous, sous-classe menteuse",
        "champ renommé",
    ],
)
def test_les_gardes_suffisent(nom):
    """Sans rien désarmer dans Python, la garde seule arrête déjà ceux-là."""
    with pytest.raises((AttributeError, TypeError)):
        joue(HOSTILES[nom])


def test_ce_qui_n_est_pas_douteux_n_est_pas_recrit():
    arbre = filtre.analyse("class A:\n    def f(self):\n        return self.x.format2\n", "essai")
    assert gardes.surveille(arbre) is arbre


@pytest.mark.parametrize(
    "mot, remede",
    [
        ("getattr(g, 'etat')", "comme g.etat"),
        ("setattr(g, 'etat', 1)", "comme g.etat = …"),
        ("g.__dict__", "comme g.etat"),
    ],
)
def test_le_refus_dit_quoi_ecrire(mot, remede):
    (_, phrase, _), *_ = filtre.fiche(filtre.analyse(f"def f(g):\n    {mot}", "t"), ())["refus"]
    assert "n'est pas permis : écris" in phrase and remede in phrase


# --- Rien ne reste d'un exercice à l'autre ----------------------------------------------

TRACES = {
    "classe": "import random\nrandom.Random.vu = True",
    "méthode": "import random\nrandom.Random.choice = lambda *args: 0",
    "fonction": "import textwrap\ntextwrap.dedent.vu = True",
    "table": "import textwrap\ntextwrap.TextWrapper.unicode_whitespace_trans['vu'] = 1",
    "classe cachée": "import queue\ntype(queue.Queue().not_empty).vu = True",
    "ordre": "import functools, fractions\nfunctools.total_ordering(fractions.Fraction).vu = True",
    "typing": "from typing import Counter\nCounter.vu = True",
    "decimal": "import decimal\ndecimal.getcontext().prec = 3",
}


@pytest.mark.parametrize("nom", TRACES)
def test_le_temoin_remet_python_en_l_etat(nom):
    import decimal
    import random

    temoin = gardes.Temoin()
    texte = TRACES[nom]
    code = compile(gardes.surveille(filtre.analyse(texte, "essai")), "<essai.py>", "exec")
    choix, precision = random.Random.choice, decimal.getcontext().prec
    try:
        chaine = enfant.ChaineCopie({"essai": code}, temoin)
        chaine.module("essai")
        chaine.oublie()
    finally:
        changes = temoin.remet()
    assert changes or nom == "decimal"
    assert random.Random.choice is choix and not hasattr(random.Random, "vu")
    assert not hasattr(textwrap.dedent, "vu") and not hasattr(collections.Counter, "vu")
    assert "vu" not in textwrap.TextWrapper.unicode_whitespace_trans
    assert not hasattr(sys.modules["threading"].Condition, "vu")
    assert decimal.getcontext().prec == precision
    assert temoin.remet() == 0


def test_rien_ne_reste_sur_une_classe_de_python_entre_deux_exercices():
    """Ce que la copie note sur `random.Random` n'y est plus quand elle est rechargée."""
    tete = "import random\nDEJA = hasattr(random.Random, 'deja')\nrandom.Random.deja = True\n"
    total = "return sum(self.contenu)"
    textes = jouet.copie(tp1_sac=[(total, f"{total} if not DEJA else 0")])
    textes["tp1_sac"] = tete + textes["tp1_sac"]
    resultats = jouet.corrige(textes, ids=["tp1.carre", "tp1.total"])
    assert all(e.juste and e.chaine == "propre" for e in resultats.values()), resultats


# --- Ce que l'on atteint de point en point ----------------------------------------------


def portee():
    """[(chemin, objet)] de tout ce qu'une copie atteint en n'écrivant que des attributs permis."""
    chaine = enfant.ChaineCopie({}, gardes.Temoin())
    vitrines = {nom: chaine._vitrine(nom) for nom in filtre.MODULES_PERMIS}
    a_soi = {id(vitrine) for vitrine in vitrines.values()}
    pile = [*vitrines.items(), *chaine._builtins.items()]
    pile = [(nom, objet) for nom, objet in pile if not nom.startswith(("_", "<"))]
    vus = {}
    while pile:
        chemin, objet = pile.pop()
        if id(objet) in vus:
            continue
        vus[id(objet)] = objet
        if id(objet) not in a_soi:
            yield chemin, objet
        for nom in dir(objet):
            if _permis(nom) and chemin.count(".") < 5:
                try:
                    suivant = getattr(chaine.gardes.garde(objet, nom), nom)
                except Exception:
                    continue
                pile.append((f"{chemin}.{nom}", suivant))


def _permis(nom):
    if nom == "__class__" or nom in filtre.ATTRIBUTS_REFUSES:
        return False
    if nom.startswith("__") and nom.endswith("__"):
        return nom in filtre.SPECIAUX_PERMIS
    return True


def test_rien_de_dangereux_n_est_a_portee_d_attributs():
    import builtins
    import os
    import types
    import typing

    genres = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType,
              types.CellType, typing.ForwardRef)  # fmt: skip
    interdits = [getattr(builtins, nom) for nom in (*filtre.permis.NOMS_REFUSES, "__import__")
                 if hasattr(builtins, nom)]  # fmt: skip
    interdits += [v for v in vars(os).values() if callable(v) and not isinstance(v, type)]
    interdits.remove(os.urandom)
    interdits.remove(os.fspath)
    interdits = {id(objet) for objet in interdits}
    trouves = [
        chemin
        for chemin, objet in portee()
        if isinstance(objet, genres)
        or id(objet) in interdits
        or (isinstance(objet, type) and issubclass(objet, type))
    ]
    assert trouves == []


def test_changer_la_classe_d_un_objet_est_refuse_avec_un_conseil():
    """Lire __class__ est permis ; la phrase est celle dont le vérificateur prévient."""
    fonction = ast.parse("def f(self):\n    self.__class__ = self.__class__").body[0]
    ((ligne, phrase),) = filtre.refus(fonction, ())
    assert (ligne, phrase.split(" : ", 1)[0]) == (2, "changer __class__ n'est pas permis")
    assert filtre.permis.premier_refus(fonction)[1:] == (
        "changer __class__",
        phrase.split(" : ", 1)[1],
    )


def test_changer_la_classe_ne_perd_que_la_fonction_qui_le_fait():
    """Le reste du fichier est lu, et jugé."""
    juste = copies.avec_solution(["tp1.alpha", "tp1.reinit"])["tp1_grille"]
    texte = juste.replace("self.vides = list(self.etat)", "self.__class__ = Grille")
    assert texte != juste
    ids = {"tp1.alpha", "tp1.reinit"}
    resultat = Juge().corrige_textes({"tp1_grille": texte}, ids=ids, graine=1)
    alpha, reinit = sorted(resultat.exercices, key=lambda e: e.id)
    assert alpha.statut == "juste"
    assert reinit.points == 0 and "un objet garde sa classe" in reinit.phrase
