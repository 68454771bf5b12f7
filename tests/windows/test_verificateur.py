"""Le vérificateur, depuis l'archive décompressée dans « Été d'Inès », avec 3.8 et 3.13."""

import json
import time
import zipfile

import pytest

from autograder.fabrique.chasses import lit_chasses
from autograder.fabrique.preuves import fichier_d_essais
from tests.copies import REGISTRE, RESOLUS, VIDES, avec_corps, avec_solution, pose
from tests.windows import fenetres

pytestmark = pytest.mark.windows

BOUCLE = "n = 0\nwhile n < 10:\n    pass\nreturn 'C3'"


@pytest.fixture(params=[(v, p) for v in fenetres.VERSIONS for p in (1252, 850)],
                ids=lambda couple: f"python{couple[0]}-page{couple[1]}")  # fmt: skip
def verifie(request, dossier):
    """`verifie("tp1")` lance `python verifier.py tp1` et renvoie ce qui est affiché."""
    version, page = request.param

    def lance(*mots, code=0, entree=""):
        fini = fenetres.lance(version, "verifier.py", *mots, dossier=dossier, page=page,
                              entree=entree)  # fmt: skip
        assert (fini.code, fini.erreurs) == (code, ""), fini
        assert "\\x" not in fini.sortie and "?" * 2 not in fini.sortie
        return fini.sortie

    lance.secours = page == 1252  # la page 850 a les pavés et les traits, 1252 ne les a pas
    return lance


def test_une_seance(verifie, dossier):
    """Progrès, exercice faux, juste, faute de syntaxe, boucle, indices, recommencer, rendre."""
    debut = verifie()
    assert "Bataille navale : où en es-tu ?" in debut and "(0 %)" in debut
    assert "À faire maintenant : tp1.alpha, « Donner le nom d'une case »." in debut
    assert ("...................." if verifie.secours else "░░░░░░░░░░░░░░░░░░░░") in debut

    pose(dossier, avec_corps({"tp1.alpha": "x, y = case\nreturn chr(65 + y) + str(x)"}))
    faux = verifie("tp1.alpha", code=1)
    assert faux.startswith("x tp1.alpha") and "x et y sont échangés" in faux
    pose(dossier, avec_solution(["tp1.alpha"]))
    assert verifie("tp1.alpha").startswith("+ tp1.alpha")

    texte = VIDES["tp1_grille"].replace("def coord(texte):", "def coord(texte)")
    (dossier / "tp1_grille.py").write_text(texte, encoding="utf-8", newline="\r\n")
    assert "il manque « : » à la fin de la ligne" in verifie("tp1.coord", code=1)

    pose(dossier, avec_corps({"tp1.alpha": BOUCLE}))
    boucle = verifie("tp1.alpha", code=1)
    assert "ne s'arrête pas" in boucle and "n = 0   (n'a pas changé)" in boucle

    assert "indice 1 sur 3" in verifie("indice", "tp1.alpha")
    assert "indice 2 sur 3" in verifie("indice", "tp1.alpha")

    assert "tp1_grille" in verifie("recommencer", "tp1", entree="oui\n")
    assert (dossier / "tp1_grille.py").read_text(encoding="utf-8") == VIDES["tp1_grille"]
    (garde,) = [f for f in dossier.glob("tp1_grille*.py") if f.name != "tp1_grille.py"]
    assert "while n < 10:" in garde.read_text(encoding="utf-8")

    assert "Fichier à rendre" in verifie("rendre", "D'Été", "Inès")
    (rendu,) = dossier.glob("rendu_*.zip")
    with zipfile.ZipFile(rendu) as fichier:
        assert json.loads(fichier.read("rendu.json"))["nom"] == "D'Été"
        assert fichier.read("tp1_grille.py").decode("utf-8") == VIDES["tp1_grille"]


def test_tout_juste(verifie, dossier):
    pose(dossier, RESOLUS)
    assert "(100 %)" in verifie()
    assert "essais publics passent" in verifie("tp1")


def test_la_flotte_pirate(verifie, dossier):
    """Les essais donnés, puis les nôtres : la chasse se mène aussi sous Windows."""
    pose(dossier, RESOLUS)
    verifie()
    debut = time.monotonic()
    assert "un indice plus précis" in verifie("pirates", "tp1.adjacent", code=1)
    print(f"\npirates tp1.adjacent : {time.monotonic() - debut:.1f} s")
    corps = lit_chasses()["tp1.adjacent"]["modele"]
    exercice, prevue = REGISTRE["tp1.adjacent"], REGISTRE.chasses["tp1.adjacent"]
    pose(dossier, {"essais_tp1": fichier_d_essais(exercice, prevue, corps)})
    assert "Toute la flotte pirate est au fond" in verifie("pirates", "tp1.adjacent")
