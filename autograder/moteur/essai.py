"""Ce qu'une suite cachée a entre les mains : la copie, le corrigé, des comparaisons, du hasard.

Une suite est une fonction par exercice, qui s'écrit comme si la copie était là :

    @exercice("tp1.adjacent")
    def test_adjacent(essai):
        with essai.aspect("cas général", part=2):
            for xmax, ymax in [(3, 2), (2, 4)]:
                g = essai.copie.Grille(xmax, ymax)
                r = essai.corrige.Grille(xmax, ymax)
                essai.egal(g.adjacent((1, 1)), r.adjacent((1, 1)), ordre=False)
        with essai.aspect("bords"):
            …

`essai.copie` est un mandataire : chaque accès, appel ou écriture (`g.etat[c] = 1`) est noté,
et tout part en un seul lot à la fin de l'aspect (ou quand on demande `essai.valeur(…)`). Les
comparaisons sont faites alors, dans l'ordre ; la première qui échoue donne la phrase de
l'élève. Un `Futur` n'a donc pas de valeur tout de suite : `if`, `len`, `for` et `==` sur lui
sont refusés. Le premier aspect est le socle : s'il échoue, l'exercice vaut 0.
"""

import builtins
import contextlib
import functools
import logging
import random
import re
import time
from dataclasses import dataclass

from autograder.bac_a_sable import codec
from autograder.bac_a_sable.copie import DELAI, Arret, CopieIllisible, propre
from lessons.verificateur.comparaison import identique, premiere_difference
from lessons.verificateur.exemples import AIDES, GRAINE, est_juste, est_phrase

JOURNAL = logging.getLogger("autograder")

PETIT_NOM = {"Grille": "g", "Bateau": "b", "Joueur": "j", "Ordi": "ordi", "Partie": "partie"}
PETITS_NOMS = re.compile(rf"\b({'|'.join(PETIT_NOM.values())})\d*\b(?= = |[.,)])")
ADRESSE = re.compile(r" at 0x[0-9a-fA-F]+")
# Ce qu'un Python plus récent ajoute à ses messages d'erreur : (motif, ce que disaient les autres).
# Celui de WebAssembly n'est pas celui de la machine, et la même erreur doit y être reconnue.
AJOUTS_DE_PYTHON = [
    (re.compile(r"cannot use '[^']*' as a (?:dict key|set element) \((.*?)\)"), r"\1"),
    (re.compile(r"\((expected \d+), got \d+\)"), r"(\1)"),
]
OPS_PAR_LOT = 4000
VALEUR_AFFICHEE = 160
DELAI_MAX = 8.0  # secondes de calcul pour un lot, au plus
LENTEUR = 15  # une copie honnête peut être quinze fois plus lente que le corrigé
MORTS_MAX = 2  # ouvriers perdus avant de renoncer aux aspects suivants


class Echec(Exception):
    """Une attente n'est pas remplie ; le message est la phrase de l'élève."""

    def __init__(self, phrase, genre="faux", erreur=None, constat=None):
        super().__init__(phrase)
        self.phrase, self.genre, self.erreur, self.constat = phrase, genre, erreur, constat


class SuiteFautive(Exception):
    """La suite elle-même est mal écrite (c'est notre faute, pas celle de l'élève)."""


class Panne(Exception):
    """L'ouvrier n'a pas pu démarrer : c'est notre faute, et l'exercice n'est pas corrigé."""


class NomPrive(SuiteFautive, AttributeError):
    """La suite demande un attribut privé, que rien ne promet."""


class Incident(str):
    """Dans une trace, ce qui est arrivé au lieu d'une valeur : « boucle », « lève KeyError »."""

    __slots__ = ()


@dataclass
class Aspect:
    """Le résultat d'un aspect : `part` des points, `juste`, et la phrase s'il est faux."""

    nom: str
    part: float
    juste: bool = False
    phrase: str = ""
    genre: str = ""
    echec: Exception = None
    compte: bool = True  # False : raté, mais la même faute est déjà comptée ailleurs


_SUITES = {}


def exercice(ident):
    """Décorateur : cette fonction est la suite de l'exercice `ident`.

    Sous pytest, la fonction décorée est un test ordinaire, qui demande le correcteur.
    """

    def decore(suite):
        def test(correcteur):
            correcteur(ident, suite)

        test.__name__ = suite.__name__
        test.__doc__ = suite.__doc__
        test.__module__ = suite.__module__
        test.suite = suite
        test.exercice = ident
        _SUITES[ident] = suite
        return test

    return decore


def suites():
    """{id: suite} de toutes les suites importées jusqu'ici."""
    return dict(_SUITES)


