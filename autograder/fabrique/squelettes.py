"""Fabrique ce que reçoit l'élève : `python -m autograder squelettes`.

À partir de `solutions/*.py` et de `lessons/registre.toml`, écrit dans `lessons/` les squelettes
(le corps des exercices vidé, tout le reste gardé) et `registre.json`. Avec `--verifie`, n'écrit
rien et échoue si ce qui est sur le disque n'est plus à jour.
"""

import ast
import json
import re
import sys
import textwrap

from autograder import RACINE
from autograder.fabrique import chasses, publics
from autograder.fabrique.publics import analyse
from lessons.verificateur import source
from lessons.verificateur.chargeur import lit_source

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SOLUTIONS = RACINE / "solutions"
LESSONS = RACINE / "lessons"

CORPS_VIDE = "# À compléter"
CORPS_A_TROUS = "# À compléter : remplace chaque ... par ton code, puis efface la ligne raise."
BLOC_PRINCIPAL = 'if __name__ == "__main__":\n'

CHAMPS_FACULTATIFS = {"etoiles": 0, "partie": "", "court": False, "pistes": [], "libre": []}
CHAMPS = ["id", "tp", "module", "cible", "titre", "points", "etoiles", "minutes"]
CHAMPS += ["difficulte", "partie", "court", "prerequis", "indices", "pistes", "libre"]

TETE_ESSAIS = '''"""Les essais du TP{numero} : coule la flotte pirate (voir la fin de l'énoncé).

Une fonction essais_… par fonction du TP : ajoute des assert, ajoute d'autres fonctions.
Pour lancer la chasse : F5, ou python verifier.py pirates tp{numero}
"""

'''
CORPS_ESSAIS = """

def essais_{nom}():
{corps}
    # À toi : d'autres assert.
"""
ETATS = {"VIDE", "TOUCHEE", "MANQUEE"}  # tout essai peut regarder l'état d'une case
PORTE_ESSAIS = """

if __name__ == "__main__":
    import verifier

    verifier.main(["pirates", "tp{numero}"])
"""


# ----------------------------------------------------------------- lire


def lit_registre(chemin=LESSONS / "registre.toml"):
    """Le contenu de `registre.toml`, avec les champs facultatifs remplis et le module ajouté."""
    donnees = tomllib.loads(chemin.read_text(encoding="utf-8"))
    donnees.setdefault("chasse", [])
    modules = {tp["numero"]: tp["module"] for tp in donnees["tp"]}
    for exercice in donnees["exercice"]:
        for champ, valeur in CHAMPS_FACULTATIFS.items():
            exercice.setdefault(champ, valeur)
        numero = re.fullmatch(r"tp(\d+)\.\w+", exercice.setdefault("id", "exercice sans id"))
        exercice["tp"] = int(numero.group(1)) if numero else None
        exercice["module"] = modules.get(exercice["tp"])
    return donnees


def sources(donnees, dossier=SOLUTIONS):
    """`{module: texte}` des TP du registre et des modules donnés dont ils se servent."""
    textes = {}

    def voisins(module):
        textes[module] = lit_source(dossier / f"{module}.py")
        noms = source.importes(analyse(textes[module]))
        return [nom for nom in noms if (dossier / f"{nom}.py").exists()]

    for tp in donnees["tp"]:
        for module in [tp["module"], *tp.get("donnes", [])]:
            source.fermeture(module, voisins)
    return dict(sorted(textes.items()))


# ----------------------------------------------------------------- transformer


def trouve(arbre, cible):
    """La définition de `cible` (« alpha », « Grille.reinit ») dans l'arbre, ou None."""
    return next(reversed(source.trouve(arbre, cible)), None)


def corps_de_depart(exercice):
    """Les lignes, sans décalage, qui remplacent le corps de l'exercice dans le squelette."""
    leve = f'raise NotImplementedError("{exercice["id"]}")'
    if "squelette" not in exercice:
        return [CORPS_VIDE, leve]
    return [CORPS_A_TROUS, leve, *exercice["squelette"].strip("\n").splitlines()]


