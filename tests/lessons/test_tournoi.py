"""`tournoi` : ce que l'élève apprend de son Ordi, et ce qui lui arrive quand il se trompe."""

import itertools
import random
import re
import textwrap
import time
import types

import pytest

from autograder import RACINE
from lessons import verifier
from tests.conftest import python_3_8
from tests.copies import RESOLUS, VIDES, pose
from tests.lessons import test_jouer
from tests.lessons.test_verifier import lance

TOURNOI, ENTRAINEMENT, PARTIES = map(verifier.outil, ("tournoi", "entrainement", "parties"))
COMMANDES, MESURE, ECRAN = map(verifier.outil, ("commandes", "mesure", "ecran"))
ARBITRE = verifier.outil("arbitre")
DONNE = ECRAN.registre().libres[ARBITRE.MODULE]
dossier = test_jouer.dossier  # la fixture
CORPS = "        return self.grille_suivi.vides[0]\n"


def bot(corps, **remplace):
    """Le fichier mon_ordi.py où choisit_case a ce corps."""
    texte = DONNE.replace(
        CORPS, textwrap.indent(textwrap.dedent(corps).strip("\n"), " " * 8) + "\n"
    )
    for avant, apres in remplace.values():
        assert avant in texte
        texte = texte.replace(avant, apres)
    assert texte != DONNE
    return texte


def joue(dossier, texte, numeros, textes=RESOLUS, processus=False):
    """La Serie de ce bot sur ces flottes."""
    pose(dossier, {**textes, ARBITRE.MODULE: texte})
    serie = ENTRAINEMENT.Serie("Essai", numeros)
    lanceur = COMMANDES.commande_enfant("--tournoi") if processus else None
    fichiers = ENTRAINEMENT.fichiers_de(dossier)
    ENTRAINEMENT.Entrainement(fichiers, [serie], lanceur).joue()
    return serie


# ----------------------------------------------------------------- ce qui se joue


@pytest.mark.parametrize("processus", [False, True])
def test_les_tirs_sont_ceux_du_bot_et_trouvent_la_flotte(dossier, processus):
    """Recompté sans l'arbitre : dans l'ordre des cases, on finit sur la dernière de la flotte."""
    serie = joue(dossier, DONNE, range(4), processus=processus)
    for numero in range(4):
        flotte = PARTIES.flotte(numero, 10, 10, (5, 4, 3, 3, 2))
        assert sorted(map(len, flotte)) == [2, 3, 3, 4, 5]
        derniere = max(rang for bateau in flotte for rang in bateau)
        assert serie.tirs[numero] == list(range(derniere + 1))
    assert serie.fautes == {} and not serie.se_souvient and serie.scores(100)[0] > 16


def test_le_hasard_d_une_partie_ne_depend_que_d_elle(dossier):
    """Avec `random` ou `self.hasard`, seule ou après d'autres, une partie est la même."""
    for source in ("random", "self.hasard"):
        texte = bot(f"import random\nreturn {source}.choice(self.grille_suivi.vides)")
        ensemble, seule = joue(dossier, texte, range(4)), joue(dossier, texte, [3])
        assert ensemble.tirs[3] == seule.tirs[3] and not ensemble.se_souvient
        assert ensemble.tirs[2][:10] != ensemble.tirs[3][:10]


def test_l_arbitre_ne_dit_que_touche_ou_manque_et_tient_la_feuille(dossier):
    """`apres_tir` reçoit le résultat après que tout est noté ; « coulé » n'est jamais dit."""
    texte = bot(
        """
        assert self.essais == len(self.cases_jouees) == len(self.recus)
        assert all(self.grille_suivi.etat[c] == {TOUCHE: 1, "manqué": -1}[r] for c, r in self.recus)
        return self.grille_suivi.vides[-1]
        """,
        memoire=("self.touchees = []", "self.recus = []"),
        note=("        if resultat == TOUCHE:\n            self.touchees.append(case)",
              "        self.recus.append((case, resultat))"),
    )  # fmt: skip
    assert joue(dossier, texte, range(3)).fautes == {}