def deroule(suite, essai):
    """Fait passer la suite à la copie, puis, si tout y est juste, les essais publics.

    Ils ne comptent donc jamais deux fois une faute que la suite a déjà vue. Les exemples de la
    docstring en font partie : ce que le vérificateur refuse, la correction le refuse.
    """
    suite(essai)
    publics = essai.exercice.essais
    if publics and all(aspect.juste for aspect in essai.aspects):
        with essai.aspect("essais publics", sans_appel=True):
            for public in publics:
                essai.exemples(public)


def hash_stable(texte):
    """Un entier qui ne dépend que du texte (celui de `hash` change à chaque démarrage)."""
    return random.Random(texte).randrange(2**62)


# --- Les mandataires -------------------------------------------------------------------


class Futur:
    """Le résultat, pas encore connu, d'une opération faite dans la copie."""

    __slots__ = ("_appel", "_essai", "_numero", "_racine", "_texte")

    def __init__(self, essai, numero, texte, racine=None, appel=False):
        object.__setattr__(self, "_essai", essai)
        object.__setattr__(self, "_numero", numero)
        object.__setattr__(self, "_texte", texte)
        object.__setattr__(self, "_racine", racine)
        object.__setattr__(self, "_appel", appel)

    def __getattr__(self, nom):
        if nom.startswith("_"):
            raise NomPrive("les noms privés de la copie ne se testent pas : " + nom)
        return self._essai._note(["a", self._numero, nom], _suite(self, nom), self._racine)

    def __setattr__(self, nom, valeur):
        essai = self._essai
        etape = f"{self._texte}.{nom} = {essai._texte(valeur)}"
        essai._etape(self._racine, etape)
        essai._note(["A", self._numero, nom, essai._code(valeur)], etape)

    def __getitem__(self, cle):
        essai = self._essai
        texte = f"{self._texte}[{essai._texte(cle)}]"
        return essai._note(["i", self._numero, essai._code(cle)], texte, self._racine)

    def __setitem__(self, cle, valeur):
        essai = self._essai
        etape = f"{self._texte}[{essai._texte(cle)}] = {essai._texte(valeur)}"
        essai._etape(self._racine, etape)
        essai._note(["I", self._numero, essai._code(cle), essai._code(valeur)], etape)

    def __call__(self, *args, **options):
        return self._essai._appelle(self, args, options)

    def _refuse(self, *_):
        raise SuiteFautive(
            f"{self._texte} n'a pas encore de valeur :"
            " utiliser essai.egal, essai.verifie ou essai.valeur"
        )

    __bool__ = __len__ = __iter__ = __contains__ = __eq__ = __ne__ = __lt__ = __le__ = _refuse
    __gt__ = __ge__ = __index__ = __int__ = __float__ = __add__ = __sub__ = __mul__ = _refuse
    __reversed__ = __delitem__ = __delattr__ = _refuse
    __hash__ = object.__hash__

    def __repr__(self):
        return f"<Futur {self._texte}>"


class _Racine:
    """Un objet créé par la suite : comment on l'a créé, et ce qu'on lui a fait depuis."""

    __slots__ = ("creation", "etapes", "nom")

    def __init__(self, nom, creation):
        self.nom, self.creation, self.etapes = nom, creation, []


def _suite(futur, nom):
    return f"{futur._texte}.{nom}" if futur._texte else nom


# --- L'essai ---------------------------------------------------------------------------


