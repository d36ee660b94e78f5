"""Rules of Whist: short whist, long whist, the American game and the whist drive.

A *game* is won with so many points on a *marker*, by tricks above six, honours and revokes. In short and long whist,
two games win the *rubber*, and only then do counters move. In the American game every game is settled; in a drive,
tricks are points.

Sources: L is the Laws of Short Whist (code of 1864), H Foster's Complete Hoyle, A the laws of the American Whist League
(1893).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.families.whist.hand import ALL_TRICKS, BOOK, PLAYED
from games.families.whist.marker import BySide
from games.families.whist.sides import SIDE_WORDS, Side, amounts_for, partners
from games.scoring.hand import Hand
from games.scoring.rules import Rules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table
from games.whist.hand import HAND, MISDEAL_LOST, Outcome, hand_of
from games.whist.marker import Values, WhistState, Won, work
from games.whist.tariff import GAMES_OF_RUBBER, POINTS, TARIFFS, WON

TRICKS, RUBBER, GAME = "tricks", "rubber", "game"
TRUMPS: Mapping[str, Text] = {
    "hearts": _("Hearts"),
    "clubs": _("Clubs"),
    "diamonds": _("Diamonds"),
    "spades": _("Spades"),
    "no_trumps": _("No trumps"),
}
"""The trumps of a drive in their round; the last only with the option."""

_RUBBERS = Option(
    name="rubbers",
    label=_("Rubbers"),
    help=_("How many rubbers are played in a row, with the same partners."),
    default=1,
    low=1,
)
_HONOURS = Option(
    name="honours", label=_("Honours count"), help=_("Many tables today play without honours."), default=True
)


def _rule_set(slug: str, name: Text, summary: Text, *options: Option) -> RuleSet:
    return RuleSet(slug=slug, name=name, summary=summary, players=(4,), options=options)


RULE_SETS = {
    rules.slug: rules
    for rules in (
        _rule_set(
            "short",
            _("Short whist"),
            _("Five points win a game, two games the rubber. Honours count."),
            _RUBBERS,
            _HONOURS,
        ),
        _rule_set(
            "long",
            _("Long whist"),
            _("The old game: ten points win a game, two games the rubber. Honours count."),
            _RUBBERS,
            _HONOURS,
        ),
        _rule_set(
            "american",
            _("American game"),
            _("Seven points win a game, without honours. Every game is settled."),
            Option(
                name="games",
                label=_("Games"),
                help=_("How many games are played in a row, with the same partners."),
                default=1,
                low=1,
            ),
        ),
        _rule_set(
            "drive",
            _("Whist drive"),
            _("Every trick is a point for each partner. The trumps go round."),
            Option(
                name="no_trumps",
                label=_("No trumps as well"),
                help=_("After the four suits, one hand is played without trumps."),
                default=False,
            ),
        ),
    )
}

_LAWS = _("Laws of Short Whist (code of 1864)")


def _paragraph(slug: str, title: Text, sentence: Text, source: Text = _LAWS) -> Paragraph:
    return Paragraph(slug=slug, title=title, sentence=sentence, source=source)


PARAGRAPHS = {
    paragraph.slug: paragraph
    for paragraph in (
        _paragraph(
            "revoke",
            _("Revokes"),
            _(
                "For each revoke, the other side takes three points off the offenders’ marker, adds three to its own, "
                "or takes three of their tricks; in the American game it takes two tricks. A side that revoked can’t "
                "win the game in that hand."
            ),
        ),
        _paragraph("tricks", _("Tricks"), _("The side with more than six tricks counts a point for each above six.")),
        _paragraph(
            "honours",
            _("Honours"),
            _(
                "A side with four of the ace, king, queen and jack of trumps counts 4, with three 2. A side that "
                "needed one point to win the game when the hand began counts none."
            ),
        ),
        _paragraph(
            "game-won",
            _("Winning a game"),
            _(
                "The side that first reaches 5, 10 or 7 points wins the game. The lower the losers’ marker, the more "
                "it is worth. Both markers then go back to 0."
            ),
        ),
        _paragraph(
            "rubber",
            _("The rubber"),
            _(
                "The side that first has two games wins the rubber. Each loser pays the winners’ games and the points "
                "for the rubber, less the losers’ game."
            ),
        ),
        _paragraph(
            "drive",
            _("Whist drive"),
            _("Each player gets the tricks of his side. Nothing else counts."),
            _("Whist drives"),
        ),
        _paragraph(
            "correction",
            _("Correction"),
            _("Points moved by hand, with a reason. A correction moves neither a marker nor the deal."),
            _("Our own"),
        ),
    )
}


class WhistRules(Rules[WhistState, Outcome]):
    """Whist in four rule sets."""

    slug = "whist"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome
    ordinary_call = PLAYED
    misdeals = frozenset({MISDEAL_LOST})
    parts = frozenset({TRICKS, RUBBER, GAME})
    paid_later = frozenset({TRICKS})
    partners_share = True

    def hand_at(self, table: Table) -> Hand:
        return hand_of(table)

    def zero_sum(self, table: Table) -> bool:
        return table.rules != "drive"

    def sides(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        return tuple(map(partners, Side))

    def opening(self, table: Table) -> WhistState:
        return WhistState(dealer=table.first_dealer)

    def over(self, table: Table, state: WhistState) -> bool:
        return state.over

    def score(self, table: Table, state: WhistState, outcome: Outcome) -> tuple[Entry, WhistState]:
        """Return the entry of a hand and the next position.

        >>> rules = WhistRules()
        >>> table = rules.table(["A", "Y", "B", "Z"], rules="american")
        >>> rules.score(table, rules.opening(table), Outcome(call="hand", tricks=13))[0].amounts
        (7, -7, 7, -7)
        """
        after = state._replace(dealer=table.after(state.dealer), last_game=None, last_rubber=None)
        if outcome.call == MISDEAL_LOST:
            return Entry.from_lines(table.size, ()), after
        if table.rules == "drive":
            trumps = len(TRUMPS) if table.options["no_trumps"] else len(TRUMPS) - 1
            return _drive(table, outcome), after._replace(trump=(state.trump + 1) % trumps)
        hand = work(table, state, outcome)
        lines = list(hand.lines())
        if hand.won is None:
            return Entry.from_lines(table.size, lines), after._replace(marker=BySide(hand.marker))
        if table.rules == "american":
            amounts = amounts_for(hand.won.winner, hand.won.value)
            paid = [line._replace(amounts=amounts) if line.rule == "game-won" else line for line in lines]
            entry = Entry.from_lines(table.size, paid)
            return entry, _next(after, table.options["games"])._replace(last_game=hand.won)
        after = _with_game(after, hand.won)
        if after.games[hand.won.winner] == GAMES_OF_RUBBER:
            last_rubber, line = _settle(table, after.sheet, hand.won.winner)
            lines = [*lines, line]
            after = _next(after, table.options["rubbers"])._replace(last_game=hand.won, last_rubber=last_rubber)
        return Entry.from_lines(table.size, lines), after

    def contests(self, table: Table, state: WhistState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return for each side whether it had more than six tricks, penalties included; also who won what ended."""
        if outcome.call != PLAYED:
            return ()
        if table.rules == "drive":
            return _of_sides(TRICKS, Side.AB if outcome.tricks > BOOK else Side.YZ)
        hand = work(table, state, outcome)
        contests = _of_sides(TRICKS, hand.odd)
        if hand.won and table.rules == "american":
            contests += _of_sides(GAME, hand.won.winner)
        elif hand.won and state.games[hand.won.winner] + 1 == GAMES_OF_RUBBER:
            contests += _of_sides(RUBBER, hand.won.winner)
        return contests

    def corrected(self, table: Table, state: WhistState, amounts: Amounts) -> WhistState:
        return state._replace(last_game=None, last_rubber=None)

    def state_document(self, table: Table, state: WhistState) -> dict[str, Any]:
        """Return the position before the next hand; `last_game` and `last_rubber` are what the last hand ended."""
        if table.rules == "drive":
            return {"trump": list(TRUMPS)[state.trump]}
        marker, game = dict(state.marker), state.last_game
        last_game = game and {"winner": str(game.winner), "value": game.value}
        if table.rules == "american":
            return {"game": state.number, "marker": marker, "last_game": last_game}
        last = state.last_rubber
        return {
            "rubber": state.number,
            "marker": marker,
            "games": dict(state.games),
            "sheet": {side: list(values) for side, values in state.sheet.items()},
            "last_game": last_game,
            "last_rubber": last and {"winner": str(last.winner), "totals": dict(last.totals), "value": last.value},
        }


