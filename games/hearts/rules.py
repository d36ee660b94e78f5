"""Rules of Hearts, or Black Lady, for three to five players: the points of a hand, the moon, and the end of the game.

Every heart counts 1 and the queen of spades 13. A player who takes all 26 points *shoots the moon*. The game is over
when a score reaches the target, and the lowest score wins.

Sources: P is Pagat (John McLeod) on Hearts, B Bicycle Cards on Hearts, C public programs. What no source says, or
tables do in different ways, is marked * in the sentences.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.hearts.hand import ALL_POINTS, HANDS, QUEEN, Moon, Outcome, shooter_of
from games.hearts.tariff import OF_JACK, POINTS, SPECIAL, TARIFF
from games.scoring.errors import Code, RuleError, refuse
from games.scoring.hand import Hand
from games.scoring.paragraphs import CORRECTION_IN_SCORE, paragraphs
from games.scoring.rules import Rules, rule_sets
from games.scoring.text import Amount, SeatName, joined, named
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table

CHOICE = "choice"
FOUR = 4
MOON, GAME = "moon", "game"
"""The parts that count in the statistics: a moon that was shot, and a game that a hand ended."""

RULE_SETS = rule_sets(
    RuleSet(
        "standard",
        _("Standard"),
        _("Hearts count 1, the queen of spades 13; the lowest score wins when somebody reaches the target."),
        players=(3, 4, 5),
        options=(
            Option(
                "target",
                _("Target"),
                _("The score that ends the game; 50 is a short one."),
                default=100,
                low=25,
                high=1000,
            ),
            Option(
                "moon",
                _("Shooting the moon"),
                _("What a player who takes all 26 points does."),
                default=Moon.OTHERS.value,
                choices=(
                    (Moon.OTHERS.value, _("adds 26 to every other player")),
                    (Moon.SELF.value, _("takes 26 off his own score")),
                    (CHOICE, _("chooses each time")),
                ),
            ),
            Option(
                "jack",
                _("Jack of diamonds"),
                _("Omnibus Hearts: it takes 10 off the score of the player who takes it."),
            ),
        ),
        lowest_wins=True,
    )
)

_P, _B = _("Pagat on Hearts"), _("Bicycle Cards on Hearts")


PARAGRAPHS = paragraphs(
    _B,
    Paragraph(
        "points",
        _("Points"),
        _("Every heart in a player’s tricks counts 1 point and the queen of spades 13: 26 in every hand."),
    ),
    Paragraph(
        "moon",
        _("The moon"),
        _(
            "The player who takes all 26 points shoots the moon and scores none: 26 are added to every other "
            "player or, with the option, taken off his own score."
        ),
        _P,
    ),
    Paragraph(
        "jack",
        _("Jack of diamonds"),
        _(
            "Where it counts, the jack of diamonds takes 10 off the score of the player who takes it. It makes no "
            "difference to a moon*."
        ),
        _("Omnibus Hearts, as Pagat describes it; at a moon: cards_with_cats"),
    ),
    Paragraph(
        "game-over",
        _("End of the game"),
        _(
            "The game is over when a score is at the target or above. The lowest score wins; players who share it "
            "share the win*."
        ),
    ),
    CORRECTION_IN_SCORE,
)


class HeartsState(NamedTuple):
    """The score so far, what it is played to, and how many hands were played, which decides how cards are passed."""

    dealer: SeatNumber
    target: int
    score: Amounts
    played: int = 0

    @property
    def over(self) -> bool:
        return max(self.score) >= self.target

    @property
    def winners(self) -> tuple[SeatNumber, ...]:
        """Who has won: nobody until the game is over, then everybody with the lowest score."""
        lowest = min(self.score)
        return tuple(SeatNumber(seat) for seat, score in enumerate(self.score) if self.over and score == lowest)

    @property
    def in_danger(self) -> tuple[SeatNumber, ...]:
        """Who can reach the target with the points of the next hand."""
        return tuple(SeatNumber(seat) for seat, score in enumerate(self.score) if score + ALL_POINTS >= self.target)

    @property
    def passing(self) -> str:
        """How the cards of the next hand are passed: in turn to the left, to the right, with four across, not at all.

        >>> [HeartsState(SeatNumber(0), 100, (0, 0, 0), played).passing for played in range(4)]
        ['left', 'right', 'none', 'left']
        """
        across = ("across",) if len(self.score) == FOUR else ()
        ways: tuple[str, ...] = ("left", "right", *across, "none")
        return ways[self.played % len(ways)]


class HeartsRules(Rules[HeartsState, Outcome]):
    """Hearts in one rule set, whose options say what a moon does and whether the jack of diamonds counts."""

    slug = "hearts"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = {"standard": TARIFF}
    hand = HANDS[True, True]
    outcome = Outcome
    parts = frozenset({MOON, GAME})

    def hand_at(self, table: Table) -> Hand:
        return HANDS[table.options["jack"] is True, table.options["moon"] == CHOICE]

    def opening(self, table: Table) -> HeartsState:
        return HeartsState(table.first_dealer, int(table.options["target"]), (0,) * table.size)

    def over(self, table: Table, state: HeartsState) -> bool:
        return state.over

    def score(self, table: Table, state: HeartsState, outcome: Outcome) -> tuple[Entry, HeartsState]:
        """Return everybody's points, or what a moon makes of them, less the jack.

        The second player shoots the moon, and the fourth has the jack:

        >>> rules = HeartsRules()
        >>> table = rules.table(["A", "B", "C", "D"], options={"jack": True})
        >>> outcome = Outcome("hand", points=(0, 26, 0, 0), jack=SeatNumber(3))
        >>> entry, after = rules.score(table, rules.opening(table), outcome)
        >>> entry.amounts, [line.rule for line in entry.lines], after.score
        ((26, 0, 26, 16), ['moon', 'jack'], (26, 0, 26, 16))
        """
        shooter = shot_by(outcome)
        _refuse_impossible(outcome, shooter, is_choice=table.options["moon"] == CHOICE)
        if shooter is None:
            lines = [Line("points", _("Hearts, and the queen of spades"), outcome.points)]
        else:
            lines = [_moon(table, shooter, outcome.moon or Moon(str(table.options["moon"])))]
        if outcome.jack is not None:
            worth = table.figures[OF_JACK]
            label = _("Jack of diamonds: {points}", points=Amount(-worth, signed=True))
            lines.append(Line("jack", label, _only(table, outcome.jack, -worth)))
        entry = Entry.from_lines(table.size, lines)
        after = state._replace(dealer=table.after(state.dealer), played=state.played + 1)
        after = self.corrected(table, after, entry.amounts)
        if after.over:
            names = joined([named(seat) for seat in after.winners])
            label = _("Game over, lowest score {score}: {players}", score=Amount(min(after.score)), players=names)
            entry = Entry.from_lines(table.size, [*lines, Line("game-over", label, (0,) * table.size)])
        return entry, after

    def corrected(self, table: Table, state: HeartsState, amounts: Amounts) -> HeartsState:
        score = tuple(before + amount for before, amount in zip(state.score, amounts, strict=True))
        return state._replace(score=score)

    def contests(self, table: Table, state: HeartsState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return a moon that was shot, and for each player whether he won a game that the hand ended."""
        shooter, after = shot_by(outcome), self.corrected(table, state, amounts)
        contests = []
        if shooter is not None:
            contests.append(Contest.against_the_rest(MOON, (shooter,), playing=table.seats, made=True))
        if after.over:
            contests += [
                Contest.against_the_rest(GAME, (seat,), playing=table.seats, made=seat in after.winners)
                for seat in table.seats
            ]
        return tuple(contests)

    def state_document(self, table: Table, state: HeartsState) -> dict[str, Any]:
        return {
            "score": dict(zip(table.players, state.score, strict=True)),
            "game_over": state.over,
            "winners": [table.players[seat] for seat in state.winners],
        }


