"""Les énoncés et le guide : exemples justes, exercices au complet, dessins à jour."""

import ast
import contextlib
import doctest
import io
import re
from argparse import Namespace

import pytest

from autograder.fabrique import enonces
from lessons.verificateur.chargeur import Chaine
from tests.copies import RESOLUS

TPS = enonces.REGISTRE.tps
GUIDE = enonces.RACINE / "solutions" / "GUIDE.md"
BLOC = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TITRE = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)
QUESTION = re.compile(r"\*\*Prévois \((P\d\.\d+)\)\.\*\*")


class ChaineEleve(Chaine):
    """Une copie d'élève dont tous les exercices sont résolus."""

    def trouve(self, nom):
        return (RESOLUS[nom], f"{nom}.py") if nom in RESOLUS else super().trouve(nom)


ELEVE = ChaineEleve(enonces.RACINE / "lessons")


def enonce(tp):
    return enonces.RACINE / "lessons" / f"{tp.module}.md"


def sections(texte):
    """Couples (titre, texte) : un par titre, blocs de code exclus de la recherche."""
    masque = BLOC.sub(lambda m: " " * len(m[0]), texte)
    titres = list(TITRE.finditer(masque))
    fins = [suivant.start() for suivant in titres[1:]] + [len(texte)]
    return [(t[2], texte[t.end() : fin]) for t, fin in zip(titres, fins, strict=True)]


def echecs(texte, noms, ou):
    """Exécute les blocs ```python d'une section, dans l'ordre ; renvoie ce qui a échoué."""
    rapport = io.StringIO()
    lanceur = doctest.DocTestRunner(verbose=False)
    for langue, code in BLOC.findall(texte):
        if langue != "python":
            continue
        if ">>>" in code:
            essai = doctest.DocTestParser().get_doctest(code, noms, ou, ou, 0)
            lanceur.run(essai, out=rapport.write, clear_globs=False)
            noms.update(essai.globs)
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(code, ou, "exec"), noms)
    return rapport.getvalue()


def noms_apres_f5(tp):
    """Ce qu'un élève a dans sa console après F5 sur le fichier du TP."""
    return dict(vars(enonces.CHAINE.module(tp.module)))


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_les_exemples_des_enonces_sont_justes(tp):
    texte = enonce(tp).read_text(encoding="utf-8")
    for titre, section in sections(texte):
        assert echecs(section, noms_apres_f5(tp), titre) == ""


def test_les_exemples_du_guide_sont_justes():
    module = TPS[0]
    for titre, section in sections(GUIDE.read_text(encoding="utf-8")):
        for tp in TPS:
            if re.match(rf"TP{tp.numero}\b", titre):
                module = tp
        assert echecs(section, noms_apres_f5(module), titre) == ""


def test_les_exemples_du_module_sont_justes():
    essais = doctest.testmod(enonces)
    assert essais.attempted and not essais.failed


def test_un_exemple_faux_est_remarque():
    assert "Expected" in echecs("```python\n>>> 1 + 1\n3\n```\n", {}, "essai")


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_chaque_exercice_a_sa_partie_dans_l_ordre_du_registre(tp):
    titres = [titre for titre, _ in sections(enonce(tp).read_text(encoding="utf-8"))]
    traites = [titre for titre in titres if re.match(r"(★+ )?tp\d\.", titre)]
    assert traites == [enonces.titre(e) for e in tp.exercices]


@pytest.mark.parametrize("tp", [tp for tp in TPS if tp.base], ids=lambda tp: tp.module)
def test_la_duree_annoncee_est_celle_du_registre(tp):
    """L'énoncé annonce la même durée que le tableau du parcours, et celle de sa partie A."""
    debut = " ".join(enonce(tp).read_text(encoding="utf-8").split("## ")[0].split())
    assert f"environ {sum(e.minutes for e in tp.base)} minutes" in debut
    for minutes in re.findall(r"dont (\d+) pour la partie A", debut):
        assert int(minutes) == sum(e.minutes for e in tp.base if e.partie == "A")


def test_le_fichier_du_tp3_suit_l_ordre_de_l_enonce():
    """Les exercices de base d'un côté, les bonus de l'autre : le même ordre partout."""
    tp = enonces.REGISTRE.tp(3)
    source = enonces.REGISTRE.squelettes[tp.module]
    for exercices in (tp.base, tp.bonus):
        places = [source.index(f"def {e.nom}(") for e in exercices]
        assert places == sorted(places)


