"""Examine la copie de l'élève : ce qui est fait, ce qui reste, ce qui ne va pas.

On lit d'abord les fichiers sans les exécuter (fautes de syntaxe, corps encore vides), puis on
fait tourner les exemples publics des exercices écrits.
"""

import ast
import builtins
import os
import re
import sys
from functools import lru_cache

from . import exemples, lecture, phrases
from .chargeur import decode
from .comparaison import identique
from .source import (
    ECRIT,
    RAISE,
    TROUS,
    corps_utile,
    etat_du_corps,
    fermeture,
    importes,
    suspensions,
    trouve,
)

REUSSI = "réussi"
A_FAIRE = "à faire"
BLOQUE = "bloqué"  # un autre exercice manque
FAUX = "faux"  # la réponse n'est pas la bonne
ERREUR = "erreur"  # Python s'arrête
BOUCLE = "boucle"  # le code ne s'arrête pas

TAILLE_MAX = 1_000_000  # octets ; un TP en fait vingt mille


class Resultat:
    """Ce que l'on sait d'un exercice.

    - `id` : « tp1.alpha » ; `exercice` : l'exercice du registre ;
    - `statut` : REUSSI, A_FAIRE, BLOQUE, FAUX, ERREUR ou BOUCLE ;
    - `phrase` : une ligne qui résume (« réussi », sauf s'il reste une remarque à faire) ;
    - `details` : un dictionnaire, avec ce que l'on sait parmi `avant`, `appel`, `attendu`,
      `obtenu`, `piste`, `dessin`, `fichier`, `ligne`, `texte`, `variables`, `suspects`, et
      `remarque`, vrai si la `phrase` montre une étourderie lue dans le code.
    """

    def __init__(self, exercice, statut, phrase, details=None):
        self.id = exercice.id
        self.exercice = exercice
        self.statut = statut
        self.phrase = phrase
        self.details = details or {}

    @property
    def reussi(self):
        """True si tous les exemples publics donnent ce qui est promis."""
        return self.statut == REUSSI

    def __repr__(self):
        return f"<{self.id} : {self.statut}>"

    def __str__(self):
        return "\n".join([f"{self.id} : {self.phrase}", *lignes_details(self.details)])


def lignes_details(details):
    """Les détails d'un résultat, en lignes de texte."""
    lignes = []
    if details.get("appel"):
        lignes += bloc("avec", "\n".join(details.get("avant", [])))
        lignes += bloc("exemple", details["appel"])
        lignes += bloc("attendu", details.get("attendu"))
        lignes += bloc("obtenu", details.get("obtenu"))
    if details.get("texte"):
        lignes += bloc(f"ligne {details['ligne']}", details["texte"])
    for nom, valeur in details.get("variables", []):
        fige = "   (ne change jamais)" if nom in details.get("figees", []) else ""
        lignes += bloc("", f"{nom} = {valeur}{fige}")
    if details.get("dessin"):
        lignes += ["", *details["dessin"].split("\n"), ""]
    for suspect in details.get("suspects", []):
        lignes.append(f"D'abord : {suspect} ne va pas encore, et cet exercice s'en sert.")
    if details.get("piste"):
        lignes.append(f"Piste : {details['piste']}")
    return lignes


MAX_LIGNES, MAX_SIGNES = 24, 200


def bloc(titre, texte):
    """`texte`, une ligne ou plusieurs, avec `titre` devant la première ; coupé s'il est énorme."""
    if not texte:
        return []
    lignes = texte.split("\n")
    if len(lignes) > MAX_LIGNES:
        lignes = [*lignes[:MAX_LIGNES], f"… et encore {len(lignes) - MAX_LIGNES} lignes"]
    lignes = [n if len(n) <= MAX_SIGNES else n[:MAX_SIGNES] + " …" for n in lignes]
    premiere, *suite = lignes
    return [f"{titre:<10}{premiere}", *(f"{'':<10}{ligne}" for ligne in suite)]


# ----------------------------------------------------------------- lire sans exécuter


