"""Un bot joue toutes ses parties, dans le bac à sable ; l'arbitre est ici, avec les flottes.

Les parties vont par lots. Chaque lot a un processus neuf, où les modules de l'élève sont chargés de
nouveau : rien ne passe d'un lot à l'autre. Quand un processus s'arrête, la partie en cause est
perdue, les parties finies restent, et les autres reprennent du début, dans un processus neuf. Leur
hasard ne dépend que d'elles : elles doivent refaire les mêmes tirs. Sinon, un bot qui joue selon
l'heure s'arrêterait exprès, pour rejouer les parties mal commencées.
"""

from dataclasses import asdict, dataclass, field

from autograder.bac_a_sable.copie import Arret, Copie, CopieIllisible, propre
from autograder.moteur.essai import erreur_valable, phrase_erreur
from autograder.moteur.explication import explication_syntaxe
from autograder.tournoi import flottes
from lessons.verificateur.arbitre import (
    ARRETS_MAX,
    CLASSE,
    FOIS,
    MODULE,
    PHRASES,
    Arbitre,
    enseigne,
    phrase_appel,
    phrase_faute,
)
from lessons.verificateur.arene import CHIFFRES, SANS_CHALEUR
from solutions.etude.statistiques import nombre

TP6 = "tp6_solveur_optimal"
REMPLACEES = ("Grille.elimine_petites", "Grille.compte_placements", "Grille.case_max_touchee")
LOT = 100  # parties menées ensemble…
CALCUL_DU_LOT = 100.0  # … ou moins, sur une très grande grille : le système arrête à 120 secondes
SONDE = 20  # parties rejouées autrement, pour voir si elles sont les mêmes
FILMEES = 7  # les premières parties, dont on garde les cartes de chaleur : la course, les duels
DELAI_TIR = 2.0  # secondes de calcul pour un seul tir
PRIX_NORMAL = 0.025  # secondes de calcul d'une partie de niveau 5 sur une machine ordinaire
CALCUL_MAX = 3600  # secondes : dernier recours, si le correcteur lui-même disparaît
NOM_MAX, PAVILLON_MAX, PHRASE_MAX = 30, 4, 240
LIEN = "\N{ZERO WIDTH JOINER}"  # dans 🏴‍☠️, entre le drapeau et la tête de mort


@dataclass(frozen=True)
class Regles:
    """Ce que tous les bots partagent. `prix` : secondes de calcul d'une partie de niveau 5 ici."""

    secret: str
    nb_flottes: int
    xmax: int = 10
    ymax: int = 10
    tailles: tuple = (5, 4, 3, 3, 2)
    prix: float = PRIX_NORMAL
    eclair: str = ""  # le texte de la grille rapide ; "" : ne pas s'en servir
    sans: tuple = ()  # couches de protection retirées, pour éprouver les autres
    portable: bool = False
    dans_wasm: bool = False

    def flotte(self, numero):
        """Les bateaux de cette flotte."""
        return flottes.flotte(self.secret, numero, self.xmax, self.ymax, self.tailles)

    def cases(self, numero):
        """Les rangs des cases occupées par cette flotte."""
        return [rang for bateau in self.flotte(numero) for rang in bateau]

    @property
    def delai(self):
        """Secondes de calcul qu'un tir peut prendre, dans une partie."""
        return DELAI_TIR * max(1.0, self.prix / PRIX_NORMAL)

    @property
    def budget(self):
        """Secondes de calcul pour toutes les parties d'un bot, les témoins compris."""
        return max(FOIS * self.prix * (self.nb_flottes + 2 * SONDE), 2 * self.delai)

    @property
    def lot(self):
        """Combien de parties sont menées ensemble."""
        return max(1, min(LOT, int(CALCUL_DU_LOT / FOIS / self.prix)))


