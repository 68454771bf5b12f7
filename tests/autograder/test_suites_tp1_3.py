"""Les suites cachées des TP1 à TP3 sont justes : ni trop sévères, ni trop indulgentes."""

import math

import pytest

from autograder import RACINE
from autograder.moteur.autrement import avec_codes, lit_autrement
from autograder.moteur.erreurs import Erreur, lit_catalogue
from autograder.moteur.juge import Juge
from autograder.suites import terrain
from lessons.verificateur.registre import charge
from tests.conftest import lents_sauf

TPS = {1, 2, 3}
REGISTRE = charge()
EXERCICES = [e for e in REGISTRE if e.tp in TPS]
UN_PAR_TP = list({e.tp: e for e in EXERCICES}.values())


@pytest.fixture(scope="module")
def juge():
    return Juge()


def copie(juge, codes):
    """Le corrigé, où ces fonctions {id d'exercice: code} sont remplacées."""
    return avec_codes(juge.corrige.textes, REGISTRE, codes)


def corrige_seul(juge, ident, code, graine=17):
    return juge.corrige_textes(copie(juge, {ident: code}), ids=[ident], graine=graine).exercices[0]


# --- Le corrigé, les squelettes, les copies à trous ------------------------------------


@pytest.mark.parametrize("graine", lents_sauf([0, 2026, 987654], [0]))
def test_le_corrige_a_tout_juste(juge, graine):
    resultat = juge.corrige_dossier(RACINE / "solutions", tps=TPS, graine=graine)
    assert [(e.id, e.phrase) for e in resultat.exercices if not e.juste] == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}
    assert [resultat.note(tp) for tp in sorted(TPS)] == [20, 20, 20]


def test_les_squelettes_sont_a_faire(juge):
    resultat = juge.corrige_dossier(RACINE / "lessons", tps=TPS, graine=3)
    assert {e.statut for e in resultat.exercices} == {"à faire"}
    assert len(resultat.exercices) == len(EXERCICES)
    assert sum(e.points for e in resultat.exercices) == 0


@pytest.mark.parametrize("exercice", lents_sauf(EXERCICES, UN_PAR_TP), ids=lambda e: e.id)
def test_sans_la_fonction_zero(juge, exercice):
    """Ni la greffe ni un TP précédent ne répondent à la place d'une fonction absente."""
    textes = copie(juge, {exercice.id: "pass"})
    resultat = juge.corrige_textes(textes, ids=[exercice.id], graine=4).exercices[0]
    assert (resultat.points, resultat.statut) == (0, "absent")


@pytest.mark.parametrize("renvoyee", lents_sauf(["None", "True", "[]"], ["True"]))
def test_une_reponse_fixe_ne_rapporte_rien(renvoyee):
    """Toutes les fonctions à la fois : la greffe les juge une par une, et aucune n'a de point."""
    codes = {e.id: f"def {e.nom}(*args, **options):\n    return {renvoyee}\n" for e in EXERCICES}
    juge = Juge(reconnait=lambda *trace: None)
    resultat = juge.corrige_textes(copie(juge, codes), tps=TPS, graine=5)
    assert [(e.id, e.points) for e in resultat.exercices if e.points] == []


# --- À moitié juste --------------------------------------------------------------------

