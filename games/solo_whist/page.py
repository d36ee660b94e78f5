"""Tables of Solo Whist for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.solo_whist.hand import HAND, TRICKS, Outcome
from games.solo_whist.rules import SoloWhistRules, odd_tricks
from games.solo_whist.tariff import GRAND, ODD_TRICK, RED, STAKE
from games.ui.page import NOTHING, TariffTable, Value, signed, tariff

_RULES = SoloWhistRules()
_FOSTER, _BRITISH = _RULES.rule_sets["foster"].name, _RULES.rule_sets["british"].name


def _differences() -> TariffTable:
    return tariff(
        _("Where the two rule sets differ"),
        ["", _FOSTER, _BRITISH],
        [
            [_("Counted in"), _("white counters; a red one is {red}", red=RED), _("units")],
            [_("Tricks over or under"), _("1 each"), _("not counted")],
            [_("First under-trick free"), _("an option"), _("nothing to choose")],
            [_("Stakes"), _("5 to 40"), _("1 to 6")],
        ],
        words=3,
    )


_TRUMPS: Mapping[str, Text] = {
    "proposal": _("turned up"),
    "solo": _("turned up"),
    "misere": _("none"),
    "abundance": _("the caller’s choice"),
    "abundance_in_trumps": _("turned up"),
    "spread": _("none"),
    "slam": _("the caller’s choice"),
}
_AIMS: Mapping[str, Text] = {
    "proposal": _("two partners, {tricks} of the 13 tricks", tricks=HAND.needs["proposal"]),
    "solo": _("alone, {tricks} tricks", tricks=HAND.needs["solo"]),
    "misere": _("no trick"),
    "abundance": _("alone, {tricks} tricks", tricks=HAND.needs["abundance"]),
    "abundance_in_trumps": _("alone, {tricks} tricks", tricks=HAND.needs["abundance_in_trumps"]),
    "spread": _("no trick, the hand open after the first"),
    "slam": _("all 13 tricks, and the first lead"),
}


def calls() -> TariffTable:
    return tariff(
        _("The calls from lowest to highest"),
        [_("Call"), _("Aim"), _("Trumps")],
        [[HAND.names[call], aim, _TRUMPS[call]] for call, aim in _AIMS.items()],
        words=3,
    )


def stakes(rules: str, *, with_grand: bool) -> TariffTable:
    """Return what each call needs and each adversary settles, by one of the rule sets, for the scorer to look up."""
    rows: list[list[Value]] = [
        [HAND.names[call], HAND.needs.get(call, NOTHING), *_counted(rules, stake)]
        for call, stake in STAKE[rules].items()
    ]
    if with_grand:
        rows.append([_("Grand: the last trick pays"), NOTHING, *_counted(rules, STAKE[rules][GRAND])])
    if ODD_TRICK[rules]:
        rows.append([_("each odd trick"), NOTHING, NOTHING, ODD_TRICK[rules]])
    counters = [_("red"), _("white")] if rules == "foster" else [_("units")]
    return tariff(_("Stakes: what one adversary settles"), [_("Call"), _("needs"), *counters], rows)


def _counted(rules: str, stake: int) -> list[Value]:
    """Return the cells for a stake: by Foster in red counters and in white ones, otherwise in units."""
    return [stake // RED, stake] if rules == "foster" else [stake]


def _stakes() -> TariffTable:
    foster, british = STAKE["foster"], STAKE["british"]
    return tariff(
        _("Stakes: what one adversary settles, Foster’s in red or in white counters"),
        [_("Call"), _("needs"), _("red"), _("white"), _BRITISH],
        [
            *(
                [HAND.names[call], HAND.needs.get(call, NOTHING), stake // RED, stake, british[call]]
                for call, stake in foster.items()
            ),
            [_("each odd trick"), NOTHING, NOTHING, 1, NOTHING],
        ],
    )


def worth(*, first_free: bool = False) -> TariffTable:
    """Return what one adversary pays, or gets if negative, by the tricks taken."""

    def cell(call: str, tricks: int) -> str:
        made, _by, odd = odd_tricks(ODD_TRICK["foster"], call, tricks, first_free=first_free)
        value = STAKE["foster"][call] + odd
        return signed(value if made else -value)

    counted = ("proposal", "solo", "abundance")
    return tariff(
        _("Foster: what the caller’s side gets from or pays to one adversary, by the tricks it took"),
        [_("Tricks"), HAND.names["proposal"], HAND.names["solo"], _("Abundance of any kind")],
        [[tricks, *(cell(call, tricks) for call in counted)] for tricks in range(TRICKS + 1)],
    )


def _amounts(rules: str, **outcome: Any) -> tuple[str, ...]:
    """Return the amounts of a hand, with their signs."""
    table = _RULES.table(("A", "B", "C", "D"), rules=rules)
    entry, _state = _RULES.score(table, _RULES.opening(table), Outcome(**outcome))
    return tuple(map(signed, entry.amounts))


def shares() -> TariffTable:
    """Return the shares of each player, from hands by the British rules, where a proposal and a solo are worth 1."""

    def row(words: Text, **outcome: Any) -> list[Value]:
        amounts = _amounts("british", caller=SeatNumber(0), **outcome)
        partner = amounts[1] if "partner" in outcome else NOTHING
        return [words, amounts[0], partner, amounts[2]]

    return tariff(
        _("How many times each player gets or pays it when the call is made; reversed when it fails"),
        [_("Call"), _("caller"), _("the partner"), _("each adversary")],
        [
            row(_("Proposal"), call="proposal", partner=SeatNumber(1), tricks=HAND.needs["proposal"]),
            row(_("Every other call"), call="solo", tricks=HAND.needs["solo"]),
        ],
    )


def grand(*rule_sets: str) -> TariffTable:
    return tariff(
        _("A grand"),
        [_("Rules"), _("the last trick"), _("each of the others")],
        [
            [_RULES.rule_sets[rules].name, *_amounts(rules, call="grand", last_trick=SeatNumber(0))[:2]]
            for rules in rule_sets
        ],
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "differences": _differences,
    "calls": calls,
    "stakes": _stakes,
    "worth": worth,
    "shares": shares,
    "grand": partial(grand, "foster", "british"),
}
"""The tables that the text of the page shows."""
