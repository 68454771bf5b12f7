"""Corrige une classe : `python -m autograder corriger rendus/ --sortie resultats/`.

Les copies sont lues telles que la plateforme les donne, corrigées sur tous les cœurs, et chaque
résultat est écrit dès qu'il est connu. La même commande, relancée, ne refait que le reste.
"""

import functools
import os
import pathlib
import statistics
import sys
import time
from dataclasses import dataclass, field, fields, replace

from autograder.bac_a_sable.copie import CopieIllisible
from autograder.classe import (
    accord,
    commentaires,
    moodle,
    pages,
    provenance,
    similitudes,
    tableurs,
)
from autograder.classe.anonymat import Anonymat
from autograder.classe.bilan import EN_CHANTIER, Bilan, LigneDeNotes
from autograder.classe.equipe import Perdue, distribue
from autograder.classe.progression import Barre
from autograder.classe.rendus import LecteurDeRendus, RenduRefuse, mots_du_nom
from autograder.classe.suivi import Suivi, ecrit, somme, version_du_kit
from autograder.classe.tableau import accord as accord_de
from autograder.classe.tableau import nombre
from autograder.fabrique import publies
from autograder.fabrique.distribuer import intervalle
from autograder.fabrique.squelettes import avec_verifier
from autograder.moteur.erreurs import phrases
from autograder.moteur.essais_eleve import ResultatChasse
from autograder.moteur.juge import Juge, ResultatCopie, ResultatExercice, nouvelle_graine
from autograder.options import (
    AIDE_J_ACCEPTE,
    ISOLEMENT,
    J_ACCEPTE,
    REGLAGES_ISOLEMENT,
    tp_inconnu,
)
from lessons.verificateur import registre as lecons
from lessons.verificateur.rangement import empreinte, raison_du_refus
from lessons.verificateur.registre import charge
from solutions.jeu.analyseur import entier

PAIRES_MONTREES = 6
PREUVES_MONTREES = 3
FICHIERS_DE_CLASSE = {
    "classe.html": "la page de la classe",
    "notes.csv": "les notes, pour LibreOffice",
    "exercices.csv": "les points de chaque exercice",
    "notes_moodle.csv": "la feuille d'évaluation de Moodle, remplie",
    "retours_moodle.zip": "les pages à rendre aux élèves par Moodle (fichiers de feedback)",
    "notes_pronote.txt": "la colonne à coller dans Pronote, dans l'ordre alphabétique",
}
NOMINATIFS = (
    "notes_moodle.csv",
    "retours_moodle.zip",
    "notes_pronote.txt",
)  # sans intérêt avec des pseudonymes


class Impossible(Exception):
    """La correction ne peut pas commencer ou continuer ; le message dit pourquoi."""


def _ecriture_impossible(chemin, erreur):
    return Impossible(f"Impossible d'écrire dans {chemin} : {raison_du_refus(erreur)}.")


@dataclass(frozen=True)
class Reglages:
    """Ce que chaque ouvrier doit savoir. `fabrique()` construit un Juge."""

    sortie: str
    graine: int
    version: str
    tps: tuple
    refaire: bool = False
    fabrique: object = Juge
    anonymat: object = None
    fournis: tuple | None = None  # les TP donnés résolus ; None : les reconnaître


@dataclass
class Fait:
    """Ce qu'un ouvrier répond : le reste est sur le disque."""

    cle: str = ""
    statut: str = "corrigée"
    notes: dict = field(default_factory=dict)  # {tp: note sur 20} des TP commencés ; None : fourni
    remarques: list = field(default_factory=list)
    neuf: bool = True
    cpu: float = 0.0
    memoire: int = 0
    panne: str = ""  # le disque ne se laisse pas écrire


# ----------------------------------------------------------------- dans un ouvrier


