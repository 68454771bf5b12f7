"""Un tournoi factice : de vraies parties des Ordis du kit, des noms d'élèves, et quelques pièges.

    from tests.autograder.tournoi_factice import tournoi
    page(tournoi(nb_bots=8))

Seul ce qui joue est factice : les parties passent par `bilan`, comme celles d'une classe.
"""

import functools

from autograder.bac_a_sable import isolement
from autograder.tournoi import bot, flottes, niveaux
from autograder.tournoi.bilan import Engage, bilan
from lessons.verificateur.arbitre import phrase_faute
from lessons.verificateur.arene import chaleur
from lessons.verificateur.dessins import nom_court_case
from solutions import bn_utiles
from solutions import tp5_solveur_aleatoire as tp5
from solutions.jeu.ordis import nouvel_ordi

HOSTILE = '<b>"Léa"</b></script><script>alert(1)</script><!--<script>'
INVISIBLE = "Ève\u2028\u202e\x00\ud800 Noir"
# (élève, nom de guerre, pavillon, niveau de l'Ordi qui joue, prend la première case, une faute
# toutes les n parties)
BOTS = [
    ("Zoé Martin", "La Fouine", "🏴", 5, False, 0),
    ("Sami Benali", "Requin-marteau", "🦈", 5, True, 0),
    ("Lou Nguyen", "Sonar 3000", "★", 3, False, 0),
    ("Max Brun", "Le Damier", "▦", 3, True, 0),
    ("Ana Diaz", "Krok", "🐊", 2, False, 0),
    ("Noé Roux", "L'Amiral Nelson du lycée Jean-Moulin de Trifouillis", "⚓", 2, True, 0),
    ("Jeanne-Marie de La Rochefoucauld-Montbel", "Torpille", "🏴\u200d☠️", 2, False, 9),
    (HOSTILE, HOSTILE, HOSTILE, "tp5", False, 0),
    (INVISIBLE, "Z" + "\u0335\u0336\u0337\u0338" * 9 + "algo", "", "damier", False, 4),
    ("שרה לוי", "X" * 10_000, "👨\u200d👩\u200d👧", 3, False, 0),
    ("Tom Vide", "", "", 1, False, 0),
]
# Deux forts, un faible, et un qui perd une partie sur sept : il ne se distingue d'aucun.
IRREGULIERS = [
    *BOTS[:2],
    BOTS[7],
    ("Jeanne-Marie de La Rochefoucauld", "Torpille", "⚓", 5, False, 7),
]
ABSENTS = [("Léo Sans-Bot", "Pas de mon_ordi.py dans ce rendu."), (HOSTILE, HOSTILE * 9)]
GENRES = [("deux fois", ""), ("hors de la grille", "(10, 3)"), ("rien", "")]


def _ordi(niveau, premier, graine, regles):
    """Le bot qui joue ; `niveau` : celui d'un Ordi du kit, ou l'un de ceux du TP5."""
    jeu = {"xmax": regles.xmax, "ymax": regles.ymax, "taille_bateaux": list(regles.tailles)}
    if niveau == "tp5":
        return tp5.OrdiProcedural(**jeu, graine=graine)
    if niveau == "damier":
        return tp5.Ordi(**jeu, graine=graine, damier=True)
    return nouvel_ordi(niveau, premier=premier, graine=graine, **jeu)


def _carte(grille):
    """La carte de chaleur d'une grille, comme l'arène l'écrit ; "" si elle ne sait pas compter."""
    if not hasattr(grille, "compte_placements"):
        return ""
    comptes = grille.compte_placements()
    nombres = [comptes.get((x, y)) for x in range(grille.xmax) for y in range(grille.ymax)]
    return chaleur(nombres, max(comptes.values(), default=0) or 1)


def _partie(ordi, cases, faute_au_tir, filmee):
    """(tirs, genre et donnée de la faute ou None, cartes) d'une partie."""
    for case in cases:
        ordi.grille_adverse.etat[case] = 1
    cartes = []
    while faute_au_tir is None or ordi.essais < faute_au_tir:
        if filmee:
            cartes.append(_carte(ordi.grille_suivi))
        if ordi.coup_suivant() is None:
            return ordi.cases_jouees, None, cartes[: len(ordi.cases_jouees)]
    genre, donnee = GENRES[faute_au_tir % len(GENRES)]
    return ordi.cases_jouees, (genre, donnee or nom_court_case(ordi.cases_jouees[-1])), cartes


@functools.cache
def _parties(niveau, premier, fautes, graine, regles, filme):
    """Les Parties d'un bot, sans son nom ; avec `fautes`, une partie sur tant est perdue."""
    parties = bot.Parties()
    for numero in range(regles.nb_flottes):
        perdue = fautes and numero % fautes == min(1, fautes - 1)
        tirs, faute, cartes = _partie(
            _ordi(niveau, premier, f"{graine} {numero}", regles),
            [divmod(rang, regles.ymax) for rang in regles.cases(numero)],
            1 + numero % 7 if perdue else None,
            filme and numero < bot.FILMEES,
        )
        parties.tirs.append([x * regles.ymax + y for x, y in tirs])
        if faute:
            phrase = phrase_faute(*faute)
            parties.fautes[str(numero)] = f"{phrase[0].upper()}{phrase[1:]}."
            parties.genres[str(numero)] = faute[0]
        if any(cartes):
            parties.cartes[str(numero)] = cartes
    return parties


def tournoi(
    nb_bots=11, nb_flottes=40, cartes=False, xmax=10, ymax=10, tailles=bn_utiles.FLOTTE,
    fautes=None, absents=ABSENTS, bots=BOTS,
):  # fmt: skip
    """Les données d'un tournoi de `nb_bots` bots ; `fautes=1` : tous perdent toutes leurs parties.

    Un bot sur trois a joué le tournoi d'avant, où il tirait moins bien (le dernier, mieux).
    """
    regles = bot.Regles(flottes.nouveau_secret(2026), nb_flottes, xmax, ymax, tuple(tailles))
    engages = []
    for k in range(nb_bots):
        eleve, nom, pavillon, niveau, premier, siennes = bots[k % len(bots)]
        tour = f"{k // len(bots) + 1} " if k >= len(bots) else ""
        parties = _parties(niveau, premier, fautes or siennes, k, regles, cartes)
        parties = bot.Parties(**{**vars(parties), "nom": tour + nom, "pavillon": pavillon})
        avant = None
        if k % 3 == 0:
            change = -5 if k == nb_bots - 1 else 8 - k // 3
            avant = [score + change for score in parties.scores(xmax * ymax)]
        engages.append(Engage(f"b{k + 1}", tour + eleve, parties, k == 4, avant))
    for k, (eleve, refus) in enumerate(absents):
        engages.append(Engage(f"a{k + 1}", eleve, bot.Parties(refus=refus)))
    reperes = {n: niveaux.scores_du_niveau(n, regles) for n in niveaux.REPERES}
    infos = {
        "titre": "Tournoi", "classe": "Première NSI 2", "date": "18/11/2026 à 14 h 05",
        "essai": False, "isolement": isolement.phrase(["filtre"]),
    }  # fmt: skip
    return bilan(engages, regles, reperes, infos)
