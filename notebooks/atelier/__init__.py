"""L'atelier des carnets : le code de l'élève que l'on voit travailler, le jeu, la démonstration."""

from .vue import Atelier, Verification

__all__ = ["Atelier", "Verification"]
