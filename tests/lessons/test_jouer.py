"""`jouer` : ce que chaque copie permet, ce qui est prêté, et ce qui arrête une partie."""

import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lessons import verifier
from tests.conftest import PATIENCE, RACINE, attend_que, lents_sauf, python_3_8
from tests.copies import REGISTRE, avec_corps, avec_solution, pose, solution

pty = pytest.importorskip("pty")  # pas sous Windows
import fcntl  # noqa: E402
import select  # noqa: E402
import struct  # noqa: E402
import termios  # noqa: E402

JEU, PROGRAMME = verifier.outil("jeu"), verifier.outil("programme")
TOUT = [f"{lettre}{ligne}" for ligne in range(5) for lettre in "ABCDEFGH"]  # la grille « petite »
THONNY = (8, 70)  # lignes et colonnes de sa console, sur un portable
TERMINAL = (24, 80)


def copie(dernier, corps=()):
    """La copie où les TP 1 à `dernier` sont résolus, et où ces exercices ont ce corps."""
    resolus = [exercice.id for exercice in REGISTRE if exercice.tp <= dernier]
    return avec_corps(dict(corps), avec_solution(resolus))


def resolus(*identifiants):
    """{identifiant: corps du corrigé}."""
    return {identifiant: solution(identifiant) for identifiant in identifiants}


@pytest.fixture
def dossier(tmp_path):
    """Un dossier d'élève, où l'on pose une copie."""
    eleve = tmp_path / "bataille"
    ignore = shutil.ignore_patterns("__pycache__", "*.toml", "*.md", "*.html")
    shutil.copytree(RACINE / "lessons", eleve, ignore=ignore)
    return eleve


class Clavier:
    """Quelqu'un devant un terminal : il attend la question, puis tape."""

    def __init__(self, dossier, *mots, taille=TERMINAL, python=sys.executable):
        self.pid, self.tuyau = pty.fork()
        if self.pid == 0:
            os.chdir(dossier)
            env = {**os.environ, "NO_COLOR": "1", "PYTHONUTF8": "1", "TERM": "xterm"}
            env = {nom: v for nom, v in env.items() if nom not in ("LINES", "COLUMNS")}
            os.execve(python, [python, "verifier.py", *mots], env)
        fcntl.ioctl(self.tuyau, termios.TIOCSWINSZ, struct.pack("HHHH", *taille, 0, 0))
        self.texte, self.repondu = "", 0

    def lit(self, secondes):
        """Lit ce qui arrive ; False quand le programme est fini."""
        if select.select([self.tuyau], [], [], secondes)[0]:
            try:
                octets = os.read(self.tuyau, 1 << 16)
            except OSError:
                return False
            self.texte += octets.decode("utf-8", "replace").replace("\r\n", "\n")
            return bool(octets)
        return True

    def attend_une_reponse(self):
        """Vrai quand le programme dort : il attend, et non son tour d'avoir un processeur."""
        etat = Path(f"/proc/{self.pid}/stat")
        return not etat.exists() or etat.read_text().rpartition(")")[2].split()[0] == "S"

    def joue(self, reponses, secondes=PATIENCE):
        """Répond à chaque question ; à court de réponses, on ferme le clavier (Ctrl-D)."""
        reponses, fin = iter(reponses), time.monotonic() + secondes
        while self.lit(0.2):
            assert time.monotonic() < fin, self.texte
            question = re.search(r"(?:: |^> )\Z", self.texte[self.repondu :], re.MULTILINE)
            if question:
                self.repondu = len(self.texte)
                reponse = next(reponses, "\x04")
                fini = reponse in ("\x03", "\x04")
                if fini:
                    time.sleep(0.5)  # personne n'interrompt dans l'instant où la question s'écrit
                    attend_que(self.attend_une_reponse, "le programme qui attend sa réponse")
                os.write(self.tuyau, (reponse if fini else reponse + "\n").encode())
        os.close(self.tuyau)
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        assert "Traceback" not in self.texte and "qui ne vient pas de toi" not in self.texte
        return self.texte

    def ecrans(self, lignes):
        """Ce que l'on voyait (les dernières lignes) à chaque « Case : »."""
        fins = [m.end() for m in re.finditer("Case : ", self.texte)]
        return ["\n".join(self.texte[:fin].split("\n")[-lignes:]) for fin in fins]


