"""Les énoncés : écrits à la main dans `autograder/enonces`, complétés à partir du corrigé.

`python -m autograder enonces` en fait ceux que lit l'élève, dans `lessons` : chaque marque y est
remplacée par ce qu'elle demande, et rien n'y dit plus qu'ils sont fabriqués.

- `<!-- sommaire: 1 -->` : le tableau des exercices du TP1, d'après le registre (ou, avec
  `parcours` ou `guide`, des six TP ; avec `mesures`, les moyennes des niveaux 5, 7 et 8 ; avec
  `tournoi`, celles des stratégies du tournoi ; avec `jeu parfait` et `glouton perd`, ce que l'on
  sait des petites grilles) ;
- `<!-- sommaire: duree 1 -->` : combien de temps prend le TP1 ;
- `<!-- sommaire: court 1 -->` : le chemin court du TP1 (`court = true` dans le registre), par
  séances ;
- `<!-- grille: .XO/..O -->` : une grille, ligne par ligne ; un point est une case vide. Si une
  ligne contient des espaces, elles séparent ses cases : `<!-- grille: 1 2 3 2 1 -->` ;
- `<!-- transcript: duel -->` : la scène `duel` de ce module.

Sous une question « Prévois », ce qui permet d'y répondre, et que l'élève ne voit pas :

- `<!-- reponse: 6 -->` : la réponse (`C3 | c3` s'il y en a plusieurs façons de l'écrire) ;
- `<!-- choix: oui / *non / on ne sait pas -->` : des choix, une étoile devant le bon ;
- `<!-- relance: Compte d'abord les colonnes. -->` : ce que l'on dit d'une réponse fausse ;
- `<!-- a discuter -->` : pas de réponse unique.

Le guide de l'enseignant, `solutions/GUIDE.md`, est refait sur place : ce que la marque demande y
est entre elle et `<!-- fin -->`.
"""

import contextlib
import io
import math
import random
import re
from collections import Counter
from fractions import Fraction

from autograder import RACINE
from autograder.fabrique import questions
from lessons.verificateur import commandes, entrainement, mesure
from lessons.verificateur import tournoi as commande_tournoi
from lessons.verificateur.registre import SEANCE, charge, fourchette
from solutions import CHAINE
from solutions.etude import bilan, optima
from solutions.etude.statistiques import nombre
from solutions.exact.optimal import premiere_erreur
from solutions.jeu import strategies

SOURCES = RACINE / "autograder" / "enonces"
PREVOIS = RACINE / "lessons" / "verificateur" / "prevois.json"
MARQUE = r"(?P<debut><!-- (?P<genre>sommaire|grille|transcript): (?P<quoi>.*?) -->\n)"
SUR_PLACE = re.compile(MARQUE + r".*?(?P<fin><!-- fin -->)", re.DOTALL)
REGISTRE = charge()
NB_PARTIES = 100


def documents():
    """Les fichiers que cette commande tient à jour : énoncés, parcours, questions et guide."""
    ecrits = [RACINE / "lessons" / source.name for source in sources()]
    return [*ecrits, PREVOIS, RACINE / "solutions" / "GUIDE.md"]


def sources():
    """Les énoncés tels qu'on les écrit."""
    return sorted(SOURCES.glob("*.md"))


def points(exercice):
    """Ce que vaut un exercice, en toutes lettres.

    >>> points(REGISTRE["tp1.alpha"]), points(REGISTRE["tp2.essai_uniforme"])
    ('2 points', 'bonus : 1 point')
    """
    pluriel = "s" if exercice.points > 1 else ""
    return f"{'bonus : ' if exercice.bonus else ''}{exercice.points} point{pluriel}"


def etoile(exercice, nom):
    """Le nom d'un exercice, avec ses étoiles devant s'il en a.

    >>> etoile(REGISTRE["tp2.essai_uniforme"], "essai")
    '★ essai'
    """
    return f"{'★' * exercice.etoiles} {nom}".strip()


def titre(exercice):
    """Le titre de la partie de l'énoncé qui traite cet exercice."""
    return etoile(exercice, f"{exercice.id} · {exercice.titre} ({points(exercice)})")


