"""Une campagne : beaucoup de parties d'un niveau, sur tous les cœurs, dans un petit fichier.

La partie numéro k d'une campagne ne dépend que des réglages et de la graine : les mêmes flottes
reviennent pour tous les niveaux (on peut donc comparer deux niveaux partie par partie), et le
résultat est le même avec un seul cœur, avec huit, ou sur une grappe de machines.

Le fichier (JSON) contient : `reglages` (niveau, graine, grille, flotte, options), `parties`
(combien sont jouées), `effectifs` {longueur: nombre de parties}, `longueurs` (partie par partie,
jusqu'à LONGUEURS_MAX), `secondes` (temps de processeur cumulé, sauf si `horloge` dit autre chose),
`moteur`, `date`, `machine` et `versions`. Une campagne interrompue a parfois en plus `avance` :
les lots finis avant un lot qui les précède, {numéro de la première partie: [longueurs, secondes]}.
Une campagne interrompue reprend où elle en était : il suffit de relancer la même commande.
"""

import contextlib
import datetime
import importlib.util
import json
import logging
import math
import os
import platform
import random
import socket
import sys
import time
from collections import Counter, namedtuple
from concurrent.futures import CancelledError
from pathlib import Path

from lessons.verificateur.rangement import raison_du_refus
from solutions import tp1_grille as tp1
from solutions.exact.des import Des
from solutions.exact.masques import flotte_au_hasard, geometrie, verifie_longueurs
from solutions.jeu import ordis

