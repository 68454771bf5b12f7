"""Les notes sous la forme que chaque outil attend : LibreOffice, Moodle, Pronote, Gradescope.

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


def _csv(lignes, separateur):
    flux = io.StringIO()
    redacteur = csv.writer(flux, delimiter=separateur, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    for ligne in lignes:
        redacteur.writerow([sans_formule(case) for case in ligne])
    return flux.getvalue()


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
            *(decimale(ligne.notes.get(tp)) for tp in tps),
            ligne.justes if ligne.corrigee else "",
            ligne.bonus if ligne.corrigee else "",
            " ".join(ligne.remarques),
        ]
        for ligne in lignes
    ]
    return BOM + _csv([entete, *tableau], ";")


def exercices_csv(lignes, exercices):
    """Les points de chaque exercice, une ligne par copie, une colonne par exercice."""
    entete = ["Nom", *(e.id for e in exercices)]
    bareme = ["Barème", *(decimale(e.points) for e in exercices)]
    corps = [[ligne.nom, *(decimale(p) for p in ligne.points)] for ligne in lignes]
    return BOM + _csv([entete, bareme, *corps], ";")


def moodle_csv(lignes, tps):
    """Pour Moodle : la « feuille d'évaluation hors ligne » d'un devoir, ou l'import de notes.

    Séparateur virgule, point décimal. La colonne « Identifiant » (« Participant 123456 ») vient
    du nom des dossiers de l'export de Moodle.
    """
    entete = ["Identifiant", "Nom complet", "Note", "Note maximale"]
    entete += [*(f"TP{tp}" for tp in tps), "Feedback par commentaires"]
    tableau = [
        [
            f"Participant {ligne.numero}" if ligne.numero else "",
            ligne.nom,
            _point(ligne.note),
            "20.00",
            *(_point(ligne.notes.get(tp)) for tp in tps),
            ligne.bilan(),
        ]
        for ligne in lignes
    ]
    return _csv([entete, *tableau], ",")


def _point(valeur):
    return "" if valeur is None else f"{valeur:.2f}"


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
