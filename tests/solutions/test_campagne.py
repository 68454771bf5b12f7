"""Les campagnes de parties : mêmes résultats quel que soit le partage, reprise, comparaison."""

import contextlib
import json
import socket

import pytest

from solutions.etude import campagne as module
from solutions.etude.campagne import campagne, compare, lit, reglages
from solutions.exact.des import Des

PETITE = {"xmax": 5, "ymax": 5, "flotte": (3, 2)}


def jouee(r, n, **options):
    return campagne(r, n, progres=False, **{"travailleurs": 1, **options})


def resultat(etude):
    """Ce qui ne dépend que des réglages."""
    return {cle: etude[cle] for cle in ("reglages", "parties", "effectifs", "longueurs")}


# ----------------------------------------------------------------- le code compilé

JEUX = [
    {},
    {"premier": True},
    {"xmax": 7, "ymax": 5, "flotte": (3, 2, 2)},
    {"xmax": 4, "ymax": 9, "flotte": (2, 4, 1, 1)},
    {"xmax": 3, "ymax": 3, "flotte": (1,), "premier": True},
    {"xmax": 12, "ymax": 2, "flotte": (5, 3, 3)},
    {"xmax": 1, "ymax": 8, "flotte": (2, 2)},
]


@pytest.mark.lent
@pytest.mark.parametrize("niveau", [1, 2, 3, 5])
@pytest.mark.parametrize("jeu", JEUX, ids=str)
def test_le_code_compile_joue_les_memes_parties(niveau, jeu):
    pytest.importorskip("numba")
    r = reglages(niveau, graine=7, **jeu)
    n = 60 if not jeu or "xmax" not in jeu else 100
    assert module.joue_lot(r, 0, n)[0] == module.joue_lot(r, 0, n, compiler=False)[0]


@pytest.mark.lent
@pytest.mark.parametrize("niveau", [1, 2, 3, 5])
@pytest.mark.parametrize("premier", [False, True])
def test_le_code_compile_sur_mille_parties(niveau, premier):
    pytest.importorskip("numba")
    r = reglages(niveau, graine=11, premier=premier)
    assert module.joue_lot(r, 0, 1000)[0] == module.joue_lot(r, 0, 1000, False)[0]


@pytest.mark.lent
def test_les_des_compiles_sont_les_memes():
    pytest.importorskip("numba")
    import numpy as np

    from solutions.etude import niveaux_compiles

    for graine, numero in [(0, 0), (2016, 12), (2**63, 2**40)]:
        etat = np.zeros(1, np.uint64)
        niveaux_compiles.seme(etat, np.uint64(graine), numero, 1)
        des = Des(graine, numero, 1)
        tirages = [niveaux_compiles.entier(etat, n) for n in range(1, 50)]
        assert tirages == [des.entier(n) for n in range(1, 50)]


@pytest.mark.parametrize("terminal, progres", [(True, True), (True, False), (False, True)])
def test_la_compilation_est_annoncee_dans_un_terminal(monkeypatch, capsys, terminal, progres):
    pytest.importorskip("numba")
    monkeypatch.setattr(module, "SEUIL_COMPILE", 1)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    campagne(reglages(1, **PETITE), 3, travailleurs=1, progres=progres)
    annoncee = "Compilation" in capsys.readouterr().err
    assert annoncee == (terminal and progres)


# ----------------------------------------------------------------- partage et reprise


@pytest.mark.lent
def test_le_nombre_de_processus_ne_change_rien(monkeypatch):
    pytest.importorskip("joblib")
    monkeypatch.setattr(module, "LOT", 10)
    monkeypatch.setattr(module, "SEUIL_COMPILE", 1)
    r = reglages(5, graine=3, **PETITE)
    seul = jouee(r, 45, compiler=False)
    assert resultat(jouee(r, 45, travailleurs=2, compiler=False)) == resultat(seul)
    assert resultat(jouee(r, 45)) == resultat(seul)
    assert seul["parties"] == len(seul["longueurs"]) == sum(seul["effectifs"].values()) == 45


