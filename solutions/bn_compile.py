"""Les niveaux 1, 2, 3 et 5 du TP6 en code compilé (numba), pour jouer un million de parties.

Chaque fonction fait exactement ce que fait la méthode du même nom dans le TP6, avec les mêmes
dés (`bn_comptage.Des`) : mêmes flottes, mêmes choix entre cases à égalité, mêmes parties, tir
pour tir. La case (x, y) a pour numéro `x * ymax + y` ; ses états sont ceux des TP.
"""

import numpy as np
from numba import njit

VIDE, TOUCHEE, MANQUEE = 0, 1, -1
NB_ESSAIS = 200  # tirages d'une flotte avant d'abandonner, comme au TP2
PAS = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True)
def melange(z):
    """Comme `bn_comptage.melange`."""
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
def tire_flotte(flotte, xmax, ymax, des, occupee, interdite, suites):
    """Comme `bn_comptage.tire_flotte` : remplit `occupee` ; False si l'on n'y arrive pas."""
    for _ in range(NB_ESSAIS):
        occupee[:] = False
        interdite[:] = False
        reussi = True
        for t in flotte:
            nombre = mesure_suites(t, xmax, ymax, interdite, suites)
            if nombre == 0:
                reussi = False
                break
            place(t, xmax, ymax, entier(des, nombre), occupee, interdite, suites)
        if reussi:
            return True
    return False


@njit(cache=True)
def mesure_suites(t, xmax, ymax, interdite, suites):
    """suites[sens, case] : cases permises qui se suivent à partir de là ; renvoie le nombre de
    placements d'un bateau de taille t."""
    nombre = 0
    for c in range(xmax * ymax - 1, -1, -1):
        if interdite[c]:
            suites[0, c] = suites[1, c] = 0
            continue
        suites[0, c] = 1 + (suites[0, c + ymax] if c + ymax < xmax * ymax else 0)
        suites[1, c] = 1 + (suites[1, c + 1] if (c + 1) % ymax > 0 else 0)
        nombre += suites[0, c] >= t
        if t > 1:
            nombre += suites[1, c] >= t
    return nombre


@njit(cache=True)
def place(t, xmax, ymax, rang, occupee, interdite, suites):
    """Pose le placement numéro `rang` : d'abord tous ceux vers la droite, puis vers le bas."""
    for sens in range(2):
        for c in range(xmax * ymax):
            if suites[sens, c] >= t:
                if rang == 0:
                    for k in range(t):
                        x, y = c // ymax + k * (1 - sens), c % ymax + k * sens
                        pose(x, y, xmax, ymax, occupee, interdite)
                    return
                rang -= 1


@njit(cache=True)
def pose(x, y, xmax, ymax, occupee, interdite):
    """Occupe une case ; elle et ses voisines sont interdites aux bateaux suivants."""
    c = x * ymax + y
    occupee[c] = interdite[c] = True
    if x > 0:
        interdite[c - ymax] = True
    if x < xmax - 1:
        interdite[c + ymax] = True
    if y > 0:
        interdite[c - 1] = True
    if y < ymax - 1:
        interdite[c + 1] = True


@njit(cache=True)
def prepare_comptes(restants, table, plus_petite):
    """table[L, i] : placements qui recouvrent la case i d'une suite de L cases vides.

    Seuls comptent les bateaux restants de taille au moins `plus_petite`.
    """
    for longueur in range(1, table.shape[0]):
        for i in range(longueur):
            table[longueur, i] = 0
            for t in restants:
                if plus_petite <= t <= longueur:
                    table[longueur, i] += min(i + 1, longueur - i, t, longueur - t + 1)


@njit(cache=True)
def compte_placements(etat, xmax, ymax, table_x, table_y, par_x, par_y, change_x, change_y):
    """Comme `Grille.compte_placements` : par_x + par_y, une suite de cases vides après l'autre.

    Seules sont recomptées les colonnes et les lignes où quelque chose a changé.
    """
    for x in range(xmax):
        if change_x[x]:
            compte_ligne(etat, x * ymax, 1, ymax, table_y, par_y)
            change_x[x] = False
    for y in range(ymax):
        if change_y[y]:
            compte_ligne(etat, y, ymax, xmax, table_x, par_x)
            change_y[y] = False


