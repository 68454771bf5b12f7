"""Le tournoi d'une classe : `python -m autograder tournoi rendus/ --sortie tournoi/`.

Les rendus sont ceux que lit `corriger`. Les bots jouent sur tous les cœurs, ou sur une grappe
dask ; chacun est gardé sur le disque dès qu'il a fini : la même commande, relancée, ne rejoue que
le reste, sur les mêmes flottes. Une fois le tournoi fini, le prochain en aura d'autres.
"""

import contextlib
import functools
import json
import os
import pathlib
import sys
import time
from dataclasses import dataclass, replace

from autograder.bac_a_sable import isolement
from autograder.bac_a_sable.copie import CopieIllisible
from autograder.classe import accord
from autograder.classe.anonymat import Anonymat
from autograder.classe.corriger import Impossible, coeurs, inventaire, protege
from autograder.classe.equipe import Perdue, distribue
from autograder.classe.progression import Barre
from autograder.classe.rendus import LecteurDeRendus, RenduRefuse
from autograder.classe.suivi import Suivi, ecrit, somme, version_du_kit
from autograder.classe.tableau import accord as accord_de
from autograder.classe.tableurs import en_csv, sans_formule
from autograder.moteur.juge import corrige_de
from autograder.options import AIDE_J_ACCEPTE, ISOLEMENT, J_ACCEPTE, REGLAGES_ISOLEMENT
from autograder.tournoi import bot, flottes, niveaux
from autograder.tournoi.bilan import Engage, bilan
from autograder.tournoi.page import page
from lessons.verificateur.dessins import nom_court_case
from lessons.verificateur.ecran import duree
from lessons.verificateur.rangement import raison_du_refus
from lessons.verificateur.registre import charge
from solutions import CHAINE, bn_utiles
from solutions.etude.campagne import client_dask
from solutions.etude.statistiques import nombre
from solutions.jeu.analyseur import ajoute_regles, entier

NB_FLOTTES = 500
PATIENCE = 600.0  # secondes, montre en main, qu'un bot peut prendre en plus de son budget…
OCCUPEE = 8  # … multiplié d'autant : la machine peut être très occupée
PERDU = "A arrêté deux fois le processus qui le faisait jouer."
FICHIERS = {
    "tournoi.html": "la page du tournoi, à projeter",
    "classement.csv": "le classement, pour LibreOffice",
    "parties.csv": "toutes les parties, tir par tir",
    "tournoi.json": "les données de la page",
}


@dataclass
class Tournoi:
    """Ce que rend `joue_tournoi` : les données de la page, et de quoi résumer."""

    donnees: dict
    duree: float
    deja: int  # bots repris d'un tournoi interrompu
    ignores: list
    protections: list
    calcul: float = 0.0  # secondes de calcul de tous les bots, où qu'ils aient joué


# ----------------------------------------------------------------- un bot, où que ce soit


@functools.cache
def corrige_du_kit():
    """Le corrigé du kit, chargé une fois par processus."""
    return corrige_de(CHAINE, charge())


def joue_bot(textes, regles):
    """Les parties d'un bot, en données simples ; le même travail ici ou sur une grappe."""
    return bot.joue(textes, corrige_du_kit(), regles).en_dictionnaire()


def _joue_tache(corrige, tache):
    """La même chose, pour `equipe.distribue`."""
    return joue_bot(*tache)


# ----------------------------------------------------------------- le tournoi


