"""Lit ce que les élèves rendent : dossiers, zips, fichiers seuls, carnets, exports de plateforme.

    lecteur = LecteurDeRendus(charge())
    rendus, ignores = lecteur.inventaire("rendus")   # des Rendu : un nom, des adresses de fichiers
    textes = lecteur.charge(rendus[0])               # {nom de module: texte}, ou RenduRefuse

Rien n'est jamais décompressé sur le disque ni exécuté ; toute lecture est bornée. Une copie qui
ne peut pas être lue reste dans l'inventaire : `charge` dit pourquoi en une phrase.
"""

import contextlib
import functools
import io
import json
import os
import re
import stat
import unicodedata
import zipfile
from dataclasses import dataclass, field, replace

from autograder import RACINE
from autograder.bac_a_sable.a_part import a_part
from autograder.bac_a_sable.filtre import TAILLE_MAX
from autograder.classe.carnets_rendus import (
    ESSAIS,
    SANS_FICHIER,
    code_du_carnet,
    morceaux_par_fichier,
)
from autograder.fabrique import publies
from lessons.verificateur.chargeur import decode

CARNET_MAX = 12_000_000  # octets d'un carnet : ses images comptent
ARCHIVE_MAX = 30_000_000  # octets d'un zip trouvé dans un autre
ENTREES_MAX = 20_000  # fichiers d'une archive
SOMMAIRE_MAX = 8_000_000  # octets de son sommaire
TOTAL_MAX = 300_000_000  # octets décompressés pour lire les zips d'un même élève
COPIE_MAX = 60_000_000  # octets lus des fichiers d'un même élève
PROFONDEUR_MAX = 4  # zips les uns dans les autres
FICHIERS_MAX = 40  # fichiers Python d'une copie
DOSSIERS_MAX = 30  # dossiers les uns dans les autres
NOM_MAX = 80
VIDE = "la copie est vide"
ILLISIBLE = Exception  # ce qui est abîmé exprès peut lever n'importe quoi : cela ne coûte que lui

BROUILLE = re.compile(r"^(\..+|thumbs\.db|desktop\.ini|__macosx|__pycache__|rapport\.txt)$", re.I)
AUTRES_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".xz", ".bz2")
MOODLE = re.compile(r"^(?P<nom>.*?)_(?P<numero>\d+)_assignsubmission_[a-z]+_?(?P<suite>.*)$")
TEXTE_EN_LIGNE = re.compile(r"(onlinetext|texteenligne)\.html?")
SANS_NOM = ("participant", "group", "groupe")  # ce que Moodle met à la place du nom
# Mots de noms de fichiers ou de dossiers qui ne disent pas qui est l'élève.
MOTS_DU_KIT = frozenset(
    re.findall(
        r"\w+",
        """
        rendu rendus tp tps python src code lessons lecons bataille navale kit devoir travail nsi
        copie version ancien ancienne nouveau nouvelle final finale dossier fichier fichiers
        notebook carnet sans titre untitled exercice exercices grille placement affichage tir
        solveur aleatoire optimal v bn utiles essais
        """,
    )
)


class RenduRefuse(Exception):
    """La copie ne peut pas être corrigée ; le message dit pourquoi."""


class TropDEntrees(ValueError):
    """Le sommaire d'une archive annonce trop de fichiers."""


class Quota:
    """Ce que les archives d'un élève peuvent encore coûter : octets décompressés et fichiers."""

    def __init__(self):
        self.octets, self.entrees = TOTAL_MAX, ENTREES_MAX

    def prend(self, octets=0, entrees=0):
        """False si c'est trop."""
        self.octets -= octets
        self.entrees -= entrees
        return self.octets >= 0 and self.entrees >= 0


