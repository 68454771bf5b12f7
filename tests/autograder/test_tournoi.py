"""Le tournoi d'une classe : un bot dans le bac à sable, le classement, la commande, la reprise."""

import csv
import json
import os
import random
import signal
import stat
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.__main__ import main
from autograder.classe.corriger import Impossible
from autograder.moteur.erreurs import lit_catalogue, remplace
from autograder.tournoi import banc, bilan, bot, classement, niveaux
from autograder.tournoi.commande import (
    Tournoi,
    bots_gardes,
    classement_csv,
    corrige_du_kit,
    joue_tournoi,
    resume,
)
from lessons.verificateur.mesure import compare, compare_independants, moyenne
from lessons.verificateur.registre import charge
from tests.autograder.bots import JUMEAU, PROLOGUE, TP, bots, joue, joue_jumeau, regles
from tests.autograder.test_rendus import ecrit, zippe
from tests.autograder.tournoi_factice import IRREGULIERS
from tests.autograder.tournoi_factice import tournoi as donnees_factices
from tests.conftest import RACINE, attend_que, lents_sauf

HONNETES = bots("bots_honnetes.toml")
RAPIDE = niveaux.grille_eclair()
CHOISIT = "\nclass MonOrdi(Jumeau):\n    def choisit_case(self):\n"
LIGNE = (
    f"ligne {1 + (PROLOGUE + CHOISIT).count(chr(10))} de mon_ordi.py"  # la première de choisit_case
)


def bot_qui(*lignes):
    """Un mon_ordi.py dont choisit_case est fait de ces lignes."""
    return PROLOGUE + CHOISIT + "".join(f"        {ligne}\n" for ligne in lignes)


# ----------------------------------------------------------------- un bot


@pytest.mark.parametrize("nom", lents_sauf(HONNETES, ["le module random", "une dataclass"]))
def test_les_bots_honnetes_ne_perdent_rien(nom):
    """Ni faute, ni remarque ; sans `fork`, et avec la grille rapide, ce sont les mêmes parties."""
    parties = joue(HONNETES[nom]["code"])
    assert (parties.refus, parties.fautes, parties.remarques) == ("", {}, [])
    assert joue(HONNETES[nom]["code"], portable=True).tirs == parties.tirs
    assert joue(HONNETES[nom]["code"], eclair=RAPIDE).tirs == parties.tirs


def test_le_hasard_ne_depend_ni_du_lot_ni_du_nombre_de_flottes(monkeypatch):
    code = HONNETES["le module random"]["code"]
    entier = joue(code, 12)
    monkeypatch.setattr(bot, "LOT", 5)
    assert joue(code, 12).tirs == entier.tirs
    assert joue(code, 8).tirs == entier.tirs[:8]


FAUTES = {
    "erreur": (["return self.rien"], "lève AttributeError", LIGNE),
    "mémoire": (["self.gros = [0] * 10**9", "return (0, 0)"], "lève MemoryError", LIGNE),
    "affichage": (["while True: print('x' * 10**5)"], "plus de 20 millions de caractères", ""),
    "sortie": (["raise SystemExit"], "lève SystemExit", LIGNE),
    "deux fois": (["return (3, 4)"], "deux fois en D4", "grille_suivi.vides"),
}


@pytest.mark.parametrize("nom", FAUTES)
def test_une_faute_dit_pourquoi(nom):
    lignes, *attendus = FAUTES[nom]
    parties = joue(bot_qui(*lignes))
    assert len(parties.fautes) == 12 and parties.scores(100) == [100] * 12
    for phrase in parties.fautes.values():
        assert phrase[0].isupper() and phrase.endswith(".")
        assert all(attendu in phrase[:1].lower() + phrase[1:] for attendu in attendus)


def test_une_boucle_sans_fin_nomme_sa_ligne_et_ne_coute_que_sa_partie():
    parties = joue(bot_qui(
        "while self.numero == 4 and self.essais == 20:", "    pass", "return super().choisit_case()"
    ))  # fmt: skip
    assert list(parties.fautes) == ["4"] and parties.genres["4"] == "boucle"
    assert f"la boucle de la {LIGNE}" in parties.fautes["4"]
    assert len(parties.tirs[4]) == 20
    autres = [n for n in range(12) if n != 4]
    assert [parties.tirs[n] for n in autres] == [joue_jumeau()[n] for n in autres]


