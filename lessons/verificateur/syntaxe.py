"""Les fautes de syntaxe : leur ligne, et une phrase qui dit quoi y changer."""

import difflib
import io
import keyword
import re
import tokenize
import warnings

MOTS = ("def", "return", "if", "elif", "else", "for", "while", "class", "from", "import", "raise")

OUVRENT_UN_BLOC = ("def", "if", "elif", "else", "for", "while", "class", "try", "except", "with")

FAUX_SIGNES = {
    "“": '"', "”": '"', "’": "'", "‘": "'", "«": '"', "»": '"', "–": "-", "—": "-", "−": "-",
    "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "…": "...",
}  # fmt: skip

INVISIBLES = ("\u00a0", "\u202f", "\u200b", "\ufeff")

INVITE = (
    "« {} » est écrit par la console, pas par toi : efface-le, et la réponse collée dessous. "
    "Dans des essais, écris assert … == …"
)

FERMER = {
    "(": "il manque une parenthèse ) pour fermer celle de cette ligne.",
    "[": "il manque un crochet ] pour fermer celui de cette ligne.",
    "{": "il manque une accolade } pour fermer celle de cette ligne.",
}


def faute_de_syntaxe(texte):
    """Cherche une faute dans le texte d'un module : None, ou un dictionnaire `ligne`, `texte`,
    `phrase`.

    >>> faute_de_syntaxe("x = 1") is None
    True
    >>> faute_de_syntaxe("if x == 1\\n    y = 2")["phrase"]
    'il manque « : » à la fin de la ligne.'
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python prévient en anglais : on le dit autrement
            compile(texte, "<module>", "exec", dont_inherit=True)
        return None
    except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as erreur:
        lignes = texte.split("\n")
        numero = getattr(erreur, "lineno", None) or 1
        numero = min(max(1, numero), len(lignes))
        numero, phrase = explique_syntaxe(erreur, lignes, numero)
        return {"ligne": numero, "texte": lignes[numero - 1].strip(), "phrase": phrase}


def explique_syntaxe(erreur, lignes, numero):
    """(ligne de la faute, phrase) : on regarde la ligne plus que le message, qui change souvent."""
    message = getattr(erreur, "msg", None) or str(erreur)
    ligne = lignes[numero - 1]
    docstring = docstring_ouverte(lignes)
    invite = re.match(r"\s*(>>>|\.\.\.(?=\s+\S))", ligne)
    if invite and docstring is None:
        return numero, INVITE.format(invite.group(1))
    if docstring is not None:
        return docstring, 'le texte ouvert ici par """ n\'est pas refermé, ou est ouvert à tort.'
    if isinstance(erreur, TabError):
        return numero, "des tabulations et des espaces sont mélangés : n'utilise que des espaces."
    if isinstance(erreur, IndentationError):
        return explique_decalage(message, lignes, numero)
    if "null byte" in message:
        numero = next((i for i, n in enumerate(lignes, start=1) if "\0" in n), numero)
        return numero, "le fichier contient des signes illisibles : il a été mal enregistré."
    if "invalid character" in message or "non-printable" in message:
        if any(signe in ligne for signe in INVISIBLES):
            return numero, "il y a ici une espace qui n'en est pas une : efface-la et retape-la."
        for signe, remplacant in FAUX_SIGNES.items():
            if signe in ligne:
                return numero, f"Python ne connaît pas le signe « {signe} » : écris {remplacant}"
    if re.search(r"return.+outside function", message):
        return numero, "ce return n'est dans aucune fonction : vérifie le décalage de la ligne."
    if re.search(r"EOL while scanning|unterminated (f-)?string literal", message):
        return numero, "un texte n'est pas refermé : il manque un guillemet."
    ouverte = parenthese_ouverte(lignes)
    if ouverte is not None and ouverte[1] <= numero:
        return ouverte[1], FERMER[ouverte[0]]
    return numero, explique_ligne(ligne, message)


def explique_decalage(message, lignes, numero):
    """Les fautes de décalage (l'indentation)."""
    if any(signe in lignes[numero - 1] for signe in INVISIBLES):
        return numero, "il y a ici une espace insécable : efface le début de la ligne et retape-le."
    if message.startswith("expected an indented block"):
        avant = numero - 1
        while avant > 1 and not lignes[avant - 1].split("#")[0].strip():
            avant -= 1
        return numero, f"après la ligne {avant}, qui finit par « : », décale vers la droite."
    if message.startswith("unexpected indent"):
        return numero, "cette ligne est trop décalée vers la droite, ou celle du dessus pas assez."
    return numero, "le décalage de cette ligne ne correspond à aucune des lignes du dessus."