@dataclass(frozen=True)
class Fichier:
    """Un fichier rendu : son chemin dans le rendu, et où le relire."""

    chemin: tuple  # ("Zoé", "rendu", "tp1_grille.py") ; un zip compte pour un dossier
    disque: str  # le fichier du disque
    rangs: tuple = ()  # le rang de l'entrée dans chaque archive traversée
    date: float = 0.0
    souci: str = ""  # pourquoi il ne peut pas être lu

    @property
    def nom(self):
        return self.chemin[-1]

    @property
    def genre(self):
        return os.path.splitext(self.nom)[1].lower()

    @property
    def utile(self):
        """True si le fichier peut contenir des fonctions de l'élève."""
        return not self.souci and self.genre in (".py", ".ipynb") and not self.est_un_outil

    @property
    def est_un_outil(self):
        """True pour un programme du kit, quand l'élève rend son dossier entier."""
        dans_verificateur = self.chemin[-2:-1] == ("verificateur",) and not self.nom.startswith(
            "tp"
        )
        return dans_verificateur or self.chemin[-3:-1] == ("notebooks", "atelier")

    @property
    def taille_max(self):
        """Octets au-delà desquels ce fichier n'est pas celui d'un TP."""
        return TAILLE_MAX if self.genre == ".py" else CARNET_MAX

    def lit(self, limite):
        """Les premiers octets du fichier, au plus `limite`."""
        with contenu(self.disque, self.rangs, limite) as flux:
            return flux.read(limite)


@dataclass
class Rendu:
    """La copie d'un élève, avant lecture."""

    nom: str
    fichiers: list
    origine: str = ""  # chemin dans le dossier des rendus
    numero: str = ""  # numéro de participant, dans un export de Moodle
    remarques: list = field(default_factory=list)
    ident: str = ""  # nom de fichier sûr et unique dans la classe


# ----------------------------------------------------------------- les noms


def decode_nom(octets):
    """Un nom de fichier, qu'il soit en UTF-8 (macOS, Linux), en Latin-1 ou en cp850 (Windows).

    >>> [decode_nom("Zoé".encode(codage)) for codage in ("utf-8", "latin-1", "cp850")]
    ['Zoé', 'Zoé', 'Zoé']
    """
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        hauts = [octet for octet in octets if octet >= 0x80]
        return octets.decode("latin-1" if min(hauts) >= 0xC0 else "cp850")


def affichable(nom):
    """Un nom sans caractère de contrôle, accents composés, de longueur bornée.

    >>> affichable("a\\n" + "b" * 300 + ".py")[-6:]
    'bbb.py'
    """
    if any("\ud800" <= c <= "\udfff" for c in nom):
        nom = decode_nom(nom.encode("utf-8", "surrogateescape"))
    nom = unicodedata.normalize("NFC", nom)
    nom = "".join(c if c.isprintable() else "·" for c in nom)
    base, extension = os.path.splitext(nom)
    if len(nom) > 2 * NOM_MAX and len(extension) < 8:  # c'est elle qui dit comment le lire
        return base[: 2 * NOM_MAX - len(extension)] + extension
    return nom[: 2 * NOM_MAX]


def sans_accents(texte):
    """Minuscules sans accents, pour comparer et trier.

    >>> sans_accents("Élise Çabadi")
    'elise cabadi'
    """
    decompose = unicodedata.normalize("NFKD", texte.replace("œ", "oe").replace("æ", "ae"))
    return "".join(c for c in decompose if not unicodedata.combining(c)).casefold()


def mots_du_nom(texte):
    """Les mots d'un nom, sans accents.

    >>> mots_du_nom("Le Goff_Zoé-tp1")
    ['le', 'goff', 'zoe', 'tp', '1']
    """
    return re.findall(r"[^\W\d_]+|\d+", sans_accents(texte))


def nom_du_kit(nom):
    """True si le nom ne dit pas qui est l'élève.

    >>> [nom_du_kit(nom) for nom in ("rendu (3)", "TP2_placement", "rendu_zoe", "012")]
    [True, True, False, False]
    """
    lettres = [mot for mot in mots_du_nom(nom) if not mot.isdigit()]
    return bool(lettres) and all(mot in MOTS_DU_KIT for mot in lettres)


