"""La commande `tournoi` : l'Ordi de l'élève, `mon_ordi.py`, devant l'arbitre et contre ses niveaux.

Tous jouent les mêmes flottes d'entraînement. On compare flotte par flotte, et l'on ne dit « c'est
sûr » que si le hasard n'explique pas l'écart.
"""

import ast
import hashlib
import math
import sys
import time

from . import jeu
from .arbitre import ARRETS_MAX, CLASSE, FOIS, MODULE, enseigne, memes_fautes
from .conseils_bot import conseils
from .dessins import nom_court_case
from .ecran import (
    Refus,
    duree,
    ecrit,
    en_couleur,
    est_interactif,
    plie,
    registre,
    veut_quitter,
)
from .entrainement import Entrainement, Serie, fichiers_de, regles_du_tournoi
from .mesure import compare, intervalle, moyenne
from .parties import CALCUL_MAX, flotte
from .rangement import ecrit_memoire, lit_memoire
from .resultat import FAUX, REUSSI
from .signes import affichable
from .source import importes

NB_FLOTTES, FLOTTES_MIN, FLOTTES_MAX = 200, 20, 2000
NB_SUR_PLACE = 40  # sans processus (dans un navigateur), tout est plus lent
NB_SUIVI = 50  # à chaque enregistrement, quand on suit ses fichiers
PRUDENCE = 0.6  # part du temps permis en classe à partir de laquelle on prévient
LARGEUR_NOM, LARGEUR_BARRE, PAVILLON_MAX = 22, 40, 4
PREMIERES, ATTENTE = 5, 2.0  # parties, ou secondes, avant de dire combien de temps il faudra
RAISONNABLE = 6  # fois plus de flottes : au-delà, mieux vaut une autre idée
TRANCHES, LIGNES_MAX = (10, 20), 7  # tirs d'une ligne de l'histogramme ; combien de lignes
FAUTES_DITES = 3
# Par où continuer, d'après la moyenne : au-delà de tant de tirs, telle idée de tournoi.md.
IDEES = (
    (85, "Une idée : la stratégie 1 de tournoi.md, finir ce qui est commencé."),
    (70, "Une idée : la stratégie 2 de tournoi.md, les cases noires."),
    (60, "Une idée : la stratégie 3 de tournoi.md, suivre la ligne."),
    (52, "Une idée : la stratégie 4 de tournoi.md, éliminer."),
    (46, "Une idée : la stratégie 5 de tournoi.md, compter (avec le TP6)."),
    (42, "Une idée : compter des flottes entières, avec le TP7 (la fin de tournoi.md)."),
)
# Les autres Ordis de l'élève, du plus fort au plus faible : (nom, module, classe, options, prix
# d'une partie par rapport au niveau 5).
ORDIS = (
    ("ton niveau 5", "tp6_solveur_optimal", "Ordi", {"niveau": 5}, 1.0),
    ("ton niveau 3", "tp6_solveur_optimal", "Ordi", {"niveau": 3}, 0.5),
    ("ton niveau 2", "tp6_solveur_optimal", "Ordi", {"niveau": 2}, 0.5),
    ("procédural, coulé dit", "tp5_solveur_aleatoire", "OrdiProcedural", {}, 0.2),
    ("tes cases noires", "tp5_solveur_aleatoire", "Ordi", {"damier": True}, 0.2),
    ("ton Ordi au hasard", "tp5_solveur_aleatoire", "Ordi", {}, 0.05),
)


