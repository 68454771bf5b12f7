"""L'édition HTML des énoncés : une page qui se suffit à elle-même pour chaque fichier `.md`.

Elle s'ouvre d'un double clic, sans réseau. Elle se lit sur un téléphone, s'imprime, suit le thème
clair ou sombre de l'appareil. Un bouton copie chaque programme, prêt à être collé dans la console,
et les questions « Prévois » répondent sur place. Ces pages ne sont pas gardées dans le kit :
l'archive, le site et la livraison les fabriquent.
"""

import functools
import html
import json
import re
import unicodedata
from pathlib import Path

from autograder.fabrique import questions as module_questions
from autograder.modeles import empreinte, environnement, phrase
from lessons.verificateur import prevois
from solutions import bn_couleurs

MODELES = Path(__file__).with_name("site_modeles")
TRAITS = set("┌┐└┘├┤┬┴┼─│━┃")
CODE_COURT = 24  # dans une phrase, un code plus court que cela n'est pas coupé
# Les espèces de mots d'un programme que l'on colorie : {ce qu'en dit Pygments: classe}.
COULEURS = {
    "Token.Keyword": "mot",
    "Token.Operator.Word": "mot",
    "Token.Literal.String": "texte",
    "Token.Literal.Number": "nombre",
    "Token.Comment": "note",
    "Token.Generic.Prompt": "invite",
    "Token.Generic.Output": "sortie",
}


def pages(textes, questions):
    """`{« tp1_grille.html »: octets}` des énoncés `{« tp1_grille.md »: texte}`.

    `questions` : les `prevois.Questions` qu'ils posent. Les pages se suivent dans cet ordre.
    """
    suite = tuple((nom, titre_de(texte)) for nom, texte in textes.items())
    connues = {question.id: question for question in questions}
    posees = {
        nom: tuple(connues[q] for q in module_questions.entieres(texte) if q in connues)
        for nom, texte in textes.items()
    }
    return {
        en_html(nom): page(nom, texte, tuple(map(fiche, posees[nom])), suite)
        for nom, texte in textes.items()
    }


def fiche(question):
    """Ce que la page retient d'une question, tel que JavaScript le lira."""
    return json.dumps(vars(question), ensure_ascii=False, sort_keys=True)


def en_html(nom):
    """Le nom de la page d'un énoncé.

    >>> en_html("tp1_grille.md")
    'tp1_grille.html'
    """
    return nom.removesuffix(".md") + ".html"


def court(nom):
    """Ce que l'on écrit dans la barre pour aller à cet énoncé.

    >>> court("tp1_grille.md"), court("README.md"), court("tournoi.md")
    ('TP1', 'Le parcours', 'Tournoi')
    """
    if nom == "README.md":
        return "Le parcours"
    tp = re.match(r"tp\d+", nom)
    return tp[0].upper() if tp else nom.removesuffix(".md").capitalize()


def titre_de(texte):
    """Le titre d'un énoncé : sa première ligne."""
    return texte.partition("\n")[0].lstrip("# ").strip()


def page(nom, texte, fiches, suite):
    """Les octets de la page d'un énoncé ; `suite` : (nom, titre) de tous, dans l'ordre."""
    posees = {fiche["id"]: fiche for fiche in map(json.loads, fiches)}
    corps, sommaire = rend(texte, fiches)
    donnees = {
        "questions": {
            numero: {
                **{cle: fiche[cle] for cle in ("choix", "relance", "empreintes")},
                "cases": prevois.cases_dites(fiche["texte"]),
            }
            for numero, fiche in posees.items()
        },
        "regles": prevois.REGLES,
        "tours": prevois.TOURS,
        "taille": prevois.TAILLE_EMPREINTE,
        "phrases": {**prevois.PHRASES, "relance": prevois.RELANCE},
    }
    script = (MODELES / "enonce.js").read_text(encoding="utf-8")
    contenu = (
        environnement(MODELES)
        .get_template("enonce.html.j2")
        .render(
            titre=titre_de(texte),
            style=bn_couleurs.feuille_de_style(
                (MODELES / "enonce.css").read_text(encoding="utf-8").strip()
            ),
            script=script,
            empreinte=empreinte(script),
            donnees=json.dumps(donnees, ensure_ascii=False).replace("</", "<\\/"),
            corps=corps,
            sommaire=sommaire,
            suite=[(en_html(voisin), court(voisin), dit) for voisin, dit in suite],
            ici=en_html(nom),
        )
    )
    return contenu.encode("utf-8")


# ----------------------------------------------------------------- du Markdown au HTML


