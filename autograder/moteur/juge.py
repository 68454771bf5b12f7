"""Le juge : d'une copie à des points, une phrase par exercice et un verdict qui a un nom.

    juge = Juge()                                  # registre, corrigé et suites du dépôt
    resultat = juge.corrige_dossier("rendus/zoe")  # un ResultatCopie
    for e in resultat.exercices:
        print(e.id, e.points, "/", e.bareme, e.statut, e.phrase)

Chaque exercice est essayé sur la chaîne propre (le fichier de l'élève tel quel), puis, s'il
n'y est pas juste, sur la greffe (le corrigé autour de sa fonction) ; la meilleure des deux
compte. Les coupables sont cherchés quand seule la greffe réussit.
"""

import importlib
import itertools
import pathlib
import random
import re
import time
from dataclasses import asdict, dataclass, field

from autograder import RACINE
from autograder.bac_a_sable import isolement
from autograder.bac_a_sable.copie import Arret, Copie, CopieIllisible, lit_dossier, propre
from autograder.moteur.erreurs import Reconnaisseur
from autograder.moteur.essai import (
    JOURNAL,
    Echec,
    Essai,
    SuiteFautive,
    deroule,
    empreintes,
    erreur_valable,
    hash_stable,
    suites,
)
from autograder.moteur.essais_eleve import BONUS_MAX, Chasses, Chasseur
from autograder.moteur.explication import explication, explication_syntaxe
from autograder.moteur.greffe import COMPLETE, ELAGUEE, LEGERE, LIGNE_DU_CORRIGE, Corrige
from lessons.verificateur.chargeur import lit_source
from lessons.verificateur.registre import charge
from lessons.verificateur.source import definition, fermeture
from solutions import CHAINE

STATUTS = (
    "juste", "partiel", "faux", "à faire", "absent", "boucle", "attente", "exception", "récursion",
    "mémoire", "arrêt", "interdit", "syntaxe", "illisible", "non corrigé", "fourni",
)  # fmt: skip
PHRASE_MAX = 1500  # caractères d'une phrase, dessin compris
PHRASE_MIN = 150  # … quand le rapport de la copie est déjà long
ASPECT_MAX = 400
RAPPORT_MAX = 40_000
COUPABLES_ESSAYES = 6
LIGNE_CITEE = re.compile(r" ligne \d+ de ")
EXPLICATIONS_MAX = 1.5  # secondes de calcul passées à expliquer les erreurs d'une copie


@dataclass
class ResultatExercice:
    """Le verdict d'un exercice, en données simples (voir `en_dictionnaire`)."""

    id: str
    tp: int
    titre: str
    cible: str
    bareme: float
    etoiles: int = 0
    points: float = 0.0
    statut: str = "non corrigé"
    phrase: str = ""
    aspects: list = field(default_factory=list)  # [{"nom", "part", "juste", "phrase"}]
    chaine: str = ""  # "propre", "greffe", ou "" si rien n'a été exécuté
    coupables: list = field(default_factory=list)  # ids des fonctions de l'élève mises en cause
    souci: str = ""  # ce qui empêche ses fichiers de servir tels quels, si c'est la cause
    trou: bool = False  # échoue avec un prérequis jugé juste : la suite de celui-ci est trop faible
    ligne: int = 0  # celle du fichier de l'élève où l'erreur est née, si on la connaît
    erreur_classique: str = ""  # identifiant d'une erreur du catalogue, si elle est reconnue
    duree: float = 0.0

    @property
    def juste(self):
        return self.statut == "juste"

    @property
    def bonus(self):
        return self.etoiles > 0

    def en_dictionnaire(self):
        return asdict(self)