@pytest.mark.lent
def test_une_grappe_dask_donne_le_meme_resultat():
    distributed = pytest.importorskip("distributed")
    pytest.importorskip("joblib")
    r = reglages(4, graine=3, nb_echantillons=3, **PETITE)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as grappe:
        etude = jouee(r, 30, dask=grappe.scheduler_address)
    assert resultat(etude) == resultat(jouee(r, 30))


@pytest.mark.lent
def test_un_ordonnanceur_mort_rend_ce_qui_est_joue(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(module, "RETOUR_GRAPPE", 0.5)
    monkeypatch.setattr(module, "LOT", 2)
    chemin = tmp_path / "etude.json"
    r = reglages(2, graine=3, **PETITE)
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    grappe = distributed.LocalCluster(**options)
    vrai = module.Carnet.note

    def note(carnet, *lot):
        vrai(carnet, *lot)
        if carnet.etude["parties"] == 4:
            grappe.close()

    monkeypatch.setattr(module.Carnet, "note", note)
    with pytest.raises(module.GrappePerdue, match="ne répond plus") as perdue:
        jouee(r, 4000, chemin=chemin, dask=grappe.scheduler_address, compiler=False)
    assert 4 <= perdue.value.etude["parties"] < 4000 and lit(chemin) == perdue.value.etude
    monkeypatch.setattr(module.Carnet, "note", vrai)
    n = perdue.value.etude["parties"] + 6
    assert resultat(jouee(r, n, chemin=chemin)) == resultat(jouee(r, n))


@pytest.mark.lent
def test_une_grappe_qui_ne_repond_pas_a_une_phrase(monkeypatch):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="ne répond pas"):
        jouee(reglages(5, **PETITE), 10, dask="tcp://127.0.0.1:1")


def test_une_campagne_interrompue_reprend(tmp_path, monkeypatch):
    chemin = tmp_path / "etude.json"
    r = reglages(2, graine=8, **PETITE)
    vrai = module.joue_partie

    def interrompt(r, numero):
        if numero == 57:
            raise KeyboardInterrupt
        return vrai(r, numero)

    monkeypatch.setattr(module, "LOT", 10)
    monkeypatch.setattr(module, "joue_partie", interrompt)
    debut = jouee(r, 90, chemin=chemin, compiler=False)
    assert debut["parties"] == 57 and lit(chemin)["parties"] == debut["parties"]
    monkeypatch.setattr(module, "joue_partie", vrai)
    suite = jouee(r, 90, chemin=chemin, compiler=False)
    assert resultat(suite) == resultat(jouee(r, 90, compiler=False)) == resultat(lit(chemin))
    assert [f.name for f in tmp_path.iterdir()] == ["etude.json"]


def en_desordre(monkeypatch, ordre, arret=None):
    """Une équipe qui finit les lots dans cet ordre, puis s'arrête sur cette exception."""

    @contextlib.contextmanager
    def equipe(travailleurs, dask):
        def joue(lots):
            for rang in ordre:
                if rang < len(lots):
                    yield module.lot_chronometre(*lots[rang])
            if arret is not None:
                raise arret

        yield joue, 2

    monkeypatch.setattr(module, "equipe", equipe)


@pytest.mark.parametrize("arret", [KeyboardInterrupt(), module.GrappePerdue("Plus de grappe.")])
def test_un_lot_fini_avant_un_autre_n_est_pas_perdu(tmp_path, monkeypatch, arret):
    pytest.importorskip("joblib")
    chemin = tmp_path / "etude.json"
    r = reglages(2, graine=8, **PETITE)
    attendu = resultat(jouee(r, 50, compiler=False))
    monkeypatch.setattr(module, "LOT", 10)
    joues = []
    vrai = module.joue_partie
    monkeypatch.setattr(module, "joue_partie", lambda r, k: joues.append(k) or vrai(r, k))
    with monkeypatch.context() as contexte:
        en_desordre(contexte, [3, 0], arret)
        try:
            debut = jouee(r, 50, chemin=chemin, travailleurs=2, compiler=False)
        except module.GrappePerdue as perdue:
            debut = perdue.etude
    assert debut == lit(chemin) and debut["parties"] == 10 and list(debut["avance"]) == ["30"]
    suite = jouee(r, 50, chemin=chemin, compiler=False)
    assert resultat(suite) == attendu == resultat(lit(chemin)) and "avance" not in suite
    assert sorted(joues) == list(range(50))  # rien n'a été joué deux fois


