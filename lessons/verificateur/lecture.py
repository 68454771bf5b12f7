"""Lit le code d'une fonction, sans l'exécuter, et y cherche les étourderies les plus courantes.

Chaque recherche ne trouve que des fautes certaines : == à la place de =, `x = x.append(…)`, des
parenthèses oubliées, un nom de constante entre guillemets… Elle donne une `Remarque`, ou None.
"""

import ast
import builtins
from collections import namedtuple
from functools import lru_cache

# La ligne de l'étourderie, et la phrase qui l'explique.
Remarque = namedtuple("Remarque", "ligne phrase")

# Ces méthodes changent l'objet et renvoient None.
MUETTES = {
    "append": "change la liste", "extend": "change la liste", "insert": "change la liste",
    "remove": "change la liste", "sort": "range la liste", "reverse": "retourne la liste",
    "shuffle": "mélange la liste", "clear": "vide la liste", "add": "change l'ensemble",
    "discard": "change l'ensemble", "update": "change le dictionnaire",
}  # fmt: skip

# Un résultat de tir et l'état de case qui lui ressemble.
ETATS = {"TOUCHE": "TOUCHEE", "MANQUE": "MANQUEE"}
RESULTATS = {etat: resultat for resultat, etat in ETATS.items()}
TIRS = ("tire", "coup_suivant", "joue_coup", "verifie_tir")  # méthodes qui donnent un résultat

MAX_APPEL = 45  # signes d'un morceau de code que l'on recopie dans une phrase


