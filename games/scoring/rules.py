"""Base class for the rules of a game, with the fold step that all scoring is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from games.scoring.fields import NO_FIELDS, Fields
from games.scoring.hand import NO_HAND, Call, Hand
from games.scoring.settlement import by_difference
from games.scoring.sides import PARTNERS
from games.scoring.tariffs import NO_TARIFF, OwnTariff, PrintedTariff
from games.scoring.text import Text
from games.scoring.types import (
    CORRECTION,
    Amounts,
    Contest,
    Deal,
    Entry,
    OptionValue,
    Paragraph,
    RuleSet,
    ScoredHand,
    SeatNumber,
    State,
    Table,
)

S = TypeVar("S", bound=State)
O = TypeVar("O")  # noqa: E741 - the outcome; one letter as is the custom for type variables


class Rules(ABC, Generic[S, O]):
    """The rules of one game. All methods are pure: the same arguments give the same result.

    A game sets `slug`, `rule_sets` (the default first), `paragraphs`, `hand` and `outcome`, and defines `score`.
    Everything else has a default that suits most games.
    """

    slug: ClassVar[str]
    rule_sets: ClassVar[Mapping[str, RuleSet]]
    paragraphs: ClassVar[Mapping[str, Paragraph]]
    tariffs: ClassVar[Mapping[str, PrintedTariff]] = {}
    """The printed tariff of each rule set, whose figures a club can replace by its own."""
    hand: ClassVar[Hand] = NO_HAND
    """What is recorded of a hand; `hand_at` if that depends on the table."""
    outcome: ClassVar[Any]
    """The named tuple of an outcome: `call` and the fields of the calls, each with a default if a hand lacks it.

    Not a frozen dataclass, which takes several times as long to make: a ledger replays thousands of hands.
    """
    state: ClassVar[Any] = Deal
    """The named tuple of what is carried from hand to hand, with a default for all but the dealer; see `State`."""
    ordinary_call: ClassVar[str | None] = None
    """The call of an ordinary hand, which documents leave out; None if every hand names its call."""
    deciding: ClassVar[Mapping[str, Fields]] = {}
    """The fields that decide which others a call has, by such calls; they are read before any other check.

    `deciding_at` if their words depend on the table.
    """
    misdeals: ClassVar[frozenset[str]] = frozenset()
    """The calls for a misdeal, which doesn't count as a played hand."""
    dealt_again: ClassVar[frozenset[str]] = frozenset()
    """The calls, besides misdeals, after which the cards are dealt again: no planned hand of a round is used up."""
    parts: ClassVar[frozenset[str]] = frozenset()
    """What contests name besides calls: the part of a side in a hand, or in a game that ended with it."""
    paid_later: ClassVar[frozenset[str]] = frozenset()
    """The parts that have no amount of their own, because what the hand pays is for others as well."""
    counts_games: ClassVar[bool] = False
    """Whether the results of a table in a tournament have the games won and lost as well as the points."""
    results_balance: ClassVar[bool] = False
    """Whether the points of a table in a tournament must sum to zero."""
    partners_share: ClassVar[bool] = False
    """Whether first and third player, and second and fourth, always have the same amount, in corrections too."""
    both_score: ClassVar[bool] = False
    """Whether each side has what it scored itself, so that the amounts of a hand don't sum to zero."""

    @cached_property
    def blank(self) -> Mapping[str, Any]:
        """The fields of an outcome, in order, with their defaults.

        Filled in, it makes an outcome without keywords, which take twice as long.
        """
        return {**dict.fromkeys(self.outcome._fields), **self.outcome._field_defaults}

    @property
    def default_rules(self) -> str:
        return next(iter(self.rule_sets))

    def rule_set(self, table: Table) -> RuleSet:
        return self.rule_sets[table.rules]

    def tariff(self, rules: str) -> PrintedTariff:
        """Return the printed tariff of a rule set, empty if it has none."""
        return self.tariffs.get(rules, NO_TARIFF)

    # The table

    def table(
        self,
        players: Iterable[str],
        *,
        rules: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        first_dealer: SeatNumber | None = None,
        tariff: OwnTariff | None = None,
    ) -> Table:
        """Return a table with the rule set's defaults filled in. Only `check_table` checks it."""
        players = tuple(players)
        rules = rules or self.default_rules
        defaults = {option.name: option.default for option in self.rule_sets[rules].options}
        if first_dealer is None:
            first_dealer = self.usual_first_dealer(len(players))
        table = Table(
            players=players,
            rules=rules,
            options={**defaults, **(options or {})},
            first_dealer=first_dealer,
            tariff=tariff,
            figures=self.tariff(rules).with_own(tariff),
        )
        self.check_table(table)
        return table

    def check_table(self, table: Table) -> None:
        """Raise `RuleError` for combinations that this game doesn't allow.

        The number and names of players and the single options are checked elsewhere.
        """

    def usual_first_dealer(self, size: int) -> SeatNumber:
        """Return the default first dealer: the last player, so that the first is eldest hand."""
        return SeatNumber(size - 1)

    def zero_sum(self, table: Table) -> bool:
        """Return whether every hand's amounts sum to zero, so that payments can settle the totals."""
        return not (self.both_score or self.rule_set(table).lowest_wins)

    def gains(self, table: Table, totals: Amounts) -> Amounts:
        """Return what each player gains by totals that don't sum to zero, or of which the lowest wins."""
        partners = len(self.sharing(table)[0])
        return by_difference(totals, partners=partners, lowest_wins=self.rule_set(table).lowest_wins)

    def sides(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        """Return the sides that stay together for the whole session; none if everyone plays for themselves."""
        return PARTNERS if self.partners_share else ()

    def sharing(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        """Return the seats that always have the same amount: those of a side, or each by itself."""
        sides = self.sides(table) if self.partners_share else ()
        return sides or tuple((seat,) for seat in table.seats)

    # The position before a hand

    def opening(self, table: Table) -> S:
        """Return the state before the first hand."""
        state: S = self.state(dealer=table.first_dealer)
        return state

    def with_dealer(self, table: Table, state: S, dealer: SeatNumber) -> S:
        """Return the state with another dealer; raise `RuleError` at `dealer` if that player can't deal."""
        return state._replace(dealer=dealer)

    def dealer(self, table: Table, state: S) -> SeatNumber:
        """Return the dealer of the next hand."""
        return state.dealer

    def next_dealers(self, table: Table, state: S) -> tuple[SeatNumber, ...]:
        """Return who deals the next hands, in order, until it starts again with the first."""
        dealer = self.dealer(table, state)
        return (*table.seats[dealer:], *table.seats[:dealer])

    def deals_again(self, table: Table, state: S) -> tuple[str, ...]:
        """Return the conditions under which the dealer of a hand deals the next one too, such as `call=misdeal`.

        A hand posts what its form preselects too, even where that isn't shown.
        """
        return ()

    def sits_out(self, table: Table, state: S) -> tuple[SeatNumber, ...]:
        """Return the seats that take no part in the next hand."""
        return ()

    def playing(self, table: Table, state: S) -> tuple[SeatNumber, ...]:
        """Return the seats that play the next hand, in the order of the deal."""
        absent = self.sits_out(table, state)
        if not absent:
            return table.seats
        return tuple(seat for seat in table.seats if seat not in absent)

    def is_played(self, call: str | None) -> bool:
        """Return whether this call is a played hand, and not a correction or a misdeal.

        None stands for an ordinary hand, whose call documents leave out.
        """
        return call != CORRECTION and call not in self.misdeals

    def counts_in_round(self, call: str | None) -> bool:
        """Return whether a hand with this call is one of the planned hands of a round."""
        return self.is_played(call) and call not in self.dealt_again

    def over(self, table: Table, state: S) -> bool:
        """Return whether the game has ended, so that only corrections can be recorded."""
        return False

    def hands_planned(self, table: Table) -> int | None:
        """Return after how many hands the game is over, by `counts_in_round`; None if their number isn't fixed."""
        return None

    def carries_on(self, table: Table) -> bool:
        """Return whether a hand affects the scores of later ones by more than the deal."""
        return bool(self.state_document(table, self.opening(table)))

    # A hand

    def calls(self, table: Table) -> tuple[str, ...]:
        """Return the possible values of `call`, except `correction`: by default, all that the game declares."""
        return self.hand_at(table).words_of_calls

    def hand_at(self, table: Table) -> Hand:
        """Return what is recorded of a hand at this table."""
        return self.hand

    def deciding_at(self, table: Table) -> Mapping[str, Fields]:
        """Return the fields that decide which others a call has at this table."""
        return self.deciding

    def offered_calls(self, table: Table) -> list[Call]:
        """Return the declared calls that there are at this table, in the order of the screen."""
        words = self.calls(table)
        return [call for call in self.hand_at(table).calls if call.word in words]

    def fields(self, table: Table, call: str, raw: Mapping[str, Any]) -> Fields:
        """Return the fields of a call in the order in which they are checked.

        `raw` is the outcome as given, for games in which one field decides about the others.
        """
        hand = self.hand_at(table)
        if call in hand.fields_instead:
            decisive, fields = hand.fields_instead[call]
            if decisive in raw:
                return fields
        return hand.fields.get(call, NO_FIELDS)

    @abstractmethod
    def score(self, table: Table, state: S, outcome: O) -> tuple[Entry, S]:
        """Return the entry of a hand and the state after it; raise `RuleError` if the outcome is impossible."""

    def corrected(self, table: Table, state: S, amounts: Amounts) -> S:
        """Return the state after a correction by these amounts, which never moves the deal.

        A game that is played to a score counts them in it, which can end the game or reopen it.
        """
        return state

    # For statistics

    def contests(self, table: Table, state: S, outcome: O, amounts: Amounts) -> tuple[Contest, ...]:
        """Return who undertook what, and with whom, in a hand scored from `state`; empty if nothing was played.

        There is more than one contest if several players undertook something of their own.
        """
        return ()

    # The list of a table: the points of a session and, where the game counts games, how many each seat won and lost

    def list_points(self, table: Table, hands: Sequence[ScoredHand]) -> Amounts:
        """Return the points that a session writes on its list: its totals, corrections included."""
        return hands[-1].totals if hands else (0,) * table.size

    def running(self, table: Table, scored: ScoredHand) -> Amounts:
        """Return the running totals that a paper list has after a hand."""
        return scored.totals

    def round_totals(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return what a list counts as a round of a tournament."""
        return points

    def list_totals(self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]) -> Amounts:
        """Return the settled totals of a session with this list."""
        return self.round_totals(table, points, won, lost)

    def tournament_points(
        self, table: Table, points: Amounts, won: Sequence[int], lost: Sequence[int]
    ) -> Amounts | None:
        """Return the tournament points of a session with this list, or None if the game has none."""
        return None

    # For the desk of a tournament

    def looks_mistyped(self, table: Table, outcome: O) -> Text | None:
        """Return what looks mistyped in a hand although it is possible; None for most hands."""
        return None

    def round_range(self, table: Table, *, hands: int | None, won: int, lost: int) -> tuple[int, int] | None:
        """Return the fewest and the most points that a player can have in a round; None if no limit is known.

        `hands` are those of the round, if that is known. `won` and `lost` are the player's games, in games that count
        them.
        """
        return None

    # For display

    def counted(self, state: S) -> Mapping[str, Amounts]:
        """Return what the state counts for each player beside the total, by field; a whole session adds it up."""
        return {}

    def state_document(self, table: Table, state: S) -> dict[str, Any]:
        """Return what the game carries from hand to hand, as the ledger document has it."""
        return {}

    def ranks(self, table: Table, state: S, totals: Amounts) -> list[tuple[int, ...]]:
        """Return the sort key of each player in seat order; the greatest ranks first, equals share a place."""
        sign = -1 if self.rule_set(table).lowest_wins else 1
        return [(sign * total,) for total in totals]

    def settled(self, table: Table, state: S, totals: Amounts) -> Amounts:
        """Return the totals that the payments settle, after sharing out any pool that is left."""
        return totals

    def staked(self, table: Table, state: S, totals: Amounts) -> Amounts:
        """Return what a stake is paid for by difference, of totals that don't sum to zero.

        By default these are the totals; in a game that is played for games won, it is those.
        """
        return totals


AnyRules = Rules[Any, Any]


def rule_sets(*declared: RuleSet) -> dict[str, RuleSet]:
    """Return the rule sets of a game by their slugs."""
    return {rule_set.slug: rule_set for rule_set in declared}
