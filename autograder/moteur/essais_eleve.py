"""Les essais écrits par l'élève (`essais_tp1.py`) : coulent-ils les pirates ?

Ses essais sont joués sur des versions d'une même fonction, placées dans le corrigé : des justes
(le corrigé, ce qui y est libre fait autrement, d'autres façons) et des pirates (les erreurs du
catalogue). Chaque version a son processus, neuf ; toutes y ont le même nom et le même habit
(`lessons/verificateur/chasse.py`), et elles passent dans le désordre : rien ne dit laquelle est
laquelle. Le correcteur n'en retient que l'issue.

Refuser une version juste ne rapporte rien. Sinon, les points sont à proportion des pirates rusés
que les essais refusent, par un assert ou par une erreur.
"""

import ast
import random
import re
import textwrap
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

from autograder.bac_a_sable.copie import Arret, CopieIllisible, propre
from autograder.fabrique.chasses import code_de, pirates
from autograder.moteur.autrement import lit_autrement
from autograder.moteur.erreurs import lit_catalogue
from autograder.moteur.essai import JOURNAL, erreur_valable, hash_stable
from autograder.moteur.explication import explication_syntaxe
from autograder.moteur.greffe import HABIT, VERSION
from lessons.verificateur import chasse as versions
from lessons.verificateur import regles_essais
from lessons.verificateur.source import DEFINITIONS, corps_utile, trouve

BONUS_MAX = 3  # points de bonus qu'un TP peut devoir à ses chasses
BOUCLES_MAX = 2  # pirates devant lesquels les essais peuvent ne pas finir, avant qu'on arrête
AUTREMENT = "autrement"
ECRITE = re.compile(r"^def[ \t]+(essais_\w+)", re.M)
# Ce que veut dire une issue qui n'est ni « passe », ni « assert », ni une erreur ordinaire.
STATUT = {
    "boucle": "boucle", "attente": "attente", "mort": "arrêt", "illisible": "illisible",
    "récursion": "récursion", "mémoire": "mémoire", "arrêt": "arrêt",
}  # fmt: skip
# Une erreur qui vient des essais, et non de la version qu'ils essaient : elle ne coule personne.
DES_ESSAIS = {"RecursionError": "récursion", "MemoryError": "mémoire", "SystemExit": "arrêt",
              "KeyboardInterrupt": "arrêt", "GeneratorExit": "arrêt"}  # fmt: skip


@dataclass
class ResultatChasse:
    """Le verdict d'une chasse, en données simples.

    `pirates` : [{id, genre, ruse, coule}], dans l'ordre du catalogue ; vide si les essais ne sont
    pas valides. `phrase` est pour l'élève : elle ne nomme aucun pirate.
    """

    id: str  # « tp1.essais_adjacent »
    exercice: str  # « tp1.adjacent »
    tp: int
    nom: str  # « adjacent »
    bareme: float
    compte: bool = False  # parmi les points du TP, et non en bonus
    points: float = 0.0
    statut: str = "à faire"
    phrase: str = "À faire."
    ligne: int = 0  # celle du fichier d'essais dont parle la phrase, si on la connaît
    pirates: list = field(default_factory=list)

    @property
    def juste(self):
        return self.statut == "juste"

    @property
    def valide(self):
        """True si les essais acceptent toute version juste."""
        return bool(self.pirates)

    @property
    def commencee(self):
        return self.statut != "à faire"

    def flotte(self, ruses=True):
        """Les pirates rusés, ou les autres."""
        return [pirate for pirate in self.pirates if pirate["ruse"] == ruses]

    def coules(self, ruses=True):
        """Combien de pirates rusés, ou faciles, sont coulés."""
        return sum(pirate["coule"] for pirate in self.flotte(ruses))

    def a_flot(self):
        """Les pirates que les essais laissent passer, les rusés d'abord."""
        restants = [pirate for pirate in self.pirates if not pirate["coule"]]
        return sorted(restants, key=lambda pirate: not pirate["ruse"])

    def en_dictionnaire(self):
        return asdict(self)


