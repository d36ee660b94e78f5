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
from games.cayenne.marker import CayenneState, LastRubber, rubber_lines, settle, step_line, work
from games.cayenne.tariff import NAMED, NO_TRUMP, TARIFFS, TRUMP_NAMES, Trump
from games.families.whist.hand import BOOK, PLAYED
from games.families.whist.marker import BySide
from games.families.whist.sides import Side, partners
from games.scoring.fields import Fields
from games.scoring.rules import Rules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Option, Paragraph, RuleSet, SeatNumber, Table

RUBBER = "rubber"
TRUMPS = frozenset(map(str, TRUMP_NAMES))

RULE_SETS = {
    "foster": RuleSet(
        slug="foster",
        name=_("Foster"),
        summary=_("Four players, partners across the table; a turned-up suit decides what each trump is worth."),
        players=(4,),
        options=(
            Option(
                name="rubbers",
                label=_("Rubbers"),
                help=_("How many rubbers are played in a row, with the same partners*."),
                default=1,
                low=1,
            ),
            Option(
                name="slam_to_game",
                label=_("Slams count towards the game"),
                help=_("Slams are added to the marker, after the tricks, instead of to the rubber’s sheet."),
                default=False,
            ),
        ),
    )
}

_F = _("Foster, Complete Hoyle (1914 edition)")


def _paragraph(slug: str, title: Text, sentence: Text, source: Text = _F) -> Paragraph:
    return Paragraph(slug=slug, title=title, sentence=sentence, source=source)


PARAGRAPHS = {
    paragraph.slug: paragraph
    for paragraph in (
        _paragraph(
            "revoke",
            _("Revokes"),
            _(
                "For each revoke, the other side takes the value of three tricks off the offenders’ marker, adds it "
                "to its own, or takes three of their tricks. A side that revoked can’t win a game in that hand: its "
                "marker stops at 9."
            ),
        ),
        _paragraph(
            "tricks",
            _("Tricks"),
            _(
                "A side’s first six tricks don’t count; each above six is worth the multiplier of the trump. At nullo "
                "they count for the other side."
            ),
        ),
        _paragraph(
            "slam",
            _("Slams"),
            _(
                "Thirteen tricks are a slam, 6 points; twelve are a little slam, 4. They must actually be won, by a "
                "side that didn’t revoke; they are never multiplied and don’t count at nullo*. They go on the sheet "
                "of the rubber or, with the option, on the marker."
            ),
            _("Foster, Complete Hoyle (1914 edition); the option: Whist Family Laws, law 1"),
        ),
        _paragraph(
            "honours",
            _("Honours"),
            _(
                "The side with most of A K Q J 10 of trumps counts 2 for three, 4 for four, 6 for five, multiplied. "
                "Without the odd trick, its marker stops at 9; if the other side won a game in that hand, its honours "
                "don’t count."
            ),
        ),
        _paragraph(
            "game-won",
            _("Winning a game"),
            _(
                "Ten points win a game. It is worth 4 if the other side has nothing on its marker, 3 if it has 1 to "
                "3, 2 if 4 to 6, 1 if 7* to 9. The other marker goes back to 0, and points above ten count towards "
                "the next game."
            ),
        ),
        _paragraph(
            "rubber",
            _("The rubber"),
            _(
                "The first side with four games wins the rubber and adds 8. Each loser pays the winners’ games, the 8 "
                "and their slams, less the losers’ games and slams."
            ),
        ),
        _paragraph(
            "correction",
            _("Correction"),
            _("Counters moved by hand, with a reason. A correction moves neither a marker nor the deal."),
            _("Our own"),
        ),
    )
}


class CayenneRules(Rules[CayenneState, Outcome]):
    """Cayenne by Foster."""

    slug = "cayenne"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome
    ordinary_call = PLAYED
    deciding: ClassVar[Mapping[str, Fields]] = {PLAYED: Fields(TRUMP.fields)}
    misdeals = frozenset({MISDEAL})
    parts = TRUMPS | {RUBBER}
    paid_later = TRUMPS

    def sides(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        return tuple(partners(side) for side in Side)

    def opening(self, table: Table) -> CayenneState:
        return CayenneState(dealer=table.first_dealer)

    def over(self, table: Table, state: CayenneState) -> bool:
        return state.over

    def fields(self, table: Table, call: str, raw: Mapping[str, Any]) -> Fields:
        if call == PLAYED and raw.get(TRUMP.name) in NO_TRUMP:
            return NO_TRUMP_FIELDS
        return super().fields(table, call, raw)

    def score(self, table: Table, state: CayenneState, outcome: Outcome) -> tuple[Entry, CayenneState]:
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
            return Entry.from_lines(table.size, ()), state._replace(last_rubber=None)
        hand = work(table.figures, state, outcome, slam_to_game=table.options["slam_to_game"] is True)
        lines = [step_line(hand, step) for step in hand.steps]
        dealer, winner = table.after(state.dealer), hand.winner
        if winner is None:
            after = CayenneState(
                dealer=dealer,
                rubber=state.rubber,
                marker=BySide(hand.marker),
                sheet=BySide(hand.sheet),
                slams=BySide(hand.slams),
            )
            return Entry.from_lines(table.size, lines), after
        lines += rubber_lines(hand, winner)
        return Entry.from_lines(table.size, lines), _next_rubber(table, state.rubber, dealer, settle(hand, winner))

    def contests(self, table: Table, state: CayenneState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return the dealer's side, which names the trump, against the other; also one for each if the rubber ended.

        A trump is made by winning the odd trick, nullo by losing it. Tricks taken as a penalty count for the side
        that took them.
        """
        if outcome.call != PLAYED:
            return ()
        hand = work(table.figures, state, outcome, slam_to_game=table.options["slam_to_game"] is True)
        side = Side.AB if state.dealer in partners(Side.AB) else Side.YZ
        made = (hand.tricks[side] > BOOK) is not (outcome.trump is Trump.NULLO)
        named = NAMED[outcome.cayenne, outcome.trump]
        trump_contest = Contest(named, partners(side), partners(side.other), made)
        if hand.winner is None:
            return (trump_contest,)
        rubber = [Contest(RUBBER, partners(side), partners(side.other), hand.winner is side) for side in Side]
        return (trump_contest, *rubber)

    def corrected(self, table: Table, state: CayenneState, amounts: Amounts) -> CayenneState:
        """Return the same position without `last_rubber`, which is set only right after a rubber's last hand."""
        return state if state.last_rubber is None else state._replace(last_rubber=None)

    def state_document(self, table: Table, state: CayenneState) -> dict[str, Any]:
        """Return the position before the next hand: markers, games won, their values and the slam points of the rubber.

        `last_rubber` is there only after the hand that ended a rubber. `rubber` stays after the last one.
        """
        last = state.last_rubber
        return {
            "rubber": state.rubber,
            "marker": dict(state.marker),
            "games": state.games,
            "sheet": {side: list(values) for side, values in state.sheet.items()},
            "slams": dict(state.slams),
            "last_rubber": last and {"winner": str(last.winner), "totals": dict(last.totals), "value": last.value},
        }


def _next_rubber(table: Table, rubber: int, dealer: SeatNumber, last: LastRubber) -> CayenneState:
    """Return the position after a rubber, with everything at 0; after the last rubber, the game is over."""
    if rubber == table.options["rubbers"]:
        return CayenneState(dealer=dealer, rubber=rubber, last_rubber=last, over=True)
    return CayenneState(dealer=dealer, rubber=rubber + 1, last_rubber=last)
