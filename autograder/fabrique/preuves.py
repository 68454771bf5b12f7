"""Les preuves des chasses : `python -m autograder pirates --verifie`.

Sans option, la liste des chasses. Avec `--verifie`, on prouve de chacune ce qui en est promis :
assez de pirates, dont des rusés ; chacun se trompe vraiment, quel que soit le hasard, et pas comme
un autre ; nos essais modèles les coulent tous, sans refuser aucune version juste ; la clé n'ouvre
qu'à une fonction juste. `--marque` écrit dans le catalogue lesquels sont rusés.

Tout est joué ici même, ces programmes étant les nôtres.
"""

import ast
import builtins
import re
import symtable
import sys
import textwrap
from functools import cached_property

from autograder.fabrique.chasses import PIRATES_MAX, PIRATES_MIN, RUSES_MIN, code_de, lit_chasses
from autograder.fabrique.chasses import pirates as pirates_de
from autograder.fabrique.publics import instructions
from autograder.moteur.autrement import lit_autrement
from autograder.moteur.erreurs import CATALOGUE, lit_catalogue
from autograder.moteur.essai import empreintes
from autograder.moteur.essais_eleve import AUTREMENT
from autograder.moteur.juge import Juge
from lessons.verificateur import chasse, exemples, regles_essais
from lessons.verificateur.commandes import ecrit
from lessons.verificateur.source import noms_definis, trouve

GRAINES = (11, 12, 13)
TETE = "import random\n\nfrom bn_utiles import *\nfrom {module} import *\n\n\ndef {cible}():\n"
SANS_CLE = "sans clé"


def fichier_d_essais(exercice, prevue, corps):
    """Le texte d'un fichier d'essais dont voici le corps de la fonction."""
    tete = TETE.format(module=exercice.module, cible=prevue.cible)
    return tete + textwrap.indent(corps.strip("\n"), "    ") + "\n"


class Kit:
    """Ce que lisent les preuves, lu une seule fois."""

    def __init__(self):
        self.juge = Juge()
        self.registre = self.juge.registre
        self.catalogue, self.autrement = lit_catalogue(), lit_autrement()
        self.cachees = lit_chasses()
        self.codes = {}  # ceux des modules déjà compilés

    @cached_property
    def prevues(self):
        """{id d'exercice: Chasse du registre}."""
        return self.registre.chasses

    def pirates(self, exercice):
        return pirates_de(self.catalogue, exercice.id)

    def justes(self, exercice):
        """{nom: (code ou None, variation)} des versions justes."""
        justes = {"le corrigé": (None, "")}
        variations = (*exercice.libre, chasse.CONTRAT)
        justes.update({f"la variation {v}": (None, v) for v in variations})
        for rang, code in enumerate(self.autrement.get(exercice.id, []), 1):
            justes[f"{AUTREMENT} n° {rang}"] = (textwrap.dedent(code).strip("\n"), "")
        return justes

    def chaine(self, exercice, code=None, variation="", essais=None):
        """Le corrigé, où l'exercice est cette version ; `essais` : {module: texte} en plus."""
        textes = {**self.juge.corrige.textes, **(essais or {})}
        requete = {"dossier": "", "textes": textes, "module": exercice.module}
        texte = chasse.version(textes[exercice.module], exercice.cible, code, variation)
        return chasse.ChaineVersion(requete, texte, self.codes)

    def noms(self, exercice, code=None, variation=""):
        """Les noms que voient un exemple, une clé, nos essais."""
        chaine = self.chaine(exercice, code, variation)
        return {**vars(chaine.module("bn_utiles")), **vars(chaine.module(exercice.module))}

    def survit(self, exercice, code, variation=""):
        """True si cette version passe les exemples de la docstring."""
        with exemples.decor(self.noms(exercice, code, variation)) as espace:
            return exemples.joue_exemples(exercice.exemples, espace, {}) is None

    def trace(self, exercice, code, variation, graine):
        """La trace de cette version sur la suite cachée."""
        textes = dict(self.juge.corrige.textes)
        texte = chasse.version(textes[exercice.module], exercice.cible, code, variation)
        codes = {nom: self._compile(nom, t) for nom, t in textes.items() if nom != exercice.module}
        codes[exercice.module] = compile(texte, f"<{exercice.module}.py>", "exec")
        return empreintes(self.juge.reconnait.joue(exercice, codes, graine).trace)

    def _compile(self, nom, texte):
        if ("suite", nom) not in self.codes:
            self.codes["suite", nom] = compile(texte, f"<{nom}.py>", "exec", dont_inherit=True)
        return self.codes["suite", nom]

    def issue(self, exercice, modele, code, variation="", graine=chasse.GRAINES[0]):
        """« passe », « assert » ou « erreur » : ce que donnent ces essais sur cette version."""
        prevue = self.prevues[exercice.id]
        requete = {"module": exercice.module, "essais": prevue.module, "fonction": prevue.cible}
        essais = {prevue.module: fichier_d_essais(exercice, prevue, modele)}
        chaine = self.chaine(exercice, code, variation, essais)
        return chasse.joue(requete, chaine, graine, {})["issue"]

    def cle(self, exercice, code=None, variation="", graine=exemples.GRAINE):
        """Ce que répond cette version aux instructions de la clé."""
        suite = instructions(self.cachees[exercice.id]["cle"].strip("\n"))
        return chasse.reponses(suite, self.noms(exercice, code, variation), graine)