@dataclass(frozen=True)
class Version:
    """Une version d'une fonction : `pirate` est son erreur du catalogue, None si elle est juste."""

    code: str
    variation: str = ""
    graine: int = versions.GRAINES[0]
    pirate: object = None

    @property
    def ordinaire(self):
        """True pour le corrigé tel quel, avec le premier hasard."""
        return not self.pirate and not self.variation and self.graine == versions.GRAINES[0]


@dataclass(frozen=True)
class Issue:
    """Ce que donnent les essais sur une version.

    `genre` : "passe", "assert", "exception", ou une clé de STATUT ; `erreur` : ce que le fils dit
    de l'exception ; `phrase` : celle d'un arrêt ; `appels` de la fonction essayée.
    """

    genre: str
    erreur: dict = field(default_factory=dict)
    phrase: str = ""
    appels: int = 0

    @property
    def coule(self):
        return self.genre in ("assert", "exception")

    @property
    def ligne(self):
        """La ligne des essais d'où vient l'erreur ; 0 si on ne la connaît pas."""
        lieu = self.erreur.get("lieu")
        return lieu[1] if lieu and lieu[0].startswith(regles_essais.PREFIXE) else 0


class Chasses:
    """Ce qui sert pour toutes les copies : les versions de chaque fonction. Lu à la demande."""

    def __init__(self, registre, corrige):
        self.registre, self.corrige = registre, corrige
        self._catalogue = self._autrement = None
        self._versions, self._essais, self._fixes = {}, {}, {}

    def ecrites(self, textes):
        """Les modules d'essais de cette copie qui ne sont pas ceux que le kit donne."""
        donnes = self.registre.essais
        return [m for m in donnes if m in textes and textes[m].strip() != donnes[m].strip()]

    def versions(self, exercice):
        """Toutes les versions de cet exercice : les justes d'abord, avec des hasards différents."""
        if exercice.id not in self._versions:
            if self._catalogue is None:
                self._catalogue, self._autrement = lit_catalogue(), lit_autrement()
            code = source_de(self.corrige.textes[exercice.module], exercice.cible)
            justes = [(code, variation) for variation in (*exercice.libre, versions.CONTRAT)]
            justes += [(_propre(c), AUTREMENT) for c in self._autrement.get(exercice.id, [])]
            manquent = len(versions.GRAINES) - 1 - len(justes)
            justes += [(code, "")] * manquent
            autres = versions.GRAINES[1:]
            toutes = [Version(code)]
            toutes += [Version(*j, autres[r % len(autres)]) for r, j in enumerate(justes)]
            toutes += [Version(code_de(e), pirate=e) for e in pirates(self._catalogue, exercice.id)]
            self._versions[exercice.id] = toutes
        return self._versions[exercice.id]

    def fixes(self, identifiant):
        """Ce que des essais de cet exercice ne remplacent pas."""
        if identifiant not in self._fixes:
            exercice, squelettes = self.registre[identifiant], self.registre.squelettes
            fixes = regles_essais.fixes_de(squelettes, exercice.module, exercice.cible)
            self._fixes[identifiant] = fixes
        return self._fixes[identifiant]

    def plan(self, exercice, essais, imports, version):
        """Ce qu'il faut au fils : le corrigé, où l'exercice est cette version, et les essais."""
        modules = {}
        for depart in (exercice.module, *imports):
            for nom in self.corrige.voisins(depart):
                cibles = frozenset(self.corrige.cibles[nom])
                modules[nom] = self.corrige.extrait(nom, cibles, True)
        variation = "" if version.variation == AUTREMENT else version.variation
        return {
            "genre": VERSION,
            "module": exercice.module,
            "modules": {**modules, HABIT: versions.HABIT},
            "essais": essais,
            "version": versions.pose(exercice.cible, version.code, variation),
        }

    @cached_property
    def noms(self):
        """Les noms de tout ce que définit le corrigé."""
        arbres = [self.corrige.arbre(nom) for nom in self.corrige.textes]
        return {n.name for arbre in arbres for n in ast.walk(arbre) if isinstance(n, DEFINITIONS)}

    def donnees(self, chasse):
        """Le texte normalisé de la fonction d'essais que le kit donne, ou None."""
        if chasse.module not in self._essais:
            self._essais[chasse.module] = ast.parse(self.registre.essais.get(chasse.module, ""))
        return _normal(self._essais[chasse.module], chasse.cible)


