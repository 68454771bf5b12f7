"""Une campagne de parties."""
import json, sys, time, os
from pathlib import Path
from lessons.chargeur import Chaine

CHAINE = Chaine(Path(__file__).parent)

def joue_partie(niveau, graine, numero):
    C = CHAINE.module("bn_comptage")
    U = CHAINE.module("bn_utiles")
    g = CHAINE.module("bn_rapide").geometrie(10, 10)
    if niveau >= 7:
        O = CHAINE.module("bn_ordis")
        ordi = (O.OrdiExact if niveau == 7 else O.OrdiPrevoyant)()
    else:
        ordi = CHAINE.module("tp6_solveur_optimal").Ordi(niveau)
    ordi.hasard = C.Des(graine, numero, 1)
    flotte = sum(C.tire_flotte(g, U.FLOTTE, C.Des(graine, numero, 0)))
    for i, case in enumerate(g.cases):
        if flotte >> i & 1:
            ordi.grille_adverse.etat[case] = 1
    ordi.grille_adverse.update_vides()
    return ordi.resolution()

if __name__ == "__main__":
    niveau, n, graine, lot, sortie = (int(a) if a.isdigit() else a for a in sys.argv[1:6])
    sortie = Path(sortie)
    r = json.loads(sortie.read_text()) if sortie.exists() else []
    while len(r) < n:
        t = time.time()
        for k in range(len(r), min(n, len(r) + lot)):
            r.append(joue_partie(niveau, graine, k))
        tmp = sortie.with_suffix(".tmp"); tmp.write_text(json.dumps(r)); os.replace(tmp, sortie)
        print(len(r), sum(r) / len(r), (time.time() - t) / lot, flush=True)