def test_un_bot_lent_est_dit_lent_et_non_en_boucle(monkeypatch):
    """Trop long en tout, mais jamais longtemps sur un tir : « temps », pas « boucle »."""
    monkeypatch.setattr(bot, "DELAI_TIR", 0.5)
    travail = ["for k in range(60_000): self.k = k * k", "return super().choisit_case()"]
    lent = joue(bot_qui(*travail), prix=0.0001)  # il a droit à dix fois un prix minuscule
    assert set(lent.genres.values()) == {"lent"}
    assert "temps de calcul" in lent.remarques[0].lower() and len(lent.remarques) == 1
    assert joue(bot_qui(*travail)).tirs == joue_jumeau()


def test_un_tour_long_qui_avance_n_est_pas_une_boucle(monkeypatch):
    """Chaque tir est court, le tour de toutes les parties dure bien plus que le délai d'un tir."""
    monkeypatch.setattr(bot, "DELAI_TIR", 0.5)
    travail = [
        "import time",
        "fin = time.process_time() + (0.15 if self.essais == 0 else 0)",
        "while time.process_time() < fin:",
        "    pass",
        "return super().choisit_case()",
    ]
    assert joue(bot_qui(*travail)).tirs == joue_jumeau()


def test_trois_arrets_et_l_on_cesse():
    parties = joue(bot_qui("while True: pass"))
    assert len(parties.fautes) == 12 and "Arrêté après 3 parties" in parties.remarques[0]
    assert set(parties.genres.values()) == {"arrêt"}  # les parties témoins ont suffi
    assert all(LIGNE in phrase for phrase in parties.fautes.values())


def test_un_processus_qui_meurt_ne_perd_que_sa_partie():
    """Mort sans dire dans quelle partie : on les reprend une par une, et l'on trouve laquelle."""
    code = bot_qui(
        "if self.numero == 7 and self.essais == 5:",
        "    import os; os._exit(3)",
        "return super().choisit_case()",
    )
    parties = joue(code, sans=("filtre", "imports"))
    assert list(parties.fautes) == ["7"] and "s'est arrêté" in parties.fautes["7"]
    assert parties.tirs[8:] == joue_jumeau()[8:] and parties.tirs[:7] == joue_jumeau()[:7]


def test_ce_qui_ne_peut_pas_jouer():
    assert joue("").refus == "Pas de mon_ordi.py dans ce rendu."
    assert "pas de classe MonOrdi" in joue("x = 1\n").refus
    assert "erreur de syntaxe ligne 1" in joue("class MonOrdi(:\n").refus
    assert "lève NameError" in joue("class MonOrdi(Ordi):\n    pass\n").refus
    sans_tp = {nom: texte for nom, texte in TP.items() if nom != "tp6_solveur_optimal"}
    assert "tp6_solveur_optimal" in joue(JUMEAU, tps=sans_tp).refus


# ----------------------------------------------------------------- la grille rapide


def test_la_grille_rapide_joue_les_memes_parties():
    plein, rapide = joue(niveaux.ETALON, 20), joue(niveaux.ETALON, 20, eclair=RAPIDE)
    assert rapide.eclair and not plein.eclair
    assert rapide.tirs == plein.tirs


REMPLACEES = [f"tp6.{nom.rpartition('.')[2]}" for nom in bot.REMPLACEES]
ERREURS = {e.id: e for i in REMPLACEES for e in lit_catalogue(6)[i] if not e.boucle}
TEMOINS = ["tp6.elimine_petites.plus_grand", "tp6.compte_placements.depart_seul"]


@pytest.mark.parametrize("ident", lents_sauf(ERREURS, TEMOINS))
def test_une_grille_fausse_est_jouee_telle_quelle(ident):
    """Toutes les erreurs classiques de ces fonctions : la grille rapide n'en corrige aucune."""
    exercice = charge()[ERREURS[ident].exercice]
    texte = remplace(TP[exercice.module], exercice.cible, ERREURS[ident].code)
    fausse = {**TP, exercice.module: texte}
    plein = joue(niveaux.ETALON, 60, tps=fausse)
    rapide = joue(niveaux.ETALON, 60, tps=fausse, eclair=RAPIDE)
    assert rapide.tirs == plein.tirs and rapide.fautes == plein.fautes


