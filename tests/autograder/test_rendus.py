"""Ce que les élèves rendent est lu tel quel ; ce qui ne peut pas l'être dit pourquoi."""

import io
import json
import os
import random
import shutil
import stat
import struct
import tracemalloc
import warnings
import zipfile

import pytest

from autograder.bac_a_sable import a_part
from autograder.classe import rendus as module_rendus
from autograder.classe.rendus import LecteurDeRendus, RenduRefuse
from tests import jouet

TEXTES = jouet.copie()
LECTEUR = LecteurDeRendus(jouet.REGISTRE)


def ecrit(dossier, fichiers):
    """Écrit {chemin: texte ou octets} sous `dossier`."""
    for chemin, contenu in fichiers.items():
        fichier = dossier / chemin
        fichier.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(contenu, str):
            contenu = contenu.encode()
        fichier.write_bytes(contenu)
    return dossier


def copie(prefixe=""):
    return {f"{prefixe}{nom}.py": texte for nom, texte in TEXTES.items()}


def zippe(fichiers):
    """Les octets d'un zip de {chemin: texte ou octets}."""
    flux = io.BytesIO()
    with zipfile.ZipFile(flux, "w", zipfile.ZIP_DEFLATED) as archive:
        for chemin, contenu in fichiers.items():
            archive.writestr(chemin, contenu)
    return flux.getvalue()


def carnet(*cellules):
    """Les octets d'un carnet Jupyter fait de ces cellules de code."""
    return json.dumps(
        {
            "nbformat": 4,
            "cells": [{"cell_type": "markdown", "source": "# Titre"}]
            + [{"cell_type": "code", "source": c.splitlines(True)} for c in cellules],
        }
    ).encode()


def lit(racine):
    """{nom: textes, ou la raison du refus}."""
    rendus, _ = LECTEUR.inventaire(racine)
    resultat = {}
    for rendu in rendus:
        try:
            resultat[rendu.nom] = LECTEUR.charge(rendu)
        except RenduRefuse as raison:
            resultat[rendu.nom] = str(raison)
    return resultat


@pytest.mark.parametrize(
    "fichiers",
    [
        copie("Zoé Le Goff/"),
        copie("Zoé Le Goff/tp/"),
        {"Zoé Le Goff.zip": zippe(copie())},
        {"Zoé Le Goff.zip": zippe(copie("mon travail/"))},
        {"Zoé Le Goff/rendu.zip": zippe(copie())},
        {"Zoé Le Goff.zip": zippe({"dossier/encore.zip": zippe(copie("ici/"))})},
        {"Zoé Le Goff_123456_assignsubmission_file_/rendu.zip": zippe(copie())},
        {f"Zoé Le Goff_123456_assignsubmission_file_{n}": t for n, t in copie().items()},
        {f"zoé_le_goff-tp{n}.py": TEXTES[f"tp{n}_sac"] for n in (1, 2, 3)},
        {"rendu.zip": zippe({**copie(), "rendu.json": '{"nom": "Zoé Le Goff"}'})},
        {"Zoé Le Goff.zip": zippe({**copie(), "__MACOSX/._tp1_sac.py": b"\0", ".DS_Store": b"\0"})},
    ],
    ids=["dossier", "sous-dossier", "zip", "dossier-dans-zip", "zip-dans-dossier",
         "zip-dans-dossier-dans-zip", "moodle-dossier", "moodle-fichiers", "fichiers-isoles",
         "rendre", "macos"],
)  # fmt: skip
def test_une_copie_sous_toutes_ses_formes(tmp_path, fichiers):
    lus = lit(ecrit(tmp_path, fichiers))
    (nom,) = lus
    assert nom.lower() == "zoé le goff"
    assert {m: lus[nom][m] for m in TEXTES if m != "outils"} == {
        m: t for m, t in TEXTES.items() if m != "outils"
    }