def remplace_corps(texte, remplacements):
    """`texte` où le corps de chaque cible devient les lignes données ; la docstring reste.

    `remplacements` est un dictionnaire {cible: lignes sans décalage}.
    """
    arbre = analyse(texte)
    lignes = texte.splitlines()
    morceaux = []
    for cible, corps in remplacements.items():
        fonction = trouve(arbre, cible)
        debut = fonction.body[0].end_lineno
        decalage = " " * fonction.body[0].col_offset
        nouvelles = textwrap.indent("\n".join(corps), decalage).splitlines()
        morceaux.append((debut, fonction.end_lineno, nouvelles))
    for debut, fin, nouvelles in sorted(morceaux, reverse=True):
        lignes[debut:fin] = nouvelles
    return "\n".join(lignes) + "\n"


def avec_corps(textes, corps):
    """Les modules `textes` où chaque exercice de `corps` {exercice: texte du corps} le reçoit."""
    textes = dict(textes)
    for module in {exercice.module for exercice in corps}:
        cibles = {
            e.cible: code.strip("\n").split("\n") for e, code in corps.items() if e.module == module
        }
        textes[module] = remplace_corps(textes[module], cibles)
    return textes


def corps_de(texte, cible):
    """Les lignes, sans décalage, du corps de `cible` (docstring non comprise)."""
    fonction = trouve(analyse(texte), cible)
    lignes = texte.splitlines()[fonction.body[0].end_lineno : fonction.end_lineno]
    return textwrap.dedent("\n".join(lignes)).splitlines()


def avec_verifier(texte, commande):
    """F5 sur le fichier de l'élève lance cette commande du vérificateur, qui répond en français."""
    debut, bloc, _ = texte.rpartition(BLOC_PRINCIPAL)
    if not bloc:
        return texte
    return f'{debut}{bloc}    import verifier\n\n    verifier.main(["{commande}"])\n'


def squelettes(donnees, textes):
    """`{module: texte}` des squelettes."""
    resultat = {}
    numeros = {tp["module"]: tp["numero"] for tp in donnees["tp"]}
    for module, texte in textes.items():
        exercices = [e for e in donnees["exercice"] if e["module"] == module]
        texte = remplace_corps(texte, {e["cible"]: corps_de_depart(e) for e in exercices})
        if module in numeros:
            texte = avec_verifier(texte, f"tp{numeros[module]}")
        resultat[module] = texte
    return resultat


def essais(donnees):
    """`{« essais_tp1 »: texte}` des fichiers où l'élève écrit ses essais."""
    faits = {}
    for tp in donnees["tp"]:
        debut = f"tp{tp['numero']}."
        chasses = [c for c in donnees["chasse"] if c["exercice"].startswith(debut)]
        if not chasses:
            continue
        texte = TETE_ESSAIS.format(numero=tp["numero"])
        cibles = {e["cible"] for e in donnees["exercice"] if e["tp"] == tp["numero"]}
        for module, noms in noms_a_essayer(tp["module"], cibles).items():
            liste = textwrap.wrap(", ".join(sorted(noms)), 90)
            suite = liste[0] if len(liste) == 1 else "(\n    " + "\n    ".join(liste) + ",\n)"
            texte += f"from {module} import {suite}\n"
        for prevue in chasses:
            if "depart" in prevue:
                corps = textwrap.indent(prevue["depart"].strip("\n"), "    ")
                nom = prevue["exercice"][len(debut) :]
                texte += CORPS_ESSAIS.format(nom=nom, corps=corps)
        faits[f"essais_tp{tp['numero']}"] = texte + PORTE_ESSAIS.format(numero=tp["numero"])
    return faits


def libres(donnees):
    """`{module: texte}` des fichiers que l'élève écrit à sa façon, sans exercice."""
    return {
        module: avec_verifier(lit_source(SOLUTIONS / f"{module}.py"), commande)
        for tp in donnees["tp"]
        for module, commande in tp.get("libres", {}).items()
    }


def noms_a_essayer(module, cibles):
    """{module: noms} dont des essais ont besoin : les constantes, les exercices, les classes."""
    corps = analyse(lit_source(SOLUTIONS / f"{module}.py")).body
    imports = [n for n in corps if isinstance(n, ast.ImportFrom) and n.module == "bn_utiles"]
    constantes = {a.name for n in imports for a in n.names if a.name.isupper()} | ETATS
    classes = {n.name for n in corps if isinstance(n, ast.ClassDef)}
    return {"bn_utiles": constantes, module: classes | {c for c in cibles if "." not in c}}


