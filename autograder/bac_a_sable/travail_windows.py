"""L'enclos d'une copie sous Windows : un « objet de travail » (job object), posé par le correcteur.

Le correcteur y met le fils avant de lui envoyer quoi que ce soit : un seul processus, mémoire et
temps de calcul bornés, et la mort de tous si le correcteur disparaît. Le fils, lui, n'a pas
`ctypes` : tout se fait d'ici. N'est importé que sous Windows.
"""

import ctypes
from ctypes import wintypes

UN_SEUL_PROCESSUS = 0x0008
TEMPS_BORNE = 0x0002
MEMOIRE_BORNEE = 0x0100
MEURT_SANS_FENETRE = 0x0400  # pas de boîte « le programme a cessé de fonctionner »
TUE_A_LA_FERMETURE = 0x2000
LIMITES = UN_SEUL_PROCESSUS | TEMPS_BORNE | MEMOIRE_BORNEE | MEURT_SANS_FENETRE
LIMITES_ETENDUES = 9  # JobObjectExtendedLimitInformation
PAR_SECONDE = 10_000_000  # Windows compte le temps par dixièmes de microseconde
INTERROGER, ATTENDRE = 0x1000, 0x00100000  # droits sur un processus
INTERROGER_FIL = 0x0040  # … sur un fil d'exécution
LISTE_DES_FILS = 0x0004
INVALIDE = ctypes.c_void_p(-1).value
ACCES_REFUSE = 5
DELAI_ECOULE = 258


class _LimitesDeBase(ctypes.Structure):
    _fields_ = [
        ("temps_par_processus", ctypes.c_int64),
        ("temps_du_travail", ctypes.c_int64),
        ("drapeaux", wintypes.DWORD),
        ("memoire_residente_min", ctypes.c_size_t),
        ("memoire_residente_max", ctypes.c_size_t),
        ("processus_max", wintypes.DWORD),
        ("affinite", ctypes.c_size_t),
        ("priorite", wintypes.DWORD),
        ("ordonnancement", wintypes.DWORD),
    ]


class _Limites(ctypes.Structure):
    _fields_ = [
        ("base", _LimitesDeBase),
        ("entrees_sorties", ctypes.c_uint64 * 6),
        ("memoire_par_processus", ctypes.c_size_t),
        ("memoire_du_travail", ctypes.c_size_t),
        ("pic_par_processus", ctypes.c_size_t),
        ("pic_du_travail", ctypes.c_size_t),
    ]


class _Fil(ctypes.Structure):
    _fields_ = [
        ("taille", wintypes.DWORD),
        ("usage", wintypes.DWORD),
        ("numero", wintypes.DWORD),
        ("processus", wintypes.DWORD),
        ("priorite", ctypes.c_long),
        ("ecart", ctypes.c_long),
        ("drapeaux", wintypes.DWORD),
    ]


_noyau = ctypes.WinDLL("kernel32", use_last_error=True)
_HANDLE, _DWORD, _ADRESSE = wintypes.HANDLE, wintypes.DWORD, ctypes.c_void_p
for _nom, _resultat, _arguments in (
    ("CreateJobObjectW", _HANDLE, [_ADRESSE, wintypes.LPCWSTR]),
    ("SetInformationJobObject", wintypes.BOOL, [_HANDLE, ctypes.c_int, _ADRESSE, _DWORD]),
    (
        "QueryInformationJobObject",
        wintypes.BOOL,
        [_HANDLE, ctypes.c_int, _ADRESSE, _DWORD, _ADRESSE],
    ),
    ("AssignProcessToJobObject", wintypes.BOOL, [_HANDLE, _HANDLE]),
    ("CreateToolhelp32Snapshot", _HANDLE, [_DWORD, _DWORD]),
    ("Thread32First", wintypes.BOOL, [_HANDLE, _ADRESSE]),
    ("Thread32Next", wintypes.BOOL, [_HANDLE, _ADRESSE]),
    ("OpenThread", _HANDLE, [_DWORD, wintypes.BOOL, _DWORD]),
    ("GetThreadTimes", wintypes.BOOL, [_HANDLE, _ADRESSE, _ADRESSE, _ADRESSE, _ADRESSE]),
    ("OpenProcess", _HANDLE, [_DWORD, wintypes.BOOL, _DWORD]),
    ("WaitForSingleObject", _DWORD, [_HANDLE, _DWORD]),
    ("CloseHandle", wintypes.BOOL, [_HANDLE]),
):
    _fonction = getattr(_noyau, _nom)
    _fonction.restype, _fonction.argtypes = _resultat, _arguments


