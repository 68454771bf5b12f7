"""Lit le registre : la liste de tous les exercices, des TP et des indices.

Les données viennent de `registre.json`, fabriqué à partir de `registre.toml` et du corrigé par
`python -m autograder squelettes`. Il ne faut donc pas modifier `registre.json` à la main.
"""

import json
import os

FICHIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "registre.json")


class Exercice:
    """Un exercice du registre.

    - `id` (« tp1.alpha »), `nom` (« alpha »), `tp` (numéro), `module` (« tp1_grille ») ;
    - `cible` : la fonction ou la méthode, dans le module (« Grille.reinit ») ;
    - `titre`, `points`, `etoiles`, `minutes`, `difficulte`, `partie` (« A », « B » ou « ») ;
    - `prerequis` : les identifiants des exercices dont il se sert directement ;
    - `indices` : des phrases, de la plus vague à la plus précise ;
    - `trous` : True si l'élève reçoit un corps à compléter plutôt qu'un corps vide ;
    - `exemples` : ses exemples publics, des dictionnaires `code`, `attendu`, `erreur`, `options`.
    """

    def __init__(self, donnees):
        self.id = donnees["id"]
        self.nom = self.id.split(".", 1)[1]
        self.tp = donnees["tp"]
        self.module = donnees["module"]
        self.cible = donnees["cible"]
        self.titre = donnees["titre"]
        self.points = donnees["points"]
        self.etoiles = donnees["etoiles"]
        self.minutes = donnees["minutes"]
        self.difficulte = donnees["difficulte"]
        self.partie = donnees["partie"]
        self.prerequis = donnees["prerequis"]
        self.indices = donnees["indices"]
        self.trous = donnees["trous"]
        self.exemples = donnees["exemples"]

    @property
    def bonus(self):
        """True si l'exercice est un bonus (une étoile ou deux)."""
        return self.etoiles > 0

    def __repr__(self):
        return f"<Exercice {self.id}>"


class TP:
    """Un TP : `numero`, `nom` (« tp1 »), `module`, `titre`, et la liste de ses `exercices`."""

    def __init__(self, donnees, exercices):
        self.numero = donnees["numero"]
        self.nom = f"tp{self.numero}"
        self.module = donnees["module"]
        self.titre = donnees["titre"]
        self.exercices = exercices

    @property
    def base(self):
        """Les exercices qui comptent dans les 20 points."""
        return [exercice for exercice in self.exercices if not exercice.bonus]

    @property
    def bonus(self):
        """Les exercices à étoiles."""
        return [exercice for exercice in self.exercices if exercice.bonus]

    def __repr__(self):
        return f"<TP {self.numero} : {self.titre}>"


class Registre:
    """Tous les exercices, dans l'ordre des TP.

    - `tps` : liste des TP ; `exercices` : liste de tous les exercices ;
    - `squelettes` : {nom de module: texte de départ donné à l'élève}.
    """

    def __init__(self, donnees):
        self.exercices = [Exercice(d) for d in donnees["exercices"]]
        self.tps = [
            TP(d, [exercice for exercice in self.exercices if exercice.tp == d["numero"]])
            for d in donnees["tps"]
        ]
        self.squelettes = {
            module: "\n".join(lignes) + "\n" for module, lignes in donnees["squelettes"].items()
        }
        self._par_id = {exercice.id: exercice for exercice in self.exercices}

    def exercice(self, identifiant):
        """L'exercice `identifiant` (« tp1.alpha ») ; lève KeyError s'il n'existe pas.

        >>> charge().exercice("tp1.alpha").cible
        'alpha'
        """
        return self._par_id[identifiant]

    def tp(self, numero):
        """Le TP `numero` : 2, « 2 » ou « tp2 » ; lève KeyError s'il n'existe pas.

        >>> charge().tp("tp2").module
        'tp2_placement'
        """
        texte = str(numero).lower()
        for tp in self.tps:
            if texte in (tp.nom, str(tp.numero)):
                return tp
        raise KeyError(numero)

    def tous_les_prerequis(self, identifiant):
        """Tous les exercices dont celui-ci dépend, de près ou de loin, dans un ordre faisable.

        >>> [exercice.id for exercice in charge().tous_les_prerequis("tp1.adjacent")]
        ['tp1.reinit', 'tp1.test_case']
        """
        trouves = []

        def visite(exercice):
            for autre_id in exercice.prerequis:
                autre = self.exercice(autre_id)
                if autre not in trouves:
                    visite(autre)
                    trouves.append(autre)

        visite(self.exercice(identifiant))
        return trouves


def charge(chemin=FICHIER):
    """Le registre lu dans le fichier `chemin`."""
    with open(chemin, encoding="utf-8") as fichier:
        return Registre(json.load(fichier))
