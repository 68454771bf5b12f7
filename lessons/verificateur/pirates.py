"""La commande `pirates` : les essais de l'élève coulent-ils la flotte pirate ?

D'abord, la fonction de l'élève doit être juste : c'est elle que les pirates ont copiée. Ensuite
ses essais doivent l'accepter, elle et toutes ses variations permises. Alors seulement on compte
les pirates que ses essais refusent.
"""

import difflib
import os
import re

from . import autopsie, chasse, exemples, phrases, regles_essais
from .ecran import Refus, ecrit, en_couleur, fichier_abime, plie, registre
from .fichiers import FichiersEleve
from .rangement import ecrit_memoire, lit_memoire
from .resultat import A_FAIRE, FAUX, REUSSI

# Les états d'une chasse, du premier pas à la victoire.
SANS_FONCTION = "sans fonction"  # la fonction de l'élève n'est pas encore juste
FERMEE = "fermée"  # … ou pas tout à fait
SANS_ESSAIS = "sans essais"  # rien d'écrit, ou un fichier que Python ne peut pas lire
REFUSEE = "refusée"  # une règle des fichiers d'essais n'est pas suivie
INVALIDE = "invalide"  # les essais refusent une version juste
VALIDE = "valide"

GAGNEE = "gagnée"  # dans la mémoire du vérificateur
A_FLOT, COULE = r"\_|>_/", "~~XX~~"


class ChasseMenee:
    """Une chasse menée : `etat`, `phrase` (pour l'élève), et la flotte quand elle est connue.

    `ruses`, `coules` : un booléen par pirate ; `indices` : leurs indices, du plus vague au plus
    précis ; `ligne` : celle du fichier d'essais dont parle la phrase, ou None.
    """

    def __init__(self, exercice, etat, phrase, ligne=None, details=()):
        self.exercice = exercice
        self.etat, self.phrase, self.ligne = etat, phrase, ligne
        self.details = list(details)
        self.ruses, self.coules, self.indices = [], [], []
        self.remarque = ""  # ce qui, dans les essais, explique qu'un pirate reste à flot

    @property
    def valide(self):
        return self.etat == VALIDE

    @property
    def gagnee(self):
        return self.valide and all(self.coules)

    @property
    def premier_a_flot(self):
        """Le rang du premier pirate à flot, les faciles d'abord ; None s'il n'y en a plus."""
        restants = [rang for rang, coule in enumerate(self.coules) if not coule]
        return min(restants, key=lambda rang: (self.ruses[rang], rang), default=None)

    def compte(self, ruses):
        """(coulés, en tout) des pirates rusés, ou des autres."""
        coules = [c for c, ruse in zip(self.coules, self.ruses) if ruse == ruses]
        return sum(coules), len(coules)


# ----------------------------------------------------------------- mener une chasse


def mene(exercice, resultat, fichiers, commande):
    """Mène la chasse de cet exercice ; `resultat` : celui de la fonction de l'élève.

    `commande` lance le processus des essais ; None : on s'en passe.
    """
    archive = fiches()
    fiche, modules = archive["chasses"].get(exercice.id), archive["modules"]
    prevue = registre().chasses.get(exercice.id)
    if fiche is None or prevue is None:
        raise Refus(f"Il n'y a pas de pirates pour {exercice.id}. Les autres : pirates")
    if resultat.statut != REUSSI and not modules:
        return sans_fonction(exercice, resultat)
    texte = fichiers.textes.get(prevue.module)
    faute = fichiers.fautes.get(prevue.module)
    if texte is None:
        phrase = f"{prevue.module}.py n'est pas là. Pour l'avoir : recommencer {prevue.module}"
        return ChasseMenee(exercice, SANS_ESSAIS, phrase)
    if faute is not None:
        phrase, ligne = faute["phrase"], faute.get("ligne")
        if not ligne:
            phrase = f"dans {prevue.module}.py : {minuscule(phrase)}"
        if not texte.strip():
            phrase += f" Pour le retrouver comme au début : recommencer {prevue.module}"
        return ChasseMenee(exercice, SANS_ESSAIS, phrase, ligne)
    try:
        squelettes = registre().squelettes
        fixes = regles_essais.fixes_de(squelettes, exercice.module, exercice.cible)
        regles_essais.verifie(texte, prevue.cible, fixes)
    except regles_essais.Refusee as refusee:
        phrase = voisine(fichiers.arbres[prevue.module], prevue.cible) or refusee.phrase + "."
        return ChasseMenee(exercice, REFUSEE, phrase, refusee.ligne)
    requete = {
        "dossier": fichiers.dossier,
        "textes": {**fichiers.textes, **modules},
        "limite": exemples.LIMITE,
        "limite_pas": exemples.LIMITE_PAS,
        "exercice": exercice.id,
        "module": exercice.module,
        "cible": exercice.cible,
        "essais": prevue.module,
        "fonction": prevue.cible,
        "libre": list(exercice.libre),
        "cle": fiche["cle"],
        "boite": fiche["boite"],
        "deja": [],
    }
    menee = conclut(exercice, requete, nouvelles_de(requete, commande))
    for fonction in chasse.trouve(fichiers.arbres[prevue.module], prevue.cible):
        vue = regles_essais.sans_copie(fonction)
        menee.remarque = "ligne {} : {}".format(*vue) if vue else ""
    return menee


