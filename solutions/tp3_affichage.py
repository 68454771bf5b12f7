"""TP3 : afficher la grille avec de simples caractères.

Ce que l'on manipule ici :
- une chaîne de plusieurs lignes, séparées par le caractère de retour à la ligne ;
- la même chose coupée en morceaux : une liste de lignes ;
- les constantes CAR_… de `bn_utiles`, qui sont les morceaux de cadre : ┌ ─ ┬ ┐ │ ├ ┼ ┤…

Chaque case occupe trois signes de large : `│ X │   │ O │`.
"""

import textwrap

import bn_utiles
from bn_utiles import (
    CAR_CBD,
    CAR_CBG,
    CAR_CHD,
    CAR_CHG,
    CAR_CROISEMENTS,
    CAR_CX,
    CAR_GH,
    CAR_GV,
    CAR_H,
    CAR_TB,
    CAR_TD,
    CAR_TG,
    CAR_TH,
    CAR_V,
    MANQUEE,
    TOUCHEE,
    VIDE,
)
from tp2_placement import Grille as GrilleTP2


def symbole(etat):
    """Signe à dessiner dans une case : 'X' touchée, 'O' manquée, espace si elle est vide.

    >>> symbole(TOUCHEE), symbole(MANQUEE), symbole(VIDE)
    ('X', 'O', ' ')
    """
    return {VIDE: " ", TOUCHEE: "X", MANQUEE: "O"}[etat]


def centre(chaine, longueur):
    """Chaîne de `longueur` signes avec `chaine` au milieu, complétée par des espaces.

    S'il reste un nombre impair d'espaces, celui de trop va à droite. Une chaîne trop
    longue est renvoyée telle quelle.

    >>> centre('HAL', 8)
    '  HAL   '
    >>> centre('ab', 5)
    ' ab  '
    >>> centre('croiseur', 3)
    'croiseur'
    """
    manque = max(0, longueur - len(chaine))
    gauche = manque // 2
    droite = manque - gauche
    return " " * gauche + chaine + " " * droite


def info(*args):
    """Affiche comme `print`, mais passe par `bn_utiles.sortie` (fonction donnée).

    Une fenêtre ou un carnet peut ainsi recevoir le texte à la place du terminal.

    >>> info('Touché', 3)
    Touché 3
    """
    bn_utiles.sortie(*args)