class Poste:
    """Le poste de travail d'un ouvrier : son juge, son lecteur, le suivi."""

    def __init__(self, reglages):
        self.reglages = reglages
        self.juge = reglages.fabrique()
        self.lecteur = LecteurDeRendus(self.juge.registre)
        self.suivi = Suivi(pathlib.Path(reglages.sortie) / ".correction")
        depart = lecons.charge()
        self.analyseur = similitudes.Analyseur(
            self.juge.registre, self.juge.corrige.textes, depart.squelettes
        )
        self.provenance = provenance.Provenance(self.juge.registre, self.juge.corrige.textes)
        self.modules = {e.tp: e.module for e in self.juge.registre}
        self.resolus = {
            tp.numero: _essentiel(avec_verifier(self.juge.corrige.textes[tp.module], tp.nom))
            for tp in depart.tps
            if self.modules.get(tp.numero) == tp.module
        }

    def corrige(self, rendu):
        """Le Fait d'une copie ; sa page et son JSON sont écrits."""
        try:
            textes = self.lecteur.charge(rendu)
            recus = self._tps_recus(textes)
            reglages = (self.reglages.version, self.reglages.tps, self.reglages.graine)
            dedans = ["wasm"] if self.juge.options.get("dans_wasm") else []
            cle = somme(sorted(textes.items()), *reglages, self.reglages.fournis, recus, *dedans)
            corps = None if self.reglages.refaire else self.suivi.lit(cle)
            fait = Fait(cle, neuf=corps is None)
            if corps is None:
                corps = self._juge(textes, recus)
                fait.cpu, fait.memoire = corps["resultat"]["cpu"], corps["resultat"]["memoire"]
                if corps["resultat"]["statut"] == "corrigée":
                    self.suivi.ecrit(cle, corps)
            resultat = en_resultat(corps["resultat"])
            rendu.remarques += corps["provenance"] + _jugee_a_part(resultat)
        except RenduRefuse as raison:
            fait, resultat = Fait(), ResultatCopie(statut=f"non corrigée : {raison}")
        except OSError as erreur:
            return Fait(panne=_panne(erreur))
        except Exception as erreur:
            phrase = f"non corrigée : le correcteur s'est trompé ({type(erreur).__name__})"
            fait, resultat = Fait(), ResultatCopie(statut=phrase)
        fait.statut, fait.remarques = resultat.statut, rendu.remarques
        sans_interet = (*EN_CHANTIER, "non corrigé")
        commences = {
            e.tp for e in resultat.exercices if e.statut not in sans_interet and not e.bonus
        }
        fait.notes = {tp: resultat.note(tp) for tp in sorted(commences)}
        manques = [e.id for e in resultat.exercices if e.statut == "non corrigé"]
        if resultat.statut != "corrigée":
            fait.cle = ""
        elif manques:
            suite = ", …" if len(manques) > 5 else ""
            rendu.remarques.append(
                f"{accord_de(len(manques), 'exercice non corrigé', 'exercices non corrigés')} : "
                f"{', '.join(manques[:5])}{suite}."
            )
        try:
            self._publie(rendu, resultat)
        except OSError as erreur:
            return Fait(panne=_panne(erreur))
        return fait

    def _tps_recus(self, textes):
        """Les TP dont le fichier est, au mot près, celui que le kit donne résolu."""
        if self.reglages.fournis == ():
            return []
        tps = self.reglages.tps
        return [tp for tp in tps if self._recu_resolu(tp, textes.get(self.modules[tp], ""))]

    def _recu_resolu(self, tp, texte):
        """True si ce texte est celui que le kit donne résolu, ou qu'une version d'avant donnait."""
        donne = publies.empreintes("resolus").get(f"{self.modules[tp]}.py", ())
        essentiel = _essentiel(texte)
        return bool(essentiel) and (
            essentiel == self.resolus.get(tp) or empreinte(texte.encode("utf-8")) in donne
        )

    def _juge(self, textes, recus):
        reste = {tp for tp in self.reglages.tps if tp not in recus}
        resultat = ResultatCopie()
        if reste or self.juge.chasses.ecrites(textes):
            resultat = self.juge.corrige_textes(
                textes, tps=reste, graine=self.reglages.graine, essais_de=recus
            )
        juges = resultat.exercices
        if juges and all(e.statut == "non corrigé" for e in juges):
            resultat.statut = "non corrigée : " + _raison(juges[0].phrase)
        # On ne relit ici que ce que le fils a déjà su lire, à temps.
        lus = {module: texte for module, texte in textes.items() if module in resultat.lus}
        remarques = self._ote_les_fournis(resultat, lus, recus)
        arbres = self.analyseur.analyse(lus)
        return {
            "resultat": resultat.en_dictionnaire(),
            "arbres": arbres,
            "provenance": remarques,
            "extraits": similitudes.extraits(self.juge.registre, lus),
        }

    def _ote_les_fournis(self, resultat, textes, recus):
        """Met à part les exercices reçus résolus ; rend les remarques pour l'enseignant."""
        if resultat.statut != "corrigée":
            return []
        registre, tps = self.juge.registre, self.reglages.tps
        semblables = self.provenance.semblables(textes)
        declares = self.reglages.fournis if self.resolus else ()
        fournis = self.provenance.fournis(semblables, tps, declares)
        fournis |= {e.id for e in registre if e.tp in recus}
        juges = {e.id: e for e in resultat.exercices if e.id not in fournis}
        juges.update({i: provenance.exercice_fourni(registre[i]) for i in fournis})
        resultat.exercices = [juges[e.id] for e in registre if e.id in juges]
        notes = resultat.tps_notes()
        if notes and all(resultat.fourni(tp) for tp in notes) and not resultat.chasses:
            resultat.statut = "non corrigée : tous ses fichiers sont ceux que le kit donne résolus"
        return self.provenance.remarques(semblables, resultat)

    def _publie(self, rendu, resultat):
        publie_copie(self.reglages, rendu, resultat)