def commande(mots, dossier, invite, lanceur):
    """La commande `tournoi` ; True si le bot a joué sans perdre de partie.

    `lanceur` lance le processus des parties ; None : on s'en passe.
    """
    if mots and mots[0].lower() in ("revoir", "rejouer", "voir"):
        return revoit(mots[1:], dossier, invite, lanceur)
    nombre = nombre_de_flottes(mots, lanceur)
    fichiers = lit_fichiers(dossier)
    nom, pavillon = signature(fichiers)
    ecrit(en_couleur(f"Tournoi : {f'{nom} {pavillon}'.strip()}, sur {nombre} flottes", "titre"))
    memoire = lit_memoire(dossier)
    version = empreinte({m: t for m, t in fichiers.textes.items() if m != MODULE})
    gardes = {autre: lit_scores(memoire, autre, version)[:nombre] for autre, *_ in ORDIS}
    bot = Serie(nom, range(nombre))
    autres = {
        Serie(autre, range(nombre), module, classe, **options): poids
        for autre, module, classe, options, poids in ORDIS
        if len(gardes[autre]) < nombre
    }
    entrainement = Entrainement(fichiers, [bot, *autres], lanceur)
    barre = Barre(entrainement, bot, autres)
    entrainement.suit = barre.avance
    entrainement.joue()
    barre.finit()
    if bot.refus:
        raise Refus(plie(f"{nom} ne peut pas jouer : {bot.refus}", ""))
    if bot.lente:
        combien = f"{len(bot.tirs)} flotte{'s' if len(bot.tirs) > 1 else ''}"
        ecrit(f"Il est si lent que je me suis arrêté à {combien} sur {nombre}.")
    nb_cases = entrainement.regles.xmax * entrainement.regles.ymax
    for serie in autres:
        if not serie.refus and not serie.lente:
            gardes[serie.nom] = serie.scores(nb_cases)
            garde_scores(memoire, serie.nom, gardes[serie.nom], version)
    scores = bot.scores(nb_cases)
    if len(bot.fautes) < len(bot.tirs):
        affiche_histogramme(scores, nb_cases)
        affiche_parties(bot, invite)
    affiche_fautes(bot, invite)
    if len(bot.fautes) < len(bot.tirs) > 1:
        joues = {autre: siens for autre, siens in gardes.items() if siens}
        affiche_comparaisons(nom, scores, joues, invite, bot.lente)
    if not bot.fautes:
        affiche_progres(scores, version_d_avant(memoire, scores, empreinte_du_bot(fichiers)))
    affiche_remarques(bot, autres, entrainement.prix, fichiers, scores)
    memoire["tournoi perdues"] = str(len(bot.fautes))
    memoire["tournoi texte"] = empreinte_du_bot(fichiers)
    ecrit_memoire(dossier, memoire)
    return not bot.fautes


def nombre_de_flottes(mots, lanceur):
    """Le nombre que demande l'élève, ou celui d'ordinaire."""
    if not mots:
        return NB_FLOTTES if lanceur is not None else NB_SUR_PLACE
    if len(mots) > 1 or not mots[0].isdecimal():
        raise Refus(
            "Après tournoi, écris un nombre de flottes (tournoi 500), ou rien.\n"
            "Pour revoir une partie : tournoi revoir 12. Pour repartir de l'Ordi donné :\n"
            "recommencer mon_ordi"
        )
    if not FLOTTES_MIN <= int(mots[0]) <= FLOTTES_MAX:
        raise Refus(f"Choisis un nombre de flottes de {FLOTTES_MIN} à {FLOTTES_MAX}.")
    return int(mots[0])


def lit_fichiers(dossier):
    """Les fichiers de l'élève ; Refus si le bot, ou ce dont il a besoin, ne peut pas être lu."""
    fichiers = fichiers_de(dossier)
    for module in utiles(fichiers):
        if module in fichiers.fautes:
            piste = fichiers.fautes[module].get("piste")
            phrase = plie(phrase_illisible(fichiers, module), "")
            raise Refus(phrase + (f"\n{piste}" if piste else ""))
    return fichiers


def phrase_illisible(fichiers, module):
    """Pourquoi Python ne peut pas lire ce module, et à quelle ligne."""
    faute = fichiers.fautes[module]
    ou = f", ligne {faute['ligne']}" if faute.get("ligne") else ""
    return f"{module}.py{ou} : {faute['phrase']}"


def utiles(fichiers):
    """Les modules dont le bot a besoin, lui d'abord."""
    voulus, a_voir = [], [MODULE]
    while a_voir:
        module = a_voir.pop(0)
        if module not in voulus:
            voulus.append(module)
            arbre = fichiers.arbres.get(module)
            a_voir += importes(arbre) if arbre is not None else []
    return voulus


def signature(fichiers):
    """(nom de guerre, pavillon) du bot, tels qu'ils tiennent à l'écran."""
    nom, pavillon = enseigne(fichiers.textes[MODULE])
    if len(nom) > LARGEUR_NOM:
        nom = nom[: LARGEUR_NOM - 1] + "…"
    return nom or "ton Ordi", pavillon[:PAVILLON_MAX]


def est_donne(fichiers):
    """True si mon_ordi.py est encore comme au départ."""
    return fichiers.textes[MODULE].strip() == registre().libres[MODULE].strip()