def joue_tournoi(
    rendus, sortie, *, nb_flottes=NB_FLOTTES, xmax=10, ymax=10, tailles=bn_utiles.FLOTTE,
    graine=None, anonyme=False, classe="", copies=(), ouvriers=None, dask=None,
    annonce=None, avance=None, sans=(), rapide=True, dans_wasm=False,
):  # fmt: skip
    """Fait jouer tous les bots de `rendus` et écrit la page dans `sortie`. Lève Impossible.

    `annonce(phrase)` reçoit ce qu'il faut dire avant de commencer ; `avance(faits, total, nom)` est
    appelée quand un bot a fini et que ses parties sont gardées. `sans` : couches retirées, pour les
    essais ; `rapide` : se servir de la grille rapide quand elle ne change rien.
    """
    depart = time.monotonic()
    _verifie_flottes(bot.Regles("", 1, xmax, ymax, tuple(tailles)))
    registre = charge()
    liste, ignores = inventaire(rendus, sortie, registre, copies)
    sortie = pathlib.Path(sortie)
    suivi = _prepare(sortie)
    regles = _regles(suivi, graine, nb_flottes, xmax, ymax, tuple(tailles), tuple(sans))
    _verifie_flottes(regles)
    regles = replace(regles, dans_wasm=dans_wasm)
    travaux = _travaux(liste, LecteurDeRendus(registre), regles)
    faits = {cle: suivi.lit(cle) for cle in {t.cle for t in travaux if t.textes}}
    manquent = {t.cle: t for t in travaux if t.textes and faits[t.cle] is None}
    deja = sum(faits[t.cle] is not None for t in travaux if t.textes)
    if manquent:
        eclair = niveaux.grille_eclair() if rapide else ""
        mesurees = replace(regles, prix=_prix(regles), eclair=eclair)
        if annonce:
            annonce(_ce_qui_attend(len(manquent), deja, mesurees, ouvriers or coeurs(), dask))
        joues = _joue(list(manquent.values()), mesurees, ouvriers, dask)
        for combien, (travail, parties) in enumerate(joues, 1):
            faits[travail.cle] = parties
            suivi.ecrit(travail.cle, parties)
            if avance:  # dit une fois gardé : un bot annoncé fini ne sera jamais rejoué
                avance(combien, len(manquent), travail.rendu.nom)
    reperes = {n: niveaux.scores_du_niveau(n, regles) for n in niveaux.REPERES}
    anonymat = Anonymat([rendu.nom for rendu in liste]) if anonyme else None
    dernier = _dernier(suivi, regles)
    engages = _engages(travaux, faits, dernier, anonymat)
    protections = sorted({isolement.phrase(e.parties.couches) for e in engages if e.parties.tirs})
    infos = {
        "titre": "Tournoi",
        "classe": classe or pathlib.Path(rendus).stem.replace("_", " "),
        "date": time.strftime("%d/%m/%Y à %H h %M"),
        "essai": graine is not None,
        "isolement": " ; ".join(protections),
    }
    donnees = bilan(engages, regles, reperes, infos)
    try:
        _publie(sortie, donnees, engages, regles)
        for travail, engage in zip(travaux, engages, strict=True):
            if engage.scores:
                dernier[_cle_d_eleve(travail.rendu)] = engage.scores
        suivi.ecrit("dernier", {"jeu": _jeu(regles), "scores": dernier})
        suivi.ecrit("tournoi", {"fini": True})
        for cle in faits:
            (suivi.dossier / f"{cle}.json").unlink(missing_ok=True)
    except OSError as erreur:
        raise Impossible(
            f"Impossible d'écrire dans {sortie} : {raison_du_refus(erreur)}."
        ) from erreur
    calcul = sum(parties["cpu"] for parties in faits.values())
    return Tournoi(donnees, time.monotonic() - depart, deja, ignores, protections, calcul)


def _verifie_flottes(regles):
    try:
        for numero in range(regles.nb_flottes):
            regles.flotte(numero)
    except ValueError as erreur:
        raise Impossible(str(erreur)) from None


def _prepare(sortie):
    suivi = Suivi(sortie / ".tournoi")
    try:
        suivi.prepare()
        ecrit(suivi.dossier / "LISEZMOI.txt", "Bots déjà joués, pour reprendre un tournoi "
              "interrompu, et résultats du dernier, pour dire les progrès.\n")  # fmt: skip
        with contextlib.suppress(OSError):
            os.chmod(suivi.dossier, 0o700)  # le secret des flottes y est, le temps du tournoi
    except OSError as erreur:
        raise Impossible(
            f"Impossible d'écrire dans {sortie} : {raison_du_refus(erreur)}."
        ) from erreur
    return suivi


def _regles(suivi, graine, nb_flottes, xmax, ymax, tailles, sans):
    """Les règles du tournoi ; un tournoi interrompu, avec les mêmes options, garde son secret."""
    joueur = pathlib.Path(bot.__file__).read_text(encoding="utf-8")
    version = somme(version_du_kit(), joueur, niveaux.grille_eclair())
    demandees = [graine, nb_flottes, xmax, ymax, list(tailles), list(sans), version]
    garde = suivi.lit("tournoi") or {}
    secret = garde.get("secret") if garde.get("demandees") == demandees else None
    if type(secret) is not str:
        secret = flottes.nouveau_secret(graine)
        for fichier in bots_gardes(suivi.dossier):  # ceux d'un tournoi abandonné
            fichier.unlink(missing_ok=True)
        suivi.ecrit("tournoi", {"secret": secret, "demandees": demandees})
    return bot.Regles(secret, nb_flottes, xmax, ymax, tailles, sans=sans)


