# %% [markdown]
# # TP6 : l'Ordi qui compte
#
# **Ce que tu vas voir** : ta carte de chaleur (où un bateau peut-il être ?), ta file d'attente qui
# grandit, et ton Ordi qui raisonne à voix haute.
#
# **Comment faire** : {TOUT_EXECUTER}. Un clic change l'état d'une case : vide,
# touchée, manquée.

# %%
from atelier import Atelier, FlottePirate, Prevois, Verification
from atelier.tp6 import Chaleur, OrdiQuiCompte

atelier = Atelier()

# %%
Verification(atelier, "tp6")

# %% [markdown]
# ## La carte de chaleur : `compte_placements`, `meilleure`, `case_max`, `case_max_touchee`…
#
# Plus une case est foncée, plus il y a de façons d'y faire passer un bateau. Choisis le calcul, et
# les bateaux qui restent (Ctrl + clic pour en choisir plusieurs).
#
# *À prédire : sur la grille vide, quelles sont les cases les plus probables ?*

# %%
Prevois(atelier, "tp6.elimine_petites", "tp6.compte_placements")

# %%
Prevois(atelier, "tp6.meilleure", "tp6.case_max_touchee")

# %%
Chaleur(atelier)

# %% [markdown]
# ## La file et la partie : `add_queue` … `coup_suivant`
#
# Déroule une partie. Les numéros dans les cases sont les places dans ta file ; près de la grille,
# la file en boîtes et ce que dit ton Ordi.

# %%
Prevois(atelier, "tp6.add_adjacentes_premiere", "tp6.update_queue_touche")

# %%
Prevois(atelier, "tp6.update_queue_manque", "tp6.coup_suivant")

# %%
OrdiQuiCompte(atelier)

# %%
Prevois(atelier, "tp6.make_all", "tp6.case_max_all")

# %% [markdown]
# ## La flotte pirate
#
# Écris tes essais dans `essais_tp6.py` (la fin de l'énoncé dit comment), et lance la chasse. Elle
# est refaite à chaque fois que tu enregistres : combien de pirates tes essais coulent-ils ?

# %%
FlottePirate(atelier, "tp6")

# %% [markdown]
# ## Et maintenant ?
#
# Dans `jouer.ipynb`, ton Ordi peut t'affronter, ou courir contre un autre sur la même flotte.