class Essai:
    """Un exercice, une copie, une chaîne : ce que reçoit une suite.

    `lance()` donne un ouvrier neuf (déjà chargé) ; `corrige` est le module du corrigé.
    """

    def __init__(self, exercice, corrige, lance, graine, dessine=None):
        self.exercice = exercice
        self.corrige = corrige
        self.alea = random.Random(f"{graine}/{exercice.id}")
        self.aspects = []
        self.trace = []
        self.appels = 0
        self.morts = 0
        self._oracle = 0.0  # temps passé par le corrigé et la suite
        self._attente = 0.0  # temps passé par la copie
        self._lance = lance
        self._dessine = dessine
        self._ouvrier = None
        self._aspect = None
        self._remet_a_zero()
        self._chrono = time.process_time()

    def _remet_a_zero(self):
        self._ops, self._textes, self._controles = [], {}, []
        self._attendues = set()
        self._premier = self._suivant = 0
        self._modules = {}
        self._enregistre_dans = None
        self._noms = {}

    # Ce que la suite utilise.

    @property
    def copie(self):
        """Le module de la copie où se trouve la fonction jugée."""
        return self.module("")

    def module(self, nom):
        """Un autre module de la copie, par son nom."""
        if nom not in self._modules:
            self._modules[nom] = self._note(["m", nom], "")
        return self._modules[nom]

    @contextlib.contextmanager
    def aspect(self, nom, part=1, sans_appel=False, apres=()):
        """Un aspect de l'exercice, qui vaut `part` parts des points. Le premier est le socle.

        La fonction jugée doit y être appelée au moins une fois (sauf `sans_appel`). `apres` nomme
        des aspects dont l'échec entraîne celui-ci (le cas précis, puis une partie entière) : s'il
        y en a un de raté, échouer encore ici est la même faute, et cet aspect n'est ni gagné ni
        perdu.
        """
        if self._aspect is not None:
            raise SuiteFautive("un aspect dans un aspect")
        if self._ops and not self.aspects:
            raise SuiteFautive("des opérations avant le premier aspect")
        inconnus = set(apres) - {a.nom for a in self.aspects}
        if inconnus:
            raise SuiteFautive(f"« {nom} » vient après un aspect inconnu : {min(inconnus)}")
        self._aspect = resultat = Aspect(nom, part)
        self.aspects.append(resultat)
        appels = self.appels
        self._modules, self._noms = {}, {}
        try:
            yield self
            self._envoie()
            if self.appels == appels and not sans_appel:
                raise Echec(f"{self.exercice.nom} n'a pas été appelée", "non appelée")
            resultat.juste = True
        except Echec as echec:
            self._rate(resultat, echec, apres)
        except (SuiteFautive, Arret, CopieIllisible, Panne):
            raise
        except Exception as erreur:  # la suite s'est fiée à la forme d'une valeur de la copie
            JOURNAL.info("%s : %r", self.exercice.id, erreur, exc_info=True)
            self._rate(resultat, Echec("La valeur obtenue n'a pas la forme attendue."), apres)
        finally:
            self._aspect = None
            self._ops, self._controles = [], []
            self._premier = self._suivant

    def _rate(self, resultat, echec, apres):
        """Retient pourquoi cet aspect est raté, et s'il compte après ceux-là."""
        echec.phrase = _renumerote(echec.phrase)
        resultat.phrase, resultat.genre, resultat.echec = echec.phrase, echec.genre, echec
        resultat.compte = not any(a.nom in apres and not a.juste for a in self.aspects)
        self.trace.append(Incident("raté : " + resultat.nom))

    def egal(self, futur, attendu, ordre=True, sequence=False, grille=None, piste=""):
        """La valeur doit être `attendu`, types compris.

        - `ordre=False` : une liste dans n'importe quel ordre (les listes contenues dans un
          dictionnaire aussi) ;
        - `sequence=True` : liste ou tuple, peu importe ;
        - `grille` : une grille de la copie, dessinée si la comparaison échoue ;
        - `piste` : une phrase d'aide ajoutée à la fin.
        """
        attendu = _gele(attendu)
        dessin = self._observe(grille.etat) if grille is not None else None

        def controle(valeur, resultats):
            memes = _normalise(valeur, ordre, sequence)
            self.trace.append(memes)
            if not identique(memes, _normalise(attendu, ordre, sequence)):
                raise Echec(
                    self._phrase_egal(futur, valeur, attendu, memes, ordre, sequence)
                    + self._dessin(dessin, resultats)
                    + (" " + piste if piste else "")
                )

        self._controle(futur, controle)

    def verifie(self, futur, predicat, phrase=""):
        """`predicat(valeur)` doit être vrai ; s'il renvoie un texte, c'est la phrase d'échec."""

        def controle(valeur, resultats):
            self.trace.append(valeur)
            try:
                reponse = predicat(valeur)
            except Exception:  # le prédicat s'est fié à la forme de la valeur
                reponse = False
            if type(reponse) is str or not reponse:
                suite = reponse if type(reponse) is str else phrase
                raise Echec(
                    f"{self._cite(futur)} {_verbe(futur)}{affiche(valeur)}"
                    + (" : " + suite if suite else " : ce n'est pas ce qui est demandé.")
                )

        self._controle(futur, controle)

    def leve(self, futur, *genres, message=False):
        """L'appel doit lever l'une de ces exceptions (avec une phrase si `message=True`)."""
        noms = [genre.__name__ for genre in genres]
        self._attendues.add(futur._numero)

        def controle(valeur, resultats):
            etat, contenu = resultats.get(futur._numero, ("v", None))
            obtenu = contenu.get("bases", []) if etat == "e" else []
            self.trace.append(Incident("lève %s" % (obtenu[0] if obtenu else "rien")))
            if not set(noms) & set(obtenu):
                fait = phrase_erreur(contenu) if etat == "e" else "ne lève pas d'erreur"
                raise Echec(f"{self._cite(futur)} {fait} ; il faut lever {' ou '.join(noms)}.")
            phrase = str(contenu.get("message", ""))
            if message and not est_phrase(phrase):
                celle = f" : « {propre(phrase, 80)} » vient de Python." if phrase.strip() else "."
                raise Echec(
                    f"{self._cite(futur)} lève bien {obtenu[0]}, mais sans phrase à toi qui "
                    f"explique{celle}"
                )

        self._controles.append((self._suivant - 1, None, controle))

    def exige(self, condition, phrase):
        """Échoue avec cette phrase si la condition, calculée ici, est fausse."""
        if not condition:
            raise Echec(phrase)

    def valeur(self, futur):
        """La valeur, tout de suite (envoie le lot en cours). C'est une photo : données simples."""
        boite = []
        self._controle(futur, lambda valeur, resultats: boite.append(valeur))
        self._envoie()
        return boite[0]

    def pareil(self, scenario, *args, **options):
        """Joue `scenario(module, *args)` sur la copie et sur le corrigé : mêmes résultats.

        Le scénario renvoie une valeur, ou un tuple de valeurs comparées une à une. Les options
        (`ordre`, `sequence`, …) sont celles de `egal`.
        """
        obtenus, attendus = scenario(self.copie, *args), scenario(self.corrige, *args)
        if type(obtenus) is not tuple:
            obtenus, attendus = (obtenus,), (attendus,)
        for obtenu, attendu in zip(obtenus, attendus, strict=False):
            self.egal(obtenu, attendu, **options)

    def repete(self, fois, scenario, *args, nom=None):
        """Joue `fois` fois le scénario dans la copie : {valeur: effectif}, ou une liste de couples.

        Pour tester le hasard par ses fréquences. Le scénario renvoie un seul Futur. Les valeurs
        qui ne peuvent pas être des clés (listes, dictionnaires) donnent une liste de couples.
        `nom` : ce qu'une phrase d'échec dira à la place de l'appel.
        """
        racine = self.copie
        exterieures, self._enregistre_dans = self._ops, []
        debut = self._suivant
        try:
            futur = scenario(racine, *args)
            interieures = self._enregistre_dans
        finally:
            self._enregistre_dans = None
            self._ops = exterieures
        operation = ["R", fois, debut, interieures, futur._numero]
        nom = nom or f"{fois} fois {futur._texte}"
        couples = self.valeur(self._note(operation, nom))
        if not _effectifs_valables(couples, fois):
            raise Echec("réponse illisible", "illisible")
        couples = [tuple(couple) for couple in couples]
        try:
            return dict(couples)
        except TypeError:
            return couples

    def imprime(self):
        """Ce que la copie a affiché depuis la dernière fois."""
        return self._note(["p"], "l'affichage")

    def lecteur(self, reponses):
        """Une fonction `lire(question)` de la copie, qui rend ces réponses l'une après l'autre."""
        return self._note(["L", list(reponses)], "lire")

    def entrees(self, reponses):
        """Ce que `input` répondra dans la copie."""
        self._note(["e", list(reponses)], "input")

    def objet(self, valeur, texte=None):
        """Une valeur qui vit dans la copie (pour voir ensuite si elle a été modifiée)."""
        return self._note(["v", self._code(valeur)], texte or self._texte(valeur))

    def aide(self, source):
        """Un petit module d'aide exécuté dans la copie (doublures de joueurs, longues parties).

        Il doit rendre des données, jamais un verdict : rien de ce qui tourne là-bas n'est cru.
        """
        return self._note(["x", source], "aide")

    def exemples(self, public):
        """Joue dans la copie un essai public ; un `print` de trop n'y change rien."""
        self._note(["n", f"import random\nrandom.seed({GRAINE})\n{AIDES}"], "essai public")
        ou = f"de l'essai « {public['titre']} »" if public["titre"] else "de la docstring"
        for exemple in public["exemples"]:
            code = exemple["code"]
            futur = self._note(["d", code, _mode(code)], f"L'exemple « {code} » {ou}")
            if exemple["erreur"] is None:
                self._controle(futur, functools.partial(self._juge_exemple, exemple, futur))
            else:
                self.leve(futur, getattr(builtins, exemple["erreur"].split(":")[0]), message=True)

    def _juge_exemple(self, exemple, futur, obtenu, resultats):
        if type(obtenu) is not dict or obtenu.keys() != {"affiche", "valeur"}:
            raise Echec("réponse illisible", "illisible")
        self.trace.append(Incident(f"exemple : {empreinte(obtenu)}"))
        obtenu["leve"] = None
        if est_juste(exemple, obtenu) or est_juste(exemple, dict(obtenu, affiche="")):
            return
        donne = obtenu["affiche"] if obtenu["valeur"] is None else obtenu["valeur"]
        voulu = exemple["attendu"] or "rien"
        raise Echec(f"{self._cite(futur)} donne {affiche(donne)} ; attendu : {propre(voulu, 400)}.")

    # Enregistrer.

    def _note(self, operation, texte, racine=None, appel=False):
        numero = self._suivant
        self._suivant += 1
        if self._enregistre_dans is not None:
            self._enregistre_dans.append(operation)
        else:
            self._ops.append(operation)
            self._textes[numero] = (texte, racine, len(racine.etapes) if racine else 0)
        return Futur(self, numero, texte, racine, appel)

    def _appelle(self, futur, args, options):
        codes = [self._code(a) for a in args]
        mots = {nom: self._code(valeur) for nom, valeur in options.items()}
        ecrits = [self._texte(a) for a in args]
        ecrits += [f"{nom}={self._texte(valeur)}" for nom, valeur in options.items()]
        texte = "{}({})".format(futur._texte, ", ".join(ecrits))
        racine = futur._racine
        liste = self._ops if self._enregistre_dans is None else self._enregistre_dans
        precedente = liste[-1] if liste else None
        derniere = futur._numero == self._suivant - 1
        if derniere and precedente and precedente[0] == "a":
            liste.pop()
            self._suivant -= 1
            operation = ["k", precedente[1], precedente[2], codes, mots]
        else:
            operation = ["c", futur._numero, codes, mots]
        nom = texte.partition("(")[0]
        if racine is None and nom[:1].isupper() and "." not in nom:
            variable = PETIT_NOM.get(nom, nom.lower())
            rang = self._noms[variable] = self._noms.get(variable, 0) + 1
            if rang > 1:
                variable += str(rang)
            creee = _Racine(variable, texte)
            return self._note(operation, variable, creee, appel=True)
        resultat = self._note(operation, texte, racine, appel=True)
        self._etape(racine, texte)
        return resultat

    def _etape(self, racine, texte):
        if racine is not None and self._enregistre_dans is None:
            racine.etapes.append(texte)

    def _code(self, valeur):
        """Code d'un argument ; un Futur y devient une référence."""
        if isinstance(valeur, Futur):
            return ["o", valeur._numero]
        return codec.code(valeur, lambda v: ["o", v._numero] if isinstance(v, Futur) else None)

    def _texte(self, valeur):
        if isinstance(valeur, Futur):
            return _montre(valeur._texte, valeur._racine, None)
        return repr(valeur)

    def _observe(self, futur):
        if not isinstance(futur, Futur):
            raise SuiteFautive(f"{futur!r} ne vient pas de la copie")
        return self._note(["o", futur._numero], futur._texte, futur._racine)._numero

    def _controle(self, futur, fonction):
        numero = self._observe(futur)
        self._controles.append((numero, numero, fonction))
        if len(self._ops) > OPS_PAR_LOT:
            self._envoie()

    # Envoyer.

    def _envoie(self):
        """Exécute le lot en cours dans la copie, puis fait les comparaisons dans l'ordre."""
        operations, controles, debut = self._ops, self._controles, self._premier
        self._ops, self._controles, self._premier = [], [], self._suivant
        if not operations:
            return
        if self.morts >= MORTS_MAX:
            raise Echec("non essayé : la fonction s'est déjà arrêtée en route", "non essayé")
        ecoule = time.process_time() - self._chrono
        try:
            if self._ouvrier is None:
                self._ouvrier = self._demarre()
            lenteur = self._ouvrier.copie.lenteur
            delai = max(self._ouvrier.copie.delai, lenteur * LENTEUR * ecoule)
            delai = min(lenteur * DELAI_MAX, delai)
            depart = time.monotonic()
            bruts, appels = self._ouvrier.lot(operations, debut, self._attendues, delai)
            self._attente += time.monotonic() - depart
            self._oracle += ecoule
            permis = lenteur * max(2 * DELAI, LENTEUR * self._oracle)
            if self._attente > permis:
                self._ouvrier.surveille(permis)
            resultats = self._lit_resultats(bruts, debut)
        except Arret as arret:
            self._perd_ouvrier()
            self.trace.append(Incident(arret.genre))
            raise self._echec_arret(arret, debut) from None
        except codec.Illisible:
            self._perd_ouvrier()
            raise Echec("réponse illisible", "illisible") from None
        except Echec as echec:
            if echec.genre == "chargement":
                self.morts = MORTS_MAX  # les aspects suivants échoueraient de même
            raise
        finally:
            self._chrono = time.process_time()
        self.appels += max(0, appels)
        self._juge(resultats, controles)
        self._chrono = time.process_time()

    def _demarre(self):
        """Un ouvrier neuf ; ce qui l'en empêche n'est jamais la faute de l'élève."""
        try:
            return self._lance()
        except (Arret, Echec, CopieIllisible, SuiteFautive):
            raise
        except Exception as erreur:
            raise Panne(str(erreur)) from erreur

    def _lit_resultats(self, bruts, debut):
        """Décode les réponses ; si cela prend du temps, c'est la copie qui le paie."""
        depart = time.process_time()
        try:
            return _resultats(bruts, debut, self._suivant)
        finally:
            self._ouvrier.copie.cpu += time.process_time() - depart

    def _perd_ouvrier(self):
        """L'ouvrier est mort, ses objets aussi ; sans le socle, inutile d'aller plus loin."""
        self.morts += MORTS_MAX if len(self.aspects) <= 1 else 1
        if self._ouvrier is not None:
            self._ouvrier.ferme()
        self._ouvrier = None
        self._modules = {}

    def libere(self):
        """Fin de l'essai : l'ouvrier encore en vie, ou None."""
        ouvrier, self._ouvrier = self._ouvrier, None
        return ouvrier

    def _juge(self, resultats, controles):
        etapes = [(numero, 1, observe, fonction) for numero, observe, fonction in controles]
        etapes += [
            (numero, 0, None, None)
            for numero, (etat, _) in resultats.items()
            if etat == "e" and numero not in self._attendues
        ]
        for numero, _, observe, fonction in sorted(etapes, key=lambda e: e[:2]):
            if fonction is None:
                self._echoue_sur_erreur(numero, resultats[numero][1])
            elif observe is None:
                fonction(None, resultats)
            else:
                etat, contenu = resultats.get(observe, ("s", None))
                if etat == "s":
                    raise Echec("le résultat n'a pas pu être calculé", "exception")
                if etat == "e":
                    self._echoue_sur_erreur(observe, contenu)
                fonction(contenu, resultats)

    def _echoue_sur_erreur(self, numero, erreur):
        texte, racine, rang = self._textes.get(numero, ("", None, 0))
        message = sans_version(ADRESSE.sub("", propre(erreur.get("message", ""), 120)))
        if "RecursionError" in erreur["bases"]:
            message = ""  # il dépend de l'endroit où la pile s'est trouvée pleine
        self.trace.append(Incident("lève {} : {}".format(erreur.get("type"), message)))
        debut = _situation(racine, rang)
        raise Echec(
            f"{debut}{_montre(texte, racine, rang)} {phrase_erreur(erreur)}.",
            _genre_erreur(erreur),
            erreur,
        )

    def _echec_arret(self, arret, debut):
        texte, racine, rang = self._textes.get(arret.op, (self.exercice.nom, None, 0))
        avant = _situation(racine, rang) + _montre(texte, racine, rang)
        return Echec(f"{avant} : {arret.phrase}.", arret.genre, constat=arret.constat)

    def renomme(self, futur, texte):
        """Fait dire `texte` aux phrases d'échec, à la place de l'expression de `futur`."""
        object.__setattr__(futur, "_texte", texte)
        self._textes[futur._numero] = (texte, None, 0)
        return futur

    # Phrases.

    def _cite(self, futur):
        """L'expression telle que l'élève la taperait, avec ce qui l'a précédée."""
        texte, racine, rang = self._textes.get(futur._numero, (futur._texte, None, 0))
        return _situation(racine, rang) + _montre(texte, racine, rang)

    def _phrase_egal(self, futur, valeur, attendu, memes, ordre, sequence):
        debut = f"{self._cite(futur)} {_verbe(futur)}"
        if _meme_contenu(memes, _normalise(attendu, ordre, sequence)):
            obtenu = f"{affiche(valeur)} ({nom_type(valeur)})"
            voulu = f"{affiche(attendu)} ({nom_type(attendu)})"
            return f"{debut}{obtenu} au lieu de {voulu} : la valeur est bonne, pas le type."
        voulu = affiche(attendu).strip("\n")
        if valeur is None:
            return f"{debut}None ; attendu : {voulu}. Manque-t-il un return ?"
        if type(valeur) is str and type(attendu) is str and "\n" in valeur + attendu:
            dessins = f":{affiche(valeur, True)}attendu :{affiche(attendu, True)}"
            difference = premiere_difference(attendu, valeur, affiche)
            return debut + dessins + difference[0].upper() + difference[1:]
        if type(valeur) is dict and type(attendu) is dict and valeur.keys() == attendu.keys():
            voulues = _normalise(attendu, ordre, sequence)
            fautives = [cle for cle in attendu if not identique(memes[cle], voulues[cle])]
            if fautives:
                return f"{self._cite(futur)}{differences(valeur, attendu, fautives)}."
        return f"{debut}{affiche(valeur)} ; attendu : {voulu}."

    def _dessin(self, numero, resultats):
        if numero is None or self._dessine is None:
            return ""
        etat, contenu = resultats.get(numero, ("s", None))
        dessin = self._dessine(contenu) if etat == "v" else ""
        return "\n" + dessin if dessin else ""


