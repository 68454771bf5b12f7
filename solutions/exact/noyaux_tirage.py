"""Le tirage de `tirage.py`, compilé (numba) : cent mille flottes pesées en une fraction de seconde.

Les placements et leurs ensembles sont ceux de `noyaux.py` : `comp[p]` contient les placements qui
peuvent voisiner avec p. Ici, `couvre[c]` contient ceux qui passent par la case c, et `debut[t]`,
`fin[t]` disent dans quels mots sont les placements de la taille numéro t.
"""

import numpy as np
from numba import njit

from solutions.exact.noyaux import nb_bits, nb_elements, rang_bit

UN = np.uint64(1)


@njit(cache=True)
def de(etat, n):
    """Un entier au hasard, de 0 à n - 1 (le générateur « splitmix64 » de `des`)."""
    etat[0] += np.uint64(0x9E3779B97F4A7C15)
    z = etat[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit(cache=True)
def element(ensemble, debut, fin, rang):
    """Le numéro de l'élément de ce rang, entre deux mots d'un ensemble."""
    for m in range(debut, fin):
        s = ensemble[m]
        ici = np.int64(nb_bits(s))
        if rang < ici:
            for _ in range(rang):
                s &= s - UN
            return 64 * m + np.int64(rang_bit(s))
        rang -= ici
    return -1


@njit(cache=True)
def premiere_case(a0, a1):
    """Le numéro de la première case d'un ensemble non vide (deux mots)."""
    if a0 != 0:
        return np.int64(rang_bit(a0))
    return 64 + np.int64(rang_bit(a1))


@njit(cache=True, nogil=True)
def tire(comp, cases, couvre, debut, fin, genre, plein, autorise, touches, n, etat):
    """`n` tirages, sans les impasses : (flottes, chances, poids sous la loi du jeu).

    `genre[k]` est le numéro de taille du bateau k, dans l'ordre où le jeu les pose ; les tailles
    sont numérotées de la plus grande à la plus petite. Les chances et les poids sont ceux de
    `Tirage.une_flotte`, à un facteur près.
    """
    nb, nb_tailles = genre.size, debut.size
    flottes = np.zeros((n, 2), np.uint64)
    chances = np.zeros(n, np.float64)
    poids = np.zeros(n, np.float64)
    combien = np.zeros(nb_tailles, np.int64)  # bateaux qui restent à poser, par taille
    choisis = np.zeros(nb, np.int64)  # le placement de chaque bateau, dans l'ordre du jeu
    posees = 0
    for _ in range(n):
        combien[:] = 0
        for k in range(nb):
            combien[genre[k]] += 1
        choisis[:] = -1
        libres = autorise.copy()
        a0, a1, m0, m1 = touches[0], touches[1], np.uint64(0), np.uint64(0)
        chance = 1.0
        t = 0
        for _ in range(nb):
            p = -1
            if a0 != 0 or a1 != 0:
                ici = libres & couvre[premiere_case(a0, a1)]
                total = 0
                for t in range(nb_tailles):
                    total += combien[t] * nb_elements(ici, debut[t], fin[t])
                if total == 0:
                    break
                chance *= total
                r = de(etat, total)
                for t in range(nb_tailles):
                    part = nb_elements(ici, debut[t], fin[t])
                    if r < combien[t] * part:
                        p = element(ici, debut[t], fin[t], r % part)
                        break
                    r -= combien[t] * part
            else:
                t = 0
                while combien[t] == 0:
                    t += 1
                total = nb_elements(libres, debut[t], fin[t])
                if total == 0:
                    break
                chance *= total
                p = element(libres, debut[t], fin[t], de(etat, total))
            # lequel des jumeaux est-ce ? sur une touche, tous ont la même chance
            r = de(etat, combien[t]) if a0 != 0 or a1 != 0 else 0
            for k in range(nb):
                if genre[k] == t and choisis[k] < 0:
                    if r == 0:
                        choisis[k] = p
                        break
                    r -= 1
            combien[t] -= 1
            libres &= comp[p]
            m0 |= cases[p, 0]
            m1 |= cases[p, 1]
            a0 &= ~cases[p, 0]
            a1 &= ~cases[p, 1]
        if a0 != 0 or a1 != 0 or choisis.min() < 0:
            continue
        w = chance
        libres = plein.copy()
        for k in range(nb):
            w /= nb_elements(libres, debut[genre[k]], fin[genre[k]])
            libres &= comp[choisis[k]]
        flottes[posees, 0] = m0
        flottes[posees, 1] = m1
        chances[posees] = chance
        poids[posees] = w
        posees += 1
    return flottes[:posees], chances[:posees], poids[:posees]


@njit(cache=True, nogil=True)
def enumere_touches(comp, cases, couvre, debut, fin, genre, autorise, touches, etapes, limite):
    """Toutes les flottes qui concordent, les touches d'abord : (fini ?, placements, flottes).

    On abandonne après `etapes` bateaux posés, ou plus de `limite` flottes.
    """
    nb, nb_tailles, mots = genre.size, debut.size, autorise.size
    choix = np.zeros((limite, nb), np.int16)
    flottes = np.zeros((limite, 2), np.uint64)
    combien = np.zeros(nb_tailles, np.int64)
    for k in range(nb):
        combien[genre[k]] += 1
    libres = np.zeros((nb + 1, mots), np.uint64)
    reste = np.zeros((nb + 1, mots), np.uint64)  # ce qu'il reste à essayer à chaque profondeur
    a_couvrir = np.zeros((nb + 1, 2), np.uint64)
    pris = np.zeros(nb + 1, np.int64)
    taille = np.zeros(nb + 1, np.int64)
    libres[0] = autorise
    a_couvrir[0] = touches
    trouvees, k, entre = 0, 0, True
    while k >= 0:
        if entre and k == nb:
            if a_couvrir[k, 0] == 0 and a_couvrir[k, 1] == 0:
                if trouvees == limite:
                    return False, choix[:trouvees], flottes[:trouvees]
                for i in range(nb):
                    choix[trouvees, i] = pris[i]
                    flottes[trouvees] |= cases[pris[i]]
                trouvees += 1
            entre = False
            k -= 1
            if k >= 0:
                combien[taille[k]] += 1
            continue
        if entre:
            avec_touche = a_couvrir[k, 0] != 0 or a_couvrir[k, 1] != 0
            reste[k] = 0
            deja = False
            for t in range(nb_tailles):
                if combien[t] == 0 or (deja and not avec_touche):
                    continue
                deja = True
                for m in range(debut[t], fin[t]):
                    reste[k, m] = libres[k, m]
            if avec_touche:
                reste[k] &= couvre[premiere_case(a_couvrir[k, 0], a_couvrir[k, 1])]
            elif k > 0 and a_couvrir[k - 1, 0] == 0 and a_couvrir[k - 1, 1] == 0:
                # le bateau d'avant n'est pas sur une touche : deux jumeaux sont pris dans l'ordre
                if combien[taille[k - 1]] > 0:
                    m = pris[k - 1] >> 6
                    reste[k, debut[taille[k - 1]] : m] = 0
                    reste[k, m] &= ~np.uint64(0) << np.uint64(pris[k - 1] & 63)
        p = -1
        for t in range(nb_tailles):
            for m in range(debut[t], fin[t]):
                if p < 0 and reste[k, m] != 0:
                    p = 64 * m + np.int64(rang_bit(reste[k, m]))
                    reste[k, m] &= reste[k, m] - UN
                    taille[k] = t
            if p >= 0:
                break
        if p < 0:
            entre = False
            k -= 1
            if k >= 0:
                combien[taille[k]] += 1
            continue
        etapes -= 1
        if etapes < 0:
            return False, choix[:trouvees], flottes[:trouvees]
        pris[k] = p
        combien[taille[k]] -= 1
        libres[k + 1] = libres[k] & comp[p]
        a_couvrir[k + 1, 0] = a_couvrir[k, 0] & ~cases[p, 0]
        a_couvrir[k + 1, 1] = a_couvrir[k, 1] & ~cases[p, 1]
        k += 1
        entre = True
    return True, choix[:trouvees], flottes[:trouvees]


@njit(cache=True, nogil=True)
def pese(comp, debut, fin, genre, taille_de, plein, choix):
    """Probabilité que le jeu tire chacune de ces flottes, comme `Tirage.poids`.

    `taille_de[p]` est le numéro de taille du placement p. Les ensembles de bateaux posés sont des
    masques de rangs ; `chance` n'est remis à zéro que là où l'on est passé.
    """
    nb = genre.size
    chance = np.zeros(1 << nb, np.float64)
    ici, suite = np.zeros(1 << nb, np.int64), np.zeros(1 << nb, np.int64)
    resultat = np.zeros(choix.shape[0], np.float64)
    for f in range(choix.shape[0]):
        ici[0] = 0
        chance[0] = 1.0
        nb_ici = 1
        for k in range(nb):
            t = genre[k]
            nb_suite = 0
            for e in range(nb_ici):
                poses = ici[e]
                libres = plein.copy()
                for i in range(nb):
                    if poses >> i & 1:
                        libres &= comp[choix[f, i]]
                part = chance[poses] / nb_elements(libres, debut[t], fin[t])
                chance[poses] = 0.0
                for i in range(nb):
                    if not poses >> i & 1 and taille_de[choix[f, i]] == t:
                        avec = poses | 1 << i
                        if chance[avec] == 0.0:
                            suite[nb_suite] = avec
                            nb_suite += 1
                        chance[avec] += part
            ici, suite = suite, ici
            nb_ici = nb_suite
        resultat[f] = chance[ici[0]]
        chance[ici[0]] = 0.0
    return resultat
