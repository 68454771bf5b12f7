"""Suite cachée du TP3 : afficher la grille.

Les textes sont comparés signe par signe là où l'énoncé fixe chaque signe ; la façon de couper
une ligne trop longue est libre, pourvu que rien ne soit perdu et que le cadre soit droit.
"""

from autograder.moteur.essai import exercice
from autograder.suites.terrain import deux_grilles, dimensions, etats_au_hasard, ne_modifie_rien

MOTS = ("port", "mer", "cap", "tribord", "babord", "ancre", "voile", "phare", "un", "le", "à")


def mot(alea, longueur):
    """Un mot inventé de cette longueur."""
    return "".join(alea.choice("abcdefgh") for _ in range(longueur))


def lignes(alea, nombre, longueur_max=6):
    """Un texte de `nombre` lignes de longueurs diverses."""
    return "\n".join(mot(alea, alea.randint(1, longueur_max)) for _ in range(nombre))


def pyramide(alea, nombre):
    """Un texte de `nombre` lignes, de la plus longue à la plus courte."""
    return "\n".join(sorted(lignes(alea, nombre).split("\n"), key=len, reverse=True))


@exercice("tp3.symbole")
def test_symbole(essai):
    with essai.aspect("touchée et vide", part=2):
        essai.egal(essai.copie.symbole(1), "X")
        essai.egal(essai.copie.symbole(0), " ")
    with essai.aspect("manquée"):
        essai.egal(essai.copie.symbole(-1), "O")


@exercice("tp3.centre")
def test_centre(essai):
    alea, corrige = essai.alea, essai.corrige

    def verifie(couples):
        for chaine, longueur in couples:
            essai.egal(essai.copie.centre(chaine, longueur), corrige.centre(chaine, longueur))

    with essai.aspect("nombre pair d'espaces", part=2):
        verifie([("X", 3), ("ab", 4), ("HAL", 7)])
        verifie([(c, len(c) + 2 * alea.randint(1, 5)) for c in (mot(alea, 3), mot(alea, 4))])
    with essai.aspect("nombre impair d'espaces", part=2):
        verifie([("a", 2), ("ab", 3), ("abc", 6), ("HAL", 8), ("a", 4)])
        verifie([(c, len(c) + 2 * alea.randint(1, 5) + 1) for c in (mot(alea, 3), mot(alea, 4))])
    with essai.aspect("chaîne trop longue"):
        verifie([("croiseur", 3), ("ab", 1), ("abc", 0)])
    with essai.aspect("sans rien à ajouter"):
        verifie([("abc", 3), ("", 0)])
    with essai.aspect("chaîne vide"):
        verifie([("", 2), ("", 4)])


# --- Les lignes du dessin --------------------------------------------------------------


@exercice("tp3.ligne_lettres")
def test_ligne_lettres(essai):
    def verifie(*dimensions_grille):
        g, r = deux_grilles(essai, *dimensions_grille)
        essai.egal(g.ligne_lettres(), r.ligne_lettres())

    with essai.aspect("cas général", part=2):
        for cote in (2, 3, essai.alea.randint(4, 9)):
            verifie(cote, cote)
    with essai.aspect("grille non carrée"):
        for xmax, ymax in [(3, 2), (2, 5), (1, 2), dimensions(essai.alea, 12)]:
            verifie(xmax, ymax)
    with essai.aspect("26 colonnes"):
        verifie(26, 26)


@exercice("tp3.ligne_trait")
def test_ligne_trait(essai):
    def verifie(bouts, *dimensions_grille):
        g, r = deux_grilles(essai, *dimensions_grille)
        essai.egal(g.ligne_trait(*bouts), r.ligne_trait(*bouts))

    with essai.aspect("cas général", part=2):
        for cote in (2, 3, essai.alea.randint(4, 9)):
            verifie("├┼┤", cote, cote)
    with essai.aspect("les trois signes donnés", part=2):
        for bouts in ("┌┬┐", "└┴┘", "abc"):
            verifie(bouts, 3, 3)
    with essai.aspect("grille non carrée"):
        for xmax, ymax in [(3, 2), (2, 5), dimensions(essai.alea, 12)]:
            verifie("├┼┤", xmax, ymax)
    with essai.aspect("une seule colonne"):
        verifie("├┼┤", 1, 1)