def sans_fonction(exercice, resultat):
    """La chasse n'est pas ouverte : la fonction n'est pas encore juste."""
    phrase = f"{exercice.nom} n'est pas encore juste : les pirates la copieront après."
    if resultat.statut == A_FAIRE:
        phrase = f"des pirates copieront {exercice.nom} quand tu l'auras écrite : commence par là."
    return ChasseMenee(exercice, SANS_FONCTION, phrase)


def voisine(arbre, cible):
    """Une phrase si une fonction d'essais a presque ce nom, et pas celui d'une autre chasse."""
    noms = [n.name for n in arbre.body if isinstance(n, regles_essais.FONCTIONS)]
    prevues = {chasse_prevue.cible for chasse_prevue in registre().chasses.values()}
    proches = difflib.get_close_matches(cible, set(noms) - prevues, n=1)
    if cible in noms or not proches:
        return None
    return f"tu as écrit {proches[0]} : pour cette chasse, son nom est {cible}."


def nouvelles_de(requete, commande):
    """Toutes les nouvelles de la chasse ; après une version qui n'en finit pas, on reprend."""
    if commande is None:
        return exemples.sur_place(requete, chasse.execute)
    nouvelles = []
    while True:
        recues = exemples.avec_processus(requete, commande)
        nouvelles += recues
        commencees = [n["id"] for n in recues if n["sorte"] == "debut" and n["id"] != "cle"]
        if not commencees or recues[-1]["sorte"] == "termine":
            return nouvelles
        if recues[-1]["sorte"] not in ("fin", "boucle"):  # le processus est mort en chemin
            nouvelles.append({"sorte": "muet", "id": commencees[-1]})
        if commencees[-1] < len(chasse.versions([], requete["libre"])):
            return nouvelles  # une version juste : inutile d'aller plus loin
        deja = requete["deja"] + commencees
        requete = dict(requete, deja=deja, limite=exemples.LIMITE_SUITE)