def nom_d_eleve(nom):
    """(nom affichable, numéro Moodle) d'après le nom d'un dossier ou d'un fichier sans extension.

    >>> nom_d_eleve("Le Goff Zoé_123456_assignsubmission_file_")
    ('Le Goff Zoé', '123456')
    >>> nom_d_eleve("Participant_12_assignsubmission_file")
    ('Participant 12', '12')
    >>> noms = ("dupont_jean", "rendu_Martin Lou", "lea-tp1_grille (2)", "eleve_07")
    >>> [nom_d_eleve(nom)[0] for nom in noms]
    ['Dupont Jean', 'Martin Lou', 'Lea', 'Eleve 07']
    """
    moodle = MOODLE.match(nom)
    numero = moodle["numero"] if moodle else ""
    nom = moodle["nom"] if moodle else nom
    if moodle and nom.casefold() in SANS_NOM:  # devoir anonyme, ou remis par équipes
        nom = f"{nom} {numero}"
    nom = re.sub(r"\s*\(\d+\)$", "", nom.strip())
    gardes = [m for m in re.split(r"[\s_.]+|-(?=tp\d)", nom) if m]
    if not moodle:
        gardes = _sans_mots_du_kit(gardes)
        gardes = _sans_mots_du_kit(gardes[::-1])[::-1]
    texte = " ".join(gardes)
    if texte == texte.lower():
        texte = re.sub(r"(^|[\s-])(\w)", lambda m: m[1] + m[2].upper(), texte)
    return texte[:NOM_MAX] or "Sans nom", numero


def _sans_mots_du_kit(parties):
    """Les parties d'un nom, sans celles du début qui sont des mots du kit, numéros compris.

    >>> _sans_mots_du_kit(["rendu", "2", "zoe"]), _sans_mots_du_kit(["12", "zoe"])
    (['zoe'], ['12', 'zoe'])
    """
    fin = 0
    while fin < len(parties) and (parties[fin].isdigit() or nom_du_kit(parties[fin])):
        fin += 1
    if fin == len(parties) or not any(nom_du_kit(partie) for partie in parties[:fin]):
        return parties
    return parties[fin:]


def nom_de_fichier(nom, pris):
    """Un nom de fichier sûr partout, différent de ceux de `pris` (que l'on complète).

    >>> nom_de_fichier("Zoé d'Été", set()), nom_de_fichier("../..", {"copie"})
    ('zoe_d_ete', 'copie_2')
    """
    base = "_".join(re.findall(r"[a-z0-9]+", sans_accents(nom)))[:60] or "copie"
    if re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", base):
        base = "copie_" + base
    ident, rang = base, 1
    while ident in pris:
        rang += 1
        ident = f"{base}_{rang}"
    pris.add(ident)
    return ident


# ----------------------------------------------------------------- lister les fichiers


def contenu(disque, rangs, limite):
    """Un flux sur un fichier du disque ou, avec `rangs`, d'archives imbriquées.

    D'une archive, on ne décompresse jamais plus de `limite` octets.
    """
    drapeaux = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flux = os.fdopen(os.open(disque, drapeaux | getattr(os, "O_BINARY", 0)), "rb")
    if not rangs:
        return flux
    with flux:
        archive = _sommaire(disque, rangs[:-1], os.fstat(flux.fileno()).st_mtime_ns, os.getpid())
    with archive.open(archive.infolist()[rangs[-1]]) as entree:
        return io.BytesIO(entree.read(limite))


@functools.lru_cache(maxsize=2)
def _sommaire(disque, rangs, date, processus):
    """L'archive, son sommaire lu une seule fois pour tous ses fichiers.

    `date` et `processus` distinguent une archive refaite, et un processus dédoublé (deux
    processus ne partagent pas la position de lecture d'un même fichier).
    """
    return ouvre_zip(contenu(disque, rangs, ARCHIVE_MAX + 1))


def ouvre_zip(flux):
    """L'archive de ce flux ; lève TropDEntrees avant d'en dresser un sommaire démesuré."""
    prudent = _FluxPrudent(flux)
    archive = zipfile.ZipFile(prudent)
    prudent.sommaire = False
    return archive