@dataclass
class ResultatCopie:
    """Tout ce que la correction d'une copie a donné.

    `statut` : "corrigée", ou "non corrigée : raison" (aucun exercice n'est alors noté).
    """

    statut: str = "corrigée"
    exercices: list = field(default_factory=list)
    graine: int = 0
    isolement: str = ""
    duree: float = 0.0
    cpu: float = 0.0
    memoire: int = 0
    baremes: dict = field(default_factory=dict)  # {numéro du TP, en texte: ses points de base}
    chasses: list = field(default_factory=list)  # les ResultatChasse commencées, ou qui comptent
    lus: list = field(default_factory=list)  # les modules que le filtre a su lire

    def note(self, tp=None, sur=20):
        """Note d'un TP sur `sur`, ou moyenne de ces notes ; None sans barème, ou s'il est fourni.

        Le barème est celui du registre, même si tout le TP n'a pas été jugé. Les exercices étoilés
        ajoutent des points à leur TP, et les chasses au plus BONUS_MAX, sans dépasser `sur`.
        """
        if tp is None:
            notes = [n for n in (self.note(t, sur) for t in self.tps_notes()) if n is not None]
            return round(sum(notes) / len(notes), 2) if notes else None
        bareme = self.bareme(tp)
        if not bareme or self.fourni(tp):
            return None
        points = self._points_de_base(tp) + self._points_de_bonus(tp)
        return round(min(sur, sur * points / bareme), 2)

    def part_du_bonus(self, tp, sur=20):
        """Ce que les exercices étoilés et les chasses ont ajouté à la note du TP."""
        if self.note(tp) is None:
            return 0
        return round(self.note(tp, sur) - sur * self._points_de_base(tp) / self.bareme(tp), 2)

    def _points_de_base(self, tp):
        base = sum(e.points for e in self._du_tp(tp) if not e.bonus)
        return base + sum(c.points for c in self.chasses_du(tp) if c.compte)

    def _points_de_bonus(self, tp):
        chasses = sum(c.points for c in self.chasses_du(tp) if not c.compte)
        return sum(e.points for e in self._du_tp(tp) if e.bonus) + min(BONUS_MAX, chasses)

    def chasses_du(self, tp):
        """Les chasses de ce TP."""
        return [chasse for chasse in self.chasses if chasse.tp == tp]

    def bareme(self, tp):
        """Les points de base du TP, sans ceux des exercices que l'élève a reçus résolus."""
        return self._registre(tp) - self._points_fournis(tp)

    def fourni(self, tp):
        """True si plus de la moitié du TP est du code donné résolu : il n'a pas de note."""
        return 2 * self._points_fournis(tp) > self._registre(tp)

    def _registre(self, tp):
        base = self.baremes.get(str(tp)) or sum(e.bareme for e in self._du_tp(tp) if not e.bonus)
        return base + self._bareme_des_chasses(tp)

    def _bareme_des_chasses(self, tp):
        return sum(c.bareme for c in self.chasses_du(tp) if c.compte)

    def _points_fournis(self, tp):
        return sum(e.bareme for e in self._du_tp(tp) if e.statut == "fourni" and not e.bonus)

    def partiel(self, tp=None):
        """True si des exercices de base de ce TP (ou d'un des TP) n'ont pas été jugés."""
        tps = self.tps_notes() if tp is None else [tp]
        return any(self._points_juges(t) < self.bareme(t) for t in tps)

    def _points_juges(self, tp):
        juges = [e for e in self._du_tp(tp) if not e.bonus and e.statut != "fourni"]
        return sum(e.bareme for e in juges) + self._bareme_des_chasses(tp)

    def _du_tp(self, tp):
        return [e for e in self.exercices if e.tp == tp]

    def tps(self):
        return sorted({e.tp for e in self.exercices})

    def tps_notes(self):
        """Les TP qui ont une note : ceux qui ne sont pas faits que de bonus."""
        return sorted({e.tp for e in self.exercices if not e.bonus})

    def tout_juste(self):
        """True si tous les exercices de base sont justes."""
        base = [e for e in self.exercices if not e.bonus and e.statut != "fourni"]
        base += [chasse for chasse in self.chasses if chasse.compte]
        return self.statut == "corrigée" and all(e.juste for e in base)

    def en_dictionnaire(self):
        donnees = asdict(self)
        donnees["notes"] = {str(tp): self.note(tp) for tp in self.tps()}
        donnees["note"] = self.note()
        return donnees


