"""Les pages : tout y est échappé, borné, structuré ; les tableurs : ce que chaque outil attend."""

import csv
import doctest
import html.parser
import io
import itertools
import json
import re
from pathlib import Path

import jinja2
import pytest

from autograder import modeles
from autograder.classe import pages, tableurs
from autograder.classe.bilan import Bilan, LigneDeNotes
from autograder.moteur.juge import STATUTS, ResultatCopie, ResultatExercice
from lessons.verificateur.registre import Exercice

MECHANT = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>\x1b[31m\u202e"
VIDES = {"meta", "br", "img", "link", "input", "hr"}


class Lecture(html.parser.HTMLParser):
    """Vérifie que les balises se ferment dans l'ordre ; note ce que la page contient."""

    def __init__(self, texte):
        super().__init__(convert_charrefs=True)
        self.ouvertes, self.balises, self.textes = [], [], []
        self.feed(texte)
        self.close()
        assert not self.ouvertes, self.ouvertes

    def handle_starttag(self, nom, attributs):
        self.balises.append((nom, dict(attributs)))
        if nom not in VIDES:
            self.ouvertes.append(nom)

    def handle_endtag(self, nom):
        assert self.ouvertes and self.ouvertes[-1] == nom, (nom, self.ouvertes)
        self.ouvertes.pop()

    def handle_data(self, texte):
        self.textes.append(texte)

    def noms(self):
        return [nom for nom, _ in self.balises]

    def titres(self):
        return [int(nom[1]) for nom in self.noms() if re.fullmatch("h[1-6]", nom)]


def exercice(rang, **champs):
    base = {"id": f"tp{1 + rang // 12}.ex{rang}", "tp": 1 + rang // 12, "titre": f"Exercice {rang}",
            "cible": f"ex{rang}", "bareme": 2, "points": 0.0, "statut": "faux",
            "phrase": "ex(1) renvoie 2 ; attendu : 3.",
            "aspects": [{"nom": "cas général", "part": 1, "juste": False, "phrase": "non"},
                        {"nom": "bords", "part": 1, "juste": True, "phrase": ""}]}  # fmt: skip
    return ResultatExercice(**{**base, **champs})


def resultat(**champs):
    return ResultatCopie(exercices=[exercice(rang, **champs) for rang in range(70)], graine=42)


def inscrits(resultat):
    """Les exercices d'un résultat, tels que le registre les donne."""
    return [
        Exercice(e.id, e.tp, "m", e.cible, e.titre, e.bareme, e.etoiles) for e in resultat.exercices
    ]


def bilan(combien=3, **champs):
    classe = Bilan(inscrits(resultat(**champs)))
    for rang in range(combien):
        classe.ajoute(LigneDeNotes(f"Élève {rang}", f"eleve_{rang}"), resultat(**champs))
    classe.ajoute(LigneDeNotes("Sans copie", "sans_copie", "non corrigée : la copie est vide"))
    return classe


def verifie_page(texte):
    """Ce que toute page doit respecter ; renvoie sa lecture."""
    lecture = Lecture(texte)
    assert "script" not in lecture.noms() and "img" not in lecture.noms()
    assert not re.search(r"(src|href)=[\"'](https?:|//)", texte), "rien à télécharger"
    assert all(not nom.startswith("on") for _, attributs in lecture.balises for nom in attributs)
    titres = lecture.titres()
    assert titres[0] == 1 and titres.count(1) == 1
    assert all(suivant - avant <= 1 for avant, suivant in itertools.pairwise(titres))
    assert ("html", {"lang": "fr"}) in lecture.balises
    assert "main" in lecture.noms()
    assert any(a.get("name") == "viewport" for _, a in lecture.balises)
    for regle in ("prefers-color-scheme:dark", "@media print", "max-width:40rem"):
        assert regle in texte
    return lecture


def test_page_d_une_copie():
    lecture = verifie_page(pages.page_copie(resultat(), "Zoé", ["Une remarque."], "../classe.html"))
    texte = " ".join(lecture.textes)
    assert "Zoé" in texte and "Une remarque." in texte and "graine 42" in texte
    assert "ex(1) renvoie 2\xa0; attendu\xa0: 3." in texte
    assert "cas général" in texte


def test_page_sans_nom_pour_pytest():
    verifie_page(pages.page_copie(resultat()))


def test_page_d_une_copie_non_corrigee():
    texte = pages.page_copie(ResultatCopie(statut="non corrigée : la copie est vide"), "Zoé")
    lecture = verifie_page(texte)
    assert "la copie est vide" in " ".join(lecture.textes)
    assert "/ 20" not in texte and "sur 20" not in texte


@pytest.mark.parametrize("statut", STATUTS)
def test_chaque_verdict_a_un_signe_et_un_sens(statut):
    texte = pages.page_copie(resultat(statut=statut), "Zoé")
    assert pages.SIGNES[statut] in texte or statut in ("à faire", "absent")
    assert pages.SENS[statut] and pages.famille(statut) in ("ok", "mi", "non", "vide")


def test_les_signes_sont_tous_differents():
    assert len(set(pages.SIGNES.values())) == len(STATUTS) == len(pages.SIGNES)


def test_rien_de_ce_qui_vient_d_une_copie_ne_devient_du_html():
    aspects = [{"nom": MECHANT, "part": 1, "juste": False, "phrase": MECHANT}] * 2
    mechant = resultat(phrase=MECHANT + "\n" + MECHANT, titre=MECHANT, aspects=aspects)
    for texte in (
        pages.page_copie(mechant, MECHANT, [MECHANT]),
        pages.page_copie(ResultatCopie(statut="non corrigée : " + MECHANT), MECHANT),
    ):
        verifie_page(texte)
        assert "\x1b" not in texte and "\u202e" not in texte
    classe = bilan(3, phrase=MECHANT, titre=MECHANT)
    for ligne in classe.lignes:
        ligne.nom, ligne.remarques = MECHANT, [MECHANT]
    classe.lignes[-1].statut = "non corrigée : " + MECHANT
    preuves = [("tp1.ex0", MECHANT, MECHANT)]
    groupes = [(classe.lignes[:2], [(classe.lignes[0], classe.lignes[1], 0.9, preuves)])]
    texte = "".join(pages.page_classe(classe, MECHANT, groupes, [MECHANT], MECHANT))
    verifie_page(texte)
    assert "\x1b" not in texte and "\u202e" not in texte


def test_seul_le_style_echappe_a_l_echappement():
    """Aucun modèle ne coupe la protection de Jinja2 pour un texte venu d'ailleurs."""
    fichiers = list((Path(pages.__file__).parent / "modeles").glob("*.j2"))
    lignes = [ligne for f in fichiers for ligne in f.read_text(encoding="utf-8").splitlines()]
    surs = [ligne for ligne in lignes if re.search(r"\bsafe\b|autoescape|Markup", ligne)]
    assert surs == ["<style>{{ STYLE|safe }}</style>"]
    assert pages.modeles().autoescape is True and "</style" not in pages.STYLE


def test_un_nom_mal_ecrit_dans_un_modele_est_une_erreur():
    with pytest.raises(jinja2.UndefinedError):
        pages.modeles().from_string("{{ resultat.nte }}").render(resultat=resultat())


def test_exemples_des_docstrings():
    for module in (pages, modeles):
        essais = doctest.testmod(module)
        assert essais.attempted and not essais.failed


def test_un_rapport_ne_deborde_jamais():
    enorme = resultat(phrase="<&\"'é" * 300, aspects=[
        {"nom": "<" * 500, "part": 1, "juste": False, "phrase": "x" * 1500}] * 40)  # fmt: skip
    page = pages.page_copie(enorme, "&" * 80, ["<" * 1000] * 50)
    grade = tableurs.gradescope_json(enorme, "&" * 80)
    verifie_page(page)
    assert len(page.encode()) + len(grade.encode()) <= 100_000
    assert len(json.loads(grade)["tests"]) == 70


def test_page_de_la_classe():
    texte = "".join(pages.page_classe(bilan(), groupes=[], infos=["Tirages : graine 42."]))
    lecture = verifie_page(texte)
    ancres = {attributs.get("id") for _, attributs in lecture.balises}
    liens = {a["href"] for nom, a in lecture.balises if nom == "a"}
    assert {lien[1:] for lien in liens if lien.startswith("#")} <= ancres
    assert "copies/eleve_0.html" in liens and "copies/sans_copie.html" in liens
    entetes = [a for nom, a in lecture.balises if nom == "th"]
    assert entetes and all("scope" in attributs for attributs in entetes)
    mots = " ".join(lecture.textes)
    for section in ("Où la classe bloque", "Erreurs les plus fréquentes", "Carte de la classe",
                    "Copies qui se ressemblent", "À regarder à la main"):  # fmt: skip
        assert section in mots
    cases = [a for nom, a in lecture.balises if nom == "td" and "aria-label" in a]
    assert len(cases) == 3 * 70


def test_page_d_une_classe_sans_aucune_note():
    texte = "".join(pages.page_classe(bilan(0)))
    assert "Carte de la classe" not in " ".join(verifie_page(texte).textes)


# ----------------------------------------------------------------- comptes de la classe


def test_blocages_et_erreurs_frequentes():
    catalogue = {"tp1.ex0.echange": "Échange : x donne la lettre."}
    classe = Bilan(inscrits(resultat())[:4], catalogue)
    for rang in range(4):
        copie = ResultatCopie(exercices=[
            exercice(0, erreur_classique="tp1.ex0.echange" if rang else ""),
            exercice(1, statut="juste", points=2),
            exercice(2, statut="boucle" if rang == 0 else "à faire"),
            exercice(3, statut="à faire"),
        ])  # fmt: skip
        classe.ajoute(LigneDeNotes(f"n{rang}", f"n{rang}"), copie)
    (faute,) = classe.frequentes()
    assert faute.phrase == "Échange : x donne la lettre." and faute.rangs == [1, 2, 3]
    blocages = [(exo.id, comptes["juste"]) for exo, comptes in classe.blocages()]
    assert blocages == [("tp1.ex0", 0), ("tp1.ex2", 0)]


# ----------------------------------------------------------------- tableurs


def test_csv_pour_libreoffice_en_francais():
    classe = bilan(1, statut="partiel", points=1.25)
    texte = tableurs.notes_csv(classe.lignes, classe.tps())
    assert texte.startswith("\ufeff") and texte.endswith("\r\n")
    lignes = list(csv.DictReader(io.StringIO(texte[1:]), delimiter=";"))
    assert lignes[0]["Nom"] == "Élève 0" and lignes[0]["Note sur 20"] == "12,5"
    assert lignes[1]["Note sur 20"] == "" and "la copie est vide" in lignes[1]["Statut"]
    detail = tableurs.exercices_csv(classe.lignes, classe.exercices).splitlines()
    assert detail[0].count(";") == 70 and detail[2].split(";")[1] == "1,25"


def test_csv_pour_moodle():
    classe = bilan(1, statut="partiel", points=1.25)
    classe.lignes[0].numero = "123456"
    lignes = list(csv.DictReader(io.StringIO(tableurs.moodle_csv(classe.lignes, [1]))))
    assert lignes[0]["Identifiant"] == "Participant 123456"
    assert lignes[0]["Note"] == "12.50" and lignes[0]["Note maximale"] == "20.00"
    assert lignes[1]["Note"] == ""


def test_colonne_pour_pronote():
    classe = bilan(2, statut="partiel", points=1.25)
    assert tableurs.pronote_texte(classe.lignes) == "12,5\r\n12,5\r\n\r\n"


@pytest.mark.parametrize("debut", ["=", "+", "-", "@", "\t=", "  =", "＝", "\r="])
def test_aucune_formule(debut):
    classe = bilan(1)
    classe.lignes[0].nom = debut + 'CMD|"/c calc"!A1'
    classe.lignes[0].remarques = [debut + "1+1", "a;b\n=2"]
    classe.lignes[-1].statut = debut + "1"
    for texte, separateur in (
        (tableurs.notes_csv(classe.lignes, [1]), ";"),
        (tableurs.exercices_csv(classe.lignes, classe.exercices), ";"),
        (tableurs.moodle_csv(classe.lignes, [1]), ","),
    ):
        for ligne in csv.reader(io.StringIO(texte.lstrip("\ufeff")), delimiter=separateur):
            for case in ligne:
                assert not case.lstrip(" \t\r\n").startswith(("=", "+", "-", "@", "＝")), case
