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
PLACE = pages.Place("../classe.html", 12.0, [1, 2])
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
    assert texte.count("<script") == ("script-src" in texte) and "img" not in lecture.noms()
    assert all(
        f"<script>{pages.SCRIPT}</script>" in texte for nom in lecture.noms() if nom == "script"
    )
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
    lecture = verifie_page(pages.page_copie(resultat(), "Zoé", ["Une remarque."], PLACE))
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
    assert pages.SIGNES[statut] in texte or statut in ("à faire", "absent", *pages.DITS_ENSEMBLE)
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


def test_seuls_notre_style_et_notre_script_echappent_a_l_echappement():
    """Aucun modèle ne coupe la protection de Jinja2 pour un texte venu d'ailleurs."""
    fichiers = list((Path(pages.__file__).parent / "modeles").glob("*.j2"))
    lignes = [ligne for f in fichiers for ligne in f.read_text(encoding="utf-8").splitlines()]
    surs = [ligne for ligne in lignes if re.search(r"\bsafe\b|autoescape|Markup", ligne)]
    assert surs == ["<style>{{ STYLE|safe }}</style>", "<script>{{ SCRIPT|safe }}</script>"]
    assert pages.modeles().autoescape is True
    assert "</style" not in pages.STYLE and "</script" not in pages.SCRIPT


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
    blocages = [(b.exercice.id, b.comptes.total(), len(b.faute.rangs)) for b in classe.blocages()]
    assert blocages == [("tp1.ex0", 4, 3), ("tp1.ex2", 1, 1)], "ceux qui ont essayé, eux seuls"
    assert [e.id for e in classe.jamais_commences()] == ["tp1.ex3"]


def test_un_fichier_illisible_se_compte_a_part():
    """Une faute de frappe ne fait pas de chaque exercice du fichier un blocage de la classe."""
    casse = "Erreur de syntaxe ligne 3 de m.py : if x. Il manque « : »."
    classe = Bilan(inscrits(resultat())[:3])
    for rang in range(4):
        statuts = ["syntaxe"] * 3 if rang < 2 else ["faux", "juste", "à faire"]
        copie = [
            exercice(n, statut=s, phrase=casse * (s == "syntaxe")) for n, s in enumerate(statuts)
        ]
        classe.ajoute(LigneDeNotes(f"n{rang}", f"n{rang}"), ResultatCopie(exercices=copie))
    classe.compte()
    assert [(b.exercice.id, dict(b.comptes)) for b in classe.blocages()] == [
        ("tp1.ex0", {"faux": 2})
    ]
    assert [f.exercice for f in classe.frequentes()] == ["tp1.ex0"]
    assert [e.id for e in classe.jamais_commences()] == ["tp1.ex2"]
    assert classe.commences() == {1: 4}, "rendre un fichier cassé, c'est avoir commencé"
    texte = "".join(pages.page_classe(classe))
    section = texte[texte.index('id="blocages"') : texte.index('id="jamais"')]
    assert section.count("Il manque") == 2 and "2 fichiers illisibles" in section
    assert "syntaxe&nbsp;:" not in section and "copies/n0.html" in section


def test_des_fichiers_qui_ne_servent_pas_tels_quels_se_disent_une_fois():
    """Pas une fois par exercice, ni quand le bandeau d'un fichier illisible le dit déjà."""
    cause = "ligne 1 de m.py : import os n'est pas permis."
    justes = [
        exercice(n, statut="juste", phrase=f"Juste isolément ; le fichier … : {cause}", souci=cause)
        for n in (0, 1, 12)
    ]
    texte = pages.page_copie(ResultatCopie(exercices=justes))
    assert texte.count("import os") == 1 and texte.count("Juste isolément (voir plus haut)") == 3
    casse = "Erreur de syntaxe ligne 3 de m.py : if x. Il manque « : »."
    copie = [
        exercice(0, statut="syntaxe", phrase=casse),
        exercice(12, statut="juste", souci="erreur de syntaxe ligne 3 de m.py : if x."),
    ]
    texte = pages.page_copie(ResultatCopie(exercices=copie))
    assert texte.count("de m.py") == 1 and "ne peuvent pas servir" not in texte