def test_export_capytale_en_zip(tmp_path):
    octets = zippe(
        {
            "dupont_jean/tp1_sac.py": TEXTES["tp1_sac"],
            "le_goff_zoé.ipynb": carnet(TEXTES["tp1_sac"]),
            "martin_lou.py": TEXTES["tp1_sac"],
            "rapport.txt": "3 copies",
        }
    )
    ecrit(tmp_path, {"export.zip": octets})
    for racine in (tmp_path, tmp_path / "export.zip"):
        lus = lit(racine)
        assert sorted(lus) == ["Dupont Jean", "Le Goff Zoé", "Martin Lou"]
        assert all("def carre" in textes["tp1_sac"] for textes in lus.values())


def test_groupes_de_classe(tmp_path):
    ecrit(tmp_path, {**copie("TG1/zoe/"), **copie("TG1/lou/"), **copie("TG2/max/")})
    assert sorted(lit(tmp_path)) == ["Lou", "Max", "Zoe"]


def test_dossiers_par_tp_d_un_meme_eleve(tmp_path):
    ecrit(tmp_path, {"zoe/tp1/tp1_sac.py": TEXTES["tp1_sac"], "zoe/tp2/tp2_sac.py": "def a(): 0"})
    assert sorted(lit(tmp_path)["Zoe"]) == ["tp1_sac", "tp2_sac"]


def test_une_seule_copie_designee(tmp_path):
    ecrit(tmp_path, copie("zoe/"))
    assert list(lit(tmp_path / "zoe")) == ["Zoe"]


def test_carnet_remis_en_module(tmp_path):
    cellules = [
        "%matplotlib inline\nimport random\n!ls",
        "def carre(n):\n    return n * n",
        "class Sac:\n    def __init__(self):\n        self.contenu = []",
        "class Sac(Sac):\n    def total(self):\n        return sum(self.contenu)",
        "def vide(self):\n    self.contenu = []\nSac.vide = vide",
        "print(carre(2))\nwhile True: pass",
        "ceci n'est pas du Python",
    ]
    ecrit(tmp_path, {"zoe.ipynb": carnet(*cellules)})
    texte = lit(tmp_path)["Zoe"]["tp1_sac"]
    espace = {}
    exec(texte, espace)  # la boucle sans fin et le texte libre n'y sont plus
    sac = espace["Sac"]()
    sac.contenu = [1, 2]
    assert sac.total() == 3 and sac.vide() is None and sac.contenu == []
    assert texte.count("class Sac") == 1


@pytest.mark.parametrize(
    "contenu",
    [
        b"[]", b"1", b"null", b'{"cells": 1}', b'{"cells": "x"}', b'{"cells": {"a": 1}}',
        b'{"worksheets": 3}', b'{"worksheets": [1, {"cells": 2}]}', b'{"cells": [1, null, []]}',
        b'{"cells": [{"cell_type": "code", "source": 3}]}', b'{"cells": [{"cell_type": []}]}',
    ],
)  # fmt: skip
def test_un_carnet_impossible_ne_coute_qu_une_copie(tmp_path, contenu):
    lus = lit(ecrit(tmp_path, {"zoe/carnet.ipynb": contenu, **copie("lou/")}))
    assert isinstance(lus["Zoe"], str) and "def carre" in lus["Lou"]["tp1_sac"]


@pytest.mark.parametrize("signe", ["\u2028", "\x0c", "\x0b", "\x85", "\r"])
def test_un_signe_etrange_dans_un_commentaire_de_carnet(tmp_path, signe):
    """Python ne voit pas là une fin de ligne (sauf \\r) : les numéros de ligne restent justes."""
    texte = f"# ici{signe}# là\n" + TEXTES["tp1_sac"]
    lus = lit(ecrit(tmp_path, {"zoe.ipynb": carnet(texte)}))
    modules = {"tp1_sac": lus["Zoe"]["tp1_sac"], "outils": TEXTES["outils"]}
    resultats = jouet.corrige(jouet.copie(**modules), ids=["tp1.carre", "tp1.total"])
    assert all(r.statut == "juste" for r in resultats.values())


