"""Les essais des carnets importent `atelier` et `projection` comme le font les carnets."""

import sys

from tests.conftest import RACINE

sys.path.insert(0, str(RACINE / "notebooks"))
