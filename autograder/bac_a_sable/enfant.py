"""Le processus qui exécute la copie : un atelier qui lit, et des ouvriers qui exécutent.

L'atelier lit les fichiers de la copie (filtre, arbre, code compilé) et n'en exécute rien. Il se
dédouble en ouvriers : un ouvrier s'enferme, puis, pour chaque exercice qu'on lui confie, charge
des modules neufs et exécute des lots d'opérations. Sans `fork` (Windows), un processus neuf
fait les deux métiers à la suite.

Rien de ce qui sort d'ici n'est cru : ce ne sont que des réponses, que le correcteur compare.
"""

import ast
import builtins
import contextlib
import gc
import importlib
import os
import random
import signal
import sys
import time
import types
from _queue import SimpleQueue
from _thread import allocate_lock, get_ident, start_new_thread
from collections import namedtuple

from autograder.bac_a_sable import codec, filtre, gardes, isolement, noyau
from autograder.moteur import greffe
from lessons.verificateur import arene, autopsie, permis
from lessons.verificateur.chargeur import Chaine

UTILES = "bn_utiles"  # les constantes, que les exemples nomment
DU_CORRIGE = "<corrigé>"  # le fichier dont vient ce qui n'est pas de l'élève
SORTIE_MAX = 100_000  # caractères affichés que l'on garde
AFFICHAGE_MAX = 20_000_000  # … qu'une opération peut afficher avant d'être arrêtée
MESSAGE_MAX = 300
SIGNE_DE_VIE = 0.1  # secondes de calcul entre deux nouvelles d'un long tour du tournoi
APPEL_MAX = 1.0  # secondes de calcul pour lire un fichier, ou préparer une greffe
ATELIER_MAX = 6.0  # … et pour tout cela ensemble : une copie ordinaire en prend moins d'une
POSE_MAX = 1.0  # secondes de montre entre deux photos de l'autopsie, si rien n'avance
MEMOIRE_A_RENDRE = 80 * 2**20  # octets : au-delà, on ramasse les miettes entre deux exercices
# Ce qu'une copie voit de ces modules tient en quelques valeurs : on ne les charge pas, car ils en
# entraînent beaucoup d'autres.
BilanDoctest = namedtuple("TestResults", "failed attempted")  # comme celui de doctest
FACTICES = {
    "doctest": {
        "testmod": lambda *args, **options: BilanDoctest(0, 0),
        "testfile": lambda *args, **options: BilanDoctest(0, 0),
        "NORMALIZE_WHITESPACE": 4,
        "ELLIPSIS": 8,
    }
}


NOTRES_MODULES = [n for n in sys.modules if n.startswith(("autograder", "lessons"))]


def sans_effet(*args, **options):
    """Remplace ce qui n'a pas de sens pendant la correction."""


def est_copie(fichier):
    """True si ce nom de fichier est celui d'un module de la copie."""
    return fichier.startswith("<") and fichier.endswith(".py>")


def est_de_l_eleve(fichier, ligne):
    """True si cette ligne est de la copie, et non du corrigé greffé dedans."""
    return est_copie(fichier) and ligne < greffe.LIGNE_DU_CORRIGE


class Canal:
    """Des messages dans un descripteur de fichier (un tuyau ou une prise)."""

    def __init__(self, entree, sortie):
        self.entree = entree
        self.sortie = sortie
        self.verrou = allocate_lock()

    def recoit(self):
        """Le message suivant, ou None quand le correcteur a raccroché."""
        entete = self._lit(4)
        if entete is None:
            return None
        corps = self._lit(codec.EN_TETE.unpack(entete)[0])
        return None if corps is None else codec.deballe(corps)

    def _lit(self, taille):
        morceaux = []
        while taille:
            morceau = os.read(self.entree, min(taille, 1 << 16))
            if not morceau:
                return None
            morceaux.append(morceau)
            taille -= len(morceau)
        return b"".join(morceaux)

    def envoie(self, message):
        octets = memoryview(codec.emballe(message))
        with self.verrou:
            while octets:
                octets = octets[os.write(self.sortie, octets) :]


# --- L'atelier -------------------------------------------------------------------------