FAUTES = {
    "return (0, 0)": "a tiré deux fois en A0",
    "pass": "n'a rien renvoyé (None)",
    "return [0, 0]": "a renvoyé [0, 0] : il faut un couple",
    "return (0.0, 1)": "a renvoyé (0.0, 1) : il faut un couple",
    "return (10, 3)": "a visé (10, 3), hors de la grille",
    "return self.grille_suivi.videes[0]": "mon_ordi.py, ",
    "return self.grille_adverse.vides[0]": "la grille adverse est secrète",
    "self.tire((0, 0))\nreturn (0, 0)": "c'est l'arbitre qui tire",
    "return self.choisit_case()": "s'appelle elle-même",
    "import sys\nsys.exit()": "le code arrête tout le programme",
    "while True:\n    pass": "ne s'arrête pas",
    "return input()": "clavier",
    "return self.grille_suivi.vides.pop()": "ton Ordi a changé lui-même self.grille_suivi",
    "return self.make_case_noire()": "Appelle self.make_case_noire(), puis return self.case_cour",
    "if self.essais:\n    return (0, 0)\nelse:\n    return print()": "ce que print lui a donné",
    "if self.essais:\n    return print()": "il manque un return sur l'un des chemins",
    "return self.toto": "de mon_ordi.py, MonOrdi n'a rien qui s'appelle toto",
}


@pytest.mark.parametrize("corps", FAUTES)
def test_chaque_faute_a_sa_phrase(dossier, corps):
    serie = joue(dossier, bot(corps), [0, 1])
    assert serie.scores(100) == [100, 100]
    for _, phrase in serie.fautes.values():
        assert FAUTES[corps] in phrase, phrase
        assert "Traceback" not in phrase and "arene" not in phrase and "arbitre.py" not in phrase


def test_sans_super_on_le_dit(dossier):
    texte = bot("return (0, 0)", ote=("        super().__init__(**options)\n", ""))
    assert "super().__init__(**options)" in joue(dossier, texte, [0]).fautes[0][1]


def test_une_boucle_ne_perd_que_sa_partie(dossier):
    """Les autres sont jouées ; après trois, on cesse, et c'est dit."""
    une = bot("""
        while self.essais == 3 and self.une:
            pass
        return self.grille_suivi.vides[0]
        """, memoire=("self.touchees = []", "self.touchees, self.une = [], options['graine'] == 1"),
    )  # fmt: skip
    serie = joue(dossier, une, range(4), processus=True)
    assert list(serie.fautes) == [1] and len(serie.tirs) == 4 and serie.pas_jouees == []
    assert "self.essais == 3 and self.une" in serie.fautes[1][1]
    assert serie.tirs[3] == joue(dossier, DONNE, [3]).tirs[3]
    toutes = joue(dossier, bot("import os\nos._exit(0)"), range(9), processus=True)
    assert len(toutes.fautes) == 9 and toutes.pas_jouees == list(range(3, 9))


@pytest.mark.lent
def test_un_calcul_d_un_seul_bloc_est_arrete_et_situe(dossier):
    serie = joue(dossier, bot("return 7 ** (10 ** 9)"), [0], processus=True)
    assert re.search(r"ligne \d+ de mon_ordi.py", serie.fautes[0][1])


@pytest.mark.parametrize(
    "memoire",
    [
        "MonOrdi.vus = getattr(MonOrdi, 'vus', 0) + 1\n"
        "return self.grille_suivi.vides[MonOrdi.vus % len(self.grille_suivi.vides)]",
        "vus = MonOrdi.__init__.__globals__\nvus['n'] = vus.get('n', 0) + 1\n"
        "return self.grille_suivi.vides[vus['n'] % len(self.grille_suivi.vides)]",
    ],
)  # fmt: skip
def test_un_bot_qui_se_souvient_est_reconnu(dossier, memoire):
    assert joue(dossier, bot(memoire), range(6)).se_souvient


def test_une_methode_pas_encore_ecrite_est_nommee(dossier):
    textes = {**RESOLUS, "tp5_solveur_aleatoire": VIDES["tp5_solveur_aleatoire"]}
    serie = joue(dossier, bot("return self.cases_noires()[0]"), [0], textes)
    assert serie.fautes[0][1] == "il reste à écrire tp5.cases_noires"


# ----------------------------------------------------------------- ce qui est dit