def bots_gardes(dossier):
    """Les fichiers des bots qui ont fini, dans le dossier `.tournoi`."""
    return [f for f in dossier.glob("*.json") if len(f.stem) == len(somme(""))]


@dataclass
class Travail:
    """Un rendu, son texte (None s'il ne peut pas être lu : `refus` dit pourquoi), sa clé."""

    rendu: object
    textes: dict | None
    cle: str = ""
    refus: str = ""


def _travaux(liste, lecteur, regles):
    """Ce qu'il y a à jouer ; deux rendus identiques ne sont joués qu'une fois."""
    travaux = []
    for rendu in liste:
        try:
            textes = lecteur.charge(rendu)
        except RenduRefuse as raison:
            travaux.append(Travail(rendu, None, refus=f"Pas de copie à lire : {raison}."))
            continue
        cle = somme(sorted(textes.items()), regles.secret)
        travaux.append(Travail(rendu, textes, cle))
    return travaux


def _prix(regles):
    try:
        return niveaux.prix_d_une_partie(corrige_du_kit(), regles)
    except CopieIllisible as raison:
        raise Impossible(f"Rien ne peut être joué ici : {raison}.") from raison


def _ce_qui_attend(nombre_de_bots, deja, regles, ouvriers, dask):
    """La phrase d'avant : combien de bots, combien de temps."""
    combien = accord_de(nombre_de_bots, "bot", "bots")
    reprise = f" ({deja} déjà joué{'s' if deja > 1 else ''})" if deja else ""
    debut = f"{combien}{reprise}, {nombre(regles.nb_flottes, 0)} flottes chacun"
    if dask:
        return f"{debut}, sur la grappe {dask}."
    ouvriers = min(ouvriers, nombre_de_bots)
    ordinaire = regles.prix * (regles.nb_flottes + bot.SONDE) * nombre_de_bots / ouvriers
    pire = regles.budget * nombre_de_bots / ouvriers
    return f"{debut} : environ {duree(ordinaire)} ; au plus {duree(pire)}, s'ils sont tous lents."


def _joue(travaux, regles, ouvriers, dask):
    """Donne (travail, parties) de chaque bot dès qu'il a fini."""
    joues = _sur_la_grappe(travaux, regles, dask) if dask else _ici(travaux, regles, ouvriers)
    for rang, parties in joues:
        yield travaux[rang], parties


def _ici(travaux, regles, ouvriers):
    taches = [(t.textes, regles) for t in travaux]
    delai = PATIENCE + OCCUPEE * regles.budget
    for rang, parties in distribue(
        taches, corrige_du_kit, _joue_tache, ouvriers or coeurs(), delai=delai
    ):
        if isinstance(parties, Perdue):
            parties = bot.Parties(refus=PERDU).en_dictionnaire()
        yield rang, parties


def _sur_la_grappe(travaux, regles, adresse):
    """Le même travail, confié à une grappe dask dont chaque machine a le kit."""
    try:
        client = client_dask(adresse)
    except ValueError as raison:
        raise Impossible(str(raison)) from None
    from distributed import KilledWorker, as_completed

    with client:
        attendus = {
            client.submit(joue_bot, t.textes, regles, pure=False): rang
            for rang, t in enumerate(travaux)
        }
        for futur in as_completed(list(attendus)):
            try:
                parties = futur.result()
            except KilledWorker:
                parties = bot.Parties(refus=PERDU).en_dictionnaire()
            yield attendus[futur], parties


def _dernier(suivi, regles):
    """{élève: scores} du tournoi d'avant, s'il se jouait sur la même grille et la même flotte."""
    garde = suivi.lit("dernier") or {}
    return dict(garde["scores"]) if garde.get("jeu") == _jeu(regles) else {}


def _jeu(regles):
    return [regles.xmax, regles.ymax, list(regles.tailles)]


