"""Les vues du carnet du TP4 : tirer, lire les messages, comprendre une saisie, jouer à deux."""

import random

import ipywidgets as widgets

from .grille_widget import marque, nom, noms
from .programme import montre_valeur
from .vue import Vue, carte, coche, echappe, panneau, paragraphe, tableau

MODULE = "tp4_tir"
FLOTTE = [3, 2]
BATEAUX = [(1, 1), (2, 1), (3, 1), (5, 2), (5, 3)]


def joueur_de(module, xmax=7, ymax=5, prenom="Toi"):
    """Un `Joueur` de l'élève, face à une flotte toujours la même."""
    joueur = module.Joueur(prenom, xmax, ymax, FLOTTE)
    joueur.grille_adverse.etat.update(dict.fromkeys(BATEAUX, 1))
    joueur.grille_adverse.vides = [c for c, v in joueur.grille_adverse.etat.items() if v == 0]
    return joueur


class Tirs(Vue):
    """Clique pour tirer avec ton `tire` : la feuille de tirs, la flotte adverse, tes messages."""

    nb_grilles = 2
    xmax, ymax = 7, 5

    def __init__(self, atelier):
        self.tirs = []
        efface = widgets.Button(description="Recommencer", icon="refresh")
        efface.on_click(lambda _: self.recommence())
        self.annonce = coche("annoncer « coulé »")
        self.annonce.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [efface, self.annonce], cote=32)

    def recommence(self):
        """Oublie tous les tirs."""
        self.tirs = []
        self.actualise()

    def calcule(self, copie):
        module = copie.module(MODULE)
        joueur = joueur_de(module, self.xmax, self.ymax)
        joueur.annonce_coule = self.annonce.value
        avant, dit = {}, []
        resultats = []
        for case in self.tirs:
            avant = dict(joueur.grille_suivi.etat)
            resultats.append((case, joueur.tire(case)))
        if self.tirs:
            affiche = copie.essaie(joueur.affiche_messages)
            dit = affiche.texte.splitlines()
            if affiche.panne is not None:
                dit = [f"(affiche_messages : {affiche.panne.genre})"]
        change = [c for c, v in joueur.grille_suivi.etat.items() if avant and avant[c] != v]
        return joueur, resultats, dit, change

    def dessine(self, panneau_, donnees):
        joueur, resultats, dit, change = donnees
        suivi, flotte = panneau_.grilles
        marques = [marque(change, "plein", "vient de changer")]
        dernier = resultats[-1][0] if resultats else None
        annonce = f"{nom(dernier)}, {resultats[-1][1]}" if resultats else ""
        suivi.montre(
            joueur.grille_suivi.etat, marques=marques, dernier=dernier, annonce=annonce,
            titre=f"grille_suivi ({panneau_.copie.nom.lower()})",
        )  # fmt: skip
        occupees = [case for case, etat in joueur.grille_adverse.etat.items() if etat == 1]
        flotte.montre(bateaux=occupees, titre="grille_adverse (à lire)")
        lignes = [(f"joueur.tire({case})", montre_valeur(r)) for case, r in resultats[-4:]]
        lignes.append(("joueur.essais", joueur.essais))
        lignes.append(("joueur.cases_jouees", noms(joueur.cases_jouees)))
        messages = "".join(paragraphe(ligne) for ligne in dit) or paragraphe("Aucun message.")
        panneau_.texte.value = tableau(lignes) + panneau("<h4>Tes messages</h4>" + messages)
        if sorted(occupees) != sorted(BATEAUX):
            panneau_.texte.value += carte(
                "La flotte adverse a changé",
                paragraphe("Ton tir a écrit dans grille_adverse : note-le dans grille_suivi."),
                "erreur",
            )

    def fonds(self):
        return [{"titre": "grille_suivi"}, {"bateaux": BATEAUX, "titre": "grille_adverse (à lire)"}]

    def clic(self, case):
        self.tirs.append(case)
        self.actualise()


