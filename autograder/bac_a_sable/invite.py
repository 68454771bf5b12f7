"""L'atelier et l'ouvrier dans WebAssembly : un seul fil d'exécution, et un messager pour l'entrée.

L'hôte (`hote`) donne les messages un à un à qui les attend ; les réponses partent par la sortie.
Sans fil d'écoute, un ouvrier qui ne rend pas la main ne peut pas dire où il en est : le correcteur
fait alors rejouer les mêmes messages par un autre, qui s'observe lui-même (`Revue`).
"""

import binascii
import marshal
import sys
import types

from autograder.bac_a_sable import codec, enfant, filtre

POSITIONS = 2_000  # lignes exécutées dont on dit chacune
SIGNES_DE_VIE = 2_000  # … puis un tour de boucle sur tant
PREMIERE_POSE = 8_000  # tours avant la première photo ; chaque série de photos dure deux fois plus
POSES = (0.06, 0.11, 0.17, 0.08, 0.2, 0.14, 0.24)  # écarts inégaux entre les photos d'une série
ETALEMENT = 7  # une photo est prise d'une à tant de lignes plus loin…
TOURS_D_ATTENTE = 40  # … ou au bout de tant de tours sans nouvelle ligne
OUTIL = 3  # un numéro d'outil de `sys.monitoring` que personne d'autre ne prend


async def tient_atelier(messager):
    """Lit les fichiers, puis devient l'unique ouvrier, jusqu'à ce que le correcteur en finisse.

    `messager()` attend le message suivant.
    """
    canal = enfant.Canal(0, 1)
    atelier = Atelier()
    enfant.charge_d_avance()
    canal.envoie({"pret": True})
    ouvrier = revue = None
    while True:
        recu = await messager()
        if not recu:
            return
        message = codec.deballe(recu.encode("ascii"))
        if ouvrier is not None:
            if revue is not None and message.get("observe"):
                revue.commence()
            ouvrier.repond(message)
        elif message["ordre"] == "dedouble":
            ouvrier = enfant.ouvrier_unique(atelier, message, canal)
            revue = Revue(ouvrier) if message.get("revue") else None
            ouvrier.s_installe(revue.prepare if revue else enfant.sans_effet)
        else:
            canal.envoie(enfant.reponse_d_atelier(atelier, message))


class Atelier(enfant.Atelier):
    """Rend au correcteur le code de ce qu'il lit : les invités suivants n'ont pas à tout relire.

    Rien de la copie n'est encore exécuté ici ; le code de l'une ne sert jamais à une autre.
    """

    def source(self, nom):
        if nom in self.codes and nom not in self.sources:
            self.sources[nom] = filtre.analyse(self.textes[nom], nom)
        return super().source(nom)

    def lit_module(self, message):
        nom, code, fiche = message["nom"], message.get("code"), message.get("connue")
        if code is None:
            reponse = super().lit_module(message)
            if "fiche" in reponse:
                reponse["code"] = _emballe(self.codes[nom])
            return reponse
        self.codes[nom], self.imports[nom] = _deballe(code), fiche["voisins"]
        enfant.charge_modules(fiche["standard"])
        return {}

    def corrige(self, message):
        super().corrige(message)
        self.corriges.update({nom: _deballe(code) for nom, code in message["codes"].items()})
        return {"codes": {nom: _emballe(self.corriges[nom]) for nom in message["textes"]}}


def _emballe(code):
    return binascii.b2a_base64(marshal.dumps(code), newline=False).decode("ascii")


def _deballe(code):
    return marshal.loads(binascii.a2b_base64(code))


class Revue:
    """Observe l'ouvrier qui rejoue une boucle sans fin : où il est, puis ce qui n'y bouge plus.

    Tout s'y compte en lignes et en tours de boucle : le constat ne dépend pas de la machine. Les
    lignes ne sont observées qu'au début, puis le temps d'une photo : cela coûte cher.
    """

    def __init__(self, ouvrier):
        self.ouvrier = ouvrier
        self.lignes = self.tours = 0
        self.prochaine = self.serie = PREMIERE_POSE
        self.patience = 0  # lignes à laisser passer avant la photo, s'il en faut une
        self.enquete, self.poses = ouvrier.enquete(), list(POSES)

    def prepare(self):
        """À appeler avant de s'enfermer : poser un observateur est un événement d'audit."""
        surveillance = sys.monitoring
        surveillance.use_tool_id(OUTIL, "revue")
        surveillance.register_callback(OUTIL, surveillance.events.LINE, self._ligne)
        surveillance.register_callback(OUTIL, surveillance.events.JUMP, self._tour)
        self._surveille, self._reprend = surveillance.set_local_events, surveillance.restart_events
        self._evenements = surveillance.events.LINE | surveillance.events.JUMP
        self._assez = surveillance.DISABLE

    def commence(self):
        """Observe, à partir de maintenant, tout le code de la copie."""
        for code in self.ouvrier.codes.values():
            for morceau in code if type(code) is tuple else (code,):
                self._observe(morceau)

    def _observe(self, code):
        if not isinstance(code, types.CodeType):
            return
        self._surveille(OUTIL, code, self._evenements)
        for constante in code.co_consts:
            self._observe(constante)

    def _ligne(self, code, ligne):
        self.lignes += 1
        if self.lignes <= POSITIONS:
            if enfant.est_de_l_eleve(code.co_filename, ligne):
                constat = {"fichier": code.co_filename, "fonction": code.co_name, "ligne": ligne}
                self._dit(constat=constat, exact=True)
            return None
        if self.patience:
            self.patience -= 1
            if not self.patience:
                self._photographie(sys._getframe(1))
            return None
        return self._assez  # plus d'événement ici, jusqu'à la photo suivante

    def _tour(self, code, depart, arrivee):
        self.tours += 1
        if self.tours % SIGNES_DE_VIE == 0:
            self._dit()
        if self.tours < self.prochaine:
            return
        if not self.patience and self.tours < self.prochaine + TOURS_D_ATTENTE:
            self.patience = 1 + self.tours % ETALEMENT  # jamais au même endroit de la boucle
            self._reprend()
        elif self.tours > self.prochaine + TOURS_D_ATTENTE:  # une boucle qui tient en une ligne
            self.patience = 0
            self._photographie(sys._getframe(1))

    def _photographie(self, cadre):
        self.enquete.photographie(cadre)
        if self.poses:
            self.prochaine = self.tours + int(self.serie * self.poses.pop())
            return
        self._dit(constat=self.enquete.constat())
        self.serie *= 2
        self.prochaine = self.tours + self.serie // 10
        self.enquete, self.poses = self.ouvrier.enquete(), list(POSES)

    def _dit(self, **quoi):
        self.ouvrier.canal.envoie({"n": -1, "op": self.ouvrier.op, **quoi})