# ----------------------------------------------------------------- ce que décide le jeu


def moyens(dossier, textes):
    """Les moyens de cette copie."""
    pose(dossier, textes)
    return JEU.Moyens(PROGRAMME.Programme(dossier))


PETITE = next(regles for regles in JEU.lit_regles() if regles.nom == "petite")


@pytest.mark.parametrize(
    "dernier, joueur, adversaire",
    [
        (0, "JoueurPrete", None),
        (1, "JoueurTP1", None),
        (4, "Joueur", "prêté"),
        (6, "Joueur", "TP6"),
    ],
)
def test_le_meilleur_jeu_du_jour(dossier, dernier, joueur, adversaire):
    trouves = moyens(dossier, copie(dernier))
    assert type(trouves.joueur(PETITE)).__name__ == joueur
    cases = trouves.flotte(PETITE)
    assert JEU.est_une_flotte(cases, PETITE)
    assert ("la flotte cachée" in trouves.prets) == (dernier < 2)
    if adversaire is not None:
        assert adversaire in trouves.adversaire().nom


def test_une_fonction_ecrite_sert_meme_fausse(dossier):
    """Elle n'est pas remplacée en douce : la partie s'arrête, et la nomme."""
    trouves = moyens(dossier, copie(1, {"tp1.is_touche": "return True"}))
    joueur = trouves.joueur(PETITE)
    bataille = JEU.Bataille([JEU.Camp(joueur, [(0, 0)])], PETITE)
    avant, resultat = len(joueur.cases_jouees), joueur.tire((1, 1))
    essai = trouves.programme.essaie(
        lambda: bataille.compte(bataille.camps[0], (1, 1), resultat, avant)
    )
    assert (essai.panne.genre, essai.panne.exercice) == ("surprise", "tp1.is_touche")
    assert "il n'y a pas de bateau" in essai.panne.phrase


@pytest.mark.parametrize(
    "corps",
    [
        pytest.param("x = 1\nwhile True:\n    x = 1", marks=pytest.mark.lent),
        "self.add_bateau(Bateau(2, (0, 0), DROITE))",
        "return self.etat['A']",
    ],
)
def test_une_flotte_fausse_arrete_tout(dossier, corps):
    trouves = moyens(dossier, copie(2, {"tp2.init_bateaux_alea": corps}))
    with pytest.raises(JEU.Arret) as arret:
        trouves.flotte(PETITE)
    assert arret.value.panne.fonction == "init_bateaux_alea"


def test_flottes_permises():
    for regles in JEU.lit_regles():
        cases = JEU.flotte_prete(regles)
        assert JEU.est_une_flotte(cases, regles)
        assert not JEU.est_une_flotte(cases[:-1], regles)
        assert not JEU.est_une_flotte([*cases[:-1], (99, 0)], regles)


# ----------------------------------------------------------------- au clavier

FINS = {  # {TP: ce qu'on lit à la fin de la partie d'une copie résolue}
    1: "Toute la flotte est coulée en",
    2: "Toute la flotte est coulée en",
    3: "Toute la flotte est coulée en",
    4: r"gagne[s]? en \d+ tirs",
    5: r"gagne[s]? en \d+ tirs",
    6: r"gagne[s]? en \d+ tirs",
}
MOITIES = {  # {TP: (ce qui est écrit de ce TP, ce qui est prêté)}
    1: (("tp1.alpha", "tp1.reinit"), "la grille (tp1.is_touche)"),
    2: (("tp2.calcule_end", "tp2.calcule_cases"), "la flotte cachée (tp2.init_bateaux_alea)"),
    3: (("tp3.symbole", "tp3.ligne_lettres"), None),
    4: (("tp4.add_message", "tp4.verifie_tir", "tp4.tire"), "les tours de jeu (tp4.joue)"),
    5: (("tp5.make_case_aleatoire",), "l'Ordi, qui tire au hasard (tp5.coup_suivant)"),
    6: (("tp6.elimine_petites", "tp6.compte_placements"), None),
}
FAUSSES = {  # {TP: (exercice faux, son corps, l'exercice que l'on propose de vérifier)}
    1: ("tp1.fini", "return False", "tp1.fini"),
    2: ("tp2.init_bateaux_alea", "x = 1\nwhile True:\n    x = 1", "tp2.init_bateaux_alea"),
    3: ("tp3.make_chaine", "print(self.etat)", "tp3.make_chaine"),
    4: ("tp4.tire", "return TOUCHE", "tp4.tire"),
    5: ("tp5.make_case_aleatoire", "self.case_courante = (0, 0)", "tp5.coup_suivant"),
    6: ("tp6.update_queue_touche", "return self.quue", "tp6.update_queue_touche"),
}


