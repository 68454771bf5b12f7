"""La greffe ne donne jamais de points : les trous connus, un par un, et ce qu'elle répare."""

import ast
import json

import pytest

from autograder.moteur import greffe
from lessons.verificateur.registre import Exercice
from tests import jouet


def sans(module, cible):
    """La copie du corrigé où la définition `cible` a disparu."""
    textes = jouet.copie()
    arbre = ast.parse(textes[module])
    classe, _, nom = cible.rpartition(".")
    for noeud in [arbre, *ast.walk(arbre)]:
        if (isinstance(noeud, ast.Module) and not classe) or (
            isinstance(noeud, ast.ClassDef) and noeud.name == classe
        ):
            noeud.body = [n for n in noeud.body if getattr(n, "name", "") != nom] or [ast.Pass()]
    textes[module] = ast.unparse(arbre)
    return textes


@pytest.mark.parametrize("exercice", list(jouet.REGISTRE), ids=lambda e: e.id)
def test_une_fonction_retiree_vaut_zero(exercice):
    """Trous 1 et 2 : absente, elle n'a rien, même si un TP précédent en a une du même nom."""
    resultats = jouet.corrige(sans(exercice.module, exercice.cible))
    assert resultats[exercice.id].points == 0
    assert resultats[exercice.id].statut == "absent"
    for autre in resultats.values():
        if autre.id != exercice.id:
            assert autre.points == autre.bareme, autre


def test_copie_vide():
    resultats = jouet.corrige({"tp1_sac": "", "tp2_sac": "", "tp3_sac": ""})
    assert {e.statut for e in resultats.values()} == {"absent"}
    assert sum(e.points for e in resultats.values()) == 0


def test_copie_sans_fichier():
    resultats = jouet.corrige({})
    assert {e.statut for e in resultats.values()} == {"absent"}


def test_un_seul_fichier_rendu():
    """Le deuxième TP seul : la greffe fournit le premier, et rien du deuxième."""
    textes = jouet.copie(tp1_sac=None, tp3_sac=None)
    resultats = jouet.corrige(textes)
    for e in resultats.values():
        assert e.points == (e.bareme if e.tp == 2 else 0), e


def test_suite_qui_n_appelle_pas_la_fonction():
    """Trou 1 : une suite qui n'appelle jamais la fonction jugée ne donne rien."""

    def suite(essai):
        with essai.aspect("cas général"):
            essai.egal(essai.copie.quadruple(2), 8)

    juge = jouet.juge()
    juge.suites = {**jouet.SUITES, "tp1.carre": suite}
    with juge.session(jouet.copie(), 1) as session:
        resultat = session.juge("tp1.carre")
    assert resultat.points == 0
    assert "n'a pas été appelée" in resultat.phrase


def test_heritage_ne_comble_pas_un_trou():
    """Trou 2 : sans son `vide`, le deuxième TP ne se rabat pas sur celui du premier."""
    plan = jouet.juge().corrige.plan(jouet.REGISTRE["tp2.moyenne"], frozenset({"tp1.vide"}))
    assert plan["modules"]["tp2_sac"]["bouchons"]["Sac.vide"] == "tp2.vide"
    arbre = greffe.hybride(
        ast.parse("class Sac:\n    def moyenne(self):\n        return 1\n"),
        ast.parse(plan["modules"]["tp2_sac"]["texte"]),
        plan["modules"]["tp2_sac"]["bouchons"],
        True,
        "Sac.moyenne",
    )
    texte = ast.unparse(arbre)
    assert "NotImplementedError('tp2.vide')" in texte
    assert "raise NotImplementedError('tp2.moyenne')" not in texte


def test_une_classe_interieure_est_filtree():
    """Une greffe ne garde rien de ce que le filtre refuse, à aucun étage."""
    source = "class Sac:\n    class Coin:\n        f = open\n    def vide(self):\n        pass\n"
    assert ast.unparse(greffe.partie_gardee(ast.parse(source), ())) == (
        "class Sac:\n\n    def vide(self):\n        pass"
    )


def test_seuls_les_prerequis_voyagent():
    """Trou 3 : ni la fonction jugée, ni un homonyme, ni rien que le registre ne nomme."""
    juge = jouet.juge()
    for exercice in jouet.REGISTRE:
        plan = juge.corrige.plan(exercice, jouet.REGISTRE.tous_les_prerequis(exercice.id))
        for nom, contenu in plan["modules"].items():
            envoyees = set(_definies(contenu["texte"]))
            for cible, ident in juge.corrige.cibles[nom].items():
                permis = ident in jouet.REGISTRE.tous_les_prerequis(exercice.id)
                assert (cible in envoyees) == permis, (exercice.id, ident)


