# %% [markdown]
# # TP5 : l'Ordi joue au hasard
#
# **Ce que tu vas voir** : ton Ordi qui cherche une flotte, et l'histogramme de ses parties.
#
# **Comment faire** : {TOUT_EXECUTER} ; avance coup par coup avec *Suivant*, ou
# laisse défiler avec le triangle.

# %%
from atelier import Atelier, FlottePirate, Prevois, Verification
from atelier.tp5 import CasesNoires, Histogramme, OrdiAuHasard

atelier = Atelier()

# %%
Verification(atelier, "tp5")

# %% [markdown]
# ## Ton Ordi au travail : `make_case_aleatoire`, `coup_suivant`
#
# Les bateaux sont entourés pour toi ; ton Ordi, lui, ne les voit pas.

# %%
Prevois(atelier, "tp5.make_case_aleatoire", "tp5.choix_poncage")

# %%
OrdiAuHasard(atelier)

# %% [markdown]
# ## Le damier : `est_noire` et `cases_noires`
#
# Change la taille du plus petit bateau. Peut-il se glisser entre les cases encadrées ?

# %%
Prevois(atelier, "tp5.est_noire", "tp5.make_case_noire")

# %%
CasesNoires(atelier)

# %% [markdown]
# ## Combien de coups en moyenne ?
#
# Écris d'abord ton pari, puis joue des parties avec ta `resolution`. Le trait de la moyenne
# s'approche-t-il de ton pari ? Avec le damier, gagne-t-on beaucoup ?

# %%
Prevois(atelier, "tp5.resolution", "tp5.moyenne_coups")

# %%
Histogramme(atelier)

# %% [markdown]
# ## La flotte pirate
#
# Écris tes essais dans `essais_tp5.py` (la fin de l'énoncé dit comment), et lance la chasse. Elle
# est refaite à chaque fois que tu enregistres : combien de pirates tes essais coulent-ils ?

# %%
FlottePirate(atelier, "tp5")
