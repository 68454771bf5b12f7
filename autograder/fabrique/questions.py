"""Les questions « Prévois » : ce que les énoncés disent d'elles, et ce que l'élève en reçoit.

Les marques qui portent les réponses sont décrites dans `autograder/fabrique/enonces.py`. On en
tire `lessons/verificateur/prevois.json` : chaque question, ses choix, sa relance, et l'empreinte
de ses bonnes réponses, qui n'y sont donc pas lisibles.
"""

import functools
import json
import re

from lessons.verificateur import prevois

DEBUT = r"\*\*Prévois \((P(\d+)\.\d+)\)\.\*\*"
QUESTION = re.compile(DEBUT)
MARQUES = re.compile(
    r"^<!-- (?:(?P<genre>reponse|choix|relance): (?P<quoi>.*?)|(?P<ouverte>a discuter)) -->\n",
    re.MULTILINE,
)
# Une question va jusqu'à la ligne vide, avec le bloc de code et les marques qui la suivent.
EXERCICE = re.compile(r"^### (?:★+ )?(tp\d+\.\w+)", re.MULTILINE)
ENTIERE = re.compile(
    rf"^{DEBUT}[^\n]*\n(?:(?!<!--)[^\n]+\n)*(?:\n*{MARQUES.pattern}|\n*```\w*\n(?:.*\n)*?```\n)*",
    re.MULTILINE,
)


class Illisible(ValueError):
    """Les marques d'une question se contredisent, ou il en manque : la phrase dit quoi écrire."""


def entieres(texte):
    """{« P1.3 »: la question et tout ce qui va avec elle, marques comprises}.

    >>> entieres("**Prévois (P1.1).** Que vaut\\n`a` ?\\n<!-- reponse: 6 -->\\n\\nSuite.\\n")
    {'P1.1': '**Prévois (P1.1).** Que vaut\\n`a` ?\\n<!-- reponse: 6 -->\\n'}
    """
    return {trouve[1]: trouve[0] for trouve in ENTIERE.finditer(texte)}


def sans_reponse(texte):
    """Les questions sous lesquelles rien ne dit la réponse, ni qu'il n'y en a pas une seule."""
    return [nom for nom, bloc in entieres(texte).items() if not MARQUES.search(bloc)]


def exercices(texte):
    """{« P1.3 »: identifiant de l'exercice dont l'énoncé parle là, ou texte vide}.

    >>> exercices("### tp1.alpha · Nom\\n\\n**Prévois (P1.1).** Quoi ?\\n")
    {'P1.1': 'tp1.alpha'}
    """
    return {
        trouve[1]: ["", *EXERCICE.findall(texte[: trouve.start()])][-1]
        for trouve in ENTIERE.finditer(texte)
    }


def fiche(nom, bloc, exercice):
    """Ce que l'élève reçoit d'une question.

    >>> vue = fiche("P1.1", "**Prévois (P1.1).** Combien ?\\n<!-- reponse: 6 | 7 -->\\n", "")
    >>> vue["texte"], vue["relance"], len(vue["empreintes"])
    ('Combien ?', '', 2)
    """
    marques = [m.groupdict() for m in MARQUES.finditer(bloc)]
    genres = [m["genre"] or m["ouverte"] for m in marques]
    dites = {genre: m["quoi"] for genre, m in zip(genres, marques, strict=True)}
    facons = [g for g in genres if g != "relance"]
    if len(facons) != 1 or genres.count("relance") > 1:
        raise Illisible(
            f"Sous la question {nom}, écris une seule des marques « reponse », « choix » et "
            "« a discuter », et au plus une « relance »."
        )
    choix, bonnes = [], []
    if "reponse" in dites:
        bonnes = [bonne.strip() for bonne in dites["reponse"].split(" | ")]
    elif "choix" in dites:
        lus = [un.strip() for un in dites["choix"].split(" / ")]
        choix, bonnes = [un.lstrip("*") for un in lus], [un[1:] for un in lus if un[0] == "*"]
        if len(bonnes) != 1 or len({prevois.normalise(un) for un in choix}) != len(choix):
            raise Illisible(f"Sous {nom}, une étoile devant un choix, et des choix différents.")
    if not all(map(prevois.normalise, bonnes)):
        raise Illisible(f"Sous {nom}, une réponse est vide une fois les mots-outils ôtés.")
    return {
        "id": nom,
        "tp": int(QUESTION.match(bloc)[2]),
        "exercice": exercice,
        "texte": MARQUES.sub("", QUESTION.sub("", bloc, count=1)).strip(),
        "choix": choix,
        "relance": dites.get("relance", ""),
        "discuter": "a discuter" in dites,
        "empreintes": sorted({empreinte(nom, prevois.normalise(bonne)) for bonne in bonnes}),
    }


empreinte = functools.cache(prevois.empreinte)


def fiches(textes):
    """Les fiches de toutes les questions de ces énoncés qui ont leurs marques."""
    return [
        fiche(nom, bloc, exercices(texte)[nom])
        for texte in textes
        for nom, bloc in entieres(texte).items()
        if MARQUES.search(bloc)
    ]


def en_json(liste):
    """Le texte du fichier `prevois.json`."""
    return json.dumps(liste, ensure_ascii=False, indent=1) + "\n"


def place_les_formulaires(texte, formulaire):
    """L'énoncé où `formulaire(« P1.3 »)` suit chaque question."""
    return ENTIERE.sub(lambda trouve: f"{trouve[0]}\n{formulaire(trouve[1])}\n", texte)
