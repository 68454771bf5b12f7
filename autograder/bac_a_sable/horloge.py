"""Le temps qui compte : celui du calcul, pas celui de la montre.

Sur une machine chargée, un programme honnête peut rester longtemps sans répondre. Un verdict ne
dépend donc que de son temps de calcul, lu de l'extérieur. Reste le programme qui attend sans rien
calculer : pour ne pas le confondre avec un programme privé de processeur, le correcteur calcule
lui-même un instant (le témoin) ; un programme qui calcule avance alors du même pas que lui.
"""

import contextlib
import subprocess
import sys
import time

PAS = 0.25  # secondes entre deux coups d'œil
PREMIER_PAS = 0.05
DOUTE = 0.75  # secondes de quasi-silence avant de faire courir le témoin
TEMOIN = 0.25  # secondes pendant lesquelles il court
PART = 0.2  # … et part de son calcul que doit atteindre un programme qui n'attend pas
COURSES = 2  # courses perdues de suite avant de conclure
SANS_HORLOGE = 3  # sans temps de calcul lisible : fois le délai, montre en main


def calcul_de(pid):
    """Secondes de calcul d'un processus vivant, ou None si le système ne sait pas le dire."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError, OverflowError):
            return time.clock_gettime((~pid << 3) | 2)
        return None
    return calcul_selon_ps(pid)


def calcul_selon_ps(pid):
    """Pour macOS, au centième : `ps` écrit [[heures:]minutes:]secondes."""
    commande = ["ps", "-o", "time=", "-p", str(pid)]
    try:
        texte = subprocess.run(commande, capture_output=True, text=True, timeout=5).stdout
        return en_secondes(texte)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def en_secondes(texte):
    """Le temps écrit par `ps`.

    >>> en_secondes(" 1:02.50\\n"), en_secondes("01:00:01")
    (62.5, 3601.0)
    """
    total = 0.0
    for morceau in texte.strip().replace(",", ".").split(":"):
        total = 60 * total + float(morceau)
    return total


class Patience:
    """Jusqu'à quand attendre la réponse d'un ouvrier.

    `lit()` donne son temps de calcul. `conclut()`, à appeler à chaque silence, dit "boucle" quand
    il a calculé plus que `permis`, "attente" quand il n'avance pas alors que le témoin avance,
    et None s'il faut attendre encore. `calcul` : ce qu'il a calculé depuis le début.
    """

    def __init__(self, lit, permis):
        self._lit, self.permis = lit, permis
        self.calcul = 0.0
        self._base = None  # son calcul, au premier coup d'œil
        self._depart = time.monotonic()
        self._doute = (self._depart, 0.0)  # quand on l'a vu avancer : montre, calcul
        self._courses = 0

    def pas(self):
        """Secondes à attendre avant le prochain coup d'œil."""
        if self._base is None:
            return PREMIER_PAS
        return min(PAS, max(0.01, self.permis - self.calcul))

    def conclut(self):
        """ "boucle", "attente", ou None."""
        lu = self._lit()
        if lu is None:
            return "boucle" if self._montre() > SANS_HORLOGE * self.permis else None
        if self._base is None:
            self._base = lu
        self.calcul = lu - self._base
        if self.calcul >= self.permis:
            return "boucle"
        return "attente" if self._attend() else None

    def a_attendu(self):
        """True s'il a surtout attendu depuis le début, et n'avance toujours pas avec le témoin."""
        lu = self._lit()
        if lu is None or self._base is None or self._montre() < DOUTE / 2:
            return False
        return lu - self._base < PART * self._montre() and self._distance()

    def _montre(self):
        return time.monotonic() - self._depart

    def _attend(self):
        """True si plusieurs courses de suite montrent un programme qui ne calcule pas."""
        montre, calcul = self._doute
        duree = time.monotonic() - montre
        if duree < DOUTE and not self._courses:
            return False
        if self.calcul - calcul >= PART * duree:
            self._rassure()
            return False
        if self._distance():
            self._courses += 1
            return self._courses >= COURSES
        self._rassure()
        return False

    def _rassure(self):
        self._doute, self._courses = (time.monotonic(), self.calcul), 0

    def _distance(self):
        """Fait courir le témoin ; True s'il a calculé bien plus que l'ouvrier."""
        avant = self._lit()
        temoin = _court(TEMOIN)
        apres = self._lit()
        if avant is None or apres is None:
            return False
        return apres - avant < PART * temoin


def _court(duree):
    """Calcule pendant `duree` secondes de montre ; rend le temps de calcul obtenu."""
    fin, avant = time.monotonic() + duree, time.thread_time()
    while time.monotonic() < fin:
        pass
    return time.thread_time() - avant