class Juge:
    """Ce qui sert pour toutes les copies : registre, corrigé, suites. Léger à garder.

    `corrige` : la `Chaine` de ses modules (par défaut, celle du paquet `solutions`) ; `suites` :
    {id: fonction} (par défaut celles de `autograder/suites/test_tp*.py`) ; `reconnait` :
    `reconnait(exercice, traces, graine)` renvoie (identifiant, phrase), ou None, quand la copie
    se comporte comme une erreur classique (voir `trace`) ; par défaut, le catalogue du kit.
    """

    def __init__(self, registre=None, corrige=CHAINE, suites=None, reconnait=None, **options):
        self.registre = registre if registre is not None else charge()
        self.oracle = corrige
        self.corrige = corrige_de(corrige, self.registre)
        self.chasses = Chasses(self.registre, self.corrige)
        self.suites = suites if suites is not None else charge_suites()
        self.reconnait = reconnait
        if reconnait is None and registre is None:
            self.reconnait = Reconnaisseur(self)
        self.options = options

    def corrige_dossier(self, dossier, **choix):
        """Corrige les fichiers `.py` d'un dossier."""
        try:
            textes = lit_dossier(dossier)
        except CopieIllisible as raison:
            return ResultatCopie(statut=f"non corrigée : {raison}")
        return self.corrige_textes(textes, **choix)

    def corrige_textes(self, textes, tps=None, ids=None, graine=None, suivi=None, essais_de=()):
        """Corrige {nom de module: texte}. `tps`, `ids` : se limiter à ceux-là ;
        `suivi(resultat)` est appelée après chaque exercice ; `essais_de` : d'autres TP, dont on
        ne juge que les essais."""
        depart = time.monotonic()
        with self.session(textes, graine) as session:
            for exercice in self.registre.ordre():
                if (tps is not None and exercice.tp not in tps) or (ids and exercice.id not in ids):
                    continue
                resultat = session.juge(exercice.id)
                if suivi:
                    suivi(resultat)
            session.juge_chasses(essais_de)
        bilan = session.bilan()
        bilan.duree = time.monotonic() - depart
        return bilan

    def trace(self, ident, textes, graine):
        """Les empreintes des valeurs comparées quand la copie `textes` passe la suite de `ident`.

        Deux programmes qui ont la même trace se comportent de la même façon.
        """
        with self.session(textes, graine) as session:
            return session.trace(ident)

    def session(self, textes, graine=None):
        """Une copie ouverte : `session.juge(id)` juge un exercice (c'est ce que fait pytest)."""
        return Session(self, textes, nouvelle_graine() if graine is None else graine)


def nouvelle_graine():
    """Une graine au hasard, assez courte pour être recopiée."""
    return random.SystemRandom().randrange(10**6)


def charge_suites():
    """Importe autograder/suites/test_tp*.py et rend leurs suites."""
    for chemin in sorted((RACINE / "autograder" / "suites").glob("test_tp*.py")):
        importlib.import_module("autograder.suites." + chemin.stem)
    return suites()


def corrige_de(chaine, registre):
    """Le Corrige des modules d'une `Chaine`, prêt à être envoyé par morceaux."""
    dossier = pathlib.Path(chaine.dossier)
    textes = {chemin.stem: lit_source(chemin) for chemin in sorted(dossier.glob("*.py"))}
    return Corrige(_utiles(textes, registre), registre.cibles(), registre.suspensions())


def _utiles(textes, registre):
    """Les modules du corrigé qui portent des exercices, et ceux qu'ils importent."""
    tous = Corrige(textes, {})
    gardes = {}
    for exercice in registre:
        if exercice.module in textes and exercice.module not in gardes:
            for nom in tous.voisins(exercice.module):
                gardes[nom] = textes[nom]
    return gardes


