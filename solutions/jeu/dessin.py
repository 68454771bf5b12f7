"""La grille dessinée dans un terminal : en grand s'il y a la place, sinon en petit.

En grand, c'est le dessin du TP3, où les cases éliminées et les bateaux coulés ont leur propre
signe. En petit, une ligne par rangée et une ou deux colonnes par case. Les signes sont ceux de
`bn_couleurs`.
"""

from solutions import bn_couleurs
from solutions import tp3_affichage as tp3

LETTRES = bn_couleurs.LETTRES
A_TROUVER = "À trouver"
AUTOUR = 8  # lignes gardées pour le titre, les messages et la question


def largeur(dessin):
    """Nombre de signes de la plus longue ligne.

    >>> largeur('ab\\nabc')
    3
    """
    return max(len(ligne) for ligne in dessin.split("\n"))


def hauteur(dessin):
    """Nombre de lignes."""
    return len(dessin.split("\n"))


def avec_titre(titre, dessin):
    """Le dessin d'une grille sous son titre centré."""
    return tp3.centre(titre, largeur(dessin)) + "\n" + dessin


def en_grand(suivi, etats, bateaux=None):
    """Le dessin du TP3, avec le signe de chaque état ; `bateaux` : la grille à entourer.

    >>> from solutions import tp6_solveur_optimal as tp6
    >>> grille = tp6.Grille(2, 1, [1])
    >>> grille.etat[(1, 0)] = -1
    >>> print(en_grand(grille, {(0, 0): "vide", (1, 0): "éliminée"}).split("\\n")[2])
    0 │   │ - │
    """
    dessin = suivi.make_chaine_adverse(bateaux) if bateaux is not None else suivi.make_chaine()
    lignes = dessin.split("\n")
    marge = lignes[2].index(" ", len(str(suivi.ymax - 1))) + 1  # après le numéro de la rangée
    for (x, y), etat in etats.items():
        if etat != "vide":
            ligne, place = lignes[2 + 2 * y], marge + 4 * x + 2
            lignes[2 + 2 * y] = ligne[:place] + LETTRES[etat] + ligne[place + 1 :]
    return "\n".join(lignes)


def cases_de(bateaux):
    """Les cases occupées de cette grille de bateaux (aucune si elle vaut None)."""
    return [] if bateaux is None else [case for case in bateaux.etat if bateaux.is_touche(case)]


def flotte_en_texte(flotte, titre=A_TROUVER):
    """La flotte (voir `bn_couleurs.etat_flotte`), un bateau par ligne, les coulés barrés.

    >>> print(flotte_en_texte([[3, False], [2, True]]))
    À trouver
    ###
    **
    """
    lignes = [LETTRES["coulé" if coule else "bateau"] * taille for taille, coule in flotte]
    return "\n".join([titre, *lignes])


def avec_legende(texte, grille):
    """Le texte, suivi de ce que veulent dire les signes s'il reste la place à côté de la grille."""
    noms = ("touché", "coulé", "manqué", "éliminée")
    entier = "\n".join([texte, "", *(f"{LETTRES[nom]} {nom}" for nom in noms)])
    return entier if hauteur(entier) <= hauteur(grille) else texte


def placement(grille, ecran):
    """La flotte en cours de placement."""
    vide = type(grille)(grille.xmax, grille.ymax, grille.flotte_depart)
    etats = bn_couleurs.etats_des_cases(vide.etat)
    return le_premier_qui_tient(tailles(vide, etats, grille, ecran), ecran)


def tailles(suivi, etats, bateaux, ecran):
    """Les dessins d'une grille, du plus grand au plus petit ; en grand, s'il y a la hauteur."""
    grand = en_grand(suivi, etats, bateaux)
    petits = [bn_couleurs.en_petit(etats, cases_de(bateaux), pas) for pas in (2, 1)]
    return petits if ecran.hauteur < hauteur(grand) + AUTOUR else [grand, *petits]


def le_premier_qui_tient(dessins, ecran):
    """Le premier dessin qui n'est pas trop large pour l'écran ; à défaut, le dernier."""
    return next((d for d in dessins if largeur(d) <= ecran.largeur), dessins[-1])


def situation(joueur, ecran, bateaux=None, coules_connus=True):
    """Ce qu'un joueur voit de ses tirs, au mieux de ce que l'écran peut montrer.

    `bateaux` : la grille dont on montre aussi les bateaux. La flotte à trouver est à côté.
    """
    etats, flotte, _ = bn_couleurs.vue_des_tirs(joueur, coules_connus)
    restants = flotte_en_texte(flotte)
    candidats = []
    for grille in tailles(joueur.grille_suivi, etats, bateaux, ecran):
        candidats += [tp3.fusion(grille, avec_legende(restants, grille)), grille]
    return le_premier_qui_tient(candidats, ecran)


def duel(joueur, ordi, ecran, coules_connus=True):
    """Les deux grilles d'un duel, côte à côte si possible, sinon celle des tirs en dernier."""
    etats, a_trouver, _ = bn_couleurs.vue_des_tirs(joueur, coules_connus)
    siens, a_flot, _ = bn_couleurs.vue_des_tirs(ordi)
    tirs = tailles(joueur.grille_suivi, etats, None, ecran)
    defenses = tailles(ordi.grille_suivi, siens, joueur.grille_joueur, ecran)
    restes = tp3.fusion(flotte_en_texte(a_trouver), flotte_en_texte(a_flot, "À toi"))
    cote_a_cote, empiles = [], []
    for gauche, droite in zip(tirs, defenses, strict=True):
        gauche, droite = avec_titre("Tes tirs", gauche), avec_titre("Ta flotte", droite)
        ensemble = tp3.fusion(gauche, droite)
        cote_a_cote += [tp3.fusion(ensemble, avec_legende(restes, ensemble)), ensemble]
        empiles.append(f"{droite}\n{gauche}")
    return le_premier_qui_tient([*cote_a_cote, *empiles], ecran)
