"""Une copie, vue du correcteur : ses fichiers, son atelier, ses ouvriers et leurs délais.

Le texte des fichiers voyage par le tuyau ; la copie n'a besoin d'aucun accès au disque. Toute
attente a une échéance absolue. Ce qui peut arriver à un ouvrier a un nom : `Arret`.
"""

import contextlib
import marshal
import os
import queue
import re
import select
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import time

from autograder.bac_a_sable import autopsie, codec, enfant, filtre, isolement
from autograder.moteur import greffe
from lessons.verificateur import chargeur, source

MODULES_DU_FILS = (chargeur, source, codec, autopsie, filtre, greffe, isolement, enfant)
AMORCE = """
import sys,marshal,types,os
m=sys.argv[1];f=int(m[6:]) if m[:6]=='prise:' else 0
def l(n):
    b=[]
    while n:
        c=os.read(f,min(n,65536))
        if not c: os._exit(0)
        b.append(c);n-=len(c)
    return b''.join(b)
a,v='autograder','lessons'
for p in (a,a+'.bac_a_sable',a+'.moteur',v,v+'.verificateur'):
    sys.modules[p]=types.ModuleType(p);sys.modules[p].__path__=[]
for n,c in marshal.loads(l(int.from_bytes(l(4),'big'))):
    k=sys.modules[n]=types.ModuleType(n);p,_,q=n.rpartition('.')
    setattr(sys.modules[p],q,k);exec(c,k.__dict__)
e=sys.modules['autograder.bac_a_sable.enfant']
e.tient_atelier(f) if f else e.tient_atelier_seul()
"""

DELAI = 2.0  # secondes de calcul accordées à un lot d'opérations, la première fois
DELAI_MIN = 0.5  # … après plusieurs boucles sans fin dans la même copie
BUDGET = 12.0  # secondes de calcul pour toute la copie
DELAI_LECTURE = 8.0  # pour lire les fichiers
FICHIERS_MAX = 40
REDEMARRAGES_MAX = 4


class Arret(Exception):
    """L'ouvrier n'a pas donné de réponse utilisable.

    `genre` : "boucle", "attente", "mort" ou "illisible" ; `phrase` : pour l'élève ;
    `constat` : l'autopsie d'une boucle ; `op` : numéro de l'opération en cours, si on le sait.
    """

    def __init__(self, genre, phrase, constat=None, op=None):
        super().__init__(phrase)
        self.genre, self.phrase, self.constat, self.op = genre, phrase, constat, op


class CopieIllisible(Exception):
    """La copie entière ne peut pas être corrigée ; le message dit pourquoi."""


class _Muet(Exception):
    """Pas de réponse avant l'échéance."""


class _Coupe(Exception):
    """L'autre bout a raccroché."""


def propre(texte, longueur=200):
    """Texte venu d'une copie, sans caractère de contrôle et borné.

    >>> propre("a\\x1b[31m" + "b" * 300, 12)
    'a\\\\x1b[31mbb…'
    """
    sur = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(texte)
    )
    return sur if len(sur) <= longueur else sur[: longueur - 1] + "…"


def lit_dossier(dossier):
    """{nom de module: texte} des fichiers `.py` d'une copie.

    Les liens symboliques, tuyaux et autres fichiers spéciaux sont ignorés : une copie ne doit
    pas faire lire au correcteur un fichier qui n'est pas le sien.
    """
    textes = {}
    try:
        entrees = sorted(os.scandir(dossier), key=lambda entree: _rang(entree.name))
    except OSError as erreur:
        raise CopieIllisible("le dossier de la copie ne peut pas être lu") from erreur
    for entree in entrees:
        nom, extension = os.path.splitext(entree.name)
        if extension.lower() != ".py" or not nom.isidentifier():
            continue
        octets = _lit_fichier(entree.path)
        if octets is None or len(textes) >= FICHIERS_MAX:
            continue
        if len(octets) > filtre.TAILLE_MAX:
            octets = b"#" * (filtre.TAILLE_MAX + 1)  # le filtre dira « trop gros »
        textes[nom] = chargeur.decode(octets)
    return textes