def _mode(code):
    """Comment compiler cet exemple : "eval" si c'est une expression, "exec" sinon."""
    try:
        compile(code, "exemple", "eval")
    except SyntaxError:
        return "exec"
    return "eval"


# --- Résultats, comparaisons, textes ---------------------------------------------------


def _resultats(bruts, debut, fin):
    """{numéro: ("v", valeur) ou ("e", erreur) ou ("s", None)} ; lève Illisible."""
    resultats = {}
    for brut in bruts:
        if type(brut) is not list or len(brut) != 3 or type(brut[0]) is not int:
            raise codec.Illisible("résultat mal formé")
        numero, etat, contenu = brut
        if not debut <= numero < fin or etat not in ("v", "e", "s"):
            raise codec.Illisible("résultat mal formé")
        if etat == "v":
            contenu = codec.decode(contenu)
        elif etat == "e" and not erreur_valable(contenu):
            raise codec.Illisible("erreur mal formée")
        resultats[numero] = (etat, contenu)
    return resultats


def _effectifs_valables(couples, fois):
    """True pour [[valeur, effectif], …], des entiers positifs dont la somme est `fois`.

    >>> _effectifs_valables([["A0", 2], ["A1", 1]], 3), _effectifs_valables([], 3)
    (True, False)
    """
    if type(couples) is not list or any(type(c) is not list or len(c) != 2 for c in couples):
        return False
    effectifs = [effectif for _, effectif in couples]
    return all(type(n) is int and n > 0 for n in effectifs) and sum(effectifs) == fois


