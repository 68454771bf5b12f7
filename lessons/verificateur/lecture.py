"""Lit le code d'une fonction, sans l'exécuter, et y cherche les étourderies les plus courantes.

Chaque recherche ne trouve que des fautes certaines : == à la place de =, `x = x.append(…)`, des
parenthèses oubliées, un nom de constante entre guillemets… Elle donne une `Remarque`, ou None.
"""

import ast
import builtins
import unicodedata
from collections import namedtuple
from functools import lru_cache

from .source import est_a_completer, fermeture, importes

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

# Ainsi commence la docstring d'une fonction qui répond, et ne change rien.
REPOND = ("True si", "Le ", "La ", "Les ", "L'", "Un ", "Une ", "Nombre ", "Liste ")

MAX_APPEL = 45  # signes d'un morceau de code que l'on recopie dans une phrase


class Lecture:
    """Une fonction à lire : `fonction` (son arbre), dans le module dont `texte` est le code.

    `textes` ({module: texte}) est toute la copie : on y cherche les méthodes et les constantes.
    """

    def __init__(self, fonction, texte, textes):
        self.fonction = fonction
        self.texte = texte
        self.lignes = texte.split("\n")
        self.textes = visibles({**textes, "": texte}, "")
        self.utilise = UTILISE
        self.noeuds = [n for instruction in fonction.body for n in ast.walk(instruction)]
        self.parents = {e: n for n in self.noeuds for e in ast.iter_child_nodes(n)}

    def remarque(self, procedure=False, erreur=False, vide=None):
        """La première étourderie trouvée, ou None.

        `procedure` : cette fonction n'a rien à renvoyer, « return liste.append(x) » n'y gêne rien.
        `erreur` : Python s'arrête ; on ne cherche pas ce qui ne peut que donner un résultat faux.
        `vide` : un attribut qui est resté une liste vide ; une boucle dessus n'a pas fait un tour.
        """
        self.utilise = tuple(n for n in UTILISE if not (procedure and n is ast.Return))
        recherches = [
            self.trois_points,
            self.comparaison_seule,
            self.ord_d_une_somme,
            self.egal_plus,
            self.methode_muette,
            self.reponse_absente,
            self.print_renvoye,
            self.sans_parentheses,
            self.appel_sur_la_classe,
            self.self_donne,
            self.etoiles_oubliees,
            self.valeur_perdue,
            self.constante_entre_guillemets,
            self.resultat_ou_etat,
            self.nom_deja_pris,
            self.deux_crochets,
            self.somme_de_couples,
        ]
        if not erreur:
            recherches += [
                self.fausse_copie,
                self.etat_sans_comparaison,
                self.cles_ou_valeurs,
                self.retire_en_parcourant,
                lambda: self.boucle_sans_tour(vide),
                self.return_dans_la_boucle,
                self.apres_return,
            ]
        for cherche in recherches:
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

    def lecteurs(self):
        """Les paramètres qui valent input si l'on ne dit rien : de quoi poser une question."""
        arguments = self.fonction.args
        couples = zip(arguments.args[::-1], arguments.defaults[::-1])
        return [argument.arg for argument, valeur in couples if nom_de(valeur) == "input"]

    # --- les étourderies

    def trois_points(self):
        """Un `...` resté seul sur sa ligne."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Expr) and getattr(noeud.value, "value", None) is ...:
                phrase = "ces ... ne font rien : par quoi faut-il les remplacer ?"
                return Remarque(noeud.lineno, phrase)
        return None

    def comparaison_seule(self):
        """Un == écrit seul sur sa ligne : sa réponse ne sert à rien. De même « x, y == case »."""
        for noeud in self.noeuds:
            valeur = noeud.value if isinstance(noeud, ast.Expr) else None
            if isinstance(valeur, ast.Tuple) and valeur.elts:
                valeur = valeur.elts[-1]
            if isinstance(valeur, ast.Compare) and isinstance(valeur.ops[0], ast.Eq):
                code = self.extrait(noeud)
                if isinstance(noeud.value, ast.Compare) and self.ne_fait_que_repondre(valeur.left):
                    phrase = "== compare, et la réponse de cette ligne est perdue : écris return "
                    return Remarque(noeud.lineno, f"{phrase}{code or '…'}, ou if …")
                conseil = f" Écris {code.replace('==', '=', 1)}" if code else " Écris un seul =."
                return Remarque(noeud.lineno, "== compare, = affecte (range une valeur)." + conseil)
        return None

    def ne_fait_que_repondre(self, compare):
        """True si l'énoncé ne promet qu'une réponse, et que `compare` est à un objet."""
        promesse = ast.get_docstring(self.fonction) or ""
        return not isinstance(compare, ast.Name) and promesse.startswith(REPOND)

    def ord_d_une_somme(self):
        """`ord("A" + x)` et `chr("A" + x)` : on n'ajoute pas un nombre à une lettre."""
        for noeud in self.noeuds:
            nom = nom_appele(noeud)
            somme = noeud.args[0] if nom in ("ord", "chr") and noeud.args else None
            if isinstance(somme, ast.BinOp) and isinstance(somme.op, ast.Add):
                lettre, reste = self.extrait(somme.left), self.extrait(somme.right)
                if not (est_un_texte(somme.left) and lettre and reste):
                    continue
                phrase = f"ord prend une seule lettre : écris ord({lettre}) + {reste}"
                if nom == "chr":
                    phrase = f"chr veut un nombre : écris chr(ord({lettre}) + {reste})"
                return Remarque(noeud.lineno, phrase)
        return None

    def apres_return(self):
        """Des lignes, après un return, qui ne sont jamais exécutées."""
        for bloc in self.blocs():
            for instruction in bloc[:-1]:
                if isinstance(instruction, ast.Return):
                    phrase = "la fonction s'arrête à ce return : les lignes d'en dessous ne "
                    return Remarque(instruction.lineno, phrase + "sont jamais exécutées.")
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
            if nom in MUETTES and isinstance(parent, self.utilise):
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
            muette = corps and not any(repond(n) for n in corps)
            if nom not in self.methodes_de_l_objet(noeud.func.value):
                continue
            if muette and isinstance(parent, (*self.utilise, ast.Call)):
                phrase = f"{nom} ne renvoie rien (None) : appelle-la seule, sur sa ligne."
                rangees = {n.attr for n in corps if isinstance(n, ast.Attribute)
                           and isinstance(n.ctx, ast.Store)}  # fmt: skip
                if len(rangees) == 1:
                    phrase += f" Elle range sa réponse dans self.{min(rangees)}."
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
            renvoie = "la réponse" if nom in ("remove", "discard", "clear") else objet
            return f" Écris {seul} sur une ligne, puis return {renvoie} sur la suivante."
        return f" Écris {seul} seul sur une ligne, puis sers-toi de {objet}."

    def print_renvoye(self):
        """`return print(…)` ou `x = print(…)` : print ne renvoie rien."""
        for noeud in self.noeuds:
            if nom_appele(noeud) == "print" and isinstance(self.parents.get(noeud), self.utilise):
                return Remarque(
                    noeud.lineno,
                    "print affiche et renvoie None. Écris la valeur seule, sans print.",
                )
        return None

    def methodes_de_l_objet(self, objet):
        """{méthode: True si elle attend des valeurs} de cet objet, ou de tous si l'on ne sait pas.

        `self` est de la classe que l'on écrit ; ce qui s'appelle grille… est une Grille.
        """
        methodes = methodes_de(tuple(self.textes.values()))
        classe = None
        if nom_de(objet) == "self":
            classe = classe_en(self.texte, self.fonction.lineno)
        elif (nom_de(objet) or "").startswith("grille"):
            classe = "Grille"
        siens = membres(self.textes, classe) if classe else methodes
        return {nom: attend for nom, attend in methodes.items() if nom in siens}

    def sans_parentheses(self):
        """Une méthode citée sans être appelée."""
        appeles = {nom_appele(n) for n in self.noeuds}
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Attribute):
                continue
            methodes = self.methodes_de_l_objet(noeud.value)
            if noeud.attr not in methodes:
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
        connues = {nom: valeur for texte in (self.textes.get("bn_utiles", ""), self.texte)
                   for nom, valeur in constantes(texte).items()}  # fmt: skip
        textes = {sans_accents(v): n for n, v in connues.items() if isinstance(v, str) and v[1:]}
        for noeud in [n for n in self.noeuds if est_un_texte(n)]:
            ecrit = noeud.value
            if ecrit in connues:
                phrase = f"{ecrit} est le nom d'une variable : écris-le sans guillemets."
                return Remarque(noeud.lineno, phrase)
            nom = textes.get(sans_accents(ecrit))
            compare = isinstance(self.parents.get(noeud), ast.Compare)  # ailleurs, il est libre
            if compare and nom is not None and connues[nom] != ecrit:
                phrase = f"{ecrit!r} n'est pas le texte de {nom} ({connues[nom]!r}) : écris {nom}."
                return Remarque(noeud.lineno, phrase)
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

    def appel_sur_la_classe(self):
        """`Grille.test_case(…)` au lieu de `self.test_case(…)`."""
        classes = classes_de(self.texte)
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute):
                classe, methode = noeud.func.value, noeud.func.attr
                if isinstance(classe, ast.Name) and methode in classes.get(classe.id, ()):
                    if not (noeud.args and nom_de(noeud.args[0]) == "self"):
                        return Remarque(noeud.lineno, self.sur_un_objet(classe.id, methode))
        return None

    def sur_un_objet(self, classe, methode):
        """Ce qu'il faut écrire à la place de `Classe.methode(…)`."""
        if classe_en(self.texte, self.fonction.lineno) == classe:
            return f"écris self.{methode}(…), et non {classe}.{methode}(…)."
        affectations = [n for n in self.noeuds if isinstance(n, ast.Assign)]
        objets = [nom_de(n.targets[0]) for n in affectations if nom_appele(n.value) == classe]
        conseil = f"crée d'abord cet objet, avec {classe}(…)."
        if objets and objets[0]:
            conseil = f"écris {objets[0]}.{methode}(…), et non {classe}.{methode}(…)."
        return f"une méthode s'appelle sur un objet : {conseil}"

    def self_donne(self):
        """`self.test_case(self, case)` : self est donné deux fois."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute) and noeud.args:
                attendues = signatures(self.textes, noeud.func.attr)
                de_trop = all(len(noeud.args) >= len(noms) for _, noms in attendues)
                if nom_de(noeud.func.value) != "self" or not attendues or not de_trop:
                    continue
                if nom_de(noeud.args[0]) == "self":
                    appel = f"self.{noeud.func.attr}"
                    phrase = f"self est déjà devant le point : ne le remets pas dans {appel}(…)."
                    return Remarque(noeud.lineno, phrase)
        return None

    def etoiles_oubliees(self):
        """`Ordi(*options)` ou `Ordi(options)`, quand la ligne def reçoit `**options`."""
        recues = self.fonction.args.kwarg
        if recues is None:
            return None
        for appel in [n for n in self.noeuds if isinstance(n, ast.Call)]:
            classe = nom_appele(appel)
            for donnee in appel.args if classe and classe[:1].isupper() else []:
                if nom_de(getattr(donnee, "value", donnee)) == recues.arg:
                    phrase = f"pour transmettre les réglages, deux étoiles : {classe}"
                    return Remarque(appel.lineno, f"{phrase}(**{recues.arg})")
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
            if nom_appele(valeur) in self.lecteurs():
                lire = nom_appele(valeur)
                phrase = f"la réponse de {lire} est perdue : garde-la, texte = {lire}(…)"
                return Remarque(noeud.lineno, phrase)
            if nom_appele(valeur) == "sorted":
                phrase = "sorted ne change pas la liste, elle en renvoie une autre"
                return Remarque(noeud.lineno, f"{phrase} : écris … = devant, pour la garder.")
        return None

    def deux_crochets(self):
        """`etat[x][y]` au lieu de `etat[(x, y)]`."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Subscript) and isinstance(noeud.value, ast.Subscript):
                etat = self.extrait(noeud.value.value)
                if nom_de(noeud.value.value) == "etat":
                    phrase = f"une case est un couple : écris {etat}[(x, y)], et non {etat}[x][y]."
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
            recus = {source for _, cible, source in affectations if cible == valeur}
            rendus = {nom, f"dict({nom})", f"list({nom})", f"{nom}.copy()"}
            if recus and recus <= rendus and isinstance(noeud.value, ast.Attribute):
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
                    phrase = "-1 compte pour vrai, comme 1 : compare l'état avec == TOUCHEE…"
                    return Remarque(noeud.test.lineno, phrase)
        return None

    def cles_ou_valeurs(self):
        """Une case, ou l'un de ses nombres, est comparée à un état."""
        siens = membres(self.textes, classe_en(self.texte, self.fonction.lineno))
        etat = "self.etat" if "etat" in siens else "etat"
        cles, nombres = {"case"} & set(self.parametres()), set()
        for boucle in self.noeuds:
            if isinstance(boucle, (ast.For, ast.comprehension)) and nom_de(boucle.iter) == "etat":
                etat = self.extrait(boucle.iter)
                cles.add(nom_de(boucle.target))
                nombres |= {nom_de(n) for n in getattr(boucle.target, "elts", [])}
        for noeud in self.noeuds:
            if not isinstance(noeud, ast.Compare) or not isinstance(noeud.left, ast.Name):
                continue
            nom, autre = noeud.left.id, noeud.comparators[0]
            if nom_de(autre) not in ("VIDE", *RESULTATS):
                continue
            if nom in cles:
                phrase = f"{nom} est ici une case (une clé) ; son état est {etat}[{nom}]."
                return Remarque(noeud.lineno, phrase)
            if nom in nombres:
                phrase = f"boucler sur {etat} donne ses cases : {nom} est ici la ligne y d'une "
                phrase += f"case. Pour avoir aussi l'état : {etat}.items()"
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
                    indirect = self.retire_de(methode, nom_de(boucle.iter))
                    if not (retire or indirect) or self.sort_ensuite(noeud, boucle):
                        continue
                    phrase = "retirer d'une liste que l'on parcourt fait sauter des éléments"
                    fin = f"parcours list({liste})"
                    if indirect:
                        phrase = f"{methode} retire des éléments de {liste} que tu parcours"
                        fin += f", ou n'appelle pas {methode} si la liste doit rester entière"
                    elif self.un_seul_a_retirer(noeud, boucle):
                        cherche = self.extrait(self.un_seul_a_retirer(noeud, boucle))
                        fin = f"remove({cherche}) suffit, sans boucle, pour en retirer un seul"
                    elif self.sous_condition(noeud, boucle):
                        fin = (
                            "bâtis plutôt une liste neuve, à partir de [], avec ce qui doit y être"
                        )
                    return Remarque(noeud.lineno, f"{phrase} : {fin}.")
        return None

    def sous_condition(self, noeud, boucle):
        """Le if le plus proche dont dépend ce nœud, dans cette boucle, ou None."""
        while noeud is not boucle:
            noeud = self.parents[noeud]
            if isinstance(noeud, ast.If):
                return noeud
        return None

    def un_seul_a_retirer(self, noeud, boucle):
        """Ce à quoi on compare l'élément avant de le retirer : un paramètre ; ou None."""
        condition = self.sous_condition(noeud, boucle)
        test = condition.test if condition is not None else None
        if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
            return None
        if noeud.func.attr != "remove" or len(test.ops) > 1:
            return None
        for element, cherche in [
            (test.left, test.comparators[0]),
            (test.comparators[0], test.left),
        ]:
            if nom_de(element) == nom_de(boucle.target) and nom_de(cherche) in self.parametres():
                return cherche
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

    def ligne_qui_retire(self, attribut):
        """(ligne, méthode) d'un appel qui retire des éléments de self.`attribut`, ou None."""
        for noeud in self.noeuds:
            if isinstance(noeud, ast.Call) and isinstance(noeud.func, ast.Attribute):
                if self.retire_de(noeud.func.attr, attribut):
                    return noeud.lineno, noeud.func.attr
        return None

    def affiche_une_fois(self):
        """True si, quel que soit son chemin, le code passe par un seul print."""
        boucles = [n for n in self.noeuds if isinstance(n, (ast.For, ast.While))]
        if any(nom_appele(n) == "print" for boucle in boucles for n in ast.walk(boucle)):
            return False
        for bloc in self.blocs():
            affichent = [i for i in bloc if any(nom_appele(n) == "print" for n in ast.walk(i))]
            if len(affichent) > 1:
                return False
        return True

    def blocs(self):
        """Les suites d'instructions du code : celle de la fonction, et celles qu'elle contient."""
        for noeud in [self.fonction, *self.noeuds]:
            for bloc in (getattr(noeud, "body", []), getattr(noeud, "orelse", [])):
                if isinstance(bloc, list):
                    yield bloc

    def renvoie_une_valeur(self):
        """True si un return renvoie autre chose que None."""
        valeurs = [n.value for n in self.noeuds if isinstance(n, ast.Return)]
        return any(v is not None and getattr(v, "value", v) is not None for v in valeurs)

    def appelle(self, nom):
        """True si le code appelle une fonction ou une méthode de ce nom."""
        return any(isinstance(n, ast.Call) and nom_de(n.func) == nom for n in self.noeuds)

    def boucle_sans_tour(self, attribut):
        """Une boucle sur self.`attribut`, resté vide, où se fait tout ce qui devait le remplir."""
        for boucle in self.noeuds if attribut else []:
            if not isinstance(boucle, ast.For) or nom_de(boucle.iter) != attribut:
                continue
            dedans = set(ast.walk(boucle)) - set(ast.walk(boucle.iter))
            cites = [n for n in self.noeuds if nom_de(n) == attribut and n is not boucle.iter]
            if cites and all(n in dedans for n in cites):
                liste = self.extrait(boucle.iter)
                phrase = f"si {liste} est vide, cette boucle ne fait aucun tour : rien n'y entre."
                return Remarque(boucle.lineno, phrase)
        return None

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
        siens = [n for n in noms if isinstance(n, ast.Attribute) and n.attr == attribut]
        lus = (ast.For, ast.comprehension, ast.Compare, ast.Return, ast.BinOp)
        if not all(isinstance(self.parents.get(n), lus) for n in siens):
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

    def break_avant(self, ligne):
        """La ligne d'un break, si l'instruction de cette ligne suit sa boucle ; None sinon."""
        for bloc in self.blocs():
            for rang, boucle in enumerate(bloc):
                if isinstance(boucle, (ast.For, ast.While)):
                    breaks = [n.lineno for n in ast.walk(boucle) if isinstance(n, ast.Break)]
                    if breaks and ligne in [n.lineno for n in bloc[rang + 1 :]]:
                        return breaks[0]
        return None

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


