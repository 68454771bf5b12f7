"""Ce que l'on retient d'une classe : une ligne par copie, et des comptes.

Rien de gros n'est gardé en mémoire : les résultats complets restent sur le disque, et l'on n'en
tire ici que les notes, un verdict par exercice et les erreurs les plus fréquentes.
"""

from collections import Counter
from dataclasses import dataclass, field

from autograder.classe.tableau import accord, nombre
from autograder.moteur.juge import STATUTS

EN_CHANTIER = ("à faire", "absent")  # ni juste ni faux : l'exercice n'a pas été tenté
PART_COMMENCEE = 1 / 3  # de la classe : à partir de là, on croit qu'un TP était demandé
HORS_JEU = (*EN_CHANTIER, "non corrigé", "fourni")  # rien à apprendre de ces verdicts
ILLISIBLE = "syntaxe"  # le fichier entier, pas l'exercice : il se compte à part
SANS_LECON = (*HORS_JEU, ILLISIBLE)  # rien à en dire exercice par exercice


@dataclass
class LigneDeNotes:
    """Une copie dans le tableau de la classe."""

    nom: str
    ident: str
    statut: str = "corrigée"
    note: float | None = None
    notes: dict = field(default_factory=dict)  # {tp: note sur 20}
    comptes: list | None = None  # les TP qui comptent pour la classe ; None : tous
    fournis: list = field(default_factory=list)  # les TP donnés résolus, sans note
    points: list = field(default_factory=list)  # dans l'ordre des exercices ; None : fourni
    verdicts: bytes = b""  # rangs dans STATUTS, dans l'ordre des exercices
    justes: int = 0  # exercices de base, dans les TP qui comptent
    bonus: int = 0
    chasses: dict = field(default_factory=dict)  # {« tp1.essais_adjacent »: points}
    numero: str = ""
    suivie: bool = False  # il y a eu une correction avant celle-ci
    avant: float | None = None  # sa note d'alors, si elle en avait une
    remarques: list = field(default_factory=list)

    @property
    def corrigee(self):
        return self.statut == "corrigée"

    def verdict(self, rang):
        """Le statut de l'exercice de ce rang."""
        return STATUTS[self.verdicts[rang]]

    def note_du_tp(self, tp):
        """« 12,5 », « – », ou « fourni » si l'élève avait reçu ce TP résolu."""
        return "fourni" if tp in self.fournis else nombre(self.notes.get(tp))

    def bilan(self):
        """Une phrase qui dit tout, pour les commentaires de la plateforme."""
        if not self.corrigee:
            return f"Copie {self.statut}."
        detail = ", ".join(
            f"TP{tp} : {self.note_du_tp(tp)}{'' if tp in self.fournis else '/20'}"
            for tp in self.notes
            if self.comptes is None or tp in self.comptes
        )
        return f"{accord(self.justes, 'exercice juste', 'exercices justes')} ({detail})."


@dataclass
class Faute:
    """Une erreur et ceux qui l'ont faite."""

    exercice: str
    cle: str  # identifiant du catalogue, ou verdict et aspect
    phrase: str
    rangs: list = field(default_factory=list)
    classique: bool = False


@dataclass
class Blocage:
    """Un exercice que des élèves ont tenté sans y arriver."""

    exercice: object  # du registre
    comptes: Counter  # {verdict: combien}, parmi ceux qui ont essayé
    faute: Faute | None  # la plus rencontrée

    @property
    def rates(self):
        """Combien ont essayé sans y arriver tout à fait."""
        return self.comptes.total() - self.comptes["juste"]


@dataclass
class ChasseDeClasse:
    """Une chasse que des élèves ont commencée : ce qu'en ont fait leurs essais."""

    id: str  # « tp1.essais_adjacent »
    exercice: str
    bareme: float
    valides: list = field(default_factory=list)  # rangs de ceux dont les essais sont valides
    refuses: list = field(default_factory=list)  # … et de ceux dont ils refusent une version juste


@dataclass
class PirateAFlot:
    """Un pirate que des essais valides ont laissé passer."""

    chasse: ChasseDeClasse
    phrase: str  # l'erreur qu'il fait, dite par le catalogue
    ruse: bool
    rangs: list = field(default_factory=list)  # ceux qui l'ont manqué

    @property
    def part(self):
        """La part des essais valides qui l'ont manqué."""
        return len(self.rangs) / len(self.chasse.valides)


