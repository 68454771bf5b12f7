"""Résumer beaucoup de parties : effectifs, quartiles, moyenne, loi ajustée, dessins.

Une étude est un dictionnaire `effectifs`, {nombre de coups: nombre de parties}, et tout le
reste s'en déduit.
"""

import math
from collections import Counter, namedtuple

from solutions import bn_couleurs

Resume = namedtuple("Resume", "n moyenne sigma minimum q1 mediane q3 maximum mode intervalle")
LoiAsymetrique = namedtuple("LoiAsymetrique", "asymetrie delta alpha omega xi")


def compte(longueurs):
    """Effectifs d'une liste de nombres de coups, rangés dans l'ordre croissant.

    >>> compte([42, 40, 42])
    {40: 1, 42: 2}
    """
    return dict(sorted(Counter(longueurs).items()))


def terme(effectifs, rang):
    """Le terme de rang `rang` (à partir de 1) de la série rangée dans l'ordre croissant.

    >>> terme({40: 1, 42: 2}, 2)
    42
    """
    cumul = 0
    for valeur in sorted(effectifs):
        cumul += effectifs[valeur]
        if cumul >= rang:
            return valeur
    raise ValueError(f"La série n'a que {cumul} termes : il n'y a pas de terme de rang {rang}.")


def moment_centre(effectifs, ordre):
    """Moyenne des écarts à la moyenne, élevés à la puissance `ordre`.

    >>> moment_centre({1: 1, 3: 1}, 2)
    1.0
    """
    n = sum(effectifs.values())
    moyenne = sum(valeur * nombre for valeur, nombre in effectifs.items()) / n
    return sum(nombre * (valeur - moyenne) ** ordre for valeur, nombre in effectifs.items()) / n


def resume(effectifs):
    """Les nombres qui décrivent la série, avec les quartiles du lycée.

    Q1, la médiane et Q3 sont les termes de rangs n/4, n/2 et 3n/4, arrondis au-dessus.
    L'intervalle est celui où la vraie moyenne se trouve avec 95 % de confiance.

    >>> r = resume({10: 1, 12: 2, 20: 1})
    >>> r.moyenne, r.q1, r.mediane, r.q3, r.mode
    (13.5, 10, 12, 12, 12)
    """
    n = sum(effectifs.values())
    if n == 0:
        raise ValueError("Il faut au moins une partie pour faire des statistiques.")
    moyenne = sum(valeur * nombre for valeur, nombre in effectifs.items()) / n
    sigma = math.sqrt(moment_centre(effectifs, 2))
    marge = 1.96 * sigma / math.sqrt(n)
    q1, mediane, q3 = (terme(effectifs, math.ceil(k * n / 4)) for k in (1, 2, 3))
    return Resume(
        n,
        moyenne,
        sigma,
        min(effectifs),
        q1,
        mediane,
        q3,
        max(effectifs),
        max(sorted(effectifs), key=effectifs.get),
        (moyenne - marge, moyenne + marge),
    )


def moyenne_au_hasard(nb_cases, nb_cases_bateaux):
    """Nombre moyen exact de tirs au niveau 1, sans jouer une seule partie.

    Les b cases de bateau découpent les N - b autres en b + 1 groupes de même longueur
    moyenne : la dernière case touchée est donc, en moyenne, au rang b(N + 1)/(b + 1).

    >>> round(moyenne_au_hasard(100, 17), 2)
    95.39
    """
    return nb_cases_bateaux * (nb_cases + 1) / (nb_cases_bateaux + 1)


def loi_asymetrique(effectifs):
    """Loi normale asymétrique de mêmes moyenne, écart type et asymétrie que la série.

    >>> round(loi_asymetrique({1: 4, 2: 3, 3: 2, 4: 1}).asymetrie, 3)
    0.6
    """
    sigma = math.sqrt(moment_centre(effectifs, 2))
    if sigma == 0:
        raise ValueError("Toutes les parties ont la même longueur : il n'y a pas de loi à ajuster.")
    asymetrie = moment_centre(effectifs, 3) / sigma**3
    puissance = abs(asymetrie) ** (2 / 3)
    delta = math.sqrt(math.pi / 2 * puissance / (puissance + ((4 - math.pi) / 2) ** (2 / 3)))
    delta = math.copysign(min(delta, 0.999), asymetrie)
    alpha = delta / math.sqrt(1 - delta**2)
    omega = sigma / math.sqrt(1 - 2 * delta**2 / math.pi)
    moyenne = resume(effectifs).moyenne
    xi = moyenne - omega * delta * math.sqrt(2 / math.pi)
    return LoiAsymetrique(asymetrie, delta, alpha, omega, xi)


def densite_asymetrique(x, loi):
    """Densité en x de la loi normale asymétrique donnée.

    >>> centree = LoiAsymetrique(0, 0, 0, 1, 0)
    >>> round(densite_asymetrique(0, centree), 4)
    0.3989
    """
    t = (x - loi.xi) / loi.omega
    normale = math.exp(-t * t / 2) / math.sqrt(2 * math.pi)
    repartition = (1 + math.erf(loi.alpha * t / math.sqrt(2))) / 2
    return 2 / loi.omega * normale * repartition


