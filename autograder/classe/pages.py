"""Les pages HTML : une par copie (`page_copie`), une pour la classe (`page_classe`).

Chaque page tient dans un fichier, sans rien à télécharger. Elle se lit sur un téléphone,
s'imprime, suit le thème clair ou sombre de l'appareil, et ne compte jamais sur la couleur seule. La
page de la classe a un petit script (trier, filtrer) ; sans lui, elle dit la même chose.
Ce module prépare ce que les modèles de `modeles/` montrent ; tout texte y est échappé.
"""

import functools
import pathlib
import statistics
from dataclasses import dataclass, field

from autograder.classe.bilan import EN_CHANTIER, HORS_JEU, ILLISIBLE
from autograder.classe.tableau import accord, nombre, note_dite, precision
from autograder.classe.tableurs import coupe
from autograder.modeles import empreinte, environnement, style
from autograder.moteur.juge import STATUTS

PAGE_MAX = 60_000  # octets d'une page de copie
ASPECTS_A_PARTIR_DE = 180  # plus court que cela, la place manque pour détailler
CODE_A_PARTIR_DE = 350  # … ou pour montrer le code
DITS_ENSEMBLE = (ILLISIBLE, "fourni")  # une phrase pour tous, sur la page d'une copie
SIGNES = {
    "juste": "✓", "partiel": "◐", "faux": "✗", "à faire": "·", "absent": "–", "boucle": "∞",
    "attente": "…", "exception": "!", "récursion": "↻", "mémoire": "M", "arrêt": "■",
    "interdit": "⊘", "syntaxe": "S", "illisible": "?", "non corrigé": "N",
    "fourni": "▫",
}  # fmt: skip
SENS = {
    "juste": "tout est juste", "partiel": "une partie des essais réussit",
    "faux": "le résultat n'est pas le bon", "à faire": "pas commencé",
    "absent": "la fonction n'est pas dans la copie", "boucle": "ne finit pas à temps",
    "attente": "attend quelqu'un au clavier, ou s'endort",
    "exception": "s'arrête sur une erreur Python", "récursion": "s'appelle sans fin",
    "mémoire": "prend trop de mémoire", "arrêt": "arrête tout le programme",
    "interdit": "utilise quelque chose qui n'est pas permis",
    "syntaxe": "Python ne comprend pas le fichier", "illisible": "la réponse est inutilisable",
    "non corrigé": "n'a pas pu être corrigé", "fourni": "donné résolu, ne compte pas",
}  # fmt: skip

STYLE = style(pathlib.Path(__file__).with_suffix(".css"))
SCRIPT = pathlib.Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
EMPREINTE = empreinte(SCRIPT)


@functools.cache
def modeles():
    """Les modèles de `modeles/`, avec les mots et les filtres dont ils se servent."""
    lecteur = environnement(pathlib.Path(__file__).with_name("modeles"))
    lecteur.filters.update(nombre=nombre, coupe=coupe, note=_note)
    lecteur.globals.update(STYLE=STYLE, STATUTS=STATUTS, SIGNES=SIGNES, SENS=SENS)
    lecteur.globals.update(EN_CHANTIER=EN_CHANTIER, famille=famille, precision=precision)
    lecteur.globals.update(note_dite=note_dite, fichiers_casses=fichiers_casses, genes=genes)
    lecteur.globals.update(soucis=soucis, exceptions=exceptions)
    lecteur.globals.update(SCRIPT=SCRIPT, EMPREINTE=EMPREINTE, DITS_ENSEMBLE=DITS_ENSEMBLE)
    return lecteur


def _note(valeur):
    """
    >>> _note(12.5), _note(None)
    ('12,5', 'sans note')
    """
    return "sans note" if valeur is None else nombre(valeur)


def famille(statut):
    """La classe de couleur d'un verdict : réussi, en partie, raté, pas tenté."""
    if statut in HORS_JEU:
        return "vide"
    return {"juste": "ok", "partiel": "mi"}.get(statut, "non")


# ----------------------------------------------------------------- une copie


@dataclass
class Place:
    """La place d'une copie dans sa classe : ce que sa page en montre."""

    retour: str = ""  # adresse de la page de la classe
    note: float | None = None  # d'après les TP qui comptent pour la classe
    comptes: list = field(default_factory=list)  # ces TP
    avant: object = None  # LigneDeNotes de la copie précédente, s'il y en a une
    apres: object = None
    commentaire: str = ""  # de l'enseignant


