"""Le résultat d'un exercice : son statut, une phrase, et ce qui aide à comprendre."""

REUSSI = "réussi"
A_FAIRE = "à faire"
BLOQUE = "bloqué"  # un autre exercice manque
FAUX = "faux"  # la réponse n'est pas la bonne
ERREUR = "erreur"  # Python s'arrête
BOUCLE = "boucle"  # le code n'a pas fini à temps


class Resultat:
    """Ce que l'on sait d'un exercice.

    - `id` : « tp1.alpha » ; `exercice` : l'exercice du registre ;
    - `statut` : REUSSI, A_FAIRE, BLOQUE, FAUX, ERREUR ou BOUCLE ;
    - `phrase` : une ligne qui résume (« réussi », sauf s'il reste une remarque à faire) ;
    - `details` : un dictionnaire, avec ce que l'on sait parmi `essai` (son titre), `avant`,
      `appel`, `attendu`, `obtenu`, `piste`, `dessin`, `fichier`, `ligne`, `texte`, `variables`,
      `suspects`, et `remarque`, vrai si la `phrase` montre une étourderie lue dans le code.
    """

    def __init__(self, exercice, statut, phrase, details=None):
        self.id = exercice.id
        self.exercice = exercice
        self.statut = statut
        self.phrase = phrase
        self.details = details or {}

    @property
    def reussi(self):
        """True si tous les essais publics donnent ce qui est promis."""
        return self.statut == REUSSI

    def __repr__(self):
        return f"<{self.id} : {self.statut}>"

    def __str__(self):
        return "\n".join([f"{self.id} : {self.phrase}", *lignes_details(self.details)])


def lignes_details(details):
    """Les détails d'un résultat, en lignes de texte."""
    lignes = []
    if details.get("appel"):
        lignes += bloc("essai", details.get("essai"))
        lignes += bloc("avec", "\n".join(details.get("avant", [])))
        if details.get("dessin"):
            lignes += ["", *details["dessin"].split("\n"), ""]
        lignes += bloc("exemple", details["appel"])
        lignes += bloc("attendu", details.get("attendu"))
        lignes += bloc("obtenu", details.get("obtenu"))
    if details.get("texte"):
        lignes += bloc(f"ligne {details['ligne']}", details["texte"])
    for nom, valeur in details.get("variables", []):
        fige = "   (n'a pas changé)" if nom in details.get("figees", []) else ""
        lignes += bloc("", f"{nom} = {valeur}{fige}")
    if details.get("piste"):
        lignes.append(f"Piste : {details['piste']}")
    return lignes


MAX_LIGNES, MAX_SIGNES = 24, 200


def bloc(titre, texte):
    """`texte`, une ligne ou plusieurs, avec `titre` devant la première ; coupé s'il est énorme."""
    if not texte:
        return []
    lignes = texte.split("\n")
    if len(lignes) > MAX_LIGNES:
        lignes = [*lignes[:MAX_LIGNES], f"… et encore {len(lignes) - MAX_LIGNES} lignes"]
    lignes = [n if len(n) <= MAX_SIGNES else n[:MAX_SIGNES] + " …" for n in lignes]
    premiere, *suite = lignes
    return [f"{titre:<10}{premiere}", *(f"{'':<10}{ligne}" for ligne in suite)]
