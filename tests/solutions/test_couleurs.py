"""Les couleurs et les signes : une seule définition, des contrastes lisibles par tous."""

import re

import pytest

from solutions import bn_couleurs, tp8_fenetre
from tests.conftest import RACINE

MOUVEMENTS = re.compile(r"animation|transition")
SUFFIXES = {".py", ".css", ".js", ".j2", ".html"}
HEXA = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
# Le TP8 fait écrire des couleurs aux élèves : c'est son sujet.
PERMIS = {"bn_couleurs.py", "tp8_fenetre.py"}
FEUILLES = [
    "notebooks/atelier/grille_widget.css",
    "autograder/classe/pages.css",
    "autograder/tournoi/page.css",
]

# (ce que l'on écrit, sur quoi) : au moins 4,5 pour un texte, 3 pour un signe (WCAG AA).
TEXTES = [
    ("encre", "papier"), ("encre", "carte"), ("encre", "eau"), ("encre", "froid"),
    ("encre", "chaleur"), ("encre", "coque"), ("pale", "papier"), ("pale", "carte"),
    ("pale", "eau"), ("vise", "papier"), ("vise", "carte"), ("vise", "eau"), ("papier", "vise"),
    ("touche", "papier"), ("vert", "papier"), ("violet", "papier"), ("sur_touche", "touche"),
    ("sur_reussi", "reussi"), ("sur_partiel", "partiel"), ("sur_rate", "rate"),
]  # fmt: skip
SIGNES = [
    ("touche", "fond_touche"), ("manque", "fond_manque"), ("elimine", "eau"), ("contour", "eau"),
    ("contour", "coque"), ("manque", "coque"), ("elimine", "coque"), ("trait", "eau"),
    ("vert", "eau"), ("violet", "eau"), ("touche", "eau"), ("vise", "fond_touche"),
    ("vise", "fond_manque"),
]  # fmt: skip


def luminance(couleur):
    parts = [int(couleur[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    rouge, vert, bleu = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * rouge + 0.7152 * vert + 0.0722 * bleu


def contraste(une, autre):
    basse, haute = sorted([luminance(une), luminance(autre)])
    return (haute + 0.05) / (basse + 0.05)


@pytest.mark.parametrize("variante", bn_couleurs.VARIANTES)
def test_tout_se_lit(variante):
    couleurs = bn_couleurs.VARIANTES[variante]
    faibles = [
        (dessus, dessous, round(mesure, 2))
        for paires, seuil in [(TEXTES, 4.5), (SIGNES, 3)]
        for dessus, dessous in paires
        if (mesure := contraste(couleurs[dessus], couleurs[dessous])) < seuil
    ]
    assert faibles == []


def test_les_variantes_ont_les_memes_roles():
    roles = [list(couleurs) for couleurs in bn_couleurs.VARIANTES.values()]
    assert roles[0] == roles[1] == roles[2]


def sources():
    """Les fichiers écrits à la main (et ceux que la fabrique en tire) où l'on pourrait colorier."""
    for piece in ("lessons", "solutions", "notebooks", "autograder"):
        for chemin in (RACINE / piece).rglob("*"):
            if chemin.suffix in SUFFIXES and chemin.name not in PERMIS:
                yield chemin


def test_aucune_couleur_n_est_ecrite_ailleurs():
    trouvees = {
        str(chemin.relative_to(RACINE)): HEXA.findall(chemin.read_text(encoding="utf-8"))
        for chemin in sources()
        if "__pycache__" not in chemin.parts
    }
    assert {chemin: couleurs for chemin, couleurs in trouvees.items() if couleurs} == {}


@pytest.mark.parametrize("feuille", FEUILLES)
def test_toute_variable_d_une_feuille_de_style_a_sa_couleur(feuille):
    css = bn_couleurs.feuille_de_style((RACINE / feuille).read_text(encoding="utf-8"))
    assert "/*=" not in css
    demandees = set(re.findall(r"var\((--bn-[\w-]+)\)", css)) - {"--bn-largeur"}
    assert demandees <= set(re.findall(r"(--bn-[\w-]+):", css))


def test_la_chaleur_est_celle_du_tp8():
    """La fenêtre prend la fonction de l'élève, les carnets la palette : même dégradé."""
    clair = bn_couleurs.CLAIR
    assert tp8_fenetre.couleur_chaleur(0, 4) == clair["froid"]
    assert tp8_fenetre.couleur_chaleur(4, 4) == clair["chaleur"]


def test_chaque_signe_tient_dans_son_carre():
    cote = bn_couleurs.COTE
    for signe in [*bn_couleurs.SIGNES.values(), bn_couleurs.COINS]:
        for forme in signe:
            if len(forme) == 3:
                x, y, rayon = forme
                forme = (x - rayon, y - rayon, x + rayon, y + rayon)
            assert len(forme) == 4 and all(0 <= nombre <= cote for nombre in forme)
    assert len({str(signe) for signe in bn_couleurs.SIGNES.values()}) == len(bn_couleurs.SIGNES)
    assert bn_couleurs.SIGNES.keys() < bn_couleurs.LETTRES.keys()
    assert len(set(bn_couleurs.LETTRES.values())) == len(bn_couleurs.LETTRES)


@pytest.mark.parametrize("feuille", FEUILLES)
def test_rien_ne_bouge_pour_qui_l_a_demande(feuille):
    """Toute animation est dans un bloc « prefers-reduced-motion: no-preference »."""
    css = (RACINE / feuille).read_text(encoding="utf-8")
    debut = css.find("@media (prefers-reduced-motion: no-preference) {")
    fin = css.find("\n}\n", debut)
    assert not MOUVEMENTS.search(css if debut < 0 else css[:debut] + css[fin:])
