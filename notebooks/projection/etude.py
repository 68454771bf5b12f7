"""Les mesures et les figures de `etude_statistique.ipynb`.

Une étude, ce sont des effectifs {nombre de coups: nombre de parties} : jouées en direct, ou
lues dans les fichiers que la commande `bataille etude --fichier` a enregistrés. Les nombres
viennent de `solutions/etude/statistiques.py`.
"""

import base64
import io
import math
from html import escape

from atelier.apparence import COULEURS
from matplotlib.figure import Figure

from .mesures import Etude


class Dessin:
    """Une figure et `dit`, ce qu'elle montre, pour qui ne la voit pas."""

    def __init__(self, figure, dit):
        self.figure, self.dit = figure, dit

    def _repr_html_(self):
        octets = io.BytesIO()
        self.figure.savefig(octets, format="png", dpi=110)
        image = base64.b64encode(octets.getvalue()).decode("ascii")
        style = "max-width: 100%"
        return f'<img style="{style}" alt="{escape(self.dit)}" src="data:image/png;base64,{image}">'


class Mesures:
    """Joue, lit et dessine, avec l'Ordi et les statistiques du corrigé."""

    def __init__(self, atelier):
        self.ordis = atelier.corrige.module("jeu.ordis")
        self.noms = atelier.corrige.module("jeu.niveaux").NIVEAUX
        self.stats = atelier.corrige.module("etude.statistiques")

    # ------------------------------------------------------------- obtenir des parties

    def joue(self, niveau, parties, graine=1):
        """Liste des nombres de coups de `parties` parties, toujours les mêmes pour une graine."""
        longueurs = []
        for numero in range(parties):
            ordi = self.ordis.nouvel_ordi(niveau, graine=graine * 1_000_000 + numero)
            ordi.grille_adverse.init_bateaux_alea()
            longueurs.append(ordi.resolution())
        return longueurs

    def etude(self, niveau, longueurs):
        """L'étude que donne une liste de nombres de coups."""
        return Etude(niveau, self.stats.compte(longueurs))

    # ------------------------------------------------------------- raconter

    def tableau(self, etudes):
        """Un tableau en texte : une ligne par niveau."""
        nombre = self.stats.nombre
        lignes = [f"{'niveau':<38}{'parties':>10}{'moyenne':>9}{'  à 95 % entre':<20}{'σ':>6}"]
        for etude in etudes:
            r = self.stats.resume(etude.effectifs)
            bas, haut = r.intervalle
            entre = f"  {nombre(bas)} et {nombre(haut)}"
            titre = f"{etude.niveau} : {self.noms[etude.niveau]}"
            lignes.append(
                f"{titre:<38}{nombre(r.n, 0):>10}{nombre(r.moyenne):>9}{entre:<20}"
                f"{nombre(r.sigma):>6}"
            )
        return "\n".join(lignes)

    def conclusion(self, etudes):
        """Ce que l'on a appris, en phrases et en nombres."""
        resumes = {e.niveau: self.stats.resume(e.effectifs) for e in etudes}
        meilleur = min(resumes, key=lambda niveau: resumes[niveau].moyenne)
        nombre, r = self.stats.nombre, resumes[meilleur]
        phrases = [
            f"Le niveau {meilleur} est le meilleur : {nombre(r.moyenne)} coups en moyenne, "
            f"à {nombre(r.intervalle[1] - r.moyenne)} près."
        ]
        for niveau in sorted(resumes):
            if niveau != meilleur:
                ecart = resumes[niveau].moyenne - resumes[meilleur].moyenne
                phrases.append(f"Le niveau {niveau} a besoin de {nombre(ecart)} coups de plus.")
        return "\n".join(phrases)

    # ------------------------------------------------------------- dessiner

    def compare(self, etudes, titre):
        """Dessine un histogramme par niveau, l'un sous l'autre : aucun n'en cache un autre.

        Chaque niveau est à sa propre hauteur ; dessous, ses quartiles et sa médiane.
        """
        figure = Figure(figsize=(9, 1 + 1.05 * len(etudes)), layout="constrained")
        cadres = figure.subplots(len(etudes), 1, sharex=True, squeeze=False)
        figure.suptitle(titre)
        dits = []
        for rang, (cadre, etude) in enumerate(zip(cadres[:, 0], etudes, strict=True)):
            r = self.stats.resume(etude.effectifs)
            couleur = COULEURS.SERIES[rang % len(COULEURS.SERIES)]
            valeurs = range(r.minimum - 1, r.maximum + 2)
            parts = [100 * etude.effectifs.get(v, 0) / r.n for v in valeurs]
            cadre.fill_between(valeurs, parts, step="mid", color=couleur, alpha=0.35)
            cadre.step(valeurs, parts, where="mid", color=couleur, lw=1.5)
            dessous = -0.14 * max(parts)
            cadre.plot([r.q1, r.q3], [dessous, dessous], color=couleur, lw=5)
            point = {"color": COULEURS.CLAIR["papier"], "mec": COULEURS.CLAIR["encre"]}
            cadre.plot(r.mediane, dessous, "o", ms=7, **point)
            cadre.set_yticks([])
            for cote in ("left", "right", "top"):
                cadre.spines[cote].set_visible(False)
            dits.append(self.legende(cadre, etude, r).replace("\n", ", "))
        cadres[-1, 0].set_xlabel("nombre de coups (trait épais : quartiles ; point : médiane)")
        return Dessin(figure, f"{titre}. {' ; '.join(dits)}.")

    def legende(self, cadre, etude, r):
        """Écrit à côté de sa courbe le nom d'un niveau et ses nombres ; renvoie ce texte."""
        nombre = self.stats.nombre
        texte = f"niveau {etude.niveau} : {self.noms[etude.niveau]}"
        texte += f"\nmoyenne {nombre(r.moyenne)} · {nombre(r.n, 0)} parties"
        a_gauche = r.moyenne > 60
        place = {"x": 0.01 if a_gauche else 0.99, "ha": "left" if a_gauche else "right"}
        cadre.text(place["x"], 0.9, texte, transform=cadre.transAxes, va="top", ha=place["ha"])
        return texte

    def convergence(self, longueurs, vraie=None):
        """Dessine la moyenne qui se stabilise, avec son intervalle de confiance à 95 %."""
        moyennes, bas, haut = [], [], []
        somme = carres = 0
        for n, longueur in enumerate(longueurs, 1):
            somme += longueur
            carres += longueur**2
            moyenne = somme / n
            sigma = math.sqrt(max(0, carres / n - moyenne**2))
            moyennes.append(moyenne)
            bas.append(moyenne - 1.96 * sigma / math.sqrt(n))
            haut.append(moyenne + 1.96 * sigma / math.sqrt(n))
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        axes = figure.subplots()
        abscisses = range(1, len(longueurs) + 1)
        bande, courbe = COULEURS.CLAIR["fond_manque"], COULEURS.SERIES[0]
        axes.fill_between(abscisses, bas, haut, color=bande, label="intervalle à 95 %")
        axes.plot(abscisses, moyennes, color=courbe, lw=2, label="moyenne des parties jouées")
        if vraie is not None:
            axes.axhline(vraie, color=COULEURS.SERIES[1], ls="--", label="valeur à trouver")
        axes.set(xlabel="nombre de parties", ylabel="coups", xlim=(1, len(longueurs)))
        axes.set_ylim(moyennes[-1] - 8, moyennes[-1] + 8)
        axes.legend(frameon=False)
        fin = [self.stats.nombre(valeurs[-1]) for valeurs in (moyennes, bas, haut)]
        dit = "La moyenne se stabilise : {}, entre {} et {} à 95 %, après".format(*fin)
        return Dessin(figure, f"{dit} {self.stats.nombre(len(longueurs), 0)} parties.")

    def ajustement(self, etude):
        """Dessine l'histogramme d'un niveau et la loi normale asymétrique de mêmes moments."""
        r = self.stats.resume(etude.effectifs)
        loi = self.stats.loi_asymetrique(etude.effectifs)
        figure = Figure(figsize=(9, 4), layout="constrained")
        axes = figure.subplots()
        valeurs = list(etude.effectifs)
        parts = [100 * etude.effectifs[v] / r.n for v in valeurs]
        axes.bar(
            valeurs,
            parts,
            width=0.9,
            color=COULEURS.CLAIR["coque"],
            label=f"{self.stats.nombre(r.n, 0)} parties",
        )
        abscisses = [r.minimum + k * (r.maximum - r.minimum) / 300 for k in range(301)]
        courbe = [100 * self.stats.densite_asymetrique(x, loi) for x in abscisses]
        axes.plot(
            abscisses, courbe, color=COULEURS.SERIES[1], lw=2, label="loi normale asymétrique"
        )
        axes.axvline(r.moyenne, color="black", ls="--", label="moyenne")
        axes.set(xlabel="nombre de coups", ylabel="parties (%)", title=f"Niveau {etude.niveau}")
        axes.legend(frameon=False)
        dit = f"Niveau {etude.niveau} : l'histogramme et, presque confondue, la loi asymétrique."
        return Dessin(figure, f"{dit} La moyenne est {self.stats.nombre(r.moyenne)}.")