@pytest.mark.parametrize("tp", lents_sauf(FINS, [1]))
@pytest.mark.parametrize("taille", lents_sauf([THONNY, TERMINAL], [THONNY]))
def test_copie_resolue(dossier, tp, taille):
    """Jusqu'au bout, avec des réponses de travers : tout ce qui compte est dans sept lignes."""
    pose(dossier, copie(tp))
    clavier = Clavier(dossier, "jouer", taille=taille)
    cases = random.Random(tp).sample(TOUT, len(TOUT))
    texte = clavier.joue(["", "zut", "Z9", cases[0], *cases])
    assert re.search(FINS[tp], texte), texte
    assert "Prêté" not in texte or tp in (1, 4)
    assert "zut" in texte and "La partie s'arrête" not in texte
    for ecran in clavier.ecrans(7) if taille == THONNY else []:
        assert "A B C D E F G H" in ecran and "À trouver" in ecran, ecran
    assert all(len(ligne) <= THONNY[1] for ligne in texte.split("\n")), texte
    if tp >= 3:
        assert ("┌───┬" in texte) == (taille == TERMINAL), "le dessin du TP3, s'il tient"
    if tp == 6:
        assert "la case la plus" in texte, "l'Ordi du TP6 dit ce qu'il pense"


@pytest.mark.lent
@pytest.mark.parametrize("tp", MOITIES)
def test_copie_a_moitie(dossier, tp):
    ecrits, pret = MOITIES[tp]
    pose(dossier, copie(tp - 1, resolus(*ecrits)))
    texte = Clavier(dossier, "jouer").joue(["", *TOUT])
    assert re.search(FINS[tp] if tp > 4 else r"en \d+ tirs", texte), texte
    lu = re.sub(r"\s+", " ", texte)
    assert pret is None or pret in lu
    if tp == 6:
        assert "Duel contre ton Ordi du TP5" in texte


@pytest.mark.lent
@pytest.mark.parametrize(
    "exercice, corps",
    [
        ("tp1.alpha", "return 'B' + str(case[1])"),
        ("tp1.coord", "return (1, 1)"),
        ("tp1.is_touche", "return case in self.etat"),
        ("tp1.reinit", "self.etat = {}\nself.vides = []\nself.remet_flotte()"),
        ("tp4.verifie_tir", "return None"),
        ("tp4.verifie_tir", "return DEJA_JOUE"),
        ("tp4.analyse_saisie", "return (0, 0), None"),
        ("tp4.demande_case", "case = None\nwhile case is None:\n    case = None\nreturn case"),
        ("tp4.joue_coup", "self.tire(demande_case(self, lire))"),
        ("tp4.joue_coup", "demande_case(self, lire)\nreturn MANQUE"),
        ("tp4.joue", "while True:\n    self.joueur.joue_coup()"),
        ("tp4.joue", "self.joueur.joue_coup()\nreturn self.joueur"),
        ("tp5.coup_suivant", "return None"),
    ],
)
def test_c_est_la_bonne_fonction_qui_est_nommee(dossier, exercice, corps):
    """Dans un duel où tout le reste est juste, on nomme celle qui ne va pas, et elle seule."""
    pose(dossier, copie(5, {exercice: corps}))
    texte = Clavier(dossier, "jouer").joue(["", "C3", "C3", "zut", *TOUT])
    assert f"Pour vérifier : python verifier.py {exercice}\n" in texte, texte[-600:]


