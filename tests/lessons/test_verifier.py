"""Le vérificateur, mené d'un bout à l'autre comme par un élève."""

import doctest
import errno
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import types
import zipfile

import pytest

from autograder.moteur.juge import Juge
from lessons import verifier
from tests.conftest import PATIENCE, RACINE, lents_sauf, python_3_8
from tests.copies import REGISTRE, RESOLUS, VIDES, avec_corps, avec_solution, pose, solution

COMMANDES = verifier.commandes
verifie, main = COMMANDES.verifie, COMMANDES.main
SANS_COULEUR = {**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1"}


@pytest.fixture(autouse=True)
def boucles_vite_vues(monkeypatch):
    """Une boucle sans fin est arrêtée plus tôt que pour un élève."""
    monkeypatch.setattr(verifier.outil("exemples"), "LIMITE", 0.5)


@pytest.fixture
def dossier(tmp_path):
    """Un dossier d'élève complet, tout neuf."""
    copie = tmp_path / "bataille navale été"
    ignore = shutil.ignore_patterns("__pycache__", "*.toml", "*.md")
    shutil.copytree(RACINE / "lessons", copie, ignore=ignore)
    pose(copie, VIDES)
    return copie


def lance(dossier, *mots, python=sys.executable, entree="", env=None, code=0):
    """Lance `python -I verifier.py mots` dans un tube ; renvoie ce qui est affiché."""
    fini = subprocess.run(
        [python, "-I", str(dossier / "verifier.py"), *mots], input=entree, timeout=PATIENCE,
        env={**SANS_COULEUR, **(env or {})}, capture_output=True, encoding="utf-8",
        cwd=dossier.parent,
    )  # fmt: skip
    assert "Traceback" not in fini.stdout + fini.stderr
    assert fini.stderr == ""
    assert fini.returncode == code
    return fini.stdout


def resultat(identifiant, corps, depuis=RESOLUS, processus=False):
    """Le résultat de l'exercice quand son corps est celui-ci, tout le reste étant juste."""
    textes = avec_corps({identifiant: corps}, depuis)
    if not processus:
        return sur_place(identifiant, textes)
    (seul,) = verifie(identifiant, textes=textes)
    return seul


# ----------------------------------------------------------------- de 0 à 100 %


TOUS_LES_TP = list(range(len(REGISTRE.tps) + 1))  # combien de TP sont faits
DEBUT_MILIEU_FIN = [0, 1, 4, TOUS_LES_TP[-1]]


@pytest.mark.parametrize(
    "faits", [DEBUT_MILIEU_FIN, pytest.param(TOUS_LES_TP, marks=pytest.mark.lent)], ids=len
)
def test_de_0_a_100_pour_cent(dossier, capsys, faits):
    vus = []
    for combien in faits:
        resolus = [e.id for tp in REGISTRE.tps[:combien] for e in tp.base]
        pose(dossier, avec_solution(resolus))
        assert main([], dossier=dossier) == 0
        sortie = capsys.readouterr().out
        vus.append(int(sortie.split(" %).")[0].split("(")[-1]))
        assert all(len(ligne) <= 80 for ligne in sortie.splitlines())
        suite = [e for tp in REGISTRE.tps[combien : combien + 1] for e in tp.base]
        if suite:
            assert f"À faire maintenant : {suite[0].id}" in sortie
    assert vus[0] == 0 and vus[-1] == 100 and vus == sorted(vus)
    assert "(bonus)" in sortie
    pose(dossier, RESOLUS)
    main([], dossier=dossier)
    assert "Bonus compris, tous les essais publics passent ; la" in capsys.readouterr().out


@pytest.mark.parametrize("version", lents_sauf(["celle-ci", "3.8"], ["3.8"]))
def test_sur_un_dossier_a_part_avec_python_I(dossier, version):
    python = sys.executable if version == "celle-ci" else python_3_8()
    assert "0 exercice réussi sur" in lance(dossier, python=python)
    pose(dossier, RESOLUS)
    assert "(100 %)" in lance(dossier, python=python)
    assert "essais publics passent" in lance(dossier, "tp1", python=python)


@pytest.mark.lent
def test_boucle_sans_fin_avec_python_3_8(dossier):
    python = python_3_8()
    pose(dossier, avec_corps({"tp2.compte_vides": BOUCLE}, RESOLUS))
    sortie = lance(dossier, "tp2.compte_vides", python=python, code=1)
    assert "n'a pas fini à temps" in sortie and "x = 1   (n'a pas changé)" in sortie
    assert "modifier x ou y ?" in sortie


def test_interface_python():
    (seul,) = verifie("tp1.alpha", textes=RESOLUS)
    assert (seul.id, seul.statut, seul.phrase, seul.reussi) == (
        "tp1.alpha",
        "réussi",
        "réussi",
        True,
    )
    assert [r.id for r in verifie("tp3", textes=VIDES)] == [e.id for e in REGISTRE.tp(3).exercices]
    avancee = COMMANDES.progression(textes=RESOLUS)
    assert avancee.pourcentage == 100 and avancee.suivant is None
    assert [a.reussis for a in avancee] == [len(tp.base) for tp in REGISTRE.tps]
    faux = resultat("tp1.alpha", "return 'C4'")
    assert faux.details["appel"] == "alpha((2, 3))"
    assert faux.phrase == "alpha((2, 3)) donne 'C4' ; on attend 'C3'."
    assert "attendu   'C3'" in str(faux) and json.dumps(faux.details)


@pytest.mark.parametrize("nom", [c.stem for c in (RACINE / "lessons/verificateur").glob("*.py")])
def test_exemples_des_docstrings(nom):
    assert doctest.testmod(verifier.outil(nom)).failed == 0


# ----------------------------------------------------------------- les mauvaises réponses

LIGNE_ALPHA = 1 + RESOLUS["tp1_grille"].split("\n").index("    x, y = case")  # sa première ligne
FAUSSES = [
    ("tp1.alpha", "x, y = case\nreturn chr(ord('A') + y) + str(x)", "faux", "x et y sont échangés"),
    ("tp1.alpha", "x, y = case\nprint(chr(ord('A') + x) + str(y))", "faux",
     f"la ligne {LIGNE_ALPHA + 1} affiche"),
    ("tp1.alpha", "x, y = case", "faux", "il manque un return"),
    ("tp1.alpha", "x, y = case\nreturn chr(ord('A') + x) + y", "erreur", "convertis-le avec str"),
    ("tp1.alpha", "x, y = case\nreturn chr(65 + x)", "faux", "il manque la fin"),
    ("tp1.alpha", "return alpa(case)", "erreur", "Voulais-tu écrire alpha ?"),
    ("tp1.coord", "return (ord(texte[0]) - 65, texte[1:])", "faux", "'3' est un texte"),
    ("tp1.coord", "t = texte.replace(' ', '').upper()\nreturn (ord(t[0]) - 65, int(t[1:]))", "faux",
     "raise ValueError"),
    ("tp1.coord", "t = texte.replace(' ', '').upper()\nif t[0] < 'A':\n    raise ValueError\n"
     "return (ord(t[0]) - 65, int(t[1:]))", "faux", "une phrase qui aide"),
    ("tp1.reinit", "self.etat = {(y, x): 0 for x in range(self.xmax) for y in range(self.ymax)}\n"
     "self.vides = list(self.etat)\nself.remet_flotte()", "faux", "x et y sont échangés"),
    ("tp1.reinit", "self.etat = {[x, 0]: 0 for x in range(2)}", "erreur", "des parenthèses (x, y)"),
    ("tp1.test_case", "return self.etat[case] == VIDE", "erreur",
     "la case (1, 2) n'est pas dans self.etat, qui va de A0 à C1"),
    ("tp1.test_case", "return case in etat", "erreur", "Écris self.etat."),
    ("tp1.test_case", "return True", "faux", "donne True ; on attend False."),
    ("tp1.is_touche", "return case in self.etat and self.etat[case]", "faux", "True ou False"),
    ("tp1.adjacent", "x, y = case\nreturn [(x + 1, y), (x, y + 1), (x + 1, y + 1)]", "faux",
     "(1, 1), soit B1"),
    ("tp1.adjacent", "x, y = case\nfor dx, dy in (DROITE, BAS):\n    return [(x + dx, y + dy)]",
     "faux", "ce return arrête la boucle dès le premier tour"),
    ("tp1.get_taille_max", "return max(self.taille_bateaux)", "erreur",
     "self.taille_bateaux est vide"),
    ("tp1.rem_bateau", "del self.taille_bateaux[taille]", "erreur", "del retire par position"),
    ("tp1.fini", "return None", "faux", "None"),
    ("tp2.calcule_cases", "x, y = start\nreturn [(x + k, y) for k in range(taille + 1)]", "faux",
     "(7, 1), soit H1"),
    ("tp2.calcule_cases", "return (k for k in range(taille))", "faux", "list(…)"),
    ("tp2.calcule_cases", "return ((4, 1), (5, 1), (6, 1))", "faux", "entre crochets"),
    ("tp2.get_max_space", "return str(4)", "faux", "est un texte"),
    ("tp2.get_max_space", "return 8 / 2", "faux", "utilise //"),
    ("tp2.calcule_end", "return [2, 8]", "faux", "pas des crochets"),
    ("tp2.retourne_possibles", "self.possibles = {2: []}\nreturn self.possibles", "faux",
     "la clé 3"),
    ("tp3.centre", "m = longueur - len(chaine)\nreturn ' ' * (m // 2) + chaine + ' ' * (m // 2)",
     "faux", "on attend 8 signes, il y en a 7"),
    ("tp3.make_chaine", "return self.ligne_lettres()", "faux", "attendu"),
    ("tp4.affiche_messages", "self.messages.clear()", "faux", "obtenu    rien"),
    ("tp4.tire", "if case == VIDE:\n    return 1", "erreur", "from bn_utiles import"),
    ("tp4.joue_coup", "return self.tire(input())", "erreur", "sers-toi de lire (le paramètre)"),
    ("tp5.resolution", "exit()", "erreur", "arrête tout le programme"),
    ("tp5.resolution", "import os\nos._exit(0)", "erreur", "arrête brutalement Python"),
    ("tp5.resolution", "return self.resolution()", "erreur", "s'appelle elle-même"),
    ("tp5.resolution", "raise Exception('ouille')", "erreur", "lève ici Exception (« ouille »)"),
    ("tp5.resolution", "self.joueur.tire((0, 0))", "erreur", "n'a rien qui s'appelle joueur"),
    ("tp5.resolution", "for c in self.essais:\n    pass", "erreur", "on ne parcourt pas un nombre"),
    ("tp5.resolution", "return 1 // self.essais", "erreur", "divise par zéro"),
    ("tp5.resolution", "print('x' * 10**6)\nreturn 0", "faux", "à l'écran : xxx"),
    ("tp1.get_taille_min", "return self.get_taille_max", "faux",
     "il manque les parenthèses : écris self.get_taille_max()"),
    ("tp2.init_bateaux_alea", "self.taille_bateaux = [50]\nself.cherche_flotte()", "erreur",
     "dans la grille)."),
    ("tp1.update_vides", "self.vides = self.etat.copy\nself.marque((0, 0), 1)", "erreur",
     "en appelant marque avec case = (0, 0), etat = 1 : on se sert ici d'une fonction"),
    ("tp1.adjacent", "return [case] * self.test_case(1, 2)", "erreur",
     "test_case attend 1 valeur (case), tu en donnes 2 : une case s'écrit (x, y)"),
    ("tp2.calcule_cases_adj", "return calcule_cases(2, 0, 1, BAS)", "erreur",
     "calcule_cases attend 3 valeurs (taille, start, sens), tu en donnes 4 : une"),
    ("tp2.add_bateau_alea", "return self.possibles[taille]", "erreur",
     "self.possibles n'existe pas encore : c'est get_possibles ou retourne_possibles qui"),
    ("tp1.adjacent", "return self.case", "erreur", "n'a rien qui s'appelle case"),
    ("tp3.make_chaine", "return self.centre('a', 3)", "erreur", "écris centre(…) sans self."),
    ("tp3.make_chaine", "return alpha((0, 0))", "erreur", "from tp1_grille import …"),
    ("tp3.symbole", "return {1: 'X', -1: '0', 0: ' '}[etat]", "faux", "le chiffre zéro"),
    ("tp3.fusion", "return 'a   | ef\\nbcd |   '", "faux", "tu as tapé | : sers-toi de CAR_V."),
    ("tp3.make_chaine", "print('A')", "faux", "remplace print par return"),
    ("tp3.make_chaine", "x = 1", "faux", "il manque un return"),
    ("tp3.centre", "return chaine[99]", "erreur", "un texte de n signes va de 0 à n - 1"),
    ("tp1.adjacent", "return [(0, 1), (1, 0), (0, 1)]", "faux", "(0, 1) y est 2 fois"),
    ("tp1.update_vides", "return [(0, 0)]", "faux",
     "ton code ne met pas vides à jour : range-y ta réponse, au lieu de la renvoyer."),
    ("tp1.reinit", "self.etat = {}\nself.etat[(0, 0)] == VIDE", "erreur",
     "== compare, = affecte (range une valeur). Écris self.etat[(0, 0)] = VIDE"),
    ("tp1.adjacent", "return -case", "erreur", "change le signe de chaque nombre, (-dx, -dy)"),
    ("tp1.adjacent", "l = []\nl.append(1, 2)\nreturn l", "erreur", "append((1, 2))"),
    ("tp3.centre", "return ' ' * (longueur / 2)", "erreur", "utilise //"),
    ("tp3.centre", "chaine[0] = 'a'", "erreur", "changer un morceau d'un str"),
    ("tp1.adjacent", "x, y = case\nreturn [[x + 1, y], [x, y + 1]]", "faux", "pas des crochets"),
    ("tp1.fini", "for case, n in self.etat:\n    for k in n:\n        pass", "erreur",
     "Boucler sur un dictionnaire donne ses clés"),
    ("tp1.fini", "for a, b in self.etat.fromkeys([1]):\n    pass", "erreur", "couper"),
    ("tp1.fini", "d = {1: 2}\nfor a, b in d:\n    pass", "erreur",
     "Boucler sur un dictionnaire donne ses clés"),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "corps", "statut", "phrase"), FAUSSES)
