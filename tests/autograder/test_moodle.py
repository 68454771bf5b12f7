"""L'aller et retour avec Moodle : ce que nous écrivons, ses importateurs l'acceptent.

`importe_feuille` et `importe_retours` suivent les règles de Moodle (versions 3.1 à 4.5), telles
qu'on les lit dans son code : rien ici n'a été essayé sur un vrai Moodle.
"""

import csv
import io
import zipfile

import pytest

from autograder.__main__ import main
from autograder.classe import moodle
from autograder.classe.bilan import LigneDeNotes
from autograder.classe.corriger import dit_moodle
from tests.autograder.test_rendus import ecrit
from tests.conftest import RACINE, lents_sauf

FRANCAIS = [
    "Identifiant", "Nom complet", "Adresse de courriel", "Statut", "Note", "Note maximale",
    "La note peut être modifiée", "Dernière modification (travail remis)",
    "Dernière modification (note)", "Feedback par commentaires",
]  # fmt: skip
ANGLAIS = [
    "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade",
    "Grade can be changed", "Last modified (submission)", "Last modified (grade)",
    "Feedback comments",
]  # fmt: skip
NOMS = ["Zoé d'Été", "Le Goff Ali", "Müller_Léa", "O’Brien & Cie", 'Jean "Jo" Petit']
LANGUES = {"fr": (FRANCAIS, "Participant", ",", "Oui"), "en": (ANGLAIS, "Participant ", ".", "Yes")}


def ligne(numero, nom, langue, note="", commentaire="", maximum=20, modifiable=None):
    _, prefixe, marque, oui = LANGUES[langue]
    plafond = f"{maximum:.2f}".replace(".", marque)
    return [
        f"{prefixe}{numero}", nom, f"e{numero}@ecole.example", "Remis", note, plafond,
        modifiable or oui, "lundi 2 novembre 2026, 10:12", "-", commentaire,
    ]  # fmt: skip


def telechargee(lignes, langue, codage="utf-8-sig", separateur=","):
    """Les octets d'une feuille telle que Moodle la donne."""
    flux = io.StringIO()
    csv.writer(flux, delimiter=separateur).writerows([LANGUES[langue][0], *lignes])
    return flux.getvalue().encode(codage)


def classe(nombre=30):
    """[LigneDeNotes] d'une classe venue de Moodle."""
    return [
        LigneDeNotes(
            f"{NOMS[n % 5]} {n}", f"copie_{n}", note=(n * 7 % 41) / 2, notes={1: 12.0}, justes=n,
            numero=str(1000 + n),
        )
        for n in range(nombre)
    ]  # fmt: skip


def importe_feuille(texte, langue, participants):
    """{numéro: (note, commentaire)} de ce que l'import de Moodle retiendrait de ce fichier.

    Une ligne qui n'a pas le bon nombre de cases fait tout refuser ; le préfixe de l'identifiant est
    coupé à sa longueur ; une note qui n'est pas un nombre vaut 0 ; hors bornes, elle est passée.
    """
    entete, prefixe, marque, _ = LANGUES[langue]
    lignes = list(csv.reader(io.StringIO(texte.lstrip("\ufeff"))))
    assert all(len(cases) == len(lignes[0]) for cases in lignes)
    rangs = {nom: rang for rang, nom in enumerate(lignes[0])}
    assert rangs[entete[9]] > 0, "les commentaires ne doivent pas venir en premier"
    retenues = {}
    for cases in lignes[1:]:
        assert '\\"' not in "".join(cases)
        numero = cases[rangs[entete[0]]][len(prefixe) :]
        assert cases[rangs[entete[8]]], "sans date de modification, Moodle refuse"
        brute = cases[rangs[entete[4]]]
        if langue == "en":
            brute = brute.split(",")[0]
        if numero not in participants or brute in ("", "-"):
            continue
        note = float(brute.replace(marque, "."))
        if 0 <= note <= float(cases[rangs[entete[5]]].replace(marque, ".")):
            retenues[numero] = (note, cases[rangs[entete[9]]])
    return retenues


def importe_retours(octets, participants):
    """{numéro: fichier} de ce que l'import des fichiers de retour donnerait aux élèves."""
    rendus = {}
    with zipfile.ZipFile(io.BytesIO(octets)) as archive:
        for chemin in archive.namelist():
            for partie in chemin.split("/"):
                morceaux = partie.split("_", 4)
                if len(morceaux) == 5 and not partie.startswith((".", "~")):
                    _, numero, genre, module, fichier = morceaux
                    if genre in ("assignsubmission", "assignfeedback") and module == "file":
                        if numero in participants:
                            rendus[numero] = fichier
                            break
    return rendus


