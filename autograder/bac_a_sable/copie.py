"""Une copie, vue du correcteur : ses fichiers, son atelier, ses ouvriers et leurs délais.

Le texte des fichiers voyage par le tuyau ; la copie n'a besoin d'aucun accès au disque. Toute
attente a une échéance absolue. Ce qui peut arriver à un ouvrier a un nom : `Arret`.
"""

import contextlib
import os
import re
import select
import signal
import socket
import stat
import sys
import time

from autograder.bac_a_sable import codec, enfant, filtre, horloge, isolement, noyau, wasm
from autograder.bac_a_sable.constat import relit
from autograder.bac_a_sable.lignes import Coupe, LignePrise, Muet
from autograder.bac_a_sable.processus import DELAI_LECTURE, CopieIllisible, lance_atelier
from autograder.moteur import greffe
from lessons.verificateur import autopsie, chargeur

DELAI = 2.0  # secondes de calcul accordées à un lot d'opérations, la première fois
DELAI_MIN = 0.5  # … après plusieurs boucles sans fin dans la même copie
BUDGET = 12.0  # secondes de calcul pour toute la copie
DELAI_AUTOPSIE = 10.0  # secondes, montre en main, pour qu'un ouvrier dise où il boucle
CALCUL_AUTOPSIE = 0.4  # … et de calcul : au-delà, Python ne rend pas la main
CALCUL_REVUE = 1.0  # … pour rejouer une boucle en l'observant, dans WebAssembly
FICHIERS_MAX = 40
REDEMARRAGES_MAX = 4
DEMARRAGE_MAX = 1.5  # … pour démarrer, relire et greffer sans `fork` ; au-delà, la copie le paie
PART_DE_L_HOTE = 0.25  # … de `cpu_max`, au-delà de laquelle un hôte de WebAssembly ne sert plus
LECTURE_RATEE = 4.0  # secondes de calcul que coûte à la copie un atelier qui y a péri


class Arret(Exception):
    """L'ouvrier n'a pas donné de réponse utilisable.

    `genre` : "boucle", "attente", "mort" ou "illisible" ; `phrase` : pour l'élève ;
    `constat` : l'autopsie d'une boucle ; `op` : numéro de l'opération en cours, si on le sait.
    """

    def __init__(self, genre, phrase, constat=None, op=None):
        super().__init__(phrase)
        self.genre, self.phrase, self.constat, self.op = genre, phrase, constat, op


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


# --- La copie --------------------------------------------------------------------------