def test_mauvaise_reponse(identifiant, corps, statut, phrase):
    processus = "os._exit" in corps or "10**6" in corps
    obtenu = resultat(identifiant, corps, processus=processus)
    assert obtenu.statut == statut, str(obtenu)
    assert phrase in str(obtenu), str(obtenu)
    assert len(str(obtenu)) < 3000


TIRE = """
refus = self.verifie_tir(case)
if refus is not None:
    return refus
self.cases_jouees.append(case)
self.essais += 1
if self.grille_adverse.is_touche(case):
    self.grille_suivi.marque(case, TOUCHEE)
    return TOUCHE
self.grille_suivi.marque(case, MANQUEE)
return MANQUE
"""
COMPTE = """
self.get_possibles()
comptes = {}
for taille in self.taille_bateaux:
    for depart, direction in self.possibles[taille]:
        for case in calcule_cases(taille, depart, direction):
            comptes[case] += 1
return comptes
"""
SPECIAL = "from collections import {0}\n" + COMPTE.replace("{}", "{1}")

# (exercice, corps, ligne fautive dans le corps, début de la phrase)
ETOURDERIES = [
    ("tp4.add_message", "self.messages = self.messages.append(message)", 1,
     "append change la liste et renvoie None. Écris seulement self.messages.append(message)"),
    ("tp6.rem_queue", "if case in self.queue:\n    self.queue = self.queue.remove(case)", 2,
     "remove change la liste et renvoie None. Écris seulement self.queue.remove(case)"),
    ("tp6.elimine_petites", "l = []\nreturn l.sort()", 2,
     "sort range la liste et renvoie None. Écris l.sort() sur une ligne, puis return l"),
    ("tp1.get_taille_max", "l = self.taille_bateaux.sort()\nreturn l[-1]", 1,
     "sort range la liste et renvoie None. Écris l = sorted(self.taille_bateaux)"),
    ("tp2.add_bateau_alea", "l = [1]\nm = random.shuffle(l)\nreturn m", 2,
     "shuffle mélange la liste et renvoie None. Écris random.shuffle(l) seul"),
    ("tp2.calcule_cases", "l = []\nfor k in l.reverse():\n    pass", 2, "reverse retourne"),
    ("tp7.compte_cases", "d = {}\nd = d.update({1: 2})\nreturn d", 2, "update change le dictionn"),
    ("tp7.toutes_les_flottes", "s = set()\ns = s.add(1)\nreturn s", 2, "add change l'ensemble"),
    ("tp1.alpha", "return print('C3')", 1, "print affiche et renvoie None."),
    ("tp1.get_taille_max", "self.taille_max == max(self.taille_bateaux)\nreturn 0", 1,
     "== compare, = affecte"),
    ("tp5.make_case_aleatoire", "self.case_courante == self.grille_suivi.vides[0]", 1, "== com"),
    ("tp6.coup_suivant", solution("tp6.coup_suivant").replace("pop_queue()", "pop_queue"), 4,
     "il manque les parenthèses : écris self.pop_queue()"),
    ("tp5.coup_suivant", "if self.grille_suivi.fini:\n    return None\nreturn 1", 1,
     "il manque les parenthèses : écris self.grille_suivi.fini()"),
    ("tp2.add_bateau_alea", "self.get_possibles\nreturn self.possibles[taille]", 1,
     "il manque les parenthèses : écris self.get_possibles()"),
    ("tp6.elimine_petites", "return [c for c in self.vides if self.get_max_space]", 1,
     "il manque les parenthèses : écris self.get_max_space(…)"),
    ("tp4.verifie_tir", "if case not in self.grille_suivi.etat:\n    return 'HORS_GRILLE'", 2,
     "HORS_GRILLE est le nom d'une variable : écris-le sans guillemets."),
    ("tp5.apres_tir", "if resultat == 'TOUCHE':\n    self.mode = PONCAGE", 1, "TOUCHE est le nom"),
    ("tp5.apres_tir", "if resultat == TOUCHE:\n    self.mode = 'PONCAGE'", 2, "PONCAGE est le nom"),
    ("tp4.tire", TIRE.replace("TOUCHEE", "TOUCHE").strip("\n"), 7,
     "TOUCHE est le résultat d'un tir, TOUCHEE l'état d'une case."),
    ("tp4.tire", TIRE.replace(".is_touche(case)", ".etat[case] == TOUCHE").strip("\n"), 6,
     "TOUCHE est le résultat d'un tir"),
    ("tp6.coup_suivant", solution("tp6.coup_suivant").replace("== TOUCHE", "== TOUCHEE"), 14,
     "TOUCHE est le résultat d'un tir"),
    ("tp5.apres_tir", "if resultat == COULE:\n    max = 1\nreturn max(1, 2)", 2,
     "max est déjà le nom d'une fonction"),
    ("tp1.coord", "texte.replace(' ', '')\nreturn 1", 1, "replace ne change pas le texte"),
    ("tp1.fini", "self.somme_taille - 1", 1, "cette ligne calcule une valeur et n'en fait rien"),
    ("tp1.get_taille_max", "sorted(self.taille_bateaux)\nreturn 0", 1, "sorted ne change pas"),
    ("tp4.demande_case", "demande_case(joueur, lire)", 1, "la réponse de cet appel est perdue"),
    ("tp4.demande_case", "lire('')\nreturn (1, 1)", 1, "la réponse de lire est perdue"),
    ("tp1.fini", "n = 0\nn =+ 1\nreturn n == 3", 2, "=+ ne fait qu'affecter : écris n += …"),
    ("tp1.reinit", "self.etat = {}\nself.etat[0][1] = VIDE", 2, "une case est un couple"),
    ("tp1.fini", "for e in self.etat:\n    if e == TOUCHEE:\n        return True\nreturn False", 2,
     "e est ici une case (une clé) ; son état est self.etat[e]."),
    ("tp1.adjacent", "return [case + d for d in (BAS, DROITE)]", 1, "deux couples ajoutés"),
    ("tp1.adjacent", "return [Grille.test_case(case)]", 1, "écris self.test_case(…), et"),
    ("tp1.adjacent", "return [self.test_case(self, case)]", 1, "self est déjà devant le point"),
    ("tp3.symbole", "if etat:\n    return 'X'\nreturn ' '", 1, "-1 compte pour vrai"),
    ("tp1.update_vides", "for c in self.vides:\n    if self.etat[c] != VIDE:\n"
     "        self.vides.remove(c)", 3, "retirer d'une liste que l'on parcourt fait sauter"),
    ("tp6.elimine_petites", "petites = []\nfor c in self.vides:\n    self.marque(c, MANQUEE)\n"
     "return petites", 3, "marque retire des éléments de self.vides que tu parcours : parcours"),
    ("tp2.test_bateau", "for c in bateau.cases:\n    if self.test_case(c):\n        return True\n"
     "    else:\n        return False", 3, "ce return et celui de la ligne"),
    ("tp2.test_bateau", "return bateau.cases() == []", 1, "cases n'est pas une méthode"),
    ("tp1.is_touche", "return self.etat(case) == TOUCHEE", 1, "etat n'est pas une méthode"),
    ("tp2.init_bateaux_alea", "photo = self.etat\nself.essai_flotte()\nself.etat = photo\n"
     "raise ValueError", 1, "photo n'est qu'un second nom de self.etat : copie avec dict"),
    ("tp5.coup_suivant", "return self.tire(self.make_case_aleatoire())", 1,
     "make_case_aleatoire ne renvoie rien (None)"),
    ("tp5.make_case_noire", "self.case_courante = self.hasard.choice(self.cases_noires)", 1,
     "il manque les parenthèses : écris self.cases_noires()"),
    ("tp1.reinit", "etat = {}\nself.vides = []\nself.remet_flotte()", 1,
     "etat n'existe que dans cette fonction : écris self.etat."),
    ("tp6.case_max", "probas = self.compte_placements()\nreturn self.meilleure(choisit)", 1,
     "probas n'existe que dans cette fonction : écris self.probas."),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "corps", "ligne", "phrase"), ETOURDERIES)
