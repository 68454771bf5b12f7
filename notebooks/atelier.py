"""L'atelier : le code de l'élève, vivant dans un carnet.

- `Copie` charge les modules d'un dossier, les recharge dès qu'un fichier est enregistré, et
  fait tourner leur code sous surveillance : une fonction à écrire, une erreur ou une boucle
  sans fin donnent une `Panne`, donc une carte à lire, jamais une trace d'exécution.
- `Atelier` réunit la copie de l'élève, le corrigé quand il est là, et le vérificateur.
- `Vue` est la base de tout ce que montrent les carnets des TP : des commandes, et un panneau
  par code (le tien, celui du corrigé), dessinés de la même façon.
"""

import asyncio
import builtins
import contextlib
import html
import importlib.util
import io
import os
import sys
import time
import traceback
from pathlib import Path

import ipywidgets as widgets
from grille_widget import GrilleWidget

ICI = Path(__file__).resolve().parent
DELAI = 2.0  # secondes accordées à une fonction de l'élève
RYTHME = 0.7  # secondes entre deux regards sur les fichiers


def dossier_eleve():
    """Le dossier des modules de l'élève : `lessons/`, ou celui qui contient `notebooks/`."""
    for dossier in (ICI.parent / "lessons", ICI.parent, ICI):
        if (dossier / "tp1_grille.py").is_file():
            return dossier
    raise FileNotFoundError(
        "Je ne trouve pas tp1_grille.py : garde le dossier notebooks à côté des fichiers des TP."
    )


def dossier_corrige():
    """Le dossier du corrigé, ou None (dans l'archive d'un élève)."""
    dossier = ICI.parent / "solutions"
    return dossier if (dossier / "tp1_grille.py").is_file() else None


def charge_fichier(chemin):
    """Le module écrit dans le fichier `chemin`, sans rien ajouter à `sys.modules`."""
    fiche = importlib.util.spec_from_file_location(chemin.stem, chemin)
    module = importlib.util.module_from_spec(fiche)
    fiche.loader.exec_module(module)
    return module


# ----------------------------------------------------------------- faire tourner sans casser


class TropLong(BaseException):
    """Le code de l'élève tourne depuis trop longtemps."""


class Surprise(Exception):
    """La fonction `fonction` a renvoyé une valeur que l'on ne sait pas dessiner."""

    def __init__(self, fonction, phrase):
        super().__init__(f"{fonction} {phrase}")
        self.fonction = fonction


class Panne:
    """Ce qui a empêché d'obtenir un résultat, prêt à être expliqué.

    - `genre` : « à écrire », « erreur », « boucle », « syntaxe » ou « surprise » ;
    - `phrase` : ce qui s'est passé ; `ligne` et `code` : où, si on le sait ;
    - `fonction` et `module` : la fonction en cause ; `exercice` : son identifiant, ou "".
    """

    def __init__(self, genre, phrase, fonction="", module="", exercice="", ligne=0, code=""):
        self.genre = genre
        self.phrase = phrase
        self.fonction = fonction
        self.module = module
        self.exercice = exercice
        self.ligne = ligne
        self.code = code


class Essai:
    """Le résultat d'un essai : `valeur` si `panne` vaut None ; `texte` : ce qui a été affiché."""

    def __init__(self, valeur=None, panne=None, texte=""):
        self.valeur = valeur
        self.panne = panne
        self.texte = texte


@contextlib.contextmanager
def surveille(dossier, secondes):
    """Interrompt le code du dossier quand il tourne plus de `secondes`, sur tout système."""
    limite = time.perf_counter() + secondes
    racine = str(dossier) + os.sep

    def ligne(cadre, evenement, _):
        if evenement == "line" and time.perf_counter() > limite:
            raise TropLong
        return ligne

    def appel(cadre, _, __):
        return ligne if cadre.f_code.co_filename.startswith(racine) else None

    avant = sys.gettrace()
    sys.settrace(appel)
    try:
        yield
    finally:
        sys.settrace(avant)


def pas_de_clavier(*_):
    """Remplace `input` : un carnet ne doit pas rester bloqué sur une question."""
    raise RuntimeError("Dans ce carnet, on ne peut rien taper : enlève l'appel à input().")