def repond(noeud):
    """True pour ce qui donne une réponse, ou la donnera : return x, yield, un corps à compléter."""
    if isinstance(noeud, ast.Return):
        return noeud.value is not None
    return isinstance(noeud, ast.Yield) or est_a_completer(noeud)


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


def sans_accents(texte):
    """Le texte en minuscules, sans accents, où _ vaut une espace.

    >>> sans_accents("Déjà_joué")
    'deja joue'
    """
    nu = unicodedata.normalize("NFD", texte.lower().replace("_", " "))
    return "".join(signe for signe in nu if not unicodedata.combining(signe))


def est_un_texte(noeud):
    """True pour un texte écrit entre guillemets."""
    return isinstance(noeud, ast.Constant) and isinstance(noeud.value, str)


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


@lru_cache(maxsize=64)
def importes_de(texte):
    """Les noms des modules que celui-ci importe."""
    return importes(arbre_de(texte))


def visibles(textes, module):
    """{module: texte} de ce module et de ceux qu'il importe, de près ou de loin.

    >>> list(visibles({"a": "", "b": "from a import x", "c": "import b", "d": ""}, "c"))
    ['a', 'b', 'c']
    """
    if module not in textes:
        return textes

    def voisins(nom):
        return [importe for importe in importes_de(textes[nom]) if importe in textes]

    return {nom: textes[nom] for nom in fermeture(module, voisins)}


