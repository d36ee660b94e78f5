"""Rules of Bridge: rubber bridge and Chicago.

Sources: L is the Laws of Rubber Bridge (1993, 2003 and 2014), laws 72 to 81; A is the page on Chicago of the American
Contract Bridge League; B is Bicycle Cards, four-deal bridge; S is David Stevenson on Chicago.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.bridge import tariff
from games.bridge.hand import ALL_TRICKS, BOOK, CONTRACT, PASSED, SIDES, UNFINISHED, Outcome, contract_words, hand_of
from games.bridge.tariff import CHICAGO, DEALS_OF_ROUND, GAME_POINTS, GAMES_OF_RUBBER, POINTS, RUBBER, TARIFFS, Strain
from games.families.whist.rubber import RUBBERS, RUBBERS_OPTION
from games.scoring.errors import Code, refuse
from games.scoring.hand import Hand
from games.scoring.paragraphs import paragraphs
from games.scoring.rules import Rules, rule_sets
from games.scoring.sides import Score, Side, amounts_for, partners
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

ZERO: Score = (0, 0)
ROUNDS, VULNERABILITY, PART_SCORES, HONOURS = "rounds", "vulnerability", "part_scores", "honours"
NON_DEALER, DUPLICATE = "non_dealer", "duplicate"
TRICKS = "tricks"
"""The paragraph of the points that stand below the line in a rubber."""


def _honours(*, count: bool) -> Option:
    words = _("Four or five of the five top trumps in one hand score. Not everybody plays honours.")
    return Option(HONOURS, _("Honours count"), words, default=count)


RULE_SETS = rule_sets(
    RuleSet(
        RUBBER,
        _("Rubber bridge"),
        _("100 points below the line win a game, two games the rubber."),
        players=(4,),
        options=(RUBBERS_OPTION, _honours(count=True)),
    ),
    RuleSet(
        CHICAGO,
        _("Chicago"),
        _("Rounds of four deals. Vulnerability depends on the deal, and a game is paid at once."),
        players=(4,),
        options=(
            Option(
                ROUNDS,
                _("Rounds"),
                _("How many rounds of four deals are played, with the same partners."),
                low=1,
            ),
            Option(
                VULNERABILITY,
                _("Vulnerable in the second and third deals"),
                _("The older page of the ACBL has the other side."),
                choices=(("dealer", _("the dealer’s side")), (NON_DEALER, _("the other side"))),
            ),
            Option(
                PART_SCORES,
                _("Part scores"),
                _("Whether the part scores of a round add up to a game."),
                choices=(("carry", _("add up")), (DUPLICATE, _("50 each, as at duplicate"))),
            ),
            _honours(count=False),
        ),
    ),
)

_ROUND = _("ACBL and Bicycle Cards on Chicago")

PARAGRAPHS = paragraphs(
    _("Laws of Rubber Bridge, 72 to 81"),
    Paragraph(
        TRICKS,
        _("Trick points"),
        _(
            "For each trick of a contract that was made: 20 in clubs and diamonds, 30 in hearts and spades, at "
            "notrump 40 for the first and 30 for each further one. Twice as much doubled, four times redoubled. In "
            "a rubber, only these stand below the line."
        ),
    ),
    Paragraph(
        "overtricks",
        _("Overtricks"),
        _("As much as a trick in that strain, 30 at notrump; doubled 100, vulnerable 200; redoubled twice that."),
    ),
    Paragraph("doubled", _("Doubled contract made"), _("50 for making a doubled contract, 100 for a redoubled one.")),
    Paragraph(
        "slam",
        _("Slams"),
        _("Bid and made: 500 for twelve tricks, vulnerable 750; 1000 for thirteen, vulnerable 1500."),
    ),
    Paragraph(
        "undertricks",
        _("Undertricks"),
        _(
            "The defenders get 50 for each, vulnerable 100. Doubled: 100, then twice 200, then 300 each; "
            "vulnerable 200, then 300 each. Redoubled twice that."
        ),
    ),
    Paragraph(
        "honours",
        _("Honours"),
        _("Four of the five top trumps in one hand 100; all five, or four aces at notrump, 150. Never doubled."),
    ),
    Paragraph(
        "game-won",
        _("Winning a game"),
        _("A side with 100 points below the line wins the game. Both begin the next with nothing below it."),
    ),
    Paragraph(
        "rubber",
        _("The rubber"),
        _("The side that first has two games gets 700 if the others have none, 500 if they have one."),
    ),
    Paragraph(
        "unfinished",
        _("A rubber that is broken off"),
        _("300 for the only game, 100 for the only part score in the game under way."),
        _("Laws of Rubber Bridge, 80"),
    ),
    Paragraph(
        "game",
        _("A game in Chicago"),
        _(
            "100 trick points, in one deal or with the side’s part scores of the round, earn 300, vulnerable 500. "
            "The part scores of both sides are then gone."
        ),
        _ROUND,
    ),
    Paragraph(
        "part-score",
        _("A part score in Chicago"),
        _("In the fourth deal, 100. Where part scores don’t add up, each earns 50."),
        _ROUND,
    ),
    Paragraph(
        "correction",
        _("Correction"),
        _("Counters moved by hand, with a reason. A correction moves neither the score sheet nor the deal."),
        _("Our own"),
    ),
)


class Ended(NamedTuple):
    """A rubber or round that has just ended, with the games and all points of each side."""

    games: Score
    totals: Score

    @property
    def difference(self) -> int:
        """What the first side won by, negative if the other side won."""
        return self.totals[0] - self.totals[1]


class BridgeState(NamedTuple):
    """The position before a deal.

    `number` is that of the rubber or round, `deal` that of the deal in a round. `below` are the trick points in each
    game of the rubber; in Chicago, the part scores that count towards a game. `above` is everything else of the rubber;
    in Chicago, all points of the round. `last` is there only after the hand that ended a rubber or round.
    """

    dealer: SeatNumber
    number: int = 1
    deal: int = 1
    below: tuple[Score, ...] = (ZERO,)
    above: Score = ZERO
    last: Ended | None = None
    over: bool = False

    @property
    def games(self) -> Score:
        """The games of each side in this rubber."""
        first, other = (sum(game[side] >= GAME_POINTS for game in self.below) for side in (0, 1))
        return first, other

    @property
    def is_under_way(self) -> bool:
        """Whether a rubber or round has begun."""
        return (self.deal, self.below, self.above) != (1, (ZERO,), ZERO)

    def vulnerable(self, table: Table) -> tuple[bool, bool]:
        """Return which sides are vulnerable in the next deal."""
        if table.rules == RUBBER:
            return self.games[0] > 0, self.games[1] > 0
        if self.deal in (1, DEALS_OF_ROUND):
            return (self.deal == DEALS_OF_ROUND,) * 2
        first = (self.dealer % 2 == 0) != (table.options[VULNERABILITY] == NON_DEALER)
        return first, not first


class BridgeRules(Rules[BridgeState, Outcome]):
    slug = "bridge"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = hand_of(RUBBER, honours=True)
    outcome = Outcome
    state = BridgeState
    misdeals = frozenset({UNFINISHED})
    dealt_again = frozenset({PASSED})
    partners_share = True

    def hand_at(self, table: Table) -> Hand:
        return hand_of(table.rules, honours=table.options[HONOURS] is True)

    def over(self, table: Table, state: BridgeState) -> bool:
        return state.over

    def hands_planned(self, table: Table) -> int | None:
        return None if table.rules == RUBBER else DEALS_OF_ROUND * int(table.options[ROUNDS])

    def corrected(self, table: Table, state: BridgeState, amounts: Amounts) -> BridgeState:
        """Return the same position, in which no hand has just ended anything."""
        return state._replace(last=None)

    def deals_again(self, table: Table, state: BridgeState) -> tuple[str, ...]:
        calls = (UNFINISHED,) if table.rules == RUBBER else (UNFINISHED, PASSED)
        return tuple(f"call={call}" for call in calls)

    def score(self, table: Table, state: BridgeState, outcome: Outcome) -> tuple[Entry, BridgeState]:
        """Return the entry of a deal and the next position.

        Three notrump doubled by a vulnerable side, three down:

        >>> from games.bridge.tariff import Doubled
        >>> rules = BridgeRules()
        >>> table = rules.table(["North", "East", "South", "West"])
        >>> state = rules.opening(table)._replace(below=((100, 0), (0, 0)))
        >>> hand = Outcome("contract", 2, 3, Strain.NOTRUMP, Doubled.DOUBLED, result=-3)
        >>> rules.score(table, state, hand)[0].amounts
        (-800, 800, -800, 800)
        """
        is_rubber = table.rules == RUBBER
        after = state._replace(dealer=table.after(state.dealer), last=None)
        if outcome.call == PASSED:
            return Entry.from_lines(table.size, ()), after if is_rubber else after._replace(dealer=state.dealer)
        if outcome.call == UNFINISHED:
            lines, after, ends = list(_broken_off(table, state)), state, True
        else:
            _check(outcome)
            vulnerable = state.vulnerable(table)[outcome.side]
            lines = list(_deal(outcome, vulnerable=vulnerable))
            below = _sum(state.below[-1], _scored(line for line in lines if line.rule == TRICKS))
            is_game = max(below) >= GAME_POINTS
            if is_rubber:
                after = after._replace(below=(*state.below[:-1], below, *((ZERO,) if is_game else ())))
                lines += _game_won(table, after.games, outcome.side) if is_game else ()
                ends = GAMES_OF_RUBBER in after.games
            else:
                kept = ZERO if is_game or table.options[PART_SCORES] == DUPLICATE else below
                after = after._replace(below=(kept,), deal=state.deal + 1)
                if outcome.over >= 0:
                    lines += _bonus(table, state.deal, outcome.side, is_game=is_game, vulnerable=vulnerable)
                ends = state.deal == DEALS_OF_ROUND
        above = _scored(line for line in lines if line.rule != TRICKS or not is_rubber)
        after = after._replace(above=_sum(state.above, above))
        return Entry.from_lines(table.size, lines), _ended(table, after) if ends else after

    def contests(self, table: Table, state: BridgeState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return whether the declarer’s side made its contract."""
        if outcome.call != CONTRACT:
            return ()
        side = partners([*Side][outcome.side])
        return (Contest.against_the_rest(CONTRACT, side, playing=table.seats, made=outcome.over >= 0),)

    def state_document(self, table: Table, state: BridgeState) -> dict[str, Any]:
        """Return the position before the next deal; `last_rubber` or `last_round` is what the last hand ended."""
        vulnerable, last = _by_side(state.vulnerable(table)), None
        if ended := state.last:
            winner = [*SIDES][ended.difference < 0] if ended.difference else None
            games = {"games": _by_side(ended.games)} if table.rules == RUBBER else {}
            last = {**games, "totals": _by_side(ended.totals), "winner": winner, "difference": abs(ended.difference)}
        if table.rules == CHICAGO:
            return {
                "round": state.number,
                "deal": state.deal,
                "part_score": _by_side(state.below[-1]),
                "points": _by_side(state.above),
                "vulnerable": vulnerable,
                "last_round": last,
            }
        return {
            "rubber": state.number,
            "below": [_by_side(game) for game in state.below],
            "above": _by_side(state.above),
            "games": _by_side(state.games),
            "vulnerable": vulnerable,
            "last_rubber": last,
        }


