"""`pirates` : les essais d'un élève, ce qu'on lui en dit, et ce que l'archive ne montre pas."""

import ast
import base64
import re
import subprocess
import sys
import zlib

import pytest

from autograder.fabrique import chasses as fabrique
from autograder.fabrique import distribuer
from autograder.fabrique.preuves import fichier_d_essais
from autograder.moteur.autrement import avec_codes, lit_autrement
from autograder.moteur.erreurs import lit_catalogue
from lessons import verifier
from tests.conftest import lents_sauf, python_3_8
from tests.copies import REGISTRE, RESOLUS, avec_corps, pose
from tests.lessons.test_jouer import copie, dossier  # noqa: F401 (une fixture)

CHASSE, PIRATES, REGLES = map(verifier.outil, ("chasse", "pirates", "regles_essais"))
ECRAN, RESULTAT = verifier.outil("ecran"), verifier.outil("resultat")
CACHEES, CATALOGUE = fabrique.lit_chasses(), lit_catalogue()
FICHES = CHASSE.charge()["chasses"]


def fichier(identifiant, corps):
    """Le fichier d'essais de ce TP, avec ces seules instructions."""
    return fichier_d_essais(REGISTRE[identifiant], REGISTRE.chasses[identifiant], corps)


def mene(identifiant, corps, textes=RESOLUS, texte=None):
    """La chasse, sans processus, d'une copie dont la fonction est jugée juste."""
    exercice = ECRAN.registre()[identifiant]
    module = ECRAN.registre().chasses[identifiant].module
    essais = texte or fichier(identifiant, corps)
    fichiers = PIRATES.fichiers_de("/nulle/part", {**REGISTRE.squelettes, **textes, module: essais})
    resultat = RESULTAT.Resultat(exercice, RESULTAT.REUSSI, "réussi")
    return PIRATES.mene(exercice, resultat, fichiers, None)


# ----------------------------------------------------------------- nos modèles coulent tout


@pytest.mark.parametrize("identifiant", lents_sauf(sorted(FICHES), {"tp1.adjacent", "tp4.tire"}))
def test_le_modele_coule_toute_la_flotte(identifiant):
    menee = mene(identifiant, CACHEES[identifiant]["modele"])
    assert menee.etat == PIRATES.VALIDE, (menee.phrase, menee.ligne, menee.details)
    assert menee.gagnee, menee.coules


@pytest.mark.parametrize("identifiant", lents_sauf(sorted(FICHES), {"tp1.adjacent"}))
def test_une_fonction_juste_ouvre_la_boite_une_fausse_non(identifiant):
    """Écrite autrement, elle donne la même clé ; chacun des pirates en donne une autre."""
    fiche, registre = FICHES[identifiant], ECRAN.registre()
    module = registre[identifiant].module

    def ouvre(code):
        chaine = CHASSE.exemples.ChaineEleve("", avec_codes(RESOLUS, registre, {identifiant: code}))
        noms = {**vars(chaine.module("bn_utiles")), **vars(chaine.module(module))}
        secret = CHASSE.cle(identifiant, CHASSE.reponses(fiche["cle"], noms))
        return CHASSE.ouvre(fiche["boite"], secret)

    for code in lit_autrement().get(identifiant, []):
        assert ouvre(code), code
    for erreur in fabrique.pirates(CATALOGUE, identifiant):
        assert ouvre(erreur.code) is None, erreur.id


# ----------------------------------------------------------------- ce qu'on dit des essais