def phrase_erreur(erreur):
    """« lève KeyError (…), ligne 3 de tp1_grille.py : « … » », d'après ce que le fils en dit."""
    message = propre(erreur.get("message", ""), 120)
    if erreur.get("type") == codec.Illisible.__name__:
        return f"donne une valeur qui ne peut pas être comparée : {message}"
    texte = "lève {}".format(propre(erreur.get("type", "une erreur"), 40))
    if message:
        texte += f" ({message})"
    lieu, ligne = erreur.get("lieu"), propre(erreur.get("ligne", ""), 80)
    if type(lieu) is list and len(lieu) == 3 and type(lieu[1]) is int:
        texte += f", ligne {lieu[1]} de {propre(lieu[0], 40)}"
        if ligne:
            texte += f" : « {ligne} »"
    return texte


def erreur_valable(erreur):
    """True si ce que le fils dit d'une exception a la forme prévue, et ses bornes."""
    return (
        type(erreur) is dict
        and _texte_court(erreur.get("type"), 60)
        and type(erreur.get("bases")) is list
        and all(_texte_court(base, 60) for base in erreur["bases"][:50])
        and _texte_court(erreur.get("message"), 300)
        and _texte_court(erreur.get("ligne"), 100)
        and _lieu_valable(erreur.get("lieu"))
    )


