"""L'atelier : le code de l'élève sous surveillance, le jeu, la grille et le film."""

import doctest
import importlib
import json
import re
import subprocess
import sys
import time

import ipywidgets
import pytest
from atelier.apparence import COULEURS
from atelier.film import filme
from atelier.flotte_pirate import FlottePirate
from atelier.grille_widget import GrilleWidget, marque
from atelier.jeu import (
    Adversaire,
    Bataille,
    Regles,
    adversaires_de_l_eleve,
    adversaires_du_corrige,
    cases_du_bateau,
    flotte_cachee,
    lit_regles,
    nouveau_joueur,
    prepare_seul,
)
from atelier.lecteur import LecteurDeFilm
from atelier.placeur import Placeur
from atelier.prevois import Prevois
from atelier.programme import Programme, Surprise, attend, attend_cases
from atelier.table import Jeu
from atelier.tournage import Tournage
from atelier.tp4 import Tirs
from atelier.verification import Verification
from atelier.vue import Atelier, panneau

from tests.conftest import RACINE
from tests.notebooks.test_carnets import cree_kit

REGLES = Regles("essai", 6, 5, [3, 2])
CACHEE = [(0, 0), (1, 0), (2, 0), (4, 3), (4, 4)]


@pytest.fixture(scope="module")
def atelier():
    return Atelier()


@pytest.fixture
def copie(tmp_path):
    """Une copie d'élève, dont on écrit le module `essai` à volonté."""
    copie = Programme(tmp_path)

    def encore(**options):
        return copie.essaie(lambda: copie.module("essai").f(), **options)

    def ecrit(texte, **options):
        (tmp_path / "essai.py").write_text(texte, encoding="utf-8")
        return encore(**options)

    copie.ecrit, copie.encore = ecrit, encore
    return copie


# ----------------------------------------------------------------- la copie


def test_valeur_et_texte_affiche(copie):
    essai = copie.ecrit("def f():\n    print('bonjour')\n    return 42\n")
    assert (essai.valeur, essai.panne, essai.texte) == (42, None, "bonjour\n")


def test_recharge_quand_le_fichier_change(copie):
    assert copie.ecrit("def f():\n    return 1\n").valeur == 1
    assert copie.ecrit("def f():\n    return 23\n").valeur == 23


@pytest.mark.parametrize(
    "texte, genre, mot",
    [
        ('def f():\n    raise NotImplementedError("tp1.alpha")\n', "à écrire", "alpha"),
        ("def f():\n    while True:\n        pass\n", "boucle", "boucle"),
        ("def f(:\n    pass\n", "syntaxe", "ligne 1"),
        ("def f():\n    return 1 / 0\n", "erreur", "zéro"),
        ("def f():\n    return input('?')\n", "erreur", "input"),
        ("def f():\n    raise SystemExit\n", "erreur", "exit"),
    ],
)
def test_pannes(copie, texte, genre, mot):
    panne = copie.ecrit(texte, secondes=1).panne
    assert panne.genre == genre
    assert mot in panne.phrase


def test_boucle_sans_fin_interrompue(copie):
    panne = copie.ecrit(
        "def f():\n    x = 0\n    while x < 1:\n        x = 0\n", secondes=0.3
    ).panne
    assert (panne.fonction, panne.module) == ("f", "essai")
    assert panne.ligne in (3, 4)


# Une faute hors de toute fonction, et la ligne de l'élève que la carte doit montrer.
AU_CHARGEMENT = {
    "boucle": ("x = 0\nwhile x < 1:\n    x = 0\n", (2, 3)),
    "import": ("import math\nimport nimportequoi\n", (2,)),
    "nom importé": ("from outils import absent\n", (1,)),
    "calcul": ("liste = [1 / n for n in [0]]\n", (1,)),
    "bn_": ("import bn_donne\nbn_donne.divise(0)\n", (2,)),
    "lambda": ("def g():\n    return sorted([1], key=lambda n: n / 0)\ng()\n", (2,)),
}


