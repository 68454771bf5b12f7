# %% [markdown]
# # TP2 : placer les bateaux
#
# **Ce que tu vas voir** : tes bateaux qui se posent, ou qui sont refusés, et pourquoi.
#
# **Comment faire** : {TOUT_EXECUTER}. Les dessins se refont quand tu enregistres
# `tp2_placement.py`. Touche R dans une grille : tourner le bateau.

# %%
from atelier import Atelier, FlottePirate, Prevois, Verification
from atelier.tp2 import Espace, FlotteAuHasard, Glisse, Pose, Possibles

atelier = Atelier()

# %%
Verification(atelier, "tp2")

# %% [markdown]
# ## Glisser un bateau : `calcule_end`, `calcule_cases`, `calcule_cases_adj`, `test_bateau`
#
# Choisis une taille et un sens, puis clique la case de départ. Trait plein : les cases du bateau ;
# tirets : ses voisines ; barrées : celles que ton `test_case` refuse.

# %%
Prevois(atelier, "tp2.calcule_end", "tp2.calcule_cases_adj")

# %%
Glisse(atelier)

# %% [markdown]
# ## La place libre : `compte_vides` et `get_max_space`
#
# Chaque nombre est la réponse de ton `get_max_space` pour cette case. Un clic change l'état.

# %%
Prevois(atelier, "tp2.compte_vides", "tp2.get_max_space")

# %%
Espace(atelier)

# %% [markdown]
# ## Poser : `add_bateau`
#
# Passe sur une case : le bateau y apparaît s'il tient, barré sinon. Clique pour le poser. Les
# voisines passent à -1 (tirets). Échap reprend le dernier.

# %%
Prevois(atelier, "tp2.add_bateau")

# %%
Pose(atelier)

# %% [markdown]
# ## Toutes les places : `get_possibles`
#
# Le nombre de chaque case est le nombre de bateaux (parmi 4, 3, 2) qui peuvent y commencer. Clique
# une case pour lire sa liste ; touche M pour changer son état.

# %%
Prevois(atelier, "tp2.remplit_possibles_case", "tp2.retourne_possibles")

# %%
Possibles(atelier)

# %% [markdown]
# ## Une flotte au hasard : `init_bateaux_alea`
#
# Tire une flotte, puis 50 : les bords sont-ils aussi souvent occupés que le centre ?

# %%
Prevois(atelier, "tp2.essai_flotte", "tp2.init_bateaux_alea", "tp2.essai_uniforme")

# %%
FlotteAuHasard(atelier)

# %% [markdown]
# ## La flotte pirate
#
# Écris tes essais dans `essais_tp2.py` (la fin de l'énoncé dit comment), et lance la chasse. Elle
# est refaite à chaque fois que tu enregistres : combien de pirates tes essais coulent-ils ?

# %%
FlottePirate(atelier, "tp2")
