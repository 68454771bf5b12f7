"""L'examen d'un exercice : faire tourner ses exemples publics, et expliquer ce qui ne va pas."""

import ast
import builtins
import os
import re

from . import autopsie, dessins, erreurs_appels, exemples, lecture, phrases, pistes
from .fichiers import analyse, cachent_python
from .resultat import A_FAIRE, BLOQUE, BOUCLE, ERREUR, FAUX, REUSSI, Resultat
from .source import trouve

# Dans une docstring, la fonction que l'énoncé demande d'appeler : « avec `info` »…
ADRESSE = re.compile(r"<(?:[\w.<>]+\.)?(\w+) object at 0x[0-9A-Fa-f]+>")  # un objet, vu par repr
DEMANDE = re.compile(r"\b(?:avec|par|appelle|donne|répète|ensuite)\s+`(\w+)`", re.IGNORECASE)


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
            "travaux": [{"id": e.id, "module": e.module, "essais": e.essais} for e in exercices],
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
        essai = exercice.essais[echec["essai"]]
        if echec.get("valeur"):
            echec = dict(echec, valeur=ADRESSE.sub(r"un \1", echec["valeur"]))
        if "pas_une_liste" in echec:
            appel = une_ligne(ce_que_trie(echec["code"]))
            phrase = f"{appel} donne un {echec['pas_une_liste']} ; on attend une liste."
            piste = "convertis-le avec list(…)."
            details = {"avant": preparation(echec["avant"]), "appel": appel, "attendu": "une liste"}
            details.update(obtenu=f"un {echec['pas_une_liste']}", piste=piste)
            details["essai"] = essai["titre"]
            return Resultat(exercice, FAUX, phrase, details)
        details = {"appel": echec["code"], "attendu": echec["attendu"]}
        details["avant"] = preparation(echec["avant"])
        details["essai"], details["dessin"] = essai["titre"], None
        doubles = self.fichiers.definie_deux_fois(exercice)
        exemple = essai["exemples"][echec["rang"]]
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
            if not self.est_sure(module, appel):
                fonctions.append((module, self.fichiers.fonction_en(module, appel["ligne"])))
        regarde = re.fullmatch(r"(?:sorted\()?\w+\.(\w+)\)?", resultat.details["appel"])
        classe = exercice.cible.split(".")[0]
        absent = re.search(
            rf"'{classe}' object has no attribute '(\w+)'",
            (echec["exception"] or {}).get("message", ""),
        )
        regarde = (absent or regarde).group(1) if absent or regarde else None
        for module, fonction in fonctions:
            if fonction is None or module not in self.fichiers.textes:
                continue
            lue = self.fichiers.lecture(module, fonction)
            vide = regarde if resultat.details["obtenu"] == "[]" else None
            remarque = self.entete_changee(exercice, fonction) or lue.remarque(
                exercice.procedure, erreur=resultat.statut == ERREUR, vide=vide
            )
            if remarque is None and regarde:
                remarque = lue.attribut_oublie(regarde)
            if remarque is None and regarde in self.siens(exercice) and not lue.change(regarde):
                if resultat.statut == FAUX:
                    renvoie = exercice.procedure and lue.renvoie_une_valeur()
                    au_lieu = " : range-y ta réponse, au lieu de la renvoyer" if renvoie else ""
                    resultat.details["piste"] = f"ton code ne met pas {regarde} à jour{au_lieu}."
            if remarque is not None:
                fichier, ligne = module + ".py", remarque.ligne
                texte = self.fichiers.textes[module].split("\n")[ligne - 1].strip()
                resultat.phrase = f"ligne {ligne} de {fichier} : {remarque.phrase}"
                resultat.details.update(fichier=fichier, ligne=ligne, texte=texte)
                resultat.details.update(piste=None, dessin=None, remarque=True)
                return

    def siens(self, exercice):
        """Les attributs que l'exercice peut changer : ceux de sa classe, et ceux qu'il promet."""
        classe = exercice.cible.rpartition(".")[0]
        if not classe:  # une fonction n'a pas d'attributs à elle
            return set()
        promis = self.promesses(exercice)["promis"]
        return lecture.membres(self.fichiers.textes, classe).union(promis)

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
        if not exception.get("appels") and not exemple["erreur"]:
            dans_l_exemple = self.juge_dans_l_exemple(exercice, echec, details)
            if dans_l_exemple is not None:
                return dans_l_exemple
        appel, donnee = self.appel_de_l_eleve(exception)
        saisie = exception["type"] == "SaisieInterdite"
        if saisie:
            appel, phrase = self.juge_saisie(exception)
        details.update(ou_est(appel))
        if not saisie:
            module = details.get("fichier", exercice.module + ".py")[: -len(".py")]
            phrase = self.explique(
                dict(
                    exception,
                    en_appelant=donnee,
                    taille=echec["taille"],
                    **self.promesses(exercice),
                ),
                module,
            )
        details["obtenu"] = f"Python s'arrête ({exception['type']})"
        if saisie:
            details["obtenu"] = "Python attend une réponse au clavier"
        if exemple["erreur"] is not None and exception["type"] == exemple["erreur"].split(":")[0]:
            details["obtenu"] = f"une erreur {exception['type']}, sans phrase à toi"
            if exception["message"].strip():
                details["piste"] = (
                    "contrôle le texte avant d'en arriver à cette ligne, et lève l'erreur "
                    'toi-même : raise ValueError("une phrase qui aide").'
                )
                phrase = "l'erreur est celle de Python, en anglais : il faut une phrase à toi."
                return Resultat(exercice, FAUX, phrase, details)
            details["piste"] = 'ajoute une phrase qui aide : raise ValueError("…").'
            return Resultat(exercice, FAUX, "l'erreur levée n'a pas de phrase.", details)
        voulue = exemple["erreur"] and exemple["erreur"].split(":")[0]
        if voulue and re.match(r"(raise|assert)\b", details.get("texte") or ""):
            phrase = f"on attend ici une erreur {voulue}, et non {exception['type']}"
            phrase += f" : écris raise {voulue}(…)."
        ou, appelee = "", self.appelee_par(exception, appel)
        if not saisie and appelee.get("mauvais"):
            phrase = erreurs_appels.phrase_mal_appelee(appelee, self.fichiers.textes)
        elif appelee and exception["texte"].startswith("raise "):
            phrase = erreurs_appels.phrase_levee(
                exception, appelee["fonction"], self.oubliees(exercice)
            )
        quitte = exception.get("texte", "").startswith("raise ") and self.break_avant(appel)
        if quitte:
            phrase = phrase.split(" Évite ce cas")[0] + quitte
        if details.get("ligne"):
            avec = f" avec {appelee['recu']}" if appelee.get("recu") else ""
            par = f", en appelant {donnee}{avec}" if donnee and "mauvais" not in appelee else ""
            ou = f"ligne {details['ligne']} de {details['fichier']}{par} : "
        levee = exception.get("texte", "").startswith("raise ")
        details["piste"] = None if saisie or levee else self.piste_partagee(appelee)
        return Resultat(exercice, ERREUR, ou + phrase, details)

    def break_avant(self, appel):
        """« break ne quitte que la boucle… », si la ligne de l'appel suit une telle boucle."""
        lue = self.lecture_de(appel)
        ligne = lue.break_avant(appel["ligne"]) if lue is not None else None
        if ligne is None:
            return ""
        return (
            f" Le break de la ligne {ligne} ne quitte que la boucle, et cette ligne-ci est faite "
            "ensuite : pour quitter la fonction, c'est return."
        )

    def promesses(self, exercice):
        """Ce que l'exercice promet de remplir, ce qu'il remplit, et les noms de ses prérequis."""
        prerequis = self.registre.tous_les_prerequis(exercice.id)
        return {
            "promis": re.findall(r"`(\w+)`", self.fichiers.docstring(exercice)),
            "remplit": [getattr(n, "attr", None) for n in self.noeuds_de(exercice)
                        if isinstance(getattr(n, "ctx", None), ast.Store)],
            "prerequis": [self.registre[autre].nom for autre in prerequis],
        }  # fmt: skip

    def juge_dans_l_exemple(self, exercice, echec, details):
        """L'erreur arrive dans l'exemple, à cause de la valeur qu'a donnée le code ; ou None."""
        source = source_de(echec["code"], echec["avant"], echec["exception"])
        if source is None:
            return None
        if "NoneType" in echec["exception"]["message"]:
            details["appel"], details["obtenu"] = source, "None"
            direct = une_ligne(ce_que_trie(echec["code"])) == source
            details["attendu"] = (direct and echec["attendu"]) or "une valeur"
            details["piste"] = self.piste_rien(exercice, echec["affiche"], echec)
            return Resultat(exercice, FAUX, f"{source} donne None.", details)
        phrase = phrases.phrase_d_exemple(echec["exception"], source)
        if phrase is None:
            return None
        details["obtenu"] = phrase
        return Resultat(exercice, FAUX, phrase, details)

    def appelee_par(self, exception, appel):
        """L'appel que fait `appel`, dans la suite des appels qui mène à l'erreur ; {} sinon."""
        appels = exception.get("appels", [])
        rang = next((i for i, a in enumerate(appels) if a is appel), len(appels)) + 1
        return appels[rang] if rang < len(appels) else {}

    def piste_partagee(self, appelee):
        """Une piste si l'erreur arrive dans une fonction réussie, qui reçoit de bonnes valeurs.

        On ne sait pas alors laquelle des deux est à revoir : celle qui appelle, ou l'appelée.
        """
        module = os.path.basename(appelee.get("fichier", ""))[: -len(".py")]
        if not appelee.get("recu") or self.fichiers.est_donnee(module, appelee["ligne"]):
            return None
        return (
            f"{appelee['fonction']} s'arrête à la ligne {appelee['ligne']} de {module}.py : "
            "est-ce à elle de prévoir ce cas, ou à la fonction qui l'appelle ?"
        )

    def appel_de_l_eleve(self, exception):
        """L'appel le plus profond qui est à corriger, et le nom de la fonction qu'il appelle.

        Quand l'erreur arrive dans du code donné, ou dans un autre exercice déjà réussi, c'est
        l'appel qui est à corriger.
        """
        appelee = None
        for appel in reversed(exception.get("appels", [])):
            module = os.path.basename(appel["fichier"])[: -len(".py")]
            mal_appelee = appel.get("mauvais") and appel is not exception["appels"][0]
            if not mal_appelee and not self.est_sure(module, appel):
                return appel, appelee
            appelee = appel["fonction"]
            if appelee == "__init__":
                appelee = lecture.classe_en(self.fichiers.textes[module], appel["ligne"])
        return exception, None

    def est_sure(self, module, appel):
        """True si la fonction de cet appel est donnée, ou celle d'un exercice déjà réussi."""
        exercice = self.exercice_de(module, appel["fonction"])
        resultat = self.resultats.get(exercice.id) if exercice is not None else None
        reussi = resultat is not None and resultat.reussi
        return reussi or self.fichiers.est_donnee(module, appel["ligne"])

    def juge_saisie(self, exception):
        """Le code demande une saisie : (l'appel à corriger, la phrase).

        Une fonction qui pose des questions reçoit en paramètre (`lire`) de quoi les poser.
        """
        appels = exception.get("appels", [])
        if not appels:
            return exception, self.explique(exception, "")
        appel, avant = appels[-1], appels[-2] if len(appels) > 1 else None
        lire = self.lecteur(appel)
        if lire and "input(" in appel["texte"]:
            return appel, f"sers-toi de {lire} (le paramètre) à la place de input."
        if lire and avant and self.lecteur(avant):
            return avant, f"donne {lire} à {appel['fonction']}, sinon elle se sert de input."
        if lire and avant:
            phrase = f"{appel['fonction']} pose sa question au clavier, et personne ne répond."
            return avant, phrase + self.demande_par_l_enonce(avant)
        lue = self.lecture_de(appel)
        recus = lue.parametres() if lue is not None else []
        deja = f" Sers-toi de {' et '.join(recus)}, que la fonction reçoit." if recus else ""
        return appel, self.explique(exception, "") + deja

    def demande_par_l_enonce(self, appel):
        """La fonction que l'énoncé de cet exercice demande d'appeler, et que le code oublie."""
        module = os.path.basename(appel["fichier"])[: -len(".py")]
        exercice = self.exercice_de(module, appel["fonction"])
        oubliees = self.oubliees(exercice) if exercice is not None else ""
        return f" L'énoncé demande {oubliees}, que ton code n'appelle pas." if oubliees else ""

    def oubliees(self, exercice):
        """« f et g » : ce que l'énoncé demande d'appeler, et que le code n'appelle pas ; ou ""."""
        noms = []
        for lue in self.lectures(exercice):
            textes = lue.textes.values()
            connues = {f.name for t in textes for f in lecture.fonctions_et_methodes(t)}
            cites = DEMANDE.findall(self.fichiers.docstring(exercice))
            noms = [n for n in cites if n in connues and n != exercice.nom and not lue.appelle(n)]
        return " et ".join(dict.fromkeys(noms[:2]))

    def lecture_de(self, appel):
        """De quoi lire la fonction où est cet appel, ou None."""
        module = os.path.basename(appel["fichier"])[: -len(".py")]
        fonction = self.fichiers.fonction_en(module, appel["ligne"])
        return self.fichiers.lecture(module, fonction) if fonction is not None else None

    def lecteur(self, appel):
        """Le paramètre de cette fonction qui vaut input si l'on ne dit rien, ou None."""
        lue = self.lecture_de(appel)
        return next(iter(lue.lecteurs()), None) if lue is not None else None

    def explique(self, exception, module):
        """La phrase qui explique une exception arrivée dans ce module."""
        return phrases.phrase_exception(exception, self.fichiers.textes, module)

    def juge_valeur(self, exercice, exemple, echec, details):
        """L'exemple est allé au bout, mais ne donne pas ce qui est promis."""
        attendu = exemples.valeur_ecrite(echec["attendu"], sinon=echec["attendu"])
        if exemple["erreur"] is not None:
            nom = exemple["erreur"].split(":")[0]
            details["obtenu"] = "aucune erreur, mais " + (echec["valeur"] or "rien")
            details["piste"] = self.piste_sans_erreur(exercice, nom)
            if (echec["valeur"] or "").startswith(nom):
                details["piste"] = f"écris raise {nom}(…), et non return {nom}(…)."
        elif not echec["attendu"]:
            details["attendu"], details["obtenu"] = "None", echec["valeur"] or "un affichage"
        elif re.match(r"\{?(frozen)?set\(", echec["attendu"]):  # ne s'écrit pas comme une valeur
            details["obtenu"] = echec["valeur"] or "None"
            liste = echec["type"] == "list"
            details["piste"] = pistes.ENSEMBLE if liste else None
            if echec["valeur"] in (None, "None"):
                details["piste"] = self.piste_rien(exercice, echec["affiche"], echec)
        elif isinstance(attendu, str) and attendu == echec["attendu"]:
            self.juge_affichage(exercice, echec, details)
        else:
            self.juge_reponse(exercice, attendu, echec, details)
        return Resultat(exercice, FAUX, phrase_faux(details), details)

    def piste_sans_erreur(self, exercice, nom):
        """Une piste quand le code aurait dû lever cette erreur, et ne l'a pas fait."""
        if leve(self.noeuds_de(exercice), nom):
            return f"ton code lève {nom} dans d'autres cas, pas pour cet appel : que lui échappe ?"
        for lue in self.lectures(exercice):
            if lue.appelle("reinit"):
                return "reinit vide toute la grille, même les cases marquées avant cet appel."
        if self.oubliees(exercice):
            return f"l'énoncé demande {self.oubliees(exercice)}, que ton code n'appelle pas."
        for lue in self.lectures(exercice):
            connues = [f for t in lue.textes.values() for f in lecture.fonctions_et_methodes(t)]
            if any(lue.appelle(f.name) and leve(ast.walk(f), nom) for f in connues):
                return None  # c'est peut-être à cette fonction de la lever
        if f"lève {nom}" in self.fichiers.docstring(exercice):
            return f"quand la réponse n'a pas de sens, écris : raise {nom}(…)."
        return None

    def piste_rien(self, exercice, affiche, echec):
        """Une piste quand la fonction renvoie None au lieu d'une réponse."""
        ligne = ou_est(self.appel_de_l_eleve(echec)[0]).get("ligne") if affiche else None
        un_seul = all(lue.affiche_une_fois() for lue in self.lectures(exercice))
        manque = self.fichiers.return_manque(exercice)
        return pistes.piste_rien(affiche, ligne, manque, un_seul)

    def lectures(self, exercice):
        """De quoi lire la fonction de l'exercice : une liste d'une Lecture, ou vide."""
        return [
            self.fichiers.lecture(exercice.module, fonction)
            for fonction in self.fichiers.definitions(exercice)[-1:]
        ]

    def juge_affichage(self, exercice, echec, details):
        """On attendait un texte affiché à l'écran."""
        valeur = echec["valeur"] if echec["valeur"] not in (None, "None") else ""
        obtenu = (echec["affiche"] + valeur).rstrip("\n")
        details["obtenu"] = obtenu or "rien"
        if echec["code"].startswith("print(") and obtenu.split("\n")[-1] == "None":
            details["piste"] = self.piste_rien(exercice, obtenu[: -len("None")].strip(), echec)
        elif obtenu and not echec["affiche"]:
            details["piste"] = "ici, il faut afficher (avec info), et non renvoyer."
        elif isinstance(exemples.valeur_ecrite(obtenu), list) and "print(" not in echec["code"]:
            details["piste"] = "ton code affiche la liste entière : affiche ses éléments un par un."
        elif obtenu:
            details["piste"] = pistes.piste_texte(echec["attendu"], obtenu)

    def juge_reponse(self, exercice, attendu, echec, details):
        """On attendait une valeur."""
        rien = echec["valeur"] in (None, "None")
        obtenu = None
        if not rien:
            obtenu = exemples.valeur_ecrite(echec["valeur"], sinon=echec["valeur"])
        appel = echec["code"]
        details["appel"] = ce_qui_donne(appel, echec["avant"])
        if details["appel"] != appel:  # l'appel est montré : inutile de le redire avant
            autres = [c for c in echec["avant"] if not re.search(rf"\b{re.escape(appel)}\b", c)]
            details["avant"] = preparation(autres)
        details["attendu"], details["obtenu"] = repr(attendu), echec["valeur"] or "None"
        prevues = [p for p in exercice.pistes if p["quand"] in appel]
        prevue = next((p for p in prevues if p.get("si") in (None, details["obtenu"])), None)
        if prevue is not None and "obtenu" in prevue:
            details.update(
                {champ: prevue[champ] for champ in prevue if champ not in ("quand", "si")}
            )
            return
        affiche = echec["affiche"].strip()
        if affiche:
            details["obtenu"] += f" (et, à l'écran : {une_ligne(affiche)})"
        attribut = re.fullmatch(r"\w+\.(\w+)", details["appel"])
        if obtenu is None and attendu is not None and attribut:
            details["piste"] = f"ici, ton code ne met pas {attribut.group(1)} à jour."
        elif obtenu is None and attendu is not None:
            details["piste"] = self.piste_rien(exercice, affiche, echec)
        else:
            constantes = self.fichiers.constantes(exercice)
            details["piste"] = pistes.piste_constante(
                attendu, obtenu, constantes
            ) or pistes.piste_valeur(attendu, obtenu, echec["type"], self.noeuds_de(exercice))
        details["piste"] = (
            self.piste_de_l_appel(exercice, appel, attendu, obtenu, echec["avant"])
            or details["piste"]
        )
        if echec["trie"] == "tuple":  # trié, un couple devient une liste qui égare
            donne = une_ligne(ce_que_trie(appel))
            details["piste"] = f"{donne} donne un {echec['trie']} ; on attend une liste."
        if prevue is not None:
            details["piste"] = prevue["piste"].format(attendu=attendu)
        if "directions" in appel and details["piste"]:
            details["piste"] = dessins.sans_nom_de_case(details["piste"])
        details["dessin"] = dessins.dessin_utile(
            attendu, obtenu, appel, echec["grilles"], echec["taille"]
        )

    def noeuds_de(self, exercice):
        """Les nœuds du code de l'exercice."""
        return [noeud for lue in self.lectures(exercice) for noeud in lue.noeuds]

    def piste_de_l_appel(self, exercice, appel, attendu, obtenu, avant):
        """Une piste qui tient à ce que l'exemple regarde, ou au code de l'exercice, ou None."""
        etats = {0: "VIDE", 1: "TOUCHEE", -1: "MANQUEE"}
        if ".etat[" in appel and all(type(v) is int and v in etats for v in (attendu, obtenu)):
            grille = re.search(r"([\w.]+)\.etat\[", appel).group(1)
            return f"dans {grille}, cette case doit être {etats[attendu]}, et non {etats[obtenu]}."
        attribut = re.fullmatch(r"(?:sorted\()?[\w.]+\.(\w+)\)?", appel)
        depart = valeur_de_depart(attribut.group(1), avant) if attribut else None
        if isinstance(attendu, list) and isinstance(obtenu, list) and attribut is not None:
            for lue in self.lectures(exercice):
                retire = lue.ligne_qui_retire(attribut.group(1))
                if retire is not None and len(obtenu) < len(attendu) and depart == attendu:
                    nom = attribut.group(1)
                    return "{2} ne doit pas changer : ligne {0}, {1} en retire.".format(
                        *retire, nom
                    )
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
            if autre.id in self.resultats and self.resultats[autre.id].reussi:
                details["piste"] = (
                    f"{autre.id} est réussi : c'est la façon dont {exercice.nom} s'en sert qui est "
                    "à revoir. L'objet est-il neuf à chaque fois ?"
                )
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
        """Si un prérequis dont le code se sert ne va pas, c'est par lui qu'il faut commencer."""
        if resultat.statut not in (FAUX, ERREUR, BOUCLE) or "module_fautif" in resultat.details:
            return
        fautifs = [
            autre
            for autre in self.registre.tous_les_prerequis(resultat.id)
            if self.resultats[autre].statut in (FAUX, ERREUR, BOUCLE)
        ]
        fautifs = [autre for autre in fautifs if self.se_sert_de(resultat.exercice, autre)]
        if not fautifs:
            return
        coupable = self.resultats[fautifs[0]]
        resultat.phrase = (
            f"commence par {coupable.id}, dont {resultat.exercice.nom} se sert : {coupable.phrase}"
        )
        ou = {cle: coupable.details.get(cle) for cle in ("fichier", "ligne", "texte")}
        for fonction in self.fichiers.definitions(coupable.exercice)[-1:]:
            if not ou["ligne"]:  # on montre au moins où elle commence
                module, ligne = coupable.exercice.module, fonction.lineno
                texte = self.fichiers.textes[module].split("\n")[ligne - 1].strip()
                ou = {"fichier": module + ".py", "ligne": ligne, "texte": texte}
        resultat.details = dict(ou, suspects=fautifs[:2], remarque=True)

    def se_sert_de(self, exercice, autre):
        """True si le code de l'exercice, ou ses exemples, peuvent appeler cet autre exercice."""
        noeuds = self.noeuds_de(exercice)
        for exemple in [e for essai in exercice.essais for e in essai["exemples"]]:
            noeuds += ast.walk(ast.parse(exemple["code"]))
        textes = lecture.visibles(self.fichiers.textes, exercice.module)
        return self.registre[autre].nom in lecture.noms_atteints(noeuds, textes)


