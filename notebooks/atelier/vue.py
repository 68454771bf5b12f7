"""Ce que montrent les carnets : des cartes et des vues.

- `Atelier` réunit la copie de l'élève, le corrigé quand il est là, et le vérificateur ;
- `Vue` est la base de tout ce que montrent les carnets des TP : des commandes, et un panneau
  par code (le tien, celui du corrigé), dessinés de la même façon.
"""

import asyncio
import contextlib
import html
import re
from pathlib import Path

import ipywidgets as widgets

from .apart import ProgrammeAPart
from .grille_widget import GrilleWidget
from .programme import (
    VERIFIER,
    Programme,
    ProgrammeDuCorrige,
    charge_fichier,
    dossier_corrige,
    dossier_eleve,
    montre_valeur,
)

RYTHME = 0.7  # secondes entre deux regards sur les fichiers
AU_TEXTE = {"width": "max-content", "max_width": "98%"}  # une liste aussi large que ses choix
LISIBLE = 400  # signes d'une valeur, dans un tableau qui a la place de la montrer
INTOUCHABLE = re.compile(r"(<pre\b.*?</pre>|<code\b.*?</code>|<[^>]*>)", re.DOTALL)
insecables_en_prose = VERIFIER.outil("ecran").insecables_en_prose


# ----------------------------------------------------------------- cartes


def echappe(texte):
    """Le texte, prêt à être mis dans du HTML."""
    return html.escape(str(texte))


def carte(titre, corps, genre=""):
    """Une carte : un encadré avec un titre. `corps` est du HTML déjà prêt."""
    classe = {"à écrire": "bn-a-ecrire", "bravo": "bn-bravo"}.get(
        genre, "bn-panne" if genre else ""
    )
    return f'<div class="bn-carte {classe}">{soigne(f"<h4>{echappe(titre)}</h4>{corps}")}</div>'


def panneau(corps):
    """Un encadré neutre autour d'un morceau de HTML."""
    return f'<div class="bn-panneau">{soigne(corps)}</div>'


def soigne(corps):
    """Ce HTML, où aucune ligne ne commence par « : », « ? » ni « % » ; le code n'y change pas."""
    morceaux = INTOUCHABLE.split(corps)
    return "".join(m if rang % 2 else insecables_en_prose(m) for rang, m in enumerate(morceaux))


def majuscule(phrase):
    """La phrase, avec sa majuscule ; un nom de fichier garde le sien."""
    fichier = phrase.split(",")[0].endswith(".py")
    return phrase if fichier else phrase[:1].upper() + phrase[1:]


def paragraphe(texte):
    """Un paragraphe de HTML."""
    return f"<p>{echappe(texte)}</p>"


# ----------------------------------------------------------------- l'atelier