@njit(cache=True)
def compte_ligne(etat, depart, saut, nombre, table, comptes):
    """Les comptes d'une ligne de `nombre` cases, de `saut` en `saut` à partir de `depart`."""
    k = 0
    while k < nombre:
        debut = k
        while k < nombre and etat[depart + k * saut] == VIDE:
            k += 1
        for i in range(k - debut):
            comptes[depart + (debut + i) * saut] = table[k - debut, i]
        k += 1


@njit(cache=True)
def compte_vides(etat, x, y, dx, dy, xmax, ymax):
    """Comme `Grille.compte_vides`."""
    nombre = 0
    x, y = x + dx, y + dy
    while 0 <= x < xmax and 0 <= y < ymax and etat[x * ymax + y] == VIDE:
        nombre += 1
        x, y = x + dx, y + dy
    return nombre


@njit(cache=True)
def choisit(candidats, nombre, premier, des):
    """Comme `Ordi.choisit` avec des dés `Des` : les candidats sont les `nombre` premiers."""
    if nombre == 1 or premier:
        return candidats[0]
    return np.sort(candidats[:nombre])[entier(des, nombre)]


@njit(cache=True)
def range_file(etat, file, nombre, case, restants, xmax, ymax, premier, des, tri, egaux):
    """Comme `shuffle_queue` et `case_max_touchee` : la file par comptes décroissants."""
    x, y = case // ymax, case % ymax
    for k in range(nombre):
        dx, dy = file[k] // ymax - x, file[k] % ymax - y
        vers = compte_vides(etat, x, y, dx, dy, xmax, ymax)
        face = compte_vides(etat, x, y, -dx, -dy, xmax, ymax)
        tri[k] = 0
        for t in restants:
            tri[k] += max(0, min(face, t - 2) - max(0, t - 1 - vers) + 1)
    for debut in range(nombre):
        maximum = tri[debut:nombre].max()
        n = 0
        for k in range(debut, nombre):
            if tri[k] == maximum:
                egaux[n] = file[k]
                n += 1
        elue = choisit(egaux, n, premier, des)
        k = debut
        while file[k] != elue:
            k += 1
        for suivante in range(k, debut, -1):  # les autres gardent leur ordre
            file[suivante], tri[suivante] = file[suivante - 1], tri[suivante - 1]
        file[debut], tri[debut] = elue, maximum


