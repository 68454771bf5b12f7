"""Le bilan des huit niveaux : un tableau et une image, d'après les campagnes de `mesures/`.

    python -m solutions.etude.bilan                  refait les tableaux et l'image
    python -m solutions.etude.bilan --chronometrer   mesure d'abord le temps par partie (1 min)
    python -m solutions.etude.bilan --refaire        termine d'abord les campagnes, puis chronomètre

Les tableaux vont dans les deux README et dans l'énoncé du TP7. Les campagnes reprennent où elles
en sont, même après un Ctrl-C : pour en rejouer une, efface son fichier (pour tout rejouer, il
faut environ deux heures). Toutes ont la même graine, donc les mêmes flottes.
"""

import datetime
import json
import sys
import time
from pathlib import Path

from lessons.verificateur.rangement import raison_du_refus
from solutions import bn_couleurs
from solutions.etude import campagne
from solutions.etude.statistiques import nombre
from solutions.jeu.analyseur import AnalyseurFrancais
from solutions.jeu.niveaux import NIVEAUX, NIVEAUX_EN

DOSSIER = Path(__file__).parent / "mesures"
MILLION = 1_000_000
PLAN = {  # nom du fichier: (réglages, parties)
    "niveau1": ({"niveau": 1}, MILLION),
    "niveau2": ({"niveau": 2}, MILLION),
    "niveau3": ({"niveau": 3}, MILLION),
    "niveau4": ({"niveau": 4}, 10_000),
    "niveau5": ({"niveau": 5}, MILLION),
    "niveau5_premier": ({"niveau": 5, "premier": True}, MILLION),
    "niveau5_detail": ({"niveau": 5}, 20_000),
    "niveau6": ({"niveau": 6}, 10_000),
    "niveau7": ({"niveau": 7}, 20_000),
    "niveau8": ({"niveau": 8}, 3_000),
}
CHRONO = {1: 5000, 2: 5000, 3: 5000, 4: 10, 5: 5000, 6: 20, 7: 12, 8: 8}  # parties chronométrées
PAIRES = [("niveau5_detail", "niveau7"), ("niveau7", "niveau8"), ("niveau5_detail", "niveau8")]


def rejoue(dossier=DOSSIER, plan=PLAN, ouvriers=-1):
    """Joue (ou termine) toutes les campagnes du plan ; False si un Ctrl-C les a interrompues."""
    dossier.mkdir(exist_ok=True)
    for nom, (choix, parties) in plan.items():
        print(f"{nom} : {nombre(parties, 0)} parties", flush=True)
        r = campagne.reglages(**choix)
        etude = campagne.campagne(r, parties, dossier / f"{nom}.json", ouvriers)
        if etude["parties"] < parties:
            return False
    return True


def chronometre(dossier=DOSSIER, plan=CHRONO):
    """Mesure le temps de calcul d'une partie de chaque niveau, et l'écrit dans `temps.json`.

    Un seul cœur, temps du processeur : ce que font les autres programmes ne compte pas. La
    compilation et la première partie, qui remplit les mémoires, ne comptent pas non plus.
    """
    secondes = {}
    for niveau, parties in plan.items():
        r = campagne.reglages(niveau)
        campagne.joue_lot(r, 0, 1)
        depart = time.process_time()
        campagne.joue_lot(r, 1, 1 + parties)
        secondes[str(niveau)] = (time.process_time() - depart) / parties
    temps = {
        "date": datetime.date.today().isoformat(),
        "machine": campagne.machine(),
        "secondes_par_partie": secondes,
    }
    texte = json.dumps(temps, ensure_ascii=False, indent=1)
    (dossier / "temps.json").write_text(texte + "\n", encoding="utf-8")


def temps_mesures(dossier=DOSSIER):
    """{niveau: secondes par partie}, d'après `temps.json`."""
    temps = json.loads((dossier / "temps.json").read_text(encoding="utf-8"))
    return {int(niveau): valeur for niveau, valeur in temps["secondes_par_partie"].items()}


def campagnes(dossier=DOSSIER):
    """{nom: campagne} de celles qui ont été jouées."""
    chemins = {nom: dossier / f"{nom}.json" for nom in PLAN}
    return {nom: campagne.lit(chemin) for nom, chemin in chemins.items() if chemin.exists()}


