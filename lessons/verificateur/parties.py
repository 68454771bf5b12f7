"""Joue, dans le processus des essais, les parties de la commande `tournoi`.

Le bot de l'élève joue dans l'arène de la classe, devant le même arbitre ; ses autres Ordis jouent à
leur façon, avec leur propre `coup_suivant`. Les flottes d'entraînement portent un numéro, et sont
toujours les mêmes : on peut comparer d'une fois à l'autre. En classe, ce sont d'autres flottes.
"""

import random
import time
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from . import arene, exemples
from .arbitre import Arbitre, tire_flotte

TEMOINS = 5  # parties rejouées dans des modules neufs : un bot n'a pas à se souvenir des autres
CALCUL_MAX = 40.0  # secondes de calcul d'un joueur : au-delà, on s'en tient aux parties déjà jouées
CARTE = "carte"  # tient lieu de numéro de partie, pendant que le bot donne sa carte de chaleur
SIGNE_DE_VIE = 1.0  # secondes entre deux nouvelles d'une partie qui dure
AFFICHE_MAX = 2000  # signes gardés de ce que le bot affiche, quand on revoit une partie
TOURS_ETALON = 100
# Une partie de niveau 5 demande autant de calcul que tant de tours de l'étalon (à un tiers près).
TOURS_PAR_PARTIE = 180


def flotte(numero, xmax, ymax, tailles):
    """Les bateaux de la flotte d'entraînement `numero` : des listes de rangs de cases."""
    return tire_flotte(random.Random(f"flotte d'entraînement {numero}"), xmax, ymax, tailles)


def cases_de(numero, requete):
    """Les rangs des cases occupées par cette flotte."""
    bateaux = flotte(numero, requete["xmax"], requete["ymax"], requete["tailles"])
    return [rang for bateau in bateaux for rang in bateau]


def prix_du_niveau_5(gardien_pour):
    """Secondes de calcul d'une partie de niveau 5 sur cet ordinateur, sans avoir à la jouer.

    L'étalon est surveillé comme le sera le code de l'élève : sans processus, cela le ralentit.
    """
    gardien = gardien_pour({etalon.__code__.co_filename: []})
    depart = time.process_time()
    with gardien.surveille("étalon"):
        for _ in range(TOURS_ETALON):
            etalon()
    return (time.process_time() - depart) / TOURS_ETALON * TOURS_PAR_PARTIE


def etalon():
    """Un petit calcul de la même sorte que ceux d'un Ordi : lire un dictionnaire de cases."""
    etat = {(x, y): 0 for x in range(10) for y in range(10)}
    pareilles = 0
    for k in range(1, 6):
        for x, y in etat:
            if etat.get((x + k, y)) == etat.get((x, y + k)):
                pareilles += 1
    return pareilles


@contextmanager
def hasard_des_parties():
    """Le module `random` tel que le voit un bot en classe : chaque partie a le sien."""
    communs = arene.hasard_commun()
    avant = {nom: getattr(random, nom) for nom in communs}
    vars(random).update(communs)
    try:
        yield
    finally:
        vars(random).update(avant)


# ----------------------------------------------------------------- une partie


class Joueur:
    """Un Ordi de l'élève : `joue(numero)` renvoie (tirs, faute) d'une partie entière."""

    def __init__(self, fabrique, fiche, requete, emet, gardien, lignes_de):
        self.fabrique, self.fiche, self.requete = fabrique, fiche, requete
        self.emet, self.gardien, self.lignes_de = emet, gardien, lignes_de
        self.vu = time.monotonic()

    def decrit(self, erreur):
        """L'erreur en données simples, ou ce que l'on a vu d'une boucle sans fin."""
        if isinstance(erreur, exemples.TropLong):
            return {"boucle": dict(self.gardien.enquete.constat(), dort=False)}
        return exemples.decrit_exception(erreur, self.lignes_de)

    def annonce(self, numero):
        """Une case est demandée : le gardien recompte le temps à partir d'ici.

        Une longue partie donne de ses nouvelles : le processus n'est pas muet, il est lent.
        """
        self.gardien.reprend([self.fiche["id"], numero])
        if time.monotonic() - self.vu > SIGNE_DE_VIE:
            self.vu = time.monotonic()
            self.emet(sorte="vit")


