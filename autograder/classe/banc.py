"""Mesure la correction : `python -m autograder banc` (temps, mémoire, sur cette machine).

Fabrique une classe pour deux tiers honnête et pour un tiers hostile, la corrige comme le ferait
un enseignant, et compare aux chiffres annoncés. Avec `--classe 300`, mesure aussi une grande
classe : le temps doit grandir comme le nombre de copies, et la mémoire du correcteur pas du tout.
"""

import functools
import os
import pathlib
import statistics
import sys
import tempfile
import time

from autograder.bac_a_sable.isolement import memoire_maximale
from autograder.classe import accord
from autograder.classe.corriger import coeurs, corrige_classe
from autograder.classe.tableau import nombre
from autograder.fabrique.chasses import lit_chasses
from autograder.fabrique.preuves import fichier_d_essais
from autograder.moteur.erreurs import remplace
from autograder.moteur.juge import Juge
from autograder.options import ISOLEMENT, REGLAGES_ISOLEMENT
from autograder.tournoi import banc as banc_du_tournoi
from solutions.jeu.analyseur import entier

CALCUL_MAX = 1.5  # secondes de calcul pour une copie honnête des six TP
CHASSE_MAX = 0.15  # … et, de plus, pour une chasse aux pirates dont les essais sont bons
CLASSE_MAX = 30.0  # secondes, montre en main, pour une classe de trente sur deux cœurs
MEMOIRE_MAX = 512.0  # Mo pour une copie
SANS_WASM = {
    "calcul": CALCUL_MAX, "chasse": CHASSE_MAX, "classe": CLASSE_MAX, "memoire": MEMOIRE_MAX,
}  # fmt: skip
# Les mêmes dans WebAssembly : trois fois le calcul d'une copie (1,16 s), quatre fois la montre.
# Chaque version d'une chasse y a son invité neuf, quand le système n'a qu'à se dédoubler.
DANS_WASM = {"calcul": 3 * 1.16, "chasse": 1.0, "classe": 4 * CLASSE_MAX, "memoire": 300.0}
GRAINE = 2016
SIX_TP = (1, 2, 3, 4, 5, 6)
REPETITIONS = 5

BOUCLE = "while True:\n        pass"
# Une copie hostile : {module: ajout en tête du fichier} et {(module, fonction): corps}.
HOSTILES = {
    "boucles sans fin": (
        {},
        {
            ("tp1_grille", "Grille.adjacent"): BOUCLE,
            ("tp2_placement", "Grille.test_bateau"): BOUCLE,
            ("tp4_tir", "Joueur.tire"): BOUCLE,
        },
    ),
    "boucle dans un appel en C": (
        {},
        {("tp1_grille", "alpha"): "return sum(range(10 ** 12))"},
    ),
    "boucle au chargement": ({"tp2_placement": "while True:\n    pass\n"}, {}),
    "récursion sans fin": (
        {},
        {("tp1_grille", "coord"): "return coord(*args)"},
    ),
    "huit gigaoctets": (
        {},
        {("tp1_grille", "Grille.adjacent"): "return [0] * 10 ** 9"},
    ),
    "deux cents mégaoctets affichés": (
        {},
        {("tp1_grille", "Grille.reinit"): "for _ in range(200):\n        print('x' * 10 ** 6)"},
    ),
    "attend le clavier": ({}, {("tp1_grille", "alpha"): "return input()"}),
    "arrête le programme au chargement": ({"tp1_grille": "raise SystemExit\n"}, {}),
    "processus et fichiers": (
        {"tp1_grille": "import os\nfor _ in range(200):\n    os.fork()\nos.remove('..')\n"},
        {},
    ),
    "égal à tout": (
        {"tp1_grille": "class Tout(str):\n    __eq__ = __ne__ = lambda a, b: True\n"},
        {("tp1_grille", "alpha"): "return Tout()"},
    ),
}


