"""Les gardes d'une copie : ce que la lecture du texte ne peut pas décider l'est en exécutant.

`surveille` récrit, dans l'arbre d'une copie, les seuls accès douteux (un attribut privé, `format`,
`__class__`) ; `Gardes` y répond, et donne des versions prudentes de ce qui, dans Python, lit ou
fabrique un attribut d'après un texte (`type`, `wraps`, `dataclass`…). `Temoin` remet en l'état les
classes de Python qu'une copie aurait modifiées, avant l'exercice suivant.
"""

import ast
import copy
import copyreg
import sys
import types

from autograder.bac_a_sable import filtre, isolement

# Des noms qu'aucun élève ne peut écrire, et donc ni lire ni remplacer.
GARDE, TYPE = "<garde>", "<type>"
TEXTES_A_TROUS = ("format", "format_map")
NOMS_DE_CHAMPS = "un champ de dataclass a un nom de variable, que Python ne réserve pas"
PAS_ICI = "la correction ne le permet pas"
NOS_PAQUETS = ("autograder.", "lessons.")  # une méthode d'ici, comme `input`, cache un objet d'ici


# --- Récrire ---------------------------------------------------------------------------


def surveille(arbre):
    """L'arbre où chaque accès douteux passe par une garde ; le même s'il n'y en a aucun.

    >>> ast.unparse(surveille(ast.parse("a._b + c.d + e.__class__")))
    "<garde>(a, '_b')._b + c.d + <type>(e)"
    >>> ast.unparse(surveille(ast.parse("e.__class__ = A")))
    "<garde>(e, '__class__').__class__ = A"
    """
    if not any(
        isinstance(n, ast.Attribute) and filtre.est_douteux(n.attr) for n in ast.walk(arbre)
    ):
        return arbre
    return ast.fix_missing_locations(_Recriture().visit(copy.deepcopy(arbre)))


class _Recriture(ast.NodeTransformer):
    """Met les gardes ; sait dans quelle classe il est, car Python y renomme `__x`."""

    def __init__(self):
        self.classes = [""]

    def visit_ClassDef(self, noeud):
        self.classes.append(noeud.name.lstrip("_"))
        self.generic_visit(noeud)
        self.classes.pop()
        return noeud

    def visit_MatchValue(self, motif):
        return motif  # un motif n'accepte pas d'appel : le filtre y refuse tout accès douteux

    visit_MatchMapping = visit_MatchValue

    def visit_MatchClass(self, motif):
        motif.patterns = [self.visit(interieur) for interieur in motif.patterns]
        motif.kwd_patterns = [self.visit(interieur) for interieur in motif.kwd_patterns]
        return motif

    def visit_Attribute(self, noeud):
        self.generic_visit(noeud)
        if not filtre.est_douteux(noeud.attr) or filtre.est_texte_sur(noeud):
            return noeud
        if noeud.attr in TEXTES_A_TROUS and not isinstance(noeud.ctx, ast.Load):
            return noeud
        if noeud.attr == "__class__" and isinstance(noeud.ctx, ast.Load):
            return _appel(TYPE, noeud.value, noeud)
        nom = noeud.attr
        if nom.startswith("__") and not nom.endswith("__") and self.classes[-1]:
            nom = f"_{self.classes[-1]}{nom}"
        noeud.value = _appel(GARDE, noeud.value, noeud, ast.Constant(nom))
        return noeud


def _appel(nom, objet, modele, *suite):
    fonction = ast.copy_location(ast.Name(nom, ast.Load()), modele)
    return ast.copy_location(ast.Call(fonction, [objet, *suite], []), modele)


# --- Répondre --------------------------------------------------------------------------


