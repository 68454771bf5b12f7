"""Les vrais exercices face au moteur : le corrigé a tout, une fonction retirée n'a rien."""

import ast

import pytest

from autograder import RACINE
from autograder.moteur.juge import Juge
from tests import copies

pytestmark = pytest.mark.lent  # la CI les lance


@pytest.fixture(scope="module")
def juge():
    return Juge(reconnait=lambda *rien: None)


@pytest.fixture(scope="module")
def exercices(juge):
    return [e for e in juge.registre if e.id in juge.suites]


def test_chaque_exercice_a_sa_suite(juge):
    assert {e.id for e in juge.registre} - set(juge.suites) == set()


def test_le_corrige_a_tout_juste(juge, exercices):
    resultat = juge.corrige_dossier(RACINE / "solutions", ids={e.id for e in exercices})
    rates = [(e.id, e.phrase, resultat.graine) for e in resultat.exercices if not e.juste]
    assert rates == []
    assert {e.chaine for e in resultat.exercices} == {"propre"}


def test_les_squelettes_sont_a_faire(juge, exercices):
    resultat = juge.corrige_dossier(RACINE / "lessons", ids={e.id for e in exercices})
    assert {e.statut for e in resultat.exercices} == {"à faire"}
    assert resultat.note() == 0
    assert resultat.memoire < 200 * 2**20


def sans_lien(registre, exercices):
    """Les exercices par groupes où aucun n'est le prérequis d'un autre."""
    groupes = []
    for exercice in exercices:
        avant = registre.fermeture(exercice.id)
        for groupe in groupes:
            apres = {ident for e in groupe for ident in registre.fermeture(e.id)}
            if exercice.id not in apres and not any(e.id in avant for e in groupe):
                groupe.append(exercice)
                break
        else:
            groupes.append([exercice])
    return groupes


def test_les_prerequis_du_registre_suffisent(juge, exercices):
    """Un exercice résolu, ceux dont il dépend à faire : la greffe lui donne tous ses points."""
    rates = []
    for groupe in sans_lien(juge.registre, exercices):
        ids = {exercice.id for exercice in groupe}
        resultat = juge.corrige_textes(copies.avec_solution(ids), ids=ids, graine=11)
        rates += [(e.id, e.phrase) for e in resultat.exercices if not e.juste]
    assert rates == []


def un_par_module(exercices):
    """Les exercices par petits groupes, au plus un de chaque module : autant de copies en moins."""
    modules = {}
    for exercice in exercices:
        modules.setdefault(exercice.module, []).append(exercice)
    for rang in range(max(map(len, modules.values()))):
        yield [groupe[rang] for groupe in modules.values() if rang < len(groupe)]


def test_une_fonction_retiree_vaut_zero(juge, exercices):
    """Chaque exercice, retiré d'une copie par ailleurs parfaite, vaut 0."""
    for groupe in un_par_module(exercices):
        textes = dict(copies.RESOLUS)
        for exercice in groupe:
            textes[exercice.module] = sans(textes[exercice.module], exercice.cible)
        resultat = juge.corrige_textes(textes, ids={e.id for e in groupe}, graine=11)
        assert len(resultat.exercices) == len(groupe)
        for e in resultat.exercices:
            assert (e.points, e.statut) == (0, "absent"), e


def sans(texte, cible):
    """Le module sans la définition `cible`."""
    arbre = ast.parse(texte)
    classe, _, nom = cible.rpartition(".")
    for noeud in ast.walk(arbre):
        if isinstance(noeud, ast.ClassDef if classe else ast.Module) and (
            not classe or noeud.name == classe
        ):
            noeud.body = [n for n in noeud.body if getattr(n, "name", "") != nom] or [ast.Pass()]
    return ast.unparse(arbre)


@pytest.mark.complet
def test_une_fonction_qui_ne_fait_rien_vaut_zero(exercices):
    """`return None` ne vaut jamais de point : le socle de chaque suite est exigeant."""
    juge = Juge(reconnait=lambda *rien: None, delai=0.5)
    gagnes = []
    for groupe in un_par_module(exercices):
        corps = {exercice.id: "return None" for exercice in groupe}
        textes = copies.avec_corps(corps, copies.RESOLUS)
        resultat = juge.corrige_textes(textes, ids=set(corps), graine=11)
        gagnes += [(e.id, e.points) for e in resultat.exercices if e.points]
    assert gagnes == []
