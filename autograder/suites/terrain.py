"""Ce que partagent les suites : des grilles, des positions, et le jugement du hasard."""

import contextlib
import math

from autograder.moteur.essai import Echec, empreinte

RISQUE = 1e-7  # de refuser un hasard honnête (c'est un majorant)
AGRANDI = 10  # fois plus de tirages quand il y a un doute
PRECISE = 5  # fois plus encore, pour dire de quel côté penche un hasard refusé
NET = 20.0  # écart qui suffit alors : une valeur honnête ne l'atteint jamais par malchance
JAMAIS = "n'a jamais donné {} : chaque possibilité doit pouvoir sortir."


def dimensions(alea, maximum=6):
    """Une grille non carrée au hasard, de 2 cases de côté au moins."""
    xmax, ymax = alea.sample(range(2, maximum + 1), 2)
    return xmax, ymax


def etats_au_hasard(alea, xmax, ymax, proportion=0.5):
    """{case: état} de quelques cases occupées d'une grille xmax × ymax."""
    cases = [(x, y) for x in range(xmax) for y in range(ymax)]
    return {c: alea.choice((1, -1)) for c in cases if alea.random() < proportion}


def grille(module, xmax, ymax, etats=(), flotte=(2,)):
    """Une grille du module où l'on a marqué ces états."""
    g = module.Grille(xmax, ymax, list(flotte))
    marque(g, dict(etats))
    return g


def deux_grilles(essai, *args, **options):
    """La même grille, dans la copie et dans le corrigé."""
    return grille(essai.copie, *args, **options), grille(essai.corrige, *args, **options)


def dehors(xmax, ymax):
    """Des cases au-delà des quatre bords."""
    proches = [(xmax, 0), (0, ymax), (-1, 0), (0, -1), (xmax, ymax), (xmax - 1, -1), (-1, ymax - 1)]
    return [(xmax + 2, 0), *proches]


def il_reste(tailles, *grilles):
    """Fait comme si l'on avait déjà rayé de ces grilles tous les autres bateaux."""
    for g in grilles:
        g.taille_bateaux = list(tailles)
        g.taille_max, g.taille_min = max(tailles, default=0), min(tailles, default=0)


def ne_modifie_rien(essai, nom, appels, *, xmax=3, ymax=3, etats=(((0, 0), 1), ((2, 1), -1))):
    """Vérifie que `g.nom(*arguments)`, plusieurs fois, laisse la grille comme elle était."""
    g, r = deux_grilles(essai, xmax, ymax, etats)
    for arguments in appels:
        getattr(g, nom)(*arguments)
    inchangee(essai, g, r)


def inchangee(essai, g, r, flotte=None):
    """Vérifie que la grille `g` de la copie est comme celle du corrigé, sa `flotte` comprise."""
    essai.egal(g.etat, r.etat)
    essai.egal(g.vides, r.vides, ordre=False)
    if flotte is not None:
        essai.egal(g.taille_bateaux, flotte)


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


# --- Ce que la copie a répondu ----------------------------------------------------------


def nomme(essai, futur, texte):
    """Fait dire `texte` aux phrases d'échec, à la place d'un appel interne à la suite."""
    return essai.renomme(futur, texte)


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


def juste_jusqu_ici(essai):
    """True si les aspects précédents sont justes : le hasard peut alors chercher plus loin.

    Une erreur que les scènes fixes ont déjà vue coûte ainsi la même chose avec toute graine.
    """
    return all(aspect.juste for aspect in essai.aspects[:-1])


# --- Le hasard, jugé à ses fréquences ---------------------------------------------------


def au_hasard(essai, fois, scenario, permises, quoi):
    """Les résultats de `scenario` doivent être les `permises`, toutes aussi souvent."""
    scenario(essai.copie)  # une fois à découvert : si elle échoue, la phrase dit laquelle
    equitable(essai, quoi, dict.fromkeys(sorted(permises), 1 / len(permises)), fois, scenario)