def tableau(entetes, lignes):
    """Un tableau Markdown.

    >>> print(tableau(["a", "b"], [[1, 2]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    rangees = [entetes, ["---"] * len(entetes), *lignes]
    return "\n".join("| " + " | ".join(map(str, rangee)) + " |" for rangee in rangees)


def sommaire(quoi):
    """Ce que dit le registre d'un TP (« 1 », « duree 1 »…) ou des six (« parcours »…)."""
    if quoi in RESUMES:
        return RESUMES[quoi]()
    *genre, numero = quoi.split()
    return D_UN_TP[" ".join(genre)](REGISTRE.tp(numero))


def exercices(tp):
    """Tableau des exercices d'un TP."""
    return tableau(
        ["exercice", "points", "difficulté"],
        [
            [
                etoile(e, f"`{e.id}`"),
                f"+{e.points}" if e.bonus else e.points,
                "●" * e.difficulte + "○" * (3 - e.difficulte),
            ]
            for e in tp.exercices
        ],
    )


def en_heures(minutes):
    """Une durée, à cinq minutes près.

    >>> en_heures(46), en_heures(78), en_heures(118)
    ('45 min', '1 h 20', '2 h')
    """
    heures, reste = divmod(5 * max(1, round(minutes / 5)), 60)
    if heures == 0:
        return f"{reste} min"
    return f"{heures} h {reste:02}" if reste else f"{heures} h"


def duree(minutes):
    """Une durée estimée, telle qu'on l'annonce : elle dépend de l'élève.

    >>> duree(78)
    'de 1 h 20 à 2 h 15'
    """
    return "de {} à {}".format(*map(en_heures, fourchette(minutes)))


def total(exercices):
    """La durée de ces exercices, telle qu'on l'annonce ; vide s'il n'y en a pas."""
    return duree(sum(e.minutes for e in exercices)) if exercices else ""


def annonce(tp):
    """La phrase qui annonce la durée d'un TP, et de chacune de ses parties.

    >>> print(annonce(REGISTRE.tp(1)))
    Durée : de 1 h 20 à 2 h 15.
    """
    du_tp = tp.base or tp.bonus
    parties = sorted({e.partie for e in du_tp if e.partie})
    details = [f"partie {p} : {total([e for e in du_tp if e.partie == p])}" for p in parties]
    entre_parentheses = f" ({' ; '.join(details)})" if details else ""
    sans = ", sans les ★" if tp.base and tp.bonus else ""
    return f"Durée : {total(du_tp)}{entre_parentheses}{sans}."


def court(tp):
    """Le chemin court d'un TP : les exercices indispensables, séance par séance."""
    seances = tp.seances()
    pluriel = "s" if len(seances) > 1 else ""
    points = sum(e.points for e in tp.court)
    return "\n".join(
        [
            f"**Le chemin court** ({len(seances)} séance{pluriel} de {SEANCE} minutes, "
            f"{points} points sur 20) :\n",
            *(
                f"{rang}. {', '.join(f'`{e.nom}`' for e in seance)}"
                for rang, seance in enumerate(seances, 1)
            ),
        ]
    )


D_UN_TP = {"": exercices, "duree": annonce, "court": court}


def parcours():
    """Tableau des six TP : énoncé, fichier, nombre d'exercices, durées."""
    return tableau(
        ["TP", "énoncé", "fichier à compléter", "exercices", "durée", "chemin court", "bonus"],
        [
            [
                tp.numero,
                f"[{tp.titre}]({tp.module}.md)",
                f"`{tp.module}.py`",
                len(tp.base) or f"{len(tp.bonus)} ★",
                total(tp.base),
                f"{len(tp.seances())} × {SEANCE} min" if tp.court else "",
                total(tp.bonus),
            ]
            for tp in REGISTRE.tps
        ],
    )


def bareme():
    """Tableau des six TP pour l'enseignant : où sont les points faciles et les codes à trous."""
    return tableau(
        ["TP", "durée", "points de difficulté 1", "2", "3", "codes à trous", "bonus"],
        [
            [
                tp.numero,
                total(tp.base),
                *(sum(e.points for e in tp.base if e.difficulte == n) for n in (1, 2, 3)),
                ", ".join(f"`{e.nom}`" for e in tp.exercices if e.trous),
                f"+{sum(e.points for e in tp.bonus)}" if tp.bonus else "",
            ]
            for tp in REGISTRE.tps
        ],
    )