@pytest.mark.parametrize("cas", AU_CHARGEMENT)
def test_une_faute_au_chargement_montre_la_ligne_de_l_eleve(atelier, copie, cas):
    """Ni le nom ni la ligne d'un outil du kit, ni « <module> »."""
    (copie.dossier / "outils.py").write_text("present = 1\n")
    (copie.dossier / "bn_donne.py").write_text("def divise(n):\n    return 1 / n\n")
    texte, lignes = AU_CHARGEMENT[cas]
    panne = copie.ecrit(texte, secondes=0.3).panne
    assert panne.module == "essai" and panne.ligne in lignes
    assert panne.code in [ligne.strip() for ligne in texte.splitlines()]
    carte = atelier.carte_panne(panne)
    assert "essai.py" in carte
    assert not re.search(
        r"_importe|_execute|avec_processus|chargeur|bn_donne\.py|&lt;module", carte
    )


def test_un_fichier_qui_ne_finit_pas_n_est_essaye_qu_une_fois(copie):
    """Quatre vues le demandent : on attend une fois, et chacune montre la même ligne."""
    texte = "print('chargé')\nwhile True:\n    x = 0\n"
    premier = copie.ecrit(texte)
    assert premier.texte == "chargé\n" and premier.panne.genre == "boucle"
    for suivant in (copie.encore(), copie.encore()):
        assert suivant.texte == "" and vars(suivant.panne) == vars(premier.panne)
    assert copie.ecrit("def f():\n    return 'corrigé'\n").valeur == "corrigé"


def test_le_temps_du_verificateur_ne_compte_pas(copie):
    """Une carte demande l'avis du vérificateur : ce temps n'est pas celui de l'élève."""
    (copie.dossier / "essai.py").write_text("def f():\n    return 1\n")

    def dessine():
        with copie.pause():
            fin = time.process_time() + 0.5
            while time.process_time() < fin:
                pass
        return copie.module("essai").f()

    assert copie.essaie(dessine, secondes=0.3).valeur == 1


@pytest.mark.lent
def test_un_essai_dans_un_essai(copie):
    """Une boucle dans le second essai ne fait pas perdre le temps du premier."""
    texte = "def f():\n    while True:\n        pass\n\ndef g():\n    return sum(range(9))\n"
    (copie.dossier / "essai.py").write_text(texte)

    def deux():
        module = copie.module("essai")
        return copie.essaie(module.f, secondes=1.5).panne.genre, module.g()

    assert copie.essaie(deux, secondes=1).valeur == ("boucle", 36)


def test_valeurs_surprenantes():
    assert attend_cases([(0, 1)], "adjacent") == [(0, 1)]
    for valeur in (None, 3, [(1,)], ["A0"], [[0, 1]]):
        with pytest.raises(Surprise, match="adjacent a renvoyé"):
            attend_cases(valeur, "adjacent")
    with pytest.raises(Surprise, match="un nombre"):
        attend("a", int, "fini", "un nombre")


def test_carte_nomme_l_exercice(atelier):
    essai = atelier.eleve.essaie(lambda: atelier.eleve.module("tp1_grille").alpha((0, 0)))
    carte = atelier.carte_panne(essai.panne)
    assert "tp1.alpha" in carte and "tp1_grille.py" in carte


def test_prevois_demande_puis_repond(atelier):
    [question] = Prevois(atelier, "tp1.alpha").children
    texte, barre, avis = question.children
    assert (
        "<b>Prévois (P1.1, énoncé de <code>tp1.alpha</code>).</b>" in texte.value
        and '<code class="bn-court">alpha((3, 2))</code>\xa0?' in texte.value
    )
    reponse, bouton = barre.children
    reponse.value = "zut"
    assert "Pas encore." in avis.html
    reponse.value = " d2 "
    assert "Oui, c&#x27;est bien ça." in avis.html and "bn-bravo" in avis.html
    reponse.value = ""
    bouton.click()
    assert "Écris d&#x27;abord ta réponse." in avis.html


def test_prevois_montre_le_programme_et_les_choix(atelier):
    avec_choix = [
        q for q in Prevois(atelier, "tp1.reinit", "tp1.test_case").children if q.question.choix
    ]
    assert avec_choix and all(
        list(q.reponse.options) == q.question.choix and q.reponse.value is None for q in avec_choix
    )
    [question] = Prevois(atelier, "tp1.rem_bateau").children
    assert "<pre>a = [3, 2]" in question.children[0].value
    assert Prevois(atelier, "tp1.is_touche").children == ()


