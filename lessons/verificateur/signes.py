"""Écrire dans une console qui ne connaît pas tous les signes (certaines consoles Windows).

Sert au vérificateur et à la commande `bataille`.
"""

import unicodedata

# Ce que l'on écrit à la place d'un signe inconnu ; une lettre accentuée perd son accent.
SECOURS = {
    "█": "#", "░": ".", "✓": "+", "✗": "x", "∞": "@", "·": "-", "…": "...", "★": "*", "×": "x",
    "«": '"', "»": '"', "’": "'", "–": "-", "—": "-", "œ": "oe", "Œ": "Oe",
    "─": "-", "│": "|", "━": "=", **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("┃┏┓┗┛┯┱┲┷┹┺┠┡┢┨┩┪╋╂┿╃╄╅╆", "#"),
}  # fmt: skip


def affichable(texte, codage):
    """Le texte, où ce que ce codage ne connaît pas est remplacé par ce qui lui ressemble.

    >>> affichable("é█a", "ascii"), affichable("é━", "cp850")
    ('e#a', 'é=')
    """
    try:
        texte.encode(codage)
        return texte
    except UnicodeEncodeError:
        return "".join(signe_affichable(signe, codage) for signe in texte)
    except LookupError:
        return texte


def signe_affichable(signe, codage):
    """Le signe, ou ce qui lui ressemble le plus dans ce codage ; « ? » si rien ne va."""
    try:
        signe.encode(codage)
        return signe
    except UnicodeEncodeError:
        simple = unicodedata.normalize("NFKD", signe).encode("ascii", "ignore").decode("ascii")
        return SECOURS.get(signe) or simple or "?"