@functools.cache
def rend(texte, fiches):
    """(HTML, sommaire) d'un énoncé et de ses questions ; sommaire : [(niveau, ancre, titre)]."""
    import mistune

    posees = {fiche["id"]: fiche for fiche in map(json.loads, fiches)}
    modele = environnement(MODELES).get_template("prevois.html.j2")

    def formulaire(numero):
        return modele.render(question=posees[numero]).strip() if numero in posees else ""

    class Rendu(mistune.HTMLRenderer):
        """Le HTML de nos énoncés : titres à ancre, programmes à copier, tableaux qui défilent."""

        def __init__(self):
            super().__init__(escape=False)  # les formulaires sont du HTML à nous
            self.sommaire = []

        def text(self, text):
            return str(phrase(text))

        def codespan(self, text):
            classe = ' class="insecable"' if len(text) <= CODE_COURT else ""
            return f"<code{classe}>{html.escape(text, quote=False)}</code>"

        def heading(self, text, level, **_):
            dit = html.unescape(re.sub(r"<[^>]+>", "", text)).replace("\N{NO-BREAK SPACE}", " ")
            ancre = ancre_de(dit)
            if level in (2, 3):
                self.sommaire.append((level, ancre, dit))
            return f'<h{level} id="{ancre}">{text}</h{level}>\n'

        def link(self, text, url, title=None):
            vers = re.sub(r"\.md(?=$|#)", ".html", url)
            return f'<a href="{html.escape(vers)}">{text}</a>'

        def block_code(self, code, info=None):
            return programme(code, info)

    rendu = Rendu()
    corps = mistune.create_markdown(renderer=rendu, plugins=["table"])(
        module_questions.place_les_formulaires(texte, formulaire)
    )
    corps = corps.replace("<table>", '<div class="large" tabindex="0"><table>')
    return corps.replace("</table>", "</table></div>"), rendu.sommaire


def ancre_de(titre):
    """L'ancre d'un titre : le nom de l'exercice, ou les mots du titre.

    >>> ancre_de("★ tp2.essai_uniforme · Tirer (bonus : 1 point)"), ancre_de("Où est le TP1 ?")
    ('tp2.essai_uniforme', 'ou-est-le-tp1')
    """
    exercice = re.search(r"\btp\d+\.\w+", titre)
    if exercice:
        return exercice[0]
    simple = unicodedata.normalize("NFKD", titre.lower()).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"\w+", simple))


def programme(code, langue):
    """Un bloc de code : colorié et à copier s'il est en Python, serré si c'est un dessin."""
    copie = a_copier(code, langue)
    classes, attributs = [], ""
    if langue == "python" or ">>>" in code:
        corps = colorie(code)
    else:
        corps = html.escape(code, quote=False)
    if TRAITS & set(code):
        classes.append("dessin")
    if copie is not None:
        classes.append("a-copier")
        if copie != code:
            attributs = f' data-copie="{html.escape(copie)}"'
    classe = f' class="{" ".join(classes)}"' if classes else ""
    return f'<figure{classe}{attributs}><pre tabindex="0"><code>{corps}</code></pre></figure>\n'


def a_copier(code, langue):
    """Ce que l'on colle dans sa console ; None si ce bloc n'est pas fait pour cela.

    Les invites et les résultats n'en sont pas : il reste des lignes que Python comprend.

    >>> a_copier(">>> g = 1\\n>>> for i in g:\\n...     i\\n3\\n", "python")
    'g = 1\\nfor i in g:\\n    i\\n'
    >>> a_copier("python verifier.py\\n", "text"), a_copier("┌──┐\\n", "text")
    ('python verifier.py\\n', None)
    """
    lignes = code.splitlines()
    if any(ligne.startswith(">>>") for ligne in lignes):
        return "".join(
            ligne[4:] + "\n" for ligne in lignes if re.match(r"(?:>>>|\.\.\.)(?: |$)", ligne)
        )
    if langue == "python" or all(ligne.startswith("python ") for ligne in lignes):
        return code
    return None


def colorie(code):
    """Le HTML d'un programme, chaque espèce de mot dans sa classe.

    >>> colorie("if 1:")
    '<span class="mot">if</span> <span class="nombre">1</span>:'
    """
    from pygments.lexers import PythonConsoleLexer, PythonLexer

    lecteur = PythonConsoleLexer if ">>>" in code else PythonLexer
    morceaux = []
    for espece, mot in lecteur(stripnl=False, ensurenl=False).get_tokens(code):
        nom = str(espece)
        classe = next((c for debut, c in COULEURS.items() if nom.startswith(debut)), None)
        texte = html.escape(mot, quote=False)
        morceaux.append(f'<span class="{classe}">{texte}</span>' if classe else texte)
    return "".join(morceaux)