def page_copie(resultat, nom="", remarques=(), place=None, extraits=None):
    """La page d'une copie.

    `place` : sa Place dans la classe, s'il y en a une ; `extraits` : {id: [(numéro, ligne)]}.
    """
    infos = [f"Tirages : graine {resultat.graine}."] if resultat.exercices else []
    if resultat.isolement:
        infos.append(f"Protection : {resultat.isolement}.")
    tentes = {e.tp for e in resultat.exercices if e.statut not in EN_CHANTIER}
    tentes |= {c.tp for c in resultat.chasses if c.commencee}
    montres = {e.statut for e in resultat.exercices if e.tp in tentes}
    montres |= {chasse.statut for chasse in resultat.chasses}
    place = place or Place(note=resultat.note(), comptes=resultat.tps_notes())
    for longueur in (1500, 700, 350, 180, 90, 40):
        page = (
            modeles()
            .get_template("copie.html.j2")
            .render(
                titre=nom or "Correction de la copie",
                resultat=resultat,
                corrigee=resultat.statut.startswith("corrigée"),
                resume=_resume(resultat, place.comptes),
                commences=sorted(tentes),
                pas_commences=[tp for tp in place.comptes if tp not in tentes],
                remarques=sans_redite(remarques, resultat.statut)[:20],
                longueur=longueur,
                detaille=longueur >= ASPECTS_A_PARTIR_DE,
                extraits=extraits if extraits and longueur >= CODE_A_PARTIR_DE else {},
                place=place,
                presents=[s for s in STATUTS if s in montres and s not in DITS_ENSEMBLE],
                infos=" ".join(infos),
                script=False,
            )
        )
        if len(page.encode("utf-8", "replace")) <= PAGE_MAX:
            break
    return page


def sans_redite(remarques, statut):
    """Les remarques, sauf celles qui répètent pourquoi la copie n'est pas corrigée.

    >>> sans_redite(["a.zip est ignoré : abîmé.", "Vu."], "non corrigée : abîmé")
    ['Vu.']
    """
    raison = statut.partition(" : ")[2]
    return [r for r in remarques if not raison or raison != r.rstrip(".").partition(" : ")[2]]


def fichiers_casses(exercices):
    """{phrase: exercices} des fichiers que Python ne comprend pas, pour n'en dire qu'un mot."""
    casses = {}
    for exercice in exercices:
        if exercice.statut == ILLISIBLE:
            casses.setdefault(exercice.phrase, []).append(exercice)
    return casses


def genes(exercices):
    """{fonctions mises en cause: exercices} de ceux qui sont justes, mais pas avec elles."""
    groupes = {}
    for exercice in exercices:
        if exercice.juste and exercice.coupables:
            groupes.setdefault(tuple(exercice.coupables), []).append(exercice)
    return groupes


def soucis(exercices):
    """{cause: exercices} de ceux qui sont justes, mais dont les fichiers ne servent pas ainsi.

    Un fichier dont `fichiers_casses` dit déjà un mot n'y est pas.
    """
    casses = [phrase.lower() for phrase in fichiers_casses(exercices)]
    groupes = {}
    for exercice in exercices:
        dit = any(phrase.startswith(exercice.souci.lower()) for phrase in casses)
        if exercice.juste and exercice.souci and not dit:
            groupes.setdefault(exercice.souci, []).append(exercice)
    return groupes


def _resume(resultat, tps):
    comptes = [e for e in resultat.exercices if e.statut != "fourni" and e.tp in tps]
    base = [e for e in comptes if not e.bonus]
    bonus = [e for e in resultat.exercices if e.bonus and e.juste]
    justes = sum(e.juste for e in base)
    if not base and not bonus:
        return "Tout ce qui est rendu était donné résolu : rien à noter"
    phrase = f"{accord(justes, 'exercice juste', 'exercices justes')} sur {len(base)}"
    if bonus:
        phrase += ", et " + accord(len(bonus), "bonus réussi", "bonus réussis")
    return phrase


# ----------------------------------------------------------------- la classe


