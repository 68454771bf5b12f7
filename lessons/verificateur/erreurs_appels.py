"""Les phrases des erreurs d'appel : trop de valeurs, pas assez, ou ce n'est pas une fonction."""

import builtins
import os
import re

from .lecture import attributs_de, classe_en, fonctions_de, membres, signatures
from .lieu import parametres_de, sans_defauts, signature


def phrase_nombre_de_valeurs(lieu, classe, fonction, attendues, donnees):
    """Une fonction reçoit trop de valeurs : le self de sa ligne def, ou un couple sans ( )."""
    appelee = signature(lieu, classe, fonction, int(attendues))
    if appelee is None:
        return f"l'appel de {classe or fonction} donne trop de valeurs."
    nom, methode, parametres = appelee
    if methode and parametres[:1] != ["self"]:
        return f"la ligne def de {fonction} a oublié self : def {fonction}(self, …)."
    de_trop = 1 if methode else 0  # self, que l'on n'écrit pas dans l'appel
    attendues, donnees = int(attendues) - de_trop, int(donnees) - de_trop
    noms = ", ".join(parametres[de_trop:])
    fonction, parametres = nom, noms
    noms = f" ({noms})" if noms and len(noms) < 40 else ""
    phrase = f"{fonction} attend {attendues} valeur{'s' * (attendues > 1)}{noms}"
    if attendues == 0:
        phrase = f"{fonction} n'attend aucune valeur"
    phrase += f", tu en donnes {donnees}"
    if re.search(r"\b(case|start)\b", parametres):
        phrase += " : une case s'écrit (x, y), avec ses parenthèses"
    return phrase + "."


def phrase_append(lieu):
    """append reçoit plusieurs valeurs : un couple sans ses parenthèses, sans doute."""
    donne = re.search(r"\.append\(([^(),]+, [^(),]+)\)", lieu.ligne)
    couple = donne.group(1) if donne else "a, b"
    return f"append n'ajoute qu'une valeur : append(({couple})) ajoute le couple ({couple})."


def phrase_valeur_oubliee(lieu, classe, fonction, oubliees):
    """Un appel oublie une valeur."""
    donnee = fonction_appelee_trop_tot(lieu)
    if donnee:
        return donnee
    noms = oubliees.replace("'", "").replace(", and ", " et ").replace(" and ", " et ")
    appelee = signature(lieu, classe, fonction)
    nom = appelee[0] if appelee else fonction
    if nom == "__init__":
        nom = classe or "la classe"
    phrase = f"l'appel de {nom} oublie {noms}."
    if appelee and fonction == "__init__":
        phrase += f" L'ordre est {nom}({', '.join(appelee[2][1:])})."
    return phrase


def fonction_appelee_trop_tot(lieu):
    """La phrase pour `meilleure(choisit())` : un paramètre appelé au lieu d'être donné."""
    parametres = parametres_de(lieu)
    recus = sans_defauts(parametres).split(", ")
    for appelante, nom in re.findall(r"(\w+)\((\w+)\(\)", lieu.ligne):
        if nom in recus and f"{nom}=input" not in parametres:  # lire() pose sa question
            return (
                f"{nom}() appelle {nom} tout de suite, sans rien lui donner. Pour la confier à "
                f"{appelante}, écris {nom} sans parenthèses."
            )
    return None


def phrase_deux_fois(lieu, fonction, nom):
    """Un appel donne deux fois la même valeur."""
    appelee = signature(lieu, None, fonction)
    return f"l'appel de {appelee[0] if appelee else fonction} donne deux fois {nom}."


def phrase_lambda(lieu, manque, oubliees):
    """Une petite fonction (lambda) reçoit trop de valeurs, ou pas assez."""
    if fonction_appelee_trop_tot(lieu):
        return fonction_appelee_trop_tot(lieu)
    recus = sans_defauts(parametres_de(lieu)).split(", ")
    appelees = [nom for nom in re.findall(r"(\w+)\(", lieu.ligne) if nom in recus]
    nom = appelees[0] if appelees else "cette fonction"
    if manque == "missing" and oubliees:
        noms = oubliees.replace("'", "").replace(" and ", " et ")
        return f"l'appel de {nom} oublie {noms}."
    return f"l'appel de {nom} donne trop de valeurs."