def test_le_tableau_compare_puis_se_souvient(dossier):
    """Tous les niveaux une fois ; ensuite, seul le bot rejoue, et le progrès est dit."""
    pose(dossier, RESOLUS)
    premier = lance(dossier, "tournoi", "20")
    for nom, *_ in TOURNOI.ORDIS:
        assert premier.count(nom) == 1, nom
    moyennes = [float(m.replace(",", ".")) for m in re.findall(r"^[> ] +(\d+,\d)  ", premier, re.M)]
    assert len(moyennes) == 7 and moyennes == sorted(moyennes) and moyennes[0] < 50 < moyennes[-1]
    assert "il te bat de" in premier and "C'est encore l'Ordi donné" in premier
    assert re.search(r"Meilleure partie : la flotte \d+, en \d+ tirs ; pire : la \d+, en", premier)
    meilleur = bot("""
        voisines = [v for case in self.touchees for v in self.grille_suivi.adjacent(case)]
        return voisines[0] if voisines else self.hasard.choice(self.cases_noires())
        """)
    pose(dossier, {"mon_ordi": meilleur})
    second = lance(dossier, "tournoi", "20")
    dit = " ".join(second.split())
    assert re.search(r"Depuis ta version d'avant : \d+,\d tirs de moins \(.*\), c'est sûr. B", dit)
    for ecran in (premier, second):  # tout tient dans la plus petite des consoles
        assert len(ecran.splitlines()) < 24 and max(map(len, ecran.splitlines())) < 80


def test_les_niveaux_ne_rejouent_que_si_un_tp_change(dossier, capsys, monkeypatch):
    joues = []

    class Entrainement(ENTRAINEMENT.Entrainement):
        def joue(self):  # il suffit de savoir qui jouerait
            joues.append([serie.nom for serie in self.series.values()])
            for serie in self.series.values():
                serie.tirs = {numero: [1] * 50 for numero in serie.numeros}

    monkeypatch.setattr(TOURNOI, "Entrainement", Entrainement)
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE})
    tous = ["Barbe-Grise", *(nom for nom, *_ in TOURNOI.ORDIS)]
    change = {"tp5_solveur_aleatoire": RESOLUS["tp5_solveur_aleatoire"] + "\n# changé\n"}
    for textes in ({}, {"mon_ordi": bot("return self.grille_suivi.vides[-1]")}, change):
        pose(dossier, textes)
        TOURNOI.commande(["20"], dossier, "", None)
        assert "ton niveau 5" in capsys.readouterr().out
    assert joues == [tous, tous[:1], tous]


def test_la_duree_est_annoncee_par_les_premieres_parties(capsys):
    """Le bot dit son prix, l'étalon celui des niveaux ; la barre va jusqu'au bout."""
    bot_, niveau = (ENTRAINEMENT.Serie(nom, range(100)) for nom in ("Essai", "ton niveau 5"))
    entrainement = types.SimpleNamespace(prix=0.5)
    barre = TOURNOI.Barre(entrainement, bot_, {niveau: 1.0})
    barre.depart += 10**6  # aussi lente que soit la machine
    for numero in range(TOURNOI.PREMIERES):
        assert capsys.readouterr().out == ""
        bot_.tirs[numero] = [1]
        bot_.calcul += 0.2
        barre.avance(bot_)
    # 95 parties à 0,2 s ; le niveau s'arrêtera après 40 s, au lieu de 50
    assert capsys.readouterr().out.rstrip("█") == "  environ 1 min   "
    niveau.refuse("il ne joue pas")
    for serie in (niveau, bot_):
        barre.avance(serie)
    assert capsys.readouterr().out == "█" * 2  # 1 s jouée, 19 à jouer
    barre.finit()
    assert capsys.readouterr().out == "█" * (TOURNOI.LARGEUR_BARRE - 2) + "\n"


def test_l_histogramme_est_court(capsys):
    for scores in ([17, 100], range(17, 101), [40, 41, 42], [100]):
        TOURNOI.affiche_histogramme(list(scores), 100)
        lignes = capsys.readouterr().out.splitlines()
        assert len(lignes) <= TOURNOI.LIGNES_MAX
        assert sum(int(ligne.split()[-1]) for ligne in lignes if "█" in ligne) == len(scores)


