"""Les preuves des chasses : elles passent toutes, et chacune sait échouer."""

from collections import Counter
from dataclasses import replace

import pytest

from autograder.__main__ import main
from autograder.fabrique import preuves
from autograder.fabrique.preuves import Kit, fautes, memes_parametres, noms_libres
from lessons.verificateur.chasse import GENRES
from tests.conftest import lents_sauf

KIT = Kit()
ADJACENT = KIT.registre["tp1.adjacent"]


def test_il_y_a_au_moins_soixante_chasses_et_deux_proposees_par_tp():
    assert len(KIT.prevues) >= 60
    for tp in range(1, 7):
        assert sum(c.proposee for c in KIT.prevues.values() if c.tp == tp) == 2


def test_le_premier_indice_dit_ou_chercher():
    """Chaque genre sert, et aucun n'est si large qu'il ne dise plus rien."""
    pirates = [p for i in KIT.prevues for p in KIT.pirates(KIT.registre[i])]
    nombres = Counter(pirate.genre for pirate in pirates)
    assert set(nombres) == set(GENRES)
    assert max(nombres.values()) <= len(pirates) / 8, nombres.most_common(3)


@pytest.mark.parametrize("identifiant", lents_sauf(KIT.prevues, ["tp1.adjacent", "tp3.boite"]))
def test_chaque_chasse_tient_ses_promesses(identifiant):
    assert fautes(KIT, identifiant) == []


@pytest.fixture
def kit():
    """Un Kit dont on peut changer les pirates et la chasse de tp1.adjacent."""

    class Autre(Kit):
        def __init__(self):
            vars(self).update(vars(KIT))
            self.catalogue = dict(KIT.catalogue)
            self.cachees = dict(KIT.cachees)

        def change(self, nom="neuf", **changements):
            """Change le premier pirate rusé ; son nom dit aussi lequel on connaît déjà."""
            liste = list(self.catalogue[ADJACENT.id])
            rang = next(r for r, e in enumerate(liste) if e in KIT.pirates(ADJACENT) and e.ruse)
            liste[rang] = replace(liste[rang], id=f"tp1.adjacent.{nom}", **changements)
            self.catalogue[ADJACENT.id] = liste
            return liste[rang]

        def change_chasse(self, **changements):
            self.cachees[ADJACENT.id] = {**self.cachees[ADJACENT.id], **changements}

    return Autre()


def dit(preuve, kit):
    return " ".join(preuve(kit, ADJACENT))


def test_un_pirate_de_moins_ou_de_trop(kit):
    kit.catalogue[ADJACENT.id] = KIT.pirates(ADJACENT)[:3]
    assert "il en faut de 4 à 8" in dit(preuves.effectif, kit)


def test_une_marque_fausse(kit):
    kit.change(ruse=False)
    assert "neuf survit aux exemples" in dit(preuves.ruse, kit)


def test_un_genre_inconnu_ou_aucun_indice(kit):
    kit.change(genre="bizarre", indices_pirate=())
    assert "« bizarre »" in dit(preuves.effectif, kit)
    assert "au moins un indice" in dit(preuves.effectif, kit)


def test_un_pirate_qui_n_en_est_pas_un(kit):
    code = "def adjacent(self, case):\n    return [c for c in self.vides"
    code += " if abs(c[0] - case[0]) + abs(c[1] - case[1]) == 1]"
    kit.change(code=code)
    assert "la suite cachée le laisse passer" in dit(preuves.comportement, kit)
    assert "neuf : nos essais ne le coulent pas" in dit(preuves.modele, kit)
    assert "neuf : il donne la clé" in dit(preuves.cle, kit)


def test_un_pirate_jumeau(kit):
    autre = KIT.pirates(ADJACENT)[-1]
    kit.change("jumeau", code=autre.code)
    assert "se comporte comme" in dit(preuves.comportement, kit)


def test_un_pirate_mal_ecrit(kit):
    kit.change(code="def adjacent(self, voisine):\n    return super().adjacent(aide(voisine))")
    texte = dit(preuves.ecriture, kit)
    assert "paramètres" in texte and "super()" in texte and "aide n'existe pas" in texte


def test_un_modele_trop_exigeant_ou_hors_des_regles(kit):
    kit.change_chasse(modele="assert Grille(3, 2).adjacent((1, 0)) == [(2, 0), (0, 0), (1, 1)]")
    assert "nos essais refusent la variation retour" in dit(preuves.modele, kit)
    kit.change_chasse(modele="assert True")
    assert "ne suivent pas les règles" in dit(preuves.modele, kit)


def test_une_cle_qui_tient_a_l_ordre(kit):
    kit.change_chasse(cle="Grille(3, 2).adjacent((1, 0))")
    assert "avec la variation retour, la clé est une autre" in dit(preuves.cle, kit)


def test_une_variation_qui_n_est_pas_libre(kit):
    exercice = replace(KIT.registre["tp6.case_max_touchee"], libre=("retour",))
    assert "la suite cachée la refuse" in " ".join(preuves.variations(kit, exercice))


def test_les_parametres_facultatifs_sont_permis():
    def arguments(texte):
        import ast

        return ast.parse(f"def f({texte}): pass").body[0].args

    assert memes_parametres(arguments("self, case, voisines=[]"), arguments("self, case"))
    assert not memes_parametres(arguments("self, case, voisines"), arguments("self, case"))
    assert not memes_parametres(arguments("self, c"), arguments("self, case"))
    assert noms_libres("def f(x):\n    y = x\n    return [z + y for z in g(x)]") == {"g"}


def test_la_commande(capsys):
    assert main(["pirates", "tp1.adjacent"]) == 0
    assert "tp1.adjacent" in capsys.readouterr().out
    assert main(["pirates", "--verifie", "tp1.alpha"]) == 0
    assert "✓ tp1.alpha" in capsys.readouterr().out
    assert main(["pirates", "tp1.inconnue"]) == 2


def test_marquer_deux_fois_ne_change_rien():
    """Les marques du catalogue sont celles que la commande écrirait."""
    for chemin in sorted(preuves.CATALOGUE.glob("tp*.toml")):
        texte = chemin.read_text(encoding="utf-8")
        ruses = {e.id for liste in KIT.catalogue.values() for e in liste if e.ruse}
        assert preuves.marque(texte, ruses) == texte
