"""Faire lire le fichier d'un élève par un Python à part : il n'exécute rien, et peut être perdu.

Analyser un texte retors peut prendre un temps ou une mémoire sans mesure. Ce qui doit l'être avant
que la copie n'ait son atelier l'est donc dans un processus à soi, que le système arrête à temps.
"""

import json
import subprocess
import sys

from autograder.bac_a_sable import isolement

CALCUL_MAX = 3  # secondes ; un carnet de TP en prend moins d'un dixième
DELAI = 60  # secondes, montre en main : même sur une machine très chargée
SUITE = f"""
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({CALCUL_MAX}, {CALCUL_MAX}))
    resource.setrlimit(resource.RLIMIT_AS, ({isolement.MEMOIRE_MAX}, {isolement.MEMOIRE_MAX}))
except (ImportError, ValueError, OSError):
    pass
print(json.dumps(globals()[sys.argv[1]](sys.stdin.buffer.read())))
"""


def a_part(fonction, octets):
    """`fonction(octets)`, ailleurs ; ValueError si elle échoue ou n'en finit pas.

    Le module de la fonction ne se sert que de la bibliothèque standard ; elle rend des données
    simples (JSON).
    """
    module = sys.modules[fonction.__module__]
    source = module.__spec__.loader.get_source(module.__name__)
    commande = isolement.commande(source + SUITE, fonction.__name__, None, False)
    try:
        fini = subprocess.run(
            commande,
            input=octets,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=isolement.environnement(),
            timeout=DELAI,
            **isolement.options_processus(),
        )
    except subprocess.TimeoutExpired:
        raise ValueError("la lecture prend trop de temps") from None
    if fini.returncode:
        raise ValueError("la lecture a échoué")
    return json.loads(fini.stdout)
