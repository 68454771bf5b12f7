"""Les grandes flottes : tirer au sort des flottes qui expliquent les tirs, et les peser.

À partir de six bateaux, les flottes se comptent par milliers de milliards : les compter toutes
prendrait des minutes et des gigaoctets. Tirer des flottes comme le jeu et garder celles qui
concordent ne va pas non plus : après dix touches, presque aucune ne concorde.

L'idée : **partir des touches**. La première touche est couverte par un bateau : on en choisit un
au hasard parmi tous ceux qui conviennent. On continue avec la première touche qui reste à couvrir,
puis on pose les bateaux qui restent, loin des tirs manqués. Chaque flotte obtenue concorde, mais
certaines sortent trop souvent : celles où l'on avait peu de choix. On corrige en **pesant** : une
flotte obtenue en choisissant parmi 3 bateaux, puis parmi 20, puis parmi 50, compte 3 × 20 × 50
fois. La moyenne des poids est alors, en prime, une estimation du nombre de flottes.

Quand cette estimation est petite, on les énumère toutes : le résultat redevient exact.
"""

from math import factorial, prod

from solutions.exact.des import Des

NB_TIRAGES = 4_000  # flottes tirées à chaque coup, en Python pur
TRAVAIL_MAX = {"peu": 5_000_000_000, "beaucoup": 500_000_000}  # voir `trop_de_flottes`
BEAUCOUP = 6  # bateaux
EXACT_MAX = 400  # en dessous, on les énumère toutes
ETAPES_MAX = 60_000  # au-delà, l'énumération est abandonnée


def nb_etiquettes(flotte):
    """De combien de façons on peut échanger entre eux les bateaux de même taille.

    >>> nb_etiquettes((5, 4, 3, 3, 2)), nb_etiquettes((1, 1, 1))
    (2, 6)
    """
    return prod(factorial(flotte.count(taille)) for taille in set(flotte))


def trop_de_flottes(g, flotte):
    """True s'il y a trop de flottes pour les compter toutes à chaque tir, même en code compilé.

    On compare à une limite le nombre de façons de poser tous les bateaux sauf le dernier ; elle
    est plus haute pour les flottes d'au plus cinq bateaux, dont l'ouverture est vite apprise.

    >>> from solutions.exact.masques import geometrie
    >>> [trop_de_flottes(geometrie(10, 10), f) for f in ((5, 4, 3, 3, 2), (5, 4, 3, 3, 2, 2))]
    [False, True]
    """
    limite = TRAVAIL_MAX["beaucoup" if len(flotte) >= BEAUCOUP else "peu"]
    return prod(len(g.bateaux(taille)) for taille in flotte[:-1]) > limite


def un_sur_n(poids, n):
    """Les rangs de `n` éléments pris à intervalles réguliers de poids, comme un sondage.

    >>> un_sur_n([1, 1, 6], 4)
    [1, 2, 2, 2]
    """
    pas = sum(poids) / n
    rangs, cumul = [], 0.0
    for rang, p in enumerate(poids):
        cumul += p
        while len(rangs) < n and cumul > (len(rangs) + 0.5) * pas:
            rangs.append(rang)
    return rangs