def test_un_dossier_de_moodle_est_un_seul_eleve(tmp_path):
    """Quoi qu'il contienne : des sous-dossiers, un zip au nom d'une autre, un texte en ligne."""
    moodle = "{}_{}_assignsubmission_{}/"
    fichiers = {
        **copie(moodle.format("Le Goff Zoé", 12, "file") + "tp1/"),
        **copie(moodle.format("Le Goff Zoé", 12, "file") + "ancien/"),
        moodle.format("Petit Tom", 13, "file_") + "Petit Lea.zip": zippe(copie("Petit Lea/")),
        moodle.format("Petit Lea", 14, "file_") + "rendu.zip": zippe(copie()),
        moodle.format("Petit Lea", 14, "onlinetext_") + "texteenligne.html": "<p>voilà</p>",
        **copie(moodle.format("Petit Lea", 15, "file")),
    }
    rendus, _ = LECTEUR.inventaire(ecrit(tmp_path, fichiers))
    assert [(r.nom, r.numero) for r in rendus] == [
        ("Le Goff Zoé", "12"), ("Petit Lea (n° 14)", "14"), ("Petit Lea (n° 15)", "15"),
        ("Petit Tom", "13"),
    ]  # fmt: skip
    assert all("def carre" in LECTEUR.charge(rendu)["tp1_sac"] for rendu in rendus)


DE_MOODLE = "{}_{}_assignsubmission_{}"
MOODLE = {
    "un seul élève": (copie("export/" + DE_MOODLE.format("Zoé", 12, "file/")), ["Zoé 12"]),
    "deux classes": (
        {
            **copie("1A/" + DE_MOODLE.format("Zoé", 12, "file/")),
            **copie("1B/" + DE_MOODLE.format("Lou", 13, "file_/")),
        },
        ["Lou 13", "Zoé 12"],
    ),
    "export zippé": (
        {"export.zip": zippe(copie(DE_MOODLE.format("Zoé", 12, "file/")))},
        ["Zoé 12"],
    ),
    "anonyme": (
        {**copie(DE_MOODLE.format("Participant", 12, "file/")),
         **copie(DE_MOODLE.format("Participant", 13, "file/"))},
        ["Participant 12 12", "Participant 13 13"],
    ),
    "équipes": (
        {**copie(DE_MOODLE.format("Group", 5, "file/")),
         **copie(DE_MOODLE.format("Équipe B-Zoé", 12, "file_/"))},
        ["Équipe B-Zoé 12", "Group 5 5"],
    ),
    "à plat": (
        {
            **{DE_MOODLE.format("Zoé", 12, "file_") + n: t for n, t in copie().items()},
            DE_MOODLE.format("Lou", 13, "file_") + "Petit Lea.zip": zippe(copie("Petit Lea/")),
            DE_MOODLE.format("Lou", 13, "onlinetext_") + "texteenligne.html": "<p>",
        },
        ["Lou 13", "Zoé 12"],
    ),
    "moodle dans moodle": (
        copie(DE_MOODLE.format("Zoé", 12, "file/") + DE_MOODLE.format("Lou", 13, "file/")),
        ["Zoé 12"],
    ),
    "imité dans un zip": (
        {"zoe.zip": zippe(copie(DE_MOODLE.format("Lea", 14, "file/"))), **copie("lou/")},
        ["Lou ", "Zoe "],
    ),
}  # fmt: skip


@pytest.mark.parametrize("nom", MOODLE)
def test_les_formes_des_exports_de_moodle(tmp_path, nom):
    fichiers, attendus = MOODLE[nom]
    rendus, _ = LECTEUR.inventaire(ecrit(tmp_path, fichiers))
    assert [f"{r.nom} {r.numero}" for r in rendus] == attendus
    for rendu in rendus:
        assert LECTEUR.charge(rendu) == TEXTES and rendu.remarques == []


