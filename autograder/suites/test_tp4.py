"""Suites cachées du TP4 : messages, tirs, saisie, partie à deux, bateaux coulés."""

from autograder.moteur.essai import affiche, exercice
from autograder.suites.terrain import (
    au_hasard,
    dehors,
    flotte,
    il_reste,
    juste_jusqu_ici,
    marque,
    nomme,
    observe,
    prudence,
    tirs,
)

TOUCHE, MANQUE, COULE = "touché", "manqué", "coulé"
DEJA_JOUE, HORS_GRILLE = "déjà joué", "hors de la grille"
REFUS = (DEJA_JOUE, HORS_GRILLE)
SAUT = "\n"
DROITE, BAS, GAUCHE, HAUT = (1, 0), (0, 1), (-1, 0), (0, -1)
TAILLES = [(2, 3, [2]), (3, 2, [2, 1]), (5, 2, [3, 1]), (3, 5, [3, 2]), (1, 4, [2])]

AFFICHAGE = '''
lignes = []

def sortie(*textes, **options):
    lignes.append(" ".join(str(texte) for texte in textes))

def lecteur(reponses):
    """Une fonction `lire` qui n'affiche rien."""
    reponses = list(reponses)
    def lire(question=""):
        if not reponses:
            raise EOFError("toutes les réponses prévues ont été lues")
        return reponses.pop(0)
    return lire
'''

DOUBLURES = '''
class Epuise(Exception):
    """La partie continue alors que toutes les cases ont été jouées."""

journal = []

def script(joueur, cases):
    cases = list(cases)
    def joue_coup(*args, **options):
        if not cases:
            raise Epuise
        case = cases.pop(0)
        resultat = joueur.tire(case)
        journal.append(("tir", joueur.nom, case, resultat))
        return resultat
    return joue_coup

def apres_coup(joueur, resultat):
    journal.append(("apres_coup", getattr(joueur, "nom", None), resultat))

def joue(partie):
    """Journal, nom du joueur renvoyé et de l'attribut `gagnant` (None si ce n'en est pas un)."""
    del journal[:]
    try:
        rendu = partie.joue()
    except Epuise:
        return [journal, "", ""]
    return [journal, getattr(rendu, "nom", None), getattr(partie.gagnant, "nom", None)]
'''


def _texte(essai):
    return "".join(essai.alea.choice("abcdefgh éà!") for _ in range(essai.alea.randint(1, 8)))


# --- Messages ----------------------------------------------------------------------------


@exercice("tp4.add_message")
def test_add_message(essai):
    with essai.aspect("cas général", part=2):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        j.add_message("a")
        essai.egal(j.messages, ["a"])
        j.add_message("b")
        essai.egal(j.messages, ["a", "b"])
        textes = ["a", "b"]
        for rang in range(6):
            textes.append(f"{rang} {_texte(essai)}")
            j.add_message(textes[-1])
            essai.egal(j.messages, textes)
    with essai.aspect("messages répétés"):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        for texte in ("a", "b", "a", "a"):
            j.add_message(texte)
        essai.egal(j.messages, ["a", "b", "a", "a"])
    with essai.aspect("chaque joueur a sa file"):
        zoe, ali = essai.copie.Joueur("Zoé", 2, 1, [1]), essai.copie.Joueur("Ali", 2, 1, [1])
        zoe.add_message("pour Zoé")
        ali.add_message("pour Ali")
        essai.egal(zoe.messages, ["pour Zoé"])
        essai.egal(ali.messages, ["pour Ali"])


@exercice("tp4.affiche_messages")
def test_affiche_messages(essai):
    with essai.aspect("dans l'ordre d'arrivée", part=2), prudence():
        for textes in (["a"], ["a", "b", "c"], ["b", "a"], [_texte(essai) for _ in range(5)]):
            j = essai.copie.Joueur("Zoé", 2, 1, [1])
            j.messages = list(textes)
            essai.imprime()
            j.affiche_messages()
            _affichage(essai, textes)
    with essai.aspect("vide la file", part=2), prudence():
        for textes in (["a", "b"], ["a", "b", "c"], []):
            j = essai.copie.Joueur("Zoé", 2, 1, [1])
            j.messages = list(textes)
            j.affiche_messages()
            essai.egal(j.messages, [])
        essai.imprime()
        j.affiche_messages()
        j.messages = ["d", "d"]
        j.affiche_messages()
        _affichage(essai, ["d", "d"])
    with essai.aspect("passe par info"), prudence():
        aide = essai.aide(AFFICHAGE)
        essai.module("bn_utiles").sortie = aide.sortie
        j = essai.copie.Joueur("Zoé", 2, 1, [1])
        j.messages = ["a", "b"]
        j.affiche_messages()
        lignes = observe(essai, aide.lignes)
        essai.exige(
            "\n".join(lignes) == "a\nb",
            "Affiche les messages avec info et non avec print : une fenêtre ou un carnet pourra "
            "ainsi les recevoir.",
        )