class Atelier:
    """Tout ce dont un carnet a besoin : la copie de l'élève, le corrigé, le vérificateur.

    `Atelier(copie="rendus/zoe")` montre la copie de Zoé, dans un processus à part si possible ;
    `Atelier(copie="solutions")`, le corrigé comme si un élève l'avait écrit.
    """

    def __init__(self, eleve=None, copie=None):
        self.eleve = ProgrammeAPart(copie) if copie else Programme(Path(eleve or dossier_eleve()))
        dossier = self.eleve.dossier
        self.corrige = ProgrammeDuCorrige(dossier_corrige()) if dossier_corrige() else None
        self.verificateur = charge_fichier(dossier / "verifier.py")
        self.registre = self.verificateur.outil("registre").charge()
        self.verificateur.commandes.prepare(str(dossier))  # crée les fichiers qui manquent
        self._vues = {}
        self._tache = None
        self._avis = (None, {})  # (photo des fichiers, {exercice: ce que dit le vérificateur})

    def _repr_html_(self):
        """Dit à qui est le code que montrent les vues."""
        nom = self.eleve.nom[:1].lower() + self.eleve.nom[1:]
        phrases = [f"Dans ce carnet, c'est ce code qui tourne : {nom}."]
        if not getattr(self.eleve, "a_part", True):
            phrases.append(
                "Sous Windows il tourne dans le carnet même : s'il le bloque, relancez le noyau."
            )
        return panneau("".join(map(paragraphe, phrases)))

    # ------------------------------------------------------------- suivre les fichiers

    def suit(self, vue):
        """Prévient `vue` (`fichiers_changes`) dès qu'un fichier de l'élève est enregistré."""
        self._vues[type(vue)] = vue  # une cellule relancée remplace l'ancienne vue
        if self._tache is None:
            with contextlib.suppress(RuntimeError):  # hors d'un carnet, pas de boucle
                self._tache = asyncio.get_running_loop().create_task(self._guette())

    async def _guette(self):
        photo = self.eleve.photo()
        while True:
            await asyncio.sleep(RYTHME)
            nouvelle = self.eleve.photo()
            if nouvelle != photo:
                photo = nouvelle
                for vue in list(self._vues.values()):
                    vue.fichiers_changes()

    # ------------------------------------------------------------- expliquer une panne

    def exercice_de(self, panne):
        """L'exercice du registre dont parle la panne, ou None."""
        for exercice in self.registre.exercices:
            memes_noms = exercice.cible.split(".")[-1] == panne.fonction
            if panne.exercice == exercice.id:
                return exercice
            if panne.fonction and memes_noms and panne.module in ("", exercice.module):
                return exercice
        return None

    def carte_panne(self, panne):
        """La carte qui explique une panne : quel exercice, où, et ce qu'en dit le vérificateur."""
        exercice = self.exercice_de(panne)
        lignes = []
        if exercice:
            lignes.append(
                f"<p><b>{echappe(exercice.id)}</b> : {echappe(exercice.titre)} "
                f"(fichier <code>{exercice.module}.py</code>).</p>"
            )
        if panne.genre != "à écrire":
            lignes.append(paragraphe(majuscule(panne.phrase)))
        if panne.code:
            fichier = f"{panne.module}.py, " if panne.module else ""
            ou = f"{fichier}ligne {panne.ligne}"
            lignes.append(f"<pre>{echappe(ou)} : {echappe(panne.code.strip())}</pre>")
        if panne.genre == "à écrire":
            lignes.append(
                "<p>Écris-la, enregistre le fichier : cette vue se met à jour toute seule.</p>"
            )
        elif exercice:
            lignes.append(self._phrase_verificateur(exercice))
        qui = panne.fonction or (f"{panne.module}.py" if panne.module else "Ton code")
        titres = {
            "à écrire": f"{panne.fonction} : à toi de l'écrire",
            "boucle": f"{qui} ne finit pas à temps",
            "syntaxe": "Le fichier ne se lit pas",
            "surprise": "Un résultat inattendu",
        }
        arret = f"{qui} s'est arrêtée" if panne.fonction else f"{qui} s'est arrêté"
        return carte(titres.get(panne.genre, arret), "".join(lignes), panne.genre)

    def _phrase_verificateur(self, exercice):
        """Ce que dit le vérificateur : plusieurs vues le demandent, il ne travaille qu'une fois."""
        photo = self.eleve.photo()
        if photo != self._avis[0]:
            self._avis = (photo, {})
        avis = self._avis[1]
        if exercice.id not in avis:
            with self.eleve.pause():
                resultat = self.verifie(exercice.id)[0]
            phrase = f"<p>Le vérificateur dit :</p><pre>{echappe(resultat)}</pre>"
            avis[exercice.id] = "" if resultat.reussi else phrase
        return avis[exercice.id]

    # ------------------------------------------------------------- vérifier

    def verifie(self, cible):
        """Les résultats du vérificateur pour « tp1 » ou « tp1.alpha »."""
        return self.verificateur.verifie(cible)


# ----------------------------------------------------------------- les vues


def coche(texte, valeur=False):
    """Une case à cocher, aussi large que son texte."""
    return widgets.Checkbox(valeur, description=texte, indent=False, layout={"width": "auto"})


def grille_de(module, xmax, ymax, flotte, etat):
    """Une `Grille` du module de l'élève, dans l'état donné.

    Tant que `reinit` n'est pas écrite, on remplit la grille à sa place : les autres
    exercices peuvent ainsi se voir sans attendre.
    """
    try:
        grille = module.Grille(xmax, ymax, flotte)
    except NotImplementedError:
        grille = module.Grille.__new__(module.Grille)
        grille.xmax, grille.ymax, grille.flotte_depart = xmax, ymax, tuple(flotte)
        grille.somme_taille = sum(flotte)
        grille.etat = {(x, y): 0 for x in range(xmax) for y in range(ymax)}
        grille.remet_flotte()
    grille.etat.update(etat)
    grille.vides = [case for case, valeur in grille.etat.items() if valeur == 0]
    return grille


