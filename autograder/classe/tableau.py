"""Le résultat d'une copie en texte (tableau) et au format `results.json` de Gradescope."""

import textwrap

from autograder.moteur.erreurs import phrases
from lessons.verificateur.ecran import insecables

LARGEUR = 100


def nombre(valeur):
    """Un nombre à la française, sans zéro inutile.

    >>> nombre(1.5), nombre(2.0), nombre(None)
    ('1,5', '2', '–')
    """
    return "–" if valeur is None else (f"{valeur:.2f}").rstrip("0").rstrip(".").replace(".", ",")


def accord(combien, singulier, pluriel):
    """
    >>> accord(1, "copie", "copies"), accord(12, "copie", "copies")
    ('1 copie', '12 copies')
    """
    return f"{combien} {singulier if combien < 2 else pluriel}"


def tableau(resultat):
    """Le tableau de fin : TP, exercice, points, verdict, phrase ; puis les notes sur 20."""
    if not resultat.statut.startswith("corrigée"):
        return "Copie " + resultat.statut
    large = max([len(e.id) for e in resultat.exercices] + [8])
    lignes = [f"{'exercice':<{large}}  {'points':>9}  verdict"]
    for e in resultat.exercices:
        points = "–" if e.statut == "fourni" else f"{nombre(e.points)} / {nombre(e.bareme)}"
        etoile = " " + "★" * e.etoiles if e.etoiles else ""
        entete = f"{e.id:<{large}}  {points:>9}  {e.statut:<11} "
        phrase = "" if e.statut in ("à faire",) or e.phrase == "Juste." else e.phrase
        lignes += _replie(entete, phrase + etoile if phrase else etoile.strip())
    lignes += _chasses(resultat)
    lignes.append("")
    for tp in resultat.tps_notes():
        lignes.append(f"TP{tp} : {note_dite(resultat, tp)}{precision(resultat, tp)}")
    reserve = " (correction partielle : ce n'est pas une note)" if resultat.partiel() else ""
    lignes.append(f"Ensemble : {nombre(resultat.note())} / 20{reserve}")
    graine = resultat.graine
    lignes.append(f"Graine : {graine} (--graine {graine} rejoue les mêmes essais)")
    if resultat.isolement:
        lignes.append(f"Protection : {resultat.isolement}")
    return "\n".join(ligne.rstrip() for ligne in lignes)


def _chasses(resultat):
    """Les essais de l'élève, et, pour l'enseignant, l'erreur que fait chaque pirate manqué."""
    if not resultat.chasses:
        return []
    large = max(len(chasse.id) for chasse in resultat.chasses)
    lignes, erreurs = ["", "Ses essais, devant la flotte pirate"], phrases()
    for chasse in resultat.chasses:
        points = f"{nombre(chasse.points)} / {nombre(chasse.bareme)}"
        entete = f"{chasse.id:<{large}}  {points:>9}  {chasse.statut:<11} "
        lignes += _replie(entete, chasse.phrase if chasse.commencee else "")
        for pirate in chasse.a_flot():
            ruse = " (rusé)" if pirate["ruse"] else ""
            phrase = f"À flot{ruse} : {erreurs.get(pirate['id'], pirate['id'])}"
            lignes += _replie(" " * len(entete), phrase)
    return lignes


def note_dite(resultat, tp):
    """« 12,5 / 20 », ou « fourni » pour un TP donné résolu."""
    return "fourni" if resultat.fourni(tp) else f"{nombre(resultat.note(tp))} / 20"


def precision(resultat, tp):
    """Ce qu'il faut savoir d'une note : « , dont 3 de bonus », ou qu'elle est partielle."""
    if resultat.fourni(tp):
        return ", pas de note : c'est le code donné résolu"
    bonus = resultat.part_du_bonus(tp)
    dont = f", dont {nombre(bonus)} de bonus" if bonus else ""
    if not resultat.partiel(tp):
        return dont
    base = [e for e in resultat.exercices if e.tp == tp and not e.bonus]
    juges = sum(1 for e in base if e.statut != "fourni")
    pluriel = "s" if juges > 1 else ""
    return f"{dont} (partiel : {juges} exercice{pluriel} de base jugé{pluriel} seulement)"


def _replie(entete, phrase):
    """La phrase à droite de l'en-tête, repliée ; les dessins gardent leurs lignes."""
    lignes = []
    for morceau in insecables(phrase).split("\n"):
        dessin = any(c in morceau for c in "│┌├└─") or morceau.startswith("   ")
        lignes += [morceau] if dessin else textwrap.wrap(morceau, LARGEUR - len(entete)) or [""]
    blanc = " " * len(entete)
    return [(entete if rang == 0 else blanc) + ligne for rang, ligne in enumerate(lignes)]


def en_gradescope(resultat):
    """Le dictionnaire `results.json` de Gradescope, avec nos détails dans `extra_data`."""
    partiel = " Correction partielle : ce n'est pas une note." if resultat.partiel() else ""
    base = {
        "output": f"Graine : {resultat.graine}. Protection : {resultat.isolement}.{partiel}",
        "output_format": "text",
        "execution_time": round(resultat.duree, 3),
        "extra_data": resultat.en_dictionnaire(),
    }
    if not resultat.statut.startswith("corrigée"):
        return {**base, "score": 0, "output": f"Copie {resultat.statut}", "tests": []}
    tests = [
        {
            "name": "{}{}".format(e.id, " " + "★" * e.etoiles if e.etoiles else ""),
            "number": e.id,
            "score": e.points,
            "max_score": 0 if e.bonus or e.statut == "fourni" else e.bareme,
            "status": "passed" if e.juste or e.statut == "fourni" else "failed",
            "output": e.phrase,
            "output_format": "text",
            "tags": [f"tp{e.tp}", e.statut],
            "visibility": "visible",
        }
        for e in resultat.exercices
    ]
    tests += [
        {
            "name": chasse.id,
            "number": chasse.id,
            "score": chasse.points,
            "max_score": chasse.bareme if chasse.compte else 0,
            "status": "passed" if chasse.juste else "failed",
            "output": chasse.phrase,
            "output_format": "text",
            "tags": [f"tp{chasse.tp}", chasse.statut],
            "visibility": "visible",
        }
        for chasse in resultat.chasses
    ]
    return {**base, "score": resultat.note() or 0, "tests": tests}
