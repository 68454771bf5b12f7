"""Pourquoi cette case ? Les placements qui s'ajoutent, ou des flottes qui concordent.

`Decision` reprend ce que l'Ordi savait juste avant un coup d'un film, et l'explique case par case :
les placements des bateaux qui restent, un par un, dont le nombre est celui de la carte de chaleur ;
ou, pour les niveaux qui raisonnent sur des flottes entières, quelques flottes possibles.
"""

import random
from functools import cached_property

from atelier.grille_widget import nom
from atelier.vue import paragraphe

NB_EXEMPLES = 12
CANDIDATS_MAX = 200  # poses essayées pour un bateau avant de revenir en arrière


class Decision:
    """Ce que l'Ordi savait avant le coup `numero` de ce film (qui doit être tourné jusque-là)."""

    def __init__(self, corrige, film, numero):
        self.corrige = corrige
        self.avant, self.instant = film.instant(numero - 1), film.instant(numero)
        suivi = film.joueur.grille_suivi
        self.xmax, self.ymax = suivi.xmax, suivi.ymax
        self.flotte = list(suivi.flotte_depart)
        self.comptees = hasattr(film.joueur, "compteur")  # niveaux 7 et 8 : toutes les flottes
        self.valeurs = self.instant.valeurs
        self.case = self.instant.case
        self.suit_file = bool(self.avant.file) and not self.valeurs
        libres = self.valeurs or [c for c, etat in self.avant.etat.items() if etat == 0]
        self.libres = {*libres, *(self.avant.touches if self.suit_file else ())}

    @cached_property
    def par_placements(self):
        """True si l'on compte des placements ; False si l'on raisonne sur des flottes entières."""
        return not self.valeurs or self.valeurs == self.grille().compte_placements()

    def pensees(self):
        """Ce que l'Ordi a dit avant de tirer (le résultat du tir vient ensuite)."""
        resultat = f"{nom(self.case)} : {self.instant.resultat}."
        messages = self.instant.messages
        return messages[: messages.index(resultat)] if resultat in messages else messages

    # ------------------------------------------------------------- les placements

    def grille(self):
        """Une grille du corrigé, libre là où l'Ordi pense qu'il peut y avoir un bateau."""
        module = self.corrige.module("tp6_solveur_optimal")
        grille = module.Grille(self.xmax, self.ymax, self.instant.restants)
        for case in grille.etat:
            grille.etat[case] = 0 if case in self.libres else -1
        grille.update_vides()
        return grille

    def placements(self, case):
        """[(taille, placements)] de chaque bateau qui reste : ceux qui passent par `case`.

        Quand l'Ordi poursuit un bateau, seuls comptent ceux qui passent aussi par ses touches.
        """
        grille = self.grille()
        grille.get_possibles()
        calcule_cases = self.corrige.module("tp2_placement").calcule_cases
        requises = {case, *(self.avant.touches if self.suit_file else ())}
        poses = {
            taille: [calcule_cases(taille, *pose) for pose in departs]
            for taille, departs in grille.possibles.items()
        }
        return [
            (taille, [cases for cases in poses[taille] if requises.issubset(cases)])
            for taille in self.instant.restants
        ]

    # ------------------------------------------------------------- les flottes

    def exemples(self, graine=None, case=None):
        """Quelques flottes (des ensembles de cases) qui concordent avec ce que l'on sait.

        Aux niveaux 7 et 8, des flottes entières ; sinon, les bateaux que l'Ordi cherche encore.
        Avec `case`, la part de celles qui l'occupent est celle de la carte.
        """
        hasard = random.Random(graine)
        entieres = self.comptees
        tailles = self.flotte if entieres else self.instant.restants
        touchees = {c for c, etat in self.avant.etat.items() if entieres and etat == 1}
        libres = self.libres | touchees
        placements = self.corrige.module("tp7_solveur_exact").placements

        def tire(permises, imposees):
            poses = {
                taille: [p for p in placements(self.xmax, self.ymax, taille) if p <= permises]
                for taille in set(tailles)
            }
            return self.complete(poses, tailles, [], imposees, hasard)

        part = self.valeurs.get(case)
        if not isinstance(part, float):
            essais = [tire(libres, touchees) for _ in range(NB_EXEMPLES)]
        else:
            occupent = round(NB_EXEMPLES * part)
            essais = [tire(libres, touchees | {case}) for _ in range(occupent)]
            essais += [tire(libres - {case}, touchees) for _ in range(NB_EXEMPLES - occupent)]
            hasard.shuffle(essais)
        return [flotte for flotte in essais if flotte is not None]

    def complete(self, poses, tailles, bateaux, a_couvrir, hasard):
        """Une flotte qui prolonge `bateaux` avec ces tailles et couvre `a_couvrir`, ou None."""
        if not tailles:
            return None if a_couvrir else frozenset().union(*bateaux)
        compatibles = self.corrige.module("tp7_solveur_exact").compatibles
        vise = min(a_couvrir, default=None)
        candidats = [
            (taille, pose)
            for taille in (set(tailles) if a_couvrir else tailles[:1])
            for pose in poses[taille]
            if vise is None or vise in pose
        ]
        hasard.shuffle(candidats)
        for taille, pose in candidats[:CANDIDATS_MAX]:
            if all(compatibles(pose, bateau) for bateau in bateaux):
                reste = list(tailles)
                reste.remove(taille)
                suite = [*bateaux, pose]
                flotte = self.complete(poses, reste, suite, a_couvrir - pose, hasard)
                if flotte is not None:
                    return flotte
        return None

    # ------------------------------------------------------------- les égalités

    def ex_aequo(self):
        """Les autres cases qui valaient autant que celle où l'Ordi a tiré."""
        if not self.valeurs or self.plus_loin():
            return []
        vaut = self.valeurs[self.case]
        return [c for c, v in self.valeurs.items() if abs(v - vaut) < 1e-9 and c != self.case]

    def plus_loin(self):
        """La phrase qui le dit, si l'Ordi (niveau 8) ne vise pas la plus probable ; sinon ""."""
        probable = max(self.valeurs, key=self.valeurs.get, default=self.case)
        if not self.valeurs or self.valeurs[probable] - self.valeurs[self.case] < 1e-9:
            return ""
        plus = f"{nom(probable)} est la plus probable ({self.texte_valeur(probable)})"
        return f"{plus}, mais l'Ordi regarde plus loin que ce tir."

    # ------------------------------------------------------------- raconter

    def texte_valeur(self, case):
        """La valeur de cette case sur la carte de chaleur : « 29 », ou « 37 % »."""
        valeur = self.valeurs[case]
        return f"{100 * valeur:.0f} %" if isinstance(valeur, float) else str(valeur)

    def raison(self, case):
        """En une phrase, ce que vaut cette case."""
        if case not in self.libres or case in self.avant.touches:
            return f"{nom(case)} est déjà connue."
        if not self.par_placements:
            des = "des flottes" if isinstance(self.valeurs[case], float) else "flottes"
            return f"{self.texte_valeur(case)} {des} possibles occupent {nom(case)}."
        nombre = sum(len(poses) for _, poses in self.placements(case))
        s = "s" if nombre > 1 else ""
        touches = " et par les cases touchées" if self.suit_file else ""
        compte = f"{nombre} placement{s} possible{s} par {nom(case)}{touches}."
        if self.valeurs or self.suit_file:
            return compte
        return f"À ce niveau, l'Ordi tire au hasard, sans compter : {compte}"

    def etapes(self, case):
        """(étapes à faire défiler, leur résumé en HTML) pour cette case."""
        if case not in self.libres or case in self.avant.touches:
            return [], ""
        return self.etapes_placements(case) if self.par_placements else self.etapes_flottes(case)

    def etapes_placements(self, case):
        """Un bateau après l'autre, chacun dans toutes ses positions ; puis l'addition."""
        etapes, lignes, nombres = [], "", []
        for taille, poses in self.placements(case):
            nombres.append(len(poses))
            lignes += paragraphe(f"bateau de {taille} : {len(poses)}")
            for rang, cases in enumerate(poses, 1):
                etapes.append((cases, f"bateau de {taille} : {rang} sur {len(poses)}"))
        addition = " + ".join(str(nombre) for nombre in nombres)
        return etapes, lignes + paragraphe(f"{addition} = {sum(nombres)}")

    def etapes_flottes(self, case):
        """Des flottes qui concordent avec ce que l'on sait, l'une après l'autre."""
        flottes = self.exemples(case=case)
        etapes = [
            (sorted(flotte), f"flotte {rang} sur {len(flottes)}")
            for rang, flotte in enumerate(flottes, 1)
        ]
        occupent = sum(case in flotte for flotte in flottes)
        nt = "nt" if len(flottes) > 1 else ""
        texte = f"En voici {len(flottes)}, qui explique{nt} tous les tirs"
        occupe = "occupent" if occupent > 1 else "occupe"
        return etapes, paragraphe(f"{texte} : {occupent} {occupe} {nom(case)}.")
