"""La console, pilotée comme par une personne : vrai pseudo-terminal, tubes, mauvaises entrées."""

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import PATIENCE, RACINE, lents_sauf

BATAILLE = [sys.executable, "-m", "solutions"]
SANS_COULEUR = {**os.environ, "NO_COLOR": "1", "TERM": "xterm", "PYTHONUTF8": "1"}
for variable in ("COLUMNS", "LINES"):  # c'est le pseudo-terminal qui dit sa taille
    SANS_COULEUR.pop(variable, None)


def lance(*arguments, entree="", **options):
    """Lance `bataille` dans un tube et renvoie le processus terminé."""
    env = {**SANS_COULEUR, **options.pop("env", {})}
    return subprocess.run(
        [*BATAILLE, *arguments], cwd=RACINE, input=entree, env=env, text=True, timeout=PATIENCE,
        capture_output=True, encoding=options.pop("encoding", "utf-8"),
    )  # fmt: skip


def terminal(*arguments, colonnes=100, lignes=60, env=None):
    """Lance `bataille` dans un vrai pseudo-terminal."""
    pexpect = pytest.importorskip("pexpect")
    return pexpect.spawn(
        BATAILLE[0], [*BATAILLE[1:], *arguments], cwd=str(RACINE), timeout=PATIENCE,
        dimensions=(lignes, colonnes), env=env or SANS_COULEUR, encoding="utf-8",
    )  # fmt: skip


# --------------------------------------------------------------------- dans un tube


def test_demo_dans_un_tube():
    fini = lance("demo", "--graine", "3", "--vite")
    assert fini.returncode == 0 and fini.stderr == ""
    assert "\033" not in fini.stdout
    coups = [int(n) for n in re.findall(r"BATAILLE NAVALE : coup (\d+)", fini.stdout)]
    assert coups == list(range(coups[-1] + 1))
    assert f"Partie terminée en {coups[-1]} coups." in fini.stdout
    assert "━━━" in fini.stdout and "<Ordi>" in fini.stdout
    assert max(len(ligne) for ligne in fini.stdout.splitlines()) <= 80


def test_meme_graine_meme_demo():
    assert lance("demo", "--graine", "7").stdout == lance("demo", "--graine", "7").stdout


@pytest.mark.parametrize(
    "niveau", [1, 2, 3, 4, 5, 6, *(pytest.param(n, marks=pytest.mark.lent) for n in (7, 8))]
)
def test_demo_a_tous_les_niveaux(niveau):
    fini = lance(
        "demo", "--niveau", str(niveau), "--xmax", "6", "--ymax", "5", "--bateaux", "3,2,1"
    )
    assert fini.returncode == 0 and "Partie terminée" in fini.stdout


@pytest.mark.lent
def test_etude_dans_un_tube(tmp_path):
    csv, png = tmp_path / "e.csv", tmp_path / "e.png"
    fini = lance("etude", "--parties", "50", "--graine", "1", "--csv", str(csv), "--png", str(png))
    assert fini.returncode == 0, fini.stderr
    assert "Parties               50" in fini.stdout and "Moyenne" in fini.stdout
    assert "à 95 % entre" in fini.stdout and "Mode" in fini.stdout and "█" in fini.stdout
    lignes = csv.read_text(encoding="utf-8-sig").split()
    assert lignes[0] == "coups;parties"
    assert sum(int(ligne.split(";")[1]) for ligne in lignes[1:]) == 50
    assert png.read_bytes().startswith(b"\x89PNG")


def test_etude_reprise_et_comparaison(tmp_path):
    fichier = tmp_path / "e.json"
    options = ["--xmax", "5", "--ymax", "4", "--bateaux", "3,2", "--graine", "3", "--ouvriers", "1"]
    court = lance("etude", *options, "--parties", "10", "--fichier", str(fichier))
    assert court.returncode == 0, court.stderr
    long = lance("etude", *options, "--parties", "25", "--fichier", str(fichier))
    direct = lance("etude", *options, "--parties", "25", "--compare", "1")
    moyenne = next(ligne for ligne in long.stdout.splitlines() if ligne.startswith("Moyenne"))
    assert moyenne in direct.stdout
    assert "Sur les mêmes 25 flottes, le niveau 1 joue en moyenne" in direct.stdout
    autre = lance("etude", *options, "--niveau", "2", "--fichier", str(fichier))
    assert autre.returncode == 2 and "une autre campagne" in autre.stderr


