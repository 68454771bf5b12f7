"""Les fichiers de l'élève, lus sans être exécutés : fautes de syntaxe, corps encore vides."""

import ast
import os
import re
import sys
from functools import lru_cache

from . import lecture, syntaxe
from .chargeur import decode
from .permis import premier_refus
from .rangement import raison_du_refus
from .resultat import A_FAIRE, BLOQUE, ERREUR, Resultat
from .source import (
    ECRIT,
    RAISE,
    TROUS,
    corps_utile,
    definition,
    definitions,
    etat_du_corps,
    fermeture,
    importes,
    suspensions,
    trouve,
)

TAILLE_MAX = 1_000_000  # octets ; un TP en fait vingt mille


class FichiersEleve:
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
            self.note_faute(module, f"ce fichier ne peut pas être lu ({raison_du_refus(erreur)}).")
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
            noms = lecture.importes_de(self.textes.get(module, ""))
            self._imports[module] = [nom for nom in noms if nom in self.registre.squelettes]
        return self._imports[module]

    def annexes(self, module):
        """Les modules de l'élève, hors des TP, que celui-ci importe."""
        return [
            nom
            for nom in importes(self.arbres.get(module))
            if nom not in self.registre.squelettes
            and os.path.isfile(os.path.join(self.dossier, nom + ".py"))
        ]

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
        arbre = self.arbres[exercice.module]
        possibles = definition(definitions(arbre, self.annexes(exercice.module)), exercice.cible)
        if possibles is None:
            return self.introuvable(exercice)
        depart = self.depart(exercice)
        for ecrite in possibles:
            if not isinstance(ecrite, ast.FunctionDef):
                return None
            etat, lignes = etat_du_corps(ecrite, suspensions(depart))
            if etat == ECRIT:
                return None
            if etat == TROUS:
                lignes = etat_du_corps(ecrite, suspensions(depart, toutes=True))[1]
        details = {"fichier": exercice.module + ".py", "ligne": ecrite.lineno}
        phrase = "à faire"
        if etat == TROUS and meme_corps(depart, ecrite):
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
        classe = exercice.cible.split(".")[0] if "." in exercice.cible else None
        autres = [n for n in arbre.body if isinstance(n, ast.ClassDef) and n.name != classe]
        ici = classe in [getattr(n, "name", None) for n in arbre.body]
        for noeud in ast.walk(arbre):
            if isinstance(noeud, ast.FunctionDef) and noeud.name == nom:
                piste = (
                    f"{nom} est bien là, ligne {noeud.lineno}, mais pas au bon endroit : "
                    "regarde son décalage par rapport à la classe."
                )
                for autre in autres if classe and not ici else []:
                    if noeud in autre.body:
                        piste = (
                            f"ligne {autre.lineno}, la classe s'appelle {autre.name} : "
                            f"remets son nom, {classe}."
                        )
        return Resultat(exercice, ERREUR, phrase, {"fichier": fichier, "piste": piste})

    def depart(self, exercice):
        """La fonction de l'exercice, telle que le squelette la donne."""
        return trouve(analyse(self.registre.squelettes[exercice.module])[1], exercice.cible)[-1]

    def docstring(self, exercice):
        """Ce que la docstring de l'exercice promet."""
        return ast.get_docstring(self.depart(exercice)) or ""

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

    def refuse(self, exercice):
        """(ligne, nom, raison) de ce que la correction refusera dans cet exercice, ou None."""
        derniere = self.definitions(exercice)[-1:]
        return premier_refus(derniere[0]) if derniere else None

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
        if "`info`" not in self.docstring(exercice):
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
    faute = syntaxe.faute_de_syntaxe(texte)
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
    if min(lignes) == max(lignes):
        return f"{len(lignes)} trous, ligne {lignes[0]}."
    return f"{len(lignes)} trous, lignes {min(lignes)} à {max(lignes)}."


def cachent_python(dossier):
    """Les fichiers du dossier qui portent le nom d'un module de Python, comme random.py."""
    noms = getattr(sys, "stdlib_module_names", ("copy", "math", "random", "string", "time"))
    try:
        fichiers = sorted(os.listdir(dossier))
    except OSError:
        return []
    return [f for f in fichiers if f.endswith(".py") and f[:-3] in noms]