def _affichage(essai, textes):
    """Compare ce qui vient d'être affiché : un message par ligne, la fin de ligne à part."""
    lignes = observe(essai, essai.imprime()).rstrip("\n").split("\n")
    essai.exige(
        lignes == textes,
        f"Avec messages = {textes!r}, affiche_messages() affiche {_lignes(lignes)} ; "
        f"attendu : {_lignes(textes)}, chacun sur sa ligne.",
    )


def _lignes(lignes):
    return ", puis ".join(affiche(ligne) for ligne in lignes[:6]) if any(lignes) else "rien"


# --- Tirs --------------------------------------------------------------------------------


@exercice("tp4.verifie_tir")
def test_verifie_tir(essai):
    with essai.aspect("cas général", part=2):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        essai.egal(j.verifie_tir((0, 0)), None)
        essai.egal(j.verifie_tir((3, 0)), HORS_GRILLE)
        j.cases_jouees = [(0, 0), (2, 1)]
        for case in [(0, 0), (2, 1)]:
            essai.egal(j.verifie_tir(case), DEJA_JOUE)
        for case in [(1, 0), (0, 1), (2, 0)]:
            essai.egal(j.verifie_tir(case), None)
    with essai.aspect("bords et grille non carrée"):
        for xmax, ymax, tailles in TAILLES:
            j = essai.copie.Joueur("Zoé", xmax, ymax, tailles)
            for case in [(xmax - 1, ymax - 1), (0, ymax - 1), (xmax - 1, 0)]:
                essai.egal(j.verifie_tir(case), None)
            for case in dehors(xmax, ymax):
                essai.egal(j.verifie_tir(case), HORS_GRILLE)
    with essai.aspect("case éliminée mais pas jouée"):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        j.grille_suivi.marque((0, 0), -1)
        essai.egal(j.verifie_tir((0, 0)), None)
        for xmax, ymax, tailles in TAILLES:
            j = essai.copie.Joueur("Zoé", xmax, ymax, tailles)
            cases = [(x, y) for x in range(xmax) for y in range(ymax)]
            jouees = essai.alea.sample(cases, len(cases) // 2)
            for case in essai.alea.sample(cases, len(cases) // 2):
                j.grille_suivi.marque(case, -1)
            j.cases_jouees = jouees
            for case in cases:
                essai.egal(j.verifie_tir(case), DEJA_JOUE if case in jouees else None)
    with essai.aspect("la grille d'abord"):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        j.cases_jouees = [(3, 0), (0, 0)]
        essai.egal(j.verifie_tir((3, 0)), HORS_GRILLE)
    with essai.aspect("ne modifie rien"):
        j = essai.copie.Joueur("Zoé", 2, 1, [1])
        j.cases_jouees = [(0, 0)]
        for case in [(0, 0), (1, 0), (2, 0)]:
            j.verifie_tir(case)
        essai.egal(j.cases_jouees, [(0, 0)])
        essai.egal(j.essais, 0)
        essai.egal(j.grille_suivi.etat, {(0, 0): 0, (1, 0): 0})


def _face_a(m, xmax, ymax, tailles, bateaux):
    """Un joueur devant cette flotte."""
    j = m.Joueur("Zoé", xmax, ymax, tailles)
    marque(j.grille_adverse, dict.fromkeys(bateaux, 1))
    return j


@exercice("tp4.tire")
def test_tire(essai):
    def suite_de_tirs(xmax, ymax, tailles, bateaux, cases, annonce=False):
        """Les mêmes tirs sur la copie et sur le corrigé ; les joueurs des deux."""
        j, r = (_face_a(m, xmax, ymax, tailles, bateaux) for m in (essai.copie, essai.corrige))
        if annonce:
            j.annonce_coule = r.annonce_coule = True
        for case in cases:
            essai.egal(j.tire(case), r.tire(case))
        return j, r

    def sans_couler(xmax, ymax, bateaux):
        """Tous les tirs manqués, et un touché qui ne finit pas de bateau, dans le désordre."""
        cases = [(x, y) for x in range(xmax) for y in range(ymax) if (x, y) not in bateaux]
        cases += [(x, y) for x, y in bateaux if {(x + 1, y), (x, y + 1)} & set(bateaux)][:1]
        return essai.alea.sample(cases, len(cases))

    deux = [(1, 0), (2, 0)]
    with essai.aspect("touché ou manqué", part=2):
        for cases in ([(1, 0)], [(2, 1)], [(0, 0), (1, 0), (0, 1), (2, 1)]):
            suite_de_tirs(3, 2, [2], deux, cases)
        for xmax, ymax, tailles in TAILLES:
            bateaux = flotte(essai, xmax, ymax, tailles)
            suite_de_tirs(xmax, ymax, tailles, bateaux, sans_couler(xmax, ymax, bateaux))
    with essai.aspect("note le tir sur grille_suivi", part=2):
        for cases in ([(1, 0)], [(2, 1)], [(2, 1), (1, 0), (0, 0)]):
            j, r = suite_de_tirs(3, 2, [2], deux, cases)
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat)
            essai.egal(j.grille_suivi.vides, r.grille_suivi.vides, ordre=False)
        for xmax, ymax, tailles in TAILLES:
            bateaux = flotte(essai, xmax, ymax, tailles)
            j, r = suite_de_tirs(xmax, ymax, tailles, bateaux, sans_couler(xmax, ymax, bateaux)[:2])
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat)
            essai.egal(j.grille_suivi.vides, r.grille_suivi.vides, ordre=False)
    with essai.aspect("compte les tirs acceptés"):
        j, _ = suite_de_tirs(3, 2, [2], deux, [(1, 0)])
        essai.egal(j.essais, 1)
        essai.egal(j.cases_jouees, [(1, 0)])
        j.tire((0, 1))
        essai.egal(j.essais, 2)
        essai.egal(j.cases_jouees, [(1, 0), (0, 1)], ordre=False)
    with essai.aspect("tirs refusés : gratuits"):
        # Un tir déjà noté à la main : compter mal les tirs acceptés est une autre erreur.
        for refuse in [(3, 0), (0, 0), (1, 2), (-1, 0)]:
            j, r = (_face_a(m, 3, 2, [2], [(1, 0)]) for m in (essai.copie, essai.corrige))
            for joueur in (j, r):
                joueur.grille_suivi.marque((0, 0), -1)
                joueur.cases_jouees = [(0, 0)]
                joueur.essais = 1
            essai.egal(j.tire(refuse), r.tire(refuse))
            essai.egal(j.essais, 1)
            essai.egal(j.cases_jouees, [(0, 0)])
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat)
            essai.egal(j.grille_suivi.vides, r.grille_suivi.vides, ordre=False)
    with essai.aspect("n'écrit pas sur grille_adverse", apres=["note le tir sur grille_suivi"]):
        j, r = suite_de_tirs(3, 2, [2], deux, [(1, 0), (2, 1)])
        essai.egal(j.grille_adverse.etat, r.grille_adverse.etat)
        essai.egal(j.grille_adverse.vides, r.grille_adverse.vides, ordre=False)
        essai.egal(j.grille_joueur.etat, r.grille_joueur.etat)
    with essai.aspect("regarde la bonne grille"):
        j = _face_a(essai.copie, 3, 1, [2], deux)
        j.grille_joueur.marque((0, 0), 1)
        essai.egal(j.tire((0, 0)), MANQUE)
        essai.egal(j.tire((1, 0)), TOUCHE)
    with essai.aspect("-1 n'est pas un bateau"):
        j = _face_a(essai.copie, 3, 1, [2], deux)
        j.grille_adverse.marque((0, 0), -1)
        essai.egal(j.tire((0, 0)), MANQUE)
        j.grille_suivi.marque((1, 0), -1)
        essai.egal(j.tire((1, 0)), TOUCHE, piste="Une case éliminée peut encore être jouée.")
        if juste_jusqu_ici(essai):
            essai.egal(j.grille_suivi.etat[(1, 0)], 1, piste="Elle n'est plus éliminée.")
    with essai.aspect("coulé, quand il est annoncé", apres=["note le tir sur grille_suivi"]):
        suite_de_tirs(3, 2, [2], [(1, 0), (2, 0)], [(1, 0), (0, 0), (2, 0)], annonce=True)
        suite_de_tirs(3, 1, [1, 1], [(0, 0), (2, 0)], [(0, 0), (1, 0), (2, 0)], annonce=True)
        suite_de_tirs(3, 2, [2], [(1, 0), (2, 0)], [(1, 0), (2, 0)])
        for xmax, ymax, tailles in TAILLES:
            cases = [(x, y) for x in range(xmax) for y in range(ymax)]
            bateaux = flotte(essai, xmax, ymax, tailles)
            cases = essai.alea.sample(cases, len(cases))
            suite_de_tirs(xmax, ymax, tailles, bateaux, cases, annonce=True)