@pytest.mark.parametrize("langue", LANGUES)
@pytest.mark.parametrize("codage", ["utf-8-sig", "utf-8", "cp1252", "utf-16"])
@pytest.mark.parametrize("separateur", [",", ";", "\t"])
def test_trente_notes_sur_trente(langue, codage, separateur):
    notes = classe()
    lignes = [ligne(n.numero, n.nom, langue) for n in reversed(notes)]
    feuille = moodle.Feuille.lit(telechargee(lignes, langue, codage, separateur))
    compte = feuille.remplit(notes)
    assert len(compte.notes) == 30 and not compte.inconnus and not compte.absents
    numeros = {n.numero for n in notes}
    importees = importe_feuille(feuille.texte(), langue, numeros)
    assert {numero: note for numero, (note, _) in importees.items()} == {
        n.numero: round(n.note, 2) for n in notes
    }
    pages = [(n.nom, n.numero, "<!doctype html>") for n in notes]
    retours = importe_retours(moodle.zip_des_retours(pages), numeros)
    assert retours == dict.fromkeys(numeros, "correction.html")


def test_ne_touche_a_rien_d_autre():
    lignes = [ligne(1000, "Zoé d'Été 0", "fr", commentaire="<p>Bravo !</p>"), ligne(9, "X", "fr")]
    feuille = moodle.Feuille.lit(telechargee(lignes, "fr"))
    feuille.remplit(classe(1))
    (zoe, autre) = list(csv.reader(io.StringIO(feuille.texte())))[1:]
    assert autre == lignes[1]
    assert [c for rang, c in enumerate(zoe) if rang not in (4, 9)] == [
        c for rang, c in enumerate(lignes[0]) if rang not in (4, 9)
    ]
    assert zoe[9].startswith(
        "<p>Bravo !</p><p>Correction automatique : 0 exercice juste (TP1 : 12/20)"
    )


def test_une_seconde_fois_remplace_notre_commentaire_et_lui_seul():
    feuille = moodle.Feuille.lit(telechargee([ligne(1000, "Zoé", "fr", commentaire="Vu.")], "fr"))
    feuille.remplit(classe(1))
    feuille = moodle.Feuille.lit(feuille.texte().encode())
    feuille.remplit(classe(1))
    assert feuille.lignes[0][9].count("Correction automatique") == 1
    assert feuille.lignes[0][9].startswith("Vu.<p>")


@pytest.mark.parametrize("ajout", [" Bravo !", "<br>Bravo !", "<br />Vu : (TP2). Bravo !"])
@pytest.mark.parametrize("mots", ["", "Relis le TP3.\nContinue."])
@pytest.mark.parametrize("memoire", [True, False])
def test_ce_que_l_enseignant_ajoute_dans_moodle_reste(ajout, mots, memoire):
    """Même écrit au bout de notre paragraphe ; ce qui est de nous n'y est toujours qu'une fois."""
    feuille = moodle.Feuille.lit(telechargee([ligne(1000, "Zoé", "fr", commentaire="Vu.")], "fr"))
    eleves = classe(1)
    feuille.remplit(eleves, {eleves[0].nom: mots})
    feuille.lignes[0][9] = feuille.lignes[0][9].replace("</p>", f"{ajout}</p>")
    ecrits = feuille.ecrits
    for _ in range(2):
        feuille = moodle.Feuille.lit(feuille.texte().encode())
        feuille.ecrits = ecrits if memoire else {}
        feuille.remplit(eleves, {eleves[0].nom: mots})
        texte = feuille.lignes[0][9]
        assert ajout.removeprefix("<br>").removeprefix("<br />").strip() in texte
        assert texte.startswith("Vu.")
        assert texte.count("Correction automatique") == texte.count("Bravo !") == 1
        assert texte.count("Relis le TP3.<br>Continue.") == bool(mots)


def test_une_note_deja_mise_n_est_pas_remplacee_sans_le_dire():
    lignes = [
        ligne(1000, "A", "fr", note="15,00"),
        ligne(1001, "B", "fr", note="3,50"),
        ligne(1002, "C", "fr", note="-"),
        [""] * 10,  # une ligne vide, qu'un tableur ajoute
    ]
    feuille = moodle.Feuille.lit(telechargee(lignes, "fr"))
    compte = feuille.remplit(classe(3))
    assert compte.remplacees == ["A (15,00 → 0,00)"] and len(compte.notes) == 3
    assert compte.absents == [] and feuille.lignes[3] == lignes[3]
    assert any("A (15,00 → 0,00)" in dit for dit in dit_moodle(compte))


