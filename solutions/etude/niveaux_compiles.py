"""Les niveaux 1, 2, 3 et 5 du TP6 en code compilé (numba), pour jouer un million de parties.

Chaque fonction fait exactement ce que fait la méthode du même nom dans le TP6, avec les mêmes
dés (`exact.des.Des`) : mêmes flottes, mêmes choix entre cases à égalité, mêmes parties, tir
pour tir. Ce qui change est la façon de ranger les données, pour aller vite :

- la grille est entourée d'un bord de cases toujours manquées : la case (x, y) a pour numéro
  `(x + 1) * saut + y`, avec `saut = ymax + 1`. Aller à droite, c'est ajouter `saut` ; descendre,
  ajouter 1 ; et on s'arrête au bord sans jamais avoir à tester que l'on sort de la grille ;
- ce que l'on demande à toutes les cases (combien sont vides ? d'où peut partir un bateau de
  quatre ? quel est le plus grand compte ?) tient dans des boucles toutes simples, sans `if`, que
  le processeur fait sur des dizaines de cases à la fois : recompter toute la grille de cette
  façon va plus vite que de chercher ce qui a changé ;
- le code compilé ne crée aucun tableau : ils sont créés une fois par `campagne`, et passés un à
  un. (Rangés dans un tuple, ils seraient comptés et décomptés sans cesse par numba, qui y
  passerait la moitié de son temps.)

Les tableaux, par case : `etat` ; `occupee` (un bateau y est) ; `libre` (permise à un nouveau
bateau) ; `departs` (un bateau peut en partir) ; `somme`, les placements qui la recouvrent ;
`marques` (celles parmi lesquelles on choisit). Les autres : `restants`, les bateaux à couler
(0 : coulé) ; `file`, les prochaines cases à jouer, et `tri` leurs comptes ; `touches`, les cases
du bateau en cours.
"""

import numpy as np
from numba import njit

from solutions import bn_utiles
from solutions import tp2_placement as tp2
from solutions.exact.des import MASQUE64

VIDE, TOUCHEE, MANQUEE = bn_utiles.VIDE, bn_utiles.TOUCHEE, bn_utiles.MANQUEE
ELIMINEE = -2
NB_ESSAIS = tp2.NB_ESSAIS
PAS = np.uint64(0x9E3779B97F4A7C15)


# ----------------------------------------------------------------- les dés


