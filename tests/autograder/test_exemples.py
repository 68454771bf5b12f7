"""Les exemples des docstrings font toujours partie de ce que la correction vérifie."""

import pytest

from autograder.moteur.juge import Juge
from lessons.verificateur.registre import charge
from tests import copies


def laxiste(nom, *args):
    """Une suite qui appelle la fonction, et se contente de tout."""

    def suite(essai):
        with essai.aspect("appelée"):
            essai.verifie(getattr(essai.copie, nom)(*args), lambda valeur: True)

    return suite


def juge_avec(ident, suite, corps):
    juge = Juge(suites={ident: suite}, reconnait=lambda *_: None)
    textes = copies.avec_corps({ident: corps}, copies.RESOLUS)
    return juge.corrige_textes(textes, ids=[ident], graine=1).exercices[0]


def test_un_exemple_faux_coute_un_aspect():
    vu = juge_avec("tp1.alpha", laxiste("alpha", (0, 0)), "return 'C3'")
    assert (vu.statut, vu.points) == ("partiel", 1)
    assert [a["nom"] for a in vu.aspects] == ["appelée", "essais publics"]
    assert "L'exemple « alpha((25, 12)) » de la docstring donne 'C3' ; attendu : 'Z12'" in vu.phrase


@pytest.mark.parametrize("refus", ["return None", "raise ValueError", "raise KeyError(texte)"])
def test_une_erreur_attendue_doit_venir_avec_sa_phrase(refus):
    corps = f"if texte == '33':\n    {refus}\n{copies.solution('tp1.coord')}"
    vu = juge_avec("tp1.coord", laxiste("coord", "C3"), corps)
    assert vu.statut == "partiel"
    assert "« coord('33') » de la docstring" in vu.phrase


def test_une_faute_deja_vue_par_la_suite_ne_compte_pas_deux_fois():
    juge = Juge(reconnait=lambda *_: None)
    textes = copies.avec_corps({"tp1.alpha": "return 'C3'"}, copies.RESOLUS)
    (vu,) = juge.corrige_textes(textes, ids=["tp1.alpha"], graine=1).exercices
    assert "essais publics" not in [a["nom"] for a in vu.aspects]


def test_un_print_oublie_ne_coute_rien():
    corps = "print('ici')\n" + copies.solution("tp1.alpha")
    assert juge_avec("tp1.alpha", laxiste("alpha", (0, 0)), corps).juste


def test_la_suite_peut_changer_un_module_sans_gener_les_exemples():
    def suite(essai):
        with essai.aspect("détournée"):
            essai.module("bn_utiles").sortie = essai.lecteur(["rien"])
            joueur = essai.copie.Joueur()
            joueur.add_message("bonjour")
            joueur.affiche_messages()

    ident = "tp4.affiche_messages"
    vu = juge_avec(ident, suite, copies.solution(ident))
    assert vu.juste, vu.phrase


def test_tous_les_exercices_ont_des_exemples():
    assert [exercice.id for exercice in charge() if not exercice.exemples] == []