class Copie:
    """Les fichiers de l'élève, lus mais pas exécutés.

    - `textes` : {module: texte} ; `arbres` : {module: arbre de syntaxe} ;
    - `fautes` : {module: détails} des modules que Python ne peut pas charger.
    """

    def __init__(self, registre, dossier, textes=None):
        self.registre = registre
        self.dossier = os.fspath(dossier)
        self.textes, self.arbres, self.fautes = {}, {}, {}
        self._imports = {}
        for module in registre.squelettes:
            self.lit(module, (textes or {}).get(module))

    def lit(self, module, texte=None):
        """Lit un module, et note sa faute s'il en a une."""
        retrouver = f"pour le retrouver tel qu'au départ : recommencer {nom_court(module)}"
        try:
            if texte is None:
                texte = self.texte_du_fichier(module)
        except FileNotFoundError:
            self.note_faute(module, "ce fichier n'est plus dans le dossier.", piste=retrouver)
            return
        except OSError as erreur:
            self.note_faute(module, f"ce fichier ne peut pas être lu ({erreur.strerror}).")
            return
        if len(texte) > TAILLE_MAX:
            self.note_faute(module, "ce fichier est bien trop gros pour un TP.")
            return
        self.textes[module] = texte
        faute, self.arbres[module] = analyse(texte)
        if not texte.strip():
            self.note_faute(module, "ce fichier est vide.", piste=retrouver)
        elif faute is not None:
            self.note_faute(module, **faute)
            if "décal" in faute["phrase"]:
                self.fautes[module].update(self.def_effacee(module, texte))

    def def_effacee(self, module, texte):
        """Une piste si la ligne def d'un exercice n'est plus dans le texte ; sinon rien."""
        for exercice in self.registre.exercices:
            if exercice.module == module and not re.search(rf"\bdef +{exercice.nom}\b", texte):
                return {
                    "piste": f"cette ligne n'est plus dans le fichier : {self.entete(exercice)}"
                }
        return {}

    def entete(self, exercice):
        """La ligne def de l'exercice, telle qu'au départ."""
        squelette = self.registre.squelettes[exercice.module]
        return squelette.split("\n")[self.depart(exercice).lineno - 1].strip()

    def texte_du_fichier(self, module):
        """Le texte du module, dont on ne lit que le début s'il est énorme."""
        with open(os.path.join(self.dossier, module + ".py"), "rb") as fichier:
            return decode(fichier.read(TAILLE_MAX + 1))

    def note_faute(self, module, phrase, **details):
        """Note que Python ne peut pas charger ce module, et pourquoi."""
        self.fautes[module] = dict(details, fichier=module + ".py", phrase=phrase)

    def se_sert_de(self, module):
        """`module` et ceux qu'il importe, de près ou de loin, les plus lointains d'abord."""
        return fermeture(module, self.voisins)

    def voisins(self, module):
        """Les modules du TP que celui-ci importe directement."""
        if module not in self._imports:
            noms = importes(self.arbres.get(module))
            self._imports[module] = [nom for nom in noms if nom in self.registre.squelettes]
        return self._imports[module]

    def module_fautif(self, module):
        """Le premier module fautif dont `module` a besoin (lui compris), ou None."""
        for nom in self.se_sert_de(module):
            if nom in self.fautes:
                return nom
        return None

    def sans_executer(self, exercice):
        """Le Resultat de l'exercice quand il suffit de lire le code pour le connaître, ou None."""
        fautif = self.module_fautif(exercice.module)
        if fautif is None:
            return self.pas_encore_ecrit(exercice)
        faute = self.fautes[fautif]
        ou = faute["fichier"]
        if faute.get("ligne"):
            ou = f"ligne {faute['ligne']} de {ou}"
        statut = ERREUR if fautif == exercice.module else BLOQUE
        details = dict(faute, module_fautif=fautif)
        return Resultat(exercice, statut, f"{ou} : {faute['phrase']}", details)

    def pas_encore_ecrit(self, exercice):
        """Le Resultat A_FAIRE (ou ERREUR) si la fonction manque ou n'est pas remplie, ou None."""
        definitions = self.definitions(exercice)
        if not definitions:
            return self.introuvable(exercice)
        depart = self.depart(exercice)
        etat, lignes = etat_du_corps(definitions[-1], suspensions(depart))
        if etat == ECRIT:
            return None
        details = {"fichier": exercice.module + ".py", "ligne": definitions[-1].lineno}
        phrase = "à faire"
        if etat == TROUS and meme_corps(depart, definitions[-1]):
            phrase = f"à faire : {nombre_trous(lignes)}"
        elif etat == TROUS:
            phrase = f"il reste des … à remplacer : {nombre_trous(lignes)}"
        elif etat == RAISE:
            details["ligne"] = lignes[0]
            phrase = f"ton code est là : efface maintenant la ligne {lignes[0]} (raise …)."
        return Resultat(exercice, A_FAIRE, phrase, details)

    def introuvable(self, exercice):
        """La fonction de l'exercice n'est pas là où elle doit être."""
        fichier = exercice.module + ".py"
        arbre = self.arbres[exercice.module]
        nom = exercice.cible.split(".")[-1]
        genre = "méthode" if "." in exercice.cible else "fonction"
        phrase = f"la {genre} {exercice.cible} n'est plus dans {fichier}."
        piste = f"son nom a-t-il changé ? Remets exactement sa ligne : {self.entete(exercice)}"
        for noeud in ast.walk(arbre):
            if isinstance(noeud, ast.FunctionDef) and noeud.name == nom:
                piste = (
                    f"{nom} est bien là, ligne {noeud.lineno}, mais pas au bon endroit : "
                    "regarde son décalage par rapport à la classe."
                )
        return Resultat(exercice, ERREUR, phrase, {"fichier": fichier, "piste": piste})

    def depart(self, exercice):
        """La fonction de l'exercice, telle que le squelette la donne."""
        return trouve(analyse(self.registre.squelettes[exercice.module])[1], exercice.cible)[-1]

    def est_donnee(self, module, ligne):
        """True si cette ligne est dans une fonction restée comme au départ."""
        donnees = fonctions_donnees(self.registre.squelettes.get(module, ""))
        return any(ast.dump(n) in donnees for n in self.fonctions_en(module, ligne))

    def fonctions_en(self, module, ligne):
        """Les fonctions du module qui contiennent cette ligne."""
        fonctions = lecture.fonctions_et_methodes(self.textes.get(module, ""))
        return [n for n in fonctions if n.lineno <= ligne <= n.end_lineno]

    def fonction_en(self, module, ligne):
        """La plus petite fonction du module qui contient cette ligne, ou None."""
        return max(self.fonctions_en(module, ligne), key=lambda n: n.lineno, default=None)

    def compte(self, exercice):
        """True si le code de l'exercice compte : += ou -=, range ou len."""
        noeuds = [n for f in self.definitions(exercice) for n in ast.walk(f)]
        noms = {n.id for n in noeuds if isinstance(n, ast.Name)}
        return bool(noms & {"range", "len"}) or any(isinstance(n, ast.AugAssign) for n in noeuds)

    def lecture(self, module, fonction):
        """De quoi lire cette fonction du module, à la recherche d'étourderies."""
        return lecture.Lecture(fonction, self.textes[module], self.textes)

    def constantes(self, exercice):
        """{nom: valeur} des constantes dont l'exercice peut se servir."""
        textes = [self.textes.get(module, "") for module in ("bn_utiles", exercice.module)]
        return {n: v for texte in textes for n, v in lecture.constantes(texte).items()}

    def return_manque(self, exercice):
        """Où il manque un return : « partout », « ici » (dans un cas), à une ligne, ou None."""
        for fonction in self.definitions(exercice)[-1:]:
            if not any(isinstance(n, ast.Return) for n in ast.walk(fonction)):
                return "partout"
            lue = self.lecture(exercice.module, fonction)
            return "ici" if lue.finit_sans_return() else lue.derniere_ligne_sans_return()
        return "partout"

    def print_au_lieu_d_info(self, exercice):
        """La ligne d'un print là où l'énoncé demande `info`, ou None."""
        definitions = self.definitions(exercice)
        if not definitions:
            return None
        promesse = ast.get_docstring(self.depart(exercice)) or ""
        if "`info`" not in promesse:
            return None
        return self.lecture(exercice.module, definitions[-1]).print_au_lieu_de("info")

    def definitions(self, exercice):
        """Les définitions de la cible de l'exercice (aucune si le module n'est pas lu)."""
        arbre = self.arbres.get(exercice.module)
        return trouve(arbre, exercice.cible) if arbre is not None else []

    def definie_deux_fois(self, exercice):
        """Les lignes où la cible est définie, s'il y en a plusieurs."""
        lignes = [n.lineno for n in self.definitions(exercice)]
        return lignes if len(lignes) > 1 else []


