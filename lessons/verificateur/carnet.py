"""Le vérificateur d'un carnet seul (Capytale, Basthon, Moodle) : il lit les cellules exécutées.

Ce module part dans le carnet avec ceux du vérificateur. Il n'y a ni dossier ni fichier : les
exemples sont essayés sur les fonctions que les cellules ont définies. Bibliothèque standard
seulement, Python 3.8.
"""

import ast
import builtins
import contextlib
import io
import linecache
import re
import sys
import types

from . import chasse, commandes, dessins, exemples, pirates, prevois, registre, regles_essais
from .examen import Examen
from .fichiers import FichiersEleve
from .resultat import A_FAIRE, Resultat
from .source import trouve


class CellulesDuCarnet(FichiersEleve):
    """Les fonctions définies dans le carnet : `espace` est le dictionnaire de ses variables."""

    def __init__(self, registre, espace):
        super().__init__(registre, "")
        self.espace = espace

    def fonction(self, exercice):
        """La fonction ou la méthode de l'exercice, ou None si aucune cellule ne l'a définie."""
        objet = self.espace
        for nom in exercice.cible.split("."):
            objet = (objet if isinstance(objet, dict) else vars(objet)).get(nom)
            if objet is None:
                return None
        return objet

    def sans_executer(self, exercice):
        fonction = self.fonction(exercice)
        if fonction is None:
            nom = exercice.cible.split(".")[-1]
            return Resultat(exercice, A_FAIRE, f"exécute d'abord la cellule de {nom}.")
        code = getattr(fonction, "__code__", None)
        if code and exercice.id in code.co_consts and "NotImplementedError" in code.co_names:
            phrase = "à faire (quand ton code est prêt, efface la ligne raise, puis exécute)."
            return Resultat(exercice, A_FAIRE, phrase)
        return None

    def docstring(self, exercice):
        """La docstring de la cellule : un carnet seul n'a pas de squelette à relire."""
        fonction = self.fonction(exercice)
        return (isinstance(fonction, types.FunctionType) and fonction.__doc__) or ""

    def definie_deux_fois(self, exercice):
        return []

    def lignes_de(self):
        """{fichier: lignes} des cellules qui ont défini des fonctions."""
        objets = list(self.espace.values())
        for objet in self.espace.values():
            if isinstance(objet, type):
                objets += vars(objet).values()
        fichiers = {
            objet.__code__.co_filename
            for objet in objets
            if isinstance(objet, types.FunctionType) and objet.__globals__ is self.espace
        }
        return {f: "".join(linecache.getlines(f)).split("\n") for f in fichiers}


class ExamenDuCarnet(Examen):
    """L'examen des fonctions du carnet : les exemples tournent sur place, surveillés."""

    def fait_tourner(self, exercices):
        lignes_de = self.fichiers.lignes_de()
        gardien = exemples.GardienPasAPas(exemples.LIMITE_PAS, lignes_de)
        for exercice in exercices:
            vrai_input = builtins.input
            builtins.input = exemples.refuse_saisie
            try:
                with gardien.surveille(exercice.id):
                    echec = exemples.joue_essais(exercice.essais, self.fichiers.espace, lignes_de)
            except exemples.TropLong:
                self.note_boucle(exercice.id, dict(gardien.enquete.constat(), dort=False))
                return
            finally:
                builtins.input = vrai_input
            self.resultats[exercice.id] = self.juge(exercice, echec)