@pytest.mark.parametrize(
    "corps, etat, dit",
    [
        ("assert True", "refusée", "toujours vrai"),
        ("g = Grille(3, 2)", "refusée", "pas encore d'assert"),
        ("assert Grille(3, 2).etat", "refusée", "n'a jamais été appelée"),
        ("assert (Grille(3, 2).adjacent((0, 0)), 'x')", "refusée", "ôte les parenthèses"),
        ("assert Grille(3, 2).adjacent((0, 0)) == 1", "invalide", "refuse ta fonction"),
        (
            "assert Grille(3, 2).adjacent((0, 0)) == Grille(3, 2).adjacent((0, 0))[::-1][::-1]\n"
            "assert Grille(3, 2).adjacent((1, 0))[0] == Grille(3, 2).adjacent((1, 0))[0]",
            "valide",
            "",
        ),
        ("while True:\n    assert Grille(3, 2).adjacent((0, 0))", "invalide", "ne s'arrête pas"),
        ("assert Grile(3, 2).adjacent((0, 0))", "invalide", "le nom Grile n'existe pas"),
        ("raise ValueError('toujours')", "refusée", "écris assert"),
        ("import time\nassert Grille(3, 2).adjacent((0, 0))", "refusée", "import time"),
        ("assert Grille.adjacent.__code__", "refusée", "__code__"),
        ("assert '{0.etat}'.format(Grille(3, 2))", "refusée", ".format"),
        (
            "try:\n    assert Grille(3, 2).adjacent((0, 0)) == []\nexcept Exception:\n    pass",
            "refusée",
            "avale aussi tes assert",
        ),
        ("Grille.adjacent = len\nassert Grille(3, 2).adjacent((0, 0))", "refusée", "ne remplace"),
        ("assert random.random() < 2 and Grille(3, 2).adjacent((0, 0))", "refusée", "random.seed"),
        ("yield 1\nassert Grille(3, 2).adjacent((0, 0))", "refusée", "jamais exécutés"),
        (
            "assert sorted(Grille(3, 2).adjacent((0, 0))) == [(1, 0), (0, 1)]",
            "invalide",
            "range l'autre côté de même",
        ),
        (
            "assert Grille(3, 2).adjacent((0, 0)).sort() == [(0, 1), (1, 0)]",
            "invalide",
            ".sort() range la liste",
        ),
        ("assert Grille(3, 2).adjacent((0, 0)) = []", "sans essais", "pour comparer, écris =="),
        (
            "g = Grille(3, 2)\n>>> sorted(g.adjacent((0, 0)))\n[(0, 1), (1, 0)]",
            "sans essais",
            "« >>> » est écrit par la console",
        ),
        (
            "for x in (0, 1):\n...     assert Grille(3, 2).adjacent((x, 0))",
            "sans essais",
            "« ... » est écrit par la console",
        ),
        (
            "assert Grille(1, 1).adjacent((0, 0))[0] == (0, 1)",
            "invalide",
            "rien à y prendre : dans un essai, compare toute la réponse, avec ==.",
        ),
        (
            "assert max(Grille(1, 1).adjacent((0, 0))) == (0, 1)",
            "invalide",
            "aucune valeur : dans un essai, compare toute la réponse, avec ==.",
        ),
        (
            "g = Grille(3, 2)\ng.__class__ = Grille\nassert g.adjacent((0, 0))",
            "refusée",
            "un objet garde sa classe",
        ),
    ],
)  # fmt: skip
def test_la_phrase_que_meritent_ces_essais(corps, etat, dit):
    menee = mene("tp1.adjacent", corps)
    assert menee.etat == etat and dit in menee.phrase


def test_sorted_n_est_conseille_que_la_ou_l_ordre_est_libre():
    """L'ordre de case_max_touchee est promis, sauf entre deux voisines à égalité."""
    corps = """
g = Grille(5, 1, [3])
g.marque((2, 0), TOUCHEE)
assert g.case_max_touchee((2, 0)) == g.case_max_touchee((2, 0))[::-1]
"""
    assert "l'ordre qu'elle ne promet pas" in mene("tp6.case_max_touchee", corps).phrase


@pytest.mark.parametrize(
    "identifiant, appel, dit",
    [
        ("tp5.est_noire", "Ordi().est_noire(0, 0)", "une case s'écrit (x, y), entre parenthèses"),
        ("tp1.alpha", "alpha(0, 0) == 'A0'", "une case s'écrit (x, y), entre parenthèses"),
        ("tp1.alpha", "alpha() == 'A0'", "compte-les"),
        (
            "tp5.est_noire",
            "est_noire((0, 0))",
            "est une méthode : mets devant un objet et un point",
        ),
        ("tp5.est_noire", "est_noire((0, 0))", "comme ordi.est_noire(…)."),
        ("tp1.adjacent", "adjacent((0, 0))", "comme grille.adjacent(…)."),
    ],
)
def test_un_appel_mal_ecrit_est_explique(identifiant, appel, dit):
    assert dit in mene(identifiant, f"assert {appel}").phrase


