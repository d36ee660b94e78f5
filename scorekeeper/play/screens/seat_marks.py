"""The symbol of each seat: with its own shape and colour, it stands for a player wherever there is no room for a name.

The shapes are in `static/img/marks.svg`, the colours in `static/css/tokens.css`, both under the name of the symbol.
"""

MARKS = ("disc", "square", "triangle", "diamond", "ring", "cross", "block")


def mark_of(seat: int) -> str:
    """Return the name of the symbol of a seat, counted from 0.

    >>> mark_of(0), mark_of(6), mark_of(7)
    ('disc', 'block', 'disc')
    """
    return MARKS[seat % len(MARKS)]
