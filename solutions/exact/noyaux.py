"""Le calcul compilé (numba) : énumérer des milliards de flottes sans les écrire une à une.

Les placements d'une même taille sont numérotés ; un ensemble de placements est une suite de mots
de 64 bits, et `comp[p]` contient ceux qui peuvent voisiner avec le placement p. Poser un bateau,
c'est donc un « et » bit à bit. Les trois derniers bateaux se ferment par comptage de bits.
"""

from collections import namedtuple

import numpy as np
from numba import njit
from numba.core import types
from numba.extending import intrinsic

UN = np.uint64(1)


@intrinsic
def nb_bits(contexte, mot):
    """Nombre de bits à 1 d'un mot de 64 bits (une seule instruction du processeur)."""

    def code(contexte, constructeur, signature, arguments):
        return constructeur.ctpop(arguments[0])

    return types.uint64(types.uint64), code


@intrinsic
def rang_bit(contexte, mot):
    """Numéro du plus petit bit à 1 d'un mot non nul."""

    def code(contexte, constructeur, signature, arguments):
        return constructeur.cttz(arguments[0], contexte.get_constant(types.boolean, True))

    return types.uint64(types.uint64), code


Position = namedtuple(
    "Position",
    "comp cases debut fin plein autorise nh avant_dernier dernier nb_touches reste_max jumeaux",
)
Position.__doc__ = """Un jeu et ses tirs, prêts pour `enumere` (voir `enumeration.Tables`).

- `comp[p]` : les placements compatibles avec le placement p ; `cases[p]` : ses cases, en bits ;
- `debut[k]`, `fin[k]` : les mots où sont les placements du bateau numéro k ;
- `plein` : tous les placements ; `autorise` : ceux que les tirs n'interdisent pas ;
- `nh[p]` : combien de touches le placement p recouvre ; `nb_touches` : combien il y en a ;
- `dernier[h]` : les placements permis du dernier bateau qui recouvrent h touches exactement ;
- `avant_dernier[r]` : ceux de l'avant-dernier, quand il reste r touches à couvrir à eux deux ;
- `reste_max[k]` : combien de touches les bateaux à partir du numéro k peuvent couvrir au plus ;
- `jumeaux` : True si les deux bateaux d'avant le dernier ont la même taille.
"""


@njit(cache=True)
def nb_elements(ensemble, debut, fin):
    """Nombre de placements d'un ensemble, entre deux mots."""
    nombre = np.uint64(0)
    for m in range(debut, fin):
        nombre += nb_bits(ensemble[m])
    return np.int64(nombre)


