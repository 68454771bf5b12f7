"""Le premier code du processus d'une copie : il reçoit les modules du fils et leur donne la main.

Son texte est passé à `python -c` : ce processus n'a aucun accès aux fichiers du kit, et tout ce
qu'il exécute lui arrive, déjà compilé, par sa ligne. Argument : « prise:7 » (une prise locale,
son descripteur) ou « tuyaux » (l'entrée et la sortie du processus).
"""

import marshal
import os
import sys
import types

TAILLE_LUE = 65536


def recoit(descripteur, taille):
    """Exactement `taille` octets ; si le correcteur a raccroché, tout s'arrête."""
    morceaux = []
    while taille:
        morceau = os.read(descripteur, min(taille, TAILLE_LUE))
        if not morceau:
            os._exit(0)
        morceaux.append(morceau)
        taille -= len(morceau)
    return b"".join(morceaux)


def installe(nom, code):
    """Exécute le code du module `nom` et le range dans `sys.modules`, avec ses paquets."""
    paquet, _, court = nom.rpartition(".")
    if paquet and paquet not in sys.modules:
        installe(paquet, compile("__path__ = []", paquet, "exec"))
    module = sys.modules[nom] = types.ModuleType(nom)
    module.__package__ = paquet
    exec(code, module.__dict__)
    if paquet:
        setattr(sys.modules[paquet], court, module)


def demarre(argument):
    """Installe les modules reçus, puis tient l'atelier."""
    genre, _, numero = argument.partition(":")
    descripteur = int(numero) if genre == "prise" else 0
    taille = int.from_bytes(recoit(descripteur, 4), "big")
    for nom, code in marshal.loads(recoit(descripteur, taille)):
        installe(nom, code)
    enfant = sys.modules["autograder.bac_a_sable.enfant"]
    if genre == "prise":
        enfant.tient_atelier(descripteur)
    else:
        enfant.tient_atelier_seul()


if __name__ == "__main__":
    demarre(sys.argv[1])
