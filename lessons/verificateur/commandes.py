"""Les commandes du vérificateur, et leur affichage."""

import difflib
import json
import os
import re
import sys
import time
import unicodedata
import zipfile

from . import jouer, pirates, prevois, rangement, tournoi
from .ecran import (
    SIGNES,
    Refus,
    ecrit,
    en_couleur,
    est_interactif,
    fichier_abime,
    plie,
    registre,
    sous_python,
    veut_quitter,
)
from .examen import Examen
from .fichiers import FichiersEleve, cachent_python
from .rangement import (
    ecrit_fichier,
    ecrit_memoire,
    efface,
    lit_depart,
    lit_memoire,
    raison_du_refus,
)
from .registre import fourchette
from .resultat import A_FAIRE, BLOQUE, BOUCLE, ERREUR, FAUX, REUSSI, lignes_details
from .source import importes

DOSSIER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEUR_BARRE = 20
LARGEUR_TITRE = 26
LARGEUR_EXEMPLE = 79  # signes : au-delà, une console ordinaire coupe n'importe où
RENDU = "rendu.json"
PREMIER_TOURNOI = 5  # le TP à partir duquel on propose le tournoi
LANCEURS = {"python", "python3", "py", "verifier.py", "verifier", "verifie", "vérifie", ">", ":"}

COMMANDES = ("aide", "indice", "prevois", "jouer", "pirates", "tournoi", "suivre", "recommencer")
COMMANDES += ("rendre", "quitter")

PUBLICS = "tous les essais publics passent ; la correction en fait d'autres."

AIDE = """
  tp2                     vérifie tous les exercices du TP2
  tp2.add_bateau          vérifie un exercice
  indice tp2.add_bateau   donne un indice ; encore une fois : le suivant
  prevois P1.3 6          dit si 6 répond bien à la question « Prévois » P1.3
  jouer                   joue avec ton code (jouer aide : les autres parties)
  pirates                 mets tes propres essais à l'épreuve (essais_tp1.py…)
  pirates tp1.adjacent    tes essais coulent-ils les pirates de cette fonction ?
  tournoi                 fais jouer ton Ordi, mon_ordi.py, contre tes niveaux
  tournoi 500             … sur 500 flottes ; tournoi revoir 12 : une partie
  suivre                  vérifie à chaque fois que tu enregistres un fichier
  recommencer tp2         remet ce fichier comme au départ, en gardant l'ancien
  recommencer mon_ordi    … celui de ton Ordi du tournoi
  rendre                  fabrique le fichier zip à rendre
  aide                    affiche cette aide
  quitter                 arrête
"""


def barre(fait, total):
    """Une barre de progression.

    >>> barre(5, 10)
    '██████████░░░░░░░░░░'
    """
    plein = LARGEUR_BARRE * fait // total if total else 0
    return "█" * plein + "░" * (LARGEUR_BARRE - plein)


# ----------------------------------------------------------------- vérifier


class Resultats(list):
    """Une liste de `Resultat` ; l'afficher donne le texte que lit l'élève."""

    def __repr__(self):
        return "\n".join(str(resultat) for resultat in self)


class AvancementTP:
    """Dans un TP (`tp`) : `reussis` sur `total`, et `bonus_reussis` sur `bonus_total`."""

    def __init__(self, tp, resultats):
        self.tp = tp
        self.reussis = sum(resultats[e.id].reussi for e in tp.base)
        self.total = len(tp.base)
        self.bonus_reussis = sum(resultats[e.id].reussi for e in tp.bonus)
        self.bonus_total = len(tp.bonus)

    def __repr__(self):
        titre = self.tp.titre
        titre = titre if len(titre) <= LARGEUR_TITRE else titre[: LARGEUR_TITRE - 1] + "…"
        reussis, total = self.reussis, self.total
        if not total:  # un TP fait seulement de bonus
            reussis, total = self.bonus_reussis, self.bonus_total
        ligne = f"TP{self.tp.numero}  {titre:<{LARGEUR_TITRE}} {barre(reussis, total)}"
        ligne += f" {reussis:>2} / {total:<2}"
        if not self.total:
            ligne += "  ★"
        elif self.bonus_total:
            ligne += f"  ★ {self.bonus_reussis} / {self.bonus_total}"
        return ligne


