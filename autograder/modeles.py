"""Les modèles de pages (Jinja2) : tout texte y est échappé, et rien d'invisible n'en sort.

Jinja2 n'est importé qu'au premier modèle : les commandes qui n'écrivent pas de page s'en passent.
Une page porte son style et son script, et le navigateur n'exécute que ce script-là (`empreinte`).
"""

import base64
import functools
import hashlib
import re

from lessons.verificateur.ecran import insecables
from solutions import bn_couleurs


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

    return escape(insecables(visible(texte)))


def style(chemin):
    """La feuille de style de ce fichier, avec les couleurs du kit, sans commentaire ni blanc."""
    css = bn_couleurs.feuille_de_style(chemin.read_text(encoding="utf-8"))
    return re.sub(r"/\*.*?\*/|\s*\n\s*", "", css, flags=re.DOTALL)


def empreinte(script):
    """Ce que la page annonce de son script : aucun autre ne peut venir d'une copie.

    >>> empreinte("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode()


@functools.cache
def environnement(*dossiers):
    """Ce qui lit les modèles de ces dossiers : un nom mal écrit y est une erreur."""
    import jinja2

    modeles = jinja2.Environment(
        loader=jinja2.FileSystemLoader(dossiers),
        autoescape=True,
        finalize=visible,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    modeles.filters["phrase"] = phrase
    return modeles