def _texte_court(texte, longueur):
    return type(texte) is str and len(texte) <= longueur


def _lieu_valable(lieu):
    """True pour None, ou [fichier, numéro de ligne, fonction]."""
    if lieu is None:
        return True
    if type(lieu) is not list or len(lieu) != 3 or type(lieu[1]) is not int:
        return False
    return _texte_court(lieu[0], 100) and _texte_court(lieu[2], 100)


def _genre_erreur(erreur):
    bases = erreur["bases"]
    if "NotImplementedError" in bases:
        return "à faire"
    if "MemoryError" in bases:
        return "mémoire"
    if "SystemExit" in bases:
        return "arrêt"
    if "RecursionError" in bases:
        return "récursion"
    return "exception"


def _meme_contenu(a, b):
    """True si seule la différence de types sépare les deux valeurs."""
    if isinstance(a, codec.Opaque) or a is None or b is None:
        return False
    if type(a) in (list, tuple) and type(b) in (list, tuple):
        return len(a) == len(b) and all(_meme_contenu(x, y) for x, y in zip(a, b, strict=False))
    try:
        return bool(a == b)
    except TypeError:
        return False


def _normalise(valeur, ordre, sequence):
    """La valeur, ses listes triées si l'ordre est libre, ses tuples en listes si on l'accepte."""
    if ordre and not sequence:
        return valeur
    if type(valeur) is dict:
        return {cle: _normalise(v, ordre, sequence) for cle, v in valeur.items()}
    if type(valeur) is list or (sequence and type(valeur) is tuple):
        return list(valeur) if ordre else sorted(valeur, key=empreinte)
    return valeur