@exercice("tp3.ligne_cases")
def test_ligne_cases(essai):
    alea = essai.alea

    def verifie(ys, *args):
        for y in ys:
            g, r = deux_grilles(essai, *args)
            essai.egal(g.ligne_cases(y), r.ligne_cases(y))

    with essai.aspect("cas général", part=2):
        verifie([0, 1], 2, 2)
        verifie([0], 2, 2, {(0, 0): 1})
        verifie([0, 1, 2], 3, 3, {(1, 1): 1})
        verifie([0], 1, 1)
    with essai.aspect("y est la ligne", part=2):
        verifie([0, 1], 3, 3, {(1, 0): 1, (2, 0): 1})
        verifie([2], 3, 3, {(0, 2): 1})
    with essai.aspect("touchées et manquées", apres=["y est la ligne"]):
        verifie([0], 3, 3, {(0, 0): -1, (2, 0): 1})
        verifie([1], 3, 3, {(0, 1): 1, (1, 1): -1})
        verifie([1, 3], 4, 4, etats_au_hasard(alea, 4, 4))
    with essai.aspect("grille non carrée", apres=["y est la ligne"]):
        for xmax, ymax in [(3, 2), (2, 3), dimensions(alea)]:
            verifie([0, ymax - 1], xmax, ymax)
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "ligne_cases", [(0,), (1,)])


# --- Le dessin -------------------------------------------------------------------------


@exercice("tp3.make_chaine")
def test_make_chaine(essai):
    alea = essai.alea

    def verifie(*args):
        g, r = deux_grilles(essai, *args)
        essai.egal(g.make_chaine(), r.make_chaine())

    with essai.aspect("cas général", part=2):
        verifie(1, 1)
        verifie(2, 2)
        verifie(3, 3, {(0, 0): 1, (2, 2): -1})
    with essai.aspect("grille non carrée", part=2):
        verifie(3, 2, {(1, 0): 1, (2, 1): -1})
        verifie(2, 3, {(1, 2): 1})
        xmax, ymax = dimensions(alea)
        verifie(xmax, ymax, etats_au_hasard(alea, xmax, ymax))
    with essai.aspect("plus de dix lignes", apres=["grille non carrée"]):
        verifie(2, 11)
    with essai.aspect("dix lignes", apres=["grille non carrée"]):
        verifie(2, 10)
    with essai.aspect("ne modifie rien"):
        ne_modifie_rien(essai, "make_chaine", [(), ()])


@exercice("tp3.fusion")
def test_fusion(essai):
    alea = essai.alea

    def verifie(*couples):
        for chaine1, chaine2 in couples:
            essai.egal(essai.copie.fusion(chaine1, chaine2), essai.corrige.fusion(chaine1, chaine2))

    with essai.aspect("une ligne"):
        verifie(("a", "b"), ("ab", "cde"), (mot(alea, 5), mot(alea, 3)))
    with essai.aspect("même hauteur", part=2):
        verifie(("a\nb", "c\nd"), ("ab\ncd\nef", "ghi\njkl\nmno"))
    with essai.aspect("lignes de longueurs différentes", part=2, apres=["même hauteur"]):
        verifie(("ab\nc", "d\nef"), ("a\nbcd", "e\nf"), ("a\nb", "cde\nf"))
        verifie(*[(lignes(alea, n), lignes(alea, n)) for n in (3, 4)])
    with essai.aspect(
        "hauteurs différentes", part=2, apres=["même hauteur", "lignes de longueurs différentes"]
    ):
        verifie(("a\nb", "c"), ("a", "b\nc\nd"), ("ab\nc", "de"))
        verifie((pyramide(alea, 5), pyramide(alea, 2)), (pyramide(alea, 1), pyramide(alea, 4)))
    with essai.aspect(
        "chaîne vide",
        apres=["même hauteur", "lignes de longueurs différentes", "hauteurs différentes"],
    ):
        verifie(("ab\nc", ""), ("", "a\nb"))


def coupe_juste(texte, prefixe, longueur):
    """Le prédicat d'une boîte dont des lignes ont été coupées : True, ou ce qui ne va pas."""
    largeur = longueur - 4 - len(prefixe)

    def verifie(valeur):
        if type(valeur) is not str:
            return "il faut renvoyer un texte."
        recues = valeur.split("\n")
        if {len(ligne) for ligne in recues} != {longueur}:
            return f"toutes les lignes doivent avoir {longueur} signes."
        cadre = recues[0] == "┌" + "─" * (longueur - 2) + "┐"
        cadre = cadre and recues[-1] == "└" + "─" * (longueur - 2) + "┘"
        if not cadre or not all(li.startswith("│ ") and li.endswith(" │") for li in recues[1:-1]):
            return "le cadre n'est pas complet."
        if not all(ligne[2:].startswith(prefixe) for ligne in recues[1:-1]):
            return f"chaque ligne doit porter le préfixe {prefixe!r}."
        morceaux = [ligne[2 + len(prefixe) : -2].rstrip() for ligne in recues[1:-1]]
        if "".join(morceaux).replace(" ", "") != texte.replace(" ", "").replace("\n", ""):
            return "le texte doit y être en entier, dans l'ordre."
        if all(len(m) <= largeur for m in texte.split()):
            if " ".join(morceaux).split() != texte.split():
                return "une ligne se coupe entre deux mots, quand c'est possible."
        return True

    return verifie