def procedures(textes):
    """Les noms des fonctions de ces modules qui ne renvoient jamais rien.

    >>> procedures({"m": "def f():\\n    return 1\\ndef g():\\n    f()"})
    {'g'}
    """
    muettes, autres = set(), set()
    for texte in textes.values():
        for noeud in ast.walk(analyse(texte)):
            if isinstance(noeud, source.FONCTIONS):
                renvoie = any(isinstance(n, ast.Return) and n.value for n in ast.walk(noeud))
                (autres if renvoie else muettes).add(noeud.name)
    return muettes - autres


def appelle(code, noms):
    """True si ce code est un simple appel d'une fonction ou d'une méthode de ce nom.

    >>> appelle("g.reinit()", {"reinit"}), appelle("x = g.reinit()", {"reinit"})
    (True, False)
    """
    instruction = ast.parse(code).body[-1]
    if not isinstance(instruction, ast.Expr) or not isinstance(instruction.value, ast.Call):
        return False
    fonction = instruction.value.func
    return getattr(fonction, "attr", getattr(fonction, "id", None)) in noms


def registre_json(donnees, textes, textes_eleve):
    """Le texte de `registre.json`."""
    ecrits, sans_reponse = publics.lit_publics(), procedures(textes)
    exercices = []
    for exercice in donnees["exercice"]:
        copie = {champ: exercice[champ] for champ in CHAMPS}
        copie["trous"] = "squelette" in exercice
        copie["exemples"] = publics.docstring(textes[exercice["module"]], exercice["cible"])
        copie["essais"] = publics.essais(ecrits.get(exercice["id"], []), exercice["module"])
        for exemple in [*copie["exemples"], *(e for p in copie["essais"] for e in p["exemples"])]:
            if appelle(exemple["code"], sans_reponse):
                exemple["libre"] = True
        exercices.append(copie)
    contenu = {
        "tps": donnees["tp"],
        "exercices": exercices,
        "squelettes": {module: texte.splitlines() for module, texte in textes_eleve.items()},
        "chasses": [{c: v for c, v in d.items() if c != "depart"} for d in donnees["chasse"]],
        "essais": {module: texte.splitlines() for module, texte in essais(donnees).items()},
        "libres": {module: texte.splitlines() for module, texte in libres(donnees).items()},
    }
    return json.dumps(contenu, ensure_ascii=False, indent=1) + "\n"


# ----------------------------------------------------------------- contrôler


def problemes(donnees, textes):
    """Liste de phrases : ce qui ne va pas dans le registre (vide si tout va bien)."""
    liste = []
    exercices = donnees["exercice"]
    connus = [exercice["id"] for exercice in exercices]
    for exercice in exercices:
        manquent = ", ".join(champ for champ in CHAMPS if champ not in exercice)
        if manquent:
            liste.append(f"{exercice['id']} : il manque {manquent}.")
    if liste:
        return liste
    for identifiant in sorted({i for i in connus if connus.count(i) > 1}):
        liste.append(f"{identifiant} est deux fois dans le registre.")
    for tp in donnees["tp"]:
        du_tp = [e for e in exercices if e["tp"] == tp["numero"]]
        points = sum(e["points"] for e in du_tp if e["etoiles"] == 0)
        if points != (20 if any(e["etoiles"] == 0 for e in du_tp) else 0):
            liste.append(f"TP{tp['numero']} : {points} points de base au lieu de 20.")
    for exercice in exercices:
        liste += problemes_exercice(exercice, textes, connus)
    for prevue in donnees["chasse"]:
        if prevue["exercice"] not in connus:
            liste.append(f"Une chasse parle d'un exercice inconnu, {prevue['exercice']}.")
    return liste or cycles(exercices)