class Copie:
    """Les modules d'un dossier, rechargés quand ils changent et essayés sans danger.

    `nom` dit à qui est ce code (« Ton code », « Corrigé ») ; avec `sur` (le corrigé), on ne
    surveille pas la durée.
    """

    def __init__(self, dossier, nom="Ton code", sur=False):
        self.dossier = Path(dossier)
        self.nom = nom
        self.sur = sur
        self._chargeur = charge_fichier(dossier_eleve() / "chargeur.py")
        self._phrases = self._chargeur.Chaine(dossier_eleve()).module("verif_phrases")
        self._photo = None
        self._chaine = None

    def photo(self):
        """Ce qui change quand on enregistre un fichier : noms, dates et tailles."""
        fichiers = sorted(self.dossier.glob("*.py"))
        return tuple((f.name, s.st_mtime_ns, s.st_size) for f in fichiers for s in [f.stat()])

    def module(self, nom):
        """Le module `nom`, dans sa version enregistrée la plus récente."""
        photo = self.photo()
        if photo != self._photo:
            self._chaine = self._nouvelle_chaine()
            self._photo = photo
        return self._chaine.module(nom)

    def _nouvelle_chaine(self):
        vrai_input = builtins.input
        builtins.input = pas_de_clavier
        try:
            return self._chargeur.Chaine(self.dossier)
        finally:
            builtins.input = vrai_input

    def essaie(self, fonction, secondes=DELAI):
        """Appelle `fonction()` et renvoie un `Essai` : une valeur, ou une panne expliquée."""
        affiche = io.StringIO()
        garde = contextlib.nullcontext() if self.sur else surveille(self.dossier, secondes)
        try:
            with contextlib.redirect_stdout(affiche), garde:
                valeur = fonction()
        except (Exception, TropLong, SystemExit) as erreur:
            return Essai(panne=self._panne(erreur, secondes), texte=affiche.getvalue())
        return Essai(valeur, texte=affiche.getvalue())

    def _panne(self, erreur, secondes):
        if isinstance(erreur, NotImplementedError) and len(erreur.args) == 1:
            identifiant = str(erreur)
            nom = identifiant.split(".")[-1]
            phrase = f"{nom} n'est pas encore écrite."
            return Panne("à écrire", phrase, nom, exercice=identifiant)
        if isinstance(erreur, SyntaxError) and self._est_ici(erreur.filename or ""):
            fichier = Path(erreur.filename)
            faute = self._phrases.faute_de_syntaxe(self._chargeur.lit_source(fichier))
            phrase = f"{fichier.name}, ligne {faute['ligne']} : {faute['phrase']}"
            return Panne("syntaxe", phrase, ligne=faute["ligne"], code=faute["texte"])
        ou = self._ou(erreur)
        if isinstance(erreur, TropLong):
            phrase = f"Toujours pas fini après {secondes:g} s : une boucle ne s'arrête pas ?"
            return Panne("boucle", phrase, **ou)
        if isinstance(erreur, Surprise):
            return Panne("surprise", f"{erreur}", erreur.fonction)
        decrite = {"type": type(erreur).__name__, "message": str(erreur)}
        return Panne("erreur", self._phrases.phrase_exception(decrite), **ou)

    def _est_ici(self, fichier):
        return Path(fichier).parent == self.dossier

    def _ou(self, erreur):
        """Où l'erreur s'est produite dans les fichiers de ce dossier (le plus profond)."""
        cadres = [c for c in traceback.extract_tb(erreur.__traceback__) if self._est_ici(c.filename)]
        if not cadres:
            return {}
        cadre = cadres[-1]
        return {
            "fonction": cadre.name,
            "module": Path(cadre.filename).stem,
            "ligne": cadre.lineno,
            "code": cadre.line,
        }


# ----------------------------------------------------------------- contrôler ce qui revient


def montre_valeur(valeur, longueur=60):
    """La valeur écrite comme en Python, raccourcie."""
    texte = repr(valeur)
    return texte if len(texte) <= longueur else texte[: longueur - 1] + "…"


def est_case(valeur):
    """True si `valeur` est un couple d'entiers."""
    return isinstance(valeur, tuple) and len(valeur) == 2 and all(type(v) is int for v in valeur)


def attend_cases(valeur, fonction):
    """La liste de cases `valeur`, ou une Surprise qui nomme la fonction."""
    attend(valeur, (list, tuple, set), fonction, "une liste de cases (x, y)")
    if not all(est_case(case) for case in valeur):
        raise Surprise(
            fonction, f"a renvoyé {montre_valeur(valeur)} : j'attendais des cases, couples (x, y)."
        )
    return list(valeur)