def mesures():
    """Les moyennes des niveaux 5, 7 et 8 sur les mêmes flottes."""
    return bilan.bloc_tp7(bilan.campagnes()).strip()


def strategies_du_tournoi():
    """Ce que donnent les cinq stratégies de l'énoncé du tournoi, ajoutées l'une à l'autre."""
    noms = ["au hasard", "1", "1 et 2", "1, 2 et 3", "1, 2, 3 et 4", "1, 2, 3, 4 et 5"]
    classes = (strategies.Hasard, *strategies.STRATEGIES)
    numeros = range(commande_tournoi.NB_FLOTTES)
    return tableau(
        ["stratégie", f"tirs en moyenne, sur {len(numeros)} flottes"],
        [
            [nom, commande_tournoi.virgule(mesure.moyenne(strategies.joue(classe, numeros)))]
            for nom, classe in zip(noms, classes, strict=True)
        ],
    )


def jeu_parfait():
    """Le glouton, `meilleur_tir` et le jeu parfait sur de petites grilles."""
    return optima.bloc_tp7().strip()


def glouton_perd():
    """La plus petite grille où viser la case la plus probable est une erreur, en une phrase."""
    ecrit, (xmax, ymax, tailles) = optima.lit(), optima.plus_petite()
    bateaux = " et ".join(map(str, tailles))
    return (
        f"Des {ecrit['essayes']} jeux d'au plus {ecrit['cases']} cases (bateaux d'au moins "
        f"{ecrit['taille_minimale']}), le glouton n'en **perd** que {len(ecrit['glouton_perd'])}, "
        f"tous de {xmax * ymax} cases, s'il choisit au mieux entre les cases à égalité. L'un d'eux "
        f"est la grille {xmax} × {ymax} avec des bateaux de {bateaux}."
    )


def bornes():
    """Sous quel nombre de tirs personne ne descendra, et pourquoi (arrondi par en dessous)."""
    sans, avec = (nombre(math.floor(10 * borne) / 10, 1) for borne in optima.bornes())
    jeu = optima.lit()["habituelle"]
    part = nombre(100 * jeu["plus_occupee"] / jeu["flottes"], 1)
    return (
        f"En comptant les suites, on démontre que personne ne descendra sous {sans} tirs en "
        "moyenne, si toutes les flottes ont la même chance. Un peu mieux : aucune case n'est "
        f"occupée par plus de {part} % des flottes, donc aucun tir ne fait le premier touché de "
        f"davantage de flottes. En en tenant compte, la borne monte à {avec}."
    )


RESUMES = {
    "bornes": bornes,
    "parcours": parcours,
    "guide": bareme,
    "mesures": mesures,
    "jeu parfait": jeu_parfait,
    "glouton perd": glouton_perd,
    "tournoi": strategies_du_tournoi,
}


def dessine(description):
    """Dessin d'une grille décrite ligne par ligne, avec les traits du TP3.

    >>> print(dessine("X./.O"))
        A   B
      ┌───┬───┐
    0 │ X │   │
      ├───┼───┤
    1 │   │ O │
      └───┴───┘
    """
    tp3, car_v = CHAINE.module("tp3_affichage"), CHAINE.module("bn_utiles").CAR_V
    lignes = [ligne.split() if " " in ligne else list(ligne) for ligne in description.split("/")]

    class Dessin(tp3.Grille):
        """Une grille dont chaque case montre le texte que l'on a donné."""

        def ligne_cases(self, y):
            textes = ["" if texte == "." else texte for texte in lignes[y]]
            return car_v + car_v.join(tp3.centre(texte, 3) for texte in textes) + car_v

    return Dessin(len(lignes[0]), len(lignes), []).make_chaine()


def dessine_comptes(grille, comptes):
    """Dessin d'une grille avec un nombre dans chaque case vide, X et O ailleurs."""
    symbole = CHAINE.module("tp3_affichage").symbole
    return dessine(
        "/".join(
            " ".join(
                str(comptes.get((x, y), symbole(grille.etat[(x, y)]))) for x in range(grille.xmax)
            )
            for y in range(grille.ymax)
        )
    )


# ------------------------------------------------------------- les scènes


