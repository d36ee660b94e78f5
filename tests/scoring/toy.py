"""A toy game for the tests of the core, with everything that the core must support and nothing else.

*Toss*: the winner gets `stake` from each other player who plays. *Bid*: the bid decides which other fields are
required. *Fine*: one player pays into a pot that stays on the table, so in the rule set `pot` the amounts don't sum to
zero. The game is over after `length` hands, which is an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import add
from typing import Any, NamedTuple

from games.scoring.errors import Code, RuleError
from games.scoring.fields import (
    MISSING,
    Field,
    Fields,
    FlagField,
    NoteField,
    PlayerField,
    PlayersField,
    PointsField,
    RecordsField,
    WholeField,
    WordField,
)
from games.scoring.numbers import Number
from games.scoring.payments import each_pays
from games.scoring.rules import Rules
from games.scoring.text import SeatName, Text
from games.scoring.types import Amounts, Entry, Line, Option, Paragraph, RuleSet, SeatNumber, Table


class Kind(StrEnum):
    TRICKS = "tricks"
    MISERE = "misere"


@dataclass(frozen=True, kw_only=True)
class Side:
    player: SeatNumber
    worth: int = 1


class Outcome(NamedTuple):
    call: str
    winner: SeatNumber = SeatNumber(0)
    stake: int = 1
    sides: tuple[Side, ...] = ()
    friends: tuple[SeatNumber, ...] = ()
    weight: Number | None = None
    remark: str = ""
    kind: Kind = Kind.TRICKS
    tricks: int | None = None
    made: bool | None = None


class ToyState(NamedTuple):
    dealer: SeatNumber
    played: int = 0
    pot: int = 0
    scores: Amounts = ()


LENGTH = Option(name="length", label=Text("Length"), help=Text("Hands."), default=100, low=1, high=1000)
DEALER_RESTS = Option(name="dealer_rests", label=Text("Dealer rests"), help=Text("Sits out."), default=False)
COLOUR = Option(
    name="colour", label=Text("Colour"), help=Text("No effect."), default="red",
    choices=(("red", Text("Red")), ("black", Text("Black"))),
)  # fmt: skip

SIDE = Fields((PlayerField(name="player"), WholeField(name="worth", low=1, high=9, default=1)))
TOSS = Fields(
    (
        PlayerField(name="winner"),
        WholeField(name="stake", low=1, high=None, default=1),
        RecordsField(name="sides", fields=SIDE, make=Side),
        PlayersField(name="friends"),
        PointsField(name="weight", low=0, high=10, halves=True, default=None, nullable=True),
        NoteField(name="remark", default=""),
    )
)
BID: dict[str, Field] = {
    "winner": PlayerField(name="winner"),
    "kind": WordField(name="kind", words=tuple(Kind)),
    "tricks": WholeField(name="tricks", low=0, high=13, default=MISSING),
    "made": FlagField(name="made"),
}
FINE = Fields((PlayerField(name="winner"), WholeField(name="stake", low=1, high=100)))


class ToyRules(Rules[ToyState, Outcome]):
    slug = "toy"
    rule_sets = {
        "plain": RuleSet(
            slug="plain", name=Text("Plain"), summary=Text("Plain."), players=(2, 3, 4),
            options=(LENGTH, DEALER_RESTS, COLOUR),
        ),
        "pot": RuleSet(slug="pot", name=Text("Pot"), summary=Text("Pot."), players=(3,), options=(LENGTH,)),
    }  # fmt: skip
    paragraphs = {
        slug: Paragraph(slug=slug, title=Text(slug.title()), sentence=Text("So it is."), source=Text("Made up"))
        for slug in ("toss", "bid", "fine", "correction")
    }
    outcome = Outcome
    ordinary_call = "toss"

    def check_table(self, table: Table) -> None:
        if "pot" in table.players:
            raise RuleError(Code.PLAYERS, "players", Text("Nobody can be called pot."))

    def zero_sum(self, table: Table) -> bool:
        return table.rules == "plain"

    def opening(self, table: Table) -> ToyState:
        return ToyState(dealer=table.first_dealer)

    def over(self, table: Table, state: ToyState) -> bool:
        return state.played >= int(table.options["length"])

    def sits_out(self, table: Table, state: ToyState) -> tuple[SeatNumber, ...]:
        return (state.dealer,) if table.options.get("dealer_rests") else ()

    def calls(self, table: Table) -> tuple[str, ...]:
        return ("toss", "bid") if table.rules == "plain" else ("toss", "bid", "fine")

    def fields(self, table: Table, call: str, raw: Mapping[str, Any]) -> Fields:
        if call == "bid":
            return Fields((BID["winner"], BID["kind"], BID["made" if raw.get("kind") == "misere" else "tricks"]))
        return TOSS if call == "toss" else FINE

    def score(self, table: Table, state: ToyState, outcome: Outcome) -> tuple[Entry, ToyState]:
        after = state._replace(dealer=table.after(state.dealer), played=state.played + 1)
        winner, label = outcome.winner, Text("won by {player}", {"player": SeatName(outcome.winner)})
        if outcome.call == "fine":
            amounts: Amounts = tuple(-outcome.stake if seat == winner else 0 for seat in table.seats)
            return Entry.from_lines(table.size, [Line("fine", label, amounts)]), after._replace(
                pot=state.pot + outcome.stake
            )
        if winner in outcome.friends:
            message = Text("{player} is no friend of himself.", {"player": SeatName(winner)})
            raise RuleError(Code.IMPOSSIBLE, "friends", message)
        others = [seat for seat in self.playing(table, state) if seat != winner]
        stake = outcome.stake if outcome.call == "toss" else -5 if outcome.made is False else 5
        lines = [Line(outcome.call, label, each_pays(table.size, stake, to=winner, payers=others))]
        return Entry.from_lines(table.size, lines), after

    def corrected(self, table: Table, state: ToyState, amounts: Amounts) -> ToyState:
        return state

    def state_document(self, table: Table, state: ToyState) -> dict[str, Any]:
        return {"pot": state.pot}


class ToTenRules(ToyRules):
    """The toy game played until somebody has ten; corrections count."""

    def opening(self, table: Table) -> ToyState:
        return ToyState(dealer=table.first_dealer, scores=(0,) * table.size)

    def over(self, table: Table, state: ToyState) -> bool:
        return max(state.scores) >= 10

    def score(self, table: Table, state: ToyState, outcome: Outcome) -> tuple[Entry, ToyState]:
        entry, after = super().score(table, state, outcome)
        return entry, self.corrected(table, after, entry.amounts)

    def corrected(self, table: Table, state: ToyState, amounts: Amounts) -> ToyState:
        return state._replace(scores=tuple(map(add, state.scores, amounts)))


TOY = ToyRules()
TO_TEN = ToTenRules()
NAMES = ("Ida", "Jo", "Kim", "Lea")


def document(*hands: Any, size: int = 3, **changes: Any) -> dict[str, Any]:
    """Return a session document of the toy game."""
    return {
        "format": "scorekeeper.session",
        "version": 1,
        "game": "toy",
        "players": list(NAMES[:size]),
        "hands": list(hands),
        **changes,
    }