def test_etourderie_dite_d_abord(identifiant, corps, ligne, phrase):
    """L'étourderie est la première phrase, avec sa ligne, quel que soit l'endroit de l'échec."""
    obtenu = resultat(identifiant, corps)
    assert obtenu.statut in ("faux", "erreur"), str(obtenu)
    numero = obtenu.details["ligne"]
    fichier = obtenu.exercice.module + ".py"
    assert obtenu.phrase.startswith(f"ligne {numero} de {fichier} : {phrase}"), str(obtenu)
    assert obtenu.details["texte"] == corps.split("\n")[ligne - 1].strip()


def test_une_etourderie_apparente_ne_gene_pas_un_code_juste():
    """Un code juste reste juste ; une méthode peut servir de valeur."""
    corps = "teste = self.test_case\nl = [c for c in calcule_cases(bateau.taille, bateau.start, "
    corps += "bateau.sens) if not teste(c)]\nl.sort(key=self.test_case)\nreturn l == []"
    assert resultat("tp2.test_bateau", corps).reussi
    lecture = verifier.outil("lecture")
    for texte in [RESOLUS[tp.module] for tp in REGISTRE.tps]:
        for fonction in lecture.fonctions_et_methodes(texte):
            assert lecture.Lecture(fonction, texte, RESOLUS).remarque() is None, fonction.name


@pytest.mark.parametrize(
    ("identifiant", "ligne"), [("tp4.affiche_messages", 2), ("tp4.demande_case", 3)]
)
def test_print_la_ou_l_enonce_demande_info(identifiant, ligne, dossier, capsys):
    corps = solution(identifiant).replace("info(", "print(")
    textes = avec_corps({identifiant: corps}, RESOLUS)
    obtenu = sur_place(identifiant, textes)
    assert obtenu.statut == "faux" and "affiche avec info, et non avec print." in obtenu.phrase
    numero = int(re.match(r"ligne (\d+)", obtenu.phrase).group(1))
    assert textes["tp4_tir"].split("\n")[numero - 1].strip() == corps.split("\n")[ligne - 1].strip()
    pose(dossier, textes)
    assert main([identifiant], dossier=dossier) == 1
    assert obtenu.phrase in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("corps", "nom", "conseil"),
    [
        ("return getattr(self, 'etat').get(case) == 0", "getattr", "comme g.etat"),
        ("return self.__dict__['etat'].get(case) == 0", "__dict__", "comme g.etat"),
    ],
)
def test_ce_que_la_correction_refuse_est_dit(corps, nom, conseil):
    """Juste, mais refusé en correction : le vérificateur le dit, et dit quoi écrire."""
    obtenu = resultat("tp1.test_case", corps)
    assert obtenu.statut == "faux" and f"{nom} n'est pas permis ; écris" in obtenu.phrase
    assert conseil in obtenu.phrase
    local = "getattr = self.etat\nreturn getattr.get(case) == 0"
    assert resultat("tp1.test_case", local).reussi


def test_input_a_la_place_de_lire():
    """On nomme le paramètre ; si c'est l'appelant qui l'oublie, c'est sa ligne que l'on montre."""
    corps = solution("tp4.demande_case").replace("lire(", "input(")
    demande = resultat("tp4.demande_case", corps)
    assert "sers-toi de lire (le paramètre) à la place de input." in demande.phrase
    oubli = "return self.tire(demande_case(self))"
    joue = resultat("tp4.joue_coup", oubli)
    assert joue.details["texte"] == oubli and "donne lire à demande_case" in joue.phrase
    autre = resultat("tp1.alpha", "return input()")
    assert "personne ne répond. Sers-toi de case, que la fonction reçoit." in autre.phrase


PISTES = [
    ("tp1.get_taille_max", "return max(self.taille_bateaux, default=0)",
     "ton code ne met pas taille_max à jour."),
    ("tp1.test_case", "if case in self.etat:\n    return self.etat[case] == VIDE",
     "aucun return n'est atteint : que faut-il renvoyer"),
    ("tp5.coup_suivant", "if self.grille_suivi.fini():\n    return None\nself.tire((0, 0))",
     "pour cet appel, ta fonction renvoie None. Si elle va jusqu'à la ligne"),
    ("tp1.test_case", "return 'True'", "True s'écrit sans guillemets"),
    ("tp1.alpha", "return '{x}{y}'", "mets f devant le guillemet"),
    ("tp1.alpha", "return 'C', '3'", "colle les morceaux avec +"),
    ("tp1.coord", "if texte == '33':\n    return ValueError('non')\n" + solution("tp1.coord"),
     "écris raise ValueError(…), et non return ValueError(…)."),
    ("tp1.update_vides", "self.vides += [(0, 0), (3, 0)]", "pars-tu d'une liste vide, [] ?"),
    ("tp1.alpha", "return chr(ord('A') + x)", "Commence par x, y = case."),
    ("tp1.alpha", "return ord(A)", "Si c'est la lettre, mets des guillemets : 'A'."),
    ("tp1.alpha", "return case[2]", "dans un couple, c'est 0 ou 1."),
    ("tp1.rem_bateau", "self.taille_bateaux.pop(taille)", "pour retirer une valeur, c'est remove."),
    ("tp1.fini", "return self.etat.count(1) == 3", "compte dans list(d.values())."),
    ("tp1.fini", "for c in self.etat:\n    n = n + 1\nreturn n", "Écris n = 0 avant la boucle."),
    ("tp2.calcule_end", "return self.start", "pas de self, sers-toi de taille, start, sens."),
    ("tp2.test_bateau", "return [c for c in bateau] == []", "Ses attributs : taille, start,"),
    ("tp2.add_bateau_alea", "return choice([1])", "Écris self.hasard.choice."),
    ("tp2.calcule_cases_adj", "return set()", "il manque (0, 1), soit A1, et 5 autres."),
    ("tp2.calcule_cases_adj", "return {(0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2)}",
     "convertis-le avec list(…)."),
    ("tp2.calcule_cases_adj", "return [[(0, 1)], [(1, 2)]]", "ajoute ses cases une par une."),
    ("tp3.symbole", "return 'X' if etat == TOUCHE else ' '", "TOUCHE est le résultat d'un tir"),
    ("tp3.ligne_cases", "return centre(self.etat[(0, 0)], 3)", "centre attend un texte pour"),
    ("tp3.make_chaine", "return 'a/nb'", "s'écrit \\n, et non /n."),
    ("tp3.make_chaine", "return ['a', 'b']", "colle les lignes de la liste"),
    ("tp4.add_message", "self.messages += message", "le texte est ajouté lettre par lettre"),
    ("tp4.affiche_messages", "while self.messages:\n    info(self.messages.pop())",
     "les lignes sont dans l'ordre inverse"),
    ("tp4.affiche_messages", "self.info(1)", "écris info(…) sans self."),
    ("tp4.verifie_tir", "return case in self.etat", "Laquelle faut-il ici ? self.grille_adverse,"),
    ("tp4.tire", TIRE.replace("suivi.marque", "adverse.marque"), "cette case doit être TOUCHEE,"),
    ("tp4.tire", TIRE.replace("case, TOUCHEE", "TOUCHEE, case"), "L'ordre est marque(case, etat)."),
    ("tp4.analyse_saisie", "return coord(texte)", "la première des 2 valeurs attendues"),
    ("tp5.make_case_aleatoire", "self.case_courante = self.hasard.choice(self.grille_suivi.etat)",
     "choice veut une liste, et non un dictionnaire."),
    ("tp5.make_case_noire", "self.case_courante = self.cases_noires()", "une seule case, et non"),
    ("tp5.moyenne_coups", "return 4 // 2", "divise avec /, et non avec //."),
    ("tp5.moyenne_coups", "return 2.0 if n == 3 else 9.0", "n'est pas entre ces deux bornes"),
    ("tp6.compte_placements", "return calcule_cases((0, 0), 3, BAS)",
     "L'ordre est calcule_cases(taille, start, sens)."),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "corps", "phrase"), PISTES)
def test_piste_utile(identifiant, corps, phrase):
    """Ce que dit le vérificateur de tentatives d'élèves : vrai, court, et la suite à donner."""
    textes = avec_corps({identifiant: corps}, RESOLUS)
    obtenu = sur_place(
        identifiant, textes, prerequis="en appelant" in phrase or "ordre est" in phrase
    )
    assert obtenu.statut in ("faux", "erreur") and phrase in str(obtenu), str(obtenu)