def test_un_tp_donne_resolu_n_est_pas_un_tp_delaisse():
    """Ni « pas commencé », ni une colonne, ni une carte de trente lignes vides."""
    classe = classe_de(*[{1: "fourni", 2: "juste"}] * 3)
    for ligne in classe.lignes:
        ligne.remarques = ["Code donné résolu, non compté : TP1."]
    classe.compte()
    assert classe.donnes() == [1] and classe.delaisses() == [] and classe.comptes() == [2]
    texte = "".join(pages.page_classe(classe))
    assert "Donné résolu&nbsp;:" in texte and "Carte du TP2" in texte
    assert "Carte du TP1" not in texte and ">TP1</th>" not in texte and "Pas encore" not in texte
    section = texte[texte.index('id="regarder"') : texte.index('id="blocages"')]
    assert "toute la classe (TP1)." in section and "href" not in section


def test_une_remarque_dit_a_qui_elle_s_adresse():
    texte = pages.page_copie(resultat(), remarques=["Pareil au corrigé."])
    assert re.search(r'class="[^"]*prof">Pour l.enseignant. Pareil au corrigé', texte)


def test_une_remarque_pour_presque_toute_la_classe():
    classe = classe_de(*[{1: "juste", 2: "juste"}] * 10)
    for ligne in classe.lignes[1:]:
        ligne.remarques = ["Vu : TP1."]
    texte = "".join(pages.page_classe(classe))
    section = texte[texte.index('id="regarder"') : texte.index('id="blocages"')]
    assert re.findall(r">(n\d)<", section) == ["n0"] and "toute la classe (TP1), sauf" in section
    classe.lignes[1].remarques = ["Vu : TP2."]
    texte = "".join(pages.page_classe(classe))
    assert "toute la classe" not in texte, "un autre détail : chacun le sien"
    seule = classe_de({1: "juste", 2: "juste"})
    seule.lignes[0].remarques = ["Vu : TP1."]
    assert "toute la classe" not in "".join(pages.page_classe(seule)), "une copie n'en est pas une"


def test_ou_la_classe_bloque_est_dit_des_l_en_tete():
    """La classe, pas un seul élève ; les exercices justes sont ceux des TP qui comptent."""
    classe = classe_de(*[{1: "faux", 2: "à faire"}] * 3, {1: "juste", 2: "juste"})
    classe.compte()
    texte = "".join(pages.page_classe(classe))
    tete = texte[: texte.index("<nav")]
    assert "La classe bloque surtout sur" in tete and tete.count("(3 sur 4)") == 2
    assert classe.lignes[3].justes == 2, "ceux du TP2, qui ne compte pas, n'y sont pas"
    classe = classe_de({1: "faux", 2: "juste"}, *[{1: "juste", 2: "juste"}] * 3)
    assert "bloque surtout" not in "".join(pages.page_classe(classe))