def empreinte(valeur):
    """Texte qui caractérise une donnée, types compris, et indépendant de l'ordre des clés."""
    if type(valeur) is dict:
        return "{{{}}}".format(
            ",".join(sorted(f"{empreinte(k)}:{empreinte(v)}" for k, v in valeur.items()))
        )
    if type(valeur) in (set, frozenset):
        return "{}{{{}}}".format(type(valeur).__name__, ",".join(sorted(map(empreinte, valeur))))
    if type(valeur) is list:
        return "[{}]".format(",".join(map(empreinte, valeur)))
    if type(valeur) is tuple:
        return "({})".format(",".join(map(empreinte, valeur)))
    return repr(valeur)


def sans_version(texte):
    """Ce texte, où un message de Python est le même quelle que soit sa version.

    >>> sans_version("ValueError (too many values to unpack (expected 2, got 4))")
    'ValueError (too many values to unpack (expected 2))'
    """
    for motif, ancien in AJOUTS_DE_PYTHON:
        texte = motif.sub(ancien, texte)
    return texte


def empreintes(trace):
    """Une trace en textes comparables : ce qui est arrivé, ou l'empreinte de chaque valeur."""
    return [v if isinstance(v, Incident) else empreinte(v) for v in trace]


def _gele(valeur):
    """Copie des listes et dictionnaires attendus : le corrigé peut les modifier ensuite."""
    if type(valeur) is dict:
        return {cle: _gele(v) for cle, v in valeur.items()}
    if type(valeur) in (list, tuple, set, frozenset):
        return type(valeur)(_gele(v) for v in valeur)
    return valeur


