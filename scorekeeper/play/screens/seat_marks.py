"""The mark of each player: a shape and a colour, beside the name wherever a player is named at a table.

The shapes are in `static/img/marks.svg`, the colours in `static/css/tokens.css`, both under the name of the mark. None
looks like a suit.

Marks are numbered in the order in which the players of a session sat down; `marks` of its ledger has each seat's.
"""

MARKS = ("disc", "square", "triangle", "hourglass", "ring", "cross", "block")


def mark_of(number: int) -> str:
    """Return the name of a mark, counted from 0.

    >>> mark_of(0), mark_of(6), mark_of(7)
    ('disc', 'block', 'disc')
    """
    return MARKS[number % len(MARKS)]