class Copie:
    """Les fichiers d'une copie et les processus qui les lisent et les exécutent.

    À utiliser avec `with`. `fiches` : {module: fiche du filtre, ou {"refuse": phrase}}.
    `portable=True` force le fonctionnement sans `fork`, celui de Windows ; `dans_wasm=True`, sans
    `fork` non plus, enferme la copie dans WebAssembly. `sans` nomme des
    couches à retirer pour éprouver les suivantes : "filtre", "imports", "audit", "noyau"
    (seccomp), "landlock", "limites" (et tout ce que le système fournit). `couches` : celles du
    système qui tiennent vraiment, connues dès le premier ouvrier (None avant). `essais` : les
    autres modules de la copie qu'il faut lire : ses essais, son bot. `cpu_max` : secondes de calcul
    au bout desquelles le système lui-même arrête un ouvrier.
    """

    def __init__(
        self, textes, corrige, portable=False, bulle=None, budget=BUDGET, delai=DELAI, sans=(),
        essais=(), cpu_max=isolement.CPU_MAX, dans_wasm=False,
    ):  # fmt: skip
        self.textes = dict(textes)
        self.corrige = corrige
        self.dans_wasm = dans_wasm
        self.portable = portable or dans_wasm or not hasattr(os, "fork")
        self.lenteur = wasm.LENTEUR if dans_wasm else 1.0  # … du Python où tourne la copie
        self.bulle = bulle
        self.budget = budget * self.lenteur
        self.delai_initial = delai
        self.sans = tuple(sans)
        self.essais = list(essais)
        self.cpu_max = int(cpu_max * self.lenteur)
        self.fiches = {}
        self.illisibles = {}
        self.cpu = 0.0
        self.cpu_total = 0.0
        self.memoire = 0
        self.boucles = 0
        self.couches = None
        self._atelier = None
        self._reserve = None  # l'ouvrier de la chaîne propre, entre deux exercices
        self._hote = None  # dans WebAssembly, un processus dont l'invité peut laisser la place
        self._relais = dans_wasm
        self._codes = {}  # … et ce que le premier invité a lu : {module: (fiche, code)}
        self._codes_du_corrige = {}  # … et, devant des essais : {module: (texte, code)}
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
        a_lire = [nom for nom in self.corrige.textes if nom in self.textes] + self.essais
        lisibles = self.textes.keys() | self.corrige.donnes().keys()
        while a_lire:
            nom = a_lire.pop(0)
            if nom not in self.fiches:
                self.fiches[nom] = self._lit_module(nom)
                a_lire += [voisin for voisin in self.voisins(nom) if voisin in lisibles]

    def voisins(self, nom):
        """Les modules de la copie que celui-ci importe directement."""
        return self.fiches.get(nom, {}).get("fiche", {}).get("voisins", [])

    def _demarre(self):
        textes = {n: t for n, t in self.textes.items() if n not in self.illisibles}
        self.fiches = dict(self.illisibles)
        self._pretes = set()  # les textes du corrigé que l'atelier a déjà, pour les versions
        self._atelier = self._lance()
        donnes = {n: t for n, t in self.corrige.donnes().items() if n not in self.textes}
        sans_noyau = self.dans_wasm or not sys.platform.startswith("linux")
        self._fichiers = {
            "ordre": "fichiers",
            "textes": textes,
            "donnes": donnes,
            "voisins": sorted(self.corrige.textes),
            "standard": self.corrige.standard(),
            "depart": self.corrige.depart,
            "sans": self.sans,
            "cpu_max": self.cpu_max,
            "noyau": "" if sans_noyau or self._sans("noyau") else noyau.filtre_noyau().hex(),
            "landlock": not (sans_noyau or self._sans("landlock")),
        }
        self._demande(self._fichiers)
        for nom in donnes:
            self._retient(nom, self._demande({"ordre": "module", "nom": nom}))

    def _sans(self, couche):
        return couche in self.sans or "limites" in self.sans

    def _lance(self):
        garde, self._hote = self._hote, None
        if garde is not None:
            if garde.recommence():
                return garde
            garde.arrete()
            self._relais = False  # qui ne laisse pas la place n'est plus attendu
        cpu_max = None if "limites" in self.sans else self.cpu_max
        return lance_atelier(self.portable, self.bulle, cpu_max, self.dans_wasm)

    def rend(self, atelier, sain):
        """Arrête le processus d'un ouvrier ; dans WebAssembly, un autre invité peut y venir."""
        if self._relais and sain and self._hote is None:
            calcul = atelier.calcul()
            if calcul is not None and calcul < PART_DE_L_HOTE * self.cpu_max:
                self._hote = atelier
                return
        atelier.arrete()

    def _retient(self, nom, reponse):
        """Garde, sans le lire, le code que rend l'invité de WebAssembly ; rend sa fiche."""
        if self.dans_wasm and type(reponse) is dict:
            code, fiche = reponse.pop("code", None), reponse.get("fiche")
            if type(code) is str and type(fiche) is dict:
                self._codes[nom] = fiche, code
        return reponse

    def _demande(self, message):
        """Un aller et retour avec l'atelier."""
        fin = time.monotonic() + DELAI_LECTURE
        self._atelier.ligne.envoie(message, fin)
        return self._atelier.ligne.recoit(fin)

    def _lit_module(self, nom):
        if self.cpu >= self.budget:
            self.illisibles[nom] = {"refuse": f"{nom}.py n'est pas lu : temps épuisé"}
            return self.illisibles[nom]
        try:
            reponse = self._retient(nom, self._fait_lire(nom))
            if self._fiche_valable(reponse):
                return reponse
        except (Muet, Coupe, codec.Illisible):
            pass
        self.illisibles[nom] = {"refuse": f"{nom}.py ne peut pas être lu comme du Python"}
        self._redemarre()
        return self.illisibles[nom]

    def _fait_lire(self, nom):
        """Ce que l'atelier répond d'un module ; sans `fork`, son calcul est surveillé d'ici."""
        if not self.portable:
            return self._demande({"ordre": "module", "nom": nom})
        fin = time.monotonic() + DELAI_LECTURE
        patience = horloge.Patience(self._atelier.cpu, enfant.APPEL_MAX * self.lenteur)
        self._atelier.ligne.envoie({"ordre": "module", "nom": nom}, fin)
        while True:
            try:
                return self._atelier.ligne.recoit(min(fin, time.monotonic() + patience.pas()))
            except Muet:
                if time.monotonic() > fin or patience.conclut() == "boucle":
                    raise

    @staticmethod
    def _fiche_valable(reponse):
        return type(reponse) is dict and ("refuse" in reponse or type(reponse.get("fiche")) is dict)

    def _redemarre(self):
        """Remplace un atelier mort : les modules déjà lus sont relus."""
        self._redemarrages += 1
        self.cpu += LECTURE_RATEE * self.lenteur
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
        moindre = max(min(DELAI_MIN, self.delai_initial), self.delai_initial / 3**self.boucles)
        return moindre * self.lenteur

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
        pret = None
        if type(plan) is dict and plan["genre"] == greffe.VERSION:
            pret = {"ordre": "corrige", "textes": plan["modules"]}
            message["plan"] = {**plan, "modules": [n for n in plan["modules"] if n != greffe.HABIT]}
        if self.portable:
            return self._ouvrier_portable(message, pret)
        for _ in range(2):
            try:
                if pret is not None:
                    self._prete(pret["textes"])
                return self._ouvrier_dedouble(message)
            except (Coupe, Muet):
                self._redemarre()
        raise CopieIllisible("le processus de correction ne démarre pas")

    def _prete(self, textes):
        """Donne à l'atelier ce qu'il n'a pas encore du corrigé."""
        manquent = {nom: texte for nom, texte in textes.items() if nom not in self._pretes}
        if manquent:
            self._demande({"ordre": "corrige", "textes": manquent})
            self._pretes |= manquent.keys()

    def reconnait(self):
        """Les couches du système qui tiennent ici, sans rien exécuter de la copie."""
        if self.couches is None:
            ouvrier = self.ouvrier()
            try:
                ouvrier.accueille()
            except Arret as erreur:
                raise CopieIllisible("le processus de correction ne démarre pas") from erreur
            self.repose(ouvrier)
        return self.couches

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
        return OuvrierDistant(self, LignePrise(ici), message, trace_ici)

    def _ouvrier_portable(self, message, pret=None):
        """L'atelier ouvert pour lire devient le premier ouvrier ; les suivants relisent tout.

        Devant une version, ils ne relisent que les essais : `pret` donne le corrigé.
        """
        atelier, self._atelier = self._atelier, None
        try:
            if atelier is None:
                atelier = self._lance()
                self._fait_relire(atelier, message["plan"])
            if pret is not None:
                self._prete_seul(atelier, pret["textes"])
            atelier.ligne.envoie(message, time.monotonic() + DELAI_LECTURE)
        except (Muet, Coupe, codec.Illisible) as erreur:
            atelier.arrete()
            raise CopieIllisible("le processus de correction ne démarre pas") from erreur
        return OuvrierDistant(self, atelier.ligne, message, None, atelier, pret)

    def _prete_seul(self, atelier, textes):
        """Donne le corrigé à un atelier sans `fork`, avec le code qu'un invité en a déjà fait."""
        message = {"ordre": "corrige", "textes": textes}
        if self.dans_wasm:
            connus = self._codes_du_corrige
            codes = {
                n: connus[n][1] for n, t in textes.items() if n in connus and connus[n][0] == t
            }
            message["textes"] = {n: t for n, t in textes.items() if n not in codes}
            message["codes"] = codes
        fin = time.monotonic() + DELAI_LECTURE
        atelier.ligne.envoie(message, fin)
        reponse = atelier.ligne.recoit(fin)
        rendus = reponse.get("codes") if type(reponse) is dict else None
        for nom, code in rendus.items() if type(rendus) is dict else ():
            if nom in textes and type(code) is str:
                self._codes_du_corrige[nom] = textes[nom], code

    def rejoue(self, message, pret, historique, permis):
        """Fait rejouer par un ouvrier qui s'observe ce qui n'a pas fini : (constat, opération).

        Ce qu'il y faut de calcul n'est pas à la charge de la copie.
        """
        cpu, boucles = self.cpu, self.boucles  # mais dans `cpu_total`, si
        try:
            double = self._ouvrier_portable({**message, "revue": True}, pret)
        except CopieIllisible:
            return {}, None
        try:
            return double.revoit(historique, permis)
        finally:
            double.ferme()
            self.cpu, self.boucles = cpu, boucles

    def _fait_relire(self, atelier, plan):
        """Envoie tout d'un coup, puis attend les réponses : elles sont déjà connues."""
        fin = time.monotonic() + DELAI_LECTURE
        messages = [self._fichiers]
        utiles = [*self._fichiers["donnes"], *self.fiches]
        if type(plan) is dict and plan["genre"] == greffe.VERSION:
            utiles = [plan["essais"]]  # le reste vient du corrigé
        for nom in utiles:
            if nom not in self.illisibles:
                connue = self.fiches.get(nom, {}).get("fiche")
                demande = {"ordre": "module", "nom": nom, "connue": connue}
                if nom in self._codes:
                    demande["connue"], demande["code"] = self._codes[nom]
                messages.append(demande)
        for message in messages:
            atelier.ligne.envoie(message, fin)
        for _ in messages:
            atelier.ligne.recoit(fin)

    def demande_atelier(self, message):
        """Question à l'atelier à propos d'un ouvrier ; {} s'il ne répond pas."""
        try:
            reponse = self._demande(message)
            return reponse if type(reponse) is dict else {}
        except (Muet, Coupe, codec.Illisible):
            return {}

    def ferme(self):
        """Arrête tout ; `cpu_total` et `memoire` sont alors ceux de tous les processus."""
        self._vide_reserve()
        if self._hote is not None:
            self._hote.arrete()
            self._hote = None
        if self._atelier is None:
            return
        if not self.portable:
            bilan = self.demande_atelier({"ordre": "fin"})
            self.cpu_total = bilan.get("cpu") or self.cpu
            self.memoire = max(self.memoire, bilan.get("memoire") or 0)
        self._atelier.arrete()
        self._atelier = None