class Session:
    """La correction d'une copie, exercice par exercice. À utiliser avec `with`."""

    def __init__(self, juge, textes, graine):
        self.outil = juge
        self.graine = graine
        self.resultats = {}
        essais = juge.chasses.ecrites(textes)
        self.copie = Copie(textes, juge.corrige, **juge.options, essais=essais)
        self.chasses = []
        self.statut = "corrigée"
        self._place = RAPPORT_MAX
        self._boucleuses = set()
        self._charges_ratees = {}
        self._elagage_rate = False
        self._calcul_explications = 0.0

    def __enter__(self):
        try:
            self.copie.ouvre()
        except CopieIllisible as raison:
            self.statut = f"non corrigée : {raison}"
        except Exception as erreur:  # jamais un zéro qui cacherait une panne du correcteur
            JOURNAL.exception("La copie n'a pas pu être ouverte.")
            self.statut = f"non corrigée : le correcteur s'est trompé ({type(erreur).__name__})"
        return self

    def __exit__(self, *exception):
        self.copie.ferme()

    def bilan(self):
        """Le ResultatCopie de ce qui a été jugé jusqu'ici."""
        couches = self.copie.couches
        return ResultatCopie(
            self.statut,
            [self.resultats[e.id] for e in self.outil.registre if e.id in self.resultats],
            self.graine,
            "" if couches is None else isolement.phrase(couches),
            cpu=self.copie.cpu_total or self.copie.cpu,
            memoire=self.copie.memoire,
            baremes=self.outil.registre.baremes(),
            chasses=self.chasses,
            lus=sorted(self._textes_lus()),
        )

    def juge(self, ident, suite=None):
        """Le ResultatExercice de l'exercice `ident`."""
        exercice = self.outil.registre[ident]
        depart = time.monotonic()
        resultat = ResultatExercice(
            exercice.id, exercice.tp, exercice.titre or exercice.nom, exercice.cible,
            exercice.points, exercice.etoiles,
        )  # fmt: skip
        suite = suite or self.outil.suites.get(ident)
        try:
            if self.statut != "corrigée":
                _conclut(resultat, "non corrigé", self.statut)
            elif suite is None:
                _conclut(resultat, "non corrigé", "non corrigé : cet exercice n'a pas de suite")
            elif not self._sans_execution(exercice, resultat):
                self._execute(exercice, suite, resultat)
        except CopieIllisible as raison:
            _conclut(resultat, "non corrigé", f"Non corrigé : {raison}.")
        except SuiteFautive:
            raise
        except Exception as incident:  # jamais un zéro muet, ni une copie perdue pour un exercice
            JOURNAL.exception("incident sur %s", ident)
            nature = type(incident).__name__
            _conclut(resultat, "non corrigé", f"Non corrigé : incident du correcteur ({nature}).")
        self._abrege(resultat)
        resultat.duree = time.monotonic() - depart
        self.resultats[ident] = resultat
        return resultat

    def juge_chasses(self, tps=()):
        """Juge les essais que l'élève a écrits pour les exercices déjà jugés, et pour ces TP.

        Après tous les exercices : des essais sans fin ne leur prennent pas leur temps.
        """
        if self.statut != "corrigée":
            return
        chasseur = Chasseur(self.outil.chasses, self.copie, self.graine)
        jugees = [
            chasseur.juge(chasse)
            for chasse in self.outil.registre.chasses.values()
            if chasse.exercice in self.resultats or chasse.tp in tps
        ]
        self.chasses = [chasse for chasse in jugees if chasse.commencee or chasse.compte]
        for chasse in self.chasses:
            self._abrege(chasse)

    def trace(self, ident, suite=None):
        """La trace de la chaîne propre sur un exercice."""
        suite = suite or self.outil.suites[ident]
        return self._essaie(self.outil.registre[ident], suite, None).empreintes()

    def _abrege(self, resultat):
        """Borne le rapport : une copie ne peut pas le faire grossir sans fin."""
        maximum = PHRASE_MAX if self._place > 0 else PHRASE_MIN
        resultat.phrase = _coupe(resultat.phrase, maximum)
        aspects = getattr(resultat, "aspects", [])
        for aspect in aspects:
            aspect["phrase"] = _coupe(aspect["phrase"], min(maximum, ASPECT_MAX))
        self._place -= len(resultat.phrase) + sum(len(a["phrase"]) for a in aspects)

    # Sans rien exécuter.

    def _sans_execution(self, exercice, resultat):
        """Conclut si la lecture du fichier suffit ; True si c'est fait."""
        lecture = self.copie.fiches.get(exercice.module)
        if lecture is None:
            return _conclut(resultat, "absent", f"{exercice.module}.py n'est pas dans la copie.")
        if "refuse" in lecture:
            phrase = propre(lecture["refuse"], 250)
            cause = ""
            if LIGNE_CITEE.search(phrase):  # le fils l'a vite trouvée : on le peut aussi
                cause = explication_syntaxe(self.copie.textes.get(exercice.module, ""))
            phrase = f"{phrase[:1].upper()}{phrase[1:]}. {cause}".strip()
            return _conclut(resultat, "syntaxe", phrase)
        definie = definition(lecture["fiche"]["definitions"], exercice.cible)
        if definie is None:
            return _conclut(resultat, "absent", f"La copie ne définit pas {exercice.cible}.")
        if definie[1] == "a_faire":
            return _conclut(resultat, "à faire", "À faire.")
        for ligne, phrase, ou in lecture["fiche"]["refus"]:
            if ou == exercice.cible:
                resultat.ligne = ligne
                texte = f"ligne {ligne} : {propre(phrase, 200)}."
                return _conclut(resultat, "interdit", texte[:1].upper() + texte[1:])
        if self.copie.epuisee():
            return _conclut(resultat, "non corrigé", "Non corrigé : temps épuisé.")
        return False

    # En exécutant.

    def _execute(self, exercice, suite, resultat):
        empechement = self._empechement(exercice)
        propre_essai = None
        if empechement is None:
            propre_essai = self._essaie(exercice, suite, None)
            if propre_essai.genre == "mémoire":
                propre_essai = self._essaie(exercice, suite, None)  # dans un ouvrier neuf
            self._apprend(exercice, propre_essai)
            if propre_essai.part == 1:
                self._rend(resultat, exercice, propre_essai, "propre")
                return
            if propre_essai.genre == "boucle" and self._entoure_de_justes(exercice):
                self._rend(resultat, exercice, propre_essai, "propre")
                self._commente(exercice, resultat, [propre_essai])
                return
            if propre_essai.genre == "chargement":
                empechement = self._empechement(exercice)
        greffe_essai = self._isole(exercice, suite)
        if propre_essai is None or greffe_essai.part > propre_essai.part:
            self._rend(resultat, exercice, greffe_essai, "greffe")
            if greffe_essai.part > 0:
                self._accuse(exercice, suite, resultat, propre_essai, greffe_essai, empechement)
            elif empechement and greffe_essai.genre in ("exception", "à faire"):
                resultat.phrase += f" ({empechement})"
        elif propre_essai.part > greffe_essai.part or _plus_parlant(propre_essai, greffe_essai):
            self._rend(resultat, exercice, propre_essai, "propre")
        else:
            self._rend(resultat, exercice, greffe_essai, "greffe")
        if greffe_essai.part < 1:
            self._commente(exercice, resultat, [greffe_essai, propre_essai])

    def _isole(self, exercice, suite):
        """Le meilleur essai de la fonction ailleurs que dans la copie telle quelle."""
        meilleur = None
        for plan in self._plans(exercice):
            essai = self._essaie(exercice, suite, plan)
            if plan == ELAGUEE and essai.genre == "chargement":
                self._elagage_rate = True
            complete = plan != ELAGUEE and plan["genre"] == COMPLETE
            if meilleur is None or essai.part > meilleur.part or (complete and not meilleur.part):
                meilleur = essai
            if meilleur.part == 1 or (complete and self.copie.epuisee()):
                break
        return meilleur

    def _plans(self, exercice):
        """Ce que l'on essaie, dans l'ordre, quand la copie telle quelle ne va pas.

        1. Si une instruction libre du fichier gêne : le fichier sans elle, rien d'autre.
        2. La greffe complète : le corrigé partout où la fonction jugée en a besoin.
        3. La greffe légère, la copie où seuls les prérequis qui ne sont pas justes sont remplacés :
           elle garde ce que l'élève a ajouté (un attribut posé par son constructeur, une table
           remplie par une boucle).
        4. S'il se sert d'exercices d'avant que le registre ne demandait pas, et qui sont faux chez
           lui : la greffe complète, avec ceux du corrigé aussi.
        """
        corrige, registre = self.outil.corrige, self.outil.registre
        prerequis = self._prerequis(exercice)
        gene = self._souci_de_fichier(exercice) is not None
        servable = self._lisible(exercice) and not self._elagage_rate
        if gene and servable and not self._boucleuses & prerequis:
            yield ELAGUEE
        yield corrige.plan(exercice, prerequis)
        justes = {ident for ident, resultat in self.resultats.items() if resultat.juste}
        faux = [registre[ident] for ident in sorted(prerequis - justes)]
        if faux and servable:
            yield corrige.plan_remplacement(exercice, faux, ELAGUEE if gene else LEGERE)
        en_plus = self._en_plus(exercice) - justes
        if en_plus:
            yield corrige.plan(exercice, prerequis | en_plus)

    def _en_plus(self, exercice):
        """Les exercices d'avant dont sa fonction se sert, de près ou de loin, sans y être invitée.

        Seulement ceux d'avant : sinon, deux fonctions dont chacune appelle l'autre seraient justes.
        """
        corrige = self.outil.corrige
        ecrits = {}  # ce que nomme chaque définition de l'élève, là où il l'a écrite
        for module in self._modules_propres(exercice.module):
            fiche = self.copie.fiches.get(module, {}).get("fiche", {})
            for qualifie, noms in fiche.get("noms", {}).items():
                ecrits.setdefault(qualifie.rpartition(".")[2], set()).update(noms)
        vus, a_voir = set(), [exercice.nom]
        while a_voir:
            nom = a_voir.pop()
            if nom not in vus:
                vus.add(nom)
                a_voir += ecrits.get(nom, ())
                for module in corrige.voisins(exercice.module) if nom != exercice.nom else ():
                    a_voir += corrige.noms(module).get(nom, ())
        avant = itertools.takewhile(lambda autre: autre.id != exercice.id, self.outil.registre)
        autres = vus - {exercice.nom}  # une méthode du même nom, dans un TP d'avant, est remplacée
        return {e.id for e in avant if e.nom in autres} - self._prerequis(exercice)

    def _entoure_de_justes(self, exercice):
        """True si tous ses prérequis sont déjà jugés justes : la greffe bouclerait aussi."""
        return all(
            ident in self.resultats and self.resultats[ident].juste
            for ident in self._prerequis(exercice)
        )

    def _commente(self, exercice, resultat, passages):
        """Met devant la phrase celle de l'erreur classique, si c'en est une ; sinon, l'explique."""
        passages = [passage for passage in passages if passage is not None]
        traces = [passage.empreintes() for passage in passages]
        reconnue = self.outil.reconnait and self.outil.reconnait(exercice, traces, self.graine)
        if reconnue:
            resultat.erreur_classique = reconnue[0]
            resultat.phrase = f"{reconnue[1]} {resultat.phrase}"
        elif resultat.statut in ("faux", "partiel", "exception"):
            nees = (p.erreur for p in passages if p.genre in ("exception", "chargement"))
            erreur = next(nees, None)
            suite = self._explique(exercice, erreur)
            resultat.phrase += f" {suite}" if suite else ""

    def _explique(self, exercice, erreur):
        """L'explication du vérificateur, tant que la copie n'y a pas usé son temps."""
        if self._calcul_explications > EXPLICATIONS_MAX:
            return ""
        depart = time.process_time()
        try:
            return explication(exercice, erreur, self._textes_lus())
        finally:
            self._calcul_explications += time.process_time() - depart

    def _textes_lus(self):
        """{module: source} des fichiers de la copie que le filtre a pu lire."""
        lues = {nom for nom, lecture in self.copie.fiches.items() if "fiche" in lecture}
        return {nom: texte for nom, texte in self.copie.textes.items() if nom in lues}

    def _essaie(self, exercice, suite, plan):
        """Fait passer la suite à la copie sur une chaîne : un _Passage."""
        copie, graine = self.copie, hash_stable(f"{self.graine}/{exercice.id}")
        passage = _Passage()

        def lance():
            ouvrier = copie.ouvrier(plan)
            try:
                reponse = ouvrier.charge(exercice.module, exercice.cible, graine)
            except Arret as arret:
                if arret.genre == "mort" and ouvrier.exercices > 1:
                    return lance()  # mort depuis l'exercice précédent : un neuf le remplace
                phrase = f"Le fichier ne finit pas de se charger : {arret.phrase}."
                raise Echec(phrase, "chargement", constat=arret.constat) from None
            if "erreur" in reponse:
                ouvrier.ferme()
                if not erreur_valable(reponse["erreur"]):
                    raise Arret("illisible", "réponse illisible : erreur mal formée")
                if ouvrier.exercices > 1:
                    return lance()  # un ouvrier neuf a plus de place
                raise Echec(_phrase_chargement(reponse["erreur"]), "chargement", reponse["erreur"])
            if reponse.get("definie") is not True:
                ouvrier.ferme()
                raise Echec(f"La copie ne définit pas {exercice.cible}.", "absent")
            return ouvrier

        module = self.outil.oracle.module(exercice.module)
        essai = Essai(exercice, module, lance, self.graine, self._dessine)
        try:
            deroule(suite, essai)
            if not essai.aspects:
                raise SuiteFautive(f"la suite de {exercice.id} n'a aucun aspect")
        except Arret as arret:
            passage.echec = Echec(arret.phrase, arret.genre, constat=arret.constat)
        finally:
            passage.conclut(essai)
            ouvrier = essai.libere()
            if ouvrier is not None and passage.part == 1:
                copie.repose(ouvrier)
            elif ouvrier is not None:
                ouvrier.ferme()
        return passage

    def _dessine(self, etat):
        """Dessin d'une grille de la copie, avec le TP3 du corrigé."""
        try:
            xmax, ymax = max(x for x, _ in etat) + 1, max(y for _, y in etat) + 1
            grille = self.outil.oracle.module("tp3_affichage").Grille(xmax, ymax, [])
            grille.etat.update(etat)
            return grille.make_chaine()
        except Exception:
            return ""

    def _empechement(self, exercice):
        """Pourquoi la chaîne propre ne peut pas servir, ou None."""
        souci = self._souci_de_fichier(exercice)
        if souci is not None:
            return souci
        boucleuses = self._boucleuses & self._prerequis(exercice)
        if boucleuses:
            return f"ton {self.outil.registre[min(boucleuses)].nom} ne finit pas à temps"
        return None

    def _souci_de_fichier(self, exercice):
        """Pourquoi les fichiers de la copie ne peuvent pas servir tels quels, ou None."""
        for nom in self._modules_propres(exercice.module):
            lecture = self.copie.fiches.get(nom)
            if lecture is None:
                if nom in self.outil.corrige.textes and nom not in self.outil.corrige.donnes():
                    return f"{nom}.py n'est pas dans la copie"
                continue
            if "refuse" in lecture:
                return propre(lecture["refuse"], 200)
            for ligne, phrase, _ in lecture["fiche"]["refus"]:
                return f"ligne {ligne} de {nom}.py : {propre(phrase, 200)}"
            if nom in self._charges_ratees:
                return self._charges_ratees[nom]
        return None

    def _lisible(self, exercice):
        """True si Python comprend tous les fichiers de la copie dont cet exercice a besoin."""
        lectures = [self.copie.fiches.get(nom) for nom in self._modules_propres(exercice.module)]
        return all(lecture is None or "refuse" not in lecture for lecture in lectures)

    def _modules_propres(self, nom):
        """Modules chargés par la copie quand on charge `nom`, lui d'abord."""
        return fermeture(nom, self.copie.voisins)[::-1]

    def _prerequis(self, exercice):
        """Les identifiants de tous les prérequis, directs ou non."""
        return frozenset(self.outil.registre.tous_les_prerequis(exercice.id))

    def _apprend(self, exercice, passage):
        """Retient ce qui évitera d'attendre deux fois la même chose."""
        if passage.genre == "chargement":
            fautif = _module_fautif(passage) or exercice.module
            self._charges_ratees[fautif] = _en_suite(passage.phrase.rstrip("."))
        elif passage.genre == "boucle" and type(passage.constat) is dict:
            fonction = passage.constat.get("fonction")
            for ident in {exercice.id} | self._prerequis(exercice):
                if self.outil.registre[ident].nom == fonction:
                    self._boucleuses.add(ident)

    def _rend(self, resultat, exercice, passage, chaine):
        resultat.chaine = chaine
        resultat.ligne = _ligne_fautive(passage, exercice.module)
        resultat.points = round(exercice.points * passage.part, 2)
        resultat.aspects = [
            {"nom": a.nom, "part": a.part, "juste": a.juste, "phrase": a.phrase}
            for a in passage.aspects
        ]
        if passage.part == 1:
            _conclut(resultat, "juste", "Juste.")
            return
        statut = "partiel" if passage.part > 0 else _STATUT_DU_GENRE.get(passage.genre, "faux")
        phrase = passage.phrase
        if passage.part > 0:
            manques = ", ".join(f"« {a.nom} »" for a in passage.aspects if a.compte and not a.juste)
            phrase = f"Reste : {manques}. {phrase}"
        nommee = _exercice_nomme(passage)
        if nommee in self.outil.registre and nommee != exercice.id:
            phrase = f"Se sert de {self.outil.registre[nommee].nom}, qui reste à faire."
        _conclut(resultat, statut, phrase)

    # Les coupables.

    def _accuse(self, exercice, suite, resultat, propre_essai, greffe_essai, empechement):
        """Dit pourquoi la greffe fait mieux que la chaîne propre."""
        if empechement:
            bouclants = self._boucleuses & self._prerequis(exercice)
            resultat.coupables = sorted(bouclants)
            cause = f"{empechement}."
            if not bouclants:
                resultat.souci = cause
                cause = "le fichier ne peut pas servir tel quel : " + cause
        else:
            resultat.coupables = self._cherche_coupables(
                exercice, suite, propre_essai, greffe_essai
            )
            if not resultat.coupables:
                resultat.coupables = self._cherche_trou(exercice, suite, greffe_essai)
                resultat.trou = bool(resultat.coupables)
            noms = [f"ton {self.outil.registre[c].nom}" for c in resultat.coupables]
            avec = " ou ".join(noms) or "le reste de ton fichier"
            pourtant = ", que nos essais n'ont pas pris en faute" if resultat.trou else ""
            cause = f"échoue avec {avec}{pourtant} : {_en_suite(propre_essai.phrase)}"
        if resultat.juste:
            resultat.phrase = "Juste isolément ; " + cause
        else:
            resultat.phrase = f"Mieux isolément ; {cause} {resultat.phrase}"

    def _cherche_coupables(self, exercice, suite, propre_essai, greffe_essai):
        registre = self.outil.registre
        autour = self._prerequis(exercice) | self._en_plus(exercice)
        candidats = [e.id for e in registre if e.id in autour]
        connus = [c for c in candidats if c in self.resultats and not self.resultats[c].juste]
        inconnus = [c for c in candidats if c not in self.resultats]
        nommee = _exercice_nomme(propre_essai)
        if nommee in candidats:
            return [nommee]
        suspects = connus + inconnus
        if len(suspects) <= 1 and not inconnus:
            return suspects
        for suspect in suspects[-COUPABLES_ESSAYES:]:
            if self.copie.epuisee():
                break
            plan = self.outil.corrige.plan_remplacement(exercice, [registre[suspect]])
            if self._essaie(exercice, suite, plan).part >= greffe_essai.part:
                return [suspect]
        return connus[:3]

    def _cherche_trou(self, exercice, suite, greffe_essai):
        """Les prérequis jugés justes qu'il suffit de remplacer pour que tout aille, ou [].

        C'est un trou de nos suites, que le journal signale ; s'il n'y en a pas, c'est le reste du
        fichier (un constructeur donné, que l'élève a abîmé) qui est en cause.
        """
        prerequis = [
            self.outil.registre[ident]
            for ident, resultat in self.resultats.items()
            if resultat.juste and ident in self._prerequis(exercice)
        ]

        def suffit(remplaces):
            plan = self.outil.corrige.plan_remplacement(exercice, remplaces)
            essai = self._essaie(exercice, suite, plan)
            return essai.part >= greffe_essai.part

        if not prerequis or not suffit(prerequis):
            return []
        fautif = next(
            (e for e in prerequis[::-1] if not self.copie.epuisee() and suffit([e])), None
        )
        trous = [e.id for e in ([fautif] if fautif else prerequis)]
        JOURNAL.warning(
            "trou : %s échoue avec %s, pourtant jugé juste (graine %s)",
            exercice.id, " ou ".join(trous), self.graine,
        )  # fmt: skip
        return trous[-COUPABLES_ESSAYES:]


