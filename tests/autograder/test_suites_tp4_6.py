"""Les suites cachées des TP4 à TP8 : justes avec le corrigé, précises avec les autres copies.

Que le corrigé ait tout, qu'un squelette n'ait rien, qu'une fonction retirée vaille 0 : voir
`test_registre.py`. Les autres façons justes : `test_autrement.py`. Les erreurs du catalogue :
`test_erreurs.py`. Ici, des copies à moitié justes.
"""

import pytest

from autograder.moteur.erreurs import Reconnaisseur, lit_catalogue
from autograder.moteur.essai import empreintes
from autograder.moteur.juge import Juge
from tests import copies
from tests.conftest import lents_sauf

TPS = {4, 5, 6, 7, 8}
ERREURS = {erreur.id: erreur for liste in lit_catalogue().values() for erreur in liste}


@pytest.fixture(scope="module")
def juge():
    return Juge(reconnait=lambda *rien: None)


@pytest.mark.parametrize("graine", lents_sauf([1, 22, 333], [1]))
def test_le_corrige_a_tout_juste_quelle_que_soit_la_graine(juge, graine):
    resultat = juge.corrige_textes(copies.RESOLUS, tps=TPS, graine=graine)
    assert [(e.id, e.phrase) for e in resultat.exercices if not e.juste] == []


# --- À moitié juste : une partie des points, et la bonne phrase -----------------------------

D_APRES = "d'après grille_suivi et ce qui reste"

A_MOITIE = [
    ("tp4.tire.essais_avant", ["tirs refusés : gratuits"], "j.essais vaut 2 ; attendu : 1"),
    ("tp4.tire.pas_vide", ["-1 n'est pas un bateau"], "renvoie 'touché' ; attendu : 'manqué'"),
    ("tp4.verifie_tir.ordre", ["la grille d'abord"], "attendu : 'hors de la grille'"),
    ("tp4.affiche_messages.pas_videe", ["vide la file"], "j.messages vaut ['a', 'b']"),
    ("tp4.tire.compte_double", ["compte les tirs acceptés"], "j.essais vaut 2 ; attendu : 1"),
    ("tp4.tire.coule_sans_annonce", ["coulé, quand il est annoncé"], "attendu : 'touché'"),
    ("tp4.analyse_saisie.sans_raison", ["dit pourquoi"], "la raison doit être une phrase"),
    ("tp4.demande_case.if", ["redemande"], "attendu : (1, 1)"),
    ("tp4.demande_case.sans_raison", ["dit la raison"], "affiche rien"),
    ("tp4.demande_case.raison_vague", ["dit la raison"], "la raison que donne analyse_saisie"),
    ("tp4.joue.refus_passe", ["tirs refusés : le même rejoue"], "de jouer, pas à"),
    ("tp4.joue.pas_de_sort", ["premier joueur tiré au sort"], "jamais donné « Ali »"),
    ("tp4.est_coule.bord_ouvert", ["contre un bord"], "attendu : True"),
    ("tp4.est_coule.deux_cases_au_plus", ["trois cases et plus"], "attendu : True"),
    ("tp4.check_coules.un_seul_passage", None, "(2, 2), (0, 1), (0, 2)]"),
    ("tp5.coup_suivant.damier_oublie", ["damier"], "que choisit make_case_noire"),
    ("tp5.make_case_aleatoire.hasard_global", ["même graine, mêmes choix"], "self.hasard.choice"),
    ("tp5.coup_suivant.toujours_damier", ["damier"], "jamais donné (1, 0)"),
    ("tp5.coup_suivant.plus_de_case", ["None quand c'est fini"], "lève IndexError"),
    ("tp5.coup_suivant.vides_adverse", ["None quand c'est fini"], "encore vides sur grille_suivi"),
    ("tp5.moyenne_coups.un_seul_ordi", ["la moyenne de n parties neuves"], "4 fois au lieu de 12"),
    ("tp5.moyenne_coups.sans_flotte", ["une flotte à trouver"], "au lieu de"),
    ("tp5.cases_noires.vides_elle_meme", ["une liste neuve"], "mais une copie"),
    ("tp5.est_noire.flotte_restante", ["c'est la flotte de départ qui compte"], "est_noire"),
    ("tp5.cases_noires.sans_repli", ["plus de case noire"], "renvoie [] ; attendu : [(1, 0)]"),
    ("tp6.compte_placements.sans_zero", None, "renvoie {} ; attendu : {(1, 0): 0}"),
    ("tp6.case_max.compte_nul", ["rien ne tient"], "attendu : (None, 0)"),
    ("tp6.case_max_touchee.croissant", ["de la plus à la moins probable"], "décroissant"),
    ("tp6.pop_queue.reste", ["la retire"], "ordi.queue vaut"),
    ("tp6.coup_suivant.manque_oublie", None, "ordi.queue vaut"),
    ("tp6.coup_suivant.niveau_oublie", ["niveau 1 : toujours en aveugle"], "la file vaut"),
    ("tp6.coup_suivant.cases_epuisees", ["None quand c'est fini"], "coup_suivant() lève"),
    ("tp6.elimine_petites.flotte_depart", None, "attendu : [(0, 0), (1, 0)]"),
    ("tp6.case_max_touchee.flotte_depart", ["seuls les bateaux qui restent"], "attendu : ["),
    ("tp6.add_adjacentes_premiere.flotte_adverse", [D_APRES], "ordi.queue vaut"),
    ("tp6.update_queue_manque.flotte_adverse", [D_APRES], "ordi.queue vaut [(0, 0)]"),
    ("tp7.garde.liste_modifiee", ["ne modifie rien"], "flottes vaut"),
    ("tp7.joue.seuil_depasse", ["avec l'échantillon d'abord"], "renvoie 2 ; attendu : 3"),
    ("tp8.case_sous.tronque", ["à gauche et en haut de la grille"], "attendu : None"),
    ("tp8.case_clavier.un_de_trop", ["bords de droite et du bas"], "attendu : "),
]


