"""Le registre : la liste de tous les exercices, des TP et des indices.

Les données viennent de `registre.json`, fabriqué à partir de `registre.toml` et du corrigé par
`python -m autograder squelettes`. Il ne faut donc pas modifier `registre.json` à la main.
"""

import ast
import json
import os
from dataclasses import dataclass

from .source import fermeture, suspensions, trouve

# Les minutes du registre sont celles d'un élève à l'aise. Vu à l'essai : 2 h 15 pour 78 minutes.
LENTEUR = 7 / 4
SEANCE = 55  # minutes d'une séance de cours
FICHIER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "registre.json")


def fourchette(minutes):
    """Durée estimée, pour un élève à l'aise et pour un élève qui prend son temps, en minutes.

    >>> fourchette(8)
    (8, 14)
    """
    return minutes, round(minutes * LENTEUR)


@dataclass(eq=False)
class Exercice:
    """Un exercice du registre.

    - `id` (« tp1.alpha »), `nom` (« alpha »), `tp` (numéro), `module` (« tp1_grille ») ;
    - `cible` : la fonction ou la méthode, dans le module (« Grille.reinit ») ;
    - `titre`, `points`, `etoiles`, `minutes`, `difficulte`, `partie` (« A », « B » ou « ») ;
    - `court` : True s'il est du chemin court, celui des exercices indispensables ;
    - `prerequis` : les identifiants des exercices dont il se sert directement ;
    - `indices` : des phrases, de la plus vague à la plus précise ;
    - `pistes` : {quand, si, piste, …}, ce qu'il faut dire quand un exemple contient `quand` (et
      donne `si`) ;
    - `libre` : ce qu'une version juste peut changer sans cesser de l'être (voir `chasse`) ;
    - `trous` : True si l'élève reçoit un corps à compléter plutôt qu'un corps vide ;
    - `exemples` : ceux de sa docstring, des dictionnaires `code`, `attendu`, `erreur`, `options`,
      et `libre`, vrai si l'on appelle une fonction qui n'a rien à renvoyer ;
    - `essais` : ce que le vérificateur joue, `{titre, exemples}` : les exemples de la docstring
      d'abord (leur titre est vide), puis les essais publics.
    """

    id: str
    tp: int
    module: str
    cible: str
    titre: str = ""
    points: float = 1
    etoiles: int = 0
    prerequis: tuple = ()
    minutes: int = 0
    difficulte: int = 1
    partie: str = ""
    court: bool = False
    indices: tuple = ()
    pistes: tuple = ()
    libre: tuple = ()
    trous: bool = False
    exemples: tuple = ()
    essais: tuple = ()

    def __post_init__(self):
        docstring = {"titre": "", "exemples": self.exemples}
        self.essais = [docstring, *self.essais] if self.exemples else list(self.essais)
        for essai in self.essais:
            for exemple in essai["exemples"]:
                exemple.setdefault("erreur", None)
                exemple.setdefault("options", [])
                exemple.setdefault("libre", False)

    @property
    def nom(self):
        """Le nom de la fonction, sans sa classe."""
        return self.cible.split(".")[-1]

    @property
    def procedure(self):
        """True si la fonction n'a rien à renvoyer."""
        exemples = [exemple for essai in self.essais for exemple in essai["exemples"]]
        return any(e["libre"] and f"{self.nom}(" in e["code"] for e in exemples)

    @property
    def bonus(self):
        """True si l'exercice est un bonus (une étoile ou deux)."""
        return self.etoiles > 0

    def __repr__(self):
        return f"<Exercice {self.id}>"


@dataclass(eq=False)
class Chasse:
    """Une chasse aux pirates : l'élève écrit les essais d'un exercice.

    - `exercice` : l'identifiant de celui-ci ; `id` (« tp1.essais_adjacent »), `tp` (numéro) ;
    - `module` (« essais_tp1 ») et `cible` (« essais_adjacent ») : où l'élève écrit ses essais ;
    - `points` : en plus des 20 du TP, ou parmi eux si `compte` ; `proposee` par l'énoncé ou non.
    """

    exercice: str
    points: float = 1
    proposee: bool = False
    compte: bool = False

    @property
    def tp(self):
        return int(self.exercice.split(".")[0][len("tp") :])

    @property
    def module(self):
        return f"essais_tp{self.tp}"

    @property
    def cible(self):
        return "essais_" + self.exercice.split(".")[1]

    @property
    def id(self):
        return f"tp{self.tp}.{self.cible}"


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

    @property
    def court(self):
        """Les exercices du chemin court."""
        return [exercice for exercice in self.exercices if exercice.court]

    def seances(self):
        """Le chemin court, séance par séance, pour un élève qui prend son temps.

        >>> [len(seance) for seance in charge().tp(3).seances()]
        [4, 2]
        """
        faites = []
        for exercice in self.court:
            seance = [*(faites[-1] if faites else []), exercice]
            if faites and fourchette(sum(e.minutes for e in seance))[1] <= SEANCE:
                faites[-1] = seance
            else:
                faites.append([exercice])
        return faites

    def __repr__(self):
        return f"<TP {self.numero} : {self.titre}>"