def est_ratee(trace):
    """True si la suite cachée refuse le programme qui a cette trace."""
    return any(texte.startswith("raté : ") for texte in trace)


# ----------------------------------------------------------------- les preuves


def effectif(kit, exercice):
    """De 4 à 8 pirates, dont deux rusés, chacun avec son genre et ses indices."""
    pirates = kit.pirates(exercice)
    ruses = [erreur for erreur in pirates if erreur.ruse]
    if not PIRATES_MIN <= len(pirates) <= PIRATES_MAX:
        yield f"{len(pirates)} pirates : il en faut de {PIRATES_MIN} à {PIRATES_MAX}"
    if len(ruses) < RUSES_MIN:
        yield f"{len(ruses)} pirates rusés : il en faut au moins {RUSES_MIN}"
    for erreur in pirates:
        if erreur.genre not in chasse.GENRES:
            yield f"{erreur.id} : le genre « {erreur.genre} » n'existe pas"
        if erreur.ruse and not erreur.indices_pirate:
            yield f"{erreur.id} : un pirate rusé a au moins un indice (indices_pirate)"
        if erreur.phrase in erreur.indices_pirate:
            yield f"{erreur.id} : sa phrase dit comment corriger, ce n'est pas un indice"


def ruse(kit, exercice):
    """La marque `ruse` dit vrai."""
    for erreur in kit.pirates(exercice):
        survit = kit.survit(exercice, code_de(erreur))
        if survit != erreur.ruse:
            suite = "survit aux exemples" if survit else "est coulé par les exemples"
            yield f"{erreur.id} {suite} : lancez python -m autograder pirates --marque"


def ecriture(kit, exercice):
    """Un pirate a la même signature, n'appelle pas super, et ne cite que ce qu'a l'élève."""
    modele = trouve(kit.juge.corrige.arbre(exercice.module), exercice.cible)[-1]
    squelette = ast.parse(kit.registre.squelettes[exercice.module])
    connus = {nom for noeud in squelette.body for nom in noms_definis(noeud)} | set(dir(builtins))
    for noeud in squelette.body:
        if isinstance(noeud, (ast.Import, ast.ImportFrom)):
            connus |= {alias.asname or alias.name for alias in noeud.names}
    for erreur in kit.pirates(exercice):
        code = code_de(erreur)
        fonction = ast.parse(code).body[-1]
        if not memes_parametres(fonction.args, modele.args):
            yield f"{erreur.id} : ses paramètres ne sont pas ceux du corrigé"
        libres = noms_libres(code)
        if "super" in libres:
            yield f"{erreur.id} : pas de super() dans un pirate"
        for nom in sorted(libres - connus):
            yield f"{erreur.id} : {nom} n'existe pas dans le fichier de l'élève"


def memes_parametres(du_pirate, du_corrige):
    """True si le pirate s'appelle de la même façon ; il peut avoir des paramètres facultatifs."""
    noms, prevus = [a.arg for a in du_pirate.args], [a.arg for a in du_corrige.args]
    en_plus = len(noms) - len(prevus)
    defauts = len(du_pirate.defaults), len(du_corrige.defaults) + en_plus
    return noms[: len(prevus)] == prevus and defauts[0] == defauts[1]