def test_l_ordre_des_lots_ne_change_rien(monkeypatch):
    r = reglages(2, graine=8, **PETITE)
    attendu = resultat(jouee(r, 50, compiler=False))
    monkeypatch.setattr(module, "LOT", 10)
    en_desordre(monkeypatch, [4, 2, 0, 3, 1])
    assert resultat(jouee(r, 50, travailleurs=2, compiler=False)) == attendu


@pytest.mark.parametrize("ou", ["ajoute", "ecrit"])
def test_un_ctrl_c_pendant_que_l_on_note_n_abime_rien(tmp_path, monkeypatch, ou):
    chemin = tmp_path / "etude.json"
    r = reglages(2, graine=8, **PETITE)
    vrai, appels = getattr(module, ou), []

    def interrompt(*arguments):
        appels.append(1)
        if len(appels) == 3:
            if ou == "ajoute":
                vrai(*arguments)
            raise KeyboardInterrupt
        return vrai(*arguments)

    monkeypatch.setattr(module, "ECRITURE", 0.0)
    with monkeypatch.context() as contexte:
        contexte.setattr(module, ou, interrompt)
        debut = jouee(r, 20, chemin=chemin, compiler=False)
    assert 2 <= debut["parties"] < 20 and lit(chemin) == debut
    assert resultat(jouee(r, 20, chemin=chemin)) == resultat(jouee(r, 20))


def test_une_graine_de_toute_taille(monkeypatch):
    pytest.importorskip("numba")
    for graine in (2**63, 2**64 - 1, 10**30):
        r = reglages(5, graine=graine, **PETITE)
        assert module.joue_lot(r, 0, 20)[0] == module.joue_lot(r, 0, 20, compiler=False)[0]


@pytest.mark.parametrize("niveau", [5, 7, 8])
def test_la_premiere_prevision_est_bonne_a_un_facteur_deux(niveau):
    """Rejoue la durée mesurée de vraies parties : l'ouverture des niveaux 7 et 8 coûte cher."""
    durees = {
        5: {1: 0.002, 800: 1.6},
        7: {1: 4.97, 2: 7.49, 5: 11.15, 10: 13.68, 100: 32.88, 800: 74.34},
        8: {1: 6.74, 2: 9.65, 5: 16.12, 10: 22.23, 40: 39.12, 100: 64.42},
    }[niveau]
    premier = module.LOTS.get(niveau, 1)
    total = max(durees)
    for nb in (1, 2):
        prevision = module.Prevision(reglages(niveau), nb * total, nb)
        prevision.apprend(premier, durees[premier])
        vraie = durees[total] - durees[premier]
        assert vraie / 2 < prevision.secondes(nb * premier) < 2 * vraie


@pytest.mark.parametrize(
    "adresse", ["grappe", "tcp://", "tcp://hote:port", "tcp://127.0.0.1:99999"]
)
def test_une_adresse_de_grappe_impossible_a_une_phrase(adresse):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match=r"adresse de grappe|ne répond pas\.$"):
        jouee(reglages(5, **PETITE), 10, dask=adresse)


def test_un_port_qui_ne_dit_rien_n_est_pas_une_grappe(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "DELAI_GRAPPE", 0.4)
    with socket.create_server(("127.0.0.1", 0)) as muet:
        adresse = f"tcp://127.0.0.1:{muet.getsockname()[1]}"
        with pytest.raises(ValueError, match=r"ne répond pas\.$"):
            jouee(reglages(5, **PETITE), 10, dask=adresse)