def test_un_ordre_promis_n_est_pas_dit_libre():
    """calcule_cases part de `start` : sa docstring promet l'ordre, sorted(…) n'y aide pas."""
    corps = "assert calcule_cases(3, (2, 5), HAUT) == [(2, 3), (2, 4), (2, 5)]"
    phrase = mene("tp2.calcule_cases", corps).phrase
    assert "relis celui que promet la docstring" in phrase and "sorted" not in phrase
    corps = "j = Joueur('Léa', 2, 1, [1])\nj.verifie_tir((0, 0))\n"
    corps += "assert j.grille_suivi.vides == j.grille_suivi.vides[::-1]"
    assert "compare avec sorted(…)" in mene("tp4.verifie_tir", corps).phrase


@pytest.mark.parametrize("tirs", [1, 2, 3])
def test_l_ordre_de_vides_est_libre_apres_tout_nombre_de_tirs(tirs):
    """Retournée deux fois, la liste serait revenue dans l'ordre de l'élève."""
    corps = "j = Joueur('Léa', 3, 2, [2])\n" + "".join(f"j.tire(({x}, 0))\n" for x in range(tirs))
    refus = mene("tp4.tire", corps + "assert j.grille_suivi.vides == []")
    vides = refus.details[1].split(" : ", 1)[1]
    menee = mene("tp4.tire", f"{corps}assert j.grille_suivi.vides == {vides}")
    assert menee.etat == PIRATES.INVALIDE and menee.phrase == CHASSE.VARIATIONS["vides"]


def test_un_fichier_vide_est_nomme_et_se_retrouve():
    menee = mene("tp1.adjacent", "", texte="\n")
    assert menee.etat == PIRATES.SANS_ESSAIS
    assert "essais_tp1.py" in menee.phrase and "recommencer essais_tp1" in menee.phrase


def test_un_essai_trop_exigeant_dit_ce_qui_est_libre():
    premiere = mene("tp1.adjacent", "assert Grille(3, 2).adjacent((0, 0)) == [(1, 0), (0, 1)]")
    assert premiere.etat == PIRATES.INVALIDE
    assert premiere.phrase == CHASSE.VARIATIONS["retour"]


def test_un_assert_faux_montre_ses_deux_cotes():
    menee = mene("tp1.adjacent", "assert sorted(Grille(2, 1).adjacent((0, 0))) == [(0, 1)]")
    assert menee.details == [
        "assert sorted(Grille(2, 1).adjacent((0, 0))) == [(0, 1)]",
        "à gauche : [(1, 0)]",
        "à droite : [(0, 1)]",
    ]


def test_une_fonction_presque_juste_n_ouvre_pas_la_boite():
    """Elle passe les essais publics, mais pas la clé : on le dit, sans montrer où."""
    corps = "if case == (4, 2):\n    return []\n"
    x, y = "x, y = case", "return [c for c in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]"
    textes = avec_corps(
        {"tp1.adjacent": f"{corps}{x}\n{y} if self.test_case(c)]"},
        {**REGISTRE.squelettes, **RESOLUS},
    )
    menee = mene("tp1.adjacent", CACHEES["tp1.adjacent"]["modele"], textes)
    assert menee.etat == PIRATES.FERMEE and "promesse par promesse" in menee.phrase


def test_sans_openssl_la_boite_s_ouvre_de_meme(monkeypatch):
    """Le Python du navigateur (site, Capytale) n'a pas `hashlib.pbkdf2_hmac`."""
    monkeypatch.delattr(CHASSE.hashlib, "pbkdf2_hmac")
    assert mene("tp1.adjacent", CACHEES["tp1.adjacent"]["modele"]).gagnee


def test_une_fonction_qui_manque_n_ouvre_rien():
    exercice = ECRAN.registre()["tp1.adjacent"]
    resultat = RESULTAT.Resultat(exercice, RESULTAT.A_FAIRE, "à faire")
    fichiers = PIRATES.fichiers_de("/nulle/part", {**REGISTRE.squelettes, **REGISTRE.essais})
    assert PIRATES.mene(exercice, resultat, fichiers, None).etat == PIRATES.SANS_FONCTION