def on_the_sheet(lines: Sequence[Line], side: int) -> Score:
    """Return what a side writes below and above the line."""
    below = _scored(line for line in lines if line.rule == TRICKS)[side]
    return below, _scored(lines)[side] - below


def _scored(lines: Iterable[Line]) -> Score:
    """Return what each side scores by these lines, in which the other side loses as much."""
    gained = [line.amounts for line in lines]
    return sum(max(first, 0) for first, *_ in gained), sum(max(other, 0) for _, other, *_ in gained)


def _by_side(pair: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(SIDES, pair, strict=True))


def _sum(*pairs: Score) -> Score:
    return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)


def _line(rule: str, label: Text, side: int, points: int) -> Line:
    """Return a line in which each player of a side gains the points, and each of the others loses them."""
    return Line(rule, label, amounts_for([*Side][side], points))


def _check(outcome: Outcome) -> None:
    """Raise `RuleError` for a hand whose fields don't fit together."""
    if outcome.tricks is None and outcome.result is None:
        refuse("tricks", _("Enter the tricks or the result."), Code.REQUIRED)
    tricks = BOOK + outcome.level + outcome.over
    if not 0 <= tricks <= ALL_TRICKS:
        refuse("result", _("At this level, that would be {tricks} of 13 tricks.", tricks=tricks))
    if outcome.tricks not in (None, tricks):
        refuse("result", _("That result would be {tricks} tricks.", tricks=tricks), Code.TOTAL)
    if all(outcome.honours):
        refuse("honours_ew", _("Only one hand can hold them."))
    for side, honours in zip(SIDES, outcome.honours, strict=True):
        if honours == tariff.FOUR_HONOURS and outcome.strain is Strain.NOTRUMP:
            refuse(f"honours_{side}", _("At notrump, only all four aces score, 150."))


