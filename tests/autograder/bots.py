"""Des bots de tournoi pour les essais : leurs fichiers, les règles d'un petit tournoi, le jouer."""

import functools
import pathlib

from autograder.moteur.erreurs import tomllib
from autograder.tournoi import bot
from autograder.tournoi.commande import corrige_du_kit

# Le début de tous les bots hostiles, et le jumeau honnête à qui on les compare.
PROLOGUE = """
from tp6_solveur_optimal import Ordi


class Jumeau(Ordi):
    def __init__(self, **options):
        super().__init__(**options)
        self.numero = options["graine"]

    def choisit_case(self):
        return self.grille_suivi.vides[0]

"""
JUMEAU = PROLOGUE + "\nclass MonOrdi(Jumeau):\n    pass\n"
SECRET = "0123456789abcdef" * 2
TP = {n: t for n, t in corrige_du_kit().textes.items() if n.startswith("tp")}


def bots(fichier):
    """Les bots d'un fichier TOML de ce dossier, par nom."""
    chemin = pathlib.Path(__file__).with_name(fichier)
    donnees = tomllib.loads(chemin.read_text(encoding="utf-8"))["bot"]
    parnom = {b["nom"]: b for b in donnees}
    assert len(parnom) == len(donnees)
    return parnom


def regles(nb_flottes=12, **options):
    """Les règles d'un petit tournoi ; le secret est toujours le même, pour comparer."""
    return bot.Regles(options.pop("secret", SECRET), nb_flottes, **options)


def joue(code, nb_flottes=12, tps=TP, **options):
    """Les Parties de ce mon_ordi.py."""
    return bot.joue({**tps, bot.MODULE: code}, corrige_du_kit(), regles(nb_flottes, **options))


@functools.cache
def joue_jumeau(nb_flottes=12, secret=SECRET):
    """Les tirs du jumeau honnête : ils ne dépendent que du secret."""
    parties = joue(JUMEAU, nb_flottes, secret=secret)
    assert not parties.fautes and not parties.refus
    return parties.tirs