class Gardes:
    """Les gardes d'une chaîne de modules. `modules` : {nom: module} de la copie ; `temoin`."""

    def __init__(self, modules, temoin):
        self.modules = modules
        self.temoin = temoin
        self._dataclasses = []
        self._sans_danger = set()  # noms privés qu'aucune classe de Python ne porte
        self.type = TypePrudent(self)

    def builtins(self):
        """{nom: valeur} à mettre dans les `builtins` de la copie."""
        return {GARDE: self.garde, TYPE: self.type, "type": self.type}

    def remplacants(self, module):
        """{nom: valeur} de ce qu'une copie reçoit à la place, dans ce module standard."""
        return {
            "functools": {"wraps": self.wraps, "cached_property": Retenue},
            "typing": {"Type": self.type},
            "dataclasses": {
                "dataclass": self.dataclass,
                "asdict": self._sur_des_champs("asdict"),
                "astuple": self._sur_des_champs("astuple"),
                "replace": self._sur_des_champs("replace"),
            },
        }.get(module, {})

    def est_ma_classe(self, classe):
        """True si cette classe est de la copie, et non de Python."""
        module = type.__getattribute__(classe, "__dict__").get("__module__")
        return type(module) is str and module in self.modules and not _est_standard(module)

    def garde(self, objet, nom):
        """`objet`, ou ce qui en tient lieu, si la copie peut lui demander l'attribut `nom`."""
        if nom in self._sans_danger:
            return objet
        if nom in TEXTES_A_TROUS:
            return self._texte(objet, nom)
        if nom == "obj":
            refuse = isinstance(objet, (AttributeError, NameError)) or not self._est_a_moi(objet)
        elif nom == "register":
            refuse = isinstance(objet, type) or not self._est_a_moi(objet)
        elif nom == "__annotations__":
            refuse = not self._est_a_moi(objet)
        elif not self._est_prive(nom):
            self._sans_danger.add(nom)
            refuse = False
        else:
            refuse = not self._est_mon_attribut(objet, nom)
        if refuse:
            raise AttributeError(f"l'attribut {nom} appartient à Python : {PAS_ICI}")
        return objet

    def _est_a_moi(self, objet):
        if isinstance(objet, type):
            return self.est_ma_classe(objet)
        if type(objet) is types.ModuleType:
            return any(objet is module for module in self.modules.values())
        if type(objet) is types.FunctionType:
            return objet.__code__.co_filename.endswith(".py>")  # <tp1_grille.py>
        if issubclass(type(objet), types.GenericAlias):
            return False  # ses attributs sont ceux d'un autre
        return self.est_ma_classe(type(objet))

    def _est_mon_attribut(self, objet, nom):
        """True si `objet` est de la copie, et que cet attribut ne lui vient pas de Python."""
        if issubclass(type(objet), super):
            lignee = type.mro(objet.__self_class__)
            lignee = lignee[lignee.index(objet.__thisclass__) + 1 :]
        elif not self._est_a_moi(objet):
            return False
        else:
            lignee = type.mro(type(objet))
            if isinstance(objet, type):  # il peut venir de la classe, ou de sa métaclasse
                lignee = type.mro(objet) + lignee
        porteuses = [c for c in lignee if nom in type.__getattribute__(c, "__dict__")]
        return all(self.est_ma_classe(classe) for classe in porteuses[:1])

    # Les textes à trous.

    def _texte(self, objet, nom):
        """Qui demander pour `objet.format` : un texte passe par `formate`, le reste est libre.

        C'est la valeur obtenue qui en décide : des objets de Python, comme `Annotated[str, 1]`,
        laissent voir les attributs d'un autre. On ne la demande qu'une fois : elle peut changer.
        """
        valeur = getattr(objet, nom)
        if valeur is str.format or valeur is str.format_map:
            return Texte(self)
        if type(valeur) is types.BuiltinMethodType and isinstance(valeur.__self__, str):
            return Texte(self, valeur.__self__)
        return types.SimpleNamespace(**{nom: valeur})

    def formate(self, texte, /, *args, **options):
        texte = str.__str__(texte)
        verifie_trous(texte)
        return texte.format(*args, **options)

    def formate_avec(self, texte, valeurs):
        texte = str.__str__(texte)
        verifie_trous(texte)
        return texte.format_map(valeurs)

    # Ce qui décore.

    def wraps(self, originale):
        """`functools.wraps`, pour une fonction qui en entoure une autre."""

        def decore(fonction):
            if type(fonction) is types.FunctionType and type(originale) is types.FunctionType:
                for nom in ("__name__", "__qualname__", "__doc__", "__module__"):
                    setattr(fonction, nom, getattr(originale, nom))
                fonction.__dict__.update(originale.__dict__)
            return fonction

        return decore

    def dataclass(self, classe=None, /, **options):
        """`dataclass`, qui fabrique du code avec les noms des champs : ce doivent être des noms."""
        from dataclasses import dataclass  # long à importer : seulement si la copie s'en sert

        def decore(decoree):
            if not isinstance(decoree, type) or not self.est_ma_classe(decoree):
                raise TypeError("dataclass décore une classe écrite dans la copie")
            self._verifie_champs(type.mro(decoree))
            faite = dataclass(decoree, **options)
            self._verifie_champs([faite])  # Python 3.14 ne dit ses annotations qu'après coup
            self._dataclasses.append(faite)
            return faite

        return decore if classe is None else decore(classe)

    def _verifie_champs(self, classes):
        for classe in classes:
            champs = vars(classe).get("__dataclass_fields__", {})
            annotations = vars(classe).get("__annotations__", {})
            noms = [*annotations, *champs, *(champ.name for champ in champs.values())]
            exacts = type(annotations) is dict and type(champs) is dict
            if not exacts or not all(self._est_nom_de_champ(nom) for nom in noms):
                raise TypeError(NOMS_DE_CHAMPS)

    def _est_nom_de_champ(self, nom):
        if type(nom) is not str or not nom.isidentifier() or nom.startswith("__"):
            return False
        return not _est_a_garder(nom) and not self._est_prive(nom)

    def _est_prive(self, nom):
        """True si une classe qui n'est pas de la copie porte ce nom privé."""
        return nom.startswith("_") and nom in self.temoin.prives(self.est_ma_classe)

    def _sur_des_champs(self, nom):
        """La fonction `nom` de dataclasses, qui lit les attributs d'après le nom des champs.

        Ces noms peuvent avoir changé depuis que la classe est faite.
        """

        def appelle(objet, /, **options):
            import dataclasses

            self._verifie_champs(self._dataclasses)  # celle-ci, et celles qu'elle contient
            return getattr(dataclasses, nom)(objet, **options)

        return appelle