def phrases_du_rendu(dossier):
    """Ce que `rendre` dit du bot ; rien s'il est encore comme au départ."""
    fichiers = fichiers_de(dossier)
    if MODULE not in registre().libres or MODULE not in fichiers.textes or est_donne(fichiers):
        return []
    avis = [f"Ton Ordi du tournoi, {signature(fichiers)[0]}, est dans le rendu."]
    return [" ".join(avis + avis_avant_de_rendre(fichiers, lit_memoire(dossier)))]


def avis_avant_de_rendre(fichiers, memoire):
    """Ce qui empêcherait le bot de jouer en classe ; sinon, ce que l'on sait de son essai."""
    illisibles = [module for module in utiles(fichiers) if module in fichiers.fautes]
    if illisibles:
        return [f"Mais il ne peut pas jouer : {phrase_illisible(fichiers, illisibles[0])}"]
    if not a_sa_classe(fichiers.arbres[MODULE]):
        return [f"Mais il ne peut pas jouer : il n'y a pas de classe {CLASSE} dans {MODULE}.py."]
    perdues = memoire.get("tournoi perdues")
    if perdues is None:
        return ["Tu ne l'as pas encore essayé : tournoi."]
    texte = empreinte_du_bot(fichiers)
    if memoire.get("tournoi texte", texte) != texte:
        return ["Tu l'as changé depuis le dernier essai : relance tournoi."]
    s = "" if perdues == "1" else "s"
    return [f"Attention, au dernier essai il a perdu {perdues} partie{s}."] * (perdues != "0")


def a_sa_classe(arbre):
    """True si ce fichier définit, nomme ou importe MonOrdi, hors de toute fonction."""
    noms = {getattr(noeud, "name", None) for noeud in arbre.body}
    for noeud in arbre.body:
        if isinstance(noeud, (ast.If, ast.Try, ast.Assign, ast.Import, ast.ImportFrom)):
            for n in ast.walk(noeud):
                noms |= {getattr(n, champ, None) for champ in ("name", "asname", "id")}
    return CLASSE in noms


class Barre:
    """L'avancement : la durée, dès qu'on la devine, puis une ligne qui s'allonge.

    (Elle ne revient pas en arrière : cela marche dans toutes les consoles.)
    """

    def __init__(self, entrainement, bot, poids):
        self.entrainement, self.bot, self.poids = entrainement, bot, poids
        self.depart, self.ecrits = time.monotonic(), None

    def avance(self, serie):
        """Une partie de plus ; les premières du bot disent combien de temps prendra le tout."""
        joue, reste = self.joue(), self.reste()
        if self.ecrits is None:
            presque = len(self.bot.tirs) < PREMIERES and time.monotonic() - self.depart < ATTENTE
            if serie is self.bot and presque and self.bot.reste:
                return
            self.montre(f"  {f'environ {duree(reste)}':<14}  ")
            self.ecrits = 0
        self.allonge(int(LARGEUR_BARRE * joue / (joue + reste)) if joue else 0)

    def joue(self):
        """Secondes de calcul des parties jouées."""
        return self.bot.calcul + sum(serie.calcul for serie in self.poids)

    def reste(self):
        """Secondes de calcul des parties qui restent, à peu près."""
        par_partie = {serie: poids * self.entrainement.prix for serie, poids in self.poids.items()}
        par_partie[self.bot] = self.bot.calcul / max(1, len(self.bot.tirs))
        return sum(min(CALCUL_MAX, len(s.reste) * prix) for s, prix in par_partie.items())

    def allonge(self, voulus):
        """La barre a maintenant au moins tant de signes."""
        self.montre("█" * (voulus - self.ecrits))
        self.ecrits = max(voulus, self.ecrits)

    def finit(self):
        """Passe à la ligne."""
        if self.ecrits is not None:
            self.allonge(LARGEUR_BARRE)
            ecrit()

    def montre(self, texte):
        """Écrit sans aller à la ligne."""
        codage = getattr(sys.stdout, "encoding", None) or "utf-8"
        print(affichable(texte, codage), end="", flush=True)


# ----------------------------------------------------------------- la mémoire


def empreinte(textes):
    """Ce qui change avec ces textes, ou quand une version du kit change les flottes."""
    garde = [flotte(0, 10, 10, regles_du_tournoi().tailles), sorted(textes.items())]
    return hashlib.sha256(repr(garde).encode("utf-8")).hexdigest()[:16]