def _jugee_a_part(resultat):
    """La remarque sur des fichiers qui n'ont pas pu servir tels quels ; ce qui est illisible est
    dit ailleurs."""
    lus = [e for e in resultat.exercices if e.souci and not e.souci.startswith("erreur de syntaxe")]
    causes = dict.fromkeys(e.souci.rstrip(".") for e in lus)
    debut = "Fonctions jugées à part, les fichiers ne pouvant pas servir tels quels"
    return [f"{debut} : {' ; '.join(causes)}."] if causes else []


def _essentiel(texte):
    """Les lignes d'un fichier, sans les lignes vides ni celles de commentaire."""
    lignes = [ligne.strip() for ligne in texte.splitlines()]
    return [ligne for ligne in lignes if ligne and not ligne.startswith("#")]


def _panne(erreur):
    """Ce qui empêche d'écrire, et où si on le sait."""
    endroit = f" ({erreur.filename})" if erreur.filename else ""
    return raison_du_refus(erreur) + endroit


def _raison(phrase):
    """La raison d'un « non corrigé : raison », sans son point.

    >>> _raison("Non corrigé : temps épuisé.")
    'temps épuisé'
    """
    return phrase.partition(" : ")[2].rstrip(".") or phrase.rstrip(".")


def publie_copie(reglages, rendu, resultat, place=None, extraits=None):
    """Écrit la page et le JSON d'une copie ; sa `place` n'est connue qu'une fois la classe lue."""
    remarques, masque = rendu.remarques, lambda texte: texte
    if reglages.anonymat:
        masque = reglages.anonymat.masque
        masque_resultat(resultat, reglages.anonymat)
        remarques = [masque(remarque) for remarque in remarques]
        extraits = {
            ident: [(numero, masque(ligne)) for numero, ligne in lignes]
            for ident, lignes in (extraits or {}).items()
        }
    base = pathlib.Path(reglages.sortie) / "copies" / rendu.ident
    page = pages.page_copie(resultat, rendu.nom, remarques, place, extraits)
    ecrit(base.with_name(rendu.ident + ".html"), page)
    ecrit(base.with_name(rendu.ident + ".json"), tableurs.gradescope_json(resultat, rendu.nom))


def masque_resultat(resultat, anonymat):
    """Cache les noms d'élèves dans tout ce qui vient d'une copie."""
    resultat.statut = anonymat.masque(resultat.statut)
    for exercice in resultat.exercices:
        exercice.phrase = anonymat.masque(exercice.phrase)
        exercice.souci = anonymat.masque(exercice.souci)
        for aspect in exercice.aspects:
            aspect["phrase"] = anonymat.masque(aspect["phrase"])
    for chasse in resultat.chasses:
        chasse.phrase = anonymat.masque(chasse.phrase)


def en_resultat(donnees):
    """Le ResultatCopie d'un dictionnaire relu sur le disque."""
    genres = {"exercices": ResultatExercice, "chasses": ResultatChasse}
    listes = {
        nom: [genre(**_champs(genre, element)) for element in donnees[nom]]
        for nom, genre in genres.items()
    }
    return ResultatCopie(**{**_champs(ResultatCopie, donnees), **listes})


def _champs(genre, donnees):
    """Ce que `genre`, une classe de résultats, connaît de ces données."""
    connus = {f.name for f in fields(genre)}
    return {champ: valeur for champ, valeur in donnees.items() if champ in connus}


# ----------------------------------------------------------------- la classe


@dataclass
class Correction:
    """Ce que rend `corrige_classe`."""

    bilan: Bilan
    groupes: list
    faits: list
    ignores: list
    graine: int
    duree: float
    moodle: object = None  # le Compte de la feuille remplie