class Progression(list):
    """L'avancement de tous les TP, et l'exercice `suivant` (un Resultat, ou None)."""

    def __init__(self, resultats):
        super().__init__(AvancementTP(tp, resultats) for tp in registre().tps)
        self.resultats = resultats
        self.suivant = suivant(resultats)

    @property
    def pourcentage(self):
        """Part des exercices de base qui sont réussis, de 0 à 100."""
        total = max(1, sum(avancement.total for avancement in self))
        return 100 * sum(avancement.reussis for avancement in self) // total

    @property
    def bilan(self):
        """« 32 exercices réussis sur 58 » : les exercices de base ; les bonus sont à part."""
        reussis = sum(avancement.reussis for avancement in self)
        pluriel = "s" if reussis > 1 else ""
        total = sum(avancement.total for avancement in self)
        return f"{reussis} exercice{pluriel} réussi{pluriel} sur {total}"

    def __repr__(self):
        return "\n".join(repr(avancement) for avancement in self)


def suivant(resultats):
    """L'exercice à faire maintenant : d'abord les exercices de base, puis les bonus."""
    for etoiles in (False, True):
        a_finir = [r for r in resultats.values() if r.exercice.bonus == etoiles and not r.reussi]
        for resultat in [*(r for r in a_finir if r.statut != BLOQUE), *a_finir]:
            coupable = resultat.details.get("suspects", [resultat.id])[0]
            return resultats.get(coupable, resultat)
    return None


def prepare(dossier):
    """Crée les fichiers de l'élève qui manquent, range ceux d'avant ; renvoie un Rangement."""
    try:
        return rangement.prepare(dossier)
    except OSError as erreur:
        quoi = os.path.basename(erreur.filename or "tes fichiers")
        quoi = quoi[: -len(".tmp")] if quoi.endswith(".tmp") else quoi
        raise Refus(f"Je ne peux pas créer {quoi} : {raison_du_refus(erreur)}.") from None


def commande_enfant(metier="--enfant"):
    """La commande qui lance le processus des essais ; None s'il n'y a pas de processus ici."""
    if sys.platform in ("emscripten", "wasi") or not sys.executable:
        return None
    return [sys.executable, "-I", "-X", "utf8", os.path.join(DOSSIER, "verifier.py"), metier]


def examine(exercices, dossier=None, textes=None):
    """{identifiant: Resultat} de ces exercices, dans l'ordre du registre."""
    prepare(dossier or DOSSIER)
    fichiers = FichiersEleve(registre(), dossier or DOSSIER, textes)
    examen = Examen(fichiers, commande_enfant())
    try:
        trouves = examen.passe(exercices)
    except OSError:  # pas le droit de lancer un processus : on s'en passe
        examen.commande = None
        trouves = examen.passe(exercices)
    return {exercice.id: trouves[exercice.id] for exercice in exercices}


def verifie(cible=None, dossier=None, textes=None):
    """Vérifie « tp1.alpha », « tp1 », ou tout ; renvoie la liste des `Resultat`.

    `textes` ({module: texte}) remplace les fichiers du dossier : un carnet s'en sert.
    """
    return Resultats(examine(exercices_de(cible), dossier, textes).values())


def progression(dossier=None, textes=None):
    """L'avancement dans chaque TP."""
    return Progression(examine(registre().exercices, dossier, textes))


def nom_de_tp(mot):
    """« tp1 » si le mot est le fichier du TP1, avec ou sans .py ; sinon le mot lui-même.

    >>> nom_de_tp("tp1_grille.py"), nom_de_tp("tp1_grille"), nom_de_tp("alpha")
    ('tp1', 'tp1', 'alpha')
    """
    module = os.path.basename(mot).lower()
    module = module[: -len(".py")] if module.endswith(".py") else module
    return next((tp.nom for tp in registre().tps if tp.module == module), mot)


def recolle(mots):
    """Les mots de la commande, avec « tp2 calcule_end » en un seul : tp2.calcule_end.

    >>> recolle(["indice", "tp2", "calcule_end"]), recolle(["tp1", "tp2"])
    (['indice', 'tp2.calcule_end'], ['tp1', 'tp2'])
    """
    connus = {exercice.id.lower() for exercice in registre().exercices}
    colles = []
    for mot in mots:
        mot = nom_de_tp(mot)
        if colles and f"{colles[-1]}.{mot}".lower() in connus:
            colles[-1] += f".{mot}"
        else:
            colles.append(mot)
    return colles


def exercices_de(cible):
    """Les exercices que désigne `cible` : « tp2 », « tp2.alpha », « alpha », ou None pour tout."""
    if cible is None:
        return registre().exercices
    texte = nom_de_tp(str(cible).strip()).lower()
    try:
        return registre().tp(texte).exercices
    except KeyError:
        pass
    trouves = [e for e in registre().exercices if texte in (e.id.lower(), e.nom.lower())]
    if len(trouves) == 1:
        return trouves
    if trouves:
        choix = " ou ".join(exercice.id for exercice in trouves)
        raise Refus(f"Il y a plusieurs exercices {cible} : {choix} ?")
    if re.match(r"tp\d", texte) and texte.split(".")[0] not in [tp.nom for tp in registre().tps]:
        premier, *_, dernier = registre().tps
        numero = texte.split(".")[0]
        raise Refus(f"Il n'y a pas de {numero} : les TP vont de {premier.nom} à {dernier.nom}.")
    if texte in COMMANDES:
        raise Refus(f"« {cible} » est une commande, pas un exercice. Tape aide pour la liste.")
    connus = [e.id for e in registre().exercices] + [e.nom for e in registre().exercices]
    connus += [*(tp.nom for tp in registre().tps), *COMMANDES]
    proches = difflib.get_close_matches(texte, connus, n=1)
    conseil = f" Voulais-tu dire {proches[0]} ?" if proches else " Tape aide pour la liste."
    raise Refus(f"Je ne connais pas « {cible} ».{conseil}")


