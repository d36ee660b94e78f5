"""Rules of Cayenne, or Cayenne whist: the markers, the games of a rubber, and what the rubber is worth.

*Cayenne* is the suit of the card turned from a second pack. It doesn't set the trumps, but ranks the suits for the
side that names them. *Grand* is no trump; *nullo* is no trump, with the aim of avoiding tricks. A *game* is ten points
on a *marker*; its value goes on the *sheet*. The first side with four games wins the *rubber*, and only then do
counters move.

Source: F is Foster, Complete Hoyle (1914 edition), the chapter on Cayenne and the Whist Family Laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from games.cayenne.hand import HAND, MISDEAL, NO_TRUMP_FIELDS, TRUMP, Outcome
from games.cayenne.marker import rubber_lines, step_line, work
from games.cayenne.tariff import NAMED, NO_TRUMP, TARIFFS, TRUMP_NAMES, Trump
from games.families.whist.hand import PLAYED
from games.families.whist.marker import CORRECTION
from games.families.whist.rubber import POINTS, RUBBERS_OPTION, WON, RubberRules, RubberState, settle
from games.scoring.fields import Fields
from games.scoring.paragraphs import paragraphs
from games.scoring.rules import rule_sets
from games.scoring.sides import BySide, Side, of_sides, partners
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Option, Paragraph, RuleSet, Table

RUBBER = "rubber"
TRUMPS = frozenset(map(str, TRUMP_NAMES))

RULE_SETS = rule_sets(
    RuleSet(
        "foster",
        _("Foster"),
        _("Four players, partners across the table; a turned-up suit decides what each trump is worth."),
        players=(4,),
        options=(
            RUBBERS_OPTION,
            Option(
                "slam_to_game",
                _("Slams count towards the game"),
                _("Slams are added to the marker, after the tricks, instead of to the rubber’s sheet."),
            ),
        ),
    )
)

_F = _("Foster, Complete Hoyle (1914 edition)")


PARAGRAPHS = paragraphs(
    _F,
    Paragraph(
        "revoke",
        _("Revokes"),
        _(
            "For each revoke, the other side takes the value of three tricks off the offenders’ marker, adds it "
            "to its own, or takes three of their tricks. A side that revoked can’t win a game in that hand: its "
            "marker stops at 9."
        ),
    ),
    Paragraph(
        "tricks",
        _("Tricks"),
        _(
            "A side’s first six tricks don’t count; each above six is worth the multiplier of the trump. At nullo "
            "they count for the other side."
        ),
    ),
    Paragraph(
        "slam",
        _("Slams"),
        _(
            "Thirteen tricks are a slam, 6 points; twelve are a little slam, 4. They must actually be won, by a "
            "side that didn’t revoke; they are never multiplied and don’t count at nullo*. They go on the sheet "
            "of the rubber or, with the option, on the marker."
        ),
        _("Foster, Complete Hoyle (1914 edition); the option: Whist Family Laws, law 1"),
    ),
    Paragraph(
        "honours",
        _("Honours"),
        _(
            "The side with most of A K Q J 10 of trumps counts 2 for three, 4 for four, 6 for five, multiplied. "
            "Without the odd trick, its marker stops at 9; if the other side won a game in that hand, its honours "
            "don’t count."
        ),
    ),
    Paragraph(
        "game-won",
        _("Winning a game"),
        _(
            "Ten points win a game. It is worth 4 if the other side has nothing on its marker, 3 if it has 1 to "
            "3, 2 if 4 to 6, 1 if 7* to 9. The other marker goes back to 0, and points above ten count towards "
            "the next game."
        ),
    ),
    Paragraph(
        "rubber",
        _("The rubber"),
        _(
            "The first side with four games wins the rubber and adds 8. Each loser pays the winners’ games, the 8 "
            "and their slams, less the losers’ games and slams."
        ),
    ),
    CORRECTION,
)


class CayenneRules(RubberRules[Outcome]):
    """Cayenne by Foster."""

    slug = "cayenne"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome
    deciding: ClassVar[Mapping[str, Fields]] = {PLAYED: Fields(TRUMP.fields)}
    misdeals = frozenset({MISDEAL})
    parts = TRUMPS | {RUBBER}
    paid_later = TRUMPS

    def fields(self, table: Table, call: str, raw: Mapping[str, Any]) -> Fields:
        if call == PLAYED and raw.get(TRUMP.name) in NO_TRUMP:
            return NO_TRUMP_FIELDS
        return super().fields(table, call, raw)

    def deals_again(self, table: Table, state: RubberState) -> tuple[str, ...]:
        return (f"call={MISDEAL}",)

    def score(self, table: Table, state: RubberState, outcome: Outcome) -> tuple[Entry, RubberState]:
        """Return the entry of a hand and the next position; counters move only when a rubber ends.

        A slam at grand with both markers at 0: 7 × 8 points are four quadruples, worth 16 + 8 + 6 with rubber and slam.

        >>> rules = CayenneRules()
        >>> table = rules.table(["A", "Y", "B", "Z"])
        >>> from games.cayenne.tariff import Trump
        >>> outcome = Outcome(call="hand", trump=Trump.GRAND, tricks=13)
        >>> rules.score(table, rules.opening(table), outcome)[0].amounts
        (30, -30, 30, -30)
        """
        if outcome.call == MISDEAL:
            return Entry.from_lines(table.size, ()), state._replace(ended=None)
        hand = work(table.figures, state, outcome, slam_to_game=table.options["slam_to_game"] is True)
        lines = [step_line(hand, step) for step in hand.steps]
        after = RubberState(
            dealer=table.after(state.dealer),
            number=state.number,
            marker=BySide(hand.marker),
            sheet=BySide(hand.sheet),
            slams=BySide(hand.slams),
        )
        if hand.winner:
            lines += rubber_lines(hand, hand.winner)
            rubber = settle(hand.sheet, hand.winner, table.figures[WON, WON, POINTS], hand.slams)
            after = after.settled(rubber, table.options["rubbers"])
        return Entry.from_lines(table.size, lines), after

    def contests(self, table: Table, state: RubberState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the dealer's side, which names the trump, against the other; also one for each if the rubber ended.

        A trump is made by winning the odd trick, nullo by losing it. Tricks taken as a penalty count for the side
        that took them.
        """
        if outcome.call != PLAYED:
            return ()
        hand = work(table.figures, state, outcome, slam_to_game=table.options["slam_to_game"] is True)
        side = Side.AB if state.dealer in partners(Side.AB) else Side.YZ
        made = (hand.odd is side) is not (outcome.trump is Trump.NULLO)
        named = NAMED[outcome.cayenne, outcome.trump]
        trump_contest = Contest(named, partners(side), partners(side.other), made)
        return (trump_contest, *(of_sides(RUBBER, hand.winner) if hand.winner else ()))

    def state_document(self, table: Table, state: RubberState) -> dict[str, Any]:
        return {**super().state_document(table, state), "slams": dict(state.slams)}