def ajoute_commande(sous_commandes):
    """Déclare la commande `banc`."""
    analyseur = sous_commandes.add_parser(
        "banc",
        help="mesure le temps et la mémoire de la correction sur cette machine",
        description="Mesure une copie honnête et une classe de trente (dix copies hostiles).",
    )
    analyseur.add_argument("--classe", type=entier(3, 5000), metavar="N",
                           help="mesure aussi une classe de N copies")  # fmt: skip
    analyseur.add_argument("--ouvriers", type=entier(1, 64), metavar="N",
                           help="copies corrigées à la fois (par défaut : les cœurs)")  # fmt: skip
    analyseur.add_argument("--tournoi", nargs="?", const="tout", metavar="PARTIE",
                           choices=["tout", *banc_du_tournoi.PARTIES],
                           help="mesure le tournoi, et ses rangs faux (un quart d'heure), ou une "
                           "partie : temps, reprise, justice")  # fmt: skip
    analyseur.add_argument(ISOLEMENT, **REGLAGES_ISOLEMENT)
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Exécute `banc` : 1 si une note est fausse, 0 sinon (les chiffres sont à lire)."""
    if options.tournoi:
        banc_du_tournoi.mesure(options.tournoi)
        return 0
    ouvriers = options.ouvriers or coeurs()
    dans_wasm = accord.choisit(options.isolement, Juge(suites={}).corrige)
    fabrique = functools.partial(Juge, **dans_wasm) if dans_wasm else Juge
    annonces = DANS_WASM if dans_wasm else SANS_WASM
    juge = fabrique()
    textes = dict(juge.corrige.textes)
    print(f"Machine : {coeurs()} cœurs, {_charge()}, Python {sys.version.split()[0]}")
    calculs, memoire, note = mesure_copie(juge, textes)
    print(
        f"Copie honnête des six TP : {_secondes(statistics.median(calculs))} de calcul "
        f"(annoncé : au plus {_secondes(annonces['calcul'])} ; {REPETITIONS} mesures, de "
        f"{_secondes(min(calculs))} à {_secondes(max(calculs))}), {_mo(memoire)}, "
        f"{nombre(note)} / 20"
    )
    chasses, perdues = mesure_chasses(juge, textes)
    chere = max(chasses, key=chasses.get)
    print(
        f"Une chasse aux pirates : {_secondes(statistics.median(chasses.values()))} de calcul, et "
        f"{_secondes(chasses[chere])} pour la plus chère, {chere} (annoncé : au plus "
        f"{_secondes(annonces['chasse'])} ; {len(chasses)} chasses, médianes de {REPETITIONS} "
        "mesures)"
    )
    petite = mesure_classe(textes, 30, ouvriers, fabrique)
    petite.decrit(annonces["classe"], annonces["memoire"])
    fausses = petite.fausses + perdues
    if note != 20:
        fausses.append(f"la copie honnête a {nombre(note)}")
    if options.classe:
        grande = mesure_classe(textes, options.classe, ouvriers, fabrique)
        grande.decrit(None, annonces["memoire"])
        fausses += grande.fausses
        print(
            f"Par copie : {_secondes(petite.duree / 30)} à trente, "
            f"{_secondes(grande.duree / options.classe)} à {options.classe} ; mémoire du "
            f"correcteur : {_mo(petite.correcteur)}, puis {_mo(grande.correcteur)}"
        )
    for phrase in fausses:
        print(f"NOTE FAUSSE : {phrase}")
    return 1 if fausses else 0


# ----------------------------------------------------------------- mesurer


def mesure_copie(juge, textes):
    """([secondes de calcul], mémoire, note) du corrigé rendu comme une copie."""
    juge.corrige_textes(textes, tps=SIX_TP, graine=GRAINE)  # ce qui sert à toute la classe est prêt
    calculs, memoire = [], 0
    for rang in range(REPETITIONS):
        avant = time.process_time()
        resultat = juge.corrige_textes(textes, tps=SIX_TP, graine=GRAINE + rang)
        calculs.append(time.process_time() - avant + resultat.cpu)
        memoire = max(memoire, resultat.memoire)
    return calculs, memoire, resultat.note()


def mesure_chasses(juge, textes, identifiants=None):
    """({exercice: secondes de calcul}, [phrase]) de ce que coûtent nos essais modèles, un par un.

    La même copie est corrigée côte à côte sans essais et avec : le coût est la différence, lecture
    du fichier comprise. Une phrase par chasse qui n'est pas gagnée. Par défaut, les chasses que
    proposent les énoncés.
    """
    prevues, modeles = juge.registre.chasses, lit_chasses()
    couts, perdues = {}, []
    for identifiant in identifiants or [i for i, prevue in prevues.items() if prevue.proposee]:
        exercice, prevue = juge.registre[identifiant], prevues[identifiant]
        corps = modeles[identifiant]["modele"]
        avec = {**textes, prevue.module: fichier_d_essais(exercice, prevue, corps)}
        mesures = []
        for rang in range(REPETITIONS + 1):  # la première prépare ce qui sert à toute la classe
            sans_essais, _ = _calcul(juge, textes, exercice, GRAINE + rang)
            avec_essais, resultat = _calcul(juge, avec, exercice, GRAINE + rang)
            mesures.append(avec_essais - sans_essais)
        couts[identifiant] = statistics.median(mesures[1:])
        if not all(chasse.juste for chasse in resultat.chasses) or not resultat.chasses:
            perdues.append(f"nos essais de {identifiant} ne coulent pas toute la flotte")
    return couts, perdues


def _calcul(juge, textes, exercice, graine):
    """(secondes de calcul, résultat) de cette copie, pour un seul exercice et sa chasse."""
    avant = time.process_time()
    resultat = juge.corrige_textes(textes, ids={exercice.id}, graine=graine)
    return time.process_time() - avant + resultat.cpu, resultat


class Mesure:
    """Ce qu'a donné une classe."""

    def __init__(self, combien, hostiles, correction, ouvriers):
        self.combien, self.hostiles, self.ouvriers = combien, hostiles, ouvriers
        self.duree = correction.duree
        self.calcul = sum(fait.cpu for fait in correction.faits)
        self.copie = max(fait.memoire for fait in correction.faits)
        self.correcteur = memoire_maximale(enfants=True)
        self.fausses = list(notes_fausses(correction.bilan))

    def decrit(self, maximum, memoire=MEMOIRE_MAX):
        annonce = f" (annoncé : au plus {_secondes(maximum)} sur 2 cœurs)" if maximum else ""
        print(
            f"Classe de {self.combien}, dont {self.hostiles} hostiles, {self.ouvriers} à la "
            f"fois : {_secondes(self.duree)}{annonce}, pour {_secondes(self.calcul)} de calcul "
            "des copies ; copie la plus gourmande : "
            f"{_mo(self.copie)} (annoncé : au plus {nombre(memoire)} Mo) ; correcteur : "
            f"{_mo(self.correcteur)} ; {_charge()}"
        )