def empreinte_du_bot(fichiers):
    """Ce qui change avec le code du bot et de ce dont il se sert, mais pas avec un commentaire."""
    arbres = {m: ast.dump(fichiers.arbres[m]) for m in utiles(fichiers) if fichiers.arbres.get(m)}
    return empreinte(arbres)


def lit_scores(memoire, cle, version):
    """Les scores gardés sous cette clé, flotte par flotte ; [] s'ils sont d'une autre version."""
    sceau, _, suite = memoire.get(f"tournoi {cle}", "").partition(" ")
    if sceau != version:
        return []
    return [int(mot) for mot in suite.split() if mot.isdecimal()]


def garde_scores(memoire, cle, scores, version):
    """Garde ces scores sous cette clé."""
    memoire[f"tournoi {cle}"] = " ".join([version, *map(str, scores)])


def version_d_avant(memoire, scores, code):
    """Les scores de la dernière version dont le code est autre ; garde ceux de celle-ci.

    Rejouée sur plus de flottes, une version se compare donc toujours à celle d'avant.
    """
    flottes, siens = empreinte({}), scores
    if memoire.get("tournoi code") != code:
        memoire["tournoi avant"] = memoire.get("tournoi dernier", "")
        memoire["tournoi code"] = code
    else:
        siens = max(scores, lit_scores(memoire, "dernier", flottes), key=len)
    garde_scores(memoire, "dernier", siens, flottes)
    return lit_scores(memoire, "avant", flottes)


# ----------------------------------------------------------------- ce que lit l'élève


def virgule(nombre, chiffres=1):
    """Un nombre avec quelques chiffres après la virgule.

    >>> virgule(42.25), virgule(-0.04)
    ('42,2', '0,0')
    """
    return f"{round(nombre, chiffres) + 0:.{chiffres}f}".replace(".", ",")


def affiche_comparaisons(nom, scores, autres, invite, lent=False):
    """Les moyennes, de la meilleure à la moins bonne, et ce que l'on sait des écarts."""
    bas, haut = intervalle(scores)
    lignes = [(moyenne(scores), True, nom, f"sans doute entre {virgule(bas)} et {virgule(haut)}")]
    manque = 0
    for autre, siens in autres.items():
        ecart = compare(scores, siens)
        lignes.append((moyenne(siens[: len(scores)]), False, autre, phrase_ecart(ecart)))
        if not ecart.sur:
            manque = max(manque, flottes_qu_il_faudrait(ecart, len(scores)))
    ecrit()
    ecrit("  tirs en moyenne")
    for tirs, lui, qui, phrase in sorted(lignes):
        ligne = f"{'>' if lui else ' '} {virgule(tirs):>5}  {qui:<{LARGEUR_NOM}} {phrase}"
        ecrit(en_couleur(ligne, "titre" if lui else None).rstrip())
    if manque:
        ecrit(conseil_flottes(manque, len(scores), invite, lent))


def conseil_flottes(manque, jouees, invite, lent):
    """Quoi faire quand un écart n'est pas sûr, et qu'il faudrait sans doute `manque` flottes."""
    if lent:
        return "Pas encore sûr ? Rends-le plus rapide : il jouera plus de flottes."
    if jouees < NB_FLOTTES:  # sur si peu, on ne devine pas combien il en faudrait
        return f"Pas encore sûr ? Joue plus de flottes : {invite}tournoi {NB_FLOTTES}"
    if manque <= min(FLOTTES_MAX, RAISONNABLE * jouees):
        return f"Pas encore sûr ? Joue plus de flottes : {invite}tournoi {manque}"
    return "Un si petit écart demanderait bien trop de flottes : cherche une autre idée."


def phrase_ecart(ecart):
    """Ce que l'on sait d'un écart, du point de vue du bot.

    >>> from .mesure import Ecart
    >>> phrase_ecart(Ecart(-4.2, 0.5)), phrase_ecart(Ecart(0.3, 0.5))
    ('tu le bats de 4,2 (± 1,5)', 'pas encore sûr : 0,3 tir de plus (± 1,5)')
    """
    if ecart.sur:
        tirs, marge = nombres_distincts(abs(ecart.moyenne), ecart.haut - ecart.moyenne)
        return f"{'tu le bats' if ecart.moyenne < 0 else 'il te bat'} de {tirs} (± {marge})"
    if ecart.haut == ecart.bas:
        return "vous jouez exactement pareil"
    if est_nul(ecart):
        return f"à égalité (± {virgule(ecart.haut - ecart.moyenne)})"
    return f"pas encore sûr : {ecrit_ecart(ecart)}"