def corrige_classe(
    rendus, sortie, *, anonyme=False, tps=(), graine=None, ouvriers=None, copies=(),
    refaire=False, fabrique=Juge, fournis=None, feuille=None, classe="", avance=None,
):  # fmt: skip
    """Corrige toutes les copies de `rendus` et écrit les résultats dans `sortie`.

    `fournis` : les TP donnés résolus à la classe ; None : chercher ceux qui en ont l'air.
    `feuille` : celle d'évaluation de Moodle, à remplir ; `classe` : son nom, pour le titre.
    `avance(rendus, rang, fait, en_cours)` est appelée à chaque changement (`rang` et `fait`
    valent None quand une copie commence). Lève Impossible avec une phrase.
    """
    depart = time.monotonic()
    pages.modeles()  # s'il manque de quoi écrire les pages, on le sait avant de corriger
    registre = fabrique().registre if fabrique is not Juge else charge()
    liste, ignores = inventaire(rendus, sortie, registre, copies)
    demandes = sorted(set(tps))
    tps = demandes or _tps_rendus(registre, liste)
    sortie = pathlib.Path(sortie)
    feuille = _lit_feuille(feuille)
    suivi = _prepare_sortie(sortie)
    avis = _lit_commentaires(sortie, [rendu.nom for rendu in liste], anonyme)
    graine = _graine(suivi, graine)
    anonymat = Anonymat([rendu.nom for rendu in liste]) if anonyme else None
    if anonymat:
        anonymat.nomme(liste)
    _menage(suivi, sortie, liste, anonyme)
    reglages = Reglages(
        str(sortie), graine, version_du_kit(), tuple(tps), refaire, fabrique, anonymat,
        None if fournis is None else tuple(sorted(fournis)),
    )  # fmt: skip
    faits = _corrige(reglages, liste, ouvriers or coeurs(), avance)
    exercices = [e for e in registre if e.tp in tps]
    bilan, groupes = _assemble(reglages, exercices, liste, faits)
    bilan.compte(demandes)
    _rappelle(suivi, bilan)
    situees = functools.partial(_situees, reglages, bilan, liste, faits, avis)
    _situe_copies(reglages, situees())
    compte = _remplit(feuille, bilan, avis, suivi) if feuille and not anonyme else None
    classe = classe or pathlib.Path(rendus).stem.replace("_", " ")
    titre = f"{classe} : bilan du {time.strftime('%d/%m/%Y')}"
    _publie_classe(reglages, bilan, groupes, titre, feuille, _retours(situees()))
    return Correction(bilan, groupes, faits, ignores, graine, time.monotonic() - depart, compte)


def _lit_feuille(chemin):
    """La feuille d'évaluation de Moodle à remplir, ou None si l'on n'en donne pas."""
    if chemin is None:
        return None
    try:
        return moodle.Feuille.lit(pathlib.Path(chemin).read_bytes())
    except OSError as erreur:
        raise Impossible(f"{chemin} ne peut pas être lu : {raison_du_refus(erreur)}.") from erreur
    except moodle.FeuilleRefusee as refus:
        raise Impossible(f"{chemin} : {refus}.") from None


def _remplit(feuille, bilan, avis, suivi):
    """Remplit la feuille de Moodle, et retient ce que l'on y écrit à chacun."""
    gardes = suivi.lit("moodle")
    feuille.ecrits = gardes if isinstance(gardes, dict) else {}
    compte = feuille.remplit(bilan.lignes, avis)
    suivi.ecrit("moodle", feuille.ecrits)
    return compte


def _lit_commentaires(sortie, noms, anonyme):
    """{nom: commentaire} de l'enseignant ; rien avec des pseudonymes."""
    try:
        if anonyme:
            commentaires.cache(sortie)
            return {}
        return commentaires.lit(sortie, noms)
    except commentaires.CommentairesIllisibles as refus:
        raise Impossible(str(refus)) from None
    except OSError as erreur:
        raise Impossible(
            f"{sortie / commentaires.FICHIER} : {raison_du_refus(erreur)}."
        ) from erreur


def _rappelle(suivi, bilan):
    """Dit à chaque ligne sa note d'avant, puis retient celles d'aujourd'hui."""
    gardees = suivi.lit("notes")
    avant = gardees if isinstance(gardees, dict) else {}
    for ligne in bilan.lignes:
        ligne.suivie, ligne.avant = bool(avant), avant.get(ligne.ident)
    suivi.ecrit("notes", {**avant, **{ligne.ident: ligne.note for ligne in bilan.lignes}})


@dataclass
class Situee:
    """Une copie relue du disque, et sa place dans la classe."""

    rendu: object
    ligne: LigneDeNotes
    resultat: ResultatCopie
    place: pages.Place
    extraits: dict | None


def _situees(reglages, bilan, liste, faits, avis):
    """Chaque copie à son tour, maintenant que l'on connaît la classe."""
    suivi = Suivi(pathlib.Path(reglages.sortie) / ".correction")
    lignes = [None, *bilan.lignes, None]
    for rang, (rendu, fait) in enumerate(zip(liste, faits, strict=True), 1):
        ligne = lignes[rang]
        corps = suivi.lit(fait.cle) if fait.cle else None
        resultat = en_resultat(corps["resultat"]) if corps else ResultatCopie(statut=ligne.statut)
        rendu.remarques = fait.remarques
        place = pages.Place(
            "../classe.html", ligne.note, bilan.comptes(), lignes[rang - 1], lignes[rang + 1],
            avis.get(rendu.nom, ""),
        )  # fmt: skip
        yield Situee(rendu, ligne, resultat, place, corps["extraits"] if corps else None)