class _FluxPrudent:
    """Un flux qui refuse de donner le sommaire d'une archive s'il est démesuré.

    `zipfile` fait un objet de chaque entrée du sommaire, qu'il lit d'un seul coup : c'est le moment
    de les compter. Ce que l'archive dit elle-même de leur nombre peut être faux.
    """

    def __init__(self, flux):
        self._flux, self.sommaire = flux, True
        self.seek, self.tell, self.close = flux.seek, flux.tell, flux.close
        self.seekable = flux.seekable

    def read(self, taille=-1):
        if not self.sommaire:
            return self._flux.read(taille)
        if taille > SOMMAIRE_MAX:
            raise TropDEntrees
        octets = self._flux.read(taille if taille >= 0 else SOMMAIRE_MAX)
        if octets.count(b"PK\x01\x02") > ENTREES_MAX:
            raise TropDEntrees
        return octets


def fichiers_de(racine):
    """Tous les fichiers sous `racine` (un dossier ou un zip), archives comprises, triés."""
    if os.path.isdir(racine):
        return _dossier(racine, ())
    if zipfile.is_zipfile(racine):
        return _archive(racine, (), (), {})
    return [Fichier((affichable(os.path.basename(racine)),), racine)]


def _dossier(dossier, chemin):
    trouves = []
    if len(chemin) > DOSSIERS_MAX:
        return [Fichier((*chemin, ""), dossier, souci="trop de dossiers les uns dans les autres")]
    try:
        entrees = sorted(os.scandir(dossier), key=lambda e: e.name)
    except OSError:
        if not chemin:
            raise
        return [Fichier((*chemin, ""), dossier, souci="le dossier ne peut pas être ouvert")]
    for entree in entrees:
        ici = (*chemin, affichable(entree.name))
        if BROUILLE.match(entree.name):
            continue
        if entree.is_symlink():
            souci = "un lien vers un autre fichier n'est pas suivi"
            trouves.append(Fichier(ici, entree.path, souci=souci))
        elif entree.is_dir():
            trouves += _dossier(entree.path, ici)
        elif not entree.is_file():
            trouves.append(Fichier(ici, entree.path, souci="ce n'est pas un fichier ordinaire"))
        elif entree.name.lower().endswith(".zip"):
            trouves += _archive(entree.path, (), (*ici[:-1], ici[-1][:-4]), Quota())
        else:
            trouves.append(Fichier(ici, entree.path, date=entree.stat().st_mtime))
    if chemin and not trouves:
        return [Fichier((*chemin, ""), dossier, souci=VIDE)]
    return trouves


def _archive(disque, rangs, chemin, quota):
    """Les fichiers d'une archive, sans rien écrire.

    `quota` est celui de l'élève. Dans l'export de toute une classe, c'est un dictionnaire : à
    chaque branche le sien, pour que la démesure de l'un ne prive pas les autres.
    """

    def souci(phrase):
        return [Fichier((*(chemin or ("archive",)), "archive.zip"), disque, rangs, souci=phrase)]

    de_la_classe = isinstance(quota, dict)
    if len(rangs) >= PROFONDEUR_MAX:
        return souci("trop d'archives les unes dans les autres")
    try:
        with contenu(disque, rangs, ARCHIVE_MAX + 1) as flux:
            taille = flux.seek(0, io.SEEK_END)
            if rangs and taille > ARCHIVE_MAX:
                return souci("l'archive est démesurée une fois décompressée")
            if rangs and not quota.prend(octets=taille):
                return souci("les archives sont démesurées une fois décompressées")
            with ouvre_zip(flux) as archive:
                infos = archive.infolist()
    except TropDEntrees:
        return souci("l'archive contient trop de fichiers")
    except ILLISIBLE:
        return souci("l'archive est abîmée ou illisible")
    if not de_la_classe and not quota.prend(entrees=len(infos)):
        return souci("les archives contiennent trop de fichiers")
    trouves = []
    for rang, info in enumerate(infos):
        propre = quota
        if de_la_classe:
            propre = quota.setdefault(info.filename.partition("/")[0], Quota())
        trouves += _entree(disque, (*rangs, rang), chemin, info, propre)
    pleins = {f.chemin[:n] for f in trouves if f.nom for n in range(1, len(f.chemin))}
    trouves = [f for f in trouves if f.nom or f.chemin[:-1] not in pleins]
    return trouves or souci("l'archive est vide")