# ----------------------------------------------------------------- afficher


def affiche_progression(dossier, invite):
    """Le tableau des TP, l'exercice suivant, et ce que l'on peut taper."""
    tableau = progression(dossier)
    ecrit(en_couleur("Bataille navale : où en es-tu ?", "titre"))
    ecrit()
    for avancement in tableau:
        complet = avancement.total and avancement.reussis == avancement.total
        ecrit("  " + en_couleur(repr(avancement), REUSSI if complet else None))
    ecrit(f"  En tout : {tableau.bilan} ({tableau.pourcentage} %).")
    for fichier in cachent_python(dossier):
        ecrit(f"  Attention : {fichier} cache un module de Python. Renomme ce fichier.")
    ecrit()
    affiche_suivant(tableau.suivant, invite)
    if any(avancement.total and avancement.reussis == avancement.total for avancement in tableau):
        ecrit(f"  Pour jouer :       {invite}jouer")


def annonce_preparatifs(bilan, dossier):
    """Dit à l'élève quels fichiers sont apparus, et lesquels sont partis."""
    phrases = []
    if bilan.crees:
        phrases.append(phrase_crees(bilan.crees, lit_depart(dossier)))
    if bilan.refaits:
        noms = ", ".join(bilan.refaits)
        phrases.append(f"J'ai mis à jour ce que tu n'avais pas commencé : {noms}.")
    if bilan.otes:
        phrases.append(
            "J'ai rangé ce dossier : les anciens fichiers du vérificateur sont partis. Ton travail "
            "n'a pas changé."
        )
        for nom in bilan.gardes:
            phrases.append(f"Je laisse {nom} : quelqu'un l'a modifié, c'est peut-être toi.")
    for phrase in phrases:
        ecrit(plie(phrase, ""))
    if phrases:
        ecrit()


def phrase_crees(crees, depart):
    """La phrase qui nomme les fichiers créés ; ceux des TP donnés résolus sont signalés."""
    donnes = [module + ".py" for module in resolus(depart)]
    modules = [n for n in crees if n.endswith(".py")]
    modules.sort(key=lambda n: n[: -len(".py")] in registre().libres)  # les TP d'abord
    noms = [f"{n} (résolu)" if n in donnes else n for n in modules if not est_d_essais(n)]
    if len(noms) < len(modules):
        noms.append("les fichiers essais_tp…")
    if len(modules) < len(crees):
        noms.append("et les carnets (notebooks)" if noms else "les carnets")
    lesquels = "tes fichiers" if len(crees) == len(depart) else "les fichiers qui manquaient"
    return f"J'ai créé {lesquels} : {', '.join(noms)}."


def est_d_essais(fichier):
    """True pour « essais_tp1.py »."""
    return fichier[: -len(".py")] in registre().essais


def affiche_suivant(resultat, invite):
    """Propose l'exercice suivant."""
    if resultat is None:
        ecrit(plie(f"Bravo ! Bonus compris, {PUBLICS}", "  "))
        ecrit(f"  Pour rendre ton travail : {invite}rendre")
        return
    exercice = resultat.exercice
    bonus = f" {'★' * exercice.etoiles} (bonus)" if exercice.bonus else ""
    if resultat.statut in (FAUX, ERREUR, BOUCLE):
        ecrit(plie(f"À corriger : {exercice.id}, « {exercice.titre} »{bonus}.", "  ", "    "))
        ecrit(plie(resultat.phrase, "    "))
    else:
        annonce = f"À faire maintenant : {exercice.id}, « {exercice.titre} »{bonus}."
        ecrit(plie(annonce, "  ", "    "))
        ou = f"dans {exercice.module}.py"
        if "ligne" in resultat.details:
            ou += f", ligne {resultat.details['ligne']}"
        rapide, lent = fourchette(exercice.minutes)
        ecrit(f"    C'est {ou} ; compte de {rapide} à {lent} minutes.")
    ecrit(f"  Pour le vérifier : {invite}{exercice.id}")
    ecrit(f"  Pour un indice :   {invite}indice {exercice.id}")