def test_on_ne_montre_que_les_niveaux_ecrits(dossier):
    textes = {**RESOLUS, "tp6_solveur_optimal": VIDES["tp6_solveur_optimal"]}
    pose(dossier, textes)
    dit = lance(dossier, "tournoi", "20")
    assert (
        "niveau 5" not in dit and dit.count("ton Ordi au hasard") == 1 and "ne joue pas" not in dit
    )
    faux = RESOLUS["tp6_solveur_optimal"].replace(
        "return self.queue.pop(0)", "return self.file.pop(0)"
    )
    pose(dossier, {"tp6_solveur_optimal": faux})
    dit = lance(dossier, "tournoi", "20")
    assert "Ton niveau 5 ne joue pas : ligne" in dit and "tes cases noires" in dit


def test_l_arret_d_un_fichier_est_dit(dossier):
    sans_points = DONNE.replace("def choisit_case(self):", "def choisit_case(self)")
    pose(dossier, {**RESOLUS, "mon_ordi": sans_points})
    assert re.search(
        r"^mon_ordi.py, ligne \d+ : il manque « : »", lance(dossier, "tournoi", code=2)
    )
    pose(dossier, {"mon_ordi": DONNE.replace("class MonOrdi", "class TonOrdi")})
    assert "il n'y a pas de classe MonOrdi" in " ".join(lance(dossier, "tournoi", code=2).split())
    (dossier / "mon_ordi.py").unlink()
    assert "recommencer mon_ordi" in lance(dossier, "tournoi", code=2)
    pose(dossier, {"mon_ordi": DONNE + "\nprint(1 / 0)\n"})
    dit = " ".join(lance(dossier, "tournoi", code=2).split())
    assert re.search(r"ne peut pas jouer : ligne \d+ de mon_ordi.py", dit)


def perdues(capsys, fautes, jouees, pas_jouees=()):
    """Ce qui est dit d'un bot qui a perdu ces parties."""
    serie = ENTRAINEMENT.Serie("Essai", range(jouees))
    serie.tirs = {numero: [] for numero in range(jouees)}
    serie.fautes, serie.pas_jouees = fautes, list(pas_jouees)
    TOURNOI.affiche_fautes(serie, "")
    dit = capsys.readouterr().out
    assert max(map(len, dit.splitlines())) < 80
    return " ".join(dit.split())


def test_la_meme_faute_en_d_autres_cases_n_est_dite_qu_une_fois(capsys):
    """Et celles que l'on ne cite pas sont comptées."""
    cles = {n: ("erreur", f"ligne 30 de mon_ordi.py, pas de case ({n}, -1)") for n in range(5, 50)}
    lignes = {n: ("erreur", f"ligne {n} de mon_ordi.py, on divise") for n in range(50, 54)}
    dit = perdues(capsys, {**cles, **lignes}, 60)
    assert dit.count("ligne 30") == 1 and "45 fois, d'abord avec la flotte 5 : ligne 30" in dit
    assert "… et 2 autres, pour d'autres fautes. Pour revoir la première : tournoi revoir 5" in dit


def test_ce_qui_est_dit_de_chaque_partie_est_vrai_de_chacune(capsys):
    renvois = {n: ("pas une case", f"a renvoyé [{n}, 9]") for n in range(4)}
    assert "à chaque partie ; par exemple, avec la flotte 0 : a renvoyé [0, 9]." in perdues(
        capsys, renvois, 4
    )
    boucle = dict.fromkeys(range(200), ("boucle", "la boucle ne s'arrête pas"))
    dit = perdues(capsys, boucle, 200, range(3, 200))
    assert "200 parties perdues pour une faute, dont 197 que je n'ai pas jouées" in dit
    assert "aux 3 parties jouées : la boucle" in dit and "à chaque partie" not in dit


@pytest.mark.parametrize("mots", [["5000"], ["abc"], ["-1"], ["2000"]])
def test_revoir_dit_quelles_parties_il_y_a(dossier, mots):
    with pytest.raises(ECRAN.Refus, match=rf"« {mots[0]} »(.|\n)*de 0 à 1999"):
        TOURNOI.commande(["revoir", *mots], dossier, "", None)


@pytest.mark.parametrize(
    "mots", [["abc"], ["5"], ["99999"], ["20", "30"], ["revoir"], ["revoir", "x"]]
)
def test_une_demande_mal_ecrite_a_sa_phrase(dossier, mots):
    dit = lance(dossier, "tournoi", *mots, code=2)
    assert "tournoi" in dit or "de 20 à 2000" in dit