def notes_fausses(bilan):
    """Ce qui ne devrait jamais arriver : une copie honnête sans 20, une fonction hostile juste."""
    for ligne in bilan.lignes:
        sorte, numero = ligne.nom.split()
        if sorte == "Honnête" and ligne.note != 20:
            yield f"{ligne.nom} : {ligne.statut}, {nombre(ligne.note)}"
        if sorte == "Hostile" and ligne.corrigee:
            _, corps = list(HOSTILES.values())[int(numero) % len(HOSTILES)]
            for rang, exercice in enumerate(bilan.exercices):
                touchee = (exercice.module, exercice.cible) in corps
                if touchee and ligne.verdict(rang) == "juste":
                    yield f"{ligne.nom} : {exercice.id} est compté juste"


def mesure_classe(textes, combien, ouvriers, fabrique=Juge):
    """Fabrique et corrige une classe de `combien` copies, dont un tiers d'hostiles."""
    hostiles = combien // 3
    with tempfile.TemporaryDirectory(prefix="banc-") as dossier:
        rendus = pathlib.Path(dossier) / "rendus"
        for rang in range(combien - hostiles):
            _ecrit(rendus / f"Honnête {rang:03}", honnete(textes, rang))
        for rang in range(hostiles):
            _ecrit(rendus / f"Hostile {rang:03}", hostile(textes, rang))
        sortie = pathlib.Path(dossier) / "resultats"
        correction = corrige_classe(
            rendus, sortie, tps=SIX_TP, graine=GRAINE, ouvriers=ouvriers, fournis=(),
            fabrique=fabrique,
        )  # fmt: skip
    return Mesure(combien, hostiles, correction, ouvriers)


def honnete(textes, rang):
    """Le corrigé, à une constante près : aucune copie n'est déjà connue."""
    return {nom: f"{texte}NUMERO = {rang}\n" for nom, texte in textes.items()}


def hostile(textes, rang):
    """La copie hostile numéro `rang` : les dix sortes tournent."""
    tetes, corps = list(HOSTILES.values())[rang % len(HOSTILES)]
    textes = honnete(textes, rang)
    for (module, cible), nouveau in corps.items():
        code = f"def {cible.rpartition('.')[2]}(*args):\n    {nouveau}"
        textes[module] = remplace(textes[module], cible, code)
    for module, tete in tetes.items():
        textes[module] = tete + textes[module]
    return textes


def _ecrit(dossier, textes):
    dossier.mkdir(parents=True)
    for nom, texte in textes.items():
        (dossier / f"{nom}.py").write_text(texte, encoding="utf-8")


# ----------------------------------------------------------------- dire


def _secondes(duree):
    return f"{duree:.2f} s".replace(".", ",")


def _mo(octets):
    return f"{octets / 1e6:.0f} Mo"


def _charge():
    if not hasattr(os, "getloadavg"):
        return "charge inconnue"
    return f"charge {nombre(os.getloadavg()[0])}"