def conclut(exercice, requete, nouvelles):
    """La ChasseMenee que racontent ces nouvelles."""
    flotte = next((n for n in nouvelles if n["sorte"] == "pirates"), None)
    if flotte is None:
        phrase = (
            f"ta fonction {exercice.nom} passe les essais publics, mais elle se trompe encore "
            "quelque part : les pirates n'en veulent pas. Relis sa docstring, promesse par "
            "promesse."
        )
        return ChasseMenee(exercice, FERMEE, phrase)
    issues = {
        n["id"]: n for n in nouvelles if n["sorte"] in ("fin", "boucle", "muet") and "id" in n
    }
    modele = [{"code": "", "ruse": ruse} for ruse in flotte["ruses"]]
    rangs = list(enumerate(chasse.versions(modele, requete["libre"])))
    for rang, (code, variation, _) in rangs:
        issue = issues.get(rang)
        if variation == chasse.CHANCE and issue is None:
            continue  # ces essais ne tirent rien au sort
        if code is None and (issue is None or issue.get("issue") != "passe"):
            premiere = rang == 0 and not depend_de_la_chance(issues, requete["libre"])
            menee = explique_refus(exercice, requete, issue or {}, premiere, variation)
            break
        if rang == 0 and not issue["appels"]:
            phrase = (
                f"pendant tes essais, {exercice.nom} n'a jamais été appelée : un appel oublié, ou "
                "une boucle qui ne fait aucun tour ?"
            )
            menee = ChasseMenee(exercice, REFUSEE, phrase)
            break
    else:
        menee = ChasseMenee(exercice, VALIDE, "")
        menee.ruses, menee.indices = flotte["ruses"], flotte["indices"]
        for rang, (code, _, _) in rangs:
            if code is not None:
                issue = issues.get(rang, {})
                menee.coules.append(issue.get("issue") in ("assert", "erreur"))
                if issue.get("sorte") in ("boucle", "muet"):
                    menee.phrase = "Sur un pirate, tes essais ne finissent pas : il reste à flot."
    return menee


def depend_de_la_chance(issues, libre):
    """True si les mêmes essais, sur la même fonction, ne finissent pas toujours de la même façon.

    Quand la fonction elle-même tire au sort, ce qu'elle donne a le droit de changer.
    """
    semees = [
        r for r, (_, v, _) in enumerate(chasse.versions([], libre)) if v in ("", chasse.CHANCE)
    ]
    fins = [issues[rang] for rang in semees if rang in issues]
    if "hasard" in libre:
        fins = [fin.get("issue") == "passe" for fin in fins]
    else:
        fins = [[fin.get(quoi) for quoi in ("issue", "ligne", "cotes")] for fin in fins]
    return any(fin != fins[0] for fin in fins)


def explique_refus(exercice, requete, issue, premiere, variation):
    """Pourquoi les essais refusent une version juste."""
    if issue.get("sorte") == "boucle":
        return ChasseMenee(exercice, INVALIDE, autopsie.phrase(issue, cite=True) + ".")
    if issue.get("issue") == "assert":
        ligne = issue["ligne"]
        asserts = chasse.asserts_de(requete["textes"][requete["essais"]], requete["fonction"])
        details = [asserts[ligne]] if ligne in asserts else []
        if premiere:
            phrase = explique_cotes(exercice, issue["cotes"], "".join(details))
            cotes = zip(("à gauche", "à droite"), issue["cotes"])
            details += [f"{cote} : {texte}" for cote, texte in cotes if not est_sans_appel(texte)]
        else:
            phrase = chasse.phrase_libre(variation, requete["libre"])
        return ChasseMenee(exercice, INVALIDE, phrase, ligne, details)
    if issue.get("issue") == "erreur":
        exception = issue["exception"]
        textes, module = requete["textes"], requete["essais"]
        phrase = phrases.phrase_exception(exception, textes, module)
        ici = [a for a in exception.get("appels", []) if est_de(a["fichier"], module)]
        ligne = ici[-1]["ligne"] if ici else None
        levee = exception.get("appels", [{}])[-1]
        if levee.get("fonction") == "habillee":  # l'habit des versions : l'appel est mal écrit
            phrase = explique_appel(exercice, textes, exception["message"])
        elif exception["message"].startswith(f"name '{exercice.nom}'") and "." in exercice.cible:
            classe = exercice.cible.split(".")[0].lower()
            objet = "ordi" if classe.startswith("ordi") else classe
            phrase = (
                f"{exercice.nom} est une méthode : mets devant un objet et un point, comme "
                f"{objet}.{exercice.nom}(…)."
            )
        elif levee and not est_de(levee["fichier"], module):
            phrase = (
                f"{levee['fonction']} lève {exception['type']}. Si c'est ce que tu attends, "
                f"écris l'appel dans un try, puis except {exception['type']} : pass."
            )
        if not premiere:
            phrase = chasse.phrase_libre(variation, requete["libre"])
        return ChasseMenee(exercice, INVALIDE, phrase, ligne)
    return ChasseMenee(exercice, INVALIDE, "tes essais arrêtent Python, ou n'en finissent pas.")