def _rang(nom):
    """Les fichiers de TP d'abord : le nombre de fichiers lus est limité."""
    return (not nom.startswith(("tp", "bn_")), nom)


def _lit_fichier(chemin):
    """Octets d'un fichier ordinaire (au plus la taille permise, plus un), ou None."""
    drapeaux = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if os.path.islink(chemin):
            return None
        descripteur = os.open(chemin, drapeaux | getattr(os, "O_BINARY", 0))
    except OSError:
        return None
    if not stat.S_ISREG(os.fstat(descripteur).st_mode):
        os.close(descripteur)
        return None
    with os.fdopen(descripteur, "rb") as fichier:
        return fichier.read(filtre.TAILLE_MAX + 1)


# --- Les deux sortes de lignes ---------------------------------------------------------


class LignePrise:
    """Messages par une prise locale (Linux, macOS)."""

    def __init__(self, prise):
        self.prise = prise
        self.tampon = bytearray()

    def envoie(self, message, fin, descripteurs=()):
        octets = codec.emballe(message)
        try:
            self.prise.settimeout(max(0.01, fin - time.monotonic()))
            if descripteurs:
                envoye = socket.send_fds(self.prise, [octets], descripteurs)
                octets = octets[envoye:]
            if octets:
                self.prise.sendall(octets)
        except TimeoutError:
            raise _Muet from None
        except OSError:
            raise _Coupe from None

    def recoit(self, fin):
        """Le message suivant ; ce qui est arrivé avant l'échéance reste pour l'appel suivant."""
        self._remplit(4, fin)
        taille = codec.EN_TETE.unpack(self.tampon[:4])[0]
        if taille > codec.TAILLE_MAX:
            raise codec.Illisible("réponse trop grosse")
        self._remplit(4 + taille, fin)
        corps = bytes(self.tampon[4 : 4 + taille])
        del self.tampon[: 4 + taille]
        return codec.deballe(corps)

    def _remplit(self, taille, fin):
        while len(self.tampon) < taille:
            reste = fin - time.monotonic()
            if reste <= 0:
                raise _Muet
            self.prise.settimeout(reste)
            try:
                morceau = self.prise.recv(1 << 16)
            except TimeoutError:
                raise _Muet from None
            except OSError:
                raise _Coupe from None
            if not morceau:
                raise _Coupe
            self.tampon += morceau

    def ferme(self):
        self.prise.close()

    def finit(self):
        """Rien de plus."""


class LigneTuyaux:
    """Messages par l'entrée et la sortie d'un processus (partout, Windows compris)."""

    def __init__(self, processus):
        self.processus = processus
        self.recus = queue.Queue()
        threading.Thread(target=self._ecoute, daemon=True).start()

    def _ecoute(self):
        flux = self.processus.stdout
        try:
            while True:
                entete = flux.read(4)
                if len(entete) < 4:
                    break
                taille = codec.EN_TETE.unpack(entete)[0]
                if taille > codec.TAILLE_MAX:
                    self.recus.put(codec.Illisible("réponse trop grosse"))
                    return
                corps = flux.read(taille)
                if len(corps) < taille:
                    break
                self.recus.put(corps)
        except (OSError, ValueError):
            pass
        self.recus.put(_Coupe())

    def envoie(self, message, fin, descripteurs=()):
        self.envoie_octets(codec.emballe(message))

    def envoie_octets(self, octets):
        try:
            self.processus.stdin.write(octets)
            self.processus.stdin.flush()
        except (OSError, ValueError):
            raise _Coupe from None

    def recoit(self, fin):
        try:
            recu = self.recus.get(timeout=max(0.001, fin - time.monotonic()))
        except queue.Empty:
            raise _Muet from None
        if isinstance(recu, Exception):
            raise recu
        return codec.deballe(recu)

    def ferme(self):
        with contextlib.suppress(OSError, ValueError):
            self.processus.stdin.close()

    def finit(self):
        """Une fois le processus mort : avant, fermer attendrait la fin de la lecture en cours."""
        with contextlib.suppress(OSError, ValueError):
            self.processus.stdout.close()