def nombre(valeur, decimales=2):
    """Un nombre écrit à la française.

    >>> nombre(1234.5)
    '1 234,50'
    """
    return f"{valeur:,.{decimales}f}".replace(",", " ").replace(".", ",")


def histogramme_texte(effectifs, largeur=60, hauteur_max=24):
    """Histogramme en caractères, une classe par ligne, au plus `hauteur_max` classes.

    >>> print(histogramme_texte({40: 1, 41: 4, 42: 2}, largeur=20))
    40 │ ███           1
    41 │ █████████████ 4
    42 │ ██████        2
    """
    minimum, maximum = min(effectifs), max(effectifs)
    pas = math.ceil((maximum - minimum + 1) / hauteur_max)
    classes = {}
    for debut in range(minimum, maximum + 1, pas):
        nom = f"{debut}" if pas == 1 else f"{debut}-{debut + pas - 1}"
        classes[nom] = sum(effectifs.get(valeur, 0) for valeur in range(debut, debut + pas))
    plus_haute = max(classes.values())
    marge_nom = max(len(nom) for nom in classes)
    marge_nombre = len(str(plus_haute))
    place = max(1, largeur - marge_nom - marge_nombre - 4)
    return "\n".join(
        f"{nom:>{marge_nom}} │ {'█' * round(place * combien / plus_haute):<{place}} "
        f"{combien:>{marge_nombre}}"
        for nom, combien in classes.items()
    )


def boite_texte(r, largeur=60):
    """Boîte à moustaches sur une ligne : extrêmes, quartiles et médiane.

    >>> print(boite_texte(Resume(9, 0, 0, 0, 4, 6, 8, 19, 0, None), largeur=20))
    ├───[ ┃ ]──────────┤
    """
    etendue = max(1, r.maximum - r.minimum)

    def colonne(valeur):
        return round((largeur - 1) * (valeur - r.minimum) / etendue)

    dessin = ["─"] * largeur
    for i in range(colonne(r.q1), colonne(r.q3) + 1):
        dessin[i] = " "
    marques = [
        (r.minimum, "├"), (r.maximum, "┤"), (r.q1, "["), (r.q3, "]"), (r.mediane, "┃"),
    ]  # fmt: skip
    for valeur, signe in marques:
        dessin[colonne(valeur)] = signe
    return "".join(dessin)


def tableau(r):
    """Les nombres du résumé, un par ligne, prêts à être affichés.

    >>> print(tableau(resume({10: 1, 12: 2, 20: 1})).splitlines()[1])
    Moyenne               13,50 coups
    """
    bas, haut = r.intervalle
    lignes = [
        ("Parties", nombre(r.n, 0)),
        ("Moyenne", f"{nombre(r.moyenne)} coups"),
        ("  à 95 % entre", f"{nombre(bas)} et {nombre(haut)}"),
        ("Écart type", nombre(r.sigma)),
        ("Minimum, maximum", f"{r.minimum}, {r.maximum}"),
        ("Q1, médiane, Q3", f"{r.q1}, {r.mediane}, {r.q3}"),
        ("Mode", str(r.mode)),
    ]
    return "\n".join(f"{nom:<22}{valeur}" for nom, valeur in lignes)


def trace(effectifs, titre, chemin):
    """Histogramme, loi ajustée et boîte à moustaches dans un fichier image (matplotlib)."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    r = resume(effectifs)
    figure, (haut, bas) = pyplot.subplots(
        2, 1, sharex=True, figsize=(8, 5.5), height_ratios=[5, 1], layout="constrained"
    )
    valeurs = list(effectifs)
    bleu, rouge = bn_couleurs.SERIES[:2]
    haut.bar(valeurs, [100 * effectifs[v] / r.n for v in valeurs], width=0.9, color=bleu)
    if r.sigma > 0:
        loi = loi_asymetrique(effectifs)
        abscisses = [r.minimum + k * (r.maximum - r.minimum) / 300 for k in range(301)]
        ordonnees = [100 * densite_asymetrique(x, loi) for x in abscisses]
        haut.plot(abscisses, ordonnees, color=rouge, lw=2, label="loi normale asymétrique")
    haut.axvline(r.moyenne, color="black", ls="--", label=f"moyenne : {nombre(r.moyenne)}")
    haut.set_ylabel("parties (%)")
    haut.set_title(titre)
    haut.legend(frameon=False)
    boite = {
        "med": r.mediane, "q1": r.q1, "q3": r.q3, "whislo": r.minimum, "whishi": r.maximum,
        "fliers": [],
    }  # fmt: skip
    bas.bxp([boite], vert=False, showfliers=False, widths=0.6)
    bas.set_yticks([])
    bas.set_xlabel("nombre de coups")
    figure.savefig(chemin, dpi=120, format="png")
    pyplot.close(figure)