def _entree(disque, rangs, chemin, info, quota):
    """Ce qu'apporte une entrée d'archive : rien, un fichier, ou les fichiers d'un zip."""
    nom = info.filename
    if not info.flag_bits & 0x800 and not nom.isascii():
        with contextlib.suppress(UnicodeEncodeError):
            nom = decode_nom(nom.encode("cp437"))
    nom = nom.replace("\\", "/")
    if nom.count("/") > DOSSIERS_MAX:
        court = affichable(nom.rpartition("/")[2]) or "archive.zip"
        phrase = "trop de dossiers les uns dans les autres"
        return [Fichier((*chemin, court), disque, rangs, souci=phrase)]
    parties = [affichable(partie) for partie in nom.split("/") if partie not in ("", ".")]
    if not parties or any(BROUILLE.match(p) for p in parties if p != ".."):
        return []
    ici = (*chemin, *parties)
    if nom.endswith("/"):
        return [Fichier((*ici, ""), disque, rangs, souci=VIDE)]
    if nom.startswith("/") or ".." in parties or re.match(r"[A-Za-z]:", nom):
        sans = tuple(p for p in ici if p != "..")
        return [Fichier(sans, disque, rangs, souci="son chemin sort du dossier de la copie")]
    if stat.S_ISLNK(info.external_attr >> 16):
        return [Fichier(ici, disque, rangs, souci="un lien vers un autre fichier n'est pas suivi")]
    if info.flag_bits & 1:
        return [Fichier(ici, disque, rangs, souci="l'archive est protégée par un mot de passe")]
    if nom.lower().endswith(".zip"):
        if info.file_size > ARCHIVE_MAX:
            phrase = "l'archive est démesurée une fois décompressée"
            return [Fichier(ici, disque, rangs, souci=phrase)]
        return _archive(disque, rangs, (*ici[:-1], ici[-1][:-4]), quota)
    annee, *autres = info.date_time
    return [Fichier(ici, disque, rangs, date=_instant(annee, *autres))]


def _instant(annee, mois, jour, heure, minute, seconde):
    """Un nombre qui grandit avec la date (celle d'un zip n'a pas de fuseau)."""
    return ((((annee * 12 + mois) * 31 + jour) * 24 + heure) * 60 + minute) * 60.0 + seconde


# ----------------------------------------------------------------- reconnaître