# Des codes faux que les exemples publics doivent refuser, et ce que l'on en dit.
PIEGES = [
    ("tp2.add_bateau", "bateau.cases_adj", "self.adjacent(bateau.start)",
     "valeur numéro 5 : on attend -1 et non 0"),
    ("tp2.init_bateaux_alea", "self.etat = dict(photo)", "self.etat = photo",
     "photo est un second nom de self.etat et change avec"),
    ("tp2.init_bateaux_alea", "self.etat = dict(photo)", "self.reinit()", "g.init_bateaux_alea()"),
    ("tp2.get_max_space", "case not in self.etat or self.etat[case]", "self.etat.get(case, 0)",
     "g.get_max_space((6, 0))"),
    ("tp2.add_bateau_alea", "self.hasard.choice(self.possibles[taille])",
     "self.possibles[taille][0]", "on attend 4 résultats différents"),
    ("tp4.analyse_saisie", 'f"Tu as déjà tiré en {alpha(case)}."', "None",
     "raison doit être un texte"),
    ("tp4.demande_case", "info(raison)", "pass", "Piste : affiche la raison avec info."),
    ("tp6.elimine_petites", "self.get_taille_min()", "self.get_taille_max()", "(5, 0), soit F0"),
    ("tp6.update_queue_touche", "x + signe(x - xt)", "x + x - xt", "il manque (5, 3), soit F3"),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "juste", "faux", "phrase"), PIEGES)
def test_les_exemples_refusent_un_code_faux(identifiant, juste, faux, phrase):
    corps = solution(identifiant)
    assert juste in corps
    obtenu = resultat(identifiant, corps.replace(juste, faux))
    assert obtenu.statut == "faux" and phrase in str(obtenu), str(obtenu)
    assert "getvalue" not in obtenu.phrase


def test_coord_refuse_un_nombre_negatif_et_un_texte_vide():
    corps = "t = texte.replace(' ', '').upper()\nif len(t) > 3 or t[:1] < 'A':\n"
    corps += "    raise ValueError('non')\nreturn (ord(t[0]) - 65, int(t[1:]))"
    assert resultat("tp1.coord", corps).details["appel"] == "coord('A-1')"


def test_les_exemples_acceptent_un_autre_code_juste():
    corps = solution("tp6.update_queue_manque").replace("get_taille_min()", "taille_min")
    assert resultat("tp6.update_queue_manque", corps).reussi


def test_une_pose_a_moitie_faite_est_reprochee_a_add_bateau():
    corps = "for case in bateau.cases:\n    if not self.test_case(case):\n        return False\n"
    corps += "    self.marque(case, TOUCHEE)\nfor case in bateau.cases_adj:\n"
    corps += "    if self.test_case(case):\n        self.marque(case, MANQUEE)\nreturn True"
    textes = avec_corps({"tp2.add_bateau": corps}, RESOLUS)
    assert sur_place("tp2.add_bateau", textes).statut == "faux"
    voisines = solution("tp2.add_bateau").replace("bateau.cases_adj", "[]")
    textes = avec_corps({"tp2.add_bateau": voisines}, RESOLUS)
    (alea,) = verifie("tp2.init_bateaux_alea", textes=textes)
    assert alea.statut == "faux" and "tp2.add_bateau" in alea.details["suspects"]


JOUE = solution("tp4.joue")
ALEA = solution("tp2.add_bateau_alea")
BATEAU = "Bateau(taille, case, direction)"
PHRASES = [
    ("tp2.add_bateau_alea", ALEA.replace(BATEAU, "Bateau(case, taille, direction)"),
     "Bateau attend un nombre entier pour taille, et reçoit (0, 0). L'ordre est "
     "Bateau(taille, start, sens)."),
    ("tp2.add_bateau_alea", ALEA.replace(BATEAU, "Bateau(taille, case)"),
     "l'appel de Bateau oublie sens. L'ordre est Bateau(taille, start, sens)."),
    ("tp2.add_bateau_alea", ALEA.replace(BATEAU, "Bateau(taille, 1, 2, direction)"),
     "Bateau attend 3 valeurs (taille, start, sens), tu en donnes 4"),
    ("tp4.joue", JOUE.replace("tireur.joue_coup()", "joue_coup(tireur)"),
     "C'est le joueur qui l'a : écris tireur.joue_coup()"),
    ("tp4.joue", JOUE.replace("tireur.joue", "self.joue"), "qui l'a, écris tireur.joue_coup"),
    ("tp4.joue", JOUE.replace("tireur.grille_suivi", "self.grille_suivi"),
     "Partie n'a rien qui s'appelle grille_suivi : c'est le joueur qui l'a"),
    ("tp6.rem_queue", "self.queue.pop(case)", "pour retirer une valeur, c'est remove."),
    ("tp6.coup_suivant", solution("tp6.coup_suivant").replace("rem_bateau()", "rem_bateau(2)"),
     "rem_bateau n'attend aucune valeur, tu en donnes 1."),
    ("tp1.get_taille_max", "l = sorted(self.taille_bateaux)\nreturn l[-1]", "la liste est vide"),
    ("tp2.test_bateau", "return all(c in bateau for c in self.vides)",
     "pas dans un Bateau. Ses attributs : taille, start"),
    ("tp2.test_bateau", "return Grille.etat[(0, 0)] == 0", "Grille est une classe, et etat"),
    ("tp4.demande_case", "return lire()", "l'appel de lire oublie question."),
    ("tp2.calcule_end", "return [1, 2, 3]", "on attend une case (x, y), et non une liste."),
    ("tp1.fini", "return self.etat[self.vides]", "ni un élément d'un ensemble."),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "corps", "phrase"), PHRASES)
def test_la_phrase_parle_de_ce_qui_est_vraiment_appele(identifiant, corps, phrase):
    textes = avec_corps({identifiant: corps}, RESOLUS)
    pas = verifier.outil("exemples").LIMITE_PAS
    obtenu = sur_place(identifiant, textes, pas, prerequis=True)
    assert obtenu.statut in ("faux", "erreur") and phrase in str(obtenu), str(obtenu)


def test_retirer_puis_sortir_de_la_boucle_n_est_pas_une_etourderie():
    corps = "for c in self.queue:\n    if c == case:\n        self.queue.remove(c)\n        {}"
    for fin, dite in (("return", False), ("break", False), ("pass", True)):
        lecture = verifier.outil("lecture")
        texte = "class A:\n    def f(self, case):\n        " + corps.format(fin).replace(
            "\n", "\n        "
        )
        (fonction,) = lecture.fonctions_et_methodes(texte)
        remarque = lecture.Lecture(fonction, texte, {"m": texte}).retire_en_parcourant()
        assert (remarque is not None) == dite


CLES = [
    ("tp6.compte_placements", COMPTE, "comptes n'a pas encore la clé (0, 0) : mets-y d'abord 0."),
    ("tp2.retourne_possibles", "self.possibles = {}\nself.possibles[2].append(1)",
     "self.possibles n'a pas encore la clé 2 : mets-y d'abord une liste vide, []."),
    ("tp6.compte_placements", "comptes = {(0, 0): 0, (9, 9): 1}\ncomptes[(1, 0)] += 1",
     "la case (1, 0) n'est pas dans comptes, dont les clés sont (0, 0), (9, 9)."),
    ("tp1.fini", "return self.etat[(9, 9)]", "n'est pas dans self.etat, qui va de A0 à C1 : vérif"),
    ("tp1.reinit", "self.etat = {}\nreturn self.etat[(0, 0)]", "self.etat, qui est encore vide."),
    ("tp3.symbole", "return {VIDE: ' ', 1: 'X'}[etat]",
     "la clé -1 n'est pas dans ce dictionnaire, dont les clés sont 0, 1."),
    ("tp1.fini", "return dict(a=1)['b']", "la clé 'b' n'est pas dans le dictionnaire."),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "corps", "phrase"), CLES)
def test_cle_absente(identifiant, corps, phrase):
    obtenu = resultat(identifiant, corps)
    assert obtenu.statut == "erreur" and phrase in obtenu.phrase, str(obtenu)
    if "part" not in phrase and "mets-y" not in phrase:
        assert "d'abord 0" not in str(obtenu)


@pytest.mark.parametrize(
    ("classe", "debut"), [("defaultdict", "defaultdict(int)"), ("Counter", "Counter()")]
)
def test_un_dictionnaire_special_compte_comme_un_autre(classe, debut):
    """Un Counter ou un defaultdict vaut le dict qu'il contient, ici comme à la correction."""
    corps = SPECIAL.format(classe, debut)
    complet = corps.replace(debut, debut + "\nfor case in self.vides:\n    comptes[case] += 0", 1)
    assert resultat("tp6.compte_placements", complet).reussi
    textes = avec_corps({"tp6.compte_placements": complet}, RESOLUS)
    note = Juge().corrige_textes(textes, ids={"tp6.compte_placements"}, graine=1)
    assert note.exercices[0].statut == "juste", note.exercices[0].phrase
    corps = corps.replace("return comptes", "del comptes[(0, 0)]\nreturn comptes")
    obtenu = resultat("tp6.compte_placements", corps)
    assert obtenu.details["piste"] == "il manque la clé (0, 0), soit A0."


@pytest.mark.parametrize(
    ("corps", "piste"),
    [
        (
            TIRE.replace("return TOUCHE", "return TOUCHEE"),
            "TOUCHE est le résultat d'un tir, TOUCHE",
        ),
        (
            TIRE.replace("return TOUCHE", "return str(['Touche'][0])"),
            "écris TOUCHE, sans guillemets.",
        ),
    ],
)
def test_une_constante_prise_pour_une_autre(corps, piste):
    obtenu = resultat("tp4.tire", corps)
    assert obtenu.statut == "faux" and piste in str(obtenu)


def sur_place(identifiant, textes, pas=300_000, prerequis=False):
    """Le résultat de l'exercice, examiné sans processus (comme dans un navigateur).

    Ses prérequis ne sont examinés que si on le demande.
    """
    fichiers = verifier.outil("fichiers").FichiersEleve(REGISTRE, RACINE / "lessons", textes)
    examen = verifier.outil("examen").Examen(fichiers, None)
    exercice, exemples = REGISTRE[identifiant], verifier.outil("exemples")
    ancien, exemples.LIMITE_PAS = exemples.LIMITE_PAS, pas
    try:
        if prerequis:
            return examen.passe([exercice])[identifiant]
        sans_executer = fichiers.sans_executer(exercice)
        if sans_executer is None:
            examen.fait_tourner([exercice])
        return sans_executer or examen.resultats[identifiant]
    finally:
        exemples.LIMITE_PAS = ancien