def test_une_grille_a_trous_n_est_pas_remplacee():
    registre = charge()
    exercice = registre["tp6.case_max_touchee"]
    vide = registre.squelettes[exercice.module]
    parties = joue(niveaux.ETALON, tps={**TP, exercice.module: vide}, eclair=RAPIDE)
    assert not parties.eclair and len(parties.fautes) == 12


def test_un_bot_qui_n_a_pas_de_grille_du_tp6_joue_quand_meme():
    """MonOrdi ne vient pas d'Ordi : la grille rapide ne s'y pose pas, et il joue."""
    code = """
import tp6_solveur_optimal


class MonOrdi:
    def __init__(self, **options):
        self.grille_suivi = tp6_solveur_optimal.Grille(10, 10)
        self.cases_jouees, self.essais = [], 0

    def choisit_case(self):
        return self.grille_suivi.vides[0]
"""
    parties = joue(code, eclair=RAPIDE)
    assert parties.tirs == joue_jumeau() and not parties.eclair


# ----------------------------------------------------------------- le classement


def test_la_correction_de_holm():
    p = [0.001, 0.0001, 0.02, 0.5]
    assert classement.holm(p, 0.02) == [True, True, False, False]
    assert classement.holm([], 0.02) == []


bots_de_force = st.tuples(
    st.lists(st.integers(17, 100), min_size=30, max_size=30),
    st.sampled_from([0, 0, 0, 3]),  # parties perdues
    st.sampled_from([0, 0, 30, 60]),  # un handicap : sinon, presque tout serait à égalité
)