class Atelier:
    """Les fichiers de la copie, lus et compilés, jamais exécutés ici."""

    def __init__(self):
        self.sources = {}
        self.donnes = {}
        self.voisins = ()
        self.codes = {}
        self.imports = {}
        self.gardees = {}
        self.greffes = {}
        self.corriges = {}
        self.ouvriers = {}
        self.reste = ATELIER_MAX

    @contextlib.contextmanager
    def borne(self):
        """Lire et compiler un texte retors peut durer : le noyau arrête net l'atelier à temps.

        Windows n'a pas cette minuterie : le correcteur y surveille le calcul de l'extérieur.
        """
        if not hasattr(signal, "setitimer"):
            yield
            return
        avant = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, max(0.01, min(APPEL_MAX, self.reste)))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.reste -= time.process_time() - avant

    def fichiers(self, message):
        """Reçoit les textes de la copie et ceux des modules donnés."""
        self.donnes = message["donnes"]
        self.textes = message["textes"]
        self.voisins = frozenset(self.textes) | frozenset(message["voisins"])
        self.annexes = frozenset(self.textes) - frozenset(message["voisins"])
        self.textes = {**self.donnes, **self.textes}
        self.depart = message["depart"]
        self.sans = message["sans"]
        self.cpu_max = message["cpu_max"]
        self.filtre = "filtre" not in self.sans
        charge_modules(message["standard"])
        self.verrou_noyau = noyau.VerrouNoyau(bytes.fromhex(message["noyau"]), message["landlock"])
        return {"ok": True}

    def source(self, nom):
        """L'arbre d'un module de la copie ; None s'il n'a pas été lu."""
        return self.sources.get(nom)

    def lit_module(self, message):
        """Lit un module de la copie : sa fiche (voir filtre), ou la raison du refus.

        La fiche, plus longue à faire que tout le reste, peut être déjà `connue` du correcteur.
        """
        nom = message["nom"]
        try:
            arbre = filtre.analyse(self.textes[nom], nom)
            depart = self.depart.get(nom, {})
            fiche = message.get("connue")
            fiche = fiche or filtre.fiche(arbre, self.voisins, self.filtre, self.annexes, depart)
            self.codes[nom] = self._compile(arbre, nom)
        except filtre.FichierRefuse as refus:
            return {"refuse": str(refus)[:MESSAGE_MAX]}
        except SyntaxError as erreur:
            ligne = self.textes[nom].split("\n")[max(0, (erreur.lineno or 1) - 1)].strip()[:80]
            phrase = f"erreur de syntaxe ligne {erreur.lineno or 0} de {nom}.py : {ligne}"
            return {"refuse": phrase}
        except (RecursionError, MemoryError, ValueError):
            return {"refuse": f"{nom}.py ne peut pas être lu comme du Python"}
        self.sources[nom], self.imports[nom] = arbre, fiche["voisins"]
        charge_modules(fiche["standard"])
        return {"fiche": fiche}

    def _compile(self, arbre, nom):
        surveille = gardes.surveille(arbre) if self.filtre else arbre
        return compile(surveille, f"<{nom}.py>", "exec", dont_inherit=True, optimize=0)

    def codes_pour(self, plan):
        """{nom: code compilé} des modules d'une chaîne : propre, élaguée, ou greffe de ce `plan`.

        Un module impossible à greffer a pour « code » l'erreur, que son chargement lèvera.
        """
        if plan is None:
            return self.codes
        if plan == greffe.ELAGUEE:
            return {nom: self._greffe(nom, None, plan, None) for nom in self.codes}
        if plan["genre"] == greffe.VERSION:
            return self._version(plan)
        codes = {}
        if plan["genre"] == greffe.LEGERE:
            codes = dict(self.codes)
        elif plan["genre"] == greffe.ELAGUEE:
            codes = self.codes_pour(greffe.ELAGUEE)
        a_greffer = list(plan["modules"])
        while a_greffer:
            nom = a_greffer.pop()
            cible = plan["cible"] if nom == plan["module"] else None
            codes[nom] = self._greffe(nom, plan["modules"].get(nom), plan["genre"], cible)
            a_greffer += [voisin for voisin in self.imports.get(nom, ()) if voisin not in codes]
        return codes

    def _greffe(self, nom, prevu, genre, cible):
        """Le code du module greffé ; le même sert à tous les exercices qui le demandent."""
        texte, bouchons = (prevu["texte"], prevu["bouchons"]) if prevu else (None, {})
        cle = (nom, texte, tuple(bouchons), genre, cible)
        if cle not in self.greffes:
            try:
                corrige = None if texte is None else ast.parse(texte)
                eleve = self._partie(nom, genre)
                complet = genre == greffe.COMPLETE
                arbre = greffe.hybride(eleve, corrige, bouchons, complet, cible)
                self.greffes[cle] = self._compile(arbre, nom)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as erreur:
                self.greffes[cle] = erreur.with_traceback(None)  # ses cadres citent le corrigé
        return self.greffes[cle]

    def _version(self, plan):
        """Le corrigé, où une fonction est remplacée par une version, et les essais."""
        codes = {nom: self.corriges[nom] for nom in plan["modules"]}
        pose = compile(plan["version"], DU_CORRIGE, "exec", dont_inherit=True)
        codes[plan["module"]] = (codes[plan["module"]], self.corriges[greffe.HABIT], pose)
        return {**codes, plan["essais"]: self.codes[plan["essais"]]}

    def corrige(self, message):
        """Reçoit le corrigé dont se servent toutes les versions : il n'est compilé qu'une fois."""
        for nom, texte in message["textes"].items():
            self.corriges[nom] = compile(texte, DU_CORRIGE, "exec", dont_inherit=True)
        return {"ok": True}

    def _partie(self, nom, genre):
        """Ce que ce genre de greffe garde du module de l'élève ; None s'il ne l'a pas rendu."""
        source = self.source(nom)
        if source is None:
            return None
        if genre == greffe.LEGERE:
            return greffe.reunie(source)
        if nom not in self.gardees:
            voisins = self.voisins if self.filtre else None
            self.gardees[nom] = greffe.partie_gardee(source, voisins)
        return self.gardees[nom]

    def dedouble(self, message, prises):
        """Crée un ouvrier, qui parlera dans la prise reçue."""
        with self.borne():
            codes = self.codes_pour(message.pop("plan"))
        gc.freeze()  # le ramasse-miettes de l'ouvrier ne recopiera pas toute la mémoire d'ici
        pid = os.fork()
        if pid == 0:
            try:
                os.close(self.controle.fileno())
                self.oublie()
                devient_ouvrier(self, codes, prises)
            finally:
                os._exit(70)
        for prise in prises:
            os.close(prise)
        self.ouvriers[message["n"]] = pid

    def oublie(self):
        """Dans l'ouvrier : efface ce qui n'est pas pour lui, greffes et versions des autres."""
        self.greffes.clear()
        self.gardees.clear()
        self.corriges.clear()

    def tue(self, numero):
        """Arrête un ouvrier : son temps de calcul, et comment il a fini s'il était déjà mort."""
        pid = self.ouvriers.pop(numero, None)
        if pid is None:
            return {"cpu": 0.0, "fin": None}
        fini, statut, usage = os.wait4(pid, os.WNOHANG)
        if not fini:
            for envoi in (os.kill, os.killpg):
                with contextlib.suppress(OSError):
                    envoi(pid, signal.SIGKILL)
            _, _, usage = os.wait4(pid, 0)
            statut = None
        return {
            "cpu": usage.ru_utime + usage.ru_stime,
            "memoire": isolement.octets(usage),
            "fin": statut,
        }

    def temps(self, numero):
        """Temps de calcul d'un ouvrier, en secondes (horloge du processus)."""
        pid = self.ouvriers.get(numero)
        try:
            return {"cpu": time.clock_gettime((~pid << 3) | 2)}
        except (TypeError, OSError):  # macOS : le correcteur demandera à `ps`
            return {"cpu": None, "pid": pid}

    def signale(self, numero):
        """Demande au noyau la pile d'un ouvrier qui ne répond plus."""
        try:
            os.kill(self.ouvriers[numero], signal.SIGUSR1)
        except (KeyError, OSError):
            return {"ok": False}
        return {"ok": True}

    def bilan(self):
        """Temps de calcul et mémoire de l'atelier et de tous ses ouvriers."""
        resource = isolement.resource
        total = 0.0
        for qui in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            usage = resource.getrusage(qui)
            total += usage.ru_utime + usage.ru_stime
        return {"cpu": total, "memoire": isolement.memoire_maximale(enfants=True)}