def affiche(valeur, en_lignes=False):
    """Une valeur écrite pour l'élève, bornée ; un texte de plusieurs lignes, comme un dessin."""
    if type(valeur) is str and (en_lignes or "\n" in valeur):
        lignes = "\n".join(propre(ligne, 120) for ligne in valeur.split("\n")[:30])
        return "\n" + lignes + "\n"
    return propre(repr(valeur), VALEUR_AFFICHEE)


def differences(obtenu, attendu, cles):
    """Ce qui sépare deux dictionnaires sur ces clés : la première, et combien d'autres.

    >>> differences({(0, 0): 1, (1, 0): 0}, {(0, 0): 1, (1, 0): -1}, [(1, 0)])
    '[(1, 0)] vaut 0 ; attendu : -1'
    """
    cle, reste = cles[0], len(cles) - 1
    texte = f"[{affiche(cle)}] vaut {affiche(obtenu[cle])} ; attendu : {affiche(attendu[cle])}"
    if reste:
        pluriel = "s" if reste > 1 else ""
        texte += f" (et {reste} autre{pluriel} différence{pluriel})"
    return texte


def nom_type(valeur):
    """Le type d'une valeur, en mots.

    >>> nom_type((1, 2)), nom_type(True)
    ('un tuple', 'un booléen')
    """
    mots = {
        list: "une liste", tuple: "un tuple", set: "un ensemble", dict: "un dictionnaire",
        int: "un entier", float: "un nombre à virgule", str: "un texte", bool: "un booléen",
        frozenset: "un ensemble figé",
    }  # fmt: skip
    return mots.get(type(valeur)) or getattr(valeur, "nature", type(valeur).__name__)


def _verbe(futur):
    return "renvoie " if futur._appel else "vaut "


def _situation(racine, rang):
    """« Avec g = Grille(3, 2) ; g.etat[(0, 0)] = 1 : », si l'objet a déjà servi."""
    if racine is None or not racine.etapes[:rang]:
        return ""
    etapes = racine.etapes[:rang]
    if len(etapes) > 7:
        etapes = [*etapes[:3], "…", *etapes[-3:]]
    return "Avec {} = {} ; {} : ".format(racine.nom, racine.creation, " ; ".join(etapes))


def _renumerote(phrase):
    """La phrase, où les petits noms (g12, b3…) repartent de g, g2, g3.

    >>> _renumerote("Avec g7 = Grille(3, 2) ; g7.reinit() : g9.vides vaut []")
    'Avec g = Grille(3, 2) ; g.reinit() : g2.vides vaut []'
    """
    nouveaux = {}

    def renomme(trouve):
        base = trouve[1]
        rangs = nouveaux.setdefault(base, {})
        rang = rangs.setdefault(trouve[0], len(rangs) + 1)
        return base if rang == 1 else base + str(rang)

    morceaux = re.split("(« .*? »)", phrase)  # une ligne citée est celle de l'élève
    return "".join(m if m.startswith("« ") else PETITS_NOMS.sub(renomme, m) for m in morceaux)


def _montre(texte, racine, rang):
    """L'expression, où le petit nom de l'objet est remplacé par sa création s'il est neuf."""
    if racine is None or racine.etapes[:rang]:
        return texte
    if texte == racine.nom:
        return racine.creation
    if texte.startswith(racine.nom + "."):
        return racine.creation + texte[len(racine.nom) :]
    return texte
