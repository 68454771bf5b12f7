"""L'aller et retour avec un devoir de Moodle : sa feuille d'évaluation, et un zip de retours.

L'enseignant télécharge la feuille d'évaluation du devoir ; `remplit` y écrit notes et commentaires
sans toucher au reste, et il la renvoie. Moodle n'accepte qu'une feuille qui a gardé ses colonnes
« Identifiant », « Note » et « Dernière modification (note) », dans la langue où il l'a donnée.

    feuille = Feuille.lit(octets)                  # ou FeuilleRefusee, avec une phrase
    compte = feuille.remplit(bilan.lignes, mots)   # qui a une note, qui n'en a pas, qui manque
    texte = feuille.texte()
"""

import html
import io
import re
import zipfile
from dataclasses import dataclass, field

from autograder.classe.rendus import mots_du_nom
from autograder.classe.tableurs import en_csv, lit_tableau

# Les colonnes dont on se sert, telles que Moodle les nomme en français puis en anglais.
COLONNES = {
    "identifiant": ("Identifiant", "Identifier"),
    "nom": ("Nom complet", "Full name"),
    "note": ("Note", "Grade"),
    "maximum": ("Note maximale", "Maximum grade", "Maximum Grade"),
    "bareme": ("Barème", "Scale"),
    "modifiable": ("La note peut être modifiée", "Grade can be changed"),
    "date": ("Dernière modification (note)", "Last modified (grade)"),
    "commentaire": ("Feedback par commentaires", "Feedback comments"),
}
EXIGEES = ("identifiant", "note", "date")
NUMERO = re.compile(r"(\d+)\s*$")
DEBUT = "<p>Correction automatique : "
# Ce paragraphe, où l'enseignant a pu écrire à la suite de notre phrase.
NOTRE_PARAGRAPHE = re.compile(
    re.escape(DEBUT)
    + r"(?:\d+ exercices? justes? \([^<]*?\)\.|Copie [^<]*?\.(?=\s|<))"
    + r"(?P<suite>.*?)</p>",
    re.DOTALL,
)
REFUSES_DANS_UN_NOM = re.compile(r"[&<>\"':|\\/`\x00-\x1f\x7f]")


class FeuilleRefusee(Exception):
    """Ce fichier n'est pas une feuille que l'on puisse remplir ; la phrase dit pourquoi."""


@dataclass
class Compte:
    """Ce que `remplit` a fait : des noms, pour le dire à l'enseignant."""

    notes: list = field(default_factory=list)  # une note écrite
    remplacees: list = field(default_factory=list)  # … à la place d'une autre : « Zoé (15 → 12) »
    sans_note: list = field(
        default_factory=list
    )  # copie non corrigée : la case reste comme elle était
    verrouilles: list = field(default_factory=list)  # Moodle ne laisse pas changer cette note
    absents: list = field(default_factory=list)  # lignes de la feuille sans copie
    inconnus: list = field(default_factory=list)  # copies sans ligne dans la feuille


class Feuille:
    """Une feuille d'évaluation : `entete`, `lignes` (des listes de cases), `langue` (fr, en).

    `ecrits` : {numéro: le paragraphe que nous y avons mis la dernière fois}.
    """

    def __init__(self, entete, lignes):
        self.entete, self.lignes, self.ecrits = entete, lignes, {}
        self.rangs = {
            colonne: next((entete.index(nom) for nom in noms if nom in entete), None)
            for colonne, noms in COLONNES.items()
        }
        manquantes = [COLONNES[c][0] for c in EXIGEES if self.rangs[c] is None]
        if manquantes:
            noms = ", ".join(f"« {nom} »" for nom in manquantes)
            raise FeuilleRefusee(
                f"ce n'est pas une feuille d'évaluation de Moodle, en français ou en anglais : il "
                f"y manque {noms}"
            )
        if self.rangs["bareme"] is not None and self.rangs["maximum"] is None:
            raise FeuilleRefusee("ce devoir est évalué avec un barème de mots, pas avec des notes")
        self.langue = "fr" if entete[self.rangs["identifiant"]] == "Identifiant" else "en"

    @classmethod
    def lit(cls, octets):
        """La feuille de ce fichier, quels que soient son codage et son séparateur."""
        lignes = lit_tableau(octets, COLONNES["identifiant"])
        if not lignes:
            raise FeuilleRefusee(
                "ce n'est pas une feuille d'évaluation de Moodle : sa première ligne n'a pas de "
                "colonne « Identifiant »"
            )
        for rang, ligne in enumerate(lignes, 1):
            if len(ligne) != len(lignes[0]):
                raise FeuilleRefusee(
                    f"sa ligne {rang} n'a pas autant de cases que la première, et Moodle refuserait"
                    " tout"
                )
        return cls(lignes[0], lignes[1:])

    def texte(self):
        """La feuille telle que Moodle la reprend : UTF-8, virgules, tout entre guillemets."""
        return en_csv([self.entete, *self.lignes], ",")

    def remplit(self, notes, mots=None):
        """Écrit les notes et les commentaires de ces LigneDeNotes ; renvoie un Compte.

        `mots` : {nom: ce que l'enseignant lui écrit}. Une copie reconnue à son nom apprend ici son
        numéro.
        """
        mots = mots or {}
        compte, restantes = Compte(), list(notes)
        for ligne in filter(self._qui, self.lignes):  # un tableur ajoute parfois une ligne vide
            trouvee = self._celle_de(ligne, restantes)
            if trouvee is None:
                compte.absents.append(self._qui(ligne))
                continue
            restantes.remove(trouvee)
            trouvee.numero = self._numero(ligne)
            if self._case(ligne, "modifiable") in ("Non", "No"):
                compte.verrouilles.append(self._qui(ligne))
                continue
            if trouvee.note is None:
                compte.sans_note.append(self._qui(ligne))
            else:
                avant, note = self._case(ligne, "note").strip(), self._note(ligne, trouvee.note)
                if _nombre(avant) not in (None, _nombre(note)):
                    compte.remplacees.append(f"{self._qui(ligne)} ({avant} → {note})")
                self._ecrit(ligne, "note", note)
                compte.notes.append(self._qui(ligne))
            dernier = self.ecrits.get(trouvee.numero, "")
            ancien = sans_le_notre(self._case(ligne, "commentaire"), dernier).rstrip()
            self.ecrits[trouvee.numero] = commentaire(trouvee, mots, ancien)
            self._ecrit(ligne, "commentaire", ancien + self.ecrits[trouvee.numero])
        compte.inconnus = [restante.nom for restante in restantes]
        return compte

    def _celle_de(self, ligne, notes):
        """La copie de cet élève : par son numéro, sinon par son nom s'il est seul à le porter."""
        numero = self._numero(ligne)
        par_numero = [n for n in notes if n.numero and n.numero == numero]
        if par_numero:
            return par_numero[0]
        mots = sorted(mots_du_nom(self._case(ligne, "nom")))
        homonymes = [
            autre for autre in self.lignes if sorted(mots_du_nom(self._case(autre, "nom"))) == mots
        ]
        par_nom = [n for n in notes if not n.numero and sorted(mots_du_nom(n.nom)) == mots]
        return par_nom[0] if mots and len(par_nom) == 1 and len(homonymes) == 1 else None

    def _numero(self, ligne):
        trouve = NUMERO.search(self._case(ligne, "identifiant"))
        return trouve[1] if trouve else ""

    def _qui(self, ligne):
        return self._case(ligne, "nom") or self._case(ligne, "identifiant")

    def _case(self, ligne, colonne):
        rang = self.rangs[colonne]
        return "" if rang is None else ligne[rang]

    def _ecrit(self, ligne, colonne, texte):
        if self.rangs[colonne] is not None:
            ligne[self.rangs[colonne]] = texte

    def _note(self, ligne, note):
        """La note sur le maximum de cette ligne, avec la marque décimale de la feuille."""
        maximum = self._case(ligne, "maximum").strip()
        valeur = _nombre(maximum)
        texte = f"{note * (20 if valeur is None else valeur) / 20:.2f}"
        virgule = "," in maximum or ("." not in maximum and self.langue == "fr")
        return texte.replace(".", ",") if virgule else texte