def _situe_copies(reglages, situees):
    """Refait la page de chaque copie."""
    for copie in situees:
        try:
            publie_copie(reglages, copie.rendu, copie.resultat, copie.place, copie.extraits)
        except OSError as erreur:
            raise Impossible(f"Écriture impossible : {_panne(erreur)}.") from erreur


def _retours(situees):
    """(nom, numéro, page) à rendre à chaque élève : ni ses voisins, ni les remarques au prof."""
    for copie in situees:
        if copie.ligne.numero:
            place = replace(copie.place, retour="", avant=None, apres=None)
            page = pages.page_copie(
                copie.resultat, copie.rendu.nom, place=place, extraits=copie.extraits
            )
            yield copie.rendu.nom, copie.ligne.numero, page


def coeurs():
    """Le nombre de cœurs dont on dispose vraiment."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def inventaire(rendus, sortie, registre, copies=()):
    """(les Rendus de ce dossier, ou d'eux ceux que l'on nomme ; les fichiers laissés de côté)."""
    racine = pathlib.Path(rendus)
    if not racine.exists():
        raise Impossible(f"{rendus} n'existe pas.")
    dedans = pathlib.Path(sortie).resolve()
    if racine.is_dir() and (racine.resolve() == dedans or racine.resolve() in dedans.parents):
        raise Impossible("--sortie doit être en dehors du dossier des rendus.")
    try:
        liste, ignores = LecteurDeRendus(registre).inventaire(racine)
    except OSError as erreur:
        raise Impossible(f"{rendus} ne peut pas être lu : {raison_du_refus(erreur)}.") from erreur
    if not liste:
        raise Impossible(f"Il n'y a aucune copie dans {rendus}.")
    if copies:
        voulus = [set(mots_du_nom(nom)) for nom in copies]
        liste = [r for r in liste if any(voulu <= set(mots_du_nom(r.nom)) for voulu in voulus)]
        if not liste:
            raise Impossible(f"Aucune copie ne porte le nom {' ou '.join(copies)}.")
    return liste, ignores


def _tps_rendus(registre, liste):
    """Les TP dont au moins une copie contient le fichier : les autres ne sont pas comptés."""
    lecteur = LecteurDeRendus(registre)
    modules = set()
    for rendu in liste:
        modules |= lecteur.modules_de(rendu.fichiers)
    tous = sorted({e.tp for e in registre})
    tps = {e.tp for e in registre if e.module in modules}
    tps |= {chasse.tp for chasse in registre.chasses.values() if chasse.module in modules}
    return sorted(tps) or tous


def _prepare_sortie(sortie):
    suivi = Suivi(sortie / ".correction")
    try:
        suivi.prepare()
        (sortie / "copies").mkdir(exist_ok=True)
        ecrit(suivi.dossier / "LISEZMOI.txt", "Résultats déjà connus, pour reprendre une "
              "correction interrompue. Ce dossier peut être supprimé.\n")  # fmt: skip
    except OSError as erreur:
        raise Impossible(
            f"Impossible d'écrire dans {sortie} : {raison_du_refus(erreur)}."
        ) from erreur
    return suivi


def _graine(suivi, graine):
    """La graine demandée, sinon celle de la correction que l'on reprend, sinon une nouvelle."""
    garde = suivi.lit("campagne")
    if graine is None and isinstance(garde, dict):
        graine = garde.get("graine")
    if not isinstance(graine, int):
        graine = nouvelle_graine()
    suivi.ecrit("campagne", {"graine": graine})
    return graine


def _menage(suivi, sortie, liste, anonyme):
    """Retire les fichiers d'une correction précédente qui ne seront pas réécrits."""
    attendus = {f"copies/{rendu.ident}.{genre}" for rendu in liste for genre in ("html", "json")}
    attendus |= {nom for nom in FICHIERS_DE_CLASSE if not (anonyme and nom in NOMINATIFS)}
    anciens = suivi.lit("fichiers") or []
    if anonyme:
        anciens = [*anciens, *FICHIERS_DE_CLASSE]
    for nom in anciens:
        if isinstance(nom, str) and (nom not in attendus or (anonyme and "/" not in nom)):
            chemin = sortie / nom
            if chemin.parent in (sortie, sortie / "copies"):
                chemin.unlink(missing_ok=True)
    suivi.ecrit("fichiers", sorted(attendus))