@njit(cache=True)
def melange(z):
    """Comme `exact.des.melange`."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True)
def seme(des, graine, numero, usage):
    """Met les dés (un tableau d'un mot) dans l'état de `Des(graine, numero, usage)`."""
    etat = melange(np.uint64(graine) + PAS)
    etat = melange(etat + np.uint64(numero) + PAS)
    des[0] = melange(etat + np.uint64(usage) + PAS)


@njit(cache=True)
def entier(des, n):
    """Comme `Des.entier`."""
    des[0] += PAS
    return np.int64(((melange(des[0]) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit(cache=True)
def case_de_rang(marques, rang):
    """La case marquée (1) qui en a `rang` autres avant elle."""
    case = 0
    while True:
        rang -= marques[case]
        if rang < 0:
            return case
        case += 1


@njit(cache=True)
def choisit(marques, premier, des):
    """Une des cases marquées, la première ou au hasard ; seule, elle est prise sans les dés."""
    nombre = nb_marques(marques)
    return case_de_rang(marques, 0 if premier or nombre == 1 else entier(des, nombre))


@njit(cache=True)
def nb_marques(marques):
    """Le nombre de cases marquées."""
    nombre = 0
    for c in range(marques.size):
        nombre += marques[c]
    return nombre


@njit(cache=True)
def garde(marques, autres, ecart):
    """Ne garde la marque d'une case que si la case `ecart` plus loin est dans `autres`.

    Les cases du bord n'y sont jamais : une case trop près de la fin n'est déjà plus marquée. Les
    indices sont des entiers sans signe, où numba n'a pas à prévoir les indices négatifs de
    Python : c'est ce qui lui permet de traiter plusieurs cases à la fois.
    """
    for c in range(np.uint64(max(0, marques.size - ecart))):
        marques[c] &= autres[c + np.uint64(ecart)]


@njit(cache=True)
def additionne(somme, marques, ecart, combien):
    """Ajoute `combien` aux cases qui sont à cet écart d'une case marquée."""
    for c in range(np.uint64(max(0, somme.size - ecart))):
        somme[c + np.uint64(ecart)] += marques[c] * combien


# ----------------------------------------------------------------- la flotte


@njit(cache=True)
def tire_flotte(grille, flotte, saut, des, occupee, libre, marques):
    """Comme `exact.masques.tire_flotte` : remplit `occupee` ; False si l'on n'y arrive pas."""
    for _ in range(NB_ESSAIS):
        for c in range(grille.size):
            libre[c] = grille[c] == VIDE
            occupee[c] = 0
        poses = 0
        while poses < flotte.size:
            t = flotte[poses]
            pas = 1
            vers_le_bas = marque_placements(libre, t, pas, marques) if t > 1 else 0
            pas = saut
            vers_la_droite = marque_placements(libre, t, pas, marques)
            if vers_la_droite + vers_le_bas == 0:
                break
            rang = entier(des, vers_la_droite + vers_le_bas)
            if rang >= vers_la_droite:
                rang, pas = rang - vers_la_droite, 1
                marque_placements(libre, t, pas, marques)
            pose(t, case_de_rang(marques, rang), pas, saut, occupee, libre)
            poses += 1
        if poses == flotte.size:
            return True
    return False


@njit(cache=True)
def marque_placements(libre, t, pas, marques):
    """Marque les cases d'où peut partir un bateau de taille t, et renvoie leur nombre.

    Un départ convient si les t cases qui se suivent, de `pas` en `pas`, sont libres.
    """
    for c in range(libre.size):
        marques[c] = libre[c]
    for k in range(1, t):
        garde(marques, libre, k * pas)
    return nb_marques(marques)


@njit(cache=True)
def pose(t, depart, pas, saut, occupee, libre):
    """Pose un bateau ; ses cases et leurs voisines sont interdites aux suivants."""
    for case in range(depart, depart + t * pas, pas):
        occupee[case] = 1
        libre[case] = libre[case - 1] = libre[case + 1] = 0
        libre[case - saut] = libre[case + saut] = 0


# ----------------------------------------------------------------- compter


@njit(cache=True)
def compte_placements(vides, saut, restants, maxi, departs, somme):
    """Comme `Grille.compte_placements` : `somme[c]` est le nombre de placements sur la case c.

    `departs` contient les départs possibles d'un bateau de taille 1, puis 2, 3… : on en perd à
    chaque pas. Chaque bateau de taille t ajoute un compte aux t cases qui suivent son départ.
    """
    n = vides.size
    for c in range(n):
        somme[c] = 0
    for axe in range(2):
        pas = 1 if axe else saut
        for c in range(n):
            departs[c] = vides[c]
        for t in range(1, maxi + 1):
            garde(departs, vides, (t - 1) * pas)
            combien = nb_bateaux(restants, t) if t > 1 or axe == 0 else 0
            if combien > 0:
                for k in range(t):
                    additionne(somme, departs, k * pas, combien)


@njit(cache=True)
def nb_bateaux(restants, taille):
    """Le nombre de bateaux de cette taille qui restent à couler."""
    nombre = 0
    for k in range(restants.size):
        nombre += restants[k] == taille
    return nombre


@njit(cache=True)
def compte_vides(etat, case, pas):
    """Comme `Grille.compte_vides` : les cases vides qui suivent `case`, de `pas` en `pas`."""
    nombre = 0
    while etat[case + (nombre + 1) * pas] == VIDE:
        nombre += 1
    return nombre


@njit(cache=True)
def elimine_petites(etat, somme):
    """Élimine les cases vides où ne passe plus aucun placement.

    Leurs suites sont trop courtes dans les deux axes : les comptes des autres n'en changent pas.
    """
    for c in range(etat.size):
        etat[c] = ELIMINEE if etat[c] == VIDE and somme[c] == 0 else etat[c]


# ----------------------------------------------------------------- viser


@njit(cache=True)
def vise(niveau, premier, etat, somme, mini, noires, marques, des):
    """Comme `make_case_aveugle` : la case du prochain tir quand la file est vide."""
    le_premier = False
    if marque_vides(etat, marques) == 0:
        reprend_eliminees(etat)
        marque_vides(etat, marques)
    elif niveau == 3:
        marque_noires(noires, marques)
    elif niveau == 5 and mini > 0:
        marque_maximum(somme, marques)
        le_premier = premier
    return choisit(marques, le_premier, des)


@njit(cache=True)
def marque_vides(etat, marques):
    """Marque les cases vides, et renvoie leur nombre."""
    for c in range(etat.size):
        marques[c] = etat[c] == VIDE
    return nb_marques(marques)


@njit(cache=True)
def marque_noires(noires, marques):
    """Parmi les cases marquées, ne garde que les noires ; s'il n'y en a pas, les garde toutes."""
    communes = 0
    for c in range(marques.size):
        communes += marques[c] & noires[c]
    if communes > 0:
        for c in range(marques.size):
            marques[c] &= noires[c]


@njit(cache=True)
def marque_maximum(somme, marques):
    """Marque les cases du plus grand compte."""
    maximum = somme[0]
    for c in range(somme.size):
        maximum = max(maximum, somme[c])
    for c in range(somme.size):
        marques[c] = somme[c] == maximum


@njit(cache=True)
def reprend_eliminees(etat):
    """Comme la méthode du TP6 : remet vides les cases éliminées sans avoir été jouées."""
    for c in range(etat.size):
        if etat[c] == ELIMINEE:
            etat[c] = VIDE


# ----------------------------------------------------------------- la file


@njit(cache=True)
def premiere_touche(etat, case, saut, restants, mini, premier, des, file, tri):
    """Comme `add_adjacentes_premiere` puis `shuffle_queue` : renvoie la longueur de la file."""
    nb_file = 0
    for pas in (saut, 1):
        apres, avant = compte_vides(etat, case, pas), compte_vides(etat, case, -pas)
        if 1 + avant + apres < mini:
            continue
        if apres > 0:
            file[nb_file] = case + pas
            tri[nb_file] = compte_touchee(restants, apres, avant)
            nb_file += 1
        if avant > 0:
            file[nb_file] = case - pas
            tri[nb_file] = compte_touchee(restants, avant, apres)
            nb_file += 1
    for debut in range(nb_file):
        k = plus_prometteuse(file, tri, debut, nb_file, premier, des)
        elue, compte = file[k], tri[k]
        for suivante in range(k, debut, -1):  # les autres gardent leur ordre
            file[suivante], tri[suivante] = file[suivante - 1], tri[suivante - 1]
        file[debut], tri[debut] = elue, compte
    return nb_file


@njit(cache=True)
def compte_touchee(restants, vers, face):
    """Placements qui passent par la case touchée et sa voisine, avec `vers` et `face` vides."""
    compte = 0
    for k in range(restants.size):
        t = restants[k]
        compte += max(0, min(face, t - 2) - max(0, t - 1 - vers) + 1)
    return compte


@njit(cache=True)
def plus_prometteuse(file, tri, debut, fin, premier, des):
    """Comme `case_max_touchee` : le rang, entre `debut` et `fin`, de la case du plus grand compte.

    Entre cases à égalité, `premier` ou le hasard choisit, comme `Ordi.choisit`.
    """
    maximum, egales, elue = -1, 0, debut
    for k in range(debut, fin):
        if tri[k] > maximum:
            maximum, egales, elue = tri[k], 0, k
        egales += tri[k] == maximum
    if premier or egales == 1:
        return elue
    rang = entier(des, egales)  # dans l'ordre des cases, pas dans celui de la file
    for k in range(debut, fin):
        devant = 0
        for autre in range(debut, fin):
            devant += tri[autre] == maximum and file[autre] < file[k]
        if tri[k] == maximum and devant == rang:
            elue = k
    return elue


@njit(cache=True)
def suit_axe(etat, premiere, case, saut, nb_touches, file, nb_file):
    """Comme `update_queue_touche` : renvoie la nouvelle longueur de la file."""
    couche = (case - premiere) % saut == 0
    if nb_touches == 1:  # la deuxième touche donne l'axe : on ne garde que lui
        n = 0
        for k in range(nb_file):
            if ((file[k] - premiere) % saut == 0) == couche:
                file[n] = file[k]
                n += 1
        nb_file = n
    pas = saut if couche else 1
    suivante = case + (pas if case > premiere else -pas)
    if etat[suivante] == VIDE and not contient(file, nb_file, suivante):
        file[nb_file] = suivante
        nb_file += 1
    return nb_file


@njit(cache=True)
def contient(file, nb_file, case):
    """La case est-elle déjà dans la file ?"""
    for k in range(nb_file):
        if file[k] == case:
            return True
    return False


@njit(cache=True)
def apres_manque(etat, premiere, case, mini, file, nb_file):
    """Comme `update_queue_manque` : si l'axe manqué est devenu trop court, on l'abandonne."""
    pas = case - premiere
    if 1 + compte_vides(etat, premiere, -pas) < mini:
        nb_file = retire(file, nb_file, premiere - pas)
    return nb_file


@njit(cache=True)
def retire(file, nb_file, case):
    """Comme `rem_queue` : renvoie la nouvelle longueur de la file."""
    n = 0
    for k in range(nb_file):
        if file[k] != case:
            file[n] = file[k]
            n += 1
    return n


# ----------------------------------------------------------------- la partie


@njit(cache=True)
def bornes(restants):
    """La plus petite et la plus grande taille qui restent (0 si aucune)."""
    mini, maxi = 0, 0
    for k in range(restants.size):
        t = restants[k]
        if t > 0 and (mini == 0 or t < mini):
            mini = t
        maxi = max(maxi, t)
    return mini, maxi


@njit(cache=True)
def rem_bateau(restants, taille):
    """Enlève un bateau de cette taille."""
    for k in range(restants.size):
        if restants[k] == taille:
            restants[k] = 0
            return


@njit(cache=True)
def elimine_adjacentes(etat, touches, nb_touches, saut):
    """Élimine les voisines vides des cases touchées."""
    for k in range(nb_touches):
        for sens in (-1, 1):
            if etat[touches[k] + sens * saut] == VIDE:
                etat[touches[k] + sens * saut] = ELIMINEE
            if etat[touches[k] + sens] == VIDE:
                etat[touches[k] + sens] = ELIMINEE


@njit(cache=True)
def joue(
    niveau, premier, flotte, xmax, ymax, grille, noires, occupee, des,
    etat, marques, departs, restants, somme, file, tri, touches,
):  # fmt: skip
    """Nombre de tirs d'une partie : `Ordi(niveau, premier=premier).resolution()`."""
    for c in range(etat.size):
        etat[c] = grille[c]
    for k in range(flotte.size):
        restants[k] = flotte[k]
    saut, a_toucher = ymax + 1, nb_marques(occupee)
    nb_file, nb_touches, total, essais = 0, 0, 0, 0
    mini, maxi = bornes(restants)
    while total < a_toucher and essais < xmax * ymax:
        if nb_file > 0:
            case = file[0]
            nb_file = retire(file, nb_file, case)
        else:
            if nb_touches > 0:
                rem_bateau(restants, nb_touches)
                elimine_adjacentes(etat, touches, nb_touches, saut)
                mini, maxi = bornes(restants)
                nb_touches = 0
            if niveau >= 2 and mini > 0:
                marque_vides(etat, marques)
                compte_placements(marques, saut, restants, maxi, departs, somme)
                elimine_petites(etat, somme)
            case = vise(niveau, premier, etat, somme, mini, noires, marques, des)
        essais += 1
        if occupee[case]:
            etat[case] = TOUCHEE
            total += 1
            if niveau < 2:
                continue
            if nb_touches == 0:
                nb_file = premiere_touche(etat, case, saut, restants, mini, premier, des, file, tri)
            else:
                nb_file = suit_axe(etat, touches[0], case, saut, nb_touches, file, nb_file)
            touches[nb_touches] = case
            nb_touches += 1
            if nb_touches == maxi:  # test_plus_grand
                nb_file = 0
        else:
            etat[case] = MANQUEE
            if nb_touches == 1:
                nb_file = apres_manque(etat, touches[0], case, mini, file, nb_file)
    return essais


@njit(cache=True)
def joue_lot(
    niveau, premier, flotte, xmax, ymax, graine, debut, longueurs, grille, noires, des,
    occupee, libre, etat, marques, departs, restants, somme, file, tri, touches,
):  # fmt: skip
    """Joue les parties à partir du numéro `debut` ; 0 tir : la flotte n'a pas trouvé de place."""
    for k in range(longueurs.size):
        seme(des, graine, debut + k, 0)
        if tire_flotte(grille, flotte, ymax + 1, des, occupee, libre, marques):
            seme(des, graine, debut + k, 1)
            longueurs[k] = joue(
                niveau, premier, flotte, xmax, ymax, grille, noires, occupee, des,
                etat, marques, departs, restants, somme, file, tri, touches,
            )  # fmt: skip


def campagne(niveau, premier, flotte, xmax, ymax, graine, debut, fin):
    """La liste des longueurs des parties `debut` à `fin` - 1."""
    grille = np.full((xmax + 2, ymax + 1), MANQUEE, np.int8)
    grille[1:-1, :-1] = VIDE
    x, y = np.indices(grille.shape)
    noires = (x - 1 + y) % min(flotte, default=1) == 0
    n = grille.size
    longueurs = np.zeros(fin - debut, np.int64)
    joue_lot(
        niveau,
        premier,
        np.array(flotte, np.int64),
        xmax,
        ymax,
        np.uint64(graine & MASQUE64),  # un entier de Python n'a pas de limite, celui-ci si
        debut,
        longueurs,
        grille=grille.ravel(),
        noires=noires.astype(np.uint8).ravel(),
        des=np.zeros(1, np.uint64),
        occupee=np.zeros(n, np.uint8),
        libre=np.zeros(n, np.uint8),
        etat=np.zeros(n, np.int8),
        marques=np.zeros(n, np.uint8),
        departs=np.zeros(n, np.uint8),
        restants=np.zeros(len(flotte), np.int64),
        somme=np.zeros(n, np.uint16),
        file=np.zeros(n, np.int64),
        tri=np.zeros(n, np.int64),
        touches=np.zeros(n, np.int64),
    )
    return longueurs.tolist()