def phrase_pas_une_fonction(lieu, type_obtenu):
    """On appelle ce qui n'est pas une fonction : un générateur de hasard, une liste…"""
    appele = re.search(r"([\w.]*\b(?:hasard|random))\(", lieu.ligne)
    if type_obtenu in ("Random", "module") and appele:
        nom = appele.group(1)
        classe = classe_en(lieu.textes.get(lieu.module, ""), lieu.exception.get("ligne") or 0)
        if classe and "hasard" in membres(lieu.textes, classe):
            return f"{nom} n'est pas une fonction : écris self.hasard.choice(…) pour tirer au sort."
        return f"{nom} n'est pas une fonction : écris {nom}.choice(…) pour tirer au sort."
    attributs = attributs_de(tuple(lieu.textes.values()))
    connues = set(dir(builtins)) | fonctions_de(lieu.textes.get(lieu.module, ""))
    simples = set(re.findall(r"(?<![\w.])(\w+)\(", lieu.ligne)) - connues
    if len(simples) == 1 and type_obtenu in ("dict", "list", "tuple"):
        nom = min(simples)
        return f"{nom} est un {type_obtenu}, pas une fonction : écris {nom}[…] avec des crochets."
    for nom, valeurs in re.findall(r"\.(\w+)\((\)?)", lieu.ligne):
        if nom in attributs:
            crochets = not valeurs and type_obtenu in ("dict", "list", "tuple")
            conseil = f"{nom}[…] avec des crochets" if crochets else f"{nom} sans ( )"
            return f"{nom} n'est pas une méthode : écris {conseil}."
    return f"un {type_obtenu} n'est pas une fonction : on ne met pas de parenthèses après lui."


def phrase_plus_de_reponse(lieu):
    """L'erreur arrive dans l'exemple, que le code interroge : il n'a plus de réponse."""
    if not lieu.exception.get("dans_l_exemple"):
        return None
    parametres = parametres_de(lieu)
    recus = sans_defauts(parametres).split(", ")
    appelees = [nom for nom in re.findall(r"(?<![\w.])(\w+)\(", lieu.ligne) if nom in recus]
    if appelees and f"{appelees[0]}=input" not in parametres.replace(" ", ""):
        return (
            f"{appelees[0]} n'a pas pu se servir de ce que lui donne cette ligne : est-ce le bon "
            "moment pour l'appeler, et a-t-elle la liste entière ?"
        )
    return "ton code pose plus de questions que l'exemple n'a de réponses : compte ses appels."


def phrase_levee(exception, fonction, oubliees):
    """Une fonction appelée lève exprès une erreur, que le code n'attrape pas."""
    genre = exception["type"]
    phrase = f"{fonction} lève {genre} ({exception['message'].rstrip('.')})."
    if oubliees:
        return f"{phrase} L'énoncé demande {oubliees}, que ton code n'appelle pas."
    return f"{phrase} Évite ce cas, ou attrape cette erreur : try …, except {genre}."


def phrase_mal_appelee(appelee, textes):
    """Une fonction est appelée avec une valeur qui n'est pas celle qu'elle attend."""
    nom, doit_etre, recu = appelee["mauvais"]
    fonction = appelee["fonction"]
    trouvees = signatures(textes, fonction)
    if fonction == "__init__":
        module = os.path.basename(appelee["fichier"])[: -len(".py")]
        fonction = classe_en(textes.get(module, ""), appelee["ligne"]) or "la classe"
        trouvees = signatures(textes, "__init__", fonction)
    phrase = f"{fonction} attend {doit_etre} pour {nom}, et reçoit {recu}."
    ordres = {", ".join(p for p in noms if p != "self") for _, noms in trouvees}
    if len(ordres) == 1 and ", " in min(ordres):
        phrase += f" L'ordre est {fonction}({min(ordres)})."
    return phrase