@lru_cache(maxsize=64)
def analyse(texte):
    """(faute de syntaxe ou None, arbre ou None) ; un texte déjà vu n'est pas analysé deux fois."""
    faute = phrases.faute_de_syntaxe(texte)
    return faute, (ast.parse(texte) if faute is None else None)


@lru_cache(maxsize=64)
def fonctions_donnees(texte):
    """Les fonctions d'un squelette, telles que ast.dump les écrit."""
    return frozenset(ast.dump(n) for n in lecture.fonctions_et_methodes(texte))


def nom_court(module):
    """« tp1 » pour tp1_grille ; les autres modules gardent leur nom.

    >>> nom_court("tp1_grille"), nom_court("bn_utiles")
    ('tp1', 'bn_utiles')
    """
    debut = re.match(r"tp\d+", module)
    return debut.group() if debut else module


def meme_corps(depart, fonction):
    """True si ces deux fonctions ont exactement les mêmes instructions."""
    return [ast.dump(n) for n in corps_utile(depart)] == [
        ast.dump(n) for n in corps_utile(fonction)
    ]


def nombre_trous(lignes):
    """« 1 trou, ligne 12 » ou « 3 trous, lignes 12 à 18 »."""
    if len(lignes) == 1:
        return f"1 trou, ligne {lignes[0]}."
    return f"{len(lignes)} trous, lignes {min(lignes)} à {max(lignes)}."


def cachent_python(dossier):
    """Les fichiers du dossier qui portent le nom d'un module de Python, comme random.py."""
    noms = getattr(sys, "stdlib_module_names", ("copy", "math", "random", "string", "time"))
    try:
        fichiers = sorted(os.listdir(dossier))
    except OSError:
        return []
    return [f for f in fichiers if f.endswith(".py") and f[:-3] in noms]


# ----------------------------------------------------------------- faire tourner les exemples


