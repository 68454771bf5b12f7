"""Les notes sous la forme que chaque outil attend : LibreOffice, Pronote, Gradescope.

Pour Moodle, voir `moodle.py`, qui remplit la feuille de l'enseignant.

Une copie qui n'a pas pu être corrigée n'a pas de note : la case reste vide et le statut dit
pourquoi. Un texte venu d'un élève ne devient jamais une formule de tableur, et toute case est
entre guillemets : aucun signe de son nom ne peut en ouvrir une autre.
"""

import csv
import io
import json

from autograder.classe.tableau import en_gradescope, nombre

FORMULES = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "﹦", "﹢", "﹣", "﹫")
BOM = "\ufeff"
SEPARATEURS = ",;\t:"
RAPPORT_JSON_MAX = 40_000


def sans_formule(texte):
    """Le texte, précédé d'une apostrophe si un tableur pouvait le prendre pour une formule.

    >>> sans_formule("=1+1"), sans_formule("Zoé"), sans_formule("  @SOMME(A1)")
    ("'=1+1", 'Zoé', "'  @SOMME(A1)")
    """
    texte = " ".join(str(texte).splitlines())
    return "'" + texte if texte.lstrip().startswith(FORMULES) else texte


def decimale(valeur):
    """Une note à la française ; rien s'il n'y en a pas.

    >>> decimale(12.5), decimale(None)
    ('12,5', '')
    """
    return "" if valeur is None else nombre(valeur)


def en_csv(lignes, separateur=";"):
    """Ces cases telles quelles, toutes entre guillemets, pour un tableur en français (BOM)."""
    flux = io.StringIO()
    redacteur = csv.writer(flux, delimiter=separateur, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    redacteur.writerows(lignes)
    return BOM + flux.getvalue()


def _sans_formules(lignes):
    return [[sans_formule(case) for case in ligne] for ligne in lignes]


def lit_tableau(octets, entetes):
    """Les lignes d'un fichier CSV, quels que soient son codage et son séparateur.

    [] si sa première ligne n'a aucune des cases `entetes`.
    """
    texte = _decode(octets)
    for separateur in SEPARATEURS:
        try:
            lignes = [
                cases for cases in csv.reader(io.StringIO(texte), delimiter=separateur) if cases
            ]
        except csv.Error:
            continue
        if lignes and set(entetes) & set(lignes[0]):
            return lignes
    return []


def _decode(octets):
    """Le texte d'un fichier de tableur : UTF-8, UTF-16 (Excel), ou le codage de Windows."""
    if octets[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return octets.decode("utf-16", "replace")
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError:
        return octets.decode("cp1252", "replace")


def notes_csv(lignes, tps):
    """Le tableau des notes pour LibreOffice en français : point-virgule, virgule décimale, BOM.

    `lignes` : des LigneDeNotes (voir `classe`), dans l'ordre voulu.
    """
    entete = ["Nom", "Statut", "Note sur 20", *(f"TP{tp}" for tp in tps)]
    entete += ["Exercices justes", "Bonus justes", "Remarques"]
    tableau = [
        [
            ligne.nom,
            ligne.statut,
            decimale(ligne.note),
            *("fourni" if tp in ligne.fournis else decimale(ligne.notes.get(tp)) for tp in tps),
            ligne.justes if ligne.corrigee else "",
            ligne.bonus if ligne.corrigee else "",
            " ".join(ligne.remarques),
        ]
        for ligne in lignes
    ]
    return en_csv(_sans_formules([entete, *tableau]))


def exercices_csv(lignes, exercices, chasses=()):
    """Les points de chaque exercice, une ligne par copie, une colonne par exercice.

    `chasses` : celles que quelqu'un a commencées (voir `bilan.ChasseDeClasse`) ; elles suivent.
    """
    entete = ["Nom", *(e.id for e in exercices), *(c.id for c in chasses)]
    bareme = ["Barème", *(decimale(e.points) for e in exercices)]
    bareme += [decimale(c.bareme) for c in chasses]
    corps = [
        [ligne.nom, *(decimale(p) for p in ligne.points)]
        + ([decimale(ligne.chasses.get(c.id)) for c in chasses] if ligne.corrigee else [])
        for ligne in lignes
    ]
    return en_csv(_sans_formules([entete, bareme, *corps]))


def pronote_texte(lignes):
    """La colonne à coller dans Pronote : une note par ligne, dans l'ordre alphabétique."""
    return "".join(decimale(ligne.note) + "\r\n" for ligne in lignes)


def gradescope_json(resultat, nom):
    """Le `results.json` de Gradescope pour une copie, en moins de 40 ko."""
    donnees = en_gradescope(resultat)
    donnees["extra_data"] = {
        "nom": nom,
        "statut": resultat.statut,
        "note": resultat.note(),
        "notes": {f"tp{tp}": resultat.note(tp) for tp in resultat.tps()},
        "graine": resultat.graine,
    }
    for longueur in (1500, 600, 250, 100, 0):
        for test in donnees["tests"]:
            test["output"] = coupe(test["output"], longueur)
        texte = json.dumps(donnees, ensure_ascii=False, separators=(",", ":"))
        if len(texte.encode("utf-8", "replace")) <= RAPPORT_JSON_MAX:
            break
    return texte + "\n"


def coupe(texte, longueur):
    """Le texte, raccourci s'il le faut.

    >>> coupe("abcdef", 4)
    'abc…'
    """
    return texte if len(texte) <= longueur else texte[: max(0, longueur - 1)] + "…"
