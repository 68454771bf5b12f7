"""Vérifie un exercice en entier : `python -m autograder exercice tp1.alpha`.

Du corrigé au guide, une ligne par vérification : ✓ tout va bien, ✗ il manque quelque chose (et la
phrase dit quoi, dans quel fichier), ! un conseil, · pas vérifié. Rien n'est écrit. Sans
identifiant, ou avec `--tous`, tous les exercices. Le code de sortie est 1 s'il y a un ✗.

Les contrôles eux-mêmes sont là où est leur sujet (`squelettes`, `enonces`, `forme`, `erreurs`,
le juge) : les essais du kit s'en servent aussi.
"""

import json
import sys
from dataclasses import dataclass
from functools import cached_property

from autograder import RACINE
from autograder.fabrique import enonces, forme, squelettes
from autograder.moteur import autrement, erreurs
from autograder.moteur.essai import SuiteFautive
from autograder.moteur.juge import Juge
from lessons.verificateur import exemples
from lessons.verificateur.commandes import ecrit
from lessons.verificateur.registre import lit
from notebooks import construire

GRAINE = 11
ERREURS_CONSEILLEES = 5
REPONSES_FIXES = ("None", "True", "[]")
LIMITE_PAS = 1_000_000
REGISTRE_TOML = "lessons/registre.toml"
SANS_SUITE = "quand il aura sa suite"


@dataclass(frozen=True)
class Constat:
    """Ce qu'une vérification a trouvé : `detail` si tout va bien, sinon `fautes` ou `conseils`."""

    detail: str = ""
    fautes: tuple = ()
    conseils: tuple = ()
    verifie: bool = True

    @property
    def signe(self):
        if self.fautes:
            return "✗"
        if self.conseils:
            return "!"
        return "✓" if self.verifie else "·"


def plus_tard(quand):
    """Le constat de ce qui ne peut pas encore être vérifié."""
    return Constat(quand, verifie=False)


class Kit:
    """Ce que lisent les vérifications, lu une seule fois."""

    def __init__(self):
        self.donnees = squelettes.lit_registre()
        self.ids = [exercice["id"] for exercice in self.donnees["exercice"]]
        self.corriges = squelettes.sources(self.donnees)
        self.fautes = squelettes.problemes(self.donnees, self.corriges)

    @cached_property
    def fabriques(self):
        """{chemin: texte} des fichiers que fabrique `squelettes`."""
        return squelettes.produit()

    @cached_property
    def registre(self):
        """Le registre tel qu'il devrait être dans `registre.json`."""
        chemin = squelettes.LESSONS / "verificateur" / "registre.json"
        return lit(json.loads(self.fabriques[chemin]))

    @cached_property
    def squelettes_perimes(self):
        return squelettes.perimes(self.fabriques)

    @cached_property
    def enonces_perimes(self):
        return list(enonces.perimes(enonces.documents()))

    @cached_property
    def carnets_perimes(self):
        return construire.perimes()

    @cached_property
    def juge(self):
        """Le juge, avec ce registre et le catalogue du kit."""
        juge = Juge(registre=self.registre)
        juge.reconnait = erreurs.Reconnaisseur(juge)
        return juge

    @cached_property
    def catalogue(self):
        return erreurs.lit_catalogue()

    @cached_property
    def autrement(self):
        return autrement.lit_autrement()

    def solution(self, exercice):
        """Le corps de l'exercice dans le corrigé."""
        return "\n".join(squelettes.corps_de(self.corriges[exercice.module], exercice.cible))

    def copie(self, exercices):
        """Les squelettes, où ces exercices seuls sont résolus."""
        corps = {exercice: self.solution(exercice) for exercice in exercices}
        return squelettes.avec_corps(self.registre.squelettes, corps)

    def avec(self, exercice, code):
        """Le corrigé, où cet exercice est écrit ainsi."""
        return autrement.avec_codes(self.corriges, self.registre, {exercice.id: code})

    def note(self, exercice, textes):
        """Le résultat de l'exercice dans cette copie."""
        (resultat,) = self.juge.corrige_textes(textes, ids={exercice.id}, graine=GRAINE).exercices
        return resultat


# ----------------------------------------------------------------- le registre et le corrigé


