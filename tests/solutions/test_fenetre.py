"""La fenêtre, pilotée par de vrais événements de souris et de clavier (Xvfb et xdotool)."""

import shutil
import subprocess
import sys
import time

import pytest

import solutions
from solutions import bn_couleurs, bn_plateau
from tests.conftest import PATIENCE, RACINE, attend_que
from tests.navigateur import CAPTURES, ecran_virtuel
from tests.solutions.test_console import lance

pytestmark = pytest.mark.navigateur


@pytest.fixture(scope="module")
def ecran():
    """Un écran X sans moniteur ; DISPLAY y pointe pendant les essais du module."""
    with ecran_virtuel("1200x800"):
        yield


def descendants(element):
    """Tout ce que contient un élément de la fenêtre, dans l'ordre de création."""
    for enfant in element.winfo_children():
        yield enfant
        yield from descendants(enfant)


class Pilote:
    """Une personne devant la fenêtre : elle clique, tape, et la fenêtre vit."""

    def __init__(self, **options):
        self.module = solutions.bn_fenetre
        self.geometrie = solutions.tp8_fenetre
        self.fenetre = self.module.Fenetre(**options)
        self.vit()
        self.plateaux()[0].focus_force()
        self.vit()

    def vit(self, duree=0.15):
        """Laisse la fenêtre traiter ses événements : un moment, et vingt fois au moins."""
        fin, tours = time.monotonic() + duree, 0
        while time.monotonic() < fin or tours < 20:
            self.fenetre.update()
            time.sleep(0.005)
            tours += 1

    def attend(self, phrase):
        """Laisse vivre la fenêtre jusqu'à ce que son journal contienne cette phrase."""
        attend_que(lambda: phrase in self.texte(), self.texte, self.vit)

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *arguments], check=True, capture_output=True, timeout=PATIENCE)
        self.vit()

    def touche(self, *noms):
        for nom in noms:
            self.xdotool("key", nom)

    def plateaux(self):
        """Les plateaux affichés, de gauche à droite."""
        return [e for e in descendants(self.fenetre.zone) if isinstance(e, bn_plateau.Plateau)]

    def flottes(self):
        """Les flottes dessinées à côté, de gauche à droite : [[taille, parti ou non]]."""
        flottes = descendants(self.fenetre.zone)
        return [f.dernier_dessin[0] for f in flottes if isinstance(f, bn_plateau.Flotte)]

    def point(self, plateau, case):
        x, y = self.geometrie.coin_case(case, plateau.cote, bn_plateau.MARGE)
        milieu = plateau.cote // 2
        return plateau.winfo_rootx() + x + milieu, plateau.winfo_rooty() + y + milieu

    def va(self, x, y):
        self.xdotool("mousemove", str(x), str(y))

    def clique(self, plateau, case, bouton="1"):
        self.va(*self.point(plateau, case))
        self.xdotool("click", bouton)

    def texte(self):
        return self.fenetre.texte.get("1.0", "end")

    def photo(self, nom):
        """Garde une image de l'écran, pour les yeux."""
        CAPTURES.mkdir(exist_ok=True)
        if shutil.which("import"):
            subprocess.run(["import", "-window", "root", str(CAPTURES / f"{nom}.png")], check=True)


@pytest.fixture
def pilote(ecran):
    pilotes = []

    def ouvre(**options):
        pilotes.append(Pilote(**options))
        return pilotes[-1]

    yield ouvre
    for ouvert in pilotes:
        try:
            ouvert.fenetre.ferme()
        except Exception as erreur:
            if "destroyed" not in str(erreur):
                raise


PETITE = {"xmax": 4, "ymax": 3, "taille_bateaux": (3, 2), "graine": 4}
CASES = [(x, y) for x in range(4) for y in range(3)]


def test_solo_complet_a_la_souris(pilote):
    p = pilote(**PETITE)
    (plateau,) = p.plateaux()
    for case in CASES:
        p.clique(plateau, case)
        if "Bravo" in p.texte():
            break
    p.photo("fenetre_solo")
    assert "Bravo ! Tout est coulé en" in p.texte()
    avant = p.texte()
    p.clique(plateau, (0, 0))
    assert p.texte() == avant


def test_solo_complet_au_clavier(pilote):
    p = pilote(**PETITE)
    for colonne in range(4):
        for ligne in range(3):
            p.touche("Return")
            if ligne < 2:
                p.touche("Down" if colonne % 2 == 0 else "Up")
        p.touche("Right")
        if "Bravo" in p.texte():
            break
    assert "Bravo ! Tout est coulé en" in p.texte()


def test_regarder_l_ordi_pas_a_pas(pilote):
    p = pilote(**PETITE)
    p.fenetre.vitesse.set(60_000)
    p.touche("F2")
    for _ in range(3):
        p.touche("n")
    assert p.texte().count("touché.") + p.texte().count("manqué.") == 3
    assert "la case la plus probable" in p.texte()
    p.photo("fenetre_ordi")
    p.fenetre.vitesse.set(50)
    p.touche("p")
    p.attend("L'Ordi a fini en")