def attend(valeur, types, fonction, attendu):
    """`valeur`, si elle est d'un des types donnés ; sinon une Surprise."""
    if valeur is None:
        raise Surprise(fonction, "a renvoyé None : as-tu oublié return ?")
    if not isinstance(valeur, types):
        raise Surprise(fonction, f"a renvoyé {montre_valeur(valeur)} : j'attendais {attendu}.")
    return valeur


# ----------------------------------------------------------------- cartes


def echappe(texte):
    """Le texte, prêt à être mis dans du HTML."""
    return html.escape(str(texte))


def carte(titre, corps, genre=""):
    """Une carte : un encadré avec un titre. `corps` est du HTML déjà prêt."""
    classe = {"à écrire": "bn-a-ecrire", "bravo": "bn-bravo"}.get(genre, "bn-panne" if genre else "")
    return f'<div class="bn-carte {classe}"><h4>{echappe(titre)}</h4>{corps}</div>'


def panneau(corps):
    """Un encadré neutre autour d'un morceau de HTML."""
    return f'<div class="bn-panneau">{corps}</div>'


def paragraphe(texte):
    """Un paragraphe de HTML."""
    return f"<p>{echappe(texte)}</p>"


def titre_html(texte, niveau=3):
    """Un intertitre."""
    return widgets.HTML(f"<h{niveau}>{echappe(texte)}</h{niveau}>")


# ----------------------------------------------------------------- l'atelier


class Atelier:
    """Tout ce dont un carnet a besoin : la copie de l'élève, le corrigé, le vérificateur."""

    def __init__(self, eleve=None, corrige=None):
        dossier = Path(eleve or dossier_eleve())
        self.eleve = Copie(dossier)
        corrige = corrige or dossier_corrige()
        self.corrige = Copie(corrige, "Corrigé", sur=True) if corrige else None
        self.registre = charge_fichier(dossier / "registre.py").charge()
        self.verificateur = charge_fichier(dossier / "verifier.py")
        self._vues = {}
        self._tache = None

    # ------------------------------------------------------------- suivre les fichiers

    def suit(self, vue):
        """Redessine `vue` chaque fois qu'un fichier de l'élève est enregistré."""
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
                    vue.actualise()

    # ------------------------------------------------------------- expliquer une panne

    def exercice_de(self, panne):
        """L'exercice du registre dont parle la panne, ou None."""
        for exercice in self.registre.exercices:
            memes_noms = exercice.cible.split(".")[-1] == panne.fonction
            if panne.exercice == exercice.id:
                return exercice
            if memes_noms and panne.module in ("", exercice.module):
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
            lignes.append(paragraphe(panne.phrase))
        if panne.code:
            lignes.append(f"<pre>ligne {panne.ligne} : {echappe(panne.code.strip())}</pre>")
        if panne.genre == "à écrire":
            lignes.append(
                "<p>Écris-la, enregistre le fichier : cette vue se met à jour toute seule.</p>"
            )
        elif exercice:
            lignes.append(self._phrase_verificateur(exercice))
        titres = {
            "à écrire": f"{panne.fonction} : à toi de l'écrire",
            "boucle": f"{panne.fonction or 'Ton code'} ne s'arrête pas",
            "syntaxe": "Le fichier ne se lit pas",
            "surprise": "Un résultat inattendu",
        }
        titre = titres.get(panne.genre, f"{panne.fonction or 'Ton code'} s'est arrêtée")
        return carte(titre, "".join(lignes), panne.genre)

    def _phrase_verificateur(self, exercice):
        resultat = self.verifie(exercice.id)[0]
        if resultat.reussi:
            return ""
        return f"<p>Le vérificateur dit :</p><pre>{echappe(resultat)}</pre>"

    # ------------------------------------------------------------- vérifier

    def verifie(self, cible):
        """Les résultats du vérificateur pour « tp1 » ou « tp1.alpha »."""
        return self.verificateur.verifie(cible)