def registre(kit, exercice):
    """Points, prérequis et indices : `squelettes.problemes` n'y a rien trouvé."""
    avant = ", ".join(exercice.prerequis) or "aucun"
    indices = f"{len(exercice.indices)} indice{'s' if len(exercice.indices) > 1 else ''}"
    return Constat(f"{enonces.points(exercice)}, {indices}, prérequis : {avant}")


def joue(exercice, textes):
    """Ce que le vérificateur dit de l'exercice quand il en joue les exemples sur cette copie."""
    travail = {"id": exercice.id, "module": exercice.module, "essais": exercice.essais}
    requete = {"dossier": "", "textes": textes, "limite_pas": LIMITE_PAS, "travaux": [travail]}
    return exemples.sur_place(requete)[-1]


def docstring(kit, exercice):
    """À faire tant qu'il est vide, réussi dès qu'il est résolu, seul avec ses prérequis."""
    avant = [kit.registre[ident] for ident in kit.registre.tous_les_prerequis(exercice.id)]
    vide = joue(exercice, kit.copie(avant))["echec"]
    resolu = joue(exercice, kit.copie([*avant, exercice]))["echec"]
    fichier, fautes = f"solutions/{exercice.module}.py", []
    if resolu is not None:
        manque = (resolu.get("exception") or {}).get("manque")
        faux = f"« {resolu['code']} » donne {resolu.get('obtenu') or 'une erreur'}"
        fautes.append(
            f"Ajoute {manque} à ses prérequis ({REGISTRE_TOML}) ou change l'exemple ({fichier})."
            if manque
            else f"Un de ses exemples est faux dans {fichier} : {faux}."
        )
    if ((vide or {}).get("exception") or {}).get("manque") != exercice.id:
        fautes.append(f"Dans {fichier}, un exemple au moins doit appeler {exercice.nom}.")
    return Constat(f"{len(exercice.exemples)}, justes", fautes)


def essais_publics(kit, exercice):
    """Il y en a, et ils refusent les erreurs du catalogue."""
    fichier = f"autograder/suites/publics/tp{exercice.tp}.toml"
    nombre = len(exercice.essais) - bool(exercice.exemples)
    if not nombre:
        return Constat("", [f"Écris-en dans {fichier} ([[essai]] exercice, titre, code)."])
    conseils = [
        f"Ils laissent passer {erreur.id} : ajoute un essai dans {fichier}."
        for erreur in kit.catalogue.get(exercice.id, [])
        if joue(exercice, kit.avec(exercice, erreur.code)).get("echec", ...) is None
    ]
    return Constat(f"{nombre}, qui refusent les erreurs connues", (), conseils)


# ----------------------------------------------------------------- ce qui est fabriqué


def a_jour(perimes, commande):
    """Le constat d'une fabrication : rien de périmé, ou la commande à lancer."""
    noms = ", ".join(chemin.relative_to(RACINE).as_posix() for chemin in perimes)
    faute = f"Lance python -m autograder {commande} ({noms})."
    return Constat("à jour", [faute] if perimes else ())


def les_squelettes(kit, exercice):
    return a_jour(kit.squelettes_perimes, "squelettes")


def les_enonces(kit, exercice):
    if kit.squelettes_perimes:
        return plus_tard("quand les squelettes seront à jour")
    return a_jour(kit.enonces_perimes, "enonces")


def les_carnets(kit, exercice):
    try:
        return a_jour(kit.carnets_perimes, "carnets")
    except ModuleNotFoundError as absent:
        return plus_tard(f"quand {absent.name} sera installé")


# ----------------------------------------------------------------- la suite et ses épreuves


def suite(kit, exercice):
    """La suite existe, donne tout au corrigé, et rien au squelette ni à une réponse fixe."""
    fichier = fichier_de_suite(exercice)
    if exercice.id not in kit.juge.suites:
        return Constat("", [f'Écris dans {fichier} une suite @exercice("{exercice.id}").'])
    juste = kit.note(exercice, kit.corriges)
    vide = kit.note(exercice, kit.registre.squelettes)
    fautes = []
    if not juste.juste:
        fautes.append(f"Dans {fichier}, la suite refuse le corrigé : {juste.phrase}")
    if vide.statut != "à faire":
        fautes.append(f"Le squelette est « {vide.statut} » au lieu de « à faire » ({fichier}).")
    for valeur in REPONSES_FIXES:
        code = f"def {exercice.nom}(*args, **options):\n    return {valeur}\n"
        if kit.note(exercice, kit.avec(exercice, code)).points:
            fautes.append(f"Dans {fichier}, le premier aspect laisse passer « return {valeur} ».")
    nombre = len(juste.aspects)
    detail = f"{nombre} aspect{'s' if nombre > 1 else ''} ; tout au corrigé, rien au squelette"
    return Constat(detail, fautes)