def _est_a_garder(nom):
    """True pour un attribut qu'une copie ne lit jamais sans garde."""
    return filtre.est_refuse(nom) or nom in filtre.A_GARDER


class Retenue:
    """`functools.cached_property`, dont rien ne peut changer le nom une fois la classe faite."""

    __slots__ = ("_nom", "func")

    def __init__(self, func):
        self.func, self._nom = func, None

    def __set_name__(self, classe, nom):
        if self._nom not in (None, nom):
            raise TypeError(f"la même cached_property a deux noms : {self._nom} et {nom}")
        self._nom = nom

    def __get__(self, objet, classe=None):
        if objet is None:
            return self
        if self._nom is None:
            raise TypeError("une cached_property se pose dans une classe")
        valeurs = objet.__dict__
        if self._nom not in valeurs:
            valeurs[self._nom] = self.func(objet)
        return valeurs[self._nom]


def _est_standard(module):
    return module.partition(".")[0] in sys.stdlib_module_names


class Texte:
    """Tient lieu d'un texte, ou de `str`, quand la copie lui demande `format`."""

    def __init__(self, gardes, texte=None):
        self.gardes, self.texte = gardes, texte

    @property
    def format(self):
        if self.texte is None:
            return self.gardes.formate
        return lambda *args, **options: self.gardes.formate(self.texte, *args, **options)

    @property
    def format_map(self):
        if self.texte is None:
            return self.gardes.formate_avec
        return lambda valeurs: self.gardes.formate_avec(self.texte, valeurs)


def verifie_trous(texte):
    """Refuse un texte à trous dont un trou lit un attribut caché."""
    cache = filtre.trou_cache(texte)
    if cache is not None:
        raise AttributeError(f"dans un texte à trous, l'attribut {cache} n'est pas permis")