def affiche_resultats(resultats, invite):
    """Les résultats de quelques exercices, puis les détails du premier qui ne va pas.

    Une petite console ne montre que la fin : c'est là qu'est ce qu'il faut corriger.
    """
    largeur = max(len(resultat.id) for resultat in resultats)
    a_detailler = None
    fautes_dites, sans_details = set(), []
    for resultat in resultats:
        signe = SIGNES[resultat.statut]
        titre = resultat.exercice.titre + (" " + "★" * resultat.exercice.etoiles).rstrip()
        ligne = f"{signe} {resultat.id:<{largeur}}  {titre}"
        ecrit(en_couleur(ligne, resultat.statut))
        if len(resultats) == 1 and resultat.phrase == A_FAIRE and resultat.details:
            ou = "ligne {ligne} de {fichier}".format(**resultat.details)
            ecrit(f"    pas encore commencé : {ou}.")
        if resultat.phrase in (REUSSI, A_FAIRE):
            continue
        fautif = resultat.details.get("module_fautif")
        if fautif in fautes_dites:
            continue
        if fautif:
            fautes_dites.add(fautif)
        suspects, rate = resultat.details.get("suspects"), resultat.statut in (FAUX, ERREUR, BOUCLE)
        if rate and a_detailler is None:
            a_detailler = resultat
            continue
        if suspects:
            ecrit(f"    commence par {suspects[0]}.")
        else:
            ecrit(plie(resultat.phrase, "    "))
        if rate and not fautif and not suspects:
            sans_details.append(resultat.id)
    if sans_details:
        ecrit(f"Pour le détail des autres, par exemple : {invite}{sans_details[0]}")
    if a_detailler is not None:
        if a_detailler is not resultats[-1]:
            ecrit()
            ecrit(f"{a_detailler.id} :")
        affiche_echec(a_detailler, invite, seul=len(resultats) == 1)


def affiche_echec(resultat, invite, seul):
    """Les détails d'un échec, et à la fin ce qui aide le plus ; `seul` : rien d'autre ne suit."""
    details = resultat.details
    titre, piste, remarque = (details.get(cle) for cle in ("essai", "piste", "remarque"))
    phrase = resultat.phrase if resultat.statut != FAUX or remarque else None
    if phrase is None and titre and not piste:
        phrase = f"Cet essai regarde : « {titre} »."
    affiche_details(details, phrase)
    if details.get("suspects"):
        ecrit(f"    Pour la vérifier : {invite}{details['suspects'][0]}")
    aide = remarque or (piste and resultat.statut != BOUCLE)  # une boucle : on n'en sait pas plus
    if seul and not aide and "module_fautif" not in details:
        ecrit(f"    Un indice ? {invite}indice {resultat.id}")


def affiche_details(details, phrase=None):
    """Les détails d'un échec, décalés ; un exemple n'est plié que s'il dépasse de l'écran."""
    for ligne in lignes_details(dict(details, piste=None)):
        ligne = ("    " + ligne).rstrip()
        trop = len(ligne) > LARGEUR_EXEMPLE
        ecrit(plie(ligne, "", " " * 18, LARGEUR_EXEMPLE) if trop else ligne)
    if phrase:
        ecrit(plie(phrase, "    "))
    if details.get("piste"):
        ecrit(plie(f"Piste : {details['piste']}", "    ", "            "))


# ----------------------------------------------------------------- les commandes


_memoire_de_secours = {}


def indice(cible, rang=None, dossier=None):
    """L'indice suivant de l'exercice : (numéro, nombre d'indices, texte).

    Chaque appel donne un indice de plus ; après le dernier, on le redonne.
    """
    dossier = dossier or DOSSIER
    exercices = exercices_de(cible)
    if len(exercices) != 1:
        raise Refus(f"Un indice pour quel exercice du TP ? Par exemple : indice {exercices[0].id}")
    exercice = exercices[0]
    memoire = {**lit_memoire(dossier), **_memoire_de_secours}
    cle = f"indice {exercice.id}"
    if rang is None:
        deja = memoire.get(cle, "0")
        rang = int(deja) + 1 if deja.isdecimal() else 1
    rang = min(max(1, rang), len(exercice.indices))
    memoire[cle] = str(rang)
    if not ecrit_memoire(dossier, memoire):
        _memoire_de_secours[cle] = str(rang)
    return rang, len(exercice.indices), exercice.indices[rang - 1]