class Bot(Joueur):
    """MonOrdi, devant l'arbitre ; `dernier` : l'objet de la dernière partie gagnée, ou None."""

    dernier = None

    def joue(self, numero):
        r = self.requete
        arbitre = Arbitre(r["xmax"], r["ymax"], {numero: cases_de(numero, r)})
        piste = arene.Arene(
            self.fabrique, r["xmax"], r["ymax"], r["tailles"], [numero], self.annonce, self.decrit
        )
        while arbitre.en_cours:
            tirs, fautes, _ = piste.tour(arbitre.reponses)
            arbitre.juge(tirs, fautes)
        jeu = arbitre.jeux[numero]
        if jeu.faute is None:
            self.dernier = piste.parties[0].bot
        return jeu.tirs, jeu.faute and list(jeu.faute)

    def essaie_carte(self):
        """La faute [genre, donnée] de sa carte de chaleur à la fin d'une partie, ou None."""
        r = self.requete
        try:
            with redirect_stdout(exemples.Sortie()), redirect_stderr(exemples.Sortie()):
                valeurs = self.dernier.carte()
        except arene.HorsDuJeu as refus:
            return ["règle", str(refus)]
        except (Exception, SystemExit, exemples.TropLong) as erreur:
            return ["erreur", self.decrit(erreur)]
        nombres = arene.nombres_de_carte(valeurs, r["xmax"], r["ymax"])
        if type(valeurs) is dict and (not valeurs or any(n is not None for n in nombres)):
            return None
        ecrite = "" if type(valeurs) is dict else f" ; elle a renvoyé {arene.ecrit_valeur(valeurs)}"
        return ["règle", "il faut un dictionnaire {(x, y): nombre}" + ecrite]


class Niveau(Joueur):
    """Un Ordi des TP, qui tire lui-même."""

    def joue(self, numero):
        r = self.requete
        restent, tirs = set(cases_de(numero, r)), []
        arene.Hasard.courant = random.Random(f"partie {numero}")
        try:
            ordi = self.fabrique(
                graine=numero, xmax=r["xmax"], ymax=r["ymax"], taille_bateaux=list(r["tailles"]),
                **self.fiche["options"],
            )  # fmt: skip
            for rang in restent:
                ordi.grille_adverse.marque(divmod(rang, r["ymax"]), 1)
            while restent:
                self.annonce(numero)
                if ordi.coup_suivant() is None or len(tirs) == r["xmax"] * r["ymax"]:
                    return tirs, ["arrêt", "ne trouve pas toute la flotte"]
                x, y = ordi.case_courante
                tirs.append(x * r["ymax"] + y)
                restent.discard(tirs[-1])
        except (Exception, SystemExit, exemples.TropLong) as erreur:
            return tirs, ["erreur", self.decrit(erreur)]
        return tirs, None


# ----------------------------------------------------------------- toutes les parties


def execute(requete, emet, gardien_pour):
    """Joue les parties demandées ; `emet(...)` dit chaque nouvelle.

    - `sorte="prix"` : secondes de calcul d'une partie de niveau 5 ici ;
    - `sorte="module"`, `sorte="absente"` : le fichier de ce joueur ne se charge pas, ou n'a pas la
      classe attendue ;
    - `sorte="charge"` : ce joueur est prêt ;
    - `sorte="partie"` : `joueur`, `numero`, `tirs`, `faute`, `calcul` ;
    - `sorte="vit"` : une partie dure, mais avance ;
    - `sorte="lente"` : ce joueur calcule trop, on s'en tient là ;
    - `sorte="memoire"` : rejouée seule, une partie est différente ;
    - `sorte="carte"` : `faute` de la carte de chaleur du bot, ou None ;
    - `sorte="boucle"` : `id` est [joueur, numéro].
    """
    emet(sorte="prix", secondes=prix_du_niveau_5(gardien_pour))
    chaine = nouvelle_chaine(requete)
    lignes_de = {
        chaine.fichier(module): texte.split("\n") for module, texte in requete["textes"].items()
    }
    gardien = gardien_pour(lignes_de)
    with hasard_des_parties():
        for fiche in requete["joueurs"]:
            joueur = charge(chaine, fiche, requete, emet, gardien, lignes_de)
            if joueur is not None:
                temoins = joue_parties(joueur, fiche, emet)
                if fiche["bot"]:
                    compare_temoins(temoins, fiche, requete, emet, gardien, lignes_de)
                    surveille_carte(joueur, fiche, emet)