def leve(noeuds, nom):
    """True si l'un de ces nœuds lève l'exception de ce nom."""
    levees = [n.exc for n in noeuds if isinstance(n, ast.Raise)]
    return any(lecture.nom_de(getattr(exc, "func", exc)) == nom for exc in levees)


def ce_qui_donne(nom, avant):
    """L'appel qui vient de donner sa valeur à la variable `nom`, ou `nom`.

    >>> ce_qui_donne("cases", ["cases = calcule_cases(3, (2, 5), BAS)"])
    'calcule_cases(3, (2, 5), BAS)'
    >>> ce_qui_donne("cases", ["cases = g.vides", "cases.clear()"]), ce_qui_donne("f(1)", [])
    ('cases', 'f(1)')
    """
    suite = [code for code in avant if re.search(rf"\b{re.escape(nom)}\b", code)]
    affecte = ast.parse(suite[0]).body[0] if nom.isidentifier() and len(suite) == 1 else None
    if isinstance(affecte, ast.With):
        affecte = affecte.body[0]
    if isinstance(affecte, ast.Assign) and isinstance(affecte.value, ast.Call):
        if lecture.nom_de(affecte.targets[0]) == nom:
            return ast.get_source_segment(suite[0], affecte.value)
    return nom


def ce_que_trie(code):
    """Ce que trie l'exemple `code`.

    >>> ce_que_trie("sorted(g.vides), g.taille_max")
    'g.vides'
    """
    for noeud in ast.walk(ast.parse(code)):
        if lecture.nom_appele(noeud) == "sorted":
            return ast.get_source_segment(code, noeud.args[0])
    return code


