# %% [markdown]
# # L'Ordi au tableau
#
# **Pour le professeur**, au projecteur. L'Ordi du corrigé cherche une flotte et dit tout haut ce
# qu'il pense : carte de chaleur, file d'attente, cases éliminées.
#
# **Comment faire** : {TOUT_EXECUTER} (dans Voilà, c'est déjà fait). À chaque coup : la classe parie
# en cliquant une case, *Que pense l'Ordi ?* montre son calcul (un clic sur une case l'explique),
# puis *Suivant*. *Plein écran* pour ne voir que la partie ; *Réglages* pour la flotte, le niveau,
# les dimensions.

# %%
from atelier import Atelier
from projection.demo import Demo, GrandeCourse

atelier = Atelier()

# %% jupyter={"source_hidden": true}
Demo(atelier)

# %% [markdown]
# ## La course : deux niveaux sur la même flotte
#
# Faites d'abord parier la classe : combien de coups d'écart entre le hasard et le comptage ?

# %% jupyter={"source_hidden": true}
GrandeCourse(atelier)
