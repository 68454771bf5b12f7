"""Le filtre du noyau (seccomp) : la liste des seuls appels système laissés à une copie.

Le correcteur bâtit le programme (`filtre_noyau`), le fils l'installe (`VerrouNoyau`) juste avant
d'exécuter la copie. Il n'y en a pas hors de Linux, ni sur une machine d'un autre genre.
"""

import os
import platform
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

PR_SET_PDEATHSIG, SIGKILL, PR_SET_NO_NEW_PRIVS = 1, 9, 38
SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC = 1, 1


def numeros(machine):
    """Les numéros des appels permis sur cette machine."""
    rang = MACHINES.index(machine)
    return [numero[rang] for numero in APPELS.values() if numero[rang] is not None]


def filtre_noyau(machine=None):
    """Programme BPF (des octets) qui n'accepte que APPELS, ou b"" si la machine est inconnue."""
    machine = machine or platform.machine()
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


class VerrouNoyau:
    """Le filtre seccomp, préparé dans l'atelier pour que l'ouvrier n'ait plus qu'à l'installer.

    Il faut `ctypes`, qui donne tous les pouvoirs à qui l'atteint : on ne le charge que si le
    filtre marche, ce qu'un processus perdu essaie d'abord.
    """

    def __init__(self, programme):
        self.installe = None
        if programme and _essai_concluant(programme):
            self.installe = _prepare(programme)

    def ferme(self):
        """Ferme le noyau à ce processus ; True si c'est fait."""
        if self.installe is None:
            interdit_ctypes()
            return False
        if not self.installe():
            os._exit(71)  # ctypes est là et le noyau reste ouvert : rien ne doit tourner ici
        return True


def _essai_concluant(programme):
    pid = os.fork()
    if pid == 0:
        try:
            installe = _prepare(programme)
            os._exit(0 if installe is not None and installe() else 1)
        finally:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def _prepare(programme):
    """La fonction qui installera le filtre, ou None."""
    try:
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        appel = APPEL_SECCOMP[platform.machine()]
    except (ImportError, OSError, AttributeError, KeyError):
        return None
    memoire = ctypes.create_string_buffer(programme, len(programme))
    adresse = struct.pack("HxxxxxxP", len(programme) // 8, ctypes.addressof(memoire))
    pointeur = ctypes.create_string_buffer(adresse, len(adresse))

    def installe(memoire=memoire):
        libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)  # l'atelier mort, l'ouvrier meurt aussi
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            return False
        pour_tous = SECCOMP_FILTER_FLAG_TSYNC  # tous les fils d'exécution
        return libc.syscall(appel, SECCOMP_SET_MODE_FILTER, pour_tous, pointeur) == 0

    return installe


def interdit_ctypes():
    """Là où aucun filtre du noyau ne tient, `ctypes` ne doit pas pouvoir être importé."""
    for nom in ("ctypes", "_ctypes"):
        sys.modules[nom] = None