def _engages(travaux, faits, dernier, anonymat):
    """Les bots engagés, avec leurs scores du tournoi d'avant."""
    donne = (pathlib.Path(CHAINE.dossier) / f"{bot.MODULE}.py").read_text(encoding="utf-8")
    engages = []
    for rang, t in enumerate(travaux):
        parties = bot.Parties(**faits[t.cle]) if t.textes else bot.Parties(refus=t.refus)
        avant = dernier.get(_cle_d_eleve(t.rendu))
        nom = t.rendu.nom
        if anonymat:
            nom = anonymat.pseudos[nom]
            parties.nom = anonymat.masque(parties.nom)
            parties.pavillon = anonymat.masque(parties.pavillon)
            parties.fautes = {n: anonymat.masque(p) for n, p in parties.fautes.items()}
            parties.refus = anonymat.masque(parties.refus)
        intact = bool(t.textes) and t.textes.get(bot.MODULE, "").strip() == donne.strip()
        engages.append(Engage(f"b{rang + 1}", nom, parties, intact, avant))
    return engages


def _cle_d_eleve(rendu):
    """Ce qui retrouve un élève d'un tournoi à l'autre."""
    return somme(rendu.nom)


# ----------------------------------------------------------------- ce que l'on écrit


def _publie(sortie, donnees, engages, regles):
    ecrit(sortie / "tournoi.html", page(donnees))
    ecrit(sortie / "classement.csv", classement_csv(donnees))
    ecrit(sortie / "parties.csv", parties_csv(engages, regles.ymax))
    ecrit(sortie / "tournoi.json", json.dumps(donnees, ensure_ascii=False))


def classement_csv(donnees):
    """Le classement, une ligne par bot ; ceux qui n'ont pas joué à la fin, avec la raison."""
    lignes = [
        ["Rang", "Rang possible", "Élève", "Nom de guerre", "Tirs en moyenne", "De", "À",
         "Qualifié", "Parties perdues", "Progrès", "Remarque"]
    ]  # fmt: skip
    for b in donnees["bots"]:
        progres = b["progres"]
        dites = [b["semblable"], b["remarque"], *(f["phrase"] for f in b["fautes"][:3])]
        lignes.append([
            b["rang"] or "", f"de {b['de']} à {b['a']}", b["eleve"], b["nom"], nombre(b["moyenne"]),
            nombre(b["bas"]), nombre(b["haut"]), "oui" if b["qualifie"] else "non", b["perdues"],
            nombre(-progres["ecart"]) if progres else "", " ".join(filter(None, dites)),
        ])  # fmt: skip
    for absent in donnees["absents"]:
        lignes.append(["", "", absent["eleve"], absent["nom"], *[""] * 6, absent["phrase"]])
    return en_csv([[sans_formule(case) for case in ligne] for ligne in lignes])


def parties_csv(engages, ymax):
    """Toutes les parties : de quoi refaire tous les calculs, et rejouer tous les tirs."""
    lignes = [["Élève", "Nom de guerre", "Flotte", "Tirs comptés", "Perdue", "Tirs"]]
    for engage in engages:
        for numero, tirs in enumerate(engage.parties.tirs):
            noms = " ".join(nom_court_case(divmod(rang, ymax)) for rang in tirs)
            faute = engage.parties.fautes.get(str(numero), "")
            lignes.append(
                [engage.eleve, engage.parties.nom, numero, engage.scores[numero], faute, noms]
            )
    return en_csv([[sans_formule(case) for case in ligne] for ligne in lignes])


def resume(tournoi, sortie):
    """Ce que l'on dit à la fin : qui gagne, qui n'a pas joué, quoi ouvrir."""
    donnees = tournoi.donnees
    bots = donnees["bots"]
    classes = [b for b in bots if b["rang"]]
    joues = accord_de(len(classes), "bot classé", "bots classés")
    lignes = ["", f"{joues}, en {tournoi.duree:.0f} s."]
    if tournoi.deja:
        lignes[1] = f"{joues} (dont {tournoi.deja} joués avant), en {tournoi.duree:.0f} s."
    for b in classes[:3]:
        nom = f" ({b['nom']})" if b["nom"] else ""
        lignes.append(f"  {b['rang']}. {b['eleve']}{nom} : {nombre(b['moyenne'])} tirs en moyenne")
    ex_aequo = sum(b["rang"] == 1 for b in bots)
    if ex_aequo > 1:
        lignes.append(
            f"  Les {ex_aequo} premiers sont à égalité : rien ne les départage pour de bon."
        )
    for b in bots[len(classes) :]:
        lignes.append(f"  {b['eleve']} est hors classement. {b['remarque']}")
    for absent in donnees["absents"]:
        lignes.append(f"  {absent['eleve']} ne joue pas : {absent['phrase']}")
    perdus = ", ".join(f"{b['eleve']} {b['perdues']}" for b in bots if b["perdues"])
    if perdus:
        lignes.append(f"Parties perdues pour une faute : {perdus} (la page dit pourquoi).")
    if tournoi.ignores:
        lignes.append("Fichiers laissés de côté : " + ", ".join(tournoi.ignores[:8]) + ".")
    lignes += [f"Protection de la machine : {protection}." for protection in tournoi.protections]
    lignes.append("À ouvrir :")
    lignes += [f"  {pathlib.Path(sortie) / nom}  {sens}" for nom, sens in FICHIERS.items()]
    return "\n".join(lignes)