def desarme():
    """Ôte des modules chargés ce qui y exécute un texte ou pose un attribut d'après un texte.

    Une copie n'a pas ces noms sous les yeux ; ceci vaut si elle trouvait un autre chemin.
    """
    copy._reconstruct, copyreg._slotnames = _refait, _emplacements
    typing, enum = sys.modules.get("typing"), sys.modules.get("enum")
    if "dataclasses" in sys.modules:
        sys.modules["dataclasses"].getattr = _lit_champ
    if typing is not None:
        for classe in reduites(typing):
            classe.__reduce__ = _tel_quel
        for nom in ("_evaluate", "evaluate"):
            if hasattr(typing.ForwardRef, nom):
                setattr(typing.ForwardRef, nom, isolement.interdit)
    if enum is not None:
        fabrique = enum.EnumMeta._create_

        def cree(classe, class_name, names, **options):  # les noms qu'enum leur donne
            if isinstance(names, str):
                names = names.replace(",", " ").split()
            names = list(names.items() if isinstance(names, dict) else names or ())
            names = [n if type(n) is str else tuple(n) for n in names]
            noms = [n if type(n) is str else n[0] for n in names]
            if not all(type(n) is str and n[:1] != "_" for n in noms):
                raise ValueError("les noms d'un Enum sont des noms de variables")
            options["module"] = sys._getframe(2).f_globals.get("__name__")
            return fabrique(classe, class_name, names, **options)

        enum.EnumMeta._create_ = cree
        enum.EnumMeta._convert_ = isolement.interdit


def _refait(
    modele, memo, fabrique, args, etat=None, elements=None, couples=None, *, deepcopy=copy.deepcopy
):
    """`copy._reconstruct`, qui ne pose que des attributs ordinaires, sur un objet du même genre.

    Une classe de Python peut demander son état à la copie (`Random.getstate`), et `__new__` rendre
    n'importe quel objet : sans cela, copier poserait n'importe quoi sur n'importe qui.
    """
    if type.__getattribute__(type(modele), "__module__").startswith(NOS_PAQUETS):
        raise TypeError("cet objet est au correcteur : il ne se copie pas")
    profond = memo is not None
    double = fabrique(*((deepcopy(arg, memo) for arg in args) if profond else args))
    if profond:
        memo[id(modele)] = double
    if etat is not None:
        if type(double) is not type(modele):
            raise TypeError("la copie d'un objet est un objet de la même classe")
        _pose_etat(double, deepcopy(etat, memo) if profond else etat)
    for element in elements or ():
        double.append(deepcopy(element, memo) if profond else element)
    for cle, valeur in couples or ():
        if profond:
            cle, valeur = deepcopy(cle, memo), deepcopy(valeur, memo)
        double[cle] = valeur
    return double


def _pose_etat(double, etat):
    if hasattr(type(double), "__setstate__") and type(etat) is not dict:
        double.__setstate__(etat)
        return
    attributs, emplacements = etat if type(etat) is tuple and len(etat) == 2 else (etat, None)
    for poses in (attributs, emplacements):
        if type(poses) is not dict and poses is not None:
            raise TypeError("cet objet ne peut pas être copié")
        for nom in poses or ():
            if type(nom) is not str or filtre.est_refuse(nom):
                raise AttributeError(f"en copiant un objet, un attribut est refusé : {PAS_ICI}")
    if hasattr(type(double), "__setstate__"):
        double.__setstate__(attributs)
        return
    if attributs:
        double.__dict__.update(attributs)
    for nom, valeur in (emplacements or {}).items():
        setattr(double, nom, valeur)


def reduites(module):
    """Les classes écrites en Python de ce module qui disent elles-mêmes comment les copier."""
    return [
        classe
        for classe in _toutes_les_classes()
        if classe.__flags__ & MODIFIABLE
        and not classe.__flags__ & IMMUABLE
        and type.__getattribute__(classe, "__dict__").get("__module__") == module.__name__
        and "__reduce__" in type.__getattribute__(classe, "__dict__")
    ]


def _tel_quel(objet):
    """Le `__reduce__` d'un type de typing : sa copie est lui-même, sans rien chercher par nom."""
    return ""


def _lit_champ(objet, nom, *defaut):
    """`getattr`, pour dataclasses : le nom d'un champ a pu changer depuis qu'il est vérifié."""
    de_python = nom == "__dataclass_fields__" or isinstance(objet, type)
    if not de_python and _est_a_garder(nom):
        raise AttributeError(f"l'attribut {nom} appartient à Python : {PAS_ICI}")
    return getattr(objet, nom, *defaut)


def _emplacements(classe, de_python=copyreg._slotnames):
    """`copyreg._slotnames`, sans les noms que la copie n'a pas le droit de lire."""
    noms = de_python(classe)
    noms[:] = [nom for nom in noms if type(nom) is str and not filtre.est_refuse(nom)]
    return noms