def tient_atelier(fd):
    """Boucle de l'atelier (avec fork) : une prise de commande, un message à la fois."""
    import socket

    controle = socket.socket(fileno=fd)
    canal = Canal(fd, fd)
    atelier = Atelier()
    atelier.controle = controle
    isolement.limite(cpu=120, fichiers=64, processus=4096)
    charge_d_avance()
    canal.envoie({"pret": True})
    while True:
        entete, prises, _, _ = socket.recv_fds(controle, 4, 4)
        if len(entete) < 4:
            for numero in list(atelier.ouvriers):
                atelier.tue(numero)
            os._exit(0)
        message = codec.deballe(canal._lit(codec.EN_TETE.unpack(entete)[0]))
        ordre = message["ordre"]
        if ordre == "dedouble":
            atelier.dedouble(message, prises)
            continue
        if ordre == "fichiers":
            reponse = atelier.fichiers(message)
        elif ordre == "module":
            with atelier.borne():
                reponse = atelier.lit_module(message)
        elif ordre == "corrige":
            reponse = atelier.corrige(message)
        elif ordre == "tue":
            reponse = atelier.tue(message["n"])
        elif ordre == "temps":
            reponse = atelier.temps(message["n"])
        elif ordre == "signale":
            reponse = atelier.signale(message["n"])
        else:
            reponse = atelier.bilan()
        canal.envoie(reponse)