class Lecture:
    """Une fonction à lire : `fonction` (son arbre), dans le module dont `texte` est le code.

    `textes` ({module: texte}) est toute la copie : on y cherche les méthodes et les constantes.
    """

    def __init__(self, fonction, texte, textes):
        self.fonction = fonction
        self.texte = texte
        self.lignes = texte.split("\n")
        self.textes = textes
        self.noeuds = [n for instruction in fonction.body for n in ast.walk(instruction)]
        self.parents = {e: n for n in self.noeuds for e in ast.iter_child_nodes(n)}

    def remarque(self):
        """La première étourderie trouvée, ou None."""
        for cherche in (
            self.comparaison_seule,
            self.egal_plus,
            self.methode_muette,
            self.reponse_absente,
            self.print_renvoye,
            self.sans_parentheses,
            self.parentheses_en_trop,
            self.appel_sur_la_classe,
            self.self_donne,
            self.valeur_perdue,
            self.constante_entre_guillemets,
            self.resultat_ou_etat,
            self.nom_deja_pris,
            self.deux_crochets,
            self.fausse_copie,
            self.etat_sans_comparaison,
            self.cles_ou_valeurs,
            self.somme_de_couples,
            self.retire_en_parcourant,
            self.return_dans_la_boucle,
        ):
            trouvee = cherche()
            if trouvee is not None:
                return trouvee
        return None

    def extrait(self, noeud):
        """Le code de ce nœud, ou None s'il est trop long pour une phrase."""
        if noeud.lineno != noeud.end_lineno:
            return None
        octets = self.lignes[noeud.lineno - 1].encode("utf-8")  # les colonnes comptent les octets
        code = octets[noeud.col_offset : noeud.end_col_offset].decode("utf-8", "replace")
        return code if len(code) <= MAX_APPEL else None

    def parametres(self):
        """Les noms des paramètres de la fonction, sans self."""
        arguments = self.fonction.args
        return [a.arg for a in arguments.args + arguments.kwonlyargs if a.arg != "self"]

    # --- les étourderies

    def comparaison_seule(self):
        """Un == écrit seul sur sa ligne : sa réponse ne sert à rien."""
        for noeud in self.noeuds:
            seule = isinstance(noeud, ast.Expr) and isinstance(noeud.value, ast.Compare)
            if seule and isinstance(noeud.value.ops[0], ast.Eq):
                code = self.extrait(noeud)
                conseil = f" Écris {code.replace('==', '=', 1)}" if code else " Écris un seul =."
                return Remarque(noeud.lineno, "== compare, = affecte (range une valeur)." + conseil)
        return None

    def egal_plus(self):
        """`x =+ 1` au lieu de `x += 1`."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Assign) and isinstance(noeud.value, ast.UnaryOp):
                if isinstance(noeud.value.op, ast.UAdd):
                    cible = self.extrait(noeud.targets[0])
                    return Remarque(noeud.lineno, f"=+ ne fait qu'affecter : écris {cible} += …")
        return None

    def methode_muette(self):
        """La réponse de append, sort, remove… est utilisée : elle vaut None."""
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Call) or not isinstance(noeud.func, ast.Attribute):
                continue
            nom, parent = noeud.func.attr, self.parents.get(noeud)
            if nom in MUETTES and isinstance(parent, UTILISE):
                phrase = f"{nom} {MUETTES[nom]} et renvoie None."
                return Remarque(noeud.lineno, phrase + self.sans_la_reponse(noeud, parent))
        return None

    def reponse_absente(self):
        """La réponse d'une méthode de la copie est utilisée, alors qu'elle ne renvoie rien."""
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Call) or not isinstance(noeud.func, ast.Attribute):
                continue
            nom, parent = noeud.func.attr, self.parents.get(noeud)
            corps = corps_de(nom, self.textes.values())
            genres = (ast.Return, ast.Raise, ast.Yield)
            muette = corps and not any(isinstance(n, genres) for n in corps)
            if muette and isinstance(parent, (*UTILISE, ast.Call)):
                phrase = f"{nom} ne renvoie rien (None) : appelle-la seule, sur sa ligne."
                return Remarque(noeud.lineno, phrase)
        return None

    def sans_la_reponse(self, appel, parent):
        """Comment se passer de la réponse d'une méthode muette."""
        nom = appel.func.attr
        objet = appel.args[0] if nom == "shuffle" and appel.args else appel.func.value
        objet = self.extrait(objet) or "la liste"
        debut = self.extrait(appel.func) or nom
        seul = self.extrait(appel) or f"{debut}(…)"
        if isinstance(parent, ast.Assign):
            cible = self.extrait(parent.targets[0])
            if cible == objet:
                return f" Écris seulement {seul}"
            if nom == "sort":
                return f" Écris {cible} = sorted({objet})"
        if isinstance(parent, ast.Return):
            return f" Écris {seul} sur une ligne, puis return {objet} sur la suivante."
        return f" Écris {seul} seul sur une ligne, puis sers-toi de {objet}."

    def print_renvoye(self):
        """`return print(…)` ou `x = print(…)` : print ne renvoie rien."""
        for noeud in self.noeuds:
            if nom_appele(noeud) == "print" and isinstance(self.parents.get(noeud), UTILISE):
                return Remarque(
                    noeud.lineno,
                    "print affiche et renvoie None. Écris la valeur seule, sans print.",
                )
        return None

    def sans_parentheses(self):
        """Une méthode citée sans être appelée."""
        methodes = methodes_de(tuple(self.textes.values()))
        appeles = {nom_appele(n) for n in self.noeuds}
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Attribute) or noeud.attr not in methodes:
                continue
            parent = self.parents.get(noeud)
            donnee = isinstance(parent, ast.Call) and nom_de(parent.func) in PAS_DES_METHODES
            donnee = donnee and noeud is not parent.func
            if not isinstance(noeud.ctx, ast.Load) or not (isinstance(parent, CITE) or donnee):
                continue
            if isinstance(parent, ast.Assign) and nom_de(parent.targets[0]) in appeles:
                continue  # f = self.test_case, puis f(case) : c'est permis
            code = self.extrait(noeud) or noeud.attr
            entre = "…" if methodes[noeud.attr] else ""
            return Remarque(noeud.lineno, f"il manque les parenthèses : écris {code}({entre})")
        return None

    def constante_entre_guillemets(self):
        """Le nom d'une constante entre guillemets."""
        noms = {nom for texte in (self.textes.get("bn_utiles", ""), self.texte)
                for nom in constantes(texte)}  # fmt: skip
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Constant) and noeud.value in noms:
                return Remarque(
                    noeud.lineno,
                    f"{noeud.value} est le nom d'une variable : écris-le sans guillemets.",
                )
        return None

    def resultat_ou_etat(self):
        """TOUCHE là où il faut TOUCHEE, ou l'inverse."""
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Name):
                continue
            voisins = self.voisins(noeud)
            if noeud.id in ETATS and any(parle_d_etat(v) for v in voisins):
                return Remarque(noeud.lineno, resultat_contre_etat(noeud.id, ETATS[noeud.id]))
            if noeud.id in RESULTATS and any(self.parle_de_tir(v) for v in voisins):
                return Remarque(noeud.lineno, resultat_contre_etat(RESULTATS[noeud.id], noeud.id))
        return None

    def voisins(self, noeud):
        """Ce que le code compare ou donne à ce nom : l'autre côté du == ou du =, l'appel…"""
        parent = self.parents.get(noeud)
        if isinstance(parent, ast.Compare):
            return [parent.left, *parent.comparators]
        if isinstance(parent, ast.Assign):
            return parent.targets
        if isinstance(parent, ast.Call):
            return [parent.func]
        return []

    def parle_de_tir(self, noeud):
        """True pour un appel à `tire`, ou une variable qui garde sa réponse."""
        if isinstance(noeud, ast.Call):
            return isinstance(noeud.func, ast.Attribute) and noeud.func.attr in TIRS
        if not isinstance(noeud, ast.Name):
            return False
        if noeud.id == "resultat" and noeud.id in self.parametres():
            return True
        affectations = [n for n in self.noeuds if isinstance(n, ast.Assign)]
        return any(
            nom_de(n.targets[0]) == noeud.id and self.parle_de_tir(n.value)
            for n in affectations
            if isinstance(n.value, ast.Call)
        )

    def nom_deja_pris(self):
        """Une variable porte le nom d'une fonction que le code appelle aussi."""
        fonctions = set(dir(builtins)) | fonctions_de(self.texte)
        appeles = {nom_appele(n) for n in self.noeuds}
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Name) and isinstance(noeud.ctx, ast.Store):
                if noeud.id in fonctions & appeles:
                    return Remarque(
                        noeud.lineno,
                        f"{noeud.id} est déjà le nom d'une fonction, et tu l'appelles : donne un "
                        "autre nom à ta variable.",
                    )
        return None

    def parentheses_en_trop(self):
        """Un attribut appelé comme une méthode."""
        attributs = attributs_de(tuple(self.textes.values()))
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute):
                nom = noeud.func.attr
                if nom in attributs:
                    conseil = f"{nom}[…] avec des crochets" if noeud.args else f"{nom} sans ( )"
                    return Remarque(noeud.lineno, f"{nom} n'est pas une méthode : écris {conseil}.")
        return None

    def appel_sur_la_classe(self):
        """`Grille.test_case(…)` au lieu de `self.test_case(…)`."""
        classes = classes_de(self.texte)
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute):
                classe, methode = noeud.func.value, noeud.func.attr
                if isinstance(classe, ast.Name) and methode in classes.get(classe.id, ()):
                    if not (noeud.args and nom_de(noeud.args[0]) == "self"):
                        phrase = f"écris self.{methode}(…), et non {classe.id}.{methode}(…)."
                        return Remarque(noeud.lineno, phrase)
        return None

    def self_donne(self):
        """`self.test_case(self, case)` : self est donné deux fois."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute) and noeud.args:
                if nom_de(noeud.func.value) == "self" and nom_de(noeud.args[0]) == "self":
                    appel = f"self.{noeud.func.attr}"
                    phrase = f"self est déjà devant le point : ne le remets pas dans {appel}(…)."
                    return Remarque(noeud.lineno, phrase)
        return None

    def valeur_perdue(self):
        """Une ligne calcule une valeur et n'en fait rien."""
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Expr):
                continue
            valeur = noeud.value
            if isinstance(valeur, (ast.BinOp, ast.Compare, ast.Name, ast.Subscript, ast.UnaryOp)):
                phrase = (
                    "cette ligne calcule une valeur et n'en fait rien : manque-t-il return, ou ="
                )
                return Remarque(noeud.lineno, phrase + " ?")
            if isinstance(valeur, ast.Call) and isinstance(valeur.func, ast.Attribute):
                methode = valeur.func.attr
                if methode in DU_TEXTE:
                    phrase = f"{methode} ne change pas le texte, elle en renvoie un autre"
                    return Remarque(noeud.lineno, f"{phrase} : écris … = devant, pour le garder.")
            if nom_appele(valeur) == self.fonction.name:
                phrase = "la réponse de cet appel est perdue : écris return devant."
                return Remarque(noeud.lineno, phrase)
            if nom_appele(valeur) == "sorted":
                phrase = "sorted ne change pas la liste, elle en renvoie une autre"
                return Remarque(noeud.lineno, f"{phrase} : écris … = devant, pour la garder.")
        return None

    def deux_crochets(self):
        """`etat[x][y]` au lieu de `etat[(x, y)]`."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Subscript) and isinstance(noeud.value, ast.Subscript):
                if nom_de(noeud.value.value) == "etat":
                    phrase = "une case est un couple : écris etat[(x, y)], et non etat[x][y]."
                    return Remarque(noeud.lineno, phrase)
        return None

    def fausse_copie(self):
        """`photo = self.etat`, puis `self.etat = photo` : un second nom, pas une copie."""
        affectations = [
            (n, self.extrait(n.targets[0]), self.extrait(n.value))
            for n in self.noeuds
            if isinstance(n, ast.Assign)
        ]
        for noeud, nom, valeur in affectations:
            rendu = any(cible == valeur and source == nom for _, cible, source in affectations)
            if rendu and isinstance(noeud.value, ast.Attribute):
                genre = "dict" if nom_de(noeud.value) == "etat" else "list"
                phrase = f"{nom} n'est qu'un second nom de {valeur} : copie avec {genre}({valeur})."
                return Remarque(noeud.lineno, phrase)
        return self.copie_rendue(affectations)

    def copie_rendue(self, affectations):
        """Dans une boucle, `self.etat = photo` : au tour suivant, la photo change aussi."""
        boucles = [n for n in self.noeuds if isinstance(n, (ast.For, ast.While))]
        dedans = {n for boucle in boucles for n in ast.walk(boucle)}
        photos = {f"dict({v})": v for _, v, _ in affectations}
        photos.update({f"{v}.copy()": v for _, v, _ in affectations})
        copies = {nom: photos.get(valeur) for n, nom, valeur in affectations if n not in dedans}
        for noeud, cible, source in affectations:
            if noeud in dedans and cible is not None and copies.get(source) == cible:
                phrase = f"après cette ligne, {source} est un second nom de {cible} et change avec"
                phrase += f" : écris {cible} = dict({source})"
                return Remarque(noeud.lineno, phrase)
        return None

    def etat_sans_comparaison(self):
        """`if etat:` : -1 compte pour vrai."""
        for noeud in self.noeuds:
            if isinstance(noeud, (ast.If, ast.IfExp, ast.While)):
                test = noeud.test
                if isinstance(test, ast.Subscript):
                    test = test.value
                if nom_de(test) == "etat":
                    phrase = "-1 compte pour vrai : compare l'état avec == TOUCHEE, == VIDE…"
                    return Remarque(noeud.test.lineno, phrase)
        return None

    def cles_ou_valeurs(self):
        """Une case, parcourue dans etat, est comparée à un état."""
        cles = {
            nom_de(boucle.target)
            for boucle in self.noeuds
            if isinstance(boucle, (ast.For, ast.comprehension)) and nom_de(boucle.iter) == "etat"
        }
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Compare) and isinstance(noeud.left, ast.Name):
                autre = noeud.comparators[0]
                if noeud.left.id in cles and nom_de(autre) in ("VIDE", *RESULTATS):
                    nom = noeud.left.id
                    phrase = f"{nom} est ici une case (une clé) ; son état est etat[{nom}]."
                    return Remarque(noeud.lineno, phrase)
        return None

    def somme_de_couples(self):
        """`case + direction` : les couples se collent, ils ne s'ajoutent pas."""
        cases = {"case", "start"} & set(self.parametres())
        for noeud in self.noeuds:
            if isinstance(noeud, ast.BinOp) and isinstance(noeud.op, ast.Add):
                noms = [n.id for n in (noeud.left, noeud.right) if isinstance(n, ast.Name)]
                if len(noms) == 2 and cases.intersection(noms):
                    phrase = "deux couples ajoutés donnent (x, y, dx, dy) : écris (x + dx, y + dy)."
                    return Remarque(noeud.lineno, phrase)
        return None

    def retire_en_parcourant(self):
        """On retire des éléments de la liste que l'on parcourt."""
        for boucle in self.noeuds:
            liste = self.extrait(boucle.iter) if isinstance(boucle, ast.For) else None
            for noeud in ast.walk(boucle) if liste else []:
                if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute):
                    methode = noeud.func.attr
                    retire = methode in ("remove", "pop")
                    retire = retire and self.extrait(noeud.func.value) == liste
                    retire = retire or self.retire_de(methode, nom_de(boucle.iter))
                    if retire and not self.sort_ensuite(noeud, boucle):
                        phrase = "retirer d'une liste que l'on parcourt fait sauter des éléments"
                        return Remarque(noeud.lineno, f"{phrase} : parcours list({liste}).")
        return None

    def sort_ensuite(self, noeud, boucle):
        """True si un return ou un break suit ce nœud : la boucle ne continue pas."""
        while noeud is not boucle:
            parent = self.parents[noeud]
            for bloc in (getattr(parent, "body", []), getattr(parent, "orelse", [])):
                if isinstance(bloc, list) and noeud in bloc:
                    suite = bloc[bloc.index(noeud) :]
                    if any(isinstance(n, (ast.Return, ast.Break)) for n in suite):
                        return True
            noeud = parent
        return False

    def retire_de(self, methode, attribut):
        """True si cette méthode de la copie retire des éléments de self.`attribut`."""
        corps = corps_de(methode, self.textes.values())
        return any(
            isinstance(n, ast.Attribute)
            and n.attr in ("remove", "pop")
            and isinstance(n.value, ast.Attribute)
            and n.value.attr == attribut
            for n in corps
        )

    def a_un_return_en_boucle(self):
        """True si un return est dans une boucle."""
        boucles = [n for n in self.noeuds if isinstance(n, (ast.For, ast.While))]
        return any(isinstance(n, ast.Return) for boucle in boucles for n in ast.walk(boucle))

    def return_dans_la_boucle(self):
        """Un return qui arrête toujours la boucle au premier tour."""
        for boucle in self.noeuds:
            if not isinstance(boucle, (ast.For, ast.While)):
                continue
            if any(isinstance(n, ast.Continue) for n in ast.walk(boucle)):
                continue
            ligne, *autres = lignes_des_return(boucle.body) or [None]
            if autres:
                phrase = f"ce return et celui de la ligne {autres[-1]} arrêtent la boucle dès le "
                return Remarque(ligne, phrase + "premier tour : lequel doit attendre sa fin ?")
            if ligne is not None:
                phrase = "ce return arrête la boucle dès le premier tour : le veux-tu après elle ?"
                return Remarque(ligne, phrase)
        return None

    def attribut_oublie(self, attribut):
        """Le code devait ranger sa réponse dans self.`attribut`, et ne le fait pas ; ou None."""
        noms = [n for n in self.noeuds if isinstance(n, (ast.Name, ast.Attribute))]
        if any(isinstance(n, ast.Attribute) and n.attr == attribut for n in noms):
            return None
        for noeud in noms:
            if nom_de(noeud) == attribut and isinstance(noeud.ctx, ast.Store):
                phrase = f"{attribut} n'existe que dans cette fonction : écris self.{attribut}."
                return Remarque(noeud.lineno, phrase)
        return None

    def change(self, attribut):
        """True si le code peut changer cet attribut : il le cite, ou une méthode qu'il appelle."""
        a_voir, vus = [self.noeuds], set()
        while a_voir:
            noms = {n.attr for n in a_voir.pop() if isinstance(n, ast.Attribute)}
            if attribut in noms:
                return True
            a_voir += [corps_de(nom, self.textes.values()) for nom in noms - vus]
            vus |= noms
        return False

    def finit_sans_return(self):
        """True si None veut dire que le code n'est passé par aucun return.

        Ce n'est pas sûr quand un return renvoie None, une variable ou le résultat d'un appel.
        """
        valeurs = [n.value for n in self.noeuds if isinstance(n, ast.Return)]
        vagues = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.IfExp)
        return all(
            v is not None
            and not isinstance(v, vagues)
            and not (isinstance(v, ast.Constant) and v.value is None)
            for v in valeurs
        )

    def derniere_ligne_sans_return(self):
        """La dernière ligne de la fonction, si c'est un simple appel ou une affectation."""
        fin = self.fonction.body[-1]
        return fin.lineno if isinstance(fin, (ast.Expr, ast.Assign, ast.AugAssign)) else None

    def print_au_lieu_de(self, nom):
        """La ligne d'un print, si la fonction `nom` n'est jamais appelée à sa place."""
        appels = {nom_appele(n): n.lineno for n in self.noeuds if nom_appele(n) is not None}
        return appels.get("print") if nom not in appels else None