def publiees(dossier=DOSSIER):
    """{niveau: chiffres publiés dans le rapport de 2016}."""
    lignes = json.loads((dossier / "rapport_2016.json").read_text(encoding="utf-8"))
    return {ligne["niveau"]: ligne for ligne in lignes}


# ----------------------------------------------------------------- le tableau


def duree(secondes):
    """Une durée avec une unité qui convient.

    >>> duree(0.0000421), duree(0.0034), duree(23.5)
    ('0,042 ms', '3,4 ms', '23,5 s')
    """
    if secondes >= 1:
        return f"{nombre(secondes, 1)} s"
    ms = 1000 * secondes
    return f"{nombre(ms, 3 if ms < 0.1 else 1 if ms < 100 else 0)} ms"


def lignes(etudes, rapport):
    """Les lignes du tableau : (niveau, campagne, moyenne, demi-intervalle, chiffres de 2016)."""
    resultat = []
    for niveau in NIVEAUX:
        etude = etudes.get(f"niveau{niveau}")
        if etude is not None:
            moyenne, erreur = campagne.moyenne(etude)
            resultat.append((niveau, etude, moyenne, 1.96 * erreur, rapport.get(niveau)))
    return resultat


def tableau(etudes, rapport, temps):
    """Le tableau des niveaux et les comparaisons, en Markdown."""
    texte = [
        "| niveau | il joue | parties | tirs en moyenne (à 95 %) | temps par partie "
        "| rapport de 2016 |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for niveau, etude, moyenne, demi, ancien in lignes(etudes, rapport):
        avant = "–"
        if ancien:
            avant = f"{nombre(ancien['moyenne'])} ({duree(ancien['ms_par_partie'] / 1000)})"
        texte.append(
            f"| {niveau} | {NIVEAUX[niveau]} | {nombre(etude['parties'], 0)} "
            f"| {nombre(moyenne)} ± {nombre(demi)} | {duree(temps[niveau])} | {avant} |"
        )
    premier = etudes.get("niveau5_premier")
    texte.append("")
    if premier:
        moyenne, erreur = campagne.moyenne(premier)
        texte.append(
            "À égalité, chaque Ordi choisit au hasard. Le niveau 5 qui prend toujours la première "
            f"case, comme en 2016 : {nombre(moyenne)} ± {nombre(1.96 * erreur)}.\n"
        )
    texte += [phrase_paire(etudes, *paire) for paire in PAIRES if set(paire) <= set(etudes)]
    texte += ["", note_des_options(etudes), "", note_des_temps(etudes), "", signature(etudes)]
    return "\n".join(texte) + "\n"


def phrase_paire(etudes, a, b):
    """La comparaison de deux niveaux sur les mêmes flottes, en une ligne."""
    c = campagne.compare(etudes[a], etudes[b])
    ecart = f"{nombre(c.difference)} tir, de {nombre(c.bas)} à {nombre(c.haut)} à 95 %"
    niveaux = [etudes[nom]["reglages"]["niveau"] for nom in (b, a)]
    return (
        f"* Niveau {niveaux[0]} contre niveau {niveaux[1]}, {nombre(c.n, 0)} flottes communes : "
        f"{ecart} ({nombre(abs(c.difference / c.erreur), 1)} erreurs types)."
    ).replace("-", "−")


def note_des_options(etudes):
    """Avec quels réglages jouent les niveaux qui en ont."""
    options = {nom: etudes[nom]["reglages"]["options"] for nom in ("niveau4", "niveau6")}
    return (
        f"Le niveau 4 tire {options['niveau4']['nb_echantillons']} flottes avant chaque coup ; le "
        f"niveau 6 les essaie toutes quand il reste moins de {options['niveau6']['seuil']} cases."
    )


def note_des_temps(etudes):
    """Comment les temps sont mesurés, et ce que coûtent les niveaux 7 et 8 à la longue.

    Une campagne dont les `secondes` ne sont pas du temps de processeur le dit (`horloge`).
    """
    ensuite = [
        f"{duree(etudes[nom]['secondes'] / etudes[nom]['parties'])} au niveau {nom[-1]}"
        + (f" ({etudes[nom]['horloge']})" if "horloge" in etudes[nom] else "")
        for nom in ("niveau7", "niveau8")
        if nom in etudes
    ]
    return (
        "Le temps par partie est du temps de processeur, sur un seul cœur. Aux niveaux 7 et 8, "
        "c'est celui des premières parties, où tout est à calculer. Les ouvertures sont retenues : "
        f"sur toute la campagne, {' et '.join(ensuite)}."
    )


def signature(etudes):
    """Quand et sur quoi ces mesures ont été faites."""
    dates = sorted({etude["date"] for etude in etudes.values()})
    machines = sorted({etude["machine"] for etude in etudes.values()})
    jours = dates[0] if len(dates) == 1 else f"du {dates[0]} au {dates[-1]}"
    return f"Mesures : {jours}, {' ; '.join(machines)}. Niveaux 1, 2, 3 et 5 compilés."


# ----------------------------------------------------------------- les README et l'énoncé

RACINE = Path(__file__).parents[2]
IMAGE = "solutions/etude/mesures/niveaux.png"
REPERES = ("<!-- chiffres -->\n", "<!-- fin des chiffres -->\n")


def bloc_francais(texte):
    """La partie « niveaux » du README."""
    return (
        "### Les huit niveaux de l'Ordi\n\n"
        f"![Tirs en moyenne et temps par partie des niveaux 2 à 8]({IMAGE})\n\n"
        f"{texte}\n*(Tableau et image refaits par `python -m solutions.etude.bilan` ; "
        "`--refaire` termine d'abord les campagnes.)*\n"
    )


def bloc_anglais(etudes, rapport, temps):
    """La même partie, en anglais."""
    rangees = []
    for niveau, etude, moyenne, demi, ancien in lignes(etudes, rapport):
        avant = f"{ancien['moyenne']} ({ancien['ms_par_partie']} ms)" if ancien else "–"
        duree_ms = float(f"{1000 * temps[niveau]:.3g}")
        rangees.append(
            f"| {niveau} | {NIVEAUX_EN[niveau]} | {etude['parties']:,} "
            f"| {moyenne:.2f} ± {demi:.2f} | {duree_ms:,} ms | {avant} |"
        )
    paires = []
    for a, b in PAIRES:
        if {a, b} <= set(etudes):
            c = campagne.compare(etudes[a], etudes[b])
            hauts = [etudes[nom]["reglages"]["niveau"] for nom in (b, a)]
            paires.append(
                f"* Level {hauts[0]} against level {hauts[1]}, on the same {c.n:,} fleets: "
                f"{c.difference:+.2f} shots, from {c.bas:+.2f} to {c.haut:+.2f} at 95 %."
            )
    return "\n".join(
        [
            "### The eight levels of the Ordi",
            "",
            f"![Mean shots and time per game of levels 2 to 8]({IMAGE})",
            "",
            "| level | how it plays | games | mean shots (95 %) | time per game | 2016 report |",
            "| --- | --- | --- | --- | --- | --- |",
            *rangees,
            "",
            *paires,
            "",
            "Level 4 draws 100 fleets before each shot; level 6 tries them all once fewer than 60 "
            "cells are left.",
            "",
            "Time per game is processor time on one core, over the first games of levels 7 and 8; "
            "the 2016 times are those of the report.",
            "",
            f"Measured on {max(e['date'] for e in etudes.values())}, "
            f"{max(e['machine'] for e in etudes.values()).replace('cœurs', 'cores')}.",
            "",
            "*(Table and picture remade by `python -m solutions.etude.bilan`; `--refaire` first "
            "finishes the campaigns.)*",
            "",
        ]
    )


def bloc_tp7(etudes):
    """Le tableau de l'énoncé du TP7 : les moyennes des niveaux 5, 7 et 8 sur les mêmes flottes."""
    noms = {"niveau5_detail": 5, "niveau7": 7, "niveau8": 8}
    n = min(len(etudes[nom]["longueurs"]) for nom in noms)
    lignes = [f"| Ordi | moyenne sur les mêmes {nombre(n, 0)} flottes |", "| --- | --- |"]
    for nom, niveau in noms.items():
        tirs = nombre(sum(etudes[nom]["longueurs"][:n]) / n)
        lignes.append(f"| niveau {niveau} ({NIVEAUX[niveau]}) | {tirs} tirs |")
    return "\n".join(lignes) + "\n"


def met_a_jour(chemin, bloc):
    """Remplace, dans un fichier, ce qui se trouve entre les deux repères."""
    avant, reste = chemin.read_text(encoding="utf-8").split(REPERES[0])
    _, apres = reste.split(REPERES[1])
    texte = avant + REPERES[0] + bloc + REPERES[1] + apres
    chemin.write_text(texte, encoding="utf-8", newline="\n")


# ----------------------------------------------------------------- l'image


def dessine(etudes, rapport, temps, chemin):
    """L'image : à gauche les moyennes, à droite le temps par partie, avec ceux de 2016."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    bleu, rouge = bn_couleurs.SERIES[:2]
    donnees = [ligne for ligne in lignes(etudes, rapport) if ligne[0] > 1]
    niveaux = [ligne[0] for ligne in donnees]
    figure, (gauche, droite) = plt.subplots(
        1, 2, figsize=(10, 4.2), width_ratios=(3, 2), layout="constrained", sharey=True
    )
    gauche.errorbar(
        [ligne[2] for ligne in donnees],
        niveaux,
        xerr=[ligne[3] for ligne in donnees],
        fmt="o",
        color=bleu,
        capsize=4,
        markersize=7,
        label="ce kit, intervalle à 95 %",
        zorder=3,
    )
    anciens = [(a["moyenne"], niveau, a["ms_par_partie"]) for niveau, _, _, _, a in donnees if a]
    losange = {"marker": "D", "linestyle": "", "mfc": "none", "color": rouge, "markersize": 9}
    rangees = [a[1] for a in anciens]
    gauche.plot([a[0] for a in anciens], rangees, label="rapport de 2016", **losange)
    gauche.axvline(42, color=bn_couleurs.CLAIR["trait"], linestyle=":", linewidth=1.5)
    gauche.text(42.1, 8.45, "42", color=bn_couleurs.CLAIR["pale"], va="center")
    for niveau, _, moyenne, _, _ in donnees:
        gauche.annotate(
            nombre(moyenne),
            (moyenne, niveau),
            (0, 9),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=bleu,
            bbox={"color": "white", "pad": 0.5},
        )
    gauche.set(
        xlabel="tirs en moyenne (le niveau 1, au hasard : 95,4)",
        yticks=niveaux,
        xlim=(40, 51.5),
        ylim=(1.4, 8.8),
    )
    gauche.set_yticklabels([f"{n} · {NIVEAUX[n]}" for n in niveaux])
    gauche.invert_yaxis()
    droite.plot(
        [1000 * temps[niveau] for niveau in niveaux], niveaux, "o", color=bleu, markersize=7
    )
    droite.plot([a[2] for a in anciens], rangees, **losange)
    droite.set(xscale="log", xlabel="millisecondes par partie (échelle log.)")
    for axes in (gauche, droite):
        axes.grid(axis="x", color=bn_couleurs.CLAIR["bord"], linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    gauche.legend(loc="lower right", frameon=False)
    figure.savefig(chemin, dpi=130)
    plt.close(figure)


def main(arguments=None):
    """`python -m solutions.etude.bilan` : renvoie le code de sortie."""
    analyseur = AnalyseurFrancais(prog="python -m solutions.etude.bilan", description="Le bilan.")
    analyseur.add_argument("--refaire", action="store_true", help="termine les campagnes d'abord")
    analyseur.add_argument("--chronometrer", action="store_true", help="mesure d'abord les temps")
    analyseur.add_argument("--ouvriers", type=int, default=-1, help="processus (un par cœur)")
    options = analyseur.parse_args(arguments)
    try:
        return refait(options)
    except ValueError as erreur:
        print(erreur, file=sys.stderr)
    except OSError as erreur:
        endroit = f"{erreur.filename} : " if erreur.filename else ""
        print(f"{endroit}{raison_du_refus(erreur)}.", file=sys.stderr)
    return 2


def refait(options):
    """Ce que demandent les options ; renvoie le code de sortie."""
    if options.refaire and not rejoue(ouvriers=options.ouvriers):
        print("Interrompu : relance la même commande, elle reprendra où elle en est.")
        return 130
    if options.refaire or options.chronometrer:
        chronometre()
    etudes, rapport = campagnes(), publiees()
    if not etudes:
        print("Aucune campagne dans mesures/ : ajoute --refaire.")
        return 1
    texte = tableau(etudes, rapport, temps_mesures())
    (DOSSIER / "niveaux.md").write_text(texte, encoding="utf-8")
    dessine(etudes, rapport, temps_mesures(), DOSSIER / "niveaux.png")
    met_a_jour(RACINE / "README.md", bloc_francais(texte))
    met_a_jour(RACINE / "README.en.md", bloc_anglais(etudes, rapport, temps_mesures()))
    print(texte)
    return 0


if __name__ == "__main__":
    sys.exit(main())