def test_les_indices_sont_de_plus_en_plus_precis(dossier, capsys):  # noqa: F811
    """Le genre d'abord, puis ce qu'il faudrait essayer ; jamais le code du pirate."""
    pose(dossier, copie(1))
    commandes = verifier.outil("commandes")
    dits = []
    for mots in (["tp1.adjacent"], ["tp1.adjacent", "indice"], ["tp1.adjacent", "indice"]):
        commandes.main(["pirates", *mots], dossier=str(dossier))
        dits.append(capsys.readouterr().out)
    assert "Un pirate encore à flot : " in dits[0] and "un indice plus précis" in dits[0]
    indices = [re.split(r"encore à flot|    (?:Pour un|C'était)", dit)[1] for dit in dits]
    assert indices[1].startswith(indices[0]) and len(indices[0]) < len(indices[1])
    assert indices[2].startswith(indices[1])
    codes = [e.code for e in CATALOGUE["tp1.adjacent"]]
    for ligne in {ligne.strip() for code in codes for ligne in code.split("\n")}:
        assert len(ligne) < 12 or ligne not in "".join(dits)


# ----------------------------------------------------------------- chez l'élève


@pytest.mark.parametrize("python", [sys.executable, pytest.param("3.8", marks=pytest.mark.lent)])
def test_la_commande_dans_un_vrai_dossier(dossier, python):  # noqa: F811
    """F5 et la commande, boucle sans fin comprise, sous le Python du kit et sous 3.8."""
    python = python_3_8() if python == "3.8" else python
    pose(dossier, copie(1))

    def lance(*mots):
        fini = subprocess.run(
            [python, "-I", *mots], cwd=dossier, capture_output=True, text=True,
            encoding="utf-8", env={"PYTHONUTF8": "1"}, timeout=120,
        )  # fmt: skip
        assert "Traceback" not in fini.stderr + fini.stdout
        return fini.stdout

    assert "des pirates ont copié" in lance("verifier.py", "pirates").lower()
    essais = dossier / "essais_tp1.py"
    modele = CACHEES["tp1.adjacent"]["modele"]
    essais.write_text(fichier("tp1.adjacent", modele), encoding="utf-8")
    assert "Toute la flotte pirate est au fond" in lance("verifier.py", "pirates", "tp1.adjacent")
    boucle = "g = Grille(3, 2)\nwhile len(g.adjacent((0, 0))) != 2:\n    pass\n" + modele
    essais.write_text(fichier("tp1.adjacent", boucle), encoding="utf-8")
    assert "tes essais ne finissent pas" in lance("verifier.py", "pirates", "tp1.adjacent")