def test_solo_joue_en_entier_dans_un_tube():
    fini = lance("solo", "--xmax", "2", "--ymax", "2", "--bateaux", "2", entree="a0\nb1\na1\nb0\n")
    assert fini.returncode == 0
    assert "Bravo ! Tu as tout coulé en" in fini.stdout


def test_fin_de_fichier_pendant_une_partie():
    fini = lance("solo", entree="a0\n")
    assert fini.returncode == 0 and "À bientôt" in fini.stdout and fini.stderr == ""


def test_tube_ferme_par_le_lecteur():
    fini = subprocess.run(
        f"{sys.executable} -m solutions demo --vite | head -3",
        shell=True, cwd=RACINE, env=SANS_COULEUR, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert "Traceback" not in fini.stderr


@pytest.mark.parametrize("codage", ["cp1252", "cp850", "ascii", "latin-1"])
def test_console_qui_ne_connait_pas_les_cadres(codage):
    fini = lance(
        "demo", "--vite", encoding=codage, env={"PYTHONIOENCODING": codage, "PYTHONUTF8": "0"}
    )
    assert fini.returncode == 0 and fini.stderr == ""
    assert "?" not in fini.stdout
    assert "#===" in fini.stdout if codage != "cp850" else "#" in fini.stdout


# --------------------------------------------------------------------- mauvaises entrées


@pytest.mark.parametrize(
    "arguments, phrase",
    [
        (["demo", "--niveau", "9"], "de 1 à"),
        (["demo", "--niveau", "abc"], "« abc »"),
        (["demo", "--xmax", "0"], "de 1 à 26"),
        (["solo", "--ymax", "100"], "de 1 à 99"),
        (["solo", "--bateaux", "0"], "au moins 1"),
        (["solo", "--bateaux", "-1"], "au moins 1"),
        (["solo", "--bateaux", "5;4"], "comme 5,4,3,3,2"),
        (["demo", "--xmax", "2", "--ymax", "2", "--bateaux", "2,1"], "Flotte impossible"),
        (["etude", "--parties", "0"], "au moins 1"),
        (["etude", "--png", "/inexistant/x.png"], "Impossible d'écrire"),
        (["etude", "--csv", "/"], "Impossible d'écrire"),
        (["nage"], "nage"),
        (["demo", "--profond"], "je ne comprends pas"),
        (["demo", "--graine"], "attend une valeur"),
    ],
)
def test_une_phrase_et_le_code_2(arguments, phrase):
    fini = lance(*arguments)
    assert fini.returncode == 2
    assert phrase in fini.stderr and "Traceback" not in fini.stderr
    assert len(fini.stderr.strip().splitlines()) <= 2 and fini.stdout == ""


def test_l_aide_est_en_francais():
    fini = lance("--aide")
    assert fini.returncode == 0
    assert "utilisation" in fini.stdout and "usage:" not in fini.stdout
    assert "options:" in lance("demo", "--aide").stdout


def test_un_fichier_existant_n_est_pas_abime_si_l_etude_est_refusee(tmp_path):
    csv = tmp_path / "e.csv"
    csv.write_text("précieux", encoding="utf-8")
    fini = lance("etude", "--csv", str(csv), "--png", "/inexistant/x.png")
    assert fini.returncode == 2
    assert csv.read_text(encoding="utf-8") == "précieux"


# --------------------------------------------------------------------- vrai terminal


def cases(xmax, ymax):
    return [f"{chr(65 + x)}{y}" for x in range(xmax) for y in range(ymax)]


def test_solo_complet_au_clavier_avec_chaque_erreur():
    bataille = terminal("solo", "--xmax", "4", "--ymax", "3", "--bateaux", "3,2")
    bataille.expect("Trouve la flotte : 3 et 2 cases")
    bataille.expect("Case : ")
    for faute, phrase in [
        ("q9z", "n'est pas une case"),
        ("33", "n'est pas une case"),
        ("", "n'est pas une case"),
        ("Z9", "hors de la grille, qui va de A0 à D2"),
        ("A3", "hors de la grille"),
    ]:
        bataille.sendline(faute)
        bataille.expect_exact(phrase)
        bataille.expect("Case : ")
    for i, case in enumerate(cases(4, 3)):
        bataille.sendline(case.lower())
        if bataille.expect(["Case : ", "Bravo ! Tu as tout coulé en [0-9]+ coups"]) == 1:
            break
        if i == 0:
            bataille.sendline(case)
            bataille.expect("Tu as déjà tiré en A0")
            bataille.expect("Case : ")
    bataille.expect(r"\n")
    bataille.wait()
    assert bataille.exitstatus == 0


@pytest.mark.parametrize("colonnes", [pytest.param(100, marks=pytest.mark.lent), 80])
def test_duel_complet(colonnes):
    """Placement à la main avec erreurs et annulation, puis la partie jusqu'au bout."""
    bataille = terminal(
        "duel",
        "--xmax",
        "10",
        "--ymax",
        "3",
        "--bateaux",
        "3,2",
        "--graine",
        "5",
        colonnes=colonnes,
    )
    bataille.expect("Niveau de l'Ordi")
    bataille.sendline("12")
    bataille.expect("Réponds par 1, 2")
    bataille.sendline("2")
    bataille.expect("au hasard ou à la main")
    bataille.sendline("m")
    for reponse, phrase in [
        ("J0 H", "sort de la grille"),
        ("A0", "Ajoute H"),
        ("zut", "n'est pas une case"),
    ]:
        bataille.expect("Bateau de 3")
        bataille.sendline(reponse)
        bataille.expect(phrase)
        bataille.expect("Entrée pour recommencer")
        bataille.sendline("")
    bataille.expect("Bateau de 3")
    bataille.sendline("A0 H")
    bataille.expect("Bateau de 2")
    bataille.sendline("A1 H")
    bataille.expect("touche un autre")
    bataille.sendline("")
    bataille.expect("Bateau de 2")
    bataille.sendline("annuler")
    bataille.expect("Bateau de 3")
    bataille.sendline("b0 v")
    bataille.expect("Bateau de 2")
    bataille.sendline("")
    bataille.expect("Tes tirs")
    bataille.expect("Ta flotte")
    a_jouer = cases(10, 3)
    while bataille.expect(["Case : ", "Bravo, tu as gagné", "L'Ordi a gagné"]) == 0:
        bataille.sendline(a_jouer.pop(0))
    bataille.expect_exact("coups")
    bataille.wait()
    assert bataille.exitstatus == 0


def test_menu_puis_demo_puis_quitter():
    sans_ecran = {**SANS_COULEUR, "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    bataille = terminal(env=sans_ecran)
    bataille.expect("Ton choix")
    bataille.sendline("7")
    bataille.expect("Réponds par 1, 2, 3, 4, 5 ou 6")
    bataille.sendline("1")
    bataille.expect("Niveau")
    bataille.sendline("5")
    bataille.expect("C'est parti")
    bataille.expect("Entrée pour continuer")
    bataille.sendline("")
    bataille.expect("coup 1")
    bataille.expect("Entrée pour continuer")
    bataille.sendline("q")
    bataille.expect("Partie abandonnée")
    bataille.expect("Ton choix")
    bataille.sendline("4")
    bataille.expect("Impossible d'ouvrir une fenêtre : je ne trouve pas d'écran")
    bataille.expect("Ton choix")
    bataille.sendline("6")
    bataille.wait()
    assert bataille.exitstatus == 0


@pytest.mark.parametrize("touche, code", [("\x03", 130), ("\x04", 0)])
@pytest.mark.parametrize("mode", lents_sauf([["solo"], ["demo"], ["duel"], []], [["duel"]]))
def test_ctrl_c_et_ctrl_d(mode, touche, code):
    bataille = terminal(*mode)
    bataille.expect([": ", "Case"])
    bataille.send(touche)
    bataille.expect("À bientôt")
    bataille.expect(pytest.importorskip("pexpect").EOF)
    assert "Traceback" not in bataille.before
    bataille.wait()
    assert bataille.exitstatus == code


def test_ctrl_c_pendant_une_etude_montre_ce_qui_est_fait():
    bataille = terminal("etude", "--parties", "100000", "--niveau", "6", "--ouvriers", "1")
    bataille.expect("reste")
    bataille.expect(r"[1-9][0-9]+/100000")
    bataille.send("\x03")
    bataille.expect("Étude interrompue : voici les")
    bataille.expect("Moyenne")
    bataille.wait()
    assert bataille.exitstatus == 130
    assert "Traceback" not in bataille.before


def test_une_etude_arretee_se_reprend_sans_redire_la_graine(tmp_path):
    fichier = tmp_path / "etude.json"
    options = ["etude", "--niveau", "2", "--fichier", str(fichier)]
    debut = lance(*options, "--parties", "10")
    graine = debut.stdout.splitlines()[0]
    suite = lance(*options, "--parties", "20")
    assert debut.returncode == suite.returncode == 0
    assert graine == suite.stdout.splitlines()[0] and "graine" in graine


def test_une_grande_flotte_est_annoncee_avant_l_etude():
    bateaux = "1,1,1,1,1,1,1,1"
    fini = lance("etude", "--niveau", "7", "--parties", "1", "--bateaux", bateaux)
    lignes = fini.stdout.splitlines()
    assert lignes[0].startswith("8 bateaux : trop de flottes possibles")


def test_couleurs_dans_un_terminal_et_pas_avec_no_color():
    avec = {k: v for k, v in SANS_COULEUR.items() if k != "NO_COLOR"}
    for env, couleur in [(avec, True), (SANS_COULEUR, False)]:
        bataille = terminal("demo", "--vite", "--graine", "1", env=env)
        bataille.expect("Partie terminée en")
        assert ("\033[1;31mX" in bataille.before) is couleur


# --------------------------------------------------------------------- ce qui tient à l'écran

EFFACE = "\033[2J\033[H"


def dernier_ecran(bataille, attendu):
    """Les lignes affichées depuis le dernier effacement, jusqu'à la question comprise."""
    bataille.expect(attendu)
    texte = (bataille.before + bataille.after).rsplit(EFFACE, 1)[-1]
    return texte.replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize(
    "lignes, colonnes",
    [
        (24, 80),
        pytest.param(30, 80, marks=pytest.mark.lent),
        pytest.param(40, 120, marks=pytest.mark.lent),
    ],
)
def test_la_grille_entiere_et_la_question_tiennent(lignes, colonnes):
    bataille = terminal("demo", "--graine", "10", lignes=lignes, colonnes=colonnes)
    for _ in range(16):
        ecran = dernier_ecran(bataille, "q pour arrêter : ")
        assert len(ecran) <= lignes and max(map(len, ecran)) <= colonnes
        assert "A" in ecran[1] and "J" in ecran[1] and "À trouver" in ecran[1]
        assert [ligne[0] for ligne in ecran if ligne[:1].isdigit()] == list("0123456789")
        assert any("<Ordi>" in ligne for ligne in ecran)
        assert any("- éliminée" in ligne for ligne in ecran)
        assert any("┼" in ligne for ligne in ecran) == (lignes >= 30)
        bataille.sendline("")
    bataille.close()


@pytest.mark.parametrize("lignes, colonnes", [(24, 80), (40, 120)])
def test_les_deux_grilles_d_un_duel_tiennent(lignes, colonnes):
    bataille = terminal("duel", "--niveau", "5", "--placement", "hasard", "--graine", "10",
                        lignes=lignes, colonnes=colonnes)  # fmt: skip
    for case in ("A0", "B3", "C4", "D5", "E6"):
        ecran = dernier_ecran(bataille, "Case : ")
        assert len(ecran) <= lignes and max(map(len, ecran)) <= colonnes
        assert "Tes tirs" in ecran[0] and "Ta flotte" in ecran[0] and "À trouver" in ecran[0]
        assert sum("0" in ligne[:3] and "│ 0" in ligne for ligne in ecran) == 1
        bataille.sendline(case)
    bataille.close()


def test_vingt_colonnes():
    """Aucune ligne ne déborde, et aucun mot n'est coupé par le terminal."""
    bataille = terminal("demo", "--graine", "10", lignes=24, colonnes=20)
    for _ in range(12):
        ecran = dernier_ecran(bataille, "arrêter : ")
        assert max(map(len, ecran)) <= 20
        assert "  ABCDEFGHIJ" in ecran
        bataille.sendline("")
    bataille.close()
    menu = terminal(lignes=24, colonnes=20)
    menu.expect("Ton choix")
    assert max(len(ligne) for ligne in menu.before.split("\r\n")) <= 20
    menu.close()


def test_un_terminal_qui_ne_sait_qu_ecrire():
    env = {k: v for k, v in SANS_COULEUR.items() if k != "NO_COLOR"}
    bataille = terminal(
        "solo", "--graine", "1", lignes=24, colonnes=80, env={**env, "TERM": "dumb"}
    )
    bataille.expect("Case : ")
    bataille.sendline("A0")
    bataille.expect("Case : ")
    assert "\033" not in bataille.before and "A B C D" in bataille.before
    bataille.close()


def test_manque_elimine_touche_coule_ont_chacun_leur_signe():
    """En petit et en grand, la même lettre ; la flotte à côté perd ses bateaux coulés."""
    grand = lance("demo", "--graine", "10", "--vite").stdout.split("BATAILLE NAVALE")[-1]
    assert all(f" {signe} " in grand for signe in "O-*") and "│ X │" not in grand
    assert "│ X touché" in grand and "│ * coulé" in grand and "│ - éliminée" in grand
    assert all(f"│ {'*' * taille} " in grand for taille in (5, 4, 3, 2)) and "#" not in grand
    bataille = terminal("demo", "--graine", "10", "--vite", lignes=24, colonnes=80)
    bataille.expect("Partie terminée")
    petit = bataille.before.rsplit(EFFACE, 1)[-1]

    def signes(texte):
        return [texte.count(f"{signe} ") for signe in "O*-"]

    petites = "".join(re.findall(r"^\d ([^│]*)│", petit, re.M))
    grandes = "".join(re.findall(r"^\d (.*) │", grand, re.M))
    assert signes(petites) == signes(grandes)


def test_sans_annonce_les_coules_ne_sont_pas_dits():
    options = ["solo", "--xmax", "4", "--ymax", "1", "--bateaux", "1,1", "--graine", "2"]
    coups = "a0\nb0\nc0\nd0\n"
    avec, sans = lance(*options, entree=coups), lance(*options, "--sans-annonce", entree=coups)
    assert ": coulé." in avec.stdout and ": coulé." not in sans.stdout
    assert "★ Bravo ! Tu as tout coulé en" in sans.stdout


@pytest.mark.parametrize("chemin", ["/inexistant/x.png", "/"])
def test_les_refus_du_systeme_sont_dits_en_francais(chemin):
    fini = lance("etude", "--png", chemin)
    assert "n'existe pas" in fini.stderr or "c'est un dossier" in fini.stderr
    assert "Errno" not in fini.stderr and "No such" not in fini.stderr


def test_un_disque_plein_a_la_fin_d_une_etude(monkeypatch, capsys):
    """Le disque peut encore refuser au moment d'écrire : une phrase, pas de trace."""
    from solutions.jeu import console

    def refuse(*_):
        raise OSError(28, "No space left on device", "e.csv")

    monkeypatch.setattr(console.bn_utiles, "sortie", console.bn_utiles.sortie)  # `main` la change
    monkeypatch.setattr(console, "ecrit_csv", refuse)
    monkeypatch.setattr(console, "verifie_ecriture", lambda chemin: None)
    options = ["--parties", "2", "--niveau", "1", "--ouvriers", "1", "--csv", "e.csv"]
    assert console.main(["etude", *options]) == 2
    assert capsys.readouterr().err == "bataille : e.csv : le disque est plein.\n"