def page_classe(bilan, titre="Bilan de la classe", groupes=(), infos=(), dossier="copies"):
    """Les morceaux de la page de la classe, d'après un Bilan (elle peut être longue).

    `groupes` : [(lignes des copies proches, [(ligne, ligne, part, [(exercice, code, code)])])] ;
    `infos` : phrases du pied de page ; `dossier` : où sont les pages des copies.
    """
    a_regarder = _a_regarder(bilan)
    jamais = bilan.jamais_commences()
    sections = {
        "notes": "Notes",
        "regarder": "À regarder à la main" if a_regarder else "",
        "blocages": "Où la classe bloque",
        "jamais": "Pas encore commencé" if jamais or bilan.delaisses() else "",
        "erreurs": "Erreurs les plus fréquentes",
        "pirates": "Leurs essais, devant la flotte pirate" if bilan.chasses() else "",
        "carte": "Carte de la classe" if bilan.corrigees else "",
        "proches": "Copies qui se ressemblent",
    }
    montres = [tp for tp in bilan.tentes() if tp not in bilan.donnes()]
    verdicts = {
        ligne.verdicts[rang]
        for ligne in bilan.corrigees
        for rang, exercice in enumerate(bilan.exercices)
        if exercice.tp in montres
    }
    return (
        modeles()
        .get_template("classe.html.j2")
        .generate(
            titre=titre,
            combien=_combien(bilan),
            chiffres=_chiffres(bilan),
            sections={ancre: nom for ancre, nom in sections.items() if nom},
            bilan=bilan,
            dossier=dossier,
            a_regarder=a_regarder,
            blocages=[(blocage, _barre(blocage.comptes)) for blocage in bilan.blocages()],
            premiers=[blocage for blocage in bilan.blocages(3) if blocage.rates > 1],
            jamais={tp: [e for e in jamais if e.tp == tp] for tp in sorted({e.tp for e in jamais})},
            fautes=bilan.frequentes(),
            presents=[statut for rang, statut in enumerate(STATUTS) if rang in verdicts],
            cartes={tp: (_colonnes(bilan, tp), _rangees(bilan, tp)) for tp in montres},
            groupes=groupes,
            infos=infos,
            script=True,
        )
    )


def _combien(bilan):
    ratees = len(bilan.lignes) - len(bilan.corrigees)
    dont = f", dont {ratees} non corrigée{'s' if ratees > 1 else ''}" if ratees else ""
    return accord(len(bilan.lignes), "copie", "copies") + dont


def _chiffres(bilan):
    notes = [ligne.note for ligne in bilan.lignes if ligne.note is not None]
    calculs = {"Moyenne": statistics.mean, "Médiane": statistics.median}
    calculs |= {"Plus basse": min, "Plus haute": max}
    return {nom: calcul(notes) for nom, calcul in calculs.items() if notes}


def _a_regarder(bilan):
    """{remarque: [(ligne, détail)]} : chaque remarque une fois, avec ceux qu'elle concerne.

    Le détail est ce qui suit le premier « : » ; les copies non corrigées viennent d'abord, et
    leur raison n'est pas répétée.
    """
    groupes = {}
    for ligne in sorted(bilan.lignes, key=lambda ligne: ligne.corrigee):
        if not ligne.corrigee:
            remarque, _, raison = ligne.statut.partition(" : ")
            groupes.setdefault(f"Copie {remarque}", []).append((ligne, raison))
        for phrase in sans_redite(ligne.remarques, ligne.statut)[:6]:
            remarque, _, detail = phrase.rstrip(".").partition(" : ")
            groupes.setdefault(remarque, []).append((ligne, detail))
    return groupes


def exceptions(bilan, concernes):
    """Les rares copies qu'une remarque ne concerne pas ; None si elle n'est pas pour la classe."""
    ailleurs = [ligne for ligne in bilan.lignes if all(ligne is not c for c, _ in concernes)]
    pareils = len({detail for _, detail in concernes}) == 1
    beaucoup = len(concernes) > 2 and len(ailleurs) < len(concernes) / 4
    return ailleurs if pareils and beaucoup else None


def _barre(comptes):
    """Les verdicts présents, dans l'ordre où la barre les montre : du réussi au pas tenté."""
    presents = [statut for statut in STATUTS if statut in comptes]
    return sorted(presents, key=lambda statut: ("ok", "mi", "non", "vide").index(famille(statut)))


def _colonnes(bilan, tp):
    """[(rang, exercice, combien l'ont juste)] d'un TP."""
    return [
        (rang, exercice, sum(ligne.verdict(rang) == "juste" for ligne in bilan.corrigees))
        for rang, exercice in enumerate(bilan.exercices)
        if exercice.tp == tp
    ]


def _rangees(bilan, tp):
    """Les copies à montrer dans la carte d'un TP : s'il ne compte pas, celles qui l'ont tenté."""
    rangs = [rang for rang, exercice in enumerate(bilan.exercices) if exercice.tp == tp]
    return [
        ligne
        for ligne in bilan.corrigees
        if tp in bilan.comptes() or any(ligne.verdict(r) not in EN_CHANTIER for r in rangs)
    ]