def source_de(code, avant, exception):
    """Le code qui a donné la valeur sur laquelle s'arrête l'exemple `code`, ou None.

    >>> erreur = {"message": "'NoneType' object is not iterable"}
    >>> source_de("sorted(g.adjacent((0, 0)))", [], erreur), source_de("a, b = f(1)", [], erreur)
    ('g.adjacent((0, 0))', 'f(1)')
    >>> erreur = {"message": "'NoneType' object has no attribute 'essais'"}
    >>> source_de("gagnant.essais", ["gagnant = partie.joue()"], erreur)
    'partie.joue()'
    """
    arbre = ast.parse(code).body[0]
    valeur = getattr(arbre, "value", None)
    absent = re.search(r"has no attribute '(\w+)'", exception["message"])
    for noeud in ast.walk(arbre):
        if absent and isinstance(noeud, ast.Attribute) and noeud.attr == absent.group(1):
            valeur = noeud.value
    for boucle in [n for n in ast.walk(arbre) if isinstance(n, ast.comprehension)]:
        lu = lecture.nom_de(boucle.target)
        if lu and lu == lecture.nom_de(valeur) and "NoneType" not in exception["message"]:
            valeur = boucle.iter
    if lecture.nom_appele(valeur) in ("sorted", "len", "list") and valeur.args:
        valeur = valeur.args[0]
    if isinstance(valeur, ast.ListComp):
        valeur = valeur.generators[0].iter
    if isinstance(valeur, ast.Call):
        return une_ligne(ast.get_source_segment(code, valeur))
    while isinstance(valeur, (ast.Attribute, ast.Subscript)):
        valeur = valeur.value
    for precedent in reversed(avant):
        affecte = ast.parse(precedent).body[0]
        if isinstance(valeur, ast.Name) and isinstance(affecte, ast.Assign):
            if valeur.id == lecture.nom_de(affecte.targets[0]):
                donne = affecte.value
                donne = donne.elt if isinstance(donne, ast.ListComp) else donne
                return une_ligne(ast.get_source_segment(precedent, donne))
    return None


