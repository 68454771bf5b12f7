"""Les verrous du noyau : seccomp (les seuls appels système permis) et Landlock (aucun fichier).

Le correcteur bâtit le programme de seccomp (`filtre_noyau`), le fils ferme les deux (`VerrouNoyau`)
juste avant d'exécuter la copie. Il n'y en a pas hors de Linux ; seccomp veut une machine connue,
Landlock un noyau 5.13 ou plus récent.
"""

import gc
import os
import struct
import sys

MACHINES = ("x86_64", "aarch64")
# Calculer, dormir, parler dans son tuyau, finir : {nom: numéro sur chaque machine}.
APPELS = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "poll": (7, None),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "select": (23, None),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "nanosleep": (35, 101),
    "getpid": (39, 172),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    "exit": (60, 93),
    "gettimeofday": (96, 169),
    "getrusage": (98, 165),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "time": (201, None),
    "futex": (202, 98),
    "restart_syscall": (219, 128),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "exit_group": (231, 94),
    "pselect6": (270, 72),
    "ppoll": (271, 73),
    "set_robust_list": (273, 99),
    "getcpu": (309, 168),
    "getrandom": (318, 278),
    "membarrier": (324, 283),
    "rseq": (334, 293),
}
APPEL_SECCOMP = {"x86_64": 317, "aarch64": 277}
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # AUDIT_ARCH_…

# Une instruction du filtre : charger un mot de l'appel en cours, le comparer, rendre un verdict.
CHARGE, COMPARE, REND = 0x20, 0x15, 0x06
NUMERO_DE_L_APPEL, ARCHITECTURE = 0, 4  # où sont ces mots
TUE, REFUSE, PERMET = 0x80000000, 0x00050001, 0x7FFF0000  # le processus, EPERM, oui

# Landlock : les mêmes numéros sur toutes les machines. Ce que chaque version sait interdire.
LANDLOCK_CREE, LANDLOCK_FERME = 444, 446
DROITS_DE_FICHIER = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
TCP, AUTRES_PROGRAMMES = 0b11, 0b11

VERROUS = {"landlock": 1, "seccomp": 2}
PR_SET_PDEATHSIG, SIGKILL, PR_SET_NO_NEW_PRIVS = 1, 9, 38
SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC = 1, 1


def _machine():
    """Le nom du processeur ; "" là où le système n'a pas ce noyau."""
    return os.uname().machine if hasattr(os, "uname") else ""


def numeros(machine):
    """Les numéros des appels permis sur cette machine."""
    rang = MACHINES.index(machine)
    return [numero[rang] for numero in APPELS.values() if numero[rang] is not None]


def filtre_noyau(machine=None):
    """Programme BPF (des octets) qui n'accepte que APPELS, ou b"" si la machine est inconnue."""
    machine = machine or _machine()
    if not sys.platform.startswith("linux") or machine not in MACHINES:
        return b""

    def instruction(code, valeur, oui=0, non=0):
        return struct.pack("=HBBI", code, oui, non, valeur)

    permis = numeros(machine)
    programme = [
        instruction(CHARGE, ARCHITECTURE),
        instruction(COMPARE, ARCHITECTURES[machine], oui=1),
        instruction(REND, TUE),
        instruction(CHARGE, NUMERO_DE_L_APPEL),
    ]
    for rang, numero in enumerate(permis):
        programme.append(instruction(COMPARE, numero, oui=len(permis) - rang))
    return b"".join([*programme, instruction(REND, REFUSE), instruction(REND, PERMET)])


def attributs_landlock(version):
    """Les règles de Landlock, en octets, pour cette version : tout ce qu'elle sait interdire l'est.

    Lire, écrire, créer, effacer, exécuter ; puis déplacer (2), tronquer (3), les prises TCP (4),
    les appareils (5), les signaux et les prises abstraites vers d'autres programmes (6).

    >>> [len(attributs_landlock(version)) for version in (1, 3, 4, 7)]
    [8, 8, 16, 24]
    """
    fichiers = DROITS_DE_FICHIER[min(version, 5)]
    taille = 8 if version < 4 else 16 if version < 6 else 24
    return struct.pack("=QQQ", fichiers, TCP, AUTRES_PROGRAMMES)[:taille]