def flotte_posee():
    """Une flotte posée au hasard : les bateaux (X) et les cases qu'ils interdisent (O)."""
    grille = CHAINE.module("tp3_affichage").Grille(6, 4, [3, 2])
    grille.hasard = random.Random(12)
    grille.init_bateaux_alea()
    return grille.make_chaine()


def affichage():
    """Deux grilles côte à côte et une boîte."""
    tp3 = CHAINE.module("tp3_affichage")
    flotte, tirs = tp3.Grille(4, 3, [3, 2]), tp3.Grille(4, 3, [3, 2])
    flotte.hasard = random.Random(2)
    flotte.init_bateaux_alea()
    tirs.etat.update({(1, 1): 1, (2, 1): 1, (3, 1): -1, (0, 2): -1})
    dessin = tp3.fusion(flotte.make_chaine(), tirs.make_chaine())
    return dessin + "\n" + tp3.boite("Touché en C1 !\nÀ toi.", "Zoé : ", 41)


def contour():
    """Le suivi des tirs, avec les bateaux adverses entourés en gras."""
    grille = CHAINE.module("tp3_affichage").Grille
    suivi, bateaux = grille(4, 3, [3, 2]), grille(4, 3, [3, 2])
    for case in [(0, 0), (1, 0), (2, 0), (3, 1), (3, 2)]:
        bateaux.etat[case] = 1
    suivi.etat.update({(1, 0): 1, (2, 0): 1, (3, 0): -1, (1, 2): -1})
    return suivi.make_chaine_adverse(bateaux)


def duel():
    """Une partie entière entre deux personnes qui tapent leurs coups."""
    tp4, utiles = CHAINE.module("tp4_tir"), CHAINE.module("bn_utiles")
    lignes = []

    class Personne(tp4.Joueur):
        """Un joueur dont on connaît d'avance les réponses."""

        def joue_coup(self):
            lignes.append(f"-- {self.nom} --")
            return super().joue_coup(self.repond)

        def repond(self, question):
            reponse = self.reponses.pop(0)
            lignes.append(question + reponse)
            return reponse

    class PartieRacontee(tp4.Partie):
        """Une partie dont chaque coup accepté est affiché."""

        def apres_coup(self, joueur, resultat):
            joueur.affiche_messages()

    zoe, ali = Personne("Zoé", 4, 3, [2]), Personne("Ali", 4, 3, [2])
    zoe.reponses = ["b2", "zut", "c2"]
    ali.reponses = ["A0", "A0", "D9", "B0"]
    for joueur, flotte in [(zoe, [(0, 0), (0, 1)]), (ali, [(1, 2), (2, 2)])]:
        for case in flotte:
            joueur.grille_joueur.etat[case] = 1
    etat_du_hasard, sortie = random.getstate(), utiles.sortie
    random.seed(1)
    utiles.sortie = lignes.append
    try:
        gagnant = PartieRacontee(zoe, ali).joue()
    finally:
        random.setstate(etat_du_hasard)
        utiles.sortie = sortie
    lignes.append(f"{gagnant.nom} gagne en {gagnant.essais} tirs.")
    return "\n".join(lignes)


def partie_racontee(ordi, nb_coups=None):
    """Les messages de l'Ordi, coup par coup."""
    lignes = []
    while (nb_coups is None or ordi.essais < nb_coups) and ordi.coup_suivant() is not None:
        lignes.append(f"-- coup {ordi.essais} --")
        lignes.extend(ordi.messages)
        ordi.messages = []
    return "\n".join(lignes)


def ordi_hasard():
    """L'Ordi du TP5 sur une très petite grille."""
    ordi = CHAINE.module("tp5_solveur_aleatoire").Ordi(xmax=4, ymax=2, taille_bateaux=[2], graine=5)
    ordi.grille_adverse.init_bateaux_alea()
    recit = partie_racontee(ordi)
    return f"{recit}\n{ordi.grille_suivi.make_chaine()}\nFini en {ordi.essais} tirs."


def moyenne(classe, **options):
    """Moyenne du nombre de tirs sur NB_PARTIES parties, une graine par partie."""
    total = 0
    for graine in range(NB_PARTIES):
        ordi = classe(graine=graine, **options)
        ordi.grille_adverse.init_bateaux_alea()
        total += ordi.resolution()
    return f"{total / NB_PARTIES:.1f}".replace(".", ",")