def test_verdict_ordonne_puis_perime(tmp_path):
    """Ce qui est raté vient en haut ; un fichier enregistré périme tout, une fois."""
    kit = cree_kit(tmp_path, "moitie")
    module = kit / "lessons" / "tp1_grille.py"
    texte = module.read_text(encoding="utf-8")
    module.write_text(texte.replace("def fini(self):", "def fini(self):\n        return 3\n", 1))
    verification = Verification(Atelier(eleve=kit / "lessons"), "tp1")
    verification.fichiers_changes()
    assert verification.resultats.html == "", "rien à périmer avant la première vérification"
    verification.actualise()
    html = verification.resultats.html
    assert html.startswith('<div class="bn-carte bn-panne"><h4>✘ tp1.fini')
    assert html.count("bn-rate") == 1 and html.count("bn-reussi") == 10
    verification.fichiers_changes()
    assert not verification.resultats.perime, "vérifié après l'enregistrement : à jour"
    module.write_text(texte, encoding="utf-8")
    for _ in range(2):
        verification.fichiers_changes()
        assert verification.resultats.perime and verification.resultats.html.count("changé") == 1
    verification.detaille()
    assert not verification.resultats.perime and verification.resultats.demandes == 2


def test_un_exercice_a_faire_se_dit_une_fois(tmp_path):
    """La carte d'un exercice pas commencé dit ce qu'il demande, et ne répète pas son titre."""
    verification = Verification(Atelier(eleve=cree_kit(tmp_path, "squelettes") / "lessons"), "tp1")
    verification.detaille()
    html = verification.resultats.html
    assert html.count("tp1.alpha") == 1 and "Donner le nom d&#x27;une case" in html


def test_tout_bloque_la_cause_vient_en_haut(tmp_path):
    """Un TP2 illisible bloque tout le TP4 : la première carte le dit."""
    verification = Verification(Atelier(eleve=cree_kit(tmp_path, "fautes") / "lessons"), "tp4")
    verification.actualise()
    carte, _, _ = verification.resultats.html.partition("<table")
    assert carte.startswith('<div class="bn-carte') and "tp2_placement" in carte, carte


# ----------------------------------------------------------------- la grille


@pytest.fixture
def grille():
    """Une grille dont on garde les messages envoyés à la page."""
    grille = GrilleWidget(10, 10)
    grille.messages = []
    grille.comm.send = lambda data=None, **_: grille.messages.append(data)
    return grille


def test_une_chasse_en_panne_se_dit_et_ne_perd_rien(tmp_path, monkeypatch):
    """Un clic dont rien ne revient laisserait l'élève devant un panneau muet."""
    panneau = FlottePirate(Atelier(eleve=cree_kit(tmp_path, "squelettes") / "lessons"), "tp1")
    panneau.lance()
    montre = panneau.resultats.html
    assert "des pirates copieront" in montre.lower()
    commandes = panneau.atelier.verificateur.commandes

    def tombe(*_):
        raise OSError("plus de mémoire")

    monkeypatch.setattr(commandes, "chasse", tombe)
    for _ in range(2):
        panneau.lance()
        assert "OSError" in panneau.resultats.html and "plus de mémoire" in panneau.resultats.html
        assert "tes fichiers n&#x27;ont pas changé" in panneau.resultats.html
        assert panneau.resultats.html.count(montre) == 1  # la chasse d'avant reste lisible
    monkeypatch.undo()
    panneau.lance()
    assert panneau.resultats.html == montre


def test_un_tir_envoie_un_petit_message(grille):
    etat = {(x, y): 0 for x in range(10) for y in range(10)}
    grille.montre(etat)
    grille.messages.clear()
    grille.montre({**etat, (1, 4): 1}, dernier=(1, 4), annonce="B4, touché")
    assert len(grille.messages) == 1
    assert len(json.dumps(grille.messages[0])) < 500


def test_montre(grille):
    etat = {(0, 0): 1, (1, 0): -1, (2, 0): -1, (3, 0): 1}
    grille.montre(
        etat, jouees={(0, 0), (1, 0), (3, 0)}, coules=[(3, 0)], bateaux=[(0, 1), (12, 0)],
        valeurs={(5, 5): 3}, file=[(4, 4)], marques=[marque([(2, 2)], "refus", "non")],
    )  # fmt: skip
    assert grille.etat[:5] == "XOeC."
    assert grille.bateaux == [10], "une case hors de la grille n'est pas envoyée"
    assert grille.valeurs[55] == 3 and grille.valeurs[0] is None
    assert grille.file == [44]
    assert grille.marques == [{"cases": [22], "style": "refus", "texte": "non"}]