def explique_appel(exercice, textes, message):
    """Pourquoi cet appel de la fonction n'est pas le bon ; `message` : celui de Python."""
    recus = ()
    if exercice.module in textes:
        recus = chasse.parametres_de(textes[exercice.module], exercice.cible)
    compte = re.search(r"(\d+) positional arguments? but (\d+) ", message)
    une_de_trop = compte is not None and int(compte.group(2)) == int(compte.group(1)) + 1
    if une_de_trop and set(recus) & {"case", "case1", "case2", "start"}:
        return f"{exercice.nom} reçoit une case : une case s'écrit (x, y), entre parenthèses."
    return f"on ne donne pas ces valeurs à {exercice.nom} : compte-les, et leurs ( )."


def est_sans_appel(texte):
    """True pour une fonction écrite sans ses parenthèses."""
    return texte.startswith(("<bound method", "<function"))


def explique_cotes(exercice, cotes, ecrit_ainsi=""):
    """Pourquoi cet assert refuse une fonction juste, si son texte et ses côtés le montrent."""
    valeurs = [exemples.valeur_ecrite(cote, cote) for cote in cotes]
    if any(map(est_sans_appel, cotes)):
        return f"il manque les parenthèses de l'appel : {exercice.nom}(…)."
    if len(valeurs) == 2 and all(isinstance(v, list) for v in valeurs):
        if sorted(map(repr, valeurs[0])) == sorted(map(repr, valeurs[1])):
            return explique_ordre(exercice, ecrit_ainsi)
    if valeurs[:1] == [None] and ".sort()" in ecrit_ainsi:
        return ".sort() range la liste, mais ne renvoie rien (None) : compare avec sorted(…)."
    if valeurs[:1] == [None]:
        return "à gauche, rien n'est renvoyé (None) : fais l'appel, puis regarde ce qu'il a changé."
    return f"cet assert refuse ta fonction {exercice.nom}, qui est juste : relis-le."


def explique_ordre(exercice, ecrit_ainsi):
    """Les deux côtés de cet assert ont le même contenu, dans un autre ordre."""
    if "sorted(" in ecrit_ainsi:
        return (
            "le contenu est le même, dans un autre ordre : sorted(…) range du plus petit au plus "
            "grand, range l'autre côté de même."
        )
    if "egalites" in exercice.libre:
        return (
            "le contenu est le même, dans un autre ordre. Relis la docstring : l'ordre qu'elle ne "
            "promet pas est libre ; là, compare avec sorted(…)."
        )
    libres = not chasse.ORDRES_LIBRES.isdisjoint(exercice.libre)
    if libres or any(f".{nom}" in ecrit_ainsi for nom in chasse.ORDRES_LIBRES):
        return "le contenu est le même, dans un autre ordre : compare avec sorted(…)."
    return "le contenu est le même, dans un autre ordre : relis celui que promet la docstring."


def est_de(fichier, module):
    """True si ce fichier est celui de ce module."""
    return os.path.basename(fichier or "") == module + ".py"


def fiches():
    """Les boîtes des chasses de cette archive."""
    try:
        return chasse.charge()
    except (OSError, ValueError):
        raise Refus(fichier_abime("pirates.json")) from None


def fichiers_de(dossier, textes=None):
    """Les fichiers de l'élève, ses essais compris."""
    fichiers = FichiersEleve(registre(), dossier, textes)
    for module in registre().essais:
        fichiers.lit(module, (textes or {}).get(module))
    return fichiers


# ----------------------------------------------------------------- l'afficher


def dessin(menee):
    """La flotte, un navire par pirate ; ceux qui sont coulés sont rayés."""
    lignes = []
    for titre, ruses in (("faciles", False), ("rusés", True)):
        navires = [COULE if c else A_FLOT for c, r in zip(menee.coules, menee.ruses) if r == ruses]
        if navires:
            lignes.append(f"{titre:>8} :  " + "  ".join(navires))
    return lignes