@pytest.mark.lent
@pytest.mark.parametrize("tp", FAUSSES)
def test_copie_fausse(dossier, tp):
    """La partie s'arrête en douceur, nomme la fonction et propose de la vérifier."""
    exercice, corps, coupable = FAUSSES[tp]
    pose(dossier, copie(tp, {exercice: corps}))
    clavier = Clavier(dossier, "jouer")
    texte = clavier.joue(["", *TOUT])
    assert re.search("La partie (s'arrête|ne peut pas commencer) : ", texte) and clavier.code == 0
    assert f"Pour vérifier : python verifier.py {coupable}\n" in texte
    assert texte.rstrip().endswith("python verifier.py jouer")


@pytest.mark.lent
def test_avec_python_3_8_et_depuis_l_invite(dossier):
    """Au clavier du vérificateur, on joue, on s'arrête, et l'on retrouve l'invite."""
    pose(dossier, copie(1))
    clavier = Clavier(dossier, python=python_3_8())
    texte = clavier.joue(["jouer", "", "A0", "aide", "fin", "jouer trucs", "quitter"])
    assert "Pour jouer :       jouer" in texte
    assert "Tape une case, comme B3" in texte and "Partie arrêtée. À bientôt !" in texte
    assert "Je ne connais pas « trucs »" in texte and clavier.code == 0


def test_un_niveau_qui_n_existe_pas():
    with pytest.raises(verifier.outil("ecran").Refus, match="niveau 9 : ils vont de 1 à 6"):
        verifier.outil("jouer").Choix(["9"])


def test_l_ordi_raisonne_puis_tire(dossier):
    """Ce qu'il pense vient avant le tir qu'il explique ; un guillemet n'est jamais seul."""
    pose(dossier, copie(6))
    texte = Clavier(dossier, "jouer", "1", taille=THONNY).joue(["", *TOUT[:4], "quitter"])
    recit = re.findall(
        r"« Je tire au hasard en (\w+)\. »|Ordi, (\w+) :", re.sub(r"\s+", " ", texte)
    )
    assert any(pense for pense, _ in recit)
    for (pense, _), (_, tire) in itertools.pairwise(recit):
        assert not pense or not tire or pense == tire
    assert recit[0][0]
    assert not re.search(r"^\s*»", texte, re.MULTILINE)


def test_on_peut_tirer_des_la_premiere_question(dossier):
    """« aide » y répond, une case y est jouée, et « stop » montre où était la flotte."""
    pose(dossier, copie(1))
    texte = Clavier(dossier, "jouer").joue(["aide", "C3", "stop"])
    assert "X touché, O manqué" in texte and re.search(r"C3 : (touché|manqué)\.", texte)
    fin = texte.split("La flotte était là :\n")[1]
    assert fin.count("#") + fin.count("X") == sum(PETITE.tailles)
    assert fin.endswith("Partie arrêtée. À bientôt !\n")


def test_la_fonction_fausse_est_nommee_et_non_celle_qui_en_souffre(dossier):
    """`is_touche` écrit dans la grille : `fini` répond de travers, mais elle est juste."""
    corps = "self.etat[case] = TOUCHEE\nreturn True"
    pose(dossier, copie(1, {"tp1.is_touche": corps}))
    texte = re.sub(r"\s+", " ", Clavier(dossier, "jouer").joue([""]))
    assert "Cela vient sans doute de is_touche, qui ne passe pas ses essais." in texte
    assert "Pour vérifier : python verifier.py tp1.is_touche " in texte


def test_cacher_sa_flotte_pour_quelqu_un(dossier):
    """On place à la main, l'écran défile, et l'autre trouve les bateaux là où ils sont."""
    pose(dossier, copie(2))
    places = ["A0 droite", "aide", "A1 bas", "A2 droite", "H3 bas"]
    tirs = ["A0", "B0", "C0", "D0", "A2", "B2", "C2", "H3", "H4"]
    texte = Clavier(dossier, "jouer", "cache", taille=THONNY).joue([*places, "", *tirs])
    assert "Toute la flotte est coulée en 9 tirs." in texte
    assert texte.count("Tape par exemple B2 droite") >= 2
    assert "#" not in texte.split("Passe le clavier !")[1].split("À trouver")[0]
    assert "Pour rejouer : python verifier.py jouer cache\n" in texte


