"""Ce qui, dans une copie, est le code du kit : reçu résolu, ou semblable au corrigé.

`distribuer --tp 3` donne les TP1 et TP2 résolus. Rien dans une copie ne le dit de façon sûre (une
marque s'efface) : on compare donc exercice par exercice, sur l'arbre syntaxique, aux noms locaux,
textes, commentaires et docstrings près. L'enseignant peut dire ce qu'il a donné (`corriger
--fournis 1-2`, ou `aucun`) ; sinon, un TP presque tout entier semblable au corrigé est tenu pour
donné. Un TP fourni n'a pas de note. Semblable au corrigé, mais pas fourni : c'est une remarque
pour l'enseignant, jamais une sanction, car le corrigé peut avoir été projeté.

Des fonctions d'une ligne sont naturellement les mêmes partout. On pèse donc chaque fonction par la
taille de son arbre, sans celles dont le squelette donne déjà la moitié.
"""

from autograder.classe.similitudes import fonctions_de, jetons
from autograder.moteur.juge import ResultatExercice

PART_FOURNIE = 0.9  # part d'un TP semblable au corrigé à partir de laquelle on le croit donné
PART_REMARQUEE = 0.75  # … à partir de laquelle on le fait remarquer
POIDS_REMARQUE = 100  # mots de l'arbre : en dessous, quelques lignes qui se ressemblent
PHRASE_FOURNI = "Fourni : c'est le code que le kit donne résolu."


class Provenance:
    """Le code de l'élève comparé à celui du kit, pour toutes les copies."""

    def __init__(self, registre, corrige):
        self.registre = registre
        self.formes = {}
        for module, texte in corrige.items():
            fonctions = fonctions_de(texte)
            for cible, ident in registre.cibles().get(module, {}).items():
                self.formes[ident] = forme(fonctions[cible])

    def semblables(self, textes):
        """{id: True si c'est le code du corrigé, aux noms près} des exercices de la copie."""
        cibles = self.registre.cibles()
        annexes = {}
        for module, texte in textes.items():
            if module not in cibles:
                annexes.update(fonctions_de(texte))
        trouvees = {}
        for module in cibles.keys() & textes.keys():
            fonctions = {**annexes, **fonctions_de(textes[module])}
            for cible, ident in cibles[module].items():
                if cible in fonctions:
                    trouvees[ident] = forme(fonctions[cible]) == self.formes.get(ident)
        return trouvees

    def part(self, semblables, tp):
        """(part du TP semblable au corrigé, son poids), d'après les fonctions non guidées."""
        poids = {
            e.id: len(self.formes[e.id][1])
            for e in self.registre
            if e.tp == tp and not e.trous and e.id in self.formes
        }
        pareil = sum(p for ident, p in poids.items() if semblables.get(ident))
        return (pareil / sum(poids.values()) if poids else 0), pareil

    def fournis(self, semblables, tps, declares=None):
        """Les identifiants des exercices à ne pas compter.

        `declares` : les TP que l'enseignant dit avoir donnés résolus ; None s'il n'en dit rien.
        """
        if declares is None:
            declares = [tp for tp in tps if self.part(semblables, tp)[0] >= PART_FOURNIE]
        return {
            e.id for e in self.registre if e.tp in declares and e.tp in tps and semblables.get(e.id)
        }

    def remarques(self, semblables, resultat):
        """Les phrases à dire à l'enseignant : ce qui est fourni, ce qui ressemble au corrigé."""
        fournis = [tp for tp in resultat.tps_notes() if resultat.fourni(tp)]
        phrases = []
        if fournis:
            noms = ", ".join(f"TP{tp}" for tp in fournis)
            phrases.append(f"Code donné résolu, non compté (--fournis aucun le compte) : {noms}.")
        proches = []
        for tp in resultat.tps():
            part, poids = self.part(semblables, tp)
            if tp not in fournis and part >= PART_REMARQUEE and poids >= POIDS_REMARQUE:
                vues = [
                    semblables[e.id] for e in self.registre if e.tp == tp and e.id in semblables
                ]
                proches.append(f"{sum(vues)} fonctions sur {len(vues)} au TP{tp}")
        if proches:
            phrases.append(
                "Pareil au corrigé, aux noms près, à voir avec l'élève (le corrigé a pu être "
                f"projeté) : {', '.join(proches)}."
            )
        return phrases


def forme(fonction):
    """(nombre de paramètres, mots) : la même pour deux fonctions semblables aux noms près."""
    try:
        return len(fonction.args.args), jetons(fonction, rangs=True)
    except RecursionError:
        return None


def exercice_fourni(exercice):
    """Le ResultatExercice d'un exercice que l'élève a reçu résolu."""
    return ResultatExercice(
        exercice.id, exercice.tp, exercice.titre or exercice.nom, exercice.cible,
        exercice.points, exercice.etoiles, statut="fourni", phrase=PHRASE_FOURNI,
    )  # fmt: skip
