"""Les flottes d'un tournoi : les mêmes pour tous, tirées d'un secret que personne ne devine.

Le secret a 128 bits et change à chaque tournoi. Chaque flotte a sa propre graine, faite du secret
et de son numéro : en connaître mille n'apprend rien de la suivante. Les bots, eux, reçoivent une
graine publique, le numéro de la partie, la même pour tous.
"""

import hashlib
import random
import secrets

from lessons.verificateur.arbitre import tire_flotte

OCTETS_DU_SECRET = 16


def nouveau_secret(graine=None):
    """Un secret, en hexadécimal ; avec une `graine` (pour les essais du kit), toujours le même."""
    if graine is None:
        return secrets.token_hex(OCTETS_DU_SECRET)
    return hashlib.sha256(f"graine {graine}".encode()).hexdigest()[: 2 * OCTETS_DU_SECRET]


def hasard(secret, usage):
    """Le hasard de cet usage (« flotte 12 », « sonde ») : sans le secret, on n'en sait rien."""
    return random.Random(hashlib.sha256(f"{secret} {usage}".encode()).digest())


def flotte(secret, numero, xmax, ymax, tailles):
    """Les bateaux de la flotte `numero` : une liste de listes de rangs de cases."""
    return tire_flotte(hasard(secret, f"flotte {numero}"), xmax, ymax, tailles)
