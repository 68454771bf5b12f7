"""Le corpus des phrases : du code faux, ce que le vérificateur doit en dire, et ne pas en dire.

Les entrées sont dans `corpus/` : `vues.toml`, ce que des élèves ont vraiment lu de faux, et
`tp1.toml` à `tp8.toml`. Le reste de la copie est le corrigé.

    [[essai]]
    exercice = "tp1.alpha"
    code = "return ord('A' + case[0])"           # le corps de la fonction, ou bien :
    remplace = [["str(y)", "y"]]                  # le corps du corrigé, ainsi modifié
    autres = { "tp1.reinit" = "self.etat = {}" }  # facultatif : d'autres fonctions fausses
    dit = ["…"]                                   # ce que le texte lu par l'élève contient
    ne_dit_pas = ["…"]                            # et ce qu'il ne contient pas
    ligne = "return ord('A' + case[0])"           # facultatif : la ligne montrée
    pas = 400_000                                 # facultatif : lignes que l'essai peut exécuter
"""

import dataclasses
from collections import Counter
from pathlib import Path

import pytest

from autograder.moteur.erreurs import tomllib
from lessons import verifier
from tests.copies import REGISTRE, RESOLUS, avec_corps, solution

DOSSIER = Path(__file__).parent / "corpus"
PAS = 40_000  # lignes exécutées par une boucle sans fin avant qu'on l'arrête

examen, exemples, fichiers, resultat, commandes, ecran = map(
    verifier.outil, ("examen", "exemples", "fichiers", "resultat", "commandes", "ecran")
)
phrases, pistes, dessins = map(verifier.outil, ("phrases", "pistes", "dessins"))
VISIBLES = 7  # lignes que l'on voit au-dessus de l'invite, dans la console de Thonny


@dataclasses.dataclass
class Entree:
    """Une entrée du corpus."""

    exercice: str
    code: str = ""
    remplace: list = dataclasses.field(default_factory=list)
    autres: dict = dataclasses.field(default_factory=dict)
    dit: list = dataclasses.field(default_factory=list)
    ne_dit_pas: list = dataclasses.field(default_factory=list)
    ligne: str = ""
    pas: int = PAS

    def corps(self):
        """{identifiant: corps} de ce qui n'est pas le corrigé."""
        code = self.code or solution(self.exercice)
        for avant, apres in self.remplace:
            assert avant in code, f"{avant!r} n'est pas dans le corrigé de {self.exercice}"
            code = code.replace(avant, apres)
        return {**self.autres, self.exercice: code}


def lit_corpus():
    """{fichier: ses entrées}."""
    textes = {chemin.stem: chemin.read_text(encoding="utf-8") for chemin in DOSSIER.glob("*.toml")}
    return {nom: [Entree(**e) for e in tomllib.loads(textes[nom])["essai"]] for nom in textes}


CORPUS = lit_corpus()
UNE_SUR = 16  # entrée gardée dans les essais ordinaires, hors de `vues.toml` ; la CI joue tout


def examine(entree):
    """Le Resultat de l'exercice, examiné sur place avec ses prérequis.

    Ceux qui ne se servent que du corrigé sont justes : inutile de les rejouer.
    """
    corps = entree.corps()
    lus = fichiers.FichiersEleve(REGISTRE, DOSSIER, avec_corps(corps, RESOLUS))
    juge = examen.Examen(lus, None)
    for identifiant in REGISTRE.tous_les_prerequis(entree.exercice):
        chaine = {identifiant, *REGISTRE.tous_les_prerequis(identifiant)}
        if chaine.isdisjoint(corps):
            reussi = resultat.Resultat(REGISTRE[identifiant], resultat.REUSSI, resultat.REUSSI)
            juge.resultats[identifiant] = reussi
    ancien, exemples.LIMITE_PAS = exemples.LIMITE_PAS, entree.pas
    try:
        return juge.passe([REGISTRE[entree.exercice]])[entree.exercice]
    finally:
        exemples.LIMITE_PAS = ancien


def parametres():
    """Les entrées, chacune avec un nom : vues-tp1.alpha-1, tp1-tp1.alpha-2…"""
    for fichier, entrees in sorted(CORPUS.items()):
        for rang, entree in enumerate(entrees):
            ordinaire = fichier == "vues" or rang % UNE_SUR == 0
            marques = [] if ordinaire else [pytest.mark.lent]
            yield pytest.param(entree, marks=marques, id=f"{fichier}-{entree.exercice}-{rang}")


@pytest.mark.parametrize("entree", list(parametres()))
def test_ce_qui_est_dit(entree, capsys):
    obtenu = examine(entree)
    texte = str(obtenu)
    assert not obtenu.reussi, "les essais publics ne voient pas cette faute"
    assert entree.dit or entree.ne_dit_pas
    assert [phrase for phrase in entree.dit if phrase not in texte] == [], texte
    assert [phrase for phrase in entree.ne_dit_pas if phrase in texte] == [], texte
    if entree.ligne:
        assert obtenu.details.get("texte") == entree.ligne, texte
    commandes.affiche_resultats([obtenu], "")
    sortie = capsys.readouterr().out
    assert utile(obtenu) in fin_d_ecran(sortie), sortie