# ----------------------------------------------------------------- les vues


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
                essai = panneau.copie.essaie(lambda p=panneau: self.dessine(p, p.donnees.valeur))
            if essai.panne is not None:
                for grille in panneau.grilles:
                    grille.montre(**self.fond())
                panneau.texte.value = self.atelier.carte_panne(essai.panne)

    def bilan(self, appels):
        """Le tableau des appels (texte, Essai), et la carte du premier qui est en panne."""
        lignes = []
        for texte, essai in appels:
            resultat = montre_valeur(essai.valeur) if essai.panne is None else essai.panne.genre
            lignes.append((texte, resultat))
        pannes = [essai.panne for _, essai in appels if essai.panne is not None]
        cartes = self.atelier.carte_panne(pannes[0]) if pannes else ""
        return tableau(lignes) + cartes

    def fond(self):
        """Ce que montre la grille quand le code est en panne."""
        return {}

    def clic(self, case):
        """Appelée quand on clique sur une case."""

    def touche(self, case, touche):
        """Appelée pour les autres touches."""


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


class Verification(widgets.VBox):
    """Le bouton « Vérifier » d'un TP : les exemples publics de chaque exercice, sans quitter le carnet."""

    SIGNES = {"réussi": "✔", "à faire": "…", "bloqué": "⏸"}

    def __init__(self, atelier, tp):
        self.atelier = atelier
        self.tp = atelier.registre.tp(tp)
        self.bouton = widgets.Button(
            description=f"Vérifier le TP{self.tp.numero}", icon="check", button_style="primary"
        )
        self.bouton.on_click(lambda _: self.actualise())
        exercices = [(f"{e.nom} : {e.titre}", e) for e in self.tp.exercices]
        self.exercice = widgets.Dropdown(
            options=exercices, description="exercice", layout=widgets.Layout(width="420px")
        )
        un_seul = widgets.Button(description="Vérifier celui-ci", icon="search")
        un_seul.on_click(lambda _: self.detaille())
        indice = widgets.Button(description="Un indice", icon="lightbulb-o")
        indice.on_click(lambda _: self.donne_indice())
        self._donnes = {}
        self.texte = widgets.HTML()
        barre = widgets.HBox(
            [self.bouton, self.exercice, un_seul, indice],
            layout=widgets.Layout(flex_flow="row wrap"),
        )
        super().__init__([barre, self.texte])

    def actualise(self):
        """Vérifie tout le TP : un tableau, et le détail du premier exercice à reprendre."""
        resultats = self.atelier.verifie(self.tp.nom)
        lignes = "".join(self.ligne(resultat) for resultat in resultats)
        reussis = sum(resultat.reussi for resultat in resultats)
        titre = f"<h4>TP{self.tp.numero} : {reussis} exercices réussis sur {len(resultats)}</h4>"
        self.texte.value = panneau(f"{titre}<table>{lignes}</table>")
        for resultat in resultats:
            if resultat.statut not in self.SIGNES:
                self.texte.value += self.carte(resultat)
                break

    def ligne(self, resultat):
        """La ligne du tableau pour un exercice."""
        exercice = resultat.exercice
        signe = self.SIGNES.get(resultat.statut, "✘")
        etoiles = "★" * exercice.etoiles
        return (
            f"<tr><td>{signe} {echappe(resultat.statut)}</td>"
            f"<td>{etoiles} <code>{exercice.nom}</code></td><td>{echappe(exercice.titre)}</td></tr>"
        )

    def detaille(self):
        """Vérifie l'exercice choisi et montre tout ce que dit le vérificateur."""
        self.texte.value = self.carte(self.atelier.verifie(self.exercice.value.id)[0])

    def carte(self, resultat):
        """La carte d'un résultat du vérificateur."""
        genre = {"réussi": "bravo", "à faire": "à écrire"}.get(resultat.statut, "erreur")
        titre = f"{resultat.id} : {resultat.statut}"
        return carte(titre, f"<pre>{echappe(resultat)}</pre>", genre)

    def donne_indice(self):
        """Montre les indices de l'exercice choisi, un de plus à chaque demande."""
        exercice = self.exercice.value
        nombre = min(self._donnes.get(exercice.id, 0) + 1, len(exercice.indices))
        self._donnes[exercice.id] = nombre
        lignes = "".join(f"<li>{echappe(i)}</li>" for i in exercice.indices[:nombre])
        titre = f"{exercice.id} : indice {nombre} sur {len(exercice.indices)}"
        self.texte.value = carte(titre, f"<ol>{lignes}</ol>")