# Un appel placé là est utilisé comme une valeur.
UTILISE = (
    ast.Assign, ast.AugAssign, ast.Return, ast.Compare, ast.If, ast.While, ast.For, ast.BinOp,
    ast.UnaryOp, ast.Subscript, ast.FormattedValue,
)  # fmt: skip


# Ces méthodes renvoient un nouveau texte.
DU_TEXTE = ("replace", "upper", "lower", "strip", "split", "join", "center", "ljust", "rjust")


def lignes_des_return(corps):
    """Les lignes des return par lesquels ces instructions finissent toujours ; aucune sinon."""
    fin = corps[-1] if corps else None
    if isinstance(fin, ast.Return):
        return [fin.lineno]
    if isinstance(fin, ast.If):
        branches = [lignes_des_return(fin.body), lignes_des_return(fin.orelse)]
        return branches[0] + branches[1] if all(branches) else []
    return []


# Une méthode citée là devrait être appelée ; ces fonctions n'en veulent pas non plus.
CITE = (*UTILISE, ast.BoolOp, ast.Expr, ast.Tuple, ast.List, ast.comprehension)
PAS_DES_METHODES = (
    "len", "range", "max", "min", "sum", "sorted", "list", "str", "int", "print", "set", "alpha",
    "choice", "append", "extend", "index", "count", "tire",
)  # fmt: skip