def valeur_de_depart(attribut, avant):
    """La liste que l'exemple a mise dans cet attribut, ou None.

    >>> valeur_de_depart("taille_bateaux", ["g = Grille(3, 1, [2, 2])", "g.essai_flotte()"])
    [2, 2]
    >>> valeur_de_depart("queue", ["o = Ordi()", "o.queue = [(0, 1)]"])
    [(0, 1)]
    """
    motif = rf"\.{attribut} = (\[.*\])$"
    if attribut == "taille_bateaux":
        motif += r"|\w+\([^\[]*(\[[^\]]*\])\)$"
    trouvees = [re.search(motif, code) for code in avant]
    textes = [trouve.group(1) or trouve.group(trouve.lastindex) for trouve in trouvees if trouve]
    return exemples.valeur_ecrite(textes[-1]) if textes else None


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


def phrase_faux(details):
    """« alpha((2, 3)) donne 'D2' ; on attend 'C3'. », si cela tient en une ligne ou deux.

    Le titre d'un essai public vient devant : il dit ce que l'essai regarde.
    """
    textes = [details["appel"], details["obtenu"], details["attendu"]]
    essai = f"essai « {details['essai']} » : " if details["essai"] else ""
    if sum(len(texte) for texte in textes) < 110 and not any("\n" in texte for texte in textes):
        return essai + "{} donne {} ; on attend {}.".format(*textes)
    if essai and une_ligne(details["appel"]) != details["appel"]:
        return essai + "le résultat n'est pas celui attendu."
    return f"{essai}{une_ligne(details['appel'])} ne donne pas ce qui est attendu."


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
