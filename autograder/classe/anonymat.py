"""Des pseudonymes stables, pour montrer les résultats au vidéoprojecteur."""

import hashlib
import re

from autograder.classe.rendus import mots_du_nom, nom_de_fichier, sans_accents

NAVIRES = (
    "Aviso Baleinier Bombarde Boutre Brick Brigantin Canot Caraque Caravelle Catamaran Chaloupe"
    " Chalutier Clipper Corvette Cotre Croiseur Cuirassé Destroyer Drakkar Escorteur Felouque"
    " Flûte Frégate Gabare Galère Galion Gondole Goélette Jonque Ketch Lougre Misainier"
    " Monocoque Patrouilleur Péniche Pinasse Pirogue Prame Remorqueur Sampan Sloop Tartane"
    " Thonier Torpilleur Trimaran Trirème Vedette Voilier"
)
LETTRES_MIN = 3  # un mot plus court d'un nom n'est pas caché dans les textes


class Anonymat:
    """Remplace les noms d'une classe. Le pseudonyme ne dépend que du nom de l'élève."""

    def __init__(self, noms):
        navires = re.findall(r"\w+", NAVIRES)
        self.pseudos, pris = {}, set()
        self.caches = {m for nom in noms for m in mots_du_nom(nom) if len(m) >= LETTRES_MIN}
        for nom in sorted(noms, key=sans_accents):
            tirage = int.from_bytes(hashlib.sha256(sans_accents(nom).encode()).digest()[:8], "big")
            while True:
                pseudo = f"{navires[tirage % len(navires)]} {100 + tirage // 64 % 900}"
                if pseudo not in pris:
                    break
                tirage += 1
            pris.add(pseudo)
            self.pseudos[nom] = pseudo

    def nomme(self, rendus):
        """Donne à chaque Rendu son pseudonyme, et les range dans ce nouvel ordre."""
        for rendu in rendus:
            rendu.nom, rendu.numero, rendu.origine = self.pseudos[rendu.nom], "", ""
        rendus.sort(key=lambda rendu: sans_accents(rendu.nom))
        pris = set()
        for rendu in rendus:
            rendu.ident = nom_de_fichier(rendu.nom, pris)

    def masque(self, texte):
        """Le texte, où les mots des noms de la classe sont remplacés par des points.

        >>> Anonymat(["Zoé Martin"]).masque("print('fait par zoe_MARTIN')")
        "print('fait par …_…')"
        """
        return re.sub(
            r"[^\W\d_]+",
            lambda mot: "…" if sans_accents(mot[0]) in self.caches else mot[0],
            texte,
        )