def resultat_contre_etat(resultat, etat):
    """La phrase qui distingue un résultat de tir et un état de case."""
    return f"{resultat} est le résultat d'un tir, {etat} l'état d'une case."


def parle_d_etat(noeud):
    """True pour `….etat[…]`, ou la méthode `marque`."""
    if isinstance(noeud, ast.Subscript):
        return nom_de(noeud.value) == "etat"
    return isinstance(noeud, ast.Attribute) and noeud.attr == "marque"


def nom_de(noeud):
    """Le dernier mot d'un chemin : « etat » pour self.grille.etat ; None pour autre chose."""
    if isinstance(noeud, ast.Attribute):
        return noeud.attr
    return noeud.id if isinstance(noeud, ast.Name) else None


def nom_appele(noeud):
    """« f » pour l'appel f(…) ; None pour tout le reste, même o.f(…)."""
    appel = isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Name)
    return noeud.func.id if appel else None


@lru_cache(maxsize=64)
def resume(texte):
    """Ce que l'on retient d'un module : (ses méthodes, les attributs qu'il écrit, leur code).

    Les méthodes sont {nom: True si elle attend des valeurs}, leur code {nom: tous ses nœuds}.
    """
    methodes, ecrits, corps = {}, set(), {}
    for noeud in ast.walk(arbre_de(texte)):
        if isinstance(noeud, ast.Attribute) and isinstance(noeud.ctx, ast.Store):
            ecrits.add(noeud.attr)
        elif isinstance(noeud, ast.ClassDef):
            for n in noeud.body:
                if isinstance(n, ast.FunctionDef):
                    methodes[n.name] = len(n.args.args) - len(n.args.defaults) > 1
                    corps.setdefault(n.name, []).extend(ast.walk(n))
    return methodes, ecrits, corps