# --- Saisie ------------------------------------------------------------------------------


def _refus_de_saisie(valeur):
    if type(valeur) is not tuple or len(valeur) != 2:
        return "il faut renvoyer un couple (case, raison)."
    if valeur[0] is not None:
        return "ce texte ne désigne pas une case où l'on peut tirer ; attendu : (None, la raison)."
    return True


def _raison_donnee(valeur):
    if valeur[0] is not None:
        return True  # ne pas refuser est une autre erreur
    if type(valeur[1]) is not str or not valeur[1].strip():
        return "la raison doit être une phrase."
    return True


@exercice("tp4.analyse_saisie")
def test_analyse_saisie(essai):
    with essai.aspect("une bonne case", part=2):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        for texte, case in [("B1", (1, 1)), ("A0", (0, 0)), ("C0", (2, 0))]:
            essai.egal(j.analyse_saisie(texte), (case, None))
        j = essai.copie.Joueur("Zoé", 4, 13, [3])
        for _ in range(6):
            x, y = essai.alea.randrange(4), essai.alea.randrange(13)
            texte = essai.alea.choice(["%s%s", " %s%s", "%s %s "]) % ("abcdABCD"[x + 4], y)
            essai.egal(j.analyse_saisie(texte), ((x, y), None))
            essai.egal(j.analyse_saisie(texte.lower()), ((x, y), None))
    with essai.aspect("pas une case", part=2):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        for texte in ["q", "", "33", "BB", "1B", "B-1"]:
            essai.verifie(j.analyse_saisie(texte), _refus_de_saisie)
    with essai.aspect("hors de la grille", apres=["pas une case"]):
        for xmax, ymax, textes in [(3, 2, ["D0", "A2", "Z9"]), (2, 4, ["C0", "a4", "B12"])]:
            j = essai.copie.Joueur("Zoé", xmax, ymax, [2])
            for texte in textes:
                essai.verifie(j.analyse_saisie(texte), _refus_de_saisie)
    with essai.aspect("déjà jouée", apres=["pas une case", "hors de la grille"]):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        j.cases_jouees = [(1, 0)]
        essai.verifie(j.analyse_saisie("b0"), _refus_de_saisie)
        j.grille_suivi.marque((2, 0), -1)
        essai.egal(j.analyse_saisie("c0"), ((2, 0), None), piste="Éliminée n'est pas jouée.")
        essai.egal(j.cases_jouees, [(1, 0)], piste="analyse_saisie ne tire pas.")
        essai.egal(j.essais, 0)
    with essai.aspect("dit pourquoi"):
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        j.cases_jouees = [(1, 0)]
        for texte in ["D0", "b0", *(["q", ""] if juste_jusqu_ici(essai) else [])]:
            essai.verifie(j.analyse_saisie(texte), _raison_donnee)