# --- La copie --------------------------------------------------------------------------


class Copie:
    """Les fichiers d'une copie et les processus qui les lisent et les exécutent.

    À utiliser avec `with`. `fiches` : {module: fiche du filtre, ou {"refuse": phrase}}.
    `portable=True` force le fonctionnement sans `fork`, celui de Windows. `sans` nomme des
    couches à retirer pour éprouver les suivantes : "filtre", "imports", "audit", "noyau",
    "limites".
    """

    def __init__(
        self, textes, corrige, portable=False, bulle=None, budget=BUDGET, delai=DELAI, sans=()
    ):
        self.textes = dict(textes)
        self.corrige = corrige
        self.portable = portable or not hasattr(os, "fork")
        self.bulle = bulle
        self.budget = budget
        self.delai_initial = delai
        self.sans = tuple(sans)
        self.fiches = {}
        self.illisibles = {}
        self.cpu = 0.0
        self.cpu_total = 0.0
        self.memoire = 0
        self.boucles = 0
        self.niveau = None
        self._atelier = None
        self._reserve = None  # l'ouvrier de la chaîne propre, entre deux exercices
        self._redemarrages = 0
        self._numero = 0

    def __enter__(self):
        self.ouvre()
        return self

    def __exit__(self, *exception):
        self.ferme()

    def ouvre(self):
        """Démarre l'atelier et lui fait lire les modules des TP et ceux qu'ils importent."""
        self._demarre()
        a_lire = [nom for nom in self.corrige.textes if nom in self.textes]
        while a_lire:
            nom = a_lire.pop(0)
            if nom not in self.fiches:
                self.fiches[nom] = self._lit_module(nom)
                a_lire += self.voisins(nom)

    def voisins(self, nom):
        """Les modules de la copie que celui-ci importe directement."""
        return self.fiches.get(nom, {}).get("fiche", {}).get("voisins", [])

    def _demarre(self):
        textes = {n: t for n, t in self.textes.items() if n not in self.illisibles}
        self.fiches = dict(self.illisibles)
        self._atelier = _lance_atelier(self.portable, self.bulle)
        donnes = {n: t for n, t in self.corrige.donnes().items() if n not in self.textes}
        self._fichiers = {
            "ordre": "fichiers",
            "textes": textes,
            "donnes": donnes,
            "voisins": sorted(self.corrige.textes),
            "standard": self.corrige.standard(),
            "depart": self.corrige.depart,
            "sans": self.sans,
            "noyau": "" if "noyau" in self.sans else isolement.filtre_noyau().hex(),
        }
        self._demande(self._fichiers)
        for nom in donnes:
            self._demande({"ordre": "module", "nom": nom})

    def _demande(self, message, delai=DELAI_LECTURE):
        """Un aller et retour avec l'atelier."""
        fin = time.monotonic() + delai
        self._atelier.ligne.envoie(message, fin)
        return self._atelier.ligne.recoit(fin)

    def _lit_module(self, nom):
        try:
            reponse = self._demande({"ordre": "module", "nom": nom})
            if self._fiche_valable(reponse):
                return reponse
        except (_Muet, _Coupe, codec.Illisible):
            pass
        self.illisibles[nom] = {"refuse": f"{nom}.py ne peut pas être lu comme du Python"}
        self._redemarre()
        return self.illisibles[nom]

    @staticmethod
    def _fiche_valable(reponse):
        return type(reponse) is dict and ("refuse" in reponse or type(reponse.get("fiche")) is dict)

    def _redemarre(self):
        """Remplace un atelier mort : les modules déjà lus sont relus."""
        self._redemarrages += 1
        if self._redemarrages > REDEMARRAGES_MAX:
            raise CopieIllisible("la copie arrête sans cesse le processus qui la lit")
        lus = [nom for nom in self.fiches if nom not in self.illisibles]
        self._atelier.arrete()
        self._demarre()
        for nom in lus:
            self.fiches[nom] = self._lit_module(nom)

    # Délais.

    @property
    def delai(self):
        """Secondes de calcul accordées au prochain lot : moins après chaque boucle sans fin."""
        return max(min(DELAI_MIN, self.delai_initial), self.delai_initial / 3**self.boucles)

    def epuisee(self):
        """True quand la copie a usé tout son temps de calcul."""
        if self._reserve is not None and self.cpu + self._reserve.occupe >= self.budget:
            self._vide_reserve()  # son vrai temps de calcul est alors compté
        return self.cpu >= self.budget

    # Ouvriers.

    def ouvrier(self, plan=None):
        """Un ouvrier à qui faire charger un exercice, sur la chaîne propre ou la greffe de `plan`.

        Un processus neuf coûte plus cher que la plupart des exercices. Celui de la chaîne propre
        (ou élaguée) sert donc tant que tout est juste : il recharge des modules neufs à chaque
        exercice, et ne voit jamais le corrigé. Une greffe, elle, a toujours son propre processus.
        """
        if self._reserve is not None and self._reserve.plan == plan:
            garde, self._reserve = self._reserve, None
            return garde
        self._vide_reserve()  # jamais deux ouvriers à la fois : leur mémoire s'ajouterait
        self._numero += 1
        message = {"ordre": "dedouble", "n": self._numero, "plan": plan}
        if self.portable:
            return self._ouvrier_portable(message)
        for _ in range(2):
            try:
                return self._ouvrier_dedouble(message)
            except (_Coupe, _Muet):
                self._redemarre()
        raise CopieIllisible("le processus de correction ne démarre pas")

    def repose(self, ouvrier):
        """Garde pour l'exercice suivant un ouvrier à qui il n'est rien arrivé."""
        self._vide_reserve()
        if ouvrier.plan in (None, greffe.ELAGUEE):
            self._reserve = ouvrier
        else:
            ouvrier.ferme()

    def _vide_reserve(self):
        if self._reserve is not None:
            self._reserve.ferme()
            self._reserve = None

    def _ouvrier_dedouble(self, message):
        ici, la_bas = socket.socketpair()
        trace_ici, trace_la_bas = socket.socketpair()
        fin = time.monotonic() + DELAI_LECTURE
        try:
            fds = [la_bas.fileno(), trace_la_bas.fileno()]
            self._atelier.ligne.envoie(message, fin, fds)
        except BaseException:
            ici.close()
            trace_ici.close()
            raise
        finally:
            la_bas.close()
            trace_la_bas.close()
        return Ouvrier(self, LignePrise(ici), message, trace_ici)

    def _ouvrier_portable(self, message):
        try:
            atelier = _lance_atelier(True, False)
            fin = time.monotonic() + DELAI_LECTURE
            atelier.ligne.envoie(self._fichiers, fin)
            atelier.ligne.recoit(fin)
            noms = [n for n in self.fiches if n not in self.illisibles]
            for nom in [*self._fichiers["donnes"], *noms]:
                atelier.ligne.envoie({"ordre": "module", "nom": nom}, fin)
                atelier.ligne.recoit(fin)
            atelier.ligne.envoie(message, fin)
        except (_Muet, _Coupe, codec.Illisible) as erreur:
            atelier.arrete()
            raise CopieIllisible("le processus de correction ne démarre pas") from erreur
        return Ouvrier(self, atelier.ligne, message, None, atelier)

    def demande_atelier(self, message):
        """Question à l'atelier à propos d'un ouvrier ; {} s'il ne répond pas."""
        try:
            reponse = self._demande(message, 2.0)
            return reponse if type(reponse) is dict else {}
        except (_Muet, _Coupe, codec.Illisible):
            return {}

    def ferme(self):
        """Arrête tout ; `cpu_total` et `memoire` sont alors ceux de tous les processus."""
        if self._atelier is None:
            return
        self._vide_reserve()
        if not self.portable:
            bilan = self.demande_atelier({"ordre": "fin"})
            self.cpu_total = bilan.get("cpu") or self.cpu
            self.memoire = max(self.memoire, bilan.get("memoire") or 0)
        self._atelier.arrete()
        self._atelier = None


