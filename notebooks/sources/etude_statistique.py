# %% [markdown]
# # brouillon
