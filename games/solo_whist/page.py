"""Tables of Solo Whist for its page "how this is scored"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.scoring.text import message as _
from games.scoring.text import signed_words
from games.solo_whist.hand import HAND, TRICKS
from games.solo_whist.rules import RULE_SETS, odd_tricks
from games.solo_whist.tariff import ODD_TRICK, RED, STAKE
from games.ui.page import NOTHING, TariffTable, tariff


def _stakes() -> TariffTable:
    foster, british = STAKE["foster"], STAKE["british"]
    return tariff(
        _("Stakes: what one adversary settles, Foster’s in red or in white counters"),
        [_("Call"), _("needs"), _("red"), _("white"), RULE_SETS["british"].name],
        [
            *(
                [HAND.names[call], HAND.needs.get(call, NOTHING), stake // RED, stake, british[call]]
                for call, stake in foster.items()
            ),
            [_("each odd trick"), NOTHING, NOTHING, ODD_TRICK["foster"], NOTHING],
        ],
    )


def _worth() -> TariffTable:
    """Return what one adversary pays, or gets if negative, by the tricks taken."""

    def cell(call: str, tricks: int) -> str:
        made, _by, odd = odd_tricks(ODD_TRICK["foster"], call, tricks)
        value = STAKE["foster"][call] + odd
        return signed_words(value if made else -value)

    counted = ("proposal", "solo", "abundance")
    return tariff(
        _("Foster: what the caller’s side gets from or pays to one adversary, by the tricks it took"),
        [_("Tricks"), HAND.names["proposal"], HAND.names["solo"], _("Abundance of any kind")],
        [[tricks, *(cell(call, tricks) for call in counted)] for tricks in range(TRICKS + 1)],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {"stakes": _stakes, "worth": _worth}
"""The tables that the text of the page shows."""