class _Passage:
    """Le résultat d'une suite sur une chaîne."""

    def __init__(self):
        self.part, self.phrase, self.genre, self.echec = 0.0, "", "", None
        self.aspects, self.trace, self.constat, self.erreur = [], [], None, None

    def empreintes(self):
        """La trace, en textes comparables."""
        return empreintes(self.trace)

    def conclut(self, essai):
        self.aspects = essai.aspects
        self.trace = essai.trace
        total = sum(a.part for a in essai.aspects if a.compte)
        socle = bool(essai.aspects) and essai.aspects[0].juste
        if socle and self.echec is None and total > 0:
            self.part = sum(a.part for a in essai.aspects if a.juste) / total
        premier = next((a for a in essai.aspects if not a.juste), None)
        if self.echec is None and premier is not None:
            self.echec = premier.echec
        if self.echec is not None:
            self.phrase, self.genre = self.echec.phrase, self.echec.genre
            self.constat, self.erreur = self.echec.constat, self.echec.erreur


_STATUT_DU_GENRE = {
    "faux": "faux", "à faire": "à faire", "absent": "absent", "boucle": "boucle",
    "attente": "attente", "mort": "arrêt", "arrêt": "arrêt", "mémoire": "mémoire",
    "illisible": "illisible", "exception": "exception", "chargement": "exception",
    "récursion": "récursion",
}  # fmt: skip