def explique_ligne(ligne, message):
    """La faute se voit dans la ligne elle-même."""
    code = hors_des_textes(ligne).split("#")[0].strip()
    mot = re.match(r"\w*", code).group()
    if re.match(r"else\s+if\b", code):
        return "« else if » s'écrit elif."
    if mot in ("else", "elif", "except", "finally") and code.endswith(":"):
        return f"ce {mot} ne suit aucun if (ou try, for…) : vérifie son décalage."
    if re.match(r"[A-Za-z]+\s+[\w(\"']", code) and mot not in keyword.kwlist:
        proches = difflib.get_close_matches(mot.lower(), MOTS, n=1, cutoff=0.8)
        if proches:
            return f"« {mot} » s'écrit {proches[0]}."
    if mot in OUVRENT_UN_BLOC and not code.endswith(":"):
        return "il manque « : » à la fin de la ligne."
    if "=>" in code or "=<" in code:
        return "supérieur ou égal s'écrit >=, inférieur ou égal <=."
    # Après assert, un = collé est plutôt celui d'un argument nommé.
    if re.search(r"\b(if|elif|while)\b[^=]*[^=!<>:]=[^=]|^assert\b[^=]* = ", code):
        return "pour comparer, écris == ; un seul = range une valeur dans une variable."
    if mot == "return" and re.search(r"[^=!<>:]=[^=]", code):
        return "pour comparer, écris == ; pour ranger une valeur, mets x = … sur sa propre ligne."
    if "unmatched" in message or "does not match" in message:
        return "une parenthèse, un crochet ou une accolade est en trop, ou n'est pas le bon."
    if "&&" in code or "||" in code:
        return "« et » s'écrit and, « ou » s'écrit or."
    if re.match(r"print\s+[^(\s]", code):
        return "print a besoin de parenthèses : print(…)."
    if "++" in code or "--" in code:
        return "x++ n'existe pas en Python : écris x += 1."
    espace = re.match(r"(\w+)\s+(?!in\b|is\b|and\b|or\b|not\b|if\b)\w+\s*=", code)
    if espace and mot not in keyword.kwlist:
        return "un nom de variable ne contient pas d'espace."
    if "assign to" in message:
        return "à gauche du =, il faut un nom ; pour comparer, écris ==."
    if "outside loop" in message or "not properly in loop" in message:
        return "break et continue ne vont que dans une boucle : vérifie le décalage."
    return (
        "Python ne comprend pas cette ligne. Regarde-la de près, et celle du dessus : "
        "une virgule, une parenthèse, un guillemet ?"
    )


def docstring_ouverte(lignes):
    """La ligne d'un texte entre triples guillemets qui n'est pas refermé, ou None.

    Une docstring n'est pas refermée si l'on y trouve le début d'une autre fonction.
    """
    ouverte = None
    for numero, ligne in enumerate(lignes, start=1):
        if ouverte is not None and re.match(r"\s*(def|class) \w+.*:\s*$", ligne):
            return ouverte
        if ligne.count('"""') % 2:
            ouverte = numero if ouverte is None else None
    return ouverte


def parenthese_ouverte(lignes):
    """La parenthèse restée ouverte : `(signe, ligne)`, ou None.

    Un mot comme def ou return au début d'une ligne montre que la parenthèse aurait dû être
    fermée avant.
    """
    pile, derniere_ligne = [], 0
    texte = io.StringIO("\n".join(lignes) + "\n")
    try:
        for mot in tokenize.generate_tokens(texte.readline):
            commence = mot.start[0] > derniere_ligne
            derniere_ligne = max(derniere_ligne, mot.end[0])
            if pile and commence and mot.string in ("def", "class", "return", "while"):
                break
            if mot.type == tokenize.OP and mot.string in "([{":
                pile.append((mot.string, mot.start[0]))
            elif mot.type == tokenize.OP and mot.string in ")]}" and pile:
                pile.pop()
    except (tokenize.TokenError, SyntaxError):
        pass  # le texte s'arrête là : ce qui est resté ouvert est dans la pile
    return pile[-1] if pile else None


def hors_des_textes(ligne):
    """La ligne, où le contenu des textes entre guillemets est effacé."""
    return re.sub(r"(\"[^\"]*\"|'[^']*')", '""', ligne)
