"""D'un tournoi joué à ce que l'on montre : classement, course, duels, plus belles parties.

Tout est en données simples : c'est ce que reçoit la page, et ce qui est écrit dans `tournoi.json`.
"""

from collections import Counter
from dataclasses import dataclass

from autograder.classe.tableau import accord
from autograder.tournoi import classement, niveaux
from lessons.verificateur.arbitre import groupe_fautes
from lessons.verificateur.mesure import (
    compare,
    compare_independants,
    intervalle,
    moyenne,
)
from solutions.jeu.niveaux import NIVEAUX

COUREURS = 8
FLOTTE_DE_LA_COURSE = 0
# Les tours du tableau : leur nom, et les deux flottes que l'on y joue.
TOURS = {8: ("Quart de finale", 1, 2), 4: ("Demi-finale", 3, 4), 2: ("Finale", 5, 6)}
TABLEAU = {8: (0, 7, 3, 4, 1, 6, 2, 5), 4: (0, 3, 1, 2), 2: (0, 1)}


@dataclass
class Engage:
    """Un bot engagé : à qui il est, ses Parties, ses scores du tournoi d'avant (ou None)."""

    cle: str
    eleve: str
    parties: object
    donne: bool = False  # c'est l'Ordi donné, sans changement
    avant: list | None = None
    scores: list | None = None


def bilan(engages, regles, reperes, infos):
    """Le tournoi en données simples ; `reperes` : {niveau: scores} ; `infos` : titre, date…"""
    nb_cases = regles.xmax * regles.ymax
    joueurs = [e for e in engages if e.parties.tirs]
    for engage in joueurs:
        engage.scores = engage.parties.scores(nb_cases)
    places, paires = classement.classe(
        [e.scores for e in joueurs], [len(e.parties.fautes) for e in joueurs]
    )
    semblables = _semblables(joueurs)
    bots = [_bot(joueurs[place.bot], place, semblables) for place in places]
    _juge_qualifies(bots, joueurs, reperes[niveaux.PORTE])
    _juge_progres(bots, joueurs)
    coureurs = [joueurs[place.bot] for place in places[:COUREURS]]
    duels = joue_duels(coureurs)
    return {
        **infos,
        "xmax": regles.xmax,
        "ymax": regles.ymax,
        "tailles": list(regles.tailles),
        "nb_flottes": regles.nb_flottes,
        "alpha": classement.ALPHA,
        "niveaux": [
            {"niveau": n, "nom": NIVEAUX[n], "moyenne": moyenne(s)} for n, s in reperes.items()
        ],
        "porte": {"niveau": niveaux.PORTE, "moyenne": moyenne(reperes[niveaux.PORTE])},
        "bots": bots,
        "absents": [
            {"eleve": e.eleve, "nom": e.parties.nom, "phrase": e.parties.refus}
            for e in engages
            if not e.parties.tirs
        ],
        "plus_grand_progres": _plus_grand_progres(bots),
        "paires": [
            [joueurs[p.a].cle, joueurs[p.b].cle, p.ecart.moyenne, p.ecart.bas, p.ecart.haut,
             p.ecart.p, p.sure]
            for p in paires
        ],
        **_films(joueurs, coureurs, duels, bots, regles),
        "course": {"flotte": FLOTTE_DE_LA_COURSE, "bots": [e.cle for e in coureurs]},
        "duels": duels,
    }  # fmt: skip


def _bot(engage, place, semblables):
    """Ce que l'on dit d'un bot ; son `rang` est None s'il est trop irrégulier pour en avoir un."""
    scores, parties = engage.scores, engage.parties
    bas, haut = intervalle(scores)
    finies = [n for n in range(len(scores)) if str(n) not in parties.fautes]
    choisies = finies or range(len(scores))
    remarques = list(parties.remarques)
    if place.rang is None:
        perdues = accord(len(parties.fautes), "partie perdue", "parties perdues")
        remarques.insert(0, f"Irrégulier : {perdues}, son rang ne se mesure pas.")
    if engage.donne:
        remarques.append("C'est l'Ordi donné, sans changement.")
    autres = ", ".join(semblables.get(engage.cle, []))
    return {
        "cle": engage.cle,
        "eleve": engage.eleve,
        "nom": parties.nom,
        "pavillon": parties.pavillon,
        "rang": place.rang,
        "de": place.de,
        "a": place.a,
        "moyenne": moyenne(scores),
        "bas": bas,
        "haut": haut,
        "effectifs": {str(n): combien for n, combien in sorted(Counter(scores).items())},
        "perdues": len(parties.fautes),
        "fautes": _fautes(parties),
        "remarque": " ".join(remarques),
        # Pour l'enseignant seul : la page, que l'on projette, ne le dit pas.
        "semblable": f"Joue exactement comme {autres}, tir pour tir." if autres else "",
        "meilleure": min(choisies, key=lambda n: scores[n]),
        "pire": max(range(len(scores)), key=lambda n: scores[n]),
    }


def _fautes(parties):
    """Les fautes d'un bot, la plus fréquente d'abord."""
    return groupe_fautes({int(n): (parties.genres[n], p) for n, p in parties.fautes.items()})


def _surs(ecarts):
    """Pour chaque Ecart, True s'il est sûr : la classe en regarde trente à la fois."""
    return classement.holm([ecart.p for ecart in ecarts])