def moyennes_hasard():
    """Les trois façons de jouer du TP5, mesurées."""
    tp5 = CHAINE.module("tp5_solveur_aleatoire")
    return (
        f"{NB_PARTIES} parties, grille 10 × 10, flotte 5, 4, 3, 3, 2\n"
        f"hasard (partie A) : {moyenne(tp5.Ordi)} tirs en moyenne\n"
        f"damier (partie B) : {moyenne(tp5.Ordi, damier=True)} tirs en moyenne\n"
        f"méthodique, « coulé » annoncé (partie C) : {moyenne(tp5.OrdiProcedural)} tirs en moyenne"
    )


def ordi_compte():
    """L'Ordi du TP6 au niveau 5 : ses premiers coups, expliqués."""
    tp6 = CHAINE.module("tp6_solveur_optimal")
    ordi = tp6.Ordi(niveau=5, xmax=6, ymax=4, taille_bateaux=[3, 2], graine=40)
    ordi.grille_adverse.init_bateaux_alea()
    return partie_racontee(ordi, nb_coups=5)


def niveaux():
    """Les niveaux du TP6, mesurés sur les mêmes graines."""
    ordi = CHAINE.module("tp6_solveur_optimal").Ordi
    lignes = [f"{NB_PARTIES} parties par niveau, grille 10 × 10, flotte 5, 4, 3, 3, 2"]
    for niveau in (1, 2, 3, 5):
        lignes.append(f"niveau {niveau} : {moyenne(ordi, niveau=niveau)} tirs en moyenne")
    return "\n".join(lignes)


def toutes_les_flottes():
    """Le nombre de flottes qui occupent chaque case d'une grille 4 × 3, flotte 3, 2."""
    grille = CHAINE.module("tp6_solveur_optimal").Grille(4, 3, [3, 2])
    grille.case_max_all()
    return dessine_comptes(grille, grille.probas)


def tirage_4x4():
    """La probabilité exacte de chaque flotte 3, 2 sur 4 × 4 avec `init_bateaux_alea`."""
    tp2, grille = CHAINE.module("tp2_placement"), CHAINE.module("tp6_solveur_optimal").Grille
    probabilites = Counter()
    depart = grille(4, 4, [3, 2])
    grands = depart.get_possibles()[1][3]
    for place in grands:
        suite, grand = depart.copie(), tp2.Bateau(3, *place)
        suite.add_bateau(grand)
        petits = suite.get_possibles()[1][2]
        for petite_place in petits:
            flotte = frozenset(grand.cases + tp2.Bateau(2, *petite_place).cases)
            probabilites[flotte] += Fraction(1, len(grands) * len(petits))
    lignes = [f"{len(probabilites)} flottes ; tirage uniforme : 1/{len(probabilites)} chacune"]
    for valeur, combien in sorted(Counter(probabilites.values()).items()):
        lignes.append(f"tirage bateau par bateau : {combien} flottes à {valeur} chacune")
    return "\n".join(lignes)


def tournoi():
    """Ce que dit `tournoi` de l'Ordi donné, à un élève qui a fini le TP5."""
    combien = commande_tournoi.NB_FLOTTES
    autres = [ordi for ordi in commande_tournoi.ORDIS if ordi[1] == "tp5_solveur_aleatoire"]
    fichiers = entrainement.fichiers_de(CHAINE.dossier)
    nom, _ = commande_tournoi.signature(fichiers)
    bot = entrainement.Serie(nom, range(combien))
    series = [entrainement.Serie(n, range(combien), m, c, **o) for n, m, c, o, _ in autres]
    joues = entrainement.Entrainement(
        fichiers, [bot, *series], commandes.commande_enfant("--tournoi")
    )
    joues.joue()
    ecran = io.StringIO()
    with contextlib.redirect_stdout(ecran):
        commande_tournoi.affiche_comparaisons(
            nom, bot.scores(100), {serie.nom: serie.scores(100) for serie in series}, ""
        )
    return ecran.getvalue().strip("\n")


