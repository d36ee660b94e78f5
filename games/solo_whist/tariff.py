"""Figures of Solo Whist as printed, with the schedules in which a club can replace them.

F is Foster, *Complete Hoyle* (1909), W the common modern British tables. F counts in white and red counters.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.scoring.tariffs import PrintedTariff, schedule
from games.scoring.text import message as _
from games.solo_whist.hand import HAND

RED = 5
"""The worth of a red counter in white ones (F)."""

STAKE: Mapping[str, Mapping[str, int]] = {
    "foster": {
        "proposal": 5,
        "solo": 10,
        "misere": 15,
        "abundance": 20,
        "abundance_in_trumps": 20,
        "spread": 30,
        "slam": 40,
    },
    "british": {
        "proposal": 1,
        "solo": 1,
        "misere": 2,
        "abundance": 3,
        "abundance_in_trumps": 3,
        "spread": 4,
        "slam": 6,
    },
}
"""What one adversary pays or gets, by rule set (F, in red counters 1, 2, 3, 4, 4, 6 and 8; W)."""

ODD_TRICK: Mapping[str, int] = {"foster": 1, "british": 0}
"""The worth of each trick over or under, in the calls counted by tricks (F; W has none)."""

GRAND = "solo"
"""The call whose stake a grand has: the last trick loses "to each of the others the value of a solo" (F)."""

STAKES = "stake"
EACH = "each"
_COUNTERS = {EACH: _("counters")}


def _tariff(rules: str) -> PrintedTariff:
    stakes = schedule(
        STAKES,
        _("Stakes: what one adversary settles"),
        {call: HAND.names[call] for call in STAKE[rules]},
        _COUNTERS,
        STAKE[rules],
        corner=_("Call"),
        low=1,  # so that making a call always gains
    )
    odd_trick = schedule(
        "odd_trick",
        _("Odd tricks"),
        {EACH: _("each odd trick")},
        _COUNTERS,
        {EACH: ODD_TRICK[rules]},
        corner=_("Odd tricks"),
    )
    return PrintedTariff(stakes, odd_trick)


TARIFFS: Mapping[str, PrintedTariff] = {rules: _tariff(rules) for rules in STAKE}