def test_revoir_une_partie(dossier, capsys, monkeypatch):
    pose(dossier, RESOLUS)
    dit = lance(dossier, "tournoi", "revoir", "3")
    tirs = joue(dossier, DONNE, [3]).tirs[3]
    assert f"flotte 3 : {len(tirs)} tirs" in dit and "Toute la flotte est trouvée." in dit
    assert dit.count("!") == dit.count("*") == 1 + 17  # la légende, et chaque case de la flotte
    monkeypatch.setattr(TOURNOI, "est_interactif", lambda: True)
    reponses = iter(["", "", "fin"])
    monkeypatch.setattr("builtins.input", lambda _: next(reponses))
    TOURNOI.commande(["revoir", "3"], dossier, "", None)
    dit = capsys.readouterr().out
    assert dit.count("Tir ") == 3 and "Tir 1 : A0" in dit and "flotte 3 :" in dit


def test_suivre_fait_jouer_le_bot(dossier, capsys, monkeypatch):
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE})
    tours = itertools.count()

    def attend(_):
        if next(tours) == 1:
            pose(dossier, {"mon_ordi": bot("return (0, 0)")})

    horloge = types.SimpleNamespace(sleep=attend, strftime=time.strftime)
    monkeypatch.setitem(vars(COMMANDES), "time", horloge)
    COMMANDES.suit(dossier, "", tours=4)
    assert "parties perdues pour une faute" in capsys.readouterr().out


@pytest.mark.parametrize("tirs, dit", [(44, "TP7"), (48, "stratégie 5"), (41, None)])
def test_apres_la_derniere_strategie_une_autre_idee(dossier, capsys, tirs, dit):
    pose(dossier, {**RESOLUS, "mon_ordi": bot("return self.grille_suivi.vides[-1]")})
    serie = ENTRAINEMENT.Serie("Essai", range(10))
    fichiers = ENTRAINEMENT.fichiers_de(dossier)
    TOURNOI.affiche_remarques(serie, [], 0.025, fichiers, [tirs] * 10)
    ecran = capsys.readouterr().out
    assert dit in ecran if dit else "idée" not in ecran


def test_l_aide_dit_comment_repartir_de_l_ordi_donne(dossier):
    assert "recommencer mon_ordi" in COMMANDES.AIDE
    assert "l'Ordi donné" in lance(dossier, "tournoi", "abc", code=2)


def test_trop_lent_pour_la_classe_est_dit_et_pas_a_tort(dossier, capsys):
    pose(dossier, {**RESOLUS, "mon_ordi": bot("return self.grille_suivi.vides[-1]")})
    fichiers = ENTRAINEMENT.fichiers_de(dossier)
    serie = ENTRAINEMENT.Serie("Essai", range(10))
    serie.tirs = {numero: [1] for numero in range(10)}
    for calcul, dit in [(0.5, False), (10 * 10 * 0.025, True)]:
        serie.calcul = calcul
        TOURNOI.affiche_remarques(serie, [], 0.025, fichiers, [45] * 10)
        assert ("trop lent" in capsys.readouterr().out) is dit


def test_une_longue_partie_n_est_pas_muette(dossier, monkeypatch):
    """Lente mais vivante : elle donne des nouvelles, et personne ne la croit morte."""
    nouvelles = []
    monkeypatch.setattr(PARTIES, "SIGNE_DE_VIE", 0.0)
    monkeypatch.setattr(
        ENTRAINEMENT.Entrainement, "note", lambda _, n: nouvelles.append(n["sorte"])
    )
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE})
    fichiers = ENTRAINEMENT.fichiers_de(dossier)
    ENTRAINEMENT.Entrainement(fichiers, [ENTRAINEMENT.Serie("Essai", [0])], None).joue()
    assert nouvelles.count("vit") > 16


CARTES = {
    "return {}": None,
    "return dict.fromkeys(self.grille_suivi.vides, 0)": None,
    "return {case: 1 / 0 for case in self.grille_suivi.vides}": "on divise par zéro",
    "return self.grille_adverse.etat": "la grille adverse est secrète",
    "return [1, 2]": "il faut un dictionnaire {(x, y): nombre} ; elle a renvoyé [1, 2]",
    "return {'A0': 3}": "il faut un dictionnaire {(x, y): nombre}",
    "while True:\n            pass": "ne s'arrête pas",
}


