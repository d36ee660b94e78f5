"""Score sheet of Hearts: the players' points and running scores, with a column for a moon and the jack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.hearts.hand import JACK, Outcome
from games.hearts.rules import shot_by
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.ui.sheet import NUMBER, WHAT, ScoreSheet, SheetColumn, SheetHand, Value


class HeartsSheet(ScoreSheet):
    """A sheet with a row for each hand; the running score of each player is what the game is played by."""

    @property
    def with_jack(self) -> bool:
        return self.table.options["jack"] is True

    def columns(self) -> Sequence[SheetColumn]:
        head = _("Moon, ♦J") if self.with_jack else _("Moon")
        return [
            SheetColumn(name=NUMBER, share=0.7),
            SheetColumn(name=WHAT, head=head, share=2, words=True),
            *self.seat_columns(),
        ]

    def explained(self) -> Sequence[Text]:
        return [
            _(
                "±: the points of the hand; Σ: the score. The game is played to {target}.",
                target=self.table.options["target"],
            )
        ]

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        shooter = shot_by(outcome)
        said = [] if shooter is None else [_("moon: {player}", player=SeatName(shooter))]
        if outcome.jack is not None:
            said.append(_("♦J: {player}", player=SeatName(outcome.jack)))
        return {WHAT: joined(said)}

    def on_card(self, slug: str) -> bool:
        return slug != JACK.name or self.with_jack