@exercice("tp4.demande_case")
def test_demande_case(essai):
    with essai.aspect("une bonne réponse", part=2):
        for texte, case in [("B1", (1, 1)), ("c0", (2, 0))]:
            j = essai.copie.Joueur("Zoé", 3, 2, [2])
            lire = essai.lecteur([texte, "A1"])
            essai.egal(essai.copie.demande_case(j, lire), case)
            essai.egal(essai.copie.demande_case(j, lire=lire), (0, 1))
    with essai.aspect("redemande", part=2):
        for mauvaises in (["q"], ["D0"], ["A0"], ["q", "Z9", "", "a0"]):
            j = essai.copie.Joueur("Zoé", 3, 2, [2])
            j.cases_jouees = [(0, 0)]
            lire = essai.lecteur([*mauvaises, "B1", "C1"])
            _apres_reponses(essai, essai.copie.demande_case(j, lire), [*mauvaises, "B1"], (1, 1))
            _apres_reponses(essai, essai.copie.demande_case(j, lire), ["C1"], (2, 1))
        essai.egal(j.cases_jouees, [(0, 0)], piste="demande_case ne tire pas.")
    with essai.aspect("dit la raison", apres=["redemande"]), prudence():
        aide = essai.aide(AFFICHAGE)
        melange = [["q", "Z9", "a0"]] if juste_jusqu_ici(essai) else []
        for mauvaises in (["q"], ["Z9"], ["a0"], *melange):
            j = essai.copie.Joueur("Zoé", 3, 2, [2])
            j.cases_jouees = [(0, 0)]
            raisons = [essai.valeur(j.analyse_saisie(texte))[1] for texte in mauvaises]
            essai.imprime()
            essai.copie.demande_case(j, aide.lecteur([*mauvaises, "B1"]))
            texte = observe(essai, essai.imprime())
            essai.exige(
                _dites_dans_l_ordre(raisons, texte),
                f"Avec les réponses {_tapees([*mauvaises, 'B1'])}, demande_case affiche "
                f"{_lignes(texte.strip().split(SAUT))} ; après chaque mauvaise réponse, affiche la "
                "raison que donne analyse_saisie.",
            )
    with essai.aspect("passe par info", apres=["redemande"]), prudence():
        aide = essai.aide(AFFICHAGE)
        essai.module("bn_utiles").sortie = aide.sortie
        j = essai.copie.Joueur("Zoé", 3, 2, [2])
        essai.imprime()
        essai.copie.demande_case(j, aide.lecteur(["q", "Z9", "B1"]))
        essai.exige(
            observe(essai, essai.imprime()) == "",
            "Affiche la raison avec info et non avec print : une fenêtre ou un carnet pourra "
            "ainsi la recevoir.",
        )


def _apres_reponses(essai, futur, reponses, case):
    essai.egal(futur, case, piste=f"Réponses tapées : {_tapees(reponses)}.")


def _dites_dans_l_ordre(raisons, texte):
    """True si ce texte contient ces raisons l'une après l'autre, aux blancs près."""
    reste = "".join(texte.split())
    for raison in raisons:
        _, trouvee, reste = reste.partition("".join(raison.split()))
        if not trouvee:
            return False
    return True


def _tapees(reponses):
    return ", ".join(repr(texte) for texte in reponses)