def ecrit_ecart(ecart):
    """Un écart et sa marge.

    >>> from .mesure import Ecart
    >>> ecrit_ecart(Ecart(-4.2, 0.5)), ecrit_ecart(Ecart(0.04, 0.2))
    ('4,2 tirs de moins (± 1,5)', 'pareil (± 0,6)')
    """
    tirs, marge = nombres_distincts(abs(ecart.moyenne), ecart.haut - ecart.moyenne)
    if est_nul(ecart):
        return f"pareil (± {virgule(ecart.haut - ecart.moyenne)})"
    s = "s" if abs(ecart.moyenne) >= 2 else ""
    return f"{tirs} tir{s} de {'moins' if ecart.moyenne < 0 else 'plus'} (± {marge})"


def est_nul(ecart):
    """True si l'écart n'est pas sûr, et s'écrirait 0,0."""
    return not ecart.sur and virgule(ecart.moyenne) == "0,0"


def nombres_distincts(tirs, marge):
    """Les deux nombres, écrits avec assez de chiffres pour que l'on voie le plus grand.

    >>> nombres_distincts(2.04, 1.97), nombres_distincts(4.24, 1.5)
    (('2,04', '1,97'), ('4,2', '1,5'))
    """
    for chiffres in (1, 2, 3, 4):
        ecrits = virgule(tirs, chiffres), virgule(marge, chiffres)
        if ecrits[0] != ecrits[1]:
            break
    return ecrits


def flottes_qu_il_faudrait(ecart, nombre):
    """Combien de flottes pour être sûr, si l'écart reste ce qu'il est : un nombre rond."""
    if ecart.moyenne == 0 or ecart.haut == ecart.bas:
        return 0
    voulu = nombre * ((ecart.haut - ecart.moyenne) / abs(ecart.moyenne)) ** 2 * 1.3
    return 100 * math.ceil(min(voulu, 10**6) / 100)


def affiche_progres(scores, avant):
    """Le progrès depuis la version d'avant, sur les flottes que les deux ont jouées."""
    communes = min(len(scores), len(avant))
    if communes < FLOTTES_MIN:
        return
    ecart = compare(scores[:communes], avant[:communes])
    avis = ""
    if scores[:communes] == avant[:communes]:
        phrase = "il joue exactement pareil."
    elif ecart.sur:
        phrase = f"{ecrit_ecart(ecart)}, c'est sûr."
        avis = " Bravo !" if ecart.moyenne < 0 else " C'était mieux avant."
    else:
        phrase = f"{ecrit_ecart(ecart)}, mais ce n'est pas encore sûr : le hasard y suffirait."
        if communes < len(scores):
            avis = " Elle n'en a pas joué plus."
    ou = f", sur {communes} flottes" if communes < len(scores) else ""
    ecrit(plie(f"Depuis ta version d'avant{ou} : {phrase}{avis}", ""))


