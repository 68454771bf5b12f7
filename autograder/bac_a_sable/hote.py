"""L'hôte : un processus de confiance, qui fait tourner en WebAssembly le Python d'une copie.

Son texte est passé à `python -c`. Il n'exécute rien de la copie lui-même, et ne lit aucune de ses
réponses : elles vont droit de la sortie de l'invité à celle du processus. Dans l'autre sens, il
porte à l'invité les messages du correcteur, un à un. L'invité n'a ni fichier, ni réseau, ni
programme : le moteur ne lui montre que la bibliothèque standard, en lecture seule.
Un message vide le remplace par un autre, neuf. Le correcteur y joint un jeton, que l'invité ne voit
pas : rendu une fois le premier fini, il sépare ce que l'un et l'autre écrivent.
Arguments : le dossier où est le moteur, le métier, la mémoire permise (octets), le calcul permis
(secondes, 0 : sans borne).
"""

import os
import sys

try:
    import resource
except ImportError:  # Windows : le correcteur pose un enclos
    resource = None

# Ce que l'invité exécute d'abord : du Python, où l'on peut attendre un message.
METIERS = {
    # Il compile les modules du fils pour lui-même : ce Python n'est pas celui de la machine.
    "compile": """
import base64, importlib.util, json, marshal, os
codes = []
while True:
    recu = json.loads(await messager())
    if recu is None:
        reponse = base64.b64encode(marshal.dumps(codes)).decode("ascii")
    else:
        nom, fichier, texte = recu
        if texte is None:  # un module de sa bibliothèque, que l'on y a sans son code
            texte = importlib.util.find_spec(nom).loader.get_source(nom)
        codes.append((nom, compile(texte, fichier, "exec", dont_inherit=True)))
        reponse = len(codes)
    corps = json.dumps(reponse).encode("ascii")
    octets = len(corps).to_bytes(4, "big") + corps
    while octets:
        octets = octets[os.write(1, octets):]
""",
    # Il installe ces modules, puis tient l'atelier. Le premier est `amorce`, qui sait le faire.
    "atelier": """
import binascii, marshal, sys, types
modules = marshal.loads(binascii.a2b_base64(await messager()))
amorce = types.ModuleType("amorce")
exec(modules[0][1], amorce.__dict__)
for nom, code in modules[1:]:
    amorce.installe(nom, code)
del modules, amorce
await sys.modules["autograder.bac_a_sable.invite"].tient_atelier(messager)
""",
}


JETON = 16  # octets
jetons = []  # celui qu'il faudra rendre, dès que l'invité doit finir


def messager():
    """Le message suivant du correcteur, "" s'il faut finir ; s'il a raccroché, tout s'arrête.

    Un invité qui doit finir n'a plus droit à rien : ce qui suit est pour un autre que lui.
    """
    entete = sys.stdin.buffer.read(4)
    if len(entete) < 4 or jetons:
        os._exit(0)
    taille = int.from_bytes(entete, "big")
    corps = sys.stdin.buffer.read(taille or JETON)
    if not taille:
        jetons.append(corps)
        return ""
    return corps.decode("ascii")


def borne(calcul):
    """Dernier recours, si le correcteur disparaît : le système arrête ce processus."""
    voulues = {"RLIMIT_CORE": 0, "RLIMIT_FSIZE": 0}
    if calcul:
        voulues["RLIMIT_CPU"] = calcul
    for nom, valeur in voulues.items() if resource else ():
        try:
            resource.setrlimit(getattr(resource, nom), (valeur, valeur))
        except (ValueError, OSError, AttributeError):
            continue


def jette(octets):
    """Ce que l'invité écrit ailleurs que dans sa ligne n'intéresse personne."""


def tient(dossier, metier, memoire, calcul):
    """Fait tourner un invité jusqu'au bout, puis un autre si le correcteur le demande."""
    sys.path.append(dossier)
    import eryx

    try:
        bac = invite(eryx, memoire)
        borne(int(calcul))
        while True:
            bac.execute(METIERS[metier])
            jeton = jetons.pop()  # il n'y en a pas : l'invité a fini de lui-même
            os.write(1, len(jeton).to_bytes(4, "big") + jeton)
            bac = invite(eryx, memoire)
    finally:
        os._exit(0)


def invite(eryx, memoire):
    """Un invité neuf : il n'a rien vu des précédents."""
    limites = eryx.ResourceLimits(
        execution_timeout_ms=None,  # le correcteur compte le calcul de ce processus, de dehors
        callback_timeout_ms=None,
        max_memory_bytes=int(memoire),
        max_callback_invocations=None,
        max_vfs_bytes=2**20,
    )
    return eryx.Sandbox(
        resource_limits=limites,
        callbacks=[{"name": "messager", "fn": messager}],
        on_stdout=jette,
        on_stderr=jette,
    )


if __name__ == "__main__":
    tient(*sys.argv[1:])