def test_un_texte_en_ligne_seul_et_un_nom_tres_long(tmp_path):
    fichiers = {
        DE_MOODLE.format("Zoé", 12, "onlinetext/") + "onlinetext.html": "<p>voilà</p>",
        DE_MOODLE.format("Lou", 13, "file_") + "a" * 190 + ".py": TEXTES["tp1_sac"],
    }
    lus = lit(ecrit(tmp_path, fichiers))
    assert lus["Zoé"] == "un texte en ligne, mais aucun fichier"
    assert lus["Lou"] == {"tp1_sac": TEXTES["tp1_sac"]}


def test_carnet_de_plusieurs_modules(tmp_path):
    cellules = ["%%writefile tp1_sac.py\ndef carre(n): return n", "# tp3_sac.py\ndef resume(c): 0"]
    ecrit(tmp_path, {"zoe.ipynb": carnet(*cellules)})
    assert {"tp1_sac", "tp3_sac"} == lit(tmp_path)["Zoe"].keys()


@pytest.mark.parametrize(
    "fichiers, raison",
    [
        ({"zoe/.DS_Store": b"x"}, "vide"),
        ({"zoe/devoir.odt": b"x"}, "aucun fichier Python"),
        ({"zoe/devoir.rar": b"Rar!"}, "demander un .zip"),
        ({"zoe.zip": b"PK\x03\x04 abime"}, "abîmée"),
        ({"zoe.zip": zippe({})}, "vide"),
        ({"zoe/tp1_sac.py": "  \n"}, "vides"),
        ({"zoe/autre.py": "def bonjour():\n    pass\n"}, "aucune fonction"),
        ({"zoe.zip": zippe({"../../tp1_sac.py": "x = 1"})}, "sort du dossier"),
        ({"zoe.zip": zippe({"/etc/tp1_sac.py": "x = 1"})}, "sort du dossier"),
        ({"zoe/tp1_sac.ipynb": b"{pas du json"}, "aucune fonction"),
    ],
)
def test_copie_refusee_avec_sa_raison(tmp_path, fichiers, raison):
    lus = lit(ecrit(tmp_path, fichiers))
    assert list(lus) == ["Zoe"]
    assert isinstance(lus["Zoe"], str) and raison in lus["Zoe"]


def test_bombe_zip(tmp_path):
    bombe = zippe({"gros.bin": b"\0" * 40_000_000})
    niveau = bombe
    for _ in range(7):
        niveau = zippe({"encore.zip": niveau})
    ecrit(tmp_path, {"ane.zip": zippe({"tout.zip": zippe({"vide.zip": b"\0" * 40_000_000})}),
                     "puits.zip": niveau, "sage.zip": zippe(copie())})  # fmt: skip
    lus = lit(tmp_path)
    assert "démesurée" in lus["Ane"]
    assert "les unes dans les autres" in lus["Puits"]
    assert "tp1_sac" in lus["Sage"]


def test_fichier_demesure_n_est_pas_lu_en_entier(tmp_path):
    ecrit(tmp_path, {"zoe.zip": zippe({"tp1_sac.py": b"#" * 50_000_000})})
    assert len(lit(tmp_path)["Zoe"]["tp1_sac"]) < 300_000


def test_zip_chiffre(tmp_path):
    octets = bytearray(zippe(copie()))
    for debut in (b"PK\x03\x04", b"PK\x01\x02"):  # lève le bit « chiffré » de chaque entrée
        rang = octets.find(debut)
        while rang >= 0:
            octets[rang + (6 if debut[2] == 3 else 8)] |= 1
            rang = octets.find(debut, rang + 4)
    ecrit(tmp_path, {"zoe.zip": bytes(octets)})
    assert "mot de passe" in lit(tmp_path)["Zoe"]