def noms_libres(code):
    """Les noms que ce code prend ailleurs.

    >>> sorted(noms_libres("from math import pi\\ndef f(x):\\n    return g(x) + pi"))
    ['g']
    """
    table = symtable.symtable(code, "pirate", "exec")
    definis = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    libres, tables = set(), [table]
    while tables:
        ici = tables.pop()
        tables += ici.get_children()
        libres |= {s.get_name() for s in ici.get_symbols() if s.is_global() and s.is_referenced()}
    return libres - definis


def comportement(kit, exercice):
    """La suite refuse chaque pirate sous chaque graine ; aucun n'est le double d'un autre."""
    pirates = kit.pirates(exercice)
    for graine in GRAINES:
        traces = {}
        for erreur in pirates:
            trace = kit.juge.reconnait.trace(erreur, graine)
            jumelle = traces.setdefault(tuple(trace), erreur.id)
            if not est_ratee(trace):
                yield f"{erreur.id} : la suite cachée le laisse passer (graine {graine})"
            elif jumelle != erreur.id:
                yield f"{erreur.id} : il se comporte comme {jumelle} (graine {graine})"
    for erreur in pirates:
        attendue = kit.juge.reconnait.trace(erreur, GRAINES[0])
        if kit.trace(exercice, code_de(erreur), "", GRAINES[0]) != attendue:
            yield f"{erreur.id} : posé à la fin du module, il ne se comporte plus de la même façon"


def variations(kit, exercice):
    """Ce que le registre dit libre l'est : la suite et les exemples l'acceptent."""
    for variation in exercice.libre:
        if variation not in chasse.VARIATIONS:
            yield f"libre = « {variation} » n'existe pas"
            continue
        if not kit.survit(exercice, None, variation):
            yield f"libre = « {variation} » : un exemple de la docstring la refuse"
        for graine in GRAINES:
            if est_ratee(kit.trace(exercice, None, variation, graine)):
                yield f"libre = « {variation} » : la suite cachée la refuse (graine {graine})"


def modele(kit, exercice):
    """Nos essais acceptent toute version juste, et coulent tous les pirates."""
    corps = kit.cachees.get(exercice.id, {}).get("modele", "")
    prevue = kit.prevues[exercice.id]
    texte = fichier_d_essais(exercice, prevue, corps)
    try:
        fixes = regles_essais.fixes_de(kit.registre.squelettes, exercice.module, exercice.cible)
        regles_essais.verifie(texte, prevue.cible, fixes)
    except regles_essais.Refusee as refusee:
        yield f"nos essais ne suivent pas les règles, ligne {refusee.ligne} : {refusee.phrase}"
        return
    for nom, (code, variation) in kit.justes(exercice).items():
        issues = {g: kit.issue(exercice, corps, code, variation, g) for g in chasse.GRAINES}
        refus = {graine: issue for graine, issue in issues.items() if issue != "passe"}
        for graine, issue in list(refus.items())[:1]:
            yield f"nos essais refusent {nom} (graine {graine} : {issue})"
    for erreur in kit.pirates(exercice):
        if kit.issue(exercice, corps, code_de(erreur)) == "passe":
            yield f"{erreur.id} : nos essais ne le coulent pas"


def cle(kit, exercice):
    """Toute fonction juste donne la même clé ; aucun pirate ne la donne."""
    if not kit.cachees.get(exercice.id, {}).get("cle", "").strip():
        return
    attendue = kit.cle(exercice)
    for nom, (code, variation) in kit.justes(exercice).items():
        for graine in chasse.GRAINES:
            if kit.cle(exercice, code, variation, graine) != attendue:
                yield f"avec {nom}, la clé est une autre (graine {graine})"
    for erreur in kit.pirates(exercice):
        if kit.cle(exercice, code_de(erreur)) == attendue:
            yield f"{erreur.id} : il donne la clé, comme une fonction juste"


PREUVES = (effectif, ruse, ecriture, comportement, variations, modele, cle)


def fautes(kit, identifiant):
    """Tout ce qui ne va pas dans cette chasse."""
    if identifiant not in kit.prevues:
        return [f"il n'y a pas de [[chasse]] pour {identifiant} dans lessons/registre.toml"]
    exercice = kit.registre[identifiant]
    return [faute for preuve in PREUVES for faute in preuve(kit, exercice)]


# ----------------------------------------------------------------- marquer


