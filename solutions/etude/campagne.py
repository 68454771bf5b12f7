"""Une campagne : beaucoup de parties d'un niveau, sur tous les cœurs, dans un petit fichier.

La partie numéro k d'une campagne ne dépend que des réglages et de la graine : les mêmes flottes
reviennent pour tous les niveaux (on peut donc comparer deux niveaux partie par partie), et le
résultat est le même avec un seul cœur, avec huit, ou sur une grappe de machines.

Le fichier (JSON) contient : `reglages` (niveau, graine, grille, flotte, options), `parties`
(combien sont jouées), `effectifs` {longueur: nombre de parties}, `longueurs` (partie par partie,
jusqu'à LONGUEURS_MAX), `secondes` (temps de processeur cumulé, sauf si `horloge` dit autre chose),
`moteur`, `date`, `machine` et `versions`.
Une campagne interrompue reprend où elle en était : il suffit de relancer la même commande.
"""

import contextlib
import datetime
import json
import math
import os
import platform
import random
import sys
import time
from collections import Counter, namedtuple
from pathlib import Path

from solutions import tp1_grille as tp1
from solutions.exact.des import Des
from solutions.exact.masques import flotte_au_hasard, geometrie
from solutions.jeu import ordis

FORMAT = "campagne de parties, version 1"
LONGUEURS_MAX = 20_000
NIVEAUX_COMPILES = (1, 2, 3, 5)
LOTS, LOT_COMPILE = {4: 20, 6: 50, 7: 10, 8: 2}, 20_000  # parties confiées d'un coup à un processus
LOT = 500  # aux autres niveaux, où une partie est l'affaire de deux millisecondes
SEUIL_COMPILE = 2_000  # en dessous, compiler prendrait plus de temps que jouer
BARRE = "{percentage:3.0f} % │{bar}│ {n_fmt}/{total_fmt} parties, reste {remaining}"
EXTRA = 'Il manque {} : pip install "bataille-navale-tp[etude]"'


# ----------------------------------------------------------------- une partie


def reglages(
    niveau=5, graine=2016, premier=False, xmax=10, ymax=10, flotte=(5, 4, 3, 3, 2), **options
):
    """Les réglages d'une campagne : un dictionnaire, tel qu'il est écrit dans le fichier.

    `options` : nb_echantillons (niveau 4), seuil (6), loi (7), nb_candidates et nb_flottes (8).
    Les options du niveau sont complétées par leurs valeurs par défaut.

    >>> reglages(8)["options"]
    {'nb_candidates': 8, 'nb_flottes': 5000}
    """
    connues = {
        4: {"nb_echantillons": 100},
        6: {"seuil": 60},
        7: {"loi": "générateur"},
        8: {"nb_candidates": 8, "nb_flottes": 5000},
    }.get(niveau, {})
    for nom in options:
        if nom not in connues:
            raise ValueError(f"Le niveau {niveau} n'a pas d'option {nom!r}.")
    tp1.Grille(xmax, ymax, flotte)  # refuse ce qui n'est pas une grille
    return {
        "niveau": niveau,
        "graine": graine,
        "premier": bool(premier),
        "xmax": xmax,
        "ymax": ymax,
        "flotte": list(flotte),
        "options": {**connues, **options},
    }


def joue_partie(r, numero):
    """Nombre de tirs de la partie `numero`, jouée par l'Ordi en Python, coup par coup."""
    ordi = ordis.nouvel_ordi(
        r["niveau"],
        premier=r["premier"],
        xmax=r["xmax"],
        ymax=r["ymax"],
        taille_bateaux=r["flotte"],
        **r["options"],
    )
    g = geometrie(r["xmax"], r["ymax"])
    flotte = flotte_au_hasard(g, r["flotte"], Des(r["graine"], numero, 0))
    if flotte is None:
        raise ValueError("Cette flotte ne tient pas dans la grille.")
    for rang, case in enumerate(g.cases):
        if flotte >> rang & 1:
            ordi.grille_adverse.etat[case] = 1
    ordi.grille_adverse.update_vides()
    ordi.hasard = Des(r["graine"], numero, 1)
    ordi.grille_suivi.hasard = random.Random(f"{r['graine']}/{numero}")  # flottes du niveau 4
    return ordi.resolution()


def compile_disponible(r):
    """Le module `niveaux_compiles` si ce niveau y est et que numba est installé ; sinon None."""
    if r["niveau"] not in NIVEAUX_COMPILES:
        return None
    try:
        from solutions.etude import niveaux_compiles
    except ImportError:
        return None
    return niveaux_compiles