def test_la_ligne_montree_est_celle_de_l_eleve():
    """Ni la ligne du code donné où Python s'arrête, ni la plus profonde d'une récursion."""
    dehors = "self.marque((9, 9), TOUCHEE)\nreturn True"
    obtenu = resultat("tp2.add_bateau", dehors)
    assert obtenu.details["texte"] == "self.marque((9, 9), TOUCHEE)"
    appel = "de tp2_placement.py, en appelant marque avec case = (9, 9), etat = 1 : la case (9, 9)"
    assert appel in obtenu.phrase
    recursion = "self.grille_adverse.fini()\nreturn self.resolution()"
    obtenu = resultat("tp5.resolution", recursion)
    assert obtenu.details["texte"] == "return self.resolution()"


def test_pas_de_compte_pas_de_piste_sur_le_compte():
    obtenu = resultat("tp3.epaisseur", "return 1")
    assert obtenu.statut == "faux" and obtenu.details["piste"] is None


def test_le_self_oublie_dans_la_ligne_def():
    texte = RESOLUS["tp1_grille"].replace("def test_case(self, case)", "def test_case(case)")
    obtenu = sur_place("tp1.test_case", {**RESOLUS, "tp1_grille": texte})
    assert "la ligne def a changé : remets def test_case(self, case):" in obtenu.phrase
    (appel,) = verifie("tp1.adjacent", textes={**RESOLUS, "tp1_grille": texte})
    assert appel.phrase.startswith("commence par tp1.test_case, dont adjacent se sert : ligne")
    assert appel.details["suspects"] == ["tp1.test_case"]


def test_dessins():
    cases = resultat("tp1.adjacent", "return [(0, 1), (2, 0)]")
    assert cases.details["dessin"].split("\n") == [
        "attendu    obtenu",
        "  A B C      A B C",
        "0 . # .    0 . . #",
        "1 # . .    1 # . .",
    ]
    grille = resultat("tp1.fini", "return False")
    assert "g après cet exemple" in grille.details["dessin"] and "0 X" in grille.details["dessin"]


def test_le_prerequis_fautif_est_nomme():
    textes = avec_corps({"tp1.test_case": "return True"}, RESOLUS)
    (seul,) = verifie("tp1.adjacent", textes=textes)
    assert seul.statut == "faux" and seul.details["suspects"] == ["tp1.test_case"]
    assert str(seul).startswith(
        "tp1.adjacent : commence par tp1.test_case, dont adjacent se sert : g.test_case"
    )


def test_bloque_nomme_ce_qui_manque():
    (seul,) = verifie("tp1.update_vides", textes=avec_solution(["tp1.update_vides"]))
    assert seul.statut == "bloqué" and "il faut d'abord tp1.reinit" in seul.phrase


def test_une_phrase_d_erreur_ou_l_ordre_d_un_dictionnaire_sont_libres():
    libre = re.sub(r"raise ValueError\(.*?\n    \)", "raise ValueError('non !')",
                   solution("tp1.coord"), flags=re.DOTALL)  # fmt: skip
    assert "non !" in libre and resultat("tp1.coord", libre).reussi
    autre_ordre = solution("tp2.retourne_possibles").replace("_bateaux}", "_bateaux[::-1]}")
    assert "[::-1]" in autre_ordre and resultat("tp2.retourne_possibles", autre_ordre).reussi
    assert not resultat("tp1.fini", "return int(2 == list(self.etat.values()).count(1))").reussi


ALPHA = "x, y = case\nprint('x =', x)\nreturn chr(65 + x) + str(y)"


def test_un_exemple_nomme_une_constante_que_le_fichier_n_importe_pas():
    """Le fichier d'un élève peut dater d'une archive où les exemples écrivaient -1."""
    anciens = dict(RESOLUS, tp1_grille=RESOLUS["tp1_grille"].replace("    MANQUEE,\n", "", 1))
    assert anciens != RESOLUS and sur_place("tp1.test_case", anciens).reussi
    note = Juge().corrige_textes(anciens, ids={"tp1.test_case"}, graine=1)
    assert note.exercices[0].juste


def test_un_print_oublie_ne_rend_pas_faux(dossier, capsys):
    phrase = f"mais la ligne {LIGNE_ALPHA + 1} de tp1_grille.py affiche aussi « x = 2 » : efface"
    alpha = resultat("tp1.alpha", ALPHA)
    assert alpha.reussi and phrase in alpha.phrase
    procedure = "print('ici')\n" + solution("tp1.update_vides")
    vides = resultat("tp1.update_vides", procedure)
    assert vides.reussi and "« ici »" in vides.phrase
    pose(dossier, avec_corps({"tp1.alpha": ALPHA}, RESOLUS))
    assert main(["tp1.alpha"], dossier=dossier) == 0
    assert phrase in " ".join(capsys.readouterr().out.split())


def test_un_print_en_trop_compte_quand_on_attend_un_affichage():
    corps = "print('ici')\n" + solution("tp4.affiche_messages")
    obtenu = resultat("tp4.affiche_messages", corps)
    assert obtenu.statut == "faux"
    faux = resultat("tp1.alpha", "print('ici')\nreturn 'C4'")
    assert faux.statut == "faux" and "'C4' (et, à l'écran : ici)" in str(faux)


# ----------------------------------------------------------------- les trous et les restes


def test_trous():
    (vierge,) = verifie("tp2.compte_vides", textes=VIDES)
    assert vierge.phrase.startswith("à faire : 2 trous")
    entame = "x, y = case\nwhile self.test_case(...):\n    x, y = x + 1, y\nreturn x"
    reste = resultat("tp2.compte_vides", entame)
    assert (
        reste.statut == "à faire" and "il reste des … à remplacer : 1 trou, ligne" in reste.phrase
    )


def test_la_ligne_raise_est_restee():
    corps = 'raise NotImplementedError("tp1.alpha")\nx, y = case\nreturn chr(65 + x) + str(y)'
    reste = resultat("tp1.alpha", corps)
    assert reste.statut == "à faire" and "efface maintenant la ligne" in reste.phrase
    plus_loin = resultat("tp1.alpha", 'x, y = case\nraise NotImplementedError("tp1.alpha")')
    assert plus_loin.statut == "à faire" and "raise à effacer" in plus_loin.phrase
    assert resultat("tp1.alpha", "pass").statut == "à faire"


def test_fonction_disparue_deplacee_ou_doublee():
    texte = RESOLUS["tp1_grille"]
    (absente,) = verifie(
        "tp1.alpha", textes={**RESOLUS, "tp1_grille": texte.replace("def alpha", "def alfa")}
    )
    assert absente.statut == "erreur" and "n'est plus dans tp1_grille.py" in absente.phrase
    assert absente.details["piste"].endswith("Remets exactement sa ligne : def alpha(case):")
    (effacee,) = verifie(
        "tp1.alpha", textes={**RESOLUS, "tp1_grille": texte.replace("def alpha(case):\n", "")}
    )
    assert effacee.details["piste"].endswith("n'est plus dans le fichier : def alpha(case):")
    hors_classe = texte.replace("def fini", "def autre") + "\n\ndef fini(self):\n    return 1\n"
    (dehors,) = verifie("tp1.fini", textes={**RESOLUS, "tp1_grille": hors_classe})
    assert "pas au bon endroit" in dehors.details["piste"]
    double = texte.replace(
        "\n\nclass Grille", '\n\ndef alpha(case):\n    return "A0"\n\n\nclass Grille'
    )
    (doublee,) = verifie("tp1.alpha", textes={**RESOLUS, "tp1_grille": double})
    assert doublee.statut == "faux" and "définie plusieurs fois" in doublee.details["piste"]


# ----------------------------------------------------------------- les boucles sans fin

BOUCLE = """
dx, dy = direction
x, y = case
nombre = 0
while self.test_case((x + dx, y + dy)):
    nombre += 1
return nombre
"""


LONG = verifier.outil("autopsie").LONG


def controle_boucle(obtenu):
    assert obtenu.statut == "boucle"
    texte = obtenu.details["texte"]
    assert texte == "while self.test_case((x + dx, y + dy)):"
    lignes = avec_corps({"tp2.compte_vides": BOUCLE}, RESOLUS)["tp2_placement"].split("\n")
    assert lignes[obtenu.details["ligne"] - 1].strip() == texte
    valeurs = dict(obtenu.details["variables"])
    assert (valeurs["x"], valeurs["y"], valeurs["dx"]) == ("1", "0", "1")
    assert {"x", "y"} <= set(obtenu.details["figees"]) and "nombre" not in obtenu.details["figees"]
    ligne = obtenu.details["ligne"]
    assert obtenu.phrase == (
        f"la boucle de la ligne {ligne} de tp2_placement.py {LONG} : x (1) et y (0) ne changeaient "
        "pas à ce moment."
    )


def test_boucle_sans_fin():
    """La boucle est située ; ceux qui en dépendent attendent, les autres sont vérifiés."""
    textes = avec_corps({"tp2.compte_vides": BOUCLE}, RESOLUS)
    resultats = {r.id: r for r in verifie("tp2", textes=textes)}
    controle_boucle(resultats["tp2.compte_vides"])
    assert resultats["tp2.add_bateau"].reussi
    attend = resultats["tp2.get_max_space"]
    assert attend.statut == "bloqué" and "tp2.compte_vides, qui ne finit pas" in attend.phrase


def test_boucle_sans_fin_sans_processus():
    controle_boucle(resultat("tp2.compte_vides", BOUCLE))


SUITE = """
suite = []
x, y = case
dx, dy = direction
while self.grille_suivi.is_touche((x, y)):
    suite.append((x, y))
return suite
"""
COULES = """
nouvelles = []
change = True
while change:
    for case in self.grille_suivi.etat:
        if self.grille_suivi.is_touche(case) and case not in self.coules:
            morceau = self.morceau_touche(case)
            if self.est_coule(morceau):
                self.coules.extend(morceau)
                nouvelles.extend(morceau)
                change = True
return nouvelles
"""
COULES_2 = COULES.replace(" and case not in self.coules", "").replace(
    "while change:", "while change:\n    change = False"
)
SANS_FIN = [
    ("tp4.suite_touchee", SUITE, "while self.grille_suivi.is_touche((x, y)):",
     "x (1) et y (0) ne changeaient pas à ce moment.", ["x", "y"]),
    ("tp4.suite_touchee", SUITE.replace("is_touche((x, y))", "is_touche(case)"),
     "while self.grille_suivi.is_touche(case):", "case (1, 0) ne changeait pas à ce moment.",
     ["case"]),
    ("tp4.check_coules", COULES, "while change:", "change vaut toujours True.", ["change"]),
    ("tp4.check_coules", COULES_2, "while change:", f"{LONG}.", ["change"]),
    ("tp5.resolution", "while not self.grille_suivi.fini():\n    self.add_message('a')",
     "while not self.grille_suivi.fini():", f"{LONG}.", []),
    ("tp3.fusion", "l = [1]\nfor a in l:\n    l.append(a)", "for a in l:",
     "ne s'arrête pas : chaque tour allonge la liste qu'elle parcourt.", ["a", "l"]),
]  # fmt: skip