class Tirage:
    """Tire, pèse et énumère les flottes d'un jeu (`g` : sa géométrie ; `flotte` : les tailles).

    >>> from solutions.exact.masques import geometrie
    >>> t = Tirage(geometrie(4, 3), (3, 2))
    >>> len(t.toutes(0, 0))  # sans aucun tir, les 34 flottes de la grille
    34
    >>> flottes, chances, _ = t.tire(0b1, 0b10, 300, Des(1))
    >>> {flotte & 0b11 for flotte in flottes}, len(t.toutes(0b1, 0b10))
    ({1}, 7)
    >>> abs(sum(chances) / 300 - 7) < 1
    True
    """

    def __init__(self, g, flotte):
        self.g = g
        self.flotte = tuple(flotte)
        self.etiquettes = nb_etiquettes(self.flotte)
        self.rangs = sorted(range(len(flotte)), key=lambda rang: -flotte[rang])
        self.par_case = {}  # (taille, case en masque): les bateaux de cette taille qui y passent
        for taille in set(flotte):
            for masque, zone, _ in g.bateaux(taille):
                for case in range(len(g.cases)):
                    if masque >> case & 1:
                        self.par_case.setdefault((taille, 1 << case), []).append((masque, zone))

    # ------------------------------------------------------------- tirer

    def tire(self, touches, manques, n, des):
        """`n` tirages : (flottes, chances, poids), sans ceux qui n'ont pas abouti.

        La moyenne des `chances` sur les n tirages estime le nombre de flottes ; `poids` tient
        compte en plus de la loi du jeu.
        """
        tirages = [self.une_flotte(touches, manques, des) for _ in range(n)]
        return tuple(list(valeurs) for valeurs in zip(*filter(None, tirages))) or ([], [], [])

    def une_flotte(self, touches, manques, des):
        """(flotte, sa chance, son poids sous la loi du jeu), ou None dans une impasse."""
        poses, interdites, chance = {}, manques, 1 / self.etiquettes
        a_couvrir = touches
        while len(poses) < len(self.flotte):
            if a_couvrir:
                choix = [
                    (rang, masque, zone)
                    for rang, taille in enumerate(self.flotte)
                    if rang not in poses
                    for masque, zone in self.par_case.get((taille, a_couvrir & -a_couvrir), ())
                    if not masque & interdites and not zone & ~masque & touches
                ]
            else:
                rang = next(rang for rang in self.rangs if rang not in poses)
                choix = [
                    (rang, masque, zone)
                    for masque, zone, _ in self.g.bateaux(self.flotte[rang])
                    if not masque & interdites
                ]
            if not choix:
                return None
            rang, masque, zone = choix[des.entier(len(choix))]
            chance *= len(choix)
            poses[rang] = (masque, zone)
            interdites |= zone
            a_couvrir &= ~masque
        if a_couvrir:
            return None
        return sum(m for m, _ in poses.values()), chance, chance * self.chance_du_jeu(poses)

    def chance_du_jeu(self, poses):
        """Probabilité que le jeu pose ces bateaux, chacun à son rang."""
        chance, interdites = float(self.etiquettes), 0
        for rang, taille in enumerate(self.flotte):
            chance /= self.places(taille, interdites)
            interdites |= poses[rang][1]
        return chance

    def places(self, taille, interdites):
        """Nombre de placements d'un bateau de cette taille hors des cases interdites."""
        return sum(not masque & interdites for masque, _, _ in self.g.bateaux(taille))

    # ------------------------------------------------------------- énumérer

    def toutes(self, touches, manques, etapes_max=ETAPES_MAX):
        """Toutes les flottes qui concordent (des tuples de bateaux), ou None si c'est trop long.

        Même chemin que le tirage : les touches d'abord. Entre deux bateaux de même taille posés
        loin des touches, on impose un ordre : chaque flotte n'est écrite qu'une fois.
        """
        flottes = []
        a_voir = [((), tuple(sorted(self.flotte, reverse=True)), touches, manques, 0)]
        for _ in range(etapes_max):
            if not a_voir:
                return flottes
            poses, tailles, a_couvrir, interdites, debut = a_voir.pop()
            if not tailles:
                if not a_couvrir:
                    flottes.append(poses)
            elif a_couvrir:
                for taille in set(tailles):
                    rang = tailles.index(taille)
                    reste = tailles[:rang] + tailles[rang + 1 :]
                    for masque, zone in self.par_case.get((taille, a_couvrir & -a_couvrir), ()):
                        if not masque & interdites and not zone & ~masque & touches:
                            suite = (*poses, (masque, zone)), reste
                            a_voir.append((*suite, a_couvrir & ~masque, interdites | zone, 0))
            else:
                bateaux = self.g.bateaux(tailles[0])
                jumeau = tailles[0] in tailles[1:]
                for rang in range(debut, len(bateaux)):
                    masque, zone, _ = bateaux[rang]
                    if not masque & interdites:
                        suite = (*poses, (masque, zone)), tailles[1:]
                        a_voir.append((*suite, 0, interdites | zone, rang + 1 if jumeau else 0))
        return None

    def poids(self, bateaux):
        """Probabilité que le jeu tire cette flotte (des couples masque, zone).

        À chaque bateau, tous les placements possibles ont la même chance. Deux jumeaux ont pu
        être posés dans un ordre ou dans l'autre : plutôt que d'essayer tous les ordres, on avance
        d'un bateau à la fois en retenant, pour chaque ensemble de bateaux déjà posés, la chance
        d'en être là (huit jumeaux : 256 ensembles, au lieu de 40 320 ordres).
        """
        etats = {0: (1.0, 0)}  # bateaux posés (un masque de rangs): chance, cases interdites
        for taille in self.flotte:
            suivants = {}
            for poses, (chance, interdites) in etats.items():
                part = chance / self.places(taille, interdites)
                for rang, (masque, zone) in enumerate(bateaux):
                    if not poses >> rang & 1 and bin(masque).count("1") == taille:
                        deja = suivants.get(poses | 1 << rang, (0.0, 0))[0]
                        suivants[poses | 1 << rang] = (deja + part, interdites | zone)
            etats = suivants
        ((chance, _),) = etats.values()
        return chance

    # ------------------------------------------------------------- les deux à la fois

    def reponse(self, touches, manques):
        """(flottes, poids uniformes, poids du jeu, exact ?, nombre ou son estimation).

        Les dés ne dépendent que de la position : la même position donne la même réponse.
        """
        des = Des(touches, touches >> 64, manques, manques >> 64)
        flottes, chances, poids = self.tire(touches, manques, NB_TIRAGES, des)
        estimation = sum(chances) / NB_TIRAGES
        if estimation <= EXACT_MAX:
            toutes = self.toutes(touches, manques)
            if toutes is not None and len(toutes) <= 2 * EXACT_MAX:
                masques = [sum(masque for masque, _ in flotte) for flotte in toutes]
                poids = [self.poids(flotte) for flotte in toutes]
                return masques, [1.0] * len(toutes), poids, True, len(toutes)
        return flottes, chances, poids, False, estimation
