"""Ce que le vérificateur dit du catalogue des erreurs : « réussi » doit vouloir dire juste.

    python -m tests.lessons.verdicts            les erreurs que les essais publics acceptent
    python -m tests.lessons.verdicts tp2        celles du TP2 ; ou d'un exercice : tp2.add_bateau
    python -m tests.lessons.verdicts tp2 --tout aussi ce qui est dit de chaque erreur refusée

Les façons inhabituelles mais justes (`autograder/suites/autrement`) sont jouées aussi : aucune ne
doit être refusée. Celles que l'on accepte d'accepter sont dans `acceptees.toml`, avec la raison.
"""

import sys
from pathlib import Path

from autograder.moteur.autrement import avec_codes, lit_autrement
from autograder.moteur.erreurs import lit_catalogue, tomllib
from lessons.verificateur.examen import Examen
from lessons.verificateur.fichiers import FichiersEleve
from lessons.verificateur.resultat import REUSSI, Resultat
from tests.copies import REGISTRE, RESOLUS

CATALOGUE = lit_catalogue()
AUTREMENT = lit_autrement()
ACCEPTEES = tomllib.loads(Path(__file__).with_name("acceptees.toml").read_text(encoding="utf-8"))


def verdict(identifiant, code):
    """Le Resultat de l'exercice écrit ainsi, tout le reste étant celui du corrigé."""
    textes = avec_codes(RESOLUS, REGISTRE, {identifiant: code})
    examen = Examen(FichiersEleve(REGISTRE, "", textes), None)
    for avant in REGISTRE.tous_les_prerequis(identifiant):
        examen.resultats[avant] = Resultat(REGISTRE[avant], REUSSI, "réussi")
    return examen.passe([REGISTRE[identifiant]])[identifiant]


def erreurs(quoi=""):
    """Les erreurs du catalogue : toutes, celles d'un TP (« tp2 ») ou d'un exercice."""
    return [
        erreur
        for identifiant, liste in CATALOGUE.items()
        for erreur in liste
        if not quoi or quoi in (identifiant, identifiant.split(".")[0])
    ]


def main(arguments):
    """Affiche les erreurs acceptées et les façons justes refusées ; renvoie leur nombre."""
    quoi = next((a for a in arguments if not a.startswith("-")), "")
    toutes, acceptees, refusees = erreurs(quoi), [], 0
    for erreur in toutes:
        resultat = verdict(erreur.exercice, erreur.code)
        if resultat.reussi:
            acceptees.append(erreur.id)
            print(f"ACCEPTÉE {erreur.id} : {erreur.phrase}  {ACCEPTEES.get(erreur.id, '')}")
        elif "--tout" in arguments:
            print(f"\n{erreur.id} : {erreur.phrase}\n{resultat}")
    for identifiant, codes in AUTREMENT.items():
        for code in codes if quoi in ("", identifiant, identifiant.split(".")[0]) else []:
            resultat = verdict(identifiant, code)
            if not resultat.reussi:
                refusees += 1
                print(f"JUSTE MAIS REFUSÉE {resultat}\n{code}")
    print(f"{len(acceptees)} acceptées sur {len(toutes)} ; {refusees} justes refusées.")
    return len([i for i in acceptees if i not in ACCEPTEES]) + refusees


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 100))