class ChasseDuCarnet:
    """La chasse d'un exercice : chaque version prend un moment la place de la fonction."""

    def __init__(self, exercice, prevue, cellules):
        self.exercice, self.prevue, self.cellules = exercice, prevue, cellules
        self.espace = cellules.espace

    def mene(self, fiche):
        """La `ChasseMenee` de cet exercice, dont la fonction est juste."""
        essais = self.espace.get(self.prevue.cible)
        if essais is None:
            phrase = f"exécute d'abord la cellule de {self.prevue.cible}."
            return pirates.ChasseMenee(self.exercice, pirates.SANS_ESSAIS, phrase)
        texte = texte_de_la_cellule(essais)
        try:
            if texte:
                regles_essais.verifie(texte, self.prevue.cible)
        except regles_essais.Refusee as refusee:
            phrase, ligne = refusee.phrase + ".", refusee.ligne
            return pirates.ChasseMenee(self.exercice, pirates.REFUSEE, phrase, ligne)
        nouvelles = []
        secret = chasse.cle(self.exercice.id, chasse.reponses(fiche["cle"], self.espace))
        flotte = chasse.ouvre(fiche["boite"], secret)
        if flotte is not None:
            ruses, indices = [p["ruse"] for p in flotte], [p["indices"] for p in flotte]
            nouvelles.append({"sorte": "pirates", "ruses": ruses, "indices": indices})
            nouvelles += self.joue(essais, flotte)
        requete = {"libre": self.exercice.libre, "textes": {"": texte}, "essais": ""}
        requete["fonction"] = self.prevue.cible
        return pirates.conclut(self.exercice, requete, nouvelles)

    def joue(self, essais, flotte):
        """Les nouvelles des essais sur chaque version (voir `chasse.execute`)."""
        lignes_de = self.cellules.lignes_de()
        gardien = exemples.GardienPasAPas(exemples.LIMITE_PAS, lignes_de)
        versions = chasse.versions(flotte, self.exercice.libre)
        refusee, hasards = False, []
        for rang, (code, variation, graine) in enumerate(versions):
            if variation == chasse.CHANCE and not chasse.tirent_au_sort(hasards):
                continue
            if refusee and code is not None:
                return
            with self.version(code, variation) as appels:

                def lance(appels=appels):
                    essais()
                    return len(appels)

                try:
                    with gardien.surveille(rang):
                        fichier = essais.__code__.co_filename
                        issue = chasse.essaie(lance, graine, fichier, lignes_de)
                except exemples.TropLong:
                    constat = gardien.enquete.constat()
                    yield dict(constat, sorte="boucle", id=rang, dort=False)
                    issue = {"issue": "boucle"}
            if issue["issue"] != "boucle":
                hasards.append(issue.pop("hasard"))
                yield dict(issue, sorte="fin", id=rang)
            elif code is None:
                return
            refusee = refusee or (code is None and issue["issue"] != "passe")

    @contextlib.contextmanager
    def version(self, code, variation):
        """Met cette version à la place de la fonction ; donne la liste de ses appels."""
        *chemin, nom = self.exercice.cible.split(".")
        ici = {**vars(sys.modules["bn_utiles"]), **self.espace}
        exec(chasse.HABIT, ici)
        if code is not None:
            exec(code, ici)
        juste = self.cellules.fonction(self.exercice)
        fonction = juste if code is None else ici[nom]
        code_recu = getattr(fonction, "__code__", None)
        recus = code_recu.co_varnames[: code_recu.co_argcount] if code_recu else ()
        habillee = ici["bn_habille"](fonction, self.exercice.cible, variation, recus)
        try:
            self.pose(chemin, nom, habillee)
            yield chasse.appels_de(ici["bn_habille"])
        finally:
            self.pose(chemin, nom, juste)

    def pose(self, chemin, nom, fonction):
        """Met cette fonction dans le carnet, ou dans sa classe."""
        if chemin:
            setattr(self.espace[chemin[0]], nom, fonction)
        else:
            self.espace[nom] = fonction


def texte_de_la_cellule(fonction):
    """Le texte de la cellule qui définit cette fonction ; "" si l'on ne peut pas le lire."""
    texte = "".join(linecache.getlines(fonction.__code__.co_filename))
    try:
        return texte if trouve(ast.parse(texte), fonction.__name__) else ""
    except SyntaxError:  # une commande du carnet, comme %time
        return ""