@pytest.mark.parametrize(("identifiant", "corps", "ligne", "fin", "variables"), SANS_FIN)
def test_une_phrase_par_boucle_sans_fin(identifiant, corps, ligne, fin, variables):
    """La ligne de la boucle, et la variable de sa condition qui ne change plus : rien d'autre."""
    obtenu = sur_place(identifiant, avec_corps({identifiant: corps}, RESOLUS), 20_000)
    assert obtenu.statut == "boucle" and obtenu.details["texte"] == ligne
    assert obtenu.phrase.startswith("la boucle de la ligne") and obtenu.phrase.endswith(fin)
    assert [nom for nom, _ in obtenu.details["variables"]] == variables


def test_une_photo_prise_entre_deux_lignes():
    """Python ne sait pas toujours dire à quelle ligne il en est : c'est alors celle d'avant."""

    class Cadre:
        f_lineno, f_back, f_lasti, f_locals, f_globals = None, None, 10**6, {}, {}
        f_code = compile("x = 1\ny = 2", "essai.py", "exec")

    enquete = verifier.outil("exemples").enquete_sur({"essai.py": ["x = 1", "y = 2"]})
    assert enquete.constat() == {"fichier": None}
    enquete.photographie(Cadre)
    assert (enquete.constat()["ligne"], enquete.constat()["texte"]) == (2, "y = 2")


def test_une_liste_qui_grandit_n_est_pas_figee():
    corps = "l1, l2 = [1, 2], [1]\nwhile len(l1) > len(l2):\n    l1.append('')\nreturn ''"
    obtenu = sur_place("tp3.fusion", avec_corps({"tp3.fusion": corps}, RESOLUS), 20_000)
    assert obtenu.statut == "boucle" and obtenu.details["figees"] == ["l2"]
    assert "éléments)" in dict(obtenu.details["variables"])["l1"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="sys.monitoring date de Python 3.12")
def test_boucle_qui_avale_les_erreurs_sans_processus():
    corps = "while True:\n    try:\n        self.essais += 1\n    except:\n        pass"
    obtenu = sur_place("tp5.resolution", avec_corps({"tp5.resolution": corps}, RESOLUS), 20_000)
    assert obtenu.statut == "boucle" and "while True" in obtenu.details["piste"]


@pytest.mark.lent
def test_sans_processus_memes_verdicts():
    corps = {"tp1.alpha": "return 1", "tp1.fini": "return self.etat[9]", "tp2.calcule_end": "pass"}
    textes = avec_corps(corps, RESOLUS)
    avec = {r.id: r.statut for tp in ("tp1", "tp2") for r in verifie(tp, textes=textes)}
    pas = verifier.outil("exemples").LIMITE_PAS
    sans = {i: sur_place(i, textes, pas, prerequis=True).statut for i in avec}
    assert avec == sans


@pytest.mark.lent
def test_boucle_au_chargement():
    textes = {
        **RESOLUS,
        "tp2_placement": RESOLUS["tp2_placement"] + "\nwhile True:\n    NB_ESSAIS += 1\n",
    }
    resultats = {r.id: r for r in verifie(textes=textes)}
    un, deux, trois = (resultats[i] for i in ("tp1.alpha", "tp2.add_bateau", "tp3.symbole"))
    assert (un.statut, deux.statut, trois.statut) == ("réussi", "erreur", "bloqué")
    assert "ne s'arrête pas" in deux.phrase and "tp2_placement.py" in trois.phrase


@pytest.mark.lent
@pytest.mark.parametrize(
    ("corps", "phrase"),
    [
        ("import time\ntime.sleep(60)", "attend sans rien faire"),
        ("return sum(iter(int, 1))", "n'a pas fini à temps"),
        ("l = []\nwhile True:\n    l.append([0] * 10**6)", ""),
    ],
)
def test_attente_calcul_d_un_bloc_et_memoire(corps, phrase):
    obtenu = resultat("tp5.resolution", corps, processus=True)
    assert obtenu.statut in ("boucle", "erreur") and phrase in obtenu.phrase
    assert obtenu.details["ligne"]


# ----------------------------------------------------------------- les fichiers abîmés

FAUTES = [
    ("def alpha(case):", "def alpha(case)", 0, "il manque « : »"),
    ("for y in range(self.ymax):", "for y in range(self.ymax)", 0, "il manque « : »"),
    ("+ str(y)", "+ str(y", 0, "une parenthèse )"),
    ("list(self.etat)\n", "list(self.etat))\n", 0, "est en trop"),
    ("if etat == VIDE:", "if etat = VIDE:", 0, "écris =="),
    ("        if etat == VIDE:", "      if etat == VIDE:", 0, "le décalage"),
    ("            self.vides.append(case)", "        self.vides.append(case)", 0, "décale vers"),
    ("        self.etat[case] = etat", "\tself.etat[case] = etat", 0, "tabulations"),
    ('ord("A") + x', 'ord("A) + x', 0, "un guillemet"),
    ('ord("A") + x', "ord(“A”) + x", 0, "le signe « “ »"),
    ("    x, y = case\n    return chr", "    else if x:\n    return chr", 0, "elif"),
    ("case in self.etat and", "case in self.etat &&", 0, "s'écrit and"),
    ("self.etat = {}", "self.etat = {", 0, "une accolade }"),
    ('    \'Z12\'\n    """', "    'Z12'", -6, "n'est pas refermé"),
    ("def alpha(case)", "Def alpha(case)", 0, "« Def » s'écrit def."),
    ("    return chr(", "    retrun chr(", 0, "« retrun » s'écrit return."),
    ("    x, y = case\n    return chr", "    else:\n    return chr", 0, "ce else ne suit aucun if"),
]


@pytest.mark.parametrize(("avant", "apres", "ecart", "phrase"), FAUTES)
def test_faute_de_syntaxe(avant, apres, ecart, phrase):
    bon = RESOLUS["tp1_grille"]
    abime = bon.replace(avant, apres, 1)
    lignes = zip(bon.split("\n"), abime.split("\n"), strict=False)
    vraie = next(i for i, (a, b) in enumerate(lignes, start=1) if a != b)
    faute = verifier.outil("syntaxe").faute_de_syntaxe(abime)
    assert phrase in faute["phrase"] and faute["ligne"] == vraie + ecart


def test_faute_de_syntaxe_ailleurs(capsys, dossier):
    """Un fichier fautif est expliqué une fois ; les TP qui n'en ont pas besoin sont vérifiés."""
    pose(dossier, {**RESOLUS, "tp2_placement": "def f(:\n" + RESOLUS["tp2_placement"]})
    assert main(["tp1"], dossier=dossier) == 0
    assert main(["tp3"], dossier=dossier) == 1
    sortie = capsys.readouterr().out
    assert sortie.count("ligne 1 de tp2_placement.py") == 1


def test_la_suite_mene_au_coupable(capsys, dossier):
    """Un prérequis d'un autre TP, ou un fichier qui ne se charge pas : c'est là qu'on envoie."""
    faux = avec_corps({"tp1.test_case": "return case in self.etat"}, RESOLUS)
    pose(dossier, faux)
    assert main(["tp2"], dossier=dossier) == 1
    sortie = " ".join(capsys.readouterr().out.split())
    assert "commence par tp1.test_case, dont compte_vides se sert : g.test_case((2, 1))" in sortie
    assert "Pour la vérifier : python verifier.py tp1.test_case" in sortie
    assert "La suite : tp1.test_case" in sortie and "indice tp1.test_case" in sortie
    assert main([], dossier=dossier) == 0
    assert "À corriger : tp1.test_case" in capsys.readouterr().out
    pose(dossier, {"tp1_grille": RESOLUS["tp1_grille"].replace("x, y = case", "x, y = (case", 1)})
    assert main(["tp2"], dossier=dossier) == 1
    assert "La suite : corriger tp1_grille.py, ligne" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("octets", "phrase"),
    [
        (lambda t: b"\xef\xbb\xbf" + t.encode(), None),
        (lambda t: t.encode("latin-1", "replace"), None),
        (lambda t: t.replace("\n", "\r\n").encode(), None),
        (lambda t: t.replace("    ", "\t").encode(), None),
        (lambda t: t.encode("utf-16"), None),
        (lambda t: t.encode() + b"\x00", "illisibles"),
        (lambda t: b"", "ce fichier est vide"),
        (lambda t: b"\xff" * 2000, ""),
        (lambda t: b"#" * 2_000_000, "trop gros"),
        (lambda t: b"(" * 5000, ""),
        (lambda t: b"x = 1\nraise KeyError('ici')\n" + t.encode(), "KeyError"),
        (lambda t: t.encode() + b"\nprint(alpha((0, 0, 0)))\n", "tp1_grille.py"),
        (lambda t: t.encode() + b"\nimport inexistant\n", "inexistant"),
        (lambda t: t.encode() + b"\nimport sys; sys.exit()\n", "exit"),
        (lambda t: t.encode() + b"\nimport os; os._exit(0)\n", "brutalement"),
        (lambda t: t.encode() + b"\nclass Grille:\n    pass\n", ""),
    ],
)
def test_codages_et_fichiers_bizarres(dossier, capsys, octets, phrase):
    """phrase None : le fichier est bon malgré son codage."""
    pose(dossier, RESOLUS)
    (dossier / "tp1_grille.py").write_bytes(octets(RESOLUS["tp1_grille"]))
    code = main(["tp1"], dossier=dossier)
    sortie = capsys.readouterr().out
    assert "Traceback" not in sortie and "ne vient pas de toi" not in sortie
    assert (code == 0) == (phrase is None), sortie
    assert ("bravo" if phrase is None else phrase) in sortie, sortie