def tient_atelier_seul():
    """Version sans fork : lit les fichiers, puis devient l'unique ouvrier, par les tuyaux."""
    entree, sortie = os.dup(0), os.dup(1)
    rien = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1):
        os.dup2(rien, fd)
    canal = Canal(entree, sortie)
    atelier = Atelier()
    charge_d_avance()
    canal.envoie({"pret": True})
    while True:
        message = canal.recoit()
        if message is None:
            os._exit(0)
        if message["ordre"] == "dedouble":
            ouvrier_unique(atelier, message, canal).travaille()
        canal.envoie(reponse_d_atelier(atelier, message))


def reponse_d_atelier(atelier, message):
    """Ce que répond un atelier sans `fork` à ce message."""
    if message["ordre"] == "fichiers":
        return atelier.fichiers(message)
    if message["ordre"] == "corrige":
        return atelier.corrige(message)
    with atelier.borne():
        return atelier.lit_module(message)


def ouvrier_unique(atelier, message, canal):
    """L'ouvrier que devient un atelier sans `fork`."""
    with atelier.borne():
        codes = atelier.codes_pour(message.pop("plan"))
    atelier.oublie()
    return Ouvrier(atelier, codes, canal)


def charge_d_avance():
    """Modules dont une copie peut avoir besoin une fois qu'elle ne peut plus lire de fichier."""
    codages = ("encodings.ascii", "encodings.cp1252", "encodings.latin_1")
    charge_modules((*codages, "contextlib", "faulthandler"))
    random.Random("")  # à partir de Python 3.13, une graine qui est un texte charge un module


def charge_modules(noms):
    """Importe ces modules standard, sauf ceux dont la copie ne verra qu'une imitation."""
    for nom in noms:
        if nom not in FACTICES:
            importlib.import_module(nom)


# --- L'ouvrier -------------------------------------------------------------------------


def devient_ouvrier(atelier, codes, prises):
    """Dans le processus dédoublé : groupe à part, puis le travail."""
    os.setpgid(0, 0)
    isolement.n_herite_de_rien()
    import faulthandler

    faulthandler.register(signal.SIGUSR1, file=prises[1], all_threads=True)
    Ouvrier(atelier, codes, Canal(prises[0], prises[0])).travaille()


class TropDAffichage(Exception):
    """Levée dans la copie par le `print` de trop."""


class Sortie:
    """Ce que la copie affiche : gardé, dans la limite de SORTIE_MAX caractères."""

    encoding = "utf-8"

    def __init__(self):
        self.morceaux = []
        self.place = SORTIE_MAX
        self.total = 0  # caractères affichés par l'opération en cours

    def write(self, texte):
        self.total += len(texte)
        if self.total > AFFICHAGE_MAX:
            raise TropDAffichage(f"plus de {AFFICHAGE_MAX // 10**6} millions de caractères")
        if self.place > 0:
            self.morceaux.append(texte[: self.place])
            self.place -= len(texte)
        return len(texte)

    def flush(self):
        """Rien à vider."""

    def isatty(self):
        return False

    def prend(self):
        """Le texte affiché depuis la dernière fois."""
        texte = "".join(self.morceaux)
        self.morceaux, self.place = [], SORTIE_MAX
        return texte


class ModuleFige(types.ModuleType):
    """Un module où des essais ne remplacent rien."""

    def __setattr__(self, nom, valeur):
        raise AttributeError(f"des essais ne remplacent pas {nom} dans {self.__name__}")

    def __delattr__(self, nom):
        self.__setattr__(nom, None)


class Random(random.Random):
    """`random.Random` ; sans graine, il en prend une dans le hasard de la version."""

    def seed(self, graine=None, version=2):
        super().seed(random.getrandbits(64) if graine is None else graine, version)


def seme(graine=None, version=2):
    """`random.seed`, de même."""
    random.seed(random.getrandbits(64) if graine is None else graine, version)


HASARD_FIXE = {"Random": Random, "SystemRandom": Random, "seed": seme}