def _definies(texte):
    arbre = ast.parse(texte)
    for noeud in arbre.body:
        if isinstance(noeud, ast.ClassDef):
            yield from (f"{noeud.name}.{n.name}" for n in noeud.body if hasattr(n, "name"))
        elif hasattr(noeud, "name"):
            yield noeud.name


def test_instruction_libre_qui_arrete_tout():
    """Trou 4 : `raise SystemExit` au niveau du module n'ôte pas leurs points aux fonctions."""
    textes = jouet.copie(tp1_sac=[("class Sac:", "raise SystemExit\n\n\nclass Sac:")])
    resultats = jouet.corrige(textes)
    assert all(e.points == e.bareme for e in resultats.values())
    assert "SystemExit" in resultats["tp1.carre"].phrase


@pytest.mark.parametrize(
    "ligne",
    [
        "print(Sac([1]).total() / 0)",
        "x = 1 / 0",
        "assert carre(2) == 5",
        "resultat = carre(-1)",
        "while True: pass",
        "import os",
        "open('donnees.txt')",
        "for i in range(3): Sac([i]).inconnue()",
    ],
)
def test_instruction_libre_maladroite(ligne):
    """Un essai laissé en bas du fichier, et qui rate, ne coûte rien aux fonctions justes."""
    textes = jouet.copie(tp1_sac=[("if __name__", ligne + "\n\nif __name__")])
    resultats = jouet.corrige(textes, delai=0.3)
    assert all(e.points == e.bareme for e in resultats.values()), ligne


@pytest.mark.parametrize(
    "annexe",
    ["class Bonus(Sacc):\n    pass", "@inconnu\nclass Bonus:\n    pass"],
    ids=["mère inconnue", "décorateur inconnu"],
)
def test_une_classe_annexe_ratee_ne_coute_rien_aux_autres_fonctions(annexe):
    """Le fichier ne se charge plus, mais aucune fonction demandée n'en a besoin."""
    textes = jouet.copie()
    textes["tp1_sac"] += f"\n\n{annexe}\n"
    for resultat in jouet.corrige(textes).values():
        assert resultat.points == resultat.bareme, resultat


def test_attribut_prive_du_constructeur():
    """Trou 5 : quand la greffe ignore un attribut de l'élève, la chaîne propre décide."""
    textes = jouet.copie(
        tp1_sac=[
            ("self.journal = []", "self.journal = []\n        self.memoire = {}"),
            ("return sum(self.contenu)", "return self.memoire.setdefault(0, sum(self.contenu))"),
        ]
    )
    resultats = jouet.corrige(textes)
    assert resultats["tp1.total"].juste
    assert resultats["tp1.total"].chaine == "propre"


def test_coupable_nomme():
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", "return 7")])
    resultats = jouet.corrige(textes)
    assert resultats["tp1.total"].points == 0
    assert resultats["tp2.moyenne"].juste
    assert resultats["tp2.moyenne"].coupables == ["tp1.total"]
    assert "Juste isolément" in resultats["tp2.moyenne"].phrase
    assert "ton total" in resultats["tp2.moyenne"].phrase


def test_deux_suspects_un_coupable():
    """Deux fonctions fausses, une seule responsable : c'est elle qui est nommée."""
    textes = jouet.copie(
        tp1_sac=[("return n * n", "return n"), ("return False", "return True")],
    )
    resultats = jouet.corrige(textes)
    assert resultats["tp2.somme_carres"].coupables == ["tp1.carre"]


def test_coupable_a_faire():
    textes = jouet.copie(
        tp1_sac=[("return sum(self.contenu)", 'raise NotImplementedError("tp1.total")')]
    )
    resultats = jouet.corrige(textes)
    assert resultats["tp1.total"].statut == "à faire"
    assert resultats["tp2.moyenne"].juste
    assert resultats["tp2.moyenne"].coupables == ["tp1.total"]


def test_constructeur_donne_abime():
    """Une partie donnée que l'élève a cassée ne coûte rien aux fonctions qu'il a écrites."""
    textes = jouet.copie(tp1_sac=[("self.depart = tuple(contenu)", "self.depart = contenu.x")])
    resultats = jouet.corrige(textes)
    assert all(e.points == e.bareme for e in resultats.values())
    assert "le reste de ton fichier" in resultats["tp1.total"].phrase