@njit(cache=True)
def joue(niveau, premier, flotte, xmax, ymax, occupee, des):
    """Nombre de tirs d'une partie : `Ordi(niveau, premier=premier).resolution()`."""
    nb = xmax * ymax
    etat = np.zeros(nb, np.int8)
    jouee = np.zeros(nb, np.bool_)
    restants = flotte.copy()  # une taille retirée vaut 0
    comptes = np.zeros((2, nb), np.int64)
    change_x, change_y = np.ones(xmax, np.bool_), np.ones(ymax, np.bool_)
    longueur = max(xmax, ymax) + 1
    table_x = np.zeros((longueur, longueur), np.int64)
    table_y = np.zeros((longueur, longueur), np.int64)
    table_a_jour = False
    candidats = np.zeros(nb, np.int64)
    file = np.zeros(nb, np.int64)
    nb_file = 0
    tri = np.zeros(4, np.int64)
    touches = np.zeros(nb, np.int64)
    nb_touches = 0
    n_noir = flotte.min() if flotte.size else 1
    total, somme, essais = 0, flotte.sum(), 0
    mini, maxi = bornes(restants)
    while total < somme and essais < nb:
        if nb_file > 0:
            case = file[0]
            nb_file -= 1
            for k in range(nb_file):
                file[k] = file[k + 1]
        else:
            if nb_touches > 0:
                for k in range(restants.size):  # rem_bateau
                    if restants[k] == nb_touches:
                        restants[k] = 0
                        break
                mini, maxi = bornes(restants)
                table_a_jour = False
                change_x[:] = change_y[:] = True
                for k in range(nb_touches):  # elimine_adjacentes
                    elimine(etat, touches[k], xmax, ymax)
                nb_touches = 0
            if niveau >= 2 and not table_a_jour:
                prepare_comptes(restants, table_x, 1)
                prepare_comptes(restants, table_y, 2)
                table_a_jour = True
            if niveau >= 2 and mini > 0:
                compte_placements(
                    etat, xmax, ymax, table_x, table_y, comptes[0], comptes[1], change_x, change_y
                )
                # elimine_petites : sans effet sur les comptes des autres cases
                for c in range(nb):
                    if etat[c] == VIDE and comptes[0, c] + comptes[1, c] == 0:
                        etat[c] = MANQUEE
            case = vise(
                niveau,
                premier,
                etat,
                jouee,
                comptes,
                mini,
                n_noir,
                ymax,
                candidats,
                des,
                change_x,
                change_y,
            )
        essais += 1
        jouee[case] = True
        x, y = case // ymax, case % ymax
        change_x[x] = change_y[y] = True
        if occupee[case]:
            etat[case] = TOUCHEE
            total += 1
            if niveau < 2:
                continue
            if nb_touches == 0:
                for axe in range(2):  # add_adjacentes_premiere
                    dx, dy = 1 - axe, axe
                    apres = compte_vides(etat, x, y, dx, dy, xmax, ymax)
                    avant = compte_vides(etat, x, y, -dx, -dy, xmax, ymax)
                    if 1 + avant + apres < mini:
                        continue
                    if apres > 0:
                        file[nb_file] = case + dx * ymax + dy
                        nb_file += 1
                    if avant > 0:
                        file[nb_file] = case - dx * ymax - dy
                        nb_file += 1
                range_file(
                    etat, file, nb_file, case, restants, xmax, ymax, premier, des, tri, candidats
                )
            else:
                nb_file = suit_axe(etat, file, nb_file, touches[0], case, nb_touches, xmax, ymax)
            touches[nb_touches] = case
            nb_touches += 1
            if nb_touches == maxi:  # test_plus_grand
                nb_file = 0
        else:
            etat[case] = MANQUEE
            if nb_touches == 1:  # update_queue_manque
                xt, yt = touches[0] // ymax, touches[0] % ymax
                dx, dy = x - xt, y - yt
                espace = 1 + compte_vides(etat, xt, yt, dx, dy, xmax, ymax)
                espace += compte_vides(etat, xt, yt, -dx, -dy, xmax, ymax)
                if espace < mini and 0 <= xt - dx < xmax and 0 <= yt - dy < ymax:
                    nb_file = retire(file, nb_file, (xt - dx) * ymax + yt - dy)
    return essais


@njit(cache=True)
def bornes(restants):
    """La plus petite et la plus grande taille qui restent (0 si aucune)."""
    mini, maxi = 0, 0
    for t in restants:
        if t > 0 and (mini == 0 or t < mini):
            mini = t
        maxi = max(maxi, t)
    return mini, maxi


@njit(cache=True)
def elimine(etat, case, xmax, ymax):
    """Marque manquées les voisines vides d'une case."""
    x, y = case // ymax, case % ymax
    if x > 0 and etat[case - ymax] == VIDE:
        etat[case - ymax] = MANQUEE
    if x < xmax - 1 and etat[case + ymax] == VIDE:
        etat[case + ymax] = MANQUEE
    if y > 0 and etat[case - 1] == VIDE:
        etat[case - 1] = MANQUEE
    if y < ymax - 1 and etat[case + 1] == VIDE:
        etat[case + 1] = MANQUEE