def test_essais_laisses_dans_le_fichier(dossier, capsys):
    """Du code hors des fonctions : on nomme le fichier et la ligne qui l'appellent."""
    pose(
        dossier,
        {**RESOLUS, "tp2_placement": RESOLUS["tp2_placement"] + "\nBateau('a', (0, 0), BAS)\n"},
    )
    assert main(["tp1"], dossier=dossier) == 0
    assert main(["tp2"], dossier=dossier) == 1
    derniere = len(RESOLUS["tp2_placement"].split("\n")) + 1
    assert f"ligne {derniere} de tp2_placement.py" in capsys.readouterr().out
    pose(
        dossier,
        {
            "tp2_placement": avec_solution(["tp2.calcule_cases"])["tp2_placement"]
            + "\nprint(calcule_end(1, (0, 0), BAS))\n"
        },
    )
    assert main(["tp2"], dossier=dossier) == 1
    sortie = " ".join(capsys.readouterr().out.split())
    assert "se sert de tp2.calcule_end, qui n'est pas encore fait" in sortie


@pytest.mark.lent
def test_imports_etranges(dossier, capsys):
    """Un module à soi qui est fautif ; deux modules qui s'importent l'un l'autre."""
    (dossier / "outils.py").write_text("def f(:", encoding="utf-8")
    pose(dossier, {**RESOLUS, "tp1_grille": "import outils\n" + RESOLUS["tp1_grille"]})
    assert main(["tp1"], dossier=dossier) == 1
    pose(
        dossier, {**RESOLUS, "tp1_grille": RESOLUS["tp1_grille"] + "\nimport tp6_solveur_optimal\n"}
    )
    main([], dossier=dossier)
    pose(dossier, {**RESOLUS, "tp1_grille": "from tp2_placement import Grille\n"})
    assert main(["tp2"], dossier=dossier) == 1
    assert "ne vient pas de toi" not in capsys.readouterr().out


def test_fichier_disparu_ou_remplace(dossier, capsys):
    pose(dossier, RESOLUS)
    (dossier / "tp1_grille.py").unlink()
    assert main(["tp2.calcule_end"], dossier=dossier) == 1
    assert "tp1_grille.py : ce fichier n'est plus" in capsys.readouterr().out
    assert main(["tp1.alpha"], dossier=dossier) == 1
    assert "recommencer tp1" in capsys.readouterr().out
    (dossier / "tp1_grille.py").mkdir()
    assert main(["tp1.alpha"], dossier=dossier) == 1
    assert "ne peut pas être lu" in capsys.readouterr().out


def test_un_module_du_verificateur_manque(dossier):
    (dossier / "verificateur" / "phrases.py").unlink()
    fini = subprocess.run(
        [sys.executable, str(dossier / "verifier.py")], capture_output=True, encoding="utf-8"
    )
    assert fini.returncode == 1 and "Décompresse de nouveau l'archive" in fini.stderr
    assert "Traceback" not in fini.stderr


def test_registre_abime(dossier):
    (dossier / "verificateur" / "registre.json").write_text("{", encoding="utf-8")
    assert "registre.json manque ou est abîmé" in lance(dossier, code=2)


def test_un_fichier_random_de_l_eleve(dossier):
    """random.py dans le dossier : le vérificateur n'en souffre pas, et prévient."""
    (dossier / "random.py").write_text("raise SystemExit('cassé')", encoding="utf-8")
    (dossier / "json.py").write_text("raise SystemExit('cassé')", encoding="utf-8")
    fini = subprocess.run(
        [sys.executable, str(dossier / "verifier.py")], capture_output=True, encoding="utf-8",
        env=SANS_COULEUR,
    )  # fmt: skip
    assert fini.returncode == 0 and fini.stderr == ""
    assert "json.py cache un module de Python" in fini.stdout


@pytest.mark.parametrize("graine", lents_sauf(range(2016, 2028), range(2016, 2018)))
def test_jamais_de_trace(dossier, capsys, graine):
    """Des fichiers abîmés au hasard : toujours une réponse, jamais une trace."""
    hasard = random.Random(graine)
    textes = dict(RESOLUS)
    for module in hasard.sample(sorted(textes), 2):
        texte = list(textes[module])
        for _ in range(hasard.randint(1, 4)):
            place = hasard.randrange(len(texte))
            texte[place] = hasard.choice([" ", "\n", "(", ":", '"', "x", "", "\t", "é", "0"])
        textes[module] = "".join(texte)
    pose(dossier, textes)
    assert main([], dossier=dossier) == 0
    sortie = capsys.readouterr().out
    assert "En tout :" in sortie and "Traceback" not in sortie


# ----------------------------------------------------------------- indices, recommencer, rendre


def test_indices_un_de_plus_a_chaque_fois(dossier, capsys):
    attendus = REGISTRE["tp1.alpha"].indices
    for rang in [1, 2, 3, 3]:
        assert main(["indice", "tp1.alpha"], dossier=dossier) == 0
        sortie = capsys.readouterr().out
        assert f"indice {rang} sur 3" in sortie
        assert attendus[rang - 1].split()[0] in sortie
    memoire = dossier / "verificateur" / "memoire.txt"
    assert "indice tp1.alpha = 3" in memoire.read_text(encoding="utf-8")
    memoire.write_bytes(b"indice tp1.alpha = \xff\xfe\n\x00\x00 = = =\nindice tp1.coord=2\n")
    assert COMMANDES.indice("tp1.alpha", dossier=dossier)[0] == 1
    assert COMMANDES.indice("tp1.coord", dossier=dossier)[0] == 3
    assert main(["indice"], dossier=dossier) == 0
    assert "tp1.alpha" in capsys.readouterr().out
    assert main(["indice", "tp1"], dossier=dossier) == 2
    assert main(["indice", "tp9.rien"], dossier=dossier) == 2


def test_indices_sans_pouvoir_ecrire(dossier, capsys, monkeypatch):
    refuse_ecriture(monkeypatch, errno.EROFS)
    rangs = [COMMANDES.indice("tp1.fini", dossier=dossier)[0] for _ in range(2)]
    assert rangs == [1, 2]


def refuse_ecriture(monkeypatch, numero):
    """Toute ouverture en écriture échoue, comme sur un disque plein ou protégé."""

    def ouvre(chemin, mode="r", *args, **options):
        if "w" in mode:
            raise OSError(numero, os.strerror(numero), str(chemin))
        return open(chemin, mode, *args, **options)

    monkeypatch.setitem(vars(COMMANDES.rangement), "open", ouvre)

    def zip_refuse(*args, **options):
        raise OSError(numero, os.strerror(numero))

    monkeypatch.setattr(COMMANDES.zipfile, "ZipFile", zip_refuse)


def test_recommencer_garde_l_ancien(dossier, capsys):
    pose(dossier, RESOLUS)
    for tour in (1, 2):
        (dossier / "tp2_placement.py").write_text(f"# version {tour}\n", encoding="utf-8")
        assert main(["recommencer", "tp2"], dossier=dossier) == 0
        assert "est gardé" in capsys.readouterr().out
        assert (dossier / "tp2_placement.py").read_text(encoding="utf-8") == VIDES["tp2_placement"]
    anciens = [f.read_text(encoding="utf-8") for f in dossier.glob("tp2_placement_ancien_*.py")]
    assert sorted(anciens) == ["# version 1\n", "# version 2\n"]
    assert main(["recommencer", "tp2"], dossier=dossier) == 0  # rien à garder cette fois
    assert "tp2_placement.py est déjà comme au départ." in capsys.readouterr().out
    assert len(list(dossier.glob("tp2_placement_ancien_*.py"))) == 2
    (dossier / "bn_utiles.py").unlink()
    assert main(["recommencer", "bn_utiles"], dossier=dossier) == 0
    assert (dossier / "bn_utiles.py").exists()
    assert main(["recommencer"], dossier=dossier) == 2
    assert main(["recommencer", "tp99"], dossier=dossier) == 2


@pytest.mark.parametrize(
    ("numero", "phrase"), [(errno.ENOSPC, "le disque est plein"), (errno.EROFS, "est protégé")]
)
def test_disque_plein_ou_protege(dossier, capsys, monkeypatch, numero, phrase):
    pose(dossier, RESOLUS)
    refuse_ecriture(monkeypatch, numero)
    monkeypatch.setenv("HOME", str(dossier / "nulle-part"))
    assert main(["recommencer", "tp2"], dossier=dossier) == 2
    assert main(["rendre", "Le Goff", "Zoé"], dossier=dossier) == 2
    assert capsys.readouterr().out.count(phrase) == 2
    assert (dossier / "tp2_placement.py").read_text(encoding="utf-8") == RESOLUS["tp2_placement"]
    assert not [f for f in dossier.iterdir() if f.suffix in (".tmp", ".neuf", ".zip")]
    assert main(["tp1"], dossier=dossier) == 0


def test_rendre(dossier):
    pose(dossier, avec_corps({"tp1.alpha": "return 'A0'"}, RESOLUS))
    (dossier / "brouillon.py").write_text("x = 1", encoding="utf-8")
    (dossier / "outils.py").write_text("x = 1", encoding="utf-8")
    with open(dossier / "tp4_tir.py", "a", encoding="utf-8") as fichier:
        fichier.write("\nimport outils\n")
    sortie = lance(dossier, "rendre", entree="\nLe Goff\nZoé Anaïs\n")
    zips = list(dossier.glob("*.zip"))
    assert [z.name for z in zips] == ["rendu_Le_Goff_Zoe_Anais.zip"] and zips[0].name in sortie
    with zipfile.ZipFile(zips[0]) as archive:
        assert sorted(archive.namelist()) == sorted(
            [f"{tp.module}.py" for tp in REGISTRE.tps]
            + [f"{module}.py" for module in [*REGISTRE.essais, *REGISTRE.libres]]
            + ["rendu.json"]
        )
        rendu = json.loads(archive.read("rendu.json").decode("utf-8"))
        assert b"return 'A0'" in archive.read("tp1_grille.py")
    base = sum(len(tp.base) for tp in REGISTRE.tps)
    bonus = sum(len(tp.bonus) for tp in REGISTRE.tps)
    compte = f"{base - 1} exercices réussis sur {base}"
    assert f"{compte}, et {bonus} bonus." in sortie and compte in lance(dossier)
    assert "outils.py n'est pas rendu" in sortie and "brouillon" not in sortie
    assert (rendu["nom"], rendu["prenom"]) == ("Le Goff", "Zoé Anaïs")
    assert rendu["exercices"]["tp1.alpha"] == "faux" and rendu["exercices"]["tp1.fini"] == "réussi"
    assert "Pas encore commencé" not in sortie
    avant = zips[0].read_bytes()
    encore = lance(dossier, "rendre")
    assert "Zoé Anaïs" in encore, "le nom n'est demandé qu'une fois"
    assert "rendu_Le_Goff_Zoe_Anais_2.zip" in encore and zips[0].read_bytes() == avant
    assert len(list(dossier.glob("*.zip"))) == 2