def _nombre(texte):
    """
    >>> _nombre("20,00"), _nombre("100.00"), _nombre("-")
    (20.0, 100.0, None)
    """
    try:
        return float(texte.replace(",", "."))
    except ValueError:
        return None


def sans_le_notre(texte, dernier=""):
    """Le commentaire sans ce que nous y avons mis : le paragraphe `dernier` s'il y est tel quel.

    Sinon, l'enseignant l'a peut-être complété dans Moodle : notre phrase seule s'en va.

    >>> sans_le_notre("<p>Vu.</p><p>Correction automatique : 2 exercices justes (TP1 : 9/20).</p>")
    '<p>Vu.</p>'
    >>> sans_le_notre("<p>Correction automatique : 1 exercice juste (TP1 : 9/20). Bravo !</p>")
    '<p>Bravo !</p>'
    """
    if dernier and dernier in texte:
        return texte.replace(dernier, "")

    def suite(trouve):
        reste = re.sub(r"^(?:\s|<br ?/?>|&nbsp;)+", "", trouve["suite"])
        return f"<p>{reste}</p>" if reste else ""

    return NOTRE_PARAGRAPHE.sub(suite, texte)


def commentaire(ligne, mots=None, ancien=""):
    """Le commentaire d'une copie, en HTML sur une ligne, sans rien que Moodle prenne de travers.

    Les mots de l'enseignant suivent le bilan dans le même paragraphe : il n'y en a qu'un à
    reconnaître la fois suivante. Ceux que le commentaire `ancien` contient déjà n'y reviennent pas.
    """
    lignes = (mots or {}).get(ligne.nom, "").splitlines()
    ecrits = "<br>".join(en_html(texte) for texte in lignes if texte.strip())
    suite = f"<br>{ecrits}" if ecrits and ecrits not in ancien else ""
    return f"{DEBUT}{en_html(ligne.bilan())}{suite}</p>"


def en_html(texte):
    """Le texte sur une ligne, sans balise ni barre oblique inversée."""
    return html.escape(" ".join(texte.split()), quote=False).replace("\\", "&#92;")


# ----------------------------------------------------------------- le zip des retours


def nom_du_retour(nom, numero):
    """Le nom d'un fichier de retour, que toutes les versions de Moodle savent rendre à son élève.

    >>> nom_du_retour("Zoé d'Été_Martin", "123")
    'Zoé dÉté Martin_123_assignsubmission_file_correction.html'
    """
    propre = REFUSES_DANS_UN_NOM.sub("", nom.replace("_", " ")).strip(" .~") or "eleve"
    return f"{propre}_{numero}_assignsubmission_file_correction.html"


def zip_des_retours(pages):
    """Les octets d'un zip : une page par élève. `pages` : [(nom, numéro, texte de la page)]."""
    flux = io.BytesIO()
    with zipfile.ZipFile(flux, "w", zipfile.ZIP_DEFLATED) as archive:
        for nom, numero, texte in pages:
            archive.writestr(nom_du_retour(nom, numero), texte)
    return flux.getvalue()
