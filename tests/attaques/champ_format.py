# Tente : lire str.format sans garde, comme un champ de dataclass.
# Verdict : exception
from dataclasses import asdict, dataclass, field


@dataclass(init=False)
class Phrase(str):
    format: object = field(repr=False)


def carre(n):
    return asdict(Phrase("{0.__func__.__globals__}"))["format"](input)