class Grille(GrilleTP2):
    """La grille du TP2, qui sait en plus se dessiner."""

    def ligne_lettres(self):
        """Ligne des noms de colonnes, chaque lettre au-dessus du milieu de sa case.

        Deux espaces, puis les lettres, avec trois espaces entre deux lettres.

        >>> Grille(3, 2).ligne_lettres()
        '  A   B   C'
        """
        lettres = [chr(ord("A") + x) for x in range(self.xmax)]
        return "  " + "   ".join(lettres)

    def ligne_trait(self, gauche, milieu, droite):
        """Trait horizontal : trois CAR_H par case, `milieu` entre deux cases, les bouts donnés.

        >>> Grille(3, 2).ligne_trait('├', '┼', '┤')
        '├───┼───┼───┤'
        """
        return gauche + milieu.join([CAR_H * 3] * self.xmax) + droite

    def ligne_cases(self, y):
        """Les cases de la ligne `y`, entre des CAR_V : une espace, le symbole, une espace.

        >>> g = Grille(2, 1)
        >>> g.marque((0, 0), TOUCHEE)
        >>> g.ligne_cases(0)
        '│ X │   │'
        """
        signes = [symbole(self.etat[(x, y)]) for x in range(self.xmax)]
        return CAR_V + CAR_V.join(centre(signe, 3) for signe in signes) + CAR_V

    def make_chaine(self):
        """Dessin de la grille, sans retour à la ligne final.

        La première ligne porte les lettres, puis viennent le trait du haut, les lignes de
        cases séparées par des traits, et le trait du bas. Devant chaque ligne de cases :
        son numéro et une espace (deux chiffres au-delà de 10 lignes, alignés à droite) ;
        devant les autres lignes, autant d'espaces.

        >>> g = Grille(3, 2)
        >>> g.marque((1, 0), TOUCHEE)
        >>> g.marque((2, 1), MANQUEE)
        >>> print(g.make_chaine())
            A   B   C
          ┌───┬───┬───┐
        0 │   │ X │   │
          ├───┼───┼───┤
        1 │   │   │ O │
          └───┴───┴───┘
        """
        lignes = [self.ligne_lettres(), self.ligne_trait(CAR_CHG, CAR_TH, CAR_CHD)]
        for y in range(self.ymax):
            if y > 0:
                lignes.append(self.ligne_trait(CAR_TG, CAR_CX, CAR_TD))
            lignes.append(self.ligne_cases(y))
        lignes.append(self.ligne_trait(CAR_CBG, CAR_TB, CAR_CBD))
        return "\n".join(self.avec_numeros(lignes))

    def avec_numeros(self, lignes):
        """Ajoute devant chaque ligne du dessin son numéro, ou des espaces (méthode donnée).

        La ligne de cases numéro y est à la place 2 + 2y de la liste.

        >>> Grille(3, 2).avec_numeros(['lettres', 'trait', 'cases', 'trait'])
        ['  lettres', '  trait', '0 cases', '  trait']
        """
        largeur = len(str(self.ymax - 1))
        resultat = []
        for rang, ligne in enumerate(lignes):
            est_ligne_de_cases = rang >= 2 and rang % 2 == 0
            numero = str(rang // 2 - 1) if est_ligne_de_cases else ""
            resultat.append(f"{numero:>{largeur}} {ligne}")
        return resultat

    def epaisseur(self, case1, case2):
        """Trait entre deux cases voisines : 0 s'il n'y en a pas, 1 fin, 2 gras (★★).

        >>> g = Grille(2, 1)
        >>> g.marque((0, 0), TOUCHEE)
        >>> g.epaisseur((0, 0), (1, 0)), g.epaisseur((1, 0), (2, 0)), g.epaisseur((0, 1), (1, 1))
        (2, 1, 0)
        """
        if case1 not in self.etat and case2 not in self.etat:
            return 0
        return 2 if self.is_touche(case1) != self.is_touche(case2) else 1

    def coin(self, x, y):
        """Croisement en haut à gauche de la case (x, y), pour une grille de bateaux (★★).

        Ses quatre branches séparent les quatre cases qui l'entourent. Une branche est
        grasse quand une seule des deux cases qu'elle sépare est occupée. Il n'y a pas de
        branche là où les deux cases sont hors de la grille.

        >>> g = Grille(2, 2)
        >>> g.marque((0, 0), TOUCHEE)
        >>> g.marque((1, 1), TOUCHEE)
        >>> g.coin(1, 1), g.coin(0, 0), g.coin(2, 0)
        ('╋', '┏', '┐')
        """
        hg, hd, bg, bd = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
        branches = [(hg, hd), (bg, bd), (hg, bg), (hd, bd)]
        return CAR_CROISEMENTS[tuple(self.epaisseur(*cases) for cases in branches)]

    def make_chaine_adverse(self, grille):
        """Dessin des tirs de `self` sur les bateaux de `grille`, entourés en gras (★★).

        `self` est la grille de suivi, `grille` celle des bateaux, de mêmes dimensions. Un
        trait est gras si et seulement si une seule des deux cases qu'il sépare contient
        un bateau ; chaque croisement a ses branches grasses en accord avec ses traits.

        >>> suivi, bateaux = Grille(3, 2, [2]), Grille(3, 2, [2])
        >>> bateaux.marque((0, 0), TOUCHEE)
        >>> bateaux.marque((1, 0), TOUCHEE)
        >>> suivi.marque((1, 0), TOUCHEE)
        >>> suivi.marque((2, 1), MANQUEE)
        >>> print(suivi.make_chaine_adverse(bateaux))
            A   B   C
          ┏━━━┯━━━┱───┐
        0 ┃   │ X ┃   │
          ┡━━━┿━━━╃───┤
        1 │   │   │ O │
          └───┴───┴───┘
        """
        lignes = [self.ligne_lettres()]
        for y in range(self.ymax + 1):
            lignes.append(self.trait_adverse(grille, y))
            if y < self.ymax:
                lignes.append(self.cases_adverses(grille, y))
        return "\n".join(self.avec_numeros(lignes))

    def trait_adverse(self, grille, y):
        """Trait au-dessus de la ligne `y`, gras là où il borde un bateau (donnée avec ★★).

        >>> suivi, bateaux = Grille(2, 1), Grille(2, 1)
        >>> bateaux.marque((0, 0), TOUCHEE)
        >>> suivi.trait_adverse(bateaux, 0)
        '┏━━━┱───┐'
        """
        ligne = ""
        for x in range(self.xmax):
            gras = grille.epaisseur((x, y - 1), (x, y)) == 2
            ligne += grille.coin(x, y) + (CAR_GH if gras else CAR_H) * 3
        return ligne + grille.coin(self.xmax, y)

    def cases_adverses(self, grille, y):
        """Les cases de la ligne `y`, séparées par des traits fins ou gras (donnée avec ★★).

        >>> suivi, bateaux = Grille(2, 1), Grille(2, 1)
        >>> bateaux.marque((0, 0), TOUCHEE)
        >>> suivi.marque((0, 0), TOUCHEE)
        >>> suivi.cases_adverses(bateaux, 0)
        '┃ X ┃   │'
        """
        ligne = ""
        for x in range(self.xmax + 1):
            ligne += CAR_GV if grille.epaisseur((x - 1, y), (x, y)) == 2 else CAR_V
            if x < self.xmax:
                ligne += centre(symbole(self.etat[(x, y)]), 3)
        return ligne


def fusion(chaine1, chaine2):
    """Met deux chaînes de plusieurs lignes côte à côte, avec une barre entre les deux.

    Les lignes de la première sont complétées par des espaces jusqu'à la plus longue ;
    celles de la seconde aussi. S'il manque des lignes d'un côté, on en ajoute de vides.
    Entre les deux : une espace, la barre CAR_V, une espace.

    >>> fusion('a\\nbcd', 'ef').split('\\n')
    ['a   │ ef', 'bcd │   ']
    """
    lignes1, lignes2 = chaine1.split("\n"), chaine2.split("\n")
    hauteur = max(len(lignes1), len(lignes2))
    largeur1 = max(len(ligne) for ligne in lignes1)
    largeur2 = max(len(ligne) for ligne in lignes2)
    lignes1 += [""] * (hauteur - len(lignes1))
    lignes2 += [""] * (hauteur - len(lignes2))
    return "\n".join(
        f"{ligne1:<{largeur1}} {CAR_V} {ligne2:<{largeur2}}"
        for ligne1, ligne2 in zip(lignes1, lignes2)
    )


def boite(texte, prefixe="", longueur=40):
    """Encadre `texte` dans une boîte large de `longueur` signes, bords compris.

    Chaque ligne est écrite ainsi : bord, espace, préfixe, texte complété par des espaces,
    espace, bord. Une ligne trop longue est coupée (entre deux mots si possible) et
    continue à la ligne suivante, elle aussi avec le préfixe. Si la boîte est trop étroite
    pour un seul signe de texte, lève ValueError, avec une phrase.

    >>> print(boite('Touché !\\nJe continue.', '> ', 18))
    ┌────────────────┐
    │ > Touché !     │
    │ > Je continue. │
    └────────────────┘
    """
    largeur_texte = longueur - 4 - len(prefixe)
    if largeur_texte < 1:
        raise ValueError(f"Une boîte de {longueur} signes est trop étroite pour ce préfixe.")
    lignes = [CAR_CHG + CAR_H * (longueur - 2) + CAR_CHD]
    for ligne in coupe_lignes(texte, largeur_texte):
        lignes.append(f"{CAR_V} {prefixe}{ligne:<{largeur_texte}} {CAR_V}")
    lignes.append(CAR_CBG + CAR_H * (longueur - 2) + CAR_CBD)
    return "\n".join(lignes)


def coupe_lignes(texte, largeur):
    """Liste des lignes de `texte`, les trop longues coupées à `largeur` signes (donnée).

    >>> coupe_lignes('un deux trois\\n\\nquatre', 8)
    ['un deux', 'trois', '', 'quatre']
    """
    lignes = []
    for ligne in texte.split("\n"):
        lignes.extend(textwrap.wrap(ligne, largeur) or [""])
    return lignes


if __name__ == "__main__":
    import doctest

    doctest.testmod()