def shot_by(outcome: Outcome) -> SeatNumber | None:
    """Return who shot the moon."""
    seat = shooter_of(dict(enumerate(outcome.points)))
    return None if seat is None else SeatNumber(seat)


def _refuse_impossible(outcome: Outcome, shooter: SeatNumber | None, *, is_choice: bool) -> None:
    """Raise `RuleError` for points that no deal brings, and for a choice that doesn't fit them."""
    if sum(outcome.points) != ALL_POINTS:
        words = _("The points sum to {given}, not to {all}.", given=sum(outcome.points), all=ALL_POINTS)
        raise RuleError(Code.TOTAL, "points", words)
    if max(outcome.points) < QUEEN:
        refuse("points", _("The queen of spades is in somebody’s tricks: one player has 13 or more."))
    if is_choice and shooter is not None and outcome.moon is None:
        raise RuleError(Code.REQUIRED, "moon", _("What does the player who shot the moon choose?"))
    if shooter is None and outcome.moon is not None:
        raise RuleError(Code.IMPOSSIBLE, "moon", _("Nobody has all 26 points, so there is nothing to choose."))


def _moon(table: Table, shooter: SeatNumber, moon: Moon) -> Line:
    worth, player = table.figures[SPECIAL, moon, POINTS], SeatName(shooter)
    if moon is Moon.SELF:
        label = _("{player} shoots the moon: {points}", player=player, points=Amount(-worth, signed=True))
        return Line("moon", label, _only(table, shooter, -worth))
    label = _(
        "{player} shoots the moon: {points} for every other player", player=player, points=Amount(worth, signed=True)
    )
    return Line("moon", label, tuple(0 if seat == shooter else worth for seat in table.seats))


def _only(table: Table, seat: SeatNumber, amount: int) -> Amounts:
    return tuple(amount if other == seat else 0 for other in table.seats)
