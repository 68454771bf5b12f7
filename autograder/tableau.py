"""Le résultat d'une copie en texte (tableau) et au format `results.json` de Gradescope."""

import textwrap

LARGEUR = 100


def nombre(valeur):
    """Un nombre à la française, sans zéro inutile.

    >>> nombre(1.5), nombre(2.0), nombre(None)
    ('1,5', '2', '–')
    """
    return "–" if valeur is None else ("%.2f" % valeur).rstrip("0").rstrip(".").replace(".", ",")


def tableau(resultat):
    """Le tableau de fin : TP, exercice, points, verdict, phrase ; puis les notes sur 20."""
    if not resultat.statut.startswith("corrigée"):
        return "Copie " + resultat.statut
    large = max([len(e.id) for e in resultat.exercices] + [8])
    lignes = ["%-*s  %9s  %-11s %s" % (large, "exercice", "points", "verdict", "")]
    for e in resultat.exercices:
        points = "%s / %s" % (nombre(e.points), nombre(e.bareme))
        etoile = " " + "★" * e.etoiles if e.etoiles else ""
        entete = "%-*s  %9s  %-11s " % (large, e.id, points, e.statut)
        phrase = "" if e.statut in ("à faire",) or e.phrase == "Juste." else e.phrase
        lignes += _replie(entete, phrase + etoile if phrase else etoile.strip())
    lignes.append("")
    for tp in resultat.tps():
        lignes.append("TP%d : %s / 20" % (tp, nombre(resultat.note(tp))))
    lignes.append("Ensemble : %s / 20" % nombre(resultat.note()))
    lignes.append("Graine : %d (--graine %d rejoue les mêmes essais)" % ((resultat.graine,) * 2))
    if resultat.isolement:
        lignes.append("Protection : %s" % resultat.isolement)
    return "\n".join(ligne.rstrip() for ligne in lignes)


def _replie(entete, phrase):
    """La phrase à droite de l'en-tête, repliée ; les dessins gardent leurs lignes."""
    lignes = []
    for morceau in phrase.split("\n"):
        dessin = any(c in morceau for c in "│┌├└─") or morceau.startswith("   ")
        lignes += [morceau] if dessin else textwrap.wrap(morceau, LARGEUR - len(entete)) or [""]
    blanc = " " * len(entete)
    return [(entete if rang == 0 else blanc) + ligne for rang, ligne in enumerate(lignes)]


def en_gradescope(resultat):
    """Le dictionnaire `results.json` de Gradescope, avec nos détails dans `extra_data`."""
    base = {
        "output": "Graine : %d. Protection : %s." % (resultat.graine, resultat.isolement),
        "output_format": "text",
        "execution_time": round(resultat.duree, 3),
        "extra_data": resultat.en_dictionnaire(),
    }
    if not resultat.statut.startswith("corrigée"):
        return {**base, "score": 0, "output": "Copie %s" % resultat.statut, "tests": []}
    tests = [
        {
            "name": "%s%s" % (e.id, " " + "★" * e.etoiles if e.etoiles else ""),
            "number": e.id,
            "score": e.points,
            "max_score": 0 if e.bonus else e.bareme,
            "status": "passed" if e.juste else "failed",
            "output": e.phrase,
            "output_format": "text",
            "tags": ["tp%d" % e.tp, e.statut],
            "visibility": "visible",
        }
        for e in resultat.exercices
    ]
    return {**base, "score": resultat.note() or 0, "tests": tests}
