"""Le jeu parfait de `optimal.py`, compilé (numba) : des dizaines de millions de positions.

Même calcul que la version lisible, avec deux différences. Les flottes d'un paquet sont un morceau
[début, fin[ d'un tableau, que chaque tir range en deux (touchées, puis manquées). Et une position
dont on sait déjà qu'elle coûte trop n'est pas calculée jusqu'au bout : `cherche` reçoit une limite,
et peut répondre « au moins tant ».
"""

import numpy as np
from numba import njit, types

from solutions.exact.noyaux import nb_bits, rang_bit

UN = np.uint64(1)
VIDE = np.uint64(0)


@njit(cache=True)
def cle_de(tables, symetrie, et, ou):
    """La position complétée, tournée, écrite en base trois : 2 certaine, 1 possible, 0 impossible.

    `tables[s, k, v]` est la somme des puissances de trois des images, par la symétrie s, des cases
    de l'octet numéro k qui valent 1 dans v.
    """
    cle = np.uint64(0)
    for octet in range(tables.shape[1]):
        cle += tables[symetrie, octet, np.int64((et >> np.uint64(8 * octet)) & np.uint64(255))]
        cle += tables[symetrie, octet, np.int64((ou >> np.uint64(8 * octet)) & np.uint64(255))]
    return cle


@njit(cache=True)
def place(cles, cle):
    """Où est cette clé dans la table, ou la place libre où la mettre."""
    z = cle * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    ici = np.int64((z ^ (z >> np.uint64(32))) & np.uint64(cles.size - 1))
    while cles[ici] != VIDE and cles[ici] != cle:
        ici = (ici + 1) & (cles.size - 1)
    return ici


SIGNATURE = types.int64(
    types.uint64[::1],  # flottes
    types.int64,  # debut
    types.int64,  # fin
    types.int64,  # limite
    types.int64,  # profondeur
    types.int64,  # cases par flotte
    types.int32[:, ::1],  # minorants
    types.uint64[:, :, ::1],  # symétries
    types.uint64[::1],  # clés
    types.int32[::1],  # valeurs
    types.int64[:, :, ::1],  # travail
    types.int64[::1],  # compteurs
)


@njit(SIGNATURE, cache=True)
def cherche(f, debut, fin, limite, prof, taille, minorants, sym, cles, valeurs, travail, etat):
    """Total des manqués du jeu parfait si c'est moins que `limite` ; sinon un minorant >= limite.

    `valeurs` contient la valeur exacte + 1, ou l'opposé d'un minorant. `etat` : positions retenues,
    et 1 si la table est pleine (la réponse est alors sans valeur).
    """
    n = fin - debut
    if n <= 1:
        return 0
    if n == 2:
        return 1
    et, ou = ~np.uint64(0), np.uint64(0)
    for i in range(debut, fin):
        et &= f[i]
        ou |= f[i]
    k = taille - np.int64(nb_bits(et))
    minorant = np.int64(minorants[k, n])
    if minorant >= limite:
        return minorant
    # la position complétée, vue dans le sens qui donne la plus petite clé
    cle = ~np.uint64(0)
    for s in range(sym.shape[0]):
        cle = min(cle, cle_de(sym, s, et, ou))
    ici = place(cles, cle)
    if cles[ici] == cle:
        if valeurs[ici] > 0:
            return np.int64(valeurs[ici]) - 1
        if -valeurs[ici] >= limite:
            return -np.int64(valeurs[ici])
    comptes, ordre, bornes = travail[prof, 0], travail[prof, 1], travail[prof, 2]
    comptes[:] = 0
    partagent = ou & ~et
    for i in range(debut, fin):
        reste = f[i] & partagent
        while reste != VIDE:
            comptes[np.int64(rang_bit(reste))] += 1
            reste &= reste - UN
    nb = 0
    while partagent != VIDE:
        case = np.int64(rang_bit(partagent))
        partagent &= partagent - UN
        c = comptes[case]
        bornes[case] = n - c + minorants[k - 1, c] + minorants[k, n - c]
        rang = nb
        while rang > 0 and (
            bornes[ordre[rang - 1]] > bornes[case]
            or (bornes[ordre[rang - 1]] == bornes[case] and comptes[ordre[rang - 1]] < c)
        ):
            ordre[rang] = ordre[rang - 1]
            rang -= 1
        ordre[rang] = case
        nb += 1
    meilleur, sinon = limite, np.int64(1) << 40
    for rang in range(nb):
        case = ordre[rang]
        if bornes[case] >= meilleur:
            sinon = min(sinon, bornes[case])
            break
        bit = UN << np.uint64(case)
        milieu = debut
        for i in range(debut, fin):
            if f[i] & bit:
                f[i], f[milieu] = f[milieu], f[i]
                milieu += 1
        manquees = fin - milieu
        au_moins = np.int64(minorants[k, manquees])
        total = manquees + au_moins
        total += cherche(
            f, debut, milieu, meilleur - total, prof + 1, taille, minorants, sym, cles, valeurs,
            travail, etat,
        )  # fmt: skip
        if total < meilleur:
            total -= au_moins
            total += cherche(
                f, milieu, fin, meilleur - total, prof + 1, taille, minorants, sym, cles, valeurs,
                travail, etat,
            )  # fmt: skip
        if etat[1]:
            return 0
        if total < meilleur:
            meilleur = total
        else:
            sinon = min(sinon, total)
    ici = place(cles, cle)
    if cles[ici] == VIDE:
        etat[0] += 1
        if 10 * etat[0] > 9 * cles.size:
            etat[1] = 1
            return 0
        cles[ici] = cle
    if meilleur < limite:
        valeurs[ici] = meilleur + 1
        return meilleur
    valeurs[ici] = -max(minorant, sinon)
    return max(minorant, sinon)
