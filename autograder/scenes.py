"""Ce que partagent les suites des TP4 à TP6 : des positions, des doublures, le test du hasard."""

import contextlib

from autograder.essai import Echec, affiche, empreinte


def marque(grille, etats):
    """Écrit {case: état} dans une grille (de la copie ou du corrigé), `vides` compris."""
    for case, etat in etats.items():
        grille.marque(case, etat)


def flotte(essai, xmax, ymax, tailles):
    """Liste des cases d'une flotte légale tirée au hasard."""
    m = essai.corrige
    type_grille = m.Grille if hasattr(m, "Grille") else m.Joueur.type_grille
    grille = type_grille(xmax, ymax, tailles)
    grille.hasard = essai.alea
    grille.init_bateaux_alea()
    return [case for case, etat in grille.etat.items() if etat == 1]


def tirs(essai, xmax, ymax, bateaux, nombre):
    """{case: 1 ou -1} : ce que voit un joueur après `nombre` tirs au hasard sur ces bateaux."""
    cases = [(x, y) for x in range(xmax) for y in range(ymax)]
    return {c: 1 if c in bateaux else -1 for c in essai.alea.sample(cases, nombre)}


def dehors(xmax, ymax):
    """Les cases qui longent la grille, à l'extérieur, et un coin."""
    cotes = [(-1, y) for y in range(ymax)] + [(xmax, y) for y in range(ymax)]
    cotes += [(x, -1) for x in range(xmax)] + [(x, ymax) for x in range(xmax)]
    return [*cotes, (xmax, ymax)]


def nomme(essai, futur, texte):
    """Fait dire `texte` aux phrases d'échec, à la place d'un appel interne à la suite."""
    object.__setattr__(futur, "_texte", texte)
    essai._textes[futur._numero] = (texte, None, 0)
    return futur


@contextlib.contextmanager
def prudence():
    """Une valeur de la copie, examinée ici, peut être n'importe quoi : c'est alors un échec."""
    try:
        yield
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        raise Echec("Une des valeurs obtenues n'a pas la forme attendue.") from None


def observe(essai, futur, resume=None):
    """Valeur de `futur`, dont le `resume` (ce qui ne doit rien au hasard) entre dans la trace."""
    valeur = essai.valeur(futur)
    essai.trace.append(empreinte(valeur if resume is None else resume(valeur)))
    return valeur


def au_hasard(essai, fois, scenario, permises, quoi):
    """Les valeurs tirées doivent être exactement les `permises`, à peu près aussi souvent.

    « À peu près » : à moins de 6,5 écarts types de sa part. `fois` est à choisir assez grand
    pour que chacune sorte : une copie juste échoue moins d'une fois sur un million.
    """
    scenario(essai.copie)  # une fois à découvert : si elle échoue, la phrase dit laquelle
    effectifs = essai.repete(fois, scenario)
    couples = list(effectifs.items()) if type(effectifs) is dict else effectifs
    essai.trace.append(empreinte(sorted(empreinte(valeur) for valeur, _ in couples)))
    souvent = "parfois " if len(couples) > 1 else ""
    attendu = " ou ".join(repr(permise) for permise in sorted(permises))
    for valeur, _ in sorted(couples, key=lambda couple: empreinte(couple[0])):
        essai.exige(
            valeur in permises,
            f"{quoi[0].upper()}{quoi[1:]} donne {souvent}{affiche(valeur)} ; attendu : {attendu}.",
        )
    vues = dict(couples)
    part = fois / len(permises)
    marge = 6.5 * (part * (1 - 1 / len(permises))) ** 0.5
    for valeur in sorted(permises):
        essai.exige(
            valeur in vues,
            f"En {fois} essais, {quoi} n'a jamais donné {valeur!r} : chaque possibilité doit "
            "pouvoir sortir.",
        )
        essai.exige(
            abs(vues[valeur] - part) <= marge,
            f"En {fois} essais, {quoi} a donné {vues[valeur]} fois {valeur!r}, au lieu de "
            f"{round(part)} environ : toutes les possibilités doivent avoir la même chance.",
        )