@exercice("tp3.boite")
def test_boite(essai):
    alea, corrige = essai.alea, essai.corrige

    def verifie(*args):
        essai.egal(essai.copie.boite(*args), corrige.boite(*args))

    def verifie_coupee(texte, prefixe, longueur):
        boite = essai.copie.boite(texte, prefixe, longueur)
        essai.verifie(boite, coupe_juste(texte, prefixe, longueur))

    with essai.aspect("une ligne sans préfixe", part=2):
        verifie("ab", "", 8)
        verifie("Touché !", "", 12)
        verifie(mot(alea, 5), "", alea.randint(12, 30))
    with essai.aspect("plusieurs lignes"):
        verifie("a\nbc", "", 8)
        verifie("a\n\nb", "", 10)
        verifie(lignes(alea, 4), "", 14)
    with essai.aspect("préfixe", part=2, apres=["plusieurs lignes"]):
        verifie("ab", "> ", 10)
        verifie("ab", mot(alea, 3) + " : ", 20)
        verifie("Touché !\nJe continue.", "> ", 18)
    with essai.aspect("ligne trop longue", apres=["plusieurs lignes", "préfixe"]):
        verifie_coupee("un deux trois", "", 12)
        verifie_coupee("un deux\ntrois quatre cinq", "", 12)
        texte = " ".join(alea.choice(MOTS) for _ in range(12))
        verifie_coupee(texte, "", alea.randint(12, 20))
        verifie_coupee("un deux\ntrois quatre cinq", "> ", 14)
    with essai.aspect("mot trop long", apres=["plusieurs lignes", "ligne trop longue"]):
        verifie_coupee("anticonstitutionnellement", "", 14)
        verifie_coupee(mot(alea, 17), "", 12)
    with essai.aspect("valeurs par défaut"):
        verifie("ab")
        essai.egal(essai.copie.boite("ab", longueur=8), corrige.boite("ab", "", 8))
    with essai.aspect("boîte trop étroite", apres=["préfixe"]):
        for texte, prefixe, longueur in [("ab", "", 4), ("ab", "> ", 6), ("a", "", 0)]:
            essai.leve(essai.copie.boite(texte, prefixe, longueur), ValueError, message=True)
        verifie("a", "", 5)


# --- ★★ Les contours gras --------------------------------------------------------------


def carrefours(xmax, ymax):
    """Les croisements d'une grille, bords compris."""
    return [(x, y) for x in range(xmax + 1) for y in range(ymax + 1)]


@exercice("tp3.epaisseur")
def test_epaisseur(essai):
    alea = essai.alea

    def verifie(couples, *args):
        for case1, case2 in couples:
            g, r = deux_grilles(essai, *args)
            essai.egal(g.epaisseur(case1, case2), r.epaisseur(case1, case2))

    with essai.aspect("dans la grille", part=2):
        verifie([((0, 0), (1, 0)), ((0, 0), (0, 1))], 2, 2)
        verifie([((0, 0), (1, 0)), ((1, 0), (0, 0)), ((1, 0), (1, 1))], 2, 2, {(0, 0): 1})
    with essai.aspect("deux cases occupées"):
        verifie([((0, 0), (1, 0))], 2, 2, {(0, 0): 1, (1, 0): 1})
    with essai.aspect("au bord", part=2):
        verifie([((1, 0), (2, 0)), ((-1, 0), (0, 0)), ((0, 1), (0, 2))], 2, 2, {(0, 0): 1})
    with essai.aspect("hors de la grille"):
        verifie([((0, 2), (1, 2)), ((-1, -1), (0, -1)), ((2, 0), (2, 1))], 2, 2, {(0, 0): 1})
    with essai.aspect("cases manquées", apres=["deux cases occupées", "au bord"]):
        verifie([((0, 0), (1, 0)), ((-1, 0), (0, 0))], 3, 2, {(0, 0): -1})
        verifie([((0, 0), (1, 0)), ((0, 0), (0, 1))], 3, 2, {(0, 0): -1, (1, 0): 1, (0, 1): 1})
        etats = dict.fromkeys(etats_au_hasard(alea, 3, 2), -1)
        verifie([((x, y), (x + 1, y)) for x in range(-1, 3) for y in range(2)], 3, 2, etats)