FORMAT = "campagne de parties, version 1"
LONGUEURS_MAX = 20_000
NIVEAUX_COMPILES = (1, 2, 3, 5)
LOTS, LOT_COMPILE = {4: 20, 6: 50, 7: 10, 8: 2}, 20_000  # parties confiées d'un coup à un processus
LOT = 500  # aux autres niveaux, où une partie est l'affaire de deux millisecondes
SEUIL_COMPILE = 2_000  # en dessous, compiler prendrait plus de temps que jouer
BARRE = "{percentage:3.0f} % │{bar}│ {n_fmt}/{total_fmt} parties{postfix}"
ECRITURE = 1.0  # secondes entre deux écritures du fichier : un lot peut durer bien moins
DELAI_GRAPPE = 6.0  # secondes laissées à une grappe pour répondre
RETOUR_GRAPPE = 10.0  # secondes laissées à un ordonnanceur arrêté pour revenir
# Aux niveaux 7 et 8, un processus retient ses calculs d'une partie à l'autre : k parties lui
# coûtent à peu près k**a + b*k fois la première (mesuré sur la grille habituelle : 800 et 100).
COUTS = {7: (0.42, 0.0012), 8: (0.47, 0.03)}
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
    ordis.verifie_options(niveau, options)
    tp1.Grille(xmax, ymax, flotte)  # refuse ce qui n'est pas une grille
    verifie_longueurs(xmax, ymax, flotte)
    return {
        "niveau": niveau,
        "graine": graine,
        "premier": bool(premier),
        "xmax": xmax,
        "ymax": ymax,
        "flotte": list(flotte),
        "options": {**ordis.OPTIONS.get(niveau, {}), **options},
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
    compile_ = compile_disponible(r) if compiler else None
    depart = time.process_time()
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
        etude["longueurs"] = etude["longueurs"] + longueurs
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
    try:
        provisoire.write_text(json.dumps(etude, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(provisoire, chemin)
    except OSError as erreur:
        raise ValueError(f"Impossible d'écrire {chemin} : {raison_du_refus(erreur)}.") from erreur
    finally:
        with contextlib.suppress(OSError):
            provisoire.unlink()


def lit(chemin):
    """La campagne écrite dans ce fichier, vérifiée ; ValueError si ce n'en est pas une."""
    if Path(chemin).exists() and not Path(chemin).is_file():  # /dev/zero ne finirait jamais
        raise ValueError(f"{chemin} n'est pas un fichier ordinaire.")
    try:
        etude = json.loads(Path(chemin).read_text(encoding="utf-8"))
        bon = etude["format"] == FORMAT
        bon = bon and sum(etude["effectifs"].values()) == etude["parties"]
        bon = bon and len(etude["longueurs"]) in (0, etude["parties"])
        bon = bon and all(len(lot) == 2 for lot in etude.get("avance", {}).values())
    except OSError as erreur:
        raise ValueError(f"Impossible de lire {chemin} : {raison_du_refus(erreur)}.") from erreur
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


class GrappePerdue(ValueError):
    """La grappe ne répond plus ; `etude` contient tout ce qui était joué."""

    def __init__(self, phrase, etude=None):
        super().__init__(phrase)
        self.etude = etude


def campagne(r, parties, chemin=None, travailleurs=-1, dask=None, progres=True, compiler=True):
    """Joue les parties 0 à `parties` - 1 et renvoie la campagne (le contenu du fichier).

    `r` vient de `reglages`. `chemin` : le fichier, complété au fur et à mesure. `travailleurs` :
    nombre de processus (-1 : un par cœur). `dask` : adresse d'une grappe à qui confier le même
    travail. `compiler=False` : toujours l'Ordi lisible. Ctrl-C rend ce qui est déjà joué.
    """
    etude = reprend(r, chemin)
    restent = parties - etude["parties"]
    compiler = compiler and restent >= SEUIL_COMPILE
    rapide = compiler and compile_disponible(r) is not None
    taille = LOT_COMPILE if rapide else LOTS.get(r["niveau"], LOT)
    if dask is None and travailleurs == -1 and restent <= 4 * taille:
        travailleurs = 1  # lancer d'autres processus prendrait plus de temps que jouer
    seul = dask is None and (travailleurs == 1 or not joblib_installe(travailleurs))
    if seul and not rapide:
        taille = 1  # dans ce processus, chaque partie finie est gardée
    signe(etude, "compilé (numba)" if rapide else moteur_lisible(r))
    if rapide:
        compile_une_fois(r, progres)
    carnet = Carnet(etude, chemin)
    lots = [(r, *lot, compiler) for lot in lots_a_jouer(etude, parties, taille)]
    barre = barre_de_progres(faites(etude), parties, progres)
    try:
        with barre, equipe(1 if seul else travailleurs, dask) as (joue, nb):
            prevision = Prevision(r, parties, nb)
            for debut, longueurs, secondes, duree in joue(lots):
                carnet.note(debut, longueurs, secondes)
                prevision.apprend(len(longueurs), duree)
                barre.set_postfix_str(prevision.phrase(faites(carnet.etude)), refresh=False)
                barre.update(len(longueurs))
    except KeyboardInterrupt:
        pass
    except GrappePerdue as perdue:
        raise GrappePerdue(str(perdue), carnet.etude) from None
    finally:
        carnet.ecrit()
    return carnet.etude


def lots_a_jouer(etude, parties, taille):
    """Les lots (début, fin) qui manquent, d'au plus `taille` parties.

    >>> lots_a_jouer({"parties": 3, "avance": {"5": [[40, 41], 0.1]}}, 9, 2)
    [(3, 5), (7, 9)]
    """
    lots, debut = [], etude["parties"]
    avance = {int(depart): len(lot[0]) for depart, lot in etude.get("avance", {}).items()}
    while debut < parties:
        if debut in avance:
            debut += avance[debut]
            continue
        fin = min([parties, debut + taille, *(depart for depart in avance if depart > debut)])
        lots.append((debut, fin))
        debut = fin
    return lots


def faites(etude):
    """Combien de parties sont jouées, celles d'avance comprises."""
    return etude["parties"] + sum(len(lot[0]) for lot in etude.get("avance", {}).values())


class Carnet:
    """Note chaque lot dès qu'il est fini, et l'écrit dans le fichier.

    Les parties d'une campagne se suivent. Un lot fini avant un autre qui le précède attend dans
    `avance` ; il n'est pas perdu si l'on s'arrête là.
    """

    def __init__(self, etude, chemin):
        self.etude, self.chemin = etude, chemin
        self.dernier = -ECRITURE

    def note(self, debut, longueurs, secondes):
        """Ajoute un lot, puis ceux d'avance qui le suivent.

        Le travail se fait sur une copie : un Ctrl-C au milieu n'abîme rien.
        """
        etude = dict(self.etude)
        avance = {**etude.pop("avance", {}), str(debut): [longueurs, secondes]}
        while str(etude["parties"]) in avance:
            ajoute(etude, *avance.pop(str(etude["parties"])))
        if avance:
            etude["avance"] = avance
        self.etude = etude
        if time.monotonic() - self.dernier >= ECRITURE:
            self.ecrit()

    def ecrit(self):
        """Écrit le fichier, s'il y en a un et qu'il y a quelque chose à y mettre."""
        if self.chemin is not None and faites(self.etude):
            ecrit(self.etude, self.chemin)
            self.dernier = time.monotonic()


class Prevision:
    """Combien de temps il reste, d'après la durée des lots déjà joués.

    Le temps de démarrer les processus ne compte pas. Aux niveaux 7 et 8, les premières parties
    d'un processus sont bien plus longues que les suivantes (voir COUTS).
    """

    def __init__(self, r, parties, nb):
        self.parties, self.nb = parties, max(1, nb)
        retient = r["niveau"] in COUTS and annonce(r) is None
        self.puissance, self.pente = COUTS[r["niveau"]] if retient else (1.0, 0.0)
        self.lots, self.jouees, self.duree = 0, 0, 0.0

    def modele(self, rangs):
        """Le coût, à un facteur près, des `rangs` premières parties d'un processus."""
        return rangs**self.puissance + self.pente * rangs

    def apprend(self, parties, duree):
        """Un lot de plus : `parties` parties en `duree` secondes, montre en main."""
        self.lots += 1
        self.jouees += parties
        self.duree += duree

    def secondes(self, faites):
        """Les secondes qu'il reste."""
        actifs = min(self.nb, self.lots)
        deja = self.jouees / actifs
        restent = (self.parties - faites) / self.nb
        par_unite = self.duree / actifs / self.modele(deja)
        return par_unite * (self.modele(deja + restent) - self.modele(deja))

    def phrase(self, faites):
        """Ce que montre la barre.

        >>> p = Prevision({"niveau": 5}, 1000, 2)
        >>> p.apprend(100, 30)
        >>> p.phrase(100)
        'reste 2 min 15 s'
        """
        restent = round(self.secondes(faites))
        minutes, secondes = divmod(restent, 60)
        heures, minutes = divmod(minutes, 60)
        if heures:
            return f"reste {heures} h {minutes:02} min"
        return f"reste {minutes} min {secondes:02} s" if minutes else f"reste {secondes} s"


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


def annonce(r):
    """Ce qu'il faut savoir avant une campagne de ce niveau, en une phrase, ou None."""
    if r["niveau"] < 7:
        return None
    return ordis.compteur(r["xmax"], r["ymax"], tuple(r["flotte"])).annonce()


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


# ----------------------------------------------------------------- qui joue


def lot_chronometre(r, debut, fin, compiler):
    """(début, longueurs, secondes de calcul, durée montre en main) d'un lot.

    Ce qui n'arrive qu'une fois par processus (charger numba) n'est pas dans la durée.
    """
    if compiler and compile_disponible(r):
        joue_lot(r, debut, debut)
    elif r["niveau"] >= 7:
        moteur_lisible(r)
    depart = time.perf_counter()
    longueurs, secondes = joue_lot(r, debut, fin, compiler)
    return debut, longueurs, secondes, time.perf_counter() - depart


def joblib_installe(travailleurs):
    """True si joblib est là ; sans lui, on joue dans un seul processus."""
    if importlib.util.find_spec("joblib") is None:
        if travailleurs not in (-1, 1):
            raise ValueError(EXTRA.format("joblib"))
        return False
    return True


@contextlib.contextmanager
def equipe(travailleurs, dask):
    """(fonction qui joue des lots et rend chacun dès qu'il est fini, nombre de processus)."""
    if dask is not None:
        grappe = Grappe(dask)
        try:
            yield grappe.joue, grappe.nb
        finally:
            grappe.ferme()
    elif travailleurs == 1:
        yield lambda lots: (lot_chronometre(*lot) for lot in lots), 1
    else:
        import joblib

        parallele = joblib.Parallel(n_jobs=travailleurs, return_as="generator_unordered")
        with parallele:
            yield (
                lambda lots: parallele(joblib.delayed(lot_chronometre)(*lot) for lot in lots),
                joblib.effective_n_jobs(travailleurs),
            )


class Grappe:
    """Une grappe dask. Si son ordonnanceur s'arrête puis revient, les lots manquants repartent."""

    def __init__(self, adresse):
        self.adresse = adresse
        self.client = client_dask(adresse)
        self.nb = sum(self.client.nthreads().values())

    def joue(self, lots):
        """Rend chaque lot dès qu'il est fini, dans l'ordre où ils arrivent."""
        manquent = dict(enumerate(lots))
        while manquent:
            try:
                for rang, resultat in self.recolte(manquent):
                    del manquent[rang]
                    yield resultat
            except ConnectionError:
                self.ferme()
                self.revient()

    def recolte(self, manquent):
        """Confie ces lots à la grappe : (rang, résultat) de chacun ; ConnectionError si perdue."""
        from distributed import wait

        futurs = {
            self.client.submit(lot_chronometre, *lot, pure=False): rang
            for rang, lot in list(manquent.items())
        }
        while futurs:
            if self.client.status != "running":
                raise ConnectionError
            try:
                wait(list(futurs), timeout=1, return_when="FIRST_COMPLETED")
            except TimeoutError:
                pass
            except CancelledError:
                raise ConnectionError from None
            for futur in [f for f in futurs if f.status != "pending"]:
                if futur.status in ("cancelled", "lost"):
                    raise ConnectionError
                try:
                    resultat = futur.result(timeout=DELAI_GRAPPE)
                except (OSError, TimeoutError, CancelledError):  # perdu avec la grappe
                    raise ConnectionError from None
                yield futurs.pop(futur), resultat

    def revient(self):
        """Attend que l'ordonnanceur revienne ; GrappePerdue s'il ne revient pas."""
        limite = time.monotonic() + RETOUR_GRAPPE
        while True:
            try:
                self.client = client_dask(self.adresse)
                return
            except ValueError:
                if time.monotonic() > limite:
                    raise GrappePerdue(
                        f"La grappe dask {self.adresse} ne répond plus. Ce qui est joué est gardé "
                        "dans le fichier, s'il y en a un : relance la même commande pour continuer."
                    ) from None
            time.sleep(0.5)

    def ferme(self):
        """Quitte la grappe, qu'elle réponde ou non."""
        with contextlib.suppress(Exception):
            self.client.close(timeout=1)


def client_dask(adresse):
    """La connexion à une grappe dask, ou une phrase (en moins de dix secondes) si elle manque."""
    if importlib.util.find_spec("distributed") is None:
        raise ValueError(EXTRA.format("dask"))
    muette = ValueError(f"La grappe dask {adresse} ne répond pas.")
    hote, _, port = adresse.rpartition("://")[2].rpartition(":")
    if not hote or not port.isdigit():
        raise ValueError(
            f"{adresse} n'est pas une adresse de grappe, comme tcp://192.168.1.10:8786."
        )
    if not adresse.startswith("tls"):
        try:  # une machine éteinte, un port fermé ou muet se voient bien plus vite ainsi
            endroit = (hote.strip("[]"), int(port))
            with socket.create_connection(endroit, timeout=DELAI_GRAPPE / 2) as prise:
                if not prise.recv(1):  # l'ordonnanceur parle le premier
                    raise muette
        except (OSError, OverflowError):
            raise muette from None
    from distributed import Client

    for nom in list(logging.root.manager.loggerDict):  # ils raconteraient la panne en anglais
        if nom.startswith(("distributed", "tornado", "asyncio")):
            logging.getLogger(nom).setLevel(logging.CRITICAL + 1)
    try:
        return Client(adresse, timeout=DELAI_GRAPPE / 2)
    except Exception:  # un port où répond tout autre chose qu'une grappe
        raise muette from None


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
