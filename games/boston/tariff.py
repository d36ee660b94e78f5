"""Figures of Boston as printed, in the schedules in which a club can replace them.

F is Foster, *Complete Hoyle* (1909); FT is the winning table of the same book; M are common modern tables. A star marks
a cell that is not in a printed source: it comes from memory, or is our own proposal. Amounts are in white counters.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.boston.hand import EACH, LOWEST_BID, MADE, MISERES, TRICKS, Payee, hand_of
from games.scoring.tariffs import FigurePlace, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import message as _

RED = 10
"""The white counters in a red one (F); other games differ."""

WINNING: Mapping[str, str] = {
    # FT; the starred cells from memory.
    "original": """
         5 |  12   12   13   13   14   14   14   15   15
         6 |   .   15   16   16   17   18   19   20   20
         7 |   .    .   18   20   21   22   23   24   26
         8 |   .    .    .   23   24   26   28   29   31
         9 |   .    .    .    .   32   34   36   39   41
        10 |   .    .    .    .    .   42   45*  48*  52*
        11 |   .    .    .    .    .    .   63*  68*  72*
        12 |   .    .    .    .    .    .    .  106* 114*
        13 |   .    .    .    .    .    .    .    .  166*
        """,
    # M for bids made exactly, on the diagonal. The starred cells are our proposal: the original cell rounded to the
    # nearest five, never below the exact bid.
    "decimal": """
         5 |  10   10*  15*  15*  15*  15*  15*  15*  15*
         6 |   .   15   15*  15*  15*  20*  20*  20*  20*
         7 |   .    .   20   20*  20*  20*  25*  25*  25*
         8 |   .    .    .   25   25*  25*  30*  30*  30*
         9 |   .    .    .    .   35   35*  35*  40*  40*
        10 |   .    .    .    .    .   45   45*  50*  50*
        11 |   .    .    .    .    .    .   65   70*  70*
        12 |   .    .    .    .    .    .    .  105  115*
        13 |   .    .    .    .    .    .    .    .  170
        """,
}
"""What each adversary pays for a made bid, by tricks taken; a dot is an empty cell."""

FAILING: Mapping[str, str] = {
    # F. Eight short of eight is 110 in both printings.
    "original": """
         5 |  11  21  31  41  50
         6 |  15  24  35  45  55  66
         7 |  19  29  40  50  60  72  82
         8 |  23  34  46  56  67  78  89 110
         9 |  33  44  57  68  82  92 103 115 127
        10 |  44  56  70  82  94 107 119 132 145 157
        11 |  67  80  95 109 123 138 151 165 180 194 208
        12 | 113 130 148 165 182 200 217 234 252 270 286 304
        13 | 177 198 222 241 262 284 305 326 348 369 390 412 433
        """,
    # F: "the same table reduced to the American decimal system, in which form it is commonly found in the clubs".
    "decimal": """
         5 |  10  20  30  40  50
         6 |  15  25  35  45  55  65
         7 |  20  30  40  50  60  70  80
         8 |  25  35  45  55  70  85 100 115
         9 |  35  45  55  65  80  95 110 125 140
        10 |  45  55  70  80  95 110 125 140 155 170
        11 |  70  80  95 110 125 140 155 170 185 200 220
        12 | 120 130 145 160 180 200 220 240 260 280 300 320
        13 | 180 200 220 240 260 280 300 320 340 360 390 420 450
        """,
}
"""What the bidder pays each adversary for a failed bid, by the number of tricks short."""

MISERE: Mapping[str, int] = {
    "little_misere": 20,
    "grand_misere": 40,
    "little_spread": 80,
    "grand_spread": 160,
}
"""The value of each misère. F: "each of these is twice the amount of the next lower"."""

PARTOUT = RED
"""What each trick fewer than the loser's pays in misère partout (F: one red)."""

PENALTY: Mapping[tuple[str, Payee], int] = {
    ("misdeal", Payee.POOL): 1 * RED,
    ("revoke_in_partout", Payee.EACH): 5 * RED,
    ("revoke_in_partout", Payee.POOL): 4 * RED,
    ("too_few_cards_in_partout", Payee.EACH): 5 * RED,
    ("spoilt_misere", Payee.POOL): 4 * RED,
}
"""What an offender pays to each player, and to the pool (F, in red counters)."""