# Deux par TP dans les essais ordinaires ; la CI les prend toutes.
DEUX_PAR_TP = [e for tp in ("tp4", "tp5", "tp6") for e in [e for e in A_MOITIE if tp in e[0]][:2]]


@pytest.mark.parametrize("cas", lents_sauf(A_MOITIE, DEUX_PAR_TP), ids=lambda cas: cas[0])
def test_a_moitie_juste(juge, cas):
    erreur, manques, extrait = cas
    ident = erreur.rpartition(".")[0]
    resultat = juge.corrige_textes(_copie_fausse(juge, erreur), ids={ident}).exercices[0]
    assert resultat.statut == "partiel"
    assert 0 < resultat.points < resultat.bareme
    if manques is not None:
        assert [a["nom"] for a in resultat.aspects if not a["juste"]] == manques
    assert extrait in resultat.phrase


def _copie_fausse(juge, identifiant):
    return Reconnaisseur(juge, {}).textes(ERREURS[identifiant])


# --- Refusées quelle que soit la graine -------------------------------------------------------

# Des erreurs que seul le hasard attrapait, ou personne.
SANS_CHANCE = [
    "tp6.elimine_petites.horizontal_seul", "tp6.elimine_petites.vertical_si_seule",
    "tp6.compte_placements.flotte_depart", "tp6.case_max_touchee.flotte_depart",
    "tp6.add_adjacentes_premiere.grille_adverse", "tp6.add_adjacentes_premiere.flotte_adverse",
    "tp6.update_queue_manque.grille_adverse", "tp6.update_queue_manque.flotte_adverse",
    "tp6.coup_suivant.sans_eliminer", "tp6.coup_suivant.cases_epuisees",
    "tp6.case_max_echantillons.flotte_depart", "tp7.garde.liste_modifiee",
    "tp7.garde.tirs_vides", "tp7.compatibles.sans_recouvrement", "tp7.joue.seuil_depasse",
    "tp8.case_sous.bords_gauche_et_haut", "tp8.case_sous.un_de_trop", "tp8.case_sous.tronque",
    "tp8.case_clavier.bords_gauche_et_haut", "tp8.case_clavier.un_de_trop",
]  # fmt: skip


@pytest.mark.parametrize("graine", lents_sauf(list(range(40, 52)), [40, 41]))
def test_refusee_quelle_que_soit_la_graine(juge, graine):
    reconnait = Reconnaisseur(juge, {})
    for identifiant in SANS_CHANCE:
        trace = reconnait.trace(ERREURS[identifiant], graine)
        assert any(texte.startswith("raté : ") for texte in trace), identifiant


CATALOGUE = {**lit_catalogue(4), **lit_catalogue(5)}


@pytest.mark.parametrize("ident", lents_sauf(CATALOGUE, ["tp4.check_coules", "tp5.choix_poncage"]))
def test_une_erreur_connue_coute_autant_avec_toute_graine(ident):
    """Ce qui décide d'une note est dans chaque essai ; le hasard ne fait que s'y ajouter."""
    juge = Juge()
    for erreur in CATALOGUE[ident]:
        if not erreur.boucle:
            assert len({_rates(juge, erreur, graine) for graine in (1, 2, 3, 2026)}) == 1, erreur.id


def _rates(juge, erreur, graine):
    trace = juge.reconnait.trace(erreur, graine)
    return tuple(texte for texte in trace if texte.startswith("raté : "))


# --- Ce que la copie rend peut être n'importe quoi --------------------------------------------

BIZARRE = {
    "tp4.joue": "self.gagnant = 3\nreturn [self]",
    "tp5.resolution": "self.cases_jouees = None\nreturn 'dix'",
    "tp5.coup_suivant": "self.case_courante = [0]\nreturn TOUCHE",
    "tp5.make_case_aleatoire": "self.case_courante = [[]]",
    "tp5.moyenne_coups": "return {}",
    "tp6.coup_suivant": (
        "if not self.essais:\n"
        "    self.queue = ['zut']\n"
        "self.case_courante = None\n"
        "self.essais += 1\n"
        "return TOUCHE"
    ),
    "tp6.case_max_echantillons": "self.probas = [1]\nreturn 1",
    "tp4.affiche_messages": "info(3, 4)\nself.messages = ()",
}


@pytest.mark.lent
def test_une_valeur_bizarre_est_un_echec_ordinaire(juge):
    """La suite elle-même ne s'arrête jamais sur une erreur : l'exercice est faux, c'est tout."""
    for identifiant, corps in BIZARRE.items():
        textes = copies.avec_corps({identifiant: corps}, copies.RESOLUS)
        (resultat,) = juge.corrige_textes(textes, ids={identifiant}).exercices
        assert resultat.points == 0, identifiant
        assert resultat.phrase, identifiant


def test_le_catalogue_est_fourni():
    """Toutes les erreurs de la liste de départ, et d'autres."""
    assert sum(identifiant[:3] in ("tp4", "tp5", "tp6") for identifiant in ERREURS) >= 200


def test_un_hasard_refuse_laisse_toujours_la_meme_trace():
    """Un Ordi qui ne tire que sur les noires : on dit chaque fois de quel côté cela penche."""
    erreur, reconnait = ERREURS["tp5.coup_suivant.toujours_damier"], Juge().reconnait
    traces = {tuple(empreintes(reconnait.sur_place(erreur, 11).trace)) for _ in range(200)}
    assert len(traces) == 1