class Examen:
    """L'examen de quelques exercices d'une copie : `resultats` est {identifiant: Resultat}."""

    def __init__(self, copie, commande):
        self.copie = copie
        self.registre = copie.registre
        self.commande = commande  # celle qui lance le processus des essais ; None : sur place
        self.limite = exemples.LIMITE
        self.resultats = {}

    def passe(self, exercices):
        """Examine ces exercices et tous leurs prérequis."""
        voulus = [i for e in exercices for i in [*self.registre.tous_les_prerequis(e.id), e.id]]
        ordre = [self.registre[identifiant] for identifiant in dict.fromkeys(voulus)]
        while True:
            restants = [e for e in ordre if e.id not in self.resultats]
            for exercice in restants:
                resultat = self.copie.sans_executer(exercice) or self.attend_une_boucle(exercice)
                if resultat is not None:
                    self.resultats[exercice.id] = resultat
            restants = [e for e in restants if e.id not in self.resultats]
            if not restants:
                break
            self.fait_tourner(restants)
        for resultat in self.resultats.values():
            self.cherche_suspects(resultat)
        return self.resultats

    def attend_une_boucle(self, exercice):
        """BLOQUE si un prérequis ne s'arrête pas : inutile d'attendre encore."""
        for autre in self.registre.tous_les_prerequis(exercice.id):
            if autre in self.resultats and self.resultats[autre].statut == BOUCLE:
                phrase = f"il faut d'abord corriger {autre}, qui ne s'arrête pas."
                return Resultat(exercice, BLOQUE, phrase)
        return None

    def fait_tourner(self, exercices):
        """Fait tourner les exemples de ces exercices, jusqu'à la première boucle sans fin."""
        requete = {
            "dossier": self.copie.dossier,
            "textes": self.copie.textes,
            "limite": self.limite,
            "limite_pas": exemples.LIMITE_PAS,
            "travaux": [
                {"id": e.id, "module": e.module, "exemples": e.exemples} for e in exercices
            ],
        }
        if self.commande is None:
            nouvelles = exemples.sur_place(requete)
        else:
            nouvelles = exemples.avec_processus(requete, self.commande)
        avant = len(self.resultats), len(self.copie.fautes)
        self.tient_compte_de(nouvelles, exercices[0].id)
        if avant == (len(self.resultats), len(self.copie.fautes)):
            self.note_arret(exercices[0].id)  # on n'apprend plus rien : on passe au suivant

    def tient_compte_de(self, nouvelles, en_cours):
        """Range ce que disent les nouvelles ; `en_cours` est le premier exercice demandé."""
        for nouvelle in nouvelles:
            if nouvelle["sorte"] == "debut":
                en_cours = nouvelle["id"]
            elif nouvelle["sorte"] == "fin":
                exercice = self.registre[nouvelle["id"]]
                self.resultats[exercice.id] = self.juge(exercice, nouvelle["echec"])
                en_cours = None
            elif nouvelle["sorte"] == "module":
                self.note_faute_module(nouvelle["id"], nouvelle["exception"])
                en_cours = None
            elif nouvelle["sorte"] == "boucle":
                self.note_boucle(nouvelle["id"], nouvelle)
                en_cours = None
            elif nouvelle["sorte"] == "muet" and en_cours is not None:
                self.note_boucle(en_cours, nouvelle)
                en_cours = None
            elif nouvelle["sorte"] == "termine":
                en_cours = None
        if en_cours is not None:
            self.note_arret(en_cours)

    # --- ce que les nouvelles veulent dire

    def juge(self, exercice, echec):
        """Le Resultat d'un exercice dont les exemples ont tourné."""
        if echec is None or "en_trop" in echec:
            return self.juge_reussite(exercice, echec)
        if "pas_une_liste" in echec:
            appel = une_ligne(re.sub(r"^sorted\((.*)\)$", r"\1", echec["code"]))
            phrase = f"{appel} donne un {echec['pas_une_liste']} ; on attend une liste."
            piste = "convertis-le avec list(…)."
            details = {"avant": preparation(echec["avant"]), "appel": appel, "attendu": "une liste"}
            details.update(obtenu=f"un {echec['pas_une_liste']}", piste=piste)
            return Resultat(exercice, FAUX, phrase, details)
        details = {"appel": echec["code"], "attendu": echec["attendu"]}
        details["avant"] = preparation(echec["avant"])
        details["dessin"] = None
        doubles = self.copie.definie_deux_fois(exercice)
        exemple = exercice.exemples[echec["rang"]]
        if exemple["erreur"] is not None:
            details["attendu"] = "une erreur " + exemple["erreur"].split(":")[0]
        if echec["exception"] is not None:
            resultat = self.juge_exception(exercice, exemple, echec, details)
        else:
            resultat = self.juge_valeur(exercice, exemple, echec, details)
        if resultat.statut in (FAUX, ERREUR):
            self.ajoute_remarque(resultat, echec)
        if doubles and resultat.statut != BLOQUE:
            lignes = " et ".join(str(n) for n in doubles)
            resultat.details["piste"] = (
                f"{exercice.nom} est définie plusieurs fois (lignes {lignes}) : "
                "seule la dernière compte."
            )
        return resultat

    def juge_reussite(self, exercice, echec):
        """Les exemples sont justes : reste-t-il un print, ou faut-il passer par info ?"""
        ligne = self.copie.print_au_lieu_d_info(exercice)
        if ligne is not None:
            fichier = exercice.module + ".py"
            phrase = f"ligne {ligne} de {fichier} : affiche avec info, et non avec print."
            return Resultat(exercice, FAUX, phrase, {"fichier": fichier, "remarque": True})
        if echec is None:
            return Resultat(exercice, REUSSI, "réussi")
        ou = ou_est(self.appel_de_l_eleve(echec)[0])
        qui = "la ligne {ligne} de {fichier}".format(**ou) if ou else "ta fonction"
        phrase = (
            f"la réponse est bonne, mais {qui} affiche aussi "
            f"« {une_ligne(echec['en_trop'])} » : efface ce print."
        )
        return Resultat(exercice, REUSSI, phrase)

    def ajoute_remarque(self, resultat, echec):
        """Si le code de l'exercice, ou d'un appel en cours, a une étourderie, on la dit d'abord."""
        exercice = resultat.exercice
        fonctions = [(exercice.module, f) for f in self.copie.definitions(exercice)[-1:]]
        for appel in reversed((echec["exception"] or {}).get("appels", [])):
            module = os.path.basename(appel["fichier"])[: -len(".py")]
            if not self.copie.est_donnee(module, appel["ligne"]):
                fonctions.append((module, self.copie.fonction_en(module, appel["ligne"])))
        regarde = re.fullmatch(r"(?:sorted\()?\w+\.(\w+)\)?", resultat.details["appel"])
        absent = re.search(
            r"has no attribute '(\w+)'", (echec["exception"] or {}).get("message", "")
        )
        regarde = (absent or regarde).group(1) if absent or regarde else None
        for module, fonction in fonctions:
            if fonction is None or module not in self.copie.textes:
                continue
            lue = self.copie.lecture(module, fonction)
            remarque = self.entete_changee(exercice, fonction) or lue.remarque()
            if remarque is None and regarde:
                remarque = lue.attribut_oublie(regarde)
            if remarque is None and regarde and not lue.change(regarde):
                if resultat.statut == FAUX:
                    resultat.details["piste"] = f"ton code ne met pas {regarde} à jour."
            if remarque is not None:
                fichier, ligne = module + ".py", remarque.ligne
                texte = self.copie.textes[module].split("\n")[ligne - 1].strip()
                resultat.phrase = f"ligne {ligne} de {fichier} : {remarque.phrase}"
                resultat.details.update(fichier=fichier, ligne=ligne, texte=texte)
                resultat.details.update(piste=None, dessin=None, remarque=True)
                return

    def entete_changee(self, exercice, fonction):
        """Une remarque si les paramètres de l'exercice ne sont plus ceux de l'énoncé, ou None."""
        arbre = analyse(self.registre.squelettes[exercice.module])[1]
        depart = trouve(arbre, exercice.cible)[-1]
        avant, apres = ([a.arg for a in f.args.args] for f in (depart, fonction))
        if fonction.name != depart.name or avant == apres:
            return None
        phrase = f"la ligne def a changé : remets {self.copie.entete(exercice)}"
        return lecture.Remarque(fonction.lineno, phrase)

    def juge_exception(self, exercice, exemple, echec, details):
        """L'exemple s'est arrêté sur une exception."""
        exception = echec["exception"]
        manque = exception.get("manque")
        if manque == exercice.id:
            return Resultat(exercice, A_FAIRE, "à faire : il reste une ligne raise à effacer.")
        if manque in [e.id for e in self.registre.exercices]:
            titre = self.registre[manque].titre
            return Resultat(exercice, BLOQUE, f"il faut d'abord {manque} ({titre}).")
        appel, donnee = self.appel_de_l_eleve(exception)
        saisie = exception["type"] == "SaisieInterdite"
        if saisie:
            appel, phrase = self.juge_saisie(exception)
        details.update(ou_est(appel))
        if not saisie:
            module = details.get("fichier", exercice.module + ".py")[: -len(".py")]
            phrase = self.explique(dict(exception, en_appelant=donnee), module)
        details["obtenu"] = f"Python s'arrête ({exception['type']})"
        if saisie:
            details["obtenu"] = "Python attend une réponse au clavier"
        if exemple["erreur"] is not None and exception["type"] in exemple["erreur"]:
            details["piste"] = 'ajoute une phrase qui aide : raise ValueError("…").'
            return Resultat(exercice, FAUX, "l'erreur levée n'a pas de phrase.", details)
        ou = ""
        if details.get("ligne"):
            par = f", en appelant {donnee}" if donnee else ""
            ou = f"ligne {details['ligne']} de {details['fichier']}{par} : "
        details["piste"] = None
        return Resultat(exercice, ERREUR, ou + phrase, details)

    def appel_de_l_eleve(self, exception):
        """L'appel le plus profond qui est à corriger, et le nom de la fonction qu'il appelle.

        Quand l'erreur arrive dans du code donné, ou dans un autre exercice déjà réussi, c'est
        l'appel qui est à corriger.
        """
        appelee = None
        for appel in reversed(exception.get("appels", [])):
            module = os.path.basename(appel["fichier"])[: -len(".py")]
            exercice = self.exercice_de(module, appel["fonction"])
            resultat = self.resultats.get(exercice.id) if exercice is not None else None
            reussi = resultat is not None and resultat.reussi
            if not reussi and not self.copie.est_donnee(module, appel["ligne"]):
                return appel, appelee
            appelee = appel["fonction"]
            if appelee == "__init__":
                appelee = lecture.classe_en(self.copie.textes[module], appel["ligne"])
        return exception, None

    def juge_saisie(self, exception):
        """Le code demande une saisie : (l'appel à corriger, la phrase).

        Une fonction qui pose des questions reçoit en paramètre (`lire`) de quoi les poser.
        """
        appels = exception.get("appels", [])
        lecteurs = [self.lecteur(appel) for appel in appels]
        if not appels:
            return exception, self.explique(exception, "")
        if "input(" not in appels[-1]["texte"] and lecteurs[-1] and len(appels) > 1:
            fonction, lire = appels[-1]["fonction"], lecteurs[-1]
            if lecteurs[-2]:
                phrase = f"donne {lire} à {fonction}, sinon elle se sert de input."
                return appels[-2], phrase
        elif lecteurs[-1]:
            phrase = f"sers-toi de {lecteurs[-1]} (le paramètre) à la place de input."
            return appels[-1], phrase
        module = os.path.basename(appels[-1]["fichier"])[: -len(".py")]
        fonction = self.copie.fonction_en(module, appels[-1]["ligne"])
        recus = self.copie.lecture(module, fonction).parametres() if fonction is not None else []
        deja = f" Tu as déjà {' et '.join(recus)}." if recus else ""
        return appels[-1], self.explique(exception, "") + deja

    def lecteur(self, appel):
        """Le paramètre de cette fonction qui vaut input si l'on ne dit rien, ou None."""
        module = os.path.basename(appel["fichier"])[: -len(".py")]
        fonction = self.copie.fonction_en(module, appel["ligne"])
        arguments = fonction.args.args[::-1] if fonction is not None else []
        valeurs = fonction.args.defaults[::-1] if fonction is not None else []
        for argument, valeur in zip(arguments, valeurs):
            if isinstance(valeur, ast.Name) and valeur.id == "input":
                return argument.arg
        return None

    def explique(self, exception, module):
        """La phrase qui explique une exception arrivée dans ce module."""
        return phrases.phrase_exception(exception, self.copie.textes, module)

    def juge_valeur(self, exercice, exemple, echec, details):
        """L'exemple est allé au bout, mais ne donne pas ce qui est promis."""
        attendu = exemples.valeur_ecrite(echec["attendu"], sinon=echec["attendu"])
        if exemple["erreur"] is not None:
            nom = exemple["erreur"].split(":")[0]
            details["obtenu"] = "aucune erreur, mais " + (echec["valeur"] or "rien")
            details["piste"] = f"quand la réponse n'a pas de sens, écris : raise {nom}(…)."
            if (echec["valeur"] or "").startswith(nom):
                details["piste"] = f"écris raise {nom}(…), et non return {nom}(…)."
        elif not echec["attendu"]:
            details["attendu"] = "rien"
            details["obtenu"] = echec["valeur"]
            details["piste"] = "ici, la fonction ne doit rien renvoyer."
            attribut = attribut_regarde(echec["code"], exercice.exemples[echec["rang"] + 1 :])
            if attribut is not None:
                details["piste"] += f" Range sa réponse dans self.{attribut}."
        elif isinstance(attendu, str) and attendu == echec["attendu"]:
            self.juge_affichage(exercice, echec, details)
        else:
            self.juge_reponse(exercice, attendu, echec, details)
        return Resultat(exercice, FAUX, phrase_faux(details), details)

    def piste_rien(self, exercice, affiche, echec):
        """Une piste quand la fonction renvoie None au lieu d'une réponse."""
        ligne = ou_est(self.appel_de_l_eleve(echec)[0]).get("ligne") if affiche else None
        return phrases.piste_rien(affiche, ligne, self.copie.return_manque(exercice))

    def juge_affichage(self, exercice, echec, details):
        """On attendait un texte affiché à l'écran."""
        valeur = echec["valeur"] if echec["valeur"] not in (None, "None") else ""
        obtenu = (echec["affiche"] + valeur).rstrip("\n")
        details["obtenu"] = obtenu or "rien"
        if echec["code"].startswith("print(") and obtenu.split("\n")[-1] == "None":
            details["piste"] = self.piste_rien(exercice, obtenu[: -len("None")].strip(), echec)
        elif obtenu and not echec["affiche"]:
            details["piste"] = "ici, il faut afficher (avec info), et non renvoyer."
        elif obtenu:
            details["piste"] = phrases.piste_texte(echec["attendu"], obtenu)

    def juge_reponse(self, exercice, attendu, echec, details):
        """On attendait une valeur."""
        rien = echec["valeur"] in (None, "None")
        obtenu = None
        if not rien:
            texte = echec.get("contenu") or echec["valeur"]
            obtenu = exemples.valeur_ecrite(texte, sinon=echec["valeur"])
        if echec.get("contenu") and identique(attendu, obtenu):
            details["obtenu"] = echec["valeur"]
            details["piste"] = (
                f"le contenu est bon, mais c'est un {echec['type']} et non un simple "
                "dictionnaire : convertis-le avec dict(…)."
            )
            return
        appel, attendu, obtenu = phrases.reduit(echec["code"], attendu, obtenu)
        details["appel"], details["attendu"] = appel, repr(attendu)
        details["obtenu"] = repr(obtenu) if appel != echec["code"] else echec["valeur"] or "None"
        prevue = next((p for p in exercice.pistes if p["quand"] in appel), None)
        if prevue is not None and "obtenu" in prevue:
            details.update({champ: prevue[champ] for champ in prevue if champ != "quand"})
            return
        affiche = echec["affiche"].strip()
        if affiche:
            details["obtenu"] += f" (et, à l'écran : {une_ligne(affiche)})"
        if obtenu is None and attendu is not None:
            details["piste"] = self.piste_rien(exercice, affiche, echec)
        else:
            constantes = self.copie.constantes(exercice)
            details["piste"] = phrases.piste_constante(
                attendu, obtenu, constantes
            ) or phrases.piste_valeur(attendu, obtenu, echec["type"])
        details["piste"] = (
            self.piste_de_l_appel(exercice, appel, attendu, obtenu) or details["piste"]
        )
        if prevue is not None:
            details["piste"] = prevue["piste"].format(attendu=attendu)
        if details["piste"] is None and self.copie.compte(exercice):
            details["piste"] = phrases.piste_compte(attendu, obtenu)
        details["dessin"] = phrases.dessin_utile(attendu, obtenu, echec["grilles"])

    def piste_de_l_appel(self, exercice, appel, attendu, obtenu):
        """Une piste qui tient à ce que l'exemple regarde, ou au code de l'exercice, ou None."""
        etats = {0: "VIDE", 1: "TOUCHEE", -1: "MANQUEE"}
        if ".etat[" in appel and all(type(v) is int and v in etats for v in (attendu, obtenu)):
            return f"l'état de cette case doit être {etats[attendu]}, il est {etats[obtenu]}."
        if isinstance(attendu, list) and isinstance(obtenu, list) and len(obtenu) == 1:
            for fonction in self.copie.definitions(exercice)[-1:]:
                lue = self.copie.lecture(exercice.module, fonction)
                if len(attendu) > 1 and lue.a_un_return_en_boucle():
                    return "il n'y en a qu'une : le return est peut-être dans la boucle."
        return None

    def note_faute_module(self, module, exception):
        """Un module ne se charge pas : le code écrit hors des fonctions s'arrête."""
        details = ou_est(exception.get("module", exception))
        coupable = details.pop("fichier", module + ".py")[:-3]
        coupable = coupable if coupable in self.copie.textes else module
        phrase = self.explique(exception, coupable)
        if "manque" in exception:
            phrase = f"ce code se sert de {exception['manque']}, qui n'est pas encore fait."
            details["piste"] = 'mets tes essais en bas du fichier, sous if __name__ == "__main__":'
        for fichier in cachent_python(self.copie.dossier):
            details["piste"] = f"{fichier} cache un module de Python : renomme ce fichier."
        self.copie.note_faute(coupable, phrase, **details)

    def note_boucle(self, identifiant, nouvelle):
        """Un exercice, ou le chargement d'un module, ne s'arrête pas."""
        self.limite = min(self.limite, exemples.LIMITE_SUITE)
        details = ou_est(nouvelle)
        raison, details["piste"], noms = explique_boucle(nouvelle)
        variables = [list(couple) for couple in nouvelle.get("variables", [])]
        details["variables"] = [v for v in variables if not noms or v[0] in noms][:4]
        details["figees"] = nouvelle.get("figees", [])
        phrase = "le code ne s'arrête pas."
        if nouvelle.get("fichier"):
            debut = "la boucle de la ligne" if est_boucle(details["texte"]) else "la ligne"
            phrase = f"{debut} {details['ligne']} de {details['fichier']} ne s'arrête pas{raison}."
            if nouvelle.get("dort"):
                phrase = f"le code attend sans rien faire, ligne {details['ligne']}."
        if identifiant in self.registre.squelettes:
            module = details.pop("fichier", identifiant + ".py")[:-3]
            self.copie.note_faute(module, phrase, **details)
            return
        exercice = self.registre[identifiant]
        fonction = nouvelle.get("fonction")
        remarque = self.remarque_en(details)
        if remarque is not None:
            details["piste"] = f"ligne {remarque.ligne}, {remarque.phrase}"
        autre = self.exercice_de(details.get("fichier", "")[:-3], fonction)
        if autre is not None and autre.id != identifiant:
            phrase = f"dans {autre.id}, {phrase}"
        elif autre is None and fonction and est_boucle(details.get("texte") or ""):
            phrase = f"dans {fonction}, {phrase}"
        self.resultats[identifiant] = Resultat(exercice, BOUCLE, phrase, details)

    def remarque_en(self, details):
        """L'étourderie de la fonction où est cette ligne, ou None."""
        module = details.get("fichier", "")[: -len(".py")]
        fonction = self.copie.fonction_en(module, details.get("ligne") or 0)
        if fonction is None:
            return None
        return self.copie.lecture(module, fonction).remarque()

    def exercice_de(self, module, fonction):
        """L'exercice dont la cible est cette fonction de ce module, ou None."""
        for exercice in self.registre.exercices:
            if exercice.module == module and exercice.cible.split(".")[-1] == fonction:
                return exercice
        return None

    def note_arret(self, identifiant):
        """Le processus des essais est mort sans rien dire."""
        phrase = "ton code arrête brutalement Python."
        if identifiant in self.registre.squelettes:
            self.copie.note_faute(identifiant, phrase)
            return
        exercice = self.registre[identifiant]
        self.resultats[identifiant] = Resultat(exercice, ERREUR, phrase)

    def cherche_suspects(self, resultat):
        """Note les prérequis qui ne vont pas : c'est par eux qu'il faut commencer."""
        if resultat.statut not in (FAUX, ERREUR, BOUCLE) or "module_fautif" in resultat.details:
            return
        fautifs = [
            autre
            for autre in self.registre.tous_les_prerequis(resultat.id)
            if self.resultats[autre].statut in (FAUX, ERREUR, BOUCLE)
        ]
        if fautifs:
            resultat.details["suspects"] = fautifs[:2]


