"""Compter et peser les flottes possibles, en Python pur.

On trouve ici de quoi énumérer, compter et peser les flottes (des masques, voir `masques`) qui
concordent avec les tirs. C'est le moteur du `Compteur` quand rien n'est installé.
"""

from solutions.exact.des import Des
from solutions.exact.masques import compte_flottes, flotte_au_hasard, geometrie
from solutions.exact.tirage import BEAUCOUP, Tirage, trop_de_flottes, un_sur_n

GENERATEUR = "générateur"  # la loi du jeu : les bateaux sont posés l'un après l'autre
UNIFORME = "uniforme"  # toutes les flottes permises ont la même chance
NB_TIREES = 20_000  # flottes tirées d'avance
TROP_PEU = 20  # quand il en reste moins que cela, on compte exactement
NB_IMAGINEES = 200  # flottes dont on imagine la partie (niveau 8)
PESEES_MAX = 2_000  # au-delà, compter une à une les flottes serait trop long en Python pur
PETIT_MAX = 20_000  # assemblages d'un petit jeu
MEMOIRE_MAX = 200_000


def nb_bits(masque):
    """Nombre de cases d'un masque.

    >>> nb_bits(0b10110)
    3
    """
    return bin(masque).count("1")


def sans(tailles, taille):
    """Le tuple `tailles`, un bateau de cette taille en moins.

    >>> sans((4, 3, 3), 3)
    (4, 3)
    """
    rang = tailles.index(taille)
    return tailles[:rang] + tailles[rang + 1 :]


def concordantes(flottes, touches, manques):
    """Les flottes (des masques) qui ont un bateau sur chaque touche et aucun sur les manques.

    >>> concordantes([0b0011, 0b0110, 0b1100], 0b0010, 0b0001)
    [6]
    """
    tirs = touches | manques
    return [flotte for flotte in flottes if flotte & tirs == touches]


def frequences(flottes, poids, nb_cases):
    """Pour chaque case, la part (en poids) des flottes qui l'occupent.

    >>> frequences([0b011, 0b110], [3, 1], 3)
    [0.75, 1.0, 0.25]
    """
    sommes = [0] * nb_cases
    for flotte, p in zip(flottes, poids):
        while flotte:
            bit = flotte & -flotte
            sommes[bit.bit_length() - 1] += p
            flotte ^= bit
    total = sum(poids)
    return [somme / total if total else 0.0 for somme in sommes]


def ordres(bateaux, flotte):
    """Les façons d'attribuer ces bateaux (des masques) à la flotte, dans l'ordre du tirage.

    Deux bateaux de même taille ont pu être posés dans un ordre ou dans l'autre.

    >>> list(ordres((0b11, 0b111, 0b110000), (2, 3, 2)))
    [(3, 7, 48), (48, 7, 3)]
    """
    if not flotte:
        yield ()
    for masque in bateaux:
        if flotte and nb_bits(masque) == flotte[0]:
            autres = tuple(autre for autre in bateaux if autre != masque)
            for suite in ordres(autres, flotte[1:]):
                yield (masque, *suite)


def manques_attendus(flottes, poids, tirs, case, nb_cases):
    """Nombre moyen de tirs manqués jusqu'à la fin si l'on tire maintenant sur `case`.

    Ensuite, le joueur vise toujours la case la plus probable. Chaque tir coupe le paquet de
    flottes en deux, celles qu'il touche et celles qu'il manque, et chaque paquet continue de
    son côté. Quand il ne reste qu'une flotte, on ne manque plus.

    >>> manques_attendus([0b011, 0b110], [1, 1], 0, 1, 3)  # la case 1 ne nous apprend rien
    0.5
    >>> manques_attendus([0b011, 0b110, 0b101], [1, 1, 1], 0, 1, 3)
    0.6666666666666666
    """
    total, manques = sum(poids), 0.0
    a_voir = [(list(zip(flottes, poids)), tirs, case)]
    while a_voir:
        paquet, tirs, case = a_voir.pop()
        bit = 1 << case
        touchees = [(flotte, p) for flotte, p in paquet if flotte & bit]
        manquees = [(flotte, p) for flotte, p in paquet if not flotte & bit]
        manques += sum(p for _, p in manquees)
        for partie in (touchees, manquees):
            suivante = case_suivante(partie, tirs | bit, nb_cases)
            if suivante is not None:
                a_voir.append((partie, tirs | bit, suivante))
    return manques / total


def case_suivante(paquet, tirs, nb_cases):
    """La case la plus probable parmi celles qui partagent le paquet ; None s'il n'y en a plus.

    Une case que toutes les flottes occupent se joue sans risque : on n'a pas à la compter.
    """
    communes, toutes = -1, 0
    for flotte, _ in paquet:
        communes &= flotte
        toutes |= flotte
    partagent = toutes & ~communes & ~tirs
    if not partagent:
        return None
    utiles, poids = [flotte & partagent for flotte, _ in paquet], [p for _, p in paquet]
    parts = frequences(utiles, poids, nb_cases)
    return parts.index(max(parts))