@njit(cache=True, nogil=True)
def enumere(pos, ecrire, pas, limite, part, parts):
    """Parcourt toutes les flottes qui concordent avec les tirs, ou une partie d'entre elles.

    Les premiers bateaux sont posés un à un, dans l'ordre du tirage ; les trois derniers sont
    laissés à `ferme_compte` ou, si `ecrire`, à `ferme_ecrit`. Le poids d'une flotte est la
    probabilité que le jeu la tire : 1 / (nombre de placements libres) à chaque bateau. On ne garde
    que les flottes de la part numéro `part` : un placement du premier bateau sur `parts`.

    Renvoie (nombre, poids total, nombre et poids par placement, nombre de flottes écrites,
    flottes, poids des flottes). Avec `pas` > 0, on n'écrit qu'une flotte chaque fois que le poids
    cumulé avance de `pas`.
    """
    ext = pos.debut.size - 3
    nombres = np.zeros(pos.nh.size, np.int64)
    poids = np.zeros(pos.nh.size, np.float64)
    flottes = np.zeros((limite, 2), np.uint64)
    poids_flottes = np.zeros(limite, np.float64)
    nb_ecrites, cumul, total_n, total_w = 0, 0.0, 0, 0.0
    libres = np.zeros((ext + 1, pos.plein.size), np.uint64)  # ce que permettent les bateaux posés
    reste = np.zeros((ext + 1, pos.plein.size), np.uint64)  # ce qu'il reste à essayer
    choix = np.zeros(ext + 1, np.int64)
    touches = np.zeros(ext + 1, np.int64)
    w = np.ones(ext + 1, np.float64)
    inverses = np.zeros(64 * pos.plein.size + 1, np.float64)  # multiplier va plus vite que diviser
    inverses[1:] = 1.0 / np.arange(1, inverses.size)
    inv_x = np.zeros(pos.nh.size, np.float64)
    seuil = pas / 2
    tour = -1  # numéro du placement du premier bateau
    libres[0] = pos.plein
    reste[0] = pos.plein & pos.autorise
    k = 0 if ext > 0 or part == 0 else -1  # avec trois bateaux, rien à partager
    while k >= 0:
        if k == ext:
            du = pos.nb_touches - touches[k]
            if ecrire:
                nb_ecrites, cumul, seuil = ferme_ecrit(
                    pos,
                    libres[k],
                    w[k],
                    du,
                    choix,
                    inverses,
                    inv_x,
                    pas,
                    cumul,
                    seuil,
                    nb_ecrites,
                    flottes,
                    poids_flottes,
                )
            else:
                n, poids_n = ferme_compte(pos, libres[k], w[k], du, inverses, inv_x, nombres, poids)
                total_n += n
                total_w += poids_n
                for bateau in range(ext):
                    nombres[choix[bateau]] += n
                    poids[choix[bateau]] += poids_n
            k -= 1
            continue
        m = pos.debut[k]
        while m < pos.fin[k] and reste[k, m] == 0:
            m += 1
        if m == pos.fin[k]:
            k -= 1
            continue
        p = 64 * m + np.int64(rang_bit(reste[k, m]))
        reste[k, m] &= reste[k, m] - UN
        if k == 0:
            tour += 1
            if tour % parts != part:
                continue
        couvertes = touches[k] + pos.nh[p]
        if couvertes > pos.nb_touches or couvertes + pos.reste_max[k + 1] < pos.nb_touches:
            continue
        choix[k] = p
        touches[k + 1] = couvertes
        w[k + 1] = w[k] * inverses[nb_elements(libres[k], pos.debut[k], pos.fin[k])]
        libres[k + 1] = libres[k] & pos.comp[p]
        reste[k + 1] = libres[k + 1] & pos.autorise
        k += 1
    return total_n, total_w, nombres, poids, nb_ecrites, flottes, poids_flottes


@njit(cache=True)
def prepare(pos, libres, du, inverses, inv_x, liste):
    """Les placements à essayer pour le premier des trois derniers bateaux.

    Remplit `liste`, et `inv_x[p]` : 1 / (placements de l'avant-dernier possibles après p).
    Renvoie (longueur de la liste, nombre de placements libres de ce bateau).
    """
    a, b = pos.debut.size - 3, pos.debut.size - 2
    nb = 0
    for m in range(pos.debut[a], pos.fin[a]):
        s = libres[m] & pos.autorise[m]
        while s != 0:
            p = 64 * m + np.int64(rang_bit(s))
            s &= s - UN
            x = np.uint64(0)
            for q in range(pos.debut[b], pos.fin[b]):
                x += nb_bits(libres[q] & pos.comp[p, q])
            inv_x[p] = inverses[np.int64(x)]
            if pos.nh[p] <= du and pos.nh[p] + pos.reste_max[b] >= du:
                liste[nb] = p
                nb += 1
    return nb, nb_elements(libres, pos.debut[a], pos.fin[a])


@njit(cache=True)
def suivants(pos, libres, i, m, du):
    """Un mot des placements de l'avant-dernier bateau à essayer après i.

    Entre jumeaux, on ne garde que ceux qui viennent après i : chaque paire est vue une fois.
    """
    s = libres[m] & pos.comp[i, m] & pos.avant_dernier[du, m - pos.debut[pos.debut.size - 2]]
    if pos.jumeaux:
        if 64 * m + 63 <= i:
            return np.uint64(0)
        if 64 * m <= i:
            s &= ~np.uint64(0) << np.uint64(i - 64 * m)
    return s