def bilan(menee):
    """« Coulés : 5 pirates sur 8 (4 faciles sur 4, 1 rusé sur 4). »"""
    comptes = [menee.compte(False), menee.compte(True)]
    genres = [
        f"{coules} {nom}{'s' if coules > 1 else ''} sur {total}"
        for nom, (coules, total) in zip(("facile", "rusé"), comptes)
        if total
    ]
    pris, flotte = (sum(nombres) for nombres in zip(*comptes))
    return f"Coulés : {pris} sur {flotte} ({', '.join(genres)})."


def affiche(menee, prevue, invite, niveau=0):
    """Ce que l'élève lit ; `niveau` : celui des indices qu'il a demandés sur le premier à flot."""
    exercice = menee.exercice
    signe = "✓" if menee.gagnee else "·" if menee.valide else "✗"
    statut = REUSSI if menee.gagnee else None if menee.valide else FAUX
    ecrit(en_couleur(f"{signe} {prevue.id}  les essais de {exercice.nom}", statut))
    if not menee.valide:
        ou = f"ligne {menee.ligne} de {prevue.module}.py : " if menee.ligne else ""
        for detail in menee.details:
            ecrit(plie(detail, "    ", "      "))
        phrase = minuscule(menee.phrase) if ou else majuscule(menee.phrase)
        ecrit(plie(ou + phrase, "    "))
        if menee.etat in (SANS_FONCTION, FERMEE):
            ecrit(f"    Pour la vérifier : {invite}{exercice.id}")
        return
    for ligne in dessin(menee):
        ecrit("    " + ligne)
    if not menee.gagnee:
        ecrit(f"      ({A_FLOT} : à flot, {COULE} : coulé)")
    for phrase in filter(None, (bilan(menee), menee.phrase)):
        ecrit(plie(phrase, "    "))
    if menee.gagnee:
        ecrit("    Toute la flotte pirate est au fond. Bravo, de bons essais !")
        return
    if menee.remarque:
        ecrit(plie(f"Attention, {menee.remarque}", "    "))
    rang = menee.premier_a_flot
    niveau = min(niveau, len(menee.indices[rang]) - 1)
    premier, *suite = menee.indices[rang][: niveau + 1]
    ecrit(plie(f"Un pirate encore à flot : {premier}", "    ", "      "))
    for indice in suite:
        ecrit(plie(majuscule(indice), "      "))
    if niveau + 1 < len(menee.indices[rang]):
        ecrit("    Pour un indice plus précis :")
        ecrit(f"      {invite}pirates {exercice.id} indice")
    elif niveau:
        ecrit("    C'était le dernier indice sur celui-là.")


def majuscule(phrase):
    """La phrase, qui commence par une majuscule."""
    return phrase[:1].upper() + phrase[1:]


def minuscule(phrase):
    """La phrase, après deux points : seul un nom propre garde sa majuscule.

    >>> minuscule("Relis-le."), minuscule("Python ne comprend pas.")
    ('relis-le.', 'Python ne comprend pas.')
    """
    return phrase if phrase.startswith("Python") else phrase[:1].lower() + phrase[1:]


def note_indice(dossier, menee, precise):
    """Le niveau des indices donnés sur le premier à flot ; un de plus si l'élève le demande."""
    memoire = lit_memoire(dossier)
    cle = f"pirate {menee.exercice.id} {menee.premier_a_flot}"
    niveau = memoire.get(cle, "0")
    niveau = int(niveau) if niveau.isdecimal() else 0
    if precise:
        memoire[cle] = str(niveau + 1)
        ecrit_memoire(dossier, memoire)
    return niveau + precise


def note_bilan(dossier, menee):
    """Retient une chasse gagnée."""
    memoire = lit_memoire(dossier)
    if menee.gagnee and memoire.get(f"chasse {menee.exercice.id}") != GAGNEE:
        ecrit_memoire(dossier, {**memoire, f"chasse {menee.exercice.id}": GAGNEE})


# ----------------------------------------------------------------- la commande


