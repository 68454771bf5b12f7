"""La progression d'un long travail : celle de `corriger` et celle de `tournoi`."""

import sys

LARGEUR = 60  # signes de ce qui est écrit à droite de la barre


class Barre:
    """Dans un terminal, une barre qui dit le temps restant ; ailleurs, une ligne à chaque fois."""

    def __init__(self):
        self.barre, self.faits = None, 0

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.barre is not None:
            self.barre.close()

    def avance(self, total, noms, fini=None):
        """`noms` : ce que l'on montre à droite ; `fini` : la ligne de ce qui vient de finir."""
        self.faits += fini is not None
        if sys.stderr.isatty():
            self._dessine(total, noms)
        elif fini is not None:
            print(f"[{self.faits}/{total}] {fini}", file=sys.stderr)

    def _dessine(self, total, noms):
        if self.barre is None:
            from tqdm import tqdm

            tqdm.monitor_interval = 0
            self.barre = tqdm(
                total=total, file=sys.stderr, leave=False, mininterval=0.05,
                bar_format="{n_fmt}/{total_fmt} |{bar:24}| reste {remaining} · {desc}",
            )  # fmt: skip
        if noms:
            coupes = noms if len(noms) < LARGEUR else noms[: LARGEUR - 1] + "…"
            self.barre.set_description_str(coupes)
        self.barre.update(self.faits - self.barre.n)