class Outils:
    """Ce que les cellules du carnet peuvent appeler : `verifie`, `indice`, `prevois`, `lis`…"""

    def __init__(self, donnees, sources, espace):
        self.registre = registre.lit(donnees)
        self.questions = prevois.lit(donnees["previsions"])
        self.boites = donnees["pirates"]
        self.sources = sources  # {module: texte} du code donné
        self.espace = espace
        self.indices_donnes = {}

    def exercices(self, cible):
        """Les exercices que désigne « tp1.alpha », « alpha », ou None pour tout le TP."""
        tous = self.registre.exercices
        trouves = [e for e in tous if cible in (None, e.id, e.nom, f"tp{e.tp}")]
        if not trouves:
            print(f"Il n'y a pas d'exercice « {cible} » ici : écris par exemple « {tous[0].id} ».")
        return trouves

    def verifie(self, cible=None):
        """Essaie les exemples d'un exercice (« tp1.alpha »), ou de tous."""
        exercices = self.exercices(cible)
        if not exercices:
            return
        examen = ExamenDuCarnet(CellulesDuCarnet(self.registre, self.espace), None)
        trouves = examen.passe(exercices)
        resultats = [trouves[exercice.id] for exercice in exercices]
        texte = io.StringIO()
        with contextlib.redirect_stdout(texte):
            commandes.affiche_resultats(resultats, "")
            commandes.conclut(resultats, "")
        print(mots_du_carnet(texte.getvalue()), end="")

    def indice(self, cible):
        """Donne un indice ; un nouvel appel donne le suivant."""
        exercices = self.exercices(cible)
        if len(exercices) == 1:
            indices = exercices[0].indices
            rang = min(self.indices_donnes.get(exercices[0].id, 0) + 1, len(indices))
            self.indices_donnes[exercices[0].id] = rang
            print(f"{exercices[0].id}, indice {rang} sur {len(indices)} :")
            print(commandes.plie(indices[rang - 1], "  "))

    def prevois(self, numero, reponse=""):
        """Pose une question « Prévois », ou dit si la réponse est la bonne : prevois("P1.3", 6)."""
        try:
            question = self.questions.trouve(numero)
        except prevois.Inconnue as inconnue:
            print(inconnue)
            return
        if reponse == "":
            for texte, marge in prevois.enonce(question):
                print(texte if marge is None else commandes.plie(texte, "", " " * marge))
            print("Écris ta réponse entre les guillemets, puis exécute de nouveau cette cellule.")
        else:
            print(commandes.plie(question.commente(str(reponse)), ""))

    def pirates(self, cible, encore=""):
        """Combien de pirates coulent tes essais ? pirates("tp1.adjacent", "indice") : un indice."""
        trouves = [e for e in self.exercices(cible) if e.id in self.boites]
        for exercice in trouves:
            cellules = CellulesDuCarnet(self.registre, self.espace)
            resultat = ExamenDuCarnet(cellules, None).passe([exercice])[exercice.id]
            prevue = self.registre.chasses[exercice.id]
            if resultat.reussi:
                menee = ChasseDuCarnet(exercice, prevue, cellules).mene(self.boites[exercice.id])
            else:
                menee = pirates.sans_fonction(exercice, resultat)
            cle = exercice.id, menee.premier_a_flot
            self.indices_donnes[cle] = self.indices_donnes.get(cle, 0) + bool(encore)
            texte = io.StringIO()
            with contextlib.redirect_stdout(texte):
                pirates.affiche(menee, prevue, "", self.indices_donnes[cle])
            print(mots_du_carnet(texte.getvalue()), end="")

    def lis(self, module):
        """Affiche le code donné d'un module : lis("bn_utiles")."""
        noms = ", ".join(self.sources)
        print(self.sources.get(module, f"Ce carnet ne contient que : {noms}."))

    def dessine(self, grille):
        """Dessine une grille avec des traits : X pour touchée, O pour manquée."""
        print(quadrille(grille.etat))


def quadrille(etat):
    """Le dessin d'un dictionnaire {case: état}, avec des traits comme ceux de l'énoncé.

    >>> print(quadrille({(0, 0): 1, (1, 0): 0}))
        A   B
      ┌───┬───┐
    0 │ X │   │
      └───┴───┘
    """
    colonnes, lignes = dessins.dimensions(etat)
    marge = len(str(lignes - 1))
    signes = {0: " ", 1: "X", -1: "O"}

    def trait(gauche, milieu, droite):
        return " " * (marge + 1) + gauche + milieu.join(["───"] * colonnes) + droite

    dessin = [" " * (marge + 3) + "   ".join(chr(65 + x) for x in range(colonnes))]
    for y in range(lignes):
        dessin.append(trait("├", "┼", "┤") if y else trait("┌", "┬", "┐"))
        cases = [f" {signes.get(etat.get((x, y)), '?')} " for x in range(colonnes)]
        dessin.append(f"{y:>{marge}} │" + "│".join(cases) + "│")
    return "\n".join([*dessin, trait("└", "┴", "┘")])


def mots_du_carnet(texte):
    """Les commandes et les numéros de ligne, comme on les écrit dans un carnet.

    >>> mots_du_carnet("Un indice ? indice tp1.alpha")
    'Un indice ? indice("tp1.alpha")'
    >>> mots_du_carnet("ligne 3 de 1234.py : oups")
    'ligne 3 de la cellule : oups'
    """
    texte = re.sub(r"\bindice (tp\d+\.\w+)", r'indice("\1")', texte)
    texte = re.sub(r"\bpirates (tp\d+\.\w+) indice", r'pirates("\1", "indice")', texte)
    texte = re.sub(r"(vérifier : )(tp\d+\.\w+)", r'\1verifie("\2")', texte)
    texte = re.sub(r"(par exemple : )(tp\d+\.\w+)", r'\1verifie("\2")', texte)
    return re.sub(r"(lignes? [\d à]*\d) de \S+\.py", r"\1 de la cellule", texte)


def installe(donnees, sources, espace):
    """Rend importables les modules donnés, et met `verifie` et les autres dans le carnet."""
    for nom, texte in sources.items():
        module = types.ModuleType(nom)
        module.__file__ = f"<{nom}.py>"
        linecache.cache[module.__file__] = (len(texte), None, texte.splitlines(True), nom)
        exec(compile(texte, module.__file__, "exec"), module.__dict__)
        sys.modules[nom] = module
    outils = Outils(donnees, sources, espace)
    for nom in ("verifie", "indice", "prevois", "pirates", "lis", "dessine"):
        espace[nom] = getattr(outils, nom)
    print("C'est prêt : tu peux commencer.")
