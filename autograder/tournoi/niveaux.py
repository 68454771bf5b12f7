"""Les repères du tournoi : les niveaux de l'Ordi sur les mêmes flottes, le prix d'une partie."""

import pathlib
from dataclasses import replace

from autograder.bac_a_sable.copie import CopieIllisible
from autograder.tournoi import bot
from solutions import CHAINE
from solutions.jeu.ordis import nouvel_ordi

REPERES = (1, 2, 3, 5)
PORTE = 2  # le niveau à battre pour être qualifié
PARTIES_ETALON = (2, 20)  # peu d'abord ; davantage, si elles ne sont pas trop longues
ETALON_LONG = 3.0  # secondes de calcul
SANS_HATE = 1.0  # secondes par partie : tout le temps, même sur une très grande grille
# Le niveau 5, écrit comme un élève l'écrirait : il mesure le prix d'une partie dans le bac à sable.
ETALON = """
from bn_utiles import TOUCHE
from tp6_solveur_optimal import Ordi


class MonOrdi(Ordi):
    def choisit_case(self):
        if self.queue:
            return self.pop_queue()
        if self.liste_touches:
            self.rem_bateau()
            self.elimine_adjacentes()
            self.liste_touches = []
        self.make_case_aveugle()
        return self.case_courante

    def apres_tir(self, case, resultat):
        if resultat == TOUCHE:
            self.apres_touche()
        else:
            self.apres_manque()
"""


def scores_du_niveau(niveau, regles):
    """Le nombre de tirs de ce niveau sur chacune des flottes ; la grille du corrigé suffit."""
    longueurs = []
    for numero in range(regles.nb_flottes):
        ordi = nouvel_ordi(
            niveau, graine=numero, xmax=regles.xmax, ymax=regles.ymax,
            taille_bateaux=list(regles.tailles),
        )  # fmt: skip
        for rang in regles.cases(numero):
            ordi.grille_adverse.etat[divmod(rang, regles.ymax)] = 1
        longueurs.append(ordi.resolution())
    return longueurs


def grille_eclair():
    """Le texte de la grille rapide, que l'on peut mettre à la place de celle d'un élève."""
    chemin = pathlib.Path(CHAINE.dossier) / "jeu" / "comptage_rapide.py"
    return chemin.read_text(encoding="utf-8")


def prix_d_une_partie(corrige, regles):
    """Secondes de calcul d'une partie de niveau 5, jouée comme celles des élèves."""
    textes = {nom: texte for nom, texte in corrige.textes.items() if nom.startswith("tp")}
    for combien in PARTIES_ETALON:
        essai = replace(regles, nb_flottes=combien, eclair="", prix=SANS_HATE)
        joue = bot.joue({**textes, bot.MODULE: ETALON}, corrige, essai)
        if joue.refus or joue.fautes:
            raise CopieIllisible(joue.refus or next(iter(joue.fautes.values())))
        if joue.calcul > ETALON_LONG:
            break
    return joue.calcul / (combien + len(bot.sonde(essai)))