def _corrige(reglages, liste, ouvriers, avance):
    faits = [None] * len(liste)
    signale = functools.partial(avance, liste) if avance else None
    annonce = (lambda rangs: signale(None, None, rangs)) if signale else None
    prepare = functools.partial(Poste, reglages)
    for rang, fait in distribue(liste, prepare, Poste.corrige, ouvriers, annonce):
        if isinstance(fait, Perdue):
            statut = "non corrigée : elle a arrêté deux fois le processus qui la corrigeait"
            fait = Fait(statut=statut)
            publie_copie(reglages, liste[rang], ResultatCopie(statut=statut))
        if fait.panne:
            raise Impossible(
                f"Écriture impossible : {fait.panne}. Ce qui est déjà corrigé est gardé ; la "
                "même commande reprendra là où elle s'est arrêtée."
            )
        faits[rang] = fait
        if signale:
            signale(rang, fait, ())
    return faits


def _assemble(reglages, exercices, liste, faits):
    """Le Bilan et les groupes de copies proches, en relisant les résultats un par un."""
    suivi = Suivi(pathlib.Path(reglages.sortie) / ".correction")
    bilan, classe = Bilan(exercices, phrases()), similitudes.Classe()
    for rendu, fait in zip(liste, faits, strict=True):
        ligne = LigneDeNotes(rendu.nom, rendu.ident, fait.statut, numero=rendu.numero,
                             remarques=fait.remarques)  # fmt: skip
        corps = suivi.lit(fait.cle) if fait.cle else None
        resultat = en_resultat(corps["resultat"]) if corps else None
        if resultat is None and fait.statut == "corrigée":
            ligne.statut = "non corrigée : son résultat a disparu du disque ; relancer"
        if reglages.anonymat:
            masque = reglages.anonymat.masque
            ligne.statut = masque(ligne.statut)
            ligne.remarques = [masque(remarque) for remarque in ligne.remarques]
            if resultat:
                masque_resultat(resultat, reglages.anonymat)
        bilan.ajoute(ligne, resultat)
        classe.ajoute(corps["arbres"] if corps else {})
    return bilan, _groupes(classe, bilan, faits, suivi, reglages.anonymat)


def _groupes(classe, bilan, faits, suivi, anonymat):
    retenues = []
    for paire in classe.paires():
        fiches = [suivi.lit(faits[rang].cle)["arbres"] for rang in (paire.a, paire.b)]
        if classe.detaille(paire, *fiches):
            retenues.append(paire)
    groupes = []
    for rangs, paires in similitudes.groupes(retenues):
        montrees = []
        for paire in paires[:PAIRES_MONTREES]:
            a, b = (suivi.lit(faits[rang].cle)["arbres"] for rang in (paire.a, paire.b))
            preuves = [
                (ident, a[ident]["code"], b[ident]["code"])
                for ident, _ in paire.exercices[:PREUVES_MONTREES]
            ]
            if anonymat:
                preuves = [(i, anonymat.masque(g), anonymat.masque(d)) for i, g, d in preuves]
            montrees.append((bilan.lignes[paire.a], bilan.lignes[paire.b], paire.part, preuves))
        groupes.append(([bilan.lignes[rang] for rang in rangs], montrees))
    return groupes


def _publie_classe(reglages, bilan, groupes, titre, feuille, retours):
    sortie = pathlib.Path(reglages.sortie)
    infos = [f"Tirages : graine {reglages.graine} (--graine {reglages.graine} les rejoue)."]
    infos += [f"Protection de la machine : {protection}." for protection in bilan.protections]
    tps = bilan.tps_notes()
    textes = {
        "classe.html": pages.page_classe(bilan, titre, groupes, infos),
        "notes.csv": tableurs.notes_csv(bilan.lignes, tps),
        "exercices.csv": tableurs.exercices_csv(bilan.lignes, bilan.exercices, bilan.chasses()),
    }
    if not reglages.anonymat:
        textes["notes_pronote.txt"] = tableurs.pronote_texte(bilan.lignes)
        if feuille:
            textes["notes_moodle.csv"] = feuille.texte()
    try:
        for nom in FICHIERS_DE_CLASSE.keys() - textes.keys():
            (sortie / nom).unlink(missing_ok=True)  # il daterait d'une autre correction
        for nom, texte in textes.items():
            ecrit(sortie / nom, texte)
        if any(ligne.numero for ligne in bilan.lignes) and not reglages.anonymat:
            ecrit(sortie / "retours_moodle.zip", [moodle.zip_des_retours(retours)])
    except OSError as erreur:
        raise Impossible(
            f"Impossible d'écrire dans {sortie} : {raison_du_refus(erreur)}."
        ) from erreur