def test_rendre_nomme_les_tp_vides(dossier, capsys):
    base = [e.id for n in (1, 2) for e in REGISTRE.tp(n).base]
    pose(dossier, avec_solution([*base, "tp5.est_noire"]))
    assert main(["rendre", "Le Goff", "Zoé"], dossier=dossier) == 0
    assert "Pas encore commencé : TP3, TP4, TP6." in capsys.readouterr().out


def test_rendre_sans_nom_ni_personne(dossier):
    assert "Il me faut ton nom" in lance(dossier, "rendre", code=2)


def test_rendre_sous_un_autre_nom(dossier, capsys):
    """Un nom mal tapé n'est pas gardé pour toujours : on dit comment le changer."""
    pose(dossier, VIDES)
    assert main(["rendre", "Gof", "Zoé"], dossier=dossier) == 0
    assert main(["rendre", "aide"], dossier=dossier) == 2
    capsys.readouterr()
    assert main(["rendre"], dossier=dossier) == 0
    assert "Pas Zoé Gof ? Tape rendre, ton nom, ton prénom" in capsys.readouterr().out
    assert len(list(dossier.glob("rendu_*.zip"))) == 2


@pytest.mark.parametrize("ligne", ["Vérifie : tp1.alpha", "vérifie tp1.alpha", "> `tp1.alpha`"])
def test_la_ligne_de_l_enonce_recopiee_entiere(dossier, capsys, ligne):
    pose(dossier, VIDES)
    main(ligne.split(), dossier=dossier)
    assert "· tp1.alpha" in capsys.readouterr().out


def test_devant_les_trois_chevrons_on_parle_de_f5(dossier, capsys, monkeypatch):
    pose(dossier, VIDES)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    main(["tp1"], dossier=dossier)
    assert "Pour un indice : F5 sur verifier.py, puis indice tp1.alpha" in capsys.readouterr().out


def test_rendre_une_copie_qui_ne_se_charge_pas(dossier, capsys):
    pose(dossier, {**RESOLUS, "tp6_solveur_optimal": "def f(:"})
    assert main(["rendre", "李", "小龙"], dossier=dossier) == 0
    sortie = capsys.readouterr().out
    assert "tp6_solveur_optimal.py ne se charge pas" in sortie
    assert (dossier / "rendu_李_小龙.zip").exists()


def test_suivre(dossier, capsys, monkeypatch):
    pose(dossier, VIDES)
    tours = itertools.count()

    def attend(_):
        """L'élève enregistre pendant la deuxième pause."""
        if next(tours) == 1:
            pose(dossier, {"tp1_grille": avec_solution(["tp1.alpha"])["tp1_grille"]})

    horloge = types.SimpleNamespace(sleep=attend, strftime=time.strftime)
    monkeypatch.setitem(vars(COMMANDES), "time", horloge)
    COMMANDES.suit(dossier, "", tours=4)
    sortie = capsys.readouterr().out
    assert re.search(r"tp1_grille.py, à \d\d:\d\d:\d\d\n", sortie) and "✓ tp1.alpha" in sortie
    assert "1 sur 11. La suite : tp1.reinit" in sortie


# ----------------------------------------------------------------- à l'écran


def test_commandes_mal_tapees(capsys, dossier):
    for mots, phrase in [
        (["tp1.alfa"], "Voulais-tu dire tp1.alpha ?"),
        (["indise"], "Voulais-tu dire indice ?"),
        (["indice", "tournoi"], "« tournoi » est une commande, pas un exercice."),
        (["revoir", "3"], "Voulais-tu dire tournoi revoir 3 ?"),
        (["pirates", "tp1.adjacent", "aide"], "verifier.py pirates tp1.adjacent indice"),
        (["coup_suivant"], "tp5.coup_suivant ou tp6.coup_suivant ?"),
        (["zzzz"], "Tape aide"),
        (["tp9"], "Il n'y a pas de tp9 : les TP vont de tp1 à tp8."),
        (["alpha((2,", "3))"], "ouvre tp1_grille.py, appuie sur F5"),
    ]:
        assert main(mots, dossier=dossier) == 2
        assert phrase in capsys.readouterr().out
    assert main(["aide"], dossier=dossier) == 0
    aide = capsys.readouterr().out
    for commande in ("indice", "suivre", "recommencer", "rendre", "quitter"):
        assert commande in aide
    assert main(["python", "verifier.py", "tp", "1"], dossier=dossier) == 1
    assert "La suite : tp1.alpha" in capsys.readouterr().out
    for mots in (["tp2", "calcule_end"], ["TP2", "calcule_end"], ["tp", "2", "calcule_end"]):
        assert main(mots, dossier=dossier) == 1
        sortie = capsys.readouterr().out
        assert "tp2.calcule_end" in sortie and " sur " not in sortie
    main(["indice", "tp2", "calcule_end"], dossier=dossier)
    assert "tp2.calcule_end, indice 1 sur" in capsys.readouterr().out
    assert main(["tp1_grille.py"], dossier=dossier) == 1
    assert "La suite : tp1.alpha" in capsys.readouterr().out
    assert main(["ALPHA"], dossier=dossier) == 1
    assert re.search(r"pas encore commencé : ligne \d+ de tp1_grille.py", capsys.readouterr().out)


def test_les_lignes_pliees_ne_coupent_ni_la_ponctuation_ni_un_morceau_de_python():
    for texte in ("oui « non » : ou peut-être ; sûr ? ", "on écrit f(a, (b, c)) et 'd e', l'un "):
        for decalage in range(60):
            lignes = COMMANDES.plie("x" * decalage + " " + texte * 4, "").split("\n")
            assert not [n for n in lignes if n[0] in ":;?!»" or n[-1] == "«"]
            assert not [n for n in lignes if n.count("(") != n.count(")")]
            assert not [n for n in lignes if n.endswith("'d") or "\u00a0" in n]


@pytest.mark.lent
def test_console_sans_accents(dossier):
    """Une console ASCII ou Windows : des signes de remplacement, jamais une erreur."""
    pose(dossier, RESOLUS)
    for codage in ("ascii", "cp1252", "cp850"):
        env = {"PYTHONIOENCODING": codage, "PYTHONUTF8": "0"}
        fini = subprocess.run(
            [sys.executable, str(dossier / "verifier.py")], env={**SANS_COULEUR, **env},
            capture_output=True, encoding=codage,
        )  # fmt: skip
        assert fini.returncode == 0 and fini.stderr == ""
        assert "Bataille navale" in fini.stdout and ("#" in fini.stdout or "█" in fini.stdout)


def test_couleurs_seulement_dans_un_terminal(dossier, monkeypatch):
    assert "\033" not in lance(dossier, env={"NO_COLOR": ""})
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert COMMANDES.en_couleur("a", "réussi") == "\033[32ma\033[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert COMMANDES.en_couleur("a", "réussi") == "a"


def test_lecteur_parti(dossier):
    """`python verifier.py | head` : pas de plainte."""
    enfant = subprocess.Popen(
        [sys.executable, str(dossier / "verifier.py"), "aide"], env=SANS_COULEUR,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    enfant.stdout.close()
    assert b"Traceback" not in enfant.stderr.read() and enfant.wait(PATIENCE) in (0, 120)
    enfant.stderr.close()


def test_l_invite_de_F5(dossier):
    """Sans argument et devant une personne : le tableau, puis une invite."""
    pexpect = pytest.importorskip("pexpect")
    pose(dossier, avec_solution(["tp1.alpha"]))
    eleve = pexpect.spawn(
        sys.executable, [str(dossier / "verifier.py")], env=SANS_COULEUR, timeout=PATIENCE,
        dimensions=(50, 80), encoding="utf-8",
    )  # fmt: skip
    eleve.expect("À faire maintenant : tp1.reinit")
    eleve.expect("\n> ")
    for commande, attendu in [
        ("tp1.alpha", "✓ tp1.alpha"),
        ("indice tp1.coord", "indice 1 sur 3"),
        ("n'importe quoi", "Je ne connais pas"),
        ("python verifier.py tp1.alpha", "✓ tp1.alpha"),
        ("aide", "recommencer tp2"),
        ("", "où en es-tu"),
    ]:
        eleve.sendline(commande)
        eleve.expect(attendu)
        eleve.expect("\n> ")
    eleve.sendline("quiter")
    eleve.expect("À bientôt !")
    eleve.expect(pexpect.EOF)


def test_dans_thonny(dossier, capsys, monkeypatch):
    """Thonny n'a pas de terminal : l'invite s'ouvre quand même, et l'on parle de F5."""
    monkeypatch.setitem(sys.modules, "thonny", sys)
    reponses = iter(["tp1.alpha", "", "quitter"])
    monkeypatch.setitem(vars(COMMANDES), "input", lambda question: next(reponses))
    assert main([], dossier=dossier) == 0
    sortie = capsys.readouterr().out
    assert (
        "· tp1.alpha" in sortie and "À bientôt !" in sortie and "python verifier.py" not in sortie
    )
    main(["tp1"], dossier=dossier)
    assert "Pour un indice : F5 sur verifier.py, puis indice tp1.alpha" in capsys.readouterr().out


def test_F5_sur_le_fichier_d_un_TP(dossier):
    pose(dossier, avec_solution(["tp1.alpha"]))
    fini = subprocess.run(
        [sys.executable, str(dossier / "tp1_grille.py")], capture_output=True, encoding="utf-8",
        env=SANS_COULEUR,
    )  # fmt: skip
    assert fini.stderr == "" and "✓ tp1.alpha" in fini.stdout
    assert "1 sur 11. La suite : tp1.reinit" in fini.stdout