class Bilan:
    """Les comptes de la classe, remplis copie après copie."""

    def __init__(self, exercices, catalogue=None):
        self.lignes = []
        self._comptes = None
        self.exercices = list(exercices)  # du registre
        self.fautes = {}
        self.illisibles = {}  # {module: {rang de la copie: ce que Python n'y comprend pas}}
        self._chasses, self._pirates = {}, {}
        self.catalogue = catalogue or {}  # {id d'erreur classique: phrase}
        self.protections = []  # ce qui a protégé la machine, chaque façon une fois

    def ajoute(self, ligne, resultat=None):
        """Ajoute une copie ; `resultat` est son ResultatCopie, s'il y en a un."""
        rang = len(self.lignes)
        self.lignes.append(ligne)
        if resultat is None or not ligne.corrigee:
            return
        if resultat.isolement and resultat.isolement not in self.protections:
            self.protections.append(resultat.isolement)
        par_id = {e.id: e for e in resultat.exercices}
        dans_l_ordre = [par_id[exercice.id] for exercice in self.exercices]
        ligne.note = resultat.note()
        ligne.notes = {tp: resultat.note(tp) for tp in resultat.tps()}
        ligne.fournis = [tp for tp in resultat.tps() if resultat.fourni(tp)]
        ligne.points = [None if e.statut == "fourni" else e.points for e in dans_l_ordre]
        ligne.verdicts = bytes(STATUTS.index(e.statut) for e in dans_l_ordre)
        ligne.justes = sum(e.juste for e in resultat.exercices if not e.bonus)
        ligne.bonus = sum(e.juste for e in resultat.exercices if e.bonus)
        ligne.chasses = {c.id: c.points for c in resultat.chasses if c.commencee or c.compte}
        for inscrit, exercice in zip(self.exercices, dans_l_ordre, strict=True):
            if exercice.statut == ILLISIBLE:
                self.illisibles.setdefault(inscrit.module, {})[rang] = exercice.phrase
            self._retient(rang, exercice)
        for chasse in resultat.chasses:
            self._retient_chasse(rang, chasse)

    def _retient(self, rang, exercice):
        if exercice.juste or exercice.statut in SANS_LECON:
            return
        manque = next((a["nom"] for a in exercice.aspects if not a["juste"]), "")
        cle = exercice.erreur_classique or f"{exercice.statut}/{manque}"
        phrase = self.catalogue.get(exercice.erreur_classique, "")
        if not phrase:
            phrase = exercice.phrase.split("\n")[0]
        faute = self.fautes.setdefault(
            (exercice.id, cle),
            Faute(exercice.id, cle, phrase, classique=bool(exercice.erreur_classique)),
        )
        faute.rangs.append(rang)

    def _retient_chasse(self, rang, chasse):
        vue = ChasseDeClasse(chasse.id, chasse.exercice, chasse.bareme)
        vue = self._chasses.setdefault(chasse.id, vue)
        if chasse.statut not in HORS_JEU:
            (vue.valides if chasse.valide else vue.refuses).append(rang)
        for pirate in chasse.a_flot():
            phrase = self.catalogue.get(pirate["id"], pirate["id"])
            neuf = PirateAFlot(vue, phrase, pirate["ruse"])
            self._pirates.setdefault(pirate["id"], neuf).rangs.append(rang)

    def chasses(self):
        """Les chasses commencées, dans l'ordre des exercices."""
        ordre = {e.id: rang for rang, e in enumerate(self.exercices)}
        return sorted(self._chasses.values(), key=lambda chasse: ordre.get(chasse.exercice, 0))

    def a_flot(self, combien=15):
        """Les pirates que le plus d'élèves ont manqués : ce qu'il faut enseigner ensuite."""
        pirates = sorted(self._pirates.values(), key=lambda p: (-len(p.rangs), -p.part))
        return pirates[:combien]

    @property
    def corrigees(self):
        return [ligne for ligne in self.lignes if ligne.corrigee]

    def tps(self):
        return sorted({e.tp for e in self.exercices})

    def tps_notes(self):
        """Les TP qui ont une note : ceux qui ne sont pas faits que de bonus."""
        return sorted({e.tp for e in self.exercices if not e.bonus})

    def tentes(self):
        """Les TP, bonus compris, dont au moins une copie a tenté un exercice."""
        return sorted(
            {
                exercice.tp
                for rang, exercice in enumerate(self.exercices)
                if any(ligne.verdict(rang) not in EN_CHANTIER for ligne in self.corrigees)
            }
        )

    def commences(self):
        """{tp: combien de copies y ont commencé un exercice de base}, pour les TP notés."""
        comptes = Counter()
        for ligne in self.corrigees:
            comptes.update(
                {
                    exercice.tp
                    for rang, exercice in enumerate(self.exercices)
                    if not exercice.bonus and ligne.verdict(rang) not in (*EN_CHANTIER, "fourni")
                }
            )
        return {tp: comptes[tp] for tp in self.tps_notes()}

    def compte(self, demandes=()):
        """Fixe les TP qui comptent, et la note d'ensemble de chacun.

        Ce sont les TP `demandes` ou, à défaut, ceux qu'un tiers de la classe a commencés : c'est
        deviné pour la classe entière, jamais élève par élève.
        """
        commences, seuil = self.commences(), PART_COMMENCEE * len(self.corrigees)
        devines = [tp for tp, combien in commences.items() if combien and combien >= seuil]
        self._comptes = [tp for tp in self.tps_notes() if tp in demandes] or devines
        for ligne in self.corrigees:
            notes = [ligne.notes.get(tp) for tp in self.comptes()]
            notes = [note for note in notes if note is not None]
            ligne.note = round(sum(notes) / len(notes), 2) if notes else None
            ligne.comptes = self.comptes()
            ligne.justes = sum(
                ligne.verdict(rang) == "juste"
                for rang, exercice in enumerate(self.exercices)
                if not exercice.bonus and exercice.tp in self.comptes()
            )

    def comptes(self):
        """Les TP qui comptent dans la note d'ensemble (tous, tant que `compte` n'a rien dit)."""
        return self._comptes or self.tps_notes()

    def donnes(self):
        """Les TP notés que la classe a reçus résolus : personne n'y a rien commencé de lui-même."""
        commences = self.commences()
        return [
            tp
            for tp in self.tps_notes()
            if not commences[tp] and any(tp in ligne.fournis for ligne in self.corrigees)
        ]

    def delaisses(self):
        """Les TP notés que personne n'a commencés, ou qui ne comptent pas faute de copies."""
        ailleurs = {*self.comptes(), *self.donnes()}
        return [tp for tp in self.tps_notes() if self.corrigees and tp not in ailleurs]

    def jamais_commences(self):
        """Les exercices de base que personne n'a tentés, dans les TP qui comptent."""
        return [
            exercice
            for rang, exercice in enumerate(self.exercices)
            if not exercice.bonus
            and exercice.tp in self.comptes()
            and self.corrigees
            and all(ligne.verdict(rang) in SANS_LECON for ligne in self.corrigees)
        ]

    def histogramme(self, pas=2):
        """[(de, à, lignes)] : les copies par tranches de `pas` points, 20 compris dans la dernière.

        >>> Bilan([]).histogramme(10)
        [(0, 10, []), (10, 20, [])]
        """
        tranches = [(bas, bas + pas, []) for bas in range(0, 20, pas)]
        for ligne in self.lignes:
            if ligne.note is not None:
                tranches[min(int(ligne.note // pas), len(tranches) - 1)][2].append(ligne)
        return tranches

    def changements(self):
        """Les lignes dont la note n'est plus celle de la correction précédente."""
        return [ligne for ligne in self.lignes if ligne.suivie and ligne.avant != ligne.note]

    def frequentes(self, combien=15):
        """Les erreurs faites par au moins deux élèves, la plus fréquente d'abord."""
        plusieurs = [f for f in self.fautes.values() if len(f.rangs) > 1]
        ordre = {e.id: rang for rang, e in enumerate(self.exercices)}
        plusieurs.sort(key=lambda f: (-len(f.rangs), not f.classique, ordre.get(f.exercice, 0)))
        return plusieurs[:combien]

    def blocages(self, combien=8):
        """Où la classe bloque : [Blocage], le plus raté d'abord.

        Seuls comptent ceux qui ont essayé : un exercice que personne n'a tenté n'est pas un
        blocage (voir `jamais_commences`), ni un fichier que Python ne comprend pas (`illisibles`).
        """
        trouves = []
        for rang, exercice in enumerate(self.exercices):
            verdicts = [ligne.verdict(rang) for ligne in self.corrigees]
            comptes = Counter(verdict for verdict in verdicts if verdict not in SANS_LECON)
            rates = comptes.total() - comptes["juste"]
            if rates and not exercice.bonus:
                trouves.append((rates / comptes.total() * rates, rang, exercice, comptes))
        trouves.sort(key=lambda t: (-t[0], t[1]))
        return [
            Blocage(exercice, comptes, self._plus_rencontree(exercice.id))
            for _, _, exercice, comptes in trouves[:combien]
        ]

    def _plus_rencontree(self, ident):
        """La faute que le plus d'élèves ont faite dans cet exercice."""
        fautes = [faute for faute in self.fautes.values() if faute.exercice == ident]
        return max(fautes, key=lambda faute: (len(faute.rangs), faute.classique), default=None)
