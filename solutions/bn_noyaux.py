"""Le calcul compilé (numba) : énumérer des milliards de flottes sans les écrire une à une.

Les placements d'une même taille sont numérotés ; un ensemble de placements est une suite de mots
de 64 bits, et `comp[p]` contient ceux qui peuvent voisiner avec le placement p. Poser un bateau,
c'est donc un « et » bit à bit. Les trois derniers bateaux se ferment par comptage de bits.
"""

import numpy as np
from numba import njit
from numba.core import types
from numba.extending import intrinsic


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


@njit(cache=True)
def enumere(comp, cases, debut, fin, plein, autorise, nh, okb, groupes, nb_touches, reste_max,
            memes, mode, pas, decalage, limite):
    """Parcourt toutes les flottes qui concordent ; voir `Tables` pour les tableaux.

    mode 0 : remplit, par placement, le nombre de flottes et leur poids total.
    mode 1 : écrit toutes les flottes et leurs poids (au plus `limite`).
    mode 2 : écrit une flotte chaque fois que le poids cumulé avance de `pas`.
    """
    nb_bat = debut.size
    ext = nb_bat - 3
    a, b, c = ext, ext + 1, ext + 2
    nb_mots = plein.size
    db, fb, dc, fc = debut[b], fin[b], debut[c], fin[c]
    nc = fc - dc
    un = np.uint64(1)
    total_n = 0
    total_w = 0.0
    np_ = np.zeros(nh.size, np.int64)
    wp = np.zeros(nh.size, np.float64)
    taille_sortie = limite if mode > 0 else 0
    sortie = np.zeros((taille_sortie, 2), np.uint64)
    poids = np.zeros(taille_sortie, np.float64)
    nb_sortie = 0
    cumul = 0.0
    seuil = decalage
    inverse = np.zeros(64 * nb_mots + 2, np.float64)
    for k in range(1, inverse.size):
        inverse[k] = 1.0 / k
    cur = np.zeros((ext + 1, nb_mots), np.uint64)
    reste = np.zeros((ext + 1, nb_mots), np.uint64)
    mot = np.zeros(ext + 1, np.int64)
    choix = np.zeros(ext + 1, np.int64)
    h = np.zeros(ext + 1, np.int64)
    w = np.ones(ext + 1, np.float64)
    cur[0] = plein
    # tableaux de la boucle intérieure
    inv_x = np.zeros(nh.size, np.float64)
    r_w = np.zeros(nh.size, np.float64)
    r_n = np.zeros(nh.size, np.int64)
    d_libre = np.zeros(nc, np.uint64)
    ci = np.zeros(nc, np.uint64)
    ki = np.zeros(nc, np.uint64)
    liste = np.zeros(64 * (fin[a] - debut[a]), np.int64)
    d = 0
    nouveau = True
    while d >= 0:
        if d < ext:
            if nouveau:
                for m in range(debut[d], fin[d]):
                    reste[d, m] = cur[d, m] & autorise[m]
                mot[d] = debut[d]
                nouveau = False
            while mot[d] < fin[d] and reste[d, mot[d]] == 0:
                mot[d] += 1
            if mot[d] == fin[d]:
                d -= 1
                continue
            m = mot[d]
            k = rang_bit(reste[d, m])
            reste[d, m] &= reste[d, m] - un
            p = 64 * m + np.int64(k)
            if h[d] + nh[p] > nb_touches or h[d] + nh[p] + reste_max[d + 1] < nb_touches:
                continue
            choix[d] = p
            h[d + 1] = h[d] + nh[p]
            nb = 0
            for m in range(debut[d], fin[d]):
                nb += np.int64(nb_bits(cur[d, m]))
            w[d + 1] = w[d] * inverse[nb]
            for m in range(nb_mots):
                cur[d + 1, m] = cur[d, m] & comp[p, m]
            d += 1
            nouveau = True
            continue
        # ici, tous les bateaux sauf les trois derniers sont posés
        du = nb_touches - h[d]
        nb = 0
        nl = 0
        for m in range(debut[a], fin[a]):
            nb += np.int64(nb_bits(cur[d, m]))
            mm = cur[d, m] & autorise[m]
            while mm != 0:
                p = 64 * m + np.int64(rang_bit(mm))
                mm &= mm - un
                if nh[p] <= du and nh[p] + reste_max[b] >= du:
                    liste[nl] = p
                    nl += 1
                if memes or nh[p] <= du:
                    x = 0
                    for q in range(db, fb):
                        x += np.int64(nb_bits(cur[d, q] & comp[p, q]))
                    inv_x[p] = inverse[x]
        w0 = w[d] * inverse[nb]
        local_n = 0
        local_w = 0.0
        t0_w = 0.0
        t0_n = 0
        for q in range(nc):
            d_libre[q] = cur[d, dc + q] & groupes[0, q]
        for ii in range(nl):
            i = liste[ii]
            ri = du - nh[i]
            for q in range(nc):
                ci[q] = cur[d, dc + q] & comp[i, dc + q]
                ki[q] = d_libre[q] & ~comp[i, dc + q]
            i_n = 0
            i_w = 0.0
            i0_n = 0
            i0_w = 0.0
            for m in range(db, fb):
                mm = cur[d, m] & comp[i, m] & okb[ri, m - db]
                if memes:
                    if 64 * m + 63 <= i:
                        continue
                    if 64 * m <= i:
                        mm &= ~np.uint64(0) << np.uint64(i - 64 * m)
                while mm != 0:
                    j = 64 * m + np.int64(rang_bit(mm))
                    mm &= mm - un
                    r = ri - nh[j]
                    nb2 = np.uint64(0)
                    av = np.uint64(0)
                    for q in range(nc):
                        s = ci[q] & comp[j, dc + q]
                        nb2 += nb_bits(s)
                        av += nb_bits(s & groupes[r, q])
                    if av == 0:
                        continue
                    avail = np.int64(av)
                    if memes:
                        wq = w0 * (inv_x[i] + inv_x[j]) * inverse[np.int64(nb2)]
                    else:
                        wq = w0 * inv_x[i] * inverse[np.int64(nb2)]
                    if mode == 0:
                        t = wq * avail
                        i_n += avail
                        i_w += t
                        np_[j] += avail
                        wp[j] += t
                        if r == 0:
                            i0_n += 1
                            i0_w += wq
                            r_n[j] += 1
                            r_w[j] += wq
                            for q in range(nc):
                                s = ki[q] & ~comp[j, dc + q]
                                while s != 0:
                                    p = 64 * (dc + q) + np.int64(rang_bit(s))
                                    s &= s - un
                                    np_[p] += 1
                                    wp[p] += wq
                        else:
                            for q in range(nc):
                                s = ci[q] & comp[j, dc + q] & groupes[r, q]
                                while s != 0:
                                    p = 64 * (dc + q) + np.int64(rang_bit(s))
                                    s &= s - un
                                    np_[p] += 1
                                    wp[p] += wq
                    else:
                        if mode == 2 and cumul + wq * avail <= seuil:
                            cumul += wq * avail
                            continue
                        c0 = cases[i, 0] | cases[j, 0]
                        c1 = cases[i, 1] | cases[j, 1]
                        for e in range(ext):
                            c0 |= cases[choix[e], 0]
                            c1 |= cases[choix[e], 1]
                        for q in range(nc):
                            s = ci[q] & comp[j, dc + q] & groupes[r, q]
                            while s != 0:
                                p = 64 * (dc + q) + np.int64(rang_bit(s))
                                s &= s - un
                                cumul += wq
                                if mode == 2:
                                    if cumul <= seuil:
                                        continue
                                    seuil += pas
                                if nb_sortie < limite:
                                    sortie[nb_sortie, 0] = c0 | cases[p, 0]
                                    sortie[nb_sortie, 1] = c1 | cases[p, 1]
                                    poids[nb_sortie] = wq if mode == 1 else 1.0
                                nb_sortie += 1
            np_[i] += i_n
            wp[i] += i_w
            local_n += i_n
            local_w += i_w
            r_n[i] += i0_n
            r_w[i] += i0_w
            t0_n += i0_n
            t0_w += i0_w
        if t0_n > 0:
            for q in range(nc):
                s = d_libre[q]
                while s != 0:
                    p = 64 * (dc + q) + np.int64(rang_bit(s))
                    s &= s - un
                    np_[p] += t0_n
                    wp[p] += t0_w
            # chaque placement de a et de b retire ce qu'il interdit au dernier bateau
            for bat in range(a, b if memes else c):
                for m in range(debut[bat], fin[bat]):
                    mm = cur[d, m]
                    while mm != 0:
                        j = 64 * m + np.int64(rang_bit(mm))
                        mm &= mm - un
                        if r_n[j] == 0:
                            continue
                        for q in range(nc):
                            s = d_libre[q] & ~comp[j, dc + q]
                            while s != 0:
                                p = 64 * (dc + q) + np.int64(rang_bit(s))
                                s &= s - un
                                np_[p] -= r_n[j]
                                wp[p] -= r_w[j]
                        r_n[j] = 0
                        r_w[j] = 0.0
        total_n += local_n
        total_w += local_w
        for e in range(ext):
            np_[choix[e]] += local_n
            wp[choix[e]] += local_w
        d -= 1
        nouveau = False
    return total_n, total_w, np_, wp, nb_sortie, sortie, poids


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
        garde[k] = (flottes[k, 0] & tirs[0]) == touches[0] and (
            flottes[k, 1] & tirs[1]) == touches[1]
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
    """Nombre de flottes et, par couche, nombre de celles qui y ont un bateau (voir bn_profil).

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
