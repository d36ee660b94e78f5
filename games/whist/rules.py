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
from games.families.whist.marker import CORRECTION
from games.families.whist.rubber import (
    POINTS,
    RUBBERS_OPTION,
    WON,
    RubberRules,
    RubberState,
    Won,
    settle,
)
from games.scoring.hand import Hand
from games.scoring.paragraphs import paragraphs
from games.scoring.rules import rule_sets
from games.scoring.sides import SIDE_WORDS, BySide, Side, amounts_for, of_sides
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, Table
from games.whist.hand import HAND, MISDEAL_LOST, Outcome, hand_of
from games.whist.marker import work
from games.whist.tariff import GAMES_OF_RUBBER, TARIFFS

TRICKS, RUBBER, GAME = "tricks", "rubber", "game"
TRUMPS: Mapping[str, Text] = {
    "hearts": _("Hearts"),
    "clubs": _("Clubs"),
    "diamonds": _("Diamonds"),
    "spades": _("Spades"),
    "no_trumps": _("No trumps"),
}
"""The trumps of a drive in their round; the last only with the option."""

_HONOURS = Option("honours", _("Honours count"), _("Many tables today play without honours."), default=True)


def _rule_set(slug: str, name: Text, summary: Text, *options: Option) -> RuleSet:
    return RuleSet(slug, name, summary, players=(4,), options=options)


RULE_SETS = rule_sets(
    _rule_set(
        "short",
        _("Short whist"),
        _("Five points win a game, two games the rubber. Honours count."),
        RUBBERS_OPTION,
        _HONOURS,
    ),
    _rule_set(
        "long",
        _("Long whist"),
        _("The old game: ten points win a game, two games the rubber. Honours count."),
        RUBBERS_OPTION,
        _HONOURS,
    ),
    _rule_set(
        "american",
        _("American game"),
        _("Seven points win a game, without honours. Every game is settled at once."),
        Option("games", _("Games"), _("How many games are played in a row, with the same partners."), low=1),
    ),
    _rule_set(
        "drive",
        _("Whist drive"),
        _("Every trick is a point for each partner. The trump suit changes from hand to hand."),
        Option("no_trumps", _("No trumps as well"), _("After the four suits, one hand is played without trumps.")),
    ),
)

GAME_WON = _(
    "The side that first reaches {points} points wins the game. The lower the losers’ marker, the more it is worth. "
    "Both markers then go back to 0."
)
_LAWS = _("Laws of Short Whist (code of 1864)")


PARAGRAPHS = paragraphs(
    _LAWS,
    Paragraph(
        "revoke",
        _("Revokes"),
        _(
            "For each revoke, the other side takes three points off the offenders’ marker, adds three to its own, "
            "or takes three of their tricks; in the American game it takes two tricks. A side that revoked can’t "
            "win the game in that hand."
        ),
    ),
    Paragraph("tricks", _("Tricks"), _("The side with more than six tricks counts a point for each above six.")),
    Paragraph(
        "honours",
        _("Honours"),
        _(
            "A side with all four of the ace, king, queen and jack of trumps counts 4, with three of them 2. A "
            "side that needed one point to win the game when the hand began counts none."
        ),
    ),
    Paragraph("game-won", _("Winning a game"), Text(GAME_WON.template, {"points": _("5, 10 or 7")})),
    Paragraph(
        "rubber",
        _("The rubber"),
        _(
            "The side that first has two games wins the rubber. Each loser pays the winners’ games and the points "
            "for the rubber, less the losers’ game."
        ),
    ),
    Paragraph(
        "drive", _("Whist drive"), _("Each player gets the tricks of his side. Nothing else counts."), _("Whist drives")
    ),
    CORRECTION,
)