def marque(texte, ruses):
    """Le texte d'un catalogue, où `ruse = true` est dans les entrées `ruses` et elles seules.

    >>> texte = '[[erreur]]\\nid = "a"\\ngenre = "bord"\\n[[erreur]]\\nid = "b"\\nruse = true\\n'
    >>> print(marque(texte, {"a"}), end="")
    [[erreur]]
    id = "a"
    genre = "bord"
    ruse = true
    [[erreur]]
    id = "b"
    """
    morceaux = re.split(r"(?m)^(?=\[\[erreur\]\]$)", texte)
    return "".join(_marque_une(morceau, ruses) for morceau in morceaux)


def _marque_une(entree, ruses):
    """Une entrée du catalogue, marquée ou non ; la marque suit le genre."""
    ident = re.search(r'(?m)^id = "([^"]*)"$', entree)
    entree = re.sub(r"(?m)^ruse = (true|false)\n", "", entree)
    if ident is None or ident[1] not in ruses:
        return entree
    return re.sub(r'(?m)^(genre = "[^"]*"\n)', r"\1ruse = true\n", entree, count=1)


def marque_tout(kit):
    """Écrit les marques dans les fichiers du catalogue ; les noms de ceux qui ont changé."""
    ruses = {
        erreur.id
        for identifiant in kit.prevues
        for erreur in kit.pirates(kit.registre[identifiant])
        if kit.survit(kit.registre[identifiant], code_de(erreur))
    }
    changes = []
    for chemin in sorted(CATALOGUE.glob("tp*.toml")):
        avant = chemin.read_text(encoding="utf-8")
        apres = marque(avant, ruses)
        if apres != avant:
            chemin.write_text(apres, encoding="utf-8", newline="\n")
            changes.append(chemin.name)
    return changes


# ----------------------------------------------------------------- la commande


def ligne(kit, identifiant):
    """Une chasse en une ligne : ses pirates, ses versions justes, sa clé."""
    exercice, prevue = kit.registre[identifiant], kit.prevues[identifiant]
    pirates = kit.pirates(exercice)
    ruses = sum(erreur.ruse for erreur in pirates)
    ouverte = bool(kit.cachees.get(identifiant, {}).get("cle", "").strip())
    details = ["" if ouverte else SANS_CLE, "proposée" if prevue.proposee else ""]
    details += [f"compte pour {prevue.points}" if prevue.compte else ""]
    details = ", ".join(detail for detail in details if detail)
    libre = ", ".join(exercice.libre) or "–"
    return f"{identifiant:<30} {len(pirates):>7} {ruses:>6}  {libre:<18} {details}"


def affiche_liste(kit, identifiants):
    ecrit(f"{'chasse':<30} {'pirates':>7} {'rusés':>6}  libre")
    for identifiant in identifiants:
        ecrit(ligne(kit, identifiant).rstrip())
    ecrit(f"{len(identifiants)} chasse{'s' if len(identifiants) > 1 else ''}.")


def commande(options):
    """Liste, marque ou vérifie ; 1 s'il manque quelque chose à une chasse."""
    kit = Kit()
    inconnus = [ident for ident in options.exercices if ident not in kit.prevues]
    if inconnus:
        ecrit(f"Il n'y a pas de chasse {inconnus[0]}.")
        return 2
    demandees = options.exercices or list(kit.prevues)
    if options.marque:
        changes = marque_tout(kit)
        ecrit(f"Écrit : {', '.join(changes)}." if changes else "Les marques étaient déjà justes.")
        return 0
    if not options.verifie:
        affiche_liste(kit, demandees)
        return 0
    ratees = 0
    for identifiant in demandees:
        trouvees = fautes(kit, identifiant)
        ratees += bool(trouvees)
        ecrit(f"{'✗' if trouvees else '✓'} {identifiant}")
        for faute in trouvees:
            ecrit(f"    {faute}.")
        sys.stdout.flush()
    ecrit(f"{len(demandees) - ratees} sur {len(demandees)} : rien ne manque.")
    return 1 if ratees else 0


def ajoute_commande(sous_commandes):
    """Déclare la commande `pirates`."""
    aide = "montre les chasses aux pirates, ou prouve qu'elles sont justes"
    analyseur = sous_commandes.add_parser("pirates", help=aide, description=aide)
    analyseur.add_argument("exercices", nargs="*", metavar="exercice", help="tp1.adjacent, …")
    analyseur.add_argument("--verifie", action="store_true", help="prouver ce qui est promis")
    analyseur.add_argument(
        "--marque", action="store_true", help="écrire dans le catalogue quels pirates sont rusés"
    )
    analyseur.set_defaults(fonction=commande)