def test_une_grille_trop_haute_redit_l_essentiel_en_bas(dossier):
    pose(dossier, copie(1))
    clavier = Clavier(dossier, "jouer", "classique", taille=THONNY)
    texte = clavier.joue(["", "A0", "stop"])
    assert "agrandis d'abord la console" in texte
    dernier = clavier.ecrans(7)[-1]
    assert "A B C D E F G H I J" in dernier and "A0 : " in dernier and "À trouver" in dernier


def test_un_niveau_demande_trop_tot(dossier):
    pose(dossier, copie(1))
    assert "il faut tire (TP4)" in Clavier(dossier, "jouer", "3").joue([])


@pytest.mark.lent
@pytest.mark.parametrize("touche", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_on_part_quand_on_veut(dossier, touche):
    pose(dossier, copie(4))
    texte = Clavier(dossier, "jouer").joue(["", "A0", touche])
    assert texte.rstrip().endswith("Partie arrêtée. À bientôt !")


@pytest.mark.lent
def test_a_deux_le_recit_de_l_enonce(dossier):
    """À qui le tour, ce que donne chaque tir, qui gagne : ce que promet l'énoncé du TP4."""
    pose(dossier, copie(4))
    reponses = [case for case in TOUT for _ in range(2)]
    texte = Clavier(dossier, "jouer", "deux", "petite").joue(["Zoé", "Ali", *reponses])
    assert "-- Zoé --" in texte and "-- Ali --" in texte
    assert re.search(r"(Zoé|Ali) gagne en \d+ tirs\.", texte)


@pytest.mark.lent
def test_sa_flotte_a_la_main(dossier):
    """On place, on se trompe, on recommence ; `test_bateau` de l'élève doit être d'accord."""
    pose(dossier, copie(5))
    texte = Clavier(dossier, "jouer").joue(["c2", "A0 droite", "A1 bas", "A2 bas", "H3 b", "A0"])
    assert "touche un autre" in texte and "Je ne comprends pas « c2 »" in texte
    assert "0 # # # #" in texte
    pose(dossier, copie(5, {"tp2.test_bateau": "return True"}))
    texte = Clavier(dossier, "jouer").joue(["A0 droite", "A1 bas"])
    assert "Pour vérifier : python verifier.py tp2.test_bateau" in texte


@pytest.mark.lent
def test_fenetre_sans_ecran_ou_sans_tp4(dossier):
    """Ni écran, ni TP4, ou un TP illisible : une phrase, jamais une trace."""
    pytest.importorskip("tkinter")
    pose(dossier, copie(4))
    commande = [sys.executable, str(dossier / "verifier.py"), "jouer", "fenetre"]
    env = {nom: v for nom, v in os.environ.items() if nom not in ("DISPLAY", "WAYLAND_DISPLAY")}

    def lance():
        return subprocess.run(
            commande, env=env, capture_output=True, text=True, timeout=PATIENCE
        ).stdout

    assert lance().endswith("je ne trouve pas d'écran.\n")
    (dossier / "tp4_tir.py").write_text("def tire(:\n", encoding="utf-8")
    sortie = lance()
    assert "La fenêtre ne peut pas s'ouvrir" in sortie and "Traceback" not in sortie
    (dossier / "bn_fenetre.py").unlink()
    assert "à partir du TP4" in lance()


def test_le_tableau_propose_de_jouer(dossier, capsys):
    commandes = verifier.commandes
    pose(dossier, copie(0))
    commandes.main(["tp1.alpha"], dossier=dossier)
    assert "jouer" not in capsys.readouterr().out
    pose(dossier, copie(1))
    commandes.main(["tp1"], dossier=dossier)
    assert "Pour jouer avec ton code : python verifier.py jouer" in capsys.readouterr().out
    commandes.main(["aide"], dossier=dossier)
    assert "jouer  " in capsys.readouterr().out