class TypePrudent:
    """Ce que la copie voit sous le nom `type` : il dit le type d'un objet, et n'en fabrique pas."""

    __name__ = __qualname__ = "type"
    __slots__ = ("_connus", "_gardes")

    def __init__(self, gardes):
        self._gardes = gardes
        self._connus = set()

    def __call__(self, *args):
        if len(args) != 1:
            raise TypeError("type attend un seul objet ; une classe se fabrique avec class")
        genre = type(args[0])
        if genre in self._connus:
            return genre
        if genre is TypePrudent or issubclass(genre, type):
            return self
        if genre.__flags__ & MODIFIABLE and not self._gardes.est_ma_classe(genre):
            self._gardes.temoin.regarde(genre)
        self._connus.add(genre)
        return genre

    def __instancecheck__(self, objet):
        return isinstance(objet, type)

    def __subclasscheck__(self, classe):
        return issubclass(classe, type)

    def __mro_entries__(self, bases):
        raise TypeError(f"hériter de type : {PAS_ICI}")

    def __getitem__(self, quoi):
        return self

    def __or__(self, autre):
        return self

    __ror__ = __or__

    def __repr__(self):
        return "<class 'type'>"


# --- Remettre en l'état ----------------------------------------------------------------

MODIFIABLES = (dict, list, set)
MODIFIABLE = 1 << 9  # le drapeau d'une classe écrite en Python, ou créée comme elles
IMMUABLE = 1 << 8  # … dont on ne peut plus rien changer (TypeVar, depuis Python 3.12)


class Temoin:
    """Se souvient des objets de Python montrés à la copie, et les remet comme ils étaient."""

    def __init__(self):
        self._vus = {}
        self._prives = None

    def prives(self, est_a_la_copie):
        """Les noms privés que portent les classes de Python, et les nôtres."""
        if self._prives is None:
            self._prives = frozenset(
                nom
                for classe in _toutes_les_classes()
                if not est_a_la_copie(classe)
                for nom in type.__getattribute__(classe, "__dict__")
                if type(nom) is str and nom.startswith("_")
            )
        return self._prives

    def regarde(self, valeur):
        """Retient l'état de `valeur`, qui va être à portée de la copie."""
        attributs = _attributs(valeur)
        if attributs is not None and id(valeur) not in self._vus:
            contenus = {n: v.copy() for n, v in attributs.items() if type(v) in MODIFIABLES}
            self._vus[id(valeur)] = (valeur, dict(attributs), contenus)
            if "__origin__" in attributs:  # typing.Counter pose ses attributs sur celui d'origine
                self.regarde(attributs["__origin__"])

    def remet(self):
        """Remet tout en l'état ; rend le nombre d'objets que la copie avait modifiés."""
        decimal = sys.modules.get("decimal")
        if decimal is not None:
            decimal.setcontext(decimal.Context())
        return sum(_remet(*vu) for vu in self._vus.values())


def _attributs(valeur):
    """Le dictionnaire d'attributs d'un objet, ou None s'il n'en a pas que l'on puisse changer."""
    try:
        if isinstance(valeur, type):
            return type.__getattribute__(valeur, "__dict__")
        attributs = object.__getattribute__(valeur, "__dict__")
    except (AttributeError, TypeError):  # un alias qui se fait passer pour une classe (3.10)
        return None
    return attributs if type(attributs) is dict else None


def _remet(valeur, avant, contenus):
    attributs, change = _attributs(valeur), False
    pose, ote = object.__setattr__, object.__delattr__
    if isinstance(valeur, type):
        pose, ote = type.__setattr__, type.__delattr__
    for nom in [nom for nom in attributs if nom not in avant]:
        ote(valeur, nom)
        change = True
    for nom, ancien in avant.items():
        if attributs.get(nom) is not ancien:
            pose(valeur, nom, ancien)
            change = True
    for nom, contenu in contenus.items():
        if avant[nom] != contenu:
            avant[nom].clear()
            (avant[nom].extend if type(contenu) is list else avant[nom].update)(contenu)
            change = True
    return change


def _toutes_les_classes():
    """Toutes les classes de ce processus."""
    vues, pile = {}, [object]
    while pile:
        classe = pile.pop()
        if id(classe) not in vues:
            vues[id(classe)] = classe
            pile += type.__subclasses__(classe)
    return vues.values()
