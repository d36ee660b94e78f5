"""Tables of French Tarot for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.scoring.text import message as _
from games.tarot.tariff import BASE, CALL_NAMES, MULTIPLIER, POIGNEE, POIGNEE_NAMES, POIGNEE_TRUMPS, POINTS_NEEDED
from games.ui.page import TariffTable, tariff


def needed() -> TariffTable:
    return tariff(
        _("Points that the attack needs"),
        [_("Bouts in its tricks"), _("Points")],
        [[bouts, needed] for bouts, needed in enumerate(POINTS_NEEDED)],
    )


def worth() -> TariffTable:
    """Return the worth of each contract by points above or below."""
    return tariff(
        _("What each defender pays when it is made, and gets when it is lost"),
        [_("by"), *(CALL_NAMES[call] for call in MULTIPLIER)],
        [
            [by, *((BASE + by) * multiplier for multiplier in MULTIPLIER.values())]
            for by in (*range(11), *range(15, 56, 5))
        ],
    )


def poignee(*playing: int) -> TariffTable:
    """Return the worth of each poignée and the trumps it needs, by the number of active players."""
    return tariff(
        _("Poignées: value and trumps needed"),
        [_("Poignée"), _("worth"), *(_("{players} play", players=players) for players in playing)],
        [
            [POIGNEE_NAMES[size], worth, *(POIGNEE_TRUMPS[players][size] for players in playing)]
            for size, worth in POIGNEE.items()
        ],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "needed": needed,
    "worth": worth,
    "poignee": lambda: poignee(*POIGNEE_TRUMPS),
}
"""The tables that the text of the page shows."""