def preparation(codes):
    """Parmi les exemples d'avant, ceux qui préparent la suite (pas les simples questions).

    >>> preparation(["coord('C3')", "g = Grille(2, 1)", "g.reinit()", "sorted(g.vides)"])
    ['g = Grille(2, 1)', 'g.reinit()']
    """
    gardes, noms = [], set()
    for code in codes:
        noeuds = list(ast.walk(ast.parse(code)))
        cites = {n.id for n in noeuds if isinstance(n, ast.Name)}
        noms |= {n.id for n in noeuds if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        appels = [n for n in noeuds if isinstance(n, ast.Call)]
        agit = any(isinstance(n, ast.Assign) for n in noeuds) or any(
            not hasattr(builtins, getattr(n.func, "id", "")) for n in appels
        )
        if agit and cites & noms:
            gardes.append(code)
    return gardes


def attribut_regarde(code, suite):
    """L'attribut de l'objet de `code` que regarde le premier exemple de la `suite`, ou None.

    >>> attribut_regarde("g.update_vides()", [{"code": "sorted(g.vides)"}])
    'vides'
    """
    objet = re.match(r"(\w+)\.", code)
    if objet is None or not suite:
        return None
    attribut = re.search(rf"\b{objet.group(1)}\.(\w+)\b(?!\()", suite[0]["code"])
    return attribut.group(1) if attribut else None


def phrase_faux(details):
    """« alpha((2, 3)) donne 'D2' ; on attend 'C3'. », si cela tient en une ligne ou deux."""
    textes = [details["appel"], details["obtenu"], details["attendu"]]
    if sum(len(texte) for texte in textes) < 110 and not any("\n" in texte for texte in textes):
        return "{} donne {} ; on attend {}.".format(*textes)
    return f"{une_ligne(details['appel'])} ne donne pas ce qui est attendu."


def une_ligne(texte):
    """La première ligne du texte, raccourcie si elle est trop longue."""
    premiere = texte.split("\n")[0]
    return premiere if len(premiere) <= 60 else premiere[:57] + "…"


def ou_est(description):
    """Le fichier (sans son dossier), la ligne et le texte de la ligne, quand on les connaît."""
    if not description.get("fichier"):
        return {}
    return {
        "fichier": os.path.basename(description["fichier"]),
        "ligne": description.get("ligne"),
        "texte": description.get("texte", ""),
    }


def est_boucle(texte):
    """True si la ligne commence une boucle."""
    return texte.startswith(("while", "for"))


DIRECTIONS = re.compile(r"d[xy]|direction|sens|axe")  # ce qui n'a pas à changer dans une boucle


def explique_boucle(nouvelle):
    """Pourquoi la boucle ne s'arrête pas : (fin de la phrase, piste, variables à montrer)."""
    if nouvelle.get("dort"):
        piste = "y a-t-il un sleep, ou une attente ? Ici, le code doit répondre tout de suite."
        return "", piste, []
    if re.match(r"while\s*\(?\s*(True|1)\b", nouvelle.get("texte", "")):
        piste = "while True ne s'arrête que sur return ou break : quand faut-il en sortir ?"
        return "", piste, []
    test = nouvelle.get("test", [])
    figees = [nom for nom in test if nom in nouvelle.get("figees", [])]
    figees = [nom for nom in figees if not DIRECTIONS.fullmatch(nom)] or figees
    figees = [nom for nom in figees if nom in nouvelle.get("locales", [])] or figees
    if figees:
        car = f"{' et '.join(figees)} ne changent jamais"
        if len(figees) == 1:
            car = f"{figees[0]} vaut toujours {dict(nouvelle['variables'])[figees[0]]}"
        piste = f"à quel moment la boucle doit-elle modifier {' ou '.join(figees)} ?"
        return f" : sa condition reste vraie, car {car}", piste, test
    piste = "qu'est-ce qui doit rendre la condition fausse ? Le code le fait-il ?"
    if not test:
        return "", piste, []
    return " : sa condition redevient toujours vraie", piste, test