@lru_cache(maxsize=8)
def methodes_de(textes):
    """{méthode: True si elle attend des valeurs} de ces modules, sauf si un attribut a ce nom.

    >>> methodes_de(("class A:\\n    def f(self): self.g = 1\\n    def g(self, x): pass",))
    {'f': False}
    """
    resumes = [resume(texte) for texte in textes]
    ecrits = set().union(*(ecrits for _, ecrits, _ in resumes))
    return {n: v for methodes, _, _ in resumes for n, v in methodes.items() if n not in ecrits}


@lru_cache(maxsize=8)
def attributs_de(textes):
    """Les attributs des objets de ces modules, qui ne sont pas aussi des méthodes."""
    resumes = [resume(texte) for texte in textes]
    ecrits = set().union(*(ecrits for _, ecrits, _ in resumes))
    return ecrits.difference(*(methodes for methodes, _, _ in resumes))


def corps_de(methode, textes):
    """Tous les nœuds du code des méthodes de ce nom ; une liste vide s'il n'y en a pas."""
    return [n for texte in textes for n in resume(texte)[2].get(methode, [])]


@lru_cache(maxsize=32)
def arbre_de(texte):
    """L'arbre du module, vide si le texte a une faute."""
    try:
        return ast.parse(texte)
    except (SyntaxError, ValueError):
        return ast.Module(body=[], type_ignores=[])