class ChaineCopie(Chaine):
    """Les modules de la copie, compilés ou greffés, avec des `builtins` et des `import` réduits.

    Devant des essais, un module fait de plusieurs morceaux porte une version : rien ne s'y
    remplace, et rien n'y tient à la chance. `hasard` remplace ce que montre le module `random`.
    """

    def __init__(self, codes, temoin, ouverte=False, hasard=None):
        super().__init__("")
        self.codes = codes
        figee = any(type(code) is tuple for code in codes.values())
        self.hasard = HASARD_FIXE if figee else (hasard or {})
        self.genre_de_module = ModuleFige if figee else types.ModuleType
        self.ouverte = ouverte
        self.vitrines = {}
        self.entrees = []
        self.temoin = temoin
        self.gardes = gardes.Gardes(self.modules, temoin)
        posees = self.gardes.builtins()
        if ouverte:
            del posees["type"]
        else:
            for nom in permis.NOMS_REFUSES:
                self._builtins.pop(nom, None)
        self._builtins.update(posees, input=self._entree)

    def trouve(self, nom):
        return (self.codes[nom], f"<{nom}.py>") if nom in self.codes else None

    def _execute(self, nom, code, fichier):
        if isinstance(code, Exception):
            raise code
        module = self.genre_de_module(nom)
        vars(module)["__builtins__"] = self._builtins
        self.modules[nom] = module
        sys.modules.setdefault(nom, module)  # `dataclass` y cherche le module de la classe
        try:
            for morceau in code if type(code) is tuple else (code,):
                exec(morceau, module.__dict__)
        except BaseException:
            del self.modules[nom]
            raise

    def oublie(self):
        """Retire de `sys.modules` ce que cette chaîne y avait mis."""
        for nom, module in self.modules.items():
            if sys.modules.get(nom) is module:
                del sys.modules[nom]

    def _importe(self, nom, globales=None, locales=None, noms=(), niveau=0):
        if niveau == 0 and nom in self.codes:
            return self.module(nom)
        if self.ouverte:
            return builtins.__import__(nom, globales, locales, noms, niveau)
        if niveau or nom not in filtre.MODULES_PERMIS:
            raise ModuleNotFoundError(f"Il n'y a pas de module {nom}.py ici.", name=nom)
        tete, _, reste = nom.partition(".")
        if reste and not noms:
            vars(self._vitrine(tete))[reste] = self._vitrine(nom)
            return self._vitrine(tete)
        for sous in noms or ():
            if f"{nom}.{sous}" in filtre.MODULES_PERMIS:
                vars(self._vitrine(nom))[sous] = self._vitrine(f"{nom}.{sous}")
        return self._vitrine(nom)

    def _vitrine(self, nom):
        """Le module standard `nom`, réduit à ce qu'une copie peut y trouver."""
        if nom not in self.vitrines:
            vitrine = self.vitrines[nom] = self.genre_de_module(nom)
            valeurs = FACTICES.get(nom) or self._publics(nom)
            for valeur in (*valeurs.values(), sans_effet):
                self.temoin.regarde(valeur)
            vars(vitrine).update(self._prudents(nom, valeurs), __all__=list(valeurs))
        return self.vitrines[nom]

    def _publics(self, nom):
        """{nom: valeur} de ce qu'un module standard montre à la copie."""
        module = importlib.import_module(nom)
        noms = getattr(module, "__all__", None) or [n for n in vars(module) if n[0] != "_"]
        if filtre.NOMS_PERMIS[nom] is not filtre.TOUT:
            noms = [n for n in vars(module) if n in filtre.NOMS_PERMIS[nom]]
        valeurs = {n: getattr(module, n) for n in noms}
        return {n: v for n, v in valeurs.items() if not isinstance(v, types.ModuleType)}

    def _prudents(self, nom, valeurs):
        """Les mêmes valeurs, où ce qui serait dangereux ou trop long a son remplaçant."""
        if nom == "random":
            return {**valeurs, **self.hasard}
        if nom == "time":
            return {**valeurs, "sleep": sans_effet}  # dormir ferait perdre du temps
        if nom == "queue":
            return {
                n: sans_attendre(v) if hasattr(v, "get_nowait") else v for n, v in valeurs.items()
            }
        return {**valeurs, **self.gardes.remplacants(nom)}

    def _entree(self, question=""):
        sys.stdout.write(str(question))
        if not self.entrees:
            raise EOFError("input() attend une réponse au clavier, et il n'y en a pas ici")
        return self.entrees.pop(0)


def sans_attendre(file):
    """Cette file du module queue, où prendre et mettre n'attendent jamais personne."""

    class File(file):
        def get(self, block=True, timeout=None):
            return super().get(False)

        def put(self, item, block=True, timeout=None):
            return super().put(item, False)

    File.__name__ = File.__qualname__ = file.__name__
    return File


class SlotVide(Exception):
    """Une opération se sert du résultat d'une opération qui a échoué."""


