"""Les phrases des erreurs de valeur : un type, un indice, une clé qui ne va pas."""

import ast
import re

from .dessins import nom_court_case
from .lecture import fonctions_de, fonctions_et_methodes
from .lieu import attributs_de_la_classe, conseil_ordre, fonction_de
from .pistes import COUPLE, piste_echange
from .regles_essais import PREFIXE


def phrase_colle(lieu, type_obtenu):
    """On colle un texte et autre chose."""
    phrase = f"on ne colle avec + que des textes, et l'un des morceaux est un {type_obtenu}"
    if "etat[" in lieu.ligne and "symbole" in fonctions_de(lieu.textes.get(lieu.module, "")):
        return f"{phrase}. Un état est un nombre : symbole(…) donne son signe."
    if type_obtenu in ("int", "float"):
        return f"{phrase} : convertis-le avec str(…)."
    if type_obtenu == "list":
        return f'{phrase}. Pour coller les textes d\'une liste : "…".join(liste)'
    return f"{phrase}."


def conseil_vide(lieu):
    """Que faire d'une chose vide : un essai dit ce qu'il attend, une fonction prévoit ce cas."""
    if lieu.module.startswith(PREFIXE):
        return "dans un essai, compare toute la réponse, avec =="
    return "traite ce cas à part"


def phrase_indice(lieu):
    """Un indice sort d'une liste : est-elle vide ?"""
    crochets = re.findall(r"(?<=[\w\])])\[([^\[\]]*)\]", lieu.ligne)
    if re.fullmatch(r"del [\w.]+\[\w+\]", lieu.ligne) and not crochets[0].isdigit():
        return POP.replace("pop", "del", 1)
    if crochets and all(indice.strip() in ("0", "-1") for indice in crochets):
        return f"la liste est vide, il n'y a rien à y prendre : {conseil_vide(lieu)}."
    if crochets and crochets[-1].strip() in ("0", "-1"):
        return f"l'une de ces listes est vide, ou trop courte : {conseil_vide(lieu)}."
    return "l'indice est trop grand : une liste de n éléments va de 0 à n - 1."


def phrase_indice_tuple(lieu):
    """Un indice sort d'un tuple : est-il vide ?"""
    indices = re.findall(r"([\w.]+)\[([^\[\]]*)\]", lieu.ligne)
    if len(indices) == 1 and indices[0][1].strip() in ("0", "-1"):
        return f"{indices[0][0]} est vide, il n'y a rien à y prendre : {conseil_vide(lieu)}."
    if len(indices) == 1 and indices[0][0] in ("case", "start", "direction"):
        return "l'indice est trop grand : dans un couple, c'est 0 ou 1."
    return "l'indice est trop grand : un tuple de n valeurs va de 0 à n - 1."


def phrase_indice_texte(lieu):
    """Un indice sort d'un texte : est-il vide ?"""
    if re.findall(r"(?<=[\w\])])\[([^\[\]]*)\]", lieu.ligne) == ["0"]:
        return f"le texte est vide, il n'a pas de premier signe : {conseil_vide(lieu)}."
    return "l'indice est trop grand : un texte de n signes va de 0 à n - 1."


def phrase_format(lieu, code, type_obtenu):
    """Un format d'entier (x, d…) reçoit autre chose."""
    ecrits = set(re.findall(rf":(\w*{code})}}", lieu.ligne))
    ecrit = ecrits.pop() if len(ecrits) == 1 else code
    phrase = f"le format :{ecrit} veut un nombre entier, et non un {type_obtenu}"
    return phrase + (" : arrondis-le d'abord avec round." if type_obtenu == "float" else ".")


def phrase_none(lieu, _):
    """Une valeur vaut None : l'appel de cette ligne a-t-il le droit d'en renvoyer un ?"""
    appels = re.findall(r"(\w+)\(", lieu.ligne)
    for f in (f for texte in lieu.textes.values() for f in fonctions_et_methodes(texte)):
        if f.name in appels and re.search(r"renvoie\s+None", ast.get_docstring(f) or ""):
            quand = f"sur cette ligne, {f.name} renvoie None, comme sa docstring le prévoit"
            if len(re.findall(rf"\b{f.name}\(", fonction_de(lieu))) > 1:
                return f"{quand} : chaque appel est un nouvel essai ; garde le résultat d'un seul."
            return f"{quand} : garde le résultat, et teste-le avant de t'en servir."
    return "sur cette ligne, une valeur est None : d'où vient-elle ? D'une fonction sans return ?"