def test_ecoute(grille):
    recus = []
    grille.au_clic(lambda case: recus.append(case))
    grille.a_la_touche(lambda case, touche: recus.append((case, touche)))
    grille._handle_custom_msg({"type": "clic", "case": [3, 4], "touche": ""}, [])
    grille._handle_custom_msg({"type": "touche", "case": [0, 1], "touche": "r"}, [])
    assert recus == [(3, 4), ((0, 1), "r")]


# ----------------------------------------------------------------- le jeu


def test_flottes_du_fichier_legales(tp2):
    for regles in lit_regles():
        assert len(regles.flottes) >= 20
        for flotte in regles.flottes:
            grille = tp2.Grille(**regles.options())
            for taille, x, y, sens in flotte:
                bateau = tp2.Bateau(taille, (x, y), tp2.DROITE if sens == "H" else tp2.BAS)
                assert cases_du_bateau(taille, x, y, sens) == bateau.cases
                assert grille.add_bateau(bateau)
            assert sorted(b[0] for b in flotte) == sorted(regles.tailles)


def test_bataille_complete(atelier):
    """Une partie jouée jusqu'au bout contre le niveau 1, coup filmé par coup filmé."""
    adversaire = adversaires_du_corrige(atelier)[0]
    cachee, flotte = (
        [(0, 0), (1, 0), (2, 0), (4, 3), (4, 4)],
        [(0, 0), (0, 1), (0, 2), (5, 3), (5, 4)],
    )
    joueur = nouveau_joueur(atelier.corrige, REGLES).valeur
    bataille = Bataille(joueur, cachee, REGLES, adversaire, flotte)
    assert bataille.tire((0, 0)) == "touché"
    assert bataille.riposte() in ("touché", "manqué")
    assert bataille.tire((0, 0)) == "déjà joué"
    assert len(bataille.films[0]) == 1, "un tir refusé n'est pas filmé"
    for case in cachee[1:]:
        assert bataille.gagnant is None
        bataille.tire(case)
        bataille.riposte()
    assert bataille.gagnant.joueur is joueur
    assert len(bataille.films[0]) == 5
    assert bataille.films[0].instant(99).numero == 5
    assert len(bataille.films[1]) == 4, "l'Ordi ne tire plus après ta victoire"


@pytest.mark.parametrize("annonce", [False, True])
def test_message_au_dessus_des_grilles_et_flotte_a_trouver(atelier, annonce):
    """Le message précède les grilles, le lecteur d'écran le dit, et les coulés sont barrés."""
    jeu = Jeu(atelier)
    jeu.regles.value = next(r for r in jeu.choix.regles if r.nom == "minuscule")
    jeu.annonce.value, jeu.premier.value = annonce, "moi"
    jeu.commence([(0, 0), (0, 1), (3, 2)])
    message, plateaux, _ = jeu.scene.children[0].children
    assert plateaux.children == (jeu.tirs, jeu.defense)
    assert "À toi" in message.value and "À toi" in jeu.tirs.annonce
    assert jeu.tirs.flotte == jeu.defense.flotte == [[2, False], [1, False]]
    bateaux = COULEURS.bateaux_coules(jeu.bataille.cachee, jeu.bataille.cachee)
    (seule,), deux = sorted(bateaux, key=len)
    jeu.tire(seule)
    assert jeu.tirs.flotte == [[2, False], [1, annonce]], "sans annonce, rien avant la fin"
    assert "Ordi, coup 1" in message.value and "À toi" in message.value
    jeu.tire(seule)
    assert "déjà joué" in message.value and "déjà joué" in jeu.tirs.annonce
    for case in deux:
        jeu.tire(case)
    assert "Bravo" in message.value and "Bravo" in jeu.tirs.annonce
    assert "À toi" not in message.value + jeu.tirs.annonce
    assert jeu.tirs.flotte == [[2, True], [1, True]]
    jeu.lecteur.va(0)
    assert jeu.tirs.flotte == [[2, False], [1, False]]


