"""Tables of Belote for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.belote.tariff import (
    ANNOUNCED,
    BELOTE,
    CALL_NAMES,
    DOUBLED_NAMES,
    LOWEST_BID,
    OF_BID,
    OF_DOUBLED,
    TARIFFS,
)
from games.scoring.hand import MADE as WON
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.ui.page import NOTHING, TariffTable, tariff

BIDS = range(LOWEST_BID, 161, 20)
FAILED, MADE = 160, 250
"""S and K: what a doubled or failed contract counts for the cards, where scores are rounded."""


def announcements(*, sans_atout: bool = True) -> TariffTable:
    """Return what belote and announcements are worth, with what they are at sans atout, where it is played."""
    caption, name = _("Belote and announcements"), _("Announcements")
    if not sans_atout:
        worth = [(_("Belote"), BELOTE), *((one.name, one.worth) for one in ANNOUNCED.values())]
        return tariff(caption, [name, _("worth")], worth)
    rows: list[tuple[Text, int, int | str]] = [(_("Belote"), BELOTE, NOTHING)]
    rows += [(one.name, one.worth, one.sans_atout) for one in ANNOUNCED.values()]
    return tariff(caption, [name, _("a suit, tout atout"), "Sans atout"], rows)


def contracts() -> TariffTable:
    """Return what a failed or doubled contract brings its winner, where scores are rounded."""
    figures = TARIFFS["coinche"].figures
    rows: list[tuple[Text | str, int]] = [(str(bid), FAILED + bid) for bid in BIDS]
    for call, place in OF_BID.items():
        name = CALL_NAMES[call]
        rows += [(joined([name, WON]), MADE + figures[place]), (f"{name}, dedans", FAILED + figures[place])]
    times = (1, *(figures[place] for place in OF_DOUBLED.values()))
    return tariff(
        _("A failed or doubled contract: what its winner scores, without belote and announcements"),
        [_("Contract"), _("single"), *DOUBLED_NAMES.values()],
        [[name, *(worth * k for k in times)] for name, worth in rows],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {"announcements": announcements, "contracts": contracts}
"""The tables that the text of the page shows."""
