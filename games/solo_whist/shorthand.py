"""Shorthand of Solo Whist: the caller, the call and its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.solo_whist.club_tariff import CALL_NAMES, EACH, ODD
from games.solo_whist.rules import CALL_FIELDS
from games.solo_whist.tariff import NEEDED, Call
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import CALL, PASSED, PASSED_BY_ALL, Word, refuse

SPELLED = {
    Call.PROPOSAL: _("pr proposal"),
    Call.SOLO: _("so solo"),
    Call.MISERE: _("mi misere"),
    Call.ABUNDANCE: _("ab abundance"),
    Call.ABUNDANCE_IN_TRUMPS: _("abt abundance-in-trumps"),
    Call.SPREAD: _("sp spread"),
    Call.SLAM: _("sl slam"),
    Call.GRAND: _("gr grand"),
    Call.PASSED: PASSED,
}
CALLER, PARTNER, TRICKS = _("caller"), _("who accepts"), _("tricks")
LAST_TRICK = _("who took the last trick")
NOT_ON_THE_SHEET = _("tricks not on the sheet")


class SoloWhistShorthand(Shorthand):
    """The shorthand of Solo Whist. Calls counted by tricks take the number of tricks, or how many over or under."""

    remarks = (NOT_ON_THE_SHEET,)
    fields = {"tricks": TRICKS}

    # Vocabulary

    def words(self) -> Sequence[Word]:
        calls = self.rules.calls(self.table)
        return [
            Word(slot=CALL, value=call, spelled=spelled, means=CALL_NAMES[call])
            for call, spelled in SPELLED.items()
            if call in calls
        ]

    def order(self) -> Sequence[Text]:
        pieces = [
            _(
                "Type the caller, the call and the tricks taken. Instead of the tricks you can type + for exactly "
                "what the call needs, +2 for two more, −1 for one fewer. For a proposal, type the caller first, then "
                "the player who accepts."
            ),
            _("Type misère, spread and slam with + or −."),
        ]
        if Call.GRAND in self.rules.calls(self.table):
            pieces.append(_("Type a grand with the player who took the last trick."))
        return pieces

    def examples(self) -> Sequence[str]:
        proposal, solo, misere = (self.spell(CALL, call) for call in (Call.PROPOSAL, Call.SOLO, Call.MISERE))
        return (f"1 3 {proposal} 9", f"2 {solo} -1", f"4 {misere} +", PASSED_BY_ALL)

    # Parsing

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        call = pieces.word(CALL) or pieces.misses(_("the call"))
        raw: dict[str, Any] = {"call": str(call)}
        takes = CALL_FIELDS[call].names
        if "last_trick" in takes:
            (last,) = pieces.players(LAST_TRICK)
            return raw | {"last_trick": int(last)}
        if "partner" in takes:
            caller, partner = pieces.players(CALLER, PARTNER)
            raw |= {"caller": int(caller), "partner": int(partner)}
        elif "caller" in takes:
            raw["caller"] = int(pieces.players(CALLER)[0])
        if "tricks" in takes:
            raw["tricks"] = self._tricks(pieces, NEEDED[call])
        if "made" in takes:
            result = pieces.result() or pieces.misses(_("+ for made or − for lost"))
            if result.by is not None:
                refuse(_("Don’t type a number after + or − here."))
            raw["made"] = result.made
        return raw

    def _tricks(self, pieces: Pieces, needed: int) -> int:
        """Return the tricks taken; if odd tricks are worth nothing, made or lost is enough."""
        result = pieces.result()
        if result is None:
            return int(pieces.number(TRICKS))
        if result.by is not None:
            return needed + result.by * (1 if result.made else -1)
        if self.table.figures[ODD, EACH, EACH]:
            if not result.made:
                refuse(_("By how many tricks? Type −1, −2 and so on."))
        else:
            pieces.remark(NOT_ON_THE_SHEET)
        return needed if result.made else needed - 1