def test_une_defaite_montre_ce_que_tu_avais_coule(atelier):
    """Sans annonce non plus : à la fin, on ne cache plus rien."""
    jeu = Jeu(atelier)
    jeu.regles.value = next(r for r in jeu.choix.regles if r.nom == "minuscule")
    jeu.premier.value = "moi"
    for _ in range(100):  # l'Ordi tire au sort : s'il n'a pas gagné à temps, on recommence
        jeu.commence([(0, 0), (0, 1), (3, 2)])
        bateaux = COULEURS.bateaux_coules(jeu.bataille.cachee, jeu.bataille.cachee)
        (seule,), deux = sorted(bateaux, key=len)
        jeu.tire(seule)
        assert jeu.tirs.flotte == [[2, False], [1, False]]
        eau = [case for case in jeu.bataille.toi.grille_suivi.etat if case not in {seule, *deux}]
        while eau and jeu.bataille.gagnant is None:
            jeu.tire(eau.pop())
        if jeu.bataille.gagnant is not None:
            break
    assert "L'Ordi a gagné" in jeu.message.value.replace("&#x27;", "'")
    assert jeu.tirs.flotte == [[2, False], [1, True]]


def test_un_bateau_refuse_le_dit_a_l_ecran(atelier):
    """La consigne est au-dessus de la grille, et dit pourquoi un clic n'a rien posé."""
    placeur = Placeur(atelier, atelier.corrige, REGLES, lambda cases: None)
    assert placeur.children.index(placeur.texte) < placeur.children.index(placeur.grille)
    placeur.clic((0, 0))
    placeur.clic((0, 1))
    dit = placeur.texte.value.replace("\N{NO-BREAK SPACE}", " ")
    assert "A1 : le bateau de 2 ne tient pas ici. Bateau de 2 cases" in dit


def test_sans_code_la_feuille_de_tirs_ne_montre_pas_la_flotte(tmp_path):
    """TP4 à écrire : les bateaux sont sur la grille adverse, et sur elle seule."""
    vue = Tirs(Atelier(eleve=cree_kit(tmp_path, "squelettes") / "lessons"))
    suivi, adverse = vue.panneaux[0].grilles
    assert vue.panneaux[0].donnees.panne is not None
    assert suivi.bateaux == [] and len(adverse.bateaux) == 5
    assert (suivi.titre, adverse.titre) == ("grille_suivi", "grille_adverse (à lire)")


def test_un_nom_de_fichier_n_a_pas_de_majuscule(tmp_path):
    """« tp1_grille.py, ligne 1 », même en tête de phrase."""
    lecons = cree_kit(tmp_path, "squelettes") / "lessons"
    (lecons / "tp1_grille.py").write_text("def f()\n    pass\n", encoding="utf-8")
    atelier = Atelier(eleve=lecons)
    panne = atelier.eleve.essaie(lambda: atelier.eleve.module("tp1_grille")).panne
    carte = atelier.carte_panne(panne)
    assert "<p>tp1_grille.py, ligne 1" in carte and "Tp1" not in carte


def test_un_nombre_garde_son_pour_cent():
    """« 19,5 % » ne se coupe pas ; le code, lui, ne change pas."""
    assert panneau("à 19,5 %.<code>7 % 2</code>").count("\N{NO-BREAK SPACE}") == 1


def test_rien_n_est_partage_entre_deux_cellules():
    """Un réglage d'apparence créé une fois pour toutes manquerait à la page que l'on recharge."""
    partages = [
        f"{nom}.{cle}"
        for nom, module in list(sys.modules.items())
        if nom.split(".")[0] in ("atelier", "projection")
        for cle, valeur in vars(module).items()
        if isinstance(valeur, ipywidgets.Widget)
    ]
    assert partages == []


def test_tous_les_niveaux_vont_au_bout(atelier):
    for adversaire in adversaires_du_corrige(atelier):
        assert adversaire.va_au_bout(), adversaire.nom
    copie, film = prepare_seul(adversaires_du_corrige(atelier)[4], REGLES, CACHEE)
    assert filme(copie, film)
    assert film.panne is None
    assert list(film.instants[-1].etat.values()).count(1) == 5
    assert any(instant.valeurs for instant in film.instants), "la carte de chaleur est filmée"


def test_tournage_par_morceaux(atelier):
    """Un film se tourne petit à petit : le lecteur s'allonge, le coup montré ne bouge pas."""
    vus = []
    lecteur = LecteurDeFilm(lambda: vus.append(lecteur.numero))
    prise = prepare_seul(adversaires_du_corrige(atelier)[0], REGLES, CACHEE)
    tournage = Tournage([prise], lecteur)
    assert not filme(*prise, secondes=0), "aucun coup sans temps"
    assert len(prise[1]) == 0 and "réfléchit" in prise[1].avancement(0)
    tournage.commence()
    assert prise[1].termine
    assert lecteur.longueur == len(prise[1]) >= 5 and lecteur.termine
    assert set(vus) == {0}
    assert prise[1].avancement(2) == f"coup 2 sur {len(prise[1])}"