def affiche_histogramme(scores, nb_cases):
    """Combien de parties finies en 30 à 39 tirs, en 40 à 49…"""
    for largeur in TRANCHES:
        tranches = [score // largeur for score in scores]
        lignes = range(min(tranches), max(tranches) + 1)
        if len(lignes) <= LIGNES_MAX:
            break
    plus_haute = max(tranches.count(tranche) for tranche in lignes)
    for tranche in lignes:
        combien = tranches.count(tranche)
        debut, fin = largeur * tranche, largeur * (tranche + 1) - 1
        barre = "█" * math.ceil(LARGEUR_BARRE * combien / plus_haute)
        nom = f"{debut:>3}" if debut == nb_cases else f"{debut:>3}-{fin}"
        ecrit(f"  {nom:<6} tirs  {barre} {combien or ''}".rstrip())


def affiche_parties(bot, invite):
    """La meilleure et la pire des parties finies, et comment les revoir."""
    finies = [n for n in bot.tirs if n not in bot.fautes]
    meilleure = min(finies, key=lambda n: len(bot.tirs[n]))
    pire = max(finies, key=lambda n: len(bot.tirs[n]))
    ecrit(
        f"Meilleure partie : la flotte {meilleure}, en {len(bot.tirs[meilleure])} tirs ; "
        f"pire : la {pire}, en {len(bot.tirs[pire])}."
    )
    ecrit(f"  Pour la revoir : {invite}tournoi revoir {pire}")
    if bot.fautes:
        tirs = virgule(moyenne([len(bot.tirs[n]) for n in finies]))
        ecrit(f"  Sans les parties perdues, il en faudrait {tirs} en moyenne.")


def affiche_fautes(bot, invite):
    """Combien de parties sont perdues, pourquoi, et comment revoir la première."""
    fautes = {n: faute for n, faute in bot.fautes.items() if n not in bot.pas_jouees}
    if not fautes:
        return
    s = "s" if len(bot.fautes) > 1 else ""
    reste = f", dont {len(bot.pas_jouees)} que je n'ai pas jouées" if bot.pas_jouees else ""
    titre = (
        f"{len(bot.fautes)} partie{s} perdue{s} pour une faute{reste} (chacune compte toutes les"
    )
    ecrit(en_couleur(plie(f"{titre} cases) :", ""), FAUX))
    groupes = memes_fautes(fautes)
    for numeros in groupes[:FAUTES_DITES]:
        phrase = fautes[numeros[0]][1]
        fin = "" if phrase.endswith("?") else "."
        ecrit(plie(quelles_parties(bot, numeros) + phrase + fin, "  ", "    "))
    autres = sum(map(len, groupes[FAUTES_DITES:]))
    if autres:
        ecrit(f"  … et {autres} autre{'s' if autres > 1 else ''}, pour d'autres fautes.")
    ecrit(f"  Pour revoir la première : {invite}tournoi revoir {min(fautes)}")


def quelles_parties(bot, numeros):
    """« 12 fois, d'abord avec la flotte 3 : », pour une faute commise dans ces parties."""
    ou = f"avec la flotte {numeros[0]} : "
    jouees = len(bot.tirs) - len(bot.pas_jouees)
    if len(numeros) == jouees > 1:
        toutes = f"aux {jouees} parties jouées" if bot.pas_jouees else "à chaque partie"
        pareilles = len({bot.fautes[n][1] for n in numeros}) == 1
        return f"{toutes} : " if pareilles else f"{toutes} ; par exemple, {ou}"
    return ou if len(numeros) == 1 else f"{len(numeros)} fois, d'abord {ou}"


def affiche_remarques(bot, autres, prix, fichiers, scores):
    """Ce qui surprendrait en classe, ce qui empêche un Ordi de jouer, et par où continuer."""
    remarques = conseils(fichiers.arbres[MODULE])
    secondes = bot.calcul / max(1, len(bot.tirs))
    if secondes > PRUDENCE * FOIS * prix > 0:
        remarques.append(
            f"Attention : une partie lui demande {virgule(secondes, 2)} s de calcul. En classe il "
            f"faut moins de {virgule(FOIS * prix, 2)} s en moyenne : il serait trop lent, et "
            "perdrait des parties."
        )
    if bot.pas_jouees:
        remarques.append(
            f"Après {ARRETS_MAX} parties qui n'en finissaient pas, je n'ai plus joué les autres : "
            "elles sont perdues. En classe, c'est pareil."
        )
    if bot.carte is not None:
        genre, phrase = bot.carte
        suite = "Aucune partie n'est perdue, mais la classe ne verra pas ta carte."
        if genre == "boucle":
            suite = "En classe, cela perdrait des parties."
        remarques.append(f"Attention, ta méthode carte ne va pas : {phrase}. {suite}")
    if not enseigne(fichiers.textes[MODULE])[0]:
        remarques.append(
            "Ton Ordi n'a pas de nom : nom_de_guerre est un texte simple, entre guillemets, sur "
            "une ligne de la classe."
        )
    if bot.se_souvient and not remarques:
        remarques.append(
            "Attention : rejouée seule, une partie est différente. Ton Ordi se souvient des "
            "parties d'avant (une liste hors de __init__ ? une variable globale ?) : "
            "mets sa mémoire dans __init__, avec self."
        )
    if est_donne(fichiers):
        remarques.append(
            "C'est encore l'Ordi donné. Par où commencer : change choisit_case, dans mon_ordi.py ; "
            "tournoi.md propose cinq stratégies."
        )
    elif not bot.fautes and not remarques:
        remarques += [idee for limite, idee in IDEES if moyenne(scores) > limite][:1]
    for serie in autres:
        if serie.refus and not serie.a_ecrire:
            remarques.append(f"{serie.nom[:1].upper()}{serie.nom[1:]} ne joue pas : {serie.refus}")
    for remarque in remarques:
        ecrit()
        ecrit(plie(remarque, ""))


# ----------------------------------------------------------------- revoir une partie


def revoit(mots, dossier, invite, lanceur):
    """La commande `tournoi revoir 12` : une partie du bot, tir par tir."""
    if not mots:
        raise Refus(f"Revoir quelle partie ? Par exemple : {invite}tournoi revoir 12")
    if len(mots) > 1 or not mots[0].isdecimal() or int(mots[0]) >= FLOTTES_MAX:
        raise Refus(
            f"Il n'y a pas de partie « {' '.join(mots)} » : elle porte le numéro de sa flotte,\n"
            f"de 0 à {FLOTTES_MAX - 1}. Par exemple : {invite}tournoi revoir 12"
        )
    numero, fichiers = int(mots[0]), lit_fichiers(dossier)
    nom, _ = signature(fichiers)
    bot = Serie(nom, [numero])
    entrainement = Entrainement(fichiers, [bot], lanceur)
    entrainement.joue()
    if bot.refus:
        raise Refus(plie(f"{nom} ne peut pas jouer : {bot.refus}", ""))
    regles = entrainement.regles
    film = Film(bot, numero, regles, jeu.module_donne(registre(), "bn_couleurs"))
    if est_interactif():
        film.projette()
    else:
        film.resume()
    return not bot.fautes


LEGENDE = "(X : touché, * : coulé, O : manqué, # : bateau, . : pas encore joué)"


class Film:
    """Une partie déjà jouée, que l'on revoit."""

    def __init__(self, bot, numero, regles, couleurs):
        self.nom, self.numero, self.couleurs = bot.nom, numero, couleurs
        self.regles = regles
        self.tirs = [divmod(rang, regles.ymax) for rang in bot.tirs[numero]]
        bateaux = flotte(numero, regles.xmax, regles.ymax, regles.tailles)
        self.cases = [divmod(rang, regles.ymax) for bateau in bateaux for rang in bateau]
        self.faute, self.affiche = bot.fautes.get(numero), bot.affiche

    def grille(self, jusqu_a, bateaux=()):
        """Le dessin de la grille après ces premiers tirs."""
        tires = self.tirs[:jusqu_a]
        etat = {c: 1 if c in self.cases else -1 for c in tires}
        complet = {case: etat.get(case, 0) for case in self.regles.cases()}
        coules = self.couleurs.bateaux_coules(self.cases, tires)
        noms = self.couleurs.etats_des_cases(complet, tires, [c for b in coules for c in b])
        return self.couleurs.en_petit(noms, bateaux)

    def resultat(self, rang):
        """« D4, touché »."""
        case = self.tirs[rang]
        return f"{nom_court_case(case)}, {'touché' if case in self.cases else 'manqué'}"

    def projette(self):
        """Un tir à chaque fois que l'on appuie sur Entrée, ou plusieurs."""
        ecrit(
            f"Flotte {self.numero}. Entrée : le tir suivant ; 10 : dix tirs ; fin : tout à la fin."
        )
        ecrit(LEGENDE)
        rang = 0
        while rang < len(self.tirs):
            ecrit(f"Tir {rang + 1} : {self.resultat(rang)}.")
            ecrit(self.grille(rang + 1))
            try:
                mot = input("> ").strip().lower()
            except (EOFError, OSError, RuntimeError):
                break
            if mot and veut_quitter(mot):
                break
            rang += max(1, int(mot)) if mot.isdecimal() else 1
        self.resume()

    def resume(self):
        """La grille à la fin, et tous les tirs."""
        ecrit(en_couleur(f"{self.nom}, flotte {self.numero} : {len(self.tirs)} tirs", "titre"))
        ecrit(self.grille(len(self.tirs), self.cases))
        ecrit(LEGENDE)
        if self.faute is not None:
            ecrit(plie(f"Partie perdue : {self.faute[1]}.", ""))
        else:
            ecrit(en_couleur("Toute la flotte est trouvée.", REUSSI))
        noms = [
            nom_court_case(case) + ("!" if case in self.cases else "") for case in self.tirs
        ]  # fmt: skip
        ecrit(plie("Ses tirs (! : touché) : " + " ".join(noms), "", "  "))
        if self.affiche:
            ecrit("Ce que ton code affiche pendant cette partie :")
            ecrit(self.affiche.rstrip())
