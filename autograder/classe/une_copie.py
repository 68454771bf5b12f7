"""Corrige une seule copie : `python -m autograder copie rendus/zoe`.

Le même tableau que `pytest autograder --copie rendus/zoe`, sans pytest : rien de ce que le dossier
contient (`conftest.py`, `pytest.ini`…) n'y a de sens particulier.
"""

import json
import os
import sys

from autograder.bac_a_sable.copie import lit_dossier
from autograder.bac_a_sable.processus import CopieIllisible
from autograder.classe import accord
from autograder.classe.rendus import LecteurDeRendus, RenduRefuse
from autograder.classe.suivi import ecrit
from autograder.classe.tableau import en_gradescope, tableau
from autograder.moteur.juge import Juge
from autograder.options import OPTIONS, tp_inconnu
from lessons.verificateur.registre import charge


def lit_copie(chemin):
    """({nom de module: texte}, remarques) d'un dossier, ou d'un zip, d'un carnet, d'un fichier.

    Lève CopieIllisible avec une phrase.
    """
    if os.path.isdir(chemin) or not os.path.exists(chemin):
        return lit_dossier(chemin), []
    lecteur = LecteurDeRendus(charge())
    rendus, _ = lecteur.inventaire(chemin)
    if len(rendus) != 1:
        raise CopieIllisible("ce fichier n'est pas la copie d'un seul élève")
    try:
        return lecteur.charge(rendus[0]), rendus[0].remarques
    except RenduRefuse as raison:
        raise CopieIllisible(str(raison)) from None


def publie(resultat, resultats=None, html=None):
    """Écrit les fichiers demandés par `--resultats` et `--html`."""
    if resultats:
        ecrit(resultats, json.dumps(en_gradescope(resultat), ensure_ascii=False, indent=1) + "\n")
    if html:
        from autograder.classe.pages import page_copie

        ecrit(html, page_copie(resultat))


def ajoute_commande(sous_commandes):
    """Déclare la commande `copie`."""
    analyseur = sous_commandes.add_parser(
        "copie",
        help="corrige une seule copie",
        description="Corrige une copie et affiche ses points et une phrase par exercice, comme "
        "pytest autograder --copie. Code de sortie : 0 si tous les exercices de base sont justes.",
    )
    analyseur.add_argument("copie", metavar="COPIE", help="son dossier, son zip ou son carnet")
    for nom, reglages in OPTIONS.items():
        analyseur.add_argument(nom, **reglages)
    analyseur.set_defaults(fonction=commande)


def commande(options):
    """Exécute `copie` : 0 si tout est juste, 1 sinon, 2 si l'on n'a pas pu commencer."""
    inconnu = tp_inconnu(options.tp)
    if inconnu is not None:
        print(f"Il n'y a pas de TP {inconnu}.", file=sys.stderr)
        return 2
    try:
        textes, remarques = lit_copie(options.copie)
        juge = Juge(portable=options.portable)
        juge.options.update(accord.choisit(options.isolement, juge.corrige, options.portable))
        accord.exige(
            options.copie,
            options.j_accepte,
            lambda: accord.couches_d_ici(juge.corrige, **juge.options),
        )
    except CopieIllisible as raison:
        print(f"{options.copie} : {raison}.", file=sys.stderr)
        return 2
    except accord.SansAccord as phrase:
        print(phrase, file=sys.stderr)
        return 2
    resultat = juge.corrige_textes(textes, tps=options.tp, graine=options.graine)
    print("\n".join([f"Correction de {options.copie}", "", *remarques, tableau(resultat)]))
    publie(resultat, options.resultats, options.html)
    return 0 if resultat.tout_juste() else 1