def test_un_coupable_que_sa_suite_laisse_passer_est_un_trou(caplog):
    """Tous ses prérequis sont jugés justes, et l'un ne l'est pas : notre suite est trop faible."""

    def trop_faible(essai):
        with essai.aspect("cas général"):
            essai.egal(essai.copie.Sac([5]).total(), 5)

    juge = jouet.juge()
    juge.suites = {**jouet.SUITES, "tp1.total": trop_faible}
    textes = jouet.copie(tp1_sac=[("return sum(self.contenu)", "return max(self.contenu)")])
    resultat = juge.corrige_textes(textes, graine=3)
    exercices = {e.id: e for e in resultat.exercices}
    assert exercices["tp1.total"].juste and not exercices["tp1.total"].trou
    moyenne = exercices["tp2.moyenne"]
    assert (moyenne.trou, moyenne.coupables) == (True, ["tp1.total"])
    assert moyenne.juste and "que nos essais n'ont pas pris en faute" in moyenne.phrase
    assert "tp2.moyenne échoue avec tp1.total" in caplog.text and "graine 3" in caplog.text
    dictionnaire = resultat.en_dictionnaire()["exercices"]
    assert {e["id"] for e in dictionnaire if e["trou"]} >= {"tp2.moyenne"}


def test_le_reste_du_fichier_n_est_pas_un_trou(caplog):
    textes = jouet.copie(tp1_sac=[("self.depart = tuple(contenu)", "self.depart = contenu.x")])
    assert not any(e.trou for e in jouet.corrige(textes).values())
    assert "trou" not in caplog.text


TOTAUX = {
    "methode_annexe": """
    def total(self):
        return self._aide()

    def _aide(self):
        return sum(self.contenu)
""",
    "fonction_annexe": """
    def total(self):
        return somme(self.contenu)
""",
    "option": """
    def total(self, depart=0):
        for n in self.contenu:
            depart += n
        return depart
""",
    "lambda": """
    total = lambda self: sum(self.contenu)
""",
    "double": """
    def total(self):
        return 0

    def total(self):
        return sum(self.contenu)
""",
    "decorateur": """
    @bavarde
    def total(self):
        return sum(self.contenu)
""",
    "propriete": """
    @property
    def rien(self):
        return 1 / 0

    def total(self):
        return sum(self.contenu)
""",
    "decorateur_qui_rate": """
    @inconnu
    def inutile(self):
        return 0

    def total(self):
        return sum(self.contenu)
""",
}
OUTILS = """
def somme(liste):
    return sum(liste)


def bavarde(f):
    def g(*args):
        print("appel")
        return f(*args)
    return g


class Sac:
"""


@pytest.mark.parametrize("total", TOTAUX.values(), ids=TOTAUX)
def test_annexes_de_l_eleve_dans_la_greffe(total):
    """La greffe garde les annexes : ici la chaîne propre est cassée exprès par un `ajoute` faux."""
    debut, fin = "    def total(self):", "        return sum(self.contenu)\n"
    texte = jouet.copie()["tp1_sac"]
    ancien = texte[texte.index(debut) : texte.index(fin) + len(fin)]
    textes = jouet.copie(
        tp1_sac=[
            (ancien, total),
            ("class Sac:\n", OUTILS),
            ("self.contenu.append(n)", "self.contenu.append(n + 1)"),
        ]
    )
    resultats = jouet.corrige(textes, ids=["tp1.ajoute", "tp1.total"])
    assert resultats["tp1.ajoute"].points == 0
    assert resultats["tp1.total"].juste, resultats["tp1.total"]
    assert resultats["tp1.total"].chaine == "greffe"
    if "inconnu" not in total:  # là, c'est le fichier entier qui ne se charge pas
        assert resultats["tp1.total"].coupables == ["tp1.ajoute"]


def test_super_dans_la_greffe():
    """`super()` fonctionne dans une méthode greffée, de l'élève ou du corrigé."""
    textes = jouet.copie(tp1_sac=[("self.contenu = []", "self.contenu = [0]")])
    resultats = jouet.corrige(textes)
    assert resultats["tp2.vide"].juste
    assert resultats["tp2.vide"].chaine == "greffe"
    assert resultats["tp2.vide"].coupables == ["tp1.vide"]


