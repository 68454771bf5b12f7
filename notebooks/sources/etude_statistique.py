# %% [markdown]
# # Combien de coups faut-il à l'Ordi ?
#
# **Ce que montre ce carnet** : on mesure les niveaux de l'Ordi, on se demande combien de parties
# suffisent, on regarde la forme des histogrammes, et on conclut.
#
# **Comment faire** : {TOUT_EXECUTER} (une dizaine de secondes). Changez `PARTIES`
# pour jouer plus longtemps.

# %%
from atelier import Atelier
from projection.etude import Mesures
from projection.mesures import lit_etudes

mesures = Mesures(Atelier())
PARTIES = 60

# %% [markdown]
# ## Avant de mesurer : ce que l'on sait prouver
#
# Au niveau 1, l'Ordi tire au hasard. Les 17 cases de bateau découpent les 83 autres en 18 groupes,
# de même longueur en moyenne. La dernière case de bateau arrive donc, en moyenne, au rang
# 17 × 101 / 18. Aucune partie n'a été jouée, et la réponse est exacte.

# %%
exacte = mesures.stats.moyenne_au_hasard(100, 17)
print("Moyenne exacte au niveau 1 :", mesures.stats.nombre(exacte), "coups")

# %% [markdown]
# ## Quelques parties, en direct
#
# Jouons quelques parties de chaque niveau. L'intervalle « à 95 % » est celui où se trouve sans
# doute la vraie moyenne : avec si peu de parties, il est large.

# %%
NIVEAUX = (1, 2, 3, 5)
en_direct = {niveau: mesures.joue(niveau, PARTIES) for niveau in NIVEAUX}
quelques = [mesures.etude(niveau, longueurs) for niveau, longueurs in en_direct.items()]
print(mesures.tableau(quelques))

# %%
mesures.compare(quelques, f"{PARTIES} parties par niveau, jouées en direct")

# %% [markdown]
# ## Combien de parties sont assez ?
#
# La moyenne se promène au début, puis se calme. Son intervalle à 95 % a pour demi-largeur
# 1,96 σ / √n : **pour deux fois plus de précision, il faut quatre fois plus de parties**.

# %%
mesures.convergence(en_direct[1], exacte)

# %%
sigma = mesures.stats.resume(quelques[-1].effectifs).sigma
for precision in (2, 1, 0.5, 0.1, 0.01):
    parties = mesures.stats.nombre((1.96 * sigma / precision) ** 2, 0)
    print("niveau 5, à ±", str(precision).replace(".", ","), "près :", parties, "parties")

# %% [markdown]
# ## Beaucoup de parties, dans des fichiers
#
# Le kit contient des études bien plus longues, de quelques milliers à un million de parties par
# niveau. Pour en refaire une, ou en ajouter, dans un terminal ouvert sur le dossier du kit
# (l'extra `etude` rend le calcul bien plus rapide, et une étude interrompue reprend) :
#
# ```
# bataille etude --niveau 3 --parties 200000 --graine 2016 --fichier notebooks/donnees/niveau_3.json
# ```

# %%
beaucoup = lit_etudes()
print(mesures.tableau(beaucoup))

# %%
mesures.compare(beaucoup, "Tous les niveaux, sur beaucoup de parties")

# %% [markdown]
# Au niveau 1, la moyenne mesurée retrouve, à quelques centièmes près, la valeur prouvée plus haut :
# c'est une bonne nouvelle pour toutes les autres mesures. (Regardez si elle est dans l'intervalle :
# « à 95 % » veut dire qu'une fois sur vingt, elle est un peu à côté.)
#
# Chaque idée fait gagner des coups : la file d'attente (niveau 2) en économise plus de quarante à
# elle seule, le damier (niveau 3) quelques-uns, le comptage (niveau 5) quelques-uns encore. Les
# niveaux 7 et 8, qui raisonnent sur toutes les flottes possibles, arrachent un dernier coup, au
# prix de calculs bien plus longs.

# %% [markdown]
# ## La forme de l'histogramme
#
# Au niveau 5, l'histogramme n'est pas symétrique : il est un peu étiré vers la droite, à cause des
# parties où le dernier petit bateau se cache bien. Une *loi normale asymétrique*, choisie pour
# avoir la même moyenne, le même écart type et la même asymétrie, le suit de près.

# %%
niveau_5 = next(etude for etude in beaucoup if etude.niveau == 5)
loi = mesures.stats.loi_asymetrique(niveau_5.effectifs)
grandeurs = {"asymétrie": loi.asymetrie, "ξ": loi.xi, "ω": loi.omega, "α": loi.alpha}
for nom, valeur in grandeurs.items():
    print(nom, ":", mesures.stats.nombre(valeur))
mesures.ajustement(niveau_5)

# %% [markdown]
# ## Conclusion

# %%
print(mesures.conclusion(beaucoup))

# %% [markdown]
# Quelques dizaines de parties suffisent pour voir que le niveau 5 écrase le niveau 1. Pour
# départager deux niveaux proches, il en faut des milliers. Et quand une preuve existe, elle vaut
# mieux que toutes les parties du monde : elle donne la réponse exacte, et un moyen de vérifier ses
# mesures.