def joue_lot(r, debut, fin, compiler=True):
    """(longueurs des parties `debut` à `fin` - 1, secondes) : le travail d'un processus."""
    depart = time.process_time()
    compile_ = compile_disponible(r) if compiler else None
    if compile_ is None:
        longueurs = [joue_partie(r, numero) for numero in range(debut, fin)]
    else:
        longueurs = compile_.campagne(
            r["niveau"], r["premier"], r["flotte"], r["xmax"], r["ymax"], r["graine"], debut, fin
        )
        if 0 in longueurs:
            raise ValueError("Cette flotte ne tient pas dans la grille.")
    return longueurs, time.process_time() - depart


# ----------------------------------------------------------------- le fichier


def nouvelle(r):
    """Une campagne qui n'a pas encore commencé."""
    return {
        "format": FORMAT,
        "reglages": r,
        "parties": 0,
        "effectifs": {},
        "longueurs": [],
        "secondes": 0.0,
    }


def ajoute(etude, longueurs, secondes):
    """Ajoute des parties, à la suite de celles qui sont déjà là."""
    tous = Counter(effectifs(etude))
    tous.update(longueurs)
    etude["effectifs"] = {str(longueur): tous[longueur] for longueur in sorted(tous)}
    etude["parties"] += len(longueurs)
    if etude["parties"] <= LONGUEURS_MAX:
        etude["longueurs"] += longueurs
    else:
        etude["longueurs"] = []
    etude["secondes"] = round(etude["secondes"] + secondes, 3)


