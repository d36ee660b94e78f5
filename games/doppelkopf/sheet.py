"""Score sheet of Doppelkopf: the Augen of Re, what each party said and took, the value, then the players' columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.doppelkopf.hand import AUGEN_OF_RE, FIVE, NORMAL, RE, Outcome, with_bock
from games.doppelkopf.lines import PLUS_TWO
from games.doppelkopf.rules import QUEUED, STACKED, DoppelkopfState
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.ui.sheet import NUMBER, TICK, WHAT, CardPart, ScoreSheet, SheetColumn, SheetHand, Value, mark

AUGEN, VALUE = "augen", "value"
HANDS, HANDS_ON_SMALL_PAPER = {4: 24, 5: 30}, {4: 16, 5: 15}
"""Rows of a blank sheet: a usual list (TSR 8.5), or as many as fit on a small page, by number of players."""


class DoppelkopfSheet(ScoreSheet):
    """A sheet with a row for each hand. Ticks mark the players of Re."""

    @property
    def hands(self) -> int:  # type: ignore[override] # by the number at the table
        return (HANDS_ON_SMALL_PAPER if self.small else HANDS)[self.table.size]

    @property
    def landscape(self) -> bool:  # type: ignore[override] # five have no place on an upright page
        return self.table.size == FIVE

    def columns(self) -> Sequence[SheetColumn]:
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=_("Said, special points"), share=3, words=True),
            SheetColumn(name=AUGEN, head=AUGEN_OF_RE.missing, share=1),
            SheetColumn(name=VALUE, head=_("Value"), share=1),
            *self.seat_columns(totals=1.2, marks=0.6),
        ]

    def explained(self) -> Sequence[Text]:
        bock = [_OF_BOCK[str(self.table.options["bock"])]] if with_bock(self.table) else []
        return (
            _("○ deals; × is Re, or plays alone."),
            _("Value: what each Re player gets (+) or pays (−), in a solo from or to each of the others."),
            *bock,
        )

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        call, raw = self.rules.hand_at(self.table).by_key[outcome.call], outcome._asdict()
        named = [] if outcome.call == NORMAL else [call.name]
        said = [words for item in call.items if item not in (RE, AUGEN_OF_RE) for words in item.said(raw)]
        before = hand.before
        assert isinstance(before, DoppelkopfState)
        if (factor := before.factor(self.table)) > 1:
            said.append(Text("×{times}", {"times": factor}))
        playing = self.rules.playing(self.table, before)
        kontra = next(seat for seat in playing if seat not in outcome.re_party)
        return {
            WHAT: joined([*named, *said]),
            AUGEN: outcome.augen,
            VALUE: Amount(-hand.scored.entry.amounts[kontra], signed=True),
            **{mark(seat): TICK for seat in outcome.re_party},
        }

    def card(self) -> Sequence[CardPart]:
        return [CardPart(title=_("Who wins"), sentences=(_WHO_WINS,)), *super().card()]

    def on_card(self, slug: str) -> bool:
        by_option = {
            "announcements": self.table.options.get("announcements", PLUS_TWO) != PLUS_TWO,
            "bock": with_bock(self.table),
            "correction": False,
        }
        return by_option.get(slug, True)


_WHO_WINS = _(
    "Re wins with 121 Augen, or with 120 if only Kontra announced. A party with an Absage wins if the other stays "
    "below it, and loses otherwise. If both have one, the party that kept its own wins."
)

_OF_BOCK: Mapping[str, Text] = {
    STACKED: _("×2: a hand of a Bock round, which counts double. ×4: a hand of two such rounds at once."),
    QUEUED: _("×2: a hand of a Bock round, which counts double."),
}