def commande(mots, dossier, invite, examine, lanceur, exercices_de):
    """La commande `pirates` ; True si toutes les chasses menées sont gagnées.

    `examine` vérifie des exercices, `lanceur` lance le processus d'une chasse, `exercices_de`
    comprend ce que l'élève nomme : ce sont ceux des autres commandes.
    """
    precise = any(mot.lower() in ("indice", "indices") for mot in mots)
    mots = [mot for mot in mots if mot.lower() not in ("indice", "indices")]
    aide = any(mot.lower() == "aide" for mot in mots)
    mots = [mot for mot in mots if mot.lower() != "aide"]
    if aide and mots:
        raise Refus(f"Pour un indice : {invite}pirates {mots[0]} indice")
    fichiers = fichiers_de(dossier)
    if not mots:
        annonce(fichiers, dossier, invite, examine)
        return True
    voulus = []
    for mot in mots:
        nommes = exercices_de(sans_prefixe(mot))
        ecrits = [e for e in nommes if e.id in registre().chasses and est_ecrite(e, fichiers)]
        voulus += nommes if len(nommes) == 1 else ecrits
    if not voulus:
        raise Refus(
            f"Pas encore d'essais écrits pour {mots[0]}. Par où commencer : {invite}pirates"
        )
    resultats = examine(voulus, dossier)
    gagnees = []
    for exercice in voulus:
        menee = mene(exercice, resultats[exercice.id], fichiers, lanceur)
        niveau = note_indice(dossier, menee, precise and len(voulus) == 1)
        affiche(menee, registre().chasses[exercice.id], invite, niveau)
        note_bilan(dossier, menee)
        gagnees.append(menee.gagnee)
    return all(gagnees)


def sans_prefixe(mot):
    """« tp1.adjacent » pour « tp1.essais_adjacent », « tp1 » pour « essais_tp1.py ».

    >>> sans_prefixe("tp1.essais_adjacent"), sans_prefixe("essais_tp1.py")
    ('tp1.adjacent', 'tp1')
    """
    mot = mot[: -len(".py")] if mot.endswith(".py") else mot
    return mot.replace(regles_essais.PREFIXE, "")


def est_ecrite(exercice, fichiers):
    """True si l'élève a une fonction d'essais pour cet exercice, ou un fichier illisible."""
    prevue = registre().chasses[exercice.id]
    arbre = fichiers.arbres.get(prevue.module)
    if arbre is None:
        return prevue.proposee
    return bool(chasse.trouve(arbre, prevue.cible))


def annonce(fichiers, dossier, invite, examine):
    """Les chasses ouvertes, et comment commencer ; même toutes, elles tiennent sur un écran."""
    archive = fiches()
    chasses = [c for c in registre().chasses.values() if c.exercice in archive["chasses"]]
    exercices = [registre()[c.exercice] for c in chasses]
    resultats = examine(exercices, dossier)
    ecrit(en_couleur("La flotte pirate", "titre"))
    ecrit(plie(
        "Des pirates ont copié tes fonctions, avec une erreur. Écris des essais (assert) qui "
        "acceptent ta fonction et refusent les leurs.", "  ",
    ))  # fmt: skip
    ouvertes = [e for e in exercices if archive["modules"] or resultats[e.id].statut == REUSSI]
    if not ouvertes:
        ecrit("  Aucune chasse n'est encore ouverte : une fonction juste ouvre la sienne.")
        return
    memoire = lit_memoire(dossier)
    gagnees = {e.id for e in ouvertes if memoire.get(f"chasse {e.id}") == GAGNEE}
    for tp in registre().tps:
        ici = [e for e in ouvertes if e.tp == tp.numero]
        noms = [f"{e.nom} ✓" if e.id in gagnees else e.nom for e in ici]
        if noms:
            ecrit(plie(f"TP{tp.numero} : {', '.join(noms)}.", "  ", "    "))
    restantes = [e for e in ouvertes if e.id not in gagnees]
    if not restantes:
        ecrit("  Toutes les flottes ouvertes sont au fond. Bravo !")
        return
    proposees = [e for e in restantes if registre().chasses[e.id].proposee]
    choisie = (proposees or restantes)[0]
    prevue = registre().chasses[choisie.id]
    ecrit(f"  À toi : dans {prevue.module}.py, complète {prevue.cible}, puis :")
    ecrit(f"    {invite}pirates {choisie.id}")