class OuvrierDistant:
    """Le bout de ligne d'un ouvrier : des lots d'opérations, avec échéance."""

    def __init__(self, copie, ligne, message, trace=None, atelier=None, pret=None):
        self.copie = copie
        self._message, self._pret = message, pret
        self._historique = []  # les messages depuis que l'exercice est chargé
        self.ligne = ligne
        self.numero, self.plan = message["n"], message["plan"]
        self.trace = trace
        self.atelier = atelier
        self.envois = 0
        self.exercices = 0
        self.ferme_deja = False
        self._accueilli = False
        self._sain = False  # True quand il a répondu à tout
        self.occupe = 0.0  # secondes passées à répondre : au moins son temps de calcul
        self._avant = 0.0  # son temps de calcul au début de l'exercice
        self._demarrage = 0.0  # … et avant le premier : ce n'est pas l'élève qui le paie

    def surveille(self, permis):
        """Arrête un ouvrier dont les lots, tous finis à temps, font ensemble trop de calcul."""
        cpu = self._cpu()
        if cpu is None or cpu - self._avant > permis:
            self.ferme()
            raise Arret("boucle", "trop de temps de calcul pour cet exercice")

    def charge(self, module, cible, graine=0):
        """Fait charger `module` pour juger `cible` : {"definie": …} ou {"erreur": …}."""
        self.exercices += 1
        message = {"ordre": "charge", "module": module, "cible": cible, "graine": graine}
        delai = self.copie.delai
        self.accueille()
        if self.exercices > 1 or self.atelier is not None:
            self._avant = self._cpu() or 0.0
        if self.exercices == 1:
            self._demarrage = min(self._avant, DEMARRAGE_MAX * self.copie.lenteur)
        return self._demande(message, delai)

    def accueille(self):
        """Attend que l'ouvrier soit enfermé ; le premier dit les couches qu'il a obtenues."""
        if self._accueilli:
            return
        self._accueilli = True
        couches = self._attend(0, self.copie.delai).get("couches")
        if self.copie.couches is None and type(couches) is list:
            processus = self.atelier or self.copie._atelier
            dehors = {
                "wasm": processus.wasm,
                "bulle": processus.bulle,
                "limites": processus.borne,
            }
            couches += [couche for couche, posee in dehors.items() if posee]
            self.copie.couches = frozenset(couches)

    def _demande(self, message, delai, nouvelles=0, vit=None):
        """Un aller et retour avec l'ouvrier."""
        self.envois += 1
        self._sain = False
        if self.copie.dans_wasm:
            if message["ordre"] in ("charge", "arene"):
                self._historique = []
            self._historique.append(message)
        try:
            self.ligne.envoie({**message, "n": self.envois}, time.monotonic() + delai + 2)
        except (Muet, Coupe):
            raise self._mort() from None
        return self._attend(self.envois, delai, nouvelles, vit)

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

    def ouvre_arene(self, message, delai):
        """Fait charger un bot et préparer ses parties : {"prete": True}, ou pourquoi pas."""
        self.accueille()
        self._avant = self._cpu() or 0.0
        if self.atelier is not None:
            self._demarrage = min(self._avant, DEMARRAGE_MAX)
        return self._demande({**message, "ordre": "arene"}, delai)

    def tour(self, reponses, delai, vit):
        """Un tour de toutes les parties : (tirs, fautes, cartes), rien n'en étant vérifié.

        `delai` : secondes de calcul d'une seule partie. `vit()` est appelée quand l'ouvrier dit
        qu'il en est à une autre : c'est à elle de trouver que l'ensemble est trop long.
        """
        message = {"ordre": "tour", "reponses": reponses}
        reponse = self._demande(message, delai, len(reponses), vit)
        return reponse.get("tirs"), reponse.get("fautes"), reponse.get("cartes")

    def calcul(self):
        """Secondes de calcul depuis que l'arène est ouverte ; None si on ne sait pas."""
        cpu = self._cpu()
        return None if cpu is None else cpu - self._avant

    def _attend(self, numero, permis, nouvelles=0, vit=None):
        """La réponse numéro `numero`, tant que l'ouvrier n'a pas calculé `permis` secondes.

        Il peut d'abord donner des `nouvelles`, tant de fois : `vit()` est appelée, et l'on
        recommence à compter.
        """
        depart, patience = time.monotonic(), horloge.Patience(self._cpu, permis)
        while True:
            try:
                reponse = self.ligne.recoit(time.monotonic() + patience.pas())
            except Coupe:
                raise self._mort() from None
            except codec.Illisible as erreur:
                self.ferme()
                raise Arret("illisible", f"réponse illisible : {erreur}") from None
            except Muet:
                genre = patience.conclut()
                if genre is None:
                    continue
                try:  # la réponse est peut-être arrivée pendant que l'on concluait
                    reponse = self.ligne.recoit(time.monotonic() + 0.02)
                except (Muet, Coupe, codec.Illisible):
                    raise self._abandonne(genre, time.monotonic() - depart, permis) from None
            if type(reponse) is not dict or reponse.get("n") != numero:
                self.ferme()
                raise Arret("illisible", "réponse illisible : ce n'est pas celle attendue")
            self.occupe += time.monotonic() - depart
            if nouvelles and "partie" in reponse:
                nouvelles -= 1
                vit()
                depart, patience = time.monotonic(), horloge.Patience(self._cpu, permis)
                continue
            self._sain = True
            return reponse

    def _cpu(self):
        """Temps de calcul de cet ouvrier jusqu'ici ; None si le système ne sait pas le dire."""
        if self.atelier is not None:
            return self.atelier.cpu()
        reponse = self.copie.demande_atelier({"ordre": "temps", "n": self.numero})
        cpu, pid = reponse.get("cpu"), reponse.get("pid")
        if isinstance(cpu, float):
            return cpu
        return horloge.calcul_de(pid) if type(pid) is int else None  # macOS

    def _abandonne(self, genre, duree, permis):
        """Arrête un ouvrier qui ne répond plus, après autopsie s'il boucle."""
        self.copie.boucles += 1
        if genre == "attente":
            self.ferme()
            self.copie.cpu += duree  # attendre use le budget comme calculer
            return Arret("attente", "ne répond pas : le programme attend sans rien calculer")
        if self.copie.dans_wasm:
            self.ferme()  # un seul fil d'exécution : il ne répondra plus
            constat, op = self.copie.rejoue(self._message, self._pret, self._historique, permis)
        else:
            constat, op = self._autopsie()
        self.ferme()
        return Arret("boucle", autopsie.phrase(constat, cite=True), constat or None, op)

    def _autopsie(self):
        """Ce que l'ouvrier dit de sa propre boucle : (constat, numéro de l'opération)."""
        try:
            self.ligne.envoie({"ordre": "autopsie"}, time.monotonic() + DELAI_AUTOPSIE)
            reponse = self._reponse_autopsie()
        except (Muet, Coupe, codec.Illisible):
            return relit(self._pile_du_noyau(), propre), None
        if type(reponse) is not dict or reponse.get("n") != -1:
            return relit(self._pile_du_noyau(), propre), None
        op = reponse.get("op")
        return relit(reponse.get("constat"), propre), (op if type(op) is int else None)

    def revoit(self, historique, permis):
        """Rejoue ces messages, le dernier en s'observant : (constat, numéro de l'opération).

        Ce que l'ouvrier dit de chaque ligne est exact tant qu'il les dit toutes ; ensuite, il ne
        donne plus que des signes de vie, et de loin en loin ce que montrent ses photos. S'il se
        tait, il est resté dans un calcul fait par Python lui-même (`sum`, `pow`…).
        """
        try:
            self.accueille()
            for message in historique[:-1]:
                self._demande(message, permis)
            dernier = {**historique[-1], "observe": True, "n": self.envois + 1}
            self._sain = False
            self.ligne.envoie(dernier, time.monotonic() + DELAI_AUTOPSIE)
            return self._ce_qu_il_voit(min(permis, CALCUL_REVUE * self.copie.lenteur))
        except (Arret, Muet, Coupe, codec.Illisible, IndexError):
            return {}, None

    def _ce_qu_il_voit(self, permis):
        """(constat, opération), au plus tard quand l'ouvrier a calculé `permis` secondes."""
        patience = horloge.Patience(self._cpu, permis)
        exact, constat, op, parle, regard = {}, {}, None, 0.0, 0.0
        while True:
            recu = None
            with contextlib.suppress(Muet):
                recu = self.ligne.recoit(time.monotonic() + patience.pas())
            if recu is not None and (type(recu) is not dict or recu.get("n") != -1):
                return {}, None  # il a fini : ce n'était pas une boucle sans fin
            fini = False
            if recu is None or time.monotonic() > regard:
                fini = patience.conclut() is not None
                regard = time.monotonic() + horloge.PREMIER_PAS
            if recu is None:
                silence = patience.calcul - parle
                if exact and silence > CALCUL_AUTOPSIE * self.copie.lenteur:
                    return exact, None
                if fini:
                    return (constat, op) if constat and silence < permis / 2 else (exact, None)
                continue
            parle = patience.calcul
            vu = relit(recu.get("constat"), propre)
            exact = vu if recu.get("exact") is True else {}
            if vu and not exact:
                constat, op = vu, recu["op"] if type(recu.get("op")) is int else None
            if fini or (constat and constat["boucle"] and constat["boucle"]["certaine"]):
                return constat, op

    def _reponse_autopsie(self):
        """Attend la réponse ; abandonne quand l'ouvrier a eu le temps de la donner.

        S'il a fini de calculer et attend, ce temps use le budget comme le reste.
        """
        depart, patience = time.monotonic(), horloge.Patience(self._cpu, CALCUL_AUTOPSIE)
        try:
            while True:
                fini = time.monotonic() > depart + DELAI_AUTOPSIE
                try:
                    reponse = self.ligne.recoit(time.monotonic() + 0.1)
                    if fini or type(reponse) is not dict or "partie" not in reponse:
                        return reponse  # le reste : des nouvelles d'avant la question
                except Muet:
                    if patience.conclut() is not None or fini:
                        raise
        finally:
            if patience.a_attendu():
                self.copie.cpu += time.monotonic() - depart

    def _pile_du_noyau(self):
        """Ligne où la copie est bloquée dans un calcul fait par Python lui-même (`sum`, `pow`…)."""
        if self.trace is None:
            return None
        self.copie.demande_atelier({"ordre": "signale", "n": self.numero})
        texte, fin, trouve = b"", time.monotonic() + 1.0, None
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
        if self.atelier is not None:
            cpu = self.atelier.cpu()
            self.copie.cpu += self.occupe if cpu is None else cpu - self._demarrage
            self.copie.cpu_total += self.occupe if cpu is None else cpu
            self.copie.memoire = max(self.copie.memoire, self.atelier.memoire())
            self.copie.rend(self.atelier, self._sain)
            return None
        self.ligne.ferme()
        self.trace.close()
        reponse = self.copie.demande_atelier({"ordre": "tue", "n": self.numero})
        cpu = reponse.get("cpu")
        self.copie.cpu += cpu if isinstance(cpu, float) else 0.0
        memoire = reponse.get("memoire")
        self.copie.memoire = max(self.copie.memoire, memoire if type(memoire) is int else 0)
        fin = reponse.get("fin")
        return fin if type(fin) is int else None