def test_un_fichier_illisible_a_une_phrase(tmp_path):
    with pytest.raises(ValueError, match=r"Impossible de lire .* n'existe pas\.$"):
        lit(tmp_path / "absent.json")
    with pytest.raises(ValueError, match=r"n'est pas un fichier ordinaire\.$"):
        lit(tmp_path)
    with pytest.raises(ValueError, match=r"Impossible d'écrire .* n'existe pas\.$"):
        jouee(reglages(5, **PETITE), 3, chemin=tmp_path / "absent" / "etude.json")


def test_une_campagne_finie_ne_rejoue_rien(tmp_path, monkeypatch):
    chemin = tmp_path / "etude.json"
    r = reglages(5, **PETITE)
    avant = jouee(r, 12, chemin=chemin, compiler=False)
    monkeypatch.setattr(module, "joue_partie", None)
    assert resultat(jouee(r, 12, chemin=chemin, compiler=False)) == resultat(avant)


def test_un_autre_fichier_est_refuse(tmp_path):
    chemin = tmp_path / "etude.json"
    jouee(reglages(5, **PETITE), 10, chemin=chemin)
    with pytest.raises(ValueError, match="autre campagne"):
        jouee(reglages(3, **PETITE), 10, chemin=chemin)
    for contenu in ("", "{}", "[1]", json.dumps({**lit(chemin), "parties": 11})):
        (tmp_path / "faux.json").write_text(contenu, encoding="utf-8")
        with pytest.raises(ValueError, match="n'est pas un fichier de campagne"):
            jouee(reglages(5, **PETITE), 10, chemin=tmp_path / "faux.json")


def test_au_dela_d_une_limite_le_detail_n_est_plus_garde(monkeypatch):
    monkeypatch.setattr(module, "LONGUEURS_MAX", 20)
    etude = jouee(reglages(5, **PETITE), 30, compiler=False)
    assert etude["longueurs"] == [] and sum(etude["effectifs"].values()) == 30


@pytest.mark.lent
def test_le_fichier_dit_tout(tmp_path):
    chemin = tmp_path / "etude.json"
    jouee(reglages(8, graine=4, nb_flottes=50, **PETITE), 3, chemin=chemin)
    etude = lit(chemin)
    assert etude["reglages"] == {
        "niveau": 8, "graine": 4, "premier": False, "xmax": 5, "ymax": 5, "flotte": [3, 2],
        "options": {"nb_candidates": 8, "nb_flottes": 50},
    }  # fmt: skip
    assert etude["secondes"] > 0 and etude["date"] and etude["machine"] and etude["moteur"]
    assert etude["versions"]["python"]


def test_les_reglages_impossibles_ont_une_phrase():
    with pytest.raises(ValueError, match="n'a pas d'option 'seuil'"):
        reglages(5, seuil=3)
    with pytest.raises(ValueError, match=r"bateau|taille"):
        reglages(5, flotte=(0,))
    for compiler in (True, False):
        with pytest.raises(ValueError, match="ne tient pas"):
            jouee(reglages(5, xmax=2, ymax=2, flotte=(2, 2)), 1, compiler=compiler)


# ----------------------------------------------------------------- comparer


def test_la_comparaison_est_partie_par_partie():
    a, b = (jouee(reglages(niveau, **PETITE), 200) for niveau in (1, 5))
    c = compare(a, b)
    ecarts = [y - x for x, y in zip(a["longueurs"], b["longueurs"], strict=True)]
    assert (c.n, c.difference) == (200, sum(ecarts) / 200)
    assert c.bas < c.difference < c.haut < 0
    assert c.haut - c.bas == pytest.approx(2 * 1.96 * c.erreur)
    assert compare(a, a)[1:] == (0, 0, 0, 0)


def test_on_ne_compare_que_les_memes_flottes():
    a, b = (jouee(reglages(5, graine=graine, **PETITE), 5) for graine in (1, 2))
    with pytest.raises(ValueError, match="mêmes flottes"):
        compare(a, b)
    with pytest.raises(ValueError, match="longueurs"):
        compare(a, {**a, "longueurs": []})


def test_la_moyenne_et_son_erreur():
    etude = module.nouvelle(reglages(5))
    module.ajoute(etude, [40, 44], 0.1)
    assert module.moyenne(etude) == (42.0, pytest.approx(2.0))