# The points of a deal


def _deal(outcome: Outcome, *, vulnerable: bool) -> Iterator[Line]:
    """Yield what a contract scores by itself, then the honours."""
    if outcome.over >= 0:
        yield from _made(outcome, vulnerable=vulnerable)
    else:
        first, second, further = tariff.UNDERTRICKS[outcome.doubled][vulnerable]
        each = [first, second, second, *[further] * ALL_TRICKS][: -outcome.over]
        terms = " + ".join(map(str, each))
        label = _("Undertricks, vulnerable: {sum}", sum=terms) if vulnerable else _("Undertricks: {sum}", sum=terms)
        yield _line("undertricks", label, 1 - outcome.side, sum(each))
    for side, honours in enumerate(outcome.honours):
        if honours:
            yield _line("honours", _("Honours in one hand"), side, honours)


def _made(outcome: Outcome, *, vulnerable: bool) -> Iterator[Line]:
    level, side, doubled = outcome.level, outcome.side, outcome.doubled
    each, factor = tariff.TRICK[outcome.strain], tariff.FACTOR[doubled]
    first = tariff.FIRST_AT_NOTRUMP if outcome.strain is Strain.NOTRUMP else 0
    count = f"{level} × {each} + {first}" if first else f"{level} × {each}"
    count = f"({count}) × {factor}" if doubled and first else f"{count} × {factor}" if doubled else count
    label = _("{contract}: {sum}", contract=contract_words(level, outcome.strain, doubled), sum=count)
    yield _line(TRICKS, label, side, (level * each + first) * factor)
    if outcome.over:
        worth = tariff.OVERTRICK[doubled][vulnerable] if doubled else each
        label = _("Overtricks: {number} × {points}", number=outcome.over, points=worth)
        yield _line("overtricks", label, side, outcome.over * worth)
    if doubled:
        yield _line("doubled", _("Doubled contract made"), side, tariff.FOR_MAKING[doubled])
    if slam := tariff.SLAM.get(level):
        yield _line("slam", _("Slam, vulnerable") if vulnerable else _("Slam"), side, slam[vulnerable])


