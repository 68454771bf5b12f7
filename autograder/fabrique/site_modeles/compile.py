"""Compile d'avance les modules d'archives : lancé par `compile.mjs`, dans le Python du navigateur.

Sans cela, chaque visite du site recompilerait la bibliothèque de Python et celles des carnets.
Chaque archive du dossier courant (roues, et bibliothèque en zip) garde son nom ; les `.py` y
deviennent des `.pyc`.
"""

import compileall
import pathlib
import py_compile
import tempfile
import zipfile


def compile_archive(archive):
    """Récrit l'archive avec ses modules compilés ; ce qui ne se compile pas reste tel quel."""
    with tempfile.TemporaryDirectory() as temporaire:
        dossier = pathlib.Path(temporaire)
        with zipfile.ZipFile(archive) as lue:
            lue.extractall(dossier)
        compileall.compile_dir(
            dossier,
            maxlevels=50,
            quiet=2,
            legacy=True,
            stripdir=temporaire,
            prependdir=archive.name,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        for source in dossier.rglob("*.py"):
            if source.with_suffix(".pyc").exists():
                source.unlink()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as ecrite:
            for chemin in sorted(dossier.rglob("*")):
                ecrite.write(chemin, chemin.relative_to(dossier))


for trouvee in sorted([*pathlib.Path().glob("*.whl"), *pathlib.Path().glob("*.zip")]):
    compile_archive(trouvee)
