"""Un devoir jouet de trois modules : son registre, ses suites, et de quoi fabriquer des copies."""

import pathlib

from autograder.moteur.essai import Essai
from autograder.moteur.juge import Juge
from lessons.verificateur.chargeur import Chaine, lit_source
from lessons.verificateur.registre import Exercice, Registre

CORRIGE = pathlib.Path(__file__).parent / "corrige"
MODULES = {1: "tp1_sac", 2: "tp2_sac", 3: "tp3_sac"}


def _exercice(ident, cible, *prerequis, etoiles=0):
    tp = int(ident[2])
    return Exercice(ident, tp, MODULES[tp], cible, cible, 2, etoiles, prerequis)


REGISTRE = Registre(
    [
        _exercice("tp1.carre", "carre"),
        _exercice("tp1.vide", "Sac.vide"),
        _exercice("tp1.ajoute", "Sac.ajoute", "tp1.vide"),
        _exercice("tp1.total", "Sac.total", "tp1.ajoute"),
        _exercice("tp1.voisins", "Sac.voisins", "tp1.ajoute"),
        _exercice("tp2.vide", "Sac.vide", "tp1.vide", "tp1.ajoute"),
        _exercice("tp2.somme_carres", "Sac.somme_carres", "tp1.carre", "tp1.ajoute", "tp2.vide"),
        _exercice("tp2.moyenne", "Sac.moyenne", "tp1.total", "tp2.vide"),
        _exercice("tp2.pioche", "Sac.pioche", "tp1.ajoute", "tp2.vide"),
        _exercice("tp2.descend", "Sac.descend", "tp1.ajoute", "tp2.vide"),
        _exercice("tp3.resume", "resume", "tp1.total", "tp2.moyenne"),
        _exercice("tp3.annonce", "annonce", "tp1.total", "tp2.vide", etoiles=1),
    ]
)


def carre(essai: Essai):
    with essai.aspect("cas général"):
        for n in (0, 1, 2, essai.alea.randint(3, 50)):
            essai.egal(essai.copie.carre(n), essai.corrige.carre(n))
    with essai.aspect("négatif"):
        essai.leve(essai.copie.carre(-1), ValueError, message=True)


def vide1(essai):
    with essai.aspect("cas général"):
        sac = essai.copie.Sac()
        sac.contenu = [1, 2]
        sac.vide()
        essai.egal(sac.contenu, [])


def ajoute(essai):
    with essai.aspect("cas général", part=2):
        sac = essai.copie.Sac()
        essai.egal(sac.ajoute(3), True)
        essai.egal(sac.ajoute(5), True)
        essai.egal(sac.contenu, [3, 5])
    with essai.aspect("déjà là"):
        sac = essai.copie.Sac()
        sac.ajoute(3)
        essai.egal(sac.ajoute(3), False)
        essai.egal(sac.contenu, [3])
    with essai.aspect("sacs indépendants"):
        sac, autre = essai.copie.Sac(), essai.copie.Sac()
        sac.ajoute(1)
        essai.egal(autre.contenu, [])


def total(essai):
    with essai.aspect("cas général"):
        for taille in range(4):
            contenu = essai.alea.sample(range(20), taille)
            essai.pareil(lambda m, c: m.Sac(c).total(), contenu)


def voisins(essai):
    with essai.aspect("cas général"):
        for n in range(5):
            essai.pareil(lambda m, n: m.Sac([1, 2, 3, 7]).voisins(n), n, ordre=False)


def vide2(essai):
    with essai.aspect("cas général"):
        sac = essai.copie.Sac([4])
        sac.vide()
        essai.egal(sac.contenu, [])
        essai.egal(sac.journal, ["vide", "vide"])


def somme_carres(essai):
    with essai.aspect("cas général"):
        for contenu in ([], [2], [1, 2, 3]):
            essai.pareil(lambda m, c: m.Sac(c).somme_carres(), contenu)


def moyenne(essai):
    with essai.aspect("cas général", part=3):
        for contenu in ([2], [1, 2], [5, 1, 3]):
            essai.pareil(lambda m, c: m.Sac(c).moyenne(), contenu)
    with essai.aspect("sac vide"):
        essai.egal(essai.copie.Sac().moyenne(), 0)


def pioche(essai):
    with essai.aspect("au hasard"):
        tirages = essai.repete(600, lambda m: m.Sac([1, 2, 3]).pioche())
        essai.exige(sorted(tirages) == [1, 2, 3], "certains entiers ne sortent jamais.")
        essai.exige(min(tirages.values()) > 120, "le tirage n'est pas équitable.")


def descend(essai):
    with essai.aspect("cas général"):
        for n in (3, 2, 9):
            essai.pareil(lambda m, n: m.Sac([1, 2, 3]).descend(n), n)


def resume(essai):
    with essai.aspect("cas général", part=3):
        for contenu in ([], [3], [1, 2, 3]):
            essai.pareil(lambda m, c: m.resume(c), contenu)
    with essai.aspect("ne modifie rien"):
        contenu = essai.objet([3, 1])
        essai.egal(essai.copie.resume(contenu), (4, 2.0))
        essai.egal(contenu, [3, 1])


def annonce(essai):
    with essai.aspect("cas général"):
        sac = essai.copie.Sac([2, 3])
        essai.copie.annonce(sac)
        essai.egal(essai.imprime(), "Total : 5\n")


SUITES = {
    "tp1.carre": carre, "tp1.vide": vide1, "tp1.ajoute": ajoute, "tp1.total": total,
    "tp1.voisins": voisins, "tp2.vide": vide2, "tp2.somme_carres": somme_carres,
    "tp2.moyenne": moyenne, "tp2.pioche": pioche, "tp2.descend": descend,
    "tp3.resume": resume, "tp3.annonce": annonce,
}  # fmt: skip


def copie(**remplacements):
    """Les textes du corrigé jouet ; `tp1_sac=[("avant", "après")]` ou `tp1_sac="texte entier"`."""
    textes = {p.stem: lit_source(p) for p in sorted(CORRIGE.glob("*.py"))}
    for module, changement in remplacements.items():
        if changement is None:
            del textes[module]
        elif isinstance(changement, str):
            textes[module] = changement
        else:
            for avant, apres in changement:
                assert avant in textes[module], avant
                textes[module] = textes[module].replace(avant, apres, 1)
    return textes


def juge(**options):
    """Un juge du devoir jouet."""
    return Juge(REGISTRE, Chaine(CORRIGE), SUITES, **options)


def corrige(textes, graine=1, ids=None, **options):
    """{id: ResultatExercice} d'une copie du devoir jouet."""
    resultat = juge(**options).corrige_textes(textes, graine=graine, ids=ids)
    assert resultat.statut == "corrigée", resultat.statut
    return {e.id: e for e in resultat.exercices}