def equitable(essai, quoi, parts, fois, scenario, *args):
    """Les résultats de `scenario` doivent être ceux de `parts` {valeur: probabilité}.

    Quelques tirages suffisent à une copie honnête ; s'ils laissent un doute, on en fait
    beaucoup plus, et eux seuls comptent. `quoi` nomme l'appel dans la phrase d'échec.
    """
    if not _douteux(_tire(essai, quoi, parts, fois, scenario, args), parts):
        return
    fois *= AGRANDI
    effectifs = _tire(essai, quoi, parts, fois, scenario, args)
    ecarts = {v: fois * divergence(effectifs.get(v, 0) / fois, p) for v, p in parts.items()}
    pire = max(ecarts, key=ecarts.get)
    if ecarts[pire] > math.log(2 * len(parts) / RISQUE):
        penche = _penche(_tire(essai, quoi, parts, fois * PRECISE, scenario, args), parts)
        essai.trace.append(f"{quoi} : chances inégales {empreinte(penche)}")
        constat = f"a donné {effectifs.get(pire)} fois {_ecrit(pire)}, au lieu de "
        constat += f"{round(fois * parts[pire])} environ : les chances ne sont pas égales."
        if pire not in effectifs:
            constat = JAMAIS.format(_ecrit(pire))
        essai.exige(False, f"En {fois} essais, {quoi} {constat}")


def toutes_sortent(essai, quoi, possibles, fois, scenario, *args):
    """Les résultats de `scenario` sont parmi `possibles`, et chacun sort : peu importe combien.

    S'il en manque après `fois` tirages, on en fait beaucoup plus.
    """
    manquent = set(possibles)
    for tirages in (fois, fois * AGRANDI):
        if manquent:
            manquent.difference_update(_tire(essai, quoi, possibles, tirages, scenario, args))
    if manquent:
        essai.trace.append(f"{quoi} : jamais {empreinte(manquent)}")
        constat = JAMAIS.format(_ecrit(min(manquent)))
        essai.exige(False, f"En {fois * (1 + AGRANDI)} essais, {quoi} {constat}")


def _tire(essai, quoi, permises, fois, scenario, args):
    effectifs = dict(essai.repete(fois, scenario, *args, nom=quoi))
    for valeur in effectifs:
        if valeur not in permises:
            nature = valeur if type(valeur) is str else type(valeur).__name__
            essai.trace.append(f"{quoi} : tirage interdit, {nature}")
            parfois = "parfois " if len(effectifs) > 1 else ""
            attendu = " ou ".join(map(_ecrit, permises)) if len(permises) < 6 else "autre chose"
            constat = f"donne {parfois}{_ecrit(valeur)} ; attendu : {attendu}."
            essai.exige(False, f"En {fois} essais, {quoi} {constat}")
    return effectifs


def _douteux(effectifs, parts):
    """True si l'écart est plus grand que celui d'un hasard honnête neuf fois sur dix."""
    total, liberte = sum(effectifs.values()), len(parts) - 1
    ecart = sum(n * math.log(n / (total * parts[v])) for v, n in effectifs.items())
    return 2 * ecart > liberte + 2 * math.sqrt(2 * liberte)


def _penche(effectifs, parts):
    """{valeur: True si elle sort trop souvent, False si trop peu} ; les autres n'y sont pas.

    >>> _penche({"a": 1500, "b": 500}, {"a": 0.5, "b": 0.45, "c": 0.05})
    {'a': True, 'b': False, 'c': False}
    """
    fois = sum(effectifs.values())
    frequences = {v: effectifs.get(v, 0) / fois for v in parts}
    return {
        v: frequences[v] > p for v, p in parts.items() if fois * divergence(frequences[v], p) > NET
    }


def divergence(frequence, probabilite):
    """Écart d'une fréquence à une probabilité, au sens de la borne de Chernoff.

    Une fréquence au moins aussi loin de `p` a moins de exp(-n × divergence) chances d'arriver
    en n tirages (de chaque côté).

    >>> divergence(0.5, 0.5)
    0.0
    """
    couples = ((frequence, probabilite), (1 - frequence, 1 - probabilite))
    return sum(f * math.log(f / p) if p else math.inf for f, p in couples if f)


def _ecrit(valeur):
    return f"« {valeur} »" if type(valeur) is str else repr(valeur)