def test_liens_jamais_suivis(tmp_path):
    secret = ecrit(tmp_path / "ailleurs", {"tp1_sac.py": "SECRET = 1\ndef carre(n): 0"})
    rendus = ecrit(tmp_path / "rendus", {"lou/tp2_sac.py": TEXTES["tp2_sac"]})
    (rendus / "lou" / "tp1_sac.py").symlink_to(secret / "tp1_sac.py")
    (rendus / "max").symlink_to(secret)
    info = zipfile.ZipInfo("tp1_sac.py")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(rendus / "zoe.zip", "w") as archive:
        archive.writestr(info, str(secret / "tp1_sac.py"))
    lus = lit(rendus)
    assert "SECRET" not in str(lus)
    assert list(lus["Lou"]) == ["tp2_sac"]
    assert "lien" in lus["Max"] and "lien" in lus["Zoe"]


def test_fichiers_speciaux(tmp_path):
    ecrit(tmp_path, copie("zoe/"))
    os.mkfifo(tmp_path / "zoe" / "tp9.py")
    assert "tp1_sac" in lit(tmp_path)["Zoe"]


@pytest.mark.parametrize("codage", ["utf-8", "cp850", "latin-1"])
def test_noms_accentues_dans_un_zip_sans_marque(tmp_path, codage):
    """Windows et macOS écrivent les noms sans dire leur codage."""
    chemin = "Éloïse Lefèvre/tp1_sac.py"
    octets = zippe({"X" * len(chemin.encode(codage)): TEXTES["tp1_sac"]})
    octets = octets.replace(b"X" * len(chemin.encode(codage)), chemin.encode(codage))
    ecrit(tmp_path, {"export.zip": octets, "autre/tp1_sac.py": TEXTES["tp1_sac"]})
    fichiers = [f.chemin for f in LECTEUR.inventaire(tmp_path)[0][1].fichiers]
    assert fichiers == [("export", "Éloïse Lefèvre", "tp1_sac.py")]


def test_nom_de_dossier_en_latin_1(tmp_path):
    dossier = os.path.join(os.fsencode(tmp_path), "Zoé".encode("latin-1"))
    os.mkdir(dossier)
    with open(os.path.join(dossier, b"tp1_sac.py"), "w") as fichier:
        fichier.write(TEXTES["tp1_sac"])
    assert list(lit(tmp_path)) == ["Zoé"]


def test_textes_en_latin_1_avec_bom_ou_fins_de_ligne_windows(tmp_path):
    texte = "# déjà\ndef carre(n):\n    return n * n\n"
    ecrit(
        tmp_path,
        {
            "a/tp1_sac.py": texte.encode("latin-1"),
            "b/tp1_sac.py": texte.encode("utf-8-sig"),
            "c/tp1_sac.py": texte.replace("\n", "\r\n").encode(),
        },
    )
    assert all(textes["tp1_sac"] == texte for textes in lit(tmp_path).values())


def test_doublons_et_homonymes_sont_signales(tmp_path):
    ecrit(tmp_path, {**copie("Zoé/"), "zoé.zip": zippe(copie())})
    ecrit(tmp_path, {**copie("Lou/"), "Lou/vieux/tp1_sac.py": "def carre(n): 0"})
    rendus, _ = LECTEUR.inventaire(tmp_path)
    assert [r.nom for r in rendus] == ["Lou", "Zoé", "Zoé (2)"]
    assert len({r.ident for r in rendus}) == 3
    assert "même nom" in " ".join(rendus[1].remarques)
    textes = LECTEUR.charge(rendus[0])
    assert textes["tp1_sac"] == TEXTES["tp1_sac"]
    assert "Plusieurs tp1_sac différents" in " ".join(rendus[0].remarques)


def test_un_nom_declare_ne_prend_pas_la_place_d_un_autre(tmp_path):
    ecrit(tmp_path, {**copie("Lou Martin/"), "Lou Martin/rendu.json": '{"nom": "Zoé"}'})
    (rendu,) = LECTEUR.inventaire(tmp_path)[0]
    assert rendu.nom == "Lou Martin" and "Zoé" in rendu.remarques[0]