@lru_cache(maxsize=64)
def fonctions_et_methodes(texte):
    """Les arbres de toutes les fonctions et méthodes d'un module."""
    return [n for n in ast.walk(arbre_de(texte)) if isinstance(n, ast.FunctionDef)]


def membres(textes, classe):
    """Les méthodes et les attributs des classes de ce nom, et de celles dont elles héritent.

    >>> textes = {"m": "class A:\\n    x = 1\\n    def f(self): self.y = 2"}
    >>> textes["n"] = "from m import A as AM\\nclass B(AM):\\n    def g(self): pass"
    >>> sorted(membres(textes, "B"))
    ['f', 'g', 'x', 'y']
    """
    noms, a_voir, vues = set(), [classe], set()
    while a_voir:
        classe = a_voir.pop()
        vues.add(classe)
        for texte in textes.values():
            arbre = arbre_de(texte)
            imports = [a for n in arbre.body if isinstance(n, ast.ImportFrom) for a in n.names]
            origine = {alias.asname: alias.name for alias in imports if alias.asname}
            for noeud in arbre.body:
                if isinstance(noeud, ast.ClassDef) and noeud.name == classe:
                    bases = [nom_de(base) for base in noeud.bases]
                    a_voir += [b for b in (origine.get(b, b) for b in bases) if b not in vues]
                    noms |= noms_definis(noeud)
    return noms