# ----------------------------------------------------------------- la commande


def ajoute_commande(sous_commandes):
    """Déclare la commande `corriger`."""
    analyseur = sous_commandes.add_parser(
        "corriger",
        help="corrige les copies d'une classe",
        description="Corrige les copies d'une classe et écrit les notes, une page par élève et "
        "une page pour la classe. Relancée, la commande ne refait que ce qui manque.",
    )
    ajoute = analyseur.add_argument
    ajoute("rendus", metavar="RENDUS",
           help="dossier des copies, ou export zippé (Capytale, Moodle)")  # fmt: skip
    ajoute("--sortie", metavar="DOSSIER", default="resultats",
           help="où écrire les résultats (par défaut : resultats)")  # fmt: skip
    ajoute("--anonyme", action="store_true",
           help="des pseudonymes à la place des noms, pour le vidéoprojecteur")  # fmt: skip
    ajoute("--tp", type=int, action="append", metavar="N", default=[],
           help="seulement ce TP (peut se répéter)")  # fmt: skip
    ajoute("--classe", metavar="NOM", default="",
           help="le nom de la classe, pour le titre (par défaut, celui du dossier)")  # fmt: skip
    ajoute("--moodle", metavar="FEUILLE.CSV",
           help="la feuille d'évaluation du devoir, téléchargée de Moodle : elle est remplie, "
           "sans toucher au reste")  # fmt: skip
    ajoute("--fournis", type=tps_fournis, metavar="A-B",
           help="les TP donnés résolus, qui ne comptent pas (1-2, par exemple), ou « aucun » ; "
           "par défaut, ceux qui sont presque tout entiers semblables au corrigé")  # fmt: skip
    ajoute("--graine", type=int, metavar="N", help="rejouer les mêmes tirages")
    ajoute("--ouvriers", type=entier(1, 64), metavar="N",
           help="copies corrigées à la fois (par défaut : autant que de cœurs)")  # fmt: skip
    ajoute("--copies", nargs="+", metavar="NOM", default=[], help="seulement ces élèves")
    ajoute("--refaire", action="store_true", help="corriger de nouveau ce qui l'était déjà")
    ajoute(ISOLEMENT, **REGLAGES_ISOLEMENT)
    ajoute(J_ACCEPTE, action="store_true", help=AIDE_J_ACCEPTE)
    analyseur.set_defaults(fonction=commande)


def tps_fournis(texte):
    """Type d'argument : « 1-2 », « 1 » ou « aucun » ; renvoie les numéros des TP.

    >>> tps_fournis("1-2"), tps_fournis("aucun")
    ((1, 2), ())
    """
    if texte == "aucun":
        return ()
    premier, dernier = intervalle(texte)
    return tuple(range(premier, dernier + 1))


def commande(options):
    """Exécute `corriger` : 0 si chaque copie a un statut, 2 si l'on n'a pas pu commencer."""
    inconnu = tp_inconnu(options.tp)
    try:
        if inconnu is not None:
            raise Impossible(f"Il n'y a pas de TP {inconnu}.")
        dans_wasm = protege(options)
        with Barre() as barre:
            correction = corrige_classe(
                options.rendus, options.sortie, anonyme=options.anonyme, tps=options.tp,
                graine=options.graine, ouvriers=options.ouvriers, copies=options.copies,
                refaire=options.refaire, fournis=options.fournis, feuille=options.moodle,
                classe=options.classe, avance=_raconte(barre),
                fabrique=functools.partial(Juge, **dans_wasm) if dans_wasm else Juge,
            )  # fmt: skip
    except (Impossible, accord.SansAccord) as raison:
        print(raison, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "\nInterrompu. Ce qui est déjà corrigé est gardé : la même commande reprendra là où "
            "elle s'est arrêtée.",
            file=sys.stderr,
        )
        return 130
    print(resume(correction, options.sortie, options.anonyme))
    return 0


def protege(options):
    """Les options de `Copie` pour l'isolement choisi ; lève SansAccord s'il faut un accord."""
    if not os.path.exists(options.rendus):
        return {}
    corrige = Juge(suites={}).corrige
    try:
        dans_wasm = accord.choisit(options.isolement, corrige)
        accord.exige(
            options.rendus, options.j_accepte, lambda: accord.couches_d_ici(corrige, **dans_wasm)
        )
    except CopieIllisible as raison:
        raise Impossible(f"Rien ne peut être corrigé ici : {raison}.") from raison
    return dans_wasm


