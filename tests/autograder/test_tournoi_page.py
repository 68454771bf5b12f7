"""La page du tournoi, sans navigateur : ce qu'elle dit, ce qui n'y entre pas."""

import functools
import html.parser
import itertools
import json
import re

import pytest

from autograder.tournoi.page import ACCENTS, LARGEUR_NIVEAU, NOM, Axe, page, propre
from tests.autograder.tournoi_factice import ABSENTS, HOSTILE, IRREGULIERS, tournoi

PETITS = {
    "aucun bot": {"nb_bots": 0},
    "un bot": {"nb_bots": 1},
    "deux bots": {"nb_bots": 2},
    "trois bots": {"nb_bots": 3},
    "petite grille": {"xmax": 4, "ymax": 3, "tailles": (2, 2)},
    "grande grille": {"nb_bots": 2, "nb_flottes": 7, "xmax": 26, "ymax": 20},
    "un irrégulier": {"nb_bots": 4, "bots": IRREGULIERS},
    "tout est perdu": {"nb_bots": 4, "fautes": 1},
}


@functools.cache
def petit(cas):
    return tournoi(**PETITS[cas])


class Lecture(html.parser.HTMLParser):
    """Les balises de la page, les cases de chaque ligne du tableau, et tout son texte."""

    def __init__(self, texte):
        super().__init__(convert_charrefs=True)
        self.balises, self.lignes, self.textes, self.donnees = [], [], [], ""
        self.feed(texte)

    def handle_starttag(self, nom, attributs):
        self.balises.append((nom, dict(attributs)))
        if nom == "tr":
            self.lignes.append([])
        elif nom in ("td", "th"):
            self.lignes[-1].append("")

    def handle_data(self, texte):
        if self.balises and self.balises[-1][1].get("id") == "donnees":
            self.donnees += texte
        elif self.balises and self.balises[-1][0] not in ("script", "style"):
            self.textes.append(texte)
            if self.lignes and self.lignes[-1]:
                self.lignes[-1][-1] += " ".join(texte.split()) + " "

    @property
    def texte(self):
        return " ".join(" ".join(self.textes).split())


@pytest.fixture(scope="module")
def joue():
    return tournoi()


@pytest.fixture(scope="module")
def lue(joue):
    return Lecture(page(joue))


def virgule(valeur):
    return f"{valeur:.1f}".replace(".", ",")


def test_le_classement_dit_ce_que_disent_les_donnees(joue, lue):
    lignes = lue.lignes[1:]
    assert len(lignes) == len(joue["bots"]) == 11
    for ligne, bot in zip(lignes, joue["bots"], strict=True):
        rang, nom, _, moyenne, porte, _, fautes = ligne
        assert rang.split()[0] == ("1er" if bot["rang"] == 1 else f"{bot['rang']}e")
        sur = bot["de"] == bot["a"]
        dit = "rang sûr" if sur else f"rang possible de {bot['de']} à {bot['a']}"
        assert dit in " ".join(rang.split())
        marge = f"de {virgule(bot['bas'])} à {virgule(bot['haut'])}"
        assert moyenne.split() == [virgule(bot["moyenne"]), *marge.split()]
        assert ("qualifié" in porte) == bot["qualifie"]
        assert (str(bot["perdues"]) if bot["perdues"] else "aucune") == fautes.split()[0]
        assert propre(bot["nom"] or bot["eleve"], NOM) in nom
    assert {bot["qualifie"] for bot in joue["bots"]} == {True, False}
    assert any(bot["perdues"] for bot in joue["bots"])


def test_un_irregulier_n_a_pas_de_rang():
    joue = tournoi(nb_bots=4, bots=IRREGULIERS, absents=())
    lue = Lecture(page(joue))
    assert [bot["rang"] for bot in joue["bots"]] == [1, 1, 3, None]
    rang, *_, fautes = lue.lignes[4]
    assert "sans rang rang possible de 1 à 4" in " ".join(rang.split())
    assert "Irrégulier : 6 parties perdues, son rang ne se mesure pas." in " ".join(fautes.split())
    for bot, ecrit in zip(joue["bots"], json.loads(lue.donnees)["bots"], strict=True):
        assert ecrit["bat"] + ecrit["battu"] + len(ecrit["egaux"]) == (2 if bot["rang"] else 0)