# ----------------------------------------------------------------- la commande


def ajoute_commande(sous_commandes):
    """Déclare la commande `tournoi`."""
    analyseur = sous_commandes.add_parser(
        "tournoi",
        help="fait jouer l'Ordi de chaque élève (mon_ordi.py) contre ceux de la classe",
        description="Fait jouer tous les mon_ordi.py d'une classe sur les mêmes flottes secrètes, "
        "et écrit une page à projeter : classement, course, duels. Interrompue puis relancée, la "
        "commande ne rejoue que ce qui manque.",
    )
    ajoute = analyseur.add_argument
    ajoute("rendus", metavar="RENDUS",
           help="dossier des copies, ou export zippé (Capytale, Moodle)")  # fmt: skip
    ajoute("--sortie", metavar="DOSSIER", default="tournoi",
           help="où écrire les résultats (par défaut : tournoi)")  # fmt: skip
    ajoute("--flottes", type=entier(50, 10_000), default=NB_FLOTTES, metavar="N",
           help=f"flottes jouées par chaque bot ({NB_FLOTTES}) ; plus il y en a, mieux on "
           "départage")  # fmt: skip
    ajoute_regles(analyseur)
    ajoute("--anonyme", action="store_true",
           help="des pseudonymes à la place des noms, pour le vidéoprojecteur")  # fmt: skip
    ajoute("--classe", metavar="NOM", default="",
           help="le nom de la classe, pour le titre (par défaut, celui du dossier)")  # fmt: skip
    ajoute("--copies", nargs="+", metavar="NOM", default=[], help="seulement ces élèves")
    ajoute("--ouvriers", type=entier(1, 64), metavar="N",
           help="bots qui jouent à la fois (par défaut : autant que de cœurs)")  # fmt: skip
    ajoute("--dask", metavar="ADRESSE", help="confier les parties à une grappe dask")
    ajoute("--graine", type=entier(0), metavar="N",
           help="toujours les mêmes flottes : pour essayer seulement, un élève pourrait les "
           "connaître")  # fmt: skip
    ajoute(ISOLEMENT, **REGLAGES_ISOLEMENT)
    ajoute(J_ACCEPTE, action="store_true", help=AIDE_J_ACCEPTE)
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Exécute `tournoi` : 0 si la page est écrite, 2 si l'on n'a pas pu commencer."""
    try:
        dans_wasm = protege(options)
        with Barre() as barre:
            tournoi = joue_tournoi(
                options.rendus, options.sortie, nb_flottes=options.flottes, xmax=options.xmax,
                ymax=options.ymax, tailles=options.bateaux, graine=options.graine,
                anonyme=options.anonyme, classe=options.classe, copies=options.copies,
                ouvriers=options.ouvriers, dask=options.dask, **_raconte(barre), **dans_wasm,
            )  # fmt: skip
    except (Impossible, accord.SansAccord) as raison:
        print(raison, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "\nInterrompu. Les bots qui ont fini sont gardés : la même commande reprendra là où "
            "elle s'est arrêtée, sur les mêmes flottes.",
            file=sys.stderr,
        )
        return 130
    print(resume(tournoi, options.sortie))
    return 0


def _raconte(barre):
    """Les deux récits de `joue_tournoi` : ce qui attend, puis chaque bot gardé et ce qui reste."""
    depart = 0.0

    def annonce(phrase):
        nonlocal depart
        print(phrase, file=sys.stderr)
        depart = time.monotonic()

    def avance(faits, total, nom):
        reste = (time.monotonic() - depart) / faits * (total - faits)
        suite = f" (reste environ {duree(reste)})" if faits < total else ""
        barre.avance(total, nom, f"{nom}{suite}")

    return {"annonce": annonce, "avance": avance}
