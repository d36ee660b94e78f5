"""Shorthand of Boston: the bidder, the bid, and the tricks taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from games.boston.club_tariff import CALL_NAMES
from games.boston.outcome import Payee
from games.boston.tariff import MISERE, Call
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import CALL, NUMBER, PASSED, PASSED_BY_ALL, Piece, Word, refuse

PENALTIES, PAYEE = "penalties", "payee"
_PENALTY = re.compile(r"(.+)>(.+):(\d{1,9})", re.ASCII)

WORDS = (
    Word(slot=CALL, value=Call.LITTLE_MISERE, spelled=_("lm little-misere"), means=CALL_NAMES[Call.LITTLE_MISERE]),
    Word(slot=CALL, value=Call.GRAND_MISERE, spelled=_("gm grand-misere"), means=CALL_NAMES[Call.GRAND_MISERE]),
    Word(slot=CALL, value=Call.LITTLE_SPREAD, spelled=_("ls little-spread"), means=CALL_NAMES[Call.LITTLE_SPREAD]),
    Word(slot=CALL, value=Call.GRAND_SPREAD, spelled=_("gs grand-spread"), means=CALL_NAMES[Call.GRAND_SPREAD]),
    Word(slot=CALL, value=Call.MISERE_PARTOUT, spelled=_("mp misere-partout"), means=CALL_NAMES[Call.MISERE_PARTOUT]),
    Word(slot=CALL, value=Call.PASSED, spelled=PASSED, means=CALL_NAMES[Call.PASSED]),
    Word(slot=PAYEE, value=Payee.EACH, spelled=_("each"), means=_("after >: each of the others"), alone=False),
    Word(slot=PAYEE, value=Payee.POOL, spelled=_("pool"), means=_("after >: the pool"), alone=False),
)
BIDDER, BID, TRICKS = _("bidder"), _("bid"), _("tricks")
MADE_OR_LOST = _("+ for made or − for lost")


class BostonShorthand(Shorthand):
    """The shorthand of Boston: a bid of tricks is a number, every other call a word."""

    many = frozenset({PENALTIES})
    fields = {"bid": BID, "tricks": TRICKS, "tricks_taken": TRICKS, "penalties": _("penalty")}

    # Vocabulary

    def words(self) -> Sequence[Word]:
        return WORDS if self.table.options["pool"] else WORDS[:-1]

    def order(self) -> Sequence[Text]:
        return (
            _(
                "Type the bidder, the tricks bid and the tricks taken. Instead of the tricks taken you can type + for "
                "exactly the bid, +2 for two more, −1 for one fewer."
            ),
            _("Type a misère with + or −, a misère partout with the tricks of all four in the order of their numbers."),
            _("Add penalties at the end, each with who pays, to whom and how many counters."),
        )

    def _payees(self) -> Iterator[str]:
        for payee in (Payee.POOL, Payee.EACH) if self.table.options["pool"] else (Payee.EACH,):
            yield self.spell(PAYEE, payee)

    def examples(self) -> Sequence[str]:
        misere, partout = self.spell(CALL, Call.LITTLE_MISERE), self.spell(CALL, Call.MISERE_PARTOUT)
        penalties = (f"1 7 8 2>{payee}:40" for payee in (*self._payees(), "3"))
        return ("1 7 8", "3 5 -1", f"2 {misere} +", f"{partout} 3 4 2 4", PASSED_BY_ALL, *penalties)

    def special(self, token: str) -> Iterator[Piece]:
        """Yield the penalty that a token means: who pays, to whom, and how much."""
        if match := _PENALTY.fullmatch(token):
            by, recipient, amount = match.groups()
            words = {self.spell(PAYEE, payee): payee for payee in Payee if payee != Payee.POOL or self._has_pool}
            words |= {payee.value: payee for payee in words.values()}
            paid_to = str(words[recipient.casefold()]) if recipient.casefold() in words else int(self._seat(recipient))
            yield Piece(token, PENALTIES, {"by": int(self._seat(by)), "to": paid_to, "amount": int(amount)})

    @property
    def _has_pool(self) -> bool:
        return self.table.options["pool"] is True

    # Parsing

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        penalties = [piece.value for piece in pieces.several(PENALTIES)]
        raw = self._played(pieces, pieces.word(CALL, Call.TRICKS))
        return raw | ({PENALTIES: penalties} if penalties else {})

    def _played(self, pieces: Pieces, call: str) -> dict[str, Any]:
        raw: dict[str, Any] = {"call": str(call)}
        if call == Call.TRICKS:
            (bidder,) = pieces.players(BIDDER)
            bid = pieces.number(BID)
            return raw | {"bidder": int(bidder), "bid": bid, "tricks": self._tricks(pieces, bid)}
        if call in MISERE:
            (bidder,) = pieces.players(BIDDER)
            result = pieces.result() or pieces.misses(MADE_OR_LOST)
            if result.by is not None:
                refuse(_("Don’t type a number after + or − here."))
            return raw | {"bidder": int(bidder), "made": result.made}
        if call == Call.MISERE_PARTOUT:
            counts = [piece.value for piece in pieces.several(NUMBER)]
            if len(counts) != self.table.size:
                pieces.misses(_("the tricks of all four"))
            raw["tricks_taken"] = {str(seat): tricks for seat, tricks in enumerate(counts)}
        return raw

    @staticmethod
    def _tricks(pieces: Pieces, bid: int) -> int:
        """Return the tricks taken, typed as a number or as the difference from the bid."""
        result = pieces.result()
        if result is None:
            return int(pieces.number(TRICKS))
        if not result.made and not result.by:
            refuse(_("By how many tricks? Type −1, −2 and so on."))
        return bid + (result.by or 0) * (1 if result.made else -1)