@njit(cache=True)
def ferme_compte(pos, libres, w, du, inverses, inv_x, nombres, poids):
    """Compte les flottes pour les trois derniers bateaux i, j et c ; renvoie (nombre, poids).

    Le dernier bateau n'est pas énuméré : compter ses placements suffit, sauf pour savoir où il
    est. Quand il ne doit couvrir aucune touche, on le sait par inclusion et exclusion : chaque
    placement c est compté pour toutes les paires (i, j), moins celles où i l'interdit, moins
    celles où j l'interdit, plus celles où les deux l'interdisent. Ces dernières sont rares.
    """
    a, b, c = pos.debut.size - 3, pos.debut.size - 2, pos.debut.size - 1
    dc, nc = pos.debut[c], pos.fin[c] - pos.debut[c]
    liste = np.zeros(64 * (pos.fin[a] - pos.debut[a]), np.int64)
    nb, nb_libres = prepare(pos, libres, du, inverses, inv_x, liste)
    if nb == 0:
        return 0, 0.0
    w *= inverses[nb_libres]
    paires_n = np.zeros(pos.nh.size, np.int64)  # paires (i, j) par placement, c sans touche
    paires_w = np.zeros(pos.nh.size, np.float64)
    ci, interdits = np.zeros(nc, np.uint64), np.zeros(nc, np.uint64)
    total_n, total_w, toutes_n, toutes_w = 0, 0.0, 0, 0.0
    for rang in range(nb):
        i = liste[rang]
        for q in range(nc):
            ci[q] = libres[dc + q] & pos.comp[i, dc + q]
            interdits[q] = libres[dc + q] & pos.dernier[0, q] & ~pos.comp[i, dc + q]
        i_n, i_w, seul_n, seul_w = 0, 0.0, 0, 0.0
        for m in range(pos.debut[b], pos.fin[b]):
            s = suivants(pos, libres, i, m, du - pos.nh[i])
            while s != 0:
                j = 64 * m + np.int64(rang_bit(s))
                s &= s - UN
                r = du - pos.nh[i] - pos.nh[j]
                possibles, permis = np.uint64(0), np.uint64(0)
                for q in range(nc):
                    t = ci[q] & pos.comp[j, dc + q]
                    possibles += nb_bits(t)
                    permis += nb_bits(t & pos.dernier[r, q])
                if permis == 0:
                    continue
                wq = w * (inv_x[i] + inv_x[j] if pos.jumeaux else inv_x[i])
                wq *= inverses[np.int64(possibles)]
                n = np.int64(permis)
                i_n += n
                i_w += wq * n
                nombres[j] += n
                poids[j] += wq * n
                if r == 0:
                    seul_n += 1
                    seul_w += wq
                    paires_n[j] += 1
                    paires_w[j] += wq
                for q in range(nc):
                    if r == 0:
                        t = interdits[q] & ~pos.comp[j, dc + q]
                    else:
                        t = ci[q] & pos.comp[j, dc + q] & pos.dernier[r, q]
                    while t != 0:
                        p = 64 * (dc + q) + np.int64(rang_bit(t))
                        t &= t - UN
                        nombres[p] += 1
                        poids[p] += wq
        nombres[i] += i_n
        poids[i] += i_w
        paires_n[i] += seul_n
        paires_w[i] += seul_w
        total_n += i_n
        total_w += i_w
        toutes_n += seul_n
        toutes_w += seul_w
    if toutes_n > 0:
        inclut_exclut(pos, libres, toutes_n, toutes_w, paires_n, paires_w, nombres, poids)
    return total_n, total_w


@njit(cache=True)
def inclut_exclut(pos, libres, toutes_n, toutes_w, paires_n, paires_w, nombres, poids):
    """Ajoute aux placements du dernier bateau toutes les paires, moins celles qui l'interdisent."""
    a, c = pos.debut.size - 3, pos.debut.size - 1
    dc, fc = pos.debut[c], pos.fin[c]
    for m in range(dc, fc):
        s = libres[m] & pos.dernier[0, m - dc]
        while s != 0:
            p = 64 * m + np.int64(rang_bit(s))
            s &= s - UN
            nombres[p] += toutes_n
            poids[p] += toutes_w
    for bateau in range(a, a + 1 if pos.jumeaux else c):
        for p in range(64 * pos.debut[bateau], 64 * pos.fin[bateau]):
            if paires_n[p] > 0:
                for m in range(dc, fc):
                    s = libres[m] & pos.dernier[0, m - dc] & ~pos.comp[p, m]
                    while s != 0:
                        q = 64 * m + np.int64(rang_bit(s))
                        s &= s - UN
                        nombres[q] -= paires_n[p]
                        poids[q] -= paires_w[p]


