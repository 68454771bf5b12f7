"""Les modèles de pages (Jinja2) : tout texte y est échappé, et rien d'invisible n'en sort.

Jinja2 n'est importé qu'au premier modèle : les commandes qui n'écrivent pas de page s'en passent.
"""

import functools
import re


def visible(texte):
    """Le texte où chaque caractère invisible est un point ; ce qui est déjà du HTML reste tel quel.

    >>> visible("a\\x1b[31m"), visible(3)
    ('a·[31m', '3')
    """
    if hasattr(texte, "__html__"):
        return texte
    texte = str(texte)
    if texte.isprintable():
        return texte
    return "".join(c if c.isprintable() or c == "\n" else "·" for c in texte)


def phrase(texte):
    """Une phrase en HTML, sans coupure avant : ; ? ! ni contre les guillemets.

    >>> str(phrase("Vaut 1 ; attendu : <b>"))
    'Vaut 1\xa0; attendu\xa0: &lt;b&gt;'
    """
    from markupsafe import escape

    return escape(re.sub(r"(?<=«) | (?=[:;?!»])", "\N{NO-BREAK SPACE}", visible(texte)))


@functools.cache
def environnement(dossier):
    """Ce qui lit les modèles de ce dossier : un nom mal écrit y est une erreur."""
    import jinja2

    modeles = jinja2.Environment(
        loader=jinja2.FileSystemLoader(dossier),
        autoescape=True,
        finalize=visible,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    modeles.filters["phrase"] = phrase
    return modeles