@pytest.mark.parametrize("corps", CARTES)
def test_une_carte_fautive_est_dite_sans_perdre_de_partie(dossier, corps):
    serie = joue(dossier, DONNE.replace("return {}", corps), range(2))
    assert serie.fautes == {} and len(serie.tirs) == 2
    assert serie.carte is None if CARTES[corps] is None else CARTES[corps] in serie.carte[1]


@pytest.mark.parametrize("corps", ["import os; os._exit(0)", "while True:\n            pass"])
def test_une_carte_qui_arrete_le_processus_ne_perd_rien(dossier, corps):
    serie = joue(dossier, DONNE.replace("return {}", corps), range(2), processus=True)
    assert serie.fautes == {} and len(serie.tirs) == 2 and serie.carte[0] == "boucle"


def test_la_carte_fautive_est_une_remarque(dossier, capsys):
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE.replace("return {}", "return {0: 1 / 0}")})
    assert TOURNOI.commande(["20"], dossier, "", None)
    dit = " ".join(capsys.readouterr().out.split())
    assert "Attention, ta méthode carte ne va pas : ligne" in dit
    assert "Aucune partie n'est perdue" in dit


CONSEILS = {
    "apres_tire": (
        ("def apres_tir(", "def apres_tire("),
        "et jamais apres_tire",
    ),
    "liste": (("    nom_de", "    vus = []\n    nom_de"), "vus est dans la classe"),
    "touche": (("resultat == TOUCHE", "resultat == 'touche'"), "jamais égal à 'touche'"),
    "TOUCHEE": (("resultat == TOUCHE", "resultat == TOUCHEE"), "jamais égal à TOUCHEE"),
    "sans nom": (('"Barbe-Grise"', "42"), "nom_de_guerre est un texte simple"),
}


@pytest.mark.parametrize("faute", CONSEILS)
def test_une_faute_muette_est_dite(dossier, capsys, faute):
    """Le bot joue jusqu'au bout : sans ce conseil, rien ne dirait ce qui ne va pas."""
    (avant, apres), attendu = CONSEILS[faute]
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE.replace(avant, apres)})
    fichiers = ENTRAINEMENT.fichiers_de(dossier)
    serie = ENTRAINEMENT.Serie("Essai", [0])
    serie.tirs = {0: [1]}
    TOURNOI.affiche_remarques(serie, [], 0.025, fichiers, [90])
    assert attendu in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "avant, apres, dit",
    [
        (
            "def apres_tir(self, case, resultat)",
            "def apres_tir(self, case)",
            "apres_tir(case, resultat)",
        ),
        ("def choisit_case(self)", "def choisit_case()", "écris def choisit_case(self)"),
        ("def choisit_case(self)", "def choisi_case(self)", "il manque la méthode choisit_case"),
        ("vides[0]", "compte_placements()", "compte_placements est du TP6"),
        ("self.grille_suivi.vides[0]", "(4, 4), 34", "a renvoyé ((4, 4), 34)"),
    ],
)
def test_une_methode_mal_ecrite_dit_comment_l_ecrire(dossier, avant, apres, dit):
    texte = DONNE.replace(avant, apres).replace("        if resultat == TOUCHE:\n    ", "")
    assert dit in joue(dossier, texte, [0]).fautes[0][1]


@pytest.mark.parametrize("lanceur", [None, COMMANDES.commande_enfant("--tournoi")])
def test_l_etalon_vaut_une_partie_de_niveau_5(dossier, lanceur):
    """À un facteur trois près, partout, même surveillé pas à pas (on prévient à six fois)."""
    pose(dossier, RESOLUS)
    niveau = ENTRAINEMENT.Serie("5", range(4), "tp6_solveur_optimal", "Ordi", niveau=5)
    joues = ENTRAINEMENT.Entrainement(ENTRAINEMENT.fichiers_de(dossier), [niveau], lanceur)
    joues.joue()
    rapport = niveau.calcul / 4 / joues.prix
    assert 1 / 3 < rapport < 3, rapport