class MoteurPython:
    """« Tirer des flottes, garder celles qui concordent », puis compter quand il en reste peu.

    C'est la solution de repli, sans rien à installer. Tant qu'assez de flottes tirées
    concordent, les probabilités sont des fréquences ; ensuite elles sont exactes (tant qu'il
    reste plus de PESEES_MAX flottes possibles, elles ont toutes le même poids). Une grande flotte
    est l'affaire de `tirage`.
    """

    nom = "Python pur"
    type_tirage = Tirage

    def __init__(self, xmax, ymax, flotte):
        self.g = geometrie(xmax, ymax)
        self.nb_cases = xmax * ymax
        self.flotte = tuple(flotte)
        self.petit = self.nb_assemblages() <= PETIT_MAX  # alors on compte toujours exactement
        self.zones = {m: zone for t in set(flotte) for m, zone, _ in self.g.bateaux(t)}
        self.tirees = None
        self.suivie = (0, 0, None)  # touches, manques, flottes tirées qui concordent
        self.pesees_suivies = None  # touches, manques, flottes possibles et leurs poids
        self.memoire_places = {}
        self.tirage = self.type_tirage(self.g, self.flotte) if self.faut_tirer() else None
        self.tires = (None, None)  # la dernière position tirée, et la réponse

    def faut_tirer(self):
        """True si la flotte est trop grande pour être comptée à chaque tir."""
        return trop_de_flottes(self.g, self.flotte) or (
            len(self.flotte) >= BEAUCOUP and not self.petit
        )

    # ------------------------------------------------------------- les réponses

    def compte(self, touches, manques, loi):
        """(nombre de flottes ou None, probabilités par case, loi, exacte ?)."""
        if self.tirage:
            flottes, chances, poids, exact, nombre = self.reponse(touches, manques)
            parts = frequences(flottes, chances if loi == UNIFORME else poids, self.nb_cases)
            return nombre if exact else None, parts, loi, exact
        if loi == UNIFORME:
            nombre, nombres = self.nombres(touches, manques)
            return nombre, [n / nombre if nombre else 0.0 for n in nombres], UNIFORME, True
        if not self.suit_pesees(touches, manques):
            flottes = [] if self.petit else self.survivantes(touches, manques)
            if len(flottes) >= TROP_PEU:
                return None, frequences(flottes, [1] * len(flottes), self.nb_cases), loi, False
            if not self.petit and self.nombres(touches, manques)[0] > PESEES_MAX:
                return self.compte(touches, manques, UNIFORME)
            self.pesees_suivies = (touches, manques, *self.pesees(touches, manques))
        flottes, poids = self.pesees_suivies[2:]
        return len(flottes), frequences(flottes, poids, self.nb_cases), loi, True

    def reponse(self, touches, manques):
        """Ce que `tirage` répond à cette position ; demandé deux fois, calculé une fois."""
        if self.tires[0] != (touches, manques):
            self.tires = ((touches, manques), self.tirage.reponse(touches, manques))
        return self.tires[1]

    def echantillon(self, touches, manques, taille):
        """(flottes, poids) : au plus `taille` flottes qui concordent."""
        if self.tirage:
            flottes, _, poids, _, _ = self.reponse(touches, manques)
            if len(flottes) > taille:
                flottes, poids = [flottes[rang] for rang in un_sur_n(poids, taille)], [1] * taille
            return flottes, poids
        if self.suit_pesees(touches, manques):
            flottes, poids = self.pesees_suivies[2:]
            return flottes[:taille], poids[:taille]
        flottes = [] if self.petit else self.survivantes(touches, manques)
        if len(flottes) >= TROP_PEU:
            return flottes[:taille], [1] * len(flottes[:taille])
        flottes = [sum(f) for f, _ in zip(self.flottes(touches, manques), range(taille))]
        return flottes, [1] * len(flottes)

    def regarde_plus_loin(self, touches, manques, nb_candidates, taille):
        """{numéro de case: nombre moyen de tirs manqués jusqu'à la fin si on y tire}."""
        probas = self.compte(touches, manques, GENERATEUR)[1]
        tirs = touches | manques
        libres = [c for c in range(self.nb_cases) if probas[c] > 0 and not tirs >> c & 1]
        candidates = sorted(libres, key=lambda c: (-round(probas[c], 9), c))[:nb_candidates]
        flottes, poids = self.echantillon(touches, manques, min(taille, NB_IMAGINEES))
        return {c: manques_attendus(flottes, poids, tirs, c, self.nb_cases) for c in candidates}

    def nb_assemblages(self):
        """Un majorant du nombre de flottes : le produit des nombres de placements."""
        nombre = 1
        for taille in self.flotte:
            nombre *= len(self.g.bateaux(taille))
        return nombre

    # ------------------------------------------------------------- tirer

    def survivantes(self, touches, manques):
        """Parmi NB_TIREES flottes tirées comme le fait le jeu, celles qui concordent."""
        if self.tirees is None:
            des = Des(NB_TIREES)
            tirages = [flotte_au_hasard(self.g, self.flotte, des) for _ in range(NB_TIREES)]
            self.tirees = [flotte for flotte in tirages if flotte is not None]
        t, m, flottes = self.suivie
        if flottes is None or t & ~touches or m & ~manques:
            flottes = self.tirees
        flottes = concordantes(flottes, touches, manques)
        self.suivie = (touches, manques, flottes)
        return flottes

    # ------------------------------------------------------------- énumérer, compter

    def couvertures(self, a_couvrir, touches, interdites, tailles):
        """Les façons de couvrir les touches : (bateaux posés, cases interdites, tailles restantes).

        La première touche est couverte par un bateau et un seul : on essaie tous ceux qui y
        passent, et on continue avec les touches qui restent.
        """
        if not a_couvrir:
            yield (), interdites, tailles
            return
        premiere = a_couvrir & -a_couvrir
        for taille in sorted(set(tailles)):
            for masque, zone, _ in self.g.bateaux(taille):
                if masque & premiere and not masque & interdites and not zone & ~masque & touches:
                    suites = self.couvertures(
                        a_couvrir & ~masque, touches, interdites | zone, sans(tailles, taille)
                    )
                    for poses, cases, reste in suites:
                        yield (masque, *poses), cases, reste

    def nombres(self, touches, manques):
        """(nombre de flottes qui concordent, nombre par case), sans les écrire une à une."""
        total, par_case = 0, [0] * self.nb_cases
        for poses, interdites, tailles in self.couvertures(touches, touches, manques, self.flotte):
            nombre, comptes = compte_flottes(self.g, self.g.tout & ~interdites, tailles)
            total += nombre
            for numero in range(self.nb_cases):
                par_case[numero] += nombre if sum(poses) >> numero & 1 else comptes[numero]
        return total, par_case

    def flottes(self, touches, manques):
        """Toutes les flottes qui concordent, une à une, chacune une seule fois."""
        for poses, interdites, tailles in self.couvertures(touches, touches, manques, self.flotte):
            for suite in self.complete(interdites, tuple(sorted(tailles, reverse=True)), 0):
                yield poses + suite

    def complete(self, interdites, tailles, debut):
        """Les façons de poser les bateaux restants ; deux jumeaux le sont dans l'ordre."""
        if not tailles:
            yield ()
            return
        bateaux = self.g.bateaux(tailles[0])
        jumeau = tailles[0] in tailles[1:]
        for rang in range(debut, len(bateaux)):
            masque, zone, _ = bateaux[rang]
            if not masque & interdites:
                depart = rang + 1 if jumeau else 0
                for suite in self.complete(interdites | zone, tailles[1:], depart):
                    yield (masque, *suite)

    # ------------------------------------------------------------- peser

    def places(self, taille, interdites):
        """Nombre de placements d'un bateau de cette taille hors des cases interdites."""
        cle = (taille, interdites)
        if cle not in self.memoire_places:
            if len(self.memoire_places) >= MEMOIRE_MAX:
                self.memoire_places.clear()
            self.memoire_places[cle] = sum(
                not masque & interdites for masque, _, _ in self.g.bateaux(taille)
            )
        return self.memoire_places[cle]

    def poids(self, bateaux):
        """Probabilité que le jeu tire cette flotte (à un facteur constant près).

        À chaque bateau, tous les placements possibles ont la même chance : on multiplie les
        1 / nombre de placements, et on additionne les différents ordres de tirage.
        """
        somme = 0.0
        for ordre in ordres(bateaux, self.flotte):
            chance, interdites = 1.0, 0
            for taille, masque in zip(self.flotte, ordre):
                chance /= self.places(taille, interdites)
                interdites |= self.zones[masque]
            somme += chance
        return somme

    def suit_pesees(self, touches, manques):
        """Filtre les flottes pesées si elles contiennent toutes celles de cette position."""
        if self.pesees_suivies is None:
            return False
        t, m, flottes, poids = self.pesees_suivies
        if t & ~touches or m & ~manques:
            return False
        tirs = touches | manques
        gardees = [k for k, flotte in enumerate(flottes) if flotte & tirs == touches]
        restent, leurs_poids = [flottes[k] for k in gardees], [poids[k] for k in gardees]
        self.pesees_suivies = (touches, manques, restent, leurs_poids)
        return True

    def pesees(self, touches, manques):
        """(flottes, poids) : toutes celles qui concordent, avec leur chance d'être tirées."""
        flottes = list(self.flottes(touches, manques))
        return [sum(flotte) for flotte in flottes], [self.poids(flotte) for flotte in flottes]
