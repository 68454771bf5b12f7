"""Les commentaires de l'enseignant : rien de ce qu'il écrit n'est perdu."""

import pytest

from autograder.classe import commentaires

NOMS = ["Zoé Martin", "=Ali"]


def dossier(tmp_path):
    (tmp_path / ".correction").mkdir(exist_ok=True)
    return tmp_path


def test_un_tableau_a_remplir_puis_garde(tmp_path):
    sortie = dossier(tmp_path)
    assert commentaires.lit(sortie, NOMS) == {"Zoé Martin": "", "=Ali": ""}
    fichier = sortie / commentaires.FICHIER
    assert fichier.read_text(encoding="utf-8-sig").splitlines()[1:] == [
        '"Zoé Martin";""', "\"'=Ali\";\"\"",
    ]  # fmt: skip
    fichier.write_bytes('Nom,Commentaire\n"Zoé Martin","Bien,\nvu =1"\n\'=Ali,+\n'.encode("cp1252"))
    lus = commentaires.lit(sortie, [*NOMS, "Lou"])
    assert lus == {"Zoé Martin": "Bien,\nvu =1", "=Ali": "+", "Lou": ""}
    assert commentaires.lit(sortie, NOMS[:1]) == {"Zoé Martin": "Bien,\nvu =1"}
    assert "Lou" in fichier.read_text(encoding="utf-8"), "un élève absent garde sa ligne"


def test_les_colonnes_que_l_enseignant_ajoute_restent(tmp_path):
    sortie = dossier(tmp_path)
    fichier = sortie / commentaires.FICHIER
    fichier.write_text("Nom;Commentaire;Oral\nZoé Martin;Bravo;14\nAli;;\n", encoding="utf-8")
    assert commentaires.lit(sortie, ["Zoé Martin", "Lou"])["Zoé Martin"] == "Bravo"
    attendues = ['"Nom";"Commentaire";"Oral"', '"Zoé Martin";"Bravo";"14"', '"Ali";"";""']
    assert fichier.read_text(encoding="utf-8-sig").splitlines()[:3] == attendues
    commentaires.cache(sortie)
    commentaires.lit(sortie, ["Zoé Martin"])
    assert fichier.read_text(encoding="utf-8-sig").splitlines()[:3] == attendues


def test_de_cote_avec_des_pseudonymes(tmp_path):
    sortie = dossier(tmp_path)
    commentaires.lit(sortie, NOMS)
    fichier = sortie / commentaires.FICHIER
    fichier.write_text("Nom;Commentaire\nZoé Martin;Bravo\n", encoding="utf-8")
    commentaires.cache(sortie)
    assert not fichier.exists()
    commentaires.cache(sortie)
    assert commentaires.lit(sortie, ["Zoé Martin"]) == {"Zoé Martin": "Bravo"}
    assert fichier.exists()


def test_un_fichier_meconnaissable_n_est_pas_touche(tmp_path):
    sortie = dossier(tmp_path)
    (sortie / commentaires.FICHIER).write_text("autre chose", encoding="utf-8")
    with pytest.raises(commentaires.CommentairesIllisibles, match="Rien n'y a été changé"):
        commentaires.lit(sortie, NOMS)
    assert (sortie / commentaires.FICHIER).read_text(encoding="utf-8") == "autre chose"