def signe(etude, moteur):
    """Écrit dans la campagne la date, la machine, le moteur et les versions."""
    from importlib import metadata  # ici : elle retarderait le début de toute partie

    versions = {"python": platform.python_version()}
    for paquet in ("bataille-navale-tp", "numpy", "numba"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            versions[paquet] = metadata.version(paquet)
    etude.update(
        moteur=moteur, date=datetime.date.today().isoformat(), machine=machine(), versions=versions
    )


def machine():
    """Le processeur et son nombre de cœurs, en quelques mots."""
    nom = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        for ligne in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if ligne.startswith("model name"):
                nom = ligne.split(":", 1)[1].strip()
                break
    return f"{nom}, {os.cpu_count()} cœurs"


def ecrit(etude, chemin):
    """Écrit la campagne d'un seul coup : un arrêt brutal ne laisse pas la moitié d'un fichier."""
    chemin = Path(chemin)
    provisoire = chemin.with_name(chemin.name + ".partiel")
    provisoire.write_text(json.dumps(etude, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(provisoire, chemin)


def lit(chemin):
    """La campagne écrite dans ce fichier, vérifiée ; ValueError si ce n'en est pas une."""
    try:
        etude = json.loads(Path(chemin).read_text(encoding="utf-8"))
        bon = etude["format"] == FORMAT
        bon = bon and sum(etude["effectifs"].values()) == etude["parties"]
        bon = bon and len(etude["longueurs"]) in (0, etude["parties"])
    except (ValueError, KeyError, TypeError, AttributeError):
        bon = False
    if not bon:
        raise ValueError(f"{chemin} n'est pas un fichier de campagne, ou il est abîmé.")
    return etude


def reprend(r, chemin):
    """La campagne commencée dans ce fichier, ou une nouvelle s'il n'existe pas."""
    if chemin is None or not Path(chemin).exists():
        return nouvelle(r)
    etude = lit(chemin)
    if etude["reglages"] != r:
        raise ValueError(f"{chemin} contient une autre campagne : choisis un autre fichier.")
    return etude


# ----------------------------------------------------------------- la campagne


def campagne(r, parties, chemin=None, travailleurs=-1, dask=None, progres=True, compiler=True):
    """Joue les parties 0 à `parties` - 1 et renvoie la campagne (le contenu du fichier).

    `r` vient de `reglages`. `chemin` : le fichier, complété au fur et à mesure. `travailleurs` :
    nombre de processus (-1 : un par cœur). `dask` : adresse d'une grappe à qui confier le même
    travail. `compiler=False` : toujours l'Ordi lisible. Ctrl-C rend ce qui est déjà joué.
    """
    etude = reprend(r, chemin)
    compiler = compiler and parties - etude["parties"] >= SEUIL_COMPILE
    rapide = compiler and compile_disponible(r) is not None
    taille = LOT_COMPILE if rapide else LOTS.get(r["niveau"], LOT)
    signe(etude, "compilé (numba)" if rapide else moteur_lisible(r))
    debut = etude["parties"]
    if rapide:
        compile_une_fois(r, progres)
    lots = [(k, min(parties, k + taille)) for k in range(debut, parties, taille)]
    if travailleurs == -1 and len(lots) <= 4:
        travailleurs = 1  # lancer d'autres processus prendrait plus de temps que jouer
    barre = barre_de_progres(debut, parties, progres)
    with contextlib.suppress(KeyboardInterrupt), barre, equipe(travailleurs, dask) as (joue, nb):
        for rang in range(0, len(lots), 4 * nb):
            vague = lots[rang : rang + 4 * nb]
            for longueurs, secondes in joue([(r, *lot, compiler) for lot in vague]):
                ajoute(etude, longueurs, secondes)
                barre.update(len(longueurs))
            if chemin is not None:
                ecrit(etude, chemin)
    if chemin is not None and etude["parties"]:  # après Ctrl-C : les lots finis de cette vague
        ecrit(etude, chemin)
    return etude


def compile_une_fois(r, progres):
    """Compile ici, plutôt que dans chaque processus ; numba garde le résultat sur le disque."""
    annonce = "Compilation (plus longue la première fois)…"
    visible = progres and sys.stderr.isatty()
    if visible:
        print(annonce, end="\r", file=sys.stderr, flush=True)
    joue_lot(r, 0, 1)
    if visible:
        print(" " * len(annonce), end="\r", file=sys.stderr, flush=True)


def moteur_lisible(r):
    """Ce qui calcule quand la partie est jouée par l'Ordi lisible."""
    if r["niveau"] < 7:
        return "Python"
    return ordis.compteur(r["xmax"], r["ymax"], tuple(r["flotte"])).moteur.nom


def barre_de_progres(debut, parties, progres):
    """La barre de progression de l'étude (muette hors d'un terminal, ou si `progres` est faux)."""
    from tqdm import tqdm

    return tqdm(
        initial=debut,
        total=parties,
        bar_format=BARRE,
        leave=False,
        disable=None if progres else True,
    )


@contextlib.contextmanager
def equipe(travailleurs, dask):
    """(fonction qui joue une liste de lots, nombre de processus), le temps d'une campagne."""
    if dask is None and travailleurs == 1:
        yield lambda travaux: (joue_lot(*travail) for travail in travaux), 1
        return
    try:
        import joblib
    except ImportError:
        if dask is not None or travailleurs not in (-1, 1):
            raise ValueError(EXTRA.format("joblib")) from None
        yield lambda travaux: (joue_lot(*travail) for travail in travaux), 1
        return
    with contextlib.ExitStack() as pile:
        if dask is not None:
            pile.enter_context(client_dask(dask))
            pile.enter_context(joblib.parallel_config(backend="dask"))
            travailleurs = -1
        with joblib.Parallel(n_jobs=travailleurs) as parallele:
            tache = joblib.delayed(joue_lot)
            yield (
                lambda travaux: parallele(tache(*travail) for travail in travaux),
                joblib.effective_n_jobs(travailleurs),
            )


def client_dask(adresse):
    """La connexion à une grappe dask, ou une phrase si elle ne répond pas."""
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(EXTRA.format("dask")) from None
    try:
        return Client(adresse, timeout=10)
    except OSError:
        raise ValueError(f"La grappe dask {adresse} ne répond pas.") from None


# ----------------------------------------------------------------- comparer

Comparaison = namedtuple("Comparaison", "n difference erreur bas haut")


def effectifs(etude):
    """{longueur: nombre de parties}, comme l'attend `statistiques`."""
    return {int(longueur): nombre for longueur, nombre in etude["effectifs"].items()}


def moyenne(etude):
    """(moyenne, erreur type de la moyenne) d'une campagne."""
    n = etude["parties"]
    m = sum(longueur * k for longueur, k in effectifs(etude).items()) / n
    variance = sum(k * (longueur - m) ** 2 for longueur, k in effectifs(etude).items())
    return m, math.sqrt(variance / max(1, n - 1) / n)


def compare(a, b):
    """De combien le niveau de `b` joue plus long que celui de `a`, sur les mêmes flottes.

    Renvoie (n, différence moyenne b - a, son erreur type, bornes à 95 %). Comparer partie par
    partie enlève le hasard des flottes, faciles ou difficiles pour les deux.
    """
    pour = ("graine", "xmax", "ymax", "flotte")
    if any(a["reglages"][cle] != b["reglages"][cle] for cle in pour):
        raise ValueError("Ces deux campagnes n'ont pas joué les mêmes flottes.")
    ecarts = [lb - la for la, lb in zip(a["longueurs"], b["longueurs"])]
    n = len(ecarts)
    if n < 2:
        raise ValueError(f"Il faut les longueurs de chaque partie (au plus {LONGUEURS_MAX}).")
    m = sum(ecarts) / n
    erreur = math.sqrt(sum((e - m) ** 2 for e in ecarts) / (n - 1) / n)
    return Comparaison(n, m, erreur, m - 1.96 * erreur, m + 1.96 * erreur)