def affiche_indice(mots, dossier, invite):
    """La commande `indice`."""
    cible = mots[0] if mots else None
    if cible is None:
        resultat = suivant(examine(registre().exercices, dossier))
        if resultat is None:
            raise Refus("Tout est réussi : plus besoin d'indice !")
        cible = resultat.id
    rang = int(mots[1]) if len(mots) > 1 and mots[1].isdecimal() else None
    numero, total, texte = indice(cible, rang, dossier)
    exercice = exercices_de(cible)[0]
    ecrit(f"{exercice.id}, indice {numero} sur {total} :")
    ecrit(plie(texte, "  "))
    if numero < total:
        ecrit(f"Encore un : {invite}indice {exercice.id}")


def demande_prevision(mots, dossier, invite):
    """La commande `prevois` : les questions des énoncés, et ce qu'on leur répond."""
    try:
        questions = prevois.charge()
    except (OSError, ValueError, KeyError):
        raise Refus(fichier_abime("prevois.json")) from None

    def tp_en_cours():
        resultat = suivant(examine(registre().exercices, dossier))
        return resultat.exercice.tp if resultat else registre().tps[0].numero

    def reponse(question):
        return demande(question, "Sans réponse.") if est_interactif() else None

    def affiche(texte, marge=None):
        ecrit(texte if marge is None else plie(texte, "", " " * marge))

    try:
        prevois.commande(mots, questions, tp_en_cours, affiche, reponse, invite)
    except prevois.Inconnue as inconnue:
        raise Refus(str(inconnue)) from None


def recommence(mots, dossier):
    """La commande `recommencer` : le fichier de départ revient, l'ancien est gardé à côté.

    Pour un TP que l'archive donne résolu, le fichier de départ est la solution.
    """
    if not mots:
        raise Refus("Recommencer quel TP ? Par exemple : recommencer tp2")
    if mots[0].lower() in ("tournoi", "tournois"):
        mots = [tournoi.MODULE]
    departs = {**registre().squelettes, **registre().essais, **registre().libres}
    try:
        module = registre().tp(mots[0]).module
    except KeyError:
        module = mots[0][:-3] if mots[0].endswith(".py") else mots[0]
        if module not in departs:
            raise Refus(f"Je ne connais pas « {mots[0]} » : écris par exemple tp2.") from None
    chemin = os.path.join(dossier, module + ".py")
    neuf = chemin + ".neuf"
    depart = lit_depart(dossier).get(module + ".py", departs[module])
    if pirates.fichiers_de(dossier).textes.get(module) == depart:
        ecrit(f"{module}.py est déjà comme au départ.")
        return
    garde = nom_libre(chemin) if os.path.exists(chemin) else None
    try:
        ecrit_fichier(neuf, depart)
        if garde is not None:
            os.rename(chemin, garde)
        os.replace(neuf, chemin)
    except OSError as erreur:
        efface(neuf)
        if garde is not None and not os.path.exists(chemin) and os.path.exists(garde):
            os.rename(garde, chemin)
        raise Refus(f"Rien n'a changé : {raison_du_refus(erreur)}.") from None
    ecrit(f"{module}.py est comme au départ.")
    if garde is not None:
        ecrit(f"Ton ancien fichier est gardé : {os.path.basename(garde)}")
        ecrit(f"  Pour le reprendre : efface {module}.py, puis donne son nom à l'ancien.")


def nom_libre(chemin):
    """Un nom de fichier daté, qui n'existe pas encore, pour garder l'ancien."""
    base = chemin[: -len(".py")] + time.strftime("_ancien_%Y-%m-%d_%Hh%M")
    candidat, numero = base + ".py", 2
    while os.path.exists(candidat):
        candidat = f"{base}_{numero}.py"
        numero += 1
    return candidat


def suit(dossier, invite, tours=None, pause=0.5):
    """La commande `suivre` : vérifie un TP chaque fois que son fichier est enregistré."""
    ecrit("Je surveille tes fichiers. Enregistre, et je vérifie ; Ctrl+C pour arrêter.")
    verifiees = vues = dates_des_modules(dossier)
    while tours is None or tours > 0:
        time.sleep(pause)
        avant, vues = vues, dates_des_modules(dossier)
        for module in vues:
            # Un fichier qui change encore est en train d'être écrit : on attend le tour suivant.
            stable = vues[module] == avant[module]
            if stable and vues[module] != verifiees[module]:
                verifiees = dict(verifiees, **{module: vues[module]})
                ecrit()
                ecrit(en_couleur(f"{module}.py, à {time.strftime('%H:%M:%S')}", "titre"))
                verifie_le_fichier(module, dossier, invite)
        if tours is not None:
            tours -= 1


def verifie_le_fichier(module, dossier, invite):
    """Vérifie le TP de ce fichier, mène ses chasses ou fait jouer l'Ordi du tournoi."""
    try:
        if module in registre().essais:
            chasse_aux_pirates([module], dossier, invite)
            return
        if module in registre().libres:
            joue_au_tournoi([str(tournoi.NB_SUIVI)], dossier, invite)
            return
    except Refus as refus:
        ecrit(str(refus))
        return
    resultats = verifie(nom_de_tp(module), dossier)
    affiche_resultats(resultats, invite)
    conclut(resultats, invite)