class Enclos:
    """L'objet de travail d'un processus. `tient` : True si Windows a bien retenu les limites."""

    def __init__(self, processus, memoire, secondes):
        self._travail = _noyau.CreateJobObjectW(None, None)
        bornes = bool(self._travail) and self._borne(memoire, secondes)
        # Même sans limites retenues (Wine), le processus meurt avec le correcteur.
        dedans = _noyau.AssignProcessToJobObject(self._travail, int(processus._handle))
        self.tient = bool(bornes and dedans)

    def _borne(self, memoire, secondes):
        """Pose les limites, puis les relit : un système qui les ignore ne protège de rien."""
        voulues = _Limites()
        voulues.base.drapeaux = LIMITES | TUE_A_LA_FERMETURE
        voulues.base.temps_par_processus = secondes * PAR_SECONDE
        voulues.base.processus_max = 1
        voulues.memoire_par_processus = memoire
        taille = ctypes.sizeof(voulues)
        if not _noyau.SetInformationJobObject(
            self._travail, LIMITES_ETENDUES, ctypes.byref(voulues), taille
        ):
            return False
        relues = _Limites()
        _noyau.QueryInformationJobObject(
            self._travail, LIMITES_ETENDUES, ctypes.byref(relues), taille, None
        )
        return relues.base.drapeaux & LIMITES == LIMITES

    def pic_de_memoire(self):
        """Octets du plus gros moment du processus (0 : on ne sait pas)."""
        relues = _Limites()
        _noyau.QueryInformationJobObject(
            self._travail, LIMITES_ETENDUES, ctypes.byref(relues), ctypes.sizeof(relues), None
        )
        return relues.pic_par_processus

    def ferme(self):
        """Lâche l'objet de travail, ce qui arrête le processus s'il vit encore."""
        if self._travail:
            _noyau.CloseHandle(self._travail)
            self._travail = None


class HorlogeDuProcessus:
    """Le temps de calcul d'un processus, somme de celui de ses fils d'exécution.

    Windows donne aussi le total du processus, mais Wine, où ceci est essayé, répond alors par
    celui du correcteur. Les fils sont cherchés une fois : une copie ne peut pas en créer d'autres.
    """

    def __init__(self, pid):
        self._fils = [_noyau.OpenThread(INTERROGER_FIL, False, n) for n in _numeros_des_fils(pid)]

    def lit(self):
        """Secondes de calcul jusqu'ici, ou None."""
        temps = [ctypes.c_uint64() for _ in range(4)]  # création, fin, noyau, utilisateur
        total, vus = 0, 0
        for fil in self._fils:
            if fil and _noyau.GetThreadTimes(fil, *map(ctypes.byref, temps)):
                total += temps[2].value + temps[3].value
                vus += 1
        return total / PAR_SECONDE if vus else None

    def ferme(self):
        for fil in self._fils:
            if fil:
                _noyau.CloseHandle(fil)
        self._fils = []


def _numeros_des_fils(pid):
    """Les numéros des fils d'exécution d'un processus."""
    liste = _noyau.CreateToolhelp32Snapshot(LISTE_DES_FILS, 0)
    if liste in (None, INVALIDE):
        return []
    fil, numeros = _Fil(taille=ctypes.sizeof(_Fil)), []
    encore = _noyau.Thread32First(liste, ctypes.byref(fil))
    while encore:
        if fil.processus == pid:
            numeros.append(fil.numero)
        encore = _noyau.Thread32Next(liste, ctypes.byref(fil))
    _noyau.CloseHandle(liste)
    return numeros


def existe(pid):
    """True si un processus de ce numéro vit encore."""
    processus = _noyau.OpenProcess(INTERROGER | ATTENDRE, False, pid)
    if not processus:
        return ctypes.get_last_error() == ACCES_REFUSE
    vivant = _noyau.WaitForSingleObject(processus, 0) == DELAI_ECOULE
    _noyau.CloseHandle(processus)
    return vivant
