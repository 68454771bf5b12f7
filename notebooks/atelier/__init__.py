"""L'atelier des carnets : le code de l'élève que l'on voit travailler, le jeu, la démonstration."""

from .flotte_pirate import FlottePirate
from .prevois import Prevois
from .verification import Verification
from .vue import Atelier

__all__ = ["Atelier", "FlottePirate", "Prevois", "Verification"]