def phrase_extreme(lieu, nom):
    """max ou min de rien ; le code l'appelle peut-être sous un autre nom."""
    qui = nom if f"{nom}(" in lieu.ligne else "l'appel de cette ligne"
    donne = re.findall(rf"\b{nom}\(([\w.]+)\)", lieu.ligne)
    if len(donne) == 1 and compare_un_tuple_a_une_liste(lieu, donne[0]):
        chemin = donne[0]
        return f"{chemin} est un tuple, jamais égal à la liste [] : écris len({chemin}) == 0."
    if len(donne) == 1:
        return f"{qui} ne trouve rien : {donne[0]} est vide. {conseil_vide(lieu).capitalize()}."
    coupe = re.search(r"\.(split|splitlines)\(\)", fonction_de(lieu))
    if coupe:
        return (
            f"{qui} ne trouve rien : d'un texte vide, {coupe.group(1)}() fait une liste vide ; "
            r"split('\n') y met une ligne vide."
        )
    return f"{qui} ne trouve rien, car il n'y a aucune valeur : {conseil_vide(lieu)}."


def compare_un_tuple_a_une_liste(lieu, chemin):
    """True si cette fonction compare à [] un attribut dont la copie fait un tuple."""
    attribut = chemin.split(".")[-1]
    tuple_fait = re.compile(rf"self\.{attribut} = tuple\(")
    compare = re.search(rf"(?<![\w.]){re.escape(chemin)} [=!]= \[\]", fonction_de(lieu))
    return compare is not None and any(tuple_fait.search(t) for t in lieu.textes.values())


def phrase_couple_indice(lieu):
    """Un couple entre les crochets d'une liste."""
    if lieu.ligne.startswith("del "):
        return "del retire par position ; pour retirer une valeur d'une liste, c'est remove."
    return "un couple ne peut pas être l'indice d'une liste : fallait-il un dictionnaire, {} ?"


def phrase_longueur(lieu, type_obtenu):
    """On mesure (ou l'on tire au sort) dans ce qui n'est pas une liste."""
    choisit = "choice(" in lieu.ligne
    phrase = "choice veut une liste, et non" if choisit else "len mesure une liste ou un texte, pas"
    return f"{phrase} un {type_obtenu}.{attributs_de_la_classe(lieu, type_obtenu)}"


def phrase_crochets(lieu, type_obtenu):
    """Des crochets après un objet qui n'en veut pas."""
    phrase = f"on ne peut pas mettre de crochets [ ] après un {type_obtenu}."
    return phrase + attributs_de_la_classe(lieu, type_obtenu)


def phrase_morceau(lieu, type_obtenu):
    """On change un morceau d'un objet qui n'en a pas, ou qui ne change pas."""
    if attributs_de_la_classe(lieu, type_obtenu):
        return phrase_crochets(lieu, type_obtenu)
    return f"on ne peut pas changer un morceau d'un {type_obtenu} : fabriques-en un nouveau."


def phrase_entier(lieu, type_obtenu):
    """Il fallait un entier : pour pop, ou pour range ?"""
    if ".pop(" in lieu.ligne:
        return POP
    if "range(" in lieu.ligne:
        return f"range veut un nombre entier, et non un {type_obtenu}."
    return f"il faut ici un nombre entier, et non un {type_obtenu}."


def phrase_cle_liste(lieu):
    """Une liste sert de clé : est-ce une case écrite entre crochets ?"""
    phrase = "une liste ne peut pas être une clé de dictionnaire"
    if re.search(r"(?<![\w\])])\[[^\[\],]+,[^\[\],]+\]", lieu.ligne):
        return f"{phrase} ; {COUPLE}"
    return f"{phrase}, ni un élément d'un ensemble."


def phrase_dans(lieu, type_obtenu):
    """On cherche avec in dans une valeur qui ne s'y prête pas."""
    phrase = f"in cherche dans une liste, un texte ou un dictionnaire, pas dans un {type_obtenu}."
    return phrase + attributs_de_la_classe(lieu, type_obtenu)


def phrase_parcours(lieu, type_obtenu):
    """On parcourt une valeur qui ne s'y prête pas."""
    if type_obtenu == "int" and not conseil_cles(lieu):
        return "on ne parcourt pas un nombre avec for : parcours range(…), ou une liste."
    phrase = f"on ne peut pas parcourir un {type_obtenu} avec for."
    return phrase + (attributs_de_la_classe(lieu, type_obtenu) or conseil_cles(lieu))