class VerrouNoyau:
    """Les verrous du noyau, préparés dans l'atelier pour que l'ouvrier n'ait plus qu'à les fermer.

    Landlock d'abord, qui ferme les fichiers ; puis seccomp, qui ne laisse que quelques appels. Il
    faut `ctypes`, qui donne tous les pouvoirs à qui l'atteint : on ne le charge que si l'un des
    deux marche, ce qu'un processus perdu essaie d'abord.
    """

    def __init__(self, programme, landlock):
        self._verrous = {}
        if programme or landlock:
            tiennent = _essaie(programme, landlock)
            if tiennent:
                self._verrous = _prepare(
                    programme if "seccomp" in tiennent else b"", "landlock" in tiennent
                )

    def ferme_les_fichiers(self):
        """Ferme Landlock, qui ne vaut que pour ce fil d'exécution et ceux qu'il lancera."""
        return self._ferme("landlock")

    def ferme_les_appels(self):
        """Ferme seccomp, pour tous les fils ; sans lui, `ctypes` ne doit plus être trouvé."""
        tient = self._ferme("seccomp")
        self._verrous.clear()
        if not tient:
            oublie_ctypes()
        return tient

    def _ferme(self, lequel):
        if lequel not in self._verrous:
            return False
        if not self._verrous[lequel]():
            os._exit(71)  # ctypes est là et le noyau reste ouvert : rien ne doit tourner ici
        return True


def _essaie(programme, landlock):
    """Les noms des verrous qui marchent ici, essayés dans un processus perdu."""
    pid = os.fork()
    if pid == 0:
        code = 0
        try:
            for nom, ferme in _prepare(programme, landlock).items():
                code |= VERROUS[nom] if ferme() else 0
        finally:
            os._exit(code)
    statut = os.waitpid(pid, 0)[1]
    code = os.WEXITSTATUS(statut) if os.WIFEXITED(statut) else 0
    return {nom for nom, bit in VERROUS.items() if code & bit}


def _prepare(programme, landlock):
    """{nom: fonction qui ferme ce verrou}, dans l'ordre où il faut les fermer."""
    try:
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        appelle = libc.syscall
    except (ImportError, OSError, AttributeError):
        return {}
    verrous = {}

    def sans_privilege():
        libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)  # l'atelier mort, l'ouvrier meurt aussi
        return libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0

    version = appelle(LANDLOCK_CREE, None, ctypes.c_size_t(0), 1) if landlock else 0
    if version > 0:
        regles = attributs_landlock(version)

        def ferme_fichiers():
            regle = appelle(LANDLOCK_CREE, regles, ctypes.c_size_t(len(regles)), 0)
            ferme = regle >= 0 and sans_privilege() and appelle(LANDLOCK_FERME, regle, 0) == 0
            if regle >= 0:
                os.close(regle)
            return ferme

        verrous["landlock"] = ferme_fichiers
    if programme and _machine() in APPEL_SECCOMP:
        memoire = ctypes.create_string_buffer(programme, len(programme))
        adresse = struct.pack("HxxxxxxP", len(programme) // 8, ctypes.addressof(memoire))
        pointeur = ctypes.create_string_buffer(adresse, len(adresse))
        appel = APPEL_SECCOMP[_machine()]

        def ferme_appels(memoire=memoire):
            if not sans_privilege():
                return False
            pour_tous = SECCOMP_FILTER_FLAG_TSYNC  # tous les fils d'exécution
            return appelle(appel, SECCOMP_SET_MODE_FILTER, pour_tous, pointeur) == 0

        verrous["seccomp"] = ferme_appels
    return verrous


def oublie_ctypes():
    """Là où seccomp ne tient pas, `ctypes` ne doit ni être trouvé, ni pouvoir être importé.

    Landlock seul s'en est peut-être servi : ses classes sont alors rendues à la mémoire.
    """
    charges = [sys.modules[nom] for nom in ("ctypes", "_ctypes") if sys.modules.get(nom)]
    for module in charges:
        vars(module).clear()
    for nom in [n for n in sys.modules if n.startswith("ctypes.")]:
        del sys.modules[nom]
    for nom in ("ctypes", "_ctypes"):
        sys.modules[nom] = None
    if charges:
        gc.unfreeze()  # l'atelier les avait mises à l'abri du ramasse-miettes
        gc.collect()
