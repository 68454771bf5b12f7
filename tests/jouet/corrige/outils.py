"""Module entièrement donné du devoir jouet."""

PAS = 1


def double(n):
    """Le double de n."""
    return 2 * n