def chasses_de(tp):
    """Les exercices de ce TP (« tp1 ») qui ont une chasse, ceux de l'énoncé d'abord."""
    prevues = registre().chasses
    exercices = [e for e in registre().tp(tp).exercices if e.id in prevues]
    return sorted(exercices, key=lambda e: not prevues[e.id].proposee)


def chasse(cible, dossier=None):
    """Mène la chasse de « tp1.adjacent » ; renvoie une `pirates.ChasseMenee`."""
    dossier = dossier or DOSSIER
    exercice = exercices_de(cible)[0]
    resultat = examine([exercice], dossier)[exercice.id]
    fichiers = pirates.fichiers_de(dossier)
    return pirates.mene(exercice, resultat, fichiers, commande_enfant("--chasse"))


def est_une_chasse(mot):
    """True pour « pirates » et « tp1.essais_adjacent »."""
    return mot.lower() in ("pirates", "pirate") or ".essais_" in mot


def chasse_aux_pirates(mots, dossier, invite):
    """La commande `pirates`."""
    lanceur = commande_enfant("--chasse")
    return pirates.commande(mots, dossier, invite, examine, lanceur, exercices_de)


def joue_au_tournoi(mots, dossier, invite):
    """La commande `tournoi`."""
    return tournoi.commande(mots, dossier, invite, commande_enfant("--tournoi"))


def fichiers_rendus():
    """Les modules que l'élève écrit : ceux des TP, ses essais, son Ordi du tournoi."""
    return [*(tp.module for tp in registre().tps), *registre().essais, *registre().libres]


def dates_des_modules(dossier):
    """{module: (date, taille)} des fichiers de l'élève ; None s'ils ne sont pas là."""
    dates = {}
    for module in fichiers_rendus():
        try:
            infos = os.stat(os.path.join(dossier, module + ".py"))
            dates[module] = (infos.st_mtime_ns, infos.st_size)
        except OSError:
            dates[module] = None
    return dates


def rend(mots, dossier):
    """La commande `rendre` : fabrique le zip à donner à l'enseignant."""
    if len(mots) not in (0, 2):
        raise Refus("Écris ton nom et ton prénom en deux mots : rendre Le_Goff Zoé")
    memoire = lit_memoire(dossier)
    if len(mots) == 2:
        memoire["nom"], memoire["prenom"] = mots
    for cle, question in [("nom", "Ton nom de famille : "), ("prenom", "Ton prénom : ")]:
        while not propre(memoire.get(cle, "")):
            memoire[cle] = demande(question)
    ecrit_memoire(dossier, memoire)
    nom, prenom = memoire["nom"], memoire["prenom"]
    resultats = examine(registre().exercices, dossier)
    contenu = {
        "nom": nom,
        "prenom": prenom,
        "date": time.strftime("%Y-%m-%dT%H:%M:%S"),
        "python": ".".join(str(n) for n in sys.version_info[:3]),
        "fournis": fournis(dossier),
        "exercices": {identifiant: r.statut for identifiant, r in resultats.items()},
    }
    chemin = fabrique_zip(dossier, f"rendu_{propre(nom)}_{propre(prenom)}", contenu)
    tableau = Progression(resultats)
    bonus = sum(avancement.bonus_reussis for avancement in tableau)
    ecrit(f"C'est prêt, {prenom} : {tableau.bilan}{f', et {bonus} bonus' if bonus else ''}.")
    for module, faute in fautes_de(resultats).items():
        ecrit(plie(f"Attention, {module}.py ne se charge pas : {faute}", "  "))
    for fichier in voisins_oublies(dossier):
        ecrit(f"  Attention, {fichier} n'est pas rendu : mets son code dans le fichier d'un TP.")
    vides = pas_commences(resultats)
    if vides:
        ecrit(plie(f"Pas encore commencé : {', '.join(vides)}.", "  "))
    for phrase in tournoi.phrases_du_rendu(dossier):
        ecrit(plie(phrase, "  "))
    ecrit(f"Fichier à rendre : {chemin}")
    if not mots:
        ecrit(f"  Pas {prenom} {nom} ? Tape rendre, ton nom, ton prénom : rendre Le_Goff Zoé")


def pas_commences(resultats):
    """Les noms des TP de base dont aucun exercice n'est écrit.

    Un TP dont le fichier ne se charge pas, ou qui attend les précédents, n'est pas dit vide.
    """
    return [
        tp.nom.upper()
        for tp in registre().tps
        if tp.base and all(resultats[e.id].statut == A_FAIRE for e in tp.exercices)
    ]