class Ouvrier:
    """Exécute la copie : un exercice après l'autre, sur des modules chaque fois neufs."""

    def __init__(self, atelier, codes, canal=None):
        self.atelier = atelier
        self.codes = codes
        self.canal = canal
        self.file = SimpleQueue()
        self.sortie = Sortie()
        self.chaine = None
        self.espace = None  # les variables de l'essai public en cours
        self.derange = False  # True si la suite a changé quelque chose dans un module
        self.temoin = gardes.Temoin()
        self.slots = {}
        self.appels = 0
        self.op = None
        self.numero = 0  # celui du message auquel on répond
        self.vu = 0.0  # temps de calcul, aux dernières nouvelles que l'on a données

    def travaille(self):
        """Charge les modules puis exécute les lots, jusqu'à ce que le correcteur raccroche."""
        self.s_installe(lambda: start_new_thread(self._ecoute, ()))
        while True:
            self.repond(self.file.get())

    def s_installe(self, ecoute):
        """S'enferme, et le dit. `ecoute()` commence l'écoute, là où il y a plusieurs fils."""
        sys.setrecursionlimit(1500)
        sys.stdout = sys.stderr = self.sortie
        sys.stdin = None
        self.principal = get_ident()
        couches = ["landlock"] if self.atelier.verrou_noyau.ferme_les_fichiers() else []
        ecoute()
        self.canal.envoie({"n": 0, "couches": couches + self._s_enferme()})

    def repond(self, recu):
        """Fait ce que demande un message, et en envoie le résultat."""
        metiers = {
            "charge": self.charge, "lot": self.lot, "arene": self.ouvre_arene, "tour": self.tour,
        }  # fmt: skip
        self.numero = recu["n"]
        reponse = metiers[recu["ordre"]](recu)
        reponse["n"] = recu["n"]
        try:
            self.canal.envoie(reponse)
        except (codec.Illisible, MemoryError, ValueError) as erreur:
            self.canal.envoie({"n": recu["n"], "illisible": str(erreur)[:MESSAGE_MAX]})

    def _s_enferme(self):
        """Pose les couches qui valent pour tous les fils d'exécution ; rend celles du système."""
        couches = []
        if "limites" not in self.atelier.sans:
            couches += ["limites"] if isolement.limite(cpu=self.atelier.cpu_max) else []
            isolement.quitte_root()
        if self.atelier.verrou_noyau.ferme_les_appels():
            couches.append("seccomp")
        del self.atelier.verrou_noyau
        if "imports" not in self.atelier.sans:
            gardes.desarme()
        if "audit" not in self.atelier.sans:
            isolement.ferme_python()
            isolement.pose_crochet()
        for nom in NOTRES_MODULES:
            sys.modules.pop(nom, None)
        return couches

    def _ecoute(self):
        """Fil d'écoute : range les lots dans la file, répond lui-même aux demandes d'autopsie."""
        while True:
            message = self.canal.recoit()
            if message is None:
                os._exit(0)
            if message["ordre"] == "autopsie":
                enquete = self.enquete()
                constat = autopsie.observe(self.principal, enquete, POSE_MAX)
                self.canal.envoie({"n": -1, "constat": constat, "op": self.op})
            else:
                self.file.put(message)

    def enquete(self):
        """Une enquête, encore sans photo, sur le code de l'élève."""
        return autopsie.Enquete(est_de_l_eleve, self._module_lisible)

    def _module_lisible(self, fichier):
        nom = fichier[1:-4]
        source = self.atelier.source(nom)
        return None if source is None else (source, self.atelier.textes[nom])

    # Charger.

    def charge(self, message):
        """Prépare un exercice : modules, hasard et affichage neufs ; rien ne reste du précédent."""
        erreur = self._charge_module(message)
        return erreur or {"definie": self._espionne(message["cible"])}

    def _charge_module(self, message, hasard=None):
        """Charge un module sur une chaîne neuve : None, ou {"erreur": …}."""
        if self.chaine is not None:
            self._range()
        ouverte = "imports" in self.atelier.sans
        self.chaine = ChaineCopie(self.codes, self.temoin, ouverte, hasard)
        self.slots = {}
        self.espace, self.derange, self.demande = None, False, message
        self.sortie.total = 0
        random.seed(message["graine"])
        try:
            self.module = self.chaine.module(message["module"])
        except BaseException as erreur:
            return {"erreur": self._erreur(erreur)}
        self.sortie.prend()  # ce qu'affiche le chargement n'est la réponse de personne
        return None

    # Le tournoi.

    def ouvre_arene(self, message):
        """Prépare des parties de la classe demandée ; {"prete": True}, ou {"erreur": …}.

        `eclair` : le texte de la grille rapide, à mettre à la place de celle de l'élève, ou "".
        """
        erreur = self._charge_module(message, arene.hasard_commun())
        if erreur is not None:
            return erreur
        fabrique = vars(self.module).get(message["classe"])
        if not isinstance(fabrique, type):
            return {"absente": True}
        if message["eclair"]:
            try:
                fabrique.type_grille = self._grille_eclair(fabrique, message["eclair"])
            except BaseException as erreur:  # ce bot ne se sert pas de la grille du TP6
                return {"erreur": self._erreur(erreur)}
        self.arene = arene.Arene(
            fabrique, message["xmax"], message["ymax"], message["tailles"], message["numeros"],
            self._donne_la_main, self._erreur, message["filmees"],
        )  # fmt: skip
        return {"prete": True}

    def _grille_eclair(self, fabrique, source):
        """La grille de ce bot, où les comptages sont ceux, plus rapides, du corrigé."""
        rapide = self._aide(source).ComptageRapide
        return type("Grille", (rapide, fabrique.type_grille), {})

    def _donne_la_main(self, numero):
        """Une partie commence à jouer : si tout s'arrête, on saura laquelle.

        Un tour long mais qui avance donne des nouvelles : ce n'est pas une boucle sans fin.
        """
        self.op, self.sortie.total = numero, 0
        if time.process_time() - self.vu > SIGNE_DE_VIE:
            self.vu = time.process_time()
            self.canal.envoie({"n": self.numero, "partie": numero})

    def tour(self, message):
        """Un tour de toutes les parties en cours."""
        self.vu = time.process_time()
        tirs, fautes, cartes = self.arene.tour(message["reponses"])
        self.op = None
        self.sortie.prend()
        return {"tirs": tirs, "fautes": fautes, "cartes": cartes}

    def _range(self):
        """Oublie l'exercice précédent ; si la copie garde de gros objets, les rend au système."""
        self.chaine.oublie()
        self.chaine = self.module = self.espace = None
        self.slots = {}
        self.temoin.remet()
        if isolement.memoire_maximale() > MEMOIRE_A_RENDRE:
            gc.collect()

    def _porteur(self, espace, nom):
        """Le module, la classe, ou sa mère écrite par l'élève pour ce TP, où `nom` est défini."""
        if not espace:
            return self.module if nom in vars(self.module) else None
        classe = vars(self.module).get(espace)
        siens = {self.module.__name__, *self.atelier.annexes}
        for porteur in type.mro(classe) if isinstance(classe, type) else ():
            ici = porteur is classe or vars(porteur).get("__module__") in siens
            if ici and nom in vars(porteur):
                return porteur
        return None

    def _espionne(self, cible):
        """Compte les appels de la fonction jugée ; False si le module ne la définit pas."""
        espace, _, nom = cible.rpartition(".")
        porteur = self._porteur(espace, nom)
        if porteur is None:
            return False
        original = vars(porteur)[nom]

        if isinstance(original, (staticmethod, classmethod)):

            def espion(*args, **options):
                self.appels += 1
                return original.__get__(None, porteur)(*args, **options)

            return self._pose(porteur, nom, staticmethod(espion))

        # Une simple fonction s'appelle d'elle-même : passer par `__get__` use la pile du système à
        # chaque appel, et une récursion sans fin y tuerait le processus (WebAssembly en a peu).
        simple = isinstance(original, types.FunctionType)
        if espace and not simple and hasattr(type(original), "__get__"):

            def espion(*args, **options):
                self.appels += 1
                if args:
                    return original.__get__(args[0], type(args[0]))(*args[1:], **options)
                return original(**options)

        elif callable(original):

            def espion(*args, **options):
                self.appels += 1
                return original(*args, **options)

        else:
            return True
        if simple:
            espion.__name__ = original.__name__
            espion.__doc__ = original.__doc__
            espion.__dict__ = original.__dict__  # `alpha.appels += 1` doit marcher
        for methode in ("cache_info", "cache_clear"):  # celles que donne `lru_cache`
            if hasattr(original, methode):
                setattr(espion, methode, getattr(original, methode))
        return self._pose(porteur, nom, espion)

    def _pose(self, porteur, nom, valeur):
        """Met cette valeur dans un module, même figé, ou dans une classe."""
        if isinstance(porteur, types.ModuleType):
            vars(porteur)[nom] = valeur
        else:
            setattr(porteur, nom, valeur)
        return True

    # Exécuter.

    def lot(self, message):
        """Exécute les opérations d'un lot, jusqu'à la première erreur qui n'est pas attendue."""
        resultats = []
        attendues = set(message["attendues"])
        avant = self.appels
        suivant = message["debut"]
        for operation in message["ops"]:
            numero = suivant
            if operation[0] == "R":  # ses opérations intérieures ont pris les numéros d'avant
                numero = operation[2] + len(operation[3])
            suivant = numero + 1
            self.op, self.sortie.total = numero, 0
            try:
                valeur = self._opere(operation)
                self.slots[numero] = valeur
                if operation[0] in "opR":
                    resultats.append([numero, "v", codec.code(valeur, self._reference)])
            except SlotVide:
                resultats.append([numero, "s", None])
            except BaseException as erreur:
                resultats.append([numero, "e", self._erreur(erreur)])
                if numero not in attendues:
                    break
        self.op = None
        return {"r": resultats, "appels": self.appels - avant}

    def _decode(self, code):
        return codec.decode(code, self._slot)

    def _slot(self, numero):
        try:
            return self.slots[numero]
        except KeyError:
            raise SlotVide from None

    def _opere(self, operation):
        genre = operation[0]
        if genre == "m":
            return self.chaine.module(operation[1]) if operation[1] else self.module
        if genre == "v":
            return self._decode(operation[1])
        if genre in "oc" or genre in "aAiIk":
            objet = self._slot(operation[1])
        if genre == "o":
            return objet
        if genre == "a":
            return getattr(objet, operation[2])
        if genre == "A":
            self.derange = self.derange or isinstance(objet, types.ModuleType)
            return setattr(objet, operation[2], self._decode(operation[3]))
        if genre == "i":
            return objet[self._decode(operation[2])]
        if genre == "I":
            objet[self._decode(operation[2])] = self._decode(operation[3])
            return None
        if genre == "k":
            methode = getattr(objet, operation[2])
            return methode(*self._arguments(operation[3]), **self._options(operation[4]))
        if genre == "c":
            return objet(*self._arguments(operation[2]), **self._options(operation[3]))
        if genre == "p":
            return self.sortie.prend()
        if genre == "e":
            self.chaine.entrees[:] = operation[1]
            return None
        if genre == "L":
            return self._lecteur(list(operation[1]))
        if genre == "x":
            return self._aide(operation[1])
        if genre == "n":
            return self._nouvel_essai(operation[1])
        if genre == "d":
            return self._exemple(*operation[1:])
        if genre == "R":
            return self._repete(*operation[1:])
        raise ValueError("opération inconnue")

    def _arguments(self, codes):
        return [self._decode(code) for code in codes]

    def _options(self, codes):
        return {nom: self._decode(code) for nom, code in codes.items()}

    def _lecteur(self, reponses):
        def lire(question=""):
            self.sortie.write(str(question) + "\n")
            if not reponses:
                raise EOFError("toutes les réponses prévues ont été lues")
            return reponses.pop(0)

        return lire

    def _aide(self, source):
        module = types.ModuleType("aide")
        exec(compile(source, "aide", "exec"), module.__dict__)
        return module

    def _nouvel_essai(self, debut):
        """Un essai public commence : il est à nous, et importe ce qu'il veut."""
        if self.derange:
            self.charge(self.demande)
        siennes = {**vars(builtins), "__import__": self._importe_pour_nous}
        constantes = vars(self.chaine.module(UTILES)) if UTILES in self.codes else {}
        self.espace = {**constantes, **vars(self.module), "__builtins__": siennes}
        exec(compile(debut, "exemple", "exec"), self.espace)

    def _exemple(self, code, mode):
        """Ce qu'un exemple affiche, et sa valeur si c'est une expression."""
        self.sortie.prend()
        valeur = eval(compile(code, "exemple", mode), self.espace)
        return {"affiche": self.sortie.prend(), "valeur": valeur}

    def _importe_pour_nous(self, nom, *args):
        """Un module de la copie d'abord ; sinon, un module standard déjà chargé."""
        return self.chaine.module(nom) if nom in self.codes else builtins.__import__(nom, *args)

    def _repete(self, fois, debut, operations, observe):
        """Refait `fois` fois la suite d'opérations ; [[résultat, effectif], …] par première vue."""
        effectifs, valeurs = {}, {}
        for _ in range(fois):
            for numero, operation in enumerate(operations, debut):
                self.slots[numero] = self._opere(operation)
            code = codec.code(self._slot(observe), self._reference)
            cle = repr(code)
            effectifs[cle] = effectifs.get(cle, 0) + 1
            valeurs.setdefault(cle, codec.decode(code))
        return [[valeurs[cle], nombre] for cle, nombre in effectifs.items()]

    def _reference(self, valeur):
        """Code d'un objet d'une classe de la copie : il reste ici."""
        module = type(valeur).__module__
        if type(module) is str and module in self.chaine.modules:
            return ["o", codec.nom_de_type(valeur)]
        return None

    def _erreur(self, erreur):
        """Ce que l'on dit d'une exception : son nom, son message, où elle est née dans la copie."""
        try:
            message = str(erreur)[:MESSAGE_MAX]
        except BaseException:
            message = ""
        if type(message) is not str:
            message = ""
        lieu = None
        trace = erreur.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if est_de_l_eleve(code.co_filename, trace.tb_lineno):
                lieu = [code.co_filename[1:-1], trace.tb_lineno, code.co_name]
            trace = trace.tb_next
        bases = [c.__name__ for c in type(erreur).__mro__ if getattr(builtins, c.__name__, 0) is c]
        return {
            "type": codec.nom_de_type(erreur),
            "bases": bases,
            "message": message,
            "lieu": lieu,
            "ligne": self._ligne(lieu),
        }

    def _ligne(self, lieu):
        if lieu is None or lieu[0][:-3] not in self.atelier.textes:
            return ""
        lignes = self.atelier.textes[lieu[0][:-3]].split("\n")
        return lignes[lieu[1] - 1].strip()[:100] if lieu[1] <= len(lignes) else ""