class Saisies(Vue):
    """Ce que ton `analyse_saisie` répond à un texte, et les questions de ton `demande_case`."""

    nb_grilles = 0

    def __init__(self, atelier):
        self.saisie = widgets.Text("q, Z9, a0, b1", description="réponses :")
        self.saisie.observe(lambda _: self.actualise(), "value")
        super().__init__(atelier, [self.saisie])

    def calcule(self, copie):
        module = copie.module(MODULE)
        joueur = joueur_de(module)
        joueur.cases_jouees.append((0, 0))
        textes = [texte.strip() for texte in self.saisie.value.split(",")]
        appels = [
            (f"joueur.analyse_saisie({t!r})", copie.essaie(lambda t=t: joueur.analyse_saisie(t)))
            for t in textes
        ]
        demande = copie.essaie(lambda: self.demande(module, joueur, list(textes)))
        return [*appels, ("demande_case(joueur)", demande)], demande.texte

    def demande(self, module, joueur, reponses):
        """Pose les questions de `demande_case`, avec les réponses tapées plus haut."""
        posees = len(reponses)

        def lire(question):
            if not reponses:
                raise EOFError("plus de réponse à donner")
            return reponses.pop(0)

        try:
            case = module.demande_case(joueur, lire)
        except EOFError:
            return f"aucune réponse acceptée après {posees} questions"
        return case

    def dessine(self, panneau_, donnees):
        appels, affiche = donnees
        explique = paragraphe("Une grille de A0 à G4, où A0 est déjà jouée.")
        dit = f"<p>Affiché en chemin :</p><pre>{echappe(affiche)}</pre>" if affiche else ""
        panneau_.texte.value = panneau(explique + dit) + self.bilan(appels)


class Duel(Vue):
    """Deux joueurs automatiques dans ta `Partie` : qui tire, quand, et quand cela s'arrête."""

    nb_grilles = 2
    xmax, ymax = 4, 3

    def __init__(self, atelier):
        self.graine = 1
        rejoue = widgets.Button(description="Autre partie", icon="random")
        rejoue.on_click(lambda _: self.autre())
        super().__init__(atelier, [rejoue], actif=False)

    def autre(self):
        """Change le hasard et rejoue."""
        self.graine += 1
        self.actualise()

    def calcule(self, copie):
        module = copie.module(MODULE)
        hasard = random.Random(self.graine)
        random.seed(self.graine)  # Partie tire au sort le premier joueur
        joueurs = [module.Joueur(p, self.xmax, self.ymax, [2]) for p in ("Zoé", "Ali")]
        coups = []
        for joueur, cases in zip(joueurs, ([(0, 0), (1, 0)], [(3, 1), (3, 2)]), strict=True):
            joueur.grille_joueur.etat.update(dict.fromkeys(cases, 1))
            joueur.joue_coup = lambda j=joueur: self.coup(j, hasard, coups)
        partie = module.Partie(*joueurs)
        gagnant = partie.joue()
        return joueurs, coups, gagnant

    def coup(self, joueur, hasard, coups):
        """Le coup d'un joueur automatique : une case jamais jouée, au hasard."""
        libres = [c for c in joueur.grille_suivi.etat if c not in joueur.cases_jouees]
        case = hasard.choice(libres)
        resultat = joueur.tire(case)
        coups.append((joueur.nom, nom(case), resultat))
        return resultat

    def dessine(self, panneau_, donnees):
        joueurs, coups, gagnant = donnees
        for grille, joueur, autre in zip(panneau_.grilles, joueurs, joueurs[::-1], strict=True):
            bateaux = [case for case, etat in autre.grille_joueur.etat.items() if etat == 1]
            etat, jouees = joueur.grille_suivi.etat, joueur.cases_jouees
            grille.montre(etat, bateaux=bateaux, dernier=jouees[-1] if jouees else None)
            grille.titre = f"Les {joueur.essais} tirs de {joueur.nom}"
        liste = "".join(f"<li>{echappe(q)} : {c}, {echappe(r)}</li>" for q, c, r in coups)
        nom_gagnant = getattr(gagnant, "nom", montre_valeur(gagnant))
        panneau_.texte.value = panneau(
            f"<p>partie.joue() renvoie : <b>{echappe(nom_gagnant)}</b></p><ol>{liste}</ol>"
        )
