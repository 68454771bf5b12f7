"""Le dessin des grilles : bords gras, croisements, largeurs."""

import itertools
import unicodedata

import pytest

from solutions.jeu.grille_rapide import GrilleRapide

BRAS = {"UP": 0, "DOWN": 1, "LEFT": 2, "RIGHT": 3}


def branches(signe):
    """Épaisseurs (haut, bas, gauche, droite) d'un signe, lues dans son nom Unicode."""
    nom = unicodedata.name(signe).replace("BOX DRAWINGS ", "")
    nom = nom.replace("VERTICAL", "UP AND DOWN").replace("HORIZONTAL", "LEFT AND RIGHT")
    resultat = [0, 0, 0, 0]
    graisse, groupe = None, []
    mots = nom.split()
    # « LIGHT A AND B » ou « A LIGHT AND B HEAVY » : la graisse vient avant ou après les bras.
    if mots[0] in ("LIGHT", "HEAVY"):
        for mot in mots[1:]:
            if mot in BRAS:
                resultat[BRAS[mot]] = 1 if mots[0] == "LIGHT" else 2
        return tuple(resultat)
    for mot in mots:
        if mot in BRAS:
            groupe.append(mot)
        elif mot in ("LIGHT", "HEAVY"):
            graisse = 1 if mot == "LIGHT" else 2
            for bras in groupe:
                resultat[BRAS[bras]] = graisse
            groupe = []
    return tuple(resultat)


def test_chaque_croisement_porte_les_branches_de_sa_cle(corrige):
    table = corrige.module("bn_utiles").CAR_CROISEMENTS
    for cle, signe in table.items():
        assert branches(signe) == cle, (signe, unicodedata.name(signe))


def verifie_dessin(suivi, bateaux):
    """Relit le dessin signe par signe et le compare à la règle des bords gras."""
    lignes = suivi.make_chaine_adverse(bateaux).split("\n")
    marge = len(str(suivi.ymax - 1)) + 1
    occupee = bateaux.is_touche
    dedans = bateaux.etat

    def attendu(case1, case2):
        if case1 not in dedans and case2 not in dedans:
            return 0
        return 2 if occupee(case1) != occupee(case2) else 1

    assert len(lignes) == 2 * suivi.ymax + 2
    for y in range(suivi.ymax + 1):
        trait = lignes[1 + 2 * y][marge:]
        assert len(trait) == 4 * suivi.xmax + 1
        for x in range(suivi.xmax + 1):
            hg, hd, bg, bd = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
            paires = [(hg, hd), (bg, bd), (hg, bg), (hd, bd)]
            assert branches(trait[4 * x]) == tuple(attendu(*paire) for paire in paires)
            if x < suivi.xmax:
                horizontal = {1: "─", 2: "━"}[attendu((x, y - 1), (x, y))]
                assert trait[4 * x + 1 : 4 * x + 4] == horizontal * 3
    for y in range(suivi.ymax):
        ligne = lignes[2 + 2 * y]
        assert ligne[:marge] == f"{y:>{marge - 1}} "
        for x in range(suivi.xmax + 1):
            vertical = {1: "│", 2: "┃"}[attendu((x - 1, y), (x, y))]
            assert ligne[marge + 4 * x] == vertical
        for x in range(suivi.xmax):
            signe = {0: " ", 1: "X", -1: "O"}[suivi.etat[(x, y)]]
            assert ligne[marge + 4 * x + 1 : marge + 4 * x + 4] == f" {signe} "


@pytest.mark.parametrize("xmax, ymax", [(2, 2), (3, 2), (2, 3), (1, 4), (4, 1), (1, 1)])
def test_toutes_les_configurations_de_bateaux(tp3, xmax, ymax):
    """Tous les voisinages de quatre cases, coins qui se touchent compris."""
    for motif in itertools.product([0, 1], repeat=xmax * ymax):
        suivi, bateaux = tp3.Grille(xmax, ymax), tp3.Grille(xmax, ymax)
        for case, etat in zip(bateaux.etat, motif, strict=True):
            bateaux.etat[case] = etat
            suivi.etat[case] = -etat
        verifie_dessin(suivi, bateaux)


def test_une_vraie_flotte_sur_une_grande_grille():
    grille = GrilleRapide(26, 99, [5, 4, 3, 3, 2, 1])
    grille.init_bateaux_alea()
    verifie_dessin(grille.copie(), grille)


@pytest.mark.parametrize("xmax, ymax", [(1, 1), (3, 2), (10, 10), (26, 12), (2, 99)])
def test_make_chaine(tp3, xmax, ymax):
    grille = tp3.Grille(xmax, ymax)
    lignes = grille.make_chaine().split("\n")
    assert len(lignes) == 2 * ymax + 2
    assert len({len(ligne) for ligne in lignes[1:]}) == 1
    marge = len(str(ymax - 1)) + 1
    for x in range(xmax):
        assert lignes[0][marge + 4 * x + 2] == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[x]
    assert not lignes[0].endswith(" ")


@pytest.mark.parametrize("texte", ["", "a", "mot " * 30, "x" * 200, "deux\n\nlignes\n"])
@pytest.mark.parametrize("prefixe", ["", "<Ordi> "])
@pytest.mark.parametrize("longueur", [12, 40])
def test_boite_toujours_de_la_bonne_largeur(tp3, texte, prefixe, longueur):
    lignes = tp3.boite(texte, prefixe, longueur).split("\n")
    assert {len(ligne) for ligne in lignes} == {longueur}
    assert all(ligne.startswith("│ " + prefixe) for ligne in lignes[1:-1])
    contenu = "".join(ligne[2 + len(prefixe) : -2] for ligne in lignes[1:-1])
    assert "".join(contenu.split()) == "".join(texte.split())


def test_boite_trop_etroite(tp3):
    with pytest.raises(ValueError, match="trop étroite"):
        tp3.boite("a", "préfixe trop long ", 10)


def test_fusion_est_rectangulaire(tp3):
    resultat = tp3.fusion("a\nbbb\nc", "dd").split("\n")
    assert resultat == ["a   │ dd", "bbb │   ", "c   │   "]
    assert tp3.fusion("", "x\ny").split("\n") == [" │ x", " │ y"]


def test_info_passe_par_la_sortie_du_moment(corrige, tp3):
    utiles = corrige.module("bn_utiles")
    recu = []
    avant = utiles.sortie
    try:
        utiles.sortie = lambda *args: recu.append(args)
        tp3.info("bonjour", 3)
    finally:
        utiles.sortie = avant
    assert recu == [("bonjour", 3)]