def phrase_coupe(lieu, type_obtenu):
    """On coupe en deux une valeur qui ne s'y prête pas."""
    if type_obtenu == "NoneType":
        droite = re.search(r"= *([\w.]+)(\()?", lieu.ligne)
        if droite and droite.group(2):
            return f"{droite.group(1)}(…) a renvoyé None : y manque-t-il un return ?"
        if droite:
            return f"{droite.group(1)} vaut None ici, et ne peut pas être coupé en deux."
        return "ce qui est à droite du = vaut None."
    phrase = f"on veut couper en deux un {type_obtenu}, qui n'est pas un couple."
    return phrase + (conseil_cles(lieu) or conseil_ordre(lieu))


def conseil_cles(lieu):
    """A-t-on oublié .items() : sur cette ligne, ou là où la valeur parcourue est nommée ?"""
    texte = lieu.textes.get(lieu.module, "")
    parcouru = re.search(r"\bin (\w+)", lieu.ligne)
    oubli = re.match(r"for \w+, *\w+ in [\w.]+:", lieu.ligne) or (
        parcouru and re.search(rf"for \w+, *{parcouru.group(1)} in [\w.]+:", texte)
    )
    if oubli:
        return " Boucler sur un dictionnaire donne ses clés ; .items() donne aussi ses valeurs."
    return ""


def phrase_cle(lieu, cle):
    """Une clé n'est pas dans le dictionnaire : laquelle, dans lequel, et que contient-il ?"""
    est_une_case = re.fullmatch(r"\(-?\d+, -?\d+\)", cle)
    sujet = f"la case {cle}" if est_une_case else f"la clé {cle}"
    dico = lieu.exception.get("dico")
    if dico is None and "choice(" in lieu.ligne:
        return "choice veut une liste, et non un dictionnaire."
    if dico is None:
        conseil = " : vérifie d'abord qu'elle y est, avec in." if est_une_case else "."
        return f"{sujet} n'est pas dans le dictionnaire{conseil}"
    nom = dico["nom"]
    taille = lieu.exception.get("taille")
    if est_une_case and taille and not dico["coins"]:
        x, y = ast.literal_eval(cle)
        if not (0 <= x < taille[0] and 0 <= y < taille[1]):
            fin = nom_court_case((taille[0] - 1, taille[1] - 1))
            dehors = f"{sujet} est hors de la grille, qui va de A0 à {fin}"
            return f"{dehors} : elle n'est pas une clé de {nom}."
    if dico["usage"] and dico["part_de_rien"]:
        depart = "0" if dico["usage"] == "+=" else "une liste vide, []"
        return f"{nom} n'a pas encore la clé {cle} : mets-y d'abord {depart}."
    if not dico["nombre"]:
        encore = "encore " if dico["part_de_rien"] else ""
        return f"{sujet} n'est pas dans {nom}, qui est {encore}vide."
    if dico["coins"] and not est_une_case:
        phrase = f"les clés de {nom} sont des cases (x, y), et {cle} n'en est pas une."
        return phrase + conseil_ordre(lieu)
    if dico["coins"]:
        debut, fin = (nom_court_case(coin) for coin in dico["coins"])
        dans = f"{sujet} n'est pas dans {nom}, qui va de {debut} à {fin}"
        if re.search(r"\[\(?y, *x\)?\]", lieu.ligne):
            return f"{dans} ; {piste_echange()}"
        ecrit = re.search(r"\[\(?(\w+), *(\w+)\)?\]", lieu.ligne)
        if ecrit and all(parcourt_un_range(lieu, n) for n in ecrit.groups()):
            return f"{dans} : jusqu'où vont {ecrit.group(1)} et {ecrit.group(2)} ?"
        et = " (and, et non or)" if re.search(r"\bin\b.*\bor\b", lieu.ligne) else ""
        return f"{dans} : vérifie d'abord qu'elle y est, avec in{et}."
    cles = ", ".join(dico["cles"]) + ("…" if dico["nombre"] > len(dico["cles"]) else "")
    return f"{sujet} n'est pas dans {nom}, dont les clés sont {cles}."


def parcourt_un_range(lieu, nom):
    """True si, dans cette fonction, ce nom compte les tours d'un range."""
    return re.search(rf"\bfor {nom} in range\(", fonction_de(lieu)) is not None


POP = (
    "pop retire par position (0, 1, 2…), et la liste n'a pas celle-ci ; pour retirer une valeur, "
    "c'est remove."
)