def _raconte(barre):
    """Ce qu'appelle `corrige_classe` : la note de chaque copie, et celles que l'on corrige."""

    def avance(rendus, rang, fait, en_cours):
        noms = ", ".join(rendus[autre].nom for autre in en_cours)
        barre.avance(len(rendus), noms, None if fait is None else _ligne(rendus[rang], fait))

    return avance


def _ligne(rendu, fait):
    """« Ana Diaz : TP1 12 / 20 »."""
    note = ", ".join(
        f"TP{tp} fourni" if note is None else f"TP{tp} {nombre(note)} / 20"
        for tp, note in fait.notes.items()
    )
    note = note or ("rien de commencé" if fait.statut == "corrigée" else fait.statut)
    return f"{rendu.nom} : {note}{'' if fait.neuf else ' (déjà faite)'}"


def resume(correction, sortie, anonyme=False):
    """Le résumé de fin : combien, quelles notes, quoi ouvrir, quoi regarder."""
    bilan = correction.bilan
    total, corrigees = len(bilan.lignes), len(bilan.corrigees)
    deja = sum(not fait.neuf for fait in correction.faits)
    phrase = f"{accord_de(corrigees, 'copie corrigée', 'copies corrigées')}"
    if deja:
        phrase += f" (dont {deja} déjà faite{'s' if deja > 1 else ''} avant)"
    if total > corrigees:
        phrase += f", {accord_de(total - corrigees, 'non corrigée', 'non corrigées')}"
    lignes = ["", f"{phrase}, en {correction.duree:.0f} s."]
    notes = [ligne.note for ligne in bilan.lignes if ligne.note is not None]
    if notes:
        lignes.append(
            f"Moyenne {nombre(statistics.mean(notes))} / 20, médiane "
            f"{nombre(statistics.median(notes))} / 20 (graine {correction.graine})."
        )
    lignes.append("TP qui comptent : " + ", ".join(str(tp) for tp in bilan.comptes()) + ".")
    if bilan.donnes():
        noms = ", ".join(f"TP{tp}" for tp in bilan.donnes())
        lignes.append(f"Donnés résolus, non comptés (--fournis aucun les compte) : {noms}.")
    if bilan.delaisses():
        noms = ", ".join(f"TP{tp}" for tp in bilan.delaisses())
        lignes.append(
            f"Moins d'un tiers de la classe a commencé : {noms}. Avec --tp, choisir ce qui compte."
        )
    for ligne in bilan.lignes:
        if not ligne.corrigee:
            lignes.append(f"  {ligne.nom} : {ligne.statut}")
    if correction.groupes:
        combien = accord_de(len(correction.groupes), "groupe", "groupes")
        lignes.append(f"{combien} de copies qui se ressemblent : voir la page de la classe.")
    if correction.ignores:
        lignes.append("Fichiers laissés de côté : " + ", ".join(correction.ignores[:8]) + ".")
    lignes += [f"Protection de la machine : {protection}." for protection in bilan.protections]
    lignes += dit_moodle(correction.moodle) if correction.moodle else []
    lignes.append("À ouvrir :")
    dossier = pathlib.Path(sortie)
    for nom, sens in FICHIERS_DE_CLASSE.items():
        if (dossier / nom).exists():
            lignes.append(f"  {dossier / nom}  {sens}")
    lignes.append(f"  {dossier / 'copies'}  une page et un JSON par élève")
    if (dossier / commentaires.FICHIER).exists():
        lignes.append(
            f"  {dossier / commentaires.FICHIER}  à remplir : vos mots à chaque élève, gardés "
            "d'une correction à l'autre"
        )
    if anonyme:
        lignes.append("Avec --anonyme, pas de fichier pour Moodle ni Pronote.")
    return "\n".join(lignes)


def dit_moodle(compte):
    """Ce que la feuille d'évaluation de Moodle est devenue."""
    lignes = [
        f"Feuille de Moodle : {accord_de(len(compte.notes), 'note écrite', 'notes écrites')}."
    ]
    for noms, quoi in [
        (compte.remplacees, "Notes déjà dans la feuille, remplacées"),
        (compte.sans_note, "Copies sans note (non corrigées, ou tout donné résolu), case laissée"),
        (compte.verrouilles, "Notes que Moodle ne laisse pas changer"),
        (compte.absents, "Dans la feuille, sans copie"),
        (compte.inconnus, "Copies qui ne sont pas dans la feuille"),
    ]:
        if noms:
            suite = ", …" if len(noms) > 8 else ""
            lignes.append(f"  {quoi} : {', '.join(noms[:8])}{suite}.")
    lignes.append(
        "  Si ce devoir a déjà des notes : en déposant la feuille, cocher la case qui autorise à"
        " modifier\n  ce qui a changé plus récemment dans Moodle que dans la feuille."
    )
    return lignes