def fichier_de_suite(exercice):
    return f"autograder/suites/test_tp{exercice.tp}.py"


def prerequis(kit, exercice):
    """Résolu seul, tout le reste à faire : la greffe lui donne tous ses points."""
    if exercice.id not in kit.juge.suites:
        return plus_tard(SANS_SUITE)
    resultat = kit.note(exercice, kit.copie([exercice]))
    faute = f"Complète ses prérequis dans {REGISTRE_TOML} : {resultat.phrase}"
    return Constat("résolu seul, il a tous ses points", () if resultat.juste else [faute])


def autres_solutions(kit, exercice):
    """Une autre façon juste, au moins, et toutes ont tous les points."""
    fichier = f"autograder/suites/autrement/tp{exercice.tp}.toml"
    codes = kit.autrement.get(exercice.id, [])
    if not codes:
        return Constat("", [f"Écris-en une dans {fichier} ([[solution]] exercice, code)."])
    if exercice.id not in kit.juge.suites:
        return plus_tard(SANS_SUITE)
    resultats = [kit.note(exercice, kit.avec(exercice, code)) for code in codes]
    fautes = [
        f"Dans {fichier}, une autre façon n'a pas tout : {resultat.phrase}"
        for resultat in resultats
        if not resultat.juste
    ]
    return Constat(f"{len(codes)}, tous les points", fautes)


def catalogue(kit, exercice):
    """Les erreurs classiques : bien écrites, attrapées, reconnues ; cinq ou plus, c'est mieux."""
    fichier = f"autograder/suites/catalogue/tp{exercice.tp}.toml"
    connues = kit.catalogue.get(exercice.id, [])
    fautes = [
        f"Dans {fichier}, {erreur.id} : {defaut}."
        for erreur in connues
        for defaut in erreurs.malfacons(erreur, kit.registre)
    ]
    if not fautes and exercice.id not in kit.juge.suites:
        return plus_tard(SANS_SUITE)
    if not fautes:
        mauvaises = erreurs.mal_reconnues(kit.juge, connues, GRAINE)
        fautes = [f"Dans {fichier}, {ident} : {defaut}." for ident, defaut in mauvaises.items()]
    conseil = f"Il y en a {len(connues)} dans {fichier} : vise {ERREURS_CONSEILLEES}."
    conseils = [conseil] if len(connues) < ERREURS_CONSEILLEES else ()
    return Constat(f"{len(connues)}, attrapées et reconnues", fautes, conseils)


# ----------------------------------------------------------------- l'énoncé et le guide


def section(kit, exercice):
    tp = kit.registre.tp(exercice.tp)
    fautes = [*forme.problemes_section(exercice, tp), *forme.problemes_ordre(tp)]
    fautes += forme.problemes_citations(forme.enonce(tp), kit.registre)
    return Constat(forme.nom(forme.enonce(tp)), fautes)


def exemples_de_l_enonce(kit, exercice):
    tp = kit.registre.tp(exercice.tp)
    if not forme.partie(exercice, tp):
        return plus_tard("quand l'énoncé en parlera")
    return Constat("justes", forme.problemes_exemples(tp, exercice))


def duree(kit, exercice):
    tp = kit.registre.tp(exercice.tp)
    fautes = [*forme.problemes_duree(tp), *forme.problemes_court(tp, kit.registre)]
    return Constat("celle du registre", fautes)


def questions(kit, exercice):
    tp = kit.registre.tp(exercice.tp)
    detail = f"{len(forme.questions(tp))} questions, une réponse pour chacune dans le guide"
    return Constat(detail, forme.problemes_questions(tp))


