"""What a game declares, and the one fold step that all scoring is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from games.scoring.fields import Fields
from games.scoring.tariffs import NO_TARIFF, OwnTariff, PrintedTariff
from games.scoring.types import CORRECTION, Amounts, Contest, Entry, OptionValue, Paragraph, RuleSet, Seat, State, Table

if TYPE_CHECKING:
    from games.scoring.replay import ScoredHand

S = TypeVar("S", bound=State)
O = TypeVar("O")  # noqa: E741 - the outcome; one letter as is the custom for type variables
NO_FIELDS = Fields()


class Rules(ABC, Generic[S, O]):
    """The rules of one game, pure: the same arguments always give the same answer.

    A game sets `slug`, `rule_sets` (the default first), `paragraphs` and `outcome`, and defines `calls`, `fields`,
    `opening` and `score`. Everything else has the answer that most games give.
    """

    slug: ClassVar[str]
    rule_sets: ClassVar[Mapping[str, RuleSet]]
    paragraphs: ClassVar[Mapping[str, Paragraph]]
    tariffs: ClassVar[Mapping[str, PrintedTariff]] = {}
    """By rule set, the schedules as they are printed, whose figures a club may set for itself."""
    outcome: ClassVar[Any]
    """The dataclass of an outcome; built with `call` and the fields of the call by keyword."""
    ordinary_call: ClassVar[str | None] = None
    """The call of an ordinary hand, which its document does not name; None where every hand names its call."""
    misdeals: ClassVar[frozenset[str]] = frozenset()
    """The calls of a deal that was at fault: it is no hand that was played."""
    parts: ClassVar[frozenset[str]] = frozenset()
    """What contests name beside calls: the part that a side had in a hand, or in a game that ended with it."""
    paid_later: ClassVar[frozenset[str]] = frozenset()
    """Those of them that move nothing by themselves: what a hand pays is for others as well, so none has an amount."""

    @property
    def default_rules(self) -> str:
        return next(iter(self.rule_sets))

    def rule_set(self, table: Table) -> RuleSet:
        return self.rule_sets[table.rules]

    def tariff(self, rules: str) -> PrintedTariff:
        """The printed tariff of a rule set."""
        return self.tariffs.get(rules, NO_TARIFF)

    # The table

    def table(
        self,
        players: Iterable[str],
        *,
        rules: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        first_dealer: Seat | None = None,
        tariff: OwnTariff | None = None,
    ) -> Table:
        """A table with the rule set's defaults filled in; nothing is checked but what `check_table` checks."""
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
        """Refuse what no table of this game can be, beyond number and names of players and each option by itself."""

    def usual_first_dealer(self, size: int) -> Seat:
        """Who deals first when nobody says: the last player, so that the first is eldest hand."""
        return Seat(size - 1)

    def zero_sum(self, table: Table) -> bool:
        """Whether every hand's amounts sum to zero, so that the totals can be settled by payments."""
        return True

    # The position before a hand

    @abstractmethod
    def opening(self, table: Table) -> S:
        """The state before the first hand."""

    def with_dealer(self, table: Table, state: S, dealer: Seat) -> S:
        """The state when somebody else deals than expected; refuses who cannot deal, at the field `dealer`."""
        return replace(state, dealer=dealer)

    def dealer(self, table: Table, state: S) -> Seat:
        """Who deals the next hand."""
        return state.dealer

    def sits_out(self, table: Table, state: S) -> Seat | None:
        """Who takes no part in the next hand."""
        return None

    def playing(self, table: Table, state: S) -> tuple[Seat, ...]:
        """The seats that play the next hand, in the order of the deal."""
        absent = self.sits_out(table, state)
        if absent is None:
            return table.seats
        return tuple(seat for seat in table.seats if seat != absent)

    def is_played(self, call: str | None) -> bool:
        """Whether what is recorded by this word is a hand that was played: a correction is none, nor a misdeal.

        None is the word that a document leaves out, of an ordinary hand.
        """
        return call != CORRECTION and call not in self.misdeals

    def over(self, table: Table, state: S) -> bool:
        """Whether what is being played has come to its end, so that only corrections are taken."""
        return False

    def carries_on(self, table: Table) -> bool:
        """Whether a hand changes what later ones come to, by more than who deals them."""
        return bool(self.state_document(table, self.opening(table)))

    # A hand

    @abstractmethod
    def calls(self, table: Table) -> tuple[str, ...]:
        """The words that `call` may be, `correction` apart."""

    def deciding(self, table: Table, call: str) -> Fields:
        """The fields that decide about the others, where there are some: they are read before all else is looked at."""
        return NO_FIELDS

    @abstractmethod
    def fields(self, table: Table, call: str, raw: Mapping[str, Any]) -> Fields:
        """The fields of a call in the order in which they are checked.

        `raw` is the outcome as it was given, for a game in which one field decides about the others.
        """

    @abstractmethod
    def score(self, table: Table, state: S, outcome: O) -> tuple[Entry, S]:
        """What a hand moves, and the state after it; refuses what cannot have happened."""

    def corrected(self, table: Table, state: S) -> S:
        """The state after a correction; it never moves the deal."""
        return state

    # What statistics ask

    def contests(self, table: Table, state: S, outcome: O, amounts: Amounts) -> tuple[Contest, ...]:
        """Who undertook what in a hand that was scored from `state`, and with whom; none where nothing was played.

        More than one where several undertook something of their own.
        """
        return ()

    def tournament_points(self, table: Table, hands: Sequence[ScoredHand]) -> Amounts | None:
        """What the hands of a session come to in the game's tournament points; None where there are none."""
        return None

    # What is shown

    def state_document(self, table: Table, state: S) -> dict[str, Any]:
        """What the game carries on, as the ledger shows it."""
        return {}

    def ranks(self, table: Table, state: S, totals: Amounts) -> list[tuple[int, ...]]:
        """What the players are ranked by, in seat order: the greater comes first, equals share a place."""
        return [(total,) for total in totals]

    def settled(self, table: Table, state: S, totals: Amounts) -> Amounts:
        """The totals that the payments settle, after a pool that is left over has been shared out."""
        return totals
