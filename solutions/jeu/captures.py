"""Refait l'image du README : un écran de `bataille demo`, tel qu'il s'affiche.

python -m solutions.jeu.captures
"""

import subprocess
import sys
from pathlib import Path

from solutions import bn_couleurs

SOLUTIONS = Path(__file__).parents[1]
COMMANDE = ["demo", "--niveau", "5", "--graine", "10", "--vite"]
COUP = 15
CORPS = 10
FOND, TEXTE, ROUGE, BLEU, PALE = (
    bn_couleurs.SOMBRE[nom] for nom in ("papier", "encre", "touche", "manque", "pale")
)


def ecran_du_coup(numero):
    """Les lignes affichées par la commande à ce coup."""
    sortie = subprocess.run(
        [sys.executable, "-m", "solutions", *COMMANDE],
        cwd=SOLUTIONS.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONUTF8": "1"},
    ).stdout
    ecrans = sortie.split("BATAILLE NAVALE : coup ")
    ecran = next(e for e in ecrans if e.startswith(f"{numero}\n"))
    return ("BATAILLE NAVALE : coup " + ecran).rstrip().split("\n")


def dessine(lignes, chemin):
    """Écrit ces lignes dans une image, en chasse fixe, ses signes en couleur."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    lignes = [f"$ bataille {' '.join(COMMANDE)}", *lignes]
    colonnes, hauteur = max(len(ligne) for ligne in lignes) + 2, len(lignes) + 1
    # Taille d'un signe de DejaVu Sans Mono, en pouces : les traits se rejoignent exactement.
    large, haut = 0.602 * CORPS / 72, 1.164 * CORPS / 72
    figure = pyplot.figure(figsize=(colonnes * large, hauteur * haut), facecolor=FOND)
    police = {"family": "DejaVu Sans Mono", "size": CORPS, "va": "baseline", "ha": "left"}
    for rang, ligne in enumerate(lignes):
        dans_la_grille = any(trait in ligne for trait in "│┃") and "<" not in ligne
        for colonne, signe in enumerate(ligne):
            couleur = TEXTE
            if dans_la_grille and colonne > 2:
                couleur = {"X": ROUGE, "*": ROUGE, "O": BLEU, "-": PALE}.get(signe, TEXTE)
            x, y = (colonne + 1) / colonnes, 1 - (rang + 1.25) / hauteur
            figure.text(x, y, signe, color=couleur, **police)
    figure.savefig(chemin, dpi=130, facecolor=FOND)
    pyplot.close(figure)


def main():
    """Refait l'image."""
    chemin = SOLUTIONS / "images" / "demo.png"
    dessine(ecran_du_coup(COUP), chemin)
    print(f"Image refaite : {chemin.relative_to(SOLUTIONS.parent)}")


if __name__ == "__main__":
    main()