class WhistRules(RubberRules[Outcome]):
    """Whist in four rule sets."""

    slug = "whist"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome
    misdeals = frozenset({MISDEAL_LOST})
    parts = frozenset({TRICKS, RUBBER, GAME})
    paid_later = frozenset({TRICKS})
    partners_share = True

    def hand_at(self, table: Table) -> Hand:
        return hand_of(table)

    def zero_sum(self, table: Table) -> bool:
        return table.rules != "drive"

    def score(self, table: Table, state: RubberState, outcome: Outcome) -> tuple[Entry, RubberState]:
        """Return the entry of a hand and the next position.

        >>> rules = WhistRules()
        >>> table = rules.table(["A", "Y", "B", "Z"], rules="american")
        >>> rules.score(table, rules.opening(table), Outcome(call="hand", tricks=13))[0].amounts
        (7, -7, 7, -7)
        """
        after = state._replace(dealer=table.after(state.dealer), last_game=None, ended=None)
        if outcome.call == MISDEAL_LOST:
            return Entry.from_lines(table.size, ()), after
        if table.rules == "drive":
            return _drive(table, outcome), after._replace(number=state.number + 1)
        hand = work(table, state, outcome)
        lines = list(hand.lines())
        if hand.won is None:
            return Entry.from_lines(table.size, lines), after._replace(marker=BySide(hand.marker))
        if table.rules == "american":
            amounts = amounts_for(hand.won.winner, hand.won.value)
            paid = [line._replace(amounts=amounts) if line.rule == "game-won" else line for line in lines]
            entry = Entry.from_lines(table.size, paid)
            return entry, after.settled(hand.won, table.options["games"])
        after = _with_game(after, hand.won)
        if after.games[hand.won.winner] == GAMES_OF_RUBBER:
            points = table.figures[WON, WON, POINTS]
            rubber = settle(after.sheet, hand.won.winner, points)
            lines.append(_rubber_line(after, rubber, points))
            after = after.settled(rubber, table.options["rubbers"])._replace(last_game=hand.won)
        return Entry.from_lines(table.size, lines), after

    def contests(self, table: Table, state: RubberState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return for each side whether it had more than six tricks, penalties included; also who won what ended."""
        if outcome.call != PLAYED:
            return ()
        if table.rules == "drive":
            return of_sides(TRICKS, Side.AB if outcome.tricks > BOOK else Side.YZ)
        hand = work(table, state, outcome)
        contests = of_sides(TRICKS, hand.odd)
        if hand.won and table.rules == "american":
            contests += of_sides(GAME, hand.won.winner)
        elif hand.won and state.games[hand.won.winner] + 1 == GAMES_OF_RUBBER:
            contests += of_sides(RUBBER, hand.won.winner)
        return contests

    def state_document(self, table: Table, state: RubberState) -> dict[str, Any]:
        """Return the position before the next hand; `last_game` and `last_rubber` are what the last hand ended."""
        if table.rules == "drive":
            return {"trump": trump_of(table, state)}
        game = state.ended if table.rules == "american" else state.last_game
        last_game = game and {"winner": str(game.winner), "value": game.value}
        if table.rules == "american":
            return {"game": state.number, "marker": dict(state.marker), "last_game": last_game}
        return {**super().state_document(table, state), "last_game": last_game}


def trump_of(table: Table, state: RubberState) -> str:
    """Return the trumps of the next hand of a drive."""
    trumps = list(TRUMPS)[: None if table.options["no_trumps"] else -1]
    return trumps[(state.number - 1) % len(trumps)]


def _drive(table: Table, outcome: Outcome) -> Entry:
    won, lost = outcome.tricks, ALL_TRICKS - outcome.tricks
    label = _("Tricks: {ab} {won}, {yz} {lost}", ab=SIDE_WORDS["ab"], yz=SIDE_WORDS["yz"], won=won, lost=lost)
    return Entry.from_lines(table.size, [Line("drive", label, (won, lost, won, lost))])


def _with_game(state: RubberState, won: Won) -> RubberState:
    """Return the state with a game on the sheet, and both markers at 0."""
    sheet = BySide({**state.sheet, won.winner: (*state.sheet[won.winner], won.value)})
    return RubberState(dealer=state.dealer, number=state.number, sheet=sheet, last_game=won)


def _rubber_line(state: RubberState, rubber: Won, points: int) -> Line:
    """Return the line of a rubber, in which the winners get so many points."""
    winner, value = rubber.winner, rubber.value
    games = " + ".join(map(str, state.sheet[winner]))
    values = {"side": SIDE_WORDS[winner], "games": games, "points": points, "value": value}
    label = _("{side} win the rubber: games {games}, rubber {points}: {value}", **values)
    if lost := rubber.totals[winner.other]:
        label = _("{side} win the rubber: games {games}, rubber {points}, less {lost}: {value}", **values, lost=lost)
    return Line("rubber", label, amounts_for(winner, value))