def _conclut(resultat, statut, phrase):
    resultat.statut, resultat.phrase = statut, phrase
    return True


def _plus_parlant(propre_essai, greffe_essai):
    """True si, des deux échecs, c'est celui de la chaîne propre qu'il faut montrer."""
    vagues = ("à faire", "exception", "absent", "non appelée")
    return greffe_essai.genre in vagues and propre_essai.genre not in vagues


def _module_fautif(passage):
    """Le module de la copie où le chargement s'est arrêté, s'il est connu."""
    if type(passage.constat) is dict:
        return str(passage.constat.get("fichier", "")).strip("<>")[:-3]
    if type(passage.erreur) is dict and type(passage.erreur.get("lieu")) is list:
        return str(passage.erreur["lieu"][0])[:-3]
    return None


def _ligne_fautive(passage, module):
    """La ligne de ce module où l'erreur est née ou la boucle tourne ; 0 si on ne sait pas."""
    if _module_fautif(passage) != module:
        return 0
    if type(passage.constat) is dict:
        return passage.constat.get("ligne", 0)
    ligne = passage.erreur["lieu"][1]
    return ligne if ligne < LIGNE_DU_CORRIGE else 0


def _exercice_nomme(passage):
    """L'exercice inachevé que nomme un NotImplementedError, s'il y en a un."""
    if passage.genre == "à faire" and type(passage.erreur) is dict:
        return passage.erreur.get("message")
    return None


def _phrase_chargement(erreur):
    lieu, ligne = erreur.get("lieu"), propre(str(erreur.get("ligne", "")), 80)
    texte = f"Le fichier s'arrête pendant son chargement : {propre(str(erreur.get('type')), 40)}"
    message = propre(str(erreur.get("message", "")), 120)
    if message:
        texte += f" ({message})"
    if type(lieu) is list and len(lieu) == 3:
        texte += f", ligne {propre(str(lieu[1]), 8)} de {propre(str(lieu[0]), 40)}"
        if ligne:
            texte += f" : « {ligne} »"
    return texte + "."


def _en_suite(phrase):
    """La phrase, écrite après deux points : « Avec g = … » perd sa majuscule."""
    mot, espace, reste = phrase.partition(" ")
    return mot.lower() + espace + reste if mot in ("Avec", "En", "La", "Le") else phrase


def _coupe(texte, maximum):
    return texte if len(texte) <= maximum else texte[: maximum - 1] + "…"