class Ouvrier:
    """Le bout de ligne d'un ouvrier : des lots d'opérations, avec échéance."""

    def __init__(self, copie, ligne, message, trace=None, atelier=None):
        self.copie = copie
        self.ligne = ligne
        self.numero, self.plan = message["n"], message["plan"]
        self.trace = trace
        self.atelier = atelier
        self.envois = 0
        self.exercices = 0
        self.ferme_deja = False
        self.occupe = 0.0  # secondes passées à répondre : au moins son temps de calcul
        self._avant = 0.0  # … aux exercices précédents

    def surveille(self, permis):
        """Arrête un ouvrier dont les lots, tous finis à temps, font ensemble trop de calcul."""
        cpu = self._cpu()
        if cpu is None or cpu > permis:
            self.ferme()
            raise Arret("boucle", "trop de temps de calcul pour cet exercice")

    def charge(self, module, cible, graine=0):
        """Fait charger `module` pour juger `cible` : {"definie": …} ou {"erreur": …}."""
        self.exercices += 1
        self._avant = self.occupe
        message = {"ordre": "charge", "module": module, "cible": cible, "graine": graine}
        delai = self.copie.delai
        if self.exercices == 1:
            self._accueille(self._attend(0, delai + 1.0, delai))
        return self._demande(message, delai)

    def _accueille(self, accueil):
        """Retient l'isolement que le premier ouvrier dit avoir obtenu."""
        niveau = accueil.get("niveau")
        if self.copie.niveau is None and niveau in (0, 1, 2):
            dans_bulle = self.copie._atelier is not None and self.copie._atelier.bulle
            self.copie.niveau = 3 if niveau == 2 and dans_bulle else niveau

    def _demande(self, message, delai):
        """Un aller et retour avec l'ouvrier."""
        self.envois += 1
        try:
            self.ligne.envoie({**message, "n": self.envois}, time.monotonic() + delai + 2)
        except (_Muet, _Coupe):
            raise self._mort() from None
        return self._attend(self.envois, delai, delai)

    def lot(self, operations, debut, attendues=(), delai=None):
        """Exécute un lot : (liste de [numéro, genre, valeur], appels de la fonction jugée).

        Il s'arrête à la première erreur, sauf celles des opérations `attendues`.
        """
        attendues = [numero for numero in attendues if numero >= debut]
        message = {"ordre": "lot", "debut": debut, "ops": operations, "attendues": attendues}
        reponse = self._demande(message, delai or self.copie.delai)
        if "illisible" in reponse:
            self.ferme()
            raise Arret("illisible", "réponse illisible : " + propre(reponse["illisible"], 80))
        resultats, appels = reponse.get("r"), reponse.get("appels")
        if type(resultats) is not list or type(appels) is not int:
            self.ferme()
            raise Arret("illisible", "réponse illisible")
        return resultats, appels

    def _attend(self, numero, delai, cpu_permis):
        """La réponse numéro `numero` ; prolonge l'attente si la machine est surchargée."""
        depart = time.monotonic()
        fin, limite = depart + delai, depart + 5 * delai
        avant = None
        while True:
            try:
                reponse = self.ligne.recoit(fin)
            except _Coupe:
                raise self._mort() from None
            except codec.Illisible as erreur:
                self.ferme()
                raise Arret("illisible", f"réponse illisible : {erreur}") from None
            except _Muet:
                cpu, maintenant = self._cpu(), time.monotonic()
                if cpu is None:
                    patiente = avant is None
                else:
                    avance = avant is None or cpu > avant + 0.0005
                    patiente = avance and cpu < 0.8 * cpu_permis and maintenant < limite
                if patiente:
                    avant, fin = cpu or 0.0, maintenant + (0.25 if cpu is not None else delai)
                    continue
                raise self._boucle(cpu, cpu_permis) from None
            if type(reponse) is not dict or reponse.get("n") != numero:
                self.ferme()
                raise Arret("illisible", "réponse illisible : ce n'est pas celle attendue")
            self.occupe += time.monotonic() - depart
            return reponse

    def _cpu(self):
        """Temps de calcul pour cet exercice, au moins ; None si le système ne sait pas le dire."""
        if self.atelier is not None:
            return None
        cpu = self.copie.demande_atelier({"ordre": "temps", "n": self.numero}).get("cpu")
        return max(0.0, cpu - self._avant) if isinstance(cpu, float) else None

    def _boucle(self, cpu, cpu_permis):
        """Autopsie puis arrêt d'un ouvrier qui ne répond plus."""
        constat, op = self._autopsie(cpu)
        self.copie.boucles += 1
        self.ferme()
        if cpu is not None and cpu < 0.3 * cpu_permis:
            self.copie.cpu += cpu_permis  # attendre use le budget comme calculer
            return Arret("attente", "ne répond pas : le programme attend sans rien calculer")
        return Arret("boucle", autopsie.phrase(constat, propre), constat, op)

    def _autopsie(self, cpu):
        """Ce que l'ouvrier dit de sa propre boucle ; `cpu` : son temps de calcul jusqu'ici."""
        limite = time.monotonic() + (1.0 if cpu is None else 3.0)
        try:
            self.ligne.envoie({"ordre": "autopsie"}, limite)
            reponse = self._reponse_autopsie(cpu, limite)
        except (_Muet, _Coupe, codec.Illisible):
            return self._pile_du_noyau(), None
        if type(reponse) is not dict or reponse.get("n") != -1:
            return self._pile_du_noyau(), None
        constat, op = reponse.get("constat"), reponse.get("op")
        return (constat if type(constat) is dict else None), (op if type(op) is int else None)

    def _reponse_autopsie(self, cpu, limite):
        """Attend la réponse ; abandonne quand l'ouvrier a eu le temps de la donner."""
        while True:
            try:
                return self.ligne.recoit(min(limite, time.monotonic() + 0.15))
            except _Muet:
                maintenant = self._cpu()
                if time.monotonic() >= limite or (
                    cpu is not None and (maintenant is None or maintenant > cpu + 0.3)
                ):
                    raise

    def _pile_du_noyau(self):
        """Ligne où la copie est bloquée dans un calcul fait par Python lui-même (`sum`, `pow`…)."""
        if self.trace is None:
            return None
        self.copie.demande_atelier({"ordre": "signale", "n": self.numero})
        texte, fin, trouve = b"", time.monotonic() + 0.3, None
        motif = re.compile(rb'File "<(\w{1,60}\.py)>", line (\d{1,6}) in (\w{1,60})\s')
        while trouve is None and len(texte) < 8000:
            pret, _, _ = select.select([self.trace], [], [], max(0, fin - time.monotonic()))
            morceau = self.trace.recv(4096) if pret else b""
            if not morceau:
                return None
            texte += morceau
            trouve = motif.search(texte)
        if trouve is None:
            return None
        fichier, ligne, fonction = (groupe.decode("ascii") for groupe in trouve.groups())
        return {"fichier": fichier, "ligne": int(ligne), "fonction": fonction}

    def _mort(self):
        """L'ouvrier a disparu : pourquoi ?"""
        fin = self.ferme()
        if fin is not None and os.name != "nt" and os.WIFSIGNALED(fin):
            nom = signal.Signals(os.WTERMSIG(fin)).name
            if nom in ("SIGSEGV", "SIGBUS", "SIGABRT"):
                return Arret("mort", f"Python lui-même s'est arrêté net ({nom})")
            if nom == "SIGXCPU":
                return Arret("boucle", "trop de temps de calcul")
            return Arret("mort", f"le programme a été arrêté ({nom})")
        return Arret("mort", "le programme s'est arrêté sans finir")

    def ferme(self):
        """Arrête l'ouvrier et compte son temps ; son état de fin s'il était déjà mort."""
        if self.ferme_deja:
            return None
        self.ferme_deja = True
        self.ligne.ferme()
        if self.trace is not None:
            self.trace.close()
        if self.atelier is not None:
            self.copie.cpu += self.occupe
            self.atelier.arrete()
            return None
        reponse = self.copie.demande_atelier({"ordre": "tue", "n": self.numero})
        cpu = reponse.get("cpu")
        self.copie.cpu += cpu if isinstance(cpu, float) else 0.0
        memoire = reponse.get("memoire")
        self.copie.memoire = max(self.copie.memoire, memoire if type(memoire) is int else 0)
        fin = reponse.get("fin")
        return fin if type(fin) is int else None


