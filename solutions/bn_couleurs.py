"""Les couleurs et les signes du jeu, les mêmes partout : fenêtre, carnets, pages, console.

Ce module est donné en entier : tu n'as rien à y compléter. Une couleur s'écrit '#rrggbb' (deux
chiffres hexadécimaux pour le rouge, deux pour le vert, deux pour le bleu). La couleur n'est jamais
seule : chaque état d'une case a aussi un signe, et la carte de chaleur a des nombres.
"""

# Sur fond clair. « sur_x » est la couleur de ce que l'on écrit sur un fond de couleur x.
CLAIR = {
    # La page et ses textes.
    "papier": "#ffffff",
    "encre": "#16222e",
    "pale": "#4a5b6c",
    "carte": "#f3f6fa",
    "bord": "#c9d3dd",
    "vise": "#0b57d0",  # ce que l'on vise, le dernier tir, les liens
    # La grille.
    "eau": "#e3eef8",
    "trait": "#6f869d",
    "coque": "#b9c8d8",
    "contour": "#12263a",
    "touche": "#b3201c",
    "fond_touche": "#fbdcd8",
    "sur_touche": "#ffffff",
    "manque": "#1f5f99",
    "fond_manque": "#cfe0f0",
    "elimine": "#4f6172",
    # La carte de chaleur va de « froid » à « chaleur » ; voir aussi couleur_chaleur (TP8).
    "froid": "#ffffff",
    "chaleur": "#ff8000",
    # Deux repères que l'on distingue bien, et un verdict : réussi, en partie, raté.
    "vert": "#0f6b4f",
    "violet": "#8a1c7c",
    "reussi": "#0b5394",
    "sur_reussi": "#ffffff",
    "partiel": "#b9d6f2",
    "sur_partiel": "#10243a",
    "rate": "#f6c38f",
    "sur_rate": "#3a1f00",
}

# La carte de chaleur en cinq couleurs, tant que couleur_chaleur (TP8) n'est pas écrite.
PALIERS = [CLAIR["froid"], "#ffe0c0", "#ffc080", "#ffa040", CLAIR["chaleur"]]

SOMBRE = {
    "papier": "#10181f",
    "encre": "#eef3f8",
    "pale": "#b4c2d0",
    "carte": "#1a2530",
    "bord": "#44576a",
    "vise": "#8ab4ff",
    "eau": "#17293b",
    "trait": "#6b8095",
    "coque": "#3d5268",
    "contour": "#e3ecf5",
    "touche": "#ff9488",
    "fond_touche": "#511f1c",
    "sur_touche": "#2b0a07",
    "manque": "#8cc2ff",
    "fond_manque": "#22394f",
    "elimine": "#a9b8c6",
    "froid": "#10181f",
    "chaleur": "#8f5a00",
    "vert": "#5fd3ae",
    "violet": "#f2a3e6",
    "reussi": "#7db8f2",
    "sur_reussi": "#0a1a2b",
    "partiel": "#2c4c6e",
    "sur_partiel": "#e8f2fd",
    "rate": "#8a4b12",
    "sur_rate": "#fff0df",
}

# Sur papier : les textes en noir, le reste comme sur fond clair.
IMPRIME = dict(
    CLAIR, encre="#000000", pale="#333333", carte="#ffffff", vise="#000000", bord="#888888"
)

VARIANTES = {"clair": CLAIR, "sombre": SOMBRE, "imprime": IMPRIME}

# Des courbes ou des barres à distinguer dans un graphique, dans cet ordre.
SERIES = [CLAIR[nom] for nom in ("manque", "touche", "vert", "violet", "encre", "trait")]

# Les signes, dans un carré de côté COTE : (x1, y1, x2, y2) est un trait, (x, y, r) un rond.
COTE = 36
CROIX = [(10, 10, 26, 26), (26, 10, 10, 26)]
CADRE = [(6, 6, 30, 6), (30, 6, 30, 30), (30, 30, 6, 30), (6, 30, 6, 6)]
SIGNES = {
    "vide": [],
    "touché": CROIX,
    "coulé": CROIX + CADRE,
    "manqué": [(18, 18, 7)],
    "éliminée": [(13, 18, 23, 18)],
}
# Les quatre coins qui entourent le dernier tir.
COINS = [
    (3, 12, 3, 3), (3, 3, 12, 3), (24, 3, 33, 3), (33, 3, 33, 12),
    (33, 24, 33, 33), (33, 33, 24, 33), (12, 33, 3, 33), (3, 33, 3, 24),
]  # fmt: skip

# Les mêmes états en console : une lettre par case. « # » est un morceau de bateau caché.
LETTRES = {"vide": ".", "touché": "X", "coulé": "*", "manqué": "O", "éliminée": "-", "bateau": "#"}
COLONNES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def etats_des_cases(etat, jouees=None, coules=()):
    """{case: nom de l'état}, d'après un dictionnaire {case: 0, 1 ou -1}.

    Avec `jouees`, une case à -1 où l'on n'a jamais tiré est « éliminée » ; sans `jouees`, elle
    est « manqué ».

    >>> etats_des_cases({(0, 0): 1, (1, 0): -1, (2, 0): 0}, jouees=[(0, 0)], coules=[(0, 0)])
    {(0, 0): 'coulé', (1, 0): 'éliminée', (2, 0): 'vide'}
    """
    noms = {}
    for case, valeur in etat.items():
        noms[case] = {0: "vide", 1: "touché", -1: "manqué"}.get(valeur, "vide")
        if case in coules:
            noms[case] = "coulé"
        elif valeur == -1 and jouees is not None and case not in jouees:
            noms[case] = "éliminée"
    return noms