def nouvelle_chaine(requete):
    """Les modules de l'élève, chargés de nouveau."""
    return exemples.ChaineEleve(requete["dossier"], requete["textes"])


def charge(chaine, fiche, requete, emet, gardien, lignes_de):
    """Le Joueur de cette fiche ; None (et une nouvelle) s'il ne se charge pas."""
    module = exemples.charge_module(chaine, fiche["module"], emet, gardien, lignes_de)
    if module is None:
        return None
    fabrique = getattr(module, fiche["classe"], None)
    if not isinstance(fabrique, type):
        emet(sorte="absente", joueur=fiche["id"])
        return None
    emet(sorte="charge", joueur=fiche["id"])
    genre = Bot if fiche["bot"] else Niveau
    return genre(fabrique, fiche, requete, emet, gardien, lignes_de)


def joue_parties(joueur, fiche, emet):
    """Les parties de ce joueur, l'une après l'autre ; renvoie {numéro: tirs} des dernières."""
    calcul, temoins = 0.0, {}
    for numero in fiche["numeros"]:
        if calcul > CALCUL_MAX:
            emet(sorte="lente", joueur=fiche["id"])
            break
        tirs, faute, affiche, duree = chronometre(joueur, numero)
        calcul += duree
        emet(
            sorte="partie", joueur=fiche["id"], numero=numero, tirs=tirs, faute=faute, calcul=duree,
            affiche=affiche[:AFFICHE_MAX] if len(fiche["numeros"]) == 1 else "",
        )  # fmt: skip
        if faute and not fiche["bot"]:
            break  # inutile d'insister : cet Ordi-là n'est pas encore juste
        temoins = dict([*temoins.items(), (numero, tirs)][-TEMOINS:])
    return temoins


def chronometre(joueur, numero):
    """(tirs, faute, ce qui est affiché, secondes de calcul) d'une partie surveillée."""
    sortie = exemples.Sortie()
    depart = time.process_time()
    garde = joueur.gardien.surveille([joueur.fiche["id"], numero])
    with garde, redirect_stdout(sortie), redirect_stderr(sortie):
        tirs, faute = joueur.joue(numero)
    return tirs, faute, sortie.getvalue(), time.process_time() - depart


def compare_temoins(temoins, fiche, requete, emet, gardien, lignes_de):
    """Rejoue quelques parties, chacune dans des modules neufs : elles doivent être les mêmes."""
    for numero, attendus in temoins.items():
        chaine = nouvelle_chaine(requete)
        joueur = charge(chaine, fiche, requete, emet, gardien, lignes_de)
        if joueur is None or chronometre(joueur, numero)[0] != attendus:
            emet(sorte="memoire", joueur=fiche["id"], numero=numero)
            return


def surveille_carte(joueur, fiche, emet):
    """Demande au bot une carte de chaleur, comme en classe : personne d'autre ne le ferait ici."""
    if hasattr(joueur.dernier, "carte"):
        ou = [fiche["id"], CARTE]
        emet(sorte="vit", id=ou)  # si le processus s'arrête là, on saura pourquoi
        with joueur.gardien.surveille(ou):
            faute = joueur.essaie_carte()
        emet(sorte="carte", joueur=fiche["id"], faute=faute)


def enfant():
    """Ce que fait le processus du tournoi (`verifier.py --tournoi`)."""
    exemples.enfant(execute)
