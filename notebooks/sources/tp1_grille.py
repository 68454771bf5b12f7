# %% [markdown]
# # TP1 : la grille prend vie
#
# **Ce que tu vas voir** : ton fichier `tp1_grille.py`, au travail. Chaque dessin ci-dessous est
# fait par *tes* fonctions.
#
# **Comment faire** : {TOUT_EXECUTER}. Garde ton fichier ouvert à
# côté. Dès que tu l'enregistres, les dessins se refont tout seuls. Une fonction pas encore écrite
# donne une carte qui te dit quoi faire.
#
# **Au clavier** : Tab pour entrer dans une grille, les flèches pour viser, Entrée pour cliquer.

# %%
from atelier import Atelier, FlottePirate, Prevois, Verification
from atelier.tp1 import Dictionnaire, Flotte, Noms, Voisines

atelier = Atelier()

# %% [markdown]
# ## Où en es-tu ?
#
# Clique sur *Vérifier le TP1* : les exemples de chaque exercice sont essayés avec ton code.

# %%
Verification(atelier, "tp1")

# %% [markdown]
# ## Le nom des cases : `alpha`, et plus tard `coord`
#
# Clique une case : ton `alpha` lui donne un nom. Tape un nom (même mal écrit) : ton `coord`
# retrouve la case, ou explique pourquoi il ne peut pas.

# %%
Prevois(atelier, "tp1.alpha", "tp1.coord")

# %%
Noms(atelier)

# %% [markdown]
# ## Le dictionnaire : `reinit`
#
# Change le nombre de colonnes et de lignes. Chaque case encadrée est une clé de ton `etat`.

# %%
Prevois(atelier, "tp1.reinit", "tp1.update_vides")

# %%
Dictionnaire(atelier)

# %% [markdown]
# ## Les voisines : `test_case`, `is_touche`, `adjacent`
#
# Promène la souris (ou les flèches) : les cases encadrées sont celles que renvoie ton `adjacent`.
# Un clic change l'état de la case : vide, touchée, manquée. Essaie les coins !

# %%
Prevois(atelier, "tp1.test_case", "tp1.adjacent")

# %%
Voisines(atelier)

# %% [markdown]
# ## La flotte : `get_taille_max`, `get_taille_min`, `rem_bateau`, `fini`
#
# La flotte de départ est 3, 3, 1. Retire des bateaux, touche des cases : que disent tes méthodes ?

# %%
Prevois(atelier, "tp1.get_taille_min", "tp1.rem_bateau", "tp1.fini")

# %%
Flotte(atelier)

# %% [markdown]
# ## La flotte pirate
#
# Écris tes essais dans `essais_tp1.py` (la fin de l'énoncé dit comment), et lance la chasse. Elle
# est refaite à chaque fois que tu enregistres : combien de pirates tes essais coulent-ils ?

# %%
FlottePirate(atelier, "tp1")

# %% [markdown]
# ## Et maintenant ?
#
# Avec `reinit`, `is_touche` et `fini`, tu peux déjà jouer : ouvre `jouer.ipynb` et cherche une
# flotte cachée. Ensuite, le TP2 : placer les bateaux.