def _propre(code):
    return textwrap.dedent(code).strip("\n")


def source_de(texte, cible):
    """Le code de cette fonction, sans ses décalages ni sa docstring."""
    fonction = trouve(ast.parse(texte), cible)[-1]
    fonction.body = corps_utile(fonction) or [ast.Pass()]
    return ast.unparse(fonction)


def _normal(arbre, cible):
    """Ce que fait cette fonction, sans sa mise en page ; None si elle n'est pas là."""
    fonction = next(iter(trouve(arbre, cible)[-1:]), None)
    return None if fonction is None else ast.dump(fonction)


# ----------------------------------------------------------------- juger


class Chasseur:
    """Juge les essais d'une copie ouverte."""

    def __init__(self, chasses, copie, graine):
        self.chasses, self.copie, self.graine = chasses, copie, graine
        self.registre = chasses.registre
        self.ecrites = chasses.ecrites(copie.textes)

    def juge(self, chasse):
        """Le ResultatChasse d'une chasse du registre ; « à faire » si elle n'est pas commencée."""
        exercice = self.registre[chasse.exercice]
        resultat = ResultatChasse(
            chasse.id, exercice.id, chasse.tp, exercice.nom, chasse.points, chasse.compte
        )
        if chasse.module not in self.ecrites:
            return resultat
        try:
            if self._se_joue(chasse, resultat):
                self._joue(chasse, exercice, resultat)
        except CopieIllisible as raison:
            _conclut(resultat, "non corrigé", f"Non corrigé : {raison}.")
        except Exception as incident:  # jamais un zéro muet, ni une copie perdue pour une chasse
            JOURNAL.exception("incident sur %s", chasse.id)
            nature = type(incident).__name__
            _conclut(resultat, "non corrigé", f"Non corrigé : incident du correcteur ({nature}).")
        return resultat

    def _se_joue(self, chasse, resultat):
        """False si la lecture suffit : rien d'écrit, ou quelque chose qui n'est pas permis."""
        texte, lecture = self.copie.textes[chasse.module], self.copie.fiches[chasse.module]
        if "refuse" in lecture:
            if chasse.cible in ECRITE.findall(texte):
                phrase = propre(lecture["refuse"], 250)
                cause = explication_syntaxe(texte) if " ligne " in phrase else ""
                phrase = f"{phrase[:1].upper()}{phrase[1:]}. {cause}".strip()
                _conclut(resultat, "syntaxe", phrase)
            return False
        ecrit = _normal(ast.parse(texte), chasse.cible)
        if ecrit is None or ecrit == self.chasses.donnees(chasse):
            return False
        try:
            regles_essais.verifie(texte, chasse.cible, self.chasses.fixes(chasse.exercice))
        except regles_essais.Refusee as refusee:
            _conclut(resultat, "interdit", _a_la_ligne(refusee.ligne, refusee.phrase))
            resultat.ligne = refusee.ligne
            return False
        for ligne, phrase, ou in lecture["fiche"]["refus"]:
            if ou == chasse.cible or not ou.startswith(regles_essais.PREFIXE):
                _conclut(resultat, "interdit", _a_la_ligne(ligne, propre(phrase, 200)))
                resultat.ligne = ligne
                return False
        if self.copie.epuisee():
            _conclut(resultat, "non corrigé", "Non corrigé : temps épuisé.")
            return False
        return True

    def _joue(self, chasse, exercice, resultat):
        """Joue les essais sur toutes les versions, dans le désordre, et compte."""
        toutes = self.chasses.versions(exercice)
        rangs = list(range(len(toutes)))
        random.Random(hash_stable(f"{self.graine}/{chasse.id}")).shuffle(rangs)
        issues, boucles, refusee = {}, 0, None
        for rang in rangs:
            if self.copie.epuisee():
                _conclut(resultat, "non corrigé", "Non corrigé : temps épuisé.")
                return
            if toutes[rang].pirate and boucles >= BOUCLES_MAX:
                continue
            issues[rang] = self._issue(chasse, exercice, toutes[rang])
            boucles += issues[rang].genre in ("boucle", "attente")
            if not toutes[rang].pirate and issues[rang].genre != "passe":
                refusee = rang
                break
        if refusee is not None:
            self._refuse(chasse, exercice, resultat, *self._la_plus_simple(
                chasse, exercice, toutes[refusee], issues[refusee]
            ))  # fmt: skip
        elif not issues[0].appels:
            phrase = f"Tes assert n'appellent jamais {exercice.nom} : ils n'essaient rien."
            _conclut(resultat, "faux", phrase)
        else:
            resultat.pirates = [
                {"id": version.pirate.id, "genre": version.pirate.genre,
                 "ruse": version.pirate.ruse, "coule": rang in issues and issues[rang].coule}
                for rang, version in enumerate(toutes) if version.pirate
            ]  # fmt: skip
            self._compte(resultat, bool(boucles))

    def _la_plus_simple(self, chasse, exercice, version, issue):
        """La version juste la plus simple que les essais refusent, et son Issue.

        Le corrigé lui-même, s'il est toujours refusé ; sinon avec l'un des hasards ; sinon avec ce
        qui y est libre fait autrement ; sinon `version`.
        """
        if not issue.coule:
            return version, issue
        justes = [v for v in self.chasses.versions(exercice) if not v.pirate]
        au_hasard = [replace(justes[0], graine=graine) for graine in versions.GRAINES]
        refus = [(v, self._issue(chasse, exercice, v)) for v in au_hasard]
        refus = [(v, vue) for v, vue in refus if vue.genre != "passe"]
        if refus:
            return (
                refus[0]
                if len(refus) == len(au_hasard)
                else (replace(refus[0][0], variation="hasard"), refus[0][1])
            )
        for simple in justes if version.variation == AUTREMENT else ():
            if simple.variation in versions.VARIATIONS:
                vue = self._issue(chasse, exercice, simple)
                if vue.genre != "passe":
                    return simple, vue
        return version, issue

    def _issue(self, chasse, exercice, version):
        """L'Issue des essais sur cette version, dans un processus neuf."""
        imports = [n for n in self.copie.voisins(chasse.module) if n in self.chasses.corrige.textes]
        plan = self.chasses.plan(exercice, chasse.module, imports, version)
        try:
            ouvrier = self.copie.ouvrier(plan)
            try:
                reponse = ouvrier.charge(exercice.module, exercice.cible, version.graine)
                if reponse.get("definie") is not True:
                    raise ValueError(f"une version de {exercice.id} ne se charge pas : {reponse}")
                appel = ["k", 0, chasse.cible, [], {}]
                resultats, appels = ouvrier.lot([["m", chasse.module], appel], 0)
            finally:
                ouvrier.ferme()
        except Arret as arret:
            return Issue(arret.genre, phrase=arret.phrase)
        if not resultats:
            return Issue("passe", appels=appels)
        erreur = resultats[-1][2] if type(resultats[-1]) is list else None
        if not erreur_valable(erreur):
            return Issue("illisible", phrase="réponse illisible")
        for base, genre in DES_ESSAIS.items():
            if base in erreur["bases"]:
                return Issue(genre, erreur)
        return Issue("assert" if "AssertionError" in erreur["bases"] else "exception", erreur)

    # Le dire.

    def _refuse(self, chasse, exercice, resultat, version, issue):
        """Dit pourquoi les essais refusent une version juste."""
        resultat.ligne, statut = issue.ligne, STATUT.get(issue.genre, "faux")
        cite = propre(issue.erreur.get("ligne", ""), 100) if issue.ligne else ""
        if not version.ordinaire and issue.coule:
            phrase = versions.VARIATIONS.get(version.variation, versions.VARIATIONS["hasard"])
            if version.variation == AUTREMENT:
                phrase = (
                    f"cet essai refuse une autre fonction {exercice.nom}, juste elle aussi : il "
                    "demande plus que ce que promet la docstring."
                )
        elif issue.genre == "assert":
            phrase = f"cet assert refuse une fonction {exercice.nom} juste : relis-le."
        elif issue.genre == "exception":
            statut, phrase = "exception", self._phrase_exception(issue)
        elif issue.genre == "récursion":
            phrase = "tes essais s'appellent sans fin."
        elif issue.genre == "mémoire":
            phrase = "tes essais prennent trop de mémoire."
        elif issue.genre in ("boucle", "attente"):
            phrase = f"tes essais ne finissent pas : {issue.phrase}"
        else:
            phrase = "tes essais arrêtent tout le programme."
        _conclut(resultat, statut, _a_la_ligne(issue.ligne, phrase, cite))

    def _phrase_exception(self, issue):
        """Ce que l'on dit d'essais qui s'arrêtent sur une erreur de Python."""
        erreur = issue.erreur
        sienne = self._sa_fonction(erreur["message"])
        if sienne:
            return (
                f"{sienne} est de toi : dans tes essais, n'utilise que les fonctions de l'énoncé, "
                "car ils sont joués sur d'autres versions du TP."
            )
        phrase = f"tes essais s'arrêtent sur une erreur, {propre(erreur['type'], 40)}"
        if erreur["message"]:
            phrase += f" ({propre(erreur['message'], 120)})"
        return phrase + "."

    def _sa_fonction(self, message):
        """Le nom, cité par ce message d'erreur, que seuls définissent les fichiers de l'élève."""
        siens = set()
        for module in self.chasses.corrige.textes:
            lecture = self.copie.fiches.get(module, {})
            definis = lecture.get("fiche", {}).get("definitions", {})
            siens |= {qualifie.split(".")[-1] for qualifie in definis}
        siens -= self.chasses.noms
        return next((nom for nom in re.findall(r"'(\w+)'", message) if nom in siens), "")

    def _compte(self, resultat, boucle):
        """Points et phrase d'essais valides."""
        ruses, faciles = resultat.flotte(True), resultat.flotte(False)
        comptes = ruses or faciles
        coules = sum(pirate["coule"] for pirate in comptes)
        resultat.points = round(resultat.bareme * coules / len(comptes), 2)
        phrase = f"Tes essais coulent {coules} des {len(comptes)} pirates"
        if ruses:
            phrase += " rusés" + (f" et {resultat.coules(False)} des {len(faciles)} autres"
                                  if faciles else "")  # fmt: skip
        genres_a_flot = [pirate["genre"] for pirate in resultat.a_flot()]
        if genres_a_flot:
            phrase += f". Un pirate à flot : {versions.GENRES[genres_a_flot[0]]}"
        else:
            phrase += " : toute la flotte est au fond."
        if boucle:
            phrase += " Sur un pirate, tes essais ne finissent pas : il reste à flot."
        statut = "juste" if coules == len(comptes) else "partiel" if coules else "faux"
        _conclut(resultat, statut, phrase)


def _a_la_ligne(ligne, phrase, cite=""):
    """La phrase, avec la ligne si elle est connue, une majuscule et un point."""
    if ligne:
        phrase = phrase[:1].lower() + phrase[1:]
        phrase = f"ligne {ligne}{f', « {cite} »' if cite else ''} : {phrase}"
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith((".", "…")) else ".")


def _conclut(resultat, statut, phrase):
    resultat.statut, resultat.phrase = statut, phrase