def test_classe_renommee_ou_redefinie():
    textes = jouet.copie(tp2_sac=[("class Sac(SacTP1)", "class Sac2(SacTP1)")])
    resultats = jouet.corrige(textes)
    assert {e.statut for e in resultats.values() if e.tp == 2} == {"absent"}


def test_plan_ne_contient_pas_la_cible_meme_en_prerequis():
    juge = jouet.juge()
    exercice = Exercice("tp1.total", 1, "tp1_sac", "Sac.total", prerequis=("tp1.total",))
    plan = juge.corrige.plan(exercice, frozenset({"tp1.total"}))
    assert "Sac.total" not in set(_definies(plan["modules"]["tp1_sac"]["texte"]))


ESPION = """import gc
import sys

MARQUE = "self.conte" "nu.append"


def resume(contenu):
    a_voir = [gc.get_objects()]
    for cadre in sys._current_frames().values():
        while cadre is not None:
            a_voir.append(list(cadre.f_locals.values()))
            cadre = cadre.f_back
    vus, trouves = set(), []
    while a_voir:
        for objet in a_voir.pop():
            if id(objet) in vus:
                continue
            vus.add(id(objet))
            if type(objet) in (str, bytes, bytearray):
                texte = objet if type(objet) is str else bytes(objet).decode("latin-1")
                if MARQUE in texte and texte != MARQUE:
                    trouves.append(texte)
            elif type(objet) in (list, tuple, set):
                a_voir.append(list(objet))
            elif type(objet) is dict:
                a_voir.append([*objet.keys(), *objet.values()])
            elif isinstance(objet, BaseException):
                trace = objet.__traceback__
                while trace is not None:
                    a_voir.append(list(trace.tb_frame.f_locals.values()))
                    trace = trace.tb_next
    docs = [f.__doc__ for f in (Sac, Sac.total, Sac.ajoute, carre) if f.__doc__]
    return trouves + docs
"""


@pytest.mark.parametrize("portable", [False, True], ids=["avec fork", "sans fork"])
def test_le_texte_du_corrige_n_est_pas_dans_l_ouvrier(portable):
    """Même sans filtre, une greffe n'a sous la main que du code compilé : pas une ligne à citer."""
    textes = jouet.copie(
        tp1_sac="def carre(n):\n    return -1\n",
        tp2_sac=None,
        tp3_sac="from tp1_sac import carre\nfrom tp2_sac import Sac\n" + ESPION,
    )
    vu = []

    def suite(essai):
        with essai.aspect("cas général"):
            vu.append(essai.valeur(essai.copie.resume([1])))

    juge = jouet.juge(portable=portable, sans=("filtre", "imports", "audit"))
    with juge.session(textes, 1) as session:
        assert session.juge("tp3.resume", suite).chaine == "greffe"
    assert vu == [[]]


BAVARDS = {
    "erreur": "Sac([1]).ajoute(None, None)",
    "message": "return [str(e) for e in essaie(lambda: Sac([[]]).total())]",
    "doc": "return [Sac.total.__doc__, Sac.__doc__, Sac.vide.__doc__]",
    "repr": "return [repr(Sac.total), str(Sac), format(Sac.ajoute)]",
    "boucle": "while Sac([1]).total():\n        pass",
}
ESSAIE = """def essaie(f):
    try:
        f()
    except Exception as erreur:
        yield erreur


"""


@pytest.mark.parametrize("nom", BAVARDS)
def test_aucune_ligne_du_corrige_dans_le_rapport(nom):
    """Ce qu'une copie ordinaire peut faire dire à une erreur, à une docstring, à une boucle."""
    textes = jouet.copie(
        tp1_sac="from outils import PAS\n", tp2_sac=None,
        tp3_sac=f"from tp2_sac import Sac\n\n\n{ESSAIE}def resume(contenu):\n    {BAVARDS[nom]}\n",
    )  # fmt: skip
    resultat = jouet.juge(delai=0.4).corrige_textes(textes, graine=1)
    rapport = json.dumps(resultat.en_dictionnaire(), ensure_ascii=False)
    lignes = {
        ligne.strip() for m in ("tp1_sac", "tp2_sac", "tp3_sac")
        for ligne in jouet.copie()[m].split("\n")
    }  # fmt: skip
    siennes = {ligne.strip() for texte in textes.values() for ligne in texte.split("\n")}
    parlantes = {ligne for ligne in lignes - siennes if len(ligne) > 12}
    assert len(parlantes) > 20
    assert [ligne for ligne in parlantes if ligne in rapport] == []