def guide(kit, exercice):
    tp = kit.registre.tp(exercice.tp)
    fautes = [*forme.problemes_exemples_du_guide(tp)]
    fautes += forme.problemes_citations(forme.GUIDE, kit.registre)
    conseil = f"{forme.nom(forme.GUIDE)} ne parle pas de {exercice.nom} : que rate-t-on, pourquoi ?"
    ecrit_a_la_main = enonces.SUR_PLACE.sub("", forme.section_du_guide(tp))
    conseils = () if f"`{exercice.nom}" in ecrit_a_la_main else [conseil]
    return Constat("en parle, ses exemples sont justes", fautes, conseils)


ENTREE = "l'entrée du registre"
VERIFICATIONS = {
    ENTREE: registre,
    "les exemples de la docstring": docstring,
    "les essais publics": essais_publics,
    "les squelettes et registre.json": les_squelettes,
    "la suite cachée": suite,
    "les prérequis suffisent": prerequis,
    "une autre façon juste": autres_solutions,
    "les erreurs classiques": catalogue,
    "sa partie de l'énoncé": section,
    "les exemples de l'énoncé": exemples_de_l_enonce,
    "la durée annoncée": duree,
    "les « Prévois »": questions,
    "les parties fabriquées des énoncés": les_enonces,
    "le guide": guide,
    "les carnets": les_carnets,
}


# ----------------------------------------------------------------- la commande


def constats(kit, identifiant):
    """Couples (ce qui est vérifié, constat) d'un exercice, l'un après l'autre."""
    if identifiant not in kit.ids:
        yield ENTREE, Constat("", [f"Ajoute {identifiant} à {REGISTRE_TOML}."])
    elif kit.fautes:
        fautes = [f"{faute} ({REGISTRE_TOML}, solutions/)" for faute in kit.fautes]
        yield ENTREE, Constat("", fautes)
        yield "tout le reste", plus_tard("quand le registre sera juste")
    else:
        exercice = kit.registre[identifiant]
        for quoi, verification in VERIFICATIONS.items():
            try:
                yield quoi, verification(kit, exercice)
            except SuiteFautive as defaut:
                yield quoi, Constat("", [f"Dans {fichier_de_suite(exercice)}, {defaut}."])


def affiche(quoi, constat):
    """Une ligne, et une de plus par chose à faire."""
    a_faire = [*constat.fautes, *constat.conseils]
    ecrit(f"{constat.signe} {quoi}" + (f" : {constat.detail}" if not a_faire else ""))
    for phrase in a_faire:
        ecrit("    " + phrase.replace("\n", "\n    "))
    sys.stdout.flush()


def ouvre():
    """Le Kit ; ValueError, avec une phrase, si le registre ou le corrigé ne se lit pas."""
    try:
        return Kit()
    except SyntaxError as erreur:
        texte = (erreur.text or "").strip()
        raise ValueError(
            f"Python ne comprend pas un fichier de solutions/, ligne {erreur.lineno} : « {texte} »."
        ) from None
    except squelettes.tomllib.TOMLDecodeError as erreur:
        raise ValueError(f"{REGISTRE_TOML} ne se lit pas : {erreur}.") from None


def commande(options):
    """Affiche les constats ; 1 s'il manque quelque chose."""
    try:
        kit = ouvre()
    except ValueError as raison:
        ecrit(f"✗ {raison}")
        return 1
    demandes = options.exercices if options.exercices and not options.tous else kit.ids
    incomplets = []
    for identifiant in demandes:
        ecrit(identifiant)
        for quoi, constat in constats(kit, identifiant):
            affiche(quoi, constat)
            if constat.fautes and identifiant not in incomplets:
                incomplets.append(identifiant)
        ecrit()
    if incomplets:
        ecrit(f"Il manque quelque chose à {', '.join(incomplets)}.")
        return 1
    ecrit(f"{len(demandes)} exercice{'s' if len(demandes) > 1 else ''} : rien ne manque.")
    return 0


def ajoute_commande(sous_commandes):
    """Déclare la commande `exercice`."""
    aide = "vérifie un exercice en entier, du corrigé au guide"
    analyseur = sous_commandes.add_parser("exercice", help=aide, description=aide)
    analyseur.add_argument("exercices", nargs="*", metavar="exercice", help="tp1.alpha, …")
    analyseur.add_argument("--tous", action="store_true", help="tous les exercices du registre")
    analyseur.set_defaults(fonction=commande)
