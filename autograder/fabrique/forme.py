"""La forme des énoncés et du guide : ce que chaque exercice doit y avoir, et où.

Chaque fonction `problemes_…` renvoie des phrases, une par défaut : ce qu'il faut écrire, et dans
quel fichier. `python -m autograder exercice` les affiche, les essais du kit veulent qu'il n'y en
ait aucune.
"""

import ast
import contextlib
import doctest
import io
import re

from autograder import RACINE
from autograder.fabrique.enonces import CHAINE, SOURCES, titre
from autograder.fabrique.questions import QUESTION, sans_reponse
from lessons.verificateur import regles_essais, source

GUIDE = RACINE / "solutions" / "GUIDE.md"
BLOC = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TITRE = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)
TITRE_EXERCICE = re.compile(r"(★+ )?tp\d\.")


def enonce(tp):
    """Le fichier où l'on écrit l'énoncé d'un TP."""
    return SOURCES / f"{tp.module}.md"


def lit(chemin):
    """Le texte du fichier, vide s'il n'existe pas."""
    return chemin.read_text(encoding="utf-8") if chemin.exists() else ""


def nom(chemin):
    """Le chemin tel qu'on l'écrit dans une phrase : depuis le dossier du kit."""
    return chemin.relative_to(RACINE).as_posix()


# ----------------------------------------------------------------- lire


def sections(texte):
    """Couples (titre, texte) : un par titre, blocs de code exclus de la recherche.

    >>> sections("# A\\nun\\n## B\\ndeux\\n")
    [('A', '\\nun\\n'), ('B', '\\ndeux\\n')]
    """
    masque = BLOC.sub(lambda m: " " * len(m[0]), texte)
    titres = list(TITRE.finditer(masque))
    fins = [suivant.start() for suivant in titres[1:]] + [len(texte)]
    return [(t[2], texte[t.end() : fin]) for t, fin in zip(titres, fins, strict=True)]


def echecs(texte, noms, ou):
    """Exécute les blocs ```python d'une section, dans l'ordre ; renvoie ce qui a échoué.

    Une fonction d'essais (`essais_…`) qui y est écrite est appelée aussi.
    """
    rapport = io.StringIO()
    lanceur = doctest.DocTestRunner(verbose=False)
    for langue, code in BLOC.findall(texte):
        if langue != "python":
            continue
        if ">>>" in code:
            essai = doctest.DocTestParser().get_doctest(code, noms, ou, ou, 0)
            lanceur.run(essai, out=rapport.write, clear_globs=False)
            noms.update(essai.globs)
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(code, ou, "exec"), noms)
                for nom in re.findall(rf"^def ({regles_essais.PREFIXE}\w+)", code, re.MULTILINE):
                    noms[nom]()
    return rapport.getvalue()


def noms_apres_f5(tp):
    """Ce qu'un élève a dans sa console après F5 sur le fichier du TP."""
    return dict(vars(CHAINE.module(tp.module)))


def prototype(exercice):
    """`def nom(arguments)` de la fonction de l'exercice, dans le corrigé."""
    texte = lit(RACINE / "solutions" / f"{exercice.module}.py")
    fonction = source.trouve(ast.parse(texte), exercice.cible)[-1]
    return f"def {fonction.name}({ast.unparse(fonction.args)})"


# ----------------------------------------------------------------- contrôler l'énoncé


def partie(exercice, tp):
    """La partie de l'énoncé qui traite cet exercice, ou None."""
    return dict(sections(lit(enonce(tp)))).get(titre(exercice))


def problemes_section(exercice, tp):
    """Ce qui manque à la partie de l'énoncé qui traite cet exercice."""
    fichier = nom(enonce(tp))
    texte = partie(exercice, tp)
    if texte is None:
        return [f"Dans {fichier}, ouvre sa partie par la ligne « ### {titre(exercice)} »."]
    lignes = [
        f"À compléter : `{prototype(exercice)}`",
        "**À la main.**",
        f"Vérifie : `{exercice.id}`",
    ]
    if "." in exercice.cible:
        lignes.insert(1, f"(classe `{exercice.cible.split('.')[0]}`)")
    return [
        f"Dans la partie {exercice.id} de {fichier}, écris « {ligne} »."
        for ligne in lignes
        if ligne not in texte
    ]


def problemes_ordre(tp):
    """Les parties de l'énoncé suivent-elles l'ordre du registre ?"""
    titres = [t for t, _ in sections(lit(enonce(tp))) if TITRE_EXERCICE.match(t)]
    voulus = [titre(exercice) for exercice in tp.exercices]
    de_trop = [f"« {t} » n'est pas un exercice du registre" for t in titres if t not in voulus]
    if not de_trop and titres != [t for t in voulus if t in titres]:
        de_trop = ["les parties n'y sont pas dans l'ordre de lessons/registre.toml"]
    return [f"Dans {nom(enonce(tp))}, {defaut}." for defaut in de_trop]