def test_sur_ne_se_trompe_presque_jamais():
    """Six Ordis de même force et celui d'avant, 1000 fois : l'un est dit différent, à tort, environ
    deux fois sur cent (à 95 % chacun, ce serait plus d'une fois sur cinq)."""
    alea, a_tort, a_95 = random.Random(1), 0, 0
    for _ in range(1000):
        sien, *autres = ([alea.gauss(45, 8) for _ in range(200)] for _ in range(8))
        ecarts = [MESURE.compare(sien, autre) for autre in autres]
        a_tort += any(ecart.sur for ecart in ecarts)
        a_95 += any(ecart.p < 0.05 for ecart in ecarts)
    assert a_tort <= 30 and a_95 > 200
    assert not MESURE.Ecart(1.0, 0.9 / 1.96).sur  # « 1,0 (± 0,9) à 95 % » : le hasard y suffit
    sure, douteuse = MESURE.Ecart(-4.5, 0.7), MESURE.Ecart(0.4, 0.7)
    assert TOURNOI.phrase_ecart(sure) == "tu le bats de 4,5 (± 2,1)"
    assert TOURNOI.phrase_ecart(douteuse) == "pas encore sûr : 0,4 tir de plus (± 2,1)"
    assert TOURNOI.flottes_qu_il_faudrait(douteuse, 200) > 2000


def test_un_ecart_sur_se_voit_a_ses_nombres():
    """« 2,0 (± 2,0) » ne dirait pas pourquoi c'est sûr ; « 0,0 tir de plus » ne dirait rien."""
    sure = MESURE.Ecart(2.04, 1.97 / MESURE.Z_SUR)
    assert sure.sur and TOURNOI.phrase_ecart(sure) == "il te bat de 2,04 (± 1,97)"
    assert TOURNOI.ecrit_ecart(sure) == "2,04 tirs de plus (± 1,97)"
    assert TOURNOI.ecrit_ecart(MESURE.Ecart(0.04, 0.2)) == "pareil (± 0,6)"
    assert TOURNOI.phrase_ecart(MESURE.Ecart(-0.04, 0.2)) == "à égalité (± 0,6)"


@pytest.mark.parametrize(
    "jouees, lent, dit",
    [(20, False, "tournoi 200"), (27, True, "plus rapide"), (200, False, "cherche une autre idée")],
)
def test_sur_peu_de_flottes_on_n_abandonne_pas_un_ecart(capsys, jouees, lent, dit):
    alea = random.Random(3)
    siens = [alea.choice([40, 50]) for _ in range(jouees)]
    autres = [score + (-3 if rang % 2 else 3) for rang, score in enumerate(siens)]
    autres[0] += 1
    TOURNOI.affiche_comparaisons("Essai", siens, {"ton niveau 5": autres}, "", lent)
    assert dit in capsys.readouterr().out.splitlines()[-1]


def test_une_version_rejouee_se_compare_toujours_a_celle_d_avant(capsys):
    """La version d'avant reste la référence, et l'on dit sur combien de flottes."""
    memoire, alea = {}, random.Random(5)
    avant = [alea.randrange(40, 60) for _ in range(200)]
    apres = [score + alea.choice([-9, 8]) for score in [*avant, *avant, *avant, *avant]]

    def essaie(scores, code):
        TOURNOI.affiche_progres(scores, TOURNOI.version_d_avant(memoire, scores, code))
        return " ".join(capsys.readouterr().out.split())

    assert essaie(avant, "A") == essaie(avant, "A") == ""
    premier = essaie(apres[:200], "B")
    ecart = TOURNOI.ecrit_ecart(MESURE.compare(apres[:200], avant))
    assert premier.startswith(f"Depuis ta version d'avant : {ecart}, mais ce n'est pas encore sûr")
    second = essaie(apres, "B")
    assert second.startswith(f"Depuis ta version d'avant, sur 200 flottes : {ecart}, mais")
    essaie(apres[:50], "B")  # moins de flottes : les autres ne sont pas oubliées
    pareil = essaie(apres, "C")
    assert pareil == "Depuis ta version d'avant : il joue exactement pareil."
    assert "c'est sûr. C'était mieux avant." in essaie([score + 5 for score in apres], "D")


def test_un_bot_trop_lent_le_dit_d_abord(dossier, capsys, monkeypatch):
    monkeypatch.setattr(PARTIES, "CALCUL_MAX", 0.0)
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE})
    TOURNOI.commande(["20"], dossier, "", None)
    lignes = capsys.readouterr().out.splitlines()
    arret = lignes.index("Il est si lent que je me suis arrêté à 1 flotte sur 20.")
    assert arret <= 2 and "sur 20 flottes" in lignes[0] and "inf" not in " ".join(lignes)