@pytest.mark.parametrize(
    "etat, types, ordis",
    [("squelettes", "JoueurPrete", 0), ("moitie", "JoueurTP1", 0), ("solutions", "Joueur", 8)],
)
def test_le_jeu_va_aussi_loin_que_le_code(tmp_path, monkeypatch, etat, types, ordis):
    """Sans corrigé : tout est prêté au départ, puis le TP1 sert, puis son Ordi."""
    kit = cree_kit(tmp_path, etat)
    eleve = Atelier(eleve=kit / "lessons")
    eleve.corrige = None
    essai = nouveau_joueur(eleve.eleve, REGLES)
    assert essai.panne is None and type(essai.valeur).__name__ == types
    assert len(adversaires_de_l_eleve(eleve)) == ordis
    classique = lit_regles()[0]
    assert len(flotte_cachee(eleve.eleve, classique)) == 17
    bataille = Bataille(essai.valeur, CACHEE, REGLES)
    resultats = [bataille.tire(case) for case in [*bataille.cachee, (0, 0)]]
    assert resultats == ["touché"] * 5 + ["déjà joué"]
    assert bataille.gagnant is not None
    table = Jeu(eleve)
    table.adversaire.value = "seul"
    table.commence(())
    dit = " ".join(vue.value for vue in table.suite.children)
    assert ("Prêté en attendant" in dit) == (types == "JoueurPrete")


def test_ordi_fautif_arrete_le_film(tmp_path):
    """Un Ordi qui tire toujours au même endroit est signalé, sans tourner en rond."""
    kit = cree_kit(tmp_path, "solutions")
    module = kit / "lessons" / "tp5_solveur_aleatoire.py"
    texte = module.read_text(encoding="utf-8")
    texte = texte.replace("self.hasard.choice(self.grille_suivi.vides)", "(0, 0)")
    module.write_text(texte, encoding="utf-8")
    adversaire = Adversaire("fautif", Programme(kit / "lessons"), "tp5_solveur_aleatoire")
    assert not adversaire.va_au_bout()
    copie, film = prepare_seul(adversaire, REGLES, [(5, 4)])
    assert filme(copie, film)
    assert film.panne.genre == "surprise" and "coup_suivant" in film.panne.phrase


def test_le_dessin_recoit_les_signes_et_la_flotte():
    """Le script ne connaît ni couleur ni signe : tout vient de bn_couleurs.py."""
    grille = GrilleWidget(3, 1)
    grille.montre(
        {(0, 0): 1, (1, 0): -1, (2, 0): -1},
        jouees=[(0, 0), (1, 0)],
        coules=[(0, 0)],
        flotte=[(2, False), (1, True)],
    )
    assert grille.etat == "COe" and grille.flotte == [[2, False], [1, True]]
    assert [grille.signes[lettre]["nom"] for lettre in "COe"] == ["coulé", "manqué", "éliminée"]
    assert all(grille.signes[lettre]["trace"].startswith("M") for lettre in "XCOe")
    assert "--bn-chaleur: #" in grille._css and "/*=" not in grille._css


def test_un_fichier_de_couleurs_abime_n_empeche_rien(tmp_path):
    kit = cree_kit(tmp_path, "squelettes")
    (kit / "lessons" / "bn_couleurs.py").write_text("CLAIR = {", encoding="utf-8")
    code = "from atelier.grille_widget import GrilleWidget; print(len(GrilleWidget().signes))"
    fini = subprocess.run(
        [sys.executable, "-c", code], cwd=kit / "notebooks", capture_output=True, text=True
    )
    assert fini.stdout.strip() == "6", fini.stderr


def test_rien_ne_sort_de_la_machine():
    """Ni adresse ni ressource extérieure dans ce que la page charge."""
    for nom in ("grille_widget.js", "grille_widget.css"):
        texte = (RACINE / "notebooks/atelier" / nom).read_text(encoding="utf-8")
        texte = texte.replace("http://www.w3.org/2000/svg", "")
        assert "http" not in texte and "@import" not in texte and "url(" not in texte


@pytest.mark.parametrize("nom", ["atelier.grille_widget", "atelier.tp3"])
def test_exemples_des_docstrings(nom):
    resultat = doctest.testmod(importlib.import_module(f"notebooks.{nom}"))
    assert resultat.attempted > 0 and resultat.failed == 0
