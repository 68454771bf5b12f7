"""L'examen d'un exercice : faire tourner ses exemples publics, et expliquer ce qui ne va pas."""

import ast
import builtins
import os
import re

from . import autopsie, exemples, lecture, phrases
from .fichiers import analyse, cachent_python
from .resultat import A_FAIRE, BLOQUE, BOUCLE, ERREUR, FAUX, REUSSI, Resultat
from .source import trouve


class Examen:
    """L'examen de quelques exercices d'une copie : `resultats` est {identifiant: Resultat}."""

    def __init__(self, fichiers, commande):
        self.fichiers = fichiers
        self.registre = fichiers.registre
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
                resultat = self.fichiers.sans_executer(exercice) or self.attend_une_boucle(exercice)
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
        """BLOQUE si un prérequis ne finit pas à temps : inutile d'attendre encore."""
        for autre in self.registre.tous_les_prerequis(exercice.id):
            if autre in self.resultats and self.resultats[autre].statut == BOUCLE:
                phrase = f"il faut d'abord corriger {autre}, qui ne finit pas à temps."
                return Resultat(exercice, BLOQUE, phrase)
        return None

    def fait_tourner(self, exercices):
        """Fait tourner les exemples de ces exercices, jusqu'à la première boucle sans fin."""
        requete = {
            "dossier": self.fichiers.dossier,
            "textes": self.fichiers.textes,
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
        avant = len(self.resultats), len(self.fichiers.fautes)
        self.tient_compte_de(nouvelles, exercices[0].id)
        if avant == (len(self.resultats), len(self.fichiers.fautes)):
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
        doubles = self.fichiers.definie_deux_fois(exercice)
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
        """Les exemples sont justes : reste-t-il un print, ou de quoi être refusé en correction ?"""
        refuse = self.fichiers.refuse(exercice)
        if refuse is not None:
            ligne, nom, raison = refuse
            fichier = exercice.module + ".py"
            phrase = f"ligne {ligne} de {fichier} : {nom} n'est pas permis ; {raison}."
            return Resultat(exercice, FAUX, phrase, {"fichier": fichier, "remarque": True})
        ligne = self.fichiers.print_au_lieu_d_info(exercice)
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
        fonctions = [(exercice.module, f) for f in self.fichiers.definitions(exercice)[-1:]]
        for appel in reversed((echec["exception"] or {}).get("appels", [])):
            module = os.path.basename(appel["fichier"])[: -len(".py")]
            if not self.fichiers.est_donnee(module, appel["ligne"]):
                fonctions.append((module, self.fichiers.fonction_en(module, appel["ligne"])))
        regarde = re.fullmatch(r"(?:sorted\()?\w+\.(\w+)\)?", resultat.details["appel"])
        absent = re.search(
            r"has no attribute '(\w+)'", (echec["exception"] or {}).get("message", "")
        )
        regarde = (absent or regarde).group(1) if absent or regarde else None
        for module, fonction in fonctions:
            if fonction is None or module not in self.fichiers.textes:
                continue
            lue = self.fichiers.lecture(module, fonction)
            remarque = self.entete_changee(exercice, fonction) or lue.remarque()
            if remarque is None and regarde:
                remarque = lue.attribut_oublie(regarde)
            if remarque is None and regarde and not lue.change(regarde):
                if resultat.statut == FAUX:
                    resultat.details["piste"] = f"ton code ne met pas {regarde} à jour."
            if remarque is not None:
                fichier, ligne = module + ".py", remarque.ligne
                texte = self.fichiers.textes[module].split("\n")[ligne - 1].strip()
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
        phrase = f"la ligne def a changé : remets {self.fichiers.entete(exercice)}"
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
            if not reussi and not self.fichiers.est_donnee(module, appel["ligne"]):
                return appel, appelee
            appelee = appel["fonction"]
            if appelee == "__init__":
                appelee = lecture.classe_en(self.fichiers.textes[module], appel["ligne"])
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
        fonction = self.fichiers.fonction_en(module, appels[-1]["ligne"])
        recus = self.fichiers.lecture(module, fonction).parametres() if fonction is not None else []
        deja = f" Tu as déjà {' et '.join(recus)}." if recus else ""
        return appels[-1], self.explique(exception, "") + deja

    def lecteur(self, appel):
        """Le paramètre de cette fonction qui vaut input si l'on ne dit rien, ou None."""
        module = os.path.basename(appel["fichier"])[: -len(".py")]
        fonction = self.fichiers.fonction_en(module, appel["ligne"])
        arguments = fonction.args.args[::-1] if fonction is not None else []
        valeurs = fonction.args.defaults[::-1] if fonction is not None else []
        for argument, valeur in zip(arguments, valeurs):
            if isinstance(valeur, ast.Name) and valeur.id == "input":
                return argument.arg
        return None

    def explique(self, exception, module):
        """La phrase qui explique une exception arrivée dans ce module."""
        return phrases.phrase_exception(exception, self.fichiers.textes, module)

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
        return phrases.piste_rien(affiche, ligne, self.fichiers.return_manque(exercice))

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
            obtenu = exemples.valeur_ecrite(echec["valeur"], sinon=echec["valeur"])
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
            constantes = self.fichiers.constantes(exercice)
            details["piste"] = phrases.piste_constante(
                attendu, obtenu, constantes
            ) or phrases.piste_valeur(attendu, obtenu, echec["type"])
        details["piste"] = (
            self.piste_de_l_appel(exercice, appel, attendu, obtenu) or details["piste"]
        )
        if prevue is not None:
            details["piste"] = prevue["piste"].format(attendu=attendu)
        if details["piste"] is None and self.fichiers.compte(exercice):
            details["piste"] = phrases.piste_compte(attendu, obtenu)
        details["dessin"] = phrases.dessin_utile(attendu, obtenu, echec["grilles"])

    def piste_de_l_appel(self, exercice, appel, attendu, obtenu):
        """Une piste qui tient à ce que l'exemple regarde, ou au code de l'exercice, ou None."""
        etats = {0: "VIDE", 1: "TOUCHEE", -1: "MANQUEE"}
        if ".etat[" in appel and all(type(v) is int and v in etats for v in (attendu, obtenu)):
            return f"l'état de cette case doit être {etats[attendu]}, il est {etats[obtenu]}."
        if isinstance(attendu, list) and isinstance(obtenu, list) and len(obtenu) == 1:
            for fonction in self.fichiers.definitions(exercice)[-1:]:
                lue = self.fichiers.lecture(exercice.module, fonction)
                if len(attendu) > 1 and lue.a_un_return_en_boucle():
                    return "il n'y en a qu'une : le return est peut-être dans la boucle."
        return None

    def note_faute_module(self, module, exception):
        """Un module ne se charge pas : le code écrit hors des fonctions s'arrête."""
        details = ou_est(exception.get("module", exception))
        coupable = details.pop("fichier", module + ".py")[:-3]
        coupable = coupable if coupable in self.fichiers.textes else module
        phrase = self.explique(exception, coupable)
        if "manque" in exception:
            phrase = f"ce code se sert de {exception['manque']}, qui n'est pas encore fait."
            details["piste"] = 'mets tes essais en bas du fichier, sous if __name__ == "__main__":'
        for fichier in cachent_python(self.fichiers.dossier):
            details["piste"] = f"{fichier} cache un module de Python : renomme ce fichier."
        self.fichiers.note_faute(coupable, phrase, **details)

    def note_boucle(self, identifiant, nouvelle):
        """Un exercice, ou le chargement d'un module, n'a pas fini à temps."""
        self.limite = min(self.limite, exemples.LIMITE_SUITE)
        details, boucle = ou_est(nouvelle), nouvelle.get("boucle")
        variables = [] if nouvelle.get("dort") else nouvelle.get("variables", [])
        test = boucle["test"] if boucle else []
        details["variables"] = [v for v in variables if not test or v[0] in test][:4]
        details["figees"] = nouvelle.get("figees", [])
        details["piste"] = autopsie.piste(nouvelle)
        phrase = autopsie.phrase(nouvelle) + "."
        if identifiant in self.registre.squelettes:
            module = details.pop("fichier", identifiant + ".py")[:-3]
            self.fichiers.note_faute(module, phrase, **details)
            return
        exercice = self.registre[identifiant]
        fonction = nouvelle.get("fonction")
        remarque = self.remarque_en(details)
        if remarque is not None:
            details["piste"] = f"ligne {remarque.ligne}, {remarque.phrase}"
        autre = self.exercice_de(details.get("fichier", "")[:-3], fonction)
        if autre is not None and autre.id != identifiant:
            phrase = f"dans {autre.id}, {phrase}"
        elif autre is None and boucle:
            phrase = f"dans {fonction}, {phrase}"
        self.resultats[identifiant] = Resultat(exercice, BOUCLE, phrase, details)

    def remarque_en(self, details):
        """L'étourderie de la fonction où est cette ligne, ou None."""
        module = details.get("fichier", "")[: -len(".py")]
        fonction = self.fichiers.fonction_en(module, details.get("ligne") or 0)
        if fonction is None:
            return None
        return self.fichiers.lecture(module, fonction).remarque()

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
            self.fichiers.note_faute(identifiant, phrase)
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