@settings(deadline=None, max_examples=60)
@given(st.lists(bots_de_force, min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_les_rangs_ont_un_sens(bots_, hasard):
    scores = [[score + handicap for score in siens] for siens, _, handicap in bots_]
    perdues = [combien for _, combien, _ in bots_]
    places, paires = classement.classe(scores, perdues)
    rang = {p.bot: p for p in places if p.rang is not None}
    assert sorted(p.bot for p in places) == list(range(len(scores))) and places[0].rang == 1
    assert all(perdues[p.bot] for p in places[len(rang) :]), "un régulier a toujours un rang"
    assert {i for p in paires for i in (p.a, p.b)} <= rang.keys(), "sans rang, sans comparaison"
    sures = {(p.a, p.b) if p.ecart.moyenne < 0 else (p.b, p.a) for p in paires if p.sure}
    for place in places[len(rang) :]:
        assert 1 <= place.de <= place.a <= len(rang) + 1
    for i, place in rang.items():
        assert 1 <= place.de <= place.rang <= len(rang) and place.de <= place.a <= len(rang)
        assert place.rang == 1 + sum(autre.rang < place.rang for autre in rang.values())
        for j, autre in rang.items():
            if scores[i] == scores[j]:
                assert place.rang == autre.rang
            if place.rang < autre.rang:  # séparés : l'un bat l'autre pour de bon
                assert (i, j) in sures and moyenne(scores[i]) < moyenne(scores[j])
    melange = list(range(len(scores)))
    hasard.shuffle(melange)
    autres, _ = classement.classe([scores[i] for i in melange], [perdues[i] for i in melange])
    assert {melange[p.bot]: p.rang for p in autres} == {p.bot: p.rang for p in places}


def tirages(moyenne_, combien, panne=0.0, graine=1):
    """Des bots de cette force, qui perdent cette part de leurs 500 parties."""
    hasard = random.Random(graine)
    return [
        [100 if hasard.random() < panne else hasard.gauss(moyenne_, 9) for _ in range(500)]
        for _ in range(combien)
    ]


def test_deux_niveaux_bien_differents_sont_separes():
    places, _ = classement.classe([*tirages(60, 3), *tirages(42, 3)], [0] * 6)
    assert [(p.bot, p.rang) for p in places if p.bot < 3] == [(p.bot, 4) for p in places[3:]]


def test_un_irregulier_ne_reunit_pas_les_rangs_des_autres():
    """Il perd une partie sur dix et tombe entre deux niveaux : c'est lui qui n'a pas de rang."""
    scores = [*tirages(47, 2), *tirages(50.5, 2), *tirages(43, 1, panne=0.1)]
    places, paires = classement.classe(scores, [0, 0, 0, 0, scores[4].count(100)])
    assert [p.rang for p in places] == [1, 1, 3, 3, None] and places[4].bot == 4
    assert (places[4].de, places[4].a) == (1, 5)
    assert all(4 not in (p.a, p.b) for p in paires)
    ensemble, _ = classement.classe(scores, [0] * 5)
    assert {p.rang for p in ensemble} == {1}, "classé comme un autre, il réunirait tout le monde"


def test_un_irregulier_qui_ne_gene_personne_a_un_rang():
    tout_perdu, quelques = [100] * 500, tirages(42, 1, panne=0.02)[0]
    scores = [*tirages(42, 2, graine=2), *tirages(60, 2), quelques, tout_perdu]
    places, _ = classement.classe(scores, [0, 0, 0, 0, quelques.count(100), 500])
    assert {p.bot: p.rang for p in places} == {0: 1, 1: 1, 4: 1, 2: 4, 3: 4, 5: 6}


def test_tous_irreguliers():
    places, _ = classement.classe([[100] * 20, [100] * 20], [20, 20])
    assert [(p.rang, p.de, p.a) for p in places] == [(1, 1, 2), (1, 1, 2)]


def test_ni_porte_ni_progres_par_chance():
    """Trente bots de la force de la porte, qui n'ont pas changé : nul n'est dit meilleur."""
    regles_ = regles(500)
    porte, scores, avant = (tirages(50, 30, graine=n) for n in (1, 30, 33))
    engages = []
    for k in range(30):
        tirs = [[0] * max(1, min(100, round(score))) for score in scores[k]]
        engages.append(
            bilan.Engage(f"b{k}", str(k), bot.Parties(tirs=tirs, nom=str(k)), avant=avant[k])
        )
    reperes = dict.fromkeys(niveaux.REPERES, porte[0])
    donnees = bilan.bilan(engages, regles_, reperes, {})
    ecarts = [compare(e.scores, porte[0]) for e in engages]
    progres = [compare_independants(e.scores, e.avant) for e in engages]
    assert any(e.p < 0.05 for e in ecarts) and any(e.p < 0.05 for e in progres)
    assert not any(b["qualifie"] or b["progres"]["sur"] for b in donnees["bots"])
    assert donnees["plus_grand_progres"] is None


def test_le_banc_compte_les_faux_rangs(monkeypatch):
    """En petit : trois bots connus, dont un irrégulier que l'on ne sait pas classer."""
    forces = (banc.Force(2), banc.Force(3), banc.Force(5), banc.Force(5, panne=0.1))
    scores = [tirages(m, 1, graine=m)[0] for m in (51, 47, 42)]
    perdues = [banc.est_perdue(forces[3], 3, n) for n in range(500)]
    scores.append([100 if perdue else 42 for perdue in perdues])
    bilan_, rangs, sans_rang = banc.compte_faux(scores, forces, tournois=3, nb_flottes=200)
    assert list(bilan_.values()) == [0, 0, 0, 0, 3, 3] and rangs == 3
    assert sans_rang == {str(forces[3]): 3}
    monkeypatch.setattr(classement, "holm", lambda p, alpha: [True] * len(p))
    pareils = (*forces[:3], banc.Force(5))
    faux = banc.compte_faux([*scores[:3], scores[2][::-1]], pareils, tournois=1, nb_flottes=200)[0]
    assert (faux["faux rang"], faux["même force séparée"]) == (1, 1)


# ----------------------------------------------------------------- la commande


def textes(code, tps=TP):
    return {f"{nom}.py": texte for nom, texte in {**tps, bot.MODULE: code}.items()}


def classe(dossier):
    """Sept rendus : deux copies identiques, un zip, un bot faux, un rendu sans bot, un abîmé."""
    ecrit(dossier / "Zoé Le Goff", textes(HONNETES["un tas"]["code"]))
    ecrit(dossier / "Ana Diaz", textes(JUMEAU))
    ecrit(dossier / "Lou Martin", textes(JUMEAU))
    ecrit(dossier / "Max Brun", textes(bot_qui("return None")))
    ecrit(dossier / "Tom Vide", {f"{nom}.py": texte for nom, texte in TP.items()})
    hasard = HONNETES["le module random"]["code"] + '\n    nom_de_guerre = "=Lou Martin"\n'
    ecrit(dossier, {
        "Ève Petit.zip": zippe(textes(hasard)),
        "Léo Abîmé.zip": b"PK\x03\x04",
    })  # fmt: skip
    return dossier


def tournoi(rendus, sortie, **options):
    return joue_tournoi(rendus, sortie, **{"nb_flottes": 12, "graine": 5, "ouvriers": 2, **options})


@pytest.fixture(scope="module")
def fait(tmp_path_factory):
    dossier = tmp_path_factory.mktemp("tournoi")
    classe(dossier / "rendus")
    return dossier, tournoi(dossier / "rendus", dossier / "sortie")


def resultats(donnees):
    """Ce qui ne dépend que des bots et des flottes."""
    sans = ("date", "isolement", "classe")
    return {cle: valeur for cle, valeur in donnees.items() if cle not in sans}


def test_qui_joue_et_qui_ne_joue_pas(fait):
    donnees = fait[1].donnees
    assert {b["eleve"] for b in donnees["bots"]} == {
        "Zoé Le Goff", "Ana Diaz", "Lou Martin", "Max Brun", "Ève Petit"
    }  # fmt: skip
    absents = {a["eleve"]: a["phrase"] for a in donnees["absents"]}
    assert set(absents) == {"Tom Vide", "Léo Abîmé"}
    assert absents["Tom Vide"] == "Pas de mon_ordi.py dans ce rendu."
    assert "Pas de copie à lire" in absents["Léo Abîmé"]


def test_deux_copies_identiques_partagent_tout(fait):
    ana, lou = (
        next(b for b in fait[1].donnees["bots"] if b["eleve"] == nom)
        for nom in ("Ana Diaz", "Lou Martin")
    )
    assert (ana["rang"], ana["moyenne"]) == (lou["rang"], lou["moyenne"])
    assert "exactement comme Lou Martin" in ana["semblable"]


def test_les_csv(fait):
    dossier, joue_ = fait
    lignes = list(csv.DictReader(
        (dossier / "sortie" / "classement.csv").read_text("utf-8-sig").splitlines(), delimiter=";"
    ))  # fmt: skip
    assert [ligne["Élève"] for ligne in lignes] == [
        *[b["eleve"] for b in joue_.donnees["bots"]],
        *[a["eleve"] for a in joue_.donnees["absents"]],
    ]
    eve = next(ligne for ligne in lignes if ligne["Élève"] == "Ève Petit")
    assert not eve["Nom de guerre"].startswith("=") and "Lou Martin" in eve["Nom de guerre"]
    parties = list(csv.DictReader(
        (dossier / "sortie" / "parties.csv").read_text("utf-8-sig").splitlines(), delimiter=";"
    ))  # fmt: skip
    assert len(parties) == 5 * 12
    for ligne in parties:
        tirs = ligne["Tirs"].split()
        assert len(set(tirs)) == len(tirs)
        assert int(ligne["Tirs comptés"]) == (100 if ligne["Perdue"] else len(tirs))
    for b in joue_.donnees["bots"]:
        siens = [int(p["Tirs comptés"]) for p in parties if p["Élève"] == b["eleve"]]
        assert sum(siens) / 12 == pytest.approx(b["moyenne"])


def test_un_irregulier_dans_le_tableur_et_le_resume():
    donnees = donnees_factices(nb_bots=4, bots=IRREGULIERS, absents=())
    *_, ligne = csv.DictReader(classement_csv(donnees).lstrip("\ufeff").splitlines(), delimiter=";")
    assert (ligne["Rang"], ligne["Rang possible"], ligne["Parties perdues"]) == (
        "",
        "de 1 à 4",
        "6",
    )
    assert ligne["Remarque"].startswith(
        "Irrégulier : 6 parties perdues, son rang ne se mesure pas."
    )
    dit = resume(Tournoi(donnees, 1.0, 0, [], []), "s")
    assert "3 bots classés" in dit and "None" not in dit
    assert f"{ligne['Élève']} est hors classement. Irrégulier : 6 parties" in dit


def test_une_partie_perdue_compte_toutes_les_cases(fait):
    max_ = next(b for b in fait[1].donnees["bots"] if b["eleve"] == "Max Brun")
    assert max_["moyenne"] == 100 and max_["perdues"] == 12 and not max_["qualifie"]


@pytest.mark.lent
@pytest.mark.parametrize("options", [{"ouvriers": 1}, {"rapide": False}], ids=str)
def test_les_memes_resultats_autrement(fait, tmp_path, options):
    dossier, joue_ = fait
    autre = tournoi(dossier / "rendus", tmp_path / "sortie", **options)
    assert resultats(autre.donnees) == resultats(joue_.donnees)


@pytest.mark.lent
def test_une_grappe_dask_donne_les_memes_resultats(fait, tmp_path):
    distributed = pytest.importorskip("distributed")
    dossier, joue_ = fait
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as grappe:
        autre = tournoi(dossier / "rendus", tmp_path / "s", dask=grappe.scheduler_address)
    assert resultats(autre.donnees) == resultats(joue_.donnees)


def test_le_secret_change_et_ne_reste_pas(fait, tmp_path):
    dossier, _ = fait
    copies = {"copies": ["Ana Diaz"], "graine": None}
    premier = tournoi(dossier / "rendus", tmp_path / "s", **copies)
    suivi = tmp_path / "s" / ".tournoi"
    assert "secret" not in (suivi / "tournoi.json").read_text("utf-8")
    assert not list(suivi.glob("?" * 64 + ".json"))
    if os.name != "nt":
        assert stat.S_IMODE(suivi.stat().st_mode) == 0o700
    second = tournoi(dossier / "rendus", tmp_path / "s", **copies)
    assert first_flotte(premier) != first_flotte(second)
    assert second.donnees["bots"][0]["progres"]["avant"] == premier.donnees["bots"][0]["moyenne"]
    autre = tournoi(dossier / "rendus", tmp_path / "s", xmax=9, **copies)
    assert autre.donnees["bots"][0]["progres"] is None  # une autre grille ne se compare pas


def first_flotte(joue_):
    return joue_.donnees["flottes"]


def test_anonyme(fait, tmp_path):
    dossier, _ = fait
    tournoi(dossier / "rendus", tmp_path / "s", anonyme=True)
    for nom in ("tournoi.html", "classement.csv", "parties.csv", "tournoi.json"):
        texte = (tmp_path / "s" / nom).read_text("utf-8")
        for mot in ("Goff", "Diaz", "Martin", "Max Brun", "Tom Vide", "Ève Petit", "Abîmé"):
            assert mot not in texte, nom


def test_l_annonce_vient_avant_le_premier_bot(fait, tmp_path):
    dossier, _ = fait
    dits = []
    tournoi(
        dossier / "rendus", tmp_path / "s", copies=["Ana Diaz", "Lou Martin"],
        annonce=lambda phrase: dits.append(phrase),
        avance=lambda faits, total, nom: dits.append((faits, total)),
    )  # fmt: skip
    assert dits[0].startswith("1 bot, 12 flottes chacun : environ ") and dits[1:] == [(1, 1)]


# ----------------------------------------------------------------- empêché, interrompu


def test_une_flotte_qui_ne_tient_pas(fait, tmp_path, capsys):
    dossier, _ = fait
    options = ["--xmax", "3", "--ymax", "3", "--sortie", str(tmp_path / "s"), "--j-accepte"]
    assert main(["tournoi", str(dossier / "rendus"), *options]) == 2
    erreur = capsys.readouterr().err
    assert "ne tient pas dans la grille" in erreur and "Traceback" not in erreur
    assert len(erreur.strip().splitlines()) == 1


def test_un_dossier_absent(tmp_path, capsys):
    assert main(["tournoi", str(tmp_path / "rien"), "--sortie", str(tmp_path / "s")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    with pytest.raises(Impossible):
        tournoi(tmp_path / "rien", tmp_path / "s")


def lance(rendus, sortie, *options):
    commande = [sys.executable, "-m", "autograder", "tournoi", str(rendus), "--sortie", str(sortie)]
    return subprocess.Popen(
        [*commande, "--flottes", "50", "--ouvriers", "1", "--j-accepte", *options], cwd=RACINE,
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="signaux")
@pytest.mark.parametrize("signe", ["SIGKILL", "SIGINT"])
def test_interrompu_puis_repris(fait, tmp_path, signe):
    """Les bots gardés ne sont pas rejoués, et les flottes sont les mêmes."""
    dossier, _ = fait
    sortie = tmp_path / "s"
    suivi = sortie / ".tournoi"
    premier = lance(dossier / "rendus", sortie)
    attend_que(lambda: list(suivi.glob("?" * 64 + ".json")), "un bot fini")
    os.kill(premier.pid, getattr(signal, signe))
    _, erreur = premier.communicate()
    assert premier.returncode == (130 if signe == "SIGINT" else -signal.SIGKILL)
    assert signe == "SIGKILL" or "reprendra" in erreur
    assert "Traceback" not in erreur
    gardes = {f: f.read_bytes() for f in suivi.glob("?" * 64 + ".json")}
    secret = json.loads((suivi / "tournoi.json").read_text("utf-8"))["corps"]["secret"]
    assert 1 <= len(gardes) < 5
    second = lance(dossier / "rendus", sortie)
    resume_, erreur = second.communicate()
    assert second.returncode == 0, erreur
    joues = [ligne for ligne in erreur.splitlines() if ligne.startswith("[")]
    # cinq textes différents : deux rendus sont identiques, deux ne se lisent pas ou sont vides
    assert len(joues) == 5 - len(gardes)
    donnees = json.loads((sortie / "tournoi.json").read_text("utf-8"))
    assert donnees["flottes"]["0"] == bot.Regles(secret, 50).flotte(0)
    assert "bots classés" in resume_


def test_un_bot_annonce_fini_est_deja_garde(fait, tmp_path):
    """Arrêté net à l'instant où un bot est dit fini, le tournoi ne le rejouera pas."""
    dossier, _ = fait
    vus = []

    def avance(faits, total, nom):
        vus.append((faits, len(bots_gardes(tmp_path / "s" / ".tournoi"))))

    tournoi(dossier / "rendus", tmp_path / "s", avance=avance)
    assert vus == [(n, n) for n in range(1, 6)]


def test_d_autres_options_ne_reprennent_rien(fait, tmp_path, monkeypatch):
    """Une reprise avec une autre grille est un autre tournoi ; les bots d'avant sont oubliés."""
    dossier, _ = fait

    def arrete(*args):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournoi(dossier / "rendus", tmp_path / "s", ouvriers=1, avance=arrete, graine=None)
    suivi = tmp_path / "s" / ".tournoi"
    avant = (suivi / "tournoi.json").read_text("utf-8")
    autre = tournoi(dossier / "rendus", tmp_path / "s", xmax=9, graine=None)
    assert autre.deja == 0 and (suivi / "tournoi.json").read_text("utf-8") != avant
    assert not list(suivi.glob("?" * 64 + ".json"))


# ----------------------------------------------------------------- le prix, les grandes grilles


@pytest.mark.lent
def test_le_prix_d_une_grande_grille():
    """Une partie y coûte bien plus qu'une partie ordinaire : on sait encore la mesurer."""
    petit = niveaux.prix_d_une_partie(corrige_du_kit(), regles())
    grand = niveaux.prix_d_une_partie(corrige_du_kit(), regles(xmax=20, ymax=20))
    assert grand > 5 * petit
    assert regles(prix=grand).lot < bot.LOT or grand < bot.CALCUL_DU_LOT / bot.FOIS / bot.LOT
    assert joue(niveaux.ETALON, 2, xmax=20, ymax=20, prix=grand).fautes == {}