def test_ce_que_la_page_explique(joue, lue):
    for dit in (
        "Pourquoi si peu de rangs ?",
        "la partie compte alors 100 tirs, toutes les cases de la grille",
        "moins de 2 tournois sur 100",
        f"il bat sûrement l'Ordi de niveau 2 ({virgule(joue['porte']['moyenne'])} tirs",
        "Ce rang n'est pas une note.",
        "Irrégulier, sans rang.",
        "2 bots n'ont pas joué",
        ABSENTS[0][1],
    ):
        assert dit in lue.texte
    champion = next(bot for bot in joue["bots"] if bot["cle"] == joue["plus_grand_progres"])
    progres = re.search(r"Plus grand progrès depuis la dernière fois : (.*?) tirs de", lue.texte)
    assert champion["nom"] in progres[1]
    assert progres[1].endswith(virgule(-champion["progres"]["ecart"]))


def test_les_niveaux_en_pointilles_traversent_le_tableau(joue, lue):
    traits = [a["x1"] for nom, a in lue.balises if nom == "line" and a["class"] == "niveau"]
    axe = Axe(joue)
    places = {f"{axe.place(niveau['moyenne'])}%" for niveau in joue["niveaux"]}
    assert len(places) == 4
    for place in places:  # l'en-tête, puis chaque bot ; les autres traits sont dans la légende
        assert traits.count(place) == 1 + len(joue["bots"])


@pytest.mark.parametrize("cas", PETITS)
def test_l_axe_ne_superpose_aucun_nom(cas):
    joue = petit(cas)
    axe = Axe(joue)
    for un, autre in itertools.combinations(axe.niveaux, 2):
        milieux = [n[2] - LARGEUR_NIVEAU / 2 * (n[2] > axe.BORD) for n in (un, autre)]
        assert un[3] != autre[3] or abs(milieux[0] - milieux[1]) >= LARGEUR_NIVEAU
    places = [axe.place(tirs) for tirs in axe.graduations()]
    assert places == sorted(places) and len(places) > 1
    montres = [valeur for bot in joue["bots"] for valeur in (bot["bas"], bot["haut"])]
    montres += [niveau["moyenne"] for niveau in joue["niveaux"]]
    assert all(0 <= place <= 100 for place in [*places, *map(axe.place, montres)])


def test_rien_a_telecharger(lue):
    """Ni adresse, ni image, ni style d'ailleurs ; un seul script, celui de l'empreinte."""
    for nom, attributs in lue.balises:
        assert nom not in ("img", "link", "iframe", "object", "embed", "base", "form")
        assert not {"src", "style"} & attributs.keys()
        assert attributs.get("href", "#").startswith("#")
        assert not any(cle.startswith("on") for cle in attributs)
    regle = next(a["content"] for _, a in lue.balises if a.get("http-equiv"))
    assert regle.startswith("default-src 'none'") and "script-src 'sha256-" in regle
    assert [a.get("type") for nom, a in lue.balises if nom == "script"] == [
        "application/json",
        None,
    ]


def test_les_noms_hostiles_ne_sont_que_du_texte(joue, lue):
    assert HOSTILE[:20] in lue.texte
    assert json.loads(lue.donnees)["bots"][0]["nom"] == joue["bots"][0]["nom"]
    permis = {"\n", "\N{ZERO WIDTH JOINER}", "\N{NO-BREAK SPACE}"}
    invisibles = {c for c in page(joue) if not c.isprintable()} - permis
    assert invisibles == set()
    assert "X" * NOM not in page(joue), "dix mille lettres n'y entrent pas"
    assert max(map(len, re.findall("[\u0300-\u036f]+", page(joue)))) == ACCENTS


@pytest.mark.parametrize("cas", PETITS)
def test_petits_tournois(cas):
    """Un bot, deux bots, aucun, une autre grille : la page s'écrit, avec tout le monde."""
    joue = petit(cas)
    lue = Lecture(page(joue))
    assert len(lue.lignes) == (1 + len(joue["bots"]) if joue["bots"] else 0)
    assert ("Aucun bot n'a joué" in lue.texte) == (not joue["bots"])
    assert ABSENTS[0][0] in lue.texte
    donnees = json.loads(lue.donnees)
    for bot in donnees["bots"]:
        assert {str(bot["meilleure"]), str(bot["pire"])} <= bot["parties"].keys()
    if cas == "un bot":
        assert "rang sûr" in " ".join(lue.lignes[1][0].split())
    if cas == "petite grille":
        assert "compte alors 12 tirs" in lue.texte
    if cas == "tout est perdu":
        assert all(ligne[-1].split()[:2] == ["40", ":"] for ligne in lue.lignes[1:])