def noms_definis(classe):
    """Les noms que le code de cette classe définit : ses méthodes, et self.x = …"""
    noms = {n.name for n in classe.body if isinstance(n, ast.FunctionDef)}
    for noeud in ast.walk(classe):
        if isinstance(noeud, ast.Attribute) and isinstance(noeud.ctx, ast.Store):
            if nom_de(noeud.value) == "self":
                noms.add(noeud.attr)
    for noeud in classe.body:
        if isinstance(noeud, ast.Assign):
            noms |= {nom_de(cible) for cible in noeud.targets}
    return noms


def classe_en(texte, ligne):
    """Le nom de la classe du module qui contient cette ligne, ou None."""
    for noeud in arbre_de(texte).body:
        if isinstance(noeud, ast.ClassDef) and noeud.lineno <= ligne <= noeud.end_lineno:
            return noeud.name
    return None


def signatures(textes, nom, classe=None):
    """Les (classe ou None, paramètres) des fonctions de ce nom ; celles de `classe` seulement.

    >>> signatures({"m": "class A:\\n    def f(self, x): pass\\ndef f(): pass"}, "f")
    [('A', ['self', 'x']), (None, [])]
    """
    trouvees = []
    for texte in textes.values():
        for noeud in arbre_de(texte).body:
            dans = noeud.name if isinstance(noeud, ast.ClassDef) else None
            for f in noeud.body if dans else [noeud]:
                if isinstance(f, ast.FunctionDef) and f.name == nom and classe in (None, dans):
                    trouvees.append((dans, [a.arg for a in f.args.args]))
    return trouvees


@lru_cache(maxsize=16)
def classes_de(texte):
    """{classe: ses méthodes} du module.

    >>> classes_de("class A:\\n    def f(self): pass")
    {'A': ['f']}
    """
    return {
        classe.name: [n.name for n in classe.body if isinstance(n, ast.FunctionDef)]
        for classe in arbre_de(texte).body
        if isinstance(classe, ast.ClassDef)
    }


@lru_cache(maxsize=16)
def fonctions_de(texte):
    """Les noms des fonctions écrites ou importées par ce module.

    >>> sorted(fonctions_de("from m import f\\ndef g(): pass\\nX = 1"))
    ['f', 'g']
    """
    noms = set()
    for noeud in arbre_de(texte).body:
        if isinstance(noeud, ast.FunctionDef):
            noms.add(noeud.name)
        elif isinstance(noeud, ast.ImportFrom):
            noms |= {alias.asname or alias.name for alias in noeud.names}
    return noms


@lru_cache(maxsize=16)
def constantes(texte):
    """{nom: valeur} des constantes du module (des noms en majuscules).

    >>> constantes("A = 'a'\\nB_2 = -1\\nc = 3\\nD = f()")
    {'A': 'a', 'B_2': -1}
    """
    trouvees = {}
    for noeud in arbre_de(texte).body:
        if isinstance(noeud, ast.Assign) and isinstance(noeud.targets[0], ast.Name):
            nom = noeud.targets[0].id
            if nom.isupper():
                try:
                    trouvees[nom] = ast.literal_eval(noeud.value)
                except ValueError:
                    continue
    return trouvees