@njit(cache=True)
def ferme_ecrit(
    pos,
    libres,
    w,
    du,
    choix,
    inverses,
    inv_x,
    pas,
    cumul,
    seuil,
    nb_ecrites,
    flottes,
    poids_flottes,
):
    """Écrit les flottes au lieu de les compter ; renvoie (nombre écrit, poids cumulé, seuil).

    Avec `pas` > 0, une flotte n'est écrite que si le poids cumulé passe le seuil.
    """
    a, b, c = pos.debut.size - 3, pos.debut.size - 2, pos.debut.size - 1
    dc, nc = pos.debut[c], pos.fin[c] - pos.debut[c]
    liste = np.zeros(64 * (pos.fin[a] - pos.debut[a]), np.int64)
    nb, nb_libres = prepare(pos, libres, du, inverses, inv_x, liste)
    w *= inverses[nb_libres]
    trouves = np.zeros(nc, np.uint64)
    for rang in range(nb):
        i = liste[rang]
        for m in range(pos.debut[b], pos.fin[b]):
            s = suivants(pos, libres, i, m, du - pos.nh[i])
            while s != 0:
                j = 64 * m + np.int64(rang_bit(s))
                s &= s - UN
                r = du - pos.nh[i] - pos.nh[j]
                possibles, permis = np.uint64(0), np.uint64(0)
                for q in range(nc):
                    t = libres[dc + q] & pos.comp[i, dc + q] & pos.comp[j, dc + q]
                    possibles += nb_bits(t)
                    trouves[q] = t & pos.dernier[r, q]
                    permis += nb_bits(trouves[q])
                if permis == 0:
                    continue
                wq = w * (inv_x[i] + inv_x[j] if pos.jumeaux else inv_x[i])
                wq *= inverses[np.int64(possibles)]
                if pas > 0 and cumul + wq * permis <= seuil:
                    cumul += wq * permis
                    continue
                m0 = pos.cases[i, 0] | pos.cases[j, 0]
                m1 = pos.cases[i, 1] | pos.cases[j, 1]
                for bateau in range(a):
                    m0 |= pos.cases[choix[bateau], 0]
                    m1 |= pos.cases[choix[bateau], 1]
                for q in range(nc):
                    t = trouves[q]
                    while t != 0:
                        p = 64 * (dc + q) + np.int64(rang_bit(t))
                        t &= t - UN
                        cumul += wq
                        if nb_ecrites == flottes.shape[0] or (pas > 0 and cumul <= seuil):
                            continue
                        seuil += pas
                        flottes[nb_ecrites, 0] = m0 | pos.cases[p, 0]
                        flottes[nb_ecrites, 1] = m1 | pos.cases[p, 1]
                        poids_flottes[nb_ecrites] = wq if pas == 0 else 1.0
                        nb_ecrites += 1
    return nb_ecrites, cumul, seuil


@njit(cache=True)
def marginales(flottes, poids, nb_cases):
    """Poids total, et par case : nombre de flottes qui l'occupent, poids de ces flottes."""
    un = np.uint64(1)
    nombres = np.zeros(nb_cases, np.int64)
    sommes = np.zeros(nb_cases, np.float64)
    total = 0.0
    for k in range(flottes.shape[0]):
        total += poids[k]
        for m in range(2):
            s = flottes[k, m]
            while s != 0:
                case = 64 * m + np.int64(rang_bit(s))
                s &= s - un
                nombres[case] += 1
                sommes[case] += poids[k]
    return total, nombres, sommes


@njit(cache=True)
def concordent(flottes, poids, touches, tirs):
    """Les flottes qui donnent exactement ces touches sur ces tirs, et leurs poids."""
    garde = np.zeros(flottes.shape[0], np.bool_)
    for k in range(flottes.shape[0]):
        garde[k] = (flottes[k, 0] & tirs[0]) == touches[0] and (flottes[k, 1] & tirs[1]) == touches[
            1
        ]
    return flottes[garde], poids[garde]