@exercice("tp3.coin")
def test_coin(essai):
    alea = essai.alea

    def verifie(coins, *args):
        for x, y in coins:
            g, r = deux_grilles(essai, *args)
            essai.egal(g.coin(x, y), r.coin(x, y), grille=g if len(args) > 2 else None)

    with essai.aspect("croisements fins", part=2):
        verifie([(1, 1)], 2, 2)
        verifie([(1, 1), (1, 2), (2, 1), (2, 2)], 3, 3)
    with essai.aspect("croisements gras", part=2):
        verifie([(1, 1)], 2, 2, {(0, 0): 1})
        for _ in range(4):
            etats = {c: 1 for c in [(0, 0), (1, 0), (0, 1), (1, 1)] if alea.random() < 0.5}
            verifie([(1, 1)], 2, 2, etats)
        verifie([(1, 1), (2, 1)], 3, 2, {(0, 0): 1, (1, 1): 1})
    with essai.aspect("bords et coins", part=2, apres=["croisements gras"]):
        verifie([(0, 0), (2, 0), (0, 2), (2, 2), (1, 0), (0, 1), (1, 2), (2, 1)], 2, 2)
        verifie([(0, 0), (1, 0), (2, 0), (0, 1), (2, 2)], 2, 2, {(0, 0): 1, (1, 1): 1})
    with essai.aspect("grille non carrée", apres=["croisements gras", "bords et coins"]):
        etats = dict.fromkeys(etats_au_hasard(alea, 3, 2), 1)
        verifie(carrefours(3, 2), 3, 2, etats)
        verifie([(0, 3), (2, 3), (2, 0)], 2, 3)


@exercice("tp3.make_chaine_adverse")
def test_make_chaine_adverse(essai):
    alea = essai.alea

    def dessine(module, xmax, ymax, tirs, bateaux):
        suivi, flotte = module.Grille(xmax, ymax, [2]), module.Grille(xmax, ymax, [2])
        for cases, marquee in ((tirs, suivi), (bateaux, flotte)):
            for case, etat in cases.items():
                marquee.marque(case, etat)
        return suivi, flotte

    def verifie(xmax, ymax, tirs=(), bateaux=()):
        g, flotte = dessine(essai.copie, xmax, ymax, dict(tirs), dict(bateaux))
        r, flotte_r = dessine(essai.corrige, xmax, ymax, dict(tirs), dict(bateaux))
        essai.egal(g.make_chaine_adverse(flotte), r.make_chaine_adverse(flotte_r))
        return (g, flotte), (r, flotte_r)

    with essai.aspect("sans bateau", part=2):
        verifie(1, 1)
        verifie(2, 2, {(0, 0): -1})
        verifie(3, 2, {(1, 1): -1})
    with essai.aspect("tirs et bateaux", part=2):
        verifie(2, 2, {}, {(0, 0): 1})
        verifie(3, 3, {(1, 0): 1}, {(0, 0): 1, (1, 0): 1})
        verifie(3, 3, {(0, 0): -1}, {(1, 1): 1, (0, 0): -1})
    with essai.aspect("grille non carrée", apres=["tirs et bateaux"]):
        verifie(3, 2, {(1, 0): 1, (2, 1): -1}, {(0, 0): 1, (1, 0): 1})
        xmax, ymax = dimensions(alea, 5)
        bateaux = etats_au_hasard(alea, xmax, ymax)
        tirs = {case: 1 if bateaux.get(case) == 1 else -1 for case in [(0, 0), (1, 1)]}
        verifie(xmax, ymax, tirs, bateaux)
    with essai.aspect("plus de dix lignes", apres=["tirs et bateaux"]):
        verifie(2, 11, {(0, 10): 1}, {(0, 10): 1})
    with essai.aspect("ne modifie rien", apres=["tirs et bateaux"]):
        (g, flotte), (r, flotte_r) = verifie(2, 2, {(1, 1): -1}, {(0, 0): 1, (1, 0): -1})
        essai.egal(g.etat, r.etat)
        essai.egal(flotte.etat, flotte_r.etat)