def _of_sides(call: str, winner: Side) -> tuple[Contest, ...]:
    return tuple(Contest(call, partners(side), partners(side.other), side is winner) for side in Side)


def _drive(table: Table, outcome: Outcome) -> Entry:
    won, lost = outcome.tricks, ALL_TRICKS - outcome.tricks
    label = _("Tricks: {ab} {won}, {yz} {lost}", ab=SIDE_WORDS["ab"], yz=SIDE_WORDS["yz"], won=won, lost=lost)
    return Entry.from_lines(table.size, [Line("drive", label, (won, lost, won, lost))])


def _with_game(state: WhistState, won: Won) -> WhistState:
    """Return the state with a game on the sheet, and both markers at 0."""
    sheet = BySide({**state.sheet, won.winner: (*state.sheet[won.winner], won.value)})
    return WhistState(dealer=state.dealer, number=state.number, sheet=sheet, last_game=won)


def _next(state: WhistState, planned: object) -> WhistState:
    """Return the position after a rubber or American game, with everything at 0; after the last one, it is over."""
    if state.number == planned:
        return WhistState(dealer=state.dealer, number=state.number, over=True)
    return WhistState(dealer=state.dealer, number=state.number + 1)


def _settle(table: Table, sheet: Mapping[Side, Values], winner: Side) -> tuple[Won, Line]:
    """Return the result of a rubber and its line."""
    points = table.figures[WON, WON, POINTS]
    totals = BySide({side: sum(values) for side, values in sheet.items()})
    totals[winner] += points
    value = totals[winner] - totals[winner.other]
    games = " + ".join(map(str, sheet[winner]))
    values = {"side": SIDE_WORDS[winner], "games": games, "points": points, "value": value}
    label = _("{side} win the rubber: games {games}, rubber {points}: {value}", **values)
    if lost := totals[winner.other]:
        label = _("{side} win the rubber: games {games}, rubber {points}, less {lost}: {value}", **values, lost=lost)
    return Won(winner, value, totals=totals), Line("rubber", label, amounts_for(winner, value))
