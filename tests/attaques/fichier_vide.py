# Tente : un fichier vide (ces commentaires mis à part).
# Verdict : absent