@exercice("tp4.joue_coup")
def test_joue_coup(essai):
    def joueur(m):
        return _face_a(m, 3, 2, [2], [(1, 0), (1, 1)])

    with essai.aspect("cas général", part=2):
        for reponses in (["B1"], ["a0"], ["q", "D0", "C1"]):
            j, r = joueur(essai.copie), joueur(essai.corrige)
            resultat = r.tire(essai.corrige.coord(reponses[-1]))
            futur = j.joue_coup(essai.lecteur(reponses))
            essai.egal(futur, resultat, piste=f"Réponse tapée : {reponses[-1]!r}.")
            essai.egal(j.cases_jouees, r.cases_jouees)
            essai.egal(j.essais, 1)
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat)
    with essai.aspect("plusieurs coups"):
        j, r = joueur(essai.copie), joueur(essai.corrige)
        lire = essai.lecteur(["B1", "b1", "A0", "B0"])
        for case in [(1, 1), (0, 0), (1, 0)]:
            essai.egal(j.joue_coup(lire=lire), r.tire(case))
        essai.egal(j.essais, 3)
    with essai.aspect("au clavier"):
        j = joueur(essai.copie)
        essai.entrees(["B1", "A0"])
        essai.egal(j.joue_coup(), TOUCHE, piste="Sans argument, c'est input qui lit.")
        essai.egal(j.joue_coup(), MANQUE)


# --- La partie ---------------------------------------------------------------------------


@exercice("tp4.joue")
def test_joue(essai):
    def partie(m, aide, xmax, ymax, tailles, bateaux, cases):
        zoe, ali = (m.Joueur(nom, xmax, ymax, tailles) for nom in ("Zoé", "Ali"))
        for joueur, flotte_, tirs_ in zip((zoe, ali), bateaux, cases, strict=True):
            marque(joueur.grille_joueur, dict.fromkeys(flotte_, 1))
            joueur.joue_coup = aide.script(joueur, tirs_)
        jeu = m.Partie(zoe, ali)
        jeu.apres_coup = aide.apres_coup
        return jeu

    def joue(*donnees):
        aide = essai.aide(DOUBLURES)
        return nomme(essai, aide.joue(partie(essai.copie, aide, *donnees)), "partie.joue()")

    def donnees(xmax, ymax, tailles, refus=False):
        cases = [(x, y) for x in range(xmax) for y in range(ymax)]
        bateaux = [flotte(essai, xmax, ymax, tailles) for _ in range(2)]
        scripts = []
        for cibles in reversed(bateaux):
            script = essai.alea.sample(cases, len(cases))
            if script[0] in cibles:  # le premier tir manque : la partie dure un peu
                script.append(script.pop(0))
            if refus:
                script.insert(1, script[0])
                script.insert(1, (xmax, 0))
            scripts.append(script)
        return xmax, ymax, tailles, bateaux, scripts

    with essai.aspect("une partie juste", part=2), prudence():
        for taille in [(1, 1, [1]), (2, 1, [1]), (3, 2, [2]), (2, 3, [2]), (4, 3, [2, 1])]:
            jeu = donnees(*taille)
            resultat = observe(essai, joue(*jeu), lambda r: _sans_hasard(r[0]))
            essai.exige(*_regles(jeu, resultat))
    with essai.aspect("tirs refusés : le même rejoue"), prudence():
        # Le deuxième et le troisième tirs sont refusés ; qui commence finit le premier.
        script = [(1, 0), (2, 0), (1, 0), (0, 0), (0, 1), (1, 1)]
        jeux = [(2, 2, [2], [[(0, 0), (0, 1)]] * 2, [script] * 2)]
        if juste_jusqu_ici(essai):
            jeux += [donnees(*taille, refus=True) for taille in [(2, 2, [2]), (3, 2, [2])]]
        for jeu in jeux:
            resultat = observe(essai, joue(*jeu), lambda r: _sans_hasard(r[0]))
            essai.exige(*_regles(jeu, resultat))
    with essai.aspect("gagnant"), prudence():
        for taille in [(1, 1, [1]), (3, 2, [2])]:
            partie_jouee = joue(*donnees(*taille))
            journal, rendu, gagnant = observe(essai, partie_jouee, lambda r: r[1:] == ["", ""])
            vainqueur = [ligne[1] for ligne in journal if ligne[0] == "tir"][-1]
            essai.trace.append(str((rendu == vainqueur, gagnant == vainqueur, rendu is None)))
            essai.exige(
                rendu is not None,
                "partie.joue() ne renvoie pas le gagnant : manque-t-il un return ?",
            )
            essai.exige(
                rendu == vainqueur,
                f"{vainqueur} a coulé toute la flotte, mais partie.joue() renvoie l'autre joueur.",
            )
            essai.exige(
                gagnant == vainqueur, "Après partie.joue(), partie.gagnant doit être le gagnant."
            )
    with essai.aspect("apres_coup"), prudence():
        journal, _, _ = observe(
            essai, joue(*donnees(3, 2, [2], refus=True)), lambda r: _sans_hasard(r[0], True)
        )
        attendu = []
        for ligne in journal:
            if ligne[0] == "tir":
                attendu.append(ligne)
                if ligne[3] not in REFUS:
                    attendu.append(("apres_coup", ligne[1], ligne[3]))
        essai.exige(
            journal == attendu,
            "Après chaque tir accepté, et seulement là, il faut appeler "
            "self.apres_coup(tireur, resultat).",
        )
    with essai.aspect("premier joueur tiré au sort"), prudence():
        aide = essai.aide(DOUBLURES)

        def premier(m):
            jeu = partie(m, aide, 1, 1, [1], [[(0, 0)]] * 2, [[(0, 0)]] * 2)
            return aide.joue(jeu)[0][0][1]

        au_hasard(essai, 100, premier, {"Zoé", "Ali"}, "le tirage du premier joueur")