def test_l_enonce_explique_un_ecart_qu_il_montre():
    """« Progrès, ou chance ? » cite une ligne du premier essai, telle qu'elle est affichée."""
    texte = (RACINE / "lessons" / "tournoi.md").read_text(encoding="utf-8")
    debut, suite = texte.split("## Progrès, ou chance ?")
    cite, marge = re.search(r"« (tu le bats de [\d,]+ \(± ([\d,]+)\)) »", suite).groups()
    assert cite in debut and suite.count(marge) == 3


def test_le_premier_essai_de_l_enonce_marche(dossier):
    """Le code que donne tournoi.md se recopie tel quel."""
    texte = (RACINE / "lessons" / "tournoi.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(def choisit_case.*?)```", texte, re.S)[1]
    serie = joue(dossier, bot(code.split("\n", 1)[1]), range(20))
    assert serie.fautes == {} and 85 < MESURE.moyenne(serie.scores(100)) < 100
    assert (RACINE / "lessons" / "README.md").read_text(encoding="utf-8").count("tournoi.md") == 1


def test_python_3_8(dossier):
    pose(dossier, RESOLUS)
    assert "sur 20 flottes" in lance(dossier, "tournoi", "20", python=python_3_8())


def test_le_sens_de_chaque_signe_est_lu_sans_rien_executer():
    assert ARBITRE.enseigne(DONNE) == ["Barbe-Grise", "⚓"]
    assert ARBITRE.enseigne("class MonOrdi:\n    nom_de_guerre = 'a' * 10**9") == ["a", ""]
    assert ARBITRE.enseigne("x" * 10**6) == ["", ""]


# ----------------------------------------------------------------- ce que `rendre` en dit


def dit_en_rendant(dossier):
    return " ".join(TOURNOI.phrases_du_rendu(dossier))


@pytest.mark.parametrize(
    "avant, apres, dit",
    [
        ("choisit_case(self):", "choisit_case(self)", r"mon_ordi.py, ligne \d+ : il manque « :"),
        ("class MonOrdi(Ordi)", "class TonOrdi(Ordi)", "pas de classe MonOrdi dans mon_ordi.py"),
    ],
)  # fmt: skip
def test_rendre_dit_qu_un_bot_ne_peut_pas_jouer(dossier, avant, apres, dit):
    pose(dossier, {**RESOLUS, "mon_ordi": DONNE.replace(avant, apres)})
    assert re.search(
        f"est dans le rendu. Mais il ne peut pas jouer : .*{dit}", dit_en_rendant(dossier)
    )


def test_rendre_dit_qu_un_bot_d_un_autre_fichier_peut_jouer(dossier):
    textes = {**RESOLUS, "mon_ordi": "from tp5_solveur_aleatoire import Ordi as MonOrdi\n"}
    pose(dossier, textes)
    assert "pas encore essayé" in dit_en_rendant(dossier)


def test_rendre_dit_que_le_bot_a_change_depuis_son_essai(dossier):
    """Un commentaire n'y change rien ; une ligne de code, ou un TP dont il se sert, si."""
    texte = bot("return self.grille_suivi.vides[-1]")
    pose(dossier, {**RESOLUS, "mon_ordi": texte})
    assert "Tu ne l'as pas encore essayé" in dit_en_rendant(dossier)
    rangement = verifier.outil("rangement")
    for perdues, dit in {"1": "perdu 1 partie.", "?": "perdu ? parties."}.items():
        rangement.ecrit_memoire(dossier, {"tournoi perdues": perdues})  # d'avant, ou abîmée
        assert dit_en_rendant(dossier).endswith(dit)
    TOURNOI.commande(["20"], dossier, "", None)
    pose(dossier, {"mon_ordi": texte + "\n# un commentaire\n"})
    assert dit_en_rendant(dossier).endswith("est dans le rendu.")
    tp5 = RESOLUS["tp5_solveur_aleatoire"]
    for change in (
        {"mon_ordi": bot("return self.grille_suivi.vides[1]")},
        {"mon_ordi": texte, "tp5_solveur_aleatoire": tp5 + "\nX = 1\n"},
    ):
        pose(dossier, change)
        assert "Tu l'as changé depuis le dernier essai : relance tournoi." in dit_en_rendant(
            dossier
        )
