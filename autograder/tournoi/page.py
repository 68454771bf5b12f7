"""La page d'un tournoi (`page`) : classement, course, duels, parties de chaque bot.

Elle tient dans un fichier, sans rien à télécharger, et se projette en classe. Le classement est
écrit ici ; les grilles sont dessinées par `lecteur.js`, les vues par `page.js`, d'après les tirs et
les flottes mis dans la page. Noms, pavillons et phrases viennent des copies : `propre` les borne,
les modèles les échappent.
"""

import functools
import math
import pathlib
import unicodedata

from autograder.classe.tableau import accord
from autograder.classe.tableau import nombre as sans_zero
from autograder.classe.tableurs import coupe
from autograder.modeles import empreinte, environnement, style, visible
from solutions import bn_couleurs
from solutions.etude.statistiques import nombre

ICI = pathlib.Path(__file__).parent
SCRIPT = "".join((ICI / nom).read_text(encoding="utf-8") for nom in ("lecteur.js", "page.js"))
# Ce qu'un texte venu d'une copie peut avoir de plus long, et d'accents de suite.
NOM, PAVILLON, PHRASE, ACCENTS = 32, 8, 240, 2
FAUTES = 12  # sur la fiche d'un bot, au plus
# Les signes du kit, sous le nom de leur classe CSS.
SIGNES = {
    "touche": bn_couleurs.SIGNES["touché"],
    "coule": bn_couleurs.SIGNES["coulé"],
    "manque": bn_couleurs.SIGNES["manqué"],
    "coins": bn_couleurs.COINS,
}
NB_GRADUATIONS = 9  # sur l'axe des moyennes, au plus
PAS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # d'une graduation à l'autre
LARGEUR_NIVEAU = 24  # place que prend « niveau 5 » au-dessus de l'axe, en centièmes


def page(tournoi):
    """Le texte HTML de la page d'un tournoi, d'après le dictionnaire de `tournoi.json`."""
    bots = [_bot(bot, tournoi) for bot in tournoi["bots"]]
    places = {bot["cle"]: k for k, bot in enumerate(tournoi["bots"])}
    champion = places.get(tournoi["plus_grand_progres"])
    return (
        _modeles()
        .get_template("tournoi.html.j2")
        .render(
            titre=propre(tournoi["titre"], PHRASE),
            classe=propre(tournoi["classe"], PHRASE),
            tournoi=tournoi,
            nb_cases=tournoi["xmax"] * tournoi["ymax"],
            tailles=_enumere(map(str, tournoi["tailles"])),
            bots=bots,
            en_tete=[bot["nom"] for bot in bots if bot["rang"] == 1],
            qualifies=sum(bot["qualifie"] for bot in bots),
            progres=any(bot["progres"] for bot in bots),
            champion=None if champion is None else bots[champion],
            absents=[
                {
                    "eleve": propre(absent["eleve"], NOM),
                    "phrase": propre(absent["phrase"], PHRASE),
                }
                for absent in tournoi["absents"]
            ],
            niveaux={niveau["niveau"]: niveau["nom"] for niveau in tournoi["niveaux"]},
            axe=Axe(tournoi),
            donnees=_donnees(tournoi, bots, places),
            script=True,
        )
    )


@functools.cache
def _modeles():
    """Les modèles : la charpente est celle des pages de la classe."""
    lecteur = environnement(ICI / "modeles", ICI.parent / "classe" / "modeles")
    lecteur.globals.update(STYLE=style(ICI / "page.css"), SCRIPT=SCRIPT)
    lecteur.globals.update(EMPREINTE=empreinte(SCRIPT), accord=accord)
    lecteur.filters.update(dixieme=functools.partial(nombre, decimales=1), sans_zero=sans_zero)
    lecteur.filters.update(coupe=coupe, ordinal=ordinal)
    lecteur.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return lecteur


def propre(texte, longueur, liant=""):
    """Un texte venu d'une copie, sur une ligne, sans rien d'invisible ni accents empilés.

    `liant` : un signe invisible permis (celui qui joint les morceaux d'un émoji).

    >>> propre("  La\\nFouine ", 20), propre("e" + 9 * "\\u0301", 20)
    ('La Fouine', 'é\\u0301\\u0301')
    """
    texte = unicodedata.normalize("NFC", " ".join(str(texte)[: 4 * longueur].split()))
    signes, accents = [], 0
    for signe in texte:
        accents = accents + 1 if unicodedata.category(signe) in ("Mn", "Me") else 0
        if accents <= ACCENTS:
            signes.append(signe if signe == liant else visible(signe))
    return coupe("".join(signes), longueur)


def ordinal(rang):
    """
    >>> ordinal(1), ordinal(2)
    ('1er', '2e')
    """
    return f"{rang}er" if rang == 1 else f"{rang}e"


def _enumere(mots):
    """
    >>> _enumere(["5", "4", "3"]), _enumere(["La Fouine"])
    ('5, 4 et 3', 'La Fouine')
    """
    *debut, fin = [*mots] or [""]
    return f"{', '.join(debut)} et {fin}" if debut else fin