A_MOITIE = {
    "tp1.coord": (
        """
def coord(texte):
    return (ord(texte[0]) - ord("A"), int(texte[1:]))
""",
        "coord('b4') renvoie (33, 4) ; attendu : (1, 4).",
    ),
    "tp1.is_touche": (
        """
def is_touche(self, case):
    x, y = case
    return x < self.xmax and y < self.ymax and self.etat[case] == TOUCHEE
""",
        "g.is_touche((-1, 0)) lève KeyError ((-1, 0))",
    ),
    "tp1.adjacent": (
        """
def adjacent(self, case):
    x, y = case
    voisines = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [v for v in voisines if v in self.etat and self.etat[v] != TOUCHEE]
""",
        "Reste : « cases occupées ».",
    ),
    "tp2.get_max_space": (
        """
def get_max_space(self, case, direction=TOUTES_DIR, face=True):
    espace = 1 + self.compte_vides(case, direction)
    if face:
        espace += self.compte_vides(case, (-direction[0], -direction[1]))
    return espace
""",
        "« dans toutes les directions », « hors de la grille ou manquée »",
    ),
    "tp2.add_bateau": (
        """
def add_bateau(self, bateau):
    if self.test_bateau(bateau):
        for case in bateau.cases:
            self.etat[case] = TOUCHEE
        for case in bateau.cases_adj:
            if case in self.etat:
                self.etat[case] = MANQUEE
        return True
    return False
""",
        "g.etat[(1, 0)] vaut -1 ; attendu : 1.",
    ),
    "tp3.make_chaine": (
        """
def make_chaine(self):
    lignes = ["  " + self.ligne_lettres(), "  " + self.ligne_trait("┌", "┬", "┐")]
    for y in range(self.ymax):
        if y:
            lignes.append("  " + self.ligne_trait("├", "┼", "┤"))
        lignes.append(str(y) + " " + self.ligne_cases(y))
    lignes.append("  " + self.ligne_trait("└", "┴", "┘"))
    return "\\n".join(lignes)
""",
        "Reste : « plus de dix lignes ».",
    ),
}


@pytest.mark.parametrize("ident", A_MOITIE)
def test_a_moitie_juste(juge, ident):
    code, attendue = A_MOITIE[ident]
    resultat = corrige_seul(juge, ident, code)
    assert resultat.statut == "partiel"
    assert 0 < resultat.points < resultat.bareme
    assert attendue in resultat.phrase


CATALOGUE = {ident: liste for tp in TPS for ident, liste in lit_catalogue(tp).items()}
EN_JEU = [  # ce qui laissait passer une erreur, ou seulement avec certaines graines
    "tp1.coord", "tp1.rem_bateau", "tp2.remplit_possibles_case", "tp2.retourne_possibles",
    "tp2.add_bateau", "tp2.essai_flotte", "tp2.init_bateaux_alea", "tp2.essai_uniforme",
    "tp2.init_bateaux_uniforme", "tp3.fusion", "tp3.epaisseur",
]  # fmt: skip


def aspects_rates(juge, erreur, graine):
    trace = juge.reconnait.trace(erreur, graine)
    return [texte for texte in trace if texte.startswith("raté : ")]


@pytest.mark.parametrize("ident", lents_sauf(CATALOGUE, EN_JEU[::3]))
def test_la_graine_ne_change_pas_ce_que_perd_une_erreur(juge, ident):
    """Ce qui décide d'une note est dans chaque passage : les mêmes aspects, pour quatre graines."""
    for erreur in CATALOGUE[ident]:
        if not erreur.boucle:
            rates = [aspects_rates(juge, erreur, graine) for graine in (3, 14, 15, 92)]
            assert rates[0] != [] and rates == [rates[0]] * len(rates), erreur.id


# --- Le hasard -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ident",
    lents_sauf(
        ["tp2.add_bateau_alea", "tp2.init_bateaux_alea", "tp2.essai_uniforme"],
        ["tp2.init_bateaux_alea"],
    ),
)
def test_un_hasard_honnete_passe_toujours(juge, ident):
    """Vingt-cinq graines, sans bac à sable : jamais d'échec."""
    juste = Erreur(f"{ident}.juste", ident, "", lit_autrement()[ident][0])
    for graine in range(25):
        trace = juge.reconnait.trace(juste, graine)
        assert not [texte for texte in trace if texte.startswith("raté")], (graine, trace)


def test_divergence_est_une_borne():
    """La borne de Chernoff majore bien la probabilité exacte d'un écart."""
    n, p = 60, 0.25
    binomiale = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    for k in range(n + 1):
        queue = sum(binomiale[k:]) if k > n * p else sum(binomiale[: k + 1])
        assert queue <= math.exp(-n * terrain.divergence(k / n, p)) + 1e-12
