"""Une partie dans un carnet : ce qui se décide est dans `verificateur/jeu.py`, comme en console.

Le « moteur » est le corrigé quand il est là, sinon le code de l'élève, aussi loin qu'il va ; ce
qui lui manque est prêté. Ici, on ajoute ce qu'un carnet a de plus : les Ordis du corrigé, et le
film de la partie.
"""

import importlib.util

from .film import Film, tourne
from .programme import DELAI_COUP, VERIFIER, Panne, Reponse

JEU = VERIFIER.outil("jeu")
Adversaire, Regles = JEU.Adversaire, JEU.Regles
cases_du_bateau, lit_regles, pose = JEU.cases_du_bateau, JEU.lit_regles, JEU.pose
DELAI_PARTIE = 20  # secondes, pour une partie entière jouée dans un autre processus


def flotte_cachee(moteur, regles, moyens=None):
    """Les cases d'une flotte au hasard : tirée par le moteur, ou sinon prise dans le fichier."""
    try:
        return (moyens or JEU.Moyens(moteur)).flotte(regles)
    except JEU.Arret:
        if not regles.flottes:
            raise
        return JEU.flotte_prete(regles)


def nouveau_joueur(moteur, regles, annonce=False, moyens=None):
    """Le Reponse d'un joueur humain : du TP4, ou sur la grille du TP1, ou prêté."""
    try:
        joueur = (moyens or JEU.Moyens(moteur)).joueur(regles)
    except JEU.Arret as arret:
        return Reponse(panne=arret.panne)
    joueur.annonce_coule = annonce and not isinstance(joueur, JEU.JoueurPrete)
    return Reponse(joueur)


def adversaires_du_corrige(atelier):
    """Les niveaux de l'Ordi du corrigé (aucun dans l'archive d'un élève)."""
    corrige = atelier.corrige
    if corrige is None:
        return []
    niveaux = corrige.module("jeu.niveaux").NIVEAUX
    if importlib.util.find_spec("numpy") is None:  # les niveaux 7 et 8 seraient trop lents
        niveaux = corrige.module("bn_utiles").NIVEAUX
    return [
        Adversaire(f"Ordi, niveau {n} ({nom})", corrige, "jeu.ordis", "nouvel_ordi", niveau=n)
        for n, nom in niveaux.items()
    ]


def niveaux_du_tp6(atelier):
    """{niveau: nom} des niveaux que l'élève écrit ; vide si son bn_utiles.py est abîmé."""
    eleve = atelier.eleve
    return eleve.essaie(lambda: eleve.module("bn_utiles").NIVEAUX).valeur or {}


def adversaires_de_l_eleve(atelier):
    """Les Ordis de l'élève qui savent finir une partie."""
    eleve = atelier.eleve
    qui = f"{eleve.nom} : Ordi" if joue_a_part(eleve) else "Mon Ordi"
    possibles = [
        Adversaire(f"{qui} du TP5 (au hasard)", eleve, "tp5_solveur_aleatoire"),
        Adversaire(f"{qui} du TP5 (cases noires)", eleve, "tp5_solveur_aleatoire", damier=True),
    ]
    for niveau, nom in niveaux_du_tp6(atelier).items():
        titre = f"{qui} du TP6, niveau {niveau} ({nom})"
        possibles.append(Adversaire(titre, eleve, "tp6_solveur_optimal", niveau=niveau))
    return [adversaire for adversaire in possibles if adversaire.va_au_bout()]


def joue_a_part(copie):
    """True si ce code tourne dans un autre processus : il n'en revient que des parties entières."""
    return getattr(copie, "a_part", False)


def adversaire_prete(moteur):
    """[l'Ordi prêté] si le TP4 de ce moteur sait tirer ; sinon, rien."""
    try:
        joueur = JEU.Moyens(moteur).joueur_tp4(Regles("essai", 2, 1, [1]))
    except JEU.Arret:
        return []
    return [] if joueur is None else [JEU.AdversairePrete(moteur)]


# ----------------------------------------------------------------- la bataille


class Bataille(JEU.Bataille):
    """Une partie en cours : tu tires, l'Ordi riposte, et chaque coup est filmé.

    - `toi`, `ordi` (ou None) ; `films` : un par joueur ; `gagnant` : None tant que ça dure ;
    - `flotte` : tes cases ; `cachee` : celles que tu cherches.

    L'Ordi d'une copie à part joue toute sa partie d'avance (il ne voit que ta flotte, pas tes
    tirs) : `jouee`, que l'on déroule ici coup par coup.
    """

    def __init__(self, joueur, cachee, regles, adversaire=None, flotte=()):
        self.toi, self.ordi = joueur, None
        self.cachee, self.flotte = list(cachee), list(flotte)
        self.panne_ordi, self.jouee = None, None
        camps = [JEU.Camp(joueur, cachee)]
        if adversaire is not None:
            if joue_a_part(adversaire.copie):
                _, self.jouee = prepare_seul(adversaire, regles, flotte)
                self.ordi = JEU.JoueurPrete(regles)
            else:
                self.ordi = adversaire.cree(regles)
                getattr(self.ordi, "prepare", lambda: None)()
            camps.append(JEU.Camp(self.ordi, flotte, "Ordi", adversaire))
        super().__init__(camps, regles)
        self.films = [Film(self.toi, annonce=joueur.annonce_coule)]
        if self.ordi is not None:
            self.films.append(Film(self.ordi))

    def tire(self, case):
        """Ton tir : le résultat. Un tir refusé ne change rien et ne passe pas ton tour."""
        avant = len(self.toi.cases_jouees)
        resultat = self.toi.tire(case)
        if self.compte(self.camps[0], case, resultat, avant):
            self.films[0].prend(resultat)
        return resultat

    def riposte(self):
        """Le tir de l'Ordi, ou None s'il n'y en a pas (ou s'il est en panne)."""
        if self.ordi is None or self.gagnant is not None or self.panne_ordi is not None:
            return None
        camp = self.camps[1]
        if self.jouee is not None:
            return self.deroule(camp)
        essai = camp.adversaire.copie.essaie(lambda: self.coup_ordi(camp), DELAI_COUP)
        if essai.panne is not None:
            self.panne_ordi = essai.panne
            return None
        self.films[1].prend(*essai.valeur)
        return essai.valeur[0]

    def deroule(self, camp):
        """Le tir suivant de la partie déjà jouée, ou None si elle s'arrête là."""
        film, avant = self.films[1], len(self.ordi.cases_jouees)
        instant = self.jouee.instant(len(film) + 1)
        resultat = self.ordi.tire(instant.case) if len(film) < len(self.jouee) else None
        if resultat is None or not self.compte(camp, instant.case, resultat, avant):
            fautif = Panne("surprise", "Cet Ordi ne finit pas sa partie.")
            self.panne_ordi = self.jouee.panne or fautif
            return None
        film.instants.append(instant)
        return resultat


def prepare_seul(adversaire, regles, cases):
    """(copie, film) de l'Ordi choisi, face à la flotte dont on donne les cases.

    Le film reste à tourner, sauf celui d'une copie à part : elle l'a joué en entier.
    """

    def place():
        ordi = adversaire.cree(regles)
        pose(ordi.grille_adverse, cases)
        return ordi

    copie = adversaire.copie
    if not joue_a_part(copie):
        return copie, Film(place())
    essai = copie.essaie(lambda: tourne(copie, place()), DELAI_PARTIE)
    if essai.panne is not None:
        raise ValueError(essai.panne.phrase)
    return copie, essai.valeur