def _sans_hasard(journal, apres=False):
    """Le journal où les joueurs s'appellent « premier » et « second »."""
    if not journal:
        return []
    premier = journal[0][1]
    role = {premier: "premier"}
    return [
        (ligne[0], role.get(ligne[1], "second"), *ligne[2:])
        for ligne in journal
        if apres or ligne[0] == "tir"
    ]


def _regles(jeu, resultat):
    """(True, "") si le journal suit les règles, sinon (False, la phrase)."""
    xmax, ymax, tailles, bateaux, _ = jeu
    journal, rendu, _ = resultat
    ou = f"Partie sur une grille {xmax}×{ymax}, flotte {tailles!r}"
    coups = [ligne[1:] for ligne in journal if ligne[0] == "tir"]
    if not coups:
        return False, f"{ou} : personne n'a tiré (la partie appelle-t-elle joue_coup ?)."
    restants = {"Ali": set(bateaux[0]), "Zoé": set(bateaux[1])}
    attendu = coups[0][0]
    for numero, (nom, case, issue) in enumerate(coups, 1):
        if nom != attendu:
            return False, f"{ou} : au tir n° {numero}, c'était à {attendu} de jouer, pas à {nom}."
        restants[nom].discard(case)
        if issue not in REFUS:
            attendu = "Ali" if nom == "Zoé" else "Zoé"
        if not restants[nom] and numero < len(coups):
            return False, f"{ou} : {nom} a fini au tir n° {numero}, mais la partie continue."
    if all(restants.values()):
        return False, f"{ou} : elle s'arrête avant qu'une flotte soit coulée."
    if rendu == "":
        return False, f"{ou} : elle continue après le tir qui finit la flotte."
    return True, ""


# --- Bateaux coulés ----------------------------------------------------------------------


@exercice("tp4.elimine_adjacentes")
def test_elimine_adjacentes(essai):
    bateaux = [
        (3, 1, [1], [(1, 0)]),
        (3, 3, [2], [(1, 1), (1, 2)]),
        (4, 2, [2], [(0, 0), (1, 0)]),
        (1, 4, [2], [(0, 1), (0, 2)]),
        (5, 4, [3], [(1, 2), (2, 2), (3, 2)]),
    ]

    def positions():
        for xmax, ymax, tailles, cases in bateaux:
            yield xmax, ymax, tailles, cases, dict.fromkeys(cases, 1)
        for _ in range(4):
            xmax, ymax, tailles, cases = essai.alea.choice(bateaux)
            autres = [(x, y) for x in range(xmax) for y in range(ymax) if (x, y) not in cases]
            manquees = essai.alea.sample(autres, len(autres) // 3)
            etats = {**dict.fromkeys(cases, 1), **dict.fromkeys(manquees, -1)}
            yield xmax, ymax, tailles, cases, etats

    def joueurs(xmax, ymax, tailles, etats):
        paire = [m.Joueur("Zoé", xmax, ymax, tailles) for m in (essai.copie, essai.corrige)]
        for joueur in paire:
            marque(joueur.grille_suivi, etats)
        return paire

    with essai.aspect("marque les voisines", part=2):
        for xmax, ymax, tailles, cases, etats in positions():
            j, r = joueurs(xmax, ymax, tailles, etats)
            j.elimine_adjacentes(cases)
            r.elimine_adjacentes(cases)
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat, grille=j.grille_suivi)
    with essai.aspect("renvoie les cases éliminées"):
        for xmax, ymax, tailles, cases, etats in positions():
            j, r = joueurs(xmax, ymax, tailles, etats)
            essai.egal(j.elimine_adjacentes(cases), r.elimine_adjacentes(cases), ordre=False)
        j.elimine_adjacentes(cases)
        essai.egal(j.elimine_adjacentes(cases), [], piste="Elles étaient déjà éliminées.")
    with essai.aspect("tient vides à jour"):
        for xmax, ymax, tailles, cases, etats in positions():
            j, r = joueurs(xmax, ymax, tailles, etats)
            j.elimine_adjacentes(cases)
            r.elimine_adjacentes(cases)
            essai.egal(j.grille_suivi.vides, r.grille_suivi.vides, ordre=False)
    with essai.aspect("ne touche à rien d'autre"):
        j, r = joueurs(3, 1, [1], {(1, 0): 1})
        cases = essai.objet([(1, 0)])
        j.elimine_adjacentes(cases)
        essai.egal(cases, [(1, 0)])
        essai.egal(j.grille_adverse.etat, r.grille_adverse.etat)
        essai.egal(j.grille_joueur.etat, r.grille_joueur.etat)


