"""Les empreintes de tout ce que les versions d'avant ont mis dans les archives des élèves.

Elles servent à reconnaître un fichier dont personne n'a changé un mot : l'archive peut alors ôter
celui qui ne sert plus et remettre à neuf celui qui n'est pas commencé, et la correction ne compte
pas un TP rendu tel qu'il a été donné résolu.

Au moment de publier une version, `python -m autograder distribuer --publie` ajoute les siennes à
`publies.json` : `{version: {sorte: {chemin: [empreintes]}}}`. La sorte est `kit` (ce que l'archive
remplace), `depart` (ce que l'élève complète) ou `resolus` (les TP donnés résolus).
"""

import json
from functools import cache
from pathlib import Path

from lessons.verificateur.rangement import empreinte

FICHIER = Path(__file__).with_name("publies.json")


@cache
def empreintes(sorte):
    """`{chemin: ensemble d'empreintes}` de cette sorte, toutes versions réunies."""
    reunies = {}
    for version in json.loads(FICHIER.read_text(encoding="utf-8")).values():
        for chemin, connues in version.get(sorte, {}).items():
            reunies.setdefault(chemin, set()).update(connues)
    return reunies


def anciens(tout, depart):
    """`{chemin: empreintes}` de ce qui a été publié et n'a plus cours.

    - `tout` : les chemins de l'archive entière d'aujourd'hui ; ce qui n'y est plus est à ôter ;
    - `depart` : `{chemin: octets}` des squelettes et des carnets d'aujourd'hui ; ceux d'avant,
      s'ils diffèrent et sont intacts, sont à refaire.
    """
    trouves = {}
    for sorte in ("kit", "depart"):
        for chemin, connues in empreintes(sorte).items():
            if chemin not in tout:
                trouves.setdefault(chemin, set()).update(connues)
            elif sorte == "depart" and chemin in depart:
                trouves[chemin] = connues - {empreinte(depart[chemin])}
    return {chemin: sorted(connues) for chemin, connues in sorted(trouves.items()) if connues}


# ----------------------------------------------------------------- publier une version


def releve(archives):
    """`{sorte: {chemin: [empreintes]}}` de ces archives, chacune `{sorte: {chemin: octets}}`."""
    releves = {}
    for archive in archives:
        for sorte, fichiers in archive.items():
            for chemin, octets in fichiers.items():
                connues = releves.setdefault(sorte, {}).setdefault(chemin, set())
                connues.add(empreinte(octets))
    return {
        sorte: {chemin: sorted(connues) for chemin, connues in sorted(chemins.items())}
        for sorte, chemins in releves.items()
    }


def ajoute(version, releves):
    """Ajoute à `publies.json` ce qu'a publié cette version, sans rien oublier de ce qui y est."""
    contenu = json.loads(FICHIER.read_text(encoding="utf-8")) if FICHIER.exists() else {}
    for sorte, chemins in releves.items():
        notes = contenu.setdefault(version, {}).setdefault(sorte, {})
        for chemin, connues in chemins.items():
            notes[chemin] = sorted({*notes.get(chemin, ()), *connues})
    FICHIER.write_text(json.dumps(contenu, indent=1) + "\n", encoding="utf-8", newline="\n")
    empreintes.cache_clear()
