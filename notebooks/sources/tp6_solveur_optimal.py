# %% [markdown]
# # TP6 : l'Ordi qui compte
#
# **Ce que tu vas voir** : ta carte de chaleur (où un bateau peut-il être ?), ta file d'attente qui
# grandit, et ton Ordi qui raisonne à voix haute.
#
# **Comment faire** : {TOUT_EXECUTER}. Un clic change l'état d'une case : vide,
# touchée, manquée.

# %%
from atelier import Atelier, Verification
from atelier.tp6 import Chaleur, OrdiQuiCompte

atelier = Atelier()

# %%
Verification(atelier, "tp6")

# %% [markdown]
# ## La carte de chaleur : `compte_placements`, `case_max`, `case_max_touchee`, `elimine_petites`
#
# Plus une case est foncée, plus il y a de façons d'y faire passer un bateau. Choisis le calcul, et
# les bateaux qui restent (Ctrl + clic pour en choisir plusieurs).
#
# *À prédire : sur la grille vide, quelles sont les cases les plus probables ?*

# %%
Chaleur(atelier)

# %% [markdown]
# ## La file et la partie : `add_queue` … `coup_suivant`
#
# Déroule une partie. Les numéros dans les cases sont les places dans ta file ; sous la grille, la
# file en boîtes et ce que dit ton Ordi.

# %%
OrdiQuiCompte(atelier)

# %% [markdown]
# ## Et maintenant ?
#
# Dans `jouer.ipynb`, ton Ordi peut t'affronter, ou courir contre un autre sur la même flotte.