@exercice("tp4.suite_touchee")
def test_suite_touchee(essai):
    def compare(xmax, ymax, touchees, case, direction, manquees=()):
        paire = [m.Joueur("Zoé", xmax, ymax, [2]) for m in (essai.copie, essai.corrige)]
        for joueur in paire:
            marque(joueur.grille_suivi, dict.fromkeys(touchees, 1))
            marque(joueur.grille_suivi, dict.fromkeys(manquees, -1))
        j, r = paire
        attendu = r.suite_touchee(case, direction)
        essai.egal(j.suite_touchee(case, direction), attendu, grille=j.grille_suivi)

    with essai.aspect("cas général", part=2):
        compare(4, 1, [(1, 0)], (1, 0), DROITE)
        compare(4, 1, [(1, 0), (2, 0)], (1, 0), DROITE)
        compare(4, 1, [(1, 0), (2, 0)], (2, 0), GAUCHE)
        compare(3, 4, [(1, 1), (1, 2), (2, 1)], (1, 1), BAS)
        compare(3, 4, [(1, 1), (1, 2), (2, 1)], (1, 2), HAUT)
        compare(5, 1, [(0, 0), (1, 0), (3, 0)], (0, 0), DROITE)
    with essai.aspect("jusqu'au bord"):
        compare(2, 1, [(0, 0), (1, 0)], (0, 0), DROITE)
        compare(2, 1, [(0, 0), (1, 0)], (1, 0), GAUCHE)
        compare(1, 3, [(0, 0), (0, 1), (0, 2)], (0, 2), HAUT)
        compare(1, 3, [(0, 0), (0, 1), (0, 2)], (0, 0), BAS)
    with essai.aspect("case pas touchée"):
        compare(3, 1, [(1, 0)], (0, 0), DROITE)
        compare(3, 1, [(1, 0)], (2, 0), GAUCHE, manquees=[(2, 0)])
    with essai.aspect("grille au hasard", apres=["jusqu'au bord", "case pas touchée"]):
        for _ in range(6):
            xmax, ymax = essai.alea.randint(2, 5), essai.alea.randint(2, 4)
            cases = [(x, y) for x in range(xmax) for y in range(ymax)]
            touchees = essai.alea.sample(cases, 2 * len(cases) // 3)
            autres = [case for case in cases if case not in touchees]
            for direction in (DROITE, BAS, GAUCHE, HAUT):
                compare(xmax, ymax, touchees, essai.alea.choice(touchees), direction, autres[::2])


@exercice("tp4.est_coule")
def test_est_coule(essai):
    def compare(xmax, ymax, tailles, etats, morceau, deja=(), adverse=()):
        """`deja` : les tailles des bateaux déjà coulés ; `adverse` : l'état de l'autre grille."""
        j, r = (m.Joueur("Zoé", xmax, ymax, tailles) for m in (essai.copie, essai.corrige))
        for joueur in (j, r):
            marque(joueur.grille_suivi, etats)
            marque(joueur.grille_adverse, dict(adverse))
        restants = list(tailles)
        for taille in deja:
            restants.remove(taille)
        il_reste(restants, j.grille_suivi, r.grille_suivi)
        essai.egal(j.est_coule(morceau), r.est_coule(morceau), grille=j.grille_suivi)

    deux = {(1, 0): 1, (2, 0): 1}
    debout = {(0, 1): 1, (0, 2): 1}
    with essai.aspect("entre deux cases manquées", part=2):
        compare(5, 1, [3, 2], deux, [(1, 0), (2, 0)])
        autour = {(0, 0): -1, (3, 0): -1, **deux}
        compare(5, 1, [3, 2], deux, [(1, 0), (2, 0)], adverse=autour)
        compare(5, 1, [3, 2], {**deux, (0, 0): -1}, [(1, 0), (2, 0)])
        compare(5, 1, [3, 2], {**deux, (3, 0): -1}, [(1, 0), (2, 0)])
        compare(5, 1, [3, 2], {**deux, (0, 0): -1, (3, 0): -1}, [(1, 0), (2, 0)])
        compare(2, 5, [3, 2], {**debout, (0, 0): -1, (0, 3): -1}, [(0, 1), (0, 2)])
        compare(2, 5, [3, 2], {**debout, (0, 0): -1, (1, 1): -1}, [(0, 1), (0, 2)])
    with essai.aspect("trois cases et plus"):
        for n in (3, 4):
            ligne, colonne = [(x, 3) for x in range(1, n + 1)], [(4, y) for y in range(1, n + 1)]
            for cases, bouts in [(ligne, [(0, 3), (n + 1, 3)]), (colonne, [(4, 0), (4, n + 1)])]:
                touchees = dict.fromkeys(cases, 1)
                for fermes in (bouts, bouts[:1], bouts[1:]):
                    compare(6, 6, [5], {**touchees, **dict.fromkeys(fermes, -1)}, cases)
    with essai.aspect("contre un bord"):
        compare(5, 1, [3, 2], {(0, 0): 1, (1, 0): 1}, [(0, 0), (1, 0)])
        compare(5, 1, [3, 2], {(0, 0): 1, (1, 0): 1, (2, 0): -1}, [(0, 0), (1, 0)])
        compare(5, 2, [3, 2], {(3, 1): 1, (4, 1): 1, (2, 1): -1}, [(3, 1), (4, 1)])
        compare(2, 4, [3, 2], {(1, 2): 1, (1, 3): 1, (1, 1): -1}, [(1, 2), (1, 3)])
        compare(2, 2, [3, 2], {(0, 0): 1, (1, 0): 1}, [(0, 0), (1, 0)])
    with essai.aspect("aussi long que le plus grand"):
        compare(5, 1, [2], deux, [(1, 0), (2, 0)])
        compare(2, 5, [2, 1], debout, [(0, 1), (0, 2)])
        compare(3, 3, [1], {(1, 1): 1}, [(1, 1)])
        compare(5, 1, [3, 2], deux, [(1, 0), (2, 0)], deja=[3])
        compare(2, 5, [4, 2, 1], debout, [(0, 1), (0, 2)], deja=[4])
        compare(4, 3, [2, 1], {(1, 1): 1}, [(1, 1)], deja=[2])
    with essai.aspect("case seule"):
        centre = {(1, 1): 1}
        voisines = [(0, 1), (2, 1), (1, 0), (1, 2)]
        compare(3, 3, [2, 1], centre, [(1, 1)])
        for ouverte in voisines:
            fermees = {case: -1 for case in voisines if case != ouverte}
            compare(3, 3, [2, 1], {**centre, **fermees}, [(1, 1)])
        compare(3, 3, [2, 1], {**centre, **dict.fromkeys(voisines, -1)}, [(1, 1)])
        if juste_jusqu_ici(essai):  # les bords ont leur aspect à eux
            compare(3, 1, [2, 1], {(0, 0): 1, (1, 0): -1}, [(0, 0)])
            compare(3, 1, [2, 1], {(0, 0): 1}, [(0, 0)])


@exercice("tp4.check_coules")
def test_check_coules(essai):
    def joueurs(xmax, ymax, tailles, etats):
        paire = [m.Joueur("Zoé", xmax, ymax, tailles) for m in (essai.copie, essai.corrige)]
        for joueur in paire:
            marque(joueur.grille_suivi, etats)
        return paire

    coule = (5, 1, [2], {(1, 0): -1, (2, 0): 1, (3, 0): 1, (4, 0): -1})
    positions = [
        (4, 2, [2], {}),
        (3, 3, [3, 1], {(1, 1): 1}),
        coule,
        (3, 1, [2, 1], {(0, 0): 1, (1, 0): -1}),
        (3, 2, [2, 1], {(2, 1): 1, (1, 1): -1, (2, 0): -1}),
        (4, 4, [3, 2], {(0, 0): 1, (0, 1): 1, (0, 2): 1}),
        (2, 5, [3, 2], {(1, 0): 1, (1, 1): 1, (1, 2): -1}),
    ]
    with essai.aspect("renvoie les cases coulées", part=2):
        for position in positions:
            j, r = joueurs(*position)
            essai.egal(j.check_coules(), r.check_coules(), ordre=False, grille=j.grille_suivi)
    with essai.aspect("un bateau en révèle un autre"):
        # Le 3 est sûr (le plus long), ce qui rend sûr le 2, déjà vu avant lui.
        etats = {(0, 1): 1, (0, 2): 1, (2, 0): 1, (2, 1): 1, (2, 2): 1}
        for xmax, ymax, tailles, vues in [(4, 4, [3, 2], etats), (5, 4, [3, 2, 1], etats)]:
            j, r = joueurs(xmax, ymax, tailles, vues)
            essai.egal(j.check_coules(), r.check_coules(), ordre=False, grille=j.grille_suivi)
    with essai.aspect(
        "raye les bateaux, élimine les voisines", apres=["un bateau en révèle un autre"]
    ):
        for position in positions:
            j, r = joueurs(*position)
            j.check_coules()
            r.check_coules()
            essai.egal(j.grille_suivi.taille_bateaux, r.grille_suivi.taille_bateaux, ordre=False)
            essai.egal(j.grille_suivi.taille_max, r.grille_suivi.taille_max)
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat, grille=j.grille_suivi)
    with essai.aspect("retient les cases dans coules"):
        for position in positions:
            j, r = joueurs(*position)
            j.check_coules()
            r.check_coules()
            essai.egal(j.coules, r.coules, ordre=False)
        j, r = joueurs(*coule)
        j.check_coules()
        essai.egal(j.check_coules(), [], piste="Ce bateau était déjà connu comme coulé.")
        essai.egal(j.coules, [(2, 0), (3, 0)], ordre=False)
    with essai.aspect(
        "positions au hasard",
        apres=[
            "un bateau en révèle un autre",
            "raye les bateaux, élimine les voisines",
            "retient les cases dans coules",
        ],
    ):
        j, r = joueurs(*coule)
        essai.egal(j.check_coules(), r.check_coules(), ordre=False)
        tailles_au_hasard = [(4, 3, [2, 1]), (5, 4, [3, 2]), (4, 5, [3, 2, 1])] * 2
        for xmax, ymax, tailles in tailles_au_hasard if juste_jusqu_ici(essai) else ():
            bateaux = flotte(essai, xmax, ymax, tailles)
            etats = tirs(essai, xmax, ymax, bateaux, xmax * ymax * 3 // 5)
            j, r = joueurs(xmax, ymax, tailles, etats)
            essai.egal(j.check_coules(), r.check_coules(), ordre=False, grille=j.grille_suivi)
            essai.egal(j.coules, r.coules, ordre=False)
            essai.egal(j.grille_suivi.etat, r.grille_suivi.etat, grille=j.grille_suivi)