@dataclass
class Parties:
    """Ce qu'un bot a fait, en données simples.

    `tirs` : les rangs des cases visées, partie par partie ; `fautes` : {numéro: phrase} des parties
    perdues, et `genres`, {numéro: genre de la faute} ; `cartes` : {numéro: [carte de chaleur par
    tir]} des premières. `refus` : la phrase qui dit pourquoi le bot n'a pas pu jouer du tout.
    """

    nom: str = ""
    pavillon: str = ""
    tirs: list = field(default_factory=list)
    fautes: dict = field(default_factory=dict)
    genres: dict = field(default_factory=dict)
    cartes: dict = field(default_factory=dict)
    refus: str = ""
    remarques: list = field(default_factory=list)
    eclair: bool = False
    calcul: float = 0.0  # secondes de calcul prises par les parties
    cpu: float = 0.0  # … et par tout le reste aussi
    memoire: int = 0
    couches: list = field(default_factory=list)

    def scores(self, nb_cases):
        """Le nombre de tirs de chaque partie ; toutes les cases si elle est perdue."""
        return [nb_cases if str(n) in self.fautes else len(t) for n, t in enumerate(self.tirs)]

    def en_dictionnaire(self):
        return asdict(self)


def sonde(regles):
    """Les numéros des parties jouées deux fois, secrets comme les flottes."""
    combien = min(SONDE, regles.nb_flottes // 2)
    return sorted(flottes.hasard(regles.secret, "sonde").sample(range(regles.nb_flottes), combien))


COUPEES = ("lent", "boucle", "arrêt")  # fautes qui ne disent rien de la façon de jouer


class TempsEpuise(Exception):
    """Le bot a usé tout son temps de calcul."""


class PasDeBot(Exception):
    """Le bot ne peut pas jouer ; le message est la phrase de l'élève."""


def joue(textes, corrige, regles):
    """Les Parties du bot de cette copie."""
    parties = Parties(*_enseigne(textes.get(MODULE, "")))
    if not textes.get(MODULE, "").strip():
        parties.refus = f"Pas de {MODULE}.py dans ce rendu."
        return parties
    copie = Copie(
        textes, corrige, essais=[MODULE], budget=regles.budget, delai=regles.delai,
        cpu_max=CALCUL_MAX, sans=regles.sans, portable=regles.portable,
        dans_wasm=regles.dans_wasm,
    )  # fmt: skip
    try:
        with copie:
            Tournee(copie, regles, parties).joue()
    except PasDeBot as raison:
        parties.refus = str(raison)
    except CopieIllisible as raison:
        parties.refus = f"N'a pas pu jouer : {raison}."
    parties.cpu, parties.memoire = copie.cpu_total or copie.cpu, copie.memoire
    parties.couches = sorted(copie.couches or ())
    return parties


class Tournee:
    """Toutes les parties d'un bot dont la copie est ouverte."""

    def __init__(self, copie, regles, parties):
        self.copie, self.regles, self.parties = copie, regles, parties
        self.calcul = 0.0  # secondes prises sur le budget
        self.arrets = 0
        self.dernier = ""  # la phrase du dernier processus perdu

    def joue(self):
        """Une sonde, puis tout, avec la grille rapide si elle ne change rien ; sinon, sans elle."""
        lus = self._lisible()
        temoins = self._lots(sonde(self.regles), False)
        self.parties.eclair = TP6 in lus and self._eclair_possible(temoins)
        jeux = self._lots(range(self.regles.nb_flottes), self.parties.eclair)
        if not self._memes(jeux, temoins):
            self.parties.remarques.append(
                "Rejouées avec d'autres, certaines parties sont différentes : ce bot se souvient "
                "d'une partie à l'autre, ou joue selon l'heure."
            )
        self._retient(jeux)

    # ------------------------------------------------------------- avant de jouer

    def _lisible(self):
        """Les modules dont se sert le bot ; PasDeBot si l'un ne peut pas être lu, ou est refusé."""
        a_voir, vus = [MODULE], set()
        while a_voir:
            nom = a_voir.pop()
            lecture = self.copie.fiches.get(nom)
            if nom in vus or lecture is None:
                continue
            vus.add(nom)
            if "refuse" in lecture:
                cause = explication_syntaxe(self.copie.textes.get(nom, ""))
                phrase = propre(lecture["refuse"], PHRASE_MAX)
                raise PasDeBot(f"Pas de bot : {phrase}. {cause}".strip())
            for ligne, phrase, _ in lecture["fiche"]["refus"]:
                raise PasDeBot(f"Ligne {ligne} de {nom}.py : {propre(phrase, PHRASE_MAX)}.")
            a_voir += self.copie.voisins(nom)
        return vus

    def _eclair_possible(self, temoins):
        """True si l'élève a écrit ce que la grille rapide remplace, et qu'elle n'y change rien.

        Les parties témoins, jouées avec elle, doivent être les mêmes, tir pour tir. La décision ne
        tient pas au temps : le même bot, sur une autre machine, joue les mêmes parties.
        """
        definies = self.copie.fiches.get(TP6, {}).get("fiche", {}).get("definitions", {})
        ecrites = all(definies.get(nom, ["", ""])[1] == "ecrite" for nom in REMPLACEES)
        if not self.regles.eclair or self.arrets or not ecrites:
            return False
        try:
            memes = self._memes(self._lots(list(temoins), True), temoins)
        except PasDeBot:  # ce bot a une grille à lui, que l'on ne sait pas compléter
            return False
        memes, self.arrets = memes and not self.arrets, 0
        return memes

    # ------------------------------------------------------------- jouer

    def _lots(self, numeros, eclair):
        """{numéro: Jeu} de toutes ces parties."""
        jeux = {}
        for debut in range(0, len(numeros), self.regles.lot):
            jeux.update(self._lot(numeros[debut : debut + self.regles.lot], eclair))
        return jeux

    def _lot(self, numeros, eclair):
        """{numéro: Jeu} d'un lot ; les parties qu'un arrêt a interrompues sont reprises."""
        jeux, restent, deja, ensemble = {}, list(numeros), {}, True
        while restent:
            groupe = restent if ensemble else restent[:1]
            cases = {n: self.regles.cases(n) for n in groupe}
            arbitre = Arbitre(self.regles.xmax, self.regles.ymax, cases, deja)
            try:
                if self.arrets >= ARRETS_MAX:
                    arbitre.abandonne("arrêt", self.dernier)
                else:
                    self._mene(arbitre, eclair)
            except TempsEpuise:
                arbitre.abandonne("lent")
            except Arret as arret:
                en_cours = arbitre.en_cours
                fautive = arret.op if arret.op in en_cours else en_cours[0]
                if arret.op in en_cours or len(en_cours) == 1:
                    self.arrets += 1
                    self.dernier = self._dit(arret)
                    arbitre.abandonne("boucle", self.dernier, [fautive])
                else:
                    ensemble = False  # laquelle est en cause ? on les reprend une par une
                for n in arbitre.en_cours:
                    deja[n] = max(deja.get(n, []), arbitre.jeux[n].tirs, key=len)
            jeux.update({n: arbitre.jeux[n] for n in groupe if n not in arbitre.en_cours})
            restent = [n for n in restent if n not in jeux]
        return jeux

    def _dit(self, arret):
        """La phrase d'un processus perdu."""
        if arret.genre != "boucle":
            return arret.phrase
        return f"plus de {nombre(self.regles.delai, 0)} s de calcul pour un tir : {arret.phrase}"

    def _mene(self, arbitre, eclair):
        """Mène un groupe de parties jusqu'au bout, dans un processus neuf."""
        if self.calcul >= self.regles.budget:
            raise TempsEpuise
        avant = self.copie.cpu
        ouvrier = self.copie.ouvrier()

        def compte_le_temps():
            if self.calcul + ouvrier.occupe > self.regles.budget:
                calcul = ouvrier.calcul()
                if calcul is None or self.calcul + calcul > self.regles.budget:
                    raise TempsEpuise

        try:
            self._ouvre(ouvrier, arbitre.en_cours, eclair)
            while arbitre.en_cours:
                tirs, fautes, cartes = ouvrier.tour(
                    arbitre.reponses, self.regles.delai, compte_le_temps
                )
                if not _bonne_forme(tirs, len(arbitre.en_cours)):
                    arbitre.abandonne("illisible")
                    break
                arbitre.juge(tirs, self._relit_fautes(fautes, arbitre.en_cours))
                self._relit_cartes(cartes, arbitre)
                compte_le_temps()
        finally:
            ouvrier.ferme()
            self.calcul += self.copie.cpu - avant

    def _ouvre(self, ouvrier, numeros, eclair):
        """Ouvre l'arène de ces parties ; PasDeBot si le bot ne se charge pas."""
        r = self.regles
        message = {
            "module": MODULE, "classe": CLASSE, "graine": 0, "numeros": list(numeros),
            "xmax": r.xmax, "ymax": r.ymax, "tailles": list(r.tailles),
            "filmees": [n for n in numeros if n < FILMEES], "eclair": r.eclair if eclair else "",
        }  # fmt: skip
        try:
            reponse = ouvrier.ouvre_arene(message, r.delai)
        except Arret as arret:
            raise PasDeBot(f"{MODULE}.py ne se charge pas : {arret.phrase}.") from None
        if reponse.get("prete") is True:
            return
        if reponse.get("absente") is True:
            raise PasDeBot(f"Il n'y a pas de classe {CLASSE} dans {MODULE}.py.")
        erreur = reponse.get("erreur")
        detail = phrase_erreur(erreur) if erreur_valable(erreur) else "réponse illisible"
        raise PasDeBot(f"{MODULE}.py ne se charge pas : {detail}.")

    # ------------------------------------------------------------- rien de reçu n'est cru

    def _relit_fautes(self, fautes, numeros):
        """Les fautes que l'arène raconte, quand elles ont la forme prévue."""
        relues = []
        for faute in fautes if type(fautes) is list else ():
            if type(faute) is not list or len(faute) != 3 or faute[0] not in numeros:
                continue
            numero, genre, donnee = faute
            if genre == "erreur" and erreur_valable(donnee):
                appel = donnee["type"] == "TypeError" and not donnee.get("lieu")
                dite = phrase_appel(donnee["message"]) if appel else ""
                relues.append([numero, genre, dite or phrase_erreur(donnee)])
            elif type(genre) is str and genre in PHRASES and type(donnee) is str:
                relues.append([numero, genre, propre(donnee, PHRASE_MAX)])
        return relues

    def _relit_cartes(self, cartes, arbitre):
        """Garde les cartes de chaleur qui en sont."""
        permis = set(CHIFFRES + SANS_CHALEUR)
        for carte in cartes if type(cartes) is list else ():
            if type(carte) is not list or len(carte) != 2 or carte[0] not in arbitre.jeux:
                continue
            numero, texte = carte
            bonne = type(texte) is str and len(texte) == self.regles.xmax * self.regles.ymax
            if bonne and set(texte) <= permis and type(numero) is int and numero < FILMEES:
                # Une carte par tir : celle d'une partie rejouée remplace la première.
                suite = self.parties.cartes.setdefault(str(numero), [])
                rang = len(arbitre.jeux[numero].tirs) - 1
                del suite[max(0, rang) :]
                suite += [""] * (rang - len(suite)) + [texte]

    # ------------------------------------------------------------- après

    def _memes(self, jeux, temoins):
        """True si les parties témoins, jouées autrement, sont les mêmes tir pour tir.

        Celles que le temps ou un arrêt ont coupées n'en disent rien.
        """
        return all(
            a.tirs == b.tirs and (a.faute is None) == (b.faute is None)
            for a, b in ((jeux[n], temoin) for n, temoin in temoins.items())
            if not any(jeu.faute and jeu.faute[0] in COUPEES for jeu in (a, b))
        )

    def _retient(self, jeux):
        """Range les parties jouées dans le résultat."""
        for numero in range(self.regles.nb_flottes):
            jeu = jeux[numero]
            self.parties.tirs.append(jeu.tirs)
            if jeu.faute is not None:
                phrase = phrase_faute(*jeu.faute)
                self.parties.genres[str(numero)] = jeu.faute[0]
                self.parties.fautes[str(numero)] = phrase[:1].upper() + phrase[1:] + "."
        self.parties.calcul = self.calcul
        if self.arrets >= ARRETS_MAX:
            self.parties.remarques.append(
                f"Arrêté après {ARRETS_MAX} parties qui ne finissaient pas : les suivantes sont "
                "perdues."
            )
        elif self.calcul >= self.regles.budget:
            self.parties.remarques.append(
                f"Temps de calcul épuisé ({FOIS} fois celui du niveau 5) : les parties qui "
                "restaient sont perdues."
            )


def _bonne_forme(tirs, nombre):
    return type(tirs) is str and len(tirs) == nombre


def _enseigne(texte):
    """(nom de guerre, pavillon) écrits dans la classe MonOrdi, lus sans rien exécuter.

    >>> _enseigne('class MonOrdi:\\n    nom_de_guerre = "La Fouine"\\n    pavillon = "🏴‍☠️"')
    ('La Fouine', '🏴\u200d☠️')
    """
    nom, pavillon = enseigne(texte)
    # Le trait d'union des pavillons composés n'est pas un caractère que `propre` laisse passer.
    signes = [propre(signe, PAVILLON_MAX) for signe in pavillon[:PAVILLON_MAX].split(LIEN)]
    return propre(nom, NOM_MAX), LIEN.join(signes)