def test_toutes_ouvertes_on_chasse_sans_avoir_rien_ecrit(tmp_path):
    """`distribuer --pirates-ouverts` : les essais avant le code, et toutes les chasses."""
    fichiers = distribuer.contenu(1, 6, pirates_ouverts=True)
    for nom, octets in fichiers.items():
        (tmp_path / nom).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / nom).write_bytes(octets)
    fini = subprocess.run(
        [sys.executable, "-I", "verifier.py", "pirates", "tp1.adjacent"],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", env={"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert "rusés" in fini.stdout
    assert set(CHASSE.charge(tmp_path / "verificateur/pirates.json")["chasses"]) == set(CACHEES)


# ----------------------------------------------------------------- ce que l'archive ne montre pas


def lisibles(octets):
    """Les textes que l'on peut tirer de ces octets : tels quels, décodés, décompressés."""
    textes = [octets]
    for mot in re.findall(rb"[!-~]{40,}", octets):
        mot = mot.strip(b'",')
        for decode in (base64.b64decode, base64.b85decode):
            try:
                textes.append(decode(mot))
            except ValueError:
                continue
    for texte in list(textes):
        for taille in (15, -15, 31):
            try:
                textes.append(zlib.decompress(texte, taille))
            except zlib.error:
                continue
    return b"\n".join(textes).decode("utf-8", "replace")


def test_une_archive_ordinaire_ne_contient_aucun_corps_du_corrige():
    """Ni du corrigé, ni d'un pirate qui n'en diffère que d'une ligne ; même encodé."""
    fichiers = distribuer.contenu(1, 8)
    texte = lisibles(fichiers["verificateur/pirates.json"])
    for exercice in REGISTRE:
        fonction = verifier.outil("source").trouve(
            ast.parse(RESOLUS[exercice.module]), exercice.cible
        )
        lignes = RESOLUS[exercice.module].split("\n")[fonction[-1].lineno : fonction[-1].end_lineno]
        for ligne in lignes[1:]:
            longue = ligne.strip()
            if len(longue) >= 30 and longue not in REGISTRE.squelettes[exercice.module]:
                assert longue not in texte, exercice.id
    for erreurs in CATALOGUE.values():
        for erreur in erreurs:
            assert erreur.code.strip() not in texte


@pytest.mark.parametrize(
    "identifiant, corps, variation",
    [
        (
            "tp6.case_max_touchee",
            "g = Grille(3, 3, [2])\ng.marque((1, 1), TOUCHEE)\n"
            "attendu = [((2, 1), 1), ((0, 1), 1), ((1, 2), 1), ((1, 0), 1)]\n"
            "assert g.case_max_touchee((1, 1)) == attendu",
            "egalites",
        ),
        (
            "tp6.add_adjacentes_premiere",
            "o = Ordi(xmax=3, ymax=3, taille_bateaux=[2])\no.case_touchee = (1, 1)\n"
            "o.grille_suivi.marque((1, 1), TOUCHEE)\no.add_adjacentes_premiere()\n"
            "assert o.queue == [(2, 1), (0, 1), (1, 2), (1, 0)]",
            "file",
        ),
    ],
)  # fmt: skip
def test_un_ordre_libre_n_est_pas_exige(identifiant, corps, variation):
    """L'ordre du code de l'élève, entre des cases qui se valent, ne coule personne."""
    menee = mene(identifiant, corps)
    if menee.phrase != CHASSE.VARIATIONS[variation]:  # le corrigé a un autre ordre
        valeurs = [d.split(" : ", 1)[1] for d in menee.details if d.startswith("à gauche")]
        menee = mene(identifiant, re.sub(r"== .*$", f"== {valeurs[0]}", corps))
    assert menee.etat == PIRATES.INVALIDE and menee.phrase == CHASSE.VARIATIONS[variation]


TIRE = """
j = Joueur()
j.grille_adverse = Grille(10, 10, [5, 4, 3, 3, 2])
{prepare}
assert {regarde}
"""
CASES_SURES = "j.tire((1, 0)) in (TOUCHE, MANQUE, COULE) and j.essais == 1"


@pytest.mark.parametrize("resultat", ["MANQUE", "TOUCHE", "COULE"])
def test_un_essai_sur_une_flotte_au_hasard_depend_de_la_chance(resultat):
    """Accepté par chance ou refusé par malchance : la phrase est la même."""
    alea = "j.grille_adverse.init_bateaux_alea()"
    menee = mene("tp4.tire", TIRE.format(prepare=alea, regarde=f"j.tire((1, 0)) == {resultat}"))
    assert menee.etat == PIRATES.INVALIDE
    assert "dépend de la chance : fixe d'abord la grille" in menee.phrase


def test_ce_qui_est_vrai_de_toutes_les_flottes_ne_depend_pas_de_la_chance():
    for prepare in ("j.grille_adverse.init_bateaux_alea()", "pass"):
        menee = mene("tp4.tire", TIRE.format(prepare=prepare, regarde=CASES_SURES))
        assert menee.etat == PIRATES.VALIDE, menee.phrase


def test_toutes_les_chasses_tiennent_sur_un_ecran(dossier, capsys):  # noqa: F811
    """24 lignes, dont l'invite : le début ne doit pas sortir par le haut."""

    def examine(exercices, _):
        return {e.id: RESULTAT.Resultat(e, RESULTAT.REUSSI, RESULTAT.REUSSI) for e in exercices}

    PIRATES.annonce(PIRATES.fichiers_de(dossier), dossier, "python verifier.py ", examine)
    lignes = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lignes) < 24 and max(map(len, lignes)) <= ECRAN.LARGEUR
    assert lignes[-1] == "    python verifier.py pirates tp1.update_vides"


def test_une_liste_gardee_sans_copie_est_dite():
    """`avant = g.vides` : la même liste, la comparaison est toujours vraie."""
    corps = "g = Grille(3, 1)\navant = g.vides\ng.adjacent((0, 0))\nassert g.vides == avant"
    assert "avant et vides sont le même objet" in mene("tp1.adjacent", corps).remarque
    assert mene("tp1.adjacent", corps.replace("= g.vides\n", "= list(g.vides)\n")).remarque == ""
