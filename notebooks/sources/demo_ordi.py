# %% [markdown]
# # L'Ordi au tableau
#
# **Pour le professeur**, au projecteur. L'Ordi du corrigé cherche une flotte et dit tout haut ce
# qu'il pense : carte de chaleur, file d'attente, cases éliminées.
#
# **Comment faire** : *Exécuter*, puis *Tout exécuter*. Choisissez la flotte (au hasard, la partie
# de 36 coups du rapport, ou une grille dessinée par la classe), le niveau et les dimensions ; puis
# *Suivant*, *Précédent*, le curseur, ou le triangle pour laisser défiler.

# %%
from atelier import Atelier
from projection.demo import Demo, GrandeCourse

atelier = Atelier()

# %%
Demo(atelier)

# %% [markdown]
# ## La course : deux niveaux sur la même flotte
#
# Faites d'abord parier la classe : combien de coups d'écart entre le hasard et le comptage ?

# %%
GrandeCourse(atelier)
