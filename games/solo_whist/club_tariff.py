"""Schedules of Solo Whist, whose figures a club can replace: the stakes and the odd trick of each rule set."""

from __future__ import annotations

from collections.abc import Mapping

from games.scoring.tariffs import PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.solo_whist.tariff import ODD_TRICK, STAKE, Call

CALL_NAMES: Mapping[str, Text] = {
    Call.PROPOSAL: _("Proposal"),
    Call.SOLO: _("Solo"),
    Call.MISERE: _("Misère"),
    Call.ABUNDANCE: _("Abundance"),
    Call.ABUNDANCE_IN_TRUMPS: _("Abundance in trumps"),
    Call.SPREAD: _("Spread"),
    Call.SLAM: _("Slam"),
    Call.GRAND: _("Grand"),
    Call.PASSED: _("All passed"),
}

STAKES = "stake"
ODD = "odd_trick"
EACH = "each"
COUNTERS = {EACH: _("counters")}


def _stakes(rules: str) -> Schedule:
    return schedule(
        STAKES,
        _("Stakes: what one adversary settles"),
        {call: CALL_NAMES[call] for call in STAKE[rules]},
        COUNTERS,
        STAKE[rules],
        corner=_("Call"),
        low=1,  # so that making a call always gains
    )


def _odd_trick(rules: str) -> Schedule:
    return schedule(
        ODD, _("Odd tricks"), {EACH: _("each odd trick")}, COUNTERS, {EACH: ODD_TRICK[rules]}, corner=_("Odd tricks")
    )


TARIFFS: Mapping[str, PrintedTariff] = {rules: PrintedTariff((_stakes(rules), _odd_trick(rules))) for rules in STAKE}