# --- Lancer un atelier -----------------------------------------------------------------

_bulle_marche = None
_programmes = None


class _Processus:
    """Un processus d'atelier : sa ligne, son dossier temporaire, son arrêt."""

    def __init__(self, processus, ligne, dossier, bulle):
        self.processus, self.ligne, self.dossier, self.bulle = processus, ligne, dossier, bulle

    def arrete(self):
        self.ligne.ferme()
        processus = self.processus
        try:
            processus.wait(0.02)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                if os.name == "nt":
                    processus.kill()
                else:
                    os.killpg(processus.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                processus.wait(2)
        self.ligne.finit()
        if self.dossier:
            shutil.rmtree(self.dossier, ignore_errors=True)


def _programme():
    """Le code du fils, compilé une fois par processus de correction."""
    global _programmes
    if _programmes is None:
        morceaux = []
        for module in MODULES_DU_FILS:
            nom = module.__name__
            morceaux.append((nom, module.__spec__.loader.get_code(nom)))
        octets = marshal.dumps(morceaux)
        _programmes = codec.EN_TETE.pack(len(octets)) + octets
    return _programmes


def _lance_atelier(portable, bulle):
    """Un atelier prêt à lire une copie, dans la meilleure isolation que la machine permette."""
    global _bulle_marche
    if portable:
        return _lance_tuyaux()
    if bulle is None:
        bulle = _bulle_marche is not False and shutil.which("bwrap") is not None
        if bulle and _bulle_marche is None:
            try:
                atelier = _lance_prise(True)
                _bulle_marche = True
                return atelier
            except (_Muet, _Coupe, codec.Illisible):
                _bulle_marche = bulle = False
    try:
        return _lance_prise(bulle)
    except (_Muet, _Coupe, codec.Illisible) as erreur:
        raise CopieIllisible("le processus de correction ne démarre pas") from erreur


def _lance_prise(bulle):
    ici, la_bas = socket.socketpair()
    dossier = None if bulle else tempfile.mkdtemp(prefix="copie-")
    ordre = isolement.commande(AMORCE, f"prise:{la_bas.fileno()}", "/tmp/copie", bulle)
    processus = subprocess.Popen(
        ordre,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=isolement.environnement(),
        cwd=dossier or "/",
        pass_fds=[la_bas.fileno()],
        **isolement.options_processus(),
    )
    la_bas.close()
    atelier = _Processus(processus, LignePrise(ici), dossier, bulle)
    fin = time.monotonic() + DELAI_LECTURE
    try:
        ici.settimeout(DELAI_LECTURE)
        ici.sendall(_programme())
        atelier.ligne.recoit(fin)
    except (OSError, _Muet, _Coupe, codec.Illisible):
        atelier.arrete()
        raise _Coupe from None
    return atelier


def _lance_tuyaux():
    dossier = tempfile.mkdtemp(prefix="copie-")
    processus = subprocess.Popen(
        isolement.commande(AMORCE, "tuyaux", dossier, False),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=isolement.environnement(),
        cwd=dossier,
        **isolement.options_processus(),
    )
    ligne = LigneTuyaux(processus)
    atelier = _Processus(processus, ligne, dossier, False)
    try:
        ligne.envoie_octets(_programme())
        ligne.recoit(time.monotonic() + DELAI_LECTURE)
    except (_Muet, _Coupe, codec.Illisible) as erreur:
        atelier.arrete()
        raise CopieIllisible("le processus de correction ne démarre pas") from erreur
    return atelier