@pytest.mark.parametrize(("numero", "scene"), [(5, "ordi_hasard"), (6, "ordi_compte")])
def test_ce_que_tu_verras_est_ce_que_l_on_voit(numero, scene):
    """Le programme de la fin de l'énoncé affiche ce que montre le début, sur une copie résolue."""
    tp = enonces.REGISTRE.tp(numero)
    parties = dict(sections(enonce(tp).read_text(encoding="utf-8")))
    programme = BLOC.findall(parties["Pour vérifier tout le TP"])[0][1]
    montre = [code for _, code in BLOC.findall(parties["Ce que tu verras à la fin"])]
    affiche = io.StringIO()
    with contextlib.redirect_stdout(affiche):
        exec(compile(programme, tp.module, "exec"), dict(vars(ELEVE.module(tp.module))))
    assert affiche.getvalue() in montre


def prototype(tp, cible):
    """`def nom(arguments)` de la fonction ou méthode `cible` dans le corrigé."""
    source = (enonces.RACINE / "solutions" / f"{tp.module}.py").read_text(encoding="utf-8")
    noeud = ast.parse(source)
    for nom in cible.split("."):
        noeud = next(n for n in noeud.body if getattr(n, "name", None) == nom)
    return f"def {noeud.name}({ast.unparse(noeud.args)})"


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_chaque_partie_donne_le_vrai_prototype_et_la_commande(tp):
    parties = dict(sections(enonce(tp).read_text(encoding="utf-8")))
    for exercice in tp.exercices:
        partie = parties[enonces.titre(exercice)]
        assert f"À compléter : `{prototype(tp, exercice.cible)}`" in partie
        if "." in exercice.cible:
            assert f"(classe `{exercice.cible.split('.')[0]}`)" in partie
        assert f"Vérifie : `python verifier.py {exercice.id}`" in partie
        assert "**À la main.**" in partie


@pytest.mark.parametrize("tp", TPS, ids=lambda tp: tp.module)
def test_chaque_question_a_sa_reponse_dans_le_guide_et_la_seulement(tp):
    questions = QUESTION.findall(enonce(tp).read_text(encoding="utf-8"))
    assert questions == [f"P{tp.numero}.{rang + 1}" for rang in range(len(questions))]
    reponses = re.findall(
        rf"^- \*\*(P{tp.numero}\.\d+)\*\*", GUIDE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert reponses == questions and questions


@pytest.mark.parametrize("chemin", enonces.documents(), ids=lambda chemin: chemin.name)
def test_les_dessins_et_transcriptions_sont_a_jour(chemin):
    texte = chemin.read_text(encoding="utf-8")
    assert enonces.refait(texte) == texte


@pytest.mark.parametrize("chemin", enonces.documents(), ids=lambda chemin: chemin.name)
def test_tout_exercice_cite_existe(chemin):
    connus = {exercice.id for exercice in enonces.REGISTRE.exercices}
    connus |= {tp.module for tp in TPS}
    cites = set(re.findall(r"\btp[1-8]\.[a-z_]+", chemin.read_text(encoding="utf-8")))
    assert cites <= {*connus, *(f"tp{n}.xxx" for n in range(1, 9))}


@pytest.mark.parametrize("chemin", enonces.documents(), ids=lambda chemin: chemin.name)
def test_les_liens_menent_quelque_part(chemin):
    for lien in re.findall(r"\]\((?!https?:)([^)#]+)\)", chemin.read_text(encoding="utf-8")):
        assert (chemin.parent / lien).exists()


def test_la_commande_signale_puis_repare_un_dessin_perime(tmp_path, monkeypatch, capsys):
    fichier = tmp_path / "tp.md"
    fichier.write_text("a\n<!-- grille: X -->\nvieux\n<!-- fin -->\nb\n", encoding="utf-8")
    monkeypatch.setattr(enonces, "RACINE", tmp_path)
    monkeypatch.setattr(enonces, "documents", lambda: [fichier])
    assert enonces.execute(Namespace(verifie=True)) == 1
    assert "vieux" in fichier.read_text(encoding="utf-8")
    assert enonces.execute(Namespace(verifie=False)) == 0
    assert "0 │ X │" in fichier.read_text(encoding="utf-8")
    assert enonces.execute(Namespace(verifie=True)) == 0
    assert "Pas à jour : tp.md" in capsys.readouterr().out


def test_le_tirage_4x4_couvre_toutes_les_flottes():
    grille = enonces.CHAINE.module("tp6_solveur_optimal").Grille(4, 4, [3, 2])
    assert enonces.tirage_4x4().startswith(f"{len(grille.make_all())} flottes")
