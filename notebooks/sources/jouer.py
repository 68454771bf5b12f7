# %% [markdown]
# # Jouer à la bataille navale
#
# **Ce que tu vas voir** : une partie complète. Tu places ta flotte, tu tires, l'Ordi riposte ; à la
# fin tu peux revoir chaque coup, et tes résultats s'ajoutent au tableau.
#
# **Comment faire** : {TOUT_EXECUTER} (dans Voilà, c'est déjà
# fait). La souris suffit, ou le clavier seul :
# flèches pour viser, Entrée pour poser ou tirer, R pour tourner, Échap pour annuler.

# %%
from atelier import Atelier
from atelier.table import Course, Jeu

atelier = Atelier()

# %%
Jeu(atelier)

# %% [markdown]
# Le jeu est fait avec les modules des TP. Sans le corrigé, c'est ton code qui joue, aussi loin
# qu'il va : une flotte cachée à trouver dès le TP1, un duel à partir du TP4, contre ton Ordi à
# partir du TP5. Ce qui manque t'est prêté. En console, c'est `python verifier.py jouer`.
#
# ## La course des Ordis
#
# Deux Ordis cherchent la même flotte. Choisis-les (le tien, un autre), lance la course, et déroule.

# %%
Course(atelier)
