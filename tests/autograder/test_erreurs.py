"""Le catalogue des erreurs classiques : chacune est attrapée, reconnue, et jamais confondue."""

import ast
import dataclasses
import re

import pytest

from autograder.moteur import erreurs
from autograder.moteur.juge import Juge
from tests.conftest import lents_sauf

CATALOGUE = erreurs.lit_catalogue()
TOUTES = [erreur for liste in CATALOGUE.values() for erreur in liste]
GRAINES = (11, pytest.param(2026, marks=pytest.mark.complet))
UNE_PAR_TP = list({e.exercice[:3]: e for e in TOUTES if not e.boucle}.values())
BOUCLES = [e for e in TOUTES if e.boucle]
TPS = {exercice[:3] for exercice in CATALOGUE}


def un_sur(combien):
    """Un exercice du catalogue sur `combien`, dans chaque TP."""
    return [i for tp in TPS for i in [e for e in CATALOGUE if e[:3] == tp][::combien]]


EXERCICES = lents_sauf(CATALOGUE, un_sur(5))  # la CI les prend tous


@pytest.fixture(scope="module")
def juge():
    return Juge(delai=0.5)


@pytest.fixture(scope="module")
def sans_reconnaitre():
    return Juge(delai=0.5, reconnait=lambda *rien: None)


def reconnues(juge, erreur, graine):
    """(la trace, ce que le reconnaisseur en dit à partir d'elle seule)."""
    trace = juge.reconnait.trace(erreur, graine)
    return trace, juge.reconnait(juge.registre[erreur.exercice], [trace], graine)


def test_catalogue_bien_forme(juge):
    assert len(TOUTES) >= 45
    assert len({erreur.id for erreur in TOUTES}) == len(TOUTES)
    for erreur in TOUTES:
        assert erreurs.malfacons(erreur, juge.registre) == [], erreur.id


def test_une_phrase_ne_parle_que_du_comportement():
    """Une erreur est reconnue à ce qu'elle fait : sa phrase n'affirme rien de la façon d'écrire."""
    ecrit = re.compile(r"remplace (if|for|while)|ton return|tu fabriques", re.IGNORECASE)
    assert [erreur.id for erreur in TOUTES if ecrit.search(erreur.phrase)] == []


def test_une_erreur_mal_ecrite_se_voit(juge):
    bonne = CATALOGUE["tp1.alpha"][0]
    for champs, defaut in [
        ({"exercice": "tp1.beta"}, "il n'y a pas d'exercice tp1.beta"),
        ({"id": "echange"}, "son id doit commencer par « tp1.alpha. »"),
        ({"phrase": "Non."}, "sa phrase a 4 signes"),
        ({"phrase": "Échange : x donne la lettre"}, "sa phrase n'a pas de point final"),
        ({"code": "def beta(case):\n    pass\n"}, "son code doit finir par « def alpha »"),
        ({"code": "def alpha(:"}, "son code doit finir par « def alpha »"),
    ]:
        (trouve,) = erreurs.malfacons(dataclasses.replace(bonne, **champs), juge.registre)
        assert trouve.startswith(defaut)


@pytest.mark.parametrize("graine", GRAINES)
@pytest.mark.parametrize("exercice", EXERCICES)
def test_attrapee_reconnue_pas_confondue(juge, exercice, graine):
    sans_boucle = [erreur for erreur in CATALOGUE[exercice] if not erreur.boucle]
    assert erreurs.mal_reconnues(juge, sans_boucle, graine) == {}


# Ces deux programmes oublient vraiment deux choses.
DEUX_FAUTES = {
    "tp1.adjacent.toutes": ["bords", "cases occupées"],
    "tp6.coup_suivant.toujours_aveugle": [
        "suit la file",
        "file vide après des touchés : bateau coulé",
    ],
}


@pytest.mark.lent
@pytest.mark.parametrize("graine", GRAINES)
def test_une_faute_ne_coute_qu_un_aspect(juge, graine):
    """Le socle tenu, une erreur du catalogue ne perd qu'un des aspects qui comptent."""
    couteuses = {}
    for erreur in (e for e in TOUTES if not e.boucle):
        socle, *autres = juge.reconnait.sur_place(erreur, graine).aspects
        perdus = [a.nom for a in autres if a.compte and not a.juste]
        if socle.juste and len(perdus) > 1:
            couteuses[erreur.id] = perdus
    assert couteuses == DEUX_FAUTES


def test_une_erreur_qui_passe_et_une_jumelle_se_voient(juge):
    bonne = CATALOGUE["tp1.alpha"][0]
    juste = dataclasses.replace(bonne, id="juste", code=_source(juge, juge.registre["tp1.alpha"]))
    jumelle = dataclasses.replace(bonne, id="jumelle")
    assert erreurs.mal_reconnues(juge, [bonne, juste, jumelle], 11) == {
        "juste": "la suite la laisse passer",
        "jumelle": f"elle se comporte comme {bonne.id}",
    }


@pytest.mark.parametrize("exercice", EXERCICES)
def test_le_corrige_n_est_jamais_reconnu(juge, exercice):
    vise = juge.registre[exercice]
    juste = erreurs.Erreur(f"{exercice}.juste", exercice, "", _source(juge, vise))
    trace, reconnue = reconnues(juge, juste, 5)
    assert not any(texte.startswith("raté : ") for texte in trace)
    assert reconnue is None


def _source(juge, exercice):
    texte = juge.corrige.textes[exercice.module]
    noms = exercice.cible.split(".")
    corps = ast.parse(texte).body
    for nom in noms:
        noeud = next(n for n in corps if getattr(n, "name", "") == nom)
        corps = noeud.body
    lignes = texte.split("\n")[noeud.lineno - 1 : noeud.end_lineno]
    return "\n".join(ligne[noeud.col_offset :] for ligne in lignes)