class Registre:
    """Tous les exercices, dans l'ordre des TP ; `registre["tp1.alpha"]` en donne un.

    - `tps` : liste des TP ; `exercices` : liste de tous les exercices ;
    - `squelettes` : {nom de module: texte de départ donné à l'élève} ;
    - `chasses` : {identifiant d'exercice: Chasse} ; `essais` : {« essais_tp1 »: texte de départ} ;
    - `libres` : de même, les fichiers que l'élève écrit à sa façon, sans exercice (mon_ordi).
    """

    def __init__(self, exercices, tps=(), squelettes=None, chasses=(), essais=None, libres=None):
        self.exercices = list(exercices)
        self.chasses = {chasse.exercice: chasse for chasse in chasses}
        self.essais, self.libres = essais or {}, libres or {}
        self.tps = [TP(d, [e for e in self.exercices if e.tp == d["numero"]]) for d in tps]
        self.squelettes = squelettes or {}
        self._par_id = {exercice.id: exercice for exercice in self.exercices}
        self._prerequis = {}

    def __iter__(self):
        return iter(self.exercices)

    def __getitem__(self, identifiant):
        return self._par_id[identifiant]

    def __contains__(self, identifiant):
        return identifiant in self._par_id

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

    # ------------------------------------------------------------- les prérequis

    def tous_les_prerequis(self, identifiant):
        """Les identifiants dont celui-ci dépend, de près ou de loin, dans un ordre faisable.

        >>> charge().tous_les_prerequis("tp1.adjacent")
        ['tp1.reinit', 'tp1.test_case']
        """
        if identifiant not in self._prerequis:
            self._prerequis[identifiant] = fermeture(identifiant, self._avant)[:-1]
        return self._prerequis[identifiant]

    def ordre(self):
        """Les exercices, chacun après ses prérequis ; à part cela, l'ordre du registre."""
        chaines = [[*self.tous_les_prerequis(exercice.id), exercice.id] for exercice in self]
        return [self[i] for i in dict.fromkeys(i for chaine in chaines for i in chaine)]

    def _avant(self, identifiant):
        """Les prérequis directs, dans l'ordre du registre."""
        directs = self[identifiant].prerequis
        return [exercice.id for exercice in self if exercice.id in directs]

    # ------------------------------------------------------------- les fichiers

    def baremes(self):
        """{numéro de TP, en texte: points de ses exercices de base}."""
        points = {}
        for exercice in self:
            ajoute = 0 if exercice.bonus else exercice.points
            points[str(exercice.tp)] = points.get(str(exercice.tp), 0) + ajoute
        return points

    def cibles(self):
        """{module: {cible: identifiant}}."""
        rangement = {}
        for exercice in self:
            rangement.setdefault(exercice.module, {})[exercice.cible] = exercice.id
        return rangement

    def suspensions(self):
        """{module: {cible: où son squelette a l'instruction `...`}} (voir `source.suspensions`)."""
        arbres = {module: ast.parse(texte) for module, texte in self.squelettes.items()}
        trouvees = {}
        for exercice in self:
            if exercice.trous:
                depart = trouve(arbres[exercice.module], exercice.cible)[-1]
                chemins = [list(chemin) for chemin in sorted(suspensions(depart))]
                trouvees.setdefault(exercice.module, {})[exercice.cible] = chemins
        return trouvees


def lit(donnees):
    """Le Registre que décrit ce dictionnaire (le contenu de `registre.json`)."""
    squelettes, essais, libres = (
        {module: "\n".join(lignes) + "\n" for module, lignes in donnees.get(cle, {}).items()}
        for cle in ("squelettes", "essais", "libres")
    )
    exercices = [Exercice(**d) for d in donnees["exercices"]]
    chasses = [Chasse(**d) for d in donnees.get("chasses", [])]
    return Registre(exercices, donnees["tps"], squelettes, chasses, essais, libres)


def charge(chemin=FICHIER):
    """Le registre lu dans le fichier `chemin`."""
    with open(chemin, encoding="utf-8") as fichier:
        return lit(json.load(fichier))