def problemes_duree(tp):
    """L'énoncé annonce dès le début la durée que donne le registre."""
    marque = f"<!-- sommaire: duree {tp.numero} -->"
    if not tp.base or marque in lit(enonce(tp)).split("\n## ")[0]:
        return []
    return [f"Au début de {nom(enonce(tp))}, annonce la durée : « {marque} »."]


def problemes_court(tp, registre):
    """Le chemin court d'un TP se suffit (les TP d'avant mis à part), et on le montre."""
    if not tp.base:
        return []
    pris = {exercice.id for exercice in tp.court}
    aucun = f"Dans lessons/registre.toml, le TP{tp.numero} n'a aucun `court = true`."
    liste = [] if pris else [aucun]
    for exercice in tp.court:
        if exercice.bonus:
            liste.append(f"{exercice.id} est un bonus : ôte `court = true`.")
        for avant in registre.tous_les_prerequis(exercice.id):
            if registre[avant].tp == tp.numero and avant not in pris:
                liste.append(f"{exercice.id} est du chemin court : il lui faut {avant}.")
    marque = f"<!-- sommaire: court {tp.numero} -->"
    for chemin in (enonce(tp), GUIDE):
        if marque not in lit(chemin):
            liste.append(f"Dans {nom(chemin)}, montre le chemin court : « {marque} ».")
    return liste


def problemes_exemples(tp, exercice=None):
    """Les exemples de l'énoncé sont-ils justes ? (Ceux d'un seul exercice, s'il est donné.)"""
    return [
        f"Dans « {t} » de {nom(enonce(tp))}, un exemple est faux :\n{faux.strip()}"
        for t, section in sections(lit(enonce(tp)))
        if exercice is None or t == titre(exercice)
        if (faux := echecs(section, noms_apres_f5(tp), t))
    ]


def problemes_citations(chemin, registre):
    """Tout exercice cité existe, tout lien mène quelque part."""
    texte, liste = lit(chemin), []
    connus = {exercice.id for exercice in registre} | {tp.module for tp in registre.tps}
    connus |= {f"tp{tp.numero}.xxx" for tp in registre.tps}
    for cite in sorted(set(re.findall(r"\btp[1-8]\.[a-z_]+", texte)) - connus):
        liste.append(f"{nom(chemin)} cite {cite}, qui n'existe pas.")
    for lien in re.findall(r"\]\((?!https?:)([^)#]+)\)", texte):
        if not (chemin.parent / lien).exists():
            liste.append(f"Dans {nom(chemin)}, le lien vers {lien} ne mène nulle part.")
    return liste


# ----------------------------------------------------------------- contrôler le guide


def questions(tp):
    """Les questions « Prévois » de l'énoncé, dans l'ordre : P1.1, P1.2…"""
    return [nom for nom, _ in QUESTION.findall(lit(enonce(tp)))]


def problemes_questions(tp):
    """Les questions « Prévois » se suivent, ont leur réponse, et le guide les explique toutes."""
    posees, fichier = questions(tp), nom(enonce(tp))
    if not posees:
        return [f"Dans {fichier}, pose une question : « **Prévois (P{tp.numero}.1).** … »."]
    voulues = [f"P{tp.numero}.{rang}" for rang in range(1, len(posees) + 1)]
    if posees != voulues:
        suite = f"{voulues[0]} à {voulues[-1]}"
        return [f"Dans {fichier}, numérote les questions « Prévois » de {suite}, dans l'ordre."]
    if muettes := sans_reponse(lit(enonce(tp))):
        noms = ", ".join(muettes)
        return [f"Dans {fichier}, dis la réponse sous {noms} : « <!-- reponse: … --> »."]
    reponses = re.findall(rf"^- \*\*(P{tp.numero}\.\d+)\*\*", lit(GUIDE), re.MULTILINE)
    if reponses == posees:
        return []
    a_ecrire = [f"« - **{q}** … »" for q in posees if q not in reponses]
    quoi = f"écris {', '.join(a_ecrire)} et" if a_ecrire else "n'aie qu'une réponse par question,"
    suite = f"de {voulues[0]} à {voulues[-1]}"
    return [f"Dans {nom(GUIDE)}, {quoi} numérote les réponses {suite}, dans l'ordre."]


def section_du_guide(tp):
    """Tout ce que le guide dit d'un TP."""
    parties = re.split(r"^## (?=TP\d)", lit(GUIDE), flags=re.MULTILINE)
    return next((p for p in parties if re.match(rf"TP{tp.numero}\b", p)), "")


def problemes_exemples_du_guide(tp):
    """Les exemples de la partie du guide qui traite ce TP sont-ils justes ?"""
    debut = f"## {section_du_guide(tp)}"
    return [
        f"Dans « {t} » de {nom(GUIDE)}, un exemple est faux :\n{faux.strip()}"
        for t, section in sections(debut)
        if (faux := echecs(section, noms_apres_f5(tp), t))
    ]