# What a club can replace

FAILED, PENALTIES = "failing", "penalty"
TRICK_FEWER = FigurePlace("partout", EACH, EACH)
LEAST = 1
"""The lowest figure for a call, so that making it always gains and failing always loses."""
THREE_DIGITS = 999
"""The highest figure for a trick in misère partout, and for a penalty, which is entered as three digits."""


def _by_bid(slug: str, title: Text, columns: range, printed: str) -> Schedule:
    """Return a printed table with a row for each bid."""
    cells = {
        (bid.strip(), str(column)): cell
        for bid, row in (line.split("|") for line in printed.strip().splitlines())
        for column, cell in zip(columns, row.split(), strict=False)
        if cell != "."
    }
    return schedule(
        slug,
        title,
        {bid: bid for bid, _column in cells},
        {str(column): str(column) for column in columns},
        {place: int(cell.rstrip("*")) for place, cell in cells.items()},
        corner=_("Bid"),
        low=LEAST,
        ours=[place for place, cell in cells.items() if cell.endswith("*")],
    )


_COUNTERS = {EACH: _("white counters")}
_IN_BOTH = (
    schedule(
        MISERES,
        _("Misères: what each pays or gets"),
        {call: hand_of(pool=False).names[call] for call in MISERE},
        _COUNTERS,
        MISERE,
        corner=_("Bid"),
        low=LEAST,
    ),
    schedule(
        TRICK_FEWER.schedule,
        hand_of(pool=False).names["misere_partout"],
        # The printed figure always divides evenly; who pays the odd counter of another one is our own rule.
        {EACH: _("each trick fewer; if two tie for the most, the earlier seat pays an odd counter*")},
        _COUNTERS,
        {EACH: PARTOUT},
        corner=_("Tricks"),
        high=THREE_DIGITS,
    ),
    schedule(
        PENALTIES,
        _("The book’s penalties, in white counters"),
        {
            "misdeal": _("misdeal, or a player with too many cards: the same dealer deals again"),
            "revoke_in_partout": _("revoke in misère partout: the hands are thrown up"),
            "too_few_cards_in_partout": _("too few cards in misère partout: the hands are abandoned"),
            "spoilt_misere": _(
                "an adversary of a misère leads out of turn, exposes a card or plays too early: it counts as made"
            ),
        },
        {Payee.EACH: _("to each"), Payee.POOL: _("to the pool")},
        PENALTY,
        corner=_("Event"),
        high=THREE_DIGITS,
    ),
)
"""The schedules that the rule sets have in common."""

TARIFFS: Mapping[str, PrintedTariff] = {
    rules: PrintedTariff(
        _by_bid(MADE, _("Made: from each, by the tricks taken"), range(LOWEST_BID, TRICKS + 1), WINNING[rules]),
        _by_bid(FAILED, _("Lost: to each, by the tricks short"), range(1, TRICKS + 1), FAILING[rules]),
        *_IN_BOTH,
    )
    for rules in WINNING
}
_STARRED: Mapping[str, Mapping[FigurePlace, int]] = {
    rules: {FigurePlace(table.slug, *cell): table.figures[cell] for table in tariff.schedules for cell in table.ours}
    for rules, tariff in TARIFFS.items()
}


def place_of(bid: int, tricks: int, *, overtricks: bool = True) -> FigurePlace:
    """Return the place of the figure by which a bid of tricks is paid.

    >>> str(place_of(5, 4)), str(place_of(7, 13)), str(place_of(7, 13, overtricks=False))
    ('failing.5.1', 'winning.7.13', 'winning.7.7')
    """
    if tricks < bid:
        return FigurePlace(FAILED, str(bid), str(bid - tricks))
    return FigurePlace(MADE, str(bid), str(tricks if overtricks else bid))


def has_star(rules: str, place: FigurePlace, figure: int) -> bool:
    """Return whether a figure is not in a printed source; a club's own figure has no star.

    >>> has_star("decimal", place_of(7, 9), 20), has_star("decimal", place_of(7, 9), 22)
    (True, False)
    """
    return _STARRED[rules].get(place) == figure