def test_note_maximale_verrou_et_copie_non_corrigee():
    lignes = [
        ligne(1000, "A", "fr", maximum=10),
        ligne(1001, "B", "fr", note="8,00", modifiable="Non"),
        ligne(1002, "C", "fr", note="5,00"),
        ligne(7, "D", "fr"),
    ]
    feuille = moodle.Feuille.lit(telechargee(lignes, "fr"))
    notes = classe(4)
    notes[0].note = 15.0
    notes[2].note, notes[2].statut = None, "non corrigée : archive abîmée"
    compte = feuille.remplit(notes)
    assert [cases[4] for cases in feuille.lignes] == ["7,50", "8,00", "5,00", ""]
    assert (compte.notes, compte.verrouilles, compte.sans_note) == (["A"], ["B"], ["C"])
    assert (compte.absents, compte.inconnus) == (["D"], [notes[3].nom])
    assert "archive abîmée" in feuille.lignes[2][9] and feuille.lignes[1][9] == ""


def test_reconnus_a_leur_nom_sauf_les_homonymes():
    lignes = [
        ligne(5, "Le Goff Ali", "en"),
        ligne(6, "Petit Lou", "en"),
        ligne(7, "Petit Lou", "en"),
    ]
    feuille = moodle.Feuille.lit(telechargee(lignes, "en"))
    notes = [LigneDeNotes("Ali Le Goff", "a", note=12.0), LigneDeNotes("Lou Petit", "b", note=3.0)]
    compte = feuille.remplit(notes)
    assert [cases[4] for cases in feuille.lignes] == ["12.00", "", ""]
    assert compte.inconnus == ["Lou Petit"] and notes[0].numero == "5"


@pytest.mark.parametrize(
    ("octets", "phrase"),
    [
        (b"", "n'a pas de colonne"),
        (b"Nom;Note\nZoe;12\n", "n'a pas de colonne"),
        (b"Identifiant,Note\nParticipant1,\n", "il y manque « Dernière modification (note) »"),
        ("Identifiant,Note,Dernière modification (note)\nParticipant1,\n".encode(), "sa ligne 2"),
        ("Identifiant,Note,Barème,Dernière modification (note)\n".encode(), "un barème de mots"),
        (b"\x00\xff\x00PK", "n'a pas de colonne"),
    ],
)
def test_une_autre_feuille_est_refusee_avec_une_phrase(octets, phrase):
    with pytest.raises(moodle.FeuilleRefusee, match=phrase.replace("(", r"\(").replace(")", r"\)")):
        moodle.Feuille.lit(octets)


def test_les_mots_de_l_enseignant_sont_dans_la_feuille():
    """Après le bilan, remplacés la fois suivante ; jamais deux fois, et rien n'est effacé."""
    lignes = [ligne(1000, "Zoé", "fr"), ligne(1001, "Ali", "fr", commentaire="<p>Bravo Ali</p>")]
    feuille = moodle.Feuille.lit(telechargee(lignes, "fr"))
    zoe, ali = (LigneDeNotes(nom, nom, note=10, numero=n) for nom, n in
                (("Zoé", "1000"), ("Ali", "1001")))  # fmt: skip
    bilan = moodle.commentaire(zoe).removesuffix("</p>")
    feuille.remplit([zoe, ali], {"Zoé": "Bien <b>vu</b>,\ncontinue \\o/", "Ali": "Bravo Ali"})
    assert feuille.lignes[0][-1] == (
        f"{bilan}<br>Bien &lt;b&gt;vu&lt;/b&gt;,<br>continue &#92;o/</p>"
    )
    assert feuille.lignes[1][-1] == f"<p>Bravo Ali</p>{bilan}</p>"
    feuille.remplit([zoe, ali], {"Zoé": "Mieux.", "Ali": ""})
    assert feuille.lignes[0][-1] == f"{bilan}<br>Mieux.</p>"
    assert feuille.lignes[1][-1] == f"<p>Bravo Ali</p>{bilan}</p>"


def test_un_commentaire_hostile_reste_un_texte():
    texte = moodle.commentaire(LigneDeNotes("x", "x", statut='non corrigée : <b>"a\\"\n=1</b>'))
    assert "<b>" not in texte and "\\" not in texte and "\n" not in texte
    assert texte.startswith("<p>Correction automatique : ")


@pytest.mark.parametrize("nom", [*NOMS, "..", "~x", "a/b\\c", "_", "\n", "Participant"])
def test_tout_nom_donne_un_retour_que_moodle_accepte(nom):
    octets = moodle.zip_des_retours([(nom, "42", "page")])
    assert importe_retours(octets, {"42"}) == {"42": "correction.html"}