def classe_de(*copies):
    """Un bilan de deux TP ; chaque copie dit {tp: statut de ses exercices}."""
    exercices = [exercice(rang) for rang in (0, 1, 12, 13)]
    classe = Bilan(inscrits(ResultatCopie(exercices=exercices)))
    for rang, statuts in enumerate(copies):
        rendue = [
            exercice(n, statut=statuts[1 + n // 12], points=2.0 * (statuts[1 + n // 12] == "juste"))
            for n in (0, 1, 12, 13)
        ]
        classe.ajoute(LigneDeNotes(f"n{rang}", f"n{rang}"), ResultatCopie(exercices=rendue))
    return classe


def test_un_tp_compte_quand_un_tiers_de_la_classe_l_a_commence():
    seul = {1: "juste", 2: "à faire"}
    classe = classe_de(*[seul] * 3, {1: "juste", 2: "faux"})
    classe.compte()
    assert classe.comptes() == [1] and classe.delaisses() == [2]
    assert [ligne.note for ligne in classe.lignes] == [20, 20, 20, 20]
    assert classe.commences() == {1: 4, 2: 1}
    texte = "".join(pages.page_classe(classe))
    assert "TP2 (1 sur 4)" in texte
    classe.compte([1, 2])
    assert classe.comptes() == [1, 2] and classe.lignes[0].note == 10
    classe = classe_de(seul, {1: "juste", 2: "faux"}, {1: "à faire", 2: "à faire"})
    classe.compte()
    assert classe.comptes() == [1, 2], "deviné pour la classe, jamais pour un élève"
    assert classe.lignes[2].note == 0


def test_histogramme_et_changements():
    classe = classe_de({1: "juste", 2: "juste"}, {1: "juste", 2: "faux"}, {1: "faux", 2: "faux"})
    assert [(de, len(lignes)) for de, _, lignes in classe.histogramme() if lignes] == [
        (0, 1), (10, 1), (18, 1),
    ]  # fmt: skip
    assert classe.changements() == [], "rien à comparer la première fois"
    for ligne in classe.lignes:
        ligne.suivie = True
    classe.lignes[0].avant, classe.lignes[1].avant = 12.0, classe.lignes[1].note
    assert classe.changements() == [classe.lignes[0], classe.lignes[2]]
    texte = "".join(pages.page_classe(classe))
    assert "12&nbsp;→&nbsp;20" in texte and "sans note&nbsp;→&nbsp;0" in texte


def test_le_code_a_cote_du_verdict_sa_ligne_marquee():
    faux = exercice(0, statut="exception", ligne=7)
    extraits = {"tp1.ex0": [(6, "def ex0(n):"), (7, "    return n[<0]")]}
    texte = pages.page_copie(ResultatCopie(exercices=[faux]), extraits=extraits)
    lecture = verifie_page(texte)
    assert [
        a["class"] for nom, a in lecture.balises if nom == "span" and a.get("class") == "fautive"
    ]
    assert "return n[&lt;0]" in texte and "▶" in texte
    juste = exercice(0, statut="juste", phrase="Juste.")
    assert "def ex0" not in pages.page_copie(ResultatCopie(exercices=[juste]), extraits=extraits)


def test_un_fichier_casse_ou_une_fonction_en_cause_ne_se_disent_qu_une_fois():
    casse = "Erreur de syntaxe ligne 3 de tp1_grille.py : if x. Il manque « : »."
    gene = "Juste isolément ; échoue avec ton test_case : g.adjacent((0, 0)) renvoie []."
    exercices = [exercice(n, statut="syntaxe", phrase=casse) for n in range(3)]
    exercices += [
        exercice(n, statut="juste", phrase=gene, coupables=["tp1.test_case"], aspects=[])
        for n in (12, 13, 14)
    ]
    texte = pages.page_copie(ResultatCopie(exercices=exercices))
    assert texte.count("Il manque") == 1 and texte.count("tp1.test_case") == 1
    assert (
        "Ces exercices en dépendent" in texte
        and "c'est cette fonction qu'il faut" in texte.replace("&#39;", "'")
    )


def test_la_place_dans_la_classe_et_le_commentaire():
    avant, apres = LigneDeNotes("Ana", "ana"), LigneDeNotes("Zoé <b>", "zoe")
    place = pages.Place("../classe.html", 18.8, [1], avant, apres, "Très bien,\ncontinue <b>!")
    texte = pages.page_copie(resultat(statut="partiel", points=1.0), "Lou", place=place)
    lecture = verifie_page(texte)
    liens = [a["href"] for nom, a in lecture.balises if nom == "a"]
    assert liens == ["ana.html", "../classe.html", "zoe.html"]
    assert "<b>18,8</b>" in texte and "(ne compte pas)" in texte
    assert "continue &lt;b&gt;" in texte


def test_une_remarque_partagee_ne_se_dit_qu_une_fois():
    classe = bilan(3)
    for ligne, combien in zip(classe.lignes, (8, 9, 9), strict=False):
        ligne.remarques = [f"Pareil au corrigé : {combien} fonctions sur 11.", "Vue à la main."]
    classe.lignes[-1].remarques = ["devoir.zip est ignoré : la copie est vide.", "Même nom."]
    texte = "".join(pages.page_classe(classe))
    section = texte[texte.index('id="regarder"') : texte.index('id="blocages"')]
    assert section.count("Pareil au corrigé") == section.count("Vue à la main") == 1
    assert section.count("9 fonctions sur 11") == 2 and section.count("<li>") == 4
    assert "est ignoré" not in section and "Même nom" in section, "la raison n'est pas redite"
    assert section.index("Copie non corrigée") < section.index("Pareil au corrigé")


def test_ce_qui_est_fourni_se_dit_d_un_mot_et_sans_le_code():
    code = {f"tp1.ex{n}": [(n, f"secret {n}")] for n in range(4)}
    fournis = [exercice(n, statut="fourni", phrase="Fourni : donné.") for n in range(3)]
    texte = pages.page_copie(ResultatCopie(exercices=fournis), extraits=code)
    assert "secret" not in texte and "0 exercice" not in texte and "Fourni : donné" not in texte
    assert "rien à noter" in texte and "<b>–</b> pas de note" in texte
    texte = pages.page_copie(ResultatCopie(exercices=[*fournis, exercice(3)]), extraits=code)
    assert texte.count("Donné résolu, ne compte pas") == 1
    assert re.findall("secret .", texte) == ["secret 3"]


def test_la_carte_d_un_tp_qui_ne_compte_pas_ne_montre_que_ceux_qui_l_ont_tente():
    rien, fait = {1: "juste", 2: "à faire"}, {1: "juste", 2: "faux"}
    classe = classe_de(rien, rien, rien, fait)
    classe.compte()
    texte = "".join(pages.page_classe(classe))
    cartes = re.findall(r'<table class="carte">.*?</table>', texte, re.DOTALL)
    assert [carte.count('<th scope="row">') - 1 for carte in cartes] == [4, 1]
    assert classe.lignes[0].bilan() == "2 exercices justes (TP1 : 20/20)."


def test_les_colonnes_sont_celles_des_tp_commences():
    classe = classe_de({1: "juste", 2: "à faire"}, {1: "faux", 2: "à faire"})
    classe.compte()
    texte = "".join(pages.page_classe(classe))
    entete = re.search(r'<table class="triable".*?</thead>', texte, re.DOTALL)[0]
    assert ">TP1<" in entete and ">TP2<" not in entete


# ----------------------------------------------------------------- tableurs


def test_csv_pour_libreoffice_en_francais():
    classe = bilan(1, statut="partiel", points=1.25)
    texte = tableurs.notes_csv(classe.lignes, classe.tps())
    assert texte.startswith("\ufeff") and texte.endswith("\r\n")
    lignes = list(csv.DictReader(io.StringIO(texte[1:]), delimiter=";"))
    assert lignes[0]["Nom"] == "Élève 0" and lignes[0]["Note sur 20"] == "12,5"
    assert lignes[1]["Note sur 20"] == "" and "la copie est vide" in lignes[1]["Statut"]
    detail = tableurs.exercices_csv(classe.lignes, classe.exercices).splitlines()
    assert detail[0].count(";") == 70 and detail[2].split(";")[1] == '"1,25"'


def test_chaque_case_est_entre_guillemets():
    """Même un nom fait pour cela n'ouvre pas une autre case, ni une formule."""
    piege = ['Zoé";=1+1', "\u2003=1+1", "−2", "a\rb\n=1"]
    texte = tableurs.exercices_csv([LigneDeNotes(nom, "x", points=[]) for nom in piege], [])
    assert texte.startswith('\ufeff"Nom"\r\n')
    lus = [ligne[0] for ligne in csv.reader(io.StringIO(texte[1:], newline=""), delimiter=";")][2:]
    assert lus == [piege[0], "'\u2003=1+1", "'−2", "a b =1"]
    assert all(ligne[0] == ligne[-1] == '"' for ligne in texte[1:].split("\r\n")[:-1])


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
    ):
        for ligne in csv.reader(io.StringIO(texte.lstrip("\ufeff")), delimiter=separateur):
            for case in ligne:
                assert not case.lstrip(" \t\r\n").startswith(("=", "+", "-", "@", "＝")), case
