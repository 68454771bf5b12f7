"""D'autres façons justes : chaque exercice en a au moins une, qui doit avoir tous ses points.

Une suite cachée ne doit pas exiger qu'on écrive comme le corrigé. Les autres façons sont dans
`autograder/suites/autrement/tp1.toml`, `tp2.toml`… : la fonction entière, écrite autrement
(récursion, autre ordre, autre hasard).

    [[solution]]
    exercice = "tp1.test_case"
    code = '''
    def test_case(self, case):
        return case in self.vides
    '''
"""

from autograder import RACINE
from autograder.moteur.erreurs import remplace, tomllib

SOLUTIONS = RACINE / "autograder" / "suites" / "autrement"


def lit_autrement(dossier=SOLUTIONS):
    """{id d'exercice: [code, …]}."""
    rangement = {}
    for chemin in sorted(dossier.glob("tp*.toml")):
        for entree in tomllib.loads(chemin.read_text(encoding="utf-8")).get("solution", []):
            rangement.setdefault(entree["exercice"], []).append(entree["code"])
    return rangement


def avec_codes(textes, registre, codes):
    """Les modules `textes` où chaque exercice de `codes` {id: code} est écrit ainsi."""
    textes = dict(textes)
    for ident, code in codes.items():
        module = registre[ident].module
        textes[module] = remplace(textes[module], registre[ident].cible, code)
    return textes