class LecteurDeRendus:
    """Reconnaît les élèves et leurs fichiers, d'après les fonctions que demande le registre."""

    def __init__(self, registre):
        self.modules = {}  # {module: noms des fonctions à écrire}
        for exercice in registre:
            self.modules.setdefault(exercice.module, set()).add(exercice.nom)
        self.essais = {chasse.module: chasse.tp for chasse in registre.chasses.values()}
        du_kit = {fichier.stem for fichier in (RACINE / "lessons").glob("*.py")}
        du_kit |= {re.sub(r"\.py$", "", chemin) for chemin in publies.empreintes("kit")}
        self.libres = set(registre.libres)  # ceux que l'élève écrit à sa façon : mon_ordi
        self.attendus = self.modules.keys() | self.essais.keys() | self.libres
        self.donnes = du_kit - self.attendus

    # Les fichiers d'une copie.

    def module_de(self, nom, texte):
        """Le module d'un TP que ce fichier semble contenir, ou None.

        Un nom comme « tp1_grille (2).py » suffit ; sinon, on regarde les fonctions définies.
        """
        base = os.path.splitext(nom)[0]
        if base in self.donnes:
            return None
        base = "_".join(mots_du_nom(base))
        for module in self.essais:
            if "_".join(mots_du_nom(module)) in base and ESSAIS.search(texte):
                return module
        for module in (*self.modules, *self.libres):
            if "_".join(mots_du_nom(module)) in base:
                return module
        definis = set(re.findall(r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)", texte, re.M))
        scores = {module: len(definis & noms) for module, noms in self.modules.items()}
        numero = re.search(r"(?:^|_)tp_(\d)(?:_|$)", base)
        for module, score in scores.items():
            if numero and score and module.startswith(f"tp{numero[1]}_"):
                return module
        meilleur = max(scores, key=scores.get)
        return meilleur if scores[meilleur] else None

    def charge(self, rendu):
        """{nom de module: texte}. Complète `rendu.remarques` ; lève RenduRefuse si rien à lire."""
        candidats, remarques = self._candidats(rendu.fichiers)
        textes = self._choisit(candidats, remarques)
        rendu.remarques += [r for r in remarques if r not in rendu.remarques]
        if not self.attendus & textes.keys():
            raise RenduRefuse(_raison(rendu.fichiers))
        if not any(texte.strip() for texte in textes.values()):
            raise RenduRefuse("les fichiers Python sont vides")
        return textes

    def _candidats(self, fichiers):
        """([(fichier, module ou None, texte)], remarques)."""
        candidats, remarques = [], []
        utiles = [f for f in fichiers if f.utile]
        utiles.sort(key=lambda f: (os.path.splitext(f.nom)[0] not in self.attendus, len(f.chemin)))
        if len(utiles) > FICHIERS_MAX:
            remarques.append(f"{len(utiles)} fichiers Python : seuls {FICHIERS_MAX} sont lus.")
        reste = COPIE_MAX
        for fichier in utiles[:FICHIERS_MAX]:
            try:
                if reste <= 0:
                    raise ValueError("tous les octets permis ont été lus")
                octets = fichier.lit(min(reste, fichier.taille_max + 1))
                reste -= len(octets)
                candidats += [(fichier, *couple) for couple in self._lit(fichier, octets)]
            except ILLISIBLE:
                remarques.append(f"{fichier.nom} ne peut pas être lu.")
        for fichier in fichiers:
            if fichier.souci and fichier.nom:
                remarques.append(f"{fichier.nom} est ignoré : {fichier.souci}.")
        return candidats, remarques

    def _lit(self, fichier, octets):
        """[(module ou None, texte)] d'un fichier : un carnet peut contenir plusieurs modules."""
        if fichier.genre == ".py":
            texte = decode(octets)
            return [(self.module_de(fichier.nom, texte), texte)]
        lus = [
            (nom or self.module_de(fichier.nom, texte), texte[: TAILLE_MAX + 1])
            for nom, texte in a_part(morceaux_par_fichier, octets)
            if texte.strip()
        ]
        tp = next((nom for nom, _ in lus if nom in self.modules), None)
        return [_essais_du_carnet(tp, texte) if nom == SANS_FICHIER else (nom, texte)
                for nom, texte in lus]  # fmt: skip

    def _choisit(self, candidats, remarques):
        """{module: texte} : les noms exacts d'abord, puis ce que l'on a reconnu."""
        textes, gardes = {}, {}
        exacts, restes = [], []
        for candidat in candidats:
            exact = os.path.splitext(candidat[0].nom)[0] == candidat[1]
            (exacts if exact else restes).append(candidat)
        for fichier, module, texte in sorted(exacts, key=lambda c: (len(c[0].chemin), -c[0].date)):
            garde = "/".join(gardes.setdefault(module, fichier).chemin)
            if textes.setdefault(module, texte) != texte:
                remarques.append(f"Plusieurs {module} différents : {garde} est gardé.")
        for fichier, module, texte in sorted(restes, key=lambda c: -c[0].date):
            libre = os.path.splitext(fichier.nom)[0]
            if module and module not in textes:
                textes[module] = texte
                remarques.append(f"{fichier.nom} est lu comme {module}.py.")
            elif fichier.genre == ".py" and libre.isidentifier() and libre not in textes:
                textes[libre] = texte
            else:
                remarques.append(f"{fichier.nom} est ignoré.")
        return textes

    # Les élèves.

    def inventaire(self, racine):
        """(liste des Rendu triés par nom, noms des fichiers laissés de côté).

        `racine` est le dossier des rendus, l'export zippé d'une plateforme, ou une seule copie.
        """
        racine = os.fspath(racine)
        fichiers = fichiers_de(racine)
        de_cote = [f.nom for f in fichiers if _hors_copie(f)]
        if any(len(f.chemin) == 1 and f.nom[:-3] in self.attendus for f in fichiers):
            base = re.sub(r"\.(zip|py)$", "", os.path.basename(os.path.abspath(racine)))
            rendus = [_rendu(affichable(base), fichiers, ".")]
            de_cote = []
        else:
            rendus = self._classe([f for f in fichiers if not _hors_copie(f)], 0)
        rendus.sort(key=lambda r: (sans_accents(r.nom), r.origine))
        _distingue(rendus)
        return rendus, de_cote

    def _classe(self, fichiers, niveau):
        """Les Rendu d'un niveau, où chaque branche est un élève ou un groupe d'élèves."""
        rendus = []
        branches = list(_branches(fichiers, niveau).values())
        # Un dossier de Moodle est celui d'un élève, quoi qu'il y ait mis.
        d_un_seul = [MOODLE.match(branche[0].chemin[niveau]) is not None for branche in branches]
        exports = all(_que_du_moodle(branche, niveau + 1) for branche in branches)
        groupes = [
            not seul and (exports or self._est_un_groupe(branche, niveau + 1))
            for branche, seul in zip(branches, d_un_seul, strict=True)
        ]
        for branche, seul, groupe in zip(branches, d_un_seul, groupes, strict=True):
            premier = branche[0].chemin
            isole = len(premier) == niveau + 1
            dossiers = any(groupes) and not seul and _que_des_dossiers(branche, niveau + 1)
            if groupe or dossiers:
                rendus += self._classe(branche, niveau + 1)
            else:
                base = os.path.splitext(premier[niveau])[0] if isole else premier[niveau]
                rendus.append(_rendu(base, branche, "/".join(premier[: niveau + 1])))
        return rendus

    def _est_un_groupe(self, fichiers, niveau):
        """True si les branches sont celles de plusieurs élèves : elles donnent le même module."""
        isoles = [f for f in fichiers if len(f.chemin) <= niveau]
        ici = [f for f in fichiers if len(f.chemin) == niveau + 1]
        if isoles or any(f.nom[:-3] in self.attendus for f in ici):
            return False
        vus = {}
        for nom, branche in _branches(fichiers, niveau).items():
            for module in set() if nom_du_kit(nom) else self.modules_de(branche):
                vus.setdefault(module, set()).add(nom)
        return any(len(noms) > 1 for noms in vus.values())

    def modules_de(self, fichiers):
        """Les modules des TP que contiennent ces fichiers, à première vue."""
        trouves, reste = set(), COPIE_MAX
        for fichier in [f for f in fichiers if f.utile][:FICHIERS_MAX]:
            with contextlib.suppress(ILLISIBLE):
                octets = fichier.lit(min(reste, fichier.taille_max))
                reste -= len(octets)
                texte = decode(octets) if fichier.genre == ".py" else code_du_carnet(octets)
                trouves.add(self.module_de(fichier.nom, texte))
        return trouves - {None}


def _essais_du_carnet(tp, texte):
    """(module, texte) des essais d'un carnet, où ils voient tout ce que définit ce TP."""
    if tp is None:
        return None, texte
    return f"essais_{tp.partition('_')[0]}", f"from bn_utiles import *; from {tp} import *\n{texte}"


def _raison(fichiers):
    """Pourquoi rien n'a pu être lu, en une phrase."""
    soucis = [f.souci for f in fichiers if f.souci and f.souci != VIDE]
    if soucis:
        return soucis[0]
    if any(f.utile for f in fichiers):
        return "aucune fonction des TP n'est reconnue dans ses fichiers"
    if fichiers and all(TEXTE_EN_LIGNE.fullmatch(f.nom) for f in fichiers):
        return "un texte en ligne, mais aucun fichier"
    for fichier in fichiers:
        if fichier.genre in AUTRES_ARCHIVES:
            return f"une archive {fichier.genre} n'est pas lue ; demander un .zip"
    return "aucun fichier Python" if any(f.nom for f in fichiers) else VIDE


def _hors_copie(fichier):
    """True pour un fichier posé à côté des copies, comme une consigne ou une liste."""
    if len(fichier.chemin) > 1 or fichier.utile or fichier.souci:
        return False
    return fichier.genre not in AUTRES_ARCHIVES and not MOODLE.match(fichier.nom)


def _branches(fichiers, niveau):
    """{clé: fichiers} : chaque sous-dossier, et les fichiers isolés réunis par nom d'élève."""
    branches = {}
    for fichier in fichiers:
        partie = fichier.chemin[niveau]
        isole = len(fichier.chemin) == niveau + 1
        base = os.path.splitext(partie)[0] if isole else partie
        moodle = MOODLE.match(base)
        if moodle:  # ses fichiers et son texte en ligne sont dans deux dossiers du même numéro
            base = f"Moodle {moodle['numero']}"
        elif isole and not nom_du_kit(base):
            base = " ".join(nom_d_eleve(base))
        branches.setdefault(base, []).append(fichier)
    return branches


def _que_du_moodle(fichiers, niveau):
    """True si cette branche est un export de Moodle : tout y a un nom donné par Moodle."""
    return all(len(f.chemin) > niveau and MOODLE.match(f.chemin[niveau]) for f in fichiers)


def _que_des_dossiers(fichiers, niveau):
    """True si la branche ne contient que des dossiers, au nom de quelqu'un."""
    return all(len(f.chemin) > niveau + 1 and not nom_du_kit(f.chemin[niveau]) for f in fichiers)


def _rendu(base, fichiers, origine):
    """Le Rendu d'un élève. Le nom donné par la plateforme ou l'enseignant passe avant le sien."""
    nom, numero = nom_d_eleve(base)
    fichiers = [_sans_moodle(fichier) for fichier in fichiers]
    rendu = Rendu(nom, [f for f in fichiers if f.nom != "rendu.json"], origine, numero)
    declare = next((d for d in map(_nom_declare, fichiers) if d), "")
    if declare and (nom_du_kit(base) or set(mots_du_nom(declare)) == set(mots_du_nom(nom))):
        rendu.nom = declare
    elif declare:
        rendu.remarques.append(f"La copie elle-même dit : « {declare} ».")
    return rendu


def _sans_moodle(fichier):
    """Le fichier sous le nom que l'élève lui a donné, si Moodle l'a mis à plat derrière le sien."""
    moodle = MOODLE.match(fichier.nom)
    if not moodle or not moodle["suite"]:
        return fichier
    return replace(fichier, chemin=(*fichier.chemin[:-1], moodle["suite"]))


def _nom_declare(fichier):
    """Le nom écrit par `verifier.py rendre` dans `rendu.json`, ou une chaîne vide."""
    if fichier.nom != "rendu.json" or fichier.souci:
        return ""
    try:
        donnees = json.loads(fichier.lit(20_000).decode("utf-8-sig"))
        parties = [donnees.get("nom"), donnees.get("prenom")]
    except ILLISIBLE:
        return ""
    return affichable(" ".join(p.strip() for p in parties if isinstance(p, str)))[:NOM_MAX].strip()


def _distingue(rendus):
    """Donne à chacun un identifiant unique ; les homonymes reçoivent un numéro et une remarque.

    C'est celui de Moodle s'il y en a un : il reste le même d'une correction à l'autre, et le
    commentaire de l'un ne passe pas à l'autre quand une copie de plus arrive.
    """
    pris, vus = set(), {}
    for rendu in rendus:
        vus.setdefault(sans_accents(rendu.nom), []).append(rendu)
    for homonymes in vus.values():
        for rang, rendu in enumerate(homonymes, 1):
            if rendu.numero and len(homonymes) > 1:
                rendu.nom = f"{rendu.nom} (n° {rendu.numero})"
            elif rang > 1:
                rendu.nom = f"{rendu.nom} ({rang})"
    for rendu in rendus:
        rendu.ident = nom_de_fichier(rendu.nom, pris)
    for homonymes in vus.values():
        for rendu in homonymes:
            autres = ", ".join(autre.origine for autre in homonymes if autre is not rendu)
            if autres:
                rendu.remarques.append(f"Une autre copie porte le même nom ({autres}).")