def problemes_exercice(exercice, textes, connus):
    """Les phrases qui concernent un seul exercice."""
    nom = exercice["id"]
    if exercice["module"] is None:
        return [f"{nom} : l'identifiant ne commence pas par le nom d'un TP du registre."]
    liste = [f"{nom} : prérequis inconnu, {p}." for p in exercice["prerequis"] if p not in connus]
    if not exercice["indices"]:
        liste.append(f"{nom} : il n'a aucun indice.")
    fonction = trouve(analyse(textes[exercice["module"]]), exercice["cible"])
    if not isinstance(fonction, ast.FunctionDef):
        return [*liste, f"{nom} : {exercice['cible']} n'est pas dans {exercice['module']}.py."]
    if not ast.get_docstring(fonction):
        return [*liste, f"{nom} : {exercice['cible']} n'a pas de docstring."]
    if not publics.docstring(textes[exercice["module"]], exercice["cible"]):
        liste.append(f"{nom} : la docstring ne donne aucun exemple.")
    if "squelette" in exercice:
        liste += problemes_trous(exercice)
    return liste


def problemes_trous(exercice):
    """Un corps à trous doit être du Python correct, et avoir au moins un trou."""
    corps = textwrap.indent(exercice["squelette"], "    ")
    try:
        arbre = ast.parse(f"def f():\n{corps}")
    except SyntaxError as erreur:
        return [f"{exercice['id']} : le corps à trous ne se compile pas ({erreur.msg})."]
    if not any(isinstance(n, ast.Constant) and n.value is ... for n in ast.walk(arbre)):
        return [f"{exercice['id']} : le corps à trous n'a aucun trou."]
    return []


def cycles(exercices):
    """Les exercices qui se supposent eux-mêmes, de proche en proche."""
    prerequis = {e["id"]: set(e["prerequis"]) for e in exercices}
    faits = set()
    while True:
        prets = {i for i, avant in prerequis.items() if i not in faits and avant <= faits}
        if not prets:
            break
        faits |= prets
    return [f"{i} : ses prérequis tournent en rond." for i in prerequis if i not in faits]


# ----------------------------------------------------------------- la commande


def produit():
    """`{chemin: texte}` de tout ce qui est fabriqué ; ValueError si le registre est fautif."""
    donnees = lit_registre()
    textes = sources(donnees)
    fautes = problemes(donnees, textes)
    if fautes:
        raise ValueError("\n".join(fautes))
    textes_eleve = squelettes(donnees, textes)
    fichiers = {LESSONS / f"{module}.py": texte for module, texte in textes_eleve.items()}
    faits = {**essais(donnees), **libres(donnees)}
    fichiers.update({LESSONS / f"{module}.py": texte for module, texte in faits.items()})
    paquet = LESSONS / "verificateur"
    fichiers[paquet / "registre.json"] = registre_json(donnees, textes, textes_eleve)
    fichiers[paquet / "pirates.json"] = chasses.en_json(chasses.fiches(donnees))
    return fichiers


def perimes(fichiers):
    """Ceux de ces fichiers {chemin: texte} qui ne sont pas ainsi sur le disque."""
    return [
        chemin
        for chemin, texte in fichiers.items()
        if not chemin.exists() or chemin.read_text(encoding="utf-8") != texte
    ]


def ajoute_commande(sous_commandes):
    """Déclare la commande `squelettes`."""
    analyseur = sous_commandes.add_parser(
        "squelettes", help="fabrique les squelettes des élèves, les essais publics, registre.json"
    )
    analyseur.add_argument(
        "--verifie",
        action="store_true",
        help="n'écrit rien ; échoue si un fichier n'est pas à jour",
    )
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Écrit les fichiers fabriqués, ou vérifie qu'ils sont à jour."""
    try:
        fichiers = produit()
    except ValueError as erreur:
        print(f"Le registre est à corriger :\n{erreur}", file=sys.stderr)
        return 1
    anciens = perimes(fichiers)
    noms = ", ".join(chemin.name for chemin in anciens)
    if not anciens:
        print(f"{len(fichiers)} fichiers de lessons/ à jour.")
        return 0
    if options.verifie:
        print(f"Pas à jour : {noms}.\nLance : python -m autograder squelettes", file=sys.stderr)
        return 1
    for chemin in anciens:
        chemin.write_text(fichiers[chemin], encoding="utf-8", newline="\n")
    print(f"Écrit dans lessons/ : {noms}.")
    return 0