def test_fichiers_de_l_enseignant_laisses_de_cote(tmp_path):
    ecrit(tmp_path, {**copie("zoe/"), "consignes.pdf": b"%PDF", "rapport.txt": "3 copies"})
    rendus, ignores = LECTEUR.inventaire(tmp_path)
    assert [r.nom for r in rendus] == ["Zoe"] and ignores == ["consignes.pdf"]


def test_noms_de_fichiers_surs(tmp_path):
    ecrit(tmp_path, {**copie("..%2f<script>'/"), **copie("con/"), **copie("été été/")})
    rendus, _ = LECTEUR.inventaire(tmp_path)
    for rendu in rendus:
        assert rendu.ident.replace("_", "").isalnum() and rendu.ident.isascii()
        assert rendu.ident != "con"


def test_les_entrees_d_un_zip_ne_sont_jamais_ecrites(tmp_path):
    rendus = ecrit(tmp_path / "rendus", {"zoe.zip": zippe({"../evade.py": "x", **copie()})})
    lit(rendus)
    assert sorted(os.listdir(tmp_path)) == ["rendus"]
    assert sorted(os.listdir(rendus)) == ["zoe.zip"]


def _abime(octets):
    """Le même zip, dont les données compressées sont gribouillées au milieu."""
    milieu = len(octets) // 3
    return octets[:milieu] + b"\xff" * 40 + octets[milieu + 40 :]


def test_une_copie_tordue_ne_prive_personne(tmp_path):
    """Données abîmées, codage impossible, chemins sans fin : les autres copies sont lues."""
    profond = "a/" * 32_000 + "tp1_sac.py"
    ecrit(
        tmp_path,
        {
            **copie("Zoé/"),
            "Abîmée.zip": _abime(zippe({"tp1_sac.py": os.urandom(300).hex() * 3})),
            "Hexa/tp/tp1_sac.py": "# -*- coding: hex -*-\n" + TEXTES["tp1_sac"],
            "Profond.zip": zippe({profond: TEXTES["tp1_sac"]}),
        },
    )
    dossier = tmp_path / "Puits"
    for _ in range(60):
        dossier = dossier / "d"
    ecrit(dossier, copie())
    lus = lit(tmp_path)
    assert lus["Zoé"] == TEXTES
    assert lus["Hexa"]["tp1_sac"].endswith(TEXTES["tp1_sac"])
    assert isinstance(lus["Abîmée"], str)
    assert lus["Profond"] == lus["Puits"] == "trop de dossiers les uns dans les autres"


def test_une_archive_de_milliers_de_fichiers(tmp_path):
    """Le sommaire d'une archive est lu une fois, pas une fois par fichier."""
    fichiers = {f"d{n}/f{n}.py": "x = 1\n" for n in range(3000)}
    ecrit(tmp_path, {"Zoé.zip": zippe({**fichiers, **copie()})})
    assert lit(tmp_path)["Zoé"].items() >= TEXTES.items()


def zip_forge(nombre, annonces=None):
    """Un zip de `nombre` entrées, qui en annonce peut-être un autre nombre."""
    nom = b"a.py"
    debut = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 0, 0, 33, 0, 0, 0, len(nom), 0) + nom
    entree = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 33, 0, 0, 0, len(nom), *[0] * 6
    )
    sommaire = (entree + nom) * nombre
    annonces = (nombre if annonces is None else annonces) & 0xFFFF
    return debut + sommaire + struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, annonces, annonces, len(sommaire), len(debut), 0
    )  # fmt: skip