@njit(cache=True)
def manques_attendus(flottes, poids, tirs, candidates, nb_cases):
    """Nombre moyen de tirs manqués d'ici la fin, pour chaque case candidate au prochain tir.

    Après ce tir, on suppose que le joueur vise toujours la case la plus probable. On joue
    toutes les suites à la fois : chaque tir coupe le paquet de flottes en deux, celles qu'il
    touche et celles qu'il manque, et chaque paquet continue de son côté jusqu'à ne plus
    contenir qu'une flotte. Une case présente dans tout le paquet se joue sans rien risquer.
    """
    un = np.uint64(1)
    zero = np.uint64(0)
    nb = flottes.shape[0]
    f0 = flottes[:, 0].copy()
    f1 = flottes[:, 1].copy()
    pds = poids.copy()
    total = pds.sum()
    pile = np.zeros((2 * nb_cases + 4, 2), np.int64)
    pile_tirs = np.zeros((2 * nb_cases + 4, 2), np.uint64)
    sommes = np.zeros(128, np.float64)
    valeurs = np.zeros(candidates.size, np.float64)
    for numero in range(candidates.size):
        manques = 0.0
        premiere = True
        haut = 1
        pile[0, 0] = 0
        pile[0, 1] = nb
        pile_tirs[0, 0] = tirs[0]
        pile_tirs[0, 1] = tirs[1]
        while haut > 0:
            haut -= 1
            debut, fin = pile[haut, 0], pile[haut, 1]
            t0, t1 = pile_tirs[haut, 0], pile_tirs[haut, 1]
            if premiere:
                premiere = False
                case = candidates[numero]
            else:
                if fin - debut < 2:
                    continue
                if fin - debut == 2:
                    if f0[debut] != f0[debut + 1] or f1[debut] != f1[debut + 1]:
                        manques += min(pds[debut], pds[debut + 1])
                    continue
                et0, et1, ou0, ou1 = ~zero, ~zero, zero, zero
                for k in range(debut, fin):
                    et0 &= f0[k]
                    et1 &= f1[k]
                    ou0 |= f0[k]
                    ou1 |= f1[k]
                ou0 &= ~(et0 | t0)
                ou1 &= ~(et1 | t1)
                if ou0 == 0 and ou1 == 0:
                    continue
                sommes[:] = 0.0
                for k in range(debut, fin):
                    p = pds[k]
                    s = f0[k] & ou0
                    while s != 0:
                        sommes[rang_bit(s)] += p
                        s &= s - un
                    s = f1[k] & ou1
                    while s != 0:
                        sommes[np.uint64(64) + rang_bit(s)] += p
                        s &= s - un
                case = 0
                for k in range(nb_cases):
                    if sommes[k] > sommes[case]:
                        case = k
                t0 |= et0
                t1 |= et1
            b0, b1 = zero, zero
            if case < 64:
                b0 = un << np.uint64(case)
            else:
                b1 = un << np.uint64(case - 64)
            milieu = debut
            for k in range(debut, fin):
                if (f0[k] & b0) | (f1[k] & b1):
                    f0[k], f0[milieu] = f0[milieu], f0[k]
                    f1[k], f1[milieu] = f1[milieu], f1[k]
                    pds[k], pds[milieu] = pds[milieu], pds[k]
                    milieu += 1
                else:
                    manques += pds[k]
            for bout in range(2):
                pile[haut, 0] = debut if bout else milieu
                pile[haut, 1] = milieu if bout else fin
                pile_tirs[haut, 0] = t0 | b0
                pile_tirs[haut, 1] = t1 | b1
                haut += 1
        valeurs[numero] = manques / total
    return valeurs


@njit(cache=True)
def chemins(profils, passages, eau, departs, arrivees, etats, retour):
    """Nombre de flottes et, par couche, nombre de celles qui y ont un bateau (voir `profils`).

    `profils[k]` et `passages[k]` disent où commencent les profils et les passages de la couche
    k ; `etats[k]` vaut 1 (touchée), -1 (manquée) ou 0. `retour` est un tableau de travail : le
    nombre de chemins qui vont de chaque profil à la fin.
    """
    nb = etats.size
    retour[profils[nb]] = 0
    retour[profils[nb] + 1] = 1
    for k in range(nb - 1, -1, -1):
        ici, suite = profils[k], profils[k + 1]
        if etats[k] < 1:
            for p in range(ici, suite):
                retour[p] = retour[suite + eau[p]]
        else:
            retour[ici:suite] = 0
        if etats[k] > -1:
            for a in range(passages[k], passages[k + 1]):
                retour[ici + departs[a]] += retour[suite + arrivees[a]]
    occupees = np.zeros(nb, np.int64)
    aller = np.zeros(2, np.int64)  # chemins qui vont du début à chaque profil de la couche
    aller[1] = 1
    for k in range(nb):
        ici, suite = profils[k], profils[k + 1]
        fin = profils[k + 2] if k + 1 < nb else suite + 2
        prochain = np.zeros(fin - suite, np.int64)
        if etats[k] < 1:
            for p in range(1, suite - ici):
                prochain[eau[ici + p]] += aller[p]
        total = 0
        if etats[k] > -1:
            for a in range(passages[k], passages[k + 1]):
                ceux = aller[departs[a]]
                prochain[arrivees[a]] += ceux
                total += ceux * retour[suite + arrivees[a]]
        occupees[k] = total
        prochain[0] = 0
        aller = prochain
    return retour[1], occupees