def test_regarder_joue_tout_de_suite_puis_pause(pilote):
    p = pilote(graine=1)
    p.fenetre.vitesse.set(50)
    p.touche("F2")
    p.attend("la case la plus probable")
    p.touche("p")
    fige = p.texte()
    p.vit(0.4)
    assert p.texte() == fige and "L'Ordi a fini" not in fige


def test_placement_tourner_annuler_reprendre_puis_duel(pilote):
    p = pilote(xmax=8, ymax=6, taille_bateaux=(3, 2), graine=2)
    p.touche("F3")
    (plateau,) = p.plateaux()
    placement = plateau.au_clic.__self__
    p.va(*p.point(plateau, (7, 0)))
    assert plateau.itemcget("apercu", "fill") == p.geometrie.ROUGE
    p.va(*p.point(plateau, (1, 1)))
    assert plateau.itemcget("apercu", "fill") == p.geometrie.VERT
    p.touche("r")
    p.clique(plateau, (1, 1))
    assert placement.places[0].cases == [(1, 1), (1, 2), (1, 3)]
    p.clique(plateau, (2, 1))
    assert placement.places[1] is None and "Impossible ici" in p.texte()
    p.clique(plateau, (4, 4), bouton="3")  # clic droit : horizontal de nouveau
    p.clique(plateau, (4, 4))
    assert placement.places[1].cases == [(4, 4), (5, 4)]
    p.touche("z")
    assert placement.places[1] is None
    # Glisser depuis le port, en tenant le bateau par sa deuxième case.
    port = placement.port
    x, y = port.coin(1, 1)
    p.va(port.winfo_rootx() + x + port.pas // 2, port.winfo_rooty() + y + port.pas // 2)
    p.xdotool("mousedown", "1")
    p.va(*p.point(plateau, (5, 2)))
    p.va(*p.point(plateau, (6, 2)))
    p.photo("fenetre_placement")
    p.xdotool("mouseup", "1")
    assert placement.places[1].cases == [(5, 2), (6, 2)]
    # Reprendre le premier bateau par son milieu et le glisser ailleurs.
    p.va(*p.point(plateau, (1, 2)))
    p.xdotool("mousedown", "1")
    p.va(*p.point(plateau, (2, 4)))
    p.va(*p.point(plateau, (3, 4)))
    p.xdotool("mouseup", "1")
    assert placement.places[0].cases == [(3, 3), (3, 4), (3, 5)]
    p.touche("j")
    tirs, _ = p.plateaux()
    p.photo("fenetre_duel")
    for x in range(8):
        for y in range(6):
            p.clique(tirs, (x, y))
            if "Tu gagnes" in p.texte() or "L'Ordi gagne" in p.texte():
                break
        else:
            continue
        break
    assert "Tu gagnes en" in p.texte() or "L'Ordi gagne en" in p.texte()
    p.photo("fenetre_fin_de_duel")


def test_placement_au_hasard(pilote):
    p = pilote(graine=3)
    p.touche("F3")
    placement = p.plateaux()[0].au_clic.__self__
    p.clique(p.plateaux()[0], (0, 0))
    premier = placement.places[0]
    p.touche("j")
    assert "Il reste des bateaux à placer" in p.texte()
    p.touche("h")
    assert None not in placement.places and placement.places[0] is premier
    p.touche("j")
    assert len(p.plateaux()) == 2


# --------------------------------------------------------------------- ce que l'on voit


def fond(plateau, case):
    """La couleur du fond d'une case : le premier rectangle dessiné à cet endroit."""
    x, y = solutions.tp8_fenetre.coin_case(case, plateau.cote, bn_plateau.MARGE)
    carres = [r for r in plateau.find_all() if plateau.type(r) == "rectangle"]
    return next(plateau.itemcget(r, "fill") for r in carres if plateau.coords(r)[:2] == [x, y])


def ordi_a_mi_chemin(p, coups):
    """Regarde l'Ordi jouer ces coups, un par un ; renvoie le plateau."""
    p.fenetre.vitesse.set(60_000)
    p.fenetre.regarde()
    p.vit(0.3)
    (plateau,) = p.plateaux()
    for _ in range(coups):
        plateau.a_la_touche("n")
    p.vit(0.2)
    return plateau


def test_chaque_etat_a_son_aspect_et_le_dernier_tir_n_est_plus_chaud(pilote):
    p = pilote(graine=3)
    plateau = ordi_a_mi_chemin(p, 25)
    while plateau.dernier_dessin["chaleur"] is None:  # l'Ordi achève un bateau
        plateau.a_la_touche("n")
    etats, dernier = plateau.dernier_dessin["etats"], plateau.dernier_dessin["dernier"]
    assert {"vide", "coulé", "manqué", "éliminée"} <= set(etats.values())
    for etat in ("coulé", "manqué", "éliminée"):
        case = next(case for case in etats if etats[case] == etat)
        assert fond(plateau, case) == bn_plateau.ASPECTS[etat][0]
    assert plateau.dernier_dessin["chaleur"][dernier] > 0
    assert fond(plateau, dernier) == bn_plateau.ASPECTS[etats[dernier]][0]
    chaudes = {fond(plateau, case) for case in etats if etats[case] == "vide"}
    assert len(chaudes) > 3 and bn_couleurs.CLAIR["chaleur"] in chaudes


def test_a_la_fin_ni_chaleur_ni_file_et_toute_la_flotte_est_coulee(pilote):
    p = pilote(graine=3)
    plateau = ordi_a_mi_chemin(p, 100)
    assert "L'Ordi a fini en" in p.fenetre.bandeau["text"]
    dessin = plateau.dernier_dessin
    assert dessin["chaleur"] is None and not dessin["file"]
    assert p.flottes() == [[[taille, True] for taille in (5, 4, 3, 3, 2)]]
    assert p.texte().count("L'Ordi a fini en") == 1


def test_regarder_une_flotte_vide(pilote):
    p = pilote(xmax=3, ymax=3, taille_bateaux=())
    p.fenetre.vitesse.set(20)
    p.fenetre.regarde()
    p.attend("L'Ordi a fini en 0 coups")
    assert "erreur" not in p.texte()


def coule_le_premier(p):
    """En solo sur la petite grille, tire jusqu'au premier « coulé »."""
    (plateau,) = p.plateaux()
    for case in CASES:
        plateau.au_clic(case)
        if "coulé" in p.texte():
            return plateau
    raise AssertionError("rien n'est coulé")


def test_un_bateau_coule_est_fete_et_quitte_la_liste(pilote):
    p = pilote(**PETITE)
    plateau = coule_le_premier(p)
    assert plateau.find_withtag("fete")
    assert sorted(parti for _, parti in p.flottes()[0]) == [False, True]
    attend_que(lambda: not plateau.find_withtag("fete"), "la fin de la fête", p.vit)


def test_mouvements_reduits_et_coules_caches(pilote):
    p = pilote(**PETITE)
    p.fenetre.calme.set(True)
    assert not coule_le_premier(p).find_withtag("fete")
    p.fenetre.annonce.set(False)
    p.fenetre.solo()
    (plateau,) = p.plateaux()
    for case in CASES[:-1]:
        if not p.fenetre.texte.get("1.0", "end").count("Bravo"):
            plateau.au_clic(case)
            if "Bravo" not in p.texte():
                assert "coulé" not in p.texte()
                assert not any(parti for _, parti in p.flottes()[0])


@pytest.mark.parametrize("taille", ["1000x560", "1100x740"])
def test_le_plateau_suit_la_fenetre(pilote, taille):
    """Toute la grille, la flotte et le journal restent dans la fenêtre, et rien n'est minuscule."""
    p = pilote(graine=1)
    for mode in (p.fenetre.solo, p.fenetre.regarde, p.fenetre.place):
        mode()
        p.fenetre.geometry(taille)
        p.vit(0.4)
        haut, gauche = p.fenetre.winfo_rooty(), p.fenetre.winfo_rootx()
        boutons = [e for e in descendants(p.fenetre) if e.winfo_class() == "TCheckbutton"]
        assert all(e.winfo_width() >= e.winfo_reqwidth() for e in boutons)
        for element in [*p.plateaux(), *boutons, p.fenetre.texte]:
            bas = element.winfo_rooty() - haut + element.winfo_height()
            droite = element.winfo_rootx() - gauche + element.winfo_width()
            assert bas <= p.fenetre.winfo_height() and droite <= p.fenetre.winfo_width()
        (plateau,) = p.plateaux()
        assert plateau.cote >= (18 if taille == "1000x560" else 36)


def test_les_vitesses_ont_une_unite():
    assert all("coup" in nom and "seconde" in nom for nom in solutions.bn_fenetre.VITESSES)


@pytest.mark.parametrize("moment", ["F1", "F2", "F3"])
def test_fermer_a_tout_moment(ecran, moment):
    """Fermer pendant une lecture ou un placement : pas d'erreur, code de sortie 0."""
    code = (
        "import sys, threading\n"
        "from solutions import bn_fenetre\n"
        "f = bn_fenetre.Fenetre(graine=1)\n"
        "f.vitesse.set(50)\n"
        f"f.event_generate('<{moment}>', when='tail')\n"
        "f.after(400, lambda: f.focus_get() and f.focus_get().event_generate('<p>'))\n"
        "f.after(800, f.ferme)\n"
        "f.mainloop()\n"
    )
    fini = subprocess.run(
        [sys.executable, "-c", code], cwd=RACINE, capture_output=True, text=True, timeout=PATIENCE
    )
    assert fini.returncode == 0 and fini.stderr == ""


def test_sans_ecran_une_phrase():
    env = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    fini = lance("fenetre", env=env)
    assert fini.returncode == 2
    assert "Impossible d'ouvrir une fenêtre" in fini.stderr and "Traceback" not in fini.stderr