@pytest.mark.parametrize("annonces", [None, 3])
def test_un_sommaire_demesure_n_est_pas_dresse(tmp_path, annonces):
    """Un objet par entrée prendrait des centaines de mégaoctets : elles sont comptées avant."""
    ecrit(tmp_path, {"ane.zip": zip_forge(140_000, annonces), "sage.zip": zippe(copie())})
    tracemalloc.start()
    try:
        lus = lit(tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
    assert lus["Ane"] == "l'archive contient trop de fichiers"
    assert "tp1_sac" in lus["Sage"]


def test_les_zips_d_un_eleve_ont_un_quota_commun_mais_pas_ceux_de_la_classe(tmp_path, monkeypatch):
    """Dans l'export de toute la classe, la démesure de l'un ne prive pas les suivants."""
    monkeypatch.setattr(module_rendus, "ENTREES_MAX", 200)
    plein = zippe({f"{n}.txt": "" for n in range(90)})
    ane = {f"Ane/{n}.zip": plein for n in range(3)}
    export = zippe({**ane, "Zoé/rendu.zip": zippe(copie())})
    for racine in ({"export.zip": export}, {"Ane.zip": zippe(ane), **copie("Zoé/")}):
        dossier = ecrit(tmp_path / str(len(racine)), racine)
        lus = lit(dossier / "export.zip" if "export.zip" in racine else dossier)
        assert lus["Ane"] == "les archives contiennent trop de fichiers"
        assert "tp1_sac" in lus["Zoé"]


def test_une_entree_n_est_pas_decompressee_au_dela_de_ce_qu_on_en_lit(tmp_path, monkeypatch):
    demandes = []
    vraie = zipfile.ZipExtFile.read
    monkeypatch.setattr(
        zipfile.ZipExtFile, "read", lambda self, n=-1: demandes.append(n) or vraie(self, n)
    )
    ecrit(
        tmp_path, {"zoe.zip": zippe({"tp1_sac.py": b"#" * 3_000_000, "x.zip": b"0" * 40_000_000})}
    )
    lit(tmp_path)
    assert demandes and all(0 <= n <= module_rendus.TAILLE_MAX + 1 for n in demandes)


@pytest.mark.parametrize(
    "contenu",
    [
        b'{"cells": [' + b"[]," * 600_000 + b"1]}",
        b"[" * 100_000,
        b'{"cells": ' * 50_000,
        b'{"cells": [' + b"9" * 100_000 + b"]}",
        carnet("x = " + "-" * 150_000 + "1\ndef carre(n): return n"),
        carnet("def carre(n): return n\n" + "(" * 190 + "\n"),
        carnet("# \ud800\ndef carre(n): return n"),
    ],
    ids=["boîtes", "crochets", "accolades", "nombre", "signes", "parenthèses", "demi-signe"],
)
def test_un_carnet_demesure_ne_coute_qu_une_copie(tmp_path, contenu):
    lus = lit(ecrit(tmp_path, {"zoe/carnet.ipynb": contenu, **copie("lou/")}))
    assert lus.keys() == {"Zoe", "Lou"} and "def carre" in lus["Lou"]["tp1_sac"]


def test_lire_un_carnet_a_une_fin(tmp_path, monkeypatch):
    """La lecture se fait à part : si elle n'en finit pas, ce carnet seul est perdu."""
    sans_fin = "ast.parse = lambda texte: any(iter(int, 1))\n"
    monkeypatch.setattr(a_part, "SUITE", sans_fin + a_part.SUITE.replace("(3, 3)", "(1, 1)"))
    lus = lit(ecrit(tmp_path, {"zoe/carnet.ipynb": carnet("def carre(n): return n")}))
    assert isinstance(lus["Zoe"], str)


def test_des_codages_qui_n_en_finissent_pas(tmp_path):
    """Python sait décoder du punycode, en un temps qui croît comme le carré de la longueur."""
    for codage in ("punycode", "undefined", "idna", "hex", "utf-7", "unicode_escape", "mbcs"):
        texte = f"# coding: {codage}\n" + "é" * 80_000 + "\n" + TEXTES["tp1_sac"]
        lus = lit(ecrit(tmp_path / codage, {"zoe/tp1_sac.py": texte}))
        assert lus["Zoe"]["tp1_sac"] == texte


# ----------------------------------------------------------------- n'importe quoi

NOMS_ETRANGES = [
    "tp1_sac.py\0.txt", "\0", "", ".", "..", "/", "//tp1_sac.py", "C:\\tp1_sac.py", "c:tp1_sac.py",
    "..\\..\\tp1_sac.py", "a/../../tp1_sac.py", "CON", "nul.py", "com1/tp1_sac.py", "LPT9.zip",
    "TP1_SAC.py", "Tp1_sac.PY", "tp1_sac.py ", "tp1_sac.py.", "a" * 300 + ".py",
    "é" * 250 + "/x.py",
    "\u202etp1_sac.py", "\ud7ff.py", "x/" * 40 + "tp1_sac.py", "~/tp1_sac.py", "$HOME/tp1_sac.py",
    "tp1_sac.py/dedans.py", "-rf.py", "%s%n.py", "=cmd.py",
    "Zoé_1_assignsubmission_file_/tp1_sac.py",
]  # fmt: skip


def zip_etrange(alea):
    """Un zip d'entrées choisies au hasard : noms impossibles, liens, dossiers, zips, carnets."""
    flux = io.BytesIO()
    with zipfile.ZipFile(flux, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deux entrées du même nom
        for nom in alea.sample(NOMS_ETRANGES, 8):
            info = zipfile.ZipInfo(nom or "x")
            info.filename = nom  # ZipInfo nettoie, un autre outil non
            info.compress_type = alea.choice(METHODES)
            genre = alea.choice([stat.S_IFREG, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFDIR, 0xF000])
            info.external_attr = (genre | 0o644) << 16
            texte = TEXTES["tp1_sac"]
            octets = [texte.encode(), carnet(texte), zippe(copie()), b"/etc/passwd"]
            archive.writestr(info, alea.choice(octets))
    return flux.getvalue()


METHODES = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


def gribouille(octets, alea):
    """Les mêmes octets, abîmés : changés, coupés, répétés, mélangés."""
    octets = bytearray(octets)
    for _ in range(alea.randint(1, 12)):
        rang = alea.randrange(len(octets))
        geste = alea.randrange(4)
        if geste == 0:
            octets[rang] = alea.randrange(256)
        elif geste == 1:
            octets[rang : rang + alea.randint(1, 40)] = alea.randbytes(alea.randint(0, 40))
        elif geste == 2:
            octets[rang:rang] = octets[alea.randrange(len(octets)) :][:60]
        else:
            del octets[len(octets) - alea.randint(0, len(octets) // 4) :]
        if not octets:
            break
    return bytes(octets)


@pytest.mark.parametrize(
    "debut, combien", [(0, 20), pytest.param(1000, 1500, marks=pytest.mark.lent)]
)
def test_n_importe_quoi_ne_coute_que_sa_copie(tmp_path, monkeypatch, debut, combien):
    """Rien n'est écrit, personne d'autre n'est privé : chaque rendu est lu, ou dit pourquoi non."""
    if combien > 100:  # un processus par carnet : trop long par milliers
        monkeypatch.setattr(module_rendus, "a_part", lambda fonction, octets: fonction(octets))
    for graine in range(debut, debut + combien):
        alea = random.Random(graine)
        dossier = tmp_path / str(graine)
        carnet_abime = carnet(TEXTES["tp1_sac"], "print(1)")
        ecrit(dossier, {
            **copie("Zoé/"),
            "etrange.zip": zip_etrange(alea),
            "abime.zip": gribouille(zippe({**copie(), "encore.zip": zippe(copie())}), alea),
            "abime/carnet.ipynb": gribouille(carnet_abime, alea),
            "octets/tp1_sac.py": gribouille(TEXTES["tp1_sac"].encode(), alea),
        })  # fmt: skip
        avant = sorted(dossier.rglob("*"))
        lus = lit(dossier)
        assert lus["Zoé"] == TEXTES, graine
        for textes in lus.values():
            assert isinstance(textes, str) or all(
                type(x) is str for couple in textes.items() for x in couple
            )
        assert "root:" not in str(lus)
        assert sorted(dossier.rglob("*")) == avant
        shutil.rmtree(dossier)