def fournis(dossier):
    """Les modules donnés résolus, et que l'élève n'a pas changés."""
    depart = lit_depart(dossier)
    textes = FichiersEleve(registre(), dossier).textes
    return [m for m in resolus(depart) if textes.get(m) == depart[m + ".py"]]


def resolus(depart):
    """Les modules des TP dont le fichier de départ n'est pas le squelette : ils sont résolus."""
    squelettes = registre().squelettes
    modules = [tp.module for tp in registre().tps if tp.module + ".py" in depart]
    return [m for m in modules if depart[m + ".py"] != squelettes[m]]


def voisins_oublies(dossier):
    """Les fichiers de l'élève dont un TP se sert, et qui ne font pas partie du rendu."""
    fichiers = FichiersEleve(registre(), dossier)
    noms = {nom for arbre in fichiers.arbres.values() for nom in importes(arbre) if nom}
    noms -= set(registre().squelettes) | {"verifier"}
    return sorted(n + ".py" for n in noms if os.path.isfile(os.path.join(dossier, n + ".py")))


def fautes_de(resultats):
    """{module: phrase} des modules qui ne se chargent pas."""
    return {
        r.details["module_fautif"]: r.phrase
        for r in resultats.values()
        if "module_fautif" in r.details
    }


def fabrique_zip(dossier, nom, contenu):
    """Écrit le zip dans le dossier, ou dans le dossier personnel ; renvoie son chemin.

    Un zip d'avant n'est jamais remplacé : le nouveau porte un numéro.
    """
    refus = None
    for lieu in (dossier, os.path.expanduser("~")):
        chemin, numero = os.path.join(lieu, f"{nom}.zip"), 2
        while os.path.exists(chemin):
            chemin = os.path.join(lieu, f"{nom}_{numero}.zip")
            numero += 1
        provisoire = chemin + ".tmp"
        try:
            with zipfile.ZipFile(provisoire, "w", zipfile.ZIP_DEFLATED) as archive:
                for module in fichiers_rendus():
                    source = os.path.join(dossier, module + ".py")
                    if os.path.isfile(source):
                        archive.write(source, module + ".py")
                texte = json.dumps(contenu, ensure_ascii=False, indent=1)
                archive.writestr(RENDU, texte + "\n")
            os.replace(provisoire, chemin)
            return chemin
        except OSError as erreur:
            efface(provisoire)
            refus = refus or erreur
    raise Refus(f"Je n'ai pas pu écrire le zip : {raison_du_refus(refus)}.")


def propre(nom):
    """Le nom, tel qu'il peut figurer dans un nom de fichier.

    >>> propre(" Le Goff "), propre("Zoé"), propre("O'Neil")
    ('Le_Goff', 'Zoe', 'O_Neil')
    """
    simple = unicodedata.normalize("NFKD", nom).encode("ascii", "ignore").decode("ascii")
    for candidat in (simple, nom):
        mots = re.findall(r"[\w-]+", candidat)
        if mots:
            return "_".join(mots)[:60]
    return ""


def demande(question, refus="Il me faut ton nom : rendre Nom Prénom"):
    """Pose une question ; Refus si personne ne répond."""
    try:
        return input(question).strip()
    except (EOFError, OSError, RuntimeError):
        raise Refus(refus) from None


# ----------------------------------------------------------------- la porte


def execute(mots, dossier, invite):
    """Exécute une commande ; renvoie True si tout ce qui est vérifié est réussi."""
    if mots[0].lower() in ("prevois", "prévois"):  # la suite est une réponse, pas une commande
        demande_prevision(mots[1:], dossier, invite)
        return True
    commande, *suite = mots = recolle(mots)
    commande = commande.lower()
    if commande in ("aide", "help", "-h", "--help", "--aide", "?"):
        ecrit("Ce que tu peux taper :")
        ecrit(AIDE)
    elif any(est_une_chasse(mot) for mot in mots):
        suite = [mot for mot in mots if mot.lower() not in ("pirates", "pirate")]
        return chasse_aux_pirates(suite, dossier, invite)
    elif commande in ("tournoi", "tournois") or commande.split(".py")[0] in registre().libres:
        return joue_au_tournoi(suite, dossier, invite)
    elif commande in ("indice", "indices"):
        affiche_indice(suite, dossier, invite)
    elif commande == "recommencer":
        recommence(suite, dossier)
    elif commande == "suivre":
        suit(dossier, invite)
    elif commande == "rendre":
        rend(suite, dossier)
    elif commande == "jouer":
        jouer.commande(suite, dossier, invite, examine)
    else:
        refuse_python(" ".join(mots))
        if commande == "revoir":
            raise Refus(f"Voulais-tu dire tournoi {' '.join(mots)} ?")
        resultats = Resultats(
            r for mot in mots for r in examine(exercices_de(mot), dossier).values()
        )
        affiche_resultats(resultats, invite)
        conclut(resultats, invite)
        if len(resultats) > 1 and all(r.reussi for r in resultats if not r.exercice.bonus):
            ecrit(f"Pour jouer avec ton code : {invite}jouer")
            if any(r.id in registre().chasses for r in resultats):
                ecrit(f"Pour couler les pirates :  {invite}pirates")
            if any(r.exercice.tp >= PREMIER_TOURNOI for r in resultats) and registre().libres:
                ecrit(f"Pour le tournoi :          {invite}tournoi")
        return all(resultat.reussi for resultat in resultats)
    return True