def methodes_qui_ecrivent(textes, attribut):
    """Les méthodes qui donnent une valeur à self.`attribut`, celles qui les appellent d'abord.

    >>> code = "class A:\\n    def f(self): self.x = 1\\n    def g(self): self.f()"
    >>> methodes_qui_ecrivent({"m": code}, "x")
    ['g', 'f']
    """
    corps = [(nom, noeuds) for t in textes.values() for nom, noeuds in resume(t)[2].items()]
    ecrivent = [nom for nom, noeuds in corps if any(ecrit_dans(n, attribut) for n in noeuds)]
    appellent = [
        nom
        for nom, noeuds in corps
        if nom not in ecrivent
        and any(isinstance(n, ast.Call) and nom_de(n.func) in ecrivent for n in noeuds)
    ]
    return list(dict.fromkeys(appellent[:1] + ecrivent))


def ecrit_dans(noeud, attribut):
    """True si ce nœud est la cible de « objet.attribut = … »."""
    ecrit = isinstance(noeud, ast.Attribute) and isinstance(noeud.ctx, ast.Store)
    return ecrit and noeud.attr == attribut


def noms_atteints(noeuds, textes):
    """Tous les noms que ce code peut atteindre, d'appel en appel, dans ces modules.

    >>> code = "class A:\\n    def __init__(self): self.f()\\n    def f(self): g()\\ndef g(): pass"
    >>> sorted(noms_atteints(ast.walk(ast.parse("A()")), {"m": code}))
    ['A', '__init__', 'f', 'g', 'self']
    """
    corps = {}
    for texte in textes.values():
        for fonction in fonctions_et_methodes(texte):
            corps.setdefault(fonction.name, []).extend(ast.walk(fonction))
    classes = {classe for texte in textes.values() for classe in classes_de(texte)}
    a_voir, vus = [list(noeuds)], set()
    while a_voir:
        cites = {nom_de(n) for n in a_voir.pop()} - vus - {None}
        vus |= cites
        if cites & classes and "__init__" not in vus:
            cites.add("__init__")
            vus.add("__init__")
        a_voir += [corps.get(nom, []) for nom in cites]
    return vus


def corps_de(methode, textes):
    """Tous les nœuds du code des méthodes de ce nom ; une liste vide s'il n'y en a pas."""
    return [n for texte in textes for n in resume(texte)[2].get(methode, [])]


@lru_cache(maxsize=64)
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
            bases, definis = contenu_des_classes(texte).get(classe, ((), ()))
            a_voir += [base for base in bases if base not in vues]
            noms.update(definis)
    return noms


@lru_cache(maxsize=64)
def contenu_des_classes(texte):
    """{classe: (celles dont elle hérite, les noms qu'elle définit)} du module."""
    arbre = arbre_de(texte)
    imports = [a for n in arbre.body if isinstance(n, ast.ImportFrom) for a in n.names]
    origine = {alias.asname: alias.name for alias in imports if alias.asname}
    classes = {}
    for noeud in arbre.body:
        if isinstance(noeud, ast.ClassDef):
            bases = [nom_de(base) for base in noeud.bases]
            classes[noeud.name] = [origine.get(b, b) for b in bases], noms_definis(noeud)
    return classes


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