class Panneau(widgets.VBox):
    """La place d'un code dans une vue : ses grilles, et un texte."""

    def __init__(self, copie, nb_grilles, **options):
        self.copie = copie
        self.grilles = [GrilleWidget(**options) for _ in range(nb_grilles)]
        self.texte = widgets.HTML()
        self.donnees = None
        rangee = widgets.HBox(self.grilles, layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([rangee, self.texte] if nb_grilles else [self.texte])
        self.add_class("bn-code")

    @property
    def grille(self):
        """La première grille (souvent la seule)."""
        return self.grilles[0]


class Vue(widgets.VBox):
    """Des commandes, et un panneau par code. À compléter par `calcule` et `dessine`.

    `calcule(copie)` fait travailler le code et renvoie des données simples ; elle a le droit
    d'échouer. `dessine(panneau, donnees)` les montre. `fond()` est la situation à montrer
    quand le code est en panne.
    """

    nb_grilles = 1
    xmax, ymax = 10, 10

    def __init__(self, atelier, commandes=(), **options):
        self.atelier = atelier
        options = {"xmax": self.xmax, "ymax": self.ymax, **options}
        copies = [copie for copie in (atelier.eleve, atelier.corrige) if copie]
        self.panneaux = [Panneau(copie, self.nb_grilles, **options) for copie in copies]
        for panneau in self.panneaux:
            for grille in panneau.grilles:
                grille.au_clic(self.clic)
                grille.a_la_touche(self.touche)
        self.bouton_corrige = widgets.ToggleButton(False, description="Montrer le corrigé")
        self.bouton_corrige.observe(lambda _: self.actualise(), "value")
        boutons = [*commandes, *([self.bouton_corrige] if atelier.corrige else [])]
        barre = widgets.HBox(boutons, layout=widgets.Layout(flex_flow="row wrap"))
        self.rangee = widgets.HBox(layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__([barre, self.rangee])
        self.actualise()
        atelier.suit(self)

    def visibles(self):
        """Les panneaux à montrer : celui de l'élève, et le corrigé si on le demande."""
        return self.panneaux if self.bouton_corrige.value else self.panneaux[:1]

    def fichiers_changes(self):
        """Un fichier de l'élève vient d'être enregistré."""
        self.actualise()

    def actualise(self):
        """Refait travailler le code et redessine tout."""
        for panneau in self.visibles():
            panneau.donnees = panneau.copie.essaie(lambda c=panneau.copie: self.calcule(c))
        if self.rangee.children != tuple(self.visibles()):
            self.rangee.children = self.visibles()
        self.redessine()

    def redessine(self):
        """Redessine sans refaire travailler le code."""
        for panneau in self.visibles():
            for grille in panneau.grilles:
                grille.titre = panneau.copie.nom
            essai = panneau.donnees
            if essai.panne is None:
                panneau.texte.value = ""
                essai = panneau.copie.dessine(lambda p=panneau: self.dessine(p, p.donnees.valeur))
            if essai.panne is not None:
                for grille, fond in zip(panneau.grilles, self.fonds(), strict=True):
                    grille.montre(**fond)
                panneau.texte.value = self.atelier.carte_panne(essai.panne)

    def bilan(self, appels):
        """Le tableau des appels (texte, Reponse), et la carte du premier qui est en panne."""
        lignes = []
        for texte, essai in appels:
            panne = essai.panne
            resultat = montre_valeur(essai.valeur, LISIBLE) if panne is None else panne.genre
            lignes.append((texte, resultat))
        pannes = [essai.panne for _, essai in appels if essai.panne is not None]
        cartes = self.atelier.carte_panne(pannes[0]) if pannes else ""
        return tableau(lignes) + cartes

    def fonds(self):
        """Ce que montre chaque grille quand le code est en panne."""
        return [self.fond() for _ in range(self.nb_grilles)]

    def fond(self):
        """Ce que montrent alors les grilles, quand c'est la même chose."""
        return {}

    def clic(self, case):
        """Appelée quand on clique sur une case."""

    def touche(self, case, touche):
        """Appelée pour les autres touches."""


class VueDEtats(Vue):
    """Une vue où l'on clique pour changer l'état des cases (`self.etats`)."""

    def fond(self):
        return {"etat": self.etats}

    def clic(self, case):
        tourne_etat(self.etats, case)
        self.actualise()


def tableau(lignes):
    """Un tableau HTML de lignes (appel, résultat)."""
    corps = "".join(
        f"<tr><td><code>{echappe(appel)}</code></td><td><code>{echappe(resultat)}</code></td></tr>"
        for appel, resultat in lignes
    )
    return panneau(f"<table><tr><th>appel</th><th>résultat</th></tr>{corps}</table>")


def tourne_etat(etats, case):
    """Fait passer la case de vide à touchée, puis à manquée, puis à vide."""
    suivant = {0: 1, 1: -1, -1: 0}[etats.get(case, 0)]
    etats[case] = suivant
    if suivant == 0:
        del etats[case]