def _juge_qualifies(bots, joueurs, porte):
    """Qui passe la porte : ceux qui battent sûrement le niveau 2."""
    scores = {engage.cle: engage.scores for engage in joueurs}
    ecarts = [compare(scores[bot["cle"]], porte) for bot in bots]
    for bot, ecart, sur in zip(bots, ecarts, _surs(ecarts), strict=True):
        bot["qualifie"] = sur and ecart.moyenne < 0


def _juge_progres(bots, joueurs):
    """Les progrès depuis le tournoi d'avant, joué sur d'autres flottes ; None pour les autres."""
    anciens = {e.cle: e for e in joueurs if e.avant}
    ecarts = {
        cle: compare_independants(engage.scores, engage.avant) for cle, engage in anciens.items()
    }
    surs = dict(zip(ecarts, _surs(ecarts.values()), strict=True))
    for bot in bots:
        cle = bot["cle"]
        bot["progres"] = None
        if cle in ecarts:
            bot["progres"] = {
                "avant": moyenne(anciens[cle].avant),
                "ecart": ecarts[cle].moyenne,
                "bas": ecarts[cle].bas,
                "haut": ecarts[cle].haut,
                "sur": surs[cle],
            }


def _plus_grand_progres(bots):
    """La clé du bot qui a le plus progressé, si ce progrès est sûr."""
    surs = [b for b in bots if b["progres"] and b["progres"]["sur"] and b["progres"]["ecart"] < 0]
    return min(surs, key=lambda b: b["progres"]["ecart"])["cle"] if surs else None


def _semblables(joueurs):
    """{clé: noms des autres} des bots qui ont tiré exactement comme un autre, partout."""
    groupes = {}
    for engage in joueurs:
        if not engage.donne and not engage.parties.fautes:
            groupes.setdefault(tuple(map(tuple, engage.parties.tirs)), []).append(engage)
    return {
        engage.cle: [autre.eleve for autre in groupe if autre is not engage]
        for groupe in groupes.values()
        if len(groupe) > 1
        for engage in groupe
    }


# ----------------------------------------------------------------- la course et les duels


def joue_duels(coureurs):
    """Le tableau des meilleurs, des quarts à la finale : ils ont déjà joué toutes ces flottes."""
    combien = next((n for n in TABLEAU if n <= len(coureurs)), 0)
    restent = [coureurs[rang] for rang in TABLEAU[combien]] if combien else []
    duels = []
    while len(restent) > 1:
        tour = TOURS[len(restent)]
        couples = list(zip(restent[::2], restent[1::2], strict=True))
        nouveaux = [duel(a, b, *tour) for a, b in couples]
        restent = [
            couple["ab".index(d["gagnant"])] for couple, d in zip(couples, nouveaux, strict=True)
        ]
        duels += nouveaux
    return duels


def duel(a, b, tour, une, autre):
    """Deux manches : chacun tire sur une flotte, puis on échange les flottes et le premier tir."""
    manches = [_manche(a, b, "a", une, autre), _manche(a, b, "b", autre, une)]
    gagnees = [manche["gagnant"] for manche in manches]
    totaux = [sum(manche[f"tirs_{cote}"] for manche in manches) for cote in "ab"]
    if gagnees[0] == gagnees[1]:
        gagnant, pourquoi = gagnees[0], "2 manches à 0"
    elif totaux[0] != totaux[1]:
        gagnant = "a" if totaux[0] < totaux[1] else "b"
        pourquoi = f"1 manche partout, {min(totaux)} tirs à {max(totaux)}"
    else:
        gagnant, pourquoi = "a", "1 manche partout, autant de tirs : le mieux classé passe"
    return {
        "tour": tour,
        "a": a.cle,
        "b": b.cle,
        "manches": manches,
        "gagnant": gagnant,
        "pourquoi": pourquoi,
    }


def _manche(a, b, premier, flotte_a, flotte_b):
    """À égalité de tirs, celui qui a tiré le premier a fini le premier."""
    tirs_a, tirs_b = a.scores[flotte_a], b.scores[flotte_b]
    gagnant = premier if tirs_a == tirs_b else "a" if tirs_a < tirs_b else "b"
    return {
        "premier": premier,
        "flotte_a": flotte_a,
        "flotte_b": flotte_b,
        "tirs_a": tirs_a,
        "tirs_b": tirs_b,
        "gagnant": gagnant,
    }


def _films(joueurs, coureurs, duels, bots, regles):
    """Les flottes, parties et cartes que la page peut rejouer ; rien de plus."""
    montrees = {bot["cle"]: {bot["meilleure"], bot["pire"]} for bot in bots}
    for engage in coureurs:
        montrees[engage.cle].add(FLOTTE_DE_LA_COURSE)
    for d in duels:
        for manche in d["manches"]:
            montrees[d["a"]].add(manche["flotte_a"])
            montrees[d["b"]].add(manche["flotte_b"])
    numeros = sorted({n for ensemble in montrees.values() for n in ensemble})
    parties, cartes = {}, {}
    for engage in joueurs:
        siennes = engage.parties
        parties[engage.cle] = {
            str(n): {"tirs": siennes.tirs[n], "faute": siennes.fautes.get(str(n), "")}
            for n in sorted(montrees[engage.cle])
        }
        gardees = {n: siennes.cartes[n] for n in parties[engage.cle] if n in siennes.cartes}
        if gardees and engage in coureurs:
            cartes[engage.cle] = gardees
    return {
        "flottes": {str(n): regles.flotte(n) for n in numeros},
        "parties": parties,
        "cartes": cartes,
    }