# ----------------------------------------------------------------- la commande


@pytest.fixture(scope="module")
def travaux(tmp_path_factory):
    """Trente copies du TP1, rangées comme Moodle les donne, et une trente-et-unième, vide."""
    dossier = tmp_path_factory.mktemp("travaux")
    resolu = (RACINE / "solutions/tp1_grille.py").read_text(encoding="utf-8")
    debut = (RACINE / "lessons/tp1_grille.py").read_text(encoding="utf-8")
    for n, eleve in enumerate(classe(31)):
        nom = moodle.nom_du_retour(eleve.nom, eleve.numero).rpartition("_")[0]
        texte = debut if n % 3 else resolu
        ecrit(dossier / "rendus" / nom, {"tp1_grille.py": texte if n < 30 else ""})
    return dossier


def lance(travaux, feuille, *options):
    """Le code de `corriger --moodle`, comme on le tape."""
    return main(
        ["corriger", str(travaux / "rendus"), "--sortie", str(travaux / "resultats"), "--moodle",
         str(feuille), "--tp", "1", "--fournis", "aucun", "--j-accepte", *options]
    )  # fmt: skip


@pytest.mark.parametrize("langue", lents_sauf(LANGUES, []))
def test_la_commande_remplit_la_feuille_et_les_retours(travaux, capsys, langue):
    eleves = classe(31)
    numeros = {eleve.numero for eleve in eleves}
    feuille = travaux / f"{langue}.csv"
    feuille.write_bytes(telechargee([ligne(e.numero, e.nom, langue) for e in eleves], langue))
    assert lance(travaux, feuille) == 0
    dit = capsys.readouterr().out
    assert "30 notes écrites" in dit and "plus récemment dans Moodle" in dit
    resultats = travaux / "resultats"
    rendue = (resultats / "notes_moodle.csv").read_text(encoding="utf-8-sig")
    assert len(list(csv.reader(io.StringIO(rendue)))) == 32
    importees = importe_feuille(rendue, langue, numeros)
    attendues = {e.numero: 0.0 if n % 3 else 20.0 for n, e in enumerate(eleves[:30])}
    assert {numero: note for numero, (note, _) in importees.items()} == attendues
    octets = (resultats / "retours_moodle.zip").read_bytes()
    assert importe_retours(octets, numeros) == dict.fromkeys(numeros, "correction.html")
    with zipfile.ZipFile(io.BytesIO(octets)) as archive:
        for nom in archive.namelist():
            page = archive.read(nom).decode("utf-8")
            assert "<nav" not in page and "href" not in page, "ni voisins, ni liens sans suite"
            assert "à voir avec l" not in page, "les remarques sont pour l'enseignant"
    assert "<nav" in next((resultats / "copies").glob("*.html")).read_text(encoding="utf-8")
    avant = feuille.read_bytes()
    assert lance(travaux, feuille, "--anonyme") == 0
    dit = capsys.readouterr().out
    assert not any(eleve.nom in dit for eleve in eleves) and feuille.read_bytes() == avant
    assert not (resultats / "notes_moodle.csv").exists()


@pytest.mark.parametrize(
    ("contenu", "phrase"),
    [
        (None, "ne peut pas être lu"),
        (b"", "n'a pas de colonne"),
        (b"Nom;Note\nZoe;12\n", "n'a pas de colonne"),
        (b"Identifiant,Note\nParticipant1,\n", "il y manque"),
        (b"PK\x03\x04\x00\xff", "n'a pas de colonne"),
        ("Identifiant,Note,Barème,Dernière modification (note)\n".encode(), "barème de mots"),
    ],
)
def test_une_mauvaise_feuille_arrete_tout_avant_de_rien_perdre(tmp_path, capsys, contenu, phrase):
    ecrit(
        tmp_path, {"rendus/Zoé_1_assignsubmission_file/tp1_grille.py": "def alpha(case):\n    0\n"}
    )
    gardes = {
        "classe.html": "d'avant",
        "notes_moodle.csv": "d'avant",
        "commentaires.csv": "les miens",
    }
    ecrit(tmp_path / "resultats", gardes)
    feuille = tmp_path / "feuille.csv"
    if contenu is not None:
        feuille.write_bytes(contenu)
    assert lance(tmp_path, feuille) == 2
    sortie, erreur = capsys.readouterr()
    assert phrase in erreur and len(erreur.strip().splitlines()) == 1 and not sortie
    restent = {f.name: f.read_text(encoding="utf-8") for f in (tmp_path / "resultats").iterdir()}
    assert restent == gardes and (contenu is None or feuille.read_bytes() == contenu)