def _bot(bot, tournoi):
    """Ce que la page dit d'un bot, ses textes bornés."""
    eleve = propre(bot["eleve"], NOM)
    avant = bot["progres"] and dict(bot["progres"], gagnes=-bot["progres"]["ecart"])
    autres = {True: [], False: []}
    for a, b, ecart, *_, sur in tournoi["paires"]:
        if bot["cle"] in (a, b):
            autres[sur].append((b if a == bot["cle"] else a, ecart if a == bot["cle"] else -ecart))
    return {
        **{cle: bot[cle] for cle in ("cle", "rang", "de", "a", "qualifie", "moyenne", "bas")},
        **{cle: bot[cle] for cle in ("haut", "effectifs", "perdues", "meilleure", "pire")},
        "eleve": eleve,
        "nom": propre(bot["nom"], NOM) or eleve,
        "pavillon": propre(bot["pavillon"], PAVILLON, liant="\N{ZERO WIDTH JOINER}"),
        "fautes": [
            dict(faute, phrase=propre(faute["phrase"], PHRASE)) for faute in bot["fautes"][:FAUTES]
        ],
        "remarque": propre(bot["remarque"], PHRASE),
        "progres": avant,
        "bat": sum(ecart < 0 for _, ecart in autres[True]),
        "battu": sum(ecart > 0 for _, ecart in autres[True]),
        "egaux": [cle for cle, _ in autres[False]],
    }


def _donnees(tournoi, bots, places):
    """Ce que lisent les scripts ; un bot y est désigné par sa place dans la liste."""
    cles = ("nom", "eleve", "pavillon", "rang", "de", "a", "moyenne", "bas", "haut", "effectifs")
    cles += ("perdues", "fautes", "remarque", "meilleure", "pire", "bat", "battu")
    return {
        **{cle: tournoi[cle] for cle in ("xmax", "ymax", "flottes", "nb_flottes")},
        "bots": [
            {
                **{cle: bot[cle] for cle in cles},
                "egaux": [places[cle] for cle in bot["egaux"]],
                "parties": {
                    numero: dict(partie, faute=propre(partie["faute"], PHRASE))
                    for numero, partie in tournoi["parties"][bot["cle"]].items()
                },
                "cartes": tournoi["cartes"].get(bot["cle"], {}),
            }
            for bot in bots
        ],
        "course": {
            "flotte": tournoi["course"]["flotte"],
            "bots": [places[cle] for cle in tournoi["course"]["bots"]],
        },
        "duels": [
            dict(duel, a=places[duel["a"]], b=places[duel["b"]]) for duel in tournoi["duels"]
        ],
        "cote": bn_couleurs.COTE,
        "signes": {classe: bn_couleurs.chemin_svg(signe) for classe, signe in SIGNES.items()},
    }


class Axe:
    """L'axe des moyennes, le même pour tous : où placer un nombre de tirs, en centièmes.

    Un grand vide (souvent entre de bons bots et le hasard) y est coupé, et la coupure se voit.
    """

    MARGE = 5  # de chaque côté, en centièmes : la moitié d'un nombre y tient
    COUPURE = 5  # ce qui reste d'un vide, en centièmes
    VIDE = 0.3  # part de l'axe à partir de laquelle un vide est coupé
    BORD = 85  # au-delà, en centièmes, un nom de niveau est écrit à gauche de son trait

    def __init__(self, tournoi):
        etendues = [(n["moyenne"], n["moyenne"]) for n in tournoi["niveaux"]]
        etendues += [(bot["bas"], bot["haut"]) for bot in tournoi["bots"]]
        etendues = sorted(etendues) or [(0, tournoi["xmax"] * tournoi["ymax"])]
        self.segments = self._segments(etendues)
        self.niveaux = self._etages(tournoi["niveaux"])
        self.hauteur = max((etage for *_, etage in self.niveaux), default=0) + 1

    def _segments(self, etendues):
        """[(début, fin)] de ce que l'axe montre : deux morceaux s'il est coupé."""
        debut, sommet = etendues[0]
        fin = max(haut for _, haut in etendues)
        vides = []
        for bas, haut in etendues:
            vides.append((bas - sommet, sommet, bas))
            sommet = max(sommet, haut)
        largeur, a, b = max(vides)
        debut, fin = math.floor(debut - 0.5), math.ceil(fin + 0.5)
        if largeur > self.VIDE * (fin - debut):
            return [(debut, math.ceil(a + 0.5)), (math.floor(b - 0.5), fin)]
        return [(debut, fin)]

    @property
    def coupure(self):
        """Où l'axe est coupé, ou None."""
        return (
            self.place(self.segments[0][1]) + self.COUPURE / 2 if len(self.segments) > 1 else None
        )

    def place(self, tirs):
        """La place d'une moyenne, en centièmes de la largeur."""
        utile = 100 - 2 * self.MARGE - self.COUPURE * (len(self.segments) - 1)
        total = sum(fin - debut for debut, fin in self.segments)
        place = self.MARGE
        for debut, fin in self.segments:
            if tirs <= fin or (debut, fin) == self.segments[-1]:
                return round(place + utile * (tirs - debut) / total, 2)
            place += utile * (fin - debut) / total + self.COUPURE

    def graduations(self):
        """Les nombres à écrire sous l'axe."""
        total = sum(fin - debut for debut, fin in self.segments)
        pas = next(pas for pas in PAS if total / pas < NB_GRADUATIONS)
        return [
            tirs
            for debut, fin in self.segments
            for tirs in range(-(-debut // pas) * pas, fin + 1, pas)
        ]

    def _etages(self, niveaux):
        """[(numéro, moyenne, place, étage)] : à un même étage, deux noms ne se touchent pas."""
        poses, bouts = [], []
        for niveau in sorted(niveaux, key=lambda niveau: niveau["moyenne"]):
            place = self.place(niveau["moyenne"])
            milieu = place - LARGEUR_NIVEAU / 2 if place > self.BORD else place
            libres = [k for k, bout in enumerate(bouts) if milieu - bout >= LARGEUR_NIVEAU]
            etage = libres[0] if libres else len(bouts)
            bouts[etage : etage + 1] = [milieu]
            poses.append((niveau["niveau"], niveau["moyenne"], place, etage))
        return poses
