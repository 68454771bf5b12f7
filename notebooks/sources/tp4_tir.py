# %% [markdown]
# # TP4 : tirer et jouer à deux
#
# **Ce que tu vas voir** : tes tirs, les deux grilles qu'il ne faut pas confondre, et tes messages.
#
# **Comment faire** : {TOUT_EXECUTER} ; clique sur une grille pour tirer.

# %%
from atelier import Atelier, FlottePirate, Prevois, Verification
from atelier.tp4 import Duel, Saisies, Tirs

atelier = Atelier()

# %%
Verification(atelier, "tp4")

# %% [markdown]
# ## Tirer : `verifie_tir`, `tire`, `add_message`, `affiche_messages`
#
# À gauche, ta feuille de tirs ; à droite, la flotte adverse, que l'on lit sans jamais y écrire. La
# case qui vient de changer est encadrée. Tire deux fois au même endroit : que se passe-t-il ?

# %%
Prevois(atelier, "tp4.verifie_tir", "tp4.tire", "tp4.affiche_messages")

# %%
Tirs(atelier)

# %% [markdown]
# ## Comprendre le joueur : `analyse_saisie` et `demande_case`
#
# Tape des réponses séparées par des virgules : ton `demande_case` les reçoit une à une.

# %%
Prevois(atelier, "tp4.demande_case")

# %%
Saisies(atelier)

# %% [markdown]
# ## Une partie entière : `Partie.joue`
#
# Zoé et Ali tirent au hasard. Vérifie qu'ils jouent chacun à leur tour, et que tout s'arrête juste
# après le tir qui gagne.

# %%
Prevois(atelier, "tp4.joue", "tp4.est_coule")

# %%
Duel(atelier)

# %% [markdown]
# ## La flotte pirate
#
# Écris tes essais dans `essais_tp4.py` (la fin de l'énoncé dit comment), et lance la chasse. Elle
# est refaite à chaque fois que tu enregistres : combien de pirates tes essais coulent-ils ?

# %%
FlottePirate(atelier, "tp4")