def utile(obtenu):
    """Le début de ce qui aide le plus : la piste, sinon la phrase, sinon ce que l'on obtient."""
    parle = obtenu.statut != resultat.FAUX or obtenu.details.get("remarque")
    texte = obtenu.details.get("piste") or (obtenu.phrase if parle else "obtenu")
    return " ".join(texte.split())[:25]


def fin_d_ecran(sortie):
    """Ce que montre encore une petite console, les lignes trop longues étant coupées."""
    lignes = sortie.rstrip("\n").split("\n")
    morceaux = [n[i : i + ecran.LARGEUR] for n in lignes for i in range(0, len(n), ecran.LARGEUR)]
    return " ".join(" ".join(morceaux[-VISIBLES:]).split())


def test_la_fin_de_l_ecran_dit_quoi_corriger(capsys):
    """Les détails viennent après la liste, même si d'autres exercices suivent."""
    fautes = [entree for entree in CORPUS["vues"] if entree.exercice == "tp1.update_vides"]
    resultats = [examine(fautes[-1])]
    for autre in REGISTRE.tp("tp1").exercices[5:]:
        resultats.append(resultat.Resultat(autre, resultat.REUSSI, resultat.REUSSI))
    commandes.affiche_resultats(resultats, "")
    commandes.conclut(resultats, "")
    assert utile(resultats[0]) in fin_d_ecran(capsys.readouterr().out)


def test_apres_une_boucle_un_indice_est_propose(capsys):
    """La piste d'une boucle ne dit que ce qui ne finit pas : l'élève peut vouloir un indice."""
    obtenu = examine(Entree("tp1.alpha", code="while True:\n    pass"))
    assert obtenu.statut == resultat.BOUCLE and obtenu.details["piste"]
    commandes.affiche_resultats([obtenu], "")
    assert "    Un indice ? indice tp1.alpha\n" in capsys.readouterr().out


def test_un_exemple_trop_large_est_plie_sans_rien_perdre(capsys):
    essais = [e for entrees in CORPUS.values() for e in entrees if e.exercice.startswith("tp7.")]
    for entree in essais:
        obtenu = examine(entree)
        commandes.affiche_resultats([obtenu], "")
        sortie = capsys.readouterr().out
        assert [ligne for ligne in sortie.split("\n") if len(ligne) >= 80] == []
        assert " ".join(obtenu.details.get("appel", "").split()) in " ".join(sortie.split())


def test_le_titre_remplace_un_exemple_trop_long():
    details = {"appel": "[" + "x, " * 40 + "]", "obtenu": "1", "attendu": "2"}
    assert examen.phrase_faux(dict(details, essai="au bord")).startswith("essai « au bord » : le ")
    assert examen.phrase_faux(dict(details, essai=None)).startswith("[x, ")


def test_une_liste_de_listes_a_qui_il_en_manque_une():
    listes = [[(0, 0)], [(1, 0)]]
    assert pistes.piste_liste(listes, listes[:1]) == "il manque [(1, 0)]."
    dedans = pistes.piste_liste([(0, 0), (1, 0)], listes)
    assert dedans == pistes.piste_liste([(0, 0), (1, 0), (2, 0)], listes)
    assert "une liste dans la liste" in dedans


def test_le_dessin_a_la_taille_de_la_grille():
    dessin = dessins.dessin_utile([(0, 0)], [(2, 1)], "ordi.queue", [], [4, 3])
    assert dessin.split("\n")[1] == "  A B C D      A B C D"
    assert dessin.split("\n")[-1].startswith("2 . . . .")
    assert dessins.dessin_utile([(1, 0)], [(0, 1)], "ordi.directions", [], [4, 3]) is None


def test_le_corpus_va_partout():
    """Au moins cent vingt entrées, deux par exercice des TP1 à TP6, cinq par prolongement."""
    toutes = [entree for entrees in CORPUS.values() for entree in entrees]
    par_exercice = Counter(entree.exercice for entree in toutes)
    de_base = [e.id for tp in REGISTRE.tps if tp.numero <= 6 for e in tp.base]
    assert len(toutes) >= 120
    assert [i for i in de_base if par_exercice[i] < 2] == []
    for prolongement in ("tp7.", "tp8."):
        assert len([e for e in toutes if e.exercice.startswith(prolongement)]) >= 5


def test_une_classe_renommee_est_nommee():
    textes = dict(
        RESOLUS, tp1_grille=RESOLUS["tp1_grille"].replace("class Grille:", "class grille:")
    )
    lus = fichiers.FichiersEleve(REGISTRE, DOSSIER, textes)
    piste = lus.introuvable(REGISTRE["tp1.reinit"]).details["piste"]
    assert "la classe s'appelle grille : remets son nom, Grille." in piste


def test_append_a_deux_valeurs_dans_toutes_les_versions_de_python():
    for message in ("append() takes", "list.append() takes"):
        erreur = {"type": "TypeError", "message": f"{message} exactly one argument (2 given)"}
        erreur["texte"] = "liste.append(x, y)"
        assert "append((x, y)) ajoute le couple" in phrases.phrase_exception(erreur)