def en_petit(etats, bateaux=(), pas=2):
    """Le dessin d'une grille : une ligne de texte par rangée, `pas` colonnes par case.

    `etats` : {case: nom de l'état} ; `bateaux` : les cases des bateaux à montrer.

    >>> print(en_petit({(0, 0): "touché", (1, 0): "vide", (0, 1): "manqué", (1, 1): "éliminée"}))
      A B
    0 X .
    1 O -
    """
    xmax, ymax = (1 + max(case[k] for case in etats) for k in (0, 1))
    marge, entre = len(str(ymax - 1)), " " * (pas - 1)
    lignes = [" " * (marge + 1) + entre.join(COLONNES[:xmax])]
    for y in range(ymax):
        noms = [etats[(x, y)] for x in range(xmax)]
        for x in range(xmax):
            if noms[x] == "vide" and (x, y) in bateaux:
                noms[x] = "bateau"
        lignes.append(f"{y:>{marge}} " + entre.join(LETTRES[nom] for nom in noms))
    return "\n".join(lignes)


def bateaux_coules(occupees, touchees):
    """Liste des bateaux (listes de cases) dont toutes les cases sont touchées.

    `occupees` : les cases de la flotte ; celles d'un même bateau se suivent de proche en proche.

    >>> bateaux_coules([(0, 0), (1, 0), (3, 0)], touchees=[(1, 0), (0, 0)])
    [[(0, 0), (1, 0)]]
    """
    restent, coules = sorted(occupees), []
    while restent:
        bateau = [restent.pop(0)]
        for x, y in bateau:  # la liste s'allonge pendant qu'on la parcourt
            for voisine in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]:
                if voisine in restent:
                    restent.remove(voisine)
                    bateau.append(voisine)
        if all(case in touchees for case in bateau):
            coules.append(bateau)
    return coules


def etat_flotte(tailles, restantes):
    """[[taille, coulé ou non]] de chaque bateau, dans l'ordre de `tailles`.

    `restantes` : les tailles qu'il reste à trouver.

    >>> etat_flotte([3, 3, 2], restantes=[3])
    [[3, False], [3, True], [2, True]]
    """
    restantes, bateaux = list(restantes), []
    for taille in tailles:
        coule = taille not in restantes
        if not coule:
            restantes.remove(taille)
        bateaux.append([taille, coule])
    return bateaux


def vue_des_tirs(joueur, coules_connus=True):
    """(états, flotte, coulés) de ce qu'un joueur du TP4 voit en tirant sur `grille_adverse`.

    - états : {case: nom de l'état} ; flotte : voir `etat_flotte` ;
    - coulés : les bateaux coulés. Sans `coules_connus`, il ne les découvre qu'à la fin.

    >>> from tp4_tir import Joueur
    >>> zoe = Joueur('Zoé', 3, 1, [2])
    >>> zoe.grille_adverse.etat[(0, 0)] = 1
    >>> zoe.grille_suivi.etat[(2, 0)] = -1
    >>> vue_des_tirs(zoe)
    ({(0, 0): 'vide', (1, 0): 'vide', (2, 0): 'éliminée'}, [[2, False]], [])
    """
    suivi, adverse = joueur.grille_suivi, joueur.grille_adverse
    coules = []
    if coules_connus or suivi.fini():
        occupees = [case for case in adverse.etat if adverse.is_touche(case)]
        coules = bateaux_coules(occupees, [c for c in occupees if suivi.is_touche(c)])
    cases = [case for bateau in coules for case in bateau]
    restantes = list(adverse.flotte_depart)
    for bateau in coules:
        if len(bateau) in restantes:  # deux bateaux collés, contre la règle, n'en font qu'un
            restantes.remove(len(bateau))
    etats = etats_des_cases(suivi.etat, joueur.cases_jouees, cases)
    return etats, etat_flotte(adverse.flotte_depart, restantes), coules


def chemin_svg(signe):
    """Le signe (une liste de traits et de ronds) écrit comme l'attribut d d'un <path> de SVG.

    >>> chemin_svg(SIGNES["éliminée"]), chemin_svg([(18, 18, 7)])
    ('M13 18L23 18', 'M25 18a7 7 0 1 0 -14 0a7 7 0 1 0 14 0')
    """
    morceaux = []
    for forme in signe:
        if len(forme) == 4:
            morceaux.append("M{} {}L{} {}".format(*forme))
        else:
            x, y, r = forme
            morceaux.append(f"M{x + r} {y}a{r} {r} 0 1 0 -{2 * r} 0a{r} {r} 0 1 0 {2 * r} 0")
    return "".join(morceaux)


def feuille_de_style(css):
    """Le texte CSS où chaque repère `/*= clair */` devient les couleurs de cette variante.

    La couleur « sur_touche » y devient la variable `--bn-sur-touche`.

    >>> feuille_de_style("a { /*= sombre */ }")[:40]
    'a { --bn-papier: #10181f; --bn-encre: #e'
    """
    for nom, couleurs in VARIANTES.items():
        variables = [f"--bn-{role.replace('_', '-')}: {c};" for role, c in couleurs.items()]
        css = css.replace(f"/*= {nom} */", " ".join(variables))
    return css


if __name__ == "__main__":
    import doctest

    doctest.testmod()