@njit(cache=True)
def vise(
    niveau, premier, etat, jouee, comptes, mini, n_noir, ymax, candidats, des, change_x, change_y
):
    """Comme `make_case_aveugle` : la case du prochain tir quand la file est vide."""
    vides = 0
    for c in range(etat.size):
        if etat[c] == VIDE:
            candidats[vides] = c
            vides += 1
    if vides == 0:  # reprend_eliminees
        change_x[:] = change_y[:] = True
        for c in range(etat.size):
            if not jouee[c]:
                etat[c] = VIDE
                candidats[vides] = c
                vides += 1
        return candidats[hasard(vides, des)]
    if niveau == 3:
        noires = 0
        for k in range(vides):
            c = candidats[k]
            if (c // ymax + c % ymax) % n_noir == 0:
                candidats[noires] = c
                noires += 1
        if noires > 0:
            vides = noires
    elif niveau == 5 and mini > 0:
        maximum, n = 0, 0
        for k in range(vides):
            c = candidats[k]
            compte = comptes[0, c] + comptes[1, c]
            if compte > maximum:
                maximum, n = compte, 0
            if compte == maximum:
                candidats[n] = c
                n += 1
        if maximum > 0:
            return candidats[0] if premier else candidats[hasard(n, des)]
    return candidats[hasard(vides, des)]


@njit(cache=True)
def hasard(nombre, des):
    """Un rang au hasard ; s'il n'y a qu'un candidat, on ne lance pas les dés."""
    return entier(des, nombre) if nombre > 1 else 0


@njit(cache=True)
def suit_axe(etat, file, nb_file, premiere, case, nb_touches, xmax, ymax):
    """Comme `update_queue_touche` : renvoie la nouvelle longueur de la file."""
    xt, yt = premiere // ymax, premiere % ymax
    x, y = case // ymax, case % ymax
    if nb_touches == 1:
        n = 0
        for k in range(nb_file):
            if (file[k] % ymax == yt) if y == yt else (file[k] // ymax == xt):
                file[n] = file[k]
                n += 1
        nb_file = n
    xs, ys = x + np.sign(x - xt), y + np.sign(y - yt)
    if 0 <= xs < xmax and 0 <= ys < ymax and etat[xs * ymax + ys] == VIDE:
        suivante = xs * ymax + ys
        nb_file = ajoute(file, nb_file, suivante)
    return nb_file


@njit(cache=True)
def ajoute(file, nb_file, case):
    """Comme `add_queue` : ajoute la case au bout, sauf si elle y est déjà."""
    for k in range(nb_file):
        if file[k] == case:
            return nb_file
    file[nb_file] = case
    return nb_file + 1


@njit(cache=True)
def retire(file, nb_file, case):
    """Comme `rem_queue`."""
    n = 0
    for k in range(nb_file):
        if file[k] != case:
            file[n] = file[k]
            n += 1
    return n


@njit(cache=True)
def joue_lot(niveau, premier, flotte, xmax, ymax, graine, debut, fin):
    """Longueurs des parties numéro `debut` à `fin` - 1 (0 : flotte introuvable)."""
    longueurs = np.zeros(fin - debut, np.int64)
    occupee = np.zeros(xmax * ymax, np.bool_)
    interdite = np.zeros(xmax * ymax, np.bool_)
    suites = np.zeros((2, xmax * ymax), np.int64)
    des = np.zeros(1, np.uint64)
    for numero in range(debut, fin):
        seme(des, graine, numero, 0)
        if tire_flotte(flotte, xmax, ymax, des, occupee, interdite, suites):
            seme(des, graine, numero, 1)
            longueurs[numero - debut] = joue(niveau, premier, flotte, xmax, ymax, occupee, des)
    return longueurs


def campagne(niveau, premier, flotte, xmax, ymax, graine, debut, fin):
    """La liste des longueurs des parties `debut` à `fin` - 1."""
    tailles = np.array(flotte, np.int64)
    return joue_lot(niveau, premier, tailles, xmax, ymax, graine, debut, fin).tolist()