def erreur_du_glouton():
    """La première position où le glouton perd : combien de flottes par case, puis les totaux."""
    xmax, ymax, tailles = optima.plus_petite()
    erreur = premiere_erreur(xmax, ymax, tailles)
    grille = CHAINE.module("tp6_solveur_optimal").Grille(xmax, ymax, tailles)
    grille.etat.update(dict.fromkeys(erreur.touchees, 1))
    grille.etat.update(dict.fromkeys(erreur.manquees, -1))
    comptes = CHAINE.module("tp7_solveur_exact").compte_cases(erreur.flottes)
    visees = {case: comptes[case] for case in comptes if case not in erreur.touchees}
    return (
        f"{len(erreur.flottes)} flottes possibles ; nombre de celles qui occupent chaque case :\n"
        f"{dessine_comptes(grille, visees)}\n\n"
        f"Tirs manqués par le jeu parfait sur les {len(erreur.flottes)} parties, s'il tire là :\n"
        f"{dessine_comptes(grille, erreur.totaux)}"
    )


SCENES = {
    scene.__name__: scene
    for scene in (
        flotte_posee,
        affichage,
        contour,
        duel,
        ordi_hasard,
        moyennes_hasard,
        ordi_compte,
        niveaux,
        toutes_les_flottes,
        tirage_4x4,
        tournoi,
        erreur_du_glouton,
    )
}


# ------------------------------------------------------------- la commande


def contenu(genre, quoi):
    """Ce qui doit se trouver entre une marque et sa fin.

    >>> contenu("transcript", "inconnue")
    Traceback (most recent call last):
        ...
    ValueError: Il n'y a pas de scène « inconnue » dans autograder/fabrique/enonces.py.
    """
    if genre == "sommaire":
        return sommaire(quoi) + "\n"
    if genre == "grille":
        return f"```text\n{dessine(quoi)}\n```\n"
    if quoi not in SCENES:
        raise ValueError(f"Il n'y a pas de scène « {quoi} » dans autograder/fabrique/enonces.py.")
    return f"```text\n{SCENES[quoi]()}\n```\n"


def redige(source):
    """L'énoncé que lit l'élève : chaque marque de la source y laisse la place à son contenu.

    >>> redige("Combien ?\\n<!-- reponse: 6 -->\\n\\nFin.\\n")
    'Combien ?\\n\\nFin.\\n'
    """
    sans_reponse = questions.MARQUES.sub("", source)
    return re.sub(MARQUE, lambda m: contenu(m["genre"], m["quoi"]), sans_reponse)


def refait(texte):
    """Le texte d'un fichier refait sur place, toutes ses parties marquées écrites à neuf."""
    return SUR_PLACE.sub(
        lambda m: m["debut"] + contenu(m["genre"], m["quoi"]) + m["fin"],
        texte,
    )


def voulu(chemin):
    """Ce que ce fichier doit contenir."""
    if chemin == PREVOIS:
        return questions.en_json(questions.fiches(s.read_text(encoding="utf-8") for s in sources()))
    source = SOURCES / chemin.name
    if chemin.parent == RACINE / "lessons" and source.exists():
        return redige(source.read_text(encoding="utf-8"))
    return refait(chemin.read_text(encoding="utf-8"))


def perimes(chemins):
    """{chemin: texte voulu} de ceux de ces fichiers qui ne sont pas à jour, ou qui manquent."""
    voulus = {chemin: voulu(chemin) for chemin in chemins}
    return {
        chemin: texte
        for chemin, texte in voulus.items()
        if not chemin.exists() or chemin.read_text(encoding="utf-8") != texte
    }


def execute(arguments):
    """Réécrit les énoncés ; avec `--verifie`, ne fait que dire lesquels ne sont plus à jour."""
    refaits = perimes(documents())
    noms = ", ".join(chemin.relative_to(RACINE).as_posix() for chemin in refaits)
    if not refaits:
        print("Les énoncés sont à jour.")
        return 0
    if arguments.verifie:
        print("Pas à jour :", noms)
        print("Pour les refaire : python -m autograder enonces")
        return 1
    for chemin, texte in refaits.items():
        chemin.write_text(texte, encoding="utf-8", newline="\n")
    print("Refaits :", noms)
    return 0


def ajoute_commande(sous_commandes):
    """Déclare la commande `enonces`."""
    analyseur = sous_commandes.add_parser(
        "enonces", help="refait les dessins et les transcriptions des énoncés"
    )
    analyseur.add_argument(
        "--verifie",
        action="store_true",
        help="ne change rien ; échoue si un énoncé n'est pas à jour",
    )
    analyseur.set_defaults(fonction=execute)