# What ends a game, a rubber or a round


def _game_won(table: Table, games: Score, winner: int) -> Iterator[Line]:
    """Yield that a side has won a game of a rubber and, if that is its second, what the rubber earns."""
    side, others = [*SIDES.values()][winner], games[1 - winner]
    yield _line("game-won", _("{side} win the game", side=side), winner, 0)
    if games[winner] == GAMES_OF_RUBBER:
        label = _("{side} win the rubber, two games to {games}", side=side, games=others)
        row = tariff.TWO_TO_ONE if others else tariff.TWO_TO_NONE
        yield _line("rubber", label, winner, table.figures[RUBBER, row, POINTS])


def _broken_off(table: Table, state: BridgeState) -> Iterator[Line]:
    """Yield what a rubber that can't be finished earns."""
    alone = (
        (state.games, tariff.ONLY_GAME, _("Broken off: the only game")),
        (state.below[-1], tariff.ONLY_PART_SCORE, _("Broken off: the only part score")),
    )
    for pair, row, label in alone:
        if any(pair) and not all(pair):
            yield _line("unfinished", label, int(pair[1] > 0), table.figures[RUBBER, row, POINTS])


def _bonus(table: Table, deal: int, side: int, *, is_game: bool, vulnerable: bool) -> Iterator[Line]:
    """Yield what a game or part score earns in Chicago."""
    if is_game:
        label = _("Game, vulnerable") if vulnerable else _("Game, not vulnerable")
        row = tariff.VULNERABLE_GAME if vulnerable else tariff.GAME
        yield _line("game", label, side, table.figures[CHICAGO, row, POINTS])
    elif table.options[PART_SCORES] == DUPLICATE:
        yield _line("part-score", _("Part score"), side, tariff.PART_SCORE_OF_DUPLICATE)
    elif deal == DEALS_OF_ROUND:
        label = _("Part score in the fourth deal")
        yield _line("part-score", label, side, table.figures[CHICAGO, tariff.LAST_PART_SCORE, POINTS])


def _ended(table: Table, state: BridgeState) -> BridgeState:
    """Return the position after a rubber or round, in which everything begins anew."""
    is_rubber = table.rules == RUBBER
    totals = _sum(state.above, *state.below) if is_rubber else state.above
    over = state.number == table.options[RUBBERS if is_rubber else ROUNDS]
    number = state.number if over else state.number + 1
    return BridgeState(state.dealer, number, last=Ended(state.games, totals), over=over)