def refuse_python(texte):
    """Refus si l'élève tape un appel comme alpha((2, 3)), qui a sa place dans la console."""
    appel = re.match(r"(\w+)\(", texte)
    if appel:
        modules = [e.module for e in registre().exercices if e.nom == appel.group(1)]
        fichier = f"{modules[0]}.py" if modules else "le fichier de ton TP"
        raise Refus(
            f"« {texte} », c'est du Python : ouvre {fichier}, appuie sur F5,\n"
            "puis tape-le dans la console, après >>>."
        )


def nettoie(mots):
    """Les mots de la commande, sans ce qui la lance d'ordinaire, et avec « tp 1 » en un mot.

    On peut recopier toute la ligne de l'énoncé : « Vérifie : `tp1.alpha` ».

    >>> nettoie(["python", "verifier.py", "indice", "tp", "1"])
    ['indice', 'tp1']
    >>> nettoie(["Vérifie", ":", "`tp1.alpha`"])
    ['tp1.alpha']
    """
    propres = []
    for mot in mots:
        if propres and propres[-1].lower() == "tp" and mot.isdecimal():
            propres[-1] += mot
        elif propres or (mot.lower().rstrip(":") or ":") not in LANCEURS:
            propres.append(mot if propres else mot.strip("`"))
    return propres


def conclut(resultats, invite):
    """Combien sont réussis, et par quoi continuer."""
    if len(resultats) == 1:
        return
    base = [r for r in resultats if not r.exercice.bonus] or resultats
    reussis = sum(r.reussi for r in base)
    if reussis == len(base):
        ecrit(plie(f"{reussis} sur {len(base)}, bravo : {PUBLICS}", ""))
        return
    suite = suivant({r.id: r for r in resultats})
    fautif = suite.details.get("module_fautif")
    if fautif:
        ou = f", ligne {suite.details['ligne']}" if suite.details.get("ligne") else ""
        ecrit(f"{reussis} sur {len(base)}. La suite : corriger {fautif}.py{ou}.")
        return
    suite = suite.details.get("suspects", [suite.id])[0]
    ecrit(f"{reussis} sur {len(base)}. La suite : {suite}")
    ecrit(f"Pour un indice : {invite}indice {suite}")


def dialogue(dossier):
    """Lit et exécute les commandes tapées, jusqu'à « quitter »."""
    ecrit("Tape une commande (aide pour la liste, quitter pour finir).")
    while True:
        try:
            mots = nettoie(input("> ").split())
        except (EOFError, OSError, RuntimeError):  # plus personne au clavier
            mots = ["quitter"]
        if mots and veut_quitter(mots[0].lower()):
            ecrit("À bientôt !")
            return
        try:
            if mots:
                execute(mots, dossier, "")
            else:
                affiche_progression(dossier, "")
        except Refus as refus:
            ecrit(str(refus))
        except KeyboardInterrupt:
            ecrit("Arrêté.")
        ecrit()


def main(argv=None, dossier=None):
    """Lance le vérificateur. Renvoie 0 si tout va bien, 1 s'il reste à faire, 2 s'il refuse."""
    dossier = dossier or DOSSIER
    mots = nettoie(sys.argv[1:] if argv is None else argv)
    interactif = not mots and est_interactif()
    invite = "python verifier.py "
    if interactif:
        invite = ""
    elif sous_python():
        invite = "F5 sur verifier.py, puis "
    try:
        annonce_preparatifs(prepare(dossier), dossier)
        if mots:
            return 0 if execute(mots, dossier, invite) else 1
        affiche_progression(dossier, invite)
        if interactif:
            dialogue(dossier)
        return 0
    except Refus as refus:
        ecrit(str(refus))
        return 2
    except KeyboardInterrupt:
        ecrit()
        ecrit("Arrêté.")
        return 130
    except BrokenPipeError:  # celui qui lisait est parti : on se tait
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as erreur:
        ecrit("Le vérificateur a rencontré un problème qui ne vient pas de toi.")
        ecrit(f"Montre ceci à ton professeur : {type(erreur).__name__}, {erreur}")
        return 2
