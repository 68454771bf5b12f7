# %% [markdown]
# # TP3 : dessiner avec des caractères
#
# **Ce que tu vas voir** : ton `make_chaine` à côté de la grille dessinée, sous une règle graduée
# qui aide à compter les signes.
#
# **Comment faire** : {TOUT_EXECUTER} ; enregistre `tp3_affichage.py` et regarde.

# %%
from atelier import Atelier, FlottePirate, Prevois, Verification
from atelier.tp3 import Cadres, Contours, Dessin

atelier = Atelier()

# %%
Verification(atelier, "tp3")

# %% [markdown]
# ## Ton dessin : `symbole`, `ligne_lettres`, `ligne_trait`, `ligne_cases`, `make_chaine`
#
# Clique des cases pour changer leur état. Choisis le morceau à montrer.

# %%
Prevois(atelier, "tp3.symbole", "tp3.ligne_lettres", "tp3.ligne_trait", "tp3.make_chaine")

# %%
Dessin(atelier)

# %% [markdown]
# ## Les textes : `centre`, `boite`, `fusion`
#
# Tape ton texte, change la longueur. Le résultat de `centre` est suivi d'une barre, pour voir les
# espaces de droite.

# %%
Prevois(atelier, "tp3.centre", "tp3.boite", "tp3.fusion")

# %%
Cadres(atelier)

# %% [markdown]
# ## ★★ Les contours : `coin` et `make_chaine_adverse`
#
# Clique pour tirer : les bateaux restent entourés en gras, dans la grille comme dans ton texte.

# %%
Prevois(atelier, "tp3.coin")

# %%
Contours(atelier)

# %% [markdown]
# ## La flotte pirate
#
# Écris tes essais dans `essais_tp3.py` (la fin de l'énoncé dit comment), et lance la chasse. Elle
# est refaite à chaque fois que tu enregistres : combien de pirates tes essais coulent-ils ?

# %%
FlottePirate(atelier, "tp3")