def corrige_erreur(juge, erreur):
    textes = juge.reconnait.textes(erreur)
    return juge.corrige_textes(textes, ids=[erreur.exercice], graine=31).exercices[0]


def verifie_bout_en_bout(juge, erreur):
    resultat = corrige_erreur(juge, erreur)
    assert resultat.points < resultat.bareme
    assert resultat.erreur_classique == erreur.id
    assert resultat.phrase.startswith(erreur.phrase)


def trous(juge, erreur):
    """[(exercice, coupables, phrase)] de ce qui échoue avec un prérequis jugé juste.

    L'erreur est seule dans le corrigé ; on juge son exercice et tout ce qui s'en sert.
    """
    registre = juge.registre
    ids = {e.id for e in registre if erreur.exercice in registre.tous_les_prerequis(e.id)}
    textes = erreurs.Reconnaisseur(juge).textes(erreur)
    juges = juge.corrige_textes(textes, ids=ids | {erreur.exercice}, graine=31).exercices
    return [(e.id, e.coupables, e.phrase) for e in juges if e.trou]


# Un trou suppose que la suite de l'erreur la laisse passer, ce que refuse
# `test_attrapee_reconnue_pas_confondue` : il reste à voir que le juge s'y tient.
# Une erreur d'un exercice sur trois pour la CI ; toutes avec la marque `complet`.
TROUS_EN_CI = [next(e for e in CATALOGUE[i] if not e.boucle) for i in un_sur(3)]


def marque_du_trou(erreur):
    return pytest.mark.lent if erreur in TROUS_EN_CI else pytest.mark.complet


@pytest.mark.parametrize(
    "erreur",
    [pytest.param(e, marks=marque_du_trou(e), id=e.id) for e in TOUTES if not e.boucle],
)
def test_aucun_trou(sans_reconnaitre, erreur):
    """Quand un exercice échoue à cause d'un autre, cet autre n'est jamais jugé juste."""
    assert trous(sans_reconnaitre, erreur) == []


def test_un_trou_se_verrait(monkeypatch):
    def trop_faible(essai):
        with essai.aspect("grille vide"):
            essai.egal(essai.copie.Grille(2, 2).test_case((0, 0)), True)

    juge = Juge(reconnait=lambda *rien: None)
    juge.suites = {i: s for i, s in juge.suites.items() if i in ("tp1.test_case", "tp1.adjacent")}
    juge.suites["tp1.test_case"] = trop_faible
    bonne = CATALOGUE["tp1.test_case"][0]
    # Les essais publics, qui font toujours partie de la suite, le verraient.
    monkeypatch.setattr(juge.registre["tp1.test_case"], "essais", [])
    code = "def test_case(self, case):\n    return self.etat.get(case, -1) != -1\n"
    vraie = dataclasses.replace(bonne, code=code)
    ((ident, coupables, _),) = trous(juge, vraie)
    assert (ident, coupables) == ("tp1.adjacent", ["tp1.test_case"])


@pytest.mark.parametrize("erreur", UNE_PAR_TP, ids=lambda e: e.id)
def test_bout_en_bout(juge, erreur):
    """Dans le bac à sable : une erreur par TP (toutes avec la marque `complet`)."""
    verifie_bout_en_bout(juge, erreur)


@pytest.mark.lent
def test_boucle_sans_fin(juge):
    verifie_bout_en_bout(juge, BOUCLES[0])


@pytest.mark.complet
@pytest.mark.parametrize("erreur", TOUTES, ids=lambda e: e.id)
def test_toutes_bout_en_bout(juge, erreur):
    verifie_bout_en_bout(juge, erreur)


AUTREMENT = {
    "tp1.alpha.echange": """
def alpha(case):
    lettres = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 4
    return lettres[case[1]] + f"{case[0]}"
""",
    "tp1.test_case.none_au_lieu_de_false": """
def test_case(self, case):
    for vide in self.vides:
        if vide == case:
            return True
""",
    "tp2.calcule_cases.un_de_trop": """
def calcule_cases(taille, start, sens):
    cases = [start]
    while len(cases) <= taille:
        x, y = cases[-1]
        cases.append((x + sens[0], y + sens[1]))
    return cases
""",
    "tp3.symbole.si_etat": """
def symbole(etat):
    return "X" if etat != 0 else " "
""",
}


@pytest.mark.parametrize("ident", AUTREMENT)
def test_reconnue_au_comportement_pas_a_l_ecriture(juge, ident):
    connue = next(erreur for erreur in TOUTES if erreur.id == ident)
    ecrite_autrement = erreurs.Erreur("autrement", connue.exercice, "", AUTREMENT[ident])
    assert corrige_erreur(juge, ecrite_autrement).erreur_classique == ident


def test_une_erreur_inconnue_reste_sans_etiquette(juge):
    code = "def alpha(case):\n    return 'bateau'\n"
    resultat = corrige_erreur(juge, erreurs.Erreur("x", "tp1.alpha", "", code))
    assert resultat.erreur_classique == ""
    assert resultat.phrase == "alpha((0, 0)) renvoie 'bateau' ; attendu : 'A0'."


def test_memoire_bornee(juge):
    """Les traces ne sont gardées que pour la graine en cours."""
    for graine in range(3):
        juge.reconnait(juge.registre["tp1.alpha"], [[]], graine)
    gardees = {**juge.reconnait._traces, **juge.reconnait._debuts}
    assert {graine for _, graine in gardees} == {2}
